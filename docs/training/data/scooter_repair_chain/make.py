"""A chain of scooter repair shops: mechanics, customers and their scooters, repair jobs with parts and labour."""
from making import later

SCHEMA = """
CREATE TABLE Shop (ShopID INTEGER PRIMARY KEY, ShopName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT, Bays INTEGER NOT NULL);
CREATE TABLE Mechanic (MechanicID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, ShopID INTEGER NOT NULL REFERENCES Shop(ShopID), MentorID INTEGER REFERENCES Mechanic(MechanicID), HiredOn TEXT NOT NULL, LeftOn TEXT, Grade INTEGER NOT NULL);
CREATE TABLE Customer (CustomerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, CustomerType TEXT NOT NULL, HomeCity TEXT NOT NULL, SignedUpOn TEXT NOT NULL);
CREATE TABLE Scooter (ScooterID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), Brand TEXT NOT NULL, Kind TEXT NOT NULL, WheelInches INTEGER NOT NULL, ModelYear INTEGER NOT NULL, BatteryWh INTEGER);
CREATE TABLE JobStatus (StatusCode INTEGER PRIMARY KEY, StatusName TEXT NOT NULL);
CREATE TABLE RepairJob (
  JobID INTEGER PRIMARY KEY, ScooterID INTEGER NOT NULL REFERENCES Scooter(ScooterID), ShopID INTEGER NOT NULL REFERENCES Shop(ShopID), PickupShopID INTEGER NOT NULL REFERENCES Shop(ShopID), MechanicID INTEGER REFERENCES Mechanic(MechanicID),
  ReceivedOn TEXT NOT NULL, PromisedOn TEXT NOT NULL, FinishedOn TEXT, StatusCode INTEGER NOT NULL REFERENCES JobStatus(StatusCode), QuotedPrice REAL NOT NULL, FinalPrice REAL, Rating INTEGER);
CREATE TABLE Part (PartID INTEGER PRIMARY KEY, PartName TEXT NOT NULL, Category TEXT NOT NULL, CostPrice REAL NOT NULL, ListPrice REAL NOT NULL);
CREATE TABLE JobPart (JobID INTEGER NOT NULL REFERENCES RepairJob(JobID), LineNo INTEGER NOT NULL, PartID INTEGER NOT NULL REFERENCES Part(PartID), Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL, PRIMARY KEY (JobID, LineNo));
CREATE TABLE JobLabour (LabourID INTEGER PRIMARY KEY, JobID INTEGER NOT NULL REFERENCES RepairJob(JobID), MechanicID INTEGER NOT NULL REFERENCES Mechanic(MechanicID), WorkedOn TEXT NOT NULL, Minutes INTEGER NOT NULL);
"""
PARTS = [("inner tube", "tyre"), ("solid tyre", "tyre"), ("tubeless tyre", "tyre"), ("brake pad", "brake"), ("brake disc", "brake"), ("brake cable", "brake"), ("brake lever", "brake"), ("battery pack", "power"), ("charger", "power"), ("controller", "power"),
         ("hub motor", "power"), ("throttle", "power"), ("stem bolt", "frame"), ("folding latch", "frame"), ("deck grip", "frame"), ("fender", "frame"), ("headlight", "light"), ("tail light", "light"), ("bell", "light"), ("mirror", "frame")]


