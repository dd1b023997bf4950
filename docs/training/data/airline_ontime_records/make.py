"""On-time records of flights: local times as hhmm numbers, delays in minutes with causes, cancellation codes, carriers that share codes, tails, airports and their weather."""
from making import later

SCHEMA = """
CREATE TABLE carrier (`Code` TEXT PRIMARY KEY, `Description` TEXT, alliance TEXT, since TEXT);
CREATE TABLE airport (iata TEXT PRIMARY KEY, name TEXT, city TEXT, st TEXT, elev_ft INTEGER, rwys INTEGER, hub TEXT);
CREATE TABLE aircraft (tail TEXT PRIMARY KEY, own_cd TEXT REFERENCES carrier(`Code`), mfr TEXT, model TEXT, seats TEXT, yr INTEGER);
CREATE TABLE ontime (
  `FL_DATE` TEXT, `OP_CARRIER` TEXT REFERENCES carrier(`Code`), `FL_NUM` INTEGER, `MKT_CARRIER` TEXT REFERENCES carrier(`Code`), `TAIL_NUM` TEXT, `ORIGIN` TEXT REFERENCES airport(iata), `DEST` TEXT REFERENCES airport(iata),
  `CRS_DEP` INTEGER, `DEP` INTEGER, `DEP_DELAY` INTEGER, `CRS_ARR` INTEGER, `ARR` INTEGER, `ARR_DELAY` INTEGER, `CANCELLED` INTEGER, `CXL_CD` TEXT, `DIVERTED` INTEGER, `DIST` INTEGER,
  PRIMARY KEY (`FL_DATE`, `OP_CARRIER`, `FL_NUM`));
CREATE TABLE delay_cause (fl_date TEXT, op_carrier TEXT, fl_num INTEGER, cause TEXT, mins INTEGER);
CREATE TABLE cxl_lkp (cd TEXT PRIMARY KEY, reason TEXT);
CREATE TABLE wx (iata TEXT REFERENCES airport(iata), dt TEXT, precip_in TEXT, wind_kt INTEGER, vis_mi REAL, fog TEXT, PRIMARY KEY (iata, dt));
CREATE TABLE codeshare (mkt TEXT REFERENCES carrier(`Code`), op TEXT REFERENCES carrier(`Code`), beg TEXT, fin TEXT);
CREATE TABLE complaint (cpl_id INTEGER PRIMARY KEY, recd TEXT, carrier TEXT, fl_date TEXT, fl_num INTEGER, cat TEXT, refund TEXT, closed TEXT);
"""

CARRIERS = [("QX", "Quarrel Express", None, "1994-03-01"), ("MA", "Meridian Airways", "BlueSky", "1948-06-12"), ("NV", "Novaline", "BlueSky", "1977-09-30"), ("PL", "Plains Regional", None, "2001-05-05"), ("SU", "Sunhopper", None, "2009-11-20"), ("CT", "Continental Star", "TriWing", "1955-01-15"), ("ZZ", "Zephyr Link", None, "2016-02-02")]
AIRPORTS = [("BRK", "Brookhaven International", "Brookhaven", "NE", 350, 4, "L"), ("LAK", "Lakeview Metro", "Lakeview", "NE", 610, 3, "M"), ("SPR", "Springdale Field", "Springdale", "KA", 1240, 2, "S"), ("HAR", "Harrow Regional", "Harrow", "KA", 2890, 1, None), ("SOL", "Solana Beach", "Solana", "CO", 15, 2, "M"), ("MTN", "Mount Tabor", "Tabor City", "CO", 5430, 3, "L"),
            ("RVR", "River Bend", "Brookhaven", "NE", 320, 2, "S"), ("DUN", "Dunes Municipal", "Dunes", "AZ", 1120, 2, None), ("PKS", "Pike Summit", "Pike", "CO", 7820, 1, "N")]


def clock(minutes):
    minutes %= 1440
    return minutes // 60 * 100 + minutes % 60


