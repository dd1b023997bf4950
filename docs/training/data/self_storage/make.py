"""Self-storage sites: units and sizes, tenants, contracts, invoices, visits, complaints."""
from making import later

SCHEMA = """
CREATE TABLE sites (site_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, opened_on TEXT NOT NULL, manager_id INTEGER);
CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, site_id INTEGER REFERENCES sites(site_id),
  boss_id INTEGER REFERENCES employees(employee_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE unit_sizes (size_code TEXT PRIMARY KEY, label TEXT NOT NULL, sqm REAL NOT NULL, list_rent INTEGER NOT NULL);
CREATE TABLE units (
  unit_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites(site_id), unit_no TEXT NOT NULL, size_code TEXT NOT NULL,
  floor INTEGER NOT NULL, climate_controlled INTEGER NOT NULL, out_of_order_since TEXT);
CREATE TABLE tenants (
  tenant_id INTEGER PRIMARY KEY, name TEXT NOT NULL, tenant_type TEXT NOT NULL, city TEXT, email TEXT,
  created_on TEXT NOT NULL, deleted_at TEXT);
CREATE TABLE contracts (
  contract_id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL REFERENCES units(unit_id), tenant_id INTEGER NOT NULL REFERENCES tenants(tenant_id),
  signed_by INTEGER, source TEXT NOT NULL, started_on TEXT NOT NULL, notice_given_on TEXT, ended_on TEXT,
  monthly_rent INTEGER NOT NULL, discount_pct INTEGER, deposit INTEGER NOT NULL);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL, kind TEXT NOT NULL, issued_on TEXT NOT NULL, due_on TEXT NOT NULL,
  amount REAL NOT NULL, paid_on TEXT, voided INTEGER NOT NULL);
CREATE TABLE gate_log (log_id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL, entered_at TEXT NOT NULL, left_at TEXT);
CREATE TABLE complaints (
  complaint_id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, site_id INTEGER NOT NULL, topic TEXT NOT NULL,
  opened_by INTEGER, closed_by INTEGER, opened_on TEXT NOT NULL, closed_on TEXT);
"""
SIZES = [("XS", "Locker", 1.0, 29), ("S", "Small", 3.0, 69), ("M", "Medium", 6.0, 119), ("L", "Large", 10.0, 179),
         ("XL", "Garage", 16.0, 259), ("XXL", "Double garage", 30.0, 420)]


