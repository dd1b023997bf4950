"""Bowling centres: lanes, bookings and games, bar orders, members, league teams and their matches."""
from making import later

SCHEMA = """
CREATE TABLE centers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, lanes_total INTEGER NOT NULL);
CREATE TABLE lanes (
  center_id INTEGER NOT NULL REFERENCES centers(id), lane_no INTEGER NOT NULL, oiled_on TEXT, out_of_order_since TEXT,
  PRIMARY KEY (center_id, lane_no));
CREATE TABLE members (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT, level TEXT NOT NULL,
  joined_on TEXT NOT NULL, resigned_on TEXT, home_center_id INTEGER);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, center_id INTEGER NOT NULL REFERENCES centers(id), manager_id INTEGER,
  hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY, center_id INTEGER NOT NULL, lane_no INTEGER NOT NULL, member_id INTEGER, created_by INTEGER, closed_by INTEGER,
  created_at TEXT NOT NULL, starts_at TEXT NOT NULL, hours REAL NOT NULL, players INTEGER NOT NULL, shoe_pairs INTEGER,
  hourly_rate REAL NOT NULL, state TEXT NOT NULL);
CREATE TABLE games (
  id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings(id), member_id INTEGER, nickname TEXT NOT NULL,
  score INTEGER, strikes INTEGER NOT NULL);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, price REAL NOT NULL, is_active INTEGER NOT NULL);
CREATE TABLE bar_orders (
  id INTEGER PRIMARY KEY, booking_id INTEGER, center_id INTEGER NOT NULL, waiter_id INTEGER NOT NULL, ordered_at TEXT NOT NULL, paid_at TEXT, tip REAL);
CREATE TABLE bar_items (
  bar_order_id INTEGER NOT NULL REFERENCES bar_orders(id), line_no INTEGER NOT NULL, product_id INTEGER NOT NULL REFERENCES products(id),
  qty INTEGER NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (bar_order_id, line_no));
CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, league TEXT NOT NULL, captain_id INTEGER, center_id INTEGER NOT NULL);
CREATE TABLE team_members (
  team_id INTEGER NOT NULL REFERENCES teams(id), member_id INTEGER NOT NULL REFERENCES members(id), since TEXT NOT NULL, until TEXT,
  PRIMARY KEY (team_id, member_id));
CREATE TABLE matches (
  id INTEGER PRIMARY KEY, home_team_id INTEGER NOT NULL REFERENCES teams(id), away_team_id INTEGER NOT NULL REFERENCES teams(id),
  played_on TEXT NOT NULL, home_pins INTEGER, away_pins INTEGER);
"""

PRODUCTS = [("Lager", "drink", 4.2), ("Cola", "drink", 3), ("Fries", "food", 4.5), ("Burger", "food", 9.9), ("Nachos", "food", 7.5), ("Wheat beer", "drink", 4.6),
            ("Coffee", "drink", 2.8), ("Ice cream", "food", 3.9), ("Energy drink", "drink", 3.7)]
TEAMS = ["Pin Pals", "Split Happens", "Gutter Gang", "Turkey Hunters", "Spare Parts", "Lane Rangers", "The Rollers", "Strike Force", "Ball Busters", "Alley Cats"]


