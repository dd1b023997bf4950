"""A members' savings club: branches, members, savings accounts and plans, deposits, payouts and meetings."""

SCHEMA = """
CREATE TABLE branch (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, opened TEXT NOT NULL);
CREATE TABLE member (
  id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, branch_id INTEGER NOT NULL REFERENCES branch(id), joined TEXT NOT NULL,
  left_on TEXT, occupation TEXT NOT NULL, invited_by INTEGER REFERENCES member(id), phone TEXT);
CREATE TABLE savings_plan (id INTEGER PRIMARY KEY, plan_name TEXT NOT NULL, min_monthly REAL NOT NULL, bonus_percent REAL NOT NULL, term_months INTEGER NOT NULL);
CREATE TABLE savings_account (
  id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES member(id), plan_id INTEGER NOT NULL REFERENCES savings_plan(id),
  opened TEXT NOT NULL, goal REAL NOT NULL, balance REAL NOT NULL, state TEXT NOT NULL);
CREATE TABLE deposit (
  id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES savings_account(id), paid_on TEXT NOT NULL, amount REAL NOT NULL, channel TEXT NOT NULL);
CREATE TABLE payout (
  id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES savings_account(id), paid_on TEXT NOT NULL, amount REAL NOT NULL, reason TEXT NOT NULL);
CREATE TABLE meeting (id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branch(id), held_on TEXT NOT NULL, topic TEXT NOT NULL);
CREATE TABLE attendance (meeting_id INTEGER NOT NULL REFERENCES meeting(id), member_id INTEGER NOT NULL REFERENCES member(id), PRIMARY KEY (meeting_id, member_id));
"""


def fill(m):
    m.add("branch", [(1, "Market Square", "Kilkenny", "2015-03-02"), (2, "Old Mill", "Thurles", "2016-09-12"), (3, "Riverside", "Kilkenny", "2018-01-15"),
                     (4, "Station Road", "Carlow", "2019-05-20"), (5, "New Quay", "Wexford", "2024-06-03")])
    names = set()
    while len(names) < 95:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 95)
    members = []
    for n in range(1, 96):
        joined = m.day("2019-01-07", "2023-10-30")
        members.append((n, names[n - 1], m.pick({1: 5, 2: 3, 3: 3, 4: 2}), joined, m.day("2024-01-10", "2024-12-20") if m.chance(.13) else None,
                        m.pick({"teacher": 3, "nurse": 4, "farmer": 3, "driver": 2, "retired": 5, "student": 2}),
                        1 + int(m.random.random() ** 1.8 * (n - 1)) if n > 6 and m.chance(.6) else None, f"08{m.whole(3, 9)} {m.whole(1000000, 9999999)}" if m.chance(.85) else None))
    m.add("member", members)
    m.add("savings_plan", [(1, "Basic", 10.0, 0.5, 12), (2, "Holiday", 25.0, 1.0, 12), (3, "Christmas", 20.0, 1.25, 11), (4, "Education", 50.0, 2.0, 60), (5, "Home", 120.0, 2.75, 84), (6, "Junior", 5.0, 1.5, 36)])
    accounts, deposits, payouts = [], [], []
    for member in members[:84]:
        for plan in m.some([1, 1, 1, 2, 2, 3, 3, 4, 5], m.pick({1: 6, 2: 3, 3: 1})):
            n, opened = len(accounts) + 1, m.day(member[3], "2024-02-28")
            balance = 0.0
            for _ in range(m.pick([0, 2, 4, 6, 8, 11])):
                amount = m.amount(8, 260)
                balance += amount
                deposits.append((len(deposits) + 1, n, m.day(max(opened, "2022-01-03"), "2024-12-28"), amount, m.pick({"transfer": 6, "cash": 3, "salary": 2})))
            for _ in range(m.pick([0, 0, 0, 1, 2])):
                if balance > 40:
                    amount = m.amount(10, balance / 2)
                    balance -= amount
                    payouts.append((len(payouts) + 1, n, m.day("2024-03-01", "2024-12-29"), amount, m.pick({"holiday": 4, "emergency": 3, "purchase": 4, "school": 2})))
            accounts.append((n, member[0], plan, opened, m.whole(4, 80) * 50.0, round(balance, 2), m.pick({"active": 8, "closed": 2, "frozen": 1})))
    m.add("savings_account", accounts)
    m.add("deposit", deposits)
    m.add("payout", payouts)
    meetings, present = [], []
    for n in range(1, 41):
        branch = m.pick([1, 1, 2, 3, 4])
        meetings.append((n, branch, m.day("2023-01-10", "2024-12-12"), m.pick(["annual report", "new members", "plans", "summer party"])))
        present += [(n, member[0]) for member in m.some([one for one in members[:88] if one[2] == branch or m.chance(.04)], m.whole(0, 12))]
    m.add("meeting", meetings)
    m.add("attendance", present)
