"""A law office: clients, matters, time in tenths of an hour, hourly rates by validity, invoices, write-offs, conflicts, deadlines."""
from making import later

SCHEMA = """
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, city TEXT, intake_on TEXT NOT NULL,
  parent_id INTEGER REFERENCES clients(client_id), archived TEXT NOT NULL DEFAULT 'N');
CREATE TABLE lawyers (
  lawyer_id INTEGER PRIMARY KEY, initials TEXT NOT NULL, full_name TEXT NOT NULL, grade TEXT NOT NULL,
  mentor_id INTEGER REFERENCES lawyers(lawyer_id), joined_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE practice_areas (area_code TEXT PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE matters (
  matter_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(client_id),
  area_code TEXT REFERENCES practice_areas(area_code), title TEXT, opened_on TEXT NOT NULL, closed_on TEXT,
  responsible_id INTEGER NOT NULL REFERENCES lawyers(lawyer_id), originator_id INTEGER REFERENCES lawyers(lawyer_id),
  fee_type TEXT NOT NULL, budget_cents INTEGER);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matters(matter_id), issued_on TEXT,
  due_on TEXT, net_cents INTEGER NOT NULL, vat_cents INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE "Time Entries" (
  entry_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matters(matter_id),
  lawyer_id INTEGER NOT NULL REFERENCES lawyers(lawyer_id), "Work Date" TEXT NOT NULL, tenths INTEGER NOT NULL,
  billable TEXT NOT NULL, narrative TEXT, invoice_id INTEGER REFERENCES invoices(invoice_id));
CREATE TABLE rates (
  lawyer_id INTEGER REFERENCES lawyers(lawyer_id), valid_from TEXT, valid_to TEXT, cents_per_hour INTEGER NOT NULL,
  PRIMARY KEY (lawyer_id, valid_from));
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL REFERENCES invoices(invoice_id), received_on TEXT NOT NULL, amount_cents INTEGER NOT NULL);
CREATE TABLE "Write Offs" (
  write_off_id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL REFERENCES invoices(invoice_id), decided_on TEXT,
  amount_cents INTEGER NOT NULL, reason TEXT, approved_by INTEGER REFERENCES lawyers(lawyer_id));
CREATE TABLE parties (party_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT);
CREATE TABLE matter_parties (
  matter_id INTEGER REFERENCES matters(matter_id), party_id INTEGER REFERENCES parties(party_id), role TEXT NOT NULL,
  PRIMARY KEY (matter_id, party_id, role));
CREATE TABLE conflict_checks (
  check_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matters(matter_id), checked_on TEXT NOT NULL,
  checked_by INTEGER REFERENCES lawyers(lawyer_id), result TEXT);
CREATE TABLE deadlines (
  deadline_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matters(matter_id), kind TEXT NOT NULL,
  due_at TEXT NOT NULL, done_at TEXT, assigned_to INTEGER REFERENCES lawyers(lawyer_id));
"""

AREAS = {"COR": "Corporate", "LIT": "Litigation", "EMP": "Employment", "FAM": "Family", "TAX": "Tax", "REA": "Real estate",
         "IPR": "Intellectual property", "MAR": "Maritime"}
WORK = ["Call with client", "Draft contract", "Review documents", "Court hearing", "Legal research", "email to opposing counsel", "Email to client",
        "Prepare hearing", "Review contract draft", "Travel", "Internal meeting", None]
FIRMS = "Arden Birch Cobalt Delphi Elmwood Falke Granit Hollis Ibex Jarrow Kestner Linden Marlow Norden Ostend Pallas".split()


