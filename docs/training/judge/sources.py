"""Where a judge's questions come from: labelled queries of DATA (docs/training.md), of
what real.py --gather made (REAL) and of what real_beams.py made (BEAMS). Plain Python,
no packages.

Train: BIRD dev's and NL2SQL-BUGs' databases but the three with rows and one; BIRD
train's predictions, labelled by execution or by witnesses; all that was predicted for
Spider train's questions (GPT-4o-mini, Qwen2.5-1.5B, SPLASH's beams and wrong parses),
and for Spider-Syn's wordings of them; our own questions but of eight domains; CREG;
the gold queries of the modern corpus and of Archer. Validation: that one database and
those domains. Report: BIRD's three, NL2SQL-BUGs on these, `modern`, `everyday_open`,
Spider dev.
"""
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from typing import NamedTuple, Optional

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "research"))
from real import BIRD_WITH_ROWS, hint, lines, schemas_of  # noqa: E402

VALID_BIRD = "codebase_community"
VALID_OWN = 8              # domains of our own
RIGHT, WRONG = 4, 15       # queries of a question to learn from, at most
MUTANTS = 8                # of a question without wrong queries, where there are rows
LONGEST = 800              # bytes of a query to learn from
VALID, SPIDER = 150, 400   # questions that are measured on


class Source(NamedTuple):
    """Questions on the databases below `root`; those that are not there, on the schemas of
    `tables`."""
    name: str
    beams: list
    root: Optional[str] = None
    tables: Optional[str] = None
    report: bool = False


def flat(sql):
    return " ".join(sql.split()).rstrip("; ")


def gathered(path):
    """The lines of a file that may not have been made."""
    return list(lines(path)) if os.path.exists(path) else []


def with_gold(beam):
    """Its candidates with a label, and the gold query, which is right."""
    found = {}
    gold = [{"sql": beam["gold"], "label": 1}] if beam.get("gold") else []
    for one in gold + beam["candidates"]:
        if one.get("label") in (0, 1) and len(one["sql"]) <= LONGEST:
            found.setdefault(flat(one["sql"]), {"sql": one["sql"], "label": one["label"]})
    return dict(beam, candidates=list(found.values()))


def mixed(beams):
    """Those with right and wrong queries, without queries of no label."""
    made = [dict(beam, candidates=[one for one in beam["candidates"]
                                   if one.get("label") in (0, 1)]) for beam in beams]
    return [beam for beam in made if len({one["label"] for one in beam["candidates"]}) == 2]


# --- mutants ---

def mutated(program, root, beams):
    """Those that have right queries alone, with mutants of the gold query, which give
    something else on the database; what has none is left out."""
    made = mixed(beams)
    bare = [beam for beam in beams if beam.get("gold")
            and all(one["label"] for one in beam["candidates"])]
    if not bare:
        return made
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps({"db_id": beam["db_id"], "question": str(at),
                                    "gold": beam["gold"]}) + "\n"
                        for at, beam in enumerate(bare))
        file.flush()
        done = subprocess.run([program, "collect", "--mutate", str(MUTANTS), "--of", "gold",
                               "--quiet", "--db-root", root, file.name],
                              stdout=subprocess.PIPE, text=True, check=False)
    for line in map(json.loads, done.stdout.splitlines()):
        beam = bare[int(line["question"])]
        made.append(with_gold(dict(
            beam, candidates=beam["candidates"] + line["candidates"])))
    return mixed(made)


# --- sets ---

def spider(data, beams):
    """All questions of Spider train, each with what was predicted for its gold query."""
    pools, asked = defaultdict(dict), {}
    held = spider_dev(data)

    def add(line, question, gold, candidates):
        if line["db_id"] not in held:
            pool = pools[line["db_id"], flat(gold)]
            asked.setdefault((line["db_id"], question), gold)
            for one in candidates:
                if one["label"] in (0, 1):
                    pool.setdefault(flat(one["sql"]), one)

    for name in ("gpt4o_mini", "qwen25_15b", "sqledit_errors"):
        for line in gathered(f"{data}/predictions/train/{name}.jsonl"):
            add(line, line["question"], line["gold"], line["candidates"])
    for line in gathered(os.path.join(beams, "..", "splash-beams.jsonl")):
        add(line, line["question"], line["gold"], line["candidates"])
    for line in gathered(f"{data}/splash/train.jsonl"):
        add(line, line["question"], line["gold_sql"],
            [{"sql": line["wrong_sql"], "label": line["label"]}])
    for line in gathered(f"{data}/spider_syn/train.jsonl"):
        add(line, line["question"], line["gold_sql"], [])
    for (db_id, question), gold in asked.items():
        yield with_gold({"db_id": db_id, "question": question, "gold": gold,
                         "candidates": list(pools[db_id, flat(gold)].values())})


def corpus(data, out):
    """The modern corpus, each schema as a small database below `out`."""
    for line in gathered(f"{data}/modern_corpus/corpus.jsonl.gz"):
        db_id = "c" + hashlib.sha1(line["schema_sql"].encode()).hexdigest()[:12]
        path = os.path.join(out, db_id, db_id + ".sqlite")
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with sqlite3.connect(path + ".part") as link:
                try:
                    link.executescript("PRAGMA synchronous = off; " + line["schema_sql"])
                except sqlite3.Error:
                    continue
            os.replace(path + ".part", path)
        yield with_gold({"db_id": db_id, "question": line["question"], "gold": line["sql"],
                         "candidates": []})


def spider_dev(data):
    return {line["db_id"] for line in lines(f"{data}/spider/dev.jsonl")}


