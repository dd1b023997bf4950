"""A river survey's old database: stations along rivers, samples, lab results with detection limits, legal limits, rain."""
import datetime

SCHEMA = """
CREATE TABLE WTRBDY (WB_ID INTEGER PRIMARY KEY, WB_NM TEXT NOT NULL, WB_TYP TEXT NOT NULL, INTO_WB INTEGER REFERENCES WTRBDY(WB_ID));
CREATE TABLE STN (
  STN_NO TEXT PRIMARY KEY, STN_NM TEXT NOT NULL, WB_ID INTEGER NOT NULL REFERENCES WTRBDY(WB_ID), RKM REAL,
  US_STN TEXT REFERENCES STN(STN_NO), OPN_DT TEXT, CLS_DT TEXT, ELEV_FT INTEGER);
CREATE TABLE LAB (LAB_CD TEXT PRIMARY KEY, LAB_NM TEXT NOT NULL, ACCR_FL TEXT NOT NULL);
CREATE TABLE SMPLR (SMPLR_ID INTEGER PRIMARY KEY, SMPLR_NM TEXT NOT NULL, ORG TEXT);
CREATE TABLE PRM (PRM_CD TEXT PRIMARY KEY, PRM_NM TEXT NOT NULL, PRM_GRP TEXT NOT NULL, STD_UNT TEXT);
CREATE TABLE PRM_LIM (
  PRM_CD TEXT REFERENCES PRM(PRM_CD), VLD_FR INTEGER NOT NULL, VLD_TO INTEGER, LIM_VAL REAL NOT NULL, UNT TEXT NOT NULL,
  PRIMARY KEY (PRM_CD, VLD_FR));
CREATE TABLE SMP (
  SMP_ID INTEGER PRIMARY KEY, STN_NO TEXT NOT NULL REFERENCES STN(STN_NO), SMP_DT TEXT NOT NULL, SMP_TM TEXT,
  SMP_TYP TEXT NOT NULL, SMPLR_ID INTEGER REFERENCES SMPLR(SMPLR_ID), LAB_CD TEXT REFERENCES LAB(LAB_CD),
  RCV_DT TEXT, DUP_OF INTEGER REFERENCES SMP(SMP_ID));
CREATE TABLE RSLT (
  SMP_ID INTEGER REFERENCES SMP(SMP_ID), PRM_CD TEXT REFERENCES PRM(PRM_CD), VAL_TXT TEXT, UNT TEXT, DL REAL,
  QFLG TEXT, PRIMARY KEY (SMP_ID, PRM_CD));
CREATE TABLE PRJ (PRJ_CD TEXT PRIMARY KEY, PRJ_NM TEXT NOT NULL, YR_FR INTEGER, YR_TO INTEGER);
CREATE TABLE PRJ_STN (PRJ_CD TEXT, STN_NO TEXT, PRIMARY KEY (PRJ_CD, STN_NO));
CREATE TABLE RAIN (WB_ID INTEGER REFERENCES WTRBDY(WB_ID), RN_DT TEXT, MM REAL, PRIMARY KEY (WB_ID, RN_DT));
CREATE TABLE ALRM (
  ALRM_ID INTEGER PRIMARY KEY, STN_NO TEXT REFERENCES STN(STN_NO), PRM_CD TEXT REFERENCES PRM(PRM_CD),
  RSD_DT TEXT NOT NULL, CLR_DT TEXT, SEV INTEGER);
"""

PRM = {"NO3": ("Nitrate", "NUTR", "mg/l", .5, 70), "NH4": ("Ammonium", "NUTR", "mg/l", .05, 1.4),
       "PTOT": ("Total phosphorus", "NUTR", "mg/l", .02, .6), "PB": ("Lead", "METL", "ug/l", .5, 16),
       "CD": ("Cadmium", "METL", "ug/l", .05, 1.1), "O2": ("Dissolved oxygen", "PHYS", "mg/l", None, 13),
       "PH": ("pH value", "PHYS", None, None, 9), "TEMP": ("Water temperature", "PHYS", "C", None, 24)}
PLACES = ("Old Mill,Town Bridge,Weir,Paper Works,Lower Ferry,Castle Rock,Railway Br.,Quarry,Outfall A,Outfall B,"
          "North Bank,Lake Inlet,Lake Outlet,Jetty,Gorge,Meadow,Harbour,Sluice,Spring,Forest Edge,Power Plant,"
          "City Park,Marina,Border").split(",")


def us(day):
    return day and f"{day[5:7]}/{day[8:]}/{day[:4]}"


def move(day, days):
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days)).isoformat()


