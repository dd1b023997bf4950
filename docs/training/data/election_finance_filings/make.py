"""Campaign finance of a state: candidates in races, committees of two links, filings with amendments, receipts and disbursements in text dates, cents and signed corrections."""
from making import later

SCHEMA = """
CREATE TABLE race (race_id TEXT PRIMARY KEY, ofc TEXT, dist INTEGER, yr INTEGER, seats INTEGER);
CREATE TABLE cand (cand_id TEXT PRIMARY KEY, `Cand Name` TEXT, pty TEXT, race_id TEXT REFERENCES race(race_id), ici TEXT, town TEXT, votes INTEGER, won INTEGER);
CREATE TABLE cmte (
  cmte_id TEXT PRIMARY KEY, name TEXT, tp TEXT, town TEXT, zip TEXT, tres TEXT, reg TEXT, term TEXT, pty TEXT);
CREATE TABLE cand_cmte (cand_id TEXT REFERENCES cand(cand_id), cmte_id TEXT REFERENCES cmte(cmte_id), dsgn TEXT, PRIMARY KEY (cand_id, cmte_id));
CREATE TABLE filing (
  file_no INTEGER PRIMARY KEY, cmte_id TEXT REFERENCES cmte(cmte_id), rpt TEXT, yr INTEGER, recd TEXT, due TEXT, amnd TEXT, prev_no INTEGER, coh REAL, debt REAL);
CREATE TABLE donor (d_id INTEGER PRIMARY KEY, nm TEXT, ent TEXT, city TEXT, st TEXT, zip TEXT, empl TEXT, occp TEXT);
CREATE TABLE rcpt (tran_id INTEGER PRIMARY KEY, file_no INTEGER REFERENCES filing(file_no), cmte_id TEXT, d_id INTEGER REFERENCES donor(d_id), dt TEXT, amt REAL, elec TEXT, memo TEXT);
CREATE TABLE disb (tran_id INTEGER PRIMARY KEY, file_no INTEGER REFERENCES filing(file_no), payee TEXT, city TEXT, dt TEXT, cents INTEGER, cat TEXT);
CREATE TABLE party_lkp (pty TEXT PRIMARY KEY, `Party Name` TEXT, founded INTEGER);
CREATE TABLE fine (fine_no INTEGER PRIMARY KEY, cmte_id TEXT, file_no INTEGER, levied TEXT, amt TEXT, `paid?` TEXT);
"""

PARTIES = [("LIB", "Liberty Alliance", 1921), ("PRG", "Progress Party", 1934), ("GRN", "Green Valley Party", 1986), ("IND", "Independent", None), ("FRM", "Farmers Union", 1902)]
TOWNS = {"Calder": 8, "Port Ames": 5, "Ridgeway": 4, "Sutter Falls": 3, "Linden": 2}


