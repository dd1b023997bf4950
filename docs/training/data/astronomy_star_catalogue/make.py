"""A catalogue of stars: positions in text, magnitudes, spectral types, doubles, variables, observations by amateurs, planets, clusters and their members."""

SCHEMA = """
CREATE TABLE star (hip INTEGER PRIMARY KEY, hd INTEGER, name TEXT, "Bayer" TEXT, con TEXT, ra TEXT, "dec" TEXT, vmag REAL, "B-V" REAL, plx REAL, sp TEXT, var TEXT, dbl INTEGER);
CREATE TABLE con (abbr TEXT PRIMARY KEY, name TEXT, area REAL, hemi TEXT, fam TEXT);
CREATE TABLE dbl_sys (wds TEXT, comp TEXT, hip INTEGER, sep REAL, pa INTEGER, mag2 REAL, yr1 INTEGER, yr2 INTEGER, PRIMARY KEY (wds, comp));
CREATE TABLE var_star (hip INTEGER PRIMARY KEY, typ TEXT, "max" REAL, "min" REAL, per REAL, disc INTEGER);
CREATE TABLE obs (obs_id INTEGER PRIMARY KEY, hip INTEGER, dt TEXT, mag TEXT, filt TEXT, obsr TEXT, qual INTEGER);
CREATE TABLE obsr (code TEXT PRIMARY KEY, name TEXT, ctry TEXT, since INTEGER, "Ap (cm)" INTEGER);
CREATE TABLE planet (pl_id INTEGER PRIMARY KEY, hip INTEGER, ltr TEXT, mass REAL, per REAL, disc INTEGER, meth TEXT, stat TEXT);
CREATE TABLE clus (ngc INTEGER PRIMARY KEY, name TEXT, typ TEXT, con TEXT, vmag REAL, "Dist (ly)" TEXT);
CREATE TABLE clus_mem (ngc INTEGER, hip INTEGER, prob REAL);
"""

CONS = [("ORI", "Orion", 594, "E", "Orion"), ("TAU", "Taurus", 797, "N", "Zodiac"), ("GEM", "Gemini", 514, "N", "Zodiac"), ("SCO", "Scorpius", 497, "S", "Zodiac"), ("CYG", "Cygnus", 804, "N", "Hercules"), ("LYR", "Lyra", 286, "N", "Hercules"),
        ("CEP", "Cepheus", 588, "N", "Perseus"), ("CAS", "Cassiopeia", 598, "N", "Perseus"), ("PER", "Perseus", 615, "N", "Perseus"), ("CEN", "Centaurus", 1060, "S", "Hercules"), ("CRU", "Crux", 68, "S", "Hercules"), ("ERI", "Eridanus", 1138, "S", "Heavenly Waters"),
        ("CET", "Cetus", 1231, "E", "Perseus"), ("AQL", "Aquila", 652, "E", "Hercules"), ("MEN", "Mensa", 153, "S", None), ("LEO", "Leo", 947, "N", "Zodiac")]
GREEK = "alf bet gam del eps zet eta tet iot kap lam".split()
NAMED = {32: ("Velora", "LYR"), 77: ("Kestra", "ORI"), 118: ("Ondine", "CYG"), 150: ("Marrak", "TAU"), 203: ("Selvane", "SCO"), 429: ("Tharsa", "CEP")}


