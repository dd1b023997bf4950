"""A town's libraries: titles in fields named by number, persons by role, copies with home and present branch, loans, holds, charges, headings."""
from making import later

SCHEMA = """
CREATE TABLE bib (bib_no INTEGER PRIMARY KEY, "245a" TEXT, "245b" TEXT, yr TEXT, lang TEXT, mat TEXT, pub_id INTEGER, "Pages" TEXT, uniform_no INTEGER);
CREATE TABLE pub (pub_id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE auth (a_id INTEGER PRIMARY KEY, name TEXT, born INTEGER, died INTEGER, nat TEXT);
CREATE TABLE bib_auth (bib_no INTEGER, a_id INTEGER, rel TEXT);
CREATE TABLE subj (bib_no INTEGER, heading TEXT, src TEXT);
CREATE TABLE branch (br TEXT PRIMARY KEY, name TEXT, zone TEXT, sqm INTEGER, opened INTEGER);
CREATE TABLE item (bc TEXT PRIMARY KEY, bib_no INTEGER, br TEXT, loc_br TEXT, acq TEXT, price TEXT, stat TEXT);
CREATE TABLE patron (card TEXT PRIMARY KEY, br TEXT, cat TEXT, sex TEXT, dob TEXT, reg TEXT, exp TEXT, blk INTEGER);
CREATE TABLE loan (ln INTEGER PRIMARY KEY, bc TEXT, card TEXT, br TEXT, out_dt TEXT, due_dt TEXT, in_dt TEXT, renew INTEGER);
CREATE TABLE hold (h_id INTEGER PRIMARY KEY, bib_no INTEGER, card TEXT, req TEXT, pick_br TEXT, stat TEXT);
CREATE TABLE charge (ch_id INTEGER PRIMARY KEY, ln INTEGER, amt REAL, typ TEXT, paid TEXT, waived INTEGER);
"""

BRANCHES = [("CEN", "Central Library", "Inner", 4200, 1902), ("RIV", "Riverside Branch", "Inner", 640, 1968), ("OAK", "Oakfield Branch", "East", 520, 1975), ("MIL", "Millbrook Branch", "North", 380, 1983),
            ("STA", "Station Branch", "West", 290, 2009), ("HIL", "Hilltop Branch", "North", 410, 1959), ("MOB", "Bookmobile", None, None, 1994)]
HEADINGS = {"Detective stories": 6, "Cookery": 4, "Family life": 5, "Travel": 3, "Gardening": 2, "World history": 3, "Dinosaurs": 2, "Jazz": 1, "Local history": 1}
ONE = "Silver Broken Quiet Little Winter Salt Stone Green Midnight Paper Lost Eastern".split()
TWO = "Garden River Kitchen Daughter Lantern Mountain Island Clock Train House Song Road".split()


