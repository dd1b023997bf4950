"""A union of beekeepers: members and sponsors, posts held, apiaries, colonies, honey, fees, and a market among members."""
from making import later

SCHEMA = """
CREATE TABLE tblMembers (
  MemNo INTEGER PRIMARY KEY, MemName TEXT NOT NULL, HomeTown TEXT NOT NULL, BornYear INTEGER NOT NULL, JoinDate TEXT NOT NULL, ExitDate TEXT,
  SponsorNo INTEGER REFERENCES tblMembers(MemNo));
CREATE TABLE tblPosts (
  PostName TEXT NOT NULL, FromDate TEXT NOT NULL, ToDate TEXT, MemNo INTEGER NOT NULL REFERENCES tblMembers(MemNo), PRIMARY KEY (PostName, FromDate));
CREATE TABLE tblApiaries (
  ApiNo INTEGER PRIMARY KEY, MemNo INTEGER NOT NULL REFERENCES tblMembers(MemNo), Place TEXT NOT NULL, Town TEXT NOT NULL, AltitudeM TEXT NOT NULL);
CREATE TABLE tblColonies (
  ColNo INTEGER PRIMARY KEY, ApiNo INTEGER NOT NULL REFERENCES tblApiaries(ApiNo), StrainCode TEXT NOT NULL, QueenYear INTEGER NOT NULL,
  StartDate TEXT NOT NULL, LossDate TEXT, MotherColNo INTEGER REFERENCES tblColonies(ColNo));
CREATE TABLE tblStrains (StrainCode TEXT PRIMARY KEY, StrainName TEXT NOT NULL);
CREATE TABLE tblHarvests (
  ColNo INTEGER NOT NULL REFERENCES tblColonies(ColNo), HarvYear INTEGER NOT NULL, HoneyKind TEXT NOT NULL, GrossKg REAL NOT NULL, NetKg REAL NOT NULL,
  PRIMARY KEY (ColNo, HarvYear, HoneyKind));
CREATE TABLE tblFees (
  MemNo INTEGER NOT NULL REFERENCES tblMembers(MemNo), FeeYear INTEGER NOT NULL, AmountDue REAL NOT NULL, AmountPaid REAL NOT NULL, DueDate TEXT NOT NULL,
  PaidDate TEXT, PRIMARY KEY (MemNo, FeeYear));
CREATE TABLE tblArticles (ArtNo INTEGER PRIMARY KEY, ArtName TEXT NOT NULL, GroupName TEXT NOT NULL, ListPrice REAL NOT NULL);
CREATE TABLE tblDeals (
  DealNo INTEGER PRIMARY KEY, SellerNo INTEGER NOT NULL REFERENCES tblMembers(MemNo), BuyerNo INTEGER NOT NULL REFERENCES tblMembers(MemNo), DealDate TEXT NOT NULL);
CREATE TABLE tblDealItems (
  DealNo INTEGER NOT NULL REFERENCES tblDeals(DealNo), ArtNo INTEGER NOT NULL REFERENCES tblArticles(ArtNo), Qty INTEGER NOT NULL, UnitPrice REAL NOT NULL,
  PRIMARY KEY (DealNo, ArtNo));
"""
TOWNS = {"Aalen": 6, "Ellwangen": 4, "Lauchheim": 3, "Bopfingen": 2, "Neresheim": 1}
ARTICLES = [("smoker", "tools"), ("hive tool", "tools"), ("veil", "clothing"), ("gloves", "clothing"), ("bee suit", "clothing"), ("hive box", "hives"), ("frame set", "hives"),
            ("floor board", "hives"), ("extractor", "machines"), ("wax melter", "machines"), ("honey jar crate", "packing"), ("label roll", "packing"), ("pollen trap", "hives")]


def fill(m):
    names = set()
    while len(names) < 80:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 80)
    joined = sorted(m.some([later("1988-01-10", days=n * 15) for n in range(870)], 70))
    births = m.some(range(1936, 2003), 66)
    members = []
    for n in range(1, 66):
        members.append((n, names[n], m.pick(TOWNS), min(births[n], int(joined[n][:4]) - 16), joined[n], m.day("2023-06-01", "2024-11-30") if m.chance(.2) else None,
                        m.pick([1, 2, 2, 3, 5, 8, n - 1]) if n > 9 and m.chance(.7) else None))
    m.add("tblMembers", members)
    posts = []
    for post, step in (("chair", 5), ("treasurer", 4), ("secretary", 3), ("bee inspector", 2)):
        year = 2004
        for who in m.some(range(1, 30), 30):
            end = year + step + m.whole(-1, 1)
            posts.append((post, f"{year}-04-01", f"{end}-03-31" if end <= 2024 else None, who))
            if end > 2024:
                break
            year = end
    m.add("tblPosts", posts)
    m.add("tblStrains", [("CAR", "Carnica"), ("BUC", "Buckfast"), ("LIG", "Ligustica"), ("MEL", "Dark bee")])
    m.add("tblApiaries", [(n, m.pick(list(range(1, 58)) + [2, 3, 3, 4]), m.pick(["orchard", "wood", "meadow", "garden", "heath"]), m.pick({**TOWNS, "Heidenheim": 2}),
                           m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.pick([m.whole(70, 99), m.whole(300, 740), m.whole(300, 1250)]))) for n in range(1, 76)])
    colonies, harvests = [], []
    for n in range(1, 281):
        start = m.day("2019-04-01", "2024-06-30")
        colonies.append((n, m.whole(1, 72), m.pick({"CAR": 7, "BUC": 4, "LIG": 1}), int(start[:4]) - m.pick([0, 0, 1]), start, later(start, days=m.whole(60, 1300)) if m.chance(.3) else None,
                         1 + int(m.random.random() ** 2 * (n - 1)) if n > 30 and m.chance(.4) else None))
        for year in range(int(start[:4]), 2025):
            if m.chance(.5):
                for kind in m.some(["spring", "summer", "forest"], m.pick([1, 1, 2])):
                    gross = m.skewed(3, 46, 1)
                    harvests.append((n, year, kind, gross, round(gross * m.amount(.84, .97), 1)))
    m.add("tblColonies", colonies)
    m.add("tblHarvests", harvests)
    fees = []
    for year in (2022, 2023, 2024):
        for one in members:
            if one[4] < f"{year}-01-01" and (one[5] is None or one[5] > f"{year}-01-01"):
                due = m.pick({45.0: 5, 60.0: 3, 90.0: 1})
                paid = m.pick({due: 9, 0.0: 2, due / 3: 1})
                fees.append((one[0], year, due, paid, f"{year}-03-31", m.day(f"{year}-01-15", f"{year}-06-30") if paid else None))
    m.add("tblFees", fees)
    prices = m.some(range(5, 95), 14)
    m.add("tblArticles", [(n, name, group, prices[n] + .9) for n, (name, group) in enumerate(ARTICLES, 1)])
    deals, items = [], []
    for n in range(1, 221):
        seller, buyer = m.some([1 + int(m.random.random() ** 1.4 * 50), m.whole(4, 61), m.whole(4, 61)], 2)
        if seller == buyer:
            buyer = 62
        deals.append((n, seller, buyer, m.day("2022-01-05", "2024-11-25")))
        for art in m.some(range(1, 13), m.pick([1, 1, 2, 3])):
            items.append((n, art, m.pick([1, 1, 2, 3, 10]), round((prices[art] + .9) * (1 if m.chance(.4) else m.amount(.4, .95, 4)), 2)))
    m.add("tblDeals", deals)
    m.add("tblDealItems", items)
