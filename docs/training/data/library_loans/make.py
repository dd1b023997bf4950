"""A town's library in short names: titles, copies, loans, holds, fines in cents, transfers between branches."""
from making import later

SCHEMA = """
CREATE TABLE br (br_cd TEXT PRIMARY KEY, nm TEXT NOT NULL, dist TEXT, opn_dt TEXT, cls_dt TEXT);
CREATE TABLE pcat (cat_cd TEXT PRIMARY KEY, dsc TEXT NOT NULL, max_ln INTEGER NOT NULL, ln_days INTEGER NOT NULL, fee_ct INTEGER);
CREATE TABLE pat (
  pat_no INTEGER PRIMARY KEY, nm_f TEXT NOT NULL, nm_l TEXT NOT NULL, brth_yr INTEGER,
  cat_cd TEXT NOT NULL REFERENCES pcat(cat_cd), hm_br TEXT REFERENCES br(br_cd), reg_dt TEXT NOT NULL,
  exp_dt TEXT, blk_fl TEXT NOT NULL DEFAULT 'N', eml TEXT);
CREATE TABLE pat_cat_h (
  pat_no INTEGER NOT NULL REFERENCES pat(pat_no), vf TEXT NOT NULL, vt TEXT,
  cat_cd TEXT NOT NULL REFERENCES pcat(cat_cd), PRIMARY KEY (pat_no, vf));
CREATE TABLE gnr (gnr_cd TEXT PRIMARY KEY, dsc TEXT NOT NULL, par_cd TEXT REFERENCES gnr(gnr_cd));
CREATE TABLE aut (aut_no INTEGER PRIMARY KEY, nm_f TEXT, nm_l TEXT NOT NULL, brth_yr INTEGER);
CREATE TABLE ttl (
  ttl_no INTEGER PRIMARY KEY, ttl TEXT NOT NULL, gnr_cd TEXT REFERENCES gnr(gnr_cd), lang_cd TEXT,
  pub_yr INTEGER, pgs INTEGER, prv_ttl_no INTEGER REFERENCES ttl(ttl_no));
CREATE TABLE ttl_aut (
  ttl_no INTEGER NOT NULL REFERENCES ttl(ttl_no), aut_no INTEGER NOT NULL REFERENCES aut(aut_no),
  role TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (ttl_no, aut_no, role));
CREATE TABLE cpy (
  cpy_no INTEGER PRIMARY KEY, ttl_no INTEGER NOT NULL REFERENCES ttl(ttl_no), own_br TEXT NOT NULL REFERENCES br(br_cd),
  cur_br TEXT REFERENCES br(br_cd), acq_dt TEXT NOT NULL, prc_ct INTEGER, st_cd TEXT NOT NULL);
CREATE TABLE ln (
  ln_no INTEGER PRIMARY KEY, cpy_no INTEGER NOT NULL REFERENCES cpy(cpy_no), pat_no INTEGER NOT NULL REFERENCES pat(pat_no),
  br_out TEXT NOT NULL REFERENCES br(br_cd), br_in TEXT REFERENCES br(br_cd),
  out_dt TEXT NOT NULL, due_dt TEXT NOT NULL, ret_dt TEXT, rnw_ct INTEGER NOT NULL DEFAULT 0);
CREATE TABLE hld (
  hld_no INTEGER PRIMARY KEY, ttl_no INTEGER NOT NULL REFERENCES ttl(ttl_no), pat_no INTEGER NOT NULL REFERENCES pat(pat_no),
  pu_br TEXT NOT NULL REFERENCES br(br_cd), req_dt TEXT NOT NULL, rdy_dt TEXT, pu_dt TEXT, cnc_dt TEXT);
CREATE TABLE fn (
  fn_no INTEGER PRIMARY KEY, ln_no INTEGER REFERENCES ln(ln_no), pat_no INTEGER NOT NULL REFERENCES pat(pat_no),
  typ_cd TEXT NOT NULL, amt_ct INTEGER NOT NULL, asd_dt TEXT NOT NULL, wvd_fl TEXT NOT NULL DEFAULT 'N');
CREATE TABLE fn_pmt (pmt_no INTEGER PRIMARY KEY, fn_no INTEGER REFERENCES fn(fn_no), pd_dt TEXT, amt_ct INTEGER, mth TEXT);
CREATE TABLE xfer (
  xf_no INTEGER PRIMARY KEY, cpy_no INTEGER NOT NULL REFERENCES cpy(cpy_no), fr_br TEXT NOT NULL REFERENCES br(br_cd),
  to_br TEXT NOT NULL REFERENCES br(br_cd), snt_dt TEXT NOT NULL, rcv_dt TEXT);
"""

