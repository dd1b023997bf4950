"""A chain of pharmacies: products and generics, suppliers, batches with expiry, stock, orders, prescriptions, sales, counts."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE pharmacies (
  pharmacy_id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened_on TEXT, closed_on TEXT);
CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY, full_name TEXT, pharmacy_id INTEGER REFERENCES pharmacies(pharmacy_id), role TEXT,
  supervisor_id INTEGER REFERENCES employees(employee_id), hired_on TEXT, left_on TEXT);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, name TEXT, country TEXT, lead_days TEXT, is_active INTEGER);
CREATE TABLE products (
  product_id INTEGER PRIMARY KEY, name TEXT, substance TEXT, form TEXT, strength_mg INTEGER, pack_size INTEGER,
  list_price_cents INTEGER, rx TEXT, generic_of_id INTEGER REFERENCES products(product_id), discontinued_on TEXT);
CREATE TABLE product_suppliers (
  product_id INTEGER REFERENCES products(product_id), supplier_id INTEGER REFERENCES suppliers(supplier_id),
  unit_cost_eur REAL, preferred INTEGER, PRIMARY KEY (product_id, supplier_id));
CREATE TABLE batches (
  batch_id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products(product_id),
  supplier_id INTEGER REFERENCES suppliers(supplier_id), lot_no TEXT, received_on TEXT, expires_on TEXT,
  recalled_on TEXT);
CREATE TABLE stock (
  pharmacy_id INTEGER REFERENCES pharmacies(pharmacy_id), batch_id INTEGER REFERENCES batches(batch_id),
  quantity INTEGER, PRIMARY KEY (pharmacy_id, batch_id));
CREATE TABLE reorder_levels (
  pharmacy_id INTEGER, product_id INTEGER, min_quantity INTEGER, max_quantity INTEGER,
  PRIMARY KEY (pharmacy_id, product_id));
CREATE TABLE purchase_orders (
  order_id INTEGER PRIMARY KEY, pharmacy_id INTEGER REFERENCES pharmacies(pharmacy_id),
  supplier_id INTEGER REFERENCES suppliers(supplier_id), ordered_on TEXT, expected_on TEXT, received_on TEXT,
  status TEXT);
CREATE TABLE purchase_order_lines (
  order_id INTEGER REFERENCES purchase_orders(order_id), line_no INTEGER,
  product_id INTEGER REFERENCES products(product_id), ordered_qty INTEGER, received_qty INTEGER,
  unit_cost_cents INTEGER, PRIMARY KEY (order_id, line_no));
CREATE TABLE prescriptions (
  prescription_id INTEGER PRIMARY KEY, patient_no TEXT, prescriber TEXT, issued_on TEXT,
  pharmacy_id INTEGER REFERENCES pharmacies(pharmacy_id), filled_at TEXT, status TEXT);
CREATE TABLE prescription_items (
  prescription_id INTEGER REFERENCES prescriptions(prescription_id), product_id INTEGER REFERENCES products(product_id),
  quantity INTEGER, dispensed_product_id INTEGER REFERENCES products(product_id),
  PRIMARY KEY (prescription_id, product_id));
CREATE TABLE sales (
  sale_id INTEGER PRIMARY KEY, pharmacy_id INTEGER REFERENCES pharmacies(pharmacy_id),
  employee_id INTEGER REFERENCES employees(employee_id), sold_at INTEGER, method TEXT,
  prescription_id INTEGER REFERENCES prescriptions(prescription_id), voided INTEGER NOT NULL DEFAULT 0);
CREATE TABLE sale_lines (
  sale_id INTEGER REFERENCES sales(sale_id), line_no INTEGER, product_id INTEGER REFERENCES products(product_id),
  quantity INTEGER, unit_price_cents INTEGER, discount_pct INTEGER, PRIMARY KEY (sale_id, line_no));
CREATE TABLE stock_counts (
  pharmacy_id INTEGER, product_id INTEGER, counted_on TEXT, counted_qty INTEGER, counted_by INTEGER);
"""

PHARMACIES = [("Lion", "Bern"), ("Swan", "Bern"), ("Station", "Basel"), ("Market", "Basel"), ("Lakeside", "Zug"),
              ("Old Town", "Chur"), ("Hospital Gate", None)]
SUBSTANCES = ["ibuprofen", "paracetamol", "amoxicillin", "metformin", "ramipril", "omeprazole", "cetirizine", "diazepam",
              "sertraline", "simvastatin"]
