"""A bakery chain with short German names: recipes, batches, branches, deliveries, unsold goods, suppliers' prices over time."""
from making import later

SCHEMA = """
CREATE TABLE filiale (
  fil_nr INTEGER PRIMARY KEY, name TEXT NOT NULL, ort TEXT, eroeffnet INTEGER, geschlossen INTEGER,
  zentrale_nr INTEGER REFERENCES filiale(fil_nr));
CREATE TABLE artikel (
  art_nr INTEGER PRIMARY KEY, bez TEXT NOT NULL, gruppe TEXT, vk_cent INTEGER, gewicht_g INTEGER,
  nachfolger INTEGER REFERENCES artikel(art_nr), aktiv TEXT NOT NULL);
CREATE TABLE zutat (zut_nr INTEGER PRIMARY KEY, bez TEXT NOT NULL, einheit TEXT NOT NULL, allergen TEXT);
CREATE TABLE rezept (
  art_nr INTEGER REFERENCES artikel(art_nr), zut_nr INTEGER REFERENCES zutat(zut_nr), menge REAL NOT NULL,
  einheit TEXT NOT NULL, PRIMARY KEY (art_nr, zut_nr));
CREATE TABLE lieferant (lief_nr INTEGER PRIMARY KEY, name TEXT NOT NULL, land TEXT, gesperrt TEXT NOT NULL);
CREATE TABLE ek_preis (
  lief_nr INTEGER REFERENCES lieferant(lief_nr), zut_nr INTEGER REFERENCES zutat(zut_nr), ab INTEGER NOT NULL, bis INTEGER,
  preis_cent INTEGER NOT NULL, PRIMARY KEY (lief_nr, zut_nr, ab));
CREATE TABLE charge (
  ch_nr INTEGER PRIMARY KEY, art_nr INTEGER REFERENCES artikel(art_nr), backtag INTEGER NOT NULL, start_hhmm TEXT,
  ofen TEXT, soll_stk INTEGER NOT NULL, ist_stk INTEGER, baecker INTEGER);
CREATE TABLE lieferung (
  lf_nr INTEGER PRIMARY KEY, fil_nr INTEGER REFERENCES filiale(fil_nr), liefertag INTEGER NOT NULL, bestellt_am INTEGER NOT NULL,
  status TEXT NOT NULL);
CREATE TABLE lieferpos (
  lf_nr INTEGER REFERENCES lieferung(lf_nr), art_nr INTEGER REFERENCES artikel(art_nr), stk INTEGER NOT NULL,
  PRIMARY KEY (lf_nr, art_nr));
CREATE TABLE retoure (
  ret_nr INTEGER PRIMARY KEY, fil_nr INTEGER, art_nr INTEGER, tag INTEGER NOT NULL, stk INTEGER NOT NULL, verbleib TEXT);
CREATE TABLE baecker (
  pers_nr INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, stamm_fil INTEGER REFERENCES filiale(fil_nr),
  ausbilder INTEGER REFERENCES baecker(pers_nr), eintritt INTEGER);
"""

GOODS = [("Roggenbrot", "brot", 480, 1000), ("Vollkornbrot", "brot", 520, 750), ("Baguette", "brot", 290, 250),
         ("Dinkelbrot", "Brot", 560, 750), ("Semmel", "klein", 55, 55), ("Mohnsemmel", "klein", 80, 60),
         ("Brezel", "klein", 95, 85), ("Croissant", "klein", 160, 70), ("Nussschnecke", "suess", 240, 110),
         ("Apfelstrudel", "suess", 320, 160), ("Zimtschnecke", "suess", 240, 110), ("Berliner", "suess", 180, 75),
         ("Schokotorte", "torte", 3400, 1800), ("Käsekuchen", "torte", 2900, 1600), ("Stollen", "saison", 1250, 1000),
         ("Osterzopf", "saison", 690, None), ("Kürbisbrot", "brot", 540, 750), ("Testartikel", None, None, None),
         ("Bauernlaib", "brot", 480, 1000), ("Mini-Brezel", "klein", 55, 40)]
STUFF = [("Weizenmehl", "kg", "gluten"), ("Roggenmehl", "kg", "gluten"), ("Dinkelmehl", "kg", "gluten"), ("Butter", "kg", "milch"),
         ("Zucker", "kg", None), ("Salz", "kg", None), ("Hefe", "kg", None), ("Milch", "l", "milch"), ("Wasser", "l", None),
         ("Ei", "stk", "ei"), ("Haselnuss", "kg", "nuss"), ("Mohn", "kg", None), ("Apfel", "kg", None), ("Zimt", "kg", None),
         ("Kakao", "kg", None), ("Quark", "kg", "Milch"), ("Safran", "kg", None)]
PARTS = {1: (2, 6, 7, 9), 2: (2, 1, 6, 7, 9), 3: (1, 6, 7, 9), 4: (3, 6, 7, 9), 5: (1, 6, 7, 9), 6: (1, 6, 7, 9, 12), 7: (1, 4, 6, 7, 9),
         8: (1, 4, 5, 6, 7, 8), 9: (1, 4, 5, 7, 8, 10, 11), 10: (1, 4, 5, 13, 14), 11: (1, 4, 5, 7, 8, 14), 12: (1, 4, 5, 7, 8, 10),
         13: (1, 4, 5, 10, 15), 14: (1, 4, 5, 10, 16), 15: (1, 4, 5, 7, 8, 11, 14), 16: (1, 4, 5, 7, 8, 10), 17: (1, 6, 7, 9),
         19: (2, 1, 6, 7, 9), 20: (1, 6, 7, 9)}


