"""A harbour pilot service: pilots and their leave, vessels, agents, pilotage orders and trips, invoices, pilot boats, incidents. Rows move with the day on which they are made."""
from making import ago

SCHEMA = """
CREATE TABLE plt (plt_no INTEGER PRIMARY KEY, plt_nm TEXT NOT NULL, lic_cls TEXT NOT NULL, lic_exp_dt TEXT, join_dt TEXT NOT NULL, ret_dt TEXT, stn_cd TEXT);
CREATE TABLE vsl (vsl_no INTEGER PRIMARY KEY, vsl_nm TEXT NOT NULL, vsl_typ TEXT NOT NULL, flg TEXT, grt INTEGER NOT NULL, reg_dt TEXT NOT NULL);
CREATE TABLE agt (agt_no INTEGER PRIMARY KEY, agt_nm TEXT NOT NULL, cty TEXT, sgn_dt TEXT NOT NULL, crd_lim INTEGER);
CREATE TABLE pord (
  ord_no INTEGER PRIMARY KEY, vsl_no INTEGER NOT NULL REFERENCES vsl(vsl_no), agt_no INTEGER REFERENCES agt(agt_no), req_dt TEXT NOT NULL,
  pob_tm TEXT NOT NULL, dir_cd TEXT NOT NULL, sts_cd TEXT NOT NULL);
CREATE TABLE trp (trp_no INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL REFERENCES pord(ord_no), plt_no INTEGER NOT NULL REFERENCES plt(plt_no), bt_no INTEGER, st_tm TEXT NOT NULL, en_tm TEXT, nm_dist REAL);
CREATE TABLE inv (inv_no INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL REFERENCES pord(ord_no), inv_dt TEXT NOT NULL, due_dt TEXT NOT NULL, pd_dt TEXT, amt REAL NOT NULL);
CREATE TABLE bt (bt_no INTEGER PRIMARY KEY, bt_nm TEXT NOT NULL, blt_dt TEXT NOT NULL, lst_svc_dt TEXT, nxt_svc_dt TEXT, actv INTEGER NOT NULL);
CREATE TABLE lv (lv_no INTEGER PRIMARY KEY, plt_no INTEGER NOT NULL REFERENCES plt(plt_no), lv_cd TEXT NOT NULL, fr_dt TEXT NOT NULL, to_dt TEXT NOT NULL, apr INTEGER);
CREATE TABLE incd (inc_no INTEGER PRIMARY KEY, trp_no INTEGER NOT NULL REFERENCES trp(trp_no), rep_dt TEXT NOT NULL, cls_dt TEXT, inc_typ TEXT NOT NULL, sev INTEGER NOT NULL);
"""


