"""Four running races over the years: entries, waves, split times in seconds, age groups, clubs, prizes."""
from making import later

SCHEMA = """
CREATE TABLE Race (RaceId INTEGER PRIMARY KEY, RaceName TEXT NOT NULL, City TEXT NOT NULL, DistanceMeters INTEGER NOT NULL);
CREATE TABLE Edition (
  EditionId INTEGER PRIMARY KEY, RaceId INTEGER NOT NULL REFERENCES Race(RaceId), EventDate TEXT NOT NULL,
  TemperatureC REAL, IsCancelled INTEGER NOT NULL DEFAULT 0, UNIQUE (RaceId, EventDate));
CREATE TABLE Wave (
  WaveId INTEGER PRIMARY KEY, EditionId INTEGER NOT NULL REFERENCES Edition(EditionId), WaveLabel TEXT NOT NULL,
  GunOffsetSec INTEGER NOT NULL, MaxRunners INTEGER);
CREATE TABLE Club (
  ClubId INTEGER PRIMARY KEY, ClubName TEXT NOT NULL, City TEXT, ParentClubId INTEGER REFERENCES Club(ClubId));
CREATE TABLE Runner (
  RunnerId INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Sex TEXT NOT NULL, BirthDate TEXT,
  Nationality TEXT, CoachRunnerId INTEGER REFERENCES Runner(RunnerId));
CREATE TABLE ClubMembership (
  RunnerId INTEGER NOT NULL REFERENCES Runner(RunnerId), ClubId INTEGER NOT NULL REFERENCES Club(ClubId),
  JoinedOn TEXT NOT NULL, LeftOn TEXT, PRIMARY KEY (RunnerId, JoinedOn));
CREATE TABLE AgeGroup (AgeGroupCode TEXT PRIMARY KEY, Sex TEXT NOT NULL, MinAge INTEGER NOT NULL, MaxAge INTEGER);
CREATE TABLE Entry (
  EntryId INTEGER PRIMARY KEY, EditionId INTEGER NOT NULL REFERENCES Edition(EditionId),
  RunnerId INTEGER NOT NULL REFERENCES Runner(RunnerId), BibNumber INTEGER, AgeGroupCode TEXT REFERENCES AgeGroup(AgeGroupCode),
  WaveId INTEGER REFERENCES Wave(WaveId), RegisteredOn TEXT NOT NULL, FeeEuro REAL NOT NULL, UNIQUE (EditionId, RunnerId));
CREATE TABLE Result (
  EntryId INTEGER PRIMARY KEY REFERENCES Entry(EntryId), StatusCode TEXT NOT NULL, GunTimeSec INTEGER, NetTimeSec INTEGER,
  Remark TEXT);
CREATE TABLE Split (
  EntryId INTEGER NOT NULL REFERENCES Entry(EntryId), KmMark INTEGER NOT NULL, ElapsedSec INTEGER NOT NULL,
  PRIMARY KEY (EntryId, KmMark));
CREATE TABLE PrizeRule (
  RaceId INTEGER NOT NULL REFERENCES Race(RaceId), Sex TEXT NOT NULL, Place INTEGER NOT NULL, AmountEuro INTEGER NOT NULL,
  PRIMARY KEY (RaceId, Sex, Place));
CREATE TABLE Sponsor (SponsorId INTEGER PRIMARY KEY, SponsorName TEXT NOT NULL, Branch TEXT);
CREATE TABLE EditionSponsor (
  EditionId INTEGER NOT NULL REFERENCES Edition(EditionId), SponsorId INTEGER NOT NULL REFERENCES Sponsor(SponsorId),
  AmountEuro INTEGER, IsTitleSponsor INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (EditionId, SponsorId));
"""

RACES = [(1, "Harbour Marathon", "Rostock", 42195), (2, "Old Town Half", "Lucca", 21098),
         (3, "Lake Marathon", "Bregenz", 42195), (4, "Winter 10K", "Gdansk", 10000)]
MONTHS = {1: "04", 2: "05", 3: "10", 4: "12"}
CLUBS = [(1, "Harbour Athletics", "Rostock", None), (2, "Lakeside Runners", "Bregenz", None), (3, "TSV Nord", "Rostock", 1),
         (4, "Old Town Striders", "Lucca", None), (5, "Nord Juniors", "Rostock", 3), (6, "Baltic Pacers", "Gdansk", None),
         (7, "Night Owls", None, 2), (8, "Sunday Joggers", "Lucca", 4), (9, "Ghost Club", "Pisa", None)]
GROUPS = [("MU30", "M", 16, 29), ("M30", "M", 30, 39), ("M40", "M", 40, 49), ("M50", "M", 50, 59), ("M60", "M", 60, None),
          ("FU30", "F", 16, 29), ("F30", "F", 30, 39), ("F40", "F", 40, 49), ("F50", "F", 50, 59), ("F60", "F", 60, None)]
SPONSORS = ["Blue Bank", "Isodrink", "Fleetfoot", "City Works", "Nordic Air", "Pasta Primo", "Radio Seven"]


