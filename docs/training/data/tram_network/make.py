"""A tram network: lines in two directions, runs with their stop times, drivers, incidents, ticket inspections, upkeep, machines."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, name TEXT NOT NULL, places INTEGER);
CREATE TABLE tram_lines (line_no TEXT PRIMARY KEY, colour TEXT, is_night INTEGER NOT NULL, opened_on TEXT, closed_on TEXT);
CREATE TABLE stops (
  stop_id INTEGER PRIMARY KEY, name TEXT NOT NULL, zone TEXT, step_free TEXT, hub_id INTEGER REFERENCES stops(stop_id));
CREATE TABLE line_stops (
  line_no TEXT REFERENCES tram_lines(line_no), direction TEXT, seq INTEGER, stop_id INTEGER REFERENCES stops(stop_id),
  minutes_from_start INTEGER, metres_from_previous INTEGER, PRIMARY KEY (line_no, direction, seq));
CREATE TABLE trams (
  tram_id INTEGER PRIMARY KEY, fleet_no TEXT NOT NULL, model TEXT, depot_id INTEGER REFERENCES depots(depot_id),
  low_floor INTEGER, built_year INTEGER, seats TEXT, retired_on TEXT);
CREATE TABLE drivers (
  driver_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, depot_id INTEGER REFERENCES depots(depot_id),
  mentor_id INTEGER REFERENCES drivers(driver_id), hired_on TEXT, left_on TEXT);
CREATE TABLE runs (
  run_id INTEGER PRIMARY KEY, line_no TEXT NOT NULL REFERENCES tram_lines(line_no), direction TEXT NOT NULL,
  tram_id INTEGER REFERENCES trams(tram_id), driver_id INTEGER REFERENCES drivers(driver_id),
  service_date TEXT NOT NULL, starts_at INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE stop_times (
  run_id INTEGER REFERENCES runs(run_id), seq INTEGER, stop_id INTEGER NOT NULL REFERENCES stops(stop_id),
  planned_at INTEGER NOT NULL, actual_at INTEGER, boarded INTEGER, alighted INTEGER, PRIMARY KEY (run_id, seq));
CREATE TABLE incidents (
  incident_id INTEGER PRIMARY KEY, run_id INTEGER REFERENCES runs(run_id), stop_id INTEGER REFERENCES stops(stop_id),
  kind TEXT NOT NULL, severity TEXT, started_at TEXT NOT NULL, ended_at TEXT);
CREATE TABLE inspections (
  inspection_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(run_id), inspector TEXT NOT NULL,
  checked INTEGER, without_ticket INTEGER);
CREATE TABLE fines (
  fine_id INTEGER PRIMARY KEY, inspection_id INTEGER REFERENCES inspections(inspection_id), amount_cents INTEGER NOT NULL,
  issued_on TEXT NOT NULL, paid_on TEXT, cancelled INTEGER NOT NULL);
CREATE TABLE repairs (
  repair_id INTEGER PRIMARY KEY, tram_id INTEGER NOT NULL REFERENCES trams(tram_id), kind TEXT, opened_on TEXT NOT NULL,
  closed_on TEXT, cost_eur REAL, follows_id INTEGER REFERENCES repairs(repair_id));
CREATE TABLE odometer (tram_id INTEGER REFERENCES trams(tram_id), read_on TEXT, km INTEGER, PRIMARY KEY (tram_id, read_on));
CREATE TABLE machines (
  machine_id INTEGER PRIMARY KEY, stop_id INTEGER REFERENCES stops(stop_id), model TEXT, installed_on TEXT, removed_on TEXT);
CREATE TABLE machine_sales (
  sale_id INTEGER PRIMARY KEY, machine_id INTEGER NOT NULL REFERENCES machines(machine_id), sold_at TEXT NOT NULL,
  product TEXT, price_cents INTEGER, payment TEXT, is_test INTEGER NOT NULL);
"""

STOPS = ("Central Station,Town Hall,Opera,Harbour,University,Market Square,Old Bridge,Museum Quay,Stadium,Airport Road,"
         "Botanical Garden,North Cemetery,Trade Fair,Mill Lane,Hospital,Zoo,Castle Hill,Brewery,East Gate,Ferry Terminal,"
         "Linden Park,West Depot,Schiller Street,Riverside,Gasworks,Tannery").split(",")
