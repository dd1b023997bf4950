"""Clinical trials: sites, subjects by arm, planned and real visits, adverse events, lab values, withdrawals."""
from making import later

SCHEMA = """
CREATE TABLE STUDY (STUDYID TEXT PRIMARY KEY, TITLE TEXT NOT NULL, PHASE INTEGER NOT NULL, SPONSOR TEXT,
  STARTDT TEXT NOT NULL, ENDDT TEXT, EXTENDS TEXT REFERENCES STUDY(STUDYID));
CREATE TABLE SITE (SITEID INTEGER PRIMARY KEY, SITENAME TEXT NOT NULL, COUNTRY TEXT NOT NULL, CITY TEXT);
CREATE TABLE INVESTIG (INVID INTEGER PRIMARY KEY, INVNAME TEXT NOT NULL, SITEID INTEGER REFERENCES SITE(SITEID),
  MENTORID INTEGER REFERENCES INVESTIG(INVID), SPECIALTY TEXT);
CREATE TABLE STUDYSITE (STUDYID TEXT REFERENCES STUDY(STUDYID), SITEID INTEGER REFERENCES SITE(SITEID),
  PI_ID INTEGER REFERENCES INVESTIG(INVID), SUBI_ID INTEGER REFERENCES INVESTIG(INVID), ACTIVDT TEXT, CLOSEDT TEXT,
  TARGETN INTEGER, PRIMARY KEY (STUDYID, SITEID));
CREATE TABLE ARM (STUDYID TEXT REFERENCES STUDY(STUDYID), ARMCD TEXT, ARMNAME TEXT NOT NULL, PLACEBO TEXT NOT NULL,
  PRIMARY KEY (STUDYID, ARMCD));
CREATE TABLE SUBJ (SUBJID INTEGER PRIMARY KEY, STUDYID TEXT NOT NULL REFERENCES STUDY(STUDYID),
  SITEID INTEGER NOT NULL REFERENCES SITE(SITEID), SEX TEXT, BIRTHYR INTEGER, SCREENDT INTEGER NOT NULL, RANDDT INTEGER,
  ARMCD TEXT, STATUS TEXT NOT NULL, TESTFL TEXT, FOREIGN KEY (STUDYID, ARMCD) REFERENCES ARM(STUDYID, ARMCD));
CREATE TABLE WITHDR (SUBJID INTEGER PRIMARY KEY REFERENCES SUBJ(SUBJID), WDDT TEXT NOT NULL, REASON TEXT, LASTDOSEDT TEXT);
CREATE TABLE VISITPLAN (STUDYID TEXT REFERENCES STUDY(STUDYID), VISITNUM INTEGER, VISITNAME TEXT NOT NULL, DAYNUM INTEGER NOT NULL,
  WINDOWDAYS INTEGER NOT NULL, PRIMARY KEY (STUDYID, VISITNUM));
CREATE TABLE VISIT (VISITID INTEGER PRIMARY KEY, SUBJID INTEGER NOT NULL REFERENCES SUBJ(SUBJID), VISITNUM INTEGER NOT NULL,
  PLANDT TEXT NOT NULL, ACTDT TEXT, INVID INTEGER REFERENCES INVESTIG(INVID));
CREATE TABLE AE (AEID INTEGER PRIMARY KEY, SUBJID INTEGER NOT NULL REFERENCES SUBJ(SUBJID), TERM TEXT NOT NULL, GRADE INTEGER,
  SERIOUS TEXT, STDT TEXT NOT NULL, ENDT TEXT, RELATED TEXT NOT NULL);
CREATE TABLE LABTEST (TESTCD TEXT PRIMARY KEY, TESTNAME TEXT NOT NULL, STDUNIT TEXT NOT NULL, LLN REAL, ULN REAL);
CREATE TABLE LAB (LABID INTEGER PRIMARY KEY, VISITID INTEGER REFERENCES VISIT(VISITID), TESTCD TEXT REFERENCES LABTEST(TESTCD),
  RESULT REAL, UNIT TEXT);
CREATE TABLE DEVIATION (DEVID INTEGER PRIMARY KEY, SUBJID INTEGER REFERENCES SUBJ(SUBJID), VISITID INTEGER REFERENCES VISIT(VISITID),
  CATEGORY TEXT, SEVERITY TEXT, REPORTEDON TEXT NOT NULL);
"""

