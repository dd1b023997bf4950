"""A small airline's operations: legs by scheduled and actual times, delays by cause, crews, rotations, fuel."""
from making import later

SCHEMA = """
CREATE TABLE airport (
  iata TEXT PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL,
  utc_offset_min INTEGER NOT NULL, hub INTEGER NOT NULL DEFAULT 0);
CREATE TABLE ac_type (type_code TEXT PRIMARY KEY, maker TEXT NOT NULL, seats INTEGER NOT NULL, range_nm INTEGER NOT NULL);
CREATE TABLE aircraft (
  tail_no TEXT PRIMARY KEY, type_code TEXT NOT NULL REFERENCES ac_type(type_code),
  home_iata TEXT REFERENCES airport(iata), delivered_on TEXT NOT NULL, retired_on TEXT, leased TEXT NOT NULL);
CREATE TABLE route (
  dep_iata TEXT REFERENCES airport(iata), arr_iata TEXT REFERENCES airport(iata), distance_nm INTEGER NOT NULL,
  launched_on TEXT NOT NULL, closed_on TEXT, PRIMARY KEY (dep_iata, arr_iata));
CREATE TABLE leg (
  leg_id INTEGER PRIMARY KEY, flight_no TEXT NOT NULL, service_date TEXT NOT NULL,
  dep_iata TEXT NOT NULL REFERENCES airport(iata), arr_iata TEXT NOT NULL REFERENCES airport(iata),
  tail_no TEXT REFERENCES aircraft(tail_no), sched_dep_utc TEXT NOT NULL, sched_arr_utc TEXT NOT NULL,
  act_dep_utc TEXT, act_arr_utc TEXT, status TEXT NOT NULL, diverted_to TEXT REFERENCES airport(iata),
  pax_booked INTEGER NOT NULL, pax_boarded INTEGER, prev_leg_id INTEGER REFERENCES leg(leg_id));
CREATE TABLE delay_code (code TEXT PRIMARY KEY, category TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE leg_delay (
  leg_id INTEGER REFERENCES leg(leg_id), code TEXT REFERENCES delay_code(code), minutes INTEGER NOT NULL,
  PRIMARY KEY (leg_id, code));
CREATE TABLE crew (
  crew_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, grade TEXT NOT NULL,
  base_iata TEXT REFERENCES airport(iata), joined_on TEXT NOT NULL, left_on TEXT, mentor_id INTEGER REFERENCES crew(crew_id));
CREATE TABLE leg_crew (
  leg_id INTEGER REFERENCES leg(leg_id), crew_id INTEGER REFERENCES crew(crew_id), duty TEXT NOT NULL,
  PRIMARY KEY (leg_id, crew_id));
CREATE TABLE type_rating (
  crew_id INTEGER REFERENCES crew(crew_id), type_code TEXT REFERENCES ac_type(type_code),
  valid_from TEXT NOT NULL, valid_to TEXT NOT NULL, PRIMARY KEY (crew_id, type_code, valid_from));
CREATE TABLE fuel_uplift (
  uplift_id INTEGER PRIMARY KEY, leg_id INTEGER REFERENCES leg(leg_id), supplier TEXT NOT NULL, kg INTEGER NOT NULL,
  cents_per_tonne INTEGER);
CREATE TABLE tech_log (
  entry_id INTEGER PRIMARY KEY, tail_no TEXT REFERENCES aircraft(tail_no), reported_at TEXT NOT NULL,
  remark TEXT NOT NULL, deferred INTEGER NOT NULL, closed_at TEXT);
"""

AIRPORTS = [("VIE", "Schwechat", "Vienna", "AT", 60, 1), ("RIX", "Riga International", "Riga", "LV", 120, 1),
            ("LHR", "Heathrow", "London", "GB", 0, 0), ("LGW", "Gatwick", "LONDON", "GB", 0, 0),
            ("STN", "Stansted", "London", "GB", 0, 0), ("CDG", "Charles de Gaulle", "Paris", "FR", 60, 0),
            ("ORY", "Orly", "Paris", "FR", 60, 0), ("MXP", "Malpensa", "Milan", "IT", 60, 0),
            ("LIN", "Linate", "Milan", "IT", 60, 0), ("FCO", "Fiumicino", "Rome", "IT", 60, 0),
            ("ATH", "Eleftherios Venizelos", "Athens", "GR", 120, 0), ("OSL", "Gardermoen", "Oslo", "NO", 60, 0),
            ("IST", "Istanbul Airport", "Istanbul", "TR", 180, 0), ("LCA", "Glafcos Clerides", "Larnaca", "CY", 120, 0),
            ("INN", "Kranebitten", "Innsbruck", "AT", 60, 0), ("KEF", "Keflavik", "Reykjavik", "IS", 0, 0)]
