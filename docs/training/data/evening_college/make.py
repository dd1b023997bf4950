"""An adult evening college: departments, teachers, rooms, courses, their sections, learners, enrolments, payments."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE Department (DepartmentId INTEGER PRIMARY KEY, DepartmentName TEXT NOT NULL UNIQUE, OfficeTown TEXT NOT NULL, HeadId INTEGER REFERENCES Teacher(TeacherId));
CREATE TABLE Teacher (TeacherId INTEGER PRIMARY KEY, TeacherName TEXT NOT NULL UNIQUE, DepartmentId INTEGER NOT NULL REFERENCES Department(DepartmentId), HomeTown TEXT, HiredOn TEXT NOT NULL, LeftOn TEXT, HourlyRate REAL);
CREATE TABLE Room (RoomId INTEGER PRIMARY KEY, RoomName TEXT NOT NULL UNIQUE, Town TEXT NOT NULL, Seats INTEGER NOT NULL, HasComputers INTEGER NOT NULL);
CREATE TABLE Course (CourseId INTEGER PRIMARY KEY, CourseTitle TEXT NOT NULL UNIQUE, DepartmentId INTEGER NOT NULL REFERENCES Department(DepartmentId), LeaderId INTEGER REFERENCES Teacher(TeacherId), Level TEXT, ListFee REAL NOT NULL UNIQUE, IsActive INTEGER NOT NULL);
CREATE TABLE Section (SectionId INTEGER PRIMARY KEY, SectionCode TEXT NOT NULL UNIQUE, CourseId INTEGER NOT NULL REFERENCES Course(CourseId), TeacherId INTEGER REFERENCES Teacher(TeacherId), RoomId INTEGER REFERENCES Room(RoomId), Weekday TEXT NOT NULL, AnnouncedOn TEXT NOT NULL, StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, Places INTEGER NOT NULL, IsOnline INTEGER NOT NULL, Status TEXT NOT NULL);
CREATE TABLE Learner (LearnerId INTEGER PRIMARY KEY, LearnerName TEXT NOT NULL UNIQUE, HomeTown TEXT NOT NULL, BirthDate TEXT NOT NULL, RegisteredOn TEXT NOT NULL, Employer TEXT, Phone TEXT, AdviserId INTEGER REFERENCES Teacher(TeacherId));
CREATE TABLE Enrolment (EnrolmentId INTEGER PRIMARY KEY, LearnerId INTEGER NOT NULL REFERENCES Learner(LearnerId), SectionId INTEGER NOT NULL REFERENCES Section(SectionId), EnrolledOn TEXT NOT NULL, WithdrawnOn TEXT, CompletedOn TEXT, Mark INTEGER, AgreedFee REAL NOT NULL, FundedBy TEXT, UNIQUE (LearnerId, SectionId));
CREATE TABLE Payment (PaymentId INTEGER PRIMARY KEY, EnrolmentId INTEGER NOT NULL REFERENCES Enrolment(EnrolmentId), Amount REAL NOT NULL, InvoicedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Method TEXT);
"""
TOWNS = {"Selby": 6, "Thornby": 4, "Marlow": 3, "Easton": 2, "Kirkham": 2}
COURSES = {
    "Languages": ["Spanish for Travel", "French Conversation", "German Grammar", "Italian First Steps", "Japanese Script", "English Writing", "Polish Evenings", "Sign Language"],
    "Art": ["Watercolour", "Life Drawing", "Oil Painting", "Printmaking", "Photography Walks", "Sketchbook Club"],
    "Crafts": ["Wheel Pottery", "Basket Weaving", "Wood Carving", "Upholstery", "Dressmaking", "Jewellery Basics", "Bookbinding"],
    "Computing": ["Spreadsheets", "Python Basics", "Web Pages", "Phone and Tablet Help", "Databases", "Video Editing"],
    "Music": ["Guitar Evenings", "Piano for Adults", "Choir Singing", "Music Theory", "Ukulele Group"],
    "Cookery": ["Bread Baking", "Thai Kitchen", "Vegan Suppers", "Cake Decorating"],
    "Business": ["Bookkeeping", "Start Your Own Firm", "Office Law", "Public Speaking"],
    "Wellbeing": ["Yoga", "First Aid", "Tai Chi", "Mindful Breathing"],
    "Gardening": []}


