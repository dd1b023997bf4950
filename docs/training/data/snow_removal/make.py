"""A snow removal contractor: depots, vehicles, drivers, clients with sites and contracts, storms, visits with helpers, invoices."""
from making import later

SCHEMA = """
CREATE TABLE Depot (DepotID INTEGER PRIMARY KEY, DepotName TEXT NOT NULL, District TEXT NOT NULL, SaltTons INTEGER NOT NULL);
CREATE TABLE Vehicle (VehicleID INTEGER PRIMARY KEY, PlateNo TEXT NOT NULL, VehicleType TEXT NOT NULL, HomeDepotID INTEGER NOT NULL REFERENCES Depot(DepotID), CurrentDepotID INTEGER REFERENCES Depot(DepotID), BladeCm INTEGER, BoughtOn TEXT NOT NULL, SoldOn TEXT);
CREATE TABLE Driver (DriverID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, DepotID INTEGER NOT NULL REFERENCES Depot(DepotID), SupervisorID INTEGER REFERENCES Driver(DriverID), HiredOn TEXT NOT NULL, LeftOn TEXT, Employment TEXT NOT NULL);
CREATE TABLE Client (ClientID INTEGER PRIMARY KEY, ClientName TEXT NOT NULL, ClientType TEXT NOT NULL, BillingDistrict TEXT NOT NULL, ReferredByID INTEGER REFERENCES Client(ClientID));
CREATE TABLE Site (SiteID INTEGER PRIMARY KEY, ClientID INTEGER NOT NULL REFERENCES Client(ClientID), SiteKind TEXT NOT NULL, District TEXT NOT NULL, AreaSqm INTEGER NOT NULL, PriorityNo INTEGER NOT NULL);
CREATE TABLE Contract (ContractID INTEGER PRIMARY KEY, ClientID INTEGER NOT NULL REFERENCES Client(ClientID), SignedOn TEXT NOT NULL, StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, SeasonFee INTEGER NOT NULL, TriggerCm INTEGER NOT NULL);
CREATE TABLE Storm (StormID INTEGER PRIMARY KEY, StormName TEXT NOT NULL, BeganOn TEXT NOT NULL, EndedOn TEXT NOT NULL, SnowCm TEXT NOT NULL);
CREATE TABLE Visit (VisitID INTEGER PRIMARY KEY, SiteID INTEGER NOT NULL REFERENCES Site(SiteID), StormID INTEGER REFERENCES Storm(StormID), VehicleID INTEGER NOT NULL REFERENCES Vehicle(VehicleID), DriverID INTEGER NOT NULL REFERENCES Driver(DriverID), OrderedAt TEXT NOT NULL, ArrivedAt TEXT, FinishedAt TEXT, StatusNo INTEGER NOT NULL, SaltKg INTEGER NOT NULL, Charge INTEGER NOT NULL);
CREATE TABLE VisitHelper (VisitID INTEGER NOT NULL REFERENCES Visit(VisitID), DriverID INTEGER NOT NULL REFERENCES Driver(DriverID), Minutes INTEGER NOT NULL, PRIMARY KEY (VisitID, DriverID));
CREATE TABLE Invoice (InvoiceID INTEGER PRIMARY KEY, ClientID INTEGER NOT NULL REFERENCES Client(ClientID), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, NetAmount INTEGER NOT NULL, GrossAmount REAL NOT NULL);
"""
WINTERS = [("2022-11-10", "2023-03-20"), ("2023-11-10", "2024-03-20"), ("2024-11-10", "2025-03-20")]


