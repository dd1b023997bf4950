"""A regional railway: lines, trips, tickets from station to station, complaints; times are seconds since 1970, UTC."""
import calendar
import datetime

SCHEMA = """
CREATE TABLE Station (StationId INTEGER PRIMARY KEY, Name TEXT, Country TEXT, Zone INTEGER, Platforms INTEGER);
CREATE TABLE Line (LineId INTEGER PRIMARY KEY, Name TEXT, Category TEXT);
CREATE TABLE LineStop (LineId INTEGER REFERENCES Line(LineId), StopNo INTEGER,
  StationId INTEGER REFERENCES Station(StationId), MinutesFromStart INTEGER, PRIMARY KEY (LineId, StopNo));
CREATE TABLE Train (TrainId INTEGER PRIMARY KEY, Model TEXT, Seats INTEGER, BuiltYear INTEGER, Retired TEXT);
CREATE TABLE Trip (TripId INTEGER PRIMARY KEY, LineId INTEGER REFERENCES Line(LineId),
  TrainId INTEGER REFERENCES Train(TrainId), DepartsAt INTEGER, PlannedMinutes INTEGER,
  DelayMinutes INTEGER, Cancelled INTEGER);
CREATE TABLE Passenger (PassengerId INTEGER PRIMARY KEY, FullName TEXT, BirthDate TEXT, CardType TEXT,
  HomeStationId INTEGER REFERENCES Station(StationId), JoinedAt INTEGER);
CREATE TABLE Ticket (TicketId INTEGER PRIMARY KEY, PassengerId INTEGER REFERENCES Passenger(PassengerId),
  FromStationId INTEGER REFERENCES Station(StationId), ToStationId INTEGER REFERENCES Station(StationId),
  Class INTEGER, Channel TEXT, FareCents INTEGER, BoughtAt INTEGER, RefundedAt INTEGER);
CREATE TABLE TicketLeg (TicketId INTEGER REFERENCES Ticket(TicketId), LegNo INTEGER,
  TripId INTEGER REFERENCES Trip(TripId), SeatNo INTEGER, PRIMARY KEY (TicketId, LegNo));
CREATE TABLE Distance (FromStationId INTEGER, ToStationId INTEGER, Km REAL, PRIMARY KEY (FromStationId, ToStationId));
CREATE TABLE Staff (StaffId INTEGER PRIMARY KEY, FullName TEXT, Role TEXT, ManagerId INTEGER REFERENCES Staff(StaffId));
CREATE TABLE TripStaff (TripId INTEGER REFERENCES Trip(TripId), StaffId INTEGER REFERENCES Staff(StaffId),
  Duty TEXT, PRIMARY KEY (TripId, StaffId));
CREATE TABLE Complaint (ComplaintId INTEGER PRIMARY KEY, TicketId INTEGER REFERENCES Ticket(TicketId),
  Topic TEXT, OpenedAt INTEGER, ClosedAt INTEGER, CompensationCents INTEGER);
"""

STATIONS = [("Altdorf", "CH"), ("Brig", "CH"), ("Chur", "CH"), ("Davos Platz", "CH"), ("Engelberg", "CH"),
            ("Feldkirch", "AT"), ("Bludenz", "AT"), ("Bregenz", "AT"), ("Lindau", "DE"), ("Konstanz", "DE"),
            ("Domodossola", "IT"), ("Tirano", "IT"), ("St. Moritz", "CH"), ("St. Gallen", "CH"), ("Arth-Goldau", "CH"),
            ("Vaduz", "LI"), ("Zernez", "CH")]
LINES = [("R1 Lake", "Regional"), ("R2 Valley", "Regional"), ("E10 Alpine", "Express"), ("E20 Border", "Express"),
         ("N1 Night", "Night"), ("S5 Suburb", "Suburban"), ("E30 South", "Express")]
