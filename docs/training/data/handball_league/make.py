"""A handball league over three seasons: games, box scores, ticker goals, penalties, contracts, transfers."""
from making import later

SCHEMA = """
CREATE TABLE season (code TEXT PRIMARY KEY, starts_on TEXT NOT NULL, ends_on TEXT NOT NULL);
CREATE TABLE arena (arena_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, capacity INTEGER);
CREATE TABLE team (
  team_id INTEGER PRIMARY KEY, name TEXT NOT NULL, short_name TEXT, city TEXT, founded INTEGER,
  arena_id INTEGER REFERENCES arena(arena_id));
CREATE TABLE season_team (
  season TEXT REFERENCES season(code), team_id INTEGER REFERENCES team(team_id),
  deducted_points INTEGER, PRIMARY KEY (season, team_id));
CREATE TABLE player (
  player_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, position TEXT, birth_date TEXT,
  height_cm INTEGER, nation TEXT, throwing_hand TEXT);
CREATE TABLE contract (
  contract_id INTEGER PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES player(player_id),
  team_id INTEGER NOT NULL REFERENCES team(team_id), from_date TEXT NOT NULL, to_date TEXT,
  shirt_no INTEGER, monthly_pay_eur INTEGER);
CREATE TABLE transfer (
  transfer_id INTEGER PRIMARY KEY, player_id INTEGER REFERENCES player(player_id),
  from_team_id INTEGER REFERENCES team(team_id), to_team_id INTEGER REFERENCES team(team_id),
  moved_on TEXT NOT NULL, fee_eur INTEGER, is_loan TEXT NOT NULL);
CREATE TABLE game (
  game_id INTEGER PRIMARY KEY, season TEXT NOT NULL REFERENCES season(code), matchday INTEGER NOT NULL,
  home_team_id INTEGER NOT NULL REFERENCES team(team_id), away_team_id INTEGER NOT NULL REFERENCES team(team_id),
  played_at TEXT, status TEXT NOT NULL, home_goals INTEGER, away_goals INTEGER,
  home_halftime INTEGER, away_halftime INTEGER, spectators INTEGER, on_tv INTEGER NOT NULL);
CREATE TABLE appearance (
  game_id INTEGER REFERENCES game(game_id), player_id INTEGER REFERENCES player(player_id),
  team_id INTEGER NOT NULL REFERENCES team(team_id), minutes INTEGER, goals INTEGER NOT NULL,
  seven_m_goals INTEGER NOT NULL, seven_m_attempts INTEGER NOT NULL, PRIMARY KEY (game_id, player_id));
CREATE TABLE ticker_goal (
  game_id INTEGER REFERENCES game(game_id), seq_no INTEGER, minute INTEGER NOT NULL,
  team_id INTEGER NOT NULL, player_id INTEGER NOT NULL, seven_meter INTEGER NOT NULL,
  PRIMARY KEY (game_id, seq_no));
CREATE TABLE penalty (
  penalty_id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL REFERENCES game(game_id),
  player_id INTEGER REFERENCES player(player_id), minute INTEGER, kind TEXT NOT NULL);
CREATE TABLE referee (
  referee_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
  mentor_id INTEGER REFERENCES referee(referee_id), licence TEXT);
CREATE TABLE game_referee (
  game_id INTEGER REFERENCES game(game_id), referee_id INTEGER REFERENCES referee(referee_id),
  role TEXT NOT NULL, PRIMARY KEY (game_id, referee_id));
"""

SEASONS = [("2021/22", "2021-09-01", "2022-05-31"), ("2022/23", "2022-09-01", "2023-05-31"),
           ("2023/24", "2023-09-01", "2024-05-31")]
ARENAS = [("Nordhalle", "Kiel", 3200), ("Hansa Dome", "Rostock", 4100), ("Hansa Dome 2", "Rostock", 900),
          ("Eishalle West", "Bremen", 2500), ("Sportpark", "Lübeck", 1800), ("Arena am Fluss", "Magdeburg", 5200),
          ("Stadthalle", "Kassel", 2900), ("Stadthalle", "Fulda", 1500), ("Old Gym", "Fulda", None)]
