"""A recycling plant: suppliers' deliveries over the weighbridge, material fractions, sorting runs, bales, sales to buyers, downtimes."""
from making import later

SCHEMA = """
CREATE TABLE Partner (PartnerNo INTEGER PRIMARY KEY, Name TEXT NOT NULL, Role TEXT NOT NULL, Town TEXT, ParentNo INTEGER REFERENCES Partner(PartnerNo), Active TEXT NOT NULL);
CREATE TABLE Material (MatCode TEXT PRIMARY KEY, MatName TEXT NOT NULL, GroupCode TEXT NOT NULL, HazardFlag TEXT NOT NULL);
CREATE TABLE MaterialGroup (GroupCode TEXT PRIMARY KEY, GroupName TEXT NOT NULL);
CREATE TABLE Delivery (
  DeliveryNo INTEGER PRIMARY KEY, SupplierNo INTEGER NOT NULL REFERENCES Partner(PartnerNo), HaulierNo INTEGER REFERENCES Partner(PartnerNo), MatCode TEXT NOT NULL,
  WeighedIn TEXT NOT NULL, WeighedOut TEXT, GrossKg INTEGER NOT NULL, TareKg INTEGER, RejectedOn TEXT);
CREATE TABLE QualityCheck (
  DeliveryNo INTEGER NOT NULL REFERENCES Delivery(DeliveryNo), CheckNo INTEGER NOT NULL, CheckedBy INTEGER, ImpurityPct REAL, Grade TEXT, PRIMARY KEY (DeliveryNo, CheckNo));
CREATE TABLE Worker (WorkerNo INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Team TEXT NOT NULL, ForemanNo INTEGER, Since TEXT NOT NULL, Until TEXT);
CREATE TABLE SortingLine (LineNo INTEGER PRIMARY KEY, LineName TEXT NOT NULL, CapacityKgH INTEGER NOT NULL);
CREATE TABLE SortingRun (
  RunNo INTEGER PRIMARY KEY, LineNo INTEGER NOT NULL REFERENCES SortingLine(LineNo), StartedAt TEXT NOT NULL, EndedAt TEXT, InputKg INTEGER NOT NULL, LeaderNo INTEGER);
CREATE TABLE RunOutput (RunNo INTEGER NOT NULL REFERENCES SortingRun(RunNo), MatCode TEXT NOT NULL, OutputKg INTEGER NOT NULL, PRIMARY KEY (RunNo, MatCode));
CREATE TABLE Bale (BaleNo INTEGER PRIMARY KEY, RunNo INTEGER NOT NULL, MatCode TEXT NOT NULL, WeightKg TEXT NOT NULL, PressedAt TEXT NOT NULL, SaleNo INTEGER);
CREATE TABLE Sale (SaleNo INTEGER PRIMARY KEY, BuyerNo INTEGER NOT NULL REFERENCES Partner(PartnerNo), SoldOn TEXT NOT NULL, PricePerTonne REAL NOT NULL, FreightEur REAL, PaidOn TEXT, CancelledOn TEXT);
CREATE TABLE Downtime (DowntimeNo INTEGER PRIMARY KEY, LineNo INTEGER NOT NULL, FromTs TEXT NOT NULL, ToTs TEXT, ReasonCode TEXT NOT NULL);
"""


