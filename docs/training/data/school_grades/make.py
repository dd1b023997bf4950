"""A secondary school: pupils in classes by school year, courses and teachers, weighted exams, re-sits, absences."""
from making import later

SCHEMA = """
CREATE TABLE "School Year" ("Year" TEXT PRIMARY KEY, "Starts On" TEXT NOT NULL, "Ends On" TEXT NOT NULL);
CREATE TABLE "Teacher" (
  "Teacher Code" TEXT PRIMARY KEY, "First Name" TEXT, "Last Name" TEXT NOT NULL, "Mentor" TEXT REFERENCES "Teacher"("Teacher Code"),
  "Hours Per Week" REAL, "Hired" TEXT, "Left" TEXT);
CREATE TABLE "Class" (
  "Class ID" INTEGER PRIMARY KEY, "Class Name" TEXT NOT NULL, "Level" INTEGER NOT NULL,
  "School Year" TEXT NOT NULL REFERENCES "School Year"("Year"), "Form Teacher" TEXT REFERENCES "Teacher"("Teacher Code"),
  "Deputy" TEXT REFERENCES "Teacher"("Teacher Code"), "Room" TEXT);
CREATE TABLE "Student" (
  "Student No" INTEGER PRIMARY KEY, "First Name" TEXT NOT NULL, "Last Name" TEXT NOT NULL, "Date of Birth" TEXT,
  "Gender" TEXT, "Town" TEXT, "Entered" TEXT NOT NULL, "Left School" TEXT, "Sibling Of" INTEGER REFERENCES "Student"("Student No"));
CREATE TABLE "Class Member" (
  "Class ID" INTEGER REFERENCES "Class"("Class ID"), "Student No" INTEGER REFERENCES "Student"("Student No"),
  "Repeats" TEXT NOT NULL DEFAULT 'N', PRIMARY KEY ("Class ID", "Student No"));
CREATE TABLE "Subject" ("Subject Code" TEXT PRIMARY KEY, "Subject Name" TEXT NOT NULL, "Main Subject" TEXT NOT NULL);
CREATE TABLE "Course" (
  "Course ID" INTEGER PRIMARY KEY, "Class ID" INTEGER NOT NULL REFERENCES "Class"("Class ID"),
  "Subject Code" TEXT NOT NULL REFERENCES "Subject"("Subject Code"), "Teacher Code" TEXT REFERENCES "Teacher"("Teacher Code"),
  "Lessons Per Week" INTEGER);
CREATE TABLE "Exam" (
  "Exam ID" INTEGER PRIMARY KEY, "Course ID" INTEGER NOT NULL REFERENCES "Course"("Course ID"), "Kind" TEXT NOT NULL,
  "Exam Date" TEXT NOT NULL, "Returned On" TEXT, "Weight" INTEGER NOT NULL, "Max Points" INTEGER NOT NULL,
  "Resit Of" INTEGER REFERENCES "Exam"("Exam ID"));
CREATE TABLE "Exam Result" (
  "Exam ID" INTEGER REFERENCES "Exam"("Exam ID"), "Student No" INTEGER REFERENCES "Student"("Student No"),
  "Points" REAL, "Grade" INTEGER, "Remark" TEXT, PRIMARY KEY ("Exam ID", "Student No"));
CREATE TABLE "Absence" (
  "Absence ID" INTEGER PRIMARY KEY, "Student No" INTEGER NOT NULL REFERENCES "Student"("Student No"),
  "First Day" TEXT NOT NULL, "Last Day" TEXT, "Lessons Missed" INTEGER, "Excused" TEXT, "Reason" TEXT);
CREATE TABLE "Report Grade" (
  "Student No" INTEGER REFERENCES "Student"("Student No"), "Course ID" INTEGER REFERENCES "Course"("Course ID"),
  "Term" INTEGER NOT NULL, "Grade" INTEGER, PRIMARY KEY ("Student No", "Course ID", "Term"));
"""

YEARS = [("2021/22", "2021-09-06", "2022-07-15"), ("2022/23", "2022-09-05", "2023-07-14"),
         ("2023/24", "2023-09-04", "2024-07-12"), ("2024/25", "2024-09-02", "2025-07-11")]
SUBJECTS = [("MA", "Mathematics", "yes"), ("DE", "German", "yes"), ("EN", "English", "yes"), ("PH", "Physics", "no"),
            ("HI", "History", "no"), ("MU", "Music", "no"), ("LA", "Latin", "no")]
TOWNS = {"Neustadt": 8, "Altdorf": 5, "neustadt": 1, "Seeheim": 3, "Bergen": 2, None: 1}


