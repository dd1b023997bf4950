"""An insurer's policies with versions, claims, reserves and payments, in a legacy system's short names."""
from making import later

SCHEMA = """
CREATE TABLE CUST (
  CUST_ID INTEGER PRIMARY KEY, FNAME TEXT, LNAME TEXT, BIRTH_DT TEXT, SEX TEXT, ZIP TEXT, CITY TEXT,
  TEST_FLG TEXT NOT NULL);
CREATE TABLE PROD (PROD_CD TEXT PRIMARY KEY, PROD_NM TEXT NOT NULL, LOB TEXT, ACTV_FLG TEXT NOT NULL);
CREATE TABLE BRKR (BRKR_ID INTEGER PRIMARY KEY, BRKR_NM TEXT NOT NULL, CITY TEXT, COMM_PCT REAL);
CREATE TABLE PLCY (
  PLCY_ID INTEGER PRIMARY KEY, PLCY_NO TEXT UNIQUE NOT NULL, PROD_CD TEXT NOT NULL REFERENCES PROD(PROD_CD),
  CUST_ID INTEGER NOT NULL REFERENCES CUST(CUST_ID), BRKR_ID INTEGER REFERENCES BRKR(BRKR_ID),
  STAT_CD TEXT NOT NULL, INCEPT_DT TEXT NOT NULL, CANC_DT TEXT, PREV_PLCY_ID INTEGER REFERENCES PLCY(PLCY_ID));
CREATE TABLE PLCY_VERS (
  PLCY_ID INTEGER REFERENCES PLCY(PLCY_ID), VERS_NO INTEGER, EFF_DT TEXT NOT NULL, EXP_DT TEXT NOT NULL,
  ANN_PREM_CT INTEGER NOT NULL, DEDUCT_CT INTEGER, SUM_INS_EUR INTEGER, CHG_RSN TEXT,
  PRIMARY KEY (PLCY_ID, VERS_NO));
CREATE TABLE CD_CAUSE (CAUSE_CD TEXT PRIMARY KEY, DSCR TEXT NOT NULL, PARENT_CD TEXT REFERENCES CD_CAUSE(CAUSE_CD));
CREATE TABLE CD_STAT (STAT_CD TEXT PRIMARY KEY, DSCR TEXT NOT NULL);
CREATE TABLE ADJ (
  ADJ_ID INTEGER PRIMARY KEY, FNAME TEXT, LNAME TEXT, SUPV_ID INTEGER REFERENCES ADJ(ADJ_ID), TEAM TEXT,
  AUTH_LMT_CT INTEGER, HIRE_DT TEXT NOT NULL, TERM_DT TEXT);
CREATE TABLE CLM (
  CLM_ID INTEGER PRIMARY KEY, PLCY_ID INTEGER NOT NULL REFERENCES PLCY(PLCY_ID), LOSS_DT TEXT NOT NULL,
  RPT_TS TEXT NOT NULL, CAUSE_CD TEXT REFERENCES CD_CAUSE(CAUSE_CD), ADJ_ID INTEGER REFERENCES ADJ(ADJ_ID),
  STAT_CD TEXT NOT NULL REFERENCES CD_STAT(STAT_CD), CLSD_DT TEXT, FRAUD_FLG TEXT, LOSS_CITY TEXT);
CREATE TABLE CLM_STAT_HIST (
  CLM_ID INTEGER REFERENCES CLM(CLM_ID), SEQ_NO INTEGER, STAT_CD TEXT NOT NULL, CHG_TS TEXT NOT NULL,
  PRIMARY KEY (CLM_ID, SEQ_NO));
CREATE TABLE CLM_RSV (
  RSV_ID INTEGER PRIMARY KEY, CLM_ID INTEGER NOT NULL REFERENCES CLM(CLM_ID), RSV_TYP TEXT NOT NULL,
  SET_DT TEXT NOT NULL, RSV_CT INTEGER NOT NULL);
CREATE TABLE CLM_PMT (
  PMT_ID INTEGER PRIMARY KEY, CLM_ID INTEGER NOT NULL REFERENCES CLM(CLM_ID), PAYEE_TYP TEXT NOT NULL,
  PMT_DT TEXT NOT NULL, AMT_CT INTEGER NOT NULL, VOID_FLG TEXT NOT NULL);
CREATE TABLE CLM_PARTY (
  CLM_ID INTEGER REFERENCES CLM(CLM_ID), CUST_ID INTEGER REFERENCES CUST(CUST_ID), ROLE TEXT NOT NULL,
  PRIMARY KEY (CLM_ID, CUST_ID, ROLE));
"""

