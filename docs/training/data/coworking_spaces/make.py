"""Shared offices: locations, rooms, desks, members of companies, memberships, room bookings, check-ins, invoices, events."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE Location (LocationId INTEGER PRIMARY KEY, Name TEXT NOT NULL, City TEXT, OpenedOn TEXT, ClosedOn TEXT);
CREATE TABLE Room (RoomId INTEGER PRIMARY KEY, LocationId INTEGER REFERENCES Location(LocationId), Name TEXT, Kind TEXT,
  Seats INTEGER, HourlyCents INTEGER);
CREATE TABLE Amenity (AmenityId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE RoomAmenity (RoomId INTEGER REFERENCES Room(RoomId), AmenityId INTEGER REFERENCES Amenity(AmenityId),
  PRIMARY KEY (RoomId, AmenityId));
CREATE TABLE Desk (DeskId INTEGER PRIMARY KEY, LocationId INTEGER REFERENCES Location(LocationId), Zone TEXT,
  IsStanding INTEGER, RemovedOn TEXT);
CREATE TABLE Company (CompanyId INTEGER PRIMARY KEY, Name TEXT, Industry TEXT,
  ParentCompanyId INTEGER REFERENCES Company(CompanyId));
CREATE TABLE Member (MemberId INTEGER PRIMARY KEY, CompanyId INTEGER REFERENCES Company(CompanyId), FullName TEXT,
  Email TEXT, JoinedOn TEXT, ReferredById INTEGER REFERENCES Member(MemberId), DeletedAt TEXT);
CREATE TABLE Plan (PlanId INTEGER PRIMARY KEY, Name TEXT, MonthlyCents INTEGER, IncludedHours INTEGER);
CREATE TABLE Membership (MembershipId INTEGER PRIMARY KEY, MemberId INTEGER REFERENCES Member(MemberId),
  PlanId INTEGER REFERENCES Plan(PlanId), LocationId INTEGER REFERENCES Location(LocationId), StartsOn TEXT, EndsOn TEXT,
  Status TEXT);
CREATE TABLE RoomBooking (BookingId INTEGER PRIMARY KEY, RoomId INTEGER REFERENCES Room(RoomId),
  MemberId INTEGER REFERENCES Member(MemberId), StartAt INTEGER, EndAt INTEGER, Status TEXT, CreatedAt INTEGER);
CREATE TABLE CheckIn (CheckInId INTEGER PRIMARY KEY, MemberId INTEGER REFERENCES Member(MemberId),
  LocationId INTEGER REFERENCES Location(LocationId), InAt INTEGER, OutAt INTEGER);
CREATE TABLE Invoice (InvoiceId INTEGER PRIMARY KEY, MemberId INTEGER REFERENCES Member(MemberId), IssuedOn TEXT,
  DueOn TEXT, PaidOn TEXT, Status TEXT);
CREATE TABLE InvoiceLine (InvoiceId INTEGER REFERENCES Invoice(InvoiceId), LineNo INTEGER, Kind TEXT, Quantity INTEGER,
  UnitCents INTEGER, PRIMARY KEY (InvoiceId, LineNo));
CREATE TABLE Event (EventId INTEGER PRIMARY KEY, RoomId INTEGER REFERENCES Room(RoomId), Title TEXT,
  HostMemberId INTEGER REFERENCES Member(MemberId), StartsAt TEXT, Capacity INTEGER);
CREATE TABLE EventSignup (EventId INTEGER REFERENCES Event(EventId), MemberId INTEGER REFERENCES Member(MemberId),
  SignedUpOn TEXT, Attended INTEGER, PRIMARY KEY (EventId, MemberId));
CREATE TABLE SupportRequest (RequestId INTEGER PRIMARY KEY, MemberId INTEGER, LocationId INTEGER, Topic TEXT,
  OpenedOn TEXT, ClosedOn TEXT, Rating TEXT);
"""

LOCATIONS = [("Foundry", "Leipzig", "2019-03-01", None), ("Old Mill", "Leipzig", "2020-09-15", None),
             ("Dockside", "Hamburg", "2021-02-01", None), ("Tram Depot", "Vienna", "2021-11-01", None),
             ("Attic", "Vienna", "2020-01-10", "2023-09-30"), ("Greenhouse", "Graz", "2022-06-01", None),
             ("Parcel Hall", None, "2024-06-15", None)]
