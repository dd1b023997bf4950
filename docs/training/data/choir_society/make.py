"""A society of choirs: singers with mentors, voices, choirs, membership history, rehearsals, concerts with pieces, tickets, dues."""
from making import later

SCHEMA = """
CREATE TABLE choirs (choir_id INTEGER PRIMARY KEY, title TEXT NOT NULL, home_town TEXT NOT NULL, founded_year INTEGER NOT NULL, parent_choir_id INTEGER REFERENCES choirs(choir_id), league_rank INTEGER);
CREATE TABLE singers (
  singer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, voice_code INTEGER NOT NULL, choir_id INTEGER REFERENCES choirs(choir_id), mentor_id INTEGER REFERENCES singers(singer_id),
  born_on TEXT NOT NULL, joined_on TEXT NOT NULL, left_on TEXT, height_cm TEXT NOT NULL);
CREATE TABLE voices (voice_code INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE memberships (singer_id INTEGER NOT NULL REFERENCES singers(singer_id), choir_id INTEGER NOT NULL REFERENCES choirs(choir_id), from_day TEXT NOT NULL, to_day TEXT, PRIMARY KEY (singer_id, choir_id, from_day));
CREATE TABLE rehearsals (rehearsal_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs(choir_id), held_on TEXT NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE attendance (rehearsal_id INTEGER NOT NULL REFERENCES rehearsals(rehearsal_id), singer_id INTEGER NOT NULL REFERENCES singers(singer_id), state TEXT NOT NULL, PRIMARY KEY (rehearsal_id, singer_id));
CREATE TABLE pieces (piece_id INTEGER PRIMARY KEY, title TEXT NOT NULL, composer TEXT NOT NULL, genre TEXT NOT NULL, written_year INTEGER NOT NULL, length_text TEXT NOT NULL);
CREATE TABLE concerts (
  concert_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs(choir_id), guest_choir_id INTEGER REFERENCES choirs(choir_id), announced_on TEXT NOT NULL, played_on TEXT NOT NULL,
  hall TEXT NOT NULL, seats INTEGER NOT NULL, hall_fee REAL NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE programme (concert_id INTEGER NOT NULL REFERENCES concerts(concert_id), piece_id INTEGER NOT NULL REFERENCES pieces(piece_id), position INTEGER NOT NULL, PRIMARY KEY (concert_id, position));
CREATE TABLE tickets (
  ticket_id INTEGER PRIMARY KEY, concert_id INTEGER NOT NULL REFERENCES concerts(concert_id), buyer TEXT NOT NULL, quantity INTEGER NOT NULL, full_price REAL NOT NULL, paid_price REAL NOT NULL,
  sold_on TEXT NOT NULL, category TEXT NOT NULL);
CREATE TABLE dues (singer_id INTEGER NOT NULL REFERENCES singers(singer_id), year INTEGER NOT NULL, amount_cents INTEGER NOT NULL, due_on TEXT NOT NULL, paid_on TEXT, PRIMARY KEY (singer_id, year));
"""
PIECES = [("Requiem", "Mozart", "sacred", 1791, "50"), ("Ave Verum", "Mozart", "sacred", 1791, "4"), ("Locus Iste", "Bruckner", "sacred", 1869, "3"), ("Te Deum", "Bruckner", "sacred", 1884, "24"), ("Abendlied", "Rheinberger", "sacred", 1855, "5"),
          ("Carmina", "Orff", "secular", 1936, "65"), ("Shenandoah", "Trad.", "folk", 1850, "6"), ("Loch Lomond", "Trad.", "folk", 1841, "n/a"), ("Sleep", "Whitacre", "modern", 2000, "6"), ("Lux Aurumque", "Whitacre", "modern", 2000, "4"),
          ("Cantique", "Faure", "sacred", 1865, "6"), ("The Blue Bird", "Stanford", "secular", 1910, "4"), ("Spem", "Tallis", "sacred", 1570, "10"), ("Northern Lights", "Esenvalds", "modern", 2012, "-"), ("Gloria", "Vivaldi", "sacred", 1715, "29"), ("Zadok", "Handel", "sacred", 1727, "6")]


