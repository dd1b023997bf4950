"""A dance school: styles, courses and their lessons, enrolments, attendance, payments, shows."""
from making import later

SCHEMA = """
CREATE TABLE Teacher (
  TeacherID INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, HiredOn TEXT NOT NULL, LeftOn TEXT,
  HourlyRate REAL, MentorID INTEGER REFERENCES Teacher(TeacherID));
CREATE TABLE DanceStyle (StyleID INTEGER PRIMARY KEY, StyleName TEXT NOT NULL, ParentStyleID INTEGER);
CREATE TABLE Studio (StudioID INTEGER PRIMARY KEY, StudioName TEXT NOT NULL, Town TEXT NOT NULL, MaxPeople INTEGER NOT NULL);
CREATE TABLE Student (
  StudentID INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, BirthDate TEXT, Gender TEXT, Town TEXT,
  JoinedOn TEXT NOT NULL, QuitOn TEXT);
CREATE TABLE Course (
  CourseID INTEGER PRIMARY KEY, Title TEXT NOT NULL, StyleID INTEGER NOT NULL REFERENCES DanceStyle(StyleID),
  TeacherID INTEGER NOT NULL REFERENCES Teacher(TeacherID), AssistantID INTEGER, StudioID INTEGER NOT NULL REFERENCES Studio(StudioID),
  Lvl INTEGER NOT NULL, Weekday INTEGER NOT NULL, StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, Fee INTEGER NOT NULL, Places INTEGER NOT NULL);
CREATE TABLE EnrolmentStatus (Code TEXT PRIMARY KEY, Meaning TEXT NOT NULL);
CREATE TABLE Enrolment (
  CourseID INTEGER NOT NULL, StudentID INTEGER NOT NULL, EnrolledOn TEXT NOT NULL, Status TEXT NOT NULL, Discount INTEGER,
  PRIMARY KEY (CourseID, StudentID));
CREATE TABLE Lesson (
  LessonID INTEGER PRIMARY KEY, CourseID INTEGER NOT NULL, HeldOn TEXT NOT NULL, TaughtBy INTEGER, Minutes INTEGER NOT NULL,
  Cancelled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Attendance (LessonID INTEGER NOT NULL, StudentID INTEGER NOT NULL, Present INTEGER NOT NULL, PRIMARY KEY (LessonID, StudentID));
CREATE TABLE Payment (
  PaymentID INTEGER PRIMARY KEY, StudentID INTEGER NOT NULL, CourseID INTEGER NOT NULL, PaidAt TEXT NOT NULL, Amount INTEGER NOT NULL,
  Method TEXT NOT NULL, RefundedAt TEXT);
CREATE TABLE StageShow (ShowID INTEGER PRIMARY KEY, Title TEXT NOT NULL, ShowDate TEXT NOT NULL, Town TEXT NOT NULL, TicketsSold INTEGER);
CREATE TABLE ShowDancer (ShowID INTEGER NOT NULL, StudentID INTEGER NOT NULL, Part TEXT NOT NULL, PRIMARY KEY (ShowID, StudentID, Part));
"""
STYLES = [(1, "Ballet", None), (2, "Latin", None), (3, "Street", None), (4, "Salsa", 2), (5, "Bachata", 2), (6, "Hip Hop", 3),
          (7, "House", 3), (8, "Tango", 2), (9, "Ballroom", None), (10, "Waltz", 9), (11, "Modern Ballet", 1), (12, "Tap", None)]
TOWNS = ["Leuven", "Mechelen", "Tienen", "Aarschot"]


