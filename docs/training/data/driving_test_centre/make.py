"""A driving test authority's old system: candidates, schools, examiners, centres, test slots with faults, fees; codes, cents and text numbers."""
from making import later

SCHEMA = """
CREATE TABLE CTR (CTR_CD TEXT PRIMARY KEY, CTR_NM TEXT NOT NULL, RGN TEXT NOT NULL, PRNT_CTR_CD TEXT REFERENCES CTR(CTR_CD));
CREATE TABLE SCHL (SCHL_NO INTEGER PRIMARY KEY, SCHL_NM TEXT NOT NULL, HQ_CITY TEXT NOT NULL, RANK_NO INTEGER NOT NULL, CLSD_DT TEXT);
CREATE TABLE CAND (
  CAND_NO INTEGER PRIMARY KEY, FST_NM TEXT NOT NULL, LST_NM TEXT NOT NULL, BRTH_DT TEXT NOT NULL, RES_CITY TEXT NOT NULL, MAIL_CITY TEXT NOT NULL,
  SCHL_NO INTEGER REFERENCES SCHL(SCHL_NO), REG_DT TEXT NOT NULL, LSN_HRS TEXT NOT NULL);
CREATE TABLE EXMR (
  EXMR_NO INTEGER PRIMARY KEY, LST_NM TEXT NOT NULL, SUP_NO INTEGER REFERENCES EXMR(EXMR_NO), BRTH_DT TEXT NOT NULL, HIRE_DT TEXT NOT NULL,
  TERM_DT TEXT, HOME_CTR_CD TEXT NOT NULL REFERENCES CTR(CTR_CD));
CREATE TABLE RSLT_REF (RSLT_CD TEXT PRIMARY KEY, RSLT_DESC TEXT NOT NULL);
CREATE TABLE TST (
  TST_NO INTEGER PRIMARY KEY, CAND_NO INTEGER NOT NULL REFERENCES CAND(CAND_NO), EXMR_NO INTEGER REFERENCES EXMR(EXMR_NO), CTR_CD TEXT NOT NULL REFERENCES CTR(CTR_CD),
  CAT_CD TEXT NOT NULL, BKD_DT TEXT NOT NULL, SCHD_DT TEXT NOT NULL, HELD_DT TEXT, RSLT_CD TEXT, DUR_MIN INTEGER);
CREATE TABLE FLT_TYP (FLT_CD TEXT PRIMARY KEY, FLT_DESC TEXT NOT NULL, GRP TEXT NOT NULL, STD_PTS INTEGER NOT NULL);
CREATE TABLE TST_FLT (TST_NO INTEGER NOT NULL REFERENCES TST(TST_NO), FLT_CD TEXT NOT NULL REFERENCES FLT_TYP(FLT_CD), CNT INTEGER NOT NULL, PTS INTEGER NOT NULL, PRIMARY KEY (TST_NO, FLT_CD));
CREATE TABLE FEE (
  FEE_NO INTEGER PRIMARY KEY, TST_NO INTEGER NOT NULL REFERENCES TST(TST_NO), KIND TEXT NOT NULL, AMT_CT INTEGER NOT NULL, BILL_DT TEXT NOT NULL,
  DUE_DT TEXT NOT NULL, PAID_DT TEXT);
"""
FAULTS = [("SIG", "No signal", "Observation", 2), ("MIR", "Mirror check", "Observation", 1), ("BLD", "Blind spot", "Observation", 3), ("SPD", "Too fast", "Speed", 4), ("SLO", "Undue hesitation", "Speed", 1),
          ("STL", "Stalled", "Control", 1), ("CLT", "Clutch", "Control", 1), ("PRK", "Parking", "Manoeuvre", 2), ("REV", "Reversing", "Manoeuvre", 2), ("RED", "Red light", "Rules", 10)]


