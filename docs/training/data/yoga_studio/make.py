"""A yoga studio: members, teachers, class types and sessions, bookings, passes, payments, a small shop. Days move with the day it is made."""
from making import ago

SCHEMA = """
CREATE TABLE members (
  member_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, city TEXT, joined_on TEXT NOT NULL, left_on TEXT,
  referred_by INTEGER REFERENCES members(member_id));
CREATE TABLE teachers (
  teacher_id INTEGER PRIMARY KEY, teacher_name TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT, hourly_rate INTEGER NOT NULL);
CREATE TABLE class_types (type_id INTEGER PRIMARY KEY, title TEXT NOT NULL, style TEXT NOT NULL, level TEXT NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY, type_id INTEGER NOT NULL REFERENCES class_types(type_id), teacher_id INTEGER NOT NULL REFERENCES teachers(teacher_id),
  room TEXT NOT NULL, starts_at TEXT NOT NULL, capacity INTEGER NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(session_id), member_id INTEGER NOT NULL REFERENCES members(member_id),
  booked_at TEXT NOT NULL, cancelled_at TEXT, attended INTEGER);
CREATE TABLE passes (
  pass_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(member_id), kind TEXT NOT NULL, price INTEGER NOT NULL,
  bought_on TEXT NOT NULL, valid_from TEXT NOT NULL, valid_until TEXT, classes_left INTEGER);
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(member_id), pass_id INTEGER REFERENCES passes(pass_id),
  due_on TEXT NOT NULL, paid_on TEXT, amount REAL NOT NULL, method TEXT);
CREATE TABLE shop_sales (
  sale_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members(member_id), sold_at TEXT NOT NULL, product TEXT NOT NULL,
  quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
"""
TYPES = [("Morning Flow", "vinyasa", "open", 60), ("Slow Flow", "vinyasa", "beginner", 75), ("Deep Yin", "yin", "open", 90), ("Power Hour", "power", "advanced", 60),
         ("Hatha Basics", "hatha", "beginner", 75), ("Prenatal", "hatha", "beginner", 60), ("Lunch Stretch", "yin", "open", 45), ("Ashtanga Led", "ashtanga", "advanced", 90)]
GOODS = {"mat": 38.5, "block": 11.9, "strap": 9.4, "bolster": 46.0, "tea": 5.8, "water": 2.2, "towel": 17.5, "T-shirt": 24.9, "incense": 6.7}
PASSES = {"drop-in": (18, 30), "ten classes": (150, 180), "monthly": (89, 31), "annual": (890, 365)}


def clock(m, day, first, last):
    return f"{day} {m.whole(first, last):02}:{m.pick([0, 15, 30, 45]):02}:00"


