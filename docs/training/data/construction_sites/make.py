"""A building contractor: clients, sites, phases, workers and hours, machines, deliveries, subcontracts, defects, invoices."""
from making import later

SCHEMA = """
CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sector TEXT NOT NULL, billing_city TEXT NOT NULL);
CREATE TABLE worker (
  id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, trade TEXT NOT NULL, foreman_id INTEGER REFERENCES worker(id), hourly_cost REAL NOT NULL,
  entered_on TEXT NOT NULL, exited_on TEXT);
CREATE TABLE site (
  id INTEGER PRIMARY KEY, site_code TEXT NOT NULL, client_id INTEGER NOT NULL REFERENCES client(id), city TEXT NOT NULL,
  manager_id INTEGER REFERENCES worker(id), deputy_id INTEGER REFERENCES worker(id),
  started_on TEXT NOT NULL, planned_end TEXT NOT NULL, handed_over_on TEXT, contract_sum REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE phase (
  site_id INTEGER NOT NULL REFERENCES site(id), phase_no INTEGER NOT NULL, label TEXT NOT NULL, planned_hours INTEGER, budget REAL NOT NULL, begun_on TEXT,
  finished_on TEXT, PRIMARY KEY (site_id, phase_no));
CREATE TABLE timesheet (
  id INTEGER PRIMARY KEY, worker_id INTEGER NOT NULL REFERENCES worker(id), site_id INTEGER NOT NULL, phase_no INTEGER, work_day TEXT NOT NULL,
  hours REAL NOT NULL, overtime REAL, approved INTEGER NOT NULL);
CREATE TABLE machine (id INTEGER PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL, owned INTEGER NOT NULL, day_rate REAL NOT NULL, scrapped_on TEXT);
CREATE TABLE machine_use (machine_id INTEGER NOT NULL REFERENCES machine(id), site_id INTEGER NOT NULL REFERENCES site(id), from_day TEXT NOT NULL,
  to_day TEXT, PRIMARY KEY (machine_id, from_day));
CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL, blocked INTEGER NOT NULL);
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES supplier(id), site_id INTEGER NOT NULL REFERENCES site(id), promised_on TEXT NOT NULL,
  arrived_at TEXT, note TEXT);
CREATE TABLE delivery_item (delivery_id INTEGER NOT NULL REFERENCES delivery(id), line INTEGER NOT NULL, material TEXT NOT NULL, quantity REAL NOT NULL,
  unit TEXT NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (delivery_id, line));
CREATE TABLE defect (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES site(id), found_by INTEGER REFERENCES worker(id),
  fixed_by INTEGER REFERENCES worker(id), found_on TEXT NOT NULL, due_on TEXT, fixed_on TEXT, gravity TEXT NOT NULL);
CREATE TABLE progress_invoice (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES site(id), number TEXT NOT NULL, issued_on TEXT NOT NULL,
  amount TEXT NOT NULL, retention_pct REAL NOT NULL, paid_on TEXT, cancelled INTEGER NOT NULL);
"""


