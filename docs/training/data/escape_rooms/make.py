"""Escape room venues: rooms with themes and price lists, bookings and game results, hosts, incidents, vouchers, reviews."""
from making import later

SCHEMA = """
CREATE TABLE Venue (VenueId INTEGER PRIMARY KEY, VenueName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE Theme (ThemeId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ParentThemeId INTEGER REFERENCES Theme(ThemeId));
CREATE TABLE Room (
  RoomId INTEGER PRIMARY KEY, VenueId INTEGER NOT NULL REFERENCES Venue(VenueId), RoomName TEXT NOT NULL,
  ThemeId INTEGER REFERENCES Theme(ThemeId), Difficulty TEXT NOT NULL, MaxPlayers INTEGER NOT NULL,
  TimeLimitMin INTEGER NOT NULL, RetiredOn TEXT);
CREATE TABLE PriceList (
  RoomId INTEGER NOT NULL REFERENCES Room(RoomId), ValidFrom TEXT NOT NULL, PricePerPlayer REAL NOT NULL,
  PRIMARY KEY (RoomId, ValidFrom));
CREATE TABLE Customer (
  CustomerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Email TEXT, IsCompany INTEGER NOT NULL,
  SignedUpOn TEXT NOT NULL, ReferredById INTEGER);
CREATE TABLE Employee (
  EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, JobRole TEXT NOT NULL, VenueId INTEGER, BossId INTEGER,
  HiredOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Booking (
  BookingId INTEGER PRIMARY KEY, RoomId INTEGER NOT NULL REFERENCES Room(RoomId),
  CustomerId INTEGER NOT NULL REFERENCES Customer(CustomerId), BookedAt TEXT NOT NULL, PlaysAt TEXT NOT NULL,
  Players INTEGER NOT NULL, PricePerPlayer REAL NOT NULL, DiscountPct INTEGER, State TEXT NOT NULL, VoucherCode TEXT);
CREATE TABLE GameResult (
  BookingId INTEGER PRIMARY KEY REFERENCES Booking(BookingId), HostId INTEGER, Escaped INTEGER NOT NULL,
  SecondsUsed INTEGER, HintsUsed INTEGER NOT NULL);
CREATE TABLE Voucher (
  VoucherCode TEXT PRIMARY KEY, BoughtById INTEGER NOT NULL, RedeemedById INTEGER, SoldOn TEXT NOT NULL,
  ExpiresOn TEXT NOT NULL, Amount INTEGER NOT NULL);
CREATE TABLE Incident (
  IncidentId INTEGER PRIMARY KEY, RoomId INTEGER NOT NULL, ReportedById INTEGER NOT NULL, FixedById INTEGER,
  ReportedAt TEXT NOT NULL, FixedAt TEXT, Severity INTEGER NOT NULL);
CREATE TABLE Review (
  ReviewId INTEGER PRIMARY KEY, BookingId INTEGER NOT NULL REFERENCES Booking(BookingId), Stars INTEGER NOT NULL, WrittenOn TEXT NOT NULL);
CREATE TABLE RoomTag (RoomId INTEGER NOT NULL REFERENCES Room(RoomId), Tag TEXT NOT NULL, PRIMARY KEY (RoomId, Tag));
"""

ROOMS = ["The Vault", "Mad Lab", "Pirate Cove", "Haunted Attic", "Submarine", "Pharaoh's Tomb", "Spy Office", "Wizard Tower", "Prison Break",
         "Space Station", "Orient Train", "The Bunker", "Toy Factory", "The Vault", "Detective Club", "Frozen Hut"]


