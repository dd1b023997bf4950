"""Loan servicing at a bank: borrowers, loans, instalment schedules, payments and their allocation, fees, collateral, dunning."""
from making import later

SCHEMA = """
CREATE TABLE brch (brch_id INTEGER PRIMARY KEY, brch_nm TEXT NOT NULL, regn TEXT NOT NULL);
CREATE TABLE emp (
  emp_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, brch_id INTEGER NOT NULL REFERENCES brch(brch_id), sup_id INTEGER REFERENCES emp(emp_id),
  st_dt TEXT NOT NULL, end_dt TEXT);
CREATE TABLE cust (cust_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, birth_dt TEXT, city TEXT, rtng TEXT);
CREATE TABLE prod (prod_cd TEXT PRIMARY KEY, prod_nm TEXT NOT NULL, is_secured INTEGER NOT NULL);
CREATE TABLE ln (
  ln_no INTEGER PRIMARY KEY, cust_id INTEGER NOT NULL REFERENCES cust(cust_id), co_cust_id INTEGER REFERENCES cust(cust_id),
  prod_cd TEXT NOT NULL REFERENCES prod(prod_cd), brch_id INTEGER NOT NULL, ofcr_id INTEGER, orig_dt TEXT NOT NULL, mat_dt TEXT NOT NULL,
  prin_amt REAL NOT NULL, int_rt TEXT NOT NULL, sts_cd TEXT NOT NULL, clsd_dt TEXT);
CREATE TABLE inst (
  ln_no INTEGER NOT NULL REFERENCES ln(ln_no), inst_no INTEGER NOT NULL, due_dt TEXT NOT NULL, prin_due REAL NOT NULL, int_due REAL NOT NULL,
  PRIMARY KEY (ln_no, inst_no));
CREATE TABLE pmt (pmt_id INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL REFERENCES ln(ln_no), rcvd_dt TEXT NOT NULL, amt REAL NOT NULL, mthd TEXT NOT NULL, rvsd_dt TEXT);
CREATE TABLE alloc (pmt_id INTEGER NOT NULL, ln_no INTEGER NOT NULL, inst_no INTEGER NOT NULL, amt REAL NOT NULL, PRIMARY KEY (pmt_id, ln_no, inst_no));
CREATE TABLE fee (fee_id INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL, fee_typ TEXT NOT NULL, chg_dt TEXT NOT NULL, amt REAL NOT NULL, wvd_dt TEXT);
CREATE TABLE colt (colt_id INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL, colt_typ TEXT NOT NULL, val_amt REAL, val_dt TEXT NOT NULL);
CREATE TABLE dun (
  dun_id INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL, emp_id INTEGER, sent_dt TEXT NOT NULL, lvl INTEGER NOT NULL, prms_dt TEXT, prms_amt REAL);
"""


