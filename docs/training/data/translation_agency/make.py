"""A translation agency: clients, quotes, projects and their jobs, linguists with rates per word, matches, scores, invoices (MM/DD/YYYY)."""
from making import later

SCHEMA = """
CREATE TABLE lang (code TEXT PRIMARY KEY, name TEXT NOT NULL, rtl INTEGER NOT NULL);
CREATE TABLE client (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, parent_id INTEGER REFERENCES client(id),
  key_account INTEGER NOT NULL DEFAULT 0, since TEXT);
CREATE TABLE contact (
  id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client(id), name TEXT, email TEXT, opted_out TEXT);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT, boss_id INTEGER REFERENCES staff(id), left_on TEXT);
CREATE TABLE linguist (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, native TEXT REFERENCES lang(code), country TEXT, status TEXT NOT NULL,
  joined TEXT NOT NULL, ref_by INTEGER REFERENCES linguist(id), daily_words INTEGER);
CREATE TABLE rate (
  linguist_id INTEGER REFERENCES linguist(id), src TEXT REFERENCES lang(code), tgt TEXT REFERENCES lang(code),
  service TEXT, mill_per_word INTEGER NOT NULL, PRIMARY KEY (linguist_id, src, tgt, service));
CREATE TABLE project (
  id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client(id), title TEXT, subject TEXT,
  pm_id INTEGER REFERENCES staff(id), opened TEXT NOT NULL, due TEXT, closed TEXT, state TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE quote (
  id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client(id), made_on TEXT NOT NULL, valid_days INTEGER,
  amount_eur REAL NOT NULL, state TEXT NOT NULL, project_id INTEGER REFERENCES project(id));
CREATE TABLE job (
  id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES project(id), after_id INTEGER REFERENCES job(id),
  linguist_id INTEGER REFERENCES linguist(id), src TEXT REFERENCES lang(code), tgt TEXT REFERENCES lang(code),
  service TEXT NOT NULL, words INTEGER, mill_per_word INTEGER, state TEXT NOT NULL,
  assigned_at TEXT, deadline TEXT, delivered_at TEXT);
CREATE TABLE job_match (
  job_id INTEGER REFERENCES job(id), band TEXT, words INTEGER NOT NULL, PRIMARY KEY (job_id, band));
CREATE TABLE score (
  id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES job(id), scorer_id INTEGER REFERENCES linguist(id), grade TEXT,
  major_errors INTEGER, minor_errors INTEGER, scored_on TEXT);
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES project(id), kind TEXT NOT NULL, amount_cents INTEGER NOT NULL,
  issued TEXT NOT NULL, net_days INTEGER NOT NULL, paid TEXT);
CREATE TABLE payout (
  id INTEGER PRIMARY KEY, linguist_id INTEGER REFERENCES linguist(id), month TEXT NOT NULL, amount_cents INTEGER NOT NULL,
  sent TEXT NOT NULL);
CREATE TABLE term (
  id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client(id), lang TEXT REFERENCES lang(code), word TEXT NOT NULL,
  forbidden INTEGER);
"""

LANGS = [("en", "English", 0), ("de", "German", 0), ("fr", "French", 0), ("it", "Italian", 0), ("pl", "Polish", 0), ("ar", "Arabic", 1),
         ("he", "Hebrew", 1), ("ja", "Japanese", 0), ("nl", "Dutch", 0), ("es", "Spanish", 0), ("fi", "Finnish", 0)]
ONE = "Atlas Bright Crown Delta Ember Fjord Granite Helio".split()
TWO = "Pharma Motors Legal Games Tools Textiles".split()
SUBJECTS = {"medical": 4, "legal": 5, "technical": 6, "Technical": 1, "marketing": 5, "finance": 3, None: 1}
WORDS = "warranty Warranty gearbox dosage tablet invoice lease plaintiff seatbelt skin level button Button cotton lining".split()


