"""A platform for newsletters: authors, newsletters, readers, subscriptions, issues, their deliveries, comments, payments."""
from making import later

SCHEMA = """
CREATE TABLE authors (author_id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, country TEXT NOT NULL, invited_by INTEGER REFERENCES authors(author_id), joined_on TEXT NOT NULL);
CREATE TABLE newsletters (newsletter_id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES authors(author_id), topic TEXT NOT NULL, launched_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE readers (reader_id INTEGER PRIMARY KEY, email TEXT NOT NULL, home_country TEXT, billing_country TEXT, referred_by INTEGER REFERENCES readers(reader_id), signed_up_on TEXT NOT NULL);
CREATE TABLE subscriptions (subscription_id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers(reader_id), newsletter_id INTEGER NOT NULL REFERENCES newsletters(newsletter_id), tier TEXT NOT NULL, list_price_cents INTEGER NOT NULL, paid_price_cents INTEGER NOT NULL, started_on TEXT NOT NULL, cancelled_on TEXT);
CREATE TABLE issues (issue_id INTEGER PRIMARY KEY, newsletter_id INTEGER NOT NULL REFERENCES newsletters(newsletter_id), title TEXT NOT NULL, created_on TEXT NOT NULL, sent_on TEXT, word_count TEXT);
CREATE TABLE deliveries (issue_id INTEGER NOT NULL REFERENCES issues(issue_id), reader_id INTEGER NOT NULL REFERENCES readers(reader_id), opened_at TEXT, clicked_at TEXT, bounced INTEGER NOT NULL, PRIMARY KEY (issue_id, reader_id));
CREATE TABLE comments (comment_id INTEGER PRIMARY KEY, issue_id INTEGER NOT NULL REFERENCES issues(issue_id), reader_id INTEGER NOT NULL REFERENCES readers(reader_id), parent_comment_id INTEGER REFERENCES comments(comment_id), posted_at TEXT NOT NULL);
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id), billed_on TEXT NOT NULL, paid_on TEXT, amount_cents INTEGER NOT NULL, refunded_cents INTEGER NOT NULL);
"""
TOPICS = ["politics", "food", "tech", "sports", "travel", "finance"]
LANDS = ["DE", "US", "GB", "FR", "NL"]


def fill(m):
    authors = []
    for n in range(1, 33):
        authors.append((n, " ".join(m.person()) + f" {n}", m.pick(LANDS), m.whole(1, n - 1) if n > 4 and m.chance(.6) else None, m.day("2022-01-01", "2023-12-31")))
    m.add("authors", authors)
    letters = []
    for n in range(1, 49):
        author = m.whole(1, 26)
        made = m.day(authors[author - 1][4], "2024-12-31")
        letters.append((n, f"The {m.pick(['Daily', 'Weekly', 'Slow', 'Loud', 'Quiet'])} {m.pick(['Fork', 'Byte', 'Ledger', 'Goal', 'Map'])} {n}", author, m.pick(TOPICS), made, m.day("2025-02-01", "2025-08-31") if m.chance(.2) else None))
    m.add("newsletters", letters)
    readers = []
    for n in range(1, 231):
        home = m.pick(LANDS) if m.chance(.93) else None
        readers.append((n, f"reader{n}@{m.pick(['mail.example', 'post.example', 'inbox.example'])}", home, home if m.chance(.7) else m.pick(LANDS + [None]), 1 + int(m.random.random() ** 2 * min(n - 1, 60)) if n > 5 and m.chance(.4) else None, m.day("2023-01-01", "2025-06-30")))
    m.add("readers", readers)
    subs, pays = [], []
    for r in readers[:205]:
        for letter in m.some(letters[:43], m.pick([1, 1, 2, 2, 3, 4, 6])):
            first = max(r[5], letter[4])
            start = m.day(first, "2025-09-01") if m.chance(.7) else first
            tier = m.pick({"free": 5, "paid": 6})
            price = m.pick([500, 800, 1000, 1200]) if tier == "paid" else 0
            end = later(start, days=m.pick([5, 20, 30, 45, 90, 180])) if m.chance(.4) else None
            end = end if end and end <= "2025-09-30" else None
            subs.append((len(subs) + 1, r[0], letter[0], tier, price, int(price * m.pick([1, 1, .9, .5])), start, end))
            when = start
            for _ in range(m.pick([1, 2, 3, 4, 6])):
                if tier == "free" or when > (end or "2025-09-30"):
                    break
                paid = later(when, days=m.pick([0, 0, 1, 2, 7, 8, 15])) if m.chance(.88) else None
                pays.append((len(pays) + 1, len(subs), when, paid, subs[-1][5], m.pick([0, 0, 0, 0, 0, subs[-1][5], subs[-1][5] // 2]) if paid else 0))
                when = later(when, days=30)
    m.add("subscriptions", subs)
    issues, sends, notes = [], [], []
    for letter in letters[:45]:
        when = later(letter[4], days=m.whole(0, 20))
        for at in range(1, m.pick([2, 5, 8, 10, 12]) + 1):
            sent = later(when, days=m.pick([0, 1, 3, 7, 12])) if m.chance(.9) else None
            issues.append((len(issues) + 1, letter[0], f"No. {at}", when, sent, str(m.whole(90, 2600)) if m.chance(.87) else m.pick(["n/a", "-", ""])))
            when = later(sent or when, days=m.pick([7, 7, 7, 14, 30, 60]))
            if when > "2025-09-15":
                break
            if not sent:
                continue
            mine = [s[1] for s in subs if s[2] == letter[0]] or [1]
            for reader in sorted(set(m.some(mine, m.whole(2, 9)))):
                bounced = int(m.chance(.07))
                opened = f"{later(sent, days=m.pick([0, 0, 0, 1, 2, 5]))} {m.whole(6, 22):02}:{m.whole(0, 59):02}:00" if m.chance(.6) and not bounced else None
                sends.append((len(issues), reader, opened, later(opened, minutes=m.whole(1, 50)) if opened and m.chance(.4) else None, bounced))
                if opened and m.chance(.5):
                    older = [c for c in notes if c[1] == len(issues)]
                    notes.append((len(notes) + 1, len(issues), reader, m.pick(older)[0] if older and m.chance(.6) else None, later(opened, hours=m.pick([1, 3, 20, 50]))))
                    if m.chance(.2):
                        notes.append((len(notes) + 1, len(issues), reader, len(notes), later(notes[-1][4], hours=m.whole(1, 30))))
    m.add("issues", issues)
    m.add("deliveries", sends)
    m.add("comments", notes)
    m.add("payments", pays)
