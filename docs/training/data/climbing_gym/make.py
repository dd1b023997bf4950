"""A climbing gym: members and tariffs, visits, route setting and ascents, belay courses, gear rental, incidents, shop sales."""
from making import later

SCHEMA = """
CREATE TABLE Hall (HallId INTEGER PRIMARY KEY, HallName TEXT NOT NULL, Town TEXT NOT NULL, Opened TEXT NOT NULL, HeadId INTEGER);
CREATE TABLE Crew (CrewId INTEGER PRIMARY KEY, CrewName TEXT NOT NULL, JobTitle TEXT NOT NULL, HallId INTEGER REFERENCES Hall(HallId), ChiefId INTEGER REFERENCES Crew(CrewId), Joined TEXT NOT NULL, Gone TEXT);
CREATE TABLE Climber (
  ClimberId INTEGER PRIMARY KEY, Nick TEXT NOT NULL, Email TEXT, Born TEXT, Registered TEXT NOT NULL, WaiverSigned TEXT, BroughtById INTEGER, BannedUntil TEXT);
CREATE TABLE Tariff (TariffCode TEXT PRIMARY KEY, TariffName TEXT NOT NULL, Kind TEXT NOT NULL, PriceCents INTEGER NOT NULL);
CREATE TABLE Membership (
  MembershipId INTEGER PRIMARY KEY, ClimberId INTEGER NOT NULL REFERENCES Climber(ClimberId), TariffCode TEXT NOT NULL REFERENCES Tariff(TariffCode), FromDay TEXT NOT NULL, ToDay TEXT, MonthlyCents INTEGER NOT NULL, Frozen INTEGER NOT NULL);
CREATE TABLE Visit (VisitId INTEGER PRIMARY KEY, ClimberId INTEGER NOT NULL, HallId INTEGER NOT NULL, CameAt TEXT NOT NULL, WentAt TEXT, PaidCents INTEGER, MembershipId INTEGER);
CREATE TABLE Grade (GradeText TEXT PRIMARY KEY, SortNo INTEGER NOT NULL);
CREATE TABLE Route (
  RouteId INTEGER PRIMARY KEY, HallId INTEGER NOT NULL REFERENCES Hall(HallId), Colour TEXT NOT NULL, GradeText TEXT, SetById INTEGER, CheckedById INTEGER, SetOn TEXT NOT NULL, StrippedOn TEXT, HeightM TEXT);
CREATE TABLE Ascent (AscentId INTEGER PRIMARY KEY, RouteId INTEGER NOT NULL, ClimberId INTEGER NOT NULL, ClimbedOn TEXT NOT NULL, Style TEXT NOT NULL, Stars INTEGER);
CREATE TABLE Course (CourseId INTEGER PRIMARY KEY, HallId INTEGER NOT NULL, Topic TEXT NOT NULL, TrainerId INTEGER, HeldOn TEXT NOT NULL, Places INTEGER NOT NULL, FeeCents INTEGER NOT NULL, CalledOff INTEGER NOT NULL);
CREATE TABLE CourseSeat (CourseId INTEGER NOT NULL, ClimberId INTEGER NOT NULL, BookedOn TEXT NOT NULL, Outcome TEXT, PRIMARY KEY (CourseId, ClimberId));
CREATE TABLE GearItem (GearId INTEGER PRIMARY KEY, GearKind TEXT NOT NULL, HallId INTEGER NOT NULL, BoughtOn TEXT NOT NULL, RetiredOn TEXT, DayCents INTEGER NOT NULL);
CREATE TABLE GearRental (GearId INTEGER NOT NULL, VisitId INTEGER NOT NULL, Charged INTEGER NOT NULL, BroughtBack INTEGER NOT NULL, PRIMARY KEY (GearId, VisitId));
CREATE TABLE Incident (IncidentId INTEGER PRIMARY KEY, HallId INTEGER NOT NULL, RouteId INTEGER, ClimberId INTEGER, HappenedAt TEXT NOT NULL, Severity INTEGER NOT NULL, ReportedBy INTEGER, ClosedBy INTEGER, ClosedOn TEXT);
"""
GRADES = ["4", "5a", "5b", "5c", "6a", "6a+", "6b", "6b+", "6c", "7a", "7b", "10a"]


