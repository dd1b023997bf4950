"""A regional blood bank with legacy names and compact dates: donors, donations, components, deferrals, transfusions."""
from making import later

SCHEMA = """
CREATE TABLE SITE (SITE_CD TEXT PRIMARY KEY, SITE_NM TEXT, KIND TEXT, CITY TEXT);
CREATE TABLE STAFF (
  STAFF_NO INTEGER PRIMARY KEY, NM TEXT, JOB TEXT, SITE_CD TEXT REFERENCES SITE(SITE_CD),
  SUPV_NO INTEGER REFERENCES STAFF(STAFF_NO));
CREATE TABLE DONOR (
  DNR_NO INTEGER PRIMARY KEY, LNAME TEXT, FNAME TEXT, SEX TEXT, DOB TEXT, BGRP TEXT, RH TEXT,
  REG_DT TEXT, ACTIVE TEXT, SMS_OK TEXT, CITY TEXT, REF_BY INTEGER REFERENCES DONOR(DNR_NO));
CREATE TABLE DONATION (
  DON_NO INTEGER PRIMARY KEY, DNR_NO INTEGER REFERENCES DONOR(DNR_NO), SITE_CD TEXT REFERENCES SITE(SITE_CD),
  STAFF_NO INTEGER REFERENCES STAFF(STAFF_NO), DON_DT TEXT, START_TM TEXT, END_TM TEXT, KIND TEXT,
  VOL_ML INTEGER, HB REAL, STAT TEXT);
CREATE TABLE DEF_REASON (RSN_CD TEXT PRIMARY KEY, TXT TEXT, PERM TEXT);
CREATE TABLE DEFERRAL (
  DNR_NO INTEGER REFERENCES DONOR(DNR_NO), FROM_DT TEXT, TO_DT TEXT, RSN_CD TEXT REFERENCES DEF_REASON(RSN_CD),
  PRIMARY KEY (DNR_NO, FROM_DT));
CREATE TABLE LABTEST (
  DON_NO INTEGER REFERENCES DONATION(DON_NO), TEST_CD TEXT, RES TEXT, TEST_DT TEXT, PRIMARY KEY (DON_NO, TEST_CD));
CREATE TABLE COMPONENT (
  COMP_NO INTEGER PRIMARY KEY, DON_NO INTEGER REFERENCES DONATION(DON_NO), CTYPE TEXT, VOL_ML INTEGER,
  MADE_DT TEXT, EXP_DT TEXT, STAT TEXT, PARENT_NO INTEGER REFERENCES COMPONENT(COMP_NO));
CREATE TABLE HOSPITAL (HOSP_CD TEXT PRIMARY KEY, HOSP_NM TEXT, CITY TEXT, BEDS INTEGER);
CREATE TABLE PATIENT (
  PAT_NO INTEGER PRIMARY KEY, HOSP_CD TEXT REFERENCES HOSPITAL(HOSP_CD), SEX TEXT, DOB TEXT, BGRP TEXT, RH TEXT);
CREATE TABLE HORDER (
  ORD_NO INTEGER PRIMARY KEY, HOSP_CD TEXT REFERENCES HOSPITAL(HOSP_CD), ORD_DT TEXT, NEED_DT TEXT, CTYPE TEXT,
  BGRP TEXT, RH TEXT, UNITS INTEGER, UNITS_DELIV INTEGER, URGENT TEXT);
CREATE TABLE TRANSFUS (
  TRF_NO INTEGER PRIMARY KEY, COMP_NO INTEGER UNIQUE REFERENCES COMPONENT(COMP_NO),
  PAT_NO INTEGER REFERENCES PATIENT(PAT_NO), ISSUE_DT TEXT, TRF_DT TEXT, REACT TEXT, REACT_GRADE INTEGER);
CREATE TABLE STD_PRICE (CTYPE TEXT, VALID_FROM TEXT, VALID_TO TEXT, PRICE INTEGER, PRIMARY KEY (CTYPE, VALID_FROM));
"""

GROUPS = {"0+": 35, "A+": 34, "B+": 9, "AB+": 4, "0-": 7, "A-": 6, "B-": 3, "AB-": 1}
REASONS = [("HB", "Haemoglobin too low", "N"), ("TRV", "Travel to risk area", "N"), ("TAT", "Tattoo or piercing", "N"),
           ("MED", "Medication", "N"), ("INF", "Infection or cold", "N"), ("HEP", "Hepatitis", "Y"), ("HIV", "HIV", "Y"),
           ("MAL", "Malignant disease", "Y"), ("PRG", "Pregnancy", "N")]