DAY = 86400


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def fill(m):
    m.add("Station", [(n, name, land, m.whole(1, 5), m.pick([1, 2, 2, 3, 4, 6, None]))
                      for n, (name, land) in enumerate(STATIONS, 1)])
    m.add("Line", [(n, *line) for n, line in enumerate(LINES, 1)])
    stops = {}
    for line in range(1, 8):
        at, minutes = m.some(range(1, 16), m.whole(4, 8)), 0
        if line == 3:
            at = [3] + m.some([1, 4, 5, 9, 13, 15], 4) + [12]
        elif line == 7:
            at.append(17)
        for number, station in enumerate(at, 1):
            stops.setdefault(line, []).append((line, number, station, minutes))
            minutes += m.whole(6, 34)
    m.add("LineStop", [row for rows in stops.values() for row in rows])
    m.add("Train", [(n, m.pick(["Flirt", "Kiss", "Re 460", "Allegra"]), m.pick([120, 180, 180, 240, 300]),
                     m.whole(1992, 2022), "Y" if n == 17 else m.pick({"N": 8, "Y": 2}) if n > 3 else "N") for n in range(1, 19)])
    first, last = seconds("2023-01-01"), seconds("2024-06-30")
    edges = [seconds(d) for d in ("2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-02-29", "2024-03-31")]
    times = sorted((m.pick(edges) if m.chance(.08) else first + DAY * m.whole(0, (last - first) // DAY))
                   + 3600 * m.pick([5, 6, 7, 7, 8, 8, 9, 11, 12, 14, 16, 17, 17, 18, 20, 22, 23]) + 60 * m.pick([0, 5, 20, 35, 50])
                   for _ in range(800))
    trips = []
    for n, when in enumerate(times, 1):
        line = m.pick({1: 6, 2: 5, 3: 5, 4: 4, 5: 2, 6: 5})
        off = int(m.chance(.05))
        late = None if off or m.chance(.08) else max(0, int(m.skewed(-4, {1: 10, 2: 14, 6: 12}.get(line, 70), 0)))
        trips.append((n, line, m.whole(1, 15), when, stops[line][-1][3], late, off))
    m.add("Trip", trips)
    people = []
    for n in range(1, 241):
        people.append((n, " ".join(m.person()), m.day("1945-01-01", "2009-12-31") if m.chance(.93) else None,
                       m.pick({None: 5, "Half": 4, "GA": 1, "half": 1, "Junior": 1}), m.whole(1, 16) if m.chance(.9) else None,
                       seconds(m.day("2021-06-01", "2024-05-31")) + m.whole(6 * 3600, 22 * 3600)))
    m.add("Passenger", people)
    tickets, legs, complaints = [], [], []
    for n in range(1, 1501):
        trip = trips[m.whole(0, 799)]
        path = stops[trip[1]]
        a, b = sorted(m.some(range(len(path)), 2))
        if m.chance(.3):
            a, b = 0, len(path) - 1
        first_class = m.chance(.2)
        fare = round((path[b][3] - path[a][3]) * m.amount(22, 45) * (1.7 if first_class else 1) / 10) * 10 + 240
        bought = trip[3] - m.pick([m.whole(60, 1800), m.whole(3600, 2 * DAY), m.whole(DAY, 40 * DAY)])
        chain = [trip]
        goal = path[b][2]
        if m.chance(.25):
            later = [t for t in trips[trip[0]:trip[0] + 12] if t[1] != trip[1] and t[3] > trip[3] + 1800]
            if later:
                chain.append(later[0])
                goal = stops[later[0][1]][-1][2]
        if goal == path[a][2]:
            chain, goal = [trip], path[b][2]
        refunded = trip[3] + m.whole(-DAY, 9 * DAY) if m.chance(.6 if trip[6] else .04) else None
        if refunded is not None and refunded < bought:
            refunded = bought + m.whole(600, 3600)
        person = int(m.random.random() ** 1.6 * 225) + 1 if m.chance(.8) else None
        tickets.append((n, person, path[a][2], goal, 1 if first_class else 2,
                        m.pick({"app": 8, "web": 5, "counter": 4, "machine": 3, "App": 1}), fare, bought, refunded))
        for at, leg in enumerate(chain, 1):
            legs.append((n, at, leg[0], m.whole(1, 120) if m.chance(.35) else None))
        late = max(leg[5] or 0 for leg in chain)
        if m.chance(.03 if late < 15 else .3) or trip[6] and m.chance(.3):
            opened = trip[3] + m.whole(3600, 12 * DAY)
            closed = opened + m.whole(3600, 30 * DAY) if m.chance(.75) else None
            complaints.append((len(complaints) + 1, n, m.pick({"delay": 6, "seat": 2, "cleanliness": 2, "staff": 1}), opened,
                               closed, m.pick([0, 500, 1000, 1000, 2500, None]) if closed else None))
    m.add("Ticket", tickets)
    m.add("TicketLeg", legs)
    m.add("Complaint", complaints)
    pairs = {}
    for a, b in sorted({t[2:4] for t in tickets}):
        if m.chance(.85):
            pairs[a, b] = pairs.get((b, a)) or m.amount(9, 260, 1)
    m.add("Distance", [(a, b, km) for (a, b), km in sorted(pairs.items())])
    crew = []
    for n in range(1, 41):
        role = "manager" if n < 5 else m.pick({"driver": 5, "conductor": 4, "trainee": 1})
        crew.append((n, m.pick(people)[1] if m.chance(.25) else " ".join(m.person()), role, None if n == 1 else 1 if n < 5 else m.whole(2, 4) if n < 25 or m.chance(.6) else m.whole(5, 12)))
    m.add("Staff", crew)
    duty = []
    for t in trips:
        driver = m.pick([s for s in crew[:36] if s[2] == "driver"])
        duty.append((t[0], driver[0], "drive"))
        for s in m.some([s for s in crew[:36] if s[2] in ("conductor", "trainee")], m.pick([0, 1, 1, 2])):
            duty.append((t[0], s[0], "train" if s[2] == "trainee" else "check"))
    m.add("TripStaff", duty)
