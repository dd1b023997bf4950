"""Billing of a chain of clinics, in an old system: days as numbers like 20250314, times as texts like 0930, codes with a table of texts."""
from making import later

SCHEMA = """
CREATE TABLE CLNC (CLNC_ID INTEGER PRIMARY KEY, CLNC_NM TEXT NOT NULL, CITY TEXT NOT NULL, OPN_DT INTEGER NOT NULL, CLS_DT INTEGER);
CREATE TABLE PRV (PRV_ID INTEGER PRIMARY KEY, PRV_NM TEXT NOT NULL, SPEC_CD TEXT NOT NULL, HOME_CLNC INTEGER REFERENCES CLNC(CLNC_ID), SUPV_ID INTEGER, BRTH_DT INTEGER NOT NULL, HIRE_DT INTEGER NOT NULL, TERM_DT INTEGER);
CREATE TABLE INSR (INS_ID INTEGER PRIMARY KEY, INS_NM TEXT NOT NULL, COPAY REAL);
CREATE TABLE PAT (PAT_ID INTEGER PRIMARY KEY, PAT_NM TEXT NOT NULL, BRTH_DT INTEGER NOT NULL, HOME_CITY TEXT, INS_ID INTEGER REFERENCES INSR(INS_ID), GUAR_ID INTEGER, REG_DT INTEGER NOT NULL);
CREATE TABLE VST (VST_ID INTEGER PRIMARY KEY, PAT_ID INTEGER NOT NULL REFERENCES PAT(PAT_ID), CLNC_ID INTEGER NOT NULL REFERENCES CLNC(CLNC_ID), PRV_ID INTEGER REFERENCES PRV(PRV_ID), VST_DT INTEGER NOT NULL, TM_IN TEXT, TM_OUT TEXT, STAT_CD TEXT NOT NULL);
CREATE TABLE CHRG (VST_ID INTEGER NOT NULL REFERENCES VST(VST_ID), SEQ INTEGER NOT NULL, PROC_CD TEXT NOT NULL, UNITS INTEGER NOT NULL, UNIT_AMT REAL NOT NULL, PRIMARY KEY (VST_ID, SEQ));
CREATE TABLE CLM (CLM_ID INTEGER PRIMARY KEY, VST_ID INTEGER NOT NULL REFERENCES VST(VST_ID), INS_ID INTEGER NOT NULL REFERENCES INSR(INS_ID), SUB_DT INTEGER NOT NULL, ADJ_DT INTEGER, BILL_AMT REAL NOT NULL, ALWD_AMT TEXT, STAT_CD TEXT NOT NULL);
CREATE TABLE PMT (PMT_ID INTEGER PRIMARY KEY, VST_ID INTEGER NOT NULL REFERENCES VST(VST_ID), PMT_DT INTEGER NOT NULL, AMT REAL NOT NULL, SRC_CD TEXT NOT NULL, VOID_FL TEXT NOT NULL);
CREATE TABLE CD_TXT (CD_TYP TEXT NOT NULL, CD TEXT NOT NULL, TXT TEXT NOT NULL, PRIMARY KEY (CD_TYP, CD));
"""
CODES = [("VST", "1", "booked"), ("VST", "2", "done"), ("VST", "3", "no-show"), ("VST", "4", "cancelled"), ("CLM", "1", "open"), ("CLM", "2", "paid"), ("CLM", "3", "denied"), ("SPEC", "GP", "general practice"), ("SPEC", "DE", "dermatology"), ("SPEC", "OR", "orthopaedics"),
         ("SPEC", "PE", "paediatrics"), ("SRC", "P", "patient"), ("SRC", "I", "insurer"), ("PROC", "V10", "office visit"), ("PROC", "V20", "long visit"), ("PROC", "X30", "x-ray"), ("PROC", "L40", "blood test"), ("PROC", "S50", "stitches"), ("PROC", "T60", "vaccination")]
PRICES = {"V10": 80, "V20": 140, "X30": 120, "L40": 35, "S50": 210, "T60": 45}


def number(day):
    return int(day.replace("-", ""))


