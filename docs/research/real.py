#!/usr/bin/env python3
"""What a model tells right from wrong by on queries that people and language
models write today.

    real.py --gather DATA --keep DIR [--t2sed PROGRAM]
    real.py --table NAME=DIR... [--update PAGE]
    real.py --shown DIR --config FILE [--update PAGE]

--gather writes the beams of each set below as DIR/SET.jsonl (one line a
question, its distinct queries as candidates with labels; questions with their
right queries alone as DIR/{bird,modern,everyday}-questions.jsonl; the labels of BIRD's
executable part are made again by the fixed rule). --table reads files of these
names as `t2sed score` answers them, a directory for each model, and prints:

- AUC: over all queries that were scored; of BIRD, the mean over the systems
  that have 100 labelled queries or more.
- pairs: of a question's right and wrong queries, the share in which the right
  one has the higher probability (ties count half), over all such pairs, and as
  the mean over questions: the first has more of questions with many queries.
- best: how often the query of the highest probability is right, over questions
  that have right and wrong ones; beside it the share of right ones.
- ECE: the expected calibration error, in ten bins of equal width.
- by length: AUC and both figures of pairs where the shorter query is taken for right.

--shown prints what users see of one model's answers with findings (`t2sed score
--findings`), FILE being its config.json:

- any finding, warning: the share of right queries that have one, of wrong ones,
  and the ratio of both.
- answered: the share of right queries at or above the threshold for 95 %, and
  how many of the answered are right, with the lower end of its interval (Wilson,
  95 %).

A query that was not scored has no probability and counts as 0. Plain Python,
no packages.
"""
import argparse
import gzip
import json
import math
import os
import sqlite3
import subprocess
import sys
from collections import defaultdict
from typing import NamedTuple

from auc import auc
from firsts import give, head, mean, row

# Their databases are there, with all their rows or nearly.
BIRD_WITH_ROWS = ("superhero", "financial", "debit_card_specializing")
FEWEST = 100  # labelled queries of a system


class Kind(NamedTuple):
    """A set: which beams it has, and how `t2sed score` is given its schemas."""
    beams: str
    title: str
    options: tuple


DATABASES, TABLES = "--db-root", "--tables"
MADE = "--tables of its databases"
SETS = {
    "bird-rows": Kind("bird", "BIRD, three databases with rows",
                      (DATABASES, "bird/database")),
    "bird-schema": Kind("bird", "the same, by schema",
                        (TABLES, "bird/dev_tables.json")),
    "bird-rows-bare": Kind("bird-bare", "with rows, without hints",
                           (DATABASES, "bird/database")),
    "bird-schema-bare": Kind("bird-bare", "by schema, without hints",
                             (TABLES, "bird/dev_tables.json")),
    "bird-others": Kind("bird-others", "BIRD, five other databases, by schema *",
                        (TABLES, "bird/dev_tables.json")),
    "bugs": Kind("bugs", "NL2SQL-BUGs, by schema *",
                 (TABLES, "nl2sql_bugs/tables.json")),
    "judged": Kind("judged", "BIRD, queries that language models judged",
                   (DATABASES, "bird/database")),
    "judged-schema": Kind("judged", "the same, by schema",
                          (TABLES, "bird/dev_tables.json")),
    "creg": Kind("creg", "CREG *", (DATABASES, "modern_labelled/database")),
    "modern": Kind("modern", "modern", (DATABASES, "modern/database")),
    "modern-schema": Kind("modern", "modern, by schema", (MADE, "modern")),
    "everyday": Kind("everyday", "everyday_open",
                     (DATABASES, "everyday_open/database")),
    "everyday-schema": Kind("everyday", "everyday_open, by schema",
                            (MADE, "everyday_open")),
    "spider": Kind("spider", "Spider dev, 18 parsers",
                   (DATABASES, "spider/database")),
    "spider-schema": Kind("spider", "Spider dev, by schema",
                          (TABLES, "spider/tables.json")),
}


