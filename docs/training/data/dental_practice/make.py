"""Dental practices: patients, insurers, appointments, treatments, findings, invoices in two units, recalls, lab work."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE Practice (PracticeId INTEGER PRIMARY KEY, Name TEXT, City TEXT, OpenedOn TEXT);
CREATE TABLE Dentist (DentistId INTEGER PRIMARY KEY, FullName TEXT, Speciality TEXT,
  PracticeId INTEGER REFERENCES Practice(PracticeId), SupervisorId INTEGER REFERENCES Dentist(DentistId),
  HiredOn TEXT, LeftOn TEXT);
CREATE TABLE Chair (ChairId INTEGER PRIMARY KEY, PracticeId INTEGER REFERENCES Practice(PracticeId), Label TEXT, Active TEXT);
CREATE TABLE Insurer (InsurerId INTEGER PRIMARY KEY, Name TEXT, Kind TEXT, CoverPct INTEGER);
CREATE TABLE Patient (PatientId INTEGER PRIMARY KEY, FullName TEXT, BirthDate TEXT, Sex TEXT, Phone TEXT,
  InsurerId INTEGER REFERENCES Insurer(InsurerId), GuarantorId INTEGER REFERENCES Patient(PatientId),
  HomePracticeId INTEGER REFERENCES Practice(PracticeId), RegisteredOn TEXT, Archived INTEGER);
CREATE TABLE PatientAllergy (PatientId INTEGER REFERENCES Patient(PatientId), Allergen TEXT, NotedOn TEXT);
CREATE TABLE Fee (Code TEXT PRIMARY KEY, Description TEXT, Category TEXT, PriceCents INTEGER, Minutes INTEGER);
CREATE TABLE Appointment (AppointmentId INTEGER PRIMARY KEY, PatientId INTEGER REFERENCES Patient(PatientId),
  DentistId INTEGER REFERENCES Dentist(DentistId), ChairId INTEGER REFERENCES Chair(ChairId),
  StartsAt TEXT, PlannedMinutes INTEGER, Status TEXT, BookedAt TEXT, BookedVia TEXT);
CREATE TABLE Treatment (TreatmentId INTEGER PRIMARY KEY, AppointmentId INTEGER REFERENCES Appointment(AppointmentId),
  Code TEXT REFERENCES Fee(Code), Tooth INTEGER, PriceCents INTEGER, DiscountPct INTEGER);
CREATE TABLE Finding (PatientId INTEGER REFERENCES Patient(PatientId), Tooth INTEGER, FoundOn TEXT, Kind TEXT,
  Severity INTEGER, PRIMARY KEY (PatientId, Tooth, FoundOn));
CREATE TABLE Invoice (InvoiceId INTEGER PRIMARY KEY, AppointmentId INTEGER REFERENCES Appointment(AppointmentId),
  PatientId INTEGER REFERENCES Patient(PatientId), IssuedOn TEXT, TotalEuro REAL, Status TEXT);
CREATE TABLE Payment (PaymentId INTEGER PRIMARY KEY, InvoiceId INTEGER REFERENCES Invoice(InvoiceId),
  PaidOn TEXT, AmountCents INTEGER, Method TEXT, IsRefund INTEGER);
CREATE TABLE Recall (RecallId INTEGER PRIMARY KEY, PatientId INTEGER REFERENCES Patient(PatientId), Kind TEXT,
  DueOn TEXT, SentAt INTEGER, AppointmentId INTEGER REFERENCES Appointment(AppointmentId));
CREATE TABLE LabOrder (LabOrderId INTEGER PRIMARY KEY, TreatmentId INTEGER REFERENCES Treatment(TreatmentId), Lab TEXT,
  OrderedOn TEXT, ReceivedOn TEXT, CostEuro TEXT);
"""

FEES = [("E01", "Check-up", "exam", 4500, 20), ("E02", "Emergency exam", "exam", 7000, 30), ("X10", "X-ray, single", "imaging", 2800, 5),
        ("X20", "Panoramic X-ray", "imaging", 8500, 10), ("P30", "Professional cleaning", "prevention", 9500, 45),
        ("P31", "Fluoride varnish", "prevention", 2500, 10), ("F40", "Filling, one surface", "filling", 8000, 30),
        ("F41", "Filling, several surfaces", "filling", 13000, 45), ("R50", "Root canal treatment", "endodontics", 42000, 90),
        ("S60", "Extraction", "surgery", 9900, 30), ("S61", "Implant", "surgery", 145000, 120), ("C70", "Crown", "prosthetics", 68000, 60),
        ("C71", "Bridge", "prosthetics", 125000, 90), ("A80", "Night guard", "appliance", None, 30), ("W90", "Whitening", "cosmetic", 29000, 60)]
