"""An optician with branches: patients, appointments, prescriptions, spectacle orders, frame stock, contact lens subscriptions."""
from making import later

SCHEMA = """
CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, closed_on TEXT);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, job_cd TEXT NOT NULL, branch_id INTEGER REFERENCES branch(branch_id), line_mgr_id INTEGER,
  start_dt TEXT NOT NULL, end_dt TEXT);
CREATE TABLE patient (
  patient_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, dob TEXT, gender_cd INTEGER NOT NULL, town TEXT, email TEXT,
  referred_by INTEGER REFERENCES patient(patient_id), registered_on TEXT NOT NULL, is_archived INTEGER NOT NULL DEFAULT 0);
CREATE TABLE appt (
  appt_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patient(patient_id), branch_id INTEGER NOT NULL, booked_by INTEGER, seen_by INTEGER,
  booked_on TEXT NOT NULL, slot_at TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE rx (rx_id INTEGER PRIMARY KEY, appt_id INTEGER NOT NULL, right_sph TEXT, left_sph TEXT, issued_on TEXT NOT NULL, expires_on TEXT NOT NULL);
CREATE TABLE frame (frame_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, model TEXT NOT NULL, category TEXT NOT NULL, price_now REAL NOT NULL, discontinued INTEGER NOT NULL);
CREATE TABLE lens (lens_code TEXT PRIMARY KEY, lens_name TEXT NOT NULL, price_now REAL NOT NULL);
CREATE TABLE spec_order (
  order_no INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patient(patient_id), payer_id INTEGER REFERENCES patient(patient_id), branch_id INTEGER NOT NULL,
  sold_by INTEGER, ordered_on TEXT NOT NULL, promised_on TEXT, collected_on TEXT, cancelled_on TEXT, voucher REAL);
CREATE TABLE spec_order_item (
  order_no INTEGER NOT NULL, line_no INTEGER NOT NULL, frame_id INTEGER, lens_code TEXT, qty INTEGER NOT NULL, unit_price REAL NOT NULL, discount REAL,
  PRIMARY KEY (order_no, line_no));
CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, order_no INTEGER NOT NULL, paid_on TEXT NOT NULL, amount REAL NOT NULL, method TEXT NOT NULL);
CREATE TABLE stock (branch_id INTEGER NOT NULL, frame_id INTEGER NOT NULL, on_hand INTEGER NOT NULL, reorder_at INTEGER, PRIMARY KEY (branch_id, frame_id));
CREATE TABLE lens_sub (sub_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL, brand TEXT NOT NULL, monthly_price REAL NOT NULL, started_on TEXT NOT NULL, ended_on TEXT);
"""


