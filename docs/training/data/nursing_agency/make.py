"""An agency that lends nurses: grades, nurses, skills, clients, shifts, assignments, leave, invoices. Old column names."""
from making import later

SCHEMA = """
CREATE TABLE GRD_REF (GRD_CD INTEGER PRIMARY KEY, GRD_DS TEXT NOT NULL);
CREATE TABLE NRS (NRS_NO INTEGER PRIMARY KEY, NRS_NM TEXT NOT NULL, GRD_CD INTEGER NOT NULL REFERENCES GRD_REF(GRD_CD), HOME_TWN TEXT, REG_EXP TEXT, HIRE_DT TEXT NOT NULL, LEFT_DT TEXT, MNTR_NO INTEGER, BASE_RT TEXT);
CREATE TABLE NRS_SKL (NRS_NO INTEGER NOT NULL REFERENCES NRS(NRS_NO), SKL_CD TEXT NOT NULL, LVL INTEGER NOT NULL, PRIMARY KEY (NRS_NO, SKL_CD));
CREATE TABLE CLNT (CLNT_NO INTEGER PRIMARY KEY, CLNT_NM TEXT NOT NULL, CLNT_TYP TEXT NOT NULL, SITE_TWN TEXT NOT NULL, BILL_TWN TEXT NOT NULL, CTR_ST TEXT NOT NULL, CTR_END TEXT, BEDS TEXT);
CREATE TABLE SHFT (SHFT_NO INTEGER PRIMARY KEY, CLNT_NO INTEGER NOT NULL REFERENCES CLNT(CLNT_NO), SHFT_DT TEXT NOT NULL, SHFT_KND TEXT NOT NULL, REQ_GRD INTEGER NOT NULL REFERENCES GRD_REF(GRD_CD), REQ_DT TEXT NOT NULL, STAT_CD TEXT NOT NULL, PLN_MIN INTEGER NOT NULL);
CREATE TABLE ASGN (ASGN_NO INTEGER PRIMARY KEY, SHFT_NO INTEGER NOT NULL REFERENCES SHFT(SHFT_NO), NRS_NO INTEGER NOT NULL REFERENCES NRS(NRS_NO), WRK_MIN INTEGER, PAY_CT INTEGER NOT NULL, CHG_CT INTEGER NOT NULL, RTG INTEGER);
CREATE TABLE LEAVE_REC (LV_NO INTEGER PRIMARY KEY, NRS_NO INTEGER NOT NULL REFERENCES NRS(NRS_NO), LV_TYP TEXT NOT NULL, FR_DT TEXT NOT NULL, DAYS TEXT NOT NULL);
CREATE TABLE INV (INV_NO INTEGER PRIMARY KEY, CLNT_NO INTEGER NOT NULL REFERENCES CLNT(CLNT_NO), INV_DT TEXT NOT NULL, DUE_DT TEXT NOT NULL, PD_DT TEXT, NET_CT INTEGER NOT NULL, VAT_CT INTEGER NOT NULL);
"""


def fill(m):
    m.add("GRD_REF", [(1, "assistant"), (2, "enrolled nurse"), (3, "registered nurse"), (4, "senior nurse"), (5, "matron"), (6, "trainee")])
    towns = {"Cork": 5, "Galway": 3, "Sligo": 2, "Tralee": 1}
    nurses = []
    for n in range(1, 101):
        grade, hired = m.pick({1: 5, 2: 3, 3: 7, 4: 3, 5: 1}), m.day("2012-01-01", "2026-05-15")
        nurses.append((n, " ".join(m.person()), grade, m.pick(towns) if m.chance(.93) else None, m.day("2026-01-01", "2029-12-31").replace("-", "") if m.chance(.9) else None, hired, later(hired, days=m.whole(90, 1500)) if hired < "2022-01-01" and m.chance(.3) else None,
                       m.whole(1, n - 1) if n > 6 and m.chance(.5) else None, f"{m.whole(7, 13) + 5 * (grade > 2) + 4 * (grade > 3)}.{m.pick(['00', '25', '50', '80'])}" if m.chance(.92) else None))
    m.add("NRS", nurses)
    m.add("NRS_SKL", [(n[0], s, m.pick([1, 1, 2, 2, 3])) for n in nurses[:92] for s in m.some(["ICU", "PED", "GER", "DIA", "PAL"], m.pick([0, 1, 1, 2, 3]))])
    clients = []
    for n in range(1, 41):
        kind, site = m.pick({"H": 3, "C": 5, "P": 2}), m.pick(towns)
        clients.append((n, f"{m.pick(['St', 'Mount', 'Glen', 'Oak', 'Holy', 'River'])} {m.pick(['Anna', 'Carmel', 'View', 'Brigid', 'Court', 'Haven'])} {n}", kind, site, site if m.chance(.55) else m.pick(["Cork", "Dublin", "Galway"]), m.day("2019-01-01", "2025-12-31"),
                        m.day("2026-01-01", "2027-12-31") if m.chance(.6) else None, str(m.whole(110, 720) if kind == "H" else m.whole(18, 96) if kind == "C" else m.whole(1, 9)) if m.chance(.92) else None))
    m.add("CLNT", clients)
    shifts, given = [], []
    for n in range(1, 431):
        day = m.day("2024-07-01", "2026-06-25")
        stat = m.pick({"F": 13, "U": 3, "X": 2})
        plan = m.pick([360, 480, 480, 600, 720])
        shifts.append((n, int(m.random.random() ** 1.6 * 36) + 1, day, m.pick({"D": 6, "N": 4, "W": 3}), m.pick({1: 4, 2: 3, 3: 6, 4: 2}), later(day, days=-m.whole(1, 45)), stat, plan))
        if stat == "F":
            for k in m.some(range(1, 91), m.pick([1, 1, 1, 2, 3])):
                pay = m.whole(1100, 3100)
                given.append((len(given) + 1, n, k if m.chance(.6) else int(m.random.random() ** 2 * 40) + 1, max(120, plan + m.pick([-90, -30, 0, 0, 0, 15, 45, 90])) if m.chance(.95) else None, pay, int(pay * m.pick([1.2, 1.3, 1.35, 1.5, 1.8])), m.pick([1, 2, 3, 4, 4, 5, 5]) if m.chance(.7) else None))
    m.add("SHFT", shifts)
    m.add("ASGN", given)
    m.add("LEAVE_REC", [(n, m.whole(1, 85), m.pick({"sick": 5, "holiday": 6, "training": 2}), m.day("2024-07-01", "2026-06-20"), str(m.pick([1, 1, 2, 3, 5, 5, 7, 10, 14, 21]))) for n in range(1, 181)])
    bills = []
    for n in range(1, 261):
        day, net = m.day("2024-08-01", "2026-06-20"), m.whole(20000, 890000)
        bills.append((n, int(m.random.random() ** 1.6 * 35) + 1, day, later(day, days=m.pick([14, 30, 30, 60])), later(day, days=m.pick([5, 12, 25, 33, 48, 75])) if m.chance(.82) else None, net, int(net * .23)))
    m.add("INV", bills)
