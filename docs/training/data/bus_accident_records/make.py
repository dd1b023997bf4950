"""Accidents of a bus company: accidents with coded weather and fault, other parties, injured people, drivers, buses, claims, a shared table of codes."""
from making import later

SCHEMA = """
CREATE TABLE acc (acc_no TEXT PRIMARY KEY, dt TEXT, tm TEXT, loc_cd INTEGER, line_cd TEXT, bus_no INTEGER, drv_id INTEGER, sev INTEGER, wx INTEGER, rd INTEGER, flt TEXT, "Dmg (EUR)" TEXT, pol TEXT);
CREATE TABLE inv (acc_no TEXT, seq INTEGER, typ TEXT, age INTEGER, sex TEXT, alc REAL, PRIMARY KEY (acc_no, seq));
CREATE TABLE inj (inj_id INTEGER PRIMARY KEY, acc_no TEXT, who TEXT, age INTEGER, sex TEXT, sev TEXT, hosp TEXT, days INTEGER);
CREATE TABLE drv (drv_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, dob TEXT, hired TEXT, quit TEXT, dep TEXT);
CREATE TABLE bus (bus_no INTEGER PRIMARY KEY, make TEXT, model TEXT, yr INTEGER, len_m REAL, fuel TEXT, dep TEXT, "Out of Service" TEXT);
CREATE TABLE dep (dep TEXT PRIMARY KEY, name TEXT, district TEXT);
CREATE TABLE line (line_cd TEXT PRIMARY KEY, name TEXT, km REAL, typ TEXT, dep TEXT, "Pax/Day" INTEGER);
CREATE TABLE loc (loc_cd INTEGER PRIMARY KEY, street TEXT, district TEXT, spd INTEGER, xing TEXT);
CREATE TABLE codes (grp TEXT, cd INTEGER, descr TEXT, PRIMARY KEY (grp, cd));
CREATE TABLE claim (cl_no INTEGER PRIMARY KEY, acc_no TEXT, insurer TEXT, filed TEXT, amt REAL, paid REAL, stat TEXT);
CREATE TABLE trng (drv_id INTEGER, course TEXT, dt TEXT, res TEXT);
"""

DEPS = [("N", "Northgate Depot", "Northgate"), ("E", "Eastfield Depot", "Eastfield"), ("H", "Harbour Depot", "Harbour"), ("W", "Westhill Depot", "Westhill")]
STREETS = "Mill Station Church Park Queen Bridge Castle Market Harbour Chapel Victoria Garden Tower School Canal".split()
DISTRICTS = ["Northgate", "Eastfield", "Harbour", "Westhill", "Old Town"]
CODES = [("wx", 1, "Dry"), ("wx", 2, "Rain"), ("wx", 3, "Snow"), ("wx", 4, "Fog"), ("rd", 1, "Dry"), ("rd", 2, "Wet"), ("rd", 3, "Icy"), ("sev", 0, "Damage only"), ("sev", 1, "Slight"), ("sev", 2, "Serious"), ("sev", 3, "Fatal")]
MODELS = [("Volvo", "7900", 12.0, "H"), ("Volvo", "8900", 13.1, "D"), ("MAN", "Lion's City", 12.2, "D"), ("MAN", "Lion's City G", 18.1, "D"), ("Solaris", "Urbino 12", 12.0, "E"), ("Solaris", "Urbino 18", 18.0, "E"), ("Mercedes", "Citaro", 12.1, "D")]


