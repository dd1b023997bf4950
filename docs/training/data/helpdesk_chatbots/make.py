"""A helpdesk with chatbots: bots, intents, customers, agents, conversations, messages, handovers, ratings, suggested articles."""
from making import later

SCHEMA = """
CREATE TABLE bots (bot_id INTEGER PRIMARY KEY, bot_name TEXT NOT NULL, channel TEXT NOT NULL, previous_bot_id INTEGER REFERENCES bots(bot_id), released_on TEXT NOT NULL, retired_on TEXT);
CREATE TABLE intents (intent_id INTEGER PRIMARY KEY, intent_name TEXT NOT NULL, parent_intent_id INTEGER REFERENCES intents(intent_id));
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, plan TEXT NOT NULL, home_language TEXT, contact_language TEXT, joined_on TEXT NOT NULL);
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT NOT NULL, lead_id INTEGER REFERENCES agents(agent_id), hired_on TEXT NOT NULL, left_on TEXT);
CREATE TABLE conversations (conversation_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), bot_id INTEGER NOT NULL REFERENCES bots(bot_id), opened_at TEXT NOT NULL, due_at TEXT NOT NULL, closed_at TEXT, closed_by TEXT);
CREATE TABLE messages (message_id INTEGER PRIMARY KEY, conversation_id INTEGER NOT NULL REFERENCES conversations(conversation_id), seq INTEGER NOT NULL, sender TEXT NOT NULL, intent_id INTEGER REFERENCES intents(intent_id), confidence TEXT, sent_at TEXT NOT NULL, tokens INTEGER NOT NULL, billed_tokens INTEGER NOT NULL);
CREATE TABLE handovers (handover_id INTEGER PRIMARY KEY, conversation_id INTEGER NOT NULL REFERENCES conversations(conversation_id), from_agent_id INTEGER REFERENCES agents(agent_id), to_agent_id INTEGER NOT NULL REFERENCES agents(agent_id), requested_at TEXT NOT NULL, accepted_at TEXT);
CREATE TABLE ratings (conversation_id INTEGER PRIMARY KEY REFERENCES conversations(conversation_id), bot_score INTEGER, agent_score INTEGER, rated_at TEXT NOT NULL);
CREATE TABLE articles (article_id INTEGER PRIMARY KEY, title TEXT NOT NULL, topic TEXT NOT NULL, written_by INTEGER NOT NULL REFERENCES agents(agent_id), reviewed_by INTEGER REFERENCES agents(agent_id), published_on TEXT);
CREATE TABLE suggestions (message_id INTEGER NOT NULL REFERENCES messages(message_id), position INTEGER NOT NULL, article_id INTEGER NOT NULL REFERENCES articles(article_id), clicked INTEGER NOT NULL, PRIMARY KEY (message_id, position));
"""
INTENTS = [(1, "billing", None), (2, "shipping", None), (3, "account", None), (4, "refund", 1), (5, "invoice copy", 1), (6, "where is my parcel", 2), (7, "change address", 2), (8, "reset password", 3), (9, "close account", 3), (10, "partial refund", 4), (11, "small talk", None)]
TONGUES = ["en", "de", "fr", "es", "pl"]


