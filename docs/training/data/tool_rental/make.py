"""Tool hire: depots, tool types and single tools, customers, hire contracts and lines, damage, servicing, invoices."""
from datetime import date

from making import later

SCHEMA = """
CREATE TABLE DEPOT (DEPOT_NO INTEGER PRIMARY KEY, DEPOT_NAME TEXT NOT NULL, TOWN TEXT NOT NULL, MGR_STAFF_NO INTEGER, CLOSED_DT TEXT);
CREATE TABLE STAFF (STAFF_NO INTEGER PRIMARY KEY, STAFF_NAME TEXT NOT NULL, DEPOT_NO INTEGER REFERENCES DEPOT(DEPOT_NO), BOSS_NO INTEGER, HIRED_DT TEXT NOT NULL, LEFT_DT TEXT);
CREATE TABLE TOOL_CAT (CAT_CD TEXT PRIMARY KEY, CAT_NAME TEXT NOT NULL, PARENT_CD TEXT);
CREATE TABLE TOOL_TYPE (TYPE_NO INTEGER PRIMARY KEY, TYPE_NAME TEXT NOT NULL, CAT_CD TEXT NOT NULL, DAY_RATE REAL NOT NULL, WEEK_RATE REAL NOT NULL, DEPOSIT REAL);
CREATE TABLE TOOL (TOOL_NO INTEGER PRIMARY KEY, TYPE_NO INTEGER NOT NULL REFERENCES TOOL_TYPE(TYPE_NO), HOME_DEPOT INTEGER NOT NULL, SERIAL_NO TEXT, BOUGHT_DT TEXT NOT NULL, BUY_PRICE REAL NOT NULL, STATE_CD TEXT NOT NULL);
CREATE TABLE CUSTOMER (CUST_NO INTEGER PRIMARY KEY, CUST_NAME TEXT NOT NULL, TRADE_FLG TEXT NOT NULL, TOWN TEXT, CREDIT_STOP TEXT NOT NULL, OPENED_DT TEXT NOT NULL, INTRODUCED_BY INTEGER);
CREATE TABLE HIRE (HIRE_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUSTOMER(CUST_NO), OUT_DEPOT INTEGER NOT NULL, BACK_DEPOT INTEGER, OUT_STAFF INTEGER, OUT_DT TEXT NOT NULL, DUE_DT TEXT NOT NULL, VOID_FLG INTEGER NOT NULL);
CREATE TABLE HIRE_LINE (HIRE_NO INTEGER NOT NULL, TOOL_NO INTEGER NOT NULL, DAYS_CHARGED INTEGER, RATE REAL NOT NULL, DISC_PCT REAL, RETURNED_DT TEXT, PRIMARY KEY (HIRE_NO, TOOL_NO));
CREATE TABLE DAMAGE (DAMAGE_NO INTEGER PRIMARY KEY, HIRE_NO INTEGER NOT NULL, TOOL_NO INTEGER NOT NULL, SEVERITY TEXT NOT NULL, CHARGE REAL, REPAIRED_DT TEXT);
CREATE TABLE SERVICE (SERVICE_NO INTEGER PRIMARY KEY, TOOL_NO INTEGER NOT NULL, PLANNED_DT TEXT NOT NULL, DONE_DT TEXT, DONE_BY INTEGER, COST TEXT);
CREATE TABLE INVOICE (INV_NO INTEGER PRIMARY KEY, HIRE_NO INTEGER NOT NULL, INV_DT TEXT NOT NULL, NET REAL NOT NULL, VAT REAL NOT NULL, PAID_DT TEXT);
"""
CATS = [("DRL", "Drilling", None), ("SDS", "SDS drills", "DRL"), ("COR", "Core drills", "DRL"), ("CUT", "Cutting", None), ("SAW", "Saws", "CUT"), ("ACC", "Access", None), ("LAD", "Ladders", "ACC"), ("TOW", "Towers", "ACC"), ("GRD", "Garden", None), ("PWR", "Power", None)]
TYPES = [("SDS hammer", "SDS", 22, 66, 80), ("Light breaker", "SDS", 28, 84, 100), ("Core drill 150", "COR", 45, 140, 200), ("Disc cutter", "CUT", 25, 75, 100), ("Floor saw", "SAW", 60, 190, 250), ("Table saw", "SAW", 30, 95, 120), ("Triple ladder", "LAD", 14, 38, None),
         ("Alloy tower", "TOW", 48, 130, 150), ("Rotavator", "GRD", 55, 170, 200), ("Hedge trimmer", "GRD", 18, 50, 60), ("Generator 3kVA", "PWR", 32, 98, 150), ("Tower light", "PWR", 40, 120, 150), ("Stump grinder", "GRD", 85, 260, 300)]


