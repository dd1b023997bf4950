"""A bike club: members, their bikes, the club's tours, who took part, and repairs."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE Members (MemberID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Town TEXT NOT NULL, Age INTEGER NOT NULL, JoinDate TEXT NOT NULL, YearlyFee REAL NOT NULL, FeePaid INTEGER NOT NULL, InvitedBy INTEGER REFERENCES Members(MemberID));
CREATE TABLE Bikes (BikeID INTEGER PRIMARY KEY, MemberID INTEGER REFERENCES Members(MemberID), Brand TEXT NOT NULL, BikeType TEXT NOT NULL, Gears INTEGER NOT NULL, WeightKg REAL NOT NULL, Price INTEGER NOT NULL, ModelYear INTEGER NOT NULL);
CREATE TABLE Tours (TourID INTEGER PRIMARY KEY, TourName TEXT NOT NULL, TourDate TEXT NOT NULL, DistanceKm INTEGER NOT NULL, Difficulty TEXT NOT NULL, GuideID INTEGER REFERENCES Members(MemberID));
CREATE TABLE TourMembers (TourID INTEGER NOT NULL REFERENCES Tours(TourID), MemberID INTEGER NOT NULL REFERENCES Members(MemberID), FinishMinutes INTEGER, PRIMARY KEY (TourID, MemberID));
CREATE TABLE Repairs (RepairID INTEGER PRIMARY KEY, BikeID INTEGER NOT NULL REFERENCES Bikes(BikeID), RepairDate TEXT NOT NULL, Part TEXT NOT NULL, Cost REAL NOT NULL);
"""
PLACES = "Lake Loop,River Run,Castle Hill,Vineyard Ride,Forest Track,Dam Climb,Windmill Round,Night Ride,Coast Road,Old Railway,Apple Tour,Summit Day".split(",")


def fill(m):
    firsts, lasts = m.some(FIRST, 46), m.some(LAST, 47)
    people = [(n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", m.pick({"Brookton": 6, "Marlow": 4, "Stanley": 3, "Hillview": 2}), m.whole(16, 69), m.day("2015-01-10", "2024-09-20"), m.pick([60.0, 60.0, 40.0, 90.0]), int(m.chance(.8)),
               1 + int(m.random.random() ** 2 * (n - 1)) if n > 2 and m.chance(.6) else None) for n in range(1, 56)]
    people[28] = people[28][:3] + (78,) + people[28][4:]
    people[40] = people[40][:3] + (13,) + people[40][4:]
    m.add("Members", people)
    prices, bikes = m.some(range(240, 4900, 20), 75), []
    for n in range(1, 76):
        kind = m.pick({"road": 5, "mountain": 4, "city": 3, "e-bike": 3})
        gears = {"road": [18, 20, 22], "mountain": [12, 12, 24, 27], "city": [3, 7, 7, 8], "e-bike": [8, 10, 12]}[kind]
        bikes.append((n, 1 + int(m.random.random() ** 1.4 * 46) if n not in (9, 33, 70) else None, m.pick({"Trek": 5, "Giant": 4, "Cube": 4, "Scott": 2}), kind, m.pick(gears), m.amount(7, 16, 1) + (9 if kind == "e-bike" else 0), prices[n - 1], m.whole(2012, 2024)))
    m.add("Bikes", bikes)
    lengths, tours = m.some(range(18, 164), 32), []
    for n in range(1, 33):
        tours.append((n, f"{PLACES[n % 12]} {2022 + n % 3}" if n < 31 else PLACES[n % 12] + " Extra", m.day(f"{2022 + n % 3}-03-15", f"{2022 + n % 3}-10-28"), lengths[n - 1], m.pick({"easy": 5, "medium": 4, "hard": 3}), m.whole(1, 8) if m.chance(.85) else None))
    m.add("Tours", tours)
    took = [(t[0], p[0], int(t[3] * m.amount(2.4, 4.4)) if m.chance(.92) else None) for t in tours[:29] for p in m.some(people[:48], m.pick([3, 5, 6, 8, 9, 12]))]
    m.add("TourMembers", took)
    m.add("Repairs", [(n, 1 + int(m.random.random() ** 1.5 * 64), m.day("2022-02-01", "2024-11-15"), m.pick({"chain": 5, "brakes": 4, "tyre": 6, "wheel": 2, "battery": 1}), m.skewed(8, 240)) for n in range(1, 121)])
