"""Fraud monitoring of a bank, in the names of an old system: customers, accounts, bookings, rules, alerts, cases."""
from making import later

SCHEMA = """
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, SEG_CD TEXT NOT NULL, CTRY TEXT NOT NULL, SNC_DT TEXT NOT NULL, CLS_DT TEXT);
CREATE TABLE ACCT (
  ACCT_NO TEXT PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), PROD_CD TEXT NOT NULL, OPN_DT TEXT NOT NULL, CLS_DT TEXT,
  LMT_AMT INTEGER);
CREATE TABLE TXN (
  TXN_ID INTEGER PRIMARY KEY, ACCT_NO TEXT NOT NULL REFERENCES ACCT(ACCT_NO), CTR_ACCT_NO TEXT, TXN_DT TEXT NOT NULL, TXN_TM TEXT NOT NULL,
  AMT INTEGER NOT NULL, DRCT TEXT NOT NULL, CHNL_CD TEXT NOT NULL, CTRY TEXT, STS_CD INTEGER NOT NULL);
CREATE TABLE ANLST (
  ANLST_ID INTEGER PRIMARY KEY, NM TEXT NOT NULL, TEAM_CD TEXT NOT NULL, MGR_ID INTEGER, STRT_DT TEXT NOT NULL, END_DT TEXT);
CREATE TABLE RUL (RUL_CD TEXT PRIMARY KEY, RUL_NM TEXT NOT NULL, SEV INTEGER NOT NULL, ACTV_FLG TEXT NOT NULL);
CREATE TABLE ALRT (
  ALRT_ID INTEGER PRIMARY KEY, TXN_ID INTEGER NOT NULL, RUL_CD TEXT NOT NULL, CRT_TS TEXT NOT NULL, SCR TEXT NOT NULL, STS_CD TEXT NOT NULL,
  ANLST_ID INTEGER, CLS_TS TEXT, DISP_CD TEXT);
CREATE TABLE FRD_CASE (
  CASE_ID INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL, OPN_DT TEXT NOT NULL, CLS_DT TEXT, OPN_BY INTEGER NOT NULL, OWNR_ID INTEGER,
  LOSS_AMT INTEGER NOT NULL, RCVR_AMT INTEGER);
CREATE TABLE CASE_ALRT (CASE_ID INTEGER NOT NULL REFERENCES FRD_CASE(CASE_ID), ALRT_ID INTEGER NOT NULL REFERENCES ALRT(ALRT_ID), PRIMARY KEY (CASE_ID, ALRT_ID));
CREATE TABLE CD_LKP (CD_TYP TEXT NOT NULL, CD TEXT NOT NULL, DSCR TEXT NOT NULL, PRIMARY KEY (CD_TYP, CD));
CREATE TABLE WTCH (ACCT_NO TEXT NOT NULL, ADD_DT TEXT NOT NULL, RMV_DT TEXT, RSN_CD TEXT NOT NULL);
"""


