"""A freight forwarder, names as in an old system: customers, staff, carriers, ports, shipments, their packages, charges, exchange rates."""
from making import later

SCHEMA = """
CREATE TABLE emp (emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL, boss_no INTEGER REFERENCES emp(emp_no), office_cd TEXT NOT NULL, hire_dt TEXT NOT NULL, birth_dt TEXT NOT NULL, exit_dt TEXT);
CREATE TABLE cust (cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, ctry_cd TEXT NOT NULL, acct_emp_no INTEGER REFERENCES emp(emp_no), cr_limit INTEGER, open_dt TEXT NOT NULL, parent_no INTEGER REFERENCES cust(cust_no));
CREATE TABLE carr (carr_cd TEXT PRIMARY KEY, carr_nm TEXT NOT NULL, mode_cd INTEGER NOT NULL, rank_no INTEGER);
CREATE TABLE port (port_cd TEXT PRIMARY KEY, port_nm TEXT NOT NULL, ctry_cd TEXT NOT NULL);
CREATE TABLE shp (shp_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust(cust_no), carr_cd TEXT REFERENCES carr(carr_cd), orig_port TEXT NOT NULL REFERENCES port(port_cd), dest_port TEXT NOT NULL REFERENCES port(port_cd), bkd_dt TEXT NOT NULL, etd_dt TEXT NOT NULL, eta_dt TEXT NOT NULL, ata_dt TEXT, stat_cd INTEGER NOT NULL);
CREATE TABLE pkg (shp_no INTEGER NOT NULL REFERENCES shp(shp_no), pkg_no INTEGER NOT NULL, pkg_typ TEXT NOT NULL, pcs INTEGER NOT NULL, gross_kg TEXT, net_kg TEXT, vol_l INTEGER, PRIMARY KEY (shp_no, pkg_no));
CREATE TABLE chg (chg_no INTEGER PRIMARY KEY, shp_no INTEGER NOT NULL REFERENCES shp(shp_no), chg_typ TEXT NOT NULL, curr_cd TEXT NOT NULL, cost_amt REAL NOT NULL, sell_amt REAL NOT NULL, due_dt TEXT NOT NULL, paid_dt TEXT);
CREATE TABLE fx (curr_cd TEXT NOT NULL, yr INTEGER NOT NULL, eur_rate REAL NOT NULL, PRIMARY KEY (curr_cd, yr));
"""
PORTS = [("DEHAM", "Hamburg", "DE"), ("NLRTM", "Rotterdam", "NL"), ("CNSHA", "Shanghai", "CN"), ("SGSIN", "Singapore", "SG"), ("USNYC", "New York", "US"), ("USLAX", "Los Angeles", "US"), ("BRSSZ", "Santos", "BR"), ("INNSA", "Mumbai", "IN"), ("CNNGB", "Ningbo", "CN"), ("DEBRV", "Bremerhaven", "DE"), ("ZADUR", "Durban", "ZA")]
CARRS = [("NBL", "Northern Bulk", 1, 3), ("OCX", "Ocean Cross", 1, 1), ("PAL", "Pacific Lines", 1, 2), ("SKY", "Sky Cargo", 2, 1), ("AIR", "Air Bridge", 2, 2), ("RAI", "Rail Silk", 3, None), ("TRK", "Trans Truck", 4, None)]


