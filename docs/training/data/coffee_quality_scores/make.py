"""Cupping scores of coffee lots: growers and exporters, moisture and altitude as text, tasters with mentors, scores by session, defects, auction offers and sold bags."""
from making import later

SCHEMA = """
CREATE TABLE origin (o_cd TEXT PRIMARY KEY, nm TEXT, cont TEXT, `Harvest/yr` INTEGER);
CREATE TABLE firm (f_id INTEGER PRIMARY KEY, nm TEXT, town TEXT, o_cd TEXT REFERENCES origin(o_cd), kind TEXT, joined TEXT);
CREATE TABLE variety (v_cd TEXT PRIMARY KEY, nm TEXT, sp TEXT, from_v TEXT REFERENCES variety(v_cd));
CREATE TABLE lot (
  lot_no TEXT PRIMARY KEY, grower_id INTEGER REFERENCES firm(f_id), export_id INTEGER REFERENCES firm(f_id), o_cd TEXT REFERENCES origin(o_cd),
  v_cd TEXT REFERENCES variety(v_cd), proc TEXT, `alt (m)` TEXT, bags INTEGER, bag_kg REAL, moist TEXT, harv_dt TEXT, graded_dt TEXT, exp_dt TEXT, st TEXT);
CREATE TABLE taster (t_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sex TEXT, home TEXT REFERENCES origin(o_cd), q_since INTEGER, mentor INTEGER REFERENCES taster(t_id), act INTEGER);
CREATE TABLE cupping (lot_no TEXT REFERENCES lot(lot_no), t_id INTEGER REFERENCES taster(t_id), dt TEXT, aroma REAL, flav REAL, acid REAL, body REAL, tot REAL, PRIMARY KEY (lot_no, t_id));
CREATE TABLE defect (df_id INTEGER PRIMARY KEY, lot_no TEXT REFERENCES lot(lot_no), cat INTEGER, typ TEXT, qty INTEGER);
CREATE TABLE ordr (or_no INTEGER PRIMARY KEY, buyer_id INTEGER REFERENCES firm(f_id), payer_id INTEGER REFERENCES firm(f_id), dt TEXT, ship_usd REAL, tot_usd REAL, paid TEXT, cancel_yn TEXT);
CREATE TABLE ord_line (or_no INTEGER REFERENCES ordr(or_no), ln INTEGER, lot_no TEXT REFERENCES lot(lot_no), bags INTEGER, `usd/bag` REAL, PRIMARY KEY (or_no, ln));
"""

ORIGINS = [("ET", "Ethiopia", "Africa", 1), ("KE", "Kenya", "Africa", 2), ("RW", "Rwanda", "Africa", 1), ("CO", "Colombia", "South America", 2), ("PE", "Peru", "South America", 1),
           ("GT", "Guatemala", "Central America", 1), ("CR", "Costa Rica", "Central America", 1), ("ID", "Indonesia", "Asia", 2), ("VN", "Vietnam", "Asia", 1), ("YE", "Yemen", "Asia", None)]
VARIETIES = [("TYP", "Typica", "A", None), ("BOU", "Bourbon", "A", "TYP"), ("CAT", "Caturra", "A", "BOU"), ("PAC", "Pacas", "A", "BOU"), ("MAR", "Maragogype", "A", "TYP"), ("PCM", "Pacamara", "A", "PAC"),
             ("GES", "Gesha", "A", None), ("CTU", "Catuai", "A", "CAT"), ("SL8", "SL28", "A", "BOU"), ("ROB", "Robusta", "R", None), ("ROL", "Robusta Local", "R", "ROB")]
STEMS = "Aurora,Vista,Cumbre,Lomas,Kiriko,Abaya,Toba,Rutsi,Mocha,Perla,Cedro,Nyota".split(",")
TAILS = {"G": "Estate,Farm,Cooperative,Hill", "E": "Export,Trading,Coffee Co", "B": "Roasters,Coffee House,Imports"}


