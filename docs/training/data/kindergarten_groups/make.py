"""A kindergarten: its groups, children, staff, monthly bills with lines, attendance and outings."""
from making import later

SCHEMA = """
CREATE TABLE play_groups (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, room TEXT NOT NULL, capacity INTEGER NOT NULL, min_age INTEGER NOT NULL, status INTEGER NOT NULL);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, supervisor_id INTEGER REFERENCES staff(id), hired_on TEXT NOT NULL,
  weekly_hours INTEGER NOT NULL, first_aid_until TEXT);
CREATE TABLE group_staff (
  group_id INTEGER NOT NULL REFERENCES play_groups(id), staff_id INTEGER NOT NULL REFERENCES staff(id), is_lead INTEGER NOT NULL,
  PRIMARY KEY (group_id, staff_id));
CREATE TABLE children (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, group_id INTEGER REFERENCES play_groups(id), birth_date TEXT NOT NULL, enrolled_on TEXT NOT NULL,
  left_on TEXT, home_town TEXT NOT NULL, height_cm TEXT NOT NULL, older_sibling_id INTEGER REFERENCES children(id));
CREATE TABLE bills (
  id INTEGER PRIMARY KEY, child_id INTEGER NOT NULL REFERENCES children(id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL, paid_on TEXT);
CREATE TABLE bill_lines (
  bill_id INTEGER NOT NULL REFERENCES bills(id), item TEXT NOT NULL, quantity INTEGER NOT NULL, unit_cents INTEGER NOT NULL,
  PRIMARY KEY (bill_id, item));
CREATE TABLE attendance (
  child_id INTEGER NOT NULL REFERENCES children(id), day TEXT NOT NULL, arrived_min INTEGER NOT NULL, left_min INTEGER NOT NULL,
  PRIMARY KEY (child_id, day));
CREATE TABLE outings (
  id INTEGER PRIMARY KEY, group_id INTEGER NOT NULL REFERENCES play_groups(id), place TEXT NOT NULL, day TEXT NOT NULL,
  planned_cost REAL NOT NULL, actual_cost REAL);
"""
GROUPS = [(1, "Ladybirds", "A1", 18, 3, 1), (2, "Hedgehogs", "A2", 22, 3, 1), (3, "Foxes", "B1", 25, 4, 1), (4, "Owls", "B2", 25, 5, 1),
          (5, "Ducklings", "C1", 10, 1, 1), (6, "Squirrels", "C2", 12, 2, 2), (7, "Otters", "C3", 15, 2, 3), (8, "Bats", "C4", 14, 4, 2)]


def fill(m):
    m.add("play_groups", GROUPS)
    names = set()
    while len(names) < 160:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 160)
    hired = m.some([later("2008-01-07", days=n * 9) for n in range(600)], 20)
    staff = [(1, names[140], "head", None, "2010-09-01", 39, "2025-03-31")]
    for n in range(2, 19):
        staff.append((n, names[139 + n], "deputy" if n < 4 else m.pick({"teacher": 6, "assistant": 4, "cook": 1}), 1 if n < 4 else m.pick([2, 2, 3]), hired[n],
                      m.pick([20, 25, 30, 35, 39]), m.day("2023-02-01", "2026-10-30") if m.chance(.75) else None))
    m.add("staff", staff)
    pairs = []
    for group in range(1, 7):
        for at, one in enumerate(m.some(range(4, 17), m.pick([2, 2, 3, 4]))):
            pairs.append((group, one, int(at == 0)))
    m.add("group_staff", pairs)
    births = m.some([later("2017-08-01", days=n * 3) for n in range(560)], 140)
    children = []
    for n in range(1, 131):
        enrolled = m.day(later(births[n], days=500), later(births[n], days=1100))
        left = later(enrolled, days=m.whole(90, 900)) if m.chance(.3) else None
        children.append((n, names[n], None if m.chance(.08) else m.pick({1: 4, 2: 5, 3: 6, 4: 5, 5: 2, 6: 1}), births[n], enrolled, left,
                         m.pick({"Lindau": 6, "Bregenz": 4, "Wangen": 2, "Tettnang": 1}), m.pick(["n/a", "-", ""]) if m.chance(.15) else str(m.whole(84, 126)),
                         m.whole(1, n - 1) if n > 20 and m.chance(.3) else None))
    m.add("children", children)
    bills, lines = [], []
    for child in range(1, 119):
        for month in m.some(range(1, 13), m.pick([0, 1, 2, 3, 3, 4])):
            issued = f"2024-{month:02}-01"
            paid = later(issued, days=m.pick([5, 9, 12, 14, 20, 33])) if m.chance(.8) else None
            bills.append((len(bills) + 1, child, issued, later(issued, days=14), paid))
            for item in m.some(["care", "lunch", "nappies", "music", "swimming"], m.pick([1, 2, 2, 3])):
                lines.append((len(bills), item, m.whole(1, 4) if item == "care" else m.whole(1, 20), m.pick({"care": [9500, 11000], "lunch": [380, 420], "nappies": [60], "music": [750], "swimming": [900, 1100]}[item])))
    m.add("bills", bills)
    m.add("bill_lines", lines)
    seen = set()
    for _ in range(600):
        seen.add((1 + int(m.random.random() ** 1.5 * 110), m.day("2024-09-02", "2024-10-31")))
    m.add("attendance", [(child, day, 420 + m.whole(0, 130), 720 + m.whole(0, 290)) for child, day in sorted(seen)])
    costs = m.some(range(40, 900), 60)
    m.add("outings", [(n, m.pick({1: 3, 2: 2, 3: 5, 4: 4, 5: 1}), m.pick({"zoo": 4, "farm": 3, "fire station": 2, "museum": 2, "lake": 1}), m.day("2023-03-01", "2024-11-30"),
                       float(costs[n]), round(costs[n] * m.amount(.7, 1.4), 2) if m.chance(.8) else None) for n in range(1, 56)])
