"""Trade between countries: flows by reporter, partner and commodity with totals among the rows, duties in text, agreements, key figures, ports, disputes."""

SCHEMA = """
CREATE TABLE ctry (iso3 TEXT PRIMARY KEY, name TEXT, "Region" TEXT, inc TEXT, eu TEXT, lldc INTEGER, cur TEXT);
CREATE TABLE hs (hs4 TEXT PRIMARY KEY, descr TEXT, ch TEXT, sect TEXT, unit TEXT);
CREATE TABLE flow (rep TEXT, par TEXT, yr INTEGER, hs4 TEXT, ie TEXT, val REAL, qty TEXT, est INTEGER, PRIMARY KEY (rep, par, yr, hs4, ie));
CREATE TABLE duty (rep TEXT, hs4 TEXT, yr INTEGER, mfn TEXT, pref REAL, PRIMARY KEY (rep, hs4, yr));
CREATE TABLE agr (agr_id INTEGER PRIMARY KEY, name TEXT, typ TEXT, in_force TEXT, ended TEXT);
CREATE TABLE agr_mem (agr_id INTEGER REFERENCES agr(agr_id), iso3 TEXT, joined INTEGER);
CREATE TABLE macro (iso3 TEXT, yr INTEGER, "GDP (bn)" REAL, pop_k INTEGER, infl REAL, "CA % GDP" REAL, PRIMARY KEY (iso3, yr));
CREATE TABLE port (locode TEXT PRIMARY KEY, name TEXT, iso3 TEXT, "TEU (m)" REAL, draught TEXT, opened INTEGER);
CREATE TABLE disp (ds INTEGER PRIMARY KEY, comp TEXT, resp TEXT, req_dt TEXT, hs4 TEXT, stat TEXT);
"""

CTRY = [("DEU", "Germany", "Europe", "H", "Y", 0, "EUR"), ("FRA", "France", "Europe", "H", "Y", 0, "EUR"), ("AUT", "Austria", "Europe", "H", "Y", 1, "EUR"), ("POL", "Poland", "Europe", "H", "Y", 0, "PLN"),
        ("CHE", "Switzerland", "Europe", "H", "N", 1, "CHF"), ("BRA", "Brazil", "Americas", "UM", "N", 0, "BRL"), ("USA", "United States", "Americas", "H", "N", 0, "USD"), ("BOL", "Bolivia", "Americas", "LM", "N", 1, "BOB"),
        ("CHN", "China", "Asia", "UM", "N", 0, "CNY"), ("JPN", "Japan", "Asia", "H", "N", 0, "JPY"), ("VNM", "Viet Nam", "Asia", "LM", "N", 0, "VND"), ("NPL", "Nepal", "Asia", "LM", "N", 1, "NPR"),
        ("KEN", "Kenya", "Africa", "LM", "N", 0, "KES"), ("ETH", "Ethiopia", "Africa", "L", "N", 1, "ETB"), ("EGY", "Egypt", "Africa", "LM", "N", 0, "EGP"), ("TUV", "Tuvalu", None, "UM", "N", 0, "AUD")]
HS = [("0901", "Coffee", "09", "Vegetable products", "KG"), ("0902", "Tea", "09", "Vegetable products", "KG"), ("1001", "Wheat", "10", "Vegetable products", "T"), ("1006", "Rice", "10", "Vegetable products", "T"),
      ("2204", "Wine", "22", "Food and drink", "L"), ("2203", "Beer", "22", "Food and drink", "L"), ("2709", "Crude petroleum", "27", "Minerals", "T"), ("7108", "Gold", "71", "Metals", "KG"),
      ("7208", "Flat steel", "72", "Metals", "T"), ("8517", "Telephones", "85", "Machinery", "NO"), ("8542", "Integrated circuits", "85", "Machinery", "NO"), ("8703", "Motor cars", "87", "Vehicles", "NO"),
      ("8712", "Bicycles", "87", "Vehicles", "NO"), ("6203", "Men's suits", "62", "Textiles", "NO"), ("6403", "Leather shoes", "64", "Textiles", "PR"), ("9701", "Paintings", "97", None, None)]
AGRS = [(1, "Andes-Europe Agreement", "FTA", "01/08/2004", None), (2, "Alpine Customs Union", "CU", "15/03/1972", "31/12/1994"), (3, "Pacific Partnership", "FTA", "30/12/2018", None), (4, "Nile Basin Preferences", "PTA", "01/07/1999", None),
        (5, "European Customs Union", "CU", "01/07/1968", None), (6, "Hanoi Pact", "FTA", "20/02/2011", None), (7, "Southern Cross Accord", "PTA", "11/11/1988", "30/06/2009"), (8, "Himalaya Transit Agreement", "PTA", "05/01/2016", None)]
