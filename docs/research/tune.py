#!/usr/bin/env python3
"""What `t2sed tune` brings, by how many labelled queries it is given.

    tune.py [--t2sed PROGRAM] [--model DIR] [--update FILE] DATA
    tune.py [--t2sed PROGRAM] --lines N DATA    prints the lines of set N, from 0

For each set, number of queries and seed, lines are drawn and tuned on; numbers
are those of the command itself, of queries while they are held out. Last, how
often it is fooled: labels drawn by the model's own probabilities, which nothing
can improve on. No set has been learned from by the models that ship, but that
their calibration knows five of NL2SQL-BUGs' eight databases.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from firsts import head, mean, put, row  # noqa: E402
from real import BIRD_WITH_ROWS, bugs, hint, lines, relabel  # noqa: E402

SIZES = (100, 200, 500, 1000)
SEEDS = range(1, 6)
FOOLED_QUERIES, FOOLED_SEEDS = 200, range(1, 21)
METRICS = ("auc", "pairs", "ece", "log_loss")
CANDIDATES = 5  # of a question of BIRD, drawn


def parser_lines(name):
    def read(data, _):
        return lines(f"{data}/predictions/dev/{name}.jsonl")
    return read


def some_of_bird(data, program):
    beams = []
    for item in lines(f"{data}/bird/dev_open.jsonl.gz"):
        kept = [{"sql": one["sql"]} for one in item["candidates"]
                if one["status"] == "ok"]
        if item["db_id"] in BIRD_WITH_ROWS and kept:
            random.Random(item["question"]).shuffle(kept)
            beams.append({"db_id": item["db_id"], "question": item["question"],
                          "knowledge": hint(item), "gold": item["gold"],
                          "candidates": kept[:CANDIDATES]})
    return relabel(beams, f"{data}/bird/database", program)


SETS = (
    ("CodeS-1B, Spider dev", parser_lines("codes_1b"),
     ("--db-root", "spider/database")),
    ("GPT-4o-mini, Spider dev", parser_lines("gpt4o_mini"),
     ("--db-root", "spider/database")),
    ("BIRD with rows, five candidates", some_of_bird,
     ("--db-root", "bird/database")),
    ("NL2SQL-BUGs, by schema", lambda data, _: bugs(data),
     ("--tables", "nl2sql_bugs/tables.json")),
)


def labelled(item):
    kept = [one for one in item["candidates"] if one.get("label") in (0, 1)]
    return dict(item, candidates=kept) if kept else None


def draw(items, count, seed):
    order = list(items)
    random.Random(seed).shuffle(order)
    drawn = queries = 0
    while drawn < len(order) and queries < count:
        queries += len(order[drawn]["candidates"])
        drawn += 1
    return order[:drawn]


def write(path, items):
    with open(path, "w", encoding="utf-8") as file:
        for item in items:
            file.write(json.dumps(item) + "\n")


def tune(options, items, seed, place):
    """What the command prints of these lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.jsonl")
        write(path, items)
        done = subprocess.run(
            [options.t2sed, "tune", "--model", options.model, "--seed",
             str(seed), "--out", os.path.join(folder, "out"), *place, path],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            check=False)
        if done.returncode not in (0, 3):
            sys.exit(done.stderr)
        return json.loads(done.stdout)


def put_row(title, queries, results):
    cells = [title, str(queries),
             f"{sum(one['better'] for one in results)} of {len(results)}"]
    for name in METRICS:
        pairs = [(one[name]["before"], one[name]["after"]) for one in results
                 if one[name]["before"] is not None]
        cells.append(" to ".join(f"{mean(side):.3f}" for side in zip(*pairs))
                     if pairs else "-")
    print(" | ".join(cells), file=sys.stderr, flush=True)
    return row(*cells)


def fooled(options, items, place):
    """Lines whose labels are drawn by the model's own probabilities."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.jsonl")
        write(path, items)
        done = subprocess.run(
            [options.t2sed, "score", "--alone", "--model", options.model,
             *place, path], stdout=subprocess.PIPE, text=True, check=True)
    scored = [json.loads(line) for line in done.stdout.splitlines()]
    results = []
    for seed in FOOLED_SEEDS:
        chance = random.Random(seed)
        drawn = draw(scored, FOOLED_QUERIES, seed)
        for item in drawn:
            for one in item["candidates"]:
                p = one["probability"]
                one["label"] = None if p is None else int(chance.random() < p)
        results.append(tune(options, drawn, seed, place))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", metavar="DATA")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--model", default="lib/models/default")
    parser.add_argument("--update", metavar="FILE")
    parser.add_argument("--lines", metavar="N", type=int)
    options = parser.parse_args()
    if options.lines is not None:
        for item in filter(None, map(labelled, SETS[options.lines][1](
                options.data, options.t2sed))):
            print(json.dumps(item))
        return
    table = head("lines of", "queries", "written", "AUC", "pairs", "ECE",
                 "log loss")
    for title, read, (option, path) in SETS:
        place = (option, os.path.join(options.data, path))
        items = [item for item in map(labelled, read(options.data,
                                                     options.t2sed)) if item]
        for size in SIZES:
            table.append(put_row(title, size, [
                tune(options, draw(items, size, seed), seed, place)
                for seed in SEEDS]))
        if title == SETS[0][0]:
            unbeatable = items, place
    table.append(put_row("CodeS-1B, labels drawn by the model's probabilities",
                         FOOLED_QUERIES, fooled(options, *unbeatable)))
    if options.update:
        put(options.update, "tune-table", "\n".join(table))


if __name__ == "__main__":
    main()
