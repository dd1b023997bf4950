"""A book publisher: titles, editions, contributors, royalty contracts, print runs, booksellers, orders, returns, reviews."""
from making import later

SCHEMA = """
CREATE TABLE imprint (imprintId INTEGER PRIMARY KEY, imprintName TEXT NOT NULL, parentImprintId INTEGER REFERENCES imprint(imprintId), closedOn TEXT);
CREATE TABLE genre (genreCode TEXT PRIMARY KEY, genreName TEXT NOT NULL);
CREATE TABLE title (
  titleId INTEGER PRIMARY KEY, mainTitle TEXT NOT NULL, imprintId INTEGER NOT NULL REFERENCES imprint(imprintId), genreCode TEXT REFERENCES genre(genreCode),
  acquiredOn TEXT NOT NULL, originalLanguage TEXT NOT NULL, sequelOfId INTEGER REFERENCES title(titleId));
CREATE TABLE edition (
  isbn TEXT PRIMARY KEY, titleId INTEGER NOT NULL REFERENCES title(titleId), format TEXT NOT NULL, publishedOn TEXT, listPrice REAL NOT NULL, pages INTEGER,
  outOfPrintOn TEXT);
CREATE TABLE contributor (contributorId INTEGER PRIMARY KEY, penName TEXT NOT NULL, country TEXT, bornYear INTEGER,
  agentId INTEGER REFERENCES contributor(contributorId));
CREATE TABLE titleContributor (titleId INTEGER NOT NULL REFERENCES title(titleId), contributorId INTEGER NOT NULL REFERENCES contributor(contributorId),
  role TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (titleId, contributorId, role));
CREATE TABLE contract (contractId INTEGER PRIMARY KEY, titleId INTEGER NOT NULL REFERENCES title(titleId),
  contributorId INTEGER NOT NULL REFERENCES contributor(contributorId), signedOn TEXT NOT NULL, advanceEur REAL, royaltyPct TEXT NOT NULL, endsOn TEXT);
CREATE TABLE printRun (isbn TEXT NOT NULL REFERENCES edition(isbn), runNo INTEGER NOT NULL, orderedOn TEXT NOT NULL, deliveredOn TEXT,
  copies INTEGER NOT NULL, unitCost REAL NOT NULL, PRIMARY KEY (isbn, runNo));
CREATE TABLE bookseller (sellerId INTEGER PRIMARY KEY, sellerName TEXT NOT NULL, kind TEXT NOT NULL, country TEXT NOT NULL,
  headOfficeId INTEGER REFERENCES bookseller(sellerId), closedOn TEXT);
CREATE TABLE salesOrder (orderId INTEGER PRIMARY KEY, billToId INTEGER NOT NULL REFERENCES bookseller(sellerId),
  shipToId INTEGER NOT NULL REFERENCES bookseller(sellerId), orderedAt TEXT NOT NULL, shippedAt TEXT, status TEXT NOT NULL);
CREATE TABLE salesLine (orderId INTEGER NOT NULL REFERENCES salesOrder(orderId), lineNo INTEGER NOT NULL, isbn TEXT NOT NULL REFERENCES edition(isbn),
  copies INTEGER NOT NULL, netPrice REAL NOT NULL, PRIMARY KEY (orderId, lineNo));
CREATE TABLE bookReturn (returnId INTEGER PRIMARY KEY, orderId INTEGER NOT NULL REFERENCES salesOrder(orderId), isbn TEXT NOT NULL, copies INTEGER NOT NULL,
  receivedOn TEXT NOT NULL, damaged INTEGER NOT NULL);
CREATE TABLE pressReview (reviewId INTEGER PRIMARY KEY, titleId INTEGER NOT NULL REFERENCES title(titleId), medium TEXT NOT NULL, stars INTEGER,
  publishedOn TEXT NOT NULL);
"""
A = "Silent,Last,Golden,Broken,Northern,Hidden,Paper,Winter".split(",")
B = "Garden,Letters,Harbour,Clock,Forest,Summer,Mirror,Road".split(",")


