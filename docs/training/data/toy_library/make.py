"""A toy library: member families and their children, toys and copies, loans, fines and donations."""
from making import later

SCHEMA = """
CREATE TABLE "Branch" ("BranchId" INTEGER PRIMARY KEY, "BranchName" TEXT NOT NULL, "ParentBranchId" INTEGER REFERENCES "Branch"("BranchId"));
CREATE TABLE "Family" (
  "FamilyId" INTEGER PRIMARY KEY, "FamilyName" TEXT NOT NULL, "JoinDate" TEXT NOT NULL, "EndDate" TEXT,
  "HomeBranchId" INTEGER NOT NULL REFERENCES "Branch"("BranchId"), "SignupBranchId" INTEGER NOT NULL REFERENCES "Branch"("BranchId"),
  "FeePaid" REAL NOT NULL);
CREATE TABLE "Child" ("ChildId" INTEGER PRIMARY KEY, "FamilyId" INTEGER NOT NULL REFERENCES "Family"("FamilyId"), "FirstName" TEXT NOT NULL, "BirthDate" TEXT NOT NULL);
CREATE TABLE "ToyCategory" ("CategoryCode" TEXT PRIMARY KEY, "Title" TEXT NOT NULL);
CREATE TABLE "Toy" (
  "ToyId" INTEGER PRIMARY KEY, "ToyName" TEXT NOT NULL, "CategoryCode" TEXT NOT NULL REFERENCES "ToyCategory"("CategoryCode"),
  "MinAge" INTEGER NOT NULL, "PieceCount" TEXT NOT NULL, "ListPrice" REAL NOT NULL, "PaidPrice" REAL NOT NULL, "Copies" INTEGER NOT NULL,
  "ReplacesToyId" INTEGER REFERENCES "Toy"("ToyId"));
CREATE TABLE "Loan" (
  "LoanId" INTEGER PRIMARY KEY, "ToyId" INTEGER NOT NULL REFERENCES "Toy"("ToyId"), "FamilyId" INTEGER NOT NULL REFERENCES "Family"("FamilyId"),
  "LoanDate" TEXT NOT NULL, "DueDate" TEXT NOT NULL, "ReturnDate" TEXT, "PickupBranchId" INTEGER NOT NULL, "ReturnBranchId" INTEGER, "Deposit" REAL NOT NULL);
CREATE TABLE "Fine" ("FineId" INTEGER PRIMARY KEY, "LoanId" INTEGER NOT NULL REFERENCES "Loan"("LoanId"), "Reason" INTEGER NOT NULL, "Amount" REAL NOT NULL, "PaidDate" TEXT);
CREATE TABLE "Review" ("ToyId" INTEGER NOT NULL REFERENCES "Toy"("ToyId"), "FamilyId" INTEGER NOT NULL REFERENCES "Family"("FamilyId"), "Stars" INTEGER NOT NULL, PRIMARY KEY ("ToyId", "FamilyId"));
"""
WORDS = "Wooden Giant Tiny Magic Flying Jolly".split()
THINGS = {"PUZ": "Puzzle Maze Tangram", "VEH": "Train Tractor Digger", "DOL": "Doll House Bear", "GAM": "Domino Lotto Memory",
          "MUS": "Drum Xylophone", "OUT": "Kite Stilts"}


def fill(m):
    m.add("Branch", [(1, "Main Hall", None), (2, "Riverside", 1), (3, "Hilltop", 1), (4, "Station", 2), (5, "Old Mill", 3), (6, "Garden Street", 1)])
    m.add("ToyCategory", [("PUZ", "Puzzles"), ("VEH", "Vehicles"), ("DOL", "Dolls"), ("GAM", "Games"), ("MUS", "Music"), ("OUT", "Outdoor"), ("BAB", "Baby toys")])
    names = "Abbas Andersen Bauer Becker Bianchi Costa Demir Dubois Eriksen Farkas Fischer Garcia Haddad Hansen Horvat Ivanova Jansen Kaya Keller Kim Kowalski Larsen Lopez Maier Marino Meyer Moreau Nagy Novak Okafor Olsen Park Petrov Rossi Sato Schmidt Silva Singh Suzuki Tanaka Torres Vogel Wagner Weber Wong Yilmaz Zhang Ziegler".split()
    families, children = [], []
    for k, name in enumerate(names, 1):
        joined = m.day("2020-01-01", "2024-03-31")
        home = m.pick({1: 6, 2: 4, 3: 3, 4: 1})
        families.append((k, name, joined, later(joined, days=m.whole(100, 700)) if m.chance(.3) else None, home,
                         home if m.chance(.6) else m.pick([1, 2, 3, 4, 5]), m.pick({20.0: 3, 35.0: 5, 50.0: 2})))
        for _ in range(m.pick({0: 2, 1: 5, 2: 5, 3: 2, 4: 1})):
            children.append((len(children) + 1, k, m.person()[0], m.day("2012-01-01", "2023-06-30")))
    m.add("Family", families)
    m.add("Child", children)
    toys = []
    for code, things in THINGS.items():
        for thing in things.split():
            for word in WORDS[:m.whole(3, 6)]:
                k, price = len(toys) + 1, m.skewed(6, 120)
                toys.append((k, f"{word} {thing}", code, m.pick([1, 2, 3, 3, 4, 5, 6, 8]), m.pick(["n/a", "-", ""]) if m.chance(.15) else str(int(m.skewed(1, 600, 0))),
                             price, round(price * m.amount(.5, 1), 2), m.pick({1: 4, 2: 4, 3: 2, 5: 1}), m.whole(1, k - 1) if k > 5 and m.chance(.25) else None))
    m.add("Toy", toys)
    liked = {t[0]: 1 + (t[0] * 7 % 5) ** 2 for t in toys if t[0] % 9}
    keen = {k: 9 if k % 6 == 0 else 4 if k % 2 else 1 for k in range(1, 45)}
    loans, fines = [], []
    for k in range(1, 601):
        day = m.day("2023-01-02", "2024-06-20")
        due = later(day, days=m.pick([14, 14, 21, 28]))
        back = later(day, days=m.whole(3, 40)) if m.chance(.86) else None
        at = m.pick({1: 6, 2: 4, 3: 3, 4: 2})
        loans.append((k, m.pick(liked), m.pick(keen), day, due, back, at, None if back is None else at if m.chance(.6) else m.pick([1, 2, 3, 5]), m.pick([0.0, 5.0, 5.0, 10.0, 20.0])))
        if back and (back > due and m.chance(.6) or m.chance(.06)):
            for _ in range(m.pick({1: 4, 2: 1})):
                fines.append((len(fines) + 1, k, m.pick({1: 6, 2: 2, 3: 2}), m.amount(1, 18), later(back, days=m.whole(0, 60)) if m.chance(.6) else None))
    m.add("Loan", loans)
    m.add("Fine", fines)
    pairs = sorted({(loan[1], loan[2]) for loan in loans})
    m.add("Review", [(toy, family, m.pick({1: 1, 2: 2, 3: 4, 4: 6, 5: 5})) for toy, family in pairs if m.chance(.4)])
