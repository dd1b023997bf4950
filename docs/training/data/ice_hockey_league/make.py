"""An ice hockey league: clubs, players, their seasons by club (two where they moved), goalkeepers, games, goals, coaches, awards."""
SCHEMA = """
CREATE TABLE club (cid TEXT PRIMARY KEY, cname TEXT, city TEXT, conf TEXT, arena TEXT, cap INTEGER, founded INTEGER, closed INTEGER);
CREATE TABLE plyr (pid INTEGER PRIMARY KEY, fn TEXT, ln TEXT, pos TEXT, birthday TEXT, nat TEXT, ht_cm INTEGER, wt TEXT, sh TEXT, draft_yr INTEGER, draft_rd INTEGER, draft_cid TEXT);
CREATE TABLE plyr_season (pid INTEGER, season TEXT, cid TEXT, stint INTEGER, GP INTEGER, G INTEGER, A INTEGER, PIM INTEGER, "+/-" INTEGER, PPG INTEGER, PRIMARY KEY (pid, season, stint));
CREATE TABLE gk_season (pid INTEGER, season TEXT, cid TEXT, GP INTEGER, "Min" INTEGER, W INTEGER, L INTEGER, GA INTEGER, SA INTEGER, SHO INTEGER, PRIMARY KEY (pid, season, cid));
CREATE TABLE game (gid INTEGER PRIMARY KEY, season TEXT, dt TEXT, home TEXT, away TEXT, hg INTEGER, ag INTEGER, xtra TEXT, att TEXT);
CREATE TABLE goal (gid INTEGER, no INTEGER, per INTEGER, tm TEXT, cid TEXT, scorer INTEGER, a1 INTEGER, a2 INTEGER, st TEXT, PRIMARY KEY (gid, no));
CREATE TABLE coach_season (coach TEXT, cid TEXT, season TEXT, W INTEGER, L INTEGER, "OT L" INTEGER);
CREATE TABLE award (pid INTEGER, season TEXT, award TEXT, note TEXT);
"""

CLUBS = [("BER", "Polar Bears", "Berlin", "N", "Spreehalle", 12800, 1954), ("HAM", "Freezers", "Hamburg", "N", "Elbarena", 12900, 1999), ("KOL", "Sharks", "Cologne", "W", "Rheindome", 18600, 1972),
         ("DUS", "Red Tails", "Dusseldorf", "W", "Rheindome 2", 13200, 1935), ("MUN", "Red Lions", "Munich", "S", "Isarpark", 6200, 1998), ("NUR", "Ice Tigers", "Nuremberg", "S", "Castle Arena", 7600, 1980),
         ("AUG", "Panthers", "Augsburg", "S", "Lechhalle", 6100, 1878), ("MAN", "Eagles", "Mannheim", "W", "Neckar Arena", 13600, 1938), ("BRE", "Pinguins", "Bremerhaven", "N", "Eisarena", 4600, 1983),
         ("STR", "Tigers", "Straubing", "S", "Danube Rink", 5600, 1941), ("HAN", "Scorpions", "Hanover", "N", "Old Dome", 10200, 1975)]
SEASONS = ["2019/20", "2020/21", "2021/22", "2022/23"]


