"""A car workshop: customers, their cars, mechanics, jobs, and the parts that jobs used."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE Customers (CustomerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, City TEXT NOT NULL, Phone TEXT, CustomerSince TEXT NOT NULL);
CREATE TABLE Cars (
  CarId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId), Make TEXT NOT NULL, Model TEXT NOT NULL,
  BuildYear INTEGER NOT NULL, FuelType TEXT NOT NULL, Mileage INTEGER NOT NULL);
CREATE TABLE Mechanics (
  MechanicId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, HireDate TEXT NOT NULL, HourlyWage REAL NOT NULL,
  ManagerId INTEGER REFERENCES Mechanics(MechanicId));
CREATE TABLE Jobs (
  JobId INTEGER PRIMARY KEY, CarId INTEGER NOT NULL REFERENCES Cars(CarId), MechanicId INTEGER NOT NULL REFERENCES Mechanics(MechanicId),
  JobType TEXT NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT, Hours REAL NOT NULL, LabourCost REAL NOT NULL);
CREATE TABLE Parts (PartId INTEGER PRIMARY KEY, PartName TEXT NOT NULL, Brand TEXT NOT NULL, Price REAL NOT NULL, Stock INTEGER NOT NULL);
CREATE TABLE JobParts (
  JobPartId INTEGER PRIMARY KEY, JobId INTEGER NOT NULL REFERENCES Jobs(JobId), PartId INTEGER NOT NULL REFERENCES Parts(PartId),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL);
"""
MODELS = {"Toyota": ["Corolla", "Yaris", "Auris"], "Ford": ["Focus", "Fiesta"], "Opel": ["Corsa", "Astra"], "Skoda": ["Octavia", "Fabia"], "Volvo": ["V60"]}
PARTS = ("Oil filter,Air filter,Brake pad,Brake disc,Spark plug,Timing belt,Wiper blade,Battery,Headlight bulb,Fan belt,Water pump,Fuel pump,"
         "Clutch kit,Shock absorber,Radiator,Alternator,Starter,Exhaust pipe,Tyre,Wheel bearing,Engine oil,Coolant,Fuse,Thermostat,Door mirror,Tow bar").split(",")


def fill(m):
    firsts, lasts = m.some(FIRST, 47), m.some(LAST, 46)
    names = [f"{firsts[n % 47]} {lasts[n * 5 % 46]}" for n in range(80)]
    m.add("Customers", [(n, names[n], m.pick({"Graz": 6, "Linz": 4, "Wels": 2, "Leoben": 3}), f"0{m.whole(6000000, 6999999)}" if m.chance(.8) else None,
                         later("2015-02-03", n * 50 + m.whole(0, 45))) for n in range(1, 61)])
    miles = m.some(range(8000, 260000), 85)
    cars = []
    for n in range(1, 86):
        make = m.pick({"Toyota": 5, "Ford": 4, "Opel": 4, "Skoda": 2, "Volvo": 1})
        cars.append((n, n if n <= 52 else 7 if n < 56 else m.whole(1, 52), make, m.pick(MODELS[make]), m.whole(2003, 2023),
                     m.pick({"petrol": 6, "diesel": 4, "hybrid": 2, "electric": 1}), miles[n - 1]))
    m.add("Cars", cars)
    wages = m.some(range(160, 390), 10)
    m.add("Mechanics", [(n, names[60 + n], later("2008-04-01", n * 500 + m.whole(0, 400)), wages[n - 1] / 10,
                         None if n == 2 else 2 if n in (1, 4, 5, 7) else 4 if n in (3, 6) else 5) for n in range(1, 11)])
    jobs = []
    for n in range(1, 261):
        start, hours = m.day("2022-01-03", "2024-12-20"), m.pick([.5, 1, 1, 1.5, 2, 3, 5])
        jobs.append((n, 11 if m.chance(.06) else 1 + int(m.random.random() ** 1.5 * 76), 4 if m.chance(.15) else m.whole(1, 9),
                     m.pick({"service": 6, "repair": 5, "inspection": 3, "tyre change": 2}), start, later(start, m.whole(0, 25)) if m.chance(.88) else None,
                     hours, round(hours * 78 + m.whole(0, 4000) / 100, 2)))
    m.add("Jobs", jobs)
    prices = m.some(range(300, 19900), 26)
    parts = m.add("Parts", [(n + 1, PARTS[n], m.pick({"Bosch": 4, "Valeo": 3, "Mann": 2}), prices[n] / 100, 0 if n in (4, 11, 19) else m.pick([1, 2, 4, 9, 15, 40])) for n in range(26)])
    used = []
    for n in range(1, 261):
        for part in m.some(parts[:23], m.pick({0: 4, 1: 4, 2: 3, 3: 2})):
            used.append((len(used) + 1, n, part[0], m.pick({1: 6, 2: 3, 4: 2}), round(part[3] * m.pick([1, 1, 1.1, .9]), 2)))
    m.add("JobParts", used)