def american(day):
    return f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    m.add("lang", LANGS)
    names = m.some([f"{a} {b}" for a in ONE for b in TWO], 44) + ["Atlas Pharma"]
    clients = []
    for n, name in enumerate(names, 1):
        clients.append((n, name, m.pick({"DE": 5, "FR": 3, "GB": 3, "NL": 2, "IT": 2, "gb": 1, None: 1}),
                        {12: 3, 30: 12, 41: 30}.get(n) or (m.whole(1, 9) if n > 9 and m.chance(.35) else None), int(m.chance(.2)),
                        m.day("2015-01-01", "2023-12-31") if m.chance(.95) else None))
    m.add("client", clients)
    contacts = []
    for n in range(1, 91):
        first, last = m.person()
        contacts.append((n, m.whole(1, 42) if m.chance(.97) else None, f"{first} {last}",
                         f"{first}@{m.pick(['client.example', 'mail.test', 'Mail.test'])}".lower() if m.chance(.9) else None,
                         m.pick({None: 8, "yes": 1, "no": 3, "Yes": .5})))
    m.add("contact", contacts)
    m.add("staff", [(n, " ".join(m.person()), "CEO" if n == 1 else "Head of production" if n in (2, 3) else m.pick(["PM", "PM", "PM", "Sales", "pm"]) if n != 12 else "PM",
                     None if n == 1 else 1 if n < 4 else m.whole(1, 3), m.day("2023-02-01", "2024-05-31") if n in (9, 12, 14) else None)
                    for n in range(1, 17)])
    linguists, rates = [], []
    for n in range(1, 101):
        native = m.pick({"de": 6, "fr": 4, "it": 3, "pl": 3, "ar": 2, "he": 1, "ja": 2, "nl": 2, "es": 4, "en": 4}) if n not in (8, 31, 57) else "pl"
        linguists.append((n, " ".join(m.person()), native if m.chance(.97) else None, m.pick({"DE": 4, "FR": 3, "IT": 2, "PL": 2, "ES": 3, "GB": 3, None: 1}),
                          m.pick({"active": 12, "Active": 1.5, "inactive": 3, "on hold": 1}) if n != 31 else "Active", m.day("2017-01-01", "2024-05-31"),
                          m.whole(1, min(n - 1, 30)) if n > 6 and m.chance(.35) else None, m.pick([1500, 2000, 2500, 3000, 4000, None])))
        for src in m.some(["en", "de", "fr", "es"], m.pick([1, 1, 2, 3])):
            if src == native or (src, native) in (("es", "ja"), ("fr", "he"), ("de", "ar")):
                continue
            base = m.whole(60, 150)
            rates.append((n, src, native, "translation", base))
            if m.chance(.6):
                rates.append((n, src, native, "review", base * m.whole(30, 50) // 100))
            if m.chance(.1):
                rates.append((n, src, native, "Review", base // 2 + 1))
            if m.chance(.12) and native != "en":
                rates.append((n, native, src, "translation", base + m.whole(5, 40)))
    m.add("linguist", linguists)
    m.add("rate", rates)
    projects, jobs, matches, scores, invoices, quotes = [], [], [], [], [], []
    days = sorted(m.pick(["2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-06-30", "2023-06-30"]) if m.chance(.06)
                  else m.day("2022-09-01", "2024-06-30") for _ in range(420))
    for n, day in enumerate(days, 1):
        client = int(m.random.random() ** 1.6 * 41) + 1
        due = later(day, days=m.pick([2, 3, 5, 7, 10, 14, 21, 30])) if m.chance(.95) else None
        dead = m.chance(.04)
        state = m.pick({"closed": 12, "Closed": 1, "open": 1.3, "cancelled": 1}) if day < "2024-05-25" else m.pick(["open", "open", "closed"])
        src = m.pick({"en": 7, "de": 4, "fr": 2, "es": 1})
        made, last = [], day
        for tgt in m.some([row[0] for row in LANGS if row[0] != src], m.pick([1, 1, 1, 2, 3, 5])):
            words = m.whole(2, 90) * m.pick([10, 10, 50, 100]) if m.chance(.96) else None
            fit = [row for row in rates if row[1] == src and row[2] == tgt]
            before = None
            for service in ("translation", "review", "dtp")[:m.pick([1, 2, 2, 2, 3])]:
                able = [row for row in fit if row[3].lower() == service]
                who = m.pick(able) if able and m.chance(.93) else None
                if service == "dtp":
                    who = (m.whole(1, 20), 0, 0, 0, 20)
                number = len(jobs) + 1
                start = f"{later(last, days=m.pick([0, 0, 1]))} {m.whole(7, 18):02}:{m.whole(0, 59):02}:00"
                limit = later(start, hours=m.pick([8, 24, 24, 48, 72, 120]))
                got = later(limit, minutes=m.pick([-900, -400, -180, -60, -20, 0, 45, 300, 1500])) if who else None
                if got and got <= start:
                    got = later(start, hours=3)
                if state == "cancelled" or got and got > "2024-06-30 23:59:59" or state == "open" and m.chance(.6):
                    got = None
                jobs.append((number, n, before, who and who[0], src, tgt, service if m.chance(.97) else service.capitalize(), words,
                             (who[4] + m.pick([0, 0, 0, 0, 10, -5])) if who else None,
                             "cancelled" if state == "cancelled" else "delivered" if got else "assigned" if who else "new",
                             start if who else None, limit, got))
                if service == "translation" and words and m.chance(.85):
                    left = words
                    for band in m.some(["100%", "95-99%", "75-94%", "repetition"], m.pick([0, 1, 2, 3])):
                        part = int(left * m.amount(.05, .5))
                        if part:
                            matches.append((number, band, part))
                            left -= part
                    matches.append((number, "no match", left - m.whole(1, 9) if left > 40 and m.chance(.04) else left))
                if got and service == "translation" and m.chance(.4):
                    for _ in range(2 if m.chance(.15) else 1):
                        minor = m.pick([0, 0, 1, 2, 3, 5, 8, None])
                        scores.append((number, m.whole(1, 30), m.pick({"10": 3, "9": 5, "8": 6, "7": 4, "6": 2, "4": 1, "n/a": 1, None: 1}),
                                       m.pick([0, 0, 0, 0, 1, 2, 4]), minor, later(got[:10], days=m.whole(1, 12))))
                before, last = number, max(last, (got or start)[:10])
            made.append(words or 0)
        closed = max(last, later(day, days=1)) if state.lower() == "closed" else None
        if closed and closed > "2024-06-30":
            closed, state = None, "open"
        projects.append((n, client, f"{m.pick(['Manual', 'Contract', 'Website', 'Leaflet', 'Campaign', 'Annual report'])} {n}", m.pick(SUBJECTS),
                         m.pick([4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15]) if m.chance(.97) else None, day, due, closed, state, int(dead)))
        total = sum(made) * m.whole(14, 26) + m.pick([2500, 4000, 0])
        if closed and m.chance(.93) and total:
            parts = [total] if m.chance(.85) else [total // 2, total - total // 2]
            for at, cents in enumerate(parts):
                sent = later(closed, days=m.whole(0, 9) + 15 * at)
                paid = later(sent, days=m.pick([3, 10, 14, 20, 28, 30, 31, 40, 55, 90])) if m.chance(.88) else None
                if sent <= "2024-06-30":
                    invoices.append((sent, n, "invoice", cents, m.pick([14, 30, 30, 45]), paid if paid and paid <= "2024-06-30" else None))
            if m.chance(.06) and sent <= "2024-06-20":
                invoices.append((later(sent, days=5), n, "credit", -(total // m.pick([4, 5, 10])), 0, None))
        if m.chance(.75):
            quotes.append((client, later(day, days=-m.whole(1, 25)), m.pick([14, 30, 30, 60, None]), round(total / 100 * m.amount(.95, 1.08), 2),
                           m.pick({"accepted": 9, "Accepted": 1}), n))
    for _ in range(230):
        quotes.append((m.whole(1, 45), m.day("2022-09-01", "2024-06-30"), m.pick([14, 30, 30, 60, None]), m.skewed(80, 9000),
                       m.pick({"rejected": 6, "expired": 4, "sent": 3, "Rejected": 1}), None))
    m.add("project", projects)
    m.add("quote", [(n, *row) for n, row in enumerate(sorted(quotes, key=lambda row: (row[1], row[0], row[3])), 1)])
    m.add("job", jobs)
    m.add("job_match", matches)
    m.add("score", [(n, *row) for n, row in enumerate(sorted(scores, key=lambda row: (row[5], row[0], row[1])), 1)])
    m.add("invoice", [(n, row[1], row[2], row[3], american(row[0]), row[4], row[5] and american(row[5]))
                      for n, row in enumerate(sorted(invoices, key=lambda row: row[:2]), 1)])
    owed = {}
    for row in jobs:
        if row[12] and row[3] and row[7]:
            key = (row[12][:7], row[3])
            owed[key] = owed.get(key, 0) + row[7] * row[8] // 10
    m.add("payout", [(n, who, month, cents + (m.pick([0, 0, 0, 0, -500, 1500])), m.pick({"Y": 9, "N": 1, "y": .5}))
                     for n, ((month, who), cents) in enumerate(sorted(owed.items()), 1)])
    m.add("term", [(n, m.whole(1, 36) if m.chance(.9) else None, m.pick(["en", "de", "fr", "es"]), m.pick(WORDS), m.pick([0, 0, 0, 1, None])) for n in range(1, 161)])
