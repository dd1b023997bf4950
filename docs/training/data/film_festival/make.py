"""A film festival in three editions: films, crews, languages, screenings with tickets, juries, ratings, awards."""
from making import later

SCHEMA = """
CREATE TABLE editions (edition INTEGER PRIMARY KEY, starts_on TEXT NOT NULL, ends_on TEXT NOT NULL, motto TEXT);
CREATE TABLE sections (
  section_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES sections(section_id),
  competition TEXT NOT NULL);
CREATE TABLE people (
  person_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, birth_year INTEGER, country TEXT);
CREATE TABLE films (
  film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, "original title" TEXT, edition INTEGER NOT NULL REFERENCES editions(edition),
  section_id INTEGER REFERENCES sections(section_id), "production year" INTEGER, "running time" INTEGER, country TEXT,
  submitted_on TEXT, withdrawn TEXT, sequel_of INTEGER REFERENCES films(film_id));
CREATE TABLE film_crew (
  film_id INTEGER REFERENCES films(film_id), person_id INTEGER REFERENCES people(person_id), role TEXT,
  PRIMARY KEY (film_id, person_id, role));
CREATE TABLE languages (lang_code TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE film_languages (
  film_id INTEGER REFERENCES films(film_id), lang_code TEXT REFERENCES languages(lang_code), usage TEXT NOT NULL,
  PRIMARY KEY (film_id, lang_code, usage));
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, "open air" INTEGER NOT NULL);
CREATE TABLE screens (
  screen_id INTEGER PRIMARY KEY, venue_id INTEGER NOT NULL REFERENCES venues(venue_id), label TEXT, seats INTEGER);
CREATE TABLE screenings (
  screening_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES films(film_id),
  screen_id INTEGER NOT NULL REFERENCES screens(screen_id), starts_at TEXT NOT NULL, status TEXT NOT NULL,
  "sold tickets" INTEGER, "free tickets" INTEGER, price_eur REAL, with_talk INTEGER);
CREATE TABLE juries (jury_id INTEGER PRIMARY KEY, name TEXT NOT NULL, edition INTEGER REFERENCES editions(edition), section_id INTEGER);
CREATE TABLE jury_members (
  jury_id INTEGER REFERENCES juries(jury_id), person_id INTEGER REFERENCES people(person_id), is_president TEXT,
  PRIMARY KEY (jury_id, person_id));
CREATE TABLE ratings (
  rating_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES films(film_id),
  juror_id INTEGER REFERENCES people(person_id), screening_id INTEGER REFERENCES screenings(screening_id),
  score INTEGER, rated_on TEXT);
CREATE TABLE awards (award_id INTEGER PRIMARY KEY, name TEXT NOT NULL, section_id INTEGER REFERENCES sections(section_id), prize_eur INTEGER);
CREATE TABLE award_wins (
  award_id INTEGER REFERENCES awards(award_id), edition INTEGER REFERENCES editions(edition),
  film_id INTEGER REFERENCES films(film_id), person_id INTEGER REFERENCES people(person_id),
  PRIMARY KEY (award_id, edition, film_id));
"""

EDITIONS = [(2022, "2022-05-06", "2022-05-15", "Borders"), (2023, "2023-05-05", "2023-05-14", None),
            (2024, "2024-05-03", "2024-05-12", "Water"), (2025, "2025-05-09", "2025-05-18", None)]
SECTIONS = [(1, "Competition", None, "Y"), (2, "Feature Competition", 1, "Y"), (3, "Short Competition", 1, "Y"),
            (4, "Panorama", None, "N"), (5, "Documentary Panorama", 4, "N"), (6, "Midnight", 4, "N"),
            (7, "Children", None, "N"), (8, "Retrospective", None, "N"), (9, "Animated Shorts", 3, "Y")]
COUNTRIES = {"France": 6, "Germany": 5, "Italy": 3, "Japan": 3, "Iran": 2, "Chile": 2, "FRANCE": 1, "Poland": 2, None: 1}
ONE = "Silent Last Blue Hidden Broken Summer Winter Paper Burning Second Lost Little Distant Golden".split()
TWO = "River House Letters Garden Days Harbour Song Mothers Border Light Island Machine Sister Road Night".split()
LANGS = [("fr", "French"), ("de", "German"), ("it", "Italian"), ("ja", "Japanese"), ("fa", "Persian"), ("es", "Spanish"),
         ("en", "English"), ("pl", "Polish"), ("la", "Latin"), ("xx", "No dialogue")]


