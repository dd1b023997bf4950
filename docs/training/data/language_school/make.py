"""A language school kept in an office database: names with blanks, enrolment days like 03/31/2024."""
from making import later

SCHEMA = """
CREATE TABLE "Language" ("Code" TEXT PRIMARY KEY, "Name" TEXT NOT NULL);
CREATE TABLE "Student" ("Student ID" INTEGER PRIMARY KEY, "First Name" TEXT, "Last Name" TEXT, "Country" TEXT,
  "Birth Date" TEXT, "Referred By" INTEGER REFERENCES "Student"("Student ID"), "Active" TEXT);
CREATE TABLE "Teacher" ("Teacher ID" INTEGER PRIMARY KEY, "Full Name" TEXT, "Native Language" TEXT REFERENCES "Language"("Code"),
  "Mentor ID" INTEGER REFERENCES "Teacher"("Teacher ID"), "Hourly Rate" REAL, "Hired On" TEXT);
CREATE TABLE "Teacher Language" ("Teacher ID" INTEGER REFERENCES "Teacher"("Teacher ID"),
  "Language Code" TEXT REFERENCES "Language"("Code"), PRIMARY KEY ("Teacher ID", "Language Code"));
CREATE TABLE "Course" ("Course ID" INTEGER PRIMARY KEY, "Title" TEXT, "Language Code" TEXT REFERENCES "Language"("Code"),
  "Level" TEXT, "Max Seats" INTEGER, "Price" REAL, "Prerequisite ID" INTEGER REFERENCES "Course"("Course ID"));
CREATE TABLE "Room" ("Room ID" INTEGER PRIMARY KEY, "Room Name" TEXT, "Building" TEXT, "Capacity" INTEGER);
CREATE TABLE "Class" ("Class ID" INTEGER PRIMARY KEY, "Course ID" INTEGER REFERENCES "Course"("Course ID"),
  "Teacher ID" INTEGER REFERENCES "Teacher"("Teacher ID"), "Room ID" INTEGER REFERENCES "Room"("Room ID"),
  "Start Date" TEXT, "End Date" TEXT, "Cancelled" INTEGER);
CREATE TABLE "Enrolment" ("Student ID" INTEGER REFERENCES "Student"("Student ID"), "Class ID" INTEGER REFERENCES "Class"("Class ID"),
  "Enrolled On" TEXT, "Fee Paid" REAL, "Withdrawn On" TEXT, "Final Mark" INTEGER, PRIMARY KEY ("Student ID", "Class ID"));
CREATE TABLE "Session" ("Class ID" INTEGER REFERENCES "Class"("Class ID"), "Session No" INTEGER, "Held On" TEXT,
  "Minutes" INTEGER, PRIMARY KEY ("Class ID", "Session No"));
CREATE TABLE "Attendance" ("Class ID" INTEGER, "Session No" INTEGER, "Student ID" INTEGER REFERENCES "Student"("Student ID"),
  "Status" TEXT, PRIMARY KEY ("Class ID", "Session No", "Student ID"),
  FOREIGN KEY ("Class ID", "Session No") REFERENCES "Session"("Class ID", "Session No"));
CREATE TABLE "Exam Result" ("Result ID" INTEGER PRIMARY KEY, "Student ID" INTEGER REFERENCES "Student"("Student ID"),
  "Language Code" TEXT, "Exam Date" TEXT, "Level" TEXT, "Score" INTEGER, "Passed" TEXT);
"""

LANGUAGES = {"EN": "English", "ES": "Spanish", "FR": "French", "DE": "German", "IT": "Italian", "JA": "Japanese", "EO": "Esperanto"}
LEVELS = ["A1", "A2", "B1", "B2", "C1"]
COUNTRIES = {"Poland": 6, "Turkey": 5, "Brazil": 4, "Ukraine": 4, "brazil": 1, "Japan": 2, "Sweden": 2, None: 1}


