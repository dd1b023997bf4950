"""A ticket agency: venues, organisers, events, buyers, orders, tickets, reviews."""
from making import later

SCHEMA = """
CREATE TABLE event_status (status_code INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, venue_name TEXT NOT NULL, city TEXT NOT NULL, venue_type TEXT NOT NULL, capacity TEXT NOT NULL);
CREATE TABLE organisers (organiser_id INTEGER PRIMARY KEY, organiser_name TEXT NOT NULL, parent_id INTEGER, founded_on TEXT NOT NULL, home_city TEXT NOT NULL);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, venue_id INTEGER NOT NULL REFERENCES venues(venue_id), organiser_id INTEGER NOT NULL REFERENCES organisers(organiser_id),
  announced_on TEXT NOT NULL, sale_starts_on TEXT NOT NULL, event_date TEXT NOT NULL, status_code INTEGER NOT NULL REFERENCES event_status(status_code));
CREATE TABLE buyers (buyer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, billing_city TEXT NOT NULL, shipping_city TEXT, birth_date TEXT, signed_up_on TEXT NOT NULL, invited_by INTEGER);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers(buyer_id), ordered_at TEXT NOT NULL, channel TEXT NOT NULL, payment_method TEXT NOT NULL, delivery_fee REAL NOT NULL, refunded_on TEXT);
CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(order_id), event_id INTEGER NOT NULL REFERENCES events(event_id), ticket_type TEXT NOT NULL, list_price REAL NOT NULL, paid_price REAL NOT NULL, scanned_at TEXT);
CREATE TABLE reviews (event_id INTEGER NOT NULL REFERENCES events(event_id), buyer_id INTEGER NOT NULL REFERENCES buyers(buyer_id), stars TEXT NOT NULL, written_on TEXT NOT NULL, PRIMARY KEY (event_id, buyer_id));
"""
HALLS = [("Apollo", "Lyon", "hall"), ("Grand Rex", "Paris", "theatre"), ("Arena Sud", "Lyon", "arena"), ("Le Quai", "Nantes", "club"), ("Opal", "Lille", "hall"), ("Velodrome", "Lille", "arena"), ("Cave 9", "Paris", "club"), ("Petit Palais", "Nantes", "theatre"),
         ("Zenith", "Paris", "arena"), ("La Grange", "Lyon", "club"), ("Belle Rive", "Nancy", "theatre"), ("Old Depot", "Nancy", "hall")]
WORDS = "Northern Blue Velvet Electric Silent Golden Broken Midnight Paper Crystal".split()
TAILS = "Lights Hearts Tour Night Circus Derby Stories Kings Parade Echo".split()


def fill(m):
    m.add("event_status", [(1, "scheduled"), (2, "sold out"), (3, "cancelled"), (4, "postponed"), (5, "done")])
    size = {"hall": (700, 2800), "theatre": (350, 990), "arena": (4000, 17800), "club": (80, 600)}
    m.add("venues", [(n, *h, str(m.whole(*size[h[2]]))) for n, h in enumerate(HALLS, 1)])
    m.add("organisers", [(n, f"{m.pick(['Live', 'Stage', 'Nova', 'Kult', 'Prime', 'Echo'])} {m.pick(['Events', 'Booking', 'Agency'])} {n}", m.whole(1, n - 1) if n > 3 and m.chance(.5) else None, m.day("1995-01-01", "2024-12-31"), m.pick(["Lyon", "Paris", "Lille"])) for n in range(1, 19)])
    events = []
    for n in range(1, 121):
        day = m.day("2024-02-01", "2026-12-20")
        told = later(day, days=-m.whole(60, 300))
        done = day < "2026-06-30"
        events.append((n, f"{m.pick(WORDS)} {m.pick(TAILS)}", m.pick({"concert": 6, "theatre": 3, "sport": 2, "comedy": 2}), m.whole(1, 11), int(m.random.random() ** 1.4 * 15) + 1, told, later(told, days=m.whole(2, 40)), day,
                       m.pick({5: 8, 3: 1}) if done else m.pick({1: 5, 2: 3, 3: 1, 4: 1})))
    m.add("events", events)
    buyers = []
    for n in range(1, 161):
        bill = m.pick({"Paris": 5, "Lyon": 4, "Lille": 2, "Nantes": 2, "Nancy": 1})
        y, mo, d = m.day("1950-01-01", "2007-12-31").split("-")
        buyers.append((n, " ".join(m.person()), bill, (bill if m.chance(.6) else m.pick(["Paris", "Lyon", "Metz", "Nantes"])) if m.chance(.85) else None, f"{d}/{mo}/{y}" if m.chance(.9) else None, m.day("2021-01-01", "2026-05-31"), m.whole(1, n - 1) if n > 6 and m.chance(.3) else None))
    m.add("buyers", buyers)
    orders, tickets = [], []
    for n in range(1, 451):
        e = events[int(m.random.random() ** 1.3 * 110)]
        last = min(later(e[7], days=-1), "2026-06-28")
        if e[6] >= last:
            e = events[m.pick([k for k in range(110) if events[k][6] < "2026-05-01"])]
            last = min(later(e[7], days=-1), "2026-06-28")
        at = m.moment(e[6], last, (7, 23))
        back = later(at[:10], days=m.whole(1, 40)) if e[8] == 3 and m.chance(.9) or m.chance(.04) else None
        orders.append((n, int(m.random.random() ** 1.8 * 140) + 1, at, m.pick({"web": 6, "app": 4, "box office": 2, "phone": 1}), m.pick({"card": 6, "paypal": 3, "cash": 2}), m.pick([0.0, 0.0, 2.5, 4.9, 7.5]), back))
        for other in [e] + ([events[m.whole(0, 109)]] if m.chance(.15) else []):
            kind = m.pick({"seated": 5, "standing": 4, "vip": 1})
            price = {"seated": 38.0, "standing": 26.0, "vip": 110.0}[kind] + m.pick([0, 0, 5, 10, 22.5])
            for _ in range(m.pick([1, 1, 2, 2, 3, 4, 6])):
                came = other[8] == 5 and not back and m.chance(.88)
                tickets.append((len(tickets) + 1, n, other[0], kind, price, price if m.chance(.75) else round(price * m.pick([.9, .8, .5]), 2), f"{other[7]} {m.whole(17, 20)}:{m.whole(10, 59)}:00" if came else None))
    m.add("orders", orders)
    m.add("tickets", tickets)
    pairs, rows = set(), []
    done = [e for e in events if e[8] == 5]
    for _ in range(210):
        e, b = done[int(m.random.random() ** 1.5 * len(done) * .85)], m.whole(1, 150)
        if (e[0], b) not in pairs:
            pairs.add((e[0], b))
            rows.append((e[0], b, m.pick({"1": 1, "2": 1, "3": 3, "4": 5, "5": 5, "10": 2, "8": 2}), later(e[7], days=m.whole(0, 30))))
    m.add("reviews", rows)
