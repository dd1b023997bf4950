"""An online arena game: players, sessions in epoch milliseconds, matches, purchases in cents, bans, friends in pairs."""
import datetime

SCHEMA = """
CREATE TABLE Players (
  PlayerId INTEGER PRIMARY KEY, Handle TEXT NOT NULL, CountryCode TEXT, Platform TEXT NOT NULL, CreatedMs INTEGER NOT NULL,
  IsTest INTEGER NOT NULL DEFAULT 0, ReferredBy INTEGER REFERENCES Players(PlayerId), DeletedMs INTEGER);
CREATE TABLE Sessions (
  SessionId INTEGER PRIMARY KEY, PlayerId INTEGER NOT NULL REFERENCES Players(PlayerId),
  StartMs INTEGER NOT NULL, EndMs INTEGER, ClientVersion TEXT, Device TEXT);
CREATE TABLE Maps (MapId INTEGER PRIMARY KEY, MapName TEXT NOT NULL, Mode TEXT NOT NULL, ReleasedOn TEXT);
CREATE TABLE Matches (
  MatchId INTEGER PRIMARY KEY, MapId INTEGER NOT NULL REFERENCES Maps(MapId), StartMs INTEGER NOT NULL,
  DurationSec INTEGER, Season INTEGER NOT NULL, WinnerTeam INTEGER, IsRanked INTEGER NOT NULL);
CREATE TABLE MatchPlayers (
  MatchId INTEGER REFERENCES Matches(MatchId), PlayerId INTEGER REFERENCES Players(PlayerId), Team INTEGER NOT NULL,
  Kills INTEGER, Deaths INTEGER, Score INTEGER, LeftEarly INTEGER NOT NULL, PRIMARY KEY (MatchId, PlayerId));
CREATE TABLE Items (ItemId INTEGER PRIMARY KEY, ItemName TEXT NOT NULL, Category TEXT NOT NULL, Rarity TEXT);
CREATE TABLE ItemPrices (
  ItemId INTEGER REFERENCES Items(ItemId), ValidFrom TEXT, ValidTo TEXT, PriceCents INTEGER NOT NULL,
  PRIMARY KEY (ItemId, ValidFrom));
CREATE TABLE Purchases (
  PurchaseId INTEGER PRIMARY KEY, PlayerId INTEGER NOT NULL REFERENCES Players(PlayerId),
  ItemId INTEGER NOT NULL REFERENCES Items(ItemId), AmountCents INTEGER NOT NULL, Store TEXT,
  PurchasedMs INTEGER NOT NULL, RefundedMs INTEGER, GiftedTo INTEGER REFERENCES Players(PlayerId));
CREATE TABLE LevelUps (PlayerId INTEGER REFERENCES Players(PlayerId), Level INTEGER, ReachedMs INTEGER NOT NULL, PRIMARY KEY (PlayerId, Level));
CREATE TABLE Bans (
  BanId INTEGER PRIMARY KEY, PlayerId INTEGER NOT NULL REFERENCES Players(PlayerId), Reason TEXT,
  IssuedMs INTEGER NOT NULL, ExpiresMs INTEGER, LiftedMs INTEGER);
CREATE TABLE Friends (PlayerId INTEGER REFERENCES Players(PlayerId), FriendId INTEGER REFERENCES Players(PlayerId), SinceMs INTEGER, PRIMARY KEY (PlayerId, FriendId));
CREATE TABLE Clans (ClanId INTEGER PRIMARY KEY, ClanName TEXT NOT NULL, LeaderId INTEGER REFERENCES Players(PlayerId));
CREATE TABLE ClanMembers (ClanId INTEGER REFERENCES Clans(ClanId), PlayerId INTEGER REFERENCES Players(PlayerId), JoinedMs INTEGER, LeftMs INTEGER, PRIMARY KEY (ClanId, PlayerId, JoinedMs));
CREATE TABLE Achievements (AchievementId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Points INTEGER NOT NULL);
CREATE TABLE PlayerAchievements (PlayerId INTEGER REFERENCES Players(PlayerId), AchievementId INTEGER REFERENCES Achievements(AchievementId), UnlockedMs INTEGER, PRIMARY KEY (PlayerId, AchievementId));
"""

MAPS = [("Frostgate", "capture", "2022-11-01"), ("Dune Sea", "deathmatch", "2022-11-01"), ("Old Harbor", "capture", "2023-03-15"),
        ("Skybridge", "deathmatch", "2023-09-01"), ("Catacombs", "escort", "2023-09-01"), ("Neon Row", "escort", "2024-02-01"),
        ("Proving Ground", "training", None)]
