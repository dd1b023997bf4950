"""A guitar workshop: staff and their managers, customers, their guitars, repairs and the parts used."""

SCHEMA = """
CREATE TABLE employees (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, salary INTEGER NOT NULL, hired_on TEXT NOT NULL,
  manager_id INTEGER REFERENCES employees(id));
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, phone TEXT);
CREATE TABLE guitars (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), brand TEXT NOT NULL, type TEXT NOT NULL,
  strings INTEGER NOT NULL, year INTEGER, value INTEGER NOT NULL);
CREATE TABLE repairs (
  id INTEGER PRIMARY KEY, guitar_id INTEGER NOT NULL REFERENCES guitars(id), employee_id INTEGER NOT NULL REFERENCES employees(id),
  task TEXT NOT NULL, received_on TEXT NOT NULL, finished_on TEXT, status TEXT NOT NULL, cost REAL NOT NULL);
CREATE TABLE parts (
  id INTEGER PRIMARY KEY, repair_id INTEGER NOT NULL REFERENCES repairs(id), name TEXT NOT NULL, quantity INTEGER NOT NULL, price REAL NOT NULL);
"""
STAFF = [("Nora Feld", "owner", None), ("Tom Berg", "luthier", 1), ("Ida Lund", "luthier", 1), ("Max Roth", "clerk", 1)]
PARTS = {"tuner": 14, "pickup": 60, "nut": 8, "string set": 12, "bridge": 35, "fret wire": 18}


def fill(m):
    pay = m.some(range(2100, 5200), 18)
    top = max(pay) + 150
    names = {name for name, _, _ in STAFF}
    while len(names) < 70:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names - {name for name, _, _ in STAFF}), 66)
    hired = ["2006-03-01", "2009-05-11", "2014-09-01", "2011-02-14"]
    staff = [(n, name, role, top if n == 3 else pay[n - 1], hired[n - 1], boss) for n, (name, role, boss) in enumerate(STAFF, 1)]
    for n in range(5, 19):
        role = m.pick({"luthier": 4, "apprentice": 3, "clerk": 3})
        staff.append((n, names[n - 5], role, pay[n - 1], m.day("2012-01-02", "2024-11-01"), m.pick([2, 2, 2, 3, 4])))
    m.add("employees", staff)
    m.add("customers", [(n, names[13 + n], m.pick({"Spain": 5, "Austria": 4, "Sweden": 3, "Poland": 2}), f"+{m.whole(30, 48)} {m.whole(100000, 999999)}" if m.chance(.75) else None) for n in range(1, 46)])
    values = m.some(range(150, 6000), 80)
    guitars = []
    for n in range(1, 81):
        kind = m.pick({"acoustic": 4, "electric": 5, "bass": 2, "classical": 3})
        guitars.append((n, m.pick(list(range(1, 37)) + [4] * 5), m.pick({"Gibson": 4, "Fender": 5, "Ibanez": 3, "Martin": 2}), kind,
                        m.pick([4, 4, 5]) if kind == "bass" else m.pick([6, 6, 6, 7, 12]) if kind != "classical" else 6, m.whole(1958, 2023) if m.chance(.9) else None, values[n - 1]))
    m.add("guitars", guitars)
    costs = m.some(range(2500, 60000), 160)
    repairs, parts = [], []
    for n in range(1, 161):
        came = m.day("2022-01-03", "2024-12-20")
        status = m.pick({"finished": 8, "waiting": 2, "in work": 2, "refused": 1})
        done = None
        if status == "finished":
            done = f"{came[:8]}28" if came[8:] < "20" else f"{int(came[:4]) + (came[5:7] == '12')}-{int(came[5:7]) % 12 + 1:02}-{m.whole(1, 27):02}"
        repairs.append((n, m.whole(1, 70), m.pick({2: 6, 3: 4, 5: 2, 6: 2, 7: 1, 8: 1, 10: 1}), m.pick({"setup": 5, "refret": 2, "new pickup": 2, "crack": 3}), came, done, status, costs[n - 1] / 100))
        for name in m.some(PARTS, m.pick({0: 4, 1: 4, 2: 3, 3: 2})):
            parts.append((len(parts) + 1, n, name, m.pick({1: 6, 2: 2, 6: 1}), PARTS[name] + m.pick([0, 2, 5.5])))
    m.add("repairs", repairs)
    m.add("parts", parts)