def fill(m):
    m.add("editions", EDITIONS)
    m.add("sections", SECTIONS)
    m.add("people", [(n, *m.person(), m.whole(1940, 2002) if m.chance(.85) else None, m.pick(COUNTRIES)) for n in range(1, 321)])
    films, crew, spoken = [], {}, {}
    for n in range(1, 251):
        edition = m.pick([2022, 2023, 2024])
        section = m.pick({2: 8, 3: 6, 4: 5, 5: 5, 6: 3, 7: 3, 9: 2, None: 1})
        title = f"{'The ' if m.chance(.3) else ''}{m.pick(ONE)} {m.pick(TWO)}"
        older = [f for f in films if f[3] < edition and f[0] < 150]
        films.append((n, title, m.pick([None, None, title, f"Le {m.pick(TWO)}", f"Der {m.pick(TWO)}"]), edition, section,
                      edition - m.pick([0, 1, 1, 1, 2, 14]), m.whole(4, 29) if section in (3, 9) else m.whole(61, 178) if m.chance(.96) else None,
                      m.pick(COUNTRIES), m.day(f"{edition - 1}-08-01", f"{edition}-02-28") if m.chance(.9) else None,
                      m.pick({"N": 22, "Y": 1, None: 3}), m.pick(older)[0] if older and m.chance(.07) else None))
        crew[n, m.whole(1, 140), "director"] = 1
        if m.chance(.12):
            crew[n, m.whole(1, 140), "director"] = 1
        for _ in range(m.whole(0, 3)):
            crew[n, m.whole(60, 260), "actor"] = 1
        if m.chance(.5):
            crew[n, m.whole(100, 160), "producer"] = 1
        for lang in m.some([code for code, _ in LANGS if code != "la"], m.pick([0, 1, 1, 1, 2, 3])):
            spoken[n, lang, "spoken"] = 1
        for lang in m.some(["en", "de", "fr"], m.pick([0, 1, 1, 2])):
            spoken[n, lang, "subtitles"] = 1
    m.add("films", films)
    m.add("film_crew", crew)
    m.add("languages", LANGS)
    m.add("film_languages", spoken)
    m.add("venues", [(1, "Kino Astoria", "Basel", 0), (2, "Rex", "Basel", 0), (3, "Old Brewery", "Lörrach", 0),
                     (4, "Rhine Terrace", "Basel", 1), (5, "Stadtkino", "Basel", 0), (6, "Villa Park", "Riehen", 1)])
    rooms = [(1, 1, "1", 420), (2, 1, "2", 180), (3, 1, "3", 80), (4, 2, "1", 260), (5, 2, "2", 90), (6, 3, "Hall", 300),
             (7, 4, "Terrace", 500), (8, 5, "A", 150), (9, 5, "B", None), (10, 6, "Lawn", 600)]
    m.add("screens", rooms)
    shows = []
    for film in films[:236]:
        first, last = dict((e[0], e[1:3]) for e in EDITIONS)[film[3]]
        for _ in range(0 if film[9] == "Y" else m.pick([1, 2, 2, 3, 3, 4])):
            room = m.pick(rooms[:9])
            when = m.day(first, last) + "T" + m.pick(["10:00", "12:30", "15:00", "17:30", "18:00", "20:00", "20:30", "22:45", "23:30"])
            status = m.pick({"held": 90, "cancelled": 6, "moved": 2})
            sold = min(int(m.whole(5, 430)), (room[3] or 120)) if status == "held" else 0 if m.chance(.5) else None
            shows.append((len(shows) + 1, film[0], room[0], when, status, sold,
                          (m.whole(0, 35) if m.chance(.9) else None) if status == "held" else None,
                          m.pick([9.5, 12.0, 12.0, 14.5, 18.0, 0.0]) if m.chance(.97) else None, m.pick([0, 0, 1, None])))
    m.add("screenings", shows)
    juries, members, scores = [], {}, []
    for edition in (2022, 2023, 2024):
        for section, name in ((2, "Main Jury"), (3, "Short Film Jury"), (5, "Documentary Jury"), (None, "Student Jury")):
            juries.append((len(juries) + 1, name, edition, section))
            jurors = m.some(range(120, 310), m.pick([3, 4, 5, 5]))
            for at, person in enumerate(jurors):
                members[len(juries), person] = "Y" if at == 0 and name != "Student Jury" else "N"
            for film in films:
                if film[3] == edition and film[4] == section and film[9] != "Y" and m.chance(.93):
                    for person in jurors:
                        if m.chance(.9):
                            scores.append((film[0], person, None, m.pick({1: 1, 2: 1, 3: 2, 4: 3, 5: 5, 6: 6, 7: 7, 8: 6, 9: 4, 10: 2})
                                           if m.chance(.93) else None, m.day(f"{edition}-05-06", f"{edition}-05-13")))
    m.add("juries", juries)
    m.add("jury_members", [(*key, flag) for key, flag in members.items()])
    for show in shows:
        if show[4] == "held" and m.chance(.75):
            base = m.whole(3, 8)
            for _ in range(m.whole(1, 6)):
                scores.append((show[1], None, show[0] if m.chance(.95) else None,
                               max(1, min(10, base + m.whole(-2, 3))) if m.chance(.97) else None, show[3][:10]))
    m.add("ratings", [(n, *row) for n, row in enumerate(scores, 1)])
    m.add("awards", [(1, "Golden Wave", 2, 30000), (2, "Silver Wave", 2, 15000), (3, "Best Short", 3, 8000),
                     (4, "Best Documentary", 5, 10000), (5, "Audience Award", None, None), (6, "Best Actor", 2, 5000),
                     (7, "Lifetime Prize", None, 0), (8, "Green Prize", None, 2500)])
    wins = {}
    for edition in (2022, 2023, 2024):
        for award, section in ((1, 2), (2, 2), (3, 3), (4, 5), (5, None), (6, 2)):
            entries = [f for f in films if f[3] == edition and (section is None or f[4] == section) and f[9] != "Y"]
            for film in m.some(entries, 2 if award == 2 and edition == 2023 else 1):
                actors = [key[1] for key in crew if key[0] == film[0] and key[2] == "actor"]
                wins[award, edition, film[0]] = m.pick(actors) if award == 6 and actors else None
    m.add("award_wins", [(*key, person) for key, person in wins.items()])
