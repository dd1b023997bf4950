"""A piano school: teachers, students, lessons in rooms, invoices, pianos and their rental, recitals. Rows move with the day on which they are made."""
from making import ago

SCHEMA = """
CREATE TABLE Teacher (TeacherID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, City TEXT, HourlyRate INTEGER NOT NULL, HiredOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Student (
  StudentID INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, BirthDate TEXT, Level TEXT NOT NULL, JoinedOn TEXT NOT NULL, LeftOn TEXT,
  TeacherID INTEGER REFERENCES Teacher(TeacherID), Phone TEXT);
CREATE TABLE Room (RoomID INTEGER PRIMARY KEY, RoomName TEXT NOT NULL, Seats INTEGER NOT NULL);
CREATE TABLE Piano (PianoID INTEGER PRIMARY KEY, Maker TEXT NOT NULL, Kind TEXT NOT NULL, RoomID INTEGER REFERENCES Room(RoomID), BoughtOn TEXT NOT NULL, LastTunedOn TEXT, NextTuningOn TEXT);
CREATE TABLE Lesson (
  LessonID INTEGER PRIMARY KEY, StudentID INTEGER NOT NULL REFERENCES Student(StudentID), TeacherID INTEGER NOT NULL REFERENCES Teacher(TeacherID), RoomID INTEGER REFERENCES Room(RoomID),
  BookedOn TEXT NOT NULL, StartsAt TEXT NOT NULL, Minutes INTEGER NOT NULL, Status TEXT NOT NULL);
CREATE TABLE Invoice (InvoiceID INTEGER PRIMARY KEY, StudentID INTEGER NOT NULL REFERENCES Student(StudentID), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Amount REAL NOT NULL);
CREATE TABLE Rental (RentalID INTEGER PRIMARY KEY, PianoID INTEGER NOT NULL REFERENCES Piano(PianoID), StudentID INTEGER NOT NULL REFERENCES Student(StudentID), RentedOn TEXT NOT NULL, DueBack TEXT NOT NULL, ReturnedOn TEXT, MonthlyFee INTEGER NOT NULL);
CREATE TABLE Recital (RecitalID INTEGER PRIMARY KEY, Title TEXT NOT NULL, HeldOn TEXT NOT NULL, Venue TEXT NOT NULL, TicketPrice INTEGER);
CREATE TABLE RecitalEntry (RecitalID INTEGER NOT NULL REFERENCES Recital(RecitalID), StudentID INTEGER NOT NULL REFERENCES Student(StudentID), Piece TEXT NOT NULL, SignedUpOn TEXT NOT NULL, PRIMARY KEY (RecitalID, StudentID));
"""
MAKERS = ["Yamaha", "Kawai", "Petrof", "Bechstein", "Schimmel"]


