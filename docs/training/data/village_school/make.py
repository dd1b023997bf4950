"""A village school: teachers, classes, pupils, subjects, marks and days of absence."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE Teacher (TeacherId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Salary INTEGER NOT NULL, HiredOn TEXT NOT NULL, MentorId INTEGER REFERENCES Teacher(TeacherId));
CREATE TABLE SchoolClass (ClassId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Grade INTEGER NOT NULL, TeacherId INTEGER REFERENCES Teacher(TeacherId), Room TEXT);
CREATE TABLE Pupil (PupilId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Gender TEXT NOT NULL, BirthDate TEXT NOT NULL, Village TEXT NOT NULL, ClassId INTEGER REFERENCES SchoolClass(ClassId), TakesBus INTEGER NOT NULL);
CREATE TABLE Mark (MarkId INTEGER PRIMARY KEY, PupilId INTEGER NOT NULL REFERENCES Pupil(PupilId), Subject TEXT NOT NULL, Points INTEGER NOT NULL, GivenOn TEXT NOT NULL);
CREATE TABLE Absence (AbsenceId INTEGER PRIMARY KEY, PupilId INTEGER NOT NULL REFERENCES Pupil(PupilId), StartDate TEXT NOT NULL, Days INTEGER NOT NULL, Excused INTEGER NOT NULL);
"""


def fill(m):
    firsts, lasts = m.some(FIRST, 46), m.some(LAST, 47)
    pay = m.some(range(2900, 5200, 10), 9)
    m.add("Teacher", [(n, firsts[45 - n], lasts[n * 4], pay[n - 1], m.day("1996-08-01", "2022-08-01"), {3: 1, 5: 1, 6: 2, 8: 2, 9: 3}.get(n)) for n in range(1, 10)])
    classes = [(1, "1a", 1, 4, "R1"), (2, "1b", 1, 7, "R2"), (3, "2a", 2, 2, "R3"), (4, "3a", 3, 1, "R4"), (5, "4a", 4, 8, "R5"), (6, "4b", 4, 3, None), (7, "5a", 5, None, None)]
    m.add("SchoolClass", classes)
    pupils = []
    for n in range(1, 91):
        group = m.pick({1: 5, 2: 4, 3: 7, 4: 8, 5: 5, 6: 4}) if n not in (17, 60) else None
        born = 2024 - 6 - (classes[group - 1][2] if group else 2)
        pupils.append((n, firsts[n % 46], lasts[n * 5 % 47], m.pick({"girl": 5, "boy": 4}), m.day(f"{born}-01-01", f"{born}-12-28"), m.pick({"Mill Green": 6, "Upper Dale": 4, "Lower Dale": 3, "Ashby": 1}), group, int(m.chance(.4))))
    m.add("Pupil", pupils)
    marks = []
    for n in range(1, 281):
        subject = m.pick({"Maths": 5, "English": 4, "Science": 3, "Music": 2, "Sports": 2})
        marks.append((n, 1 + int(m.random.random() ** 1.3 * 82), subject, min(100, m.whole(25, 95) + (8 if subject == "Music" else 0)), m.day("2023-09-05", "2024-07-10")))
    m.add("Mark", marks)
    m.add("Absence", [(n, 1 + int(m.random.random() ** 1.6 * 75), m.day("2023-09-05", "2024-07-05"), m.pick([1, 1, 1, 2, 2, 3, 4, 5, 8, 10]), int(m.chance(.75))) for n in range(1, 121)])
