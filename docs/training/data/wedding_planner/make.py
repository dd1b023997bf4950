"""A wedding planning office: couples, weddings with two venues and two planners, supplier bookings, guests and replies, tasks, payments."""
from making import later

SCHEMA = """
CREATE TABLE Planner (PlannerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, SeniorID INTEGER, SinceDate TEXT NOT NULL, LeftDate TEXT, FeePct REAL);
CREATE TABLE Couple (
  CoupleID INTEGER PRIMARY KEY, PartnerA TEXT NOT NULL, PartnerB TEXT NOT NULL, HomeCity TEXT, FirstContact TEXT NOT NULL, SignedOn TEXT, LeadSource TEXT);
CREATE TABLE Venue (VenueID INTEGER PRIMARY KEY, VenueName TEXT NOT NULL, Region TEXT NOT NULL, Seats INTEGER, RentEUR INTEGER NOT NULL);
CREATE TABLE Package (PackageID INTEGER PRIMARY KEY, Title TEXT NOT NULL, ListPrice INTEGER NOT NULL, OnSale INTEGER NOT NULL);
CREATE TABLE Wedding (
  WeddingID INTEGER PRIMARY KEY, CoupleID INTEGER NOT NULL REFERENCES Couple(CoupleID), PackageID INTEGER NOT NULL REFERENCES Package(PackageID),
  PackagePrice INTEGER NOT NULL, LeadPlannerID INTEGER NOT NULL REFERENCES Planner(PlannerID), AssistantID INTEGER, CeremonyVenueID INTEGER, PartyVenueID INTEGER,
  WeddingDate TEXT NOT NULL, OriginalDate TEXT, Status TEXT NOT NULL, Budget INTEGER);
CREATE TABLE Trade (TradeCode TEXT PRIMARY KEY, TradeName TEXT NOT NULL);
CREATE TABLE Supplier (SupplierID INTEGER PRIMARY KEY, SupplierName TEXT NOT NULL, TradeCode TEXT NOT NULL REFERENCES Trade(TradeCode), Region TEXT, Stars INTEGER, Blacklisted INTEGER NOT NULL);
CREATE TABLE Booking (
  WeddingID INTEGER NOT NULL REFERENCES Wedding(WeddingID), SupplierID INTEGER NOT NULL REFERENCES Supplier(SupplierID), RequestedOn TEXT NOT NULL,
  ConfirmedOn TEXT, QuotedPrice INTEGER NOT NULL, FinalPrice INTEGER, PRIMARY KEY (WeddingID, SupplierID));
CREATE TABLE Guest (
  WeddingID INTEGER NOT NULL REFERENCES Wedding(WeddingID), GuestNo INTEGER NOT NULL, GuestName TEXT NOT NULL, Side TEXT NOT NULL, Reply TEXT, PlusOne INTEGER NOT NULL,
  Meal TEXT, PRIMARY KEY (WeddingID, GuestNo));
CREATE TABLE Task (
  TaskID INTEGER PRIMARY KEY, WeddingID INTEGER NOT NULL, OwnerID INTEGER, Title TEXT NOT NULL, DueDate TEXT NOT NULL, DoneDate TEXT, AfterTaskID INTEGER);
CREATE TABLE Payment (PaymentID INTEGER PRIMARY KEY, WeddingID INTEGER NOT NULL, PaidOn TEXT NOT NULL, Amount INTEGER NOT NULL, Payer TEXT NOT NULL);
"""

TRADES = [("PH", "Photographer"), ("FL", "Florist"), ("DJ", "DJ"), ("CA", "Cake maker"), ("BA", "Band"), ("MU", "Make-up artist"), ("FW", "Fireworks")]


