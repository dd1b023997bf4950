"""A fish auction hall: vessels, landings, lots, bids, sales, buyers' invoices, quotas. Old short names."""
from making import later

SCHEMA = """
CREATE TABLE harb (harb_cd TEXT PRIMARY KEY, harb_nm TEXT NOT NULL, ctry TEXT NOT NULL);
CREATE TABLE skip (skip_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, lic_to TEXT);
CREATE TABLE vsl (
  vsl_id INTEGER PRIMARY KEY, vsl_nm TEXT NOT NULL, home_harb TEXT NOT NULL REFERENCES harb(harb_cd), skip_id INTEGER REFERENCES skip(skip_id),
  owner_skip_id INTEGER REFERENCES skip(skip_id), len_m TEXT, blt_yr INTEGER, dereg_dt TEXT);
CREATE TABLE spec (spec_cd TEXT PRIMARY KEY, spec_nm TEXT NOT NULL, fam TEXT NOT NULL, min_cm INTEGER);
CREATE TABLE lndg (
  lndg_id INTEGER PRIMARY KEY, vsl_id INTEGER NOT NULL REFERENCES vsl(vsl_id), harb_cd TEXT NOT NULL REFERENCES harb(harb_cd),
  lndg_ts TEXT NOT NULL, insp_res TEXT);
CREATE TABLE lot (
  auc_dt TEXT NOT NULL, lot_no INTEGER NOT NULL, lndg_id INTEGER NOT NULL REFERENCES lndg(lndg_id), spec_cd TEXT NOT NULL REFERENCES spec(spec_cd),
  grd TEXT NOT NULL, kg REAL NOT NULL, rsrv_ct INTEGER, sts TEXT NOT NULL, PRIMARY KEY (auc_dt, lot_no));
CREATE TABLE buyr (
  buyr_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, typ TEXT NOT NULL, ctry TEXT NOT NULL, reg_dt TEXT NOT NULL, blk_dt TEXT,
  grp_buyr_id INTEGER REFERENCES buyr(buyr_id));
CREATE TABLE bid (
  auc_dt TEXT NOT NULL, lot_no INTEGER NOT NULL, seq INTEGER NOT NULL, buyr_id INTEGER NOT NULL REFERENCES buyr(buyr_id), ct_kg INTEGER NOT NULL,
  PRIMARY KEY (auc_dt, lot_no, seq));
CREATE TABLE inv (
  inv_no INTEGER PRIMARY KEY, buyr_id INTEGER NOT NULL REFERENCES buyr(buyr_id), inv_dt TEXT NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT,
  fee_ct INTEGER NOT NULL);
CREATE TABLE sale (
  auc_dt TEXT NOT NULL, lot_no INTEGER NOT NULL, buyr_id INTEGER NOT NULL REFERENCES buyr(buyr_id), ct_kg INTEGER NOT NULL,
  inv_no INTEGER REFERENCES inv(inv_no),
  PRIMARY KEY (auc_dt, lot_no));
CREATE TABLE quota (vsl_id INTEGER NOT NULL REFERENCES vsl(vsl_id), spec_cd TEXT NOT NULL REFERENCES spec(spec_cd), yr INTEGER NOT NULL, kg INTEGER NOT NULL,
  PRIMARY KEY (vsl_id, spec_cd, yr));
"""
SPEC = [("COD", "Cod", "round", 35), ("HAD", "Haddock", "round", 30), ("PLE", "Plaice", "flat", 27), ("SOL", "Sole", "flat", 24),
    ("HER", "Herring", "pelagic", 20),
        ("MAC", "Mackerel", "pelagic", None), ("TUR", "Turbot", "flat", 30), ("LBS", "Lobster", "shell", None), ("CRB", "Crab", "shell", None),
        ("EEL", "Eel", "round", None)]
BUY = "Nordfisk,Kusthandel,Blue Plate,Frischmarkt,Da Mario,Sushi Ko,Nordfisk,Fjord Export,Hotel Anker,Reef Foods,Salty Dog,Prima Pesca,Smokehouse 9".split(",")