def fill(m):
    m.add("DEPOT", [(1, "Quay Street", "Preston", 1, None), (2, "Mill Lane", "Preston", 2, None), (3, "Ironworks", "Bolton", 3, None), (4, "Canal", "Wigan", None, None), (5, "Old Yard", "Bolton", 3, "2025-06-30")])
    staff = [(n, " ".join(m.person()), n if n < 4 else m.pick([1, 2, 3, 4]) if m.chance(.93) else None, None if n in (1, 15) else 1 if n < 4 else m.pick([1, 2, 3]), m.day("2012-01-01", "2025-10-01"),
              m.day("2025-11-01", "2026-06-15") if n > 5 and m.chance(.3) else None) for n in range(1, 21)]
    m.add("STAFF", staff)
    m.add("TOOL_CAT", CATS)
    m.add("TOOL_TYPE", [(n, *t) for n, t in enumerate(TYPES, 1)])
    tools = []
    for n in range(1, 141):
        t = m.whole(1, 12)
        t = 11 if n % 25 == 0 else t
        state = "LS" if n % 25 == 0 else m.pick({"OK": 18, "RP": 1 if t != 11 else 0, "SC": 2, "LS": 1})
        tools.append((n, t, m.pick([1, 1, 2, 3, 3, 4]), f"S{m.whole(10000, 99999)}" if m.chance(.9) else None, m.day("2018-01-01", "2026-04-30"), float(TYPES[t - 1][2] * m.whole(9, 16)), state))
    tools[6] = tools[6][:4] + ("2017-05-05", tools[6][5], "SC")
    m.add("TOOL", tools)
    custs = []
    for n in range(1, 131):
        trade = m.pick("YN")
        custs.append((n, m.pick(["Ash", "Brook", "Crown", "Dale", "Fell"]) + " " + m.pick(["Builders", "Roofing", "Gardens", "Electrical"]) if trade == "Y" else " ".join(m.person()), trade, m.pick(["Preston", "Bolton", "Wigan", "Chorley"]) if m.chance(.92) else None,
                      m.pick({"N": 8, "Y": 1}), m.day("2021-01-01", "2026-06-10"), m.whole(1, n - 1) if n > 8 and m.chance(.2) else None))
    m.add("CUSTOMER", custs)
    hires, lines, harm, invs = [], [], [], []
    for n in range(1, 401):
        out = m.day("2024-06-01", "2026-06-26")
        if m.chance(.04):
            out = m.pick(["2025-12-31", "2026-03-31", "2025-07-01", "2026-05-31"])
        if n > 375:
            out = m.day("2026-06-15", "2026-06-26")
        due = later(out, days=m.pick([1, 2, 3, 7, 7, 14]))
        depot = m.pick([1, 1, 2, 3, 4])
        void = int(m.chance(.06))
        back = depot if m.chance(.8) else m.whole(1, 4)
        some, net = m.some(tools[:130], m.pick([1, 1, 2, 2, 3, 4])), 0
        home = None
        for t in some:
            ret = later(due, days=m.pick([-2, -1, 0, 0, 0, 0, 1, 2, 6])) if m.chance(.96) and not void else None
            ret = max(ret, out) if ret else None
            ret = ret if ret and ret < "2026-06-28" else None
            days = None if not ret else max(1, (date.fromisoformat(ret) - date.fromisoformat(out)).days)
            rate = round(TYPES[t[1] - 1][2] * m.pick([1, 1, 1, .9, 1.1]), 2)
            off = m.pick([5.0, 10.0, 20.0]) if m.chance(.25) else None
            lines.append((n, t[0], days, rate, off, ret))
            home = ret or home
            net += (days or 0) * rate * (1 - (off or 0) / 100)
            if ret and m.chance(.09):
                for _ in range(m.pick([1, 1, 2])):
                    harm.append((len(harm) + 1, n, t[0], m.pick({"minor": 5, "major": 2, "lost": 1}), float(m.pick([15, 40, 90, 180])) if m.chance(.75) else None, later(ret, days=m.whole(1, 30)) if m.chance(.7) and later(ret, days=30) < "2026-06-28" else None))
        hires.append((n, int(m.random.random() ** 1.5 * 115) + 1, depot, back if home else None, m.whole(2, 16) if m.chance(.93) else None, out, due, void))
        if net and home and m.chance(.93):
            at = later(home, days=m.whole(0, 5))
            for part in [net] if m.chance(.85) else [net / 2, net / 2]:
                paid = later(at, days=m.pick([2, 10, 25, 31, 60])) if m.chance(.85) else None
                invs.append((len(invs) + 1, n, at, round(part, 2), round(part * .2, 2), paid if paid and paid < "2026-06-29" else None))
    m.add("HIRE", hires)
    m.add("HIRE_LINE", lines)
    m.add("DAMAGE", harm)
    serv = []
    for n in range(1, 171):
        plan = m.day("2024-06-01", "2026-09-30")
        done = later(plan, days=m.pick([-5, 0, 0, 1, 4, 20])) if plan < "2026-06-20" and m.chance(.88) else None
        done = done if done and done < "2026-06-28" else None
        serv.append((n, m.whole(1, 130), plan, done, m.whole(2, 18) if done and m.chance(.9) else None, f"{m.whole(8, 240)}.{m.pick(['00', '50'])}" if done and m.chance(.9) else None))
    m.add("SERVICE", serv)
    m.add("INVOICE", invs)
