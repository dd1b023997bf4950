"""Car rental at several stations: fleet, bookings, rentals with odometers, damage, fees; prefixed table and column names."""
from making import later

SCHEMA = """
CREATE TABLE t_station (st_id INTEGER PRIMARY KEY, st_name TEXT, st_city TEXT, st_airport TEXT, st_closed_on TEXT);
CREATE TABLE t_category (ca_code TEXT PRIMARY KEY, ca_name TEXT, ca_upgrade_code TEXT REFERENCES t_category(ca_code));
CREATE TABLE t_rate (ra_ca_code TEXT REFERENCES t_category(ca_code), ra_from TEXT, ra_to TEXT, ra_day_cents INTEGER,
  ra_free_km INTEGER, PRIMARY KEY (ra_ca_code, ra_from));
CREATE TABLE t_car (
  car_id INTEGER PRIMARY KEY, car_plate TEXT, car_make TEXT, car_model TEXT, car_ca_code TEXT REFERENCES t_category(ca_code),
  car_fuel TEXT, car_bought_on TEXT, car_sold_on TEXT, car_home_st_id INTEGER REFERENCES t_station(st_id));
CREATE TABLE t_customer (
  cu_id INTEGER PRIMARY KEY, cu_name TEXT, cu_born_on TEXT, cu_country TEXT, cu_level TEXT, cu_company_id INTEGER REFERENCES t_customer(cu_id),
  cu_blocked TEXT, cu_created_at TEXT);
CREATE TABLE t_booking (
  bo_id INTEGER PRIMARY KEY, bo_cu_id INTEGER REFERENCES t_customer(cu_id), bo_ca_code TEXT REFERENCES t_category(ca_code),
  bo_pickup_st_id INTEGER REFERENCES t_station(st_id), bo_return_st_id INTEGER REFERENCES t_station(st_id),
  bo_made_at TEXT, bo_pickup_at TEXT, bo_return_at TEXT, bo_status INTEGER, bo_channel TEXT);
CREATE TABLE t_rental (
  re_id INTEGER PRIMARY KEY, re_bo_id INTEGER UNIQUE REFERENCES t_booking(bo_id), re_car_id INTEGER REFERENCES t_car(car_id),
  re_out_at TEXT, re_in_at TEXT, re_out_km INTEGER, re_in_km INTEGER, re_return_st_id INTEGER REFERENCES t_station(st_id),
  re_total_cents INTEGER);
CREATE TABLE t_extra (ex_id INTEGER PRIMARY KEY, ex_name TEXT, ex_day_cents INTEGER);
CREATE TABLE t_rental_extra (rx_re_id INTEGER REFERENCES t_rental(re_id), rx_ex_id INTEGER REFERENCES t_extra(ex_id),
  rx_count INTEGER, PRIMARY KEY (rx_re_id, rx_ex_id));
CREATE TABLE t_damage (da_id INTEGER PRIMARY KEY, da_re_id INTEGER REFERENCES t_rental(re_id), da_kind TEXT, da_cost_cents INTEGER,
  da_reported_on TEXT, da_repaired_on TEXT);
CREATE TABLE t_service (se_id INTEGER PRIMARY KEY, se_car_id INTEGER REFERENCES t_car(car_id), se_day TEXT, se_kind TEXT, se_cost_cents INTEGER);
"""

STATIONS = [("Airport North", "Lisbon", "Y"), ("Lisbon Centre", "Lisbon", "N"), ("Porto Airport", "Porto", "Y"),
            ("Porto Ribeira", "Porto", "N"), ("Faro Airport", "Faro", "Y"), ("Coimbra", "Coimbra", "N"), ("Evora", "Evora", "n"),
            ("Braga", "Braga", "N")]
CATEGORIES = [("A", "Mini", "B"), ("B", "Compact", "C"), ("C", "Family", "E"), ("V", "Van", None), ("E", "Executive", None),
              ("X", "Convertible", None)]
MODELS = {"A": [("Fiat", "500"), ("Renault", "Twingo")], "B": [("VW", "Polo"), ("Seat", "Ibiza"), ("volkswagen", "Polo")],
          "C": [("Skoda", "Octavia"), ("Peugeot", "308"), ("VW", "Golf")], "V": [("Ford", "Transit"), ("VW", "Caddy")],
          "E": [("BMW", "520"), ("Audi", "A6")], "X": [("Fiat", "500 Cabrio")]}
EXTRAS = [("Child seat", 600), ("Navigation", 500), ("Second driver", 450), ("Snow chains", 900), ("Full cover", 1900), ("Roof box", 1100)]


