"""An API gateway: teams with a parent, consumers, keys with predecessors, routes, requests, incidents, usage bills."""
from making import later

SCHEMA = """
CREATE TABLE teams (
  team_id INTEGER PRIMARY KEY, team_name TEXT NOT NULL, parent_team_id INTEGER REFERENCES teams(team_id), cost_center TEXT);
CREATE TABLE consumers (
  consumer_id INTEGER PRIMARY KEY, consumer_name TEXT NOT NULL, tier TEXT NOT NULL, country TEXT,
  referred_by_id INTEGER REFERENCES consumers(consumer_id), signed_up_on TEXT NOT NULL, churned_on TEXT,
  declared_monthly_calls TEXT);
CREATE TABLE api_keys (
  key_id INTEGER PRIMARY KEY, consumer_id INTEGER NOT NULL REFERENCES consumers(consumer_id),
  replaces_key_id INTEGER REFERENCES api_keys(key_id), created_on TEXT NOT NULL, expires_on TEXT, revoked_on TEXT);
CREATE TABLE routes (
  route_id INTEGER PRIMARY KEY, path TEXT NOT NULL, method TEXT NOT NULL, owner_team_id INTEGER NOT NULL REFERENCES teams(team_id),
  oncall_team_id INTEGER REFERENCES teams(team_id), timeout_ms INTEGER NOT NULL, deprecated_on TEXT);
CREATE TABLE requests (
  request_id INTEGER PRIMARY KEY, key_id INTEGER NOT NULL REFERENCES api_keys(key_id),
  route_id INTEGER NOT NULL REFERENCES routes(route_id), received_at TEXT NOT NULL, status_code INTEGER NOT NULL,
  latency_ms INTEGER, upstream_ms TEXT, request_bytes INTEGER NOT NULL, response_bytes INTEGER NOT NULL, cached INTEGER NOT NULL);
CREATE TABLE incidents (
  incident_id INTEGER PRIMARY KEY, route_id INTEGER NOT NULL REFERENCES routes(route_id), severity TEXT NOT NULL,
  opened_at TEXT NOT NULL, acknowledged_at TEXT, resolved_at TEXT);
CREATE TABLE bills (
  bill_id INTEGER PRIMARY KEY, consumer_id INTEGER NOT NULL REFERENCES consumers(consumer_id), billed_on TEXT NOT NULL,
  due_on TEXT NOT NULL, paid_on TEXT, gross_amount REAL NOT NULL, credit_amount REAL NOT NULL);
CREATE TABLE bill_items (
  bill_id INTEGER NOT NULL REFERENCES bills(bill_id), item_no INTEGER NOT NULL, product TEXT NOT NULL, calls INTEGER NOT NULL,
  price_per_thousand REAL NOT NULL, PRIMARY KEY (bill_id, item_no));
"""
TEAMS = [(1, "Platform", None, "100"), (2, "Payments", 1, "210"), (3, "Search", 1, "220"), (4, "Identity", 1, "230"),
         (5, "Card Payments", 2, "211"), (6, "Payouts", 2, "212"), (7, "Ranking", 3, None), (8, "Labs", None, None)]
PATHS = ["/cards", "/payouts", "/search", "/suggest", "/login", "/tokens", "/users", "/refunds", "/reports", "/webhooks"]
NAMES = "Acorn Basalt Cobalt Dune Ember Fjord Gale Harbor Iris Juniper Kestrel Lumen Mango Nimbus Onyx Pebble".split()
ENDS = ["Apps", "Retail", "Travel", "Bank", "Games"]


def fill(m):
    m.add("teams", TEAMS)
    consumers = []
    for n in range(1, 91):
        signed = m.day("2023-03-01", "2024-12-31")
        gone = later(signed, days=m.whole(30, 500)) if m.chance(.25) else None
        consumers.append((n, f"{NAMES[n % 16]} {ENDS[n % 5]} {n // 10}", m.pick({"free": 5, "pro": 4, "enterprise": 2}),
                          m.pick(["DE", "US", "FR", "IN", None]), m.whole(1, n - 1) if n > 5 and m.chance(.4) else None, signed,
                          gone if gone and gone <= "2025-03-31" else None,
                          m.pick(["n/a", "-", "", "900", "1500", "12000", "50000", "8000", "250", "100000"])))
    m.add("consumers", consumers)
    keys = []
    for c in consumers[:84]:
        previous, made = None, c[5]
        for at in range(m.pick([1, 1, 2, 3])):
            keys.append((len(keys) + 1, c[0], previous, made, later(made, days=365) if m.chance(.6) else None,
                         later(made, days=m.whole(20, 200)) if m.chance(.25) else None))
            previous = len(keys) if m.chance(.7) else None
            made = later(made, days=m.whole(10, 120))
    m.add("api_keys", keys)
    routes = []
    for path in PATHS:
        for method in m.some(["GET", "POST", "PUT", "DELETE"], m.whole(1, 3)):
            routes.append((len(routes) + 1, path, method, m.whole(2, 7), m.whole(1, 7) if m.chance(.8) else None,
                           m.pick([500, 1000, 2000, 5000]), m.day("2024-06-01", "2025-02-28") if m.chance(.2) else None))
    m.add("routes", routes)
    requests = []
    for when in sorted(m.moment("2025-01-01", "2025-03-31") for _ in range(2600)):
        status = m.pick({200: 70, 201: 8, 304: 4, 400: 5, 401: 4, 404: 5, 429: 5, 500: 3, 503: 3})
        late = None if m.chance(.05) else int(m.skewed(8, 4000, 0))
        requests.append((len(requests) + 1, keys[int(m.random.random() ** 2 * (len(keys) - 15))][0],
                         m.pick([3, 7, 8]) if when > "2025-03" and m.chance(.35) else m.whole(1, len(routes) - 2), when, status, late,
                         m.pick(["n/a", "-", ""]) if late is None or m.chance(.12) else str(int(late * .8)), m.whole(100, 9000),
                         int(m.skewed(200, 90000, 0)), int(m.chance(.2))))
    m.add("requests", requests)
    incidents = []
    for n in range(1, 161):
        opened = m.moment("2024-07-01", "2025-03-20")
        seen = later(opened, minutes=m.pick([3, 10, 15, 15, 28, 60, 150])) if m.chance(.9) else None
        incidents.append((n, m.whole(1, len(routes)), m.pick({"sev1": 2, "sev2": 4, "sev3": 5}), opened, seen,
                          later(seen, hours=m.pick([1, 2, 4, 4, 9, 30, 70])) if seen and m.chance(.85) else None))
    m.add("incidents", incidents)
    bills, items = [], []
    for c in consumers[:70]:
        for month in ("2024-10-31", "2024-11-30", "2024-12-31", "2025-01-31", "2025-02-28", "2025-03-31"):
            if month < c[5] or m.chance(.3):
                continue
            due, gross = later(month, days=m.pick([14, 30])), 0
            for at in range(m.whole(1, 3)):
                calls, price = m.whole(5, 400) * 100, m.pick([.5, .8, 1.2, 2.0])
                gross += calls / 1000 * price
                items.append((len(bills) + 1, at + 1, ["core calls", "search calls", "bulk export"][at], calls, price))
            bills.append((len(bills) + 1, c[0], month, due, later(due, days=m.pick([-9, -3, 0, 2, 12])) if m.chance(.8) else None,
                          round(gross, 2), m.pick([0, 0, 0, 2.5, 5.0])))
    m.add("bills", bills)
    m.add("bill_items", items)