def fill(m):
    pilots = []
    for n in range(1, 49):
        since = m.whole(800, 6000) if n < 36 else m.pick([0, 1, 3, 12, 40, 200, 340])
        gone = m.whole(0, 600) if n % 6 == 0 and n < 36 else None
        lic = m.whole(-700, -1) if n % 5 else m.pick([2, 9, 25, 70, 200])
        if n % 4 == 0:
            lic = -(n // 4) * 3
        pilots.append((n, " ".join(m.person()), m.pick({"A": 3, "B": 4, "C": 3}), ago(lic) if n % 13 else None, ago(since), ago(gone) if gone is not None else None, m.pick(["NTH", "STH", "RIV"]) if m.chance(.92) else None, since, gone))
    m.add("plt", [p[:7] for p in pilots])
    ships = []
    for n in range(1, 131):
        since = m.whole(300, 2500) if n < 95 else (n - 95) % 12 if n < 113 else m.whole(0, 300)
        ships.append((n, f"{m.pick(['Sea', 'Nordic', 'Star', 'Blue', 'Cape'])} {m.pick(['Pearl', 'Trader', 'Spirit', 'Falcon', 'Wave'])} {n}", m.pick({"TNK": 3, "BLK": 3, "CNT": 4, "RRO": 2, "CRU": 1}),
                      m.pick(["PA", "LR", "NO", "MT", "DK"]) if m.chance(.94) else None, m.whole(18, 1400) * 100, ago(since), since))
    m.add("vsl", [s[:6] for s in ships])
    agents = [(n, f"{m.pick(['Baltic', 'North', 'Delta', 'Anchor', 'Union'])} {m.pick(['Shipping', 'Agency', 'Lines'])} {n}", m.pick(["Bremen", "Gdansk", "Oslo", "Esbjerg"]) if m.chance(.9) else None,
               ago(m.whole(820, 4000) if n < 30 else m.pick([0, 1, 2, 7, 20, 35, 90, 300])), m.pick([5000, 10000, 25000, 60000]) if m.chance(.8) else None) for n in range(1, 46)]
    m.add("agt", agents)
    m.add("bt", [(n, f"Pilot {n}", ago((900, 2400, 1300, 5200, 3300)[(n * 2 + n // 5) % 5] + n), ago(last), ago(last - 180), int(n % 5 != 0))
                 for n, last in enumerate([3, 8, 20, 44, 95, 130, 155, 168, 175, 179, 186, 201, 240, 300], 1)])
    orders, trips, bills, events = [], [], [], []
    for day in range(800, -16, -1):
        for at in range(5 if -5 < day < 15 else m.pick([1, 2, 3, 3])):
            ask = day + m.pick([0, 1, 1, 2, 3, 5]) if day >= 0 else m.pick([0, 0, 1, 2])
            ship = m.pick([s for s in ships[:118] if s[6] >= ask and (s[0] % 8 or day > 300 + 2 * s[0])])
            state = m.pick({"DON": 15, "CAN": 2}) if day > 0 else (m.pick(["DON", "DON", "CNF"]) if day == 0 else m.pick({"REQ": 2, "CNF": 4, "CAN": 1}))
            if day == -1 and at < 3:
                state = "CNF"
            when = f"{ago(day)} {m.whole(0, 8) if day == 0 and state == 'DON' else m.whole(12, 22) if day == 0 else m.whole(0, 23):02}:{m.pick([0, 10, 30, 45]):02}:00"
            number = 7001 + len(orders)
            orders.append((number, ship[0], m.whole(1, 40) if m.chance(.93) else None, ago(ask), when, ("IN", "OUT", "IN")[at] if day == -1 and at < 3 else m.pick({"IN": 5, "OUT": 5, "SHF": 2}), state))
            if state != "DON":
                continue
            late = m.pick([0, 0, 5, 15, 20, 40])
            start = f"{when[:14]}{min(int(when[14:16]) + late, 59):02}:00"
            end = f"{when[:11]}{min(int(when[11:13]) + m.whole(1, 3), 23):02}:59:00" if m.chance(.96) else None
            crew = [p for p in pilots if p[7] >= day and (p[8] is None or p[8] <= day) and (p[0] % 7 or day > 120)]
            trips.append((len(trips) + 1, number, m.pick(crew)[0], m.whole(1, 9) if m.chance(.9) else None, start, end, m.amount(2, 28, 1) if m.chance(.95) else None))
            if m.chance(.9):
                out = max(day - m.pick([0, 0, 1, 2, 5]), 0)
                term = m.pick([14, 30, 30])
                paid = out - m.whole(0, 60) if m.chance(.84) else None
                bills.append((3001 + len(bills), number, ago(out), ago(out - term), ago(paid) if paid is not None and paid >= 0 else None, round(240 + ship[4] * m.pick([.011, .013, .016]), 2)))
            if m.chance(.5 if day < 15 else .17):
                told = max(day - m.pick([0, 0, 1, 2]), 0)
                shut = told - m.whole(0, 90) if m.chance(.8) else None
                events.append((len(events) + 1, len(trips), ago(told), ago(shut) if shut is not None and shut >= 0 else None, m.pick({"NEAR": 4, "CONT": 2, "TECH": 3, "INJ": 1}), m.pick([1, 1, 2, 2, 3])))
    m.add("pord", orders)
    m.add("trp", trips)
    m.add("inv", bills)
    m.add("incd", events)
    leave = []
    for n in range(1, 171):
        start = m.whole(-60, 500) if n > 60 else n - 45
        leave.append((n, m.whole(1, 42), m.pick({"VAC": 6, "SCK": 3, "TRN": 2}), ago(start), ago(start - m.pick([0, 1, 3, 6, 13])), m.pick([1, 1, 1, 0]) if start > -20 else m.pick([1, None])))
    m.add("lv", leave)