LINES = [("1", "red", 0, "1998-05-01", None), ("2", "blue", 0, "1998-05-01", None), ("3", "green", 0, "2004-09-12", None),
         ("5", "Green", 0, "2011-12-11", None), ("10", "violet", 0, "2019-12-15", None), ("N1", None, 1, "2010-06-04", None),
         ("4", "orange", 0, "1999-10-01", "2021-12-11"), ("12", "blue", 0, "2024-12-15", None)]


def epoch(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def american(day):
    return day and f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("depots", [(1, "West", 40), (2, "Harbour", 25), (3, "North", None), (4, "Museum Depot", 6)])
    m.add("tram_lines", LINES)
    stops = [(n, name, m.pick({"A": 4, "B": 4, "C": 2, "b": .8, None: 1.6}), m.pick({"yes": 6, "no": 3, "Yes": 1, None: 1}),
              m.pick([1, 6]) if n in (2, 3, 7, 23) else None) for n, name in enumerate(STOPS, 1)]
    m.add("stops", stops)
    course, rows = {}, []
    for line, count in (("1", 9), ("2", 8), ("3", 8), ("5", 7), ("10", 10), ("N1", 6)):
        way = m.some(range(1, 25), count)
        if line in ("1", "2", "10") and 1 not in way:
            way[2] = 1
        for direction in ("out", "back"):
            at = 0
            for seq, stop in enumerate(way if direction == "out" else way[::-1], 1):
                at += m.whole(1, 4) if seq > 1 else 0
                rows.append((line, direction, seq, stop, at, m.whole(250, 1400) if seq > 1 else None))
                course.setdefault((line, direction), []).append((stop, at))
    m.add("line_stops", rows)
    trams = [(n, f"{m.pick([20, 30, 41])}{n:02}", m.pick({"Combino": 4, "Variobahn": 3, "Tatra": 2, "combino": .7}), m.pick({1: 5, 2: 3, 3: 2, None: .3}),
              int(m.chance(.7)), m.whole(1984, 2022), m.pick(["60", "72", "96", "104", "120", None]),
              m.day("2022-06-01", "2024-05-31") if n % 9 == 4 else None) for n in range(1, 37)]
    m.add("trams", trams)
    drivers = []
    for n in range(1, 45):
        first, last = m.person()
        hired = m.day("2001-01-01", "2024-03-31")
        drivers.append((n, f"{first} {last}", m.pick({1: 5, 2: 3, 3: 3, None: .4}), m.whole(1, min(n - 1, 12)) if n > 3 and m.chance(.6) else None,
                        american(hired), american(m.day("2023-02-01", "2024-06-30")) if m.chance(.12) else None))
    m.add("drivers", drivers)
    runs, times, starts = [], [], []
    for _ in range(900):
        day = m.pick(["2024-01-01", "2024-03-31", "2024-04-30", "2024-05-31", "2024-06-30", "2024-02-29"]) if m.chance(.1) else m.day("2024-01-01", "2024-06-30")
        line = m.pick({"1": 6, "2": 5, "3": 4, "5": 3, "10": 4, "N1": 4})
        starts.append((epoch(f"{day} 00:00:00") + 60 * (m.whole(1380, 1560) if line == "N1" else m.whole(300, 1380)), day, line))
    for n, (at, day, line) in enumerate(sorted(starts), 1):
        direction = m.pick(["out", "back"])
        tram = m.pick([t for t in trams if t[0] < 35 and not (t[7] and t[7] < day)])[0]
        status = m.pick({"completed": 17, "Completed": 1.5, "cancelled": 1.2, "short-turned": 1.3})
        runs.append((n, line, direction, None if status == "cancelled" and m.chance(.5) else tram,
                     int(m.random.random() ** 1.3 * 41) + 1 if m.chance(.96) else None, day, at, status))
        late, way = m.whole(-30, 60), course[line, direction]
        if status == "short-turned":
            way = way[:m.whole(2, len(way) - 2)]
        for seq, (stop, minutes) in enumerate(way, 1):
            late += int(m.skewed(-25, 160, 0))
            planned, ran = at + 60 * minutes, status != "cancelled" and not m.chance(.03)
            counted = ran and m.chance(.92)
            times.append((n, seq, stop, planned, planned + late if ran else None, int(m.skewed(0, 45, 0)) if counted else None,
                          int(m.skewed(0, 40, 0)) if counted and seq > 1 else None))
    m.add("runs", runs)
    m.add("stop_times", times)
    incidents = []
    for n in range(1, 181):
        r = m.pick(runs)
        when = m.moment("2024-01-01", "2024-06-30", (5, 23))
        if m.chance(.7):
            when = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=r[6] + m.whole(0, 1800))).isoformat(" ")
        else:
            r = (None,) + r[1:]
        incidents.append((n, r[0], m.whole(1, 24) if r[0] is None or m.chance(.6) else None,
                          m.pick({"vehicle blocked track": 4, "door fault": 4, "collision": 1.5, "Door fault": .8, "medical": 2, "power cut": 1}),
                          m.pick({"minor": 6, "major": 2, "MAJOR": .5, None: 1}), when, later(when, minutes=m.whole(2, 190)) if m.chance(.88) else None))
    m.add("incidents", sorted(incidents, key=lambda row: row[0]))
    inspectors = [" ".join(m.person()) for _ in range(7)]
    inspections, fines = [], []
    for n in range(1, 211):
        r = m.pick([r for r in runs if r[7].lower() == "completed"])
        checked = m.pick([m.whole(4, 90), m.whole(20, 60), 0 if m.chance(.2) else 30])
        caught = min(checked, int(m.skewed(0, 9, 0)))
        inspections.append((n, r[0], m.pick(inspectors), checked if m.chance(.95) else None, caught))
        for _ in range(caught):
            if m.chance(.85):
                fines.append((len(fines) + 1, n, m.pick([7000, 7000, 7000, 3500, 12000]), r[5],
                              later(r[5], days=m.whole(0, 60)) if m.chance(.6) else None, int(m.chance(.08))))
    m.add("inspections", inspections)
    m.add("fines", fines)
    repairs = []
    for n in range(1, 261):
        opened = m.day("2023-01-01", "2024-06-30")
        before = [r for r in repairs if r[3] < opened]
        earlier = m.pick(before) if before and m.chance(.15) else None
        repairs.append((n, earlier[1] if earlier else m.pick([t[0] for t in trams if t[0] % 11]), m.pick(["brakes", "doors", "Doors", "wheels", "electronics", "paint", None]),
                        opened, later(opened, days=m.whole(0, 35)) if m.chance(.9) else None, m.skewed(40, 24000, 2) if m.chance(.93) else None,
                        earlier[0] if earlier else None))
    m.add("repairs", repairs)
    readings = []
    for t in trams:
        km = m.whole(20000, 900000)
        for month in range(18):
            if m.chance(.93):
                day = f"{2023 + month // 12}-{month % 12 + 1:02}-{m.whole(1, 27):02}"
                if not t[7] or day < t[7]:
                    readings.append((t[0], day, km))
            km += m.whole(900, 5200) if m.chance(.95) else 0
    m.add("odometer", readings)
    machines = [(n, m.whole(1, 21) if n < 33 else None, m.pick(["TX-2", "TX-5", "tx-5", "Almex"]), m.day("2012-01-01", "2024-04-30"),
                 m.day("2024-05-01", "2024-06-30") if m.chance(.1) else None) for n in range(1, 36)]
    m.add("machines", machines)
    sales = []
    for n in range(1, 1501):
        k = machines[int(m.random.random() ** 1.4 * 33)]
        day = m.pick(["2024-03-31", "2024-04-01", "2024-05-31", "2024-06-30"]) if m.chance(.08) else m.day("2024-01-01", "2024-06-30")
        product = m.pick({"single": 8, "day": 4, "week": 2, "bike": 1, "Single": .7, None: .3})
        price = {"single": 280, "day": 760, "week": 2450, "bike": 190}.get((product or "").lower())
        sales.append((n, k[0], f"{day} {m.whole(5, 23):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}", product,
                      price and (price // 2 if m.chance(.2) else price), m.pick({"card": 7, "cash": 4, "Card": .7, None: .4}), int(m.chance(.03))))
    m.add("machine_sales", sorted(sales, key=lambda row: row[0]))
