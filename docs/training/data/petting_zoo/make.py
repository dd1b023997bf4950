"""A petting zoo: animals and their mothers, feedings, vet visits, sponsors, and the souvenir shop."""

SCHEMA = """
CREATE TABLE species (id INTEGER PRIMARY KEY, name TEXT NOT NULL, main_food TEXT NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hired_on TEXT NOT NULL, hourly_wage REAL NOT NULL);
CREATE TABLE animals (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, species_id INTEGER NOT NULL REFERENCES species(id), sex TEXT NOT NULL,
  born_on TEXT NOT NULL, arrived_on TEXT NOT NULL, left_on TEXT, mother_id INTEGER REFERENCES animals(id), weight_kg TEXT);
CREATE TABLE feedings (
  id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(id), keeper_id INTEGER NOT NULL REFERENCES keepers(id),
  fed_on TEXT NOT NULL, food TEXT NOT NULL, grams INTEGER NOT NULL);
CREATE TABLE vet_visits (
  id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(id), visit_date TEXT NOT NULL, reason TEXT NOT NULL,
  cost REAL NOT NULL, billed_on TEXT NOT NULL, paid_on TEXT);
CREATE TABLE sponsors (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, animal_id INTEGER NOT NULL REFERENCES animals(id),
  yearly_fee REAL NOT NULL, started_on TEXT NOT NULL, ended_on TEXT);
CREATE TABLE souvenirs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, list_price REAL NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, sold_on TEXT NOT NULL, payment TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE sale_lines (
  id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales(id), souvenir_id INTEGER NOT NULL REFERENCES souvenirs(id),
  quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
"""
SPECIES = [("goat", "hay"), ("sheep", "hay"), ("rabbit", "carrots"), ("donkey", "straw"), ("pony", "hay"), ("duck", "grain"), ("guinea pig", "carrots"), ("peacock", "grain"), ("alpaca", "hay")]
PETS = "Max Luna Rocky Daisy Charlie Molly Oscar Rosie Toby Lily Jack Ruby Sam Coco Buddy Willow Leo Poppy Finn Hazel Otto Maple Benny Pearl Basil Ginger Moss Olive Rusty Clover Pippin Tilly Bruno Nellie Felix Heidi Sunny Mocha Waffle Sparky Peanut Fudge Bramble Juniper Nutmeg Pepper Cinnamon Biscuit Truffle Marble Pickles Shadow Smokey Snowy Patch Ziggy Noodle Dotty Barney Gizmo".split()
GOODS = [("Goat mug", "mugs"), ("Pony mug", "mugs"), ("Plush rabbit", "toys"), ("Plush duck", "toys"), ("Plush alpaca", "toys"), ("Wooden barn", "toys"), ("Zoo map", "books"), ("Animal stories", "books"), ("Feed bag", "feed"), ("Carrot bag", "feed"), ("Keyring", "small things"), ("Sticker set", "small things"), ("Farm puzzle", "toys"), ("Colouring book", "books"), ("Golden horseshoe", "small things")]


def fill(m):
    m.add("species", [(n, *row) for n, row in enumerate(SPECIES, 1)])
    people = set()
    while len(people) < 75:
        people.add(" ".join(m.person()))
    people = m.some(sorted(people), 75)
    m.add("keepers", [(n, people[n], m.day("2015-02-01", "2024-06-30"), m.whole(52, 88) / 4) for n in range(1, 13)])
    names, animals = m.some(PETS, 60), []
    for n in range(1, 61):
        mothers = [a for a in animals if a[3] == "female" and a[4] < "2018"]
        kind, mother, born = m.pick({1: 9, 2: 5, 3: 7, 4: 2, 5: 3, 6: 4, 7: 5, 9: 1}), None, m.day("2009-03-01", "2017-12-31")
        if n == 19 or n > 18 and mothers and m.chance(.7):
            parent = animals[0] if n == 19 else animals[18] if n == 20 else m.pick(mothers)
            kind, mother, born = parent[2], parent[0], m.day("2019-01-10", "2024-05-31")
        arrived = born if mother else m.day("2018-01-05", "2024-08-31")
        weight = m.pick(["n/a", "-", ""]) if n % 8 == 0 else str(m.pick([m.whole(2, 9), m.whole(11, 95), m.whole(101, 180)]))
        animals.append((n, "Bella" if n == 19 else names[n - 1], kind, "female" if n in (1, 19) else m.pick(["female", "female", "male"]), born, arrived, m.day("2024-09-01", "2024-12-20") if m.chance(.2) else None, mother, weight))
    m.add("animals", animals)
    m.add("feedings", [(n, m.pick(list(range(1, 50)) + [3] * 8 + [11] * 5), m.pick(list(range(1, 10)) + [2] * 4), m.day("2024-01-02", "2024-12-30"), m.pick({"hay": 6, "grain": 3, "carrots": 4, "apples": 2, "straw": 1}), m.whole(2, 60) * 25) for n in range(1, 401)])
    m.add("vet_visits", [(n, m.pick(list(range(1, 40)) + [5] * 6), day, m.pick({"check-up": 5, "vaccination": 4, "injury": 2, "teeth": 1}), m.whole(30, 420), day[:8] + "28", m.day("2025-01-02", "2025-02-20") if m.chance(.7) else None) for n in range(1, 111) for day in [m.day("2022-01-03", "2024-12-20")]])
    m.add("sponsors", [(n, people[n + 12], m.pick({"Leeds": 5, "York": 3, "Hull": 2, "Bath": 1}), m.pick(list(range(1, 35)) + [7] * 6), m.pick([30, 50, 50, 75, 120, 250]), m.day("2021-01-04", "2024-11-30"), m.day("2024-12-01", "2025-01-31") if m.chance(.35) else None) for n in range(1, 56)])
    goods = m.add("souvenirs", [(n, *row, m.whole(12, 180) / 4 + n / 100, m.pick([0, 3, 8, 12, 25]) if n not in (4, 9) else 0) for n, row in enumerate(GOODS, 1)])
    sales, lines = [], []
    for n in range(1, 161):
        total = 0
        for item in m.some(goods[:14], m.pick({1: 5, 2: 3, 3: 2})):
            count, price = m.pick({1: 6, 2: 3, 4: 1}), round(item[3] * m.pick([1, 1, .8]), 2)
            lines.append((len(lines) + 1, n, item[0], count, price))
            total += count * price
        sales.append((n, m.day("2023-01-04", "2024-12-29"), m.pick({"cash": 4, "card": 6, "voucher": 1}), round(total, 2)))
    m.add("sales", sales)
    m.add("sale_lines", lines)
