"""An orchid breeding station: taxa of two ranks, growers, plants by type with month-first text dates, crosses with results in plus and minus, flasks with text percentages, blooms measured in mm, awards in codes, trials with treated and control plants."""
from making import later

SCHEMA = """
CREATE TABLE taxon (tax_id INTEGER PRIMARY KEY, genus TEXT, epithet TEXT, rk TEXT, origin TEXT);
CREATE TABLE grower (gr_id INTEGER PRIMARY KEY, name TEXT, nursery TEXT, ctry TEXT, since INTEGER);
CREATE TABLE plant (
  pl_no TEXT PRIMARY KEY, tax_id INTEGER REFERENCES taxon(tax_id), gr_id INTEGER REFERENCES grower(gr_id), typ TEXT, acq TEXT, pot_cm INTEGER, stat TEXT);
CREATE TABLE crossing (
  x_no INTEGER PRIMARY KEY, pod_pl TEXT REFERENCES plant(pl_no), pollen_pl TEXT REFERENCES plant(pl_no), dt TEXT, gr_id INTEGER REFERENCES grower(gr_id),
  res TEXT, cap_g REAL);
CREATE TABLE flask (fl_id INTEGER PRIMARY KEY, x_no INTEGER REFERENCES crossing(x_no), medium TEXT, sown TEXT, germ TEXT, contam INTEGER, plts INTEGER);
CREATE TABLE bloom (b_id INTEGER PRIMARY KEY, pl_no TEXT, yr INTEGER, wk INTEGER, n_fl INTEGER, `NS (mm)` REAL, `NV (mm)` REAL, color TEXT, score INTEGER);
CREATE TABLE award (aw_id INTEGER PRIMARY KEY, pl_no TEXT REFERENCES plant(pl_no), code TEXT, org TEXT, pts REAL, dt TEXT, gr_id INTEGER);
CREATE TABLE trial (tr_id INTEGER PRIMARY KEY, name TEXT, house TEXT, `start` TEXT, stop TEXT);
CREATE TABLE trial_pl (tr_id INTEGER, pl_no TEXT, grp TEXT, h0 REAL, h1 REAL, PRIMARY KEY (tr_id, pl_no));
"""

GENERA = {"Paphiopedilum": ["delenatii", "rothschildianum", "insigne"], "Phalaenopsis": ["amabilis", "schilleriana", "equestris"], "Cattleya": ["labiata", "walkeriana"], "Dendrobium": ["nobile", "kingianum"],
          "Vanda": ["coerulea"], "Masdevallia": ["veitchiana"]}
GROWERS = [(1, "Ida Quent", "Glasshouse Row", "NL", 1988), (2, "Bram Oosterling", "Glasshouse Row", "NL", 2004), (3, "Mei Tanaka", "Hillside Orchids", "JP", 1996), (4, "Raul Prieto", "Orquideas Sur", "EC", 2010), (5, "Greta Holm", "Nordflora", "DK", 1979),
           (6, "Noel Adair", "Hillside Orchids", "US", 2015), (7, "Tilda Wren", None, "GB", 2001), (8, "Kofi Mensah", "Goldleaf", "GH", 2019), (9, "Pia Sand", "Nordflora", "DK", 2021)]
TRIALS = [(1, "LED spectrum", "A", "2021-02-01", "2021-08-31"), (2, "Bark or moss", "B", "2021-09-15", "2022-03-15"), (3, "Night cooling", "A", "2022-04-01", "2022-10-01"), (4, "Seaweed feed", "C", "2022-05-10", None), (5, "Low light", "B", "2023-01-10", "2023-06-30"),
          (6, "Rain water", "C", "2023-09-01", None)]


