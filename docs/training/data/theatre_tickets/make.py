"""A city's theatres: plays, performances, seats, reservations that expire, tickets with discounts, casts that change."""
from making import later

SCHEMA = """
CREATE TABLE Hall (HallId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Venue TEXT NOT NULL, OpenedYear INTEGER);
CREATE TABLE Seat (
  HallId INTEGER REFERENCES Hall(HallId), RowLabel TEXT, SeatNo INTEGER, Category TEXT NOT NULL,
  IsBlocked INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (HallId, RowLabel, SeatNo));
CREATE TABLE Play (
  PlayId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Author TEXT, Genre TEXT, DurationMin INTEGER,
  PremiereOn TEXT, RevivalOfPlayId INTEGER REFERENCES Play(PlayId));
CREATE TABLE Performance (
  PerfId INTEGER PRIMARY KEY, PlayId INTEGER NOT NULL REFERENCES Play(PlayId),
  HallId INTEGER NOT NULL REFERENCES Hall(HallId), StartsAt TEXT NOT NULL, Status TEXT NOT NULL);
CREATE TABLE PlayPrice (
  PlayId INTEGER REFERENCES Play(PlayId), Category TEXT, ValidFrom TEXT, ValidTo TEXT,
  PriceCents INTEGER NOT NULL, PRIMARY KEY (PlayId, Category, ValidFrom));
CREATE TABLE Customer (
  CustomerId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, Email TEXT, City TEXT, BirthYear INTEGER,
  CreatedAt TEXT NOT NULL, IsTest INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Discount (Code TEXT PRIMARY KEY, Label TEXT NOT NULL, Percent INTEGER NOT NULL, EndedOn TEXT);
CREATE TABLE Reservation (
  ResId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customer(CustomerId),
  PerfId INTEGER NOT NULL REFERENCES Performance(PerfId), MadeAt TEXT NOT NULL, ExpiresAt TEXT NOT NULL,
  Seats INTEGER NOT NULL, State TEXT NOT NULL);
CREATE TABLE Ticket (
  TicketId INTEGER PRIMARY KEY, PerfId INTEGER NOT NULL REFERENCES Performance(PerfId), RowLabel TEXT, SeatNo INTEGER,
  CustomerId INTEGER REFERENCES Customer(CustomerId), ResId INTEGER REFERENCES Reservation(ResId),
  DiscountCode TEXT REFERENCES Discount(Code), PaidCents INTEGER NOT NULL, SoldAt TEXT NOT NULL, RefundedAt TEXT);
CREATE TABLE Actor (
  ActorId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, MentorId INTEGER REFERENCES Actor(ActorId),
  JoinedOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Role (RoleId INTEGER PRIMARY KEY, PlayId INTEGER NOT NULL REFERENCES Play(PlayId), Name TEXT, IsLead INTEGER NOT NULL);
CREATE TABLE Casting (
  RoleId INTEGER REFERENCES Role(RoleId), ActorId INTEGER REFERENCES Actor(ActorId), ValidFrom TEXT, ValidTo TEXT,
  PRIMARY KEY (RoleId, ActorId, ValidFrom));
"""

PLAYS = [("Hamlet", "William Shakespeare", "tragedy", 185), ("The Seagull", "Anton Chekhov", "drama", 150),
         ("Tartuffe", "Molière", "comedy", 120), ("Faust", "J. W. Goethe", "tragedy", 200),
         ("A Doll's House", "Henrik Ibsen", "drama", 135), ("The Miser", "Molière", "Comedy", 110),
         ("Macbeth", "William Shakespeare", "tragedy", 140), ("Twelfth Night", "William Shakespeare", "comedy", 150),
         ("Uncle Vanya", "Anton Chekhov", "drama", 145), ("Night Bus", None, "revue", 75),
         ("Antigone", "Sophocles", "tragedy", 95), ("The Bear", "Anton Chekhov", "comedy", 55),
         ("Hamlet", "William Shakespeare", "tragedy", 170), ("Tartuffe", "Molière", "comedy", 115),
         ("Glass Houses", "Mina Horvat", "drama", None), ("Winter Songs", None, "revue", 80)]
ROLES = ("Prince Queen King Servant Doctor Maid Soldier Nurse Widow Ghost Poet Captain Fool Merchant").split()


