"""A swimming club: members, squads and coaches, training sessions and attendance, meets, entries and times, fees."""
from making import later

SCHEMA = """
CREATE TABLE coach (coach_id INTEGER PRIMARY KEY, cname TEXT NOT NULL, licence_lvl INTEGER, head_id INTEGER REFERENCES coach(coach_id), from_dt TEXT NOT NULL, to_dt TEXT);
CREATE TABLE mbr (
  mbr_id INTEGER PRIMARY KEY, fname TEXT NOT NULL, lname TEXT NOT NULL, sex TEXT NOT NULL, birth_dt TEXT, town TEXT, kind TEXT NOT NULL, guardian_id INTEGER,
  join_dt TEXT NOT NULL, leave_dt TEXT);
CREATE TABLE squad (squad_id INTEGER PRIMARY KEY, sname TEXT NOT NULL, coach_id INTEGER NOT NULL REFERENCES coach(coach_id), co_coach_id INTEGER, max_mbrs INTEGER NOT NULL);
CREATE TABLE mbr_squad (mbr_id INTEGER NOT NULL REFERENCES mbr(mbr_id), squad_id INTEGER NOT NULL REFERENCES squad(squad_id), since_dt TEXT NOT NULL, until_dt TEXT, PRIMARY KEY (mbr_id, squad_id, since_dt));
CREATE TABLE pool (pool_id INTEGER PRIMARY KEY, pname TEXT NOT NULL, town TEXT NOT NULL, length_m INTEGER NOT NULL, lanes INTEGER NOT NULL);
CREATE TABLE sess (sess_id INTEGER PRIMARY KEY, squad_id INTEGER NOT NULL, pool_id INTEGER NOT NULL, starts_at TEXT NOT NULL, mins INTEGER NOT NULL, led_by INTEGER, called_off INTEGER NOT NULL);
CREATE TABLE att (sess_id INTEGER NOT NULL, mbr_id INTEGER NOT NULL, att_cd TEXT NOT NULL, PRIMARY KEY (sess_id, mbr_id));
CREATE TABLE meet (meet_id INTEGER PRIMARY KEY, mname TEXT NOT NULL, pool_id INTEGER NOT NULL, meet_dt TEXT NOT NULL, entry_close_dt TEXT NOT NULL, is_home INTEGER NOT NULL);
CREATE TABLE evt (evt_id INTEGER PRIMARY KEY, stroke TEXT NOT NULL, dist_m INTEGER NOT NULL);
CREATE TABLE entry (
  entry_id INTEGER PRIMARY KEY, meet_id INTEGER NOT NULL REFERENCES meet(meet_id), evt_id INTEGER NOT NULL REFERENCES evt(evt_id), mbr_id INTEGER NOT NULL REFERENCES mbr(mbr_id),
  entered_dt TEXT NOT NULL, seed_secs TEXT, swum_hs INTEGER, place INTEGER, res_cd TEXT NOT NULL, late_fee REAL);
CREATE TABLE fee (fee_id INTEGER PRIMARY KEY, mbr_id INTEGER NOT NULL, season INTEGER NOT NULL, amt REAL NOT NULL, due_dt TEXT NOT NULL, paid_dt TEXT, waived INTEGER NOT NULL DEFAULT 0);
"""


