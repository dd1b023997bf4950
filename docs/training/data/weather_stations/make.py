"""A weather service: stations that move, hourly and daily readings with gaps, quality flags, sensors, maintenance, warnings."""
import datetime

SCHEMA = """
CREATE TABLE stn (
  stn_nr INTEGER PRIMARY KEY, stn_name TEXT NOT NULL, land TEXT NOT NULL, art TEXT NOT NULL, ff_einh TEXT NOT NULL,
  ref_nr INTEGER REFERENCES stn(stn_nr), betrieb_von TEXT NOT NULL, betrieb_bis TEXT);
CREATE TABLE stn_lage (
  stn_nr INTEGER REFERENCES stn(stn_nr), von TEXT, bis TEXT NOT NULL DEFAULT '99991231', hoehe_m INTEGER,
  breite REAL, laenge REAL, PRIMARY KEY (stn_nr, von));
CREATE TABLE netz (netz_kz TEXT PRIMARY KEY, netz_name TEXT NOT NULL);
CREATE TABLE stn_netz (stn_nr INTEGER REFERENCES stn(stn_nr), netz_kz TEXT REFERENCES netz(netz_kz), PRIMARY KEY (stn_nr, netz_kz));
CREATE TABLE qual (qn INTEGER PRIMARY KEY, qn_text TEXT NOT NULL, brauchbar TEXT NOT NULL);
CREATE TABLE mess (
  stn_nr INTEGER REFERENCES stn(stn_nr), zeit TEXT, tt10 INTEGER, rf INTEGER, ff REAL, rr10 INTEGER,
  qn INTEGER REFERENCES qual(qn), PRIMARY KEY (stn_nr, zeit));
CREATE TABLE tag (
  stn_nr INTEGER REFERENCES stn(stn_nr), datum TEXT, tmin10 INTEGER, tmax10 INTEGER, rr10 INTEGER, sonne_min INTEGER,
  schnee_cm INTEGER, qn INTEGER REFERENCES qual(qn), PRIMARY KEY (stn_nr, datum));
CREATE TABLE sensor (
  sen_id INTEGER PRIMARY KEY, stn_nr INTEGER NOT NULL REFERENCES stn(stn_nr), groesse TEXT NOT NULL, herst TEXT,
  von TEXT NOT NULL, bis TEXT, ersetzt_id INTEGER REFERENCES sensor(sen_id));
CREATE TABLE techn (tn_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, land TEXT);
CREATE TABLE wartung (
  wart_id INTEGER PRIMARY KEY, stn_nr INTEGER NOT NULL REFERENCES stn(stn_nr), sen_id INTEGER REFERENCES sensor(sen_id),
  tn_id INTEGER REFERENCES techn(tn_id), geplant TEXT NOT NULL, erledigt TEXT, dauer_min INTEGER, kosten_eur INTEGER);
CREATE TABLE nachbar (stn_a INTEGER REFERENCES stn(stn_nr), stn_b INTEGER REFERENCES stn(stn_nr), km REAL, PRIMARY KEY (stn_a, stn_b));
CREATE TABLE warnung (
  warn_id INTEGER PRIMARY KEY, land TEXT NOT NULL, phaen TEXT NOT NULL, stufe INTEGER, ab TEXT NOT NULL, bis TEXT,
  aufgehoben TEXT NOT NULL DEFAULT 'N');
"""

