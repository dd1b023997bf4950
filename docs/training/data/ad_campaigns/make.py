"""An advertising agency: campaigns, ad groups by channel, daily figures, conversions, invoices."""
from making import later

SCHEMA = """
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, manager_id INTEGER REFERENCES staff(staff_id),
  hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE advertiser (
  advertiser_id INTEGER PRIMARY KEY, name TEXT NOT NULL, industry TEXT, parent_id INTEGER REFERENCES advertiser(advertiser_id),
  country TEXT NOT NULL, signed_on TEXT NOT NULL, churned_on TEXT);
CREATE TABLE campaign (
  campaign_id INTEGER PRIMARY KEY, advertiser_id INTEGER NOT NULL REFERENCES advertiser(advertiser_id), name TEXT NOT NULL,
  objective TEXT NOT NULL, status TEXT NOT NULL, start_date TEXT NOT NULL, end_date TEXT, budget_cents INTEGER NOT NULL,
  created_by INTEGER REFERENCES staff(staff_id), owner_id INTEGER REFERENCES staff(staff_id), deleted_at TEXT);
CREATE TABLE channel (channel_code TEXT PRIMARY KEY, channel_name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE ad_group (
  ad_group_id INTEGER PRIMARY KEY, campaign_id INTEGER NOT NULL REFERENCES campaign(campaign_id), channel_code TEXT NOT NULL,
  bid_cents INTEGER, is_paused INTEGER NOT NULL DEFAULT 0);
CREATE TABLE creative (
  creative_id INTEGER PRIMARY KEY, advertiser_id INTEGER NOT NULL, format TEXT NOT NULL, headline TEXT,
  submitted_at TEXT NOT NULL, approved_at TEXT, rejected_at TEXT);
CREATE TABLE ad_group_creative (
  ad_group_id INTEGER NOT NULL, creative_id INTEGER NOT NULL, added_on TEXT NOT NULL, PRIMARY KEY (ad_group_id, creative_id));
CREATE TABLE daily_stat (
  ad_group_id INTEGER NOT NULL REFERENCES ad_group(ad_group_id), stat_date TEXT NOT NULL, impressions INTEGER NOT NULL,
  clicks INTEGER NOT NULL, spend_cents INTEGER NOT NULL, PRIMARY KEY (ad_group_id, stat_date));
CREATE TABLE conversion (
  conversion_id INTEGER PRIMARY KEY, ad_group_id INTEGER NOT NULL, converted_at TEXT NOT NULL, kind TEXT NOT NULL,
  value_cents INTEGER, is_fraud INTEGER NOT NULL DEFAULT 0);
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY, advertiser_id INTEGER NOT NULL REFERENCES advertiser(advertiser_id), issued_on TEXT NOT NULL,
  due_on TEXT NOT NULL, paid_on TEXT, amount_cents INTEGER NOT NULL);
"""

FIRMS = ["Nordlicht", "Blue Fjord", "Kaffee Hain", "Veloce", "Sunbeam", "Lumen", "Mondo", "Arbor", "Pixelwerk", "Tidal",
         "Green Acre", "Citrine", "Halcyon", "Redwood", "Kestrel", "Marlow", "Orbit", "Quarry", "Saffron", "Umbra"]
TAILS = ["", " Foods", " Travel", " Media", " Bank"]


