"""A chain of flower shops on an old desktop database: orders with payer and recipient, product groups, purchases, waste, subscriptions."""
from making import later

SCHEMA = """
CREATE TABLE tblStore (StoreID INTEGER PRIMARY KEY, StoreName TEXT NOT NULL, Town TEXT NOT NULL, ManagerID INTEGER, OpenedOn TEXT NOT NULL);
CREATE TABLE tblEmployee (
  EmpID INTEGER PRIMARY KEY, EmpName TEXT NOT NULL, StoreID INTEGER NOT NULL, ReportsTo INTEGER, StartDate TEXT NOT NULL, EndDate TEXT);
CREATE TABLE tblCustomer (
  CustID INTEGER PRIMARY KEY, CustName TEXT NOT NULL, CustType TEXT NOT NULL, Town TEXT, Email TEXT, SinceDate TEXT NOT NULL, Deleted INTEGER NOT NULL);
CREATE TABLE tblProductGroup (GroupID INTEGER PRIMARY KEY, GroupName TEXT NOT NULL, ParentGroupID INTEGER);
CREATE TABLE tblProduct (
  ProdID INTEGER PRIMARY KEY, ProdName TEXT NOT NULL, GroupID INTEGER NOT NULL REFERENCES tblProductGroup(GroupID),
  ListPrice REAL NOT NULL, Discontinued INTEGER NOT NULL, ShelfLifeDays TEXT);
CREATE TABLE tblStatus (StatusID INTEGER PRIMARY KEY, StatusText TEXT NOT NULL);
CREATE TABLE tblOrder (
  OrderID INTEGER PRIMARY KEY, CustID INTEGER NOT NULL REFERENCES tblCustomer(CustID), RecipientID INTEGER, StoreID INTEGER NOT NULL,
  TakenBy INTEGER, OrderDate TEXT NOT NULL, DeliverBy TEXT NOT NULL, DeliveredAt TEXT, StatusID INTEGER NOT NULL REFERENCES tblStatus(StatusID),
  DeliveryFee REAL NOT NULL, DiscountAmt REAL);
CREATE TABLE tblOrderLine (
  OrderID INTEGER NOT NULL REFERENCES tblOrder(OrderID), LineNum INTEGER NOT NULL, ProdID INTEGER NOT NULL REFERENCES tblProduct(ProdID),
  Qty INTEGER NOT NULL, UnitPrice REAL NOT NULL, PRIMARY KEY (OrderID, LineNum));
CREATE TABLE tblPayment (
  PayID INTEGER PRIMARY KEY, OrderID INTEGER NOT NULL, PayDate TEXT NOT NULL, Amount REAL NOT NULL, IsRefund INTEGER NOT NULL);
CREATE TABLE tblPurchase (
  PurchaseID INTEGER PRIMARY KEY, SupplierName TEXT NOT NULL, ProdID INTEGER NOT NULL, StoreID INTEGER NOT NULL, BoughtOn TEXT NOT NULL, Qty INTEGER NOT NULL, UnitCost REAL NOT NULL);
CREATE TABLE tblWaste (WasteID INTEGER PRIMARY KEY, StoreID INTEGER NOT NULL, ProdID INTEGER NOT NULL, WasteDate TEXT NOT NULL, Qty INTEGER NOT NULL, Reason TEXT);
CREATE TABLE tblSubscription (
  SubID INTEGER PRIMARY KEY, CustID INTEGER NOT NULL, StartedOn TEXT NOT NULL, CancelledOn TEXT, EveryWeeks INTEGER NOT NULL, Price REAL NOT NULL);
"""

PRODUCTS = [("Red rose", 4, 3.5, "7"), ("White lily", 4, 4.2, "8"), ("Tulip bunch", 4, 7.9, "6"), ("Peony", 4, 5.5, "5"), ("Orchid pot", 5, 24.9, "90"), ("Ficus", 5, 34, "365"),
            ("Cactus mini", 5, 6.5, "1000"), ("Birthday bouquet", 6, 39, "7"), ("Funeral wreath", 6, 95, "10"), ("Bridal bouquet", 6, 140, "3"), ("Glass vase", 3, 18.5, None), ("Ribbon", 3, 2.5, None),
            ("Dried lavender", 7, 9.5, "180"), ("Moss wall", 7, 260, "730")]


