"""A crowdfunding platform: creators, categories, projects, reward tiers, backers, pledges with add-ons, updates, deliveries."""
from making import later

SCHEMA = """
CREATE TABLE Creator (CreatorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, MentorID INTEGER REFERENCES Creator(CreatorID), RegisteredOn TEXT NOT NULL);
CREATE TABLE Category (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT NOT NULL, ParentID INTEGER REFERENCES Category(CategoryID));
CREATE TABLE Project (ProjectID INTEGER PRIMARY KEY, Title TEXT NOT NULL, CreatorID INTEGER NOT NULL REFERENCES Creator(CreatorID), CategoryID INTEGER NOT NULL REFERENCES Category(CategoryID), GoalCents INTEGER NOT NULL, SubmittedOn TEXT NOT NULL, LaunchedOn TEXT, DeadlineOn TEXT, State TEXT NOT NULL);
CREATE TABLE RewardTier (TierID INTEGER PRIMARY KEY, ProjectID INTEGER NOT NULL REFERENCES Project(ProjectID), TierName TEXT NOT NULL, MinCents INTEGER NOT NULL, MaxBackers INTEGER, WeightGrams TEXT);
CREATE TABLE Backer (BackerID INTEGER PRIMARY KEY, Email TEXT NOT NULL, BillingCity TEXT, ShippingCity TEXT, ReferrerID INTEGER REFERENCES Backer(BackerID), CreatedOn TEXT NOT NULL);
CREATE TABLE Pledge (PledgeID INTEGER PRIMARY KEY, ProjectID INTEGER NOT NULL REFERENCES Project(ProjectID), BackerID INTEGER NOT NULL REFERENCES Backer(BackerID), TierID INTEGER REFERENCES RewardTier(TierID), AmountCents INTEGER NOT NULL, TipCents INTEGER NOT NULL, PledgedOn TEXT NOT NULL, CancelledOn TEXT, ChargedOn TEXT);
CREATE TABLE PledgeAddOn (PledgeID INTEGER NOT NULL REFERENCES Pledge(PledgeID), LineNumber INTEGER NOT NULL, ItemKind TEXT NOT NULL, Quantity INTEGER NOT NULL, UnitCents INTEGER NOT NULL, ListCents INTEGER NOT NULL, PRIMARY KEY (PledgeID, LineNumber));
CREATE TABLE ProjectUpdate (UpdateID INTEGER PRIMARY KEY, ProjectID INTEGER NOT NULL REFERENCES Project(ProjectID), PostedOn TEXT NOT NULL, BackersOnly INTEGER NOT NULL);
CREATE TABLE Delivery (PledgeID INTEGER PRIMARY KEY REFERENCES Pledge(PledgeID), PromisedOn TEXT NOT NULL, ShippedOn TEXT, ArrivedOn TEXT);
"""
CATEGORIES = [(1, "Games", None), (2, "Design", None), (3, "Film", None), (4, "Board games", 1), (5, "Video games", 1), (6, "Furniture", 2), (7, "Lamps", 2), (8, "Documentary", 3), (9, "Card games", 4), (10, "Music", None)]
CITIES = ["Lyon", "Graz", "Porto", "Ghent", "Turin", "Malmo"]


def fill(m):
    m.add("Category", CATEGORIES)
    creators = [(n, " ".join(m.person()) + f" {n}", m.pick(CITIES), m.whole(1, n - 1) if n > 4 and m.chance(.5) else None, m.day("2021-06-01", "2023-12-31")) for n in range(1, 61)]
    m.add("Creator", creators)
    projects, tiers, updates = [], [], []
    for n in range(1, 101):
        who = m.whole(1, 52)
        asked = m.day(max(creators[who - 1][4], "2023-01-01"), "2025-07-31")
        state = m.pick({"funded": 8, "failed": 5, "live": 3, "cancelled": 2, "draft": 2})
        start = later(asked, days=m.whole(1, 25)) if state != "draft" else None
        end = later(start, days=m.pick([15, 30, 30, 45, 60])) if start else None
        projects.append((n, f"{m.pick(['Nordic', 'Tiny', 'Solar', 'Folding', 'Lost'])} {m.pick(['Castle', 'Lamp', 'Desk', 'Voyage', 'Deck'])} {n}", who, m.pick([1, 4, 4, 5, 6, 7, 8, 9, 9]), m.pick([20000, 30000, 50000, 80000, 150000]), asked, start, end, state))
        for at in range(m.pick([0, 1, 2, 3, 3])):
            tiers.append((len(tiers) + 1, n, ["Thanks", "Early", "Deluxe"][at], [500, 2500, 6000][at], m.pick([None, 2, 3, 5, 20]), str(m.whole(20, 3500)) if m.chance(.8) else m.pick(["n/a", "-", ""])))
        for _ in range(m.pick([0, 0, 1, 2, 4, 6]) if start else 0):
            updates.append((len(updates) + 1, n, later(start, days=m.whole(0, 120)), int(m.chance(.3))))
    m.add("Project", projects)
    m.add("RewardTier", tiers)
    backers = []
    for n in range(1, 241):
        city = m.pick(CITIES) if m.chance(.93) else None
        backers.append((n, f"b{n}@mail.example", city, city if m.chance(.7) else m.pick(CITIES), 1 + int(m.random.random() ** 2 * min(n - 1, 50)) if n > 4 and m.chance(.35) else None, m.day("2022-01-01", "2024-12-31")))
    m.add("Backer", backers)
    pledges, adds, sent = [], [], []
    for p in projects:
        if not p[6] or p[0] > 94:
            continue
        mine = [t for t in tiers if t[1] == p[0]]
        for _ in range(m.pick([2, 5, 8, 12, 16])):
            day = m.day(p[6], p[7])
            tier = m.pick(mine) if mine and m.chance(.85) else None
            lost = min(later(day, days=m.whole(0, 12)), p[7]) if m.chance(.12) else None
            paid = later(p[7], days=m.pick([0, 1, 1, 2, 7, 9])) if p[8] == "funded" and not lost and m.chance(.93) else None
            pledges.append((len(pledges) + 1, p[0], backers[int(m.random.random() ** 1.6 * 215)][0], tier[0] if tier else None, (tier[3] if tier else m.pick([300, 1000])) + m.pick([0, 0, 0, 500, 1500, 12000, 50 * m.whole(1, 40)]), m.pick([0, 0, 0, 100, 250]), day, lost, paid))
            for at in range(1, m.pick([0, 0, 1, 2, 3]) + 1):
                price = m.pick([400, 900, 1500, 2400])
                adds.append((len(pledges), at, m.pick(["poster", "sticker", "extra copy", "shirt"]), m.whole(1, 4), int(price * m.pick([1, 1, .8])), price))
            if paid and m.chance(.9):
                due = later(paid, days=m.pick([60, 90, 120]))
                ship = later(due, days=m.pick([-20, -5, 0, 0, 7, 14, 40])) if m.chance(.85) else None
                sent.append((len(pledges), due, ship, later(ship, days=m.whole(2, 12)) if ship and m.chance(.9) else None))
    m.add("Pledge", pledges)
    m.add("PledgeAddOn", adds)
    m.add("ProjectUpdate", updates)
    m.add("Delivery", sent)
