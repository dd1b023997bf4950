"""Crystal structures: compounds, their sites, contacts between sites (kept in both directions), elements, samples of laboratories, measurements."""
SCHEMA = """
CREATE TABLE element (el TEXT PRIMARY KEY, ename TEXT, z INTEGER, grp INTEGER, per INTEGER, mass REAL, r_pm INTEGER);
CREATE TABLE crystal (xid TEXT PRIMARY KEY, formula TEXT, label TEXT, sys TEXT, sg INTEGER, a REAL, c REAL, vol REAL, dens REAL, gap REAL, src TEXT, yr INTEGER);
CREATE TABLE site (sid TEXT PRIMARY KEY, xid TEXT, el TEXT, x REAL, y REAL, z REAL, occ REAL, q INTEGER);
CREATE TABLE contact (cid TEXT PRIMARY KEY, xid TEXT, typ TEXT, dist REAL);
CREATE TABLE linked (sid TEXT, sid2 TEXT, cid TEXT, PRIMARY KEY (sid, sid2));
CREATE TABLE lab (lab_cd TEXT PRIMARY KEY, lname TEXT, ctry TEXT);
CREATE TABLE sample (smp INTEGER PRIMARY KEY, xid TEXT, lab_cd TEXT, made TEXT, "T (K)" INTEGER, "p (GPa)" REAL, purity TEXT, colour TEXT, dens REAL);
CREATE TABLE meas (smp INTEGER, no INTEGER, prop TEXT, val REAL, unit TEXT, ok TEXT, PRIMARY KEY (smp, no));
"""

ELEMENTS = [("H", "Hydrogen", 1, 1, 1, 1.008, 53), ("LI", "Lithium", 3, 1, 2, 6.94, 167), ("O", "Oxygen", 8, 16, 2, 15.999, 48), ("F", "Fluorine", 9, 17, 2, 18.998, 42), ("NA", "Sodium", 11, 1, 3, 22.99, 190),
            ("MG", "Magnesium", 12, 2, 3, 24.305, 145), ("AL", "Aluminium", 13, 13, 3, 26.982, 118), ("SI", "Silicon", 14, 14, 3, 28.085, 111), ("S", "Sulfur", 16, 16, 3, 32.06, 88), ("CL", "Chlorine", 17, 17, 3, 35.45, 79),
            ("K", "Potassium", 19, 1, 4, 39.098, 243), ("TI", "Titanium", 22, 4, 4, 47.867, 176), ("FE", "Iron", 26, 8, 4, 55.845, 156), ("CO", "Cobalt", 27, 9, 4, 58.933, 152), ("CU", "Copper", 29, 11, 4, 63.546, 145),
            ("ZN", "Zinc", 30, 12, 4, 65.38, 142), ("SR", "Strontium", 38, 2, 5, 87.62, 219), ("BA", "Barium", 56, 2, 6, 137.327, 253), ("PB", "Lead", 82, 14, 6, 207.2, None)]
COMMON = {"O": 12, "S": 4, "CL": 4, "F": 2, "H": 3, "NA": 3, "K": 2, "FE": 4, "CO": 2, "CU": 3, "ZN": 2, "TI": 3, "AL": 3, "SI": 4, "MG": 3, "BA": 2, "SR": 2, "LI": 2}
CHARGE = {"O": -2, "S": -2, "CL": -1, "F": -1, "H": 1, "NA": 1, "K": 1, "LI": 1, "MG": 2, "BA": 2, "SR": 2, "ZN": 2, "AL": 3, "SI": 4, "TI": 4}


