"""A register of schools: districts, enrolment and free meals by school year, test averages, staff; columns with spaces."""
SCHEMA = """
CREATE TABLE districts ("Dist Code" TEXT PRIMARY KEY, "Dist Name" TEXT, County TEXT, "Super First" TEXT, "Super Last" TEXT, Phone TEXT);
CREATE TABLE schools ("School No" TEXT PRIMARY KEY, "School Name" TEXT, "Dist Code" TEXT, Street TEXT, City TEXT, Zip TEXT, Phone TEXT, "Web Site" TEXT, "Open Date" TEXT,
  "Close Date" TEXT, Status TEXT, "Type Cd" TEXT, Charter INTEGER, "Low Grade" TEXT, "High Grade" TEXT, "Head First" TEXT, "Head Last" TEXT);
CREATE TABLE enrol ("School No" TEXT, "School Year" TEXT, "Enrolment (K-12)" INTEGER, "Enrolment (Ages 6-15)" INTEGER, "Free Meals (K-12)" INTEGER,
  "Free Meals (Ages 6-15)" INTEGER, "Reduced Meals (K-12)" INTEGER, "Lang Learners" INTEGER, PRIMARY KEY ("School No", "School Year"));
CREATE TABLE tests (sno TEXT, yr INTEGER, sname TEXT, dname TEXT, tested INTEGER, avg_math INTEGER, avg_read INTEGER, avg_writ INTEGER, n_pass INTEGER, PRIMARY KEY (sno, yr));
CREATE TABLE staff ("School No" TEXT, yr INTEGER, tchrs INTEGER, fte REAL, "Avg Pay" TEXT, "% Certified" REAL);
"""

PLACES = [("Alder", "Millbrook"), ("Alder", "Stonefield"), ("Alder", "Alder City"), ("Birch", "Easton"), ("Birch", "Westford"), ("Cedar", "Cedar Falls"),
          ("Cedar", "Lakewood"), ("Dogwood", "Harmony"), ("Dogwood", "Pine Hill"), ("Elder", "Riverton"), ("Elder", "Oakdale"), ("Fir", "Northgate")]
NAMES = "Lincoln Roosevelt Riverside Oak Sunnyside Hillcrest Franklin Maple Lakeview Garfield Sequoia Summit Meadow Jefferson".split()
KINDS = {"E": 6, "M": 3, "H": 3, "K8": 1, "ALT": 1}
WORDS = {"E": "Elementary", "M": "Middle", "H": "High", "K8": "School", "ALT": "Academy"}
SPAN = {"E": ("K", "5"), "M": ("6", "8"), "H": ("9", "12"), "K8": ("K", "8"), "ALT": ("7", "12")}
YEARS = ["2020-21", "2021-22", "2022-23"]


def fill(m):
    m.add("districts", [(f"{i:03}", f"{city} {'Unified' if i % 3 else 'Elementary'}", county, *m.person(), f"555-{m.whole(1000, 9999)}")
                        for i, (county, city) in enumerate(PLACES, 1)])
    schools, enrol, tests, staff = [], [], [], []
    for i in range(1, 171):
        at = 2 if i == 10 else m.pick({0: 3, 1: 2, 2: 5, 3: 2, 4: 2, 5: 3, 6: 2, 7: 1, 8: 1, 9: 3, 10: 2, 11: 1})
        city, kind, number = PLACES[at][1], m.pick(KINDS), f"{at + 1:03}-{i:04}"
        name = f"{m.pick(NAMES)} {WORDS[kind]}"
        status = m.pick({"Open": 12, "Closed": 2, "Merged": 1})
        opened = m.day("1958-01-01", "2016-12-31")
        low, high = SPAN[kind]
        if kind == "E" and m.chance(.25):
            high = "6"
        schools.append((number, name, f"{at + 1:03}", f"{m.whole(1, 990)} {m.pick(['Main St', 'Elm St', 'Park Ave', 'School Rd'])}", city if not m.chance(.1) else m.pick(PLACES)[1],
                        f"{90200 + at * 7 + m.whole(0, 3)}", None if m.chance(.15) else f"555-{m.whole(1000, 9999)}", None if m.chance(.4) else f"www.s{i}.example",
                        opened, None if status == "Open" else m.day("2017-01-01", "2023-06-30"), status, kind, m.pick({0: 6, 1: 2, None: 2}), low, high, *m.person()))
        size = m.whole(40, 160) if kind == "ALT" else m.skewed(120, 1900, 0)
        poor, speak = m.amount(.05, .85), m.amount(0, .4)
        for n, year in enumerate(YEARS):
            if status != "Open" and n == 2 or m.chance(.06):
                continue
            k12 = int(size * m.amount(.9, 1.1))
            ages = int(k12 * (m.amount(.5, .8) if kind == "H" else m.amount(.8, .99)))
            free = int(k12 * poor * m.amount(.8, 1))
            enrol.append((number, year, k12, ages, None if m.chance(.08) else free, None if m.chance(.05) else min(ages, int(free * m.amount(.6, 1.0))), int(k12 * m.amount(0, .12)),
                          None if m.chance(.1) else int(k12 * speak)))
            if kind in ("H", "ALT", "M") and not m.chance(.1):
                tested = int(k12 * m.amount(.1, .3)) if not m.chance(.08) else 0
                few, base = tested < 10, 560 - int(150 * poor)
                scores = [None if few else base + m.whole(-45, 45) for _ in range(3)]
                tests.append((number, 2021 + n, name if not m.chance(.05) else None, PLACES[at][1] + " Unified", tested, *scores,
                              None if few else int(tested * m.amount(.1, .8))))
            if not m.chance(.12):
                staff.append((number, 2021 + n, k12 // m.whole(14, 26) + 1, m.amount(3, 80, 1), None if m.chance(.1) else f"${m.whole(38, 104)},{m.whole(0, 9)}00" if not m.chance(.1) else "$101,000",
                              None if m.chance(.2) else m.pick([100.0, 100.0, m.amount(60, 99, 1)])))
    m.add("schools", schools)
    m.add("enrol", enrol)
    m.add("tests", tests)
    m.add("staff", staff)
