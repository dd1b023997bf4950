"""An affiliate network: advertisers and their programs, publishers, clicks, conversions with items, commission rates, payouts."""
from making import later

SCHEMA = """
CREATE TABLE advertisers (adv_id INTEGER PRIMARY KEY, company TEXT NOT NULL, country TEXT NOT NULL, account_manager_id INTEGER, signed_on TEXT NOT NULL,
  closed_on TEXT);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, lead_id INTEGER REFERENCES staff(staff_id));
CREATE TABLE programs (
  prog_id INTEGER PRIMARY KEY, adv_id INTEGER NOT NULL REFERENCES advertisers(adv_id), title TEXT NOT NULL, vertical TEXT NOT NULL,
  cookie_days INTEGER NOT NULL, launched_on TEXT NOT NULL, paused INTEGER NOT NULL);
CREATE TABLE commission_rates (
  prog_id INTEGER NOT NULL REFERENCES programs(prog_id), category TEXT NOT NULL, pct TEXT NOT NULL, valid_from TEXT NOT NULL,
  valid_to TEXT, PRIMARY KEY (prog_id, category, valid_from));
CREATE TABLE publishers (
  pub_id INTEGER PRIMARY KEY, site TEXT NOT NULL, kind TEXT NOT NULL, country TEXT, registered_at TEXT NOT NULL,
  referred_by INTEGER REFERENCES publishers(pub_id), state INTEGER NOT NULL);
CREATE TABLE memberships (
  pub_id INTEGER NOT NULL REFERENCES publishers(pub_id), prog_id INTEGER NOT NULL REFERENCES programs(prog_id), applied_on TEXT NOT NULL,
  decided_on TEXT, decision TEXT, PRIMARY KEY (pub_id, prog_id));
CREATE TABLE clicks (
  click_id INTEGER PRIMARY KEY, pub_id INTEGER NOT NULL, prog_id INTEGER NOT NULL, clicked_at TEXT NOT NULL, device TEXT, is_bot INTEGER NOT NULL);
CREATE TABLE conversions (
  conv_id INTEGER PRIMARY KEY, click_id INTEGER NOT NULL REFERENCES clicks(click_id), order_no TEXT NOT NULL, converted_at TEXT NOT NULL,
  validated_at TEXT, status INTEGER NOT NULL, commission_cents INTEGER NOT NULL);
CREATE TABLE conversion_items (
  conv_id INTEGER NOT NULL REFERENCES conversions(conv_id), item_no INTEGER NOT NULL, category TEXT NOT NULL, qty INTEGER NOT NULL,
  price_cents INTEGER NOT NULL, PRIMARY KEY (conv_id, item_no));
CREATE TABLE payouts (
  payout_id INTEGER PRIMARY KEY, pub_id INTEGER NOT NULL REFERENCES publishers(pub_id), period TEXT NOT NULL, amount_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL, created_on TEXT NOT NULL, sent_on TEXT);
CREATE TABLE payout_conversions (payout_id INTEGER NOT NULL REFERENCES payouts(payout_id), conv_id INTEGER NOT NULL REFERENCES conversions(conv_id),
  PRIMARY KEY (payout_id, conv_id));
"""
NAMES = ("Nordal Outdoor,Kiosk24,Ferien Plus,Petbox,Lumen Optics,Tarmac Tyres,Brava Shoes,Hexa Hosting,Zeta Insurance,"
         "Paper & Co,Solis Travel,Quill Pens,Mondo Coffee,Rivo Bikes").split(",")
CATS = ["standard", "sale", "premium"]


