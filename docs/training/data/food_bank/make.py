"""A food bank: donors and donations, items and stock lots, households and their visits, volunteers and shifts. Rows move with the day on which they are made."""
from making import ago

SCHEMA = """
CREATE TABLE donor (donor_id INTEGER PRIMARY KEY, donor_name TEXT NOT NULL, donor_kind TEXT NOT NULL, city TEXT, registered_on TEXT NOT NULL, last_contact_on TEXT);
CREATE TABLE item (item_id INTEGER PRIMARY KEY, item_name TEXT NOT NULL, category TEXT NOT NULL, kg_per_unit REAL NOT NULL);
CREATE TABLE donation (
  donation_id INTEGER PRIMARY KEY, donor_id INTEGER NOT NULL REFERENCES donor(donor_id), pledged_on TEXT NOT NULL, pickup_on TEXT,
  received_on TEXT, status TEXT NOT NULL);
CREATE TABLE donation_item (donation_id INTEGER NOT NULL REFERENCES donation(donation_id), item_id INTEGER NOT NULL REFERENCES item(item_id), quantity INTEGER NOT NULL, weight_kg REAL NOT NULL, PRIMARY KEY (donation_id, item_id));
CREATE TABLE stock_lot (lot_id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL REFERENCES item(item_id), stored_on TEXT NOT NULL, best_before TEXT, quantity_left INTEGER NOT NULL, shelf TEXT);
CREATE TABLE household (
  household_id INTEGER PRIMARY KEY, family_name TEXT NOT NULL, district TEXT, adults INTEGER NOT NULL, children INTEGER NOT NULL,
  registered_on TEXT NOT NULL, card_valid_until TEXT, status TEXT NOT NULL);
CREATE TABLE volunteer (volunteer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, main_role TEXT NOT NULL, joined_on TEXT NOT NULL, left_on TEXT, phone TEXT);
CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, household_id INTEGER NOT NULL REFERENCES household(household_id), visited_at TEXT NOT NULL, served_by INTEGER REFERENCES volunteer(volunteer_id), parcels INTEGER NOT NULL, weight_kg REAL NOT NULL);
CREATE TABLE shift (shift_id INTEGER PRIMARY KEY, volunteer_id INTEGER NOT NULL REFERENCES volunteer(volunteer_id), shift_on TEXT NOT NULL, hours REAL NOT NULL, task TEXT NOT NULL, showed_up INTEGER);
"""
ITEMS = [("Tinned tomatoes", "canned", .4), ("Baked beans", "canned", .42), ("Tuna", "canned", .18), ("Rye bread", "bread", .75), ("Rolls", "bread", .5), ("Milk", "dairy", 1.03), ("Yoghurt", "dairy", .5), ("Butter", "dairy", .25),
         ("Apples", "fruit", 1.0), ("Bananas", "fruit", 1.0), ("Carrots", "vegetables", 1.0), ("Potatoes", "vegetables", 2.5), ("Onions", "vegetables", 1.0), ("Soap", "hygiene", .1), ("Nappies", "baby", 1.8), ("Infant formula", "baby", .8)]


