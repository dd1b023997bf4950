"""A catalogue of board games: titles, makers and credits, mechanics, editions with text prices, ratings by members, plays, loans of copies."""
from making import later

SCHEMA = """
CREATE TABLE pub (pub_id INTEGER PRIMARY KEY, name TEXT, ctry TEXT, since TEXT);
CREATE TABLE game (
  gid INTEGER PRIMARY KEY, name TEXT, yr INTEGER, min_pl INTEGER, max_pl INTEGER, `Min Age` TEXT, mins TEXT, wt REAL, kind TEXT,
  base_gid INTEGER REFERENCES game(gid), pub_id INTEGER REFERENCES pub(pub_id));
CREATE TABLE person (p_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, ctry TEXT, born TEXT);
CREATE TABLE credit (gid INTEGER REFERENCES game(gid), p_id INTEGER REFERENCES person(p_id), job TEXT, PRIMARY KEY (gid, p_id, job));
CREATE TABLE mech (m_cd TEXT PRIMARY KEY, name TEXT, grp TEXT);
CREATE TABLE game_mech (gid INTEGER, m_cd TEXT, src TEXT);
CREATE TABLE edition (
  ed_id INTEGER PRIMARY KEY, gid INTEGER REFERENCES game(gid), pub_id INTEGER REFERENCES pub(pub_id), lang TEXT, yr INTEGER, price TEXT,
  barcode TEXT);
CREATE TABLE member (mem_id INTEGER PRIMARY KEY, nick TEXT, town TEXT, joined TEXT, status TEXT, age INTEGER);
CREATE TABLE rating (mem_id INTEGER, gid INTEGER, pts REAL, dt TEXT, owned INTEGER, PRIMARY KEY (mem_id, gid));
CREATE TABLE play (play_id INTEGER PRIMARY KEY, gid INTEGER, dt TEXT, host INTEGER, mins INTEGER, place TEXT);
CREATE TABLE play_seat (play_id INTEGER, mem_id INTEGER, score TEXT, win INTEGER, PRIMARY KEY (play_id, mem_id));
"""

PUBS = [("Lantern Games", "DE", "1994"), ("Pawn & Co", "UK", "1978"), ("Hexwerk", "DE", "2003"), ("Petit Bois", "FR", "1988"), ("Tumbling Die", "US", None),
        ("Nordspil", "SE", "2010"), ("Kestrel Table", "UK", "2014"), ("", None, None), ("Tri Mosty", "CZ", "1991")]
A = "Harbour Copper Winter Paper Silent Crooked Amber Northern Lost Merchant Clockwork Salt Velvet Hollow Iron".split()
B = "Kings Gardens Express Orchard Mills Lanterns Dungeon Railway Bazaar Islands Foundry Foxes Canal Vineyard Tower".split()
MECHS = [("DRA", "Card Drafting", "CARD"), ("HND", "Hand Management", "CARD"), ("DCK", "Deck Building", "CARD"), ("WRK", "Worker Placement", "BOARD"), ("TIL", "Tile Laying", "BOARD"),
         ("ARE", "Area Control", "BOARD"), ("ROL", "Dice Rolling", "LUCK"), ("PSH", "Push Your Luck", "LUCK"), ("COO", "Cooperative", "SOCIAL"), ("AUC", "Auction", "SOCIAL"),
         ("BLF", "Bluffing", "SOCIAL"), ("RTE", "Route Building", "BOARD"), ("LEG", "Legacy", None)]
KNOWN = {9: "Marzipan Mutiny", 27: "Ten Thousand Teapots", 51: "Lighthouse Keepers", 80: "Beetle Parliament"}
TOWNS = {"Utrecht": 6, "Gent": 5, "Aachen": 4, "utrecht": 1, "Lille": 3, "Breda": 2, None: 2}


