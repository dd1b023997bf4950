"""A marina on a river: countries, owners, boats with flags, berths, bookings, payments, launches by crane."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, country_code TEXT REFERENCES countries(code), town TEXT NOT NULL, email TEXT, joined_on TEXT NOT NULL, membership TEXT NOT NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, owner_id INTEGER NOT NULL REFERENCES owners(owner_id), flag_code TEXT REFERENCES countries(code), length_m REAL NOT NULL, engine_hp INTEGER, hull_colour TEXT, built_year INTEGER NOT NULL);
CREATE TABLE berths (berth_id INTEGER PRIMARY KEY, berth_code TEXT NOT NULL UNIQUE, pier TEXT NOT NULL, depth_m TEXT NOT NULL, max_length_m INTEGER NOT NULL, power TEXT NOT NULL);
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats(boat_id), berth_id INTEGER NOT NULL REFERENCES berths(berth_id), booked_on TEXT NOT NULL, period TEXT NOT NULL, status TEXT NOT NULL, price REAL, rating INTEGER);
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings(booking_id), amount REAL NOT NULL, method TEXT NOT NULL, status TEXT NOT NULL, paid_on TEXT NOT NULL);
CREATE TABLE launches (launch_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats(boat_id), launched_on TEXT NOT NULL, status TEXT NOT NULL, crane TEXT NOT NULL, fee REAL, wind_knots INTEGER);
"""
COUNTRIES = {"DE": "Germany", "NL": "Netherlands", "DK": "Denmark", "AT": "Austria", "CH": "Switzerland", "CZ": "Czechia", "PL": "Poland", "BE": "Belgium", "FR": "France", "SE": "Sweden", "GB": "United Kingdom", "LU": "Luxembourg", "FI": "Finland", "IE": "Ireland"}
SHARES = {"DE": 9, "NL": 6, "DK": 4, "AT": 4, "CH": 3, "CZ": 2, "PL": 3, "BE": 2, "FR": 3, "SE": 3, "GB": 1, "LU": 1}
HEAD = "Grey Blue White Little Silver Night Morning Merry Lucky Proud".split()
TAIL = "Heron Kingfisher Otter Swan Pike Dragonfly Willow Gull Teal Perch Wagtail Sturgeon Mallard Coot Lily".split()


def fill(m):
    m.add("countries", COUNTRIES.items())
    m.add("owners", [(n, f"{FIRST[n * 7 % 48]} {LAST[(n * 5 + n // 48 + 11) % 48]}", m.pick(SHARES) if m.chance(.92) else None, m.pick({"Millhaven": 5, "Stonebridge": 4, "Oldferry": 3, "Weirton": 2, "Lockport": 1}),
                      f"owner{n}@example.org" if m.chance(.75) else None, m.day("2016-02-01", "2024-11-30"), m.pick({"private": 7, "club": 3, "charter": 2})) for n in range(1, 111)])
    land = dict(m.db.execute("SELECT owner_id, country_code FROM owners"))
    lengths, boats = m.some(range(380, 2350, 5), 150), []
    for n in range(1, 151):
        owner, kind = 1 + int(m.random.random() ** 1.6 * 88), m.pick({"sail": 8, "motor": 7, "house": 3, "row": 2})
        flag = None if m.chance(.08) else land[owner] if m.chance(.68) and land[owner] else m.pick(SHARES)
        power = m.pick([15, 30, 40, 60, 85, 120, 200, 300]) if kind == "motor" and m.chance(.95) or kind != "row" and m.chance(.45) else None
        boats.append((n, f"{HEAD[(n - 1) % 10]} {TAIL[((n - 1) // 10 + (n - 1) * 4) % 15]}", kind, owner, flag, lengths[n - 1] / 100, power, m.pick({"white": 8, "blue": 5, "red": 3, "green": 2}) if m.chance(.8) else None, m.whole(1968, 2023)))
    m.add("boats", boats)
    m.add("berths", [(n, f"{'ABCD'[n % 4]}{(n + 3) // 4:02}", ("North", "South", "East", "Island")[n % 4], f"{m.amount(1.2, 4.6, 1)}" if m.chance(.85) else "n/a", m.pick([6, 8, 10, 12, 15, 20, 25]), "yes" if m.chance(.6) else "no") for n in range(1, 71)])
    prices, bookings = {"day": (18, 60), "week": (110, 380), "month": (350, 1100), "season": (1400, 4200)}, []
    for n in range(1, 431):
        period = m.pick({"day": 8, "week": 6, "month": 4, "season": 2})
        bookings.append((n, 1 + int(m.random.random() ** 1.4 * 138), 1 + int(m.random.random() ** 1.3 * 61), m.day("2022-01-05", "2024-12-20"), period,
                         m.pick({"moored": 10, "booked": 5, "cancel": 4, "no show": 1}), m.amount(*prices[period]) if m.chance(.93) else None, m.pick({5: 5, 4: 6, 3: 3, 2: 1, 1: 1}) if m.chance(.6) else None))
    m.add("bookings", bookings)
    m.add("payments", [(n, m.whole(1, 400), m.skewed(12, 2600), m.pick({"card": 6, "transfer": 4, "cash": 2}), m.pick({"paid": 8, "refund": 2, "fail": 1}), m.day("2022-01-10", "2024-12-28")) for n in range(1, 381)])
    m.add("launches", [(n, 1 + int(m.random.random() ** 1.3 * 125), m.day("2022-03-01", "2024-10-31"), m.pick({"launched": 7, "postponed": 3, "dropped": 2}), m.pick({"small": 5, "large": 3}),
                        m.amount(60, 420) if m.chance(.88) else None, m.whole(1, 24) if m.chance(.7) else None) for n in range(1, 191)])
