"""A group of camping sites: pitches by category, seasonal rates, reservations with guests and extras, invoices, rentals, repairs."""
from datetime import date

from making import later

SCHEMA = """
CREATE TABLE site (site_id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL, opened_in INTEGER NOT NULL, closed_on TEXT);
CREATE TABLE pitch_category (category_id INTEGER PRIMARY KEY, label TEXT NOT NULL, max_persons INTEGER NOT NULL);
CREATE TABLE pitch (
  site_id INTEGER NOT NULL REFERENCES site(site_id), pitch_no INTEGER NOT NULL, category_id INTEGER NOT NULL REFERENCES pitch_category(category_id),
  size_m2 TEXT, has_power INTEGER NOT NULL, blocked_since TEXT, PRIMARY KEY (site_id, pitch_no));
CREATE TABLE rate (
  site_id INTEGER NOT NULL, category_id INTEGER NOT NULL, season TEXT NOT NULL, per_night REAL NOT NULL,
  PRIMARY KEY (site_id, category_id, season));
CREATE TABLE camper (
  camper_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, country TEXT, email TEXT,
  club_member INTEGER NOT NULL, created_on TEXT NOT NULL, erased_on TEXT);
CREATE TABLE warden (
  warden_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, site_id INTEGER, lead_id INTEGER, started_on TEXT NOT NULL, ended_on TEXT);
CREATE TABLE reservation (
  reservation_id INTEGER PRIMARY KEY, camper_id INTEGER NOT NULL REFERENCES camper(camper_id), site_id INTEGER NOT NULL, pitch_no INTEGER NOT NULL,
  reserved_at TEXT NOT NULL, arrival TEXT NOT NULL, departure TEXT NOT NULL, adults INTEGER NOT NULL, children INTEGER, dogs INTEGER,
  night_price REAL NOT NULL, status TEXT NOT NULL, checked_in_by INTEGER, checked_out_by INTEGER);
CREATE TABLE extra (extra_id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE reservation_extra (
  reservation_id INTEGER NOT NULL REFERENCES reservation(reservation_id), extra_id INTEGER NOT NULL REFERENCES extra(extra_id),
  quantity INTEGER NOT NULL, price REAL NOT NULL, PRIMARY KEY (reservation_id, extra_id));
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY, reservation_id INTEGER NOT NULL, issued_on TEXT NOT NULL, due_on TEXT NOT NULL, paid_on TEXT, total REAL NOT NULL);
CREATE TABLE repair (
  repair_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL, pitch_no INTEGER, reported_on TEXT NOT NULL, done_on TEXT, cost REAL, what TEXT NOT NULL);
"""

CATS = [("Tent", 4, 18), ("Caravan", 5, 29), ("Motorhome", 6, 34), ("Cabin", 6, 75), ("Glamping", 2, 98), ("Group field", 30, 120)]
EXTRAS = [("Firewood", 7), ("Breakfast", 9.5), ("Sauna", 15), ("Bike hire", 18), ("Late departure", 20), ("Kayak hire", 25), ("Boat mooring", 30)]


