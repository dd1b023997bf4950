"""A city library: items of several media types, borrowers and loans; no foreign keys are declared."""
from making import later

SCHEMA = """
CREATE TABLE items (
  item_no INTEGER PRIMARY KEY, title TEXT NOT NULL, creator TEXT, media_type TEXT NOT NULL, genre TEXT NOT NULL, year INTEGER NOT NULL,
  copies INTEGER NOT NULL, branch TEXT NOT NULL, predecessor_no INTEGER);
CREATE TABLE borrowers (
  card_no INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, birth_year INTEGER, member_since TEXT NOT NULL,
  card_expires TEXT NOT NULL);
CREATE TABLE loans (
  loan_no INTEGER PRIMARY KEY, item_no INTEGER NOT NULL, card_no INTEGER NOT NULL, loan_date TEXT NOT NULL, due_date TEXT NOT NULL,
  return_date TEXT, fine REAL NOT NULL);
"""
TYPES = {"book": 12, "dvd": 4, "audiobook": 3, "magazine": 2}
GENRES = {"crime": 4, "fantasy": 3, "history": 4, "romance": 2, "science": 3, "children": 3}
BRANCHES = {"Central": 6, "North": 3, "Harbour": 2}
WORDS = "Compass,Lighthouse,Forest,Crown,Shadow,Market,Voyage,Clock,Meadow,Castle,Violin,Desert".split(",")


def fill(m):
    titles = m.some([f"{a} {b}" for a in ("The Hidden", "A Broken", "Beyond the", "The Glass", "Under the", "An Old", "The White") for b in WORDS], 80)
    people = set()
    while len(people) < 90:
        people.add(" ".join(m.person()))
    people = m.some(sorted(people), 90)
    items = [(n, titles[n - 1], None if m.chance(.1) else people[60 + m.pick([0, 0, 0, 1, 1, *range(2, 25)])],
              ("book", "dvd", "audiobook", "magazine")[n - 1] if n < 5 else m.pick(TYPES), m.pick(GENRES), m.whole(1975, 2024),
              m.pick({1: 8, 2: 5, 3: 3, 5: 1, 8: 1}), m.pick(BRANCHES), m.whole(1, n - 1) if n > 6 and m.chance(.15) else None)
             for n in range(1, 81)]
    m.add("items", items)
    joined = m.some([f"{y}-{month:02}-{day:02}" for y in range(2016, 2025) for month in range(1, 12) for day in (2, 9, 17, 25)], 60)
    m.add("borrowers", [(1000 + n, people[n - 1], m.pick({"Old Town": 5, "Riverside": 4, "Hillside": 3, "Docklands": 1}),
                         m.whole(1941, 2014) if m.chance(.9) else None, joined[n - 1], later(joined[n - 1], days=365 * m.whole(2, 9)))
                        for n in range(1, 61)])
    readers, loans = [1000 + n for n in range(1, 53)] + [1003] * 14 + [1012] * 9 + [1020] * 5, []
    for n in range(1, 331):
        day = m.day("2023-01-02", "2024-12-10")
        late = m.chance(.2)
        back = None if m.chance(.12) else later(day, days=m.whole(22, 60) if late else m.whole(1, 21))
        loans.append((n, m.pick(items[:70] + items[:5] * 3 + items[:1] * 4)[0], m.pick(readers), day, later(day, days=21), back,
                      m.pick({1.5: 3, 3: 2, 6.5: 1}) if late and back else 0))
    m.add("loans", loans)
