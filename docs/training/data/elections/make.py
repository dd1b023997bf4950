"""Elections of a country: contests by district, candidates and parties, polling stations, ballots counted, turnout, donations, observers."""
from making import later

SCHEMA = """
CREATE TABLE region (region_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE district (district_id INTEGER PRIMARY KEY, region_id INTEGER NOT NULL REFERENCES region(region_id), name TEXT NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE election (election_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, held_on TEXT NOT NULL, runoff_of_id INTEGER REFERENCES election(election_id));
CREATE TABLE party (party_id INTEGER PRIMARY KEY, short_name TEXT NOT NULL, full_name TEXT NOT NULL, founded_year INTEGER, dissolved_on TEXT);
CREATE TABLE person (person_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, birth_date TEXT, gender TEXT);
CREATE TABLE candidacy (
  election_id INTEGER NOT NULL REFERENCES election(election_id), district_id INTEGER NOT NULL REFERENCES district(district_id),
  person_id INTEGER NOT NULL REFERENCES person(person_id), party_id INTEGER REFERENCES party(party_id), list_position INTEGER,
  is_incumbent INTEGER NOT NULL, withdrawn_on TEXT, PRIMARY KEY (election_id, district_id, person_id));
CREATE TABLE polling_station (
  station_id INTEGER PRIMARY KEY, district_id INTEGER NOT NULL REFERENCES district(district_id), name TEXT NOT NULL, is_postal INTEGER NOT NULL, is_accessible INTEGER);
CREATE TABLE turnout (
  election_id INTEGER NOT NULL, station_id INTEGER NOT NULL, registered TEXT NOT NULL, ballots_cast INTEGER NOT NULL, invalid_ballots INTEGER NOT NULL,
  reported_at TEXT, PRIMARY KEY (election_id, station_id));
CREATE TABLE vote_count (
  election_id INTEGER NOT NULL, station_id INTEGER NOT NULL, person_id INTEGER NOT NULL, votes INTEGER NOT NULL,
  PRIMARY KEY (election_id, station_id, person_id));
CREATE TABLE complaint (
  complaint_id INTEGER PRIMARY KEY, election_id INTEGER NOT NULL, station_id INTEGER, filed_by_party_id INTEGER, against_party_id INTEGER,
  filed_at TEXT NOT NULL, decided_at TEXT, outcome TEXT);
CREATE TABLE donation (donation_id INTEGER PRIMARY KEY, party_id INTEGER NOT NULL, donor_name TEXT, given_on TEXT NOT NULL, amount_eur REAL NOT NULL, refunded_on TEXT);
"""


def fill(m):
    m.add("region", [(1, "Coast"), (2, "Highlands"), (3, "Plains"), (4, "Islands")])
    areas = [(n, m.pick([1, 1, 2, 3]) if n < 12 else 3, f"{m.pick(['North', 'South', 'Upper', 'Lower', 'Old', 'New'])} {m.pick(['Marrow', 'Tessel', 'Vale', 'Port', 'Ridge'])}", m.pick([1, 2, 2, 3, 4, 6])) for n in range(1, 13)]
    m.add("district", areas)
    votes = [(1, "parliament", "2023-05-14", None), (2, "president", "2023-10-08", None), (3, "president", "2023-10-22", 2), (4, "regional", "2024-06-09", None),
             (5, "parliament", "2025-09-14", None), (6, "parliament", "2026-03-01", None)]
    m.add("election", votes)
    m.add("party", [(1, "GRN", "Green Alliance", 1988, None), (2, "LAB", "Labour Union", 1901, None), (3, "CON", "Conservative League", 1925, None), (4, "LIB", "Liberals", 1994, None),
                    (5, "ISL", "Island Party", 2011, None), (6, "OLD", "Old Guard", 1950, "2024-01-31"), (7, "NEW", "New Voice", None, None), (8, "PEN", "Pensioners", 2005, None)])
    people = []
    for n in range(1, 151):
        first, last = m.person()
        people.append((n, first, last, m.day("1948-01-01", "2001-12-31") if m.chance(.93) else None, m.pick({"f": 5, "m": 6, None: .5})))
    m.add("person", people)
    spots = []
    for n in range(1, 61):
        d = (n - 1) % 12 + 1
        spots.append((n, d, m.pick(["School", "Town hall", "Library", "Sports hall", "Church"]) + f" {m.whole(1, 4)}", int(n > 52), m.pick([1, 1, 1, 0, None])))
    m.add("polling_station", spots)
    runs, counts, came = [], [], []
    for e in votes[:5]:
        places = areas if e[1] == "parliament" else areas[:6] if e[1] == "regional" else areas
        national = m.some(people, 5 if e[0] == 2 else 2) if e[1] == "president" else None
        if e[0] == 3:
            national = m.some([p for p in people if p[0] in {r[2] for r in runs if r[0] == 2}], 2)
        sides = {}
        for d in places:
            taken = national or m.some(people[:140], m.pick([3, 4, 5]))
            mine = []
            for k, p in enumerate(taken, 1):
                party = sides.setdefault(p[0], m.pick({1: 4, 2: 5, 3: 5, 4: 3, 6: 1, None: 1})) if national else m.pick({1: 4, 2: 5, 3: 5, 4: 3, None: 1, **({5: 3} if d[1] == 1 else {7: 3})})
                gone = later(e[2], days=-m.whole(3, 30)) if not national and m.chance(.06) else None
                runs.append((e[0], d[0], p[0], party, None if e[1] == "president" else k, int(m.chance(.2)), gone))
                if not gone:
                    mine.append(p[0])
            for s in spots:
                if s[1] != d[0] or m.chance(.06):
                    continue
                roll = m.whole(300, 2600)
                cast = int(roll * m.amount(.35, .85, 3))
                bad = int(cast * m.amount(0, .04, 3))
                came.append((e[0], s[0], str(roll), cast, bad, f"{e[2]} {m.whole(19, 23):02}:{m.whole(0, 59):02}:00" if m.chance(.9) else None))
                left = cast - bad
                for k, who in enumerate(mine):
                    share = left if k == len(mine) - 1 else int(left * m.amount(.15, .6, 3))
                    counts.append((e[0], s[0], who, max(0, share - (m.whole(1, 9) if m.chance(.04) else 0))))
                    left -= share
    m.add("candidacy", runs)
    m.add("turnout", came)
    m.add("vote_count", counts)
    m.add("complaint", [(n, e, m.whole(1, 60) if m.chance(.8) else None, m.pick([1, 2, 3, 4, 7, None]), m.pick([1, 2, 3, 5, None]), f, later(f, days=m.whole(2, 60)) if c else None,
                         m.pick(["upheld", "rejected", "rejected", "withdrawn"]) if c else None)
                        for n in range(1, 91) for e in [m.whole(1, 5)] for f in [later(votes[e - 1][2], days=m.whole(0, 20)) + f" {m.whole(8, 18):02}:15:00"] for c in [m.chance(.75)]])
    gifts = []
    for n in range(1, 401):
        first, last = m.person()
        day = m.day("2023-01-01", "2025-12-20") if m.chance(.92) else m.pick(["2023-12-31", "2024-12-31", "2025-01-01", "2025-06-30"])
        gifts.append((n, m.pick({1: 4, 2: 5, 3: 6, 4: 4, 5: 1, 6: 1, 7: 2, 8: 2}), f"{first} {last}" if m.chance(.72) else None, day, m.pick([50.0, 100.0, 250.0, m.amount(20, 9000), m.amount(20, 900)]),
                      later(day, days=m.whole(5, 90)) if m.chance(.06) else None))
    m.add("donation", gifts)
