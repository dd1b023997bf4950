"""A card issuer's disputes: holders, cards, merchants, transactions, analysts, disputes with events, evidence, provisional credits."""
from making import later

SCHEMA = """
CREATE TABLE holders (holder_id INTEGER PRIMARY KEY, holder_name TEXT NOT NULL, billing_country TEXT, residence_country TEXT, opened_on TEXT NOT NULL, referred_by INTEGER REFERENCES holders(holder_id));
CREATE TABLE cards (card_id INTEGER PRIMARY KEY, holder_id INTEGER NOT NULL REFERENCES holders(holder_id), network TEXT NOT NULL, issued_on TEXT NOT NULL, blocked_on TEXT, replaces_card_id INTEGER REFERENCES cards(card_id));
CREATE TABLE merchants (merchant_id INTEGER PRIMARY KEY, merchant_name TEXT NOT NULL, trade TEXT NOT NULL, country TEXT NOT NULL, parent_id INTEGER REFERENCES merchants(merchant_id));
CREATE TABLE transactions (txn_id INTEGER PRIMARY KEY, card_id INTEGER NOT NULL REFERENCES cards(card_id), merchant_id INTEGER NOT NULL REFERENCES merchants(merchant_id), authorised_on TEXT NOT NULL, posted_on TEXT, amount_cents INTEGER NOT NULL, fee_cents INTEGER NOT NULL, entry_mode TEXT NOT NULL);
CREATE TABLE analysts (analyst_id INTEGER PRIMARY KEY, analyst_name TEXT NOT NULL, team TEXT NOT NULL, manager_id INTEGER REFERENCES analysts(analyst_id), joined_on TEXT NOT NULL);
CREATE TABLE disputes (dispute_id INTEGER PRIMARY KEY, txn_id INTEGER NOT NULL REFERENCES transactions(txn_id), reason TEXT NOT NULL, opened_on TEXT NOT NULL, due_on TEXT NOT NULL, closed_on TEXT, outcome TEXT, opened_by INTEGER NOT NULL REFERENCES analysts(analyst_id), closed_by INTEGER REFERENCES analysts(analyst_id), claimed_cents INTEGER NOT NULL, recovered_cents INTEGER NOT NULL);
CREATE TABLE events (event_id INTEGER PRIMARY KEY, dispute_id INTEGER NOT NULL REFERENCES disputes(dispute_id), kind TEXT NOT NULL, happened_on TEXT NOT NULL);
CREATE TABLE evidence (dispute_id INTEGER NOT NULL REFERENCES disputes(dispute_id), item_no INTEGER NOT NULL, sent_by TEXT NOT NULL, received_on TEXT NOT NULL, pages TEXT, PRIMARY KEY (dispute_id, item_no));
CREATE TABLE credits (credit_id INTEGER PRIMARY KEY, dispute_id INTEGER NOT NULL REFERENCES disputes(dispute_id), credited_on TEXT NOT NULL, reversed_on TEXT, amount_cents INTEGER NOT NULL);
"""
LANDS = ["IE", "ES", "IT", "AT", "PT"]
TRADES = ["travel", "electronics", "food", "gaming", "fashion", "streaming"]


def fill(m):
    holders = []
    for n in range(1, 171):
        land = m.pick(LANDS) if m.chance(.93) else None
        holders.append((n, " ".join(m.person()) + f" {n}", land, land if m.chance(.7) else m.pick(LANDS), m.day("2021-01-01", "2024-06-30"), 1 + int(m.random.random() ** 2 * min(n - 1, 40)) if n > 4 and m.chance(.35) else None))
    m.add("holders", holders)
    cards = []
    for h in holders[:160]:
        before, day = None, h[4]
        for _ in range(m.pick([1, 1, 1, 2, 3])):
            gone = later(day, days=m.whole(60, 500)) if m.chance(.4) else None
            gone = gone if gone and gone < "2025-08-01" else None
            cards.append((len(cards) + 1, h[0], m.pick(["Visa", "Mastercard", "Maestro"]), day, gone, before))
            before = len(cards) if m.chance(.75) else None
            day = later(day, days=m.whole(40, 300))
    m.add("cards", cards)
    shops = [(n, f"{m.pick(['Gala', 'Pixel', 'Tasty', 'Jet', 'Velvet'])} {m.pick(['Store', 'Online', 'World', 'Group'])} {n}", m.pick(TRADES), m.pick(LANDS), m.whole(1, n - 1) if n > 5 and m.chance(.35) else None) for n in range(1, 61)]
    m.add("merchants", shops)
    staff = [(n, " ".join(m.person()) + f" {n}", m.pick(["fraud", "service", "billing"]), m.whole(1, min(n - 1, 6)) if n > 2 and m.chance(.9) else None, m.day("2019-01-01", "2024-12-31")) for n in range(1, 25)]
    m.add("analysts", staff)
    paid, cases, events, papers, refunds = [], [], [], [], []
    for n in range(1, 1301):
        card = cards[int(m.random.random() ** 1.3 * (len(cards) - 8))]
        day = m.day(max(card[3], "2024-01-01"), "2025-08-31") if card[3] < "2025-08-01" else "2025-08-31"
        paid.append((n, card[0], shops[int(m.random.random() ** 1.4 * 44)][0], day, later(day, days=m.pick([0, 1, 1, 2, 5])) if m.chance(.95) else None, int(m.skewed(300, 90000, 0)), m.pick([0, 0, 0, 150, 300]), m.pick(["chip", "online", "online", "contactless"])))
        for again in range(m.pick({0: 14, 1: 6, 2: 1})):
            start = later(day, days=m.pick([1, 3, 7, 10, 30, 45, 60, 90]))
            due = later(start, days=m.pick([20, 30, 45]))
            end = later(due, days=m.pick([-15, -8, -1, 0, 0, 1, 5, 12])) if m.chance(.8) else None
            end = end if end and end <= "2025-11-15" else None
            result = m.pick({"won": 5, "lost": 4, "withdrawn": 1}) if end else None
            claim = int(paid[-1][5] * m.pick([1, 1, 1, .5]))
            cases.append((len(cases) + 1, n, m.pick(["fraud", "not received", "duplicate", "not as described"]), start, due, end, result, m.whole(1, 20), m.whole(3, 22) if end else None, claim, int(claim * m.pick([1, 1, .8, .5])) if result == "won" else 0))
            when = later(start, days=m.whole(0, 5))
            for kind in ["chargeback", "representment", "pre-arbitration", "arbitration"][:m.pick([0, 1, 1, 2, 2, 3, 4])]:
                events.append((len(events) + 1, len(cases), kind, when))
                when = later(when, days=m.pick([2, 5, 10, 15, 30]))
            for at in range(1, m.pick([0, 1, 1, 2, 3]) + 1):
                papers.append((len(cases), at, m.pick(["holder", "merchant"]), later(start, days=m.whole(0, 25)), str(m.pick([m.whole(1, 9), m.whole(10, 120)])) if m.chance(.84) else m.pick(["n/a", "-", ""])))
            for _ in range(m.pick([0, 0, 1, 1, 2])):
                got = later(start, days=m.whole(0, 12))
                refunds.append((len(refunds) + 1, len(cases), got, later(got, days=m.whole(5, 40)) if m.chance(.4) else None, claim // m.pick([1, 2])))
    m.add("transactions", paid)
    m.add("disputes", cases)
    m.add("events", events)
    m.add("evidence", papers)
    m.add("credits", refunds)
