"""A ski resort: lifts and slopes, pass sales and gate scans, lessons, rentals and outages (seconds since 1970, UTC), snow reports, accidents."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE lifts (
  liftId INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, area TEXT, capacityPerHour INTEGER,
  bottomM INTEGER, topM INTEGER, builtYear INTEGER, replacedBy INTEGER REFERENCES lifts(liftId));
CREATE TABLE slopes (
  slopeId INTEGER PRIMARY KEY, name TEXT NOT NULL, difficulty TEXT, area TEXT, lengthM INTEGER, floodlit INTEGER, state TEXT);
CREATE TABLE slopeLifts (
  slopeId INTEGER REFERENCES slopes(slopeId), liftId INTEGER REFERENCES lifts(liftId), PRIMARY KEY (slopeId, liftId));
CREATE TABLE passTypes (
  passTypeId INTEGER PRIMARY KEY, name TEXT NOT NULL, ageGroup TEXT NOT NULL, days INTEGER, priceCents INTEGER NOT NULL,
  season TEXT NOT NULL);
CREATE TABLE guests (
  guestId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, birthDate TEXT, country TEXT,
  groupLeaderId INTEGER REFERENCES guests(guestId), newsletter INTEGER, deletedAt TEXT);
CREATE TABLE passSales (
  saleId INTEGER PRIMARY KEY, guestId INTEGER REFERENCES guests(guestId), passTypeId INTEGER REFERENCES passTypes(passTypeId),
  soldOn TEXT NOT NULL, validFrom TEXT NOT NULL, paidCents INTEGER NOT NULL, channel TEXT, refundedOn TEXT);
CREATE TABLE gateScans (
  scanId INTEGER PRIMARY KEY, saleId INTEGER REFERENCES passSales(saleId), liftId INTEGER REFERENCES lifts(liftId),
  scannedAt TEXT NOT NULL, refused INTEGER NOT NULL, reason TEXT);
CREATE TABLE liftOutages (
  outageId INTEGER PRIMARY KEY, liftId INTEGER REFERENCES lifts(liftId), fromTs INTEGER NOT NULL, toTs INTEGER, cause TEXT);
CREATE TABLE instructors (
  instructorId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, level TEXT, chiefId INTEGER REFERENCES instructors(instructorId),
  hiredOn TEXT NOT NULL, leftOn TEXT, hourlyEur REAL);
CREATE TABLE lessons (
  lessonId INTEGER PRIMARY KEY, instructorId INTEGER REFERENCES instructors(instructorId), discipline TEXT NOT NULL,
  lessonDate TEXT NOT NULL, startHour INTEGER, minutes INTEGER NOT NULL, maxGuests INTEGER, priceCents INTEGER, cancelled INTEGER NOT NULL);
CREATE TABLE lessonBookings (
  lessonId INTEGER REFERENCES lessons(lessonId), guestId INTEGER REFERENCES guests(guestId), bookedOn TEXT NOT NULL,
  showedUp INTEGER, stars INTEGER, PRIMARY KEY (lessonId, guestId));
CREATE TABLE snowReports (
  reportDate TEXT NOT NULL, area TEXT NOT NULL, depthCm TEXT, newSnowCm INTEGER, tempC REAL, windKmh INTEGER,
  avalancheLevel INTEGER, PRIMARY KEY (reportDate, area));
CREATE TABLE rentalItems (
  itemId INTEGER PRIMARY KEY, kind TEXT NOT NULL, size TEXT, boughtOn TEXT, dayPriceCents INTEGER, retired TEXT NOT NULL);
CREATE TABLE rentals (
  rentalId INTEGER PRIMARY KEY, itemId INTEGER REFERENCES rentalItems(itemId), guestId INTEGER REFERENCES guests(guestId),
  outTs INTEGER NOT NULL, dueTs INTEGER NOT NULL, backTs INTEGER, damageCents INTEGER);
CREATE TABLE accidents (
  accidentId INTEGER PRIMARY KEY, slopeId INTEGER REFERENCES slopes(slopeId), guestId INTEGER REFERENCES guests(guestId),
  happenedAt TEXT NOT NULL, severity TEXT, helicopter INTEGER NOT NULL);
"""

