"""Customs office of a port: vessel calls, containers, declarations with items, duties, inspections, seizures."""
from making import later

SCHEMA = """
CREATE TABLE country (iso TEXT PRIMARY KEY, country_name TEXT NOT NULL, is_eu INTEGER NOT NULL);
CREATE TABLE trader (
  eori TEXT PRIMARY KEY, trader_name TEXT NOT NULL, country_iso TEXT NOT NULL, is_aeo INTEGER NOT NULL, licence_until TEXT, blocked_since TEXT);
CREATE TABLE officer (
  badge_no INTEGER PRIMARY KEY, surname TEXT NOT NULL, grade INTEGER NOT NULL, superior_badge INTEGER, sworn_in TEXT NOT NULL, retired_on TEXT);
CREATE TABLE vessel_call (
  call_id INTEGER PRIMARY KEY, vessel_name TEXT NOT NULL, flag_iso TEXT, berth TEXT, eta TEXT NOT NULL, arrived_at TEXT, departed_at TEXT);
CREATE TABLE container (
  cntr_no TEXT PRIMARY KEY, size_type TEXT NOT NULL, in_call_id INTEGER REFERENCES vessel_call(call_id), out_call_id INTEGER REFERENCES vessel_call(call_id),
  gross_kg INTEGER);
CREATE TABLE tariff (hs_code TEXT PRIMARY KEY, goods TEXT NOT NULL, duty_pct REAL NOT NULL, vat_pct REAL NOT NULL);
CREATE TABLE declaration (
  decl_no INTEGER PRIMARY KEY, importer_eori TEXT NOT NULL REFERENCES trader(eori), exporter_eori TEXT, procedure_cd TEXT NOT NULL,
  lodged TEXT NOT NULL, released TEXT, status_cd TEXT NOT NULL, risk_channel TEXT NOT NULL, origin_iso TEXT REFERENCES country(iso),
  handled_by INTEGER);
CREATE TABLE decl_item (
  decl_no INTEGER NOT NULL REFERENCES declaration(decl_no), item_no INTEGER NOT NULL, hs_code TEXT NOT NULL, net_kg REAL NOT NULL,
  value_eur REAL NOT NULL, duty_eur REAL NOT NULL, PRIMARY KEY (decl_no, item_no));
CREATE TABLE decl_container (decl_no INTEGER NOT NULL, cntr_no TEXT NOT NULL, PRIMARY KEY (decl_no, cntr_no));
CREATE TABLE inspection (
  insp_id INTEGER PRIMARY KEY, decl_no INTEGER NOT NULL, kind TEXT NOT NULL, ordered_at TEXT NOT NULL, done_at TEXT, lead_badge INTEGER,
  result TEXT);
CREATE TABLE seizure (seizure_id INTEGER PRIMARY KEY, insp_id INTEGER NOT NULL REFERENCES inspection(insp_id), goods TEXT NOT NULL, qty INTEGER NOT NULL, est_value_eur REAL);
CREATE TABLE duty_payment (pay_id INTEGER PRIMARY KEY, decl_no INTEGER NOT NULL, paid_on TEXT NOT NULL, amount_eur REAL NOT NULL);
"""

FIRMS = ["Adria Import", "Baltic Trade", "Canton Goods", "Delta Freight", "Euro Textil", "Fruit Union", "Global Toys", "Hansa Stahl", "Indigo Shoes",
         "Jade Electronics", "Kroon Koffie", "Levant Spices", "Mercator", "Nord Papier", "Orient Lamps"]


