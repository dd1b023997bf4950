"""A city's permit office: parcels, owners, contractors, permits with reviews, inspections, fees, violations."""
from making import later

SCHEMA = """
CREATE TABLE DISTRICT (DIST_CD TEXT PRIMARY KEY, DIST_NAME TEXT NOT NULL, COUNCIL_SEAT INTEGER);
CREATE TABLE PARCEL (
  APN TEXT PRIMARY KEY, ADDR TEXT NOT NULL, DIST_CD TEXT REFERENCES DISTRICT(DIST_CD), ZONE_CD TEXT NOT NULL, LOT_SQM INTEGER, HISTORIC TEXT NOT NULL);
CREATE TABLE PERSON (PERSON_ID INTEGER PRIMARY KEY, LAST_NAME TEXT NOT NULL, FIRST_NAME TEXT, IS_COMPANY INTEGER NOT NULL, EMAIL TEXT);
CREATE TABLE PARCEL_OWNER (APN TEXT NOT NULL REFERENCES PARCEL(APN), PERSON_ID INTEGER NOT NULL REFERENCES PERSON(PERSON_ID), FROM_DT TEXT NOT NULL,
  TO_DT TEXT, SHARE_PCT REAL NOT NULL, PRIMARY KEY (APN, PERSON_ID, FROM_DT));
CREATE TABLE CONTRACTOR (LIC_NO TEXT PRIMARY KEY, FIRM TEXT NOT NULL, TRADE TEXT NOT NULL, LIC_EXP_DT TEXT NOT NULL, REVOKED_DT TEXT);
CREATE TABLE STAFF (STAFF_ID INTEGER PRIMARY KEY, STAFF_NAME TEXT NOT NULL, UNIT TEXT NOT NULL, CHIEF_ID INTEGER REFERENCES STAFF(STAFF_ID), END_DT TEXT);
CREATE TABLE PERMIT_TYPE (TYPE_CD TEXT PRIMARY KEY, TYPE_DESC TEXT NOT NULL, TARGET_DAYS INTEGER NOT NULL, BASE_FEE_CTS INTEGER NOT NULL);
CREATE TABLE PERMIT (
  PERMIT_NO TEXT PRIMARY KEY, TYPE_CD TEXT NOT NULL REFERENCES PERMIT_TYPE(TYPE_CD), APN TEXT NOT NULL REFERENCES PARCEL(APN),
  APPLICANT_ID INTEGER NOT NULL REFERENCES PERSON(PERSON_ID),
  LIC_NO TEXT REFERENCES CONTRACTOR(LIC_NO), FILED_DT TEXT NOT NULL, ISSUED_DT TEXT, EXPIRES_DT TEXT, FINALED_DT TEXT, STATUS INTEGER NOT NULL,
  VALUATION TEXT, AMENDS_NO TEXT REFERENCES PERMIT(PERMIT_NO));
CREATE TABLE REVIEW (PERMIT_NO TEXT NOT NULL REFERENCES PERMIT(PERMIT_NO), ROUND_NO INTEGER NOT NULL, DEPT TEXT NOT NULL,
  REVIEWER_ID INTEGER REFERENCES STAFF(STAFF_ID), ASSIGNED_DT TEXT NOT NULL, DONE_DT TEXT, OUTCOME TEXT,
  PRIMARY KEY (PERMIT_NO, ROUND_NO, DEPT));
CREATE TABLE INSPECTION (INSP_ID INTEGER PRIMARY KEY, PERMIT_NO TEXT NOT NULL REFERENCES PERMIT(PERMIT_NO), INSPECTOR_ID INTEGER, REQUESTED_DT TEXT NOT NULL,
  SCHEDULED_DT TEXT, DONE_TS TEXT, RESULT TEXT);
CREATE TABLE FEE_LINE (FEE_ID INTEGER PRIMARY KEY, PERMIT_NO TEXT NOT NULL REFERENCES PERMIT(PERMIT_NO), FEE_CD TEXT NOT NULL, AMT_CTS INTEGER NOT NULL,
  BILLED_DT TEXT NOT NULL, PAID_DT TEXT, WAIVED INTEGER NOT NULL);
CREATE TABLE VIOLATION (VIOL_ID INTEGER PRIMARY KEY, APN TEXT NOT NULL REFERENCES PARCEL(APN), PERMIT_NO TEXT, OPENED_DT TEXT NOT NULL, CLOSED_DT TEXT,
  CLASS INTEGER NOT NULL, FINE_CTS INTEGER NOT NULL);
"""
TYPES = [("BLD", "New building", 90, 120000), ("ALT", "Alteration", 45, 40000), ("ELE", "Electrical", 20, 9000), ("PLB", "Plumbing", 20, 8000),
    ("DEM", "Demolition", 60, 30000), ("SGN", "Sign", 15, 5000), ("FLM", "Film shoot", 7, 15000)]
STREET = "Elm,Harbor,Mill,Canal,Park,Station,Garden,Chapel".split(",")