def fill(m):
    m.add("site", [(1, "Lake Meadow", "Bavaria", 1998, None), (2, "Pine Bay", "Bavaria", 2007, None), (3, "Dune Park", "Friesland", 2011, None),
                   (4, "Hill Top", "Harz", 1985, "2025-10-31"), (5, "River Bend", "Harz", 2026, None)])
    m.add("pitch_category", [(n, c[0], c[1]) for n, c in enumerate(CATS, 1)])
    pitches, rates = [], {}
    for s in range(1, 6):
        for p in range(1, {1: 30, 2: 22, 3: 26, 4: 10, 5: 6}[s] + 1):
            c = m.pick({1: 6, 2: 6, 3: 5, 4: 3, 5: 1})
            pitches.append((s, p, c, str(m.whole(60, 160) if c < 4 else m.whole(20, 45)) if m.chance(.9) else None, int(s in (2, 5) or c > 1 or m.chance(.4)),
                            m.day("2025-03-01", "2026-06-10") if m.chance(.06) else None))
        for c in range(1, 7):
            if s != 5 or c < 4:
                for name, f in (("low", .75), ("mid", 1), ("high", 1.35)):
                    rates[s, c, name] = round(CATS[c - 1][2] * f * (1 + s / 50))
    m.add("pitch", pitches)
    m.add("rate", [k + (v,) for k, v in rates.items()])
    people = []
    for n in range(1, 261):
        first, last = m.person()
        people.append((n, first, last, m.pick({"DE": 9, "NL": 6, "DK": 2, "AT": 2, None: 1}), f"{first}{n}@camp.example".lower() if m.chance(.85) and n % 40 else None,
                       int(m.chance(.25)), m.day("2022-03-01", "2026-06-15"), m.day("2025-06-01", "2026-06-20") if m.chance(.06) or n % 80 == 0 else None))
    m.add("camper", people)
    crew = []
    for n in range(1, 17):
        crew.append((n, *m.person(), n if n < 5 else m.pick([1, 1, 2, 2, 3, 3, 4]), None if n == 1 else 1 if n < 5 else m.pick([1, 2, 3, 4, None]), m.day("2010-03-01", "2025-05-01"),
                     m.day("2025-07-01", "2026-06-01") if n > 5 and m.chance(.25) else None))
    m.add("warden", crew)
    res, extras, bills = [], [], []
    for n in range(1, 951):
        s, no, c = m.pick([p for p in pitches if p[0] < 5])[:3]
        y = m.pick([2024, 2025, 2025, 2026])
        a = m.day(f"{y}-04-01", f"{y}-09-30")
        if m.chance(.06):
            a = m.pick(["2025-06-30", "2025-07-31", "2026-05-31", "2025-08-01", "2026-05-01"])
        if s == 4 and a > "2025-10-01":
            s, no, c = pitches[m.whole(0, 40)][:3]
        nights = m.pick([1, 2, 2, 3, 3, 5, 7, 7, 10, 14])
        dep = later(a, days=nights)
        month = int(a[5:7])
        season = "high" if month in (7, 8) else "mid" if month in (5, 6) else "low"
        made = later(a, days=-m.pick([0, 1, 3, 7, 20, 45, 90, 150])) + f" {m.whole(8, 21):02}:{m.whole(0, 59):02}:00"
        status = m.pick({"cancelled": 11, "no_show": 4, "left": 85})
        if status == "left" and dep > "2026-06-30":
            status = "staying" if a <= "2026-06-30" else "reserved"
        if status == "no_show" and a > "2026-06-30":
            status = "reserved"
        here = status in ("left", "staying")
        rate = rates[s, c, season] * m.pick([1, 1, 1, .9])
        team = [w[0] for w in crew if w[3] == s and w[0] < 15] or [1]
        res.append((n, int(m.random.random() ** 1.5 * 240) + 1, s, no, made, a, dep, m.whole(1, 2 if c == 5 else 4), m.pick([None, 0, 0, 1, 2, 3]), m.pick([None, 0, 0, 0, 1, 2]),
                    round(rate, 2), status, m.pick(team) if here else None, m.pick(team) if status == "left" else None))
        total = rate * nights
        if here or m.chance(.2):
            for e in sorted(m.some(range(1, 7), m.pick([0, 0, 1, 1, 2, 3]))):
                q, p = m.pick([1, 1, 2, 3]), EXTRAS[e - 1][1] * (.9 if y == 2024 else 1)
                extras.append((n, e, q, round(p, 2)))
                total += q * p
        if here and m.chance(.96) or status == "no_show" and m.chance(.5):
            for part in range(m.pick([1, 1, 1, 2])):
                day = dep if part == 0 else later(dep, days=10)
                paid = later(day, days=m.pick([0, 0, 2, 7, 14, 15, 30]))
                bills.append((len(bills) + 1, n, day, later(day, days=14), paid if paid <= "2026-06-30" and m.chance(.9) else None, round(total if part == 0 else 25, 2)))
    m.add("reservation", res)
    m.add("extra", [(n, *e) for n, e in enumerate(EXTRAS, 1)])
    m.add("reservation_extra", extras)
    m.add("invoice", bills)
    jobs = []
    for n in range(1, 111):
        p = m.pick(pitches)
        d = m.day("2024-03-01", "2026-06-25")
        jobs.append((n, p[0], p[1] if m.chance(.8) else None, d, later(d, days=m.whole(0, 30)) if m.chance(.8) else None, m.amount(20, 900, 0) if m.chance(.85) else None,
                     m.pick(["power box", "water tap", "shower", "Power box", "fence", "roof"])))
    m.add("repair", jobs)
