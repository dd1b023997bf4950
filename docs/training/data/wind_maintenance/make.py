"""Upkeep of wind parks: turbines, components, technicians, work orders, parts, alarms, downtime, daily output."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE park (park_id INTEGER PRIMARY KEY, name TEXT, country TEXT, offshore INTEGER, opened_on TEXT, sold_on TEXT);
CREATE TABLE turbine_model (model_id INTEGER PRIMARY KEY, maker TEXT, name TEXT, rotor_m REAL, rated_kw INTEGER);
CREATE TABLE turbine (
  turbine_id INTEGER PRIMARY KEY, park_id INTEGER REFERENCES park(park_id), tag TEXT,
  model_id INTEGER REFERENCES turbine_model(model_id), installed_on TEXT, status TEXT,
  replaces_id INTEGER REFERENCES turbine(turbine_id));
CREATE TABLE component (
  component_id INTEGER PRIMARY KEY, turbine_id INTEGER REFERENCES turbine(turbine_id),
  parent_id INTEGER REFERENCES component(component_id), kind TEXT, serial_no TEXT, fitted_on TEXT, removed_on TEXT);
CREATE TABLE technician (
  tech_id INTEGER PRIMARY KEY, full_name TEXT, base_park_id INTEGER REFERENCES park(park_id),
  lead_id INTEGER REFERENCES technician(tech_id), hired_on TEXT, left_on TEXT, hourly_cents INTEGER);
CREATE TABLE certificate (
  tech_id INTEGER REFERENCES technician(tech_id), kind TEXT, issued_on TEXT, expires_on TEXT,
  PRIMARY KEY (tech_id, kind, issued_on));
CREATE TABLE work_order (
  wo_id INTEGER PRIMARY KEY, turbine_id INTEGER REFERENCES turbine(turbine_id),
  component_id INTEGER REFERENCES component(component_id), kind TEXT, priority TEXT, status TEXT, opened_at TEXT,
  due_on TEXT, closed_at TEXT, opened_by INTEGER REFERENCES technician(tech_id));
CREATE TABLE work_log (
  log_id INTEGER PRIMARY KEY, wo_id INTEGER REFERENCES work_order(wo_id),
  tech_id INTEGER REFERENCES technician(tech_id), work_date TEXT, minutes INTEGER, overtime INTEGER);
CREATE TABLE part (
  part_id INTEGER PRIMARY KEY, name TEXT, part_no TEXT, unit_cost_cents INTEGER,
  superseded_by_id INTEGER REFERENCES part(part_id));
CREATE TABLE part_usage (
  wo_id INTEGER REFERENCES work_order(wo_id), part_id INTEGER REFERENCES part(part_id), qty INTEGER, returned_qty INTEGER,
  PRIMARY KEY (wo_id, part_id));
CREATE TABLE part_stock (depot TEXT, part_id INTEGER REFERENCES part(part_id), qty INTEGER, min_qty INTEGER,
  PRIMARY KEY (depot, part_id));
CREATE TABLE alarm (
  alarm_id INTEGER PRIMARY KEY, turbine_id INTEGER REFERENCES turbine(turbine_id), code TEXT, severity TEXT,
  raised_at INTEGER, cleared_at INTEGER, acked_by INTEGER REFERENCES technician(tech_id));
CREATE TABLE downtime (
  downtime_id INTEGER PRIMARY KEY, turbine_id INTEGER REFERENCES turbine(turbine_id), from_ts INTEGER, to_ts INTEGER,
  cause TEXT, wo_id INTEGER REFERENCES work_order(wo_id));
CREATE TABLE daily_output (
  turbine_id INTEGER REFERENCES turbine(turbine_id), day TEXT, kwh REAL, avg_wind_ms REAL);
CREATE TABLE service_contract (
  contract_id INTEGER PRIMARY KEY, park_id INTEGER REFERENCES park(park_id), provider TEXT, starts_on TEXT, ends_on TEXT,
  fee_keur REAL);
"""

PARKS = [("Hohe Heide", "DE", 0), ("Nordriff", "DE", 1), ("Plateau Sud", "FR", 0), ("Kammen", "SE", 0), ("Doggerkant", "NL", 1),
         ("Weidmark", "de", 0), ("Sierra Clara", "ES", 0), ("Fjellrygg", "NO", 0)]
MODELS = [("Vindar", "V90", 90, 2000), ("Vindar", "V126", 126, 3450), ("Aeolia", "A150", 150, 5600), ("Aeolia", "A110", 110, 2300),
          ("Nordrotor", "N8", 167, 8000), ("Nordrotor", "N15", 236, 15000)]
