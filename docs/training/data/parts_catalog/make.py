"""A parts catalogue with abbreviated names: parts that replace one another and belong to assemblies, suppliers and their parents,
purchase orders with buyer and approver, transfers between stores."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE sup (sup_id INTEGER PRIMARY KEY, sup_nm TEXT NOT NULL UNIQUE, cty TEXT NOT NULL, ctry TEXT NOT NULL, tel TEXT, rtg INTEGER, par_sup_id INTEGER REFERENCES sup(sup_id), bkp_sup_id INTEGER REFERENCES sup(sup_id));
CREATE TABLE emp (emp_id INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL UNIQUE, dpt TEXT NOT NULL, tel TEXT, hr_dt TEXT NOT NULL, sal INTEGER NOT NULL, mgr_id INTEGER REFERENCES emp(emp_id), dep_id INTEGER REFERENCES emp(emp_id));
CREATE TABLE loc (loc_id INTEGER PRIMARY KEY, loc_nm TEXT NOT NULL UNIQUE, cty TEXT NOT NULL, cap_m2 INTEGER NOT NULL, ovf_loc_id INTEGER REFERENCES loc(loc_id));
CREATE TABLE prt (prt_id INTEGER PRIMARY KEY, prt_no TEXT NOT NULL UNIQUE, dsc TEXT NOT NULL, cat TEXT NOT NULL, unt_prc REAL NOT NULL, wgt_kg REAL, stk_qty INTEGER NOT NULL, min_qty INTEGER NOT NULL, intro_dt TEXT NOT NULL, sts TEXT NOT NULL,
  sup_id INTEGER REFERENCES sup(sup_id), rpl_by_id INTEGER REFERENCES prt(prt_id), par_asm_id INTEGER REFERENCES prt(prt_id));
CREATE TABLE po (po_id INTEGER PRIMARY KEY, po_no TEXT NOT NULL UNIQUE, sup_id INTEGER NOT NULL REFERENCES sup(sup_id), byr_id INTEGER NOT NULL REFERENCES emp(emp_id), apr_id INTEGER REFERENCES emp(emp_id), ord_dt TEXT NOT NULL, due_dt TEXT NOT NULL, sts TEXT NOT NULL,
  bil_loc_id INTEGER NOT NULL REFERENCES loc(loc_id), shp_loc_id INTEGER NOT NULL REFERENCES loc(loc_id));
CREATE TABLE po_ln (po_id INTEGER NOT NULL REFERENCES po(po_id), ln_no INTEGER NOT NULL, prt_id INTEGER NOT NULL REFERENCES prt(prt_id), qty INTEGER NOT NULL, prc REAL NOT NULL, PRIMARY KEY (po_id, ln_no));
CREATE TABLE trf (trf_id INTEGER PRIMARY KEY, prt_id INTEGER NOT NULL REFERENCES prt(prt_id), src_loc_id INTEGER NOT NULL REFERENCES loc(loc_id), dst_loc_id INTEGER NOT NULL REFERENCES loc(loc_id), qty INTEGER NOT NULL, trf_dt TEXT NOT NULL);
"""
MAKERS = "Alvero,Brandt,Corvex,Delphon,Ekstrom,Fenwick,Galtec,Hydra Works,Isomet,Jarvik,Kestrel,Lumatek,Montero,Nordal,Optima,Pelican,Quadra,Rotafix,Steelbay,Torqa,Unisen,Valvex,Wexford,Zentra".split(",")
STORES = "Main Store,North Depot,Harbour Yard,Line One,Line Two,Spares Cage,Cold Shed,East Depot,Returns Bay".split(",")
PIECES = "housing,gasket,shaft,bearing,valve,rotor,bracket,seal kit,filter,spring,coupling,sensor".split(",")
CITIES = {"Bremen": "DE", "Kassel": "DE", "Graz": "AT", "Lille": "FR", "Lyon": "FR", "Porto": "PT", "Turku": "FI"}
KINDS = {"hydraulic": 5, "electrical": 4, "drive": 3, "fastener": 3, "filter": 2}


