"""Six hotels: rooms, seasons and their rates, bookings with cancellations and no-shows, payments, reviews."""
from datetime import date

from making import later

SCHEMA = """
CREATE TABLE hotel (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country_code TEXT NOT NULL,
  stars INTEGER, opened_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE room_type (
  id INTEGER PRIMARY KEY, hotel_id INTEGER NOT NULL REFERENCES hotel(id), name TEXT NOT NULL,
  max_guests INTEGER NOT NULL, UNIQUE (hotel_id, name));
CREATE TABLE room (
  id INTEGER PRIMARY KEY, hotel_id INTEGER NOT NULL REFERENCES hotel(id),
  room_type_id INTEGER NOT NULL REFERENCES room_type(id), room_number TEXT NOT NULL,
  floor INTEGER, has_balcony INTEGER NOT NULL DEFAULT 0, out_of_service_since TEXT);
CREATE TABLE season (
  id INTEGER PRIMARY KEY, hotel_id INTEGER NOT NULL REFERENCES hotel(id), name TEXT NOT NULL,
  starts_on TEXT NOT NULL, ends_on TEXT NOT NULL);
CREATE TABLE season_rate (
  room_type_id INTEGER NOT NULL REFERENCES room_type(id), season_id INTEGER NOT NULL REFERENCES season(id),
  rate_cents INTEGER NOT NULL, PRIMARY KEY (room_type_id, season_id));
CREATE TABLE channel (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, commission_pct REAL,
  parent_channel_id INTEGER REFERENCES channel(id));
CREATE TABLE guest (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT,
  country_code TEXT, birth_date TEXT, is_vip INTEGER NOT NULL DEFAULT 0, is_test INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL, referred_by_guest_id INTEGER REFERENCES guest(id));
CREATE TABLE booking (
  id INTEGER PRIMARY KEY, hotel_id INTEGER NOT NULL REFERENCES hotel(id),
  guest_id INTEGER NOT NULL REFERENCES guest(id), room_type_id INTEGER NOT NULL REFERENCES room_type(id),
  channel_id INTEGER REFERENCES channel(id), booked_at TEXT NOT NULL, check_in TEXT NOT NULL,
  check_out TEXT NOT NULL, adults INTEGER NOT NULL, children INTEGER, status TEXT NOT NULL,
  cancelled_at TEXT, total_cents INTEGER NOT NULL, replaces_booking_id INTEGER REFERENCES booking(id));
CREATE TABLE booking_room (
  booking_id INTEGER NOT NULL REFERENCES booking(id), room_id INTEGER NOT NULL REFERENCES room(id),
  PRIMARY KEY (booking_id, room_id));
CREATE TABLE extra (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL);
CREATE TABLE booking_extra (
  id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES booking(id),
  extra_id INTEGER NOT NULL REFERENCES extra(id), served_on TEXT NOT NULL,
  quantity INTEGER NOT NULL, unit_price_cents INTEGER NOT NULL);
CREATE TABLE payment (
  id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES booking(id), paid_at TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, method TEXT NOT NULL);
CREATE TABLE review (
  id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES booking(id), rating INTEGER,
  title TEXT, created_at TEXT NOT NULL);
"""

HOTELS = [(1, "Seaview Palace", "Split", "HR", 5, "1998-05-01", None),
          (2, "Alpine Lodge", "Innsbruck", "AT", 4, "2006-12-01", None),
          (3, "City Gate", "Vienna", "AT", 3, "2015-03-15", None),
          (4, "Old Mill Inn", "Graz", "AT", 3, "2011-07-01", "2023-10-31"),
          (5, "Lagoon Resort", "Zadar", "HR", 4, "2018-06-01", None),
          (6, "Harbour House", "Trieste", "IT", None, "2024-09-01", None)]
TYPES = {1: [("Single", 1), ("Double", 2), ("Sea View Double", 2), ("Family", 4), ("Suite", 4)],
         2: [("Single", 1), ("Double", 2), ("Family", 5), ("Suite", 3)],
         3: [("Single", 1), ("Double", 2), ("Studio", 2)], 4: [("Double", 2), ("Family", 4)],
         5: [("Double", 2), ("Family", 4), ("Suite", 4), ("Bungalow", 6)], 6: [("Double", 2)]}
