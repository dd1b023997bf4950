"""Bicycle couriers of a city: customers, deliveries with their parcels and tips, and repairs of the bikes."""
from making import later

SCHEMA = """
CREATE TABLE bike_types (code INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE couriers (
  courier_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT,
  mentor_id INTEGER REFERENCES couriers(courier_id), bike_type INTEGER NOT NULL REFERENCES bike_types(code), hourly_rate REAL NOT NULL);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, city TEXT NOT NULL, billing_city TEXT NOT NULL,
  referred_by INTEGER REFERENCES customers(customer_id), signed_up_on TEXT NOT NULL);
CREATE TABLE zones (zone_id INTEGER PRIMARY KEY, zone_name TEXT NOT NULL);
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id),
  courier_id INTEGER REFERENCES couriers(courier_id), pickup_zone_id INTEGER NOT NULL REFERENCES zones(zone_id),
  dropoff_zone_id INTEGER NOT NULL REFERENCES zones(zone_id), ordered_at TEXT NOT NULL, due_at TEXT NOT NULL,
  delivered_at TEXT, status INTEGER NOT NULL, distance_km TEXT NOT NULL, price_cents INTEGER NOT NULL);
CREATE TABLE parcels (
  delivery_id INTEGER NOT NULL REFERENCES deliveries(delivery_id), line_no INTEGER NOT NULL, kind TEXT NOT NULL,
  quantity INTEGER NOT NULL, list_fee_cents INTEGER NOT NULL, fee_cents INTEGER NOT NULL, weight_g INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, line_no));
CREATE TABLE tips (tip_id INTEGER PRIMARY KEY, delivery_id INTEGER NOT NULL REFERENCES deliveries(delivery_id), amount_cents INTEGER NOT NULL);
CREATE TABLE bike_repairs (
  repair_id INTEGER PRIMARY KEY, courier_id INTEGER NOT NULL REFERENCES couriers(courier_id), opened_on TEXT NOT NULL,
  closed_on TEXT, cost_cents INTEGER NOT NULL);
"""
FIRMS = "Alder Birch Cedar Delta Ember Fjord Grove Harbor Indigo Juniper Kestrel Linden Maple Nimbus Orchid Prism Quartz Raven Summit Tundra".split()
KINDS = {"envelope": 9, "box": 6, "flowers": 3, "food": 4, "legal papers": 2}


def fill(m):
    m.add("bike_types", [(1, "road"), (2, "cargo"), (3, "electric"), (4, "folding")])
    couriers = []
    names = set()
    while len(names) < 30:
        names.add(" ".join(m.person()))
    for k, name in enumerate(sorted(names, key=lambda n: (len(n) * 7 + ord(n[0]) * 13 + ord(n[-1])) % 31), 1):
        hired = m.day("2017-01-01", "2024-02-28")
        couriers.append((k, name, hired, later(hired, days=m.whole(200, 900)) if m.chance(.25) else None,
                         m.whole(1, k - 1) if k > 4 and m.chance(.75) else None, m.pick({1: 10, 2: 5, 3: 7}), m.amount(12, 22)))
    m.add("couriers", couriers)
    customers = []
    for k in range(1, 61):
        city = m.pick({"Utrecht": 6, "Leiden": 3, "Delft": 2, "Gouda": 1})
        customers.append((k, f"{FIRMS[(k - 1) % 20]} {('Law', 'Dental', 'Press')[(k - 1) // 20]}", city,
                          city if m.chance(.6) else m.pick(["Utrecht", "Leiden", "Delft", "Gouda", "Zwolle"]),
                          m.whole(1, k - 1) if k > 3 and m.chance(.4) else None, m.day("2022-01-01", "2024-06-30")))
    m.add("customers", customers)
    m.add("zones", [(k, z) for k, z in enumerate("Centre Harbour Northside Southgate Westend Campus Oldtown Airport".split(), 1)])
    weights = {k: (12 if k % 7 == 0 else 5 if k % 3 == 0 else 1) for k in range(1, 53)}
    deliveries, parcels, tips = [], [], []
    for k in range(1, 521):
        at = m.moment("2023-01-01", "2024-06-30", (8, 18))
        due = later(at, minutes=m.pick([60, 90, 120, 240]))
        status = m.pick({1: 8, 2: 74, 3: 12, 4: 6})
        done = later(at, minutes=m.whole(20, 190)) if status == 2 else None
        who = None if status in (1, 3) and m.chance(.7) else m.pick({c: 1 + (c % 5) ** 2 for c in range(1, 27)})
        km = m.pick(["n/a", "-"]) if m.chance(.1) else f"{m.skewed(.6, 24, 1)}"
        lines = []
        for line in range(1, (m.whole(1, 4) if m.chance(.93) else 0) + 1):
            fee = m.whole(3, 20) * 50
            lines.append((k, line, m.pick(KINDS), m.pick({1: 8, 2: 4, 3: 2, 5: 1}), fee, fee - m.pick([0, 0, 20, 45]), m.whole(40, 6000)))
        parcels += lines
        price = sum(one[3] * one[5] for one in lines) + m.whole(200, 1500)
        deliveries.append((k, m.pick(weights), who, m.pick({1: 8, 2: 4, 3: 3, 4: 2, 5: 2, 6: 1, 7: 1}),
                           m.pick({1: 3, 2: 3, 3: 5, 4: 4, 5: 2, 6: 2, 8: 2}), at, due, done, status, km, price))
        if status == 2:
            for _ in range(m.pick({0: 6, 1: 3, 2: 1})):
                tips.append((len(tips) + 1, k, m.whole(2, 24) * 25))
    m.add("deliveries", deliveries)
    m.add("parcels", parcels)
    m.add("tips", tips)
    repairs = []
    for k in range(1, 81):
        opened = m.day("2023-01-01", "2024-06-20")
        repairs.append((k, m.pick({c: 1 + (c % 4) ** 2 for c in range(1, 25)}), opened,
                        later(opened, days=m.whole(1, 30)) if m.chance(.8) else None, m.whole(900, 24000)))
    m.add("bike_repairs", repairs)
