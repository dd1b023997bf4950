"""A flower delivery service: customers, recipients, bouquets made of stems, orders with lines, drivers, deliveries, refunds."""
from making import later

SCHEMA = """
CREATE TABLE Customer (
  CustomerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, City TEXT NOT NULL, JoinedOn TEXT NOT NULL, ClosedOn TEXT,
  InvitedBy INTEGER REFERENCES Customer(CustomerID), Points TEXT);
CREATE TABLE Occasion (OccasionCode TEXT PRIMARY KEY, Label TEXT NOT NULL);
CREATE TABLE Bouquet (
  BouquetID INTEGER PRIMARY KEY, Title TEXT NOT NULL, Family TEXT NOT NULL, ListPrice REAL NOT NULL, Stems TEXT NOT NULL,
  ReplacesID INTEGER REFERENCES Bouquet(BouquetID), InStock INTEGER NOT NULL);
CREATE TABLE Driver (DriverID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, ManagerID INTEGER REFERENCES Driver(DriverID), BornOn TEXT NOT NULL, HiredOn TEXT NOT NULL, Depot TEXT NOT NULL);
CREATE TABLE FlowerOrder (
  OrderID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), OccasionCode TEXT, PlacedOn TEXT NOT NULL, CancelledOn TEXT,
  BillingCity TEXT NOT NULL, RecipientCity TEXT NOT NULL, OrderTotal REAL NOT NULL, PaidOn TEXT, Channel TEXT NOT NULL);
CREATE TABLE OrderLine (
  OrderID INTEGER NOT NULL REFERENCES FlowerOrder(OrderID), LineNo INTEGER NOT NULL, BouquetID INTEGER NOT NULL REFERENCES Bouquet(BouquetID),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL, PRIMARY KEY (OrderID, LineNo));
CREATE TABLE Delivery (
  DeliveryID INTEGER PRIMARY KEY, OrderID INTEGER NOT NULL REFERENCES FlowerOrder(OrderID), DriverID INTEGER NOT NULL REFERENCES Driver(DriverID),
  PromisedAt TEXT NOT NULL, LeftAt TEXT NOT NULL, ArrivedAt TEXT, Km TEXT NOT NULL, Outcome INTEGER NOT NULL);
CREATE TABLE Refund (RefundID INTEGER PRIMARY KEY, OrderID INTEGER NOT NULL REFERENCES FlowerOrder(OrderID), GivenOn TEXT NOT NULL, AmountCents INTEGER NOT NULL, Reason TEXT NOT NULL);
"""
BOUQUETS = [(1, "Red Dozen", "Roses", 39, "12", None, 14), (2, "Blush", "Roses", 45, "15", 1, 3), (3, "Meadow", "Mixed", 29, "9", None, 0), (4, "Meadow Plus", "Mixed", 36, "18", 3, 22),
            (5, "White Calm", "Lilies", 42, "8", None, 5), (6, "Sunrise", "Tulips", 24, "20", None, 0), (7, "Tulip Box", "Tulips", 27, "25", 6, 41), (8, "Orchid Pot", "Plants", 34, "n/a", None, 9),
            (9, "Fern Pot", "Plants", 19, "-", None, 0), (10, "Grand Gala", "Roses", 120, "100", 2, 2), (11, "Dry Wreath", "Wreaths", 55, "n/a", None, 7), (12, "Snow Lily", "Lilies", 48, "10", 5, 1)]


def fill(m):
    people = []
    for n in range(1, 151):
        people.append((n, " ".join(m.person()), m.pick({"Lyon": 6, "Nice": 4, "Lille": 3, "Brest": 1}), m.day("2022-02-01", "2026-05-30"),
                       m.day("2025-06-01", "2026-06-20") if m.chance(.15) else None, m.whole(1, n - 1) if n > 5 and m.chance(.35) else None,
                       m.pick(["", "n/a"]) if m.chance(.12) else str(m.whole(0, 1300))))
    m.add("Customer", people)
    m.add("Occasion", [("BD", "Birthday"), ("WD", "Wedding"), ("FN", "Funeral"), ("VD", "Valentine's Day"), ("TY", "Thank you"), ("GW", "Get well")])
    m.add("Bouquet", BOUQUETS)
    drivers = [(n, " ".join(m.person()), None if n < 3 else m.whole(1, 2) if n < 6 else m.whole(1, 5), m.day("1962-01-01", "2004-06-30"), m.day("2015-01-05", "2026-03-01"),
                m.pick(["North", "South", "Centre"])) for n in range(1, 17)]
    m.add("Driver", drivers)
    orders, lines, trips, refunds = [], [], [], []
    for n in range(1, 751):
        c = people[int(m.random.random() ** 1.8 * 138)]
        placed = m.day("2024-01-05", "2026-06-25")
        if m.chance(.12):
            placed = m.pick(["2025-02-12", "2026-02-11", "2025-02-13", "2026-05-28"])
        gone = later(placed, days=m.whole(0, 3)) if m.chance(.07) else None
        total = 0
        for k in range(1, m.pick([1, 1, 1, 2, 2, 3]) + 1):
            b = BOUQUETS[m.pick({0: 8, 1: 5, 2: 4, 3: 4, 4: 3, 5: 3, 6: 3, 7: 2, 8: 1, 9: 1, 10: 1})]
            q, p = m.pick([1, 1, 1, 2, 3, 8]), round(b[3] * m.pick([1, 1, 1, .85, 1.1]), 2)
            lines.append((n, k, b[0], q, p))
            total += q * p
        orders.append((n, c[0], m.pick({"BD": 7, "WD": 2, "FN": 2, "VD": 4, "TY": 3}) if m.chance(.85) else None, placed, gone, c[2] if m.chance(.8) else m.pick(["Lyon", "Paris"]),
                       m.pick({"Lyon": 5, "Nice": 4, "Paris": 3, "Lille": 3, "Brest": 1}), round(total + m.pick([0, 4.9, 7.9]), 2),
                       later(placed, days=m.pick([0, 0, 0, 1, 14, 30])) if m.chance(.9) else None, m.pick({"web": 6, "phone": 2, "shop": 2})))
        if not gone:
            for _ in range(m.pick([1, 1, 1, 1, 1, 2])):
                due = later(placed, days=m.pick([1, 1, 2, 4])) + f" {m.whole(9, 18):02}:{m.pick(['00', '30'])}"
                out = m.pick({1: 14, 2: 2, 3: 1})
                left = later(due, minutes=-m.whole(10, 70))
                trips.append((len(trips) + 1, n, m.pick({k: 18 - k for k in range(1, 15)}), due, left, later(left, minutes=m.whole(5, 95)) if out < 3 else None,
                              m.pick(["n/a", ""]) if m.chance(.08) else str(m.skewed(1, 38, 1)), out))
        if m.chance(.12):
            refunds.append((len(refunds) + 1, n, later(placed, days=m.whole(1, 40)), m.whole(4, 90) * 50, m.pick({"late": 4, "wilted": 3, "wrong item": 1})))
            if m.chance(.2):
                refunds.append((len(refunds) + 1, n, later(placed, days=m.whole(41, 60)), m.whole(2, 20) * 50, "goodwill"))
    m.add("FlowerOrder", orders)
    m.add("OrderLine", lines)
    m.add("Delivery", trips)
    m.add("Refund", refunds)
