"""Catch reports of a fishing fleet: vessels with coded gear, skippers, trips, catches in live and landed weight, ports, quotas per stock and year, inspections, sales with text prices."""
from making import later

SCHEMA = """
CREATE TABLE vsl (vsl_no TEXT PRIMARY KEY, name TEXT, flag TEXT, home_port TEXT, `LOA (m)` REAL, kW INTEGER, built INTEGER, main_gear TEXT, own_id INTEGER);
CREATE TABLE owner (own_id INTEGER PRIMARY KEY, name TEXT, legal TEXT, port_cd TEXT);
CREATE TABLE port (port_cd TEXT PRIMARY KEY, name TEXT, ctry TEXT, auction INTEGER);
CREATE TABLE sp (sp_cd TEXT PRIMARY KEY, name TEXT, sci_nm TEXT, grp TEXT, `Min Size (cm)` TEXT);
CREATE TABLE area (area_cd TEXT PRIMARY KEY, name TEXT, parent TEXT);
CREATE TABLE trip (trip_no INTEGER PRIMARY KEY, vsl_no TEXT, skip_id INTEGER, dep_port TEXT, arr_port TEXT, dep_dt TEXT, arr_dt TEXT, crew INTEGER, rep TEXT);
CREATE TABLE haul (trip_no INTEGER, h_no INTEGER, area_cd TEXT, gear TEXT, depth_m INTEGER, dur_min INTEGER, PRIMARY KEY (trip_no, h_no));
CREATE TABLE catch (trip_no INTEGER, h_no INTEGER, sp_cd TEXT, live_kg REAL, land_kg REAL, disc TEXT);
CREATE TABLE quota (sp_cd TEXT, area_cd TEXT, yr INTEGER, ctry TEXT, t REAL, used_t REAL, PRIMARY KEY (sp_cd, area_cd, yr, ctry));
CREATE TABLE insp (i_no INTEGER PRIMARY KEY, vsl_no TEXT, port_cd TEXT, dt TEXT, res TEXT, fine TEXT);
CREATE TABLE sale (s_no INTEGER PRIMARY KEY, trip_no INTEGER, sp_cd TEXT, kg REAL, eur_kg TEXT, buyer TEXT);
CREATE TABLE skipper (skip_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, lic TEXT, lic_dt TEXT);
"""

PORTS = [("NHV", "Norhaven", "NO", 1), ("SKG", "Skagfjord", "NO", 0), ("ESB", "Esbjarg", "DK", 1), ("HVS", "Hvidsund", "DK", 1), ("LRW", "Larwick", "GB", 1), ("PTD", "Peterhythe", "GB", 0),
         ("IJM", "Ijmond", "NL", 1), ("CUX", "Cuxdorf", "DE", 0)]
SPECIES = [("COD", "Cod", "Gadus morhua", "D", "35"), ("HAD", "Haddock", "Melanogrammus aeglefinus", "D", "30"), ("PLE", "Plaice", "Pleuronectes platessa", "F", "27"), ("SOL", "Sole", "Solea solea", "F", "24"),
           ("HER", "Herring", "Clupea harengus", "P", "20"), ("MAC", "Mackerel", "Scomber scombrus", "P", "30"), ("CSH", "Brown shrimp", "Crangon crangon", "C", None), ("NEP", "Norway lobster", "Nephrops norvegicus", "C", "8.5")]
AREAS = [("4A", "Northern North Sea", "4"), ("4B", "Central North Sea", "4"), ("4C", "Southern North Sea", "4"), ("3A", "Kattegat", "3"), ("6A", "West of Scotland", "6"), ("4", "North Sea", None), ("3", "Baltic entrance", None),
         ("6", "Western waters", None)]


