"""A city police's incident reports: offences in codes, beats within districts, officers in roles, involved persons, arrests, evidence; US text dates and amounts."""
from making import later

SCHEMA = """
CREATE TABLE district (dist INTEGER PRIMARY KEY, `Dist Name` TEXT, cmdr INTEGER, tel TEXT, pop INTEGER);
CREATE TABLE beat (beat INTEGER PRIMARY KEY, dist INTEGER REFERENCES district(dist), sq_mi REAL, ptrl TEXT);
CREATE TABLE offense (off_cd TEXT PRIMARY KEY, ttl TEXT, grp TEXT, sev TEXT);
CREATE TABLE officer (bdg INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sex TEXT, rnk TEXT, hired TEXT, dist INTEGER REFERENCES district(dist));
CREATE TABLE incident (
  `IR No` TEXT PRIMARY KEY, occ TEXT, rep_dt TEXT, off_cd TEXT REFERENCES offense(off_cd), beat INTEGER REFERENCES beat(beat),
  loc TEXT, dom TEXT, stat TEXT, `loss $` TEXT);
CREATE TABLE ir_officer (`IR No` TEXT REFERENCES incident(`IR No`), bdg INTEGER REFERENCES officer(bdg), role TEXT, PRIMARY KEY (`IR No`, bdg));
CREATE TABLE person (prs_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sx TEXT, dob TEXT, res_dist INTEGER);
CREATE TABLE involved (`IR No` TEXT REFERENCES incident(`IR No`), prs_id INTEGER REFERENCES person(prs_id), cap TEXT, inj INTEGER);
CREATE TABLE arrest (
  arr_no INTEGER PRIMARY KEY, `IR No` TEXT REFERENCES incident(`IR No`), prs_id INTEGER REFERENCES person(prs_id), arr_dt TEXT, bdg INTEGER,
  chg_cd TEXT, disp TEXT, bail INTEGER);
CREATE TABLE evidence (ev_id INTEGER PRIMARY KEY, `IR No` TEXT, kind TEXT, qty INTEGER, dt_in TEXT, dt_out TEXT);
"""

DISTRICTS = [(1, "Harbor Front", 104, "555-0101", 41200), (2, "Old Mill", 117, "555-0102", 58900), (3, "University", 122, "555-0103", 33750), (4, "Eastgate", 131, None, 76100), (5, "Airport", None, "555-0105", 12480)]
OFFENSES = [("220A", "Burglary of dwelling", "PROPERTY", "F"), ("220B", "Burglary of vehicle", "PROPERTY", "F"), ("230C", "Shoplifting", "PROPERTY", "M"), ("240", "Theft of vehicle", "PROPERTY", "F"), ("290", "Vandalism", "PROPERTY", "M"),
            ("13A", "Aggravated assault", "PERSON", "F"), ("13B", "Simple assault", "PERSON", "M"), ("120", "Robbery", "PERSON", "F"), ("35A", "Narcotics possession", "SOCIETY", "F"), ("90C", "Disorderly conduct", "SOCIETY", "I"),
            ("90J", "Trespass", None, "M"), ("26A", "Fraud", "PROPERTY", "F"), ("720", "Animal cruelty", "SOCIETY", "F")]


