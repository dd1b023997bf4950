"""Records of student loans: borrowers and co-signers, schools and campuses, servicers taken over by others, loans with rates as text, payments, deferments, calls, fees."""
from making import later

SCHEMA = """
CREATE TABLE state (st_cd TEXT PRIMARY KEY, nm TEXT, region TEXT);
CREATE TABLE school (sch_id INTEGER PRIMARY KEY, nm TEXT, st_cd TEXT REFERENCES state(st_cd), ctrl TEXT, enrl INTEGER, `Grad Rate %` TEXT, parent_id INTEGER REFERENCES school(sch_id));
CREATE TABLE servicer (sv_cd TEXT PRIMARY KEY, nm TEXT, st_cd TEXT, succ_cd TEXT REFERENCES servicer(sv_cd), act TEXT);
CREATE TABLE person (p_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sex TEXT, dob TEXT, st_cd TEXT REFERENCES state(st_cd), inc TEXT, ref_by INTEGER REFERENCES person(p_id));
CREATE TABLE loan (
  loan_no TEXT PRIMARY KEY, borr_id INTEGER REFERENCES person(p_id), cosign_id INTEGER REFERENCES person(p_id), sch_id INTEGER REFERENCES school(sch_id), sv_cd TEXT REFERENCES servicer(sv_cd),
  prog TEXT, princ REAL, bal REAL, `rate_pct` TEXT, term_mo INTEGER, appl_dt TEXT, disb_dt TEXT, paidoff_dt TEXT, stat TEXT);
CREATE TABLE pmt (loan_no TEXT REFERENCES loan(loan_no), seq INTEGER, due TEXT, rcvd TEXT, amt REAL, payer TEXT, PRIMARY KEY (loan_no, seq));
CREATE TABLE defer (df_id INTEGER PRIMARY KEY, loan_no TEXT REFERENCES loan(loan_no), kind TEXT, beg TEXT, fin TEXT, appr INTEGER);
CREATE TABLE fee (fee_id INTEGER PRIMARY KEY, loan_no TEXT REFERENCES loan(loan_no), code TEXT, qty INTEGER, unit REAL, std_unit REAL, charged TEXT, waived TEXT);
CREATE TABLE agent (ag_id INTEGER PRIMARY KEY, nm TEXT, sv_cd TEXT REFERENCES servicer(sv_cd), lead_id INTEGER REFERENCES agent(ag_id));
CREATE TABLE call (c_id INTEGER PRIMARY KEY, loan_no TEXT REFERENCES loan(loan_no), from_ag INTEGER REFERENCES agent(ag_id), to_ag INTEGER REFERENCES agent(ag_id), dt TEXT, mins INTEGER, why TEXT);
"""

STATES = [("AL", "Alderney", "North"), ("BR", "Brackmoor", "North"), ("CO", "Corvale", "South"), ("DE", "Delmarsh", "East"), ("EL", "Elmira", "West"), ("FO", "Forsett", "South"), ("GA", "Gallant", "West")]
SERVICERS = [("NAV", "Navarro Loan Care", "CO", None, "Y"), ("EDU", "EduServe", "AL", "NAV", "N"), ("GRT", "Great Elm Servicing", "EL", None, "Y"), ("PHX", "Phoenix Student Aid", "DE", "GRT", "N"), ("MOH", "Mohler & Co", "BR", None, "Y"), ("TRU", "TruePath", "FO", None, "Y"), ("OLD", "Old Mill Loans", "GA", "NAV", "N")]


