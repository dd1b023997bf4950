"""Church parishes: people and their sponsors, staff with deputies, baptisms with godparents, donations, halls and bookings."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE Parishes (ParishID INTEGER PRIMARY KEY, ParishName TEXT NOT NULL UNIQUE, Town TEXT NOT NULL, FoundedYear INTEGER NOT NULL, MotherParishID INTEGER REFERENCES Parishes(ParishID));
CREATE TABLE Staff (StaffID INTEGER PRIMARY KEY, FullName TEXT NOT NULL UNIQUE, Position TEXT NOT NULL, ParishID INTEGER NOT NULL REFERENCES Parishes(ParishID), Phone TEXT, Salary INTEGER NOT NULL, StartedOn TEXT NOT NULL,
  ReportsToID INTEGER REFERENCES Staff(StaffID), DeputyID INTEGER REFERENCES Staff(StaffID));
CREATE TABLE People (PersonID INTEGER PRIMARY KEY, FullName TEXT NOT NULL UNIQUE, Town TEXT NOT NULL, Phone TEXT, Email TEXT, BirthDate TEXT NOT NULL, JoinedOn TEXT NOT NULL,
  ParishID INTEGER NOT NULL REFERENCES Parishes(ParishID), SponsorID INTEGER REFERENCES People(PersonID));
CREATE TABLE Baptisms (BaptismID INTEGER PRIMARY KEY, ChildID INTEGER NOT NULL UNIQUE REFERENCES People(PersonID), GodmotherID INTEGER REFERENCES People(PersonID), GodfatherID INTEGER REFERENCES People(PersonID),
  MinisterID INTEGER NOT NULL REFERENCES Staff(StaffID), BaptisedOn TEXT NOT NULL);
CREATE TABLE Donations (DonationID INTEGER PRIMARY KEY, DonorID INTEGER NOT NULL REFERENCES People(PersonID), HonoreeID INTEGER REFERENCES People(PersonID), Fund TEXT NOT NULL, Amount REAL NOT NULL, Method TEXT NOT NULL, GivenOn TEXT NOT NULL);
CREATE TABLE Halls (HallID INTEGER PRIMARY KEY, HallName TEXT NOT NULL UNIQUE, ParishID INTEGER NOT NULL REFERENCES Parishes(ParishID), Capacity INTEGER NOT NULL, HourlyFee INTEGER NOT NULL, FallbackHallID INTEGER REFERENCES Halls(HallID));
CREATE TABLE HallBookings (BookingID INTEGER PRIMARY KEY, HallID INTEGER NOT NULL REFERENCES Halls(HallID), BookedByID INTEGER NOT NULL REFERENCES People(PersonID), ApprovedByID INTEGER REFERENCES Staff(StaffID), KeyHolderID INTEGER REFERENCES Staff(StaffID),
  EventType TEXT NOT NULL, EventDate TEXT NOT NULL, Hours INTEGER NOT NULL, Fee REAL NOT NULL, IsPaid INTEGER NOT NULL);
CREATE TABLE Transfers (TransferID INTEGER PRIMARY KEY, PersonID INTEGER NOT NULL REFERENCES People(PersonID), FromParishID INTEGER NOT NULL REFERENCES Parishes(ParishID), ToParishID INTEGER NOT NULL REFERENCES Parishes(ParishID), TransferredOn TEXT NOT NULL, Reason TEXT);
"""
SAINTS = "Anne,Brigid,Clement,Dunstan,Edmund,Faith,Giles,Hilda,Ignatius,Jude,Kevin,Lucy,Monica,Nicholas".split(",")
TOWNS = {"Ashford": 6, "Millbrook": 4, "Redhill": 3, "Oakham": 2, "Westbury": 1}
HALLS = "Great Hall,Garden Room,Barn,Upper Room,Chapter House,Lodge,Crypt,Music Room,Old School,Library,Tithe Barn,Refectory,Cloister,Youth Den,Kitchen Hall,Annex".split(",")
POSITIONS = {"deacon": 4, "sexton": 3, "organist": 4, "secretary": 5, "verger": 2, "youth worker": 3}


def name(n):
    """The same name for the same number with every seed."""
    return f"{FIRST[n * 11 % len(FIRST)]} {LAST[(n * 7 + n // len(FIRST)) % len(LAST)]}"


