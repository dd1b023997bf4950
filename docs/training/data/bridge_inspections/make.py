"""A road authority's bridges: condition codes 0 to 9 kept as text, spans, inspections by inspector and reviewer, findings, repair jobs with contractors, closures, counted traffic."""
from making import later

SCHEMA = """
CREATE TABLE dist (d_cd TEXT PRIMARY KEY, name TEXT, seat TEXT, pop INTEGER);
CREATE TABLE bridge (
  br_no TEXT PRIMARY KEY, name TEXT, d_cd TEXT REFERENCES dist(d_cd), maint_d TEXT REFERENCES dist(d_cd), `Road Carried` TEXT, crosses TEXT, yr_blt INTEGER, yr_recon INTEGER,
  mat TEXT, `len (m)` REAL, `post t` TEXT, adt INTEGER, stat TEXT, repl_by TEXT REFERENCES bridge(br_no));
CREATE TABLE span (br_no TEXT REFERENCES bridge(br_no), sp INTEGER, typ TEXT, len_m REAL, PRIMARY KEY (br_no, sp));
CREATE TABLE staff (s_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, d_cd TEXT REFERENCES dist(d_cd), cert TEXT, chief_id INTEGER REFERENCES staff(s_id), left_dt TEXT);
CREATE TABLE insp (
  in_no INTEGER PRIMARY KEY, br_no TEXT REFERENCES bridge(br_no), lead_id INTEGER REFERENCES staff(s_id), rev_id INTEGER REFERENCES staff(s_id), sched TEXT, done TEXT, typ TEXT,
  deck TEXT, superstr TEXT, substr_c TEXT, hrs REAL);
CREATE TABLE finding (fd_no INTEGER PRIMARY KEY, in_no INTEGER REFERENCES insp(in_no), elem TEXT, sev INTEGER, opened TEXT, due TEXT, fixed TEXT);
CREATE TABLE contractor (co_id INTEGER PRIMARY KEY, name TEXT, town TEXT, lic TEXT);
CREATE TABLE job (jb_no INTEGER PRIMARY KEY, br_no TEXT REFERENCES bridge(br_no), co_id INTEGER REFERENCES contractor(co_id), beg TEXT, fin TEXT, est_usd REAL, act_usd REAL, warr INTEGER);
CREATE TABLE job_item (jb_no INTEGER REFERENCES job(jb_no), it INTEGER, part TEXT, qty INTEGER, unit_usd REAL, list_usd REAL, PRIMARY KEY (jb_no, it));
"""

DISTRICTS = [("N", "Northmoor", "Garrick", 84000), ("E", "Eastvale", "Pellham", 152000), ("S", "Southby", "Orrin", 61000), ("W", "Westfold", "Tamlin", 203000), ("C", "Central", "Marrow", 410000), ("I", "Islands", "Skerry", None)]
RIVERS = ["Arle", "Teviot", "Isk", "Wenning", "Marl Brook", "Railway", "Canal", "Route 9"]
NAMES = "Stone,Mill,Abbey,Ferry,King,Otter,Swan,Quarry,Market,Cross,Lock,Heron".split(",")
PARTS = {"joint": 5, "bearing": 4, "railing": 5, "drain": 3, "deck slab": 3, "paint": 4}


