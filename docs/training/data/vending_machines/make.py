"""An operator of vending machines: locations, machines and where they stood, slots and products, sales, refill rounds, faults. Money in cents, days of faults as YYYYMMDD."""
from making import later

SCHEMA = """
CREATE TABLE lt (lt_cd TEXT PRIMARY KEY, lt_dsc TEXT NOT NULL);
CREATE TABLE loc (loc_id INTEGER PRIMARY KEY, loc_nm TEXT NOT NULL, lt_cd TEXT NOT NULL REFERENCES lt(lt_cd), twn TEXT, rent_ct INTEGER NOT NULL);
CREATE TABLE mch (mch_id INTEGER PRIMARY KEY, ser_no TEXT NOT NULL, knd TEXT NOT NULL, loc_id INTEGER REFERENCES loc(loc_id), own TEXT NOT NULL, buy_dt TEXT NOT NULL, ret_dt TEXT);
CREATE TABLE mch_hst (mch_id INTEGER NOT NULL REFERENCES mch(mch_id), fr_dt TEXT NOT NULL, to_dt TEXT, loc_id INTEGER NOT NULL REFERENCES loc(loc_id), PRIMARY KEY (mch_id, fr_dt));
CREATE TABLE prd (prd_id INTEGER PRIMARY KEY, prd_nm TEXT NOT NULL, cat TEXT NOT NULL, cst_ct INTEGER NOT NULL, prc_ct INTEGER NOT NULL, kcal TEXT);
CREATE TABLE slt (mch_id INTEGER NOT NULL REFERENCES mch(mch_id), slt_no INTEGER NOT NULL, prd_id INTEGER REFERENCES prd(prd_id), qty INTEGER NOT NULL, cap INTEGER NOT NULL, PRIMARY KEY (mch_id, slt_no));
CREATE TABLE sal (sal_id INTEGER PRIMARY KEY, mch_id INTEGER NOT NULL REFERENCES mch(mch_id), prd_id INTEGER NOT NULL REFERENCES prd(prd_id), sal_ts TEXT NOT NULL, qty INTEGER NOT NULL, amt_ct INTEGER NOT NULL, pay INTEGER NOT NULL, rfd INTEGER NOT NULL);
CREATE TABLE emp (emp_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, mgr_id INTEGER REFERENCES emp(emp_id), hir_dt TEXT NOT NULL, trm_dt TEXT, rte TEXT);
CREATE TABLE rfl (rfl_id INTEGER PRIMARY KEY, mch_id INTEGER NOT NULL REFERENCES mch(mch_id), emp_id INTEGER NOT NULL REFERENCES emp(emp_id), rfl_dt TEXT NOT NULL, itm INTEGER NOT NULL, csh_ct INTEGER NOT NULL);
CREATE TABLE flt (flt_id INTEGER PRIMARY KEY, mch_id INTEGER NOT NULL REFERENCES mch(mch_id), rep_dt TEXT NOT NULL, fix_dt TEXT, sev INTEGER NOT NULL, fxr_id INTEGER REFERENCES emp(emp_id));
"""
GOODS = [("Cola", "soda", 45, 150, "139"), ("Cola Zero", "soda", 45, 150, "2"), ("Orange Fizz", "soda", 40, 140, "120"), ("Still Water", "water", 15, 100, "0"), ("Sparkling Water", "water", 15, 110, "0"), ("Salted Chips", "chips", 50, 170, "530"), ("Paprika Chips", "chips", 50, 170, "540"), ("Nacho Chips", "chips", 55, 190, "98"),
         ("Milk Chocolate", "candy", 60, 160, "246"), ("Dark Chocolate", "candy", 70, 180, "260"), ("Gummy Bears", "candy", 40, 130, "1020"), ("Mint Drops", "candy", 20, 90, "85"), ("Espresso", "coffee", 18, 120, "5"), ("Cappuccino", "coffee", 26, 160, "75"), ("Latte", "coffee", 28, 180, "110"), ("Hot Cocoa", "coffee", 30, 170, None), ("Nut Bar", "candy", 65, 200, "210"), ("Ice Tea", "soda", 38, 160, None)]


