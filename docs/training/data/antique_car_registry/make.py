"""A register of antique cars: owners and keepers, makers, cars with technical codes, inspections, rallies and their entries, sales, restorations."""
from making import later

SCHEMA = """
CREATE TABLE mbr (m_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sx TEXT, dob TEXT, ctry TEXT, cat TEXT, since TEXT);
CREATE TABLE mkr (mk_id INTEGER PRIMARY KEY, nm TEXT, ctry TEXT, fnd INTEGER, closed INTEGER);
CREATE TABLE veh (reg TEXT PRIMARY KEY, mk_id INTEGER, mdl TEXT, yr INTEGER, body TEXT, pistons INTEGER, cc INTEGER, "Top Speed (km/h)" INTEGER, gears INTEGER,
  fuel TEXT, colour TEXT, cond INTEGER, own_id INTEGER, keep_id INTEGER, "Est. Value" TEXT);
CREATE TABLE insp (i_no INTEGER PRIMARY KEY, reg TEXT, dt TEXT, expert_id INTEGER, res TEXT, odo INTEGER, fee REAL);
CREATE TABLE rally (r_id INTEGER PRIMARY KEY, nm TEXT, yr INTEGER, ctry TEXT, km INTEGER, fee REAL);
CREATE TABLE entry (r_id INTEGER NOT NULL, reg TEXT NOT NULL, drv_id INTEGER, cls TEXT, pos INTEGER, pts INTEGER, dnf INTEGER, PRIMARY KEY (r_id, reg));
CREATE TABLE sale (s_no INTEGER PRIMARY KEY, reg TEXT, dt TEXT, seller_id INTEGER, buyer_id INTEGER, price REAL, via TEXT);
CREATE TABLE work (w_no INTEGER PRIMARY KEY, reg TEXT, shop TEXT, part TEXT, start TEXT, fin TEXT, hrs REAL, cost REAL);
"""

MAKERS = [("Albrecht", "Germany", 1901, 1958), ("Bonneval", "France", 1897, 1939), ("Carradine", "UK", 1908, None), ("Dorset & Lane", "UK", 1912, 1974),
          ("Elvira", "Italy", 1919, None), ("Fortuna", "USA", 1903, 1931), ("Grand Union", "USA", 1909, 1966), ("Helmond", "Belgium", 1899, 1935),
          ("Isara", "Germany", 1921, 1962), ("Jupiter", "USA", 1914, None), ("Kestrel Six", "UK", 1923, 1938), ("Lombardi", "Italy", 1906, 1957)]
MODELS = "Type A,Type B,Sport,Phaeton 8,Regent,Model 12,Tourist,Special,Junior,Imperial".split(",")


def fill(m):
    m.add("mbr", [(i, *m.person(), m.pick({"F": 3, "M": 7, None: .5}), None if m.chance(.07) else m.day("1931-01-01", "1998-12-31"),
                   m.pick({"Germany": 5, "UK": 5, "France": 3, "Italy": 2, "USA": 2, None: .5}), m.pick({"F": 7, "A": 3, "H": 1}),
                   m.day("1975-01-01", "2023-06-30").replace("-", "")) for i in range(1, 181)])
    m.add("mkr", [(i, *one) for i, one in enumerate(MAKERS, 1)])
    cars = []
    for i in range(1, 301):
        mk = m.pick({1: 5, 2: 2, 3: 6, 4: 4, 5: 4, 6: 3, 7: 5, 8: 1, 9: 3, 10: 5, 11: 2})
        low, high = MAKERS[mk - 1][2], min(MAKERS[mk - 1][3] or 1970, 1970)
        pist = m.pick({2: 1, 4: 8, 6: 6, 8: 4, 12: 1})
        owner = m.whole(1, 150)
        value = m.whole(6, 90) * 1000 if m.chance(.85) else m.whole(100, 900) * 1000
        cars.append((f"AC-{1000 + i * 3}", mk, m.pick(MODELS), m.whole(low + 2, high), m.pick({"roadster": 5, "saloon": 7, "coupe": 4, "tourer": 4, "van": 2, "truck": 1}),
                     pist, None if m.chance(.08) else pist * m.whole(200, 720), None if m.chance(.12) else m.whole(45, 110) + pist * 8, m.pick([3, 3, 4, 4, 5]),
                     m.pick({"P": 12, "D": 1, "S": 1, "E": 1}), m.pick({"black": 6, "red": 3, "Red": 1, "green": 3, "blue": 3, "cream": 2, None: 1}),
                     m.pick({1: 1, 2: 3, 3: 5, 4: 3, 5: 2, None: 1}), owner, m.pick([owner, owner, owner, m.whole(1, 180), None]),
                     None if m.chance(.1) else f"{value:,}"))
    m.add("veh", cars)
    m.add("insp", [(i, m.pick(cars[:270])[0], m.day("2015-01-01", "2023-11-30"), m.whole(1, 24), m.pick({"P": 7, "F": 2, "C": 2, None: .5}),
                    None if m.chance(.1) else m.skewed(500, 190000, 0), m.pick([45, 60, 60, 85.5, 0])) for i in range(1, 701)])
    rallies = []
    for nm, ctry in (("Alpine Trial", "Italy"), ("Moorland Run", "UK"), ("Coastal Classic", "France"), ("Black Forest Tour", "Germany"), ("Vintage 500", "USA")):
        for yr in range(2016, 2024):
            if not m.chance(.15):
                rallies.append((len(rallies) + 1, nm, yr, ctry, m.whole(120, 940), m.pick([80, 120, 150, 240, None])))
    m.add("rally", rallies)
    entries = []
    for r in rallies:
        order = m.some(cars[:250], m.whole(10, 24))
        for n, car in enumerate(order, 1):
            out = 1 if m.chance(.15) else 0
            entries.append((r[0], car[0], car[12] if m.chance(.6) else m.whole(1, 170), m.pick({"A": 2, "B": 4, "C": 3, "D": 1}),
                            None if out else n, 0 if out else max(1, 101 - n * 4 + m.whole(-3, 3)), out))
    m.add("entry", entries)
    m.add("sale", [(i, m.pick(cars)[0], m.day("2005-01-01", "2023-11-30").replace("-", "/"), a, b, None if m.chance(.07) else m.skewed(3000, 240000, 0),
                    m.pick({"auction": 4, "private": 6, "dealer": 4})) for i in range(1, 261) for a, b in [m.some(range(1, 171), 2)]])
    jobs = []
    for i in range(1, 401):
        day = m.day("2014-01-01", "2023-09-30")
        jobs.append((i, m.pick(cars[:220])[0], m.pick({"Old Wheels": 4, "Brass & Chrome": 3, "Kolbe": 3}), m.pick({"engine": 5, "body": 4, "gearbox": 3, "brakes": 3, "wiring": 2, "upholstery": 2}),
                     day, None if m.chance(.15) else later(day, days=m.whole(2, 300)), m.skewed(3, 400, 1), None if m.chance(.1) else m.skewed(150, 28000)))
    m.add("work", jobs)
