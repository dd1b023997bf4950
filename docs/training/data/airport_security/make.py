"""Security screening at an airport, in abbreviated names: lanes, officers and shifts, flights, bag screenings, finds, incidents."""
from making import later

SCHEMA = """
CREATE TABLE TRML (TRML_CD TEXT PRIMARY KEY, TRML_NM TEXT NOT NULL);
CREATE TABLE LANE (LANE_ID INTEGER PRIMARY KEY, TRML_CD TEXT NOT NULL REFERENCES TRML(TRML_CD), LANE_NO INTEGER NOT NULL, TYP_CD TEXT NOT NULL, RTR_DT TEXT);
CREATE TABLE OFFCR (
  OFFCR_ID INTEGER PRIMARY KEY, FST_NM TEXT NOT NULL, LST_NM TEXT NOT NULL, RNK INTEGER NOT NULL, SUPV_ID INTEGER, HIRE_DT TEXT NOT NULL, TERM_DT TEXT,
  CERT_EXP TEXT);
CREATE TABLE SHFT (
  SHFT_ID INTEGER PRIMARY KEY, OFFCR_ID INTEGER NOT NULL REFERENCES OFFCR(OFFCR_ID), LANE_ID INTEGER NOT NULL REFERENCES LANE(LANE_ID), STRT_TS TEXT NOT NULL,
  END_TS TEXT, ROLE_CD TEXT NOT NULL);
CREATE TABLE AIRLN (AL_CD TEXT PRIMARY KEY, AL_NM TEXT NOT NULL);
CREATE TABLE FLT (
  FLT_ID INTEGER PRIMARY KEY, FLT_NO TEXT NOT NULL, AL_CD TEXT NOT NULL, TRML_CD TEXT NOT NULL, SCHD_DEP TEXT NOT NULL, ACT_DEP TEXT, CNCL_FLG TEXT NOT NULL);
CREATE TABLE LANE_HR (LANE_ID INTEGER NOT NULL, HR_TS TEXT NOT NULL, PAX_CNT INTEGER NOT NULL, WAIT_MIN TEXT, PRIMARY KEY (LANE_ID, HR_TS));
CREATE TABLE ITM_LKP (ITM_CD TEXT PRIMARY KEY, DSCR TEXT NOT NULL, SEV_LVL INTEGER NOT NULL);
CREATE TABLE SCRN (
  SCRN_ID INTEGER PRIMARY KEY, LANE_ID INTEGER NOT NULL, FLT_ID INTEGER, SCRN_TS TEXT NOT NULL, RSLT_CD TEXT NOT NULL, OPR_ID INTEGER, RVW_ID INTEGER);
CREATE TABLE FND (FND_ID INTEGER PRIMARY KEY, SCRN_ID INTEGER NOT NULL REFERENCES SCRN(SCRN_ID), ITM_CD TEXT NOT NULL, QTY INTEGER NOT NULL, SRND_FLG TEXT NOT NULL);
CREATE TABLE INCDT (
  INCDT_ID INTEGER PRIMARY KEY, TRML_CD TEXT NOT NULL, LANE_ID INTEGER, RPTD_BY INTEGER, OPN_TS TEXT NOT NULL, CLS_TS TEXT, SEV_CD TEXT NOT NULL, PAR_ID INTEGER);
"""