def fill(m):
    m.add("port", PORTS)
    m.add("sp", SPECIES)
    m.add("area", AREAS)
    codes = [one[0] for one in PORTS]
    owners = [(n, f"{m.pick(['Havgull', 'Nordfisk', 'Brandt', 'McRae', 'De Zee', 'Sund'])} {m.pick(['Fishing', 'Rederi', 'Shipping', 'Bros'])} {n}", m.pick({"C": 5, "P": 4}), m.pick(codes)) for n in range(1, 29)]
    owners[3] = (4, "Stormkrake Rederi", "C", "NHV")
    m.add("owner", owners)
    m.add("skipper", [(n, *m.person(), m.pick({"A": 3, "B": 5, "C": 2}), m.day("1990-01-01", "2021-12-31")) for n in range(1, 51)])
    vessels = []
    for n in range(1, 61):
        port = m.pick({"NHV": 4, "SKG": 2, "ESB": 4, "HVS": 3, "LRW": 3, "PTD": 2, "IJM": 3, "CUX": 1})
        flag = next(one[2] for one in PORTS if one[0] == port)
        vessels.append((f"{port[0]}{port[1]}-{n:03}", f"{m.pick(['Ocean', 'Sea', 'North', 'Silver', 'Morning', 'Blue'])} {m.pick(['Star', 'Queen', 'Wind', 'Gull', 'Hope', 'Harvest'])}", flag if m.chance(.85) else m.pick(["NO", "DK", "GB", "NL"]),
                        port, m.amount(7, 42, 1), m.whole(60, 1900), m.whole(1964, 2020) if m.chance(.93) else None, m.pick({"OTB": 5, "GN": 3, "TBB": 2, "PS": 2, "FPO": 1}), m.pick([4, *range(1, 27)])))
    vessels[0] = ("NH-001", "Polaris II", "NO", "NHV", 42.8, 1850, 2021, "PS", 4)
    m.add("vsl", vessels)
    trips, hauls, catches, sales = [], [], [], []
    for n in range(1, 261):
        ship = m.pick(vessels[:54]) if n > 12 else vessels[0]
        left = m.day("2020-01-03", "2023-12-18")
        back = later(left, days=m.pick([0, 1, 1, 2, 4, 9]))
        trips.append((n, ship[0], m.whole(1, 46), ship[3] if m.chance(.8) else m.pick(codes), arr := ship[3] if m.chance(.6) else m.pick(codes), "/".join(reversed(left.split("-"))), "/".join(reversed(back.split("-"))), None if m.chance(.07) else m.whole(1, 14),
                      m.pick({"E": 6, "P": 3, "N": 1})))
        total = {}
        for h in range(1, m.pick([1, 1, 2, 2, 3, 4]) + 1):
            hauls.append((n, h, m.pick({"4A": 3, "4B": 5, "4C": 3, "3A": 2, "6A": 1}), ship[7] if m.chance(.85) else m.pick(["OTB", "GN"]), None if m.chance(.1) else m.whole(12, 260), m.whole(20, 420)))
            for sp in m.some([one[0] for one in SPECIES[:7]] if n > 20 else ["COD", "HER", "PLE"], m.pick({1: 3, 2: 4, 3: 1})):
                live = m.skewed(8, 4200, 1)
                disc = m.pick({"N": 7, "Y": 2, None: 1})
                landed = 0.0 if disc == "Y" else round(live * m.amount(.82, .97, 3), 1)
                catches.append((n, h, sp, live, landed, disc))
                total[sp] = total.get(sp, 0) + landed
        for sp, landed in total.items():
            if landed and m.chance(.75):
                sales.append((len(sales) + 1, n, sp, round(landed * m.amount(.7, 1, 3), 1), f"{m.amount(.9, 14.5):.2f}".replace(".", ","), m.pick({"Fjordmat": 4, "Zeebanket": 3, "Auction hall": 3, "Kroner Fisk": 2, None: 1})))
    m.add("trip", trips)
    m.add("haul", hauls)
    m.add("catch", catches)
    m.add("sale", sales)
    limits = []
    for sp in SPECIES[:6]:
        for area in ["4A", "4B", "3A"]:
            for year in (2021, 2022, 2023):
                for ctry in m.some(["NO", "DK", "GB", "NL", "DE"], 3):
                    t = m.whole(40, 1800)
                    limits.append((sp[0], area, year, ctry, t, None if m.chance(.06) else round(t * m.amount(.2, 1.15, 3), 1)))
    m.add("quota", limits)
    m.add("insp", [(n, m.pick(vessels[:50])[0], m.pick(codes), m.day("2020-01-01", "2023-12-31"), res := m.pick({"OK": 6, "W": 2, "V": 2}), f"{m.whole(2, 240) * 100:,}" if res == "V" and m.chance(.9) else None) for n in range(1, 181)])