def fill(m):
    towns = ["Bremen", "Kiel", "Husum", "Bremen", "Kiel", "Emden", "Bremen", "Husum"]
    ranks = m.some(range(1, 9), 8)
    m.add("choirs", [(n, t, towns[n - 1], 1890 + m.whole(0, 120), {3: 1, 4: 1, 6: 2, 7: 3}.get(n), ranks[n - 1] if n < 8 else None)
                     for n, t in enumerate(["Cantata", "Harbour Voices", "Cantata Youth", "Cantata Chamber", "Northern Men", "Harbour Kids", "Little Larks", "Silent Choir"], 1)])
    m.add("voices", [(1, "Soprano"), (2, "Alto"), (3, "Tenor"), (4, "Bass"), (5, "Treble")])
    singers, member = [], []
    for n in range(1, 151):
        joined = m.day("2018-01-05", "2025-12-20")
        now = m.pick({1: 6, 2: 5, 3: 3, 4: 2, 5: 3, 6: 2, 7: 1})
        left = m.day("2026-01-03", "2026-06-20") if m.chance(.18) else None
        singers.append((n, " ".join(m.person()), m.pick({1: 6, 2: 5, 3: 2, 4: 3}), None if left else now, m.whole(1, n - 1) if n > 10 and m.chance(.5) else None, m.day("1944-01-01", "2011-12-31"), joined, left,
                        m.pick(["n/a", ""]) if m.chance(.12) else str(m.whole(98, 199))))
        if m.chance(.35):
            turn = m.day(joined, "2025-12-31")
            member.append((n, m.pick([c for c in range(1, 8) if c != now]), joined, turn))
            member.append((n, now, later(turn, days=1), left))
        else:
            member.append((n, now, joined, left))
    m.add("singers", singers)
    m.add("memberships", member)
    reh, att = [], []
    for n in range(1, 111):
        c = m.pick({1: 6, 2: 5, 3: 4, 4: 2, 5: 3, 6: 1})
        reh.append((n, c, m.day("2025-01-05", "2026-06-25"), m.pick([60, 90, 90, 105, 120, 180])))
        for s in m.some([s[0] for s in singers[:138] if s[3] == c], m.whole(3, 14)):
            att.append((n, s, m.pick({"present": 14, "late": 2, "excused": 2, "absent": 2})))
    m.add("rehearsals", reh)
    m.add("attendance", att)
    m.add("pieces", [(n, *p) for n, p in enumerate(PIECES, 1)])
    con, prog, tick = [], [], []
    for n in range(1, 71):
        c = m.pick({1: 6, 2: 5, 3: 2, 4: 3, 5: 3})
        played = m.day("2024-02-01", "2026-06-27")
        con.append((n, c, m.pick([g for g in range(1, 7) if g != c]) if m.chance(.4) else None, later(played, days=-m.whole(20, 200)), played, m.pick({"Town Hall": 4, "Dom": 3, "Club": 2}),
                    m.pick([60, 120, 120, 300]), m.pick([0, 150, 220, 480.5]), int(m.chance(.1))))
        for k, p in enumerate(m.some(range(1, 15), m.whole(2, 5)), 1):
            prog.append((n, p, k))
        for _ in range(0 if con[-1][8] and m.chance(.6) else m.whole(1, 26)):
            full = m.pick([12, 18, 25])
            cat = m.pick({"adult": 7, "student": 2, "child": 2, "member": 1})
            tick.append((len(tick) + 1, n, m.pick(["Adler", "Brandt", "Clausen", "Dirks", "Ehlers", "Frese", "Gerdes", "Harms", "Ihnen", "Jacobs", "Kruse", "Lohse", "Mohr", "Nissen"]) if m.chance(.5) else m.person()[1],
                         m.pick([1, 2, 2, 2, 3, 4, 10]), full, full if cat == "adult" else 0 if cat == "member" else full / 2, later(played, days=-m.whole(0, 19)), cat))
    m.add("concerts", con)
    m.add("programme", prog)
    m.add("tickets", tick)
    dues = []
    for s in singers:
        for y in (2024, 2025, 2026):
            if s[6] < f"{y}-03-01" and not (s[7] and y == 2026) and m.chance(.95):
                due = f"{y}-03-31"
                dues.append((s[0], y, m.pick([6000, 6000, 9000, 12000]), due, later(due, days=m.pick([-60, -30, -9, -1, 0, 5, 40])) if m.chance(.85) else None))
    m.add("dues", dues)
