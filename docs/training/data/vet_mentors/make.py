"""A chain of veterinary clinics: vets with mentors and deputies, nurses, owners, animals, referrals, surgeries, medicines."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE clinic (clinic_id INTEGER PRIMARY KEY, clinic_name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, opened_on TEXT NOT NULL, exam_rooms INTEGER NOT NULL, head_vet_id INTEGER REFERENCES vet(vet_id), parent_clinic_id INTEGER REFERENCES clinic(clinic_id));
CREATE TABLE vet (vet_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, specialty TEXT NOT NULL, hired_on TEXT NOT NULL, monthly_salary INTEGER NOT NULL, phone TEXT NOT NULL, clinic_id INTEGER NOT NULL REFERENCES clinic(clinic_id), mentor_id INTEGER REFERENCES vet(vet_id), deputy_id INTEGER REFERENCES vet(vet_id));
CREATE TABLE nurse (nurse_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, grade TEXT NOT NULL, hired_on TEXT NOT NULL, hourly_pay REAL NOT NULL, phone TEXT NOT NULL, clinic_id INTEGER NOT NULL REFERENCES clinic(clinic_id), reports_to INTEGER REFERENCES nurse(nurse_id));
CREATE TABLE owner (owner_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, town TEXT NOT NULL, phone TEXT, joined_on TEXT NOT NULL, referred_by INTEGER REFERENCES owner(owner_id));
CREATE TABLE animal (animal_id INTEGER PRIMARY KEY, animal_name TEXT NOT NULL UNIQUE, species TEXT NOT NULL, birth_year INTEGER NOT NULL, weight_kg REAL NOT NULL, owner_id INTEGER NOT NULL REFERENCES owner(owner_id), mother_id INTEGER REFERENCES animal(animal_id), father_id INTEGER REFERENCES animal(animal_id));
CREATE TABLE referral (referral_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animal(animal_id), from_clinic_id INTEGER NOT NULL REFERENCES clinic(clinic_id), to_clinic_id INTEGER NOT NULL REFERENCES clinic(clinic_id), referred_on TEXT NOT NULL, reason TEXT NOT NULL, urgent INTEGER NOT NULL);
CREATE TABLE surgery (surgery_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animal(animal_id), surgeon_id INTEGER NOT NULL REFERENCES vet(vet_id), anaesthetist_id INTEGER REFERENCES vet(vet_id), surgery_date TEXT NOT NULL, procedure_name TEXT NOT NULL, minutes INTEGER NOT NULL, cost REAL NOT NULL);
CREATE TABLE medicine (medicine_id INTEGER PRIMARY KEY, medicine_name TEXT NOT NULL UNIQUE, category TEXT NOT NULL, unit_price REAL NOT NULL, stock INTEGER NOT NULL, replaced_by INTEGER REFERENCES medicine(medicine_id));
"""
CLINICS = "Harbour Vets,Old Mill,Riverside,Park Lane,Westgate,Northfield,Orchard Road,Station Square,Hillcrest,Lakeside,Eastbrook,Cedar Grove,Marina,Bell Tower".split(",")
PARENT = {3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 6, 10: 2, 11: 3, 12: 1}
MENTOR = {1: None, 2: None, 3: 1, 4: None, 5: 1, 6: 3, 7: 3, 8: 2, 9: 6, 10: 6, 11: 3, 12: 8, 13: 6, 14: 9, 15: 3, 16: None, 22: 14, 31: 14}
DEPUTY = {1: 5, 2: 8, 3: 7, 4: 2, 5: 11, 6: 10, 7: 3, 8: 12, 9: 13, 10: None}
REPORTS = {1: None, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 5, 9: 5, 10: 2}
REFERRED = {1: None, 2: 1, 3: 1, 4: 2, 5: 2, 6: 4, 7: None, 8: 4, 9: 6, 10: None}
REPLACED = {1: 3, 2: 3, 3: 5, 4: 6, 5: None, 6: 9, 7: None, 8: 10, 9: None, 10: None}
MEDICINES = "Amoxivet,Ampivet,Clavivet,Furodog,Clavivet Plus,Furovet,Rimacalm,Wormstop,Furovet Forte,Wormstop Duo".split(",")
PETS = ("Biscuit Luna Rex Mocha Pepper Shadow Ziggy Nala Bruno Daisy Felix Ginger Hazel Igor Jasper Kiwi Lola Max Nero Olive Poppy Queenie Rusty Simba Tiger "
        "Umber Velvet Whisky Yoyo Zora Abby Bandit Cleo Duke Ember Freya Gizmo Honey Iris Juno Koda Leo Misty Nemo Otto Patch Remy Sasha Toby Willow").split()


def name(n, shift):
    """Names that differ in every table and do not depend on the seed."""
    return f"{FIRST[n * 7 % 48]} {LAST[(n * 5 + n // 48 + shift) % 48]}"


