"""A tailor shop with the names of an old system: customers and their measures, staff, fabrics, garments, orders with lines, fittings, payments. Money in cents, lengths in centimetres."""
from making import later

SCHEMA = """
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, CUST_KND TEXT NOT NULL, BILL_TWN TEXT, SHIP_TWN TEXT, REG_DT TEXT NOT NULL, REF_NO INTEGER REFERENCES CUST(CUST_NO));
CREATE TABLE MEAS (CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), MEAS_DT TEXT NOT NULL, CHEST TEXT NOT NULL, WAIST TEXT NOT NULL, PRIMARY KEY (CUST_NO, MEAS_DT));
CREATE TABLE STF (STF_NO INTEGER PRIMARY KEY, STF_NM TEXT NOT NULL, BOSS_NO INTEGER REFERENCES STF(STF_NO), JOB TEXT NOT NULL, SKL INTEGER NOT NULL, HIR_DT TEXT NOT NULL, OUT_DT TEXT);
CREATE TABLE FAB (FAB_CD TEXT PRIMARY KEY, FAB_NM TEXT NOT NULL, MAT TEXT NOT NULL, MTR_CT INTEGER NOT NULL, STK_CM INTEGER NOT NULL);
CREATE TABLE GRM (GRM_CD TEXT PRIMARY KEY, GRM_NM TEXT NOT NULL, GRM_KND TEXT NOT NULL, STD_MIN INTEGER NOT NULL);
CREATE TABLE STS (STS_CD INTEGER PRIMARY KEY, STS_TXT TEXT NOT NULL);
CREATE TABLE ORD (ORD_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), PAY_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), ORD_DT TEXT NOT NULL, DUE_DT TEXT NOT NULL, RDY_DT TEXT, STS_CD INTEGER NOT NULL REFERENCES STS(STS_CD), RUSH INTEGER NOT NULL);
CREATE TABLE LIN (ORD_NO INTEGER NOT NULL REFERENCES ORD(ORD_NO), LIN_NO INTEGER NOT NULL, GRM_CD TEXT NOT NULL REFERENCES GRM(GRM_CD), FAB_CD TEXT REFERENCES FAB(FAB_CD), QTY INTEGER NOT NULL, GRS_CT INTEGER NOT NULL, NET_CT INTEGER NOT NULL, PRIMARY KEY (ORD_NO, LIN_NO));
CREATE TABLE FIT (FIT_NO INTEGER PRIMARY KEY, ORD_NO INTEGER NOT NULL REFERENCES ORD(ORD_NO), STF_NO INTEGER NOT NULL REFERENCES STF(STF_NO), FIT_DT TEXT NOT NULL, DUR_MIN INTEGER NOT NULL, RSLT TEXT NOT NULL);
CREATE TABLE PMT (PMT_NO INTEGER PRIMARY KEY, ORD_NO INTEGER NOT NULL REFERENCES ORD(ORD_NO), PMT_DT TEXT NOT NULL, AMT_CT INTEGER NOT NULL, MTH TEXT NOT NULL);
"""
GARMENTS = [("SU2", "two-piece suit", "suit", 1500, 78000), ("SU3", "three-piece suit", "suit", 2000, 98000), ("TUX", "tuxedo", "suit", 1800, 110000), ("SHD", "dress shirt", "shirt", 240, 12000), ("SHC", "casual shirt", "shirt", 200, 9500), ("TRS", "trousers", "trousers", 300, 16000), ("SKT", "skirt", "skirt", 260, 14000), ("DRE", "evening dress", "dress", 1100, 62000), ("WED", "wedding dress", "dress", 3000, 190000), ("COA", "overcoat", "coat", 1300, 69000), ("HEM", "hemming", "alteration", 30, 1500), ("ZIP", "zip replacement", "alteration", 45, 2200), ("TAK", "take in", "alteration", 60, 3500), ("CAP", "cape", "coat", 500, 30000)]
FABRICS = [("W01", "navy worsted", "wool"), ("W02", "grey flannel", "wool"), ("W03", "tweed", "wool"), ("W04", "black barathea", "wool"), ("S01", "ivory satin", "silk"), ("S02", "red dupioni", "silk"), ("C01", "white poplin", "cotton"), ("C02", "blue oxford", "cotton"), ("C03", "khaki twill", "cotton"), ("L01", "natural linen", "linen"), ("L02", "green linen", "linen"), ("W05", "camel hair", "wool"), ("S03", "black crepe", "silk")]


