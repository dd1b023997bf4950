"""A dry cleaner's old ticket system: customers, shops, tickets with garment lines, payments, damage claims; codes and cents."""
from making import later

SCHEMA = """
CREATE TABLE CITY_REF (CITY_CD TEXT PRIMARY KEY, CITY_NM TEXT NOT NULL);
CREATE TABLE CUST_MST (
  CUST_NO INTEGER PRIMARY KEY, LST_NM TEXT NOT NULL, FST_NM TEXT, CUST_TYP TEXT NOT NULL, CITY_CD TEXT,
  PH_NO TEXT, OPN_DT TEXT NOT NULL, INACT_FLG TEXT NOT NULL, LOY_PTS TEXT);
CREATE TABLE EMP_MST (
  EMP_NO INTEGER PRIMARY KEY, LST_NM TEXT NOT NULL, FST_NM TEXT NOT NULL, SHP_NO INTEGER, SUP_EMP_NO INTEGER,
  HIRE_DT TEXT NOT NULL, TERM_DT TEXT);
CREATE TABLE SHP_MST (
  SHP_NO INTEGER PRIMARY KEY, SHP_NM TEXT NOT NULL, CITY_CD TEXT NOT NULL REFERENCES CITY_REF(CITY_CD), MGR_EMP_NO INTEGER);
CREATE TABLE GRMT_TYP (GRMT_CD TEXT PRIMARY KEY, GRMT_DESC TEXT NOT NULL, LIST_PRC_CT INTEGER NOT NULL, GRP_CD TEXT NOT NULL);
CREATE TABLE STS_REF (STS_CD TEXT PRIMARY KEY, STS_DESC TEXT NOT NULL);
CREATE TABLE TKT_HDR (
  TKT_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST_MST(CUST_NO), IN_SHP_NO INTEGER NOT NULL,
  OUT_SHP_NO INTEGER, CRT_EMP_NO INTEGER NOT NULL, CLS_EMP_NO INTEGER, RCV_TS TEXT NOT NULL, PROM_DT TEXT NOT NULL,
  RDY_DT TEXT, PKUP_DT TEXT, STS_CD TEXT NOT NULL, DISC_CT INTEGER);
CREATE TABLE TKT_LN (
  TKT_NO INTEGER NOT NULL REFERENCES TKT_HDR(TKT_NO), LN_NO INTEGER NOT NULL, GRMT_CD TEXT NOT NULL,
  QTY INTEGER NOT NULL, PRC_CT INTEGER NOT NULL, EXPR_FLG TEXT NOT NULL, PRIMARY KEY (TKT_NO, LN_NO));
CREATE TABLE PMT (
  PMT_NO INTEGER PRIMARY KEY, TKT_NO INTEGER NOT NULL, PMT_DT TEXT NOT NULL, AMT_CT INTEGER NOT NULL, MTHD_CD TEXT NOT NULL);
CREATE TABLE CLM (
  CLM_NO INTEGER PRIMARY KEY, TKT_NO INTEGER NOT NULL, LN_NO INTEGER NOT NULL, CLM_DT TEXT NOT NULL, STTL_DT TEXT,
  CLM_AMT_CT INTEGER NOT NULL, RSN_CD TEXT NOT NULL);
"""

GARMENTS = [("SH", "Shirt", 350, "L"), ("TR", "Trousers", 650, "D"), ("SU", "Suit", 1450, "D"), ("CO", "Coat", 1800, "D"), ("DR", "Dress", 1300, "D"),
            ("DU", "Duvet", 2400, "H"), ("TB", "Tablecloth", 900, "H"), ("WG", "Wedding gown", 8900, "D"), ("CU", "Curtain", 1100, "H"), ("LE", "Leather jacket", 4500, "S")]


