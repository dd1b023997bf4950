"""A university's ledger: students with coded status, programmes, modules with sittings, marks in text, fees and payments in text amounts, advisers, grants."""
from making import later

SCHEMA = """
CREATE TABLE fac (fac_cd TEXT PRIMARY KEY, name TEXT, bldg TEXT, dean_id INTEGER);
CREATE TABLE staff (st_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, rank TEXT, fac_cd TEXT REFERENCES fac(fac_cd), hired TEXT, `FTE %` INTEGER);
CREATE TABLE prog (prog_cd TEXT PRIMARY KEY, name TEXT, lvl TEXT, fac_cd TEXT REFERENCES fac(fac_cd), dur_sem INTEGER, cap INTEGER);
CREATE TABLE stud (
  mat_no INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, dob TEXT, nat TEXT, `Home ZIP` TEXT, adv_id INTEGER REFERENCES staff(st_id));
CREATE TABLE enrol (mat_no INTEGER, prog_cd TEXT, start_sem TEXT, end_sem TEXT, stat TEXT, `F/P` TEXT, PRIMARY KEY (mat_no, prog_cd));
CREATE TABLE module (mod_cd TEXT PRIMARY KEY, name TEXT, ects INTEGER, prog_cd TEXT, st_id INTEGER REFERENCES staff(st_id), lang TEXT);
CREATE TABLE exam (mat_no INTEGER, mod_cd TEXT, att INTEGER, dt TEXT, mark TEXT, st_id INTEGER, PRIMARY KEY (mat_no, mod_cd, att));
CREATE TABLE charge (ch_no INTEGER PRIMARY KEY, mat_no INTEGER, sem TEXT, kind TEXT, amt TEXT);
CREATE TABLE pay (p_no INTEGER PRIMARY KEY, ch_no INTEGER REFERENCES charge(ch_no), dt TEXT, amt REAL, via TEXT);
CREATE TABLE grant_aw (mat_no INTEGER, sch TEXT, yr INTEGER, amt REAL);
"""

FACULTIES = [("SCI", "Faculty of Science", "A1"), ("ENG", "Faculty of Engineering", "B2"), ("LAW", "Faculty of Law", "C1"), ("ART", "Faculty of Arts", "A1"), ("MED", "Faculty of Medicine", None)]
PROGS = [("BSC-CS", "Computer Science", "B", "SCI", 6, 120), ("MSC-CS", "Computer Science", "M", "SCI", 4, 40), ("BSC-BIO", "Biology", "B", "SCI", 6, 80), ("BEN-CIV", "Civil Engineering", "B", "ENG", 7, 90),
         ("MEN-MEC", "Mechatronics", "M", "ENG", 4, None), ("LLB", "Law", "B", "LAW", 8, 150), ("BA-HIS", "History", "B", "ART", 6, 60), ("MA-HIS", "History", "M", "ART", 4, 25),
         ("MBBS", "Medicine", "B", "MED", 12, 70), ("PHD-BIO", "Biology", "D", "SCI", 6, 12)]
TOPICS = ["Algorithms", "Statistics", "Databases", "Genetics", "Ecology", "Statics", "Concrete", "Robotics", "Contract Law", "Criminal Law", "Medieval Europe", "Archives", "Anatomy", "Physiology",
          "Research Methods", "Ethics"]
SEMS = ["2019W", "2020S", "2020W", "2021S", "2021W", "2022S", "2022W", "2023S"]
MARKS = {"1.0": 2, "1.3": 2, "1.7": 3, "2.0": 4, "2.3": 4, "2.7": 4, "3.0": 4, "3.7": 3, "4.0": 3, "5.0": 6, "NT": 2, None: 1}


def fill(m):
    m.add("fac", [(*one, 3 + 7 * n if n < 4 else None) for n, one in enumerate(FACULTIES)])
    staff = [(n, *m.person(), m.pick({"PROF": 3, "LECT": 4, "ASST": 4}), FACULTIES[n % 5][0], m.day("1985-09-01", "2022-10-01"), m.pick({100: 6, 50: 3, 75: 1, None: 1})) for n in range(1, 41)]
    staff[8] = (9, "Mirela", "Ostrand", "PROF", "ART", "1983-09-01", 100)
    m.add("staff", staff)
    m.add("prog", PROGS)
    students, taken, charges, pays, exams, grants = [], [], [], [], {}, []
    modules = []
    for prog in PROGS:
        for _ in range(m.whole(3, 6)):
            n = len(modules) + 1
            modules.append((f"M{n:03}", m.pick(TOPICS), m.pick({5: 5, 6: 3, 10: 2, 3: 1}), prog[0], m.whole(1, 34), m.pick({"EN": 4, "DE": 5, "en": .7})))
    modules[0] = ("M001", "Algorithms", 6, "BSC-CS", 9, "EN")
    m.add("module", modules)
    pool = {prog[0]: [one for one in modules if one[3] == prog[0]] for prog in PROGS}
    for n in range(1, 321):
        number = 70100 + n * 3
        students.append((number, *m.person(), m.pick({"f": 5, "m": 5, None: .5}), None if m.chance(.03) else m.day("1980-01-01", "2004-12-31"), m.pick({"DE": 6, "AT": 2, "IN": 2, "BR": 1, "CN": 1}),
                         m.pick(["01069", "04109", "10117", "80331", "01187", None]), m.whole(1, 36) if m.chance(.85) else None))
        if n > 305:
            continue
        for prog in m.some([one[0] for one in PROGS[:9]] + ["LLB", "BSC-CS", "BSC-CS"], m.pick({1: 8, 2: 2})):
            if any(number == one[0] and prog == one[1] for one in taken):
                continue
            start = m.whole(0, 7)
            stat = m.pick({"A": 5, "G": 3, "X": 2, "L": 1})
            taken.append((number, prog, SEMS[start], m.pick(SEMS[start:]) if stat in "GX" else None, stat, m.pick({"F": 7, "P": 3})))
            for mod in m.some(pool[prog], m.whole(0, 4)):
                day = m.day("2020-01-15", "2023-07-31")
                for attempt in range(1, m.pick({1: 6, 2: 2, 3: 1}) + 1):
                    exams[number, mod[0], attempt] = (number, mod[0], attempt, later(day, days=90 * attempt), m.pick(MARKS) if attempt > 1 or m.chance(.8) else "5.0",
                                                      mod[4] if m.chance(.7) else m.whole(1, 40))
            for sem in SEMS[start:start + m.whole(1, 4)]:
                for kind in m.some(["SEM", "TUI", "LIB"], m.pick({1: 5, 2: 3})):
                    amt = {"SEM": 310.5, "TUI": m.pick([750, 1200, 1500]), "LIB": m.amount(3, 45)}[kind]
                    charges.append((len(charges) + 1, number, sem, kind, f"{amt:,.2f}"))
                    if m.chance(.8):
                        for part in range(parts := m.pick({1: 5, 2: 2})):
                            pays.append((len(pays) + 1, len(charges), m.day("2020-01-05", "2023-09-30"), round(amt / parts, 2), m.pick({"BANK": 6, "CARD": 3, "CASH": 1})))
        if m.chance(.3):
            for year in m.some(range(2019, 2024), m.pick({1: 5, 2: 2})):
                grants.append((number, m.pick({"Merit": 4, "Social": 4, "Erasmus": 2}), year, m.pick([500, 900, 1200, 2400, None])))
    m.add("stud", students)
    m.add("enrol", taken)
    m.add("exam", [exams[key] for key in sorted(exams)])
    m.add("charge", charges)
    m.add("pay", pays)
    m.add("grant_aw", grants + grants[:4])