def fill(m):
    m.add("element", ELEMENTS)
    m.add("lab", [("AAR", "Aarhus Crystals", "DK"), ("GRE", "Grenoble Beamline", "FR"), ("KYO", "Kyoto Materials", "JP"), ("MIT", "Mittelland Institute", "CH"), ("OXF", "Oxford Solids", "UK"), ("LYN", "Lyngby Powder", "DK")])
    crystals, sites, contacts, links, samples, meas = [], [], [], [], [], []
    for i in range(1, 116):
        xid = f"X{i:03}"
        chosen = [m.pick(COMMON) for _ in range(m.pick({2: 2, 3: 4, 4: 3, 6: 2, 8: 1}))]
        magnetic = "+" if any(one in ("FE", "CO") for one in chosen) and m.chance(.75) else "-"
        mine = []
        for n, one in enumerate(chosen, 1):
            charge = CHARGE.get(one, m.pick([2, 3])) if not m.chance(.08) else None
            mine.append((f"{xid}_{n}", xid, one, m.amount(0, .99, 3), m.amount(0, .99, 3), m.pick([0.0, .25, .5, .75]), 1.0 if not m.chance(.12) else m.amount(.3, .95), charge))
        sites += mine
        count = 0
        for n in range(1, len(mine)):
            for other in sorted({m.whole(0, n - 1) for _ in range(m.pick([1, 1, 2]))}):
                count += 1
                kinds = {mine[n][2], mine[other][2]}
                typ = "h" if "H" in kinds and m.chance(.4) else m.pick({"i": 5, "c": 3, "m": 1, None: .5})
                contacts.append((f"{xid}_{n + 1}_{other + 1}", xid, typ, None if m.chance(.06) else m.amount(1.4, 3.4, 3)))
                links += [(mine[n][0], mine[other][0], contacts[-1][0]), (mine[other][0], mine[n][0], contacts[-1][0])]
        system = m.pick({"cubic": 5, "tetragonal": 3, "hexagonal": 3, "Cubic": 1, "monoclinic": 2, "triclinic": 1})
        a = m.amount(2.8, 9.5, 2)
        c = a if system.lower() == "cubic" else m.amount(3, 15, 2)
        crystals.append((xid, "".join(one.capitalize() for one in dict.fromkeys(chosen)), magnetic if not m.chance(.05) else None, system, m.whole(1, 230), a, c, round(a * a * c, 1),
                         None if m.chance(.1) else m.amount(1.6, 9.2), None if m.chance(.15) else 0.0 if m.chance(.25) else m.skewed(.1, 8.5), m.pick({"exp": 5, "calc": 3}), m.whole(1962, 2023)))
        for _ in range(m.pick([0, 1, 1, 2, 3, 5]) if crystals[-1][10] == "exp" else m.pick([0, 0, 1])):
            day = m.day("2016-01-01", "2023-12-31")
            samples.append((len(samples) + 1, xid, m.pick({"AAR": 4, "GRE": 3, "KYO": 2, "MIT": 2, "OXF": 3}), f"{day[8:]}/{day[5:7]}/{day[:4]}", 10 * m.whole(8, 160), m.pick([0.0, 0.0, 0.1, 1.0, 2.5, 10.0, None]),
                            None if m.chance(.12) else m.pick({f"{m.whole(90, 99)}.{m.whole(0, 9)}%": 6, f"{m.whole(90, 99)}%": 4, "100%": 2, "9.5%": .7}), m.pick({"white": 4, "black": 3, "red": 1, "": 1, None: 2}), None if m.chance(.3) else m.amount(1.5, 9.4)))
            for n in range(1, m.pick([1, 2, 3, 4, 5])):
                prop = m.pick({"hardness": 4, "Tc": 2, "gap": 3, "dens": 2})
                unit = {"hardness": m.pick(["GPa", "GPa", "HV"]), "Tc": "K", "gap": "eV", "dens": "g/cm3"}[prop]
                meas.append((len(samples), n, prop, {"GPa": m.amount(.5, 30, 1), "HV": m.whole(60, 3000), "K": m.skewed(2, 110, 1), "eV": m.amount(0, 7), "g/cm3": m.amount(1.5, 9.4)}[unit], unit, m.pick({"Y": 6, "N": 1, None: 1})))
    for name, rows in (("crystal", crystals), ("site", sites), ("contact", contacts), ("linked", links), ("sample", samples), ("meas", meas)):
        m.add(name, rows)
