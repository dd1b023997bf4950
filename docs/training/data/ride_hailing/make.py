"""A ride-hailing service: drivers and shifts, riders, trips between zones, ratings, promotions, incidents."""
from making import later

SCHEMA = """
CREATE TABLE zones (zone_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, parent_zone_id INTEGER REFERENCES zones(zone_id));
CREATE TABLE drivers (
  driver_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, home_zone_id INTEGER REFERENCES zones(zone_id),
  joined_on TEXT NOT NULL, deactivated_on TEXT, referred_by INTEGER REFERENCES drivers(driver_id));
CREATE TABLE vehicles (
  vehicle_id INTEGER PRIMARY KEY, driver_id INTEGER NOT NULL REFERENCES drivers(driver_id), plate TEXT NOT NULL, make TEXT NOT NULL,
  class TEXT NOT NULL, seats INTEGER NOT NULL, retired_on TEXT);
CREATE TABLE riders (
  rider_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, signed_up_at TEXT NOT NULL, is_business INTEGER NOT NULL, deleted_at TEXT);
CREATE TABLE promos (promo_code TEXT PRIMARY KEY, percent_off INTEGER NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT);
CREATE TABLE trips (
  trip_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders(rider_id), driver_id INTEGER, vehicle_id INTEGER,
  pickup_zone_id INTEGER NOT NULL REFERENCES zones(zone_id), dropoff_zone_id INTEGER NOT NULL REFERENCES zones(zone_id),
  requested_at TEXT NOT NULL, accepted_at TEXT, started_at TEXT, ended_at TEXT, status TEXT NOT NULL, cancelled_by TEXT,
  distance_m INTEGER, base_fare REAL, surge REAL NOT NULL, promo_code TEXT, tip REAL);
CREATE TABLE ratings (
  trip_id INTEGER NOT NULL REFERENCES trips(trip_id), rated_by TEXT NOT NULL, stars INTEGER NOT NULL, comment TEXT,
  PRIMARY KEY (trip_id, rated_by));
CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, driver_id INTEGER NOT NULL, online_at TEXT NOT NULL, offline_at TEXT);
CREATE TABLE incidents (
  incident_id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL, reported_at TEXT NOT NULL, severity TEXT NOT NULL, resolved_at TEXT);
CREATE TABLE payouts (
  driver_id INTEGER NOT NULL, week_start TEXT NOT NULL, gross REAL NOT NULL, commission REAL NOT NULL, paid_on TEXT,
  PRIMARY KEY (driver_id, week_start));
"""

ZONES = [(1, "Metro", "Porto", None), (2, "Centre", "Porto", 1), (3, "Harbour", "Porto", 1), (4, "Airport", "Porto", 1),
         (5, "Greater Lyon", "Lyon", None), (6, "Centre", "Lyon", 5), (7, "Airport", "Lyon", 5), (8, "Hills", "Lyon", 5),
         (9, "Old Town", "Ghent", None), (10, "Campus", "Ghent", 9)]


