"""Meals in school cafeterias: schools with long column names, pupils by entitlement, dishes, menus, meals served, staff, kitchen inspections, monthly claims."""

SCHEMA = """
CREATE TABLE sch (cds TEXT PRIMARY KEY, "School Name" TEXT, dist TEXT, lvl TEXT, "Enrollment (K-12)" INTEGER, charter INTEGER, phone TEXT, kitchen TEXT, opened TEXT);
CREATE TABLE pupil (p_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, sx TEXT, cds TEXT, gr INTEGER, elig TEXT, allergy TEXT, bal REAL);
CREATE TABLE dish (d_id INTEGER PRIMARY KEY, nm TEXT, cat TEXT, kcal INTEGER, veg INTEGER, "Cost ($)" TEXT, allergen TEXT);
CREATE TABLE menu (dt TEXT NOT NULL, cds TEXT NOT NULL, d_id INTEGER NOT NULL, planned INTEGER, served INTEGER, PRIMARY KEY (dt, cds, d_id));
CREATE TABLE meal (t_id INTEGER PRIMARY KEY, p_id INTEGER, dt TEXT, slot TEXT, d_id INTEGER, paid REAL, cashier_id INTEGER);
CREATE TABLE stf (e_id INTEGER PRIMARY KEY, fn TEXT, ln TEXT, cds TEXT, job TEXT, rate REAL, hrs_wk INTEGER, cert TEXT, lead_id INTEGER);
CREATE TABLE kinsp (i_no INTEGER PRIMARY KEY, cds TEXT, dt TEXT, score INTEGER, viol INTEGER, grade TEXT, insp_by TEXT);
CREATE TABLE claim (cds TEXT NOT NULL, ym INTEGER NOT NULL, "Free Meal Count" INTEGER, "Reduced Meal Count" INTEGER, "Paid Meal Count" INTEGER, reimb REAL, PRIMARY KEY (cds, ym));
"""

NAMES = ("Alder Grove,Bayview,Cedar Hill,Delmar,Eastlake,Fairmont,Glenwood,Harbor,Ironwood,Juniper,Kingsley,Lakeside,Maple Street,Northgate,"
         "Oak Park,Pinecrest,Quarry Road,Riverbend,Summit,Thornton,Union,Valley View,Westfield,Yarrow").split(",")
DISHES = [("Tomato soup", "soup"), ("Lentil soup", "soup"), ("Chicken noodle soup", "soup"), ("Caesar salad", "salad"), ("Bean salad", "salad"), ("Fruit salad", "dessert"),
          ("Green salad", "salad"), ("Cheese pizza", "main"), ("Turkey wrap", "main"), ("Beef burger", "main"), ("Veggie burger", "main"), ("Mac and cheese", "main"),
          ("Fish sticks", "main"), ("Rice bowl", "main"), ("Tofu curry", "main"), ("Pancakes", "breakfast"), ("Oatmeal", "breakfast"), ("Egg sandwich", "breakfast"),
          ("Granola", "breakfast"), ("Brownie", "dessert"), ("Apple crumble", "dessert"), ("Yogurt cup", "dessert"), ("Milk", "drink"), ("Orange juice", "drink"),
          ("Water", "drink"), ("Iced tea", "drink"), ("Chili", "main"), ("Pea soup", "soup")]
MEAT = ("Chicken noodle soup", "Turkey wrap", "Beef burger", "Fish sticks", "Chili", "Caesar salad")


