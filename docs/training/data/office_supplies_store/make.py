"""An office supplies store: categories, products, customers, invoices and their lines, returns, and sales reps."""
from making import later

SCHEMA = """
CREATE TABLE Category (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT NOT NULL, ParentID INTEGER REFERENCES Category(CategoryID));
CREATE TABLE Product (
  ProductID INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, CategoryID INTEGER NOT NULL REFERENCES Category(CategoryID), ListPrice REAL NOT NULL,
  UnitsInStock INTEGER NOT NULL, PackSize TEXT NOT NULL, Discontinued INTEGER NOT NULL, ReplacedBy INTEGER REFERENCES Product(ProductID));
CREATE TABLE Customer (
  CustomerID INTEGER PRIMARY KEY, CompanyName TEXT NOT NULL, Country TEXT NOT NULL, Email TEXT, FirstContact TEXT NOT NULL, LastContact TEXT NOT NULL,
  ReferredBy INTEGER REFERENCES Customer(CustomerID));
CREATE TABLE SalesRep (RepID INTEGER PRIMARY KEY, RepName TEXT NOT NULL, HireDate TEXT NOT NULL, Commission REAL NOT NULL, ManagerID INTEGER REFERENCES SalesRep(RepID));
CREATE TABLE Invoice (
  InvoiceID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), RepID INTEGER NOT NULL REFERENCES SalesRep(RepID),
  IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, BillCity TEXT NOT NULL, ShipCity TEXT NOT NULL, Freight REAL NOT NULL);
CREATE TABLE InvoiceLine (
  LineID INTEGER PRIMARY KEY, InvoiceID INTEGER NOT NULL REFERENCES Invoice(InvoiceID), ProductID INTEGER NOT NULL REFERENCES Product(ProductID),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL);
"""
CATEGORIES = [("Paper", None), ("Writing", None), ("Furniture", None), ("Pens", 2), ("Pencils", 2), ("Chairs", 3), ("Labels", 1), ("Gifts", None)]
COUNTRIES = {"Austria": 6, "Poland": 4, "Ireland": 2, "Malta": 1}
CITIES = {"Graz": 5, "Linz": 4, "Krakow": 3, "Cork": 2}
MAKES = "Argo Bristol Corvo Delta Evora".split()
THINGS = {1: ["Copy paper", "Notebook", "Envelope"], 2: ["Marker", "Whiteboard chalk"], 3: ["Desk", "Shelf", "Lamp"], 4: ["Gel pen", "Fountain pen"],
          5: ["Pencil", "Crayon"], 6: ["Swivel chair", "Stool"], 7: ["Label roll"]}
FIRMS = "Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Larch Maple Nutmeg Olive Pine Quince Rowan Spruce Teak Willow".split()


def fill(m):
    m.add("Category", [(n, name, parent) for n, (name, parent) in enumerate(CATEGORIES, 1)])
    names = m.some([(f"{make} {thing}", kind) for kind, things in THINGS.items() for thing in things for make in MAKES], 60)
    prices, products = m.some(range(60, 29900, 5), 60), []
    for n, (name, kind) in enumerate(names, 1):
        gone = n > 8 and m.chance(.2)
        products.append((n, name, kind, prices[n - 1] / 100, m.pick({0: 2, 3: 2, 12: 3, 40: 3, 250: 1}),
                         m.pick(["-", "n/a"]) if n % 7 == 0 else str(m.pick([1, 2, 5, 9, 10, 12, 50, 100, 500])), int(gone), m.whole(1, n - 1) if gone and m.chance(.7) else None))
    m.add("Product", products)
    firms = m.some([f"{a} {b}" for a in FIRMS for b in ("Ltd", "Group", "Studio")], 50)
    customers = []
    for n in range(1, 51):
        first = m.day("2020-01-01", "2023-12-31")
        customers.append((n, firms[n - 1], m.pick(COUNTRIES), f"office{n}@example.org" if m.chance(.75) else None, first, later(first, days=m.pick([0, 60, 300, 700])),
                          m.pick([2, 2, 4, m.whole(1, n - 1)]) if n > 5 and m.chance(.35) else None))
    m.add("Customer", customers)
    people = set()
    while len(people) < 9:
        people.add(" ".join(m.person()))
    shares = m.some(range(40, 120, 5), 9)
    shares[3] = 35
    m.add("SalesRep", [(n, name, m.day("2011-01-01", "2023-12-31"), shares[n - 1] / 10, None if n == 1 else 1 if n < 4 else m.pick([2, 2, 3]))
                       for n, name in enumerate(m.some(sorted(people), 9), 1)])
    invoices, lines = [], []
    for n in range(1, 241):
        day, city = m.day("2023-01-02", "2024-12-20"), m.pick(CITIES)
        customer = 43 + n // 60 if n % 60 == 0 else m.whole(1, 12) if m.chance(.6) else m.whole(13, 40)
        invoices.append((n, customer, m.whole(2, 8), day, later(day, days=30), later(day, days=m.pick([3, 14, 28, 30, 41, 65])) if m.chance(.85) else None,
                         city, city if m.chance(.6) else m.pick(CITIES), m.pick({0.0: 4, 6.9: 4, 12.5: 2})))
        for product in m.some(products[:52], m.pick({1: 4, 2: 4, 3: 2, 5: 1})):
            lines.append((len(lines) + 1, n, product[0], m.pick({1: 5, 2: 3, 10: 1}), round(product[3] * (m.pick([.9, .8]) if m.chance(.12) else 1), 2)))
    m.add("Invoice", invoices)
    m.add("InvoiceLine", lines)
