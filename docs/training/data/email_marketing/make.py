"""E-mail marketing: contacts on lists, campaigns with two variants, sends, opens, clicks, complaints, attributed orders."""
from making import later

SCHEMA = """
CREATE TABLE users (user_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, reports_to INTEGER REFERENCES users(user_id), disabled_at TEXT);
CREATE TABLE contacts (
  contact_id INTEGER PRIMARY KEY, email TEXT NOT NULL, first_name TEXT, country TEXT, source TEXT NOT NULL, created_at TEXT NOT NULL,
  unsubscribed_at TEXT);
CREATE TABLE lists (list_id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner_id INTEGER REFERENCES users(user_id), archived_at TEXT);
CREATE TABLE list_memberships (
  list_id INTEGER NOT NULL REFERENCES lists(list_id), contact_id INTEGER NOT NULL REFERENCES contacts(contact_id), joined_on TEXT NOT NULL,
  removed_on TEXT, PRIMARY KEY (list_id, contact_id));
CREATE TABLE templates (template_id INTEGER PRIMARY KEY, name TEXT NOT NULL, based_on_id INTEGER REFERENCES templates(template_id));
CREATE TABLE campaigns (
  campaign_id INTEGER PRIMARY KEY, name TEXT NOT NULL, list_id INTEGER NOT NULL REFERENCES lists(list_id), template_id INTEGER,
  created_by INTEGER NOT NULL, approved_by INTEGER, status TEXT NOT NULL, scheduled_for TEXT, sent_at TEXT, cost_cents INTEGER NOT NULL);
CREATE TABLE sends (
  send_id INTEGER PRIMARY KEY, campaign_id INTEGER NOT NULL REFERENCES campaigns(campaign_id), contact_id INTEGER NOT NULL, variant TEXT NOT NULL,
  sent_at TEXT NOT NULL, bounce_type TEXT);
CREATE TABLE opens (open_id INTEGER PRIMARY KEY, send_id INTEGER NOT NULL REFERENCES sends(send_id), opened_at TEXT NOT NULL, device TEXT);
CREATE TABLE links (link_id INTEGER PRIMARY KEY, campaign_id INTEGER NOT NULL, label TEXT NOT NULL);
CREATE TABLE clicks (click_id INTEGER PRIMARY KEY, send_id INTEGER NOT NULL, link_id INTEGER NOT NULL, clicked_at TEXT NOT NULL);
CREATE TABLE complaints (send_id INTEGER PRIMARY KEY, reported_at TEXT NOT NULL, reason TEXT);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, contact_id INTEGER NOT NULL, send_id INTEGER, ordered_at TEXT NOT NULL, amount_cents INTEGER NOT NULL, refunded_at TEXT);
"""