def fill(m):
    staff = []
    for n in range(1, 25):
        since = m.whole(800, 5000) if n < 18 else m.pick([0, 3, 15, 40, 200, 420])
        gone = m.whole(0, 500) if n % 6 == 0 and n < 18 else None
        staff.append((n, " ".join(m.person()), m.pick(["Graz", "Linz", "Wels"]) if m.chance(.9) else None, m.pick([28, 32, 36, 40, 45]), ago(since), ago(gone) if gone is not None else None, since, gone))
    m.add("Teacher", [t[:6] for t in staff])
    pupils = []
    for n in range(1, 231):
        since = m.whole(300, 2600) if n < 150 else (n - 150) % 15 if n < 180 else m.whole(0, 420)
        gone = m.whole(0, min(since, 420)) if n % 5 == 0 and since > 60 else None
        pupils.append((n, *m.person(), ago(m.pick([3100, 3900, 5000, 6200, 9000, 14000, 20000]) + m.whole(0, 700)) if m.chance(.92) else None, m.pick({"beginner": 5, "intermediate": 4, "advanced": 2}), ago(since), ago(gone) if gone is not None else None,
                       m.whole(1, 20) if m.chance(.94) else None, f"0664{m.whole(100000, 999999)}" if m.chance(.85) else None, since, gone))
    m.add("Student", [p[:9] for p in pupils])
    m.add("Room", [(1, "Chopin", 4), (2, "Liszt", 4), (3, "Clara", 12), (4, "Satie", 3), (5, "Hall", 80), (6, "Attic", 2)])
    m.add("Piano", [(n, m.pick(MAKERS), m.pick({"upright": 6, "grand": 3, "digital": 4}), m.whole(1, 5) if n % 3 else None, ago(m.whole(500, 7000)),
                     ago(last) if n % 8 else None, ago(last - m.pick([180, 180, 365])) if n % 8 else None) for n in range(1, 61) for last in [n * 5 + m.whole(0, 6)]])
    lessons = []
    for day in range(800, -32, -1):
        there = [p for p in pupils[:215] if p[9] >= max(day, 0) and (p[10] is None or p[10] <= day) and (p[0] % 9 or day > 70)]
        for at, one in enumerate(m.some(there, 7 if -9 < day < 15 else m.pick([2, 3, 4, 5]))):
            status = m.pick({"held": 14, "cancelled": 2, "missed": 1}) if day > 0 else m.pick({"planned": 9, "cancelled": 1}) if day < 0 else ("held", "planned", "held", "held", "cancelled", "planned", "held")[at]
            hour = m.whole(0, 8) if day == 0 and status == "held" else m.whole(14, 20)
            teacher = m.whole(1, 17) if one[7] is None or m.chance(.1) else one[7]
            lessons.append((len(lessons) + 1, one[0], teacher, m.pick([1, 1, 2, 3, 4]) if day == 0 or m.chance(.93) else None, ago(max(day, 0) + m.pick([0, 1, 3, 7, 14, 20])), f"{ago(day)} {hour:02}:{m.pick(['00', '15', '30', '45'])}:00", m.pick([30, 30, 45, 60, 60]), status))
    m.add("Lesson", lessons)
    bills = []
    for day in range(760, -1, -1):
        for one in m.some([p for p in pupils[:220] if p[9] >= day], 4 if day < 15 else m.pick([1, 1, 2, 3])):
            paid = day - m.whole(0, 45) if m.chance(.86) else None
            bills.append((len(bills) + 1, one[0], ago(day), ago(day - m.pick([14, 14, 21])), ago(paid) if paid is not None and paid >= 0 else None, m.amount(38, 290)))
    m.add("Invoice", bills)
    rents = []
    for n in range(1, 191):
        one = m.pick(pupils[:150])
        start = m.whole(30, min(one[9], 760)) if n > 30 else n - 1
        due = start - m.pick([30, 90, 180, 365]) if n % 6 else -(n // 6)
        back = due + m.pick([-12, -3, 0, 0, 5, 20]) if n % 8 and due >= 0 else None
        back = min(back, start) if back is not None and back >= 0 else None
        rents.append((n, m.whole(1, 52), one[0], ago(start), ago(due), ago(back) if back is not None else None, m.pick([25, 35, 45, 60])))
    m.add("Rental", rents)
    shows = [(n, f"{m.pick(['Spring', 'Evening', 'Winter', 'Young', 'Grand'])} {m.pick(['Notes', 'Keys', 'Recital'])} {n}", ago(day), m.pick(["Hall", "Town Church", "Castle", "Library"]), m.pick([8, 12, 15]) if m.chance(.8) else None, day)
             for n, day in enumerate([d + m.whole(0, 4) for d in range(780, 20, -12)] + list(range(14, -15, -2)) + list(range(-17, -110, -9)), 1)]
    m.add("Recital", [s[:5] for s in shows])
    entries = []
    for show in shows:
        for one in m.some([p for p in pupils[:200] if p[9] >= max(show[5], 0)], m.pick([0, 2, 4, 6, 8])):
            entries.append((show[0], one[0], m.pick(["Nocturne", "Sonatina", "Waltz", "Prelude", "Etude", "Minuet"]), ago(min(max(show[5], 0) + m.pick([0, 2, 10, 25, 40]), one[9]))))
    m.add("RecitalEntry", entries)
