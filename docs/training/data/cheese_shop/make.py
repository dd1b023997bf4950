"""A cheese shop: customers, suppliers, products and lots, orders with lines, employees, tastings and bookings. Days move with the day it is made."""
from making import ago

SCHEMA = """
CREATE TABLE cust (cid INTEGER PRIMARY KEY, nm TEXT NOT NULL, twn TEXT, reg_dt TEXT NOT NULL, nws INTEGER NOT NULL);
CREATE TABLE sup (sid INTEGER PRIMARY KEY, nm TEXT NOT NULL, cntry TEXT NOT NULL, ctr_beg TEXT NOT NULL, ctr_end TEXT);
CREATE TABLE prod (
  pid INTEGER PRIMARY KEY, nm TEXT NOT NULL, cat TEXT NOT NULL, milk TEXT NOT NULL, prc REAL NOT NULL, sid INTEGER REFERENCES sup(sid), act INTEGER NOT NULL, lnch_dt TEXT NOT NULL);
CREATE TABLE lot (
  lid INTEGER PRIMARY KEY, pid INTEGER NOT NULL REFERENCES prod(pid), rcv_dt TEXT NOT NULL, bb_dt TEXT NOT NULL, qty_in INTEGER NOT NULL, qty_lft INTEGER NOT NULL, unt_cst REAL NOT NULL);
CREATE TABLE emp (eid INTEGER PRIMARY KEY, nm TEXT NOT NULL, rl TEXT NOT NULL, hire_dt TEXT NOT NULL, term_dt TEXT);
CREATE TABLE ord (
  oid INTEGER PRIMARY KEY, cid INTEGER REFERENCES cust(cid), eid INTEGER REFERENCES emp(eid), ord_dt TEXT NOT NULL, dlv_dt TEXT, pay_dt TEXT, st TEXT NOT NULL, chn TEXT NOT NULL);
CREATE TABLE oln (oid INTEGER NOT NULL REFERENCES ord(oid), pid INTEGER NOT NULL REFERENCES prod(pid), qty INTEGER NOT NULL, prc REAL NOT NULL, PRIMARY KEY (oid, pid));
CREATE TABLE tst (tid INTEGER PRIMARY KEY, ttl TEXT NOT NULL, tst_dt TEXT NOT NULL, seats INTEGER NOT NULL, fee REAL NOT NULL, eid INTEGER REFERENCES emp(eid));
CREATE TABLE tst_bk (bid INTEGER PRIMARY KEY, tid INTEGER NOT NULL REFERENCES tst(tid), cid INTEGER NOT NULL REFERENCES cust(cid), bk_dt TEXT NOT NULL, prs INTEGER NOT NULL, cxl_dt TEXT);
"""
CHEESES = [("Comte 18", "hard", "cow"), ("Gruyere", "hard", "cow"), ("Manchego", "hard", "sheep"), ("Pecorino", "hard", "sheep"), ("Parmigiano", "hard", "cow"), ("Brie", "soft", "cow"),
           ("Camembert", "soft", "cow"), ("Crottin", "soft", "goat"), ("Sainte Maure", "soft", "goat"), ("Vacherin", "soft", "cow"), ("Stilton", "blue", "cow"), ("Roquefort", "blue", "sheep"),
           ("Gorgonzola", "blue", "cow"), ("Goat Blue", "blue", "goat"), ("Gouda", "semi", "cow"), ("Old Goat", "semi", "goat"), ("Raclette", "semi", "cow"), ("Ossau", "semi", "sheep"),
           ("Ricotta", "fresh", "sheep"), ("Mozzarella", "fresh", "cow"), ("Chevre frais", "fresh", "goat"), ("Feta", "fresh", "sheep")]


