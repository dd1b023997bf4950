"""A research council: programmes and calls, applications, reviews, awards with payments (MM/DD/YYYY, cents), expenses, papers."""
from making import later

SCHEMA = """
CREATE TABLE Institution (
  InstitutionId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT, Kind TEXT NOT NULL,
  ParentId INTEGER REFERENCES Institution(InstitutionId));
CREATE TABLE Researcher (
  ResearcherId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, InstitutionId INTEGER REFERENCES Institution(InstitutionId),
  PhdYear INTEGER, Orcid TEXT, RetiredOn TEXT);
CREATE TABLE Programme (
  ProgrammeId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Area TEXT NOT NULL, BudgetKEur INTEGER,
  ParentProgrammeId INTEGER REFERENCES Programme(ProgrammeId));
CREATE TABLE FundingCall (
  CallId INTEGER PRIMARY KEY, ProgrammeId INTEGER NOT NULL REFERENCES Programme(ProgrammeId), Code TEXT NOT NULL,
  OpensOn TEXT NOT NULL, ClosesOn TEXT NOT NULL, BudgetEur INTEGER NOT NULL, MaxAwardEur INTEGER);
CREATE TABLE Application (
  ApplicationId INTEGER PRIMARY KEY, CallId INTEGER NOT NULL REFERENCES FundingCall(CallId),
  LeadId INTEGER NOT NULL REFERENCES Researcher(ResearcherId), HostId INTEGER REFERENCES Institution(InstitutionId),
  Title TEXT NOT NULL, RequestedEur INTEGER NOT NULL, SubmittedAt TEXT, Status TEXT NOT NULL,
  ResubmissionOf INTEGER REFERENCES Application(ApplicationId));
CREATE TABLE CoApplicant (
  ApplicationId INTEGER NOT NULL REFERENCES Application(ApplicationId),
  ResearcherId INTEGER NOT NULL REFERENCES Researcher(ResearcherId), SharePct INTEGER,
  PRIMARY KEY (ApplicationId, ResearcherId));
CREATE TABLE Review (
  ReviewId INTEGER PRIMARY KEY, ApplicationId INTEGER NOT NULL REFERENCES Application(ApplicationId),
  ReviewerId INTEGER NOT NULL REFERENCES Researcher(ResearcherId), AssignedOn TEXT NOT NULL, SubmittedOn TEXT,
  Score REAL, Confidence TEXT);
CREATE TABLE Conflict (
  ResearcherId INTEGER NOT NULL REFERENCES Researcher(ResearcherId),
  ApplicationId INTEGER NOT NULL REFERENCES Application(ApplicationId), Reason TEXT);
CREATE TABLE Award (
  AwardId INTEGER PRIMARY KEY, ApplicationId INTEGER NOT NULL UNIQUE REFERENCES Application(ApplicationId),
  AmountEur INTEGER NOT NULL, StartsOn TEXT NOT NULL, EndsOn TEXT NOT NULL, TerminatedOn TEXT);
CREATE TABLE BudgetLine (
  AwardId INTEGER NOT NULL REFERENCES Award(AwardId), Category TEXT NOT NULL, PlannedEur INTEGER NOT NULL,
  PRIMARY KEY (AwardId, Category));
CREATE TABLE Payment (
  PaymentId INTEGER PRIMARY KEY, AwardId INTEGER NOT NULL REFERENCES Award(AwardId), PaidOn TEXT NOT NULL,
  AmountCents INTEGER NOT NULL, Kind TEXT NOT NULL);
CREATE TABLE Expense (
  ExpenseId INTEGER PRIMARY KEY, AwardId INTEGER NOT NULL REFERENCES Award(AwardId), Category TEXT NOT NULL,
  BookedOn TEXT NOT NULL, AmountCents INTEGER NOT NULL, Approved INTEGER);
CREATE TABLE Publication (
  PublicationId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Year INTEGER, Journal TEXT, Citations TEXT, OpenAccess TEXT);
CREATE TABLE AwardPublication (
  AwardId INTEGER NOT NULL REFERENCES Award(AwardId), PublicationId INTEGER NOT NULL REFERENCES Publication(PublicationId),
  PRIMARY KEY (AwardId, PublicationId));
"""

