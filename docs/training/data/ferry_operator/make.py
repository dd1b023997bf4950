"""A ferry line: ports, routes, vessels, sailings, bookings with passengers and vehicles, payments, crew, fuel."""
from making import later

SCHEMA = """
CREATE TABLE ports (
  port_id INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL, country TEXT, berths INTEGER, closed_on TEXT);
CREATE TABLE routes (
  route_id INTEGER PRIMARY KEY, origin_port_id INTEGER REFERENCES ports(port_id),
  dest_port_id INTEGER REFERENCES ports(port_id), nautical_miles REAL, planned_minutes INTEGER, status TEXT);
CREATE TABLE vessels (
  vessel_id INTEGER PRIMARY KEY, name TEXT, built_year INTEGER, passenger_capacity INTEGER, lane_metres INTEGER,
  home_port_id INTEGER REFERENCES ports(port_id), sister_of_id INTEGER REFERENCES vessels(vessel_id), retired_on TEXT);
CREATE TABLE sailings (
  sailing_id INTEGER PRIMARY KEY, route_id INTEGER REFERENCES routes(route_id),
  vessel_id INTEGER REFERENCES vessels(vessel_id), departs_at TEXT, status TEXT, delay_minutes INTEGER,
  cancel_reason TEXT);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY, full_name TEXT, email TEXT, country TEXT, joined_on TEXT,
  referred_by INTEGER REFERENCES customers(customer_id), deleted_at TEXT);
CREATE TABLE agencies (agency_id INTEGER PRIMARY KEY, name TEXT, country TEXT, commission_pct TEXT);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id),
  sailing_id INTEGER REFERENCES sailings(sailing_id), agency_id INTEGER REFERENCES agencies(agency_id),
  booked_at INTEGER, channel TEXT, status TEXT, outbound_booking_id INTEGER REFERENCES bookings(booking_id));
CREATE TABLE booking_passengers (
  booking_id INTEGER REFERENCES bookings(booking_id), line_no INTEGER, passenger_type TEXT, fare_cents INTEGER,
  checked_in INTEGER, PRIMARY KEY (booking_id, line_no));
CREATE TABLE booking_vehicles (
  booking_id INTEGER REFERENCES bookings(booking_id), line_no INTEGER, vehicle_type TEXT, length_m REAL,
  fare_cents INTEGER, PRIMARY KEY (booking_id, line_no));
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY, booking_id INTEGER REFERENCES bookings(booking_id), paid_on TEXT, kind TEXT,
  method TEXT, amount_eur REAL);
CREATE TABLE crew_members (
  crew_id INTEGER PRIMARY KEY, full_name TEXT, crew_rank TEXT, mentor_id INTEGER REFERENCES crew_members(crew_id),
  hired_on TEXT, left_on TEXT);
CREATE TABLE crew_assignments (
  sailing_id INTEGER REFERENCES sailings(sailing_id), crew_id INTEGER REFERENCES crew_members(crew_id), duty TEXT,
  PRIMARY KEY (sailing_id, crew_id));
CREATE TABLE bunkerings (
  vessel_id INTEGER REFERENCES vessels(vessel_id), port_id INTEGER REFERENCES ports(port_id), bunkered_on TEXT,
  litres INTEGER, price_per_litre REAL, invoice_no TEXT);
CREATE TABLE incidents (
  incident_id INTEGER PRIMARY KEY, sailing_id INTEGER REFERENCES sailings(sailing_id), reported_at TEXT,
  severity INTEGER, category TEXT, reported_by INTEGER REFERENCES crew_members(crew_id), resolved_at TEXT);
"""

PORTS = [("HAV", "Havnvik", "NO"), ("SKJ", "Skjelnes", "NO"), ("LYD", "Lydholm", "DK"), ("RAV", "Ravnsborg", "DK"),
         ("OST", "Ostermark", "SE"), ("KAL", "Kalvsund", "SE"), ("GRU", "Gruenhafen", "DE"), ("MEW", "Mewenstrand", "DE"),
         ("TUL", "Tuulisaar", "EE"), ("SAA", "Saarepoint", "EE"), ("NID", "Nidaros Quay", None), ("VIN", "Vinterby", "NO")]
ROUTES = [(1, 3), (3, 1), (2, 4), (4, 2), (5, 7), (7, 5), (6, 8), (8, 6), (5, 9), (9, 5), (4, 7), (7, 4), (1, 2),
          (6, 10), (10, 6)]
VESSELS = ["Aurora", "Borealis", "Cygnus", "Delphin", "Eider", "Fjordstar", "Gannet", "Havfrue", "Isbjorn", "Juno",
           "Kittiwake"]
