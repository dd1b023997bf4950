"""A football club: its players, its matches at home and away, and who scored."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE players (
  player_id INTEGER PRIMARY KEY, name TEXT NOT NULL, position TEXT NOT NULL, nationality TEXT NOT NULL, shirt_number INTEGER NOT NULL,
  birth_date TEXT NOT NULL, height_cm INTEGER, market_value INTEGER NOT NULL, joined TEXT NOT NULL);
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, founded INTEGER NOT NULL);
CREATE TABLE matches (
  match_id INTEGER PRIMARY KEY, match_date TEXT NOT NULL, home_team_id INTEGER NOT NULL REFERENCES teams(team_id),
  away_team_id INTEGER NOT NULL REFERENCES teams(team_id), home_goals INTEGER NOT NULL, away_goals INTEGER NOT NULL,
  attendance INTEGER NOT NULL, competition TEXT NOT NULL);
CREATE TABLE goals (
  goal_id INTEGER PRIMARY KEY, match_id INTEGER NOT NULL REFERENCES matches(match_id),
  player_id INTEGER NOT NULL REFERENCES players(player_id), minute INTEGER NOT NULL, penalty INTEGER NOT NULL);
"""
TOWNS = "Dortwick,Marlow,Easton,Kirkby,Ashford,Linden,Harbour,Norton,Velden,Brook".split(",")
NATIONS = {"Spain": 6, "Brazil": 4, "Norway": 3, "Ghana": 3, "Italy": 2, "Japan": 1}


def fill(m):
    firsts, lasts = m.some(FIRST, 32), m.some(LAST, 32)
    values = m.some(range(2, 400), 32)
    births = sorted({m.day("1988-02-01", "2006-10-30") for _ in range(90)})
    births, joined = m.some(births, 32), m.some(sorted({m.day("2016-07-01", "2024-09-01") for _ in range(90)}), 32)
    spots = ["goalkeeper"] * 3 + ["defender"] * 11 + ["midfielder"] * 10 + ["forward"] * 8
    heights = m.some(range(166, 203), 32)
    m.add("players", [(n, f"{firsts[n - 1]} {lasts[n - 1]}", spots[n - 1], m.pick(NATIONS), n + (n > 12) + (n > 20), births[n - 1],
                       heights[n - 1] if n % 11 else None, values[n - 1] * 50000, joined[n - 1]) for n in range(1, 33)])
    years = m.some(range(1886, 1960), 10)
    names = [f"{t} {'United' if k == 0 else m.pick(['City', 'Rovers', 'Town', 'Athletic'])}" for k, t in enumerate(TOWNS)]
    m.add("teams", [(k + 1, names[k], TOWNS[k], years[k]) for k in range(10)])
    dates = sorted(m.some(sorted({m.day("2022-08-06", "2024-12-21") for _ in range(300)}), 96))
    crowds, matches, goals = m.some(range(2100, 31000), 96), [], []
    for n in range(1, 97):
        other = m.pick({2: 4, 3: 3, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1})
        ours, theirs = m.pick([0, 1, 1, 1, 2, 2, 3, 3, 4]), m.pick([0, 0, 1, 1, 1, 2, 2, 3, 5])
        kind = m.pick({"league": 8, "cup": 3, "friendly": 2})
        home = m.chance(.56)
        matches.append((n, dates[n - 1], 1 if home else other, other if home else 1, ours if home else theirs, theirs if home else ours, crowds[n - 1], kind))
        for _ in range(ours):
            who = m.pick({25: 12, 26: 6, 27: 4, 15: 4, 16: 3, 17: 2, 18: 2, 5: 2, 6: 1, 7: 1, 30: 2, 31: 1})
            goals.append((len(goals) + 1, n, who, m.whole(1, 90), int(m.chance(.3 if who == 25 else .06))))
    m.add("matches", matches)
    m.add("goals", goals)
