"""A bike-sharing system: stations, trips with epoch seconds, maintenance, members, dock counts."""
import calendar
import datetime

SCHEMA = """
CREATE TABLE District (DistrictId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Inhabitants INTEGER);
CREATE TABLE Station (
  StationId INTEGER PRIMARY KEY, Name TEXT NOT NULL, DistrictId INTEGER REFERENCES District(DistrictId),
  Capacity INTEGER NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE BikeModel (ModelId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Maker TEXT, IsElectric INTEGER NOT NULL);
CREATE TABLE Bike (
  BikeId INTEGER PRIMARY KEY, ModelId INTEGER NOT NULL REFERENCES BikeModel(ModelId),
  HomeStationId INTEGER REFERENCES Station(StationId), BoughtOn TEXT, RetiredOn TEXT, PriceCents INTEGER);
CREATE TABLE MemberType (TypeCode TEXT PRIMARY KEY, Label TEXT NOT NULL, MonthlyFeeCents INTEGER, FreeMinutes INTEGER);
CREATE TABLE Member (
  MemberId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, Email TEXT, JoinedAt INTEGER NOT NULL,
  LeftAt INTEGER, ReferredBy INTEGER REFERENCES Member(MemberId), IsTest INTEGER NOT NULL DEFAULT 0);
CREATE TABLE MemberTypeHistory (
  MemberId INTEGER REFERENCES Member(MemberId), TypeCode TEXT NOT NULL REFERENCES MemberType(TypeCode),
  ValidFrom INTEGER, ValidTo INTEGER, PRIMARY KEY (MemberId, ValidFrom));
CREATE TABLE Trip (
  TripId INTEGER PRIMARY KEY, BikeId INTEGER NOT NULL REFERENCES Bike(BikeId), MemberId INTEGER REFERENCES Member(MemberId),
  StartStationId INTEGER NOT NULL REFERENCES Station(StationId), EndStationId INTEGER REFERENCES Station(StationId),
  StartedAt INTEGER NOT NULL, EndedAt INTEGER, DistanceM INTEGER, FeeCents INTEGER NOT NULL);
CREATE TABLE Mechanic (
  MechanicId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, LeadId INTEGER REFERENCES Mechanic(MechanicId));
CREATE TABLE MaintenanceJob (
  JobId INTEGER PRIMARY KEY, BikeId INTEGER NOT NULL REFERENCES Bike(BikeId), MechanicId INTEGER REFERENCES Mechanic(MechanicId),
  Kind TEXT NOT NULL, ReportedAt INTEGER NOT NULL, DoneAt INTEGER, CostCents INTEGER);
CREATE TABLE Part (PartId INTEGER PRIMARY KEY, Name TEXT NOT NULL, UnitPriceCents INTEGER NOT NULL);
CREATE TABLE JobPart (
  JobId INTEGER REFERENCES MaintenanceJob(JobId), PartId INTEGER REFERENCES Part(PartId), Quantity INTEGER NOT NULL,
  PRIMARY KEY (JobId, PartId));
CREATE TABLE DockCount (
  StationId INTEGER REFERENCES Station(StationId), TakenAt INTEGER, BikesDocked INTEGER NOT NULL,
  PRIMARY KEY (StationId, TakenAt));
"""

STATIONS = ["Main Station", "Market Square", "University", "Harbour East", "Harbour West", "Old Town", "City Park",
            "City Park North", "Hospital", "Museum", "Stadium", "Airport", "Tech Campus", "Library", "Zoo",
            "Lakeside", "Town Hall", "Expo Hall", "Cemetery", "Depot"]


def epoch(day, hour=0, minute=0, second=0):
    when = datetime.date.fromisoformat(day)
    return calendar.timegm((when.year, when.month, when.day, hour, minute, second))


