"""Three veterinary practices: pets and owners, visits, treatments with prices that change, bills."""
from making import later

SCHEMA = """
CREATE TABLE clinic (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, opened_on TEXT);
CREATE TABLE vet (
  id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
  clinic_id INTEGER REFERENCES clinic(id), supervisor_id INTEGER REFERENCES vet(id),
  specialty TEXT, hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE owner (
  id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT, email TEXT,
  newsletter INTEGER NOT NULL DEFAULT 0, registered_at TEXT NOT NULL, deleted_at TEXT);
CREATE TABLE species (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE pet (
  id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owner(id),
  species_id INTEGER NOT NULL REFERENCES species(id), name TEXT NOT NULL, breed TEXT,
  sex TEXT, born_on TEXT, neutered INTEGER, died_on TEXT);
CREATE TABLE visit (
  id INTEGER PRIMARY KEY, pet_id INTEGER NOT NULL REFERENCES pet(id),
  vet_id INTEGER REFERENCES vet(id), clinic_id INTEGER NOT NULL REFERENCES clinic(id),
  kind TEXT NOT NULL, status TEXT NOT NULL, scheduled_at TEXT NOT NULL,
  started_at TEXT, ended_at TEXT, follows_visit_id INTEGER REFERENCES visit(id));
CREATE TABLE diagnosis_code (code TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE diagnosis (
  visit_id INTEGER REFERENCES visit(id), code TEXT REFERENCES diagnosis_code(code),
  severity INTEGER, is_primary INTEGER NOT NULL, PRIMARY KEY (visit_id, code));
CREATE TABLE treatment (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL);
CREATE TABLE treatment_price (
  treatment_id INTEGER REFERENCES treatment(id), valid_from TEXT, valid_to TEXT,
  price_cents INTEGER NOT NULL, PRIMARY KEY (treatment_id, valid_from));
CREATE TABLE visit_treatment (
  visit_id INTEGER REFERENCES visit(id), treatment_id INTEGER REFERENCES treatment(id),
  quantity INTEGER NOT NULL, price_cents INTEGER NOT NULL, PRIMARY KEY (visit_id, treatment_id));
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY, visit_id INTEGER UNIQUE REFERENCES visit(id), issued_at TEXT,
  due_on TEXT, total_cents INTEGER, status TEXT);
CREATE TABLE payment (
  id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoice(id), paid_at TEXT,
  amount_cents INTEGER, method TEXT);
CREATE TABLE weight_log (
  pet_id INTEGER REFERENCES pet(id), measured_at TEXT, weight_kg REAL,
  PRIMARY KEY (pet_id, measured_at));
"""

CITIES = {"Graz": 5, "Linz": 4, "Wels": 3, "Steyr": 2, "linz": 1}
SPECIES = ["Dog", "Cat", "Rabbit", "Guinea pig", "Parrot", "Tortoise", "Ferret"]
BREEDS = {1: ["Labrador", "Beagle", "Poodle", "German Shepherd", "Labrador Mix", None],
          2: ["Siamese", "Maine Coon", "British Shorthair", None, None],
          3: ["Dwarf", "Lop", None], 4: [None], 5: ["African Grey", "Amazon"], 6: [None], 7: [None]}
NAMES = ("Bella Luna Max Rocky Milo Coco Simba Nala Rex Lilly Oscar Kira Balu Mimi Felix Paco "
         "Socks Daisy").split()
CODES = {"DER": "Dermatitis", "OTI": "Otitis", "GAS": "Gastroenteritis", "FRA": "Fracture",
         "DEN": "Dental disease", "OBE": "Obesity", "ART": "Arthritis", "CYS": "Cystitis",
         "PAR": "Parasites", "DIA": "Diabetes", "TUM": "Tumour"}
