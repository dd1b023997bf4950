"""Tattoo studios: artists and apprentices, clients, sessions with pieces and payments, touch-ups, supply orders, reviews; cents."""
from making import later

SCHEMA = """
CREATE TABLE studios (studioId INTEGER PRIMARY KEY, studioName TEXT NOT NULL, city TEXT NOT NULL, rentCents INTEGER NOT NULL);
CREATE TABLE artists (
  artistId INTEGER PRIMARY KEY, firstName TEXT NOT NULL, lastName TEXT NOT NULL, studioId INTEGER REFERENCES studios(studioId),
  apprenticeOf INTEGER REFERENCES artists(artistId), isGuest INTEGER NOT NULL, commissionPct INTEGER, startedOn TEXT NOT NULL, endedOn TEXT);
CREATE TABLE styles (styleCode TEXT PRIMARY KEY, styleName TEXT NOT NULL);
CREATE TABLE artistStyles (
  artistId INTEGER NOT NULL REFERENCES artists(artistId), styleCode TEXT NOT NULL REFERENCES styles(styleCode), PRIMARY KEY (artistId, styleCode));
CREATE TABLE clients (
  clientId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, birthDate TEXT, email TEXT, consentOn TEXT, blockedOn TEXT, firstSeenOn TEXT NOT NULL);
CREATE TABLE sessions (
  sessionId INTEGER PRIMARY KEY, clientId INTEGER NOT NULL REFERENCES clients(clientId), artistId INTEGER NOT NULL REFERENCES artists(artistId),
  bookedBy INTEGER, studioId INTEGER NOT NULL, createdAt TEXT NOT NULL, startsAt TEXT NOT NULL, plannedMin INTEGER NOT NULL, actualMin INTEGER,
  status TEXT NOT NULL, styleCode TEXT, priceCents INTEGER, depositCents INTEGER NOT NULL, tipCents INTEGER);
CREATE TABLE pieces (
  sessionId INTEGER NOT NULL REFERENCES sessions(sessionId), pieceNo INTEGER NOT NULL, bodyPart TEXT NOT NULL, sizeCm TEXT,
  isColour INTEGER NOT NULL, PRIMARY KEY (sessionId, pieceNo));
CREATE TABLE touchUps (
  touchUpId INTEGER PRIMARY KEY, sessionId INTEGER NOT NULL, pieceNo INTEGER NOT NULL, artistId INTEGER NOT NULL, doneOn TEXT NOT NULL, chargedCents INTEGER NOT NULL);
CREATE TABLE payments (
  paymentId INTEGER PRIMARY KEY, sessionId INTEGER NOT NULL, paidAt TEXT NOT NULL, amountCents INTEGER NOT NULL, method TEXT NOT NULL);
CREATE TABLE supplyOrders (
  orderId INTEGER PRIMARY KEY, studioId INTEGER NOT NULL, item TEXT NOT NULL, orderedBy INTEGER NOT NULL, receivedBy INTEGER,
  orderedOn TEXT NOT NULL, expectedOn TEXT NOT NULL, receivedOn TEXT, quantity INTEGER NOT NULL, unitCostCents INTEGER NOT NULL);
CREATE TABLE reviews (reviewId INTEGER PRIMARY KEY, sessionId INTEGER NOT NULL REFERENCES sessions(sessionId), stars INTEGER, postedOn TEXT NOT NULL);
"""

STYLES = [("BW", "Blackwork"), ("TR", "Traditional"), ("JP", "Japanese"), ("RE", "Realism"), ("FL", "Fine line"), ("LT", "Lettering"), ("TP", "Trash polka")]
ITEMS = [("black ink", 1900), ("Black ink", 1900), ("needles", 850), ("gloves", 600), ("stencil paper", 1250), ("aftercare balm", 700)]


