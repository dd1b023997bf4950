"""A tram depot, as a legacy system keeps it: staff, trams, lines and their stops, shifts, faults and repairs."""
from making import later

SCHEMA = """
CREATE TABLE STAFF (
  STF_NO INTEGER PRIMARY KEY, STF_NM TEXT NOT NULL, JOB_CD TEXT NOT NULL, STS_CD INTEGER NOT NULL, HIRE_DT TEXT NOT NULL,
  DPT_NO INTEGER NOT NULL, SUPV_NO INTEGER REFERENCES STAFF(STF_NO), PAY_AMT TEXT NOT NULL);
CREATE TABLE TRAM (
  TRM_NO INTEGER PRIMARY KEY, TRM_NM TEXT NOT NULL, MDL_CD TEXT NOT NULL, STA_CD TEXT NOT NULL, DPT_NO INTEGER NOT NULL,
  SEAT_QTY TEXT NOT NULL, KM_RUN TEXT NOT NULL);
CREATE TABLE LN (LN_NO INTEGER PRIMARY KEY, LN_NM TEXT NOT NULL, TYP_CD TEXT NOT NULL, LEN_KM TEXT NOT NULL);
CREATE TABLE LN_STOP (
  LN_NO INTEGER NOT NULL REFERENCES LN(LN_NO), SEQ_NO INTEGER NOT NULL, STOP_NM TEXT NOT NULL, ZN_CD TEXT NOT NULL,
  PRIMARY KEY (LN_NO, SEQ_NO));
CREATE TABLE SHFT (
  SHF_NO INTEGER PRIMARY KEY, STF_NO INTEGER NOT NULL REFERENCES STAFF(STF_NO), TRM_NO INTEGER NOT NULL REFERENCES TRAM(TRM_NO),
  LN_NO INTEGER NOT NULL REFERENCES LN(LN_NO), SHF_DT TEXT NOT NULL, PAX_QTY TEXT NOT NULL, RTG INTEGER);
CREATE TABLE FLT (
  FLT_NO INTEGER PRIMARY KEY, TRM_NO INTEGER NOT NULL REFERENCES TRAM(TRM_NO), RPT_BY INTEGER REFERENCES STAFF(STF_NO),
  LN_NO INTEGER, SEQ_NO INTEGER, RPT_DT TEXT NOT NULL, CLS_DT TEXT, PRI_CD INTEGER NOT NULL, DSC_TX TEXT NOT NULL,
  FOREIGN KEY (LN_NO, SEQ_NO) REFERENCES LN_STOP(LN_NO, SEQ_NO));
CREATE TABLE RPR (
  RPR_NO INTEGER PRIMARY KEY, FLT_NO INTEGER NOT NULL REFERENCES FLT(FLT_NO), STF_NO INTEGER REFERENCES STAFF(STF_NO),
  BEG_DT TEXT NOT NULL, END_DT TEXT, COST_AMT TEXT NOT NULL, APR_CD TEXT NOT NULL, RTG INTEGER);
"""
STOPS = "Market Square,Central Station,Old Market,City Hall,Opera,University,North Bridge,Harbour,Hospital,Stadium,Station Road,Mill Lane,West Park,Park Gate,Museum,Zoo,Airport,South Cemetery,Market Hall,Bridge End".split(",")
LINES = "Harbour Line,Airport Express,Ring,Park Line,University Line,Night Ring,Stadium Shuttle,Hill Line".split(",")
TRAMS = "Swan,Lark,Black Swan,Falcon,Heron,Kestrel,Night Heron,Robin,Stork,Wren".split(",")
FAULTS = {"door": 6, "door sensor": 4, "brake": 5, "brake light": 3, "heating": 4, "pantograph": 2, "window": 3, "emergency brake": 2}


