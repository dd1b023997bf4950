"""A software-as-a-service company: accounts, plans, subscriptions, invoices with lines, users, events, scores, tickets."""
from making import later

SCHEMA = """
CREATE TABLE sales_reps (
  rep_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, region TEXT NOT NULL,
  manager_id INTEGER REFERENCES sales_reps(rep_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE accounts (
  account_id INTEGER PRIMARY KEY, name TEXT NOT NULL, industry TEXT, country TEXT NOT NULL, created_at TEXT NOT NULL,
  owner_rep_id INTEGER REFERENCES sales_reps(rep_id), parent_account_id INTEGER REFERENCES accounts(account_id),
  is_internal INTEGER NOT NULL DEFAULT 0);
CREATE TABLE plans (
  plan_id INTEGER PRIMARY KEY, plan_name TEXT NOT NULL, billing_interval TEXT NOT NULL,
  list_price_cents INTEGER NOT NULL, retired_on TEXT);
CREATE TABLE features (feature_id INTEGER PRIMARY KEY, feature_name TEXT NOT NULL, is_beta INTEGER NOT NULL);
CREATE TABLE plan_features (
  plan_id INTEGER NOT NULL REFERENCES plans(plan_id), feature_id INTEGER NOT NULL REFERENCES features(feature_id),
  PRIMARY KEY (plan_id, feature_id));
CREATE TABLE subscriptions (
  subscription_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts(account_id),
  plan_id INTEGER NOT NULL REFERENCES plans(plan_id), started_on TEXT NOT NULL, trial_ends_on TEXT, ended_on TEXT,
  cancel_reason TEXT, seats INTEGER NOT NULL, seat_price_cents INTEGER NOT NULL);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts(account_id),
  subscription_id INTEGER NOT NULL, issued_on TEXT NOT NULL, due_on TEXT NOT NULL, paid_at TEXT,
  status TEXT NOT NULL, discount_cents INTEGER NOT NULL DEFAULT 0);
CREATE TABLE invoice_lines (
  invoice_id INTEGER NOT NULL REFERENCES invoices(invoice_id), line_no INTEGER NOT NULL, item TEXT NOT NULL,
  quantity INTEGER NOT NULL, unit_cents INTEGER NOT NULL, PRIMARY KEY (invoice_id, line_no));
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts(account_id), email TEXT NOT NULL,
  role TEXT NOT NULL, created_at TEXT NOT NULL, last_login_at TEXT, deactivated_at TEXT);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(user_id), event_name TEXT NOT NULL,
  occurred_at TEXT NOT NULL);
CREATE TABLE nps_responses (
  response_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, score INTEGER, responded_at TEXT NOT NULL);
CREATE TABLE tickets (
  ticket_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts(account_id),
  opened_by INTEGER REFERENCES users(user_id), priority TEXT NOT NULL, opened_at TEXT NOT NULL, closed_at TEXT);
"""
WORDS = "Blue North Prime Hyper Clear Rapid Green Nova Delta Quiet".split()
ENDS = "Labs Foods Metals Health Bank Logistics Media Energy".split()
PLANS = [(1, "Free", "month", 0, None), (2, "Starter", "month", 1200, None), (3, "Team", "month", 2500, None),
         (4, "Team", "year", 25000, None), (5, "Business", "year", 48000, None), (6, "Enterprise", "year", 90000, None),
         (7, "Classic", "month", 1900, "2024-03-31"), (8, "Campus", "year", 9000, None)]
FEATURES = ["Single sign-on", "Audit log", "API access", "Dashboards", "Exports", "Smart search", "Webhooks", "Copilot"]
EDGE = ["2024-01-01", "2024-12-31", "2025-01-01", "2025-03-31", "2025-06-30", "2025-07-01"]


