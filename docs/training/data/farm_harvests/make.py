"""A farm: fields within fields, crops by season, yields in kg or t, rain gauges, machines, sales at changing prices."""
from making import later

SCHEMA = """
CREATE TABLE tbl_field (field_no INTEGER PRIMARY KEY, field_name TEXT NOT NULL, parent_no INTEGER REFERENCES tbl_field(field_no),
  area_ha REAL, soil TEXT, leased INTEGER NOT NULL DEFAULT 0, given_up_on TEXT);
CREATE TABLE tbl_crop (crop_code TEXT PRIMARY KEY, crop_name TEXT NOT NULL, crop_group TEXT NOT NULL, winter_crop INTEGER);
CREATE TABLE tbl_sowing (sowing_no INTEGER PRIMARY KEY, field_no INTEGER NOT NULL REFERENCES tbl_field(field_no),
  crop_code TEXT NOT NULL REFERENCES tbl_crop(crop_code), season INTEGER NOT NULL, sown_on TEXT, area_ha REAL NOT NULL, organic TEXT,
  preceding_sowing INTEGER REFERENCES tbl_sowing(sowing_no), state TEXT NOT NULL);
CREATE TABLE tbl_harvest (load_no INTEGER PRIMARY KEY, sowing_no INTEGER NOT NULL REFERENCES tbl_sowing(sowing_no), harvested_at TEXT NOT NULL,
  qty REAL NOT NULL, unit TEXT NOT NULL, moisture_pct REAL, machine_no INTEGER REFERENCES tbl_machine(machine_no),
  driver_no INTEGER REFERENCES tbl_worker(worker_no), voided INTEGER NOT NULL DEFAULT 0);
CREATE TABLE tbl_gauge (gauge_no INTEGER PRIMARY KEY, gauge_name TEXT, field_no INTEGER REFERENCES tbl_field(field_no));
CREATE TABLE tbl_rain (gauge_no INTEGER REFERENCES tbl_gauge(gauge_no), day TEXT, mm REAL, PRIMARY KEY (gauge_no, day));
CREATE TABLE tbl_machine (machine_no INTEGER PRIMARY KEY, model TEXT NOT NULL, kind TEXT NOT NULL, bought_on TEXT, sold_on TEXT,
  replaces_no INTEGER REFERENCES tbl_machine(machine_no), hours_run INTEGER);
CREATE TABLE tbl_service (service_no INTEGER PRIMARY KEY, machine_no INTEGER REFERENCES tbl_machine(machine_no), done_on TEXT NOT NULL,
  cost_cents INTEGER, job TEXT);
CREATE TABLE tbl_worker (worker_no INTEGER PRIMARY KEY, worker_name TEXT NOT NULL, foreman_no INTEGER REFERENCES tbl_worker(worker_no),
  seasonal TEXT NOT NULL, start_date TEXT);
CREATE TABLE tbl_licence (worker_no INTEGER REFERENCES tbl_worker(worker_no), machine_kind TEXT, PRIMARY KEY (worker_no, machine_kind));
CREATE TABLE tbl_buyer (buyer_no INTEGER PRIMARY KEY, buyer_name TEXT NOT NULL, town TEXT, terms_days INTEGER);
CREATE TABLE tbl_sale (sale_no INTEGER PRIMARY KEY, buyer_no INTEGER NOT NULL REFERENCES tbl_buyer(buyer_no),
  crop_code TEXT NOT NULL REFERENCES tbl_crop(crop_code), ordered_on TEXT NOT NULL, delivered_on TEXT, qty REAL NOT NULL, unit TEXT NOT NULL,
  price_per_unit REAL NOT NULL, paid_on TEXT);
CREATE TABLE tbl_market_price (crop_code TEXT REFERENCES tbl_crop(crop_code), valid_from TEXT, eur_per_t REAL NOT NULL,
  PRIMARY KEY (crop_code, valid_from));
"""

CROPS = [("WW", "Winter wheat", "cereal", 1), ("WB", "Winter barley", "cereal", 1), ("RYE", "Rye", "cereal", 1), ("OAT", "Oats", "cereal", 0),
         ("OSR", "Oilseed rape", "oilseed", 1), ("SUN", "Sunflower", "oilseed", 0), ("POT", "Potatoes", "root", 0),
         ("SBT", "Sugar beet", "root", 0), ("MZE", "Maize", "fodder", 0), ("PEA", "Field peas", "legume", 0), ("HMP", "Hemp", "fibre", None)]
