"""Reports of suspected side effects of medicines: reports with dates as digits and ages in units, drugs by role, coded reactions, outcomes, sales in text."""
from making import later

SCHEMA = """
CREATE TABLE rpt (rpt_no TEXT PRIMARY KEY, rcv_dt TEXT, evt_dt TEXT, age TEXT, age_u TEXT, sex TEXT, wt REAL, ctry TEXT, qual TEXT, ser INTEGER, fu_of TEXT);
CREATE TABLE rpt_drug (rpt_no TEXT, seq INTEGER, drug_id INTEGER, role TEXT, dose TEXT, route TEXT, indic TEXT, dechal TEXT, rechal TEXT, PRIMARY KEY (rpt_no, seq));
CREATE TABLE rpt_react (rpt_no TEXT, pt_cd INTEGER, res INTEGER, onset_d INTEGER);
CREATE TABLE rpt_outc (rpt_no TEXT, outc TEXT);
CREATE TABLE outc_lkp (outc TEXT PRIMARY KEY, descr TEXT);
CREATE TABLE drug (drug_id INTEGER PRIMARY KEY, name TEXT, "INN" TEXT, atc TEXT, mah_id INTEGER, appr TEXT, wdrn TEXT, "Rx/OTC" TEXT);
CREATE TABLE mah (mah_id INTEGER PRIMARY KEY, name TEXT, ctry TEXT, since INTEGER);
CREATE TABLE term (pt_cd INTEGER PRIMARY KEY, pt TEXT, soc TEXT, sev_flag TEXT);
CREATE TABLE sales (drug_id INTEGER, yr INTEGER, ctry TEXT, "Units Sold" TEXT, PRIMARY KEY (drug_id, yr, ctry));
CREATE TABLE sig (sig_id INTEGER PRIMARY KEY, drug_id INTEGER, pt_cd INTEGER, opened TEXT, closed TEXT, stat TEXT, prr REAL);
"""

MAHS = [(1, "Norvane Pharma", "CH", 1958), (2, "Norvane Generics", "IN", 1999), (3, "Albrecht & Soehne", "DE", 1893), (4, "Cintra Labs", "US", 1976), (5, "Leuwen Biotech", "NL", 2004),
        (6, "Osaka Chemical", "JP", 1921), (7, "Pinewood Health", "US", 1988), (8, "Quillon", "FR", None)]
DRUGS = [("Velaprin", "velaprinol", "C09AA"), ("Velaprin Plus", "velaprinol", "C09BA"), ("Corazine", "corazinum", "C01DA"), ("Dolonex", "ibuprofen", "M01AE"), ("Ibufast", "ibuprofen", "M01AE"),
         ("Serafine", "serafinib", "L01EX"), ("Mentavil", "mentavidine", "N06AB"), ("Calmora", "calmorane", "N05BA"), ("Glucopar", "metformin", "A10BA"), ("Metfor-Q", "metformin", "A10BA"),
         ("Rhinostop", "xylometazoline", "R01AA"), ("Dermacort", "hydrocortisone", "D07AA"), ("Amoxil-N", "amoxicillin", "J01CA"), ("Paxilor", "amoxicillin", "J01CA"), ("Lipidan", "lipidastatin", "C10AA"),
         ("Statrex", "lipidastatin", "C10AA"), ("Thrombex", "thrombaxane", "B01AC"), ("Gastrolan", "omeprazole", "A02BC"), ("Omezol", "omeprazole", "A02BC"), ("Neurofen-X", "neurofexine", "N03AX"),
         ("Asthmol", "salbutamol", "R03AC"), ("Vaxigen", "influenza antigen", "J07BB"), ("Oncovar", "oncovarine", "L01BC"), ("Sleepwell", "calmorane", "N05BA")]
HOLDERS = [1, 1, 1, 3, 2, 4, 5, 6, 3, 2, 7, 7, 3, 8, 4, 4, 6, 1, 3, 2, 7, 2, 5, 3]
TERMS = [(1001, "Nausea", "GASTR", "N"), (1002, "Vomiting", "GASTR", "N"), (1003, "Gastric ulcer", "GASTR", "Y"), (1101, "Rash", "SKIN", "N"), (1102, "Pruritus", "SKIN", "N"), (1103, "Skin necrosis", "SKIN", "Y"),
         (1201, "Headache", "NERV", "N"), (1202, "Dizziness", "NERV", "N"), (1203, "Seizure", "NERV", "Y"), (1301, "Hepatitis", "HEPAT", "Y"), (1302, "Liver enzymes raised", "HEPAT", "N"),
         (1401, "Tachycardia", "CARD", "N"), (1402, "Cardiac arrest", "CARD", "Y"), (1501, "Cough", "RESP", "N"), (1502, "Dyspnoea", "RESP", "N"), (1601, "Anaphylaxis", "IMMUN", "Y"), (1701, "Insomnia", "PSYCH", None),
         (1702, "Suicidal ideation", "PSYCH", "Y"), (1801, "Rhabdomyolysis", "MUSC", "Y"), (1802, "Myalgia", "MUSC", "N")]