AREAS = ["Sunny Side", "North Bowl", "Village", "Glacier"]
LIFTS = [("Eagle Express", "chairlift", 0), ("Marmot", "T-bar", 0), ("Glacier Gondola", "gondola", 3), ("Village Carpet", "magic carpet", 2),
         ("Bowl Six", "Chairlift", 1), ("North Ridge", "chairlift", 1), ("Old Double", "chairlift", 0), ("Snowflake", "T-bar", 2),
         ("Summit", "gondola", 3), ("Kids Rope", "magic carpet", 2), ("Pinewood", "chairlift", 1), ("Sunrise", "Chairlift", 0),
         ("Ibex", "T-bar", 3), ("Old Carpet", "magic carpet", 2)]
SLOPES = ("Edelweiss Gentian Alder Larch Chamois Lynx Fox Badger Owl Raven Falcon Bear Wolf Hare Stoat Meadow Chapel Mill Quarry "
          "Widow Plunge Cirque Ledge Gully Saddle Terrace").split()
SEASONS = [("2022-12-03", "2023-04-16", "2022/23"), ("2023-12-02", "2024-04-14", "2023/24")]


def seconds(day):
    return calendar.timegm(datetime.date.fromisoformat(day).timetuple())


def american(day):
    return f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    lifts = []
    for n, (name, kind, area) in enumerate(LIFTS, 1):
        low = m.whole(120, 210) * 10 if n not in (4, 10, 14) else 1210
        lifts.append((n, name, kind, AREAS[area], m.pick([600, 900, 1200, 1800, 2400, 2800]) if n != 10 else None, low,
                      low + (m.whole(20, 80) * 10 if "carpet" not in kind else 15), m.whole(1968, 2021), {7: 1, 14: 4}.get(n)))
    m.add("lifts", lifts)
    slopes = []
    for n, name in enumerate(SLOPES, 1):
        slopes.append((n, name, m.pick({"blue": 6, "red": 6, "black": 2, "Black": 1, "Red": .7, None: .5}), AREAS[(n - 1) % 4] if n != 17 else None,
                       m.whole(30, 480) * 10, m.pick([0, 0, 0, 1, None]), m.pick({"open": 8, "closed": 2, "Open": 1}) if n not in (5, 19) else "Open"))
    m.add("slopes", slopes)
    ways = set()
    for slope in slopes:
        near = [row[0] for row in lifts if row[3] == slope[3] and row[0] not in (7, 10)]
        ways.update((slope[0], lift) for lift in m.some(near, m.pick([1, 1, 2, 2, 3]) if slope[0] not in (20, 24) else 0))
    m.add("slopeLifts", sorted(ways))
    types = []
    for _, _, season in SEASONS:
        for name, days, price in (("Half day", None, 3900), ("Day", 1, 5200), ("3 days", 3, 14100), ("6 days", 6, 25500), ("Season", 140, 62000)):
            for group, share in (("adult", 100), ("child", 50), ("senior", 85)):
                if (name, group) != ("Half day", "senior"):
                    types.append((len(types) + 1, name, group, days, price * share // 100 + (200 if season == "2023/24" else 0), season))
    m.add("passTypes", types + [(len(types) + 1, "Night", "adult", 1, 2600, "2023/24"), (len(types) + 2, "Night", "adult", 1, 2500, "2022/23")])
    guests = []
    for n in range(1, 321):
        guests.append((n, " ".join(m.person()), m.day("1945-01-01", "2018-12-31") if m.chance(.93) else None,
                       m.pick({"AT": 6, "DE": 6, "NL": 3, "GB": 2, "PL": 2, "nl": .6, None: 1}),
                       int(m.random.random() ** 1.5 * min(n - 1, 120)) + 1 if n > 10 and m.chance(.35) else None, m.pick([1, 0, 0, None]),
                       m.day("2023-05-01", "2024-05-01") if m.chance(.05) else None))
    m.add("guests", guests)
    sales, scans = [], []
    for _ in range(900):
        first, last, season = m.pick(SEASONS)
        start = m.day(first, last)
        if m.chance(.1):
            start = m.pick([day for day in ("2022-12-31", "2023-01-01", "2023-02-28", "2023-12-31", "2024-01-01", "2024-01-31", "2024-02-29") if first <= day <= last])
        kind = m.pick([row for row in types if row[5] == season and row[1] != "Season"] * 3 + [row for row in types if row[5] == season])
        paid = kind[4] * m.pick([100, 100, 100, 90, 80]) // 100
        sold = later(start, days=-m.pick([0, 0, 0, 1, 3, 14, 40]))
        back = later(start, days=m.pick([-1, 0, 1])) if m.chance(.05) else None
        sales.append([sold, m.whole(1, 305) if m.chance(.88) else None, kind[0], start, paid,
                      m.pick({"web": 6, "Web": .7, "counter": 5, "partner": 2, None: .5}), back and max(back, sold), kind[3] or 1])
    sales.sort(key=lambda row: row[:5:2])
    m.add("passSales", [(n, row[1], row[2], row[0], row[3], row[4], row[5], row[6]) for n, row in enumerate(sales, 1)])
    for n, row in enumerate(sales, 1):
        if row[6] or m.chance(.06):
            continue
        for at in range(min(row[7], 8)):
            day = later(row[3], days=at)
            if m.chance(.15) or day > "2024-04-14":
                continue
            hour = 8 + m.pick([0, 0, 1, 1, 2, 4]) if row[2] % 14 > 2 else 12
            for ride in range(m.pick([1, 3, 4, 6])):
                refused = m.chance(.02)
                scans.append((n, m.pick([1, 1, 2, 3, 3, 5, 5, 6, 8, 9, 9, 11, 12, 13, 4]), f"{day} {hour:02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}",
                              int(refused), m.pick(["expired", "Expired", "wrong age group", None]) if refused else None))
                hour = hour + m.pick([0, 1, 1])
                if hour > 16:
                    break
    m.add("gateScans", [(n, *row) for n, row in enumerate(sorted(scans, key=lambda row: (row[2], row[0])), 1)])
    outages = []
    for first, last, _ in SEASONS:
        for _ in range(75):
            start = seconds(m.day(first, last)) + m.whole(7 * 3600, 15 * 3600)
            outages.append((m.pick([1, 1, 2, 3, 3, 5, 6, 8, 9, 9, 11, 12, 12, 13]), start, start + 60 * int(m.skewed(4, 900, 0)) + 30 if m.chance(.95) else None,
                            m.pick({"wind": 5, "Wind": 1, "technical": 4, "power": 2, "medical": 1, None: .5})))
    m.add("liftOutages", [(n, *row) for n, row in enumerate(sorted(outages, key=lambda row: row[1]), 1)])
    teachers = []
    for n in range(1, 41):
        hired = m.day("2005-10-01", "2023-11-30")
        teachers.append((n, " ".join(m.person()), m.pick({"1": 4, "2": 5, "3": 4, "10": 1, None: 1}), None if n == 1 else 1 if n < 5 else m.whole(2, 6),
                         hired, m.day("2023-04-20", "2024-04-01") if m.chance(.15) and n > 4 and hired < "2022-12-01" else None,
                         m.pick([22.5, 25, 27.5, 30, 34, None])))
    m.add("instructors", teachers)
    lessons, bookings = [], []
    for _ in range(420):
        first, last, _ = m.pick(SEASONS)
        day = m.day(first, last) if m.chance(.92) else m.pick([d for d in ("2022-12-31", "2023-02-28", "2023-12-31", "2024-01-31", "2024-02-29") if first <= d <= last])
        fit = [row[0] for row in teachers[:37] if row[4] <= day and not (row[5] and row[5] <= day)]
        lessons.append((m.pick(fit) if m.chance(.95) else None, m.pick({"ski": 7, "snowboard": 4, "Ski": 1.4, "cross-country": 1}), day, m.pick([9, 10, 13, 14, None]),
                        m.pick([60, 90, 120, 120, 240]), m.pick([1, 2, 4, 6, 8, 10]), m.pick([3500, 4500, 6000, 9000, 12000, None]), int(m.chance(.07))))
    lessons.sort(key=lambda row: (row[2], row[3] or 0))
    m.add("lessons", [(n, *row) for n, row in enumerate(lessons, 1)])
    for n, row in enumerate(lessons, 1):
        for guest in sorted(m.some(range(1, 301), m.whole(0, row[5]))):
            came = None if row[7] or m.chance(.04) else int(m.chance(.9))
            bookings.append((n, guest, later(row[2], days=-m.pick([0, 0, 1, 2, 5, 12, 30])), came,
                             m.pick([5, 5, 4, 4, 3, 2, 1, None, None]) if came else None))
    m.add("lessonBookings", bookings)
    reports = []
    for first, last, _ in SEASONS:
        for area, base in (("Sunny Side", 40), ("North Bowl", 75), ("Glacier", 130)):
            day, depth = first, base
            while day <= last:
                new = m.pick([0, 0, 0, 0, 1, 3, 5, 12, 20, 35]) if m.chance(.95) else None
                depth = max(3, depth + (new or 0) - m.pick([0, 1, 2, 4, 6]))
                if m.chance(.95):
                    reports.append((day, area, "n/a" if m.chance(.03) else str(depth), new, m.amount(-18, 8, 1) if m.chance(.96) else None,
                                    m.pick([5, 10, 15, 20, 30, 45, 60, 80, None]), m.pick([1, 2, 2, 3, 3, 4, None])))
                day = later(day, days=1)
    m.add("snowReports", sorted(reports))
    things = []
    for n in range(1, 121):
        kind = m.pick({"ski": 6, "Ski": 2, "snowboard": 3, "boots": 5, "helmet": 3, "sled": 1})
        bought = m.day("2018-09-01", "2023-12-15")
        things.append((n, kind, m.pick(["150", "160", "170", "95", "180"]) if kind.lower() in ("ski", "snowboard") else m.pick(["S", "M", "L", "42", None]),
                       american(bought) if m.chance(.95) else None, m.pick([500, 900, 1500, 2500, 2900]), m.pick({"N": 8, "Y": 1.2, "n": .6})))
    m.add("rentalItems", things)
    rentals = []
    for _ in range(620):
        first, last, _ = m.pick(SEASONS)
        out = seconds(m.day(first, last)) + 3600 * m.whole(8, 15) + 60 * m.whole(0, 59)
        due = out + 86400 * m.pick([1, 1, 2, 3, 6, 7]) - out % 86400 % 3600
        back = due + m.pick([-30000, -7200, -3600, -1800, 0, 600, 5400, 90000]) if m.chance(.96) else None
        rentals.append((m.whole(1, 114), m.whole(1, 300) if m.chance(.97) else None, out, due, back,
                        m.whole(5, 90) * 100 if back and m.chance(.08) else m.pick([0, None, None])))
    m.add("rentals", [(n, *row) for n, row in enumerate(sorted(rentals, key=lambda row: row[2]), 1)])
    falls = []
    for _ in range(170):
        first, last, _ = m.pick(SEASONS)
        day = m.day(first, last) if m.chance(.9) else m.pick(["2023-02-28", "2024-02-29", "2024-01-31", "2023-12-31"])
        severity = m.pick({"light": 6, "medium": 4, "severe": 1.5, "Severe": .5, None: .7})
        falls.append((m.whole(1, 26) if m.chance(.92) else None, m.whole(1, 320) if m.chance(.8) else None,
                      f"{day} {m.whole(8, 16):02}:{m.whole(0, 59):02}:00", severity, int(m.chance(.5 if severity in ("severe", "Severe") else .05))))
    m.add("accidents", [(n, *row) for n, row in enumerate(sorted(falls, key=lambda row: row[2]), 1)])