YIELD = {"WW": 7.6, "WB": 7, "RYE": 5.5, "OAT": 5, "OSR": 3.6, "SUN": 2.8, "POT": 38, "SBT": 70, "MZE": 45, "PEA": 3.4}
PRICE = {"WW": 215, "WB": 190, "RYE": 175, "OAT": 230, "OSR": 440, "SUN": 410, "POT": 180, "SBT": 45, "MZE": 60, "PEA": 260}
NAMES = ("Long Acre|Mill Meadow|Church Field|Stony Hill|Lower Marsh|Upper Marsh|Crow Wood|Fox Bottom|Ten Acres|River Piece|Quarry|"
         "Home Field|Far Field|Gallows Hill|Sheep Walk|Brick Kiln").split("|")


def american(day):
    return f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    fields = [(n, name, None, m.amount(8, 40, 1) if m.chance(.95) else None, m.pick(["loam", "clay", "sand", "loam", None]), int(n in (7, 16) or m.chance(.3)),
               {9: "2022-10-15", 15: m.day("2023-08-01", "2023-10-30")}.get(n)) for n, name in enumerate(NAMES, 1)]
    for parent in [fields[0], fields[2], fields[3]] + m.some(fields[4:14], 6):
        for letter in "ABC"[:m.whole(2, 3)]:
            fields.append((len(fields) + 1, f"{parent[1]} {letter}", parent[0], m.amount(2, 12, 1), parent[4] or m.pick(["clay", "sand"]), parent[5], parent[6]))
    for parent in m.some(fields[20:], 3):
        fields += [(len(fields) + at, f"{parent[1]}{at}", parent[0], m.amount(.8, 4, 1), parent[4], parent[5], None) for at in (1, 2)]
    m.add("tbl_field", fields)
    m.add("tbl_crop", CROPS)
    people = []
    for n in range(1, 21):
        first, last = m.person()
        people.append((n, f"{first} {last}", None if n in (1, 2) else 3 if n in (7, 9) else m.whole(1, min(n - 1, 6)) if m.chance(.9) else None,
                       "N" if n < 3 else "Y" if n in (3, 7) else m.pick({"Y": 4, "N": 5, "n": 1}), m.day("2010-03-01", "2024-05-15")))
    m.add("tbl_worker", people)
    m.add("tbl_licence", sorted({(n, kind) for n in range(1, 19) for kind in m.some(["combine", "tractor", "beet lifter", "loader"], m.pick([0, 1, 1, 2, 3, 4]))}))
    machines = [(1, "Lexion 570", "combine", "2012-06-01", "2022-12-01", None, 4100), (2, "Lexion 760", "combine", "2018-05-20", None, None, 2600),
                (3, "X9 1000", "combine", "2022-11-15", None, 1, 640), (4, "Maus 5", "beet lifter", "2016-08-01", None, None, None),
                (5, "Fendt 724", "tractor", "2014-03-03", None, None, 8200), (6, "Fendt 942", "tractor", "2021-02-02", None, None, 2100),
                (7, "Deutz 5105", "tractor", "2005-04-01", "2023-05-31", None, 11800), (8, "Deutz 6120", "tractor", "2023-05-15", None, 7, 420),
                (9, "Varitron 470", "potato harvester", None, None, None, 900), (10, "Fendt 828", "tractor", "2024-01-31", None, 5, 60),
                (11, "Merlo 34", "loader", "2019-09-09", None, None, 3000)]
    m.add("tbl_machine", machines)
    m.add("tbl_service", [(n, m.pick([1, 2, 2, 3, 5, 5, 6, 7, 8, 11]), american(m.pick(["2023-12-31", "2024-01-01", "2023-06-30"]) if m.chance(.08) else m.day("2021-01-04", "2024-06-28")),
                           m.whole(60, 4200) * 100 + m.pick([0, 50, 90]) if m.chance(.93) else None, m.pick(["oil change", "tyres", "inspection", "repair", "Repair"])) for n in range(1, 141)])
    sowings, loads, last = [], [], {}
    for season in range(2020, 2025):
        for f in fields:
            if f[6] and f[6] < f"{season}-06" or m.chance(.13) or f[0] in (7, 16):
                continue
            for code in ["WW"] if m.chance(.2) else m.some(YIELD, 2 if m.chance(.12) else 1):
                winter = dict((c[0], c[3]) for c in CROPS)[code]
                sown = m.day(f"{season - 1}-09-05", f"{season - 1}-10-25") if winter else m.day(f"{season}-03-08", f"{season}-05-12")
                n, area = len(sowings) + 1, round((f[3] or 10) * (1 if m.chance(.65) else .5), 1)
                state = m.pick({"harvested": 90, "failed": 6, "ploughed in": 3}) if season < 2024 else m.pick({"growing": 8, "failed": 1})
                sowings.append((n, f[0], code, season, sown if m.chance(.95) else None, area, m.pick({"Y": 3, "N": 9, None: 1}), last.get(f[0]), state))
                last[f[0]] = n
                if state != "harvested":
                    continue
                total = area * YIELD[code] * m.amount(.65, 1.25)
                days = ("09-15", "11-20") if code in ("SBT", "POT", "MZE") else ("07-05", "08-28")
                pieces = m.pick([1, 2, 3, 4, 5])
                when = m.moment(*(f"{season}-{d}" for d in days), hours=(6, 22))
                for _ in range(pieces):
                    tons = total / pieces * m.amount(.85, 1.15)
                    unit = m.pick({"kg": 5, "t": 4})
                    kind = {"SBT": [4], "POT": [9]}.get(code, [1, 2] if season < 2023 else [2, 3])
                    loads.append((len(loads) + 1, n, when, round(tons * 1000, -1) if unit == "kg" else round(tons, 2), unit,
                                  m.amount(9, 19, 1) if code not in ("SBT", "POT") and m.chance(.9) else None, m.pick(kind) if m.chance(.95) else None,
                                  m.whole(1, 16) if m.chance(.92) else None, int(m.chance(.03))))
                    when = later(when, hours=m.pick([1, 2, 3, 20, 26]), minutes=m.whole(0, 59))
    m.add("tbl_sowing", sowings)
    m.add("tbl_harvest", loads)
    m.add("tbl_gauge", [(1, "Yard", 12), (2, "Marsh", 5), (3, "Hill", 14), (4, "Brick Kiln (broken)", 16)])
    rain, day = [], "2023-01-01"
    while day <= "2024-06-30":
        wet = m.chance(.35)
        rain += [(g, day, (m.skewed(.2, 34, 1) if m.chance(.9) else 0) if wet else (0 if m.chance(.9) else m.skewed(0, 3, 1)) if m.chance(.97) else None)
                 for g in (1, 2, 3) if m.chance(.95)]
        day = later(day, days=1)
    m.add("tbl_rain", rain)
    m.add("tbl_buyer", [(n, name, town, days) for n, (name, town, days) in enumerate(
        [("Agravis", "Celle", 30), ("BayWa", "Uelzen", 14), ("Mill Petersen", "Celle", 30), ("Nordzucker", "Uelzen", 60), ("Chips & Co", "Peine", 14),
         ("Biogas Suhr", None, 30), ("Farm shop", "Peine", 0), ("Rape Oil Coop", "celle", 21), ("Feed Trade Nord", "Gifhorn", None), ("Hofladen Mai", "Gifhorn", 7)], 1)])
    sales, menu = [], {n: m.some(PRICE, m.whole(5, 9)) for n in range(1, 10)}
    menu[1], menu[4] = list(PRICE), ["SBT", "POT"]
    for n in (2, 8):
        menu[n] = ["WW", "WW", "WW"] + [code for code in menu[n] if code not in ("WW", "RYE")]
    for n in range(1, 521):
        buyer, size = m.whole(1, 9), m.amount(2, 90, 1)
        code = m.pick(menu[buyer])
        ordered = m.pick(["2023-03-31", "2023-06-30", "2023-09-30", "2023-12-31", "2024-01-01", "2024-03-31"]) if m.chance(.07) else m.day("2021-08-01", "2024-06-28")
        unit = m.pick({"t": 6, "kg": 2, "dt": 2})
        per = {"t": 1, "kg": 1000, "dt": 10}[unit]
        sent = later(ordered, days=m.pick([0, 1, 2, 3, 5, 8, 14, 30])) if m.chance(.94) else None
        paid = later(sent, days=m.pick([0, 3, 10, 14, 15, 30, 31, 45, 70])) if sent and m.chance(.85) else None
        sales.append((n, buyer, code, ordered, sent, round(size * per, 1), unit,
                      round(PRICE[code] * m.amount(.8, 1.3) / per, 3 if unit == "kg" else 2), paid if paid and paid <= "2024-06-30" else None))
    m.add("tbl_sale", sales)
    prices = []
    for code, price in PRICE.items():
        day = "2021-07-01"
        while day < "2024-06-01":
            prices.append((code, day, round(price * m.amount(.85, 1.25), 1)))
            day = later(day, days=m.whole(25, 160))
    m.add("tbl_market_price", prices)
