"""Food delivery in three cities, times in epoch milliseconds: restaurants and their opening hours, couriers, tips, promo codes."""
from datetime import datetime, timezone

SCHEMA = """
CREATE TABLE fd_city (city_id INTEGER PRIMARY KEY, name TEXT NOT NULL, utc_offset_min INTEGER NOT NULL);
CREATE TABLE fd_restaurant (
  restaurant_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city_id INTEGER NOT NULL REFERENCES fd_city(city_id),
  cuisine TEXT, commission_bp INTEGER, joined_ms INTEGER NOT NULL, left_ms INTEGER);
CREATE TABLE "opening hours" (
  restaurant_id INTEGER NOT NULL REFERENCES fd_restaurant(restaurant_id), weekday INTEGER NOT NULL,
  "opens at" TEXT NOT NULL, "closes at" TEXT NOT NULL, PRIMARY KEY (restaurant_id, weekday, "opens at"));
CREATE TABLE fd_menu_item (
  item_id INTEGER PRIMARY KEY, restaurant_id INTEGER NOT NULL REFERENCES fd_restaurant(restaurant_id), name TEXT NOT NULL,
  category TEXT, is_vegan INTEGER, deleted_ms INTEGER);
CREATE TABLE fd_item_price (
  item_id INTEGER NOT NULL REFERENCES fd_menu_item(item_id), from_ms INTEGER NOT NULL, to_ms INTEGER,
  price_cents INTEGER NOT NULL, PRIMARY KEY (item_id, from_ms));
CREATE TABLE fd_customer (
  customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, phone TEXT, city_id INTEGER REFERENCES fd_city(city_id),
  created_ms INTEGER NOT NULL, invited_by_id INTEGER REFERENCES fd_customer(customer_id), is_blocked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE fd_courier (
  courier_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, vehicle TEXT, city_id INTEGER NOT NULL REFERENCES fd_city(city_id),
  hired_ms INTEGER NOT NULL, left_ms INTEGER, mentor_id INTEGER REFERENCES fd_courier(courier_id));
CREATE TABLE fd_shift (
  shift_id INTEGER PRIMARY KEY, courier_id INTEGER NOT NULL REFERENCES fd_courier(courier_id),
  starts_ms INTEGER NOT NULL, ends_ms INTEGER);
CREATE TABLE fd_promo (
  promo_code TEXT PRIMARY KEY, kind TEXT NOT NULL, value INTEGER, valid_from_ms INTEGER NOT NULL, valid_to_ms INTEGER, max_uses INTEGER);
CREATE TABLE fd_order (
  order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES fd_customer(customer_id),
  restaurant_id INTEGER NOT NULL REFERENCES fd_restaurant(restaurant_id), courier_id INTEGER REFERENCES fd_courier(courier_id),
  status TEXT NOT NULL, placed_ms INTEGER NOT NULL, promised_ms INTEGER NOT NULL, picked_up_ms INTEGER, delivered_ms INTEGER,
  items_cents INTEGER NOT NULL, delivery_fee_cents INTEGER NOT NULL, discount_cents INTEGER NOT NULL DEFAULT 0,
  tip_cents INTEGER, promo_code TEXT);
CREATE TABLE fd_order_item (
  order_id INTEGER NOT NULL REFERENCES fd_order(order_id), item_id INTEGER NOT NULL REFERENCES fd_menu_item(item_id),
  quantity INTEGER NOT NULL, unit_cents INTEGER NOT NULL, PRIMARY KEY (order_id, item_id));
CREATE TABLE fd_rating (
  order_id INTEGER PRIMARY KEY REFERENCES fd_order(order_id), food_stars INTEGER, courier_stars INTEGER, rated_ms INTEGER NOT NULL,
  comment TEXT);
CREATE TABLE fd_refund (
  refund_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES fd_order(order_id), amount_cents INTEGER NOT NULL,
  reason TEXT, created_ms INTEGER NOT NULL);
"""

MINUTE, DAY = 60_000, 86_400_000
NAMES = ["Pizza Nonna", "Green Bowl", "Curry Corner", "Sushi Go", "Burger Barn", "La Taqueria", "Wok This Way", "Falafel Stop",
         "Pizza Presto", "Noodle Bar", "Bagel Brothers", "Vegan Garden", "Kebab King", "Soup Kitchen", "Burger Yard", "Tapas 22"]
CUISINES = ["Italian", "healthy", "Indian", "Japanese", "Burgers", "Mexican", "Chinese", "Lebanese", "italian", "Chinese", None,
            "healthy", "Turkish", None, "Burgers", "Spanish"]
