"""A wholesale bakery: recipes and breads, staff, delivery routes, customers, orders with their lines, and returns."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE RCP (RCP_ID INTEGER PRIMARY KEY, RCP_NM TEXT NOT NULL, FLR TEXT NOT NULL, OVN_TMP TEXT, BK_MIN TEXT NOT NULL, RTG REAL);
CREATE TABLE BRD (BRD_ID INTEGER PRIMARY KEY, RCP_ID INTEGER REFERENCES RCP(RCP_ID), BRD_NM TEXT NOT NULL, WGT_G TEXT, LST_PRC REAL NOT NULL, STA INTEGER NOT NULL, RTG REAL);
CREATE TABLE EMP (EMP_ID INTEGER PRIMARY KEY, EMP_NM TEXT NOT NULL, JOB_CD TEXT NOT NULL, STA INTEGER NOT NULL, HRD_DT TEXT NOT NULL, LFT_DT TEXT, HR_PAY REAL NOT NULL);
CREATE TABLE RTE (RTE_ID INTEGER PRIMARY KEY, RTE_NM TEXT NOT NULL, RGN TEXT NOT NULL, VEH_KD TEXT NOT NULL, LEN_KM TEXT, DRV_ID INTEGER NOT NULL REFERENCES EMP(EMP_ID), SUB_ID INTEGER NOT NULL REFERENCES EMP(EMP_ID));
CREATE TABLE CUS (CUS_ID INTEGER PRIMARY KEY, CUS_NM TEXT NOT NULL, CTY TEXT NOT NULL, KD TEXT NOT NULL, RTE_ID INTEGER REFERENCES RTE(RTE_ID), REP_ID INTEGER REFERENCES EMP(EMP_ID), CRD_LIM TEXT, CTR_FRM TEXT NOT NULL, CTR_TO TEXT);
CREATE TABLE ORD (ORD_ID INTEGER PRIMARY KEY, CUS_ID INTEGER NOT NULL REFERENCES CUS(CUS_ID), ORD_DT TEXT NOT NULL, DLV_DT TEXT, ST TEXT NOT NULL, PRI INTEGER NOT NULL, TKN_BY INTEGER REFERENCES EMP(EMP_ID));
CREATE TABLE ORD_LN (ORD_ID INTEGER NOT NULL REFERENCES ORD(ORD_ID), LN_NO INTEGER NOT NULL, BRD_ID INTEGER NOT NULL REFERENCES BRD(BRD_ID), QTY INTEGER NOT NULL, UNT_PRC REAL NOT NULL, PRIMARY KEY (ORD_ID, LN_NO));
CREATE TABLE RET (RET_ID INTEGER PRIMARY KEY, ORD_ID INTEGER NOT NULL, LN_NO INTEGER NOT NULL, RET_DT TEXT NOT NULL, QTY INTEGER NOT NULL, RSN TEXT NOT NULL, FOREIGN KEY (ORD_ID, LN_NO) REFERENCES ORD_LN(ORD_ID, LN_NO));
"""
RECIPES = ["Farmhouse", "Sourdough", "Dark Sourdough", "Rye", "Five Seed", "Butter Dough", "Focaccia", "Baguette", "Milk Dough", "Spelt", "Potato", "Malt", "Olive", "Oat", "Corn"]
BREADS = [("Farmhouse Loaf", 1), ("Village Loaf", 1), ("Sourdough Loaf", 2), ("Sourdough", 2), ("Miller's Wheel", 2), ("Midnight Loaf", 3), ("Mountain Block", 3), ("Rye Loaf", 4), ("Light Rye", 1), ("Baker's Rye Mix", 10),
          ("Five Seed Roll", 5), ("Sunday Crown", 5), ("Croissant", 6), ("Butter Croissant", 6), ("Almond Croissant", 6), ("Brioche", 9), ("Milk Roll", 9), ("Focaccia", 7), ("Olive Focaccia", 7), ("Baguette", 8),
          ("Half Baguette", 8), ("Garden Stick", 13), ("Spelt Loaf", 10), ("Spelt Roll", 10), ("Potato Loaf", 11), ("Malt Roll", 12), ("Oat Bar", 14), ("Corn Flat", 15), ("Gift Box", None), ("Toast", 9)]
PLACES = ["Cafe Central", "Central Hotel", "Corner Shop", "Hotel Rose", "Rose", "Blue Cafe", "City Canteen", "Station Shop", "Harbour Hotel", "Harbour Cafe", "School Canteen", "Garden Cafe", "Old Mill Shop", "Park Hotel", "Park", "Lemon Cafe", "Sunrise Cafe", "Hill Hotel", "Market Shop", "Tower Canteen",
          "Bean House", "Green Fork", "Little Spoon", "Red Door", "Copper Pan", "Fresh Corner", "Nine Tables", "Quiet Room", "Long Counter", "Salt House", "Plum Tree", "Oak Table", "Round Plate", "Sugar Bowl", "White Cup", "Early Bird", "Night Owl", "Brick Lane", "Canal Shop", "Forest Inn"]


