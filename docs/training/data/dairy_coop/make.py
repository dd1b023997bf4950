"""A dairy cooperative: farms, tanker collections, laboratory samples, monthly milk prices, deductions, plants, batches, orders."""
from making import later

SCHEMA = """
CREATE TABLE Farms (
  FarmID INTEGER PRIMARY KEY, FarmName TEXT NOT NULL, Owner TEXT NOT NULL, District TEXT NOT NULL, Organic INTEGER NOT NULL,
  Cows INTEGER, JoinedOn TEXT NOT NULL, LeftOn TEXT, SuccessorFarmID INTEGER REFERENCES Farms(FarmID));
CREATE TABLE Plants (PlantID INTEGER PRIMARY KEY, PlantName TEXT NOT NULL, Town TEXT NOT NULL, DailyCapacityL INTEGER);
CREATE TABLE Routes (RouteCode TEXT PRIMARY KEY, PlantID INTEGER NOT NULL REFERENCES Plants(PlantID), Active TEXT NOT NULL);
CREATE TABLE RouteFarms (RouteCode TEXT NOT NULL REFERENCES Routes(RouteCode), FarmID INTEGER NOT NULL REFERENCES Farms(FarmID),
  StopNo INTEGER NOT NULL, PRIMARY KEY (RouteCode, FarmID));
CREATE TABLE Collections (
  CollectionID INTEGER PRIMARY KEY, FarmID INTEGER NOT NULL REFERENCES Farms(FarmID), RouteCode TEXT NOT NULL,
  DeliveredPlantID INTEGER NOT NULL REFERENCES Plants(PlantID),
  CollectedAt TEXT NOT NULL, Litres INTEGER NOT NULL, TempC REAL, Rejected INTEGER NOT NULL);
CREATE TABLE Samples (
  SampleID INTEGER PRIMARY KEY, CollectionID INTEGER NOT NULL REFERENCES Collections(CollectionID), TakenOn TEXT NOT NULL, ResultOn TEXT,
  FatPct TEXT, ProteinPct REAL, CellCount INTEGER, Antibiotic TEXT);
CREATE TABLE MilkPrices (PriceMonth TEXT NOT NULL, Kind TEXT NOT NULL, CentsPerLitre REAL NOT NULL, PRIMARY KEY (PriceMonth, Kind));
CREATE TABLE Deductions (DeductionID INTEGER PRIMARY KEY, FarmID INTEGER NOT NULL, PriceMonth TEXT NOT NULL, Reason TEXT NOT NULL, AmountEur REAL NOT NULL,
  WaivedOn TEXT);
CREATE TABLE Products (ProductID INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, Category TEXT NOT NULL, ListPrice REAL NOT NULL, DiscontinuedOn TEXT);
CREATE TABLE Batches (
  BatchNo TEXT PRIMARY KEY, ProductID INTEGER NOT NULL REFERENCES Products(ProductID), PlantID INTEGER NOT NULL REFERENCES Plants(PlantID),
  ProducedOn TEXT NOT NULL, Units INTEGER NOT NULL, MilkUsedL INTEGER NOT NULL, ReleasedOn TEXT);
CREATE TABLE Orders (
  OrderID INTEGER PRIMARY KEY, Shop TEXT NOT NULL, OrderedOn TEXT NOT NULL, PromisedOn TEXT NOT NULL, ShippedOn TEXT, Status TEXT NOT NULL,
  FreightEur REAL NOT NULL);
CREATE TABLE OrderItems (
  OrderID INTEGER NOT NULL REFERENCES Orders(OrderID), Pos INTEGER NOT NULL, ProductID INTEGER NOT NULL REFERENCES Products(ProductID),
  Units INTEGER NOT NULL, UnitPrice REAL NOT NULL, DiscountPct REAL, PRIMARY KEY (OrderID, Pos));
"""
PRODUCTS = [("Fresh milk 1 l", "milk", 1.19, None), ("Hay milk 1 l", "milk", 1.49, None), ("Butter 250 g", "butter", 2.39, None),
    ("Salted butter", "butter", 2.59, None),
            ("Mountain cheese", "cheese", 14.9, None), ("Gouda young", "cheese", 8.9, None), ("Camembert", "cheese", 3.49, "2025-03-31"),
            ("Plain yogurt", "yogurt", .79, None),
            ("Cherry yogurt", "yogurt", .99, None), ("Kefir", "yogurt", 1.29, "2024-12-31"), ("Cream 200 ml", "cream", 1.09, None),
            ("Whey drink", "whey", .89, None)]
SHOPS = "Markt Lenz,Dorfladen,Bio Hof,Campus Cafe,Hotel Post,Kantine Nord,Feinkost Re".split(",")


