"""A chain of pet grooming salons: owners and their pets, appointments with services, tips, payments, shop sales."""
from making import later

SCHEMA = """
CREATE TABLE salons (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, opened_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE groomers (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, salon_id INTEGER REFERENCES salons(id),
  mentor_id INTEGER, hired_on TEXT NOT NULL, left_on TEXT, hourly_wage REAL NOT NULL);
CREATE TABLE owners (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT, city TEXT,
  joined_on TEXT NOT NULL, deleted_at TEXT);
CREATE TABLE breeds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, size_class TEXT);
CREATE TABLE pets (
  id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners(id), breed_id INTEGER REFERENCES breeds(id),
  name TEXT NOT NULL, born_on TEXT, weight_kg REAL, deceased_on TEXT);
CREATE TABLE services (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, current_price REAL NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, pet_id INTEGER NOT NULL REFERENCES pets(id), groomer_id INTEGER, salon_id INTEGER NOT NULL,
  booked_at TEXT NOT NULL, starts_at TEXT NOT NULL, status TEXT NOT NULL, cancelled_at TEXT, tip REAL, rating INTEGER);
CREATE TABLE appointment_services (
  appointment_id INTEGER NOT NULL REFERENCES appointments(id), service_id INTEGER NOT NULL REFERENCES services(id),
  price_charged REAL NOT NULL, discount_pct INTEGER, PRIMARY KEY (appointment_id, service_id));
CREATE TABLE payments (
  id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL, paid_at TEXT NOT NULL, amount REAL NOT NULL, method TEXT NOT NULL);
CREATE TABLE product_sales (
  id INTEGER PRIMARY KEY, salon_id INTEGER NOT NULL REFERENCES salons(id), owner_id INTEGER, product TEXT NOT NULL,
  sold_on TEXT NOT NULL, quantity INTEGER NOT NULL, unit_price REAL NOT NULL, unit_cost REAL NOT NULL);
CREATE TABLE vaccinations (
  pet_id INTEGER NOT NULL REFERENCES pets(id), vaccine TEXT NOT NULL, given_on TEXT NOT NULL, valid_until TEXT NOT NULL,
  PRIMARY KEY (pet_id, vaccine, given_on));
"""

SERVICES = [("Full groom", "groom", 62, 90), ("Bath and brush", "bath", 38, 45), ("Nail trim", "care", 14, 15),
            ("Ear cleaning", "care", 12, 10), ("De-shedding", "groom", 49, 60), ("Flea bath", "bath", 44, 50),
            ("Teeth brushing", "care", 11, 10), ("Puppy cut", "groom", 41, 50), ("Creative colour", "extra", 75, 80)]
BREEDS = [("Poodle", "dog", "medium"), ("Labrador", "dog", "large"), ("Shih Tzu", "dog", "small"), ("Golden Retriever", "dog", "large"),
          ("Yorkshire Terrier", "dog", "small"), ("Persian", "cat", None), ("Maine Coon", "cat", None), ("Angora", "rabbit", None),
          ("Schnauzer", "dog", "medium"), ("Komondor", "dog", "large")]
PRODUCTS = [("Oat shampoo", 13.5, 6), ("Slicker brush", 18, 8), ("Chew bone", 4.5, 1.7), ("Leash", 22, 10), ("Cat comb", 11, 4.5)]


