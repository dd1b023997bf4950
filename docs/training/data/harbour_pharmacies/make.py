"""A small chain of pharmacies by the sea: shops, doctors, customers, suppliers, items, prescriptions, sales and their lines."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT NOT NULL UNIQUE, town TEXT NOT NULL, opened_on TEXT NOT NULL, has_parking INTEGER NOT NULL, is_open INTEGER NOT NULL);
CREATE TABLE doctors (doctor_id INTEGER PRIMARY KEY, doctor_name TEXT NOT NULL UNIQUE, specialty TEXT, town TEXT NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL UNIQUE, town TEXT NOT NULL, birth_date TEXT NOT NULL, email TEXT, home_shop_id INTEGER REFERENCES shops(shop_id), family_doctor_id INTEGER REFERENCES doctors(doctor_id), joined_on TEXT NOT NULL, is_active INTEGER NOT NULL);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL UNIQUE, country TEXT, is_preferred INTEGER NOT NULL);
CREATE TABLE items (item_id INTEGER PRIMARY KEY, item_name TEXT NOT NULL UNIQUE, category TEXT, supplier_id INTEGER REFERENCES suppliers(supplier_id), list_price REAL NOT NULL, stock_qty INTEGER NOT NULL, needs_prescription INTEGER NOT NULL, audience TEXT NOT NULL);
CREATE TABLE prescriptions (prescription_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), doctor_id INTEGER NOT NULL REFERENCES doctors(doctor_id), item_id INTEGER NOT NULL REFERENCES items(item_id), issued_on TEXT NOT NULL, expires_on TEXT NOT NULL, filled_on TEXT, filled_shop_id INTEGER REFERENCES shops(shop_id));
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id), shop_id INTEGER NOT NULL REFERENCES shops(shop_id), channel TEXT NOT NULL, ordered_on TEXT NOT NULL, paid_on TEXT, collected_on TEXT, was_returned INTEGER NOT NULL, rating INTEGER);
CREATE TABLE sale_lines (sale_id INTEGER NOT NULL REFERENCES sales(sale_id), line_no INTEGER NOT NULL, item_id INTEGER NOT NULL REFERENCES items(item_id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (sale_id, line_no));
"""
SHOPS = ["Quayside", "Lighthouse", "Old Pier", "Market Square", "Station Road", "Hilltop", "Fishergate", "North Dock", "Bridge Street", "Sailmakers"]
TOWNS = ["Saltby", "Kirkmouth", "Greyhaven", "Saltby", "Tarnport", "Kirkmouth", "Saltby", "Greyhaven", "Kirkmouth", "Tarnport"]
HOME = {"Saltby": 6, "Kirkmouth": 5, "Greyhaven": 3, "Tarnport": 2, "Inverlock": 1}
STEMS = "Dolorex Calmina Vitasol Nasofree Dermacel Bronchia Gastrol Sunorin Ferrovit Lactina Otivane Migrelle Zincora Pedivex".split()
FORMS = ["tablets", "drops", "cream", "syrup", "spray"]