def fill(m):
    coaches = [(n, " ".join(m.person()), m.whole(1, 3) if m.chance(.85) else None, None if n in (1, 9) else 1 if n < 4 else m.pick([1, 2, 3]), m.day("2014-01-01", "2025-09-01"),
                m.day("2025-03-01", "2026-05-31") if n > 4 and m.chance(.35) else None) for n in range(1, 15)]
    coaches[10] = coaches[10][:2] + (3, 2, "2016-02-01", "2026-01-31")
    m.add("coach", coaches)
    mbrs = []
    for n in range(1, 171):
        first, last = m.person()
        born = m.day("1968-01-01", "2018-12-31") if m.chance(.3) else m.day("2008-01-01", "2018-12-31")
        joined = m.day("2021-01-05", "2026-05-30")
        left = later(joined, days=m.whole(90, 1100)) if m.chance(.3) else None
        mbrs.append((n, first, last, m.pick("FM"), born if m.chance(.95) else None, m.pick(["Poole", "Wareham", "Swanage", "Dorchester"]) if m.chance(.93) else None, m.pick({"C": 6, "R": 4, "H": 1}),
                     m.whole(1, 20) if born > "2008" and n > 20 and m.chance(.6) else None, joined, left if left and left < "2026-06-28" else None))
    m.add("mbr", mbrs)
    squads = [(1, "Dolphins", 2, 5, 12), (2, "Sharks", 3, None, 14), (3, "Otters", 4, 6, 20), (4, "Masters", 1, None, 30), (5, "Juniors", 4, 7, 16), (6, "Open Water", 6, 2, 10), (7, "Tadpoles", 5, None, 12)]
    m.add("squad", squads)
    links, seen = [], set()
    for p in mbrs[:150]:
        for s in m.some([1, 2, 3, 4, 5, 6], m.pick([0, 1, 1, 1, 2, 2])):
            since = m.day(p[8], p[9] or "2026-06-20")
            until = later(since, days=m.whole(30, 500)) if m.chance(.4) else p[9]
            until = until if until and until < "2026-06-28" else None
            links.append((p[0], s, since, until))
            if until and m.chance(.15) and until < "2026-05-01" and not p[9]:
                links.append((p[0], s, later(until, days=40), None))
    m.add("mbr_squad", links)
    m.add("pool", [(1, "Lido", "Poole", 50, 8), (2, "Civic Baths", "Poole", 25, 6), (3, "Leisure Centre", "Wareham", 25, 4), (4, "School Pool", "Swanage", 20, 3), (5, "Dive Hall", "Dorchester", 25, 5)])
    sess, att = [], []
    for n in range(1, 261):
        at = f"{m.day('2025-07-01', '2026-06-26')} {m.pick(['06:30', '17:00', '18:30'])}:00"
        if m.chance(.05):
            at = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-09-30"]) + " 18:30:00"
        s = m.pick(squads[:6])
        off = int(m.chance(.09))
        sess.append((n, s[0], m.pick([1, 2, 2, 3, 4]), at, m.pick([45, 60, 60, 90]), s[2] if m.chance(.65) else s[3] if s[3] and m.chance(.4) else m.whole(1, 12) if m.chance(.8) else None, off))
        if not off:
            att += [(n, link[0], m.pick({"P": 14, "E": 3, "U": 2})) for link in {x[0]: x for x in links if x[1] == s[0] and x[2] <= at[:10] and (not x[3] or x[3] >= at[:10])}.values() if m.chance(.7)]
    m.add("sess", sess)
    m.add("att", att)
    m.add("meet", [(1, "Autumn Open", 2, "2024-10-12", "2024-09-28", 1), (2, "County Sprint", 1, "2025-02-08", "2025-01-25", 0), (3, "Spring Cup", 2, "2025-04-26", "2025-04-12", 1), (4, "Lido Gala", 1, "2025-07-19", "2025-07-05", 1),
                   (5, "Autumn Open", 2, "2025-10-11", "2025-09-27", 1), (6, "County Sprint", 1, "2026-02-07", "2026-01-24", 0), (7, "Spring Cup", 3, "2026-04-25", "2026-04-11", 0), (8, "Lido Gala", 1, "2026-07-18", "2026-07-04", 1), (9, "Masters Night", 5, "2026-09-05", "2026-08-22", 0)])
    evts = [(n, s, d) for n, (s, d) in enumerate([("freestyle", 50), ("freestyle", 100), ("freestyle", 200), ("backstroke", 50), ("backstroke", 100), ("breaststroke", 50), ("breaststroke", 100), ("butterfly", 50), ("medley", 200), ("freestyle", 1500)], 1)]
    m.add("evt", evts)
    rows = []
    for meet, day in ((1, "2024-10-12"), (2, "2025-02-08"), (3, "2025-04-26"), (4, "2025-07-19"), (5, "2025-10-11"), (6, "2026-02-07"), (7, "2026-04-25"), (8, "2026-07-18")):
        for evt in m.some(evts[:9], 6):
            race = m.some([p for p in mbrs[:130] if p[6] != "H" and p[8] < day and (not p[9] or p[9] > day)], m.whole(4, 9))
            done = []
            for p in race:
                pace = evt[2] * m.amount(.62, 1.15, 3) * (1.2 if evt[1] != "freestyle" else 1)
                code = m.pick({"OK": 18, "DQ": 2, "DNS": 2}) if meet < 8 else "ENT"
                if code == "OK":
                    done.append(pace)
                made = later(day, days=-m.whole(10, 45))
                rows.append([len(rows) + 1, meet, evt[0], p[0], made, f"{pace * m.amount(.97, 1.05, 3):.2f}" if m.chance(.85) else None, int(pace * 100) if code == "OK" else None, None, code,
                             5.0 if made > later(day, days=-14) else None])
            fast = sorted(int(x * 100) for x in done)
            for row in rows[-len(race):]:
                row[7] = fast.index(row[6]) + 1 if row[6] else None
    m.add("entry", rows)
    fees = []
    for p in mbrs:
        for season in (2024, 2025, 2026):
            if p[8] < f"{season}-10-01" and (not p[9] or p[9] > f"{season}-01-15") and p[6] != "H":
                due = f"{season}-01-31" if p[8] < f"{season}-01-01" else later(p[8], days=30)
                paid = later(due, days=m.pick([-20, -6, 0, 0, 4, 30])) if m.chance(.85) else None
                free = int(m.chance(.06))
                fees.append((len(fees) + 1, p[0], season, 180.0 if p[6] == "C" else 95.0, due, None if free else paid if paid and paid < "2026-06-28" else None, free))
                if m.chance(.05):
                    fees.append((len(fees) + 1, p[0], season, 25.0, later(due, days=60), None, 0))
    m.add("fee", fees)
