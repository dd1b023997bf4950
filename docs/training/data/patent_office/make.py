"""A patent office: applications, applicants, attorneys, examiners, office actions, patents, citations, fees."""
from making import later

SCHEMA = """
CREATE TABLE art_unit (unit_code TEXT PRIMARY KEY, title TEXT NOT NULL, target_days INTEGER);
CREATE TABLE examiner (
  examiner_id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_code TEXT REFERENCES art_unit(unit_code),
  supervisor_id INTEGER REFERENCES examiner(examiner_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE attorney (attorney_id INTEGER PRIMARY KEY, name TEXT NOT NULL, firm TEXT, admitted_on TEXT NOT NULL);
CREATE TABLE applicant (applicant_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, kind TEXT NOT NULL);
CREATE TABLE application (
  app_no TEXT PRIMARY KEY, title TEXT NOT NULL, filed_on TEXT NOT NULL, priority_on TEXT, published_on TEXT,
  unit_code TEXT NOT NULL REFERENCES art_unit(unit_code), examiner_id INTEGER REFERENCES examiner(examiner_id),
  attorney_id INTEGER REFERENCES attorney(attorney_id), status_cd TEXT NOT NULL, claims INTEGER, small_entity INTEGER NOT NULL,
  parent_app_no TEXT REFERENCES application(app_no));
CREATE TABLE application_party (
  app_no TEXT NOT NULL REFERENCES application(app_no), applicant_id INTEGER NOT NULL REFERENCES applicant(applicant_id), role TEXT NOT NULL,
  PRIMARY KEY (app_no, applicant_id));
CREATE TABLE classification (app_no TEXT NOT NULL REFERENCES application(app_no), ipc TEXT NOT NULL, is_main INTEGER NOT NULL, PRIMARY KEY (app_no, ipc));
CREATE TABLE office_action (
  action_id INTEGER PRIMARY KEY, app_no TEXT NOT NULL REFERENCES application(app_no), examiner_id INTEGER NOT NULL, kind TEXT NOT NULL,
  mailed_on TEXT NOT NULL, reply_due_on TEXT, replied_on TEXT);
CREATE TABLE patent (
  patent_no INTEGER PRIMARY KEY, app_no TEXT NOT NULL REFERENCES application(app_no), granted_on TEXT NOT NULL, claims_granted INTEGER NOT NULL,
  lapsed_on TEXT);
CREATE TABLE renewal (
  patent_no INTEGER NOT NULL REFERENCES patent(patent_no), year_no INTEGER NOT NULL, due_on TEXT NOT NULL, paid_on TEXT, amount_eur REAL NOT NULL,
  PRIMARY KEY (patent_no, year_no));
CREATE TABLE citation (
  citing_patent INTEGER NOT NULL REFERENCES patent(patent_no), cited_patent INTEGER NOT NULL REFERENCES patent(patent_no), added_by TEXT NOT NULL,
  PRIMARY KEY (citing_patent, cited_patent));
CREATE TABLE fee_schedule (fee_cd TEXT NOT NULL, valid_from TEXT NOT NULL, amount_cents INTEGER NOT NULL, PRIMARY KEY (fee_cd, valid_from));
CREATE TABLE fee (
  fee_id INTEGER PRIMARY KEY, app_no TEXT NOT NULL REFERENCES application(app_no), fee_cd TEXT NOT NULL, charged_on TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, paid_on TEXT, refunded_on TEXT);
"""
UNITS = [("A61", "Medical devices", 285), ("B60", "Vehicles", 400), ("G06", "Computing", 300), ("H01", "Electric elements", None),
    ("C07", "Organic chemistry", 270), ("E99", "Pilot unit", 300)]
THING = "pump,valve,sensor,battery,antenna,catheter,gearbox,filter,lens,display,charger,hinge".split(",")