SEASONS = [("Winter", "2023-01-01", "2023-03-31"), ("Spring", "2023-04-01", "2023-06-15"),
           ("Summer", "2023-06-16", "2023-09-15"), ("Autumn", "2023-09-16", "2023-12-20"),
           ("Christmas", "2023-12-21", "2024-01-06"), ("Winter", "2024-01-07", "2024-03-31"),
           ("Spring", "2024-04-01", "2024-06-15"), ("Summer", "2024-06-16", "2024-09-15")]
CHANNELS = [(1, "Direct", 0, None), (2, "Website", 0, 1), (3, "Phone", 0, 1), (4, "Agencies", None, None),
            (5, "BookNow", 15, 4), (6, "TripNest", 17.5, 4), (7, "Local agents", 10, 4),
            (8, "Walk-in", 0, 1), (9, "FaxDesk", 12, 7)]
EXTRAS = [("Breakfast", "food", 1400), ("Half board", "food", 3200), ("Minibar", "food", 650),
          ("Parking", "service", 1200), ("Airport transfer", "service", 3900), ("Massage", "wellness", 6800),
          ("Sauna", "wellness", 1900), ("Cot", "room", 1000), ("Late check-out", "room", 3000),
          ("Yoga class", "wellness", 2200)]
EDGES = ["2023-03-31", "2023-06-30", "2023-07-01", "2023-07-31", "2023-12-31", "2024-01-01", "2024-02-29",
         "2024-03-31", "2024-05-31", "2024-06-30"]