STUDIES = [("CARD-101", "Beta blocker in heart failure", 2, "Norvia", "2022-02-01", "2023-12-15", None),
           ("CARD-102", "Beta blocker, long-term follow-up", 3, "Norvia", "2023-01-10", None, "CARD-101"),
           ("DIAB-201", "Weekly insulin", 3, "Helixmed", "2022-09-05", None, None),
           ("ASTH-301", "Inhaler dose finding", 2, "Pulmora", "2023-06-01", None, None),
           ("CARD-103", "Beta blocker in the elderly", 4, "Norvia", "2024-06-20", None, "CARD-102")]
SITES = [(1, "University Hospital Basel", "CH", "Basel"), (2, "Charite Mitte", "DE", "Berlin"), (3, "Klinikum Nord", "DE", "Hamburg"),
         (4, "Hopital Saint-Louis", "FR", "Paris"), (5, "Policlinico Milano", "IT", "Milan"), (6, "St. Mary's", "GB", "London"),
         (7, "Leeds Infirmary", "GB", "Leeds"), (8, "AKH Wien", "AT", "Vienna"), (9, "Clinique du Lac", "CH", None)]
TERMS = {"Headache": 9, "Nausea": 8, "Fatigue": 6, "Dizziness": 5, "headache": 2, "Hypoglycaemia": 3, "Rash": 3, "Pneumonia": 1,
         "Myocardial infarction": 1, "Injection site pain": 3, "Back pain": 2}
TESTS = [("ALT", "Alanine aminotransferase", "U/L", 5, 40), ("GLUC", "Glucose", "mg/dL", 70, 100),
         ("CREAT", "Creatinine", "mg/dL", .6, 1.3), ("HGB", "Haemoglobin", "g/dL", 12, 17), ("TROP", "Troponin", "ng/L", None, 14)]