PLACES = "Aalen Brno Coimbra Delft Evora Fribourg Ghent Huelva Innsbruck Jena Kaunas Leiden Malaga Novi_Sad".split()
COUNTRIES = ["DE", "CZ", "PT", "NL", "PT", "CH", "BE", "ES", "AT", "DE", "LT", "NL", "ES", "RS"]
PROGRAMMES = [("Life and Health", "life", 42000, None), ("Young Investigators Life", "life", 9000, 1),
              ("Clean Energy", "engineering", 36000, None), ("Storage Materials", "engineering", 12500, 3),
              ("Society and Change", "humanities", 15000, None), ("Digital Heritage", "humanities", None, 5),
              ("Open Data Tools", "computing", 18000, None), ("Quantum Seeds", "physics", 21000, None),
              ("Ocean Watch", "earth", 11000, None), ("Deep Sea Pilots", "earth", 2500, 9), ("Blue Sky", "physics", None, None)]
FIRST_WORDS = "Adaptive Modelling Towards Rethinking Scalable Hidden Rapid Robust Mapping Long-term".split()
TOPICS = "batteries|protein folding|coastal erosion|migration|speech archives|qubits|soil microbes|urban heat|rare diseases|" \
         "solar fuels|trust in media|graph databases|coral reefs|immune ageing".split("|")
JOURNALS = ["Journal of Open Science", "Matter Letters", "Ocean Research", "Annals of Health", "journal of open science", None]
CATEGORIES = ["personnel", "equipment", "travel", "consumables", "overheads"]
EDGES = ["2023-12-31", "2024-01-01", "2024-03-31", "2024-06-30", "2022-12-31", "2023-06-30"]


def american(day):
    return f"{day[5:7]}/{day[8:]}/{day[:4]}"


