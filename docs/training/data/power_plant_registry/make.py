"""A national register of power plants: plants and their units, owners with shares, yearly generation in two tables, emissions, outages, permits; numbers in text and codes."""
from making import later

SCHEMA = """
CREATE TABLE ctry (iso TEXT PRIMARY KEY, cname TEXT, rgn TEXT, tso TEXT);
CREATE TABLE plant (
  gppd TEXT PRIMARY KEY, pname TEXT, iso TEXT REFERENCES ctry(iso), fuel1 TEXT, fuel2 TEXT, `Cap (MW)` REAL, cmsn TEXT, lat REAL, lon REAL, `site type` TEXT);
CREATE TABLE unit (gppd TEXT REFERENCES plant(gppd), u_no INTEGER, mw REAL, cmsn_yr INTEGER, dcmsn_yr INTEGER, tech TEXT, st TEXT, PRIMARY KEY (gppd, u_no));
CREATE TABLE fuel_lkp (cd TEXT PRIMARY KEY, descr TEXT, renew INTEGER, co2_f REAL);
CREATE TABLE co (co_id INTEGER PRIMARY KEY, name TEXT, hq_iso TEXT REFERENCES ctry(iso), listed TEXT, founded TEXT);
CREATE TABLE own (gppd TEXT REFERENCES plant(gppd), co_id INTEGER REFERENCES co(co_id), pct REAL, since TEXT, op TEXT);
CREATE TABLE gen_yr (gppd TEXT REFERENCES plant(gppd), yr INTEGER, gwh REAL, est INTEGER, PRIMARY KEY (gppd, yr));
CREATE TABLE emis (gppd TEXT, yr INTEGER, co2_kt TEXT, so2_t REAL, nox_t REAL);
CREATE TABLE outg (o_id INTEGER PRIMARY KEY, gppd TEXT, u_no INTEGER, beg TEXT, fin TEXT, kind TEXT, mw_lost REAL);
CREATE TABLE permit (p_no TEXT PRIMARY KEY, gppd TEXT REFERENCES plant(gppd), kind TEXT, issued TEXT, expires TEXT, auth TEXT);
"""

COUNTRIES = [("NRD", "Nordania", "North", "NordGrid"), ("SVL", "Svelland", "North", "NordGrid"), ("KRM", "Kermark", "Centre", "KM Netz"), ("ATL", "Atlania", "West", "Red Atlantica"), ("TOV", "Tovia", "South", None), ("ISM", "Ismara", "South", "IsmGrid")]
FUELS = [("HYD", "Hydro", 1, 0.0), ("WND", "Wind", 1, 0.0), ("SOL", "Solar", 1, 0.0), ("GAS", "Natural gas", 0, .37), ("COA", "Hard coal", 0, .82), ("OIL", "Fuel oil", 0, .65), ("NUC", "Nuclear", 0, 0.0), ("BIO", "Biomass", 1, None), ("WST", "Waste", 0, .6)]
NAMES = ["Alder", "Birken", "Crag", "Dunmore", "Elster", "Ferro", "Glen", "Halden", "Irwell", "Jura", "Kestrel", "Lomond", "Mistral", "Norrland", "Ostwick"]


