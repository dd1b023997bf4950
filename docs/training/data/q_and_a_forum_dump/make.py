"""A dump of a questions-and-answers forum on home building: users, posts (questions and answers in one table), votes, remarks, badges, revisions, tags."""
from making import later

SCHEMA = """
CREATE TABLE users (
  Id INTEGER PRIMARY KEY, DisplayName TEXT, Rep INTEGER, Created TEXT, LastSeen TEXT, Loc TEXT, Age INTEGER, Ups INTEGER, Downs INTEGER,
  ProfileViews INTEGER, Site TEXT);
CREATE TABLE posts (
  Id INTEGER PRIMARY KEY, Kind INTEGER, ParentId INTEGER REFERENCES posts(Id), AcceptedId INTEGER, Score INTEGER, ViewCt INTEGER,
  AnsCt INTEGER, RemCt INTEGER, FavCt INTEGER, Title TEXT, Tags TEXT, OwnerId INTEGER REFERENCES users(Id), OwnerName TEXT,
  EditorId INTEGER REFERENCES users(Id), Created TEXT, Edited TEXT, Closed TEXT);
CREATE TABLE remarks (
  Id INTEGER PRIMARY KEY, PostId INTEGER REFERENCES posts(Id), UserId INTEGER REFERENCES users(Id), Score INTEGER, Body TEXT, Created TEXT);
CREATE TABLE votes (
  Id INTEGER PRIMARY KEY, PostId INTEGER REFERENCES posts(Id), VType INTEGER, UserId INTEGER, Cast_On TEXT, Bounty INTEGER);
CREATE TABLE badges (Id INTEGER PRIMARY KEY, UserId INTEGER REFERENCES users(Id), Name TEXT, Dt TEXT);
CREATE TABLE revisions (
  Id INTEGER PRIMARY KEY, PostId INTEGER REFERENCES posts(Id), RType INTEGER, UserId INTEGER REFERENCES users(Id), Dt TEXT, Note TEXT);
CREATE TABLE links (Id INTEGER PRIMARY KEY, PostId INTEGER, RelatedId INTEGER, LType INTEGER, Created TEXT);
CREATE TABLE tags (Id INTEGER PRIMARY KEY, TagName TEXT, Ct INTEGER, GuidePostId INTEGER REFERENCES posts(Id));
"""

TAGS = {"insulation": 12, "roofing": 10, "plumbing": 11, "concrete": 8, "drywall": 7, "wiring": 9, "flooring": 6, "heating": 6, "windows": 4,
        "foundation": 4, "paint": 4, "timber": 3, "permits": 2, "solar": 1}
VERBS = ["How to fix", "Why is there", "What causes", "Best way to replace", "Is it safe to cut", "Can I install", "How deep must I lay"]
THINGS = ["a damp wall", "mould behind drywall", "a leaking joint", "two-core cable", "a load-bearing beam", "cold floor tiles", "a cracked slab",
          "vapour barriers", "a noisy radiator", "old window frames", "PEX pipes", "roof battens"]
PLANTED = {40: "Rafters creak after the first frost", 120: "Grey water in the crawl space", 200: "Hairline cracks above the lintel"}
PLACES = {"Leeds, United Kingdom": 5, "Toronto, Canada": 5, "Ghent, Belgium": 3, "London, United Kingdom": 4, "Vienna, Austria": 3, "Vienna": 2, "Austin, TX": 4,
          "Pune, India": 3, "": 3, None: 12}
HANDLES = ["mason", "sparky", "gutter", "plank", "rivet", "trowel", "lintel", "putty", "spirit_level", "jigsaw", "dowel", "grout"]
BADGES = {"Student": 12, "Teacher": 9, "Editor": 7, "Supporter": 11, "Commentator": 4, "Popular Question": 8, "Enlightened": 3, "Scholar": 6, "Autobiographer": 7}


