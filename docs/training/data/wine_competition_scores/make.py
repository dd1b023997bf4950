"""A yearly wine competition: producers, wines with text vintages and prices, panels of tasters, flights, single scores, awards in codes, entries and fees."""
from making import later

SCHEMA = """
CREATE TABLE country (c_cd TEXT PRIMARY KEY, cname TEXT, hemi TEXT);
CREATE TABLE region (r_id INTEGER PRIMARY KEY, rname TEXT, c_cd TEXT REFERENCES country(c_cd), ha INTEGER);
CREATE TABLE producer (prd_id INTEGER PRIMARY KEY, name TEXT, r_id INTEGER REFERENCES region(r_id), est INTEGER, organic TEXT, web TEXT);
CREATE TABLE grape (g_cd TEXT PRIMARY KEY, gname TEXT, skin TEXT);
CREATE TABLE wine (
  w_id INTEGER PRIMARY KEY, name TEXT, prd_id INTEGER REFERENCES producer(prd_id), r_id INTEGER REFERENCES region(r_id), vtg TEXT, clr TEXT,
  `alc %` TEXT, rs REAL, `price EUR` TEXT, bottles INTEGER, closure TEXT);
CREATE TABLE blend (w_id INTEGER REFERENCES wine(w_id), g_cd TEXT REFERENCES grape(g_cd), pct INTEGER, PRIMARY KEY (w_id, g_cd));
CREATE TABLE comp (yr INTEGER PRIMARY KEY, city TEXT, beg TEXT, fin TEXT, pres INTEGER);
CREATE TABLE taster (t_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, nat TEXT, mw TEXT, born INTEGER);
CREATE TABLE entry (e_no INTEGER PRIMARY KEY, yr INTEGER REFERENCES comp(yr), w_id INTEGER REFERENCES wine(w_id), cat TEXT, pnl TEXT, flight INTEGER, fee REAL, recd TEXT, medal TEXT, avg_sc REAL);
CREATE TABLE score (e_no INTEGER REFERENCES entry(e_no), t_id INTEGER REFERENCES taster(t_id), nose INTEGER, palate INTEGER, tot INTEGER, fault INTEGER, PRIMARY KEY (e_no, t_id));
CREATE TABLE trophy (yr INTEGER, ttl TEXT, e_no INTEGER REFERENCES entry(e_no), sponsor TEXT, PRIMARY KEY (yr, ttl));
"""

COUNTRIES = [("FR", "France", "N"), ("IT", "Italy", "N"), ("AT", "Austria", "N"), ("CL", "Chile", "S"), ("ZA", "South Africa", "S"), ("NZ", "New Zealand", "S")]
REGIONS = [(1, "Loire", "FR", 57000), (2, "Jura", "FR", 2100), (3, "Piedmont", "IT", 43000), (4, "Veneto", "IT", 98000), (5, "Wachau", "AT", 1350), (6, "Burgenland", "AT", 11700), (7, "Maipo", "CL", 12800), (8, "Stellenbosch", "ZA", 15200), (9, "Marlborough", "NZ", 29400), (10, "Kamptal", "AT", None)]
GRAPES = [("CHB", "Chenin Blanc", "W"), ("SAB", "Sauvignon Blanc", "W"), ("GRV", "Gruener Veltliner", "W"), ("NEB", "Nebbiolo", "R"), ("CAB", "Cabernet Sauvignon", "R"), ("MER", "Merlot", "R"), ("BLF", "Blaufraenkisch", "R"), ("CHA", "Chardonnay", "W"), ("PIN", "Pinot Noir", "R")]
COMPS = [(2019, "Lyon", "2019-05-13", "2019-05-17", 4), (2020, "Graz", "2020-09-07", "2020-09-10", 4), (2021, "Verona", "2021-05-10", "2021-05-15", 11), (2022, "Lyon", "2022-05-09", "2022-05-13", 11), (2023, "Krems", "2023-05-08", "2023-05-12", None)]


