"""A small pet shop: animals with their breeders, customers, sales and their lines, supplies and employees."""
from making import later

SCHEMA = """
CREATE TABLE Species (SpeciesId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
CREATE TABLE Breeders (BreederId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, TrainedBy INTEGER REFERENCES Breeders(BreederId));
CREATE TABLE Animals (
  AnimalId INTEGER PRIMARY KEY, Name TEXT NOT NULL, SpeciesId INTEGER NOT NULL REFERENCES Species(SpeciesId),
  BreederId INTEGER NOT NULL REFERENCES Breeders(BreederId), MotherId INTEGER REFERENCES Animals(AnimalId), BornOn TEXT NOT NULL,
  ArrivedOn TEXT NOT NULL, SoldOn TEXT, WeightKg TEXT NOT NULL, AskingPrice REAL NOT NULL, SalePrice REAL);
CREATE TABLE Customers (
  CustomerId INTEGER PRIMARY KEY, Name TEXT NOT NULL, BillingCity TEXT NOT NULL, DeliveryCity TEXT NOT NULL, Phone TEXT);
CREATE TABLE Supplies (
  SupplyId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Category TEXT NOT NULL, Price REAL NOT NULL, Stock INTEGER NOT NULL);
CREATE TABLE Sales (
  SaleId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId), SaleDate TEXT NOT NULL,
  Status TEXT NOT NULL, DeliveryFee REAL NOT NULL);
CREATE TABLE SaleLines (
  LineId INTEGER PRIMARY KEY, SaleId INTEGER NOT NULL REFERENCES Sales(SaleId), SupplyId INTEGER NOT NULL REFERENCES Supplies(SupplyId),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL);
CREATE TABLE Employees (
  EmployeeId INTEGER PRIMARY KEY, Name TEXT NOT NULL, HiredOn TEXT NOT NULL, Wage REAL NOT NULL, SupervisorId INTEGER REFERENCES Employees(EmployeeId));
"""
SPECIES = ["dog", "cat", "rabbit", "parrot", "hamster", "gecko", "ferret"]
PETS = "Bella Max Luna Coco Rocky Daisy Milo Nala Oscar Ruby Simba Toby Willow Ziggy Pepper Biscuit".split()
CITIES = {"Leeds": 6, "York": 4, "Hull": 2, "Ripon": 1}
GOODS = [("Dry food", "food", 18.5), ("Wet food", "food", 2.4), ("Seed mix", "food", 6.2), ("Treats", "food", 3.9), ("Leash", "gear", 14.0),
         ("Collar", "gear", 9.5), ("Cage", "housing", 89.0), ("Terrarium", "housing", 129.0), ("Dog bed", "housing", 45.0),
         ("Ball", "toys", 4.5), ("Scratching post", "toys", 39.0), ("Bell", "toys", 2.8), ("Shampoo", "care", 7.7), ("Brush", "care", 8.9),
         ("Nail clipper", "care", 11.2), ("Vitamin drops", "care", 13.1)]


def fill(m):
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 90)
    m.add("Species", list(enumerate(SPECIES, 1)))
    m.add("Breeders", [(n, names[n - 1], m.pick(CITIES), m.pick([1, 2]) if n > 4 and m.chance(.6) else None) for n in range(1, 13)])
    animals, prices = [], m.some(range(20, 900), 120)
    for n in range(1, 121):
        species = m.pick({1: 8, 2: 6, 3: 4, 4: 2, 5: 3, 6: 1})
        mothers = [row[0] for row in animals if row[2] == species and row[0] < 40]
        born = m.day("2019-03-01" if n < 40 else "2022-01-01", "2021-12-31" if n < 40 else "2024-06-30")
        arrived = later(born, days=m.whole(40, 200))
        sold = m.chance(.65)
        animals.append((n, m.pick(PETS), species, m.whole(1, 10), m.pick(mothers) if n >= 40 and mothers and m.chance(.6) else None, born,
                        arrived, later(arrived, days=m.whole(3, 180)) if sold else None, m.pick(["n/a", "-"]) if m.chance(.1) else
                        str(m.skewed(0.1, 38, 1)), prices[n - 1], prices[n - 1] - m.pick({0: 3, 5: 3, 12: 1}) if sold else None))
    m.add("Animals", animals)
    homes = [m.pick(CITIES) for _ in range(60)]
    m.add("Customers", [(n, names[11 + n], homes[n - 1], homes[n - 1] if m.chance(.6) else m.pick(CITIES),
                         f"0113 55{n:02}9" if m.chance(.7) else None) for n in range(1, 61)])
    goods = m.add("Supplies", [(n, name, kind, price, m.pick({0: 3, 4: 2, 9: 2, 15: 2, 60: 1})) for n, (name, kind, price) in enumerate(GOODS, 1)])
    sales, lines = [], []
    for n in range(1, 221):
        sales.append((n, m.whole(1, 20) if m.chance(.7) else m.whole(21, 50), m.day("2023-01-02", "2024-12-30"),
                      m.pick({"paid": 9, "open": 3, "refunded": 1}), m.pick({0.0: 5, 4.5: 4, 9.0: 1})))
        for good in m.some(goods[:14], m.pick({1: 4, 2: 4, 3: 2, 4: 1})):
            lines.append((len(lines) + 1, n, good[0], m.pick({1: 6, 2: 3, 5: 1}), round(good[3] * m.pick([1, 1, 0.9]), 2)))
    m.add("Sales", sales)
    m.add("SaleLines", lines)
    wages = m.some(range(1150, 2400, 5), 12)
    m.add("Employees", [(n, names[75 + n], m.day("2012-01-01", "2024-06-30"), wages[n - 1] / 100, None if n == 1 else 1 if n < 4 else m.pick([2, 2, 3]))
                        for n in range(1, 13)])