def fill(m):
    staff = []
    for n in range(1, 19):
        first, last = m.person()
        hired = m.day("2018-01-10", "2025-03-01")
        left = m.day("2024-09-01", "2025-11-30") if n > 5 and m.chance(.25) else None
        staff.append((n, f"{first} {last}", "Director" if n == 1 else m.pick({"Account manager": 6, "Analyst": 3, "Designer": 2}),
                      None if n == 1 else 1 if n < 5 else m.pick([2, 3, 4, m.whole(1, n - 1)]), hired,
                      left if left and left > hired else None))
    m.add("staff", staff)
    firms = []
    for n in range(1, 46):
        signed = m.day("2022-02-01", "2025-09-30")
        firms.append((n, m.pick(FIRMS) + m.pick(TAILS), m.pick({"retail": 5, "finance": 3, "travel": 3, "food": 4, None: 1}),
                      m.whole(1, n - 1) if n > 6 and m.chance(.3) else None, m.pick({"DE": 6, "FR": 3, "NL": 3, "PL": 2, "SE": 1}),
                      signed, later(signed, days=m.whole(120, 500)) if m.chance(.2) else None))
    m.add("advertiser", firms)
    m.add("channel", [("SRCH", "Search", "paid"), ("SOC", "Social feed", "paid"), ("DISP", "Display", "paid"),
                      ("VID", "Video", "paid"), ("MAIL", "Newsletter", "owned"), ("AUD", "Podcast", "paid"), ("OOH", "Billboard", "offline")])
    camps, groups, stats, convs = [], [], [], []
    for n in range(1, 111):
        firm = m.whole(1, 38)
        start = m.day("2024-01-01", "2025-10-20")
        end = later(start, days=m.pick([14, 30, 30, 45, 60, 90])) if m.chance(.85) else None
        status = m.pick({"active": 4, "ended": 8, "draft": 2, "paused": 2})
        camps.append((n, firm, m.pick(["Spring push", "Summer sale", "Brand lift", "Retargeting", "App launch", "Black week", "Loyalty"]),
                      m.pick({"sales": 5, "leads": 4, "awareness": 3}), status, start, end, m.whole(5, 220) * 10000,
                      m.whole(2, 16) if m.chance(.95) else None, m.whole(2, 16) if m.chance(.88) else None,
                      m.moment(start, "2025-11-30") if m.chance(.08) else None))
        for _ in range(0 if status == "draft" and m.chance(.7) else m.pick([0, 1, 1, 2, 2, 3])):
            gid = len(groups) + 1
            groups.append((gid, n, m.pick({"SRCH": 6, "SOC": 5, "DISP": 3, "VID": 2, "MAIL": 2, "AUD": 1}),
                           m.whole(4, 90) * 5 if m.chance(.9) else None, int(m.chance(.2))))
            if status == "draft":
                continue
            day = start
            for _ in range(m.pick([0, 4, 8, 12, 16])):
                imp = m.pick([0, 0]) if m.chance(.05) else m.whole(80, 4000)
                clicks = int(imp * m.amount(.003, .07, 4))
                stats.append((gid, day, imp, clicks, clicks * m.whole(20, 140) + imp // 50))
                if imp and m.chance(.35):
                    convs.append((len(convs) + 1, gid, m.moment(day, later(day, days=3)), m.pick({"purchase": 6, "signup": 4, "call": 1}),
                                  m.whole(8, 300) * 50 if m.chance(.8) else None, int(m.chance(.09))))
                day = later(day, days=m.pick([1, 1, 2, 5]))
    m.add("campaign", camps)
    m.add("ad_group", groups)
    m.add("daily_stat", stats)
    m.add("conversion", convs)
    arts = []
    for n in range(1, 131):
        sent = m.moment("2024-01-05", "2025-10-30", (8, 18))
        fate = m.pick({"ok": 7, "no": 2, "wait": 1})
        arts.append((n, m.whole(1, 40), m.pick({"image": 5, "video": 3, "text": 3, "Image": 1}), m.pick(
            ["Save 20% today", "New in town", "Fly for less", None, "Taste it", "Your bank, simpler", "save the date"]), sent,
            later(sent, days=m.whole(0, 6), hours=m.whole(1, 20)) if fate == "ok" else None,
            later(sent, days=m.whole(0, 9)) if fate == "no" else None))
    m.add("creative", arts)
    links = set()
    for g in groups:
        for c in m.some(range(1, 116), m.pick([0, 1, 1, 2, 3])):
            links.add((g[0], c, m.day(camps[g[1] - 1][5], "2025-11-30")))
    m.add("ad_group_creative", sorted(links))
    bills = []
    for n in range(1, 241):
        issued = m.day("2024-01-31", "2025-11-15") if m.chance(.8) else m.pick(["2024-12-31", "2025-01-01", "2025-06-30", "2025-03-31"])
        due = later(issued, days=m.pick([14, 30]))
        paid = later(due, days=m.pick([-10, -3, 0, 0, 4, 20])) if m.chance(.84) else None
        bills.append((n, int(m.random.random() ** 1.4 * 40) + 1, issued, due, paid, m.whole(3, 400) * 2500))
    m.add("invoice", bills)
