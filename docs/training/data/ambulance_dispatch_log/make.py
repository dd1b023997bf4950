"""An ambulance service's dispatch log: stations, vehicles by type, crews with certificates and text salaries, calls in coded natures and outcomes, hospitals, patients, material used."""
SCHEMA = """
CREATE TABLE stn (stn_id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened TEXT, bays INTEGER);
CREATE TABLE veh (
  veh_no INTEGER PRIMARY KEY, plate TEXT, typ TEXT, stn_id INTEGER REFERENCES stn(stn_id), yr INTEGER, seats INTEGER, stat TEXT);
CREATE TABLE staff (
  p_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, dob TEXT, cert TEXT, stn_id INTEGER REFERENCES stn(stn_id), hired TEXT, sal TEXT);
CREATE TABLE hosp (h_id INTEGER PRIMARY KEY, name TEXT, city TEXT, beds INTEGER, `Trauma Lvl` INTEGER, helipad INTEGER);
CREATE TABLE patient (pat_id INTEGER PRIMARY KEY, sex TEXT, yob INTEGER, ins TEXT, city TEXT);
CREATE TABLE nat_lkp (code TEXT PRIMARY KEY, descr TEXT, grp TEXT);
CREATE TABLE call_log (
  d_no INTEGER PRIMARY KEY, dt TEXT, prio INTEGER, nat TEXT REFERENCES nat_lkp(code), city TEXT, veh_no INTEGER REFERENCES veh(veh_no),
  resp_s INTEGER, `Dist (m)` INTEGER, outc TEXT, h_id INTEGER REFERENCES hosp(h_id), pat_id INTEGER);
CREATE TABLE call_crew (d_no INTEGER, p_id INTEGER, role TEXT, PRIMARY KEY (d_no, p_id));
CREATE TABLE used (d_no INTEGER, item TEXT, cat TEXT, qty INTEGER);
"""

STATIONS = [(1, "Harbour Road", "Kelsby", "03.04.1978", 8), (2, "Lindmoor", "Lindmoor", "17.09.1991", 4), (3, "Old Mill", "Kelsby", "01.11.1964", 6), (4, "Fernhill", "Fernhill", "22.05.2006", 3), (5, "Airfield", "Tarrow", "30.06.1999", 5),
            (6, "Quayside", "Tarrow", "11.01.2012", 4), (7, "Summit Pass", "Orrendale", "08.08.1987", 2), (8, "Kelsby West", "Kelsby", "14.12.2022", 6)]
HOSPITALS = [(1, "St. Agnes", "Kelsby", 820, 1, 1), (2, "Tarrow General", "Tarrow", 410, 2, 1), (3, "Lindmoor Cottage", "Lindmoor", 60, 3, 0), (4, "Fernhill Clinic", "Fernhill", 95, None, 0), (5, "Royal Children's", "Kelsby", 240, 2, 1),
             (6, "Mercy", "Tarrow", 310, 3, 0), (7, "Orrendale Infirmary", "Orrendale", 45, None, 1), (8, "Northgate Eye", "Kelsby", 30, None, 0)]
NATURES = [("CA", "Cardiac arrest", "medical"), ("ST", "Stroke", "medical"), ("RE", "Breathing trouble", "medical"), ("FA", "Fall", "trauma"), ("TR", "Traffic collision", "trauma"), ("BU", "Burn", "trauma"), ("PS", "Psychiatric", "medical"), ("MA", "Maternity", None)]
ITEMS = {"Drug": ["adrenaline", "aspirin", "morphine", "salbutamol"], "Dressing": ["gauze", "burn sheet", "elastic wrap"], "Splint": ["vacuum splint", "collar"], "Airway": ["LMA", "tube"]}
CITIES = {"Kelsby": 9, "Tarrow": 6, "Lindmoor": 3, "Fernhill": 2, "Orrendale": 1}


