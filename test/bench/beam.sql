-- The tables of beam.json's queries with rows made up here, for `make bench`
-- where Spider's concert_singer is not there.
CREATE TABLE stadium (
    stadium_id INTEGER PRIMARY KEY,
    location TEXT,
    name TEXT,
    capacity INTEGER
);
CREATE TABLE concert (
    concert_id INTEGER PRIMARY KEY,
    concert_name TEXT,
    theme TEXT,
    stadium_id INTEGER REFERENCES stadium (stadium_id),
    year INTEGER
);
CREATE TABLE singer (
    singer_id INTEGER PRIMARY KEY,
    name TEXT,
    country TEXT
);

INSERT INTO stadium VALUES
    (1, 'Bergen', 'Harbour Bowl', 4200), (2, 'Lisbon', 'Salt Yard', 11200),
    (3, 'Kyoto', 'Quiet Ground', 3900), (4, 'Oslo', 'North Park', 16500);
INSERT INTO concert VALUES
    (1, 'Lanterns', 'Light', 1, 2014), (2, 'Tides', 'Sea', 2, 2014),
    (3, 'Low Tide', 'Sea', 2, 2015), (4, 'High Tide', 'Sea', 2, 2016),
    (5, 'Still', 'Silence', 3, 2013), (6, 'Aurora', 'Light', 4, 2015);
INSERT INTO singer VALUES
    (1, 'Ida Voss', 'Norway'), (2, 'Tom Achebe', 'Portugal'),
    (3, 'Mei Sato', 'Japan');
