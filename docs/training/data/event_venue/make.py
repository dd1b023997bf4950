"""An event venue: halls, artists, events, ticket types, customers, bookings and payments."""

SCHEMA = """
CREATE TABLE Halls (Hall_ID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Capacity INTEGER NOT NULL, Floor INTEGER NOT NULL, Rent_Per_Day REAL NOT NULL);
CREATE TABLE Artists (Artist_ID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Genre TEXT NOT NULL, Country TEXT NOT NULL, Fee REAL NOT NULL);
CREATE TABLE Events (
  Event_ID INTEGER PRIMARY KEY, Title TEXT NOT NULL, Hall_ID INTEGER NOT NULL REFERENCES Halls(Hall_ID), Type TEXT NOT NULL,
  Event_Date TEXT NOT NULL, Announced_On TEXT NOT NULL, Status TEXT NOT NULL);
CREATE TABLE Performances (
  Event_ID INTEGER NOT NULL REFERENCES Events(Event_ID), Artist_ID INTEGER NOT NULL REFERENCES Artists(Artist_ID),
  Minutes INTEGER NOT NULL, PRIMARY KEY (Event_ID, Artist_ID));
CREATE TABLE Visitors (Visitor_ID INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, Email TEXT, Birth_Year INTEGER);
CREATE TABLE Bookings (
  Booking_ID INTEGER PRIMARY KEY, Event_ID INTEGER NOT NULL REFERENCES Events(Event_ID), Visitor_ID INTEGER NOT NULL REFERENCES Visitors(Visitor_ID),
  Booked_On TEXT NOT NULL, Seats INTEGER NOT NULL, Amount REAL NOT NULL, Channel TEXT NOT NULL, Cancelled INTEGER NOT NULL);
"""
TITLES = {"concert": "Night,Session,Live,Tour", "comedy": "Laughs,Stand-up", "conference": "Summit,Forum", "theatre": "Drama,Play,Tale", "wedding": "Wedding"}
WORDS = "Amber Blue Copper Delta Echo Fable Golden Hidden Ivory Jade Lunar Marble Northern Opal Paper Quiet".split()


def fill(m):
    halls = m.add("Halls", [(1, "Grand Hall", 900, 0, 2400.0), (2, "Blue Room", 180, 1, 520.0), (3, "Studio", 90, 1, 260.0), (4, "Terrace", 250, 2, 690.0),
                            (5, "Cellar", 120, -1, 310.0), (6, "Glass Hall", 480, 0, 1350.0), (7, "Attic", 40, 3, 120.0)])
    names = set()
    while len(names) < 110:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 110)
    artists = m.add("Artists", [(n, names[n - 1] if n % 3 else f"The {WORDS[n % 16]} {m.pick(['Foxes', 'Owls', 'Wolves'])} {n}", m.pick({"jazz": 4, "rock": 5, "folk": 2, "comedy": 3, "classical": 2}),
                                 m.pick({"Ireland": 4, "Germany": 3, "Italy": 3, "Denmark": 2, "Portugal": 1}), m.whole(3, 90) * 100.0 + n) for n in range(1, 29)])
    events, titles = [], {}
    for n in range(1, 111):
        kind = m.pick({"concert": 6, "comedy": 3, "conference": 2, "theatre": 3, "wedding": 1})
        title = f"{m.pick(WORDS)} {m.pick(TITLES[kind].split(','))}"
        titles[title] = titles.get(title, 0) + 1
        day = m.day("2023-02-01", "2024-12-30")
        events.append((n, title if titles[title] == 1 else f"{title} {titles[title]}", m.pick([1, 1, 2, 2, 3, 4, 5, 5, 6]), kind, day,
                       m.day("2022-09-01", "2022-12-31") if day < "2023-07-01" else m.day("2023-01-02", "2023-06-30"), m.pick({"held": 9, "cancelled": 2, "postponed": 1})))
    m.add("Events", events)
    shows = []
    for event in events:
        if event[3] in ("concert", "comedy", "theatre"):
            for artist in m.some(artists[:24], m.pick([1, 1, 2, 3]) if m.chance(.9) else 0):
                shows.append((event[0], artist[0], m.whole(20, 120)))
    m.add("Performances", shows)
    visitors = m.add("Visitors", [(n, names[n + 28], m.pick({"Aarhus": 5, "Odense": 4, "Vejle": 2, "Esbjerg": 2}), f"v{n}@example.net" if m.chance(.85) else None,
                                   m.whole(1950, 2006) if m.chance(.9) else None) for n in range(1, 81)])
    prices = {event[0]: m.pick([12, 15, 18, 22.5, 25, 30, 35, 45, 60]) for event in events}
    booked = []
    for n in range(1, 421):
        event, seats = events[m.whole(0, 101)], m.pick({1: 4, 2: 7, 3: 2, 4: 2, 8: 1})
        booked.append((n, event[0], 1 + int(m.random.random() ** 1.4 * 72), m.day(event[5], event[4]), seats, seats * prices[event[0]] * m.pick([1, 1, 1, .75]),
                       m.pick({"web": 6, "phone": 2, "box office": 3}), int(m.chance(.12))))
    m.add("Bookings", booked)
