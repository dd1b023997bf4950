"""Night buses of a city: depots, stops, lines with their stops, drivers, buses, trips, tickets and complaints."""
from making import later

SCHEMA = """
CREATE TABLE depots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bays INTEGER NOT NULL);
CREATE TABLE stops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, zone TEXT NOT NULL, has_shelter INTEGER NOT NULL);
CREATE TABLE lines (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL, from_stop_id INTEGER NOT NULL REFERENCES stops(id), to_stop_id INTEGER NOT NULL REFERENCES stops(id),
  length_km REAL NOT NULL, replaces_line_id INTEGER REFERENCES lines(id));
CREATE TABLE line_stops (
  line_id INTEGER NOT NULL REFERENCES lines(id), position INTEGER NOT NULL, stop_id INTEGER NOT NULL REFERENCES stops(id), PRIMARY KEY (line_id, position));
CREATE TABLE drivers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots(id), team_leader_id INTEGER REFERENCES drivers(id),
  hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE buses (
  id INTEGER PRIMARY KEY, plate TEXT NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots(id), seats INTEGER NOT NULL, built_year INTEGER NOT NULL,
  mileage_km TEXT NOT NULL);
CREATE TABLE trips (
  id INTEGER PRIMARY KEY, line_id INTEGER NOT NULL REFERENCES lines(id), bus_id INTEGER NOT NULL REFERENCES buses(id),
  driver_id INTEGER NOT NULL REFERENCES drivers(id), planned_start TEXT NOT NULL, actual_start TEXT, status INTEGER NOT NULL);
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips(id), board_stop_id INTEGER NOT NULL REFERENCES stops(id),
  exit_stop_id INTEGER NOT NULL REFERENCES stops(id), kind TEXT NOT NULL, persons INTEGER NOT NULL, list_cents INTEGER NOT NULL, paid_cents INTEGER NOT NULL);
CREATE TABLE complaints (
  id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips(id), topic TEXT NOT NULL, opened_on TEXT NOT NULL, due_on TEXT NOT NULL, closed_on TEXT);
"""
STOPS = ("Central Station,Harbour,University,Town Hall,Opera,Old Market,Airport,Zoo,Stadium,East Gate,Mill Lane,North Park,South Bridge,West End,"
         "Hospital,Brewery,Castle,Lakeside,Trade Fair,Garden City,Riverside,Rose Hill").split(",")
DEPOTS = [(1, "Dockside", 40), (2, "Hilltop", 25), (3, "Westfield", 18), (4, "Reserve yard", 8)]


def fill(m):
    m.add("depots", DEPOTS)
    m.add("stops", [(n, name, m.pick({"A": 5, "B": 4, "C": 2}), int(m.chance(.6))) for n, name in enumerate(STOPS, 1)])
    lengths = m.some(range(60, 340), 16)
    lines, served = [], []
    for n in range(1, 15):
        way = m.some(range(1, 21), m.whole(5, 10))
        if n < 10:
            way[0 if m.chance(.5) else -1] = 1 if m.chance(.6) else 7
        way = list(dict.fromkeys(way))
        lines.append((n, f"N{n * 3 + 1}", way[0], way[-1], lengths[n] / 10, m.pick(range(1, n)) if n > 6 and m.chance(.5) else None))
        served += [(n, at, stop) for at, stop in enumerate(way, 1)]
    m.add("lines", lines)
    m.add("line_stops", served)
    names = set()
    while len(names) < 50:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 50)
    hired = m.some([later("2005-02-01", days=n * 13) for n in range(520)], 50)
    m.add("drivers", [(n, names[n], m.pick({1: 5, 2: 3, 3: 2}), m.pick([1, 2, 2, 3]) if n > 3 and m.chance(.85) else None, hired[n], m.day("2024-02-01", "2024-11-30") if m.chance(.2) else None)
                      for n in range(1, 41)])
    m.add("buses", [(n, f"NB {m.whole(100, 999)}{n:02}", m.pick({1: 6, 2: 3, 3: 2}), m.pick([38, 42, 50, 70]), m.whole(2008, 2023), m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.whole(8, 690) * 1000 + m.whole(1, 999)))
                    for n in range(1, 33)])
    trips, tickets, complaints = [], [], []
    for n in range(1, 361):
        line = {5: 2, 6: 2}.get(n, m.pick({one: 15 - one for one in range(1, 14)}))
        start = f"{m.day('2024-01-01', '2024-10-31')} {m.pick(['22', '23', '00', '01', '02', '03', '04'])}:{m.whole(0, 11) * 5:02}:00"
        status = m.pick({1: 16, 2: 2, 3: 1})
        trips.append((n, line, m.whole(1, 30), {5: 39, 6: 39, 9: 40}.get(n, 1 + int(m.random.random() ** 1.4 * 37)), start, later(start, minutes=m.pick([0, 0, 0, 1, 2, 4, 6, 9, 15, 25])) if status != 2 else None, status))
        way = [stop for one, _, stop in served if one == line]
        for _ in range(0 if status == 2 else m.pick([0, 1, 2, 3, 4, 6])):
            a, b = sorted(m.some(range(len(way)), 2))
            kind, persons = m.pick({"single": 7, "group": 2, "student": 3}), 1
            if kind == "group":
                persons = m.whole(2, 6)
            listed = 320 + 60 * (b - a)
            tickets.append((len(tickets) + 1, n, way[a], way[b], kind, persons, listed, int(listed * {"single": 1, "group": .8, "student": .5}[kind])))
        if m.chance(.3):
            day = later(start[:10], days=m.whole(0, 9))
            complaints.append((len(complaints) + 1, n, m.pick({"delay": 6, "driver": 2, "dirt": 2, "heating": 1}), day, later(day, days=14),
                               later(day, days=m.whole(1, 30)) if m.chance(.75) else None))
    m.add("trips", trips)
    m.add("tickets", tickets)
    m.add("complaints", complaints)
