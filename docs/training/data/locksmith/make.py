"""A locksmith: customers and their sites, call-outs with technicians, visit items, quotes, keys cut and key holders, van stock, guarantee claims."""
from making import later

SCHEMA = """
CREATE TABLE Client (ClientID INTEGER PRIMARY KEY, ClientName TEXT NOT NULL, ClientType TEXT NOT NULL, Phone TEXT, Since TEXT NOT NULL, OwnerID INTEGER);
CREATE TABLE Premises (PremisesID INTEGER PRIMARY KEY, ClientID INTEGER NOT NULL REFERENCES Client(ClientID), Address TEXT NOT NULL, District TEXT, KeySystem TEXT);
CREATE TABLE Technician (TechID INTEGER PRIMARY KEY, TechName TEXT NOT NULL, VanNo TEXT, LeadTechID INTEGER REFERENCES Technician(TechID), StartDate TEXT NOT NULL, EndDate TEXT, Rank INTEGER NOT NULL);
CREATE TABLE CallOut (
  CallOutID INTEGER PRIMARY KEY, PremisesID INTEGER NOT NULL REFERENCES Premises(PremisesID), BillClientID INTEGER, RingAt TEXT NOT NULL, ArrivedAt TEXT, DoneAt TEXT, TechID INTEGER,
  Reason TEXT NOT NULL, Emergency INTEGER NOT NULL, Outcome TEXT, CallFee INTEGER NOT NULL);
CREATE TABLE Part (PartNo TEXT PRIMARY KEY, PartName TEXT NOT NULL, Maker TEXT, Kind TEXT NOT NULL, ListPrice INTEGER NOT NULL, BuyPrice INTEGER NOT NULL, Discontinued INTEGER NOT NULL);
CREATE TABLE CallOutPart (CallOutID INTEGER NOT NULL, PartNo TEXT NOT NULL, Qty INTEGER NOT NULL, SoldPrice INTEGER NOT NULL, PRIMARY KEY (CallOutID, PartNo));
CREATE TABLE Quote (QuoteID INTEGER PRIMARY KEY, PremisesID INTEGER NOT NULL, WrittenBy INTEGER, QuotedOn TEXT NOT NULL, ValidUntil TEXT NOT NULL, Amount INTEGER NOT NULL, AcceptedOn TEXT, DeclinedOn TEXT);
CREATE TABLE KeyHolder (PremisesID INTEGER NOT NULL, HolderName TEXT NOT NULL, KeyCode TEXT NOT NULL, IssuedOn TEXT NOT NULL, ReturnedOn TEXT, PRIMARY KEY (PremisesID, HolderName, KeyCode));
CREATE TABLE VanStock (TechID INTEGER NOT NULL, PartNo TEXT NOT NULL, OnBoard INTEGER NOT NULL, MinOnBoard INTEGER, PRIMARY KEY (TechID, PartNo));
CREATE TABLE Payment (PaymentID INTEGER PRIMARY KEY, CallOutID INTEGER NOT NULL, PaidOn TEXT NOT NULL, Amount INTEGER NOT NULL, Means TEXT NOT NULL, Bounced INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Claim (ClaimID INTEGER PRIMARY KEY, CallOutID INTEGER NOT NULL, PartNo TEXT NOT NULL, RaisedOn TEXT NOT NULL, SettledOn TEXT, Accepted INTEGER);
"""
PARTS = [("CY30", "Euro cylinder 30", "Abus", "cylinder", 38, 17), ("CY40", "Euro cylinder 40", "Abus", "cylinder", 42, 19), ("CYHS", "High security cylinder", "Evva", "cylinder", 119, 61), ("ML5", "Mortice lock 5 lever", "Union", "lock", 64, 31),
         ("RIM", "Rim nightlatch", "Yale", "lock", 49, 22), ("DIG", "Digital keypad", "Codelocks", "lock", 189, 98), ("HDL", "Door handle set", None, "fitting", 35, 12), ("CHN", "Door chain", None, "fitting", 12, 4), ("SAF", "Wall safe", "Burg", "safe", 310, 170),
         ("PAD", "Padlock 60", "Abus", "lock", 24, 10), ("HNG", "Hinge bolt", "Union", "fitting", 16, 6), ("SMT", "Smart lock", "Yale", "lock", 229, 130)]