def fill(m):
    m.add("country", COUNTRIES)
    m.add("region", REGIONS)
    m.add("grape", GRAPES)
    m.add("comp", COMPS)
    makers = []
    for n in range(1, 96):
        last = m.person()[1]
        makers.append((n, f"{m.pick(['Domaine', 'Cantina', 'Weingut', 'Estate', 'Vina'])} {last}", m.pick({1: 5, 2: 1, 3: 5, 4: 4, 5: 3, 6: 4, 7: 3, 8: 4, 9: 4, 10: 2}), m.whole(1790, 2015) if m.chance(.9) else None, m.pick({"+": 3, "-": 6, None: 1}), f"www.{last.lower()}{n}.example" if m.chance(.6) else None))
    makers[13] = (14, "Domaine Vautrin", 1, 1874, "+", None)
    makers[29] = (30, "Weingut Pichlhofer", 5, 1921, "-", "www.pichlhofer.example")
    m.add("producer", makers)
    wines, blends = [], []
    for n in range(1, 261):
        maker = 14 if m.chance(.04) else 30 if m.chance(.04) else int(1 + 94 * m.random.random() ** 1.3)
        clr = m.pick({"R": 5, "W": 6, "P": 2})
        yr = m.whole(2012, 2022)
        price = m.skewed(5, 160)
        wines.append((n, f"{m.pick(['Clos', 'Riserva', 'Alte Reben', 'Cuvee', 'Single Block', 'Estate'])} {m.pick(['Amber', 'Lune', 'Stein', 'Nord', 'Sol', 'Vento', 'Quarz'])}", maker, makers[maker - 1][2] if m.chance(.88) else m.whole(1, 9), "NV" if m.chance(.07) else str(yr) if m.chance(.95) else f"{yr} ",
                      clr, f"{m.whole(9, 14)},{m.pick('05')}", m.skewed(.5, 120, 1) if m.chance(.9) else None, f"{price:.2f}".replace(".", ",") if m.chance(.85) else None, int(m.skewed(300, 90000, 0)), m.pick({"CORK": 6, "SCREW": 5, "GLASS": 1, None: 1})))
        kinds = m.some([g[0] for g in GRAPES if (g[2] == "W") == (clr == "W")], m.pick({1: 6, 2: 4, 3: 2}))
        left = 100
        for at, g in enumerate(kinds):
            part = left if at == len(kinds) - 1 else m.whole(left // 3, left - 5) if left > 8 else left
            if part:
                blends.append((n, g, part))
            left -= part
    m.add("wine", wines)
    m.add("blend", blends)
    tasters = []
    for n in range(1, 41):
        first, last = m.person()
        tasters.append((n, first, last, m.pick({"FR": 6, "IT": 5, "AT": 6, "CL": 1, "ZA": 2, "NZ": 2, "DE": 3}), m.pick({"Y": 2, "N": 7, None: 1}), m.whole(1946, 1992) if m.chance(.92) else None))
    tasters[4] = tasters[4][:4] + ("Y", None)
    tasters[10] = (11, "Henriette", "Dalmasso", "FR", "Y", 1959)
    tasters[20] = (21, "Otto", "Brandl", "AT", "N", 1971)
    m.add("taster", tasters)
    entries, scores = [], []
    for comp in COMPS:
        pool = [w for w in wines if not w[4].strip().isdigit() or int(w[4]) < comp[0]]
        panels = {p: m.some(range(1, 41), 5) for p in "ABCDE"}
        if 21 not in panels["B"]:
            panels["B"][0] = 21
        for w in m.some(pool, m.whole(70, 95)):
            no, pnl = 5001 + len(entries), m.pick({"A": 4, "B": 4, "C": 3, "D": 2, "E": 1})
            base = m.pick({82: 3, 85: 5, 88: 5, 91: 3, 94: 1})
            got = []
            for t in panels[pnl]:
                if m.chance(.93):
                    bad = int(m.chance(.04))
                    tot = max(60, min(100, base + m.whole(-5, 5) - 12 * bad))
                    nose = m.whole(18, 30)
                    got.append((no, t, nose, tot - nose - 20, tot if m.chance(.97) else None, bad))
            scores += got
            valid = [g[4] for g in got if g[4]]
            mean = round(sum(valid) / len(valid), 1) if valid else None
            medal = None if mean is None or mean < 84 else "B" if mean < 87 else "S" if mean < 90 else "G" if mean < 93.5 else "GG"
            entries.append((no, comp[0], w[0], m.pick({"STILL": 12, "SPARK": 2, "SWEET": 2}), pnl, m.whole(1, 9), m.pick([120.0, 120.0, 150.0, 180.0, 0.0]), later(comp[2], days=-m.whole(5, 70)), medal, mean))
    m.add("entry", entries)
    m.add("score", scores)
    prizes = []
    for comp in COMPS:
        best = sorted([e for e in entries if e[1] == comp[0] and e[9]], key=lambda e: -e[9])
        for at, ttl in enumerate(["Best in Show", "Best White", "Best Red", "Best Value", "Best Newcomer"][:m.pick([3, 4, 5])]):
            prizes.append((comp[0], ttl, best[at][0] if at < 3 else m.pick(best[:20])[0], m.pick({"Glas Riedl": 3, "Cooperage Moulin": 2, "Hotel Aurora": 2, "Banco Sole": 2, "Kork und Co": 1, "Decanter Club": 1, "Alpenwasser": 1, None: 1})))
    m.add("trophy", prizes)
