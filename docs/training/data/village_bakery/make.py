"""A village bakery: products and their categories, customers who were referred, orders and lines, invoices, bakes."""
from making import later

SCHEMA = """
CREATE TABLE Categories (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT NOT NULL, ParentID INTEGER REFERENCES Categories(CategoryID));
CREATE TABLE Products (
  ProductID INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, CategoryID INTEGER NOT NULL REFERENCES Categories(CategoryID),
  ListPrice REAL NOT NULL, WeightGrams TEXT, Vegan INTEGER NOT NULL, ReplacesID INTEGER REFERENCES Products(ProductID));
CREATE TABLE Customers (
  CustomerID INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, BillingTown TEXT NOT NULL, DeliveryTown TEXT NOT NULL,
  SignupDate TEXT NOT NULL, ReferredBy INTEGER REFERENCES Customers(CustomerID));
CREATE TABLE Bakers (BakerID INTEGER PRIMARY KEY, BakerName TEXT NOT NULL, HireDate TEXT NOT NULL, HourlyWage REAL NOT NULL);
CREATE TABLE Orders (
  OrderID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customers(CustomerID), OrderDate TEXT NOT NULL,
  PickupDate TEXT NOT NULL, Status TEXT NOT NULL, Total REAL NOT NULL);
CREATE TABLE OrderLines (
  LineID INTEGER PRIMARY KEY, OrderID INTEGER NOT NULL REFERENCES Orders(OrderID), ProductID INTEGER NOT NULL REFERENCES Products(ProductID),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL);
CREATE TABLE Invoices (
  InvoiceID INTEGER PRIMARY KEY, OrderID INTEGER NOT NULL REFERENCES Orders(OrderID), IssuedDate TEXT NOT NULL,
  DueDate TEXT NOT NULL, PaidDate TEXT, Amount REAL NOT NULL);
CREATE TABLE Bakes (
  BakeID INTEGER PRIMARY KEY, ProductID INTEGER NOT NULL REFERENCES Products(ProductID), BakerID INTEGER NOT NULL REFERENCES Bakers(BakerID),
  BakeDate TEXT NOT NULL, Pieces INTEGER NOT NULL, Burnt INTEGER NOT NULL);
"""
CATEGORIES = [("Bread", None), ("Pastry", None), ("Cakes", None), ("Rolls", 1), ("Sourdough", 1), ("Croissants", 2), ("Cookies", 2), ("Birthday cakes", 3), ("Drinks", None)]
PRODUCTS = [("Rye loaf", 1), ("White loaf", 1), ("Walnut bread", 1), ("Poppy roll", 4), ("Cheese roll", 4), ("Milk roll", 4), ("Country sourdough", 5), ("Spelt sourdough", 5), ("Butter croissant", 6), ("Almond croissant", 6), ("Oat cookie", 7), ("Ginger cookie", 7), ("Apple turnover", 2), ("Custard bun", 2), ("Carrot cake", 3), ("Chocolate cake", 3), ("Lemon cake", 3), ("Unicorn cake", 8), ("Number cake", 8), ("Plum tart", 3), ("Sesame bagel", 4), ("Olive bread", 1), ("Vegan brownie", 3), ("Seed roll", 4)]
TOWNS = {"Ashford": 6, "Milton": 4, "Brook": 3, "Hilltop": 2}


def fill(m):
    m.add("Categories", [(n, *row) for n, row in enumerate(CATEGORIES, 1)])
    prices = m.some(range(80, 1900, 10), 24)
    goods = m.add("Products", [(n, name, kind, (3000 + n * 250) / 100 if kind == 8 else prices[n - 1] / 100,
                                m.pick(["n/a", "-", ""]) if n % 6 == 0 else str(m.pick([m.whole(5, 9) * 10, m.whole(11, 95) * 10, m.whole(100, 160) * 10])),
                                int(n == 23 or m.chance(.3)), n - 20 if n > 20 else {11: 12, 12: 3}.get(n))
                               for n, (name, kind) in enumerate(PRODUCTS, 1)])
    people = set()
    while len(people) < 70:
        people.add(" ".join(m.person()))
    people = m.some(sorted(people), 70)
    m.add("Customers", [(n, people[n - 1], m.pick(TOWNS), m.pick(TOWNS), m.day("2021-01-04", "2024-11-30"), None if n < 6 else m.pick([None, m.whole(1, n - 1), m.whole(1, 5)])) for n in range(1, 56)])
    m.add("Bakers", [(n, people[n + 55], m.day("2012-02-01", "2024-03-31"), m.whole(52, 96) / 4) for n in range(1, 9)])
    buyers, orders, lines = list(range(1, 46)) + [3] * 8 + [17] * 5, [], []
    for n in range(1, 171):
        total, day = 0, m.day("2023-01-03", "2024-12-24")
        for item in m.some(goods[:22], m.pick({1: 4, 2: 4, 3: 2, 4: 1})):
            count, price = m.pick({1: 5, 2: 4, 6: 2, 10: 1}), round(item[3] * m.pick([1, 1, .9]), 2)
            lines.append((len(lines) + 1, n, item[0], count, price))
            total += count * price
        orders.append((n, m.pick(buyers), day, later(day, days=m.pick([0, 1, 2, 5, 14])), m.pick({"picked up": 7, "open": 2, "cancelled": 2}), round(total, 2)))
    m.add("Orders", orders)
    m.add("OrderLines", lines)
    bills = []
    for row in orders:
        if m.chance(.65):
            paid = later(row[3], days=m.pick([1, 5, 10, 20, 30, 45])) if m.chance(.75) else None
            bills.append((len(bills) + 1, row[0], row[3], later(row[3], days=14), paid, row[5]))
    m.add("Invoices", bills)
    m.add("Bakes", [(n, m.pick(list(range(1, 20)) + [1, 1, 9, 9]), m.pick([1, 1, 1, 2, 2, 3, 4, 5, 6]), m.day("2024-01-02", "2024-12-24"), m.whole(2, 24) * 5, m.pick([0, 0, 0, 1, 2, 4])) for n in range(1, 301)])
