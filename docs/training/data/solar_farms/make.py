"""Solar farms: plants and inverters, quarter-hour yields in Wh, daily meters, outages, feed-in tariffs, forecasts."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE pv_owner (oid INTEGER PRIMARY KEY, oname TEXT NOT NULL, kind TEXT);
CREATE TABLE pv_plant (
  pid INTEGER PRIMARY KEY, pname TEXT NOT NULL, region TEXT, kwp REAL, commissioned TEXT,
  oid INTEGER REFERENCES pv_owner(oid), is_demo TEXT NOT NULL);
CREATE TABLE pv_inverter (
  iid INTEGER PRIMARY KEY, pid INTEGER NOT NULL REFERENCES pv_plant(pid), serial TEXT, model TEXT, max_w INTEGER,
  replaced_by INTEGER REFERENCES pv_inverter(iid), retired_ts INTEGER);
CREATE TABLE pv_yield (
  iid INTEGER REFERENCES pv_inverter(iid), slot_ts INTEGER, wh INTEGER, quality TEXT NOT NULL, PRIMARY KEY (iid, slot_ts));
CREATE TABLE pv_meter_day (
  pid INTEGER REFERENCES pv_plant(pid), day TEXT, export_wh INTEGER, own_use_wh INTEGER, PRIMARY KEY (pid, day));
CREATE TABLE pv_forecast (
  pid INTEGER REFERENCES pv_plant(pid), day TEXT, issued_ts INTEGER, kwh REAL, PRIMARY KEY (pid, day, issued_ts));
CREATE TABLE pv_outage (
  outid INTEGER PRIMARY KEY, pid INTEGER NOT NULL REFERENCES pv_plant(pid), iid INTEGER REFERENCES pv_inverter(iid),
  start_ts INTEGER NOT NULL, end_ts INTEGER, cause TEXT, planned TEXT NOT NULL);
CREATE TABLE pv_tariff (
  pid INTEGER REFERENCES pv_plant(pid), "valid from" TEXT, "valid to" TEXT, "ct per kWh" REAL NOT NULL,
  PRIMARY KEY (pid, "valid from"));
CREATE TABLE pv_tech (tid INTEGER PRIMARY KEY, tname TEXT, lead_tid INTEGER REFERENCES pv_tech(tid), firm TEXT);
CREATE TABLE pv_visit (
  vid INTEGER PRIMARY KEY, pid INTEGER REFERENCES pv_plant(pid), tid INTEGER REFERENCES pv_tech(tid), visit_on TEXT,
  outid INTEGER, minutes INTEGER);
"""