def fill(m):
    m.add("salons", [(1, "Paws & Co Centre", "Leeds", "2015-04-01", None), (2, "Paws & Co North", "Leeds", "2018-09-10", None),
                     (3, "Wagtail", "York", "2020-02-01", None), (4, "Fluff Stop", "Hull", "2019-06-01", "2025-08-31"),
                     (5, "Paws & Co Bay", "Whitby", "2026-06-20", None)])
    staff = []
    for n in range(1, 19):
        hired = m.day("2016-01-10", "2025-11-01")
        left = m.day("2025-01-10", "2026-05-30") if m.chance(.25) else None
        staff.append((n, *m.person(), m.pick({1: 5, 2: 4, 3: 4, 4: 2}), m.whole(1, n - 1) if n > 3 and m.chance(.7) else None,
                      hired, left if left and left > hired else None, m.amount(12, 23, 1)))
    m.add("groomers", staff)
    owners = []
    for n in range(1, 171):
        first, last = m.person()
        owners.append((n, first, last, f"{first}.{last}{n}@example.com".lower() if m.chance(.8) else None,
                       m.pick(["Leeds", "York", "Hull", "Selby", "Harrogate"]) if m.chance(.93) else None,
                       m.day("2022-01-05", "2026-06-20"), m.moment("2025-01-05", "2026-06-20") if m.chance(.08) else None))
    m.add("owners", owners)
    m.add("breeds", [(n, *b) for n, b in enumerate(BREEDS, 1)])
    pets = []
    for n in range(1, 221):
        breed = m.whole(1, 9) if m.chance(.93) else None
        pets.append((n, int(m.random.random() ** 1.3 * 158) + 1, breed, m.pick("Bella Max Luna Rocky Coco Milo Daisy Toby Ruby Oscar Nala".split()),
                     m.day("2010-01-01", "2025-12-01") if m.chance(.85) else None, m.skewed(1.5, 44, 1) if m.chance(.9) else None,
                     m.day("2025-03-01", "2026-06-10") if m.chance(.06) else None))
    m.add("pets", pets)
    m.add("services", [(n, *s) for n, s in enumerate(SERVICES, 1)])
    apps, parts, pays = [], [], []
    for n in range(1, 1001):
        pet = pets[int(m.random.random() ** 1.5 * 205)]
        start = m.moment("2024-01-08", "2026-07-20", (8, 17))
        if m.chance(.06):
            start = m.pick(["2025-12-31", "2026-03-31", "2025-06-30", "2026-05-31"]) + " 15:30:00"
        booked = later(start, days=-m.pick([0, 0, 1, 2, 5, 9, 14, 30]), hours=-m.whole(1, 5))
        future = start > "2026-06-30"
        status = "booked" if future else m.pick({"done": 80, "no_show": 7, "cancelled": 9})
        if future and m.chance(.12):
            status = "cancelled"
        g = m.whole(1, 16) if m.chance(.95) else None
        salon = staff[g - 1][3] if g and m.chance(.85) else m.pick([1, 2, 3, 4])
        gone = (later(booked, hours=m.whole(1, 40)) if future else later(start, hours=-m.whole(1, 30))) if status == "cancelled" else None
        done = status == "done"
        apps.append((n, pet[0], g, salon, booked, start, status, gone, m.pick([2, 3, 5, 5, 10, 0]) if done and m.chance(.5) else None,
                     m.pick([5, 5, 5, 4, 4, 3, 2, 1]) if done and m.chance(.6) else None))
        total = 0
        for s in sorted(m.some(range(1, 9), m.pick([1, 1, 2, 2, 3, 4]))):
            price = round(SERVICES[s - 1][2] * (.9 if start < "2025-04" else 1))
            off = m.pick([10, 20, 50]) if m.chance(.18) else (0 if m.chance(.5) else None)
            parts.append((n, s, price, off))
            total += price * (100 - (off or 0)) / 100
        if done and m.chance(.92):
            k = m.pick([1, 1, 1, 2])
            for at in range(k):
                pays.append((len(pays) + 1, n, later(start, days=m.pick([0, 0, 0, 3, 12]) + at * 7, hours=2), round(total / k, 2),
                             m.pick({"card": 6, "cash": 3, "voucher": 1})))
    m.add("appointments", apps)
    m.add("appointment_services", parts)
    m.add("payments", pays)
    sales = []
    for n in range(1, 421):
        name, price, cost = m.pick(PRODUCTS)
        sales.append((n, m.pick({1: 5, 2: 3, 3: 3, 4: 1}), m.whole(1, 165) if m.chance(.6) else None, name, m.day("2024-03-01", "2026-06-29"),
                      m.pick([1, 1, 1, 2, 3]), round(price * m.pick([1, 1, .9]), 2), cost))
    m.add("product_sales", sales)
    shots = {}
    for p in pets:
        for v in m.some(["rabies", "distemper", "kennel cough"], m.pick([0, 1, 1, 2, 3])):
            for _ in range(m.pick([1, 1, 2])):
                day = m.day("2023-06-01", "2026-05-30")
                shots[p[0], v, day] = (p[0], v, day, later(day, days=m.pick([365, 365, 730])))
    m.add("vaccinations", shots.values())
