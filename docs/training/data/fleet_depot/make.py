"""A haulier's fleet under legacy names: depots, drivers and their supervisors, vehicles, models, trips, customers, freight orders, repairs."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE DPT_MST (DPT_ID INTEGER PRIMARY KEY, DPT_NM TEXT NOT NULL UNIQUE, CTY_NM TEXT NOT NULL, BAY_CNT INTEGER NOT NULL, OPN_DT TEXT NOT NULL, MGR_ID INTEGER REFERENCES DRV_MST(DRV_ID), PRNT_DPT INTEGER REFERENCES DPT_MST(DPT_ID));
CREATE TABLE DRV_MST (DRV_ID INTEGER PRIMARY KEY, DRV_NM TEXT NOT NULL UNIQUE, DPT_ID INTEGER NOT NULL REFERENCES DPT_MST(DPT_ID), HIRE_DT TEXT NOT NULL, LIC_CLS TEXT NOT NULL, TEL_NO TEXT, SAL_AMT INTEGER NOT NULL, SUPV_ID INTEGER REFERENCES DRV_MST(DRV_ID), SUBST_ID INTEGER REFERENCES DRV_MST(DRV_ID));
CREATE TABLE MDL_REF (MDL_CD TEXT PRIMARY KEY, MDL_NM TEXT NOT NULL UNIQUE, MFR_NM TEXT NOT NULL, PYLD_KG INTEGER NOT NULL, FUEL_TYP TEXT NOT NULL, SUCC_CD TEXT REFERENCES MDL_REF(MDL_CD));
CREATE TABLE VEH_MST (VEH_ID INTEGER PRIMARY KEY, REG_NO TEXT NOT NULL UNIQUE, MDL_CD TEXT NOT NULL REFERENCES MDL_REF(MDL_CD), DPT_ID INTEGER REFERENCES DPT_MST(DPT_ID), PRCH_DT TEXT NOT NULL, PRCH_AMT INTEGER NOT NULL, ODO_KM INTEGER NOT NULL, STAT_CD TEXT NOT NULL, RPLC_BY INTEGER REFERENCES VEH_MST(VEH_ID));
CREATE TABLE TRP_LOG (TRP_ID INTEGER PRIMARY KEY, VEH_ID INTEGER NOT NULL REFERENCES VEH_MST(VEH_ID), DRV_ID INTEGER NOT NULL REFERENCES DRV_MST(DRV_ID), CODRV_ID INTEGER REFERENCES DRV_MST(DRV_ID), ORIG_DPT INTEGER NOT NULL REFERENCES DPT_MST(DPT_ID), DEST_DPT INTEGER NOT NULL REFERENCES DPT_MST(DPT_ID), TRP_DT TEXT NOT NULL, DIST_KM INTEGER NOT NULL, FUEL_LTR REAL);
CREATE TABLE CUST_MST (CUST_ID INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL UNIQUE, CTY_NM TEXT NOT NULL, TEL_NO TEXT, SINCE_DT TEXT NOT NULL, PRNT_CUST INTEGER REFERENCES CUST_MST(CUST_ID), RFRD_BY INTEGER REFERENCES CUST_MST(CUST_ID));
CREATE TABLE FRT_ORD (ORD_ID INTEGER PRIMARY KEY, SHPR_ID INTEGER NOT NULL REFERENCES CUST_MST(CUST_ID), CNSG_ID INTEGER NOT NULL REFERENCES CUST_MST(CUST_ID), ORD_DT TEXT NOT NULL, WGT_KG INTEGER NOT NULL, CHRG_AMT REAL NOT NULL, STAT_CD TEXT NOT NULL, TRP_ID INTEGER REFERENCES TRP_LOG(TRP_ID));
CREATE TABLE RPR_LOG (RPR_ID INTEGER PRIMARY KEY, VEH_ID INTEGER NOT NULL REFERENCES VEH_MST(VEH_ID), RPR_DT TEXT NOT NULL, PRT_NM TEXT NOT NULL, COST_AMT REAL NOT NULL, HRS_CNT REAL NOT NULL);
"""
DEPOTS = "Ashford,Brackley,Calder,Dunmore,Elmswell,Fenwick,Garston,Holbeck,Ivybridge,Kelso,Larkhall,Melton".split(",")
PARENT = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 9: 4, 10: 3, 11: 1}
SUPERVISOR = {1: None, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 5, 9: 5, 10: 7, 11: 3, 12: 8, 13: None, 14: 4, 15: None}
SUBSTITUTE = {1: 4, 2: 9, 3: 6, 4: 11, 5: 12, 6: 10, 7: 2, 8: 14, 9: 7, 10: None, 11: 13, 12: 3}
REPLACED = {1: 4, 2: 6, 3: 6, 4: 11, 5: 12, 6: 14, 7: None, 8: 15, 9: 10, 10: None, 11: 16}
SUCCESSOR = {"H10": "H20", "H20": "H30", "K4": "K5", "R200": "R300", "K5": "K6", "C1": "C2"}
MODELS = {"H10": ("Hauler 10", "Brandt"), "H20": ("Hauler 20", "Brandt"), "H30": ("Hauler 30", "Brandt"), "K4": ("Kestrel 4", "Norva"), "K5": ("Kestrel 5", "Norva"), "K6": ("Kestrel 6", "Norva"),
          "R200": ("Roadster 200", "Tamsen"), "R300": ("Roadster 300", "Tamsen"), "C1": ("Cargo One", "Ulmer"), "C2": ("Cargo Two", "Ulmer"), "E7": ("Electra 7", "Norva"), "E8": ("Electra 8", "Norva")}