def fill(m):
    m.add("origin", ORIGINS)
    m.add("variety", VARIETIES)
    firms = []
    for n in range(1, 121):
        kind = "G" if n <= 60 else "E" if n <= 85 else "B"
        firms.append((n, f"{m.pick(STEMS)} {m.pick(TAILS[kind].split(','))} {n}", m.pick(["Addis", "Nairobi", "Kigali", "Bogota", "Cusco", "Antigua", "Heredia", "Medan", "Hanoi", "Aden"]),
                      m.pick({"ET": 7, "KE": 4, "RW": 2, "CO": 8, "PE": 3, "GT": 5, "CR": 3, "ID": 4, "VN": 2, "YE": 1}), kind, m.day("2009-01-05", "2021-06-30") if m.chance(.92) else None))
    firms[6] = (7, "Finca Montebruno", "Antigua", "GT", "G", "2011-03-04")
    firms[66] = (67, "Harbour Beans Export", "Nairobi", "KE", "E", "2014-05-20")
    firms[90] = (91, "Nordlys Roasters", "Bogota", "CO", "B", "2016-02-01")
    m.add("firm", firms)
    lots = []
    for n in range(1, 281):
        grower = 1 + int(m.random.random() ** 1.4 * 56)
        origin = firms[grower - 1][3] if m.chance(.9) else m.pick([o[0] for o in ORIGINS])
        harvest = m.day("2018-10-01", "2022-10-30")
        graded = later(harvest, days=m.whole(20, 150))
        bags = m.whole(8, 320)
        lots.append((f"{origin}-{n:04}", grower, grower if m.chance(.12) else 61 + int(m.random.random() ** 1.5 * 25), origin, m.pick({"TYP": 4, "BOU": 6, "CAT": 7, "PAC": 2, "MAR": 1, "PCM": 2, "GES": 2, "CTU": 4, "SL8": 3, "ROB": 3, "ROL": 1}),
                     m.pick({"W": 10, "N": 6, "H": 3, None: 1}), m.pick({"x": 11, "n/a": 1, "": .7}).replace("x", str(m.whole(80, 225) * 10)) if m.chance(.9) else f"{m.whole(650, 990)}", bags,
                     m.pick([60.0, 60.0, 69.0, 46.0, 30.0]), m.pick({"x": 12, "-": 1.3}).replace("x", f"{m.amount(8.2, 13.4, 1)}"), harvest, graded, later(graded, days=365), m.pick({"A": 10, "S": 5, "R": 2})))
    m.add("lot", lots)
    tasters = []
    for n in range(1, 46):
        first, last = m.person()
        tasters.append((n, first, last, m.pick({"F": 10, "M": 11}), m.pick([o[0] for o in ORIGINS]), m.whole(2003, 2020), m.whole(1, min(n - 1, 9)) if n > 4 and m.chance(.8) else None, int(m.chance(.78))))
    tasters[1] = (2, "Leontine", "Achterberg", "F", "CO", 2004, None, 1)
    tasters[11] = (12, "Casimir", "Otwell", "M", "GT", 2012, 2, 1)
    m.add("taster", tasters)
    cups = []
    for one in lots:
        if m.chance(.9):
            base = m.amount(6.4, 8.5, 2) + (.3 if one[4] == "GES" else 0)
            for t in m.some(range(1, 41), m.pick([1, 2, 3, 4])):
                part = [round(min(9.9, base + m.amount(-.5, .6)), 2) for _ in range(4)]
                cups.append((one[0], t, later(one[11], days=m.whole(0, 25)), part[0], part[1], part[2] if m.chance(.95) else None, part[3], round(sum(part) * 2.5 + m.amount(2, 4), 2)))
    m.add("cupping", cups)
    m.add("defect", [(n, m.pick(lots[:240])[0], m.pick({1: 3, 2: 7}), m.pick({"BLK": 4, "SOUR": 3, "INS": 5, "SHELL": 3, "QUAKE": 2}), m.whole(1, 18)) for n in range(1, 301)])
    orders, lines = [], []
    for n in range(1, 261):
        buyer = 91 if m.chance(.06) else 86 + int(m.random.random() ** 1.4 * 32)
        when = m.day("2020-01-05", "2022-12-20")
        rows = [(n, k, one[0], m.whole(1, 30), m.skewed(120, 900)) for k, one in enumerate(m.some(lots[:260], m.pick([1, 2, 2, 3, 4])), 1)]
        ship = m.amount(40, 400)
        orders.append((n, buyer, buyer if m.chance(.8) else m.whole(86, 120), when, ship, round(sum(r[3] * r[4] for r in rows) + ship, 2), later(when, days=m.whole(2, 75)) if m.chance(.78) else None, "Y" if m.chance(.35 if buyer == 91 else .09) else "N"))
        lines += rows
    m.add("ordr", orders)
    m.add("ord_line", lines)