def fill(m):
    homes = []
    for n, place in enumerate(PLACES, 1):
        homes.append((n, f"University of {place.replace('_', ' ')}", COUNTRIES[n - 1], m.pick(["university", "university", "University"]), None))
    for n in range(15, 29):
        parent = m.whole(1, 12) if n < 24 else None
        homes.append((n, f"{m.pick(['Institute', 'Centre', 'Lab'])} of {m.pick(['Optics', 'Ecology', 'Ethics', 'Genomics', 'Robotics', 'Climate'])} {n}",
                      homes[parent - 1][2] if parent and m.chance(.8) else m.pick(["FR", "IT", "AT", None]),
                      m.pick(["institute", "institute", "company"]), parent))
    m.add("Institution", homes)
    people = []
    for n in range(1, 211):
        people.append((n, " ".join(m.person()), m.pick([m.whole(1, 14), m.whole(1, 6), m.whole(15, 27)]) if m.chance(.94) else None,
                       m.whole(1982, 2023) if m.chance(.9) else None, f"0000-0002-{m.whole(1000, 9999)}-{m.whole(1000, 9999)}" if m.chance(.7) else None,
                       m.day("2020-01-01", "2024-05-31") if m.chance(.07) else None))
    m.add("Researcher", people)
    m.add("Programme", [(n, *p) for n, p in enumerate(PROGRAMMES, 1)])
    calls = []
    for programme in range(1, 11):
        for year in (2020, 2021, 2022, 2023, 2024):
            if year == 2024 and programme in (4, 10) or not m.chance(.85 if programme > 2 else 1):
                continue
            opens = m.day(f"{year}-01-10", f"{year}-06-10")
            calls.append((len(calls) + 1, programme, f"{year}-{PROGRAMMES[programme - 1][1][:4].upper()}-{programme}", opens,
                          later(opens, days=m.pick([45, 60, 90])), m.pick([1500000, 2000000, 4000000]), m.pick([250000, 400000, 600000, None])))
    m.add("FundingCall", calls)
    apps, reviews, conflicts, co = [], [], [], []
    for call in calls:
        for _ in range(m.whole(7, 18)):
            n = len(apps) + 1
            lead = people[int(m.random.random() ** 1.3 * 190)]
            asked = m.whole(60, int((call[6] or 700000) * (1.15 if m.chance(.1) else 1)) // 1000) * 1000
            hour = m.whole(7, 23)
            near = m.pick([call[4], call[4], m.day(call[3], call[4])])
            sent = f"{near} {hour:02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}" if m.chance(.94) else None
            status = "draft" if not sent else m.pick({"rejected": 12, "awarded": 6, "Awarded": .7, "withdrawn": 1}) if call[4] < "2024-03-31" else m.pick({"submitted": 8, "withdrawn": 1})
            old = [a for a in apps if a[7] == "rejected" and a[1] != call[0] and a[6] and a[6][:10] < call[3]]
            again = m.pick(old) if old and m.chance(.17) else None
            if again and m.chance(.8):
                lead = people[again[2] - 1]
            host = lead[2] if m.chance(.9) else m.pick([None, m.whole(1, 20)])
            apps.append((n, call[0], lead[0], host, again[4] if again and m.chance(.7) else f"{m.pick(FIRST_WORDS)} {m.pick(TOPICS)}",
                         asked, sent, status, again[0] if again else None))
            team = m.some([p for p in range(1, 200) if p != lead[0]], m.pick([0, 0, 1, 2, 3]))
            co += [(n, p, m.pick([10, 20, 25, 30, None])) for p in sorted(team)]
            for person in team:
                if m.chance(.05):
                    conflicts.append((person, n, "co-applicant"))
            if status == "draft" or status == "submitted" and m.chance(.5):
                continue
            level = m.amount(1.8, 4.6) + (.5 if status.lower() == "awarded" else 0)
            for person in m.some(range(1, 206), m.pick([1, 2, 3, 3, 4])):
                given = later(call[4], days=m.whole(5, 40))
                done = later(given, days=m.pick([m.whole(3, 60), 28, 30])) if m.chance(.84) else None
                done = done if done and done < "2024-07-01" else None
                score = min(5.0, max(1.0, round((level + m.amount(-1.1, 1.1)) * 2) / 2)) if done and m.chance(.96) else None
                if given < "2024-07-01":
                    reviews.append((len(reviews) + 1, n, person, given, done, score, m.pick(["high", "medium", "low", "High", None])))
                if m.chance(.04):
                    conflicts += [(person, n, m.pick(["same institution", "joint paper", "Joint paper", None]))] * m.pick([1, 1, 2])
    m.add("Application", apps)
    m.add("CoApplicant", co)
    m.add("Review", reviews)
    m.add("Conflict", conflicts)
    awards, lines, payments, expenses = [], [], [], []
    closes = {call[0]: call for call in calls}
    for app in apps:
        if app[7].lower() != "awarded" or not m.chance(.97):
            continue
        n, call = len(awards) + 1, closes[app[1]]
        amount = app[5] if m.chance(.35) else int(app[5] * m.amount(.6, .98) / 500) * 500
        start = m.pick([f"{int(call[4][:4]) + 1}-01-01", later(call[4], days=m.whole(120, 300))])
        end = later(start, days=m.pick([365, 730, 1095]) - 1)
        stop = later(start, days=m.whole(60, 500)) if m.chance(.07) else None
        awards.append((n, app[0], amount, start, end, stop if stop and stop < min(end, "2024-06-30") else None))
        shares = m.some([45, 20, 10, 15, 10], 5)
        used = m.some(CATEGORIES, m.whole(3, 5))
        lines += [(n, c, amount * shares[CATEGORIES.index(c)] // 100) for c in sorted(used)]
        day = start
        for at in range(m.pick([1, 2, 3, 3, 4])):
            day = later(day, days=m.whole(5, 30) if at == 0 else m.whole(100, 260))
            day = m.pick(EDGES) if m.chance(.1) and m.pick(EDGES) > start else day
            if day > "2024-06-30":
                break
            kind = "advance" if at == 0 else m.pick(["interim", "interim", "final", "clawback", "Interim"])
            cents = amount * m.pick([20, 25, 30]) + m.whole(0, 99)
            payments.append((day, n, -cents // 10 if kind == "clawback" else cents, kind))
        for _ in range(m.pick([0, 2, 5, 8, 10])):
            day = m.pick(EDGES) if m.chance(.08) else m.day(start, max(start, min(end, "2024-06-30")))
            if start <= day <= "2024-06-30":
                expenses.append((day, n, m.pick(used if m.chance(.9) else CATEGORIES), int(m.skewed(1500, amount * 22, 0)), m.pick([1, 1, 1, 1, 0, None])))
    m.add("Award", awards)
    m.add("BudgetLine", lines)
    m.add("Payment", [(n, p[1], american(p[0]), *p[2:]) for n, p in enumerate(sorted(payments), 1)])
    m.add("Expense", [(n, e[1], e[2], e[0], *e[3:]) for n, e in enumerate(sorted(expenses, key=lambda e: e[:2]), 1)])
    papers = [(n, f"{m.pick(FIRST_WORDS)} {m.pick(TOPICS)} {m.pick(['in practice', 'revisited', 'at scale', 'II'])}", m.whole(2021, 2024) if m.chance(.95) else None,
               m.pick(JOURNALS), str(int(m.skewed(0, 160, 0))) if m.chance(.9) else None, m.pick({"Y": 5, "N": 4, "y": 1, None: 1})) for n in range(1, 191)]
    m.add("Publication", papers)
    links = set()
    for paper in papers[:175]:
        for award in m.some(range(1, len(awards) + 1), m.pick([1, 1, 1, 2, 3])):
            if award % 5:
                links.add((award, paper[0]))
    m.add("AwardPublication", sorted(links))
