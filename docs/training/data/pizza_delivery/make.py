"""A pizza delivery: customers, pizzas, drivers and orders (one kind of pizza each)."""

SCHEMA = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, phone TEXT, signup_date TEXT NOT NULL);
CREATE TABLE pizzas (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL, calories INTEGER NOT NULL);
CREATE TABLE drivers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, vehicle TEXT NOT NULL, hire_date TEXT NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), pizza_id INTEGER NOT NULL REFERENCES pizzas(id),
  driver_id INTEGER REFERENCES drivers(id), order_date TEXT NOT NULL, quantity INTEGER NOT NULL, total REAL NOT NULL,
  tip REAL NOT NULL, status TEXT NOT NULL);
"""
PIZZAS = ("Margherita Marinara Napoli Funghi Capricciosa Diavola Hawaii Calzone Romana Siciliana Ortolana Bufala "
          "Pepperoni Salami Prosciutto Rustica Contadina Nutella").split()
CATEGORIES = ("classic classic classic veggie classic meat meat classic classic veggie veggie veggie meat meat meat meat veggie dessert").split()
CITIES = {"Oakfield": 7, "Riverton": 4, "Milltown": 3, "Lakeside": 2}


def fill(m):
    names = set()
    while len(names) < 75:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 75)
    m.add("customers", [(n, names[n - 1], m.pick(CITIES), f"555-01{n:02}" if m.chance(.75) else None,
                         m.day("2022-01-03", "2024-11-20")) for n in range(1, 61)])
    prices, energy = m.some(range(650, 1690, 10), 18), m.some(range(620, 1500, 5), 18)
    pizzas = m.add("pizzas", [(n + 1, PIZZAS[n], CATEGORIES[n], prices[n] / 100, energy[n]) for n in range(18)])
    hired = m.some([f"{y}-{month:02}-{day:02}" for y in (2019, 2020, 2021, 2022, 2023, 2024) for month in range(1, 11) for day in (3, 14, 27)], 11)
    m.add("drivers", [(n, names[60 + n], m.pick({"scooter": 5, "car": 3, "bicycle": 2}) if n > 3 else ("scooter", "car", "bicycle")[n - 1],
                       hired[n - 1]) for n in range(1, 12)])
    buyers, orders = list(range(1, 53)) + [4] * 12 + [9] * 6 + [17] * 4, []
    for n in range(1, 341):
        pizza, count = m.pick(pizzas[:16] + pizzas[:3] * 2 + pizzas[:1] * 4), m.pick({1: 9, 2: 5, 3: 2, 4: 1, 6: 1})
        status = m.pick({"delivered": 8, "cancelled": 2, "preparing": 1})
        driver = m.pick([1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9]) if m.chance(.85) else None
        orders.append((n, m.pick(buyers), pizza[0], driver, m.day("2023-01-02", "2024-12-30"), count, round(count * pizza[3], 2),
                       m.pick({0: 6, 1: 3, 1.5: 2, 2: 3, 3: 2, 5: 1, 7.5: .5}), status))
    m.add("orders", orders)
