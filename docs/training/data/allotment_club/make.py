"""An allotment club: members and their mentors, plots, crops, what was planted where, and the yearly fees."""
from making import later

SCHEMA = """
CREATE TABLE members (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, village TEXT NOT NULL, birth_year INTEGER NOT NULL, joined_on TEXT NOT NULL,
  left_on TEXT, mentor_id INTEGER REFERENCES members(id));
CREATE TABLE plots (
  id INTEGER PRIMARY KEY, site TEXT NOT NULL, area INTEGER NOT NULL, rent REAL NOT NULL, has_shed INTEGER NOT NULL,
  member_id INTEGER REFERENCES members(id));
CREATE TABLE crops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, days INTEGER NOT NULL);
CREATE TABLE plantings (
  id INTEGER PRIMARY KEY, plot_id INTEGER NOT NULL REFERENCES plots(id), crop_id INTEGER NOT NULL REFERENCES crops(id),
  planted_on TEXT NOT NULL, harvested_on TEXT, kilos REAL);
CREATE TABLE fees (
  id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(id), year INTEGER NOT NULL, amount INTEGER NOT NULL, paid_on TEXT);
"""
CROPS = {"vegetable": "tomato potato carrot pumpkin leek bean onion beetroot kale", "fruit": "strawberry raspberry melon rhubarb",
         "herb": "basil mint parsley thyme sage dill", "flower": "dahlia tulip sunflower"}


def fill(m):
    names = {"Greta Holm", "Otto Brandt"}
    while len(names) < 60:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names - {"Greta Holm", "Otto Brandt"}), 58)
    births = m.some(range(1938, 2001), 58)
    members = [(1, "Greta Holm", "Ashby", 1936, "1998-04-02", None, None), (2, "Otto Brandt", "Millford", 1951, "2003-03-10", None, 1)]
    for n in range(3, 61):
        joined = m.day("2004-01-05", "2024-06-30")
        members.append((n, names[n - 3], m.pick({"Ashby": 5, "Millford": 4, "Oakton": 3, "Thornley": 2}), births[n - 3], joined,
                        m.day("2024-07-01", "2024-12-30") if m.chance(.15) else None, m.pick([1, 2, 2, 2, 3, 4, 5]) if n > 5 and m.chance(.6) else None))
    m.add("members", members)
    areas = m.some(range(60, 420), 75)
    plots = [(n, m.pick({"north": 4, "river": 3, "hill": 2}), areas[n - 1], round(areas[n - 1] * .42 + m.whole(0, 20), 2), int(m.chance(.4)),
              m.pick(list(range(1, 49)) + [2] * 5) if m.chance(.88) else None) for n in range(1, 76)]
    m.add("plots", plots)
    crops = [(name, kind) for kind, names in CROPS.items() for name in names.split()]
    days = m.some(range(28, 200), len(crops))
    m.add("crops", [(n, name, kind, days[n - 1]) for n, (name, kind) in enumerate(crops, 1)])
    kilos, plantings = m.some(range(3, 900), 220), []
    for n in range(1, 221):
        day = m.day("2022-03-01", "2024-07-30")
        crop = m.pick({c: 9 if c == 2 else 5 if c == 1 else 2 for c in range(1, len(crops) - 1)})
        done = m.chance(.8)
        plantings.append((n, m.whole(1, 62), crop, day, later(day, days=days[crop - 1] % 120 + 20) if done else None, kilos[n - 1] / 10 if done else None))
    m.add("plantings", plantings)
    fees = []
    for year in (2022, 2023, 2024):
        for one in members[:54]:
            if one[4] < f"{year}-01-01":
                fees.append((len(fees) + 1, one[0], year, m.pick({40: 5, 55: 3, 80: 1}), m.day(f"{year}-01-05", f"{year}-06-30") if m.chance(.85) else None))
    m.add("fees", fees)
