"""A mail-order seed house: varieties, packets, suppliers, customers, orders, germination tests. Old column names."""
from making import later

SCHEMA = """
CREATE TABLE TYP_REF (TYP_CD INTEGER PRIMARY KEY, TYP_DS TEXT NOT NULL);
CREATE TABLE SUPL (SUPL_NO INTEGER PRIMARY KEY, SUPL_NM TEXT NOT NULL, CTRY_CD TEXT NOT NULL, REL_RNK INTEGER NOT NULL);
CREATE TABLE VAR_MST (VAR_NO INTEGER PRIMARY KEY, VAR_NM TEXT NOT NULL, SPEC_NM TEXT NOT NULL, TYP_CD INTEGER NOT NULL REFERENCES TYP_REF(TYP_CD), SUPL_NO INTEGER REFERENCES SUPL(SUPL_NO), SOW_FR INTEGER NOT NULL, SOW_TO INTEGER NOT NULL, HT_CM TEXT, ORG_FLG TEXT NOT NULL, PAR_VAR INTEGER, INTRO_YR INTEGER NOT NULL);
CREATE TABLE PKT (PKT_NO INTEGER PRIMARY KEY, VAR_NO INTEGER NOT NULL REFERENCES VAR_MST(VAR_NO), SEED_CNT INTEGER NOT NULL, PRC_CT INTEGER NOT NULL, STK_QTY INTEGER NOT NULL, MIN_QTY INTEGER NOT NULL);
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, CUST_TYP TEXT NOT NULL, BILL_CITY TEXT NOT NULL, SHIP_CITY TEXT, REG_DT TEXT NOT NULL, REF_NO INTEGER);
CREATE TABLE ORD_HDR (ORD_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), ORD_DT TEXT NOT NULL, SHP_DT TEXT, PD_DT TEXT, STAT_CD TEXT NOT NULL, PAY_CD TEXT NOT NULL, SHP_COST TEXT);
CREATE TABLE ORD_LIN (ORD_NO INTEGER NOT NULL REFERENCES ORD_HDR(ORD_NO), LIN_NO INTEGER NOT NULL, PKT_NO INTEGER NOT NULL REFERENCES PKT(PKT_NO), QTY INTEGER NOT NULL, LST_CT INTEGER NOT NULL, NET_CT INTEGER NOT NULL, PRIMARY KEY (ORD_NO, LIN_NO));
CREATE TABLE GERM_TST (TST_NO INTEGER PRIMARY KEY, VAR_NO INTEGER NOT NULL REFERENCES VAR_MST(VAR_NO), TST_DT TEXT NOT NULL, SEED_N INTEGER NOT NULL, GERM_N INTEGER NOT NULL);
"""
KINDS = {"Tomato": (1, 20, 240), "Carrot": (1, 15, 45), "Lettuce": (1, 15, 40), "Bean": (1, 35, 280), "Pumpkin": (1, 30, 80), "Basil": (2, 20, 70), "Dill": (2, 60, 130), "Thyme": (2, 8, 35), "Sunflower": (3, 40, 320), "Cosmos": (3, 50, 140), "Zinnia": (3, 25, 95), "Melon": (4, 25, 60), "Strawberry": (4, 9, 30)}
WORDS = "Golden Early Giant Black Dwarf Sweet Alpine Old Ruby Winter Summer Silver".split()
TAILS = "Star King Drop Queen Heart Bell Jewel Wonder".split()


def fill(m):
    m.add("TYP_REF", [(1, "vegetable"), (2, "herb"), (3, "flower"), (4, "fruit"), (5, "grass")])
    ranks = m.some(range(1, 13), 12)
    m.add("SUPL", [(n, f"{m.pick(['Green', 'Field', 'North', 'Delta', 'Hill', 'Sun'])} Seeds {n}", m.pick({"NL": 4, "DE": 3, "IT": 2, "FR": 2}), ranks[n - 1]) for n in range(1, 13)])
    kinds, vars_ = m.some(KINDS, 13), []
    for n in range(1, 161):
        spec = kinds[int(m.random.random() ** 1.5 * 13)]
        typ, low, high = KINDS[spec]
        first = m.whole(1, 7)
        vars_.append((n, f"{m.pick(WORDS)} {m.pick(TAILS)}", spec, typ, m.whole(1, 10) if m.chance(.92) else None, first, first + m.whole(1, 4), str(m.whole(low, high)) if m.chance(.9) else None, m.pick({"N": 5, "Y": 3}), m.whole(1, n - 1) if n > 10 and m.chance(.25) else None, m.whole(1998, 2026)))
    m.add("VAR_MST", vars_)
    pkts = []
    for v in vars_[:150]:
        for k in range(m.pick([1, 1, 2, 3])):
            pkts.append((len(pkts) + 1, v[0], m.pick([10, 15, 25, 50, 100, 250, 500]), m.whole(95, 1290), m.pick([0, 0, m.whole(1, 40), m.whole(10, 400)]), m.pick([10, 20, 50])))
    m.add("PKT", pkts)
    custs = []
    for n in range(1, 141):
        bill = m.pick({"Graz": 5, "Linz": 4, "Wels": 2, "Steyr": 1})
        custs.append((n, " ".join(m.person()), m.pick({"P": 7, "T": 2}), bill, (bill if m.chance(.6) else m.pick(["Graz", "Linz", "Wels", "Villach"])) if m.chance(.85) else None, m.day("2020-01-01", "2026-06-01").replace("-", ""), m.whole(1, n - 1) if n > 5 and m.chance(.3) else None))
    m.add("CUST", custs)
    orders, lines = [], []
    for n in range(1, 421):
        day = m.day("2024-01-01", "2026-06-25")
        stat = m.pick({"O": 2, "S": 12, "X": 2})
        shipped = later(day, days=m.pick([0, 1, 1, 2, 3, 5, 9])) if stat == "S" else None
        orders.append((n, int(m.random.random() ** 1.8 * 125) + 1, day, shipped, later(day, days=m.pick([-0, 0, 1, 7, 14, 35])) if stat != "X" and m.chance(.85) else None, stat, m.pick({"C": 5, "T": 3, "K": 2}), f"{m.pick([2.9, 4.5, 6.9, 9.9, 12.5, 19])}" if m.chance(.93) else None))
        for k, p in enumerate(m.some(pkts[:int(len(pkts) * .9)], m.pick([1, 1, 2, 2, 3, 5])), 1):
            lines.append((n, k, p[0], m.pick([1, 1, 1, 2, 3, 5, 10]), p[3], p[3] if m.chance(.7) else int(p[3] * m.pick([.9, .8, .5]))))
    m.add("ORD_HDR", orders)
    m.add("ORD_LIN", lines)
    tests = []
    for n in range(1, 231):
        many = m.pick([50, 50, 100, 200])
        tests.append((n, m.whole(1, 130), m.day("2023-01-01", "2026-06-20"), many, int(many * (1 - m.random.random() ** 2 * .7))))
    m.add("GERM_TST", tests)
