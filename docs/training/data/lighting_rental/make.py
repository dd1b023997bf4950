"""A rental shop for stage lights: customers, fixtures by category, rentals with items, payments, technicians."""
from making import later

SCHEMA = """
CREATE TABLE Customers (
  CustomerId INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, BillingCity TEXT NOT NULL, DeliveryCity TEXT NOT NULL, IsBusiness INTEGER NOT NULL,
  CreatedOn TEXT NOT NULL, ReferrerId INTEGER REFERENCES Customers(CustomerId));
CREATE TABLE Categories (CategoryId INTEGER PRIMARY KEY, CategoryName TEXT NOT NULL, ParentId INTEGER REFERENCES Categories(CategoryId));
CREATE TABLE Fixtures (
  FixtureId INTEGER PRIMARY KEY, ModelName TEXT NOT NULL, CategoryId INTEGER NOT NULL REFERENCES Categories(CategoryId), DailyRate REAL NOT NULL,
  PurchasePrice REAL NOT NULL, Watts TEXT NOT NULL, StockCount INTEGER NOT NULL, ReplacesId INTEGER REFERENCES Fixtures(FixtureId));
CREATE TABLE Statuses (StatusCode TEXT PRIMARY KEY, StatusName TEXT NOT NULL);
CREATE TABLE Technicians (
  TechId INTEGER PRIMARY KEY, TechName TEXT NOT NULL, MentorId INTEGER REFERENCES Technicians(TechId), HiredOn TEXT NOT NULL, HourlyPay REAL NOT NULL);
CREATE TABLE Rentals (
  RentalId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId), BookedOn TEXT NOT NULL, PickupDate TEXT NOT NULL,
  DueDate TEXT NOT NULL, ReturnDate TEXT, StatusCode TEXT NOT NULL REFERENCES Statuses(StatusCode),
  HandedOutBy INTEGER NOT NULL REFERENCES Technicians(TechId), TakenBackBy INTEGER REFERENCES Technicians(TechId));
CREATE TABLE RentalItems (
  RentalId INTEGER NOT NULL REFERENCES Rentals(RentalId), FixtureId INTEGER NOT NULL REFERENCES Fixtures(FixtureId), Quantity INTEGER NOT NULL,
  Days INTEGER NOT NULL, DayPrice REAL NOT NULL, PRIMARY KEY (RentalId, FixtureId));
CREATE TABLE Payments (
  PaymentId INTEGER PRIMARY KEY, RentalId INTEGER NOT NULL REFERENCES Rentals(RentalId), PaidOn TEXT NOT NULL, Amount REAL NOT NULL, Method TEXT NOT NULL);
"""
CATEGORIES = [(1, "Moving lights", None), (2, "Static lights", None), (3, "Effects", None), (4, "Spots", 1), (5, "Washes", 1), (6, "Beams", 1),
              (7, "Fresnels", 2), (8, "Floods", 2), (9, "Profiles", 2), (10, "Strobes", 3), (11, "Lasers", 3), (12, "Fog machines", 3), (13, "Mirror balls", 3)]
CITIES = {"Leeds": 6, "York": 4, "Hull": 3, "Bradford": 2, "Ripon": 1}


def fill(m):
    names = set()
    while len(names) < 110:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 110)
    days = m.some([later("2019-01-04", days=n * 5) for n in range(340)], 85)
    customers = []
    for n in range(1, 81):
        city = m.pick(CITIES)
        customers.append((n, names[n] + (" Events" if m.chance(.2) else ""), city, city if m.chance(.6) else m.pick(CITIES), int(m.chance(.45)), days[n],
                          m.pick([1, 2, 2, 3, 5, 8, 13]) if n > 13 and m.chance(.35) else None))
    m.add("Customers", customers)
    m.add("Categories", CATEGORIES)
    prices = m.some(range(150, 5200, 10), 60)
    fixtures = []
    for n in range(1, 49):
        older = [one[0] for one in fixtures if one[0] not in [f[7] for f in fixtures]]
        fixtures.append((n, f"{m.pick(['Lumo', 'Astra', 'Novex', 'Pixa'])} {n * 7 + 100}", m.pick([4, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 12]), round(prices[n] / 60 + m.whole(0, 8)) + .5,
                         float(prices[n]), m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.whole(4, 150) * 10), m.pick([0, 2, 4, 6, 8, 12, 20, 40]), m.pick(older) if n > 10 and m.chance(.3) else None))
    m.add("Fixtures", fixtures)
    m.add("Statuses", [("B", "booked"), ("O", "out"), ("R", "returned"), ("X", "cancelled")])
    hired = m.some([later("2012-02-01", days=n * 11) for n in range(390)], 12)
    m.add("Technicians", [(n, names[89 + n], None if n < 3 else m.pick([1, 1, 2, 3 if n > 3 else 2]), hired[n], m.amount(14, 26)) for n in range(1, 11)])
    rentals, items, payments = [], [], []
    for n in range(1, 301):
        pickup = m.day("2022-02-01", "2024-11-20")
        length = m.pick([1, 2, 2, 3, 3, 4, 7, 10])
        due = later(pickup, days=length)
        status = m.pick({"R": 14, "X": 2, "O": 2, "B": 2})
        back = later(due, days=m.pick([-1, 0, 0, 0, 0, 1, 2, 5])) if status == "R" else None
        rentals.append((n, 1 + int(m.random.random() ** 1.6 * 70), later(pickup, days=-m.whole(1, 70)), pickup, due, back, status, m.pick([1, 2, 3, 3, 4, 5, 6, 7, 8]),
                        m.pick([2, 3, 4, 4, 6, 8, 9]) if back else None))
        total = 0
        for one in m.some(fixtures[:44], m.pick([1, 1, 2, 3, 4])):
            items.append((n, one[0], m.pick([1, 2, 2, 4, 6, 8]), length if m.chance(.8) else length + 1, one[3] if m.chance(.5) else round(one[3] * m.pick([.95, .8, .8, .7]), 2)))
            total += items[-1][2] * items[-1][3] * items[-1][4]
        if status != "X" and m.chance(.85):
            parts = m.pick([1, 1, 1, 2, 3])
            for part in range(parts):
                payments.append((len(payments) + 1, n, later(pickup, days=part * 9), round(total / parts * (1 if m.chance(.85) else .5), 2), m.pick({"card": 6, "transfer": 4, "cash": 1})))
    m.add("Rentals", rentals)
    m.add("RentalItems", items)
    m.add("Payments", payments)
