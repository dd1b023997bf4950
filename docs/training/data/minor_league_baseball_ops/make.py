"""Operations of a minor baseball league: clubs, staff, players and their stints, games, batting lines, ticket sales."""
from making import later

SCHEMA = """
CREATE TABLE Club (ClubId INTEGER PRIMARY KEY, ClubName TEXT NOT NULL, City TEXT NOT NULL, LevelCode TEXT NOT NULL, Capacity INTEGER, FoundedYear INTEGER NOT NULL);
CREATE TABLE Staff (StaffId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, ClubId INTEGER REFERENCES Club(ClubId), JobTitle TEXT NOT NULL, ManagerId INTEGER REFERENCES Staff(StaffId), HireDate TEXT NOT NULL, BirthDate TEXT NOT NULL, AnnualPay TEXT);
CREATE TABLE Player (PlayerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, BirthDate TEXT NOT NULL, ThrowsHand TEXT, BatsHand TEXT, PositionCode INTEGER NOT NULL, ClubId INTEGER REFERENCES Club(ClubId), DraftRank INTEGER);
CREATE TABLE Stint (PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), ClubId INTEGER NOT NULL REFERENCES Club(ClubId), FromDate TEXT NOT NULL, ToDate TEXT, SigningBonus INTEGER, PRIMARY KEY (PlayerId, ClubId, FromDate));
CREATE TABLE Game (GameId INTEGER PRIMARY KEY, GameDate TEXT NOT NULL, HomeClubId INTEGER NOT NULL REFERENCES Club(ClubId), AwayClubId INTEGER NOT NULL REFERENCES Club(ClubId), HomeRuns INTEGER, AwayRuns INTEGER, Innings INTEGER, Minutes INTEGER, GameStatus INTEGER NOT NULL);
CREATE TABLE BattingLine (GameId INTEGER NOT NULL REFERENCES Game(GameId), PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), AtBats INTEGER NOT NULL, Hits INTEGER NOT NULL, Homers INTEGER NOT NULL, Walks INTEGER NOT NULL, PRIMARY KEY (GameId, PlayerId));
CREATE TABLE TicketSale (SaleId INTEGER PRIMARY KEY, GameId INTEGER NOT NULL REFERENCES Game(GameId), FanId INTEGER NOT NULL, SoldOn TEXT NOT NULL, Seats INTEGER NOT NULL, GrossCents INTEGER NOT NULL, FeeCents INTEGER NOT NULL, Refunded INTEGER NOT NULL);
"""
CLUBS = [("Otters", "Akron", "AA"), ("Lanterns", "Dayton", "AA"), ("Mudcats", "Macon", "A"), ("Rivets", "Flint", "AA"), ("Pelicans", "Mobile", "A"), ("Steamers", "Duluth", "AAA"), ("Comets", "Provo", "AAA"), ("Thistles", "Fargo", "A")]


def fill(m):
    m.add("Club", [(n, *c, m.whole(30, 140) * 100 + n if n != 5 else None, m.whole(1921, 2012)) for n, c in enumerate(CLUBS, 1)])
    staff = []
    for n in range(1, 49):
        club = None if n == 1 else n - 1 if n < 10 and n < 9 else m.pick({1: 5, 2: 4, 3: 4, 4: 3, 5: 2, 6: 4, 7: 3, 8: 1})
        title = "League director" if n == 1 else "Manager" if n < 10 else m.pick({"Coach": 5, "Scout": 3, "Groundskeeper": 2, "Physio": 2})
        pay = m.whole(28, 78) * 1000 if n >= 10 else m.whole(60, 115) * 1000
        staff.append((n, " ".join(m.person()), club, title, None if n == 1 else 1 if n < 10 else m.whole(2, 9) if m.chance(.93) else None, m.day("2005-02-01", "2025-03-01"), m.day("1957-01-01", "1999-12-31"), str(pay) if m.chance(.93) else None))
    m.add("Staff", staff)
    players, stints = [], []
    for n in range(1, 141):
        club = m.pick({1: 6, 2: 5, 3: 5, 4: 4, 5: 4, 6: 4, 7: 3, 8: 2}) if m.chance(.92) else None
        throws = m.pick({"R": 7, "L": 3}) if m.chance(.95) else None
        players.append((n, " ".join(m.person()), m.day("1996-01-01", "2006-12-31"), throws, m.pick({throws: 7, "R": 1, "L": 1, "S": int(club != 8)}), m.pick({1: 9, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2}), club, None if m.chance(.35) else n))
        start = m.day("2022-02-01", "2024-06-01")
        past = [m.whole(1, 7) for _ in range(m.pick([0, 0, 0, 1, 1, 2, 3]))]
        for old in past:
            end = later(start, days=m.whole(60, 300))
            stints.append((n, old, start, end, m.pick([None, 5000, 10000, 25000])))
            start = later(end, days=m.whole(1, 30))
        if club and n < 132:
            stints.append((n, club, start, None, m.pick([None, 2000, 5000, 8000, 15000, 40000])))
    ranks = m.some(range(1, 200), 140)
    players = [(*p[:7], ranks[p[0] - 1] if p[7] else None) for p in players]
    m.add("Player", players)
    m.add("Stint", stints)
    games, lines, sales = [], [], []
    for n in range(1, 191):
        home, away = m.some(range(1, 8), 2)
        day = f"{m.pick([2023, 2024, 2025])}-{m.day('2025-04-05', '2025-09-20')[5:]}"
        status = m.pick({2: 17, 3: 1, 4: 1}) if n < 182 else 1
        day = m.day("2026-04-05", "2026-05-20") if n >= 182 else day
        h, a = int(m.random.random() ** 1.4 * 12), int(m.random.random() ** 1.6 * 12)
        h += h == a
        inn = m.pick({9: 12, 10: 2, 11: 1, 13: 1})
        done = status == 2
        games.append((n, day, home, away, h if done else None, a if done else None, inn if done else None, inn * 18 + m.whole(-20, 35) if done and m.chance(.96) else None, status))
        if done:
            nine = [p for p in players if p[6] == home][:14] + [p for p in players if p[6] == away][:14]
            for p in m.some(nine, 7):
                ab = m.whole(0, 5)
                hit = sum(m.chance(.27) for _ in range(ab))
                lines.append((n, p[0], ab, hit, sum(m.chance(.18) for _ in range(hit)), m.pick([0, 0, 0, 1, 2])))
        for _ in range(m.whole(0, 9)):
            seats = m.pick([1, 2, 2, 3, 4, 6])
            gross = seats * m.pick([900, 1200, 1200, 1850, 2500])
            fan = sales[-1][2] if sales and sales[-1][1] == n and m.chance(.2) else 1 + int(m.random.random() ** 1.9 * 240)
            sales.append((len(sales) + 1, n, fan, later(day, days=-m.pick([0, 0, 1, 3, 10, 40])), seats, gross, gross * m.pick([5, 8, 8, 10]) // 100, int(m.chance(.07) or status == 3 and m.chance(.6))))
    m.add("Game", games)
    m.add("BattingLine", lines)
    m.add("TicketSale", sales)