def fill(m):
    m.add("DISTRICT", [("D1", "Old Town", 1), ("D2", "Harborside", 2), ("D3", "Northfield", 3), ("D4", "Mill Quarter", 4), ("D5", "Airport Area", None)])
    apns = []
    for n in range(1, 181):
        apns.append((f"{m.whole(10, 40)}-{n:04}", f"{m.whole(1, 220)} {m.pick(STREET)} St", m.pick({"D1": 5, "D2": 4, "D3": 4, "D4": 2, None: 1}),
            m.pick(["R1", "R2", "C1", "M1"]), m.whole(180, 2400) if m.chance(.93) else None, m.pick(["N", "N", "N", "Y"])))
    m.add("PARCEL", apns)
    people = []
    for n in range(1, 161):
        first, last = m.person()
        comp = int(m.chance(.2))
        people.append((n, f"{last} {m.pick(['Homes', 'Realty', 'Group'])}" if comp else last, None if comp else first, comp, f"p{n}@mail.example"
            if m.chance(.8) else None))
    m.add("PERSON", people)
    own = []
    for a in apns:
        d = m.day("2005-01-01", "2023-12-31")
        for k in range(m.pick([1, 1, 1, 2])):
            end = m.day(d, "2025-05-31") if m.chance(.25) else None
            who = m.some(range(1, 141), m.pick([1, 1, 1, 2]))
            own += [(a[0], w, d, end, 100.0 / len(who)) for w in who]
            if not end:
                break
            d = later(end, days=1)
    m.add("PARCEL_OWNER", own)
    cons = [(f"L{n:03}", f"{m.pick(['Apex', 'Bolt', 'Core', 'Delta', 'Eagle'])} {m.pick(['Build', 'Electric', 'Works', 'Plumbing'])}",
        m.pick(["general", "electric", "plumbing"]), m.day("2024-10-01", "2027-12-31"), m.day("2024-06-01", "2025-05-31") if m.chance(.1) else None)
        for n in range(1, 41)]
    m.add("CONTRACTOR", cons)
    m.add("STAFF", [(n, " ".join(m.person()), "review" if n % 2 else "inspection", None if n < 3 else 2 - n % 2 if n < 9 else m.whole(3, 8),
        m.day("2025-01-01", "2025-05-31") if m.chance(.15) and n > 3 and n not in (13, 21) else None) for n in range(1, 23)])
    m.add("PERMIT_TYPE", TYPES)
    per, rev, ins, fee = [], [], [], []
    for n in range(1, 421):
        filed = m.pick(["2024-12-31", "2025-01-01", "2025-03-31", "2025-06-30"]) if m.chance(.05) else m.day("2023-07-01", "2025-06-28")
        t = m.pick({"BLD": 3, "ALT": 8, "ELE": 8, "PLB": 6, "DEM": 2, "SGN": 2})
        target = next(x[2] for x in TYPES if x[0] == t)
        issued = later(filed, days=round(target * m.amount(.3, 1.7))) if m.chance(.8) else None
        if issued and issued > "2025-06-30":
            issued = None
        st = 1 if not issued and m.chance(.7) else 8 if not issued else m.pick({2: 5, 3: 5, 9: 1})
        final = min(later(issued, days=m.whole(30, 300)), "2025-06-30") if st == 3 else None
        a = m.pick(apns[:165])[0]
        no = f"{t}{filed[2:4]}-{n:04}"
        per.append((no, t, a, m.pick([o[1] for o in own if o[0] == a]) if m.chance(.6) else m.whole(1, 150), m.pick(cons[:34])[0] if m.chance(.75) else None,
            filed, issued, later(issued, days=180) if issued else None, final, st,
                    m.pick([str(m.whole(500, 9999)), str(m.whole(10000, 250000)), None if m.chance(.4) else "98000"]), m.pick(per)[0]
                    if n > 40 and m.chance(.1) else None))
        for r in range(1, m.pick([1, 1, 2, 3]) + 1):
            for dept in m.some(["zoning", "fire", "structural"], m.pick([1, 1, 2])):
                asg = later(filed, days=10 * r - 8)
                who = m.pick(range(1, 20, 2))
                done = m.chance(.9) and asg < "2025-06-15" or who == 13
                rev.append((no, r, dept, who if who == 13 or m.chance(.95) else None, asg, later(asg, days=m.whole(0, 25)) if done else None,
                    m.pick(["approved", "approved", "corrections", "denied"]) if done else None))
        if issued:
            for k in range(m.pick([0, 1, 2, 2, 3])):
                req = later(issued, days=m.whole(5, 160))
                if req > "2025-06-25":
                    continue
                did = m.chance(.88)
                ins.append((len(ins) + 1, no, m.pick(range(2, 23, 2)), req, later(req, days=m.whole(1, 6)),
                    later(req, days=m.whole(1, 9)) + f" {m.whole(8, 16):02}:{m.pick(['00', '15', '30'])}" if did else None,
                    m.pick({"pass": 8, "fail": 4, "partial": 1}) if did else None))
        for cd in m.some(["BASE", "PLAN", "INSP", "TECH"], m.pick([1, 2, 2, 3])):
            amt = {"BASE": next(x[3] for x in TYPES if x[0] == t), "PLAN": 25000, "INSP": 7500, "TECH": 1500}[cd]
            paid = m.chance(.82)
            fee.append((len(fee) + 1, no, cd, amt, filed if cd != "INSP" or not issued else issued, later(filed, days=m.whole(0, 30)) if paid else None,
                int(not paid and m.chance(.35))))
    m.add("PERMIT", per)
    m.add("REVIEW", rev)
    m.add("INSPECTION", ins)
    m.add("FEE_LINE", fee)
    m.add("VIOLATION", [(n, a, m.pick([p[0] for p in per if p[2] == a] or [None]) if m.chance(.5) else None, d, later(d, days=m.whole(5, 300))
        if m.chance(.6) and d < "2024-09-01" else None, m.pick([1, 1, 2, 3]), m.pick([0, 10000, 25000, 50000, 150000])) for n in range(1, 121)
        for a in [m.pick(apns)[0]] for d in [m.day("2023-09-01", "2025-06-20")]])
