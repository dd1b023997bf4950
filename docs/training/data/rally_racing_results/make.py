"""Rallycross results: venues, rounds, drivers, teams, entries with positions as number and text, laps with times as text like 1:03.456, joker laps, qualifying."""
import datetime

SCHEMA = """
CREATE TABLE venue (venue_id INTEGER PRIMARY KEY, ref TEXT, name TEXT, town TEXT, nation TEXT, lat REAL, lng REAL, `len_m` INTEGER);
CREATE TABLE round (
  round_id INTEGER PRIMARY KEY, yr INTEGER, rnd INTEGER, venue_id INTEGER REFERENCES venue(venue_id), name TEXT, dt TEXT, start TEXT);
CREATE TABLE driver (drv_id INTEGER PRIMARY KEY, ref TEXT, code TEXT, no INTEGER, fname TEXT, lname TEXT, dob TEXT, nat TEXT);
CREATE TABLE team (team_id INTEGER PRIMARY KEY, ref TEXT, name TEXT, nat TEXT);
CREATE TABLE cause (cause_id INTEGER PRIMARY KEY, cause TEXT);
CREATE TABLE result (
  res_id INTEGER PRIMARY KEY, round_id INTEGER REFERENCES round(round_id), drv_id INTEGER REFERENCES driver(drv_id),
  team_id INTEGER REFERENCES team(team_id), grid INTEGER, pos INTEGER, `pos text` TEXT, pts REAL, laps INTEGER, time TEXT,
  ms INTEGER, best_lap INTEGER, best_tm TEXT, cause_id INTEGER REFERENCES cause(cause_id));
CREATE TABLE laptime (
  round_id INTEGER, drv_id INTEGER, lap INTEGER, pos INTEGER, tm TEXT, ms INTEGER, joker INTEGER, PRIMARY KEY (round_id, drv_id, lap));
CREATE TABLE qual (
  qual_id INTEGER PRIMARY KEY, round_id INTEGER REFERENCES round(round_id), drv_id INTEGER REFERENCES driver(drv_id), pos INTEGER,
  h1 TEXT, h2 TEXT, h3 TEXT);
CREATE TABLE standing (round_id INTEGER, drv_id INTEGER, pts REAL, pos INTEGER, wins INTEGER, PRIMARY KEY (round_id, drv_id));
"""

VENUES = [("hollow", "Gravel Hollow", "Kouvola", "Finland", 60.87, 26.70, 1080), ("dukes", "Duke's Bowl", "Lydden", "UK", 51.18, 1.20, 1230),
          ("sandpit", "The Sandpit", "Valkenswaard", "Netherlands", 51.33, 5.45, 990), ("montal", "Montal Arena", "Montalegre", "Portugal", 41.83, -7.79, 945),
          ("riga", "Bikern Track", "Riga", "Latvia", 56.97, 24.23, 1295), ("holjes", "Forest Bend", "Holjes", "Sweden", 60.90, 12.60, 1210),
          ("loheac", "Breton Ring", "Loheac", "France", 47.87, -1.88, 1070), ("hell", "Fjord Circuit", "Hell", "Norway", 63.45, 10.92, 1019),
          ("buxte", "Elbe Dirt Oval", "Buxtehude", "Germany", 53.43, 9.66, 952), ("silver", "Copse Loop", "Silverton", "UK", 52.07, -1.01, 972)]
TEAMS = [("norrland", "Norrland RX", "Swedish"), ("kestrel", "Kestrel Motorsport", "British"), ("baltic", "Baltic Dirt", "Latvian"), ("monza", "Team Lupo", "Italian"),
         ("havoc", "Havoc Garage", "British"), ("fjell", "Fjell Racing", "Norwegian"), ("atelier", "Atelier 44", "French"), ("reserve", "Privateer Pool", None)]
CAUSES = ["Finished", "Engine", "Gearbox", "Collision", "Disqualified", "Puncture", "Suspension", "Did not start", "+1 Lap"]
NATIONS = {"Swedish": 6, "Norwegian": 5, "British": 5, "Finnish": 4, "French": 3, "Latvian": 2, "German": 2, "Italian": 1}
POINTS = [20, 16, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4]


