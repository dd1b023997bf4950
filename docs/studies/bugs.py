#!/usr/bin/env python3
"""NL2SQL-BUGs: does a model tell right queries from wrong ones it never saw?

    bugs.py --model DIR --unseen DIR --folds DIR --data DIR [--t2sed PROGRAM]
            [--keep DIR] [--update FILE.md]

The file gives questions, hints ("evidence") and queries on eight databases of
BIRD, and neither databases nor schemas. What is scored: the question and the
query alone; with the hint behind the question; and with a schema made up of the
queries themselves (schema_of). Thresholds are those of the highest balanced
accuracy on GPT-4o-mini's first candidates on a fifth of Spider's train
databases, by --unseen, a model that has not seen these, and the sketcher and
schema predictor of fold 0 in --folds. Plain Python, no packages.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict

from auc import auc
from firsts import best_threshold, head, percent, put, read, row
from query_tree import children, label, name, parse, sources, walk, words

LLM_AVERAGE = 75  # of the paper, balanced over its 2,018 queries
JOINED = 3        # questions whose queries join a pair: a key of the schema


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# --- a schema from queries ---

def columns_of(tree):
    """(pairs, joined): the {(table, column)} that a query uses, as far as it
    tells the table, and the {frozenset of two of these} that it equates."""
    pairs, joined = set(), set()
    for core in (node for node in walk(tree) if label(node) == "select_core"):
        known = sources(core)
        tables = dict(known)
        alone = known[0][1] if len(known) == 1 else None

        def place(expr):
            columns = children(expr, "column_name")
            if not columns or name(columns[0]).startswith("'"):
                return None
            owner = children(expr, "table_name")
            table = tables.get(name(owner[0])) if owner else alone
            quoted = words(columns[0])[0][0] == '"'  # may be text
            return (table, name(columns[0])) if table and not quoted else None

        pairs |= {(table, None) for _, table in known if table}
        for node in walk(core, ("select_stmt",)):
            pairs |= {place(node)} - {None}
            inner = node.get("children", ())
            if label(node) == "expr" and len(inner) == 3 and \
                    inner[1].get("text") in ("=", "=="):
                ends = place(inner[0]), place(inner[2])
                if all(ends) and ends[0][0] != ends[1][0]:
                    joined.add(frozenset(ends))
    return pairs, joined


def literal_kind(tree):
    """{column name: Counter of "number" and "text"} by what it is compared
    with."""
    kinds = defaultdict(Counter)
    for node in walk(tree):
        inner = node.get("children", ())
        if label(node) != "expr" or len(inner) < 3:
            continue
        columns = children(inner[0], "column_name")
        for value in inner[1:]:
            for literal in children(value, "literal_value"):
                text = words(literal)[0]
                if columns and text.upper() != "NULL":
                    kinds[name(columns[0])][
                        "text" if text[0] in "'\"" else "number"] += 1
    return kinds


def schema_of(db_id, queries):
    """A schema in the format of Spider's tables.json from {question: [tree]}:
    the tables and columns that any query uses, numbers by what columns are
    compared with, and as foreign keys the pairs that queries of at least JOINED
    questions equate. No primary keys."""
    seen, joined, kinds = set(), defaultdict(set), defaultdict(Counter)
    for question, trees in queries.items():
        for tree in filter(None, trees):
            pairs, equated = columns_of(tree)
            seen |= pairs
            for pair in equated:
                joined[pair].add(question)
            for column, count in literal_kind(tree).items():
                kinds[column].update(count)
    tables = sorted({table for table, _ in seen})
    columns = [(-1, "*")] + sorted(
        (tables.index(table), column) for table, column in seen if column)
    place = {(tables[table], column): at
             for at, (table, column) in enumerate(columns) if at}
    keys = [sorted(place[end] for end in pair)
            for pair, questions in joined.items() if len(questions) >= JOINED]
    return {"db_id": db_id, "table_names_original": tables,
            "table_names": [table.replace("_", " ") for table in tables],
            "column_names_original": columns,
            "column_names": [(table, column.replace("_", " "))
                             for table, column in columns],
            "column_types": ["number" if kinds[column]["number"] >
                             kinds[column]["text"] else "text"
                             for _, column in columns],
            "primary_keys": [], "foreign_keys": sorted(keys)}


def schemas(program, items):
    trees = parse(program, [item["sql"] for item in items])
    by_database = defaultdict(lambda: defaultdict(list))
    for item, tree in zip(items, trees):
        by_database[item["db_id"]][item["question"]].append(tree)
    return [schema_of(db_id, queries)
            for db_id, queries in sorted(by_database.items())]


# --- scores ---

def newest(*paths):
    return max(map(os.path.getmtime, paths))


def score(options, model, asked, path, tables=None, folds=False):
    """Scores lines into a file, unless the model has not changed since."""
    if not os.path.exists(path) or newest(path) < newest(
            *glob.glob(f"{model}/*.safetensors")):
        known = {}
        if folds:
            known = {"T2SED_SKETCH": f"{options.folds}/plan-folds/fold-0",
                     "T2SED_SCHEMA_PREDICTION":
                         f"{options.folds}/schema-folds/fold-0"}
        with open(path + ".part", "w", encoding="utf-8") as out:
            run = subprocess.run(
                [options.t2sed, "score", "--threads", "1", "--model", model,
                 *(["--tables", tables] if tables else [])],
                input="".join(json.dumps(line) + "\n" for line in asked),
                text=True, stdout=out, check=False,
                env={**os.environ, **known})
        if run.returncode > 1:
            sys.exit(run.returncode)
        os.rename(path + ".part", path)
    return path


def held_out(options):
    """GPT-4o-mini on the databases that --unseen has not seen."""
    run = subprocess.run([sys.executable, "docs/training/beams.py",
                          options.data, "--first"], stdout=subprocess.PIPE,
                         text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def balanced_threshold(pairs):
    """The threshold of the highest balanced accuracy."""
    right = sum(label for _, label in pairs)
    return best_threshold(pairs, (1 / (len(pairs) - right), 1 / right))[0]


# --- the report ---

def kinds_of(item):
    """The kinds of error of a query, and (kind, kind within it)."""
    kinds = set()
    for error in item["error_types"]:
        kind = error["error_type"].replace("-Related Errors", "")
        kind = kind.replace(" Errors", "")
        kinds |= {kind, (kind, error["sub_error_type"])}
    return kinds


def shares(items, threshold):
    """Recall of right and of wrong queries, and of each kind of error."""
    found = defaultdict(list)
    for item in items:
        passed = item["probability"] >= threshold
        found["right" if item["correct"] else "wrong"].append(
            passed == item["correct"])
        for kind in kinds_of(item):
            found[kind].append(not passed)
    return {kind: (sum(hits) / len(hits), len(hits))
            for kind, hits in found.items()}


def report(cases):
    """Markdown for [(name, items, threshold)]."""
    lines = head("what the model reads", "scored", "AUC", "threshold",
                 "balanced accuracy", "recall of right", "of wrong")
    lines.append(row("paper: mean of LLMs, all 2,018 queries, with schemas", "",
                     "", "", LLM_AVERAGE, "", ""))
    by_kind = []
    for case, items, chosen in cases:
        pairs = [(item["probability"], int(item["correct"])) for item in items]
        for threshold in (chosen, 0.5):
            got = shares(items, threshold)
            right, wrong = got["right"][0], got["wrong"][0]
            lines.append(row(case, len(items), percent(auc(pairs)),
                             f"{threshold:.3f}", percent((right + wrong) / 2),
                             percent(right), percent(wrong)))
        by_kind.append((case, got))  # at 0.5
    return "\n".join(lines + [""] + kinds_table(by_kind, cases[-1]))


def kinds_table(by_kind, last):
    """Recall of each kind of error at 0.5, and its AUC in the last case."""
    kinds = sorted((kind for kind in by_kind[0][1]
                    if kind not in ("right", "wrong")),
                   key=lambda kind: (kind,) if isinstance(kind, str) else kind)
    lines = head("error", "kind", "queries",
                 *(f"flagged at 0.5: {case}" for case, _ in by_kind),
                 f"AUC: {last[0]}")
    right = [(item["probability"], 1) for item in last[1] if item["correct"]]
    for kind in kinds:
        first, second = (f"**{kind}**", "") if isinstance(kind, str) else (
            "", kind[1])
        wrong = [(item["probability"], 0) for item in last[1]
                 if kind in kinds_of(item)]
        lines.append(row(first, second, by_kind[0][1][kind][1],
                         *(percent(got.get(kind, (float("nan"),))[0])
                           for _, got in by_kind), percent(auc(right + wrong))))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    for needed in ("--model", "--unseen", "--folds", "--data"):
        parser.add_argument(needed, required=True, metavar="DIR")
    parser.add_argument("--keep", metavar="DIR", default="build/bugs")
    parser.add_argument("--update", metavar="FILE.md")
    options = parser.parse_args()
    os.makedirs(options.keep, exist_ok=True)
    items = lines(f"{options.data}/nl2sql_bugs/open.jsonl")
    made = f"{options.keep}/tables.json"
    with open(made, "w", encoding="utf-8") as file:
        json.dump(schemas(options.t2sed, items), file)
    train, tables = held_out(options), f"{options.data}/spider/tables.json"
    hinted = [{**item, "question": f"{item['question']} {item['evidence']}"}
              for item in items]
    cases = []
    for case, asked, given, known in (
            ("question", items, None, None),
            ("question and hint", hinted, None, None),
            ("question and schema of the queries", items, made, tables),
            ("question, hint and schema", hinted, made, tables)):
        place = f"{options.keep}/{case.replace(' ', '-').replace(',', '')}"
        found = [item for item in
                 lines(score(options, options.model, asked, place + ".jsonl",
                             given))
                 if item.get("probability") is not None]
        chosen = balanced_threshold(
            [item.pair for item in read(score(
                options, options.unseen, train,
                f"{options.keep}/train-{'schema' if known else 'question'}"
                ".jsonl", known, folds=True))])
        cases.append((case, found, chosen))
    text = report(cases)
    if options.update:
        put(options.update, "bugs-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