def fill(m):
    m.add("party_lkp", PARTIES)
    races = [(f"GOV-{y}", "Governor", None, y, 1) for y in (2018, 2022)] + [(f"SEN{d}-{y}", "State Senate", d, y, 1) for y in (2018, 2020, 2022) for d in range(1, 6)] + [(f"HSE{d}-{y}", "State House", d, y, m.pick([1, 1, 2])) for y in (2020, 2022) for d in range(1, 9)]
    m.add("race", races)
    cands, cmtes, links = [], [], []
    for race in races:
        running = []
        for at in range(m.pick({2: 4, 3: 5, 4: 3, 5: 1, 1: 1})):
            first, last = m.person()
            running.append([f"C{len(cands) + at + 1:04}", f"{last}, {first}".upper() if m.chance(.6) else f"{last}, {first}", ["LIB", "PRG", "GRN", "IND", "FRM"][at] if m.chance(.85) else m.pick(["LIB", "PRG"]), race[0], "C", m.pick(TOWNS), int(m.skewed(300, 41000, 0)) if m.chance(.97) else None, 0])
        top = sorted(running, key=lambda c: -(c[6] or 0))[:race[4]]
        for c in top:
            c[7] = 1
        running[0][4] = "I" if m.chance(.6) else "C"
        if running[0][4] == "C" and m.chance(.6):
            for c in running:
                c[4] = "O"
        cands += running
    cands[8][1:3] = ["Marchetti, Dolores", "PRG"]
    m.add("cand", cands)
    for c in cands:
        count = 2 if c[0] == "C0009" else m.pick({1: 8, 2: 3, 0: 1})
        for at in range(count):
            number = f"K{len(cmtes) + 1:05}"
            first, last = m.person()
            reg = m.day("2016-01-04", "2021-12-20")
            cmtes.append((number, f"{m.pick(['Friends of', 'Citizens for', 'Committee to Elect', 'Vote'])} {c[1].split(',')[0].title()}", "H" if at == 0 else m.pick("HJ"), m.pick(TOWNS), m.pick(["40110", "40112", "04021", "40207"]), f"{first} {last}" if m.chance(.9) else None, reg, later(reg, days=m.whole(300, 1500)) if m.chance(.3) else None, c[2] if m.chance(.82) else m.pick(["LIB", "PRG", None, None])))
            links.append((c[0], number, "P" if at == 0 else m.pick("AJ")))
    for n in range(22):
        number = f"K{len(cmtes) + 1:05}"
        cmtes.append((number, f"{m.pick(['Realtors', 'Teachers', 'Bankers', 'Growers', 'Nurses', 'Builders'])} {m.pick(['PAC', 'Fund', 'Political League'])} {n + 1}", "Q" if m.chance(.6) else "N", m.pick(TOWNS), m.pick(["40110", "04021"]), None if m.chance(.2) else " ".join(m.person()), m.day("2010-01-01", "2020-12-31"), None, None))
    cmtes[4] = cmtes[4][:1] + ("Calder Forward Committee",) + cmtes[4][2:]
    m.add("cmte", cmtes)
    joint = [k for k in cmtes if k[2] == "J"]
    for k in joint:
        c = m.pick(cands)[0]
        if (c, k[0]) not in [(x[0], x[1]) for x in links]:
            links.append((c, k[0], "J"))
    m.add("cand_cmte", links)
    donors = []
    for n in range(1, 241):
        first, last = m.person()
        ent = m.pick({"IND": 12, "ORG": 3, "PAC": 2})
        donors.append((n, f"{last}, {first}" if ent == "IND" else f"{last} {m.pick(['Holdings', 'Trucking', 'Farms'])}", ent, m.pick({**TOWNS, "Calder ": 1, "calder": 1}), m.pick({"WN": 9, "OR": 2, "wn": 1, None: 1}), m.pick(["40110", "40112", "04021", "98101", None]),
                       (m.pick({"RETIRED": 3, "SELF": 3, "Calder Hospital": 3, "Port Ames Mills": 3, None: 2})) if ent == "IND" else None, m.pick({"RETIRED": 3, "ATTORNEY": 3, "PHYSICIAN": 2, "FARMER": 3, "TEACHER": 2, None: 2}) if ent == "IND" else None))
    donors[6] = (7, "Beaumont, Clarice", "IND", "Linden", "WN", "04021", "SELF", "ATTORNEY")
    m.add("donor", donors)
    filings, rcpts, disbs, fines = [], [], [], []
    for k in cmtes:
        for yr in m.some([2018, 2019, 2020, 2021, 2022], m.pick({1: 3, 2: 5, 3: 3})):
            for rpt, due in (("Q2", f"{yr}-07-15"), ("YE", f"{yr + 1}-01-31"))[:m.pick({1: 2, 2: 3})]:
                prev, late = None, m.pick({-6: 3, -1: 6, 0: 6, 1: 1, 9: 2, 40: 1})
                for amend in range(m.pick({1: 8, 2: 2, 3: 1})):
                    no = 70001 + len(filings)
                    filings.append((no, k[0], rpt, yr, later(due, days=late + 25 * amend), due, "N" if amend == 0 else "A", prev, m.skewed(-400, 90000), m.skewed(0, 30000) if m.chance(.3) else 0.0 if m.chance(.7) else None))
                    if amend == 0 and late > 0 and m.chance(.7):
                        fines.append((len(fines) + 1, k[0], no, later(due, days=late + 30), f"${m.pick([50, 100, 250, 500, 1000, 1250]):,}", m.pick({"Y": 3, "N": 2, None: 1})))
                    prev = no
                    for _ in range(m.pick({0: 3, 1: 4, 3: 4, 6: 1}) if amend == 0 else m.pick({0: 3, 1: 1})):
                        day = m.day(f"{yr}-01-01" if rpt == "Q2" else f"{yr}-07-01", f"{yr}-06-30" if rpt == "Q2" else f"{yr}-12-31")
                        amount = float(m.pick([25, 50, 100, 250, 500, 1000, 2800])) if m.chance(.8) else m.amount(5, 4000)
                        rcpts.append((len(rcpts) + 1, no, k[0], 7 if m.chance(.03) else int(1 + 239 * m.random.random() ** 1.7), f"{day[5:7]}{day[8:]}{day[:4]}", -amount if m.chance(.05) else amount, m.pick({"P": 5, "G": 6, "O": 1, None: 1}), "X" if m.chance(.08) else None))
                    for _ in range(3 if ("C0009", k[0], "P") in links else m.pick({0: 3, 1: 3, 2: 3, 4: 1}) if amend == 0 else m.pick({0: 4, 1: 1})):
                        disbs.append((len(disbs) + 1, no, m.pick({"Signal Media": 5, "Print House": 4, "Main Street Cafe": 2, "Canvass Co": 3, "US Post": 3}), m.pick(TOWNS), m.day(f"{yr}-01-01", f"{yr}-12-31"), int(m.skewed(900, 2500000, 0)), m.pick({"ADV": 6, "PRT": 4, "SAL": 3, "TRV": 2, "FND": 1, None: 1})))
    m.add("filing", filings)
    m.add("rcpt", rcpts)
    m.add("disb", disbs)
    m.add("fine", fines)
