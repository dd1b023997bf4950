"""Train journeys between stations: operators and trains, planned and actual times, passengers, tickets and extras."""
from making import later

SCHEMA = """
CREATE TABLE stations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, platforms INTEGER NOT NULL);
CREATE TABLE operators (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE trains (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, operator_id INTEGER NOT NULL REFERENCES operators(id), seats INTEGER NOT NULL,
  top_speed TEXT, built_on TEXT NOT NULL, retired_on TEXT, replaces_id INTEGER REFERENCES trains(id));
CREATE TABLE journeys (
  id INTEGER PRIMARY KEY, train_id INTEGER NOT NULL REFERENCES trains(id), from_id INTEGER NOT NULL REFERENCES stations(id),
  to_id INTEGER NOT NULL REFERENCES stations(id), travel_date TEXT NOT NULL, planned_arrival TEXT NOT NULL, actual_arrival TEXT,
  status TEXT NOT NULL, km INTEGER NOT NULL);
CREATE TABLE passengers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, home_country TEXT NOT NULL, born_on TEXT NOT NULL, signed_up_on TEXT NOT NULL,
  recommended_by INTEGER REFERENCES passengers(id));
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY, journey_id INTEGER NOT NULL REFERENCES journeys(id), passenger_id INTEGER NOT NULL REFERENCES passengers(id),
  booked_on TEXT NOT NULL, class INTEGER NOT NULL, full_price REAL NOT NULL, paid_price REAL NOT NULL, refunded_on TEXT);
CREATE TABLE extras (
  id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets(id), kind TEXT NOT NULL, quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
"""
STATIONS = [("Berlin", "Germany", 16), ("Munich", "Germany", 32), ("Hamburg", "Germany", 14), ("Vienna", "Austria", 12), ("Graz", "Austria", 8), ("Zurich", "Switzerland", 26), ("Basel", "Switzerland", 15), ("Prague", "Czechia", 7), ("Brno", "Czechia", 6), ("Milan", "Italy", 24), ("Leipzig", "Germany", 21)]
COUNTRIES = {"Germany": 6, "Austria": 3, "Switzerland": 2, "Czechia": 2, "Italy": 1}
EXTRAS = {"seat reservation": 6, "bicycle": 2, "meal": 3, "luggage": 2}


def fill(m):
    m.add("stations", [(n, *row) for n, row in enumerate(STATIONS, 1)])
    m.add("operators", [(1, "RailStar", "Germany"), (2, "Alpine Express", "Austria"), (3, "Helvetia Rail", "Switzerland"), (4, "Bohemia Trains", "Czechia"), (5, "Night Line", "Germany"), (6, "Lombardia Rapid", "Italy")])
    seats = m.some(range(90, 620, 5), 30)
    trains = []
    for n in range(1, 31):
        speed = m.pick(["n/a", "-", ""]) if n % 7 == 0 else str(m.pick([m.whole(8, 9) * 10, m.whole(12, 20) * 10, m.whole(20, 32) * 10]) if n != 30 else 95)
        trains.append((n, f"{m.pick(['IC', 'EC', 'RE', 'NJ'])} {100 + n * 7}" if n not in (11, 17, 23) else f"IC {100 + n * 7}", m.pick({1: 6, 2: 4, 3: 3, 4: 3, 5: 2}), seats[n - 1], speed,
                       m.day("1995-02-01", "2022-11-30"), m.day("2024-02-01", "2024-12-01") if n > 5 and m.chance(.25) else None,
                       {17: 11, 23: 17}.get(n) or (n - 5 if n > 12 and n != 22 and m.chance(.3) else None)))
    m.add("trains", trains)
    journeys = []
    for n in range(1, 201):
        start, end = m.some([1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 10], 2)
        if start == end:
            start, end = m.pick([2, 4, 6]), 1
        status = m.pick({"on plan": 5, "delayed": 3, "cancelled": 1})
        day = m.day("2023-01-03", "2024-12-20")
        arrival = f"{day} {m.whole(6, 22):02}:{m.whole(0, 59):02}:00"
        late = m.pick([0, 0, -2, -5]) if status == "on plan" else m.pick([4, 12, 35, 75, 140])
        journeys.append((n, m.pick(list(range(1, 26)) + [3, 3, 8, 8]), start, end, day, arrival, None if status == "cancelled" else later(arrival, minutes=late), status, m.whole(8, 88) * 10))
    m.add("journeys", journeys)
    names = set()
    while len(names) < 80:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names - {"Olga Kim"}), 79)
    m.add("passengers", [(n, "Olga Kim" if n == 6 else names[n - 1], m.pick(COUNTRIES), m.day("1945-01-01", "2008-12-31"), m.day("2021-01-05", "2024-11-30"),
                          2 if n == 6 else 6 if n in (10, 15, 16) else None if n < 6 else m.pick([None, m.whole(1, n - 1), m.whole(1, 4)])) for n in range(1, 71)])
    tickets, riders = [], list(range(1, 59)) + [6] * 4 + [20] * 8
    for n in range(1, 401):
        trip = m.pick(journeys[:185])
        price, booked = m.whole(60, 720) / 4, later(trip[4], days=-m.pick([1, 3, 14, 45, 90]))
        tickets.append((n, trip[0], m.pick(riders), booked, m.pick({1: 2, 2: 7}), price, round(price * m.pick([1, 1, .75, .5, .4]), 2), later(trip[4], days=-1) if m.chance(.12) else None))
    m.add("tickets", tickets)
    lines = [(t[0], kind) for t in tickets if m.chance(.6) for kind in m.some(EXTRAS, m.pick([1, 1, 2, 3]))]
    m.add("extras", [(n, t, kind, m.pick({1: 6, 2: 3, 4: 1}), {"seat reservation": 4.5, "bicycle": 9, "meal": 12.5, "luggage": 6}[kind]) for n, (t, kind) in enumerate(lines, 1)])