def fill(m):
    m.add("RCP", [(n, name, m.pick({"wheat": 5, "rye": 3, "spelt": 2}), "n/a" if n % 6 == 0 else "-" if n == 15 else "95" if n == 14 else str(200 + 3 * n + m.whole(0, 2)), str((9, 8)[n % 2] if n in (8, 9) else 18 + 7 * n), m.amount(1, 5, 1) if n % 7 else None) for n, name in enumerate(RECIPES, 1)])
    weights, prices = m.some(range(60, 2400, 10), 30), m.some(range(80, 690, 5), 30)
    breads = m.add("BRD", [(n, rcp, name, "unknown" if n % 8 == 5 else "" if n == 29 else "90" if n == 17 else "1250" if n == 3 else str(weights[n - 1]), prices[n - 1] / 100, m.pick({1: 7, 0: 2, 9: 2}) if n > 6 else (1, 1, 0, 9, 1, 1)[n - 1],
                            m.amount(1, 5, 1) if m.chance(.85) else None) for n, (name, rcp) in enumerate(BREADS, 1)])
    firsts, lasts, people = m.some(FIRST, 44), m.some(LAST, 44), []
    for n in range(1, 45):
        state = m.pick({1: 7, 0: 2, 9: 2})
        hired = m.day("2012-02-01", "2022-11-30")
        people.append((n, "Ines Okafor" if n == 3 else f"{firsts[n - 1]} {lasts[n - 1]}", "REP" if n in (3, 7, 12, 20) else "DRV" if n in (1, 5, 9, 14) else m.pick({"DRV": 4, "BKR": 6, "PCK": 4, "OFC": 2}), state, hired,
                       m.day("2023-01-10", "2024-11-30") if state == 9 else None, m.amount(13, 34)))
    m.add("EMP", people)
    drivers = [p[0] for p in people if p[2] == "DRV"]
    lengths = m.some(range(8, 190), 14)
    routes = m.add("RTE", [(n, f"{('Morning', 'Harbour', 'Hill', 'City', 'Night', 'Valley', 'Station')[n % 7]} {'Loop' if n < 8 else 'Line'}", m.pick({"North": 4, "South": 3, "West": 2}), m.pick({"V": 6, "T": 3, "B": 2}) if n > 3 else "VTB"[n - 1],
                            "n/a" if n == 6 else "-" if n == 11 else str(lengths[n - 1]), *m.some(drivers, 2)) for n in range(1, 15)])
    limits, rows = m.some(range(100, 9800, 10), 40), []
    for n, name in enumerate(PLACES, 1):
        kind = {"Cafe": "C", "Hotel": "H", "Shop": "S", "Canteen": "K"}.get(name.split()[-1], m.pick({"C": 5, "H": 2, "S": 2, "K": 1}))
        start = m.day("2020-01-10", "2023-10-31")
        rows.append((n, name, m.pick({"Ostberg": 5, "Lindau": 4, "Marstadt": 2}), kind, m.whole(1, 12) if n % 10 else None, m.pick([3, 7, 12, 20, 3]) if n % 9 else None,
                     "-" if n % 8 == 2 else "n/a" if n % 13 == 1 else str(limits[n - 1]), start, later(start, days=m.whole(120, 900)) if m.chance(.6) else None))
    customers = m.add("CUS", rows)
    orders, lines, back = [], [], []
    for n in range(1, 261):
        who = customers[int(m.random.random() ** 1.5 * 36)]
        placed, state = m.day("2023-01-03", "2024-12-20"), m.pick({"D": 7, "O": 2, "X": 1})
        orders.append((n, who[0], placed, later(placed, days=m.pick([1, 1, 2, 3, 9])) if state == "D" else None, state, m.pick({1: 2, 2: 6, 3: 2}), m.pick([3, 7, 12, 20, 3, 4, 8]) if m.chance(.9) else None))
        for no, bread in enumerate(m.some(breads[:27], m.pick({1: 3, 2: 4, 3: 3, 5: 1, 6: 1})), 1):
            count = m.pick({10: 5, 20: 4, 35: 2, 60: 2, 120: 1})
            lines.append((n, no, bread[0], count, round(bread[4] * m.pick([.8, .9, 1, 1]), 2)))
            if state == "D" and m.chance(.2):
                for _ in range(m.pick([1, 1, 2])):
                    back.append((len(back) + 1, n, no, later(placed, days=m.whole(2, 40)), m.whole(1, max(1, count // 3)), m.pick({"S": 5, "D": 3, "W": 2})))
    m.add("ORD", orders)
    m.add("ORD_LN", lines)
    m.add("RET", back)