def fill(m):
    m.add("studios", [(1, "Iron Rose", "Leipzig", 240000), (2, "Blue Swallow", "Dresden", 185000), (3, "Needle & Pine", "Halle", 130000), (4, "Harbour Ink", "Rostock", 155000)])
    crew = []
    for n in range(1, 21):
        ended = m.day("2025-03-01", "2026-06-01") if n > 4 and m.chance(.25) else None
        crew.append((n, *m.person(), [1, 2, 3, 1][n - 1] if n < 5 else (m.pick([1, 1, 2, 2, 3]) if m.chance(.93) else None), m.whole(1, 4) if n > 6 and m.chance(.5) else None,
                     int(n > 4 and m.chance(.2)), m.pick([40, 50, 55, 60]) if m.chance(.85) else None, m.day("2015-01-10", "2025-01-15"), ended))
    m.add("artists", crew)
    m.add("styles", STYLES)
    skills = [(a[0], s) for a in crew if a[0] != 20 for s in sorted(m.some([x[0] for x in STYLES[:6]], m.pick([1, 2, 2, 3])))]
    m.add("artistStyles", skills)
    people = []
    for n in range(1, 211):
        born = m.day("1962-01-01", "2008-05-01")
        people.append((n, " ".join(m.person()), ".".join(reversed(born.split("-"))) if m.chance(.9) else None, f"ink{n}@example.de" if m.chance(.8) else None,
                       m.day("2023-06-01", "2026-06-10") if m.chance(.85) else None, m.day("2025-01-01", "2026-06-01") if m.chance(.05) else None, m.day("2023-05-01", "2026-06-15")))
    m.add("clients", people)
    sess, pieces, fixes, pays, stars = [], [], [], [], []
    for n in range(1, 901):
        a = crew[int(m.random.random() ** 1.2 * 19)]
        start = m.moment("2024-01-08", "2026-07-25", (10, 18))
        if m.chance(.06):
            start = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"]) + " 14:00:00"
        status = "P" if start > "2026-06-30" else m.pick({"D": 80, "C": 10, "N": 5})
        style = m.pick([s for x, s in skills if x == a[0]]) if m.chance(.75) else (m.pick([s[0] for s in STYLES[:6]]) if m.chance(.7) else None)
        plan = m.pick([60, 90, 120, 180, 240])
        price = plan * m.pick([150, 180, 200]) // 100 * 100
        real = plan + m.pick([-20, -10, 0, 0, 0, 10, 30, 45]) if status == "D" else None
        sess.append((n, int(m.random.random() ** 1.5 * 195) + 1, a[0], m.pick([1, 2, 3, 4, a[0], None]), a[3] or 1, later(start, days=-m.pick([0, 1, 3, 10, 25, 60]), hours=-2), start,
                     plan, real, status, style, price if status != "C" else None, m.pick([0, 5000, 5000, 10000]), m.pick([500, 1000, 2000]) if status == "D" and m.chance(.45) else None))
        if status == "D":
            for k in range(1, m.pick([1, 1, 1, 2, 3]) + 1):
                pieces.append((n, k, m.pick({"arm": 6, "leg": 4, "back": 2, "chest": 2, "hand": 1}), str(m.pick([5, 7, 8, 9, 10, 12, 15, 20, 30, 100])) if m.chance(.9) else None, int(m.chance(.4))))
                if m.chance(.12):
                    fixes.append((len(fixes) + 1, n, k, a[0] if m.chance(.7) else m.whole(1, 18), later(start[:10], days=m.whole(20, 120)), m.pick([0, 0, 0, 3000, 5000])))
            k = m.pick([1, 1, 2])
            if m.chance(.95):
                for at in range(k):
                    pays.append((len(pays) + 1, n, later(start, days=at * m.pick([0, 14]), hours=3), price // k, m.pick({"card": 5, "cash": 4, "transfer": 1})))
            for _ in range(m.pick([0, 0, 1, 1, 2])):
                stars.append((len(stars) + 1, n, m.pick([5, 5, 5, 4, 4, 3, 1, None]), later(start[:10], days=m.whole(0, 30))))
    m.add("sessions", sess)
    m.add("pieces", pieces)
    m.add("touchUps", fixes)
    m.add("payments", pays)
    orders = []
    for n in range(1, 141):
        item, cost = m.pick(ITEMS)
        d = m.day("2024-02-01", "2026-06-26")
        due = later(d, days=m.pick([2, 3, 5, 7]))
        got = later(due, days=m.pick([-1, 0, 0, 0, 1, 4, 9]))
        got = got if got <= "2026-06-30" and m.chance(.92) else None
        who = m.whole(1, 18)
        orders.append((n, m.whole(1, 3), item, who, (who if m.chance(.4) else m.whole(1, 18)) if got else None, d, due, got, m.whole(1, 20), cost + m.pick([0, 0, 100])))
    m.add("supplyOrders", orders)
    m.add("reviews", stars)