BRANCHES = [("MAIN", "Central Library", "Centre", "19870901", None), ("NRTH", "Northside", "North", "19990412", None),
            ("RIVR", "Riverbank", "East", "20050103", None), ("WEST", "Westgate", "West", "20120820", None),
            ("HARB", "Harbour Reading Room", "East", "20180501", "20231231"), ("HILL", "Hilltop", "North", "20240615", None)]
KINDS = [("AD", "Adult", 10, 28, 2400), ("CH", "Child", 15, 28, 0), ("ST", "Student", 20, 42, 1200),
         ("SE", "Senior", 10, 42, 1200), ("TC", "Teacher", 40, 90, None)]
GENRES = [("FIC", "Fiction", None), ("NON", "Non-fiction", None), ("KID", "Children", None), ("CRI", "Crime", "FIC"),
          ("SFF", "Science fiction and fantasy", "FIC"), ("ROM", "Romance", "FIC"), ("COZ", "Cosy crime", "CRI"),
          ("HIS", "History", "NON"), ("COO", "Cooking", "NON"), ("TRA", "Travel", "NON"), ("PIC", "Picture books", "KID"),
          ("ANC", "Ancient history", "HIS"), ("MUS", "Sheet music", "NON")]
HEADS = "Silent Broken Golden Last Hidden Winter Burning Little Forgotten Crimson Distant Second".split()
TAILS = "Garden River Kitchen War Island Letter House Train Forest Queen Detective Mountain Garden Clock".split()
EDGES = ["2022-12-31", "2023-01-31", "2023-02-28", "2023-06-30", "2023-10-31", "2023-12-31", "2024-01-01", "2024-02-29",
         "2024-03-31", "2024-06-30"]


def short(day):
    return day and day.replace("-", "")


