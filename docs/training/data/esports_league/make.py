"""An esports league: games, teams, players with contracts, seasons, matches with maps, player statistics, viewers, prizes, bans."""
from making import later

SCHEMA = """
CREATE TABLE games (game_id INTEGER PRIMARY KEY, title TEXT NOT NULL, players_per_team INTEGER NOT NULL);
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, team_name TEXT NOT NULL, tag TEXT NOT NULL, region TEXT NOT NULL, founded_on TEXT, disbanded_on TEXT,
  academy_of INTEGER REFERENCES teams(team_id));
CREATE TABLE players (player_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, country TEXT, born_on TEXT, retired INTEGER NOT NULL DEFAULT 0);
CREATE TABLE contracts (
  player_id INTEGER NOT NULL REFERENCES players(player_id), team_id INTEGER NOT NULL REFERENCES teams(team_id), signed_on TEXT NOT NULL, left_on TEXT,
  position TEXT NOT NULL, monthly_eur INTEGER, PRIMARY KEY (player_id, signed_on));
CREATE TABLE seasons (season_id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL REFERENCES games(game_id), label TEXT NOT NULL, starts_on TEXT NOT NULL,
  ends_on TEXT NOT NULL, prize_pool_eur INTEGER NOT NULL);
CREATE TABLE matches (
  match_id INTEGER PRIMARY KEY, season_id INTEGER NOT NULL REFERENCES seasons(season_id), stage TEXT NOT NULL,
  home_team_id INTEGER NOT NULL REFERENCES teams(team_id),
  away_team_id INTEGER NOT NULL REFERENCES teams(team_id), scheduled_at TEXT NOT NULL, started_at TEXT, status TEXT NOT NULL,
  winner_team_id INTEGER REFERENCES teams(team_id));
CREATE TABLE match_maps (
  match_id INTEGER NOT NULL REFERENCES matches(match_id), map_no INTEGER NOT NULL, map_name TEXT NOT NULL, home_score INTEGER, away_score INTEGER,
  duration TEXT,
  PRIMARY KEY (match_id, map_no));
CREATE TABLE player_stats (
  match_id INTEGER NOT NULL, map_no INTEGER NOT NULL, player_id INTEGER NOT NULL REFERENCES players(player_id), team_id INTEGER NOT NULL,
  kills INTEGER NOT NULL, deaths INTEGER NOT NULL,
  assists INTEGER, PRIMARY KEY (match_id, map_no, player_id));
CREATE TABLE casts (match_id INTEGER NOT NULL REFERENCES matches(match_id), channel TEXT NOT NULL, language TEXT NOT NULL, peak_viewers INTEGER,
  PRIMARY KEY (match_id, channel));
CREATE TABLE prizes (season_id INTEGER NOT NULL REFERENCES seasons(season_id), place INTEGER NOT NULL, team_id INTEGER NOT NULL REFERENCES teams(team_id),
  amount_eur INTEGER NOT NULL, paid_on TEXT, PRIMARY KEY (season_id, place));
CREATE TABLE bans (ban_id INTEGER PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES players(player_id), reason TEXT NOT NULL, starts_on TEXT NOT NULL,
  ends_on TEXT, appealed INTEGER NOT NULL);
"""
NICK = "zen,volt,mako,rift,nova,kite,lux,hex,frost,ember,quill,dash,onyx,pixel,sable,tango".split(",")
MAPS = ["Harbor", "Citadel", "Dunes", "Foundry", "Glacier"]


