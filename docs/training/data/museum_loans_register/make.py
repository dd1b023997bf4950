"""A museum's register of loans: objects with inventory numbers, lenders and borrowers, loans with conditions, transports, insurance values in text, exhibitions, conservation."""
from making import later

SCHEMA = """
CREATE TABLE obj (inv_no TEXT PRIMARY KEY, title TEXT, maker_id INTEGER, yr_from INTEGER, yr_to INTEGER, dept TEXT, mat TEXT, `H (cm)` TEXT, `W (cm)` TEXT, acq TEXT, acq_yr INTEGER);
CREATE TABLE maker (maker_id INTEGER PRIMARY KEY, name TEXT, nat TEXT, born INTEGER, died INTEGER, sex TEXT);
CREATE TABLE inst (inst_id INTEGER PRIMARY KEY, name TEXT, city TEXT, ctry TEXT, typ TEXT, `Climate Cl.` TEXT);
CREATE TABLE exhib (ex_id INTEGER PRIMARY KEY, title TEXT, inst_id INTEGER REFERENCES inst(inst_id), opens TEXT, closes TEXT, visitors INTEGER);
CREATE TABLE loan (
  loan_no TEXT PRIMARY KEY, dir TEXT, inst_id INTEGER REFERENCES inst(inst_id), ex_id INTEGER REFERENCES exhib(ex_id), req_dt TEXT, start_dt TEXT, due_dt TEXT, ret_dt TEXT,
  stat TEXT, reg_id INTEGER);
CREATE TABLE loan_item (loan_no TEXT, inv_no TEXT, ins_val TEXT, cond_out INTEGER, cond_in INTEGER, PRIMARY KEY (loan_no, inv_no));
CREATE TABLE transport (tr_id INTEGER PRIMARY KEY, loan_no TEXT, leg INTEGER, carrier TEXT, dt TEXT, km INTEGER, cost REAL, courier TEXT);
CREATE TABLE treat (inv_no TEXT, dt TEXT, cons_id INTEGER, kind TEXT, hrs REAL);
CREATE TABLE person (p_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, role TEXT, since TEXT);
CREATE TABLE loc (inv_no TEXT, seq INTEGER, room TEXT, moved TEXT, PRIMARY KEY (inv_no, seq));
"""

INSTS = [(1, "Stadtmuseum Kellbach", "Kellbach", "DE", "M", "A"), (2, "Musee des Deux Rives", "Lyon", "FR", "M", "A"), (3, "Galleria Porta", "Turin", "IT", "G", "B"), (4, "Castle Holmgard", "Holm", "DK", "C", None),
         (5, "University Collection Ghent", "Ghent", "BE", "U", "B"), (6, "Northern Gallery", "Leeds", "GB", "G", "A"), (7, "Museum am Hafen", "Bremen", "DE", "M", "AA"), (8, "House of Textiles", "Lyon", "FR", "M", "B"),
         (9, "Private Collection V.", None, "CH", "P", None), (10, "Kunsthalle Auental", "Auental", "DE", "G", "AA"), (11, "Atelier Lund", "Lund", "SE", "P", None)]
DEPTS = {"PAINT": 5, "SCULP": 3, "TEXT": 3, "NUM": 2, "PAPER": 4}
MATS = {"PAINT": ["oil on canvas", "oil on panel", "Oil on canvas", "tempera"], "SCULP": ["bronze", "marble", "limewood"], "TEXT": ["silk", "wool", "linen"], "NUM": ["silver", "gold", "bronze"],
        "PAPER": ["ink", "pastel", "etching"]}


