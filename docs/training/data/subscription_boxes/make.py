"""Subscription boxes: plans and their prices, subscribers, pauses, boxes by month, shipments, payments in cents, referrals, surveys."""
from making import later

SCHEMA = """
CREATE TABLE plans (
  plan_id INTEGER PRIMARY KEY, name TEXT NOT NULL, theme TEXT NOT NULL, months_per_cycle INTEGER NOT NULL,
  retired_on TEXT);
CREATE TABLE plan_prices (
  plan_id INTEGER NOT NULL REFERENCES plans(plan_id), currency TEXT NOT NULL, price_cents INTEGER NOT NULL,
  valid_from TEXT NOT NULL, valid_to TEXT, PRIMARY KEY (plan_id, currency, valid_from));
CREATE TABLE subscribers (
  subscriber_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, country TEXT,
  referred_by INTEGER REFERENCES subscribers(subscriber_id), signup_source TEXT, joined_on TEXT NOT NULL,
  is_staff INTEGER NOT NULL DEFAULT 0, deleted_at TEXT);
CREATE TABLE subscriptions (
  subscription_id INTEGER PRIMARY KEY, subscriber_id INTEGER NOT NULL REFERENCES subscribers(subscriber_id),
  plan_id INTEGER NOT NULL REFERENCES plans(plan_id), status TEXT NOT NULL, started_on TEXT NOT NULL,
  cancelled_on TEXT, cancel_reason TEXT, gift_from INTEGER REFERENCES subscribers(subscriber_id));
CREATE TABLE pauses (
  pause_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  paused_on TEXT NOT NULL, resumed_on TEXT);
CREATE TABLE warehouses (warehouse_id INTEGER PRIMARY KEY, city TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE items (
  item_id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL,
  supplier_id INTEGER REFERENCES suppliers(supplier_id), cost_cents INTEGER, weight_grams INTEGER);
CREATE TABLE boxes (
  box_id INTEGER PRIMARY KEY, plan_id INTEGER NOT NULL REFERENCES plans(plan_id), box_month TEXT NOT NULL,
  title TEXT NOT NULL, UNIQUE (plan_id, box_month));
CREATE TABLE box_items (
  box_id INTEGER REFERENCES boxes(box_id), item_id INTEGER REFERENCES items(item_id),
  quantity INTEGER NOT NULL, PRIMARY KEY (box_id, item_id));
CREATE TABLE shipments (
  shipment_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  box_id INTEGER NOT NULL REFERENCES boxes(box_id), warehouse_id INTEGER REFERENCES warehouses(warehouse_id),
  carrier TEXT, status TEXT NOT NULL, shipped_on TEXT, delivered_on TEXT);
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id),
  paid_at TEXT NOT NULL, amount_cents INTEGER NOT NULL, currency TEXT NOT NULL, method TEXT, status TEXT NOT NULL,
  retry_of INTEGER REFERENCES payments(payment_id), refunded_cents INTEGER);
CREATE TABLE box_ratings (
  rating_id INTEGER PRIMARY KEY, shipment_id INTEGER NOT NULL REFERENCES shipments(shipment_id),
  stars INTEGER, rated_on TEXT NOT NULL, remark TEXT);
"""

PLANS = [("Tea Explorer", "food", 1), ("Snack Attack", "food", 1), ("Crafty Kids", "hobby", 1), ("Book Nook", "reading", 1),
         ("Book Nook Quarterly", "reading", 3), ("Glow Box", "beauty", 1), ("Garden Club", "hobby", 3),
         ("Mystery Reads", "reading", 1), ("Cat Crate", "pets", 1)]
NAMES = [("Sencha", "tea"), ("Earl Grey", "tea"), ("Rooibos", "tea"), ("Matcha Tin", "tea"), ("Corn Chips", "snack"),
         ("Dark Chocolate", "snack"), ("Rice Crackers", "snack"), ("Fruit Bar", "snack"), ("Origami Set", "craft"),
         ("Clay Kit", "craft"), ("Bead Box", "craft"), ("Paper Lantern", "craft"), ("Crime Novel", "book"),
         ("Short Stories", "book"), ("Bookmark", "accessory"), ("Reading Lamp", "accessory"), ("Mug", "accessory"),
         ("Face Cream", "cosmetics"), ("Lip Balm", "cosmetics"), ("Soap Bar", "cosmetics"), ("Hand Lotion", "cosmetics"),
         ("Basil Seeds", "garden"), ("Tulip Bulbs", "garden"), ("Trowel", "garden"), ("Catnip Mouse", "toy"),
         ("Feather Wand", "toy"), ("Salmon Treats", "snack"), ("Postcard", "accessory"), ("Poetry Book", "book"),
         ("Bath Salt", "cosmetics"), ("Thermos", "accessory"), ("Green Gloves", "garden")]
