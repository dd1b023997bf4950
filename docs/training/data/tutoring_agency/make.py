"""A tutoring agency: tutors and their subjects, families and pupils, contracts, lessons with substitutes, invoices and payouts, grades."""
from making import later

SCHEMA = """
CREATE TABLE tutor (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT, is_active INTEGER NOT NULL, hired_on TEXT NOT NULL, mentor_tutor_id INTEGER);
CREATE TABLE subject (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_subject_id INTEGER);
CREATE TABLE tutor_subject (
  tutor_id INTEGER NOT NULL REFERENCES tutor(id), subject_id INTEGER NOT NULL REFERENCES subject(id), school_level TEXT NOT NULL, hourly_rate REAL NOT NULL,
  PRIMARY KEY (tutor_id, subject_id, school_level));
CREATE TABLE family (
  id INTEGER PRIMARY KEY, surname TEXT NOT NULL, city TEXT, billing_email TEXT, signed_on TEXT NOT NULL, left_on TEXT, referred_by_family_id INTEGER);
CREATE TABLE pupil (id INTEGER PRIMARY KEY, family_id INTEGER NOT NULL REFERENCES family(id), first_name TEXT NOT NULL, school_year TEXT, birth_date TEXT);
CREATE TABLE contract (
  id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL REFERENCES pupil(id), tutor_id INTEGER NOT NULL, subject_id INTEGER NOT NULL, starts_on TEXT NOT NULL,
  ends_on TEXT, hourly_fee REAL NOT NULL);
CREATE TABLE lesson (
  id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL REFERENCES contract(id), planned_at TEXT NOT NULL, minutes INTEGER NOT NULL, state TEXT NOT NULL,
  substitute_tutor_id INTEGER, cancelled_at TEXT);
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY, family_id INTEGER NOT NULL REFERENCES family(id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL, total REAL NOT NULL, is_void INTEGER NOT NULL);
CREATE TABLE invoice_line (
  invoice_id INTEGER NOT NULL REFERENCES invoice(id), line_no INTEGER NOT NULL, lesson_id INTEGER, amount REAL NOT NULL, PRIMARY KEY (invoice_id, line_no));
CREATE TABLE payment (id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL, paid_on TEXT NOT NULL, amount REAL NOT NULL);
CREATE TABLE grade_report (id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL, subject_id INTEGER NOT NULL, reported_on TEXT NOT NULL, grade INTEGER);
CREATE TABLE payout (id INTEGER PRIMARY KEY, tutor_id INTEGER NOT NULL REFERENCES tutor(id), month TEXT NOT NULL, amount REAL NOT NULL, paid_on TEXT);
"""

SUBJECTS = [(1, "Science", None), (2, "Languages", None), (3, "Maths", None), (4, "Physics", 1), (5, "Chemistry", 1), (6, "English", 2), (7, "French", 2), (8, "Biology", 1), (9, "Latin", 2)]


