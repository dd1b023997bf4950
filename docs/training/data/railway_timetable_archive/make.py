"""An archive of railway timetables: stations with two codes, lines, trains with days of running, stops with text times beyond midnight, delays, cancellations, rolling stock."""

SCHEMA = """
CREATE TABLE opr (opr_cd TEXT PRIMARY KEY, name TEXT, owner TEXT, hq TEXT);
CREATE TABLE stn (stn_cd TEXT PRIMARY KEY, uic INTEGER, name TEXT, region TEXT, cat TEXT, plat INTEGER, opened TEXT, `Step-free` TEXT);
CREATE TABLE line (line_no TEXT PRIMARY KEY, from_cd TEXT REFERENCES stn(stn_cd), to_cd TEXT REFERENCES stn(stn_cd), km TEXT, gauge INTEGER, elec TEXT, vmax INTEGER);
CREATE TABLE line_stn (line_no TEXT, seq INTEGER, stn_cd TEXT, km_at REAL, PRIMARY KEY (line_no, seq));
CREATE TABLE tt (tt_id INTEGER PRIMARY KEY, label TEXT, valid_from TEXT, valid_to TEXT);
CREATE TABLE train (tt_id INTEGER, tr_no TEXT, typ TEXT, opr_cd TEXT, line_no TEXT, days TEXT, `1st Cl.` INTEGER, fleet_id INTEGER, PRIMARY KEY (tt_id, tr_no));
CREATE TABLE stop (tt_id INTEGER, tr_no TEXT, seq INTEGER, stn_cd TEXT, arr TEXT, dep TEXT, trk TEXT, PRIMARY KEY (tt_id, tr_no, seq));
CREATE TABLE fleet (fleet_id INTEGER PRIMARY KEY, class TEXT, maker TEXT, built INTEGER, seats TEXT, opr_cd TEXT, scrapped TEXT);
CREATE TABLE run (run_id INTEGER PRIMARY KEY, tt_id INTEGER, tr_no TEXT, dt TEXT, delay_min INTEGER, canc TEXT, reason TEXT);
"""

OPRS = [("NR", "National Rail", "state", "Alder"), ("VX", "Valley Express", "private", "Birk"), ("CTL", "Coastal Trains", "private", "Dovehaven"), ("RG", "Regio Group", "municipal", "Alder"), ("MT", "Museum Tramway", None, "Fenn")]
PLACES = ["Alder", "Birk", "Cray Junction", "Dovehaven", "Elm Cross", "Fenn", "Garth", "Hollin", "Iver Bridge", "Kessel", "Larch Road", "Mire End", "Norbury Halt", "Osk", "Pell", "Quern", "Rowan", "Stell", "Thrum", "Ulver", "Vane", "Wick",
          "Yarrow", "Zell Ferry"]
LINES = [("L1", 0, 3, "84,5", 1435, "Y", 160), ("L2", 0, 9, "52,0", 1435, "Y", 140), ("L3", 3, 15, "117,3", 1435, "N", 120), ("L4", 9, 5, "23,8", 1000, "N", 60), ("L5", 2, 20, "64,2", 1435, None, 100), ("L6", 1, 11, "9,6", 1000, "Y", 70)]


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def fill(m):
    m.add("opr", OPRS)
    stations = [(name[:3].upper(), 8600100 + 7 * n, name, m.pick({"North": 4, "Coast": 3, "Hills": 3}), m.pick({"A": 1, "B": 3, "C": 5}), m.pick([1, 2, 2, 3, 6]), m.day("1852-01-01", "1998-12-31") if m.chance(.93) else None,
                 m.pick({"Y": 4, "N": 4, "P": 2})) for n, name in enumerate(PLACES)]
    stations[0] = ("ALD", 8600100, "Alder", "North", "A", 12, "1851-06-02", "Y")
    stations[3] = ("DOV", 8600121, "Dovehaven", "Coast", "A", 8, "1867-05-01", "P")
    m.add("stn", stations)
    m.add("line", [(no, stations[a][0], stations[b][0], *rest) for no, a, b, *rest in LINES])
    route = {}
    for no, a, b, km, *_ in LINES:
        middle = m.some([n for n in range(22) if n not in (a, b)], m.whole(3, 7))
        path = [stations[n][0] for n in [a, *middle, b]]
        total = float(km.replace(",", "."))
        route[no] = [(no, seq, code, round(total * (seq - 1) / (len(path) - 1), 1)) for seq, code in enumerate(path, 1)]
        m.add("line_stn", route[no])
    m.add("tt", [(1, "Winter 2019", "20191215", "20200613"), (2, "Summer 2020", "20200614", "20201212"), (3, "Winter 2020", "20201213", "20210612"), (4, "Summer 2021", "20210613", "20211211"), (5, "Draft 2022", None, None)])
    fleet = [(n, f"{m.pick({'4': 4, '6': 3, '1': 2})}{m.whole(10, 99)}", m.pick({"Stahlwerk": 4, "Brixton Cars": 3, "Alvern": 3}), m.whole(1958, 2019), m.pick(["68", "92", "110", "145", "212", "96+4", None]), m.pick({"NR": 4, "VX": 3, "CTL": 2, "RG": 2}),
              m.day("2012-01-01", "2021-12-31") if m.chance(.2) else None) for n in range(1, 41)]
    m.add("fleet", fleet)
    trains, stops, runs = [], [], []
    for tt in range(1, 6):
        for n in range(1, m.whole(28, 36)):
            typ = m.pick({"IC": 3, "RE": 5, "RB": 5, "N": 1})
            no, line = f"{typ} {100 + n}", m.pick({"L1": 5, "L2": 4, "L3": 3, "L4": 2, "L5": 2, "L6": 1})
            opr = m.pick({"NR": 5, "VX": 3, "CTL": 2, "RG": 3})
            trains.append((tt, no, typ, opr, line, m.pick({"1234567": 5, "12345": 5, "67": 2, "5": 1}), int(typ == "IC" or m.chance(.3)), m.pick([one[0] for one in fleet]) if m.chance(.85) else None))
            path = route[line] if n % 2 else route[line][::-1]
            skip = typ == "IC"
            at = m.whole(290, 1370) if typ != "N" else m.whole(1330, 1400)
            shown = [one for k, one in enumerate(path) if k in (0, len(path) - 1) or not skip or k % 2]
            for seq, (_, _, code, km) in enumerate(shown, 1):
                wait = m.pick([1, 1, 2, 4])
                stops.append((tt, no, seq, code, clock(at) if seq > 1 else None, clock(at + wait) if seq < len(shown) else None, m.pick({"1": 4, "2": 4, "3": 2, "2a": 1, None: 1})))
                at += wait + m.whole(4, 21)
            for _ in range(m.whole(0, 4)):
                canc = m.pick({"N": 9, "Y": 1})
                late = m.pick([0, 0, m.whole(1, 9), m.whole(1, 9), m.skewed(5, 95, 0)])
                runs.append((len(runs) + 1, tt, no, m.day("2019-12-15", "2021-12-11"), None if canc == "Y" else int(late), canc, m.pick({"signal": 3, "weather": 2, "staff": 2, "Signal": .6, None: 1}) if canc == "Y" or late > 5 else None))
    m.add("train", trains)
    m.add("stop", stops)
    m.add("run", runs)