def fill(m):
    m.add("shops", [(n, SHOPS[n - 1], TOWNS[n - 1], m.day("1988-03-01", "2019-10-31"), int(n % 3 != 1), int(n not in (5, 8))) for n in range(1, 11)])
    m.add("doctors", [(n, f"Dr {LAST[(n * 11 + 5) % 48]}", m.pick({"general practice": 8, "dermatology": 3, "paediatrics": 3, "cardiology": 2}) if m.chance(.85) else None, m.pick(HOME)) for n in range(1, 27)])
    customers = []
    for n in range(1, 141):
        shop = 1 + int(m.random.random() ** 1.5 * 10) if m.chance(.88) else None
        town = TOWNS[shop - 1] if shop and m.chance(.65) else m.pick(HOME)
        born = "2007-01-01" if n in (5, 31) else m.day("2006-01-01", "2016-12-31") if m.chance(.16) else m.day("1938-01-01", "2003-12-31")
        customers.append((n, f"{FIRST[n * 7 % 48]} {LAST[(n * 5 + n // 48 + 11) % 48]}", town, born, f"customer{n}@example.org" if m.chance(.7) else None, shop,
                          1 + int(m.random.random() ** 1.7 * 21) if m.chance(.82) else None, m.day("2018-01-01", "2024-12-15"), int(m.chance(.8))))
    m.add("customers", customers)
    m.add("suppliers", [(n, name, m.pick(["Norway", "Ireland", "Portugal"]) if m.chance(.8) else None, int(m.chance(.45))) for n, name in
                        enumerate("MedLine|Coastal Pharma|Bluebay Health|Nordic Remedies|Pharmaco|Halden Labs|Sunrise Supply|Castle Medical|Fairwind Trading|Greenleaf".split("|"), 1)])
    prices, items = m.some(range(235, 6400, 5), 70), []
    for n in range(1, 71):
        category = m.pick({"painkillers": 5, "vitamins": 5, "allergy": 3, "skin care": 3, "baby care": 2, "first aid": 2}) if m.chance(.9) else None
        items.append((n, f"{STEMS[(n - 1) // 5]} {FORMS[(n - 1) % 5]}", category, 1 + int(m.random.random() ** 1.4 * 9) if m.chance(.88) else None, prices[n - 1] / 100,
                      m.pick([0, 0, 4, 10, 10, m.whole(1, 9), m.whole(11, 90), m.whole(11, 90), m.whole(30, 200)]), int(m.chance(.4)), m.pick({"adults": 5, "children": 2, "all": 4})))
    m.add("items", items)
    bound, scripts = [i[0] for i in items if i[6]], []
    for n in range(1, 221):
        who = customers[int(m.random.random() ** 1.5 * 112)]
        doctor = who[6] if who[6] and m.chance(.5) else 1 + int(m.random.random() ** 2.4 * 23)
        issued = m.day("2023-01-05", "2025-06-20")
        filled = later(issued, days=m.pick([0, 1, 2, 4, 9, 20, 35])) if m.chance(.82) else None
        shop = None if filled is None else who[5] if who[5] and who[5] != 9 and m.chance(.55) else m.pick([1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 10])
        scripts.append((n, who[0], doctor, bound[int(m.random.random() ** 1.4 * (len(bound) - 3))], issued, later(issued, days=m.pick([90, 180, 365])), filled, shop))
    m.add("prescriptions", scripts)
    sales, lines = [], []
    for n in range(1, 331):
        who = customers[int(m.random.random() ** 1.6 * 120)] if m.chance(.85) else None
        shop = who[5] if who and who[5] and m.chance(.55) else 1 + int(m.random.random() ** 1.4 * 10)
        channel = m.pick({"counter": 6, "online": 4, "phone": 1}) if shop != 10 else "counter"
        ordered = m.day("2023-09-01", "2024-12-20")
        paid = later(ordered, days=m.pick([0, 0, 1, 3, 8, 14, 30])) if m.chance(.9) else None
        sales.append((n, who[0] if who else None, shop, channel, ordered, paid, later(ordered, days=m.pick([0, 0, 1, 2, 3, 6, 12])) if m.chance(.9) else None, int(m.chance(.16 if channel == "online" else .07)),
                      m.pick({5: 6, 4: 4, 3: 2, 2: 1, 1: 1}) if m.chance(.6) else None))
        for at in range(1, m.pick([1, 1, 1, 2, 2, 3, 4]) + 1):
            item = items[int(m.random.random() ** 1.3 * 66)]
            lines.append((n, at, item[0], m.pick([1, 1, 1, 2, 2, 3, 5]), round(item[4] * m.pick([1, 1, 1, .9, .8]), 2)))
    m.add("sales", sales)
    m.add("sale_lines", lines)
