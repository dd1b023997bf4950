"""A chess federation: clubs, players and their monthly ratings, titles, tournaments with entries, games, byes and prizes."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE Club (ClubId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT, Region TEXT NOT NULL, FoundedYear INTEGER, DissolvedOn TEXT);
CREATE TABLE Player (
  PlayerId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Sex TEXT, BirthDate TEXT,
  CoachId INTEGER REFERENCES Player(PlayerId), JoinedOn TEXT NOT NULL, Status TEXT NOT NULL);
CREATE TABLE ClubMembership (
  PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), ClubId INTEGER NOT NULL REFERENCES Club(ClubId),
  ValidFrom TEXT NOT NULL, ValidTo TEXT, PRIMARY KEY (PlayerId, ValidFrom));
CREATE TABLE RatingList (
  PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), ListMonth TEXT NOT NULL, Standard INTEGER, Rapid INTEGER,
  GamesRated INTEGER NOT NULL, PRIMARY KEY (PlayerId, ListMonth));
CREATE TABLE Title (PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), TitleCode TEXT NOT NULL, AwardedOn TEXT NOT NULL);
CREATE TABLE Tournament (
  TournamentId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, OrganizerClubId INTEGER REFERENCES Club(ClubId),
  ChiefArbiterId INTEGER REFERENCES Player(PlayerId), StartDate TEXT NOT NULL, EndDate TEXT NOT NULL,
  TimeControl TEXT NOT NULL, Rounds INTEGER NOT NULL, EntryFeeCents INTEGER, IsRated INTEGER NOT NULL);
CREATE TABLE Entry (
  TournamentId INTEGER NOT NULL REFERENCES Tournament(TournamentId), PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId),
  SeedNo INTEGER NOT NULL, RatingAtStart INTEGER, RegisteredAt TEXT NOT NULL, WithdrawnAfterRound INTEGER,
  PRIMARY KEY (TournamentId, PlayerId));
CREATE TABLE Opening (EcoCode TEXT PRIMARY KEY, Name TEXT NOT NULL);
CREATE TABLE Game (
  GameId INTEGER PRIMARY KEY, TournamentId INTEGER NOT NULL REFERENCES Tournament(TournamentId), RoundNo INTEGER NOT NULL,
  BoardNo INTEGER, WhiteId INTEGER NOT NULL REFERENCES Player(PlayerId), BlackId INTEGER REFERENCES Player(PlayerId),
  Result TEXT NOT NULL, StartedAt TEXT, MoveCount INTEGER, EcoCode TEXT REFERENCES Opening(EcoCode));
CREATE TABLE Prize (TournamentId INTEGER NOT NULL REFERENCES Tournament(TournamentId), Place INTEGER NOT NULL,
  PlayerId INTEGER REFERENCES Player(PlayerId), AmountCents INTEGER NOT NULL, PaidOn TEXT);
"""

CLUBS = [("Rook & Roll", "Bergen"), ("Knights of Oslo", "Oslo"), ("Bishop's Gate", "Oslo"), ("Fianchetto SK", "Trondheim"),
         ("Zugzwang", "Tromso"), ("Endgame Society", "Stavanger"), ("Pawn Stars", "Bodo"), ("Castle Chess Club", "Hamar"),
         ("Queenside", "Drammen"), ("Gambit 1921", None), ("Nordic Tempo", "Narvik"), ("Old Masters", "Oslo")]
OPENINGS = [("B20", "Sicilian Defence"), ("B90", "Sicilian Najdorf"), ("C00", "French Defence"), ("C60", "Ruy Lopez"),
            ("C50", "Italian Game"), ("D06", "Queen's Gambit"), ("D85", "Gruenfeld Defence"), ("E60", "King's Indian Defence"),
            ("A10", "English Opening"), ("B12", "Caro-Kann Defence"), ("A80", "Dutch Defence"), ("A00", "Uncommon Opening")]
PLACES = ["Oslo", "Bergen", "Trondheim", "Tromso", "Hamar", "Stavanger"]
COACHES = {20: 3, 31: 20, 33: 20, 44: 31}
KINDS = ["Open", "Cup", "Rapid", "Memorial", "Championship"]