def fill(m):
    towns = m.some(list(CITIES) * 4, 24)
    m.add("sup", [(n, MAKERS[n - 1], towns[n - 1], CITIES[towns[n - 1]], f"0{30 + n}-{44000 + n * 271}" if m.chance(.85) else None, m.pick([1, 2, 3, 3, 4, 4, 5, None]),
                   1 + int(m.random.random() ** 1.7 * min(n - 1, 9)) if n > 3 and m.chance(.55) else None, m.pick([x for x in range(1, 25) if x != n]) if m.chance(.5) else None) for n in range(1, 25)])
    salaries, staff = m.some(range(31000, 92000, 500), 34), []
    for n in range(1, 35):
        staff.append((n, f"{FIRST[n * 5 % len(FIRST)]} {LAST[(n * 13 + 4) % len(LAST)]}", "board" if n == 1 else m.pick({"purchasing": 5, "stores": 4, "quality": 2, "finance": 2}), f"x{400 + n * 7}" if m.chance(.85) else None, m.day("2005-01-10", "2023-12-10"), salaries[n - 1],
                      None if n == 1 else 1 if n < 6 else None if m.chance(.06) else 1 + int(m.random.random() ** 1.3 * min(n - 1, 12)), m.pick([x for x in range(2, 35) if x != n]) if n < 7 or m.chance(.4) else None))
    m.add("emp", staff)
    sizes = m.some(range(120, 4200, 60), 9)
    m.add("loc", [(n, STORES[n - 1], m.pick({"Bremen": 4, "Graz": 2, "Lille": 1}), sizes[n - 1], m.pick([x for x in range(1, 10) if x != n]) if n in (2, 4, 6) or m.chance(.6) else None) for n in range(1, 10)])
    prices, parts = m.some(range(120, 98000, 45), 150), []
    for n in range(1, 151):
        follower = m.whole(n + 1, min(n + 40, 150)) if 20 < n < 140 and m.chance(.3) else None
        assembly = m.pick([x for x in range(1, 21) for _ in range(1 + 20 // (x + 3))]) if n > 20 and m.chance(.75) else m.whole(1, n - 1) if 6 < n < 21 and m.chance(.5) else None
        parts.append((n, f"AS-{100 + n * 3}" if n < 21 else f"PX-{200 + n}", f"{m.pick(['pump', 'motor', 'gear', 'lift', 'brake'])} {'assembly' if n < 21 else m.pick(PIECES)}", m.pick(KINDS), prices[n - 1] / 100, m.skewed(.05, 60) if m.chance(.92) else None,
                      m.pick({0: 2, 4: 3, 12: 4, 30: 4, 75: 2, 160: 1, 400: 1}), m.pick([5, 10, 10, 20, 50]), m.day("2008-01-15", "2024-06-30"), "obsolete" if follower and m.chance(.8) else m.pick({"active": 12, "obsolete": 1, "on hold": 2}),
                      1 + int(m.random.random() ** 1.4 * 22) if m.chance(.94) else None, follower, assembly))
    m.add("prt", parts)
    orders, lines = [], []
    for n in range(1, 211):
        buyer, day, ship = m.pick([2, 2, 2, 7, 7, 8, 9, 9, 11, 14, 18, 22]), m.day("2023-01-03", "2024-12-12"), 1 + int(m.random.random() ** 1.5 * 9)
        orders.append((n, f"PO-{7000 + n}", 1 + int(m.random.random() ** 1.5 * 21), buyer, m.pick([1, 2, 3, 3, 4, 7, 9]) if m.chance(.88) else None, day, later(day, days=m.whole(5, 60)), m.pick({"closed": 8, "open": 4, "late": 2, "cancelled": 1}),
                       m.pick([1, 1, 2, 3, 8]), ship))
        for at, part in enumerate(m.some(parts[:135], m.pick({1: 5, 2: 4, 3: 3, 5: 1})), 1):
            lines.append((n, at, part[0], m.pick([1, 2, 5, 5, 10, 20, 50, 120]), round(part[4] * m.amount(.8, 1.05), 2)))
    m.add("po", orders)
    m.add("po_ln", lines)
    rows = []
    for n in range(1, 171):
        source, target = m.some([1, 1, 1, 2, 2, 3, 4, 5, 6, 7], 2)
        rows.append((n, 1 + int(m.random.random() ** 1.3 * 150), source, target if target != source else 8, m.pick([1, 2, 5, 10, 10, 25, 60]), m.day("2023-01-09", "2024-12-18")))
    m.add("trf", rows)
