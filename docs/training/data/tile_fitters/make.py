"""Tile fitters: customers, quotes and jobs, the tiles that a job takes, hours of the crews, invoices and callbacks."""
from making import later

SCHEMA = """
CREATE TABLE Crew (CrewID INTEGER PRIMARY KEY, CrewName TEXT NOT NULL, BaseTown TEXT NOT NULL);
CREATE TABLE Fitter (
  FitterID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, CrewID INTEGER REFERENCES Crew(CrewID), ForemanID INTEGER REFERENCES Fitter(FitterID),
  HiredOn TEXT NOT NULL, LeftOn TEXT, SkillRank INTEGER NOT NULL, HourlyPay REAL NOT NULL);
CREATE TABLE Customer (
  CustomerID INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, SiteTown TEXT NOT NULL, BillingTown TEXT NOT NULL, IsTrade INTEGER NOT NULL,
  ReferredByID INTEGER REFERENCES Customer(CustomerID));
CREATE TABLE Tile (
  TileID INTEGER PRIMARY KEY, TileName TEXT NOT NULL, Material TEXT NOT NULL, ThicknessMm TEXT NOT NULL, ListPrice REAL NOT NULL,
  SuccessorID INTEGER REFERENCES Tile(TileID));
CREATE TABLE Job (
  JobID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), CrewID INTEGER REFERENCES Crew(CrewID),
  RoomType TEXT NOT NULL, StatusCode INTEGER NOT NULL, QuotedOn TEXT NOT NULL, PlannedStart TEXT NOT NULL, ActualStart TEXT, FinishedOn TEXT,
  QuotedPrice REAL NOT NULL, FinalPrice REAL);
CREATE TABLE JobTile (
  JobID INTEGER NOT NULL REFERENCES Job(JobID), LineNumber INTEGER NOT NULL, TileID INTEGER NOT NULL REFERENCES Tile(TileID),
  SquareMetres REAL NOT NULL, UnitPrice REAL NOT NULL, PRIMARY KEY (JobID, LineNumber));
CREATE TABLE WorkLog (LogID INTEGER PRIMARY KEY, JobID INTEGER NOT NULL REFERENCES Job(JobID), FitterID INTEGER NOT NULL REFERENCES Fitter(FitterID), WorkDay TEXT NOT NULL, Minutes INTEGER NOT NULL);
CREATE TABLE Invoice (
  InvoiceID INTEGER PRIMARY KEY, JobID INTEGER NOT NULL REFERENCES Job(JobID), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT,
  NetAmount REAL NOT NULL, GrossAmount REAL NOT NULL);
"""
NAMES = "Alba Borea Calma Doria Ferro Gala Lumo Marea Nube Onda Petra Roca Siena Terra Vela".split()


def fill(m):
    m.add("Crew", [(1, "Red", "Bath"), (2, "Blue", "Wells"), (3, "Green", "Frome"), (4, "Amber", "Bath"), (5, "Grey", "Bruton")])
    fitters, seen = [], set()
    while len(fitters) < 34:
        name = " ".join(m.person())
        if name in seen:
            continue
        seen.add(name)
        k = len(fitters) + 1
        hired = m.day("2010-01-01", "2024-04-30")
        fitters.append((k, name, m.pick({1: 5, 2: 4, 3: 2, 4: 3}) if m.chance(.85) else None, m.whole(1, 5) if k > 5 else 1 if k > 2 else None, hired,
                        later(hired, days=m.whole(100, 1200)) if m.chance(.25) else None, m.pick({1: 1, 2: 2, 3: 3, 4: 2}), m.amount(13, 34)))
    m.add("Fitter", fitters)
    customers, seen = [], set()
    while len(customers) < 110:
        name = " ".join(m.person())
        if name in seen:
            continue
        seen.add(name)
        k, town = len(customers) + 1, m.pick({"Bath": 6, "Wells": 3, "Frome": 3, "Bruton": 1})
        customers.append((k, name, town, town if m.chance(.65) else m.pick(["Bath", "Wells", "Frome", "Bristol"]), int(m.chance(.25)),
                          m.whole(1, k - 1) if k > 3 and m.chance(.35) else None))
    m.add("Customer", customers)
    tiles = []
    for name in NAMES:
        for kind in m.some(["Matt", "Gloss", "Stone", "Mosaic"], m.whole(2, 4)):
            k = len(tiles) + 1
            tiles.append((k, f"{name} {kind}", m.pick({"ceramic": 6, "porcelain": 5, "slate": 2, "marble": 1}),
                          m.pick(["n/a", "-", ""]) if m.chance(.15) else m.pick(["6", "7.5", "8", "9", "9.5", "10", "11", "12", "20"]), m.skewed(12, 160), None))
    tiles = [t[:5] + (m.pick([x[0] for x in tiles if x[0] > t[0]]) if t[0] < len(tiles) and m.chance(.25) else None,) for t in tiles]
    m.add("Tile", tiles)
    keen = {c: 9 if c % 9 == 0 else 3 if c % 4 == 0 else 1 for c in range(1, 99)}
    used = {t[0]: 1 + t[0] * 3 % 7 for t in tiles if t[0] % 8}
    jobs, lines, logs, bills = [], [], [], []
    for k in range(1, 261):
        quoted, status = m.day("2022-06-01", "2024-05-31"), m.pick({1: 12, 2: 8, 3: 62, 4: 12})
        planned = later(quoted, days=m.whole(5, 60))
        started = later(planned, days=m.pick([0, 0, 0, -2, 1, 3, 9])) if status in (2, 3) else None
        done = later(started, days=m.whole(1, 25)) if status == 3 else None
        crew = m.pick({1: 6, 2: 4, 3: 3, 4: 1}) if status in (2, 3) or m.chance(.3) else None
        price = m.skewed(300, 14000)
        final = round(price * m.pick([1, 1, m.amount(.85, 1), m.amount(1, 1.4)]), 2) if status == 3 else None
        jobs.append((k, m.pick(keen), crew, m.pick({"bathroom": 6, "kitchen": 4, "hall": 2, "terrace": 1}), status, quoted, planned, started, done, price, final))
        for line in range(1, m.pick({0: 1, 1: 5, 2: 4, 3: 2, 4: 1}) + 1):
            tile = m.pick(used)
            lines.append((k, line, tile, m.amount(.5, 40, 1), round(tiles[tile - 1][4] * m.amount(.7, 1), 2)))
        if started:
            for _ in range(m.whole(1, 5)):
                logs.append((len(logs) + 1, k, m.pick({f: 1 + f % 4 for f in range(1, 31)}), later(started, days=m.whole(0, 10)), m.whole(6, 60) * 10))
        if done:
            for part in range(m.pick({0: 1, 1: 6, 2: 2})):
                issued = later(done, days=m.whole(1, 20))
                due = later(issued, days=m.pick([14, 30]))
                net = round(final / (1 + part), 2)
                bills.append((len(bills) + 1, k, issued, due, later(issued, days=m.whole(2, 60)) if m.chance(.75) else None, net, round(net * 1.2, 2)))
    m.add("Job", jobs)
    m.add("JobTile", lines)
    m.add("WorkLog", logs)
    m.add("Invoice", bills)
