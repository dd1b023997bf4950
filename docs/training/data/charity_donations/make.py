"""A charity: donors, pledges and gifts in several currencies, campaigns, events, volunteers; milliseconds since 1970 in gifts."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE donors (
  donor_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, email TEXT, country TEXT,
  recruited_by INTEGER REFERENCES donors(donor_id), first_contact TEXT, opted_out INTEGER NOT NULL DEFAULT 0, is_test INTEGER NOT NULL DEFAULT 0);
CREATE TABLE campaigns (
  campaign_id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES campaigns(campaign_id), title TEXT NOT NULL,
  goal_eur INTEGER, starts_on TEXT, ends_on TEXT);
CREATE TABLE fx_rates (currency TEXT, month TEXT, eur_per_unit REAL NOT NULL, PRIMARY KEY (currency, month));
CREATE TABLE gifts (
  gift_id INTEGER PRIMARY KEY, donor_id INTEGER REFERENCES donors(donor_id), campaign_id INTEGER REFERENCES campaigns(campaign_id),
  amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, given_ms INTEGER NOT NULL, channel TEXT, status TEXT NOT NULL,
  thanked_on TEXT);
CREATE TABLE pledges (
  pledge_id INTEGER PRIMARY KEY, donor_id INTEGER NOT NULL REFERENCES donors(donor_id), monthly_eur REAL NOT NULL,
  valid_from TEXT NOT NULL, valid_to TEXT);
CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE donor_tags (donor_id INTEGER REFERENCES donors(donor_id), tag_id INTEGER REFERENCES tags(tag_id), PRIMARY KEY (donor_id, tag_id));
CREATE TABLE projects (project_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, budget_eur INTEGER, closed_on TEXT);
CREATE TABLE grants (
  grant_id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES projects(project_id), campaign_id INTEGER REFERENCES campaigns(campaign_id),
  paid_on TEXT, amount_eur INTEGER);
CREATE TABLE volunteers (
  volunteer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, donor_id INTEGER REFERENCES donors(donor_id),
  leader_id INTEGER REFERENCES volunteers(volunteer_id), joined_on TEXT, left_on TEXT);
CREATE TABLE events (event_id INTEGER PRIMARY KEY, title TEXT, held_on TEXT, city TEXT, campaign_id INTEGER REFERENCES campaigns(campaign_id), cost_eur INTEGER);
CREATE TABLE shifts (event_id INTEGER REFERENCES events(event_id), volunteer_id INTEGER REFERENCES volunteers(volunteer_id),
  hours REAL NOT NULL, role TEXT, PRIMARY KEY (event_id, volunteer_id));
"""

TITLES = ["Clean Water", "Winter Coats", "School Meals", "Emergency Fund", "Tree Planting", "Spring Run", "Wells for Mali",
          "Wells for Niger", "Christmas Appeal", "Legacy", "Online Auction"]
RATES = {"GBP": 1.15, "USD": .92, "CHF": 1.03}
PARTS = {4: ["2022-03-01", "2023-02-10"], 8: ["2023-11-01", "2023-12-31"]}


def millis(moment):
    return calendar.timegm(datetime.datetime.fromisoformat(moment).timetuple()) * 1000