def fill(m):
    users = [(-1, "Forum", 1, "2010-07-19 06:55:26", "2010-07-19 06:55:26", "on the server farm", None, 0, 120, 0, None)]
    for n in range(2, 322):
        first, last = m.person()
        name = m.pick({f"{first} {last}": 6, first: 3, f"user{n * 37}": 2, m.pick(HANDLES): 2})
        born = m.moment("2010-07-20", "2014-08-30")
        users.append((n, name, int(m.skewed(1, 900, 0)) if m.chance(.9) else int(m.skewed(900, 46000, 0)), born, max(later(born, days=int(m.skewed(0, 1300, 0))), born),
                      m.pick(PLACES), m.whole(14, 79) if m.chance(.38) else None, int(m.skewed(0, 900, 0)) if m.chance(.7) else 0,
                      int(m.skewed(0, 90, 0)) if m.chance(.3) else 0, int(m.skewed(0, 700, 0)), f"http://{first.lower()}.example" if m.chance(.25) else None))
    for at, name in ((11, "Hartwin Kloss"), (17, "Ottoline"), (29, "brickfox")):
        users[at] = (users[at][0], name, 12000 + at * 100, f"2010-{at % 4 + 8:02}-1{at % 9} 10:11:12", "2014-09-12 08:00:00", "Ghent, Belgium", 30 + at, 410 + at, at, 800 + at, None)
    m.add("users", users)
    active = [u for u in users[1:] if m.chance(.75)]
    active.sort(key=lambda u: -u[2])
    known = [users[11], users[17], users[29]]

    def someone():
        return m.pick(known) if m.chance(.12) else active[int(m.random.random() ** 1.8 * len(active))]
    posts, rem, rev, links = [], [], [], []
    number = 1
    questions = []
    for at in range(390):
        who, when = someone(), m.moment("2010-08-01", "2014-09-01", (5, 22))
        number += m.pick([1, 1, 1, 2, 4])
        tags = m.some(TAGS, m.pick([1, 2, 2, 3]))
        if m.chance(.5):
            tags[0] = m.pick(TAGS)
            tags = list(dict.fromkeys(tags))
        views = int(m.skewed(15, 5200, 0))
        question = [number, 1, None, None, int(m.skewed(0, 32, 0)) - m.pick([0, 0, 0, 1, 2]), views, 0, 0, int(m.skewed(1, 20, 0)) if m.chance(.4) else None,
                    f"{m.pick(VERBS)} {m.pick(THINGS)}?", "".join(f"<{t}>" for t in tags), who[0], None, None, when, None,
                    later(when, days=m.whole(1, 200)) if m.chance(.08) else None]
        if at in PLANTED:
            question[9] = PLANTED[at]
        elif m.chance(.05):
            question[11], question[12] = None, f"user{m.whole(900, 9999)}"
        posts.append(question)
        questions.append(question)
        for _ in range(4 if at in PLANTED else m.pick({0: 18, 1: 30, 2: 20, 3: 10, 5: 3, 7: 1})):
            number += 1
            helper = who if m.chance(.12) else someone()
            posts.append([number, 2, question[0], None, int(m.skewed(0, 40, 0)) - m.pick([0, 0, 0, 0, 1, 3]), None, None, 0, None, None, None,
                          helper[0], None, None, later(when, days=int(m.skewed(0, 300, 0)), minutes=m.whole(3, 700)), None, None])
            question[6] += 1
            if question[3] is None and m.chance(.42):
                question[3] = number
    for p in posts:
        rev.append([p[0], 1 if p[1] == 1 else 2, p[11], p[14], None])
        if p[9] in PLANTED.values() or m.chance(.32):
            editor = p[11] if p[11] and m.chance(.45) else someone()[0]
            if p[9] in PLANTED.values():
                editor = known[2][0] if p[11] != known[2][0] else known[0][0]
            p[13], p[15] = editor, later(p[14], days=int(m.skewed(0, 200, 0)), minutes=m.whole(2, 900))
            for _ in range(m.pick([1, 1, 1, 2, 3])):
                rev.append([p[0], m.pick({5: 6, 4: 2, 6: 2}) if p[1] == 1 else 5, editor, p[15], m.pick(["typo", "added picture", "", None, "clearer title"])])
        for _ in range(5 if p[9] in PLANTED.values() else m.pick({0: 10, 1: 6, 2: 4, 4: 1, 8: .4})):
            who = p[11] if p[11] and m.chance(.2) else someone()[0] if m.chance(.97) else None
            rem.append([p[0], who, 0 if m.chance(.7) else m.whole(1, 9), m.pick(["Thanks, that helped.", "Which country is this in?", "See the local code.",
                        "Could you add a photo?", "+1", "This is wrong, thanks anyway.", "How thick is it?"]), later(p[14], days=int(m.skewed(0, 90, 0)), minutes=m.whole(1, 900))])
            p[7] += 1
    m.add("posts", posts)
    m.add("remarks", [(n, *r) for n, r in enumerate(rem, 1)])
    votes = []
    for p in posts:
        for _ in range(4 + list(PLANTED.values()).index(p[9]) * 2 if p[9] in PLANTED.values() else m.pick({0: 4, 1: 5, 2: 5, 4: 2, 7: 1})):
            kind = m.pick({2: 30, 3: 4, 5: 4 if p[1] == 1 else .001, 8: 1 if p[1] == 1 else .001})
            votes.append((len(votes) + 1, p[0], kind, someone()[0] if kind in (5, 8) else None, later(p[14][:10], days=int(m.skewed(0, 500, 0))),
                          m.pick([50, 50, 100, 200]) if kind == 8 else None))
        if p[1] == 1 and p[3]:
            votes.append((len(votes) + 1, p[3], 1, None, later(p[14][:10], days=m.whole(0, 40)), None))
    m.add("votes", votes)
    badges = []
    for u in users[1:]:
        for _ in range(5 if u in known else m.pick({0: 6, 1: 6, 2: 6, 3: 4, 6: 2, 8: .4, 10: .15})):
            badges.append((u[0], m.pick(BADGES), later(u[3], days=int(m.skewed(0, 900, 0)))))
    m.add("badges", [(n, *b) for n, b in enumerate(sorted(badges, key=lambda b: b[2]), 1)])
    m.add("revisions", [(n, *r) for n, r in enumerate(rev, 1)])
    for n in range(1, 161):
        a, b = m.some(questions, 2)
        links.append((n, a[0], b[0], m.pick({1: 7, 3: 3}), max(a[14], b[14])))
    m.add("links", links)
    counts = {t: sum(f"<{t}>" in q[10] for q in questions) for t in TAGS}
    m.add("tags", [(n, t, c, m.pick(questions)[0] if m.chance(.6) else None) for n, (t, c) in enumerate(counts.items(), 1)])