def fill(m):
    m.add("Hall", [(1, "Boulderei", "Jena", "2014-09-01", 1), (2, "Nordwand", "Erfurt", "2018-03-01", 2), (3, "Seilbar", "Gera", "2021-10-01", None), (4, "Kletterwerk", "Jena", "2026-06-22", 1)])
    crew = [(n, " ".join(m.person()), "head" if n < 3 else m.pick({"setter": 4, "trainer": 4, "desk": 3}), n if n < 3 else m.pick([1, 1, 2, 3]) if m.chance(.92) else None, None if n in (1, 12) else 1 if n < 4 else m.pick([1, 2, 2, 3]), m.day("2014-09-01", "2025-11-01"), m.day("2025-05-01", "2026-06-10") if n > 6 and m.chance(.3) else None) for n in range(1, 21)]
    crew[19] = (20, "Rosa Lenz", "setter", 1, 2, "2026-06-01", None)
    m.add("Crew", crew)
    folks = []
    for n in range(1, 171):
        first = m.person()[0].lower()
        made = m.day("2022-01-05", "2026-06-15")
        folks.append((n, first + m.pick(["", "", "_x", "99"]), f"k{n}@example.org" if m.chance(.8) else None, m.day("1960-01-01", "2018-12-31") if m.chance(.85) else None, made, later(made, days=m.pick([0, 0, 0, 2, 14])) if m.chance(.85) else None, m.whole(1, n - 1) if n > 8 and m.chance(.22) else None, m.day("2026-01-01", "2026-12-31") if m.chance(.05) else None))
    m.add("Climber", folks)
    m.add("Tariff", [("YEAR", "Annual pass", "pass", 5900), ("MON", "Monthly pass", "pass", 6900), ("STU", "Student pass", "pass", 4500), ("DAY", "Day ticket", "ticket", 1450), ("TEN", "Ten visits", "ticket", 12500), ("KID", "Kids pass", "pass", 2900), ("CORP", "Company pass", "pass", 4900)])
    subs = []
    for n in range(1, 131):
        who = m.whole(1, 150)
        start = m.day(max("2023-06-01", folks[who - 1][4]), "2026-06-20")
        code = m.pick({"YEAR": 5, "MON": 4, "STU": 3, "KID": 2})
        end = later(start, days={"YEAR": 364, "MON": 29, "STU": 179, "KID": 364}[code]) if m.chance(.85) else None
        subs.append((n, who, code, start, end, int({"YEAR": 5900, "MON": 6900, "STU": 4500, "KID": 2900}[code] * m.pick([1, 1, 1, .9])), int(m.chance(.1))))
    m.add("Membership", subs)
    visits = []
    for n in range(1, 701):
        who = int(m.random.random() ** 1.5 * 155) + 1
        at = m.moment(max("2025-01-02", folks[who - 1][4]), "2026-06-27", (8, 21))
        if m.chance(.04):
            at = m.pick(["2025-12-31", "2026-05-31", "2026-03-31"]) + f" {m.whole(10, 20)}:05:00"
        own = [s[0] for s in subs if s[1] == who and s[3] <= at[:10] and (not s[4] or s[4] >= at[:10]) and not s[6]]
        visits.append((n, who, m.pick([1, 1, 1, 2, 2, 3]), at, later(at, minutes=m.whole(25, 210)) if m.chance(.92) else None, None if own else m.pick([1450, 1450, 1150, 0]), own[0] if own else None))
    m.add("Visit", visits)
    m.add("Grade", [(g, k) for k, g in enumerate(GRADES, 1)])
    routes = []
    for n in range(1, 161):
        day = m.day("2025-01-05", "2026-06-15")
        off = later(day, days=m.whole(60, 240)) if m.chance(.6) else None
        by = m.pick([c[0] for c in crew[:19] if c[2] == "setter"] + [3]) if m.chance(.93) else None
        if n % 40 == 0:
            by = None
        routes.append((n, m.pick([1, 1, 2, 3]), m.pick(["red", "blue", "green", "black", "white"]), m.pick(GRADES[1:11]) if m.chance(.93) else None, by, m.pick([by, m.whole(1, 20), m.whole(1, 20)]) if m.chance(.8) and n % 40 else None, day, off if off and off < "2026-06-28" else None, m.pick(["4.5", "8", "9.5", "11", "12.5", "15"]) if m.chance(.9) else None))
    m.add("Route", routes)
    sends = []
    for n in range(1, 601):
        r = m.pick(routes[:145])
        day = m.day(r[6], r[7] or "2026-06-27")
        sends.append((n, r[0], int(m.random.random() ** 1.3 * 150) + 1, day, m.pick({"flash": 3, "redpoint": 5, "attempt": 4}), m.pick([1, 2, 3, 4, 4, 5]) if m.chance(.5) else None))
    m.add("Ascent", sends)
    courses, seats = [], []
    for n in range(1, 61):
        day = m.day("2025-02-01", "2026-08-30")
        if n > 52:
            day = m.day("2026-07-01", "2026-08-30")
        places = m.pick([4, 6, 8])
        off = int(n == 55 or m.chance(.2 if day > "2026-06-30" else .12))
        courses.append((n, m.pick([1, 1, 2, 3]), m.pick({"belay": 5, "lead": 3, "technique": 3, "kids": 2}), m.pick([c[0] for c in crew if c[2] == "trainer"] + [4]) if m.chance(.9) else None, day, places, m.pick([2900, 4900, 6900]), off))
        for who in m.some(range(1, 160), m.whole(0, places) if m.chance(.8) else places):
            seats.append((n, who, later(day, days=-m.whole(1, 40)), None if off or day > "2026-06-28" else m.pick({"passed": 7, "failed": 2, "absent": 2})))
    m.add("Course", courses)
    m.add("CourseSeat", seats)
    gear = [(n, m.pick(["shoes", "shoes", "harness", "rope", "helmet"]), m.pick([1, 1, 2, 3]), m.day("2020-01-01", "2026-04-01"), m.day("2025-06-01", "2026-06-01") if m.chance(.15) else None, m.pick([350, 300, 500])) for n in range(1, 71)]
    m.add("GearItem", gear)
    hired = {}
    for v in visits:
        if m.chance(.35):
            for g in m.some([x for x in gear[:64] if x[2] == v[2] and x[3] <= v[3] and (not x[4] or x[4] > v[3])], m.pick([1, 1, 2])):
                hired[(g[0], v[0])] = (m.pick([g[5], g[5], 0]), int(m.chance(.94)))
    m.add("GearRental", [(*k, *v) for k, v in hired.items()])
    rows = []
    for n in range(1, 61):
        at = m.moment("2025-01-10", "2026-06-26", (9, 21))
        shut = later(at[:10], days=m.whole(0, 40)) if m.chance(.75) else None
        shut = shut if shut and shut < "2026-06-28" else None
        rows.append((n, m.pick([1, 1, 2, 3]), m.pick(routes)[0] if m.chance(.7) else None, m.whole(1, 150) if m.chance(.85) else None, at, m.pick([1, 1, 1, 2, 2, 3]), m.whole(1, 18) if m.chance(.9) else None, m.whole(1, 18) if shut else None, shut))
    m.add("Incident", rows)