DISHES = {"main": ["Margherita", "House bowl", "Curry", "Burger", "Wrap", "Noodles", "Falafel plate", "Grill plate"],
          "side": ["Fries", "Salad", "Garlic bread", "Rice"], "drink": ["Cola", "Lemonade", "Beer", "Water"], "dessert": ["Tiramisu", "Brownie"]}
EDGES = ["2024-01-31", "2024-02-29", "2024-03-01", "2024-03-31", "2024-04-01", "2024-04-30", "2024-05-31", "2024-06-01", "2024-06-30"]
PROMOS = [("WELCOME10", "percent", 10, "2023-12-01", None, None), ("SPRING5", "fixed", 500, "2024-03-01", "2024-04-30", 30),
          ("FREERIDE", "free_delivery", None, "2024-02-01", "2024-03-15", 15), ("LUNCH15", "percent", 15, "2024-05-01", "2024-06-30", None),
          ("SORRY3", "fixed", 300, "2024-01-01", None, None), ("SUMMER20", "percent", 20, "2024-07-01", "2024-08-31", 100)]


def epoch(day, minutes=0):
    return int(datetime.fromisoformat(day).replace(tzinfo=timezone.utc).timestamp()) * 1000 + minutes * MINUTE


def fill(m):
    m.add("fd_city", [(1, "Leipzig", 60), (2, "Porto", 0), (3, "Krakow", 60), (4, "Ghent", 60)])
    places = []
    for n, name in enumerate(NAMES, 1):
        joined = epoch(m.day("2022-01-01", "2024-02-20"), m.whole(0, 1400))
        places.append((n, name, 1 + n % 3, CUISINES[n - 1], m.pick([1500, 1800, 2000, 2500, 3000, None]), joined,
                       epoch(m.day("2024-03-01", "2024-06-15")) if n in (7, 13) else None))
    places.append((17, "Waffle Wagon", 1, "Dessert", 2000, epoch("2024-06-28", 600), None))
    m.add("fd_restaurant", places)
    hours = []
    for p in places[:16]:
        closed = m.pick([0, 1, None])
        for day in range(7):
            if day == closed:
                continue
            if m.chance(.35):
                hours += [(p[0], day, "11:00", "14:30"), (p[0], day, "17:30", m.pick(["22:00", "23:00"]))]
            else:
                hours.append((p[0], day, m.pick(["09:00", "10:30", "11:00", "12:00"]), m.pick(["20:00", "21:30", "22:00", "23:30"])))
    m.add("opening hours", hours)
    items, prices = [], []
    for p in places[:16]:
        for kind, dishes in DISHES.items():
            for dish in m.some(dishes, m.whole(1, 4)):
                n = len(items) + 1
                items.append((n, p[0], dish, kind if m.chance(.95) else None, m.pick({0: 6, 1: 3, None: 1}),
                              epoch(m.day("2024-02-01", "2024-06-20")) if m.chance(.08) else None))
                price = {"main": m.whole(85, 165), "side": m.whole(30, 60), "drink": m.whole(20, 45), "dessert": m.whole(40, 70)}[kind] * 10
                starts = [epoch("2023-01-01")] + [epoch(d) for d in ("2024-01-15", "2024-04-01") if m.chance(.5)]
                for at, start in enumerate(starts):
                    prices.append((n, start, starts[at + 1] if at + 1 < len(starts) else None, price))
                    price += m.pick([-30, 20, 50, 50, 100])
    m.add("fd_menu_item", items)
    m.add("fd_item_price", prices)
    customers = []
    for n in range(1, 281):
        name = " ".join(m.person())
        day = m.pick(EDGES) if m.chance(.08) else m.day("2023-06-01", "2024-06-29")
        customers.append((n, name, f"+49{m.whole(1500000, 1799999)}" if m.chance(.85) else m.pick([None, ""]),
                          m.pick({1: 5, 2: 4, 3: 4, None: 1}), epoch(day, m.whole(0, 1439)),
                          m.whole(1, n - 1) if n > 5 and m.chance(.3) else None, int(m.chance(.05))))
    m.add("fd_customer", customers)
    couriers = []
    for n in range(1, 41):
        hired = epoch(m.day("2022-06-01", "2024-03-31"))
        couriers.append((n, " ".join(m.person()), m.pick({"bike": 6, "scooter": 4, "car": 2, "Bike": 1, None: 1}), 1 + n % 3, hired,
                         epoch(m.day("2024-04-01", "2024-06-25")) if m.chance(.15) else None,
                         m.whole(1, n - 1) if n > 4 and m.chance(.6) else None))
    m.add("fd_courier", couriers)
    shifts = []
    for _ in range(700):
        c = m.pick(couriers[:37])
        start = epoch(m.day("2024-01-01", "2024-06-30"), m.pick([540, 600, 660, 960, 1020, 1140]))
        if start > c[4] and start < (c[5] or 9e15) and not (c[0] in (33, 35) and start > epoch("2024-04-20")):
            shifts.append((len(shifts) + 1, c[0], start, start + m.pick([180, 240, 300, 360, 480]) * MINUTE if m.chance(.97) else None))
    m.add("fd_shift", shifts)
    m.add("fd_promo", [p[:3] + (epoch(p[3]), epoch(p[4]) + DAY - 1 if p[4] else None, p[5]) for p in PROMOS])
    orders, lines, stars, refunds = [], [], [], []
    moments = sorted(epoch(m.pick(EDGES) if m.chance(.1) else m.day("2024-01-01", "2024-06-30"),
                           m.pick([m.whole(660, 850), m.whole(1020, 1380), m.whole(1050, 1250), m.whole(1400, 1439)])) + m.whole(0, 59) * 1000
                     for _ in range(1300))
    for n, when in enumerate(moments, 1):
        when += m.whole(0, 999)
        place = m.pick(places[:16], [9, 7, 6, 6, 8, 4, 3, 3, 5, 3, 3, 4, 3, 2, 4, 1])
        while place[6] and place[6] < when or place[5] > when:
            place = m.pick(places[:16])
        buyer = customers[int(m.random.random() ** 1.6 * 240)]
        status = m.pick({"delivered": 85, "cancelled": 8, "rejected": 4}) if when < epoch("2024-06-30", 1380) else "open"
        rider = m.pick([c for c in couriers[:36] if c[3] == place[2] and c[4] < when < (c[5] or 9e15)] or [couriers[place[2] - 1]])
        promised = when + m.pick([30, 35, 40, 45, 60]) * MINUTE
        picked = when + m.whole(10, 35) * MINUTE + m.whole(0, 59999) if status == "delivered" or m.chance(.15) else None
        done = None
        if status == "delivered":
            done = promised if m.chance(.05) else picked + m.whole(4, 40) * MINUTE + m.whole(0, 59999)
            done = max(done, picked + MINUTE)
        chosen, total = m.some([i for i in items if i[1] == place[0] and i[0] % 17 and (not i[5] or i[5] > when)], m.pick([1, 1, 2, 2, 3, 4])), 0
        for i in chosen:
            price = [p[3] for p in prices if p[0] == i[0] and p[1] <= when and (not p[2] or p[2] > when)][0]
            count = m.pick([1, 2, 3, 4] if i[4] else [1, 1, 1, 2, 3])
            lines.append((n, i[0], count, price))
            total += count * price
        fee = m.pick([0, 190, 290, 290, 390])
        code, cut = None, 0
        valid = [p for p in PROMOS if epoch(p[3]) <= when and (not p[4] or when < epoch(p[4]) + DAY)]
        if m.chance(.28):
            promo = m.pick(valid)
            code = promo[0] if m.chance(.9) else promo[0].lower()
            cut = {"percent": total * (promo[2] or 0) // 100, "fixed": min(promo[2] or 0, total), "free_delivery": fee}[promo[1]]
        tip = m.pick([None, 0, 0, 100, 150, 200, 200, 300, 500]) if status == "delivered" else None
        orders.append((n, buyer[0], place[0], None if status == "rejected" or m.chance(.02) else rider[0], status, when, promised, picked, done,
                       total, fee, cut, tip, code))
        if status == "delivered" and m.chance(.45):
            stars.append((n, m.pick([5, 5, 5, 4, 4, 3, 2, 1, None]), m.pick([5, 5, 4, 4, 3, 1, None, None]), done + m.whole(5, 3000) * MINUTE,
                          m.pick([None, None, "Cold food", "great!", "Late again", "late", "Very good", "wrong item", "translated menu please"])))
        if status == "cancelled" and m.chance(.6) or status == "delivered" and m.chance(.06):
            parts = m.pick([1, 1, 1, 2])
            for at in range(parts):
                amount = (total + fee - cut) // (1 if status == "cancelled" else 2) // parts
                refunds.append((len(refunds) + 1, n, amount, m.pick(["late", "missing item", "cold", None]),
                                (done or when) + m.whole(10, 9000) * MINUTE))
    m.add("fd_order", orders)
    m.add("fd_order_item", lines)
    m.add("fd_rating", stars)
    m.add("fd_refund", refunds)
