"""A corner bookshop: authors, books, customers, orders and their items."""

SCHEMA = """
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, birth_year INTEGER);
CREATE TABLE books (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES authors(id),
  genre TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL, year INTEGER NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, email TEXT, joined TEXT NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), order_date TEXT NOT NULL,
  status TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE order_items (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), book_id INTEGER NOT NULL REFERENCES books(id),
  quantity INTEGER NOT NULL, price REAL NOT NULL);
"""
COUNTRIES = {"France": 4, "Germany": 5, "Japan": 3, "Italy": 2, "Norway": 2}
GENRES = {"novel": 6, "crime": 5, "poetry": 2, "travel": 2, "children": 4}
CITIES = {"Lyon": 3, "Hamburg": 6, "Bergen": 2, "Turin": 3, "Kyoto": 1}
NOUNS = "Lamp River Garden Winter Letter Bridge Orchard Harbour Stone Mirror Train Island".split()


def fill(m):
    names = set()
    while len(names) < 75:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 75)
    m.add("authors", [(n, names[n - 1], m.pick(COUNTRIES), m.whole(1921, 1994) if n % 9 else None) for n in range(1, 25)])
    prices = m.some(range(590, 4990), 60)
    titles = m.some([f"The {a} {b}" for a in ("Red", "Silent", "Last", "Lost", "Little", "Long") for b in NOUNS], 60)
    writers = list(range(1, 21)) + [5] * 6
    books = m.add("books", [(n, titles[n - 1], 5 if n in (3, 9, 14, 20) else m.pick(writers), m.pick(GENRES), prices[n - 1] / 100,
                             m.pick({0: 2, 1: 2, 3: 3, 5: 3, 8: 2, 12: 2, 40: 1}), m.whole(1988, 2024)) for n in range(1, 61)])
    m.add("customers", [(n, names[24 + n], m.pick(CITIES), f"c{n}@example.org" if m.chance(.8) else None, m.day("2021-01-04", "2024-12-20")) for n in range(1, 51)])
    buyers, orders, items = list(range(1, 43)) + [7] * 9 + [12] * 4, [], []
    for n in range(1, 151):
        total = 0
        for book in m.some(books[:52], m.pick({1: 5, 2: 4, 3: 3, 4: 1})):
            count = m.pick({1: 7, 2: 3, 3: 1, 5: 1})
            items.append((len(items) + 1, n, book[0], count, book[4]))
            total += count * book[4]
        orders.append((n, m.pick(buyers), m.day("2022-01-02", "2024-12-30"), m.pick({"shipped": 7, "open": 3, "cancelled": 2, "returned": 1}), round(total, 2)))
    m.add("orders", orders)
    m.add("order_items", items)
