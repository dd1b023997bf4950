"""A gym: members, trainers, classes, bookings and payments; dates as text, statuses spelled out."""
from making import later

SCHEMA = """
CREATE TABLE members (
  member_id INTEGER PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, status TEXT NOT NULL, join_date TEXT NOT NULL, end_date TEXT,
  birth_date TEXT, monthly_fee REAL NOT NULL, referred_by INTEGER REFERENCES members(member_id));
CREATE TABLE trainers (
  trainer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, specialty TEXT NOT NULL, start_date TEXT NOT NULL, hourly_rate REAL NOT NULL);
CREATE TABLE classes (
  class_id INTEGER PRIMARY KEY, title TEXT NOT NULL, class_type TEXT NOT NULL, trainer_id INTEGER REFERENCES trainers(trainer_id),
  class_date TEXT NOT NULL, duration_minutes INTEGER NOT NULL, capacity INTEGER NOT NULL);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY, class_id INTEGER NOT NULL REFERENCES classes(class_id),
  member_id INTEGER NOT NULL REFERENCES members(member_id), booked_on TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(member_id), paid_on TEXT NOT NULL, amount REAL NOT NULL,
  method TEXT NOT NULL);
"""
FEES = {"basic": 24.9, "plus": 39.9, "premium": 59.9}
TYPES = {"yoga": 5, "spinning": 4, "pilates": 3, "boxing": 2}
LEVELS = ("Morning", "Evening", "Power", "Gentle", "Express")


def fill(m):
    people = set()
    while len(people) < 85:
        people.add(" ".join(m.person()))
    people, members = m.some(sorted(people), 85), []
    joined = m.some([f"{y}-{month:02}-{day:02}" for y in range(2020, 2025) for month in range(1, 12) for day in (1, 8, 15, 22)], 70)
    for n in range(1, 71):
        plan = m.pick({"basic": 6, "plus": 4, "premium": 2})
        status = m.pick({"active": 7, "frozen": 2, "cancelled": 3})
        members.append((n, people[n - 1], plan, status, joined[n - 1], later(joined[n - 1], days=m.whole(60, 900)) if status == "cancelled" else None,
                        m.day("1955-01-01", "2006-12-30") if m.chance(.9) else None, FEES[plan],
                        m.pick([1, 2, 2, 2, 3, 4, 5]) if n > 5 and m.chance(.4) else None))
    m.add("members", members)
    started = m.some([f"{y}-{month:02}-01" for y in range(2017, 2025) for month in range(1, 12)], 12)
    rates = m.some(range(220, 620, 5), 12)
    m.add("trainers", [(n, people[69 + n], ("yoga", "spinning", "pilates", "boxing")[n - 1] if n < 5 else m.pick(TYPES), started[n - 1],
                        rates[n - 1] / 10) for n in range(1, 13)])
    classes = []
    for n in range(1, 121):
        kind = m.pick(TYPES)
        classes.append((n, f"{m.pick(LEVELS)} {kind.title()}", kind, m.pick([1, 1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10]) if m.chance(.93) else None,
                        m.day("2024-01-02", "2024-12-28"), m.pick({30: 2, 45: 4, 60: 5, 90: 1}), m.pick({8: 2, 12: 4, 16: 3, 25: 1})))
    m.add("classes", classes)
    regulars, bookings = list(range(1, 61)) + [6] * 12 + [14] * 8 + [22] * 5, []
    for n in range(1, 113):
        for who in sorted({m.pick(regulars) for _ in range(m.pick({1: 2, 2: 3, 4: 4, 6: 2, 7: 1}))}):
            bookings.append((len(bookings) + 1, n, who, later(classes[n - 1][4], days=-m.whole(0, 20)),
                             m.pick({"attended": 7, "no_show": 2, "cancelled": 2})))
    m.add("bookings", bookings)
    m.add("payments", [(n, who[0], m.day("2023-01-02", "2024-12-29"), who[7], m.pick({"card": 6, "transfer": 3, "cash": 2}))
                       for n, who in enumerate((m.pick(members[:63]) for _ in range(280)), 1)])
