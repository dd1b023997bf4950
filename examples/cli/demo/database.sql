-- A small database for the demonstration: two subjects in one file, made up
-- here, with the tables and columns that the demonstration's queries name.
CREATE TABLE department (
    department_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    creation TEXT,
    ranking INTEGER,
    budget_in_billions REAL,
    num_employees INTEGER
);
CREATE TABLE head (
    head_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    born_state TEXT,
    age INTEGER
);
CREATE TABLE management (
    department_id INTEGER REFERENCES department (department_id),
    head_id INTEGER REFERENCES head (head_id),
    temporary_acting TEXT,
    PRIMARY KEY (department_id, head_id)
);
CREATE TABLE festival_detail (
    festival_id INTEGER PRIMARY KEY,
    festival_name TEXT NOT NULL,
    chair_name TEXT,
    location TEXT,
    year INTEGER,
    num_of_audience INTEGER
);

INSERT INTO department VALUES
    (1, 'Harbours', '1821', 1, 9.5, 4200),
    (2, 'Forests', '1850', 2, 4.1, 1900),
    (3, 'Bridges', '1902', 3, 7.7, 2600),
    (4, 'Weather', '1934', 4, 1.2, 310);
INSERT INTO head VALUES
    (1, 'Ada Quill', 'Ohio', 61),
    (2, 'Ben Marlow', 'Utah', 56),
    (3, 'Cleo Hart', 'Ohio', 69),
    (4, 'Dov Lindgren', 'Maine', 43);
INSERT INTO management VALUES (1, 1, 'No'), (2, 3, 'Yes'), (4, 4, 'No');
INSERT INTO festival_detail VALUES
    (1, 'Lantern Nights', 'Ida Voss', 'Bergen', 2019, 320),
    (2, 'Salt and Film', 'Tom Achebe', 'Lisbon', 2022, 512),
    (3, 'Quiet Reel', 'Mei Sato', 'Kyoto', 2021, 148),
    (4, 'Northern Screen', 'Ida Voss', 'Oslo', 2024, 760),
    (5, 'Open Frame', 'Lena Ruiz', 'Quito', 2023, 95);
