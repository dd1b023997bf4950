"""Beach resorts: rooms, guests, bookings with extras and reviews, and the staff; names of columns as in an old system."""
from making import later

SCHEMA = """
CREATE TABLE rgn (rgn_cd TEXT PRIMARY KEY, rgn_nm TEXT NOT NULL, par_rgn_cd TEXT REFERENCES rgn(rgn_cd));
CREATE TABLE rsrt (rsrt_id INTEGER PRIMARY KEY, rsrt_nm TEXT NOT NULL, rgn_cd TEXT NOT NULL REFERENCES rgn(rgn_cd), opn_dt TEXT NOT NULL, rnv_dt TEXT, strs INTEGER NOT NULL);
CREATE TABLE rm_tp (rm_tp_cd TEXT PRIMARY KEY, rm_tp_ds TEXT NOT NULL);
CREATE TABLE rm (
  rm_id INTEGER PRIMARY KEY, rsrt_id INTEGER NOT NULL REFERENCES rsrt(rsrt_id), rm_nr INTEGER NOT NULL,
  rm_tp_cd TEXT NOT NULL REFERENCES rm_tp(rm_tp_cd), sea_dst_m TEXT NOT NULL, rack_rt REAL NOT NULL, net_rt REAL NOT NULL, act_fl TEXT NOT NULL);
CREATE TABLE gst (
  gst_id INTEGER PRIMARY KEY, gst_nm TEXT NOT NULL, hm_ctry TEXT NOT NULL, bill_ctry TEXT NOT NULL, brth_dt TEXT NOT NULL,
  ref_gst_id INTEGER REFERENCES gst(gst_id));
CREATE TABLE bkg (
  bkg_id INTEGER PRIMARY KEY, gst_id INTEGER NOT NULL REFERENCES gst(gst_id), rm_id INTEGER NOT NULL REFERENCES rm(rm_id),
  bkd_dt TEXT NOT NULL, arr_dt TEXT NOT NULL, dep_dt TEXT NOT NULL, st_cd INTEGER NOT NULL, pax INTEGER NOT NULL, tot_cts INTEGER NOT NULL, pd_cts INTEGER NOT NULL);
CREATE TABLE bkg_xtr (
  bkg_id INTEGER NOT NULL REFERENCES bkg(bkg_id), xtr_nr INTEGER NOT NULL, xtr_cat TEXT NOT NULL, qty INTEGER NOT NULL,
  lst_cts INTEGER NOT NULL, chg_cts INTEGER NOT NULL, PRIMARY KEY (bkg_id, xtr_nr));
CREATE TABLE rvw (rvw_id INTEGER PRIMARY KEY, bkg_id INTEGER NOT NULL REFERENCES bkg(bkg_id), scr TEXT NOT NULL, rvw_dt TEXT NOT NULL);
CREATE TABLE stf (
  stf_id INTEGER PRIMARY KEY, stf_nm TEXT NOT NULL, rsrt_id INTEGER NOT NULL REFERENCES rsrt(rsrt_id), mgr_id INTEGER REFERENCES stf(stf_id),
  hir_dt TEXT NOT NULL, trm_dt TEXT, wage REAL NOT NULL);
"""
RESORTS = "Coral Bay;Palm Cove;Silver Sands;Blue Lagoon;Dune House;Pelican Point;Mango Beach;Cape Azure;Shell Harbour".split(";")