def fill(m):
    m.add("imprint", [(1, "Lantern", None, None), (2, "Lantern Kids", 1, None), (3, "Grey Owl", None, None), (4, "Owlet", 3, "2023-06-30"),
        (5, "Fact Line", 1, None), (6, "Audio Nest", None, None)])
    m.add("genre", [("NOV", "Novel"), ("CRI", "Crime"), ("KID", "Children"), ("BIO", "Biography"), ("COO", "Cookery"), ("POE", "Poetry"), ("TRV", "Travel")])
    con = []
    for n in range(1, 91):
        con.append((n, "A. Nonym" if n % 10 == 5 else " ".join(m.person()), m.pick({"DE": 5, "GB": 3, "FR": 2, "IT": 2, None: 1}),
            m.whole(1938, 2001) if m.chance(.88) else None, m.whole(80, 90) if n < 80 and m.chance(.4) else None))
    m.add("contributor", con)
    titles, eds, tc, ctr, runs, rev = [], [], [], [], [], []
    for n in range(1, 141):
        acq = "2025-02-10" if n == 139 else m.day("2019-01-01", "2025-03-31")
        titles.append((n, f"The {m.pick(A)} {m.pick(B)}", m.pick({1: 5, 2: 3, 3: 4, 4: 1, 5: 2}),
            None if n in (40, 41) else m.pick({"NOV": 5, "CRI": 4, "KID": 3, "BIO": 2, "COO": 2, "POE": 1, None: 3}), acq, m.pick(["de", "de", "en", "fr"]),
            m.whole(1, n - 1) if n > 20 and m.chance(.15) else None))
        who = m.some(range(1, 80), m.pick([1, 1, 1, 2, 3]))
        for k, w in enumerate(who):
            role = "author" if k == 0 else m.pick(["author", "translator", "illustrator"])
            tc.append((n, w, role, k + 1))
            if role == "author" and m.chance(.93) or m.chance(.3):
                ctr.append((len(ctr) + 1, n, w, later(acq, days=-m.whole(0, 60)), m.pick([None, None, None, 0, 1500.0, 4000.0, 10000.0, 25000.0]),
                    m.pick(["5", "7.5", "8", "10", "12.5", "6"]), later(acq, days=m.pick([1095, 1825, 2555])) if m.chance(.6) else None))
        if n % 33 == 0:
            tc.append((n, who[0], "illustrator", len(who) + 1))
        for k, f in enumerate([] if n == 139 else ["hardcover", "ebook"] if n in (40, 41) else m.some(["hardcover", "paperback", "ebook", "audio"],
            m.pick([0, 1, 1, 2, 3]))):
            pub = later(acq, days=m.whole(150, 600))
            isbn = f"978-{n:03}-{k + 1}"
            eds.append((isbn, n, f, pub if pub <= "2025-06-30" else None,
                {"hardcover": 24.0, "paperback": 13.0, "ebook": 9.99, "audio": 17.95}[f] + m.pick([0, 0, 1, 2]),
                m.whole(48, 720) if f not in ("audio",) and m.chance(.95) else None,
                        later(pub, days=m.whole(300, 900)) if pub < "2023-06-01" and m.chance(.25) else None))
            if f in ("hardcover", "paperback") and pub <= "2025-06-30":
                when = later(pub, days=-70)
                for r in range(m.pick([1, 1, 2, 3])):
                    runs.append((isbn, r + 1, when, later(when, days=m.whole(20, 50)) if when < "2025-05-20" and m.chance(.93) else None,
                        m.pick([800, 1500, 2500, 4000, 8000]), m.amount(1.6, 4.2)))
                    when = later(when, days=m.whole(90, 400))
                    if when > "2025-06-15":
                        break
        for k in range(m.pick([0, 0, 1, 2, 4])):
            rev.append((len(rev) + 1, n, m.pick(["Die Woche", "Book Post", "Radio 5", "blog"]), m.pick([5, 5, 4, 4, 3, 2, 1, None]),
                m.day("2022-01-01", "2025-06-30")))
    m.add("title", titles)
    m.add("edition", eds)
    m.add("titleContributor", tc)
    m.add("contract", ctr)
    m.add("printRun", runs)
    sellers = [(n, f"{m.pick(['Book', 'Page', 'Leaf', 'Read'])} {m.pick(['Corner', 'House', 'World', 'Cellar'])}",
        m.pick(["chain", "independent", "online", "wholesaler"]), m.pick(["DE", "AT", "CH"]), m.whole(1, 5) if n > 6 and m.chance(.4) else None,
                "2025-02-28" if n in (11, 24) else None) for n in range(1, 41)]
    m.add("bookseller", sellers)
    live = [e for e in eds if e[3]]
    orders, lines, rets = [], [], []
    for n in range(1, 521):
        at = m.pick(["2024-12-31 16:20:00", "2025-03-31 19:05:00", "2025-06-30 11:45:00"]) if m.chance(.05) else m.moment("2024-01-01", "2025-06-29", (8, 19))
        bill = m.pick([x for x in range(1, 39) if x not in (11, 24, 7, 8) or at < "2025-02-25"])
        st = m.pick({"shipped": 16, "open": 2, "cancelled": 2})
        ship = later(at, days=m.whole(0, 9)) if st == "shipped" else None
        orders.append((n, bill, bill if m.chance(.7) else m.whole(1, 38), at, ship, st))
        for k in range(m.pick([1, 1, 2, 3, 4])):
            e = m.pick([x for x in live if x[3] <= at[:10]] or live)
            lines.append((n, k + 1, e[0], m.pick([1, 2, 5, 10, 20, 50]), round(e[4] * m.pick([.6, .55, .5, .65]), 2)))
            if st == "shipped" and m.chance(.12):
                rets.append((len(rets) + 1, n, e[0], m.whole(1, lines[-1][3]), later(ship[:10], days=m.whole(20, 150)), int(m.chance(.3))))
    m.add("salesOrder", orders)
    m.add("salesLine", lines)
    m.add("bookReturn", rets)
    m.add("pressReview", rev)
