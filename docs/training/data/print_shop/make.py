"""A print shop with legacy names: customers, jobs and their lines, paper, machines, proofs, invoices."""
from making import later

SCHEMA = """
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, CUST_TYP TEXT NOT NULL, CITY TEXT, EMAIL TEXT, CR_LIMIT INTEGER,
  PARENT_CUST_NO INTEGER, CREATED_DT TEXT NOT NULL, INACTIVE_FLG INTEGER NOT NULL DEFAULT 0);
CREATE TABLE EMP (EMP_NO INTEGER PRIMARY KEY, EMP_NM TEXT NOT NULL, DEPT TEXT NOT NULL, MGR_EMP_NO INTEGER, HIRE_DT TEXT NOT NULL, TERM_DT TEXT,
  HR_RATE REAL);
CREATE TABLE JOB_STS (STS_CD TEXT PRIMARY KEY, STS_DESC TEXT NOT NULL);
CREATE TABLE JOB (JOB_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), BILL_CUST_NO INTEGER REFERENCES CUST(CUST_NO),
  SALES_EMP_NO INTEGER, CREATED_EMP_NO INTEGER NOT NULL, ORD_DT TEXT NOT NULL, DUE_DT TEXT, SHIP_DT TEXT, STS_CD TEXT NOT NULL,
  RUSH_FLG TEXT NOT NULL, DISC_PCT REAL);
CREATE TABLE PROD (PROD_CD TEXT PRIMARY KEY, PROD_NM TEXT NOT NULL, CATG TEXT NOT NULL, LIST_PRC REAL NOT NULL, DISCONT_DT TEXT);
CREATE TABLE JOB_LN (JOB_NO INTEGER NOT NULL, LN_NO INTEGER NOT NULL, PROD_CD TEXT NOT NULL, PAPER_CD TEXT, QTY INTEGER NOT NULL, UNIT_PRC REAL NOT NULL,
  COLR_FLG INTEGER NOT NULL, PRIMARY KEY (JOB_NO, LN_NO));
CREATE TABLE PAPER (PAPER_CD TEXT PRIMARY KEY, PAPER_NM TEXT NOT NULL, GSM TEXT NOT NULL, STOCK_QTY INTEGER NOT NULL, MIN_QTY INTEGER, COST_1000 REAL NOT NULL);
CREATE TABLE MACH (MACH_NO INTEGER PRIMARY KEY, MACH_NM TEXT NOT NULL, MACH_TYP TEXT NOT NULL, BOUGHT_DT TEXT NOT NULL, SOLD_DT TEXT);
CREATE TABLE RUN (RUN_NO INTEGER PRIMARY KEY, JOB_NO INTEGER NOT NULL, LN_NO INTEGER NOT NULL, MACH_NO INTEGER NOT NULL, OPER_EMP_NO INTEGER,
  START_TS TEXT NOT NULL, END_TS TEXT, GOOD_QTY INTEGER NOT NULL, WASTE_QTY INTEGER NOT NULL);
CREATE TABLE PROOF (PROOF_NO INTEGER PRIMARY KEY, JOB_NO INTEGER NOT NULL, SENT_DT TEXT NOT NULL, ANSWER TEXT, ANSWER_DT TEXT);
CREATE TABLE INV (INV_NO INTEGER PRIMARY KEY, JOB_NO INTEGER NOT NULL, INV_DT TEXT NOT NULL, DUE_DT TEXT NOT NULL, AMT_CENTS INTEGER NOT NULL, PAID_DT TEXT,
  CREDIT_FLG INTEGER NOT NULL DEFAULT 0);
"""
PRODS = [("BC", "Business cards", "SMALL", .09, None), ("FLY5", "Flyer A5", "SMALL", .06, None), ("FLY6", "Flyer A6", "SMALL", .04, None),
         ("POS2", "Poster A2", "LARGE", 2.4, None), ("POS1", "Poster A1", "LARGE", 4.1, None), ("BAN", "Banner", "LARGE", 38.0, None),
         ("BRO", "Brochure", "BOUND", .85, None), ("BOOK", "Paperback", "BOUND", 3.9, None), ("CAL", "Wall calendar", "BOUND", 5.2, "2025-12-31"),
         ("STK", "Sticker sheet", "SMALL", .35, None), ("ENV", "Envelope", "SMALL", .08, "2024-06-30"), ("MUG", "Printed mug", "GIFT", 6.5, None)]
PAPERS = [("OFF80", "Offset", "80", 42000, 20000, 9.5), ("OFF120", "Offset", "120", 8000, 10000, 14.0), ("SIL135", "Silk", "135", 15500, 12000, 21.0),
          ("SIL250", "Silk", "250", 3200, 5000, 39.0), ("GLO170", "Gloss", "170", 9100, None, 28.5), ("CRD350", "Card", "350", 6100, 4000, 61.0),
          ("REC90", "Recycled", "90", 12000, 6000, 13.0), ("KRA300", "Kraft", "300", 700, 1000, 72.0)]


