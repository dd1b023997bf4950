"""A manager of residential buildings: flats, leases, rents, bank receipts, reminders, repairs and meter readings."""
from making import later

SCHEMA = """
CREATE TABLE bldg (b_id INTEGER PRIMARY KEY, street TEXT NOT NULL, city TEXT NOT NULL, built INTEGER, lift TEXT NOT NULL, caretaker_id INTEGER REFERENCES staff(s_id));
CREATE TABLE staff (s_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, role TEXT NOT NULL, boss_id INTEGER REFERENCES staff(s_id));
CREATE TABLE flat (f_id INTEGER PRIMARY KEY, b_id INTEGER NOT NULL REFERENCES bldg(b_id), no TEXT NOT NULL, floor INTEGER NOT NULL, sqm REAL NOT NULL, rooms INTEGER NOT NULL, balcony TEXT);
CREATE TABLE tenant (t_id INTEGER PRIMARY KEY, fname TEXT NOT NULL, lname TEXT NOT NULL, email TEXT, phone TEXT, born TEXT);
CREATE TABLE lease (
  l_id INTEGER PRIMARY KEY, f_id INTEGER NOT NULL REFERENCES flat(f_id), beg_dt TEXT NOT NULL, end_dt TEXT,
  signed_dt TEXT NOT NULL, deposit_ct INTEGER, pets TEXT NOT NULL, prev_l_id INTEGER REFERENCES lease(l_id));
CREATE TABLE lease_tenant (l_id INTEGER NOT NULL REFERENCES lease(l_id), t_id INTEGER NOT NULL REFERENCES tenant(t_id), main INTEGER NOT NULL, PRIMARY KEY (l_id, t_id));
CREATE TABLE rent_hist (l_id INTEGER NOT NULL REFERENCES lease(l_id), from_dt TEXT NOT NULL, cold_ct INTEGER NOT NULL, util_ct INTEGER NOT NULL, PRIMARY KEY (l_id, from_dt));
CREATE TABLE charge (c_id INTEGER PRIMARY KEY, l_id INTEGER NOT NULL REFERENCES lease(l_id), per TEXT NOT NULL, amt_ct INTEGER NOT NULL, due_dt TEXT NOT NULL);
CREATE TABLE receipt (r_id INTEGER PRIMARY KEY, c_id INTEGER REFERENCES charge(c_id), amt_ct INTEGER NOT NULL, booked_dt TEXT NOT NULL, via TEXT);
CREATE TABLE reminder (c_id INTEGER NOT NULL REFERENCES charge(c_id), lvl INTEGER NOT NULL, sent_dt TEXT NOT NULL, fee_ct INTEGER NOT NULL, PRIMARY KEY (c_id, lvl));
CREATE TABLE trade_co (co_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, trade TEXT NOT NULL);
CREATE TABLE repair (
  rp_id INTEGER PRIMARY KEY, f_id INTEGER REFERENCES flat(f_id), b_id INTEGER NOT NULL REFERENCES bldg(b_id), co_id INTEGER REFERENCES trade_co(co_id),
  what TEXT NOT NULL, reported_ts TEXT NOT NULL, done_ts TEXT, stat TEXT NOT NULL, cost_ct INTEGER, urgent TEXT NOT NULL);
CREATE TABLE meter (m_id INTEGER PRIMARY KEY, f_id INTEGER NOT NULL REFERENCES flat(f_id), kind TEXT NOT NULL, serial TEXT);
CREATE TABLE reading (m_id INTEGER NOT NULL REFERENCES meter(m_id), read_dt TEXT NOT NULL, val REAL NOT NULL, estimated INTEGER NOT NULL, PRIMARY KEY (m_id, read_dt));
"""

STREETS = ["Lindenweg 4", "Lindenweg 6", "Hafenstr. 12", "Marktplatz 1", "Am Bach 27", "Schillerstr. 9", "Ringstr. 101", "Gartenweg 3"]
WHAT = ["Heating cold", "Water leak in bathroom", "Window broken", "Lift stuck", "Drain blocked", "heating noisy", "Door lock jammed",
        "Mould on wall", "No hot water", "Power out in kitchen", "Leak under sink"]