def fill(m):
    staff = []
    for n in range(1, 19):
        first, last = m.person()
        hired = m.day("2015-01-05", "2025-10-01")
        left = m.day("2025-01-10", "2026-05-30") if n > 6 and m.chance(.6) else None
        staff.append((n, first, last, hired, left if left and left > hired else None, m.pick([28.0, 32.5, 35.0, 40.0]) if m.chance(.9) else None,
                      None if n < 4 or m.chance(.2) else m.pick([1, 2, 3, m.whole(1, n - 1)])))
    m.add("Teacher", staff)
    m.add("DanceStyle", STYLES)
    m.add("Studio", [(1, "Mirror Hall", "Leuven", 24), (2, "Loft", "Leuven", 16), (3, "Old Mill", "Mechelen", 20), (4, "Cellar", "Tienen", 10),
                     (5, "Annex", "Mechelen", 8)])
    students = []
    for n in range(1, 151):
        first, last = m.person()
        joined = m.day("2022-09-01", "2026-06-10")
        quit_on = later(joined, days=m.whole(60, 900)) if m.chance(.3) else None
        students.append((n, first, last, m.day("1965-01-01", "2018-12-31") if m.chance(.93) else None, m.pick({"f": 6, "m": 3, "x": 1}) if m.chance(.95) else None,
                         m.pick(TOWNS) if m.chance(.92) else None, joined, quit_on if quit_on and quit_on < "2026-06-28" else None))
    m.add("Student", students)
    courses, enrol, lessons, present, pays = [], [], [], [], []
    terms = [("2024-09-02", "2024-12-15"), ("2025-01-13", "2025-04-06"), ("2025-04-21", "2025-06-29"), ("2025-09-01", "2025-12-14"),
             ("2026-01-12", "2026-04-05"), ("2026-04-20", "2026-06-28")]
    for start, end in terms:
        for _ in range(8):
            n = len(courses) + 1
            style = m.pick([1, 1, 4, 4, 5, 6, 6, 7, 8, 10, 11])
            level = m.pick([1, 1, 2, 2, 3, 4])
            day = m.whole(1, 7)
            lead = m.whole(1, 13)
            studio = m.pick({1: 4, 2: 4, 3: 3, 4: 2})
            courses.append((n, f"{STYLES[style - 1][1]} {'I' * level if level < 4 else 'IV'}", style, lead, m.whole(1, 16) if m.chance(.4) else None, studio,
                            level, day, later(start, days=day - 1), end, m.pick([90, 110, 120, 140, 160]), m.pick([6, 8, 10, 12])))
            here = []
            for who in m.some([s for s in students if s[6] <= start], m.whole(4, 12)):
                signed = later(start, days=-m.whole(-6, 40))
                status = m.pick({"A": 14, "W": 2, "C": 4})
                enrol.append((n, who[0], max(signed, who[6]), status, m.pick([10, 20, 50]) if m.chance(.2) else None))
                fee = courses[-1][10] * (100 - (enrol[-1][4] or 0)) // 100
                if status == "A":
                    here.append(who[0])
                if status == "A" and m.chance(.88) or status == "C" and m.chance(.4):
                    for part in ([fee] if m.chance(.75) else [fee // 2, fee - fee // 2]):
                        at = m.moment(max(signed, who[6]), later(max(signed, who[6]), days=30), (8, 22))
                        if "2025-01-05" < signed < "2025-01-25" and m.chance(.2):
                            at = m.moment("2025-01-31", "2025-01-31", (8, 22))
                        elif signed < "2025-01-10" < start and m.chance(.2):
                            at = m.moment("2025-01-15", "2025-01-15", (8, 22))
                        if at < "2026-06-29":
                            pays.append((len(pays) + 1, who[0], n, at, part, m.pick({"card": 5, "transfer": 4, "cash": 2}),
                                         later(at, days=m.whole(3, 40)) if status == "C" and m.chance(.8) else None))
            date = later(start, days=day - 1)
            for k in range(6):
                if date > end:
                    break
                off = int(m.chance(.1))
                lessons.append((len(lessons) + 1, n, date, lead if m.chance(.8) else m.whole(1, 14) if m.chance(.8) else None, m.pick([60, 60, 75, 90]), off))
                if not off:
                    present += [(len(lessons), who, int(m.chance(.78))) for who in here if m.chance(.95)]
                date = later(date, days=m.pick([7, 7, 14]))
    m.add("Course", courses)
    m.add("EnrolmentStatus", [("A", "Active"), ("W", "Waiting list"), ("C", "Cancelled"), ("T", "Trial")])
    m.add("Enrolment", enrol)
    m.add("Lesson", lessons)
    m.add("Attendance", present)
    m.add("Payment", pays)
    m.add("StageShow", [(1, "Winter Gala", "2024-12-20", "Leuven", 310), (2, "Spring Steps", "2025-04-12", "Mechelen", 180),
                        (3, "Summer Show", "2025-06-28", "Leuven", 420), (4, "Winter Gala", "2025-12-19", "Leuven", 365),
                        (5, "Open Stage", "2026-03-14", "Tienen", 95), (6, "Summer Show", "2026-06-27", "Leuven", None), (7, "Street Night", "2026-05-09", "Mechelen", 210)])
    cast = set()
    for show in (1, 2, 3, 4, 5, 7):
        for who in m.some([s[0] for s in students[:90]], m.whole(8, 20)):
            cast.add((show, who, m.pick(["group", "group", "duo", "solo"])))
            if m.chance(.15):
                cast.add((show, who, "solo"))
    m.add("ShowDancer", sorted(cast))
