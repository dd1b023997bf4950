"""A sequencing laboratory: projects, donors, samples with aliquots, libraries, runs with lanes, quality results, invoices."""
from making import later

SCHEMA = """
CREATE TABLE Lab (LabId INTEGER PRIMARY KEY, LabName TEXT NOT NULL, Country TEXT NOT NULL, ParentLabId INTEGER REFERENCES Lab(LabId));
CREATE TABLE Scientist (ScientistId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, LabId INTEGER NOT NULL REFERENCES Lab(LabId), JoinedOn TEXT NOT NULL,
  LeftOn TEXT);
CREATE TABLE Project (
  ProjectId INTEGER PRIMARY KEY, Code TEXT NOT NULL, OwnerLabId INTEGER NOT NULL REFERENCES Lab(LabId), BillingLabId INTEGER REFERENCES Lab(LabId),
  LeadId INTEGER REFERENCES Scientist(ScientistId), StartedOn TEXT NOT NULL, ClosedOn TEXT, BudgetEur INTEGER);
CREATE TABLE Donor (DonorId TEXT PRIMARY KEY, Sex TEXT, BirthYear INTEGER, ConsentOn TEXT, WithdrawnOn TEXT);
CREATE TABLE Sample (
  SampleId INTEGER PRIMARY KEY, Barcode TEXT NOT NULL, ProjectId INTEGER NOT NULL REFERENCES Project(ProjectId), DonorId TEXT REFERENCES Donor(DonorId),
  Tissue TEXT NOT NULL, ReceivedAt TEXT NOT NULL, VolumeUl REAL NOT NULL, DerivedFromId INTEGER REFERENCES Sample(SampleId), DiscardedOn TEXT);
CREATE TABLE Measurement (
  SampleId INTEGER NOT NULL REFERENCES Sample(SampleId), MeasuredOn TEXT NOT NULL, Method TEXT NOT NULL, NgPerUl TEXT, Rin REAL,
  PRIMARY KEY (SampleId, MeasuredOn, Method));
CREATE TABLE Library (
  LibraryId INTEGER PRIMARY KEY, SampleId INTEGER NOT NULL REFERENCES Sample(SampleId), Kit TEXT NOT NULL, PreparedOn TEXT NOT NULL,
  PreparedById INTEGER REFERENCES Scientist(ScientistId), Failed INTEGER NOT NULL);
CREATE TABLE Instrument (InstrumentId INTEGER PRIMARY KEY, Model TEXT NOT NULL, LabId INTEGER NOT NULL REFERENCES Lab(LabId), BoughtOn TEXT NOT NULL,
  RetiredOn TEXT);
CREATE TABLE Run (
  RunId INTEGER PRIMARY KEY, InstrumentId INTEGER NOT NULL REFERENCES Instrument(InstrumentId), StartedAt TEXT NOT NULL, FinishedAt TEXT,
  Outcome TEXT, OperatorId INTEGER REFERENCES Scientist(ScientistId));
CREATE TABLE LaneLibrary (
  RunId INTEGER NOT NULL REFERENCES Run(RunId), Lane INTEGER NOT NULL, LibraryId INTEGER NOT NULL REFERENCES Library(LibraryId),
  ReadsM REAL, Q30Pct REAL, PRIMARY KEY (RunId, Lane, LibraryId));
CREATE TABLE PriceItem (Kit TEXT NOT NULL, ValidFrom TEXT NOT NULL, PriceEur REAL NOT NULL, PRIMARY KEY (Kit, ValidFrom));
CREATE TABLE InvoiceLine (
  InvoiceNo TEXT NOT NULL, LineNo INTEGER NOT NULL, ProjectId INTEGER NOT NULL REFERENCES Project(ProjectId), LibraryId INTEGER, InvoicedOn TEXT NOT NULL,
  Quantity INTEGER NOT NULL, UnitPriceEur REAL NOT NULL, PaidOn TEXT, PRIMARY KEY (InvoiceNo, LineNo));
"""
KITS = {"WGS": 240.0, "Exome": 180.0, "RNA": 130.0, "Panel": 75.0, "scRNA": 900.0}