def fill(m):
    m.add("con", CONS)
    stars = []
    for n in range(1, 431):
        hip = 1000 + n * 7
        con = NAMED[n][1] if n in NAMED else m.pick({c[0]: 1 + c[2] / 150 for c in CONS[:-2]} if m.chance(.95) else {"LEO": 1})
        sp = m.pick({"O": .4, "B": 4, "A": 6, "F": 5, "G": 5, "K": 6, "M": 2})
        hemi = next(c[3] for c in CONS if c[0] == con)
        sign = "+" if hemi == "N" or hemi == "E" and m.chance(.5) else "-"
        stars.append((hip, 20000 + n * 31 if m.chance(.93) else None, NAMED[n][0] if n in NAMED else m.pick(["Tal", "Ras", "Mir", "Nash"]) + m.pick(["ak", "eda", "ib", "ora"]) if m.chance(.06) else None, f"{m.pick(GREEK)} {con.title()}" if m.chance(.2) else None, con,
                      f"{m.whole(0, 23):02} {m.whole(0, 59):02} {m.whole(0, 59):02}", f"{sign}{m.whole(0, 68):02} {m.whole(0, 59):02}", 1.42 if n == 32 else round(9.6 - m.skewed(0, 9.9), 2), None if m.chance(.1) else m.amount(-.3, 1.9, 2),
                      None if m.chance(.12) else m.skewed(.4, 160) if m.chance(.95) else -m.amount(.1, 2), f"{sp}{m.whole(0, 9)}{m.pick({'V': 7, 'III': 6, 'Ib': 1, 'IV': 2})}" if n in NAMED or m.chance(.95) else None, m.pick({"Y": 1, "N": 3, None: .3}) if n not in NAMED else "Y", int(m.chance(.2))))
    m.add("star", stars)
    m.add("dbl_sys", [(f"{10000 + at * 13}{s[6][0]}{at:03}", comp, s[0], m.skewed(.1, 60), m.whole(0, 359) if m.chance(.9) else None, m.amount(s[7], 13, 1), first, min(2020, first + m.whole(0, 260))) for at, s in enumerate(stars) if s[12]
                      for comp in m.some(["AB", "AC", "AD"], m.pick([1, 1, 1, 2, 3])) for first in [m.whole(1780, 1995)]])
    variables = []
    for s in stars:
        if s[11] == "Y":
            typ = m.pick({"M": 3, "SR": 3, "EA": 3, "DCEP": 2, "RRAB": 2})
            variables.append((s[0], typ, s[7], round(s[7] + m.skewed(.1, 6 if typ == "M" else 2), 2), None if m.chance(.12) else m.amount(120, 480, 1) if typ in ("M", "SR") else m.amount(.3, 38, 3), m.whole(1784, 2005)))
    m.add("var_star", variables)
    m.add("obsr", [(f"O{i:02}", " ".join(m.person()), m.pick({"DE": 5, "GB": 4, "US": 5, "JP": 2, None: 1}), m.whole(1975, 2020), m.pick([None, 8, 10, 15, 20, 20, 25, 30, 40])) for i in range(1, 33)])
    m.add("obs", [(i, v[0], f"{m.day('2019-01-01', '2023-12-31').replace('-', '.')} {m.pick([18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4]):02}:{m.whole(0, 59):02}", f"<{m.amount(11, 13.5, 1)}" if m.chance(.06) else str(m.amount(v[2] - .2, v[3] + .3, 1)) if m.chance(.97) else None,
                   m.pick({"V": 7, "B": 2, "R": 1}), f"O{1 + int(m.random.random() ** 2 * 30):02}", m.pick({0: 6, 1: 3, 2: 1})) for i in range(1, 901) for v in [variables[int(m.random.random() ** 2 * (len(variables) - 4))]]])
    planets = []
    for s in stars:
        for ltr in "bcdefg"[:6 if s[2] == "Ondine" else m.pick({0: 24, 1: 6, 2: 2, 4: .6})]:
            meth = m.pick({"RV": 5, "TR": 5, "IM": 1})
            planets.append((len(planets) + 1, s[0], ltr, m.skewed(.01, 14, 3) if m.chance(.85) else None, m.skewed(1, 4000) if meth != "IM" else None, m.whole(1995, 2022), meth, m.pick({"C": 7, "K": 3})))
    m.add("planet", planets)
    clusters = []
    for i in range(1, 37):
        typ = m.pick({"OC": 6, "GC": 3, "N": 2})
        clusters.append((300 + i * 19, f"{m.pick(['Lantern', 'Owl', 'Ribbon', 'Anchor', 'Beehive', 'Veil'])} {'Nebula' if typ == 'N' else 'Cluster'}" if m.chance(.3) else None, typ, m.pick([c[0] for c in CONS[:14]]), m.amount(1.5, 10.5, 1) if m.chance(.9) else None,
                         f"{m.whole(9, 80) * 1000 if typ == 'GC' else m.whole(3, 99) * 100:,}" if m.chance(.92) else None))
    near = next(at for at, c in enumerate(clusters) if c[2] == "GC")
    clusters[near] = clusters[near][:5] + ("8,700",)
    m.add("clus", clusters)
    m.add("clus_mem", [(c[0], s[0], m.pick([None, 1.0, .95, .9, .8, .6, .4])) for c in clusters if c[2] != "N" for s in m.some([s for s in stars if s[4] == c[3]], m.pick([0, 3, 5, 8, 12]))])