def fill(m):
    m.add("dep", DEPS)
    m.add("codes", CODES)
    m.add("loc", [(i, f"{m.pick(STREETS)} {m.pick(['Street', 'Road', 'Lane'])}", m.pick({"Northgate": 3, "Eastfield": 3, "Harbour": 2, "Westhill": 2, "Old Town": 5}), m.pick({30: 4, 50: 6, 70: 1, None: .7}), m.pick({"Y": 3, "N": 6})) for i in range(1, 46)])
    lines = [(str(i), f"{m.pick(DISTRICTS)} - {m.pick(STREETS)} Street", m.amount(4, 26, 1), "DAY", m.pick("NEHW"), int(m.skewed(400, 19000, 0)) if m.chance(.92) else None) for i in range(1, 17)]
    lines += [(f"N{i}", f"Night {i}", m.amount(12, 34, 1), "NIGHT", m.pick("NEHW"), m.whole(80, 900)) for i in range(1, 4)] + [(f"S{i}", f"School {i}", m.amount(5, 19, 1), "SCH", m.pick("NEHW"), m.whole(60, 300)) for i in range(1, 4)]
    m.add("line", lines)
    drivers = []
    for n in range(1, 91):
        hired = m.day("1991-03-01", "2022-09-30")
        drivers.append((n, *m.person(), m.pick({"M": 7, "F": 3}), m.day(f"{max(1958, int(hired[:4]) - 35)}-01-01", f"{int(hired[:4]) - 22}-12-31"), hired, max(later(hired, days=400), m.day("2019-01-01", "2023-11-30")) if m.chance(.18) else None, m.pick({"N": 4, "E": 3, "H": 3, "W": 2})))
    drivers[10] = (11, "Rosalind", "Thackeray", "F", "1974-05-02", "1999-04-01", None, "N")
    m.add("drv", drivers)
    buses = []
    for n in range(101, 186):
        make, model, length, fuel = m.pick(MODELS)
        buses.append((n, make, model, m.whole(2006, 2022) if fuel == "D" else m.whole(2016, 2022), length, fuel, m.pick({"N": 4, "E": 3, "H": 3, "W": 2}), m.day("2020-01-01", "2023-12-31").replace("-", "/") if m.chance(.14) else None))
    m.add("bus", buses)
    accidents, others, hurt, claims = [], [], [], []
    for n in range(1, 441):
        day = m.day("2019-01-01", "2023-12-31")
        cold = day[5:7] in ("12", "01", "02")
        wx = m.pick({1: 6, 2: 4, 3: 3 if cold else 0, 4: 1, None: .5})
        rd = m.pick({2: 6, 3: 1}) if wx == 2 else m.pick({3: 4, 2: 1}) if wx == 3 else m.pick({1: 9, 2: 2})
        sev, bus = 2 if n == 120 else m.pick({0: 9, 1: 5, 2: 1.6, 3: .4}), m.pick(buses[:68])[0]
        number = f"AC{day[2:4]}-{n:04}"
        line = "7" if m.chance(.1) else m.pick(lines)[0]
        hour = m.whole(0, 4) if line[0] == "N" else m.pick([6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 17, 17, 18, 19, 20, 21])
        accidents.append((number, day.replace("-", "/"), f"{hour}:{m.whole(0, 59):02}", 1 + int(m.random.random() ** 1.5 * 45) if m.chance(.95) else None, line, bus, 11 if m.chance(.03) else 1 + int(m.random.random() ** 1.4 * 88) if m.chance(.97) else None, sev, wx, rd,
                          m.pick({"B": 4, "O": 6, "N": 2, None: 1}), f"{int(m.skewed(100, 24000, 0)):,}".replace(",", ".") if m.chance(.9) else None, m.pick({"+": 6, "-": 4}) if sev < 2 else "+"))
        for seq in range(1, m.pick({0: 2, 1: 8, 2: 2, 3: .5}) + 1):
            typ = m.pick({"CAR": 9, "BIKE": 3, "PED": 2, "TRUCK": 1, "BUS": 1})
            others.append((number, seq, typ, None if m.chance(.12) else m.whole(18, 86) if typ in ("CAR", "TRUCK", "BUS") else m.whole(6, 88), m.pick({"M": 6, "F": 4, None: 1}), m.pick({0.0: 9, m.amount(.2, 2.1, 1): 1, None: 6}) if typ != "PED" else None))
        for at in range(0 if sev == 0 else 9 if n == 120 else m.pick({1: 6, 2: 3, 4: 1})):
            grade = "F" if sev == 3 and at == 0 else "S" if sev >= 2 and (at == 0 or m.chance(.4)) else "L"
            hosp = m.pick({"+": 8 if grade == "S" else 2, "-": 5, None: .5}) if grade != "F" else m.pick("+-")
            hurt.append((len(hurt) + 1, number, m.pick({"PAX": 6, "DRV": 1, "OTH": 4}), m.whole(4, 91) if m.chance(.9) else None, m.pick({"F": 6, "M": 5, None: .5}), grade, hosp, int(m.skewed(1, 60, 0)) if hosp == "+" and m.chance(.85) else None))
        for _ in range(m.pick({0: 8, 1: 7, 2: 2})):
            amount = m.skewed(150, 30000)
            stat = m.pick({"P": 6, "O": 3, "R": 2})
            claims.append((len(claims) + 1, number, m.pick({"Aldermoor": 5, "Castor Mutual": 3, "Nordvik": 3, "Pelham Direct": 1}), later(day, days=m.whole(2, 150)), amount, round(amount * m.pick([1, 1, .5, .8]), 2) if stat == "P" else None, stat))
    m.add("acc", accidents)
    m.add("inv", others)
    m.add("inj", hurt)
    m.add("claim", claims)
    m.add("trng", [(d[0], course, m.day("2017-01-01", "2023-11-30"), m.pick({"P": 8, "F": 2})) for d in drivers for course in m.some(["Winter driving", "First aid", "Eco driving", "Conflict handling", "First aid"], m.pick([0, 1, 2, 3]))]
          + [(11, "Night lines", "2020-02-11", "F"), (11, "Night lines", "2020-09-30", "P"), (11, "Articulated buses", "2021-05-18", "P")])
