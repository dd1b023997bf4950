"""A network of parcel lockers: carriers, sites and who hosts them, lockers, tariffs, customers, parcels, pick-up attempts, complaints."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE carriers (carrier_id INTEGER PRIMARY KEY, carrier_name TEXT NOT NULL UNIQUE, country TEXT NOT NULL, is_active INTEGER NOT NULL, contract_end TEXT);
CREATE TABLE sites (site_id INTEGER PRIMARY KEY, site_name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, site_type TEXT NOT NULL, host_carrier_id INTEGER REFERENCES carriers(carrier_id), opened_on TEXT NOT NULL, closed_on TEXT, is_indoor INTEGER NOT NULL);
CREATE TABLE lockers (locker_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites(site_id), label TEXT NOT NULL, size TEXT NOT NULL, is_working INTEGER NOT NULL, last_serviced_on TEXT);
CREATE TABLE tariffs (tariff_id INTEGER PRIMARY KEY, carrier_id INTEGER NOT NULL REFERENCES carriers(carrier_id), size TEXT NOT NULL, price REAL NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, home_site_id INTEGER REFERENCES sites(site_id), plan TEXT NOT NULL, signed_up_on TEXT NOT NULL, birth_year INTEGER, referred_by INTEGER REFERENCES customers(customer_id));
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, carrier_id INTEGER NOT NULL REFERENCES carriers(carrier_id), recipient_id INTEGER NOT NULL REFERENCES customers(customer_id), locker_id INTEGER NOT NULL REFERENCES lockers(locker_id), shipped_on TEXT NOT NULL, stored_on TEXT, due_on TEXT, picked_up_on TEXT, returned_on TEXT, weight_kg REAL, fee REAL NOT NULL, insured_value REAL, is_prepaid INTEGER NOT NULL);
CREATE TABLE pickup_attempts (attempt_id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcels(parcel_id), attempted_by INTEGER NOT NULL REFERENCES customers(customer_id), attempted_at TEXT NOT NULL, method TEXT, success INTEGER NOT NULL);
CREATE TABLE complaints (complaint_id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcels(parcel_id), filed_by INTEGER NOT NULL REFERENCES customers(customer_id), category TEXT NOT NULL, channel TEXT, opened_on TEXT NOT NULL, answered_on TEXT, closed_on TEXT, refund REAL, score INTEGER);
"""
CARRIERS = [("Redwing Parcel", "DE", 1), ("Linden Post", "DE", 1), ("Velopack", "NL", 1), ("Kestrel Freight", "AT", 1), ("Bluebox", "DE", 1), ("Pronto", "PL", 1), ("Hanse Express", "DE", 0), ("Tandem", "NL", 1), ("Ostkurier", "PL", 0), ("Fernweg", "AT", 1), ("Hopper Lines", "DE", 0)]
CITIES = {"Bremen": 7, "Kassel": 5, "Erfurt": 4, "Mainz": 4, "Ulm": 3, "Jena": 1}
PLACES = "Main Station|Harbour Gate|Mill Lane|Old Market|Ring Road|Tower Square|Garden Street|North Mall|South Mall|Campus West|Town Hall|Fuel Stop|River Bridge|Linden Park|Stadium|Depot Yard|Airport Road|Chapel Hill|Brewery|Silo|Lakeside|Cinema|Hospital|School Lane|Fair Ground|Viaduct|Tram Loop|Bakery Row|Canal Bend|Quarry".split("|")


