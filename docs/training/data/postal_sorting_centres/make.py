"""Sorting centres of a postal service: machines, staff, items of mail with their scans, daily figures as text, routes between centres."""
from making import later

SCHEMA = """
CREATE TABLE ctr (c_cd TEXT PRIMARY KEY, nm TEXT, city TEXT, reg TEXT, lvl TEXT, opn TEXT, m2 INTEGER, hub_cd TEXT);
CREATE TABLE mach (m_id INTEGER PRIMARY KEY, c_cd TEXT, kind TEXT, maker TEXT, yr INTEGER, lanes INTEGER, "Cap/h" TEXT, st TEXT);
CREATE TABLE emp (e_no INTEGER PRIMARY KEY, fn TEXT, ln TEXT, c_cd TEXT, role TEXT, hired TEXT, wage REAL, boss_no INTEGER, shift TEXT);
CREATE TABLE itm (trk TEXT PRIMARY KEY, cls TEXT, g INTEGER, orig_cd TEXT, dest_cd TEXT, sent TEXT, dlvd TEXT, ret INTEGER, "Declared Value" REAL);
CREATE TABLE scan (trk TEXT NOT NULL, sq INTEGER NOT NULL, c_cd TEXT, ts TEXT, ev TEXT, m_id INTEGER, PRIMARY KEY (trk, sq));
CREATE TABLE daily ("Dt" TEXT, c_cd TEXT, "Items In" INTEGER, "Items Out" INTEGER, backlog INTEGER, PRIMARY KEY ("Dt", c_cd));
CREATE TABLE route (r_no INTEGER PRIMARY KEY, from_cd TEXT, to_cd TEXT, km INTEGER, veh TEXT, act INTEGER);
"""

CITIES = [("Altmar", "North"), ("Brenwick", "North"), ("Corvale", "North"), ("Dunmere", "South"), ("Eastholm", "East"), ("Fernow", "East"),
          ("Galdis", "South"), ("Hexley", "West"), ("Ilmport", "West"), ("Jorvik Bay", "North"), ("Kestrel", "South"), ("Lindau", "East"),
          ("Marrow", "West"), ("North", "Central"), ("Oakham", "Central"), ("Altmar", "North"), ("Galdis", "South"), ("Pell", "Central")]
KINDS = {"letter sorter": 6, "parcel sorter": 5, "canceller": 3, "flats sorter": 2, "tray stacker": 2}


def fill(m):
    codes = [f"SC{i:02}" for i in range(1, 19)]
    hubs = codes[:4]
    m.add("ctr", [(c, f"{city} {'Hub' if c in hubs else m.pick(['Mail Centre', 'Sorting Office', 'Depot'])}", city, reg,
                   "H" if c in hubs else m.pick({"R": 4, "L": 6}), m.day("1962-01-01", "2019-12-31"),
                   None if m.chance(.1) else m.whole(900, 24000), None if c in hubs else m.pick(hubs))
                  for c, (city, reg) in zip(codes, CITIES)])
    machines = []
    for c in codes[:16]:
        for _ in range(m.whole(9, 18) if c in hubs else m.whole(2, 8)):
            kind = m.pick(KINDS)
            machines.append((len(machines) + 1, c, kind, m.pick({"Velt": 4, "Ostrek": 3, "Kroma": 3}), m.whole(1994, 2022),
                             m.pick([4, 8, 12, 16, 24, 32]) if "sorter" in kind else None if m.chance(.5) else 2,
                             None if m.chance(.08) else f"{m.pick([900, 2400, 6500, 8000, 12000, 24000, 30000, 36000]):,}", m.pick({"+": 7, "-": 2, None: 1})))
    m.add("mach", machines)
    staff = []
    for n in range(1, 261):
        day = m.day("1989-01-01", "2023-10-31")
        staff.append((n, *m.person(), m.pick(codes[:17]), m.pick({"SRT": 9, "DRV": 4, "TEC": 2}) if n > 26 else "SUP",
                      f"{day[8:]}.{day[5:7]}.{day[:4]}", m.amount(1900, 3600) if n > 26 else m.amount(2900, 4800),
                      m.whole(1, 26) if n > 26 else m.pick([None, 1, 2]) if n > 2 else None, m.pick({"D": 5, "N": 3, "E": 3})))
    m.add("emp", staff)
    items, scans = [], []
    for n in range(1, 801):
        cls = m.pick({"LTR": 6, "PCL": 5, "REG": 2, "EXP": 2})
        a, b = m.pick(codes[:17]), m.pick(codes[:17])
        sent = m.day("2022-01-01", "2023-11-30")
        done = None if m.chance(.12) else later(sent, days=m.whole(1, 2) if cls == "EXP" else m.whole(1, 11))
        items.append((f"TK{100000 + n * 7}", cls, None if m.chance(.06) else m.skewed(10, 900, 0) if cls != "PCL" else m.skewed(400, 28000, 0),
                      a, b, sent, done, 1 if m.chance(.07) else 0, m.skewed(20, 3000) if cls in ("REG", "PCL") and m.chance(.6) else None))
        way = [a] + ([m.pick(hubs)] if m.chance(.7) else []) + ([b] if done else [])
        sq, at = 0, sent
        for c in way:
            own = [one[0] for one in machines if one[1] == c]
            for ev in ["IN"] + (["MIS"] if m.chance(.06) else []) + (["DMG"] if m.chance(.05) else []) + (["OUT"] if m.chance(.8) else []):
                sq += 1
                scans.append((items[-1][0], sq, c, f"{at} {m.whole(0, 23):02}:{m.whole(0, 59):02}", ev, m.pick(own) if own and m.chance(.8) else None))
            at = later(at, days=1)
    m.add("itm", items)
    m.add("scan", scans)
    m.add("daily", [(f"2023/{month:02}/{day:02}", c, i := None if m.chance(.04) else m.whole(800, 6000) * (4 if c in hubs else 1),
                     (i or 3000) - m.whole(-300, 500), None if m.chance(.2) else m.skewed(0, 3000, 0))
                    for month in range(1, 13) for day in (1, 8, 15, 22) for c in codes[:15]])
    m.add("route", [(n, a, b, m.whole(18, 740), m.pick({"truck": 7, "van": 4, "train": 2, "plane": 1}), 1 if m.chance(.8) else 0)
                    for n in range(1, 91) for a, b in [m.some(codes[:17], 2)]])
