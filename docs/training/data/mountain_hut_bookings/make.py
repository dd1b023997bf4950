"""Mountain huts of an alpine club: beds in summer and winter, rooms by type, guests with membership codes, bookings with packed text dates and deposits with a decimal comma, meals, tariffs by year and membership, trails between huts, animals, reviews."""
SCHEMA = """
CREATE TABLE hut (hut_id INTEGER PRIMARY KEY, name TEXT, region TEXT, alt_m INTEGER, owner TEXT, `Beds (S)` INTEGER, `Beds (W)` INTEGER, built INTEGER);
CREATE TABLE room (hut_id INTEGER REFERENCES hut(hut_id), rm_no INTEGER, typ TEXT, beds INTEGER, floor INTEGER, PRIMARY KEY (hut_id, rm_no));
CREATE TABLE guest (g_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, ctry TEXT, dob TEXT, mem TEXT);
CREATE TABLE booking (
  bk_id INTEGER PRIMARY KEY, hut_id INTEGER REFERENCES hut(hut_id), rm_no INTEGER, g_id INTEGER REFERENCES guest(g_id), made TEXT, arr TEXT, nts INTEGER,
  pers INTEGER, stat TEXT, chan TEXT, dep TEXT);
CREATE TABLE meal (bk_id INTEGER REFERENCES booking(bk_id), kind TEXT, qty INTEGER, eur REAL);
CREATE TABLE tariff (hut_id INTEGER, yr INTEGER, mem TEXT, eur REAL, PRIMARY KEY (hut_id, yr, mem));
CREATE TABLE warden (w_id INTEGER PRIMARY KEY, name TEXT, hut_id INTEGER REFERENCES hut(hut_id), yr_from INTEGER, yr_to INTEGER, lic TEXT);
CREATE TABLE trail (tr_id INTEGER PRIMARY KEY, name TEXT, hut_a INTEGER REFERENCES hut(hut_id), hut_b INTEGER REFERENCES hut(hut_id), km REAL, up_m INTEGER, grade TEXT, mins INTEGER);
CREATE TABLE animal (an_id INTEGER PRIMARY KEY, hut_id INTEGER REFERENCES hut(hut_id), name TEXT, kind TEXT, b_yr INTEGER);
CREATE TABLE review (rv_id INTEGER PRIMARY KEY, g_id INTEGER, hut_id INTEGER, stars INTEGER, dt TEXT, lang TEXT);
"""

HUTS = [(1, "Falkenstein", "Rauten", 2210, "AV", 84, 12, 1898), (2, "Grey Lake", "Rauten", 1870, "AV", 60, 20, 1926), (3, "Corvara", "Silten", 2540, "AV", 46, 8, 1911), (4, "Marmot", "Silten", 1960, "PR", 30, None, 1974),
        (5, "Three Spires", "Pelm", 2760, "AV", 72, 10, 1889), (6, "Larchwood", "Pelm", 1540, "PR", 24, 24, 1988), (7, "Col Nair", "Pelm", 2310, "ST", 40, 6, 1935), (8, "Windgap", "Rauten", 2480, "AV", 52, 10, 1954),
        (9, "Shepherd's Rest", "Silten", 1720, "PR", 18, None, 2003), (10, "Glacier View", "Orsa", 2905, "AV", 96, 14, 1907), (11, "Upper Orsa", "Orsa", 2120, "ST", 36, 4, 1961), (12, "Bivouac Tor", "Orsa", 3050, "AV", 9, 9, 1996)]