def fill(m):
    m.add("District", [(1, "Centre", 41000), (2, "Harbour", 18500), (3, "North", 27300), (4, "South", None),
                       (5, "Hills", 6200), (6, "Islands", 900)])
    stations = [(n, name, m.pick([1, 1, 2, 3, 4, 5]) if m.chance(.95) else None, m.pick([8, 10, 12, 12, 16, 20, 24]),
                 m.day("2021-04-01", "2023-03-31"), None) for n, name in enumerate(STATIONS, 1)]
    stations[17] = stations[17][:5] + ("2023-12-31",)
    stations[18] = stations[18][:4] + ("2024-07-01", None)
    m.add("Station", stations)
    m.add("BikeModel", [(1, "City One", "Velox", 0), (2, "City Two", "Velox", 0), (3, "E-Glide", "Ampere", 1),
                        (4, "Cargo E", "Ampere", 1), (5, "Tandem", None, 0)])
    bikes = []
    for n in range(1, 121):
        bought = m.day("2021-03-01", "2023-03-20")
        bikes.append((n, m.pick({1: 6, 2: 5, 3: 5, 4: 1}), m.whole(1, 18) if m.chance(.8) else None, bought,
                      m.day("2023-05-01", "2024-06-30") if m.chance(.12) else None,
                      m.pick([49900, 59900, 59900, 129900, None])))
    m.add("Bike", bikes)
    m.add("MemberType", [("STD", "Standard", 900, 30), ("STU", "Student", 500, 30), ("PLUS", "Plus", 1900, 60),
                         ("CORP", "Corporate", None, 60), ("SEN", "Senior", 500, 45)])
    members, kinds = [], []
    for n in range(1, 241):
        first, last = m.person()
        joined = epoch(m.day("2021-04-01", "2024-06-15"), m.whole(6, 22), m.whole(0, 59))
        left = joined + m.whole(40, 700) * 86400 if m.chance(.22) else None
        left = left if left and left < epoch("2024-06-30") else None
        members.append((n, first, last, f"{first}.{last}{n}@{m.pick(['mail.com', 'uni.edu', 'Mail.com'])}".lower()
                        if m.chance(.9) else None, joined, left,
                        m.whole(1, n - 1) if n > 10 and m.chance(.3) else None, int(m.chance(.04))))
        since, kind = joined, m.pick({"STD": 6, "STU": 4, "PLUS": 3, "CORP": 2})
        while True:
            until = since + m.whole(60, 500) * 86400
            if m.chance(.6) or until > epoch("2024-06-20") or left and until >= left:
                kinds.append((n, kind, since, left))
                break
            kinds.append((n, kind, since, until))
            since, kind = until, m.pick([k for k in ("STD", "STU", "PLUS", "CORP") if k != kind])
    m.add("Member", members)
    m.add("MemberTypeHistory", kinds)
    moments = sorted(epoch(m.pick(["2023-06-30", "2023-12-31", "2024-01-01", "2024-02-29", "2024-05-31", "2024-06-30"])
                           if m.chance(.05) else m.day("2023-01-01", "2024-06-30"),
                           m.pick({6: 2, 7: 6, 8: 9, 9: 4, 11: 3, 12: 4, 14: 3, 16: 5, 17: 9, 18: 7, 20: 3, 22: 2, 23: 1, 0: 1}),
                           m.whole(0, 59), m.whole(0, 59)) for _ in range(2400))
    trips = []
    for n, start in enumerate(moments, 1):
        bike = bikes[int(m.random.random() ** 1.3 * 114)]
        member = m.whole(1, 205) if m.chance(.82) else None
        if member and members[member - 1][4] > start:
            member = None
        minutes = m.whole(2, 38) if m.chance(.85) else m.whole(40, 210)
        if m.chance(.05):
            minutes = m.pick([30, 60, 45, 1])
        here = m.pick({1: 9, 2: 7, 3: 6, 4: 3, 5: 3, 6: 5, 7: 4, 8: 2, 9: 3, 10: 2, 11: 2, 12: 1, 13: 4, 14: 3, 15: 1, 16: 1, 17: 2, 18: 1})
        there = here if m.chance(.12) else m.pick([s for s in range(1, 18) if s != here])
        lost = m.chance(.02)
        trips.append((n, bike[0], member, here, None if lost or m.chance(.01) else there, start,
                      None if lost else start + minutes * 60 + (m.whole(0, 59) if m.chance(.8) else 0),
                      None if m.chance(.06) else int(minutes * m.amount(90, 260)),
                      0 if member and minutes <= 30 else 100 + minutes * m.pick([8, 10, 10, 12])))
    m.add("Trip", trips)
    m.add("Mechanic", [(n, *m.person(), None if n == 1 else 1 if n < 4 else m.whole(2, n - 1)) for n in range(1, 12)])
    m.add("Part", [(n, name, price) for n, (name, price) in enumerate(
        [("Tyre", 1890), ("Tube", 590), ("Brake pad", 790), ("Chain", 1450), ("Saddle", 2400), ("Bell", 350),
         ("Battery", 28900), ("Light", 1290), ("Basket", 1990)], 1)])
    jobs, used = [], []
    for n in range(1, 521):
        seen = epoch(m.day("2023-01-01", "2024-06-28"), m.whole(6, 20), m.whole(0, 59))
        done = seen + m.pick([m.whole(1, 20) * 3600, m.whole(1, 25) * 86400 + m.whole(0, 5) * 3600]) + m.whole(0, 59) * 60 if m.chance(.88) else None
        jobs.append((n, m.whole(1, 112), m.whole(1, 9) if done or m.chance(.4) else None,
                     m.pick({"flat tyre": 8, "brakes": 5, "inspection": 6, "chain": 3, "battery": 2, "vandalism": 2, "Brakes": 1}),
                     seen, done, m.pick([0, 1500, 2500, 2500, m.whole(8, 190) * 100, None]) if done else None))
        for part in m.some(range(1, 9), m.pick([0, 0, 1, 1, 2, 3]) if done else 0):
            used.append((n, part, m.pick([1, 1, 2, 4])))
    m.add("MaintenanceJob", jobs)
    m.add("JobPart", used)
    counts = []
    for station in stations[:18]:
        for at in range(26):
            if m.chance(.93):
                counts.append((station[0], epoch("2024-06-03", 8) + at * 86400 + m.pick([0, 36000]),
                               m.pick([0, station[3], m.whole(0, station[3]), m.whole(0, station[3]), m.whole(0, station[3])])))
    m.add("DockCount", counts)
