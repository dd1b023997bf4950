"""A travel insurer's old system, with short names: agents and their managers, policies that renew others, claims, payments."""
from making import later

SCHEMA = """
CREATE TABLE agt (
  agt_no INTEGER PRIMARY KEY, agt_nm TEXT NOT NULL, mgr_agt_no INTEGER REFERENCES agt(agt_no), branch_cd TEXT NOT NULL);
CREATE TABLE cust (
  cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, ctry_cd TEXT, birth_dt TEXT, ann_trips_txt TEXT);
CREATE TABLE pol (
  pol_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust(cust_no), sell_agt_no INTEGER REFERENCES agt(agt_no),
  serv_agt_no INTEGER NOT NULL REFERENCES agt(agt_no), prev_pol_no INTEGER REFERENCES pol(pol_no), prod_cd TEXT NOT NULL,
  sold_dt TEXT NOT NULL, start_dt TEXT NOT NULL, end_dt TEXT NOT NULL, canc_dt TEXT, list_prem REAL NOT NULL, net_prem REAL NOT NULL);
CREATE TABLE trip (
  trip_no INTEGER PRIMARY KEY, pol_no INTEGER NOT NULL REFERENCES pol(pol_no), orig_ctry TEXT NOT NULL, dest_ctry TEXT NOT NULL,
  dep_dt TEXT NOT NULL, ret_dt TEXT, trav_cnt INTEGER NOT NULL);
CREATE TABLE clm (
  clm_no INTEGER PRIMARY KEY, pol_no INTEGER NOT NULL REFERENCES pol(pol_no), hndl_agt_no INTEGER REFERENCES agt(agt_no),
  loss_dt TEXT NOT NULL, rept_dt TEXT NOT NULL, due_dt TEXT NOT NULL, clos_dt TEXT, stat_cd TEXT NOT NULL, est_amt_txt TEXT);
CREATE TABLE clm_item (
  clm_no INTEGER NOT NULL REFERENCES clm(clm_no), item_no INTEGER NOT NULL, cat_cd TEXT NOT NULL, qty INTEGER NOT NULL,
  unit_amt REAL NOT NULL, appr_amt REAL, PRIMARY KEY (clm_no, item_no));
CREATE TABLE pmt (
  pmt_no INTEGER PRIMARY KEY, clm_no INTEGER NOT NULL REFERENCES clm(clm_no), pmt_dt TEXT NOT NULL, gross_amt REAL NOT NULL,
  deduct_amt REAL NOT NULL);
"""
COUNTRIES = ["DE", "FR", "ES", "IT", "US", "TH"]


def fill(m):
    m.add("agt", [(n, " ".join(m.person()), None if n < 3 else m.whole(1, 2) if n < 7 else m.whole(3, 6), m.pick(["B01", "B02", "B03"])) for n in range(1, 23)])
    m.add("cust", [(n, " ".join(m.person()), m.pick(["DE", "FR", "AT", None]), m.day("1945-01-01", "2004-12-31"),
                    m.pick(["n/a", "-", "", "1", "2", "3", "4", "8", "12", "20"])) for n in range(1, 161)])
    pols, trips, claims, items, pays = [], [], [], [], []
    for n in range(1, 351):
        old = m.pick(pols) if len(pols) > 30 and m.chance(.35) else None
        sold = later(old[8], days=m.whole(-20, 60)) if old else m.day("2023-01-01", "2024-12-15")
        if sold > "2025-02-28":
            old, sold = None, m.day("2024-01-01", "2024-12-31")
        start = later(sold, days=m.pick([0, 1, 7, 14, 30]))
        end = later(start, days=m.pick([14, 30, 180, 364]))
        price = m.amount(25, 420)
        pols.append((n, old[1] if old else m.whole(1, 145), m.whole(7, 20) if m.chance(.85) else None, m.whole(5, 20), old[0] if old else None,
                     m.pick({"SINGLE": 5, "ANNUAL": 4, "FAMILY": 2, "WINTER": 1}), sold, start, end,
                     later(sold, days=m.whole(0, 20)) if m.chance(.12) else None, price, round(price * m.pick([1, 1, .95, .9, .8]), 2)))
    m.add("pol", pols)
    for p in pols:
        for _ in range(m.pick([0, 1, 1, 1, 2, 3])):
            leave = later(p[7], days=m.whole(0, 13))
            trips.append((len(trips) + 1, p[0], m.pick(COUNTRIES[:4]), m.pick(COUNTRIES), leave,
                          later(leave, days=m.whole(2, 21)) if m.chance(.93) else None, m.pick([1, 1, 2, 2, 3, 4, 5])))
        for _ in range(m.pick([0, 0, 0, 1, 1, 2, 3])):
            loss = later(p[7], days=m.whole(0, 13))
            rept = later(loss, days=m.pick([0, 1, 3, 7, 15, 40]))
            due = later(rept, days=30)
            stat = m.pick({"PAID": 6, "REJ": 2, "OPEN": 3})
            n = len(claims) + 1
            claims.append((n, p[0], m.whole(1, 20) if m.chance(.88) else None, loss, rept, due,
                           later(due, days=m.pick([-25, -20, -12, -3, 0, 0, 6, 30])) if stat != "OPEN" else None, stat,
                           m.pick(["n/a", "", "-", "950", "120", "1400", "300", "2600", "75", "10500"])))
            for at in range(m.pick([1, 1, 2, 3])):
                quantity, each = m.pick([1, 1, 1, 2, 3]), m.skewed(20, 1500)
                items.append((n, at + 1, m.pick({"MED": 4, "BAG": 4, "CANC": 2, "DELAY": 2}), quantity, each,
                              round(quantity * each * m.pick([1, 1, .8, .5, 0]), 2) if stat == "PAID" else 0.0 if stat == "REJ" else None))
            if stat == "PAID":
                total = sum(i[5] for i in items if i[0] == n)
                parts = m.pick([1, 1, 2])
                for at in range(parts):
                    pays.append((len(pays) + 1, n, later(claims[-1][6], days=m.pick([-2, 0, 0, 4, 9]) + 10 * at), round(total / parts, 2), m.pick([0, 0, 25, 50])))
    m.add("trip", trips)
    m.add("clm", claims)
    m.add("clm_item", items)
    m.add("pmt", pays)
