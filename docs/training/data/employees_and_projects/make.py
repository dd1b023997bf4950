"""Employees, their managers and departments, projects for clients, hours worked and expenses; old short names."""
from making import later

SCHEMA = """
CREATE TABLE dept (dept_no INTEGER PRIMARY KEY, dname TEXT NOT NULL, loc TEXT NOT NULL, parent_no INTEGER REFERENCES dept(dept_no));
CREATE TABLE emp (
  emp_no INTEGER PRIMARY KEY, ename TEXT NOT NULL, job TEXT NOT NULL, mgr_no INTEGER REFERENCES emp(emp_no), birth_dt TEXT NOT NULL,
  hire_dt TEXT NOT NULL, leave_dt TEXT, sal INTEGER NOT NULL, bonus TEXT, dept_no INTEGER REFERENCES dept(dept_no));
CREATE TABLE client (cl_no INTEGER PRIMARY KEY, cname TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE proj (
  proj_no INTEGER PRIMARY KEY, pname TEXT NOT NULL, cl_no INTEGER NOT NULL REFERENCES client(cl_no), lead_no INTEGER NOT NULL REFERENCES emp(emp_no),
  open_dt TEXT NOT NULL, due_dt TEXT NOT NULL, close_dt TEXT, budget INTEGER NOT NULL, prev_no INTEGER REFERENCES proj(proj_no));
CREATE TABLE assign (
  emp_no INTEGER NOT NULL REFERENCES emp(emp_no), proj_no INTEGER NOT NULL REFERENCES proj(proj_no), share INTEGER NOT NULL,
  PRIMARY KEY (emp_no, proj_no));
CREATE TABLE timesheet (
  ts_no INTEGER PRIMARY KEY, emp_no INTEGER NOT NULL REFERENCES emp(emp_no), proj_no INTEGER NOT NULL REFERENCES proj(proj_no),
  work_dt TEXT NOT NULL, hours REAL NOT NULL, rate INTEGER NOT NULL);
CREATE TABLE expense (
  ex_no INTEGER PRIMARY KEY, proj_no INTEGER NOT NULL REFERENCES proj(proj_no), filed_by INTEGER NOT NULL REFERENCES emp(emp_no),
  approved_by INTEGER REFERENCES emp(emp_no), ex_dt TEXT NOT NULL, kind TEXT NOT NULL, amount REAL NOT NULL);
"""
DEPTS = [("Engineering", "Berlin", None), ("Sales", "Madrid", None), ("Finance", "Berlin", None), ("Frontend", "Lisbon", 1), ("Backend", "Berlin", 1), ("Support", "Madrid", 2), ("Research", "Lisbon", 1)]
NAMES = "Alpha,Beacon,Comet,Delta,Ember,Falcon,Glacier,Harvest,Iris,Jupiter,Kestrel,Lotus,Meteor,Nimbus,Orion,Phoenix,Quartz,Ranger,Saturn,Titan,Umbra,Vega,Willow,Zephyr".split(",")


def fill(m):
    m.add("dept", [(n, *row) for n, row in enumerate(DEPTS, 1)])
    people = set()
    while len(people) < 75:
        people.add(" ".join(m.person()))
    people, staff = m.some(sorted(people - {"Nadia Weber"}), 74), []
    pays = m.some(range(2150, 7900, 50), 70)
    for n in range(1, 71):
        boss = None if n == 1 else 1 if n < 8 else 2 if n == 9 else 9 if n in (10, 11, 12) else m.pick(list(range(2, 8)) + [9, 13, 14])
        pay = 9500 if n == 1 else m.whole(118, 154) * 50 if n < 5 else pays[n - 1]
        bonus = m.pick(["n/a", "-", ""]) if n % 6 == 0 else str(m.pick([m.whole(3, 9) * 100, m.whole(10, 29) * 100, 50]))
        staff.append((n, "Nadia Weber" if n == 9 else people[n - 1], "director" if n == 1 else "manager" if n < 8 else m.pick({"developer": 6, "tester": 3, "analyst": 3, "clerk": 2}), boss,
                      m.day("1960-01-01", "2001-12-31"), m.day("2008-01-10", "2024-10-31"), m.day("2024-11-01", "2024-12-31") if n > 14 and m.chance(.15) else None, pay, bonus,
                      None if n in (1, 70) else m.pick({1: 3, 2: 4, 3: 2, 4: 5, 5: 6, 6: 2})))
    m.add("emp", staff)
    m.add("client", [(n, name, land) for n, (name, land) in enumerate([("Acme", "Spain"), ("Globex", "Germany"), ("Initech", "France"), ("Umbrella", "Germany"), ("Hooli", "Portugal"), ("Stark", "France"), ("Wayne", "Spain"), ("Soylent", "Germany"), ("Vandelay", "Italy"), ("Wonka", "Portugal")], 1)])
    projects = []
    for n, name in enumerate(NAMES, 1):
        start = m.day("2022-01-10", "2024-06-30")
        due = later(start, days=m.pick([60, 120, 240, 400]))
        projects.append((n, name, m.pick([1, 1, 2, 2, 3, 4, 4, 5, 6, 7]), m.pick([2, 3, 3, 4, 5, 9, 9]), start, due,
                         None if m.chance(.35) else later(due, days=m.pick([-30, -10, -3, 5, 20, 60])), m.whole(8, 120) * 1000, n - 1 if n in (5, 6, 12, 18) else None))
    m.add("proj", projects)
    pairs = [(e[0], p, m.pick([10, 20, 25, 50, 50, 100])) for e in staff[:58] for p in m.some(range(1, 22), m.pick([0, 1, 1, 2, 2, 3, 4]))]
    m.add("assign", pairs)
    sheets = []
    for n in range(1, 421):
        pair = m.pick(pairs[:90])
        sheets.append((n, pair[0], pair[1], m.day("2023-01-02", "2024-12-30"), m.whole(1, 18) / 2, m.pick([60, 80, 80, 95, 120])))
    m.add("timesheet", sheets)
    m.add("expense", [(n, m.whole(1, 20), m.pick(list(range(4, 45)) + [9] * 4), m.pick([None, 2, 3, 4, 5, 9, 9]), m.day("2023-01-05", "2024-12-20"), m.pick({"travel": 6, "software": 3, "meals": 4, "hardware": 2}), m.skewed(8, 2400)) for n in range(1, 161)])
