"""A hardware store: plural tables as object mappers make them; a product has cost, price and list price."""

SCHEMA = """
CREATE TABLE suppliers (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(100) NOT NULL, country VARCHAR(40) NOT NULL, created_at DATETIME NOT NULL);
CREATE TABLE categories (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(60) NOT NULL, created_at DATETIME NOT NULL);
CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(100) NOT NULL, category_id INTEGER NOT NULL REFERENCES categories(id),
  supplier_id INTEGER NOT NULL REFERENCES suppliers(id), cost DECIMAL(8,2) NOT NULL, price DECIMAL(8,2) NOT NULL,
  list_price DECIMAL(8,2) NOT NULL, stock_quantity INTEGER NOT NULL, reorder_level INTEGER NOT NULL,
  discontinued BOOLEAN NOT NULL, replaced_by_id INTEGER REFERENCES products(id), created_at DATETIME NOT NULL);
CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(100) NOT NULL, customer_type VARCHAR(10) NOT NULL, city VARCHAR(40) NOT NULL,
  created_at DATETIME NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER NOT NULL REFERENCES customers(id), status VARCHAR(10) NOT NULL,
  delivery_fee DECIMAL(8,2) NOT NULL, created_at DATETIME NOT NULL, paid_at DATETIME);
CREATE TABLE order_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES orders(id),
  product_id INTEGER NOT NULL REFERENCES products(id), quantity INTEGER NOT NULL, unit_price DECIMAL(8,2) NOT NULL);
"""
CATEGORIES = "Hand Tools,Power Tools,Paint,Plumbing,Garden,Fasteners,Lighting,Safety".split(",")
NOUNS = "Hammer,Saw,Drill,Brush,Pipe,Rake,Screw Box,Lamp,Wrench,Ladder,Glove Set,Hose".split(",")
COUNTRIES = {"Germany": 3, "Poland": 3, "China": 4, "Sweden": 1}
TOWNS = {"Graz": 4, "Linz": 5, "Wels": 2, "Steyr": 2}


def fill(m):
    m.add("suppliers", [(n, f"{name} Supply", ("Germany", "Poland", "China", "Sweden")[n - 1] if n < 5 else m.pick(COUNTRIES),
                         m.moment("2020-01-02", "2021-06-30", (8, 17)))
                        for n, name in enumerate(m.some(("Bolt", "Nordic", "Prime", "Delta", "Alpine", "Harbour", "Atlas", "Union", "Orbit", "Vector", "Summit"), 11), 1)])
    m.add("categories", [(n, name, m.moment("2020-01-02", "2020-03-30", (8, 17))) for n, name in enumerate(CATEGORIES, 1)])
    names = m.some([f"{a} {b}" for a in ("Basic", "Pro", "Heavy", "Compact", "Eco", "Master") for b in NOUNS], 66)
    bases, products = m.some(range(300, 24000, 10), 66), []
    for n in range(1, 67):
        price = bases[n - 1]
        gone = n > 6 and m.chance(.18)
        products.append((n, names[n - 1], m.pick({1: 9, 2: 7, 3: 5, 4: 6, 5: 5, 6: 3, 7: 4}), m.pick([1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9]),
                         round(price * m.amount(.45, .95) / 100, 2), price / 100, round(price * m.amount(1, 1.6) / 100, 2),
                         m.pick({0: 3, 2: 2, 4: 3, 9: 4, 15: 4, 30: 3, 80: 2, 150: 1}), m.pick({3: 3, 5: 4, 10: 3, 20: 1}), int(gone),
                         m.whole(1, 6) if gone and m.chance(.7) else None, m.moment("2021-01-04", "2024-10-30", (8, 17))))
    m.add("products", products)
    people = set()
    while len(people) < 60:
        people.add(" ".join(m.person()))
    people = m.some(sorted(people), 60)
    m.add("customers", [(n, people[n - 1], m.pick({"private": 7, "trade": 3}), m.pick(TOWNS), m.moment("2021-02-01", "2024-11-30", (8, 17))) for n in range(1, 61)])
    buyers, orders, items = list(range(1, 53)) + [3] * 14 + [11] * 9 + [20] * 5, [], []
    for n in range(1, 231):
        when = m.moment("2023-01-02", "2024-12-30", (8, 19))
        status = m.pick({"completed": 8, "cancelled": 2, "pending": 2})
        orders.append((n, m.pick(buyers), status, m.pick({0: 5, 4.9: 4, 9.9: 2, 25: 1}), when, when if status == "completed" else None))
        for product in m.some(products[:60] + products[:4], m.pick({1: 5, 2: 4, 3: 3, 4: 1})):
            items.append((len(items) + 1, n, product[0], m.pick({1: 7, 2: 4, 3: 2, 10: 1}), round(product[5] * m.pick({1: 7, .9: 2, .8: 1}), 2)))
    m.add("orders", orders)
    m.add("order_items", items)