def fill(m):
    m.add("t_station", [(n, *s, "2023-08-31" if n == 8 else None) for n, s in enumerate(STATIONS, 1)])
    m.add("t_category", CATEGORIES)
    rates = []
    for code, _, _ in CATEGORIES:
        price = {"A": 2600, "B": 3400, "C": 4500, "V": 5900, "E": 8900, "X": 7500}[code]
        starts = ["2022-01-01"] + [d for d in ("2022-06-01", "2023-01-01", "2023-06-01", "2023-11-01", "2024-03-01") if m.chance(.65)]
        for at, start in enumerate(starts):
            rates.append((code, start, later(starts[at + 1], days=-1) if at + 1 < len(starts) else None, price, m.pick([150, 200, 250, None])))
            price = round(price * m.amount(.85, 1.28) / 100) * 100
    m.add("t_rate", rates)
    cars, km = [], {}
    for n in range(1, 71):
        code = m.pick({"A": 4, "B": 6, "C": 5, "V": 2, "E": 2}) if n < 69 else "X"
        make, model = m.pick(MODELS[code])
        bought = m.day("2020-01-01", "2023-09-30")
        cars.append((n, f"{m.whole(10, 99)}-{m.pick('ABCDEFGH')}{m.pick('KLMNPQ')}-{m.whole(10, 99)}", make, model, code,
                     m.pick({"petrol": 6, "diesel": 4, "electric": 2, None: .5}), bought,
                     m.day("2023-06-01", "2024-06-01") if m.chance(.4) and bought < "2022-12" else None, m.whole(1, 7)))
        km[n] = m.whole(10, 30000)
    m.add("t_car", cars)
    people = []
    for n in range(1, 281):
        company = n <= 12
        people.append((n, f"{m.person()[1]} {m.pick(['Lda', 'SA'])}" if company else " ".join(m.person()),
                       None if company or m.chance(.06) else m.day("1946-01-01", "2004-12-31"),
                       m.pick({"PT": 6, "ES": 4, "DE": 3, "UK": 3, "FR": 2, None: 1}), m.pick({None: 6, "silver": 3, "gold": 1, "Gold": .5}),
                       m.whole(1, 10) if not company and m.chance(.25) else None, m.pick({"N": 19, "Y": 1}),
                       m.moment("2020-05-01", "2024-06-15", (7, 21))))
    m.add("t_customer", people)
    bookings, rentals, extras, damage = [], [], [], []
    for n in range(1, 1301):
        day = m.pick(["2023-03-31", "2023-06-30", "2023-07-31", "2023-12-31", "2024-01-01", "2024-02-29", "2024-05-31"]) if m.chance(.09) \
            else m.day("2022-07-01", "2024-06-30")
        out = f"{day} {m.whole(7, 20):02}:{m.pick(['00', '15', '30', '45'])}:00"
        back = later(out, days=m.pick([1, 1, 2, 3, 3, 5, 7, 7, 10, 14, 21]), hours=m.pick([-3, 0, 0, 2]))
        made = later(out, days=-m.pick([0, 1, 2, 4, 7, 10, 20, 30, 45, 60]), minutes=-m.whole(30, 1300))
        place = m.pick([1, 1, 1, 2, 3, 3, 4, 5, 5, 6] + ([8] if day < "2023-08-20" else []))
        goal = place if m.chance(.75) else m.whole(1, 6)
        code = m.pick({"A": 4, "B": 6, "C": 5, "V": 2, "E": 2})
        status = 1 if day > "2024-06-27" else m.pick({3: 84, 4: 11, 5: 5})
        who = int(m.random.random() ** 1.5 * 255) + 1
        bookings.append([n, who, code, place, goal, made, out, back, status, m.pick({"web": 6, "app": 4, "desk": 3, "agency": 2})])
        if status != 3:
            continue
        fits = [c for c in cars if c[4] == code and c[6] <= day and (not c[7] or c[7] > day)] or cars[:2]
        if m.chance(.12):
            fits = [c for c in cars[:66] if c[6] <= day] or fits
        car = m.pick(fits)
        start = later(out, minutes=m.pick([0, 0, 5, 10, 25, 60, 130]))
        end = None if day > "2024-06-20" and m.chance(.6) else later(back, minutes=m.pick([-300, -120, -30, 0, 0, 20, 29, 30, 45, 180, 1500]))
        drove = m.whole(20, 1900)
        days = max(1, (int(back[8:10]) - int(out[8:10])) % 31)
        price = [r[3] for r in rates if r[0] == code and r[1] <= day and (not r[2] or r[2] >= day)][0]
        number = len(rentals) + 1
        rentals.append((number, n, car[0], start, end, km[car[0]], km[car[0]] + drove if end else None,
                        None if not end else goal if m.chance(.93) else m.whole(1, 6), days * price + m.pick([0, 0, 1500, 2999]) if end else None))
        km[car[0]] += drove
        extras += [(number, e, m.pick([1, 1, 1, 2])) for e in sorted(m.some([1, 2, 3, 5, 6], m.pick([0, 0, 1, 1, 2, 3])))]
        if m.chance(.14) and end:
            seen = end[:10]
            for _ in range(m.pick([1, 1, 1, 2, 3])):
                damage.append((len(damage) + 1, number, m.pick({"scratch": 5, "Scratch": 1, "dent": 3, "glass": 2, "tyre": 2}),
                               m.pick([8000, 12000, 15000, 25000, 60000, 4500, None]), seen,
                               later(seen, days=m.pick([1, 3, 7, 14, 30])) if m.chance(.75) else None))
    m.add("t_booking", bookings)
    m.add("t_rental", rentals)
    m.add("t_extra", [(n, *e) for n, e in enumerate(EXTRAS, 1)])
    m.add("t_rental_extra", extras)
    m.add("t_damage", damage)
    m.add("t_service", [(n, m.whole(1, 62), m.day("2022-01-10", "2024-06-25"), m.pick(["oil", "tyres", "inspection", "brakes"]),
                         m.pick([9900, 15000, 24000, 38000, 61050, None])) for n in range(1, 231)])