def fill(m):
    names = set()
    while len(names) < 55:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 55)
    pays = m.some([f"{n}.50" for n in range(640, 4980, 17)], 55)
    jobs = ["DRV", "MEC", "CND", "INS", "DRV", "MEC"] + [m.pick({"DRV": 8, "MEC": 4, "CND": 3, "INS": 2, "CLN": 2}) for _ in range(49)]
    m.add("STAFF", [(n, names[n - 1], jobs[n - 1], m.pick({1: 7, 0: 2, 9: 3}), m.day("2001-03-01", "2023-11-30"), m.pick({1: 5, 2: 4, 3: 2}),
                     m.whole(1, n - 1) if n > 3 and m.chance(.8) else None, pays[n - 1] if m.chance(.84) else m.pick(["n/a", "-"])) for n in range(1, 56)])
    runs = m.some([str(n) for n in range(8200, 940000, 1733)], 42)
    m.add("TRAM", [(n, f"{TRAMS[n % 10]}{'' if n < 11 else ' ' + 'ABCDE'[n // 10]}", m.pick({"T4": 4, "T6": 5, "GT8": 3, "KT4": 2}), m.pick({"S": 6, "R": 3, "X": 2}), m.pick({1: 5, 2: 4, 3: 2}),
                    str(m.pick([38, 46, 52, 64, 88, 96, 104, 118, 132])) if m.chance(.85) else m.pick(["unknown", ""]),
                    runs[n - 1] if m.chance(.83) else m.pick(["n/a", "unknown"])) for n in range(1, 43)])
    lengths = m.some([m.pick(["5.2", "6.4", "7.9"]), m.pick(["9.1", "9.6"])] + m.some([f"{n / 10:.1f}" for n in range(103, 240, 7)], 6), 8)
    m.add("LN", [(n, LINES[n - 1], "DEDN"[n - 1] if n < 5 else m.pick({"D": 4, "N": 3, "E": 2}), lengths[n - 1]) for n in range(1, 9)])
    stops = []
    for line in range(1, 9):
        stops += [(line, at, name, m.pick({"A": 4, "B": 3, "C": 2})) for at, name in enumerate(m.some(STOPS, m.whole(7, 13)), 1)]
    m.add("LN_STOP", stops)
    drivers = [n for n in range(1, 56) if jobs[n - 1] == "DRV"]
    others = [n for n in range(1, 56) if jobs[n - 1] in ("CND", "INS")]
    crew = drivers[:-2] + drivers[:3] * 2 + others
    m.add("SHFT", [(n, m.pick(crew), 1 + int(m.random.random() ** 1.3 * 39), m.pick({1: 14, 3: 10, 2: 7, 5: 5, 4: 3, 6: 1, 7: 1}), m.day("2023-01-02", "2024-11-28"),
                    str(m.whole(40, 1400)) if m.chance(.87) else m.pick(["-", "n/a"]), m.whole(1, 5) if m.chance(.7) else None) for n in range(1, 521)])
    faults = []
    for n in range(1, 221):
        day, at = m.day("2023-01-10", "2024-11-10"), m.pick(stops) if m.chance(.8) else (None, None)
        faults.append((n, 1 + int(m.random.random() ** 1.6 * 39), m.pick(crew) if m.chance(.93) else None, at[0], at[1], day,
                       later(day, days=m.whole(0, 45)) if m.chance(.85) else None, m.pick({1: 3, 2: 5, 3: 4}), m.pick(FAULTS)))
    m.add("FLT", faults)
    mechanics = [n for n in range(1, 56) if jobs[n - 1] == "MEC"]
    repairs = []
    for fault in faults:
        for _ in range(m.pick({0: 2, 1: 5, 2: 2, 3: 1})):
            day = later(fault[5], days=m.whole(0, 12))
            repairs.append((len(repairs) + 1, fault[0], m.pick(mechanics[:-2] + mechanics[:2] * 2) if m.chance(.92) else None, day,
                            later(day, days=m.whole(0, 14)) if m.chance(.88) else None,
                            f"{m.skewed(25, 2400):.2f}" if m.chance(.85) else m.pick(["n/a", ""]), m.pick({"A": 6, "P": 3, "R": 2}), m.whole(1, 5) if m.chance(.75) else None))
    m.add("RPR", repairs)
