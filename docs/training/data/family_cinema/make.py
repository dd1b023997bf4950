"""A family cinema: films, halls, showings, members and the tickets sold."""
from making import FIRST, LAST

SCHEMA = """
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL, country TEXT NOT NULL, release_year INTEGER NOT NULL, minutes INTEGER NOT NULL, age_limit INTEGER NOT NULL, rating REAL);
CREATE TABLE hall (hall_id INTEGER PRIMARY KEY, name TEXT NOT NULL, seats INTEGER NOT NULL, has_3d INTEGER NOT NULL);
CREATE TABLE member (member_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, birth_year INTEGER NOT NULL, joined_on TEXT NOT NULL);
CREATE TABLE showing (showing_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film(film_id), hall_id INTEGER NOT NULL REFERENCES hall(hall_id), show_date TEXT NOT NULL, start_time TEXT NOT NULL, language TEXT NOT NULL);
CREATE TABLE ticket (ticket_id INTEGER PRIMARY KEY, showing_id INTEGER NOT NULL REFERENCES showing(showing_id), member_id INTEGER REFERENCES member(member_id), kind TEXT NOT NULL, price REAL NOT NULL, sold_on TEXT NOT NULL);
"""
TITLES = ("Moon Pirates,The Last Lighthouse,Grandma's Robot,Winter Train,Blue Kangaroo,Night Market,The Quiet Piano,Dragon School,Seven Bridges,Paper Boats,"
          "The Cook,Red Balloon Days,Ghost Hotel,Island of Cats,Fast Lane,Summer of Bees,The Clockmaker,Snow Foxes,Two Detectives,The Long Swim,"
          "Desert Radio,Popcorn Heroes,Mirror Lake,The Violin Thief,Tiny Giants,Silent Harbour,Rainy Sunday,Space Bakers").split(",")


def fill(m):
    years = m.some(range(1990, 2025), 28)
    ratings = m.some(range(41, 96), 28)
    lengths = m.some(range(71, 171), 28)
    films = []
    for n, title in enumerate(TITLES, 1):
        films.append((n, title, m.pick({"Comedy": 6, "Drama": 5, "Animation": 6, "Adventure": 4, "Horror": 2}), m.pick({"France": 4, "USA": 8, "Germany": 4, "Japan": 3, "Italy": 2}),
                      years[n - 1] if n % 5 else 2023, lengths[n - 1], m.pick([0, 0, 6, 6, 12, 16]), ratings[n - 1] / 10 if n != 11 else None))
    films[2] = films[2][:2] + ("Animation", "France") + films[2][4:]
    films[12] = films[12][:2] + ("Horror", "Germany") + films[12][4:6] + (16, films[12][7])
    m.add("film", films)
    m.add("hall", [(1, "Blue Hall", 180, 1), (2, "Red Hall", 120, 1), (3, "Green Hall", 75, 0), (4, "Studio", 40, 0), (5, "Attic", 24, 0)])
    firsts, lasts = m.some(FIRST, 46), m.some(LAST, 47)
    born = m.some(range(1945, 2013), 48)
    people = [(n, f"{firsts[n % 46]} {lasts[n * 5 % 47]}", m.pick({"Linden": 6, "Oakham": 4, "Seaford": 3}) if m.chance(.9) else None, born[n - 1], m.day("2018-01-05", "2024-06-20")) for n in range(1, 49)]
    m.add("member", people)
    shows = []
    for n in range(1, 111):
        film = 1 + int(m.random.random() ** 1.4 * 24)
        shows.append((n, film, m.pick({1: 5, 2: 4, 3: 3, 4: 2}), m.day("2023-09-01", "2024-08-30"), m.pick(["11:00", "15:30", "17:45", "20:15", "20:15", "22:30"]), m.pick({"English": 7, "French": 2, "German": 2})))
    for n, (day, hour) in enumerate([("2023-12-24", "11:00"), ("2023-12-24", "15:30"), ("2023-12-25", "15:30"), ("2023-12-25", "17:45"), ("2023-12-25", "20:15")], 20):
        shows[n] = shows[n][:3] + (day, hour, shows[n][5])
    m.add("showing", shows)
    tickets = []
    for n in range(1, 301):
        show = m.pick(shows[:95]) if m.chance(.93) else shows[7]
        kind = m.pick({"adult": 5, "child": 4, "senior": 2})
        tickets.append((n, show[0], 1 + int(m.random.random() ** 1.3 * 40) if m.chance(.7) else None, kind, {"adult": 11.5, "child": 7.0, "senior": 8.5}[kind] - (2 if show[4] == "11:00" else 0), show[3]))
    m.add("ticket", tickets)
