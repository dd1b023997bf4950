"""Sensors in vineyards: estates, blocks, varieties, gateways, sensors with calibrations, readings, weather, alerts, irrigation, sprayings, harvests."""
from datetime import date, timedelta

from making import later

SCHEMA = """
CREATE TABLE estates (estate_id INTEGER PRIMARY KEY, estate_name TEXT NOT NULL, region TEXT NOT NULL, left_service_on TEXT);
CREATE TABLE persons (person_id INTEGER PRIMARY KEY, name TEXT NOT NULL, estate_id INTEGER REFERENCES estates(estate_id), job TEXT NOT NULL,
  reports_to INTEGER REFERENCES persons(person_id));
CREATE TABLE varieties (variety_id INTEGER PRIMARY KEY, variety_name TEXT NOT NULL, colour TEXT NOT NULL);
CREATE TABLE blocks (
  block_id INTEGER PRIMARY KEY, estate_id INTEGER NOT NULL REFERENCES estates(estate_id), label TEXT NOT NULL,
  variety_id INTEGER REFERENCES varieties(variety_id), area_m2 INTEGER NOT NULL,
  planted_year INTEGER, grubbed_on TEXT, UNIQUE (estate_id, label));
CREATE TABLE gateways (gateway_id INTEGER PRIMARY KEY, estate_id INTEGER NOT NULL REFERENCES estates(estate_id),
  uplink_gateway_id INTEGER REFERENCES gateways(gateway_id), firmware TEXT NOT NULL, last_seen_at TEXT);
CREATE TABLE sensors (
  sensor_id INTEGER PRIMARY KEY, serial TEXT NOT NULL, metric TEXT NOT NULL, block_id INTEGER REFERENCES blocks(block_id),
  gateway_id INTEGER REFERENCES gateways(gateway_id),
  installed_on TEXT NOT NULL, removed_on TEXT, depth_cm INTEGER);
CREATE TABLE calibrations (sensor_id INTEGER NOT NULL REFERENCES sensors(sensor_id), calibrated_on TEXT NOT NULL, offset_value REAL NOT NULL,
  done_by INTEGER REFERENCES persons(person_id), PRIMARY KEY (sensor_id, calibrated_on));
CREATE TABLE readings (sensor_id INTEGER NOT NULL REFERENCES sensors(sensor_id), taken_at TEXT NOT NULL, value REAL, flag INTEGER NOT NULL DEFAULT 0,
  battery_mv TEXT, PRIMARY KEY (sensor_id, taken_at));
CREATE TABLE weather (estate_id INTEGER NOT NULL REFERENCES estates(estate_id), day TEXT NOT NULL, rain_mm REAL, tmin REAL, tmax REAL,
  PRIMARY KEY (estate_id, day));
CREATE TABLE alerts (
  alert_id INTEGER PRIMARY KEY, sensor_id INTEGER NOT NULL REFERENCES sensors(sensor_id), kind TEXT NOT NULL, raised_at TEXT NOT NULL, acknowledged_at TEXT,
  acknowledged_by INTEGER REFERENCES persons(person_id), resolved_by INTEGER REFERENCES persons(person_id), severity INTEGER NOT NULL);
CREATE TABLE irrigations (irrigation_id INTEGER PRIMARY KEY, block_id INTEGER NOT NULL REFERENCES blocks(block_id), started_at TEXT NOT NULL, ended_at TEXT,
  litres INTEGER, automatic INTEGER NOT NULL);
CREATE TABLE sprayings (spraying_id INTEGER PRIMARY KEY, block_id INTEGER NOT NULL REFERENCES blocks(block_id), product TEXT NOT NULL,
  sprayed_on TEXT NOT NULL, wait_days INTEGER NOT NULL, litres_per_ha REAL NOT NULL);
CREATE TABLE harvests (block_id INTEGER NOT NULL REFERENCES blocks(block_id), picked_on TEXT NOT NULL, kg INTEGER NOT NULL, brix TEXT,
  rejected_kg INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (block_id, picked_on));
"""


