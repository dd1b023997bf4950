"""A credit union on a core system with old names: members, accounts with holders, transactions, loans and their payments."""
from making import later

SCHEMA = """
CREATE TABLE BR (BR_CD TEXT PRIMARY KEY, BR_NM TEXT NOT NULL, CITY_NM TEXT NOT NULL, MGR_EMP_NO INTEGER, CLS_DT TEXT);
CREATE TABLE EMP (
  EMP_NO INTEGER PRIMARY KEY, EMP_NM TEXT NOT NULL, BR_CD TEXT REFERENCES BR(BR_CD), SUPV_EMP_NO INTEGER REFERENCES EMP(EMP_NO),
  HIRE_DT TEXT NOT NULL, TERM_DT TEXT);
CREATE TABLE MBR (
  MBR_NO INTEGER PRIMARY KEY, LST_NM TEXT NOT NULL, FST_NM TEXT NOT NULL, BRTH_DT TEXT, JOIN_DT TEXT NOT NULL,
  HOME_BR_CD TEXT REFERENCES BR(BR_CD), MBR_STS_CD TEXT NOT NULL, SPNSR_MBR_NO INTEGER REFERENCES MBR(MBR_NO));
CREATE TABLE ACCT_TYP (TYP_CD TEXT PRIMARY KEY, TYP_DESC TEXT NOT NULL, INT_RT_BP INTEGER NOT NULL);
CREATE TABLE ACCT (
  ACCT_NO INTEGER PRIMARY KEY, TYP_CD TEXT NOT NULL REFERENCES ACCT_TYP(TYP_CD), BR_CD TEXT NOT NULL,
  OPN_DT TEXT NOT NULL, CLS_DT TEXT, BAL_CTS INTEGER NOT NULL);
CREATE TABLE ACCT_HLDR (
  ACCT_NO INTEGER NOT NULL REFERENCES ACCT(ACCT_NO), MBR_NO INTEGER NOT NULL REFERENCES MBR(MBR_NO),
  ROLE_CD TEXT NOT NULL, PRIMARY KEY (ACCT_NO, MBR_NO));
CREATE TABLE TXN (
  TXN_ID INTEGER PRIMARY KEY, ACCT_NO INTEGER NOT NULL REFERENCES ACCT(ACCT_NO), POST_TS TEXT NOT NULL,
  TXN_CD TEXT NOT NULL, AMT_CTS INTEGER NOT NULL, CHNL_CD TEXT, REVRSD_BY_ID INTEGER);
CREATE TABLE PURP (PURP_CD TEXT PRIMARY KEY, PURP_DESC TEXT NOT NULL);
CREATE TABLE LN (
  LN_NO INTEGER PRIMARY KEY, MBR_NO INTEGER NOT NULL REFERENCES MBR(MBR_NO), COSGN_MBR_NO INTEGER REFERENCES MBR(MBR_NO),
  PURP_CD TEXT NOT NULL REFERENCES PURP(PURP_CD), PRIN_AMT REAL NOT NULL, RT_PCT TEXT NOT NULL, APPL_DT TEXT NOT NULL,
  FUND_DT TEXT, MAT_DT TEXT, PDOFF_DT TEXT, LN_STS_CD TEXT NOT NULL, OFCR_EMP_NO INTEGER REFERENCES EMP(EMP_NO));
CREATE TABLE LN_PMT (
  LN_NO INTEGER NOT NULL REFERENCES LN(LN_NO), SEQ_NO INTEGER NOT NULL, DUE_DT TEXT NOT NULL, PD_DT TEXT,
  PRIN_PD REAL NOT NULL, INT_PD REAL NOT NULL, PRIMARY KEY (LN_NO, SEQ_NO));
"""
BRANCHES = [("01", "Main Street", "Ashford", 3, None), ("02", "Riverside", "Ashford", 5, None), ("03", "Mill Hill", "Denby", 7, None),
            ("04", "Campus", "Denby", None, None), ("05", "Old Dock", "Portlow", 9, "2024-06-30"), ("06", "Airport", "Portlow", 11, None)]
TYPES = [("SAV", "Share savings", 125), ("CHK", "Share draft checking", 0), ("MMK", "Money market", 310), ("CD1", "Certificate 12 months", 425),
         ("YTH", "Youth savings", 200), ("HSA", "Health savings", 75)]
PURPOSES = [("AU", "Auto"), ("HM", "Home improvement"), ("ED", "Education"), ("DC", "Debt consolidation"), ("BT", "Boat"), ("BZ", "Small business")]


