"""A driving school: students and their enrolments by licence class, lessons, theory classes, exams and attempts, instalments, vehicles."""
from making import later

SCHEMA = """
CREATE TABLE Branches (BranchId INTEGER PRIMARY KEY, BranchName TEXT NOT NULL, City TEXT NOT NULL);
CREATE TABLE Instructors (
  InstructorId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, BranchId INTEGER NOT NULL REFERENCES Branches(BranchId),
  MentorId INTEGER, EmployedFrom TEXT NOT NULL, EmployedTo TEXT, HourlyPay INTEGER NOT NULL);
CREATE TABLE Vehicles (
  VehicleId INTEGER PRIMARY KEY, Plate TEXT NOT NULL, Make TEXT NOT NULL, Gearbox TEXT NOT NULL, BranchId INTEGER NOT NULL, BoughtOn TEXT NOT NULL, SoldOn TEXT, OdometerKm TEXT);
CREATE TABLE LicenceClasses (ClassCode TEXT PRIMARY KEY, Title TEXT NOT NULL, MinAge INTEGER NOT NULL, MinLessons INTEGER NOT NULL);
CREATE TABLE Students (
  StudentId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, BirthDate TEXT, Phone TEXT, ReferredBy INTEGER, RegisteredOn TEXT NOT NULL);
CREATE TABLE Enrolments (
  EnrolmentId INTEGER PRIMARY KEY, StudentId INTEGER NOT NULL REFERENCES Students(StudentId), ClassCode TEXT NOT NULL REFERENCES LicenceClasses(ClassCode),
  BranchId INTEGER NOT NULL, StartedOn TEXT NOT NULL, FinishedOn TEXT, DroppedOn TEXT, PackagePrice INTEGER NOT NULL, DiscountPct INTEGER);
CREATE TABLE Lessons (
  LessonId INTEGER PRIMARY KEY, EnrolmentId INTEGER NOT NULL REFERENCES Enrolments(EnrolmentId), InstructorId INTEGER NOT NULL, VehicleId INTEGER,
  BookedAt TEXT NOT NULL, StartsAt TEXT NOT NULL, Minutes INTEGER NOT NULL, StatusNo INTEGER NOT NULL, Fee INTEGER NOT NULL);
CREATE TABLE TheoryClasses (TheoryId INTEGER PRIMARY KEY, BranchId INTEGER NOT NULL, InstructorId INTEGER, HeldOn TEXT NOT NULL, Topic TEXT NOT NULL, Seats INTEGER NOT NULL);
CREATE TABLE TheoryAttendance (
  TheoryId INTEGER NOT NULL REFERENCES TheoryClasses(TheoryId), StudentId INTEGER NOT NULL REFERENCES Students(StudentId), Present INTEGER NOT NULL,
  PRIMARY KEY (TheoryId, StudentId));
CREATE TABLE Exams (
  ExamId INTEGER PRIMARY KEY, EnrolmentId INTEGER NOT NULL, Kind TEXT NOT NULL, AttemptNo INTEGER NOT NULL, TakenOn TEXT NOT NULL,
  Result TEXT, ErrorPoints INTEGER, AccompaniedBy INTEGER);
CREATE TABLE Instalments (
  EnrolmentId INTEGER NOT NULL REFERENCES Enrolments(EnrolmentId), SeqNo INTEGER NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Amount INTEGER NOT NULL,
  PRIMARY KEY (EnrolmentId, SeqNo));
"""

CLASSES = [("B", "Car", 17, 12), ("A", "Motorcycle", 18, 10), ("BE", "Car with trailer", 18, 4), ("C", "Truck", 21, 15), ("AM", "Moped", 15, 5), ("D", "Bus", 24, 20)]