def fill(m):
    m.add("Venue", [(1, "Lockdown Central", "Gent", "2016-03-01", None), (2, "Lockdown Docks", "Antwerp", "2018-10-01", None),
                    (3, "Keyhole", "Brugge", "2019-05-01", None), (4, "Old Jail", "Gent", "2017-02-01", "2025-09-30")])
    m.add("Theme", [(1, "Horror", None), (2, "Adventure", None), (3, "Mystery", None), (4, "Sci-Fi", None), (5, "Ghosts", 1), (6, "Pirates", 2),
                    (7, "Egypt", 2), (8, "Crime", 3), (9, "Zombies", 1)])
    rooms, prices = [], []
    for n, name in enumerate(ROOMS, 1):
        rooms.append((n, [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 2, 3][n - 1], name, m.whole(1, 8) if m.chance(.9) else None,
                      m.pick(["easy", "medium", "medium", "hard"]), m.pick([4, 5, 6, 6, 8]), m.pick([60, 60, 60, 75, 90]),
                      m.day("2025-06-01", "2026-05-01") if n in (5, 9, 13) else None))
        p = m.whole(18, 26)
        for when in ["2023-01-01", "2025-01-01", "2026-01-01"][:3 if n % 3 else 2]:
            prices.append((n, when, p))
            p += m.pick([1, 1.5, 2])
    m.add("Room", rooms)
    m.add("PriceList", prices)
    names = lambda: " ".join(m.person())
    people = []
    for n in range(1, 241):
        firm = m.chance(.12)
        people.append((n, m.pick(["Barco Team", "Delta NV", "Colruyt HR", "Studio Brussel", "Argo BV"]) if firm else names(), f"c{n}@example.be" if m.chance(.85) else None,
                       int(firm), m.day("2023-01-10", "2026-06-20"), m.whole(1, n - 1) if n > 5 and m.chance(.25) else None))
    m.add("Customer", people)
    staff = []
    for n in range(1, 25):
        role = "manager" if n < 4 else m.pick({"host": 7, "tech": 2})
        left = m.day("2025-01-10", "2026-06-01") if n > 5 and m.chance(.25) else None
        staff.append((n, names(), role, n if n < 4 else m.pick([1, 1, 2, 2, 3, 4]), None if n == 1 else 1 if n < 4 else (m.pick([1, 2, 3, 4]) if m.chance(.9) else None),
                      m.day("2016-03-01", "2024-12-01"), left))
    m.add("Employee", staff)
    hosts = [e[0] for e in staff if e[2] == "host"][:-1]
    techs = [e[0] for e in staff if e[2] == "tech"] or [4]
    codes = []
    for n in range(1, 91):
        d = m.day("2024-01-05", "2026-06-10")
        codes.append([f"V{1000 + n}", m.whole(1, 225), None, d, later(d, days=365), m.pick([50, 75, 100, 150])])
    books, games, reviews = [], [], []
    for n in range(1, 1201):
        r = rooms[int(m.random.random() ** 1.2 * 15)]
        plays = m.day("2024-01-06", "2026-07-31")
        if m.chance(.06):
            plays = m.pick(["2025-12-31", "2026-03-31", "2025-06-30", "2026-06-30"])
        plays += f" {m.whole(10, 21):02}:{m.pick(['00', '30'])}:00"
        state = "confirmed" if plays > "2026-06-30 23" else m.pick({"played": 82, "cancelled": 10, "noshow": 5})
        if r[1] == 4 and plays > "2025-09-30" or r[7] and plays[:10] > r[7]:
            state = "cancelled"
        booked = later(plays, days=-m.pick([0, 1, 2, 3, 7, 14, 30, 45]), hours=-3)
        c = int(m.random.random() ** 1.6 * 215) + 1
        price = [p[2] for p in prices if p[0] == r[0] and p[1] <= booked[:10]][-1]
        voucher = None
        if m.chance(.08):
            v = m.pick(codes)
            if v[2] is None and v[3] <= booked[:10] <= v[4]:
                v[2] = c if m.chance(.9) else m.whole(1, 200)
                voucher = v[0]
        books.append((n, r[0], c, booked, plays, m.whole(2, r[5]), price, m.pick([10, 15, 25]) if m.chance(.2) else (None if m.chance(.7) else 0), state, voucher))
        if state == "played":
            out = int(m.chance({"easy": .8, "medium": .6, "hard": .35}[r[4]]))
            used = m.whole(28 * 60, r[6] * 60 - 5) if out else (None if m.chance(.7) else r[6] * 60)
            games.append((n, m.pick(hosts) if m.chance(.95) else None, out, used, m.pick([0, 0, 1, 2, 3, 3, 5])))
            for _ in range(m.pick([0, 0, 0, 1, 1, 2])):
                reviews.append((len(reviews) + 1, n, m.pick([5, 5, 5, 4, 4, 3, 2, 1]), later(plays[:10], days=m.whole(0, 30))))
    m.add("Booking", books)
    m.add("GameResult", games)
    m.add("Voucher", codes)
    bugs = []
    for n in range(1, 121):
        at = m.moment("2024-02-01", "2026-06-28", (9, 22))
        fixed = later(at, days=m.pick([0, 0, 1, 2, 4, 12]), hours=m.whole(1, 9))
        if m.chance(.15) or fixed > "2026-06-30":
            fixed = None
        bugs.append((n, m.whole(1, 14), m.pick(hosts + techs), m.pick(techs + hosts[:2]) if fixed else None, at, fixed, m.whole(1, 5)))
    m.add("Incident", bugs)
    m.add("Review", reviews)
    m.add("RoomTag", [(r[0], t) for r in rooms for t in sorted(m.some(["kids", "live actor", "wheelchair", "english", "vr"], m.pick([0, 1, 2, 3])))])