LIFE = {"RBC": 42, "FFP": 365, "PC": 5}


def plain(day):
    """2024-01-31 as 20240131"""
    return None if day is None else day[:10].replace("-", "")


def fill(m):
    m.add("SITE", [("KLU", "Centre Klagenfurt", "FIXED", "Klagenfurt"), ("VIL", "Centre Villach", "FIXED", "Villach"),
                   ("BUS1", "Blood bus 1", "MOBILE", None), ("BUS2", "Blood bus 2", "MOBILE", None),
                   ("SPI", "Spittal Town Hall", "MOBILE", "Spittal"), ("WOL", "Centre Wolfsberg", "FIXED", "Wolfsberg")])
    staff = []
    for n in range(1, 19):
        first, last = m.person()
        staff.append((n, f"{last}, {first}", "MD" if n < 4 else m.pick(["NURSE", "NURSE", "PHLEB", "Nurse"]),
                      m.pick(["KLU", "VIL", "BUS1", "BUS2"]), None if n == 1 else m.whole(1, min(n - 1, 5))))
    m.add("STAFF", staff)
    donors = []
    for n in range(1, 331):
        first, last = m.person()
        group = m.pick(GROUPS)
        letters = group[:-1]
        if letters == "0" and m.chance(.2):
            letters = "O"
        donors.append((n, last, first, m.pick("MF"), m.day("1955-01-01", "2005-12-31"), letters, group[-1] if m.chance(.98) else None,
                       m.pick(["2024-03-31", "2023-12-31", "2024-01-01"]) if m.chance(.04) else m.day("2019-01-07", "2024-06-28"), m.pick({"Y": 8, "N": 1, "y": 1}), m.pick(["Y", "N", None]),
                       m.pick({"Klagenfurt": 6, "Villach": 4, "Spittal": 2, "KLAGENFURT": 1, "Wolfsberg": 1}),
                       m.whole(1, n - 1) if n > 5 and m.chance(.22) else None))
    m.add("DONOR", [d[:4] + (plain(d[4]),) + d[5:7] + (plain(d[7]),) + d[8:] for d in donors])
    donations, last_of = [], {}
    days = sorted(m.pick(["2022-12-31", "2023-03-31", "2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-06-30"])
                  if m.chance(.05) else m.day("2022-01-03", "2024-06-30") for _ in range(1150))
    for day in days:
        donor = donors[int(m.random.random() ** 1.5 * 290)]
        gap = 14 if m.chance(.3) else 56
        for _ in range(12):
            if donor[7] <= day and later(last_of.get(donor[0], "2020-01-01"), days=gap) <= day:
                break
            donor = donors[m.whole(0, 289)]
        else:
            continue
        last_of[donor[0]] = day
        kind = m.pick({"WB": 8, "PLS": 2, "PLT": 1})
        stat = m.pick({"OK": 90, "ABORT": 4, "DISC": 5})
        start = m.whole(8 * 60, 18 * 60 + 50)
        stop = start + (m.whole(6, 17) if kind == "WB" else m.whole(35, 85))
        volume = m.whole(80, 300) if stat == "ABORT" else m.pick([450, 450, 470, 500]) if kind == "WB" else m.whole(50, 70) * 10
        site = m.pick({"KLU": 5, "VIL": 4, "BUS1": 2, "BUS2": 2, "SPI": 1})
        donations.append((len(donations) + 1, donor[0], site, m.pick([s[0] for s in staff[3:16]]), day,
                          f"{start // 60:02}{start % 60:02}", f"{stop // 60:02}{stop % 60:02}" if m.chance(.97) else None,
                          kind, volume, m.amount(11.9, 17.5, 1) if m.chance(.96) else None, stat))
    m.add("DONATION", [d[:4] + (plain(d[4]),) + d[5:] for d in donations])
    m.add("DEF_REASON", REASONS)
    deferrals = {}
    for _ in range(150):
        start, why = m.day("2022-01-05", "2024-06-20"), m.pick({"HB": 7, "TRV": 4, "TAT": 3, "MED": 3, "INF": 5, "HEP": 1, "MAL": 1})
        stop = None if why in ("HEP", "MAL") else later(start, days=m.pick([14, 28, 60, 120, 120]))
        deferrals[m.whole(1, 320), plain(start)] = (plain(stop), why)
    m.add("DEFERRAL", [key + row for key, row in deferrals.items()])
    tests = []
    for d in donations:
        for code in ("HIV", "HBV"):
            if d[10] != "ABORT" and m.chance(.97):
                tests.append((d[0], code, m.pick({"NEG": 240, "POS": 2, "IND": 4, "neg": 12}) if m.chance(.98) else None,
                              plain(later(d[4], days=m.pick([0, 1, 1, 2, 4])))))
    m.add("LABTEST", tests)
    parts = []
    for d in donations:
        if d[10] == "ABORT":
            continue
        for kind in {"WB": ["RBC", "FFP"] if m.chance(.8) else ["RBC"], "PLS": ["FFP"], "PLT": ["PC"]}[d[7]]:
            made = later(d[4], days=m.pick([0, 0, 1]))
            amount = {"RBC": m.whole(27, 32) * 10, "FFP": m.whole(20, 30) * 10, "PC": m.whole(20, 35) * 10}[kind]
            parts.append([len(parts) + 1, d[0], kind, amount, made, later(made, days=LIFE[kind]),
                          "DISCARD" if d[10] == "DISC" or m.chance(.03) else "AVAIL", None])
            if kind == "PC" and m.chance(.3):
                parent = parts[-1]
                parent[3] //= 2
                parts.append([len(parts) + 1] + parent[1:7] + [parent[0]])
    m.add("HOSPITAL", [("LKH", "Provincial Hospital", "Klagenfurt", 1200), ("UKH", "Accident Hospital", "Klagenfurt", 140),
                       ("VLH", "Villach General", "Villach", 480), ("SPK", "Spittal Clinic", "Spittal", 190),
                       ("ELI", "Elisabethinen", "Klagenfurt", 190), ("GAI", "Gailtal Clinic", "Hermagor", 120)])
    groups = list(GROUPS)
    patients = [(n, m.pick({"LKH": 5, "UKH": 2, "VLH": 3, "SPK": 1, "ELI": 1}), m.pick("MF"), plain(m.day("1932-01-01", "2020-12-31")))
                + (lambda g: (g[:-1], g[-1]))(m.pick(GROUPS)) for n in range(1, 241)]
    m.add("PATIENT", patients)
    used = []
    for part in parts:
        chance = .12 if part[4] > "2024-06-01" else .72
        if part[6] != "AVAIL" or not m.chance(chance):
            if part[6] == "AVAIL" and part[5] < "2024-06-30" and m.chance(.9):
                part[6] = "EXPIRED"
            continue
        issued = later(part[4], days=m.whole(1, {"RBC": 41, "FFP": 200, "PC": 5}[part[2]]))
        if issued > "2024-06-30":
            continue
        part[6] = "ISSUED"
        given = None if m.chance(.04) else min(later(issued, days=m.pick([0, 0, 0, 1, 2])), "2024-06-30")
        bad = bool(given) and m.chance(.05)
        used.append((len(used) + 1, part[0], 1 + int(m.random.random() ** 1.6 * 225), plain(issued), plain(given),
                     None if not given else "Y" if bad else "N", m.pick([1, 1, 2, 3, None]) if bad else None))
    m.add("COMPONENT", [p[:4] + [plain(p[4]), plain(p[5])] + p[6:] for p in parts])
    orders = []
    for n in range(1, 421):
        day = m.pick(["2023-12-31", "2024-03-31", "2024-06-30"]) if m.chance(.04) else m.day("2022-06-01", "2024-06-30")
        group, units = m.pick(GROUPS), m.pick([1, 2, 2, 3, 4, 6, 10])
        urgent = m.pick({"N": 7, "Y": 3})
        orders.append((n, m.pick({"LKH": 5, "UKH": 2, "VLH": 3, "SPK": 1}), plain(day),
                       plain(later(day, days=0 if urgent == "Y" else m.whole(0, 9))), m.pick({"RBC": 6, "FFP": 2, "PC": 2}),
                       group[:-1], group[-1], units, None if day > "2024-06-24" else units if m.chance(.8) else m.whole(0, units), urgent))
    m.add("HORDER", orders)
    m.add("TRANSFUS", used)
    prices = []
    for kind, price in (("RBC", 142), ("FFP", 61), ("PC", 480)):
        for at, (start, stop) in enumerate((("20220101", "20221231"), ("20230101", "20230930"), ("20231001", None))):
            prices.append((kind, start, stop, price + at * m.whole(3, 19)))
    m.add("STD_PRICE", prices)
