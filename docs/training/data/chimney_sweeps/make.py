"""Chimney sweeps on an old office system: flues, appointments, jobs, defects, certificates, invoices. Rows move with the day on which it is made."""
from making import ago

SCHEMA = """
CREATE TABLE cst (cst_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, typ TEXT NOT NULL, twn TEXT, reg_dt TEXT NOT NULL, act INTEGER NOT NULL);
CREATE TABLE prop (prop_id INTEGER PRIMARY KEY, cst_id INTEGER NOT NULL REFERENCES cst(cst_id), addr TEXT NOT NULL, zn TEXT NOT NULL);
CREATE TABLE flue (flue_id INTEGER PRIMARY KEY, prop_id INTEGER NOT NULL REFERENCES prop(prop_id), fuel TEXT NOT NULL, inst_dt TEXT, lngth REAL NOT NULL);
CREATE TABLE swp (swp_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, zn TEXT, hire_dt TEXT NOT NULL, lv_dt TEXT, lic_exp TEXT NOT NULL);
CREATE TABLE appt (appt_id INTEGER PRIMARY KEY, prop_id INTEGER NOT NULL REFERENCES prop(prop_id), swp_id INTEGER REFERENCES swp(swp_id), bk_dt TEXT NOT NULL, sch_dt TEXT NOT NULL, sts TEXT NOT NULL);
CREATE TABLE job (job_id INTEGER PRIMARY KEY, appt_id INTEGER NOT NULL REFERENCES appt(appt_id), flue_id INTEGER NOT NULL REFERENCES flue(flue_id), jtyp TEXT NOT NULL, dn_ts TEXT NOT NULL, mins INTEGER NOT NULL, fee REAL NOT NULL);
CREATE TABLE dfct (dfct_id INTEGER PRIMARY KEY, flue_id INTEGER NOT NULL REFERENCES flue(flue_id), fnd_dt TEXT NOT NULL, ddl_dt TEXT NOT NULL, fix_dt TEXT, sev INTEGER NOT NULL);
CREATE TABLE cert (cert_id INTEGER PRIMARY KEY, flue_id INTEGER NOT NULL REFERENCES flue(flue_id), iss_dt TEXT NOT NULL, exp_dt TEXT NOT NULL, rvk INTEGER NOT NULL);
CREATE TABLE inv (inv_no INTEGER PRIMARY KEY, cst_id INTEGER NOT NULL REFERENCES cst(cst_id), iss_dt TEXT NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT, amt REAL NOT NULL);
"""


def fill(m):
    people = []
    for n in range(1, 141):
        age = n - 1 if n <= 40 else m.whole(41, 420) if n <= 60 else m.whole(421, 3600)
        people.append((n, " ".join(m.person()) if n % 5 else m.pick(["Inn", "Bakery", "Villa", "Lodge"]) + f" {m.pick(['Birch', 'Fern', 'Heath', 'Alder'])} {n}", m.pick({"P": 7, "B": 2, "L": 1}),
                       m.pick(["Ashford", "Brackley", "Coldham", "Dunmore"]) if m.chance(.92) else None, ago(age), int(m.chance(.85))))
    m.add("cst", people)
    homes = []
    for p in people[12:]:
        for _ in range(m.pick([0, 1, 1, 1, 2, 2])):
            homes.append((len(homes) + 1, p[0], f"{m.whole(1, 90)} {m.pick(['Church', 'Kiln', 'Forge', 'Well'])} {m.pick(['Ln', 'Rd', 'St'])}", m.pick("NESW")))
    m.add("prop", homes)
    flues = []
    for h in homes:
        for _ in range(m.pick([1, 1, 1, 2, 3])):
            flues.append((len(flues) + 1, h[0], m.pick({"W": 5, "O": 2, "G": 2, "C": 1}), ago(m.whole(30, 9000)) if m.chance(.9) else None, m.amount(3, 14, 1)))
    m.add("flue", flues)
    m.add("swp", [(n, " ".join(m.person()), "NESW"[n % 4] if n != 7 else None, ago({1: 25, 2: 140}.get(n, m.whole(420, 5000))), ago({10: 50, 11: 20, 12: 410}[n]) if n > 9 else None,
                   ago({3: 15, 4: -8, 5: -21, 6: -40, 10: 70, 11: -11}.get(n, -m.whole(60, 1000)))) for n in range(1, 13)])
    seen, appts, jobs = homes[:int(len(homes) * .85)], [], []
    own = {h[0]: [f for f in flues if f[1] == h[0]] for h in homes}
    for d in list(range(-55, 0)) + list(range(820)):
        for k in range(3 if d < 0 else 4 if d < 42 else 2 if 355 < d < 400 else m.pick([0, 1, 1, 1])):
            sts = ("B", "B", "X")[k] if d < 0 else ("D", "B", "X", "D")[k] if d == 0 else ("D", "D", "X", "N")[k] if d < 42 else m.pick({"D": 16, "X": 2, "N": 1})
            home = m.pick(seen[30:]) if d < 250 else m.pick(seen)
            asked = m.whole(0, 18) if d < 0 else d + m.pick([0, 1, 3, 6, 12, 21, 34])
            appts.append((len(appts) + 1, home[0], m.whole(1, 11) if m.chance(.94) else None, ago(asked), ago(d), sts))
            if sts == "D":
                for at, f in enumerate(m.some(own[home[0]], 2)):
                    kind = "I" if at and d < 42 else "R" if k == 1 and d < 42 or k == 3 and d == 0 else "S" if d < 42 and k == 0 else m.pick({"S": 6, "I": 3, "R": 1})
                    jobs.append((len(jobs) + 1, len(appts), f[0], kind, f"{ago(d)} {m.whole(7, 17):02}:{m.whole(0, 59):02}:00", m.whole(20, 140), m.amount(45, 210)))
    m.add("appt", appts)
    m.add("job", jobs)
    flaws = []
    for d in range(780):
        for k in range(3 if d < 45 else m.pick([0, 0, 1])):
            span = (14, 30, 60)[k] if d < 45 else m.pick([14, 30, 60])
            fix = d if k == 0 and d < 45 and d % 2 == 0 else max(d - m.whole(1, 70), -1) if d >= 20 and k != 1 and m.chance(.85) else -1
            flaws.append((len(flaws) + 1, m.pick(flues)[0], ago(d), ago(d - span), ago(fix) if fix >= 0 else None, 3 if k == 1 else m.whole(1, 3)))
    m.add("dfct", flaws)
    papers = []
    for d in range(790):
        for k in range(2 if d < 32 else 2 if 335 < d < 400 else m.pick([0, 1, 1])):
            papers.append((len(papers) + 1, m.pick(flues)[0], ago(d), ago(d - m.pick([365, 365, 730]) if k else d - 365), int(m.chance(.08) or (k == 1 and 335 < d < 400 and d % 4 == 0))))
    m.add("cert", papers)
    bills = []
    for d in range(820):
        for k in range(3 if d < 45 else 2 if 355 < d < 400 else m.pick([0, 1, 1])):
            paid = d if k == 0 and d < 45 else None if k == 1 and d < 45 else max(d - m.whole(2, 50), -1)
            if paid is not None and (paid < 0 or d >= 45 and m.chance(.06)):
                paid = None
            bills.append((len(bills) + 1, m.whole(10, 132), ago(d), ago(d - (14 if k == 1 else m.pick([14, 30]))), ago(paid) if paid is not None else None, m.amount(45, 640)))
    m.add("inv", bills)