def fill(m):
    m.add("brch", [(1, "Main Square", "North"), (2, "Riverside", "North"), (3, "Station", "South"), (4, "Old Mill", "South"), (5, "Airport", "East")])
    crew = []
    for n in range(1, 25):
        first, last = m.person()
        crew.append((n, f"{first} {last}", m.pick([1, 1, 2, 3, 4]), None if n == 1 else 1 if n < 5 else m.pick([2, 3, 4, m.whole(1, n - 1)]),
                     m.day("2008-01-01", "2024-06-01"), m.day("2024-08-01", "2025-10-31") if n > 5 and m.chance(.2) else None))
    m.add("emp", crew)
    people = []
    for n in range(1, 131):
        first, last = m.person()
        people.append((n, f"{first} {last}", m.day("1948-01-01", "2003-12-31") if m.chance(.92) else None, m.pick(["Gent", "Brugge", "Aalst", "Leuven", None]),
                       m.pick({"A": 3, "B": 5, "C": 4, "D": 2, None: 1})))
    m.add("cust", people)
    m.add("prod", [("MTG", "Mortgage", 1), ("CAR", "Car loan", 1), ("PER", "Personal loan", 0), ("STU", "Student loan", 0), ("BRG", "Bridge loan", 1)])
    loans, plan, paid, parts, fees, things, letters = [], [], [], [], [], [], []
    for n in range(1, 171):
        prod = m.pick({"MTG": 3, "CAR": 5, "PER": 6, "STU": 2})
        day = m.day("2023-01-10", "2025-07-20")
        terms = m.pick([6, 9, 12, 12, 18, 24])
        prin = m.whole(2, 30) * 500 if prod != "MTG" else m.whole(60, 300) * 1000
        rate = m.pick([2.9, 3.5, 4.25, 5.9, 7.5, 9.9, 10.5, 12.0])
        state = m.pick({"A": 10, "P": 5, "D": 2, "W": 1})
        end = later(day, days=30 * terms)
        who = int(m.random.random() ** 1.4 * 112) + 1
        loans.append((1000 + n, who, m.pick([c for c in range(1, 120) if c != who]) if m.chance(.22) else None, prod, m.pick({1: 4, 2: 3, 3: 3, 4: 2}),
                      m.whole(2, 18) if m.chance(.92) else None, day, end, float(prin), str(rate), state,
                      later(end, days=m.pick([-90, -20, 0, 0])) if state == "P" else m.day("2025-03-01", "2025-11-30") if state == "W" else None))
        late = m.pick([0, 0, 0, 1, 2, 4])
        silent = m.chance(.05)
        for k in range(1, min(terms, 12) + 1):
            due = later(day, days=30 * k)
            share = round(prin / terms, 2)
            interest = round(prin * rate / 100 / 12, 2)
            plan.append((1000 + n, k, due, share, interest))
            if due > "2025-11-30" or silent or m.chance(.02 + .06 * late) or state in "DW" and k > 3:
                continue
            got = later(due, days=m.pick([-2, -1, 0, 0, 0, 0, 3, 9, 20, 45][late:late + 6]))
            bounced = m.chance(.04)
            whole = round(share + interest, 2)
            paid.append((len(paid) + 1, 1000 + n, got, whole, m.pick({"DD": 6, "TRF": 3, "CSH": 1}), later(got, days=m.whole(1, 5)) if bounced else None))
            if not bounced:
                parts.append((len(paid), 1000 + n, k, whole if m.chance(.9) else round(whole / 2, 2)))
                if k > 1 and m.chance(.06):
                    parts.append((len(paid), 1000 + n, k - 1, round(whole / 3, 2)))
            if got > later(due, days=5) or bounced:
                fees.append((len(fees) + 1, 1000 + n, "LATE" if not bounced else "RTN", later(due, days=10), m.pick([15.0, 15.0, 25.0]),
                             later(due, days=20) if m.chance(.2) else None))
                if m.chance(.7):
                    letters.append((len(letters) + 1, 1000 + n, m.whole(2, 20) if m.chance(.9) else None, later(due, days=m.whole(5, 25)), m.pick([1, 1, 2, 3]),
                                    later(due, days=m.whole(26, 40)) if m.chance(.4) else None, None))
                    if letters[-1][5]:
                        letters[-1] = letters[-1][:6] + (whole if m.chance(.8) else None,)
        if m.chance(.3):
            fees.append((len(fees) + 1, 1000 + n, "ORG", day, round(prin * .01, 2), None))
        if prod in ("MTG", "CAR"):
            for _ in range(m.pick([0, 1, 1, 1, 2])):
                things.append((len(things) + 1, 1000 + n, "HOUSE" if prod == "MTG" else m.pick(["CAR", "CAR", "DEPOSIT"]),
                               round(prin * m.amount(.5, 1.6), 0) if m.chance(.72) else None, day))
    m.add("ln", loans)
    m.add("inst", plan)
    m.add("pmt", paid)
    m.add("alloc", parts)
    m.add("fee", fees)
    m.add("colt", things)
    m.add("dun", letters)