def fill(m):
    m.add("STUDY", STUDIES)
    m.add("SITE", SITES)
    people = []
    for n in range(1, 27):
        first, last = m.person()
        people.append((n, f"Dr. {first} {last}", n if n < 9 else m.whole(1, 8) if m.chance(.93) else None,
                       m.whole(1, n - 1) if n > 3 and m.chance(.7) else None, m.pick(["cardiology", "endocrinology", "pulmonology", None])))
    m.add("INVESTIG", people)
    opened = []
    for s in STUDIES[:4]:
        for site in sorted(m.some(range(1, 9), m.pick([4, 5, 6]))):
            start = later(s[4], days=m.whole(5, 120))
            at = [p[0] for p in people if p[2] == site] or [1]
            opened.append((s[0], site, m.pick(at), m.pick(at) if m.chance(.7) else None, start,
                           later(start, days=m.whole(250, 500)) if m.chance(.15) else None, m.pick([8, 10, 12, 15, 20, None])))
    m.add("STUDYSITE", opened)
    arms = []
    for s in STUDIES:
        arms += [(s[0], "A", "Low dose", "N"), (s[0], "B", "High dose", "N")] + ([(s[0], "P", "Placebo", "Y")] if s[0] != "CARD-102" else [])
    m.add("ARM", arms)
    plans = {}
    for s in STUDIES[:4]:
        days = [0, 7, 28, 56, 84, 168] if s[2] == 3 else [0, 14, 28, 56]
        plans[s[0]] = [(s[0], n, "Baseline" if n == 1 else f"Day {day}", day, 0 if n == 1 else m.pick([2, 3, 5, 7])) for n, day in enumerate(days, 1)]
    m.add("VISITPLAN", [row for rows in plans.values() for row in rows])
    subjects, gone, visits, events, labs, odd = [], [], [], [], [], []
    edges = ["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-01-31", "2024-03-01"]
    for n in range(1, 331):
        study, site = m.pick([row[:2] for row in opened])
        first = [row[4] for row in opened if row[:2] == (study, site)][0]
        last = "2023-06-30" if study == "CARD-101" else "2024-06-25"
        screen = m.day(max(first, "2022-04-01"), max(last, later(first, days=20)))
        if m.chance(.1) and first < "2023-03-01" and study != "CARD-101":
            screen = m.pick(edges)
        sex = m.pick({"F": 9, "M": 9, "f": 1, None: 1})
        born = m.whole(1938, 2004) if m.chance(.96) else None
        if m.chance(.16):
            subjects.append((n, study, site, sex, born, int(screen.replace("-", "")), None, None, "SCRFAIL", None))
            continue
        rand = later(screen, days=m.pick([0, 1, 3, 7, 10, 14, 20]))
        plan = plans[study]
        stop = later(rand, days=m.whole(3, 110)) if m.chance(.2) else None
        if stop and stop > "2024-06-30":
            stop = None
        done = 0
        for p in plan:
            due = later(rand, days=p[3])
            if stop and due > stop or due > "2024-07-31":
                break
            real = later(due, days=0 if p[1] == 1 else m.pick([0, 0, 0, 1, -1, 2, 3, 4, -3, 8, 12]))
            if real > "2024-06-30" or p[1] > 1 and m.chance(.1):
                real = None
            visits.append((len(visits) + 1, n, p[1], due, real, m.pick([q[0] for q in people if q[2] == site] or [1]) if real and m.chance(.93) else None))
            done += real is not None
            if not real:
                continue
            for code, unit, low, high in (("ALT", "U/L", 8, 75), ("GLUC", "mg/dL", 60, 190), ("CREAT", "mg/dL", .5, 1.8), ("HGB", "g/dL", 9.5, 17.5)):
                if m.chance(.62):
                    value = round(low + (high - low) * (m.random.random() + m.random.random()) / 2, 1)
                    if code == "GLUC" and m.chance(.3):
                        value, unit = round(value / 18, 1), "mmol/L"
                    labs.append((len(labs) + 1, len(visits), code, value if m.chance(.95) else None, unit))
            if m.chance(.06):
                odd.append((len(odd) + 1, n, len(visits), m.pick(["visit window", "consent", "dosing", "lab"]),
                            m.pick({"minor": 6, "major": 3, "Major": 1}), later(real, days=m.pick([0, 0, 1, 5, 30]))))
        last_seen = stop or later(rand, days=plan[-1][3])
        status = "WITHDRAWN" if stop else "COMPLETED" if last_seen <= "2024-06-30" else "ACTIVE"
        subjects.append((n, study, site, sex, born, int(screen.replace("-", "")), int(rand.replace("-", "")),
                         m.pick([a[1] for a in arms if a[0] == study]), status, "Y" if m.chance(.02) else None))
        if stop:
            gone.append((n, stop, m.pick({"adverse event": 4, "consent withdrawn": 4, "lost to follow-up": 3, "Lost to follow-up": 1, None: 1}),
                         later(stop, days=-m.whole(0, 20)) if m.chance(.85) else None))
        for _ in range(m.pick([0, 0, 1, 1, 2, 3, 4])):
            start = later(rand, days=m.whole(0, max(3, 60 if not stop else 30)))
            if m.chance(.06):
                start = m.pick([d for d in edges if d >= rand] or [start])
            if start > "2024-06-30":
                continue
            grade = m.pick({1: 10, 2: 7, 3: 4, 4: 1, None: 1})
            events.append((len(events) + 1, n, m.pick(TERMS), grade, m.pick({"N": 5, "Y": 4}) if grade in (3, 4) else m.pick({"N": 10, "Y": 1, None: 1}),
                           start[:7] if m.chance(.05) else start, later(start, days=m.pick([0, 1, 2, 5, 9, 21, 40])) if m.chance(.8) else None,
                           m.pick({"NOT": 5, "POSSIBLE": 4, "PROBABLE": 2})))
        if m.chance(.05):
            odd.append((len(odd) + 1, n, None, "eligibility", "major", later(rand, days=m.whole(1, 40))))
    m.add("SUBJ", subjects)
    m.add("WITHDR", gone)
    m.add("VISIT", visits)
    m.add("AE", events)
    m.add("LABTEST", TESTS)
    m.add("LAB", labs)
    m.add("DEVIATION", odd)
