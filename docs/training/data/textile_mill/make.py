"""A textile mill: yarn lots, looms and their stops, fabric rolls with defects, dyeing, customer orders, price list, deliveries."""
from making import later

SCHEMA = """
CREATE TABLE tbl_customer (cust_id INTEGER PRIMARY KEY, cust_name TEXT NOT NULL, country TEXT NOT NULL, bill_city TEXT, ship_city TEXT, credit_limit REAL, is_deleted INTEGER NOT NULL);
CREATE TABLE tbl_supplier (sup_id INTEGER PRIMARY KEY, sup_name TEXT NOT NULL, country TEXT NOT NULL, rating TEXT);
CREATE TABLE tbl_yarn_lot (
  lot_no TEXT PRIMARY KEY, sup_id INTEGER NOT NULL REFERENCES tbl_supplier(sup_id), fibre TEXT NOT NULL, received_on TEXT NOT NULL, kg REAL NOT NULL,
  price_per_kg REAL NOT NULL, blocked_on TEXT);
CREATE TABLE tbl_article (art_no TEXT PRIMARY KEY, art_name TEXT NOT NULL, parent_art_no TEXT, width_cm INTEGER, list_price_m REAL NOT NULL);
CREATE TABLE tbl_worker (
  worker_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, foreman_id INTEGER REFERENCES tbl_worker(worker_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE tbl_loom (loom_id INTEGER PRIMARY KEY, hall TEXT NOT NULL, maker TEXT, built_year TEXT, scrapped_on TEXT);
CREATE TABLE tbl_loom_stop (stop_id INTEGER PRIMARY KEY, loom_id INTEGER NOT NULL REFERENCES tbl_loom(loom_id), cause TEXT NOT NULL, stopped_at TEXT NOT NULL, restarted_at TEXT);
CREATE TABLE tbl_roll (
  roll_no INTEGER PRIMARY KEY, art_no TEXT NOT NULL REFERENCES tbl_article(art_no), loom_id INTEGER NOT NULL, weaver_id INTEGER, woven_on TEXT NOT NULL,
  length_m REAL NOT NULL, quality TEXT, inspector_id INTEGER);
CREATE TABLE tbl_roll_lot (roll_no INTEGER NOT NULL, lot_no TEXT NOT NULL, kg_used REAL NOT NULL, PRIMARY KEY (roll_no, lot_no));
CREATE TABLE tbl_defect (roll_no INTEGER NOT NULL REFERENCES tbl_roll(roll_no), seq_no INTEGER NOT NULL, kind TEXT NOT NULL, points INTEGER NOT NULL, at_m REAL, PRIMARY KEY (roll_no, seq_no));
CREATE TABLE tbl_order (order_no INTEGER PRIMARY KEY, cust_id INTEGER NOT NULL REFERENCES tbl_customer(cust_id), ordered_on TEXT NOT NULL, wanted_by TEXT, status INTEGER NOT NULL, freight REAL);
CREATE TABLE tbl_order_pos (
  order_no INTEGER NOT NULL REFERENCES tbl_order(order_no), pos_no INTEGER NOT NULL, art_no TEXT NOT NULL, metres REAL NOT NULL, price_m REAL NOT NULL, rebate_pct REAL,
  PRIMARY KEY (order_no, pos_no));
CREATE TABLE tbl_delivery (deliv_id INTEGER PRIMARY KEY, order_no INTEGER NOT NULL, pos_no INTEGER NOT NULL, roll_no INTEGER, shipped_on TEXT NOT NULL, metres REAL NOT NULL, returned_on TEXT);
"""