AGENCIES = [("Nordtur", "NO", "9.5"), ("Blue Wave Travel", "DE", "10"), ("Kystreiser", "NO", "8"), ("Balti Tours", "EE", "12.5"),
            ("Sundet Resor", "SE", "7"), ("Hanse Reisen", "DE", "11"), ("Coach & Sea", "de", None), ("Ferry4U", "DK", "6")]
EPOCH = "1970-01-01"


def seconds(when):
    import calendar
    import datetime
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def slashed(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("ports", [(n, *p, m.pick([1, 2, 2, 3, 5, None]), "2023-10-31" if n == 12 else None)
                    for n, p in enumerate(PORTS, 1)])
    miles = {}
    routes = []
    for n, (a, b) in enumerate(ROUTES, 1):
        far = miles.setdefault(tuple(sorted((a, b))), m.amount(14, 160, 1))
        routes.append((n, a, b, far, int(far * 3.2) + m.pick([0, 5, 10]), "suspended" if n == 13 else
                       m.pick({"active": 7, "Active": 2, "suspended": 1})))
    m.add("routes", routes)
    m.add("vessels", [(n, name, m.whole(1988, 2021), m.pick([180, 320, 450, 450, 600, 900]),
                       m.pick([None, 240, 380, 520, 800]) if n > 2 else 400, m.pick([1, 3, 5, 7, 9]) if m.chance(.9) else None,
                       {2: 1, 5: 4, 8: 4, 10: 7}.get(n), "2023-11-15" if n == 9 else None)
                      for n, name in enumerate(VESSELS, 1)])
    sailings = []
    for n, when in enumerate(sorted(m.pick(["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-06-30"])
                                    if m.chance(.08) else m.day("2023-01-01", "2024-06-30") for _ in range(700)), 1):
        at = f"{when} {m.pick([0, 6, 7, 8, 9, 12, 15, 17, 18, 21, 23]):02}:{m.pick(['00', '15', '30', '45'])}:00"
        status = m.pick({"sailed": 84, "Sailed": 5, "cancelled": 7, "Cancelled": 2}) if at < "2024-06-20" else \
            m.pick({"scheduled": 6, "sailed": 3, "cancelled": 1})
        ran = status.lower() == "sailed"
        sailings.append((n, m.pick(range(1, 13)) if m.chance(.8) else m.pick([1, 1, 5, 14]),
                         m.pick([v for v in range(1, 11) if v != 9 or at < "2023-11-15"]), at, status,
                         (0 if m.chance(.3) else int(m.skewed(1, 150))) if ran and m.chance(.92) else None,
                         m.pick(["weather", "weather", "technical", "crew", None]) if status.lower() == "cancelled" else None))
    m.add("sailings", sailings)
    people = []
    for n in range(1, 261):
        first, last = m.person()
        people.append((n, f"{first} {last}", f"{first}.{last}{n % 90}@{m.pick(['mail.test', 'example.com', 'Example.com'])}".lower()
                       if m.chance(.86) else None, m.pick({"NO": 4, "DE": 4, "DK": 3, "SE": 3, "EE": 2, "de": 3, None: 1}),
                       m.day("2021-01-01", "2024-06-15"), m.whole(1, n - 1) if n > 5 and m.chance(.28) else None,
                       m.moment("2023-02-01", "2024-06-10") if m.chance(.06) else None))
    m.add("customers", people)
    m.add("agencies", [(n, *a) for n, a in enumerate(AGENCIES, 1)])
    bookings, pax, cars, pays = [], [], [], []
    for n in range(1, 1301):
        s = sailings[m.whole(0, 699)]
        outbound = None
        who = int(m.random.random() ** 1.4 * 240) + 1
        if n > 40 and m.chance(.2):
            outbound = m.whole(n - 40, n - 1)
            before = bookings[outbound - 1]
            if sailings[before[2] - 1][3] >= s[3] or before[1] is None:
                outbound = None
            else:
                who = before[1]
        booked = seconds(s[3]) - m.pick([m.whole(600, 20000), m.whole(86400, 20 * 86400), m.whole(86400, 120 * 86400)])
        off = s[4].lower() == "cancelled"
        status = m.pick({"cancelled": 7, "confirmed": 3}) if off else \
            m.pick({"confirmed": 80, "Confirmed": 6, "cancelled": 9, "no_show": 5})
        bookings.append((n, who if m.chance(.97) else None, s[0], m.pick(range(1, 8)) if m.chance(.3) else None, booked,
                         m.pick({"web": 6, "app": 4, "desk": 3, "Web": 1, "phone": 1}), status, outbound))
        total, far = 0, routes[s[1] - 1][3]
        kinds = ["adult"] + [m.pick({"adult": 5, "child": 4, "infant": 1, "pet": 1}) for _ in range(m.pick([0, 0, 1, 1, 2, 3, 4]))]
        for at, kind in enumerate(kinds, 1):
            fare = int({"adult": 1, "child": .5, "infant": 0, "pet": .2}[kind] * (900 + far * m.amount(28, 44)) / 10) * 10
            total += fare
            pax.append((n, at, kind, fare, None if status.lower() == "cancelled" else int(status != "no_show" and m.chance(.95))))
        for at in range(1, m.pick([0, 0, 0, 1, 1, 1, 2]) + 1):
            kind = m.pick({"car": 7, "motorbike": 2, "van": 2, "truck": 1, "Car": .5, "bicycle": 1.5})
            size = {"car": 4.4, "Car": 4.4, "motorbike": 2.2, "van": 6.1, "truck": 13, "bicycle": 1.8}[kind]
            size = round(size + m.amount(-.4, .6), 1)
            fare = int(size * (400 + far * 9) / 10) * 10
            total += fare
            cars.append((n, at, kind, None if kind == "bicycle" and m.chance(.6) else size, fare))
        if m.chance(.95):
            day = m.pick([0, 0, 0, 1, 3])
            first = later(EPOCH, days=booked // 86400 + day)
            parts = [total] if m.chance(.85) else [total // 2, total - total // 2]
            for part in parts:
                if m.chance(.97):
                    pays.append((first, n, "charge", m.pick({"card": 7, "invoice": 2, "voucher": 1, "Card": 1}), part / 100))
                    first = later(first, days=m.whole(1, 9))
            if status == "cancelled" and m.chance(.75):
                pays.append((later(first, days=m.whole(0, 20)), n, "refund", m.pick(["card", "card", "voucher"]),
                             round(total * m.pick([1, 1, .8, .5]) / 100, 2)))
    m.add("bookings", bookings)
    m.add("booking_passengers", pax)
    m.add("booking_vehicles", cars)
    m.add("payments", [(n, b, slashed(day), kind, how, amount)
                       for n, (day, b, kind, how, amount) in enumerate(sorted(pays, key=lambda p: p[:2]), 1)])
    crew = []
    for n in range(1, 61):
        rank = "captain" if n <= 9 else m.pick({"officer": 4, "engineer": 4, "deckhand": 8, "steward": 5, "Deckhand": 1})
        hired = m.day("2012-01-01", "2022-06-30") if n < 40 else m.day("2022-07-01", "2024-05-31")
        crew.append((n, " ".join(m.person()), rank, m.whole(1, min(n - 1, 30)) if n > 3 and m.chance(.7) else None, hired,
                     later(hired, days=m.whole(200, 700)) if n > 9 and m.chance(.25) else None))
    m.add("crew_members", crew)
    duties = []
    for s in sailings:
        if s[4] != "scheduled" or m.chance(.5):
            duties.append((s[0], m.whole(1, 8), "bridge"))
            for c in m.some(crew[9:56], m.whole(1, 4)):
                duties.append((s[0], c[0], "engine" if c[2] == "engineer" else m.pick(["deck", "cabin", "deck", "bridge"])))
    m.add("crew_assignments", duties)
    fuel = []
    for n, day in enumerate(sorted(m.day("2023-01-01", "2024-06-28") for _ in range(320)), 1):
        ship = m.whole(1, 10)
        row = (ship, m.pick([1, 3, 5, 7, 9]), slashed(day), m.whole(40, 420) * 100, m.amount(.52, .98, 3),
               f"B-{n:04}" if m.chance(.9) else None)
        fuel += [row, row] if m.chance(.12) else [row]
    m.add("bunkerings", fuel)
    troubles = []
    for s in sailings:
        if s[4].lower() == "sailed" and m.chance(.16):
            for _ in range(m.pick([1, 1, 1, 2])):
                at = later(s[3], minutes=m.whole(5, 400))
                troubles.append((len(troubles) + 1, s[0], at, m.pick([1, 1, 2, 2, 3, 4, 5, None]),
                                 m.pick({"medical": 3, "engine": 3, "passenger": 4, "cargo": 2, "Engine": 1}),
                                 m.whole(1, 56) if m.chance(.85) else None,
                                 later(at, minutes=m.whole(15, 9000)) if m.chance(.8) else None))
    m.add("incidents", troubles)