def fill(m):
    donors = []
    for n in range(1, 321):
        kind = m.pick({"person": 8, "company": 1, "Company": .4, "foundation": .5})
        name = " ".join(m.person()) if kind == "person" else f"{m.person()[1]} {m.pick(['Ltd', 'GmbH', 'Trust', 'Foundation', '& Sons'])}"
        donors.append((n, kind, name, f"d{n}@{m.pick(['post.example', 'mail.example'])}" if m.chance(.75) else None,
                       m.pick({"DE": 7, "AT": 3, "UK": 3, "CH": 2, "US": 2, None: 1}),
                       m.whole(1, n - 1) if n > 5 and m.chance(.25) else None, m.day("2018-01-01", "2024-05-31"),
                       int(m.chance(.1)), int(m.chance(.03))))
    m.add("donors", donors)
    parents = {7: 1, 8: 1, 9: 4, 11: 10}
    campaigns = [(n, parents.get(n), title, m.pick([12000, 25000, 4000, 7000, 18000, None]),
                  *PARTS.get(n, [m.day("2022-01-01", "2023-06-30"), m.day("2023-09-01", "2024-12-31") if m.chance(.7) else None]))
                 for n, title in enumerate(TITLES, 1)]
    m.add("campaigns", campaigns)
    months = [f"{y}-{n:02}" for y in (2022, 2023, 2024) for n in range(1, 13) if f"{y}-{n:02}" <= "2024-06"]
    m.add("fx_rates", [(code, month, round(rate * m.amount(.94, 1.06), 4)) for code, rate in RATES.items() for month in months])
    gifts = []
    for n in range(1, 2201):
        who = donors[int(m.random.random() ** 1.8 * 285)] if m.chance(.94) else None
        when = m.moment("2022-01-01", "2024-06-30", (0, 23))
        if m.chance(.08):
            when = m.pick(["2022-12-31", "2023-03-31", "2023-12-31", "2024-02-29", "2024-03-31", "2023-12-24"]) + when[10:]
        place = who[4] if who else None
        money = {"UK": "GBP", "US": "USD", "CH": "CHF"}.get(place, "EUR") if m.chance(.85) else "EUR"
        large = who is not None and who[1] != "person"
        status = m.pick({"settled": 88, "refunded": 4, "failed": 6, "pending": 2})
        gifts.append((n, who[0] if who else None, m.pick({1: 4, 2: 3, 3: 4, 4: 2, 5: 2, 6: 1, 7: 2, 8: 1, 9: 4, None: 5}),
                      m.pick([1000, 2000, 2500, 5000, 5000, 10000, 1234, 750]) * (m.whole(2, 20) if large else m.pick([1, 1, 1, 2, 5])),
                      money, millis(when) + m.whole(0, 999), m.pick({"web": 6, "bank": 5, "street": 2, "Web": 1, "mail": 1, None: .5}), status,
                      later(when[:10], days=m.pick([0, 1, 3, 7, 14, 15, 40])) if status == "settled" and m.chance(.75) else None))
    m.add("gifts", gifts)
    pledges = []
    for n in range(1, 200):
        start, amount = m.day("2021-06-01", "2023-12-31"), m.pick([5, 10, 10, 15, 20, 25, 50, 12.5])
        for _ in range(m.pick([1, 1, 2, 3])):
            if m.chance(.4):
                break
            stop = later(start, days=m.pick([29, 90, 180, 364, 365]))
            if m.chance(.45) or stop > "2024-05-31":
                stop = None
            pledges.append((len(pledges) + 1, n, amount, start, stop))
            if stop is None:
                break
            start, amount = later(stop, days=m.pick([1, 1, 1, 31])), m.pick([amount, amount + 5, amount * 2, max(5, amount - 5)])
    m.add("pledges", pledges)
    m.add("tags", enumerate(["major donor", "newsletter", "lapsed", "board", "phone only", "vip event"], 1))
    m.add("donor_tags", [(d[0], t) for d in donors for t in sorted(m.some([1, 2, 3, 4, 5], m.pick([0, 0, 1, 1, 2, 3])))])
    m.add("projects", [(n, name, land, m.pick([15000, 40000, 60000, None]), m.day("2023-06-01", "2024-05-31") if m.chance(.4) else None)
                       for n, (name, land) in enumerate([("Mali wells", "ML"), ("Niger wells", "NE"), ("Shelter Berlin", "DE"),
                                                         ("Canteen Graz", "AT"), ("Forest Nepal", "NP"), ("School Peru", "PE"),
                                                         ("Clinic Laos", "LA"), ("Library Chad", "TD")], 1)])
    m.add("grants", [(n, m.whole(1, 7), m.pick([1, 2, 3, 4, 5, 7, 8, None]), m.day("2022-03-01", "2024-06-28"),
                      m.pick([1500, 2500, 4000, 5000, 7500, 12000])) for n in range(1, 71)])
    people = []
    for n in range(1, 91):
        joined = m.day("2019-01-01", "2024-04-30")
        people.append((n, " ".join(m.person()), m.whole(1, 300) if m.chance(.35) else None, None if n < 4 else m.whole(1, min(n - 1, 14)) if m.chance(.85) else None,
                       joined, later(joined, days=m.whole(60, 900)) if m.chance(.25) else None))
    m.add("volunteers", people)
    events = [(n, m.pick(["Gala", "Street fair", "Charity run", "Bake sale", "Concert"]), m.day("2022-04-01", "2024-06-29"),
               m.pick({"Berlin": 4, "Graz": 2, "London": 2, "Zurich": 1, None: .5}), m.pick([1, 2, 3, 5, 6, 9, None]),
               m.pick([0, 250, 400, 1200, 5600, None])) for n in range(1, 61)]
    m.add("events", events)
    m.add("shifts", [(e[0], v, m.pick([2, 4, 4, 4, 6]), m.pick({"stand": 5, "setup": 3, "cash desk": 2, None: 1}))
                     for e in events[:56] for v in sorted(m.some(range(1, m.pick([24, 84])), m.pick([3, 5, 8, 12])))])
