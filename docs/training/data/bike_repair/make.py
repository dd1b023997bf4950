"""Bicycle workshops on an old system with short names: customers, bikes, work orders with labour and parts, stock, loan bikes, invoices."""
from making import later

SCHEMA = """
CREATE TABLE shop (shop_no INTEGER PRIMARY KEY, shop_nm TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE mech (
  mech_no INTEGER PRIMARY KEY, mech_nm TEXT NOT NULL, shop_no INTEGER NOT NULL, boss_no INTEGER, lvl TEXT NOT NULL, hire_dt TEXT NOT NULL, leave_dt TEXT);
CREATE TABLE cust (
  cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, town TEXT, mail TEXT, club_fl TEXT NOT NULL, crt_dt TEXT NOT NULL, del_dt TEXT);
CREATE TABLE bike (
  bike_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust(cust_no), brand TEXT NOT NULL, typ_cd TEXT NOT NULL, frame_sz TEXT, bought_dt TEXT, e_fl TEXT NOT NULL);
CREATE TABLE typ_ref (typ_cd TEXT PRIMARY KEY, typ_nm TEXT NOT NULL);
CREATE TABLE wo_hdr (
  wo_no INTEGER PRIMARY KEY, bike_no INTEGER NOT NULL REFERENCES bike(bike_no), shop_no INTEGER NOT NULL, in_mech INTEGER NOT NULL, out_mech INTEGER,
  open_ts TEXT NOT NULL, prom_dt TEXT NOT NULL, done_dt TEXT, pick_dt TEXT, sts INTEGER NOT NULL, warr_fl TEXT NOT NULL);
CREATE TABLE wo_lab (
  wo_no INTEGER NOT NULL REFERENCES wo_hdr(wo_no), ln_no INTEGER NOT NULL, mech_no INTEGER NOT NULL, job TEXT NOT NULL, mins INTEGER NOT NULL,
  rate_hr REAL NOT NULL, PRIMARY KEY (wo_no, ln_no));
CREATE TABLE part (part_no TEXT PRIMARY KEY, part_nm TEXT NOT NULL, grp TEXT NOT NULL, list_pr REAL NOT NULL, cost_pr REAL NOT NULL, obs_fl TEXT NOT NULL);
CREATE TABLE wo_part (
  wo_no INTEGER NOT NULL REFERENCES wo_hdr(wo_no), ln_no INTEGER NOT NULL, part_no TEXT NOT NULL REFERENCES part(part_no), qty INTEGER NOT NULL,
  sell_pr REAL NOT NULL, PRIMARY KEY (wo_no, ln_no));
CREATE TABLE stk (shop_no INTEGER NOT NULL, part_no TEXT NOT NULL, on_hand INTEGER NOT NULL, min_qty INTEGER, PRIMARY KEY (shop_no, part_no));
CREATE TABLE inv (inv_no INTEGER PRIMARY KEY, wo_no INTEGER NOT NULL, inv_dt TEXT NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT, amt REAL NOT NULL);
CREATE TABLE loan (loan_no INTEGER PRIMARY KEY, shop_no INTEGER NOT NULL, cust_no INTEGER NOT NULL, out_dt TEXT NOT NULL, back_due TEXT NOT NULL, back_dt TEXT, fee REAL);
"""

PARTS = [("CH-11", "Chain 11s", "drive", 32, 17), ("CH-12", "Chain 12s", "drive", 45, 26), ("BR-PD", "Brake pads", "brake", 14, 6), ("BR-CB", "Brake cable", "brake", 6, 2.2), ("TY-28", "Tyre 28", "wheel", 36, 20),
         ("TU-28", "Tube 28", "wheel", 7, 2.8), ("RM-29", "Rim 29", "wheel", 69, 41), ("BT-01", "E-bike battery", "e", 690, 480), ("LI-01", "Front light", "light", 39, 21), ("SD-01", "Saddle", "seat", 55, 30), ("BL-01", "Bell", "misc", 9, 4)]


