"""An auction house: sales in several currencies, lots, bids in epoch seconds, premiums, consignors, invoices, daily rates."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE Specialist (
  SpecialistID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, ReportsTo INTEGER REFERENCES Specialist(SpecialistID), HiredOn TEXT);
CREATE TABLE Department (DepartmentID INTEGER PRIMARY KEY, Name TEXT NOT NULL, HeadID INTEGER REFERENCES Specialist(SpecialistID));
CREATE TABLE Sale (
  SaleID INTEGER PRIMARY KEY, Title TEXT NOT NULL, DepartmentID INTEGER REFERENCES Department(DepartmentID),
  City TEXT, SaleType TEXT NOT NULL, StartsAt TEXT NOT NULL, Currency TEXT NOT NULL, PremiumPct REAL NOT NULL, Status TEXT NOT NULL);
CREATE TABLE Artist (ArtistID INTEGER PRIMARY KEY, Name TEXT NOT NULL, BirthYear INTEGER, DeathYear INTEGER, Nationality TEXT);
CREATE TABLE Category (CategoryID INTEGER PRIMARY KEY, Name TEXT NOT NULL, ParentID INTEGER REFERENCES Category(CategoryID));
CREATE TABLE Consignor (
  ConsignorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT, CommissionPct INTEGER NOT NULL, JoinedOn TEXT);
CREATE TABLE Bidder (
  BidderID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT, Kind TEXT, RegisteredAt TEXT NOT NULL, Blocked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Lot (
  LotID INTEGER PRIMARY KEY, SaleID INTEGER NOT NULL REFERENCES Sale(SaleID), LotNumber INTEGER NOT NULL, Title TEXT NOT NULL,
  ArtistID INTEGER REFERENCES Artist(ArtistID), CategoryID INTEGER REFERENCES Category(CategoryID),
  ConsignorID INTEGER NOT NULL REFERENCES Consignor(ConsignorID), EstimateLow INTEGER, EstimateHigh INTEGER, Reserve INTEGER,
  WithdrawnAt TEXT, HammerPrice INTEGER, BuyerID INTEGER REFERENCES Bidder(BidderID), RelistedFrom INTEGER REFERENCES Lot(LotID));
CREATE TABLE Bid (
  BidID INTEGER PRIMARY KEY, LotID INTEGER NOT NULL REFERENCES Lot(LotID), BidderID INTEGER NOT NULL REFERENCES Bidder(BidderID),
  PlacedAt INTEGER NOT NULL, Amount INTEGER NOT NULL, Channel TEXT NOT NULL, Retracted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Watch (
  BidderID INTEGER REFERENCES Bidder(BidderID), LotID INTEGER REFERENCES Lot(LotID), AddedOn TEXT, PRIMARY KEY (BidderID, LotID));
CREATE TABLE FxRate (Currency TEXT, RateDate TEXT, EurPerUnit REAL NOT NULL, PRIMARY KEY (Currency, RateDate));
CREATE TABLE Invoice (
  InvoiceID INTEGER PRIMARY KEY, SaleID INTEGER REFERENCES Sale(SaleID), BidderID INTEGER REFERENCES Bidder(BidderID),
  IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, Amount REAL NOT NULL, Cancelled TEXT NOT NULL DEFAULT 'N');
CREATE TABLE Payment (
  PaymentID INTEGER PRIMARY KEY, InvoiceID INTEGER REFERENCES Invoice(InvoiceID), PaidOn TEXT, Amount REAL, Method TEXT);
"""

CATEGORIES = [(1, "Fine Art", None), (2, "Paintings", 1), (3, "Prints", 1), (4, "Sculpture", 1), (5, "Decorative Arts", None),
              (6, "Furniture", 5), (7, "Silver", 5), (8, "Jewellery", None), (9, "Watches", 8), (10, "Rings", 8),
              (11, "Old Masters", 2), (12, "Modern Paintings", 2), (13, "Wristwatches", 9), (14, "Wine", None)]
