"""Order picking in warehouses: stock by location, orders and lines, waves, pick tasks, cartons, stock counts."""
from making import later

SCHEMA = """
CREATE TABLE warehouse (warehouse_id INTEGER PRIMARY KEY, code TEXT NOT NULL, city TEXT NOT NULL, manager_id INTEGER);
CREATE TABLE worker (
  worker_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, warehouse_id INTEGER NOT NULL REFERENCES warehouse(warehouse_id),
  team_lead_id INTEGER REFERENCES worker(worker_id), shift TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE category (category_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES category(category_id));
CREATE TABLE product (
  sku TEXT PRIMARY KEY, name TEXT NOT NULL, category_id INTEGER REFERENCES category(category_id), unit_weight_g INTEGER,
  list_price REAL NOT NULL, discontinued_on TEXT);
CREATE TABLE location (
  location_id INTEGER PRIMARY KEY, warehouse_id INTEGER NOT NULL REFERENCES warehouse(warehouse_id), aisle TEXT NOT NULL, bay INTEGER NOT NULL,
  level INTEGER NOT NULL, is_blocked INTEGER NOT NULL);
CREATE TABLE stock (location_id INTEGER NOT NULL REFERENCES location(location_id), sku TEXT NOT NULL, qty INTEGER NOT NULL, PRIMARY KEY (location_id, sku));
CREATE TABLE customer_order (
  order_id INTEGER PRIMARY KEY, warehouse_id INTEGER NOT NULL, channel TEXT NOT NULL, ordered_at TEXT NOT NULL, ship_by TEXT NOT NULL,
  shipped_at TEXT, cancelled_at TEXT, is_express INTEGER NOT NULL);
CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES customer_order(order_id), line_no INTEGER NOT NULL, sku TEXT NOT NULL REFERENCES product(sku),
  qty INTEGER NOT NULL, unit_price REAL NOT NULL, discount_pct INTEGER NOT NULL, PRIMARY KEY (order_id, line_no));
CREATE TABLE wave (wave_id INTEGER PRIMARY KEY, warehouse_id INTEGER NOT NULL, released_at TEXT NOT NULL, closed_at TEXT);
CREATE TABLE pick_task (
  task_id INTEGER PRIMARY KEY, wave_id INTEGER NOT NULL REFERENCES wave(wave_id), order_id INTEGER NOT NULL, line_no INTEGER NOT NULL,
  location_id INTEGER NOT NULL, picker_id INTEGER, started_at TEXT, finished_at TEXT, qty_picked INTEGER, status TEXT NOT NULL);
CREATE TABLE carton (carton_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, packed_by INTEGER NOT NULL, packed_at TEXT NOT NULL, weight_kg TEXT);
CREATE TABLE stock_count (
  count_id INTEGER PRIMARY KEY, location_id INTEGER NOT NULL, sku TEXT NOT NULL, counted_at TEXT NOT NULL, counted_by INTEGER NOT NULL,
  expected_qty INTEGER NOT NULL, found_qty INTEGER NOT NULL);
"""

THINGS = ["Drill", "Lamp", "Kettle", "Mug", "Backpack", "Tent", "Router", "Keyboard", "Puzzle", "Blanket", "Chair", "Shelf", "Rope", "Torch", "Pan"]


