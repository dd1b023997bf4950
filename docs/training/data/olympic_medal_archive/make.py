"""An archive of games: athletes with birth and represented nations, coaches, events in a tree of sports, entries with marks as text, medals, protests, ticket sales by session."""
from making import later

SCHEMA = """
CREATE TABLE noc (noc TEXT PRIMARY KEY, nation TEXT, region TEXT, `first yr` INTEGER, succ_of TEXT REFERENCES noc(noc));
CREATE TABLE games (g_id INTEGER PRIMARY KEY, yr INTEGER, season TEXT, city TEXT, noc TEXT REFERENCES noc(noc), open_dt TEXT, close_dt TEXT);
CREATE TABLE sport (sp_cd TEXT PRIMARY KEY, name TEXT, parent TEXT REFERENCES sport(sp_cd), season TEXT);
CREATE TABLE ath (a_id INTEGER PRIMARY KEY, gn TEXT, fam TEXT, sex TEXT, dob TEXT, born_noc TEXT REFERENCES noc(noc), ht TEXT, wt TEXT, ret INTEGER, coach_id INTEGER REFERENCES ath(a_id));
CREATE TABLE ev (ev_id INTEGER PRIMARY KEY, sp_cd TEXT REFERENCES sport(sp_cd), name TEXT, sex TEXT, team INTEGER);
CREATE TABLE entry (
  en_id INTEGER PRIMARY KEY, g_id INTEGER REFERENCES games(g_id), ev_id INTEGER REFERENCES ev(ev_id), a_id INTEGER REFERENCES ath(a_id), noc TEXT REFERENCES noc(noc),
  plc INTEGER, mdl TEXT, mark TEXT, st TEXT);
CREATE TABLE venue (v_id INTEGER PRIMARY KEY, name TEXT, g_id INTEGER REFERENCES games(g_id), cap INTEGER);
CREATE TABLE sess (s_id INTEGER PRIMARY KEY, v_id INTEGER REFERENCES venue(v_id), ev_id INTEGER REFERENCES ev(ev_id), dt TEXT, beg TEXT, capacity INTEGER, st TEXT);
CREATE TABLE tick (s_id INTEGER REFERENCES sess(s_id), cat TEXT, sold INTEGER, price REAL, list_price REAL, PRIMARY KEY (s_id, cat));
CREATE TABLE protest (pr_id INTEGER PRIMARY KEY, en_id INTEGER REFERENCES entry(en_id), by_noc TEXT REFERENCES noc(noc), vs_noc TEXT REFERENCES noc(noc), lodged TEXT, decided TEXT, res TEXT, fee REAL);
"""

NOCS = [("NOR", "Norway", "Europe", 1900, None), ("ITA", "Italy", "Europe", 1900, None), ("KEN", "Kenya", "Africa", 1956, None), ("BRA", "Brazil", "Americas", 1920, None), ("JPN", "Japan", "Asia", 1912, None),
        ("CAN", "Canada", "Americas", 1904, None), ("AUS", "Australia", "Oceania", 1896, None), ("YUG", "Yugoslavia", "Europe", 1920, None), ("SRB", "Serbia", "Europe", 1912, "YUG"), ("CRO", "Croatia", "Europe", 1992, "YUG"),
        ("ZIM", "Zimbabwe", "Africa", 1980, "RHO"), ("RHO", "Rhodesia", "Africa", 1928, None), ("JAM", "Jamaica", "Americas", 1948, None), ("MON", "Monaco", "Europe", None, None)]
GAMES = [(1, 1988, "S", "Calgate", "CAN", "1988-08-02", "1988-08-17"), (2, 1992, "S", "Milford", "ITA", "1992-07-25", "1992-08-09"), (3, 1994, "W", "Narvik", "NOR", "1994-02-12", "1994-02-27"), (4, 1996, "S", "Brisden", "AUS", "1996-07-19", "1996-08-04"),
         (5, 1998, "W", "Otaru", "JPN", "1998-02-07", "1998-02-22"), (6, 2000, "S", "Recife", "BRA", "2000-09-15", "2000-10-01"), (7, 2002, "W", "Banfort", "CAN", "2002-02-08", "2002-02-24"), (8, 2004, "S", "Kobe", "JPN", "2004-08-13", "2004-08-29")]
SPORTS = [("AQU", "Aquatics", None, "S"), ("SWM", "Swimming", "AQU", "S"), ("DIV", "Diving", "AQU", "S"), ("ATH", "Athletics", None, "S"), ("TRK", "Track", "ATH", "S"), ("FLD", "Field", "ATH", "S"), ("ROW", "Rowing", None, "S"),
          ("SKI", "Skiing", None, "W"), ("XCS", "Cross-country skiing", "SKI", "W"), ("ALP", "Alpine skiing", "SKI", "W"), ("LUG", "Luge", None, "W")]