def fill(m):
    m.add("staff", [(n, " ".join(m.person()), m.pick(["accounts", "publishers"]), None if n == 1 else m.whole(1, min(n - 1, 3))) for n in range(1, 11)])
    m.add("advertisers", [(n, c, m.pick(["DE", "FR", "IT", "NL"]), m.whole(2, 8) if n not in (4, 11) else None, m.day("2020-01-01", "2024-05-31"),
                           m.day("2025-01-01", "2025-05-31") if n in (10, 12) else None) for n, c in enumerate(NAMES, 1)])
    progs, rates = [], []
    for n in range(1, 27):
        adv = n if n < 13 else m.whole(1, 12)
        progs.append((n, adv, f"{NAMES[adv - 1].split()[0]} {m.pick(['DE', 'EU', 'Shop', 'App', 'Club'])}", m.pick(["retail", "travel", "finance", "software"]),
                      m.pick([7, 14, 30, 30, 45, 90]), m.day("2023-01-01", "2025-02-28"), int(m.chance(.15))))
        for c in m.some(CATS, m.pick([1, 2, 3, 3])):
            first = "2024-01-01"
            for k in range(m.pick([1, 1, 2])):
                cut = m.pick(["2024-12-31", "2025-03-31"])
                last = k == 1 or m.chance(.4)
                rates.append((n, c, m.pick(["4", "5.5", "7.25", "8", "10", "12.5", "15"]), first, None if last else cut))
                if last:
                    break
                first = later(cut, days=1)
    m.add("programs", progs)
    m.add("commission_rates", rates)
    pubs = []
    for n in range(1, 151):
        pubs.append((n,
            f"{m.pick(['deal', 'best', 'smart', 'my', 'top'])}{m.pick(['travel', 'bike', 'pets', 'gadget', 'coupon', 'style'])}{n if n % 9 else ''}.example",
                     m.pick({"blog": 5, "coupon": 3, "cashback": 2, "comparison": 2, "social": 2}), m.pick({"DE": 5, "FR": 3, "IT": 2, "AT": 2, None: 1}),
                     m.moment("2022-01-01", "2025-06-20"), m.whole(1, n - 1) if n > 5 and m.chance(.25) else None, m.pick({1: 12, 0: 2, 2: 2, 9: 1})))
    m.add("publishers", pubs)
    member = []
    for p in range(1, 146):
        for g in m.some(range(1, 25), m.pick([0, 1, 2, 3, 4, 5])):
            day = m.day("2024-01-01", "2025-06-15")
            how = m.pick({"accepted": 14, "declined": 4, None: 2})
            member.append((p, g, day, later(day, days=m.pick([0, 1, 1, 2, 5, 12])) if how else None, how))
    m.add("memberships", member)
    good = [x for x in member if x[4] == "accepted"]
    clicks, convs, items = [], [], []
    for when in sorted(m.pick(["2025-01-31 22:10:00", "2025-03-31 08:00:00", "2025-06-30 23:15:00"]) if m.chance(.02) else m.moment("2025-01-01",
        "2025-06-30") for _ in range(1900)):
        x = good[int(m.random.random() ** 1.7 * len(good))]
        bot = int(m.chance(.07))
        clicks.append((len(clicks) + 1, x[0], x[1], when, m.pick({"mobile": 6, "desktop": 4, "tablet": 1, None: 1}), bot))
        if m.chance(.03 if bot else .28):
            for k in range(m.pick([1, 1, 1, 1, 1, 2])):
                at = later(when, hours=m.pick([0, 0, 1, 2, 20, 50, 200, 500]), minutes=m.whole(1, 50))
                st = m.pick({1: 12, 2: 3, 0: 3})
                n = len(convs) + 1
                total = 0
                for i in range(m.pick([1, 1, 2, 3])):
                    q, price = m.pick([1, 1, 1, 2, 3]), m.pick([990, 1990, 2490, 4900, 8900, 14900, 29900])
                    total += q * price
                    items.append((n, i + 1, m.pick({"standard": 5, "sale": 3, "premium": 2}), q, price))
                convs.append((n, len(clicks), f"O{m.whole(1000, 1600)}", at, None if st == 0 else later(at, days=m.pick([1, 5, 14, 30, 45])), st,
                    round(total * m.pick([.04, .055, .08, .1, .125]))))
    m.add("clicks", clicks)
    m.add("conversions", convs)
    m.add("conversion_items", items)
    pays, links = [], []
    for month in range(1, 6):
        by = {}
        for c in convs:
            if c[5] == 1 and c[3][:7] == f"2025-{month:02}" and m.chance(.9):
                by.setdefault(clicks[c[1] - 1][1], []).append(c)
        for pub in sorted(by):
            n = len(pays) + 1
            total = sum(c[6] for c in by[pub])
            made = f"2025-{month + 1:02}-{m.pick(['01', '02', '05'])}"
            pays.append((n, pub, f"2025-{month:02}", total - m.pick([0, 0, 0, 150]), m.pick([0, 0, 95, 250]), made,
                later(made, days=m.pick([1, 3, 9, 20, 35])) if m.chance(.87) else None))
            links += [(n, c[0]) for c in by[pub]]
    m.add("payouts", pays)
    m.add("payout_conversions", links)
