-- An online shop: prices in cents, orders with the time of day.
CREATE TABLE customer (
    customer_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT,
    email TEXT,
    joined DATE
);
CREATE TABLE product (
    product_id INTEGER PRIMARY KEY,
    product_name TEXT NOT NULL,
    category TEXT,
    price_cents INTEGER,
    weight REAL
);
CREATE TABLE orders (
    order_id INTEGER PRIMARY KEY,
    customer_id INTEGER REFERENCES customer (customer_id),
    ordered_at TEXT,
    shipped_on DATE,
    status TEXT
);
CREATE TABLE order_line (
    line_id INTEGER PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES orders (order_id),
    product_id INTEGER NOT NULL REFERENCES product (product_id),
    quantity INTEGER
);
CREATE TABLE review (
    review_id INTEGER PRIMARY KEY,
    product_id INTEGER REFERENCES product (product_id),
    stars INTEGER,
    written DATE
);
INSERT INTO customer VALUES
    (1, 'Ida Voss', 'Bergen', 'ida@example.org', '2022-05-11'),
    (2, 'Tom Achebe', 'Lisbon', 'tom@example.org', '2023-01-20'),
    (3, 'Mei Sato', 'Kyoto', NULL, '2023-02-02'),
    (4, 'Lena Ruiz', 'Bergen', 'lena@example.org', '2023-11-30');
INSERT INTO product VALUES
    (1, 'Lamp', 'Home', 3990, 2.5),
    (2, 'Kettle', 'Kitchen', 2450, 1.2),
    (3, 'Pan', 'Kitchen', 5900, 1.8),
    (4, 'Rug', 'Home', 12000, 7.0);
INSERT INTO orders VALUES
    (1, 1, '2023-12-30 18:05:00', '2024-01-02', 'shipped'),
    (2, 2, '2024-03-01 09:30:00', '2024-03-03', 'shipped'),
    (3, 1, '2024-03-15 11:12:00', '2024-03-18', 'shipped'),
    (4, 3, '2024-03-31 20:45:00', '2024-04-02', 'returned'),
    (5, 2, '2024-04-02 08:00:00', NULL, 'open');
INSERT INTO order_line VALUES
    (1, 1, 1, 1), (2, 1, 2, 2), (3, 2, 3, 1), (4, 3, 2, 1), (5, 3, 4, 1),
    (6, 4, 1, 3), (7, 5, 3, 2);
INSERT INTO review VALUES
    (1, 1, 5, '2024-01-10'), (2, 1, 4, '2024-02-14'), (3, 2, 3, '2024-03-20'),
    (4, 3, 5, '2024-03-21'), (5, 3, 2, '2024-04-05');
