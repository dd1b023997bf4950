"""A company that looks after swimming pools: contracts, visits, water tests, chemicals, invoices. Rows move with the day on which it is made."""
from making import ago

SCHEMA = """
CREATE TABLE Customer (CustomerID INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, Kind TEXT NOT NULL, Town TEXT, JoinedOn TEXT NOT NULL, LeftOn TEXT, ReferredBy INTEGER);
CREATE TABLE Pool (PoolID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), PoolType TEXT NOT NULL, Volume INTEGER NOT NULL, BuiltOn TEXT, Heated INTEGER NOT NULL);
CREATE TABLE Technician (TechnicianID INTEGER PRIMARY KEY, TechnicianName TEXT NOT NULL, HiredOn TEXT NOT NULL, LeftOn TEXT, CertifiedUntil TEXT);
CREATE TABLE Visit (
  VisitID INTEGER PRIMARY KEY, PoolID INTEGER NOT NULL REFERENCES Pool(PoolID), TechnicianID INTEGER NOT NULL REFERENCES Technician(TechnicianID),
  RequestedOn TEXT NOT NULL, PlannedFor TEXT NOT NULL, DoneAt TEXT, Purpose TEXT NOT NULL, Status TEXT NOT NULL, Minutes INTEGER);
CREATE TABLE WaterTest (TestID INTEGER PRIMARY KEY, PoolID INTEGER NOT NULL REFERENCES Pool(PoolID), TakenAt TEXT NOT NULL, Ph REAL NOT NULL, Chlorine REAL NOT NULL, Passed INTEGER NOT NULL);
CREATE TABLE Product (ProductID INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, Category TEXT NOT NULL, UnitPrice REAL NOT NULL, InStock INTEGER NOT NULL, ReorderLevel INTEGER NOT NULL);
CREATE TABLE ProductUse (VisitID INTEGER NOT NULL REFERENCES Visit(VisitID), ProductID INTEGER NOT NULL REFERENCES Product(ProductID), Quantity INTEGER NOT NULL, PRIMARY KEY (VisitID, ProductID));
CREATE TABLE Invoice (InvoiceID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Amount REAL NOT NULL);
CREATE TABLE Contract (ContractID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, CancelledOn TEXT, MonthlyFee REAL NOT NULL);
"""
PRODUCTS = [("Chlorine granules", "chlorine", 21.5), ("Chlorine tabs", "chlorine", 34.9), ("Liquid chlorine", "chlorine", 12.4), ("pH minus", "balance", 9.8), ("pH plus", "balance", 10.2),
            ("Alkalinity up", "balance", 14.6), ("Algae stop", "algae", 18.9), ("Algae shock", "algae", 27.3), ("Filter sand", "filter", 16.5), ("Cartridge S", "filter", 39.0),
            ("Cartridge L", "filter", 64.0), ("Skimmer basket", "part", 13.7), ("Pump seal", "part", 8.4), ("Winter plug", "part", 4.2)]