def fill(m):
    m.add("ctry", COUNTRIES)
    m.add("fuel_lkp", FUELS)
    firms = []
    for n in range(1, 41):
        firms.append((n, f"{m.pick(['Volta', 'Enerix', 'Hydra', 'Nordic', 'Terra', 'Helio', 'Fjord', 'Carbo'])} {m.pick(['Power', 'Energy', 'Utilities', 'Generation'])} {m.pick(['AB', 'SA', 'Ltd', 'AG'])}", m.pick({"NRD": 6, "SVL": 4, "KRM": 5, "ATL": 4, "TOV": 1, None: 1}), m.pick({"Y": 3, "N": 5, None: 1}), m.day("1925-01-01", "2015-12-31")))
    firms[2] = (3, "Halvorsen Kraft AB", "NRD", "Y", "1948-05-20")
    firms[16] = (17, "Ismara Public Power", "ISM", "N", "1961-11-02")
    m.add("co", firms)
    plants, units, owns, gens, emis, outs, perms = [], [], [], [], [], [], []
    for n in range(1, 211):
        iso = m.pick({"NRD": 9, "SVL": 5, "KRM": 7, "ATL": 6, "TOV": 2, "ISM": 3})
        fuel = m.pick({"HYD": 9, "WND": 9, "SOL": 7, "GAS": 7, "COA": 4, "OIL": 2, "NUC": 1, "BIO": 3, "WST": 2})
        key = f"{iso}{n:07}"
        count = m.pick({1: 6, 2: 4, 3: 2, 4: 1})
        first = m.whole(1962, 2018) if fuel not in ("WND", "SOL") else m.whole(1998, 2020)
        total = 0
        for u in range(1, count + 1):
            mw = m.skewed(2, {"NUC": 1200, "COA": 700, "GAS": 500, "HYD": 300}.get(fuel, 120), 1)
            yr = first + m.pick([0, 0, 1, 3, 8])
            gone = m.whole(yr + 15, 2023) if yr < 2000 and m.chance(.22) else None
            units.append((key, u, mw, yr, gone, m.pick({"HYD": ["RUN", "DAM", "PUMP"], "WND": ["ON", "OFF"], "SOL": ["PV", "PV", "CSP"], "GAS": ["CCGT", "OCGT"]}.get(fuel, ["ST"])), "RET" if gone else m.pick({"OP": 9, "MOTH": 1})))
            total += mw
        plants.append((key, f"{m.pick(NAMES)} {m.pick(['Falls', 'Ridge', 'Point', 'Valley', 'Moor'])}" + (f" {n % 3 + 1}" if m.chance(.4) else ""), iso, fuel, m.pick({"OIL": 3, "GAS": 2, "BIO": 2}) if fuel in ("GAS", "COA", "BIO") and m.chance(.35) and fuel != "BIO" else None,
                       round(total, 1) if m.chance(.9) else round(total * 1.1, 1), f"{m.whole(1, 28):02}-{m.pick(['JAN', 'APR', 'JUL', 'OCT'])}-{first}" if m.chance(.85) else None, m.amount(46, 69, 4), m.amount(-4, 27, 4), m.pick({"onshore": 8, "offshore": 2, "Onshore": 1}) if fuel == "WND" else None))
        left = 100.0
        for at, firm in enumerate(m.some(range(1, 39), m.pick({1: 6, 2: 3, 3: 1}))):
            if n in (20, 41, 77, 120) and at == 0:
                firm = 3
            share = left if m.chance(.4) else round(left * m.pick([.5, .6, .75]), 1)
            left = round(left - share, 1)
            if share > 0 and firm not in [o[1] for o in owns if o[0] == key]:
                owns.append((key, firm, share, m.day("1990-01-01", "2022-12-31") if m.chance(.8) else None, "Y" if at == 0 else "N"))
        for yr in range(2018, 2023):
            if m.chance(.85) and yr >= first:
                gwh = round(total * 8.76 * m.amount(.08, .8), 2)
                gens.append((key, yr, gwh if m.chance(.97) else None, int(m.chance(.25))))
                if fuel in ("GAS", "COA", "OIL", "WST") and m.chance(.9):
                    factor = {"GAS": .37, "COA": .82, "OIL": .65, "WST": .6}[fuel]
                    emis.append((key, yr, f"{gwh * factor:.1f}".replace(".", ",") if m.chance(.93) else "n/a", m.skewed(0, 900, 1), m.skewed(0, 2000, 1) if m.chance(.9) else None))
        for _ in range(m.pick({0: 5, 1: 5, 2: 3, 5: 1})):
            beg = m.moment("2021-01-01", "2022-12-20")[:16]
            u = m.whole(1, count)
            outs.append((len(outs) + 1, key, u if m.chance(.9) else None, beg, later(beg, hours=int(m.skewed(1, 1500, 0))) if m.chance(.94) else None, m.pick({"F": 6, "P": 5, "X": 1}), m.skewed(1, 300, 1)))
        for at in range(m.pick({0: 2, 1: 6, 2: 3})):
            issued = m.day("2001-01-01", "2021-12-31")
            perms.append((f"{m.pick('EWA')}-{len(perms) + 1:04}", key, m.pick({"ENV": 5, "WATER": 3, "AIR": 4}), issued, later(issued, days=365 * m.pick([5, 10, 15])) if m.chance(.88) else None, m.pick(["State", "Region", "Federal"])))
    m.add("plant", plants)
    m.add("unit", units)
    m.add("own", owns)
    m.add("gen_yr", gens)
    m.add("emis", emis)
    m.add("outg", outs)
    m.add("permit", perms)