def fill(m):
    m.add("Hall", [(1, "Main Stage", "City Theatre", 1911), (2, "Studio", "City Theatre", 1988),
                   (3, "Cellar", "Old Brewery", None), (4, "Courtyard", "Old Brewery", 2024)])
    seats, by_hall = [], {}
    for hall, rows, wide in ((1, 10, 14), (2, 6, 10), (3, 5, 8), (4, 4, 10)):
        for at in range(rows):
            for no in range(1, wide + 1):
                kind = "A" if at < rows * .3 else "B" if at < rows * .7 else "C"
                seats.append((hall, "ABCDEFGHKL"[at], no, kind, int(m.chance(.03))))
        by_hall[hall] = [s for s in seats if s[0] == hall and not s[4]]
    m.add("Seat", seats)
    plays, prices = [], []
    for n, (title, author, genre, long) in enumerate(PLAYS, 1):
        first = m.day("2022-09-10", "2023-12-15") if n < 13 else m.day("2024-01-05", "2024-04-20") if n < 15 else None
        plays.append((n, title, author, genre, long, first, {13: 1, 14: 3}.get(n)))
        if n == 16:
            continue
        base = m.pick([2800, 3200, 3600, 4200])
        start = "2022-09-01" if n < 13 else "2024-01-01"
        starts = [start] + [d for d in ("2023-09-01", "2024-03-01") if d > start and m.chance(.65)]
        for kind, part in (("A", 1), ("B", .75), ("C", .5)):
            price = round(base * part / 50) * 50
            for at, day in enumerate(starts):
                stop = later(starts[at + 1], days=-1) if at + 1 < len(starts) else None
                prices.append((n, kind, day, stop, price))
                price += m.pick([-100, 0, 150, 200, 300])
    m.add("Play", plays)
    perfs = []
    for _ in range(190):
        play = m.pick([p for p in plays if p[5]])
        day = play[5] if m.chance(.1) else m.day(play[5], "2024-07-20")
        if m.chance(.06):
            day = m.pick([d for d in ("2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-06-30") if d >= play[5]])
        hall = m.pick({1: 6, 2: 4, 3: 3})
        perfs.append((play[0], hall, f"{day} {m.pick(['11:00', '15:00', '19:30', '19:30', '20:00', '20:00'])}",
                      "planned" if day > "2024-06-30" else m.pick({"played": 11, "cancelled": 1, "PLAYED": 1})))
    perfs = [(n,) + p for n, p in enumerate(sorted(perfs, key=lambda p: p[2]), 1)]
    m.add("Performance", perfs)
    m.add("PlayPrice", prices)
    people = []
    for n in range(1, 301):
        first, last = m.person()
        mail = f"{first}.{last}{n}@{m.pick(['gmail.com', 'gmx.net', 'posteo.de', 'googlemail.com'])}".lower()
        people.append((n, first, last, mail if m.chance(.85) else None, m.pick(["Basel", "Basel", "Bern", "Zug", "Olten", None]),
                       m.whole(1940, 2008) if m.chance(.8) else None, m.moment("2022-06-01", "2024-06-25"), int(m.chance(.03))))
    m.add("Customer", people)
    kinds = [("STU", "Student", 50, None), ("SEN", "Senior", 20, None), ("GRP", "Group", 15, None), ("SUB", "Subscriber", 30, None),
             ("COV", "Reopening offer", 40, "2023-06-30"), ("STF", "Staff", 75, None)]
    m.add("Discount", kinds)
    res, tickets = [], []
    for p in perfs:
        full = m.pick([.0, .04, .08, .12, .2, .35, .97]) if p[3] < "2024-07" else .04
        free = by_hall[p[2]]
        free = m.some(free, max(0, round(len(free) * full)) if full < .9 or p[2] > 2 else 12)
        if full > .9 and p[2] == 3:
            free = list(by_hall[3])
        while free:
            who = m.pick(people[:int(40 + 220 * m.random.random())])
            size = m.pick([1, 1, 2, 2, 2, 3, 4])
            group, free = free[:size], free[size:]
            when = later(p[3] + ":00", days=-m.pick([0, 1, 2, 5, 9, 14, 20, 31, 45]), hours=-m.whole(1, 9), minutes=-m.whole(0, 59))
            held = None
            if m.chance(.3):
                made = later(when, days=-m.whole(0, 6), hours=-m.whole(1, 20))
                held = len(res) + 1
                res.append((held, who[0], p[0], made, later(made, days=7), size + m.pick([0, 0, 0, 1]), "bought"))
            for s in group:
                cut = m.pick({None: 55, "STU": 12, "SEN": 11, "GRP": 4, "SUB": 10, "STF": 1,
                              "COV": 4 if when < "2023-07" else 0})
                day = when[:10]
                fits = [q[4] for q in prices if q[0] == p[1] and q[1] == s[3] and q[2] <= day and (not q[3] or q[3] >= day)]
                price = (fits or [3000])[0]
                price = price * (100 - dict((k[0], k[2]) for k in kinds).get(cut, 0)) // 100
                gone = later(p[3] + ":00", days=m.whole(1, 8)) if p[4] == "cancelled" and m.chance(.9) else None
                if not gone and m.chance(.03):
                    gone = later(when, hours=m.whole(1, 60))
                tickets.append((p[0], s[1], s[2], who[0] if m.chance(.8) or held else None, held, cut, price, when, gone))
        for _ in range(m.pick([0, 0, 1, 1, 2])):
            made = later(p[3] + ":00", days=-m.whole(1, 30), hours=-m.whole(1, 9))
            res.append((len(res) + 1, m.pick(people[:270])[0], p[0], made, later(made, days=7), m.whole(1, 6),
                        "open" if p[4] == "planned" and m.chance(.6) else m.pick({"expired": 5, "withdrawn": 2})))
    m.add("Reservation", res)
    tickets.sort(key=lambda t: t[7])
    m.add("Ticket", [(n,) + t for n, t in enumerate(tickets, 1)])
    actors = []
    for n in range(1, 33):
        first, last = m.person()
        joined = m.day("2008-01-01", "2023-10-01")
        gone = m.day("2023-06-01", "2024-06-20") if n > 6 and m.chance(.2) else None
        actors.append((n, first, last, m.whole(1, 6) if n > 3 and m.chance(.6) and n > 6 else 1 if n in (4, 5) else None, joined,
                       gone if gone and gone > joined else None))
    m.add("Actor", actors)
    roles, casts = [], []
    for p in plays:
        for at, name in enumerate(m.some(ROLES, m.whole(3, 7))):
            roles.append((len(roles) + 1, p[0], name, int(at < (2 if p[0] % 3 == 0 else 1))))
            if not p[5] or m.chance(.05):
                continue
            start, one = p[5], m.whole(1, 30)
            while True:
                stop = later(start, days=m.whole(40, 400)) if m.chance(.4) else None
                if stop and stop > "2024-06-01":
                    stop = None
                casts.append((len(roles), one, start, stop))
                if not stop or m.chance(.1):
                    break
                start, one = later(stop, days=1), one % 30 + 1
    m.add("Role", roles)
    m.add("Casting", casts)
