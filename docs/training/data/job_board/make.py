"""A job board: employers, job posts, candidates, applications and their stages, interviews, offers, views, campaigns."""
import calendar
import datetime

from making import later

SCHEMA = """
CREATE TABLE employers (
  employer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, industry TEXT, size_band TEXT, country TEXT,
  is_verified INTEGER NOT NULL, joined_on TEXT NOT NULL, deleted_at TEXT);
CREATE TABLE recruiters (
  recruiter_id INTEGER PRIMARY KEY, employer_id INTEGER NOT NULL REFERENCES employers(employer_id),
  full_name TEXT NOT NULL, role TEXT, boss_id INTEGER REFERENCES recruiters(recruiter_id), last_login_at INTEGER);
CREATE TABLE locations (location_id INTEGER PRIMARY KEY, city TEXT NOT NULL, region TEXT, country TEXT NOT NULL);
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES categories(category_id));
CREATE TABLE job_posts (
  job_id INTEGER PRIMARY KEY, employer_id INTEGER NOT NULL REFERENCES employers(employer_id),
  recruiter_id INTEGER REFERENCES recruiters(recruiter_id), title TEXT NOT NULL,
  category_id INTEGER REFERENCES categories(category_id), location_id INTEGER REFERENCES locations(location_id),
  employment_type TEXT, remote TEXT, salary_min INTEGER, salary_max INTEGER, salary_period TEXT,
  status TEXT NOT NULL, posted_on TEXT, expires_on TEXT, openings INTEGER NOT NULL,
  repost_of INTEGER REFERENCES job_posts(job_id));
CREATE TABLE skills (skill_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE job_skills (
  job_id INTEGER REFERENCES job_posts(job_id), skill_id INTEGER REFERENCES skills(skill_id),
  is_required INTEGER NOT NULL, PRIMARY KEY (job_id, skill_id));
CREATE TABLE candidates (
  candidate_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT,
  location_id INTEGER REFERENCES locations(location_id), years_experience INTEGER, desired_salary INTEGER,
  signed_up_at TEXT NOT NULL, open_to_work INTEGER NOT NULL, referred_by INTEGER REFERENCES candidates(candidate_id),
  deleted_at TEXT);
CREATE TABLE candidate_skills (
  candidate_id INTEGER REFERENCES candidates(candidate_id), skill_id INTEGER REFERENCES skills(skill_id),
  level INTEGER, PRIMARY KEY (candidate_id, skill_id));
CREATE TABLE applications (
  application_id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES job_posts(job_id),
  candidate_id INTEGER NOT NULL REFERENCES candidates(candidate_id), applied_at INTEGER NOT NULL,
  status TEXT NOT NULL, source TEXT, match_score TEXT);
CREATE TABLE stage_changes (
  change_id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(application_id),
  stage TEXT NOT NULL, changed_at INTEGER NOT NULL);
CREATE TABLE interviews (
  interview_id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(application_id),
  recruiter_id INTEGER REFERENCES recruiters(recruiter_id), kind TEXT, held_on TEXT NOT NULL, minutes INTEGER,
  outcome TEXT);
CREATE TABLE offers (
  offer_id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(application_id),
  yearly_salary INTEGER NOT NULL, sent_on TEXT NOT NULL, answered_on TEXT, answer TEXT);
CREATE TABLE job_views (job_id INTEGER NOT NULL REFERENCES job_posts(job_id), day TEXT NOT NULL, device TEXT, views INTEGER);
CREATE TABLE campaigns (
  campaign_id INTEGER PRIMARY KEY, employer_id INTEGER NOT NULL REFERENCES employers(employer_id),
  job_id INTEGER REFERENCES job_posts(job_id), budget_cents INTEGER, spent_cents INTEGER, starts_on TEXT, ends_on TEXT);
CREATE TABLE saved_jobs (
  candidate_id INTEGER REFERENCES candidates(candidate_id), job_id INTEGER REFERENCES job_posts(job_id),
  saved_on TEXT, PRIMARY KEY (candidate_id, job_id));
"""

CITIES = [("Berlin", "Berlin", "DE"), ("Munich", "Bavaria", "DE"), ("Nuremberg", "Bavaria", "DE"), ("Hamburg", "Hamburg", "DE"),
          ("Vienna", "Vienna", "AT"), ("Graz", "Styria", "AT"), ("Zurich", "Zurich", "CH"), ("Basel", "Basel-Stadt", "CH"),
          ("Rotterdam", "South Holland", "NL"), ("Utrecht", None, "NL"), ("Lyon", None, "FR"), ("Liechtenstein", None, "LI")]
CATEGORIES = [("Technology", None), ("Software Development", 1), ("Data & Analytics", 1), ("IT Support", 1), ("Health", None),
              ("Nursing", 5), ("Pharmacy", 5), ("Trades", None), ("Electricians", 8), ("Sales", None), ("Key Account", 10),
              ("Web Development", 2), ("Embedded Systems", 2), ("Agriculture", None)]
