"""A small web shop: customers, product categories, products, orders and their items."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE Customers (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Email TEXT, City TEXT, Country TEXT NOT NULL, CreatedAt TEXT NOT NULL);
CREATE TABLE Categories (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
CREATE TABLE Products (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, CategoryId INTEGER REFERENCES Categories(Id), Price REAL NOT NULL, Stock INTEGER NOT NULL);
CREATE TABLE Orders (Id INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(Id), OrderDate TEXT NOT NULL, ShippedDate TEXT, Status TEXT NOT NULL, Total REAL NOT NULL);
CREATE TABLE OrderItems (Id INTEGER PRIMARY KEY, OrderId INTEGER NOT NULL REFERENCES Orders(Id), ProductId INTEGER NOT NULL REFERENCES Products(Id), Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL);
"""
GOODS = {1: "Novel,Cookbook,Atlas,Comic,Dictionary,Diary", 2: "Teddy bear,Puzzle,Kite,Toy train,Doll,Yo-yo", 3: "Frying pan,Tea pot,Kettle,Bread knife,Mug,Toaster,Egg timer,Corkscrew",
         4: "Garden hose,Rake,Flower pot,Shovel,Watering can", 5: "Tent,Sleeping bag,Football,Skipping rope,Backpack"}


def fill(m):
    places = {("Paris", "France"): 5, ("Lyon", "France"): 3, ("Berlin", "Germany"): 5, ("Hamburg", "Germany"): 3, ("Madrid", "Spain"): 4, ("Rome", "Italy"): 3, ("Vienna", "Austria"): 2}
    people, firsts, lasts = [], m.some(FIRST, 46), m.some(LAST, 47)
    for n in range(1, 61):
        city, country = m.pick(places)
        people.append((n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", f"c{n}@example.com" if m.chance(.85) else None, city if m.chance(.93) else None, country, m.day("2022-01-01", "2024-12-31")))
    m.add("Customers", people)
    m.add("Categories", [(1, "Books"), (2, "Toys"), (3, "Kitchen"), (4, "Garden"), (5, "Outdoor"), (6, "Music")])
    goods = []
    for kind, names in GOODS.items():
        for name in names.split(","):
            goods.append((len(goods) + 1, name, kind, m.skewed(4, 160), m.pick([0, m.whole(1, 9), m.whole(10, 30), m.whole(20, 90)])))
    goods += [(len(goods) + 1, "Gift card", None, 25.0, 500), (len(goods) + 2, "Sticker set", None, m.amount(2, 4), 120)]
    m.add("Products", goods)
    orders, items = [], []
    for n in range(1, 191):
        who = 1 + int(m.random.random() ** 1.7 * 50)
        day = m.day("2023-01-03", "2024-12-28")
        status = m.pick({"delivered": 8, "shipped": 4, "pending": 3, "cancelled": 3})
        sent = m.day(day, day[:8] + "28") if status in ("delivered", "shipped") and day[8:] < "28" else day if status in ("delivered", "shipped") else None
        total = 0.0
        for good in m.some(goods[:-4] if m.chance(.7) else goods[:12], m.pick([1, 1, 2, 2, 3, 4])):
            count, price = 2 if n == 20 else m.pick([1, 1, 1, 2, 2, 3, 5]), round(good[3] * m.pick([1, 1, 1, .9]), 2)
            items.append((len(items) + 1, n, good[0], count, price))
            total += count * price
        total += m.pick([0, 4.9, 4.9, 6.9])
        orders.append((n, who, day, sent, status, round(total, 2)))
    m.add("Orders", orders)
    m.add("OrderItems", items)
