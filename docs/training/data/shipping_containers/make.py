"""A container line: vessels and voyages between ports, bookings, containers, customs holds, demurrage."""
from making import later

SCHEMA = """
CREATE TABLE prt (locode TEXT PRIMARY KEY, prt_nm TEXT NOT NULL, ctry_cd TEXT NOT NULL, rgn TEXT);
CREATE TABLE vsl (
  vsl_id INTEGER PRIMARY KEY, vsl_nm TEXT NOT NULL, flag_cd TEXT, teu_cap INTEGER NOT NULL,
  built_yr INTEGER, replaces_id INTEGER REFERENCES vsl(vsl_id), sold_dt TEXT);
CREATE TABLE voy (
  voy_id INTEGER PRIMARY KEY, voy_no TEXT NOT NULL, vsl_id INTEGER NOT NULL REFERENCES vsl(vsl_id),
  pol TEXT NOT NULL REFERENCES prt(locode), pod TEXT NOT NULL REFERENCES prt(locode),
  etd TEXT NOT NULL, eta TEXT NOT NULL, atd TEXT, ata TEXT, stat_cd TEXT NOT NULL,
  prev_voy_id INTEGER REFERENCES voy(voy_id));
CREATE TABLE iso_typ (
  iso_cd TEXT PRIMARY KEY, descr TEXT NOT NULL, len_ft INTEGER NOT NULL, rf_flg TEXT NOT NULL, teu INTEGER NOT NULL);
CREATE TABLE cntr (
  cntr_no TEXT PRIMARY KEY, iso_cd TEXT NOT NULL REFERENCES iso_typ(iso_cd), ownr_cd TEXT NOT NULL,
  tare_kg INTEGER, mfd_yr INTEGER, off_hire_dt TEXT);
CREATE TABLE cust (
  cust_id INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, ctry_cd TEXT, parnt_id INTEGER REFERENCES cust(cust_id),
  cr_lim_usd INTEGER, blk_flg TEXT NOT NULL DEFAULT 'N');
CREATE TABLE bkg (
  bkg_no INTEGER PRIMARY KEY, voy_id INTEGER NOT NULL REFERENCES voy(voy_id),
  shpr_id INTEGER NOT NULL REFERENCES cust(cust_id), cnee_id INTEGER REFERENCES cust(cust_id),
  bkd_dt TEXT NOT NULL, cxl_dt TEXT, cmdty TEXT, frt_usd INTEGER, pay_trm TEXT);
CREATE TABLE bkg_cntr (
  bkg_no INTEGER REFERENCES bkg(bkg_no), cntr_no TEXT REFERENCES cntr(cntr_no), grs_kg INTEGER,
  gate_in_ts TEXT, dschg_dt TEXT, gate_out_dt TEXT, PRIMARY KEY (bkg_no, cntr_no));
CREATE TABLE hold_typ (hold_cd TEXT PRIMARY KEY, descr TEXT NOT NULL, agency TEXT);
CREATE TABLE hold (
  hold_id INTEGER PRIMARY KEY, bkg_no INTEGER NOT NULL, cntr_no TEXT NOT NULL,
  hold_cd TEXT NOT NULL REFERENCES hold_typ(hold_cd), plcd_ts TEXT NOT NULL, rlsd_ts TEXT,
  FOREIGN KEY (bkg_no, cntr_no) REFERENCES bkg_cntr(bkg_no, cntr_no));
CREATE TABLE dem_trf (
  locode TEXT REFERENCES prt(locode), len_ft INTEGER, vld_fm TEXT, vld_to TEXT,
  free_days INTEGER NOT NULL, usd_day INTEGER NOT NULL, PRIMARY KEY (locode, len_ft, vld_fm));
CREATE TABLE dem_inv (
  inv_no INTEGER PRIMARY KEY, bkg_no INTEGER NOT NULL, cntr_no TEXT NOT NULL, inv_dt TEXT NOT NULL,
  dem_days INTEGER NOT NULL, amt_usd INTEGER NOT NULL, paid_flg TEXT);
"""

PORTS = [("DEHAM", "Hamburg", "DE", "Europe"), ("NLRTM", "Rotterdam", "NL", "Europe"), ("BEANR", "Antwerp", "BE", "Europe"),
         ("ESVLC", "Valencia", "ES", "Europe"), ("ESALG", "Algeciras", "ES", "Europe"), ("SGSIN", "Singapore", "SG", "Asia"),
         ("CNSHA", "Shanghai", "CN", "Asia"), ("CNNGB", "Ningbo", "CN", "Asia"), ("BRSSZ", "Santos", "BR", "South America"),
         ("USNYC", "New York", "US", "North America"), ("USSAV", "Savannah", "US", "North America"), ("MAPTM", "Tangier", "MA", "Africa"),
         ("ZADUR", "Durban", "ZA", "Africa"), ("DEBRV", "Bremerhaven", "DE", "Europe"), ("KEMBA", "Mombasa", "KE", None)]