def fill(m):
    m.add("BR", BRANCHES)
    m.add("EMP", [(n, " ".join(m.person()), m.pick(["01", "02", "03", "04", "06", None]), None if n < 3 else m.whole(1, min(n - 1, 8)),
                   m.day("2008-01-01", "2024-12-31"), m.day("2025-01-10", "2025-08-31") if m.chance(.2) else None) for n in range(1, 29)])
    members = []
    for n in range(1001, 1241):
        first, last = m.person()
        members.append((n, last, first, m.day("1940-01-01", "2015-12-31") if m.chance(.92) else None, m.day("2010-01-01", "2025-08-31"),
                        m.pick({"01": 5, "02": 4, "03": 4, "06": 2, "05": 1, None: 1}), m.pick({"A": 14, "D": 3, "C": 2}),
                        m.whole(1001, n - 1) if n > 1020 and m.chance(.25) else None))
    m.add("MBR", members)
    m.add("ACCT_TYP", TYPES)
    accts, holders = [], []
    for n in range(50001, 50331):
        opened = m.pick(["2024-12-31", "2025-01-01", "2025-06-30"]) if m.chance(.07) else m.day("2018-01-01", "2025-08-31")
        closed = m.day(max(opened, "2023-06-01"), "2025-09-25") if m.chance(.2) else None
        accts.append((n, m.pick({"SAV": 8, "CHK": 8, "MMK": 3, "CD1": 2, "YTH": 2}), m.pick(["01", "02", "03", "04", "05", "06"]), opened, closed,
                      0 if closed else m.pick([0, -m.whole(500, 40000), 100000]) if m.chance(.15) else round(m.skewed(20, 48000) * 100)))
        who = m.some(range(1001, 1216), m.pick([1, 1, 1, 2, 2, 3]))
        holders += [(n, w, "J" if at else "P") for at, w in enumerate(who)]
    m.add("ACCT", accts)
    m.add("ACCT_HLDR", holders)
    txns = []
    for when in sorted(m.pick(["2025-03-31 17:45:00", "2025-06-30 09:10:00", "2025-01-31 23:59:59"]) if m.chance(.03)
        else m.moment("2024-10-01", "2025-09-28", (7, 21))
                       for _ in range(2000)):
        a = accts[int(m.random.random() ** 1.3 * 300)]
        code = m.pick({"DP": 8, "WD": 9, "FE": 3, "IN": 2, "TO": 2, "TI": 2})
        cents = m.pick([500, 1200, 2500]) if code == "FE" else round(m.skewed(1, 90) * 100) if code == "IN" else round(m.skewed(10, 4000) * 100)
        txns.append([len(txns) + 1, a[0], when, code, cents, m.pick({"ATM": 4, "WEB": 6, "BRN": 4, "ACH": 5}) if code not in ("FE", "IN") else None, None])
    for t in m.some(txns[:1900], 60):
        t[6] = t[0] + m.whole(1, 90)
    m.add("TXN", txns)
    m.add("PURP", PURPOSES)
    loans, pays = [], []
    for n in range(7001, 7191):
        applied = m.day("2022-01-01", "2025-08-31")
        status = m.pick({"A": 10, "P": 5, "D": 3, "W": 1, "X": 2})
        funded = None if status in "DW" else later(applied, days=m.whole(0, 45))
        term = m.pick([12, 24, 36, 48, 60])
        amount = m.pick([2500, 5000, 5000, 7500, 12000, 18500, 25000, 40000, 60000])
        off = None
        rows = []
        if funded:
            for k in range(1, min(term, 14) + 1):
                due = later(funded, days=30 * k)
                if due > "2025-09-30":
                    break
                paid = later(due, days=m.pick([-4, -1, 0, 0, 0, 2, 6, 20, 35])) if m.chance(.94) else None
                rows.append((n, k, due, paid, round(amount / term, 2) if paid else 0, round(amount * .004, 2) if paid else 0))
            if status == "P":
                off = later(funded, days=m.whole(200, 700))
                if off > "2025-09-30":
                    status, off = "A", None
        loans.append((n, m.whole(1001, 1200), m.whole(1001, 1240) if m.chance(.25) else None, m.pick(["AU", "AU", "AU", "HM", "ED", "DC", "DC", "BT"]), amount,
                      m.pick(["3.9", "4.25", "5.5", "6.75", "7.9", "8.99", "9.5", "10.5", "12.25", "14.9"]), applied, funded,
                      later(funded, days=term * 30) if funded else None, off, status, m.whole(1, 18) if m.chance(.93) else None))
        pays += rows
    m.add("LN", loans)
    m.add("LN_PMT", pays)
