"""A stock broker: advisers, clients and accounts, securities with closing prices, orders and executions, cash movements."""
from making import later

SCHEMA = """
CREATE TABLE Advisor (AdvisorId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, OfficeCity TEXT NOT NULL, MentorId INTEGER REFERENCES Advisor(AdvisorId), HiredOn TEXT NOT NULL, LeftOn TEXT);
CREATE TABLE Client (
  ClientId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Country TEXT NOT NULL, RiskProfile INTEGER, AdvisorId INTEGER REFERENCES Advisor(AdvisorId),
  OnboardedOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE Account (
  AccountId INTEGER PRIMARY KEY, ClientId INTEGER NOT NULL REFERENCES Client(ClientId), JointClientId INTEGER REFERENCES Client(ClientId),
  AccountType TEXT NOT NULL, OpenedOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE Exchange (Mic TEXT PRIMARY KEY, ExchangeName TEXT NOT NULL, Country TEXT NOT NULL);
CREATE TABLE Security (
  Isin TEXT PRIMARY KEY, Ticker TEXT NOT NULL, SecurityName TEXT NOT NULL, Mic TEXT NOT NULL REFERENCES Exchange(Mic), Sector TEXT,
  AssetClass TEXT NOT NULL, DelistedOn TEXT);
CREATE TABLE StockOrder (
  OrderId INTEGER PRIMARY KEY, AccountId INTEGER NOT NULL REFERENCES Account(AccountId), Isin TEXT NOT NULL REFERENCES Security(Isin), Side TEXT NOT NULL,
  OrderType TEXT NOT NULL, Quantity INTEGER NOT NULL, LimitPrice REAL, PlacedAt TEXT NOT NULL, Status TEXT NOT NULL, PlacedById INTEGER);
CREATE TABLE Execution (
  ExecutionId INTEGER PRIMARY KEY, OrderId INTEGER NOT NULL REFERENCES StockOrder(OrderId), ExecutedAt TEXT NOT NULL, Quantity INTEGER NOT NULL,
  Price REAL NOT NULL, FeeAmount REAL NOT NULL);
CREATE TABLE DailyPrice (Isin TEXT NOT NULL, TradeDate TEXT NOT NULL, ClosePrice REAL NOT NULL, Volume TEXT NOT NULL, PRIMARY KEY (Isin, TradeDate));
CREATE TABLE CashMovement (MovementId INTEGER PRIMARY KEY, AccountId INTEGER NOT NULL, BookedOn TEXT NOT NULL, Kind TEXT NOT NULL, Amount REAL NOT NULL);
CREATE TABLE Watchlist (ClientId INTEGER NOT NULL, Isin TEXT NOT NULL, AddedOn TEXT NOT NULL, PRIMARY KEY (ClientId, Isin));
"""

NAMES = ["Alpenstrom", "Borealis Chips", "Cargo Lines", "Danube Bank", "Eiger Pharma", "Fjord Salmon", "Glass & Steel", "Helio Solar", "Inter Rail", "Jura Watches",
         "Kelp Foods", "Lumo Telecom", "Mistral Air", "Nova Robotics", "Oak Timber", "Polar Shipping", "Quartz Mining", "Rhine Insurance", "Sable Media", "Tundra Gas"]


