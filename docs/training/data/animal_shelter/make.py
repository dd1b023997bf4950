"""An animal shelter: animals, kennels, adopters, adoptions, visits to the vet, volunteers, donations."""
from making import later

SCHEMA = """
CREATE TABLE kennels (kennel_id INTEGER PRIMARY KEY, block TEXT NOT NULL, kennel_type TEXT NOT NULL, capacity INTEGER NOT NULL);
CREATE TABLE animals (
  animal_id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, breed TEXT, sex TEXT NOT NULL, birth_date TEXT, intake_date TEXT NOT NULL, intake_reason TEXT NOT NULL,
  kennel_id INTEGER REFERENCES kennels(kennel_id), weight_kg TEXT, status INTEGER NOT NULL, microchip TEXT);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, home_city TEXT, work_city TEXT, registered_on TEXT NOT NULL, is_volunteer INTEGER NOT NULL, mentor_id INTEGER);
CREATE TABLE adoptions (
  adoption_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(animal_id), person_id INTEGER NOT NULL REFERENCES people(person_id),
  applied_on TEXT NOT NULL, adopted_on TEXT, returned_on TEXT, listed_fee REAL NOT NULL, paid_fee REAL);
CREATE TABLE vet_visits (visit_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(animal_id), visit_date TEXT NOT NULL, visit_type TEXT NOT NULL, vet_name TEXT NOT NULL, cost_cents INTEGER NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE donations (donation_id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people(person_id), donated_on TEXT NOT NULL, amount REAL NOT NULL, method TEXT NOT NULL);
CREATE TABLE walks (walk_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals(animal_id), person_id INTEGER NOT NULL REFERENCES people(person_id), walked_on TEXT NOT NULL, minutes INTEGER NOT NULL, distance_m INTEGER);
"""
BREEDS = {"Dog": ["Labrador", "Beagle", "Terrier", "Shepherd", "Mongrel"], "Cat": ["Siamese", "Persian", "Tabby", "Maine Coon"], "Rabbit": ["Lop", "Dwarf"], "Bird": ["Budgie", "Canary"]}
NAMES = "Bella Max Luna Rocky Coco Milo Nala Oscar Ruby Simba Toby Willow Zeus Daisy Felix Ginger Hazel Jasper Kiki Leo Misty Nero Pepper Shadow Tiger".split()


def fill(m):
    kennels = m.add("kennels", [(n, "ABCD"[(n - 1) // 6], m.pick({"indoor": 3, "outdoor": 2, "quarantine": 1}) if n > 3 else ("indoor", "outdoor", "quarantine")[n - 1], m.whole(1, 8)) for n in range(1, 23)])
    people = []
    for n in range(1, 131):
        home = m.pick({"Leeds": 5, "York": 3, "Hull": 2, "Selby": 1})
        people.append((n, " ".join(m.person()), home if m.chance(.93) else None, (home if m.chance(.5) else m.pick(["Leeds", "York", "Hull", "Bradford"])) if m.chance(.8) else None,
                       m.day("2019-01-01", "2026-05-31"), int(m.chance(.35)), m.whole(1, n - 1) if n > 5 and m.chance(.4) else None))
    m.add("people", people)
    animals = []
    for n in range(1, 221):
        species = m.pick({"Dog": 9, "Cat": 8, "Rabbit": 2, "Bird": 1})
        came = m.day("2022-01-01", "2026-06-20")
        status = m.pick({1: 5, 2: 9, 3: 2, 4: 1})
        kilos = {"Dog": m.amount(4, 48, 1), "Cat": m.amount(2, 9, 1), "Rabbit": m.amount(1, 4, 1), "Bird": .3}[species]
        animals.append((n, m.pick(NAMES), species, m.pick(BREEDS[species]) if m.chance(.88) else None, m.pick("MF"), later(came, days=-m.whole(40, 4200)) if m.chance(.85) else None, came,
                        m.pick({"stray": 5, "surrender": 4, "seized": 1, "born here": 1}), m.pick(kennels[:19])[0] if status in (1, 3) and m.chance(.95) else None,
                        f"{kilos:g}" if m.chance(.92) else None, status, f"{m.whole(100, 999)}{m.whole(100000, 999999)}" if m.chance(.7) else None))
    m.add("animals", animals)
    adoptions = []
    for a in animals:
        tries = m.pick([1, 1, 1, 2]) if a[10] == 2 else m.pick([0, 0, 1]) if a[10] == 1 else 0
        at = a[6]
        for t in range(tries):
            applied = later(at, days=m.whole(3, 70))
            done = later(applied, days=m.whole(1, 25)) if a[10] == 2 and t == tries - 1 or m.chance(.6) else None
            back = later(done, days=m.whole(2, 90)) if done and (t < tries - 1 or a[10] == 1) else None
            fee = float(m.pick([45, 60, 90, 120, 150]))
            adoptions.append((len(adoptions) + 1, a[0], int(m.random.random() ** 1.7 * 100) + 1, applied, done, back, fee, (fee if m.chance(.7) else round(fee * m.pick([.5, .75, .9]), 2)) if done else None))
            at = back or applied
    m.add("adoptions", adoptions)
    m.add("vet_visits", [(n, int(m.random.random() ** 1.3 * 190) + 1, m.day("2023-01-01", "2026-06-25"), m.pick({"vaccination": 5, "checkup": 4, "surgery": 1, "neutering": 2}), m.pick(["Dr Hale", "Dr Osei", "Dr Lindt", "Dr Pratt"]), m.whole(1500, 42000), m.pick([15, 20, 30, 30, 45, 60, 90, 120])) for n in range(1, 421)])
    m.add("donations", [(n, int(m.random.random() ** 1.6 * 110) + 1 if m.chance(.9) else None, m.day("2024-01-01", "2026-06-28"), float(m.pick([5, 10, 20, 25, 50, 100, 250, 500])) if m.chance(.5) else m.skewed(5, 900), m.pick({"card": 6, "cash": 3, "transfer": 2})) for n in range(1, 341)])
    dogs = [a for a in animals if a[2] == "Dog"]
    walkers = [p[0] for p in people if p[5]]
    m.add("walks", [(n, m.pick(dogs[:70])[0], walkers[int(m.random.random() ** 1.5 * (len(walkers) - 6))], m.day("2025-01-01", "2026-06-27"), m.pick([20, 30, 30, 45, 60, 75, 90, 120]), m.whole(400, 7000) if m.chance(.9) else None) for n in range(1, 381)])
