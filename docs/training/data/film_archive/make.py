"""A film archive: directors, their films, actors and the casts."""

SCHEMA = """
CREATE TABLE Directors (DirectorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT NOT NULL, BirthYear INTEGER NOT NULL);
CREATE TABLE Films (
  FilmID INTEGER PRIMARY KEY, Title TEXT NOT NULL, DirectorID INTEGER REFERENCES Directors(DirectorID), ReleaseYear INTEGER NOT NULL,
  Genre TEXT NOT NULL, Language TEXT NOT NULL, DurationMin INTEGER NOT NULL, Budget INTEGER, BoxOffice INTEGER NOT NULL,
  Rating REAL NOT NULL, SequelOf INTEGER REFERENCES Films(FilmID));
CREATE TABLE Actors (ActorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Gender TEXT NOT NULL, BirthYear INTEGER NOT NULL, Country TEXT NOT NULL);
CREATE TABLE Casts (FilmID INTEGER NOT NULL REFERENCES Films(FilmID), ActorID INTEGER NOT NULL REFERENCES Actors(ActorID), Role TEXT NOT NULL, Salary INTEGER NOT NULL, PRIMARY KEY (FilmID, ActorID));
"""
LANDS = {"Italy": 5, "France": 4, "Sweden": 3, "Japan": 3, "India": 2, "Poland": 1}
FIRSTS = "Silent,Burning,Hidden,Broken,Golden,Distant,Empty,Frozen".split(",")
SECONDS = "Valley,Station,Mirror,Harvest,Circus,Lighthouse,Corridor,Summer,Clock".split(",")


def fill(m):
    names = set()
    while len(names) < 80:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 80)
    born = m.some(range(1925, 1990), 20)
    m.add("Directors", [(n, names[n], m.pick(LANDS), born[n - 1]) for n in range(1, 21)])
    titles = m.some([f"{a} {b}" for a in FIRSTS for b in SECONDS], 70)
    length, office, marks, films = m.some(range(71, 230), 70), m.some(range(40, 9000), 70), m.some(range(21, 98), 70), []
    for n in range(1, 71):
        director = 4 if n % 6 == 1 else m.pick(list(range(1, 17)) + [2, 7])
        year = m.whole(1962, 2023)
        older = [film[0] for film in films if film[3] < year]
        before = m.pick(older) if older and m.chance(.25) else None
        films.append((n, titles[n - 1], director if n % 17 else None, year, m.pick({"drama": 7, "comedy": 5, "thriller": 4, "horror": 2, "documentary": 2}),
                      m.pick({"Italian": 4, "French": 4, "Swedish": 2, "Japanese": 3, "English": 4}), length[n - 1],
                      m.whole(3, 500) * 100000 if n % 8 else None, office[n - 1] * 10000, marks[n - 1] / 10, before))
    m.add("Films", films)
    births = m.some(range(1930, 2004), 50)
    m.add("Actors", [(n, names[20 + n], m.pick(["F", "M"]), births[n - 1], m.pick(LANDS)) for n in range(1, 51)])
    pool = list(range(1, 44)) + [9] * 12 + [21] * 5 + [30] * 3
    pays, casts = m.some(range(10, 4000), 400), []
    for n in range(1, 71):
        for who in sorted(set(m.pick(pool) for _ in range(m.whole(1, 7)))) if n % 10 else []:
            casts.append((n, who, m.pick({"lead": 2, "supporting": 4, "cameo": 1}), pays[len(casts)] * 500))
    m.add("Casts", casts)
