"""A forklift rental with legacy names: machines, persons, customer records (a new one for each contract), contracts and
their lines, inspections on return, parts."""
from making import later

SCHEMA = """
CREATE TABLE MACH (MACH_NO INTEGER PRIMARY KEY, MDL_NM TEXT NOT NULL, KND_CD TEXT NOT NULL, CAP_KG TEXT NOT NULL, STA INTEGER NOT NULL, BAY_NO INTEGER, OP_HRS TEXT, BLT_YR INTEGER);
CREATE TABLE PERS (PERS_NO INTEGER PRIMARY KEY, PERS_NM TEXT NOT NULL UNIQUE, JOB_CD TEXT NOT NULL, BOSS_NO INTEGER REFERENCES PERS(PERS_NO), LVL INTEGER NOT NULL);
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, TAX_ID TEXT NOT NULL, CUST_NM TEXT NOT NULL, CTY TEXT NOT NULL, SEG_CD TEXT);
CREATE TABLE CTR (
  CTR_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL UNIQUE REFERENCES CUST(CUST_NO), SAL_NO INTEGER NOT NULL REFERENCES PERS(PERS_NO),
  DSP_NO INTEGER REFERENCES PERS(PERS_NO), FR_DT TEXT NOT NULL, TO_DT TEXT NOT NULL, STA TEXT NOT NULL, DSC_PCT TEXT);
CREATE TABLE CTR_LN (
  CTR_NO INTEGER NOT NULL REFERENCES CTR(CTR_NO), LN_NO INTEGER NOT NULL, MACH_NO INTEGER NOT NULL REFERENCES MACH(MACH_NO), DYS INTEGER NOT NULL,
  AMT REAL NOT NULL, PRIMARY KEY (CTR_NO, LN_NO));
CREATE TABLE INSP (
  INSP_NO INTEGER PRIMARY KEY, CTR_NO INTEGER NOT NULL, LN_NO INTEGER NOT NULL, MEC_NO INTEGER NOT NULL REFERENCES PERS(PERS_NO), INSP_DT TEXT NOT NULL,
  RES_CD TEXT NOT NULL, PRIO INTEGER NOT NULL, LVL INTEGER, FOREIGN KEY (CTR_NO, LN_NO) REFERENCES CTR_LN(CTR_NO, LN_NO));
CREATE TABLE PRT (PRT_NO INTEGER PRIMARY KEY, PRT_NM TEXT NOT NULL UNIQUE, UNT_PRC REAL NOT NULL, WGT_KG TEXT);
CREATE TABLE INSP_PRT (INSP_NO INTEGER NOT NULL REFERENCES INSP(INSP_NO), PRT_NO INTEGER NOT NULL REFERENCES PRT(PRT_NO), QTY INTEGER NOT NULL, PRIMARY KEY (INSP_NO, PRT_NO));
"""
MODELS = [("Toyo Lift 15", "E", 1500), ("Toyo Lift 25", "E", 2500), ("Mastline", "E", 1600), ("Mastline XL", "D", 3500), ("Chain Runner", "D", 5000),
          ("Hydra 8", "D", 8000), ("Hydra 12", "D", 12000), ("Palletto", "H", 950), ("Palletto Mini", "H", 800), ("Gas Fork 30", "G", 3000)]
PARTS = ["Mast", "Mast Bearing", "Lift Chain", "Drive Chain", "Hydraulic Hose", "Fork Pair", "Battery", "Battery Plug", "Seat Belt", "Tyre Front", "Tyre Rear",
         "Brake Pad", "Chain Bolt", "Horn", "Filter Oil", "Filter Air"]
FIRMS = ["Norda Foods", "Mast Timber", "Brightline", "Brightline Cold Stores", "Ulmer Steel", "Kappel Papers", "Chain Bakers", "Oder Bricks", "Pinewood", "Pinewood Doors",
         "Sall Brewery", "Quick Pallets", "Tidal Fish", "Vento Glass", "Rooks Paint", "Hall Tiles", "Gerbera Flowers", "Axis Tools", "Lumen Lamps", "Zeta Salt",
         "Morrow Seeds", "Delta Ice", "Cobalt Print", "Fenn Farms"]


