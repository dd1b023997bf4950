"""Car parks of one operator: parking sessions by plate, tariffs by hour, season passes, fines, shifts."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE Garage (GarageId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT NOT NULL, Capacity INTEGER,
  OpenedOn TEXT, ClosedOn TEXT, Open24h TEXT NOT NULL);
CREATE TABLE GarageLevel (LevelId INTEGER PRIMARY KEY, GarageId INTEGER NOT NULL REFERENCES Garage(GarageId),
  LevelNo INTEGER NOT NULL, Spots INTEGER NOT NULL, EvSpots INTEGER NOT NULL);
CREATE TABLE Tariff (TariffId INTEGER PRIMARY KEY, GarageId INTEGER NOT NULL REFERENCES Garage(GarageId),
  ValidFrom TEXT NOT NULL, ValidTo TEXT, DayType TEXT NOT NULL, FromHour INTEGER NOT NULL, ToHour INTEGER NOT NULL,
  CentsPerHour INTEGER NOT NULL, DailyMaxCents INTEGER);
CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Email TEXT, City TEXT,
  CreatedAt TEXT NOT NULL, ReferredBy INTEGER REFERENCES Customer(CustomerId), IsTest INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Vehicle (VehicleId INTEGER PRIMARY KEY, CustomerId INTEGER REFERENCES Customer(CustomerId),
  Plate TEXT NOT NULL, Country TEXT, Fuel TEXT);
CREATE TABLE SeasonPass (PassId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customer(CustomerId),
  PassType TEXT NOT NULL, PriceCents INTEGER NOT NULL, ValidFrom TEXT NOT NULL, ValidTo TEXT NOT NULL, CancelledOn TEXT);
CREATE TABLE PassGarage (PassId INTEGER REFERENCES SeasonPass(PassId), GarageId INTEGER REFERENCES Garage(GarageId),
  PRIMARY KEY (PassId, GarageId));
CREATE TABLE ParkingSession (SessionId INTEGER PRIMARY KEY, GarageId INTEGER NOT NULL REFERENCES Garage(GarageId),
  LevelId INTEGER REFERENCES GarageLevel(LevelId), Plate TEXT, PassId INTEGER REFERENCES SeasonPass(PassId),
  EntryAt TEXT NOT NULL, ExitAt TEXT, Status TEXT NOT NULL, LostTicket INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Payment (PaymentId INTEGER PRIMARY KEY, SessionId INTEGER NOT NULL REFERENCES ParkingSession(SessionId),
  PaidEpoch INTEGER NOT NULL, AmountCents INTEGER NOT NULL, Method TEXT, RefundOf INTEGER REFERENCES Payment(PaymentId));
CREATE TABLE Fine (FineId INTEGER PRIMARY KEY, GarageId INTEGER REFERENCES Garage(GarageId), Plate TEXT,
  IssuedOn TEXT NOT NULL, Reason TEXT NOT NULL, AmountCents INTEGER NOT NULL, PaidOn TEXT, WaivedOn TEXT);
CREATE TABLE Attendant (AttendantId INTEGER PRIMARY KEY, Name TEXT NOT NULL, ManagerId INTEGER REFERENCES Attendant(AttendantId),
  HomeGarageId INTEGER REFERENCES Garage(GarageId), StartedOn TEXT NOT NULL);
CREATE TABLE Shift (AttendantId INTEGER REFERENCES Attendant(AttendantId), ShiftDate TEXT, GarageId INTEGER REFERENCES Garage(GarageId),
  Hours REAL, PRIMARY KEY (AttendantId, ShiftDate));
"""

GARAGES = [(1, "Central Station", "Bremen", 60, "2009-05-04", None, "Y"),
           (2, "Market Square", "Bremen", 34, "2014-03-01", None, "N"),
           (3, "Harbour Deck", "Kiel", 48, "2018-09-17", None, "Y"),
           (4, "Opera", "Kiel", 22, "2011-01-10", None, "N"),
           (5, "University", "Rostock", 40, "2020-10-01", None, "Y"),
           (6, "Old Brewery", "Rostock", 18, "1998-06-01", "2023-06-30", "N"),
           (7, "Airport P4", "Bremen", 80, None, None, "Y")]