TITLES = {2: ["Backend Developer", "Senior Backend Developer", "Software Engineer"], 3: ["Data Analyst", "Data Engineer", "senior data analyst"],
          4: ["Support Technician", "System Administrator"], 6: ["Nurse", "Head Nurse"], 7: ["Pharmacist"],
          9: ["Electrician", "Master Electrician"], 10: ["Sales Manager", "Sales Assistant"], 11: ["Key Account Manager"],
          12: ["Frontend Developer", "Web Developer"], 13: ["Embedded Engineer"]}
SKILLS = ["SQL", "Python", "Java", "Excel", "German", "English", "Welding", "Wiring", "Negotiation", "First Aid", "React", "C",
          "Driving Licence", "COBOL"]
STEMS = "Nova Kestrel Maple Orbit Linden Prisma Falk Granit Delta Aurora Boreal Cobalt Vero Halden".split()
TAILS = "Systems Clinics Energy Labs Foods Retail Group".split()


def epoch(when):
    return calendar.timegm(datetime.datetime.fromisoformat(when).timetuple())


def american(day):
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}"


def fill(m):
    names = m.some([f"{a} {b}" for a in STEMS for b in TAILS], 46)
    names += ["Kestrel Systems GmbH", names[3], names[9]]
    employers = []
    for n, name in enumerate(names, 1):
        joined = m.day("2020-03-01", "2024-04-30")
        employers.append((n, name, m.pick(["IT", "Health", "Energy", "Retail", "it", None]),
                          m.pick(["1-10", "11-50", "51-250", "250+", None]), m.pick({"DE": 6, "AT": 3, "CH": 3, "NL": 2, None: 1}),
                          int(m.chance(.6)), joined, min(later(joined, days=m.whole(60, 900)), "2024-06-28") if m.chance(.2) else None))
    m.add("employers", employers)
    recruiters = []
    for e in range(1, 47):
        first = len(recruiters) + 1
        for k in range(m.pick([1, 1, 2, 3, 4])):
            recruiters.append((len(recruiters) + 1, e, " ".join(m.person()), "admin" if k == 0 else m.pick(["recruiter", "recruiter", "Recruiter", "viewer"]),
                               None if k == 0 else first if k < 3 else first + 1,
                               None if m.chance(.1) else epoch(m.moment("2023-09-01", "2024-06-30"))))
    m.add("recruiters", recruiters)
    m.add("locations", [(n, *row) for n, row in enumerate(CITIES, 1)])
    m.add("categories", [(n, *row) for n, row in enumerate(CATEGORIES, 1)])
    jobs = []
    for n in range(1, 321):
        e = int(m.random.random() ** 1.4 * 45) + 1
        category = m.pick({2: 5, 3: 4, 4: 2, 6: 3, 7: 1, 9: 3, 10: 3, 11: 1, 12: 3, 13: 1, None: .7})
        status = m.pick({"published": 6, "Published": 1.5, "closed": 6, "expired": 3, "draft": 2})
        posted = None if status == "draft" else m.day("2023-01-01", "2024-06-30")
        if posted and m.chance(.07):
            posted = m.pick(["2023-12-31", "2024-03-31", "2024-04-01", "2024-05-31", "2024-06-30", "2024-01-01"])
        period, low, high = m.pick({"year": 8, "month": 2, "hour": 1.5, None: 1.5}), None, None
        if period:
            low = {"year": m.whole(28, 90) * 1000, "month": m.whole(24, 70) * 100, "hour": m.whole(13, 40)}[period]
            high = int(low * m.amount(1.0, 1.5)) if m.chance(.8) else None
        own = [r[0] for r in recruiters if r[1] == e]
        jobs.append((n, e, m.pick(own) if m.chance(.93) else None, m.pick(TITLES.get(category, ["General Application"])), category,
                     m.whole(1, 11) if m.chance(.84) else None, m.pick({"full-time": 6, "part-time": 3, "contract": 2, "Full-Time": .6, None: .4}),
                     m.pick({"no": 6, "hybrid": 3, "yes": 3, None: 1}), low, high, period, status, posted,
                     later(posted, days=m.pick([30, 30, 60, 90])) if posted and m.chance(.9) else None, m.pick([1, 1, 1, 2, 3, 5]),
                     m.whole(max(1, n - 60), n - 1) if n > 20 and m.chance(.12) else None))
    m.add("job_posts", jobs)
    m.add("skills", enumerate(SKILLS, 1))
    m.add("job_skills", [(j[0], s, int(m.chance(.6))) for j in jobs for s in sorted(m.some(range(1, 13), m.pick([0, 1, 2, 3, 4])))])
    people = []
    for n in range(1, 261):
        first, last = m.person()
        when = m.moment("2022-01-01", "2024-06-30", (6, 23))
        people.append((n, f"{first} {last}", f"{first}.{last}{n}@{m.pick(['mail.test', 'post.example', 'Mail.test'])}" if m.chance(.9) else None,
                       m.whole(1, 11) if m.chance(.9) else None, m.pick([0, 1, 2, 3, 5, 8, 12, 20, None]),
                       m.whole(25, 95) * 1000 if m.chance(.75) else None, when, int(m.chance(.65)),
                       m.whole(1, n - 1) if n > 3 and m.chance(.4) else None,
                       min(later(when, days=m.whole(10, 300)), "2024-06-30 23:10:00") if m.chance(.1) else None))
    m.add("candidates", people)
    m.add("candidate_skills", [(p[0], s, m.pick([1, 2, 3, 3, 4, 5, None])) for p in people
                               for s in sorted(m.some(range(1, 14), m.pick([0, 1, 2, 3, 5])))])
    live = [j for j in jobs if j[12] and j[0] % 9]
    wanted = [j for j in live if j[1] % 8]
    applications, changes, interviews, offers = [], [], [], []
    drawn = []
    for _ in range(1250):
        j = m.pick(wanted)
        p = people[int(m.random.random() ** 1.6 * 240)]
        drawn.append((later(max(j[12], p[6][:10]) + f" {m.whole(0, 23):02}:{m.whole(0, 59):02}:{m.whole(0, 59):02}",
                            days=int(m.skewed(0, 40, 0))), j, p))
        if m.chance(.04):
            drawn.append((later(drawn[-1][0], days=m.whole(1, 20)), j, p))
    n = 0
    for when, j, p in sorted((d for d in drawn if d[0] < "2024-07-01"), key=lambda d: d[0]):
        n += 1
        now, status, at = when, "new", epoch(when)
        log = [("new", at)]
        if m.chance(.75):
            now = later(now, hours=m.whole(5, 300))
            log.append(("screening", epoch(now)))
            if m.chance(.55):
                for round_ in range(m.pick([1, 1, 2, 3])):
                    now = later(now, days=m.whole(1, 14))
                    if now >= "2024-07-01":
                        break
                    if round_ == 0:
                        log.append(("interview", epoch(now)))
                    interviews.append((0, n, m.pick([r[0] for r in recruiters if r[1] == j[1]]) if m.chance(.9) else None,
                                       m.pick(["phone", "video", "onsite", "Video"]), american(now), m.pick([30, 45, 60, 90, None]),
                                       m.pick({"pass": 5, "fail": 3, "Pass": .5, None: 1})))
                if m.chance(.45) and now < "2024-06-20":
                    now = later(now, days=m.whole(1, 8))
                    log.append(("offer", epoch(now)))
                    answer = m.pick({"accepted": 6, "declined": 3, None: 1})
                    for again in range(2 if answer == "declined" and m.chance(.25) else 1):
                        sent = later(now[:10], days=4 * again)
                        answered = later(sent, days=m.pick([0, 1, 2, 3, 5, 7])) if answer else None
                        offers.append((len(offers) + 1, n, m.whole(30, 95) * 1000, sent, answered, answer))
                    if answer == "accepted":
                        log.append(("hired", epoch(later(now, days=m.whole(1, 6)))))
            if log[-1][0] not in ("hired", "offer") and m.chance(.6):
                log.append((m.pick(["rejected", "rejected", "withdrawn"]), epoch(later(now, days=m.whole(1, 20)))))
        log = [row for row in log if row[1] < epoch("2024-07-01")]
        status = log[-1][0]
        if status == "rejected" and m.chance(.12):
            status = "Rejected"
        applications.append((n, j[0], p[0], at, status, m.pick({"search": 5, "email": 3, "referral": 2, "campaign": 2, None: 1}),
                             None if m.chance(.1) else str(m.pick([m.whole(5, 99), m.whole(40, 99), 100]))))
        changes += [(n, stage, at) for stage, at in log]
    m.add("applications", applications)
    m.add("stage_changes", [(k, *row) for k, row in enumerate(sorted(changes, key=lambda row: row[2]), 1)])
    m.add("interviews", [(k, *row[1:]) for k, row in enumerate(interviews, 1)])
    m.add("offers", offers)
    views = []
    for j in live:
        for k in range(m.whole(2, 12)):
            day = later(j[12], days=k)
            if day < "2024-07-01":
                for device in m.some(["mobile", "desktop", "Mobile", None], m.pick([1, 1, 2])):
                    views.append((j[0], day, device, int(m.skewed(0, 140, 0))))
                    if m.chance(.03):
                        views.append(views[-1])
    m.add("job_views", views)
    campaigns = []
    for n in range(1, 71):
        e = m.whole(1, 40)
        own = [j[0] for j in jobs if j[1] == e]
        start = m.day("2023-02-01", "2024-06-10")
        budget = m.whole(5, 300) * 1000
        campaigns.append((n, e, m.pick(own) if own and m.chance(.75) else None, budget, int(budget * m.amount(0, 1.2)) if m.chance(.9) else None,
                          start, later(start, days=m.whole(7, 60)) if m.chance(.9) else None))
    m.add("campaigns", campaigns)
    saved = {}
    for _ in range(420):
        p, j = m.pick(people), m.pick(live)
        saved[p[0], j[0]] = later(j[12], days=m.whole(0, 25))
    m.add("saved_jobs", [(p, j, day) for (p, j), day in sorted(saved.items())])