def fill(m):
    m.add("Lab", [(1, "Institute of Genomics", "DE", None), (2, "Cancer Unit", "DE", 1), (3, "Plant Lab", "NL", None), (4, "Neuro Group", "AT", 1),
        (5, "Marine Biology", "NO", None), (6, "Rare Disease Unit", "DE", 2), (7, "Archive Lab", "AT", 4)])
    sci = [(n, " ".join(m.person()), m.whole(1, 6), m.day("2012-01-01", "2024-12-31"), m.day("2024-06-01", "2025-06-30") if m.chance(.18) else None)
        for n in range(1, 41)]
    m.add("Scientist", sci)
    prj = []
    for n in range(1, 46):
        own = m.whole(1, 6)
        start = m.day("2023-01-01", "2025-04-30")
        prj.append((n, f"P{own}{n:03}", own, own if m.chance(.6) else m.pick([1, 2, 3, None]), m.whole(1, 35) if m.chance(.9) else None, start,
                    later(start, days=m.whole(120, 600)) if m.chance(.35) and start < "2024-06-01" else None, m.pick([8, 15, 25, 40, 60]) * 1000
                    if m.chance(.85) else None))
    m.add("Project", prj)
    m.add("Donor", [(f"D{n:03}", m.pick({"F": 5, "M": 5, None: 1}), m.whole(1935, 2012) if m.chance(.9) else None, m.day("2023-01-01", "2024-12-31")
        if m.chance(.93) else None,
                     m.day("2025-01-01", "2025-06-15") if m.chance(.07) else None) for n in range(1, 141)])
    smp, mea, lib = [], [], []
    for n in range(1, 421):
        p = m.pick(prj[:42])
        when = m.moment(max(p[5], "2024-01-01"), "2025-06-28", (7, 18)) if not m.chance(.05) else m.pick(["2025-03-31 15:20:00", "2025-05-31 17:45:00"])
        if when[:10] < p[5]:
            when = "2025-06-02 08:00:00"
        base = m.pick(smp) if n > 40 and m.chance(.15) else None
        smp.append((n, f"S{n:05}" if n % 60 else "S00001", base[2] if base else p[0], base[3] if base else f"D{m.whole(1, 125):03}" if m.chance(.85) else None,
                    m.pick({"blood": 6, "saliva": 2, "tumour": 3, "leaf": 2}), max(when, base[5]) if base else when, m.amount(10, 200, 1), base[0] if base
                    else None,
                    m.day("2025-05-01", "2025-06-30") if m.chance(.1) else None))
        day = smp[-1][5][:10]
        for k, meth in enumerate(m.some(["Qubit", "NanoDrop", "TapeStation"], m.pick([0, 1, 1, 2]))):
            for again in range(m.pick([1, 1, 1, 2])):
                mea.append((n, later(day, days=m.whole(0, 3) + again * 4), meth,
                    m.pick([str(m.amount(2, 9.9, 1)), str(m.amount(10, 120, 1)), None if m.chance(.3) else "55"]), m.amount(4, 10, 1)
                    if meth == "TapeStation" else None))
        for k in range(m.pick([0, 1, 1, 1, 2])):
            lib.append((len(lib) + 1, n, m.pick({"WGS": 4, "Exome": 3, "RNA": 3, "Panel": 2}), later(day, days=m.whole(2, 40)), m.whole(1, 36)
                if m.chance(.94) else None, int(m.chance(.09))))
    m.add("Sample", smp)
    m.add("Measurement", mea)
    m.add("Library", lib)
    m.add("Instrument", [(1, "NovaSeq", 1, "2020-03-01", None), (2, "NextSeq", 1, "2018-05-01", "2025-02-28"), (3, "NextSeq", 3, "2021-09-15", None),
        (4, "MiSeq", 4, "2016-01-20", None), (5, "PromethION", 1, "2024-11-05", None), (6, "MiSeq", 6, "2015-02-02", "2023-12-31")])
    runs, lanes = [], []
    for n, when in enumerate(sorted(m.moment("2024-06-01", "2025-06-29", (8, 19)) for _ in range(150)), 1):
        inst = m.pick([1, 1, 1, 3, 4, 4, 5 if when > "2024-11-20" else 1, 2 if when < "2025-02-20" else 3])
        out = m.pick({"pass": 16, "fail": 3, "partial": 2})
        done = later(when, hours=m.pick([4, 12, 25, 44, 70]))
        runs.append((n, inst, when, None if n > 148 else done, None if n > 148 else out, m.whole(1, 36) if m.chance(.93) else None))
        good = [b for b in lib if b[3] <= when[:10] and b[3] > later(when[:10], days=-120)] or lib[:5]
        for lane in range(1, m.pick([1, 2, 2, 4]) + 1):
            for b in m.some(good, m.whole(1, 4)):
                ok = n <= 148 and out != "fail"
                lanes.append((n, lane, b[0], m.amount(5, 420, 1) if ok else None, m.amount(70, 96, 1) if ok and m.chance(.95) else None))
    m.add("Run", runs)
    m.add("LaneLibrary", lanes)
    m.add("PriceItem", [(k, d, round(p * f, 2)) for k, p in KITS.items() for d, f in (("2023-01-01", 1.2), ("2024-07-01", 1.0), ("2025-04-01", .9))])
    inv = []
    for b in lib:
        if m.chance(.8):
            p = smp[b[1] - 1][2]
            day = later(b[3], days=m.whole(3, 30))
            inv.append((f"I{day[:4]}{day[5:7]}-{p:02}", p, b[0], day, 1, round(KITS[b[2]] * m.pick([1, 1, .9, 1.1]), 2)))
    for n in range(60):
        p = m.whole(1, 42)
        day = m.day("2024-08-01", "2025-06-28")
        inv.append((f"I{day[:4]}{day[5:7]}-{p:02}", p, None, day, m.whole(1, 12), m.pick([15.0, 40.0, 85.0])))
    inv.sort(key=lambda i: (i[0], i[3], i[2] or 0))
    count, paid, rows = {}, {}, []
    for i in inv:
        count[i[0]] = count.get(i[0], 0) + 1
        if i[0] not in paid:
            paid[i[0]] = later(i[3], days=m.pick([10, 25, 30, 31, 60])) if m.chance(.8) else None
        rows.append((i[0], count[i[0]]) + i[1:] + (paid[i[0]],))
    m.add("InvoiceLine", rows)
