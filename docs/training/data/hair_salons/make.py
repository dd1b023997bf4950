"""Hair salons: branches, stylists and their levels, clients, appointments and treatments, product sales, gift cards, absences."""
from making import later

SCHEMA = """
CREATE TABLE Salons (SalonId INTEGER PRIMARY KEY, SalonName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, ManagerId INTEGER);
CREATE TABLE Stylists (
  StylistId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, SalonId INTEGER NOT NULL REFERENCES Salons(SalonId), LevelCode TEXT NOT NULL, TrainedBy INTEGER REFERENCES Stylists(StylistId),
  StartedOn TEXT NOT NULL, LeftOn TEXT, CommissionPct REAL);
CREATE TABLE Levels (LevelCode TEXT PRIMARY KEY, LevelName TEXT NOT NULL, SortOrder INTEGER NOT NULL);
CREATE TABLE Clients (
  ClientId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Gender TEXT, Mobile TEXT, Birthday TEXT, HomeSalonId INTEGER, FavouriteStylistId INTEGER, CreatedOn TEXT NOT NULL,
  IsActive INTEGER NOT NULL);
CREATE TABLE Treatments (TreatmentId INTEGER PRIMARY KEY, TreatmentName TEXT NOT NULL, Category TEXT NOT NULL, Minutes INTEGER NOT NULL, OnOffer INTEGER NOT NULL);
CREATE TABLE TreatmentPrices (TreatmentId INTEGER NOT NULL, LevelCode TEXT NOT NULL, Price REAL NOT NULL, PRIMARY KEY (TreatmentId, LevelCode));
CREATE TABLE Appointments (
  AppointmentId INTEGER PRIMARY KEY, SalonId INTEGER NOT NULL REFERENCES Salons(SalonId), ClientId INTEGER REFERENCES Clients(ClientId), StylistId INTEGER, BookedOn TEXT NOT NULL, BookedVia TEXT NOT NULL,
  StartsAt TEXT NOT NULL, CheckedInAt TEXT, State TEXT NOT NULL, Tip REAL);
CREATE TABLE AppointmentTreatments (AppointmentId INTEGER NOT NULL, TreatmentId INTEGER NOT NULL, PricePaid REAL NOT NULL, DiscountPct INTEGER, PRIMARY KEY (AppointmentId, TreatmentId));
CREATE TABLE Products (ProductId INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, Brand TEXT, ShelfPrice REAL NOT NULL, CostPrice REAL NOT NULL);
CREATE TABLE ProductSales (SaleId INTEGER PRIMARY KEY, SalonId INTEGER NOT NULL, ProductId INTEGER NOT NULL, ClientId INTEGER, StylistId INTEGER, SoldOn TEXT NOT NULL, Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL, ReturnedOn TEXT);
CREATE TABLE GiftCards (CardNo TEXT PRIMARY KEY, BoughtBy INTEGER, GivenTo INTEGER, SoldOn TEXT NOT NULL, Worth TEXT NOT NULL, RedeemedOn TEXT, ExpiresOn TEXT NOT NULL);
CREATE TABLE Absences (AbsenceId INTEGER PRIMARY KEY, StylistId INTEGER NOT NULL, FirstDay TEXT NOT NULL, LastDay TEXT, Kind TEXT NOT NULL);
"""
TREATS = [("Cut short", "cut", 30, 28), ("Cut long", "cut", 45, 42), ("Kids cut", "cut", 25, 18), ("Full colour", "colour", 90, 75), ("Highlights", "colour", 120, 98), ("Root touch up", "colour", 60, 52), ("Blow dry", "styling", 30, 24), ("Updo", "styling", 60, 65), ("Perm", "texture", 120, 88), ("Keratin", "texture", 150, 160), ("Beard trim", "cut", 20, 15)]
PRODS = [("Repair shampoo", "Nuvo", 16, 7), ("Colour mask", "Nuvo", 22, 10), ("Sea salt spray", "Tide", 14, 6), ("Wax strong", None, 12, 4.5), ("Hair oil", "Argana", 28, 13), ("Dry shampoo", "Tide", 11, 4), ("Ionic dryer", "Volt", 129, 82), ("Wide comb", None, 6, 1.5)]