def fill(m):
    lands = [("DE", "Germany", 1), ("NL", "Netherlands", 1), ("IT", "Italy", 1), ("PL", "Poland", 1), ("CN", "China", 0), ("TR", "Turkey", 0),
             ("VN", "Vietnam", 0), ("BR", "Brazil", 0), ("US", "United States", 0), ("IN", "India", 0), ("PA", "Panama", 0), ("LR", "Liberia", 0)]
    m.add("country", lands)
    people = []
    for n in range(1, 71):
        iso = m.pick({"DE": 6, "NL": 3, "IT": 2, "PL": 2}) if n <= 45 else m.pick({"CN": 6, "TR": 3, "VN": 3, "BR": 2, "US": 2, "IN": 2})
        day = m.day("2024-06-01", "2026-12-31")
        people.append((f"{iso}{7000 + n}", m.pick(FIRMS) + m.pick(["", "", " GmbH", " BV", " Ltd"]), iso, int(m.chance(.25)),
                       f"{day[8:]}.{day[5:7]}.{day[:4]}" if m.chance(.85) else None, m.day("2024-01-01", "2025-11-30") if m.chance(.1) else None))
    m.add("trader", people)
    crew = [(100 + n, m.person()[1], 9 if n == 1 else m.whole(3, 8), None if n == 1 else 101 if n < 4 else 100 + m.pick([2, 3, m.whole(1, n - 1)]),
             m.day("1995-01-01", "2024-06-30"), m.day("2025-01-15", "2025-11-30") if n > 4 and m.chance(.15) else None) for n in range(1, 19)]
    m.add("officer", crew)
    calls = []
    for n in range(1, 121):
        eta = m.day("2025-01-02", "2025-12-20") + f" {m.whole(0, 23):02}:00"
        came = later(eta, hours=m.pick([-6, -2, 0, 0, 1, 5, 20, 30])) if m.chance(.92) else None
        calls.append((n, m.pick(["Maren", "Elba Star", "Ever Tide", "Sirius", "Polar Wind", "Kapitan Nowak", "Lotus", "Aurora"]),
                      m.pick({"PA": 5, "LR": 4, "NL": 2, "DE": 1, None: 1}), m.pick(["A1", "A2", "B1", "B2", None]), eta, came,
                      later(came, hours=m.whole(8, 70)) if came and m.chance(.93) else None))
    m.add("vessel_call", calls)
    boxes = [(f"MSKU{100000 + n * 13}", m.pick({"20GP": 5, "40GP": 6, "40HC": 4, "40RF": 2}), m.whole(1, 115) if m.chance(.93) else None,
              m.whole(1, 115) if m.chance(.5) else None, m.whole(4, 30) * 1000 if m.chance(.92) else None) for n in range(1, 401)]
    m.add("container", boxes)
    rates = [("6109", "T-shirts", 12.0, 19.0), ("6403", "Shoes", 8.0, 19.0), ("8517", "Telephones", 0.0, 19.0), ("9503", "Toys", 4.7, 19.0),
             ("0901", "Coffee", 7.5, 7.0), ("0803", "Bananas", 16.0, 7.0), ("7208", "Steel sheet", 0.0, 19.0), ("2402", "Cigarettes", 57.6, 19.0),
             ("9405", "Lamps", 2.7, 19.0), ("4802", "Paper", 0.0, 19.0), ("8703", "Cars", 10.0, 19.0)]
    m.add("tariff", rates)
    decls, items, links, looks, taken, paid = [], [], set(), [], [], []
    for n in range(1, 601):
        lodged = m.moment("2024-10-01", "2025-12-15", (6, 20)) if m.chance(.92) else m.pick(["2025-03-31 18:30:00", "2025-06-30 19:10:00", "2025-12-01 00:00:00"])
        risk = m.pick({"G": 7, "Y": 3, "R": 2})
        state = m.pick({"REL": 80, "HLD": 8, "CAN": 7, "LOD": 8})
        imp = people[int(m.random.random() ** 1.5 * 43)]
        decls.append((n, imp[0], m.pick(people[45:66])[0] if m.chance(.9) else None, m.pick({"40": 7, "71": 2, "51": 1}), lodged,
                      later(lodged, minutes={"G": 60, "Y": 900, "R": 4000}[risk] + m.whole(0, 1500)) if state == "REL" else None, state, risk,
                      m.pick({"CN": 6, "TR": 3, "VN": 2, "BR": 2, "US": 1, "IN": 2, None: .7}), 100 + m.whole(2, 16) if m.chance(.93) else None))
        due = 0
        for k in range(1, m.pick([1, 1, 2, 2, 3, 4]) + 1):
            r = m.pick(rates[:10])
            value = m.skewed(200, 90000)
            duty = round(value * r[2] / 100, 2)
            due += duty
            items.append((n, k, r[0], m.amount(20, 9000, 1), value, duty))
        for b in m.some(boxes[:380], m.pick([0, 1, 1, 1, 2])):
            links.add((n, b[0]))
        if m.chance({"G": .05, "Y": .35, "R": .9}[risk]):
            for _ in range(m.pick([1, 1, 1, 2])):
                asked = later(lodged, minutes=m.whole(20, 900))
                done = later(asked, minutes=m.whole(60, 4000)) if m.chance(.88) else None
                looks.append((len(looks) + 1, n, m.pick({"documents": 4, "scan": 4, "physical": 3}), asked, done,
                              100 + m.whole(2, 16) if m.chance(.9) else None, m.pick({"ok": 7, "irregular": 3}) if done else None))
                if looks[-1][6] == "irregular":
                    for _ in range(m.pick([0, 1, 1, 2, 3])):
                        taken.append((len(taken) + 1, len(looks), m.pick(["cigarettes", "fake shoes", "fake toys", "cash", "fireworks"]), m.whole(1, 900),
                                      m.skewed(50, 60000) if m.chance(.85) else None))
        if state == "REL" and due > 0 and m.chance(.9):
            half = round(due / 2, 2)
            parts = [due] if m.chance(.7) else [half, round(due - half, 2)]
            for k, part in enumerate(parts):
                if k and m.chance(.3):
                    continue
                paid.append((len(paid) + 1, n, later(lodged[:10], days=m.whole(0, 12) + 20 * k), round(part, 2)))
    m.add("declaration", decls)
    m.add("decl_item", items)
    m.add("decl_container", sorted(links))
    m.add("inspection", looks)
    m.add("seizure", taken)
    m.add("duty_payment", paid)