def fill(m):
    m.add("warehouse", [(1, "VIE1", "Vienna", 1), (2, "LNZ2", "Linz", 2), (3, "BRN1", "Brno", None), (4, "VIE2", "Vienna", 3)])
    crew = []
    for n in range(1, 45):
        first, last = m.person()
        hired = m.day("2019-01-07", "2025-06-01")
        crew.append((n, f"{first} {last}", 4 if n == 3 else {1: 1, 2: 2}.get(n) or m.pick({1: 5, 2: 4, 3: 3}), None if n < 4 else m.pick([1, 2, 3, m.whole(1, n - 1)]),
                     m.pick({"early": 4, "late": 4, "night": 2}), hired, m.day("2025-01-15", "2025-11-20") if n > 6 and m.chance(.2) else None))
    m.add("worker", crew)
    m.add("category", [(1, "Home", None), (2, "Kitchen", 1), (3, "Lighting", 1), (4, "Outdoor", None), (5, "Camping", 4), (6, "Electronics", None), (7, "Toys", None), (8, "Vouchers", None)])
    goods = []
    for n in range(1, 81):
        goods.append((f"{m.pick('ABC')}-{1000 + n}", f"{m.pick(THINGS)} {m.pick(['S', 'M', 'L', 'Pro', 'Eco'])}", m.pick([1, 2, 2, 3, 4, 5, 6, 7, None]),
                      m.whole(5, 900) * 10 if m.chance(.92) else None, round(m.skewed(3, 300), 2), m.day("2025-02-01", "2025-11-30") if m.chance(.12) else None))
    m.add("product", goods)
    spots = [(n, m.pick([1, 1, 2, 2, 3]), m.pick("ABCDEF"), m.whole(1, 30), m.whole(0, 4), int(m.chance(.08))) for n in range(1, 181)]
    m.add("location", spots)
    held = {}
    for s in spots[:165]:
        for g in m.some(goods[:76], m.pick([0, 1, 1, 2, 3])):
            held[s[0], g[0]] = m.pick([0, m.whole(1, 40), m.whole(1, 200)])
    m.add("stock", [(*k, v) for k, v in held.items()])
    orders, lines, waves, tasks, boxes = [], [], [], [], []
    for n in range(1, 91):
        out = m.moment("2025-01-08", "2025-12-10", (5, 20))
        waves.append((n, m.pick([1, 1, 2, 2, 3]), out, later(out, minutes=m.whole(30, 400)) if m.chance(.9) else None))
    m.add("wave", waves)
    for n in range(1, 521):
        w = m.pick({1: 5, 2: 4, 3: 2})
        made = m.moment("2025-01-05", "2025-12-05") if m.chance(.92) else m.pick(["2025-03-31 20:15:00", "2025-06-30 18:00:00", "2025-09-01 00:00:00"])
        by = later(made[:10], days=m.pick([1, 1, 2, 3]))
        gone = m.chance(.07)
        sent = None if gone or m.chance(.06) else later(by, days=m.pick([-1, 0, 0, 0, 1, 3])) + f" {m.whole(7, 21):02}:{m.whole(0, 59):02}:00"
        if sent and sent < made:
            sent = later(made, hours=5)
        orders.append((n, w, m.pick({"web": 6, "shop": 2, "b2b": 3}), made, by, sent, later(made, hours=m.whole(1, 20)) if gone else None, int(m.chance(.2))))
        mine = [x for x in waves if x[1] == w]
        for k, g in enumerate(m.some(goods[:74], m.pick([1, 1, 2, 2, 3, 4])), 1):
            qty = m.pick([1, 1, 1, 2, 3, 5, 10])
            lines.append((n, k, g[0], qty, round(g[4] * m.pick([1, 1, 1, .95, 1.05]), 2), m.pick([0, 0, 0, 5, 10, 20])))
            if gone and m.chance(.6):
                continue
            left = qty
            for _ in range(m.pick([1, 1, 1, 2])):
                status = m.pick({"done": 82, "short": 9, "open": 5, "cancelled": 4})
                begun = later(m.pick(mine)[2], minutes=m.whole(3, 90)) if status in ("done", "short") else None
                got = None if not begun else left if status == "done" else m.whole(0, max(left - 1, 0))
                tasks.append((len(tasks) + 1, m.pick(mine)[0], n, k, m.pick(spots)[0], m.pick([c for c in crew if c[2] == w][:12])[0] if begun or m.chance(.3) else None,
                              begun, later(begun, minutes=m.pick([1, 1, 2, 3, 5, 9])) if begun else None, got, status))
                left -= got or 0
                if left <= 0:
                    break
        if sent:
            for _ in range(m.pick([1, 1, 1, 2, 3])):
                boxes.append((len(boxes) + 1, n, m.pick([c for c in crew if c[2] == w][:14])[0], later(sent, minutes=-m.whole(5, 300)),
                              str(m.amount(.3, 24, 1)) if m.chance(.94) else None))
    m.add("customer_order", orders)
    m.add("order_line", lines)
    m.add("pick_task", tasks)
    m.add("carton", boxes)
    checks = []
    for n in range(1, 221):
        s, k = m.pick(list(held))
        want = held[s, k]
        checks.append((n, s, k, m.moment("2025-01-10", "2025-12-12", (6, 21)), m.whole(1, 40), want, max(0, want + m.pick([0, 0, 0, 0, -1, -4, 2, 6]))))
    m.add("stock_count", checks)