TREATMENTS = [("Consultation", "exam", 4200), ("Rabies vaccine", "vaccine", 3800),
              ("Combination vaccine", "vaccine", 5200), ("X-ray", "imaging", 8900),
              ("Ultrasound", "imaging", 11500), ("Blood panel", "lab", 7400),
              ("Urinalysis", "lab", 3100), ("Neutering", "surgery", 18900),
              ("Tooth extraction", "surgery", 9800), ("Wound stitching", "surgery", 7600),
              ("Antibiotics", "drug", 2400), ("Painkiller", "drug", 1800),
              ("Deworming", "drug", 1500), ("MRI", "imaging", 42000), ("Nail trim", "care", 1500)]


def fill(m):
    m.add("clinic", [(1, "Vet Central", "Graz", "2015-04-01"), (2, "Paws & Claws", "Linz", "2019-09-15"),
                     (3, "Riverside Vets", "Wels", "2023-01-09"), (4, "Hillside Annex", "Steyr", None)])
    vets = []
    for n in range(1, 23):
        first, last = m.person()
        hired = m.day("2015-04-01", "2023-10-01")
        left = m.day("2023-02-01", "2024-06-15") if m.chance(.2) and n > 4 else None
        vets.append((n, first, last, m.pick([1, 2, 3]) if n > 3 else n,
                     None if n == 1 else 1 if n < 5 else m.whole(2, min(n - 1, 7)),
                     m.pick(["surgery", "dentistry", "dermatology", "exotics", None, None]),
                     hired, left if left and left > hired else None))
    m.add("vet", vets)
    owners = []
    for n in range(1, 261):
        first, last = m.person()
        when = m.moment("2021-03-01", "2024-06-28", (8, 18))
        if m.chance(.08):
            when = m.pick(["2024-03-31", "2024-03-01", "2024-03-20", "2024-02-29", "2024-04-01"]) + when[10:]
        mail = f"{first}.{last}@{m.pick(['mail.at', 'gmail.com', 'gmx.at'])}".lower() if m.chance(.8) else None
        owners.append((n, first, last, m.pick(CITIES) if m.chance(.95) else None, mail,
                       int(m.chance(.4)), when,
                       later(when, days=m.whole(60, 300)) if m.chance(.08) else None))
    m.add("owner", owners)
    m.add("species", enumerate(SPECIES, 1))
    pets = []
    for n in range(1, 321):
        kind = m.pick({1: 32, 2: 28, 3: 13, 4: 12, 5: 8, 6: 6})
        born = m.day("2009-01-01", "2024-03-31") if m.chance(.9) else None
        pets.append((n, m.whole(1, 195), kind, m.pick(NAMES), m.pick(BREEDS[kind]),
                     m.pick({"f": 10, "m": 10, "u": 1}), born,
                     m.pick({1: 5, 0: 4, None: 2}) if kind < 5 else None,
                     m.day("2023-01-01", "2024-06-20") if m.chance(.1) and born and born < "2020" else None))
    m.add("pet", pets)
    visits, last_done = [], {}
    days = sorted((m.pick(["2022-12-31", "2023-03-31", "2023-06-30", "2023-12-31", "2024-01-31", "2024-03-31",
                           "2024-05-31", "2024-06-01", "2024-01-01"]) if m.chance(.06) else m.day("2022-01-03", "2024-07-12"))
                  + f" {m.whole(8, 18):02}:{m.pick(['00', '15', '30', '45'])}:00" for _ in range(1300))
    for n, when in enumerate(days, 1):
        pet = pets[int(m.random.random() ** 1.4 * 285)]
        while pet[6] and pet[6] > when or pet[8] and pet[8] < when[:10]:
            pet = pets[m.whole(0, 284)]
        vet = m.pick([v for v in vets[:14] if not v[7] or v[7] >= when[:10]])
        status = "booked" if when > "2024-06-30" else m.pick({"done": 80, "cancelled": 9, "no_show": 6})
        kind = m.pick({"checkup": 9, "vaccination": 7, "emergency": 4, "surgery": 3})
        follows = None
        if pet[0] in last_done and m.chance(.22):
            follows, kind = last_done[pet[0]], "follow_up"
        start = end = None
        if status == "done":
            start = later(when, minutes=m.pick([-5, 0, 0, 3, 8, 12, 20, 35, 50]))
            end = later(start, minutes=m.whole(8, 95)) if m.chance(.96) else None
            last_done[pet[0]] = n
        clinic = vet[3] if m.chance(.85) else m.pick([1, 2, 3])
        visits.append((n, pet[0], None if status == "cancelled" and m.chance(.5) else vet[0],
                       clinic, kind, status, when, start, end, follows))
    m.add("visit", visits)
    m.add("diagnosis_code", CODES.items())
    done = [v for v in visits if v[5] == "done"]
    found = []
    for v in done:
        if v[4] != "vaccination" and m.chance(.75):
            for at, code in enumerate(m.some(list(CODES)[:10], m.pick([1, 1, 1, 2, 3]))):
                found.append((v[0], code, m.pick([1, 1, 2, 2, 3, 4, 5, None]), int(at == 0 and code != "DIA")))
    m.add("diagnosis", found)
    m.add("treatment", [(n, name, kind) for n, (name, kind, _) in enumerate(TREATMENTS, 1)])
    prices = []
    for n, (name, kind, price) in enumerate(TREATMENTS, 1):
        starts = ["2021-01-01"] + [d for d in ("2022-07-01", "2023-04-01", "2024-02-01") if m.chance(.6)]
        for at, start in enumerate(starts):
            stop = later(starts[at + 1], days=-1) if at + 1 < len(starts) else None
            prices.append((n, start, stop, price))
            price = round(price * m.amount(.97, 1.15) / 50) * 50
    m.add("treatment_price", prices)
    given, bills = [], []
    for v in done:
        chosen = m.some(range(2, 14), m.pick([0, 1, 1, 2, 3]))
        if v[4] == "vaccination":
            chosen = [m.pick([2, 3])] + [c for c in chosen if c == 13]
        if v[4] in ("checkup", "follow_up", "emergency"):
            chosen.insert(0, 1)
        total = 0
        for c in chosen:
            price = [p[3] for p in prices if p[0] == c and p[1] <= v[6][:10] and (not p[2] or p[2] >= v[6][:10])][0]
            amount = m.pick([1, 1, 1, 2, 3]) if c in (11, 12, 9) else 1
            given.append((v[0], c, amount, price))
            total += amount * price
        if chosen and m.chance(.95):
            issued = later(v[7], minutes=m.whole(60, 120)) if m.chance(.7) else later(v[7], days=m.whole(1, 5))
            bills.append((len(bills) + 1, v[0], issued, later(issued[:10], days=14), total,
                          m.pick({"paid": 80, "open": 14, "void": 4, "partial": 5})))
    m.add("visit_treatment", given)
    m.add("invoice", bills)
    paid = []
    for b in bills:
        share = {"paid": 1, "partial": .5}.get(b[5], 0)
        pieces = m.pick([1, 1, 1, 2]) if share else 0
        for at in range(pieces):
            amount = int(b[4] * share) // pieces + (int(b[4] * share) % pieces if at == 0 else 0)
            paid.append((len(paid) + 1, b[0], later(b[2], days=m.whole(0, 25) + at * 10), amount,
                         m.pick({"card": 5, "cash": 3, "transfer": 4, "Card": 1})))
    m.add("payment", paid)
    logs = {}
    for v in done:
        if m.chance(.6):
            weight = logs.setdefault(v[1], [m.amount(.8, 34, 1)])
            weight.append((v[1], v[7], round(max(.4, weight[0] * m.amount(.85, 1.2)), 1)))
    m.add("weight_log", {row[:2]: row for rows in logs.values() for row in rows[1:]}.values())
