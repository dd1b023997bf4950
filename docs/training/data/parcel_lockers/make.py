"""Parcel lockers: stations and compartments, carriers and their invoices, customers, parcels, inspections, complaints. Days move with the day it is made."""
from making import ago

SCHEMA = """
CREATE TABLE Station (StationId INTEGER PRIMARY KEY, StationName TEXT NOT NULL, City TEXT NOT NULL, InstalledOn TEXT NOT NULL, ClosedOn TEXT);
CREATE TABLE Compartment (
  CompartmentId INTEGER PRIMARY KEY, StationId INTEGER NOT NULL REFERENCES Station(StationId), SizeCode TEXT NOT NULL, OutOfOrder INTEGER NOT NULL);
CREATE TABLE Carrier (CarrierId INTEGER PRIMARY KEY, CarrierName TEXT NOT NULL, SignedOn TEXT NOT NULL, ContractEndsOn TEXT NOT NULL);
CREATE TABLE Customer (
  CustomerId INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, Email TEXT, RegisteredOn TEXT NOT NULL, LastLoginAt TEXT, Blocked INTEGER NOT NULL);
CREATE TABLE Parcel (
  ParcelId INTEGER PRIMARY KEY, CarrierId INTEGER NOT NULL REFERENCES Carrier(CarrierId), CustomerId INTEGER NOT NULL REFERENCES Customer(CustomerId),
  CompartmentId INTEGER NOT NULL REFERENCES Compartment(CompartmentId), ShippedOn TEXT NOT NULL, DepositedAt TEXT NOT NULL, CollectBy TEXT NOT NULL,
  CollectedAt TEXT, ReturnedOn TEXT, WeightKg REAL NOT NULL, Fee REAL NOT NULL);
CREATE TABLE Inspection (
  InspectionId INTEGER PRIMARY KEY, StationId INTEGER NOT NULL REFERENCES Station(StationId), PlannedOn TEXT NOT NULL, DoneOn TEXT, Passed INTEGER, Cost INTEGER);
CREATE TABLE Invoice (
  InvoiceId INTEGER PRIMARY KEY, CarrierId INTEGER NOT NULL REFERENCES Carrier(CarrierId), IssuedOn TEXT NOT NULL, DueOn TEXT NOT NULL, PaidOn TEXT, Amount REAL NOT NULL);
CREATE TABLE Complaint (
  ComplaintId INTEGER PRIMARY KEY, ParcelId INTEGER NOT NULL REFERENCES Parcel(ParcelId), OpenedOn TEXT NOT NULL, ClosedOn TEXT, Topic TEXT NOT NULL, Refund REAL);
"""
ENDS = [-4, -13, -22, -31, -40, -49, -58, -70, -150, -310, -500, 45, 160, 420]
NAMES = ["Swiftway", "Nordpost", "Blue Van", "CargoBee", "Parzel", "Runner One", "Haulix", "Postino", "Zip Freight", "Metro Box", "Kurier 24", "Longline", "Dropwell", "Fetch Co"]


def at(m, day, first=6, last=22):
    return f"{ago(day)} {m.whole(first, last):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}"