def fill(m):
    people = []
    since = [0, 0, 1, 1] + list(range(2, 24)) + [m.whole(24, 800) for _ in range(200)] + [m.whole(801, 1500) for _ in range(60)]
    for number, day in enumerate(sorted(since, reverse=True), 1):
        stop = m.whole(30, day) if day > 90 and m.chance(.45) else 0
        people.append((number, day, stop))
        first, last = m.person()
        m.add("cust", [(number, f"{last}, {first}", m.pick({"Aalst": 4, "Gent": 5, "Brugge": 3, "Kortrijk": 2}) if m.chance(.94) else None, ago(day), int(m.chance(.4)))])
    m.add("sup", [(n, f"{m.pick(['Fromagerie', 'Dairy', 'Caseificio', 'Queseria'])} {m.pick(['Alba', 'Bruno', 'Clair', 'Dulce', 'Este'])} {n}", m.pick(["FR", "IT", "ES", "GB", "NL", "CH"]),
                   ago(m.whole(900, 2500)), ago(end) if end is not None else None)
                  for n, end in enumerate([-8, -17, -26, -90, -200, -333, -420, -610, 12, 60, 145, 380, None, None], 1)])
    launch = [30, 75, 120, 190, 260, 320, 480, 560] + [m.whole(800, 2600) for _ in range(14)]
    goods = [(n, *one, m.amount(14, 62, 1), m.whole(1, 13) if m.chance(.93) else None, int(n % 5 != 2), launch[(n * 5) % 22]) for n, one in enumerate(CHEESES, 1)]
    m.add("prod", [(*g[:7], ago(g[7])) for g in goods])
    lots = []
    for day in range(420, -1, -1):
        for _ in range(3 if day < 60 else 1):
            one = m.pick(goods)
            came = m.whole(10, 60)
            keep = {"hard": 120, "semi": 70, "blue": 45, "soft": 28, "fresh": 12}[one[2]] + m.whole(-6, 12)
            left = m.whole(1, came) if day < keep and m.chance(.8) else m.whole(1, 6) if m.chance(.25) else 0
            lots.append((len(lots) + 1, one[0], ago(day), ago(day - keep), came, left, m.amount(6, 30)))
    m.add("lot", lots)
    staff = [4700, 4400, 4050, 3200, 2600, 1800, 1200, 800, 420, 210, 90]
    gone = {2: 300, 5: 40, 8: 20}
    m.add("emp", [(n, " ".join(m.person()), m.pick({"counter": 4, "cellar": 2, "web": 1}), ago(day + m.whole(0, 80)), ago(gone[n]) if n in gone else None) for n, day in enumerate(staff, 1)])
    orders, lines = [], []
    for day in range(800, -1, -1):
        for _ in range(5 if day < 50 else 2):
            who = m.pick([p for p in people[:-3] if p[1] >= day and p[2] <= day and p[0] % 7])
            number = len(orders) + 1
            state = m.pick({"D": 80, "X": 14, "N": 2}) if day > 12 else m.pick({"D": 8, "N": 8, "X": 5})
            due = day - m.whole(0, 4) if state == "D" else day - m.whole(1, 9)
            if state == "D" and due < 0:
                state = "N"
            if state == "N" and due >= 0 and m.chance(.5):
                due = -1 - m.whole(0, 5)
            paid = day - m.pick([0, 0, 0, 1, 3, 14, 30]) if state != "X" and m.chance(.88) else None
            paid = paid if paid is not None and paid >= 0 else None
            orders.append((number, who[0] if m.chance(.93) else None, m.pick([n for n, d in enumerate(staff, 1) if d >= day and gone.get(n, -1) < day]), ago(day),
                           None if state == "X" else ago(due), ago(paid) if paid is not None else None, state, m.pick({"shop": 5, "web": 4, "phone": 2})))
            for one in m.some(goods, m.pick([1, 2, 2, 3, 4])):
                if day <= one[7] + 30:
                    lines.append((number, one[0], m.pick([1, 1, 2, 3, 5]), round(one[4] * m.pick([1, 1, .95, .9]) / m.pick([2, 4, 5]), 2)))
            if not lines or lines[-1][0] != number:
                lines.append((number, 1, 1, round(goods[0][4] / 3, 2)))
    m.add("ord", orders)
    m.add("oln", lines)
    events, books = [], []
    for day in list(range(796, -80, -4)):
        number = len(events) + 1
        events.append((number, f"{m.pick(['Alpine', 'Blue', 'Goat', 'Wine and', 'Beer and', 'Winter', 'Summer'])} cheese {number}", ago(day), m.pick([10, 12, 16, 20]), m.pick([18.0, 25.0, 32.0]), m.pick([1, 3, 4, 6, 7])))
        for who in m.some([p for p in people if p[1] >= max(day, 0)], m.whole(1, 5)):
            made = min(max(day, 0) + m.pick([0, 0, 1, 2, 4, 6, 9, 15]), who[1])
            off = m.whole(max(day, 0), made) if m.chance(.2) else None
            books.append((len(books) + 1, number, who[0], ago(made), m.pick([1, 2, 2, 3, 4]), ago(off) if off is not None else None))
    for day in range(0, 35):
        books.append((len(books) + 1, m.whole(201, 219), m.whole(1, 200), ago(day), m.pick([1, 2, 2, 3, 4]), None))
    m.add("tst", events)
    m.add("tst_bk", books)
