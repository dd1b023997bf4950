"""A staff directory: departments within departments, employees with managers and referrers, absences, skills."""

SCHEMA = """
CREATE TABLE Departments (
  DepartmentId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, Budget INTEGER NOT NULL,
  ParentId INTEGER REFERENCES Departments(DepartmentId));
CREATE TABLE Employees (
  EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, JobTitle TEXT NOT NULL, BirthDate TEXT NOT NULL, HireDate TEXT NOT NULL,
  LeftDate TEXT, Salary INTEGER NOT NULL, Email TEXT, DepartmentId INTEGER REFERENCES Departments(DepartmentId),
  ManagerId INTEGER REFERENCES Employees(EmployeeId), ReferredById INTEGER REFERENCES Employees(EmployeeId));
CREATE TABLE Absences (
  AbsenceId INTEGER PRIMARY KEY, EmployeeId INTEGER NOT NULL REFERENCES Employees(EmployeeId), StartDate TEXT NOT NULL,
  Days INTEGER NOT NULL, AbsenceType TEXT NOT NULL);
CREATE TABLE Skills (
  EmployeeId INTEGER NOT NULL REFERENCES Employees(EmployeeId), Skill TEXT NOT NULL, Level INTEGER NOT NULL,
  PRIMARY KEY (EmployeeId, Skill));
"""
DEPARTMENTS = [("Operations", None), ("Finance", None), ("Sales", None), ("Engineering", None), ("Logistics", 1), ("Facilities", 1),
               ("Payroll", 2), ("Accounting", 2), ("Export", 3), ("Testing", 4), ("Archive", 1)]
TITLES = {"Engineer": 6, "Accountant": 4, "Sales Agent": 5, "Clerk": 4, "Analyst": 3, "Driver": 2}
SKILLS = {"SQL": 5, "Excel": 6, "Python": 3, "Welding": 1, "French": 2, "First Aid": 2}


def fill(m):
    money = m.some(range(60000, 900000, 5000), 11)
    m.add("Departments", [(n, name, m.pick({"Berlin": 4, "Vienna": 3, "Prague": 2}) if n > 3 else ("Berlin", "Vienna", "Prague")[n - 1],
                           money[n - 1], parent) for n, (name, parent) in enumerate(DEPARTMENTS, 1)])
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names, born, hired = m.some(sorted(names), 90), set(), set()
    while len(born) < 90:
        born.add(m.day("1961-02-01", "2001-10-30"))
    while len(hired) < 90:
        hired.add(m.day("2009-01-05", "2024-11-25"))
    born, hired, pay = m.some(sorted(born), 90), m.some(sorted(hired), 90), m.some(range(28000, 99000, 250), 90)
    people = []
    for n in range(1, 91):
        boss = None if n == 1 else 1 if n < 8 else m.pick([2, 2, 2, 3, 4, 5, 6, 7, 7, 12])
        people.append((n, names[n - 1], "Director" if n == 1 else "Team Lead" if n < 8 else m.pick(TITLES), born[n - 1], hired[n - 1],
                       m.day("2024-12-01", "2025-06-30") if n > 12 and m.chance(.15) else None, pay[n - 1],
                       f"e{n}@example.org" if m.chance(.85) else None,
                       None if m.chance(.06) else m.pick({1: 3, 2: 4, 3: 9, 4: 12, 5: 3, 6: 2, 7: 3, 8: 4, 9: 2, 10: 3}),
                       None if boss == n else boss, m.pick(list(range(1, min(n, 30)))) if n > 9 and m.chance(.4) else None))
    m.add("Employees", people)
    m.add("Absences", [(n, m.pick(list(range(2, 80)) + [15] * 7 + [33] * 5 + [8] * 3), m.day("2023-01-02", "2024-12-20"),
                        m.pick({1: 6, 2: 4, 3: 3, 5: 4, 10: 2, 15: 1}), m.pick({"sick": 6, "vacation": 5, "training": 2}))
                       for n in range(1, 221)])
    rows = []
    for n in range(1, 91):
        rows += [(n, skill, m.whole(1, 5)) for skill in sorted({m.pick(SKILLS) for _ in range(m.pick({0: 2, 1: 3, 2: 3, 4: 2}))})]
    m.add("Skills", rows)
