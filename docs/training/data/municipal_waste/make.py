"""A town's waste collection: premises with bins, routes and tours (epoch seconds), emptyings, weighings, reports (MM/DD/YYYY), fees."""
import calendar
import datetime
from making import later

SCHEMA = """
CREATE TABLE District (
  DistId INTEGER PRIMARY KEY, DistName TEXT NOT NULL, ParentDistId INTEGER REFERENCES District(DistId), Inhabitants INTEGER);
CREATE TABLE Premises (
  PremId INTEGER PRIMARY KEY, DistId INTEGER NOT NULL REFERENCES District(DistId), Addr TEXT NOT NULL, Kind TEXT NOT NULL,
  Residents INTEGER, RegOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE WasteType (TypeCode TEXT PRIMARY KEY, TypeName TEXT NOT NULL, Recyclable INTEGER NOT NULL, EurPerTonne REAL);
CREATE TABLE Bin (
  BinId INTEGER PRIMARY KEY, PremId INTEGER NOT NULL REFERENCES Premises(PremId),
  TypeCode TEXT NOT NULL REFERENCES WasteType(TypeCode), VolL TEXT NOT NULL, IssuedOn TEXT NOT NULL, ReturnedOn TEXT);
CREATE TABLE Vehicle (
  VehId INTEGER PRIMARY KEY, Plate TEXT NOT NULL, Fuel TEXT, CapKg INTEGER, BoughtYr INTEGER, Retired TEXT NOT NULL);
CREATE TABLE Employee (
  EmpId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Job TEXT NOT NULL, LeadId INTEGER REFERENCES Employee(EmpId),
  HiredOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Route (
  RouteId INTEGER PRIMARY KEY, RouteName TEXT NOT NULL, DistId INTEGER NOT NULL REFERENCES District(DistId),
  TypeCode TEXT NOT NULL REFERENCES WasteType(TypeCode), Active INTEGER NOT NULL);
CREATE TABLE Tour (
  TourId INTEGER PRIMARY KEY, RouteId INTEGER NOT NULL REFERENCES Route(RouteId),
  VehId INTEGER REFERENCES Vehicle(VehId), DriverId INTEGER REFERENCES Employee(EmpId),
  StartTs INTEGER NOT NULL, EndTs INTEGER, Km REAL, Status TEXT NOT NULL);
CREATE TABLE TourCrew (
  TourId INTEGER NOT NULL REFERENCES Tour(TourId), EmpId INTEGER NOT NULL REFERENCES Employee(EmpId),
  PRIMARY KEY (TourId, EmpId));
CREATE TABLE Emptying (
  EmptyId INTEGER PRIMARY KEY, TourId INTEGER NOT NULL REFERENCES Tour(TourId),
  BinId INTEGER NOT NULL REFERENCES Bin(BinId), Ts INTEGER NOT NULL, Kg REAL, Flag TEXT);
CREATE TABLE Site (SiteId INTEGER PRIMARY KEY, SiteName TEXT NOT NULL, Kind TEXT NOT NULL);
CREATE TABLE Weighing (
  WeighId INTEGER PRIMARY KEY, TourId INTEGER NOT NULL REFERENCES Tour(TourId), SiteId INTEGER REFERENCES Site(SiteId),
  WeighedTs INTEGER NOT NULL, GrossKg INTEGER NOT NULL, TareKg INTEGER NOT NULL);
CREATE TABLE Report (
  ReportId INTEGER PRIMARY KEY, PremId INTEGER NOT NULL REFERENCES Premises(PremId), ReportedOn TEXT NOT NULL,
  Topic TEXT NOT NULL, ClosedOn TEXT, Channel TEXT);
CREATE TABLE Fee (
  FeeId INTEGER PRIMARY KEY, PremId INTEGER NOT NULL REFERENCES Premises(PremId), Yr INTEGER NOT NULL,
  AmountCt INTEGER NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Reminders INTEGER);
"""