def number(day):
    return int(day.replace("-", ""))


def fill(m):
    m.add("filiale", [(1, "Marktplatz", "Ulm", 19980301, None, None), (2, "Bahnhof", "Ulm", 20050615, None, 1),
                      (3, "Donautal", "Ulm", 20110901, 20240115, 1), (4, "Rathaus", "Biberach", 20120102, None, None),
                      (5, "Klinikum", "Biberach", 20180910, None, 4), (6, "Altstadt", "Ehingen", 20200701, None, 4),
                      (7, "Gewerbepark", "ulm", 20230401, None, 1), (8, "Seeblick", None, 20240801, None, None)])
    m.add("artikel", [(n, *g, {1: 19, 17: 2, 19: None}.get(n), "N" if n in (1, 17, 18) else "J") for n, g in enumerate(GOODS, 1)])
    m.add("zutat", [(n, *s) for n, s in enumerate(STUFF, 1)])
    recipe = []
    for art, parts in PARTS.items():
        for z in parts:
            unit = STUFF[z - 1][1]
            if z in (1, 2, 3, 13, 16):
                amount = m.whole(6, 60) * 10
            else:
                amount = {6: 8, 7: 12, 10: m.whole(1, 4), 9: m.whole(8, 35) * 10, 8: m.whole(4, 20) * 10}.get(z, m.whole(3, 24) * 5)
            if unit == "kg" and m.chance(.25):
                recipe.append((art, z, amount / 1000, "kg"))
            else:
                recipe.append((art, z, amount, {"kg": "g", "l": "ml", "stk": "stk"}[unit]))
    m.add("rezept", recipe)
    m.add("lieferant", [(1, "Mühle Hofer", "DE", "N"), (2, "Alpenmilch eG", "AT", "N"), (3, "Backzutaten Nord", "DE", "N"),
                        (4, "Bio-Hof Kern", "de", "N"), (5, "Sucre SA", "FR", "N"), (6, "Gewürz Müller", "DE", "J"), (7, "Eier Lang", None, "N")])
    prices = []
    for lief, zuts in {1: (1, 2, 3, 6), 2: (4, 8, 16), 3: (1, 4, 5, 6, 7, 11, 12, 15), 4: (2, 3, 8, 10, 13), 5: (5, 15), 6: (12, 14)}.items():
        for z in zuts:
            price = m.whole(60, 900) if z != 10 else m.whole(18, 30)
            starts = ["2023-01-01"] + [d for d in ("2023-04-01", "2023-09-15", "2024-01-01", "2024-04-01") if m.chance(.45)]
            for at, day in enumerate(starts):
                stop = later(starts[at + 1], days=-1) if at + 1 < len(starts) else "2024-03-31" if m.chance(.12) and day < "2024-03" else None
                prices.append((lief, z, number(day), number(stop) if stop else None, price))
                price = max(5, round(price * m.pick([.92, .97, 1.0, 1.04, 1.1, 1.2])))
    m.add("ek_preis", prices)
    m.add("baecker", [(n, *m.person(), m.pick([1, 2, 4, 4, 5, 6, None]), None if n < 4 else m.whole(1, min(n - 1, 6)),
                       number(m.day("2001-01-01", "2024-03-01"))) for n in range(1, 17)])
    batches = []
    for n in range(1, 901):
        day = m.pick(["2024-01-31", "2024-02-29", "2024-03-31", "2023-12-31", "2024-01-01"]) if m.chance(.05) else m.day("2023-07-01", "2024-06-30")
        art = m.pick([a for a in PARTS if a != 15 or day[5:7] in ("11", "12")][:16] + [5, 7, 8, 5])
        plan = m.pick([20, 40, 60, 100, 120])
        real = plan if m.chance(.4) else max(0, plan - m.skewed(0, plan * .3, 0) + m.pick([0, 0, 4]))
        batches.append((day, art, f"{m.pick([1, 2, 2, 3, 3, 4, 5, 13]):02}{m.pick(['00', '15', '30', '45'])}", m.pick(["O1", "O2", "O3", "o1"]),
                        plan, int(real) if m.chance(.96) else None, m.whole(1, 14)))
    batches.sort()
    m.add("charge", [(n, b[1], number(b[0]), *b[2:]) for n, b in enumerate(batches, 1)])
    tours, lines, back = [], [], []
    for n in range(1, 601):
        day = m.pick(["2024-01-31", "2024-03-31", "2024-04-01", "2023-12-31"]) if m.chance(.06) else m.day("2023-07-01", "2024-06-30")
        fil = m.pick({1: 8, 2: 7, 3: 3, 4: 6, 5: 4, 6: 3, 7: 3})
        if fil == 3 and day > "2024-01-15":
            fil = 7
        tours.append((n, fil, number(day), number(later(day, days=-m.pick([0, 1, 1, 2, 3]))), m.pick({"Z": 88, "S": 7, "T": 5})))
        for art in m.some([a for a in PARTS if a not in (17, 15 if day[5:7] not in ("11", "12") else 17)], m.whole(2, 5)):
            stk = m.pick([5, 10, 20, 30, 40, 60]) if art not in (13, 14) else m.whole(1, 6)
            lines.append((n, art, stk))
            if m.chance(.3) and tours[-1][4] != "S":
                back.append((fil, art, number(day), max(1, int(stk * m.skewed(0, .9))), m.pick(["tafel", "tafel", "abfall", "futter", None])))
    back += [m.pick(back) for _ in range(6)]
    m.add("lieferung", tours)
    m.add("lieferpos", lines)
    m.add("retoure", [(n, *b) for n, b in enumerate(back, 1)])