TEAMS = [("THC Kiel", "KIE", "Kiel", 1904, 1), ("HC Rostock", "ROS", "Rostock", 1954, 2),
         ("Empor Rostock II", "EMP", "Rostock", 1946, 3), ("Bremen Bears", "BRE", "Bremen", 1978, 4),
         ("SV Lübeck", "LUE", "Lübeck", 1912, 5), ("Magdeburg Giants", "MAG", "Magdeburg", 1991, 6),
         ("HSG Kassel", "KAS", "Kassel", 1923, 7), ("TV Fulda", "FUL", "Fulda", 1862, 8),
         ("Bremen Eagles", "BEA", "Bremen", 2001, 4), ("SG Fulda-Land", "FUL", "Fulda", None, None)]
LINEUPS = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 9, 4, 5, 6, 7, 8], [1, 2, 9, 4, 3, 6, 7, 8]]
POSITIONS = {"GK": 2, "LW": 2, "RW": 2, "LB": 2, "CB": 2, "RB": 2, "P": 2}


def rounds(teams):
    """A double round robin: lists of (home, away)."""
    ring, half = list(teams), []
    for turn in range(len(ring) - 1):
        pairs = [(ring[at], ring[-1 - at]) for at in range(len(ring) // 2)]
        half.append([pair if turn % 2 else pair[::-1] for pair in pairs])
        ring = [ring[0], ring[-1]] + ring[1:-1]
    return half + [[(away, home) for home, away in pairs] for pairs in half]


def fill(m):
    m.add("season", SEASONS + [("2024/25", "2024-09-01", "2025-05-31")])
    m.add("arena", [(n, *row) for n, row in enumerate(ARENAS, 1)])
    m.add("team", [(n, *row) for n, row in enumerate(TEAMS, 1)])
    m.add("season_team", [(season[0], team, m.pick([None, None, 0, 0, 2, 4]))
                          for season, lineup in zip(SEASONS, LINEUPS) for team in lineup])
    players, contracts, moves, squad = [], [], [], {}
    for n in range(1, 131):
        first, last = m.person()
        players.append((n, first, last, m.pick(POSITIONS), m.day("1986-01-01", "2005-12-31") if m.chance(.94) else None,
                        m.whole(172, 207) if m.chance(.9) else None,
                        m.pick({"GER": 12, "DEN": 3, "SWE": 3, "CRO": 2, "ESP": 2, "ger": 1, None: 1}),
                        m.pick({"R": 7, "L": 3, None: 1})))
        if n > 124:
            continue
        team, since = (n - 1) % 9 + 1, m.pick(["2019-07-01", "2020-07-01", "2021-07-01"])
        for day in ("2021-12-31", "2022-06-30", "2022-12-31", "2023-06-30", "2023-12-31", "2024-06-30"):
            if not m.chance(.09) or day <= since:
                continue
            contracts.append([n, team, since, day])
            new = m.pick([t for t in range(1, 10) if t != team] + [None]) if n > 9 else None
            moves.append((n, team, new, later(day, days=m.whole(-20, 20)).replace("-", ""),
                          m.pick([None, None, 0, 0, 5000, 10000, 25000, 40000, 40000, 75000, m.whole(5, 120) * 1000]),
                          m.pick({"N": 8, "Y": 2})))
            team, since = new, later(day, days=1)
            if team is None:
                break
        if team:
            contracts.append([n, team, since, None])
    for n in m.some(range(20, 90), 14):
        moves.append((n, None, m.whole(1, 9), m.pick(["20210701", "20200715", "20210831", "20190701"]),
                      m.pick([None, 0, 15000, 30000]), "N"))
    moves.sort(key=lambda row: row[3])
    m.add("player", players)
    m.add("contract", [(at, *row, m.whole(1, 99) if m.chance(.9) else None, m.whole(16, 90) * 100)
                       for at, row in enumerate(contracts, 1)])
    m.add("transfer", [(at, *row) for at, row in enumerate(moves, 1)])
    force = {team: m.whole(-3, 3) for team in range(1, 10)}
    games, box, goals, cards, whistles = [], [], [], [], []
    for season, lineup in zip(SEASONS, LINEUPS):
        for matchday, pairs in enumerate(rounds(lineup), 1):
            week = later(season[1], days=3 + (matchday - 1) * 19 + m.whole(0, 1))
            for home, away in pairs:
                n = len(games) + 1
                when = later(week, days=m.pick([0, 0, 1, 2, 4, 5])) + m.pick([" 15:00", " 17:00", " 18:30", " 19:00", " 19:30", " 20:00"])
                status = m.pick({"played": 93, "walkover": 2, "postponed": 3})
                tv = int(m.chance(.4))
                if status == "postponed":
                    games.append((n, season[0], matchday, home, away, None, status, None, None, None, None, None, 0))
                    continue
                if status == "walkover":
                    score = m.pick([(10, 0), (0, 10)])
                    games.append((n, season[0], matchday, home, away, when, status, *score, None, None, None, 0))
                    continue
                sides = [m.whole(20, 33) + force[home] + 1, m.whole(20, 33) + force[away]]
                if m.chance(.08):
                    sides[1] = sides[0]
                crowd = m.pick([0, None, m.whole(150, 900)]) if season[0] == "2021/22" and m.chance(.5) \
                    else min(m.whole(400, 5200), ARENAS[TEAMS[home - 1][4] - 1][2]) if m.chance(.95) else None
                game_goals, halves = [], []
                for team, total in zip((home, away), sides):
                    men = [c[0] for c in contracts if c[1] == team and c[2] <= when and (not c[3] or c[3] >= when[:10])]
                    men = m.some(men, 9)
                    weight = {man: .03 if players[man - 1][3] == "GK" else .4 + man * 7 % 10 / 4 for man in men}
                    lines = {man: [0, 0, 0] for man in men}
                    for _ in range(total):
                        man = m.pick(weight)
                        lines[man][0] += 1
                        seven = int(m.chance(.12))
                        lines[man][1] += seven
                        lines[man][2] += seven
                        game_goals.append((m.whole(0, 59), team, man, seven))
                    halves.append(sum(1 for g in game_goals if g[1] == team and g[0] < 30))
                    for man in men:
                        if m.chance(.12):
                            lines[man][2] += 1
                        box.append((n, man, team, m.whole(8, 60) if m.chance(.93) else None, *lines[man]))
                    for man in m.some(men, m.pick([1, 2, 3, 3, 4])):
                        cards.append((n, man, m.whole(2, 59), m.pick({"2min": 10, "yellow": 6, "red": 1, "2MIN": 1})))
                if m.chance(.1):
                    cards.append((n, None, m.whole(10, 59), m.pick(["yellow", "2min"])))
                if season[0] == "2023/24" and tv:
                    goals += [(n, at, *g) for at, g in enumerate(sorted(game_goals, key=lambda g: g[0]), 1)]
                games.append((n, season[0], matchday, home, away, when, status, *sides, *halves, crowd, tv))
                pair = m.some(range(1, 15), 3)
                whistles += [(n, pair[0], "referee"), (n, pair[1], "referee")]
                if m.chance(.4):
                    whistles.append((n, pair[2], "delegate"))
    for pair in ((1, 2), (2, 9), (6, 4), (8, 7)):
        games.append((len(games) + 1, "2024/25", 1, *pair, "2024-09-07 19:00", "scheduled", None, None, None, None, None, 1))
    m.add("game", games)
    m.add("appearance", box)
    m.add("ticker_goal", goals)
    m.add("penalty", [(at, *row) for at, row in enumerate(cards, 1)])
    m.add("referee", [(n, *m.person(), None if n < 3 else m.whole(1, min(n - 1, 6)), m.pick({"A": 4, "B": 3, None: 1}))
                      for n in range(1, 18)])
    m.add("game_referee", whistles)