def fill(m):
    m.add("carriers", [(n, *c, m.day("2025-07-01", "2028-12-31") if m.chance(.6) else None) for n, c in enumerate(CARRIERS, 1)])
    sites = []
    for n, place in enumerate(PLACES, 1):
        opened = m.day("2020-03-01", "2022-12-01")
        sites.append((n, place, m.pick(CITIES), m.pick({"supermarket": 5, "station": 3, "petrol station": 3, "street": 4}), m.pick({1: 6, 2: 4, 3: 3, 4: 2, 7: 2, 9: 1, 10: 1}) if m.chance(.72) else None,
                      opened, m.day("2023-02-01", "2025-05-31") if m.chance(.17) else None, int(m.chance(.4))))
    m.add("sites", sites)
    lockers = []
    for s in sites[:28]:
        for k in range(m.whole(2, 8)):
            lockers.append((len(lockers) + 1, s[0], f"{s[0]:02}-{'ABCDEFGH'[k]}", m.pick({"S": 6, "M": 5, "L": 3}) if k else m.pick(["S", "M", "L", "XL"]), int(m.chance(.85)), m.day("2023-06-01", "2025-06-20") if m.chance(.78) else None))
    m.add("lockers", lockers)
    tariffs = []
    for c in range(1, 11):
        for size, base in (("S", 2.2), ("M", 3.1), ("L", 4.6), ("XL", 6.9)):
            if size == "XL" and m.chance(.5):
                continue
            price, since = base + m.whole(0, 24) / 20, m.day("2021-01-01", "2022-06-30")
            if m.chance(.55):
                until = m.day("2023-02-01", "2025-02-28")
                tariffs.append((len(tariffs) + 1, c, size, round(price, 2), since, until))
                since, price = later(until, days=1), price + m.whole(1, 14) / 20
            tariffs.append((len(tariffs) + 1, c, size, round(price, 2), since, "2025-03-31" if m.chance(.1) else None))
    m.add("tariffs", tariffs)
    people = []
    for n in range(1, 151):
        home = m.pick(sites) if m.chance(.74) else None
        city = home[2] if home and m.chance(.75) else m.pick({**CITIES, "Gotha": 2, "Fulda": 2})
        people.append((n, f"{FIRST[n * 11 % 48]} {LAST[(n * 7 + n // 48 + 5) % 48]}", city, home and home[0], m.pick({"free": 9, "plus": 5, "business": 3}), m.day("2020-05-01", "2024-11-30"),
                       m.whole(1948, 2008) if m.chance(.82) else None, m.whole(1, min(n - 1, 70)) if n > 4 and m.chance(.33) else None))
    m.add("customers", people)
    parcels, tries = [], []
    for n in range(1, 411):
        who = people[int(m.random.random() ** 1.6 * 128)]
        near = [k for k in lockers if k[1] == who[3] and k[1] != 3] or lockers[:-9]
        box = m.pick(near) if m.chance(.5) else lockers[int(m.random.random() ** 1.3 * (len(lockers) - 9))]
        sent = m.day("2023-01-05", "2025-05-20") if n % 6 else m.day("2024-11-25", "2024-12-30")
        stored = later(sent, days=m.pick([1, 1, 2, 2, 3, 5, 9])) if m.chance(.95) else None
        due = later(stored, days=m.pick([3, 5, 7, 7])) if stored else None
        taken = later(stored, days=m.pick([0, 0, 1, 1, 2, 3, 3, 4, 5, 7, 9])) if stored and m.chance(.84) else None
        back = later(due, days=m.whole(1, 12)) if stored and not taken and m.chance(.75) else None
        parcels.append((n, m.pick({1: 9, 2: 7, 3: 5, 4: 3, 5: 3, 6: 2, 7: 2, 8: 1}), who[0], box[0], sent, stored, due, taken, back, m.skewed(.2, 24, 1) if m.chance(.86) else None,
                        round(m.pick([1.9, 2.4, 2.9, 3.5, 4.9, 6.5]) + m.whole(0, 40) / 20, 2), m.skewed(20, 900, 0) if m.chance(.4) else None, int(m.chance(.6))))
        fails = m.pick({0: 11, 1: 4, 2: 2, 3: 1}) if taken else m.pick({0: 3, 1: 1, 2: 1}) if stored else 0
        for k in range(fails + bool(taken)):
            won = k == fails
            day = taken if won else later(stored, days=m.whole(0, 3)) if not taken else m.day(stored, taken)
            hand = who[0] if m.chance(.76) else m.pick(people)[0]
            tries.append((len(tries) + 1, n, hand, f"{day} {m.whole(17, 22) if won else m.whole(6, 16):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}", m.pick({"app": 6, "pin": 4, "card": 1}) if m.chance(.88) else None, int(won)))
    m.add("parcels", parcels)
    m.add("pickup_attempts", tries)
    cases = []
    for n in range(1, 121):
        p = parcels[int(m.random.random() ** 1.4 * 400)]
        opened = later(p[5] or p[4], days=m.whole(0, 30))
        answered = later(opened, days=m.whole(0, 12)) if m.chance(.82) else None
        closed = later(answered, days=m.pick([0, 0, 2, 5, 14, 30, 55])) if answered and m.chance(.85) else None
        cases.append((n, p[0], p[2] if m.chance(.72) else m.pick(people[:60])[0], m.pick({"damaged": 5, "locker jammed": 4, "late": 4, "missing": 2, "wrong code": 2}), m.pick({"app": 5, "phone": 4, "email": 3}) if m.chance(.85) else None,
                      opened, answered, closed, m.amount(2, 60) if closed and m.chance(.6) else None, m.pick([1, 1, 2, 2, 3, 4, 5]) if m.chance(.65) else None))
    m.add("complaints", cases)