def fill(m):
    schools = []
    for i, nm in enumerate(NAMES):
        lvl = m.pick({"E": 6, "M": 3, "H": 3})
        kind = {"E": "Elementary", "M": "Middle", "H": "High"}[lvl]
        schools.append((f"{7100 + i * 13:07}", f"{nm} {kind}", m.pick({"North Unified": 4, "South Unified": 4, "Coast Joint": 2}), lvl, m.whole(180, 2400) if lvl == "H" else m.whole(90, 900),
                        m.pick({0: 7, 1: 3}), None if m.chance(.1) else f"(555) {m.whole(200, 899)}-{m.whole(1000, 9999)}", m.pick({"Y": 6, "N": 3, None: 1}), m.day("1948-01-01", "2015-12-31")))
    m.add("sch", schools)
    codes = [s[0] for s in schools]
    grades = {"E": (0, 5), "M": (6, 8), "H": (9, 12)}
    pupils = []
    for i in range(1, 601):
        s = m.pick(schools[:22])
        pupils.append((i, *m.person(), m.pick(["F", "M"]), s[0], m.whole(*grades[s[3]]), m.pick({"F": 4, "R": 2, "P": 6, None: .5}),
                       m.pick({None: 14, "": 1, "nuts": 2, "milk": 3, "gluten": 2, "egg": 1}), None if m.chance(.08) else m.amount(-18, 60)))
    m.add("pupil", pupils)
    dishes = [(i, nm, cat, None if nm == "Water" and m.chance(.5) else m.whole(60, 240) if cat in ("drink", "soup") else m.whole(150, 780),
               0 if nm in MEAT else 1, f"${m.amount(.3, 1.4) if cat in ('drink', 'soup') else m.amount(.8, 11.5):.2f}",
               m.pick({None: 5, "milk": 3, "gluten": 3, "nuts": 1, "egg": 1})) for i, (nm, cat) in enumerate(DISHES, 1)]
    m.add("dish", dishes)
    used = [d for d in dishes if d[1] not in ("Iced tea", "Pea soup")]
    rows = []
    for day in ("2023/09/04", "2023/09/05", "2023/09/18", "2023/10/02", "2023/10/16", "2023/11/06", "2023/11/13"):
        for c in codes[:20]:
            for d in m.some(used, m.whole(4, 7)):
                plan = m.whole(20, 320)
                rows.append((day, c, d[0], plan, None if m.chance(.07) else max(0, plan - m.whole(-20, 90))))
    m.add("menu", rows)
    staff = []
    for c in codes[:21]:
        lead = None
        for n in range(m.whole(3, 9)):
            e = len(staff) + 1
            lead = lead or e
            staff.append((e, *m.person(), c, "head cook" if n == 0 else m.pick({"cook": 4, "cashier": 3, "helper": 4, "dietitian": 1}),
                          m.amount(13, 24) if n else m.amount(22, 34), m.pick([12, 20, 20, 30, 38, 40]), m.pick({"Y": 5, "N": 3, "y": .5, None: 1}), None if n == 0 else lead))
    m.add("stf", staff)
    cash = [s[0] for s in staff if s[4] == "cashier"]
    meals = []
    for i in range(1, 2401):
        p = pupils[int(m.skewed(0, 559, 0))]
        slot = m.pick({"B": 3, "L": 7, "S": 1})
        d = m.pick([one for one in used if (one[2] == "breakfast") == (slot == "B") or one[2] == "drink"])
        pay = {"F": 0, "R": .4, "P": 3.1, None: 3.1}[p[6]]
        meals.append((i, p[0], m.day("2023-09-01", "2023-12-15"), slot, d[0], None if m.chance(.03) else pay if m.chance(.9) else pay + 1, m.pick(cash) if m.chance(.9) else None))
    m.add("meal", meals)
    m.add("kinsp", [(i, m.pick(codes[:23]), d[8:] + "/" + d[5:7] + "/" + d[:4], s := None if m.chance(.05) else m.whole(58, 100), m.skewed(0, 14, 0) if (s or 90) > 85 else m.whole(2, 18),
                     None if s is None else "A" if s >= 90 else "B" if s >= 80 else "C", m.pick({"county": 5, "state": 2})) for i in range(1, 181) for d in [m.day("2018-01-01", "2023-11-30")]])
    claims = []
    for s in schools[:23]:
        for ym in [*range(202301, 202307), *range(202309, 202313)]:
            if not m.chance(.06):
                free, red, paid = m.whole(100, 4000), m.whole(20, 900), m.whole(200, 5000)
                claims.append((s[0], ym, free, None if m.chance(.08) else red, paid, None if m.chance(.06) else round(free * 3.8 + red * 3.4 + paid * .4, 2)))
    m.add("claim", claims)