FIRMS = "Acme,Acme North,Acme South,Birch Foods,Birch Dairy,Corvid Paper,Delta Glass,Delta Glass East,Elm Textiles,Falcon Tools,Grove Seeds,Heron Pumps,Iris Pharma,Juno Toys,Kite Metals".split(",")
GROUP = {2: 1, 3: 1, 5: 4, 8: 7, 1: None, 4: None, 7: None, 6: None, 9: None, 10: 12}
REFERRER = {4: 1, 6: 4, 7: 4, 9: 7, 10: 6, 2: 6, 1: None, 3: None, 5: 9, 8: 11, 11: 6, 12: None}


def fill(m):
    m.db.execute("PRAGMA foreign_keys = OFF")
    m.add("DPT_MST", [(n, DEPOTS[n - 1], {4: "Norham", 7: "Sutton"}.get(n) or m.pick({"Norham": 4, "Sutton": 3, "Whitby": 2}), m.whole(3, 24), m.day("1996-02-01", "2019-10-31"), n + 1 if n != 8 else None, PARENT.get(n)) for n in range(1, 13)])
    wages = m.some(range(2400, 4900, 10), 60)
    m.add("DRV_MST", [(n, f"{FIRST[n * 11 % 48]} {LAST[(n * 7 + n // 48 + 9) % 48]}", m.whole(1, 12), m.day("2004-01-10", "2024-10-31"), m.pick({"C": 5, "CE": 6, "B": 3, "C1": 1}), f"0{700 + n * 3}-{4100 + n * 7}" if n < 16 or m.chance(.8) else None, wages[n - 1],
                       SUPERVISOR[n] if n in SUPERVISOR else m.pick([2, 2, 3, 4, 5, 6, 7, 9, 10, 14, 15]) if m.chance(.85) else None, SUBSTITUTE[n] if n in SUBSTITUTE else m.whole(1, n - 1) if m.chance(.6) else None) for n in range(1, 61)])
    loads = m.some(range(900, 26000, 100), 12)
    m.add("MDL_REF", [(code, *MODELS[code], loads[n], "electric" if code[0] == "E" else m.pick({"diesel": 5, "gas": 1}), SUCCESSOR.get(code)) for n, code in enumerate(MODELS)])
    prices, readings = m.some(range(31000, 148000, 250), 80), m.some(range(4000, 690000, 7), 80)
    vehicles = []
    for n in range(1, 81):
        other = REPLACED[n] if n in REPLACED else m.whole(n + 1, 80) if n < 70 and m.chance(.35) else None
        vehicles.append((n, f"{'ABCDEFGH'[n % 8]}{'KLMNP'[n % 5]}-{120 + n * 11}", m.pick(list(MODELS)[:10] if n % 9 else ["E7", "E8"]), m.pick([1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 9, 10, 11]) if n % 13 else None, m.day("2011-01-15", "2024-09-30"), prices[n - 1], readings[n - 1], "SOLD" if other and m.chance(.7) else m.pick({"ACT": 8, "SHOP": 2, "SOLD": 1}), other))
    m.add("VEH_MST", vehicles)
    trips = []
    for n in range(1, 421):
        source = 1 + int(m.random.random() ** 1.5 * 12)
        target = m.pick([d for d in (1, 2, 2, 3, 3, 3, 5, 6, 9, 9, 10) if d != source])
        driver = 1 + int(m.random.random() ** 1.4 * 50)
        second = m.pick([d for d in (3, 3, 6, 6, 6, 10, 12, 16, 22, 31, 44, 53, 56) if d != driver]) if m.chance(.45) else None
        far = m.whole(25, 720)
        trips.append((n, m.whole(1, 72), driver, second, source, target, m.day("2023-01-03", "2024-12-29"), far, round(far * m.amount(.18, .36), 1) if m.chance(.93) else None))
    m.add("TRP_LOG", trips)
    m.add("CUST_MST", [(n, FIRMS[n - 1] if n < 16 else f"{LAST[n * 5 % 48]} {m.pick(['Trading', 'Foods', 'Parts', 'Timber'])}", {1: "Whitby", 4: "Sutton"}.get(n) or m.pick({"Norham": 4, "Sutton": 3, "Whitby": 3, "Exmoor": 1}), f"0{800 + n}-{3300 + n * 9}" if n < 16 or m.chance(.75) else None, m.day("2009-01-10", "2024-08-30"),
                        GROUP[n] if n in GROUP else m.whole(1, 15) if n > 15 and m.chance(.25) else None, REFERRER[n] if n in REFERRER else m.pick([1, 4, 4, 6, 7, 12, 12, 13]) if n > 13 and m.chance(.5) else None) for n in range(1, 51)])
    charges, orders = m.some(range(9000, 480000, 35), 400), []
    for n in range(1, 401):
        sender = 1 + int(m.random.random() ** 1.5 * 44)
        orders.append((n, sender, m.pick([c for c in (1, 4, 4, 4, 6, 6, 7, 9, 12, 13, 20, 27, 33, 47, 49) if c != sender]), m.day("2023-01-05", "2024-12-22"), m.whole(40, 19000), charges[n - 1] / 100, m.pick({"DLVD": 8, "OPEN": 3, "CANC": 2}), m.whole(1, 420) if m.chance(.85) else None))
    m.add("FRT_ORD", orders)
    m.add("RPR_LOG", [(n, 1 + int(m.random.random() ** 1.5 * 66), m.day("2023-01-04", "2024-12-27"), m.pick({"tyre": 6, "brake": 5, "clutch": 2, "lamp": 3, "engine": 1}), m.skewed(45, 6200), m.amount(.5, 18, 1)) for n in range(1, 161)])
