"""A trade mark office: applications with coded kinds and states, applicants, agents, examiners, classes of goods and services, oppositions, fees, acts of the file."""
from making import later

SCHEMA = """
CREATE TABLE mark (ap_no TEXT PRIMARY KEY, "Mark Text" TEXT, knd TEXT, fil_dt TEXT, reg_dt TEXT, exp_dt TEXT, st TEXT, ap_id INTEGER, own_id INTEGER, ag_id INTEGER, ex_id INTEGER, lang TEXT);
CREATE TABLE pty (p_id INTEGER PRIMARY KEY, nm TEXT, typ TEXT, ctry TEXT, city TEXT, sme TEXT);
CREATE TABLE agent (ag_id INTEGER PRIMARY KEY, nm TEXT, firm TEXT, ctry TEXT, adm_yr INTEGER);
CREATE TABLE exmr (ex_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sx TEXT, grp TEXT, hired TEXT, sup_id INTEGER);
CREATE TABLE nice (cl INTEGER PRIMARY KEY, ttl TEXT, gs TEXT);
CREATE TABLE mark_cl (ap_no TEXT NOT NULL, cl INTEGER NOT NULL, n_terms INTEGER, PRIMARY KEY (ap_no, cl));
CREATE TABLE opp (o_no INTEGER PRIMARY KEY, ap_no TEXT, opp_id INTEGER, dt TEXT, grd TEXT, res TEXT, "Earlier Mark" TEXT);
CREATE TABLE fee (f_no INTEGER PRIMARY KEY, ap_no TEXT, typ TEXT, amt TEXT, due TEXT, paid TEXT);
CREATE TABLE act (ap_no TEXT NOT NULL, sq INTEGER NOT NULL, dt TEXT, cd TEXT, PRIMARY KEY (ap_no, sq));
"""

CLASSES = [(1, "Chemicals", "G"), (3, "Cosmetics", "G"), (5, "Pharmaceuticals", "G"), (9, "Software and devices", "G"), (12, "Vehicles", "G"), (16, "Paper", "G"),
           (25, "Clothing", "G"), (28, "Games", "G"), (29, "Foods", "G"), (30, "Coffee and bread", "G"), (32, "Beers", "G"), (33, "Spirits", "G"), (35, "Advertising", "S"),
           (36, "Insurance", "S"), (38, "Telecommunications", "S"), (41, "Education", "S"), (42, "Research", "S"), (43, "Restaurants", "S"), (45, "Legal services", "S")]
BEGIN = "Al Bel Cor Dan Ev Fin Gol Hel Is Jun Kal Lum Mir Nov Or Pal Quan Ros Sol Tri Ul Ver Wen Xen Yor Zan".split()
END = "ara ero ina isto oline umax ity ora exa ium alis etto onix iva ulo".split()
STARTS = ["Nordic", "Blue Lake", "Sunrise", "Old Mill", "Harbour", "Alpina", "Meridian", "Cobalt", "Evergreen", "Tern"]
KIND = {"company": ["Ltd", "GmbH", "Inc.", "Foods", "Labs"], "university": ["University"], "association": ["Association", "Union"]}


def fill(m):
    parties = []
    for i in range(1, 151):
        typ = m.pick({"company": 11, "person": 5, "university": 1, "association": 1})
        parties.append((i, " ".join(m.person()) if typ == "person" else f"{m.pick(STARTS)} {m.pick(KIND[typ])}", typ, m.pick({"DE": 6, "FR": 4, "IT": 3, "PL": 2, "US": 3, "JP": 1, None: .5}),
                        m.pick(["Bern", "Lyon", "Turin", "Gdansk", "Austin", "Kiel", None]), m.pick({"Y": 5, "N": 5, None: 1}) if typ == "company" else None))
    m.add("pty", parties)
    m.add("agent", [(i, " ".join(m.person()), m.pick({"Kern & Partner": 4, "Lindqvist IP": 3, "Moss Legal": 3, None: 1}), m.pick({"DE": 5, "FR": 3, "IT": 2, "PL": 1}), m.whole(1984, 2021))
                    for i in range(1, 41)])
    m.add("exmr", [(i, *m.person(), m.pick(["F", "M"]), m.pick({"A1": 3, "A2": 3, "B1": 2, "B2": 2}), m.day("1990-01-01", "2022-12-31"), None if i <= 4 else m.whole(1, 4)) for i in range(1, 31)])
    m.add("nice", CLASSES)
    marks, classes, acts, fees = [], [], [], []
    for i in range(1, 501):
        filed = m.day("2008-01-01", "2023-10-31")
        st = m.pick({"REG": 9, "PEN": 3 if filed > "2022" else .3, "REF": 2, "WDN": 2, "EXP": 3 if filed < "2013" else 0})
        reg = later(filed, days=m.whole(120, 520)) if st in ("REG", "EXP") else None
        knd = m.pick({"W": 9, "F": 6, "C": 1, "S": .6, "3D": 1})
        owner = m.whole(1, 140)
        marks.append((f"{filed[:4]}/{i:05}", None if knd in ("C", "S", "3D") and m.chance(.7) else (m.pick(BEGIN) + m.pick(END)).upper(), knd, filed.replace("-", ""),
                      reg and reg.replace("-", ""), reg and str(int(filed[:4]) + 10) + filed[4:].replace("-", ""), st, owner,
                      m.whole(1, 150) if m.chance(.2) else owner, None if m.chance(.25) else m.whole(1, 36), None if m.chance(.05) else m.whole(1, 27), m.pick({"en": 5, "de": 4, "fr": 2, "EN": .5})))
        for cl, _, _ in m.some([c for c in CLASSES if m.chance(.7) or c[0] in (9, 35, 25)], m.pick({1: 6, 2: 4, 3: 3, 5: 1})):
            classes.append((marks[-1][0], cl, None if m.chance(.08) else m.skewed(1, 90, 0)))
        day = filed
        for sq in range(1, m.whole(2, 7)):
            acts.append((marks[-1][0], sq, day, "FIL" if sq == 1 else m.pick({"EXM": 4, "OBJ": 3, "RSP": 3, "PUB": 3, "CHG": 1})))
            day = later(day, days=m.whole(3, 120))
        for typ in ["filing"] + (["class"] if m.chance(.4) else []) + (["renewal"] if st == "REG" and filed < "2013" else []) + (["opposition"] if m.chance(.06) else []):
            due = later(filed, days=30) if typ != "renewal" else str(int(filed[:4]) + 10) + filed[4:8] + "15"
            fees.append((len(fees) + 1, marks[-1][0], typ, m.pick({"850,00": 4, "1.000,00": 3, "1.250,50": 1, "320,00": 3, "50,00": 2}), due, None if m.chance(.15) else later(due, days=m.whole(-25, 40))))
    m.add("mark", marks)
    m.add("mark_cl", classes)
    m.add("act", acts)
    m.add("fee", fees)
    opps = []
    for i in range(1, 161):
        one, earlier = m.pick(marks[:420]), m.pick(marks) if m.chance(.8) else None
        opps.append((i, one[0], earlier[8] if earlier and m.chance(.4) else m.whole(1, 150), later(f"{one[3][:4]}-{one[3][4:6]}-{one[3][6:]}", days=m.whole(60, 300)).replace("-", "/"),
                     m.pick({"LC": 6, "BF": 2, "RP": 2}), m.pick({"+": 3, "-": 4, "": .5, None: 2}), earlier and earlier[0]))
    m.add("opp", opps)
