"""A company that sells and installs solar panels: staff, customers, components, orders, jobs, invoices, service tickets."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE emp_mst (emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL UNIQUE, job_cd TEXT NOT NULL, brch TEXT NOT NULL, hire_dt TEXT NOT NULL, exit_dt TEXT, mgr_no INTEGER REFERENCES emp_mst(emp_no));
CREATE TABLE cust_mst (cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL UNIQUE, cust_typ TEXT NOT NULL, city TEXT NOT NULL, acct_emp INTEGER REFERENCES emp_mst(emp_no), lead_src TEXT, reg_dt TEXT NOT NULL, act_flg INTEGER NOT NULL);
CREATE TABLE components (component_id INTEGER PRIMARY KEY, component_name TEXT NOT NULL UNIQUE, category TEXT NOT NULL, maker TEXT, list_price REAL NOT NULL, units_in_stock INTEGER NOT NULL, warranty_years INTEGER, is_discontinued INTEGER NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_no INTEGER NOT NULL REFERENCES cust_mst(cust_no), sales_rep_no INTEGER NOT NULL REFERENCES emp_mst(emp_no), site_city TEXT NOT NULL, channel TEXT NOT NULL, quoted_on TEXT NOT NULL, ordered_on TEXT NOT NULL, approved_on TEXT, status TEXT NOT NULL, system_kwp REAL NOT NULL, total_price REAL NOT NULL, subsidy REAL);
CREATE TABLE order_items (order_id INTEGER NOT NULL REFERENCES orders(order_id), line_no INTEGER NOT NULL, component_id INTEGER NOT NULL REFERENCES components(component_id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (order_id, line_no));
CREATE TABLE inst_job (job_no INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL REFERENCES orders(order_id), chief_emp INTEGER NOT NULL REFERENCES emp_mst(emp_no), job_typ TEXT NOT NULL, sched_dt TEXT NOT NULL, start_dt TEXT, compl_dt TEXT, grid_dt TEXT, hrs REAL, insp_pts INTEGER);
CREATE TABLE inv_hdr (inv_no INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL REFERENCES orders(order_id), inv_typ TEXT NOT NULL, inv_dt TEXT NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT, amt REAL NOT NULL, void_flg INTEGER NOT NULL);
CREATE TABLE service_tickets (ticket_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(order_id), reported_by INTEGER NOT NULL REFERENCES cust_mst(cust_no), assigned_to INTEGER REFERENCES emp_mst(emp_no), opened_on TEXT NOT NULL, first_visit_on TEXT, closed_on TEXT, priority TEXT NOT NULL, topic TEXT, in_warranty INTEGER NOT NULL, rating INTEGER, visit_fee REAL NOT NULL);
"""
CITIES = {"Kiel": 7, "Ulm": 5, "Jena": 4, "Hagen": 3, "Trier": 2, "Celle": 1}
PARTS = {"panel": ["Helio 400", "Helio 430", "Sunleaf 380", "Sunleaf 410", "Brightline 450", "Noon 370", "Noon 395", "Glassdeck 420", "Duo 460", "Terra 350", "Terra 365", "Duo 475"],
         "inverter": ["Flow 5", "Flow 8", "Flow 12", "Pulse 6", "Pulse 10", "Tide 4", "Tide 15", "Volta 20", "Volta 30"],
         "battery": ["Keep 5", "Keep 10", "Store 7", "Store 14", "Cellar 9", "Cellar 20", "Reserve 12"],
         "mounting": ["Tile hook", "Flat frame", "Rail 3m", "Rail 6m", "Ground post", "Facade clip"],
         "wallbox": ["Plug 11", "Plug 22", "Charge S", "Charge X"]}
PRICES = {"panel": (90, 260), "inverter": (700, 3600), "battery": (2400, 9000), "mounting": (8, 70), "wallbox": (500, 1400)}