def fill(m):
    names = list(COURSES)
    m.add("Department", [(n, name, m.pick(TOWNS), m.whole(1, 36) if m.chance(.8) else None) for n, name in enumerate(names, 1)])
    hired, teachers = sorted({m.day("2008-01-10", "2024-08-30") for _ in range(70)}), []
    for n, day in enumerate(m.some(hired, 36), 1):
        teachers.append((n, f"{FIRST[n * 5 % 48]} {LAST[(n * 7 + 3) % 48]}", (n - 1) % 9 + 1 if n <= 18 else m.pick([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6]), m.pick(TOWNS) if m.chance(.9) else None, day,
                         m.day(max(day, "2021-02-01"), "2024-12-15") if m.chance(.28) else None, m.amount(19, 46) if m.chance(.8) else None))
    m.add("Teacher", teachers)
    m.add("Room", [(n, f"{('Oak', 'Elm', 'Ash', 'Mill', 'Quay')[n % 5]} {100 + n}", m.pick(TOWNS), m.pick([10, 12, 12, 16, 20, 20, 24, 30]), int(m.chance(.35))) for n in range(1, 25)])
    fees, courses = m.some(range(45, 460, 5), 50), []
    for at, name in enumerate(names, 1):
        for title in COURSES[name]:
            n, own = len(courses) + 1, [t[0] for t in teachers if t[2] == at]
            lead = m.pick(own[:3]) if m.chance(.75) else m.whole(1, 30)
            courses.append((n, title, at, lead if title == "Wheel Pottery" or m.chance(.88) else None, m.pick({"beginner": 6, "intermediate": 4, "advanced": 2}) if m.chance(.82) else None,
                            float(fees[n - 1]), int(m.chance(.78))))
    m.add("Course", courses)
    # Those in demand first; four are never held.
    order, sections = [15, 9, 1, 22, 31, 10, 2, 25, 3, 28], []
    order += [n for n in range(1, 45) if n not in order + [8, 21, 35, 43]]
    for n in range(1, 141):
        course = courses[order[int(m.random.random() ** 1.6 * len(order))] - 1]
        start, online, far = m.day("2022-09-01", "2025-02-20"), int(m.chance(.25)), m.random.random()
        end, own = later(start, days=7 * m.whole(5, 14)), [t[0] for t in teachers if t[2] == course[2]]
        who = course[3] if far < .45 and course[3] else m.pick(own) if far < .8 else m.whole(1, 33)
        status = "cancelled" if m.chance(.11) else "finished" if end < "2024-12-20" else "running" if start <= "2024-12-20" else "planned"
        sections.append((n, f"{names[course[2] - 1][:3].upper()}{200 + n}", course[0], who if m.chance(.93) else None, None if online or m.chance(.05) else 1 + int(m.random.random() ** 1.3 * 21),
                         m.pick(["Monday", "Tuesday", "Tuesday", "Wednesday", "Thursday", "Saturday"]), later(start, days=-m.whole(25, 120)), start, end, m.pick([8, 10, 12, 12, 15, 18, 24]), online, status))
    m.add("Section", sections)
    learners = []
    for n in range(1, 191):
        learners.append((n, f"{FIRST[n * 11 % 48]} {LAST[(n * 5 + n // 48 * 7 + 19) % 48]}", m.pick(TOWNS), "1994-01-01" if n in (12, 40) else m.day("1948-03-01", "2006-11-30"), m.day("2020-01-15", "2024-11-30"),
                         m.pick({"Brightwell Foods": 5, "Northgate Bank": 4, "County Council": 3, "Selby Hospital": 3, "Tillman Buses": 2}) if m.chance(.55) else None, f"555-{1000 + n * 37 % 9000}" if m.chance(.76) else None,
                         1 + int(m.random.random() ** 1.4 * 28) if m.chance(.85) else None))
    m.add("Learner", learners)
    taken, enrolments = set(), []
    while len(enrolments) < 420:
        who, sec = 1 + int(m.random.random() ** 1.7 * 172), sections[int(m.random.random() ** 1.3 * 126)]
        if (who, sec[0]) in taken:
            continue
        taken.add((who, sec[0]))
        day, out, done, mark = later(sec[6], days=m.whole(0, 40)), None, None, None
        if m.chance(.17):
            out = later(day, days=m.whole(3, 110))
        elif sec[11] == "finished" and m.chance(.82):
            done = later(sec[8], days=m.whole(0, 21))
            mark = min(100, 5 * m.whole(6, 20)) if m.chance(.78) else None
        enrolments.append((len(enrolments) + 1, who, sec[0], day, out, done, mark, round(courses[sec[2] - 1][5] * m.pick([1, 1, 1, .9, .75, .5]), 2), m.pick({"self": 6, "employer": 3, "council": 3}) if m.chance(.87) else None))
    m.add("Enrolment", enrolments)
    payments = []
    for one in enrolments:
        parts = m.pick([0, 1, 1, 1, 2, 2, 3])
        for part in range(parts):
            sent = later(one[3], days=m.whole(0, 12) + 30 * part)
            paid = later(sent, days=m.pick([1, 2, 3, 5, 7, 7, 8, 12, 15, 20, 28, 33, 41])) if m.chance(.87) else None
            payments.append((len(payments) + 1, one[0], round(one[7] / parts, 2), sent, later(sent, days=m.pick([14, 14, 21, 30])), paid, m.pick({"card": 6, "transfer": 4, "cash": 1}) if paid and m.chance(.95) else None))
    m.add("Payment", payments)
