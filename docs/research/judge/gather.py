#!/usr/bin/env python3
"""What the judge learns from and is measured on, as prompts with queries.

    gather.py DATA REAL BEAMS OUT

DATA is the directory of docs/research/training.md, REAL one that docs/research/real.py
--gather made, BEAMS one that docs/training/real_beams.py made. Writes OUT/train.jsonl,
OUT/valid-SET.jsonl and OUT/report-SET.jsonl: a line has "prompt" and "candidates" with "sql", "label" and, where there are rows, "result";
and "db_id", "question", "knowledge" as `t2sed score` reads them. Draws are seeded.

Train: BIRD dev's and NL2SQL-BUGs' databases but the three with rows and one, CREG,
questions of our own but of eight domains, by hand and by template, GPT-4o-mini's queries on Spider train (of
one gold query all tries) and SPLASH's beams. Validation: that one database and those
domains. Report: BIRD's three, NL2SQL-BUGs on these, `modern`, Spider dev.
"""
import json
import os
import random
import sys
from collections import defaultdict

import prompt

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from real import BIRD_WITH_ROWS, lines  # noqa: E402

VALID_BIRD = "codebase_community"
VALID_OWN = 8              # domains of our own
# How often a question is learned from, each time with other queries of it.
TIMES = {"bird": 5, "own": 2, "creg": 2, "bugs": 2, "spider": 1, "splash": 1}
TRAIN = 3                  # right and wrong queries of a question, each
VALID, SPIDER = 150, 400   # questions
LONGEST = 600              # bytes of a query to learn from


def entry(path, db_id):
    """A database's schema as an entry of a tables.json."""
    with prompt.connect(path) as link:
        tables = prompt.from_database(path)
        names = [table.name for table in tables]
        columns, types, primary, places = [[-1, "*"]], ["text"], [], {}
        for at, name in enumerate(names):
            quoted = name.replace('"', '""')
            for row in link.execute(f'PRAGMA table_info("{quoted}")'):
                places[name.lower(), row[1].lower()] = len(columns)
                primary += [len(columns)] * bool(row[5])
                columns.append([at, row[1]])
                types.append(row[2].lower() or "text")
        foreign = [[places.get((table.name.lower(), column.lower())),
                    places.get((other.lower(), key.lower()))]
                   for table in tables for column, other, key in table.keys]
    return {"db_id": db_id, "table_names_original": names, "table_names": names,
            "column_names_original": columns, "column_names": columns,
            "column_types": types, "primary_keys": primary,
            "foreign_keys": [pair for pair in foreign if None not in pair]}


class Schemas:
    """By set and db_id, with the database where there is one."""

    def __init__(self, data, beams):
        self.roots = {"own": f"{beams}/databases", "creg": f"{beams}/databases",
                      "modern": f"{data}/modern/database",
                      "spider": f"{data}/spider/database",
                      "splash": f"{data}/spider/database",
                      "rows": f"{data}/bird/database"}
        bird = prompt.from_tables(f"{data}/bird/dev_tables.json")
        spider = prompt.from_tables(f"{data}/spider/tables.json")
        bugs = prompt.from_tables(f"{data}/nl2sql_bugs/tables.json")
        self.tables = {"bird": bird, "rows": bird, "bugs": bugs, "spider": spider,
                       "splash": spider}
        self.links = {}

    def get(self, kind, db_id):
        """Tables, and a connection or None."""
        if (kind, db_id) not in self.links:
            path = kind in self.roots and prompt.database(self.roots[kind], db_id)
            link = prompt.connect(path) if path and os.path.exists(path) else None
            tables = self.tables[kind][db_id] if kind in self.tables \
                else prompt.from_database(path)
            self.links[kind, db_id] = tables, link
        return self.links[kind, db_id]


def item(schemas, kind, beam, candidates):
    tables, link = schemas.get(kind, beam["db_id"])
    knowledge = beam.get("knowledge") or ""
    made = []
    for one in candidates:
        made.append({"sql": one["sql"], "label": one["label"]})
        found = link and prompt.result(link, one["sql"])
        if found:
            made[-1]["result"] = found
    return {"set": kind, "db_id": beam["db_id"], "question": beam["question"],
            "knowledge": knowledge, "candidates": made,
            "prompt": prompt.prompt(tables, [one["sql"] for one in candidates],
                                    beam["question"], knowledge)}


def mixed(beams, longest=10 ** 6):
    """Those with right and wrong queries."""
    for beam in beams:
        kept = [one for one in beam["candidates"]
                if one.get("label") in (0, 1) and len(one["sql"]) <= longest]
        if len({one["label"] for one in kept}) == 2:
            yield dict(beam, candidates=kept)


