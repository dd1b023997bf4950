"""A grocery chain's loyalty programme: categories in a tree, products and their successors, members, baskets, points."""
from making import later

SCHEMA = """
CREATE TABLE Category (
  CategoryId INTEGER PRIMARY KEY, CategoryName TEXT NOT NULL, ParentCategoryId INTEGER REFERENCES Category(CategoryId));
CREATE TABLE Product (
  ProductId INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, CategoryId INTEGER NOT NULL REFERENCES Category(CategoryId),
  ListPrice REAL NOT NULL, NetWeightGrams TEXT, ReplacesProductId INTEGER REFERENCES Product(ProductId), DelistedOn TEXT);
CREATE TABLE Store (
  StoreId INTEGER PRIMARY KEY, StoreName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE Member (
  MemberId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, City TEXT, JoinedOn TEXT NOT NULL, LeftOn TEXT,
  HomeStoreId INTEGER REFERENCES Store(StoreId), EnrolledStoreId INTEGER NOT NULL REFERENCES Store(StoreId),
  RecruitedByMemberId INTEGER REFERENCES Member(MemberId), HouseholdSize TEXT);
CREATE TABLE Basket (
  BasketId INTEGER PRIMARY KEY, MemberId INTEGER REFERENCES Member(MemberId), StoreId INTEGER NOT NULL REFERENCES Store(StoreId),
  BoughtAt TEXT NOT NULL, TotalAmount REAL NOT NULL, DiscountAmount REAL NOT NULL, Channel TEXT NOT NULL);
CREATE TABLE BasketLine (
  BasketId INTEGER NOT NULL REFERENCES Basket(BasketId), LineNo INTEGER NOT NULL,
  ProductId INTEGER NOT NULL REFERENCES Product(ProductId), Quantity INTEGER NOT NULL, PaidPrice REAL NOT NULL,
  PRIMARY KEY (BasketId, LineNo));
CREATE TABLE PointEntry (
  EntryId INTEGER PRIMARY KEY, MemberId INTEGER NOT NULL REFERENCES Member(MemberId), EntryType TEXT NOT NULL,
  Points INTEGER NOT NULL, BookedOn TEXT NOT NULL, ExpiresOn TEXT);
CREATE TABLE Coupon (
  CouponId INTEGER PRIMARY KEY, MemberId INTEGER NOT NULL REFERENCES Member(MemberId),
  ProductId INTEGER NOT NULL REFERENCES Product(ProductId), SentOn TEXT NOT NULL, ValidUntil TEXT NOT NULL, RedeemedOn TEXT);
"""
CATEGORIES = [(1, "Fresh", None), (2, "Pantry", None), (3, "Household", None), (4, "Fruit", 1), (5, "Dairy", 1), (6, "Cheese", 5),
              (7, "Pasta", 2), (8, "Spices", 2), (9, "Cleaning", 3), (10, "Bakery", 1), (11, "Pet Food", 3)]
GOODS = {4: "Apples Pears Plums Grapes Melons", 5: "Milk Yoghurt Butter Cream", 6: "Gouda Brie Feta Cheddar",
         7: "Penne Fusilli Spaghetti Noodles", 8: "Pepper Paprika Cumin Saffron", 9: "Soap Bleach Sponges",
         10: "Baguette Rolls Croissant Rye", 11: "Kibble Treats"}
CITIES = ["Lyon", "Nantes", "Lille", "Nice"]


def fill(m):
    m.add("Category", CATEGORIES)
    products = []
    for category, names in GOODS.items():
        for name in names.split():
            for kind in m.some(["", " Organic", " Family Pack"], m.whole(1, 3)):
                n = len(products) + 1
                products.append((n, name + kind, category, m.amount(.8, 14), m.pick(["n/a", "", "-", "90", "250", "500", "1000", "1500", "75"]),
                                 m.whole(1, n - 1) if n > 3 and m.chance(.25) else None, m.day("2024-03-01", "2025-02-28") if m.chance(.15) else None))
    m.add("Product", products)
    stores = [(n, f"Store {n:02}", CITIES[n % 4], m.day("2015-01-01", "2023-12-31"), m.day("2024-09-01", "2025-01-31") if n in (4, 9) else None)
              for n in range(1, 13)]
    m.add("Store", stores)
    members = []
    for n in range(1, 151):
        joined = m.day("2023-01-01", "2024-12-31")
        members.append((n, " ".join(m.person()), m.pick(CITIES + [None]), joined, m.day("2025-01-01", "2025-03-31") if m.chance(.15) else None,
                        m.whole(1, 12) if m.chance(.85) else None, m.whole(1, 12), m.whole(1, n - 1) if n > 6 and m.chance(.4) else None,
                        m.pick(["1", "2", "2", "3", "4", "5", "10", "n/a", "-", ""])))
    m.add("Member", members)
    baskets, lines = [], []
    for when in sorted(m.moment("2024-07-01", "2025-03-31", (7, 21)) for _ in range(1100)):
        n, total = len(baskets) + 1, 0
        for at in range(m.pick([1, 1, 2, 2, 3, 4])):
            product = m.pick(products[:-2])
            paid, quantity = round(product[3] * m.pick([1, 1, 1, .9, .75, .5]), 2), m.pick([1, 1, 1, 2, 2, 3, 6])
            total += paid * quantity
            lines.append((n, at + 1, product[0], quantity, paid))
        member = None if m.chance(.15) else members[int(m.random.random() ** 2 * 130)]
        baskets.append((n, member[0] if member else None, member[5] if member and member[5] and m.chance(.6) else m.whole(1, 12), when,
                        round(total, 2), m.pick([0, 0, 0, 0, 1, 2.5]), m.pick({"till": 7, "self-checkout": 3, "online": 2})))
    m.add("Basket", baskets)
    m.add("BasketLine", lines)
    points = []
    for n in range(1, 801):
        kind, day = m.pick({"earned": 7, "redeemed": 2, "expired": 1}), m.day("2024-07-01", "2025-03-31")
        value = m.pick([10, 25, 40, 50, 80, 120])
        points.append((n, members[int(m.random.random() ** 1.5 * 140)][0], kind, value if kind == "earned" else -value, day,
                       later(day, days=365) if kind == "earned" and m.chance(.9) else None))
    m.add("PointEntry", points)
    coupons = []
    for n in range(1, 401):
        sent = m.day("2024-09-01", "2025-03-01")
        until = later(sent, days=m.pick([14, 30]))
        coupons.append((n, m.whole(1, 145), m.pick(products)[0], sent, until,
                        later(sent, days=m.pick([0, 1, 3, 6, 7, 7, 8, 13])) if m.chance(.4) else None))
    m.add("Coupon", coupons)