def fill(m):
    m.add("club", [(*club, 2021 if club[0] == "HAN" else None) for club in CLUBS])
    players, seasons, keepers, awards = [], [], [], []
    teams = {(season, club[0]): [] for season in SEASONS for club in CLUBS if club[0] != "HAN" or season < "2021"}
    keys = list(teams)
    for pid in range(1, 261):
        pos = m.pick({"C": 4, "LW": 3, "RW": 3, "D": 6, "G": 2, "C/LW": 1})
        born = m.day("1983-01-01", "2003-12-31")
        drafted = m.chance(.35)
        players.append((pid, *m.person(), pos, f"{born[8:]}.{born[5:7]}.{born[:4]}" if not m.chance(.04) else None, m.pick({"GER": 8, "CAN": 4, "USA": 2, "SWE": 1, "FIN": 1, "CZE": 1}), m.whole(170, 203) if not m.chance(.06) else None,
                        f"{m.whole(72, 106)} kg" if not m.chance(.1) else None, m.pick({"L": 6, "R": 3, None: 1}) if pos != "G" else m.pick(["L", "R", None]),
                        int(born[:4]) + m.pick([18, 18, 19, 20]) if drafted else None, m.pick({1: 6, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 2}) if drafted else None, m.pick(CLUBS)[0] if drafted else None))
        if m.chance(.08):
            continue
        club, first = m.pick(keys)[1] if not drafted or m.chance(.4) else players[-1][11], m.pick([0, 0, 1, 2])
        for season in SEASONS[first:first + m.pick([1, 2, 4, 4])]:
            if m.chance(.25) or (season, club) not in teams:
                club = m.pick(CLUBS[:10])[0]
            if pos == "G":
                games = m.whole(1, 48)
                won = m.whole(0, games)
                keepers.append((pid, season, club, games, games * m.whole(48, 60), won, games - won if won == games or not m.chance(.3) else games - won - 1, int(games * m.amount(1.7, 3.9)), games * m.whole(24, 33), m.pick([0, 0, 1, 2, 5])))
                continue
            stints = [club] if not m.chance(.15) else [club, m.pick([one[0] for one in CLUBS[:10] if one[0] != club])]
            for stint, one in enumerate(stints, 1):
                games = m.whole(5, 54) // len(stints)
                goals = int(games * m.skewed(0, .75 if pos != "D" else .3))
                seasons.append((pid, season, one, stint, games, goals, int(games * m.skewed(0, .9)), None if m.chance(.04) else m.skewed(0, 130, 0) // 2 * 2, None if season == "2019/20" and m.chance(.5) else m.whole(-20, 22), goals // 3))
                teams[season, one].append(pid)
            club = stints[-1]
        if m.chance(.22):
            awards.append((pid, m.pick(SEASONS), m.pick({"Player of the Month": 5, "Rookie of the Year": 1, "Most Valuable Player": 1, "Best Defender": 1, "Fair Play": 2}), m.pick([None, "shared", None])))
    games, goals = [], []
    for i in range(1, 341):
        season = m.pick(SEASONS)
        home, away = m.some([club for year, club in keys if year == season], 2)
        year = int(season[:4])
        day = m.day(f"{year}-09-10", f"{year + 1}-04-20")
        closed = season == "2020/21"
        extra, n = m.pick({None: 7, "OT": 2, "SO": 1}), 0
        hg, ag = m.pick([0, 1, 2, 2, 3, 3, 4, 5, 7]), m.pick([0, 1, 1, 2, 2, 3, 4, 6])
        if hg == ag:
            hg += 1
        if extra and abs(hg - ag) > 1:
            extra = None
        size = dict((club[0], club[5]) for club in CLUBS)[home]
        crowd = int(size * m.amount(.35, 1))
        games.append((i, season, day, home, away, hg, ag, extra, None if closed and m.chance(.8) else f"{crowd:,}"))
        if i > 150:
            continue
        marks = [home] * hg + [away] * ag
        times = sorted((m.whole(1, 3), m.whole(0, 19), m.whole(0, 59)) for _ in marks)
        for at, club in enumerate(m.some(marks, len(marks))):
            who = m.some(sorted(set(teams[season, club])), 3) + [None, None, None]
            per, minute, second = times[at]
            goals.append((i, at + 1, per, f"{minute:02}:{second:02}", club, who[0], who[1] if m.chance(.8) else None, who[2] if m.chance(.5) else None, m.pick({"EV": 6, "PP": 2, "SH": .3, "EN": .4})))
    for i, one in enumerate(goals):
        if one[6] is None and one[7] is not None:
            goals[i] = (*one[:6], one[7], None, one[8])
    m.add("plyr", players)
    m.add("plyr_season", seasons)
    m.add("gk_season", keepers)
    m.add("award", awards)
    m.add("game", games)
    m.add("goal", goals)
    coaches = [" ".join(m.person()) for _ in range(16)]
    m.add("coach_season", [(name, club, season, m.whole(3, 34) // (1 + n), m.whole(3, 30) // (1 + n), m.whole(0, 8)) for season, club in keys for n, name in enumerate(m.some(coaches, m.pick([1, 1, 1, 2])))])
