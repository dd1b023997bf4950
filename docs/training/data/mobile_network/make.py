"""A mobile operator: subscriptions and tariffs, cells on sites, calls and data sessions (epoch seconds), outages, invoices in cents."""
import calendar
import datetime
from making import later

SCHEMA = """
CREATE TABLE tariffs (
  tariff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, monthly_cents INTEGER NOT NULL,
  data_mb INTEGER, included_minutes INTEGER, withdrawn_on TEXT, successor_id INTEGER REFERENCES tariffs(tariff_id));
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, segment TEXT NOT NULL, city TEXT, born_on TEXT,
  referred_by INTEGER REFERENCES customers(customer_id), created_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE subscriptions (
  subscription_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id),
  msisdn TEXT NOT NULL, tariff_id INTEGER NOT NULL REFERENCES tariffs(tariff_id), status TEXT NOT NULL,
  started_on TEXT NOT NULL, ended_on TEXT, contract_months INTEGER);
CREATE TABLE options (option_id INTEGER PRIMARY KEY, name TEXT NOT NULL, monthly_cents INTEGER NOT NULL);
CREATE TABLE subscription_options (
  subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  option_id INTEGER NOT NULL REFERENCES options(option_id), booked_on TEXT NOT NULL, cancelled_on TEXT,
  PRIMARY KEY (subscription_id, option_id, booked_on));
CREATE TABLE sites (
  site_id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL, owner TEXT, built_on TEXT, decommissioned_on TEXT);
CREATE TABLE cells (
  cell_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites(site_id), technology TEXT NOT NULL,
  band_mhz TEXT, capacity_mbps INTEGER, is_active INTEGER NOT NULL DEFAULT 1);
CREATE TABLE cell_neighbours (
  cell_id INTEGER NOT NULL REFERENCES cells(cell_id), neighbour_id INTEGER NOT NULL REFERENCES cells(cell_id),
  PRIMARY KEY (cell_id, neighbour_id));
CREATE TABLE calls (
  call_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  cell_id INTEGER REFERENCES cells(cell_id), direction TEXT NOT NULL, started_at INTEGER NOT NULL,
  duration_s INTEGER NOT NULL, outcome TEXT NOT NULL, is_roaming INTEGER NOT NULL DEFAULT 0);
CREATE TABLE data_sessions (
  session_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  cell_id INTEGER REFERENCES cells(cell_id), started_at INTEGER NOT NULL, ended_at INTEGER,
  down_kb INTEGER NOT NULL, up_kb INTEGER NOT NULL);
CREATE TABLE outages (
  outage_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites(site_id), started_at TEXT NOT NULL,
  ended_at TEXT, cause TEXT, severity TEXT NOT NULL);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  period TEXT NOT NULL, issued_on TEXT NOT NULL, due_on TEXT NOT NULL, paid_on TEXT, status TEXT NOT NULL);
CREATE TABLE invoice_lines (
  invoice_id INTEGER NOT NULL REFERENCES invoices(invoice_id), line_no INTEGER NOT NULL, kind TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, PRIMARY KEY (invoice_id, line_no));
CREATE TABLE trouble_reports (
  report_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id),
  cell_id INTEGER REFERENCES cells(cell_id), category TEXT NOT NULL, opened_at TEXT NOT NULL, closed_at TEXT,
  priority INTEGER);
"""

TARIFFS = [("Start", "prepaid", 0, 0, 0, None, None), ("Start Plus", "prepaid", 990, 2000, 60, None, None),
           ("Classic S", "postpaid", 1490, 3000, 120, "2023-06-30", 4), ("Flex S", "postpaid", 1690, 8000, None, None, None),
           ("Classic M", "postpaid", 2490, 6000, 300, "2023-06-30", 6), ("Flex M", "postpaid", 2790, 20000, None, None, None),
           ("Flex L", "postpaid", 3990, None, None, None, None), ("Classic L", "postpaid", 3490, 10000, 600, "2022-12-31", 5),
           ("Office", "postpaid", 2990, 15000, None, None, None), ("Office Max", "postpaid", 5990, None, None, "2024-03-31", 9),
           ("Senior", "postpaid", 1190, 500, 100, None, None), ("Machine SIM", "postpaid", 290, 100, 0, None, None)]
OPTIONS = [("EU roaming", 500), ("World roaming", 1500), ("Data +5 GB", 700), ("Voicemail Pro", 150),
           ("Multi SIM", 400), ("Night Surf", 300), ("Fixed IP", 990)]