def fill(m):
    m.add("sites", [(1, "Dockside", "Bristol", "2012-04-01", 1), (2, "Ringway", "Bristol", "2017-09-15", 2),
                    (3, "Millfield", "Bath", "2015-02-01", 3), (4, "Castle Park", "Cardiff", "2019-06-01", 3),
                    (5, "Airport", "Exeter", "2026-03-01", None)])
    staff = []
    for n in range(1, 23):
        role = "manager" if n <= 3 else m.pick({"front desk": 6, "caretaker": 4, "sales": 3})
        if n in (4, 5, 6):
            role = "sales"
        hired = m.day("2013-01-01", "2025-11-30")
        left = m.day("2024-06-01", "2026-05-31") if n > 6 and m.chance(.3) else None
        staff.append((n, " ".join(m.person()), role, n if n <= 3 else m.pick([1, 1, 2, 3, 4, None]),
                      None if n in (1, 17) else 1 if n <= 3 else m.pick([1, 2, 3, 3]), hired, left if left and left > hired else None))
    m.add("employees", staff)
    m.add("unit_sizes", SIZES)
    units = []
    for site, count in ((1, 40), (2, 30), (3, 26), (4, 18), (5, 10)):
        for k in range(1, count + 1):
            units.append((len(units) + 1, site, f"{m.pick('ABC')}{k:02}", m.pick({"XS": 3, "S": 7, "M": 7, "L": 4, "XL": 2}),
                          m.whole(0, 3), int(m.chance(.35)), m.day("2025-09-01", "2026-06-10") if m.chance(.08) else None))
    m.add("units", units)
    tenants = []
    for n in range(1, 171):
        first, last = m.person()
        firm = m.chance(.25)
        name = m.pick(["Avon Books", "Severn Events", "Quay Cafe", "Bright Tiles", "Otter Films", "Hill & Son"]) if firm else f"{first} {last}"
        made = m.day("2022-06-01", "2026-06-20")
        tenants.append((n, name, "business" if firm else "private", m.pick(["Bristol", "Bath", "Cardiff", "Exeter", "Newport"]) if m.chance(.92) else None,
                        f"t{n}@example.org" if m.chance(.8) else None, made,
                        m.moment("2025-06-01", "2026-06-20") if m.chance(.1) else None))
    m.add("tenants", tenants)
    rent = {s[0]: s[3] for s in SIZES}
    contracts, invoices, log = [], [], []
    for unit in units:
        if unit[1] == 5 and m.chance(.5) or m.chance(.08):
            continue
        start = m.day("2023-01-01", "2024-06-30") if unit[1] < 5 else m.day("2026-03-01", "2026-05-31")
        while start < "2026-06-20":
            n = len(contracts) + 1
            days = m.whole(40, 620)
            end = later(start, days=days)
            end = end if end < "2026-06-25" else None
            notice = later(end, days=-m.whole(10, 35)) if end and m.chance(.95) else m.day(max(start, "2026-06-01"), "2026-06-28") if not end and m.chance(.12) else None
            price = int(rent[unit[3]] * m.pick([.8, .9, .95, 1, 1, 1.05]))
            contracts.append((n, unit[0], int(m.random.random() ** 1.5 * 155) + 1, m.whole(1, 14) if m.chance(.9) else None,
                              m.pick({"web": 5, "walk-in": 3, "phone": 3, "referral": 1}), start, notice, end, price,
                              m.pick([5, 10, 20]) if m.chance(.3) else None, price * m.pick([0, 1, 1, 2])))
            day = start
            step = 0
            while day < (end or "2026-06-28") and step < 7:
                due = later(day, days=14)
                paid = later(due, days=m.pick([-10, -4, -1, 0, 0, 3, 9, 20])) if m.chance(.9) else None
                paid = paid if paid and paid <= "2026-06-29" else None
                invoices.append((len(invoices) + 1, n, "rent", day, due, float(price), paid, int(m.chance(.04))))
                if paid and paid > due and m.chance(.5):
                    invoices.append((len(invoices) + 1, n, "late fee", later(due, days=7), later(due, days=21), 12.5,
                                     later(due, days=25) if m.chance(.5) and later(due, days=25) < "2026-06-29" else None, int(m.chance(.1))))
                day = later(day, days=m.pick([30, 31, 90]))
                step += 1
            if m.chance(.25):
                invoices.append((len(invoices) + 1, n, "insurance", start, later(start, days=14), 48.0, later(start, days=m.pick([5, 14, 18])), 0))
            for _ in range(m.pick([0, 0, 1, 2, 3, 5])):
                came = m.moment(start, end or "2026-06-28", (6, 21))
                if start < "2026-05-31" < (end or "2026-07-01") and m.chance(.08):
                    came = m.moment("2026-05-31", "2026-05-31", (6, 21))
                log.append((len(log) + 1, n, came, later(came, minutes=m.whole(5, 180)) if m.chance(.93) else None))
            if not end:
                break
            start = later(end, days=m.whole(5, 160))
    m.add("contracts", contracts)
    m.add("invoices", invoices)
    m.add("gate_log", log)
    rows = []
    for n in range(1, 71):
        day = m.day("2025-01-01", "2026-06-25")
        shut = later(day, days=m.whole(0, 30)) if m.chance(.75) else None
        shut = shut if shut and shut < "2026-06-28" else None
        rows.append((n, m.whole(1, 60), m.whole(1, 4), m.pick({"damp": 3, "noise": 2, "gate": 4, "billing": 4, "theft": 1}),
                     m.whole(1, 20) if m.chance(.85) else None, m.whole(1, 20) if shut else None, day, shut))
    m.add("complaints", rows)