def fill(m):
    staff = []
    for n in range(1, 13):
        first, last = m.person()
        staff.append((n, f"{first} {last}", m.pick(["marketer", "marketer", "designer", "analyst"]) if n > 2 else "lead", None if n == 1 else m.pick([1, 2]) if n > 2 else 1,
                      m.moment("2025-02-01", "2025-10-01") if n > 6 and m.chance(.25) else None))
    m.add("users", staff)
    people = []
    for n in range(1, 221):
        first, last = m.person()
        made = m.moment("2024-01-03", "2025-09-30")
        mail = f"{first}.{last}@{m.pick(['post', 'mail', 'inbox'])}.example"
        gone = later(made, days=m.whole(5, 420)) if m.chance(.22) else None
        people.append((n, mail.lower() if m.chance(.75) else mail, first if m.chance(.85) else None, m.pick({"NL": 5, "BE": 4, "LU": 1, "nl": 1, None: 1}),
                       m.pick({"webform": 5, "shop": 4, "import": 3, "event": 1}), made, gone if gone and gone < "2025-12-01" else None))
    m.add("contacts", people)
    lists = [(1, "Newsletter", 2, None), (2, "VIP", 3, None), (3, "Sale alerts", 4, None), (4, "Beta testers", 5, "2025-06-01"), (5, "Empty list", None, None), (6, "Events", 3, None)]
    m.add("lists", lists)
    member = {}
    for c in people[:212]:
        for k in m.some([1, 1, 1, 2, 3, 3, 4, 6], m.pick([0, 1, 1, 2, 3])):
            joined = m.day(c[5][:10], "2025-10-15")
            member[k, c[0]] = (joined, later(joined, days=m.whole(10, 300)) if m.chance(.15) else None)
    m.add("list_memberships", [(*k, *v) for k, v in sorted(member.items())])
    m.add("templates", [(1, "Basic", None), (2, "Promo", 1), (3, "Promo dark", 2), (4, "Digest", 1), (5, "Plain text", None), (6, "Holiday", 2)])
    camps, sends, opens, links, clicks, mad, orders = [], [], [], [], [], [], []
    for n in range(1, 51):
        status = m.pick({"sent": 40, "draft": 5, "scheduled": 3, "cancelled": 4})
        day = m.moment("2025-01-06", "2025-11-28", (7, 18))
        k = m.pick([1, 1, 1, 2, 3, 3, 6, 4])
        camps.append((n, m.pick(["Weekly digest", "Flash sale", "Product news", "Survey", "Win-back", "Holiday"]), k, m.whole(1, 5) if m.chance(.9) else None,
                      m.whole(2, 10), m.whole(1, 6) if status == "sent" or m.chance(.3) else None, status, day if status != "draft" else None,
                      later(day, minutes=m.pick([0, 2, 5, 180])) if status == "sent" else None, m.whole(10, 200) * 100))
        for label in m.some(["Shop now", "Read more", "Unsubscribe", "Survey", "Store finder"], m.whole(1, 4)):
            links.append((len(links) + 1, n, label))
        mine = [x for x in links if x[1] == n]
        if status != "sent":
            continue
        pool = [c for (l, c), v in member.items() if l == k and v[0] <= day[:10] and not (v[1] and v[1] <= day[:10])]
        for c in m.some(pool, min(len(pool), m.pick([15, 25, 35]))):
            sid = len(sends) + 1
            at = later(camps[-1][8], minutes=m.whole(0, 50))
            bounce = m.pick({None: 92, "soft": 5, "hard": 3})
            sends.append((sid, n, c, m.pick("AB"), at, bounce))
            if bounce:
                continue
            if m.chance(.48):
                for _ in range(m.pick([1, 1, 1, 2, 3])):
                    opens.append((len(opens) + 1, sid, later(at, minutes=m.whole(1, 6000)), m.pick({"mobile": 6, "desktop": 4, None: 1})))
                if m.chance(.4):
                    for _ in range(m.pick([1, 1, 2, 3])):
                        clicks.append((len(clicks) + 1, sid, m.pick(mine)[0], later(at, minutes=m.whole(2, 6000))))
                    if m.chance(.4):
                        for _ in range(m.pick([1, 1, 2])):
                            when = later(at, minutes=m.whole(20, 9000))
                            orders.append((len(orders) + 1, c, sid, when, m.whole(8, 300) * 50, later(when, days=m.whole(1, 20)) if m.chance(.12) else None))
            if m.chance(.015):
                mad.append((sid, later(at, minutes=m.whole(5, 3000)), m.pick(["spam", "too many", None])))
    for _ in range(160):
        when = m.moment("2025-01-02", "2025-12-05")
        orders.append((len(orders) + 1, m.whole(1, 200), None, when, m.whole(8, 300) * 50, later(when, days=m.whole(1, 20)) if m.chance(.1) else None))
    m.add("campaigns", camps)
    m.add("sends", sends)
    m.add("opens", opens)
    m.add("links", links)
    m.add("clicks", clicks)
    m.add("complaints", mad)
    m.add("orders", orders)