def fill(m):
    m.add("br", BRANCHES)
    m.add("pcat", KINDS)
    open_br = [b[0] for b in BRANCHES[:5]]
    patrons, history = [], []
    for n in range(1, 331):
        first, last = m.person()
        kind = m.pick({"AD": 10, "CH": 5, "ST": 5, "SE": 4, "TC": 1})
        born = {"CH": m.whole(2009, 2019), "ST": m.whole(1994, 2006), "SE": m.whole(1935, 1959)}.get(kind, m.whole(1960, 1999))
        reg = m.pick(EDGES) if m.chance(.08) else m.day("2019-01-01", "2024-06-25")
        mail = f"{first}.{last}{n}@{m.pick(['post.org', 'mail.com', 'school.edu'])}".lower() if m.chance(.7) else m.pick([None, ""])
        patrons.append((n, first, last if not m.chance(.03) else last.upper(), born if m.chance(.93) else None, kind,
                        m.pick(open_br) if m.chance(.95) else None, short(reg),
                        short(m.day("2023-06-01", "2025-06-30")) if m.chance(.9) else None, m.pick({"N": 9, "Y": 1}), mail))
        if kind != "CH" and m.chance(.3) and reg < "2023":
            change = m.day("2023-01-15", "2024-05-01")
            history.append((n, short(reg), short(later(change, days=-1)), m.pick([k for k in ("CH", "ST", "AD") if k != kind])))
            history.append((n, short(change), None, kind))
        else:
            history.append((n, short(reg), None, kind))
    m.add("pat", patrons)
    m.add("pat_cat_h", history)
    m.add("gnr", GENRES)
    authors = [(n,) + m.person() + (m.whole(1880, 1990) if m.chance(.85) else None,) for n in range(1, 91)]
    m.add("aut", authors)
    titles, links = [], []
    for n in range(1, 231):
        name = f"{m.pick(['The ', 'The ', 'A ', ''])}{m.pick(HEADS)} {m.pick(TAILS)}"
        kind = m.pick(["FIC", "CRI", "CRI", "SFF", "ROM", "COZ", "HIS", "COO", "TRA", "PIC", "ANC", None])
        titles.append((n, name, kind, m.pick({"en": 11, "de": 4, "fr": 2, "tr": 2, "EN": 3, None: 1}),
                       m.whole(1955, 2024) if m.chance(.95) else None,
                       m.whole(20, 60) if kind == "PIC" else m.whole(90, 820) if m.chance(.9) else None,
                       n - 1 if n > 1 and m.chance(.2) else None))
        for at, who in enumerate(m.some(range(1, 81), m.pick([1, 1, 1, 2, 3])), 1):
            role = "A" if at == 1 else m.pick(["A", "A", "T", "I"])
            links.append((n, who, role, at))
            if role != "I" and m.chance(.04):
                links.append((n, who, "I", at + 3))
    m.add("ttl", titles)
    m.add("ttl_aut", links)
    copies = []
    for t in titles[:222]:
        for _ in range(m.pick([1, 1, 2, 3, 4])):
            own = m.pick({"MAIN": 6, "NRTH": 3, "RIVR": 3, "WEST": 2, "HARB": 1})
            bought = m.day("2015-01-01", "2024-03-31")
            copies.append([len(copies) + 1, t[0], own, own if m.chance(.85) else m.pick(["MAIN", "NRTH", "RIVR", "WEST", None]),
                           short(bought), m.whole(490, 4990) if m.chance(.9) else None,
                           m.pick({"A": 80, "L": 6, "R": 4, "W": 8})])
    m.add("cpy", copies)
    loans, free = [], {}
    days = sorted(m.pick(EDGES) if m.chance(.07) else m.day("2022-07-01", "2024-06-29") for _ in range(2300))
    for day in days:
        patron = patrons[int(m.random.random() ** 1.3 * 290)]
        copy = copies[int(m.random.random() ** 1.2 * (len(copies) - 20))]
        if free.get(copy[0], "0") > day or short(day) < copy[4] or short(day) < patron[6]:
            continue
        length = {k[0]: k[3] for k in KINDS}[patron[4]]
        renewed = m.pick([0, 0, 0, 0, 1, 1, 2, 3])
        due = later(day, days=length * (1 + renewed))
        back = later(day, days=m.pick([1, 3, 7, 14, 20, 25])) if m.chance(.5) else later(due, days=m.pick([-3, -1, 0, 0, 1, 2, 5, 12, 30, 70]))
        if back > "2024-06-30" or m.chance(.02):
            back = None
        free[copy[0]] = later(back, days=1) if back else "9"
        where = copy[3] or copy[2]
        loans.append((len(loans) + 1, copy[0], patron[0], where, m.pick([where, where, where, "MAIN", "NRTH", None]) if back else None,
                      short(day), short(due), short(back), renewed))
    m.add("ln", loans)
    holds = []
    for n in range(1, 701):
        asked = m.pick(EDGES) if m.chance(.06) else m.day("2022-09-01", "2024-06-30")
        ready = later(asked, days=m.pick([0, 1, 2, 5, 9, 15, 30, 48])) if m.chance(.8) else None
        if ready and ready > "2024-06-30":
            ready = None
        taken = later(ready, days=m.whole(0, 7)) if ready and m.chance(.8) else None
        gone = later(ready or asked, days=m.whole(1, 10)) if not taken and m.chance(.5) else None
        holds.append((n, m.whole(1, 200), patrons[int(m.random.random() ** 1.5 * 300)][0], m.pick(open_br), short(asked), short(ready),
                      short(taken), short(gone)))
    m.add("hld", holds)
    fines, paid = [], []
    for x in loans:
        late = (x[7] or "20240630") > x[6]
        if late and m.chance(.75) or m.chance(.03):
            kind = "O" if late and m.chance(.9) else m.pick(["D", "L"])
            on = x[7] or "20240630"
            fines.append((len(fines) + 1, x[0], x[2], kind, m.pick([50, 100, 150, 200, 350, 500, 1000]) if kind == "O" else m.whole(500, 4000),
                          on, m.pick({"N": 9, "Y": 1})))
    for _ in range(12):
        fines.append((len(fines) + 1, None, m.whole(1, 290), "C", 500, short(m.day("2023-01-01", "2024-06-30")), "N"))
    m.add("fn", fines)
    for f in fines:
        if f[6] == "N" and m.chance(.7):
            parts = m.pick([1, 1, 1, 2])
            for at in range(parts if not m.chance(.1) else 1):
                iso = f"{f[5][:4]}-{f[5][4:6]}-{f[5][6:]}"
                on = min(later(iso, days=m.whole(0, 40) + at * 9), "2024-06-30")
                paid.append((len(paid) + 1, f[0], short(on), f[4] // parts, m.pick({"cash": 4, "card": 5, "CARD": 1})))
    m.add("fn_pmt", paid)
    moves = []
    for n in range(1, 521):
        copy = m.pick(copies)
        sent = m.pick(EDGES) if m.chance(.06) else m.day("2022-07-01", "2024-06-28")
        start = copy[2] if m.chance(.6) else m.pick(open_br[:4])
        there = m.pick([b for b in open_br[:4] if b != start])
        got = later(sent, days=m.pick([0, 1, 1, 2, 2, 3, 6, 11])) if m.chance(.93) else None
        moves.append((n, copy[0], start, there, short(sent), short(got)))
    m.add("xfer", moves)
