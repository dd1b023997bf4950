"""Radio stations: bands and text frequencies, hosts with text fees, shows by weekday, acts by kind, tracks, what was aired (songs, jingles, adverts, news), listeners' wishes, charts with a composite key, audiences by quarter, advertisers' bookings."""
SCHEMA = """
CREATE TABLE station (st_id INTEGER PRIMARY KEY, `call` TEXT, city TEXT, band TEXT, freq TEXT, watts INTEGER, on_air TEXT);
CREATE TABLE host (h_id INTEGER PRIMARY KEY, name TEXT, sex TEXT, b_yr INTEGER, fee TEXT, st_id INTEGER REFERENCES station(st_id));
CREATE TABLE show (
  sh_id INTEGER PRIMARY KEY, st_id INTEGER REFERENCES station(st_id), title TEXT, h_id INTEGER REFERENCES host(h_id), genre TEXT, wkday INTEGER, `start` TEXT, mins INTEGER,
  live INTEGER);
CREATE TABLE act (a_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, ctry TEXT, formed INTEGER);
CREATE TABLE track (t_id INTEGER PRIMARY KEY, title TEXT, a_id INTEGER REFERENCES act(a_id), sec INTEGER, bpm INTEGER, rel INTEGER, lang TEXT, expl INTEGER, `Peak Pos` INTEGER);
CREATE TABLE aired (p_id INTEGER PRIMARY KEY, sh_id INTEGER REFERENCES show(sh_id), kind TEXT, t_id INTEGER REFERENCES track(t_id), dt TEXT, tm TEXT, sec INTEGER);
CREATE TABLE wish (w_id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES track(t_id), st_id INTEGER REFERENCES station(st_id), via TEXT, dt TEXT, played TEXT);
CREATE TABLE chart (wk TEXT, pos INTEGER, t_id INTEGER REFERENCES track(t_id), PRIMARY KEY (wk, pos));
CREATE TABLE audience (sh_id INTEGER, qtr TEXT, aud_k REAL, shr REAL, PRIMARY KEY (sh_id, qtr));
CREATE TABLE advert (ad_no INTEGER PRIMARY KEY, firm TEXT, branch TEXT, st_id INTEGER REFERENCES station(st_id), mon TEXT, spots INTEGER, eur REAL);
"""

STATIONS = [(1, "KLOV", "Brisk Bay", "FM", "98.4 MHz", 5000, "1974-05-01"), (2, "KTUN", "Brisk Bay", "FM", "101.2 MHz", 10000, "1988-09-12"), (3, "WARM", "Stanmere", "AM", "810 kHz", 50000, "1936-02-10"), (4, "WIRE", "Stanmere", "FM", "88.7 MHz", 2500, "2001-11-05"),
            (5, "DOTS", "Oldport", "DAB", None, None, "2017-03-20"), (6, "HILL", "Oldport", "FM", "107.9 MHz", 800, "1996-07-01"), (7, "NEWT", "Brisk Bay", "DAB", None, None, "2022-12-01")]
WORDS = ["Amber", "Paper", "Silent", "Broken", "Distant", "Velvet", "Winter", "Neon"], ["Lanterns", "Harbour", "Rivers", "Machines", "Sparrows", "Avenue", "Tigers", "Hearts"]