DISTRICTS = [("Old Town", None, 14200), ("Harbour", None, 9800), ("North", None, 21500), ("North Hills", 3, 6100),
             ("North Fields", 3, 7400), ("Mill Quarter", 1, 3900), ("South", None, 17300), ("South Park", 7, None),
             ("Industrial Belt", None, 450), ("Islands", 2, 800), ("Airport", None, None)]
TYPES = [("RES", "residual", 0, 182.5), ("BIO", "organic", 1, 74.0), ("PAP", "paper", 1, -38.0), ("PLA", "plastics", 1, 41.0),
         ("GLA", "glass", 1, None), ("BUL", "bulky", 0, 210.0), ("HAZ", "hazardous", 0, 640.0)]
SITES = [("East Incinerator", "incinerator"), ("Green Compost", "composting"), ("Sorting Hall A", "sorting"),
         ("Sorting Hall B", "sorting"), ("Recycling Yard North", "recycling yard"), ("Old Landfill", "landfill")]
STREETS = "Mill Church Station Garden Quay School Bridge Linden Market Hill Ferry Forest".split()
EDGES = ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-01", "2024-06-30", "2024-07-01", "2024-09-30", "2024-10-31",
         "2023-12-31", "2024-01-01"]


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def american(day):
    return day and f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    m.add("District", [(n, *d) for n, d in enumerate(DISTRICTS, 1)])
    m.add("WasteType", TYPES)
    m.add("Site", [(n, *s) for n, s in enumerate(SITES, 1)])
    homes = []
    for n in range(1, 231):
        kind = m.pick({"house": 6, "flats": 3, "shop": 2, "House": 1, "school": .4})
        homes.append((n, m.pick([1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10]), f"{m.pick(STREETS)} Street {m.whole(1, 90)}", kind,
                      None if kind in ("shop", "school") or m.chance(.08) else m.whole(1, 7) if kind != "flats" else m.whole(8, 60),
                      m.day("2015-01-01", "2024-06-30"), m.day("2024-07-05", "2024-10-25") if m.chance(.05) else None))
    m.add("Premises", homes)
    bins = []
    for home in homes[:222]:
        for code in m.some(["RES", "BIO", "PAP", "PLA"], m.pick([1, 2, 3, 3, 4])) + (["GLA"] if m.chance(.1) else []):
            for _ in range(m.pick([1, 1, 1, 1, 2, 3]) if home[3] == "flats" else 1):
                issued = m.pick([home[5], later(home[5], days=m.whole(0, 500))])
                issued = min(issued, "2024-09-30")
                back = later(issued, days=m.whole(60, 1500)) if m.chance(.12) else None
                bins.append((len(bins) + 1, home[0], code, m.pick(["1100", "660", "240"] if home[3] == "flats" else ["60", "80", "120", "120", "240"]),
                             issued, back if back and back <= "2024-10-31" else None))
    m.add("Bin", bins)
    vehicles = [(n, f"WA-{m.whole(100, 999)}", m.pick({"diesel": 5, "Diesel": 1, "electric": 3, "cng": 2, None: 1}),
                 m.pick([7500, 9000, 11000, 12500, None]), m.whole(2008, 2023), m.pick({"N": 9, "Y": 2, "n": 1}) if n > 2 else "N") for n in range(1, 17)]
    m.add("Vehicle", vehicles)
    team = []
    for n in range(1, 49):
        job = "manager" if n < 4 else m.pick({"driver": 5, "loader": 6, "Driver": .6})
        gone = m.day("2024-02-01", "2024-09-30") if n > 10 and m.chance(.12) else None
        team.append((n, " ".join(m.person()), job, None if n == 1 else 1 if n < 4 else m.pick([2, 3, m.whole(4, 10)]) if n > 10 else m.pick([2, 3]),
                     m.day("2008-01-01", "2023-12-31"), gone))
    m.add("Employee", team)
    drivers = [e for e in team[:42] if e[2].lower() == "driver"]
    loaders = [e for e in team[:44] if e[2] == "loader"] + drivers[:3]
    routes = []
    for dist in range(1, 11):
        for code in m.some(["RES", "BIO", "PAP", "PLA", "BUL"], m.whole(2, 4)):
            routes.append((len(routes) + 1, f"{code}-{DISTRICTS[dist - 1][0][:5].strip()}-{m.whole(1, 9)}", dist, code, int(m.chance(.88))))
    m.add("Route", routes)
    tours, crew, empties, weighings = [], [], [], []
    at = {home[0]: home[1] for home in homes}
    starts = []
    for _ in range(700):
        day = m.pick(EDGES) if m.chance(.09) else m.day("2023-11-01", "2024-10-31")
        starts.append(seconds(day) + 60 * m.pick([m.whole(300, 420), m.whole(360, 840), 360]))
    for when in sorted(starts):
        n, route = len(tours) + 1, m.pick(routes[:-2])
        status = m.pick({"done": 16, "Done": 2, "aborted": 1.4, "planned": .5})
        end = when + m.whole(5400, 27000) if status != "planned" and m.chance(.96) else None
        tours.append((n, route[0], m.pick(vehicles[:14])[0] if m.chance(.95) else None, m.pick(drivers)[0] if m.chance(.95) else None,
                      when, end, None if status == "planned" or m.chance(.05) else m.amount(9, 78, 1), status))
        used = tours[-1][3]
        crew += [(n, e) for e in sorted({e[0] for e in m.some(loaders, m.pick([0, 1, 2, 2, 3]))} - {used})]
        if status == "planned":
            continue
        day = (datetime.date(1970, 1, 1) + datetime.timedelta(when // 86400)).isoformat()
        here = [b for b in bins if at[b[1]] == route[2] and b[2] == route[3] and b[4] <= day and (not b[5] or b[5] > day)]
        total = 0
        for b in here:
            if m.chance(.12):
                continue
            flag = m.pick({"ok": 14, "overfull": 2, "not out": 1.5, "contaminated": 1, "OK": .7, None: 1})
            kg = None if flag == "not out" or m.chance(.05) else round(int(b[3]) * m.amount(.04, .24), 1)
            total += kg or 0
            empties.append((len(empties) + 1, n, b[0], when + m.whole(600, 20000), kg, flag))
        for _ in range(m.pick([0, 1, 1, 1, 2])):
            tare = m.pick([8200, 8900, 9400, 10100])
            site = {"RES": 1, "BIO": 2, "PAP": 3, "PLA": m.pick([3, 4]), "BUL": m.pick([1, 5])}[route[3]]
            weighings.append((len(weighings) + 1, n, site if m.chance(.95) else None, (end or when + 20000) + m.whole(-3000, 4000),
                              tare + int(total) + m.whole(150, 4200), tare))
    m.add("Tour", tours)
    m.add("TourCrew", crew)
    m.add("Emptying", empties)
    m.add("Weighing", weighings)
    reports = []
    for day in sorted(m.pick(EDGES) if m.chance(.12) else m.day("2023-11-01", "2024-10-31") for _ in range(330)):
        closed = later(day, days=int(m.skewed(0, 60, 0))) if m.chance(.85) else None
        reports.append((len(reports) + 1, int(m.random.random() ** 1.6 * 205) + 1, american(day),
                        m.pick({"missed": 6, "Missed": 1, "broken bin": 3, "noise": 2, "litter": 2}),
                        american(closed) if closed and closed <= "2024-10-31" else None, m.pick(["app", "phone", "web", "App", None])))
    m.add("Report", reports)
    fees = []
    for home in homes:
        for year in (2022, 2023, 2024):
            if home[5][:4] > str(year) or m.chance(.04):
                continue
            paid = later(f"{year}-03-31", days=m.pick([-20, -5, 0, 0, m.whole(-60, 120)])) if m.chance(.9) else None
            fees.append((len(fees) + 1, home[0], year, m.whole(90, 260) * 50 * (6 if home[3] == "flats" else 1), f"{year}-03-31", paid,
                         m.pick([0, 1, 2, None]) if not paid or paid > f"{year}-03-31" else 0))
    m.add("Fee", fees)