def fill(m):
    cities = ["Porto", "Braga", "Faro", "Lisbon"]
    shops = [(n, name, city, m.day("2016-01-01", "2021-12-01"), closed, bays) for n, (name, city, closed, bays) in enumerate([("Riverside", "Porto", None, 5), ("Old Town", "Porto", None, 3), ("Station", "Braga", None, 4), ("Marina", "Faro", None, 2), ("Central", "Lisbon", None, 6), ("Campus", "Lisbon", "2024-08-31", 2), ("Airport", "Lisbon", None, 3)], 1)]
    m.add("Shop", shops)
    mechs = []
    for n in range(1, 27):
        mechs.append((n, " ".join(m.person()), n if n < 7 else m.pick([1, 1, 2, 3, 3, 4, 5, 5, 6]), None if n < 6 else min(n - 1, m.pick({1: 6, 2: 3, 3: 2, 4: 1, 7: 2, 8: 1, 9: 1})), m.day("2016-02-01", "2025-03-01"), m.day("2025-04-01", "2025-11-30") if m.chance(.2) else None, m.pick([1, 2, 2, 3, 3, 4])))
    m.add("Mechanic", mechs)
    customers = []
    for n in range(1, 161):
        kind = m.pick({"private": 7, "company": 2, "courier": 3})
        customers.append((n, " ".join(m.person()), kind, m.pick({"Porto": 4, "Braga": 2, "Faro": 2, "Lisbon": 5}), m.day("2021-01-01", "2025-10-01")))
    m.add("Customer", customers)
    scooters = []
    for n in range(1, 241):
        kind = m.pick({"electric": 6, "petrol": 2, "kick": 2})
        owner = customers[int(m.random.random() ** 1.5 * 150)]
        scooters.append((n, owner[0], m.pick({"Ninebot": 5, "Xiaomi": 5, "Vespa": 2, "Micro": 2, "Okai": 2}), kind, m.pick([8, 8, 8, 10, 10, 12]), m.whole(2015, 2025), m.pick([280, 360, 460, 500, 550, 720, 1000]) if kind == "electric" else None))
    m.add("Scooter", scooters)
    m.add("JobStatus", [(1, "waiting"), (2, "in work"), (3, "finished"), (4, "cancelled")])
    parts = [(n, name, cat, cost := m.amount(2, 90), round(cost * m.pick([1.4, 1.8, 2.2]), 2)) for n, (name, cat) in enumerate(PARTS, 1)]
    m.add("Part", parts)
    jobs, lines, labour = [], [], []
    for n in range(1, 521):
        scooter = scooters[int(m.random.random() ** 1.4 * 225)]
        shop = m.pick({1: 5, 2: 3, 3: 4, 4: 2, 5: 6, 6: 1})
        pickup = shop if m.chance(.8) else m.pick([1, 2, 3, 4, 5])
        got = m.day("2023-01-05", "2024-08-20" if shop == 6 else "2025-11-25")
        status = m.pick({3: 14, 4: 2, 1: 1, 2: 1}) if got < "2025-11-01" else m.pick([1, 2, 3])
        own = [x[0] for x in mechs if x[2] == shop and x[0] not in (25, 26)]
        mech = m.pick(own) if status in (2, 3) and m.chance(.95) else None
        quoted = float(m.whole(3, 60) * 5 + m.pick([0, 0, 0, 100, 200]))
        promised = later(got, days=m.whole(1, 12))
        finished = later(got, days=m.pick([0, 1, 2, 3, 5, 8, 14, 20])) if status == 3 else None
        final = round(quoted * m.pick([.9, 1, 1, 1.1, 1.3]), 2) if status == 3 else None
        jobs.append((n, scooter[0], shop, pickup, mech, got, promised, finished, status, quoted, final, m.pick([1, 2, 3, 4, 4, 5, 5, 5]) if status == 3 and m.chance(.6) else None))
        if status in (2, 3):
            for line in range(1, m.pick([0, 1, 1, 2, 2, 3]) + 1):
                p = parts[int(m.random.random() ** 1.4 * 19)]
                lines.append((n, line, p[0], m.pick([1, 1, 1, 2, 2, 4]), round(p[4] * m.pick([1, 1, .9]), 2)))
            for _ in range(m.pick([0, 1, 1, 1, 2, 3])):
                who = mech if mech and m.chance(.75) else m.pick(own)
                labour.append((len(labour) + 1, n, who, later(got, days=m.whole(0, 3)), m.pick([15, 20, 30, 30, 45, 60, 75, 90, 120, 150])))
    m.add("RepairJob", jobs)
    m.add("JobPart", lines)
    m.add("JobLabour", labour)
