"""Music festivals: editions, their stages, bands and songs, the shows with their set lists, sponsors and volunteers."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE Festivals (FestivalID INTEGER PRIMARY KEY, FestivalName TEXT NOT NULL, Town TEXT NOT NULL, Region TEXT NOT NULL, Season INTEGER NOT NULL, StartDate TEXT NOT NULL, EndDate TEXT NOT NULL, TicketPrice TEXT NOT NULL, Visitors TEXT);
CREATE TABLE Stages (FestivalID INTEGER NOT NULL REFERENCES Festivals(FestivalID), StageNo INTEGER NOT NULL, StageName TEXT NOT NULL, Kind TEXT NOT NULL, Capacity TEXT, PRIMARY KEY (FestivalID, StageNo));
CREATE TABLE Bands (BandID INTEGER PRIMARY KEY, BandName TEXT NOT NULL, Country TEXT NOT NULL, Genre TEXT NOT NULL, Founded INTEGER, Status INTEGER NOT NULL, StandardFee TEXT, TourFrom TEXT, TourUntil TEXT);
CREATE TABLE Songs (SongID INTEGER PRIMARY KEY, BandID INTEGER NOT NULL REFERENCES Bands(BandID), Title TEXT NOT NULL, Seconds INTEGER NOT NULL, Rating REAL);
CREATE TABLE Shows (ShowID INTEGER PRIMARY KEY, FestivalID INTEGER NOT NULL, StageNo INTEGER NOT NULL, BandID INTEGER NOT NULL REFERENCES Bands(BandID), GuestBandID INTEGER REFERENCES Bands(BandID), ShowDate TEXT NOT NULL, State TEXT NOT NULL, Fee REAL NOT NULL, Rating REAL, FOREIGN KEY (FestivalID, StageNo) REFERENCES Stages(FestivalID, StageNo));
CREATE TABLE SetLists (ShowID INTEGER NOT NULL REFERENCES Shows(ShowID), Position INTEGER NOT NULL, SongID INTEGER NOT NULL REFERENCES Songs(SongID), Encore INTEGER NOT NULL, PRIMARY KEY (ShowID, Position));
CREATE TABLE Sponsors (SponsorID INTEGER PRIMARY KEY, SponsorName TEXT NOT NULL, FestivalID INTEGER NOT NULL REFERENCES Festivals(FestivalID), StageNo INTEGER, Tier INTEGER NOT NULL, Amount INTEGER NOT NULL, FOREIGN KEY (FestivalID, StageNo) REFERENCES Stages(FestivalID, StageNo));
CREATE TABLE Volunteers (VolunteerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Town TEXT NOT NULL, FestivalID INTEGER NOT NULL REFERENCES Festivals(FestivalID), StageNo INTEGER, Job TEXT NOT NULL, Hours TEXT, LeaderID INTEGER REFERENCES Volunteers(VolunteerID));
"""
FESTIVALS = [("Lakeside Sounds", "Arnsee", "North"), ("Valley Beats", "Talheim", "South"), ("Harbour Noise", "Seeport", "North"),
             ("Meadow Nights", "Wiesau", "East"), ("Rock the Mill", "Mahlberg", "South")]
STAGES = ["Main Stage", "River Stage", "Garden Tent", "Old Hall", "Main Stage Lounge"]
BANDS = ["Golden River", "Silver Foxes", "The Lanterns", "Lanterns of June", "Paper Kings", "Night Train", "Blue Harbour", "Foxes", "Hollow Pines", "Red Balloon",
         "Kings of Rust", "Velvet Crows", "Stone Garden", "North Wind", "Sugar Wolves", "Copper Moon", "The Gardeners", "Loud Neighbours", "Tin Soldiers", "Salt and Ash",
         "Black Umbrella", "Summer Static", "Glass Tigers", "River Rats", "Orange Parade", "Slow Motion", "Winter Kids", "Electric Hens", "Dust Choir", "Morning Tax"]
WORDS = ["Night", "River", "Fire", "Summer", "Road", "Glass", "Rain", "Gold"]
ENDS = ["", "Song", "Train", "Dance", "Call", "Home", "Light", "Story", "Letter", "Heart", "City", "Games", "Parade", "Machine", "Garden", "Line", "Love", "Shadow"]


