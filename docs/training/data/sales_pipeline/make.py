"""A sales team's pipeline: reps, accounts and contacts, leads, deals, activities, tasks, contracts. Days move with today."""
from making import ago

SCHEMA = """
CREATE TABLE sales_rep (rep_id INTEGER PRIMARY KEY, rep_name TEXT NOT NULL, region TEXT NOT NULL, hired_on TEXT NOT NULL, left_on TEXT, manager_id INTEGER REFERENCES sales_rep(rep_id));
CREATE TABLE account (account_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, industry TEXT, country TEXT NOT NULL, created_on TEXT NOT NULL, owner_id INTEGER REFERENCES sales_rep(rep_id));
CREATE TABLE contact (contact_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(account_id), contact_name TEXT NOT NULL, email TEXT, opted_out INTEGER NOT NULL, added_on TEXT NOT NULL);
CREATE TABLE lead (lead_id INTEGER PRIMARY KEY, company TEXT NOT NULL, source TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, converted_on TEXT, rep_id INTEGER REFERENCES sales_rep(rep_id));
CREATE TABLE deal (
  deal_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(account_id), rep_id INTEGER NOT NULL REFERENCES sales_rep(rep_id), title TEXT NOT NULL, stage TEXT NOT NULL, amount INTEGER NOT NULL,
  created_on TEXT NOT NULL, expected_close_on TEXT NOT NULL, closed_on TEXT, lost_reason TEXT);
CREATE TABLE activity (activity_id INTEGER PRIMARY KEY, deal_id INTEGER NOT NULL REFERENCES deal(deal_id), rep_id INTEGER NOT NULL REFERENCES sales_rep(rep_id), kind TEXT NOT NULL, done_at TEXT NOT NULL, minutes INTEGER);
CREATE TABLE task (task_id INTEGER PRIMARY KEY, rep_id INTEGER NOT NULL REFERENCES sales_rep(rep_id), deal_id INTEGER REFERENCES deal(deal_id), subject TEXT NOT NULL, created_on TEXT NOT NULL, due_on TEXT NOT NULL, completed_on TEXT);
CREATE TABLE contract (contract_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(account_id), signed_on TEXT NOT NULL, starts_on TEXT NOT NULL, ends_on TEXT NOT NULL, annual_value INTEGER NOT NULL, auto_renew INTEGER NOT NULL);
"""


def day(back):
    return None if back is None else ago(back)