def fill(m):
    m.add("pub", [(n,) + p for n, p in enumerate(PUBS, 1)])
    games = []
    for n in range(1, 261):
        low = m.pick({1: 3, 2: 12, 3: 3})
        base = m.whole(1, min(n - 1, 90)) if n > 12 and m.chance(.17) and n not in KNOWN else None
        kind = "EXP" if base else m.pick({"BASE": 15, "PROMO": 1})
        games.append([n, KNOWN.get(n) or f"{m.pick(A)} {m.pick(B)}", m.whole(1985, 2023) if m.chance(.4) else m.whole(2008, 2023), low, max(low, m.pick([2, 4, 4, 4, 5, 6, 8])),
                      m.pick({"8+": 6, "10+": 7, "12+": 7, "14+": 6, "6+": 3, None: 1}), m.pick({"30": 6, "45": 5, "60": 7, "90": 5, "120": 4, "180": 1, "15": 2, "60-90": 2, None: 1}),
                      0 if m.chance(.08) else m.amount(1, 4.8), kind, base, m.pick({1: 9, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 2, 8: 1, None: 1})])
        if n in KNOWN:
            games[-1][3:9] = [2, 4, "10+", m.pick(["45", "60"]), m.amount(1.5, 4), "BASE"]
            games[-1][10] = m.whole(1, 3)
    m.add("game", games)
    people = []
    for n in range(1, 121):
        first, last = m.person()
        people.append((n, first, last, m.pick({"M": 62, "F": 33, "X": 2, None: 3}), m.pick({"DE": 9, "UK": 5, "FR": 5, "US": 6, "CZ": 2, "SE": 2, None: 1}),
                       m.day("1948-01-01", "1996-12-31") if m.chance(.85) else None))
    people[6] = (7, "Odalys", "Brentwijk", "F", "DE", "1971-04-09")
    people[10] = (11, "Casimir", "Dorn", "M", "CZ", "1966-11-30")
    m.add("person", people)
    credits = []
    for g in games:
        for _ in range(m.pick({1: 10, 2: 5, 3: 1})):
            credits.append((g[0], people[int(m.random.random() ** 1.8 * 118)][0], "DESIGN"))
        for _ in range(m.pick({0: 2, 1: 9, 2: 3})):
            credits.append((g[0], people[int(m.random.random() ** 1.4 * 118)][0], "ART"))
    m.add("credit", list(dict.fromkeys(credits)))
    m.add("mech", MECHS)
    links = []
    for g in games:
        for _ in range(4 if g[0] in KNOWN else m.pick({0: 2, 1: 5, 2: 8, 3: 6, 5: 2})):
            links.append((g[0], m.pick({"DRA": 6, "HND": 9, "DCK": 4, "WRK": 5, "TIL": 6, "ARE": 5, "ROL": 8, "PSH": 3, "COO": 4, "AUC": 2, "BLF": 2, "RTE": 3}), m.pick({"BOX": 6, "FAN": 3, None: 1})))
    m.add("game_mech", list(dict.fromkeys(links)))
    editions = []
    for g in games:
        for k in range(m.pick({1: 80, 2: 60, 3: 30, 5: 8, 6: 3, 7: 1.5, 9: 1})):
            editions.append((len(editions) + 1, g[0], g[10] if k == 0 or m.chance(.4) else m.whole(1, 9), m.pick({"en": 8, "de": 7, "fr": 4, "nl": 2, "EN": 1}), g[2] + (0 if k == 0 else m.whole(0, 9)),
                             None if m.chance(.08) else f"{m.pick({m.whole(8, 40): 3, m.whole(41, 130): 2})},{m.pick(['00', '50', '90', '95', '99'])} EUR", f"40{m.whole(10 ** 7, 10 ** 8 - 1)}" if m.chance(.8) else None))
    m.add("edition", editions)
    members = []
    for n in range(1, 151):
        first, last = m.person()
        members.append((n, f"{first.lower()}{m.whole(1, 99)}", m.pick(TOWNS), m.day("2015-01-02", "2023-09-30"), m.pick({"A": 10, "P": 3, "X": 2}), m.whole(15, 71) if m.chance(.6) else None))
    members[20] = (21, "meeplequeen", "Gent", "2015-03-03", "A", 34)
    members[35] = (36, "old_rook", "Aachen", "2016-06-12", "A", 66)
    m.add("member", members)
    ratings = {}
    for who in members[:135]:
        for _ in range(30 if who[0] in (21, 36) else int(m.skewed(0, 32, 0))):
            g = games[int(m.random.random() ** 1.6 * 240)]
            ratings[who[0], g[0]] = (None if m.chance(.04) else m.pick([2, 4, 5, 6, 6.5, 7, 7, 7.5, 8, 8, 8.5, 9, 10]), later(who[3], days=m.whole(0, 900)), int(m.chance(.45)))
    for gid in KNOWN:
        for who in range(30, 46):
            ratings[who, gid] = (m.whole(4, 10), f"2022-05-{who - 29:02}", int(m.chance(.5)))
    m.add("rating", [key + row for key, row in sorted(ratings.items())])
    plays, seats = [], []
    for n in range(1, 421):
        g = games[int(m.random.random() ** 2 * 200)] if m.chance(.85) else games[m.pick(list(KNOWN)) - 1]
        host = m.pick([21, 36, 5]) if m.chance(.12) else m.whole(1, 140)
        plays.append((n, g[0], m.day("2021-01-01", "2023-12-31") if m.chance(.93) else m.pick(["2022-12-31", "2023-01-01", "2023-06-30"]), host, 245 if n == 99 else m.whole(12, 210) if m.chance(.9) else None,
                      m.pick({"home": 6, "club": 5, "cafe": 2, "online": 2, None: 1})))
        table = list(dict.fromkeys(([host] if m.chance(.9) else []) + [w[0] for w in m.some(members[:140], m.whole(1, 4))]))
        best = m.pick(table)
        coop = m.chance(.08)
        for who in table:
            seats.append((n, who, None if m.chance(.15) else str(m.whole(90, 130) if who == best else m.whole(4, 89)), int(who == best or coop)))
    m.add("play", plays)
    m.add("play_seat", seats)
