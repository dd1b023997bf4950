"""A help desk: tickets of customers, agents in teams, status changes, service level targets, tags, ratings."""
from making import later

SCHEMA = """
CREATE TABLE organizations (
  org_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, plan TEXT NOT NULL,
  is_test INTEGER NOT NULL DEFAULT 0, signed_up_at TEXT NOT NULL, churned_at TEXT);
CREATE TABLE org_plan_history (
  org_id INTEGER NOT NULL REFERENCES organizations(org_id), plan TEXT NOT NULL,
  valid_from TEXT NOT NULL, valid_to TEXT, PRIMARY KEY (org_id, valid_from));
CREATE TABLE contacts (
  contact_id INTEGER PRIMARY KEY, org_id INTEGER REFERENCES organizations(org_id),
  full_name TEXT NOT NULL, email TEXT, is_vip INTEGER NOT NULL DEFAULT 0);
CREATE TABLE teams (
  team_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_team_id INTEGER REFERENCES teams(team_id),
  lead_agent_id INTEGER REFERENCES agents(agent_id));
CREATE TABLE agents (
  agent_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team_id INTEGER REFERENCES teams(team_id),
  manager_id INTEGER REFERENCES agents(agent_id), hired_on TEXT NOT NULL, deactivated_at TEXT);
CREATE TABLE sla_policies (sla_policy_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE sla_targets (
  sla_policy_id INTEGER REFERENCES sla_policies(sla_policy_id), priority TEXT,
  first_reply_minutes INTEGER, resolve_minutes INTEGER, PRIMARY KEY (sla_policy_id, priority));
CREATE TABLE tickets (
  ticket_id INTEGER PRIMARY KEY, subject TEXT NOT NULL,
  org_id INTEGER NOT NULL REFERENCES organizations(org_id),
  requester_id INTEGER REFERENCES contacts(contact_id),
  assignee_id INTEGER REFERENCES agents(agent_id), opened_by_agent_id INTEGER REFERENCES agents(agent_id),
  sla_policy_id INTEGER REFERENCES sla_policies(sla_policy_id),
  priority TEXT NOT NULL, status TEXT NOT NULL, channel TEXT NOT NULL, created_at TEXT NOT NULL,
  first_replied_at TEXT, solved_at TEXT, deleted_at TEXT, merged_into_id INTEGER REFERENCES tickets(ticket_id));
CREATE TABLE ticket_status_history (
  ticket_id INTEGER REFERENCES tickets(ticket_id), changed_at TEXT, old_status TEXT, new_status TEXT NOT NULL,
  changed_by INTEGER REFERENCES agents(agent_id), PRIMARY KEY (ticket_id, changed_at));
CREATE TABLE comments (
  comment_id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets(ticket_id),
  agent_id INTEGER REFERENCES agents(agent_id), contact_id INTEGER REFERENCES contacts(contact_id),
  is_public INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE ticket_tags (
  ticket_id INTEGER REFERENCES tickets(ticket_id), tag_id INTEGER REFERENCES tags(tag_id),
  PRIMARY KEY (ticket_id, tag_id));
CREATE TABLE satisfaction_ratings (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets(ticket_id), score INTEGER, rated_at TEXT, remark TEXT);
"""

TEAMS = [("Support", None), ("Billing Desk", 1), ("Technical", 1), ("Escalations", 3), ("Onboarding", 1),
         ("Integrations", 3), ("Night Shift", 4)]
ONE = "Blue North Silver Harbor Alpine Rapid Quiet Golden Urban Cedar".split()
TWO = "Logistics Foods Media Bank Health Studio Robotics Travel".split()
SUBJECTS = ["Cannot log in", "Login loop after password reset", "Invoice is wrong", "Refund request",
            "App crashes on export", "API returns 500", "Webhook not firing", "Slow dashboard",
            "How do I add a user?", "Change billing address", "Data missing after import", "LOGIN fails with SSO",
            "Feature request: dark mode", "Double charge on invoice"]
TAGS = ["bug", "billing", "login", "refund", "api", "vip", "churn-risk", "feature-request", "duplicate", "outage",
        "gdpr"]
REPLY = {"urgent": 30, "high": 120, "normal": 480, "low": 1440}


def zulu(when):
    return when and when.replace(" ", "T") + "Z"


