"""A cloud provider's billing: account trees, projects, hourly usage in milliseconds, price tiers with validity, credits, monthly invoices."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE account (
  acc_id INTEGER PRIMARY KEY, parent_acc_id INTEGER REFERENCES account(acc_id), acc_name TEXT NOT NULL, plan TEXT NOT NULL,
  country TEXT, created_at TEXT NOT NULL, closed_at TEXT, is_test INTEGER NOT NULL DEFAULT 0);
CREATE TABLE contact (
  acc_id INTEGER REFERENCES account(acc_id), email TEXT NOT NULL, contact_role TEXT NOT NULL, PRIMARY KEY (acc_id, email, contact_role));
CREATE TABLE project (
  prj_id TEXT PRIMARY KEY, acc_id INTEGER NOT NULL REFERENCES account(acc_id), prj_name TEXT NOT NULL, env TEXT,
  created_at TEXT NOT NULL, deleted_at TEXT);
CREATE TABLE service (svc_code TEXT PRIMARY KEY, svc_name TEXT NOT NULL);
CREATE TABLE sku (
  sku_id INTEGER PRIMARY KEY, svc_code TEXT NOT NULL REFERENCES service(svc_code), sku_name TEXT NOT NULL, unit TEXT NOT NULL,
  replaced_by INTEGER REFERENCES sku(sku_id));
CREATE TABLE sku_price (
  sku_id INTEGER REFERENCES sku(sku_id), from_qty INTEGER NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT,
  price_micros INTEGER NOT NULL, PRIMARY KEY (sku_id, from_qty, valid_from));
CREATE TABLE resource (
  res_id INTEGER PRIMARY KEY, prj_id TEXT NOT NULL REFERENCES project(prj_id), sku_id INTEGER NOT NULL REFERENCES sku(sku_id),
  region TEXT NOT NULL, launched_ms INTEGER NOT NULL, stopped_ms INTEGER);
CREATE TABLE resource_tag (
  res_id INTEGER REFERENCES resource(res_id), tag_key TEXT, tag_value TEXT, PRIMARY KEY (res_id, tag_key));
CREATE TABLE usage_hour (
  res_id INTEGER REFERENCES resource(res_id), hour_ms INTEGER, qty REAL NOT NULL, cost_micros INTEGER, PRIMARY KEY (res_id, hour_ms));
CREATE TABLE invoice (
  inv_id INTEGER PRIMARY KEY, acc_id INTEGER NOT NULL REFERENCES account(acc_id), month TEXT NOT NULL, issued_on TEXT, due_on TEXT,
  subtotal_cents INTEGER NOT NULL, credit_cents INTEGER NOT NULL, tax_cents INTEGER NOT NULL, status TEXT NOT NULL, paid_on TEXT);
CREATE TABLE invoice_line (
  inv_id INTEGER REFERENCES invoice(inv_id), line_no INTEGER, prj_id TEXT REFERENCES project(prj_id), svc_code TEXT REFERENCES service(svc_code),
  amount_cents INTEGER NOT NULL, PRIMARY KEY (inv_id, line_no));
CREATE TABLE credit (
  crd_id INTEGER PRIMARY KEY, acc_id INTEGER REFERENCES account(acc_id), granted_on TEXT NOT NULL, expires_on TEXT,
  amount_cents INTEGER NOT NULL, remaining_cents INTEGER NOT NULL, reason TEXT);
CREATE TABLE budget (prj_id TEXT REFERENCES project(prj_id), month TEXT, limit_cents INTEGER NOT NULL, PRIMARY KEY (prj_id, month));
"""

SERVICES = [("CMP", "Compute"), ("STO", "Object Storage"), ("DB", "Managed Database"), ("NET", "Network Egress"),
            ("LOG", "Logging"), ("AI", "AI Platform"), ("DNS", "DNS")]
