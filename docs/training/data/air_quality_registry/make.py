"""A registry of air quality: stations with coded types, sensors, daily values in compact dates, alerts, facilities with emissions, complaints."""
from making import later

SCHEMA = """
CREATE TABLE muni (muni_id INTEGER PRIMARY KEY, name TEXT, prov TEXT, pop TEXT, km2 REAL);
CREATE TABLE opr (opr_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, city TEXT);
CREATE TABLE stn (
  stn_cd TEXT PRIMARY KEY, name TEXT, typ TEXT, `Area Class` TEXT, muni_id INTEGER REFERENCES muni(muni_id), alt_m INTEGER, opened TEXT, closed TEXT,
  opr_id INTEGER REFERENCES opr(opr_id));
CREATE TABLE pol (pol TEXT PRIMARY KEY, full_nm TEXT, unit TEXT, lim_day REAL, lim_yr REAL);
CREATE TABLE sensor (sn TEXT PRIMARY KEY, stn_cd TEXT, pol TEXT, maker TEXT, inst_dt TEXT, `Cal. OK` TEXT, last_cal TEXT);
CREATE TABLE day_val (stn_cd TEXT, pol TEXT, dt TEXT, v REAL, flg TEXT, n_hr INTEGER, PRIMARY KEY (stn_cd, pol, dt));
CREATE TABLE alert (al_id INTEGER PRIMARY KEY, stn_cd TEXT, pol TEXT, lvl INTEGER, dt_from TEXT, dt_to TEXT);
CREATE TABLE fac (fac_id INTEGER PRIMARY KEY, name TEXT, nace TEXT, muni_id INTEGER, opr_id INTEGER, permit TEXT, `E-PRTR` INTEGER);
CREATE TABLE emis (fac_id INTEGER, yr INTEGER, pol TEXT, t_a REAL, est TEXT, PRIMARY KEY (fac_id, yr, pol));
CREATE TABLE complaint (c_no INTEGER PRIMARY KEY, muni_id INTEGER, fac_id INTEGER, recv TEXT, topic TEXT, status TEXT);
"""

TOWNS = [("Arlen", "North", "212,400", 118.2), ("Birkau", "North", "48,150", 96.4), ("Corvale", "North", "9,870", 140.7), ("Dunmere", "East", "131,020", 88.1),
         ("Eschen", "East", "27,300", 61.5), ("Falkirch", "East", "6,940", 203.9), ("Grimstad", "West", "98,600", 75.3), ("Holmby", "West", "15,480", 49.9),
         ("Isenhall", "West", "8,120", 180.0), ("Jarrow Bay", "South", "74,900", 54.6), ("Kelmouth", "South", "19,050", 110.8), ("Lindholt", "South", None, 33.2)]
OPRS = [(1, "State Air Agency", "PUB", "Arlen"), (2, "City of Dunmere", "PUB", "Dunmere"), (3, "Aeris Monitoring", "PRV", "Grimstad"), (4, "Norvent Group", "PRV", "Arlen"),
        (5, "Lindholt Chemicals", "PRV", "Lindholt"), (6, "Harbour Authority", "PUB", "Jarrow Bay")]
POLS = [("PM10", "Particulate matter below 10 um", "ug/m3", 50, 40), ("PM2.5", "Particulate matter below 2.5 um", "ug/m3", 25, 20), ("NO2", "Nitrogen dioxide", "ug/m3", 50, 40),
        ("O3", "Ozone", "ug/m3", 120, None), ("SO2", "Sulphur dioxide", "ug/m3", 125, 20), ("CO", "Carbon monoxide", "mg/m3", 10, None)]
NAMES = ["Market", "Ring Road", "Station Square", "Hill Park", "Docks", "Old Mill", "School Lane", "Bypass", "Water Tower", "Heath"]
SCALE = {"PM10": 70, "PM2.5": 42, "NO2": 85, "O3": 150, "SO2": 60, "CO": 6}


