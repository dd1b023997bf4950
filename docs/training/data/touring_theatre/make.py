"""A touring theatre: countries, venues, productions, performances, actors and their roles, ticket sales."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE Country (CountryCode TEXT PRIMARY KEY, CountryName TEXT NOT NULL UNIQUE, Region TEXT NOT NULL);
CREATE TABLE Venue (
  VenueID INTEGER PRIMARY KEY, VenueName TEXT NOT NULL UNIQUE, CountryCode TEXT NOT NULL REFERENCES Country(CountryCode),
  Kind TEXT NOT NULL, Seats INTEGER, Rent TEXT NOT NULL);
CREATE TABLE Production (
  ProductionID INTEGER PRIMARY KEY, Title TEXT NOT NULL UNIQUE, Genre TEXT, Audience TEXT NOT NULL, Minutes INTEGER NOT NULL, Budget REAL);
CREATE TABLE Performance (
  PerformanceID INTEGER PRIMARY KEY, ProductionID INTEGER NOT NULL REFERENCES Production(ProductionID),
  VenueID INTEGER NOT NULL REFERENCES Venue(VenueID), PlayedOn TEXT NOT NULL, Status TEXT NOT NULL, Visitors INTEGER, Fee REAL NOT NULL);
CREATE TABLE Actor (
  ActorID INTEGER PRIMARY KEY, FullName TEXT NOT NULL UNIQUE, CountryCode TEXT REFERENCES Country(CountryCode),
  Contract TEXT NOT NULL, Voice TEXT, DayRate REAL);
CREATE TABLE Casting (
  CastingID INTEGER PRIMARY KEY, ProductionID INTEGER NOT NULL REFERENCES Production(ProductionID),
  ActorID INTEGER NOT NULL REFERENCES Actor(ActorID), RoleName TEXT NOT NULL, RoleSize TEXT NOT NULL, SignedOn TEXT);
CREATE TABLE TicketSale (
  SaleID INTEGER PRIMARY KEY, PerformanceID INTEGER NOT NULL REFERENCES Performance(PerformanceID), Channel TEXT NOT NULL,
  Tickets INTEGER NOT NULL, TicketPrice REAL NOT NULL, Stars INTEGER, SoldOn TEXT NOT NULL);
"""
COUNTRIES = [line.split(" ") for line in """AT Austria centre,AU Australia overseas,BE Belgium west,CH Switzerland centre,CZ Czechia centre
DE Germany centre,DK Denmark north,EE Estonia north,ES Spain south,IE Ireland west,IT Italy south,NL Netherlands west
NO Norway north,PL Poland centre,PT Portugal south,SE Sweden north,SI Slovenia south""".replace("\n", ",").split(",")]
WHERE = {"DE": 12, "AT": 6, "DK": 5, "SE": 6, "SI": 3, "CH": 5, "CZ": 4, "ES": 6, "EE": 3, "PL": 4, "IE": 3, "IT": 3, "AU": 2}
TITLES = ("Winter Garden,The Paper King,Harbour Lights,A Guest Too Many,The Silver Fox,Midnight Tram,The Lost Umbrella,Three Sisters of Lund,"
          "The Clockmaker,Wolf and Lamb,Red Curtain,The Borrowed Crown,Salt and Snow,Uncle Bertram,The Talking Well,Paper Boats,"
          "The Last Lantern,House of Echoes,Seven Suitcases,The Glass Bride,Dragon in the Attic,Letters from Riga,The Fourth Wall,"
          "Mr Pocket,The Orchard Thief,Queen of Hearts,Night Ferry,The Wooden Prince,Small Thunder,Tango for Two,The Empty Chair,"
          "Moonwalkers,The Mirror Room,Blue Hour,The Tin Drummer,Last Stop").split(",")
HOUSES = "Old,New,City,Royal,River,North,Market,Garden,Harbour,Castle".split(",")
ROLES = "King,Nurse,Doctor,Thief,Neighbour,Aunt,Soldier,Narrator,Baker,Ghost,Guest,Daughter,Judge,Sailor".split(",")


def fill(m):
    m.add("Country", COUNTRIES)
    rents = m.some(range(180, 4200, 15), 60)
    kinds = {"hall": 6, "church": 5, "opera": 2, "castle": 2, "school": 4}
    venues = []
    for n in range(1, 61):
        kind = m.pick(kinds)
        code = ("DE", "SE", "AT", "DK", "ES", "CH", "SI", "EE", "AU", "CZ")[n - 1] if n < 11 else m.pick(WHERE)
        venues.append((n, f"{HOUSES[n % 10]} {kind.title()} {1 + n // 10}", code, kind, m.whole(60, 1400) if m.chance(.85) else None,
                       str(rents[n - 1]) if m.chance(.8) else "n/a"))
    m.add("Venue", venues)
    m.add("Production", [(n, TITLES[n - 1], m.pick({"comedy": 6, "tragedy": 3, "musical": 3, "puppet": 3}) if m.chance(.83) else None,
                          m.pick({"adult": 6, "family": 5, "child": 5}), m.whole(40, 165), m.skewed(4000, 90000, 0) if m.chance(.8) else None)
                         for n in range(1, 37)])
    fees, performances = m.some(range(30000, 480000, 25), 400), []
    for n in range(1, 401):
        day = m.day("2022-01-10", "2025-12-20")
        if n < 8:
            day = f"2024-05-{n * 3:02}"
        status = m.pick({"played": 8, "cancelled": 2}) if day < "2025-04-01" else m.pick({"planned": 8, "cancelled": 1})
        performances.append((n, 1 + int(m.random.random() ** 1.4 * 31), 1 + int(m.random.random() ** 1.2 * 53), day, status,
                             m.whole(20, 900) if status == "played" and m.chance(.85) else None, fees[n - 1] / 100))
    m.add("Performance", performances)
    rates = m.some(range(9000, 52000, 150), 80)
    m.add("Actor", [(n, f"{FIRST[n * 7 % 48]} {LAST[(n * 5 + n // 48) % 48]}", ("AT", "AU", "DK", "DE", "IE", "PL")[n - 1] if n < 7 else m.pick(WHERE) if m.chance(.9) else None,
                     m.pick({"season": 5, "month": 4, "guest": 3}), m.pick({"soprano": 3, "alto": 3, "tenor": 3, "bass": 2}) if m.chance(.8) else None,
                     rates[n - 1] / 100 if m.chance(.82) else None) for n in range(1, 81)])
    castings = []
    for production in range(1, 35):
        for part, role in enumerate(m.some(ROLES, m.whole(5, 8))):
            castings.append((len(castings) + 1, production, 1 + int(m.random.random() ** 1.7 * 70), role,
                             "lead" if not part else "support" if part < 4 else "extra",
                             m.day("2022-01-05", "2025-06-30") if m.chance(.85) else None))
    m.add("Casting", castings)
    sales = []
    for n in range(1, 561):
        show = performances[int(m.random.random() ** 1.3 * 300)]
        sales.append((n, show[0], m.pick({"web": 6, "phone": 3, "door": 2}), m.pick({1: 3, 2: 6, 3: 2, 4: 3, 12: 1}), m.pick([12.0, 18.5, 24.0, 32.0, 45.0]),
                      m.whole(1, 5) if m.chance(.6) else None, later(show[3], days=-m.whole(0, 110))))
    m.add("TicketSale", sales)