def fill(m):
    m.add("art_unit", UNITS)
    ex = [(n, " ".join(m.person()), m.pick(["A61", "B60", "G06", "G06", "H01", "C07"]) if n > 2 else None, None if n == 1 else 1 if n < 5 else m.whole(2, 6)
        if n > 6 else m.whole(2, 4),
           m.day("2005-01-01", "2024-03-31"), m.day("2024-06-01", "2025-08-31") if n > 6 and m.chance(.18) else None) for n in range(1, 33)]
    m.add("examiner", ex)
    m.add("attorney", [(n, " ".join(m.person()), m.pick(["Keil & Part", "Lund IP", "Marks LLP", "Lund IP", None]), m.day("1995-01-01", "2023-12-31"))
        for n in range(1, 25)])
    m.add("applicant", [(n, f"{m.pick(['Aero', 'Bio', 'Cera', 'Dyna', 'Elek', 'Fluo'])}{m.pick(['tec', 'med', 'lab', 'soft', 'drive'])}" if n % 4
        else " ".join(m.person()),
                         m.pick({"DE": 4, "US": 4, "JP": 3, "FR": 2, "KR": 1, None: 1}), "person" if n % 4 == 0 else "university" if n % 7 == 0
                         else "company") for n in range(1, 81)])
    apps, parts, cls = [], [], []
    for n in range(1, 361):
        filed = m.pick(["2023-12-31", "2024-01-01", "2024-06-30", "2024-03-31"]) if m.chance(.06) else m.day("2022-01-01", "2025-06-30")
        no = f"{filed[2:4]}/{n:04}"
        u = m.pick({"G06": 7, "A61": 5, "B60": 4, "H01": 3, "C07": 2})
        st = m.pick({"P": 5, "G": 5, "W": 1, "R": 2, "A": 1}) if filed < "2024-10-01" else m.pick({"P": 9, "W": 1})
        apps.append((no, f"{m.pick(['Improved', 'Compact', 'Smart', 'Sealed'])} {m.pick(THING)}", filed, later(filed, days=-m.whole(30, 365)) if m.chance(.4)
            else None,
                     later(filed, days=m.whole(530, 560)) if m.chance(.9) and filed < "2024-03-01" else None, u,
                     m.pick([e for e in ex if e[2] == u] or [ex[3]])[0] if m.chance(.9) else None,
                     m.pick([20, 21, 22]) if st != "P" and m.chance(.12) else m.whole(1, 19) if m.chance(.85) else None, st, m.whole(3, 42) if m.chance(.95)
                     else None, int(m.chance(.3)), m.pick(apps)[0] if n > 60 and m.chance(.12) else None))
        lead = int(m.random.random() ** 2 * 50) + 1
        for k, a in enumerate([lead] + m.some([x for x in range(1, 75) if x != lead], m.pick([0, 0, 0, 1, 1, 2]))):
            parts.append((no, a, "co" if k else "lead"))
        for k, i in enumerate(m.some(["A61B", "A61M", "B60K", "B60L", "G06F", "G06N", "H01M", "H01Q", "C07D"], m.pick([1, 2, 2, 3]))):
            cls.append((no, i, int(k == 0)))
    m.add("application", apps)
    m.add("application_party", parts)
    m.add("classification", cls)
    acts, pats, fees = [], [], []
    for a in apps:
        when = later(a[2], days=m.whole(120, 500))
        if a[6] and a[8] != "W":
            for k in range(m.pick([0, 1, 1, 2, 3])):
                if when > "2025-09-15":
                    break
                due = later(when, days=90)
                got = later(due, days=m.pick([-50, -20, -5, 0, 0, 12, 30])) if m.chance(.88) else None
                got = got if got and got <= "2025-09-30" else None
                acts.append((len(acts) + 1, a[0], a[6] if m.chance(.93) else m.whole(3, 30), m.pick({"non_final": 6, "final": 3, "restriction": 1}), when,
                    due, got))
                when = later(got or due, days=m.whole(40, 160))
        if a[8] == "G" and when < "2025-09-20":
            acts.append((len(acts) + 1, a[0], a[6] or 4, "allowance", when, None, None))
            g = later(when, days=m.whole(20, 90))
            pats.append((500000 + len(pats) + 1, a[0], g, max(1, (a[9] or 10) - m.whole(0, 9)), later(g, days=m.whole(100, 400)) if m.chance(.15) else None))
        for cd in m.some(["FIL", "SRCH", "EXAM", "EXT"], m.pick([1, 2, 3, 3])):
            c = {"FIL": 12000, "SRCH": 30000, "EXAM": 35000, "EXT": 5000}[cd] // (2 if a[10] else 1)
            day = later(a[2], days=m.pick([0, 0, 30, 60, 200]))
            paid = m.chance(.9)
            fees.append((len(fees) + 1, a[0], cd, day, c, later(day, days=m.whole(0, 40)) if paid else None, later(day, days=m.whole(50, 200))
                if paid and m.chance(.07) else None))
    m.add("office_action", acts)
    pats.sort(key=lambda p: p[2])
    pats = [(500000 + n,) + p[1:] for n, p in enumerate(pats, 1)]
    m.add("patent", pats)
    m.add("renewal", [(p[0], y, d, later(d, days=m.pick([-30, -5, 0, 0, 10, 60])) if m.chance(.4 if p[4] else .8) else None, 70.0 + 20 * y) for p in pats
        for y in range(3, m.pick([3, 4, 5, 6]) + 1) for d in [later(p[2], days=180 * (y - 2))]])
    m.add("citation", [(p[0], c[0], m.pick(["examiner", "applicant"])) for k, p in enumerate(pats) if k > 3 for c in m.some(pats[:k], m.pick([0, 1, 2, 3, 4]))])
    m.add("fee_schedule", [(cd, y, c * (9 if y == "2022-01-01" else 10) // 10)
        for cd, c in (("FIL", 12000), ("SRCH", 30000), ("EXAM", 35000), ("EXT", 5000), ("APP", 80000)) for y in ("2022-01-01", "2024-04-01")])
    m.add("fee", fees)
