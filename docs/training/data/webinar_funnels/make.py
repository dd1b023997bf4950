"""Webinars as a sales funnel: hosts, webinars, contacts, invitations, registrations, attendances, survey answers, deals."""
from making import later

SCHEMA = """
CREATE TABLE Hosts (HostId INTEGER PRIMARY KEY, HostName TEXT NOT NULL, Team TEXT NOT NULL);
CREATE TABLE Webinars (WebinarId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Topic TEXT NOT NULL, HostId INTEGER REFERENCES Hosts(HostId),
  StartsAt TEXT NOT NULL, PlannedMinutes INTEGER NOT NULL, Capacity INTEGER NOT NULL, CancelledOn TEXT);
CREATE TABLE Contacts (ContactId INTEGER PRIMARY KEY, Company TEXT, Country TEXT NOT NULL, CreatedOn TEXT NOT NULL, Source TEXT NOT NULL,
  ReferrerId INTEGER REFERENCES Contacts(ContactId));
CREATE TABLE Invitations (InvitationId INTEGER PRIMARY KEY, WebinarId INTEGER NOT NULL REFERENCES Webinars(WebinarId),
  ContactId INTEGER NOT NULL REFERENCES Contacts(ContactId), SentAt TEXT NOT NULL, OpenedAt TEXT, ClickedAt TEXT);
CREATE TABLE Registrations (WebinarId INTEGER NOT NULL REFERENCES Webinars(WebinarId), ContactId INTEGER NOT NULL REFERENCES Contacts(ContactId),
  RegisteredAt TEXT NOT NULL, WithdrawnAt TEXT, PRIMARY KEY (WebinarId, ContactId));
CREATE TABLE Attendances (AttendanceId INTEGER PRIMARY KEY, WebinarId INTEGER NOT NULL, ContactId INTEGER NOT NULL,
  JoinedAt TEXT NOT NULL, LeftAt TEXT, Device TEXT NOT NULL);
CREATE TABLE SurveyAnswers (WebinarId INTEGER NOT NULL, ContactId INTEGER NOT NULL, Score INTEGER, AnsweredAt TEXT NOT NULL,
  PRIMARY KEY (WebinarId, ContactId));
CREATE TABLE Deals (DealId INTEGER PRIMARY KEY, ContactId INTEGER NOT NULL REFERENCES Contacts(ContactId), OpenedOn TEXT NOT NULL,
  ClosedOn TEXT, Stage TEXT NOT NULL, QuotedEuros INTEGER NOT NULL, SignedEuros INTEGER);
"""


def fill(m):
    m.add("Hosts", [(n, " ".join(m.person()), m.pick(["Product", "Sales", "Support"])) for n in range(1, 10)])
    webinars = []
    for n in range(1, 49):
        at = m.day("2025-01-08", "2025-06-27") + f" {m.pick([10, 14, 16])}:00:00"
        webinars.append((n, f"{m.pick(['Inside', 'Mastering', 'First steps in', 'Better'])} {m.pick(['reports', 'budgets', 'alerts', 'forms'])} {n}",
                         m.pick({"Finance": 4, "Security": 3, "Automation": 4, "Hiring": 2}), m.whole(1, 7) if m.chance(.9) else None, at, m.pick([30, 45, 60, 60, 90]),
                         m.pick([9, 10, 11, 12, 13, 14, 15, 20, 40]), later(at[:10], days=-m.whole(1, 6)) if n % 5 == 0 else None))
    m.add("Webinars", webinars)
    contacts = []
    for n in range(1, 361):
        contacts.append((n, f"{m.pick(['Arco', 'Belt', 'Cirra', 'Dorn', 'Elbe', 'Fane'])} {m.pick(['GmbH', 'Ltd', 'SA'])}" if m.chance(.85) else None, m.pick({"DE": 4, "GB": 3, "ES": 2, "SE": 1}),
                         m.day("2024-06-01", "2025-05-31"), m.pick({"fair": 2, "website": 5, "partner": 2, "cold call": 1}), m.whole(1, n - 1) if n > 8 and m.chance(.25) else None))
    m.add("Contacts", contacts)
    invites, regs, visits, answers = [], {}, [], {}
    for w in webinars:
        guests = m.some(contacts[:340], m.whole(14, 44))
        for c in guests:
            sent = later(w[4], days=-m.pick([3, 7, 10, 14, 14, 21]), minutes=-m.whole(0, 300))
            opened = later(sent, minutes=m.pick([2, 30, 300, 1440, 2000, 2880, 4000])) if m.chance(.7) else None
            clicked = later(opened, minutes=m.pick([1, 3, 9, 60])) if opened and m.chance(.6) else None
            invites.append((len(invites) + 1, w[0], c[0], sent, opened, clicked))
            if m.chance(.08):
                invites.append((len(invites) + 1, w[0], c[0], later(sent, days=2), None, None))
            if (clicked and m.chance(.75)) or m.chance(.08):
                regs[(w[0], c[0])] = min(later(clicked or sent, minutes=m.pick([1, 4, 20])), later(w[4], minutes=-5))
        for c in m.some(contacts, m.whole(0, 5)):
            regs.setdefault((w[0], c[0]), later(w[4], days=-m.whole(0, 12), minutes=-m.whole(5, 500)))
    m.add("Invitations", invites)
    rows = []
    for (w, c), at in sorted(regs.items()):
        starts, planned = webinars[w - 1][4], webinars[w - 1][5]
        withdrawn = m.chance(.1)
        rows.append((w, c, at, min(later(at, hours=m.whole(1, 90)), later(starts, minutes=-1)) if withdrawn else None))
        if withdrawn or webinars[w - 1][7] or m.chance(.32):
            continue
        joined = later(starts, minutes=m.pick([-5, -3, -1, 0, 0, 2, 5, 12, 25]))
        left = later(joined, minutes=m.pick([5, 12, planned // 2, planned // 2, planned - 5, planned, planned + 3]))
        visits.append((len(visits) + 1, w, c, joined, left if m.chance(.95) else None, m.pick({"desktop": 4, "mobile": 2})))
        if m.chance(.2):
            visits.append((len(visits) + 1, w, c, later(left, minutes=2), later(left, minutes=m.pick([4, 9, 15])), m.pick({"desktop": 3, "mobile": 3})))
        if m.chance(.5):
            answers[(w, c)] = (m.pick([10, 9, 9, 8, 8, 7, 6, 4, 2, None]), later(left, minutes=m.pick([1, 5, 60, 1500])))
    m.add("Registrations", rows)
    m.add("Attendances", visits)
    m.add("SurveyAnswers", [(*k, *v) for k, v in answers.items()])
    deals = []
    for n in range(1, 191):
        v = m.pick(visits)
        when = later(v[3][:10], days=m.pick([-20, -3, 0, 5, 14, 29, 30, 31, 45])) if m.chance(.7) else m.day("2025-01-01", "2025-06-30")
        c = v[2] if m.chance(.8) else m.pick(contacts)[0]
        stage = m.pick({"won": 4, "lost": 4, "open": 3})
        quoted = m.whole(8, 120) * 100
        deals.append((n, c, when, later(when, days=m.pick([7, 20, 30, 45, 60])) if stage != "open" else None, stage, quoted, quoted * m.pick([100, 100, 90, 80]) // 100 if stage == "won" else None))
    m.add("Deals", deals)
