"""A grid operator's register: supply points, meters and readings dated 31.12.2022, contracts with holder and payer, tariffs, invoices in cents, outages."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE area (ar_cd TEXT PRIMARY KEY, nm TEXT, county TEXT, E3 TEXT, E4 REAL, E5 REAL);
CREATE TABLE spt (
  sp_no TEXT PRIMARY KEY, ar_cd TEXT REFERENCES area(ar_cd), street TEXT, kind TEXT, ph INTEGER, `max kW` REAL, conn TEXT, pv TEXT);
CREATE TABLE mtr (mtr_no INTEGER PRIMARY KEY, sp_no TEXT REFERENCES spt(sp_no), make TEXT, smart TEXT, fitted TEXT, removed TEXT);
CREATE TABLE reading (mtr_no INTEGER REFERENCES mtr(mtr_no), rd TEXT, val REAL, src TEXT, PRIMARY KEY (mtr_no, rd));
CREATE TABLE supplier (sup_id INTEGER PRIMARY KEY, nm TEXT, town TEXT, green INTEGER);
CREATE TABLE tariff (
  tar_cd TEXT PRIMARY KEY, sup_id INTEGER REFERENCES supplier(sup_id), nm TEXT, `ct/kWh` TEXT, base REAL, night TEXT);
CREATE TABLE cust (c_no INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sex TEXT, town TEXT, mail TEXT);
CREATE TABLE contr (
  con_no INTEGER PRIMARY KEY, sp_no TEXT REFERENCES spt(sp_no), tar_cd TEXT REFERENCES tariff(tar_cd), holder_no INTEGER, payer_no INTEGER,
  beg TEXT, fin TEXT, st TEXT);
CREATE TABLE inv (inv_no INTEGER PRIMARY KEY, con_no INTEGER REFERENCES contr(con_no), dt TEXT, kwh INTEGER, amt_ct INTEGER, pd TEXT, remind INTEGER);
CREATE TABLE outage (out_no INTEGER PRIMARY KEY, ar_cd TEXT REFERENCES area(ar_cd), beg TEXT, fin TEXT, cause TEXT, plan INTEGER);
CREATE TABLE out_spt (out_no INTEGER REFERENCES outage(out_no), sp_no TEXT REFERENCES spt(sp_no));
"""

AREAS = [("A01", "Birkfeld", "North", "1840", .9, 41.5), ("A02", "Mühlau", "North", "920", 1.4, 63.0), ("A03", "Ostheim", "East", "10250", .3, 71.2), ("A04", "Rabental", "East", "640", 3.1, None),
         ("A05", "Seebruck", "South", "4380", .7, 55.9), ("A06", "Tannach", "South", "2210", None, 38.4), ("A07", "Weiler", "West", "810", 2.2, 29.9), ("A08", "Zell", "West", "15900", .4, 88.0)]
SUPPLIERS = [(1, "Stadtwerke Zell", "Zell", 0), (2, "Windkraft Direkt", "Kiel", 1), (3, "Volta", "Ostheim", 0), (4, "Sonnig Strom", "Zell", 1), (5, "Billigstrom24", None, 0), (6, "Talwerke", "Birkfeld", 1)]
STREETS = "Mill Lane,Station Road,Church Square,Brook Path,Hill Street,Elm Row,Old Market,Quarry Way".split(",")
MAKES = {"Landmann": 9, "Iskrix": 6, "EMH Nord": 5, "Kamst": 3}


def dot(day):
    """2022-12-31 as 31.12.2022"""
    return None if day is None else f"{day[8:10]}.{day[5:7]}.{day[:4]}"