def fill(m):
    taxa = []
    for genus, names in GENERA.items():
        for name in names:
            taxa.append((len(taxa) + 1, genus, name, "SP", m.pick(["Asia", "America"]) if m.chance(.9) else None))
        for name in m.some(["Moonrise", "Copper Queen", "Little Gem", "Ruby Glow", "Snow Lark", "Tiger Eye"], 3):
            taxa.append((len(taxa) + 1, genus, name, "HY", None))
    m.add("taxon", taxa)
    m.add("grower", GROWERS)
    plants = []
    for n in range(1, 521):
        day = m.day("2014-01-05", "2023-10-30")
        plants.append((f"P-{n:04}", 1 + int(m.random.random() ** 1.3 * (len(taxa) - 1)), m.pick({1: 8, 2: 6, 3: 7, 4: 3, 5: 4, 6: 2, 7: 2, None: 1}), m.pick({"Seedling": 9, "Division": 5, "Mericlone": 4, "Keiki": 2}),
                       f"{day[5:7]}/{day[8:]}/{day[:4]}" if m.chance(.95) else None, m.pick([8, 9, 10, 12, 12, 14, 17]), m.pick({"L": 11, "D": 3, "S": 3})))
    plants[20] = ("P-0021", 2, 3, "Division", "04/12/2016", 14, "L")
    plants[40] = ("P-0041", 5, 7, "Keiki", "06/01/2019", 12, "L")
    m.add("plant", plants)
    crosses, flasks = [], []
    for n in range(1, 261):
        pod, pollen = m.pick(plants), m.pick(plants)
        if m.chance(.12):
            pod = plants[20]
        if m.chance(.06):
            pollen = plants[20]
        res = m.pick({"+": 9, "-": 7, None: 1})
        crosses.append((n, pod[0], pollen[0], m.day("2018-01-10", "2023-11-20"), pod[2] if m.chance(.7) else m.whole(1, 7), res, m.skewed(.4, 14) if res == "+" and m.chance(.9) else None))
        if res == "+" and m.chance(.85):
            for _ in range(m.pick({1: 4, 2: 5, 3: 3, 5: 1})):
                bad = int(m.chance(.2))
                flasks.append((len(flasks) + 1, n, m.pick({"MS": 5, "KN": 4, "VW": 3}), later(crosses[-1][3], days=m.whole(90, 260)), f"{0 if bad and m.chance(.6) else m.whole(3, 100)}%" if m.chance(.92) else None, bad, None if bad else int(m.skewed(2, 90, 0))))
    m.add("crossing", crosses)
    m.add("flask", flasks)
    blooms = []
    for p in plants:
        if p[6] != "D" and m.chance(.62):
            for year in m.some(range(2018, 2024), m.pick([1, 1, 2, 3, 4])):
                blooms.append((len(blooms) + 1, p[0], year, m.whole(1, 52), m.pick({1: 6, 2: 4, 3: 4, 5: 3, 6: 3, 8: 2, 14: 1}), m.amount(24, 148, 1) if m.chance(.94) else None, m.amount(18, 130, 1),
                               m.pick({"white": 5, "pink": 5, "yellow": 3, "Green": 1, "maroon": 2, None: 1}), m.whole(58, 92) if m.chance(.7) else None))
    m.add("bloom", blooms)
    awards = []
    bloomed = sorted({b[1] for b in blooms} | {"P-0021"})
    owner = {p[0]: p[2] for p in plants}
    for n in range(1, 91):
        who = "P-0021" if m.chance(.06) else m.pick(bloomed)
        code = m.pick({"HCC": 8, "AM": 5, "FCC": 1, "CCM": 2})
        awards.append((n, who, code, m.pick({"AOS": 6, "RHS": 3, "DOG": 2}), round({"HCC": 75, "AM": 80, "FCC": 90, "CCM": 80}[code] + m.random.random() * 4.8, 1) if m.chance(.95) else None, m.day("2018-03-01", "2023-12-01"),
                       owner[who] if m.chance(.8) else m.whole(1, 6)))
    m.add("award", awards)
    m.add("trial", TRIALS)
    pairs = []
    for tr in range(1, 6):
        for p in m.some([p[0] for p in plants if p[6] != "D"], m.whole(26, 48)):
            start = m.amount(4, 30, 1)
            pairs.append((tr, p, "T" if tr == 5 else m.pick("TTC"), start, round(start + m.amount(-1, 12, 1), 1) if m.chance(.9) else None))
    m.add("trial_pl", pairs)