def fill(m):
    m.add("muni", [(i, *town) for i, town in enumerate(TOWNS, 1)])
    m.add("opr", OPRS)
    m.add("pol", POLS)
    stations = []
    for n in range(1, 33):
        muni = n if n <= 11 else m.pick({1: 6, 4: 4, 7: 4, 10: 3, 2: 2, 8: 1, 11: 1})
        typ, area = m.pick({"T": 4, "B": 4, "I": 2}), m.pick({"U": 5, "S": 3, "R": 3})
        opened = m.day("1988-01-01", "2020-06-30")
        stations.append((f"AQ{n:03}", f"{TOWNS[muni - 1][0]} {m.pick(NAMES)}", typ, area, muni, None if m.chance(.1) else m.whole(2, 940), opened,
                         m.day("2021-01-01", "2023-10-31") if m.chance(.2) else None, m.pick({1: 5, 2: 2, 3: 3, 6: 1, None: 1})))
    stations[3] = ("AQ004", "Dunmere Ring Road", "T", "U", 4, 34, "1999-05-01", None, 2)
    stations[0] = ("AQ001", "Arlen Market", "B", "U", 1, 61, "1991-03-15", None, 1)
    stations[1] = ("AQ002", "Birkau Market", "T", "U", 2, 212, "1986-02-01", None, 1)
    stations[8] = ("AQ009", "Isenhall Heath", "B", "R", 9, 871, "2003-09-01", None, 1)
    m.add("stn", stations)
    pairs, sensors = [], []
    for one in stations[:30]:
        for pol in m.some(SCALE, m.pick({1: 2, 2: 4, 3: 4, 4: 1})) if one[0] not in ("AQ001", "AQ004") else ["PM10", "NO2", "O3"]:
            pairs.append((one[0], pol))
            for _ in range(m.pick({1: 6, 2: 2})):
                inst = m.day(max(one[6], "2008-01-01"), "2021-12-31")
                sensors.append((f"{m.pick('KHT')}{m.whole(10, 99)}-{len(sensors) + 1001}", one[0], pol, m.pick({"Kestrel": 4, "Horiton": 3, "Thermex": 2}), inst,
                                m.pick({"Y": 6, "N": 2, None: 1}), None if m.chance(.15) else later(inst, days=m.whole(30, 600))))
    m.add("sensor", sensors)
    values = {}
    for code, pol in pairs:
        level = m.amount(.5, 1.2)
        for _ in range(m.whole(12, 36)):
            day = m.day("2021-01-01", "2023-12-31")
            v = None if m.chance(.05) else round(SCALE[pol] * level * (m.amount(.08, .6, 3) + m.skewed(0, .7, 3)), 1)
            values[code, pol, day] = (code, pol, day.replace("-", ""), v, m.pick({"V": 7, "P": 2, "X": 1}), m.pick({24: 6, 23: 2, 20: 1, 14: 1}))
    m.add("day_val", [values[key] for key in sorted(values)])
    alerts = []
    for n in range(1, 141):
        code, pol = m.pick(pairs)
        start = m.day("2019-01-01", "2023-12-20")
        alerts.append((n, code, pol, m.pick({1: 6, 2: 3, 3: 1}), start, None if m.chance(.06) else later(start, days=m.pick([0, 0, 1, 2, 3, 6]))))
    m.add("alert", alerts)
    plants = [(n, f"{m.pick(['Norvent', 'Lindholt', 'Corvale', 'Baltic', 'Union', 'Alder'])} {m.pick(['Cement', 'Power', 'Paper', 'Foundry', 'Refinery', 'Glass'])} {n}",
               m.pick({"35.11": 3, "23.51": 2, "17.12": 2, "24.10": 2, "20.14": 1}), m.pick({1: 4, 4: 3, 7: 3, 10: 2, 12: 2, 2: 1, 6: 1}), m.pick({4: 5, 5: 3, 6: 1, None: 2}),
               m.day("1979-01-01", "2018-12-31"), m.pick({1: 6, 0: 4})) for n in range(1, 41)]
    plants[6] = (7, "Lindholt Refinery 7", "20.14", 12, 5, "1984-06-01", 1)
    m.add("fac", plants)
    rows = []
    for one in plants:
        for pol in m.some(["NO2", "SO2", "PM10", "CO"], m.whole(1, 3)) if one[0] != 7 else ["NO2", "SO2"]:
            base = m.skewed(1, 900, 1)
            for year in range(2018, 2024):
                if one[0] == 7 or not m.chance(.15):
                    rows.append((one[0], year, pol, None if m.chance(.04) and one[0] != 7 else round(base * m.amount(.6, 1.3, 3), 2), m.pick({"M": 5, "C": 3, "E": 2})))
    m.add("emis", rows)
    cases = []
    for n in range(1, 261):
        fac = m.pick(plants[:34])
        y, mo, d = m.day("2019-01-01", "2023-12-31").split("-")
        known = m.chance(.6)
        cases.append((n, fac[3] if known and m.chance(.9) else m.pick({1: 5, 4: 4, 7: 3, 10: 3, 11: 1, 12: 2, 2: 1}), fac[0] if known else None, f"{d}.{mo}.{y}",
                      m.pick({"odour": 5, "dust": 3, "smoke": 3, "Odour": .5, "noise": 1}), m.pick({"O": 2, "C": 5, "R": 2})))
    m.add("complaint", cases)