def fill(m):
    m.add("TRML", [("T1", "Terminal 1"), ("T2", "Terminal 2"), ("T3", "Terminal 3"), ("GA", "General aviation")])
    lanes = [(n, m.pick(["T1", "T1", "T2", "T3"]) if n > 3 else f"T{n}", n, m.pick({"STD": 6, "FST": 2, "STF": 1}), m.day("2025-05-01", "2025-10-31") if n == 12 or n > 8 and m.chance(.25) else None) for n in range(1, 19)]
    m.add("LANE", lanes)
    crew = []
    for n in range(1, 61):
        first, last = m.person()
        crew.append((n, first, last, 6 if n == 1 else m.whole(1, 5), None if n == 1 else 1 if n < 5 else m.pick([2, 3, 4, m.whole(1, n - 1), None]), m.day("2012-01-01", "2025-02-01"),
                     m.day("2025-03-01", "2025-11-15") if n > 6 and m.chance(.2) else None, f"{m.whole(1, 12):02}/{m.pick([2024, 2025, 2025, 2026, 2026, 2027])}" if m.chance(.9) else None))
    m.add("OFFCR", crew)
    m.add("AIRLN", [("NX", "Nordix"), ("SB", "Sunbird"), ("AL", "Aeroline"), ("KW", "Kiwi Wings"), ("ZZ", "Zephyr")])
    flights = []
    for n in range(1, 301):
        dep = m.moment("2025-03-01", "2025-11-30", (5, 22))[:16] + ":00"
        off = m.chance(.06) or n in (280, 291)
        carrier = m.pick({"NX": 5, "SB": 4, "AL": 3, "KW": 2})
        flights.append((n, f"{carrier}{m.whole(100, 180)}", carrier, m.pick(["T1", "T2", "T3"]), dep, None if off or m.chance(.03) else later(dep, minutes=m.pick([-2, 0, 0, 0, 5, 14, 35, 90])), "Y" if off else "N"))
    m.add("FLT", flights)
    shifts = []
    for n in range(1, 501):
        at = m.day("2025-03-01", "2025-11-29") + m.pick([" 05:00:00", " 13:00:00", " 21:00:00"])
        who, role = int(m.random.random() ** 1.3 * 55) + 1, m.pick({"XR": 4, "MD": 3, "TC": 2, "LD": 1})
        shifts.append((n, who, m.whole(1, 17), at, later(at, minutes=m.pick([240, 425, 480, 480, 515])) if m.chance(.95) else None,
                       "TC" if role == "LD" and crew[who - 1][3] > 3 else role))
    for _ in range(14):
        base = m.pick(shifts)
        shifts.append((len(shifts) + 1, base[1], m.whole(1, 17), later(base[3], minutes=m.pick([60, 120, 300])), later(base[3], minutes=m.pick([360, 500, 615])), "MD"))
    m.add("SHFT", shifts)
    hours = {}
    for _ in range(700):
        hours[m.whole(1, 16), m.day("2025-06-01", "2025-06-30") + f" {m.whole(5, 21):02}:00"] = (m.whole(20, 240), str(m.pick([m.whole(1, 9), m.whole(4, 38)])) if m.chance(.94) else None)
    m.add("LANE_HR", [(*k, *v) for k, v in sorted(hours.items())])
    m.add("ITM_LKP", [("LIQ", "Liquid over 100 ml", 1), ("KNF", "Knife", 3), ("SCI", "Scissors", 2), ("GUN", "Firearm", 5), ("TOY", "Toy weapon", 2), ("LTR", "Lighter", 1), ("EXP", "Explosive trace", 5), ("TOL", "Tool", 2), ("PEP", "Pepper spray", 3)])
    checks, finds = [], []
    for n in range(1, 1401):
        f = m.pick(flights[:272])
        at = later(f[4], minutes=-m.whole(25, 180))
        res = m.pick({"C": 80, "R": 13, "A": 7})
        op = m.whole(1, 45) if m.chance(.96) else None
        checks.append((n, m.pick([x for x in lanes if x[1] == f[3] and x[0] not in (7, 12)])[0] if m.chance(.93) else m.whole(1, 6), f[0] if m.chance(.95) else None, at, res, op,
                       m.pick([x for x in range(1, 46) if x != op] + ([op] * 4 if op else [])) if res != "C" and m.chance(.9) else None))
        if res != "C" and m.chance(.75):
            for i in m.some(["LIQ", "LIQ", "KNF", "SCI", "TOY", "LTR", "TOL", "PEP", "GUN"], m.pick([1, 1, 1, 2, 3])):
                finds.append((len(finds) + 1, n, i, m.pick([1, 1, 1, 2, 3]), m.pick({"Y": 7, "N": 3})))
    m.add("SCRN", checks)
    m.add("FND", finds)
    cases = []
    for n in range(1, 141):
        at = m.moment("2025-03-01", "2025-11-28") if m.chance(.92) else m.pick(["2025-03-31 22:10:00", "2025-06-30 20:00:00", "2025-09-30 23:45:00"])
        cases.append((n, m.pick(["T1", "T1", "T2", "T3"]), m.whole(1, 17) if m.chance(.75) else None, m.whole(1, 50) if m.chance(.9) else None, at,
                      later(at, minutes=m.pick([20, 90, 400, 3000, 9000])) if m.chance(.85) else None, m.pick({"L": 6, "M": 4, "H": 2, "C": 1}), m.whole(1, n - 1) if n > 3 and m.chance(.15) else None))
    m.add("INCDT", cases)
