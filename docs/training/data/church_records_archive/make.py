"""A diocesan archive: parishes, registers by kind (some mixed), their entries with day-first text dates, persons and parents, witnesses in roles, clergy by rank, bells, gifts in two currencies, readers' requests with text prices."""
SCHEMA = """
CREATE TABLE parish (par_id INTEGER PRIMARY KEY, name TEXT, deanery TEXT, town TEXT, founded INTEGER, denom TEXT);
CREATE TABLE register (
  reg_id INTEGER PRIMARY KEY, par_id INTEGER REFERENCES parish(par_id), shelf TEXT, kind TEXT, yr_from INTEGER, yr_to INTEGER, lang TEXT, folios INTEGER,
  digit INTEGER, cond INTEGER);
CREATE TABLE person (
  pers_id INTEGER PRIMARY KEY, given TEXT, surname TEXT, sex TEXT, b_yr INTEGER, occ TEXT, father_id INTEGER REFERENCES person(pers_id),
  mother_id INTEGER REFERENCES person(pers_id));
CREATE TABLE clergy (cl_id INTEGER PRIMARY KEY, name TEXT, `rank` TEXT, par_id INTEGER REFERENCES parish(par_id), ord_yr INTEGER, d_yr INTEGER);
CREATE TABLE entry (
  ent_no INTEGER PRIMARY KEY, reg_id INTEGER REFERENCES register(reg_id), typ TEXT, ev_dt TEXT, folio TEXT, pers_id INTEGER REFERENCES person(pers_id),
  cl_id INTEGER REFERENCES clergy(cl_id), fee INTEGER);
CREATE TABLE attend (ent_no INTEGER REFERENCES entry(ent_no), pers_id INTEGER REFERENCES person(pers_id), role TEXT);
CREATE TABLE bell (par_id INTEGER REFERENCES parish(par_id), bell_no INTEGER, name TEXT, wt_kg INTEGER, cast_yr INTEGER, note TEXT, PRIMARY KEY (par_id, bell_no));
CREATE TABLE gift (g_id INTEGER PRIMARY KEY, par_id INTEGER, pers_id INTEGER, amt REAL, cur TEXT, purpose TEXT, yr INTEGER);
CREATE TABLE request (rq INTEGER PRIMARY KEY, reg_id INTEGER REFERENCES register(reg_id), reader TEXT, ctry TEXT, asked TEXT, sent TEXT, pages INTEGER, price TEXT);
"""

PARISHES = [(1, "St. Wendel", "North", "Harnau", 1184, "C"), (2, "Holy Cross", "North", "Harnau", 1420, "C"), (3, "St. Barbara", "South", "Millbrunn", 1602, "C"), (4, "Trinity", "South", "Ostrach", 1705, "L"),
            (5, "St. Luke", "Lakes", "Seefeld", 1290, "C"), (6, "All Souls", "Lakes", "Seefeld", 1811, "L"), (7, "St. Ottilia", "North", "Quern", 1533, "C"), (8, "Grace", "South", "Millbrunn", 1764, "R"),
            (9, "St. Vitus", "Lakes", "Dornach", 1340, "C"), (10, "Redeemer", "North", "Ostrach", 1869, "L"), (11, "St. Clare", None, "Harnau", 1958, "C")]
WORK = ["weaver", "miller", "farmer", "farmer", "farmer", "smith", "baker", "servant", "servant", "cooper", "tailor", None, None, None]
KINDS = {"Baptism": "BAP", "Marriage": "MAR", "Burial": "BUR", "Confirmation": "CON"}