STATIONS = [(10147, "Kirchwald", "Hamburg", "voll", 12), (10224, "Deichhausen", "Niedersachsen", "voll", 4), (10338, "Lindenforst", "Niedersachsen", "voll", 55),
            (10381, "Seeblick", "Berlin", "voll", 48), (10400, "Rheinau", "Nordrhein-Westfalen", "voll", 37), (10501, "Hohenmoor", "Nordrhein-Westfalen", "klima", 205),
            (10637, "Taunushöhe", "Hessen", "voll", 112), (10763, "Burgtal", "Bayern", "voll", 319), (10865, "Isarfeld", "Bayern", "klima", 515),
            (10961, "Gratspitze", "Bayern", "voll", 2964), (10946, "Allgäu-Süd", "Bayern", "klima", 705), (10908, "Feldkuppe", "Baden-Württemberg", "voll", 1490),
            (10738, "Neckarwiese", "Baden-Württemberg", "regen", 371), (10999, "Ostinsel", "Mecklenburg-Vorpommern", "regen", 42), (10115, "Alt-Leuchtturm", "Niedersachsen", "klima", 3)]
FLAGS = [(1, "ungeprüft", "N"), (3, "automatisch geprüft", "J"), (5, "manuell geprüft", "J"), (7, "korrigiert", "J"), (8, "verdächtig", "N"), (9, "ungültig", "N"), (10, "Testwert", "N")]
NETS = [("SYN", "Synoptik"), ("KLI", "Klima"), ("AGR", "Agrar"), ("FLG", "Flugwetter"), ("STR", "Strassenwetter"), ("ALT", "Altnetz")]


def day(text, n=0):
    return (datetime.date.fromisoformat(text) + datetime.timedelta(days=n)).strftime("%Y%m%d")


def move(compact, n):
    return day(f"{compact[:4]}-{compact[4:6]}-{compact[6:]}", n)