ITEMS = [("Ember Blade skin", "skin", "epic", 1499), ("Frost Cloak", "skin", "rare", 899), ("Golden Mask", "skin", "legendary", 2499),
         ("Victory Dance", "emote", "common", 299), ("Slow Clap", "emote", "common", 199), ("Season Pass", "pass", None, 999),
         ("XP Booster", "booster", "common", 399), ("Double Loot", "booster", "rare", 599), ("Dragon Mount", "skin", "legendary", 2999),
         ("Starter Pack", "bundle", None, 499), ("Clan Banner", "emote", "rare", 699), ("Shadow Hood", "skin", "rare", 899)]
BADGES = [("First Blood", 5), ("Sharpshooter", 20), ("Marathon", 25), ("Team Player", 10), ("Untouchable", 40), ("Collector", 15), ("Pacifist", 50)]
HEADS = "Night Iron Pixel Silent Turbo Lucky Frozen Crimson Ghost Mad Salty Cosmic".split()
TAILS = "Fox Wolf Knight Otter Raven Badger Panda Viper Moth".split()
CLANS = ["Red Lanterns", "Night Shift", "Pingers", "Old Guard", "Lag Lords", "Tea Time", "Empty Nest"]
EPOCH = datetime.datetime(1970, 1, 1)
DAY = 86400000


def ms(text):
    return int((datetime.datetime.fromisoformat(text) - EPOCH).total_seconds()) * 1000