CITIES = {"Utrecht": 6, "Ghent": 4, "Antwerp": 3, "Breda": 2, "GHENT": 1, "Liège": 1}
PRODUCTS = [("MOT", "Motor Comfort", "MOTOR", "Y"), ("MTB", "Motor Basic", "MOTOR", "N"),
            ("HOM", "Home Contents", "PROPERTY", "Y"), ("BLD", "Building", "PROPERTY", "Y"),
            ("LIA", "Private Liability", "LIABILITY", "Y"), ("TRV", "Travel", None, "Y"), ("PET", "Pet Cover", None, "Y")]
CAUSES = [("NAT", "Natural event", None), ("STO", "Storm", "NAT"), ("HAI", "Hail", "STO"), ("FLO", "Flood", "NAT"),
          ("ACC", "Accident", None), ("COL", "Collision", "ACC"), ("REA", "Rear-end collision", "COL"),
          ("GLA", "Glass breakage", "ACC"), ("THE", "Theft", None), ("BUR", "Burglary", "THE"),
          ("WAT", "Water damage", None), ("PIP", "Burst pipe", "WAT"), ("VOL", "Volcano", "NAT")]
STATS = [("O", "Open"), ("C", "Closed"), ("R", "Reopened"), ("D", "Denied"), ("W", "Withdrawn")]