def fill(m):
    m.add("station", STATIONS)
    hosts = []
    for n in range(1, 46):
        first, last = m.person()
        hosts.append((n, f"{first} {last}", m.pick({"F": 4, "M": 5, None: 1}), m.whole(1951, 1999), f"${m.whole(180, 950) if m.chance(.6) else m.whole(1000, 3900):,}" if m.chance(.92) else None, m.pick({1: 5, 2: 6, 3: 4, 4: 4, 5: 2, 6: 3})))
    hosts[6] = (7, "Delia Marsh", "F", 1968, "$2,450", 2)
    hosts[7] = (8, "Rory Finch", "M", 1983, "$990", 1)
    m.add("host", hosts)
    shows = []
    for n in range(1, 91):
        st = m.pick({1: 6, 2: 7, 3: 4, 4: 4, 5: 2, 6: 3})
        own = [h[0] for h in hosts if h[5] == st and h[0] % 6]
        shows.append((n, st, f"{m.pick(['Morning', 'Night', 'Sunday', 'Drive', 'Lunch', 'Late'])} {m.pick(['Express', 'Lounge', 'Club', 'Mix', 'Hour'])} {n}", m.pick(own) if own and m.chance(.9) else None, m.pick({"Jazz": 3, "Rock": 5, "Talk": 4, "Classical": 2, "Pop": 6, "Folk": 1}),
                      m.whole(1, 7), f"{m.whole(0, 23)}:{m.pick(['00', '00', '30'])}", m.pick([30, 60, 60, 90, 120, 120, 180, 240]), int(m.chance(.6))))
    shows[4] = (5, 2, "Harbour Jazz", 7, "Jazz", 5, "20:00", 120, 1)
    shows[11] = (12, 1, "Lunch Club 12", 8, "Pop", 3, "12:00", 90, 1)
    shows[29] = (30, 1, "Late Mix 30", 8, "Rock", 6, "22:30", 60, 0)
    for n in (8, 24):
        shows[n - 1] = (n, 4) + shows[n - 1][2:3] + (None,) + shows[n - 1][4:]
    m.add("show", shows)
    acts = []
    for n in range(1, 121):
        kind = m.pick({"Band": 8, "Solo": 7, "Duo": 2, "Orchestra": 1, "Choir": 1})
        first, last = m.person()
        acts.append((n, f"{first} {last}" if kind == "Solo" else f"{m.pick(WORDS[0])} {m.pick(WORDS[1])} {n}", kind, m.pick({"US": 7, "GB": 6, "DE": 4, "SE": 2, "FR": 2, "BR": 1}), m.whole(1962, 2021) if m.chance(.88) else None))
    acts[2] = (3, "Copper Sparrows", "Band", "GB", 1994)
    acts[3:6] = [(4, "Stanmere Voices", "Choir", "GB", 1979), (5, "Orchestra Nord", "Orchestra", "SE", 1966), (6, "Twice Lovely", "Duo", "FR", 2011)]
    acts[116:118] = [(117, "Winter Rivers 117", "Orchestra", "US", None), (118, "Paper Choir", "Choir", "DE", 2004)]
    m.add("act", acts)
    tracks = [(n, f"{m.pick(WORDS[0])} {m.pick(['Sky', 'Road', 'Letter', 'Dance', 'Love', 'Fire'])}{m.pick(['', '', ' II'])}", 3 if m.chance(.03) else 1 + int(m.random.random() ** 1.5 * 112), m.whole(95, 560), m.whole(60, 180) if m.chance(.85) else None, m.whole(1968, 2023),
               m.pick({"en": 11, "de": 3, "fr": 2, None: 1}), int(m.chance(.12)), m.whole(1, 100) if m.chance(.5) else None) for n in range(1, 421)]
    m.add("track", tracks)
    length, aired = {t[0]: t[3] for t in tracks}, []
    for n in range(1, 1401):
        kind = m.pick({"Song": 12, "Jingle": 4, "Advert": 5, "News": 2})
        t = 1 + int(m.random.random() ** 1.6 * 400) if kind == "Song" else None
        aired.append((n, 1 + int(m.random.random() ** 1.2 * 86), kind, t, m.day("2022-07-01", "2023-12-31"), f"{m.whole(0, 23):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}",
                      m.pick([length.get(t, 0), length.get(t, 0) - m.whole(1, 60)]) if kind == "Song" else {"Jingle": m.whole(4, 15), "Advert": m.pick([15, 20, 30, 30, 45, 60]), "News": m.whole(120, 300)}[kind]))
    m.add("aired", aired)
    m.add("wish", [(n, 5 if m.chance(.03) else 1 + int(m.random.random() ** 1.7 * 410), m.pick({1: 5, 2: 6, 3: 2, 4: 3, 6: 2}), m.pick({"APP": 8, "SMS": 4, "TEL": 3}), m.day("2022-07-01", "2023-12-31"), m.pick({"Y": 5, "N": 4, None: 1})) for n in range(1, 501)])
    chart = []
    for week in range(1, 27):
        for pos, t in enumerate(m.some([t[0] for t in tracks if t[0] < 90 or m.chance(.1)], 10), 1):
            chart.append((f"2023-W{week:02}", pos, t))
    m.add("chart", chart)
    m.add("audience", [(s[0], q, m.skewed(.4, 95, 1) if m.chance(.95) else None, m.skewed(.1, 14, 1)) for s in shows if s[0] % 8 for q in ("2022Q4", "2023Q1", "2023Q2", "2023Q3")])
    m.add("advert", [(n, m.pick(["Bolt Energy", "Casa Verde", "Pinnacle Motors", "Mr. Crisp", "Lumen Bank", "Tidewater Ferries"]), m.pick(["food", "cars", "finance", "travel", None]), m.pick({1: 5, 2: 7, 3: 3, 4: 3, 6: 2}), f"2023-{m.whole(1, 12):02}", m.whole(4, 120), m.skewed(90, 9000)) for n in range(1, 201)])
