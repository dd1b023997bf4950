"""A chain of hearing aid shops: customers, device types, fitting appointments, sales and their lines, repairs."""

SCHEMA = """
CREATE TABLE SHOP (SHOP_CD TEXT PRIMARY KEY, SHOP_NM TEXT NOT NULL UNIQUE, TWN TEXT NOT NULL, STAFF_CNT INTEGER NOT NULL);
CREATE TABLE DEV_TYP (TYP_CD TEXT PRIMARY KEY, TYP_NM TEXT NOT NULL UNIQUE, LST_PRC INTEGER NOT NULL, PWR_SRC TEXT);
CREATE TABLE CUST (CUST_ID INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL UNIQUE, CTRY TEXT, BRTH_YR INTEGER NOT NULL, LOSS_LVL TEXT, SHOP_CD TEXT NOT NULL REFERENCES SHOP(SHOP_CD), INS_KND TEXT);
CREATE TABLE FIT_APPT (APPT_ID INTEGER PRIMARY KEY, CUST_ID INTEGER NOT NULL REFERENCES CUST(CUST_ID), SHOP_CD TEXT NOT NULL REFERENCES SHOP(SHOP_CD), TYP_CD TEXT NOT NULL REFERENCES DEV_TYP(TYP_CD), FITTED_DT TEXT NOT NULL, STS_CD TEXT NOT NULL, DUR_MIN INTEGER);
CREATE TABLE SALE (SALE_ID INTEGER PRIMARY KEY, CUST_ID INTEGER NOT NULL REFERENCES CUST(CUST_ID), SHOP_CD TEXT NOT NULL REFERENCES SHOP(SHOP_CD), ORDERED_DT TEXT NOT NULL, STS_CD TEXT NOT NULL, DISC_AMT INTEGER, PAY_MTH TEXT NOT NULL);
CREATE TABLE SALE_LN (SALE_ID INTEGER NOT NULL REFERENCES SALE(SALE_ID), LN_NO INTEGER NOT NULL, TYP_CD TEXT NOT NULL REFERENCES DEV_TYP(TYP_CD), EAR TEXT NOT NULL, QTY INTEGER NOT NULL, UNIT_PRC INTEGER NOT NULL, COLR TEXT, SRV_PER TEXT NOT NULL, PRIMARY KEY (SALE_ID, LN_NO));
CREATE TABLE REPAIR (RPR_ID INTEGER PRIMARY KEY, CUST_ID INTEGER NOT NULL REFERENCES CUST(CUST_ID), SHOP_CD TEXT NOT NULL REFERENCES SHOP(SHOP_CD), TYP_CD TEXT NOT NULL REFERENCES DEV_TYP(TYP_CD), SENT_DT TEXT NOT NULL, STS_CD TEXT NOT NULL, FAULT TEXT, COST_AMT TEXT NOT NULL);
"""
SHOPS = [("HB", "Harbour Street", "Aalborg", 9), ("MK", "Market Square", "Aalborg", 6), ("ST", "Station Arcade", "Odense", 7), ("OL", "Old Mill", "Odense", 4),
         ("NG", "North Gate", "Randers", 3), ("BR", "Bridge Road", "Esbjerg", 2), ("UC", "University Corner", "Randers", 1), ("LK", "Lakeside", "Esbjerg", 1)]
TYPES = [("BTE", "Behind the ear", 900, "disposable"), ("RIC", "Receiver in canal", 1500, "recharge"), ("ITE", "In the ear", 1200, "disposable"),
         ("CIC", "Completely in canal", 1700, "disposable"), ("BON", "Bone conduction", 3200, "recharge"), ("CRS", "Cross system", 2600, "recharge"),
         ("STR", "Streaming kit", 240, "mains"), ("TIN", "Tinnitus masker", 800, None), ("PKT", "Pocket model", 450, "disposable"), ("TRN", "Training device", 610, None)]
SOLD = {"BTE": 9, "RIC": 7, "ITE": 4, "CIC": 3, "BON": 2, "CRS": 2, "STR": 2, "TIN": 1}
OPEN = {"HB": 9, "MK": 6, "ST": 6, "OL": 4, "NG": 3, "BR": 1}


def fill(m):
    m.add("SHOP", SHOPS)
    m.add("DEV_TYP", TYPES)
    names = set()
    while len(names) < 190:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 190)
    customers = m.add("CUST", [(n, names[n - 1], m.pick({"Denmark": 9, "Germany": 4, "Poland": 3, "Sweden": 3, None: 2}), m.whole(1928, 1996),
                                m.pick({"mild": 4, "moderate": 5, "severe": 3, None: 2}), m.pick(OPEN), m.pick({"state": 8, "private": 4, None: 3})) for n in range(1, 191)])
    visits = []
    for n in range(1, 341):
        c = customers[int(m.random.random() ** 1.5 * 165)]
        shop = c[5] if m.chance(.85) else m.pick(OPEN)
        status = m.pick({"fitted": 9, "cancel": 3, "no show": 2, "moved": 1})
        if shop == "BR" and status == "cancel":
            status = "moved"
        visits.append((n, c[0], shop, m.pick(SOLD), m.day("2022-01-10", "2024-12-20"), status, m.whole(20, 95) if status == "fitted" and m.chance(.85) else None))
    m.add("FIT_APPT", visits)
    sales, lines = [], []
    for n in range(1, 231):
        c = customers[int(m.random.random() ** 1.4 * 170)]
        sales.append((n, c[0], c[5] if m.chance(.9) else m.pick(OPEN), m.day("2022-01-05", "2024-12-22"), m.pick({"paid": 9, "ordered": 4, "return": 2}),
                      m.pick([25, 40, 60, 90, 150, 240]) if m.chance(.4) else None, m.pick({"card": 7, "instal": 4, "cash": 2})))
        for number in range(1, m.pick({1: 6, 2: 7, 3: 2}) + 1):
            kind = m.pick(SOLD)
            price = next(t[2] for t in TYPES if t[0] == kind)
            lines.append((n, number, kind, m.pick("LR"), m.pick({1: 9, 2: 3, 4: 1}), price + 10 * m.whole(-12, 20),
                          m.pick({"grey": 6, "beige": 5, "black": 3, "red": 3, None: 3}), m.pick({"none": 6, "month": 4, "year": 3})))
    m.add("SALE", sales)
    m.add("SALE_LN", lines)
    repairs = []
    for n in range(1, 201):
        c = customers[int(m.random.random() ** 1.6 * 175)]
        shop = c[5] if c[5] != "BR" else "HB"
        repairs.append((n, c[0], shop, m.pick(SOLD), m.day("2022-03-01", "2024-12-15"), m.pick({"back": 7, "sent": 4, "lost": 1}),
                        m.pick({"moisture": 5, "battery": 4, "microphone": 3, "cable": 2, None: 2}), str(m.whole(18, 240)) if m.chance(.75) else "n/a"))
    m.add("REPAIR", repairs)