def fill(m):
    m.add("CD_LKP", [("SEG", "P", "Private"), ("SEG", "B", "Business"), ("SEG", "V", "Private banking"), ("CHNL", "ATM", "Cash machine"),
                     ("CHNL", "WEB", "Web banking"), ("CHNL", "APP", "Mobile app"), ("CHNL", "BRN", "Branch"), ("CHNL", "TEL", "Telephone"),
                     ("PROD", "CUR", "Current account"), ("PROD", "SAV", "Savings account"), ("PROD", "CRD", "Credit card"), ("DISP", "TP", "Confirmed fraud"),
                     ("DISP", "FP", "False alarm"), ("DISP", "UN", "Undetermined")])
    cust, acct = [], []
    for n in range(1, 111):
        first, last = m.person()
        since = m.day("2015-01-01", "2025-06-30")
        cust.append((1000 + n, f"{last.upper()} {first}", m.pick({"P": 7, "B": 3, "V": 1}), m.pick({"AT": 7, "DE": 4, "CZ": 2, "HU": 1}), since,
                     m.day("2025-01-10", "2025-12-20") if m.chance(.1) else None))
        for k in range(m.pick([0, 1, 1, 2, 2, 3])):
            opened = m.day(since, "2025-08-31")
            acct.append((f"{m.pick(['AT', 'AT', 'DE'])}{10000 + len(acct) * 7}", 1000 + n, m.pick({"CUR": 6, "SAV": 3, "CRD": 4}), opened,
                         m.day("2025-03-01", "2025-12-20") if m.chance(.12) else None, m.whole(5, 100) * 10000 if m.chance(.85) else None))
    m.add("CUST", cust)
    m.add("ACCT", acct)
    team = []
    for n in range(1, 15):
        first, last = m.person()
        team.append((n, f"{first} {last}", m.pick(["L1", "L1", "L2", "INV"]), None if n == 1 else 1 if n < 4 else m.pick([2, 3, m.whole(1, n - 1)]),
                     m.day("2017-01-01", "2024-12-01"), m.day("2025-02-01", "2025-11-30") if n > 5 and m.chance(.25) else None))
    m.add("ANLST", team)
    m.add("RUL", [("R01", "Velocity", 3, "Y"), ("R02", "Foreign cash", 4, "Y"), ("R03", "Night transfer", 2, "Y"), ("R04", "New payee, high amount", 5, "Y"),
                  ("R05", "Dormant account", 3, "N"), ("R06", "Round amounts", 1, "Y"), ("R07", "Mule pattern", 5, "Y"), ("R08", "Old cheque rule", 2, "N")])
    txn, alerts = [], []
    for n in range(1, 1501):
        a = acct[int(m.random.random() ** 1.5 * (len(acct) - 8))]
        day = m.day("2025-01-01", "2025-12-15") if m.chance(.92) else m.pick(["2025-03-31", "2025-06-30", "2025-07-01", "2025-09-30"])
        txn.append((n, a[0], m.pick(acct)[0] if m.chance(.35) else None, day.replace("-", ""), f"{m.whole(0, 23):02}{m.whole(0, 59):02}{m.whole(0, 59):02}",
                    m.pick([10000, 20000, 50000]) if m.chance(.15) else int(m.skewed(2, 9000) * 100), m.pick({"D": 7, "C": 3}),
                    m.pick({"ATM": 3, "WEB": 4, "APP": 6, "BRN": 1}), m.pick({"AT": 8, "DE": 3, "RO": 1, "NG": .5, None: 1}), m.pick({1: 85, 2: 8, 3: 7})))
        if m.chance(.26):
            for r in m.some(["R01", "R02", "R03", "R04", "R05", "R06", "R07"], m.pick([1, 1, 1, 2, 3])):
                made = later(day + " 06:00:00", minutes=m.whole(1, 2000))
                state = m.pick({"C": 7, "A": 2, "N": 1})
                alerts.append((len(alerts) + 1, n, r, made, str(m.whole(5, 100)), state, None if state == "N" else m.whole(2, 12),
                               later(made, minutes=m.whole(20, 9000)) if state == "C" else None,
                               m.pick({"FP": 6, "TP": 0 if r == "R06" else 3, "UN": 1}) if state == "C" else None))
    m.add("TXN", txn)
    m.add("ALRT", alerts)
    owner = {a[0]: a[1] for a in acct}
    cases, links = [], set()
    for n in range(1, 91):
        al = m.pick([a for a in alerts if a[8] != "FP"])
        who = owner[txn[al[1] - 1][1]]
        day = later(al[3][:10], days=m.whole(0, 4))
        shut = later(day, days=m.whole(2, 70)) if m.chance(.7) else None
        loss = int(m.skewed(0, 20000) * 100)
        cases.append((n, who, day, shut if shut and shut < "2025-12-31" else None, m.whole(2, 12), m.whole(2, 12) if m.chance(.85) else None, loss,
                      int(loss * m.amount(0, 1)) if m.chance(.55) else None))
        links.add((n, al[0]))
        for x in alerts:
            if owner[txn[x[1] - 1][1]] == who and m.chance(.3):
                links.add((n, x[0]))
    m.add("FRD_CASE", cases)
    m.add("CASE_ALRT", sorted(links))
    rows = []
    for _ in range(60):
        a = m.pick(acct[:34])
        day = m.day("2024-06-01", "2025-11-30")
        rows.append((a[0], day, later(day, days=m.whole(10, 200)) if m.chance(.5) else None, m.pick(["MULE", "LEA", "MAN"])))
    m.add("WTCH", rows)