VESSELS = [("Aurora Star", "PA", 4200, 2006), ("Baltic Trader", "DE", 1800, 2011), ("Cape Verity", "LR", 8500, 2014),
           ("Delta Horizon", "LR", 8500, 2015), ("Eastern Pearl", "SG", 5600, 2009), ("Fjord Runner", "MT", 2400, None),
           ("Golden Strait", "PA", 10200, 2018), ("Harbour Queen", "MT", 1800, 2003), ("Iberia Express", "PT", 3100, 2012),
           ("Jade Orchid", "SG", 12500, 2021), ("Kestrel Bay", "PA", 4200, 2019), ("Laguna Azul", "LR", 9100, 2022)]
TYPES = [("22G1", "20ft general purpose", 20, "N", 1), ("42G1", "40ft general purpose", 40, "N", 2),
         ("45G1", "40ft high cube", 40, "N", 2), ("22R1", "20ft reefer", 20, "Y", 1), ("45R1", "40ft high cube reefer", 40, "Y", 2),
         ("22U1", "20ft open top", 20, "N", 1), ("42P3", "40ft flat rack", 40, "N", 2), ("22T1", "20ft tank", 20, "N", 1)]
HOLDS = [("CUS", "Customs inspection", "Customs"), ("DOC", "Missing documents", "Customs"), ("AGR", "Agriculture check", "Plant health"),
         ("RAD", "Radiation alarm", "Border police"), ("PAY", "Unpaid duties", "Customs"), ("VET", "Veterinary control", "Vet office")]
GOODS = {"Coffee": 9, "coffee": 2, "Machinery": 10, "Textiles": 9, "Frozen fish": 5, "Scrap metal": 4, "Furniture": 7,
         "Wine": 5, "WINE": 1, "Auto parts": 8, "Ceramic tiles": 4, "Frozen beef": 3, None: 3}
FIRMS = "Alba Brightwater Coral Dunmore Estrela Fairway Gartner Halcyon Indus Juniper Kranz Lotus Meridian Nordic Orion".split()
ENDS = ["Trading", "Imports", "Foods", "Logistics", "Metals"]