def clock(ms):
    """63456 as 1:03.456, 59000 as 59.000"""
    return f"{ms // 1000}.{ms % 1000:03}" if ms < 60000 else f"{ms // 60000}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def fill(m):
    m.add("venue", [(n,) + v for n, v in enumerate(VENUES, 1)])
    drivers, refs = [], set()
    while len(drivers) < 58:
        first, last = m.person()
        ref = last.lower() if last.lower() not in refs else f"{first}_{last}".lower()
        if ref in refs:
            continue
        refs.add(ref)
        n = len(drivers) + 1
        drivers.append((n, ref, last[:3].upper() if m.chance(.7) else None, m.whole(2, 99) if m.chance(.65) else None, first, last,
                        m.day("1968-01-01", "2002-12-31") if m.chance(.96) else None, m.pick(NATIONS)))
    m.add("team", [(n,) + t for n, t in enumerate(TEAMS, 1)])
    m.add("cause", list(enumerate(CAUSES, 1)))
    for n, first, last, born, nation in ((14, "Ylva", "Brandvik", "1985-09-30", "Norwegian"), (20, "Tomas", "Reinholt", "1979-02-11", "German"),
                                         (28, "Callum", "Oakes", "1991-06-05", "British")):
        drivers[n - 1] = (n, last.lower(), last[:3].upper(), n + 3, first, last, born, nation)
    m.add("driver", drivers)
    skill = {d[0]: m.amount(0, 1, 4) ** 2 for d in drivers}
    skill.update({14: .8, 20: .75, 28: .85})
    rounds, results, laps, quals, table = [], [], [], [], []
    seats = {}
    for year in range(2014, 2024):
        for d in drivers:
            if year == 2014 or m.chance(.35):
                seats[d[0]] = m.pick({1: 4, 2: 4, 3: 3, 4: 2, 5: 3, 6: 3, 7: 2, 8: 2})
        crew = drivers[(year - 2014) * 3:(year - 2014) * 3 + 26]
        day, points, wins = datetime.date(year, 4, 20), {}, {}
        for rnd, venue in enumerate(m.some(range(1, 11), m.whole(6, 8)), 1):
            day += datetime.timedelta(days=7 * m.whole(1, 4))
            rid = len(rounds) + 1
            rounds.append((rid, year, rnd, venue, f"RX of {VENUES[venue - 1][3]}" if m.chance(.85) else f"{VENUES[venue - 1][2]} Cup", day.isoformat(),
                           None if year < 2016 else f"{m.pick([12, 13, 14, 14, 15])}:{m.pick(['00', '30'])}"))
            field = m.some(crew, m.whole(12, 15))
            base = 46500 + VENUES[venue - 1][6] * 10
            order = sorted(field, key=lambda d: skill[d[0]] + m.random.random() * .9, reverse=True)
            pace = sorted(field, key=lambda d: skill[d[0]] + m.random.random(), reverse=True)
            for at, d in enumerate(pace, 1):
                heats = [clock(base + m.whole(0, 4000) + at * 90) if m.chance(share) else "" if m.chance(.4) else None for share in (.98, .93, .8)]
                quals.append((len(quals) + 1, rid, d[0], at, *heats))
            grid = {d[0]: at for at, d in enumerate(pace, 1)}
            place = 0
            rows = []
            for d in order:
                out = m.pick({0: 80, 2: 5, 3: 4, 4: 6, 5: 1, 6: 3, 7: 3, 8: 2})
                rows.append((d, out))
            rows.sort(key=lambda row: row[1] != 0)
            total0 = 0
            for at, (d, out) in enumerate(rows, 1):
                done = 6 if not out else 0 if out in (8,) else m.whole(1, 5) if out != 5 else 6
                times = [base + int(m.skewed(0, 5200, 0)) + at * 60 for _ in range(done)]
                place = at if not out else place
                total = sum(times)
                if at == 1:
                    total0 = total
                elif not out:
                    total = max(total, results[-1][10] + m.whole(60, 3000))
                best = min(times) if times else None
                earned = POINTS[at - 1] if not out and at <= 12 else 0
                wins[d[0]] = wins.get(d[0], 0) + (at == 1 and not out)
                points[d[0]] = points.get(d[0], 0) + earned
                results.append((len(results) + 1, rid, d[0], seats[d[0]], 0 if out == 8 else grid[d[0]], None if out else at,
                                {5: "D", 8: "W"}.get(out, "R") if out else str(at), float(earned), done,
                                (clock(total) if at == 1 else f"+{(total - total0) / 1000:.3f}") if not out else None, total if not out else None,
                                times.index(best) + 1 if best else None, clock(best) if best else None, 1 if not out else out))
                if year >= 2019:
                    joker = m.whole(1, 6)
                    for lap, ms in enumerate(times, 1):
                        laps.append((rid, d[0], lap, min(len(rows), max(1, at + m.whole(-2, 2))), clock(ms), ms, int(lap == joker)))
            ranking = sorted(points, key=lambda who: (-points[who], -wins[who], who))
            for at, who in enumerate(ranking, 1):
                table.append((rid, who, float(points[who]), at, wins[who]))
    m.add("round", rounds)
    m.add("result", results)
    m.add("laptime", laps)
    m.add("qual", quals)
    m.add("standing", table)
