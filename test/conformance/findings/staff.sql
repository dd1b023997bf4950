-- Departments, employees with their managers, and shifts.
CREATE TABLE department (
    department_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    budget INTEGER
);
CREATE TABLE employee (
    employee_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    department_id INTEGER REFERENCES department (department_id),
    manager_id INTEGER REFERENCES employee (employee_id),
    salary INTEGER,
    hired DATE
);
CREATE TABLE shift (
    shift_id INTEGER PRIMARY KEY,
    employee_id INTEGER REFERENCES employee (employee_id),
    began TEXT,
    ended TEXT,
    late INTEGER
);
INSERT INTO department VALUES
    (1, 'Sales', 900000), (2, 'Research', 1500000), (3, 'Legal', 300000);
INSERT INTO employee VALUES
    (1, 'Ana Pohl', 1, NULL, 9000, '2015-04-01'),
    (2, 'Bo Winter', 1, 1, 5200, '2018-09-15'),
    (3, 'Cem Aydin', 2, 1, 7400, '2019-02-01'),
    (4, 'Dana Kirk', 2, 3, 5200, '2021-06-07'),
    (5, 'Emil Roth', 2, 3, 4800, '2023-03-01');
INSERT INTO shift VALUES
    (1, 2, '2024-05-06 08:00:00', '2024-05-06 16:30:00', 0),
    (2, 4, '2024-05-06 09:10:00', '2024-05-06 17:00:00', 1),
    (3, 4, '2024-05-07 09:00:00', '2024-05-07 17:30:00', 0),
    (4, 5, '2024-05-11 10:00:00', '2024-05-11 18:15:00', 1);