def fill(m):
    m.add("shop", [(1, "Spoke & Co", "Gent"), (2, "Spoke Harbour", "Gent"), (3, "Wheelhouse", "Brugge"), (4, "Pedal Point", "Oostende")])
    m.add("mech", [(n, " ".join(m.person()), n if n < 4 else m.pick([1, 1, 2, 2, 3]), None if n == 1 else 1 if n < 4 else (m.pick([1, 2, 3, m.whole(2, n - 1)]) if m.chance(.9) else None),
                    "M" if n < 4 else m.pick({"A": 3, "J": 5, "M": 2}), m.day("2012-01-10", "2025-03-01"), m.day("2025-04-01", "2026-06-01") if n > 4 and m.chance(.22) else None) for n in range(1, 19)])
    people = [(n, " ".join(m.person()), m.pick(["Gent", "Brugge", "Aalst", "Deinze"]) if m.chance(.92) else None, f"bike{n}@example.be" if m.chance(.8) else None, m.pick({"Y": 1, "N": 3}),
               m.day("2022-01-05", "2026-06-15"), m.day("2025-03-01", "2026-06-20") if m.chance(.07) else None) for n in range(1, 201)]
    m.add("cust", people)
    m.add("typ_ref", [("CT", "City"), ("RD", "Road"), ("MT", "Mountain"), ("CG", "Cargo"), ("KD", "Kids"), ("FX", "Fixie")])
    bikes = [(n, int(m.random.random() ** 1.2 * 185) + 1, m.pick(["Gazelle", "Trek", "Cube", "Ridley", "Koga", "trek"]), m.pick({"CT": 6, "RD": 4, "MT": 3, "CG": 2, "KD": 2}), str(m.whole(44, 64)) if m.chance(.85) else None,
              m.day("2015-01-01", "2026-05-01") if m.chance(.8) else None, m.pick({"Y": 1, "N": 2})) for n in range(1, 251)]
    m.add("bike", bikes)
    orders, labour, parts, bills = [], [], [], []
    for n in range(1, 951):
        b = bikes[int(m.random.random() ** 1.3 * 235)]
        ts = m.moment("2024-01-08", "2026-06-29", (8, 18))
        if m.chance(.06):
            ts = m.pick(["2025-12-31", "2026-03-31", "2026-05-31", "2025-06-30"]) + " 15:20:00"
        prom = later(ts[:10], days=m.pick([1, 2, 3, 5, 7]))
        done = max(ts[:10], later(prom, days=m.pick([-2, -1, 0, 0, 0, 1, 2, 6])))
        pick = later(done, days=m.pick([0, 0, 1, 2, 4, 12]))
        sts = 9 if m.chance(.06) else 4
        if sts == 4 and pick > "2026-06-29" or m.chance(.02):
            sts = 3 if done <= "2026-06-29" else m.pick([1, 2])
        shop = m.pick({1: 5, 2: 4, 3: 4})
        warr = m.pick({"Y": 1, "N": 6})
        orders.append((n, b[0], shop, m.whole(1, 17), m.whole(1, 17) if sts == 4 else None, ts, prom, done if sts in (3, 4) else None, pick if sts == 4 else None, sts, warr))
        total = 0
        if sts != 9 or m.chance(.3):
            for k in range(1, m.pick([1, 1, 2, 3]) + 1):
                labour.append((n, k, m.whole(1, 16), m.pick(["tune up", "brakes", "wheel", "wiring", "cleaning"]), m.pick([15, 30, 45, 60, 90]), m.pick([48, 54, 60])))
                total += labour[-1][4] * labour[-1][5] / 60
            for k, p in enumerate(m.some(range(10), m.pick([0, 1, 1, 2, 3])), 1):
                if p == 7 and m.chance(.85):
                    p = 5
                    if any(x[0] == n and x[2] == "TU-28" for x in parts[-3:]):
                        continue
                q = m.pick([1, 1, 2]) if p != 7 else 1
                parts.append((n, k, PARTS[p][0], q, round(PARTS[p][3] * (.92 if ts < "2025" else 1), 2)))
                total += q * parts[-1][4]
        if sts == 4 and warr == "N" and m.chance(.96) or m.chance(.02):
            due = later(done, days=14)
            paid = later(done, days=m.pick([0, 0, 0, 3, 14, 20, 35]))
            bills.append((len(bills) + 1, n, done, due, paid if paid <= "2026-06-30" and m.chance(.93) else None, round(total, 2)))
            if m.chance(.04):
                bills.append((len(bills) + 1, n, later(done, days=5), later(due, days=5), None, 12.5))
    m.add("wo_hdr", orders)
    m.add("wo_lab", labour)
    m.add("part", [(*p, "Y" if p[0] == "CH-11" else "N") for p in PARTS])
    m.add("wo_part", parts)
    m.add("stk", [(s, p[0], m.whole(0, 30), m.pick([5, 8, 10]) if m.chance(.85) else None) for s in (1, 2, 3) for p in PARTS if m.chance(.88)])
    m.add("inv", bills)
    loans = []
    for n in range(1, 141):
        d = m.day("2024-03-01", "2026-06-25")
        due = later(d, days=m.pick([1, 2, 3, 7]))
        back = later(due, days=m.pick([-1, 0, 0, 0, 1, 5]))
        loans.append((n, m.whole(1, 3), m.whole(1, 190), d, due, back if back <= "2026-06-29" and m.chance(.93) else None, m.pick([0, 5, 10, None])))
    m.add("loan", loans)