def fill(m):
    m.add("CTR", [("N01", "Norwich", "East", None), ("N02", "Thetford", "East", "N01"), ("I01", "Ipswich", "East", "N01"), ("L01", "Leeds", "North", None), ("L02", "Wakefield", "North", "L01"),
                  ("Y01", "York", "North", "L01"), ("B01", "Bath", "West", None), ("B02", "Frome", "West", "B01")])
    order = m.some(range(1, 15), 14)
    m.add("SCHL", [(n, f"{m.pick(['Ace', 'Blue', 'First', 'Swift', 'Green'])} {m.pick(['Drive', 'Motoring', 'Wheels'])} {n}", m.pick(["Norwich", "Leeds", "Bath", "York"]), order[n - 1],
                    m.day("2025-01-01", "2026-05-01") if n in (4, 9, 13) else None) for n in range(1, 15)])
    cands = []
    for n in range(1, 221):
        city = m.pick({"Norwich": 5, "Leeds": 6, "Bath": 3, "York": 2})
        cands.append((n, *m.person(), m.day("1970-01-01", "2008-12-31") if m.chance(.3) else m.day("2000-01-01", "2008-12-31"), city, city if m.chance(.75) else m.pick(["Leeds", "London"]),
                      m.pick({k: 13 - k for k in range(1, 13)}) if m.chance(.85) else None, m.day("2023-03-01", "2026-05-20"), m.pick(["n/a", "-"]) if m.chance(.12) else str(m.skewed(4, 120, 1))))
    m.add("CAND", cands)
    exmrs = [(n, m.person()[1], None if n < 3 else m.whole(1, 2) if n < 7 else m.whole(2, 6), m.day("1958-01-01", "1996-12-31"), m.day("2008-01-10", "2025-11-30"),
              m.day("2026-01-10", "2026-06-01") if n > 6 and m.chance(.25) else None, m.pick(["N01", "I01", "L01", "Y01", "B01"])) for n in range(1, 20)]
    m.add("EXMR", exmrs)
    m.add("RSLT_REF", [("P", "Passed"), ("F", "Failed"), ("N", "No show"), ("X", "Cancelled")])
    tests, faults, fees = [], [], []
    for n in range(1, 641):
        c = int(m.random.random() ** 1.6 * 205) + 1
        booked = m.day("2024-02-01", "2026-06-01")
        sched = later(booked, days=m.whole(7, 60))
        rslt = m.pick({"P": 9, "F": 9, "N": 1, "X": 2}) if sched < "2026-06-20" else None
        held = later(sched, days=m.pick([0, 0, 0, 0, 0, 3, 7])) if rslt and rslt in "PF" else None
        tests.append((n, c, m.pick({k: 19 - k for k in range(1, 18)}) if held else None, m.pick({"N01": 5, "I01": 3, "N02": 1, "L01": 6, "L02": 2, "Y01": 3, "B01": 3}),
                      m.pick({"B": 12, "A": 3, "C": 1}), booked, sched, held, rslt, m.whole(5, 13) * 5 if held else None))
        if held:
            for f in m.some(FAULTS[:9] if rslt == "P" else FAULTS, m.pick([0, 1, 2, 3] if rslt == "P" else [2, 3, 4, 5])):
                k = m.pick([1, 1, 1, 2, 4])
                faults.append((n, f[0], k, f[3] + m.pick([0, 0, 0, 1])))
        for kind in ["base"] + (["rush"] if m.chance(.2) else []) + (["no show"] if rslt == "N" else []):
            due = later(booked, days=14)
            fees.append((len(fees) + 1, n, kind, {"base": 6200, "rush": 2550, "no show": 4000}[kind] + m.pick([0, 0, 0, 1300]), booked, due,
                         later(due, days=m.pick([-10, -7, -3, -1, 0, 2, 9])) if m.chance(.9) else None))
    m.add("TST", tests)
    m.add("FLT_TYP", FAULTS)
    m.add("TST_FLT", faults)
    m.add("FEE", fees)