def fill(m):
    m.add("Branches", [(1, "Centre", "Ulm"), (2, "Station", "Ulm"), (3, "Riverside", "Neu-Ulm"), (4, "Hillside", "Blaubeuren")])
    team = []
    for n in range(1, 19):
        team.append((n, *m.person(), n if n < 4 else m.pick([1, 1, 2, 2, 3]), m.whole(1, 3) if n > 3 and m.chance(.7) else None, m.day("2010-02-01", "2024-11-01"),
                     m.day("2025-02-01", "2026-06-01") if n > 4 and m.chance(.25) else None, m.pick([22, 24, 26, 28, 31])))
    m.add("Instructors", team)
    cars = []
    for n in range(1, 23):
        bought = m.day("2018-01-10", "2025-06-01")
        cars.append((n, f"UL-DS {m.whole(100, 999)}", m.pick(["VW", "Opel", "Seat", "BMW", "Yamaha"]), m.pick({"M": 6, "A": 3}), m.pick([1, 1, 2, 3]), bought,
                     m.day("2025-07-01", "2026-06-01") if m.chance(.2) else None, str(m.whole(900, 180000)) if m.chance(.92) else None))
    m.add("Vehicles", cars)
    m.add("LicenceClasses", CLASSES)
    kids = []
    for n in range(1, 231):
        kids.append((n, *m.person(), m.day("1975-01-01", "2009-05-01") if m.chance(.93) else None, f"01{m.whole(500, 799)}-{m.whole(10000, 99999)}" if m.chance(.85) else None,
                     m.whole(1, n - 1) if n > 4 and m.chance(.25) else None, m.day("2023-09-01", "2026-06-20")))
    m.add("Students", kids)
    ens, lessons, exams, rates = [], [], [], []
    for n in range(1, 261):
        s = kids[n - 1] if n <= 215 else kids[m.whole(0, 214)]
        c = m.pick({"B": 14, "A": 4, "BE": 2, "C": 1, "AM": 2})
        start = later(s[6], days=m.whole(0, 30))
        lasts = m.whole(90, 330)
        end = later(start, days=lasts)
        drop = later(start, days=m.whole(20, 200)) if m.chance(.12) else None
        done = end if not drop and end <= "2026-06-30" and m.chance(.85) else None
        if drop and drop > "2026-06-30":
            drop = None
        price = {"B": 1900, "A": 1500, "BE": 700, "C": 3400, "AM": 800}[c] + (100 if start > "2025-06" else 0)
        off = m.pick([5, 10]) if m.chance(.2) else (None if m.chance(.7) else 0)
        br = m.pick({1: 5, 2: 4, 3: 3})
        ens.append((n, s[0], c, br, start, done, drop, price, off))
        stop = done or drop or "2026-07-20"
        for _ in range(m.whole(2, 14) if n % 25 else 0):
            at = m.moment(start, max(start, stop), (7, 19))
            if m.chance(.04):
                at = m.pick(["2025-12-31", "2026-03-31", "2026-05-31"]) + " 17:15:00"
            st = 1 if at > "2026-06-30" else m.pick({2: 84, 3: 9, 4: 5})
            who = m.pick([t[0] for t in team[:17] if t[3] == br])
            lessons.append((len(lessons) + 1, n, who, m.pick([v[0] for v in cars]) if m.chance(.95) else None, later(at, days=-m.pick([0, 1, 2, 5, 9, 20]), hours=-4), at, m.pick([45, 45, 90, 90, 135]), st,
                            m.pick([55, 60, 65])))
        for kind in "TP":
            at, tries = later(start, days=m.whole(40, 90) if kind == "T" else m.whole(70, 200)), m.pick([1, 1, 1, 2, 2, 3])
            if drop and m.chance(.7):
                tries = 0
            for k in range(1, tries + 1):
                res = None if at > "2026-06-30" else "pass" if k == tries and m.chance(.9) else "fail"
                exams.append((len(exams) + 1, n, kind, k, at, res, None if res is None else m.whole(0, 9) if res == "pass" else m.whole(10, 40), m.whole(1, 17) if kind == "P" else None))
                if res is None:
                    break
                at = later(at, days=m.whole(14, 40))
        net = round(price * (100 - (off or 0)) / 100)
        parts = m.pick([1, 2, 3])
        for k in range(1, parts + 1):
            due = later(start, days=30 * k - 20)
            paid = later(due, days=m.pick([-5, 0, 0, 0, 3, 12]))
            rates.append((n, k, due, paid if paid <= "2026-06-30" and m.chance(.9) else None, net // parts + (net % parts if k == 1 else 0)))
    m.add("Enrolments", ens)
    m.add("Lessons", lessons)
    classes, seen = [], {}
    for n in range(1, 131):
        classes.append((n, m.pick([1, 1, 2, 3]), m.whole(1, 16) if m.chance(.93) else None, m.day("2024-01-10", "2026-06-25"), m.pick(["right of way", "signs", "first aid", "motorway", "alcohol"]), m.pick([12, 16, 20])))
        for s in m.some(range(1, 220), m.pick([0, 3, 5, 8, 10, 12])):
            seen[n, s] = (n, s, int(m.chance(.86)))
    m.add("TheoryClasses", classes)
    m.add("TheoryAttendance", seen.values())
    m.add("Exams", exams)
    m.add("Instalments", rates)
