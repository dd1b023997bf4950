"""Kiosks that repair phones in shopping malls: jobs, parts, payments, bookings ahead. Rows move with the day on which it is made."""
from making import ago

SCHEMA = """
CREATE TABLE kiosk (kiosk_id INTEGER PRIMARY KEY, kiosk_name TEXT NOT NULL, city TEXT NOT NULL, opened_on TEXT NOT NULL, closed_on TEXT, lease_ends_on TEXT);
CREATE TABLE employee (employee_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, kiosk_id INTEGER NOT NULL REFERENCES kiosk(kiosk_id), job_title TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, signed_up_on TEXT NOT NULL, newsletter INTEGER NOT NULL, referred_by INTEGER);
CREATE TABLE device_model (model_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, model_name TEXT NOT NULL, released_on TEXT NOT NULL);
CREATE TABLE repair_job (
  job_id INTEGER PRIMARY KEY, kiosk_id INTEGER NOT NULL REFERENCES kiosk(kiosk_id), customer_id INTEGER NOT NULL REFERENCES customer(customer_id), model_id INTEGER NOT NULL REFERENCES device_model(model_id),
  employee_id INTEGER REFERENCES employee(employee_id), fault TEXT NOT NULL, status TEXT NOT NULL, dropped_off_at TEXT NOT NULL, promised_for TEXT NOT NULL, finished_at TEXT, picked_up_at TEXT, warranty_until TEXT, price REAL NOT NULL);
CREATE TABLE part (part_id INTEGER PRIMARY KEY, part_name TEXT NOT NULL, category TEXT NOT NULL, unit_cost REAL NOT NULL, stock INTEGER NOT NULL, min_stock INTEGER NOT NULL);
CREATE TABLE job_part (job_id INTEGER NOT NULL REFERENCES repair_job(job_id), part_id INTEGER NOT NULL REFERENCES part(part_id), quantity INTEGER NOT NULL, PRIMARY KEY (job_id, part_id));
CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES repair_job(job_id), paid_on TEXT NOT NULL, amount REAL NOT NULL, method TEXT NOT NULL, refunded INTEGER NOT NULL);
CREATE TABLE booking (booking_id INTEGER PRIMARY KEY, kiosk_id INTEGER NOT NULL REFERENCES kiosk(kiosk_id), customer_id INTEGER NOT NULL REFERENCES customer(customer_id), booked_on TEXT NOT NULL, slot_at TEXT NOT NULL, state TEXT NOT NULL);
"""
KIOSKS = ["Central Arcade", "Riverside", "North Gate", "Station Hall", "Harbour Mall", "West End", "Old Mill", "Airport T2", "Market Square"]
MODELS = [("Apple", "iPhone 11"), ("Apple", "iPhone 13"), ("Apple", "iPhone 14"), ("Apple", "iPhone SE"), ("Samsung", "Galaxy S21"), ("Samsung", "Galaxy S23"), ("Samsung", "Galaxy A54"),
          ("Google", "Pixel 6"), ("Google", "Pixel 8"), ("Xiaomi", "Redmi 12"), ("Xiaomi", "Mi 11"), ("Nokia", "G22")]
PARTS = [("Display A", "screen", 68), ("Display B", "screen", 92), ("Display C", "screen", 41), ("Battery S", "battery", 14), ("Battery L", "battery", 19.5), ("Charging port", "connector", 8.2),
         ("Headphone jack", "connector", 5.1), ("Rear camera", "camera", 37), ("Front camera", "camera", 22.4), ("Back glass", "housing", 16), ("Frame", "housing", 27.5), ("SIM tray", "housing", 2.9)]


