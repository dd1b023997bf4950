"""A fire brigade: stations, vehicles, crews, incidents and dispatches (seconds since 1970, UTC), shifts, certificates (MM/DD/YYYY), hydrants."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE Station (StationId INTEGER PRIMARY KEY, Name TEXT, District TEXT, Volunteer INTEGER, OpenedOn TEXT, ClosedOn TEXT);
CREATE TABLE Vehicle (VehicleId INTEGER PRIMARY KEY, CallSign TEXT, Kind TEXT,
  StationId INTEGER REFERENCES Station(StationId), TankLitres INTEGER, BuiltYear INTEGER, OutOfService TEXT);
CREATE TABLE Firefighter (FirefighterId INTEGER PRIMARY KEY, FullName TEXT, Rank TEXT,
  StationId INTEGER REFERENCES Station(StationId), MentorId INTEGER REFERENCES Firefighter(FirefighterId),
  BirthDate TEXT, JoinedOn TEXT, LeftOn TEXT);
CREATE TABLE CertificateType (TypeId INTEGER PRIMARY KEY, Name TEXT, ValidMonths INTEGER);
CREATE TABLE Certificate (CertificateId INTEGER PRIMARY KEY, FirefighterId INTEGER REFERENCES Firefighter(FirefighterId),
  TypeId INTEGER REFERENCES CertificateType(TypeId), EarnedOn TEXT, Score TEXT);
CREATE TABLE Incident (IncidentId INTEGER PRIMARY KEY, Kind TEXT, Severity INTEGER, District TEXT,
  ReportedAt INTEGER, ClosedAt INTEGER, FalseAlarm INTEGER, ReportedBy TEXT,
  ParentId INTEGER REFERENCES Incident(IncidentId));
CREATE TABLE Dispatch (DispatchId INTEGER PRIMARY KEY, IncidentId INTEGER REFERENCES Incident(IncidentId),
  VehicleId INTEGER REFERENCES Vehicle(VehicleId), AlarmedAt INTEGER, LeftAt INTEGER, ArrivedAt INTEGER,
  BackAt INTEGER, WaterUsedLitres INTEGER);
CREATE TABLE Crew (DispatchId INTEGER REFERENCES Dispatch(DispatchId),
  FirefighterId INTEGER REFERENCES Firefighter(FirefighterId), Role TEXT, PRIMARY KEY (DispatchId, FirefighterId));
CREATE TABLE Casualty (CasualtyId INTEGER PRIMARY KEY, IncidentId INTEGER REFERENCES Incident(IncidentId),
  Age INTEGER, Outcome TEXT, FirefighterId INTEGER REFERENCES Firefighter(FirefighterId));
CREATE TABLE Hydrant (HydrantId INTEGER PRIMARY KEY, District TEXT, Street TEXT, FlowLpm INTEGER,
  LastCheckedOn TEXT, Broken INTEGER);
CREATE TABLE Shift (ShiftId INTEGER PRIMARY KEY, StationId INTEGER REFERENCES Station(StationId), ShiftDate TEXT, Watch TEXT);
CREATE TABLE ShiftDuty (ShiftId INTEGER REFERENCES Shift(ShiftId), FirefighterId INTEGER REFERENCES Firefighter(FirefighterId),
  Minutes INTEGER, Absence TEXT, PRIMARY KEY (ShiftId, FirefighterId));
CREATE TABLE Maintenance (MaintenanceId INTEGER PRIMARY KEY, VehicleId INTEGER REFERENCES Vehicle(VehicleId),
  StartedOn TEXT, FinishedOn TEXT, CostCents INTEGER, Workshop TEXT);
CREATE TABLE Inspection (InspectionId INTEGER PRIMARY KEY, Building TEXT, District TEXT,
  InspectorId INTEGER REFERENCES Firefighter(FirefighterId), InspectedOn TEXT, Result TEXT);
"""

DISTRICTS = ["Old Town", "Harbour", "Northside", "Westhill", "Riverbank", "Airport", "Oakfield"]
KINDS = {"Fire": 8, "fire": 1, "Traffic accident": 5, "Flood": 2, "Technical help": 4, "Alarm system": 5, "Chemical": 1}
STREETS = "Mill Lane,Station Road,High Street,Church Street,Quay Street,Elm Road,Bridge Street,Park Avenue".split(",")
BUILDINGS = ["Grand Hotel", "City School", "Harbour Mall", "St Mary's Hospital", "Old Brewery", "Central Library", "Elm Court",
             "Park Cinema", "Quay Warehouse", "Airport Hall B", "West Gym", "Town Hall"]
