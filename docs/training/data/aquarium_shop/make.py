"""An aquarium shop: species and their price list, tanks and stock, deliveries with losses, sales of fish and articles, water tests."""
from making import later

SCHEMA = """
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, trainer_id INTEGER REFERENCES employees(id), started_on TEXT NOT NULL, ended_on TEXT);
CREATE TABLE species (id INTEGER PRIMARY KEY, common_name TEXT NOT NULL, water TEXT NOT NULL, min_tank_l TEXT, max_size_cm REAL, protected INTEGER NOT NULL);
CREATE TABLE species_prices (species_id INTEGER NOT NULL REFERENCES species(id), valid_from TEXT NOT NULL, price REAL NOT NULL, PRIMARY KEY (species_id, valid_from));
CREATE TABLE tanks (id INTEGER PRIMARY KEY, label TEXT NOT NULL, water TEXT NOT NULL, litres INTEGER NOT NULL, is_quarantine INTEGER NOT NULL, out_of_use_since TEXT);
CREATE TABLE tank_stock (tank_id INTEGER NOT NULL REFERENCES tanks(id), species_id INTEGER NOT NULL REFERENCES species(id), quantity INTEGER NOT NULL, PRIMARY KEY (tank_id, species_id));
CREATE TABLE suppliers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), ordered_by INTEGER, checked_by INTEGER, arrived_on TEXT NOT NULL, paid_on TEXT);
CREATE TABLE delivery_items (
  delivery_id INTEGER NOT NULL REFERENCES deliveries(id), line_no INTEGER NOT NULL, species_id INTEGER NOT NULL, quantity INTEGER NOT NULL,
  dead_on_arrival INTEGER, unit_cost REAL NOT NULL, PRIMARY KEY (delivery_id, line_no));
CREATE TABLE customers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, birthday TEXT, email TEXT, card TEXT, created_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE sales (
  id INTEGER PRIMARY KEY, customer_id INTEGER, clerk_id INTEGER NOT NULL, sold_at TEXT NOT NULL, voided_at TEXT, discount REAL);
CREATE TABLE sale_items (
  sale_id INTEGER NOT NULL REFERENCES sales(id), line_no INTEGER NOT NULL, species_id INTEGER, article TEXT, quantity INTEGER NOT NULL,
  unit_price REAL NOT NULL, returned_qty INTEGER, PRIMARY KEY (sale_id, line_no));
CREATE TABLE water_tests (id INTEGER PRIMARY KEY, tank_id INTEGER NOT NULL, tested_at TEXT NOT NULL, ph REAL, nitrite_mg REAL, tested_by INTEGER);
"""

SPECIES = [("Neon tetra", "fresh", "60", 4, 2.5), ("Guppy", "fresh", "54", 6, 3.2), ("Angelfish", "fresh", "200", 15, 14), ("Discus", "fresh", "300", 20, 49), ("Clownfish", "salt", "100", 11, 28), ("Blue tang", "salt", "1000", 31, 89),
           ("Cleaner shrimp", "salt", "40", 6, 24), ("Cherry shrimp", "fresh", "10", 3, 2.9), ("Archerfish", "brackish", "400", 30, 35), ("Seahorse", "salt", "150", 18, 95), ("Pufferfish", "brackish", "90", 7, 19), ("Koi", "fresh", "5000", 70, 120)]
ARTICLES = [("filter", 49), ("heater", 29), ("flakes", 6.5), ("gravel", 9), ("test kit", 24), ("LED bar", 79)]


def dotted(day):
    return ".".join(reversed(day.split("-")))


