"""A catalogue of meteorites: find or fall codes, masses kept as text, coded classes in a tree, pieces held by museums, loans from one museum to another, thin sections and analyses."""
from making import later

SCHEMA = """
CREATE TABLE cls (cls_cd TEXT PRIMARY KEY, nm TEXT, grp TEXT, parent_cd TEXT REFERENCES cls(cls_cd));
CREATE TABLE cntry (iso TEXT PRIMARY KEY, name TEXT, cont TEXT);
CREATE TABLE met (
  met_id INTEGER PRIMARY KEY, name TEXT, fall TEXT, yr INTEGER, `mass (g)` TEXT, cls_cd TEXT REFERENCES cls(cls_cd), iso TEXT REFERENCES cntry(iso),
  lat REAL, lon REAL, paired_to INTEGER REFERENCES met(met_id));
CREATE TABLE inst (i_no INTEGER PRIMARY KEY, name TEXT, town TEXT, iso TEXT REFERENCES cntry(iso), open_yn TEXT);
CREATE TABLE person (p_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sex TEXT, iso TEXT, sup_id INTEGER REFERENCES person(p_id));
CREATE TABLE piece (
  pc_no INTEGER PRIMARY KEY, met_id INTEGER REFERENCES met(met_id), i_no INTEGER REFERENCES inst(i_no), kind TEXT, wt_g REAL, acq TEXT, acq_how TEXT, paid_usd INTEGER);
CREATE TABLE loan (
  ln_no INTEGER PRIMARY KEY, pc_no INTEGER REFERENCES piece(pc_no), from_i INTEGER REFERENCES inst(i_no), to_i INTEGER REFERENCES inst(i_no),
  out_dt TEXT, due_dt TEXT, back_dt TEXT);
CREATE TABLE analysis (
  an_no INTEGER PRIMARY KEY, pc_no INTEGER REFERENCES piece(pc_no), p_id INTEGER REFERENCES person(p_id), dt TEXT, meth TEXT, fa_mol TEXT, h_cost REAL, hrs INTEGER);
CREATE TABLE naming (met_id INTEGER REFERENCES met(met_id), finder_id INTEGER, author_id INTEGER, bull INTEGER, st TEXT);
"""

CLASSES = [("CH", "Chondrite", "stony", None), ("AC", "Achondrite", "stony", None), ("FE", "Iron", "iron", None), ("SI", "Stony-iron", "mixed", None), ("OC", "Ordinary chondrite", "stony", "CH"),
           ("CC", "Carbonaceous chondrite", "stony", "CH"), ("H5", "H5 chondrite", "stony", "OC"), ("L6", "L6 chondrite", "stony", "OC"), ("LL4", "LL4 chondrite", "stony", "OC"), ("CM2", "CM2 chondrite", "stony", "CC"),
           ("CV3", "CV3 chondrite", "stony", "CC"), ("EUC", "Eucrite", "stony", "AC"), ("LUN", "Lunar", "stony", "AC"), ("IAB", "Iron, IAB", "iron", "FE"), ("IIE", "Iron, IIE", "iron", "FE"),
           ("PAL", "Pallasite", "mixed", "SI"), ("MES", "Mesosiderite", "mixed", "SI")]
COUNTRIES = [("MA", "Morocco", "Africa"), ("OM", "Oman", "Asia"), ("LY", "Libya", "Africa"), ("US", "United States", "North America"), ("CL", "Chile", "South America"), ("AU", "Australia", "Oceania"),
             ("FR", "France", "Europe"), ("DE", "Germany", "Europe"), ("IN", "India", "Asia"), ("AQ", "Antarctica", None), ("NZ", "New Zealand", "Oceania"), ("PT", "Portugal", "Europe")]
INSTS = [(1, "Halden Museum of Rocks", "Halden", "DE", "Y"), (2, "Institut des Pierres", "Lyon", "FR", "Y"), (3, "Mesa Planetary Lab", "Tucson", "US", "N"), (4, "Atacama Collection", "Antofagasta", "CL", "Y"), (5, "Southern Sky Museum", "Perth", "AU", "Y"),
         (6, "Casa do Meteorito", "Porto", "PT", "N"), (7, "Prairie College", "Wichita", "US", "N"), (8, "Kiel Vault", "Kiel", "DE", "N"), (9, "Otago Stone Hall", "Dunedin", "NZ", "Y")]
