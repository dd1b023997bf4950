"""A yard that builds boats: models, orders by clients, workers and foremen, work steps, parts and suppliers, instalments, sea trials, warranty claims."""
from making import later

SCHEMA = """
CREATE TABLE Client (ClientID INTEGER PRIMARY KEY, ClientName TEXT NOT NULL, Country TEXT NOT NULL, FirstContact TEXT NOT NULL, BroughtBy INTEGER REFERENCES Client(ClientID));
CREATE TABLE BoatModel (
  ModelID INTEGER PRIMARY KEY, ModelName TEXT NOT NULL, HullClass TEXT NOT NULL, LengthFt TEXT NOT NULL, ListPrice INTEGER NOT NULL, PredecessorID INTEGER REFERENCES BoatModel(ModelID), EndedOn TEXT);
CREATE TABLE Worker (
  WorkerID INTEGER PRIMARY KEY, WorkerName TEXT NOT NULL, ForemanID INTEGER REFERENCES Worker(WorkerID), Trade TEXT NOT NULL, BornOn TEXT NOT NULL, HiredOn TEXT NOT NULL, LeftOn TEXT, HourlyCents INTEGER NOT NULL);
CREATE TABLE Boat (
  HullNo INTEGER PRIMARY KEY, ModelID INTEGER NOT NULL REFERENCES BoatModel(ModelID), ClientID INTEGER REFERENCES Client(ClientID), OrderedOn TEXT NOT NULL, KeelLaidOn TEXT, PromisedOn TEXT NOT NULL,
  HandedOverOn TEXT, CancelledOn TEXT, SoldPrice INTEGER NOT NULL, BuildPort TEXT NOT NULL, DeliveryPort TEXT NOT NULL, Stage INTEGER NOT NULL);
CREATE TABLE WorkStep (
  HullNo INTEGER NOT NULL REFERENCES Boat(HullNo), StepNo INTEGER NOT NULL, WorkerID INTEGER NOT NULL REFERENCES Worker(WorkerID), Kind TEXT NOT NULL, PlannedMinutes INTEGER NOT NULL, ActualMinutes INTEGER,
  DoneOn TEXT, PRIMARY KEY (HullNo, StepNo));
CREATE TABLE Part (PartNo TEXT PRIMARY KEY, PartName TEXT NOT NULL, PartGroup TEXT NOT NULL, CatalogCost REAL NOT NULL, OnHand INTEGER NOT NULL, MinOnHand INTEGER NOT NULL);
CREATE TABLE PartUse (HullNo INTEGER NOT NULL REFERENCES Boat(HullNo), PartNo TEXT NOT NULL REFERENCES Part(PartNo), Qty INTEGER NOT NULL, PaidCost REAL NOT NULL, PRIMARY KEY (HullNo, PartNo));
CREATE TABLE Instalment (HullNo INTEGER NOT NULL REFERENCES Boat(HullNo), SeqNo INTEGER NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, NetAmount INTEGER NOT NULL, GrossAmount INTEGER NOT NULL, PRIMARY KEY (HullNo, SeqNo));
CREATE TABLE SeaTrial (TrialID INTEGER PRIMARY KEY, HullNo INTEGER NOT NULL REFERENCES Boat(HullNo), HeldOn TEXT NOT NULL, TopKnots TEXT NOT NULL, Passed INTEGER NOT NULL);
CREATE TABLE Claim (ClaimID INTEGER PRIMARY KEY, HullNo INTEGER NOT NULL REFERENCES Boat(HullNo), OpenedOn TEXT NOT NULL, ClosedOn TEXT, CostCents INTEGER);
"""
MODELS = [(1, "Tern", "Dinghy", "9", 7800, None, "2025-03-31"), (2, "Tern Two", "Dinghy", "10", 8900, 1, None), (3, "Skua", "Sloop", "24", 46500, None, "2024-12-31"), (4, "Skua Sport", "Sloop", "26", 54900, 3, None), (5, "Gannet", "Sloop", "34", 128000, None, None),
          (6, "Puffin", "Motor", "18", 31500, None, None), (7, "Puffin Max", "Motor", "22", 42000, 6, None), (8, "Albatross", "Ketch", "52", 410000, None, None), (9, "Custom", "Motor", "n/a", 90000, None, None), (10, "Petrel", "Ketch", "tba", 260000, 8, None)]
PARTS = [("AN1", "Anchor", "deck", 140, 22, 5), ("WI2", "Winch", "deck", 420, 3, 6), ("MA1", "Mast", "rig", 2600, 1, 1), ("BO1", "Boom", "rig", 780, 0, 2), ("SA1", "Main sail", "rig", 1900, 4, 2), ("EN1", "Engine 20 hp", "drive", 5200, 0, 1),
         ("PR1", "Propeller", "drive", 310, 9, 4), ("BA1", "Battery", "electric", 190, 31, 10), ("LI1", "Deck light", "electric", 35.5, 120, 40), ("GP1", "Plotter", "electric", 890, 2, 4), ("CU1", "Cushion", "cabin", 75, 64, 20), ("ST1", "Stove", "cabin", 330, 0, 0)]


