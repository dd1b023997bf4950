"""A music school: students, teachers, lessons, instruments to rent and their rentals."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE teachers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, subject TEXT NOT NULL, hired TEXT NOT NULL, hourly_rate REAL NOT NULL);
CREATE TABLE students (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, birth_date TEXT NOT NULL, email TEXT, joined TEXT NOT NULL,
  referred_by INTEGER REFERENCES students(id));
CREATE TABLE lessons (
  id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES students(id), teacher_id INTEGER NOT NULL REFERENCES teachers(id),
  lesson_date TEXT NOT NULL, minutes INTEGER NOT NULL, status TEXT NOT NULL, fee REAL NOT NULL);
CREATE TABLE instruments (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, brand TEXT NOT NULL, monthly_rent REAL NOT NULL, purchase_price REAL NOT NULL, bought_year INTEGER NOT NULL);
CREATE TABLE rentals (
  id INTEGER PRIMARY KEY, instrument_id INTEGER NOT NULL REFERENCES instruments(id), student_id INTEGER NOT NULL REFERENCES students(id),
  start_date TEXT NOT NULL, return_date TEXT);
"""
SUBJECTS = ["piano", "piano", "piano", "violin", "violin", "guitar", "guitar", "guitar", "guitar", "flute", "drums", "cello"]


def fill(m):
    firsts, lasts = m.some(FIRST, 47), m.some(LAST, 46)
    names = [f"{firsts[n % 47]} {lasts[n * 7 % 46]}" for n in range(90)]
    rates = m.some(range(31, 62), 12)
    m.add("teachers", [(n + 1, names[n], SUBJECTS[n], later("2009-02-01", m.whole(0, 240) + n * 420), 28.5 if n == 1 else rates[n] + .5) for n in range(12)])
    births = m.some(range(0, 7300), 70)
    m.add("students", [(n, names[12 + n], m.pick({"Bonn": 6, "Siegburg": 3, "Cologne": 4, "Hennef": 2}), later("1998-01-10", births[n - 1]),
                        f"s{n}@example.org" if m.chance(.8) else None, later("2020-01-07", n * 24 + m.whole(0, 20)),
                        (m.pick({1: 5, 2: 2, 3: 2, 4: 1}) if m.chance(.8) else m.whole(1, n - 1)) if n > 4 and m.chance(.35) else None) for n in range(1, 71)])
    lessons = []
    for n in range(1, 421):
        who = 6 if m.chance(.06) else 1 + int(m.random.random() ** 1.6 * 62)
        minutes = m.pick({30: 6, 45: 4, 60: 3, 90: 1})
        lessons.append((n, who, 3 if m.chance(.15) else m.whole(1, 11), m.day("2022-01-03", "2024-12-20"), minutes,
                        m.pick({"held": 8, "cancelled": 2, "missed": 1}), round(minutes * m.pick([.8, .9, 1, 1.1]), 2)))
    m.add("lessons", lessons)
    rents, prices = m.some(range(80, 450), 40), m.some(range(150, 4200), 40)
    kinds = {"violin": 6, "cello": 3, "guitar": 6, "flute": 3, "keyboard": 4, "trumpet": 2}
    m.add("instruments", [(n, m.pick(kinds), m.pick({"Yamaha": 6, "Stentor": 4, "Fender": 3, "Casio": 2}), rents[n - 1] / 10, prices[n - 1],
                           m.whole(2008, 2023)) for n in range(1, 41)])
    rentals = []
    for n in range(1, 111):
        start = m.day("2022-01-05", "2024-11-20")
        rentals.append((n, 4 if m.chance(.12) else m.whole(1, 34), 9 if m.chance(.08) else m.whole(1, 60), start,
                        later(start, m.whole(30, 300)) if m.chance(.75) else None))
    m.add("rentals", rentals)