def fill(m):
    m.add("hut", HUTS)
    rooms = []
    for h in HUTS[:11]:
        for no in range(1, m.whole(5, 11)):
            typ = m.pick({"Dormitory": 5, "Double": 4, "Single": 1, "Family": 2})
            rooms.append((h[0], no, typ, {"Dormitory": m.pick([8, 10, 12, 16]), "Double": 2, "Single": 1, "Family": m.pick([3, 4, 4, 5])}[typ], m.whole(0, 2)))
    rooms.append((12, 1, "Dormitory", 9, 0))
    for at, (typ, beds, floor) in enumerate((("Dormitory", 12, 1), ("Family", 4, 1), ("Single", 1, 2), ("Dormitory", 12, 0))):
        rooms[at] = (1, at + 1, typ, beds, floor)
    m.add("room", rooms)
    guests = []
    for n in range(1, 451):
        first, last = m.person()
        guests.append((n, first, last, m.pick({"F": 9, "M": 11, None: 1}), m.pick({"AT": 6, "DE": 9, "IT": 4, "CH": 2, "FR": 1, "NL": 1}), m.day("1944-01-01", "2008-12-31") if m.chance(.92) else None, m.pick({"A": 7, "J": 2, "S": 2, None: 5})))
    guests[10] = (11, "Konrad", "Wieser", "M", "AT", "1951-07-19", "S")
    m.add("guest", guests)
    bookings, meals = [], []
    for n in range(1, 1001):
        hut = m.pick({1: 9, 2: 7, 3: 4, 4: 3, 5: 6, 6: 3, 7: 3, 8: 4, 10: 8, 11: 2})
        made = m.day("2020-11-01", "2023-08-25")
        arr = m.day(made, "2023-09-30") if m.chance(.4) else made[:5] + m.pick(["07", "08", "09"]) + made[7:]
        arr = arr.replace("09-31", "09-30")
        if arr < made:
            arr = f"{int(arr[:4]) + 1}{arr[4:]}"
        guest = 11 if m.chance(.02) else 1 + int(m.random.random() ** 1.5 * 430)
        stat = m.pick({"OK": 13, "CX": 4, "NS": 1})
        pers = m.pick({1: 5, 2: 9, 3: 3, 4: 4, 6: 2, 9: 1})
        bookings.append((n, hut, m.pick([r[1] for r in rooms if r[0] == hut]) if m.chance(.94) else None, guest, made, arr.replace("-", ""), m.pick({1: 9, 2: 5, 3: 3, 5: 1, 7: 1}), pers, stat, m.pick({"web": 9, "tel": 5, "desk": 2}),
                         f"{m.whole(1, 25) * 10 if m.chance(.5) else m.whole(8, 140)},{m.pick(['00', '00', '50'])}" if m.chance(.85) else None))
        if stat == "OK":
            for kind in m.some(["Dinner", "Breakfast", "Packed lunch"], m.pick([0, 1, 1, 2, 3])):
                meals.append((n, kind, pers if m.chance(.8) else m.whole(1, 9), {"Dinner": 24.5, "Breakfast": 13.0, "Packed lunch": 9.5}[kind] + m.pick([0, 0, 1.5])))
    m.add("booking", bookings)
    m.add("meal", meals)
    m.add("tariff", [(h[0], year, mem, round(base + (year - 2021) * 1.5 + h[3] // 500 + m.pick([0, 0, .5, 1]), 2)) for h in HUTS for year in range(2021, 2024) for mem, base in (("A", 14), ("J", 8), ("S", 11), ("X", 28))])
    wardens = []
    for n in range(1, 41):
        first, last = m.person()
        start = m.whole(1985, 2021)
        wardens.append((n, f"{first} {last}", m.pick({1: 3, 2: 3, 3: 2, 4: 2, 5: 3, 6: 1, 7: 1, 8: 2, 10: 3}), start, m.pick([None, min(2023, start + m.whole(1, 20))]), m.pick({"cook": 3, "rescue": 3, "both": 1, None: 2})))
    m.add("warden", wardens)
    trails = []
    for n in range(1, 61):
        a, b = m.some(range(1, 12), 2)
        km = m.amount(2, 19, 1)
        trails.append((n, f"{m.pick(['High', 'Old', 'Ridge', 'Lake', 'Smugglers', 'North'])} path {n}", a, b if m.chance(.8) else None, km, m.whole(60, 1600), m.pick({"T1": 2, "T2": 6, "T3": 6, "T4": 3, "T5": 1}), int(km * m.whole(16, 30)) if m.chance(.95) else None))
    m.add("trail", trails)
    animals = [(n, m.pick({2: 3, 4: 4, 6: 3, 7: 2, 9: 5, 11: 2}), m.pick(["Bella", "Moritz", "Stella", "Nero", "Flora", None]), m.pick({"Goat": 6, "Hen": 7, "Mule": 2, "Sheep": 4, "Cat": 2}), m.whole(2009, 2022) if m.chance(.85) else None) for n in range(1, 81)]
    animals[0:4] = [(1, 2, "Nero", "Mule", 2012), (2, 9, "Flora", "Mule", 2016), (3, 4, "Bella", "Goat", 2019), (4, 9, "Stella", "Cat", 2020)]
    m.add("animal", animals)
    m.add("review", [(n, 1 + int(m.random.random() ** 1.4 * 420), m.pick({1: 8, 2: 6, 3: 4, 4: 2, 5: 6, 6: 2, 7: 2, 8: 3, 9: 1, 10: 6}), m.pick({5: 8, 4: 7, 3: 3, 2: 2, 1: 1}) if m.chance(.95) else None, m.day("2021-01-10", "2023-10-31"), m.pick({"de": 6, "it": 3, "en": 2})) for n in range(1, 301)])