def fill(m):
    clients = [(n, " ".join(m.person()), m.pick({"Norway": 5, "Germany": 6, "France": 3, "Italy": 1}), m.day("2021-01-05", "2025-12-20"), m.whole(1, n - 1) if n > 6 and m.chance(.35) else None) for n in range(1, 91)]
    m.add("Client", clients)
    m.add("BoatModel", MODELS)
    workers = [(n, " ".join(m.person()), None if n < 3 else m.whole(1, 2) if n < 7 else m.whole(2, 6), m.pick({"carpenter": 5, "rigger": 3, "painter": 2, "electrician": 2}), m.day("1958-01-01", "2006-12-31"), m.day("2005-02-01", "2025-10-01"),
                m.day("2025-11-01", "2026-06-15") if n > 6 and m.chance(.2) else None, m.whole(38, 76) * 50) for n in range(1, 25)]
    m.add("Worker", workers)
    m.add("Part", PARTS)
    boats, steps, uses, pays, trials, claims = [], [], [], [], [], []
    for n in range(1, 171):
        mod = MODELS[m.pick({0: 6, 1: 7, 2: 4, 3: 6, 4: 3, 5: 6, 6: 4, 7: 1, 8: 1})]
        ordered = m.day("2023-01-10", "2026-05-20")
        gone = later(ordered, days=m.whole(5, 60)) if m.chance(.08) else None
        keel = later(ordered, days=m.whole(10, 90)) if not gone else None
        keel = keel if keel and keel < "2026-06-20" else None
        promised = later(ordered, days=m.pick([120, 180, 180, 240, 365]))
        over = later(promised, days=m.pick([-20, -9, -2, 0, 6, 15, 40, 70])) if keel else None
        over = over if over and over < "2026-06-25" else None
        stage = 9 if gone else 4 if over else 1 if not keel else m.pick([2, 2, 3])
        price = round(mod[4] * m.pick([1, 1, .95, .9, 1.08, 1.25]))
        boats.append((n, mod[0], clients[int(m.random.random() ** 1.7 * 78)][0] if m.chance(.94) else None, ordered, keel, promised, over, gone, price, m.pick({"Kristiansand": 5, "Arendal": 3}),
                      m.pick({"Oslo": 4, "Kiel": 4, "Arendal": 2, "Brest": 2}), stage))
        if keel:
            for k in range(1, m.whole(3, 6) + 1):
                plan = m.whole(6, 60) * 30
                did = stage == 4 or m.chance(.4)
                steps.append((n, k, m.pick({w: 23 - w for w in range(1, 22)}), m.pick(["hull", "deck", "rig", "paint", "wiring"]), plan, round(plan * m.pick([.8, 1, 1, 1.2, 1.6])) if did else None, later(keel, days=k * m.whole(3, 15)) if did else None))
            for p in m.some(PARTS[:11], m.pick([2, 3, 4, 5])):
                uses.append((n, p[0], m.pick([1, 1, 2, 2, 4, 12]), round(p[3] * m.pick([1, 1, .9, 1.15]), 2)))
        for k in range(1, 1 if gone else m.pick([1, 2, 2, 3, 3]) + 1):
            due = later(ordered, days=(k - 1) * 75 + 14)
            paid = later(due, days=m.pick([-8, -3, -1, 0, 4, 12, 33])) if m.chance(.87) else None
            pays.append((n, k, due, paid if paid and paid < "2026-06-26" else None, price // 3, price // 3 * m.pick([125, 125, 119, 100]) // 100))
        if over:
            for k in range(m.pick([0, 1, 1, 1, 2, 3])):
                trials.append((len(trials) + 1, n, later(over, days=-m.whole(1, 30)), m.pick(["n/a", ""]) if m.chance(.12) else str(m.amount(4, 31, 1)), int(m.chance(.7))))
            for k in range(m.pick([0, 0, 0, 1, 1, 2, 4])):
                opened = later(over, days=m.whole(5, 300))
                closed = later(opened, days=m.whole(1, 90)) if m.chance(.7) else None
                claims.append((len(claims) + 1, n, opened, closed, m.whole(10, 900) * 100 if closed else None))
    m.add("Boat", boats)
    m.add("WorkStep", steps)
    m.add("PartUse", uses)
    m.add("Instalment", pays)
    m.add("SeaTrial", trials)
    m.add("Claim", claims)
