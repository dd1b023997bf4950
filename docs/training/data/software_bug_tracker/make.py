"""A bug tracker's export: bugs with reporter and assignee, a history of changed fields, comments, flags, duplicates, dependencies, versions and commits; epoch seconds, ISO and text values."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE profiles (userid INTEGER PRIMARY KEY, login_name TEXT, realname TEXT, is_dev INTEGER, tz TEXT, disabledtext TEXT, created TEXT);
CREATE TABLE products (prod_id INTEGER PRIMARY KEY, name TEXT, class TEXT, isactive INTEGER, lead INTEGER REFERENCES profiles(userid));
CREATE TABLE components (comp_id INTEGER PRIMARY KEY, prod_id INTEGER REFERENCES products(prod_id), name TEXT, def_owner INTEGER REFERENCES profiles(userid), qa INTEGER);
CREATE TABLE versions (prod_id INTEGER REFERENCES products(prod_id), ver TEXT, rel_dt TEXT, eol TEXT, PRIMARY KEY (prod_id, ver));
CREATE TABLE bugs (
  bug_id INTEGER PRIMARY KEY, short_desc TEXT, prod_id INTEGER REFERENCES products(prod_id), comp_id INTEGER REFERENCES components(comp_id), ver TEXT,
  bug_status TEXT, resolution TEXT, sev TEXT, pri TEXT, reporter INTEGER REFERENCES profiles(userid), assigned_to INTEGER REFERENCES profiles(userid),
  creation_ts TEXT, delta_ts TEXT, `est h` TEXT, dup_of INTEGER REFERENCES bugs(bug_id), op_sys TEXT);
CREATE TABLE bugs_activity (bug_id INTEGER REFERENCES bugs(bug_id), who INTEGER REFERENCES profiles(userid), bug_when TEXT, field TEXT, removed TEXT, added TEXT);
CREATE TABLE longdescs (c_id INTEGER PRIMARY KEY, bug_id INTEGER REFERENCES bugs(bug_id), who INTEGER REFERENCES profiles(userid), epoch INTEGER, isprivate INTEGER, work_h REAL, len INTEGER);
CREATE TABLE cc (bug_id INTEGER REFERENCES bugs(bug_id), who INTEGER REFERENCES profiles(userid));
CREATE TABLE dependencies (blocked INTEGER REFERENCES bugs(bug_id), dependson INTEGER REFERENCES bugs(bug_id));
CREATE TABLE flags (flag_id INTEGER PRIMARY KEY, bug_id INTEGER, name TEXT, status TEXT, setter INTEGER, requestee INTEGER);
CREATE TABLE commits (sha TEXT PRIMARY KEY, bug_id INTEGER, author INTEGER REFERENCES profiles(userid), dt TEXT, ins INTEGER, del INTEGER);
"""

PRODUCTS = [(1, "Quillpad", "Desktop", 1, 3), (2, "Quillpad Mobile", "Mobile", 1, 8), (3, "SyncHub", "Server", 1, 12), (4, "OldMail", "Desktop", 0, None), (5, "Gridline", "Server", 1, 3)]
PARTS = {1: ["Editor", "Printing", "Search", "Import"], 2: ["Editor", "Camera", "Sync"], 3: ["API", "Storage", "Auth", "Search"], 4: ["Inbox", "Filters"], 5: ["Charts", "API", "Export"]}
WORDS = ["Crash", "Wrong result", "Slow start", "Memory leak", "Typo", "Regression", "Timeout", "Broken link", "Data loss"]


