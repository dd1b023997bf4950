"""A podcast host: shows, episodes, downloads per day and country, subscribers' plans, sponsors and their spots."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE Publisher (PublisherId INTEGER PRIMARY KEY, Name TEXT NOT NULL, CountryCode TEXT, ParentPublisherId INTEGER);
CREATE TABLE Category (CategoryId INTEGER PRIMARY KEY, Name TEXT NOT NULL, ParentCategoryId INTEGER REFERENCES Category(CategoryId));
CREATE TABLE Show (
  ShowId INTEGER PRIMARY KEY, Title TEXT NOT NULL, PublisherId INTEGER NOT NULL REFERENCES Publisher(PublisherId),
  Language TEXT, IsExplicit TEXT NOT NULL, LaunchDate TEXT, RetiredDate TEXT);
CREATE TABLE ShowCategory (
  ShowId INTEGER REFERENCES Show(ShowId), CategoryId INTEGER REFERENCES Category(CategoryId),
  IsPrimary INTEGER NOT NULL, PRIMARY KEY (ShowId, CategoryId));
CREATE TABLE Episode (
  EpisodeId INTEGER PRIMARY KEY, ShowId INTEGER NOT NULL REFERENCES Show(ShowId), SeasonNo INTEGER, EpisodeNo INTEGER,
  Title TEXT NOT NULL, PublishedAt INTEGER, DurationSec INTEGER, FileBytes INTEGER, EpisodeType TEXT NOT NULL);
CREATE TABLE Person (PersonId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Twitter TEXT);
CREATE TABLE Credit (
  EpisodeId INTEGER REFERENCES Episode(EpisodeId), PersonId INTEGER REFERENCES Person(PersonId),
  Role TEXT, PRIMARY KEY (EpisodeId, PersonId, Role));
CREATE TABLE Country (Code TEXT PRIMARY KEY, Name TEXT NOT NULL, Region TEXT);
CREATE TABLE DailyDownload (
  EpisodeId INTEGER REFERENCES Episode(EpisodeId), DayKey INTEGER NOT NULL, CountryCode TEXT NOT NULL,
  Downloads INTEGER NOT NULL, BotDownloads INTEGER, PRIMARY KEY (EpisodeId, DayKey, CountryCode));
CREATE TABLE Plan (PlanId INTEGER PRIMARY KEY, Name TEXT NOT NULL, MonthlyCents INTEGER NOT NULL);
CREATE TABLE Subscription (
  SubscriptionId INTEGER PRIMARY KEY, ListenerId INTEGER NOT NULL, ShowId INTEGER NOT NULL REFERENCES Show(ShowId),
  PlanId INTEGER NOT NULL REFERENCES Plan(PlanId), StartDate TEXT NOT NULL, EndDate TEXT,
  CountryCode TEXT, ReferredBySubscriptionId INTEGER REFERENCES Subscription(SubscriptionId));
CREATE TABLE Sponsor (SponsorId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Industry TEXT);
CREATE TABLE Campaign (
  CampaignId INTEGER PRIMARY KEY, SponsorId INTEGER NOT NULL REFERENCES Sponsor(SponsorId), Name TEXT,
  BookedOn TEXT NOT NULL, StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, BudgetCents INTEGER, State TEXT NOT NULL);
CREATE TABLE AdSpot (
  AdSpotId INTEGER PRIMARY KEY, CampaignId INTEGER REFERENCES Campaign(CampaignId),
  EpisodeId INTEGER NOT NULL REFERENCES Episode(EpisodeId), Position TEXT NOT NULL, OffsetSec INTEGER,
  LengthSec INTEGER NOT NULL, PriceCents INTEGER);
"""

COUNTRIES = [("DE", "Germany", "Europe"), ("AT", "Austria", "Europe"), ("CH", "Switzerland", "Europe"),
             ("US", "United States", "North America"), ("CA", "Canada", "North America"),
             ("GB", "United Kingdom", "Europe"), ("IN", "India", "Asia"), ("BR", "Brazil", "South America"),
             ("NZ", "New Zealand", "Oceania")]
CATEGORIES = [("News", None), ("Science", None), ("True Crime", None), ("Business", None), ("Comedy", None),
              ("Politics", 1), ("Physics", 2), ("Startups", 4), ("Astronomy", 7), ("Gardening", None)]