def fill(m):
    people = []
    for n in range(1, 111):
        joined = n - 1 if n <= 30 else m.whole(31, 420) if n <= 45 else m.whole(421, 2900)
        left = m.whole(1, min(joined - 20, 800)) if n > 40 and joined > 60 and m.chance(.2) else None
        if n in (100, 101, 102, 103):
            left = (0, 2, 9, 25)[n - 100]
        people.append((n, " ".join(m.person()) if n % 4 else m.pick(["Hotel", "Club", "Spa"]) + " " + m.pick(["Azur", "Lido", "Marina", "Palm", "Laguna", "Coral"]) + f" {n}",
                       m.pick({"private": 6, "hotel": 2, "club": 1}), m.pick(["Westbay", "Oldport", "Hillside", "Lakeview"]) if m.chance(.93) else None,
                       ago(joined), ago(left) if left is not None else None, m.whole(46, 110) if m.chance(.2) else None))
    m.add("Customer", people)
    pools = []
    for p in people[10:]:
        for _ in range(m.pick([0, 1, 1, 1, 2, 3])):
            pools.append((len(pools) + 1, p[0], m.pick({"outdoor": 5, "indoor": 2, "spa": 2}), m.whole(8, 420), ago(m.whole(100, 7000)) if m.chance(.9) else None, int(m.chance(.4))))
    m.add("Pool", pools)
    staff = []
    for n in range(1, 15):
        until = {1: 40, 2: 6, 3: -5, 4: -12, 5: -26, 6: -48, 7: None, 8: 150, 9: -17}.get(n, -m.whole(70, 900))
        staff.append((n, " ".join(m.person()), ago({1: 45, 2: 160}.get(n, m.whole(420, 4200))), ago({8: 90, 9: 30, 14: 400}[n]) if n in (8, 9, 14) else None, ago(until) if until is not None else None))
    m.add("Technician", staff)
    seen, visits, used = pools[int(len(pools) * .15):], [], []
    for d in list(range(-50, 0)) + list(range(820)):
        for k in range(3 if d < 0 else 5 if d == 0 else 4 if d < 42 else 2 if 355 < d < 400 else m.pick([0, 1, 1, 2])):
            if d < 0:
                state = "cancelled" if k == 2 else "planned"
            elif k in (0, 4) or (k == 1 and d < 42):
                state = "done"
            elif d < 42 and k == 2:
                state = m.pick(["planned", "planned", "cancelled", "done"]) if d else "planned"
            else:
                state = m.pick({"done": 7, "cancelled": 2, "planned": .4}) if d else "cancelled"
            day = min(d, d - m.pick([0, 0, 1, 2])) if k > 1 else d
            done = f"{ago(max(day, 0))} {m.whole(7, 18):02}:{m.whole(0, 59):02}:00" if state == "done" else None
            asked = m.whole(0, 25) if d < 0 else d + m.pick([0, 0, 1, 2, 5, 9, 20, 33])
            pool = m.pick(seen[20:]) if d < 200 else m.pick(seen)
            visits.append((len(visits) + 1, pool[0], m.whole(1, 13), ago(asked), ago(d), done, "repair" if k in (1, 4) and d < 42 else "clean" if k == 0 and d < 42 else m.pick({"clean": 5, "repair": 2, "inspection": 2, "opening": 1}), state, m.whole(15, 180) if done else None))
            if done:
                for q in m.some(range(1, 14), m.pick([0, 1, 1, 2, 3]) if d > 20 else 2):
                    used.append((len(visits), q, m.pick([1, 1, 2, 3, 5])))
    m.add("Visit", visits)
    m.add("Product", [(n, *p, m.whole(0, 60), m.pick([5, 10, 20, 30])) for n, p in enumerate(PRODUCTS, 1)])
    m.add("ProductUse", used)
    tests = []
    for d in range(800):
        for k in range(3 if d < 42 else m.pick([0, 1, 1])):
            ph, cl = (m.amount(7.0, 7.5, 1), m.amount(.6, 2.8, 1)) if k == 0 else (m.amount(7.7, 8.4, 1), m.amount(.1, 3.4, 1)) if k == 1 else (m.amount(6.6, 8.2, 1), m.amount(.2, 3.6, 1))
            tests.append((len(tests) + 1, m.pick(pools)[0], f"{ago(d)} {m.whole(6, 20):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}", ph, cl, int(7 <= ph <= 7.6 and .5 <= cl <= 3)))
    m.add("WaterTest", tests)
    bills = []
    for d in range(820):
        for k in range(3 if d < 45 else 2 if 355 < d < 400 else m.pick([0, 1, 1])):
            span = 14 if k == 1 else m.pick([14, 30])
            paid = d if k == 0 and d < 45 else None if k == 1 and d < 45 else max(d - m.whole(1, 55), -1)
            if paid is not None and (paid < 0 or d >= 45 and m.chance(.07)):
                paid = None
            bills.append((len(bills) + 1, m.whole(5, 110), ago(d), ago(d - span), ago(paid) if paid is not None else None, m.amount(40, 900)))
    m.add("Invoice", bills)
    deals = []
    for n in range(1, 91):
        ends = -n if n <= 32 else m.whole(1, 500) if n <= 50 else -m.whole(33, 700)
        starts = ends + m.pick([365, 365, 730, 1095])
        if n > 84:
            starts, ends = 90 - n, 90 - n - 365
        deals.append((n, m.whole(20, 105), ago(starts), ago(ends), ago(max(ends, 0) + m.whole(0, min(60, starts - max(ends, 0)))) if starts - max(ends, 0) > 5 and m.chance(.18) else None, m.pick([49.0, 79.0, 119.0, 189.0, 260.0])))
    m.add("Contract", deals)