def fill(m):
    farms = []
    for n in range(1, 76):
        left = m.day("2024-03-01", "2025-05-31") if m.chance(.14) else None
        left = None if n == 4 else left
        farms.append((n, f"{m.pick(['Upper', 'Lower', 'Old', 'New', 'Far'])} {m.pick(['Meadow', 'Mill', 'Hill', 'Brook', 'Oak'])} Farm", " ".join(m.person()),
            m.pick(["North", "South", "East", "Valley"]),
                      int(m.chance(.3)), m.whole(12, 140) if m.chance(.92) else None, m.day("1995-01-01", "2024-12-31") if n % 12
                      else m.pick(["2024-01-01", "2024-06-30"]), left,
                      m.whole(1, 70) if left and m.chance(.6) else None))
    m.add("Farms", farms)
    m.add("Plants", [(1, "Central Dairy", "Aldorf", 12000), (2, "Cheese House", "Berg", 4500), (3, "Butter Works", "Aldorf", None),
        (4, "Pilot Plant", "Cress", 500)])
    m.add("Routes", [("N1", 1, "Y"), ("N2", 1, "Y"), ("S1", 2, "Y"), ("E1", 3, "Y"), ("V1", 2, "N"), ("X9", 4, "Y"), ("W2", 1, "N"), ("S2", 2, "Y")])
    rf, home = [], {}
    for f in farms[:70]:
        got = m.some(["N1", "N2", "S1", "E1", "V1"], m.pick([1, 1, 1, 2]))
        home[f[0]] = got
        rf += [(r, f[0], m.whole(1, 15)) for r in got]
    m.add("RouteFarms", rf)
    cols = []
    for when in sorted(m.pick(["2025-01-31 22:40", "2025-03-31 18:05", "2025-06-30 05:15"]) if m.chance(.03)
        else m.moment("2024-10-01", "2025-06-30", (4, 22))[:16] for _ in range(1700)):
        f = farms[int(m.random.random() ** 1.2 * 70)]
        if f[7] and f[7] < when[:10]:
            continue
        r = m.pick(home[f[0]])
        if r == "N2" and when < "2024-11-20":
            r = "S2"
        plant = {"S2": 2, "N1": 1, "N2": 1, "S1": 2, "E1": 3, "V1": 2}[r]
        cols.append((len(cols) + 1, f[0], r, m.whole(1, 3) if m.chance(.1) else plant, when, (f[5] or 40) * m.whole(9, 30) // 10 * 10 + 40,
            m.amount(2.5, 8, 1) if m.chance(.96) else None, int(m.chance(.03))))
    m.add("Collections", cols)
    samples = []
    for c in cols:
        for k in range(m.pick([0, 0, 1, 1, 1, 2])):
            day = c[4][:10]
            done = m.chance(.93)
            samples.append((len(samples) + 1, c[0], day, later(day, days=m.whole(1, 9)) if done else None,
                m.pick(["3.9", "4.05", "4.1", "4.25", "3.75", "4.4", "10.2" if m.chance(.02) else "4.0"]) if done else None,
                            m.amount(3.1, 3.7) if done else None, m.whole(60, 480) * 1000 if done and m.chance(.97) else None, m.pick({"neg": 30, "pos": 1})
                            if done else None))
    m.add("Samples", samples)
    m.add("MilkPrices", [(f"{y}-{mo:02}", k, round(base + m.amount(-3, 4), 1))
        for y, mo in [(2024, 10), (2024, 11), (2024, 12), (2025, 1), (2025, 2), (2025, 3), (2025, 4), (2025, 5), (2025, 6)]
        for k, base in (("conventional", 46.0), ("organic", 58.0))])
    m.add("Deductions", [(n, m.whole(1, 70), m.pick(["2024-11", "2024-12", "2025-01", "2025-02", "2025-03", "2025-04", "2025-05"]),
        m.pick(["cell count", "temperature", "antibiotic", "late tank"]),
                          m.amount(15, 400), m.day("2025-01-10", "2025-06-20") if m.chance(.2) else None) for n in range(1, 141)])
    m.add("Products", [(n,) + p for n, p in enumerate(PRODUCTS, 1)])
    m.add("Batches", [(f"B{n:04}", (p := m.whole(1, 11)), 2 if PRODUCTS[p - 1][1] == "cheese" else 3 if PRODUCTS[p - 1][1] == "butter" else 1,
        (d := m.day("2025-01-01", "2025-06-29")),
                       m.whole(80, 2200), m.whole(300, 6000), later(d, days=m.pick([0, 1, 2, 14, 30])) if m.chance(.9) else None) for n in range(1, 331)])
    orders, items = [], []
    for n in range(1, 361):
        day = m.pick(["2025-03-31", "2025-06-30", "2025-01-01"]) if m.chance(.06) else m.day("2024-11-01", "2025-06-30")
        promised = later(day, days=m.whole(1, 5))
        st = m.pick({"shipped": 14, "open": 2, "cancelled": 2})
        shop = m.pick([x for x in SHOPS if x != "Hotel Post" or not day.startswith("2025-02")] )
        if n == 9:
            shop, day, promised = "Hotel Post", "2025-01-31", "2025-02-02"
        if n in (7, 8):
            shop, day, promised = "Hotel Post", "2025-01-20", "2025-01-22"
        orders.append((n, shop, day, promised, later(promised, days=m.pick([-2, -1, 0, 0, 0, 1, 3])) if st == "shipped" else None, st,
            m.pick([0, 9.5, 9.5, 18.0])))
        for k in range(m.pick([1, 1, 2, 3, 4])):
            p = m.whole(1, 11)
            items.append((n, k + 1, p, m.pick([6, 12, 24, 48, 100]), round(PRODUCTS[p - 1][2] * m.pick([1, 1, .95, .9, .8]), 2),
                m.pick([None, None, 0, 5, 10])))
    m.add("Orders", orders)
    m.add("OrderItems", items)
