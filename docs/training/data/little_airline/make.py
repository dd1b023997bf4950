"""A little airline: airports, planes, flights, passengers, bookings with extras, and staff."""
from making import later

SCHEMA = """
CREATE TABLE airports (code TEXT PRIMARY KEY, city TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE planes (
  id INTEGER PRIMARY KEY, model TEXT NOT NULL, seats INTEGER NOT NULL, range_km TEXT NOT NULL, bought TEXT NOT NULL,
  replaces_id INTEGER REFERENCES planes(id));
CREATE TABLE flights (
  id INTEGER PRIMARY KEY, origin TEXT NOT NULL REFERENCES airports(code), destination TEXT NOT NULL REFERENCES airports(code),
  plane_id INTEGER NOT NULL REFERENCES planes(id), scheduled TEXT NOT NULL, delay_minutes INTEGER, status TEXT NOT NULL);
CREATE TABLE passengers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, email TEXT, joined TEXT NOT NULL,
  referred_by INTEGER REFERENCES passengers(id));
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY, passenger_id INTEGER NOT NULL REFERENCES passengers(id), flight_id INTEGER NOT NULL REFERENCES flights(id),
  booked_on TEXT NOT NULL, paid_on TEXT, cabin TEXT NOT NULL, fare REAL NOT NULL);
CREATE TABLE extras (
  id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings(id), kind TEXT NOT NULL, quantity INTEGER NOT NULL,
  unit_price REAL NOT NULL);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, job TEXT NOT NULL, hired TEXT NOT NULL, salary INTEGER NOT NULL,
  manager_id INTEGER REFERENCES staff(id));
"""
AIRPORTS = [("BER", "Berlin", "Germany"), ("HAM", "Hamburg", "Germany"), ("MUC", "Munich", "Germany"), ("OSL", "Oslo", "Norway"),
            ("BGO", "Bergen", "Norway"), ("LIS", "Lisbon", "Portugal"), ("FAO", "Faro", "Portugal"), ("ATH", "Athens", "Greece"),
            ("RIX", "Riga", "Latvia"), ("CPH", "Copenhagen", "Denmark")]
EXTRAS = {"bag": 25.0, "meal": 12.5, "seat choice": 9.0, "bicycle": 60.0}


def fill(m):
    names = set()
    while len(names) < 110:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 110)
    m.add("airports", AIRPORTS)
    ranges = m.some(["900", "1450", "2800", "3300", "5700", "12000", "4100", "2150"], 8)
    m.add("planes", [(n, m.pick(["Dash 8", "ATR 72", "A320", "E190"]), m.pick([50, 70, 98, 150, 180]),
                      ranges[n - 1] if n < 9 else m.pick(["n/a", "-"]), m.day("2009-01-01", "2023-12-31"),
                      n - 6 if n > 7 else None) for n in range(1, 12)])
    flights = []
    for n in range(1, 161):
        pair = m.some(range(9), 2) if m.chance(.6) else m.some([0, 1, 3, 5], 2)
        status = m.pick({"landed": 14, "cancelled": 3, "scheduled": 2})
        flights.append((n, AIRPORTS[pair[0]][0], AIRPORTS[pair[1]][0], m.whole(1, 9), m.moment("2023-01-05", "2024-12-20"),
                        m.pick({0: 6, 5: 3, 12: 2, 20: 2, 45: 2, 90: 1}) if status == "landed" else None, status))
    m.add("flights", flights)
    m.add("passengers", [(n, names[n - 1], m.pick({"Germany": 6, "Norway": 4, "Greece": 2, "Latvia": 1}),
                          f"p{n}@example.org" if m.chance(.75) else None, m.day("2020-02-01", "2024-10-30"),
                          m.pick([3, 3, 5, m.whole(1, n - 1)]) if n > 6 and m.chance(.4) else None) for n in range(1, 91)])
    bookings, extras = [], []
    for n in range(1, 321):
        flight = flights[m.whole(0, 139)]
        booked = later(flight[4][:10], days=-m.whole(2, 120))
        bookings.append((n, m.whole(1, 60) if m.chance(.8) else m.whole(61, 76), flight[0], booked,
                         later(booked, days=m.whole(0, 9)) if m.chance(.85) else None,
                         m.pick({"economy": 8, "premium": 2, "business": 1}), round(39 + m.skewed(0, 420), 2)))
        for kind in m.some(EXTRAS, m.pick({0: 4, 1: 4, 2: 2, 3: 1})):
            extras.append((len(extras) + 1, n, kind, m.pick({1: 7, 2: 3, 3: 1}), EXTRAS[kind]))
    m.add("bookings", bookings)
    m.add("extras", extras)
    m.add("staff", [(n, names[89 + n], "director" if n == 1 else m.pick({"pilot": 4, "cabin crew": 6, "mechanic": 2, "ground staff": 2}),
                     m.day("2008-01-01", "2024-05-31"), 2000 + 25 * m.whole(4, 200) + n, None if n == 1 else 1 if n < 5 else m.whole(2, 6) if n > 6 else 2)
                    for n in range(1, 21)])