PLANS = [("Flex 5", 9900, 2), ("Flex Unlimited", 21900, 5), ("Fixed Desk", 32900, 10), ("Team Office", 89000, 30),
         ("Evening", 6900, 0), ("Virtual", 3900, None)]
FIRMS = "Amber Birch Copper Delta Ember Fern Granite Hollow Indigo Juniper Krill Lantern Mosaic Nimbus Onyx Pixel".split()
KINDS = "Labs Studio Partners Works".split()
AMENITIES = ["screen", "whiteboard", "video kit", "phone", "coffee", "projector", "piano"]
TITLES = ["Founders breakfast", "SQL evening", "Yoga at noon", "Tax clinic", "Pitch night", "Book club", "Open mic"]


def seconds(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def slashed(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("Location", [(n, *row) for n, row in enumerate(LOCATIONS, 1)])
    rooms = []
    for place in range(1, 7):
        for _ in range(m.whole(4, 8)):
            kind = m.pick({"meeting": 6, "Meeting": 2, "phone booth": 3, "event": 2})
            seats = {"phone booth": 1, "event": m.whole(30, 90)}.get(kind, m.pick([4, 6, 6, 8, 12]))
            rooms.append((len(rooms) + 1, place, f"{m.pick('Oak Elm Ash Fir Yew Lime Plum'.split())} {len(rooms) + 1}", kind,
                          seats if m.chance(.94) else None, None if kind == "phone booth" and m.chance(.6) else
                          m.pick([800, 1200, 1500, 2000, 2500]) * (3 if kind == "event" else 1)))
    m.add("Room", rooms)
    m.add("Amenity", enumerate(AMENITIES, 1))
    m.add("RoomAmenity", [(r[0], a) for r in rooms for a in sorted(m.some(range(1, 7), m.pick([0, 1, 2, 2, 3, 4])))])
    m.add("Desk", [(n, m.whole(1, 6), m.pick(["quiet", "Quiet", "open", "open", "window", None]), int(m.chance(.3)),
                    m.day("2022-01-01", "2024-06-01") if m.chance(.12) else None) for n in range(1, 151)])
    firms = [f"{a} {b}" for a in FIRMS for b in KINDS]
    m.add("Company", [(n, name, m.pick({"software": 5, "design": 3, "Software": 1, "law": 1, "media": 2, None: 1}),
                       m.whole(1, n - 1) if n > 4 and m.chance(.2) else None) for n, name in enumerate(m.some(firms, 48), 1)])
    members, plans, bookings, visits, bills, lines, asks = [], [], [], [], [], [], []
    for n in range(1, 301):
        first, last = m.person()
        joined = m.day("2021-01-01", "2024-06-20")
        members.append((n, m.whole(1, 44) if m.chance(.72) else None, f"{first} {last}",
                        f"{first}.{last}{n % 70}@{m.pick(['cowork.test', 'Mail.test', 'example.com'])}" if m.chance(.9) else None,
                        joined, int(m.random.random() ** 2 * (n - 1)) + 1 if n > 3 and m.chance(.3) else None,
                        m.moment("2023-03-01", "2024-06-20") if m.chance(.07) else None))
        at = joined
        for step in range(m.pick([0, 1, 1, 1, 1, 2, 2, 3])):
            if at > "2024-06-25":
                break
            end = later(at, days=m.pick([m.whole(25, 90), m.whole(90, 400)])) if m.chance(.7) else None
            live = end is None or end > "2024-06-30"
            plans.append((len(plans) + 1, n, m.pick({1: 6, 2: 5, 3: 4, 4: 1, 5: 2}), m.whole(1, 6) if m.chance(.95) else None, at,
                          end, m.pick({"active": 8, "Active": 1, "paused": 1}) if live else m.pick({"ended": 9, "Ended": 1})))
            if end is None:
                break
            at = later(end, days=m.pick([1, 1, 1, m.whole(10, 120)]))
    m.add("Member", members)
    m.add("Plan", [(n, *row) for n, row in enumerate(PLANS, 1)])
    m.add("Membership", plans)
    days = ["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31", "2024-06-30"]
    for _ in range(1300):
        who = int(m.random.random() ** 1.5 * 280) + 1
        day = max(members[who - 1][4], m.pick(days) if m.chance(.08) else m.day("2023-01-01", "2024-06-30"))
        start = seconds(day) + 1800 * m.pick([0, 14, 16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 32, 34, 46])
        took = 1800 * m.pick([1, 1, 2, 2, 2, 3, 4, 6, 8])
        bookings.append((start, m.whole(1, len(rooms) - 1), who if m.chance(.97) else None, start, start + took,
                         m.pick({"confirmed": 80, "Confirmed": 7, "cancelled": 10, "no_show": 3}),
                         start - m.pick([m.whole(300, 7200), m.whole(7200, 200000), m.whole(86400, 3000000)])))
    m.add("RoomBooking", [(n,) + row[1:] for n, row in enumerate(sorted(bookings, key=lambda b: b[:2]), 1)])
    for _ in range(2400):
        plan = m.pick(plans)
        last = min(plan[5] or "2024-06-30", "2024-06-30")
        day = m.day(max(plan[4], "2023-01-01") if max(plan[4], "2023-01-01") <= last else last, last)
        start = seconds(day) + m.whole(6 * 3600, 20 * 3600)
        visits.append((start, plan[1], plan[3] if plan[3] and m.chance(.85) else m.whole(1, 6), start,
                       start + m.whole(900, 36000) if m.chance(.93) else None))
    m.add("CheckIn", [(n,) + row[1:] for n, row in enumerate(sorted(visits, key=lambda v: v[:2]), 1)])
    for plan in plans:
        at = plan[4]
        while at < min(plan[5] or "2024-06-30", "2024-06-30"):
            if at >= "2023-01-01" and m.chance(.45):
                issued, due = at, later(at, days=14)
                paid = later(issued, days=int(m.skewed(0, 60))) if m.chance(.85) else None
                paid = paid if paid and paid <= "2024-06-30" else None
                state = "paid" if paid else m.pick({"open": 6, "Open": 1, "void": 2})
                number = len(bills) + 1
                bills.append((number, plan[1], issued, due, paid, state))
                lines.append((number, 1, "membership", 1, PLANS[plan[2] - 1][1]))
                for at_line in range(2, 2 + m.pick([0, 0, 1, 1, 2, 3])):
                    kind = m.pick({"room": 5, "print": 4, "locker": 2, "discount": 1.5})
                    lines.append((number, at_line, kind, m.whole(1, 40) if kind == "print" else m.whole(1, 4),
                                  {"room": m.pick([1200, 1500, 2500]), "print": 10, "locker": 1900}.get(kind, -1000)))
            at = later(at, days=30)
    m.add("Invoice", bills)
    m.add("InvoiceLine", lines)
    halls = [r for r in rooms if r[3] == "event"] or rooms[:3]
    events, signups = [], []
    for n, day in enumerate(sorted(m.day("2023-01-01", "2024-07-20") for _ in range(75)), 1):
        when = f"{day} {m.pick(['08:30', '12:00', '18:00', '19:30', '23:15'])}:00"
        events.append((n, m.pick(halls)[0] if m.chance(.93) else None, m.pick(TITLES), m.whole(1, 120) if m.chance(.8) else None,
                       when, m.pick([10, 12, 20, 40, None])))
        for who in sorted(m.some(range(1, 251), m.pick([0, 3, 6, 9, 12, 16, 22]))):
            signups.append((n, who, later(day, days=-m.whole(0, 20)), None if day > "2024-06-30" or m.chance(.05) else int(m.chance(.7))))
    m.add("Event", events)
    m.add("EventSignup", signups)
    for _ in range(260):
        day = m.day("2023-01-01", "2024-06-28")
        closed = later(day, days=int(m.skewed(0, 40))) if m.chance(.85) else None
        asks.append((day, m.whole(1, 300), m.whole(1, 6), m.pick({"wifi": 5, "access card": 3, "noise": 2, "heating": 2, "Wifi": 1, "billing": 2}),
                     slashed(day), slashed(closed) if closed else None, m.pick(["1", "2", "3", "4", "5", "9", "10", "n/a", None]) if closed else None))
    m.add("SupportRequest", [(n,) + row[1:] for n, row in enumerate(sorted(asks, key=lambda a: a[:2]), 1)])