def drawn(lot, candidates, right, wrong):
    """At most so many right and wrong ones, in any order."""
    kept = []
    for label, most in ((1, right), (0, wrong)):
        of = [one for one in candidates if one["label"] == label]
        kept += lot.sample(of, min(most, len(of)))
    lot.shuffle(kept)
    return kept


def some(lot, candidates, most):
    """At most so many, half of them right where there are enough of both."""
    right = sum(one["label"] for one in candidates)
    wrong = len(candidates) - right
    half = most // 2
    return drawn(lot, candidates, max(half, most - wrong), max(half, most - right))


def tries(data):
    """GPT-4o-mini's queries for questions of the same gold query, told by the first."""
    groups = defaultdict(dict)
    first = {}
    for line in lines(f"{data}/predictions/train/gpt4o_mini.jsonl"):
        key = line["db_id"], " ".join(line["gold"].split())
        first.setdefault(key, line)
        for one in line["candidates"]:
            groups[key].setdefault(one["sql"], one)
    for key, found in groups.items():
        yield dict(first[key], candidates=list(found.values()))


def splash(beams):
    """Beams with their values filled in: docs/training/default.mk makes them."""
    path = os.path.join(beams, "..", "splash-beams.jsonl")
    return lines(path) if os.path.exists(path) else []


def write(out, name, items):
    with open(os.path.join(out, name + ".jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in items)
    print(name, len(items), "questions", sum(len(i["candidates"]) for i in items), "queries", flush=True)


def options(out, name, kind, schemas, db_ids, data):
    """What `t2sed score` is told of a set: with databases, and by schema."""
    files = {"bird": "bird/dev_tables", "rows": "bird/dev_tables",
             "bugs": "nl2sql_bugs/tables", "spider": "spider/tables"}
    tables = f"{data}/{files[kind]}.json" if kind in files else f"{out}/{name}.tables.json"
    if kind not in files:
        with open(tables, "w", encoding="utf-8") as file:
            json.dump([entry(prompt.database(schemas.roots[kind], db_id), db_id)
                       for db_id in sorted(db_ids)], file)
    with open(f"{out}/{name}.options-schema", "w", encoding="utf-8") as file:
        file.write(f"--tables {tables}\n")
    if kind in schemas.roots:
        with open(f"{out}/{name}.options", "w", encoding="utf-8") as file:
            file.write(f"--db-root {schemas.roots[kind]}\n")


def shuffled(lot, beams):
    beams = sorted(beams, key=lambda beam: (beam["db_id"], beam["question"]))
    lot.shuffle(beams)
    return beams


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    data, real, beams, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    lot, schemas = random.Random(18), Schemas(data, beams)
    own = list(lines(f"{beams}/own.jsonl"))
    domains = sorted({beam["db_id"] for beam in own})
    held = set(lot.sample(domains, VALID_OWN))
    bird = list(mixed(lines(f"{real}/bird-others.jsonl"), LONGEST))
    pools = {
        "bird": [b for b in bird if b["db_id"] != VALID_BIRD],
        "own": mixed([b for b in own if b["db_id"] not in held], LONGEST),
        "creg": mixed(lines(f"{beams}/creg.jsonl"), LONGEST),
        "bugs": mixed([b for b in lines(f"{real}/bugs.jsonl")
                       if b["db_id"] not in BIRD_WITH_ROWS + (VALID_BIRD,)], LONGEST),
        "spider": mixed(tries(data), LONGEST),
        "splash": mixed(splash(beams), LONGEST)}
    pools = {kind: shuffled(lot, found) for kind, found in pools.items()}
    print({kind: len(found) for kind, found in pools.items()})
    train = [item(schemas, kind, beam, drawn(lot, beam["candidates"], TRAIN, TRAIN))
             for kind, found in pools.items() for beam in found for _ in range(TIMES[kind])]
    write(out, "train", train)
    report = {name: lines(f"{real}/{name}.jsonl") for name in ("modern", "spider")}
    report["bird"] = lines(f"{real}/bird-rows.jsonl")
    bugs = (b for b in lines(f"{real}/bugs.jsonl") if b["db_id"] in BIRD_WITH_ROWS)
    for name, kind, found, most, queries in (
            ("valid-bird", "bird", [b for b in bird if b["db_id"] == VALID_BIRD], VALID, 5),
            ("valid-own", "own", mixed([b for b in own if b["db_id"] in held]), VALID, 5),
            ("report-bird", "rows", mixed(report["bird"]), None, 8),
            ("report-modern", "modern", mixed(report["modern"]), None, 5),
            ("report-bugs", "bugs", bugs, None, 8),
            ("report-spider", "spider", mixed(report["spider"]), SPIDER, 8)):
        kept = shuffled(lot, found)[:most]
        write(out, name, [item(schemas, kind, beam, some(lot, beam["candidates"], queries))
                          for beam in kept])
        options(out, name, kind, schemas, {beam["db_id"] for beam in kept}, data)


if __name__ == "__main__":
    main()
