"""College basketball: schools in conferences that change, rosters with heights in text, games with home and away sides, box scores, coaches, polls, awards."""
from making import later

SCHEMA = """
CREATE TABLE school (sch_id TEXT PRIMARY KEY, name TEXT, nick TEXT, city TEXT, st TEXT, `Pub/Priv` TEXT, enrl TEXT, arena_id INTEGER);
CREATE TABLE arena (arena_id INTEGER PRIMARY KEY, name TEXT, city TEXT, st TEXT, cap INTEGER, opened INTEGER);
CREATE TABLE conf (conf_id TEXT PRIMARY KEY, name TEXT, div TEXT);
CREATE TABLE sch_conf (sch_id TEXT, season INTEGER, conf_id TEXT, PRIMARY KEY (sch_id, season));
CREATE TABLE player (pl_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, ht TEXT, wt INTEGER, home_st TEXT, dob TEXT);
CREATE TABLE roster (pl_id INTEGER, sch_id TEXT, season INTEGER, cls TEXT, pos TEXT, jersey TEXT, PRIMARY KEY (pl_id, season));
CREATE TABLE game (g_id INTEGER PRIMARY KEY, season INTEGER, dt TEXT, home_id TEXT, away_id TEXT, h_pts INTEGER, a_pts INTEGER, ot INTEGER, att INTEGER, neutral TEXT, arena_id INTEGER);
CREATE TABLE box (g_id INTEGER, pl_id INTEGER, sch_id TEXT, `MIN` INTEGER, FGM INTEGER, FGA INTEGER, `3PM` INTEGER, `3PA` INTEGER, FTM INTEGER, FTA INTEGER, REB INTEGER, AST INTEGER, PF INTEGER, PTS INTEGER,
  PRIMARY KEY (g_id, pl_id));
CREATE TABLE coach (co_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, alma TEXT);
CREATE TABLE coach_sp (co_id INTEGER, sch_id TEXT, yr_from INTEGER, yr_to INTEGER, role TEXT, sal TEXT);
CREATE TABLE poll (season INTEGER, wk INTEGER, rk INTEGER, sch_id TEXT, pts INTEGER, PRIMARY KEY (season, wk, rk));
CREATE TABLE award (season INTEGER, awd TEXT, pl_id INTEGER, conf_id TEXT);
"""

SCHOOLS = [("ALDN", "Alden State", "Otters", "Alden", "OH", "PU"), ("BRKS", "Brooks College", "Saints", "Marlow", "PA", "PR"), ("CALH", "Calhoun", "Rams", "Calhoun", "GA", "PU"), ("DELV", "Delvale Tech", "Engineers", "Delvale", "OH", "PU"),
           ("EAST", "Easterly", "Waves", "Port Eames", "VA", "PU"), ("FRNK", "Frankton", "Owls", "Frankton", "PA", "PR"), ("GRNT", "Grant Valley", "Lancers", "Grant", "IN", "PU"), ("HARL", "Harlan", "Bears", "Harlan", "KY", "PR"),
           ("IVES", "St. Ives", "Friars", "Marlow", "PA", "PR"), ("KNOX", "Knoxberg", "Miners", "Knoxberg", "KY", "PU"), ("LEEM", "Lee-Morgan", "Eagles", "Lee", "VA", "PR"), ("MADI", "Madrone", "Foxes", "Madrone", "IN", None)]
CONFS = [("MVA", "Mid Valley Athletic", "I"), ("APP", "Appalachian", "I"), ("LKE", "Lakes", "II"), ("IND", "Independent", None)]


