"""A museum: objects and artists, exhibitions, loans in and out, conservation, provenance chains and insurance values."""
from making import later

SCHEMA = """
CREATE TABLE artists (artist_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, nationality TEXT, born_year INTEGER, died_year INTEGER, teacher_id INTEGER REFERENCES artists(artist_id));
CREATE TABLE objects (inv_no TEXT PRIMARY KEY, title TEXT NOT NULL, "Object Type" TEXT NOT NULL, dated TEXT, height_mm INTEGER, width_mm INTEGER,
  acquired_on TEXT, acquired_how TEXT, deaccessioned_on TEXT, on_display INTEGER NOT NULL);
CREATE TABLE object_artists (inv_no TEXT NOT NULL REFERENCES objects(inv_no), artist_id INTEGER NOT NULL REFERENCES artists(artist_id), part TEXT NOT NULL, PRIMARY KEY (inv_no, artist_id));
CREATE TABLE institutions (inst_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, inv_no TEXT NOT NULL REFERENCES objects(inv_no), inst_id INTEGER NOT NULL REFERENCES institutions(inst_id),
  direction TEXT NOT NULL, "Start Date" TEXT NOT NULL, "Due Date" TEXT NOT NULL, returned_on TEXT, fee_eur REAL);
CREATE TABLE exhibitions (exh_id INTEGER PRIMARY KEY, title TEXT NOT NULL, opens TEXT NOT NULL, closes TEXT, visitors INTEGER);
CREATE TABLE exhibition_objects (exh_id INTEGER NOT NULL REFERENCES exhibitions(exh_id), inv_no TEXT NOT NULL REFERENCES objects(inv_no), room TEXT, PRIMARY KEY (exh_id, inv_no));
CREATE TABLE conservation (job_id INTEGER PRIMARY KEY, inv_no TEXT NOT NULL REFERENCES objects(inv_no), kind TEXT NOT NULL, started_on TEXT NOT NULL, finished_on TEXT, hours INTEGER, cost_eur REAL);
CREATE TABLE provenance (prov_id INTEGER PRIMARY KEY, inv_no TEXT NOT NULL REFERENCES objects(inv_no), owner TEXT, from_year INTEGER, prev_id INTEGER REFERENCES provenance(prov_id));
CREATE TABLE insurance_values (inv_no TEXT NOT NULL REFERENCES objects(inv_no), valid_from TEXT NOT NULL, value_eur INTEGER NOT NULL, PRIMARY KEY (inv_no, valid_from));
"""

TYPES = {"painting": 5, "Painting": 1, "drawing": 3, "print": 3, "sculpture": 2, "photograph": 2}
TITLES = ["Harbour at Dawn", "Portrait of a Lady", "Still Life with Lemons", "Winter Landscape", "The Fisherman", "Untitled", "Study of Hands",
          "Market Square", "Self-Portrait", "Mountain Lake", "The Letter", "Old Bridge", "Girl with Cat", "Untitled (blue)", "Harbour, Evening"]


def fill(m):
    artists = []
    for i in range(1, 61):
        born = None if m.chance(.1) else m.whole(1780, 1985)
        artists.append((i, " ".join(m.person()), m.pick({"French": 3, "German": 4, "Dutch": 3, "Italian": 2, None: 1}), born,
                        None if born is None or born > 1930 else born + m.whole(28, 90), m.whole(1, i - 1) if i > 8 and m.chance(.3) else None))
    m.add("artists", artists)
    objects, makers, values, chain, jobs = [], [], [], [], []
    for i in range(1, 401):
        inv = f"{m.whole(1905, 2023)}.{i:03}"
        year = m.whole(1800, 2015)
        objects.append((inv, m.pick(TITLES), m.pick(TYPES), m.pick({str(year): 5, f"c. {year // 10 * 10}": 3, f"{year}-{year + m.whole(1, 4)}": 1, None: 1}),
                        None if m.chance(.06) else 10 * m.whole(8, 240), None if m.chance(.06) else 10 * m.whole(8, 240),
                        None if m.chance(.08) else m.day("1990-01-01", "2023-12-31"), m.pick({"purchase": 4, "gift": 4, "bequest": 2, None: 1}),
                        m.day("2015-01-01", "2024-05-31") if m.chance(.06) else None, int(m.chance(.3))))
        if not m.chance(.12):
            for at, one in enumerate(m.some(range(1, 56), m.pick({1: 8, 2: 2, 3: 1}))):
                makers.append((inv, one, m.pick(["artist", "artist", "workshop"]) if at == 0 else m.pick(["after", "assistant", "artist"])))
        value, day = 100 * m.whole(5, 900), m.day("2008-01-01", "2021-12-31")
        for _ in range(m.pick([0, 1, 2, 3])):
            values.append((inv, day, value))
            value, day = value + 100 * m.whole(-20, 120), later(day, days=m.whole(200, 1500))
            value = max(value, 300)
        previous, year = None, m.whole(1850, 1930)
        for _ in range(m.pick([0, 1, 2, 3, 4])):
            chain.append((len(chain) + 1, inv, None if m.chance(.15) else " ".join(m.person()), None if m.chance(.12) else year, previous))
            previous, year = len(chain), year + m.whole(1, 35)
        for _ in range(m.pick([0, 0, 1, 1, 2, 4])):
            start = m.day("2019-01-01", "2024-06-15")
            end = later(start, days=m.whole(0, 150))
            done = end < "2024-06-30" and m.chance(.9)
            jobs.append((len(jobs) + 1, inv, m.pick(["cleaning", "framing", "repair", "analysis"]), start, end if done else None,
                         m.whole(1, 90) if done else None, m.amount(50, 4000) if done and m.chance(.85) else None))
    m.add("objects", objects)
    m.add("object_artists", makers)
    m.add("insurance_values", values)
    m.add("provenance", chain)
    m.add("conservation", jobs)
    m.add("institutions", [(i + 1, name, land) for i, (name, land) in enumerate([
        ("Kunsthalle Nord", "Germany"), ("Musee du Lac", "France"), ("Museo Civico", "Italy"), ("Stadsmuseum", "Netherlands"),
        ("City Gallery", "United Kingdom"), ("Galerie am Tor", "Germany"), ("Private Fund X", "Switzerland"), ("Haus der Grafik", "Austria")])])
    loans = []
    for i in range(1, 261):
        start = m.day("2020-01-01", "2024-05-31")
        due = later(start, days=m.pick([90, 120, 180, 365]))
        back = later(due, days=m.whole(-20, 25)) if not m.chance(.12) else None
        loans.append((i, m.pick(objects)[0], m.whole(1, 7), m.pick(["in", "out", "out"]), start, due, back if back and back <= "2024-06-30" else None,
                      None if m.chance(.3) else m.pick([0, 500, 750.5, 1200, 2500])))
    m.add("loans", loans)
    shows = [(i, f"{m.pick(['Light', 'Faces', 'Paper', 'Water', 'New Rooms', 'Masters'])} {i}", day, None if i > 22 else later(day, days=m.whole(40, 200)),
              None if m.chance(.15) else m.whole(900, 30000)) for i, day in enumerate(sorted(m.day("2018-01-01", "2024-06-01") for _ in range(24)), 1)]
    m.add("exhibitions", shows)
    m.add("exhibition_objects", [(show[0], one[0], m.pick(["R1", "R2", "R3", None])) for show in shows if show[0] != 12
                                 for one in m.some(objects, m.whole(8, 45))])