def fill(m):
    emps = []
    for n in range(1, 27):
        emps.append((n, " ".join(m.person()), None if n == 1 else 1 if n < 6 else m.whole(2, 5) if n < 22 else m.whole(6, 9), m.pick({"HAM": 4, "RTM": 3, "SIN": 2}), m.day("2008-01-01", "2025-02-01"), m.day("1960-01-01", "1999-12-31"), m.day("2025-03-01", "2025-11-30") if n > 9 and m.chance(.2) else None))
    m.add("emp", emps)
    custs = []
    for n in range(1, 101):
        custs.append((n, m.pick(["Alto", "Bering", "Corvo", "Delta", "Elbe", "Fjord"]) + " " + m.pick(["Foods", "Steel", "Toys", "Chemie", "Textil"]) + f" {n}", m.pick({"DE": 6, "NL": 4, "US": 2, "CN": 2, "SG": 1}), 2 + int(m.random.random() ** 1.3 * 22) if m.chance(.93) else None, m.pick([5000, 10000, 20000, 50000, 100000]) if m.chance(.85) else None, m.day("2016-01-01", "2025-05-01"), m.whole(1, min(n - 1, 12)) if n > 10 and m.chance(.25) else None))
    m.add("cust", custs)
    m.add("carr", CARRS)
    m.add("port", PORTS)
    m.add("fx", [(c, y, round(base * m.amount(.93, 1.07, 3), 4)) for c, base in (("EUR", 1), ("USD", .92), ("CNY", .127), ("SGD", .68)) for y in (2023, 2024, 2025, 2026)])
    shps, pkgs, chgs = [], [], []
    for n in range(1, 351):
        cust = custs[int(m.random.random() ** 1.7 * 88)]
        bkd = m.day("2023-01-02", "2025-11-30")
        etd = later(bkd, days=m.pick([2, 4, 7, 10, 14, 21]))
        carr = m.pick({"OCX": 6, "PAL": 5, "NBL": 4, "SKY": 3, "AIR": 2, "TRK": 1})
        sea = carr in ("OCX", "PAL", "NBL")
        eta = later(etd, days=m.whole(18, 45) if sea else m.whole(1, 6))
        stat = 5 if m.chance(.08) else 4 if eta < "2025-11-15" else 3 if etd < "2025-12-01" else m.pick([1, 2])
        stat = m.pick([3, 4, 4, 4, 4, 4, 4]) if stat == 4 else stat
        ata = later(eta, days=m.pick([-2, -1, 0, 0, 0, 1, 2, 3, 5, 9, 14])) if stat == 4 else None
        a, b = m.some([p[0] for p in PORTS[:10]], 2)
        if m.chance(.5):
            a, b = m.pick(["CNSHA", "CNNGB", "INNSA"]), m.pick(["DEHAM", "NLRTM", "DEBRV", "USLAX"])
        shps.append((n, cust[0], carr if stat not in (1, 5) or m.chance(.6) else None, a, b, bkd, etd, eta, ata, stat))
        for at in range(1, m.pick([1, 1, 2, 2, 3, 5]) + 1):
            net = m.skewed(4, 2400, 1)
            gross = round(net * m.amount(1.03, 1.3, 3), 1)
            pkgs.append((n, at, m.pick({"PAL": 6, "CTN": 5, "DRM": 2, "CRT": 1}), m.pick([1, 1, 2, 4, 6, 10, 24]), f"{gross}" if m.chance(.95) else None, f"{net}", int(net * m.amount(1.5, 6)) if m.chance(.9) else None))
        curr = m.pick({"EUR": 6, "USD": 4, "CNY": 2, "SGD": 1})
        for typ in m.some(["FRT", "THC", "CUS", "INS", "DOC"], m.pick([1, 2, 2, 3, 4])) if stat != 5 or m.chance(.3) else []:
            cost = float(m.whole(8, 180) * (10 if typ == "FRT" else 2))
            due = later(eta, days=m.pick([14, 30, 30]))
            paid = later(due, days=m.pick([-12, -5, 0, 0, 4, 20, 45])) if m.chance(.8) and due < "2025-12-01" else None
            chgs.append((len(chgs) + 1, n, typ, curr if m.chance(.9) else "EUR", cost, round(cost * m.pick([.9, 1.05, 1.1, 1.2, 1.35]), 2), due, paid))
    m.add("shp", shps)
    m.add("pkg", pkgs)
    m.add("chg", chgs)
