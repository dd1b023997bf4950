"""A video streaming service: accounts, profiles, plans, titles with episodes, viewings, ratings, licences, invoices."""
from making import later

SCHEMA = """
CREATE TABLE plan (planId INTEGER PRIMARY KEY, planName TEXT NOT NULL, listPriceCents INTEGER NOT NULL, maxProfiles INTEGER NOT NULL, hasAds INTEGER NOT NULL);
CREATE TABLE account (
  accountId INTEGER PRIMARY KEY, email TEXT NOT NULL, countryCode TEXT NOT NULL, createdAt TEXT NOT NULL, closedAt TEXT,
  referredById INTEGER REFERENCES account(accountId));
CREATE TABLE subscription (
  subscriptionId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account(accountId), planId INTEGER NOT NULL,
  startedOn TEXT NOT NULL, endedOn TEXT, priceCents INTEGER NOT NULL, cancelReason TEXT);
CREATE TABLE invoice (
  invoiceId INTEGER PRIMARY KEY, subscriptionId INTEGER NOT NULL REFERENCES subscription(subscriptionId), issuedOn TEXT NOT NULL,
  amountCents INTEGER NOT NULL, paidOn TEXT, refundedOn TEXT);
CREATE TABLE profile (
  profileId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account(accountId), displayName TEXT NOT NULL, isKids INTEGER NOT NULL);
CREATE TABLE title (
  titleId INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, releaseYear TEXT, ageLimit INTEGER, addedOn TEXT NOT NULL,
  removedOn TEXT, sequelOfId INTEGER REFERENCES title(titleId));
CREATE TABLE genre (genreId INTEGER PRIMARY KEY, label TEXT NOT NULL, parentGenreId INTEGER);
CREATE TABLE titleGenre (titleId INTEGER NOT NULL REFERENCES title(titleId), genreId INTEGER NOT NULL REFERENCES genre(genreId), PRIMARY KEY (titleId, genreId));
CREATE TABLE episode (
  titleId INTEGER NOT NULL REFERENCES title(titleId), seasonNo INTEGER NOT NULL, episodeNo INTEGER NOT NULL, runtimeMin INTEGER,
  PRIMARY KEY (titleId, seasonNo, episodeNo));
CREATE TABLE viewing (
  viewingId INTEGER PRIMARY KEY, profileId INTEGER NOT NULL, titleId INTEGER NOT NULL, seasonNo INTEGER, episodeNo INTEGER,
  startedAt TEXT NOT NULL, secondsWatched INTEGER NOT NULL, isFinished INTEGER NOT NULL, device TEXT NOT NULL);
CREATE TABLE rating (profileId INTEGER NOT NULL, titleId INTEGER NOT NULL, stars INTEGER NOT NULL, ratedAt TEXT NOT NULL, PRIMARY KEY (profileId, titleId));
CREATE TABLE license (
  licenseId INTEGER PRIMARY KEY, titleId INTEGER NOT NULL, countryCode TEXT NOT NULL, validFrom TEXT NOT NULL, validUntil TEXT, feeCents INTEGER NOT NULL);
"""

WORDS = ["Silent", "Red", "Last", "Northern", "Broken", "Golden", "Hidden", "Paper", "Winter", "Electric"]
THINGS = ["Harbour", "Garden", "Signal", "Kingdom", "Letters", "Orchard", "Tide", "Engine", "Sister", "Road"]


