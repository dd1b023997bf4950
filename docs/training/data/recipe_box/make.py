"""A recipe box: cooks, recipes with their ingredients, reviews, meals cooked, and shopping trips."""
from making import later

SCHEMA = """
CREATE TABLE cooks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, joined TEXT NOT NULL, taught_by INTEGER REFERENCES cooks(id));
CREATE TABLE courses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES courses(id));
CREATE TABLE recipes (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES cooks(id), course_id INTEGER NOT NULL REFERENCES courses(id),
  cuisine TEXT NOT NULL, prep_minutes INTEGER NOT NULL, cook_minutes INTEGER NOT NULL, calories TEXT NOT NULL,
  first_cooked TEXT, last_cooked TEXT, based_on INTEGER REFERENCES recipes(id));
CREATE TABLE ingredients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, in_pantry INTEGER NOT NULL);
CREATE TABLE recipe_ingredients (
  recipe_id INTEGER NOT NULL REFERENCES recipes(id), ingredient_id INTEGER NOT NULL REFERENCES ingredients(id), grams INTEGER NOT NULL,
  PRIMARY KEY (recipe_id, ingredient_id));
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY, recipe_id INTEGER NOT NULL REFERENCES recipes(id), cook_id INTEGER NOT NULL REFERENCES cooks(id),
  stars INTEGER NOT NULL, written TEXT NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, shop TEXT NOT NULL, bought_on TEXT NOT NULL, paid_by INTEGER NOT NULL REFERENCES cooks(id), paid REAL NOT NULL);
CREATE TABLE trip_items (
  id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips(id), ingredient_id INTEGER NOT NULL REFERENCES ingredients(id),
  packs INTEGER NOT NULL, pack_price REAL NOT NULL);
"""
COURSES = ["Starters", "Mains", "Desserts", "Soups", "Cakes", "Ice cream", "Drinks"]
TOWNS = {"Delft": 4, "Zwolle": 2, "Arnhem": 2, "Breda": 1}
CUISINES = {"Italian": 6, "Indian": 4, "Mexican": 3, "Thai": 2, "Greek": 1}
FOODS = [("Butter", "dairy"), ("Milk", "dairy"), ("Yoghurt", "dairy"), ("Cream", "dairy"), ("Carrot", "vegetable"), ("Onion", "vegetable"),
         ("Leek", "vegetable"), ("Tomato", "vegetable"), ("Spinach", "vegetable"), ("Garlic", "vegetable"), ("Flour", "baking"), ("Sugar", "baking"),
         ("Yeast", "baking"), ("Cocoa", "baking"), ("Rice", "grain"), ("Pasta", "grain"), ("Lentils", "grain"), ("Chicken", "meat"),
         ("Bacon", "meat"), ("Saffron", "spice"), ("Cumin", "spice"), ("Chili", "spice")]
DISHES = "Pie Stew Salad Curry Tart Bowl Bake Risotto".split()


def fill(m):
    names = set()
    while len(names) < 24:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 24)
    m.add("cooks", [(n, names[n - 1], m.pick(TOWNS), m.day("2018-01-01", "2023-12-31"), m.pick([1, 2, 2]) if n > 3 and m.chance(.6) else None)
                    for n in range(1, 25)])
    m.add("courses", [(n, name, {4: 1, 5: 3, 6: 3}.get(n)) for n, name in enumerate(COURSES, 1)])
    titles = m.some([f"{food} {dish}" for food, _ in FOODS[4:] for dish in DISHES], 70)
    minutes, recipes = m.some(range(5, 200), 70), []
    for n in range(1, 71):
        first = m.day("2021-01-01", "2023-12-31") if m.chance(.8) else None
        recipes.append((n, titles[n - 1], m.whole(1, 15), m.pick([1, 2, 2, 2, 3, 4, 5, 6]), m.pick(CUISINES), m.pick([5, 10, 15, 20, 30, 45]), minutes[n - 1],
                        m.pick(["", "n/a"]) if n % 8 == 0 else str(m.whole(85, 1290)), first,
                        later(first, days=m.pick([0, 30, 200, 365])) if first else None, m.whole(1, n - 1) if n > 8 and m.chance(.3) else None))
    m.add("recipes", recipes)
    m.add("ingredients", [(n, name, kind, 1 if m.chance(.6) else 0) for n, (name, kind) in enumerate(FOODS, 1)])
    m.add("recipe_ingredients", [(n, food, m.pick([5, 20, 50, 100, 250, 500])) for n in range(1, 71)
                                 for food in sorted(m.some(range(1, 20), m.pick({2: 1, 4: 4, 6: 2, 8: 1})))])
    m.add("reviews", [(n, m.whole(1, 20) if m.chance(.6) else m.whole(21, 60), m.whole(1, 18), m.pick({5: 4, 4: 6, 3: 3, 2: 1, 1: 1}),
                       m.day("2022-01-01", "2024-12-31")) for n in range(1, 241)])
    trips, items = [], []
    for n in range(1, 121):
        total = 0
        for food in m.some(range(1, 21), m.pick({1: 2, 2: 4, 3: 3, 5: 1})):
            packs, price = m.pick({1: 6, 2: 3, 6: 1}), m.amount(0.6, 7.5)
            items.append((len(items) + 1, n, food, packs, price))
            total += packs * price
        trips.append((n, m.pick({"market": 4, "supermarket": 6, "butcher": 1}), m.day("2023-01-02", "2024-12-30"), 17 + n // 50 if n % 50 == 0 else m.pick([1, 1, 1, 2, 3, 5, 8, 9]), round(total, 2)))
    m.add("trips", trips)
    m.add("trip_items", items)