def fill(m):
    cust = []
    for n in range(1, 101):
        firm = m.pick(["Alder", "Birch", "Cedar", "Elm", "Hazel", "Linden", "Maple", "Rowan"]) + " " + m.pick(["Cafe", "Studio", "Events", "School", "Clinic", "Press"])
        typ = m.pick({"B": 6, "P": 3, "N": 2})
        cust.append((n, " ".join(m.person()) if typ == "P" else firm, typ, m.pick(["Leeds", "York", "Hull", "Bradford"]) if m.chance(.9) else None,
                     f"c{n}@example.org" if m.chance(.8) else None, m.pick([500, 1000, 2500, 5000]) if m.chance(.7) else None,
                     m.whole(1, 20) if n > 20 and typ == "B" and m.chance(.35) else None, m.day("2021-01-05", "2026-06-15"), int(m.chance(.15))))
    m.add("CUST", cust)
    emps = [(n, " ".join(m.person()), "MGMT" if n < 3 else m.pick({"PRESS": 5, "SALES": 3, "PREP": 3, "BIND": 2}) if n > 6 else "SALES", None if n == 1 else 1 if n < 4 else m.pick([1, 2, 2, 3, None]),
             m.day("2010-01-01", "2025-09-01"), m.day("2025-10-01", "2026-06-01") if n > 5 and m.chance(.25) else None, m.pick([14.5, 16.0, 18.5, 21.0]) if m.chance(.9) else None)
            for n in range(1, 25)]
    m.add("EMP", emps)
    m.add("JOB_STS", [("NW", "New"), ("PR", "In proof"), ("PD", "In production"), ("SH", "Shipped"), ("CN", "Cancelled"), ("HD", "On hold")])
    m.add("PROD", PRODS)
    m.add("PAPER", PAPERS)
    m.add("MACH", [(1, "Heidel 4C", "OFFSET", "2015-03-01", None), (2, "Xero V80", "DIGITAL", "2019-06-10", None), (3, "Rico C9", "DIGITAL", "2022-02-20", None),
                   (4, "WideJet", "LARGE", "2020-09-01", None), (5, "Old Press", "OFFSET", "2004-05-05", "2025-03-31"), (6, "Binder", "FINISH", "2018-01-15", None), (7, "NewJet", "LARGE", "2026-06-01", None)])
    jobs, lines, runs, proofs, invs = [], [], [], [], []
    for n in range(1, 421):
        day = m.day("2024-01-08", "2026-06-24")
        if m.chance(.03):
            day = m.pick(["2025-03-31", "2025-12-31", "2026-05-31", "2026-01-01"])
        who = int(m.random.random() ** 1.5 * 88) + 1
        due = later(day, days=m.whole(3, 25)) if m.chance(.95) else None
        sts = m.pick({"SH": 20, "CN": 2}) if day < "2026-05-20" else m.pick({"NW": 4, "PR": 4, "PD": 5, "SH": 5, "CN": 1, "HD": 1})
        ship = later(due or later(day, days=9), days=m.pick([-4, -2, 0, 0, 0, 1, 4, 9])) if sts == "SH" else None
        if ship and ship < day:
            ship = day
        jobs.append((n, who, (cust[who - 1][6] or m.whole(1, 88)) if m.chance(.25) else who if m.chance(.9) else None, m.whole(3, 12) if m.chance(.9) else None, m.whole(1, 24), day, due, ship,
                     sts, m.pick({"Y": 1, "N": 4}), m.pick([5, 10, 15]) if m.chance(.25) else None))
        worth = 0
        for k in range(1, m.pick([1, 1, 2, 2, 3, 4]) + 1):
            prod = m.pick(PRODS[:8] + PRODS[9:11])
            small = prod[2] == "SMALL"
            qty = m.pick([100, 250, 500, 1000, 2500]) if small else m.pick([1, 2, 5, 10, 25, 50])
            price = round(prod[3] * m.pick([.8, .9, 1, 1, 1.1]), 3)
            lines.append((n, k, prod[0], m.pick(PAPERS)[0] if m.chance(.9) else None, qty, price, int(m.chance(.7))))
            worth += qty * price
            for _ in range(m.pick([1, 1, 1, 2]) if sts in ("SH", "PD") else 0):
                at = m.moment(later(day, days=1), later(day, days=8), (6, 20))
                runs.append((len(runs) + 1, n, k, m.pick([1, 1, 2, 2, 3] if small else [2, 4, 4, 6]) if at > "2025-03-31" or m.chance(.8) else 5, m.whole(7, 24) if m.chance(.92) else None, at,
                             later(at, minutes=m.whole(10, 240)) if m.chance(.95) else None, qty if m.chance(.75) else qty // 2, m.whole(0, max(1, qty // 12))))
        for k in range(m.pick([0, 1, 1, 2])):
            sent = later(day, days=1 + 2 * k)
            said = m.pick({"OK": 6, "CHANGE": 3, None: 1})
            proofs.append((len(proofs) + 1, n, sent, said, later(sent, days=m.whole(0, 4)) if said else None))
        if sts == "SH" and m.chance(.95):
            cents = int(worth * (100 - (jobs[-1][10] or 0)))
            parts = [cents] if m.chance(.8) else [cents // 2, cents - cents // 2]
            for part in parts:
                at = later(ship, days=m.whole(0, 6))
                paid = later(at, days=m.pick([3, 10, 20, 30, 31, 45])) if m.chance(.88) else None
                invs.append((len(invs) + 1, n, at, later(at, days=30), part, paid if paid and paid < "2026-06-29" else None, 0))
            if m.chance(.05):
                invs.append((len(invs) + 1, n, later(at, days=12), later(at, days=42), cents // 4, None, 1))
    m.add("JOB", jobs)
    m.add("JOB_LN", lines)
    m.add("RUN", runs)
    m.add("PROOF", proofs)
    m.add("INV", invs)
