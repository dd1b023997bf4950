"""A wholesale butcher: suppliers and deliveries of carcasses, cuts, price lists, customers' orders, delivery tours, returns."""
from making import later

SCHEMA = """
CREATE TABLE Customers (
  CustomerId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Branch TEXT NOT NULL, City TEXT, PriceGroup TEXT NOT NULL, ChainHeadId INTEGER,
  CustomerSince TEXT NOT NULL, BlockedOn TEXT);
CREATE TABLE Employees (EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Job TEXT NOT NULL, ChiefId INTEGER REFERENCES Employees(EmployeeId), StartedOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Animals (AnimalCode TEXT PRIMARY KEY, AnimalName TEXT NOT NULL);
CREATE TABLE Cuts (CutId INTEGER PRIMARY KEY, CutName TEXT NOT NULL, AnimalCode TEXT NOT NULL, Frozen INTEGER NOT NULL, ShelfDays INTEGER, Listed INTEGER NOT NULL);
CREATE TABLE PriceList (CutId INTEGER NOT NULL, PriceGroup TEXT NOT NULL, ValidFrom TEXT NOT NULL, PricePerKg REAL NOT NULL, PRIMARY KEY (CutId, PriceGroup, ValidFrom));
CREATE TABLE Suppliers (SupplierId INTEGER PRIMARY KEY, SupplierName TEXT NOT NULL, Country TEXT NOT NULL, Organic INTEGER);
CREATE TABLE Deliveries (
  DeliveryId INTEGER PRIMARY KEY, SupplierId INTEGER NOT NULL REFERENCES Suppliers(SupplierId), AnimalCode TEXT NOT NULL, OrderedOn TEXT NOT NULL, ExpectedOn TEXT, ArrivedOn TEXT,
  WeightKg REAL, CostPerKg REAL NOT NULL, TempC TEXT, Refused INTEGER NOT NULL);
CREATE TABLE Orders (
  OrderId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId), InvoiceTo INTEGER, TakenBy INTEGER, DriverId INTEGER,
  OrderedAt TEXT NOT NULL, DeliverOn TEXT NOT NULL, DeliveredAt TEXT, Status TEXT NOT NULL, FreightFee REAL, PaidOn TEXT);
CREATE TABLE OrderLines (
  OrderId INTEGER NOT NULL, LineNo INTEGER NOT NULL, CutId INTEGER NOT NULL, OrderedKg REAL NOT NULL, WeighedKg REAL, PricePerKg REAL NOT NULL, RebatePct INTEGER,
  PRIMARY KEY (OrderId, LineNo));
CREATE TABLE ReturnedGoods (ReturnId INTEGER PRIMARY KEY, OrderId INTEGER NOT NULL, LineNo INTEGER NOT NULL, ReturnedOn TEXT NOT NULL, Kg REAL NOT NULL, Reason TEXT);
"""
CUTS = [("Sirloin", "B", 0, 21), ("Rump", "B", 0, 21), ("Brisket", "B", 0, 14), ("Mince", "B", 0, 5), ("Oxtail", "B", 1, None), ("Pork belly", "P", 0, 10), ("Loin chop", "P", 0, 8), ("Ham joint", "P", 0, 14),
        ("Pork mince", "P", 0, 4), ("Leg of lamb", "L", 0, 12), ("Lamb rack", "L", 0, 12), ("Lamb shank", "L", 1, None), ("Chicken breast", "C", 0, 6), ("Wings", "C", 1, 180), ("Whole chicken", "C", 0, 6), ("Duck leg", "D", 1, 180)]


