"""A catering company: clients and events, menus and dishes, staff shifts, rented equipment, invoices and feedback; amounts in cents."""
from making import later

SCHEMA = """
CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, supervisor_id INTEGER, hired_on TEXT NOT NULL,
  terminated_on TEXT, hourly_cents INTEGER NOT NULL);
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, segment TEXT NOT NULL, billing_city TEXT, account_manager_id INTEGER,
  created_on TEXT NOT NULL, archived_at TEXT);
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, venue_name TEXT NOT NULL, city TEXT NOT NULL, has_kitchen INTEGER NOT NULL, capacity TEXT);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(client_id), venue_id INTEGER REFERENCES venues(venue_id),
  planner_id INTEGER, sold_by_id INTEGER, event_type TEXT NOT NULL, quoted_on TEXT NOT NULL, confirmed_on TEXT, cancelled_on TEXT,
  event_date TEXT NOT NULL, guests_expected INTEGER NOT NULL, guests_actual INTEGER, discount_cents INTEGER);
CREATE TABLE menus (menu_id INTEGER PRIMARY KEY, title TEXT NOT NULL, price_per_head_cents INTEGER NOT NULL, retired_on TEXT);
CREATE TABLE event_menus (
  event_id INTEGER NOT NULL REFERENCES events(event_id), menu_id INTEGER NOT NULL REFERENCES menus(menu_id), heads INTEGER NOT NULL,
  price_cents INTEGER NOT NULL, PRIMARY KEY (event_id, menu_id));
CREATE TABLE dishes (dish_id INTEGER PRIMARY KEY, dish_name TEXT NOT NULL, course TEXT NOT NULL, is_vegan INTEGER NOT NULL, cost_cents INTEGER);
CREATE TABLE menu_dishes (menu_id INTEGER NOT NULL REFERENCES menus(menu_id), dish_id INTEGER NOT NULL REFERENCES dishes(dish_id), PRIMARY KEY (menu_id, dish_id));
CREATE TABLE shifts (
  shift_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events(event_id), employee_id INTEGER NOT NULL, starts_at TEXT NOT NULL, ends_at TEXT);
CREATE TABLE rentals (
  rental_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL, item TEXT NOT NULL, quantity INTEGER NOT NULL, unit_cents INTEGER NOT NULL,
  due_back TEXT NOT NULL, returned_on TEXT);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL, kind TEXT NOT NULL, issued_on TEXT NOT NULL, due_on TEXT NOT NULL, paid_on TEXT, amount_cents INTEGER NOT NULL);
CREATE TABLE feedback (feedback_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL, score INTEGER, given_on TEXT NOT NULL);
"""

MENUS = [("Garden buffet", 3900), ("Business lunch", 2400), ("Gala dinner", 8900), ("Finger food", 2900), ("BBQ", 4200), ("Vegan feast", 4500), ("Brunch", 3100), ("Kids party", 1800), ("Oyster bar", 9900)]
DISHES = [("Tomato soup", "starter", 1, 180), ("Beef tartare", "starter", 0, 520), ("Caesar salad", "starter", 0, 260), ("Falafel", "main", 1, 240), ("Roast lamb", "main", 0, 890), ("Salmon", "main", 0, 760),
          ("Mushroom risotto", "main", 0, 310), ("Chili sin carne", "main", 1, 250), ("Chocolate cake", "dessert", 0, 220), ("Fruit salad", "dessert", 1, 150), ("Panna cotta", "dessert", 0, None),
          ("Mini burger", "main", 0, 330), ("Hummus", "starter", 1, 120), ("Sorbet", "dessert", 1, None), ("Cheese board", "dessert", 0, 480)]