EVENTS = [("SWM", "100 m freestyle", 0), ("SWM", "4 x 100 m relay", 1), ("DIV", "10 m platform", 0), ("TRK", "1500 m", 0), ("TRK", "Marathon", 0), ("FLD", "Shot put", 0), ("FLD", "Long jump", 0), ("ROW", "Eights", 1), ("ROW", "Single sculls", 0),
          ("XCS", "15 km", 0), ("XCS", "Relay", 1), ("ALP", "Slalom", 0), ("ALP", "Downhill", 0), ("LUG", "Singles", 0)]
STRONG = {"NOR": 7, "ITA": 7, "KEN": 4, "BRA": 4, "JPN": 6, "CAN": 8, "AUS": 7, "YUG": 2, "SRB": 2, "CRO": 3, "ZIM": 1, "JAM": 3}


def fill(m):
    m.add("noc", NOCS)
    m.add("games", GAMES)
    m.add("sport", SPORTS)
    athletes, home = [], {}
    for n in range(1, 261):
        first, last = m.person()
        sex, born = m.pick({"F": 8, "M": 11}), m.pick(STRONG)
        athletes.append((n, first, last, sex, m.day("1958-01-10", "1985-12-20") if m.chance(.96) else None, born, m.pick({"x": 12, "NA": 1}).replace("x", str(m.whole(156, 204))),
                         m.pick({"x": 11, "NA": 1, "": .6}).replace("x", str(m.whole(46, 132)) if m.chance(.9) else f"{m.whole(50, 99)}.5"), int(m.chance(.7)), m.whole(1, min(n - 1, 45)) if n > 12 and m.chance(.5) else None))
        home[n] = born if m.chance(.88) else m.pick(STRONG)
    athletes[13] = (14, "Annika", "Solbakken", "F", "1970-03-02", "NOR", "171", "58", 1, 3)
    athletes[2] = (3, "Piero", "Valdossi", "M", "1960-06-14", "ITA", "183", "79", 1, None)
    home[14], home[3] = "NOR", "ITA"
    m.add("ath", athletes)
    events = [(2 * k + s + 1, sp, name, "MF"[s], team) for k, (sp, name, team) in enumerate(EVENTS) for s in (0, 1)]
    m.add("ev", events)
    season = {s[0]: s[3] for s in SPORTS}
    winter = {a[0] for a in athletes if home[a[0]] in ("NOR", "ITA", "JPN", "CAN") and m.chance(.5)} | {14, 3}
    entries = []
    for g in GAMES:
        for e in events:
            if season[e[1]] == g[2]:
                pool = [a[0] for a in athletes if a[3] == e[3] and (a[0] in winter) == (g[2] == "W")]
                field = m.some(pool, m.whole(6, 11))
                for place, a in enumerate(field, 1):
                    ok = place <= 5 or m.chance(.85)
                    entries.append((len(entries) + 1, g[0], e[0], a, home[a], place if ok else None, {1: "G", 2: "S", 3: "B"}.get(place), str(m.amount(7, 139, 1)) if ok else m.pick(["n/a", "-"]), "F" if ok else m.pick({"DNF": 4, "DNS": 3, "DSQ": 2})))
    m.add("entry", entries)
    venues = [(g[0] * 10 + k, f"{g[3]} {name}", g[0], m.whole(2, 60) * 1000) for g in GAMES for k, name in enumerate(m.some(["Arena", "Stadium", "Hall", "Park", "Basin", "Dome"], m.pick([3, 4, 5])), 1)]
    m.add("venue", venues)
    sessions, tickets = [], []
    for g in GAMES:
        for e in events:
            if season[e[1]] == g[2]:
                v = m.pick([v for v in venues if v[2] == g[0]])
                size = v[3] if m.chance(.6) else v[3] // 2
                sessions.append((len(sessions) + 1, v[0], e[0], later(g[5], days=m.whole(1, 14)), f"{m.whole(8, 20)}:{m.pick(['00', '30', '15'])}", size, m.pick({"H": 12, "X": 1, "P": 1})))
                full = m.chance(.2)
                for cat in "ABC":
                    listed = float(m.pick([20, 35, 50, 80, 120])) + m.whole(0, 9)
                    tickets.append((len(sessions), cat, size // 4 * (2 if cat == "C" else 1) if full else int(size // 4 * m.amount(.2, .99)), round(listed * m.pick([1, 1, .9, .75]), 2), listed))
    m.add("sess", sessions)
    m.add("tick", tickets)
    protests = []
    for n in range(1, 131):
        e = m.pick(entries)
        lodged = later(GAMES[e[1] - 1][5], days=m.whole(1, 14))
        protests.append((n, e[0], m.pick({k: w for k, w in STRONG.items() if k != e[4]}), e[4], lodged, later(lodged, days=m.whole(0, 30)) if m.chance(.85) else None, m.pick({"U": 3, "D": 7}), float(m.pick([100, 150, 200]))))
    m.add("protest", [p[:6] + (p[6] if p[5] else None, p[7]) for p in protests])