def fill(m):
    m.add("bots", [(1, "Ada v1", "web", None, "2023-06-01", "2024-05-31"), (2, "Ada v2", "web", 1, "2024-04-01", "2025-02-28"), (3, "Ada v3", "web", 2, "2025-01-10", None), (4, "Bo v1", "app", None, "2024-02-01", "2025-04-30"), (5, "Bo v2", "app", 4, "2025-03-01", None), (6, "Cy", "phone", None, "2024-09-01", None), (7, "Ada Lab", "web", 3, "2025-07-01", None)])
    m.add("intents", INTENTS)
    people = []
    for n in range(1, 201):
        home = m.pick(TONGUES) if m.chance(.92) else None
        people.append((n, " ".join(m.person()) + f" {n}", m.pick({"free": 5, "plus": 4, "business": 2}), home, home if m.chance(.7) else m.pick(TONGUES), m.day("2023-01-01", "2025-03-31")))
    m.add("customers", people)
    staff = [(n, " ".join(m.person()) + f" {n}", m.pick(["north", "south", "night"]), m.whole(1, min(n - 1, 7)) if n > 2 and m.chance(.9) else None, m.day("2018-01-01", "2024-06-30"), m.day("2025-01-01", "2025-08-31") if m.chance(.15) else None) for n in range(1, 31)]
    m.add("agents", staff)
    texts = [(n, f"How to {m.pick(['return', 'pay', 'track', 'log in', 'cancel'])} ({n})", m.pick(["billing", "shipping", "account", "other"]), m.whole(1, 24), m.whole(1, 24) if m.chance(.8) else None, m.day("2023-01-01", "2025-06-30") if m.chance(.88) else None) for n in range(1, 71)]
    m.add("articles", texts)
    talks, lines, hands, marks, hints = [], [], [], [], []
    for n in range(1, 521):
        start = m.moment("2024-01-01", "2025-09-20", (6, 22))[:17] + "00"
        month = start[:10]
        bot = m.pick([b for b, low, high in [(1, "2023", "2024-05"), (2, "2024-04", "2025-02"), (3, "2025-01-10", "2026"), (4, "2024-02", "2025-04"), (5, "2025-03", "2026"), (6, "2024-09", "2026")] if low <= month < high])
        who = people[int(m.random.random() ** 1.6 * 180)]
        ended = later(start, minutes=m.pick([3, 8, 20, 45, 60, 120, 480, 1440, 2880])) if m.chance(.92) else None
        due = later(start, hours={"free": 24, "plus": 8, "business": 1}[who[2]])
        when, human = start, m.chance(.35)
        for seq in range(1, m.pick([1, 2, 3, 4, 5, 6, 8]) + 1):
            sender = "customer" if seq % 2 else "agent" if human and seq > 2 else "bot"
            size = m.whole(5, 220)
            sure = str(m.pick([m.whole(2, 9), m.whole(10, 99), m.whole(10, 99), 100])) if m.chance(.86) else m.pick(["n/a", "-", ""])
            lines.append((len(lines) + 1, n, seq, sender, m.whole(1, 10) if sender == "customer" and m.chance(.85) else None, sure if sender == "bot" else None, when, size, size if m.chance(.6) else 0))
            if sender == "bot" and m.chance(.4):
                for at, a in enumerate(m.some(texts[:60], m.whole(1, 3)), 1):
                    hints.append((len(lines), at, a[0], int(m.chance(.3))))
            when = later(when, minutes=m.pick([0, 1, 1, 2, 5, 9]))
        if human:
            asked, back = later(start, minutes=m.whole(1, 30)), None
            for _ in range(m.pick([1, 1, 1, 2, 3])):
                to = m.whole(1, 26)
                took = later(asked, minutes=m.pick([1, 2, 5, 5, 10, 30])) if m.chance(.9) else None
                hands.append((len(hands) + 1, n, back, to, asked, took))
                back, asked = to, later(asked, minutes=m.whole(31, 90))
        talks.append((n, who[0], bot, start, due, ended, (m.pick(["agent", "agent", "timeout"]) if human else m.pick({"bot": 6, "timeout": 2})) if ended else None))
        if ended and m.chance(.5):
            marks.append((n, m.pick([1, 2, 3, 4, 4, 5, 5]) if m.chance(.9) else None, m.pick([1, 3, 4, 4, 5]) if human else None, later(ended, hours=m.whole(0, 40))))
    m.add("conversations", talks)
    m.add("messages", lines)
    m.add("handovers", hands)
    m.add("ratings", marks)
    m.add("suggestions", hints)
