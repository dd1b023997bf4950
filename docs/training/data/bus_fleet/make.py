"""A bus operator: depots, vehicles, drivers, lines with stops, trips, fuel, defects and workshop orders."""
from making import later

SCHEMA = """
CREATE TABLE Depot (DepotId INTEGER PRIMARY KEY, DepotName TEXT NOT NULL, City TEXT NOT NULL, ParkingSpaces INTEGER, ForemanId INTEGER);
CREATE TABLE VehicleType (TypeCode TEXT PRIMARY KEY, Description TEXT NOT NULL, Seats INTEGER NOT NULL, Drive TEXT NOT NULL);
CREATE TABLE Bus (
  BusId INTEGER PRIMARY KEY, PlateNo TEXT NOT NULL, TypeCode TEXT NOT NULL REFERENCES VehicleType(TypeCode),
  DepotId INTEGER REFERENCES Depot(DepotId), BuiltYear INTEGER NOT NULL, InServiceSince TEXT NOT NULL, RetiredOn TEXT,
  PurchasePrice REAL);
CREATE TABLE Driver (
  DriverId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, HomeDepotId INTEGER NOT NULL REFERENCES Depot(DepotId),
  MentorId INTEGER REFERENCES Driver(DriverId), HiredOn TEXT NOT NULL, LeftOn TEXT, LicenceValidTo TEXT NOT NULL);
CREATE TABLE Stop (StopId INTEGER PRIMARY KEY, StopName TEXT NOT NULL, Zone TEXT NOT NULL, HasShelter INTEGER NOT NULL);
CREATE TABLE Line (LineNo TEXT PRIMARY KEY, FromStopId INTEGER NOT NULL REFERENCES Stop(StopId), ToStopId INTEGER NOT NULL REFERENCES Stop(StopId),
  LengthMeters INTEGER NOT NULL, IsNight INTEGER NOT NULL, DiscontinuedOn TEXT);
CREATE TABLE LineStop (LineNo TEXT NOT NULL REFERENCES Line(LineNo), Seq INTEGER NOT NULL, StopId INTEGER NOT NULL REFERENCES Stop(StopId),
  PRIMARY KEY (LineNo, Seq));
CREATE TABLE Trip (
  TripId INTEGER PRIMARY KEY, LineNo TEXT NOT NULL REFERENCES Line(LineNo), BusId INTEGER, DriverId INTEGER,
  PlannedStart TEXT NOT NULL, ActualStart TEXT, State TEXT NOT NULL, Passengers INTEGER, CancelCause TEXT);
CREATE TABLE FuelLog (
  FuelLogId INTEGER PRIMARY KEY, BusId INTEGER NOT NULL REFERENCES Bus(BusId), DepotId INTEGER NOT NULL REFERENCES Depot(DepotId),
  FilledAt TEXT NOT NULL, Quantity REAL NOT NULL, Unit TEXT NOT NULL, UnitPrice REAL NOT NULL, Odometer TEXT NOT NULL);
CREATE TABLE Defect (
  DefectId INTEGER PRIMARY KEY, BusId INTEGER NOT NULL REFERENCES Bus(BusId), ReportedBy INTEGER REFERENCES Driver(DriverId),
  ReportedOn TEXT NOT NULL, Severity INTEGER NOT NULL, System TEXT NOT NULL, FixedOn TEXT);
CREATE TABLE WorkOrder (
  OrderNo TEXT NOT NULL, Position INTEGER NOT NULL, DefectId INTEGER REFERENCES Defect(DefectId), BusId INTEGER NOT NULL REFERENCES Bus(BusId),
  OrderDate TEXT NOT NULL, LabourHours REAL NOT NULL, HourlyRate REAL NOT NULL, PartsCost REAL, PRIMARY KEY (OrderNo, Position));
"""
STOPS = ("Central Station,Town Hall,Market Square,Hospital,University,Airport,Harbour,Zoo,Stadium,North Gate,Castle,"
         "Old Bridge,Ikea,Mill Lane,Lakeside,Park Avenue,Museum,Cemetery,Tech Park,South Gate,Fairground,Water Tower,"
         "Market Square,Opera").split(",")
LINES = [("1", 1, 6, 11800, 0, None), ("2", 1, 9, 6400, 0, None), ("3", 4, 13, 9100, 0, None), ("4", 10, 20, 13250, 0, None), ("5", 2, 15, 7700, 0, None),
         ("7", 7, 19, 10400, 0, "2025-03-31"), ("10", 1, 12, 5200, 0, None), ("11", 5, 18, 8800, 0, None), ("N1", 1, 20, 14600, 1, None),
         ("N2", 10, 1, 12100, 1, None), ("99", 21, 1, 3000, 0, None)]


