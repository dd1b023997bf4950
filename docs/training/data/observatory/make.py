"""An observatory: telescopes and instruments, proposals and their teams, targets, observations with exposures, weather, faults, papers."""
from making import later

SCHEMA = """
CREATE TABLE telescope (telescope_id INTEGER PRIMARY KEY, name TEXT NOT NULL, mirror_cm INTEGER NOT NULL, first_light TEXT, decommissioned TEXT);
CREATE TABLE instrument (
  instrument_id INTEGER PRIMARY KEY, telescope_id INTEGER REFERENCES telescope(telescope_id), name TEXT NOT NULL, kind TEXT NOT NULL, replaced_by INTEGER REFERENCES instrument(instrument_id));
CREATE TABLE institute (institute_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, is_partner INTEGER NOT NULL);
CREATE TABLE astronomer (
  astronomer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, institute_id INTEGER REFERENCES institute(institute_id), phd_year TEXT, advisor_id INTEGER REFERENCES astronomer(astronomer_id));
CREATE TABLE proposal (
  proposal_id INTEGER PRIMARY KEY, title TEXT NOT NULL, semester TEXT NOT NULL, pi_id INTEGER NOT NULL REFERENCES astronomer(astronomer_id),
  submitted_on TEXT NOT NULL, grade REAL, status TEXT NOT NULL, hours_requested REAL NOT NULL, hours_awarded REAL);
CREATE TABLE proposal_member (proposal_id INTEGER NOT NULL REFERENCES proposal(proposal_id), astronomer_id INTEGER NOT NULL REFERENCES astronomer(astronomer_id), role TEXT NOT NULL, PRIMARY KEY (proposal_id, astronomer_id));
CREATE TABLE target (target_id INTEGER PRIMARY KEY, name TEXT NOT NULL, class TEXT, magnitude TEXT, parent_target_id INTEGER REFERENCES target(target_id));
CREATE TABLE observation (
  observation_id INTEGER PRIMARY KEY, proposal_id INTEGER REFERENCES proposal(proposal_id), target_id INTEGER NOT NULL REFERENCES target(target_id),
  instrument_id INTEGER NOT NULL REFERENCES instrument(instrument_id), observer_id INTEGER, planned_start TEXT NOT NULL, actual_start TEXT, actual_end TEXT, outcome TEXT NOT NULL);
CREATE TABLE exposure (
  observation_id INTEGER NOT NULL REFERENCES observation(observation_id), exposure_no INTEGER NOT NULL, filter_code TEXT, seconds REAL NOT NULL, seeing_arcsec REAL, is_rejected INTEGER NOT NULL,
  PRIMARY KEY (observation_id, exposure_no));
CREATE TABLE weather (telescope_id INTEGER NOT NULL, night TEXT NOT NULL, cloud_pct INTEGER, humidity_pct INTEGER, closed_reason TEXT, PRIMARY KEY (telescope_id, night));
CREATE TABLE fault (
  fault_id INTEGER PRIMARY KEY, instrument_id INTEGER NOT NULL REFERENCES instrument(instrument_id), reported_at TEXT NOT NULL, reported_by INTEGER, fixed_at TEXT, fixed_by INTEGER, lost_hours REAL);
CREATE TABLE paper (paper_id INTEGER PRIMARY KEY, title TEXT NOT NULL, published_on TEXT, citations INTEGER NOT NULL, lead_author_id INTEGER);
CREATE TABLE paper_proposal (paper_id INTEGER NOT NULL REFERENCES paper(paper_id), proposal_id INTEGER NOT NULL REFERENCES proposal(proposal_id), PRIMARY KEY (paper_id, proposal_id));
"""


