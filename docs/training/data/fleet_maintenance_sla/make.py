"""Maintenance of a vehicle fleet under service levels: depots, vehicles, workshops, contracts, work orders, parts, odometer readings, breakdowns."""
from making import later

SCHEMA = """
CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL, region TEXT NOT NULL);
CREATE TABLE vehicles (
  vehicle_id INTEGER PRIMARY KEY, plate TEXT NOT NULL, vehicle_type TEXT NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots(depot_id),
  bought_on TEXT NOT NULL, sold_on TEXT, service_interval_km INTEGER NOT NULL);
CREATE TABLE workshops (workshop_id INTEGER PRIMARY KEY, workshop_name TEXT NOT NULL, region TEXT NOT NULL, is_external INTEGER NOT NULL);
CREATE TABLE sla_rules (
  workshop_id INTEGER NOT NULL REFERENCES workshops(workshop_id), priority TEXT NOT NULL, response_hours INTEGER NOT NULL,
  fix_hours INTEGER NOT NULL, PRIMARY KEY (workshop_id, priority));
CREATE TABLE work_orders (
  order_id INTEGER PRIMARY KEY, vehicle_id INTEGER NOT NULL REFERENCES vehicles(vehicle_id),
  workshop_id INTEGER NOT NULL REFERENCES workshops(workshop_id), priority TEXT NOT NULL, kind TEXT NOT NULL, created_at TEXT NOT NULL,
  started_at TEXT, finished_at TEXT, reopened_from INTEGER REFERENCES work_orders(order_id), labour_hours REAL);
CREATE TABLE order_parts (
  order_id INTEGER NOT NULL REFERENCES work_orders(order_id), part_code TEXT NOT NULL, quantity INTEGER NOT NULL,
  list_price REAL NOT NULL, charged_price REAL, PRIMARY KEY (order_id, part_code));
CREATE TABLE odometer (
  vehicle_id INTEGER NOT NULL REFERENCES vehicles(vehicle_id), read_on TEXT NOT NULL, km INTEGER NOT NULL, PRIMARY KEY (vehicle_id, read_on));
CREATE TABLE breakdowns (
  breakdown_id INTEGER PRIMARY KEY, vehicle_id INTEGER NOT NULL REFERENCES vehicles(vehicle_id), happened_at TEXT NOT NULL,
  cause TEXT, towed INTEGER NOT NULL);
"""
PARTS = {"BRK-PAD": 38.0, "OIL-5L": 42.5, "FLT-AIR": 12.9, "TYR-215": 96.0, "BAT-80": 119.0, "BLT-TIM": 54.0, "LMP-H7": 8.5}


def fill(m):
    m.add("depots", [(n, name, region) for n, (name, region) in enumerate(
        [("Harbour", "north"), ("Airport", "north"), ("Old Town", "south"), ("Mill Road", "south"), ("Ring East", "east"), ("Quarry", "east")], 1)])
    vehicles = []
    for n in range(1, 131):
        vehicles.append((n, f"{m.pick('ABCDE')}{m.pick('KLMN')} {100 + n * 7}", m.pick({"van": 6, "truck": 4, "bus": 2, "car": 2}), m.whole(1, 5),
                         m.day("2018-01-01", "2024-12-31"), m.day("2025-02-01", "2025-06-30") if m.chance(.12) else None, m.pick([10000, 15000, 15000, 30000])))
    m.add("vehicles", vehicles)
    m.add("workshops", [(n, name, region, ext) for n, (name, region, ext) in enumerate(
        [("North Garage", "north", 0), ("South Garage", "south", 0), ("East Garage", "east", 0), ("Truck Partner", "east", 1), ("City Motors", "south", 1), ("Fjord Service", "north", 1), ("Bus Clinic", "west", 1)], 1)])
    rules = {}
    for w in range(1, 8):
        for p, response, fix in (("high", 4, 24), ("normal", 12, 72), ("low", 48, 240)):
            if not (w == 5 and p == "low"):
                rules[(w, p)] = (response * m.pick([1, 1, 2]), fix * m.pick([1, 1, 2]))
    m.add("sla_rules", [(*k, *v) for k, v in rules.items()])
    orders, parts = [], []
    for n in range(1, 721):
        v = vehicles[int(m.random.random() ** 1.5 * 118)]
        w, p = 1 + int(m.random.random() ** 1.3 * 6), m.pick({"high": 2, "normal": 5, "low": 2})
        at = m.moment("2025-01-01", "2025-06-27", (6, 18))
        response, fix = rules.get((w, p), (48, 240))
        begun = later(at, minutes=m.pick([10, 30, 60 * response // 2, 60 * response, 60 * response, 60 * response + 40, 90 * response])) if m.chance(.93) else None
        done = later(begun, minutes=m.pick([45, 120, 300, 30 * fix, 60 * fix, 75 * fix])) if begun and m.chance(.92) else None
        if done and done > "2025-06-30":
            done = None
        past = [o for o in orders if o[1] == v[0] and o[7] and o[7] < at]
        orders.append((n, v[0], w, p, m.pick({"repair": 5, "service": 4, "inspection": 2}), at, begun, done, past[-1][0] if past and m.chance(.15) else None,
                       m.pick([.5, 1.0, 1.5, 2.0, 3.0, 4.5, 8.0]) if done and m.chance(.93) else None))
        for code in m.some(PARTS, m.pick([0, 0, 1, 1, 2, 3])):
            price = PARTS[code]
            parts.append((n, code, m.pick([1, 1, 2, 4]), price, round(price * m.pick([1, 1, .9, .8, 1.1]), 2) if m.chance(.9) else None))
    m.add("work_orders", orders)
    m.add("order_parts", parts)
    readings = []
    for v in vehicles[:124]:
        km, day = m.whole(4000, 180000), m.day("2025-01-01", "2025-01-20")
        while day < "2025-06-30":
            readings.append((v[0], day, km))
            km += m.pick([0, 300, 900, 1800, 2500, 4000, 5200])
            day = later(day, days=m.pick([14, 21, 30, 30, 31, 45]))
    m.add("odometer", readings)
    breaks = []
    for n in range(1, 211):
        v = m.pick(vehicles[:95])
        recent = [o[7] for o in orders if o[1] == v[0] and o[7]]
        at = later(m.pick(recent)[:10], days=m.pick([1, 3, 6, 7, 8, 13, 14, 15])) + f" {m.whole(5, 22):02}:{m.whole(0, 59):02}:00" if recent and m.chance(.5) else m.moment("2025-01-02", "2025-06-29")
        breaks.append((n, v[0], at, m.pick({"battery": 4, "tyre": 3, "engine": 2, "brakes": 1, None: 1}), int(m.chance(.55))))
    m.add("breakdowns", breaks)