def fill(m):
    partners = []
    for n in range(1, 41):
        role = "S" if n <= 20 else "B" if n <= 32 else "H"
        partners.append((n, m.pick(["Kommunal", "Stadtwerke", "Metallhof", "Papyrus", "Glas Union", "Polymer", "Greenline", "Container Kurz", "Altstoff"]) + m.pick(["", " Nord", " Sud", " AG"]),
                         role, m.pick(["Kassel", "Fulda", "Erfurt", "Gotha", None]), m.whole(1, n - 1) if n > 4 and m.chance(.2) else None, m.pick({"Y": 6, "N": 1})))
    m.add("Partner", partners)
    mats = [("PET", "PET bottles", "PLA", "N"), ("HDPE", "HDPE", "PLA", "N"), ("FILM", "Plastic film", "PLA", "N"), ("CARD", "Cardboard", "PAP", "N"), ("NEWS", "Newsprint", "PAP", "N"),
            ("ALU", "Aluminium", "MET", "N"), ("FE", "Ferrous scrap", "MET", "N"), ("CU", "Copper", "MET", "N"), ("BATT", "Batteries", "HAZ", "Y"), ("MIX", "Mixed packaging", "MIX", "N"), ("TOX", "Solvents", "HAZ", "Y")]
    m.add("Material", mats)
    m.add("MaterialGroup", [("PLA", "Plastics"), ("PAP", "Paper"), ("MET", "Metals"), ("HAZ", "Hazardous"), ("MIX", "Mixed"), ("GLA", "Glass")])
    crew = []
    for n in range(1, 27):
        first, last = m.person()
        crew.append((n, f"{first} {last}", m.pick(["A", "B", "C"]), None if n < 4 else m.pick([1, 2, 3, None]), m.day("2010-01-01", "2025-01-01"), m.day("2025-02-01", "2025-11-01") if n > 5 and m.chance(.2) else None))
    m.add("Worker", crew)
    takes, tests = [], []
    for n in range(1, 501):
        at = m.moment("2025-01-02", "2025-11-28", (6, 19)) if m.chance(.92) else m.pick(["2025-03-31", "2025-06-30", "2025-07-01"]) + " 18:40:00"
        gross = m.whole(9000, 39000)
        bad = m.chance(.07)
        takes.append((n, m.whole(1, 18), m.whole(33, 39) if m.chance(.8) else None, m.pick({"MIX": 6, "CARD": 4, "PET": 2, "FE": 2, "ALU": 1, "FILM": 2, "BATT": 1, "NEWS": 2}), at,
                      later(at, minutes=m.whole(12, 90)) if m.chance(.95) else None, gross, int(gross * m.amount(.3, .6, 3)) if m.chance(.95) else None, at[:10] if bad else None))
        for k in range(1, m.pick([0, 1, 1, 1, 2]) + 1):
            tests.append((n, k, m.pick([1, 2, 3, 5, 6, 8, 9, 11, 12, 15, 17, 21]) if m.chance(.9) else None, m.amount(.2, 30, 1) if m.chance(.93) else None, m.pick(["A", "B", "B", "C", "D"] if not bad else ["D", "E"])))
    m.add("Delivery", takes)
    m.add("QualityCheck", tests)
    m.add("SortingLine", [(1, "Packaging 1", 9000), (2, "Packaging 2", 12000), (3, "Paper", 15000), (4, "Metal", 6000), (5, "Glass (new)", 8000)])
    runs, outs, bales, sales = [], [], [], []
    for n in range(1, 71):
        sold = m.day("2025-02-01", "2025-11-30") if m.chance(.9) else m.pick(["2025-03-31", "2025-06-30"])
        sales.append((n, m.whole(21, 31), sold, m.amount(40, 900, 0), m.amount(80, 700, 2) if m.chance(.8) else None, later(sold, days=m.whole(5, 60)) if m.chance(.8) else None,
                      later(sold, days=m.whole(1, 5)) if m.chance(.2) else None))
    m.add("Sale", sales)
    for n in range(1, 261):
        at = m.moment("2025-01-03", "2025-11-25", (5, 20))
        kg = m.whole(8, 90) * 500
        runs.append((n, m.pick([1, 1, 2, 2, 3, 3, 4]), at, later(at, minutes=m.whole(60, 480)) if m.chance(.96) else None, kg, m.whole(1, 20) if m.chance(.93) else None))
        left = kg
        for c in m.some(["PET", "HDPE", "FILM", "CARD", "NEWS", "ALU", "FE", "CU"], m.whole(1, 4)):
            got = int(left * m.amount(.1, .5, 3))
            left -= got
            outs.append((n, c, got))
            for _ in range(m.pick([0, 1, 1, 2])):
                pressed = later(at, minutes=m.whole(60, 900))
                fit = [s for s in sales if s[2] > pressed[:10]]
                bales.append((len(bales) + 1, n, c, str(m.whole(90, 1150)), pressed, m.pick(fit)[0] if fit and m.chance(.75) else None))
    m.add("SortingRun", runs)
    m.add("RunOutput", outs)
    m.add("Bale", bales)
    stops = []
    for n in range(1, 131):
        at = m.moment("2025-01-02", "2025-11-29", (5, 21))
        stops.append((n, m.pick([1, 1, 2, 2, 3, 4]), at, later(at, minutes=m.whole(5, 600)) if m.chance(.95) else None, m.pick({"JAM": 6, "MNT": 4, "PWR": 1, "STF": 2})))
    m.add("Downtime", stops)