def fill(m):
    m.add("plan", [(1, "Basic", 599, 1, 1), (2, "Standard", 1099, 3, 0), (3, "Premium", 1599, 5, 0), (4, "Student", 449, 1, 1), (5, "Family", 1899, 6, 0)])
    genres = [(1, "Drama", None), (2, "Comedy", None), (3, "Documentary", None), (4, "Crime drama", 1), (5, "Period drama", 1),
              (6, "Stand-up", 2), (7, "Nature", 3), (8, "Kids", None), (9, "Western", None)]
    m.add("genre", genres)
    titles, links, eps = [], [], []
    for n in range(1, 101):
        kind = m.pick({"movie": 6, "series": 4})
        added = m.day("2023-01-01", "2025-10-31")
        gone = later(added, days=m.whole(100, 600)) if m.chance(.2) else None
        titles.append((n, f"{m.pick(WORDS)} {m.pick(THINGS)}", kind, m.pick([None, *[str(y) for y in range(1996, 2026)] * 2]),
                       m.pick([None, 0, 6, 12, 12, 16, 18]), added, gone if gone and gone <= "2025-12-31" else None,
                       m.whole(1, n - 1) if n > 5 and m.chance(.12) else None))
        for g in m.some(range(1, 9), m.pick([0, 1, 1, 2, 2, 3])):
            links.append((n, g))
        if kind == "series":
            for s in range(1, m.pick([1, 1, 2, 3]) + 1):
                for e in range(1, m.whole(3, 8) + 1):
                    eps.append((n, s, e, m.whole(22, 60) if m.chance(.95) else None))
    m.add("title", titles)
    m.add("titleGenre", links)
    m.add("episode", eps)
    accounts, subs, bills, profiles = [], [], [], []
    for n in range(1, 141):
        first, last = m.person() if m.chance(.8) else ("Omar", m.pick(["Silva", "Kim", "Weber"]))
        made = m.moment("2023-01-05", "2025-10-20")
        country = m.pick({"DE": 6, "AT": 2, "ES": 3, "SE": 2, "CH": 1})
        closed = later(made, days=m.whole(60, 600)) if m.chance(.2) else None
        closed = closed if closed and closed < "2025-12-20" else None
        accounts.append((n, f"{first}.{last}{n if m.chance(.5) else ''}@tv.example".lower() if m.chance(.72) else f"{first}.{last}@TV.example", country, made, closed,
                         m.whole(1, n - 1) if n > 4 and m.chance(.25) else None))
        day = made[:10]
        for k in range(m.pick([0, 1, 1, 1, 2, 3]) if n < 135 else 0):
            plan, cost = m.pick({1: 4, 2: 5, 3: 3, 4: 1}), 0
            cost = {1: 599, 2: 1099, 3: 1599, 4: 449}[plan] - m.pick([0, 0, 0, 100, 200])
            end = later(day, days=m.whole(25, 400))
            open_ = end > "2025-12-15" or m.chance(.3) and not closed
            subs.append((len(subs) + 1, n, plan, day, None if open_ else end, cost,
                         None if open_ else m.pick({"price": 3, "content": 3, "switched": 3, None: 2})))
            month = day
            while month < (end if not open_ else "2025-12-15") and len(bills) < 1900:
                if m.chance(.55):
                    paid = later(month, days=m.pick([0, 0, 1, 3, 9])) if m.chance(.93) else None
                    bills.append((len(bills) + 1, len(subs), month, cost, paid, later(month, days=m.whole(10, 20)) if paid and m.chance(.05) else None))
                month = later(month, days=30)
            if open_:
                break
            day = later(end, days=m.pick([0, 0, 1, 40]))
            if day > "2025-12-01":
                break
        for k in range(m.pick([1, 1, 2, 3])):
            profiles.append((len(profiles) + 1, n, m.pick([first, "Kids", "Guest", m.person()[0]]), int(m.chance(.2))))
    m.add("account", accounts)
    m.add("subscription", subs)
    m.add("invoice", bills)
    m.add("profile", profiles)
    views, stars = [], {}
    for n in range(1, 1501):
        p = profiles[int(m.random.random() ** 1.4 * (len(profiles) - 12))]
        t = titles[int(m.random.random() ** 1.3 * 92)]
        again = views[-1] if views and m.chance(.15) else None
        if again:
            t = titles[again[2] - 1]
        mine = [e for e in eps if e[0] == t[0]]
        e = m.pick(mine) if mine else (None, None, None, None)
        when = m.moment("2025-01-01", "2025-12-20") if m.chance(.93) else m.pick(["2025-03-31 22:40:00", "2025-06-30 21:15:00", "2025-09-01 00:00:00"])
        done = int(m.chance(.55))
        if again:
            when = again[5][:11] + f"23:{m.whole(10, 59)}:00"
        views.append((n, again[1] if again else p[0], t[0], e[1], e[2], when, m.whole(1200, 5400) if done else m.whole(20, 2400), done,
                      m.pick({"tv": 6, "phone": 4, "tablet": 2, "web": 3})))
        if m.chance(.28):
            stars[p[0], t[0]] = (m.pick({5: 5, 4: 6, 3: 4, 2: 2, 1: 2}), later(when[:10], days=m.whole(0, 6)))
    m.add("viewing", views)
    m.add("rating", [(*k, *v) for k, v in stars.items()])
    rights = []
    for t in titles:
        for c in m.some(["DE", "AT", "ES", "SE", "CH"], m.pick([0, 1, 2, 3, 5])):
            since = later(t[5], days=m.pick([0, 0, 30]))
            for _ in range(m.pick([1, 1, 1, 2])):
                until = later(since, days=m.pick([180, 365, 730])) if m.chance(.85) else None
                rights.append((len(rights) + 1, t[0], c, since, until, m.whole(20, 900) * 1000))
                since = later(until or since, days=10)
    m.add("license", rights)
