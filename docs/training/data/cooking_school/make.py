"""A cooking school: courses and their sessions, teachers, guests with bookings and reviews, vouchers, ingredients of the courses."""
from making import later

SCHEMA = """
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, venue_name TEXT NOT NULL, city TEXT NOT NULL, stations INTEGER NOT NULL);
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, home_city TEXT NOT NULL, supervisor_id INTEGER REFERENCES teachers(teacher_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT NOT NULL, cuisine TEXT NOT NULL, level TEXT NOT NULL, format TEXT NOT NULL, list_price_cents INTEGER NOT NULL, duration_minutes INTEGER NOT NULL, max_guests INTEGER NOT NULL);
CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses(course_id), venue_id INTEGER REFERENCES venues(venue_id), teacher_id INTEGER NOT NULL REFERENCES teachers(teacher_id), assistant_id INTEGER REFERENCES teachers(teacher_id), created_on TEXT NOT NULL, held_on TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, guest_type TEXT NOT NULL, city TEXT, joined_on TEXT NOT NULL, referred_by INTEGER REFERENCES guests(guest_id));
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(session_id), guest_id INTEGER NOT NULL REFERENCES guests(guest_id), booked_on TEXT NOT NULL, seats INTEGER NOT NULL, paid_cents INTEGER NOT NULL, cancelled_on TEXT, channel TEXT NOT NULL);
CREATE TABLE reviews (session_id INTEGER NOT NULL REFERENCES sessions(session_id), guest_id INTEGER NOT NULL REFERENCES guests(guest_id), stars INTEGER NOT NULL, written_on TEXT NOT NULL, PRIMARY KEY (session_id, guest_id));
CREATE TABLE vouchers (voucher_id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES guests(guest_id), bought_on TEXT NOT NULL, expires_on TEXT NOT NULL, redeemed_by INTEGER REFERENCES guests(guest_id), redeemed_on TEXT, amount_cents INTEGER NOT NULL);
CREATE TABLE course_ingredients (course_id INTEGER NOT NULL REFERENCES courses(course_id), ingredient TEXT NOT NULL, kind TEXT NOT NULL, grams INTEGER NOT NULL, PRIMARY KEY (course_id, ingredient));
"""
FOOD = [("saffron", "spice"), ("cumin", "spice"), ("chili", "spice"), ("ginger", "spice"), ("tomato", "vegetable"), ("onion", "vegetable"), ("aubergine", "vegetable"), ("spinach", "vegetable"), ("beef", "meat"), ("chicken", "meat"), ("lamb", "meat"), ("butter", "dairy"), ("cream", "dairy"), ("mozzarella", "dairy"), ("salmon", "fish"), ("prawns", "fish")]
DISHES = {"Italian": ["Fresh Pasta", "Pizza Night", "Risotto", "Gelato"], "Thai": ["Curry Basics", "Street Food", "Noodles"], "French": ["Sauces", "Pastry", "Bistro Classics", "Bread"], "Indian": ["Tandoori", "Dal and Rice", "Chutneys"], "Japanese": ["Sushi", "Ramen", "Knife Skills"], "Mexican": ["Tacos", "Mole", "Salsas"]}


def fill(m):
    m.add("venues", [(1, "Harbour Kitchen", "Bergen", 12), (2, "Old Mill", "Bergen", 8), (3, "Market Hall", "Oslo", 16), (4, "Studio North", "Tromso", 6), (5, "Garden House", "Oslo", 10), (6, "Pier Loft", "Oslo", 9)])
    teachers = [(n, " ".join(m.person()), m.pick(["Bergen", "Oslo", "Oslo", "Tromso"]), None if n < 3 else min(n - 1, m.pick({1: 5, 2: 4, 3: 3, 4: 1, 6: 1})), m.day("2012-01-01", "2024-06-01"), m.day("2025-02-01", "2025-10-31") if n > 4 and m.chance(.2) else None) for n in range(1, 19)]
    m.add("teachers", teachers)
    courses = []
    for cuisine, titles in DISHES.items():
        for title in titles:
            courses.append((len(courses) + 1, title, cuisine, m.pick({"beginner": 5, "intermediate": 3, "advanced": 2}), m.pick({"evening": 5, "weekend": 3, "online": 2}), m.pick([3900, 4900, 5900, 7900, 9900, 12900, 15900]), m.pick([90, 120, 150, 180, 180, 240, 300]), m.pick([6, 8, 10, 12, 12, 16])))
    m.add("courses", courses)
    sessions = []
    for n in range(1, 261):
        c = courses[int(m.random.random() ** 1.3 * 18)]
        day = m.day("2023-03-01", "2025-12-20")
        t = m.whole(1, 15)
        helper = m.whole(1, 18)
        state = m.pick({"held": 9, "cancelled": 1}) if day < "2025-11-15" else m.pick({"planned": 5, "cancelled": 1})
        sessions.append((n, c[0], None if c[4] == "online" else m.pick({1: 5, 2: 3, 3: 4, 4: 1, 5: 2}), t, helper if helper != t and m.chance(.6) else None, later(day, days=-m.whole(20, 120)), day, state))
    m.add("sessions", sessions)
    guests = [(n, " ".join(m.person()), m.pick({"adult": 7, "senior": 2, "student": 3}), m.pick(["Oslo", "Oslo", "Bergen", "Bergen", "Tromso", "Bodo"]) if m.chance(.93) else None, m.day("2022-01-01", "2025-10-01"), m.whole(1, n - 1) if n > 9 and m.chance(.25) else None) for n in range(1, 261)]
    m.add("guests", guests)
    bookings, reviews = [], {}
    for n in range(1, 901):
        s = sessions[int(m.random.random() ** 1.2 * 245)]
        g = guests[int(m.random.random() ** 1.7 * 235)]
        booked = later(s[6], days=-m.pick([1, 2, 5, 9, 20, 40, 70]))
        seats = m.pick({1: 6, 2: 4, 3: 1, 4: 1})
        off = later(booked, days=m.pick([0, 1, 1])) if s[7] == "cancelled" or m.chance(.07) else None
        price = courses[s[1] - 1][5] * seats
        bookings.append((n, s[0], g[0], booked, seats, 0 if off else price - (price // 5 if m.chance(.25) else 0), off, m.pick({"web": 6, "phone": 2, "partner": 2})))
        if s[7] == "held" and not off and m.chance(.45):
            reviews[(s[0], g[0])] = (m.pick({1: 1, 2: 1, 3: 3, 4: 5, 5: 7}), later(s[6], days=m.whole(0, 20)))
    m.add("bookings", bookings)
    m.add("reviews", [(*k, *v) for k, v in reviews.items()])
    vouchers = []
    for n in range(1, 181):
        day = m.day("2023-01-10", "2025-09-30")
        buyer = m.pick(guests)[0]
        used = later(day, days=m.whole(5, 500)) if m.chance(.55) else None
        used = used if used and used < "2025-12-01" else None
        vouchers.append((n, buyer, day, later(day, days=365), (buyer if m.chance(.25) else m.pick(guests)[0]) if used else None, used, m.pick([2500, 5000, 5000, 7500, 10000, 20000])))
    m.add("vouchers", vouchers)
    m.add("course_ingredients", [(c[0], name, kind, m.pick([5, 10, 20]) if kind == "spice" else m.pick([100, 150, 200, 250, 400, 600])) for c in courses for name, kind in m.some(FOOD, m.whole(2, 6))])