CITIES = ["Linz", "Graz", "Wels", "Steyr", "Villach", "Bregenz", "Krems", "Leoben"]
PLACES = "Hilltop Riverside Old_Mill North_Gate Airport Stadium Harbour Chapel Quarry University Market Forest_Road " \
         "Depot Castle Lakeside Bridge Tunnel Vineyard Clinic Water_Tower East_Park".split()
EDGES = ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-01", "2024-04-30", "2024-06-30", "2024-07-01", "2024-08-31",
         "2024-09-01", "2024-09-30"]


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def moment(m, first, last):
    day = m.pick(EDGES) if m.chance(.12) else m.day(first, last)
    return seconds(day) + 60 * m.whole(0, 1439) + m.whole(0, 59) if m.chance(.97) else seconds(day)


def fill(m):
    m.add("tariffs", [(n, *t) for n, t in enumerate(TARIFFS, 1)])
    m.add("options", [(n, *o) for n, o in enumerate(OPTIONS, 1)])
    people = []
    for n in range(1, 181):
        name = " ".join(m.person())
        if n in (40, 90, 150):
            name = people[n - 30][1]
        segment = m.pick({"private": 8, "business": 3, "Business": 1})
        since = m.day("2020-02-01", "2024-08-31")
        people.append((n, name, segment, m.pick(CITIES[:7]) if m.chance(.9) else None,
                       m.day("1944-01-01", "2006-06-30") if segment == "private" and m.chance(.9) else None,
                       m.whole(1, n - 1) if n > 10 and m.chance(.22) else None, since,
                       m.day(since, "2024-09-20") if m.chance(.1) else None))
    m.add("customers", people)
    subs = []
    for n in range(1, 271):
        who = people[int(m.random.random() ** 1.3 * 172)]
        start = later(who[6], days=m.pick([0, 0, m.whole(0, 200)]))
        start = min(start, "2024-09-15")
        tariff = m.pick({1: 2, 2: 4, 3: 3, 4: 6, 5: 3, 6: 6, 7: 3, 9: 3, 10: 1, 11: 2, 8: 1})
        status = m.pick({"active": 14, "Active": 2, "suspended": 2, "cancelled": 4})
        end = None
        if status == "cancelled" or who[7]:
            status = "cancelled"
            end = max(start, who[7] or m.day(start, "2024-09-28"))
        elif m.chance(.04):
            end = m.day("2024-10-05", "2024-12-31")
        subs.append((n, who[0], f"+43660{m.whole(1000000, 9999999)}" if m.chance(.9) else f"0660 {m.whole(1000000, 9999999)}",
                     tariff, status, start, end, None if tariff < 3 else m.pick([12, 24, 24, None])))
    m.add("subscriptions", subs)
    booked = {}
    for s in subs:
        for option in m.some(range(1, 7), m.pick([0, 0, 1, 1, 2, 3])):
            day = m.day(s[5], "2024-09-25")
            gone = m.day(day, "2024-09-29") if m.chance(.35) else None
            booked[s[0], option, day] = gone
            if gone and m.chance(.3) and gone < "2024-09-01" and gone > day:
                booked[s[0], option, m.day(gone, "2024-09-29")] = None
    m.add("subscription_options", [(*key, gone) for key, gone in sorted(booked.items())])
    sites = []
    for n, place in enumerate(PLACES, 1):
        built = m.day("2008-01-01", "2023-12-31") if m.chance(.9) else None
        sites.append((n, place.replace("_", " "), m.pick(["North", "South", "East", "West"]) if n > 4 else ["North", "South", "East", "West"][n - 1],
                      m.pick({"own": 5, "TowerCo": 3, "towerco": 1, None: 1}), built,
                      m.day("2024-01-15", "2024-08-31") if n in (8, 16) else None))
    m.add("sites", sites)
    cells = []
    for site in sites[:20]:
        for _ in range(m.whole(2, 5)):
            tech = m.pick({"2G": 2, "4G": 6, "5G": 4, "4g": 1})
            band = {"2G": ["900", "1800"], "5G": ["700", "3500", "3500", "26000"]}.get(tech, ["800", "1800", "2600", None])
            cells.append((len(cells) + 1, site[0], tech, m.pick(band), None if tech == "2G" else m.pick([75, 150, 300, 600, 1000]),
                          int(not site[5] and m.chance(.9))))
    m.add("cells", cells)
    pairs = set()
    for c in cells:
        for other in m.some([o for o in cells if o[0] != c[0] and abs(o[1] - c[1]) < 4], m.pick([0, 1, 2, 3, 3])):
            pairs.add((c[0], other[0]))
            if m.chance(.7):
                pairs.add((other[0], c[0]))
    m.add("cell_neighbours", sorted(pairs))
    used = cells[:-3]
    calls = []
    for when in sorted(moment(m, "2024-01-01", "2024-09-30") for _ in range(2200)):
        sub = subs[int(m.random.random() ** 1.5 * 235)]
        roaming = m.chance(.06)
        outcome = m.pick({"answered": 12, "missed": 4, "dropped": 1.2, "failed": .7, "Dropped": .3})
        calls.append((len(calls) + 1, sub[0], None if roaming else used[int(m.random.random() ** 1.4 * len(used))][0],
                      m.pick(["in", "out", "out"]), when, 0 if outcome in ("missed", "failed") else
                      m.pick([60, 120, 30]) if m.chance(.08) else int(m.skewed(2, 3600, 0)), outcome, int(roaming)))
    m.add("calls", calls)
    data = []
    for when in sorted(moment(m, "2024-01-01", "2024-09-30") for _ in range(3000)):
        sub = subs[int(m.random.random() ** 1.4 * 240)]
        data.append((len(data) + 1, sub[0], m.pick(used)[0] if m.chance(.94) else None, when,
                     when + m.whole(20, 14400) if m.chance(.97) else None, int(m.skewed(5, 2600000, 0)), int(m.skewed(1, 180000, 0))))
    m.add("data_sessions", data)
    outages = []
    for _ in range(150):
        day = m.pick(EDGES) if m.chance(.15) else m.day("2023-10-01", "2024-09-29")
        at = f"{day} {m.whole(0, 23):02}:{m.whole(0, 59):02}:00"
        end = later(at, minutes=int(m.skewed(4, 3000, 0))) if m.chance(.95) else None
        outages.append((m.whole(1, 18), at, end if not end or end < "2024-10-01" else None,
                        m.pick({"power": 5, "fibre cut": 3, "hardware": 4, "Power": 1, "storm": 2, None: 2}),
                        m.pick({"minor": 6, "major": 3, "critical": 1})))
    m.add("outages", [(n, *row) for n, row in enumerate(sorted(outages, key=lambda row: row[1]), 1)])
    invoices, lines = [], []
    for month in range(1, 9):
        period = f"2024-{month:02}"
        issued = f"2024-{month + 1:02}-03"
        for s in subs:
            if s[3] < 3 or s[5][:7] > period or s[6] and s[6][:7] < period:
                continue
            n = len(invoices) + 1
            due = later(issued, days=14)
            status = m.pick({"paid": 17, "open": 1, "Paid": 1, "dunning": 1, "void": .5} if month < 8 else {"paid": 5, "open": 4, "void": .2})
            paid = later(issued, days=m.pick([m.whole(1, 14), 14, 15, m.whole(10, 50)])) if status.lower() == "paid" else None
            invoices.append((n, s[0], period, issued, due, paid, status))
            rows = [("base", TARIFFS[s[3] - 1][2])]
            if m.chance(.4):
                rows.append(("calls", m.whole(20, 2500)))
            if m.chance(.12):
                rows.append(("roaming", m.whole(100, 9000)))
                if m.chance(.3):
                    rows.append(("roaming", m.whole(100, 4000)))
            if m.chance(.25):
                rows.append(("option", m.pick(OPTIONS)[1]))
            if m.chance(.15):
                rows.append(("discount", -m.whole(100, 900)))
            lines += [(n, at, *row) for at, row in enumerate(rows, 1)]
    m.add("invoices", invoices)
    m.add("invoice_lines", lines)
    reports = []
    for when in sorted(m.moment("2024-01-01", "2024-09-29", (6, 22)) for _ in range(190)):
        reports.append((len(reports) + 1, people[int(m.random.random() ** 1.6 * 165)][0], m.pick(used)[0] if m.chance(.6) else None,
                        m.pick({"no signal": 5, "slow data": 5, "dropped calls": 3, "billing": 4, "Billing": 1}), when,
                        later(when, hours=m.whole(1, 500)) if m.chance(.8) else None, m.pick([1, 2, 2, 3, 3, None])))
    m.add("trouble_reports", [row[:5] + (row[5] if row[5] and row[5] < "2024-10-01" else None, row[6]) for row in reports])