def fill(m):
    m.add("estates", [(n, e, r, "2025-03-31" if n == 6 else None)
        for n, (e, r) in enumerate([("Hof Rebstein", "Wachau"), ("Casa Lupo", "Collio"), ("Weingut Sonnberg", "Wachau"), ("Domaine Clair", "Jura"),
        ("Kalkofen", "Rheingau"), ("Alte Kelter", "Jura"), ("Neu Terra", "Collio")], 1)])
    m.add("persons", [(n, " ".join(m.person()), m.whole(1, 6) if n > 3 else None, m.pick({"technician": 3, "viticulturist": 3, "worker": 4}), None if n < 3
        else m.whole(1, min(n - 1, 6))) for n in range(1, 36)])
    m.add("varieties", [(n, v, c) for n, (v, c) in enumerate([("Riesling", "white"), ("Pinot Noir", "red"), ("Friulano", "white"), ("Poulsard", "red"),
        ("Veltliner", "white"), ("Savagnin", "white"), ("Merlot", "red")], 1)])
    blocks = []
    for n in range(1, 61):
        blocks.append((n, m.whole(1, 6), f"B{n:02}" if n % 2 else f"Terrace {n}", m.whole(1, 6) if m.chance(.93) else None, m.whole(20, 320) * 100,
            m.whole(1968, 2022) if m.chance(.9) else None, "2024-11-15" if n == 58 else m.day("2024-01-01", "2025-04-30") if m.chance(.08) else None))
    m.add("blocks", blocks)
    gws = [(n, m.whole(1, 6), None if n < 5 else m.whole(1, 4), m.pick(["1.9", "1.10", "2.0", "2.1"]), m.moment("2025-06-25", "2025-06-30") if m.chance(.9)
        else None) for n in range(1, 17)]
    m.add("gateways", gws)
    sens = []
    for n in range(1, 131):
        metric = m.pick({"soil_moisture": 5, "air_temp": 3, "leaf_wetness": 2})
        ins = m.day("2023-01-10", "2025-04-30")
        sens.append((n, f"SN{m.whole(1000, 9999)}" if n % 40 else "SN0000", metric, m.whole(1, 54) if m.chance(.94) else None, m.whole(1, 15)
            if m.chance(.93) else None, ins, m.day(max(ins, "2025-01-01"), "2025-06-20") if m.chance(.12) else None, m.pick([20, 40, 60])
            if metric == "soil_moisture" else None))
    m.add("sensors", sens)
    m.add("calibrations", [(s[0], d, m.amount(-1.5, 1.5), m.whole(1, 33) if m.chance(.9) else None) for s in sens
        for d in sorted({m.day(s[5], "2025-06-28") for _ in range(m.pick([0, 0, 1, 1, 2, 3]))})])
    rd = {}
    for _ in range(2000):
        s = sens[int(m.random.random() ** 1.3 * 118)]
        lo = max(s[5], "2025-03-01")
        hi = s[6] or "2025-06-30"
        if lo > hi:
            continue
        edge = m.chance(.08) and lo < '2025-04-30' and hi > '2025-06-01'
        at = m.pick(['2025-05-31', '2025-06-01', '2025-04-30']) if edge else m.day(lo, hi)
        at += f" {m.pick([0, 6, 12, 13, 18, 23]):02}:{m.pick(['00', '30'])}"
        v = {"soil_moisture": m.amount(8, 42, 1), "air_temp": m.amount(-3, 37, 1), "leaf_wetness": m.amount(0, 100, 1)}[s[2]]
        rd[s[0], at] = (s[0], at, v if m.chance(.96) else None, m.pick({0: 20, 1: 2, 9: 1}),
            m.pick([str(m.whole(2900, 3700)), str(m.whole(800, 999)) if m.chance(.2) else "3300", None]))
    m.add("readings", [rd[k] for k in sorted(rd)])
    m.add("weather", [(e, (date(2025, 3, 1) + timedelta(d)).isoformat(), m.pick([0, 0, 0, 0, None, m.amount(.2, 28, 1)]), t,
        round(t + m.amount(4, 16, 1), 1)) for e in range(1, 7) for d in range(122) if m.chance(.97) for t in [m.amount(-2 + d / 10, 6 + d / 10, 1)]])
    m.add("alerts", [(n, m.whole(1, 120), m.pick({"dry": 4, "frost": 2, "battery": 3, "offline": 2}), a, k, w if k else None, m.whole(1, 33)
        if k and m.chance(.7) else None, m.pick([1, 1, 2, 2, 3])) for n in range(1, 281) for a in [m.moment("2025-03-01", "2025-06-29")[:16]]
        for w in [m.whole(1, 33)] for k in [later(a + ":00", minutes=m.pick([4, 20, 55, 130, 600, 2500]))[:16] if m.chance(.82) else None]])
    m.add("irrigations", [(n, m.whole(1, 50), a, later(a + ":00", minutes=m.pick([30, 60, 90, 120, 240]))[:16] if m.chance(.95) else None,
        m.whole(3, 90) * 100 if m.chance(.93) else None, int(m.chance(.6))) for n in range(1, 321)
        for a in [m.moment("2025-04-15", "2025-06-29", (4, 22))[:16]]])
    m.add("sprayings", [(n, m.whole(1, 55), m.pick(["copper", "sulphur", "soap", "clay"]), m.day("2024-04-01", "2025-06-25"), m.pick([0, 7, 14, 21, 35]),
        m.amount(150, 600, 1)) for n in range(1, 201)])
    hv = {}
    for b in blocks[:57]:
        for y in (2022, 2023, 2024):
            if (b[5] or 2000) > y - 3 or b[6] and b[6] < f"{y}-10":
                continue
            for k in range(m.pick([0, 1, 1, 2])):
                d = m.day(f"{y}-08-25", f"{y}-10-20")
                kg = round(b[4] * m.amount(.3, 1.1))
                hv[b[0], d] = (b[0], d, kg, m.pick(["18.5", "19", "20.2", "21.75", "22", "23.1", "9.8" if m.chance(.15) else "20.5", None]),
                    round(kg * m.pick([0, 0, 0, .02, .1])))
    m.add("harvests", [hv[k] for k in sorted(hv)])
