"""A town's energy supplier with a legacy schema: meters, monthly consumption, tariffs; days are texts like 20240131."""
from making import later

SCHEMA = """
CREATE TABLE GRID (GRIDNO INTEGER PRIMARY KEY, NM TEXT, PARNO INTEGER REFERENCES GRID(GRIDNO), KV REAL);
CREATE TABLE CUST (CUSTNO INTEGER PRIMARY KEY, NM TEXT, TYP TEXT, TWN TEXT, SINCE TEXT, ENDDT TEXT);
CREATE TABLE SITE (SITENO INTEGER PRIMARY KEY, CUSTNO INTEGER REFERENCES CUST(CUSTNO),
  GRIDNO INTEGER REFERENCES GRID(GRIDNO), STR TEXT, KW INTEGER);
CREATE TABLE MTR (MTRNO INTEGER PRIMARY KEY, SITENO INTEGER REFERENCES SITE(SITENO), MKIND TEXT,
  SMART TEXT, INSDT TEXT, REMDT TEXT, PREDNO INTEGER REFERENCES MTR(MTRNO));
CREATE TABLE RDG (MTRNO INTEGER, RDT TEXT, VAL INTEGER, SRC TEXT, PRIMARY KEY (MTRNO, RDT));
CREATE TABLE CNS (MTRNO INTEGER REFERENCES MTR(MTRNO), YM TEXT, QTY REAL, UNIT TEXT, PRIMARY KEY (MTRNO, YM));
CREATE TABLE TRF (TRFCD TEXT PRIMARY KEY, DSC TEXT, MKIND TEXT, GREEN INTEGER);
CREATE TABLE TRFPRC (TRFCD TEXT REFERENCES TRF(TRFCD), VFROM TEXT, VTO TEXT, CTKWH REAL, BASECT INTEGER,
  PRIMARY KEY (TRFCD, VFROM));
CREATE TABLE CTR (CTRNO INTEGER PRIMARY KEY, CUSTNO INTEGER, MTRNO INTEGER, TRFCD TEXT, BEGDT TEXT, ENDDT TEXT, STAT TEXT);
CREATE TABLE INV (INVNO INTEGER PRIMARY KEY, CTRNO INTEGER REFERENCES CTR(CTRNO), INVDT TEXT, DUEDT TEXT,
  AMTCT INTEGER, PAIDDT TEXT, STORNO INTEGER);
CREATE TABLE OUTG (OUTNO INTEGER PRIMARY KEY, GRIDNO INTEGER REFERENCES GRID(GRIDNO), BEGTS TEXT, ENDTS TEXT, CAUSE TEXT);
CREATE TABLE TECH (TECHNO INTEGER PRIMARY KEY, NM TEXT, GRIDNO INTEGER);
CREATE TABLE WO (WONO INTEGER PRIMARY KEY, MTRNO INTEGER, TECHNO INTEGER REFERENCES TECH(TECHNO), WTYP TEXT,
  ORDDT TEXT, DONEDT TEXT);
"""

TRFS = [("STD", "Standard power", "E", 0), ("ECO", "Green power", "E", 1), ("NGT", "Night saver", "E", 0),
        ("BIZ", "Business power", "E", 0), ("GAS1", "Gas basic", "G", 0), ("GASB", "Gas business", "G", 0),
        ("HEAT", "District heating", "H", 1), ("OLD7", "Power until 2019", "E", 0)]
STREETS = "Mill Lane;High Street;Station Road;Church Street;Harbour Way;Park Avenue;Garden Row;Windmill Lane;Old Market".split(";")
OPEN = "99991231"


def short(day):
    return day.replace("-", "")