def fill(m):
    m.add("lt", [("S", "school"), ("H", "hospital"), ("O", "office"), ("R", "station"), ("G", "gym")])
    locs = [(n, m.pick(["North", "South", "East", "West", "Park", "Lake", "Hill"]) + f" {n}", m.pick({"S": 3, "H": 2, "O": 5, "R": 3}), m.pick(["Graz", "Graz", "Linz", "Wels", "Steyr"]) if m.chance(.92) else None, m.pick([0, 5000, 8000, 12000, 20000, 35000])) for n in range(1, 41)]
    m.add("loc", locs)
    machines, history, taken = [], [], set()
    for n in range(1, 91):
        day = m.day("2018-01-01", "2024-03-01")
        while day in taken:
            day = later(day, days=1)
        taken.add(day)
        gone = m.day("2025-01-01", "2025-10-31") if m.chance(.12) else None
        at, start = None, day
        for step in range(m.pick([1, 1, 2, 2, 3])):
            at = m.whole(1, 36)
            history.append([n, start, None, at])
            start = later(start, days=m.whole(60, 220))
        mine = [h for h in history if h[0] == n]
        for a, b in zip(mine, mine[1:]):
            a[2] = later(b[1], days=-1)
        mine[-1][2] = gone
        machines.append((n, f"{m.pick(['NX', 'VZ', 'AB'])}{m.whole(1000, 9999)}", m.pick({"drinks": 5, "snacks": 4, "coffee": 3}), None if gone else at, m.pick({"own": 3, "lease": 2}), day, gone))
    m.add("mch", machines)
    m.add("mch_hst", history)
    m.add("prd", [(n, *g) for n, g in enumerate(GOODS, 1)])
    emps = [(n, " ".join(m.person()), None if n < 3 else min(n - 1, m.pick({1: 5, 2: 4, 3: 3, 5: 1, 6: 1})), m.day("2014-01-01", "2024-08-01"), m.day("2025-02-01", "2025-09-30") if n > 6 and m.chance(.2) else None, m.pick(["A", "B", "C", None])) for n in range(1, 15)]
    m.add("emp", emps)
    slots, sales, visits, faults = [], [], [], []
    for k in machines:
        pool = [n for n, g in enumerate(GOODS, 1) if g[0] != "Mint Drops" and (g[1] == "coffee") == (k[2] == "coffee") and (k[2] == "coffee" or (g[1] in ("soda", "water")) == (k[2] == "drinks") or m.chance(.15))]
        for s in range(1, m.whole(4, 8) + 1):
            cap = m.pick([8, 10, 12, 15])
            slots.append((k[0], s, m.pick(pool) if m.chance(.95) else None, m.pick([0, m.whole(0, cap), m.whole(2, cap), cap]), cap))
        for _ in range(m.pick([0, 1, 2, 3, 6, 10])):
            visits.append((len(visits) + 1, k[0], m.pick({1: 4, 2: 3, 3: 2, 7: 2, 9: 1, 10: 1} if k[2] == "snacks" else {1: 4, 2: 3, 3: 3, 4: 2, 5: 1, 6: 1}), m.day("2024-06-01", k[6] or "2025-11-20"), m.whole(10, 90), m.whole(20, 220) * 50))
        for _ in range(m.pick([0, 0, 1, 1, 2, 3])):
            day = m.day("2024-06-01", "2025-11-20")
            fixed = later(day, days=m.pick([0, 1, 1, 2, 4, 9, 25])) if m.chance(.85) else None
            faults.append((len(faults) + 1, k[0], day.replace("-", ""), fixed.replace("-", "") if fixed else None, m.pick([1, 2, 3, 3, 4]), m.whole(1, 12) if fixed else None))
    for n in range(1, 1101):
        s = slots[int(m.random.random() ** 1.4 * len(slots))]
        if s[2] is None:
            continue
        g, qty = GOODS[s[2] - 1], m.pick({1: 8, 2: 2, 3: 1})
        sales.append((n, s[0], s[2], m.moment("2024-06-01", "2025-11-25", (6, 22)), qty, qty * g[3] - (qty * 20 if m.chance(.15) else 0), m.pick({1: 4, 2: 5, 3: 2}), int(m.chance(.06))))
    m.add("slt", slots)
    m.add("sal", sales)
    m.add("rfl", visits)
    m.add("flt", faults)