def fill(m):
    m.add("telescope", [(1, "Aurora", 360, "1998-05-12", None), (2, "Little Owl", 120, "2006-09-01", None), (3, "Survey One", 250, "2015-03-20", None), (4, "Old Refractor", 60, "1931-01-01", "2019-12-31"), (5, "Giant", 820, None, None)])
    m.add("instrument", [(1, 1, "SPEC-A", "spectrograph", 2), (2, 1, "SPEC-B", "spectrograph", None), (3, 1, "CAM-W", "camera", None), (4, 2, "CAM-S", "camera", None), (5, 2, "POL", "polarimeter", None),
                         (6, 3, "MOSAIC", "camera", None), (7, 3, "IFU", "spectrograph", None), (8, 4, "PLATE", "camera", 4), (9, None, "SPARE", "camera", None)])
    m.add("institute", [(n, a, c, p) for n, (a, c, p) in enumerate([("Uni Graz", "AT", 1), ("Leiden Obs", "NL", 1), ("Padova", "IT", 0), ("IAC", "ES", 1), ("MPIA", "DE", 0), ("Nowhere Lab", "DE", 0), ("Tartu", "EE", 0)], 1)])
    people = []
    for n in range(1, 71):
        first, last = m.person()
        people.append((n, f"{first} {last}", m.pick({1: 4, 2: 4, 3: 3, 4: 3, 5: 4, 7: 1, None: 1}), str(m.whole(1978, 2024)) if m.chance(.85) else None, m.whole(1, n - 1) if n > 4 and m.chance(.4) else None))
    m.add("astronomer", people)
    things = []
    for n in range(1, 91):
        things.append((n, f"{m.pick(['NGC', 'HD', 'M', 'KOI', 'SN'])} {m.whole(10, 4000)}", m.pick({"galaxy": 5, "star": 6, "exoplanet": 3, "supernova": 2, "cluster": 2, None: 1}),
                       str(m.amount(2, 22, 1)) if m.chance(.9) else None, m.whole(1, n - 1) if n > 5 and m.chance(.15) else None))
    m.add("target", things)
    props, teams, used = [], set(), []
    for n in range(1, 101):
        sem, day = m.pick([("2024A", "2023-10-01"), ("2024B", "2024-04-01"), ("2025A", "2024-10-01"), ("2025B", "2025-04-01")])
        status = m.pick({"accepted": 10, "rejected": 6, "withdrawn": 1, "submitted": 1})
        asked = float(m.whole(4, 60))
        props.append((n, m.pick(["Hot gas in", "Dust around", "Spectra of", "Monitoring", "A survey of"]) + m.pick([" galaxies", " young stars", " exoplanets", " supernovae"]), sem, int(m.random.random() ** 1.4 * 60) + 1,
                      later(day, days=-m.whole(0, 40)), m.amount(1, 5, 1) if m.chance(.92) else None, status, asked, round(asked * m.pick([.5, .75, 1, 1]), 1) if status == "accepted" else None))
        pi = props[-1][3]
        teams.add((n, pi, "PI"))
        for a in m.some([x for x in range(1, 66) if x != pi], m.pick([0, 1, 2, 3, 4])):
            teams.add((n, a, m.pick(["CoI", "CoI", "student"])))
    m.add("proposal", props)
    m.add("proposal_member", sorted(teams))
    good = [p for p in props if p[6] == "accepted"]
    obs, shots = [], []
    for n in range(1, 501):
        p = m.pick(good[:-5]) if m.chance(.93) else None
        lo, hi = {"2024A": ("2024-01-05", "2024-06-28"), "2024B": ("2024-07-02", "2024-12-28"), "2025A": ("2025-01-03", "2025-06-28"), "2025B": ("2025-07-01", "2025-11-28")}[p[2] if p else "2025A"]
        plan = (m.day(lo, hi) if m.chance(.93) else m.pick([lo, hi])) + f" {m.pick([20, 21, 22, 23])}:{m.pick(['00', '30'])}:00"
        outcome = m.pick({"done": 70, "weather": 14, "fault": 8, "cancelled": 8})
        began = later(plan, minutes=m.pick([0, 0, 5, 20, 90])) if outcome in ("done", "fault") else None
        obs.append((n, p[0] if p else None, m.whole(1, 82), m.pick([1, 2, 2, 3, 4, 4, 5, 6, 6, 7]), m.whole(1, 60) if m.chance(.85) else None, plan, began,
                    later(began, minutes=m.pick([30, 60, 60, 120, 200])) if began else None, outcome))
        if began:
            for k in range(1, m.pick([1, 2, 2, 3, 4, 6]) + 1):
                shots.append((n, k, m.pick(["u", "g", "r", "i", "z", None]), m.pick([30.0, 60.0, 120.0, 300.0, 600.0, 900.0]), m.amount(.5, 3, 2) if m.chance(.93) else None, int(m.chance(.12))))
    m.add("observation", obs)
    m.add("exposure", shots)
    sky = {}
    for _ in range(700):
        shut = m.pick({None: 7, "clouds": 2, "wind": 1, "humidity": 1})
        sky[m.pick([1, 2, 3]), m.day("2025-01-01", "2025-11-28")] = (m.whole(0, 100) if m.chance(.93) else None, m.whole(20, 99) if m.chance(.93) else None, shut)
    m.add("weather", [(*k, *v) for k, v in sorted(sky.items())])
    trouble = []
    for n in range(1, 121):
        at = m.moment("2024-06-01", "2025-11-25")
        trouble.append((n, m.whole(1, 7), at, m.whole(1, 60) if m.chance(.9) else None, later(at, hours=m.pick([1, 3, 8, 30, 100, 400])) if m.chance(.85) else None, m.whole(1, 30) if m.chance(.7) else None,
                        m.amount(0, 9, 1) if m.chance(.75) else None))
    m.add("fault", trouble)
    papers = [(n, f"Paper {n}", m.day("2024-06-01", "2025-11-25") if m.chance(.85) else None, m.whole(0, 9) if m.chance(.7) else m.whole(10, 90), m.whole(1, 60) if m.chance(.93) else None) for n in range(1, 61)]
    m.add("paper", papers)
    m.add("paper_proposal", sorted({(p[0], x[0]) for p in papers for x in m.some(good, m.pick([0, 1, 1, 2]))}))
