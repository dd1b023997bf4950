"""A call centre: calls by queue and agent, teams over time, skills, callbacks, satisfaction scores, shift plan."""
import datetime

from making import later

SCHEMA = """
CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES team(id), lead_id INTEGER REFERENCES agent(id));
CREATE TABLE agent (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT, contract TEXT, coach_id INTEGER REFERENCES agent(id));
CREATE TABLE agent_team (agent_id INTEGER REFERENCES agent(id), team_id INTEGER REFERENCES team(id), valid_from TEXT, valid_to TEXT,
  PRIMARY KEY (agent_id, valid_from));
CREATE TABLE skill (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE agent_skill (agent_id INTEGER REFERENCES agent(id), skill_id INTEGER REFERENCES skill(id), level INTEGER, PRIMARY KEY (agent_id, skill_id));
CREATE TABLE queue (id INTEGER PRIMARY KEY, name TEXT NOT NULL, skill_id INTEGER REFERENCES skill(id), active INTEGER NOT NULL);
CREATE TABLE queue_target (queue_id INTEGER REFERENCES queue(id), valid_from TEXT, answer_within_s INTEGER NOT NULL, PRIMARY KEY (queue_id, valid_from));
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tier TEXT, region TEXT, blocked_at TEXT);
CREATE TABLE call (id INTEGER PRIMARY KEY, queue_id INTEGER NOT NULL REFERENCES queue(id), agent_id INTEGER REFERENCES agent(id),
  customer_id INTEGER REFERENCES customer(id), started_ms INTEGER NOT NULL, queue_s INTEGER NOT NULL, talk_s INTEGER, hold_s INTEGER,
  outcome TEXT NOT NULL, transferred_from INTEGER REFERENCES call(id), is_test INTEGER NOT NULL DEFAULT 0);
CREATE TABLE call_tag (call_id INTEGER REFERENCES call(id), tag TEXT, PRIMARY KEY (call_id, tag));
CREATE TABLE callback (id INTEGER PRIMARY KEY, call_id INTEGER NOT NULL REFERENCES call(id), requested_at TEXT NOT NULL, due_at TEXT,
  done_at TEXT, agent_id INTEGER REFERENCES agent(id), result TEXT);
CREATE TABLE survey (call_id INTEGER PRIMARY KEY REFERENCES call(id), sent_at TEXT NOT NULL, score INTEGER, remark TEXT);
CREATE TABLE "Shift Plan" ("Agent No" INTEGER REFERENCES agent(id), "Day" TEXT, "Planned Hours" REAL, "Absence Code" TEXT,
  PRIMARY KEY ("Agent No", "Day"));
"""

TEAMS = [(1, "Service", None, 1), (2, "Billing", 1, 2), (3, "Tech Support", 1, 3), (4, "Tech Support Night", 3, 4), (5, "Sales", None, 5), (6, "Retention", 5, None)]
SKILLS = ["Billing", "Internet", "Mobile", "Sales", "English", "French", "Complaints", "Sign language"]
QUEUES = [(1, "Billing", 1, 1), (2, "Internet faults", 2, 1), (3, "Mobile faults", 3, 1), (4, "New contracts", 4, 1), (5, "Complaints", 7, 1),
          (6, "Fax", None, 0), (7, "Cancellations", 4, 1)]


def millis(when):
    return int((datetime.datetime.fromisoformat(when) - datetime.datetime(1970, 1, 1)).total_seconds()) * 1000