def fill(m):
    orgs, plans = [], []
    names = [f"{a} {b}" for a in ONE for b in TWO]
    for n, name in enumerate(m.some(names, 70), 1):
        start = m.moment("2021-05-01", "2024-05-20", (7, 17))
        plan, at = m.pick(["free", "free", "pro", "enterprise"]), start
        for _ in range(m.pick([0, 0, 1, 1, 2])):
            new = m.pick([p for p in ("free", "pro", "enterprise") if p != plan])
            end = later(at, days=m.whole(40, 420))
            if end > "2024-06-25":
                break
            plans.append((n, plan, at[:10], end[:10]))
            plan, at = new, end
        plans.append((n, plan, at[:10], None))
        churn = later(at, days=m.whole(30, 300)) if m.chance(.2) else None
        orgs.append((n, name, m.pick({"DE": 5, "AT": 3, "CH": 2, "FR": 2, "de": 1, None: 1}), plan,
                     int(m.chance(.06)), zulu(start), zulu(churn) if churn and churn < "2024-06-30" else None))
    m.add("organizations", orgs)
    m.add("org_plan_history", plans)
    contacts = []
    for n in range(1, 231):
        first, last = m.person()
        contacts.append((n, int(m.random.random() ** 1.5 * 66) + 1, f"{first} {last}",
                         f"{first}.{last}{n}@{m.pick(['example.com', 'Example.com', 'mail.test', 'post.example'])}".lower()
                         if m.chance(.85) else None, int(m.chance(.12))))
    m.add("contacts", contacts)
    agents = []
    for n in range(1, 31):
        first, last = m.person()
        gone = m.moment("2023-03-01", "2024-06-10", (16, 17)) if n in (12, 18) or m.chance(.2) and n > 8 else None
        agents.append((n, f"{first} {last}", n if n < 7 else 3 if n == 12 else 7 if n == 18 else m.pick([2, 3, 3, 4, 5, 6, None]),
                       None if n == 1 else 1 if n < 6 else m.whole(2, min(n - 1, 11)),
                       m.day("2019-02-01", "2022-12-31") if n < 20 else m.day("2022-06-01", "2024-06-01"), zulu(gone)))
    m.add("teams", [(n, name, up, None if n == 5 else min(n, 6)) for n, (name, up) in enumerate(TEAMS, 1)])
    m.add("agents", agents)
    m.add("sla_policies", [(1, "Standard"), (2, "Premium"), (3, "Internal")])
    m.add("sla_targets", [(p, name, int(minutes / (1 if p == 1 else 2)), minutes * 12 // p)
                          for p in (1, 2) for name, minutes in REPLY.items()])
    tickets, history, comments = [], {}, []
    days = []
    for _ in range(1000):
        day = m.day("2023-01-01", "2024-06-30")
        if m.chance(.06):
            day = m.pick(["2023-03-31", "2023-06-30", "2023-12-31", "2024-01-01", "2024-03-31", "2024-05-31",
                          "2024-04-01", "2024-06-30", "2023-09-30", "2024-05-01"])
        days.append(f"{day} {m.pick([m.whole(0, 23), m.whole(8, 17), m.whole(8, 17)]):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}")
    for n, when in enumerate(sorted(days), 1):
        who = contacts[int(m.random.random() ** 1.3 * 215)]
        priority = m.pick({"low": 4, "normal": 9, "high": 4, "urgent": 2})
        policy = m.pick({1: 6, 2: 3, None: 1, 3: .3})
        agent = m.pick([a for a in agents[:27] if a[4] <= when[:10] and (not a[5] or a[5] > zulu(when))])[0] if m.chance(.93) else None
        opened = m.pick([1, 4, 9, 12, 15, agent or 4]) if m.chance(.15) else None
        reply = solved = None
        aim = REPLY[priority] // (2 if policy == 2 else 1)
        status, now = "new", when
        log = [(None, "new", now)]
        if agent and m.chance(.95):
            reply = later(when, minutes=aim if m.chance(.04) else max(1, int(aim * m.skewed(.02, 2.2))))
            log.append((status, "open", reply))
            status, now = "open", reply
            for _ in range(m.pick([0, 0, 0, 1, 2])):
                now = later(now, minutes=m.whole(20, 2500))
                log.append(("open", "pending", now))
                now = later(now, minutes=m.whole(20, 4000))
                log.append(("pending", "open", now))
            if m.chance(.85):
                now = later(now, minutes=int(aim * m.skewed(.1, 25)) + 2)
                log.append(("open", "solved", now))
                solved, status = now, "solved"
                if m.chance(.12):
                    now = later(now, minutes=m.whole(30, 3000))
                    log.append(("solved", "open", now))
                    solved, status = None, "open"
                    if m.chance(.8):
                        now = later(now, minutes=m.whole(30, 5000))
                        log.append(("open", "solved", now))
                        solved, status = now, "solved"
                if status == "solved" and m.chance(.6):
                    now = later(now, days=7)
                    log.append(("solved", "closed", now))
                    status = "closed"
            elif m.chance(.5):
                now = later(now, minutes=m.whole(20, 900))
                log.append(("open", "pending", now))
                status = "pending"
        cut = [row for row in log if row[2] < "2024-07-01"]
        status = cut[-1][1]
        reply = reply if reply and reply < "2024-07-01" else None
        solved = solved if solved and solved < "2024-07-01" else None
        for old, new, at in cut:
            history[(n, at)] = (n, zulu(at), old, new, None if new == "closed" or old is None else agent if m.chance(.85) else m.whole(1, 12))
        tickets.append((n, m.pick(SUBJECTS), who[1], who[0] if m.chance(.96) else None, agent, opened, policy, priority,
                        status, m.pick({"email": 6, "web": 4, "chat": 3, "phone": 2, "Email": .6}), zulu(when), zulu(reply), zulu(solved),
                        zulu(later(when, days=2)) if m.chance(.03) else None,
                        m.whole(max(1, n - 40), n - 1) if n > 5 and m.chance(.05) else None))
        for at in range(m.pick([0, 1, 1, 2, 3, 4])):
            said = later(when, minutes=m.whole(1, 6000))
            if m.chance(.55) and agent:
                comments.append((0, n, agent if m.chance(.8) else m.whole(1, 20), None, int(m.chance(.7)), zulu(said)))
            else:
                comments.append((0, n, None, who[0], 1, zulu(said)))
    m.add("tickets", tickets)
    m.add("ticket_status_history", history.values())
    m.add("comments", [(n,) + row[1:] for n, row in enumerate(sorted(comments, key=lambda row: row[5]), 1)])
    m.add("tags", enumerate(TAGS, 1))
    m.add("ticket_tags", [(t[0], tag) for t in tickets for tag in sorted(m.some(range(1, 11), m.pick([0, 0, 1, 1, 2, 3])))])
    m.add("satisfaction_ratings", [
        (t[0], m.pick({5: 9, 4: 7, 3: 4, 2: 2, 1: 3, None: 2}), zulu(later(t[12][:10] + " 09:30:00", days=m.whole(1, 9))),
         m.pick([None, None, "thanks", "too slow", "Great help", "still broken"]))
        for t in tickets if t[12] and m.chance(.45)])
