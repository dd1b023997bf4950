"""A news site: sections, authors, articles and versions, page views by day, comments, readers, newsletters, advertisements."""
from making import later

SCHEMA = """
CREATE TABLE section (id INTEGER PRIMARY KEY, title TEXT NOT NULL, parent_id INTEGER REFERENCES section(id), hidden INTEGER NOT NULL DEFAULT 0);
CREATE TABLE author (
  id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, kind TEXT NOT NULL, editor_id INTEGER REFERENCES author(id),
  joined_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE article (
  id INTEGER PRIMARY KEY, headline TEXT NOT NULL, section_id INTEGER NOT NULL REFERENCES section(id), format TEXT NOT NULL,
  created_at TEXT NOT NULL, published_at TEXT, unpublished_at TEXT, word_count INTEGER, paywalled INTEGER NOT NULL,
  approved_by INTEGER REFERENCES author(id));
CREATE TABLE byline (
  article_id INTEGER NOT NULL REFERENCES article(id), author_id INTEGER NOT NULL REFERENCES author(id), position INTEGER NOT NULL,
  PRIMARY KEY (article_id, author_id));
CREATE TABLE tag (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE article_tag (article_id INTEGER NOT NULL, tag_id INTEGER NOT NULL REFERENCES tag(id), PRIMARY KEY (article_id, tag_id));
CREATE TABLE daily_views (
  article_id INTEGER NOT NULL REFERENCES article(id), day TEXT NOT NULL, device TEXT NOT NULL, views INTEGER NOT NULL,
  read_seconds INTEGER, PRIMARY KEY (article_id, day, device));
CREATE TABLE reader (
  id INTEGER PRIMARY KEY, email TEXT NOT NULL, country TEXT, registered_at TEXT NOT NULL, banned_at TEXT);
CREATE TABLE subscription (
  id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES reader(id), tier TEXT NOT NULL, monthly_fee REAL NOT NULL,
  start_date TEXT NOT NULL, end_date TEXT);
CREATE TABLE comment (
  id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES article(id), reader_id INTEGER NOT NULL REFERENCES reader(id),
  reply_to INTEGER REFERENCES comment(id), posted_at TEXT NOT NULL, state TEXT NOT NULL, likes INTEGER NOT NULL);
CREATE TABLE newsletter (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cadence TEXT NOT NULL, stopped_on TEXT);
CREATE TABLE newsletter_signup (
  newsletter_id INTEGER NOT NULL REFERENCES newsletter(id), reader_id INTEGER NOT NULL REFERENCES reader(id), signed_up_on TEXT NOT NULL,
  unsubscribed_on TEXT, PRIMARY KEY (newsletter_id, reader_id));
CREATE TABLE ad_booking (
  id INTEGER PRIMARY KEY, section_id INTEGER NOT NULL, client TEXT NOT NULL, booked_for TEXT NOT NULL, impressions INTEGER NOT NULL,
  cpm_eur TEXT NOT NULL, cancelled INTEGER NOT NULL);
"""
SECTIONS = [(1, "Politics", None, 0), (2, "Economy", None, 0), (3, "Sport", None, 0), (4, "Culture", None, 0), (5, "Football", 3, 0),
            (6, "Tennis", 3, 0), (7, "Markets", 2, 0), (8, "Film", 4, 0), (9, "Elections", 1, 0), (10, "Archive", None, 1), (11, "Chess", 3, 0)]
HEAD = "Council,Minister,Union,Bank,Striker,Coach,Museum,Airport,Court,Mayor".split(",")
VERB = "warns,wins,delays,opens,sues,quits,plans,defends".split(",")
NOUN = "budget,season,strike,merger,festival,bridge,vote,record".split(",")


