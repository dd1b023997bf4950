"""An archive of film takings: films with short codes, studios, releases by territory, weekly grosses as text, credits, awards, budgets."""
from making import later

SCHEMA = """
CREATE TABLE film (fid INTEGER PRIMARY KEY, ttl TEXT, orig_ttl TEXT, yr INTEGER, "Run Time" TEXT, cert TEXT, lang TEXT, bw TEXT, std_cd TEXT, seq_of INTEGER);
CREATE TABLE studio (std_cd TEXT PRIMARY KEY, name TEXT, ctry TEXT, par_cd TEXT, est INTEGER, closed INTEGER);
CREATE TABLE rls (rls_id INTEGER PRIMARY KEY, fid INTEGER REFERENCES film(fid), terr TEXT, rls_dt TEXT, std_cd TEXT, scr INTEGER, "Opening Gross" INTEGER, fmt TEXT);
CREATE TABLE wk (fid INTEGER, terr TEXT, wk_no INTEGER, wk_end TEXT, pos INTEGER, gross TEXT, adm INTEGER, scr INTEGER, PRIMARY KEY (fid, terr, wk_no));
CREATE TABLE pers (pid INTEGER PRIMARY KEY, name TEXT, sex TEXT, b_yr INTEGER, d_yr INTEGER, ctry TEXT);
CREATE TABLE credit (fid INTEGER, pid INTEGER, job TEXT, bill INTEGER, chr TEXT, uncr INTEGER);
CREATE TABLE award (aw_id INTEGER PRIMARY KEY, fid INTEGER, pid INTEGER, body TEXT, cat TEXT, yr INTEGER, res TEXT);
CREATE TABLE genre (fid INTEGER, gen TEXT, prim TEXT);
CREATE TABLE terr_lkp (terr TEXT PRIMARY KEY, name TEXT, cur TEXT, "Pop (m)" REAL);
CREATE TABLE bud (fid INTEGER PRIMARY KEY, est_usd INTEGER, src TEXT, "P&A" INTEGER);
"""

STUDIOS = [("HGP", "Harrow Gate Pictures", "GB", None, 1931, None), ("HGI", "Harrow Gate Independents", "GB", "HGP", 1986, None),
           ("MRD", "Meridian Films", "US", None, 1924, None), ("MRC", "Meridian Classics", "US", "MRD", 1979, 2014),
           ("OST", "Ostwind Film", "DE", None, 1947, None), ("LUC", "Luciole", "FR", None, 1952, 1999), ("TRI", "Trident", "US", "MRD", 1966, None),
           ("SOL", "Solaris Studio", "IT", None, 1938, 1984), ("KIN", "Kinokraft", "DE", "OST", 1991, None), ("BLU", "Blue Ridge", "US", None, 2003, None)]
TERRS = [("DOM", "North America", "USD", 371.0), ("UK", "United Kingdom", "GBP", 67.5), ("GER", "Germany", "EUR", 83.2), ("FRA", "France", "EUR", 67.9),
         ("ITA", "Italy", "EUR", 58.9), ("JPN", "Japan", "JPY", 125.1), ("AUS", "Australia", "AUD", 26.0), ("MEX", "Mexico", "MXN", 127.5)]
ADJ = "Silent Last Crimson Hidden Frozen Golden Paper Distant Second Iron Hollow Northern Borrowed".split()
NOUN = "Harbour Orchard Winter Letter Garden Signal Crossing Witness Voyage Mirror Summer Station".split()