def fill(m):
    people = []
    for n in range(1, 91):
        first, last = m.person()
        people.append((n, f"{first.lower()}.{last.lower()}{n % 7 or ''}@{m.pick(['quill.example', 'quill.example', 'mailbox.example', 'corp.example'])}", f"{first} {last}" if m.chance(.88) else None, int(n <= 30), m.pick({"UTC": 5, "UTC+1": 4, "UTC-5": 3, None: 1}), m.pick({"": 14, "spam": 1, "left the project": 1}), m.day("2015-01-01", "2022-06-30")))
    people[2] = (3, "marit.solberg@quill.example", "Marit Solberg", 1, "UTC+1", "", "2015-02-11")
    people[44] = (45, "t.akande@corp.example", "Tunde Akande", 0, "UTC", "", "2018-08-19")
    m.add("profiles", people)
    m.add("products", PRODUCTS)
    parts = []
    for prod, names in PARTS.items():
        for name in names:
            parts.append((len(parts) + 1, prod, name, m.whole(1, 30), m.whole(1, 90) if m.chance(.5) else None))
    m.add("components", parts)
    versions = []
    for prod in PARTS:
        for at in range(m.whole(4, 7)):
            rel = later(f"{2017 + at}-02-01", days=m.whole(0, 300))
            versions.append((prod, f"{at + 5}.{m.whole(0, 12)}", rel if m.chance(.93) else None, later(rel, days=700) if at < 2 else None))
    m.add("versions", versions)
    bugs, acts, texts, ccs, deps, flags, commits = [], [], [], [], [], [], []
    for n in range(1, 431):
        part = parts[int(len(parts) * m.random.random() ** 1.4)]
        made = m.moment("2020-01-02", "2023-11-30")
        status = m.pick({"NEW": 4, "ASSIGNED": 3, "RESOLVED": 7, "VERIFIED": 3, "CLOSED": 3})
        done = status in ("RESOLVED", "VERIFIED", "CLOSED")
        res = m.pick({"FIXED": 8, "WONTFIX": 2, "DUPLICATE": 3, "INVALID": 2, "WORKSFORME": 2}) if done else ""
        if res == "DUPLICATE" and n < 5:
            res = "FIXED"
        who = 45 if m.chance(.05) else int(1 + 89 * m.random.random() ** 1.3)
        dev = part[3] if m.chance(.5) else m.whole(1, 30)
        last = later(made, days=int(m.skewed(0, 400, 0)), hours=m.whole(1, 20))
        bugs.append((2000 + n, f"{m.pick(WORDS)} in {part[2]}" + (m.pick([" after update", " on save", ""])), part[1], part[0], m.pick([v[1] for v in versions if v[0] == part[1]]), status, res, m.pick({"blocker": 1, "critical": 3, "major": 5, "normal": 10, "minor": 4, "trivial": 1, "enhancement": 4}),
                     m.pick({"P1": 3, "P2": 4, "P3": 9, "P4": 2, "--": 6}), who, dev if status != "NEW" or m.chance(.3) else None, made, last, m.pick(["1", "2", "4", "8", "16", "24", "40", "1,5"]) if m.chance(.55) else None, 2000 + m.whole(1, n - 1) if res == "DUPLICATE" else None, m.pick({"Linux": 6, "Windows": 8, "macOS": 3, "All": 4, "linux": 1})))
        bug = 2000 + n
        if done:
            acts.append((bug, dev if m.chance(.7) else m.whole(1, 30), last, "bug_status", m.pick(["NEW", "ASSIGNED"]), "RESOLVED"))
            acts.append((bug, dev, last, "resolution", "", res))
            if m.chance(.12):
                acts.append((bug, m.whole(1, 90), later(last, days=m.whole(1, 60)), "bug_status", "RESOLVED", "REOPENED"))
        for _ in range(m.pick({0: 6, 1: 3, 2: 1})):
            acts.append((bug, m.whole(1, 60), later(made, hours=m.whole(1, 90)), m.pick(["sev", "pri", "assigned_to"]), m.pick(["normal", "P3", "--"]), m.pick(["major", "P1", "P2"])))
        for at in range(m.pick({1: 4, 2: 6, 4: 4, 9: 1})):
            stamp = datetime.datetime.fromisoformat(made) + datetime.timedelta(hours=int(m.skewed(0, 2000, 0)))
            texts.append((len(texts) + 1, bug, who if at == 0 else m.pick([dev, dev, who, m.whole(1, 90)]), int((stamp - datetime.datetime(1970, 1, 1)).total_seconds()), int(at > 0 and m.chance(.12)), m.pick([.5, 1.0, 2.0, 3.5]) if at and m.chance(.35) else 0.0 if m.chance(.8) else None, int(m.skewed(5, 3000, 0))))
        watch = m.some(range(1, 91), m.pick({0: 4, 1: 4, 2: 3, 4: 2}))
        ccs += [(bug, w) for w in watch] + [(bug, w) for w in watch[:1] if m.chance(.06)]
        if m.chance(.16) and n > 1:
            deps.append((bug, 2000 + m.whole(1, n - 1)))
        for _ in range(m.pick({0: 6, 1: 3, 2: 1})):
            flags.append((len(flags) + 1, bug, m.pick({"needinfo": 5, "review": 4, "approval": 2}), m.pick({"?": 5, "+": 4, "-": 2}), m.whole(1, 60), m.whole(1, 30) if m.chance(.7) else None))
        if res == "FIXED" or m.chance(.08):
            for _ in range(m.pick({0: 1, 1: 5, 2: 3, 3: 1})):
                commits.append((f"{m.whole(16 ** 7, 16 ** 8 - 1):08x}{len(commits):03x}", bug if m.chance(.96) else None, dev if m.chance(.75) else m.whole(1, 45), later(last, hours=-1)[:10], int(m.skewed(1, 700, 0)), int(m.skewed(0, 300, 0)) if m.chance(.95) else None))
    m.add("bugs", bugs)
    m.add("bugs_activity", acts)
    m.add("longdescs", texts)
    m.add("cc", ccs)
    m.add("dependencies", deps)
    m.add("flags", flags)
    m.add("commits", commits)
