"""Ice cream vans: vans, drivers, shifts on routes and pitches, flavours, sales by line, stock loads, inspections, bookings for events."""
from making import later

SCHEMA = """
CREATE TABLE driver (driver_id INTEGER PRIMARY KEY, driver_name TEXT NOT NULL, licence_no TEXT, trainer_id INTEGER, joined_on TEXT NOT NULL, left_on TEXT, hourly_pence INTEGER NOT NULL);
CREATE TABLE van (van_id INTEGER PRIMARY KEY, reg_plate TEXT NOT NULL, nickname TEXT, bought_on TEXT NOT NULL, sold_on TEXT, owner_id INTEGER, max_tubs INTEGER NOT NULL);
CREATE TABLE pitch (pitch_id INTEGER PRIMARY KEY, pitch_name TEXT NOT NULL, area TEXT NOT NULL, pitch_kind TEXT NOT NULL, day_fee_pence INTEGER, permit_until TEXT);
CREATE TABLE flavour (flavour_code TEXT PRIMARY KEY, flavour_name TEXT NOT NULL, vegan INTEGER NOT NULL, base_code TEXT REFERENCES flavour(flavour_code), launched_on TEXT NOT NULL, dropped_on TEXT);
CREATE TABLE price_board (flavour_code TEXT NOT NULL, size TEXT NOT NULL, season INTEGER NOT NULL, price_pence INTEGER NOT NULL, PRIMARY KEY (flavour_code, size, season));
CREATE TABLE shift (
  shift_id INTEGER PRIMARY KEY, van_id INTEGER NOT NULL REFERENCES van(van_id), driver_id INTEGER NOT NULL REFERENCES driver(driver_id), helper_id INTEGER, pitch_id INTEGER, shift_date TEXT NOT NULL,
  start_time TEXT NOT NULL, end_time TEXT, weather TEXT, called_off INTEGER NOT NULL);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, shift_id INTEGER NOT NULL REFERENCES shift(shift_id), sold_at TEXT NOT NULL, pay_kind TEXT NOT NULL, voided INTEGER NOT NULL);
CREATE TABLE sale_line (sale_id INTEGER NOT NULL, line_no INTEGER NOT NULL, flavour_code TEXT NOT NULL, size TEXT NOT NULL, qty INTEGER NOT NULL, unit_pence INTEGER NOT NULL, PRIMARY KEY (sale_id, line_no));
CREATE TABLE tub_load (shift_id INTEGER NOT NULL, flavour_code TEXT NOT NULL, tubs_out INTEGER NOT NULL, tubs_back REAL, PRIMARY KEY (shift_id, flavour_code));
CREATE TABLE inspection (inspection_id INTEGER PRIMARY KEY, van_id INTEGER NOT NULL, due_on TEXT NOT NULL, done_on TEXT, passed INTEGER, temp_c TEXT);
CREATE TABLE event_booking (
  booking_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, event_kind TEXT NOT NULL, asked_on TEXT NOT NULL, event_date TEXT NOT NULL, van_id INTEGER, quoted_pence INTEGER NOT NULL, deposit_paid_on TEXT, status TEXT NOT NULL);
"""
FLAV = [("VAN", "Vanilla", 0, None), ("CHO", "Chocolate", 0, None), ("STR", "Strawberry", 0, None), ("MNT", "Mint choc chip", 0, "CHO"), ("CAR", "Salted caramel", 0, "VAN"), ("MNG", "Mango sorbet", 1, None), ("LEM", "Lemon sorbet", 1, None), ("RAS", "Raspberry ripple", 0, "VAN"), ("OAT", "Oat vanilla", 1, "VAN"), ("BUB", "Bubblegum", 0, None),
        ("PIS", "Pistachio", 0, None), ("RUM", "Rum and raisin", 0, "VAN")]


