"""A container terminal: lines, vessels, berths, calls, containers, moves by crane and operator, gate visits, invoices with lines."""
from making import later

SCHEMA = """
CREATE TABLE SHPLN (LN_CD TEXT PRIMARY KEY, LN_NM TEXT NOT NULL, ALLIANCE TEXT);
CREATE TABLE VSL (VSL_ID INTEGER PRIMARY KEY, VSL_NM TEXT NOT NULL, LN_CD TEXT NOT NULL REFERENCES SHPLN(LN_CD), TEU_CAP INTEGER NOT NULL, BLT_YR INTEGER NOT NULL, REPL_VSL_ID INTEGER REFERENCES VSL(VSL_ID));
CREATE TABLE VCALL (CALL_ID INTEGER PRIMARY KEY, VSL_ID INTEGER NOT NULL REFERENCES VSL(VSL_ID), BRTH_NO INTEGER NOT NULL, ETA TEXT NOT NULL, ATA TEXT, ETD TEXT NOT NULL, ATD TEXT, STAT TEXT NOT NULL);
CREATE TABLE CNTR (CNTR_NO TEXT PRIMARY KEY, ISO_TYP TEXT NOT NULL, LN_CD TEXT NOT NULL REFERENCES SHPLN(LN_CD), TARE_KG INTEGER NOT NULL);
CREATE TABLE OPRTR (OPR_ID INTEGER PRIMARY KEY, OPR_NM TEXT NOT NULL, SUPV_ID INTEGER REFERENCES OPRTR(OPR_ID), HIRE_DT TEXT NOT NULL);
CREATE TABLE CMOV (MOV_ID INTEGER PRIMARY KEY, CALL_ID INTEGER NOT NULL REFERENCES VCALL(CALL_ID), CNTR_NO TEXT NOT NULL REFERENCES CNTR(CNTR_NO), MOV_DIR TEXT NOT NULL, POL TEXT NOT NULL, POD TEXT NOT NULL, GRS_KG TEXT, MOV_TS TEXT NOT NULL, CRN_NO INTEGER NOT NULL, OPR_ID INTEGER REFERENCES OPRTR(OPR_ID));
CREATE TABLE GATE (GATE_ID INTEGER PRIMARY KEY, CNTR_NO TEXT NOT NULL REFERENCES CNTR(CNTR_NO), TRK_CO TEXT NOT NULL, GT_DIR TEXT NOT NULL, APPT_TS TEXT, ARR_TS TEXT, DEP_TS TEXT);
CREATE TABLE INV (INV_NO INTEGER PRIMARY KEY, CALL_ID INTEGER NOT NULL REFERENCES VCALL(CALL_ID), ISS_DT TEXT NOT NULL, DUE_DT TEXT NOT NULL, PAID_DT TEXT);
CREATE TABLE INVL (INV_NO INTEGER NOT NULL REFERENCES INV(INV_NO), LN_NO INTEGER NOT NULL, SVC_CD TEXT NOT NULL, QTY INTEGER NOT NULL, UNIT_AMT INTEGER NOT NULL, TRF_AMT INTEGER NOT NULL, PRIMARY KEY (INV_NO, LN_NO));
"""
LINES = [("MRL", "Marlin Line", "Blue"), ("OCE", "Oceanic", "Blue"), ("PAX", "Pax Carriers", None), ("SUN", "Sunrise", "Star"), ("TRI", "Triton", "Star"), ("VEG", "Vega Shipping", None), ("WES", "Western", "Star"), ("ZET", "Zeta", None)]
PORTS = ["HAM", "RTM", "SIN", "NYC", "SHA"]
HERE = "ANT"


def fill(m):
    m.add("SHPLN", LINES)
    vessels = [(n, f"{m.pick(['Sea', 'Star', 'Ocean', 'Polar'])} {m.pick(['Eagle', 'Rose', 'Pride', 'Dawn'])} {n}", m.pick(LINES[:7])[0], m.pick([1200, 2500, 4800, 9000, 14000]), m.whole(1998, 2023), m.whole(1, n - 1) if n > 6 and m.chance(.35) else None) for n in range(1, 43)]
    m.add("VSL", vessels)
    boxes = [(f"{m.pick('ABCD')}{m.pick('XYZ')}U{1000 + n}", m.pick({"22G1": 4, "42G1": 5, "45R1": 2, "22T1": 1}), m.pick(LINES[:7])[0], m.pick([2200, 2300, 3800, 4600])) for n in range(1, 421)]
    m.add("CNTR", boxes)
    crew = [(n, " ".join(m.person()) + f" {n}", m.whole(1, min(n - 1, 8)) if n > 2 and m.chance(.9) else None, m.day("2012-01-01", "2023-12-31")) for n in range(1, 33)]
    m.add("OPRTR", crew)
    calls, moves, invs, rows = [], [], [], []
    for n in range(1, 151):
        eta = m.moment("2024-01-01", "2025-08-31")
        stat = m.pick({"C": 12, "X": 2, "S": 1})
        etd = later(eta, hours=m.pick([12, 18, 24, 36]))
        ata = later(eta, hours=m.pick([-3, -1, 0, 0, 1, 2, 5, 9, 24])) if stat == "C" else None
        atd = later(ata, hours=m.pick([10, 15, 20, 30, 48])) if ata else None
        calls.append((n, m.whole(1, 37), m.whole(1, 5), eta, ata, etd, atd, stat))
        if stat != "C":
            continue
        for box in m.some(boxes[:380], m.pick([4, 8, 12, 16, 22])):
            way = m.pick("LD")
            port = m.pick(PORTS)
            moves.append((len(moves) + 1, n, box[0], way, HERE if way == "L" else port, port if way == "L" else HERE, str(box[3] + m.pick([0, 0, 4000, 9000, 15000, 22000]) + 10 * m.whole(0, 90)) if m.chance(.88) else m.pick(["n/a", "-", ""]), later(ata, minutes=m.whole(30, 600)), m.whole(1, 6), m.whole(1, 28) if m.chance(.94) else None))
        for _ in range(m.pick([0, 1, 1, 1, 2])):
            issued = later(atd[:10], days=m.whole(1, 9))
            due = later(issued, days=m.pick([14, 30]))
            invs.append((len(invs) + 1, n, issued, due, later(due, days=m.pick([-10, -3, 0, 0, 1, 6, 20])) if m.chance(.82) else None))
            for at in range(1, m.pick([1, 2, 3, 4]) + 1):
                price = m.pick([90, 150, 260, 400])
                rows.append((len(invs), at, m.pick(["LIFT", "STOR", "REEF", "PILT", "MOOR"]), m.whole(1, 25), int(price * m.pick([1, 1, .9, .8])), price))
    m.add("VCALL", calls)
    m.add("CMOV", moves)
    m.add("INV", invs)
    m.add("INVL", rows)
    visits = []
    for n in range(1, 621):
        slot = m.moment("2024-01-01", "2025-08-31", (5, 20))
        came = later(slot, minutes=m.pick([-40, -10, 0, 5, 15, 30, 31, 75])) if m.chance(.9) else None
        visits.append((n, m.pick(boxes[:350])[0], m.pick(["Kolb", "Rapid", "Van Dijk", "Trans", "Nord"]), m.pick("IO"), slot if m.chance(.9) else None, came, later(came, minutes=m.pick([15, 25, 40, 60, 61, 95])) if came and m.chance(.95) else None))
    m.add("GATE", visits)