def fill(m):
    m.add("section", SECTIONS)
    authors = []
    for n in range(1, 41):
        name = " ".join(m.person()) if n not in (21, 35) else "Staff Desk"
        authors.append((n, name, ("freelance" if n == 39 else "staff") if n > 35 else m.pick({"staff": 6, "freelance": 4, "agency": 1}), None if n < 4
            else m.whole(1, 6) if n > 6 else m.whole(1, 3) if m.chance(.9) else None,
                        m.day("2015-01-01", "2025-03-31"), ("2025-02-28" if n in (37, 40) else None) if n > 35 else m.day("2024-06-01", "2025-06-30")
                        if m.chance(.2) else None))
    m.add("author", authors)
    articles, lines, tags = [], [], []
    for n in range(1, 401):
        made = m.moment("2024-06-01", "2025-06-29", (5, 22))
        pub = later(made, hours=m.pick([1, 2, 5, 9, 24, 70])) if m.chance(.9) else None
        if pub and m.chance(.05):
            pub = m.pick(["2025-06-01 08:40:00", "2025-03-31 18:20:00", "2025-05-31 21:05:00", "2024-12-31 12:00:00"])
            made = later(pub, hours=-6)
        sec = m.pick({1: 9, 2: 7, 3: 3, 4: 6, 5: 8, 6: 3, 7: 4, 8: 3, 9: 2, 10: 1})
        articles.append((n, f"{m.pick(HEAD)} {m.pick(VERB)} {m.pick(NOUN)}", sec, m.pick({"report": 8, "opinion": 3, "live": 1, "video": 2}), made, pub,
                         later(pub, days=m.whole(1, 30)) if pub and m.chance(.12) else None, round(m.skewed(120, 3200)) if m.chance(.93) else None,
                         int(m.chance(.35)), m.whole(1, 6) if pub and m.chance(.9) else None))
        for k, a in enumerate(m.some(range(1, 38), m.pick([1, 1, 1, 1, 2, 2, 3]))):
            if a < 36 or (pub or "") < "2025":
                lines.append((n, a, k + 1))
        tags += [(n, t) for t in m.some(range(1, 12), m.pick([0, 1, 1, 2, 3]))]
    m.add("article", articles)
    m.add("byline", lines)
    m.add("tag", [(n, t) for n, t in enumerate("climate,strike,budget,election,crime,health,Europe,tech,weather,housing,migration,archaeology".split(","), 1)])
    m.add("article_tag", tags)
    views = []
    for a in articles:
        if a[5] and m.chance(.94):
            for k in range(m.pick([1, 2, 3, 4])):
                day = later(a[5][:10], days=k)
                for dev in m.some(["mobile", "desktop", "app"], m.pick([1, 2, 2, 3])):
                    v = round(m.skewed(20, 6000) / (k + 1))
                    views.append((a[0], day, dev, v, v * m.whole(15, 180) if m.chance(.95) else None))
    m.add("daily_views", views)
    m.add("reader", [(n, f"{m.pick('klmnop')}{n}@{m.pick(['mail.example', 'post.example', 'Mail.example'])}", m.pick({"AT": 5, "DE": 5, "CH": 2, None: 1}),
                      m.moment("2023-01-01", "2025-06-25"), m.moment("2024-08-01", "2025-06-25") if m.chance(.06) else None) for n in range(1, 421)])
    subs = []
    for r in range(1, 361):
        start = m.day("2023-06-01", "2025-06-15")
        for k in range(m.pick([0, 0, 1, 1, 1, 2])):
            end = later(start, days=m.pick([30, 90, 180, 365])) if m.chance(.55) else None
            if end and end > "2025-06-30":
                end = None
            subs.append((len(subs) + 1, r, m.pick({"digital": 6, "print+": 2, "student": 2}), m.pick([9.9, 14.9, 14.9, 24.9, 4.9]), start, end))
            if not end:
                break
            start = later(end, days=m.whole(1, 120))
            if start > "2025-06-25":
                break
    m.add("subscription", subs)
    comments = []
    for n in range(1, 1201):
        a = m.pick([a for a in articles[:300] if a[5]])
        earlier = [c[0] for c in comments if c[1] == a[0]]
        comments.append((n, a[0], m.pick(range(1, 330)), m.pick(earlier) if earlier and m.chance(.45) else None,
                         later(a[5], hours=m.whole(0, 90), minutes=m.whole(0, 59)), m.pick({"visible": 10, "removed": 2, "pending": 1}),
                         round(m.skewed(0, 80))))
    m.add("comment", comments)
    m.add("newsletter", [(1, "Morning Brief", "daily", None), (2, "Weekend Reads", "weekly", None), (3, "Market Close", "daily", None),
                         (4, "Film Friday", "weekly", "2025-01-31"), (5, "Ballot Box", "irregular", None)])
    m.add("newsletter_signup", signups(m))
    m.add("ad_booking", [(n, m.pick(range(1, 10)), m.pick(["Alpine Bank", "Brauhaus", "CarHub", "Delo", "Eos Energy", "Finca"]),
                          f"{m.whole(1, 28):02}.{m.whole(1, 12):02}.{m.pick([2024, 2025, 2025])}", m.pick([10000, 25000, 50000, 80000]),
                          m.pick(["4.50", "8.00", "9.90", "12.50", "15.00", "6.25"]), int(m.chance(.12))) for n in range(1, 181)])


def signups(m):
    rows = []
    for r in range(1, 400):
        for k in m.some([1, 2, 3, 4], m.pick([0, 1, 1, 2, 3])):
            day = m.day("2024-01-01", "2025-01-31")
            rows.append((k, r, day, later(day, days=m.whole(5, 150)) if m.chance(.3) else None))
    return rows