def fill(m):
    m.add("Planner", [(n, " ".join(m.person()), None if n < 3 else m.pick([1, 2, 2, m.whole(1, n - 1)]) if m.chance(.9) else None, m.day("2014-02-01", "2025-01-10"),
                       m.day("2025-05-01", "2026-05-20") if n > 3 and m.chance(.4) else None, m.pick([8, 10, 12.5]) if m.chance(.85) else None) for n in range(1, 14)])
    couples = []
    for n in range(1, 191):
        met = m.day("2023-03-01", "2026-06-10")
        signed = later(met, days=m.whole(3, 60)) if n <= 150 else None
        couples.append((n, " ".join(m.person()), " ".join(m.person()), m.pick(["Lyon", "Annecy", "Grenoble", "Geneva"]) if m.chance(.9) else None, met,
                        signed if signed and signed <= "2026-06-29" else None, m.pick({"fair": 3, "web": 5, "friend": 4, None: 1})))
    m.add("Couple", couples)
    m.add("Venue", [(1, "Chateau Bleu", "Savoie", 160, 5200), (2, "Lake Chapel", "Savoie", 70, 900), (3, "Old Mill", "Isere", 110, 2600), (4, "Vineyard Barn", "Rhone", 200, 3900), (5, "City Hall", "Rhone", 60, 250),
                    (6, "Alpine Hut", "Isere", None, 1500), (7, "Orangery", "Savoie", 90, 2800)])
    packs = [(1, "Day coordination", 1900, 1), (2, "Partial planning", 3900, 1), (3, "Full planning", 6900, 1), (4, "Elopement", 1200, 1), (5, "Destination", 8900, 0), (6, "Micro", 990, 1)]
    m.add("Package", packs)
    weddings, guests, tasks, pays, books = [], [], [], [], {}
    for n in range(1, 171):
        c = couples[n - 1] if n <= 140 else couples[m.whole(1, 138)]
        base = c[5] or c[4]
        day = later(base, days=m.whole(60, 620))
        if m.chance(.06):
            day = m.pick(["2025-05-31", "2026-05-31", "2025-12-31", "2026-06-30"])
        status = "Held" if day <= "2026-06-30" else "Planned"
        if m.chance(.1):
            status = "Cancelled"
        was = later(day, days=-m.whole(30, 200)) if m.chance(.12) else None
        p = packs[m.pick({0: 4, 1: 4, 2: 3, 3: 2, 4: 1})]
        lead = m.whole(1, 11)
        cv = m.pick([2, 5, 1, 3, 6]) if m.chance(.9) else None
        weddings.append((n, c[0], p[0], p[2] - m.pick([0, 0, 0, 200, 400]), lead, m.whole(1, 12) if m.chance(.7) else None, cv, (cv if m.chance(.35) else m.pick([1, 3, 4, 6])) if m.chance(.92) else None,
                         day, was, status, m.pick([15000, 22000, 30000, 45000, 60000]) if m.chance(.88) else None))
        total = weddings[-1][3]
        for s in m.some(range(1, 35), m.pick([1, 2, 3, 4, 5])):
            q = m.whole(3, 40) * 100
            asked = later(day, days=-m.whole(30, 200))
            ok = later(asked, days=m.whole(1, 20)) if m.chance(.8) else None
            books[n, s] = (n, s, asked, ok, q, q + m.pick([-200, 0, 0, 150, 300]) if ok and status == "Held" else None)
        for k in range(1, m.pick([0, 6, 9, 12, 15]) + 1):
            r = m.pick({"yes": 6, "no": 2, None: 2 if day > "2026-05" else .5})
            guests.append((n, k, " ".join(m.person()), m.pick("AB"), r, int(m.chance(.3)), m.pick({"meat": 4, "fish": 2, "vegan": 2}) if r == "yes" and m.chance(.9) else None))
        before = None
        for title in ["venue contract", "invitations", "menu tasting", "seating plan", "final schedule"][:m.whole(1, 5)]:
            due = later(day, days=-m.whole(5, 150))
            done = later(due, days=m.pick([-10, -3, 0, 0, 1, 6])) if m.chance(.9) and status != "Cancelled" else None
            tasks.append((len(tasks) + 1, n, m.pick([lead, m.whole(1, 12), None]), title, due, done if done and done <= "2026-06-30" else None, before))
            before = len(tasks) if m.chance(.6) else None
        for k in range(m.pick([0, 1, 2, 2, 3]) if status != "Cancelled" else m.pick([0, 1])):
            when = later(base, days=10 + 60 * k)
            if when <= "2026-06-30":
                pays.append((len(pays) + 1, n, when, total // m.pick([2, 3, 3]), m.pick({"couple": 7, "parents": 3})))
    m.add("Wedding", weddings)
    m.add("Trade", TRADES)
    m.add("Supplier", [(n, m.pick(["Studio", "Atelier", "Maison"]) + " " + m.person()[1], m.pick([t[0] for t in TRADES[:6]]), m.pick(["Savoie", "Isere", "Rhone"]) if m.chance(.9) else None,
                        m.whole(1, 5) if m.chance(.85) else None, int(m.chance(.1))) for n in range(1, 41)])
    m.add("Booking", books.values())
    m.add("Guest", guests)
    m.add("Task", tasks)
    m.add("Payment", pays)