def fill(m):
    m.add("netz", NETS)
    m.add("qual", FLAGS)
    refs = {10224: 10147, 10338: 10147, 10501: 10400, 10763: 10865, 10946: 10961, 10908: 10961, 10738: 10908, 10865: 10381, 10115: 10224}
    m.add("stn", [(nr, name, land, kind, "kmh" if nr in (10224, 10637, 10908) else "m/s", refs.get(nr),
                   m.day("1951-01-01", "2012-12-31").replace("-", ""), "20231031" if nr == 10115 else None) for nr, name, land, kind, _ in STATIONS])
    places = []
    for nr, _, _, _, height in STATIONS:
        starts = ["20130101"] + [d for d in ("20190601", "20231116", "20240201") if m.chance(.35) or nr == 10400 and d > "2022"]
        for at, first in enumerate(starts):
            places.append((nr, first, move(starts[at + 1], -1) if at + 1 < len(starts) else "99991231", height,
                           m.amount(47.4, 54.6, 3), m.amount(6.2, 14.1, 3)))
            height = max(1, height + m.whole(-40, 60))
    m.add("stn_lage", places)
    m.add("stn_netz", [(s[0], kz) for s in STATIONS if s[3] != "regen" for kz in sorted(m.some(["SYN", "KLI", "AGR", "FLG", "STR"], m.whole(1, 5)))] + [(10738, "STR")])
    hours, days = [], []
    for nr, _, _, kind, height in STATIONS[:14]:
        base = 90 - height / 15
        drift = 0
        for d in range(213):
            date = day("2023-09-01", d)
            if m.chance(.05) or nr == 10738 and "20231105" < date < "20231119":
                continue
            drift = drift * .7 + m.amount(-35, 35)
            season = base + 70 * (1 - min(d, 140) / 70) + max(0, d - 150) * .8
            low = round(season + drift - m.whole(15, 50))
            high = low + m.whole(5, 110)
            rain = m.pick([0, 0, 0, m.whole(1, 9), m.whole(3, 60), m.whole(20, 220)]) if m.chance(.97) else None
            snow = m.pick([0, 2, 5, 12, 30]) if low < 0 and m.chance(.75) else 0
            flag = m.pick({1: 4, 3: 50, 5: 30, 7: 6, 8: 3, 9: 3})
            if kind == "regen":
                low = high = None
            elif m.chance(.02):
                high = -9999
            days.append((nr, date, low, high, rain, m.whole(0, 400) if kind == "voll" else None, snow if m.chance(.93) else None, flag))
        if kind != "voll":
            continue
        for h in range(13 * 24):
            stamp = (datetime.datetime(2024, 1, 25) + datetime.timedelta(hours=h)).strftime("%Y%m%d%H")
            if m.chance(.04) or nr in (10381, 10763) and "2024013003" <= stamp <= "2024013009":
                continue
            temp = round(base - 50 + 25 * (1 - abs(h % 24 - 14) / 7) + m.amount(-25, 25))
            wind = m.skewed(.2, 17, 1)
            hours.append((nr, stamp, -9999 if m.chance(.02) else temp, m.whole(45, 100) if m.chance(.95) else None,
                          round(wind * 3.6, 1) if nr in (10224, 10637, 10908) else wind,
                          m.pick([0, 0, 0, 0, 1, 2, 7, 15, None]), m.pick({1: 5, 3: 60, 5: 20, 7: 5, 8: 3, 9: 3})))
    m.add("mess", hours)
    m.add("tag", days)
    sensors = []
    for nr, _, _, kind, _ in STATIONS:
        for what in {"voll": ("TT", "RF", "FF", "RR"), "klima": ("TT", "RF", "RR"), "regen": ("RR",)}[kind]:
            first, before = m.day("2012-01-01", "2018-12-31").replace("-", ""), None
            count = m.pick([1, 1, 2, 3])
            for k in range(count):
                last = move(first, m.whole(300, 1900))
                over = last < "20240315" and (k < count - 1 or m.chance(.07))
                sensors.append((len(sensors) + 1, nr, what, m.pick(["Thies", "Vaisala", "Lambrecht", "thies", None]), first, last if over else None, before))
                before, first = len(sensors), last
                if not over:
                    break
    m.add("sensor", sensors)
    m.add("techn", [(n, *m.person(), m.pick(["Bayern", "Niedersachsen", "Hessen", None])) for n in range(1, 11)])
    jobs = []
    for n in range(1, 331):
        s = m.pick(STATIONS[:13])
        plan = m.pick(["20231231", "20240101", "20240131", "20240331", "20230930"]) if m.chance(.06) else m.day("2022-10-01", "2024-05-31").replace("-", "")
        done = move(plan, m.pick([0, 0, 0, 1, 2, 4, 9, 15, 31, -3])) if plan < "20240325" and m.chance(.9) else None
        own = [row[0] for row in sensors if row[1] == s[0]]
        jobs.append((n, s[0], m.pick(own) if m.chance(.6) else None, m.whole(1, 9) if done or m.chance(.3) else None, plan, done,
                     m.whole(2, 32) * 10 if done else None, m.pick([90, 120, 120, 180, 240, 415, 980, None]) if done else None))
    m.add("wartung", jobs)
    pairs = {}
    for a in STATIONS:
        for b in m.some([s for s in STATIONS[:14] if s[0] > a[0]], m.pick([2, 3, 4])):
            pairs[a[0], b[0]] = m.amount(8, 260, 1)
    m.add("nachbar", [(*k, v) for k, v in sorted(pairs.items())])
    alarms = []
    for n in range(1, 241):
        first = m.day("2023-09-01", "2024-03-31").replace("-", "")
        start = datetime.datetime.strptime(first, "%Y%m%d") + datetime.timedelta(hours=m.whole(0, 23))
        alarms.append((n, m.pick([s[2] for s in STATIONS]), m.pick({"Sturm": 6, "Frost": 6, "Glatteis": 3, "Nebel": 3, "Starkregen": 4, "sturm": 1}),
                       m.pick({1: 6, 2: 5, 3: 2, 4: 1}), start.strftime("%Y%m%d%H"),
                       (start + datetime.timedelta(hours=m.whole(3, 60))).strftime("%Y%m%d%H") if m.chance(.94) else None, m.pick({"N": 6, "J": 1})))
    m.add("warnung", alarms)