def fill(m):
    m.add("branch", [(1, "High Street", "Luton", None), (2, "Arcade", "Luton", None), (3, "Market Place", "Hitchin", None), (4, "Station", "Bedford", None), (5, "Old Bank", "Hitchin", "2024-12-31")])
    staff = []
    for n in range(1, 27):
        job = m.pick({"OPTOM": 4, "DISP": 5, "REC": 3}) if n > 4 else "OPTOM"
        staff.append((n, " ".join(m.person()), job, m.pick([1, 2, 3, 4]) if m.chance(.93) else None, None if n in (1, 14) else 1 if n < 5 else m.pick([1, 2, 3, 4]),
                      m.day("2012-01-01", "2025-11-01"), m.day("2025-01-10", "2026-06-10") if n > 9 and m.chance(.3) else None))
    m.add("staff", staff)
    pats = []
    for n in range(1, 201):
        first, last = m.person()
        pats.append((n, first, last, m.day("1935-01-01", "2019-12-31") if m.chance(.95) else None, m.pick({1: 5, 2: 5, 9: 1}), m.pick(["Luton", "Hitchin", "Bedford", "Dunstable"]) if m.chance(.92) else None,
                     f"p{n}@example.org" if m.chance(.7) else None, m.whole(1, n - 1) if n > 10 and m.chance(.2) else None, m.day("2021-01-05", "2026-06-15"), int(m.chance(.1))))
    m.add("patient", pats)
    frames = []
    for n in range(1, 41):
        frames.append((n, m.pick(["Oxbow", "Lumen", "Kestrel", "Pico", "Nordal"]), f"{m.pick('ABCDE')}{m.whole(10, 40)}", m.pick({"adult": 6, "child": 2, "sport": 2}),
                       float(m.pick([49, 69, 89, 119, 149, 199])), int(m.chance(.2))))
    m.add("frame", frames)
    lenses = [("SV1", "Single vision", 25.0), ("SV2", "Single vision thin", 55.0), ("BIF", "Bifocal", 80.0), ("VAR", "Varifocal", 140.0), ("VARP", "Varifocal premium", 220.0), ("SUN", "Sun tint", 30.0), ("BLU", "Blue filter", 20.0)]
    m.add("lens", lenses)
    appts, rxs, orders, items, pays = [], [], [], [], []
    for n in range(1, 521):
        who = int(m.random.random() ** 1.3 * 188) + 1
        slot = m.moment("2024-01-08", "2026-07-20", (9, 17))
        if m.chance(.03):
            slot = m.pick(["2025-12-31", "2026-01-31", "2026-03-31", "2025-06-30"]) + f" {m.whole(9, 17):02}:15:00"
        state = m.pick({"D": 16, "N": 3, "X": 3}) if slot < "2026-06-29" else m.pick({"B": 8, "X": 1})
        branch = m.pick({1: 5, 2: 4, 3: 3, 4: 2})
        odd = n % 97 == 0 and slot < "2026-06-29"
        state = "X" if odd else state
        appts.append((n, who, branch, m.whole(1, 26) if m.chance(.85) and not odd else None, m.whole(1, 12) if state == "D" else None, later(slot[:10], days=-m.whole(0, 45)), slot, "child" if odd else m.pick({"test": 7, "contact": 2, "child": 2}), state))
        if state == "D" and m.chance(.8):
            eyes = [f"{m.pick('+-')}{m.whole(0, 9)}.{m.pick(['00', '25', '50', '75'])}" if m.chance(.95) else None for _ in "rl"]
            rxs.append((len(rxs) + 1, n, *eyes, slot[:10], later(slot[:10], days=m.pick([365, 730, 730]))))
        if state == "D" and m.chance(.62):
            o = len(orders) + 1
            day = later(slot[:10], days=m.pick([0, 0, 0, 2, 9]))
            due = later(day, days=m.whole(5, 14)) if m.chance(.94) else None
            off = later(day, days=m.whole(0, 5)) if m.chance(.08) else None
            got = later(due or day, days=m.pick([-2, 0, 0, 1, 3, 10])) if not off and m.chance(.93) else None
            orders.append((o, who, m.whole(1, 190) if m.chance(.15) else who if m.chance(.9) else None, branch if m.chance(.9) else m.whole(1, 4), m.whole(3, 24) if m.chance(.93) else None, day, due,
                           got if got and got < "2026-06-29" else None, off, m.pick([20.0, 40.0]) if m.chance(.15) else None))
            worth, bare = 0, m.chance(.1)
            for k in range(1, m.pick([2, 2, 2, 3, 4, 1]) + 1):
                if k % 2 and not bare:
                    f = m.pick(frames[:36])
                    row = (o, k, f[0], None, 1, f[4] * m.pick([1, 1, 1, .9, 1.1]), m.pick([10.0, 15.0]) if m.chance(.2) else None)
                else:
                    x = m.pick(lenses[:6])
                    row = (o, k, None, x[0], 2, x[2] * m.pick([1, 1, .95]), m.pick([5.0, 10.0]) if m.chance(.2) else None)
                items.append(row)
                worth += row[4] * row[5] - (row[6] or 0)
            for part in m.pick([[1], [1], [.5, .5], [.3]]) if m.chance(.93) else []:
                paid = later(day, days=m.whole(0, 12))
                if paid < "2026-06-29":
                    pays.append((len(pays) + 1, o, paid, round(worth * part, 2), m.pick({"card": 6, "cash": 2, "voucher": 1})))
    m.add("appt", appts)
    m.add("rx", rxs)
    m.add("spec_order", orders)
    m.add("spec_order_item", items)
    m.add("payment", pays)
    m.add("stock", [(b, f[0], m.whole(0, 9), m.pick([1, 2, 3]) if m.chance(.8) else None) for b in (1, 2, 3, 4) for f in frames if m.chance(.7)])
    subs = []
    for n in range(1, 71):
        day = m.day("2023-06-01", "2026-06-15")
        end = later(day, days=m.whole(30, 700)) if m.chance(.45) else None
        subs.append((n, m.whole(1, 140), m.pick(["ClearDay", "Aqua30", "Softvue"]), m.pick([18.0, 24.5, 31.0]), day, end if end and end < "2026-06-28" else None))
    m.add("lens_sub", subs)