def american(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("Race", RACES)
    editions = []
    for race in RACES:
        for year in range(2018 if race[0] < 3 else 2019, 2025):
            if race[0] == 4 and year == 2024 or race[0] == 2 and year == 2021:
                continue
            editions.append((len(editions) + 1, race[0], m.day(f"{year}-{MONTHS[race[0]]}-01", f"{year}-{MONTHS[race[0]]}-28"),
                             m.amount(-4 if race[0] == 4 else 6, 8 if race[0] == 4 else 24, 1) if m.chance(.9) else None,
                             int(year == 2020)))
    m.add("Edition", editions)
    waves = []
    for e in editions:
        for at, label in enumerate("ABC" if e[1] in (1, 3) else "AB"):
            waves.append((len(waves) + 1, e[0], label, at * m.pick([300, 480, 600]), m.pick([20, 25, 30, None])))
    m.add("Wave", waves)
    m.add("Club", CLUBS)
    runners, joined = [], []
    for n in range(1, 241):
        first, last = m.person()
        runners.append((n, first, last, m.pick({"M": 11, "F": 10}), m.day("1950-01-01", "2002-12-31") if m.chance(.95) else None,
                        m.pick({"GER": 6, "AUT": 4, "ITA": 4, "POL": 3, "KEN": 2, "ger": 1, None: 1}),
                        m.whole(1, 30) if n > 30 and m.chance(.3) else None))
        if m.chance(.7):
            start = m.day("2014-01-01", "2022-12-31")
            left = m.day("2019-01-01", "2024-03-31") if m.chance(.35) else None
            left = left if left and left > start else None
            joined.append((n, m.whole(1, 8), start, left))
            if left and m.chance(.6):
                joined.append((n, m.whole(1, 8), later(left, days=m.whole(1, 200)), None))
    m.add("Runner", runners)
    m.add("ClubMembership", joined)
    m.add("AgeGroup", GROUPS)
    pace = {r[0]: m.skewed(182, 420) for r in runners}
    entries, results, splits = [], [], []
    for e in editions:
        race = RACES[e[1] - 1]
        regulars = [r for r in runners[:225] if (r[0] + e[1]) % 3 or m.chance(.2)]
        for r in m.some(regulars, m.whole(38, 56)):
            age = int(e[2][:4]) - int(r[4][:4]) - (e[2][5:] < r[4][5:]) if r[4] else None
            group = [g[0] for g in GROUPS if age and g[1] == r[3] and g[2] <= age <= (g[3] or 99)]
            wave = m.pick([w for w in waves if w[1] == e[0]]) if m.chance(.96) else None
            n = len(entries) + 1
            when = later(e[2], days=-m.pick([1, 5, 12, 30, 31, 60, 90, 120, 150, 200, 280]))
            entries.append((n, e[0], r[0], 100 + n % 45 if m.chance(.97) else None, group[0] if group else None,
                            wave[0] if wave else None, american(when),
                            m.pick({1: [65, 75, 85.5], 2: [35, 42.5], 3: [60, 70], 4: [18, 22.5]}[race[0]]) if not m.chance(.03) else 0))
            if e[4]:
                continue
            status = m.pick({"FIN": 80, "DNF": 7, "DNS": 7, "DSQ": 3})
            if status == "DNS":
                results.append((n, status, None, None, m.pick([None, "ill", "injured"])))
                continue
            net = pace[r[0]] * race[3] / 1000 * m.amount(.95, 1.12)
            net = round(net / 60) * 60 if m.chance(.25) else round(net)
            delay = (wave[3] if wave else 0) + m.whole(0, 90)
            stop = m.pick([9, 19, 31, 41]) if status == "DNF" else 99
            for mark in (5,) if race[0] == 4 else (10, 20) if race[0] == 2 else (10, 20, 30, 40):
                if mark < stop and not m.chance(.04):
                    share = mark * 1000 / race[3]
                    splits.append((n, mark, round(net * share * (1 - (1 - share) * m.amount(-.02, .12)))))
            if status == "DNF":
                results.append((n, status, None, None, m.pick([None, "cramp", "Injured", None])))
            else:
                results.append((n, status, net + delay, net, m.pick(["short cut", "no bib"]) if status == "DSQ" else None))
    m.add("Entry", entries)
    m.add("Result", results)
    m.add("Split", splits)
    m.add("PrizeRule", [(r, s, p, a) for r, amounts in ((1, (2500, 1200, 600)), (2, (800, 400, 200)), (3, (2000, 1000, 500)))
                        for s in "MF" for p, a in enumerate(amounts, 1)])
    m.add("Sponsor", [(n, name, m.pick(["finance", "food", "sport", None])) for n, name in enumerate(SPONSORS, 1)])
    deals = []
    for e in editions:
        for at, s in enumerate(m.some(range(1, 7), 0 if e[0] % 4 == 1 else m.pick([1, 1, 2, 3]))):
            deals.append((e[0], s, m.whole(5, 40) * 500 if m.chance(.8) and e[0] % 5 != 1 else None, int(at == 0 and m.chance(.7))))
    m.add("EditionSponsor", deals)
