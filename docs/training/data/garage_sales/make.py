"""Neighbours' garage sales: people who host and buy, items, purchases, stars, and messages between them."""
from making import later

SCHEMA = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, email TEXT, joined_on TEXT NOT NULL, invited_by INTEGER REFERENCES people(id));
CREATE TABLE garage_sales (
  id INTEGER PRIMARY KEY, host_id INTEGER NOT NULL REFERENCES people(id), town TEXT NOT NULL, announced_on TEXT NOT NULL,
  held_on TEXT NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE items (
  id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES garage_sales(id), category_id INTEGER NOT NULL REFERENCES categories(id),
  title TEXT NOT NULL, asking_price REAL NOT NULL, pieces INTEGER NOT NULL, pieces_left INTEGER NOT NULL, age_years TEXT);
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES people(id), reserved_on TEXT NOT NULL, picked_up_on TEXT,
  payment TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE purchase_lines (
  id INTEGER PRIMARY KEY, purchase_id INTEGER NOT NULL REFERENCES purchases(id), item_id INTEGER NOT NULL REFERENCES items(id),
  pieces INTEGER NOT NULL, paid_price REAL NOT NULL);
CREATE TABLE ratings (
  id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES garage_sales(id), person_id INTEGER NOT NULL REFERENCES people(id), stars INTEGER NOT NULL);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY, sender_id INTEGER NOT NULL REFERENCES people(id), receiver_id INTEGER NOT NULL REFERENCES people(id),
  sent_on TEXT NOT NULL, read_on TEXT, subject TEXT NOT NULL);
"""
TOWNS = {"Riverside": 6, "Oakdale": 4, "Pinewood": 3, "Lakeview": 2}
THINGS = {1: "lamp,armchair,bookshelf,desk,mirror", 2: "jigsaw,board game,doll,train set,kite", 3: "novel,cookbook,comic,atlas", 4: "saw,drill,hammer set,ladder", 5: "winter coat,boots,scarf,hat", 6: "bicycle,tennis racket,skates"}
COLOURS = "red blue green old white small large".split()


def fill(m):
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 89)
    m.add("people", [(n, "Carla Maier" if n == 4 else names[n - 1], m.pick(TOWNS), f"p{n}@example.org" if m.chance(.75) else None, m.day("2020-02-01", "2024-10-31"),
                      2 if n == 4 else 4 if n in (9, 10) else None if n < 4 else m.pick([None, m.whole(1, n - 1), m.whole(1, 4)])) for n in range(1, 81)])
    sales = []
    for n in range(1, 41):
        day = m.day("2022-01-10", "2024-12-10")
        sales.append((n, m.pick(list(range(1, 22)) + [4] * 4), m.pick(TOWNS), day, later(day, days=m.pick([7, 14, 35, 70])), int(n % 9 == 4 or m.chance(.1))))
    m.add("garage_sales", sales)
    m.add("categories", list(enumerate(["furniture", "toys", "books", "tools", "clothes", "sports", "garden"], 1)))
    items = []
    for n in range(1, 191):
        kind, pieces = m.pick({1: 5, 2: 6, 3: 4, 4: 2, 5: 4, 6: 1}), m.pick([1, 1, 1, 2, 4, 8])
        age = m.pick(["unknown", "-", ""]) if n % 7 == 0 else str(m.pick([m.whole(1, 9), m.whole(10, 48)]) if n != 50 else 105)
        items.append((n, m.pick(list(range(1, 37))), kind, f"{m.pick(COLOURS)} {m.pick(THINGS[kind].split(','))}", m.whole(4, 480) / 4, pieces, m.pick([0, 0, pieces, m.whole(0, pieces)]), age))
    m.add("items", items)
    buys, lines, buyers = [], [], list(range(10, 70)) + [12] * 8 + [33] * 5
    for n in range(1, 201):
        total, day = 0, m.day("2022-02-01", "2024-12-20")
        for item in m.some(items[:160], m.pick({1: 6, 2: 3, 3: 1})):
            count, price = m.pick({1: 7, 2: 2, 3: 1}), round(item[4] * m.pick([1, .9, .75, .5]), 2)
            lines.append((len(lines) + 1, n, item[0], count, price))
            total += count * price
        buys.append((n, m.pick(buyers), day, later(day, days=m.pick([0, 1, 3, 9, 35])) if m.chance(.8) else None, m.pick({"cash": 6, "card": 2, "app": 3}), round(total, 2)))
    m.add("purchases", buys)
    m.add("purchase_lines", lines)
    m.add("ratings", [(n, m.whole(1, 33), m.whole(1, 80), m.pick({1: 1, 2: 1, 3: 3, 4: 5, 5: 5})) for n in range(1, 131)])
    talk = []
    for n in range(1, 241):
        who, whom = m.some(list(range(1, 60)), 2)
        who = 4 if n % 23 == 0 and whom != 4 else who
        day = m.day("2023-01-05", "2024-12-20")
        talk.append((n, who, whom if n % 29 or who == 4 else 4, day, later(day, days=m.pick([0, 1, 2, 40])) if m.chance(.7) else None, m.pick(["price", "pick-up", "opening hours", "thanks"])))
    m.add("messages", talk)