def fill(m):
    bodies = [(1, "Weser", "R", None), (2, "Black Brook", "R", 1), (3, "Mill Stream", "R", 2),
              (4, "Mirror Lake", "L", 1), (5, "Fulda", "R", 1), (6, "Dry Creek", "R", 3)]
    m.add("WTRBDY", bodies)
    stations, last = [], {}
    for n, place in enumerate(PLACES, 1):
        body = m.pick({1: 7, 2: 5, 3: 4, 4: 3, 5: 5}) if n > 5 else n
        number = f"S{n:03}"
        up, km = last.get(body, (None, m.amount(150, 220, 1)))
        km = round(km - m.amount(2, 25, 1), 1) if body != 4 else None
        closed = m.day("2022-06-01", "2024-03-31") if m.chance(.15) and n > 3 else None
        stations.append((number, place, body, km, up, us(m.day("1998-01-01", "2021-12-31")) if m.chance(.9) else None,
                         us(closed), m.whole(120, 2400)))
        if body != 4:
            last[body] = (number, km)
    m.add("STN", stations)
    m.add("LAB", [("HLW", "Hydrolab West", "Y"), ("AQC", "AquaChem", "Y"), ("UNI", "University lab", "N"), ("OLD", "Old city lab", "N")])
    people = []
    for n in range(1, 13):
        first, name = m.person()
        people.append((n, f"{name}, {first}", m.pick(["State office", "state office", "Contractor", None])))
    m.add("SMPLR", people)
    m.add("PRM", [(code, name, kind, unit) for code, (name, kind, unit, _, _) in PRM.items()] + [("HG", "Mercury", "METL", "ug/l")])
    m.add("PRM_LIM", [("NO3", 20180101, 20221231, 50, "mg/l"), ("NO3", 20230101, None, 45, "mg/l"),
                      ("NH4", 20180101, None, .5, "mg/l"), ("PTOT", 20180101, 20230630, .3, "mg/l"),
                      ("PTOT", 20230701, 20241231, .2, "mg/l"),
                      ("PTOT", 20250101, None, .15, "mg/l"), ("PB", 20180101, 20231231, 10, "ug/l"),
                      ("PB", 20240101, None, 7.2, "ug/l"), ("CD", 20180101, None, .45, "ug/l"),
                      ("HG", 20180101, None, .07, "ug/l")])
    samples, results = [], []
    for _ in range(440):
        place = m.pick(stations[:22])
        day = m.day("2022-01-03", "2024-06-28") if m.chance(.88) else m.pick(
            ["2022-12-31", "2023-01-01", "2023-03-31", "2023-06-30", "2023-07-01", "2023-12-31", "2024-01-01", "2023-09-30"])
        samples.append([day, place, m.pick({"R": 14, "E": 4, "B": 1})])
    samples.sort(key=lambda row: (row[0], row[1][0]))
    rows, level = [], {}
    for day, place, kind in samples:
        lab = m.pick({"HLW": 6, "AQC": 4, "UNI": 3, None: .4})
        at = len(rows) + 1
        rows.append((at, place[0], us(day), f"{m.whole(6, 18):02}{m.pick(['00', '15', '30', '40'])}" if m.chance(.93) else None,
                     kind, m.whole(1, 10) if m.chance(.95) else None, lab,
                     us(move(day, m.pick([0, 0, 1, 1, 2, 3, 5, 9]))) if lab and m.chance(.95) else None, None))
        twin = None
        if kind == "R" and m.chance(.08):
            twin = at + 1
            rows.append((twin, *rows[-1][1:4], "D", *rows[-1][5:8], at))
        for code, (_, kind_of, unit, limit, top) in PRM.items():
            if not m.chance(.78 if kind_of != "METL" else .55):
                continue
            base = level.setdefault((place[0], code), m.amount(.02, .8))
            value = base * top * m.amount(.4, 1.3)
            if code == "PH":
                value = m.amount(6.2, 8.9)
            if code == "TEMP":
                value = 11 - 9 * (abs(int(day[5:7]) - 7) - 3) / 3 + m.amount(-2, 2)
            if code == "O2":
                value = m.amount(3.5, 13)
            if kind == "B":
                value *= .02 if limit else 1
            for target in (at, twin):
                if target is None:
                    continue
                said = value * (m.amount(.93, 1.07) if target == twin else 1)
                used, dl = unit, limit and limit * m.pick([1, 1, 1, 2])
                if code in ("PTOT", "PB") and lab == "UNI" or code == "NH4" and m.chance(.12):
                    used = "ug/l" if unit == "mg/l" else "mg/l"
                    factor = 1000 if used == "ug/l" else .001
                    said, dl = said * factor, dl * factor
                text = f"{said:.4g}" if code not in ("PH", "TEMP") else f"{said:.1f}"
                if dl and said < dl:
                    text = f"<{dl:g}"
                if m.chance(.015):
                    text = m.pick([None, "n.a."])
                results.append((target, code, text, used, dl and round(dl, 6), m.pick({None: 12, "H": 1, "J": 1, "R": 1})))
    m.add("SMP", rows)
    m.add("RSLT", results)
    m.add("PRJ", [("BASE", "Baseline survey", 2015, None), ("NITR", "Nitrate action plan", 2022, 2024),
                  ("METL", "Heavy metals", 2020, 2022), ("FISH", "Fish passage", 2024, None), ("NEWP", "New proposal", None, None)])
    m.add("PRJ_STN", sorted({(code, m.pick(stations)[0]) for code, n in (("BASE", 22), ("NITR", 13), ("METL", 8), ("FISH", 5))
                             for _ in range(n)}))
    rain, day = [], "2023-01-01"
    while day < "2024-07-01":
        for body in (1, 2, 5):
            if m.chance(.7):
                rain.append((body, us(day), 12.5 if day[5:] in ("03-31", "06-30", "12-31") else m.pick([0, 0, 0, -999 if m.chance(.1) else 0, m.skewed(.2, 45, 1), m.skewed(.2, 45, 1), 5.0])))
        day = move(day, 1)
    m.add("RAIN", rain)
    alarms = []
    for n in range(1, 91):
        day = m.day("2022-02-01", "2024-06-20")
        alarms.append((n, m.pick(stations[:15])[0], m.pick(["NO3", "NH4", "PB", "O2", "PTOT"]), us(day),
                       us(move(day, m.whole(0, 40))) if m.chance(.85) else None, m.pick([1, 1, 2, 2, 3, None])))
    m.add("ALRM", alarms)