def fill(m):
    stations = [(n, f"{m.pick(['Station', 'Market', 'Mall', 'Depot', 'Park', 'Campus'])} {n:02}", m.pick(["Graz", "Linz", "Wels", "Steyr"]), d)
                for n, d in enumerate([m.whole(760, 2200) if n % 2 else m.whole(60, 700) for n in range(1, 37)], 1)]
    shut = {n: m.whole(5, 300) for n in range(5, 37, 6) if stations[n - 1][3] > 320}
    m.add("Station", [(*s[:3], ago(s[3]), ago(shut[s[0]]) if s[0] in shut else None) for s in stations])
    boxes = []
    for s in stations:
        for _ in range(m.whole(6, 14)):
            boxes.append((len(boxes) + 1, s[0], m.pick({"S": 5, "M": 4, "L": 2, "XL": 1}), int(m.chance(.13))))
    m.add("Compartment", boxes)
    m.add("Carrier", [(n, name, ago(end + 365 * m.pick([2, 3, 4])), ago(end)) for n, (name, end) in enumerate(zip(NAMES, ENDS), 1)])
    people = []
    since = [0, 0, 1, 1] + [d for d in range(2, 30)] + [m.whole(30, 800) for _ in range(210)] + [m.whole(801, 1600) for _ in range(60)]
    for number, day in enumerate(sorted(since, reverse=True), 1):
        quiet = m.whole(0, day)
        quiet = m.whole(400, day) if day > 450 and m.chance(.35) else int(quiet * m.random.random() ** 2)
        people.append((number, day))
        who = " ".join(m.person())
        m.add("Customer", [(number, who, f"c{number}@post.example" if m.chance(.9) else None, ago(day), at(m, quiet) if m.chance(.93) else None, int(m.chance(.16)))])
    parcels, troubles = [], []
    for day in range(800, -1, -1):
        for _ in range(6 if day < 20 else 4 if day < 100 else 2):
            box = m.pick([b for b in boxes if stations[b[1] - 1][3] >= day and shut.get(b[1], -1) < day])
            who = m.pick([p for p in people if p[1] >= day][-150:]) if m.chance(.8) else m.pick(people[:40])
            number = len(parcels) + 1
            kept = m.pick([0, 0, 1, 1, 2, 3, 5, 6, 9])
            fate = m.pick({"taken": 88, "back": 8, "there": 2}) if day > 12 else m.pick({"taken": 70, "there": 30})
            taken = at(m, day - kept, 8, 23) if fate == "taken" and kept <= day else None
            if taken and kept == 0:
                taken = f"{ago(day)} 23:{m.whole(0, 59):02}:{m.whole(0, 59):02}"
            parcels.append((number, m.whole(1, 14), who[0], box[0], ago(day + m.whole(1, 5)), at(m, day, 6, 21), ago(day - m.pick([5, 7, 7, 9])), taken,
                            ago(day - 10) if fate == "back" and day > 12 else None, m.amount(.2, 24, 1), m.pick([1.9, 2.4, 2.9, 3.5, 4.9]) + m.whole(0, 9) / 100))
            if m.chance(.16) or day < 20 and m.chance(.2):
                opened = max(day - m.whole(0, 9), 0)
                closed = opened - m.whole(0, 16) if m.chance(.82) else None
                closed = closed if closed is not None and closed >= 0 else None
                troubles.append((len(troubles) + 1, number, ago(opened), ago(closed) if closed is not None else None,
                                 m.pick({"damaged": 4, "door stuck": 3, "wrong size": 1, "no code": 3, "lost": 1}),
                                 m.amount(3, 60) if closed is not None and m.chance(.6) else None))
    m.add("Parcel", parcels)
    for day in range(0, 45):
        troubles.append((len(troubles) + 1, m.whole(200, 1700), ago(day + m.whole(2, 9)), ago(day), m.pick(["damaged", "door stuck", "no code"]), m.amount(3, 60)))
    m.add("Complaint", troubles)
    visits = []
    for day in range(800, -70, -1):
        for _ in range(2 if day < 40 else m.pick([0, 1])):
            done = day - m.pick([0, 0, 0, 1, 2, 6]) if m.chance(.88) else None
            done = done if done is not None and done >= 0 else None
            where = m.whole(1, 35) if day > 200 else m.whole(1, 27)
            visits.append((len(visits) + 1, where, ago(day), ago(done) if done is not None else None, int(m.chance(.8)) if done is not None else None,
                           m.whole(40, 260) if done is not None else None))
    m.add("Inspection", visits)
    bills = []
    for day in range(800, -1, -1):
        for _ in range(2 if day < 60 else m.pick([0, 1])):
            term = m.pick([10, 14, 30])
            paid = day - m.whole(2, term + 14) if m.chance(.85) else None
            paid = paid if paid is not None and paid >= 0 else None
            bills.append((len(bills) + 1, m.whole(1, 12), ago(day), ago(day - term), ago(paid) if paid is not None else None, m.amount(80, 900)))
    m.add("Invoice", bills)
