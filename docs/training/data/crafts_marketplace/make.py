"""A marketplace for handmade things: shops, listings and their price changes, shoppers, favourites, orders, reviews."""
from making import later

SCHEMA = """
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT NOT NULL, country TEXT NOT NULL, tier INTEGER NOT NULL, opened_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE shoppers (shopper_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, home_country TEXT, joined_on TEXT NOT NULL, invited_by INTEGER REFERENCES shoppers(shopper_id));
CREATE TABLE listings (listing_id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops(shop_id), title TEXT NOT NULL, category TEXT NOT NULL, list_price_cents INTEGER NOT NULL, stock INTEGER, created_on TEXT NOT NULL, published_on TEXT, removed_on TEXT);
CREATE TABLE price_changes (listing_id INTEGER NOT NULL REFERENCES listings(listing_id), changed_on TEXT NOT NULL, old_price_cents INTEGER NOT NULL, new_price_cents INTEGER NOT NULL, PRIMARY KEY (listing_id, changed_on));
CREATE TABLE favourites (shopper_id INTEGER NOT NULL REFERENCES shoppers(shopper_id), listing_id INTEGER NOT NULL REFERENCES listings(listing_id), added_on TEXT NOT NULL, PRIMARY KEY (shopper_id, listing_id));
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shopper_id INTEGER NOT NULL REFERENCES shoppers(shopper_id), placed_at TEXT NOT NULL, paid_at TEXT, delivered_at TEXT, ship_country TEXT NOT NULL, voucher_pct INTEGER, postage_cents INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE order_items (order_id INTEGER NOT NULL REFERENCES orders(order_id), listing_id INTEGER NOT NULL REFERENCES listings(listing_id), pieces INTEGER NOT NULL, piece_price_cents INTEGER NOT NULL, PRIMARY KEY (order_id, listing_id));
CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, listing_id INTEGER NOT NULL, stars TEXT, written_on TEXT NOT NULL, hidden INTEGER NOT NULL);
"""
COUNTRIES = {"DE": 6, "FR": 4, "NL": 3, "IE": 2, "IT": 2}
THINGS = {"Jewellery": ["Ring", "Necklace", "Earrings"], "Ceramics": ["Mug", "Bowl", "Vase"], "Textiles": ["Scarf", "Cushion", "Quilt"], "Wood": ["Spoon", "Board", "Toy train"], "Candles": ["Candle"]}


def fill(m):
    shops = []
    for n in range(1, 41):
        opened = m.day("2019-03-01", "2025-04-01")
        closed = m.day("2025-05-01", "2025-12-10") if m.chance(.2) else None
        shops.append((n, m.pick(["Blue", "Old", "Tiny", "Wild", "Green"]) + " " + m.pick(["Kiln", "Loom", "Barn", "Atelier", "Bench"]) + f" {n}", m.pick(COUNTRIES), m.pick({1: 6, 2: 3, 3: 2}), opened, closed))
    m.add("shops", shops)
    shoppers = [(n, m.pick(["sun", "fox", "ivy", "owl", "mint", "rain"]) + str(100 + n), m.pick(COUNTRIES) if m.chance(.93) else None, m.day("2020-01-01", "2025-08-01"), 1 + int(m.random.random() ** 2 * min(n - 1, 40)) if n > 8 and m.chance(.3) else None) for n in range(1, 161)]
    m.add("shoppers", shoppers)
    listings, changes = [], []
    for n in range(1, 171):
        shop = shops[int(m.random.random() ** 1.5 * 37)]
        cat = m.pick({"Jewellery": 6, "Ceramics": 5, "Textiles": 4, "Wood": 3, "Candles": 1})
        made = m.day(max(shop[4], "2021-01-01"), "2025-06-01")
        out = later(made, days=m.pick([0, 1, 3, 10, 30])) if m.chance(.92) else None
        price = m.skewed(450, 24000, 0)
        price = int(price - price % 50) + m.pick([0, 0, 90])
        day, old = later(made, days=40), price
        steps = []
        for _ in range(m.pick([0, 0, 0, 1, 1, 2, 3])):
            new = int(old * m.pick([.8, .9, 1.1, 1.2, 1.25]))
            steps.append((n, day, old, new))
            day, old = later(day, days=m.whole(20, 160)), new
        changes += steps
        listings.append((n, shop[0], m.pick(THINGS[cat]) + f" {m.pick(['red', 'plain', 'oak', 'large', 'mini'])} {n}", cat, old, m.pick([0, 0, 1, 3, 5, 12, 40]) if m.chance(.94) else None, made, out, m.day("2025-06-15", "2025-12-01") if m.chance(.2) else None))
    m.add("listings", listings)
    m.add("price_changes", changes)
    favs = {}
    for _ in range(420):
        favs[(1 + int(m.random.random() ** 1.6 * 150), 1 + int(m.random.random() ** 1.6 * 164))] = m.day("2024-01-01", "2025-12-10")
    m.add("favourites", [(*k, v) for k, v in favs.items()])
    orders, items, reviews = [], [], []
    shown = [x for x in listings if x[7]]
    jewel = [x for x in shown if x[3] == "Jewellery"]
    for n in range(1, 421):
        who = shoppers[int(m.random.random() ** 1.8 * 146)]
        at = m.moment("2023-01-01", "2025-12-18", (6, 23))
        if m.chance(.03):
            at = m.pick(["2024-12-31", "2025-06-30", "2024-03-31"]) + f" {m.whole(10, 23)}:15:00"
        state = m.pick({"delivered": 13, "sent": 2, "cancelled": 2, "placed": 1})
        paid = later(at, minutes=m.pick([1, 3, 10, 600, 3000])) if state in ("delivered", "sent") or state == "cancelled" and m.chance(.4) else None
        there = later(paid, days=m.pick([2, 3, 4, 5, 7, 9, 14])) if state == "delivered" else None
        orders.append((n, who[0], at, paid, there, who[2] if who[2] and m.chance(.85) else m.pick(COUNTRIES), m.pick([10, 15, 20, 20]) if m.chance(.25) else None, m.pick([0, 390, 390, 590, 1290]), state))
        for x in m.some(jewel if who[0] > 132 else shown[:150] if m.chance(.3) else shown[:45], m.pick([1, 1, 1, 2, 2, 3, 4])):
            items.append((n, x[0], m.pick([1, 1, 1, 1, 2, 2, 3, 6]), int(x[4] * m.pick([1, 1, 1, .9, .8]))))
            if there and m.chance(.5):
                for _ in range(m.pick([1, 1, 1, 1, 2])):
                    reviews.append((len(reviews) + 1, n, x[0], m.pick({"5": 8, "4": 5, "3": 3, "2": 2, "1": 1}) if m.chance(.93) else None, later(there[:10], days=m.whole(0, 30)), int(m.chance(.08))))
    m.add("orders", orders)
    m.add("order_items", items)
    m.add("reviews", reviews)
