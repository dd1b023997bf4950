"""A growers' cooperative for mushrooms: growers, rooms, batches with harvests, buyers, orders and their lines; a legacy schema."""
from making import later

SCHEMA = """
CREATE TABLE grw (
  grw_no INTEGER PRIMARY KEY, grw_nm TEXT NOT NULL, cty TEXT NOT NULL, jn_dt TEXT NOT NULL, lv_dt TEXT, adv_no INTEGER REFERENCES grw(grw_no));
CREATE TABLE spc (spc_cd TEXT PRIMARY KEY, spc_nm TEXT NOT NULL, grp_cd TEXT NOT NULL, dys_exp INTEGER NOT NULL);
CREATE TABLE sts (sts_cd INTEGER PRIMARY KEY, sts_dsc TEXT NOT NULL);
CREATE TABLE rm (
  rm_no INTEGER PRIMARY KEY, grw_no INTEGER NOT NULL REFERENCES grw(grw_no), sqm INTEGER NOT NULL, tmp_c TEXT NOT NULL, hum_pct INTEGER);
CREATE TABLE btc (
  btc_no INTEGER PRIMARY KEY, rm_no INTEGER NOT NULL REFERENCES rm(rm_no), spc_cd TEXT NOT NULL REFERENCES spc(spc_cd), inoc_dt TEXT NOT NULL,
  end_dt TEXT, sts_cd INTEGER NOT NULL REFERENCES sts(sts_cd), prv_btc_no INTEGER REFERENCES btc(btc_no));
CREATE TABLE hrv (
  btc_no INTEGER NOT NULL REFERENCES btc(btc_no), fl_no INTEGER NOT NULL, hrv_dt TEXT NOT NULL, grs_g INTEGER NOT NULL, net_g INTEGER NOT NULL,
  PRIMARY KEY (btc_no, fl_no));
CREATE TABLE byr (byr_no INTEGER PRIMARY KEY, byr_nm TEXT NOT NULL, bil_cty TEXT NOT NULL, shp_cty TEXT NOT NULL, crd_lim TEXT NOT NULL);
CREATE TABLE ord (
  ord_no INTEGER PRIMARY KEY, byr_no INTEGER NOT NULL REFERENCES byr(byr_no), grw_no INTEGER NOT NULL REFERENCES grw(grw_no), ord_dt TEXT NOT NULL,
  due_dt TEXT NOT NULL, dlv_dt TEXT);
CREATE TABLE ord_ln (
  ord_no INTEGER NOT NULL REFERENCES ord(ord_no), spc_cd TEXT NOT NULL REFERENCES spc(spc_cd), qty_kg INTEGER NOT NULL, lst_ct INTEGER NOT NULL,
  prc_ct INTEGER NOT NULL, PRIMARY KEY (ord_no, spc_cd));
"""
SPECIES = [("OYS", "oyster", "W", 28), ("SHI", "shiitake", "W", 75), ("LMN", "lion's mane", "W", 42), ("ENO", "enoki", "W", 50), ("BUT", "button", "C", 35),
           ("POR", "portobello", "C", 38), ("KNG", "king oyster", "W", 45), ("REI", "reishi", "M", 110), ("MOR", "morel", "M", 160)]
TOWNS = {"Nijmegen": 5, "Venlo": 4, "Horst": 3, "Deurne": 2, "Uden": 1}


def flat(day):
    return day.replace("-", "") if day else None


def fill(m):
    names = set()
    while len(names) < 90:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names), 90)
    joined = m.some([later("2009-01-05", days=n * 9) for n in range(580)], 40)
    growers = [(n, names[n], m.pick(TOWNS), flat(joined[n]), flat(m.day("2024-02-01", "2024-11-30")) if m.chance(.18) else None, m.pick([1, 1, 2, 3, 4]) if n > 4 and m.chance(.65) else None)
               for n in range(1, 37)]
    m.add("grw", growers)
    m.add("spc", SPECIES)
    m.add("sts", [(1, "growing"), (2, "harvested"), (3, "lost"), (4, "composted")])
    areas = m.some(range(18, 260), 70)
    rooms = [(n, m.pick(list(range(1, 31)) + [2, 3, 3, 5]), areas[n], m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.whole(7, 24)), m.whole(60, 97) if m.chance(.85) else None)
             for n in range(1, 61)]
    m.add("rm", rooms)
    batches, harvests, last = [], [], {}
    for n in range(1, 261):
        room, species = m.whole(1, 57), m.pick({0: 8, 1: 5, 2: 2, 3: 2, 4: 7, 5: 3, 6: 2, 7: 1})
        day, status = m.day("2022-03-01", "2024-09-30"), m.pick({1: 3, 2: 10, 3: 2, 4: 3})
        end = later(day, days=SPECIES[species][3] + m.whole(-6, 20)) if status != 1 else None
        batches.append((n, room, SPECIES[species][0], flat(day), flat(end), status, last.get(room) if m.chance(.5) else None))
        last[room] = n
        if status in (2, 4) or status == 1 and m.chance(.4):
            first = later(day, days=SPECIES[species][3] - 8)
            for flush in range(1, m.pick([1, 2, 2, 3, 4]) + 1):
                gross = m.whole(2500, 90000) // flush
                harvests.append((n, flush, flat(later(first, days=flush * 6)), gross, int(gross * m.amount(.82, .97))))
    m.add("btc", batches)
    m.add("hrv", harvests)
    buyers = []
    for n in range(1, 46):
        town = m.pick({**TOWNS, "Eindhoven": 4})
        buyers.append((n, f"{names[40 + n].split()[1]} {m.pick(['Foods', 'Kitchen', 'Market', 'Deli'])} {n}", town, town if m.chance(.6) else m.pick(TOWNS), m.pick(["n/a", "-", ""]) if m.chance(.2) else str(m.whole(3, 120) * 100)))
    m.add("byr", buyers)
    orders, lines = [], []
    for n in range(1, 301):
        day = m.day("2023-01-03", "2024-11-20")
        due = later(day, days=m.whole(3, 14))
        byr = {11: 41, 70: 42, 150: 43, 151: 43}.get(n, 1 + int(m.random.random() ** 1.6 * 40))
        orders.append((n, byr, m.pick([1, 2, 2, 3, 3, 3, 4, 6, 9, 12, 15, 20]), flat(day), flat(due), flat(later(due, days=m.pick([-2, -1, 0, 0, 0, 1, 3]))) if m.chance(.85) else None))
        for one in m.some(SPECIES[:8], m.pick([1, 1, 2, 3])):
            listed = one[3] * 20 + 300
            lines.append((n, one[0], m.whole(1, 40), listed, listed if m.chance(.5) else listed - m.whole(1, 4) * listed // 20))
    m.add("ord", orders)
    m.add("ord_ln", lines)