def fill(m):
    m.add("kiosk", [(n, name, m.pick(["Bergen", "Lund", "Aarhus"]), ago({8: 20, 9: 150}.get(n, m.whole(420, 3300))), ago({6: 35, 7: 500}[n]) if n in (6, 7) else None,
                     ago({1: -9, 2: -24, 3: -70, 4: 12, 6: -15}[n]) if n in (1, 2, 3, 4, 6) else ago(-m.whole(120, 900)) if n != 5 else None) for n, name in enumerate(KIOSKS, 1)])
    staff = []
    for n in range(1, 29):
        hired = {1: 3, 2: 40, 3: 170, 4: 330}.get(n, m.whole(400, 3400))
        left = {25: 4, 26: 40, 27: 200, 28: 380}.get(n)
        staff.append((n, " ".join(m.person()), m.whole(1, 9), m.pick({"repairer": 5, "cashier": 2, "manager": 1}), ago(hired), ago(left) if left else None))
    m.add("employee", staff)
    people = []
    for n in range(1, 231):
        age = n - 1 if n <= 45 else m.whole(46, 800) if n <= 130 else m.whole(400, 1500)
        name = m.person()
        people.append((n, " ".join(name), f"{name[0].lower()}.{n}@mail.example" if m.chance(.8) else None, ago(age), int(m.chance(.45)), m.whole(46, 230) if m.chance(.15) else None))
    m.add("customer", people)
    m.add("device_model", [(n, *x, ago(n * 220 + 100)) for n, x in enumerate(MODELS, 1)])
    m.add("part", [(n, *p, m.whole(0, 40), m.pick([4, 8, 12, 20])) for n, p in enumerate(PARTS, 1)])
    jobs, used, pays = [], [], []
    for d in range(820):
        for k in range(5 if d < 42 else 3 if 355 < d < 400 else m.pick([0, 1, 1, 2])):
            number = len(jobs) + 1
            fault = ("cracked screen", "battery")[k] if k < 2 and d < 42 else m.pick({"cracked screen": 5, "battery": 3, "charging port": 2, "water damage": 1, "camera": 1})
            promised = d - (3 if k == 3 and d < 42 else m.pick([0, 1, 1, 2, 4, 7]))
            state = "picked_up" if k == 0 else "finished" if k == 1 and d < 42 else "cancelled" if k == 2 and d < 42 else "open" if k == 3 and d < 16 else m.pick({"picked_up": 40, "cancelled": 3, "finished": 2}) if d > 9 else m.pick(["open", "finished", "picked_up"])
            done = d if k < 2 and d < 42 else max(d - m.pick([0, 1, 1, 2, 3, 6]), 0)
            got = done if k == 0 and d < 42 else max(done - m.pick([0, 0, 1, 2, 4, 9]), 0)
            finished = state in ("finished", "picked_up")
            price = m.amount(29, 280)
            who = m.whole(8, 60) if d < 30 and k < 2 else m.whole(61, 130) if d < 120 else m.whole(61, 220)
            jobs.append((number, m.pick([1, 1, 2, 2, 3, 4, 5, 8, 9] if d < 20 else [1, 1, 2, 3, 3, 4, 5, 9] if d < 140 else range(1, 7)), who, m.whole(1, 11), m.whole(1, 26) if state != "cancelled" and m.chance(.93) else None, fault, state,
                         f"{ago(d)} {m.whole(9, 18):02}:{m.whole(0, 59):02}:00", ago(promised), f"{ago(done)} {m.whole(9, 19):02}:{m.whole(0, 59):02}:00" if finished else None,
                         f"{ago(got)} 19:{m.whole(10, 59):02}:00" if state == "picked_up" else None, ago(done - m.pick([90, 180, 365])) if finished else None, price))
            if finished:
                for p in m.some(range(1, 12), 2 if d < 42 and k < 2 else m.pick([0, 1, 1, 2])):
                    used.append((number, p, m.pick([1, 1, 1, 2])))
            if finished and (k < 2 and d < 42 or m.chance(.9)):
                pays.append((len(pays) + 1, number, ago(d if k == 1 and d < 42 else got), price if m.chance(.85) else round(price / 2, 2), "cash" if k == 0 and d < 42 else m.pick({"card": 6, "cash": 3, "wallet": 2}), int(m.chance(.05) or (k == 1 and d % 3 == 0 and d < 42))))
    m.add("repair_job", jobs)
    m.add("job_part", used)
    m.add("payment", pays)
    slots = []
    for d in list(range(-45, 0)) + list(range(700)):
        for k in range(3 if d < 0 else 4 if d < 42 else m.pick([0, 1, 1])):
            state = ["confirmed", "confirmed", "cancelled"][k] if d < 0 else (["confirmed", "cancelled", "kept", "confirmed"] if d == 0 else ["kept", "cancelled", "no_show", "kept"])[k] if d < 42 else m.pick({"kept": 7, "cancelled": 2, "no_show": 1})
            made = m.whole(0, 20) if d < 0 else d + m.pick([0, 1, 2, 4, 8, 15])
            slots.append((len(slots) + 1, m.pick([1, 2, 3, 4, 5, 8, 9]), m.whole(1, 210), ago(made), f"{ago(d)} {m.whole(9, 18):02}:{m.pick([0, 15, 30, 45]):02}:00", state))
    m.add("booking", slots)