def fill(m):
    m.add("Salons", [(1, "Shears", "Bern", "2012-05-01", 1), (2, "Curl Up", "Bern", "2016-03-01", 2), (3, "Mane Street", "Thun", "2018-09-10", 3), (4, "Fringe", "Biel", "2021-02-15", None), (5, "Tangles", "Biel", "2026-06-20", 2)])
    m.add("Levels", [("J", "Junior", 1), ("S", "Stylist", 2), ("T", "Top stylist", 3), ("D", "Director", 4)])
    crew = [(n, " ".join(m.person()), n if n < 4 else m.pick([1, 1, 2, 3, 4]), "D" if n < 4 else m.pick({"J": 3, "S": 5, "T": 3}), None if n < 4 or m.chance(.15) else m.pick([1, 2, 3, m.whole(1, n - 1)]), m.day("2013-01-01", "2025-11-01"),
             m.day("2025-06-01", "2026-06-10") if n > 6 and m.chance(.3) else None, m.pick([5.0, 8.0, 10.0]) if m.chance(.85) else None) for n in range(1, 25)]
    crew[2] = crew[2][:3] + ("S",) + crew[2][4:]
    crew[19] = crew[19][:2] + (3, "T") + crew[19][4:]
    m.add("Stylists", crew)
    folks = []
    for n in range(1, 171):
        first, last = m.person()
        folks.append((n, first, last, m.pick(["f", "f", "m"]) if m.chance(.82) else None, f"079{m.whole(100000, 999999)}" if m.chance(.7) else None, m.day("1950-01-01", "2015-12-31") if m.chance(.93) else None, m.whole(1, 4) if m.chance(.85) else None,
                      m.whole(1, 22) if m.chance(.5) else None, m.day("2021-01-05", "2026-06-10"), int(m.chance(.8))))
    m.add("Clients", folks)
    m.add("Treatments", [(n, t[0], t[1], t[2], int(t[0] != "Perm")) for n, t in enumerate(TREATS, 1)])
    m.add("TreatmentPrices", [(n, c, float(round(t[3] * f))) for n, t in enumerate(TREATS, 1) for c, f in (("J", .8), ("S", 1), ("T", 1.2), ("D", 1.4)) if n != 10 or c != "J"])
    apps, parts = [], []
    for n in range(1, 551):
        at = f"{m.day('2024-06-01', '2026-07-15')} {m.whole(9, 18):02}:{m.pick(['00', '15', '30'])}:00"
        if m.chance(.04):
            at = m.pick(["2025-12-31", "2026-05-31", "2026-03-31", "2025-06-30"]) + " 16:30:00"
        salon = m.pick([1, 1, 2, 2, 3, 4])
        who = int(m.random.random() ** 1.4 * 158) + 1 if m.chance(.93) else None
        state = m.pick({"done": 17, "no-show": 2, "cancelled": 3}) if at < "2026-06-29" else m.pick({"booked": 9, "cancelled": 1})
        pool = [c for c in crew[:22] if c[2] == salon]
        one = m.pick(pool) if m.chance(.94) else None
        came = later(at, minutes=m.pick([-10, -5, 0, 0, 2, 6, 12, 20])) if state == "done" else None
        apps.append((n, salon, who, one and one[0], later(at[:10], days=-m.whole(0, 30)), m.pick({"web": 5, "phone": 4, "walk-in": 2}), at, came, state, float(m.pick([2, 3, 5, 10])) if state == "done" and m.chance(.45) else None))
        for t in m.some(range(1, 12), m.pick([1, 1, 1, 2, 2, 3])):
            if t != 10 and t != 9 or m.chance(.3):
                f = {"J": .8, "S": 1, "T": 1.2, "D": 1.4}[one[3]] if one else 1
                parts.append((n, t, float(round(TREATS[t - 1][3] * f * m.pick([1, 1, 1, .95]))), m.pick([10, 20]) if m.chance(.15) else None))
    m.add("Appointments", apps)
    m.add("AppointmentTreatments", parts)
    m.add("Products", [(n, *p) for n, p in enumerate(PRODS, 1)])
    sales = []
    for n in range(1, 281):
        p = m.whole(1, 7)
        day = m.day("2024-06-01", "2026-06-27")
        sales.append((n, m.pick([1, 1, 2, 3, 4]), p, m.whole(1, 150) if m.chance(.75) else None, m.whole(1, 20) if m.chance(.85) else None, day, m.pick([1, 1, 1, 2, 3]), round(PRODS[p - 1][2] * m.pick([1, 1, 1, .9, .8]), 2), later(day, days=m.whole(1, 12)) if m.chance(.06) else None))
    m.add("ProductSales", sales)
    cards = []
    for n in range(1, 91):
        day = m.day("2023-09-01", "2026-06-20")
        used = later(day, days=m.whole(5, 500)) if m.chance(.55) else None
        giver = m.whole(1, 130) if m.chance(.9) else None
        cards.append((f"G{1000 + n}", giver, (giver if m.chance(.15) else m.whole(1, 160)) if m.chance(.75) else None, day, m.pick(["25", "50", "50", "75", "100", "150"]), used if used and used < "2026-06-28" else None, later(day, days=730)))
    m.add("GiftCards", cards)
    away = []
    for n in range(1, 81):
        day = m.day("2025-01-01", "2026-06-20")
        end = later(day, days=m.pick([0, 0, 1, 4, 6, 13])) if m.chance(.93) else None
        away.append((n, m.whole(1, 21), day, end, m.pick({"holiday": 5, "sick": 4, "course": 2})))
    m.add("Absences", away)