def lines(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def hint(item):
    return item.get("evidence") or ""


# --- schemas ---

def schema_of(path, name):
    """In Spider's form, of a database in DIR/NAME/NAME.sqlite."""
    db = sqlite3.connect(f"file:{path}/{name}/{name}.sqlite?mode=ro", uri=True)
    tables = [one for one, in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid")]
    columns, types, primary = [[-1, "*"]], ["text"], []
    for at, table in enumerate(tables):
        for _, column, kind, _, _, key in db.execute(
                "SELECT * FROM pragma_table_info(?)", (table,)):
            if key:
                primary.append(len(columns))
            columns.append([at, column])
            types.append(kind.lower() or "text")
    places = {(tables[at].lower(), column.lower()): place
              for place, (at, column) in enumerate(columns) if at >= 0}
    foreign = []
    for table in tables:
        for _, _, to, child, parent, *_ in db.execute(
                "SELECT * FROM pragma_foreign_key_list(?)", (table,)):
            keys = [one for at, (of, one) in enumerate(columns)
                    if at in primary and tables[of] == to]
            foreign.append([places[table.lower(), child.lower()],
                            places[to.lower(), (parent or keys[0]).lower()]])
    db.close()
    return {"db_id": name, "table_names_original": tables,
            "table_names": [one.replace("_", " ") for one in tables],
            "column_names_original": columns,
            "column_names": [[at, one.replace("_", " ")] for at, one in columns],
            "column_types": types, "primary_keys": primary,
            "foreign_keys": foreign}


def schemas_of(path, names=None):
    """Of the databases in a folder, or of some of them."""
    return [schema_of(path, one) for one in sorted(names or os.listdir(path))]


# --- beams ---

def relabel(beams, root, program):
    """The beams with the labels of the fixed rule on the databases of a root."""
    made = subprocess.run([program, "eval", "--label", "fixed", "--db-root",
                           root], input="\n".join(map(json.dumps, beams)),
                          stdout=subprocess.PIPE, text=True, check=False)
    if made.returncode == 2:
        sys.exit(2)
    return [json.loads(line) for line in made.stdout.splitlines()]


def bird(data, program, told):
    """The beams whose rows are there: those marked as executed on them."""
    beams = []
    for item in lines(f"{data}/bird/dev_open.jsonl.gz"):
        if item["db_id"] in BIRD_WITH_ROWS:
            kept = [{"sql": one["sql"], "systems": one["systems"]}
                    for one in item["candidates"] if one["status"] == "ok"]
            if kept:
                beams.append({"db_id": item["db_id"],
                              "question": item["question"],
                              "knowledge": told(item), "gold": item["gold"], "candidates": kept})
    return relabel(beams, f"{data}/bird/database", program)


def bird_others(data):
    """The beams labelled by the systems' own results or by checked labels."""
    for item in lines(f"{data}/bird/dev_open.jsonl.gz"):
        if item["db_id"] not in BIRD_WITH_ROWS:
            kept = [one for one in item["candidates"]
                    if one["label_by"] in ("source", "artessay")]
            if kept:
                yield {"db_id": item["db_id"], "question": item["question"],
                       "knowledge": hint(item), "candidates": kept}


def bugs(data):
    beams = defaultdict(list)
    for item in lines(f"{data}/nl2sql_bugs/open.jsonl"):
        kinds = sorted({one["error_type"] for one in item["error_types"]})
        beams[item["db_id"], item["question"], hint(item)].append(
            {"sql": item["sql"], "label": int(item["correct"]), "how": kinds})
    for (db_id, question, told), candidates in beams.items():
        yield {"db_id": db_id, "question": question, "knowledge": told,
               "candidates": candidates}


JUDGES = {"gpt4o": "GPT-4o", "gpt4o_mini": "GPT-4o-mini",
          "claude_sonnet": "Claude Sonnet"}


def judged(data):
    for item in lines(f"{data}/bird/llm_judges.jsonl"):
        yield {"db_id": item["db_id"], "question": item["question"],
               "knowledge": item["knowledge"], "candidates": [
                   {key: item[key] for key in ("sql", "label", *JUDGES)}]}


def creg(data):
    for item in lines(f"{data}/modern_labelled/open.jsonl.gz"):
        kept = [one for one in item["candidates"] if one["binds"]]
        if item["source"] == "creg" and kept:
            yield {"db_id": "creg", "question": item["question"],
                   "candidates": [{"sql": one["sql"], "label": one["label"],
                                   "how": [one["bucket"] or "unnamed"]} for one in kept]}


def written(folder):
    """Beams that people wrote, each candidate with "how" it is right or wrong."""
    for entry in sorted(os.listdir(folder)):
        if entry.endswith(".jsonl"):
            for item in lines(f"{folder}/{entry}"):
                yield {"db_id": item["db_id"], "question": item["question"],
                       "gold": item["gold"],
                       "candidates": [dict(one, how=[one["how"]])
                                      for one in item["candidates"]]}


def spider(data):
    """First candidates of all parsers of Spider dev, equal texts once."""
    beams = {}
    root = f"{data}/predictions/dev"
    for entry in sorted(os.listdir(root)):
        for item in lines(f"{root}/{entry}"):
            beam = beams.setdefault(item["index"], {
                "db_id": item["db_id"], "question": item["question"],
                "candidates": {}})
            for one in item["candidates"][:1]:
                if one["label"] is not None:
                    beam["candidates"].setdefault(
                        one["sql"], {"sql": one["sql"], "label": one["label"]})
    for beam in beams.values():
        yield dict(beam, candidates=list(beam["candidates"].values()))


def gather(data, keep, program):
    os.makedirs(keep, exist_ok=True)
    made = {"bird": bird(data, program, hint),
            "bird-bare": bird(data, program, lambda item: ""),
            "bird-others": bird_others(data), "bugs": bugs(data),
            "judged": judged(data), "creg": creg(data),
            "modern": written(f"{data}/modern"),
            "everyday": written(f"{data}/everyday_open"),
            "spider": spider(data)}
    for name in ("bird", "modern", "everyday"):
        made[name] = list(made[name])
        write_questions(keep, name, made[name])
    for name, kind in SETS.items():
        with open(f"{keep}/{name}.jsonl", "w", encoding="utf-8") as file:
            beams = made[kind.beams] = list(made[kind.beams])
            file.writelines(json.dumps(beam) + "\n" for beam in beams)
        with open(f"{keep}/{name}.options", "w", encoding="utf-8") as file:
            how, where = kind.options
            if how == MADE:
                how, made_at = TABLES, f"{keep}/{name}-tables.json"
                with open(made_at, "w", encoding="utf-8") as schemas:
                    json.dump(schemas_of(f"{data}/{where}/database"), schemas)
                file.write(f"{how} {made_at}\n")
            else:
                file.write(f"{how} {data}/{where}\n")


def write_questions(keep, name, beams):
    """With their right queries, as `t2sed eval` reads them for predictors."""
    with open(f"{keep}/{name}-questions.jsonl", "w", encoding="utf-8") as file:
        for beam in beams:
            file.write(json.dumps({"db_id": beam["db_id"],
                                   "question": beam["question"],
                                   "knowledge": beam.get("knowledge", ""),
                                   "query": beam["gold"]}) + "\n")


# --- measures ---

class Query(NamedTuple):
    probability: float
    label: int
    length: int
    systems: tuple
    how: tuple
    severities: tuple = ()
    words_left: int = -1


def read(path):
    """The questions of a scored file, each a list of its labelled queries."""
    return [[Query(one.get("probability") or 0.0, one["label"],
                   len(one["sql"]), tuple(one.get("systems", ())),
                   tuple(one.get("how", ())),
                   tuple(found["severity"] for found in one.get("findings", ())),
                   one.get("words_left", -1))
             for one in item["candidates"] if one.get("label") in (0, 1)]
            for item in lines(path)]


def pairs(questions, key, wrong=lambda query: True):
    """The share of (right, wrong) of a question in which the right one's key is
    higher, and the number of such pairs."""
    won = count = 0
    for queries in questions:
        low = [key(q) for q in queries if not q.label and wrong(q)]
        for high in (key(q) for q in queries if q.label):
            won += sum((high > one) + (high == one) / 2 for one in low)
            count += len(low)
    return (won / count if count else float("nan")), count


def best(questions):
    """How often the best query is right, and the share of right queries."""
    mixed = [q for q in questions if len({one.label for one in q}) == 2]
    tops = [[one.label for one in q
             if one.probability == max(other.probability for other in q)]
            for q in mixed]
    return (mean(map(mean, tops)),
            mean(mean(one.label for one in q) for q in mixed))


def by_question(questions, key):
    """The mean over questions of the share that `pairs` gives for one."""
    shares = [pairs([one], key)[0] for one in questions]
    return mean(share for share in shares if share == share)


def area(questions, key):
    """AUC over all queries; where systems are named, the mean over systems."""
    systems = defaultdict(list)
    for query in (one for queries in questions for one in queries):
        for system in query.systems or ("",):
            systems[system].append((key(query), query.label))
    if len(systems) > 1:
        systems = {name: all_ for name, all_ in systems.items()
                   if len(all_) >= FEWEST}
    areas = [auc(items) for items in systems.values()]
    return mean(value for value in areas if value == value)


def calibration_error(questions):
    bins = defaultdict(list)
    for query in (one for queries in questions for one in queries):
        bins[min(int(10 * query.probability), 9)].append(query)
    count = sum(map(len, bins.values()))
    return sum(abs(sum(q.probability - q.label for q in all_))
               for all_ in bins.values()) / count


def score(query):
    return query.probability


def short(query):
    return -query.length


def measures(questions):
    """The cells of a set for one model."""
    top, chance = best(questions)
    return (f"{area(questions, score):.3f}",
            f"**{pairs(questions, score)[0]:.3f}**",
            f"{by_question(questions, score):.3f}", f"{top:.3f} ({chance:.3f})",
            f"{calibration_error(questions):.3f}")


# Those with several queries of a question.
TABLED = {name: kind for name, kind in SETS.items() if kind.beams != "judged"}


def main_table(models):
    made = head("set", "questions", "queries", "right", "by length",
                *(f"{name}: {what}" for name in models for what in
                  ("AUC", "pairs", "by question", "best (chance)", "ECE")))
    for name, kind in TABLED.items():
        sets = [found[name] for found in models.values()]
        all_ = [one for queries in sets[0] for one in queries]
        made.append(row(
            kind.title, len(sets[0]), len(all_), sum(q.label for q in all_),
            f"{area(sets[0], short):.3f}, {pairs(sets[0], short)[0]:.3f}, "
            f"{by_question(sets[0], short):.3f}",
            *(cell for found in sets for cell in measures(found))))
    return made


def tables(folders):
    return "\n".join(main_table(
        {name: {key: read(f"{folder}/{key}.jsonl") for key in TABLED}
         for name, folder in folders}))


def rates(queries, severities):
    """The shares of right and wrong queries with such a finding, and their ratio."""
    shares = [mean(bool(severities & set(q.severities)) for q in queries
                   if q.label == label) for label in (1, 0)]
    ratio = shares[1] / shares[0] if shares[0] else math.inf
    return (f"{100 * shares[0]:.1f} %", f"{100 * shares[1]:.1f} %",
            f"{ratio:.1f}")


def lower(right, count, z=1.96):
    """The lower end of Wilson's interval."""
    share = right / count
    middle = share + z * z / (2 * count)
    width = z * math.sqrt(share * (1 - share) / count
                          + z * z / (4 * count * count))
    return (middle - width) / (1 + z * z / count)


COVERED = 1  # unused words, at most, of a query that covers its question


def answers(queries, thresholds, case):
    """By the threshold of a case; a query that covers its question has its own."""
    found = [thresholds.get(f"answer_95{case}") or math.inf] * 2
    found[1] = thresholds.get(f"answer_95{case}_covered") or found[0]
    answered = [q.label for q in queries
                if q.probability >= found[0 <= q.words_left <= COVERED]]
    right = sum(q.label for q in queries)
    if not answered:
        return ("0.0 %", "-")
    share = sum(answered) / len(answered)
    return (f"{100 * sum(answered) / right:.1f} %",
            f"{share:.3f} ({lower(sum(answered), len(answered)):.3f})")


WARNINGS = {"warning", "error"}


def shown_table(folder, thresholds):
    made = head("set", "any finding: right", "wrong", "ratio",
                "warning: right", "wrong", "ratio",
                "answered of the right", "right of the answered")
    for name, kind in TABLED.items():
        queries = [one for all_ in read(f"{folder}/{name}.jsonl") for one in all_]
        case = "" if kind.options[0] == DATABASES else "_schema"
        made.append(row(kind.title, *rates(queries, WARNINGS | {"hint"}),
                        *rates(queries, WARNINGS),
                        *answers(queries, thresholds, case)))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gather", metavar="DATA")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--table", nargs="+", metavar="NAME=DIR")
    parser.add_argument("--shown", metavar="DIR")
    parser.add_argument("--config", metavar="FILE")
    parser.add_argument("--update", metavar="PAGE")
    arguments = parser.parse_args()
    if arguments.gather:
        gather(arguments.gather, arguments.keep, arguments.t2sed)
    if arguments.table:
        give(arguments.update, "real-tables",
             tables([one.split("=", 1) for one in arguments.table]))
    if arguments.shown:
        with open(arguments.config, encoding="utf-8") as file:
            thresholds = json.load(file)["t2sed"]["thresholds"]
        give(arguments.update, "shown-table",
             shown_table(arguments.shown, thresholds))


if __name__ == "__main__":
    main()