def fill(m):
    m.add("harb", [("ESB", "Esberg", "DK"), ("CUX", "Cuxport", "DE"), ("URK", "Urkham", "NL"), ("LOW", "Lowstead", "GB"), ("HVS", "Hvide", "DK")])
    m.add("skip", [(n, " ".join(m.person()), (m.day("2025-02-01", "2025-06-20") if m.chance(.4) else m.day("2025-07-01", "2028-12-31")) if m.chance(.78)
        else None) for n in range(1, 36)])
    vs = []
    for n in range(1, 46):
        s = m.whole(1, 30) if m.chance(.9) else None
        vs.append((n, f"{m.pick(['Anna', 'Stella', 'Nord', 'Freya', 'Wega'])} {m.pick(['Maris', 'Star', 'Wind', 'Sol'])}",
            m.pick(["ESB", "CUX", "URK", "LOW"]), s,
                   s if m.chance(.5) else m.whole(1, 34), m.pick(["8.5", "9.9", "11.2", "14", "18.75", "22.4", "31", None]), m.whole(1978, 2021),
                   m.day("2024-06-01", "2025-05-31") if m.chance(.12) else None))
    m.add("vsl", vs)
    m.add("spec", SPEC)
    land = []
    for when in sorted(m.pick(["2025-03-31 19:30", "2025-06-30 21:15", "2025-01-01 03:20"]) if m.chance(.04)
        else m.moment("2025-01-01", "2025-06-29", (2, 22))[:16] for _ in range(430)):
        v = vs[int(m.random.random() ** 1.5 * 41)]
        if when > "2025-04" and v[0] in (3, 9, 14):
            v = vs[0]
        if v[7] and v[7] <= when[:10]:
            v = vs[[x[7] for x in vs].index(None)]
        land.append((len(land) + 1, v[0], v[2] if m.chance(.7) else m.pick(["ESB", "CUX", "URK", "LOW"]), when,
                     None if v[0] > 30 and any(x[1] == v[0] for x in land) and (v[0] % 2 or len(land) % 3) else "ok" if v[0] > 30
                     else m.pick({"ok": 9, "under size": 1, None: 5})))
    m.add("lndg", land)
    m.add("buyr", [(n, b, m.pick(["wholesale", "retail", "restaurant"]), m.pick(["DK", "DE", "NL"]), m.day("2024-01-01", "2025-02-28") if n in (2, 7, 11, 13)
        else m.day("2015-01-01", "2025-02-28"), m.day("2025-02-01", "2025-06-15") if n in (5, 9) else None,
                    1 if n in (6, 8) else m.whole(2, 3) if n > 4 and m.chance(.4) else None) for n, b in enumerate(BUY, 1)])
    lots, bids, sales, count = [], [], [], {}
    base = {"COD": 420, "HAD": 310, "PLE": 260, "SOL": 1450, "HER": 90, "MAC": 150, "TUR": 1600, "LBS": 2900, "CRB": 380}
    for l in land:
        day = later(l[3][:10], days=0 if l[3][11:13] < "06" else 1)
        for k in range(m.pick([1, 2, 2, 3, 4])):
            count[day] = count.get(day, 0) + 1
            sp = m.pick({"COD": 6, "HAD": 4, "PLE": 5, "SOL": 3, "HER": 4, "MAC": 3, "TUR": 1, "LBS": 1, "CRB": 2})
            key = (day, count[day])
            price = base[sp] * m.amount(.75, 1.3)
            reserve = round(base[sp] * m.pick([.7, .8, .9])) if m.chance(.7) else None
            grade = m.pick(["A", "A", "B", "B", "C", "a" if m.chance(.2) else "A"])
            sts = m.pick({"S": 20, "U": 2, "W": 1})
            lots.append(key + (l[0], sp, grade, m.amount(12, 480, 1), reserve, sts))
            if sts != "W":
                at = price * .6
                most = m.pick([1, 2, 3, 3, 4, 6]) if sts == "S" else m.pick([0, 0, 1])
                for s in range(most):
                    at *= m.amount(1.02, 1.15)
                    bids.append(key + (s + 1, m.whole(1, 11 if s == most - 1 else 12), round(at)))
                if sts == "S":
                    sales.append(key + (bids[-1][3], bids[-1][4]))
    m.add("lot", lots)
    m.add("bid", bids)
    inv, groups = [], {}
    for s in sorted(sales):
        if m.chance(.93):
            groups.setdefault((s[0], s[2]), []).append(s)
    which = {}
    for (day, b), got in sorted(groups.items()):
        n = 9001 + len(inv)
        due = later(day, days=14)
        inv.append((n, b, day, due, later(due, days=m.pick([-9, -3, 0, 0, 2, 8, 30])) if m.chance(.86) else None, 150 + 50 * len(got)))
        for s in got:
            which[s[:2]] = n
    m.add("inv", inv)
    m.add("sale", [s + (which.get(s[:2]),) for s in sales])
    m.add("quota", [(v[0], sp, y, m.pick([500, 1500, 3000, 6000])) for v in vs for y in (2024, 2025)
        for sp in m.some(["COD", "PLE", "SOL", "HER", "EEL"], m.pick([0, 1, 2, 3]))])