def fill(m):
    people = []
    for n in range(1, 51):
        people.append((n, m.pick(["Casa", "Nordic", "Bella", "Atelier", "Home", "Loden", "Sails", "Urban"]) + m.pick([" Textil", " Moda", " Living", " Wear", ""]),
                       m.pick({"AT": 5, "IT": 4, "DE": 4, "CZ": 1}), m.pick(["Graz", "Prato", "Ulm", "Brno"]), m.pick(["Graz", "Prato", "Ulm", "Linz", None]),
                       m.whole(2, 40) * 1000.0 if m.chance(.85) else None, int(m.chance(.08))))
    m.add("tbl_customer", people)
    m.add("tbl_supplier", [(n, s, c, r) for n, (s, c, r) in enumerate([("Cotton Nile", "EG", "A"), ("Merino Sud", "AU", "A"), ("Polyfil", "DE", "B"), ("Lino Baltic", "LT", "C"), ("Seta Como", "IT", None), ("Viscora", "AT", "B"), ("Ramie Asia", "CN", "C")], 1)])
    lots = []
    for n in range(1, 121):
        sup = m.whole(1, 6)
        lots.append((f"L{2400 + n}", sup, {1: "cotton", 2: "wool", 3: "polyester", 4: "linen", 5: "silk", 6: m.pick(["viscose", "cotton"])}[sup], m.day("2024-09-01", "2025-10-31"),
                     float(m.whole(10, 120) * 10), m.amount(2, 28), m.day("2025-11-01", "2025-11-28") if m.chance(.1) else None))
    m.add("tbl_yarn_lot", lots)
    arts = [(f"A{100 + n}", m.pick(["Denim", "Twill", "Satin", "Canvas", "Jersey", "Loden", "Voile"]) + m.pick([" light", " heavy", ""]), f"A{100 + m.whole(1, n - 1)}" if n > 4 and m.chance(.25) else None,
             m.pick([140, 150, 150, 160, 280, None]), m.amount(4, 38)) for n in range(1, 31)]
    m.add("tbl_article", arts)
    crew = []
    for n in range(1, 41):
        first, last = m.person()
        crew.append((n, f"{first} {last}", m.pick({"weaver": 6, "inspector": 2, "dyer": 2}) if n > 4 else "foreman", None if n < 5 else m.pick([1, 2, 3, 4, None]), m.day("2001-01-01", "2025-03-01"),
                     m.day("2025-04-01", "2025-11-10") if n == 2 or n > 6 and m.chance(.2) else None))
    m.add("tbl_worker", crew)
    looms = [(n, m.pick(["H1", "H1", "H2", "H3"]), m.pick(["Dornier", "Picanol", "Toyota", None]), m.pick([str(y) for y in range(1988, 2024)]) if m.chance(.93) else None, m.day("2025-06-01", "2025-10-31") if n == 24 or 5 < n < 23 and m.chance(.14) else None) for n in range(1, 25)]
    m.add("tbl_loom", looms)
    stops = []
    for n in range(1, 401):
        at = m.moment("2025-01-02", "2025-11-28")
        stops.append((n, m.whole(1, 22), m.pick({"warp break": 5, "weft break": 5, "mechanical": 2, "no yarn": 1}), at, later(at, minutes=m.pick([2, 4, 8, 15, 45, 240])) if m.chance(.95) else None))
    m.add("tbl_loom_stop", stops)
    rolls, used, bugs = [], [], []
    for n in range(1, 501):
        day = m.day("2025-01-02", "2025-11-20") if m.chance(.92) else m.pick(["2025-03-31", "2025-06-30", "2025-09-30"])
        rolls.append((n, m.pick(arts[:21])[0], m.whole(1, 21), m.pick([c for c in crew if c[2] in ("weaver", "foreman")][:18])[0] if m.chance(.95) else None, day, m.amount(30, 120, 1),
                      m.pick({"1": 6, "2": 3, "3": 1, None: 1}), m.pick([c for c in crew if c[2] == "inspector"][:6] or crew[5:7])[0] if m.chance(.8) else None))
        fit = [x for x in lots if x[3] <= day]
        for x in m.some(fit, m.pick([1, 1, 2, 3])):
            used.append((n, x[0], m.amount(2, 22, 1)))
        for k in range(1, m.pick([0, 0, 1, 1, 2, 4]) + 1):
            bugs.append((n, k, m.pick({"hole": 1, "stain": 3, "broken pick": 4, "slub": 3}), m.pick([1, 1, 2, 3, 4]), m.amount(0, 100, 1) if m.chance(.9) else None))
    m.add("tbl_roll", rolls)
    m.add("tbl_roll_lot", used)
    m.add("tbl_defect", bugs)
    orders, lines, sent = [], [], []
    for n in range(1, 301):
        day = m.day("2025-01-03", "2025-11-15") if m.chance(.92) else m.pick(["2025-03-31", "2025-06-30", "2025-07-01"])
        status = m.pick({0: 2, 1: 4, 2: 9, 9: 1})
        orders.append((5000 + n, int(m.random.random() ** 1.3 * 45) + 1, day, later(day, days=m.pick([14, 21, 30, 45])) if m.chance(.92) else None, status, m.amount(20, 260) if m.chance(.7) else None))
        for k in range(1, m.pick([1, 1, 2, 3]) + 1):
            art = m.pick(arts[:24])
            metres = float(m.whole(2, 60) * 10)
            lines.append((5000 + n, k, art[0], metres, round(art[4] * m.pick([1, 1, .95, .9, 1.03]), 2), m.pick([None, None, 0, 2.5, 5.0])))
            if status in (1, 2):
                left = metres
                for _ in range(m.pick([0, 1, 2]) if status == 1 else m.pick([1, 1, 2])):
                    part = left if m.chance(.6) else round(left / 2, 1)
                    left -= part
                    if part > 0:
                        out = later(day, days=m.whole(5, 50))
                        sent.append((len(sent) + 1, 5000 + n, k, m.whole(1, 480) if m.chance(.9) else None, out, part, later(out, days=m.whole(3, 20)) if m.chance(.06) else None))
    m.add("tbl_order", orders)
    m.add("tbl_order_pos", lines)
    m.add("tbl_delivery", sent)