def fill(m):
    tutors = [(n, *m.person(), f"tutor{n}@example.org" if m.chance(.85) else None, int(m.chance(.6)), m.day("2019-02-01", "2026-03-01"), m.whole(1, n - 1) if n > 4 and m.chance(.45) else None) for n in range(1, 41)]
    m.add("tutor", tutors)
    m.add("subject", SUBJECTS)
    skills = {}
    for t in tutors[:38]:
        for s in m.some([3, 4, 5, 6, 7, 8], m.pick([1, 2, 2, 3])):
            for lv in m.some(["primary", "secondary", "university"], m.pick([1, 1, 2])):
                skills[t[0], s, lv] = (t[0], s, lv, m.pick([18, 20, 22, 25, 28, 32]))
    m.add("tutor_subject", skills.values())
    families = []
    for n in range(1, 121):
        signed = m.day("2023-02-01", "2026-06-10")
        left = later(signed, days=m.whole(60, 700))
        families.append((n, m.person()[1], m.pick(["Hamburg", "Kiel", "Bremen"]) if m.chance(.9) else None, f"fam{n}@example.org" if m.chance(.88) else None, signed,
                         left if left <= "2026-06-30" and m.chance(.5) else None, m.whole(1, n - 1) if n > 3 and m.chance(.28) else None))
    m.add("family", families)
    pupils = []
    for n in range(1, 171):
        y = m.whole(1, 13)
        pupils.append((n, n if n <= 108 else m.whole(1, 108), m.person()[0], str(y) if m.chance(.93) else None, f"{2019 - y}-{m.whole(1, 12):02}-{m.whole(1, 28):02}" if m.chance(.9) else None))
    m.add("pupil", pupils)
    deals = []
    for n in range(1, 231):
        p = pupils[int(m.random.random() ** 1.1 * 158)]
        s = m.pick({3: 7, 6: 5, 4: 3, 7: 3, 5: 2})
        t = m.pick([k[0] for k in skills if k[1] == s] or [1]) if m.chance(.85) else m.whole(1, 36)
        start = max(families[p[1] - 1][4], m.day("2024-01-15", "2026-05-01"))
        end = later(start, days=m.pick([60, 90, 150, 240, 365]))
        deals.append((n, p[0], t, s, start, end if end <= "2026-12-31" and m.chance(.75) else None, m.pick([28, 32, 35, 38, 42])))
    m.add("contract", deals)
    lessons, grades = [], []
    for d in deals[:222]:
        for _ in range(m.whole(2, 12)):
            at = m.moment(d[4], max(d[4], min(d[5] or "2026-07-20", "2026-07-20")), (14, 19))
            if m.chance(.05) and d[4] < "2025-12-01":
                at = m.pick(["2025-12-31", "2026-03-31", "2026-05-31"]) + " 16:00:00"
            st = "planned" if at > "2026-06-30" else m.pick({"held": 80, "missed": 6, "cancelled": 10})
            lessons.append((len(lessons) + 1, d[0], at, m.pick([45, 60, 60, 90]), st, m.whole(1, 36) if m.chance(.1) else None,
                            later(at, hours=-m.pick([2, 5, 12, 30, 50, 100])) if st == "cancelled" else None))
    m.add("lesson", lessons)
    bills, lines, paid = [], [], []
    by_family = {}
    for x in lessons:
        d = deals[x[1] - 1]
        if x[4] in ("held", "missed") and m.chance(.94):
            by_family.setdefault((pupils[d[1] - 1][1], x[2][:7]), []).append((x[0], round(x[3] / 60 * d[6], 2)))
    for (fam, month), rows in sorted(by_family.items(), key=lambda x: (x[0][1], x[0][0])):
        n = len(bills) + 1
        iss = later(month + "-01", days=32)
        if iss > "2026-06-30":
            iss = "2026-06-30"
        total = round(sum(r[1] for r in rows), 2)
        void = int(m.chance(.05))
        bills.append((n, fam, iss, later(iss, days=14), total, void))
        lines += [(n, k, *r) for k, r in enumerate(rows, 1)]
        if not void and m.chance(.9):
            k = m.pick([1, 1, 1, 2])
            for at in range(k):
                when = later(iss, days=m.pick([0, 5, 10, 14, 15, 30]) + 10 * at)
                if when <= "2026-06-30":
                    paid.append((len(paid) + 1, n, when, round(total / k, 2)))
    m.add("invoice", bills)
    m.add("invoice_line", lines)
    m.add("payment", paid)
    for n in range(1, 261):
        grades.append((n, m.whole(1, 150), m.pick([3, 4, 5, 6, 7]), m.day("2024-02-01", "2026-06-20"), m.pick([1, 2, 2, 3, 3, 4, 5, 6, None])))
    m.add("grade_report", grades)
    outs = []
    for t in tutors[:34]:
        for y in ("2025", "2026"):
            for mon in range(1, 13 if y == "2025" else 7):
                if m.chance(.6):
                    outs.append((len(outs) + 1, t[0], f"{y}-{mon:02}", m.amount(60, 900), later(f"{y}-{mon:02}-28", days=m.whole(2, 15)) if m.chance(.93) and (y, mon) != ("2026", 6) else None))
    m.add("payout", outs)