LIKES = {"food": ("tea", "snack", "accessory"), "hobby": ("craft", "garden", "accessory"), "reading": ("book", "accessory", "tea"),
         "beauty": ("cosmetics", "accessory"), "pets": ("toy", "snack")}
END = "2024-06-30"


def fill(m):
    m.add("plans", [(n, *plan, "2023-09-30" if n == 8 else None) for n, plan in enumerate(PLANS, 1)])
    prices, price_at = [], {}
    for n, (_, _, months) in enumerate(PLANS, 1):
        base = m.whole(14, 32) * 100 * (1 if months == 1 else 2) - m.pick([1, 5, 10, 100])
        raised = m.pick(["2023-04-01", "2023-07-01", "2024-01-01"]) if m.chance(.75) or n == 1 else None
        for currency, factor in (("EUR", 1), ("GBP", .9)) + ((("USD", 1.1),) if n in (1, 2, 6) else ()):
            first = int(base * factor)
            prices.append((n, currency, first, "2022-01-01", raised and later(raised, days=-1)))
            price_at[n, currency] = [(first, "2022-01-01")]
            if raised:
                more = first + m.pick([100, 200, 300, 400]) if n != 4 else first - 150
                prices.append((n, currency, more, raised, None))
                price_at[n, currency].append((more, raised))
    m.add("plan_prices", prices)
    people = []
    for n in range(1, 301):
        first, last = m.person()
        joined = m.day("2022-01-10", "2024-06-20")
        people.append([n, f"{first} {last}", f"{first}.{last}{n if m.chance(.9) else ''}@{m.pick(['example.com', 'mail.test', 'Post.example'])}".lower()
                       if m.chance(.93) else None, m.pick({"DE": 7, "GB": 5, "AT": 2, "US": 2, "IE": 2, "de": 1, None: 1}), None,
                       m.pick({"ad": 5, "search": 5, "friend": 4, "Ad": 1, "podcast": 2, None: 1}), joined, int(m.chance(.04)),
                       later(joined, days=m.whole(60, 400)) if m.chance(.05) else None])
    people.sort(key=lambda row: row[6])
    for n, row in enumerate(people, 1):
        row[0] = n
        if n > 15 and m.chance(.25):
            row[4] = int(m.random.random() ** 1.7 * (n - 1)) + 1
        if row[8] and row[8] > END:
            row[8] = None
        if n in (60, 133, 178, 255) and not row[2]:
            row[2] = f"shared{n}@mail.test"
        if n in (95, 181, 203, 260, 281):
            row[2] = people[{95: 60, 181: 133, 203: 178, 260: 255, 281: 178}[n] - 1][2]
    m.add("subscribers", people)
    subs, pauses = [], []
    for person in people:
        for at in range(m.pick({0: 2, 1: 12, 2: 5, 3: 1})):
            start = later(person[6], days=m.pick([0, 0, 1, 3, 20, 75]) + at * m.whole(20, 150))
            if start > END:
                continue
            plan = m.pick({1: 6, 2: 5, 3: 4, 4: 5, 5: 2, 6: 4, 7: 2, 8: 1.5})
            if plan == 8 and start > "2023-09-30":
                plan = 4
            life = int(m.skewed(15, 800, 0))
            end = later(start, days=life)
            if m.chance(.1):
                end = m.pick(["2024-05-31", "2024-01-01", "2023-12-31", "2024-03-31", "2023-06-30"])
            gone = m.chance(.62) and start < end <= END
            status = m.pick({"cancelled": 8, "Cancelled": 1}) if gone else m.pick({"active": 12, "paused": 2, "past_due": 1, "Active": 1})
            subs.append([0, person[0], plan, status, start, end if gone else None,
                         m.pick(["too expensive", "Too expensive", "moving", "not enough variety", "quality", None, "gift ended"]) if gone else None,
                         m.whole(1, 300) if m.chance(.08) else None])
    subs.sort(key=lambda row: (row[4], row[1]))
    for n, row in enumerate(subs, 1):
        row[0] = n
        last = row[5] or END
        if m.chance(.2) or row[3] == "paused":
            at = later(row[4], days=m.whole(5, 200))
            for _ in range(m.pick([1, 1, 2])):
                back = later(at, days=m.whole(7, 75))
                if at >= last:
                    break
                pauses.append((row[0], at, back if back <= last else None))
                at = later(back, days=m.whole(1, 90))
    m.add("subscriptions", subs)
    m.add("pauses", [(n, *row) for n, row in enumerate(sorted(pauses, key=lambda row: row[1]), 1)])
    m.add("warehouses", [(1, "Leipzig", "DE"), (2, "Leeds", "GB"), (3, "Linz", "AT"), (4, "Newark", "US"), (5, "Cork", "IE")])
    m.add("suppliers", [(n, name, land) for n, (name, land) in enumerate([
        ("Green Leaf", "GB"), ("Nordic Craft", "SE"), ("Paper Moon", "DE"), ("Sweet Corner", "AT"), ("Bloom & Co", None),
        ("Happy Paws", "DE"), ("Old Mill", "GB"), ("Blue Jar", "FR"), ("Green Leaf", "IE")], 1)])
    items = [(n, name, kind, m.whole(1, 8) if m.chance(.9) else None, m.whole(60, 900) if m.chance(.94) else None,
              m.pick([20, 50, 80, 120, 200, 250, 350, 600, None])) for n, (name, kind) in enumerate(NAMES, 1)]
    m.add("items", items)
    boxes, contents, by = [], [], {}
    months = [f"{y}-{k:02}" for y in (2022, 2023, 2024) for k in range(1, 13) if f"{y}-{k:02}" <= "2024-06"]
    for month in months:
        for plan, (name, theme, step) in enumerate(PLANS, 1):
            if plan == 9 or plan == 8 and month > "2023-09" or (int(month[5:]) - 1) % step or plan == 3 and month < "2022-06":
                continue
            n = len(boxes) + 1
            by[plan, month] = n
            boxes.append((n, plan, month, f"{name} {m.pick(['Classics', 'Surprise', 'Spring', 'Winter', 'Favourites', 'Discovery'])}"))
            fit = [item[0] for item in items if item[2] in LIKES[theme] and item[0] not in (16, 31)]
            for item in sorted(m.some(fit, m.whole(2, 5))):
                contents.append((n, item, m.pick([1, 1, 1, 2, 3])))
    m.add("boxes", boxes)
    m.add("box_items", contents)
    shipments, payments, ratings = [], [], []
    for sub in subs:
        land = people[sub[1] - 1][3]
        step = PLANS[sub[2] - 1][2]
        currency = "GBP" if land == "GB" else "USD" if land == "US" and sub[2] in (1, 2, 6) else "EUR"
        method = m.pick(["card", "card", "paypal", "sepa", "Card", None])
        for month in months:
            if (int(month[5:]) - 1) % step or month < sub[4][:7] or (sub[5] and month > sub[5][:7]) or (sub[2], month) not in by:
                continue
            due = max(f"{month}-{m.whole(1, 6):02}", sub[4])
            if sub[5] and due > sub[5] or m.chance(.05):
                continue
            cents = [cents for cents, since in price_at[sub[2], currency] if since <= due][-1]
            if m.chance(.08):
                cents = cents * 9 // 10
            state = m.pick({"paid": 30, "failed": 3, "Paid": 1})
            payments.append([len(payments), sub[0], f"{due} {m.whole(0, 23):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}", cents, currency, method, state, None,
                             m.pick([cents, cents // 2]) if state != "failed" and m.chance(.05) else None])
            if state == "failed":
                if m.chance(.7):
                    again = m.chance(.75)
                    payments.append([len(payments), sub[0], f"{later(due, days=3)} 06:00:00", cents, currency, method,
                                     "paid" if again else "failed", len(payments) - 1, None])
                    state = "paid" if again else state
            if state == "failed":
                continue
            box = by[sub[2], month]
            sent = later(due, days=m.pick([1, 1, 2, 2, 3, 5]))
            status = m.pick({"delivered": 30, "lost": 1, "returned": 1, "Delivered": 1, "in_transit": .5})
            if sent > END:
                status, sent = "pending", None
            took = m.pick([1, 2, 2, 3, 3, 4, 5, 7, 11])
            got = later(sent, days=took) if sent and status in ("delivered", "Delivered", "returned") else None
            if got and got > END:
                status, got = "in_transit", None
            house = {"GB": 2, "AT": 3, "US": 4}.get(land, 1) if m.chance(.93) else m.pick([1, 2, 3])
            if m.chance(.02):
                house = None
            shipments.append([sub[0], box, house, m.pick(["DHL", "DPD", "dhl", "Royal Mail", "GLS", "DHL"]) if sent else None, status, sent, got])
    order = sorted(range(len(payments)), key=lambda at: (payments[at][2], at))
    number = {payments[at][0]: n for n, at in enumerate(order, 1)}
    m.add("payments", [[number[row[0]], *row[1:7], number.get(row[7]), row[8]] for row in (payments[at] for at in order)])
    shipments.sort(key=lambda row: (row[5] or "9", row[0]))
    m.add("shipments", [(n, *row) for n, row in enumerate(shipments, 1)])
    for n, row in enumerate(shipments, 1):
        if row[6] and m.chance(.22):
            for _ in range(2 if m.chance(.06) else 1):
                ratings.append((n, m.pick({5: 8, 4: 7, 3: 4, 2: 2, 1: 1.5, None: 1}), later(row[6], days=m.whole(0, 20)),
                                m.pick([None, None, "lovely", "Too sweet", "arrived broken", "boring", "love the MUG"])))
    m.add("box_ratings", [(n, *row) for n, row in enumerate(sorted(ratings, key=lambda row: row[2]), 1)])