def fill(m):
    m.add("employees", [(n, " ".join(m.person()), None if n < 3 or m.chance(.3) else m.whole(1, n - 1), m.day("2015-02-01", "2025-06-01"), m.day("2025-07-01", "2026-06-01") if n > 3 and m.chance(.25) else None) for n in range(1, 13)])
    m.add("species", [(n, *s[:4], int(n in (9, 10))) for n, s in enumerate(SPECIES, 1)])
    prices = []
    for n, s in enumerate(SPECIES, 1):
        p = s[4]
        for when in ["2023-01-01", "2025-01-01", "2026-02-01"][:m.pick([1, 2, 3, 3])]:
            prices.append((n, when, round(p, 2)))
            p *= m.pick([1, 1.1, 1.15, .95])
    m.add("species_prices", prices)
    tanks = [(n, f"{m.pick('ABC')}{n}", m.pick({"fresh": 6, "salt": 4, "brackish": 1}), m.pick([60, 100, 200, 350, 600]), int(m.chance(.15)), m.day("2026-01-10", "2026-06-20") if m.chance(.08) else None) for n in range(1, 41)]
    m.add("tanks", tanks)
    stock = {}
    for t in tanks[:37]:
        fit = [n for n, s in enumerate(SPECIES[:11], 1) if s[1] == t[2] or m.chance(.03)]
        for s in m.some(fit, m.pick([1, 1, 2, 3])):
            stock[t[0], s] = (t[0], s, m.pick([0, 1, 2, 5, 8, 12, 20, 40]))
    m.add("tank_stock", stock.values())
    m.add("suppliers", [(1, "Aqua Import", "DE"), (2, "Reef Direct", "ID"), (3, "Coral Farm", "FJ"), (4, "Pond Life", "NL"), (5, "Tropica", None), (6, "Nile Fish", "EG")])
    cargo, items = [], []
    for n in range(1, 181):
        day = m.day("2024-01-10", "2026-06-25")
        paid = later(day, days=m.pick([0, 7, 14, 30, 45]))
        who = m.whole(1, 11)
        cargo.append((n, m.whole(1, 5), who, (who if m.chance(.35) else m.whole(1, 11)) if m.chance(.92) else None, dotted(day), paid if paid <= "2026-06-30" and m.chance(.9) else None))
        for k, s in enumerate(m.some(range(11), m.pick([1, 2, 2, 3])), 1):
            q = m.pick([5, 10, 20, 50])
            items.append((n, k, s + 1, q, m.pick([0, 0, 0, 1, 2, 4]) if m.chance(.88) else None, round(SPECIES[s][4] * m.amount(.3, .55), 2)))
    m.add("deliveries", cargo)
    m.add("delivery_items", items)
    m.add("customers", [(n, " ".join(m.person()), dotted(m.day("1950-01-01", "2008-12-31")) if m.chance(.85) else None, f"fin{n}@example.net" if m.chance(.7) else None, m.pick({"B": 5, "S": 3, "G": 1, None: 3}),
                         m.day("2022-01-10", "2026-06-20"), m.day("2025-06-01", "2026-06-25") if m.chance(.08) else None) for n in range(1, 201)])
    sales, lines = [], []
    for n in range(1, 1151):
        at = m.moment("2024-03-01", "2026-06-29", (9, 18))
        if m.chance(.06):
            at = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"]) + " 17:30:00"
        sales.append((n, int(m.random.random() ** 1.5 * 185) + 1 if m.chance(.65) else None, m.whole(1, 10), at, later(at, hours=m.whole(1, 40)) if m.chance(.05) else None, m.pick([1, 2, 5]) if m.chance(.2) else (0 if m.chance(.3) else None)))
        for k in range(1, m.pick([1, 1, 2, 3]) + 1):
            if m.chance(.6):
                s = m.whole(1, 10)
                price = [p[2] for p in prices if p[0] == s and p[1] <= at[:10]][-1]
                q = m.pick([1, 2, 4, 6, 10]) if price < 10 else m.pick([1, 1, 2])
                lines.append((n, k, s, None, q, price, m.pick([0, 1]) if m.chance(.12) else None))
            else:
                a = m.pick(ARTICLES)
                lines.append((n, k, None, a[0], m.pick([1, 1, 1, 2]), a[1], 1 if m.chance(.05) else None))
    m.add("sales", sales)
    m.add("sale_items", lines)
    m.add("water_tests", [(n, m.whole(1, 38), m.moment("2025-06-01", "2026-06-29", (8, 19)), m.amount(6.2, 8.6, 1) if m.chance(.95) else None, m.pick([0, 0, 0.1, 0.2, 0.5, 1.0]) if m.chance(.9) else None,
                           m.whole(1, 11) if m.chance(.9) else None) for n in range(1, 601)])
