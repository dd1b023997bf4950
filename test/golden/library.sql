-- A small lending library, made up here: keys, missing values, dates, codes, a
-- name with a blank, a view.
CREATE TABLE author (
    author_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    country TEXT,
    born INTEGER
);
CREATE TABLE book (
    book_id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    author_id INTEGER REFERENCES author (author_id),
    genre TEXT,
    published INTEGER,
    price REAL,
    language TEXT DEFAULT 'en'
);
CREATE TABLE branch (
    branch_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT,
    opened DATE,
    "floor area" INTEGER
);
CREATE TABLE copy (
    copy_id INTEGER PRIMARY KEY,
    book_id INTEGER NOT NULL REFERENCES book (book_id),
    branch_id INTEGER REFERENCES branch (branch_id),
    condition TEXT
);
CREATE TABLE member (
    member_id INTEGER PRIMARY KEY,
    first_name TEXT,
    last_name TEXT,
    email TEXT,
    city TEXT,
    joined DATE,
    active INTEGER,
    status TEXT
);
CREATE TABLE loan (
    loan_id INTEGER PRIMARY KEY,
    copy_id INTEGER REFERENCES copy (copy_id),
    member_id INTEGER REFERENCES member (member_id),
    borrowed DATE NOT NULL,
    due DATE NOT NULL,
    returned DATE
);
CREATE TABLE fine (
    fine_id INTEGER PRIMARY KEY,
    loan_id INTEGER REFERENCES loan (loan_id),
    amount REAL,
    paid TEXT
);
CREATE VIEW open_loan AS SELECT * FROM loan WHERE returned IS NULL;

INSERT INTO author VALUES
    (1, 'Mira Solberg', 'Norway', 1961),
    (2, 'Tomas Okafor', 'Nigeria', 1975),
    (3, 'Ines Duarte', 'Portugal', 1948),
    (4, 'Hal Whitcombe', 'England', 1932),
    (5, 'Yuki Tanabe', 'Japan', NULL);
INSERT INTO book VALUES
    (1, 'The Salt Road', 1, 'novel', 1998, 14.5, 'en'),
    (2, 'Fjord Weather', 1, 'poetry', 2004, 9.9, 'no'),
    (3, 'A Ladder of Rain', 2, 'novel', 2011, 17.0, 'en'),
    (4, 'Lisbon by Tram', 3, 'travel', 1987, 12.25, 'pt'),
    (5, 'Engines and Owls', 4, 'children', 1969, 7.5, 'en'),
    (6, 'The Quiet Harbour', 4, 'novel', 1974, NULL, 'en'),
    (7, 'Paper Mountains', 5, 'novel', 2019, 21.0, 'ja'),
    (8, 'Notes on Bread', NULL, 'cookery', 2015, 18.75, 'en'),
    (9, 'The Salt Road Revisited', 1, 'essay', 2020, 16.0, 'en');
INSERT INTO branch VALUES
    (1, 'Central', 'Arden', '1958-04-12', 2400),
    (2, 'Riverside', 'Arden', '1983-09-01', 800),
    (3, 'Old Mill', 'Brookfield', '2009-05-30', 450);
INSERT INTO copy VALUES
    (1, 1, 1, 'good'), (2, 1, 2, 'worn'), (3, 2, 1, 'good'), (4, 3, 1, 'new'),
    (5, 3, 3, 'good'), (6, 4, 2, 'worn'), (7, 5, 2, 'lost'), (8, 6, 1, 'good'),
    (9, 7, 1, 'new'), (10, 7, 3, 'new'), (11, 8, NULL, 'good');
INSERT INTO member VALUES
    (1, 'Nora', 'Beck', 'nora@post.example', 'Arden', '2015-02-10', 1, 'gold'),
    (2, 'Omar', 'Haddad', 'omar@post.example', 'Brookfield', '2018-07-21', 1,
     'basic'),
    (3, 'Priya', 'Nair', NULL, 'Arden', '2019-11-03', 0, 'basic'),
    (4, 'Sam', 'Beck', 'sam@post.example', 'Cole', '2021-01-15', 1, 'student'),
    (5, 'Lena', 'Ortiz', 'lena@post.example', 'Arden', '2023-08-08', 1,
     'student');
INSERT INTO loan VALUES
    (1, 1, 1, '2023-01-05', '2023-02-05', '2023-01-30'),
    (2, 4, 1, '2023-03-11', '2023-04-11', '2023-05-02'),
    (3, 6, 2, '2023-03-15', '2023-04-15', NULL),
    (4, 9, 4, '2023-09-01', '2023-10-01', '2023-09-12'),
    (5, 3, 4, '2023-11-20', '2023-12-20', '2024-01-04'),
    (6, 8, 5, '2024-02-02', '2024-03-02', NULL),
    (7, 2, 3, '2024-02-14', '2024-03-14', '2024-03-01'),
    (8, 10, 1, '2024-05-19', '2024-06-19', NULL);
INSERT INTO fine VALUES
    (1, 2, 4.2, 'yes'), (2, 5, 1.5, 'no'), (3, 3, 12.0, 'no');