def fill(m):
    donors = []
    for n in range(1, 141):
        since = m.whole(60, 3000) if n < 90 else n - 90 if n < 105 else m.whole(0, 500) if n < 130 else m.pick([0, 1, 2, 8, 30, 33, 62])
        kind = m.pick({"supermarket": 4, "bakery": 3, "farm": 2, "company": 2, "private": 5})
        name = f"{m.pick(['Hill', 'Green', 'Corner', 'River', 'Old'])} {m.pick(['Market', 'Bakery', 'Farm', 'Foods'])} {n}" if kind != "private" else " ".join(m.person())
        donors.append((n, name, kind, m.pick(["Bergen", "Lund", "Aarhus", "Odense"]) if m.chance(.93) else None, ago(since), ago(m.whole(0, min(since, 600))) if m.chance(.88) else None, since))
    m.add("donor", [d[:6] for d in donors])
    m.add("item", [(n, *one) for n, one in enumerate(ITEMS, 1)])
    gifts, lines = [], []
    for day in range(800, -22, -1):
        for _ in range(3 if 0 <= day < 15 else m.pick([1, 2, 2, 3])):
            pledged = day + m.pick([0, 1, 2, 4, 7, 12]) if day >= 0 else m.pick([0, 0, 1, 2, 3])
            donor = m.pick([d for d in donors[:125] if d[6] >= max(pledged, 0)] or donors[:20])
            late = m.pick([0, 0, 0, 0, 1, 3])
            status = "pledged" if day < 0 or (day == 0 and not gifts[-1][3] == ago(0)) else m.pick({"received": 17, "cancelled": 2, "pledged": 3 if day < 9 else 1 if day < 60 else 0})
            got = max(day - late, 0) if status == "received" else None
            gifts.append((len(gifts) + 1, donor[0], ago(pledged), ago(day), ago(got) if got is not None else None, status))
            for at in m.some(range(len(ITEMS) - 1), m.pick([1, 1, 2, 3])):
                many = m.pick([5, 10, 20, 24, 40, 60, 120])
                lines.append((len(gifts), at + 1, many, round(many * ITEMS[at][2] * m.pick([1, 1, .97, 1.05]), 1)))
    m.add("donation", gifts)
    m.add("donation_item", lines)
    lots = []
    for n in range(1, 361):
        at = m.whole(0, len(ITEMS) - 1)
        stored = n % 16 if n < 49 else m.whole(0, 300)
        best = stored - m.pick([5, 9, 20, 45, 90, 400]) if ITEMS[at][1] != "hygiene" else None
        if n % 9 == 0 and best is not None:
            best = -(n // 9)
        lots.append((n, at + 1, ago(stored), ago(best) if best is not None else None, m.pick([0, 3, 12, 24, 40, 75, 120]), m.pick(["A1", "A2", "B1", "B2", "COLD"]) if m.chance(.92) else None))
    m.add("stock_lot", lots)
    homes = []
    for n in range(1, 261):
        since = m.whole(200, 1500) if n < 170 else (n - 170) % 16 if n < 202 else m.whole(0, 400)
        state = m.pick({"active": 8, "paused": 1, "closed": 2}) if since > 20 else m.pick({"active": 6, "paused": 1})
        until = m.whole(-360, 0) if state == "active" else m.whole(-200, 300)
        if n % 7 == 0:
            until = -(n // 7)
        if n % 11 == 0:
            until = m.whole(1, 120)
        homes.append((n, m.person()[1], m.pick(["North", "South", "Harbour", "Old Town", "Hillside"]) if m.chance(.95) else None, m.pick([1, 1, 2, 2, 3]), m.pick([0, 0, 1, 2, 3, 4]),
                      ago(since), ago(until) if m.chance(.94) else None, state, since))
    m.add("household", [h[:8] for h in homes])
    people = []
    for n in range(1, 71):
        since = m.whole(400, 2900) if n < 40 else (n - 40) % 15 if n < 55 else m.whole(0, 700)
        gone = m.whole(0, min(since, 500)) if n % 4 == 0 and since > 90 else None
        people.append((n, " ".join(m.person()), m.pick({"driver": 2, "sorter": 4, "counter": 3}), ago(since), ago(gone) if gone is not None else None, f"06{m.whole(100000, 999999)}" if m.chance(.8) else None, since, gone))
    m.add("volunteer", [p[:6] for p in people])
    visits = []
    for day in range(790, -1, -1):
        there = [h for h in homes[:245] if h[8] >= day and h[0] % 5 and (h[0] % 6 or day > 30 + h[0])]
        for _ in range(6 if day < 15 else m.pick([2, 3, 4, 5])):
            home = there[int(m.random.random() ** 1.3 * len(there))]
            parcels = m.pick([1, 1, 2, 2, 3])
            who = [p[0] for p in people[:60] if p[6] >= day and (p[7] is None or p[7] <= day)]
            visits.append((len(visits) + 1, home[0], f"{ago(day)} {m.whole(0, 9) if day == 0 else m.whole(9, 18):02}:{m.whole(0, 59):02}:00", m.pick(who) if who and m.chance(.95) else None, parcels, round(parcels * m.amount(3.2, 9.8, 1), 1)))
    m.add("visit", visits)
    shifts = []
    for day in range(500, -30, -1):
        for who in m.some([p for p in people[:66] if p[6] >= day and (p[7] is None or p[7] <= day) and p[0] % 9], 3 if abs(day) < 16 else m.pick([1, 2, 2, 3])):
            shifts.append((len(shifts) + 1, who[0], ago(day), m.pick([2, 3, 3.5, 4, 5]), m.pick({"sorting": 4, "driving": 2, "counter": 3}), None if day < 0 else 0 if day == 0 and shifts[-1][2] == ago(0) else m.pick([1, 1, 1, 1, 0]) if day else 1))
    m.add("shift", shifts)
