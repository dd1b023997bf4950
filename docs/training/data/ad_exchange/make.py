"""An ad exchange: companies as buyers and sellers, campaigns, creatives with predecessors, auctions, bids, payouts."""
from making import later

SCHEMA = """
CREATE TABLE companies (
  company_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, country TEXT, holding_id INTEGER REFERENCES companies(company_id),
  joined_on TEXT NOT NULL, left_on TEXT, employee_count TEXT);
CREATE TABLE sites (
  site_id INTEGER PRIMARY KEY, domain TEXT NOT NULL, publisher_id INTEGER NOT NULL REFERENCES companies(company_id), vertical TEXT NOT NULL);
CREATE TABLE placements (
  placement_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites(site_id), format TEXT NOT NULL, floor_price REAL NOT NULL,
  viewability_pct TEXT);
CREATE TABLE campaigns (
  campaign_id INTEGER PRIMARY KEY, campaign_name TEXT NOT NULL, advertiser_id INTEGER NOT NULL REFERENCES companies(company_id),
  agency_id INTEGER REFERENCES companies(company_id), follows_campaign_id INTEGER REFERENCES campaigns(campaign_id),
  created_on TEXT NOT NULL, starts_on TEXT NOT NULL, ends_on TEXT, planned_budget REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE creatives (
  creative_id INTEGER PRIMARY KEY, campaign_id INTEGER NOT NULL REFERENCES campaigns(campaign_id), format TEXT NOT NULL,
  submitted_on TEXT NOT NULL, approved_on TEXT);
CREATE TABLE auctions (
  auction_id INTEGER PRIMARY KEY, placement_id INTEGER NOT NULL REFERENCES placements(placement_id), held_at TEXT NOT NULL,
  user_country TEXT);
CREATE TABLE bids (
  auction_id INTEGER NOT NULL REFERENCES auctions(auction_id), bid_no INTEGER NOT NULL,
  creative_id INTEGER NOT NULL REFERENCES creatives(creative_id), bid_price REAL NOT NULL, won INTEGER NOT NULL, clearing_price REAL,
  PRIMARY KEY (auction_id, bid_no));
CREATE TABLE clicks (
  click_id INTEGER PRIMARY KEY, auction_id INTEGER NOT NULL REFERENCES auctions(auction_id), clicked_at TEXT NOT NULL, converted_at TEXT);
CREATE TABLE transfers (
  transfer_id INTEGER PRIMARY KEY, payer_id INTEGER NOT NULL REFERENCES companies(company_id),
  payee_id INTEGER NOT NULL REFERENCES companies(company_id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL, settled_on TEXT,
  gross_amount REAL NOT NULL, fee_amount REAL NOT NULL);
"""
WORDS = "Alto Birch Crest Drift Echo Flint Glade Hinge Islet Jolt Karst Loft Mesa Nook Orbit Plume".split()
ENDS = ["Media", "Brands", "News", "Motors", "Agency"]


def fill(m):
    companies = []
    for n in range(1, 71):
        companies.append((n, f"{WORDS[n % 16]} {ENDS[n % 5]}" + (f" {n // 16}" if n > 15 else ""), m.pick(["US", "GB", "DE", "NL", None]),
                          m.whole(1, min(n - 1, 12)) if n > 3 and m.chance(.4) else None, m.day("2021-01-01", "2024-06-30"),
                          m.day("2024-07-01", "2025-03-31") if m.chance(.15) else None,
                          m.pick(["n/a", "-", "", "12", "85", "240", "1100", "9", "5000", "30"])))
    m.add("companies", companies)
    sites = [(n, f"site{n}.example", m.whole(1, 25), m.pick(["news", "sports", "cooking", "finance"])) for n in range(1, 41)]
    m.add("sites", sites)
    spots = [(n, m.whole(1, 38), m.pick(["banner", "video", "native"]), m.amount(.2, 2), m.pick(["n/a", "", "-", "71.5", "8.5", "55", "92", "100", "63.2"]))
             for n in range(1, 101)]
    m.add("placements", spots)
    campaigns = []
    for n in range(1, 121):
        made = m.day("2024-06-01", "2025-01-15")
        start = later(made, days=m.pick([0, 3, 10, 25]))
        end = later(start, days=m.pick([14, 30, 30, 60])) if m.chance(.85) else None
        campaigns.append((n, f"{m.pick(WORDS)} {m.pick(['Spring', 'Launch', 'Brand', 'Sale'])} {n}", m.whole(20, 62),
                          m.whole(40, 65) if m.chance(.6) else None, m.whole(1, n - 1) if n > 8 and m.chance(.35) else None, made, start, end,
                          float(m.pick([2, 5, 8, 12, 20, 60])), m.pick({"running": 3, "ended": 5, "paused": 2, "cancelled": 1})))
    m.add("campaigns", campaigns)
    creatives = []
    for c in campaigns[:112]:
        for _ in range(m.whole(1, 3)):
            sent = later(c[5], days=m.whole(0, 6))
            creatives.append((len(creatives) + 1, c[0], m.pick(["banner", "video", "native"]), sent,
                              later(sent, days=m.pick([0, 1, 2, 2, 3, 5])) if m.chance(.85) else None))
    m.add("creatives", creatives)
    auctions, bids, clicks = [], [], []
    for when in sorted(m.moment("2024-10-01", "2025-03-31") for _ in range(1000)):
        n, spot = len(auctions) + 1, spots[int(m.random.random() ** 1.5 * 95)]
        auctions.append((n, spot[0], when, m.pick(["US", "US", "GB", "DE", "NL", None])))
        offers = sorted((round(spot[3] * (.7 + m.random.random() * 2), 2) for _ in range(m.pick([0, 1, 1, 2, 3, 4]))), reverse=True)
        used = m.some(range(int(len(creatives) * .9)), len(offers))
        for at, offer in enumerate(offers):
            won = at == 0 and offer >= spot[3]
            bids.append((n, at + 1, creatives[used[at]][0], offer, int(won),
                         round(max(spot[3], offers[1] if len(offers) > 1 else 0), 2) if won else None))
        if offers and bids[-len(offers)][4] and m.chance(.35):
            for at in range(m.pick([1, 1, 1, 2])):
                hit = later(when, minutes=m.whole(0, 40))
                clicks.append((len(clicks) + 1, n, hit, later(hit, hours=m.pick([1, 5, 24, 24, 60, 200])) if m.chance(.3) else None))
    m.add("auctions", auctions)
    m.add("bids", bids)
    m.add("clicks", clicks)
    transfers = []
    for n in range(1, 401):
        issued = m.day("2024-09-01", "2025-03-15")
        due, amount = later(issued, days=m.pick([14, 30])), m.skewed(20, 900)
        transfers.append((n, m.whole(15, 65), m.whole(1, 30), issued, due, later(due, days=m.pick([-10, -4, 0, 0, 3, 15])) if m.chance(.8) else None,
                          amount, round(amount * m.pick([.02, .05, .08]), 2)))
    m.add("transfers", transfers)
