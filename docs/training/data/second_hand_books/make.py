"""A second-hand bookshop: works, editions and single copies, purchases (cents), orders (euros), returns, wants, valuations (epoch)."""
import calendar
import datetime
from making import later

SCHEMA = """
CREATE TABLE genres (genre_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES genres(genre_id));
CREATE TABLE authors (
  author_id INTEGER PRIMARY KEY, name TEXT NOT NULL, born_year INTEGER, died_year INTEGER, country TEXT);
CREATE TABLE works (
  work_id INTEGER PRIMARY KEY, title TEXT NOT NULL, language TEXT, first_published INTEGER,
  genre_id INTEGER REFERENCES genres(genre_id), translation_of INTEGER REFERENCES works(work_id));
CREATE TABLE work_authors (
  work_id INTEGER NOT NULL REFERENCES works(work_id), author_id INTEGER NOT NULL REFERENCES authors(author_id),
  role TEXT NOT NULL, PRIMARY KEY (work_id, author_id, role));
CREATE TABLE editions (
  edition_id INTEGER PRIMARY KEY, work_id INTEGER NOT NULL REFERENCES works(work_id), isbn TEXT, publisher TEXT,
  pub_year TEXT, binding TEXT, new_price_cents INTEGER);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT,
  supervisor_id INTEGER REFERENCES staff(staff_id));
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, city TEXT, joined_on TEXT NOT NULL,
  newsletter INTEGER NOT NULL DEFAULT 0);
CREATE TABLE purchases (
  purchase_id INTEGER PRIMARY KEY, seller_id INTEGER REFERENCES customers(customer_id),
  staff_id INTEGER REFERENCES staff(staff_id), bought_on TEXT NOT NULL, paid_cents INTEGER NOT NULL, kind TEXT NOT NULL);
CREATE TABLE copies (
  copy_id INTEGER PRIMARY KEY, edition_id INTEGER NOT NULL REFERENCES editions(edition_id),
  purchase_id INTEGER REFERENCES purchases(purchase_id), condition TEXT NOT NULL, shelf TEXT, asking_eur REAL,
  listed_on TEXT, withdrawn_on TEXT);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id),
  staff_id INTEGER REFERENCES staff(staff_id), placed_at TEXT NOT NULL, channel TEXT NOT NULL, status TEXT NOT NULL,
  shipping_eur REAL NOT NULL DEFAULT 0);
CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders(order_id), copy_id INTEGER NOT NULL REFERENCES copies(copy_id),
  price_eur REAL NOT NULL, PRIMARY KEY (order_id, copy_id));
CREATE TABLE returns (
  return_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(order_id),
  copy_id INTEGER NOT NULL REFERENCES copies(copy_id), returned_on TEXT NOT NULL, reason TEXT, refund_eur REAL);
CREATE TABLE wants (
  want_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id),
  work_id INTEGER NOT NULL REFERENCES works(work_id), max_eur REAL, created_on TEXT NOT NULL, closed_on TEXT);
CREATE TABLE valuations (
  copy_id INTEGER NOT NULL REFERENCES copies(copy_id), valued_at INTEGER NOT NULL,
  staff_id INTEGER REFERENCES staff(staff_id), value_eur REAL NOT NULL, PRIMARY KEY (copy_id, valued_at));
"""

GENRES = [("Fiction", None), ("Crime", 1), ("Science fiction", 1), ("Classics", 1), ("Non-fiction", None), ("History", 5),
          ("Travel", 5), ("Cookery", 5), ("Children", None), ("Picture books", 9), ("Poetry", None), ("Maps", None),
          ("Noir", 2)]
