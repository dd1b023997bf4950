"""A hub for volunteers: who has which skills, which events need them, and who signed up for which event."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE volunteers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, phone TEXT, birth_date TEXT NOT NULL, joined_on TEXT NOT NULL,
  mentor_id INTEGER REFERENCES volunteers(id));
CREATE TABLE skills (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE volunteer_skills (
  volunteer_id INTEGER NOT NULL REFERENCES volunteers(id), skill_id INTEGER NOT NULL REFERENCES skills(id), years INTEGER NOT NULL,
  PRIMARY KEY (volunteer_id, skill_id));
CREATE TABLE organisations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cause TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE events (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, organisation_id INTEGER NOT NULL REFERENCES organisations(id), city TEXT NOT NULL,
  event_date TEXT NOT NULL, places INTEGER NOT NULL, budget REAL NOT NULL);
CREATE TABLE event_skills (
  event_id INTEGER NOT NULL REFERENCES events(id), skill_id INTEGER NOT NULL REFERENCES skills(id), PRIMARY KEY (event_id, skill_id));
CREATE TABLE signups (
  event_id INTEGER NOT NULL REFERENCES events(id), volunteer_id INTEGER NOT NULL REFERENCES volunteers(id), signed_on TEXT NOT NULL,
  status TEXT NOT NULL, hours REAL, PRIMARY KEY (event_id, volunteer_id));
"""
SKILLS = "cooking,driving,first aid,translation,gardening,tutoring,carpentry,photography,bookkeeping".split(",")
GROUPS = [("Warm Kitchen", "poverty"), ("Green Banks", "environment"), ("Paws Home", "animals"), ("Open School", "education"), ("River Watch", "environment"),
          ("Second Chance", "poverty"), ("Story Hour", "education"), ("Bike Aid", "health")]
CITIES = {"Leeds": 6, "York": 4, "Hull": 3, "Selby": 2}


def fill(m):
    firsts, lasts = m.some(FIRST, 47), m.some(LAST, 46)
    born = m.some(range(0, 18000), 80)
    m.add("volunteers", [(n, f"{firsts[n % 47]} {lasts[n * 7 % 46]}", m.pick(CITIES), f"07{m.whole(100000, 999999)}" if m.chance(.8) else None,
                          later("1956-01-01", born[n - 1]), later("2018-01-10", n * 30 + m.whole(0, 27)),
                          (m.pick({3: 5, 2: 2, 7: 2, 8: 1}) if m.chance(.8) else m.whole(1, n - 1)) if n in (9, 10) or n > 10 and m.chance(.4) else None) for n in range(1, 81)])
    m.add("skills", [(n + 1, SKILLS[n]) for n in range(9)])
    m.add("volunteer_skills", [(n, skill, m.whole(1, 20)) for n in range(1, 81)
                               for skill in sorted({1} if n % 9 == 2 else set(m.some([1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8], m.pick({0: 2, 1: 5, 2: 4, 3: 3}))))])
    m.add("organisations", [(n + 1, *GROUPS[n], m.pick(CITIES)) for n in range(8)])
    budgets, events = m.some(range(100, 3900), 60), []
    for n in range(1, 61):
        what = m.pick(["Spring clean", "Soup day", "Tree planting", "Reading hour", "Open day", "Repair day", "Charity run", "Flea market", "Winter drive"])
        events.append((n, f"{what} {n}", 2 if n % 5 == 0 else m.whole(1, 7), m.pick(CITIES), m.day("2022-03-01", "2024-11-30"), m.pick([4, 6, 8, 10, 12, 20, 30]), float(budgets[n - 1])))
    m.add("events", events)
    m.add("event_skills", [(n, skill) for n in range(1, 61) for skill in sorted(set(m.some([1, 1, 2, 3, 3, 4, 5, 6, 7], m.pick({0: 2, 1: 5, 2: 4, 3: 2}))))])
    signups = []
    for n in range(1, 55):
        people = set(1 + int(m.random.random() ** 1.5 * 70) for _ in range(m.pick([2, 3, 5, 7, 10])))
        if n % 3 == 0:
            people.add(5)
        for who in sorted(people):
            status = m.pick({"attended": 7, "cancelled": 2, "no-show": 1})
            signups.append((n, who, later(events[n - 1][4], -m.whole(2, 60)), status, m.pick([2, 3, 4, 6, 8]) if status == "attended" else None))
    m.add("signups", signups)