def fill(m):
    m.add("dist", DISTRICTS)
    bridges = []
    for n in range(1, 201):
        d = m.pick({"N": 4, "E": 6, "S": 3, "W": 7, "C": 9, "I": 1})
        built = m.whole(1885, 2018)
        mat = m.pick({"C": 9, "S": 6, "T": 2, "M": 2, None: 1})
        bridges.append([f"B-{n:04}", f"{m.pick(NAMES)} Bridge {n}" if m.chance(.9) else None, d, d if m.chance(.8) else m.pick("NESWC"), m.pick({"A": 2, "B": 3, "L": 4}) + str(m.whole(1, 60)), m.pick(RIVERS), built,
                        m.whole(built + 10, 2022) if built < 1990 and m.chance(.5) else None, mat, m.skewed(6, 640, 1), m.pick({"N": 7, "": .6, "n/a": .6, "x": 4}).replace("x", str(m.pick([3, 5, 7.5, 8, 12, 18, 26, 40]))) if n > 1 else "40",
                        int(m.skewed(40, 42000, 0)) if m.chance(.94) else None, m.pick({"O": 15, "P": 3, "K": 1.3}), None])
    bridges[19][1], bridges[54][1] = "Old Ferry Bridge", "Heron Viaduct"
    for b in bridges:
        if b[12] == "K" and m.chance(.8):
            b[13] = m.pick([x for x in bridges if x[12] == "O"])[0]
    bridges[19][12], bridges[19][13], bridges[54][12], bridges[54][2] = "K", "B-0055", "O", "C"
    m.add("bridge", bridges)
    m.add("span", [(b[0], k, m.pick({"SLAB": 3, "GIRD": 6, "ARCH": 3, "TRUSS": 1}), m.amount(5, 48, 1)) for b in bridges for k in range(1, m.pick({1: 9, 2: 4, 3: 5, 5: 2}) + 1)])
    staff = []
    for n in range(1, 41):
        first, last = m.person()
        staff.append((n, first, last, m.pick({"F": 4, "M": 6}), m.pick({"N": 4, "E": 6, "S": 3, "W": 7, "C": 9}), m.pick({"P1": 4, "P2": 5, "P3": 2, None: 1}), m.whole(1, min(n - 1, 7)) if n > 3 and m.chance(.9) else None,
                      m.day("2019-01-05", "2022-12-01") if m.chance(.2) else None))
    staff[1] = (2, "Rosalind", "Thackeray", "F", "C", "P3", None, None)
    staff[8] = (9, "Ignace", "Belmont", "M", "W", "P2", 2, None)
    m.add("staff", staff)
    inspections, findings = [], []
    for b in bridges[:188]:
        year = m.whole(2014, 2017)
        while year <= 2022:
            sched = f"{year}-{m.whole(3, 10):02}-{m.whole(1, 28):02}"
            done = later(sched, days=m.whole(-12, 50)) if m.chance(.9) else None
            lead = 1 + int(m.random.random() ** 1.5 * 37)
            grade = m.pick([3, 4, 5, 5, 6, 6, 7, 8])
            inspections.append((len(inspections) + 1, b[0], lead, m.pick([s for s in range(1, 16) if s != lead]), sched, done, m.pick({"R": 9, "D": 3, "U": 1}), *((str(min(9, max(0, grade + m.whole(-1, 1)))) if m.chance(.88) else m.pick(["N", "-"])) if done else None for _ in range(3)),
                                m.skewed(1, 22, 1) if done else None))
            if done:
                for _ in range(m.pick({0: 6, 1: 4, 2: 2, 4: 1})):
                    due = later(done, days=m.pick([30, 90, 180]))
                    findings.append((len(findings) + 1, len(inspections), m.pick({"DECK": 5, "RAIL": 3, "BEAR": 3, "JNT": 4, "PIER": 2}), m.pick({1: 6, 2: 4, 3: 2, 4: 1}), done, due, later(done, days=m.whole(3, 260)) if m.chance(.7) else None))
            year += m.pick([2, 2, 3, 4])
    m.add("insp", inspections)
    m.add("finding", [one[:6] + (one[6] if one[6] and one[6] < "2022-12-31" else None,) for one in findings])
    firms = [(n, f"{m.pick(['Brack', 'Holm', 'Tarn', 'Velt', 'Rowan', 'Steyn'])} {m.pick(['Civil', 'Works', 'Structures'])} {n}", m.pick([d[2] for d in DISTRICTS]), m.pick({"Y": 8, "N": 1})) for n in range(1, 26)]
    firms[3] = (4, "Calder Steelwork", "Pellham", "Y")
    m.add("contractor", firms)
    jobs, items = [], []
    for n in range(1, 241):
        begin = m.day("2015-02-01", "2022-11-20")
        rows = []
        for k, part in enumerate(m.some(PARTS, m.pick([1, 2, 2, 3])), 1):
            listed = m.skewed(90, 4200)
            rows.append((n, k, part, m.whole(1, 14), round(listed * m.amount(.7, 1.0), 2), listed))
        actual = sum(r[3] * r[4] for r in rows) + m.skewed(300, 30000)
        done = m.chance(.85)
        jobs.append((n, m.pick(bridges[:170])[0], 1 + int(m.random.random() ** 1.6 * 23), begin, later(begin, days=m.whole(3, 300)) if done else None, round(actual * m.amount(.75, 1.2), 2), round(actual, 2) if done else None, m.pick([0, 12, 24, 24, 60])))
        items += rows
    m.add("job", jobs)
    m.add("job_item", items)
