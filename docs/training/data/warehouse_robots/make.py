"""A warehouse with robots: models, robots that replace others, zones in a tree, orders with lines, trips, faults, charges."""
from making import later

SCHEMA = """
CREATE TABLE ROB_MODEL (
  MDL_CD TEXT PRIMARY KEY, MDL_NM TEXT NOT NULL, MAX_LOAD_KG TEXT, RATED_RANGE_M INTEGER NOT NULL);
CREATE TABLE ZONE (
  ZONE_ID INTEGER PRIMARY KEY, ZONE_NM TEXT NOT NULL, PARENT_ZONE_ID INTEGER REFERENCES ZONE(ZONE_ID), TEMP_CLASS TEXT NOT NULL);
CREATE TABLE ROBOT (
  ROB_ID INTEGER PRIMARY KEY, MDL_CD TEXT NOT NULL REFERENCES ROB_MODEL(MDL_CD), HOME_ZONE_ID INTEGER REFERENCES ZONE(ZONE_ID),
  WORK_ZONE_ID INTEGER NOT NULL REFERENCES ZONE(ZONE_ID), REPL_ROB_ID INTEGER REFERENCES ROBOT(ROB_ID), BUY_DT TEXT NOT NULL,
  IN_SVC_DT TEXT NOT NULL, RETIRED_DT TEXT, BUY_PRICE REAL NOT NULL);
CREATE TABLE ITEM (
  ITEM_ID INTEGER PRIMARY KEY, ITEM_NM TEXT NOT NULL, ITEM_GRP TEXT NOT NULL, STD_PRICE REAL NOT NULL, WEIGHT_G TEXT);
CREATE TABLE CUST_ORDER (
  ORD_ID INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, SHIP_CITY TEXT NOT NULL, BILL_CITY TEXT NOT NULL, CREATED_TS TEXT NOT NULL,
  DUE_TS TEXT NOT NULL, SHIPPED_TS TEXT, CANCELLED_TS TEXT);
CREATE TABLE ORD_LINE (
  ORD_ID INTEGER NOT NULL REFERENCES CUST_ORDER(ORD_ID), LINE_NO INTEGER NOT NULL, ITEM_ID INTEGER NOT NULL REFERENCES ITEM(ITEM_ID),
  QTY_ORD INTEGER NOT NULL, QTY_PICKED INTEGER NOT NULL, SALE_PRICE REAL NOT NULL, PRIMARY KEY (ORD_ID, LINE_NO));
CREATE TABLE ROB_TRIP (
  TRIP_ID INTEGER PRIMARY KEY, ROB_ID INTEGER NOT NULL REFERENCES ROBOT(ROB_ID), ORD_ID INTEGER REFERENCES CUST_ORDER(ORD_ID),
  FROM_ZONE_ID INTEGER NOT NULL REFERENCES ZONE(ZONE_ID), TO_ZONE_ID INTEGER NOT NULL REFERENCES ZONE(ZONE_ID),
  START_TS TEXT NOT NULL, END_TS TEXT, DIST_M INTEGER, LOAD_G INTEGER NOT NULL);
CREATE TABLE ROB_FAULT (
  FAULT_ID INTEGER PRIMARY KEY, ROB_ID INTEGER NOT NULL REFERENCES ROBOT(ROB_ID), FAULT_CD TEXT NOT NULL, SEV INTEGER NOT NULL,
  RAISED_TS TEXT NOT NULL, ACK_TS TEXT, FIXED_TS TEXT, REPAIR_COST REAL, WARRANTY_COST REAL NOT NULL);
"""
ZONES = [(1, "Hall A", None, "dry"), (2, "Hall B", None, "cold"), (3, "A North", 1, "dry"), (4, "A South", 1, "dry"), (5, "B Frozen", 2, "frozen"),
         (6, "B Chilled", 2, "cold"), (7, "A North Rack 1", 3, "dry"), (8, "A North Rack 2", 3, "dry"), (9, "Dock", None, "dry"), (10, "Dock East", 9, "dry")]
MODELS = [("L1", "Lifter One", "80", 4000), ("L2", "Lifter Two", "120", 5000), ("T5", "Tugger 5", "900", 9000), ("S3", "Shuttle 3", "n/a", 3000),
          ("S4", "Shuttle 4", "45", 3500), ("X9", "Crane 9", "1500", 800), ("P0", "Prototype", "-", 600), ("D2", "Drone 2", "", 1500)]