def fill(m):
    custs = []
    for n in range(1, 91):
        custs.append((n, m.pick(["Blue Boar", "Corner", "Royal Oak", "Old Forge", "Riverside", "Green Man"]) + " " + m.pick(["Inn", "Grill", "Deli", "Butchers", "Canteen"]), m.pick({"restaurant": 5, "retail": 4, "canteen": 2}),
                      m.pick(["Derby", "Nottingham", "Leicester", "Loughborough"]) if m.chance(.93) else None, m.pick({"A": 2, "B": 4, "C": 3}), m.whole(1, 8) if n > 8 and m.chance(.3) else None, m.day("2018-01-01", "2026-05-30"),
                      m.day("2025-02-01", "2026-06-15") if m.chance(.12) else None))
    m.add("Customers", custs)
    staff = [(n, " ".join(m.person()), "manager" if n < 4 else m.pick({"driver": 4, "butcher": 4, "sales": 4}) if n > 9 else ("sales" if n < 7 else "driver"), None if n == 1 else 1 if n < 4 else m.pick([1, 2, 3, 3, None]), m.day("2010-01-01", "2025-12-01"),
              m.day("2025-12-05", "2026-06-15") if n > 4 and m.chance(.25) else None) for n in range(1, 25)]
    staff[22] = (23, "Olga Brandt", "driver", 2, "2026-06-01", None)
    staff[23] = (24, "Ivan Petrov", "driver", 3, "2019-05-01", "2026-04-30")
    m.add("Employees", staff)
    m.add("Animals", [("B", "Beef"), ("P", "Pork"), ("L", "Lamb"), ("C", "Chicken"), ("D", "Duck"), ("V", "Venison")])
    m.add("Cuts", [(n, c[0], c[1], c[2], c[3], int(n not in (5, 9))) for n, c in enumerate(CUTS, 1)])
    base = {n: m.amount(4, 26, 1) for n in range(1, 17)}
    m.add("PriceList", [(n, g, day, round(base[n] * f * up, 2)) for n in base for g, f in (("A", .9), ("B", 1), ("C", 1.12)) for day, up in (("2024-01-01", 1), ("2025-01-01", 1.05), ("2026-04-01", 1.09)) if n != 16 or g != "C"])
    m.add("Suppliers", [(1, "Hill Farm", "GB", 1), (2, "Moorland Meat", "GB", 0), (3, "Celtic Lamb", "IE", 1), (4, "Jutland Svin", "DK", 0), (5, "Bresse Volaille", "FR", None), (6, "Peak Poultry", "GB", 0), (7, "Old Pasture", "IE", None)])
    rows = []
    for n in range(1, 261):
        day = m.day("2024-01-05", "2026-06-20")
        due = later(day, days=m.whole(2, 9)) if m.chance(.93) else None
        came = later(due or later(day, days=5), days=m.pick([-1, 0, 0, 0, 1, 2, 5])) if m.chance(.95) else None
        came = came if came and came < "2026-06-28" else None
        sup, beast = m.pick([(1, "B"), (1, "L"), (2, "B"), (2, "P"), (3, "L"), (4, "P"), (6, "C"), (5, "C"), (5, "D")])
        rows.append((n, sup, beast, day, due, came, m.amount(80, 1400, 1) if came else None, m.amount(2.2, 9, 2), f"{m.pick([1, 2, 3, 4, 5, 6, 7, 9, 10, 11])}.{m.whole(0, 9)}" if came and m.chance(.9) else None, int(bool(came) and m.chance(.07))))
    m.add("Deliveries", rows)
    orders, lines, back = [], [], []
    for n in range(1, 471):
        at = m.moment("2024-02-01", "2026-06-26", (5, 18))
        if m.chance(.04):
            at = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"]) + f" {m.whole(10, 17)}:40:00"
        who = int(m.random.random() ** 1.4 * 82) + 1
        due = later(at[:10], days=m.whole(1, 4))
        status = m.pick({"delivered": 17, "cancelled": 2}) if at < "2026-06-20" else m.pick({"open": 5, "delivered": 2, "cancelled": 1})
        came = f"{later(due, days=m.pick([0, 0, 0, 0, 0, 1, 2]))} {m.whole(6, 15):02}:{m.whole(0, 59):02}:00" if status == "delivered" else None
        paid = later(came[:10], days=m.whole(2, 50)) if came and m.chance(.88) else None
        orders.append((n, who, (custs[who - 1][5] or who) if m.chance(.9) else None, m.whole(4, 18) if m.chance(.92) else None, m.pick([e[0] for e in staff[:22] if e[2] == "driver" and (not e[5] or e[5] > due)]) if status == "delivered" and m.chance(.95) else None, at, due, came, status,
                       m.pick([5.0, 7.5, 12.0]) if m.chance(.6) else None, paid if paid and paid < "2026-06-29" else None))
        for k in range(1, m.pick([1, 2, 2, 3, 3, 4, 5]) + 1):
            cut = m.pick([1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 10, 11, 13, 13, 14, 15])
            kg = float(m.pick([5, 8, 10, 15, 20, 40]))
            lines.append((n, k, cut, kg, round(kg * m.amount(.93, 1.06, 3), 2) if status == "delivered" and m.chance(.96) else None, round(base[cut] * {"A": .9, "B": 1, "C": 1.12}[custs[who - 1][4]] * (1.05 if at > "2025" else 1) * m.pick([1, 1, .95]), 2),
                          m.pick([3, 5, 10]) if m.chance(.25) else None))
            if status == "delivered" and m.chance(.06):
                for _ in range(m.pick([1, 1, 2])):
                    back.append((len(back) + 1, n, k, later(came[:10], days=m.whole(0, 4)), m.amount(.5, 4, 1), m.pick({"spoiled": 3, "wrong cut": 2, "short shelf life": 1, None: 1})))
    m.add("Orders", orders)
    m.add("OrderLines", lines)
    m.add("ReturnedGoods", back)
