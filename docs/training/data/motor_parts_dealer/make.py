"""A dealer in motor parts: engines, the cars that have them, parts and what they fit, customers, orders, lines, returns."""
from making import later

SCHEMA = """
CREATE TABLE engine (engine_id INTEGER PRIMARY KEY, engine_code TEXT NOT NULL, fuel TEXT NOT NULL, cylinders INTEGER NOT NULL, pistons INTEGER NOT NULL, valves INTEGER NOT NULL, displacement_cc INTEGER NOT NULL, horsepower TEXT);
CREATE TABLE car (car_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, model TEXT NOT NULL, model_year INTEGER NOT NULL, engine_id INTEGER REFERENCES engine(engine_id), doors INTEGER NOT NULL, seats INTEGER NOT NULL, discontinued_year INTEGER);
CREATE TABLE part (part_id INTEGER PRIMARY KEY, part_no TEXT NOT NULL, part_name TEXT NOT NULL, category TEXT NOT NULL, supplier TEXT, list_price_cents INTEGER NOT NULL, cost_cents INTEGER NOT NULL, weight_g INTEGER, in_stock INTEGER NOT NULL, min_stock INTEGER NOT NULL);
CREATE TABLE part_fit (part_id INTEGER NOT NULL REFERENCES part(part_id), engine_id INTEGER NOT NULL REFERENCES engine(engine_id), pieces_needed INTEGER NOT NULL, PRIMARY KEY (part_id, engine_id));
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, kind TEXT NOT NULL, billing_city TEXT NOT NULL, rating INTEGER, customer_since TEXT NOT NULL, referred_by INTEGER REFERENCES customer(customer_id));
CREATE TABLE sales_order (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(customer_id), ordered_on TEXT NOT NULL, promised_on TEXT NOT NULL, shipped_on TEXT, ship_city TEXT NOT NULL, status INTEGER NOT NULL, freight_cents INTEGER NOT NULL);
CREATE TABLE order_line (order_id INTEGER NOT NULL REFERENCES sales_order(order_id), line_no INTEGER NOT NULL, part_id INTEGER NOT NULL REFERENCES part(part_id), quantity INTEGER NOT NULL, unit_price_cents INTEGER NOT NULL, PRIMARY KEY (order_id, line_no));
CREATE TABLE part_return (return_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, returned_on TEXT NOT NULL, quantity INTEGER NOT NULL, reason TEXT, refund_cents INTEGER NOT NULL);
"""
MODELS = [("Opel", ["Astra", "Corsa", "Zafira"]), ("Ford", ["Focus", "Fiesta", "Mustang", "Galaxy"]), ("Mazda", ["3", "RX-8", "CX-5"]), ("BMW", ["320", "540", "X5"]),
          ("Skoda", ["Octavia", "Superb"]), ("Fiat", ["Panda", "Ducato"]), ("Volvo", ["V70", "XC90"]), ("Dodge", ["Ram", "Viper"])]
PARTS = {"Pistons": ["Piston", "Piston ring set", "Piston pin"], "Valves": ["Inlet valve", "Outlet valve", "Valve spring"], "Ignition": ["Spark plug", "Coil", "Ignition lead"],
         "Filters": ["Oil filter", "Air filter", "Fuel filter"], "Gaskets": ["Head gasket", "Sump gasket"], "Cooling": ["Water pump", "Thermostat", "Radiator"], "Turbo": ["Turbocharger"]}
CITIES = ["Leeds", "Hull", "York", "Derby", "Crewe", "Ripon"]


