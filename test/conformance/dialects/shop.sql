CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), order_date TEXT, status TEXT, total REAL);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL);
CREATE TABLE order_items (order_id INTEGER REFERENCES orders (id), product_id INTEGER REFERENCES products (id), quantity INTEGER, unit_price REAL);
INSERT INTO customers VALUES (1, 'Ann Miller-Lund', 'Paris'), (2, 'Bob', 'Rome'), (3, 'Joanna', NULL), (4, 'Cy', 'Oslo');
INSERT INTO orders VALUES (1, 1, '2023-04-01', 'paid', 10.5), (2, 1, '2023-05-07', 'open', 20), (3, 2, '2024-03-02', 'paid', 5), (4, 1, '2024-03-31', 'paid', 7), (5, 3, '2022-06-05', 'open', 99);
INSERT INTO products VALUES (1, 'Pen', 'Office', 1.5), (2, 'Lamp', 'Home', 20), (3, 'Pencil', 'Office', 0.5), (4, 'Chair', 'Home', 80);
INSERT INTO order_items VALUES (1, 1, 3, 1.5), (2, 2, 1, 20), (3, 3, 10, 0.5), (4, 1, 2, 1.5), (5, 4, 1, 80);
