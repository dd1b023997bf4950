"""A phone shop: brands, phones, customers, sales and their lines, and repairs."""

SCHEMA = """
CREATE TABLE Brands (BrandId INTEGER PRIMARY KEY, BrandName TEXT NOT NULL, Country TEXT NOT NULL);
CREATE TABLE Phones (
  PhoneId INTEGER PRIMARY KEY, Model TEXT NOT NULL, BrandId INTEGER NOT NULL REFERENCES Brands(BrandId), Price REAL NOT NULL,
  StorageGb INTEGER NOT NULL, RamGb INTEGER NOT NULL, Color TEXT NOT NULL, ReleaseYear INTEGER NOT NULL, Stock INTEGER NOT NULL);
CREATE TABLE Customers (CustomerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, City TEXT NOT NULL, Phone TEXT, MemberSince TEXT);
CREATE TABLE Employees (
  EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Job TEXT NOT NULL, ManagerId INTEGER REFERENCES Employees(EmployeeId),
  Salary REAL NOT NULL, HireDate TEXT NOT NULL);
CREATE TABLE Sales (
  SaleId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId),
  EmployeeId INTEGER NOT NULL REFERENCES Employees(EmployeeId), SaleDate TEXT NOT NULL, PaymentMethod TEXT NOT NULL);
CREATE TABLE SaleItems (
  SaleId INTEGER NOT NULL REFERENCES Sales(SaleId), PhoneId INTEGER NOT NULL REFERENCES Phones(PhoneId),
  Quantity INTEGER NOT NULL, UnitPrice REAL NOT NULL, PRIMARY KEY (SaleId, PhoneId));
CREATE TABLE Repairs (
  RepairId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customers(CustomerId),
  PhoneId INTEGER NOT NULL REFERENCES Phones(PhoneId), ReceivedDate TEXT NOT NULL, FinishedDate TEXT, Cost REAL NOT NULL, Problem TEXT NOT NULL);
"""
BRANDS = [(1, "Nordia", "Finland", "N"), (2, "Samjin", "South Korea", "Star"), (3, "Pearlo", "USA", "Pearl"), (4, "Mizu", "China", "M"),
          (5, "Kaiyo", "Japan", "Wave"), (6, "Hanbit", "South Korea", "Hi"), (7, "Rugged", "USA", "Rock")]


def fill(m):
    m.add("Brands", [brand[:3] for brand in BRANDS])
    phones, prices = [], m.some(range(8900, 139900, 100), 60)
    for number, _, _, prefix in BRANDS[:6]:
        for model in range(1, m.whole(5, 9)):
            n = len(phones) + 1
            phones.append((n, f"{prefix} {model * 10}", number, prices[n - 1] / 100, m.pick([64, 128, 128, 256, 512]), m.pick([4, 6, 8, 8, 12]),
                           m.pick({"black": 5, "white": 3, "blue": 2, "red": 1}), m.whole(2019, 2024), m.pick([0, 0, m.whole(1, 9), m.whole(10, 60)])))
    m.add("Phones", phones)
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 90)
    m.add("Customers", [(n, names[n - 1], m.pick({"Dublin": 6, "Cork": 4, "Galway": 2, "Limerick": 1}), f"08{m.whole(3, 9)} {m.whole(100, 999)} {m.whole(1000, 9999)}" if m.chance(.8) else None,
                         m.day("2020-01-02", "2024-11-30") if m.chance(.55) else None) for n in range(1, 76)])
    staff = [(1, names[80], "manager", None, 52000.0, "2017-03-01")]
    for n in range(2, 13):
        staff.append((n, names[79 + n] if n < 11 else f"Robin {names[n][:3]}ton", "manager" if n < 4 else m.pick({"seller": 4, "technician": 2}), 1 if n < 4 else m.pick([2, 3, 3]),
                      m.amount(39000, 48000) if n < 4 else m.amount(25000, 42500), m.day("2018-01-10", "2024-05-30")))
    m.add("Employees", staff)
    sales, items = [], []
    for n in range(1, 261):
        sales.append((n, 1 + int(m.random.random() ** 1.6 * 66), m.pick([2, 4, 4, 5, 5, 6, 7, 8, 9, 9, 9, 10]), m.day("2022-01-02", "2024-12-30"), m.pick({"card": 7, "cash": 3, "transfer": 1})))
        for phone in m.some(phones[:-3] if m.chance(.6) else phones[4:14], m.pick([1, 1, 1, 2, 2, 3])):
            items.append((n, phone[0], m.pick([1, 1, 1, 1, 2, 3]), round(phone[3] - m.amount(1, 60) if m.chance(.7) else phone[3] + m.amount(0, 5), 2)))
    m.add("Sales", sales)
    m.add("SaleItems", items)
    repairs = []
    for n in range(1, 111):
        day = m.day("2022-02-01", "2024-12-20")
        repairs.append((n, m.whole(6, 72), m.whole(1, len(phones) - 2), day, m.day(day, "2024-12-30") if m.chance(.8) else None, m.skewed(15, 320), m.pick({"screen": 6, "battery": 4, "camera": 1, "water": 2})))
    m.add("Repairs", repairs)