THINGS = {3: "Lithograph|Etching|Woodcut", 4: "Bronze figure|Marble bust", 6: "Armchair|Writing desk|Commode|Pair of chairs",
          7: "Silver tray|silver candlesticks|Tea set", 10: "Diamond ring|Sapphire ring", 11: "Portrait of a lady|Still life with fruit|View of Venice",
          12: "Untitled|Composition|Still life|Harbour at night", 13: "Chronograph|Diver's watch|Dress watch"}


def epoch(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def fill(m):
    people = [(n, " ".join(m.person()), None if n == 1 else m.whole(1, min(n - 1, 4)), m.day("2008-01-01", "2023-06-30")) for n in range(1, 15)]
    m.add("Specialist", people)
    m.add("Department", [(1, "Modern & Contemporary", 2), (2, "Old Masters", 3), (3, "Jewels & Watches", 5), (4, "Furniture & Silver", 6),
                         (5, "Wine", None)])
    sales = []
    starts = sorted([m.moment("2023-01-09", "2024-06-27", (9, 19))[:17] + "00" for _ in range(23)]
                    + ["2023-03-31 18:30:00", "2023-12-31 11:00:00", "2024-03-31 15:00:00"])
    for n, start in enumerate(starts + ["2024-07-16 14:00:00", "2024-09-10 18:00:00"], 1):
        kind = m.pick({"live": 6, "online": 4, "Online": 1})
        city = None if kind != "live" else m.pick(["Vienna", "Vienna", "London", "Geneva", "New York"])
        money = {"London": "GBP", "Geneva": "CHF", "New York": "USD"}.get(city, "EUR")
        dept = m.pick({1: 4, 2: 3, 3: 3, 4: 3})
        sales.append((n, {1: "Modern Art", 2: "Old Master Sale", 3: "Important Jewels", 4: "Interiors"}[dept] + m.pick([" I", " II", " - Evening", ""]),
                      dept, city, kind, start, money, m.pick([20.0, 22.5, 25.0, 26.0]),
                      "upcoming" if start > "2024-07" else "cancelled" if n in (7, 19) else "closed"))
    m.add("Sale", sales)
    artists = [(n, " ".join(m.person()), m.whole(1590, 1975), None, m.pick(["Austrian", "French", "Italian", "British", "Dutch", None]))
               for n in range(1, 46)]
    artists = [a[:3] + (None if a[2] > 1935 and m.chance(.7) or m.chance(.05) else min(a[2] + m.whole(28, 88), 2022),) + a[4:] for a in artists]
    m.add("Artist", artists)
    m.add("Category", CATEGORIES)
    sellers = []
    for n in range(1, 71):
        joined = m.day("2016-02-01", "2024-05-31")
        sellers.append((n, m.pick(["Estate of ", "", "", ""]) + " ".join(m.person()), m.pick(["AT", "AT", "DE", "GB", "CH", "US", None]),
                        m.pick([0, 5, 8, 10, 10, 12, 15]), f"{joined[5:7]}/{joined[8:]}/{joined[:4]}"))
    m.add("Consignor", sellers)
    bidders = [(n, " ".join(m.person()), m.pick(["AT", "DE", "GB", "US", "CH", "IT", None]), m.pick({"private": 7, "dealer": 4, "museum": 1, "Dealer": 1}),
                m.moment("2019-01-01", "2024-06-25").replace(" ", "T") + "Z", int(m.chance(.06))) for n in range(1, 201)]
    m.add("Bidder", bidders)
    lots, bids, unsold = [], [], []
    for sale in sales:
        number, at = 0, later(sale[5], minutes=5)
        for _ in range(m.whole(17, 30)):
            number += 1 if m.chance(.95) else 2
            group = {1: [3, 4, 12, 12], 2: [11, 11, 11, 3], 3: [10, 13, 13], 4: [6, 7, 7]}[sale[2]]
            kind = m.pick(group)
            low = m.pick([200, 300, 500, 800, 1000, 1500, 2000, 3000, 5000, 8000, 12000, 20000, 40000, 100000])
            reserve = None if m.chance(.35) else int(low * m.pick([.7, .8, .8, 1]))
            old = unsold.pop(0) if unsold and lots[unsold[0] - 1][1] < sale[0] - 1 and lots[unsold[0] - 1][5] in group and m.chance(.7) else None
            title, artist, seller = m.pick(THINGS[kind].split("|")), m.whole(1, 40) if kind in (3, 4, 11, 12) and m.chance(.93) else None, 1 + int(m.random.random() ** 1.5 * 63)
            if old:
                before = lots[old - 1]
                title, artist, kind, seller, low = before[3], before[4], before[5], before[6], int(before[7] * .8)
                reserve = None if before[9] is None else int(low * .8)
            lot = [len(lots) + 1, sale[0], number, title, artist, kind, seller, low, int(low * 1.5), reserve, None, None, None, old]
            if m.chance(.045) and sale[8] != "cancelled":
                lot[10] = later(sale[5][:10], days=-m.whole(0, 20))
            lots.append(lot)
            at = later(at, minutes=m.whole(1, 4))
            if lot[10] or sale[8] != "closed":
                continue
            price, best, second = int(low * m.pick([.5, .6, .7])), None, None
            crowd = m.some(range(1, 181), m.pick([2, 2, 3, 4, 5]))
            for step in range(m.pick([0, 1, 2, 3, 4, 5, 6, 7, 9])):
                who = m.pick([c for c in crowd if not best or c != best[2]])
                channel = m.pick({"room": 4, "phone": 3, "internet": 5, "absentee": 1} if sale[4] == "live" else {"internet": 9, "absentee": 1})
                when = epoch(at) + step * 9 + m.whole(0, 8) - (86400 * m.whole(1, 4) if channel == "absentee" else 0)
                off = int(m.chance(.02))
                bid = (len(bids) + 1, lot[0], who, when, price, channel, off)
                bids.append(bid)
                if not off:
                    best = bid
                price = price + max(50, int(price * m.pick([.08, .1, .15, .3]) / 50) * 50) if not m.chance(.03) else price
            good = [b for b in bids[-12:] if b[1] == lot[0] and not b[6]]
            if good:
                best = max(good, key=lambda b: (b[4], -b[3], -b[0]))
                if best[4] >= (reserve or 0):
                    lot[11], lot[12] = best[4], best[2]
            if lot[11] is None:
                unsold.append(lot[0])
    m.add("Lot", lots)
    m.add("Bid", bids)
    seen = {(m.whole(1, 200), 1 + int(m.random.random() * len(lots))): m.day("2023-01-01", "2024-06-28") for _ in range(420)}
    m.add("Watch", [key + (day,) for key, day in seen.items()])
    rates, day, now = [], "2023-01-02", {"USD": .93, "GBP": 1.14, "CHF": 1.01, "EUR": 1.0}
    while day <= "2024-06-28":
        if datetime.date.fromisoformat(day).weekday() < 5:
            for money in now:
                if money != "EUR":
                    now[money] = round(now[money] * m.amount(.995, 1.005, 5), 4)
                rates.append((money, day, now[money]))
        day = later(day, days=1)
    m.add("FxRate", rates)
    bills, paid, sums = [], [], {}
    for lot in lots:
        if lot[11]:
            key = (lot[1], lot[12])
            sums[key] = sums.get(key, 0) + lot[11] * (1 + sales[lot[1] - 1][7] / 100)
    for (sale, who), amount in sums.items():
        issued = later(sales[sale - 1][5][:10], days=m.whole(0, 3))
        bills.append((len(bills) + 1, sale, who, issued, later(issued, days=30), round(amount, 2), "Y" if m.chance(.05) else "N"))
        if bills[-1][6] == "N" and m.chance(.85):
            shares = m.pick([[1], [1], [1], [.5, .5], [.3]])
            for share in shares:
                paid.append((len(paid) + 1, len(bills), later(issued, days=m.whole(1, 60)), round(amount * share, 2),
                             m.pick(["wire", "wire", "card", "Wire", "cheque"])))
    m.add("Invoice", bills)
    m.add("Payment", paid)