def fill(m):
    m.add("zones", ZONES)
    drivers, cars = [], []
    for n in range(1, 61):
        first, last = m.person()
        joined = m.day("2023-01-05", "2025-06-30")
        gone = later(joined, days=m.whole(90, 700)) if m.chance(.22) else None
        drivers.append((n, first, last, m.pick([2, 3, 4, 6, 7, 8, 9, None]), joined, gone if gone and gone < "2025-12-31" else None,
                        m.whole(1, n - 1) if n > 3 and m.chance(.35) else None))
        for _ in range(m.pick([0, 1, 1, 1, 2])):
            cars.append((len(cars) + 1, n, f"{m.pick('ABCDEF')}{m.whole(100, 999)}{m.pick('XYZ')}", m.pick(
                ["Toyota", "Skoda", "Dacia", "VW", "Tesla"]), m.pick({"economy": 6, "comfort": 3, "van": 2}), m.pick([4, 4, 4, 5, 7]),
                m.day("2024-06-01", "2025-12-01") if m.chance(.15) else None))
    m.add("drivers", drivers)
    m.add("vehicles", cars)
    people = []
    for n in range(1, 161):
        first, last = m.person()
        people.append((n, f"{first} {last}", f"{first}.{last}@ride.example" if m.chance(.85) else None,
                       m.moment("2023-02-01", "2025-09-30"), int(m.chance(.2)), m.moment("2025-01-01", "2025-12-01") if m.chance(.07) else None))
    m.add("riders", people)
    m.add("promos", [("WELCOME", 30, "2023-01-01", None), ("SPRING25", 15, "2025-03-01", "2025-05-31"), ("RAINY", 10, "2024-10-01", "2025-03-31"),
                     ("NIGHTOWL", 20, "2025-06-01", "2025-12-31"), ("BIZ5", 5, "2024-01-01", None)])
    trips, stars, bad = [], [], []
    for n in range(1, 1301):
        rider = people[int(m.random.random() ** 1.5 * 145)]
        asked = m.moment("2024-07-01", "2025-12-20") if m.chance(.92) else m.pick(["2025-01-01 00:00:00", "2025-03-31 23:15:00", "2025-10-01 00:00:00", "2024-12-31 22:40:00"])
        status = m.pick({"completed": 76, "cancelled": 16, "no_driver": 8})
        by = m.pick({"rider": 6, "driver": 3, None: 1}) if status == "cancelled" else None
        car = m.pick(cars) if status == "completed" or status == "cancelled" and m.chance(.6) else None
        took = later(asked, minutes=m.whole(0, 12)) if car else None
        began = later(took, minutes=m.whole(2, 15)) if status == "completed" else None
        far = m.whole(8, 300) * 100
        zones = m.pick([2, 2, 3, 4, 6, 6, 7, 8, 9, 10]), m.pick([2, 3, 3, 4, 6, 7, 8, 9, 10, 10])
        done = status == "completed"
        trips.append((n, rider[0], car[1] if car else None, car[0] if car else None, *zones, asked, took, began,
                      later(began, minutes=far // 500 + m.whole(0, 9)) if done else None, status, by, far if done else None,
                      round(2.5 + far * .0014, 1) if done else None, m.pick({1.0: 7, 1.2: 2, 1.5: 2, 2.0: 1}),
                      m.pick({None: 8, "WELCOME": 1, "SPRING25": 1, "RAINY": 1, "BIZ5": 1, "OLDCODE": .3}),
                      m.pick([None, None, 0, 1, 2, 5]) if done else None))
        if done:
            if m.chance(.6):
                stars.append((n, "rider", m.pick({5: 8, 4: 5, 3: 2, 2: 1, 1: 1}), m.pick(["great", None, None, "late", "Clean car"])))
            if m.chance(.4):
                stars.append((n, "driver", m.pick({5: 9, 4: 4, 3: 1, 1: 1}), None))
            if m.chance(.06):
                for _ in range(m.pick([1, 1, 2])):
                    told = later(began, hours=m.whole(1, 60))
                    bad.append((len(bad) + 1, n, told, str(m.whole(1, 10)), later(told, days=m.whole(0, 20)) if m.chance(.7) else None))
    m.add("trips", trips)
    m.add("ratings", stars)
    m.add("incidents", bad)
    shifts = []
    for n in range(1, 501):
        on = m.moment("2025-01-01", "2025-12-20", (5, 21))
        shifts.append((n, m.whole(1, 56), on, later(on, minutes=m.whole(40, 600)) if m.chance(.95) else None))
    m.add("shifts", shifts)
    pays = []
    for d in range(1, 51):
        for w in m.some(range(50), m.whole(3, 14)):
            gross = m.amount(150, 1400)
            week = later("2025-01-06", days=7 * w)
            pays.append((d, week, gross, round(gross * m.pick([.2, .2, .25]), 2), later(week, days=m.pick([8, 8, 10, 15])) if m.chance(.9) else None))
    m.add("payouts", pays)