def fill(m):
    m.add("state", STATES)
    m.add("servicer", SERVICERS)
    schools = [(n, f"{m.pick(['Ashby', 'Corwin', 'Delta', 'Harmon', 'Lakeside', 'Marlow', 'Prairie', 'Stanton'])} {m.pick(['College', 'University', 'Institute'])} {n}", m.pick([s[0] for s in STATES if s[0] != "GA"]), m.pick({"PU": 6, "PR": 4, "FP": 2}),
                int(m.skewed(300, 42000, 0)) if m.chance(.95) else None, m.pick({"x": 9, "-": 1, "n/a": 1}).replace("x", str(m.amount(8, 97, 1)) if m.chance(.9) else "100.0"), m.whole(1, min(n - 1, 20)) if n > 12 and m.chance(.4) else None) for n in range(1, 51)]
    schools[2] = (3, "Harrowgate University", "CO", "PU", 31200, "71.4", None)
    schools[29] = (30, "Harrowgate Coastal Campus", "FO", "PU", 2100, "9.5", 3)
    schools[33] = (34, "Harrowgate Northern Campus", "AL", "PU", 1450, "n/a", 3)
    m.add("school", schools)
    people = []
    for n in range(1, 301):
        first, last = m.person()
        people.append((n, first, last, m.pick({"F": 12, "M": 10, None: 1}), m.day("1962-01-10", "2002-12-20"), m.pick([s[0] for s in STATES]), m.pick({"x": 9, "-": 1, "": .5}).replace("x", str(int(m.skewed(6000, 140000, 0)))), m.whole(1, n - 1) if n > 15 and m.chance(.22) else None))
    people[19] = (20, "Marguerite", "Ellsworth", "F", "1994-04-11", "CO", "48200", 7)
    people[6] = (7, "Duncan", "Tavistock", "M", "1971-08-30", "DE", "91000", None)
    m.add("person", people)
    loans, payments = [], []
    for n in range(1, 301):
        borrower = m.pick([20, 7]) if m.chance(.03) else 1 + int(m.random.random() ** 1.3 * 240)
        applied = m.day("2012-01-10", "2021-06-30")
        paid_out = later(applied, days=m.whole(8, 120)) if m.chance(.94) else None
        stat = m.pick({"R": 9, "P": 5, "D": 2, "G": 2}) if paid_out else "C"
        princ = m.skewed(1500, 60000)
        off = later(paid_out, days=m.whole(300, 2100)) if stat == "P" else None
        off = min(off, "2022-12-20") if off else None
        loans.append((f"SL{n:05}", borrower, m.pick([p for p in range(100, 301) if p != borrower]) if m.chance(.45) else None, m.whole(1, 46), m.pick({"NAV": 8, "EDU": 4, "GRT": 6, "PHX": 3, "MOH": 4, "TRU": 2, "OLD": 1}),
                      m.pick({"SUB": 6, "UNS": 6, "PLUS": 3, "PRV": 4}), princ, 0.0 if stat == "P" else round(princ * m.amount(.1, 1.15), 2) if paid_out else None, m.pick({"x": 14, "n/a": 1}).replace("x", str(m.amount(2.7, 12.9, 2))),
                      m.pick([60, 120, 120, 180, 240]), applied, paid_out, off, stat))
        if paid_out:
            never = stat == "D" and m.chance(.45)
            for k in range(1, m.pick({2: 1, 4: 3, 6: 4, 9: 2}) + 1):
                due = later(paid_out, days=180 + 30 * k)
                if due < "2022-12-31":
                    payments.append((loans[-1][0], k, due, later(due, days=m.pick([-9, -3, -1, 0, 0, 2, 6, 17, 45])) if not never and m.chance(.86) else None, m.skewed(25, 900), m.pick({"B": 10, "C": 2, "E": 1})))
    m.add("loan", loans)
    m.add("pmt", payments)
    live = [one for one in loans if one[11]]
    m.add("defer", [(n, one[0], m.pick({"SCH": 5, "UNE": 4, "MIL": 1, "MED": 2}), beg, later(beg, days=m.whole(60, 540)) if m.chance(.85) else None, int(m.chance(.75)))
                    for n in range(1, 141) for one in [m.pick(live)] for beg in [later(one[11], days=m.whole(30, 500))]])
    fees = []
    for n in range(1, 321):
        one, std = m.pick(live), float(m.pick([5, 10, 15, 25, 40]))
        fees.append((n, one[0], m.pick({"LATE": 8, "NSF": 3, "DOC": 3, "COLL": 1}), m.whole(1, 5), round(std * m.pick([1, 1, .5, .8]), 2), std, m.day("2015-01-10", "2022-12-10"), m.pick({"Y": 2, "N": 9})))
    m.add("fee", fees)
    agents = [(n, " ".join(m.person()), m.pick([s[0] for s in SERVICERS]), m.whole(1, min(5, n - 1)) if n > 2 and m.chance(.85) else None) for n in range(1, 31)]
    agents[8] = (9, "Barnaby Quennell", "NAV", 2)
    m.add("agent", agents)
    m.add("call", [(n, m.pick(live)[0], ag, m.pick([a for a in range(1, 27) if a != ag]) if m.chance(.3) else None, m.day("2018-01-05", "2022-12-20"), int(m.skewed(1, 75, 0)), m.pick({"PAY": 6, "DEF": 3, "CMP": 2, None: 1}))
                   for n in range(1, 361) for ag in [1 + int(m.random.random() ** 1.4 * 27)]])
