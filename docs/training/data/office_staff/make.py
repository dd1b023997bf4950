"""An office: departments, staff and their managers, projects and who works on them, days of leave."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, budget INTEGER NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, gender TEXT NOT NULL, birth_date TEXT NOT NULL, hire_date TEXT NOT NULL, job_title TEXT NOT NULL, salary INTEGER NOT NULL, department_id INTEGER REFERENCES departments(id), manager_id INTEGER REFERENCES employees(id), active INTEGER NOT NULL);
CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES departments(id), start_date TEXT NOT NULL, end_date TEXT);
CREATE TABLE employee_projects (employee_id INTEGER NOT NULL REFERENCES employees(id), project_id INTEGER NOT NULL REFERENCES projects(id), hours INTEGER NOT NULL, PRIMARY KEY (employee_id, project_id));
CREATE TABLE leaves (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees(id), leave_type TEXT NOT NULL, start_date TEXT NOT NULL, days INTEGER NOT NULL);
"""


def fill(m):
    m.add("departments", [(1, "Sales", "London", 900000), (2, "IT", "Dublin", 750000), (3, "HR", "London", 240000), (4, "Finance", "Leeds", 410000), (5, "Marketing", "Dublin", 380000), (6, "Legal", "Leeds", 150000)])
    firsts, lasts = m.some(FIRST, 48), m.some(LAST, 47)
    titles = {1: "Sales Rep", 2: "Developer", 3: "Recruiter", 4: "Accountant", 5: "Designer"}
    staff = []
    for n in range(1, 71):
        dept = n - 1 if 2 <= n <= 6 else None if n in (1, 66) else m.pick({1: 8, 2: 7, 3: 2, 4: 3, 5: 4})
        title = "CEO" if n == 1 else "Manager" if n <= 6 else titles.get(dept, "Assistant") if m.chance(.8) else "Assistant"
        pay = 15200 if n == 1 else m.whole(6200, 8900) if n <= 6 else m.whole(2100, 6900)
        boss = None if n == 1 else 1 if n <= 6 else None if dept is None else dept + 1 if m.chance(.8) else m.whole(7, 12) if n > 12 else dept + 1
        staff.append((n, firsts[n % 48], lasts[n * 7 % 47], m.pick("FM"), m.day("1958-01-01", "2002-12-31"), m.day("2005-01-01", "2024-11-30"), title, pay, dept, boss, int(n < 7 or m.chance(.85))))
    m.add("employees", staff)
    names = "Apollo,Website Relaunch,Payroll,Office Move,Data Warehouse,Summer Campaign,Mobile App,Audit 2024,CRM,Intranet,Trade Fair,Chatbot,New Logo,Green Office,Help Desk".split(",")
    plans = []
    for n, name in enumerate(names, 1):
        start = m.day("2021-02-01", "2024-08-31")
        plans.append((n, name, m.pick([1, 1, 2, 2, 2, 3, 4, 5, 5]) if n > 1 else 2, start, f"{int(start[:4]) + 1}{start[4:8]}15" if m.chance(.6) else None))
    m.add("projects", plans)
    work = [(e[0], p, m.whole(8, 400)) for e in staff[:60] if e[8] for p in m.some(range(1, 13), m.pick([0, 1, 1, 2, 2, 3]))]
    work.append((70, 1, 55))
    m.add("employee_projects", work)
    m.add("leaves", [(n, m.whole(1, 62), m.pick({"vacation": 6, "sick": 3, "parental": 1}), m.day("2023-01-02", "2024-12-20"), m.pick([1, 1, 2, 3, 5, 5, 10, 15])) for n in range(1, 171)])
