"""Product analytics of a web application: workspaces, users, sessions, events, experiments, releases, feedback."""
from making import later

SCHEMA = """
CREATE TABLE workspaces (
  workspace_id INTEGER PRIMARY KEY, workspace_name TEXT NOT NULL, plan TEXT NOT NULL, country TEXT NOT NULL,
  created_on TEXT NOT NULL, seat_limit INTEGER NOT NULL);
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL REFERENCES workspaces(workspace_id),
  signup_at TEXT NOT NULL, signup_channel TEXT, invited_by INTEGER REFERENCES users(user_id), deactivated_on TEXT);
CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(user_id), device TEXT NOT NULL,
  started_at TEXT NOT NULL, ended_at TEXT);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(user_id),
  session_id INTEGER REFERENCES sessions(session_id), event_name TEXT NOT NULL, occurred_at TEXT NOT NULL,
  received_at TEXT NOT NULL);
CREATE TABLE experiments (
  experiment_id INTEGER PRIMARY KEY, experiment_name TEXT NOT NULL, started_on TEXT NOT NULL, stopped_on TEXT);
CREATE TABLE assignments (
  experiment_id INTEGER NOT NULL REFERENCES experiments(experiment_id), user_id INTEGER NOT NULL REFERENCES users(user_id),
  variant TEXT NOT NULL, assigned_at TEXT NOT NULL, PRIMARY KEY (experiment_id, user_id));
CREATE TABLE feedback (
  feedback_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(user_id), rating INTEGER,
  given_on TEXT NOT NULL, topic TEXT NOT NULL);
"""
EVENTS = {"project_created": 6, "file_uploaded": 8, "member_invited": 3, "link_shared": 4, "report_exported": 4,
          "upgrade_clicked": 1, "error_shown": 2}


def fill(m):
    spaces = []
    for n in range(1, 61):
        spaces.append((n, f"{m.pick(['Acorn', 'Birch', 'Cedar', 'Dune', 'Ember'])} {m.pick(['Studio', 'Works', 'Group', 'Lab'])} {n}",
                       m.pick({"free": 5, "team": 4, "business": 2}), m.pick(["DE", "US", "FR", "IN", "BR"]),
                       m.day("2024-06-01", "2025-05-20"), m.pick([3, 5, 5, 10, 20])))
    m.add("workspaces", spaces)
    users = []
    for n in range(1, 401):
        space = spaces[int(m.random.random() ** 1.6 * 56)]
        mates = [u[0] for u in users if u[1] == space[0]]
        at = m.moment(max(space[4], "2025-01-01"), "2025-05-31")
        invited = m.pick(mates) if mates and m.chance(.5) else None
        users.append((n, space[0], at, "invite" if invited and m.chance(.8) else m.pick(["search", "ads", "referral", "search", None]),
                      invited, later(at[:10], days=m.whole(5, 80)) if m.chance(.12) else None))
    m.add("users", users)
    sessions, events = [], []
    for u in users:
        at = later(u[2], minutes=m.whole(0, 50))
        for k in range(m.pick([0, 1, 1, 2, 2, 3, 4, 6, 9])):
            if at > "2025-06-30":
                break
            length = m.pick([1, 4, 9, 15, 30, 30, 31, 45, 80])
            open_end = m.chance(.1)
            sessions.append((len(sessions) + 1, u[0], m.pick({"desktop": 5, "mobile": 3, "tablet": 1}), at,
                             None if open_end else later(at, minutes=length)))
            for _ in range(m.pick([0, 1, 1, 2, 3, 4, 6])):
                when = later(at, minutes=m.whole(0, length))
                events.append((u[0], None if m.chance(.08) else len(sessions), m.pick(EVENTS), when,
                               later(when, minutes=m.pick([0, 0, 0, 1, 2, 90, 1500]))))
            at = later(at[:10], days=m.pick([0, 1, 1, 2, 6, 7, 7, 8, 14, 30])) + at[10:]
            at = later(at, minutes=m.whole(90, 400) if length < 80 else 200)
    m.add("sessions", sessions)
    events.sort(key=lambda e: e[3])
    m.add("events", [(n, *e) for n, e in enumerate(events, 1)])
    m.add("experiments", [(1, "new_onboarding", "2025-02-01", "2025-04-01"), (2, "dark_sidebar", "2025-03-15", None),
                          (3, "price_page_v2", "2025-04-01", "2025-05-15"), (4, "ai_summary", "2025-05-01", None),
                          (5, "short_trial", "2025-06-01", None)])
    given = {}
    for e, first, last in ((1, "2025-02-01", "2025-03-31"), (2, "2025-03-15", "2025-06-20"), (3, "2025-04-01", "2025-05-15"), (4, "2025-05-01", "2025-06-20")):
        for u in m.some(users, m.whole(70, 110)):
            given[(e, u[0])] = (m.pick(["control", "variant_a", "variant_b"] if e == 3 else ["control", "variant_a"]), m.moment(first, last))
    m.add("assignments", [(*k, *v) for k, v in given.items()])
    m.add("feedback", [(n, m.pick(users[:120])[0], m.pick([1, 2, 3, 3, 4, 4, 5, 5, None]), m.day("2025-02-01", "2025-06-30"),
                        m.pick({"editor": 4, "billing": 2, "speed": 3, "mobile": 1})) for n in range(1, 241)])