def fill(m):
    m.add("Depot", [(1, "North", "Kalden", 19, 3), (2, "Harbour", "Kalden", 30, 9), (3, "Westfield", "Brone", 9, 14), (4, "Lindau Road", "Brone", None, None),
        (5, "Old Yard", "Sems", 6, 20)])
    m.add("VehicleType", [("S12", "Solo 12 m", 32, "diesel"), ("A18", "Articulated 18 m", 46, "diesel"), ("E12", "Electric 12 m", 30, "electric"),
                          ("H12", "Hybrid 12 m", 31, "hybrid"), ("M08", "Midi 8 m", 20, "diesel"), ("F12", "Fuel cell 12 m", 29, "hydrogen")])
    buses = []
    for n in range(101, 176):
        year = m.whole(2009, 2024)
        kind = m.pick({"S12": 6, "A18": 5, "H12": 2, "M08": 2} if year < 2018 else {"S12": 2, "A18": 2, "E12": 6, "H12": 3})
        buses.append((n, f"KB-{m.whole(100, 999)}{m.pick('XYZ')}", kind, m.pick({1: 5, 2: 4, 3: 3, 4: 2, None: 1}), year,
            m.day(f"{year}-02-01", f"{year + 1}-03-31"),
                      m.day("2023-01-01", "2025-06-30") if year < 2014 and m.chance(.5) else None,
                      round(m.amount(180, 620)) * 1000.0 if m.chance(.9) else None))
    m.add("Bus", buses)
    drivers = []
    for n in range(1, 81):
        first, last = m.person()
        drivers.append((n, first, last, m.pick([1, 1, 1, 2, 2, 3, 4]), m.whole(1, n - 1) if n > 8 and m.chance(.5) else None, m.day("2001-01-01", "2025-04-30"),
                        "2025-07-31" if n == 12 else m.day("2025-01-15", "2025-08-31") if m.chance(.14) else None, "2025-08-15" if n == 12 else "2025-09-30"
                        if n in (33, 34, 35) else m.pick(["2025-06-30", "2025-09-30"]) if m.chance(.1) else m.day("2025-04-01", "2029-12-31")))
    m.add("Driver", drivers)
    m.add("Stop", [(n, s, m.pick(["A", "A", "B", "C"]), int(m.chance(.6))) for n, s in enumerate(STOPS, 1)])
    m.add("Line", LINES)
    m.add("LineStop", [(l[0], k, s) for l in LINES for k, s in enumerate([l[1]] + [s
        for s in m.some(range(1, 23), m.whole(2, 8)) if s not in l[1:3]] + [l[2]], 1)])
    trips = []
    days = ["2025-05-31", "2025-06-01", "2025-06-30", "2025-03-31", "2025-01-01"]
    for n in range(1, 1901):
        line = m.pick({"1": 9, "2": 6, "3": 5, "4": 6, "5": 4, "10": 5, "11": 4, "N1": 2, "N2": 2, "7": 2})
        day = m.pick(days) if m.chance(.06) else m.day("2025-01-01", "2025-03-30" if line == "7" else "2025-06-30")
        day = "2025-03-10" if line == "7" and day > "2025-03-30" else day
        planned = day + (f" {m.pick([22, 23, 0, 1, 2, 3]):02}" if line[0] == "N"
            else f" {m.whole(5, 21):02}") + f":{m.pick([0, 10, 15, 20, 30, 40, 45, 50]):02}"
        state = m.pick({"done": 88, "cancelled": 7, "broken_off": 3, "planned": 0})
        late = m.pick([0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 12, 20, -1])
        trips.append((n, line, m.pick(buses[5:])[0] if m.chance(.97) else None, m.pick(drivers[:74])[0] if state != "cancelled" or m.chance(.5) else None,
            planned,
                      None if state == "cancelled" else later(planned + ":00", minutes=late)[:16], state, None if state == "cancelled" or m.chance(.04)
                      else round(m.skewed(0, 110)),
                      m.pick(["no driver", "defect", "weather", None]) if state == "cancelled" else None))
    m.add("Trip", trips)
    logs = []
    for b in buses:
        drive = {"E12": ("kWh", .21), "S12": ("l", 1.52), "A18": ("l", 1.52), "H12": ("l", 1.52), "M08": ("l", 1.52)}[b[2]]
        odo = m.whole(9000, 400000) if b[4] < 2023 else m.whole(800, 99000)
        for k in range(m.pick([0, 6, 9, 12, 14])):
            odo += m.whole(150, 2600)
            logs.append((b[0], m.pick([b[3] or 1, b[3] or 1, 1, 2]),
                f"2025-{k // 2 + 1 if k < 12 else 6:02}-{m.whole(1, 14) + 14 * (k % 2):02} {m.whole(4, 23):02}:{m.whole(0, 59):02}",
                         m.amount(60, 290, 1), drive[0], round(drive[1] * m.amount(.92, 1.08), 3), str(odo)))
    m.add("FuelLog", [(n,) + l for n, l in enumerate(sorted(logs, key=lambda l: l[2]), 1)])
    defects, orders = [], []
    for n in range(1, 361):
        b = m.pick(buses[:70])
        day = m.day("2024-07-01", "2025-06-30")
        fixed = later(day, days=m.pick([0, 0, 1, 2, 4, 7, 15, 40])) if m.chance(.84) else None
        if fixed and fixed > "2025-06-30":
            fixed = None
        defects.append((n, b[0], m.whole(1, 70) if m.chance(.85) else None, day, m.pick([1, 1, 2, 2, 3, 4]),
            m.pick(["brakes", "doors", "engine", "heating", "lights", "ticket machine"]), fixed))
        if fixed and m.chance(.8):
            for p in range(m.pick([1, 1, 2, 3])):
                orders.append((f"W{5000 + n}", p + 1, n, b[0], fixed, m.amount(.5, 9, 1), m.pick([58.0, 64.0, 72.0]), m.amount(5, 900) if m.chance(.7)
                    else None))
    for n in range(40):
        orders.append((f"M{100 + n}", 1, None, m.pick(buses)[0], m.day("2024-07-01", "2025-06-30"), m.amount(1, 6, 1), 58.0, m.amount(10, 150)))
    m.add("Defect", defects)
    m.add("WorkOrder", orders)
