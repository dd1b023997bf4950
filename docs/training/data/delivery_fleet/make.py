"""A delivery fleet: depots, vans, drivers, routes, deliveries and fuel stops."""

SCHEMA = """
CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE vehicles (
  vehicle_id INTEGER PRIMARY KEY, plate TEXT NOT NULL UNIQUE, make TEXT NOT NULL, fuel TEXT NOT NULL, capacity_kg INTEGER NOT NULL,
  year INTEGER NOT NULL, depot_id INTEGER REFERENCES depots(depot_id));
CREATE TABLE drivers (
  driver_id INTEGER PRIMARY KEY, name TEXT NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots(depot_id), hired_on TEXT NOT NULL,
  left_on TEXT, hourly_wage REAL NOT NULL, phone TEXT);
CREATE TABLE trips (
  trip_id INTEGER PRIMARY KEY, vehicle_id INTEGER NOT NULL REFERENCES vehicles(vehicle_id), driver_id INTEGER NOT NULL REFERENCES drivers(driver_id),
  trip_date TEXT NOT NULL, km REAL NOT NULL, hours REAL NOT NULL);
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips(trip_id), customer TEXT NOT NULL, district TEXT NOT NULL,
  weight_kg REAL NOT NULL, fee REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE fuel_stops (
  stop_id INTEGER PRIMARY KEY, vehicle_id INTEGER NOT NULL REFERENCES vehicles(vehicle_id), stop_date TEXT NOT NULL, litres REAL NOT NULL, cost REAL NOT NULL);
"""


def fill(m):
    m.add("depots", [(1, "North", "Leeds"), (2, "Harbour", "Hull"), (3, "Central", "Leeds"), (4, "South", "Derby"), (5, "Airport", "Derby")])
    vehicles = m.add("vehicles", [(n, f"{m.pick('KLMNPRT')}{m.pick('ABCDEFGH')}{n + 10} {m.pick('XYZ')}{m.pick('STUV')}{m.pick('ABC')}", m.pick({"Ford": 5, "Renault": 4, "Fiat": 2, "Mercedes": 3}),
                                   m.pick({"diesel": 6, "electric": 3, "petrol": 2}), m.pick([600, 800, 800, 1000, 1200, 1500, 3500]), m.whole(2012, 2024),
                                   m.pick([1, 1, 2, 3, 3, 4]) if n % 10 else None) for n in range(1, 33)])
    names = set()
    while len(names) < 34:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 34)
    drivers = []
    for n in range(1, 35):
        hired = m.day("2016-02-01", "2023-11-30")
        drivers.append((n, names[n - 1], m.pick([1, 1, 2, 3, 3, 4]), hired, m.day("2024-07-01", "2024-12-20") if m.chance(.2) else None,
                        m.amount(12, 21), f"07{m.whole(100, 999)} {m.whole(100000, 999999)}" if m.chance(.85) else None))
    m.add("drivers", drivers)
    trips, goods = [], []
    shops = {"Bell Bakery": 5, "Corner Pharmacy": 4, "Daisy Flowers": 3, "Green Grocer": 4, "Moor Brewery": 2, "Paper House": 2, "Tool Barn": 1, "Wool Shop": 1}
    for n in range(1, 301):
        km = m.amount(12, 260, 1)
        trips.append((n, 1 + int(m.random.random() ** 1.4 * 29), 1 + int(m.random.random() ** 1.3 * 31), m.day("2023-01-02", "2024-06-28"), km, round(km / m.whole(22, 48) + .5, 1)))
        for _ in range(m.pick([0, 1, 2, 2, 3, 3, 4, 6])):
            weight = m.skewed(1, 240, 1)
            goods.append((len(goods) + 1, n, m.pick(shops), m.pick({"Old Town": 4, "Riverside": 3, "Hillside": 2, "Station": 3}), weight,
                          round(6 + weight * .11 + m.amount(0, 5), 2), m.pick({"delivered": 12, "failed": 2, "returned": 1})))
    m.add("trips", trips)
    m.add("deliveries", goods)
    stops = []
    for vehicle in vehicles:
        if vehicle[3] != "electric":
            for _ in range(m.whole(0, 14)):
                litres = m.amount(18, 75, 1)
                stops.append((len(stops) + 1, vehicle[0], m.day("2023-01-02", "2024-06-28"), litres, round(litres * m.amount(1.38, 1.69), 2)))
    m.add("fuel_stops", stops)
