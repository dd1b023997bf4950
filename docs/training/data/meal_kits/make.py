"""Meal kits by subscription: plans, subscribers and pauses, weekly boxes with recipes, ingredients and suppliers, refunds, ratings, promo codes."""
from making import later

SCHEMA = """
CREATE TABLE plans (plan_id INTEGER PRIMARY KEY, plan_name TEXT NOT NULL, people INTEGER NOT NULL, meals INTEGER NOT NULL, list_price REAL NOT NULL, withdrawn_at TEXT);
CREATE TABLE subscribers (
  subscriber_id INTEGER PRIMARY KEY, email TEXT NOT NULL, first_name TEXT, city TEXT, country_code TEXT NOT NULL, diet TEXT, referred_by_id INTEGER REFERENCES subscribers(subscriber_id),
  created_at TEXT NOT NULL, deleted_at TEXT, is_staff INTEGER NOT NULL DEFAULT 0);
CREATE TABLE subscriptions (
  subscription_id INTEGER PRIMARY KEY, subscriber_id INTEGER NOT NULL REFERENCES subscribers(subscriber_id), plan_id INTEGER NOT NULL REFERENCES plans(plan_id), promo_code TEXT,
  started_on TEXT NOT NULL, paused_on TEXT, cancelled_on TEXT, cancel_reason TEXT);
CREATE TABLE promo_codes (promo_code TEXT PRIMARY KEY, percent_off INTEGER NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT NOT NULL);
CREATE TABLE boxes (
  box_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id), week_start TEXT NOT NULL, price_charged REAL NOT NULL, delivery_fee REAL, courier TEXT,
  promised_at TEXT NOT NULL, delivered_at TEXT, status TEXT NOT NULL);
CREATE TABLE recipes (recipe_id INTEGER PRIMARY KEY, title TEXT NOT NULL, cuisine TEXT, diet TEXT NOT NULL, minutes TEXT NOT NULL, premium INTEGER NOT NULL, retired_on TEXT);
CREATE TABLE box_recipes (box_id INTEGER NOT NULL, recipe_id INTEGER NOT NULL, portions INTEGER NOT NULL, surcharge REAL NOT NULL DEFAULT 0, PRIMARY KEY (box_id, recipe_id));
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, country_code TEXT NOT NULL);
CREATE TABLE ingredients (ingredient_id INTEGER PRIMARY KEY, ingredient_name TEXT NOT NULL, supplier_id INTEGER, cost_per_kg REAL NOT NULL, allergen TEXT);
CREATE TABLE recipe_ingredients (recipe_id INTEGER NOT NULL, ingredient_id INTEGER NOT NULL, grams_per_portion INTEGER NOT NULL, PRIMARY KEY (recipe_id, ingredient_id));
CREATE TABLE recipe_ratings (rating_id INTEGER PRIMARY KEY, box_id INTEGER NOT NULL, recipe_id INTEGER NOT NULL, stars INTEGER, rated_at TEXT NOT NULL);
CREATE TABLE refunds (refund_id INTEGER PRIMARY KEY, box_id INTEGER NOT NULL, amount REAL NOT NULL, reason TEXT NOT NULL, requested_on TEXT NOT NULL, paid_on TEXT);
"""
RECIPES = [("Pad thai", "thai", "vegetarian", "25"), ("Green curry", "thai", "meat", "35"), ("Lentil dal", "indian", "vegan", "30"), ("Butter chicken", "indian", "meat", "40"), ("Gnocchi", "italian", "vegetarian", "20"), ("Lasagne", "italian", "meat", "55"),
           ("Fish tacos", "mexican", "fish", "25"), ("Bean chili", "mexican", "vegan", "45"), ("Ramen", "japanese", "meat", "50"), ("Miso salmon", "japanese", "fish", "30"), ("Shakshuka", None, "vegetarian", "25"), ("Beef stew", "irish", "meat", "105"),
           ("Risotto", "italian", "vegetarian", "40"), ("Tofu bowl", "japanese", "vegan", "20"), ("Slow ribs", "american", "meat", "120"), ("Falafel", None, "vegan", "30"), ("Quick omelette", None, "vegetarian", "9"), ("Duck breast", "french", "meat", "45")]