def fill(m):
    machines = []
    hours = m.some(range(90, 14000), 80)
    for n in range(1, 61):
        name, kind, capacity = MODELS[n % 10] if n < 21 else m.pick(MODELS)
        odd = m.pick(["n/a", "n/a", "-", None]) if n % 7 == 3 else str(hours[n - 1] if m.chance(.5) else 60 + hours[n - 1] // 12)
        machines.append((n, name, kind, str(capacity), m.pick({1: 7, 2: 3, 3: 2, 9: 2}) if n > 5 else 1, m.pick([1, 2, 2, 3, 4, 5, 6, 8]) if m.chance(.9) else None, odd,
                         m.whole(2006, 2024) if m.chance(.93) else None))
    m.add("MACH", machines)
    names = {"Ines Silva", "Omar Keller", "Petra Nagy"}
    while len(names) < 34:
        names.add(" ".join(m.person()))
    names = ["Ines Silva", "Omar Keller", "Petra Nagy"] + m.some(sorted(names - {"Ines Silva", "Omar Keller", "Petra Nagy"}), 31)
    jobs = ["MEC", "SAL", "DSP", "MEC", "MEC", "SAL", "DSP", "MEC", "DRV", "SAL"]
    people = m.add("PERS", [(n, names[n - 1], jobs[n - 1] if n < 11 else m.pick({"MEC": 5, "DRV": 6, "SAL": 3, "DSP": 2}), m.pick([1, 2, 2, 3, 4]) if n > 4 else None,
                             m.pick({1: 3, 2: 4, 3: 2})) for n in range(1, 35)])
    of = {job: [one[0] for one in people if one[2] == job] for job in ("MEC", "SAL", "DSP")}
    # Whoever sells may dispatch, too, and the other way round.
    sellers, senders = of["SAL"] + of["SAL"][:2] + of["DSP"][:1], of["DSP"] + [2, 2] + of["DSP"][:1]
    customers, contracts, lines = [], [], []
    for n in range(1, 151):
        firm = int(m.random.random() ** 1.6 * 24)
        customers.append((1000 + n, f"DE{7100 + 13 * firm}", FIRMS[firm], ["Ulm", "Kiel", "Ulm", "Trier", "Hof"][firm % 5], m.pick(["RET", "IND", "IND", "BLD", None])))
        start = m.day("2022-01-03", "2024-11-30")
        contracts.append((n, 1000 + n, m.pick(sellers), m.pick(senders) if m.chance(.9) else None, start, later(start, days=m.pick([2, 5, 9, 14, 30, 75])),
                          m.pick({"A": 8, "P": 3, "R": 2}), m.pick(["unknown", "", "-"]) if n % 6 == 1 else str(m.pick({0: 4, 5: 4, 7.5: 2, 10: 4, 12: 2, 15: 1, 20: 1}))))
        for line, machine in enumerate(m.some(machines[:54], m.pick({1: 5, 2: 4, 3: 3, 5: 1})), 1):
            days = m.pick([1, 2, 5, 5, 9, 14, 30])
            lines.append((n, line, machine[0], days, round(days * m.amount(24, 96), 2)))
    m.add("CUST", customers)
    m.add("CTR", contracts)
    m.add("CTR_LN", lines)
    checks = []
    for line in lines:
        for _ in range(m.pick({0: 3, 1: 6, 2: 1})):
            checks.append((len(checks) + 1, line[0], line[1], m.pick(of["MEC"] + [1, 1, 4]), later(contracts[line[0] - 1][5], days=m.whole(0, 4)),
                           m.pick({"OK": 6, "MN": 3, "MJ": 2}), m.pick({1: 2, 2: 6, 3: 4}), m.pick([1, 1, 2, 3, None])))
    m.add("INSP", checks)
    weights = m.some(range(2, 400), 16)
    m.add("PRT", [(n, name, round(4 + m.random.random() ** 2 * 400, 2), m.pick(["n/a", "unknown"]) if n in (4, 9, 13) else f"{weights[n - 1] / (2 if n % 2 else 20):.2f}")
                  for n, name in enumerate(PARTS, 1)])
    m.add("INSP_PRT", [(check[0], part, m.pick({1: 6, 2: 4, 4: 2, 6: 1})) for check in checks if check[5] != "OK" or m.chance(.2)
                       for part in m.some(range(1, 17), m.pick([1, 1, 2, 3]))])