def fill(m):
    districts = {"North": 4, "Center": 5, "Harbor": 2, "Hills": 3}
    m.add("Depot", [(1, "Main Yard", "Center", 400), (2, "North Gate", "North", 250), (3, "Quay 7", "Harbor", 120), (4, "Ridge", "Hills", 180), (5, "Old Brickworks", "North", 60), (6, "Summit", "Hills", 90)])
    vehicles = []
    for n in range(1, 61):
        kind = m.pick({"plow": 6, "spreader": 4, "loader": 2, "van": 3})
        home = m.pick({1: 6, 2: 4, 3: 2, 4: 3, 6: 1})
        sold = m.day("2024-04-01", "2025-08-31") if m.chance(.15) else None
        vehicles.append((n, f"SN{100 + n * 7}", kind, home, None if sold else home if m.chance(.7) else m.pick([1, 2, 3, 4]), m.pick([180, 220, 250, 300, 300, 360]) if kind in ("plow", "loader") else None, later(m.day("2012-01-01", "2022-09-01"), days=n), sold))
    m.add("Vehicle", vehicles)
    drivers = [(n, " ".join(m.person()), m.pick({1: 6, 2: 4, 3: 2, 4: 3}), None if n < 4 else min(n - 1, m.pick({1: 5, 2: 4, 3: 3, 4: 1, 5: 1, 7: 1, 8: 1})), m.day("2010-01-01", "2022-10-01"), m.day("2025-04-01", "2025-09-30") if n > 5 and m.chance(.2) else None, m.pick({"permanent": 4, "seasonal": 4, "on call": 2})) for n in range(1, 37)]
    m.add("Driver", drivers)
    clients = []
    for n in range(1, 91):
        kind = m.pick({"city": 1, "retail": 4, "housing": 4, "private": 6})
        clients.append((n, " ".join(m.person()) if kind == "private" else m.pick(["Alpine", "Metro", "Crown", "Birch", "Union"]) + " " + m.pick(["Homes", "Market", "Plaza", "Works"]) + f" {n}", kind, m.pick(districts), m.whole(1, max(1, n // 3)) if n > 5 and m.chance(.3) else None))
    m.add("Client", clients)
    sites = [(n, clients[int(m.random.random() ** 1.5 * 84)][0], m.pick({"parking lot": 5, "sidewalk": 5, "street": 3, "roof": 1}), m.pick(districts), m.pick([60, 120, 250, 400, 500, 800, 1500, 3000]), m.pick([1, 2, 2, 3, 3, 4])) for n in range(1, 171)]
    m.add("Site", sites)
    contracts = []
    for year in (2022, 2023, 2024):
        for c in clients[:80]:
            if m.chance(.62):
                contracts.append((len(contracts) + 1, c[0], m.day(f"{year}-06-01", f"{year}-10-30") if m.chance(.85) else m.day(f"{year - 1}-11-01", f"{year}-05-31"), f"{year}-11-01", f"{year + 1}-04-{m.pick([15, 30])}", m.whole(6, 90) * 50, m.pick([2, 3, 5, 5, 8])))
    m.add("Contract", contracts)
    storms = []
    for first, last in WINTERS:
        for day in sorted(m.day(first, last) for _ in range(9)):
            storms.append((len(storms) + 1, m.pick(["Anton", "Berta", "Cleo", "Dirk", "Edda", "Fritz", "Greta", "Heino"]) + f" {len(storms) + 1}", day, later(day, days=m.pick([0, 1, 1, 2, 4])), str(m.pick([3, 4, 6, 7, 9, 10, 12, 15, 18, 22, 28, 34, 41]))))
    m.add("Storm", storms)
    visits, helpers = [], []
    for n in range(1, 901):
        storm = storms[int(m.random.random() ** 1.2 * 26)] if m.chance(.85) else None
        day = later(storm[2], days=m.pick([0, 0, 0, 1])) if storm else m.day(*m.pick(WINTERS))
        ordered = m.moment(day, day, (0, 23))
        status = m.pick({2: 17, 3: 2, 1: 1})
        came = later(ordered, minutes=m.pick([10, 25, 40, 60, 95, 150, 240])) if status == 2 else None
        site = sites[int(m.random.random() ** 1.4 * 160)]
        car = vehicles[int(m.random.random() ** 1.2 * 56)]
        visits.append((n, site[0], storm[0] if storm else None, car[0], m.pick(drivers[:33])[0], ordered, came, later(came, minutes=m.pick([15, 20, 35, 50, 80, 130])) if came else None, status, m.pick([0, 20, 40, 80, 150, 300]) if status == 2 else 0, m.pick([0, 0, 45, 60, 80, 120, 200]) if status == 2 else 0))
        if status == 2:
            for d in m.some(drivers[:30], m.pick([0, 0, 0, 1, 1, 2])):
                if d[0] != visits[-1][4]:
                    helpers.append((n, d[0], m.pick([15, 20, 30, 45, 60, 90])))
    m.add("Visit", visits)
    m.add("VisitHelper", helpers)
    invoices = []
    for n in range(1, 301):
        day = m.day(*m.pick([("2022-12-01", "2023-04-30"), ("2023-12-01", "2024-04-30"), ("2024-12-01", "2025-04-30")]))
        net = m.whole(2, 90) * 25
        invoices.append((n, clients[int(m.random.random() ** 1.4 * 82)][0], day, later(day, days=m.pick([14, 30])), later(day, days=m.pick([3, 10, 14, 20, 28, 45, 70])) if m.chance(.85) else None, net, round(net * m.pick([1.2, 1.2, 1.1]), 2)))
    m.add("Invoice", invoices)