def fill(m):
    m.add("Parishes", [(n, f"St {SAINTS[n - 1]}", m.pick(TOWNS), m.whole(1820, 1890) if n < 5 else m.whole(1875, 1998), m.pick({1: 4, 2: 3, 3: 1, 5: 2}) if n > 5 and n != 13 else 1 if n == 5 else None) for n in range(1, 15)])
    salaries, staff = m.some(range(24000, 58000, 350), 30), []
    for n in range(1, 31):
        chief = None if n == 1 else 1 if n < 7 else m.whole(1, 6) if n < 14 or m.chance(.7) else m.whole(7, 13)
        deputy = m.pick([x for x in range(2, 31) if x != n]) if n < 8 or m.chance(.45) else None
        staff.append((n, name(200 + n), "dean" if n == 1 else "vicar" if n < 7 else m.pick(POSITIONS), n if n < 7 else m.whole(1, 14), f"555-{2100 + n * 37}" if n < 8 or m.chance(.85) else None,
                      salaries[n - 1], m.day("1998-02-01", "2023-11-30"), chief if m.chance(.93) else None, deputy))
    m.add("Staff", staff)
    people = []
    for n in range(1, 141):
        sponsor = 1 + int(m.random.random() ** 2 * (n - 1)) if n > 3 and m.chance(.62) else None
        people.append((n, name(n), m.pick(TOWNS), f"555-{5000 + n * 13}" if m.chance(.8) else None, f"p{n}@example.org" if m.chance(.6) else None, m.day("1938-01-01", "2006-12-31"),
                       m.day("2004-01-10", "2024-10-30"), 1 + int(m.random.random() ** 1.6 * 14), sponsor))
    m.add("People", people)
    children, rows = m.some(range(40, 141), 72), []
    for n, child in enumerate(children, 1):
        mother, father = (1 + int(m.random.random() ** 1.5 * (child - 1)) for _ in "12")
        rows.append((n, child, mother if m.chance(.88) else None, father if father != mother and m.chance(.85) else None, m.whole(1, 9), m.day("2012-02-01", "2024-10-27")))
    m.add("Baptisms", rows)
    rows = []
    for n in range(1, 361):
        donor, other = 1 + int(m.random.random() ** 1.8 * 125), 1 + int(m.random.random() ** 1.3 * 140)
        rows.append((n, donor, other if other != donor and m.chance(.35) else None, m.pick({"roof": 5, "organ": 3, "youth": 3, "missions": 2, "flowers": 2}), m.skewed(5, 900), m.pick({"cash": 4, "card": 4, "transfer": 3, "cheque": 1}), m.day("2022-01-05", "2024-11-20")))
    m.add("Donations", rows)
    capacities = m.some(range(20, 320, 10), 16)
    halls = m.add("Halls", [(n, HALLS[n - 1], 1 + n % 11, capacities[n - 1], m.pick([15, 20, 20, 30, 45]), m.pick([x for x in range(1, 9) if x != n]) if n in (2, 5, 8) or n != 1 and m.chance(.65) else None) for n in range(1, 17)])
    rows = []
    for n in range(1, 191):
        hall, hours = halls[int(m.random.random() ** 1.5 * 15)], m.whole(1, 9)
        rows.append((n, hall[0], 1 + int(m.random.random() ** 1.7 * 100), m.whole(1, 10) if m.chance(.85) else None, m.whole(4, 16) if m.chance(.9) else None, m.pick({"wedding": 4, "funeral tea": 3, "choir practice": 5, "birthday": 4, "bazaar": 2, "lecture": 2}),
                     m.day("2023-01-07", "2024-12-21"), hours, round(hours * hall[4] * m.pick([1, 1, 1, .5]), 2), int(m.chance(.72))))
    m.add("HallBookings", rows)
    rows = []
    for n in range(1, 66):
        old, new = m.some([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10], 2)
        rows.append((n, m.whole(1, 140), old, new if new != old else 11, m.day("2021-03-01", "2024-11-10"), m.pick({"moved house": 5, "marriage": 3, "work": 2, None: 2})))
    m.add("Transfers", rows)
