"""A steel works on an old production system: heats, grades, analyses, slabs, coils, customer orders with positions, deliveries, stops."""
from making import later

SCHEMA = """
CREATE TABLE GRADE (GRD_CD TEXT PRIMARY KEY, GRD_NM TEXT NOT NULL, C_MAX REAL, MN_MIN REAL, FAMILY TEXT NOT NULL);
CREATE TABLE FURN (FURN_NO INTEGER PRIMARY KEY, FURN_NM TEXT NOT NULL, TYP TEXT NOT NULL, CAP_T INTEGER NOT NULL, DOWN_SINCE TEXT);
CREATE TABLE CREW (CREW_CD TEXT PRIMARY KEY, FOREMAN TEXT NOT NULL, SHIFT TEXT NOT NULL);
CREATE TABLE HEAT (
  HEAT_NO TEXT PRIMARY KEY, FURN_NO INTEGER NOT NULL REFERENCES FURN(FURN_NO), CREW_CD TEXT REFERENCES CREW(CREW_CD),
  GRD_PLAN TEXT NOT NULL REFERENCES GRADE(GRD_CD),
  GRD_ACT TEXT REFERENCES GRADE(GRD_CD), TAP_TS TEXT NOT NULL, WT_T REAL NOT NULL, SCRAP_T REAL, KWH INTEGER, STS INTEGER NOT NULL);
CREATE TABLE ANALYS (HEAT_NO TEXT NOT NULL REFERENCES HEAT(HEAT_NO), SMP_NO INTEGER NOT NULL, SMP_TS TEXT NOT NULL, C_PCT TEXT, MN_PCT REAL, S_PPM INTEGER,
  PRIMARY KEY (HEAT_NO, SMP_NO));
CREATE TABLE SLAB (SLAB_ID TEXT PRIMARY KEY, HEAT_NO TEXT NOT NULL REFERENCES HEAT(HEAT_NO), THK_MM INTEGER NOT NULL, WID_MM INTEGER NOT NULL,
  WT_KG INTEGER NOT NULL, DEFECT_CD TEXT, SCRAPPED_ON TEXT);
CREATE TABLE COIL (
  COIL_ID TEXT PRIMARY KEY, SLAB_ID TEXT NOT NULL REFERENCES SLAB(SLAB_ID), MOTHER_COIL TEXT REFERENCES COIL(COIL_ID), ROLLED_TS TEXT NOT NULL,
  WT_KG INTEGER NOT NULL,
  THK_UM INTEGER NOT NULL, Q_CLS TEXT, ORD_NO INTEGER, POS_NO INTEGER, SHIPPED_ON TEXT);
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, CTRY TEXT NOT NULL, BLOCKED TEXT NOT NULL);
CREATE TABLE ORD (
  ORD_NO INTEGER PRIMARY KEY, SOLD_TO INTEGER NOT NULL REFERENCES CUST(CUST_NO), SHIP_TO INTEGER NOT NULL REFERENCES CUST(CUST_NO), ORD_DT TEXT NOT NULL,
  REQ_DT TEXT NOT NULL, STS_CD TEXT NOT NULL);
CREATE TABLE ORD_POS (
  ORD_NO INTEGER NOT NULL REFERENCES ORD(ORD_NO), POS_NO INTEGER NOT NULL, GRD_CD TEXT NOT NULL REFERENCES GRADE(GRD_CD), QTY_T REAL NOT NULL,
  PRC_EUR_T REAL NOT NULL, DISC_PCT REAL,
  PRIMARY KEY (ORD_NO, POS_NO));
CREATE TABLE BASE_PRC (GRD_CD TEXT NOT NULL REFERENCES GRADE(GRD_CD), QTR TEXT NOT NULL, EUR_T REAL NOT NULL, PRIMARY KEY (GRD_CD, QTR));
CREATE TABLE STOPS (STOP_ID INTEGER PRIMARY KEY, FURN_NO INTEGER NOT NULL REFERENCES FURN(FURN_NO), BEG_TS TEXT NOT NULL, END_TS TEXT,
  CAUSE_CD TEXT NOT NULL, PLANNED TEXT NOT NULL);
"""
GRADES = [("S235", "Structural 235", .17, None, "structural"), ("S355", "Structural 355", .20, 1.0, "structural"),
    ("DC01", "Deep draw 01", .12, None, "mild"), ("DC04", "Deep draw 04", .08, None, "mild"),
          ("C45", "Carbon 45", .50, .5, "carbon"), ("HX340", "High strength 340", .11, .8, "micro"), ("X5", "Stainless trial", .07, None, "stainless")]