def fill(m):
    m.add("team", TEAMS)
    agents, members = [], []
    for n in range(1, 37):
        first, last = m.person()
        hired = m.day("2017-01-01", "2023-11-30") if n < 31 else m.day("2024-01-02", "2024-06-10")
        left = m.day("2024-01-20", "2024-06-20") if 7 < n < 31 and m.chance(.2) else None
        agents.append((n, f"{first} {last}", hired, left, m.pick(["full", "part", "Part", "full", "temp"]), None if n < 4 else m.whole(1, min(n - 1, 9)) if m.chance(.75) else None))
        start, team = max(hired, "2022-01-01"), m.pick([2, 3, 4, 5, 6]) if n > 5 else n
        while m.chance(.4) and start < "2024-03-01":
            stop = later(start, days=m.whole(60, 300))
            if stop >= (left or "2024-06-01"):
                break
            members.append((n, team, start, stop))
            start, team = later(stop, days=1), m.pick([t for t in (2, 3, 4, 5) if t != team])
        members.append((n, team, start, left))
    m.add("agent", agents)
    m.add("agent_team", members)
    m.add("skill", enumerate(SKILLS, 1))
    skills = {a[0]: m.some(range(1, 8), m.pick([1, 2, 2, 3, 3, 4, 6])) for a in agents if a[0] not in (33, 35)}
    m.add("agent_skill", [(a, s, m.pick([1, 2, 2, 3, 3, None])) for a in skills for s in sorted(skills[a])])
    m.add("queue", QUEUES)
    targets = []
    for q in range(1, 8):
        goal = m.pick([20, 30, 45, 60])
        for day in ["2023-01-01"] + [d for d in ("2024-02-01", "2024-04-01") if m.chance(.6)]:
            targets.append((q, day, goal))
            goal += m.pick([-10, 15, 30])
    m.add("queue_target", targets)
    customers = []
    for n in range(1, 261):
        first, last = m.person()
        customers.append((n, f"{first} {last}", m.pick({"gold": 2, "silver": 4, "basic": 9, "Gold": 1, None: 1}), m.pick(["North", "South", "East", "West", None]),
                          m.moment("2024-01-10", "2024-06-25", (8, 17)) if m.chance(.06) else None))
    m.add("customer", customers)
    calls, tags, backs, surveys = [], [], [], []
    edges = ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31", "2024-06-30", "2024-04-01"]
    times = sorted((m.pick(edges) if m.chance(.06) else m.day("2024-01-01", "2024-06-30")) + f" {m.pick([7, 8, 9, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23]):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}" for _ in range(2000))
    for n, when in enumerate(times, 1):
        queue = m.pick({1: 9, 2: 8, 3: 5, 4: 4, 5: 3, 7: 2})
        skill = QUEUES[queue - 1][2]
        fit = [a[0] for a in agents[:34] if a[2] <= when[:10] and (not a[3] or a[3] >= when[:10]) and (skill in skills.get(a[0], []) or m.chance(.08))]
        outcome = m.pick({"answered": 75, "abandoned": 14, "voicemail": 5, "ANSWERED": 2})
        wait = int(m.skewed(0, 420, 0)) if outcome != "abandoned" else m.whole(3, 400)
        wait = m.pick([20, 30, 45, 60]) if m.chance(.05) else wait
        talked = outcome.lower() == "answered"
        origin = None
        if calls and m.chance(.07) and calls[-1][8] == "answered":
            origin = n - 1
        who = customers[int(m.random.random() ** 1.6 * 240)][0] if m.chance(.9) else None
        if origin:
            who = calls[-1][3]
        one = (n, queue, m.pick(fit or [1]) if talked else None, who, millis(when) + m.whole(0, 999), wait, int(m.skewed(15, 1500, 0)) if talked else None,
               m.pick([0, 0, 0, 15, 40, 95]) if talked else None, outcome, origin, int(m.chance(.02)))
        calls.append(one)
        tags += [(n, t) for t in sorted(m.some(["refund", "outage", "vip", "contract", "address change"], m.pick([0, 0, 1, 1, 2])))]
        if m.chance(.3 if not talked else .05):
            due = later(when, hours=m.pick([2, 4, 24, 48])) if m.chance(.9) else None
            done = later(when, hours=m.pick([1, 2, 3, 20, 26, 50, 80]), minutes=m.whole(0, 59)) if m.chance(.75) else None
            backs.append((len(backs) + 1, n, when, due, done, m.whole(1, 30) if done and m.chance(.9) else None, m.pick(["reached", "reached", "no answer", "No answer"]) if done else None))
        if talked and m.chance(.55):
            surveys.append((n, later(when, minutes=m.pick([30, 60, 1440])), m.pick({5: 6, 4: 6, 3: 3, 2: 2, 1: 2, None: 9}), m.pick(["great", "too long", "rude", "thanks a lot", None, None, None])))
    m.add("call", calls)
    m.add("call_tag", tags)
    m.add("callback", backs)
    m.add("survey", surveys)
    plan = {}
    for _ in range(1100):
        a, day = agents[m.whole(0, 33)], m.day("2024-04-01", "2024-06-30")
        if a[2] <= day and (not a[3] or a[3] >= day):
            off = m.pick({None: 12, "SICK": 1, "VAC": 1, "sick": .4})
            plan[a[0], day] = (a[0], day, m.pick([4, 6, 7.5, 8, 8]) if not off or m.chance(.7) else None, off)
    m.add("Shift Plan", plan.values())