INSURERS = [("Nordkasse", "public", 80), ("Vita Mutual", "public", 75), ("Helios Private", "private", 90), ("Alpenschutz", "private", 60),
            ("Landkasse", "Public", 70), ("Dentaplus", "supplement", None)]
TEETH = [q * 10 + t for q in (1, 2, 3, 4) for t in range(1, 9)]


def epoch(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def american(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    m.add("Practice", [(1, "Lindenhof", "Bern", "2009-04-01"), (2, "Marktgasse", "Bern", "2015-09-01"), (3, "Seeufer", "Thun", "2019-02-15"),
                       (4, "Bahnhof", "Biel", None)])
    dentists = []
    for n in range(1, 19):
        first, last = m.person()
        dentists.append((n, f"Dr. {first} {last}", m.pick({"general": 6, "General": 1, "orthodontics": 2, "surgery": 2, None: 1}) if n > 3 else "general",
                         m.pick([1, 1, 2, 2, 3]) if n > 3 else n, None if n < 3 else m.whole(1, 2) if n < 8 else m.whole(2, 7) if m.chance(.9) else None,
                         m.day("2012-01-01", "2022-12-31"), m.day("2023-03-01", "2024-05-31") if n in (9, 14) else None))
    m.add("Dentist", dentists)
    chairs = [(n, 1 + (n - 1) // 4, f"Room {1 + (n - 1) % 4}", "N" if n in (4, 11) else "y" if n == 6 else "Y") for n in range(1, 14)]
    m.add("Chair", chairs)
    m.add("Insurer", [(n, *row) for n, row in enumerate(INSURERS, 1)])
    patients = []
    for n in range(1, 301):
        first, last = m.person()
        child = m.chance(.27)
        patients.append((n, f"{first} {last}", m.day("2008-01-01", "2020-12-31") if child else m.day("1936-01-01", "2005-12-31"),
                         m.pick({"f": 6, "m": 6, "F": 1, "M": 1, None: 1}), f"+41 79 {m.whole(100, 999)} {m.whole(10, 99)} {m.whole(10, 99)}" if m.chance(.8) else m.pick([None, ""]),
                         m.pick({1: 5, 2: 4, 3: 2, 4: 1.5, 5: 2, None: 2}), m.whole(1, n - 1) if n > 8 and (child or m.chance(.04)) else None,
                         m.pick({1: 4, 2: 3, 3: 3, None: .6}), m.day("2016-01-01", "2024-06-20"), int(m.chance(.08))))
    m.add("Patient", patients)
    allergies = []
    for p in patients:
        if m.chance(.22):
            for kind in m.some(["Penicillin", "penicillin", "Latex", "latex", "Lidocaine", "Nickel"], m.pick([1, 1, 2, 3])):
                allergies.append((p[0], kind, m.day("2019-01-01", "2024-06-30") if m.chance(.8) else None))
                if m.chance(.1):
                    allergies.append(allergies[-1])
    m.add("PatientAllergy", allergies)
    m.add("Fee", FEES)
    when = []
    for _ in range(1500):
        day = m.pick(["2023-12-29", "2024-01-02", "2024-03-28", "2024-05-31", "2024-06-28", "2023-06-30"]) if m.chance(.05) else m.day("2023-01-02", "2024-07-25")
        if datetime.date.fromisoformat(day).weekday() < 5 or m.chance(.08):
            when.append(f"{day} {m.whole(8, 17):02}:{m.pick(['00', '15', '30', '45'])}")
    appointments, treatments, invoices, payments, labs = [], [], [], [], []
    for n, start in enumerate(sorted(when), 1):
        p = patients[int(m.random.random() ** 1.5 * 265)]
        d = m.pick([d for d in dentists[:17] if not d[6] or d[6] > start[:10]])
        future = start[:10] > "2024-06-30"
        status = m.pick({"booked": 9, "cancelled": 1}) if future else m.pick({"done": 20, "Done": 2, "no_show": 2.5, "cancelled": 3, "Cancelled": .7})
        own = [c for c in chairs if c[1] == d[3]]
        appointments.append((n, p[0], d[0], m.pick(own)[0] if m.chance(.93) else None, start, m.pick([15, 30, 30, 45, 60, 90, None]), status,
                             later(start[:10], days=-int(m.skewed(0, 90, 0))) + f" {m.whole(7, 20):02}:{m.whole(0, 59):02}",
                             m.pick({"phone": 6, "web": 4, "desk": 3, "Web": .6, None: .5})))
        if status.lower() != "done":
            continue
        total, surcharge = 0, m.pick([0, 0, 0, 0, 500])
        for code in m.some(["E01", "E01", "X10", "X20", "P30", "P31", "F40", "F41", "R50", "S60", "S61", "C70", "C71", "A80"], m.pick([1, 1, 2, 2, 3])):
            if code in ("S61", "C71") and m.chance(.5):
                code = "E01"
            fee = [f for f in FEES if f[0] == code][0]
            price = (fee[3] or 21000) + (m.pick([-500, 500, 1500]) if m.chance(.15) else 0)
            off = m.pick({None: 8, 0: 2, 5: 1, 10: 1.5, 20: .5})
            treatments.append((len(treatments) + 1, n, code, m.pick(TEETH) if code[0] in "FRSCX" and code != "X20" and m.chance(.95) else None, price, off))
            total += price * (100 - (off or 0)) / 100
            if code in ("C70", "C71", "A80") and m.chance(.9):
                ordered = start[:10]
                labs.append((len(labs) + 1, len(treatments), m.pick({"Zahnlabor Aare": 4, "DentArt": 3, "dentart": .7, "Keramik Nord": 2}), ordered,
                             later(ordered, days=m.whole(4, 28)) if m.chance(.9) else None, f"{m.skewed(38, 420):.2f}"))
        if m.chance(.95):
            issued = later(start[:10], days=m.pick([0, 1, 2, 5, 14, 30]))
            state = m.pick({"paid": 14, "Paid": 1.5, "open": 3, "reminded": 2, "void": 1})
            i = len(invoices) + 1
            invoices.append((i, n, p[0], american(issued), round((total + surcharge) / 100, 2), state))
            cents = int(total + surcharge)
            if state.lower() == "paid":
                parts = [cents] if m.chance(.75) else [cents // 2, cents - cents // 2]
            else:
                parts = [cents // 3] if state != "void" and m.chance(.3) else []
            for k, part in enumerate(parts):
                payments.append((len(payments) + 1, i, later(issued, days=m.whole(0, 40) + 30 * k), part, m.pick({"card": 5, "transfer": 5, "cash": 2, "Card": .5, None: .4}), 0))
            if parts and m.chance(.07):
                payments.append((len(payments) + 1, i, later(issued, days=m.whole(45, 80)), parts[0] // m.pick([1, 2]), m.pick(["transfer", "card"]), 1))
    m.add("Appointment", appointments)
    m.add("Treatment", treatments)
    m.add("Invoice", invoices)
    m.add("Payment", payments)
    found = {}
    for _ in range(900):
        p, t = patients[int(m.random.random() ** 1.4 * 255)][0], m.pick(TEETH)
        for k in range(m.pick([1, 1, 2])):
            found[p, t, m.day("2021-01-01", "2024-06-30")] = (m.pick({"caries": 6, "Caries": .7, "crack": 2, "gum recession": 2, "missing": 2}), m.pick([1, 2, 2, 3, None]))
    m.add("Finding", [(*key, *row) for key, row in sorted(found.items())])
    recalls = []
    for p in patients:
        for _ in range(m.pick([0, 0, 1, 1, 2, 3])):
            due = m.day("2023-02-01", "2024-09-30")
            sent = epoch(later(due, days=-m.whole(5, 40)) + " 07:30:00") if due < "2024-07-15" and m.chance(.85) else None
            after = [a for a in appointments if a[1] == p[0] and sent and a[4] > later(due, days=-20)]
            recalls.append((len(recalls) + 1, p[0], m.pick(["check-up", "cleaning", "Cleaning", "implant control"]), due, sent,
                            after[0][0] if after and m.chance(.7) else None))
    m.add("Recall", recalls)
    m.add("LabOrder", labs)