def fill(m):
    m.add("CITY_REF", [("KLN", "Cologne"), ("BN", "Bonn"), ("LEV", "Leverkusen"), ("NE", "Neuss"), ("AC", "Aachen")])
    cust = []
    for n in range(1, 191):
        first, last = m.person()
        firm = m.chance(.15)
        cust.append((n, m.pick(["Hotel Rhein", "Cafe Dom", "Theater Sued", "Bistro Nord"]) if firm else last, None if firm else first, "B" if firm else "P",
                     m.pick({"KLN": 9, "BN": 5, "LEV": 4, "NE": 2}) if m.chance(.93) else None, f"0{m.whole(200, 299)} {m.whole(10000, 99999)}" if m.chance(.8) else None,
                     m.day("2021-02-01", "2026-06-10"), "Y" if m.chance(.16) else "N", str(m.skewed(0, 1400, 0))[:-2] if m.chance(.85) else None))
    m.add("CUST_MST", cust)
    emp = []
    for n in range(1, 23):
        first, last = m.person()
        gone = m.day("2025-02-01", "2026-06-01") if n > 4 and m.chance(.22) else None
        emp.append((n, last, first, n if n < 5 else m.pick({1: 5, 2: 4, 3: 3, 4: 2}), None if n == 1 else 1 if n < 5 else (None if m.chance(.1) else m.pick([1, 2, 3, 4])),
                    m.day("2012-01-10", "2024-12-20"), gone))
    m.add("EMP_MST", emp)
    m.add("SHP_MST", [(1, "Dom", "KLN", 1), (2, "Ehrenfeld", "KLN", 2), (3, "Bonn Mitte", "BN", 3), (4, "Wiesdorf", "LEV", 4), (5, "Neuss Plant", "NE", None)])
    m.add("GRMT_TYP", GARMENTS)
    m.add("STS_REF", [("R", "Received"), ("C", "In cleaning"), ("D", "Ready"), ("P", "Picked up"), ("X", "Cancelled"), ("L", "Lost")])
    hdr, lines, pays, claims = [], [], [], []
    for n in range(1, 1101):
        c = int(m.random.random() ** 1.6 * 176) + 1
        ts = m.moment("2024-01-03", "2026-06-29", (8, 18))
        if m.chance(.06):
            ts = m.pick(["2025-12-31", "2026-03-31", "2025-06-30", "2026-05-31"]) + " 16:10:00"
        prom = later(ts[:10], days=m.pick([1, 2, 3, 3, 4, 7]))
        rdy = later(prom, days=m.pick([-1, -1, 0, 0, 0, 0, 1, 3]))
        rdy = max(rdy, ts[:10])
        pk = later(rdy, days=m.pick([0, 0, 1, 1, 2, 5, 9, 20, 45]))
        sts = "X" if m.chance(.05) else "L" if m.chance(.01) else "P"
        if sts == "P" and (pk > "2026-06-29" or m.chance(.03)):
            sts = "D" if rdy <= "2026-06-29" else m.pick(["R", "C"])
        if sts in "XLRC":
            rdy = None
        shop = m.pick({1: 6, 2: 4, 3: 4, 4: 2})
        out = None if sts == "X" else shop if m.chance(.85) else m.pick([1, 2, 3, 4])
        clerk = m.pick([e[0] for e in emp if e[3] == shop and e[0] < 20])
        hdr.append((n, c, shop, out, clerk, (clerk if m.chance(.4) else m.whole(1, 20)) if sts == "P" else None, ts, prom, rdy,
                    pk if sts == "P" else None, sts, m.pick([100, 200, 500]) if m.chance(.16) else (None if m.chance(.6) else 0)))
        total = 0
        for k in range(1, m.pick([1, 1, 2, 2, 3, 4]) + 1):
            g = m.pick({"SH": 9, "TR": 6, "SU": 5, "CO": 3, "DR": 4, "DU": 2, "TB": 2, "WG": .5, "CU": 1})
            price = [x for x in GARMENTS if x[0] == g][0][2]
            price = round(price * (.92 if ts < "2025" else 1) * (1.5 if (fast := m.chance(.15)) else 1) / 10) * 10
            qty = m.pick([1, 1, 1, 2, 3, 5]) if g in ("SH", "TR", "TB") else 1
            lines.append((n, k, g, qty, price, "Y" if fast else "N"))
            total += qty * price
            if sts in "PL" and m.chance(.035 if sts == "P" else .9):
                d = later(pk, days=m.whole(0, 20))
                claims.append((len(claims) + 1, n, k, d, later(d, days=m.whole(2, 60)) if m.chance(.6) else None, m.whole(5, 90) * 100,
                               m.pick(["TEAR", "STAIN", "SHRK"]) if sts == "P" else "LOST"))
        total -= hdr[-1][11] or 0
        if sts == "P" and m.chance(.93) or sts in "RCD" and m.chance(.4):
            k = m.pick([1, 1, 1, 2])
            for at in range(k):
                pays.append((len(pays) + 1, n, ts[:10] if at == 0 and k == 2 or sts != "P" else pk, total // k + (total % k if at == 0 else 0), m.pick({"CA": 5, "EC": 6, "CC": 2})))
    m.add("TKT_HDR", hdr)
    m.add("TKT_LN", lines)
    m.add("PMT", pays)
    m.add("CLM", claims)