def fill(m):
    m.add("mah", MAHS)
    m.add("outc_lkp", [("DE", "Death"), ("LT", "Life-threatening"), ("HO", "Hospitalization"), ("DS", "Disability"), ("CA", "Congenital anomaly"), ("OT", "Other important event")])
    m.add("term", TERMS)
    drugs = []
    for i, (name, inn, atc) in enumerate(DRUGS, 1):
        appr = m.day("1979-01-01", "2019-06-30")
        drugs.append((i, name, inn, atc, HOLDERS[i - 1], appr, later(appr, days=m.whole(1500, 5000)) if i in (6, 20, 23) or m.chance(.08) else None,
                      "OTC" if atc[0] in "RDA" and m.chance(.7) or atc == "M01AE" else "Rx"))
    m.add("drug", drugs)
    m.add("sales", [(d[0], yr, c, f"{int(m.skewed(40, 95000, 0)) * 10:,}" if m.chance(.93) else "n/a") for d in drugs for yr in (2019, 2020, 2021) for c in m.some(["DE", "FR", "US", "JP"], m.pick([1, 2, 3]))])
    reports, parts, reactions, outcomes = [], [], [], []
    for n in range(1, 421):
        day = m.day("2018-06-01", "2022-12-31")
        unit = m.pick({"Y": 12, "M": 1, "D": .5, None: 1})
        age = None if unit is None else m.whole(18, 92) if unit == "Y" and m.chance(.85) else m.whole(1, 17) if unit == "Y" else m.whole(1, 35) if unit == "M" else m.whole(1, 60)
        outs = m.some(["HO", "HO", "OT", "LT", "DE", "DS"], m.pick({0: 5, 1: 4, 2: 1}))
        number = f"{m.pick('AAB')}{day[2:4]}-{n:04}"
        reports.append((number, day.replace("-", ""), None if m.chance(.15) else later(day, days=-m.whole(0, 120)).replace("-", ""), None if age is None else str(age), unit,
                        m.pick({"F": 6, "M": 5, "U": 1, None: .7}), m.amount(45, 118, 1) if m.chance(.6) else None, m.pick({"DE": 6, "FR": 4, "US": 7, "JP": 2, "IT": 1}),
                        m.pick({"MD": 5, "PH": 3, "CN": 4, "LW": .6, None: .5}), 1 if outs else m.pick([2, 2, 2, 1]), reports[m.whole(0, n - 2)][0] if n > 20 and m.chance(.09) else None))
        outcomes += [(number, o) for o in dict.fromkeys(outs)]
        main = 1 + int(m.random.random() ** 1.6 * 24)
        for seq in range(1, m.pick({1: 5, 2: 4, 3: 2, 5: 1}) + 1):
            drug = main if seq == 1 else m.whole(1, 24) if m.chance(.93) else main
            parts.append((number, seq, drug, "PS" if seq == 1 else m.pick({"SS": 2, "C": 4, "I": 1}), f"{m.pick([5, 10, 20, 40, 100, 250, 500])} {m.pick({'mg': 9, 'g': .4, 'ug': 1})}" if m.chance(.8) else None,
                          m.pick({"PO": 8, "IV": 2, "TOP": 1, "INH": 1, None: 1}), m.pick({"Hypertension": 3, "Pain": 4, "Diabetes": 2, "Infection": 2, "Depression": 2, "Unknown": 2, None: 2}),
                          m.pick({"Y": 5, "N": 2, "U": 3}), m.pick({"Y": 1, "N": 3, "U": 7})))
        for term in dict.fromkeys(m.some(TERMS[:1] * 5 + TERMS[3:9] + TERMS, m.pick({1: 6, 2: 4, 3: 2, 4: 1}))):
            reactions.append((number, term[0], m.pick({1: 5, 2: 3, 3: 2, 4: 1, 5: .5 if "DE" not in outs else 6, 6: 3}), int(m.skewed(0, 200, 0)) if m.chance(.7) else None))
    m.add("rpt", reports)
    m.add("rpt_drug", parts)
    m.add("rpt_react", reactions)
    m.add("rpt_outc", outcomes)
    signals = []
    for i in range(1, 71):
        opened = m.day("2018-09-01", "2022-10-31")
        stat = m.pick({"C": 3, "R": 4, "O": 3})
        signals.append((i, 1 + int(m.random.random() ** 2 * 24), m.pick(TERMS)[0], opened, None if stat == "O" else later(opened, days=m.whole(14, 420)), stat, m.skewed(.6, 14) if m.chance(.9) else None))
    signals[0] = (1, 1, 1301, "2018-10-02", "2019-03-01", "C", 6.41)
    m.add("sig", signals)