def fill(m):
    m.add("hotel", HOTELS)
    types = []
    for hotel, found in TYPES.items():
        for name, most in found:
            types.append((len(types) + 1, hotel, name, most))
    m.add("room_type", types)
    rooms = []
    for kind in types:
        for at in range({"Suite": 2, "Single": 4, "Bungalow": 5}.get(kind[2], 7)):
            floor = m.whole(0, 5)
            rooms.append((len(rooms) + 1, kind[1], kind[0], f"{floor}{len(rooms) % 40 + 1:02}", floor if m.chance(.95) else None,
                          int(m.chance(.4)), m.day("2023-02-01", "2024-06-20") if m.chance(.08) else None))
    m.add("room", rooms)
    seasons, rates = [], {}
    for hotel in HOTELS[:5]:
        for name, first, last in SEASONS:
            if hotel[0] == 5 and name in ("Winter", "Christmas") or hotel[6] and first > hotel[6]:
                continue
            seasons.append((len(seasons) + 1, hotel[0], name, first, last))
    m.add("season", seasons)
    for kind in types:
        base = {"Single": 7000, "Double": 10500, "Studio": 12000, "Sea View Double": 14500, "Family": 16000,
                "Bungalow": 19000, "Suite": 24000}[kind[2]] + HOTELS[kind[1] - 1][5].count("0") * 300
        for s in seasons:
            if s[1] == kind[1] and not (kind[2] == "Studio" and s[2] == "Christmas"):
                factor = {"Winter": 1.3 if s[1] == 2 else .8, "Spring": 1, "Summer": 1.4, "Autumn": .9,
                          "Christmas": 1.5}[s[2]]
                rates[kind[0], s[0]] = round(base * factor * m.amount(.95, 1.1) / 100) * 100
    m.add("season_rate", [key + (rate,) for key, rate in rates.items()])
    m.add("channel", CHANNELS)
    guests = []
    for n in range(1, 421):
        first, last = m.person()
        test = n in (17, 101, 250, 333)
        mail = f"{first}.{last}@{m.pick(['mail.at', 'gmail.com', 'web.de', 'libero.it'])}" if m.chance(.85) else None
        guests.append((n, "Test" if test else first, last, mail.upper() if mail and m.chance(.05) else mail,
                       m.pick({"AT": 8, "DE": 9, "IT": 5, "HR": 3, "de": 1, "CH": 2, None: 2}),
                       m.day("1945-01-01", "2004-12-31") if m.chance(.8) else None, int(m.chance(.12)), int(test),
                       m.moment("2022-06-01", "2024-06-28"), m.whole(1, n - 1) if n > 1 and m.chance(.25) else None))
    m.add("guest", guests)
    bookings, used, before = [], [], {}
    starts = sorted(m.pick(EDGES) if m.chance(.12) else m.day("2023-01-01", "2024-08-31") for _ in range(1500))
    for n, start in enumerate(starts, 1):
        kind = m.pick(types[:-1])
        while (HOTELS[kind[1] - 1][6] or "9") <= start or kind[1] == 5 and start[5:7] in ("12", "01", "02", "03"):
            kind = m.pick(types[:-1])
        nights = m.pick([1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 7, 10, 14])
        guest = guests[int(m.random.random() ** 1.5 * 360)]
        channel = m.pick({2: 30, 5: 28, 6: 16, 3: 10, 7: 6, 8: 8, None: 2})
        ahead = 0 if channel == 8 else m.pick([0, 1, 3, 7, 14, 20, 30, 31, 45, 60, 90, 150])
        booked = later(start, days=-ahead) + f" {m.whole(6, 22):02}:{m.whole(0, 59):02}:00"
        if booked > "2024-06-30":
            booked = m.moment("2024-04-01", "2024-06-29", (6, 22))[:16] + ":00"
        end = later(start, days=nights)
        status = m.pick({"checked_out": 74, "cancelled": 15, "no_show": 6})
        if start > "2024-06-30" and status != "cancelled":
            status = "confirmed"
        elif end > "2024-06-30" and status == "checked_out":
            status = "checked_in"
        gone = None
        if status == "cancelled":
            gone = later(booked[:10], days=m.whole(0, min(ahead, 60))) + f" {m.whole(9, 23):02}:{m.whole(0, 59):02}:00"
            if gone < booked:
                gone = later(booked, minutes=25)
            if gone > "2024-06-30 23:59:59":
                gone = max(booked, "2024-06-29 18:30:00")
        count = 2 if m.chance(.08) else 1
        free = [r for r in rooms if r[2] == kind[0]]
        rate = [r for (k, s), r in rates.items() if k == kind[0]
                and seasons[s - 1][3] <= start <= seasons[s - 1][4]] or [11000]
        total = round(rate[0] * nights * count * m.pick([1, 1, 1, .9, .85]))
        replaces = None
        if guest[0] in before and m.chance(.35):
            replaces = before.pop(guest[0])
        if status == "cancelled":
            before[guest[0]] = n
        if m.chance(.01):
            total = 0
        bookings.append((n, kind[1], guest[0], kind[0], channel, booked, start, end, m.whole(1, min(2, kind[3])),
                         m.pick({None: 4, 0: 4, 1: 2, 2: 2}) if kind[3] > 2 else m.pick([None, 0, 0]),
                         status, gone, total, replaces))
        if status in ("checked_out", "checked_in") or m.chance(.3):
            used += [(n, r[0]) for r in m.some(free, count)]
    m.add("booking", bookings)
    m.add("booking_room", used)
    m.add("extra", [(n, name, kind) for n, (name, kind, _) in enumerate(EXTRAS, 1)])
    sold, paid, told = [], [], []
    for b in bookings:
        if b[10] in ("checked_out", "checked_in"):
            for x in m.some(range(1, 9), m.pick([0, 0, 1, 1, 2, 3])):
                for at in range(m.pick([1, 1, 2])):
                    nights = (date.fromisoformat(b[7]) - date.fromisoformat(b[6])).days
                    sold.append((len(sold) + 1, b[0], x, later(b[6], days=m.whole(0, nights)),
                                 m.pick([1, 1, 2, 3]), round(EXTRAS[x - 1][2] * (1.1 if b[6] > "2024" else 1))))
        if b[10] in ("checked_out", "no_show") and m.chance(.95) or b[10] == "cancelled" and m.chance(.25):
            parts = m.pick([1, 1, 2])
            for at in range(parts):
                when = b[5] if at == 0 and parts == 2 else b[7] + f" {m.whole(7, 11):02}:{m.whole(0, 59):02}:00"
                if b[10] == "cancelled":
                    when = b[5]
                part = b[12] // parts if b[10] != "no_show" else b[12] // parts // 2
                paid.append((len(paid) + 1, b[0], when, part, m.pick({"card": 9, "cash": 3, "Card": 1, "transfer": 3})))
            if b[10] == "cancelled" and m.chance(.7):
                paid.append((len(paid) + 1, b[0], later(b[11], days=3), -part, "card"))
        if b[10] == "checked_out" and m.chance(.4):
            for at in range(m.pick({1: 20, 2: 1})):
                told.append((len(told) + 1, b[0], m.pick([10, 10, 9, 9, 8, 8, 8, 7, 6, 5, 3, 1, None]),
                             m.pick(["Great stay", "Too loud", "Lovely breakfast", "dirty bathroom", "Noisy street", "Wonderful!",
                                     "Bad breakfast", None, "OK"]),
                             later(b[7], days=m.whole(0, 40)) + f" {m.whole(8, 22):02}:00:00"))
    m.add("booking_extra", sold)
    m.add("payment", paid)
    m.add("review", told)