STEMS = "Tarfa,Zemrane,Hamra,Quill,Larkin,Sombra,Yarrow,Cobar,Dhahir,Essen".split(",")
PLACES = "Dune,Wadi,Ridge,Plain,Creek,Oasis,Mesa,Salar,Bluff,Crossing,Valley,Camp".split(",")


def fill(m):
    m.add("cls", CLASSES)
    m.add("cntry", COUNTRIES)
    m.add("inst", INSTS)
    people = []
    for n in range(1, 61):
        first, last = m.person()
        people.append((n, first, last, m.pick({"F": 9, "M": 11, None: 1}), m.pick([c[0] for c in COUNTRIES if c[0] != "AQ"]), m.whole(1, min(n - 1, 14)) if n > 6 and m.chance(.8) else None))
    people[9] = (10, "Ottilie", "Brandvold", "F", "DE", 3)
    people[2] = (3, "Anselm", "Krogh", "M", "FR", None)
    m.add("person", people)
    mets = []
    for n in range(1, 321):
        iso = m.pick({"MA": 9, "OM": 7, "LY": 4, "US": 6, "CL": 6, "AU": 4, "FR": 2, "DE": 2, "IN": 3, "AQ": 8})
        fall = "Fe" if iso == "IN" and m.chance(.7) or m.chance(.17) else "Fo"
        mass = m.pick({"x": 13, "n/a": 1, "": .6}) if n > 3 else "x"
        if mass == "x":
            mass = str(int(10 ** (1 + m.random.random() * 4.6))) if m.chance(.8) else f"{m.amount(10, 900, 1)}"
        mets.append((n, f"{m.pick(STEMS)} {m.pick(PLACES)} {n:03}", fall, m.whole(1860, 2022) if m.chance(.95) else None, mass,
                     m.pick({"H5": 9, "L6": 10, "LL4": 4, "CM2": 3, "CV3": 2, "EUC": 3, "LUN": 1, "IAB": 3, "IIE": 1, "PAL": 1.5, "MES": 1, "OC": 1}), iso,
                     m.amount(-80, 55, 3) if m.chance(.9) else None, m.amount(-150, 170, 3), m.whole(1, n - 1) if n > 20 and m.chance(.14) else None))
    m.add("met", mets)
    pieces = []
    for met in mets:
        for _ in range(m.pick({0: 4, 1: 7, 2: 4, 3: 2, 5: 1})):
            how = m.pick({"B": 5, "G": 4, "X": 2, None: 1})
            pieces.append((len(pieces) + 1, met[0], m.pick({1: 7, 2: 5, 3: 10, 4: 4, 5: 3, 6: 2, 7: 1, 8: 2}), m.pick({"MM": 4, "SL": 6, "TS": 5, "PW": 2}), m.skewed(.4, 2500, 1) if m.chance(.96) else None,
                           m.day("1970-01-05", "2022-12-20"), how, int(m.skewed(40, 9000, 0)) if how == "B" else None))
    m.add("piece", pieces)
    loans = []
    for n in range(1, 231):
        pc = m.pick(pieces)
        out = m.day("2015-01-10", "2022-11-30")
        due = later(out, days=m.pick([90, 180, 180, 365]))
        loans.append((n, pc[0], pc[2], m.pick([i for i in (1, 2, 3, 4, 5, 7, 8, 9) if i != pc[2]]), out, due, later(out, days=m.whole(20, 420)) if m.chance(.8) else None))
    m.add("loan", [one[:6] + (one[6] if one[6] and one[6] < "2022-12-31" else None,) for one in loans])
    m.add("analysis", [(n, m.pick(pieces)[0], 1 + int(m.random.random() ** 1.5 * 50), m.day("2012-02-01", "2022-12-15"), m.pick({"EMPA": 6, "XRD": 4, "ICP": 3, "SEM": 3}),
                        m.pick({"x": 7, "-": 1, "n/a": 1}).replace("x", f"{m.amount(4, 31, 1)}"), float(m.pick([35, 50, 80, 120])), m.whole(1, 14)) for n in range(1, 421)])
    m.add("naming", [(met[0], m.whole(1, 60), m.whole(1, 40), m.whole(60, 111), m.pick({"A": 14, "P": 3, "R": 1})) for met in mets if m.chance(.85)])