def fill(m):
    m.add("rgn", [("MED", "Mediterranean", None), ("CAR", "Caribbean", None), ("GRI", "Greek Islands", "MED"), ("BAL", "Balearics", "MED"),
                  ("SIC", "Sicily", "MED"), ("BAR", "Barbados", "CAR"), ("JAM", "Jamaica", "CAR")])
    m.add("rsrt", [(k, name, ("GRI", "BAL", "SIC", "BAR", "GRI", "BAR", "BAL", "GRI", "BAR")[k - 1], m.day("1985-01-01", "2016-12-31"),
                    m.day("2017-01-01", "2023-12-31") if m.chance(.6) or k == 2 else None, (4, 3, 5, 4, 3, 5, 3, 4, 2)[k - 1]) for k, name in enumerate(RESORTS, 1)])
    m.add("rm_tp", [("SGL", "single"), ("DBL", "double"), ("STE", "suite"), ("BGL", "bungalow"), ("PNT", "penthouse")])
    rooms = []
    for rsrt in range(1, 9):
        for nr in range(1, m.whole(6, 16)):
            rate = m.skewed(60, 480)
            rooms.append((len(rooms) + 1, rsrt, 100 + nr, m.pick({"SGL": 3, "DBL": 6, "STE": 2, "BGL": 2}),
                          m.pick(["n/a", "-"]) if m.chance(.14) else str(int(m.skewed(4, 900, 0))), rate, round(rate * m.amount(.6, 1), 2), "Y" if m.chance(.85) else "N"))
    m.add("rm", rooms)
    names = set()
    while len(names) < 130:
        names.add(" ".join(m.person()))
    guests = []
    for k, name in enumerate(sorted(names, key=lambda n: n[::-1]), 1):
        home = m.pick({"Germany": 6, "Norway": 3, "France": 4, "Poland": 2, "Ireland": 1})
        guests.append((k, name, home, home if m.chance(.65) else m.pick(["Germany", "Norway", "France", "Poland", "Malta"]),
                       m.day("1945-01-01", "2004-12-31"), m.whole(1, k - 1) if k > 3 and m.chance(.35) else None))
    m.add("gst", guests)
    liked = {g: 8 if g % 8 == 0 else 3 if g % 3 == 0 else 1 for g in range(1, 116)}
    busy = {r[0]: 1 + (r[0] * 5 % 7) for r in rooms if r[0] % 11}
    bookings, extras, reviews = [], [], []
    for k in range(1, 421):
        arr = m.day("2023-01-05", "2024-08-20")
        room = m.pick(busy)
        nights = m.pick({2: 3, 3: 4, 5: 3, 7: 6, 10: 2, 14: 2})
        st = m.pick({1: 8, 2: 70, 3: 16, 4: 6})
        lines = []
        for line in range(1, m.pick({0: 3, 1: 4, 2: 3, 3: 2, 4: 1}) + 1):
            fee = m.whole(4, 60) * 100
            lines.append((k, line, m.pick({"spa": 4, "dinner": 6, "diving": 2, "boat": 1, "parking": 3}), m.pick({1: 5, 2: 4, 4: 1}), fee, fee - m.pick([0, 0, 150, 400])))
        extras += lines
        total = int(rooms[room - 1][6] * 100) * nights + sum(one[3] * one[5] for one in lines)
        bookings.append((k, m.pick(liked), room, later(arr, days=-m.whole(0, 200)), arr, later(arr, days=nights), st, m.pick({1: 3, 2: 8, 3: 2, 4: 3}), total,
                         total if st == 2 and m.chance(.8) else m.pick([0, total // 2, total // 5])))
        if st == 2 and m.chance(.5):
            for _ in range(m.pick({1: 6, 2: 1})):
                reviews.append((len(reviews) + 1, k, m.pick(["n/a", "-", ""]) if m.chance(.15) else m.pick({"10": 3, "9": 4, "8": 5, "7": 3, "4": 1, "2": 1}), later(arr, days=nights + m.whole(1, 40))))
    m.add("bkg", bookings)
    m.add("bkg_xtr", extras)
    m.add("rvw", reviews)
    staff, seen = [], set()
    while len(staff) < 48:
        name = " ".join(m.person())
        if name in seen:
            continue
        seen.add(name)
        k = len(staff) + 1
        hired = m.day("2008-01-01", "2024-05-31")
        staff.append((k, name, m.pick({1: 5, 2: 3, 3: 4, 4: 2, 5: 1, 6: 2, 7: 1}), m.whole(1, max(1, k // 3)) if k > 3 else None, hired,
                      later(hired, days=m.whole(90, 1500)) if m.chance(.25) else None, m.amount(1500, 5200)))
    m.add("stf", staff)
