"""A network of car chargers: drivers and their cards, stations, chargers, charging sessions, invoices, faults, reservations. Days move with today."""
from making import ago

SCHEMA = """
CREATE TABLE Drivers (DriverId INTEGER PRIMARY KEY, DriverName TEXT NOT NULL, Email TEXT, HomeCity TEXT, Tariff TEXT NOT NULL, JoinedOn TEXT NOT NULL, CancelledOn TEXT);
CREATE TABLE Stations (StationId INTEGER PRIMARY KEY, StationName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, LeaseEndsOn TEXT);
CREATE TABLE Chargers (ChargerId INTEGER PRIMARY KEY, StationId INTEGER NOT NULL REFERENCES Stations(StationId), Connector TEXT NOT NULL, MaxKw INTEGER NOT NULL, InstalledOn TEXT NOT NULL, LastInspectedOn TEXT, Status TEXT NOT NULL);
CREATE TABLE Sessions (
  SessionId INTEGER PRIMARY KEY, ChargerId INTEGER NOT NULL REFERENCES Chargers(ChargerId), DriverId INTEGER REFERENCES Drivers(DriverId), StartedAt TEXT NOT NULL, EndedAt TEXT,
  EnergyKwh INTEGER NOT NULL, Amount INTEGER NOT NULL, StopReason TEXT);
CREATE TABLE Invoices (InvoiceId INTEGER PRIMARY KEY, DriverId INTEGER NOT NULL REFERENCES Drivers(DriverId), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, Amount INTEGER NOT NULL, PaidOn TEXT);
CREATE TABLE Faults (FaultId INTEGER PRIMARY KEY, ChargerId INTEGER NOT NULL REFERENCES Chargers(ChargerId), ReportedAt TEXT NOT NULL, FixedAt TEXT, Severity TEXT NOT NULL, Symptom TEXT NOT NULL);
CREATE TABLE Reservations (ReservationId INTEGER PRIMARY KEY, ChargerId INTEGER NOT NULL REFERENCES Chargers(ChargerId), DriverId INTEGER NOT NULL REFERENCES Drivers(DriverId), MadeOn TEXT NOT NULL, ReservedFor TEXT NOT NULL, Status TEXT NOT NULL);
CREATE TABLE RfidCards (CardNo TEXT PRIMARY KEY, DriverId INTEGER NOT NULL REFERENCES Drivers(DriverId), IssuedOn TEXT NOT NULL, ExpiresOn TEXT NOT NULL, BlockedOn TEXT);
"""
CITIES = ["Bremen", "Kassel", "Leipzig", "Mainz", "Ulm"]


def clock(m, day):
    """A time of that day, early if it may be today."""
    return f"{day} {m.whole(0, 23) if day < ago(0) else 0:02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}"