def fill(m):
    m.add("School Year", YEARS)
    teachers = []
    for n in range(1, 27):
        first, last = m.person()
        code = f"{last[:3].upper()}{n}"
        mentor = teachers[m.whole(0, n - 2)][0] if n > 3 and m.chance(.6) else None
        teachers.append((code, first if m.chance(.95) else None, last, mentor, m.pick([26, 26, 26, 20, 13.5, 18, None]),
                         m.day("1999-08-01", "2023-02-01"), m.day("2022-03-01", "2024-07-31") if n > 17 and m.chance(.75) else None))
    m.add("Teacher", teachers)
    classes, students, members, cohorts = [], [], [], {}
    for year, start, _ in YEARS[:3]:
        grown, held = {}, set()
        for level in range(7, 11):
            for letter in "ab":
                old = cohorts.get((level - 1, letter), [])
                kept = [s for s in old if m.chance(.94) and s not in held]
                back = [s for s in cohorts.get((level, letter), []) if m.chance(.05)]
                held |= set(back)
                while len(kept) < (13 if level == 7 else 12):
                    first, last = m.person()
                    n = len(students) + 1
                    sibling = m.whole(1, n - 1) if n > 20 and m.chance(.12) else None
                    birth = int(year[:4]) - level - 5
                    students.append([n, first, students[sibling - 1][2] if sibling else last,
                                     m.day(f"{birth}-01-01", f"{birth}-12-31") if m.chance(.96) else None,
                                     m.pick({"f": 10, "m": 10, "d": 1}), m.pick(TOWNS),
                                     start if m.chance(.8) else later(start, days=m.whole(5, 150)), None, sibling])
                    kept.append(n)
                number = len(classes) + 1
                classes.append((number, f"{level}{letter}", level, year, m.pick(teachers[:18])[0],
                                m.pick(teachers[:18])[0] if m.chance(.75) else None, f"{m.pick('ABC')}{m.whole(1, 3)}{m.whole(0, 12):02}"))
                members += [(number, s, "Y" if s in back else "N") for s in kept + back]
                grown[level, letter] = kept + back
        for old in cohorts.values():
            for s in old:
                if not any(s in new for new in grown.values()) and not students[s - 1][7]:
                    students[s - 1][7] = later(start, days=-m.whole(30, 60))
        cohorts = grown
    classes.append((len(classes) + 1, "7a", 7, "2024/25", teachers[3][0], None, None))
    first, last = m.person()
    students.append([len(students) + 1, first, last, "2013-05-05", "f", "Altdorf", "2024-09-02", None, 7])
    m.add("Class", classes)
    m.add("Student", students)
    m.add("Class Member", members)
    m.add("Subject", SUBJECTS + [("IT", "Computer Science", "no")])
    courses, exams, results, reports = [], [], [], []
    skill = {s[0]: m.amount(-1.2, 1.2) for s in students}
    inside = {}
    for c, s, _ in members:
        inside.setdefault(c, []).append(s)
    for c in classes[:-1]:
        year = [y for y in YEARS if y[0] == c[3]][0]
        for code, _, main in m.some(SUBJECTS, 4):
            who = m.pick(teachers[:20])[0] if m.chance(.96) else None
            courses.append((len(courses) + 1, c[0], code, who, m.pick([4, 4, 5]) if main == "yes" else m.pick([2, 2, 3, None])))
            mine, failed = {}, None
            for at in range(m.pick([1, 2, 2, 3])):
                kind = m.pick({"Written": 5, "Oral": 2, "written": 1, "Project": 1}) if at or m.chance(.12) else "Written"
                day = m.day(later(year[1], days=20), later(year[2], days=-20)) if m.chance(.9) else f"{year[0][:4]}-12-20"
                top = m.pick([40, 50, 60, 100])
                number = len(exams) + 1
                exams.append((number, courses[-1][0], kind, day,
                              later(day, days=m.pick([3, 6, 7, 7, 10, 14, 15, 21])) if m.chance(.94) else None,
                              {"Written": 3, "written": 3, "Project": 2, "Oral": 1}[kind], top, None))
                failed = []
                for s in inside[c[0]]:
                    if m.chance(.04):
                        continue
                    share = min(1, max(.05, .66 + .16 * skill[s] + m.amount(-.25, .25)))
                    points = None if m.chance(.05) else round(share * top * 2) / 2
                    grade = None if points is None else 1 if points >= .9 * top else 2 if points >= .77 * top else 3 if points >= .63 * top \
                        else 4 if points >= .5 * top else 5 if points >= .3 * top else 6
                    results.append((number, s, points, grade, "absent" if points is None else m.pick([None, None, None, "late", "Bonus task"])))
                    if points is None or grade >= 5:
                        failed.append(s)
                    if grade:
                        mine.setdefault(s, []).append(grade)
                if len(failed) > 2 and m.chance(.5):
                    again = later(day, days=m.whole(14, 30))
                    exams.append((number + 1, courses[-1][0], kind, again, later(again, days=5), exams[-1][5], top, number))
                    for s in failed:
                        if m.chance(.85):
                            points = round(m.amount(.25, .85) * top * 2) / 2
                            grade = 2 if points >= .77 * top else 3 if points >= .63 * top else 4 if points >= .5 * top else 5 if points >= .3 * top else 6
                            results.append((number + 1, s, points, grade, None))
            for s in inside[c[0]]:
                for term in (1, 2):
                    if s in mine and m.chance(.5):
                        reports.append((s, courses[-1][0], term, min(6, max(1, round(sum(mine[s]) / len(mine[s])) + m.pick([0, 0, 0, 1, -1])))
                                        if m.chance(.97) else None))
    m.add("Course", courses)
    m.add("Exam", exams)
    m.add("Exam Result", results)
    m.add("Report Grade", reports)
    absences = []
    for n in range(1, 701):
        s = students[int(m.random.random() ** 1.5 * (len(students) - 8))]
        y = m.pick([y for y in YEARS[:3] if y[2] > s[6] and (not s[7] or s[7] > y[1])] or [YEARS[0]])
        day = m.day(y[1], y[2]) if m.chance(.92) else m.pick([f"{y[0][:4]}-12-22", y[1], y[2], f"20{y[0][5:]}-01-31"])
        last = later(day, days=m.pick([0, 0, 0, 1, 2, 4, 9]))
        absences.append((n, s[0], day, last if m.chance(.93) else None, m.pick([1, 2, 3, 5, 6, 6, 12, 18, None]),
                         m.pick({"Y": 7, "N": 2, None: 1}), m.pick(["ill", "Ill", "doctor", "family", "truancy", None])))
    m.add("Absence", absences)
