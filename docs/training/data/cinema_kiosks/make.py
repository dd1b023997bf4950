"""Snack kiosks of a chain of cinemas: films and shows, kiosks, products, sales and their lines, members and vouchers. Days move with today."""
from making import ago

SCHEMA = """
CREATE TABLE cin (cid INTEGER PRIMARY KEY, nm TEXT NOT NULL, cty TEXT NOT NULL, opn_dt TEXT NOT NULL);
CREATE TABLE film (fid INTEGER PRIMARY KEY, ttl TEXT NOT NULL, gnr TEXT, rel_dt TEXT NOT NULL, run_min INTEGER NOT NULL);
CREATE TABLE shw (shid INTEGER PRIMARY KEY, fid INTEGER NOT NULL REFERENCES film(fid), cid INTEGER NOT NULL REFERENCES cin(cid), st_ts TEXT NOT NULL, sts TEXT NOT NULL, vis INTEGER);
CREATE TABLE mbr (mid INTEGER PRIMARY KEY, nm TEXT NOT NULL, tier TEXT NOT NULL, jn_dt TEXT NOT NULL, exp_dt TEXT NOT NULL, eml TEXT);
CREATE TABLE ksk (kid INTEGER PRIMARY KEY, cid INTEGER NOT NULL REFERENCES cin(cid), loc TEXT NOT NULL, ins_dt TEXT NOT NULL, svc_dt TEXT, sts TEXT NOT NULL);
CREATE TABLE prd (pcd TEXT PRIMARY KEY, nm TEXT NOT NULL, cat TEXT NOT NULL, prc INTEGER NOT NULL, cst INTEGER NOT NULL, act INTEGER NOT NULL);
CREATE TABLE sal (slid INTEGER PRIMARY KEY, kid INTEGER NOT NULL REFERENCES ksk(kid), mid INTEGER REFERENCES mbr(mid), sal_ts TEXT NOT NULL, tot INTEGER NOT NULL, pay TEXT NOT NULL, rfd_ts TEXT);
CREATE TABLE sal_ln (slid INTEGER NOT NULL REFERENCES sal(slid), pcd TEXT NOT NULL REFERENCES prd(pcd), qty INTEGER NOT NULL, amt INTEGER NOT NULL, PRIMARY KEY (slid, pcd));
CREATE TABLE vch (vno INTEGER PRIMARY KEY, mid INTEGER NOT NULL REFERENCES mbr(mid), iss_dt TEXT NOT NULL, exp_dt TEXT NOT NULL, val INTEGER NOT NULL, use_dt TEXT);
"""
PRODUCTS = [("PC1", "Popcorn small", "POP", 450, 60), ("PC2", "Popcorn large", "POP", 650, 90), ("PCS", "Popcorn sweet", "POP", 690, 110), ("NAC", "Nachos", "SNK", 590, 140), ("HTD", "Hot dog", "SNK", 520, 170),
            ("COL", "Cola", "DRK", 380, 40), ("LEM", "Lemonade", "DRK", 360, 45), ("WAT", "Water", "DRK", 280, 20), ("BER", "Beer", "DRK", 490, 120), ("ICE", "Ice cream", "SWT", 340, 95), ("GUM", "Gummy bears", "SWT", 310, 80),
            ("CHO", "Chocolate", "SWT", 270, 85), ("CMB", "Combo menu", "MNU", 1190, 210), ("KID", "Kids menu", "MNU", 890, 160)]


def stamp(m, back, low=10, high=22):
    return f"{ago(back)} {m.whole(low, high) if back != 0 else 0:02}:{m.whole(0, 59):02}:00"


