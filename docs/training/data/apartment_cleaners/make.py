"""A firm that cleans apartments: clients, homes, cleaners and their leads, visits with tasks, invoices, reviews, keys."""
from making import later

SCHEMA = """
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, home_city TEXT NOT NULL, billing_city TEXT NOT NULL,
  signed_on TEXT NOT NULL, left_on TEXT, referred_by INTEGER REFERENCES clients(client_id));
CREATE TABLE apartments (
  apartment_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(client_id), street TEXT NOT NULL,
  district TEXT NOT NULL, rooms INTEGER NOT NULL, floor INTEGER NOT NULL, area_sqm TEXT NOT NULL, has_pets INTEGER NOT NULL);
CREATE TABLE cleaners (
  cleaner_id INTEGER PRIMARY KEY, name TEXT NOT NULL, lead_id INTEGER REFERENCES cleaners(cleaner_id), hired_on TEXT NOT NULL,
  left_on TEXT, born_on TEXT NOT NULL, hourly_wage_cents INTEGER NOT NULL, seniority_rank INTEGER NOT NULL);
CREATE TABLE tasks (task_id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, list_price REAL NOT NULL);
CREATE TABLE visits (
  visit_id INTEGER PRIMARY KEY, apartment_id INTEGER NOT NULL REFERENCES apartments(apartment_id), cleaner_id INTEGER NOT NULL REFERENCES cleaners(cleaner_id),
  booked_on TEXT NOT NULL, planned_for TEXT NOT NULL, done_on TEXT, minutes INTEGER, status_code INTEGER NOT NULL, travel_fee REAL NOT NULL);
CREATE TABLE visit_tasks (
  visit_id INTEGER NOT NULL REFERENCES visits(visit_id), task_id INTEGER NOT NULL REFERENCES tasks(task_id), quantity INTEGER NOT NULL,
  price REAL NOT NULL, PRIMARY KEY (visit_id, task_id));
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(client_id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL,
  paid_on TEXT, net_amount REAL NOT NULL, gross_amount REAL NOT NULL);
CREATE TABLE reviews (
  review_id INTEGER PRIMARY KEY, visit_id INTEGER NOT NULL REFERENCES visits(visit_id), stars INTEGER NOT NULL, tip TEXT, written_on TEXT NOT NULL);
"""
TASKS = [(1, "Floors", "basic", 18), (2, "Kitchen", "basic", 24), (3, "Bathroom", "basic", 22), (4, "Windows", "extra", 6.5), (5, "Oven", "extra", 30),
         (6, "Ironing", "laundry", 12), (7, "Bed linen", "laundry", 8), (8, "Balcony", "outdoor", 20), (9, "Carpet shampoo", "extra", 45), (10, "Gutter", "outdoor", 60)]


def fill(m):
    clients = []
    for n in range(1, 111):
        home = m.pick({"Graz": 6, "Linz": 4, "Wels": 2, "Steyr": 1})
        clients.append((n, " ".join(m.person()), f"06{m.whole(10000, 99999)}" if m.chance(.8) else None, home,
                        home if m.chance(.7) else m.pick(["Graz", "Linz", "Wien"]), m.day("2022-01-10", "2026-04-30"),
                        m.day("2025-01-05", "2026-06-10") if m.chance(.2) else None, m.whole(1, n - 1) if n > 8 and m.chance(.3) else None))
    m.add("clients", clients)
    homes = []
    for c in clients[:102]:
        for _ in range(m.pick([1, 1, 1, 1, 2, 2, 3])):
            homes.append((len(homes) + 1, c[0], f"{m.pick(['Haupt', 'Ring', 'Park', 'Schul'])}strasse {m.whole(1, 90)}", m.pick({"Old Town": 5, "Harbour": 3, "North": 3, "Hill": 1}),
                          m.pick([1, 2, 2, 3, 3, 4, 5]), m.whole(0, 9), m.pick(["n/a", "-"]) if m.chance(.1) else str(m.whole(28, 145)), int(m.chance(.3))))
    m.add("apartments", homes)
    ranks = m.some(range(1, 19), 18)
    cleaners = []
    for n in range(1, 19):
        cleaners.append((n, " ".join(m.person()), None if n < 3 else m.whole(1, 2) if n < 7 else m.whole(1, 6), m.day("2014-01-01", "2025-12-20"),
                         m.day("2026-01-05", "2026-06-20") if n > 6 and m.chance(.3) else None, m.day("1960-01-01", "2004-12-31"), m.whole(24, 44) * 50, ranks[n - 1]))
    m.add("cleaners", cleaners)
    m.add("tasks", TASKS)
    visits, lines, reviews = [], [], []
    for n in range(1, 701):
        plan = m.day("2024-02-01", "2026-06-28")
        status = m.pick({3: 18, 4: 2, 5: 1}) if plan < "2026-06-15" else m.pick({1: 3, 2: 3, 4: 1})
        done = later(plan, days=m.pick([0, 0, 0, 0, 1, 2, 5])) if status == 3 else None
        visits.append((n, homes[int(m.random.random() ** 1.7 * (len(homes) - 6))][0], m.pick({k: 19 - k for k in range(1, 17)}), later(plan, days=-m.whole(1, 50)), plan, done,
                       m.whole(4, 28) * 10 if done else None, status, m.pick([0, 0, 4, 6.5, 9])))
        for t in m.some(TASKS[:9], m.pick([1, 2, 2, 3, 4])):
            lines.append((n, t[0], m.pick([1, 1, 1, 2, 3, 6]) if t[0] in (4, 6, 7) else 1, round(t[3] * m.pick([1, 1, 1, .9, 1.2]), 2)))
        if done and m.chance(.5):
            reviews.append((len(reviews) + 1, n, m.pick({5: 9, 4: 6, 3: 3, 2: 1, 1: 1}), m.pick([None, "", "n/a", "2", "5", "10", "12", "20", "3", "8"]), later(done, days=m.whole(0, 12))))
    m.add("visits", visits)
    m.add("visit_tasks", lines)
    inv = []
    for n in range(1, 401):
        c = m.whole(1, 98) if m.chance(.6) else m.whole(1, 30)
        day = m.day("2024-03-01", "2026-06-20")
        net = m.skewed(30, 620)
        due = later(day, days=m.pick([14, 14, 30]))
        paid = later(due, days=m.pick([-12, -9, -5, -2, 0, 3, 8, 30])) if m.chance(.86) else None
        inv.append((n, c, day, due, paid if paid and paid <= "2026-06-30" else None, net, round(net * m.pick([1.2, 1.2, 1.1]), 2)))
    m.add("invoices", inv)
    m.add("reviews", reviews)