def fill(m):
    m.add("studio", STUDIOS)
    m.add("terr_lkp", TERRS)
    films = []
    for fid in range(1, 151):
        year = m.whole(1948, 1985) if m.chance(.35) else m.whole(1986, 2022)
        lang = m.pick({"en": 9, "de": 3, "fr": 3, "it": 2, "ja": 1})
        title = f"{m.pick(['The ', 'The ', ''])}{m.pick(ADJ)} {m.pick(NOUN)}"
        films.append([fid, title, None if lang == "en" else f"{m.pick(NOUN)} ({lang})" if m.chance(.8) else None, year, f"{m.whole(71, 178)} min" if m.chance(.94) else None,
                      m.pick({"U": 3, "PG": 5, "12": 3, "15": 5, "18": 2, None: 2}), lang, "Y" if m.chance(.75 if year < 1962 else .06) else "N",
                      m.pick({"HGP": 6, "MRD": 7, "TRI": 4, "OST": 3, "LUC": 3, "SOL": 2, "KIN": 2, "MRC": 2, "HGI": 2, "BLU": 3, None: 1}), None])
    for at in m.some(range(40, 150), 22):
        base = m.pick([f for f in films if f[3] <= 2005 and f[0] < 40])
        films[at][9] = base[0]
        films[at][3] = min(2022, base[3] + m.whole(2, 9))
        if m.chance(.6):
            films[at][1], films[at][8] = base[1] + " II", base[8]
    films[16][1:9] = ["The Salt Lantern", None, 1997, "131 min", "PG", "en", "N", "MRD"]
    films[41][1:9] = ["Nine Harbours", "Neun Häfen", 2008, "104 min", "12", "de", "N", "OST"]
    films[59][1:4], films[88][1:4] = ["The Visitor", None, 1957], ["The Visitor", None, 2011]
    films[9][4], films[9][6], films[22][3], films[22][5] = "196 min", "fr", 2000, "15"
    films[3][3], films[3][7], films[7][3], films[7][7] = 1960, "Y", 1960, "Y"
    m.add("film", films)
    people = []
    for pid in range(1, 141):
        born = m.whole(1905, 1992)
        people.append((pid, " ".join(m.person()), m.pick({"M": 6, "F": 5, None: 1}), born if m.chance(.93) else None,
                       min(2022, born + m.whole(45, 92)) if born < 1945 and m.chance(.8) else None, m.pick({"US": 6, "GB": 4, "DE": 2, "FR": 2, "IT": 1, None: 1})))
    people[4] = (5, "Marguerite Oland", "F", 1949, None, "US")
    people[11] = (12, "Cassian Brook", "M", 1961, None, "GB")
    m.add("pers", people)
    credits = []
    for f in films:
        directors = m.some(range(1, 41), m.pick({1: 8, 2: 1}))
        if m.chance(.06) and 5 not in directors:
            directors[0] = 5
        if f[0] in (17, 31):
            directors = [5]
        credits += [(f[0], p, "DIR", None, None, 0) for p in directors]
        credits += [(f[0], p if m.chance(.7) else m.whole(1, 70), "WRI", None, None, int(m.chance(.1))) for p in directors[:1]]
        cast = m.some([p for p in range(30, 141) if m.chance(.5)], m.whole(2, 5))
        if m.chance(.08) and 12 not in cast:
            cast[0] = 12
        if f[0] in (17, 42, 60) and 12 not in cast:
            cast[0] = 12
        credits += [(f[0], p, "ACT", n, m.pick(NOUN) if m.chance(.7) else None, int(n > 2 and m.chance(.2))) for n, p in enumerate(cast, 1)]
        if m.chance(.05) and cast[0] != 12:
            credits.append((f[0], cast[0], "ACT", len(cast) + 1, "Narrator", 0))
    m.add("credit", credits)
    releases, weeks = [], []
    for f in films:
        places = ["DOM"] if f[0] == 17 or m.chance(.8) else []
        places += m.some(["UK", "GER", "FRA", "ITA", "JPN", "AUS"], m.pick({0: 3, 1: 4, 2: 2, 4: 1}))
        first = m.day(f"{f[3]}-01-05", f"{f[3]}-12-28")
        for at, terr in enumerate(places):
            day = later(first, days=at * m.whole(0, 90))
            screens = int(m.skewed(20, 3600, 0)) if terr == "DOM" else int(m.skewed(5, 700, 0))
            opening = screens * m.whole(900, 9000)
            releases.append((len(releases) + 1, f[0], terr, f"{day[5:7]}/{day[8:]}/{day[:4]}", f[8] if m.chance(.7) else m.pick(["MRD", "HGP", "OST", "BLU"]), screens if m.chance(.88) else None,
                             opening if m.chance(.9) else None, m.pick({"35": 7, "DCP": 4, "70": 1, "IMAX": 1})))
            for week in range(1, (7 if f[0] == 17 else m.pick({0: 4, 1: 3, 2: 3, 4: 2, 7: 1})) + 1):
                gross = int(opening * 1.4 * m.amount(.55, .8) ** (week - 1))
                weeks.append((f[0], terr, week, later(day, days=7 * week), m.whole(1, 12) + week // 2, f"${gross:,}", gross // m.whole(6, 11) if m.chance(.85) else None, screens - week * 3 if m.chance(.9) else None))
    m.add("rls", releases)
    m.add("wk", weeks)
    awards = []
    for f in films:
        for _ in range(m.pick({0: 9, 1: 3, 2: 2, 5: 1})):
            cat = m.pick({"Picture": 4, "Director": 3, "Actor": 3, "Screenplay": 2, "Score": 2})
            job = {"Director": "DIR", "Actor": "ACT", "Screenplay": "WRI"}.get(cat)
            awards.append((len(awards) + 1, f[0], m.pick([c[1] for c in credits if c[0] == f[0] and c[2] == job]) if job else None,
                           m.pick({"Golden Reel": 5, "Critics Guild": 4, "Lido Festival": 3}), cat, f[3] + m.pick([0, 1, 1, 1]), m.pick({"W": 2, "N": 5})))
    for film, res in ((17, "W"), (17, "N"), (17, "N"), (42, "W"), (42, "W"), (42, "N")):
        awards.append((len(awards) + 1, film, None, "Critics Guild", m.pick(["Picture", "Score"]), 2009 if film == 42 else 1998, res))
    m.add("award", awards)
    kinds = ["Drama", "Comedy", "Thriller", "War", "Musical", "Sci-Fi", "Documentary"]
    m.add("genre", [(f[0], g, "Y" if n == 0 else "N") for f in films
                    for n, g in enumerate(["Drama", "Musical"] if f[0] in (17, 42) else m.some(kinds, m.pick({1: 3, 2: 5, 3: 2})))])
    m.add("bud", [(f[0], int(m.skewed(200, 180000) * 100) * 10 + f[0], m.pick({"studio": 3, "press": 5, "est": 3}), int(m.skewed(50, 60000, 0)) * 1000 if m.chance(.6) else None)
                  for f in films if m.chance(.8)])