def fill(m):
    reps = []
    for n in range(1, 19):
        hired = [2400, 2100, 1900, 500, 200, 90, 25, 3, 0][n - 1] if n < 10 else m.whole(100, 2600)
        gone = m.whole(0, min(hired - 1, 300)) if n > 11 and m.chance(.5) else 12 if n == 10 else None
        reps.append((n, " ".join(m.person()), ["North", "South", "East", "West"][n % 4], ago(hired), day(gone), None if n < 3 else m.pick([1, 2])))
    m.add("sales_rep", reps)
    names = ["Acorn", "Birch", "Cobalt", "Delta", "Ember", "Fjord", "Granite", "Helix", "Indigo", "Juniper", "Krypton", "Lumen", "Mosaic"]
    kinds = ["Foods", "Labs", "Logistics", "Media", "Energy", "Systems", "Tools", "Group"]
    accounts = []
    for n in range(1, 201):
        made = 0 if n < 3 else n - 2 if n < 19 else n * 2 if n < 50 else m.whole(30, 2000)
        accounts.append((n, f"{m.pick(names)} {m.pick(kinds)} {n}", m.pick({"retail": 4, "software": 4, "health": 3, "transport": 2}) if m.chance(.92) else None,
                         m.pick({"DE": 5, "FR": 3, "PL": 2, "AT": 1}), ago(made), m.whole(1, 18) if m.chance(.93) else None))
    m.add("account", accounts)
    people = []
    for n in range(1, 421):
        made = n % 15 if n < 40 else m.whole(0, 1500)
        people.append((n, m.whole(1, 185), " ".join(m.person()), f"c{n}@firm.test" if m.chance(.8) else None, int(m.chance(.15)), ago(made)))
    m.add("contact", people)
    leads = []
    for back in range(800, -1, -1):
        for _ in range(m.pick([0, 1, 1, 2]) if back > 45 else m.whole(2, 4)):
            state = m.pick({"qualified": 5, "disqualified": 4, "working": 2, "new": 1}) if back > 20 else m.pick({"new": 4, "working": 4, "disqualified": 2, "qualified": 1})
            turned = max(0, back - m.whole(1, 50)) if state == "qualified" and m.chance(.8) else None
            leads.append((len(leads) + 1, f"{m.pick(names)} {m.pick(kinds)}", m.pick({"web": 5, "fair": 2, "referral": 3, "cold call": 2}), state,
                          f"{ago(back)} 00:{m.whole(0, 59):02}:{m.whole(0, 59):02}" if back < 1 else f"{ago(back)} {m.whole(6, 22):02}:{m.whole(0, 59):02}:00", day(turned), m.whole(1, 16) if m.chance(.88) else None))
    m.add("lead", leads)
    deals = []
    for back in range(790, -1, -1):
        for _ in range(m.pick([0, 1, 1]) if back > 16 else m.whole(1, 3)):
            takes = m.whole(5, 130)
            shut = back - takes if m.chance(.85) else None
            if shut is not None and shut < 0:
                shut = None
            stage = m.pick({"won": 5, "lost": 4}) if shut is not None else m.pick({"prospect": 3, "proposal": 4, "negotiation": 3})
            expected = back - m.pick([30, 60, 90, 120])
            deals.append([len(deals) + 1, m.whole(1, 180), m.whole(1, 17), m.pick(["Licences", "Rollout", "Support", "Pilot", "Upgrade"]) + f" {len(deals) + 1}", stage, m.whole(4, 240) * 250 + len(deals) % 7,
                          ago(back), ago(expected), day(shut), m.pick(["price", "timing", "competitor"]) if stage == "lost" and m.chance(.9) else None])
    # Some that close on each of the last days, and in the days a year ago.
    for at, shut in enumerate([0, 0, 0, 0] + list(range(1, 62)) + [1, 1, 2, 3, 4, 5, 6, 7, 8, 364, 365, 366, 367]):
        stage = ["won", "lost"][shut % 2] if shut > 1 else m.pick(["won", "won", "lost"]) if len(deals) % 3 else "won"
        stage = "lost" if at == 3 else stage
        made = shut + m.whole(3, 70)
        deals.append([len(deals) + 1, m.whole(1, 180), m.whole(1, 17), f"Renewal {len(deals) + 1}", stage, m.whole(4, 240) * 250 + len(deals) % 7, ago(made), ago(shut + m.whole(-9, 20)), ago(shut),
                      m.pick(["price", "timing", "competitor"]) if stage == "lost" else None])
    for due in [9, 8, 3, 2, 1, 0, 0] + list(range(-1, -61, -2)):
        deals.append([len(deals) + 1, m.whole(1, 180), m.whole(1, 17), f"Extension {len(deals) + 1}", m.pick(["proposal", "negotiation", "prospect"]), m.whole(4, 240) * 250 + len(deals) % 7, ago(m.whole(20, 90)), ago(due), None, None])
    m.add("deal", deals)
    done = []
    for back in range(700, -1, -1):
        for _ in range(m.whole(1, 4) + (back < 15) * 2):
            kind = m.pick({"call": 5, "email": 6, "meeting": 2, "demo": 1})
            done.append((len(done) + 1, m.whole(1, 520), m.whole(1, 16), kind, f"{ago(back)} {m.whole(8, 18) if back else 0:02}:{m.whole(0, 59):02}:00", m.pick([10, 15, 30, 60]) if kind != "email" else None))
    m.add("activity", done)
    tasks = []
    for due in list(range(400, 40, -3)) + list(range(40, -50, -1)) + [0, 0, 1, 1, -1, -1, -1]:
        for _ in range(m.whole(1, 3)):
            made = max(due, 0) + m.whole(0, 30)
            end = None
            if m.chance(.75 if due > 0 else .3):
                end = max(0, due + m.whole(-6, 8))
                end = min(end, made)
            tasks.append((len(tasks) + 1, m.whole(1, 17), m.whole(1, 500) if m.chance(.8) else None, m.pick(["call back", "send quote", "prepare demo", "check credit"]), ago(made), ago(due), day(end)))
    m.add("task", tasks)
    signed = []
    for n in range(1, 241):
        ends = -n + 20 if n < 100 else m.whole(-700, 400)
        starts = ends + m.pick([365, 730])
        signed.append((n, m.whole(1, 190), ago(max(0, starts + m.whole(1, 40))), ago(starts), ago(ends), m.whole(4, 120) * 500 + n % 9, int(m.chance(.4))))
    m.add("contract", signed)