def fill(m):
    m.add("prt", PORTS)
    m.add("vsl", [(n, *v, {10: 1, 11: 8, 12: 5}.get(n), {1: "2024-02-10", 8: "2023-11-30"}.get(n)) for n, v in enumerate(VESSELS, 1)])
    voys = []
    for ship in range(1, 13):
        at, when, prev = m.pick(PORTS[:14])[0], m.moment("2022-10-01", "2022-11-20")[:16], None
        for leg in range(1, 40):
            if ship in (1, 8) and when > "2023-11-20" or when > "2024-08-10" or ship == 12 and leg > 9:
                break
            to = m.pick([p[0] for p in PORTS[:13] if p[0] != at])
            due = later(when, days=m.whole(4, 26), hours=m.whole(0, 23))
            left = came = None
            status = "PLN"
            if when < "2024-06-30":
                left = later(when, hours=m.pick([0, 0, 0, 2, 5, 9, 26, 50])) if m.chance(.93) else None
                status = "SAIL" if left else "CXL"
                if left and due < "2024-06-25":
                    came = later(due, hours=m.pick([-20, -6, 0, 0, 0, 3, 8, 24, 30, 60, 110]))
                    status = "ARR"
            voys.append([ship, at, to, when, due, left, came, status, prev])
            prev = voys[-1]
            if status != "CXL":
                at = to
            when = later(came or due, days=m.whole(1, 6))
    voys.sort(key=lambda v: v[3])
    for n, v in enumerate(voys, 1):
        v.insert(0, n)
    m.add("voy", [(v[0], f"{v[4][2:4]}{v[0] % 90 + 10}{m.pick('EWNS')}", *v[1:9], v[9] and v[9][0]) for v in voys])
    m.add("iso_typ", TYPES)
    boxes = []
    for n in range(1, 521):
        kind = m.pick({"22G1": 8, "42G1": 7, "45G1": 9, "22R1": 2, "45R1": 5, "22U1": 1, "42P3": 1})
        boxes.append((f"{m.pick(['LBLU', 'LBLU', 'TEXU', 'SOCU'])}{300000 + n * 7}{n % 10}", kind,
                      m.pick({"OWN": 6, "LSE": 3, "SOC": 1}), m.pick([2200, 2300, 2350]) if kind[0] == "2" else m.pick([3750, 3900, 4600, None]),
                      m.whole(2004, 2022), m.day("2023-03-01", "2024-05-31") if m.chance(.07) else None))
    m.add("cntr", boxes)
    firms = []
    for n in range(1, 71):
        firms.append((n, f"{FIRMS[n % 15]} {ENDS[n // 15]}" + (" GmbH" if n % 11 == 0 else ""),
                      m.pick({"DE": 5, "NL": 3, "CN": 4, "US": 4, "BR": 3, "ES": 2, "ZA": 2, "SE": 1, None: 1}),
                      m.whole(1, 9) if n > 9 and m.chance(.35) else m.whole(10, 20) if n > 30 and m.chance(.3) else None,
                      m.pick([25000, 50000, 50000, 100000, 250000, None]), m.pick({"N": 9, "Y": 1})))
    firms[32], firms[14] = (*firms[32][:3], 15, *firms[32][4:]), (*firms[14][:3], 4, *firms[14][4:])
    m.add("cust", firms)
    bookings, loads = [], []
    for n in range(1, 901):
        v = voys[int(m.random.random() ** 1.1 * len(voys))]
        booked = later(v[4][:10], days=-m.whole(3, 40))
        if m.chance(.08):
            booked = m.pick([d for d in (*["2022-12-31"] * 6, "2023-01-01", "2023-03-31", "2023-06-30", "2023-07-01", "2023-09-30", "2023-12-31",
                                         "2024-01-01", "2024-03-31", "2024-04-01")])
        off = later(booked, days=m.whole(1, 20)) if m.chance(.11) or v[8] == "CXL" else None
        shipper = int(m.random.random() ** 1.5 * 60) + 1
        taker = m.pick({None: 1, m.whole(1, 63): 12, shipper: 1})
        goods = m.pick(GOODS)
        count = m.pick([1, 1, 1, 2, 2, 3, 4, 6])
        bookings.append((1000 + n, v[0], shipper, taker, booked, off, goods, None if m.chance(.04) else m.whole(9, 60) * 50 * count,
                         "CC" if shipper % 13 == 0 else m.pick({"PP": 6, "CC": 4})))
        if off or v[8] == "PLN" and m.chance(.7):
            continue
        cold = goods and goods.startswith("Frozen")
        fit = [b for b in boxes[:490] if (b[1] in ("22R1", "45R1")) == bool(cold)]
        for b in m.some(fit, count):
            came = v[7] and later(v[7][:10], days=m.pick([0, 0, 1, 1, 2]))
            out = later(came, days=m.pick([0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 10, 13, m.whole(22, 33)])) if came and m.chance(.92) else None
            loads.append((1000 + n, b[0], m.whole(50, 280) * 100 if m.chance(.96) else None,
                          v[6] and later(v[6], hours=-m.whole(8, 150)), came, out, v[3], b[1]))
    m.add("bkg", bookings)
    m.add("bkg_cntr", [load[:6] for load in loads])
    m.add("hold_typ", HOLDS)
    holds = []
    for load in loads:
        if load[4] and m.chance(.22):
            for code in m.some([h[0] for h in HOLDS[:5]], m.pick([1, 1, 1, 2])):
                put = f"{load[4]} {m.whole(6, 20):02}:{m.pick(['00', '20', '45'])}:00"
                free = later(put, days=m.whole(0, 8), hours=m.whole(1, 23)) if m.chance(.88) else None
                holds.append((len(holds) + 1, load[0], load[1], code, put, free))
    m.add("hold", holds)
    rates = []
    for p in PORTS[:14]:
        free = m.pick([3, 5, 5, 7])
        for feet in (20, 40):
            usd, starts = m.pick([60, 75, 80]) * feet // 20, ["2022-01-01"] + [d for d in ("2023-04-01", "2024-01-01") if m.chance(.7) or p[0] == 'ESVLC']
            for at, start in enumerate(starts):
                rates.append((p[0], feet, start, later(starts[at + 1], days=-1) if at + 1 < len(starts) else None, free, usd))
                usd += m.pick([5, 10, 15])
    m.add("dem_trf", rates)
    bills = []
    for load in loads:
        if load[5] and m.chance(.9):
            feet = 20 if load[7][0] == "2" else 40
            rate = [r for r in rates if r[0] == load[6] and r[1] == feet and r[2] <= load[4] and (not r[3] or r[3] >= load[4])][0]
            late = later(load[4], days=rate[4])
            n = (sum(1 for k in range(1, 40) if later(late, days=k) <= load[5]))
            if n:
                day = later(load[5], days=m.whole(0, 6))
                bills.append((len(bills) + 1, load[0], load[1], f"{day[5:7]}/{day[8:]}/{day[:4]}", n, n * rate[5],
                              m.pick({"Y": 7, "N": 3, None: 1})))
    m.add("dem_inv", bills)