def fill(m):
    makers = [(n, " ".join(m.person()), m.pick({"DE": 4, "FR": 3, "IT": 3, "NL": 3, None: 1}), born := m.whole(1480, 1920), born + m.whole(28, 88) if m.chance(.9) else None, m.pick({"M": 7, "F": 3}))
              for n in range(1, 41)]
    makers[2] = (3, "Agnes Thorwald", "DE", 1841, 1909, "F")
    m.add("maker", makers)
    m.add("inst", INSTS)
    m.add("person", [(n, *m.person(), role, m.day("1992-01-01", "2021-12-31")) for n, role in enumerate(["REG"] * 4 + ["CONS"] * 6 + ["CUR"] * 5, 1)])
    objects = []
    for n in range(1, 261):
        dept = m.pick(DEPTS)
        maker = m.pick([one for one in makers[:36]]) if dept != "NUM" and m.chance(.8) else None
        start = m.whole(maker[3] + 20, maker[3] + 27) if maker else m.whole(1400, 1900)
        acq = m.pick({"G": 4, "P": 4, "B": 2, "U": 1})
        objects.append((f"{dept[0]}{m.whole(1890, 1999)}.{n}", m.pick(["Portrait of a Lady", "Harbour at Dusk", "Still Life", "Saint Anne", "Hunting Scene", "Untitled", "Medal", "Wall Hanging", "Study", "Bust of a Man"]),
                        maker[0] if maker else None, start, None if m.chance(.2) else start + m.pick([0, 0, 1, 3, 10]), dept, m.pick(MATS[dept]), f"{m.skewed(4, 240, 1)}", None if m.chance(.15) else f"{m.skewed(4, 310, 1)}",
                        acq, None if acq == "U" else m.whole(1890, 2022)))
    objects[0] = ("P1904.1", "The Ferry at Kellbach", 3, 1874, 1876, "PAINT", "oil on canvas", "98.5", "131.0", "B", 1904)
    m.add("obj", objects)
    shows = []
    for n in range(1, 36):
        opens = m.day("2016-02-01", "2023-06-01")
        shows.append((n, m.pick(["Light and Water", "Threads", "Faces", "The Golden Age", "Northern Journeys", "Coins of Power", "Line by Line"]) + ("" if m.chance(.4) else f" {m.pick(['I', 'II', 'III'])}"),
                      m.pick({1: 8, 2: 3, 3: 2, 6: 3, 7: 3, 10: 3, 8: 1}), opens, later(opens, days=m.whole(40, 210)), None if m.chance(.15) else m.skewed(900, 88000, 0)))
    shows[0] = (1, "Ferrymen", 7, "2019-05-04", "2019-10-06", 41230)
    m.add("exhib", [(*one[:5], None if one[5] is None else int(one[5])) for one in shows])
    loans, items, legs = [], [], []
    for n in range(1, 221):
        way = m.pick({"O": 7, "I": 3})
        show = m.pick(shows) if m.chance(.8) else None
        inst = show[2] if show and way == "O" and show[2] != 1 and m.chance(.85) else m.pick(range(2, 11))
        start = later(show[3], days=-m.whole(5, 30)) if show else m.day("2016-01-10", "2023-05-30")
        due = later(start, days=m.pick([90, 120, 180, 365]))
        stat = m.pick({"RET": 6, "OUT": 2, "REF": 2, "CAN": 1})
        loans.append((f"L{start[:4]}/{n:03}", way, inst, show[0] if show else None, later(start, days=-m.whole(60, 400)), start.replace("-", ""), due.replace("-", ""),
                      later(due, days=m.pick([-20, -3, 0, 0, 9, 40])).replace("-", "") if stat == "RET" else None, stat, m.whole(1, 4)))
        key = loans[-1][0]
        for one in m.some(objects[:200], m.pick({1: 4, 2: 3, 4: 2, 7: 1})):
            cond = m.whole(1, 4)
            items.append((key, one[0], None if m.chance(.08) else f"EUR {int(m.skewed(800, 900000, 0)):,}", cond, min(5, cond + m.pick([0, 0, 0, 1, 2])) if stat == "RET" and m.chance(.9) else None))
        if stat in ("RET", "OUT"):
            for leg in range(1, 3 if stat == "RET" and m.chance(.9) else 2):
                legs.append((len(legs) + 1, key, leg, m.pick({"ArtMove": 5, "Hasen Transporte": 3, "Own van": 2}), start if leg == 1 else due, None if m.chance(.1) else m.whole(20, 1900), m.amount(150, 9800),
                             m.pick({"Y": 3, "N": 5, None: 1})))
    m.add("loan", loans)
    m.add("loan_item", items)
    m.add("transport", legs)
    m.add("treat", [(m.pick(objects[:150])[0], m.day("2015-01-01", "2023-12-31"), m.whole(5, 10), m.pick({"CLEAN": 5, "FRAME": 2, "CONSOL": 3, "XRAY": 1}), m.amount(.5, 40, 1)) for _ in range(210)])
    places = []
    for one in objects:
        for seq in range(1, m.pick({1: 5, 2: 3, 4: 1}) + 1):
            places.append((one[0], seq, m.pick({"Depot 1": 4, "Depot 2": 3, "Gallery 4": 2, "Gallery 7": 2, "Studio": 1}), later("2014-01-01", days=seq * 700 + m.whole(0, 650))))
    m.add("loc", places)
