"""A regional court's docket: cases in coded types, parties in roles, judges, hearings with text times, filings, fees in text, rulings and appeals."""
from making import later

SCHEMA = """
CREATE TABLE court (ct_no INTEGER PRIMARY KEY, name TEXT, seat TEXT, lvl INTEGER, parent_ct INTEGER REFERENCES court(ct_no));
CREATE TABLE judge (j_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, ct_no INTEGER REFERENCES court(ct_no), sworn TEXT, retired TEXT);
CREATE TABLE docket (
  d_no TEXT PRIMARY KEY, ct_no INTEGER REFERENCES court(ct_no), typ TEXT, filed TEXT, closed TEXT, j_id INTEGER REFERENCES judge(j_id),
  val_eur TEXT, outc TEXT, appeal_of TEXT REFERENCES docket(d_no));
CREATE TABLE party (pt_id INTEGER PRIMARY KEY, name TEXT, legal TEXT, town TEXT, since TEXT);
CREATE TABLE lawyer (l_id INTEGER PRIMARY KEY, name TEXT, firm TEXT, town TEXT, bar_yr INTEGER);
CREATE TABLE case_party (d_no TEXT REFERENCES docket(d_no), pt_id INTEGER REFERENCES party(pt_id), role TEXT, l_id INTEGER REFERENCES lawyer(l_id));
CREATE TABLE hearing (
  h_id INTEGER PRIMARY KEY, d_no TEXT REFERENCES docket(d_no), dt TEXT, `start` TEXT, `end` TEXT, room TEXT, j_id INTEGER, held TEXT);
CREATE TABLE filing (f_id INTEGER PRIMARY KEY, d_no TEXT REFERENCES docket(d_no), by_pt INTEGER, doc TEXT, dt TEXT, pages INTEGER, late INTEGER);
CREATE TABLE fee (d_no TEXT, seq INTEGER, kind TEXT, amt REAL, due TEXT, paid TEXT, PRIMARY KEY (d_no, seq));
CREATE TABLE typ_lkp (typ TEXT PRIMARY KEY, descr TEXT, field TEXT);
"""

COURTS = [(1, "Supreme Court of Veldmark", "Haldorf", 3, None), (2, "Regional Court North", "Brenn", 2, 1), (3, "Regional Court South", "Osterau", 2, 1), (4, "District Court Brenn", "Brenn", 1, 2),
          (5, "District Court Lohne", "Lohne", 1, 2), (6, "District Court Osterau", "Osterau", 1, 3), (7, "District Court Haldorf", "Haldorf", 1, 3), (8, "District Court Trieg", "Trieg", 1, 3)]
TYPES = [("CN", "Contract", "civil"), ("RE", "Rent", "civil"), ("DM", "Damages", "civil"), ("FA", "Divorce", "family"), ("CU", "Custody", "family"), ("LA", "Dismissal", "labour"), ("WA", "Wages", "labour"),
         ("NB", "Neighbours", "civil"), ("IN", "Insolvency", None)]
FIRMS = ["Aldous & Rook", "Kanzlei Brenn", "Marlin Partners", "Lex Osterau", "Quill & Sons", None]


