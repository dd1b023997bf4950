"""A payment processor: merchants and fee plans, card payments, refunds, disputes, payouts."""
from making import later

SCHEMA = """
CREATE TABLE MerchantCategory (CategoryCode TEXT PRIMARY KEY, Description TEXT NOT NULL, IsHighRisk INTEGER NOT NULL);
CREATE TABLE FeePlan (
  FeePlanId INTEGER PRIMARY KEY, PlanName TEXT NOT NULL, PercentFee REAL NOT NULL, FixedFeeMinor INTEGER NOT NULL);
CREATE TABLE Merchant (
  MerchantId INTEGER PRIMARY KEY, LegalName TEXT NOT NULL, TradingName TEXT, CategoryCode TEXT REFERENCES MerchantCategory(CategoryCode),
  CountryCode TEXT NOT NULL, FeePlanId INTEGER NOT NULL REFERENCES FeePlan(FeePlanId), OnboardedAt TEXT NOT NULL, ClosedAt TEXT,
  ParentMerchantId INTEGER REFERENCES Merchant(MerchantId));
CREATE TABLE Card (
  CardId INTEGER PRIMARY KEY, Brand TEXT NOT NULL, IssuerCountry TEXT, Expiry TEXT NOT NULL, IsPrepaid INTEGER NOT NULL);
CREATE TABLE FxRate (CurrencyCode TEXT NOT NULL, RateMonth TEXT NOT NULL, RateToEur REAL NOT NULL, PRIMARY KEY (CurrencyCode, RateMonth));
CREATE TABLE Payment (
  PaymentId INTEGER PRIMARY KEY, MerchantId INTEGER NOT NULL REFERENCES Merchant(MerchantId), CardId INTEGER NOT NULL REFERENCES Card(CardId),
  AmountMinor INTEGER NOT NULL, CurrencyCode TEXT NOT NULL, State TEXT NOT NULL, Channel TEXT NOT NULL, CreatedAt TEXT NOT NULL,
  CapturedAt TEXT, DeclineReason TEXT);
CREATE TABLE Refund (
  RefundId INTEGER PRIMARY KEY, PaymentId INTEGER NOT NULL REFERENCES Payment(PaymentId), AmountMinor INTEGER NOT NULL,
  RequestedAt TEXT NOT NULL, ProcessedAt TEXT, Reason TEXT);
CREATE TABLE Dispute (
  DisputeId INTEGER PRIMARY KEY, PaymentId INTEGER NOT NULL, OpenedOn TEXT NOT NULL, RespondBy TEXT NOT NULL, RespondedOn TEXT,
  Outcome TEXT);
CREATE TABLE Payout (
  PayoutId INTEGER PRIMARY KEY, MerchantId INTEGER NOT NULL, ScheduledOn TEXT NOT NULL, SentOn TEXT, NetMinor INTEGER NOT NULL);
CREATE TABLE PayoutItem (
  PayoutId INTEGER NOT NULL REFERENCES Payout(PayoutId), PaymentId INTEGER NOT NULL, FeeMinor INTEGER NOT NULL,
  PRIMARY KEY (PayoutId, PaymentId));
"""

NAMES = ["Bakery Lund", "Orchid Spa", "Tech Corner", "Vino Vero", "Cycle Hub", "Petit Hotel", "Game Vault", "Lucky Spin",
         "Book Nook", "Fresh Cart", "Moda Nova", "Garden Gate", "Skyline Tours", "Pet Pantry", "Hammer & Co"]


