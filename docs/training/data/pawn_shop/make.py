"""Pawn shops: customers, pledged items, loans with their payments, and sales of what was not redeemed; names as in an old system."""
from making import later

SCHEMA = """
CREATE TABLE shp (shp_cd TEXT PRIMARY KEY, shp_nm TEXT NOT NULL, cty TEXT NOT NULL);
CREATE TABLE emp (
  emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL, shp_cd TEXT NOT NULL REFERENCES shp(shp_cd), sup_no INTEGER REFERENCES emp(emp_no),
  hire_dt TEXT NOT NULL, term_dt TEXT, sal REAL NOT NULL);
CREATE TABLE cst (cst_no INTEGER PRIMARY KEY, cst_nm TEXT NOT NULL, res_cty TEXT NOT NULL, mail_cty TEXT NOT NULL, intro_by INTEGER REFERENCES cst(cst_no), reg_dt TEXT NOT NULL);
CREATE TABLE cat (cat_cd TEXT PRIMARY KEY, cat_ds TEXT NOT NULL, up_cat_cd TEXT REFERENCES cat(cat_cd));
CREATE TABLE ln (
  ln_no INTEGER PRIMARY KEY, cst_no INTEGER NOT NULL REFERENCES cst(cst_no), shp_cd TEXT NOT NULL REFERENCES shp(shp_cd), in_emp INTEGER NOT NULL REFERENCES emp(emp_no),
  out_emp INTEGER REFERENCES emp(emp_no), opn_dt TEXT NOT NULL, due_dt TEXT NOT NULL, cls_dt TEXT, st INTEGER NOT NULL, prn_amt REAL NOT NULL, int_pct REAL NOT NULL);
CREATE TABLE itm (
  ln_no INTEGER NOT NULL REFERENCES ln(ln_no), itm_sq INTEGER NOT NULL, cat_cd TEXT NOT NULL REFERENCES cat(cat_cd), itm_ds TEXT NOT NULL,
  qty INTEGER NOT NULL, wt_g TEXT NOT NULL, ask_val REAL NOT NULL, appr_val REAL NOT NULL, PRIMARY KEY (ln_no, itm_sq));
CREATE TABLE pmt (pmt_no INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL REFERENCES ln(ln_no), pmt_dt TEXT NOT NULL, amt_cts INTEGER NOT NULL, kind INTEGER NOT NULL);
CREATE TABLE sale (
  sale_no INTEGER PRIMARY KEY, ln_no INTEGER NOT NULL, itm_sq INTEGER NOT NULL, sale_dt TEXT NOT NULL, buyer_no INTEGER REFERENCES cst(cst_no),
  tag_prc REAL NOT NULL, sold_prc REAL NOT NULL, FOREIGN KEY (ln_no, itm_sq) REFERENCES itm(ln_no, itm_sq));
"""
THINGS = {"RNG": "ring;signet ring", "NCK": "necklace;chain", "WTC": "wrist watch;pocket watch", "GTR": "guitar;bass", "VIO": "violin",
          "PHN": "phone;tablet", "CAM": "camera;lens", "DRL": "drill;saw"}


def fill(m):
    m.add("shp", [("A1", "Harbour Pawn", "Cork"), ("B2", "Market Pawn", "Cork"), ("C3", "Castle Pawn", "Limerick"), ("D4", "Bridge Pawn", "Galway"), ("E5", "Quay Pawn", "Sligo")])
    m.add("cat", [("JWL", "jewellery", None), ("MUS", "instruments", None), ("ELC", "electronics", None), ("TLS", "tools", None), ("RNG", "rings", "JWL"), ("NCK", "necklaces", "JWL"),
                  ("WTC", "watches", "JWL"), ("GTR", "guitars", "MUS"), ("VIO", "violins", "MUS"), ("PHN", "phones", "ELC"), ("CAM", "cameras", "ELC"), ("DRL", "power tools", "TLS"), ("CMP", "computers", "ELC")])
    names = set()
    while len(names) < 150:
        names.add(" ".join(m.person()))
    names = sorted(names, key=lambda n: n[::-1])
    staff = []
    for k in range(1, 27):
        hired = m.day("2009-01-01", "2024-03-31")
        staff.append((k, names[(k * 5) % 150], m.pick({"A1": 4, "B2": 3, "C3": 2, "D4": 2}), None if k < 3 else m.whole(1, max(1, k // 3)), hired,
                      later(hired, days=m.whole(200, 2000)) if m.chance(.25) else None, m.amount(1700, 4800)))
    m.add("emp", staff)
    customers = []
    for k in range(1, 121):
        town = m.pick({"Cork": 6, "Limerick": 3, "Galway": 3, "Sligo": 1})
        customers.append((k, names[k - 1 + 28], town, town if m.chance(.65) else m.pick(["Cork", "Limerick", "Galway", "Dublin"]),
                          m.whole(1, k - 1) if k > 3 and m.chance(.35) else None, m.day("2019-01-01", "2023-12-31")))
    m.add("cst", customers)
    keen = {c: 9 if c % 8 == 0 else 4 if c % 3 == 0 else 1 for c in range(1, 106)}
    loans, items, payments, sales = [], [], [], []
    for k in range(1, 361):
        opened = m.day("2022-03-01", "2024-05-31")
        due = later(opened, days=m.pick([30, 60, 90]))
        st = m.pick({1: 22, 2: 52, 3: 20, 4: 6})
        closed = None if st == 1 else later(opened, days=m.whole(5, 120))
        loans.append((k, m.pick(keen), m.pick({"A1": 6, "B2": 3, "C3": 2, "D4": 2}), m.pick({e: 1 + e % 5 for e in range(1, 24)}),
                      m.pick({e: 1 + e % 4 for e in range(1, 25)}) if closed else None, opened, due, closed, st, m.skewed(25, 2600), m.pick({2.0: 3, 3.5: 5, 5.0: 2})))
        for sq in range(1, m.pick({1: 6, 2: 3, 3: 2}) + 1):
            cat = m.pick({"RNG": 8, "NCK": 5, "WTC": 4, "GTR": 2, "VIO": 1, "PHN": 6, "CAM": 3, "DRL": 2})
            ask = m.skewed(40, 3200)
            items.append((k, sq, cat, m.pick(THINGS[cat].split(";")), m.pick({1: 8, 2: 2, 4: 1}), m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.skewed(2, 1900, 1)),
                          ask, round(ask * m.amount(.3, 1.05), 2)))
            if st == 3 and m.chance(.7):
                tag = round(ask * m.amount(.7, 1.2), 2)
                sales.append((len(sales) + 1, k, sq, later(closed, days=m.whole(5, 90)), m.whole(1, 118) if m.chance(.6) else None, tag, round(tag * m.pick([1, 1, .9, .75, .5]), 2)))
        for _ in range(m.pick({0: 3, 1: 4, 2: 3, 4: 1})):
            payments.append((len(payments) + 1, k, later(opened, days=m.whole(1, 110)), m.whole(200, 26000), m.pick({1: 5, 2: 3, 3: 1})))
    m.add("ln", loans)
    m.add("itm", items)
    m.add("pmt", payments)
    m.add("sale", sales)
