"""A farm shop in an old system's names: customers, suppliers, items, orders and their lines."""
from making import FIRST, LAST, later

SCHEMA = """
CREATE TABLE CUST (CUST_NO INTEGER PRIMARY KEY, CUST_NM TEXT NOT NULL, TOWN TEXT NOT NULL, TEL TEXT, SINCE_DT TEXT NOT NULL, REF_CUST_NO INTEGER REFERENCES CUST(CUST_NO));
CREATE TABLE SUPP (SUPP_NO INTEGER PRIMARY KEY, SUPP_NM TEXT NOT NULL, TOWN TEXT NOT NULL, DIST_KM INTEGER NOT NULL);
CREATE TABLE ITM (
  ITM_NO INTEGER PRIMARY KEY, ITM_DESC TEXT NOT NULL, CAT TEXT NOT NULL, UNIT TEXT NOT NULL, SALE_PRC REAL NOT NULL, COST_PRC REAL NOT NULL,
  STK_QTY INTEGER NOT NULL, SUPP_NO INTEGER REFERENCES SUPP(SUPP_NO));
CREATE TABLE ORD (
  ORD_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST(CUST_NO), ORD_DT TEXT NOT NULL, DLV_DT TEXT,
  STAT TEXT NOT NULL, ORD_AMT REAL NOT NULL);
CREATE TABLE ORD_LN (
  ORD_NO INTEGER NOT NULL REFERENCES ORD(ORD_NO), LN_NO INTEGER NOT NULL, ITM_NO INTEGER NOT NULL REFERENCES ITM(ITM_NO),
  QTY INTEGER NOT NULL, LN_PRC REAL NOT NULL, PRIMARY KEY (ORD_NO, LN_NO));
"""
GOODS = {"vegetable": "Carrots,Potatoes,Leeks,Onions,Cabbage,Pumpkin,Beetroot,Spinach,Lettuce", "fruit": "Apples,Pears,Plums,Cherries,Strawberries,Quinces",
         "dairy": "Milk,Butter,Yoghurt,Goat cheese,Cream,Curd", "bakery": "Rye bread,Rolls,Apple cake", "preserve": "Plum jam,Honey,Apple juice,Pickles,Chutney"}
FARMS = "Hillside Farm,Old Mill,Green Acre,Brook Farm,Sunny Yard,Oak Barn,North Field,Stone Cottage,Meadow Dairy".split(",")


def fill(m):
    firsts, lasts = m.some(FIRST, 46), m.some(LAST, 47)
    towns = {"Ashby": 6, "Melton": 4, "Corby": 3, "Oakham": 2}
    m.add("CUST", [(n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", m.pick(towns), f"01{m.whole(100000, 999999)}" if m.chance(.75) else None, later("2017-03-01", n * 36 + m.whole(0, 33)),
                    (m.pick({2: 5, 3: 2, 6: 2, 5: 1}) if m.chance(.8) else m.whole(1, n - 1)) if n > 8 and m.chance(.35) or n in (9, 10) else None) for n in range(1, 66)])
    far = [12] + m.some(range(13, 120), 8)
    m.add("SUPP", [(n + 1, FARMS[n], m.pick(towns), far[n]) for n in range(9)])
    prices, items = m.some(range(60, 1900), 29), []
    for cat, names in GOODS.items():
        for name in names.split(","):
            n = len(items)
            items.append((n + 1, name, cat, m.pick({"kg": 4, "piece": 3, "litre": 1}), prices[n] / 100, round(prices[n] * m.pick([.5, .6, .7]) / 100 - n / 1000, 3),
                          0 if n in (3, 8, 20) else m.pick([2, 5, 8, 14, 30, 75]), None if n in (6, 13, 25) else 4 if n % 4 == 0 else m.whole(1, 8)))
    m.add("ITM", items)
    orders, lines = [], []
    for n in range(1, 281):
        day, stat, total = m.day("2022-02-01", "2024-12-12"), m.pick({"delivered": 8, "open": 3, "cancelled": 2}), 0
        for at, item in enumerate(m.some(items[:26], m.pick({1: 3, 2: 4, 3: 3, 5: 2})), 1):
            count, price = m.pick({1: 5, 2: 4, 3: 2, 6: 1}), round(item[4] * m.pick([1, 1, .9]), 2)
            lines.append((n, at, item[0], count, price))
            total += count * price
        orders.append((n, 8 if m.chance(.07) else 1 + int(m.random.random() ** 1.6 * 55), day, later(day, m.whole(0, 30)) if stat == "delivered" else None, stat, round(total + n / 1000, 3)))
    m.add("ORD", orders)
    m.add("ORD_LN", lines)