SHOWS = ["Morning Brief", "Cold Trails", "Quantum Coffee", "Founders at Night", "The Long Queue", "Star Dust",
         "Parliament Watch", "Unsolved North", "Half Baked", "Money Matters", "Deep Field", "Two Left Feet",
         "Night Bus Stories", "The Daily Lab", "Cash & Carry", "Silent Witness", "Root Causes", "Radio Nowhere",
         "Empty Chairs", "Next Season"]
WORDS = ["The Heist", "Live from Berlin", "Black Holes", "Listener Questions", "The Budget", "Best of", "Inflation",
         "An Interview", "Election Night", "Cold Case", "A Walk", "The Bonus Round", "Part One", "Part Two", "live Q&A"]


def epoch(when):
    return int(datetime.datetime.fromisoformat(when).replace(tzinfo=datetime.timezone.utc).timestamp())


def fill(m):
    m.add("Publisher", [(1, "Nordlicht Audio", "DE", None), (2, "Ohrwurm Studios", "AT", 1), (3, "Big Mic", "US", None),
                        (4, "Small Mic", "CA", 3), (5, "Tiny Mic", None, 4), (6, "Cable Free", "GB", None)])
    m.add("Category", [(n, name, up) for n, (name, up) in enumerate(CATEGORIES, 1)])
    m.add("Country", COUNTRIES)
    shows = []
    for n, title in enumerate(SHOWS, 1):
        launch = m.day("2021-01-10", "2023-09-30")
        shows.append((n, title, m.pick([1, 1, 2, 3, 3, 4, 5]), m.pick({"en": 5, "de": 4, "EN": 1, None: 1}),
                      m.pick(["N", "N", "N", "Y"]), launch if n != 20 else None,
                      m.day("2023-11-01", "2024-05-31") if m.chance(.2) else None))
    m.add("Show", shows)
    kinds = []
    for n in range(1, 20):
        for at, kind in enumerate(m.some(range(1, 10), m.pick([1, 1, 2, 2, 3]))):
            kinds.append((n, kind, int(at == 0)))
    m.add("ShowCategory", kinds)
    episodes = []
    for show in shows[:18]:
        day, season, number = max(show[5], "2022-01-05"), 1, 0
        while day < "2024-06-28" and not (show[6] and day > show[6]) and number < 900:
            number += 1
            if number > m.whole(9, 16):
                season, number = season + 1, 1
            kind = m.pick({"full": 12, "bonus": 2, "trailer": 1})
            length = m.whole(60, 240) if kind == "trailer" else m.pick([m.whole(900, 2700), m.whole(1800, 5400), 3600, 1800])
            if m.chance(.05):
                day = m.pick(["2023-06-30", "2023-12-31", "2024-03-31", "2024-02-29", "2024-05-31"])
            when = f"{day} {m.pick([0, 4, 5, 6, 6, 17, 23]):02}:{m.pick([0, 0, 30, 59]):02}:00"
            length = None if m.chance(.02) else length
            episodes.append([show[0], season if show[0] != 5 else None, number if kind == "full" else None,
                             f"{m.pick(WORDS)}{m.pick(['', '', ' - live', ' (rerun)', ' LIVE'])}", epoch(when), length,
                             length and length * m.whole(11000, 17000), kind, when])
            day = later(day, days=m.pick([7, 14, 14, 21, 28, 28, 60]))
    episodes.sort(key=lambda row: row[4])
    episodes = [(n, *row) for n, row in enumerate(episodes, 1)]
    for n in range(3):
        episodes.append((len(episodes) + 1, n + 1, 9, None, "Unpublished draft", None, 1200 + n, None, "full", None))
    m.add("Episode", [row[:9] for row in episodes])
    people = []
    for n in range(1, 61):
        first, last = m.person()
        people.append((n, f"{first} {last}", f"@{first.lower()}{n}" if m.chance(.6) else None))
    m.add("Person", people)
    credits = set()
    for row in episodes[:-3]:
        hosts = [row[1], row[1] + 20] if row[1] % 3 else [row[1]]
        credits |= {(row[0], who, "host") for who in hosts[:1 + m.chance(.7)]}
        credits |= {(row[0], m.pick([m.whole(1, 12), m.whole(30, 56)]), "guest") for _ in range(m.pick([0, 0, 1, 1, 2]))}
        if m.chance(.5):
            credits.add((row[0], m.pick([row[1], 45, 46, 57]), "editor"))
    m.add("Credit", sorted(credits))
    downloads = {}
    for row in episodes[:-3]:
        popular = m.skewed(3, 90) * (2 if row[1] < 6 else 1)
        if m.chance(.05):
            continue
        for code in m.some([c[0] for c in COUNTRIES[:8]] + ["XX"], m.pick([1, 2, 2, 3])):
            for _ in range(m.pick([1, 2, 2, 3, 4])):
                day = later(row[9][:10], days=m.pick([0, 0, 1, 1, 2, 3, 6, 7, 8, 30, 31, 120]))
                if day < "2024-07-01":
                    count = int(popular * m.amount(.1, 2)) if m.chance(.95) else 0
                    downloads[row[0], day, code] = (row[0], int(day.replace("-", "")), code, count,
                                                    None if m.chance(.3) else int(count * m.amount(0, .3)))
    m.add("DailyDownload", downloads.values())
    m.add("Plan", [(1, "Supporter", 300), (2, "Plus", 500), (3, "Premium", 1200), (4, "Trial", 0)])
    subscriptions = []
    starts = sorted(m.pick(["2024-01-01", "2024-03-31", "2024-06-30", "2023-12-31", "2024-01-31"]) if m.chance(.06)
                    else m.day("2022-02-01", "2024-06-30") for _ in range(800))
    for n, start in enumerate(starts, 1):
        end = later(start, days=m.pick([30, 31, 60, 90, m.whole(1, 600)])) if m.chance(.55) else None
        if m.chance(.03):
            end = "2024-06-30"
        if end and end < start:
            end = start
        subscriptions.append((n, m.whole(1, 430), int(m.random.random() ** 1.4 * 19) + 1, m.pick({1: 6, 2: 5, 3: 3, 4: 3}),
                              start, end, m.pick({"DE": 6, "AT": 3, "US": 4, "GB": 2, "IN": 1, None: 1}),
                              m.whole(max(1, n - 150), n - 1) if n > 9 and m.chance(.15) else None))
    m.add("Subscription", subscriptions)
    m.add("Sponsor", [(n, name, kind) for n, (name, kind) in enumerate([
        ("Mattress Moon", "Retail"), ("VPN Fox", "Software"), ("Meal Crate", "Food"), ("Tax Pilot", "Finance"),
        ("Bean Bros", "Food"), ("Site Builder", "software"), ("Calm Mind", "Health"), ("Lingo Loop", "Education"),
        ("Green Power", None), ("Old Bank", "Finance"), ("Never Aired", "Retail")], 1)])
    campaigns = []
    for n in range(1, 61):
        start = m.day("2022-02-01", "2024-06-10") if m.chance(.85) else m.pick(["2024-01-01", "2023-10-01", "2024-04-01"])
        campaigns.append((n, m.whole(1, 10), f"Flight {n}", later(start, days=-m.whole(0, 70)), start,
                          later(start, days=m.pick([13, 27, 30, 60, 90])), m.pick([None, 50000, 100000, 100000, 250000, 400000]),
                          m.pick({"done": 6, "running": 2, "cancelled": 1, "draft": 1})))
    m.add("Campaign", campaigns)
    spots = []
    for row in episodes[:-3]:
        for place in ("pre", "mid", "post"):
            if m.chance({"pre": .5, "mid": .6, "post": .25}[place]) and row[8] != "trailer":
                fits = [c[0] for c in campaigns if c[4] <= row[9][:10] <= later(c[5], days=40) and c[7] in ("done", "running")]
                which = m.pick(fits) if fits and m.chance(.9) else None
                spots.append((len(spots) + 1, which, row[0], place if m.chance(.93) else place.upper(),
                              0 if place == "pre" else (row[6] // 2 if place == "mid" else row[6] - 30) if row[6] else None,
                              m.pick([15, 30, 30, 45, 60]),
                              m.whole(20, 300) * 100 if which and m.chance(.93) else None))
    m.add("AdSpot", spots)