TYPES = [("Breathing apparatus", 12), ("First aid", 24), ("Truck driver", 60), ("Chemical hazards", 36), ("Height rescue", 24),
         ("Incident command", None), ("Boat driver", 60)]


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def american(day):
    return f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    m.add("Station", [(n, f"{place} {m.pick(['Fire Station', 'Station', 'Brigade'])}", place, int(n in (4, 6, 8, 9)),
                       m.day("1950-01-01", "2012-12-31"), "2023-05-31" if n == 8 else None)
                      for n, place in enumerate(DISTRICTS[:6] + ["Old Town", "Westhill", "Oakfield", "Airport"], 1)])
    vehicles = []
    for n in range(1, 31):
        kind = m.pick({"Pumper": 5, "Ladder": 2, "Rescue": 2, "Tanker": 2, "Command": 2}) if n not in (4, 13) else "pumper"
        vehicles.append((n, f"{m.pick('ABCDFT')}{m.whole(1, 9)}-{n:02}", kind, (n - 1) % 9 + 1 if n < 28 else None if n == 30 else 1,
                         m.pick([1200, 1600, 2000, 2400]) if kind.lower() == "pumper" else m.pick([6000, 8000, 10000]) if kind == "Tanker"
                         else m.pick([None, None, 0, 500]), m.whole(1996, 2023), "Y" if n in (9, 22) else m.pick({"N": 9, "n": 1, "Y": 1})))
    m.add("Vehicle", vehicles)
    people = []
    for n in range(1, 131):
        joined = m.day("1995-01-01", "2024-05-31")
        left = m.day("2022-01-01", "2024-06-15") if m.chance(.14) and joined < "2021-12-31" else None
        rank = m.pick({"Firefighter": 12, "Crew manager": 4, "Watch manager": 2, "Captain": 2, "captain": .7, "Trainee": 2, None: .7})
        people.append((n, " ".join(m.person()), rank, m.whole(1, 9) if m.chance(.95) else None,
                       m.whole(1, min(n - 1, 28)) if n > 5 and m.chance(.5) else None,
                       m.day("1962-01-01", "2003-12-31") if m.chance(.95) else None, joined, left))
    m.add("Firefighter", people)
    m.add("CertificateType", [(n, *row) for n, row in enumerate(TYPES, 1)])
    papers = []
    for person in people:
        for kind in m.some([1, 2, 3, 4, 5, 7], m.pick([0, 1, 2, 2, 3, 4])):
            day = m.day(max(person[6], "2017-01-01"), "2024-06-20")
            papers.append((person[0], kind, day))
            for _ in range(2):
                if TYPES[kind - 1][1] and m.chance(.5):
                    day = later(day, days=m.whole(120, 600))
                    if day < "2024-06-25" and not (person[7] and day > person[7]):
                        papers.append((person[0], kind, day))
    papers.sort(key=lambda row: (row[2], row[0], row[1]))
    m.add("Certificate", [(n, who, kind, american(day), m.pick([str(m.whole(50, 100)), str(m.whole(60, 100)), "100", "9", "passed", None]))
                          for n, (who, kind, day) in enumerate(papers, 1)])
    first, last = seconds("2022-07-01"), seconds("2024-06-30")
    edges = [seconds(day) for day in ("2023-01-01", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-02-29")]
    times = sorted((m.pick(edges) if m.chance(.07) else first + 86400 * m.whole(0, (last - first) // 86400)) + m.whole(0, 86399)
                   for _ in range(900))
    incidents, dispatches, crews, hurt = [], [], [], []
    by_station = {}
    for person in people:
        by_station.setdefault(person[3], []).append(person)
    for n, when in enumerate(times, 1):
        kind = m.pick(KINDS)
        false = int(m.chance(.7 if kind == "Alarm system" else .06))
        severity = m.pick({1: 5, 2: 5, 3: 3, 4: 1.5, 5: .6, None: .5})
        place = DISTRICTS[int(m.random.random() ** 1.4 * 7)] if m.chance(.97) else None
        closed = when + 60 * int(m.skewed(12, 600, 0)) + m.whole(0, 59)
        incidents.append((n, kind, severity, place, when, None if when > last - 86400 * 2 or m.chance(.03) else closed, false,
                          m.pick({"phone": 8, "app": 2, "alarm panel": 4, "Phone": 1, None: 1}),
                          m.whole(max(1, n - 9), n - 1) if n > 10 and m.chance(.04) else None))
        count = 0 if m.chance(.03) else 1 + (not false) * m.pick([0, 0, 1, 1, 2, 3]) + (severity or 0) // 4
        near = [v for v in vehicles if v[3] and DISTRICTS[(v[3] - 1) % 7] == place]
        for at in range(count):
            v = m.pick(near) if near and m.chance(.6) else vehicles[m.whole(0, 25)]
            if any(d[0] == n and d[1] == v[0] for d in dispatches[-6:]):
                continue
            alarm = when + m.whole(20, 200) + at * m.whole(0, 300)
            left = alarm + m.pick([60, 75, 90, 110, 130, 170, 240, 360]) if m.chance(.95) else None
            arrive = left + m.whole(90, 1300) if left and m.chance(.93) else None
            back = (arrive or left) + m.whole(600, 15000) if left and m.chance(.96) else None
            water = m.pick([0, 200, 400, 800, 1500, v[4] or 300]) if kind.lower() == "fire" and arrive and not false and m.chance(.85) else None
            dispatches.append((n, v[0], alarm, left, arrive, back, water))
            if left:
                day = datetime.datetime.fromtimestamp(alarm, datetime.timezone.utc).date().isoformat()
                fit = [p for p in by_station.get(v[3], []) if p[6] <= day and (not p[7] or p[7] > day)]
                for at2, p in enumerate(m.some(fit, m.pick([2, 3, 3, 4, 6]))):
                    crews.append((len(dispatches), p[0], "commander" if at2 == 0 else m.pick(["driver", "hose", "hose", "Hose", None])))
        if kind in ("Fire", "fire", "Traffic accident") and not false and m.chance(.2):
            for _ in range(m.pick([1, 1, 1, 2, 3])):
                mine = [c[1] for c in crews if dispatches[c[0] - 1][0] == n] if m.chance(.12) else []
                hurt.append((n, m.whole(1, 92) if m.chance(.85) else None, m.pick({"injured": 9, "Injured": 1, "dead": 1.3, "unhurt": 3, None: 1}),
                             m.pick(mine) if mine else None))
    m.add("Incident", incidents)
    m.add("Dispatch", [(n, *row) for n, row in enumerate(dispatches, 1)])
    m.add("Crew", crews)
    m.add("Casualty", [(n, *row) for n, row in enumerate(hurt, 1)])
    m.add("Hydrant", [(n, m.pick(DISTRICTS[:6]) if m.chance(.96) else None, m.pick(STREETS), m.pick([600, 800, 800, 1000, 1200, 1600, None]),
                       m.day("2021-01-01", "2024-06-28") if m.chance(.9) else None, int(m.chance(.09))) for n in range(1, 161)])
    shifts, duty = [], []
    day = "2024-03-01"
    while day <= "2024-06-30":
        for station in (1, 2, 3, 5, 7):
            if m.chance(.06):
                continue
            shifts.append((len(shifts) + 1, station, day, "ABC"[(len(shifts) // 5) % 3]))
            fit = [p for p in by_station.get(station, []) if p[6] <= day and (not p[7] or p[7] > day)]
            for p in m.some(fit, m.whole(2, 5)):
                gone = m.pick(["sick", "holiday", "Sick", "training"]) if m.chance(.1) else None
                duty.append((len(shifts), p[0], 0 if gone and m.chance(.8) else None if gone else m.pick([480, 600, 720, 720, 750]), gone))
        day = later(day, days=1)
    m.add("Shift", shifts)
    m.add("ShiftDuty", duty)
    works = []
    for v in vehicles:
        at = m.day("2021-06-01", "2022-09-30")
        while at < "2024-06-25" and v[0] != 17:
            done = later(at, days=m.pick([0, 1, 1, 2, 4, 9, 20]))
            works.append((v[0], at, done if done <= "2024-06-30" and m.chance(.97) else None, m.whole(4000, 380000) if m.chance(.92) else None,
                          m.pick(["Own workshop", "Truck Service Ltd", "own workshop", "Ladder Experts", None])))
            at = later(done, days=m.whole(90, 500))
    m.add("Maintenance", [(n, *row) for n, row in enumerate(sorted(works, key=lambda row: row[1]), 1)])
    checks = sorted((m.day("2022-01-01", "2024-06-28"), m.pick(BUILDINGS)) for _ in range(90))
    home = {name: m.pick(DISTRICTS) for name in BUILDINGS}
    m.add("Inspection", [(n, name, home[name], m.whole(1, 40) if m.chance(.93) else None, at, m.pick({"passed": 6, "failed": 2, "Passed": 1, "minor faults": 2}))
                         for n, (at, name) in enumerate(checks, 1)])