TYPES = [("A320", "Airbus", 180, 3300), ("A21N", "Airbus", 220, 4000), ("E195", "Embraer", 120, 2450),
         ("DH8D", "De Havilland", 76, 1100), ("BCS3", "Airbus", 145, 3350)]
CODES = [("15", "Passenger", "Boarding discrepancies"), ("18", "Passenger", "Baggage processing"),
         ("32", "Handling", "Loading or unloading"), ("36", "Handling", "Fuelling"), ("41", "Technical", "Aircraft defects"),
         ("46", "Technical", "Aircraft change for technical reasons"), ("63", "Crew", "Late crew boarding"),
         ("66", "Crew", "Late cabin crew"), ("71", "Weather", "Departure station below limits"),
         ("75", "Weather", "De-icing of aircraft"), ("81", "ATC", "ATFM en-route demand"),
         ("83", "ATC", "ATFM restriction at destination"), ("93", "Reactionary", "Aircraft rotation"),
         ("96", "Reactionary", "Operations control"), ("99", "Other", "Not elsewhere specified")]
OUT = {"VIE": ["LHR", "CDG", "MXP", "LIN", "FCO", "ATH", "IST", "LCA", "RIX"],
       "RIX": ["LGW", "STN", "OSL", "CDG", "ATH", "FCO", "IST"]}
MILES = {"LHR": 690, "CDG": 560, "MXP": 340, "LIN": 335, "FCO": 420, "ATH": 690, "IST": 680, "LCA": 1090, "RIX": 590,
         "LGW": 905, "STN": 880, "OSL": 460, "ORY": 570, "INN": 210}