def fill(m):
    people = []
    joins = [0, 0, 1, 1] + list(range(2, 22)) + [m.whole(22, 800) for _ in range(170)] + [m.whole(801, 1900) for _ in range(70)]
    for number, since in enumerate(sorted(joins, reverse=True), 1):
        idle = m.whole(20, since) if since > 60 and m.chance(.38) else 0
        gone = m.whole(1, idle) if idle and m.chance(.4) else None
        first, last = m.person()
        people.append((number, since, idle))
        m.add("members", [(number, f"{first} {last}", f"{first.lower()}.{number}@mail.example" if m.chance(.84) else None,
                           m.pick({"Lund": 5, "Malmo": 4, "Dalby": 2, "Staffanstorp": 1}) if m.chance(.95) else None, ago(since),
                           ago(gone) if gone is not None else None, m.whole(1, min(number - 1, 60)) if number > 5 and m.chance(.3) else None)])
    tenure = [4300, 3900, 3300, 2900, 2500, 2200, 2050, 1500, 1300, 1000, 700, 520, 300, 110]
    gone_teachers = {2: 900, 6: 250, 9: 40, 11: 15}
    m.add("teachers", [(n, " ".join(m.person()), ago(d + m.whole(0, 60)), ago(gone_teachers[n]) if n in gone_teachers else None, m.pick([32, 36, 40, 45]))
                       for n, d in enumerate(tenure, 1)])
    m.add("class_types", [(n, *one) for n, one in enumerate(TYPES, 1)])
    held, books = [], []
    for day in range(800, -46, -1):
        for place in range(4 if day < 50 else 2):
            number = len(held) + 1
            seats = m.pick([8, 9, 11, 12, 14, 17, 20, 24])
            off = 1 - place if -3 < day < 0 and place < 2 else int(m.chance(.15))
            held.append((number, m.whole(1, 8), m.pick([n for n, d in enumerate(tenure, 1) if d >= day and gone_teachers.get(n, -99) < day]),
                         m.pick({"garden": 3, "loft": 4, "studio 1": 5}), clock(m, ago(day), 7, 20), seats, off))
            there = [p for p in people if p[1] >= max(day, 0) and p[2] <= max(day, 0)]
            crowd = m.pick([1, 2, 2, 3, 4]) if day > 60 else m.pick([2, 3, 4, 5])
            for who in m.some(there[-160:], crowd):
                lead = m.pick([0, 0, 1, 1, 2, 3, 5, 8])
                made = max(day, 0) + lead if day > -30 else None
                if made is None or made > who[1]:
                    made = max(day, 0)
                left = m.whole(max(day, 0), made) if m.chance(.2) else None
                books.append((len(books) + 1, number, who[0], clock(m, ago(made), 6, 22), clock(m, ago(left), 6, 23) if left is not None else None,
                              None if left is not None or off or day <= 0 else int(m.chance(.87))))
    m.add("sessions", held)
    m.add("bookings", books)
    passes, dues = [], []
    sold = [d for d in range(800, -1, -1) for _ in range(2 if d < 45 else 1)]
    for day in sold:
        fits = [p for p in people[:-6] if p[1] >= day and p[0] % 9]
        who = m.pick(fits)
        kind = m.pick({"drop-in": 4, "ten classes": 4, "monthly": 6, "annual": 2})
        price, span = PASSES[kind]
        price = int(price * m.pick([1, 1, 1, .9, .8]))
        start = day - m.pick([0, 0, 0, 1, 4, 9])
        number = len(passes) + 1
        passes.append((number, who[0], kind, price, ago(day), ago(start), None if m.chance(.04) else ago(start - span),
                       m.whole(0, 10) if kind == "ten classes" else None))
        shares = 4 if kind == "annual" and m.chance(.6) else 1
        for part in range(shares):
            due = day - 14 - 30 * part
            paid = due + m.whole(-12, 14) if m.chance(.86) else None
            paid = paid if paid is not None and paid >= 0 else None
            dues.append((len(dues) + 1, who[0], number, ago(due), ago(paid) if paid is not None else None, round(price / shares + m.pick([0, 0, 0, 2.5]), 2),
                         m.pick({"card": 6, "transfer": 3, "cash": 2}) if paid is not None else None))
    for day in list(range(0, 60)) + [m.whole(60, 800) for _ in range(260)]:
        who = m.pick([p for p in people if p[1] >= day])
        dues.append((len(dues) + 1, who[0], None, ago(day + m.whole(-3, 6)), ago(day), m.amount(12, 60), m.pick({"card": 6, "transfer": 3, "cash": 2})))
    m.add("passes", passes)
    m.add("payments", dues)
    m.add("shop_sales", [(n, m.whole(1, 200) if m.chance(.7) else None, clock(m, ago(day), 8, 21), what, m.pick([1, 1, 1, 2, 3]), round(GOODS[what] * m.pick([1, 1, 1, .9]), 2))
                         for n, (day, what) in enumerate([(d, m.pick(list(GOODS))) for d in range(800, -1, -1) for _ in range(3 if d < 70 else 1)], 1)])
