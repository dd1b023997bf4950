"""A bakery's orders: customers, products with categories, bakers, orders and their lines, payments."""

SCHEMA = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL, town TEXT NOT NULL, phone TEXT, referrer_id INTEGER REFERENCES customers(id), since TEXT NOT NULL);
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE bakers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hourly_wage REAL NOT NULL, hired TEXT NOT NULL);
CREATE TABLE products (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, category_id INTEGER NOT NULL REFERENCES categories(id), baker_id INTEGER REFERENCES bakers(id),
  price REAL NOT NULL, weight_g INTEGER NOT NULL, vegan INTEGER NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_on TEXT NOT NULL, pickup_on TEXT NOT NULL,
  status TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), product_id INTEGER NOT NULL REFERENCES products(id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), method TEXT NOT NULL, amount REAL NOT NULL, paid_on TEXT NOT NULL);
"""
GOODS = {1: "Rye loaf,Sourdough,Baguette,Wholegrain loaf,Ciabatta,Potato bread,Milk bread", 2: "Croissant,Cinnamon bun,Apple turnover,Raisin swirl,Almond horn",
         3: "Cheesecake,Carrot cake,Plum tart,Lemon tart,Chocolate cake,Honey cake", 4: "Oat cookie,Ginger snap,Shortbread,Macaroon", 5: "Cheese roll,Spinach pie,Pizza slice"}
TOWNS = {"Millbrook": 6, "Oakham": 4, "Fernley": 3, "Stonebridge": 2, "Penfold": 1}


def fill(m):
    names = set()
    while len(names) < 70:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 70)
    since = m.some(sorted({m.day("2019-01-05", "2024-11-20") for _ in range(200)}), 60)
    m.add("customers", [(n, names[n - 1], f"{m.pick(['Mill Lane', 'High Street', 'Station Road', 'Church Row'])} {m.whole(1, 90)}", m.pick(TOWNS), f"0{m.whole(20000, 99999)}" if m.chance(.75) else None,
                         m.pick([1, 4, 4, 4, 9, n // 2]) if n > 9 and m.chance(.4) else None, since[n - 1]) for n in range(1, 61)])
    m.add("categories", [(1, "bread"), (2, "pastry"), (3, "cake"), (4, "biscuit"), (5, "savoury"), (6, "seasonal")])
    wages, hired = m.some(range(130, 260), 7), m.some(sorted({m.day("2012-01-05", "2024-06-20") for _ in range(60)}), 7)
    m.add("bakers", [(n, names[60 + n], wages[n - 1] / 10, hired[n - 1]) for n in range(1, 8)])
    bounds = {1: (22, 69, 250, 1400), 2: (12, 44, 60, 180), 3: (120, 390, 600, 1800), 4: (5, 28, 20, 90), 5: (31, 95, 150, 500)}
    prices, goods = set(), []
    for kind, words in GOODS.items():
        for word in words.split(","):
            k, (low, high, light, heavy) = len(goods), bounds[kind]
            price = m.pick([p for p in range(low, high) if p not in prices and p != 50])
            prices.add(price)
            goods.append((k + 1, word, kind, 2 if k % 4 == 0 else m.whole(1, 6) if k % 9 else None, price / 10, m.whole(light, heavy), int(m.chance(.3) or k in (0, 20))))
    m.add("products", goods)
    orders, lines, paid, seen = [], [], [], set()
    for n in range(1, 211):
        who = 7 if n % 9 == 0 else 1 + int(m.random.random() ** 1.6 * 52)
        day = m.day("2022-09-01", "2024-12-20")
        status = m.pick({"collected": 9, "ready": 2, "open": 3, "cancelled": 2})
        total = 0.0
        for good in m.some([g for g in goods[:22]] + goods[:5], m.pick([1, 1, 2, 2, 3, 4])):
            count = 30 if good[0] == 2 and n % 5 == 0 else m.pick([1, 1, 2, 2, 3, 6, 12])
            lines.append((len(lines) + 1, n, good[0], count, good[4]))
            total += count * good[4]
        while round(total, 2) in seen:
            total += .1
        seen.add(round(total, 2))
        orders.append((n, who, day, m.day(day, day[:8] + "28") if day[8:] < "28" else day, status, round(total, 2)))
        if status == "collected" or (status == "ready" and m.chance(.5)):
            parts = m.pick([1, 1, 1, 2])
            for k in range(parts):
                paid.append((len(paid) + 1, n, m.pick({"cash": 4, "card": 6, "voucher": 1}), round(total / parts, 2), day))
    m.add("orders", orders)
    m.add("order_lines", lines)
    m.add("payments", paid)
