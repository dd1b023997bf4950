"""Monitoring of volcanoes: stations, earthquakes, gas figures with short names, eruptions, alerts, observatories and their staff."""
from making import later

SCHEMA = """
CREATE TABLE volc (v_id INTEGER PRIMARY KEY, nm TEXT, ctry TEXT, typ TEXT, "Elev (m)" INTEGER, last_yr INTEGER, lvl TEXT, A5 INTEGER, A30 INTEGER, obs_id INTEGER);
CREATE TABLE obsy (obs_id INTEGER PRIMARY KEY, nm TEXT, ctry TEXT, fnd INTEGER, head_id INTEGER);
CREATE TABLE stn (st_cd TEXT PRIMARY KEY, v_id INTEGER, nm TEXT, kind TEXT, inst TEXT, alt INTEGER, op INTEGER, tech_id INTEGER);
CREATE TABLE quake (q_id INTEGER PRIMARY KEY, v_id INTEGER, dt TEXT, tm TEXT, mag REAL, dep REAL, typ TEXT);
CREATE TABLE gas (st_cd TEXT NOT NULL, dt TEXT NOT NULL, "SO2 (t/d)" REAL, "CO2" REAL, "T-FUM" REAL, qf TEXT, PRIMARY KEY (st_cd, dt));
CREATE TABLE erup (e_id INTEGER PRIMARY KEY, v_id INTEGER, st_dt TEXT, end_dt TEXT, vei INTEGER, plume REAL, fat INTEGER, evac TEXT);
CREATE TABLE staff (s_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sx TEXT, obs_id INTEGER, job TEXT, hire_yr INTEGER);
CREATE TABLE alert (v_id INTEGER NOT NULL, dt TEXT NOT NULL, old_l TEXT, new_l TEXT, s_id INTEGER, PRIMARY KEY (v_id, dt));
"""

NAMES = ("Arkun Belosh Calvaro Dornak Essuvia Fumarel Grimvatn Hokuro Ixtalan Jorulka Katlan Lascora Merapuh Nevaro Oshima-Tai Pavlon "
         "Quizara Ruapo Sakuran Tolbak Ubinar Villacha Wrangor Xelat Yasurin Zavaro Karuma Telindo Sorik Marun").split()
LAND = {"Chilora": 6, "Nippan": 5, "Islara": 4, "Javana": 3, "Kamchat": 4, "Andora Sur": 2}


def fill(m):
    lands = list(LAND)
    volcs = []
    for i, nm in enumerate(NAMES, 1):
        ctry = m.pick(LAND)
        near = m.skewed(0, 90000, 0)
        volcs.append((i, nm, ctry, m.pick({"stratovolcano": 7, "shield": 4, "caldera": 3, "cinder cone": 3}), None if m.chance(.05) else m.whole(310, 5900),
                      m.pick([None, m.whole(1650, 1990), m.whole(1991, 2023), -m.whole(200, 4000), m.whole(1991, 2023)]),
                      m.pick({"G": 6, "Y": 4, "O": 2, "R": 1, None: 1}), near, None if m.chance(.1) else near + m.skewed(500, 900000, 0),
                      None if m.chance(.1) else i % 3 + 1 if i % 4 == 0 else lands.index(ctry) + 1))
    m.add("volc", volcs)
    m.add("obsy", [(i, f"{c} Volcano Observatory", c, m.whole(1911, 1995), i * 7) for i, c in enumerate(lands, 1)] + [(7, "Pacific Ash Centre", "Nippan", 1997, None)])
    staff = [(i, *m.person(), m.pick({"F": 4, "M": 6}), (i - 1) // 7 % 6 + 1, "director" if i % 7 == 0 and i <= 42 else
              m.pick({"seismologist": 4, "geochemist": 3, "technician": 5, "geodesist": 2}), m.whole(1984, 2023)) for i in range(1, 81)]
    m.add("staff", staff)
    techs = [one[0] for one in staff if one[5] == "technician"]
    stations = []
    for v in volcs[:27]:
        for n in range(m.pick({1: 2, 3: 4, 5: 3, 8: 1})):
            stations.append((f"{v[1][:3].upper()}{n + 1}", v[0], m.pick([f"{v[1]} North", f"{v[1]} Rim", f"{v[1]} Camp", v[1]]),
                             m.pick({"seismometer": 6, "tiltmeter": 3, "GPS": 3, "gas sensor": 4, "webcam": 2}), m.day("1998-01-01", "2022-12-31"),
                             None if m.chance(.1) else m.whole(120, 5200), 1 if m.chance(.8) else 0, None if m.chance(.1) else m.pick(techs)))
    m.add("stn", stations)
    busy = m.some(range(1, 31), 9)
    m.add("quake", [(i, m.pick(busy) if m.chance(.7) else m.whole(1, 28), m.day("2019-01-01", "2023-12-31").replace("-", "/"), f"{m.whole(0, 23):02}{m.whole(0, 59):02}",
                     None if m.chance(.06) else m.skewed(.2, 5.6, 1), None if m.chance(.1) else m.skewed(.1, 35, 1), m.pick({"VT": 6, "LP": 4, "TR": 2, "HY": 1, None: .5}))
                    for i in range(1, 1201)])
    rows = []
    for s in stations:
        if s[3] == "gas sensor":
            day = "2023-01-02"
            for _ in range(m.whole(8, 26)):
                rows.append((s[0], day, None if m.chance(.15) else m.skewed(5, 4200, 0), None if m.chance(.3) else m.skewed(100, 9000, 0),
                             m.amount(80, 420, 1) if m.chance(.7) else None, m.pick({"OK": 7, "SUS": 2, "BAD": 1})))
                day = later(day, days=m.whole(2, 20))
    m.add("gas", rows)
    erups = []
    for _ in range(150):
        day = m.day("1900-01-01", "2023-09-30")
        vei = m.pick({0: 2, 1: 5, 2: 6, 3: 4, 4: 2, 5: .4})
        erups.append((len(erups) + 1, m.pick(busy) if m.chance(.5) else m.whole(1, 26), day, None if m.chance(.12) else later(day, days=m.whole(0, m.pick([3, 40, 600]))),
                      None if m.chance(.08) else vei, None if m.chance(.2) else m.amount(.4, 3 + vei * 6, 1), m.pick({0: 8, m.whole(1, 60): 2, None: 1}),
                      m.pick({"0": 5, None: 2, f"{m.whole(1000, 42000):,}": 3, f"{m.whole(20, 899)}": 2})))
    m.add("erup", erups)
    alerts = {}
    for _ in range(260):
        a, b = m.some("GYOR", 2)
        key = (m.pick(busy) if m.chance(.6) else m.whole(1, 25), m.day("2018-01-01", "2023-12-31"))
        alerts[key] = key + (a, b, None if m.chance(.1) else m.whole(1, 60))
    m.add("alert", [alerts[key] for key in sorted(alerts)])