BRANDS = ["Nuvex", "Doloran", "Moxalin Plus", "Glucodan", "Cardiprin", "Gastrozol", "Allerstop", "Calmora", "Serenil", "Lipidown"]
EXTRA = ["Cough syrup", "Vitamin C", "Sun cream 30", "Plasters", "Thermometer", "Hand gel", "Nasal spray", "Eye drops"]
SUPPLIERS = [("Medigross", "CH", "2", 1), ("Alpharm", "DE", "5", 1), ("PharmaSud", "IT", "12", 1), ("Nordmed", "DK", "9", 1),
             ("Generika AG", "ch", "3", 1), ("Old Depot", "CH", "10", 0), ("Iberfarma", "ES", None, 1)]


def seconds(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def slashed(day):
    return day and f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("pharmacies", [(n, *p, m.day("2008-01-01", "2021-12-31"), "2024-02-29" if n == 6 else None)
                         for n, p in enumerate(PHARMACIES, 1)])
    staff = []
    for n in range(1, 43):
        place = n if n < 8 else m.whole(1, 6) if m.chance(.95) else None
        staff.append((n, " ".join(m.person()), place, "manager" if n < 8 else m.pick({"pharmacist": 5, "assistant": 5, "Pharmacist": 1, "trainee": 2}),
                      None if n == 1 else 1 if n < 8 else place or m.whole(8, n), m.day("2012-01-01", "2024-05-31"),
                      m.day("2023-03-01", "2024-06-15") if n > 8 and m.chance(.15) else None))
    m.add("employees", staff)
    m.add("suppliers", [(n, *s) for n, s in enumerate(SUPPLIERS, 1)])
    products = []
    for n, (what, brand) in enumerate(zip(SUBSTANCES, BRANDS)):
        for mg in m.some([5, 10, 20, 50, 100, 250, 400, 500], 2):
            price = m.whole(40, 450) * 10
            original = len(products) + 1
            rx = "N" if n in (0, 1, 6) else m.pick("YYYYy")
            products.append((original, f"{brand} {mg}", what, m.pick(["tablet", "tablet", "capsule", "Tablet", "syrup"]), mg, m.pick([10, 20, 30, 100]),
                             price, rx, None, m.day("2023-02-01", "2024-06-01") if m.chance(.1) else None))
            for maker in m.some(["Tavo", "Mefar", "Sanol"], m.pick([0, 1, 1, 2])):
                products.append((len(products) + 1, f"{what.capitalize()} {maker} {mg}", what, products[original - 1][3], mg, m.pick([10, 20, 30, 100]),
                                 int(price * m.amount(.4, 1.1) / 10) * 10, rx, original, None))
    for name in EXTRA:
        products.append((len(products) + 1, name, None, m.pick(["cream", "syrup", "device", None]), None, 1, m.whole(30, 500) * 10, "N", None, None))
    m.add("products", products)
    total = len(products)
    m.add("product_suppliers", [(p[0], s, round(p[6] * m.amount(.45, .8) / 100, 2), int(at == 0 and m.chance(.9)))
                                for p in products[:-1] for at, s in enumerate(m.some(range(1, 7), m.pick([1, 1, 2, 2, 3])))])
    batches, held = [], []
    gone = m.some([p[0] for p in products if p[7] != "N"], 4) + [total - 5]
    for n in range(1, 321):
        got = m.day("2022-06-01", "2024-06-25")
        ends = m.pick(["2024-06-30", "2024-07-31", "2024-09-30", "2024-12-31"]) if m.chance(.2) else later(got, days=m.whole(120, 1100))
        what = m.whole(1, total - 2)
        batches.append((n, what, m.whole(1, 5), f"{m.pick('ABCD')}{m.whole(100, 999)}", got, ends if m.chance(.96) else None,
                        later(got, days=m.whole(30, 200)) if m.chance(.06) else None))
        for place in m.some(range(1, 8), m.pick([1, 2, 2, 3, 4])):
            held.append((place, n, 0 if what in gone else m.pick([0, m.whole(1, 12), m.whole(1, 60), m.whole(20, 140)])))
    m.add("batches", batches)
    m.add("stock", held)
    m.add("reorder_levels", [(a, p, low, low * m.pick([2, 3, 4]) if m.chance(.9) else None) for a in range(1, 7) for p in range(1, total + 1)
                             if m.chance(.6) for low in [m.pick([5, 10, 20, 30])]])
    orders, lines = [], []
    for n, day in enumerate(sorted(m.pick(["2023-03-31", "2023-12-31", "2024-01-01", "2024-03-31", "2024-06-01"]) if m.chance(.06)
                                   else m.day("2023-01-01", "2024-06-28") for _ in range(430)), 1):
        maker = m.pick({1: 5, 2: 4, 3: 2, 4: 2, 5: 3})
        due = later(day, days=int(SUPPLIERS[maker - 1][2]))
        got = later(due, days=m.pick([-1, 0, 0, 0, 1, 2, 5, 9])) if m.chance(.9) else None
        got = got if got and got < "2024-06-30" else None
        state = m.pick({"received": 8, "Received": 1, "partial": 2}) if got else m.pick({"open": 4, "cancelled": 3, "Cancelled": 1})
        orders.append((n, m.whole(1, 6), maker, slashed(day), slashed(due), slashed(got), state))
        for at, p in enumerate(m.some(range(1, total + 1), m.pick([1, 2, 3, 3, 4, 6])), 1):
            wanted = m.pick([10, 20, 30, 50, 100])
            lines.append((n, at, p, wanted, (wanted if state != "partial" or m.chance(.4) else m.whole(0, wanted)) if got else None,
                          int(products[p - 1][6] * m.amount(.45, .8))))
    m.add("purchase_orders", orders)
    m.add("purchase_order_lines", lines)
    doctors = [f"Dr. {m.person()[1]}" for _ in range(14)]
    scripts, items, sales, sold = [], [], [], []
    rx = [p for p in products if p[7] != "N"]
    for n, day in enumerate(sorted(m.day("2023-01-01", "2024-06-28") for _ in range(650)), 1):
        filled = later(f"{day} {m.whole(8, 19):02}:{m.whole(0, 59):02}:00", days=int(m.skewed(0, 30))) if m.chance(.86) else None
        filled = filled if filled and filled < "2024-06-30" else None
        scripts.append((n, f"P{m.whole(1, 170):04}", m.pick(doctors) if m.chance(.96) else None, day, m.whole(1, 7) if filled else None, filled,
                        m.pick({"filled": 9, "Filled": 1}) if filled else m.pick({"open": 3, "expired": 4, "cancelled": 2})))
        for p in m.some(rx, m.pick([1, 1, 1, 2, 3])):
            swap = [q[0] for q in products if q[8] == p[0]]
            items.append((n, p[0], m.pick([1, 1, 2, 3]), (m.pick(swap) if swap and m.chance(.6) else p[0]) if filled else None))
    m.add("prescriptions", scripts)
    m.add("prescription_items", items)
    chosen = {i[0]: [] for i in items}
    for i in items:
        chosen[i[0]].append(i)
    tills = [(s[5], s) for s in scripts if s[5] and m.chance(.93)]
    tills += [(m.moment("2023-01-01", "2024-06-29", (0, 23)) if m.chance(.15) else m.moment("2023-01-01", "2024-06-29", (8, 18)), None)
              for _ in range(900)]
    for n, (when, script) in enumerate(sorted(tills, key=lambda t: t[0]), 1):
        place = script[4] if script else m.whole(1, 7)
        crew = [s[0] for s in staff if s[2] == place]
        sales.append((n, place, m.pick(crew) if m.chance(.95) else None, seconds(when) + m.whole(0, 50),
                      m.pick({"card": 6, "cash": 4, "twint": 2, "Card": 1}), script[0] if script else None, int(m.chance(.04))))
        basket = [(i[3], i[2]) for i in chosen[script[0]]] if script else []
        if not script or m.chance(.25):
            otc = [p[0] for p in products[:-2] if p[7] == "N"]
            basket += [(p, m.pick([1, 1, 1, 2, 3])) for p in m.some(otc, m.pick([1, 1, 2, 3]))]
        for at, (p, count) in enumerate(basket, 1):
            sold.append((n, at, p, count, int(products[p - 1][6] * m.pick([1, 1, 1, .95])), m.pick([None, None, 0, 0, 5, 10, 20])))
    m.add("sales", sales)
    m.add("sale_lines", sold)
    counts = []
    for place in range(1, 7):
        for day in ("2023-06-30", "2023-12-31", "2024-03-31", "2024-06-28"):
            for p in m.some(range(1, total + 1), 14):
                row = (place, p, day, m.pick([0, m.whole(1, 30), m.whole(5, 120)]), m.whole(1, 42) if m.chance(.9) else None)
                counts += [row, row] if m.chance(.07) else [row]
    m.add("stock_counts", counts)