def fill(m):
    m.add("Club", [(i + 1, name, city, m.pick(["North", "South", "East", "West"]),
                    None if i % 5 == 3 else m.whole(1890, 2015), "2022-06-30" if i == 11 else None)
                   for i, (name, city) in enumerate(CLUBS)])
    m.add("Opening", OPENINGS)
    players = []
    for i in range(1, 131):
        first, last = m.person()
        players.append((i, first, last, m.pick({"M": 6, "F": 3, None: 1}),
                        None if m.chance(.1) else m.day("1945-01-01", "2013-12-31"),
                        COACHES.get(i) or (m.whole(1, i - 1) if i > 12 and m.chance(.35) else None),
                        m.day("2005-01-01", "2023-12-31"), m.pick({"A": 8, "I": 2, "D": .6})))
    m.add("Player", players)
    members = []
    for player in players:
        if m.chance(.07):
            continue
        since, count = player[6], m.pick({1: 6, 2: 3, 3: 1})
        for at in range(count):
            until = later(since, days=m.whole(200, 1500))
            if until > "2024-06-01" or at == count - 1:
                until = None if until > "2024-06-01" or m.chance(.8) else until
                members.append((player[0], m.whole(1, 10), since, until))
                break
            members.append((player[0], m.whole(1, 10), since, until))
            since = later(until, days=1)
    m.add("ClubMembership", members)
    strength, ratings = {}, []
    months = [f"{year}-{month:02}" for year in (2022, 2023, 2024) for month in range(1, 13)][6:30]
    for player in players:
        now = strength[player[0]] = 1300 + 25 * m.whole(0, 50)
        first = m.pick({0: 7, m.whole(1, 20): 3})
        if m.chance(.08):
            continue
        for month in months[first:]:
            games = m.pick({0: 4, 2: 1, 5: 2, 7: 1, 9: 1})
            if games:
                now += 5 * m.whole(-5, 5)
            if m.chance(.06):
                continue
            ratings.append((player[0], month, now, None if m.chance(.2) else now + 5 * m.whole(-20, 14), games))
    m.add("RatingList", ratings)
    titles = []
    for player in players:
        if strength[player[0]] > 2100:
            for code in {2500: ["FM", "IM", "GM"], 2350: ["FM", "IM"], 2200: ["FM"]}.get(
                    next((limit for limit in (2500, 2350, 2200) if strength[player[0]] >= limit), 0), ["CM"]):
                titles.append((player[0], code, m.day("2012-01-01", "2024-05-31")))
        if player[3] == "F" and strength[player[0]] > 1900 and m.chance(.7):
            titles.append((player[0], m.pick(["WFM", "WIM"]), m.day("2012-01-01", "2024-05-31")))
    m.add("Title", titles)
    tournaments, entries, games, prizes = [], [], [], []
    starts = ["2022-12-29", "2023-03-31", "2023-12-30", "2024-05-31"] + [m.day("2022-09-01", "2024-06-10") for _ in range(24)]
    for i, start in enumerate(starts, 1):
        rounds = m.pick([5, 5, 6, 7])
        end = later(start, days=m.pick([1, 2, 3, 6]))
        place = m.pick(PLACES)
        tournament = (i, f"{place} {m.pick(KINDS)} {start[:4]}", place, m.pick([None, *range(1, 10)]),
                      m.pick([None, *range(1, 9)]), start, end,
                      m.pick({"standard": 5, "Standard": 1, "rapid": 4, "RAPID": 1, "blitz": 3}), rounds,
                      m.pick([None, 0, 2500, 3000, 4500, 6000]), int(m.chance(.75)))
        if i == 6:
            tournament = (*tournament[:7], "RAPID", rounds, 2500, 1)
        tournaments.append(tournament)
        field = m.some(range(1, 118), m.whole(7, 18))
        if i in (9, 20):
            field = field[:4]
        days = (datetime.date.fromisoformat(end) - datetime.date.fromisoformat(start)).days
        left = {one: m.whole(2, rounds - 1) if m.chance(.08) else None for one in field}
        field.sort(key=lambda one: (-strength[one], one))
        entries += [(i, one, seed, None if m.chance(.08) else strength[one],
                     "2024-05-01 08:15:00" if i == 4 and seed < 3 else "2024-05-31 07:40:12" if i == 4 and seed == 3 else
                     m.moment(later(start, days=-60), later(start, days=-1), (7, 23)), left[one])
                    for seed, one in enumerate(field, 1)]
        points = {one: 0 for one in field}
        for round_no in range(1, rounds + 1) if i not in (9, 20) else ():
            day = later(start, days=days * (round_no - 1) // max(rounds - 1, 1))
            playing = m.some([one for one in field if left[one] is None or round_no <= left[one]], 99)
            board = 0
            while playing:
                board += 1
                white = playing.pop()
                if not playing:
                    games.append((len(games) + 1, i, round_no, None, white, None, "bye", None, None, None))
                    points[white] += 1
                    break
                black = playing.pop()
                gap = (strength[white] - strength[black]) / 400
                result = m.pick({"1-0": 3 + max(gap, -2.5), "0-1": 2.6 - min(gap, 2.2), "1/2": 2.2, "+/-": .25, "-/+": .25})
                points[white] += {"1-0": 1, "+/-": 1, "1/2": .5}.get(result, 0)
                points[black] += {"0-1": 1, "-/+": 1, "1/2": .5}.get(result, 0)
                forfeit = result in ("+/-", "-/+")
                games.append((len(games) + 1, i, round_no, board, white, black, result,
                              None if forfeit else f"{day} {m.pick([9, 10, 13, 14, 17, 19]):02}:{m.pick(['00', '00', '05', '30'])}:00",
                              None if forfeit else m.pick([m.whole(12, 45), m.whole(25, 60), 40, 2 * m.whole(30, 48)]),
                              None if forfeit or m.chance(.05) else m.pick([one[0] for one in OPENINGS[:11]])))
        if i % 4 != 1:
            order = sorted(field, key=lambda one: (-points[one], one))
            for place_no, cents in enumerate(m.pick([(50000, 30000, 15000), (100000, 50000), (25000, 25000, 10000), (20050,)]), 1):
                winner = None if m.chance(.07) or i in (9, 20) else order[place_no - 1]
                prizes.append((i, place_no, winner, cents, None if winner is None or m.chance(.2) else later(end, days=m.whole(0, 60))))
    m.add("Tournament", tournaments)
    m.add("Entry", entries)
    m.add("Game", games)
    m.add("Prize", prizes)