def fill(m):
    m.add("CD_TXT", CODES)
    cities = ["Boise", "Nampa", "Salem", "Eugene", "Reno"]
    m.add("CLNC", [(1, "Boise Main", "Boise", 20090301, None), (2, "Boise West", "Boise", 20160901, None), (3, "Nampa", "Nampa", 20120115, None), (4, "Salem Park", "Salem", 20180401, None), (5, "Eugene", "Eugene", 20140610, 20250630), (6, "Reno", "Reno", 20250901, None)])
    m.add("INSR", [(1, "BlueRiver", 25.0), (2, "StateCare", 0.0), (3, "Summit", 40.0), (4, "Union Health", 20.0), (5, "Pioneer", None)])
    prv = []
    for n in range(1, 31):
        hired = number(m.day("2010-01-01", "2025-03-01"))
        prv.append((n, "Dr " + " ".join(m.person()), m.pick({"GP": 6, "DE": 2, "OR": 3, "PE": 2}), m.pick([1, 1, 2, 3, 4, 5]) if m.chance(.93) else None, None if n in (1, 2) else m.pick([1, 2]) if n < 7 else m.whole(1, 6), number(m.day("1958-01-01", "1992-12-31")), hired, number(m.day("2025-04-01", "2025-11-30")) if n > 8 and m.chance(.2) else None))
    m.add("PRV", prv)
    pats = []
    for n in range(1, 181):
        child = m.chance(.25) and n > 20
        pats.append((n, " ".join(m.person()), number(m.day("2009-01-01", "2023-12-31") if child else m.day("1938-01-01", "2005-12-31")), m.pick(cities + ["Boise", "Boise"]) if m.chance(.92) else None, m.pick({1: 6, 2: 4, 3: 3, 4: 1}) if m.chance(.86) else None, m.whole(1, 20) if child else None, number(m.day("2019-01-01", "2025-06-30"))))
    m.add("PAT", pats)
    vsts, chrgs, clms, pmts = [], [], [], []
    for n in range(1, 521):
        p = pats[int(m.random.random() ** 1.6 * 168)]
        day = m.day("2023-06-01", "2025-12-20")
        at = m.whole(8 * 60, 17 * 60)
        stat = m.pick({"2": 15, "3": 2, "4": 2, "1": 1})
        come = stat == "2"
        out = at + m.pick([10, 15, 20, 25, 35, 45, 60, 75, 95])
        vsts.append((n, p[0], m.pick({1: 6, 2: 4, 3: 3, 4: 3, 5: 2}), m.whole(1, 27) if m.chance(.95) else None, number(day), f"{at // 60:02}{at % 60:02}" if come else None, f"{out // 60:02}{out % 60:02}" if come and m.chance(.96) else None, stat))
        if not come:
            continue
        total = 0
        for seq, code in enumerate(m.some(PRICES, m.pick([1, 1, 1, 2, 2, 3, 4])), 1):
            chrgs.append((n, seq, code, m.pick([1, 1, 1, 1, 2, 3]), round(PRICES[code] * m.pick([1, 1, 1, 1.1, .9]), 2)))
            total += chrgs[-1][3] * chrgs[-1][4]
        left = total
        if p[4] and m.chance(.92):
            for _ in range(m.pick([1, 1, 1, 1, 2])):
                sub = later(day, days=m.pick([0, 1, 2, 5, 12]))
                fate = m.pick({"2": 7, "3": 2, "1": 1})
                adj = later(sub, days=m.pick([6, 10, 14, 21, 30, 31, 45])) if fate != "1" else None
                ok = round(total * m.pick([.6, .7, .8, .9, 1]), 2) if fate == "2" else None
                clms.append((len(clms) + 1, n, p[4] if m.chance(.85) else m.whole(1, 4), number(sub), number(adj) if adj else None, round(total, 2), f"{ok:.2f}" if ok is not None else None, fate))
                if fate == "2":
                    pmts.append((len(pmts) + 1, n, number(later(adj, days=m.whole(0, 6))), ok, "I", "Y" if m.chance(.05) else "N"))
                    left -= ok
                    break
        if left > 1 and m.chance(.75):
            for part in m.pick([[1], [1], [.5, .5], [.5], [.25, .25]]):
                pmts.append((len(pmts) + 1, n, number(later(day, days=m.pick([0, 0, 10, 30, 60]))), round(left * part, 2), "P", "Y" if m.chance(.05) else "N"))
    m.add("VST", vsts)
    m.add("CHRG", chrgs)
    m.add("CLM", clms)
    m.add("PMT", pmts)
