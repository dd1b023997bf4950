"""A small clinic: doctors and who supervises them, patients, appointments, prescriptions."""

SCHEMA = """
CREATE TABLE doctors (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, specialty TEXT NOT NULL, salary INTEGER NOT NULL, hired_on TEXT NOT NULL,
  supervisor_id INTEGER REFERENCES doctors(id));
CREATE TABLE patients (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, gender TEXT NOT NULL, birth_date TEXT NOT NULL, city TEXT NOT NULL, insurance TEXT);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients(id), doctor_id INTEGER NOT NULL REFERENCES doctors(id),
  visit_date TEXT NOT NULL, status TEXT NOT NULL, fee REAL NOT NULL);
CREATE TABLE prescriptions (
  id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments(id), drug TEXT NOT NULL, dose_mg INTEGER NOT NULL, days INTEGER NOT NULL);
"""
SENIORS = [("Clara Winter", "surgery", None), ("Paul Amsel", "dermatology", 1), ("Rita Stein", "pediatrics", 1)]
DRUGS = {"ibuprofen": 400, "amoxicillin": 500, "cetirizine": 10, "prednisone": 20, "paracetamol": 500, "codeine": 30}


def fill(m):
    names = set(name for name, _, _ in SENIORS)
    while len(names) < 95:
        names.add(" ".join(m.person()))
    names = m.some(sorted(names - set(name for name, _, _ in SENIORS)), 92)
    pay = m.some(range(5200, 9800), 20)
    doctors = [(1, *SENIORS[0][:2], pay[0], "2008-02-01", None), (2, *SENIORS[1][:2], pay[1], "2011-10-01", 1), (3, *SENIORS[2][:2], pay[2], "2013-04-15", 1)]
    for n in range(4, 21):
        doctors.append((n, names[n - 4], m.pick({"surgery": 2, "dermatology": 3, "pediatrics": 4, "cardiology": 3}), max(pay) + 50 if n == 6 else pay[n - 1],
                        m.day("2014-01-02", "2024-09-30"), m.pick([1, 2, 2, 3, 3, 3])))
    m.add("doctors", doctors)
    born = m.some(range(72), 72)
    m.add("patients", [(n, names[17 + n], m.pick({"f": 9, "m": 5}), f"{1942 + born[n - 1]}-{m.whole(1, 12):02}-{m.whole(1, 28):02}",
                        m.pick({"Basel": 5, "Bern": 4, "Zug": 2, "Chur": 2}), m.pick({"Helvita": 5, "Sanacor": 3, "Mediplus": 2}) if m.chance(.85) else None) for n in range(1, 73)])
    fees, visits, drugs = m.some(range(4000, 39000), 250), [], []
    for n in range(1, 251):
        status = m.pick({"done": 8, "cancelled": 2, "no show": 1, "planned": 1})
        visits.append((n, m.pick(list(range(1, 63)) + [5] * 7 + [11] * 3), m.pick(list(range(1, 18)) + [3] * 6 + [8] * 2), m.day("2022-01-03", "2024-12-27"), status, fees[n - 1] / 100))
        if status == "done":
            for drug in m.some(list(DRUGS)[:5], m.pick({0: 4, 1: 5, 2: 3, 3: 1})):
                drugs.append((len(drugs) + 1, n, drug, DRUGS[drug] * m.pick([1, 1, 2]), m.pick([3, 5, 7, 7, 10, 14, 30])))
    m.add("appointments", visits)
    m.add("prescriptions", drugs)