def fill(m):
    staff = [(1, "Ada Vogel", "head", "Kiel", "2015-03-01", None, None)]
    for n in range(2, 33):
        job = "sales" if n < 12 else "fitter" if n < 22 else "support" if n < 30 else "office"
        boss = {"sales": 2, "fitter": 12, "support": 22, "office": 1}[job]
        staff.append((n, f"{FIRST[n * 11 % 48]} {LAST[(n * 7 + 3) % 48]}", job, m.pick(CITIES), m.day("2016-01-01", "2023-06-30"), m.day("2024-02-01", "2024-12-31") if n % 5 == 4 and m.chance(.8) else None, 1 if n == boss else boss))
    m.add("emp_mst", staff)
    custs = []
    for n in range(1, 126):
        kind = m.pick({"private": 8, "business": 5, "public": 2})
        custs.append((n, f"{FIRST[n * 5 % 48]} {LAST[(n * 13 + n // 48 + 5) % 48]}" if kind == "private" else f"{LAST[(n * 17) % 48]} {'GmbH' if kind == 'business' else 'School'} {n}", kind, m.pick(CITIES), 3 + int(m.random.random() ** 1.5 * 9) if m.chance(.88) else None,
                      m.pick({"web": 6, "referral": 5, "fair": 4, "flyer": 2}) if m.chance(.82) else None, m.day("2021-02-01", "2024-09-30"), 1 if m.chance(.8) else 0))
    m.add("cust_mst", custs)
    parts = []
    for kind, names in PARTS.items():
        for name in names:
            parts.append((len(parts) + 1, name, kind, m.pick({"Solera": 5, "Nordvolt": 4, "Hanwei": 3, "Kessel": 2}) if m.chance(.85) else None, float(int(m.amount(*PRICES[kind]))), m.whole(0, 90), m.pick([5, 10, 12, 15, 20, 25]) if m.chance(.85) else None, 1 if m.chance(.25) else 0))
    m.add("components", parts)
    by_kind = {kind: [p for p in parts if p[2] == kind] for kind in PARTS}
    orders, items, jobs, bills, tickets = [], [], [], [], []
    for n in range(1, 171):
        cust = custs[int(m.random.random() ** 1.6 * 98)]
        quoted = m.day("2022-11-15", "2024-12-01")
        ordered = later(quoted, days=m.pick([0, 3, 7, 12, 20, 33, 48]))
        status = m.pick({"completed": 12, "open": 5, "cancelled": 4})
        approved = later(ordered, days=m.whole(6, 70)) if status == "completed" or m.chance(.4) else None
        rep = cust[4] if cust[4] and m.chance(.55) else 2 + int(m.random.random() ** 1.3 * 10)
        kwp = m.skewed(3, 38, 1) if cust[2] == "private" else m.skewed(8, 120, 1)
        orders.append((n, cust[0], rep, cust[3] if m.chance(.7) else m.pick(CITIES), m.pick({"showroom": 5, "online": 4, "phone": 2}), quoted, ordered, approved, status, kwp, float(int(kwp * m.whole(1050, 1700) / 10) * 10), float(m.whole(4, 60) * 50) if m.chance(.42) else None))
        kinds = ["panel"] + [kind for kind, share in (("inverter", .7), ("battery", .4), ("mounting", .35), ("wallbox", .2), ("panel", .12)) if m.chance(share)]
        for at, kind in enumerate(kinds, 1):
            options = by_kind[kind][:-1]
            part = options[int(m.random.random() ** 1.4 * len(options))]
            items.append((n, at, part[0], m.whole(6, 60) if kind in ("panel", "mounting") else m.pick([1, 1, 1, 2, 3]), part[4] - m.pick([0, 0, 0, 2, 5])))
        for kind in ("roof", "electrics")[:m.pick([1, 2, 2])] if status != "cancelled" and m.chance(.9) else ():
            planned = later(approved or ordered, days=m.whole(10, 80))
            began = later(planned, days=m.pick([-2, 0, 0, 1, 4, 9, 21])) if status == "completed" or m.chance(.5) else None
            ready = later(began, days=m.pick([1, 2, 2, 3, 5, 9])) if began and (status == "completed" or m.chance(.3)) else None
            jobs.append((len(jobs) + 1, n, 12 + int(m.random.random() ** 1.4 * 9), kind, planned, began, ready, later(ready, days=m.whole(3, 45)) if ready and m.chance(.8) else None, m.amount(6, 90, 1) if ready and m.chance(.9) else None, m.whole(5, 10) if ready and m.chance(.7) else None))
        for kind in {"cancelled": ("deposit",), "open": ("deposit",), "completed": ("deposit", "final", "extra")[:m.pick([1, 2, 2, 2, 3])]}[status] if m.chance(.93) else ():
            sent = later(ordered, days=m.whole(1, 14) if kind == "deposit" else m.whole(50, 150))
            void = 1 if m.chance(.08) else 0
            bills.append((len(bills) + 1, n, kind, sent, later(sent, days=m.pick([14, 14, 30])), later(sent, days=m.pick([3, 8, 13, 14, 21, 30, 30, 31, 44, 60])) if not void and m.chance(.8) else None, float(int(orders[-1][10] * {"deposit": .3, "final": .7, "extra": .05}[kind])), void))
    m.add("orders", orders)
    m.add("order_items", items)
    m.add("inst_job", jobs)
    m.add("inv_hdr", bills)
    for n in range(1, 151):
        order = orders[int(m.random.random() ** 1.5 * 150)]
        opened = later(order[6], days=m.whole(30, 420))
        seen = later(opened, days=m.pick([0, 1, 2, 3, 5, 8, 14])) if m.chance(.75) else None
        closed = later(seen or opened, days=m.pick([0, 1, 3, 6, 10, 14, 25, 40])) if m.chance(.8) else None
        cover = 1 if m.chance(.65) else 0
        tickets.append((n, order[0], order[1] if m.chance(.75) else m.whole(1, 125), 22 + int(m.random.random() ** 1.5 * 6) if m.chance(.85) else None, opened, seen, closed, m.pick({"normal": 7, "low": 4, "urgent": 3}), m.pick({"inverter fault": 5, "low yield": 4, "roof leak": 2, "app": 3}) if m.chance(.85) else None, cover,
                        m.pick({5: 5, 4: 5, 3: 3, 2: 2, 1: 1}) if closed and m.chance(.7) else None, 0.0 if cover and m.chance(.8) else float(m.whole(4, 24) * 10)))
    m.add("service_tickets", tickets)