EDGES = ["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-01-31", "2024-02-29", "2024-03-31", "2024-05-31",
         "2024-06-30", "2024-06-01"]


def spelt(m, plate):
    """A plate as one camera or clerk writes it."""
    town, letters, digits = plate
    form = m.pick({"{}-{} {}": 6, "{} {} {}": 3, "{}{}{}": 3, "{}-{}-{}": 2})
    text = form.format(town, letters, digits)
    return text.lower() if m.chance(.15) else text


def epoch(when):
    return int((datetime.datetime.fromisoformat(when) - datetime.datetime(1970, 1, 1)).total_seconds())


def fill(m):
    m.add("Garage", GARAGES)
    levels = []
    for g in GARAGES[:6]:
        for no in range(-1 if g[0] in (1, 4) else 0, m.whole(1, 4)):
            levels.append((len(levels) + 1, g[0], no, m.whole(6, 20), m.pick([0, 0, 1, 2, 4])))
    m.add("GarageLevel", levels)
    tariffs = []
    for g in GARAGES[:6]:
        base = m.pick([150, 180, 200, 220, 250])
        starts = ["2022-01-01"] + [d for d in ("2023-02-01", "2023-10-01", "2024-04-01") if m.chance(.65)]
        for at, start in enumerate(starts):
            stop = later(starts[at + 1], days=-1) if at + 1 < len(starts) else g[5]
            for kind, low, high, share in (("WD", 0, 6, .5), ("WD", 6, 18, 1), ("WD", 18, 24, .7), ("WE", 0, 24, .6)):
                tariffs.append((len(tariffs) + 1, g[0], start, stop, kind, low, high, int(base * share / 10) * 10,
                                None if low == 18 or m.chance(.15) else base * m.pick([6, 7, 8])))
            base = base + m.pick([-10, 20, 20, 30, 40])
    m.add("Tariff", tariffs)
    customers = []
    for n in range(1, 221):
        first, last = m.person()
        when = m.moment("2021-06-01", "2024-06-29", (7, 21))
        if m.chance(.08):
            when = m.pick(EDGES) + when[10:]
        customers.append((n, f"{first} {last}", f"{first}.{last}{n}@{m.pick(['mail.de', 'gmail.com', 'web.de'])}".lower() if m.chance(.85) else None,
                          m.pick({"Bremen": 6, "Kiel": 4, "Rostock": 3, "bremen": 1, "KIEL": 1, "Hamburg": 2, None: 1}), when,
                          m.whole(max(1, n - 60), n - 1) if n > 5 and m.chance(.4) else None, int(m.chance(.05))))
    m.add("Customer", customers)
    plates, vehicles = [], []
    while len(plates) < 260:
        plate = (m.pick(["HB", "KI", "HRO", "HH", "OL"]), m.pick("ABCDEFGHKLMNPRSTUVWX") + m.pick("ABCEKLMPRTXZ"), str(m.whole(1, 9) * 100 + m.whole(0, 99)))
        if plate not in plates:
            plates.append(plate)
    for n, plate in enumerate(plates[:230], 1):
        vehicles.append((n, m.whole(1, 190) if m.chance(.93) else None, spelt(m, plate), m.pick({"D": 12, "DK": 2, "NL": 1, None: 1}),
                         m.pick({"petrol": 9, "diesel": 6, "electric": 4, "hybrid": 3, "Electric": 1, None: 1})))
    m.add("Vehicle", vehicles)
    passes, scope = [], []
    for n in range(1, 241):
        start = m.pick(EDGES) if m.chance(.1) else m.day("2022-07-01", "2024-06-25")
        kind, days, price = m.pick({("monthly", 29, 8900): 5, ("yearly", 364, 82000): 4, ("weekend", 89, 12900): 2})
        stop = later(start, days=days)
        gone = later(start, days=m.whole(3, days - 3)) if m.chance(.15) else None
        owner = customers[m.whole(0, 129)]
        passes.append((n, owner[0], kind, price + (400 if start >= "2024-01-01" else 0), start, stop, gone))
        scope += [(n, g) for g in m.some(range(1, 6), m.pick([1, 1, 1, 2, 2, 3, 4, 5]))]
    m.add("SeasonPass", passes)
    m.add("PassGarage", scope)
    owned = {}
    for plate, v in zip(plates, vehicles):
        owned.setdefault(v[1], []).append(plate)
    sessions, payments = [], []
    starts = sorted((m.pick(EDGES) if m.chance(.06) else m.day("2023-01-01", "2024-06-30"))
                    + f" {m.pick({m.whole(0, 5): 1, m.whole(6, 9): 7, m.whole(10, 16): 8, m.whole(17, 23): 4}):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}"
                    for _ in range(1700))
    for n, when in enumerate(starts, 1):
        day = when[:10]
        garage = m.pick({1: 9, 2: 6, 3: 6, 4: 3, 5: 5, 6: 2 if day <= "2023-06-28" else 0})
        level = m.pick([row[0] for row in levels if row[1] == garage]) if m.chance(.9) else None
        at = int(m.random.random() ** 1.7 * 250)
        plate, used = plates[at], None
        live = [p for p in passes if p[4] <= day <= p[5] and p[1] in owned and (not p[6] or p[6] > day)]
        if live and m.chance(.25):
            one = m.pick(live)
            used, plate = one[0], m.pick(owned[one[1]])
        hours = m.pick([0, 0, 1, 1, 2, 2, 3, 4, 5, 8, 9, 10, m.whole(20, 30), m.whole(40, 60)]) if used is None else m.pick([2, 5, 8, 9, 9, 10])
        end = later(when, hours=hours, minutes=m.whole(4, 59))
        lost = int(m.chance(.05)) if used is None else 0
        status = m.pick({"closed": 95, "voided": 4})
        if end > "2024-06-30 23:00:00" or m.chance(.012):
            end, status = None, "open"
        sessions.append((n, garage, level, spelt(m, plate) if m.chance(.96) else None, used, when, end, status, lost))
        if status == "closed" and used is None and m.chance(.95):
            cents = 2500 if lost else (hours + 1) * m.pick([150, 160, 180, 200, 210, 220, 230])
            how = m.pick({"card": 9, "cash": 5, "app": 4, "CARD": 1})
            paid = epoch(later(end, minutes=-m.whole(1, 12)))
            pieces = [cents] if m.chance(.93) else [cents - cents // 3, cents // 3]
            for piece in pieces:
                payments.append((len(payments) + 1, n, paid, piece, how, None))
            if m.chance(.03):
                payments.append((len(payments) + 1, n, paid + 86400 * m.whole(1, 9), -pieces[0], how, len(payments)))
    m.add("ParkingSession", sessions)
    m.add("Payment", payments)
    fines = []
    for n in range(1, 181):
        day = m.pick(EDGES) if m.chance(.1) else m.day("2023-01-02", "2024-06-30")
        paid = later(day, days=m.pick([0, 1, 3, 10, 14, 15, 20, 40])) if m.chance(.62) else None
        fines.append((n, m.pick([1, 1, 2, 3, 4, 5]), spelt(m, plates[m.whole(226, 255) if m.chance(.15) else int(m.random.random() ** 1.5 * 255)]), day,
                      m.pick({"no ticket": 5, "overstay": 4, "reserved spot": 2, "EV spot blocked": 2}),
                      m.pick([2000, 2500, 2500, 3500, 5500]), paid, later(day, days=m.whole(2, 20)) if not paid and m.chance(.3) else None))
    m.add("Fine", fines)
    staff = []
    for n in range(1, 19):
        first, last = m.person()
        staff.append((n, f"{first} {last}", None if n == 1 else 1 if n < 4 else m.whole(2, min(n - 1, 7)),
                      None if n in (4, 9) else m.pick([1, 2, 3, 4, 5]), m.day("2016-01-01", "2024-03-31")))
    m.add("Attendant", staff)
    shifts = {}
    for _ in range(620):
        one = staff[m.whole(0, 15)]
        day = m.day("2024-01-01", "2024-06-30")
        if day >= one[4]:
            shifts[one[0], day] = (one[0], day, one[3] if one[3] and m.chance(.75) else m.whole(1, 5), m.pick([4, 6, 7.5, 8, 8, 8, 10, None]))
    m.add("Shift", shifts.values())