def fill(m):
    m.add("stn", STATIONS)
    m.add("hosp", HOSPITALS)
    m.add("nat_lkp", NATURES)
    vehicles = []
    for n in range(1, 53):
        typ = "Ambulance" if n < 6 else m.pick({"Ambulance": 11, "Motorbike": 4, "Helicopter": 2, "Boat": 2, "Command car": 2})
        seats = {"Ambulance": m.pick([3, 4, 4, 5]), "Motorbike": 1, "Helicopter": m.pick([4, 5, 6]), "Boat": m.pick([4, 6, 8]), "Command car": m.pick([4, 5])}[typ]
        vehicles.append((n, f"{m.pick('KTL')}{m.pick('ABEX')}-{100 + n * 7}", typ, m.pick({1: 8, 2: 4, 3: 6, 4: 3, 5: 4, 6: 3, 7: 1, None: 1}), m.whole(2006, 2022), seats, m.pick({"A": 12, "R": 3, "X": 2})))
    for at, (typ, seats) in enumerate((("Helicopter", 4), ("Helicopter", 6), ("Boat", 6), ("Boat", 8), ("Motorbike", 1), ("Command car", 5), ("Ambulance", 5), ("Ambulance", 4)), 40):
        vehicles[at] = vehicles[at][:2] + (typ,) + ((5, 1, 6, 6, 3, 1, 2, 4)[at - 40],) + vehicles[at][4:5] + (seats, "AARARAAA"[at - 40])
    vehicles[1] = (2, "KB-114", "Ambulance", 3, 2015, 5, "A")
    m.add("veh", vehicles)
    staff = []
    for n in range(1, 111):
        first, last = m.person()
        dob = m.day("1958-03-01", "2001-11-30")
        staff.append((n, first, last, m.pick({"F": 4, "M": 6}), dob, m.pick({"EMT": 9, "PAR": 6, "DOC": 2, "DRV": 3}), m.pick({1: 8, 2: 4, 3: 6, 4: 3, 5: 4, 6: 3, 7: 2}),
                      m.day(f"{max(1985, int(dob[:4]) + 20)}-01-02", "2023-06-30"), f"{m.whole(1900, 3400) if m.chance(.9) else m.whole(4800, 6900):,}"))
    staff[16] = (17, "Wilma", "Straker", "F", "1979-02-14", "PAR", 1, "2003-05-01", "3,150")
    staff[17] = (18, "Osric", "Lund", "M", "1966-10-03", "DOC", 5, "1998-09-01", "7,420")
    staff[18:22] = [row[:5] + (cert, stn) + row[7:] for row, cert, stn in zip(staff[18:22], ("DOC", "DRV", "PAR", "DOC"), (1, 2, 2, 3))]
    m.add("staff", staff)
    patients = [(n, m.pick({"F": 6, "M": 5, None: 1}), m.whole(1925, 2018) if m.chance(.93) else None, m.pick({"Y": 8, "N": 3, None: 1}), m.pick(CITIES)) for n in range(1, 421)]
    m.add("patient", patients)
    calls, crews, used = [], [], []
    active = [v for v in vehicles if v[6] != "X" and v[0] % 9]
    for n in range(1, 901):
        nat = m.pick({"CA": 4, "ST": 4, "RE": 6, "FA": 9, "TR": 6, "BU": 1, "PS": 3, "MA": 2})
        outc = m.pick({"T": 13, "R": 4, "F": 2, "D": 1})
        v = m.pick(active, [6 if v[2] == "Ambulance" else 2 if v[2] == "Motorbike" else 1 for v in active]) if m.chance(.96) else None
        pat = None if outc == "F" else 1 + int(m.random.random() ** 1.6 * 400)
        calls.append((n, m.moment("2021-01-01", "2023-12-31"), m.pick({1: 3, 2: 5, 3: 4, 4: 1}) if nat != "CA" else 1, nat, m.pick(CITIES), v[0] if v else None,
                      int(m.skewed(150 if nat == "TR" else 120, 3100, 0)) if v else None, int(m.skewed(300, 41000, 0)) if v and m.chance(.95) else None, outc, m.pick({1: 8, 2: 5, 3: 2, 4: 1, 5: 2, 6: 3, 7: 1}) if outc == "T" else None, pat))
        if v:
            for at, p in enumerate(m.some([s[0] for s in staff if s[6] == v[3] and s[0] % 7] or [1, 2, 3], m.pick({1: 2, 2: 6, 3: 3}))):
                crews.append((n, p, "LDS"[at]))
        if outc in "TD":
            for _ in range(m.pick({0: 3, 1: 5, 2: 3, 4: 1})):
                cat = m.pick({"Drug": 6, "Dressing": 4, "Splint": 2, "Airway": 1})
                used.append((n, m.pick(ITEMS[cat]), cat, m.pick({1: 8, 2: 4, 3: 2, 5: 1}) if m.chance(.97) else None))
    m.add("call_log", calls)
    m.add("call_crew", crews)
    m.add("used", used)