def epoch(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def fill(m):
    m.add("pv_owner", [(1, "Sonnenhof Coop", "coop"), (2, "City of Aalen", "municipal"), (3, "Helios Invest", "private"),
                       (4, "Family Brunner", "private"), (5, "Lichtblick Coop", "Coop"), (6, "Green Valley Trust", None)])
    plants = [(n, name, region, m.pick([29.7, 99.8, 250.0, 480.0, 749.5]), f"{d[5:7]}/{d[8:]}/{d[:4]}" if d else None, o, demo)
              for n, (name, region, d, o, demo) in enumerate([
                  ("Krummfeld", "south", m.day("2012-01-01", "2019-12-31"), 1, "N"), ("Depot Roof", "south", m.day("2020-01-01", "2023-05-30"), 2, "N"),
                  ("Quarry East", "north", m.day("2017-01-01", "2023-05-30"), 3, "N"), ("Barn Brunner", "west", m.day("2009-01-01", "2016-05-30"), 4, "N"),
                  ("Landfill", "North", m.day("2021-01-01", "2023-05-30"), 2, "N"), ("Noise Barrier A7", "north", m.day("2019-01-01", "2023-12-30"), 3, "N"),
                  ("Lakeside", "west", None, 5, "N"), ("School Roof", "south", "2023-12-31", 2, "N"), ("Demo Wall", None, "2022-02-02", 3, "Y"),
                  ("Mill Pond", "west", "2024-01-01", 1, "N")], 1)]
    m.add("pv_plant", plants)
    invs = []
    for pid in (1, 2, 3, 4, 5, 6, 8, 9, 10):
        for at in range(m.pick([1, 2, 2, 3, 4])):
            old = m.chance(.3)
            n = len(invs) + 1
            model = m.pick(["SunPro 20", "SunPro 50", "Helia X", "helia x", "Voltic 8"])
            if old:
                invs.append((n, pid, f"SN{m.whole(1000, 9999)}", model, m.pick([8000, 20000, 50000]), n + 1,
                             epoch(m.moment("2023-03-01", "2024-05-31"))))
            invs.append((len(invs) + 1, pid, f"SN{m.whole(1000, 9999)}" if m.chance(.9) else None, m.pick(["SunPro 20", "SunPro 50", "Helia X", "Voltic 8"]),
                         m.pick([8000, 20000, 50000]), None, None))
    m.add("pv_inverter", invs)
    slots = []
    for iid, pid, _, _, top, new, gone in invs:
        if gone or iid % 11 == 7:
            continue
        for day in ("2024-06-29", "2024-06-30", "2024-07-01"):
            sky, start = m.amount(.2, .95), epoch(day + " 05:00:00")
            for at in range(52):
                if m.chance(.02):
                    continue
                shape = max(0, 1 - ((at - 26) / 26) ** 2)
                wh = int(top / 4 * sky * shape * m.amount(.7, 1)) if not m.chance(.04) else 0
                slots.append((iid, start + at * 900, None if m.chance(.03) else wh, m.pick({"ok": 90, "est": 6, "bad": 4})))
    m.add("pv_yield", slots)
    days, casts = [], []
    for p in plants:
        if p[0] == 7:
            continue
        day = "2024-01-01"
        while day <= "2024-06-30":
            sun = p[3] * (1 + 4 * m.random.random()) * (.4 + int(day[5:7]) * .12)
            if m.chance(.05):
                sun = 0
            own = int(sun * m.amount(.05, .5) * 1000) if p[0] in (2, 4, 8) else 0 if p[0] != 9 else None
            if not m.chance(.04):
                days.append((p[0], day, int(sun * 1000) - (own or 0) if not m.chance(.02) else None, own))
            if day >= "2024-04-01" and p[0] not in (4, 9):
                for ahead in (3, 1, 0)[:m.pick([1, 2, 2, 3])]:
                    issued = epoch(later(day, days=-ahead) + f" 0{m.whole(1, 5)}:{m.pick(['00', '30'])}:00")
                    casts.append((p[0], day, issued, round(sun * m.amount(.6, 1.35), 1)))
            day = later(day, days=1)
    m.add("pv_meter_day", days)
    m.add("pv_forecast", casts)
    outs = []
    for _ in range(160):
        inv = m.pick(invs)
        start = m.moment("2023-01-01", "2024-06-30")
        if m.chance(.08):
            start = m.pick(["2023-12-31 23:40:00", "2024-01-31 18:20:10", "2024-03-31 12:05:00", "2024-06-30 14:00:00"])
        long = m.pick([900, 3600, 5400, 12600, 86400, 200000, 604800]) + m.whole(0, 800)
        outs.append((inv[1], inv[0] if m.chance(.6) else None, epoch(start),
                     None if start > "2024-05-15" and m.chance(.5) else epoch(start) + long,
                     m.pick({"grid": 5, "inverter fault": 6, "Grid": 1, "snow": 3, "theft": 1, None: 3, "maintenance": 4}), m.pick({"N": 4, "Y": 1})))
    outs.sort(key=lambda o: o[2])
    m.add("pv_outage", [(n, *o) for n, o in enumerate(outs, 1)])
    prices = []
    for p in plants:
        price, starts = m.amount(6.2, 14.8), ["2022-01-01"] + [d for d in ("2023-01-01", "2023-08-01", "2024-02-01", "2024-05-01") if m.chance(.5)]
        if p[0] in (7, 9):
            continue
        for at, start in enumerate(starts):
            prices.append((p[0], start, later(starts[at + 1], days=-1) if at + 1 < len(starts) else None, price))
            price = round(price * m.pick([.9, .95, 1.0, 1.06]), 2)
    m.add("pv_tariff", prices)
    m.add("pv_tech", [(n, " ".join(m.person()), {1: None, 2: 1, 3: 1, 4: 2, 9: 4}.get(n, m.whole(1, 5) if n > 6 else m.whole(1, 3)),
                       m.pick(["SolFix", "Elektro Maier", None])) for n in range(1, 13)])
    visits = []
    for n in range(1, 301):
        out = m.whole(1, 160) if m.chance(.5) else None
        if out:
            at = datetime.datetime.fromtimestamp(outs[out - 1][2], datetime.timezone.utc).date().isoformat()
            visits.append((n, outs[out - 1][0], m.whole(1, 10), later(at, days=m.pick([0, 0, 1, 1, 2, 5, 9])), out, m.pick([30, 45, 60, 90, 150, None])))
        else:
            visits.append((n, m.pick([1, 2, 3, 4, 5, 6, 8, 10]), m.whole(1, 10), m.day("2023-01-01", "2024-06-30"), None, m.pick([30, 60, 60, 120, 240, None])))
    m.add("pv_visit", visits)
