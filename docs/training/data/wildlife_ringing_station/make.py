"""A ringing station: ringers and their stays, nets, species, birds, captures, notes and sightings."""
from making import later

SCHEMA = """
CREATE TABLE ringers (ringer_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, licence TEXT NOT NULL, trainer_id INTEGER REFERENCES ringers(ringer_id), town TEXT);
CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, ringer_id INTEGER NOT NULL REFERENCES ringers(ringer_id), arrived_on TEXT NOT NULL, left_on TEXT NOT NULL);
CREATE TABLE nets (net_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, lane INTEGER NOT NULL, habitat TEXT NOT NULL, length_m INTEGER);
CREATE TABLE species (species_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, family TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE birds (
  bird_id INTEGER PRIMARY KEY, ring_no TEXT NOT NULL, species_id INTEGER NOT NULL REFERENCES species(species_id), sex INTEGER NOT NULL,
  ringed_by INTEGER REFERENCES ringers(ringer_id));
CREATE TABLE captures (
  capture_id INTEGER PRIMARY KEY, bird_id INTEGER NOT NULL REFERENCES birds(bird_id), net_id INTEGER NOT NULL REFERENCES nets(net_id),
  ringer_id INTEGER NOT NULL REFERENCES ringers(ringer_id), captured_on TEXT NOT NULL, round INTEGER NOT NULL, kind TEXT NOT NULL,
  age_code INTEGER NOT NULL, weight_g TEXT, wing_mm TEXT NOT NULL);
CREATE TABLE notes (
  note_id INTEGER PRIMARY KEY, capture_id INTEGER NOT NULL REFERENCES captures(capture_id), author_id INTEGER NOT NULL REFERENCES ringers(ringer_id),
  written_on TEXT NOT NULL, rating INTEGER NOT NULL, body TEXT);
CREATE TABLE sightings (
  sighting_id INTEGER PRIMARY KEY, bird_id INTEGER NOT NULL REFERENCES birds(bird_id), observer_id INTEGER REFERENCES ringers(ringer_id),
  seen_on TEXT NOT NULL, place TEXT NOT NULL, distance_km TEXT, rating INTEGER NOT NULL);
"""
# name, family, status, usual weight, usual wing
SPECIES = [("Robin", "flycatchers", "L", 17, 72), ("Wren", "wrens", "L", 9, 49), ("Great Tit", "tits", "L", 18, 75), ("Blue Tit", "tits", "L", 11, 65),
           ("Marsh Tit", "tits", "V", 11, 64), ("Reed Warbler", "warblers", "L", 12, 67), ("Great Reed Warbler", "warblers", "N", 31, 96),
           ("Sedge Warbler", "warblers", "L", 12, 66), ("Aquatic Warbler", "warblers", "E", 12, 63), ("Garden Warbler", "warblers", "N", 19, 80),
           ("Reed Bunting", "buntings", "N", 19, 78), ("Ortolan Bunting", "buntings", "E", 23, 88), ("Blackcap", "warblers", "L", 19, 75),
           ("Song Thrush", "thrushes", "L", 70, 117), ("Blackbird", "thrushes", "L", 96, 130), ("Turtle Dove", "doves", "V", 140, 176)]
NETS = ["Robin Corner", "Wren Ditch", "Reed Edge", "Old Willow", "Long Ditch", "Warbler Walk", "Pond Side", "Robin Bridge", "Birch Gate",
        "Alder Row", "Reed Gap", "Thrush Hedge", "Mill Ditch", "Far Bank"]
PLACES = {"Lake Orsa": 5, "Lake Endla": 3, "Salt Lake": 3, "North Lake": 2, "Harbour Wall": 3, "Old Mill": 4, "Wren Ditch": 1, "Laker Farm": 1}