def fill(m):
    m.add("client", [(n, f"{m.pick(['Stadtbau', 'Volta', 'Habitat', 'Kreis', 'Linde'])} {m.pick(['AG', 'GmbH', 'eG'])}",
        m.pick(["public", "private", "industry"]), m.pick(["Ulm", "Graz", "Bern", "Linz"])) for n in range(1, 25)])
    ws = []
    for n in range(1, 71):
        ws.append((n, " ".join(m.person()), "engineer" if n == 2
            else m.pick({"mason": 5, "carpenter": 3, "electrician": 3, "plumber": 2, "crane operator": 1, "engineer": 2}), None if n < 5 else m.whole(1, 4)
            if n < 15 else m.whole(5, 14), m.amount(24, 58), m.day("2005-01-01", "2024-12-31"),
                   "2025-03-31" if n in (64, 68) else None if n in (55, 56, 57) else m.day("2024-08-01", "2025-06-15") if m.chance(.15) else None))
    m.add("worker", ws)
    sites, phases = [], []
    for n in range(1, 41):
        start = "2023-03-01" if n in (2, 3) else m.day("2023-01-15", "2025-04-30")
        end = later(start, days=m.whole(120, 500))
        hand = later(end, days=m.pick([-20, -3, 0, 0, 15, 40, 90])) if n != 2 and end < "2025-05-15" and (n == 3 or m.chance(.8)) else None
        hand = hand if hand and hand <= "2025-06-30" else None
        st = "done" if hand else "cancelled" if n == 2 else m.pick({"running": 8, "paused": 2, "cancelled": 1})
        mgr = m.whole(1, 12)
        sites.append((n, f"{m.pick('ABC')}-{n:03}", 20 if n in (2, 3) else m.whole(1, 19), m.pick(["Ulm", "Graz", "Bern", "Linz", "Steyr"]), mgr
            if m.chance(.93) else None, m.pick([x for x in range(1, 15) if x != mgr]) if m.chance(.6) else None, start, end, hand,
            float(m.whole(80, 2400) * 1000), st))
        at = start
        for k, lab in enumerate(["earthworks", "shell", "interior", "handover"][:m.pick([2, 3, 3, 4])], 1):
            begun = at if at < "2025-06-01" and m.chance(.9) else None
            fin = later(at, days=m.whole(25, 130)) if begun else None
            phases.append((n, k, lab, m.whole(120, 900) if m.chance(.92) else None, float(m.whole(20, 500) * 1000), begun, fin
                if fin and fin <= "2025-06-30" and m.chance(.85) else None))
            at = later(fin, days=m.pick([-15, 0, 5])) if fin else later(at, days=60)
    m.add("site", sites)
    m.add("phase", phases)
    rows = []
    live = [s for s in sites if s[6] < "2025-06-01"][:36]
    for n in range(1, 2001):
        s = m.pick(live)
        day = m.pick(["2025-03-31", "2025-06-30", "2025-01-01"]) if m.chance(.03) else m.day(max(s[6], "2024-09-01"), "2025-06-30")
        ph = [p[1] for p in phases if p[0] == s[0]]
        rows.append((n, m.pick([x for x in range(1, 64) if not (x in (55, 56, 57, 58) and day >= "2025-05-25")]), s[0], m.pick(ph) if m.chance(.93) else None,
            max(day, s[6]), m.pick([4.0, 6.5, 8.0, 8.0, 8.0, 7.5, 10.0]), m.pick([None, None, None, 1.0, 2.5]), int(m.chance(.9))))
    m.add("timesheet", rows)
    m.add("machine", [(n, f"{m.pick(['CAT', 'LIE', 'KOM'])}-{m.whole(10, 99)}", m.pick(["excavator", "crane", "mixer", "lift"]), int(m.chance(.6)),
        float(m.whole(60, 700)), "2025-01-31" if n in (6, 17) else None) for n in range(1, 33)])
    use = []
    for n in range(1, 29):
        d = m.day("2024-06-01", "2024-12-31")
        for k in range(m.whole(1, 5)):
            last = later(d, days=m.whole(3, 60))
            if last > "2025-06-30":
                use.append((n, m.pick(live)[0], d, None))
                break
            use.append((n, m.pick(live)[0], d, last))
            d = later(last, days=m.whole(1, 50))
            if d > "2025-06-25":
                break
    m.add("machine_use", use)
    m.add("supplier",
        [(n, s, int(n in (4, 9)))
        for n,
        s in enumerate("Betonwerk Sued,Holz Huber,Stahl24,Kies & Sand,Elektro Ahorn,Rohrhaus,Dachziegel Lang,Farben Moser,Gerüst Pro,Leerlauf KG".split(","),
        1)])
    dl, items = [], []
    for n in range(1, 421):
        s = m.pick(live)
        prom = m.day(max(s[6], "2024-07-01"), "2025-06-27")
        arr = later(prom, days=m.pick([-2, 0, 0, 0, 1, 2, 5, 12])) + f" {m.whole(6, 17):02}:{m.pick(['00', '20', '45'])}" if m.chance(.92) else None
        arr = arr if arr and arr < "2025-07-01" else None
        dl.append((n, m.whole(1, 9), s[0], prom, arr, m.pick([None, None, "partial", "damaged"])))
        for k in range(m.pick([1, 1, 2, 3])):
            mat, unit, p = m.pick([("concrete", "m3", 110), ("rebar", "t", 890), ("timber", "m3", 420), ("gravel", "t", 18), ("cable", "m", 2.4),
                ("pipe", "m", 7.9)])
            items.append((n, k + 1, mat, m.amount(1, 60, 1), unit, round(p * m.amount(.85, 1.25), 2)))
    m.add("delivery", dl)
    m.add("delivery_item", items)
    m.add("defect", [(n, m.pick(live)[0], m.whole(1, 60) if m.chance(.9) else None, m.whole(1, 60) if fx else None, d, due, fx,
        m.pick({"minor": 6, "major": 3, "critical": 1})) for n in range(1, 261) for d in [m.day("2024-08-01", "2025-06-20")]
                     for due in [later(d, days=m.pick([7, 14, 30])) if m.chance(.9) else None]
                     for fx in [later(d, days=m.pick([1, 3, 7, 14, 20, 45])) if m.chance(.72) and d < "2025-05-10" else None]])
    inv = []
    for s in sites:
        for k in range(m.pick([0, 1, 2, 3, 4, 5])):
            day = later(s[6], days=45 * (k + 1))
            if day > "2025-06-28":
                break
            amount = round(s[9] * m.amount(.04, .2))
            inv.append((len(inv) + 1, s[0], f"R{day[:4]}-{len(inv) + 1:03}", day, str(amount) if m.chance(.8) else f"{amount}.50",
                m.pick([0, 5.0, 5.0, 10.0]), later(day, days=m.pick([12, 28, 30, 45, 80])) if m.chance(.8) else None, int(m.chance(.06))))
    inv = [i[:6] + (i[6] if i[6] and i[6] <= "2025-06-30" and not i[7] else None,) + i[7:] for i in inv]
    m.add("progress_invoice", inv)