def fill(m):
    towns = {"Leeds": 5, "York": 3, "Hull": 2, "Ripon": 1}
    custs = []
    for n in range(1, 171):
        bill = m.pick(towns) if m.chance(.94) else None
        custs.append((n, " ".join(m.person()), m.pick({"P": 7, "B": 2, "T": 1}), bill, bill if m.chance(.7) else m.pick(towns), m.day("2020-01-01", "2025-09-30"), m.whole(1, max(1, n // 3)) if n > 6 and m.chance(.3) else None))
    m.add("CUST", custs)
    sizes = {}
    for c in custs:
        for _ in range(m.pick([0, 1, 1, 2, 3])):
            sizes[(c[0], m.day("2021-01-01", "2025-11-10"))] = (str(m.whole(84, 124)), str(m.whole(66, 116)))
    m.add("MEAS", [(*k, *v) for k, v in sizes.items()])
    staff = [(n, " ".join(m.person()), None if n < 3 else min(n - 1, m.pick({1: 4, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1})), m.pick({"cutter": 2, "sewer": 5, "fitter": 3}) if n > 3 else ("cutter", "sewer", "fitter")[n - 1], m.pick([1, 2, 2, 3, 3, 4]), m.day("2009-01-01", "2024-09-01"), m.day("2025-02-01", "2025-10-15") if n > 5 and m.chance(.25) else None) for n in range(1, 19)]
    m.add("STF", staff)
    m.add("FAB", [(*f, m.whole(12, 90) * 100, 0 if f[0] == "L02" else m.whole(1, 60) * 50) for f in FABRICS])
    m.add("GRM", [g[:4] for g in GARMENTS])
    m.add("STS", [(1, "open"), (2, "ready"), (3, "handed over"), (9, "cancelled")])
    orders, lines, fits, pays = [], [], [], []
    for n in range(1, 521):
        c = custs[int(m.random.random() ** 1.6 * 150)][0]
        day = m.day("2022-06-01", "2025-11-20")
        sts = m.pick({3: 14, 9: 1, 2: 2}) if day < "2025-09-15" else m.pick({1: 6, 2: 3, 9: 1})
        ready = later(day, days=m.pick([2, 5, 9, 15, 25, 40, 60])) if sts in (2, 3) else None
        orders.append((n, c, c if m.chance(.8) else m.whole(1, 60), day, later(day, days=m.pick([7, 14, 21, 30, 45])), ready, sts, int(m.chance(.2))))
        total = 0
        for k in range(1, m.pick([1, 1, 1, 2, 2, 3, 4]) + 1):
            g = GARMENTS[int(m.random.random() * 13)]
            f = FABRICS[int(m.random.random() ** 1.3 * 12)][0] if g[2] != "alteration" else None
            qty = m.pick([1, 1, 1, 2, 3]) if g[2] in ("shirt", "alteration", "trousers") else 1
            gross = int(g[4] * qty * m.pick([.9, 1, 1, 1.2]))
            net = gross * m.pick([100, 100, 100, 90, 80]) // 100
            total += net
            lines.append((n, k, g[0], f, qty, gross, net))
        if sts != 9:
            for _ in range(m.pick([0, 0, 1, 1, 2, 3])):
                fits.append((len(fits) + 1, n, m.pick({1: 2, 2: 2, 3: 5, 4: 3, 5: 3, 6: 2, 8: 1, 9: 1, 11: 1}), later(day, days=m.whole(1, 25)), m.pick([15, 20, 30, 30, 45, 60, 90]), m.pick({"ok": 6, "adjust": 4, "remake": 1})))
            for share in m.pick([[1], [1], [.5, .5], [.3, .7], [.5], []]):
                pays.append((len(pays) + 1, n, later(day, days=m.pick([0, 0, 7, 30, 45])), int(total * share), m.pick({"card": 6, "cash": 3, "transfer": 2})))
    m.add("ORD", orders)
    m.add("LIN", lines)
    m.add("FIT", fits)
    m.add("PMT", pays)