ONE = "Silent Winter Lost Last Glass Paper Distant Broken Salt Secret Northern Hollow Crooked Amber".split()
TWO = "Garden River Letters House Island Orchard Mirror Clock Atlas Harbour Road Lantern Forest Kitchen".split()
PUBLISHERS = ["Greyfriars", "Lantern Press", "Two Foxes", "Meridian", "lantern press", None]
CITIES = ["Bath", "York", "Leeds", "Bristol", "Norwich", "Durham", "Exeter"]
EDGES = ["2024-01-31", "2024-03-31", "2024-06-30", "2024-07-01", "2024-12-31", "2023-12-31", "2024-09-30", "2024-11-30"]


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def fill(m):
    m.add("genres", [(n, *g) for n, g in enumerate(GENRES, 1)])
    authors = []
    for n in range(1, 76):
        born = m.whole(1830, 1990) if m.chance(.9) else None
        died = born + m.whole(38, 90) if born and born < 1950 and m.chance(.85) else None
        authors.append((n, " ".join(m.person()), born, died if died and died < 2024 else None, m.pick(["UK", "US", "FR", "DE", "IT", "uk", None])))
    m.add("authors", authors)
    works, credits = [], []
    names = m.some([f"The {a} {b}" for a in ONE for b in TWO], 130)
    for n in range(1, 151):
        base = m.whole(1, n - 1) if n > 20 and m.chance(.18) else None
        base = base if base and works[base - 1][5] is None else None
        title = names[n - 1] if n <= 130 else names[n - 131]
        works.append((n, title, m.pick(["en", "en", "en", "fr", "de", None]) if not base else "en",
                      m.whole(1865, 2021) if m.chance(.92) else None,
                      works[base - 1][4] if base else m.pick([1, 2, 2, 3, 4, 4, 6, 6, 7, 8, 9, 10, 11, 13, None]), base))
        lead = int(m.random.random() ** 1.5 * 68) + 1
        credits.append((n, lead, "author"))
        for other in m.some([a for a in range(1, 70) if a != lead], m.pick([0, 0, 0, 0, 1, 2])):
            credits.append((n, other, m.pick(["author", "illustrator", "translator"]) if base else m.pick(["author", "illustrator"])))
        if m.chance(.08):
            credits.append((n, lead, "illustrator"))
    m.add("works", works)
    m.add("work_authors", credits)
    editions = []
    for work in works[:144]:
        for _ in range(m.pick([1, 1, 1, 2, 3])):
            year = m.whole(max(work[3] or 1900, 1890), 2023)
            editions.append((len(editions) + 1, work[0], f"978{m.whole(100000000, 999999999)}" if year > 1970 and m.chance(.9) else None,
                             m.pick(PUBLISHERS), None if m.chance(.07) else f"c{year}" if m.chance(.06) else str(year),
                             m.pick({"hardcover": 4, "paperback": 6, "Paperback": 1, None: 1}), m.whole(10, 60) * 50 - 1 if year > 1960 and m.chance(.8) else None))
    m.add("editions", editions)
    team = []
    for n in range(1, 13):
        team.append((n, " ".join(m.person()), m.day("2012-01-01", "2023-10-31"), m.day("2024-01-10", "2024-10-31") if n in (5, 9) else None,
                     None if n == 1 else m.pick([1, 1, 2, 3]) if n > 3 else 1))
    m.add("staff", team)
    people = []
    for n in range(1, 161):
        name = m.person()
        if n in (60, 120):
            name = tuple(people[n - 40][1].split(" ", 1))
        people.append((n, " ".join(name), f"{name[0]}.{name[1]}@{m.pick(['example.com', 'mail.test', 'Example.com'])}".lower() if m.chance(.8) else None,
                       m.pick(CITIES) if m.chance(.9) else None, m.day("2019-01-01", "2024-10-31"), int(m.chance(.45))))
    m.add("customers", people)
    buys = []
    for day in sorted(m.pick(EDGES) if m.chance(.1) else m.day("2022-01-05", "2024-12-20") for _ in range(220)):
        kind = m.pick({"cash": 5, "credit": 3, "donation": 2, "Cash": 1})
        buys.append((len(buys) + 1, m.whole(1, 110) if m.chance(.8) else None, m.whole(1, 12), day,
                     0 if kind == "donation" else int(m.skewed(300, 42000, 0)), kind))
    m.add("purchases", buys)
    copies, values = [], {}
    for n in range(1, 1001):
        edition = editions[int(m.random.random() ** 1.3 * (len(editions) - 9))]
        buy = m.pick(buys[:214]) if m.chance(.9) else None
        came = buy[3] if buy else m.day("2021-01-01", "2023-12-31")
        listed = later(came, days=m.pick([0, 1, m.whole(1, 60)])) if m.chance(.94) else None
        listed = listed if listed and listed <= "2024-12-31" else None
        gone = later(listed, days=m.whole(200, 700)) if listed and m.chance(.1) else None
        ask = None if m.chance(.03) else m.pick([3.5, 4.0, 5.0]) if m.chance(.2) else round(m.skewed(2, 140) * 2) / 2
        copies.append((n, edition[0], buy[0] if buy else None, m.pick({"as new": 2, "good": 6, "fair": 4, "poor": 1, "Good": 1}),
                       f"{m.pick('ABCDEF')}{m.whole(1, 12)}" if m.chance(.92) else None, ask, listed,
                       gone if gone and gone <= "2024-12-31" else None))
        for _ in range(m.pick([0, 0, 0, 1, 2, 3])):
            day = m.day("2023-01-01", "2024-12-20")
            values[n, seconds(day) + m.whole(9 * 3600, 18 * 3600)] = (m.whole(1, 10) if m.chance(.93) else None,
                                                                      round((ask or 12) * m.amount(.6, 1.6), 1))
    m.add("copies", copies)
    m.add("valuations", [(*key, *value) for key, value in sorted(values.items())])
    orders, items, back = [], [], []
    free = {c[0]: c for c in copies if c[6] and c[5] and c[0] <= 960 and not c[7]}
    for day in sorted(m.pick(EDGES) if m.chance(.1) else m.day("2023-01-02", "2024-12-31") for _ in range(520)):
        at = f"{day}T{m.whole(9, 21):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}"
        choice = [c for c in free.values() if c[6] <= day]
        picked = m.some(choice, m.pick([1, 1, 1, 2, 3]))
        if not picked:
            continue
        n = len(orders) + 1
        channel = m.pick({"shop": 6, "web": 5, "fair": 1, "Web": 1})
        status = m.pick({"completed": 14, "cancelled": 2, "open": 1, "Completed": 1} if day < "2024-12-15" else {"open": 4, "completed": 2})
        if channel in ("shop", "fair"):
            status = m.pick({"completed": 12, "Completed": 1})
        who = int(m.random.random() ** 1.5 * 140) + 1 if channel.lower() == "web" or m.chance(.45) else None
        if who and people[who - 1][4] > day:
            who = m.pick([p for p in people[:140] if p[4] <= day])[0]
        orders.append((n, who, m.whole(1, 12) if channel in ("shop", "fair") else None, at, channel, status,
                       m.pick([0, 2.5, 3.9, 5.5]) if channel.lower() == "web" else 0))
        for c in picked:
            price = c[5] if m.chance(.7) else round(c[5] * m.amount(.5, .95) * 2) / 2
            items.append((n, c[0], price))
            kept = status.lower() == "completed"
            if kept and m.chance(.09):
                gone = later(day, days=m.whole(1, 30))
                if gone <= "2024-12-31":
                    back.append((len(back) + 1, n, c[0], gone, m.pick(["damaged", "not as described", "changed mind", "Damaged", None]),
                                 price if m.chance(.7) else round(price / 2, 2) if m.chance(.7) else None))
                    continue
            if status != "cancelled":
                free.pop(c[0], None)
    m.add("orders", orders)
    m.add("order_items", items)
    m.add("returns", back)
    wants = []
    for n in range(1, 161):
        day = m.day("2023-01-01", "2024-12-15")
        done = later(day, days=m.whole(2, 200)) if m.chance(.35) else None
        wants.append((n, m.whole(1, 150), int(m.random.random() ** 1.4 * 150) + 1, m.pick([10, 15, 25, 40, None]), day,
                      done if done and done <= "2024-12-31" else None))
    m.add("wants", wants)
