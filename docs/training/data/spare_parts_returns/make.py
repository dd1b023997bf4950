"""A spare parts shop: languages, customers, parts, orders and their lines, returns and their reasons."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE languages (code TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, region TEXT NOT NULL, kind TEXT NOT NULL, language_code TEXT NOT NULL REFERENCES languages(code), billing TEXT NOT NULL, discount_pct REAL);
CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT NOT NULL UNIQUE, category TEXT NOT NULL, colour TEXT, material TEXT NOT NULL, weight_kg TEXT NOT NULL, list_price REAL NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), status TEXT NOT NULL, shipped_on TEXT, freight REAL);
CREATE TABLE order_lines (order_id INTEGER NOT NULL REFERENCES orders(order_id), line_no INTEGER NOT NULL, part_id INTEGER NOT NULL REFERENCES parts(part_id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (order_id, line_no));
CREATE TABLE return_reasons (code TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE returns (return_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, reason_code TEXT NOT NULL REFERENCES return_reasons(code), status TEXT NOT NULL, received_on TEXT, quantity INTEGER NOT NULL, resolution TEXT, condition_score INTEGER, FOREIGN KEY (order_id, line_no) REFERENCES order_lines(order_id, line_no));
"""
LANGUAGES = [("da", "Danish"), ("de", "German"), ("en", "English"), ("fi", "Finnish"), ("fr", "French"), ("pl", "Polish"), ("pt", "Portuguese"), ("sv", "Swedish")]
REASONS = [("D1", "damaged in transit"), ("D2", "late delivery"), ("W1", "wrong part"), ("W2", "wrong size"), ("Q1", "poor quality"), ("Q2", "missing pieces"), ("C1", "changed mind"), ("C2", "ordered twice")]
KINDS = {"brake": ("Brake disc", "Brake pad", "Brake cable"), "filter": ("Oil filter", "Air filter", "Fuel filter"), "light": ("Head lamp", "Tail lamp", "Indicator"),
         "handle": ("Door handle", "Gear knob", "Window crank"), "pump": ("Water pump", "Fuel pump")}
MADE = {"brake": {"steel": 6, "ceramic": 3}, "filter": {"plastic": 4, "steel": 3}, "light": {"plastic": 6, "ceramic": 1}, "handle": {"wood": 4, "plastic": 3, "steel": 2}, "pump": {"steel": 5, "plastic": 2}}


def fill(m):
    m.add("languages", LANGUAGES)
    m.add("customers", [(n, f"{FIRST[n * 7 % 48]} {LAST[(n * 5 + n // 48 + 8) % 48]}", m.pick({"north": 6, "south": 4, "east": 3, "west": 2}), m.pick({"workshop": 5, "dealer": 4, "private": 3}),
                         m.pick({"de": 6, "en": 5, "sv": 3, "da": 3, "pl": 2, "pt": 2, "fr": 2}), m.pick({"order": 5, "month": 4, "week": 2}),
                         m.pick([2.5, 5, 7.5, 10, 12.5]) if m.chance(.65) else None) for n in range(1, 91)])
    prices, parts = m.some(range(390, 48000, 35), 72), []
    for n in range(1, 73):
        kind = m.pick({"brake": 5, "filter": 4, "light": 4, "handle": 4, "pump": 2})
        parts.append((n, f"{m.pick(KINDS[kind])} {100 + n}", kind, m.pick({"black": 5, "red": 3, "silver": 3, "blue": 1}) if m.chance(.75) else None, m.pick(MADE[kind]),
                      f"{m.amount(.2, 9):.2f}" if m.chance(.8) else "n/a", prices[n - 1] / 100, m.pick({0: 3, 5: 4, 14: 3, 40: 2, 120: 1})))
    m.add("parts", parts)
    orders, lines = [], []
    for n in range(1, 331):
        status = m.pick({"shipped": 6, "open": 2, "cancel": 2})
        day = m.day("2023-01-09", "2024-12-20")
        orders.append((n, 1 + int(m.random.random() ** 1.6 * 74), status, day if m.chance({"shipped": .9, "open": .5, "cancel": .7}[status]) or n < 60 else None,
                       m.amount(4, 60) if m.chance(.8) else None))
        for line in range(1, m.pick({1: 5, 2: 4, 3: 2, 4: 1}) + 1):
            part = 1 + int(m.random.random() ** 1.5 * 62)
            lines.append((n, line, part, m.pick({1: 6, 2: 4, 4: 3, 10: 1}), round(prices[part - 1] / 100 * m.amount(.8, 1), 2)))
    m.add("orders", orders)
    m.add("order_lines", lines)
    m.add("return_reasons", REASONS)
    back = []
    for n, line in enumerate(m.some([l for l in lines if l[2] % 5], 150), 1):
        status = m.pick({"received": 6, "announced": 3, "refused": 1})
        back.append((n, line[0], line[1], m.pick({"D1": 5, "W1": 4, "W2": 3, "Q1": 3, "D2": 2, "C1": 2, "Q2": 1}), status,
                     m.day("2023-02-01", "2024-12-28") if m.chance({"received": .9, "announced": .6, "refused": .5}[status]) else None, m.whole(1, line[3]),
                     m.pick({"refund": 5, "exchange": 3, "repair": 2}) if m.chance(.75) else None, m.whole(1, 5) if m.chance(.7) else None))
    m.add("returns", back)
