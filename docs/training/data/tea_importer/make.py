"""A tea importer on a legacy system: suppliers and purchase orders in several currencies, stock by warehouse, price list, sales orders and returns."""
from making import later

SCHEMA = """
CREATE TABLE CNTRY_REF (CNTRY_CD TEXT PRIMARY KEY, CNTRY_NM TEXT NOT NULL);
CREATE TABLE EMP (EMP_NO INTEGER PRIMARY KEY, EMP_NM TEXT NOT NULL, MGR_NO INTEGER, HIRE_DT TEXT NOT NULL, END_DT TEXT);
CREATE TABLE SUPP (
  SUPP_NO INTEGER PRIMARY KEY, SUPP_NM TEXT NOT NULL, CNTRY_CD TEXT REFERENCES CNTRY_REF(CNTRY_CD), BUYR_NO INTEGER, ACT_FLG TEXT NOT NULL);
CREATE TABLE ITM (
  ITM_NO INTEGER PRIMARY KEY, ITM_NM TEXT NOT NULL, TEA_TYP TEXT NOT NULL, ORIG_CD TEXT NOT NULL REFERENCES CNTRY_REF(CNTRY_CD), BAG_KG TEXT, DSC_FLG TEXT NOT NULL);
CREATE TABLE CURR_RT (CURR_CD TEXT NOT NULL, VAL_MON TEXT NOT NULL, RT_EUR REAL NOT NULL, PRIMARY KEY (CURR_CD, VAL_MON));
CREATE TABLE PO_HDR (
  PO_NO INTEGER PRIMARY KEY, SUPP_NO INTEGER NOT NULL REFERENCES SUPP(SUPP_NO), BUYR_NO INTEGER NOT NULL, APRV_NO INTEGER, PO_DT TEXT NOT NULL,
  ETA_DT TEXT NOT NULL, RCV_DT TEXT, CURR_CD TEXT NOT NULL, CAN_FLG TEXT NOT NULL);
CREATE TABLE PO_LN (
  PO_NO INTEGER NOT NULL REFERENCES PO_HDR(PO_NO), LN_NO INTEGER NOT NULL, ITM_NO INTEGER NOT NULL REFERENCES ITM(ITM_NO), QTY_KG INTEGER NOT NULL,
  PRC_KG REAL NOT NULL, PRIMARY KEY (PO_NO, LN_NO));
CREATE TABLE CUST (
  CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, SEG_CD TEXT NOT NULL, BIL_CNTRY TEXT, SHP_CNTRY TEXT, CR_LIM INTEGER, OPN_DT TEXT NOT NULL, CLS_DT TEXT);
CREATE TABLE SO_HDR (
  SO_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), REP_NO INTEGER, SO_DT TEXT NOT NULL, REQ_DT TEXT NOT NULL,
  SHP_DT TEXT, PAY_DT TEXT, STS_CD INTEGER NOT NULL, FRT_EUR REAL NOT NULL, DSC_EUR REAL);
CREATE TABLE SO_LN (
  SO_NO INTEGER NOT NULL REFERENCES SO_HDR(SO_NO), LN_NO INTEGER NOT NULL, ITM_NO INTEGER NOT NULL, QTY_KG INTEGER NOT NULL, PRC_KG REAL NOT NULL,
  RET_KG INTEGER, PRIMARY KEY (SO_NO, LN_NO));
CREATE TABLE STK (WHS_CD TEXT NOT NULL, ITM_NO INTEGER NOT NULL, QTY_KG INTEGER NOT NULL, MIN_KG INTEGER, PRIMARY KEY (WHS_CD, ITM_NO));
CREATE TABLE LST_PRC (ITM_NO INTEGER NOT NULL REFERENCES ITM(ITM_NO), EFF_DT TEXT NOT NULL, PRC_KG REAL NOT NULL, PRIMARY KEY (ITM_NO, EFF_DT));
"""

ITEMS = [("Assam FTGFOP", "BK", "IN", "20", 14), ("Darjeeling First Flush", "BK", "IN", "10", 42), ("Ceylon OP", "BK", "LK", "25", 11), ("Sencha", "GR", "JP", "5", 28), ("Gunpowder", "GR", "CN", "30", 9), ("Matcha", "GR", "JP", "1", 120),
         ("Tie Guan Yin", "OO", "CN", "10", 36), ("Pai Mu Tan", "WH", "CN", "8", 39), ("Rooibos", "HB", "ZA", "18", 7), ("Peppermint", "HB", "DE", "12", 8), ("Keemun", "BK", "CN", "20", 16), ("Genmaicha", "GR", "JP", "100", 19), ("Oriental Beauty", "OO", "TW", None, 64)]