def fill(m):
    start, end = ms("2023-01-01"), ms("2024-07-01")
    edges = [ms(t) for t in ("2023-03-31 23:59:59", "2023-04-01", "2023-06-30 22:10:00", "2023-12-31 21:30:00", "2024-01-01", "2024-03-31 20:15:00",
                             "2024-04-01", "2024-05-31 23:00:00", "2024-06-01", "2024-02-29 12:00:00")]
    moment = lambda first=start: max(first, m.pick(edges)) if m.chance(.05) else first + int(m.random.random() * (end - first)) // 10 * 10
    players = []
    for n in range(1, 281):
        made = start - DAY * 60 + int(m.random.random() * (end - start))
        players.append([n, f"{m.pick(HEADS)}{m.pick(TAILS)}{m.pick(['', '', m.whole(1, 99), '_x'])}",
                        m.pick({"DE": 6, "US": 6, "BR": 4, "PL": 3, "JP": 3, "KR": 2, "us": 1, None: 2}),
                        m.pick({"PC": 6, "Console": 4, "Mobile": 4}), made, int(n % 40 == 7),
                        int(m.random.random() ** 1.7 * (n - 1)) + 1 if n > 12 and m.chance(.35) else None, made + m.whole(20, 200) * DAY if m.chance(.06) else None])
    m.add("Players", players)
    weight = lambda: players[int(m.random.random() ** 1.6 * 255)]
    rows = []
    for n in range(1, 2401):
        p = weight()
        at = moment(p[4])
        if p[7] and at > p[7]:
            at = p[4] + int(m.random.random() * (p[7] - p[4]))
        length = int(60000 * (1 + m.random.random() ** 2 * 240)) if m.chance(.97) else m.pick([20000, 1800000, 3600000])
        month = (at - start) / DAY / 30
        version = m.pick(["1.8.0", "1.9.2"] if month < 6 else ["1.9.2", "1.9.10", "1.10.0"] if month < 12 else ["1.10.0", "1.10.3", "2.0.0", "1.9.10"])
        rows.append((p[0], at, at + length if m.chance(.93) else None, version, p[3] if p[3] != "Mobile" else m.pick(["iOS", "Android"])))
    rows.sort(key=lambda row: row[1])
    m.add("Sessions", [(n, *row) for n, row in enumerate(rows, 1)])
    m.add("Maps", [(n, *row) for n, row in enumerate(MAPS, 1)])
    games, roster = [], []
    for n, at in enumerate(sorted(moment() for _ in range(470)), 1):
        chosen = [k for k, row in enumerate(MAPS[:6], 1) if ms(row[2]) <= at]
        done = m.chance(.95)
        games.append((n, m.pick(chosen), at, m.whole(240, 2100) if done else None,
                      1 if at < ms("2023-07-01") else 2 if at < ms("2024-01-01") else 3,
                      (m.pick([1, 2, 1, 2, 1, 2, 1, 2, None]) if done else None), int(m.chance(.6))))
        old = [p for p in players[:255] if p[4] <= at] or players[:8]
        crew = {}
        while len(crew) < min(m.pick([4, 6, 6, 8]), len(old)):
            p = old[int(m.random.random() ** 1.5 * len(old))]
            crew[p[0]] = p
        for k, p in enumerate(crew):
            kills = m.pick([0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 17])
            deaths = m.pick([0, 1, 2, 3, 4, 5, 7, 9])
            roster.append((n, p, k % 2 + 1, kills if done else None, deaths if done else None,
                           (kills * 100 + m.whole(0, 30) * 10) if done else None, int(m.chance(.08))))
    m.add("Matches", games)
    m.add("MatchPlayers", roster)
    m.add("Items", [(n, *row[:3]) for n, row in enumerate(ITEMS, 1)])
    prices = []
    for n, row in enumerate(ITEMS, 1):
        price, starts = row[3], ["2022-11-01"] + [d for d in ("2023-05-01", "2023-11-15", "2024-03-01") if m.chance(.55) or n == 3]
        for at, first in enumerate(starts):
            prices.append((n, first, starts[at + 1] if at + 1 < len(starts) else None, price))
            price = max(99, price + m.pick([-200, -100, 100, 200, 300]))
    m.add("ItemPrices", prices)
    bought = []
    for at in sorted(moment() for _ in range(950)):
        p = players[int(m.random.random() ** 1.9 * 200)]
        at = max(at, p[4])
        day = (EPOCH + datetime.timedelta(milliseconds=at)).isoformat()[:10]
        item = m.whole(1, 11)
        price = [row[3] for row in prices if row[0] == item and row[1] <= day and (not row[2] or row[2] > day)][0]
        if m.chance(.12):
            price = price // 2
        gift = m.whole(1, 250) if m.chance(.12) else None
        bought.append((len(bought) + 1, p[0], item, price, m.pick({"Steam": 5, "steam": 1, "AppStore": 3, "Google": 3, None: 1}),
                       at, at + m.whole(1, 20 * 24) * 3600000 if m.chance(.07) else None, gift if gift != p[0] else None))
    m.add("Purchases", bought)
    ups = []
    for p in players:
        at = p[4]
        for level in range(2, m.pick([1, 2, 4, 6, 9, 12, 15]) + 1):
            at += int(DAY * m.amount(.1, 3) * level)
            if at < end:
                ups.append((p[0], level, at))
    m.add("LevelUps", ups)
    bans = []
    for n in range(1, 91):
        p = players[m.whole(0, 110)]
        at = moment(p[4])
        over = at + m.pick([1, 3, 7, 7, 30, 90]) * DAY if m.chance(.8) else None
        bans.append((n, p[0], m.pick({"cheating": 5, "toxic chat": 5, "Cheating": 1, "afk": 3, "fraud": 1, None: 1}), at, over,
                     at + m.whole(1, 60) * 3600000 if m.chance(.15) else None))
    m.add("Bans", bans)
    pairs = {}
    while len(pairs) < 420:
        a, b = int(m.random.random() ** 1.4 * 240) + 1, m.whole(1, 240)
        if a != b and (a, b) not in pairs and (b, a) not in pairs:
            pairs[a, b] = moment(max(players[a - 1][4], players[b - 1][4], start))
    m.add("Friends", sorted(row for (a, b), at in pairs.items() for row in ((a, b, at), (b, a, at))))
    member = {}
    for p in players[:200]:
        at = p[4]
        for clan in m.some(range(1, 7), m.pick([0, 1, 1, 2, 3])):
            at += m.whole(1, 60) * DAY
            gone = at + m.whole(5, 150) * DAY if m.chance(.5) else None
            if at < end:
                member[clan, p[0], at] = (clan, p[0], at, gone)
            if not gone:
                break
            at = gone
    heads = [[row[1] for row in member.values() if row[0] == n and (n == 4) == bool(row[3])] for n in range(1, 7)]
    m.add("Clans", [(n, name, None if n == 7 else m.whole(1, 60) if n > 4 else m.pick(heads[n - 1])) for n, name in enumerate(CLANS, 1)])
    m.add("ClanMembers", sorted(member.values(), key=lambda row: row[:3]))
    m.add("Achievements", [(n, *row) for n, row in enumerate(BADGES, 1)])
    m.add("PlayerAchievements", [(p[0], badge, moment(p[4])) for p in players[:230]
                                 for badge in sorted(m.some(range(1, 7), m.pick([0, 0, 1, 2, 3, 4, 5, 6, 6])))])
