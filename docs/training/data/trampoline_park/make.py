"""A chain of trampoline parks: venues, customers, bookings and their lines, staff, shifts, incidents."""
from making import later

SCHEMA = """
CREATE TABLE Venue (VenueID INTEGER PRIMARY KEY, VenueName TEXT NOT NULL, City TEXT NOT NULL, OpenedOn TEXT NOT NULL, SurfaceSqm TEXT NOT NULL, QualityRank INTEGER NOT NULL);
CREATE TABLE TicketType (TypeCode TEXT PRIMARY KEY, TypeName TEXT NOT NULL, Category TEXT NOT NULL, PriceCents INTEGER NOT NULL);
CREATE TABLE Customer (CustomerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, HomeCity TEXT, JoinedOn TEXT NOT NULL, MemberLevel TEXT, ReferredBy INTEGER);
CREATE TABLE Booking (
  BookingID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customer(CustomerID), VenueID INTEGER NOT NULL REFERENCES Venue(VenueID), BookedOn TEXT NOT NULL, VisitDate TEXT NOT NULL,
  StatusCode INTEGER NOT NULL, Channel TEXT NOT NULL, PaymentMethod TEXT, Rating INTEGER);
CREATE TABLE BookingLine (BookingID INTEGER NOT NULL REFERENCES Booking(BookingID), LineNo INTEGER NOT NULL, TypeCode TEXT NOT NULL REFERENCES TicketType(TypeCode), Quantity INTEGER NOT NULL, ListCents INTEGER NOT NULL, PaidCents INTEGER NOT NULL, PRIMARY KEY (BookingID, LineNo));
CREATE TABLE Employee (EmployeeID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, JobTitle TEXT NOT NULL, VenueID INTEGER NOT NULL REFERENCES Venue(VenueID), ManagerID INTEGER, HiredOn TEXT NOT NULL, LeftOn TEXT, HourlyPay REAL NOT NULL);
CREATE TABLE Shift (ShiftID INTEGER PRIMARY KEY, EmployeeID INTEGER NOT NULL REFERENCES Employee(EmployeeID), ShiftDate TEXT NOT NULL, ShiftKind TEXT NOT NULL, PlannedMinutes INTEGER NOT NULL, WorkedMinutes INTEGER);
CREATE TABLE Incident (IncidentID INTEGER PRIMARY KEY, VenueID INTEGER NOT NULL REFERENCES Venue(VenueID), OccurredOn TEXT NOT NULL, ReportedBy INTEGER REFERENCES Employee(EmployeeID), InjuryType TEXT NOT NULL, JumperAge TEXT, Hospital INTEGER NOT NULL);
"""
TYPES = [("J60", "Jump 60 min", "jump", 1200), ("J90", "Jump 90 min", "jump", 1600), ("J120", "Jump 120 min", "jump", 1950), ("TOD", "Toddler hour", "jump", 750), ("SOC", "Grip socks", "extra", 250), ("LOC", "Locker", "extra", 200),
         ("PTY", "Party package", "party", 2400), ("PTX", "Party deluxe", "party", 3150), ("NIN", "Ninja course", "jump", 900), ("GLO", "Glow night", "event", 1800)]


def fill(m):
    venues = [(n, name, city, m.day("2016-01-01", "2024-12-31"), str(m.whole(620, 990) if n % 3 == 0 else m.whole(1010, 4800)), rank) for n, (name, city, rank) in enumerate(
        [("Sky Hall", "Dortmund", 3), ("Bounce Yard", "Essen", 1), ("Air Box", "Essen", 6), ("Jump Dome", "Bochum", 2), ("Hop House", "Dortmund", 7), ("Flip Factory", "Hagen", 4), ("Spring Works", "Witten", 5), ("Gravity", "Bochum", 8)], 1)]
    m.add("Venue", venues)
    m.add("TicketType", TYPES)
    custs = m.add("Customer", [(n, " ".join(m.person()), m.pick({"Dortmund": 4, "Essen": 3, "Bochum": 3, "Hagen": 1}) if m.chance(.92) else None, m.day("2021-01-01", "2026-06-20"), m.pick(["silver", "silver", "gold"]) if m.chance(.4) else None,
                                m.whole(1, n - 1) if n > 6 and m.chance(.3) else None) for n in range(1, 151)])
    bookings, lines = [], []
    for n in range(1, 521):
        booked = m.day("2024-01-01", "2026-06-25")
        status = m.pick({1: 2, 2: 12, 3: 2, 4: 1})
        bookings.append((n, int(m.random.random() ** 1.8 * 135) + 1, m.pick({1: 6, 2: 5, 3: 2, 4: 4, 5: 2, 6: 2, 7: 1}), booked, later(booked, days=m.whole(0, 30)), status, m.pick({"web": 6, "app": 4, "desk": 3, "phone": 1}),
                         m.pick({"card": 6, "cash": 3, "voucher": 1}) if status != 1 else None, m.pick([1, 2, 3, 3, 4, 4, 5, 5, 5]) if status == 2 and m.chance(.6) else None))
        for k in range(1, m.pick([1, 1, 2, 2, 3]) + 1):
            t = TYPES[int(m.random.random() ** 1.4 * 9)]
            lines.append((n, k, t[0], m.pick([1, 1, 2, 2, 3, 4, 8, 12]), t[3], t[3] if m.chance(.75) else int(t[3] * m.pick([.5, .8, .9]))))
    m.add("Booking", bookings)
    m.add("BookingLine", lines)
    staff = []
    for n in range(1, 61):
        hired = m.day("2017-01-01", "2026-04-30")
        staff.append((n, " ".join(m.person()), "manager" if n < 8 else m.pick({"court monitor": 6, "cashier": 3, "cleaner": 1, "technician": 1}), n if n < 8 else m.whole(1, 7), None if n == 1 else 1 if n < 8 else m.whole(2, 7) if m.chance(.85) else m.whole(8, n - 1) if n > 8 else 2, hired,
                      later(hired, days=m.whole(60, 900)) if n > 7 and m.chance(.4) and hired < "2023-12-31" else None, m.amount(12.5, 24)))
    m.add("Employee", staff)
    shifts = []
    for n in range(1, 421):
        plan = m.pick([240, 300, 360, 480])
        shifts.append((n, m.whole(2, 55), m.day("2025-01-01", "2026-06-28"), m.pick({"weekday": 6, "weekend": 4, "holiday": 1}), plan, max(60, plan + m.pick([-60, -30, 0, 0, 0, 15, 30, 75])) if m.chance(.93) else None))
    m.add("Shift", shifts)
    rows = []
    for n in range(1, 131):
        y, mo, d = m.day("2023-01-01", "2026-06-28").split("-")
        rows.append((n, m.pick({1: 5, 2: 3, 3: 4, 4: 2, 5: 1, 6: 1}), f"{d}.{mo}.{y}", m.whole(2, 45) if m.chance(.85) else None, m.pick({"sprain": 5, "bruise": 5, "fracture": 2, "cut": 2}), str(m.whole(4, 41)) if m.chance(.9) else None, int(m.chance(.2))))
    m.add("Incident", rows)