def fill(m):
    reps = []
    for n in range(1, 15):
        reps.append((n, " ".join(m.person()), m.pick(["EMEA", "AMER", "APAC"]), None if n < 3 else m.whole(1, 5) if n > 5 else m.whole(1, 2),
                     m.day("2019-01-01", "2024-06-30"), m.day("2024-09-01", "2025-06-30") if m.chance(.25) else None))
    m.add("sales_reps", reps)
    accounts = []
    for n in range(1, 161):
        accounts.append((n, f"{m.pick(WORDS)} {m.pick(ENDS)}", m.pick({"software": 4, "retail": 3, "finance": 3, "health": 2, None: 1}),
                         m.pick(["DE", "US", "GB", "FR", "JP"]), "2024-12-31 15:30:00" if n == 61 else m.moment("2025-05-20", "2025-08-31") if n > 140
                         else m.moment("2022-06-01", "2025-08-31"), m.whole(3, 12) if m.chance(.88) else None,
                         m.whole(1, n - 1) if n > 10 and m.chance(.15) else None, int(n in (5, 33, 80))))
    m.add("accounts", accounts)
    m.add("plans", PLANS)
    m.add("features", [(n, f, int(n in (6, 8))) for n, f in enumerate(FEATURES, 1)])
    m.add("plan_features", [(p, f) for p in (2, 3, 4, 5, 6, 7) for f in sorted(set(m.some(range(1, 8), 2 + (p > 4) * 3)) | ({6} if p == 5 else set()))])
    subs, inv, lines = [], [], []
    for a in accounts:
        start = a[4][:10]
        for at in range(m.pick([0, 1, 1, 1, 2, 2, 3])):
            plan = m.pick(PLANS)
            if start > "2025-08-31":
                break
            if m.chance(.12):
                start = m.pick([e for e in EDGE if e >= start] or [start])
            end = later(start, days=m.pick([7, 14, 30, 60, 90, 200, 365, 400])) if m.chance(.6) else None
            if end and end > "2025-09-30":
                end = None
            seats = m.pick([1, 2, 3, 5, 5, 8, 10, 12, 25, 40])
            price = round(plan[3] * m.pick([1, 1, 1, .9, .8, .75]))
            subs.append((len(subs) + 1, a[0], plan[0], start, later(start, days=14) if m.chance(.4) else None, end,
                         m.pick(["price", "missing feature", "switched", "closed business", None]) if end else None, seats, price))
            when = start
            step = 30 if plan[2] == "month" else 365
            count = 0
            while price and when <= (end or "2025-09-30") and count < 9:
                count += 1
                status = m.pick({"paid": 80, "open": 12, "void": 6})
                due = later(when, days=m.pick([14, 30]))
                paid = later(due, days=m.pick([-13, -6, -2, 0, 0, 3, 11, 25])) + f" {m.whole(8, 23):02}:{m.whole(0, 59):02}:00" if status == "paid" else None
                inv.append((len(inv) + 1, a[0], len(subs), when, due, paid, status, m.pick([0, 0, 0, 0, 500, 1000, 2500])))
                lines.append((len(inv), 1, "seats", seats, price))
                for extra in range(m.pick([0, 0, 0, 1, 1, 2])):
                    lines.append((len(inv), extra + 2, m.pick(["storage", "support", "onboarding"]), m.whole(1, 4), m.pick([1500, 4000, 9900])))
                when = later(when, days=step)
            start = later(end, days=m.whole(0, 90)) if end else later(start, days=m.whole(20, 200))
    m.add("subscriptions", subs)
    m.add("invoices", inv)
    m.add("invoice_lines", lines)
    users = []
    for n in range(1, 521):
        a = accounts[32] if n > 512 else m.pick(accounts[:150])
        made = m.moment(max(a[4][:10], "2023-01-01"), "2025-09-15")
        users.append((n, a[0], f"{m.pick('abcdefgh')}{n}@{m.pick(['gmail.com', 'corp.example', 'Corp.example'])}",
            m.pick({"admin": 2, "member": 6, "viewer": 3}),
                      made, min(later(made, days=m.whole(0, 500)), "2025-09-30 12:00:00") if m.chance(.85) else None,
                      later(made, days=m.whole(10, 300)) if m.chance(.15) else None))
    m.add("users", users)
    m.add("events", [(n, u[0], m.pick({"login": 6, "export": 2, "invite_sent": 1, "dashboard_view": 5, "api_call": 2}), when)
                     for n, (u, when) in enumerate(sorted(((users[int(m.random.random() ** 2 * 430)], m.moment("2025-01-01", "2025-09-30"))
                     for _ in range(2600)), key=lambda x: x[1]), 1)])
    m.add("nps_responses", [(n, m.whole(1, 400), m.pick([10, 10, 9, 9, 8, 8, 7, 6, 5, 3, 0, None]), m.moment("2024-07-01", "2025-09-30"))
        for n in range(1, 261)])
    tickets = []
    for n in range(1, 321):
        u = m.pick(users)
        opened = m.pick(EDGE[3:]) + " 16:20:00" if m.chance(.08) else m.moment("2024-10-01", "2025-09-28")
        tickets.append((n, u[1], u[0] if m.chance(.9) else None, m.pick({"low": 4, "normal": 5, "high": 3, "urgent": 1}), opened,
                        later(opened, hours=m.pick([1, 3, 9, 20, 50, 100, 300])) if m.chance(.85) else None))
    m.add("tickets", tickets)
