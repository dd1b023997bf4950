"""Pest control: clients and their properties, service plans, jobs and call-backs, products used, bills, ratings."""
from making import later

SCHEMA = """
CREATE TABLE clients (id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, kind TEXT NOT NULL, phone TEXT, signed_up TEXT NOT NULL, left_on TEXT);
CREATE TABLE properties (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(id), street TEXT NOT NULL, town TEXT NOT NULL, area_m2 TEXT);
CREATE TABLE technicians (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, grade INTEGER NOT NULL, supervisor_id INTEGER REFERENCES technicians(id), licence_until TEXT,
  employed_from TEXT NOT NULL, employed_until TEXT);
CREATE TABLE pests (code TEXT PRIMARY KEY, pest_name TEXT NOT NULL, family TEXT NOT NULL, notifiable INTEGER NOT NULL);
CREATE TABLE service_plans (
  id INTEGER PRIMARY KEY, property_id INTEGER NOT NULL REFERENCES properties(id), tier TEXT NOT NULL, visits_per_year INTEGER NOT NULL,
  monthly_fee REAL NOT NULL, start_date TEXT NOT NULL, cancel_date TEXT);
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY, property_id INTEGER NOT NULL REFERENCES properties(id), plan_id INTEGER, pest_code TEXT NOT NULL, reported_on TEXT NOT NULL,
  scheduled_for TEXT, done_on TEXT, status INTEGER NOT NULL, lead_technician_id INTEGER, price REAL NOT NULL, callback_of INTEGER REFERENCES jobs(id));
CREATE TABLE job_technicians (job_id INTEGER NOT NULL, technician_id INTEGER NOT NULL, hours REAL NOT NULL, PRIMARY KEY (job_id, technician_id));
CREATE TABLE products (id INTEGER PRIMARY KEY, product_name TEXT NOT NULL, agent TEXT, unit TEXT NOT NULL, cost_per_unit REAL NOT NULL, withdrawn_on TEXT);
CREATE TABLE job_products (job_id INTEGER NOT NULL, product_id INTEGER NOT NULL, amount REAL NOT NULL, PRIMARY KEY (job_id, product_id));
CREATE TABLE bills (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL, bill_date TEXT NOT NULL, total REAL NOT NULL, paid INTEGER NOT NULL, reminders INTEGER);
CREATE TABLE ratings (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL, stars INTEGER, given_on TEXT NOT NULL, remark TEXT);
"""
PESTS = [("RAT", "Brown rat", "rodent", 1), ("MOU", "House mouse", "rodent", 0), ("SQU", "Grey squirrel", "rodent", 0), ("COC", "German cockroach", "insect", 0),
         ("BED", "Bed bug", "insect", 1), ("ANT", "Garden ant", "insect", 0), ("WAS", "Wasp", "insect", 0), ("MOT", "Clothes moth", "insect", 0), ("PIG", "Feral pigeon", "bird", 0),
         ("GUL", "Herring gull", "bird", 0), ("MOL", "Mole", "other", 0)]