def fill(m):
    m.add("parish", PARISHES)
    registers = []
    for n in range(1, 151):
        par = m.pick({1: 8, 2: 5, 3: 4, 4: 3, 5: 5, 6: 2, 7: 3, 8: 2, 9: 3, 10: 1})
        start = m.whole(max(1610, PARISHES[par - 1][4]), 1895)
        registers.append((n, par, f"{m.pick('ABC')}/{par}/{n}", m.pick({"Baptism": 6, "Marriage": 4, "Burial": 5, "Confirmation": 2, "Mixed": 3}), start, start + m.whole(4, 55),
                          m.pick({"lat": 6, "ger": 3, "fre": 1} if start < 1780 else {"lat": 2, "ger": 8, "eng": 1, None: 1}), m.whole(40, 420) if m.chance(.94) else None, int(m.chance(.45)), m.pick({1: 2, 2: 5, 3: 6, 4: 3, 5: 1})))
    for at, (kind, folios, lang) in enumerate((("Burial", 200, "lat"), ("Burial", 300, "ger"), ("Marriage", 200, "ger"), ("Confirmation", 96, "lat"), ("Baptism", 300, "lat"))):
        registers[at] = registers[at][:3] + (kind,) + registers[at][4:6] + (lang, folios) + registers[at][8:]
    registers[20] = (21, 5, "B/5/21", "Burial", 1801, 1833, None) + registers[20][7:]
    m.add("register", registers)
    persons = []
    for n in range(1, 701):
        given, surname = m.person()
        father = mother = None
        if n > 150:
            father = m.whole(1, 149) if m.chance(.85) else None
            mother = m.whole(1, 149) if m.chance(.9) else None
            surname = persons[father - 1][2] if father else surname
        persons.append((n, given, surname, m.pick({"m": 10, "f": 10, "?": 1}), m.whole(1605, 1890) if m.chance(.8) else None, m.pick(WORK), father, mother))
    persons[30] = (31, "Ambros", "Feldkirch", "m", 1702, "miller", None, None)
    for n in (200, 300, 305, 410, 520):
        persons[n] = persons[n][:2] + ("Feldkirch",) + persons[n][3:6] + (31,) + persons[n][7:]
    m.add("person", persons)
    clergy = []
    for n in range(1, 71):
        given, surname = m.person()
        start = m.whole(1615, 1880)
        clergy.append((n, f"{given} {surname}", m.pick({"Priest": 8, "Vicar": 5, "Curate": 4, "Bishop": 1}), m.pick({1: 6, 2: 4, 3: 4, 4: 3, 5: 4, 6: 2, 7: 3, 8: 2, 9: 2}) if m.chance(.95) else None, start, start + m.whole(4, 50) if m.chance(.8) else None))
    clergy[8] = (9, "Leopold Anger", "Vicar", 3, 1731, 1770)
    clergy[9:13] = [row[:2] + (rank, par) + row[4:] for row, rank, par in zip(clergy[9:13], ("Curate", "Curate", "Bishop", "Curate"), (1, 3, 2, 7))]
    m.add("clergy", clergy)
    entries, attends = [], []
    for n in range(1, 1001):
        r = m.pick(registers) if m.chance(.9) else registers[m.whole(0, 9)]
        typ = KINDS.get(r[3]) or m.pick({"BAP": 4, "MAR": 2, "BUR": 3})
        at = [c[0] for c in clergy if c[3] == r[1]]
        day = m.day(f"{r[4]}-01-01", f"{r[5]}-12-31")
        entries.append((n, r[0], typ, f"{day[8:]}/{day[5:7]}/{day[:4]}" if m.chance(.97) else None, f"{m.whole(1, r[7] or 90)}{m.pick('rv')}", m.whole(1, 700),
                        m.pick(at) if at and m.chance(.8) else 9 if m.chance(.2) else None, m.pick({0: 1, 6: 3, 12: 9, 18: 2, 24: 1} if typ == "MAR" else {0: 4, 6: 3, 12: 4, 18: 1, 24: 2}) if m.chance(.85) else None))
        for _ in range({"BAP": m.pick([1, 2, 2, 3]), "MAR": 2, "BUR": m.pick([0, 0, 1]), "CON": 1}[typ]):
            attends.append((n, 1 + int(m.random.random() ** 1.5 * 640), "G" if typ in ("BAP", "CON") and m.chance(.85) else "W"))
    m.add("entry", entries)
    m.add("attend", attends)
    bells = []
    for par in range(1, 10):
        for no in range(1, m.pick({1: 2, 2: 3, 3: 3, 5: 1}) + 1):
            bells.append((par, no, m.pick(["Maria", "Susanna", "Gloria", "Petrus", "Old Tom", None]), m.pick([120, 240, 400, 650, 800, 1200, 2300]) + (par if m.chance(.5) else 0), m.whole(1480, 1930), m.pick(["a'", "c''", "e'", "g'", None])))
    bells = [b for b in bells if b[0] not in (6, 8)] + [(6, 1, "Gloria", 800, 1822, "g'")]
    m.add("bell", bells)
    m.add("gift", [(n, m.pick({1: 5, 2: 3, 3: 3, 4: 2, 5: 4, 7: 2, 9: 2}), m.whole(1, 700) if m.chance(.7) else None, float(m.pick([2, 5, 10, 20, 50])) if m.chance(.7) else m.skewed(1, 400), m.pick({"fl": 7, "kr": 4}),
                    m.pick({"Organ": 4, "Poor": 7, "Roof": 3, "Bell": 2, None: 1}), m.whole(1650, 1899)) for n in range(1, 261)])
    asked = []
    for n in range(1, 361):
        when = m.day("2018-01-02", "2023-12-20")
        given, surname = m.person()
        sent = m.day(when, "2023-12-31") if m.chance(.3) else when[:8] + "28" if m.chance(.7) and when[8:] < "28" else None
        asked.append((n, 1 + int(m.random.random() ** 1.4 * 140), f"{given[0]}. {surname}", m.pick({"DE": 8, "AT": 4, "US": 5, "CH": 2, "FR": 1}), when, sent, m.whole(1, 40) if m.chance(.93) else None, f"{m.skewed(2, 120):.2f} EUR" if m.chance(.85) else "free"))
    m.add("request", asked)
