"""Bed operations of a hospital: wards, beds, patients, stays, bed assignments, transfer requests, cleaning, closures, nurse shifts."""
from making import later

SCHEMA = """
CREATE TABLE ward (wd_id INTEGER PRIMARY KEY, wd_nm TEXT NOT NULL, spec_cd TEXT NOT NULL, flr INTEGER NOT NULL, tgt_occ_pct INTEGER NOT NULL);
CREATE TABLE bed (bed_id INTEGER PRIMARY KEY, wd_id INTEGER NOT NULL REFERENCES ward(wd_id), bed_no TEXT NOT NULL, bed_typ TEXT NOT NULL, dcm_dt TEXT);
CREATE TABLE pat (pat_id INTEGER PRIMARY KEY, sex TEXT NOT NULL, dob TEXT NOT NULL, ins_typ TEXT);
CREATE TABLE stay (stay_id INTEGER PRIMARY KEY, pat_id INTEGER NOT NULL REFERENCES pat(pat_id), adm_ts TEXT NOT NULL, exp_dsch_dt TEXT NOT NULL,
  dsch_ts TEXT, adm_typ TEXT NOT NULL, dsch_to TEXT, iso_flg INTEGER NOT NULL);
CREATE TABLE bed_asg (asg_id INTEGER PRIMARY KEY, stay_id INTEGER NOT NULL REFERENCES stay(stay_id), bed_id INTEGER NOT NULL REFERENCES bed(bed_id),
  beg_ts TEXT NOT NULL, end_ts TEXT);
CREATE TABLE trf_req (req_id INTEGER PRIMARY KEY, stay_id INTEGER NOT NULL REFERENCES stay(stay_id), fr_wd_id INTEGER NOT NULL REFERENCES ward(wd_id),
  to_wd_id INTEGER NOT NULL REFERENCES ward(wd_id), req_ts TEXT NOT NULL, apv_ts TEXT, done_ts TEXT, prio INTEGER NOT NULL);
CREATE TABLE cln_job (job_id INTEGER PRIMARY KEY, bed_id INTEGER NOT NULL REFERENCES bed(bed_id), ord_ts TEXT NOT NULL, beg_ts TEXT, fin_ts TEXT, cln_typ TEXT NOT NULL);
CREATE TABLE bed_clos (clos_id INTEGER PRIMARY KEY, bed_id INTEGER NOT NULL REFERENCES bed(bed_id), fr_dt TEXT NOT NULL, to_dt TEXT, rsn_cd TEXT);
"""
WARDS = [("Cardiology A", "CAR", 2, 85), ("Cardiology B", "CAR", 2, 90), ("Surgery 1", "SUR", 3, 85), ("Surgery 2", "SUR", 3, 80), ("Neurology", "NEU", 4, 90),
         ("Paediatrics", "PED", 1, 75), ("Intensive care", "ICU", 0, 80), ("Geriatrics", "GER", 5, 95), ("Observation", "OBS", 0, 70)]


def fill(m):
    m.add("ward", [(n, *w) for n, w in enumerate(WARDS, 1)])
    beds = []
    for n in range(1, 9):
        for k in range(1, m.whole(7, 15)):
            beds.append((len(beds) + 1, n, f"{n}{k:02}", m.pick({"STD": 7, "ISO": 2, "BAR": 1}), m.day("2025-02-01", "2025-05-31") if m.chance(.06) else None))
    m.add("bed", beds)
    pats = [(n, m.pick("FM"), m.day("1935-01-01", "2022-12-31"), m.pick({"PUB": 6, "PRI": 2, None: 1})) for n in range(1, 421)]
    m.add("pat", pats)
    stays, asgs, reqs, jobs = [], [], [], []
    for p in pats:
        at = m.moment("2025-01-01", "2025-05-20")
        for _ in range(m.pick([0, 1, 1, 1, 1, 2, 2, 3, 4])):
            if at > "2025-06-25":
                break
            nights = m.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 7, 9, 14])
            end = later(at[:10], days=nights) + f" {m.whole(9, 17):02}:{m.whole(0, 59):02}:00"
            if end <= at:
                end = later(at, hours=5)
            still = end > "2025-06-28" or m.chance(.02)
            stays.append((len(stays) + 1, p[0], at, later(end[:10], days=m.pick([-3, -2, -1, 0, 0, 1, 2, 3])) if nights > 3 else end[:10], None if still else end,
                          m.pick({"EM": 5, "EL": 4, "TR": 1}), None if still else m.pick({"HOME": 7, "REHAB": 2, "CARE": 1, "DIED": 1}), int(m.chance(.15))))
            cuts = sorted(m.moment(at[:10], end[:10]) for _ in range(m.pick([0, 0, 0, 1, 1, 2])))
            cuts = [c for c in cuts if at < c < end]
            bed = m.pick(beds)
            start = at
            for stop in cuts + [None if still else end]:
                asgs.append((len(asgs) + 1, len(stays), bed[0], start, stop))
                if stop:
                    ordered = later(stop, minutes=m.pick([0, 5, 10, 30]))
                    began = later(ordered, minutes=m.pick([5, 15, 30, 45, 60, 61, 90, 150])) if m.chance(.94) else None
                    if m.chance(.85):
                        jobs.append((len(jobs) + 1, bed[0], ordered, began, later(began, minutes=m.pick([15, 20, 30, 45, 60])) if began and m.chance(.97) else None, m.pick({"STD": 7, "DEEP": 2})))
                if stop and stop != end:
                    new = m.pick(beds)
                    if new[1] != bed[1]:
                        asked = later(stop, hours=-m.pick([1, 2, 4, 6, 10]))
                        reqs.append((len(reqs) + 1, len(stays), bed[1], new[1], asked, later(asked, minutes=m.pick([10, 30, 60])), stop, m.pick([1, 2, 2, 3, 3])))
                    bed = new
                start = stop
            if m.chance(.12):
                asked = later(at, hours=m.whole(1, 30))
                reqs.append((len(reqs) + 1, len(stays), bed[1], m.pick([w for w in range(1, 10) if w != bed[1]]), asked, later(asked, hours=1) if m.chance(.4) else None, None, m.pick([1, 2, 3, 3])))
            at = max(later(end[:10], days=m.pick([0, 3, 7, 14, 29, 30, 31, 45])) + f" {m.whole(18, 23):02}:{m.whole(0, 59):02}:00", later(end, hours=1))
    m.add("stay", stays)
    m.add("bed_asg", asgs)
    m.add("trf_req", reqs)
    m.add("cln_job", jobs)
    rows = []
    for n in range(1, 71):
        first = m.day("2025-01-05", "2025-06-20")
        rows.append((n, m.pick(beds)[0], first, later(first, days=m.pick([0, 1, 2, 6, 7, 8, 20])) if m.chance(.85) else None, m.pick({"REP": 4, "STAFF": 3, "INF": 2, None: 1})))
    m.add("bed_clos", rows)