GROUPS = ["tools", "toys", "drinks", "frozen food", "books"]
CITIES = ["Essen", "Graz", "Basel", "Liege", "Turin"]


def fill(m):
    m.add("ROB_MODEL", MODELS)
    m.add("ZONE", ZONES)
    robots = []
    for n in range(1, 61):
        old = m.pick(robots)[0] if n > 12 and m.chance(.4) else None
        buy = m.day("2022-01-01", "2024-10-31")
        robots.append((n, m.pick([x[0] for x in MODELS[:6]]), m.whole(1, 10) if m.chance(.85) else None, m.whole(3, 8), old, buy,
                       later(buy, days=m.pick([2, 10, 30, 75])), m.day("2024-11-01", "2025-03-15") if m.chance(.2) else None, m.amount(4000, 32000, 0)))
    m.add("ROBOT", robots)
    items = [(n, f"{m.pick(['Blue', 'Red', 'Small', 'Large', 'Pro'])} {m.pick(['Box', 'Kit', 'Pack', 'Set'])} {n}", m.pick(GROUPS), m.amount(3, 90),
              m.pick(["n/a", "", "-", "80", "250", "900", "1200", "40", "10000", "600"])) for n in range(1, 71)]
    m.add("ITEM", items)
    people = sorted({" ".join(m.person()) for _ in range(90)})
    orders, lines, trips = [], [], []
    for made in sorted(m.moment("2024-10-01", "2025-03-20", (6, 20)) for _ in range(600)):
        n, due = len(orders) + 1, later(made, hours=m.pick([24, 48, 48, 72]))
        gone = m.chance(.07)
        ship = m.pick(CITIES)
        orders.append((n, people[int(m.random.random() ** 1.6 * len(people))], ship, ship if m.chance(.6) else m.pick(CITIES), made, due,
                       later(due, hours=m.pick([-40, -20, -20, -8, -2, 0, 0, 5, 30])) if not gone and m.chance(.92) else None,
                       later(made, hours=m.whole(1, 20)) if gone else None))
        for at in range(m.pick([1, 1, 2, 2, 3, 4])):
            item, quantity = m.pick(items[:66]), m.pick([1, 1, 2, 2, 3, 5, 8])
            lines.append((n, at + 1, item[0], quantity, 0 if gone else max(0, quantity - m.pick([0, 0, 0, 0, 1, 2])),
                          round(item[3] * m.pick([1, 1, .95, .85, .7]), 2)))
        for at in range(m.pick([0, 1, 1, 2, 3])):
            begin = later(made, minutes=m.whole(20, 900))
            trips.append([0, robots[int(m.random.random() ** 1.4 * 55)][0], n, m.whole(3, 8), m.pick([3, 4, 5, 6, 9, 10]), begin,
                          later(begin, minutes=m.whole(2, 45)) if m.chance(.95) else None, m.whole(30, 900) if m.chance(.93) else None, m.whole(200, 60000)])
    for _ in range(150):
        begin = m.moment("2024-10-01", "2025-03-22")
        trips.append([0, robots[int(m.random.random() ** 1.4 * 55)][0], None, m.whole(3, 8), m.whole(1, 2), begin, later(begin, minutes=m.whole(2, 30)), m.whole(20, 600), 0])
    m.add("CUST_ORDER", orders)
    m.add("ORD_LINE", lines)
    trips.sort(key=lambda trip: trip[5])
    m.add("ROB_TRIP", [(n, *trip[1:]) for n, trip in enumerate(trips, 1)])
    faults = []
    for n in range(1, 321):
        when = m.moment("2024-10-01", "2025-03-20")
        seen = later(when, minutes=m.pick([2, 10, 10, 25, 60])) if m.chance(.92) else None
        fixed = later(seen, hours=m.pick([1, 3, 8, 24, 50])) if seen and m.chance(.85) else None
        cost = m.skewed(15, 900) if fixed else None
        faults.append((n, robots[int(m.random.random() ** 1.3 * 52)][0], m.pick(["BATT", "LIDAR", "WHEEL", "COMM", "LIFT"]), m.whole(1, 4), when, seen, fixed,
                       cost, round((cost or 0) * m.pick([0, 0, 0, .5, 1]), 2)))
    m.add("ROB_FAULT", faults)
