"""The desk of a hotel: rooms, guests, bookings (booked and stayed, quoted and paid), extras, and staff with predecessors."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE rooms (room_no INTEGER PRIMARY KEY, kind TEXT NOT NULL, floor INTEGER NOT NULL, beds INTEGER NOT NULL, rate REAL NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, email TEXT, birth_year INTEGER);
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests(id), room_no INTEGER NOT NULL REFERENCES rooms(room_no),
  channel TEXT NOT NULL, status TEXT NOT NULL, booked_on TEXT NOT NULL, stayed_on TEXT, nights INTEGER NOT NULL,
  quoted REAL NOT NULL, paid REAL);
CREATE TABLE extras (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings(id), item TEXT NOT NULL, amount REAL NOT NULL);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, hired_on TEXT NOT NULL, salary REAL NOT NULL,
  predecessor_id INTEGER REFERENCES staff(id));
"""


def fill(m):
    firsts, lasts = m.some(FIRST, 47), m.some(LAST, 46)
    names = [f"{firsts[n % 47]} {lasts[n * 3 % 46]}" for n in range(110)]
    rates = m.some(range(61, 240), 32)
    rooms = m.add("rooms", [(100 * (1 + n // 8) + n % 8 + 1, "suite" if n in (7, 30) else m.pick({"single": 5, "double": 6, "family": 2, "suite": 1}),
                             1 + n // 8, m.pick([1, 2, 2, 2, 3, 4]), rates[n] + .5) for n in range(32)])
    m.add("guests", [(n, names[n], m.pick({"Germany": 6, "France": 4, "Italy": 3, "Poland": 2, "Sweden": 2}), f"g{n}@example.com" if m.chance(.75) else None,
                      m.whole(1945, 2003) if m.chance(.9) else None) for n in range(1, 81)])
    bookings, extras = [], []
    quotes = m.some(range(800, 9900), 300)
    for n in range(1, 301):
        booked = m.day("2022-09-01", "2024-11-20")
        status = m.pick({"stayed": 8, "cancelled": 2, "upcoming": 1})
        nights, quoted = m.pick([1, 1, 2, 2, 3, 4, 7, 10]), quotes[n - 1] / 10
        stayed = later(booked, m.whole(3, 120)) if status == "stayed" else None
        bookings.append((n, 9 if m.chance(.06) else 1 + int(m.random.random() ** 1.6 * 68), rooms[4][0] if m.chance(.1) else m.pick(rooms[:29])[0],
                         m.pick({"web": 6, "phone": 3, "agency": 3, "walk-in": 1}), status, booked, stayed, nights, quoted,
                         round(quoted * m.pick([1, 1, .9, 1.1]) - n / 100, 2) if stayed else None))
        for item in m.some(["breakfast", "parking", "spa", "minibar", "dinner"], m.pick({0: 4, 1: 3, 2: 3, 3: 1}) if stayed else 0):
            extras.append((len(extras) + 1, n, item, m.amount(6, 90)))
    m.add("bookings", bookings)
    m.add("extras", extras)
    pay = m.some(range(1900, 4400), 16)
    m.add("staff", [(n, names[85 + n], m.pick({"desk": 4, "cleaning": 4, "kitchen": 3}) if n > 3 else "desk", later("2009-05-01", n * 330 + m.whole(0, 320)), pay[n - 1],
                     m.pick({1: 2, 3: 2, 4: 1}) if n > 5 and m.chance(.6) or n in (6, 7) else None) for n in range(1, 17)])
