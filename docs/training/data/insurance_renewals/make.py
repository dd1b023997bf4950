"""Renewals of an insurer: customers, agents, products, policies, yearly terms, renewal offers, claims, instalments, contacts."""
from making import later

SCHEMA = """
CREATE TABLE cst (cst_no INTEGER PRIMARY KEY, cst_nm TEXT NOT NULL, brth_dt TEXT NOT NULL, sgm_cd TEXT, ref_cst_no INTEGER REFERENCES cst(cst_no));
CREATE TABLE agt (agt_no INTEGER PRIMARY KEY, agt_nm TEXT NOT NULL, reg_cd TEXT NOT NULL, mgr_no INTEGER REFERENCES agt(agt_no), end_dt TEXT);
CREATE TABLE prd (prd_cd TEXT PRIMARY KEY, lob_cd TEXT NOT NULL, prd_nm TEXT NOT NULL);
CREATE TABLE pol (pol_no INTEGER PRIMARY KEY, cst_no INTEGER NOT NULL REFERENCES cst(cst_no), prd_cd TEXT NOT NULL REFERENCES prd(prd_cd),
  agt_no INTEGER REFERENCES agt(agt_no), inc_dt TEXT NOT NULL, cxl_dt TEXT, cxl_rsn TEXT);
CREATE TABLE trm (pol_no INTEGER NOT NULL REFERENCES pol(pol_no), trm_no INTEGER NOT NULL, eff_dt TEXT NOT NULL, exp_dt TEXT NOT NULL,
  list_prm INTEGER NOT NULL, net_prm INTEGER NOT NULL, PRIMARY KEY (pol_no, trm_no));
CREATE TABLE ofr (ofr_id INTEGER PRIMARY KEY, pol_no INTEGER NOT NULL REFERENCES pol(pol_no), trm_no INTEGER NOT NULL, snt_dt TEXT NOT NULL,
  ans_dt TEXT, ans_cd TEXT, ofr_prm INTEGER NOT NULL);
CREATE TABLE clm (clm_id INTEGER PRIMARY KEY, pol_no INTEGER NOT NULL REFERENCES pol(pol_no), occ_dt TEXT NOT NULL, rep_dt TEXT NOT NULL,
  stl_dt TEXT, clm_amt INTEGER NOT NULL, paid_amt INTEGER);
CREATE TABLE inst (pol_no INTEGER NOT NULL, trm_no INTEGER NOT NULL, inst_no INTEGER NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT, amt INTEGER NOT NULL,
  PRIMARY KEY (pol_no, trm_no, inst_no));
CREATE TABLE cmm (cmm_id INTEGER PRIMARY KEY, pol_no INTEGER NOT NULL REFERENCES pol(pol_no), agt_no INTEGER NOT NULL REFERENCES agt(agt_no), cmm_dt TEXT NOT NULL, chn_cd TEXT NOT NULL);
"""
PRODUCTS = [("M1", "MOT", "Motor basic", 380), ("M2", "MOT", "Motor plus", 620), ("H1", "HOM", "Home", 240), ("H2", "HOM", "Home and glass", 310),
            ("L1", "LIA", "Private liability", 90), ("T1", "TRV", "Travel year", 70), ("B1", "BIZ", "Small business", 900)]


def fill(m):
    people = [(n, " ".join(m.person()), m.day("1945-01-01", "2004-12-31"), m.pick({"A": 3, "B": 5, "C": 2, None: 1}), m.whole(1, n - 1) if n > 6 and m.chance(.25) else None)
              for n in range(1, 261)]
    m.add("cst", people)
    m.add("agt", [(n, " ".join(m.person()), m.pick(["N", "S", "W"]), None if n < 3 else m.whole(1, min(n - 1, 6)), m.day("2024-03-01", "2025-05-31") if n % 6 == 0 else None)
                  for n in range(1, 25)])
    m.add("prd", [p[:3] for p in PRODUCTS] + [("P1", "PET", "Pet care")])
    pols, trms, ofrs, clms, insts, cmms = [], [], [], [], [], []
    for n in range(1, 421):
        product = m.pick({PRODUCTS[0]: 4, PRODUCTS[1]: 3, PRODUCTS[2]: 4, PRODUCTS[3]: 2, PRODUCTS[4]: 3, PRODUCTS[5]: 2, PRODUCTS[6]: 1})
        start = m.day("2021-07-01", "2025-03-31")
        agent = 1 + int(m.random.random() ** 1.4 * 22) if m.chance(.9) else None
        price, at, count, gone = product[3] + m.whole(-4, 9) * 10, start, 0, None
        while at < "2025-07-01" and not gone:
            count += 1
            net = price * m.pick([100, 100, 100, 95, 90]) // 100
            end = later(at, days=365)
            trms.append((n, count, at, end, price, net))
            parts = m.pick([1, 1, 2, 4])
            for k in range(1, parts + 1):
                due = later(at, days=(k - 1) * 360 // parts)
                if due <= "2025-06-30":
                    paid = later(due, days=m.pick([-5, -2, 0, 0, 0, 1, 3, 13, 14, 15, 40, 130, 200]))
                    insts.append((n, count, k, due, paid if m.chance(.95) and paid <= "2025-06-30" else None, net // parts))
            if m.chance(.22):
                for _ in range(m.pick([1, 1, 1, 2])):
                    day = later(at, days=m.whole(0, 364))
                    told = later(day, days=m.pick([0, 1, 2, 5, 7, 8, 30]))
                    if told < "2025-06-30":
                        want = m.skewed(80, 6000, 0)
                        done = later(told, days=m.pick([4, 10, 20, 30, 31, 60])) if m.chance(.8) else None
                        clms.append((len(clms) + 1, n, day, told, done, int(want), int(want * m.pick([0, .5, .8, 1, 1])) if done else None))
            if end < "2025-08-15":
                price = price * m.pick([96, 100, 103, 103, 106, 112, 125]) // 100
                kept = m.chance(.82)
                for again in range(m.pick([0, 1, 1, 1, 1, 1, 2])):
                    sent = later(end, days=-m.pick([45, 45, 40, 30, 30, 20]) + 12 * again)
                    answer = m.pick(["Y", "Y", None]) if kept else m.pick(["N", "N", None])
                    ofrs.append((len(ofrs) + 1, n, count, sent, later(sent, days=m.pick([0, 2, 6, 7, 8, 14, 21])) if answer else None, answer, price - m.pick([0, 0, 10])))
                if not kept:
                    gone = end
            elif m.chance(.05):
                gone = later(at, days=m.whole(20, 90))
                gone = gone if gone < "2025-06-30" else None
                if not gone:
                    break
            at = end
        pols.append((n, 1 + int(m.random.random() ** 1.2 * 245), product[0], agent, start, gone, m.pick({"price": 4, "moved": 1, "sold": 2, None: 2}) if gone else None))
        for _ in range(m.pick([0, 0, 1, 1, 2, 4])):
            cmms.append((len(cmms) + 1, n, agent if agent and m.chance(.75) else m.whole(1, 24), m.day(max(start, "2023-01-01"), "2025-06-30"), m.pick({"TEL": 5, "MAIL": 4, "VIS": 1})))
    m.add("pol", pols)
    m.add("trm", trms)
    m.add("ofr", ofrs)
    m.add("clm", clms)
    m.add("inst", insts)
    m.add("cmm", cmms)