def fill(m):
    m.add("MerchantCategory", [("5411", "Groceries", 0), ("5812", "Restaurants", 0), ("7011", "Hotels", 0), ("7995", "Gambling", 1),
                               ("5816", "Digital games", 1), ("5651", "Clothing", 0), ("4722", "Travel agencies", 1), ("8398", "Charities", 0)])
    plans = [(1, "Starter", 2.9, 30), (2, "Growth", 1.9, 25), (3, "Enterprise", 1.1, 10), (4, "Legacy", 3.5, 0)]
    m.add("FeePlan", plans)
    shops = []
    for n in range(1, 61):
        name = m.pick(NAMES)
        since = m.moment("2022-03-01", "2025-04-30", (7, 19))
        shops.append((n, name + m.pick([" Ltd", " GmbH", " BV"]), name if m.chance(.7) else None,
                      m.pick({"5411": 4, "5812": 4, "7011": 2, "7995": 1, "5816": 2, "5651": 3, "4722": 2, None: 1}),
                      m.pick({"DE": 6, "GB": 4, "NL": 3, "US": 2}), m.pick({1: 6, 2: 4, 3: 2}), since,
                      later(since, days=m.whole(200, 700)) if m.chance(.3) else None, m.whole(1, n - 1) if n > 8 and m.chance(.3) else None))
    m.add("Merchant", shops)
    cards = [(n, m.pick({"Visa": 6, "Mastercard": 5, "Amex": 1, "visa": 1}), m.pick({"DE": 6, "GB": 4, "NL": 3, "US": 3, None: 1}),
              f"{m.whole(1, 12):02}/{m.whole(23, 29)}", int(m.chance(.12))) for n in range(1, 221)]
    m.add("Card", cards)
    rates = []
    for cur, base in (("EUR", 1.0), ("GBP", 1.17), ("USD", .92)):
        for k in range(24):
            rates.append((cur, f"{2024 + k // 12}-{k % 12 + 1:02}", 1.0 if cur == "EUR" else round(base * m.amount(.95, 1.05, 4), 4)))
    m.add("FxRate", rates)
    pays, refs, fights = [], [], []
    for n in range(1, 1401):
        shop = shops[int(m.random.random() ** 1.5 * 52)]
        first = max(shop[6][:10], "2024-01-01")
        made = m.moment(first, "2025-12-20") if m.chance(.9) else max(first, m.pick(["2024-12-31", "2025-03-31", "2025-06-30"])) + " 23:30:00"
        state = m.pick({"C": 78, "D": 12, "V": 5, "A": 5})
        cap = later(made, minutes=m.pick([0, 1, 5, 600, 2880])) if state == "C" else None
        cur = {"DE": "EUR", "NL": "EUR", "GB": "GBP", "US": "USD"}[shop[4]]
        amount = int(m.skewed(3, 900) * 100)
        pays.append((n, shop[0], int(m.random.random() ** 1.4 * 200) + 1, amount, m.pick([cur, cur, cur, "EUR"]), state,
                     m.pick({"online": 6, "pos": 4, "phone": 1}), made, cap,
                     m.pick({"insufficient_funds": 5, "expired_card": 2, "suspected_fraud": 2, None: 1}) if state == "D" else None))
        if state == "C" and m.chance(.16):
            for _ in range(m.pick([1, 1, 1, 2])):
                asked = later(cap, days=m.whole(0, 40))
                refs.append((len(refs) + 1, n, amount if m.chance(.4) else amount // m.pick([2, 3, 4]), asked,
                             later(asked, days=m.whole(0, 6)) if m.chance(.85) else None,
                             m.pick({"returned": 4, "duplicate": 2, "goodwill": 2, None: 1})))
        if state == "C" and m.chance(.09):
            for _ in range(m.pick([1, 1, 1, 1, 2])):
                day = later(cap[:10], days=m.whole(3, 80))
                due = later(day, days=14)
                fights.append((len(fights) + 1, n, day, due, later(day, days=m.pick([2, 5, 9, 14, 14, 15, 21])) if m.chance(.8) else None,
                               m.pick({"WON": 4, "LOST": 5, None: 3})))
    m.add("Payment", pays)
    m.add("Refund", refs)
    m.add("Dispute", fights)
    outs, items = [], []
    for n in range(1, 151):
        shop = m.whole(1, 50)
        day = m.day("2024-02-01", "2025-12-31")
        mine = m.some([p for p in pays if p[1] == shop and p[5] == "C" and p[8][:10] <= day], m.pick([1, 2, 3, 5, 8]))
        net = 0
        plan = plans[shops[shop - 1][5] - 1]
        for p in mine:
            fee = int(p[3] * plan[2] / 100) + plan[3] + (m.pick([5, 10, -4]) if m.chance(.12) else 0)
            items.append((n, p[0], fee))
            net += p[3] - fee
        outs.append((n, shop, day, later(day, days=m.pick([0, 0, 1, 3])) if m.chance(.85) else None, net))
    m.add("Payout", outs)
    m.add("PayoutItem", items)
