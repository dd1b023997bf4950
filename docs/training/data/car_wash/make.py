"""Car washes: sites and bays, wash programmes and prices, customers and their cars, wash passes, washes, extras, vouchers, faults."""
from making import later

SCHEMA = """
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT NOT NULL, region TEXT NOT NULL, opened_on TEXT NOT NULL, shut_on TEXT, site_lead INTEGER);
CREATE TABLE worker (worker_id INTEGER PRIMARY KEY, name TEXT NOT NULL, site_id INTEGER, reports_to INTEGER REFERENCES worker(worker_id), hourly_wage_cents INTEGER, joined_on TEXT NOT NULL, quit_on TEXT);
CREATE TABLE bay (site_id INTEGER NOT NULL REFERENCES site(site_id), bay_no INTEGER NOT NULL, bay_type TEXT NOT NULL, installed_on TEXT NOT NULL, PRIMARY KEY (site_id, bay_no));
CREATE TABLE programme (prog_code TEXT PRIMARY KEY, prog_name TEXT NOT NULL, minutes INTEGER NOT NULL, price_cents INTEGER NOT NULL, retired INTEGER NOT NULL DEFAULT 0);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, home_site_id INTEGER, signed_up_on TEXT NOT NULL, newsletter INTEGER, deleted_on TEXT);
CREATE TABLE car (plate TEXT PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(customer_id), size_class TEXT NOT NULL, make TEXT);
CREATE TABLE pass (
  pass_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(customer_id), tier TEXT NOT NULL, monthly_cents INTEGER NOT NULL, valid_from TEXT NOT NULL,
  valid_to TEXT, paused INTEGER NOT NULL DEFAULT 0);
CREATE TABLE wash (
  wash_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, bay_no INTEGER NOT NULL, prog_code TEXT NOT NULL REFERENCES programme(prog_code), plate TEXT, pass_id INTEGER, worker_id INTEGER,
  queued_at TEXT NOT NULL, started_at TEXT, charged_cents INTEGER NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE wash_extra (wash_id INTEGER NOT NULL, extra TEXT NOT NULL, charged_cents INTEGER NOT NULL, PRIMARY KEY (wash_id, extra));
CREATE TABLE feedback (feedback_id INTEGER PRIMARY KEY, wash_id INTEGER NOT NULL, score INTEGER, given_at TEXT NOT NULL, answered_by INTEGER);
CREATE TABLE bay_fault (fault_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, bay_no INTEGER NOT NULL, reported_on TEXT NOT NULL, fixed_on TEXT, reported_by INTEGER, fixed_by INTEGER, cost_cents INTEGER);
"""