def fill(m):
    m.add("conf", CONFS)
    m.add("arena", [(n, f"{m.pick(['Founders', 'Memorial', 'Union', 'Civic', 'Harvest'])} {m.pick(['Arena', 'Gym', 'Center', 'Fieldhouse'])}", SCHOOLS[min(n, 12) - 1][3], SCHOOLS[min(n, 12) - 1][4], m.whole(18, 160) * 100, m.whole(1928, 2018)) for n in range(1, 15)])
    m.add("school", [(*one, "9,480" if one[0] == "HARL" else None if m.chance(.1) and one[0] != "ALDN" else f"{m.whole(10100, 41000):,}", n) for n, one in enumerate(SCHOOLS, 1)])
    seasons = range(2019, 2024)
    member = {}
    for n, one in enumerate(SCHOOLS):
        now = CONFS[n % 3][0]
        for season in seasons:
            if m.chance(.08):
                now = m.pick(["MVA", "APP", "LKE", "IND"])
            member[one[0], season] = now
    m.add("sch_conf", [(*key, value) for key, value in member.items()])
    players, rosters = [], []
    for n in range(1, 241):
        players.append((n, *m.person(), f"{m.pick({5: 2, 6: 8, 7: .4})}-{m.whole(0, 11)}", None if m.chance(.06) else m.whole(160, 275), m.pick({"OH": 4, "PA": 4, "KY": 3, "IN": 3, "GA": 2, "VA": 2, None: 1}), m.day("1997-01-01", "2004-12-31")))
        team, year = SCHOOLS[(n - 1) % 12][0], m.whole(2019, 2023)
        pos = m.pick({"G": 5, "F": 4, "C": 2, "G/F": 1})
        for k in range(m.pick({1: 4, 2: 3, 3: 2, 4: 1})):
            if year + k > 2023:
                break
            if k and m.chance(.12):
                team = m.pick(SCHOOLS)[0]
            rosters.append((n, team, year + k, ("FR", "SO", "JR", "SR")[min(3, k + (n % 3 == 0))], pos, m.pick(["0", "00", "1", "3", "5", "10", "12", "21", "23", "32", "44"])))
    players[6] = (7, "Tobias", "Merriweather", "7-2", 251, "KY", "2000-02-11")
    m.add("player", players)
    rosters = [one for one in rosters if one[0] != 7] + [(7, "GRNT", season, cls, "C", "44") for season, cls in ((2020, "FR"), (2021, "SO"), (2022, "JR"))]
    m.add("roster", rosters)
    squads = {}
    for one in rosters:
        squads.setdefault((one[1], one[2]), []).append(one[0])
    games, boxes = [], []
    for n in range(1, 241):
        season = m.pick(seasons)
        home, away = m.some([one[0] for one in SCHOOLS], 2)
        neutral = m.chance(.12)
        points = [0, 0]
        for side, team in enumerate((home, away)):
            for pl in m.some(squads.get((team, season), []), 7 if n % 2 else 0):
                fga, three, fta = m.whole(0, 16), m.whole(0, 7), m.whole(0, 8)
                fgm, tpm, ftm = m.whole(0, fga * 6 // 10), m.whole(0, three // 2), m.whole(0, fta)
                fga, fgm = fga + three, fgm + tpm
                pts = 2 * fgm + tpm + ftm
                points[side] += pts
                boxes.append((n, pl, team, m.whole(2, 39), fgm, fga, tpm, three, ftm, fta, int(m.skewed(0, 24, 0)), None if m.chance(.04) else m.whole(0, 9), m.whole(0, 5), pts))
        base = [p + m.whole(2, 24) + (0 if p else 50) for p in points]
        if base[0] == base[1]:
            base[0] += 1
        day = m.day("2000-11-05", "2001-03-10")
        y, mo, d = day.split("-")
        games.append((n, season, f"{mo}/{d}/{season - 1 if y == '2000' else season}", home, away, *base, m.pick({0: 9, 1: 2, 2: .5}), None if m.chance(.08) else m.whole(3, 120) * 100 + m.whole(0, 99), "Y" if neutral else "N",
                      m.whole(13, 14) if neutral else [one[0] for one in SCHOOLS].index(home) + 1))
    m.add("game", games)
    m.add("box", boxes)
    coaches = [(n, *m.person(), m.pick([one[0] for one in SCHOOLS] + [None])) for n in range(1, 37)]
    coaches[4] = (5, "Dell", "Hargrove", "KNOX")
    m.add("coach", coaches)
    spells = []
    for n, one in enumerate(SCHOOLS):
        start = m.whole(2008, 2018)
        spells.append((n + 1, one[0], start, end := m.pick({None: 5, 2021: 3, 2020: 2}), "H", f"${m.whole(180, 2900):,},000" if m.chance(.5) else f"${m.whole(180, 990)},000"))
        if end:
            spells.append((n + 13, one[0], end + 1, None, "H", f"${m.whole(180, 990)},000"))
        for _ in range(2):
            spells.append((m.whole(13, 36), one[0], start + m.whole(0, 8), m.pick([None, 2022, 2023]), "A", f"${m.whole(48, 240)},000" if m.chance(.85) else None))
    m.add("coach_sp", spells)
    m.add("poll", [(season, wk, rk, one[0], 300 - 24 * rk + m.whole(0, 20)) for season in seasons for wk in range(1, 9) for rk, one in enumerate(m.some(SCHOOLS[:11], 5), 1)])
    stars = sorted({one[1] for one in boxes})
    m.add("award", [(season, awd, 7 if awd == "Defender" and season in (2021, 2022) else m.pick(stars[:90]), conf[0]) for season in seasons for conf in CONFS[:3] for awd in ("MVP", "Defender", "Freshman")])