def fill(m):
    names = {"Ines Costa", "Lars Novak", "Wanda Sato"}
    while len(names) < 22:
        names.add(" ".join(m.person()))
    names -= {"Ines Costa", "Lars Novak", "Wanda Sato"}
    names = ["Lars Novak", "Wanda Sato", "Ines Costa"] + m.some(sorted(names), 19)
    codes = ["A", "A", "A", "C", "C", "X"]
    m.add("ringers", [(n, names[n - 1], codes[n - 1] if n < 7 else m.pick({"A": 5, "C": 7, "X": 3}), m.pick({1: 2, 2: 2, 3: 3}) if n > 3 and m.chance(.8) else None,
                       m.pick(["Elva", "Pori", "Visby", None])) for n in range(1, 23)])
    stays = []
    for n in range(1, 71):
        start = m.day("2022-04-01", "2024-10-10")
        stays.append((n, m.pick(list(range(1, 21)) + [3, 3]), start, later(start, days=m.pick([3, 6, 10, 14, 28]))))
    m.add("stays", stays)
    m.add("nets", [(n, name, 1 + (n * 5) % 6, m.pick(["reed", "hedge", "wood"]), m.pick([6, 9, 12, 12, None])) for n, name in enumerate(NETS, 1)])
    m.add("species", [(n, *one[:3]) for n, one in enumerate(SPECIES, 1)])
    weight = {n: one[3] for n, one in enumerate(SPECIES, 1)}
    wing = {n: one[4] for n, one in enumerate(SPECIES, 1)}
    shares = {n: s for n, s in zip(range(1, 17), [9, 5, 8, 9, 3, 9, 5, 4, 3, 4, 4, 2, 8, 3, 5, 2])}
    birds = m.add("birds", [(n, f"{m.pick(['EA', 'KX', 'PL'])}{20000 + 7 * n}", n if n < 17 else m.pick(shares), m.pick({0: 4, 1: 3, 2: 3}),
                             m.pick([1, 2, 3, 3, 4, 5, 5, 6, 8, 9, 11, 14]) if m.chance(.92) else None) for n in range(1, 191)])
    captures, used = [], set()

    def caught(bird, kind):
        while True:
            grams = round(weight[bird[2]] * m.amount(.82, 1.25, 4), 2)
            if grams not in used:
                used.add(grams)
                break
        odd = m.pick(["n/a", "n/a", "-", "", None]) if m.chance(.14) else f"{grams:.2f}"
        captures.append((len(captures) + 1, bird[0], m.pick([1, 2, 2, 3, 4, 4, 4, 5, 6, 7, 7, 7, 8, 9, 10, 11, 12, 13]), m.pick([1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12]),
                         m.day("2022-04-02", "2024-10-28"), m.pick({1: 6, 2: 5, 3: 3, 4: 2, 5: 1}), kind, m.pick({1: 2, 3: 6, 5: 3, 4: 4}),
                         odd, str(wing[bird[2]] + m.whole(-4, 4))))

    for bird in birds:
        caught(bird, "N" if m.chance(.93) else "F")
    for _ in range(270):
        caught(birds[int(m.random.random() ** 1.7 * 190)], m.pick({"R": 9, "F": 1}))
    for bird in (17, 12, 30):
        for _ in range(2):
            caught(birds[bird - 1], "R")
    m.add("captures", captures)
    m.add("notes", [(n, m.pick(captures[:400])[0], m.pick([1, 2, 3, 3, 3, 4, 5, 5, 7, 9, 13, 15]), m.day("2022-05-01", "2024-12-01"), m.pick({1: 2, 2: 3, 3: 6, 4: 6, 5: 4}),
                     m.pick(["brood patch", "worn wing feathers", "ring worn", "fat bird", None])) for n in range(1, 181)])
    far = m.some(range(1, 1400), 160)
    m.add("sightings", [(n, 1 + int(m.random.random() ** 1.5 * 190), m.pick([1, 1, 2, 3, 3, 4, 6, 8, None]), m.day("2022-06-01", "2024-12-20"), m.pick(PLACES),
                         m.pick(["unknown", "unknown", ""]) if m.chance(.2) else str(far[n - 1] if m.chance(.4) else 1 + far[n - 1] // 9), m.pick({1: 3, 2: 5, 3: 5, 4: 3, 5: 2})) for n in range(1, 161)])