def fill(m):
    m.add("branch", BRANCHES)
    m.add("pub", [(i, n, c) for i, (n, c) in enumerate([("Lindqvist & Hart", "London"), ("Kestrel Press", "Oxford"), ("Verlag Morgen", "Berlin"), ("Editions du Lac", "Geneva"), ("Paperbark", "Sydney"), ("Harbour House", "Boston"),
                                                        ("Morgen Audio", "Berlin"), ("Red Kite Books", "London"), ("Town Archive Series", None)], 1)])
    people = []
    for i in range(1, 96):
        first, last = m.person()
        born = m.whole(1850, 1990)
        people.append((i, f"{last}, {first}", born if m.chance(.9) else None, min(2022, born + m.whole(40, 95)) if born < 1950 and m.chance(.85) else None, m.pick({"GB": 6, "US": 5, "DE": 3, "FR": 2, "SE": 1, None: 1})))
    people[6] = (7, "Ashdown, Leonora", 1888, 1961, "GB")
    people[13] = (14, "Vik, Henrik", 1957, None, "SE")
    people[30], people[52] = (31, "Lund, Astrid", 1957, None, "SE"), (53, "Harker, Miles", 1957, 2019, "GB")
    m.add("auth", people)
    bibs, roles, heads = [], [], []
    for n in range(1, 231):
        year = m.whole(1950, 2022) if m.chance(.4) else m.whole(1995, 2022)
        mat = m.pick({"BK": 12, "DVD": 3, "CD": 2, "MAP": .7, "EB": 2})
        bibs.append([n, f"{m.pick(['The ', ''])}{m.pick(ONE)} {m.pick(TWO)}", m.pick(["a novel", "stories", "a guide", None, None, None]), None if m.chance(.04) else f"c{year}" if m.chance(.25) else str(year),
                     m.pick({"eng": 10, "ger": 2, "fre": 2, "swe": 1}), mat, m.pick({1: 6, 2: 4, 3: 2, 4: 2, 5: 2, 6: 3, 7: 1, 8: 5, None: 1}),
                     f"{m.whole(48, 99) if m.chance(.15) else m.whole(100, 780) if m.chance(.96) else m.whole(1001, 1400)} p." if mat in ("BK", "EB") and m.chance(.93) else None, None])
        if n > 60 and m.chance(.1):
            bibs[-1][8] = m.whole(1, 50)
        writer = 7 if m.chance(.05) else 14 if m.chance(.04) else 1 + int(m.random.random() ** 1.7 * 94)
        roles.append((n, writer, "aut"))
        if m.chance(.12):
            roles.append((n, m.whole(1, 95), "aut"))
        if m.chance(.3):
            roles.append((n, writer if m.chance(.15) else m.whole(20, 95), m.pick({"trl": 4, "ill": 3, "edt": 2})))
        for h in dict.fromkeys(m.pick(HEADINGS) for _ in range(m.pick([0, 1, 1, 2, 3]))):
            heads.append((n, h, m.pick({"LC": 3, "local": 1})))
            if m.chance(.08):
                heads.append((n, h, "local" if heads[-1][2] == "LC" else "LC"))
    bibs[19][1:4] = ["The Clockmaker of Ystad", "a novel", "1994"]
    bibs[32][1:6] = ["Bread and Salt", None, "2011", "eng", "BK"]
    bibs[47][1:6] = ["Bread and Salt", "a film", "2016", "eng", "DVD"]
    roles = [r for r in roles if r[0] != 20] + [(20, 14, "aut"), (20, 7, "trl")]
    m.add("bib", bibs)
    m.add("bib_auth", roles)
    m.add("subj", heads)
    items = []
    for b in bibs:
        for _ in range(0 if b[5] == "EB" else m.pick({1: 6, 2: 4, 3: 2, 5: 1}) if b[0] not in (20, 33) else 7 if b[0] == 20 else 5):
            home = m.pick({"CEN": 8, "RIV": 3, "OAK": 3, "MIL": 2, "STA": 2, "HIL": 2, "MOB": 1})
            items.append((f"30{len(items) + 1:05}", b[0], home, home if m.chance(.85) else m.pick(BRANCHES[:6])[0], m.day("1996-01-10", "2023-03-01"),
                          None if m.chance(.06) else f"{m.whole(4, 62)},{m.pick(['00', '50', '95', '99'])}", m.pick({"AV": 12, "LO": 4, "MI": 1, "WD": 2})))
    for at, price in zip([n for n, i in enumerate(items) if i[1] == 33], ("9,50", "38,95", "24,00", "8,99", "19,50")):
        items[at] = items[at][:5] + (price,) + items[at][6:]
    m.add("item", items)
    patrons = []
    for n in range(1, 211):
        cat = m.pick({"AD": 8, "JU": 4, "SE": 3, "ST": 3})
        born = {"AD": (1960, 1995), "JU": (2009, 2016), "SE": (1930, 1957), "ST": (1997, 2004)}[cat]
        born = m.day(f"{born[0]}-01-01", f"{born[1]}-12-31")
        reg = m.day("2012-01-01" if cat != "JU" else "2018-01-01", "2023-06-30")
        patrons.append((f"P{n:04}", m.pick({"CEN": 8, "RIV": 4, "OAK": 4, "MIL": 2, "STA": 3, "HIL": 2}), cat, m.pick({"F": 7, "M": 5, None: 1}), f"{born[8:]}/{born[5:7]}/{born[:4]}" if m.chance(.95) else None, reg,
                         later(reg, days=365 * m.whole(1, 11)), int(m.chance(.1))))
    m.add("patron", patrons)
    loans, charges = [], []
    for _ in range(900):
        item = items[int(m.random.random() ** 1.4 * len(items))] if m.chance(.97) else m.pick([i for i in items if i[1] in (20, 33)])
        patron = patrons[int(m.random.random() ** 1.5 * 195)]
        out = m.day("2022-01-03", "2023-10-31")
        due = later(out, days=m.pick([14, 21, 28]))
        back = later(out, days=m.whole(1, 27) if m.chance(.8) else m.whole(25, 70)) if m.chance(.93) else None
        loans.append((len(loans) + 1, item[0], patron[0], item[2] if m.chance(.8) else m.pick(BRANCHES)[0], out, due, back, m.pick({0: 8, 1: 3, 2: 1, 3: .5})))
        if back and back > due and m.chance(.75) or m.chance(.02):
            late = m.chance(.85)
            charges.append((len(charges) + 1, len(loans), m.skewed(.2, 9.0) if late else m.amount(5, 40), "L" if late else m.pick("DR"), later(back or due, days=m.whole(0, 90)) if m.chance(.6) else None, int(m.chance(.08))))
            if m.chance(.1):
                charges.append((len(charges) + 1, len(loans), 2.5, "R", None, 0))
    m.add("loan", loans)
    m.add("charge", charges)
    m.add("hold", [(i, 1 + int(m.random.random() ** 1.5 * 229) if m.chance(.9) else 20, m.pick(patrons)[0], m.day("2022-02-01", "2023-10-31"), m.pick({"CEN": 5, "RIV": 3, "OAK": 2, "STA": 3, "HIL": 1}), m.pick({"W": 4, "F": 6, "C": 2, "X": 1}))
                   for i in range(1, 171)])
