"""Payouts of a marketplace: sellers, products, orders with lines, refunds, fees, payout batches with items, disputes, holds."""
from making import later

SCHEMA = """
CREATE TABLE Sellers (SellerId INTEGER PRIMARY KEY, ShopName TEXT NOT NULL, Country TEXT NOT NULL, JoinedOn TEXT NOT NULL,
  Tier TEXT, ReferredById INTEGER REFERENCES Sellers(SellerId), PayoutCurrency TEXT NOT NULL);
CREATE TABLE Products (ProductId INTEGER PRIMARY KEY, SellerId INTEGER NOT NULL REFERENCES Sellers(SellerId), Title TEXT NOT NULL,
  Category TEXT NOT NULL, ListPriceCents INTEGER NOT NULL, DelistedOn TEXT);
CREATE TABLE Orders (OrderId INTEGER PRIMARY KEY, BuyerId INTEGER NOT NULL, PlacedAt TEXT NOT NULL, PaidAt TEXT, DeliveredAt TEXT,
  Status TEXT NOT NULL, ShippingCents INTEGER NOT NULL);
CREATE TABLE OrderLines (OrderId INTEGER NOT NULL REFERENCES Orders(OrderId), LineNumber INTEGER NOT NULL,
  ProductId INTEGER NOT NULL REFERENCES Products(ProductId), Quantity INTEGER NOT NULL, PaidUnitCents INTEGER NOT NULL,
  FeeCents INTEGER NOT NULL, PRIMARY KEY (OrderId, LineNumber));
CREATE TABLE Refunds (RefundId INTEGER PRIMARY KEY, OrderId INTEGER NOT NULL, LineNumber INTEGER NOT NULL, RequestedOn TEXT NOT NULL,
  ApprovedOn TEXT, AmountCents INTEGER NOT NULL, Reason TEXT);
CREATE TABLE Payouts (PayoutId INTEGER PRIMARY KEY, SellerId INTEGER NOT NULL REFERENCES Sellers(SellerId), CreatedOn TEXT NOT NULL,
  DueOn TEXT NOT NULL, SentOn TEXT, State TEXT NOT NULL, BankFeeCents INTEGER NOT NULL);
CREATE TABLE PayoutItems (PayoutId INTEGER NOT NULL REFERENCES Payouts(PayoutId), ItemNumber INTEGER NOT NULL, Kind TEXT NOT NULL,
  OrderId INTEGER, AmountCents INTEGER NOT NULL, PRIMARY KEY (PayoutId, ItemNumber));
CREATE TABLE Holds (HoldId INTEGER PRIMARY KEY, SellerId INTEGER NOT NULL REFERENCES Sellers(SellerId), PlacedOn TEXT NOT NULL,
  LiftedOn TEXT, Cause TEXT NOT NULL);
"""
CATEGORIES = ["Ceramics", "Prints", "Jewellery", "Toys", "Textiles"]


def fill(m):
    sellers = []
    for n in range(1, 81):
        sellers.append((n, f"{m.pick(['Blue', 'Old', 'Tiny', 'Wild', 'Calm'])} {m.pick(['Fox', 'Oak', 'Loom', 'Kiln'])} {n}", m.pick({"DE": 4, "FR": 3, "US": 3, "PL": 2}),
                        m.day("2023-01-01", "2025-05-31"), m.pick({"gold": 2, "silver": 3, "basic": 5, None: 1}), m.whole(1, n - 1) if n > 5 and m.chance(.35) else None, m.pick(["EUR", "EUR", "USD"])))
    m.add("Sellers", sellers)
    products = []
    for n in range(1, 241):
        s = sellers[int(m.random.random() ** 1.4 * 72)]
        products.append((n, s[0], f"{m.pick(['Cup', 'Scarf', 'Ring', 'Bear', 'Poster', 'Bowl'])} {n}", m.pick(CATEGORIES), m.whole(4, 120) * 100 - 10, m.day("2025-02-01", "2025-06-30") if m.chance(.2) else None))
    m.add("Products", products)
    orders, lines, refunds = [], [], []
    earned = {}
    for n in range(1, 701):
        at = m.moment("2025-01-01", "2025-06-30")
        status = m.pick({"delivered": 14, "paid": 3, "cancelled": 2, "open": 1})
        paid = later(at, minutes=m.pick([1, 3, 20, 600, 1500])) if status in ("delivered", "paid") or (status == "cancelled" and m.chance(.4)) else None
        done = later(at, days=m.pick([1, 2, 3, 5, 6, 7, 7, 8, 12])) if status == "delivered" else None
        orders.append((n, 1 + int(m.random.random() ** 1.3 * 260), at, paid, done, status, m.pick([0, 0, 390, 490, 690])))
        for k in range(1, m.pick([1, 1, 1, 2, 2, 3, 4]) + 1):
            p = m.pick([x for x in products if x[1] == p[1]]) if k > 1 and m.chance(.3) else products[int(m.random.random() ** 1.3 * 228)]
            quantity = m.pick([1, 1, 1, 2, 3])
            unit = p[4] - m.pick([0, 0, 0, 100, 200])
            lines.append((n, k, p[0], quantity, unit, quantity * unit * m.pick([8, 10, 12]) // 100))
            if status in ("delivered", "paid"):
                earned.setdefault(p[1], []).append((at[:10], n, quantity * unit - lines[-1][5]))
            if status == "delivered" and m.chance(.14):
                asked = later(done[:10], days=m.whole(1, 25))
                for _ in range(m.pick([1, 1, 1, 2])):
                    refunds.append((len(refunds) + 1, n, k, asked, later(asked, days=m.pick([0, 1, 2, 3, 5, 9])) if m.chance(.8) else None,
                                    unit * m.pick([1, 1, quantity]) // m.pick([1, 1, 2, 4]), m.pick({"damaged": 3, "late": 2, "not as described": 2, None: 1})))
    m.add("Orders", orders)
    m.add("OrderLines", lines)
    m.add("Refunds", refunds)
    payouts, items = [], []
    for s in sellers:
        for month in range(2, 8):
            take = [e for e in earned.get(s[0], []) if e[0][5:7] == f"{month - 1:02}"]
            if not take and m.chance(.9):
                continue
            made = f"2025-{month:02}-{m.pick(['01', '02', '05'])}"
            due = later(made, days=m.pick([3, 5, 7]))
            state = m.pick({"sent": 12, "failed": 2, "pending": 2})
            payouts.append((len(payouts) + 1, s[0], made, due, later(due, days=m.pick([-2, -1, 0, 0, 0, 1, 2, 4])) if state == "sent" else None, state, m.pick([0, 0, 35, 150])))
            number = 0
            for e in take:
                number += 1
                items.append((len(payouts), number, "sale", e[1], e[2]))
            if m.chance(.35):
                items.append((len(payouts), number + 1, m.pick(["refund", "adjustment", "refund"]), take[0][1] if take and m.chance(.7) else None, -m.whole(3, 60) * 50))
    m.add("Payouts", payouts)
    m.add("PayoutItems", items)
    holds = []
    for n in range(1, 46):
        first = m.day("2025-01-10", "2025-06-25")
        holds.append((n, 1 + int(m.random.random() ** 1.5 * 60), first, later(first, days=m.pick([1, 3, 6, 7, 8, 20, 40])) if m.chance(.75) else None, m.pick(["identity", "chargebacks", "tax form"])))
    m.add("Holds", holds)