def fill(m):
    m.add("court", COURTS)
    m.add("typ_lkp", TYPES)
    judges = []
    for n in range(1, 37):
        first, last = m.person()
        sworn = m.day("1984-01-09", "2020-10-01")
        judges.append((n, first, last, m.pick("FM"), m.pick({1: 1, 2: 3, 3: 3, 4: 5, 5: 3, 6: 4, 7: 6, 8: 2}), sworn, m.day("2021-03-31", "2023-11-30") if sworn < "1996" and m.chance(.6) else None))
    judges[4] = (5, "Hedda", "Winterfeld", "F", 4, "1999-05-03", None)
    judges[11] = (12, "Ruben", "Castellan", "M", 7, "2011-09-01", None)
    for n, court in enumerate((2, 3, 4, 5, 6, 7, 8), 20):
        judges[n - 1] = judges[n - 1][:4] + (court,) + judges[n - 1][5:]
    m.add("judge", judges)
    bench = {c[0]: [j[0] for j in judges if j[4] == c[0]] for c in COURTS}
    cases, number = [], {}
    for _ in range(360):
        court = m.pick({4: 7, 5: 3, 6: 5, 7: 8, 8: 2})
        filed = m.day("2019-01-07", "2023-11-30") if m.chance(.95) else m.pick(["2021-12-31", "2022-01-01", "2022-12-31"])
        key = court, filed[2:4]
        number[key] = number.get(key, 0) + 1
        closed = later(filed, days=20 + int(m.skewed(0, 1100, 0)))
        if closed > "2023-12-31" or m.chance(.08):
            closed = None
        kind = m.pick({"CN": 9, "RE": 8, "DM": 6, "FA": 5, "CU": 3, "LA": 4, "WA": 4, "NB": 3, "IN": 1})
        cases.append([f"{court}-{kind}-{number[key]}/{filed[2:4]}", court, kind, filed, closed, m.pick(bench[court]) if m.chance(.97) else None,
                      None if kind in ("FA", "CU") else f"{int(m.skewed(300, 90000, 0)):,}".replace(",", "."), m.pick({"GR": 7, "PG": 4, "DI": 5, "SE": 6}) if closed else None, None])
    for base in [c for c in cases if c[4] and c[7] in ("GR", "PG", "DI") and c[4] < "2023-06-01"]:
        if m.chance(.2):
            court = {4: 2, 5: 2}.get(base[1], 3)
            filed = later(base[4], days=m.whole(5, 60))
            key = court, filed[2:4]
            number[key] = number.get(key, 0) + 1
            closed = later(filed, days=m.whole(60, 700))
            closed = None if closed > "2023-12-31" else closed
            cases.append([f"{court}-{base[2]}-{number[key]}/{filed[2:4]}", court, base[2], filed, closed, m.pick(bench[court]), base[6], m.pick({"GR": 3, "DI": 6, "PG": 1}) if closed else None, base[0]])
    m.add("docket", cases)
    parties = []
    for n in range(1, 331):
        first, last = m.person()
        legal = m.pick({"P": 15, "C": 6, "S": 1})
        parties.append((n, f"{first} {last}" if legal == "P" else f"{last} {m.pick(['GmbH', 'AG', 'Bau', 'Handel'])}" if legal == "C" else f"Town of {m.pick(['Lohne', 'Trieg', 'Brenn'])}", legal,
                        m.pick({"Brenn": 5, "Lohne": 3, "Osterau": 4, "Haldorf": 7, "Trieg": 2, None: 2}), m.day("2005-01-01", "2019-01-01") if legal != "P" and m.chance(.8) else None))
    parties[8] = (9, "Brückner Wohnbau AG".replace("ü", "ue"), "C", "Haldorf", "2006-04-01")
    parties[20] = (21, "Philippa Sandquist", "P", "Lohne", None)
    m.add("party", parties)
    lawyers = []
    for n in range(1, 61):
        first, last = m.person()
        lawyers.append((n, f"{first} {last}", m.pick(FIRMS), m.pick({"Brenn": 4, "Osterau": 4, "Haldorf": 6, "Lohne": 1}), m.whole(1979, 2019)))
    lawyers[6] = (7, "Severin Quast", "Quill & Sons", "Haldorf", 1988)
    m.add("lawyer", lawyers)
    roles, sides = [], {}
    for c in cases:
        count = m.pick({1: 9, 2: 2, 3: 1})
        who = m.some([p[0] for p in parties if m.chance(.4)], count + 1)
        if m.chance(.07):
            who[0] = 9
        if m.chance(.04) and 21 not in who:
            who[1] = 21
        sides[c[0]] = list(dict.fromkeys(who))
        for at, p in enumerate(sides[c[0]]):
            roles.append((c[0], p, "PL" if at == 0 else "DF", 1 + int(m.random.random() ** 1.5 * 58) if m.chance(.72) else None))
        if m.chance(.06):
            roles.append((c[0], m.whole(200, 330), "WI", None))
    m.add("case_party", roles)
    hearings, filings, fees = [], [], []
    for c in cases:
        end = c[4] or "2023-12-31"
        for _ in range(m.pick({0: 3, 1: 8, 2: 6, 3: 3, 6: 1})):
            day = m.day(c[3], end)
            hour, minute, long = m.whole(8, 16), m.pick([0, 0, 15, 30, 45]), m.whole(2, 30) * 10
            stop = hour * 60 + minute + long
            held = m.pick({"Y": 15, "N": 3, "P": 2})
            hearings.append((len(hearings) + 1, c[0], day, f"{hour}:{minute:02}", f"{stop // 60}:{stop % 60:02}" if held == "Y" else None, f"{m.pick('ABC')}{m.whole(1, 4)}{m.whole(0, 9)}" if m.chance(.94) else None,
                             c[5] if c[5] and m.chance(.87) else m.pick(bench[c[1]]), held))
        for _ in range(9 if c is cases[100] else m.pick({1: 5, 2: 6, 3: 5, 5: 2})):
            filings.append((len(filings) + 1, c[0], m.pick(sides[c[0]]), m.pick({"CLAIM": 4, "REPLY": 4, "EVID": 5, "MOTION": 2}), m.day(c[3], end), int(m.skewed(1, 90, 0)) if m.chance(.96) else None, int(m.chance(.14))))
        for seq in range(1, m.pick([1, 1, 2, 2, 3, 4]) + 1):
            due = m.day(c[3], end)
            fees.append((c[0], seq, m.pick({"COURT": 6, "EXPERT": 2, "COPY": 2, "TRAVEL": 1}), float(m.pick([35, 60, 120, 160, 240, 480])) if m.chance(.6) else m.skewed(20, 2400), due,
                         later(due, days=m.whole(-10, 60)) if m.chance(.8) else None))
    m.add("hearing", hearings)
    m.add("filing", filings)
    m.add("fee", fees)