def fill(m):
    m.add("site", [(1, "Ring Road", "north", "2015-04-01", None, 1), (2, "Harbour", "north", "2018-03-12", None, 2), (3, "Mall", "south", "2020-08-01", None, 3), (4, "Airport", "south", "2022-05-15", None, None),
                   (5, "Old Depot", "south", "2012-02-01", "2025-09-30", None), (6, "Stadium", "west", "2026-06-15", None, 4)])
    crew = [(n, " ".join(m.person()), m.pick([1, 1, 2, 3, 4, 5]) if m.chance(.92) else None, None if n in (1, 20) else 1 if n < 5 else m.pick([1, 2, 3, 4]), m.pick([1150, 1240, 1320, 1500]) if m.chance(.9) else None,
             m.day("2016-01-01", "2026-02-01"), m.day("2025-06-01", "2026-06-15") if n > 5 and m.chance(.3) else None) for n in range(1, 25)]
    m.add("worker", crew)
    bays = [(s, b, m.pick({"tunnel": 3, "self": 4, "hand": 1}) if b > 1 else "tunnel", m.day("2015-04-01", "2024-12-31")) for s, k in ((1, 4), (2, 3), (3, 4), (4, 2), (5, 2), (6, 2)) for b in range(1, k + 1)]
    m.add("bay", bays)
    progs = [("BAS", "Basic", 5, 690, 0), ("CLA", "Classic", 7, 990, 0), ("PRE", "Premium", 10, 1490, 0), ("DEL", "Deluxe", 14, 1990, 0), ("WAX", "Wax special", 12, 1690, 1), ("ECO", "Eco", 6, 790, 0), ("XXL", "Van wash", 15, 2490, 0)]
    m.add("programme", progs)
    people = [(n, " ".join(m.person()), f"w{n}@example.org" if m.chance(.8) else None, m.whole(1, 5) if m.chance(.85) else None, m.day("2022-01-10", "2026-06-10"), m.pick([0, 1, 1]) if m.chance(.8) else None,
               m.day("2026-06-01", "2026-06-25") if m.chance(.07) else None) for n in range(1, 161)]
    m.add("customer", people)
    cars = []
    for p in people:
        for _ in range(m.pick([0, 1, 1, 1, 2])):
            cars.append((f"{m.pick('ABCD')}{m.pick('KLMN')} {len(cars) + 101}", p[0], m.pick({"small": 4, "medium": 4, "large": 2}), m.pick(["Seat", "Opel", "Volvo", "Dacia"]) if m.chance(.9) else None))
    m.add("car", cars)
    passes = []
    for n in range(1, 91):
        start = m.day("2024-01-01", "2026-06-10")
        end = later(start, days=m.pick([30, 90, 180, 365])) if m.chance(.7) else None
        tier = m.pick({"silver": 4, "gold": 3, "fleet": 1})
        passes.append((n, m.whole(1, 120), tier, {"silver": 1990, "gold": 2990, "fleet": 7900}[tier], start, end, int(m.chance(.25))))
    passes[4] = passes[4][:5] + ("2026-09-30", 1)
    ends = [(p, c) for p in passes for c in cars if c[1] == p[1] and "2024-07-01" < (p[5] or "") < "2026-06-27"]
    washes, extras, notes = [], [], []
    cost = {p[0]: p[3] for p in progs}
    for n in range(1, 901):
        at = m.moment("2024-07-01", "2026-06-27", (7, 20))
        if m.chance(.03):
            at = m.pick(["2025-12-31", "2026-05-31", "2026-03-31", "2026-02-28"]) + f" {m.whole(10, 19)}:10:00"
        last = m.pick(ends) if n % 40 == 0 else None
        at = f"{last[0][5]} 12:34:00" if last else at
        bay = m.pick([b for b in bays if b[0] < 6 and (b[0] != 5 or at < "2025-09-30") and b[1] < 4])
        prog = m.pick({"BAS": 6, "CLA": 6, "PRE": 4, "DEL": 2, "ECO": 3, "WAX": 2 if at < "2025-06-01" else 0})
        car = cars[int(m.random.random() ** 1.6 * (len(cars) - 15))] if m.chance(.8) else None
        car = last[1] if last else car
        home = people[car[1] - 1][3] if car else None
        if home and home < 5 and m.chance(.6):
            bay = m.pick([b for b in bays if b[0] == home and b[1] < 4])
        own = [p[0] for p in passes if car and p[1] == car[1] and p[4] <= at[:10] and (not p[5] or p[5] >= at[:10])]
        if car and not own and m.chance(.06):
            own = [p[0] for p in passes if p[1] == car[1]]
        how = m.pick({"ok": 20, "aborted": 2, "left": 1})
        start = later(at, minutes=m.pick([0, 1, 3, 6, 12, 25])) if how != "left" else None
        paid = 0 if own and how == "ok" or how == "left" else int(cost[prog] * m.pick([1, 1, 1, .9, .8])) if how == "ok" else m.pick([0, cost[prog]])
        washes.append((n, bay[0], bay[1], prog, car and car[0], own[0] if own and how == "ok" else None, m.whole(3, 22) if bay[2] == "hand" or m.chance(.5) else None, at, start, paid, how))
        if how == "ok":
            for e in m.some(["rims", "wax", "interior", "tyre shine"], m.pick([0, 0, 0, 1, 1, 2, 3])):
                extras.append((n, e, {"rims": 300, "wax": 450, "interior": 900, "tyre shine": 250}[e]))
            for _ in range(m.pick([0, 0, 0, 0, 1, 1, 2])):
                notes.append((len(notes) + 1, n, m.pick([1, 2, 3, 4, 4, 5, 5]) if m.chance(.92) else None, later(start, minutes=m.whole(20, 4000)), m.whole(1, 24) if m.chance(.4) else None))
    m.add("pass", passes)
    m.add("wash", washes)
    m.add("wash_extra", extras)
    m.add("feedback", notes)
    faults = []
    for n in range(1, 81):
        bay = m.pick(bays[:15])
        day = m.day("2024-07-01", "2026-06-24")
        fix = later(day, days=m.pick([0, 1, 2, 5, 14])) if m.chance(.88) else None
        fix = fix if fix and fix < "2026-06-28" else None
        faults.append((n, bay[0], bay[1], day, fix, m.whole(1, 22) if m.chance(.9 if fix else .5) else None, m.whole(1, 22) if fix else None, m.whole(3, 90) * 1000 if fix and m.chance(.9) else None))
    m.add("bay_fault", faults)
