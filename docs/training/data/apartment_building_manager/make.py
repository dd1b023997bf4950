"""A manager of apartment buildings: units, tenants, leases, payments, work orders, contractors and meters."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE Buildings (BuildingID INTEGER PRIMARY KEY, BuildingName TEXT NOT NULL, Street TEXT NOT NULL, City TEXT NOT NULL, YearBuilt TEXT NOT NULL, Floors INTEGER NOT NULL);
CREATE TABLE Units (BuildingID INTEGER NOT NULL REFERENCES Buildings(BuildingID), UnitNo INTEGER NOT NULL, Floor INTEGER NOT NULL, Rooms INTEGER NOT NULL, UnitType TEXT NOT NULL, AreaSqm TEXT NOT NULL, PRIMARY KEY (BuildingID, UnitNo));
CREATE TABLE Tenants (TenantID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Phone TEXT, Email TEXT, Status INTEGER NOT NULL);
CREATE TABLE Leases (LeaseID INTEGER PRIMARY KEY, BuildingID INTEGER NOT NULL, UnitNo INTEGER NOT NULL, TenantID INTEGER NOT NULL REFERENCES Tenants(TenantID), GuarantorID INTEGER REFERENCES Tenants(TenantID), StartDate TEXT NOT NULL, EndDate TEXT NOT NULL, MonthlyRent INTEGER NOT NULL, FOREIGN KEY (BuildingID, UnitNo) REFERENCES Units(BuildingID, UnitNo));
CREATE TABLE Payments (PaymentID INTEGER PRIMARY KEY, LeaseID INTEGER NOT NULL REFERENCES Leases(LeaseID), PaidOn TEXT NOT NULL, Amount REAL NOT NULL, Method TEXT NOT NULL);
CREATE TABLE Contractors (ContractorID INTEGER PRIMARY KEY, CompanyName TEXT NOT NULL, Trade TEXT NOT NULL, HourlyRate TEXT NOT NULL, Rating INTEGER NOT NULL, City TEXT NOT NULL);
CREATE TABLE WorkOrders (OrderID INTEGER PRIMARY KEY, BuildingID INTEGER NOT NULL, UnitNo INTEGER NOT NULL, ReportedBy INTEGER REFERENCES Tenants(TenantID), ContractorID INTEGER REFERENCES Contractors(ContractorID), Title TEXT NOT NULL, Priority INTEGER NOT NULL, Status TEXT NOT NULL, OpenedOn TEXT NOT NULL, Cost TEXT NOT NULL, Rating INTEGER, FOREIGN KEY (BuildingID, UnitNo) REFERENCES Units(BuildingID, UnitNo));
CREATE TABLE MeterReadings (ReadingID INTEGER PRIMARY KEY, BuildingID INTEGER NOT NULL, UnitNo INTEGER NOT NULL, MeterKind TEXT NOT NULL, ReadOn TEXT NOT NULL, Consumption TEXT NOT NULL, FOREIGN KEY (BuildingID, UnitNo) REFERENCES Units(BuildingID, UnitNo));
"""
BUILDINGS = ("Rose Court,Garden House,Park View,Mill Lofts,Old Park Mansion,Harbour Court,Rose Garden Flats,Station House,"
             "Lindenhof,Maple Court").split(",")
TITLES = {"Boiler leaking": 4, "Boiler makes noise": 3, "Boiler": 1, "Tap leaking": 5, "Window broken": 4, "Lift stuck": 3,
          "Lift door jammed": 2, "Front door lock": 3, "Socket sparks": 2, "Mould on wall": 2, "Window seal worn": 2}
COMPANIES = ("Boiler Masters,Lift and Door Service,Window Wizards,Bright Electric,Boiler Direct,Petrov Painters,"
             "Aqua Plumbing,Volt Works,Citywide Repairs,Colour Brothers,Pipe and Drain,Lift Doctors").split(",")