def fill(m):
    crew = [(n, " ".join(m.person()), f"L{m.whole(1000, 9999)}" if m.chance(.85) else None, None if n < 3 or m.chance(.2) else m.pick([1, 2, m.whole(1, n - 1)]), m.day("2016-03-01", "2026-04-01"), m.day("2025-07-01", "2026-06-10") if n > 5 and m.chance(.3) else None, m.pick([1180, 1250, 1300, 1420])) for n in range(1, 19)]
    m.add("driver", crew)
    m.add("van", [(1, "AB12 ICE", "Polar", "2014-03-01", None, None, 12), (2, "AB15 CON", "Whippy", "2017-04-10", None, 3, 10), (3, "CD18 LOL", None, "2019-02-20", None, None, 14), (4, "EF20 TUB", "Frosty", "2021-05-01", None, 5, 12), (5, "GH09 OLD", "Grandad", "2009-06-01", "2025-10-15", None, 8), (6, "JK26 NEW", None, "2026-06-20", None, None, 16)])
    pitches = [(1, "West Beach", "coast", "street", 2500, "2026-12-31"), (2, "Pier Head", "coast", "street", 4000, "2026-05-31"), (3, "Castle Park", "town", "park", 1800, "2026-09-30"), (4, "Station Sq", "town", "street", 3200, None), (5, "Lakeside", "hills", "park", None, "2027-03-31"), (6, "Mill Lane School", "town", "school", None, None), (7, "Moor View", "hills", "layby", 900, "2025-12-31")]
    m.add("pitch", pitches)
    m.add("flavour", [(*f, m.day("2018-01-01", "2024-03-01"), "2025-08-31" if f[0] == "BUB" else None) for f in FLAV])
    cost = {(f[0], s, y): p + 20 * (f[2]) + (15 if y == 2026 else 0) for f in FLAV for s, p in (("S", 220), ("M", 310), ("L", 420)) for y in (2025, 2026)}
    m.add("price_board", [(*k, v) for k, v in cost.items() if not (k[0] == "BUB" and k[2] == 2026) and not (k[0] == "PIS" and k[1] == "L")])
    shifts, sales, lines, loads = [], [], [], []
    for n in range(1, 261):
        day = m.pick([m.day("2025-04-01", "2025-10-10"), m.day("2025-04-01", "2025-10-10"), m.day("2026-03-15", "2026-06-27")])
        if m.chance(.05):
            day = m.pick(["2025-07-31", "2025-08-31", "2026-05-31", "2026-04-01"])
        who = m.pick([c[0] for c in crew[:15] if c[4] <= day and (not c[5] or c[5] > day)])
        off = int(m.chance(.1))
        start = m.pick(["09:30", "11:00", "12:00", "13:30"])
        shifts.append((n, m.pick([1, 1, 2, 3, 4] + ([5] if day < "2025-10-01" else [])), who, m.pick([c[0] for c in crew if c[0] != who]) if m.chance(.35) else None, m.pick([1, 1, 2, 3, 3, 4, 7]) if m.chance(.93) else None, day, start,
                       f"{int(start[:2]) + m.whole(3, 8):02}:{m.pick(['00', '30', '45'])}" if not off and m.chance(.96) else None, m.pick({"sunny": 5, "cloudy": 3, "rain": 2}) if m.chance(.92) else None, off))
        if off:
            continue
        for f in m.some([x[0] for x in FLAV[:11] if x[0] != "BUB" or day < "2025-08-31"], m.whole(3, 6)):
            out = m.whole(1, 4)
            loads.append((n, f, out, round(m.random.random() * out * 2) / 2 if m.chance(.93) else None))
        for _ in range(max(0, m.whole(-1, 8))):
            s = len(sales) + 1
            sales.append((s, n, f"{day} {int(start[:2]) + m.whole(0, 3):02}:{m.whole(0, 59):02}:00", m.pick({"card": 6, "cash": 4}), int(m.chance(.05))))
            for k in range(1, m.pick([1, 1, 2, 3]) + 1):
                f, size = m.pick([x[0] for x in FLAV[:10] if x[0] != "BUB" or day < "2025-08-31"]), m.pick("SSMML")
                lines.append((s, k, f, size, m.pick([1, 1, 2, 4]), cost[(f, size, int(day[:4]))] - m.pick([0, 0, 0, 30])))
    m.add("shift", shifts)
    m.add("sale", sales)
    m.add("sale_line", lines)
    m.add("tub_load", loads)
    checks = []
    for n in range(1, 61):
        due = m.day("2025-01-10", "2026-09-30")
        done = later(due, days=m.pick([-8, -2, 0, 0, 3, 12])) if due < "2026-06-15" and m.chance(.9) else None
        checks.append((n, m.whole(1, 5), due, done, m.pick([0, 1, 1, 1, 1]) if done else None, f"-{m.whole(4, 22)}.{m.whole(0, 9)}" if done and m.chance(.9) else None))
    m.add("inspection", checks)
    rows = []
    for n in range(1, 121):
        asked = m.day("2025-01-05", "2026-06-20")
        date = later(asked, days=m.whole(5, 120))
        busy = m.pick(["2025-08-16", "2026-05-23", "2026-07-04", "2025-09-06"])
        date = busy if m.chance(.5) and busy > asked else date
        st = m.pick({"confirmed": 6, "cancelled": 2, "declined": 1, "enquiry": 2})
        rows.append((n, m.pick(["Hope School", "Ash Ltd", "St Mary", "Fern Group", "Riley", "Okoro"]) + m.pick(["", "", " PTA"]), m.pick({"wedding": 4, "school fete": 4, "office": 3, "birthday": 3}), asked, date, m.whole(1, 4) if st in ("confirmed", "cancelled") and m.chance(.8) else None,
                     m.whole(15, 70) * 1000, later(asked, days=m.whole(1, 20)) if st == "confirmed" and m.chance(.75) or st == "cancelled" and m.chance(.4) else None, st))
    m.add("event_booking", rows)