def fill(m):
    cins = [(n, nm, cty, ago(m.whole(900, 5000))) for n, (nm, cty) in enumerate([("Rex", "Turin"), ("Lux", "Turin"), ("Odeon", "Genoa"), ("Astra", "Milan"), ("Capitol", "Milan"), ("Plaza", "Parma")], 1)]
    m.add("cin", cins)
    films = []
    for n in range(1, 71):
        back = n * 12 - 80 if n < 68 else [3, -4, -12][n - 68]
        films.append((n, m.pick(["The Last", "A Quiet", "Red", "Our", "Midnight", "Paper"]) + " " + m.pick(["Harbour", "Letter", "Engine", "Summer", "Orchid", "Signal"]) + f" {n}",
                      m.pick({"drama": 4, "comedy": 3, "horror": 2, "kids": 3}) if m.chance(.93) else None, ago(back), m.whole(82, 171)))
    m.add("film", films)
    shows = []
    for back in range(500, -46, -1):
        for _ in range(m.whole(2, 4)):
            f = min(67, max(1, (back + 80) // 12 + m.whole(0, 5)))
            sts = m.pick({"OK": 12, "CNC": 1}) if not -8 < back < 3 else m.pick({"OK": 4, "CNC": 1})
            shows.append((len(shows) + 1, f, m.whole(1, 6), stamp(m, back, 13, 22), sts, m.whole(8, 260) if back > 0 and sts == "OK" else None))
    m.add("shw", shows)
    people = []
    for n in range(1, 261):
        joined = 0 if n < 4 else n - 3 if n < 20 else n * 2 if n < 60 else m.whole(20, 1200)
        runs = joined - m.pick([365, 730])
        if n > 200:
            runs = m.whole(-45, 60)
            joined = runs + 365
        people.append((n, " ".join(m.person()), m.pick({"BAS": 6, "SLV": 3, "GLD": 2}), ago(joined), ago(runs), f"m{n}@post.test" if m.chance(.8) else None))
    m.add("mbr", people)
    kiosks = []
    for n in range(1, 25):
        put = m.whole(30, 2900)
        seen = m.whole(0, min(put, 500)) if m.chance(.85) else None
        put, seen = {1: (2200, 3), 2: (2000, 250), 3: (1950, 400), 4: (900, None), 5: (60, 20), 6: (2500, 190)}.get(n, (put, seen))
        kiosks.append((n, n % 6 + 1, m.pick(["foyer", "stairs", "bar"]), ago(put), None if seen is None else ago(seen), m.pick({"ON": 6, "OFF": 1, "RPR": 1}) if n > 4 else ["OFF", "ON", "ON", "RPR"][n - 1]))
    m.add("ksk", kiosks)
    m.add("prd", [(*p, int(p[0] not in ("LEM", "KID"))) for p in PRODUCTS])
    sales, lines = [], []
    for back in range(800, -1, -1):
        for _ in range(m.whole(2, 4) + (3 if back < 15 else 1 if back < 95 else 0)):
            n = len(sales) + 1
            total = 0
            for p in m.some(PRODUCTS[:13], m.pick([1, 1, 2, 3])):
                qty = m.pick([1, 1, 2, 3])
                lines.append((n, p[0], qty, qty * p[3]))
                total += qty * p[3]
            who = m.whole(1, 230) if m.chance(.5) else None
            if who and people[who - 1][3] > ago(back):
                who = None
            if who and back < 100 and who % 3 == 0:
                who = None
            gone = max(0, back - m.pick([0, 0, 1, 2])) if m.chance(.06 if back > 14 else .3) else None
            at = stamp(m, back)
            sales.append((n, m.whole(1, 21), who, at, total, m.pick({"CARD": 5, "CASH": 3, "APP": 3}), None if gone is None else ago(gone) + f" {23 if gone else 0}:{m.whole(10, 59)}:59" if gone else f"{ago(0)} 00:59:59"))
            if gone is None:
                sales[-1] = (*sales[-1][:6], None)
    m.add("sal", sales)
    m.add("sal_ln", lines)
    cards = []
    for n in range(1, 361):
        given = n % 16 if n < 64 else m.whole(0, 700)
        ends = given - m.pick([30, 90, 180])
        used = given - m.whole(0, 80) if m.chance(.5) else None
        if used is not None and (used < 0 or used < ends):
            used = None
        if n < 12:
            used = n % 6 if given >= n % 6 else None
        if 64 <= n < 78:
            given = m.whole(16, 28)
            ends, used = given - 90, n % 13
        cards.append((n, m.whole(1, 240), ago(given), ago(ends), m.pick([500, 1000, 1500, 2500]), None if used is None else ago(used)))
    m.add("vch", cards)
