"""A company's departments with their parents, employees with managers, and laptops."""

SCHEMA = """
CREATE TABLE departments (dept_id INTEGER PRIMARY KEY, dept_name TEXT NOT NULL, parent_dept_id INTEGER REFERENCES departments(dept_id), floor INTEGER NOT NULL, annual_budget INTEGER NOT NULL);
CREATE TABLE employees (
  emp_id INTEGER PRIMARY KEY, emp_name TEXT NOT NULL, dept_id INTEGER NOT NULL REFERENCES departments(dept_id), manager_id INTEGER REFERENCES employees(emp_id),
  job_title TEXT NOT NULL, salary INTEGER NOT NULL, birth_date TEXT NOT NULL, hire_date TEXT NOT NULL, phone TEXT);
CREATE TABLE laptops (
  laptop_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, model TEXT NOT NULL, emp_id INTEGER REFERENCES employees(emp_id), price INTEGER NOT NULL,
  ram_gb INTEGER NOT NULL, purchase_date TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, laptop_id INTEGER NOT NULL REFERENCES laptops(laptop_id), repair_date TEXT NOT NULL, cost INTEGER NOT NULL, problem TEXT NOT NULL);
"""
DEPTS = [("Board", None), ("Operations", 1), ("Technology", 1), ("Commercial", 1), ("Logistics", 2), ("Purchasing", 2), ("Engineering", 3),
         ("Support", 3), ("Sales", 4), ("Marketing", 4), ("Warehouse", 5), ("Quality", 7), ("Design", 10), ("Archive", 2)]


def fill(m):
    money = m.some(range(80, 3000), 14)
    m.add("departments", [(k + 1, name, up, m.whole(0, 4), money[k] * 1000) for k, (name, up) in enumerate(DEPTS)])
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 90)
    pay = m.some(range(2300, 8200, 15), 90)
    births = m.some(sorted({m.day("1960-02-01", "2002-10-30") for _ in range(240)}), 90)
    hires = m.some(sorted({m.day("2008-01-07", "2024-11-20") for _ in range(240)}), 90)
    staff = []
    for n in range(1, 91):
        dept = 1 if n == 1 else m.pick([2, 3, 4, 5, 6, 7, 7, 7, 7, 8, 8, 9, 9, 9, 9, 9, 9, 9, 10, 11, 11, 12])
        boss = None if n == 1 else m.pick([1, 3]) if n < 6 else m.pick([2, 2, 2, 2, 3, 4, 5, 5, n // 2, n // 3])
        boss = 1 if boss == n else boss
        job = "Director" if n < 6 else m.pick({"Analyst": 4, "Technician": 5, "Clerk": 5, "Engineer": 6, "Seller": 5})
        staff.append((n, names[n - 1], dept, boss, job, pay[n - 1], births[n - 1], hires[n - 1], f"555-{m.whole(1000, 9999)}" if m.chance(.8) else None))
    m.add("employees", staff)
    prices, buys = m.some(range(430, 2900), 110), m.some(sorted({m.day("2018-02-01", "2024-10-30") for _ in range(300)}), 110)
    laptops = m.add("laptops", [(n, brand, f"{brand[0]}{m.whole(100, 900)}", m.whole(1, 70) if state == "in use" else None, prices[n - 1], m.pick({8: 4, 16: 6, 32: 3, 64: 1}), buys[n - 1], state)
                                for n in range(1, 111) for brand in [m.pick({"Norda": 6, "Kestrel": 4, "Quanta": 3, "Zephyr": 1})]
                                for state in [m.pick({"in use": 7, "in stock": 2, "retired": 2, "broken": 1})]])
    costs = m.some(range(25, 900), 85)
    m.add("repairs", [(n, 17 if n % 9 == 4 else m.whole(1, 80), m.day("2021-01-05", "2024-12-18"), costs[n - 1], m.pick({"battery": 4, "screen": 3, "keyboard": 2, "disk": 1})) for n in range(1, 86)])