def fill(m):
    clients = [(n, m.pick(["Oak", "Elm", "Crest", "Vale"]) + " " + m.pick(["Lettings", "School", "Bakery", "Clinic"]) if m.chance(.35) else " ".join(m.person()), m.pick({"private": 6, "landlord": 3, "business": 3}), f"07{m.whole(10000, 99999)}" if m.chance(.85) else None,
                m.day("2021-02-01", "2026-06-01"), m.whole(1, 12) if n > 12 and m.chance(.2) else None) for n in range(1, 121)]
    m.add("Client", clients)
    prem = []
    for c in clients:
        for _ in range(m.pick([0, 1, 1, 1, 1, 2, 3])):
            prem.append((len(prem) + 1, c[0], f"{m.whole(1, 80)} {m.pick(['Hill', 'Bridge', 'Abbey', 'Mill'])} {m.pick(['St', 'Rd'])}", m.pick(["North", "South", "Centre", "Docks"]) if m.chance(.93) else None, m.pick(["master", "suite"]) if m.chance(.3) else None))
    m.add("Premises", prem)
    techs = [(n, " ".join(m.person()), f"V{n:02}" if m.chance(.85) else None, None if n in (1, 11) else 1 if n < 4 else m.pick([1, 2, 3]), m.day("2013-01-01", "2025-10-01"), m.day("2025-08-01", "2026-06-10") if n > 5 and m.chance(.35) else None, m.pick([1, 2, 2, 3, 3])) for n in range(1, 15)]
    m.add("Technician", techs)
    m.add("Part", [(*p, int(p[0] in ("CHN", "DIG"))) for p in PARTS])
    calls, used, pays, claims = [], [], [], []
    for n in range(1, 481):
        p = prem[int(m.random.random() ** 1.2 * (len(prem) - 12))]
        ring = m.moment("2024-03-01", "2026-06-27")
        if m.chance(.04):
            ring = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"]) + f" {m.whole(10, 23)}:20:00"
        if n > 465:
            ring = m.moment("2026-06-22", "2026-06-27")
        fate = m.pick({"fixed": 17, "no show": 1, "called off": 2, "referred": 1}) if ring < "2026-06-22" else m.pick({None: 4, "fixed": 3})
        came = later(ring, minutes=m.pick([12, 25, 40, 55, 90, 200, 1500])) if fate in ("fixed", "referred", "no show") else None
        done = later(came, minutes=m.whole(10, 150)) if fate == "fixed" and m.chance(.97) else None
        urgent = int(m.chance(.35))
        fee = m.pick([45, 60]) + 50 * urgent
        calls.append((n, p[0], p[1] if m.chance(.85) else m.pick([clients[p[1] - 1][5], m.whole(1, 12), m.whole(1, 12), None]), ring, came, done, m.whole(1, 12) if fate != "called off" and m.chance(.95) else None, m.pick({"lockout": 6, "lost key": 3, "break-in": 2, "upgrade": 3, "stuck lock": 3}), urgent, fate, fee))
        total = fee
        if fate == "fixed":
            for q in m.some(PARTS[:11], m.pick([0, 1, 1, 2, 3])):
                used.append((n, q[0], m.pick([1, 1, 1, 2, 4]), int(q[4] * m.pick([1, 1, 1, .9, 1.15]))))
                total += used[-1][2] * used[-1][3]
                if m.chance(.08) and q[0] not in ("HNG", "CHN"):
                    raised = later(done[:10] if done else ring[:10], days=m.whole(5, 300))
                    if raised < "2026-06-25":
                        settled = later(raised, days=m.whole(1, 40)) if m.chance(.8) else None
                        settled = settled if settled and settled < "2026-06-28" else None
                        claims.append((len(claims) + 1, n, q[0], raised, settled, m.pick([0, 1, 1]) if settled else None))
        if fate == "fixed" and m.chance(.93):
            for part in m.pick([[total], [total], [total], [total // 2, total - total // 2], [total // 2]]):
                day = later(ring[:10], days=m.pick([0, 0, 0, 3, 14, 40]))
                if day < "2026-06-29":
                    pays.append((len(pays) + 1, n, day, part, m.pick({"card": 6, "cash": 3, "transfer": 3}), int(m.chance(.05))))
    m.add("CallOut", calls)
    m.add("CallOutPart", used)
    quotes = []
    for n in range(1, 141):
        day = m.day("2024-06-01", "2026-06-20")
        if n > 120:
            day = m.day("2026-05-20", "2026-06-24")
        fate = m.pick({"yes": 5, "no": 3, None: 3})
        said = later(day, days=m.pick([1, 5, 20, 30, 36]))
        fate = fate if said < "2026-06-29" else None
        quotes.append((n, m.pick(prem)[0], m.whole(1, 12) if m.chance(.92) else None, day, later(day, days=30), m.whole(4, 180) * 10, said if fate == "yes" else None, said if fate == "no" else None))
    m.add("Quote", quotes)
    keys = {}
    for n in range(160):
        p = m.pick([x for x in prem if x[4]] if m.chance(.8) else prem)
        day = m.day("2023-01-01", "2026-06-20")
        back = later(day, days=m.whole(20, 600)) if m.chance(.4) else None
        keys[(p[0], m.pick(["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]), f"K{m.whole(1, 4)}")] = (day, back if back and back < "2026-06-28" else None)
    m.add("KeyHolder", [(*k, *v) for k, v in keys.items()])
    m.add("VanStock", [(t[0], p[0], 0 if p[0] == "CHN" else m.whole(0, 6), m.pick([1, 2, 3]) if m.chance(.8) else None) for t in techs if t[2] for p in PARTS if p[0] != "SAF" and m.chance(.7)])
    m.add("Payment", pays)
    m.add("Claim", claims)