def fill(m):
    engines = []
    for n in range(1, 43):
        fuel = m.pick({"petrol": 6, "diesel": 4, "hybrid": 2})
        cyl = m.pick({2: 1, 3: 3, 4: 9, 5: 1, 6: 5, 8: 4, 12: 1})
        pis = cyl
        if n % 9 == 0:
            cyl, fuel = m.pick([2, 3, 4]), "diesel"
            pis = 2 * cyl
        if n == 7:
            cyl, pis, fuel = 0, 0, "petrol"
        cyl, pis = {1: (8, 8), 2: (4, 4), 3: (6, 6), 4: (4, 8), 5: (8, 8)}.get(n, (cyl, pis))
        power = 40 + cyl * m.whole(16, 38) if cyl else 231
        engines.append((n, f"{fuel[0].upper()}{cyl}-{100 + n}", fuel, cyl, pis, cyl * m.pick([2, 4, 4]), max(2, cyl) * m.whole(270, 560), str(power) if m.chance(.94) else None))
    m.add("engine", engines)
    cars = []
    for n in range(1, 141):
        brand, models = MODELS[int(m.random.random() ** 1.4 * 8)]
        year = m.whole(2001, 2025)
        engine = n if n < 6 else 1 + int(m.random.random() ** 1.5 * 38)
        cars.append((n, brand, m.pick(models), year, engine if n < 6 or m.chance(.95) else None, m.pick([3, 4, 5, 5, 5]), m.pick([2, 4, 5, 5, 5, 7]), year + m.whole(1, 9) if m.chance(.45) and year < 2016 else None))
    m.add("car", cars)
    parts = []
    for n in range(1, 131):
        cat = m.pick({"Pistons": 5, "Valves": 4, "Ignition": 4, "Filters": 5, "Gaskets": 3, "Cooling": 3, "Turbo": 1})
        price = m.skewed(350, 60000, 0)
        price = int(price - price % 5)
        low = m.pick([2, 5, 5, 10, 20])
        parts.append((n, f"{cat[:2].upper()}{1000 + 7 * n}", m.pick(PARTS[cat]) + f" {m.pick('ABCDE')}{n}", cat, m.pick({"Mahle": 5, "Bosch": 4, "NGK": 2, "Valeo": 2, "Elring": 1}) if m.chance(.93) else None, price, int(price * m.amount(.45, .85)),
                      int(m.skewed(40, 18000, 0)) if m.chance(.92) else None, m.pick([0, low, low - 1, low + m.whole(1, 40), low + m.whole(1, 40), low + m.whole(1, 40)]), low))
    m.add("part", parts)
    fits = {}
    for p in parts[:122]:
        for e in m.some(engines[:40], m.pick([0, 1, 1, 2, 3, 4, 6])):
            fits[(p[0], e[0])] = m.pick([e[4] or 1, 1, 2]) if p[3] in ("Pistons", "Valves", "Ignition") else 1
    m.add("part_fit", [(*k, v) for k, v in fits.items()])
    custs = []
    for n in range(1, 111):
        kind = m.pick({"garage": 6, "private": 5, "dealer": 2})
        custs.append((n, " ".join(m.person()) if kind == "private" else m.pick(["Abbey", "Dale", "Forge", "Mill", "North"]) + f" Motors {n}", kind, m.pick(CITIES[:5] + CITIES[:2]), m.pick([1, 2, 3, 3, 4, 4, 5]) if m.chance(.9) else None, m.day("2018-01-01", "2025-06-01"), 1 + int(m.random.random() ** 2 * min(n - 1, 30)) if n > 6 and m.chance(.3) else None))
    m.add("customer", custs)
    orders, lines, backs = [], [], []
    for n in range(1, 391):
        c = custs[int(m.random.random() ** 1.7 * 96)]
        day = m.day("2023-01-01", "2025-12-20")
        if c[5] > day:
            day = m.day(c[5], "2025-12-20")
        due = later(day, days=m.pick([2, 3, 5, 7, 10]))
        status = m.pick({3: 14, 4: 2, 2: 1, 1: 1})
        sent = later(due, days=m.pick([-2, -1, -1, 0, 0, 1, 3, 5, 8])) if status == 3 else None
        sent = max(sent, day) if sent else None
        orders.append((n, c[0], day, due, sent, c[3] if m.chance(.75) else m.pick(CITIES), status, m.pick([0, 0, 590, 990, 1490])))
        for at in range(1, m.pick([1, 1, 2, 2, 3, 4, 5]) + 1):
            p = parts[int(m.random.random() ** 1.5 * 118)]
            if c[0] > 84:
                p = m.pick([x for x in parts[:118] if x[3] == "Filters"])
            lines.append((n, at, p[0], m.pick([1, 1, 2, 4, 4, 6, 8, 12]), int(p[5] * m.pick([1, 1, 1, .9, .8, 1.05]))))
            if status == 3 and m.chance(.1):
                for _ in range(m.pick([1, 1, 1, 2])):
                    backs.append((len(backs) + 1, n, at, later(sent, days=m.whole(2, 45)), m.whole(1, max(1, lines[-1][3] // 2)), m.pick(["wrong part", "defect", "not needed", "late"]) if m.chance(.9) else None, int(lines[-1][4] * m.pick([.5, .8, 1]))))
    m.add("sales_order", orders)
    m.add("order_line", lines)
    m.add("part_return", backs)