def fill(m):
    def above(known, n, share, low=1):
        """Whom a row refers to: the first ones as known, the others by chance."""
        return known[n] if n in known else low + int(m.random.random() ** 2 * (n - low)) if m.chance(share) else None

    m.db.execute("PRAGMA foreign_keys = OFF")
    m.add("clinic", [(n, CLINICS[n - 1], {3: "Lydford", 6: "Amberton", 11: "Lydford"}.get(n) or m.pick({"Amberton": 5, "Lydford": 4, "Corwen": 2}), m.day("2001-03-01", "2021-09-30"), m.whole(2, 9), n + 2 if n != 13 else None, PARENT.get(n)) for n in range(1, 15)])
    pay = m.some(range(3200, 7400, 10), 44)
    m.add("vet", [(n, name(n, 3), m.pick({"general": 8, "surgery": 5, "dentistry": 3, "exotics": 2}), m.day("2006-02-01", "2024-10-31"), pay[n - 1], f"555-{1100 + n * 3}", m.whole(1, 14), above(MENTOR, n, .7), DEPUTY[n] if n in DEPUTY else m.whole(1, n - 1) if m.chance(.5) else None) for n in range(1, 45)])
    m.add("nurse", [(n, name(n, 17), m.pick({"junior": 5, "senior": 4, "lead": 1}), m.day("2010-01-15", "2024-11-20"), m.amount(16, 34), f"555-{2200 + n * 3}", m.whole(1, 14), above(REPORTS, n, .9)) for n in range(1, 41)])
    m.add("owner", [(n, name(n, 30), m.pick({"Amberton": 6, "Lydford": 5, "Corwen": 2, "Fairwater": 1}), f"555-{4000 + n * 7}" if n < 11 or m.chance(.8) else None, m.day("2018-01-05", "2024-12-15"), above(REFERRED, n, .45)) for n in range(1, 111)])
    animals = []
    for n in range(1, 191):
        mother = {26: 2, 27: 4, 51: 26, 52: 2}.get(n) or (m.whole(1, n - 1) if n > 20 and m.chance(.4) else None)
        father = {26: 3, 27: 3, 51: 9, 52: 7}.get(n) or (m.whole(1, n - 1) if n > 20 and m.chance(.3) else None)
        species = "dog" if n in (2, 3, 4, 7, 9, 26, 27, 51, 52) else animals[mother - 1][2] if mother else m.pick({"dog": 8, "cat": 7, "rabbit": 2, "parrot": 1})
        if father and (animals[father - 1][2] != species or father == mother):
            father = None
        animals.append((n, PETS[(n - 1) % 50] + ("", " II", " III", " IV")[(n - 1) // 50], species, 2010 + n // 15 + m.whole(0, 1), {"dog": m.amount(5, 52, 1), "cat": m.amount(2.6, 8, 1), "rabbit": m.amount(1, 4, 1), "parrot": m.amount(.3, 1.2, 1)}[species], {2: 12, 4: 31, 7: 33, 26: 18, 27: 22, 51: 25, 52: 41}.get(n) or 1 + int(m.random.random() ** 1.4 * 100), mother, father))
    m.add("animal", animals)
    moves = []
    for n in range(1, 221):
        source = 1 + int(m.random.random() ** 1.3 * 14)
        target = m.pick([c for c in (1, 1, 1, 2, 2, 10, 10, 4, 7, 12) if c != source])
        moves.append((n, m.whole(1, 180), source, target, m.day("2022-01-10", "2024-12-20"), m.pick({"surgery": 6, "x-ray": 4, "dental": 3, "second opinion": 2}), int(m.chance(.3))))
    m.add("referral", moves)
    costs, surgeries = m.some(range(8000, 240000, 50), 330), []
    for n in range(1, 331):
        surgeon = 1 + int(m.random.random() ** 1.3 * 36)
        sleeper = m.pick([v for v in (2, 2, 2, 4, 4, 6, 9, 14, 20, 27, 33, 39, 41) if v != surgeon]) if m.chance(.88) else None
        surgeries.append((n, m.whole(1, 170), surgeon, sleeper, m.day("2022-01-05", "2024-12-28"), m.pick({"neutering": 8, "tooth extraction": 5, "tumour removal": 3, "fracture repair": 2, "caesarean": 1}), m.whole(20, 210), costs[n - 1] / 100))
    m.add("surgery", surgeries)
    prices = m.some(range(250, 9800, 5), 40)
    m.add("medicine", [(n, MEDICINES[n - 1] if n < 11 else ("Dermavet", "Painaway", "Eyeclear", "Jointflex", "Calmivet", "Gutwell")[n % 6] + f" {n}", m.pick({"antibiotic": 5, "painkiller": 4, "wormer": 2, "sedative": 1}), prices[n - 1] / 100, m.pick({0: 2, 4: 2, 12: 3, 18: 2, 35: 4, 80: 2, 150: 1}), REPLACED[n] if n in REPLACED else m.whole(n + 1, 40) if n < 40 and m.chance(.3) else None) for n in range(1, 41)])