def fill(m):
    staff = []
    for n in range(1, 27):
        first, last = m.person()
        grade = "Partner" if n <= 6 else "Paralegal" if n > 21 else m.pick(["Associate", "Associate", "Senior Associate"])
        joined = m.day("2008-01-01", "2019-12-31") if n <= 6 else m.day("2018-01-01", "2024-02-01")
        staff.append((n, f"{first[0]}{last[:2].upper()}{n}", f"{first} {last}", grade, None if n <= 2 else m.whole(1, min(n - 1, 12)),
                      joined, m.day("2024-02-15", "2024-06-20") if m.chance(.35) and n > 5 and joined < "2023" else None))
    m.add("lawyers", staff)
    m.add("practice_areas", AREAS.items())
    people = []
    for n in range(1, 131):
        firm, above = m.chance(.6), [row[0] for row in people if row[2] == "Company"]
        people.append((n, f"{m.pick(FIRMS)} {m.pick(['AG', 'GmbH', 'Ltd', 'Holding'])}" if firm else " ".join(m.person()),
                       "Company" if firm else "Person", m.pick({"Zürich": 6, "Bern": 4, "Basel": 4, "zürich": 1, "Genf": 2, None: 1}),
                       m.pick(["2023-12-31", "2024-01-01", "2023-06-30"]) if m.chance(.06) else m.day("2019-01-01", "2024-06-01"),
                       above[int(m.random.random() ** 1.5 * len(above))] if firm and above and m.chance(.5) else None, "Y" if m.chance(.08) else "N"))
    m.add("clients", people)
    cases = []
    for n in range(1, 261):
        who = people[int(m.random.random() ** 1.6 * 115)]
        opened = max(who[4], m.pick(["2023-01-01", "2023-03-31", "2023-12-31", "2024-01-01", "2023-10-01"]) if m.chance(.08) else m.day("2022-01-10", "2024-06-10"))
        boss = m.whole(1, 10)
        fee = m.pick({"hourly": 7, "fixed": 2, "contingency": 1})
        area = m.pick({"COR": 5, "LIT": 6, "EMP": 4, "FAM": 2, "TAX": 2, "REA": 3, "IPR": 2, None: 1})
        cases.append((n, who[0], area, f"{who[1].split()[0]} {m.pick(['v.', 're', '-'])} {m.pick(['lease', 'merger', 'dismissal', 'estate', 'Patent', 'audit', 'shares', 'Lease renewal'])}",
                      opened, later(opened, days=m.whole(20, 500)) if m.chance(.5) else None, boss,
                      boss if m.chance(.4) else m.pick([None, m.whole(1, 8)]), fee, m.pick([500000, 800000, 1500000, 3000000, None])))
    cases = [(*c[:5], c[5] if c[5] and c[5] <= "2024-06-30" else None, *c[6:]) for c in cases]
    m.add("matters", cases)
    prices = []
    for s in staff:
        cents = {"Partner": 48000, "Senior Associate": 34000, "Associate": 27000, "Paralegal": 14000}[s[3]] + m.whole(0, 8) * 500
        starts = ["2022-01-01"] + [d for d in ("2023-01-01", "2023-07-01", "2024-01-01") if s[0] != 3 and (m.chance(.65) or s[0] == 2)]
        for at, start in enumerate(starts):
            prices.append((s[0], start, later(starts[at + 1], days=-1) if at + 1 < len(starts) else None, cents))
            cents += m.pick([1000, 1500, 2000, 2500])
    m.add("rates", prices)
    work, bills = [], []
    for n in range(1, 2401):
        c = cases[int(m.random.random() ** 1.3 * 240)]
        last = c[5] or "2024-06-30"
        when = m.day(c[4], last) if not m.chance(.05) else max(c[4], min(last, m.pick(["2023-03-31", "2023-12-31", "2024-01-01", "2024-03-31", "2024-02-29"])))
        if m.chance(.03):
            when = later(c[4], days=-m.whole(1, 8)) if m.chance(.4) else later(c[5] or when, days=m.pick([0, 1, 3, 14]))
        doer = c[6] if m.chance(.35) else m.whole(1, 24)
        if staff[doer - 1][5] > when or (staff[doer - 1][6] or "9") < when:
            doer = c[6] if c[6] < 4 else m.whole(1, 3)
        work.append([n, c[0], doer, when, m.pick([1, 2, 3, 5, 5, 7, 8, 10, 12, 15, 20, 25, 36, 60]), m.pick({"Y": 8, "N": 2}), m.pick(WORK), None])
    for c in cases:
        for month in ("2022-06-30", "2022-12-31", "2023-03-31", "2023-06-30", "2023-09-30", "2023-12-31", "2024-03-31", "2024-05-31"):
            open_work = [w for w in work if w[1] == c[0] and w[5] == "Y" and not w[7] and w[3] <= month]
            if open_work and m.chance(.8) and c[0] % 8:
                cents = sum(w[4] * p[3] // 10 for w in open_work for p in prices if p[0] == w[2] and p[1] <= w[3] and (not p[2] or p[2] >= w[3]))
                status = m.pick({"paid": 60, "sent": 22, "cancelled": 5, "draft": 3})
                issued = later(month, days=m.whole(0, 12)) if status != "draft" else None
                number = 5000 + len(bills) + 1
                bills.append((number, c[0], issued, issued and later(issued, days=30), cents, cents * 81 // 1000, status))
                for w in open_work:
                    w[7] = number if status != "cancelled" else None
    m.add("invoices", bills)
    m.add("Time Entries", work)
    paid, lost = [], []
    for b in bills:
        if b[6] in ("paid", "sent") and m.chance(.14):
            for _ in range(m.pick([1, 1, 2])):
                lost.append((len(lost) + 1, b[0], m.pick([later(b[2], days=m.whole(5, 120)), None, later(b[2], days=9)]), max(1000, b[4] * m.pick([5, 10, 10, 20, 40]) // 100),
                             m.pick(["goodwill", "Goodwill", "overrun", "client insolvent", None]), m.pick([1, 2, 3, None])))
        off = sum(row[3] for row in lost if row[1] == b[0])
        if b[6] == "paid" or b[6] == "sent" and m.chance(.25):
            left, parts = b[4] + b[5] - off, m.pick([1, 1, 1, 2, 3])
            for k in range(parts):
                part = left // parts if b[6] == "paid" else left // (parts + 2)
                paid.append((len(paid) + 1, b[0], later(b[2], days=m.whole(2, 55) + k * 12), part))
    m.add("payments", paid)
    m.add("Write Offs", lost)
    others = [(n, f"{m.pick(FIRMS)} {m.pick(['AG', 'GmbH', 'Ltd', 'Holding'])}" if n % 2 else " ".join(m.person()), m.pick(["company", "person", None])) for n in range(1, 91)]
    m.add("parties", others)
    m.add("matter_parties", sorted({(c[0], int(m.random.random() ** 1.5 * 85) + 1, m.pick({"opponent": 6, "witness": 3, "insurer": 2, "co-counsel": 1}))
                                    for c in cases for _ in range(m.pick([0, 1, 1, 2, 3]))}))
    checks = []
    for c in cases:
        for k in range(m.pick([0, 1, 1, 1, 1, 2])):
            checks.append((len(checks) + 1, c[0], later(c[4], days=m.pick([-3, -1, 0, 0, 2, 8]) + k * 20), m.whole(1, 24) if m.chance(.95) else None,
                           m.pick({"clear": 14, "waived": 3, "conflict": 2, None: 1})))
    m.add("conflict_checks", checks)
    dates = []
    for n in range(1, 401):
        c = cases[m.whole(0, 219)]
        due = later(max(c[4], "2022-06-01"), days=m.whole(5, 200)) + f" {m.pick(['12:00', '16:00', '17:00', '23:59'])}"
        if m.chance(.05):
            due = max(c[4], m.pick(["2024-03-31", "2024-06-30", "2023-12-31"])) + " 23:59"
        done = later(due[:10], days=m.pick([-20, -9, -4, -2, -1, -1, 0, 0, 1, 5])) + f" {m.whole(8, 19):02}:{m.whole(0, 59):02}"
        dates.append((n, c[0], m.pick(["filing", "appeal", "reply brief", "hearing", "payment"]), due, done if done < "2024-06-28" and m.chance(.9) else None,
                      m.whole(1, 22) if m.chance(.93) else None))
    m.add("deadlines", dates)