def fill(m):
    customers = []
    for n in range(1, 301):
        first, last = m.person()
        customers.append((n, first, last, m.day("1940-01-01", "2004-12-31") if m.chance(.93) else None,
                          m.pick({"F": 9, "M": 9, "X": 1}), f"{m.whole(1000, 9999)}" if m.chance(.9) else None,
                          m.pick(CITIES), "Y" if m.chance(.05) else "N"))
    m.add("CUST", customers)
    m.add("PROD", PRODUCTS)
    m.add("BRKR", [(n, name, m.pick(["Utrecht", "Ghent", "Antwerp", None]), m.pick([5, 7.5, 7.5, 10, 12, None]))
                   for n, name in enumerate(["Van Dam & Co", "Sure Thing", "Polder Brokers", "Ardenne Assur",
                                             "Safe Hands", "Delta Advice", "Sure Thing Online", "Noord Makelaars"], 1)])
    policies, versions = [], []
    for n in range(1, 451):
        start = m.day("2019-01-01", "2024-05-31")
        if m.chance(.2):
            start = start[:8] + "01"
        customer, product = m.whole(1, 265), m.pick({"MOT": 9, "MTB": 3, "HOM": 7, "BLD": 4, "LIA": 5, "TRV": 2})
        previous = None
        if n > 60 and m.chance(.18):
            older = policies[m.whole(0, n - 2)]
            if older[6] < later(start, days=-300) and not any(p[8] == older[0] for p in policies):
                previous, customer, product = older[0], older[3], older[2]
        status = m.pick({"A": 70, "X": 14, "L": 10, "P": 3})
        cancelled = later(start, days=m.whole(20, 900)) if status == "X" else None
        if cancelled and cancelled > "2024-06-30":
            cancelled, status = None, "A"
        policies.append((n, f"P-{m.pick(['A', 'B'])}{n * 37:06}", product, customer,
                         m.whole(1, 7) if m.chance(.6) else None, status, start, cancelled, previous))
        premium, since, deduct = m.whole(90, 1400) * 100 + m.pick([0, 50, 99]), start, m.pick([0, 15000, 25000, 50000, None])
        insured = m.pick([None, 25000, 50000, 75000, 100000, 250000])
        count = m.pick([1, 2, 2, 3, 4])
        for vers in range(1, count + 1):
            until = later(since, days=m.whole(90, 420))
            last = vers == count or until > "2024-06-15"
            versions.append((n, vers, since, "9999-12-31" if last else until, premium, deduct, insured,
                             None if vers == 1 else m.pick(["indexation", "indexation", "address", "cover", "discount"])))
            if last:
                break
            since, premium = later(until, days=1), round(premium * m.amount(.93, 1.12))
            deduct = m.pick([deduct, deduct, 25000])
    m.add("PLCY", policies)
    m.add("PLCY_VERS", versions)
    m.add("CD_CAUSE", CAUSES)
    m.add("CD_STAT", STATS)
    staff = []
    for n in range(1, 27):
        hired = m.day("2012-01-01", "2023-12-31")
        gone = m.day("2023-03-01", "2024-06-20") if m.chance(.15) and n > 5 else None
        staff.append((n, *m.person(), None if n == 1 else 1 if n < 5 else m.whole(2, min(n - 1, 8)),
                      m.pick(["Motor", "Property", "Liability", "Complex", None]),
                      m.pick([250000, 500000, 500000, 1000000, 2500000, None]), hired,
                      gone if gone and gone > hired else None))
    m.add("ADJ", staff)
    claims, history, reserves, payments, parties = [], [], [], [], {}
    days = sorted(m.pick(["2023-12-31", "2024-01-01", "2023-06-30", "2024-02-29", "2023-03-31"]) if m.chance(.05)
                  else m.day("2021-06-01", "2024-06-20") for _ in range(640))
    for n, loss in enumerate(days, 1):
        policy = policies[int(m.random.random() ** 1.5 * 430)]
        reported = later(loss, days=m.pick([0, 0, 1, 1, 2, 3, 5, 9, 20, 45, 120])) + \
            f" {m.whole(7, 21):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}"
        status = m.pick({"O": 20, "C": 60, "R": 6, "D": 10, "W": 5})
        causes = {"MOTOR": ["COL", "COL", "REA", "GLA", "THE", "HAI"], "PROPERTY": ["STO", "FLO", "BUR", "PIP", "WAT", "HAI"]}.get(
            dict((p[0], p[2]) for p in PRODUCTS)[policy[2]], ["ACC", "THE", "WAT", None])
        steps, at = [("O", reported)], reported
        if status != "O":
            at = later(at, days=m.whole(2, 160), hours=m.whole(0, 9))
            steps.append(("C" if status == "R" else status, at))
        if status == "R" or status == "C" and m.chance(.07):
            at = later(at, days=m.whole(10, 90))
            steps.append(("R", at))
            if status == "C":
                at = later(at, days=m.whole(10, 60))
                steps.append(("C", at))
        history += [(n, seq, *step) for seq, step in enumerate(steps, 1)]
        claims.append((n, policy[0], loss, reported, m.pick(causes), m.pick(staff[:21])[0] if m.chance(.94) else None,
                       status, at[:10] if status in "CDW" else None, m.pick({"N": 16, "Y": 2, None: 4}),
                       m.pick(CITIES) if m.chance(.9) else None))
        size = int(m.skewed(15000, 2400000, 0))
        for kind in ("IND", "EXP"):
            if m.chance(.92 if kind == "IND" else .45):
                amount, when = size if kind == "IND" else size // 9, later(reported[:10], days=m.whole(0, 3))
                for _ in range(m.pick([1, 1, 2, 3])):
                    reserves.append((len(reserves) + 1, n, kind, when, amount // 100 * 100))
                    amount, when = int(amount * m.pick([.5, .8, 1.3, 1.6])), later(when, days=m.whole(7, 120))
                if status in "CDW" and m.chance(.9):
                    reserves.append((len(reserves) + 1, n, kind, max(when, at[:10]), 0))
        if status in "COR":
            for _ in range(m.pick([0, 1, 1, 2, 3]) if status != "C" else m.pick([0, 1, 1, 2, 2, 4])):
                when = later(reported[:10], days=m.whole(5, 200))
                amount = round(size * m.amount(.1, .7))
                payments.append((len(payments) + 1, n, m.pick({"INS": 6, "TP": 3, "VND": 3}),
                                 f"{when[5:7]}/{when[8:]}/{when[:4]}", -amount if m.chance(.06) else amount,
                                 "Y" if m.chance(.06) else "N"))
        if m.chance(.35):
            for _ in range(m.whole(1, 2)):
                parties[n, m.whole(1, 290), m.pick(["claimant", "claimant", "witness", "Witness"])] = 1
    m.add("CLM", claims)
    m.add("CLM_STAT_HIST", history)
    m.add("CLM_RSV", m.some(reserves, len(reserves)))
    m.add("CLM_PMT", payments)
    m.add("CLM_PARTY", parties)
