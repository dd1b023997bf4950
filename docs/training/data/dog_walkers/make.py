"""A dog-walking service: walkers, owners, their animals, walks and reviews."""

SCHEMA = """
CREATE TABLE walkers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, hourly_rate REAL NOT NULL, started_on TEXT NOT NULL);
CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, phone TEXT);
CREATE TABLE animals (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, breed TEXT, weight REAL NOT NULL, born_on TEXT,
  owner_id INTEGER NOT NULL REFERENCES owners(id));
CREATE TABLE walks (
  id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(id), walker_id INTEGER NOT NULL REFERENCES walkers(id),
  walk_date TEXT NOT NULL, minutes INTEGER NOT NULL, status TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE reviews (id INTEGER PRIMARY KEY, walk_id INTEGER NOT NULL REFERENCES walks(id), stars INTEGER NOT NULL, written_on TEXT NOT NULL);
"""
PETS = ("Rex Bella Luna Max Bruno Lady Rocky Molly Charly Daisy Buddy Lucky Sam Nala Balu Emma Lilly Paul Lotte Kira Fips Mimi Felix Tiger Momo "
        "Susi Hoppel Flocke Cleo Filou Maya Oskar Pebbles Otis Ruby Milo Pixie Zorro Amber Ginger Simba Toffee Coco Biscuit Hazel Pepper "
        "Jasper Willow Archie Teddy Poppy Rosie Murphy Bailey Oreo Sunny Benji Duke Ella Frida Gizmo Heidi Igor Juno Kuma Loki Merlin Nero "
        "Olive Percy").split()


def fill(m):
    names = set()
    while len(names) < 66:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 66)
    rates = m.some(range(24, 60), 20)
    starts = m.some(range(20), 20)
    m.add("walkers", [(n, names[n - 1], m.pick({"Berlin": 4, "Potsdam": 3, "Vienna": 2}), rates[n - 1] / 2,
                       f"{2015 + starts[n - 1] // 2}-{m.whole(1, 6) + 6 * (starts[n - 1] % 2):02}-{m.whole(1, 28):02}") for n in range(1, 21)])
    m.add("owners", [(n, names[19 + n], m.pick({"Berlin": 5, "Potsdam": 3, "Vienna": 3}), f"0{m.whole(151, 179)} {m.whole(1000000, 9999999)}" if m.chance(.8) else None) for n in range(1, 47)])
    weights, births = m.some(range(70, 620), 70), m.some(range(70), 70)
    animals = []
    for n in range(1, 71):
        species = m.pick({"dog": 6, "cat": 3, "rabbit": 1})
        breed = {"dog": m.pick(["Labrador", "Poodle", "Beagle", "Terrier", "Beagle"]), "cat": m.pick(["Siamese", "Persian"]), "rabbit": None}[species]
        animals.append((n, PETS[n - 1], species, breed, weights[n - 1] / (10 if species == "dog" else 100),
                        f"{2010 + births[n - 1] // 5}-{m.whole(1, 2) + 2 * (births[n - 1] % 5):02}-{m.whole(1, 28):02}" if m.chance(.9) else None, m.pick(list(range(1, 40)) + [6] * 4)))
    m.add("animals", animals)
    walked = [a[0] for a in animals[:60] if a[2] == "dog" or m.chance(.2)]
    prices, walks, reviews = m.some(range(700, 4500), 260), [], []
    for n in range(1, 261):
        status = m.pick({"done": 8, "cancelled": 2, "booked": 1})
        walks.append((n, m.pick(walked), m.pick(list(range(1, 18)) + [4] * 5 + [9] * 2), m.day("2023-01-02", "2024-12-29"), m.pick({30: 5, 45: 2, 60: 4, 90: 1}), status, prices[n - 1] / 100))
        if status == "done" and m.chance(.6):
            reviews.append((len(reviews) + 1, n, m.pick({5: 6, 4: 4, 3: 2, 2: 1, 1: 1}), m.day("2024-01-02", "2025-01-20")))
    m.add("walks", walks)
    m.add("reviews", reviews)