def us(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("district", DISTRICTS)
    beats = [(d * 100 + n * 10, d, m.amount(.4, 5.5), m.pick({"CAR": 6, "FOOT": 3, "BIKE": 2, None: 1})) for d in (1, 2, 3, 4, 5) for n in range(1, {1: 5, 2: 6, 3: 4, 4: 7, 5: 3}[d])]
    m.add("beat", beats)
    m.add("offense", OFFENSES)
    officers = []
    for n in range(101, 161):
        first, last = m.person()
        officers.append([n, first, last, m.pick({"M": 7, "F": 4}), m.pick({"OFC": 12, "DET": 4, "SGT": 3, "LT": 1}), us(m.day("1994-02-01", "2021-09-30")), m.pick({1: 4, 2: 5, 3: 3, 4: 6, 5: 1})])
    for bdg, dist in ((104, 1), (117, 2), (122, 3), (131, 4)):
        officers[bdg - 101][4] = "CPT"
        officers[bdg - 101][6] = dist
    officers[18] = [119, "Corwin", "Maddox", "M", "DET", "03/12/2006", 2]
    officers[43] = [144, "Lena", "Abruzzo", "F", "OFC", "11/02/2015", 4]
    m.add("officer", officers)
    people = []
    for n in range(1, 361):
        first, last = m.person()
        people.append((n, first, last, m.pick({"M": 6, "F": 5, "U": 1}), m.day("1944-01-01", "2005-12-31") if m.chance(.9) else None, m.pick({1: 4, 2: 6, 3: 4, 4: 8, 5: 1, None: 4})))
    people[11] = (12, "Desmond", "Yardley", "M", "1979-06-18", 2)
    m.add("person", people)
    incidents, roles, involved, arrests, evidence = [], [], [], [], []
    for n in range(1, 421):
        beat = m.pick({b[0]: {1: 3, 2: 5, 3: 3, 4: 7, 5: 1}[b[1]] for b in beats[:-1]})
        day = m.day("2021-01-01", "2023-12-28")
        hour = m.pick({0: 4, 1: 4, 2: 3, 5: 1, 8: 2, 9: 2, 11: 2, 13: 3, 15: 4, 17: 5, 19: 5, 21: 6, 22: 7, 23: 7})
        off = m.pick({"220A": 5, "220B": 9, "230C": 12, "240": 6, "290": 8, "13A": 4, "13B": 9, "120": 4, "35A": 5, "90C": 6, "90J": 4, "26A": 4})
        loss = m.skewed(15, 28000) if off in ("220A", "220B", "230C", "240", "290", "120", "26A") and m.chance(.88) else None
        number = f"{day[2:4]}-{n:05}"
        stat = m.pick({"O": 4, "C": 6, "U": 3})
        incidents.append((number, f"{us(day)} {hour:02}:{m.whole(0, 59):02}", later(day, days=m.pick({0: 9, 1: 4, 2: 1, 5: 1})), off, beat, m.pick({"STREET": 8, "DWELLING": 6, "STORE": 5, "LOT": 4, "SCHOOL": 1, None: 2}),
                          "Y" if off in ("13A", "13B") and m.chance(.45) or m.chance(.04) else "N", stat, f"{loss:,.2f}" if loss else None))
        local = [o[0] for o in officers if o[6] == beat // 100]
        crew = m.some(local, m.pick({1: 5, 2: 5, 3: 2})) + ([m.pick([101, 119, 140, 150])] if m.chance(.25) else [])
        if m.chance(.05):
            crew.append(144)
        crew = list(dict.fromkeys(crew))
        for at, bdg in enumerate(crew):
            roles.append((number, bdg, "R" if at == 0 else m.pick({"A": 5, "I": 3})))
        cast = m.some([p[0] for p in people if m.chance(.3)], m.pick({1: 4, 2: 5, 3: 3, 4: 1}))
        if m.chance(.05) and 12 not in cast:
            cast.append(12)
        suspects = []
        for at, prs in enumerate(cast):
            cap = "V" if at == 0 and m.chance(.8) else m.pick({"S": 5, "W": 3, "V": 1})
            involved.append((number, prs, cap, (m.pick({0: 5, 1: 3, 2: 2, 3: 1}) if off[:2] in ("13", "12") else 0) if cap == "V" else None))
            if cap == "S":
                suspects.append(prs)
            if m.chance(.03):
                involved.append((number, prs, "W", None))
        for prs in suspects:
            if m.chance(.55):
                disp = m.pick({"CONV": 5, "DISM": 4, "PEND": 3, None: 1})
                arrests.append((len(arrests) + 1, number, prs, us(later(day, days=int(m.skewed(0, 70, 0)))), m.pick(crew), off if m.chance(.8) else m.pick(["90C", "13B", "35A"]), disp,
                                m.pick([500, 1000, 1000, 2500, 5000, 10000]) if m.chance(.6) else None))
        for _ in range(m.pick({0: 6, 1: 4, 2: 2, 4: 1})):
            came = later(day, days=m.whole(0, 4))
            evidence.append((len(evidence) + 1, number if m.chance(.97) else f"99-{n:05}", m.pick({"PHOTO": 6, "PRINT": 4, "TOOL": 3, "DRUGS": 2, "WEAPON": 2}), m.whole(1, 6), came, later(came, days=m.whole(5, 300)) if m.chance(.5) else None))
    m.add("incident", incidents)
    m.add("ir_officer", roles)
    m.add("involved", involved)
    m.add("arrest", arrests)
    m.add("evidence", evidence)
