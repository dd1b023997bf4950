"""A hospital laboratory: patients, visits, wide rows of lab results with short names, special examinations, reference ranges."""
from making import later

SCHEMA = """
CREATE TABLE patient (pid INTEGER PRIMARY KEY, sex TEXT, dob TEXT, first_seen TEXT, adm TEXT, bg TEXT, "ZIP Code" TEXT);
CREATE TABLE visit (vid INTEGER PRIMARY KEY, pid INTEGER, dt TEXT NOT NULL, ward TEXT, doc_id INTEGER, ref_doc_id INTEGER, dx TEXT, los INTEGER);
CREATE TABLE lab (pid INTEGER NOT NULL, dt TEXT NOT NULL, CRP REAL, "Na" INTEGER, "K+" REAL, "HbA1c" REAL, eGFR INTEGER, "U-KET" TEXT, "U-PRO" TEXT,
  FERR REAL, PRIMARY KEY (pid, dt));
CREATE TABLE special_exam (ex_id INTEGER PRIMARY KEY, pid INTEGER, ex_dt TEXT, culture TEXT, "Org" TEXT, sev INTEGER, dx TEXT, titre TEXT);
CREATE TABLE doctor (doc_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, dept TEXT, grade TEXT, since_yr INTEGER);
CREATE TABLE ref_range (test TEXT, sex TEXT, lo REAL, hi REAL, unit TEXT, PRIMARY KEY (test, sex));
CREATE TABLE rx (rx_id INTEGER PRIMARY KEY, vid INTEGER REFERENCES visit(vid), drug TEXT, "Dose (mg)" TEXT, days INTEGER);
"""

DX = {"DM2": 6, "HTN": 5, "RA": 4, "SLE": 3, "CKD": 3, "CKD, DM2": 1, "ANEMIA": 2, "UTI": 3}
DRUGS = {"metformin": 5, "lisinopril": 4, "prednisolone": 4, "methotrexate": 2, "nitrofurantoin": 2, "iron": 2}
DOSES = {"metformin": ["500", "850", "1000"], "lisinopril": ["5", "10", "20"], "prednisolone": ["5", "20", "50"],
         "methotrexate": ["7.5", "15"], "nitrofurantoin": ["100"], "iron": ["80", "100"]}


def fill(m):
    people = []
    for pid in range(1001, 1301):
        dob = m.day("1928-01-01", "2004-12-31")
        people.append((pid, m.pick({"F": 6, "M": 4, None: 1}), None if m.chance(.04) else dob,
                       None if m.chance(.1) else m.day("2005-01-01", "2021-12-31"), m.pick({"+": 3, "-": 5, "": 1}),
                       m.pick({"0+": 4, "A+": 4, "B+": 1, "AB-": 1, None: 1}), m.pick(["01067", "04103", "10115", "80331", "01219"])))
    m.add("patient", people)
    m.add("doctor", [(i, *m.person(), m.pick({"Nephrology": 2, "Rheumatology": 3, "Endocrinology": 3, "Emergency": 2}),
                      m.pick({"C": 2, "R": 3, "A": 3}), m.whole(1988, 2021)) for i in range(1, 25)])
    visits, labs, rx = [], {}, []
    for one in people:
        if m.chance(.1):
            continue
        main = m.pick(DX)
        for _ in range(m.pick({1: 5, 2: 4, 3: 2, 6: 1})):
            day = m.day("2018-01-01", "2023-12-31")
            stays = one[4] == "+" and m.chance(.6)
            visits.append((len(visits) + 1, one[0], day.replace("-", "/"), m.pick({"OPD": 5, "ER": 2}) if not stays else m.pick(["W1", "W2", "W3", "ICU"]),
                           doctor := m.whole(1, 21), m.pick([doctor if doctor % 3 == 0 else None, m.whole(1, 24), m.whole(1, 24), None, None]), m.pick({main: 4, m.pick(DX): 1, None: .4}),
                           m.whole(1, 28) if stays else m.pick([0, None])))
            for _ in range(m.pick([0, 1, 1, 2, 3])):
                drug = m.pick(DRUGS)
                rx.append((len(rx) + 1, len(visits), drug, m.pick(DOSES[drug]), m.pick([7, 14, 30, 90, None])))
            for n in range(m.pick([0, 1, 1, 2, 4])):
                when = later(day, days=n * m.whole(1, 9))
                sick = main in ("DM2", "CKD, DM2")
                labs[one[0], when] = (one[0], when, None if m.chance(.15) else m.skewed(.1, 180, 1), None if m.chance(.1) else m.whole(126, 150),
                                      None if m.chance(.1) else m.amount(2.8, 6.2, 1), None if m.chance(.3) else m.amount(5.8, 11, 1) if sick else m.amount(4.4, 6.9, 1),
                                      None if m.chance(.15) else m.whole(8, 70) if "CKD" in main else m.whole(45, 120),
                                      m.pick({"-": 6, "+": 2, "++": 1, "+++": .5, None: 1}), m.pick({"neg": 4, "-": 1, "30": 2, "100": 2, "300": 1, None: 1}),
                                      None if m.chance(.4) else m.skewed(4, 900, 0))
    m.add("visit", visits)
    m.add("lab", sorted(labs.values()))
    m.add("rx", rx)
    taken = sorted(labs)
    m.add("special_exam", [(i, one[0] if not m.chance(.05) else 9000 + i, one[1] if m.chance(.4) else m.day("2018-01-01", "2023-12-31"), culture, m.pick({"E. coli": 5, "Klebsiella": 2, "S. aureus": 2}) if culture == "+" else None,
                            m.pick({0: 5, 1: 3, 2: 2, 3: 1, None: 1}), m.pick(DX), m.pick({"1:40": 3, "1:80": 3, "1:160": 2, "1:640": 1, None: 2}))
                           for i in range(1, 321) for one in [m.pick(taken)] for culture in [m.pick({"+": 3, "-": 5, None: 1})]])
    m.add("ref_range", [("CRP", "*", 0, 5, "mg/L"), ("Na", "*", 135, 145, "mmol/L"), ("K+", "*", 3.5, 5.1, "mmol/L"), ("HbA1c", "*", 4, 5.7, "%"),
                        ("eGFR", "*", 60, None, "mL/min"), ("FERR", "M", 30, 300, "ug/L"), ("FERR", "F", 15, 150, "ug/L"), ("HB", "M", 13.5, 17.5, "g/dL"), ("HB", "F", 12, 15.5, "g/dL")])
