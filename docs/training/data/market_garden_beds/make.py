"""A market garden: gardeners, beds, plantings, harvests, deliveries, tools and their loans."""
from making import later

SCHEMA = """
CREATE TABLE gardeners (
  gardener_id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, status INTEGER NOT NULL, start_year INTEGER NOT NULL,
  mentor_id INTEGER REFERENCES gardeners(gardener_id), hourly_wage TEXT NOT NULL);
CREATE TABLE beds (
  bed_id INTEGER PRIMARY KEY, name TEXT NOT NULL, tunnel INTEGER, kind TEXT NOT NULL, area_m2 TEXT NOT NULL,
  gardener_id INTEGER REFERENCES gardeners(gardener_id));
CREATE TABLE plantings (
  bed_id INTEGER NOT NULL REFERENCES beds(bed_id), planting_no INTEGER NOT NULL, crop TEXT NOT NULL, planted_on TEXT NOT NULL,
  cleared_on TEXT, planted_by INTEGER REFERENCES gardeners(gardener_id), priority INTEGER NOT NULL, seed_cost TEXT NOT NULL,
  rating INTEGER, PRIMARY KEY (bed_id, planting_no));
CREATE TABLE harvests (
  harvest_id INTEGER PRIMARY KEY, bed_id INTEGER NOT NULL, planting_no INTEGER NOT NULL, harvested_on TEXT NOT NULL,
  harvested_by INTEGER REFERENCES gardeners(gardener_id), weight_kg REAL NOT NULL, grade TEXT NOT NULL, rating INTEGER,
  FOREIGN KEY (bed_id, planting_no) REFERENCES plantings(bed_id, planting_no));
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY, customer TEXT NOT NULL, route INTEGER NOT NULL, delivered_on TEXT NOT NULL,
  driver_id INTEGER REFERENCES gardeners(gardener_id), status TEXT NOT NULL, distance_km TEXT NOT NULL);
CREATE TABLE delivery_items (
  delivery_id INTEGER NOT NULL REFERENCES deliveries(delivery_id), harvest_id INTEGER NOT NULL REFERENCES harvests(harvest_id),
  crates INTEGER NOT NULL, PRIMARY KEY (delivery_id, harvest_id));
CREATE TABLE tools (
  tool_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, price TEXT NOT NULL,
  keeper_id INTEGER REFERENCES gardeners(gardener_id));
CREATE TABLE tool_loans (
  loan_id INTEGER PRIMARY KEY, tool_id INTEGER NOT NULL REFERENCES tools(tool_id),
  gardener_id INTEGER NOT NULL REFERENCES gardeners(gardener_id), taken_on TEXT NOT NULL, returned_on TEXT);
"""
BEDS = "Tomato row,Sunny terrace,Apple corner,Bean alley,Long strip,Old tomato row,Herb square,Sunny side,Pond edge,Kale field,Wind break,North strip".split(",")
CROPS = {"tomato": 6, "cherry tomato": 3, "bean": 5, "broad bean": 4, "carrot": 5, "lettuce": 4, "leek": 3, "kale": 3, "pumpkin": 2}
TOOLS = "Fork,Hand fork,Broad fork,Hoe,Wheel hoe,Rake,Hose,Watering can,Tiller,Seed drill,Spade".split(",")
KINDS = {"Hose": "W", "Watering can": "W", "Tiller": "M", "Seed drill": "M"}
SHOPS = {"Green Plate": 5, "Corner Deli": 4, "Market Hall": 6, "School Kitchen": 3, "Plate and Bowl": 2, "Hall Cafe": 2}


def fill(m):
    names = set()
    while len(names) < 30:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 30)
    wages = m.some([f"{n / 100:.2f}" for n in range(880, 2760, 35)], 30)
    m.add("gardeners", [(n, names[n - 1], "GTVDGGD"[n % 7] if n < 8 else m.pick({"G": 5, "T": 3, "V": 3, "D": 2}), m.pick({1: 6, 0: 2, 9: 2}),
                         m.whole(2012, 2023), m.whole(1, n - 1) if n > 2 and m.chance(.75) else None,
                         wages[n - 1] if m.chance(.8) else m.pick(["n/a", "-"])) for n in range(1, 31)])
    areas = m.some([f"{n / 2:.1f}" for n in range(9, 290)], 60)
    beds = m.add("beds", [(n, f"{BEDS[n % 12]} {1 + n // 12}", m.whole(1, 5) if m.chance(.85) else None, m.pick({"R": 4, "O": 3, "G": 3}),
                           areas[n - 1] if m.chance(.82) else m.pick(["unknown", ""]), m.whole(1, 22) if m.chance(.9) else None) for n in range(1, 61)])
    plantings = []
    for bed in beds[:56]:
        day = m.day("2022-02-10", "2022-06-20")
        for number in range(1, m.pick({2: 3, 3: 5, 4: 3, 5: 2}) + 1):
            end = later(day, days=m.whole(60, 190))
            plantings.append((bed[0], number, m.pick(CROPS), day, None if end > "2024-10-20" else end, 1 + int(m.random.random() ** 1.5 * 24) if m.chance(.94) else None,
                              m.pick({1: 3, 2: 5, 3: 3}), f"{m.skewed(2, 130):.2f}", m.whole(1, 5) if m.chance(.85) else None))
            day = later(end, days=m.whole(6, 80))
            if day > "2024-09-20":
                break
    m.add("plantings", plantings)
    harvests = []
    for p in plantings:
        for _ in range(m.pick({0: 2, 1: 3, 2: 4, 3: 3, 5: 1})):
            harvests.append((len(harvests) + 1, p[0], p[1], later(p[3], days=m.whole(35, 120)), 1 + int(m.random.random() ** 1.3 * 26) if m.chance(.95) else None,
                             m.skewed(1, 95, 1), m.pick({"A": 5, "B": 4, "C": 2}), m.whole(1, 5) if m.chance(.8) else None))
    m.add("harvests", harvests)
    legs = m.some([f"{n / 10:.1f}" for n in range(12, 1350, 7)], 130)
    deliveries = m.add("deliveries", [(n, m.pick(SHOPS), m.whole(1, 4), m.day("2022-06-01", "2024-11-20"), m.whole(1, 14) if m.chance(.93) else None,
                                       m.pick({"D": 6, "P": 3, "X": 2}), legs[n - 1] if m.chance(.85) else m.pick(["n/a", ""])) for n in range(1, 131)])
    m.add("delivery_items", [(d[0], h[0], m.pick({1: 5, 2: 4, 3: 3, 6: 1, 9: 1})) for d in deliveries for h in m.some(harvests[:300], m.pick({1: 3, 2: 4, 4: 3, 6: 1}))])
    costs = m.some([f"{n / 10:.2f}" for n in range(64, 9900, 37)], 70)
    kinds = [m.pick(TOOLS + ["Tiller", "Seed drill", "Fork"]) for _ in range(70)]
    m.add("tools", [(n, kinds[n - 1], KINDS.get(kinds[n - 1], "H"), costs[n - 1] if m.chance(.86) else m.pick(["unknown", "-"]),
                     1 + int(m.random.random() ** 1.5 * 24) if m.chance(.9) else None) for n in range(1, 71)])
    loans = []
    for n in range(1, 161):
        day = m.day("2022-03-01", "2024-11-01")
        loans.append((n, 1 + int(m.random.random() ** 1.4 * 62), 1 + int(m.random.random() ** 1.6 * 21), day, later(day, days=m.whole(1, 60)) if m.chance(.9) else None))
    m.add("tool_loans", loans)