KEPT = {("BRA", "0901"), ("FRA", "2204"), ("DEU", "8703"), ("CHN", "8517"), ("KEN", "0902")}
MEMBERS = {1: "DEU FRA AUT POL BOL", 2: "AUT CHE", 3: "JPN VNM USA CHN", 4: "KEN ETH EGY", 5: "DEU FRA AUT POL", 6: "VNM JPN CHN DEU FRA", 7: "BRA BOL", 8: "NPL CHN"}


def fill(m):
    m.add("ctry", CTRY)
    m.add("hs", HS)
    m.add("agr", AGRS)
    m.add("agr_mem", [(i, iso, int(AGRS[i - 1][3][6:]) + m.pick([0, 0, 0, 1, 4, 9])) for i, all_ in MEMBERS.items() for iso in all_.split()])
    names = [c[0] for c in CTRY[:-1]]
    size = dict(zip(names, (40, 26, 8, 10, 12, 16, 60, 1, 70, 35, 9, .8, 2, 1.5, 5)))
    goods = {iso: m.some([h[0] for h in HS], 4) for iso in names}
    for iso, must in (("BRA", "0901"), ("DEU", "8703"), ("VNM", "0901"), ("FRA", "2204"), ("DEU", "2204"), ("KEN", "0902"), ("CHN", "8517"), ("JPN", "8703"), ("ETH", "0901"), ("DEU", "0901")):
        goods[iso] = list(dict.fromkeys([must] + goods[iso]))
    flows = []
    for rep in names:
        for yr in (2018, 2019, 2020, 2021):
            for good in goods[rep]:
                for ie in "IE":
                    if m.chance(.12) and (rep, good) not in KEPT:
                        continue
                    fixed = {("BRA", "0901", "E"): ["DEU", "USA"], ("FRA", "2204", "E"): ["DEU", "CHN"], ("DEU", "8703", "E"): ["CHN", "USA"], ("DEU", "0901", "I"): ["BRA", "VNM"]}.get((rep, good, ie), [])
                    partners = list(dict.fromkeys(fixed + m.some([n for n in names if n != rep], m.pick({1: 3, 2: 3, 3: 1}))))
                    worth = [round(m.skewed(.5, 900) * size[rep] ** .5, 1) for _ in partners]
                    many = {p: f"{m.whole(1, 980)} {m.whole(0, 999):03}" if m.chance(.7) else str(m.whole(3, 999)) if m.chance(.6) else None for p in partners}
                    flows += [(rep, p, yr, good, ie, v, many[p], int(m.chance(.12))) for p, v in zip(partners, worth)]
                    flows.append((rep, "WLD", yr, good, ie, round(sum(worth) * m.amount(1.02, 1.9), 1), None, 0))
    m.add("flow", flows)
    m.add("duty", [(iso, h[0], yr, m.pick({"free": 3, f"{m.whole(1, 40)}%": 6, f"{m.whole(1, 14)}.5%": 3}), m.pick([None, 0.0, m.amount(0, 9, 1)])) for iso in names for h in HS if (iso, h[0]) == ("DEU", "0901") or m.chance(.45) for yr in ((2019, 2021) if m.chance(.4) else (2021,))])
    macro = []
    for iso in names:
        gdp, pop = size[iso] ** 1.5 * m.amount(38, 44, 1), int(size[iso] ** .8 * m.whole(1800, 5200))
        usual = m.amount(-9, 8, 1)
        for yr in range(2017, 2022):
            gdp *= m.amount(.95, 1.09, 3)
            macro.append((iso, yr, round(gdp, 1), int(pop * (1 + .011 * (yr - 2017))), None if m.chance(.08) else m.skewed(-1.2, 24, 1), None if m.chance(.1) else round(usual + m.amount(-4, 4, 1), 1)))
    macro.append(("TUV", 2021, 0.1, 11, None, None))
    m.add("macro", macro)
    coast = [c[0] for c in CTRY if not c[5]]
    m.add("port", [(f"{iso[:2]}{code}", f"{m.pick(['Port', 'New', 'Old', 'Cape', 'Santa'])} {name}", iso, m.skewed(.1, 38, 1) if m.chance(.87) else None, f"{m.whole(8, 18)}.{m.whole(0, 9)} m" if m.chance(.75) else None, m.whole(1790, 2009))
                   for iso in coast[:-1] for code, name in m.some([("ALB", "Albany"), ("BRE", "Bremo"), ("COR", "Cora"), ("DUN", "Dunmore"), ("ELM", "Elmas"), ("FER", "Ferrol"), ("GAL", "Galle")], m.whole(2, 6))])
    disputes = []
    for n in range(1, 71):
        comp, resp = m.some(["USA", "CHN", "DEU", "BRA", "JPN", "USA", "FRA", "VNM", "CHN", "EGY"], 2)
        if comp == resp:
            resp = "KEN"
        disputes.append((300 + n, comp, resp, m.day("2001-01-01", "2021-12-31"), m.pick(HS)[0] if m.chance(.9) else None, m.pick({"P": 4, "S": 3, "W": 2})))
    m.add("disp", disputes)
