-- Singers, stadiums and concerts.
CREATE TABLE singer (
    singer_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    age INTEGER,
    country TEXT,
    song_name TEXT
);
CREATE TABLE stadium (
    stadium_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT,
    capacity INTEGER
);
CREATE TABLE concert (
    concert_id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    year INTEGER,
    stadium_id INTEGER REFERENCES stadium (stadium_id)
);
CREATE TABLE appearance (
    concert_id INTEGER NOT NULL REFERENCES concert (concert_id),
    singer_id INTEGER NOT NULL REFERENCES singer (singer_id),
    fee INTEGER,
    PRIMARY KEY (concert_id, singer_id)
);
INSERT INTO singer VALUES
    (1, 'Ada Quill', 52, 'France', 'Harbour Lights'),
    (2, 'Ben Marlow', 41, 'France', 'Cold Morning'),
    (3, 'Cleo Hart', 29, 'Spain', 'Seven Bridges'),
    (4, 'Dov Lind', 25, 'Netherlands', 'Paper Moon'),
    (5, 'Eva Sorel', 43, 'France', 'Slow Train'),
    (6, 'Finn Olsen', 60, 'Norway', 'Northern Line');
INSERT INTO stadium VALUES
    (1, 'Riverside', 'Lyon', 4000),
    (2, 'Old Mill', 'Madrid', 1200),
    (3, 'North Dome', 'Oslo', 8000),
    (4, 'Garden Hall', 'Lyon', 600);
INSERT INTO concert VALUES
    (1, 'Spring Gala', 2013, 1),
    (2, 'Open Strings', 2014, 1),
    (3, 'Night Voices', 2014, 3),
    (4, 'Harvest Songs', 2015, 2),
    (5, 'Winter Choir', 2015, 1);
INSERT INTO appearance VALUES
    (1, 1, 900), (1, 2, 700), (2, 2, 800), (2, 3, 500), (3, 4, 400),
    (4, 5, 650), (5, 1, 950), (5, 5, 600), (5, 6, 300);