def fill(m):
    clients = []
    for n in range(1, 111):
        kind = m.pick({"household": 6, "restaurant": 3, "warehouse": 2, "hotel": 1})
        name = " ".join(m.person()) if kind == "household" else m.pick(["Golden", "Harbour", "Station", "Royal", "Park"]) + " " + m.pick({"restaurant": ["Grill", "Kitchen", "Bistro"], "warehouse": ["Storage", "Logistics"], "hotel": ["Hotel", "Inn"]}[kind])
        up = m.day("2022-02-01", "2026-05-30")
        gone = later(up, days=m.whole(100, 900)) if m.chance(.25) else None
        clients.append((n, name, kind, f"0{m.whole(100, 999)}{m.whole(1000, 9999)}" if m.chance(.85) else None, up, gone if gone and gone < "2026-06-28" else None))
    m.add("clients", clients)
    props = []
    for c in clients:
        for _ in range(m.pick([1, 1, 1, 2, 3]) if m.chance(.95) else 0):
            props.append((len(props) + 1, c[0], f"{m.whole(1, 99)} {m.pick(['Mill', 'Church', 'Station', 'High', 'Dock'])} {m.pick(['Road', 'Street', 'Lane'])}",
                          m.pick(["Cork", "Galway", "Limerick", "Sligo", "Kerry"]), str(m.pick([m.whole(45, 99), m.whole(100, 400), m.whole(800, 1400)])) if m.chance(.9) else None))
    m.add("properties", props)
    techs = [(n, " ".join(m.person()), 4 if n < 4 else m.pick([1, 1, 2, 2, 3, 3]), None if n == 1 or m.chance(.1) else 1 if n < 4 else m.pick([1, 2, 2, 3]),
              m.day("2025-12-01", "2027-06-30") if m.chance(.88) else None, m.day("2014-01-01", "2025-12-01"), m.day("2026-01-01", "2026-06-20") if n > 6 and m.chance(.3) else None) for n in range(1, 19)]
    techs[4] = techs[4][:4] + (None,) + techs[4][5:]
    techs[8] = techs[8][:4] + ("2026-02-01", "2017-03-01", "2026-05-31")
    m.add("technicians", techs)
    m.add("pests", PESTS)
    plans = []
    for p in props:
        if p[0] % 3 == 0 or m.chance(.3):
            for _ in range(m.pick([1, 1, 1, 2])):
                start = m.day(max("2023-01-05", clients[p[1] - 1][4]), "2026-06-01")
                end = later(start, days=m.whole(60, 700)) if m.chance(.4) else None
                tier = m.pick(["bronze", "bronze", "silver", "gold"])
                plans.append((len(plans) + 1, p[0], tier, {"bronze": 4, "silver": 6, "gold": 12}[tier], {"bronze": 18.0, "silver": 29.5, "gold": 49.0}[tier] * m.pick([1, 1, .9]),
                              start, end if end and end < "2026-07-31" else None))
    m.add("service_plans", plans)
    jobs, crew, used, bills, stars = [], [], [], [], []
    prods = [(1, "RodentBlock", "bromadiolone", "kg", 14.5, None), (2, "GelBait", "imidacloprid", "tube", 6.9, None), (3, "WaspFoam", "permethrin", "can", 8.2, None),
             (4, "MothTrap", None, "piece", 3.1, None), (5, "OldDust", "bendiocarb", "kg", 22.0, "2025-06-30"), (6, "Bird spikes", None, "metre", 4.4, None), (7, "SteamPack", None, "piece", 11.0, None),
             (8, "AntPowder", "permethrin", "kg", 7.7, None)]
    m.add("products", prods)
    for n in range(1, 461):
        p = m.pick(props[:150])
        day = m.day("2024-01-03", "2026-06-22")
        if m.chance(.04):
            day = m.pick(["2025-06-30", "2025-12-31", "2026-05-31", "2026-03-31"])
        status = m.pick({1: 24, 2: 3, 3: 4}) if day < "2026-06-05" else m.pick({0: 6, 1: 4, 3: 1})
        when = later(day, days=m.whole(0, 12)) if status != 3 or m.chance(.6) else None
        done = later(when, days=m.pick([0, 0, 0, 0, 1, 3, 7])) if status == 1 else None
        if status == 1 and "2025-06-01" <= day <= "2025-06-30" and m.chance(.3):
            done, when = "2025-06-30", min(when, "2025-06-30")
        own = [x[0] for x in plans if x[1] == p[0] and x[5] <= day and (not x[6] or x[6] >= day)]
        back = m.whole(1, 60) if n > 60 and m.chance(.12) else None
        if back:
            p = props[jobs[back - 1][1] - 1]
            own = []
            if jobs[back - 1][4] > day:
                back = None
        price = 0.0 if own and m.chance(.6) else float(m.pick([85, 95, 120, 150, 190, 240, 320]))
        jobs.append((n, p[0], own[0] if own else None, m.pick({x[0]: w for x, w in zip(PESTS, (8, 8, 2, 4, 4, 5, 6, 2, 3, 1, 0))}) if not back else jobs[back - 1][3], day, when, done, status,
                     m.whole(1, 15) if m.chance(.93) else None, price, back))
        if status in (1, 2):
            team = {jobs[-1][8] or m.whole(1, 15)} | ({m.whole(1, 15)} if m.chance(.35) else set())
            crew += [(n, t, m.whole(1, 10) / 2) for t in sorted(team)]
        if status == 1:
            used += [(n, q, m.whole(1, 12) / 2) for q in m.some([1, 2, 3, 4, 5 if day < "2025-06-30" else 2, 6, 8], m.pick([0, 1, 1, 2, 3]))if (n, q) not in {(u[0], u[1]) for u in used[-4:]}]
            if price and m.chance(.95):
                out = later(done, days=m.whole(0, 20))
                parts = 2 if m.chance(.1) else 1
                for _ in range(parts):
                    bills.append((len(bills) + 1, n, f"{out[8:10]}.{out[5:7]}.{out[:4]}", price / parts, int(m.chance(.85)), m.pick([0, 0, 0, 1, 2, None])))
            for _ in range(m.pick([0, 0, 1, 1, 2])):
                stars.append((len(stars) + 1, n, m.pick([1, 2, 3, 4, 4, 5, 5, 5]) if m.chance(.93) else None, later(done, days=m.whole(0, 15)), m.pick(["ok", "came back twice", "very kind"]) if m.chance(.4) else None))
    m.add("jobs", jobs)
    m.add("job_technicians", crew)
    m.add("job_products", {(u[0], u[1]): u for u in used}.values())
    m.add("bills", bills)
    m.add("ratings", stars)