def fill(m):
    m.add("area", AREAS)
    points = []
    for n in range(1, 241):
        kind = m.pick({"H": 15, "C": 4, "P": 1})
        points.append((f"SP{n:05}", m.pick({"A01": 4, "A02": 2, "A03": 7, "A04": 2, "A05": 5, "A06": 3, "A07": 2, "A08": 9}), f"{m.pick(STREETS)} {m.whole(1, 60)}", kind,
                       3 if kind != "H" or m.chance(.55) else 1, None if m.chance(.05) else m.pick([5.5, 11.0, 11.0, 14.5, 22.0]) if kind == "H" else float(m.whole(12, 160)),
                       dot(m.day("1991-01-07", "2021-11-30")), m.pick({"+": 3, "-": 9, None: 1})))
    m.add("spt", points)
    meters, readings = [], []
    for p in points:
        start = m.day("2012-01-10", "2021-12-20")
        spans = [(start, None)]
        if m.chance(.3):
            change = m.day("2022-02-01", "2023-10-30")
            spans = [(start, change), (change, None)]
        for at, (first, last) in enumerate(spans):
            number = 70000 + len(meters) * 3
            smart = "Y" if at or m.chance(.25) else "N"
            meters.append((number, p[0], m.pick(MAKES), smart, dot(first), dot(last)))
            value = float(m.whole(0, 900)) if at else float(m.whole(2000, 60000))
            for year in (2021, 2022, 2023):
                for day in ((f"{year}-06-30", f"{year}-12-31") if smart == "Y" or m.chance(.3) else (f"{year}-12-31",)):
                    if day >= first and (last is None or day <= last) and m.chance(.93):
                        value += m.skewed(300, 5200 if p[3] == "H" else 38000)
                        readings.append((number, dot(day), round(value, 1), m.pick({"A": 12 if smart == "Y" else 5, "E": 3, "C": 4})))
    m.add("mtr", meters)
    m.add("reading", readings)
    m.add("supplier", SUPPLIERS)
    tariffs = []
    for sup in SUPPLIERS:
        for k in range(m.whole(2, 4)):
            price = m.amount(24, 44) if sup[0] != 5 else m.amount(9.4, 9.9) if k == 0 else m.amount(14, 22)
            tariffs.append((f"T{sup[0]}{k + 1}", sup[0], m.pick(["Basis", "Comfort", "Fix 24", "Fair", "Night Plus", "Eco"]), f"{price:.2f}".replace(".", ","), m.pick([8.9, 9.5, 11.9, 14.0]), m.pick({"+": 1, "-": 3})))
    m.add("tariff", tariffs)
    customers = []
    for n in range(1, 231):
        first, last = m.person()
        customers.append((400 + n, first, last, m.pick({"F": 10, "M": 10, None: 3}), m.pick([a[1] for a in AREAS]) if m.chance(.9) else None, f"{last.lower()}{n}@mail.example" if m.chance(.7) else None))
    customers[14] = (415, "Ludovika", "Aschauer", "F", "Zell", "la@mail.example")
    customers[33] = (434, "Benno", "Quellwein", "M", "Ostheim", None)
    m.add("cust", customers)
    contracts = []
    for p in points:
        day = m.day("2019-01-01", "2021-10-31")
        for k in range(m.pick({1: 12, 2: 7, 3: 2})):
            end = later(day, days=m.whole(200, 700))
            if k and m.chance(.6):
                holder = contracts[-1][3]
            else:
                holder = m.pick([415, 434]) if m.chance(.05) else 401 + int(m.random.random() ** 1.3 * 225)
            payer = holder if m.chance(.85) else 401 + m.whole(0, 225)
            contracts.append([len(contracts) + 1, p[0], m.pick(tariffs[1:-1])[0], holder, payer, day, None, "A"])
            if end > "2023-12-31":
                break
            if m.chance(.7):
                contracts[-1][6:] = [end, m.pick({"E": 6, "S": 1})]
                day = end
            else:
                break
    bills = []
    for c in contracts:
        for year in (2020, 2021, 2022, 2023):
            due = f"{year}-{m.whole(1, 12):02}-{m.whole(1, 28):02}"
            if c[5] < due <= (c[6] or "2023-12-31") and m.chance(.95):
                kwh = int(m.skewed(300, 9000, 0) * (1.6 if year == 2022 else 1))
                bills.append((len(bills) + 9001, c[0], due, kwh if m.chance(.97) else None, int(kwh * m.amount(22, 46)) + 10000, m.pick({"+": 11, "-": 2, "?": 1 / 3}), m.pick({0: 10, 1: 2, 2: 1})))
    m.add("contr", [c[:5] + [dot(c[5]), dot(c[6]), c[7]] for c in contracts])
    m.add("inv", bills)
    outages, hit = [], []
    by_area = {a[0]: [p[0] for p in points if p[1] == a[0]] for a in AREAS}
    for n in range(1, 121):
        area = m.pick({"A01": 3, "A02": 3, "A03": 3, "A04": 5, "A05": 2, "A06": 4, "A07": 4, "A08": 2})
        area = "A08" if n == 60 else area
        plan = int(m.chance(.3) and n != 60)
        begin = m.moment("2021-01-02", "2023-12-20")[:16]
        finish = (datetime.datetime.fromisoformat(begin) + datetime.timedelta(minutes=int(m.skewed(12, 700, 0)))).isoformat(" ")[:16]
        outages.append((n, area, begin, finish if m.chance(.95) else None, "MAINT" if plan else "ANIMAL" if n == 60 else m.pick({"STORM": 5, "CABLE": 4, "ANIMAL": 1, "TREE": 2, None: 1}), plan))
        hit += [(n, s) for s in m.some(by_area[area], 14 if n == 60 else m.whole(0, 9))]
    m.add("outage", outages)
    m.add("out_spt", hit)