def fill(m):
    m.add("GRADE", GRADES)
    m.add("FURN", [(1, "Arc A", "EAF", 120, None), (2, "Arc B", "EAF", 90, None), (3, "Converter", "BOF", 150, None), (4, "Old Arc", "EAF", 60, "2024-11-30"),
        (5, "Induction", "IF", 15, None)])
    m.add("CREW", [(c, " ".join(m.person()), s) for c, s in (("A", "early"), ("B", "late"), ("C", "night"), ("D", "early"), ("E", "reserve"))])
    heats, ana, slabs = [], [], []
    for n, ts in enumerate(sorted(m.pick(["2025-03-31 23:40", "2025-06-30 22:10", "2025-01-31 18:00"]) if m.chance(.03)
        else m.moment("2025-01-01", "2025-06-30")[:16] for _ in range(360)), 1):
        f = m.pick([1, 1, 2, 2, 3])
        plan = m.pick({"S235": 5, "S355": 5, "DC01": 4, "DC04": 3, "C45": 2, "HX340": 2})
        sts = m.pick({1: 30, 2: 3, 9: 2})
        act = None if sts == 9 else plan if m.chance(.86) else m.pick(["S235", "DC01", "C45"])
        wt = m.amount(.8, 1.02) * {1: 120, 2: 90, 3: 150}[f]
        no = f"{ts[2:4]}{n:04}"
        heats.append((no, f, m.pick(["A", "B", "C", "D", None]) if m.chance(.95) else None, plan, act, ts, round(wt, 1), round(wt * m.amount(1.02, 1.15), 1)
            if m.chance(.93) else None, round(wt * m.whole(330, 470)) if f != 3 else None, sts))
        for k in range(m.pick([0, 1, 2, 2, 3])):
            ana.append((no, k + 1, later(ts, minutes=12 * k - 30), m.pick(["0.08", "0.1", "0.12", "0.15", "0.055", "0.2", "0.45", ".09", None]),
                m.amount(.2, 1.6), m.whole(30, 260)))
        if sts != 9:
            for k in range(m.pick([2, 3, 3, 4])):
                d = m.pick({None: 12, "CR": 1, "SC": 1, "DM": 1})
                slabs.append((f"{no}-{k + 1}", no, m.pick([200, 220, 250]), m.pick([1000, 1250, 1500]), m.whole(14000, 30000), d, ts[:10]
                    if d and m.chance(.4) else None))
    m.add("HEAT", heats)
    m.add("ANALYS", ana)
    m.add("SLAB", slabs)
    m.add("CUST", [(1000 + n, f"{m.pick(['Auto', 'Rail', 'Pipe', 'Tin', 'Hall'])}{m.pick(['werk', 'tech', 'form', 'bau'])}", m.pick(["DE", "AT", "IT", "PL"]),
        "Y" if n in (7, 19) else "N") for n in range(1, 31)])
    orders, poss = [], []
    for n in range(1, 221):
        d = m.pick(["2025-03-31", "2025-06-30", "2024-12-31"]) if m.chance(.05) else m.day("2024-11-01", "2025-06-25")
        sold = m.whole(1001, 1027)
        orders.append((7000 + n, sold, 1007 if n in (15, 16, 44) else sold if m.chance(.65) else m.whole(1001, 1029), d,
            later(d, days=m.pick([20, 30, 45, 60])), "O" if n in (15, 16, 44) else m.pick({"O": 6, "C": 8, "X": 2})))
        for k in range(m.pick([1, 1, 2, 3])):
            g = m.pick(["S235", "S355", "DC01", "DC04", "C45", "HX340"])
            poss.append((7000 + n, (k + 1) * 10, g, m.pick([12.5, 20.0, 40.0, 75.0]), float(m.whole(590, 980)), m.pick([None, None, 0, 2, 3.5])))
    m.add("ORD", orders)
    m.add("ORD_POS", poss)
    coils = []
    for s in slabs:
        if s[6] or m.chance(.15):
            continue
        ts = later(next(h[5] for h in heats if h[0] == s[1]), hours=m.pick([5, 20, 40, 90, 200]))
        p = m.pick(poss) if m.chance(.75) else None
        wt = round(s[4] * m.amount(.93, .99))
        ship = later(ts[:10], days=m.whole(1, 30)) if p and m.chance(.75) else None
        coils.append((f"C{len(coils) + 1:05}", s[0], None, ts, wt, m.pick([1500, 2000, 3000, 800]), m.pick({"1": 12, "2": 3, "3": 1, None: 2}), p[0] if p
            else None, p[1] if p else None, ship))
        if m.chance(.15):
            mother = coils[-1]
            for k in range(2):
                coils.append((f"C{len(coils) + 1:05}", s[0], mother[0], later(ts, hours=8), wt // 2 - 40, mother[5], m.pick(["1", "2", None]), None, None,
                    None))
    m.add("COIL", coils)
    m.add("BASE_PRC", [(g[0], q, float(m.whole(600, 950))) for g in GRADES[:6] for q in ("2024Q4", "2025Q1", "2025Q2")])
    m.add("STOPS", [(n, m.pick([1, 1, 2, 3, 3]), t, later(t, minutes=m.pick([12, 30, 45, 90, 240, 600])) if n % 40 else None,
        m.pick(["EL", "ME", "RF", "CR"]), m.pick(["Y", "N", "N"])) for n in range(1, 161) for t in [m.moment("2025-01-01", "2025-06-29")[:16]]])
