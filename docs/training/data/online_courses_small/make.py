"""A small site of online courses: teachers, courses, students, their enrolments and reviews."""

SCHEMA = """
CREATE TABLE instructors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, joined_on TEXT NOT NULL);
CREATE TABLE courses (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, instructor_id INTEGER NOT NULL REFERENCES instructors(id),
  category TEXT NOT NULL, level TEXT NOT NULL, price REAL NOT NULL, hours INTEGER NOT NULL, published_on TEXT);
CREATE TABLE students (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, email TEXT, signed_up_on TEXT NOT NULL);
CREATE TABLE enrollments (
  id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES students(id), course_id INTEGER NOT NULL REFERENCES courses(id),
  enrolled_on TEXT NOT NULL, completed_on TEXT, paid REAL NOT NULL, progress INTEGER NOT NULL,
  UNIQUE (student_id, course_id));
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES students(id), course_id INTEGER NOT NULL REFERENCES courses(id),
  stars INTEGER NOT NULL, written_on TEXT NOT NULL);
"""
COUNTRIES = {"Spain": 4, "Poland": 3, "Canada": 3, "India": 5, "Brazil": 2}
THEMES = {"programming": "Python,SQL,JavaScript,Rust,Data Science", "design": "Drawing,Typography,Photo Editing,Logo Design",
          "language": "Spanish,French,Japanese", "music": "Guitar,Piano", "business": "Accounting,Marketing,Public Speaking"}
LEVELS = {"beginner": "{} for Beginners", "intermediate": "Practical {}", "advanced": "{} Masterclass"}


def fill(m):
    names = set()
    while len(names) < 112:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 112)
    m.add("instructors", [(n, names[n - 1], m.pick(COUNTRIES), m.day("2018-01-10", "2022-06-30")) for n in range(1, 19)])
    courses, prices = [], m.some(range(900, 19900, 10), 60)
    for category, subjects in THEMES.items():
        for subject in subjects.split(","):
            for level, form in LEVELS.items():
                if level == "beginner" or m.chance(.75):
                    n = len(courses) + 1
                    courses.append((n, form.format(subject), m.pick([1, 2, 3, 3, 4, 5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]), category, level,
                                    prices[n] / 100, m.whole(2, 48), m.day("2021-02-01", "2024-10-30") if n % 11 else None))
    m.add("courses", courses)
    students = m.add("students", [(n, names[n + 17], m.pick(COUNTRIES), f"s{n}@example.org" if m.chance(.85) else None,
                                   m.day("2021-01-05", "2024-11-30")) for n in range(1, 91)])
    offered, enrolments, reviews = [c for c in courses if c[7]][:-4], [], []
    for student in students[:78]:
        for course in m.some(offered if m.chance(.6) else offered[:9], m.pick({1: 5, 2: 5, 3: 4, 5: 2, 8: 1})):
            start = m.day(max(student[4], "2022-01-01"), "2024-12-28")
            done = m.chance(.4)
            enrolments.append((len(enrolments) + 1, student[0], course[0], start, m.day(start, "2025-03-20") if done else None,
                               m.pick([0, round(course[5] * .8, 2), course[5], course[5], course[5]]), 100 if done else m.pick([0, 0, m.whole(1, 49), m.whole(50, 95)])))
            if m.chance(.45):
                reviews.append((len(reviews) + 1, student[0], course[0], m.pick({5: 6, 4: 5, 3: 3, 2: 1, 1: 1}), m.day(start, "2025-03-20")))
    m.add("enrollments", enrolments)
    m.add("reviews", reviews)