def fill(m):
    m.add("CNTRY_REF", [("IN", "India"), ("LK", "Sri Lanka"), ("JP", "Japan"), ("CN", "China"), ("ZA", "South Africa"), ("DE", "Germany"), ("TW", "Taiwan"), ("AT", "Austria"), ("CH", "Switzerland"), ("KE", "Kenya")])
    m.add("EMP", [(n, " ".join(m.person()), None if n == 1 else 1 if n < 5 else (m.pick([2, 3, 4, m.whole(2, n - 1)]) if m.chance(.92) else None), m.day("2008-02-01", "2024-12-01"), m.day("2025-03-01", "2026-06-01") if n > 4 and m.chance(.2) else None) for n in range(1, 21)])
    m.add("SUPP", [(n, m.pick(["Golden", "Jade", "River", "Mountain", "Lotus"]) + " " + m.pick(["Estate", "Trading", "Garden"]), m.pick({"IN": 4, "CN": 5, "JP": 3, "LK": 2, "ZA": 1, None: 1}), m.whole(2, 9) if m.chance(.9) else None,
                    "N" if n == 29 else m.pick({"Y": 4, "N": 1})) for n in range(1, 31)])
    m.add("ITM", [(n, *i[:4], "Y" if n in (5, 12) else "N") for n, i in enumerate(ITEMS, 1)])
    months = [f"{y}-{k:02}" for y in (2024, 2025, 2026) for k in range(1, 13) if (y, k) <= (2026, 6)]
    base = {"EUR": 1, "USD": .92, "JPY": .0062, "CNY": .128}
    m.add("CURR_RT", [(c, x, 1.0 if c == "EUR" else round(r * m.amount(.95, 1.05), 5)) for c, r in base.items() for x in months])
    po, pol = [], []
    for n in range(1, 221):
        d = m.day("2024-01-10", "2026-06-20")
        eta = later(d, days=m.whole(30, 80))
        rcv = later(eta, days=m.pick([-6, -2, 0, 0, 0, 3, 9, 20]))
        can = m.chance(.06)
        cur = m.pick({"USD": 5, "EUR": 3, "JPY": 2, "CNY": 2})
        buyer = m.whole(2, 9)
        po.append((n, m.whole(1, 26), buyer, (buyer if m.chance(.2) else m.whole(1, 5)) if m.chance(.9) else None, d, eta, rcv if rcv <= "2026-06-30" and not can and m.chance(.96) else None, cur, "Y" if can else "N"))
        for k, i in enumerate(m.some(range(12), m.pick([1, 1, 2, 3])), 1):
            pol.append((n, k, i + 1, m.whole(2, 40) * 25, round(ITEMS[i][4] * m.amount(.4, .6) / base[cur], 2)))
    m.add("PO_HDR", po)
    m.add("PO_LN", pol)
    m.add("CUST", [(n, m.pick(["Tea House", "Cafe", "Bio Markt", "Hotel", "Teeladen"]) + " " + m.pick(["Nord", "Mitte", "Sued", "Alpin", "Krone", "Linde"]), m.pick({"R": 6, "W": 3, "H": 3}), (c := m.pick({"DE": 7, "AT": 3, "CH": 2, None: .5})),
                    (c if m.chance(.75) else m.pick(["DE", "AT", "CH"])) if m.chance(.95) else None, m.pick([1000, 2500, 5000, 10000]) if m.chance(.8) else None, m.day("2019-02-01", "2026-06-10"), m.day("2025-06-01", "2026-06-20") if m.chance(.09) else None) for n in range(1, 141)])
    so, sol = [], []
    for n in range(1, 1001):
        d = m.day("2024-01-08", "2026-06-29")
        if m.chance(.05):
            d = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"])
        req = later(d, days=m.pick([3, 5, 7, 14, 21]))
        shp = max(d, later(req, days=m.pick([-3, -1, 0, 0, 0, 1, 4])))
        sts = 90 if m.chance(.06) else 30 if m.chance(.85) else 20
        if shp > "2026-06-29" and sts != 90:
            sts = 10
        paid = later(shp, days=m.pick([0, 7, 14, 30, 40])) if sts == 30 and m.chance(.92) else None
        so.append((n, int(m.random.random() ** 1.4 * 128) + 1, m.whole(5, 19) if m.chance(.92) else None, d, req, shp if sts in (20, 30) else None, paid if paid and paid <= "2026-06-30" else None, sts, m.pick([0, 9.5, 18]),
                   m.pick([5, 10, 20]) if m.chance(.2) else (None if m.chance(.7) else 0)))
        for k, i in enumerate(m.some(range(11), m.pick([1, 1, 2, 3])), 1):
            q = m.pick([1, 2, 5, 5, 10, 20])
            sol.append((n, k, i + 1, q, round(ITEMS[i][4] * m.pick([1, 1, .95, 1.1]) * (.93 if d < "2025" else 1), 2), m.pick([0, 1, q]) if sts in (20, 30) and m.chance(.08) else None))
    m.add("SO_HDR", so)
    m.add("SO_LN", sol)
    m.add("STK", [(w, i, m.whole(0, 60) * 5, m.pick([25, 50, 100]) if m.chance(.85) else None) for w in ("HAM", "BRE", "WIE") for i in range(1, 14) if m.chance(.8)])
    m.add("LST_PRC", [(n, d, round(i[4] * f, 2)) for n, i in enumerate(ITEMS, 1) for d, f in [("2023-01-01", .93), ("2025-01-01", 1), ("2026-03-01", 1.08)][:m.pick([1, 2, 3, 3])]])