PARTS = ["Pitch bearing", "Brake pad", "Gear oil 20 l", "Oil filter", "Converter board", "Anemometer", "Blade bolt", "Slip ring",
         "Yaw motor", "Hydraulic hose", "Brake pad rev B", "Oil filter rev B", "Anemometer ultrasonic", "Rotor lock", "Fuse set"]
KINDS = ["gearbox", "generator", "blade", "pitch", "yaw", "converter"]
CERTS = ["working at height", "first aid", "high voltage", "sea survival", "crane"]


def seconds(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def slashed(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("park", [(n, *p, m.day("2006-01-01", "2021-12-31"), "2024-02-15" if n == 7 else None) for n, p in enumerate(PARKS, 1)])
    m.add("turbine_model", [(n, *row) for n, row in enumerate(MODELS, 1)])
    turbines, parts_of = [], []
    for n in range(1, 71):
        park = m.pick([1, 1, 2, 2, 3, 4, 5, 5, 6, 7])
        swap = n > 20 and m.chance(.12)
        before = m.pick([t for t in turbines if t[5] != "decommissioned"]) if swap else None
        if before:
            park = before[1]
            turbines[before[0] - 1] = before[:5] + ("decommissioned",) + before[6:]
        turbines.append((n, park, f"{PARKS[park - 1][0][:2].upper()}-{n:02}", m.pick([1, 2, 3, 4]) if not PARKS[park - 1][2] else m.pick([3, 5, 5]),
                         m.day("2019-01-01", "2023-12-31") if before else m.day("2008-01-01", "2019-12-31"),
                         m.pick({"running": 12, "Running": 2, "stopped": 2}), before[0] if before else None))
    m.add("turbine", turbines)
    for t in turbines:
        for kind in m.some(KINDS, m.whole(3, 6)):
            for _ in range(3 if kind == "blade" else 1):
                fitted = t[4]
                for _ in range(m.pick([1, 1, 1, 2])):
                    gone = later(fitted, days=m.whole(300, 2500)) if m.chance(.25) else None
                    gone = gone if gone and gone < "2024-06-01" else None
                    up = m.pick([c[0] for c in parts_of if c[1] == t[0]] or [None]) if m.chance(.2) else None
                    parts_of.append((len(parts_of) + 1, t[0], up, "Blade" if kind == "blade" and m.chance(.1) else kind,
                                     f"{kind[:2].upper()}{m.whole(1000, 9999)}" if m.chance(.93) else None, fitted, gone))
                    if not gone:
                        break
                    fitted = later(gone, days=m.whole(1, 40))
    m.add("component", parts_of)
    crew = []
    for n in range(1, 49):
        crew.append((n, " ".join(m.person()), m.whole(1, 8) if m.chance(.9) else None, None if n < 4 else m.whole(1, 8) if n > 8 else m.whole(1, 3),
                     m.day("2012-01-01", "2024-05-31"), m.day("2023-03-01", "2024-06-10") if n > 8 and m.chance(.14) else None,
                     m.pick([2900, 3200, 3650, 4100, 4500, None])))
    m.add("technician", crew)
    proofs = {}
    for t in crew[:46]:
        for kind in m.some(CERTS, m.pick([0, 1, 2, 2, 3, 4])):
            issued = m.day("2020-06-01", "2024-05-31")
            for _ in range(m.pick([1, 1, 2])):
                proofs[t[0], kind, issued] = later(issued, days=730) if kind != "crane" else None
                issued = later(issued, days=m.whole(650, 800))
                if issued > "2024-06-30":
                    break
    m.add("certificate", [(*key, end) for key, end in proofs.items()])
    m.add("part", [(n, name, f"P-{n * 137 % 997:03}", m.pick([450, 1290, 8900, 23500, 118000, 410000]), {2: 11, 4: 12, 6: 13}.get(n))
                   for n, name in enumerate(PARTS, 1)])
    m.add("part_stock", [(d, p, m.pick([0, m.whole(1, 8), m.whole(5, 40)]), m.pick([2, 5, 10, None])) for d in ("North", "South", "Harbour")
                         for p in range(1, 15) if m.chance(.75)])
    orders, logs, used, downs = [], [], [], []
    edges = ["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-06-28"]
    for n, day in enumerate(sorted(m.pick(edges) if m.chance(.07) else m.day("2023-01-01", "2024-06-28") for _ in range(820)), 1):
        at = f"{day} {m.pick([0, 6, 7, 8, 9, 10, 13, 15, 18, 23]):02}:{m.whole(0, 59):02}:00"
        t = turbines[int(m.random.random() ** 1.3 * 66)]
        kind = m.pick({"corrective": 5, "preventive": 4, "inspection": 3, "Corrective": .5})
        mine = [c[0] for c in parts_of if c[1] == t[0]]
        closed = later(at, minutes=int(m.skewed(90, 60 * 24 * 60))) if m.chance(.86) else None
        closed = closed if closed and closed < "2024-06-30" else None
        status = m.pick({"done": 9, "Done": 1}) if closed else m.pick({"open": 5, "planned": 3, "cancelled": 3, "Cancelled": 1})
        orders.append((n, t[0], m.pick(mine) if mine and m.chance(.6) else m.whole(1, 300) if m.chance(.06) else None, kind, m.pick({"low": 3, "normal": 5, "high": 3, "urgent": 1}),
                       status, at, later(day, days=m.pick([2, 7, 14, 30])) if m.chance(.92) else None, closed, m.whole(1, 44) if m.chance(.9) else None))
        if closed or status == "open" and m.chance(.5):
            for who in m.some(range(1, 45), m.pick([1, 2, 2, 3])):
                for _ in range(m.pick([1, 1, 2])):
                    logs.append((later(day, days=m.whole(0, 6)), n, who, m.pick([30, 45, 60, 90, 120, 240, 480]), int(m.chance(.15))))
        if closed:
            for p in m.some(range(1, 15), m.pick([0, 0, 1, 1, 2, 3])):
                qty = m.whole(1, 6)
                used.append((n, p, qty, m.pick([None, 0, 0, 0, m.whole(1, qty)])))
        if kind.lower() == "corrective" and m.chance(.7) or m.chance(.1):
            start = seconds(at) - m.whole(0, 20000)
            downs.append((start, t[0], start + int(m.skewed(1800, 400000)) if m.chance(.95) else None,
                          m.pick({"fault": 6, "service": 3, "Fault": 1, "grid": 1}), n))
    for _ in range(260):
        start = seconds(m.moment("2023-01-01", "2024-06-27"))
        downs.append((start, m.whole(1, 66), start + int(m.skewed(900, 150000)), m.pick(["grid", "weather", "ice", "weather"]), None))
    m.add("work_order", orders)
    m.add("work_log", [(n, *row[1:3], row[0], *row[3:]) for n, row in enumerate(sorted(logs), 1)])
    m.add("part_usage", used)
    m.add("downtime", [(n, d[1], d[0], *d[2:]) for n, d in enumerate(sorted(downs, key=lambda d: d[:2]), 1)])
    bells = []
    for _ in range(1500):
        up = seconds(m.moment("2023-01-01", "2024-06-29"))
        bells.append((up, int(m.random.random() ** 1.2 * 66) + 1, m.pick({"PITCH-12": 4, "GEN-07": 3, "YAW-03": 3, "CONV-21": 2, "ICE-01": 1, "yaw-03": .5}),
                      m.pick({"1": 4, "2": 4, "3": 3, "5": 2, "9": 1, "10": 1, None: .5}), up + int(m.skewed(30, 90000)) if m.chance(.92) else None,
                      m.whole(1, 44) if m.chance(.6) else None))
    m.add("alarm", [(n, b[1], b[2], b[3], b[0], b[4], b[5]) for n, b in enumerate(sorted(bells, key=lambda b: b[:2]), 1)])
    output = []
    for t in turbines[:62]:
        if t[5] == "decommissioned":
            continue
        rated = MODELS[t[3] - 1][3]
        for n in range(91):
            if m.chance(.03) or t[5] == "stopped" and n > 50:
                continue
            wind = m.amount(2, 15, 1)
            kwh = 0.0 if wind < 3 or m.chance(.04) else round(rated * 24 * min(1, (wind / 13) ** 2.2) * m.amount(.7, 1), 1)
            row = (t[0], later("2024-04-01", days=n), kwh if m.chance(.97) else None, wind if m.chance(.96) else None)
            output += [row, row] if m.chance(.015) else [row]
    m.add("daily_output", output)
    deals = []
    for park in range(1, 8):
        at = m.day("2018-01-01", "2021-06-30")
        for _ in range(m.whole(1, 3)):
            end = later(at, days=m.pick([730, 1095, 1825]))
            deals.append((len(deals) + 1, park, m.pick(["Windcare", "Aeolia Service", "TurbineMed"]), slashed(at), slashed(end) if m.chance(.9) else None,
                          m.amount(40, 900, 1)))
            at = later(end, days=m.pick([1, 1, 60]))
    m.add("service_contract", deals)