def fill(m):
    m.add("centers", [(1, "Strike Hall", "Graz", 12), (2, "Pin Palace", "Linz", 10), (3, "Rollhaus", "Wels", 8), (4, "Cosmic Lanes", "Graz", 4)])
    lanes = [(c, n, m.day("2026-05-20", "2026-06-29") if m.chance(.9) else None, m.day("2026-01-10", "2026-06-25") if m.chance(.1) else None)
             for c, k in ((1, 12), (2, 10), (3, 8), (4, 4)) for n in range(1, k + 1)]
    m.add("lanes", lanes)
    people = []
    for n in range(1, 151):
        first, last = m.person()
        joined = m.day("2022-01-10", "2026-06-15")
        left = m.day("2025-01-10", "2026-06-20") if m.chance(.2) else None
        people.append((n, first, last, f"{first}{n}@bowl.example".lower() if m.chance(.8) else None, m.pick({"B": 6, "S": 3, "G": 1}), joined,
                       left if left and left > joined else None, m.pick([1, 1, 2, 2, 3, 3, None])))
    m.add("members", people)
    crew = []
    for n in range(1, 21):
        crew.append((n, " ".join(m.person()), n if n < 5 else m.pick([1, 1, 2, 2, 3, 4]), None if n == 1 else 1 if n < 5 else (m.pick([1, 2, 3, 4]) if m.chance(.9) else None),
                     m.day("2014-01-10", "2025-08-01"), m.day("2025-09-01", "2026-06-01") if n > 5 and m.chance(.2) else None))
    m.add("staff", crew)
    books, games, orders, items = [], [], [], []
    for n in range(1, 1101):
        lane = m.pick(lanes[:30])
        day = m.day("2024-06-01", "2026-07-15")
        if m.chance(.06):
            day = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"])
        start = day + f" {m.whole(11, 22):02}:{m.pick(['00', '30'])}:00"
        made = later(start, days=-m.pick([0, 0, 0, 1, 2, 7, 14]), hours=-m.whole(0, 5))
        state = "reserved" if start > "2026-06-30 12" else m.pick({"played": 84, "cancelled": 8, "no_show": 4})
        near = [c[0] for c in crew if c[2] == lane[0]]
        books.append((n, lane[0], lane[1], int(m.random.random() ** 1.5 * 138) + 1 if m.chance(.6) else None, m.pick(near) if m.chance(.8) else None,
                      m.pick(near) if state == "played" else None, made, start, m.pick([1, 1, 1.5, 2, 2, 3]), m.whole(1, 8), m.whole(0, 8) if m.chance(.85) else None,
                      m.pick([22, 22, 26, 31]) + (1 if day > "2026" else 0), state))
        if state == "played":
            for _ in range(m.pick([1, 2, 2, 3])):
                games.append((len(games) + 1, n, books[-1][3] if m.chance(.4) else (m.whole(1, 140) if m.chance(.2) else None), m.pick(["Ace", "Bob", "Zed", "Mia", "Tom", "Kit"]),
                              m.whole(48, 240) if m.chance(.95) else None, m.whole(0, 8)))
        if state == "played" and m.chance(.45) or m.chance(.08):
            for _ in range(m.pick([1, 1, 2])):
                k = len(orders) + 1
                at = later(start, minutes=m.whole(5, 100))
                orders.append((k, n if state == "played" else None, lane[0], m.pick(near), at, later(at, minutes=m.whole(5, 90)) if m.chance(.92) else None, m.amount(.5, 6, 1) if m.chance(.4) else None))
                for at, p in enumerate(m.some(range(8), m.pick([1, 2, 2, 3])), 1):
                    items.append((k, at, p + 1, m.pick([1, 1, 2, 3, 4]), 0 if m.chance(.04) else round(PRODUCTS[p][2] * (.93 if day < "2025-07" else 1), 2)))
    m.add("bookings", books)
    m.add("games", games)
    m.add("products", [(n, *p, int(n not in (8,))) for n, p in enumerate(PRODUCTS, 1)])
    m.add("bar_orders", orders)
    m.add("bar_items", items)
    squads, duels = {}, []
    m.add("teams", [(n, name, "A" if n <= 5 else "B", m.whole(1, 120) if m.chance(.85) else None, m.pick([1, 2, 3])) for n, name in enumerate(TEAMS, 1)])
    for t in range(1, 11):
        for who in m.some(range(1, 121), m.pick([4, 5, 6, 7])):
            squads[t, who] = (t, who, m.day("2023-09-01", "2026-03-01"), m.day("2026-03-02", "2026-06-10") if m.chance(.15) else None)
    m.add("team_members", squads.values())
    for league in (range(1, 6), range(6, 10)):
        for y in (2025, 2026):
            for a in league:
                for b in league:
                    if a != b:
                        done = y == 2025 or m.chance(.6)
                        duels.append((len(duels) + 1, a, b, m.day(f"{y}-01-10", f"{y}-06-25") if done else f"{y}-10-{m.whole(10, 28)}", m.whole(700, 900) if done else None,
                                      m.whole(690, 890) if done else None))
                        if done and m.chance(.16):
                            duels[-1] = duels[-1][:5] + (duels[-1][4],)
    m.add("matches", duels)