def us(day):
    return day and f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    m.add("Language", LANGUAGES.items())
    students = []
    for n in range(1, 261):
        students.append((n, *m.person(), m.pick(COUNTRIES), m.day("1958-01-01", "2008-12-31") if m.chance(.9) else None,
                         m.whole(1, n - 1) if n > 8 and m.chance(.3) else None, "yes" if m.chance(.8) else "no"))
    m.add("Student", students)
    teachers, speaks = [], []
    for n in range(1, 23):
        native = m.pick(["EN", "EN", "ES", "FR", "DE", "IT", "JA"])
        teachers.append((n, " ".join(m.person()), native, m.whole(1, min(n - 1, 6)) if n > 2 and m.chance(.75) else None,
                         m.pick([28, 31.5, 33, 33, 36, 40, 45.5]), m.day("2014-01-01", "2023-12-31")))
        for code in m.some(["EN", "ES", "FR", "DE", "IT", "JA"], m.pick([0, 1, 1, 2])) + [native]:
            if (n, code) not in speaks:
                speaks.append((n, code))
    m.add("Teacher", teachers)
    m.add("Teacher Language", speaks)
    courses = []
    for code, name in list(LANGUAGES.items())[:6]:
        before = None
        for level in LEVELS[:5 if code in ("EN", "DE", "ES") else 3]:
            courses.append((len(courses) + 1, f"{name} {level}", code, level, m.pick([8, 10, 12, 15]),
                            m.pick([180, 195, 220, 220, 260, 310.5]) + (40 if level > "B" else 0), before))
            before = len(courses)
        if m.chance(.7):
            courses.append((len(courses) + 1, f"Business {name}", code, None, 8, 390, before))
        courses.append((len(courses) + 1, f"{name} Conversation", code, m.pick(["B1", "B2", None]), m.pick([6, 12]), 150, None))
    m.add("Course", courses)
    m.add("Room", [(n, name, house, size) for n, (name, house, size) in enumerate(
        [("Oslo", "Main", 12), ("Lima", "Main", 15), ("Cairo", "Main", 8), ("Quito", "Annex", 10), ("Hanoi", "Annex", 20),
         ("Accra", "Annex", 15), ("Cellar", "Main", None)], 1)])
    classes, sessions = [], []
    for n in range(1, 121):
        start = m.pick(["2023-01-09", "2023-04-03", "2023-07-03", "2023-10-02", "2024-01-08", "2024-04-01"]) if m.chance(.7) \
            else m.day("2023-01-02", "2024-06-20")
        count = m.pick([4, 6, 6, 8, 10])
        off = int(m.chance(.07))
        course = m.pick(courses[:-2])
        able = [t for t, code in speaks if code == course[2] and t < 21] or [1]
        if m.chance(.06):
            able = [m.whole(1, 20)]
        classes.append((n, course[0], m.pick(able) if m.chance(.95) else None, m.whole(1, 6), start, later(start, days=7 * count - 7), off))
        for at in range(count):
            day = later(start, days=7 * at)
            if not off and day <= "2024-06-30" and m.chance(.96):
                sessions.append((n, at + 1, day, m.pick([60, 90, 90, 120])))
    m.add("Class", classes)
    m.add("Session", sessions)
    enrolments, present = [], []
    by_class = {}
    for row in sessions:
        by_class.setdefault(row[0], []).append(row)
    for n, course, _, _, start, end, off in classes:
        price = courses[course - 1][5]
        for who in m.some(range(1, 236), m.pick([2, 4, 6, 8, 10, 12])):
            born = students[who - 1]
            day = later(start, days=-m.pick([0, 1, 2, 5, 9, 14, 30, 45, 90]))
            gone = later(start, days=m.pick([-3, -1, 0, 0, 2, 5, 9, 20])) if m.chance(.1) else None
            paid = None if m.chance(.08) else m.pick([price, price, price, round(price * .9, 2), round(price / 2, 2), 0])
            mark = None if off or gone or end > "2024-06-30" or m.chance(.12) else min(100, m.whole(38, 104))
            enrolments.append((born[0], n, us(day), paid, us(gone), mark))
            for row in by_class.get(n, []) if n <= 75 else []:
                if not gone or row[2] < gone:
                    present.append((n, row[1], who, m.pick({"P": 30, "L": 4, "A": 5, "E": 2})))
    m.add("Enrolment", enrolments)
    m.add("Attendance", present)
    exams = []
    for n in range(1, 331):
        score = m.whole(30, 100)
        day = m.pick(["2023-06-30", "2023-12-15", "2024-03-31", "2024-06-14"]) if m.chance(.6) else m.day("2023-01-10", "2024-06-29")
        exams.append((n, m.whole(1, 230), m.pick({"EN": 5, "ES": 3, "DE": 4, "FR": 2, "IT": 1}), day, m.pick(LEVELS), score,
                      "Y" if score >= 60 else "N"))
    m.add("Exam Result", exams)