def fill(m):
    m.add("GRID", [(1, "Town", None, 110), (2, "North", 1, 20), (3, "South", 1, 20), (4, "Harbour", 2, 10),
                   (5, "Old Town", 3, 10), (6, "Industrial Park", 2, 10), (7, "Quay 4", 4, .4), (8, "Reserve", 1, 20)])
    m.add("TRF", TRFS)
    prices = []
    for code, _, kind, green in TRFS:
        price = {"E": 24.5, "G": 7.9, "H": 9.8}[kind] + (2 if green else 0)
        starts = ["2018-01-01"] if code == "OLD7" else ["2021-01-01"] + [
            d for d in ("2022-01-01", "2022-10-01", "2023-07-01", "2024-01-01") if m.chance(.65)]
        for at, start in enumerate(starts):
            stop = "20191231" if code == "OLD7" else short(later(starts[at + 1], days=-1)) if at + 1 < len(starts) else OPEN
            prices.append((code, short(start), stop, round(price, 2), m.pick([690, 790, 890, 990])))
            price *= m.amount(.93, 1.3)
    m.add("TRFPRC", prices)
    custs, sites, meters = [], [], []
    for n in range(1, 161):
        kind = m.pick({"P": 12, "B": 5, "M": 1})
        name = " ".join(m.person()) if kind == "P" else f"{m.pick(['Bakery', 'Garage', 'Hotel', 'School', 'Print Shop'])} {m.person()[1]}"
        custs.append((n, name, kind, m.pick({"Husum": 6, "HUSUM": 1, "Tondern": 4, "Niebuell": 3, "Bredstedt": 2}),
                      short(m.day("2015-01-01", "2024-05-31")),
                      short(m.day("2023-01-01", "2024-12-31")) if m.chance(.12) else OPEN))
    for n in range(1, 191):
        owner = n if n <= 60 else m.whole(1, 155)
        sites.append((n, owner, m.whole(2, 7), f"{m.pick(STREETS)} {m.whole(1, 99)}",
                      m.pick([5, 8, 11, 11, 15, 30, None]) if custs[owner - 1][2] == "P" else m.pick([30, 40, 63, 80, 100, 125, 160, 200, 250])))
    for site in sites[:182]:
        for kind in m.pick({"E": 6, "EG": 4, "EH": 1, "G": 1}):
            start = m.day("2012-01-01", "2023-10-31")
            old = None
            if m.chance(.22):
                swap = m.day("2021-03-01", "2024-04-30") if m.chance(.6) else m.pick(["2022-12-31", "2023-12-31", "2024-01-01"])
                if swap > start:
                    old = len(meters) + 1
                    meters.append((old, site[0], kind, "N", short(start), short(swap), None))
                    start = swap
            meters.append((len(meters) + 1, site[0], kind, "Y" if start >= "2021" or m.chance(.1) else "N", short(start),
                           short(m.day("2023-11-01", "2024-06-15")) if m.chance(.14) else None, old))
    m.add("CUST", custs)
    m.add("SITE", sites)
    m.add("MTR", meters)
    months = [f"{y}{n:02}" for y in (2023, 2024) for n in range(1, 13) if f"{y}{n:02}" <= "202406"]
    used, readings = [], []
    for meter in meters[:175]:
        big = custs[sites[meter[1] - 1][1] - 1][2] != "P"
        level = m.amount(900, 9000, 0) if big else m.amount(60, 420, 0)
        empty = m.some(months, 4) if m.chance(.12) else []
        for ym in months:
            if ym < meter[4][:6] or meter[5] and ym > meter[5][:6] or m.chance(.03):
                continue
            season = {"E": 1, "G": 1.6, "H": 1.7}[meter[2]] if ym[4:] in ("11", "12", "01", "02", "03") else .75
            amount = 0 if ym in empty else round(level * season * m.amount(.8, 1.25))
            used.append((meter[0], ym, round(amount / 1000, 3) if big else amount, "MWh" if big else "kWh"))
        value, year = m.whole(100, 60000), 2020
        while year < 2025:
            day = m.pick([f"{year}1231", f"{year}1231", f"{year}1215", f"{year + 1}0102"])
            if meter[4] <= day <= min(meter[5] or OPEN, "20240630") and m.chance(.9):
                readings.append((meter[0], day, value, m.pick({"A": 5, "M": 3, "E": 2})))
            value += round(level * 12 * m.amount(.8, 1.2))
            year += 1
    m.add("CNS", used)
    m.add("RDG", readings)
    contracts, bills = [], []
    for meter in meters:
        if m.chance(.07):
            continue
        customer = custs[sites[meter[1] - 1][1] - 1]
        codes = [t[0] for t in TRFS[:7] if t[2] == meter[2] and (t[0] not in ("BIZ", "GASB")) == (customer[2] == "P" or t[2] == "H")] or ["ECO"]
        begin = max(customer[4], meter[4])
        end = min(customer[5], meter[5] or OPEN)
        if begin >= end:
            continue
        change = m.pick(["20230401", "20231001", "20240101", "20240501"]) if m.chance(.3) else None
        parts = [(begin, short(later(f"{change[:4]}-{change[4:6]}-{change[6:]}", days=-1))), (change, end)] if change and begin < change < end else [(begin, end)]
        if m.chance(.06) and end == OPEN:
            parts = parts[:-1] + [(parts[-1][0], None)]
        for start, stop in parts:
            contracts.append((len(contracts) + 1, customer[0], meter[0], m.pick(codes), start, OPEN if stop is None else stop,
                              "P" if stop is None else "A" if stop > "20240630" else "T"))
    for c in contracts[:260]:
        for quarter in ("2023-01-15", "2023-04-15", "2023-07-15", "2023-10-15", "2024-01-15", "2024-04-15"):
            if c[4] <= short(quarter) <= c[5] and m.chance(.9):
                day = later(quarter, days=m.pick([0, 0, 1, 3]))
                if m.chance(.04):
                    day = m.pick(["2023-03-31", "2023-12-31", "2024-03-31"])
                paid = short(later(day, days=m.pick([3, 9, 14, 14, 15, 20, 40, 80]))) if m.chance(.86) else None
                bills.append((len(bills) + 1, c[0], short(day), short(later(day, days=14)),
                              m.whole(2900, 42000) * (1 if custs[c[1] - 1][2] == "P" else 9), paid, int(m.chance(.04))))
    m.add("CTR", contracts)
    m.add("INV", bills)
    outages = []
    for n in range(1, 91):
        begin = m.moment("2022-06-01", "2024-06-29")
        end = later(begin, minutes=m.pick([12, 25, 40, 60, 61, 95, 180, 420, 1500])) if m.chance(.93) else None
        outages.append((n, m.whole(2, 7), *(t and short(t[:10]) + " " + t[11:16].replace(":", "") for t in (begin, end)),
                        m.pick(["storm", "digger", "Storm", "overload", "planned", None])))
    m.add("OUTG", outages)
    m.add("TECH", [(n, " ".join(m.person()), m.pick([2, 3, 4, 5, 6, None])) for n in range(1, 13)])
    orders = []
    for n in range(1, 421):
        day = m.day("2022-11-01", "2024-06-28")
        orders.append((n, m.whole(1, len(meters) - 20), m.whole(1, 10) if m.chance(.8) else None,
                       m.pick({"READ": 4, "SWAP": 3, "REPAIR": 3, "CHECK": 2}), short(day),
                       short(later(day, days=m.pick([0, 1, 2, 5, 7, 14, 30, 31]))) if m.chance(.85) else None))
    m.add("WO", orders)