def fill(m):
    m.add("tblStore", [(1, "Bloom Centre", "Basel", 1, "2010-03-01"), (2, "Bloom Station", "Basel", 2, "2015-09-01"), (3, "Bloom Liestal", "Liestal", 3, "2018-04-01"),
                       (4, "Bloom Olten", "Olten", None, "2021-05-01"), (5, "Bloom Airport", "Basel", 1, "2026-06-01")])
    m.add("tblEmployee", [(n, " ".join(m.person()), n if n < 4 else m.pick({1: 5, 2: 3, 3: 3, 4: 3}), None if n == 1 else 1 if n < 4 else (m.pick([1, 2, 3, m.whole(2, n - 1)]) if m.chance(.9) else None),
                           m.day("2012-01-10", "2025-02-01"), m.day("2025-03-01", "2026-06-01") if n > 4 and m.chance(.22) else None) for n in range(1, 25)])
    people = []
    for n in range(1, 211):
        firm = m.chance(.18)
        people.append((n, m.pick(["Hotel Krone", "Novo AG", "Cafe Spitz", "Bank Rhein", "Clinic Sonnenhof", "Hotel Krone"]) if firm else " ".join(m.person()), "C" if firm else "R",
                       m.pick({"Basel": 8, "Liestal": 3, "Olten": 3, "Aarau": 2}) if m.chance(.92) else None, f"flo{n}@example.ch" if m.chance(.75) else None,
                       m.day("2022-01-05", "2026-06-12"), int(m.chance(.07))))
    m.add("tblCustomer", people)
    m.add("tblProductGroup", [(1, "Flowers", None), (2, "Plants", None), (3, "Accessories", None), (4, "Cut flowers", 1), (5, "Potted plants", 2), (6, "Arrangements", 1), (7, "Dried", 1), (8, "Seeds", 2)])
    m.add("tblProduct", [(n, p[0], p[1], p[2], int(n in (4, 13)), p[3]) for n, p in enumerate(PRODUCTS, 1)])
    m.add("tblStatus", [(1, "new"), (2, "in delivery"), (3, "delivered"), (4, "cancelled"), (5, "returned")])
    orders, lines, pays = [], [], []
    for n in range(1, 1101):
        day = m.day("2024-01-08", "2026-06-29")
        if m.chance(.06):
            day = m.pick(["2025-12-31", "2026-03-31", "2025-02-14", "2026-05-31", "2026-02-14"])
        by = later(day, days=m.pick([0, 1, 1, 2, 3, 7]))
        status = m.pick({3: 84, 4: 8, 5: 3})
        if by > "2026-06-27" and status == 3:
            status = m.pick([1, 2])
        at = later(by, days=m.pick([-1, 0, 0, 0, 0, 0, 1, 2])) + f" {m.whole(8, 19):02}:{m.whole(0, 59):02}:00" if status in (3, 5) else None
        at = max(at, day + " 08:00:00") if at else None
        c = int(m.random.random() ** 1.6 * 190) + 1
        orders.append((n, c, (m.whole(1, 205) if m.chance(.8) else c) if m.chance(.55) else None, m.pick({1: 5, 2: 4, 3: 3, 4: 2}), m.whole(1, 22) if m.chance(.93) else None, day, by, at,
                       status, m.pick([0, 6.5, 6.5, 9]), m.pick([2, 5, 10]) if m.chance(.2) else (None if m.chance(.6) else 0)))
        total = orders[-1][9] - (orders[-1][10] or 0)
        for k, p in enumerate(m.some(range(14), m.pick([1, 1, 2, 2, 3])), 1):
            if p == 13 and m.chance(.9):
                p = 0
            q = m.pick([1, 1, 2, 5, 10]) if PRODUCTS[p][2] < 10 else 1
            price = round(PRODUCTS[p][2] * (.9 if day < "2025" else 1), 2)
            lines.append((n, k, p + 1, q, price))
            total += q * price
        if status in (3, 5) and m.chance(.94) or m.chance(.15):
            for at in range(k := m.pick([1, 1, 1, 2])):
                pays.append((len(pays) + 1, n, later(day, days=at * 14 + m.pick([0, 0, 3])), round(total / k, 2), 0))
            if status == 5 and m.chance(.8):
                pays.append((len(pays) + 1, n, later(day, days=20), round(total, 2), 1))
    m.add("tblOrder", orders)
    m.add("tblOrderLine", lines)
    m.add("tblPayment", pays)
    m.add("tblPurchase", [(n, m.pick(["FloraNet", "Alsmeer Direct", "Gruen AG", "floranet"]), p := m.whole(1, 13), m.whole(1, 4), m.day("2024-01-05", "2026-06-28"), m.whole(1, 12) * 5,
                           round(PRODUCTS[p - 1][2] * m.amount(.35, .6), 2)) for n in range(1, 301)])
    m.add("tblWaste", [(n, m.pick([1, 1, 2, 3]), m.whole(1, 10), m.day("2024-03-01", "2026-06-28"), m.whole(1, 15), m.pick({"wilted": 7, "broken": 2, None: 1})) for n in range(1, 201)])
    subs = []
    for n in range(1, 71):
        s = m.day("2024-02-01", "2026-06-10")
        e = later(s, days=m.whole(20, 500))
        subs.append((n, m.whole(1, 120), s, e if e < "2026-06-30" and m.chance(.6) else None, m.pick([1, 2, 2, 4]), m.pick([19.5, 29, 45])))
    m.add("tblSubscription", subs)