def fill(m):
    m.add("carrier", CARRIERS)
    m.add("airport", AIRPORTS)
    m.add("cxl_lkp", [("A", "Carrier"), ("B", "Weather"), ("C", "National Air System"), ("D", "Security")])
    m.add("codeshare", [("MA", "QX", "2018-01-01", None), ("MA", "PL", "2019-06-01", "2022-12-31"), ("NV", "PL", "2020-03-01", None), ("CT", "ZZ", "2017-04-01", None), ("CT", "QX", "2021-01-01", "2022-06-30")])
    planes = []
    for n in range(1, 76):
        code = m.pick({"QX": 4, "MA": 6, "NV": 5, "PL": 3, "SU": 4, "CT": 4, "ZZ": 1})
        mfr, model, seats = m.pick([("Boeing", "737-800", 160), ("Boeing", "737-700", 128), ("Airbus", "A320", 150), ("Airbus", "A321", 185), ("Embraer", "E175", 76), ("ATR", "72-600", 70), ("BOEING", "737-800", 160)])
        planes.append((f"N{300 + n}{code}", code, mfr, model, str(seats) if m.chance(.9) else f"{seats} + 2" if m.chance(.5) else None, m.whole(1996, 2021) if m.chance(.94) else None))
    m.add("aircraft", planes)
    fleet = {c[0]: [p[0] for p in planes if p[1] == c[0] or (c[0] in ("PL", "ZZ") and p[1] == "QX")] for c in CARRIERS}
    flights, causes, seen = [], [], set()
    for _ in range(1150):
        day = m.day("2022-01-01", "2022-12-31") if m.chance(.75) else m.day("2021-09-01", "2021-12-31")
        op = m.pick({"QX": 5, "MA": 7, "NV": 5, "PL": 3, "SU": 5, "CT": 4, "ZZ": 1})
        num = m.whole(100, 460)
        if (day, op, num) in seen:
            continue
        seen.add((day, op, num))
        mkt = m.pick({"QX": ["MA", "QX", "CT"], "PL": ["MA", "NV"], "ZZ": ["CT"]}.get(op, [op]))
        org = m.pick({"BRK": 9, "LAK": 6, "SPR": 3, "HAR": 2, "SOL": 5, "MTN": 7, "RVR": 2, "DUN": 1})
        dst = m.pick([a for a in ("BRK", "BRK", "LAK", "SPR", "HAR", "SOL", "MTN", "MTN", "RVR", "DUN") if a != org])
        start, dist = m.whole(5 * 12, 23 * 12) * 5, 180 + abs(place_of(org) - place_of(dst)) * 37
        block = 45 + dist // 8
        code = m.pick({None: 96, "A": 2, "B": 2, "C": 1})
        gone = int(code is not None)
        late = None if gone else m.pick([-8, -5, -4, -2, 0, 0, 1, 3]) if m.chance(.66) else int(m.skewed(4, 260, 0))
        diverted = int(not gone and m.chance(.012))
        arr = None if gone or diverted else late + m.whole(-14, 12)
        flights.append((day, op, num, mkt, m.pick(fleet[op]) if m.chance(.96) else None, org, dst, clock(start), None if gone else clock(start + late), late, clock(start + block), None if arr is None else clock(start + block + arr), arr, gone, code, diverted, dist))
        if arr is not None and arr >= 15:
            left = arr
            for cause in m.some(["CARRIER", "WEATHER", "NAS", "LATE_AC", "LATE_AC", "CARRIER"], m.pick([1, 1, 2])):
                part = left if m.chance(.5) else m.whole(1, left) if left > 1 else left
                if part > 0:
                    causes.append((day, op, num, cause, part))
                left -= part
    m.add("ontime", flights)
    m.add("delay_cause", causes)
    weather = []
    for a in AIRPORTS[:6]:
        for n in range(0, 365, 4):
            weather.append((a[0], later("2022-01-01", days=n), m.pick({"0.00": 8, "T": 2, "0.12": 2, "0.45": 2, "1.30": 1}), m.whole(2, 38), m.amount(.2, 10, 1) if m.chance(.95) else None, m.pick({"Y": 1, "N": 6})))
    m.add("wx", weather)
    letters = []
    for n in range(1, 231):
        f = m.pick(flights)
        recd = later(f[0], days=m.whole(0, 90))
        letters.append((n, f"{int(recd[8:])}/{int(recd[5:7])}/{recd[:4]}", f[3] if m.chance(.7) else f[1], f[0] if m.chance(.9) else None, f[2] if m.chance(.9) else None, m.pick({"DELAY": 6, "BAGGAGE": 5, "REFUND": 3, "STAFF": 2, "delay": 1}), m.pick(["0", "0", "$75", "$120.50", "$240", None]), later(recd, days=m.whole(2, 60)) if m.chance(.8) else None))
    m.add("complaint", letters)


def place_of(iata):
    return sum(ord(letter) * (at + 1) for at, letter in enumerate(iata)) % 53