def fill(m):
    m.add("staff", [(1, "Ruth Ziegler", "head", None), (2, "Paul Maier", "manager", 1), (3, "Ina Vogel", "manager", 1),
                    (4, "Kemal Demir", "caretaker", 2), (5, "Jo Keller", "caretaker", 2), (6, "Lena Park", "caretaker", 3),
                    (7, "Max Nagy", "caretaker", 4), (8, "Eva Costa", "clerk", 3)])
    m.add("bldg", [(i, street, m.pick(["Kiel", "Kiel", "Bremen", "Emden"]), None if i == 5 else m.whole(1898, 2016),
                    m.pick(["Y", "N"]), None if i == 8 else m.pick([4, 5, 6, 7])) for i, street in enumerate(STREETS, 1)])
    flats = []
    for b in range(1, 9):
        for floor in range(m.whole(3, 5) if b < 8 else 1):
            for at in range(1, m.whole(2, 3) + 1):
                rooms = m.pick([1, 2, 2, 3, 3, 4])
                flats.append((len(flats) + 1, b, f"{floor}.{at}", floor, round(rooms * m.amount(18, 27, 1) + 8, 1), rooms, m.pick({"Y": 4, "N": 4, None: 1})))
    m.add("flat", flats)
    tenants = []
    for i in range(1, 181):
        first, last = m.person()
        tenants.append((i, first, last, None if m.chance(.2) else f"{first}.{last}@{m.pick(['mail.example', 'Post.example', 'web.example'])}".lower() if m.chance(.85)
                        else f"{first}.{last}@MAIL.EXAMPLE", None if m.chance(.25) else f"0{m.whole(151, 179)}-{m.whole(1000000, 9999999)}",
                        None if m.chance(.08) else m.day("1940-01-01", "2004-12-31")))
    m.add("tenant", tenants)
    leases, who, rents, charges, receipts, reminders = [], [], [], [], [], []
    for flat in flats:
        begin, previous = m.pick(["2019-04-01", "2020-01-01", "2020-07-15", "2021-10-01", "2022-03-01", "2022-09-16"]), None
        if m.chance(.05):
            continue
        while begin < "2024-06-01":
            number = len(leases) + 1
            end = later(begin, days=m.whole(250, 1600))
            end = end[:8] + m.pick({"15": 1, "28": 3})
            if end > "2024-10-01" or m.chance(.2):
                end = None
            leases.append((number, flat[0], begin, end, later(begin, days=-m.whole(3, 70)),
                           None if m.chance(.1) else 5000 * m.whole(12, 50), m.pick(["Y", "N", "N"]), previous))
            for at, tenant in enumerate(m.some(range(1, 171), m.pick([1, 1, 2, 2, 3]))):
                who.append((number, tenant, int(at == 0)))
            cold, since = int(flat[4] * m.whole(750, 1250) // 100 * 100), begin
            while True:
                util = int(flat[4] * m.whole(200, 300) // 100 * 100)
                rents.append((number, since, cold, util))
                since = later(since, days=m.pick([365, 366, 500]))[:8] + "01"
                if since > (end or "2024-07-01") or since > "2024-07-01" or m.chance(.35):
                    break
                cold = int(cold * m.pick([1.02, 1.05, 1.1]) // 100 * 100)
            for month in [f"{y}-{x:02}" for y in (2023, 2024) for x in range(1, 13)][:18]:
                if begin <= month + "-28" and (end is None or end >= month + "-05"):
                    now = [rent for rent in rents if rent[0] == number and rent[1] <= month + "-28"]
                    if not now:
                        continue
                    c = len(charges) + 1
                    owed = now[-1][2] + now[-1][3]
                    charges.append((c, number, month, owed, month + "-03"))
                    kind = m.pick({"full": 80, "late": 8, "part": 5, "two": 5, "none": 5})
                    day = later(month + "-03", days=m.whole(12, 45) if kind == "late" else m.whole(-4, 2))
                    via = m.pick({"transfer": 6, "debit": 5, "Debit": 1, None: 1})
                    if kind in ("full", "late"):
                        receipts.append((len(receipts) + 1, c, owed, day, via))
                    elif kind in ("part", "two"):
                        receipts.append((len(receipts) + 1, c, owed // 2, day, via))
                        if kind == "two":
                            receipts.append((len(receipts) + 1, c, owed - owed // 2, later(day, days=m.whole(3, 20)), via))
                    if kind in ("late", "part", "none"):
                        sent = later(month + "-03", days=m.whole(8, 14))
                        for level in range(1, m.pick([1, 1, 2, 3]) + 1):
                            reminders.append((c, level, sent, (0, 500, 1000)[level - 1]))
                            sent = later(sent, days=14)
            if end is None:
                break
            previous = number
            begin = later(end, days=m.pick([1, 1, -3, 33, 94]))
    for _ in range(12):
        receipts.append((len(receipts) + 1, None, 100 * m.whole(20, 900), m.day("2023-01-01", "2024-06-30"), "transfer"))
    for table, rows in (("lease", leases), ("lease_tenant", who), ("rent_hist", rents), ("charge", charges), ("receipt", receipts), ("reminder", reminders)):
        m.add(table, rows)
    m.add("trade_co", [(1, "Nordheiz", "heating"), (2, "Rohrblitz", "plumbing"), (3, "Glas Petersen", "glazing"), (4, "Elektro Ulf", "electrics"),
                       (5, "Allround Team", "general"), (6, "Liftservice Kiel", "lift"), (7, "Dach & Co", "roofing")])
    repairs = []
    for i in range(1, 401):
        flat = m.pick(flats)
        reported = m.pick({m.moment("2022-07-01", "2024-06-30", (6, 22)): 9, m.pick(["2023-01-31", "2023-12-31", "2024-03-31"]) + f" {m.whole(8, 22):02}:15:00": 1})
        state = m.pick({"done": 7, "open": 2, "cancelled": 1, "ordered": 1})
        done = later(reported, days=m.skewed(0, 60, 0), hours=m.whole(2, 20)) if state == "done" else None
        repairs.append((i, None if m.chance(.2) else flat[0], flat[1], None if state == "open" and m.chance(.7) else m.whole(1, 6), m.pick(WHAT), reported, done,
                        state, 100 * m.whole(0, 900) + m.pick([0, 50]) if state == "done" and m.chance(.93) else None, m.pick(["Y", "N", "N", "N"])))
    m.add("repair", repairs)
    meters, readings = [], []
    for flat in flats:
        for kind in ("cold water", "hot water", "heat")[:m.pick([3, 3, 3, 2, 0])]:
            meters.append((len(meters) + 1, flat[0], kind, None if m.chance(.1) else f"{kind[0].upper()}{m.whole(10000, 99999)}"))
            value = m.amount(5, 400, 1)
            for day in ("2021-12-31", "2022-12-31", "2023-06-30", "2023-12-31", "2024-06-30"):
                value = round(value + m.amount(0, 60, 1), 1)
                if not m.chance(.08):
                    readings.append((len(meters), day, value, int(m.chance(.15))))
    m.add("meter", meters)
    m.add("reading", readings)