def fill(m):
    years = ["1974", "unknown", "1998", "2011", "n/a", "1965", "2003", "1931", "2019", "-"]
    m.add("Buildings", [(n, BUILDINGS[n - 1], f"{m.pick(['Park Road', 'Mill Lane', 'High Street', 'Rose Alley'])} {m.whole(1, 80)}",
                         "Dover" if n in (1, 4) else "Leeds" if n in (2, 3) else m.pick({"Leeds": 5, "York": 3, "Dover": 2}), years[n - 1], m.whole(3, 9)) for n in range(1, 11)])
    units = []
    for b in range(1, 11):
        for u in range(1, m.whole(13, 19)):
            kind = m.pick({"A": 9, "S": 4, "P": 3, "C": 2})
            area = {"A": m.whole(48, 140), "S": m.whole(19, 36), "P": m.whole(10, 14), "C": m.whole(60, 420)}[kind]
            units.append((b, u, 1 + u // 4, {"A": m.whole(2, 5), "S": 1, "P": 0, "C": m.whole(1, 6)}[kind], kind,
                          m.pick(["n/a", "-", "unknown"]) if m.chance(.12) else str(area)))
    m.add("Units", units)
    firsts, lasts = m.some(FIRST, 46), m.some(LAST, 47)
    m.add("Tenants", [(n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", f"07{m.whole(100, 999)} {m.whole(1000, 9999)}" if m.chance(.85) else None,
                       f"t{n}@example.org" if m.chance(.7) else None, m.pick({1: 8, 2: 2, 0: 4, 9: 1})) for n in range(1, 131)])
    leases, payments = [], []
    for n in range(1, 191):
        unit = m.pick(units)
        start = m.day("2021-01-01", "2024-06-30")[:8] + "01"
        tenant = 1 + int(m.random.random() ** 1.4 * 120)
        backer = 8 if n in (17, 58, 101) and tenant != 8 else m.pick([g for g in range(1, 131) if g != tenant]) if m.chance(.4) else None
        leases.append((n, unit[0], unit[1], tenant, backer, start,
                       later(start, days=m.pick([180, 364, 729, 1095])), m.whole(420, 2400)))
        for k in range(m.pick([0, 2, 3, 4, 6, 8])):
            payments.append((len(payments) + 1, n, later(start, days=30 * k + m.whole(0, 9)), float(leases[-1][7]) if m.chance(.85) else m.amount(100, 400),
                             m.pick({"BT": 7, "DD": 4, "CA": 2, "CC": 2})))
    m.add("Leases", leases)
    m.add("Payments", payments)
    rates = [38, 112, 64, 55, 105, 42, 87, 96, 29, 35, 120, 78]
    trades = ["HE", "LI", "GL", "EL", "HE", "PA", "PL", "EL", "PL", "PA", "PL", "LI"]
    m.add("Contractors", [(n, COMPANIES[n - 1], trades[n - 1], str(rates[n - 1]), m.whole(2, 5) if n > 3 else n + 1, m.pick(["Leeds", "York", "Dover"]))
                          for n in range(1, 13)])
    orders = []
    for n in range(1, 281):
        unit = m.pick(units)
        status = m.pick({"D": 8, "O": 3, "W": 2, "X": 2})
        orders.append((n, unit[0], unit[1], 1 + int(m.random.random() ** 1.6 * 130) if m.chance(.88) else None,
                       1 + int(m.random.random() ** 1.3 * 12) if m.chance(.85) else None, m.pick(TITLES), m.pick({1: 3, 2: 6, 3: 4}), status,
                       m.day("2022-01-03", "2024-12-20"), str(40 + n * 3 if m.chance(.5) else m.whole(25, 1900)) if m.chance(.78) else m.pick(["-", "n/a", "unknown", ""]),
                       m.whole(1, 5) if status == "D" and m.chance(.7) else None))
    m.add("WorkOrders", orders)
    readings = []
    for b, u, *_ in units:
        for kind in m.some(["W", "E", "G"], m.pick([1, 2, 3])):
            for when in m.some(["2023-06-30", "2023-12-31", "2024-06-30", "2024-12-31"], m.pick([1, 2, 3])):
                readings.append((len(readings) + 1, b, u, kind, when, str(m.whole(8, 99) if m.chance(.5) else m.whole(100, 1400)) if m.chance(.93) else m.pick(["err", "n/a"])))
    m.add("MeterReadings", readings)