def fill(m):
    drivers = []
    for n in range(1, 241):
        # Some who joined on each of the last days, in each of the last months, and long ago.
        joined = n if n <= 16 else n * 3 if n < 60 else m.whole(20, 800) if n < 200 else m.whole(801, 2600)
        joined = 0 if n in (1, 2, 3) else joined
        quit = m.whole(0, joined - 1) if joined > 30 and m.chance(.25) else None
        quit = 0 if n in (61, 62) else 1 if n in (63, 64, 65) else quit
        drivers.append((n, " ".join(m.person()), f"driver{n}@mail.test" if m.chance(.85) else None, m.pick(CITIES) if m.chance(.9) else None,
                        m.pick({"Basic": 6, "Plus": 3, "Fleet": 2}), ago(joined), None if quit is None else ago(quit)))
    m.add("Drivers", drivers)
    stations = [(n, m.pick(["Market", "Harbour", "Airport", "Old Mill", "Stadium", "Uni"]) + f" {n}", CITIES[n % 5] if n < 11 else m.pick(CITIES), ago(m.whole(300, 3000)),
                 ago(m.pick([m.whole(1, 200), -m.whole(1, 28), -m.whole(40, 360), -m.whole(400, 1500)])) if n > 8 and m.chance(.85) else ago([9, -5, -25, -45, -200, -600, 60, -300][n % 8])) for n in range(1, 25)]
    m.add("Stations", stations)
    chargers = []
    for s in stations:
        for _ in range(m.whole(2, 5)):
            n = len(chargers) + 1
            put = m.whole(10, 2900)
            seen = m.whole(0, min(put, 700)) if m.chance(.88) else None
            chargers.append((n, s[0], m.pick({"CCS": 5, "Type 2": 4, "CHAdeMO": 1}), m.pick([22, 50, 150, 300]), ago(put), None if seen is None else ago(seen),
                             m.pick({"in service": 8, "out of order": 2, "retired": 1})))
    chargers[0] = (*chargers[0][:4], ago(2100), None, "in service")
    chargers[1] = (*chargers[1][:4], ago(2300), ago(500), "in service")
    chargers[2] = (*chargers[2][:4], ago(2050), ago(400), "out of order")
    chargers[3] = (*chargers[3][:4], ago(400), ago(40), "retired")
    m.add("Chargers", chargers)
    charged = []
    for back in range(800, -1, -1):
        for _ in range(m.whole(2, 5) + (2 if back < 15 else 0)):
            day = ago(back)
            start = clock(m, day)
            kwh = m.whole(4, 78)
            # Drivers from 170 on charge seldom or never, some only long ago.
            who = m.whole(1, 150) if back > 120 else m.whole(1, 110)
            who = who if m.chance(.85) and ago(back) >= drivers[who - 1][5] else m.whole(66, 110) if m.chance(.5) else None
            charged.append((len(charged) + 1, int(m.random.random() ** 1.3 * (len(chargers) - 6)) + 1, who, start, f"{day} {start[11:13]}:59:59" if m.chance(.96) else None,
                            kwh, kwh * m.pick([39, 49, 59, 79]) // 100 + m.whole(0, 2), m.pick({"full": 5, "unplugged": 6, "error": 1, "limit reached": 1})))
    m.add("Sessions", charged)
    bills = []
    for back in range(790, -1, -1):
        for _ in range(m.whole(0, 2) + (back < 15)):
            due = back - m.pick([7, 14, 30])
            paid = back - m.whole(0, 45) if m.chance(.82) else None
            if paid is not None and paid < 0:
                paid = None
            bills.append((len(bills) + 1, m.whole(1, 200), ago(back), ago(due), m.whole(8, 240), None if paid is None else ago(paid)))
    for back in (0, 0, 1, 1, 1, 2, 3, 4, 5, 6):
        bills.append((len(bills) + 1, m.whole(1, 200), ago(back + m.whole(15, 28)), ago(m.whole(-3, 3)), m.whole(8, 240), ago(back)))
    m.add("Invoices", bills)
    faults = []
    for back in range(780, -1, -1):
        for _ in range(m.pick([0, 0, 1, 1]) if back > 14 else m.whole(1, 2)):
            fixed = back - m.whole(0, 25) if m.chance(.85) else None
            if fixed is not None and fixed < 0:
                fixed = None
            at = f"{ago(back)} 00:{m.whole(0, 29):02}:00"
            faults.append((len(faults) + 1, m.whole(1, len(chargers) - 3), at, None if fixed is None else f"{ago(fixed)} 00:{m.whole(30, 59)}:00",
                           m.pick({"low": 4, "medium": 4, "critical": 2}), m.pick(["no power", "screen dark", "plug stuck", "card reader dead"])))
    m.add("Faults", faults)
    held = []
    for back in range(500, -75, -1):
        for _ in range(m.pick([0, 1, 2]) if back > 14 else 3):
            state = m.pick({"used": 6, "no-show": 2, "cancelled": 2}) if back > 0 else m.pick({"booked": 5, "cancelled": 2})
            made = max(back, 0) + m.whole(0, 20)
            held.append((len(held) + 1, m.whole(1, len(chargers)), m.whole(1, 160), ago(made), ago(back), state))
    m.add("Reservations", held)
    cards = []
    for n in range(1, 261):
        issued = m.whole(0, 1500)
        runs = issued - 1095 if n > 40 else m.whole(-60, 60)
        if n <= 40:
            issued = 1095 + runs
        blocked = m.whole(0, issued) if m.chance(.12) else None
        cards.append((f"R{n:04}", m.whole(1, 240), ago(issued), ago(runs), None if blocked is None else ago(blocked)))
    m.add("RfidCards", cards)