def fill(m):
    plans = [(1, "Duo 3", 2, 3, 38.0, None), (2, "Duo 5", 2, 5, 56.0, None), (3, "Family 3", 4, 3, 66.0, None), (4, "Family 5", 4, 5, 98.0, None), (5, "Solo 3", 1, 3, 27.0, "2025-09-30"), (6, "Party", 8, 2, 120.0, None)]
    m.add("plans", plans)
    subs = []
    for n in range(1, 171):
        first = m.person()[0]
        made = m.moment("2024-01-05", "2026-06-10")
        subs.append((n, f"{first.lower()}{n}@example.org", first if m.chance(.9) else None, m.pick(["Dublin", "Cork", "Leeds", "Derry", "Galway"]) if m.chance(.92) else None, m.pick({"IE": 5, "GB": 3}), m.pick(["vegan", "vegetarian", "none"]) if m.chance(.7) else None,
                     m.whole(1, n - 1) if n > 6 and m.chance(.25) else None, made, m.moment("2026-01-01", "2026-06-25") if m.chance(.07) else None, int(m.chance(.05))))
    m.add("subscribers", subs)
    promos = [("WELCOME", 30, "2024-01-01", "2026-12-31"), ("SPRING25", 20, "2025-03-01", "2025-05-31"), ("FRIEND", 15, "2024-06-01", "2025-12-31"), ("XMAS", 25, "2025-12-01", "2026-01-06"), ("SUMMER26", 20, "2026-07-01", "2026-08-31")]
    runs, boxes, chosen, stars, refunds = [], [], [], [], []
    recipes = [(n, *r[:3], r[3], int(r[0] in ("Duck breast", "Miso salmon", "Slow ribs")), "2025-12-31" if r[0] == "Ramen" else None) for n, r in enumerate(RECIPES, 1)]
    for s in subs[:158]:
        start = later(s[7][:10], days=m.whole(0, 6))
        for _ in range(m.pick([1, 1, 1, 2, 3])):
            if start > "2026-06-15":
                break
            end = later(start, days=m.whole(10, 400)) if m.chance(.5) else None
            end = end if end and end < "2026-06-28" else None
            plan = m.pick({1: 5, 2: 3, 3: 3, 4: 2, 5: 2 if start < "2025-09-30" else 0})
            code = m.pick(promos[:4])[0] if m.chance(.4) else None
            pause = m.day(start, "2026-06-26") if not end and m.chance(.18) else None
            runs.append((len(runs) + 1, s[0], plan, code, start, pause, end, m.pick({"price": 4, "taste": 2, "moving": 2, None: 1}) if end else None))
            week = start
            for _ in range(m.whole(1, 7)):
                if week >= (end or pause or "2026-06-27"):
                    break
                p = plans[plan - 1]
                b = len(boxes) + 1
                state = m.pick({"delivered": 17, "skipped": 3, "failed": 1})
                due = f"{later(week, days=2)} 18:00:00"
                came = later(due, minutes=m.pick([-240, -120, -30, 0, 45, 200, 1500])) if state == "delivered" else None
                boxes.append((b, runs[-1][0], week, round(p[4] * m.pick([1, 1, 1, .85, .7]), 2) if state != "skipped" else 0.0, m.pick([0, 3.5, 4.9]) if m.chance(.9) else None, m.pick(["Velo", "ParcelPro", "Nordpost"]) if m.chance(.93) else None, due, came, state))
                if state != "skipped":
                    for r in m.some([x for x in recipes[:17] if not x[6] or week < x[6]], p[3]):
                        chosen.append((b, r[0], p[2], 4.0 if r[5] else 0.0))
                        for _ in range(m.pick([0, 0, 0, 1, 1, 2]) if state == "delivered" else 0):
                            if m.chance(.4):
                                stars.append((len(stars) + 1, b, r[0], m.pick([1, 2, 3, 4, 4, 5, 5]) if m.chance(.93) else None, later(came, days=m.whole(0, 9))))
                    if m.chance(.08):
                        for _ in range(m.pick([1, 1, 2])):
                            asked = later(due[:10], days=m.whole(0, 8))
                            paid = later(asked, days=m.whole(1, 20)) if m.chance(.8) else None
                            refunds.append((len(refunds) + 1, b, float(m.pick([5, 8, 12, 20, 38])), m.pick(["missing item", "late", "quality"]), asked, paid if paid and paid < "2026-06-28" else None))
                week = later(week, days=m.pick([7, 7, 14, 21]))
            if not end:
                break
            start = later(end, days=m.whole(20, 160))
    m.add("subscriptions", runs)
    m.add("promo_codes", promos)
    m.add("boxes", boxes)
    m.add("recipes", recipes)
    m.add("box_recipes", chosen)
    m.add("suppliers", [(1, "Greenfield", "IE"), (2, "Mare", "IE"), (3, "Orient Foods", "GB"), (4, "Molino", "IT"), (5, "Lost Valley", "IE")])
    ings = [(n, name, sup, cost, al) for n, (name, sup, cost, al) in enumerate([("Rice noodles", 3, 3.2, None), ("Chicken", 1, 7.5, None), ("Lentils", 4, 2.1, None), ("Salmon", 2, 18.0, "fish"), ("Pasta sheets", 4, 2.8, "gluten"), ("Cream", 1, 3.6, "milk"), ("Tofu", 3, 6.4, "soy"),
            ("Beef", 1, 12.5, None), ("Peanuts", None, 5.0, "nuts"), ("Eggs", 1, 4.2, "egg"), ("Beans", 4, 1.9, None), ("Coconut milk", 3, 3.9, None), ("Saffron", None, 900.0, None)], 1)]
    m.add("ingredients", ings)
    m.add("recipe_ingredients", [(r[0], i, m.whole(2, 30) * 10) for r in recipes if r[0] != 18 for i in m.some(range(1, 13), m.whole(2, 4))])
    m.add("recipe_ratings", stars)
    m.add("refunds", refunds)