SKUS = [(1, "CMP", "vm.small", "hour", 3), (2, "CMP", "vm.large", "hour", None), (3, "CMP", "vm.small.v2", "hour", 11),
        (4, "STO", "standard storage", "GiB", None), (5, "STO", "cold storage", "GiB", None), (6, "DB", "db.medium", "hour", 7),
        (7, "DB", "db.medium.v2", "hour", None), (8, "NET", "egress", "GiB", None), (9, "LOG", "log ingest", "GiB", None),
        (10, "AI", "gpu.a", "hour", None), (11, "CMP", "vm.small.v3", "hour", None), (12, "AI", "gpu.b", "hour", None)]
COMPANIES = ("Northwind Labs|Blue Fjord|Acme Robotics|Tern Analytics|Kite Games|Mora Health|Lumen Press|Orchid Bank|Pike Logistics|"
             "Quarry Data|Rook Security|Sable Media|Tidal Energy|Umber Foods|Vela Travel|Wren Software|Yarrow Pharma|Zephyr Air").split("|")
MONTHS = [f"{year}-{month:02}" for year in (2023, 2024) for month in range(1, 13)][:17]


def millis(when):
    return 1000 * calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def fill(m):
    accounts = []
    for n in range(1, 65):
        parent = None if n <= 18 or m.chance(.15) else m.whole(1, min(n - 1, 34))
        name = COMPANIES[n - 1] if n <= 18 else m.pick(COMPANIES) + m.pick([" EU", " US", " R&D", " Sandbox", " APAC"])
        made = m.moment("2021-01-10", "2023-12-20" if n < 50 else "2024-05-25").replace(" ", "T") + "Z"
        shut = m.moment("2024-01-05", "2024-05-30").replace(" ", "T") + "Z" if m.chance(.1) and n > 6 else None
        accounts.append((n, parent, name, m.pick({"standard": 5, "enterprise": 3, "free": 2, "Enterprise": 1}),
                         m.pick(["DE", "NO", "US", "US", "FR", None]), made, shut if shut and shut > made else None, int(m.chance(.07))))
    m.add("account", accounts)
    people = {}
    for a in accounts:
        for role in m.some(["billing", "owner", "tech"], m.pick([0, 1, 2, 3])):
            first, last = m.person()
            people[a[0], f"{first}.{last}@{m.pick(['corp.example', 'mail.example', 'Corp.Example'])}".lower()
                   if m.chance(.9) else f"{first}@Corp.Example", role] = None
    m.add("contact", people)
    projects = []
    for n in range(1, 121):
        acc = m.pick(accounts[:58])
        gone = m.day("2024-01-02", "2024-06-20") if m.chance(.12) else None
        projects.append((f"prj-{n:03}", acc[0], m.pick(["web", "api", "data", "ml", "shop", "core"]) + m.pick(["-x", "-y", "", "-2"]),
                         m.pick({"prod": 5, "staging": 2, "dev": 3, "PROD": 1, None: 1}), max(acc[5][:10], m.day("2021-06-01", "2024-04-30")), gone))
    m.add("project", projects)
    m.add("service", SERVICES)
    m.add("sku", [s[:4] + (None,) for s in SKUS])
    m.db.executemany("UPDATE sku SET replaced_by = ? WHERE sku_id = ?", [(s[4], s[0]) for s in SKUS])
    prices = []
    for s in SKUS:
        base = m.whole(8, 90) * 1000 if s[3] == "hour" else m.whole(10, 90) * 100
        starts = ["2022-01-01"] + [d for d in ("2023-07-01", "2024-03-01", "2024-06-01") if m.chance(.65)]
        for at, start in enumerate(starts):
            for tier, share in ((0, 1), (100, .9), (1000, .75))[:1 if s[3] == "hour" else 3]:
                prices.append((s[0], tier, start, starts[at + 1] if at + 1 < len(starts) else None, int(base * share)))
            base = int(base * m.pick([.85, .92, 1.05, 1.1]))
    m.add("sku_price", prices)
    resources = []
    for n in range(1, 251):
        project = m.pick(projects[:105])
        start = m.moment(max(project[4], "2023-01-05"), "2024-06-10")
        stop = m.moment(start[:10], "2024-06-29") if m.chance(.3) else None
        resources.append((n, project[0], m.pick([1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11]), m.pick(["eu-west-1", "eu-west-1", "eu-north-1", "us-east-1", "ap-south-1"]),
                          millis(start), millis(stop) if stop and stop > start else None))
    m.add("resource", resources)
    tags = {}
    for r in resources:
        for key in m.some(["team", "cost-center", "owner"], m.pick([0, 0, 1, 1, 2, 3])):
            tags[r[0], key] = {"team": m.pick(["search", "Search", "growth", "infra", "ml"]), "cost-center": m.pick(["4100", "4200", "0410", ""]),
                               "owner": m.pick(["ada", "noah", "zoe", None])}[key]
    m.add("resource_tag", [key + (value,) for key, value in tags.items()])
    usage = {}
    for day in ("2024-05-30", "2024-05-31", "2024-06-01", "2024-06-02", "2024-06-03", "2024-06-30"):
        for r in m.some(resources[:220], 70):
            first = m.whole(0, 18)
            for hour in range(first, first + m.pick([1, 3, 6, 6, 12])):
                at = millis(day + " 00:00:00") + (hour % 24) * 3600000
                if m.chance(.93) and at >= r[4] and (not r[5] or at < r[5]):
                    amount = m.pick([1, 1, 1, .5]) if SKUS[r[2] - 1][3] == "hour" else m.skewed(.1, 400, 1)
                    price = [p[4] for p in prices if p[0] == r[2] and p[1] == 0 and p[2] <= day][-1]
                    usage[r[0], at] = (amount, None if m.chance(.02) else int(amount * price))
    m.add("usage_hour", [key + row for key, row in usage.items()])
    bills, lines = [], []
    for a in accounts[:61]:
        owned = [p for p in projects if p[1] == a[0]]
        if not owned or a[3] == "free" and m.chance(.7):
            continue
        level = m.skewed(2000, 250000, 0)
        for month in MONTHS:
            open_projects = [p for p in owned if p[4][:7] <= month and (not p[5] or p[5][:7] >= month)]
            if not open_projects or a[6] and a[6][:7] < month or m.chance(.05):
                continue
            total, number = 0, len(bills) + 1
            level = level * m.amount(.8, 1.28)
            for line in range(1, m.pick([1, 2, 3, 4]) + 1):
                amount = int(level * m.amount(.05, .8)) if m.chance(.96) else -m.whole(100, 2000)
                lines.append((number, line, m.pick(open_projects)[0], m.pick({"CMP": 6, "STO": 4, "DB": 3, "NET": 3, "LOG": 2, "AI": 1}), amount))
                total += amount
            credit = m.pick([0, 0, 0, 0, min(500, max(total, 0)), max(total, 0)])
            issued = later(later(month + "-28", days=5)[:7] + "-01", days=m.whole(0, 4))
            status = m.pick({"paid": 85, "void": 4, "overdue": 7, "Paid": 3})
            if month == MONTHS[-1]:
                status = m.pick({"paid": 3, "open": 6})
            bills.append((number, a[0], month, issued, later(issued, days=30), total, credit, int((total - credit) * .2), status,
                          later(issued, days=m.whole(1, 45)) if status in ("paid", "Paid") else None))
    m.add("invoice", bills)
    m.add("invoice_line", lines)
    credits = []
    for n in range(1, 101):
        day, amount = m.day("2022-10-01", "2024-06-15"), m.pick([1000, 2500, 5000, 10000, 50000])
        expiry = None if m.chance(.25) else later(day, days=m.pick([90, 180, 365])) if m.chance(.93) else m.pick(["2024-06-30", "2024-07-31", "2024-03-31"])
        credits.append((n, m.whole(1, 62), day, expiry, amount, m.pick([0, 0, amount, int(amount * m.amount(0, 1))]), m.pick(["promo", "promo", "sla", "support", None])))
    m.add("credit", credits)
    budgets = []
    for p in projects[:70]:
        for month in MONTHS[-6:]:
            if m.chance(.8):
                budgets.append((p[0], month, m.pick([1000, 5000, 10000, 20000, 50000])))
    m.add("budget", budgets)