def fill(m):
    m.add("airport", AIRPORTS)
    m.add("ac_type", TYPES)
    fleet = []
    for n in range(13):
        home = "VIE" if n < 8 else "RIX"
        gone = m.day("2024-02-10", "2024-05-20") if n in (3, 10) else "2023-06-30" if n == 12 else None
        fleet.append((("OE-L" if home == "VIE" else "YL-C") + "ABCDEFGHKMNPQ"[n] + m.pick("ABXYZ"),
                      m.pick(["A320", "A320", "A21N", "E195", "DH8D"]), home,
                      m.day("2012-02-01", "2023-10-20") if n != 11 else "2024-05-02", gone, m.pick("YNN")))
    m.add("aircraft", fleet)
    routes = []
    for hub, outs in OUT.items():
        for out in outs:
            opened = m.day("2016-03-27", "2023-10-29")
            closed = m.pick([None, None, None, None, "2024-03-30"]) if out in ("LIN", "STN", "IST") else None
            routes += [(hub, out, MILES[out], opened, closed), (out, hub, MILES[out] + m.pick([0, 0, 5, -10]), opened, closed)]
    routes += [("VIE", "ORY", 570, "2019-04-01", "2021-10-30"), ("ORY", "VIE", 570, "2019-04-01", "2021-10-30"),
               ("VIE", "INN", 210, "2024-06-01", None), ("INN", "VIE", 210, "2024-06-01", None)]
    m.add("route", {r[:2]: r for r in routes}.values())
    legs, day = [], "2023-11-01"
    while day <= "2024-06-30":
        for tail in fleet:
            if not m.chance(.075) or tail[3] > day or tail[4] and tail[4] < day:
                continue
            hub, late, before = tail[2], 0, None
            at = later(day + " 04:00", minutes=5 * m.whole(0, 150))
            here = hub
            for step in range(m.pick([2, 2, 4, 4, 4, 3, 6])):
                there = m.pick(OUT[hub]) if here == hub else hub
                block = 30 + round(MILES[there if here == hub else here] / 7 / 5) * 5
                arrive = later(at, minutes=block)
                number = f"NX{(100 if hub == 'VIE' else 500) + 2 * OUT[hub].index(there if here == hub else here) + (here != hub)}"
                seats = [t[2] for t in TYPES if t[0] == tail[1]][0]
                booked = min(seats + m.pick([0, 0, 3]), m.whole(seats // 3, seats + 20))
                status = "SCH" if day > "2024-06-25" else m.pick({"ARR": 92, "CNX": 5, "DIV": 2})
                dep = arr = boarded = other = None
                if status in ("ARR", "DIV"):
                    own = m.pick({-4: 3, 0: 5, 4: 4, 9: 3, 14: 1, 15: 1, 22: 2, 38: 1, 75: 1})
                    late = max(own, late + own - 20 if late > 20 else own)
                    dep = later(at, minutes=late)
                    arr = later(dep, minutes=block + m.whole(-12, 9) + (55 if status == "DIV" else 0))
                    boarded = max(1, min(seats, booked - m.pick([0, 0, 1, 2, 5, 9])))
                    other = m.pick(["INN", "STN", "OSL", "MXP"]) if status == "DIV" else None
                    if m.chance(.01):
                        arr = None
                legs.append([len(legs) + 1, number, day, here, there,
                             None if status == "CNX" and m.chance(.6) else tail[0], at, arrive, dep, arr, status, other,
                             booked, boarded, before])
                before, here = len(legs), there
                at = later(arrive, minutes=m.pick([35, 40, 45, 60, 240]))
        day = later(day, days=1)
    m.add("leg", legs)
    m.add("delay_code", CODES)
    delays = []
    for leg in legs:
        if leg[8] is None or leg[8] <= leg[6]:
            continue
        late = int(leg[8][-5:-3]) * 60 + int(leg[8][-2:]) - int(leg[6][-5:-3]) * 60 - int(leg[6][-2:])
        late += 1440 if late < 0 else 0
        if late >= 9 and m.chance(.88 if late >= 15 else .4):
            codes = m.some([c[0] for c in CODES[:14]], m.pick([1, 1, 2]) if late > 20 else 1)
            if leg[14] and legs[leg[14] - 1][10] == "ARR" and late > 30 and m.chance(.7):
                codes[0] = "93"
            left = late
            for at, code in enumerate(dict.fromkeys(codes)):
                share = left if at == len(set(codes)) - 1 else m.whole(5, left - 5)
                delays.append((leg[0], code, share))
                left -= share
    m.add("leg_delay", delays)
    crew = []
    for n in range(1, 57):
        first, last = m.person()
        grade = "CPT" if n <= 14 else "FO" if n <= 28 else "SCC" if n <= 38 else "CC"
        mentor = None if n in (1, 29) or m.chance(.15) else m.whole(1, min(14, n - 1)) if n <= 28 else m.whole(29, min(38, n - 1))
        crew.append((n, first, last, grade, m.pick({"VIE": 6, "RIX": 4}), m.day("2010-05-01", "2024-04-30"),
                     m.day("2024-01-15", "2024-06-20") if m.chance(.1) else None, mentor))
    m.add("crew", crew)
    duties, teams = [], {}
    for leg in legs:
        if leg[10] == "CNX" and m.chance(.8):
            continue
        base = "VIE" if leg[1] < "NX5" else "RIX"
        if leg[14] is None or leg[14] not in teams or m.chance(.1):
            fit = [c for c in crew if c[4] == base and c[5] <= leg[2] and (not c[6] or c[6] >= leg[2]) and c[0] not in (13, 55)]
            team = []
            for grade, count in (("CPT", 1), ("FO", 1), ("SCC", 1), ("CC", m.pick([1, 1, 2]))):
                team += m.some([c[0] for c in fit if c[3] == grade], count)
        else:
            team = teams[leg[14]]
        teams[leg[0]] = team
        duties += [(leg[0], c, "OPS") for c in team]
        if m.chance(.09):
            guest = m.pick([c[0] for c in crew if c[0] not in team and c[5] <= leg[2] and (not c[6] or c[6] >= leg[2])])
            duties.append((leg[0], guest, "DH"))
    m.add("leg_crew", duties)
    ratings = []
    for c in crew[:28]:
        for code in m.some([t[0] for t in TYPES[:4]], m.pick([1, 1, 2, 3])):
            start = m.day("2022-01-10", "2023-06-30")
            for _ in range(m.pick([1, 2, 2])):
                stop = later(later(start, days=365), days=-1)
                ratings.append((c[0], code, start, stop))
                start = later(stop, days=m.pick([1, 1, 1, 40]))
    m.add("type_rating", ratings)
    fuel = []
    for leg in legs:
        if leg[8]:
            for _ in range(m.pick([0, 1, 1, 1, 1, 2])):
                fuel.append((len(fuel) + 1, leg[0], m.pick({"SkyFuel": 5, "Baltic Jet": 3, "AeroPetrol": 3, "skyfuel": 1}),
                             m.whole(12, 95) * 100, m.whole(7800, 10400) * 10 if m.chance(.95) else None))
    m.add("fuel_uplift", fuel)
    notes = []
    for _ in range(230):
        tail = m.pick(fleet[:11])
        when = m.moment("2023-11-01", tail[4] or "2024-06-24")[:16]
        shut = later(when, hours=m.whole(1, 400)) if m.chance(.87) else None
        notes.append((tail[0], when, m.pick(["Cabin light inop", "Tyre wear", "tyre pressure low", "Galley oven U/S", "Bird strike",
                                             "Hydraulic leak", "Seat belt torn", "Nav light inop", "APU fault", "Oil leak engine 1"]),
                      int(m.chance(.3)), shut))
    m.add("tech_log", [(n, *row) for n, row in enumerate(sorted(notes, key=lambda r: r[1]), 1)])
