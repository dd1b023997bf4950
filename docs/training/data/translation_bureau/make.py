"""A translation bureau, legacy names: jobs, languages, linguists, clients, assignments, reviews and invoices."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE LANG (LANG_CD TEXT PRIMARY KEY, LANG_NM TEXT NOT NULL);
CREATE TABLE CLNT (CLI_NO INTEGER PRIMARY KEY, CLI_NM TEXT NOT NULL, CTY TEXT NOT NULL, SEG_CD TEXT NOT NULL, CRED_LIM TEXT NOT NULL);
CREATE TABLE LNGST (LNG_NO INTEGER PRIMARY KEY, LNG_NM TEXT NOT NULL, ROLE_CD TEXT NOT NULL, STA INTEGER NOT NULL, RATE TEXT NOT NULL, CTRY TEXT, SCR INTEGER);
CREATE TABLE TJOB (JOB_NO INTEGER PRIMARY KEY, CLI_NO INTEGER NOT NULL REFERENCES CLNT(CLI_NO), PM_NO INTEGER NOT NULL REFERENCES LNGST(LNG_NO), SRC_CD TEXT NOT NULL REFERENCES LANG(LANG_CD), TGT_CD TEXT NOT NULL REFERENCES LANG(LANG_CD), TTL TEXT NOT NULL, PRIO INTEGER NOT NULL, STA TEXT NOT NULL, REC_DT TEXT NOT NULL, WRD_CT TEXT NOT NULL);
CREATE TABLE ASGN (JOB_NO INTEGER NOT NULL REFERENCES TJOB(JOB_NO), SEQ_NO INTEGER NOT NULL, LNG_NO INTEGER NOT NULL REFERENCES LNGST(LNG_NO), TASK_CD TEXT NOT NULL, STRT_DT TEXT NOT NULL, END_DT TEXT NOT NULL, HRS REAL, PRIMARY KEY (JOB_NO, SEQ_NO));
CREATE TABLE RVW (RVW_NO INTEGER PRIMARY KEY, JOB_NO INTEGER NOT NULL, SEQ_NO INTEGER NOT NULL, RVR_NO INTEGER NOT NULL REFERENCES LNGST(LNG_NO), RVW_DT TEXT NOT NULL, SCR INTEGER, FOREIGN KEY (JOB_NO, SEQ_NO) REFERENCES ASGN(JOB_NO, SEQ_NO));
CREATE TABLE INVC (INV_NO INTEGER PRIMARY KEY, JOB_NO INTEGER NOT NULL REFERENCES TJOB(JOB_NO), INV_DT TEXT NOT NULL, AMT REAL NOT NULL, STA TEXT NOT NULL, PAY_DT TEXT);
"""
LANGS = {"EN": "English", "DE": "German", "FR": "French", "ES": "Spanish", "PL": "Polish", "NL": "Dutch", "IT": "Italian", "SV": "Swedish"}
CLIENTS = ("Pump Works,Patent Partners,Contract Law House,Nordic Pumps,Reed Publishers,Website Factory,Blue Clinic,Hartmann Tools,"
           "Lindgren Legal,Saint Anna Hospital,Paper Lantern Books,Alpine Valves,Moss and Co,Delta Pharma,Old Quay Press,Manual Arts,"
           "Ferrum Steel,Kessler Attorneys,Vita Labs,Harbour Pumping Supplies").split(",")
TITLES = {"Contract": 3, "Lease contract": 3, "Contract annex": 2, "User manual": 5, "Pump manual": 3, "Annual report": 4, "Website": 3,
          "Website update": 3, "Patent claims": 3, "Patent": 1, "Leaflet": 4}


def fill(m):
    m.add("LANG", LANGS.items())
    limits = ["9000", "none", "12000", "500", "25000", "-", "3000", "15000", "8500", "none", "10500", "700", "", "40000", "2000", "9500", "-", "1500", "11000", "6000"]
    segments = ["IN", "LG", "LG", "IN", "PU", "IN", "MD", "IN", "LG", "MD", "PU", "IN", "LG", "MD", "PU", "PU", "IN", "LG", "MD", "IN"]
    m.add("CLNT", [(n, CLIENTS[n - 1], m.pick({"Vienna": 5, "Graz": 3, "Linz": 2}) if n != 3 else "Vienna", segments[n - 1], limits[n - 1]) for n in range(1, 21)])
    firsts, lasts = m.some([f for f in FIRST if f not in ("Tess", "Omar")], 44), m.some([n for n in LAST if n not in ("Novak", "Keller")], 45)
    people = []
    for n in range(1, 73):
        role = "PM" if n < 6 else "RV" if n in (9, 14) else m.pick({"TR": 8, "RV": 3, "IN": 3})
        name = {2: "Omar Keller", 9: "Tess Novak"}.get(n, f"{firsts[n % 44]} {lasts[n * 4 % 45]}")
        people.append((n, name, role, m.pick({1: 7, 0: 2, 9: 2}), str(6 + int(m.random.random() ** 1.5 * 19)),
                       m.pick({"Austria": 6, "Germany": 4, "Spain": 2, "Poland": 2}) if m.chance(.92) else None, m.whole(35, 98) if m.chance(.9) else None))
    m.add("LNGST", people)
    words, jobs, tasks, reviews, bills = m.some(range(60, 9800, 7), 220), [], [], [], []
    for n in range(1, 221):
        source = m.pick({"EN": 8, "DE": 5, "FR": 3, "ES": 1, "IT": 1})
        target = m.pick([code for code in LANGS if code != source][:m.pick([2, 3, 7])])
        received = m.day("2022-01-05", "2024-12-10")
        status = "D" if n == 30 else m.pick({"D": 9, "A": 3, "Q": 2, "C": 2})
        jobs.append((n, 1 + int(m.random.random() ** 1.4 * 20), m.pick([1, 1, 1, 2, 3, 4, 5]), source, target, m.pick(TITLES), m.pick({1: 3, 2: 6, 3: 3}),
                     status, received, m.pick(["n/a", "-", "tbd", ""]) if m.chance(.12) and n not in (14, 21) else str(words[n - 1])))
        for line in range(1, 1 + (4 if n == 14 else 0 if status == "Q" and n % 2 else m.pick([1, 2, 2, 3, 4]))):
            start = later(received, days=m.whole(0, 20))
            tasks.append((n, line, 1 + int(m.random.random() ** 1.5 * 66), m.pick("TTTP") if line == 1 else m.pick({"T": 3, "R": 5, "P": 3}),
                          start, later(start, days=m.whole(0, 18)), m.skewed(.5, 40, 1) if m.chance(.9) else None))
            for _ in range(m.pick([0, 0, 1, 1, 2, 3])):
                reviews.append((len(reviews) + 1, n, line, m.pick([9, 14, 2, m.whole(6, 40)]), later(tasks[-1][5], days=m.whole(1, 30)), m.whole(20, 100) if m.chance(.95) else None))
        for _ in range(2 if n == 30 else m.pick([0, 1, 1, 2]) if status in "DA" else 0):
            paid = m.pick({"P": 7, "O": 3, "V": 1})
            billed = later(received, days=m.whole(10, 60))
            bills.append((len(bills) + 1, n, billed, m.skewed(45, 6400), paid, later(billed, days=m.whole(3, 70)) if paid == "P" else None))
    m.add("TJOB", jobs)
    m.add("ASGN", tasks)
    m.add("RVW", reviews)
    m.add("INVC", bills)