def fill(m):
    m.add("games", [(1, "Strike Zero", 5), (2, "Arena Five", 5), (3, "Kart Clash", 3), (4, "Card Duel", 1)])
    teams = []
    for n in range(1, 27):
        teams.append((n, f"{m.pick(['Red', 'Iron', 'Night', 'Solar', 'Wild'])} {m.pick(['Foxes', 'Giants', 'Owls', 'Lynx', 'Ravens'])}",
            m.pick(NICK)[:3].upper() + str(n), m.pick(["EU", "NA", "APAC", "EU"]),
                      m.day("2014-01-01", "2024-10-31") if m.chance(.92) else None, m.day("2024-09-01", "2025-05-31") if n in (9, 17, 22) else None,
                      m.whole(1, 8) if n > 18 and m.chance(.6) else None))
    m.add("teams", teams)
    players = [(n, m.pick(NICK) + (str(m.whole(1, 9)) if m.chance(.6) else ""), m.pick({"DE": 4, "SE": 4, "KR": 3, "US": 3, "DK": 2, None: 1}),
        m.day("1993-01-01", "2008-06-30") if m.chance(.93) else None, int(m.chance(.1))) for n in range(1, 171)]
    m.add("players", players)
    con = []
    for n in range(1, 161):
        d = m.day("2025-02-20", "2025-05-31") if m.chance(.12) else m.day("2022-01-01", "2024-08-31")
        for k in range(m.pick([1, 1, 1, 2, 2, 3])):
            end = later(d, days=m.whole(100, 500)) if m.chance(.5) else None
            if end and end > "2025-06-30":
                end = None
            con.append((n, m.whole(1, 24), d, end, m.pick(["carry", "support", "entry", "leader", "sub"]), m.pick([None, 800, 1500, 2200, 3500, 6000])))
            if not end:
                break
            d = later(end, days=m.whole(1, 90))
            if d > "2025-06-20":
                break
    m.add("contracts", con)
    seasons = [(1, 1, "Spring 2024", "2024-02-01", "2024-05-31", 100000), (2, 1, "Autumn 2024", "2024-08-15", "2024-12-10", 120000),
        (3, 1, "Spring 2025", "2025-02-01", "2025-05-31", 150000),
               (4, 2, "Spring 2024", "2024-03-01", "2024-06-15", 60000), (5, 2, "Spring 2025", "2025-03-01", "2025-06-20", 80000),
               (6, 3, "Cup 2025", "2025-01-10", "2025-03-31", 20000), (7, 3, "Cup 2026", "2026-01-10", "2026-03-31", 25000)]
    m.add("seasons", seasons)
    mat, maps, stats, casts = [], [], [], []
    rosters = {t[0]: sorted({c[0] for c in con if c[1] == t[0]})[:7] for t in teams}
    for s in seasons[:6]:
        pool = m.some([t for t in range(1, 25) if len(rosters[t]) >= 3], 10)
        for k in range(m.whole(44, 60)):
            a, b = m.some(pool, 2)
            at = m.moment(s[3], s[4], (12, 22))[:14] + m.pick(["00:00", "30:00"])
            if m.chance(.04):
                at = s[4] + " 20:00:00"
            st = m.pick({"played": 20, "forfeit": 2, "cancelled": 2})
            no = len(mat) + 1
            best = m.pick([1, 3, 3])
            wins = {a: 0, b: 0}
            if st == "played":
                for j in range(best):
                    if max(wins.values()) > best // 2:
                        break
                    hs, as_ = m.pick([(13, m.whole(2, 11)), (m.whole(2, 11), 13), (16, 14)])
                    wins[a if hs > as_ else b] += 1
                    maps.append((no, j + 1, m.pick(MAPS), hs, as_, f"{m.whole(18, 59)}:{m.whole(0, 59):02}" if m.chance(.9)
                        else f"1:{m.whole(0, 20):02}:{m.whole(0, 59):02}"))
                    for t in (a, b):
                        more = rosters[t][3:]
                        for p in [p for p in rosters[t][:3] + ([m.pick(more)] if more else []) if t == a or p not in rosters[a]]:
                            stats.append((no, j + 1, p, t, m.whole(3, 28), m.whole(4, 22), m.whole(0, 12) if m.chance(.95) else None))
            win = max(wins, key=wins.get) if st == "played" else b if st == "forfeit" else None
            mat.append((no, s[0], m.pick({"group": 10, "playoff": 3, "final": 1}), a, b, at, later(at, minutes=m.pick([0, 0, 2, 5, 12, 30, 65]))
                if st == "played" else None, st, win))
            if st == "played":
                for ch in m.some(["main", "deutsch", "nordic", "asia"], m.pick([0, 1, 1, 2, 3])):
                    casts.append((no, ch, {"main": "en", "deutsch": "de", "nordic": "sv", "asia": "ko"}[ch], round(m.skewed(300, 90000)) if m.chance(.93)
                        else None))
        if s[0] != 6:
            m.add("prizes", [(s[0], k + 1, t, round(s[5] * f), m.day(s[4], "2025-06-30") if m.chance(.75) else None)
                for k, (t, f) in enumerate(zip(m.some(pool, 4), (.5, .25, .15, .1)))])
    m.add("matches", mat)
    m.add("match_maps", maps)
    m.add("player_stats", stats)
    m.add("casts", casts)
    m.add("bans", [(n, m.whole(1, 150), m.pick(["toxicity", "cheating", "match fixing", "no show"]), d, later(d, days=m.pick([7, 30, 90, 365]))
        if m.chance(.85) else None, int(m.chance(.3))) for n in range(1, 61) for d in [m.day("2024-01-15", "2025-06-15")]])