def fill(m):
    editions = [(name, season) for season in (1, 2, 3) for name in FESTIVALS]
    prices, crowds, rows = m.some(range(35, 160), 15), m.some(range(1900, 24000, 50), 15), []
    for n, ((name, town, region), season) in enumerate(editions, 1):
        start = m.day(f"{2021 + season}-05-20", f"{2021 + season}-08-25")
        rows.append((n, name, town, region, season, start, later(start, days=m.whole(1, 4)), f"{prices[n - 1]}.00",
                     "n/a" if n == 4 else "unknown" if n == 9 else "" if n == 14 else "9850" if n == 2 else str(crowds[n - 1])))
    festivals = m.add("Festivals", rows)
    sizes, rows = m.some(range(150, 12000, 10), 80), []
    for f in festivals:
        for no in range(1, m.pick({2: 2, 3: 4, 4: 4, 5: 2}) + 1):
            rows.append((f[0], no, STAGES[no - 1], m.pick({"O": 5, "T": 3, "H": 2}), "n/a" if (f[0] + no) % 9 == 0 else "-" if (f[0] + no) % 11 == 0 else str(sizes.pop())))
    stages = m.add("Stages", rows)
    fees, rows = m.some(range(500, 18000, 50), 30), []
    for n, name in enumerate(BANDS, 1):
        start = m.day("2022-03-01", "2024-08-01") if m.chance(.85) else None
        rows.append((n, name, m.pick({"Germany": 5, "Sweden": 3, "Ireland": 3, "Spain": 2}), m.pick({"rock": 5, "pop": 4, "folk": 3, "jazz": 2}), m.whole(1988, 2020) if n % 11 else None,
                     m.pick({1: 6, 0: 3, 9: 2}), "on request" if n % 7 == 3 else "-" if n % 10 == 6 else "950" if n == 2 else str(fees[n - 1]), start, later(start, days=m.whole(30, 300)) if start else None))
    m.add("Bands", rows)
    titles = m.some([f"{w} {e}".strip() for w in WORDS for e in ENDS if (w, e) != ("Night", "Train")], 140) + ["Golden River", "Night Train", "Night Train"]
    songs = [(n, 6 if n == 142 else 1 if n == 141 else 11 if n == 143 else 1 + int(m.random.random() ** 1.4 * 30), title, m.whole(110, 540), m.amount(1, 5, 1) if m.chance(.85) else None) for n, title in enumerate(titles, 1)]
    m.add("Songs", songs)
    shows, lists = [], []
    for n in range(1, 211):
        f = m.pick(festivals)
        stage = m.pick([s for s in stages if s[0] == f[0]])
        band = 1 + int(m.random.random() ** 1.4 * 28)
        shows.append((n, f[0], stage[1], band, m.pick([b for b in range(1, 29) if b != band]) if m.chance(.3) else None, m.day(f[5], f[6]),
                      m.pick({"C": 7, "P": 2, "X": 2}), float(m.whole(300, 9000)), m.amount(1, 5, 1) if m.chance(.8) else None))
        own, others = [s for s in songs if s[1] == band], [s for s in songs if s[1] != band]
        played = m.some(own, m.whole(1, 4)) + m.some(others, m.pick({0: 2, 1: 3, 2: 1}))
        if n % 12 == 0 and songs[141] not in played:
            played.append(songs[141])
        lists += [(n, at, s[0], int(at == len(played) and m.chance(.5))) for at, s in enumerate(played, 1)]
    m.add("Shows", shows)
    m.add("SetLists", lists)
    amounts, rows = m.some(range(500, 40000, 50), 75), []
    for n in range(1, 76):
        f = m.pick(festivals[:13])
        rows.append((n, m.pick({"Brauhaus Nord": 3, "City Bank": 3, "Volt Energy": 2, "Bank of Talheim": 2, "Fresh Cola": 4, "Radio Nine": 2}), f[0],
                     m.pick([s[1] for s in stages if s[0] == f[0]]) if m.chance(.6) else None, m.pick({1: 2, 2: 3, 3: 5}), amounts[n - 1]))
    m.add("Sponsors", rows)
    firsts, lasts, hours, rows = m.some(FIRST, 46), m.some(LAST, 47), m.some(range(2, 190), 130), []
    for n in range(1, 131):
        f = m.pick(festivals)
        rows.append((n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", m.pick({"Arnsee": 4, "Talheim": 3, "Seeport": 3, "Wiesau": 1}), f[0], m.pick([s[1] for s in stages if s[0] == f[0]]) if m.chance(.8) else None,
                     m.pick({"BAR": 5, "GAT": 4, "SEC": 3, "CLN": 2, "MED": 1}), "-" if n % 9 == 4 else "" if n % 14 == 5 else str(hours[n - 1]), 1 + int(m.random.random() ** 2 * (n - 1)) if n > 8 else None))
    m.add("Volunteers", rows)