def archer(data):
    held = spider_dev(data)
    for line in gathered(f"{data}/archer/train.jsonl"):
        if line["db_id"] not in held:
            yield with_gold({"db_id": line["db_id"], "question": line["question"],
                             "knowledge": hint(line), "gold": line["gold"],
                             "candidates": []})


def learned(data, real, beams, out, program):
    """The sources of train, each made when it is asked for."""
    spider_root = f"{data}/spider/database"
    own = [with_gold(beam) for beam in gathered(f"{beams}/own.jsonl")]
    held = held_domains(own)
    bird_tables, bugs_tables = f"{data}/bird/dev_tables.json", f"{data}/nl2sql_bugs/tables.json"
    away = BIRD_WITH_ROWS + (VALID_BIRD,)

    def plain(path):
        return mixed([with_gold(beam) for beam in gathered(path) if beam["db_id"] not in away])

    def rows(found, root):
        return mutated(program, root, list(found))
    yield "own", lambda: Source("own", mixed(
        [beam for beam in own if beam["db_id"] not in held]), f"{beams}/databases")
    yield "creg", lambda: Source("creg", plain(f"{beams}/creg.jsonl"), f"{beams}/databases")
    yield "bird", lambda: Source("bird", plain(f"{real}/bird-others.jsonl"), tables=bird_tables)
    yield "bugs", lambda: Source("bugs", plain(f"{real}/bugs.jsonl"), tables=bugs_tables)
    yield "share-rows", lambda: Source("share-rows", rows(
        map(with_gold, gathered(f"{beams}/share-rows.jsonl")), f"{beams}/databases"),
        f"{beams}/databases", f"{beams}/tables.json")
    yield "share-schema", lambda: Source(
        "share-schema", plain(f"{beams}/share-schema.jsonl"), tables=f"{beams}/tables.json")
    yield "spider", lambda: Source("spider", rows(spider(data, beams), spider_root), spider_root)
    yield "archer", lambda: Source("archer", rows(archer(data), spider_root), spider_root)
    yield "corpus", lambda: Source("corpus", rows(
        corpus(data, f"{out}/corpus"), f"{out}/corpus"), f"{out}/corpus")


def measured(data, real, beams):
    """Those of validation and report, with at most some queries of a question."""
    lot = random.Random(18)
    own = [with_gold(beam) for beam in gathered(f"{beams}/own.jsonl")]
    held = held_domains(own)
    bugs = [b for b in gathered(f"{real}/bugs.jsonl") if b["db_id"] in BIRD_WITH_ROWS]
    bird = [b for b in gathered(f"{real}/bird-others.jsonl") if b["db_id"] == VALID_BIRD]
    bird_tables = f"{data}/bird/dev_tables.json"
    for name, found, most, queries, where in (
            ("valid-bird", mixed(bird), VALID, 5, {"tables": bird_tables}),
            ("valid-own", mixed([b for b in own if b["db_id"] in held]), VALID, 5,
             {"root": f"{beams}/databases"}),
            ("report-bird", mixed(gathered(f"{real}/bird-rows.jsonl")), None, 8,
             {"root": f"{data}/bird/database", "tables": bird_tables}),
            ("report-modern", mixed(gathered(f"{real}/modern.jsonl")), None, 5,
             {"root": f"{data}/modern/database"}),
            ("report-everyday", mixed(gathered(f"{real}/everyday.jsonl")), None, 5,
             {"root": f"{data}/everyday_open/database"}),
            ("report-bugs", bugs, None, 8, {"tables": f"{data}/nl2sql_bugs/tables.json"}),
            ("report-spider", mixed(gathered(f"{real}/spider.jsonl")), SPIDER, 8,
             {"root": f"{data}/spider/database", "tables": f"{data}/spider/tables.json"})):
        kept = sorted(found, key=lambda beam: (beam["db_id"], beam["question"]))
        lot.shuffle(kept)
        yield Source(name, [dict(beam, candidates=some(lot, beam["candidates"], queries))
                            for beam in kept[:most]], report=True, **where)


def held_domains(own):
    domains = sorted({beam["db_id"] for beam in own})
    return set(random.Random(18).sample(domains, min(VALID_OWN, len(domains) // 2)))


# --- draws ---

def drawn(lot, candidates, right, wrong, probability=None):
    """At most so many right and wrong ones, in any order; of the wrong ones those of
    the highest `probability`, where that is given."""
    kept = []
    for label, most in ((1, right), (0, wrong)):
        of = [one for one in candidates if one["label"] == label]
        if probability and label == 0:
            kept += sorted(of, key=probability, reverse=True)[:most]
        else:
            kept += lot.sample(of, min(most, len(of)))
    lot.shuffle(kept)
    return kept


def some(lot, candidates, most):
    """At most so many, half of them right where there are enough of both."""
    right = sum(one["label"] for one in candidates)
    wrong = len(candidates) - right
    half = most // 2
    return drawn(lot, candidates, max(half, most - wrong), max(half, most - right))


def score_options(source, out):
    """What `t2sed score` is told of a set that is measured: with databases, and by schema."""
    tables = source.tables
    if not tables:
        tables = f"{out}/{source.name}.tables.json"
        used = {beam["db_id"] for beam in source.beams}
        with open(tables, "w", encoding="utf-8") as file:
            json.dump(schemas_of(source.root, used), file)
    with open(f"{out}/{source.name}.options-schema", "w", encoding="utf-8") as file:
        file.write(f"--tables {tables}\n")
    if source.root:
        with open(f"{out}/{source.name}.options", "w", encoding="utf-8") as file:
            file.write(f"--db-root {source.root}\n")
