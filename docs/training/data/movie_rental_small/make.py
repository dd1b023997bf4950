"""A small movie rental: movies in genres, copies, members, rentals, snacks sold with them, and staff."""
from making import later

SCHEMA = """
CREATE TABLE genre (genre_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES genre(genre_id));
CREATE TABLE movie (
  movie_id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre_id INTEGER NOT NULL REFERENCES genre(genre_id),
  release_year INTEGER NOT NULL, runtime TEXT NOT NULL, rating REAL, daily_rate REAL NOT NULL, sequel_of INTEGER REFERENCES movie(movie_id));
CREATE TABLE copy (copy_id INTEGER PRIMARY KEY, movie_id INTEGER NOT NULL REFERENCES movie(movie_id), format TEXT NOT NULL, bought_on TEXT NOT NULL);
CREATE TABLE member (
  member_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT NOT NULL, phone TEXT, joined_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE clerk (clerk_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hired_on TEXT NOT NULL, boss_id INTEGER REFERENCES clerk(clerk_id));
CREATE TABLE rental (
  rental_id INTEGER PRIMARY KEY, copy_id INTEGER NOT NULL REFERENCES copy(copy_id), member_id INTEGER NOT NULL REFERENCES member(member_id),
  rented_on TEXT NOT NULL, due_on TEXT NOT NULL, returned_on TEXT, out_clerk_id INTEGER NOT NULL REFERENCES clerk(clerk_id),
  in_clerk_id INTEGER REFERENCES clerk(clerk_id), charge REAL NOT NULL);
CREATE TABLE snack_line (
  line_id INTEGER PRIMARY KEY, rental_id INTEGER NOT NULL REFERENCES rental(rental_id), snack TEXT NOT NULL, qty INTEGER NOT NULL,
  unit_price REAL NOT NULL);
"""
GENRES = ["Drama", "Comedy", "Horror", "Western", "Animation", "Slapstick", "Ghost stories", "Documentary"]
CITIES = {"Gent": 5, "Brugge": 3, "Leuven": 2, "Namur": 1}
NOUNS = "Lantern Harbour Canyon Witness Circus Orchid Tunnel Glacier Carnival Monsoon".split()
SNACKS = {"popcorn": 3.5, "cola": 2.2, "chocolate": 1.8, "crisps": 2.0}


def fill(m):
    names = set()
    while len(names) < 70:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 70)
    m.add("genre", [(n, name, {6: 2, 7: 3}.get(n)) for n, name in enumerate(GENRES, 1)])
    titles = m.some([f"{a} {b}" for a in ("Midnight", "Broken", "Golden", "Hidden", "Final", "Paper") for b in NOUNS], 55)
    rates = m.some(range(100, 600, 5), 55)
    ratings = m.some(range(31, 96), 55)
    movies = []
    for n in range(1, 56):
        follows = m.whole(1, n - 1) if n > 5 and m.chance(.25) else None
        movies.append((n, titles[n - 1] if follows is None else titles[n - 1] + " Returns", m.pick([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7]),
                       m.whole(1975, 2024), m.pick(["n/a", "-"]) if n % 9 == 0 else str(m.whole(78, 181)),
                       ratings[n - 1] / 10 if m.chance(.85) else None, rates[n - 1] / 100, follows))
    m.add("movie", movies)
    m.add("copy", [(n, m.whole(1, 48), m.pick({"DVD": 6, "Blu-ray": 3, "VHS": 1}), m.day("2015-01-01", "2024-06-30")) for n in range(1, 101)])
    m.add("member", [(n, names[n - 1], m.pick(CITIES), f"0470 55 {n:02} 10" if m.chance(.7) else None, m.day("2019-01-04", "2024-11-20"),
                      m.day("2024-12-01", "2024-12-31") if m.chance(.2) else None) for n in range(1, 51)])
    m.add("clerk", [(n, names[49 + n], m.day("2010-01-01", "2024-03-01"), None if n == 1 else 1 if n < 4 else m.pick([2, 3])) for n in range(1, 10)])
    rentals, lines = [], []
    for n in range(1, 261):
        out = m.day("2023-01-02", "2024-12-20")
        back = later(out, days=m.pick({1: 4, 2: 5, 3: 6, 4: 2, 8: 2})) if m.chance(.88) else None
        rentals.append((n, m.whole(1, 90),
                        44 + n // 50 if n % 50 == 0 else m.whole(1, 14) if m.chance(.7) else m.whole(15, 43), out, later(out, days=3), back, m.whole(2, 9),
                        m.whole(3, 8) if back else None, m.amount(1, 14)))
        for snack in m.some(SNACKS, m.pick({0: 5, 1: 3, 2: 2})):
            lines.append((len(lines) + 1, n, snack, m.pick({1: 5, 2: 3, 4: 1}), SNACKS[snack]))
    m.add("rental", rentals)
    m.add("snack_line", lines)