def fill(m):
    crew = []
    for n in range(1, 37):
        job = "planner" if n < 6 else "sales" if n < 10 else m.pick({"waiter": 7, "cook": 4, "driver": 2})
        crew.append((n, " ".join(m.person()), job, None if n == 1 else 1 if n < 10 else (m.pick([1, 2, 3, 4, 5]) if m.chance(.92) else None), m.day("2015-02-01", "2025-02-01"),
                     m.day("2025-04-01", "2026-06-01") if n > 5 and m.chance(.2) else None, m.pick([1500, 1650, 1800, 2100, 2600])))
    m.add("employees", crew)
    clients = []
    for n in range(1, 131):
        seg = m.pick({"corporate": 6, "private": 5, "public": 2})
        clients.append((n, " ".join(m.person()) if seg == "private" else m.pick(["Orion", "Helix", "Nordbank", "City Council", "Atlas", "Museum", "Vita"]) + " " + m.pick(["AG", "GmbH", "Group"]),
                        seg, m.pick(["Zurich", "Bern", "Zug", "Basel"]) if m.chance(.9) else None, m.whole(6, 9) if m.chance(.85) else None, m.day("2022-02-01", "2026-06-10"),
                        m.moment("2025-01-10", "2026-06-20") if m.chance(.08) or n % 40 == 0 else None))
    m.add("clients", clients)
    m.add("venues", [(1, "Lake House", "Zurich", 1, "180"), (2, "Old Brewery", "Bern", 1, "90"), (3, "Town Hall", "Zug", 0, "1000"), (4, "Glass Pavilion", "Zurich", 0, "250"), (5, "Castle Barn", "Basel", 1, None),
                     (6, "Roof Terrace", "Basel", 0, "75")])
    m.add("menus", [(n, *x, "2025-09-30" if n in (7,) else None) for n, x in enumerate(MENUS, 1)])
    m.add("dishes", [(n, *x) for n, x in enumerate(DISHES, 1)])
    m.add("menu_dishes", [(k, d) for k in range(1, 9) for d in sorted(m.some([1, 4, 8, 10, 13, 14] if k == 6 else range(1, 15), m.pick([3, 4, 5])))])
    events, picked, shifts, rents, bills, notes = [], [], [], [], [], []
    for n in range(1, 521):
        day = m.day("2024-02-01", "2026-09-15")
        if m.chance(.06):
            day = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"])
        quoted = later(day, days=-m.pick([10, 20, 30, 60, 120, 200]))
        ok = later(quoted, days=m.whole(1, 9)) if m.chance(.82) else None
        gone = later(ok or quoted, days=m.whole(1, 8)) if m.chance(.1) else None
        if ok and ok > "2026-06-30":
            ok = None
        if gone and gone > "2026-06-30":
            gone = None
        live = ok and not gone
        want = m.pick([12, 20, 30, 45, 60, 80, 120, 200])
        past = live and day <= "2026-06-30"
        came = max(5, want + m.pick([-12, -5, -2, 0, 0, 3, 8])) if past and m.chance(.95) else None
        off = m.pick([5000, 10000, 25000]) if m.chance(.18) else (None if m.chance(.7) else 0)
        events.append((n, int(m.random.random() ** 1.5 * 118) + 1, m.whole(1, 5) if m.chance(.88) else None, m.whole(2, 5) if m.chance(.95) else None, m.whole(5, 9) if m.chance(.9) else None,
                       m.pick({"wedding": 3, "conference": 4, "birthday": 3, "gala": 1, "lunch": 3}), quoted, ok, gone, day, want, came, off))
        total = -(off or 0)
        for k in sorted(m.some(range(1, 9), m.pick([1, 1, 1, 2, 2, 3]))):
            price = round(MENUS[k - 1][1] * (.94 if day < "2025-03" else 1) / 10) * 10
            heads = max(5, want // m.pick([1, 1, 2]))
            picked.append((n, k, heads, price))
            total += heads * price
        if live:
            for e in m.some([c[0] for c in crew if c[2] in ("waiter", "cook", "driver")][:-2], m.pick([2, 3, 4, 6])) if past else []:
                at = day + f" {m.whole(9, 18):02}:00:00"
                shifts.append((len(shifts) + 1, n, e, at, later(at, minutes=m.pick([240, 300, 330, 420, 540])) if m.chance(.96) else None))
            for x in m.some(["tables", "chairs", "glasses", "tent", "linen"], m.pick([0, 0, 1, 2, 3])):
                back = later(day, days=m.pick([1, 2, 3]))
                came_back = later(back, days=m.pick([-1, 0, 0, 0, 1, 4]))
                rents.append((len(rents) + 1, n, x, m.pick([1, 5, 10, 20, 50]), m.pick([150, 300, 800, 2500]), back, came_back if came_back <= "2026-06-30" and m.chance(.94) else None))
            due = later(ok, days=14)
            if m.chance(.7):
                bills.append((len(bills) + 1, n, "deposit", ok, due, later(due, days=m.pick([-8, -3, 0, 0, 5])) if due < "2026-06-10" and m.chance(.96) else None, total // 4))
            if past:
                iss = later(day, days=m.pick([1, 2, 5]))
                due = later(iss, days=30)
                paid = later(due, days=m.pick([-20, -8, 0, 0, 6, 20]))
                bills.append((len(bills) + 1, n, "final", iss, due, paid if paid <= "2026-06-30" and m.chance(.92) else None, total - (total // 4 if bills and bills[-1][1] == n else 0)))
                if m.chance(.05):
                    bills.append((len(bills) + 1, n, "credit", later(iss, days=9), later(iss, days=9), later(iss, days=12), -total // 10))
                for _ in range(m.pick([0, 0, 1, 1, 2])):
                    notes.append((len(notes) + 1, n, m.pick([10, 9, 9, 8, 8, 7, 5, 2, None]), later(day, days=m.whole(1, 25))))
    m.add("events", events)
    m.add("event_menus", picked)
    m.add("shifts", shifts)
    m.add("rentals", rents)
    m.add("invoices", bills)
    m.add("feedback", notes)