def fill(m):
    staff = []
    for n in range(1, 17):
        first, last = m.person()
        staff.append((n, f"{first} {last}", m.pick(["Zurich", "Zurich", "Basel", "Geneva"]), None if n < 3 else m.whole(1, n - 1) if m.chance(.8) else None,
                      m.day("2005-01-01", "2024-03-01"), m.day("2024-10-01", "2025-10-31") if n > 4 and m.chance(.25) else None))
    m.add("Advisor", staff)
    people, books = [], []
    for n in range(1, 101):
        first, last = m.person()
        since = m.day("2019-01-01", "2025-06-30")
        gone = later(since, days=m.whole(200, 1500)) if m.chance(.32) else None
        people.append((n, f"{first} {last}", m.pick({"CH": 6, "DE": 3, "FR": 2, "LI": 1}), m.whole(1, 5) if m.chance(.92) else None, m.whole(1, 13) if m.chance(.85) else None,
                       since, gone if gone and gone < "2025-12-01" else None))
        for _ in range(m.pick([0, 1, 1, 1, 2])):
            opened = m.day(since, "2025-08-31")
            books.append((len(books) + 1, n, m.pick([c for c in range(1, 95) if c != n]) if m.chance(.3) else None, m.pick({"CASH": 6, "MARGIN": 2, "PENSION": 3}), opened,
                          m.day("2025-06-01", "2025-11-30") if m.chance(.25) else None))
    m.add("Client", people)
    m.add("Account", books)
    m.add("Exchange", [("XSWX", "Swiss Exchange", "CH"), ("XETR", "Xetra", "DE"), ("XPAR", "Paris", "FR"), ("XVTX", "Virt-x", "CH")])
    papers = []
    for n, name in enumerate(NAMES * 2, 1):
        kind = m.pick({"EQ": 7, "ETF": 2, "BOND": 2})
        papers.append((f"CH00{100000 + n * 37}", name[:3].upper() + m.pick(["", "", "N"]), name + ("" if kind == "EQ" else f" {kind}"), m.pick({"XSWX": 6, "XETR": 3, "XPAR": 2}),
                       m.pick(["Energy", "Finance", "Health", "Industry", "Industry", "Tech", None]), kind, m.day("2025-04-01", "2025-11-01") if m.chance(.08) else None))
    m.add("Security", papers)
    closes, price = [], {}
    for p in papers[:36]:
        level = m.amount(8, 400)
        day = "2025-01-03"
        while day < "2025-12-12":
            level = max(2, level * m.amount(.94, 1.07, 4))
            closes.append((p[0], day, round(level, 2), str(m.whole(50, 250000))))
            price[p[0], day[:7]] = level
            day = later(day, days=7)
    m.add("DailyPrice", closes)
    orders, fills = [], []
    for n in range(1, 801):
        a = m.pick(books[:90])
        p = papers[int(m.random.random() ** 1.4 * 35)]
        when = m.moment("2025-01-06", "2025-12-05", (8, 17)) if m.chance(.92) else m.pick(["2025-03-31", "2025-06-30", "2025-09-30"]) + " 16:45:00"
        kind = m.pick({"MKT": 5, "LMT": 5})
        near = price.get((p[0], when[:7]), 50) * m.amount(.95, 1.05, 3)
        state = m.pick({"FILLED": 68, "PARTIAL": 9, "CANCELLED": 12, "OPEN": 5, "REJECTED": 6}) if p not in papers[30:35] else m.pick(["CANCELLED", "OPEN", "REJECTED"])
        qty = m.pick([5, 10, 10, 20, 25, 50, 100, 200])
        orders.append((n, a[0], p[0], m.pick({"B": 6, "S": 4}), kind, qty, round(near, 2) if kind == "LMT" else None, when, state,
                       m.whole(1, 14) if m.chance(.4) else None))
        if state in ("FILLED", "PARTIAL"):
            left = qty if state == "FILLED" else max(1, qty // m.pick([2, 3, 4]))
            parts = m.pick([1, 1, 1, 2, 3])
            for k in range(parts):
                part = left if k == parts - 1 else max(1, left // 2)
                left -= part
                if part < 1:
                    continue
                fills.append((len(fills) + 1, n, later(when, minutes=m.whole(0, 90) + 1500 * k), part, round(near * m.amount(.99, 1.01, 4), 2), round(4 + part * near * .001, 2)))
    m.add("StockOrder", orders)
    m.add("Execution", fills)
    moves = []
    for n in range(1, 601):
        kind = m.pick({"DEPOSIT": 5, "WITHDRAWAL": 3, "DIVIDEND": 4, "CUSTODY FEE": 3})
        amount = {"DEPOSIT": m.whole(5, 200) * 100, "WITHDRAWAL": -m.whole(2, 80) * 100, "DIVIDEND": m.skewed(3, 900), "CUSTODY FEE": -m.whole(2, 12) * 5}[kind]
        moves.append((n, m.pick(books[:95])[0], m.day("2025-01-02", "2025-12-10") if m.chance(.9) else m.pick(["2025-03-31", "2025-06-30", "2025-12-01"]), kind, float(amount)))
    m.add("CashMovement", moves)
    seen = {}
    for _ in range(150):
        seen[m.whole(1, 90), m.pick(papers)[0]] = m.day("2024-06-01", "2025-11-30")
    m.add("Watchlist", [(*k, v) for k, v in seen.items()])
