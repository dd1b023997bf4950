#!/usr/bin/env python3
"""Detectors that learn from one parser's errors and look for another's.

    sources.py --data DATA [--t2sed PROGRAM] [--threads N] [--update PAGE]

As in Chen et al. 2023, Table 3: first predictions of a parser for Spider dev, in
five folds of databases; forests that are grown on the queries of one parser in four
folds score the queries of every parser in the fifth. AUC is over the queries of all
folds. RR, as in their Table 6: in percent, how often the query that such a forest
finds most probable of another parser's ten best is right. The last rows: all parsers
together, and the default model, which knows none of these databases. Plain Python, no
packages.
"""
import argparse
import json
import os
import shutil
import subprocess
import tempfile

from auc import auc
from firsts import head, mean, percent, put, row

PARSERS = {"SmBoP": "smbop", "BRIDGE v2": "bridge_v2",
           "RESDSQL": "resdsql_base", "RESDSQL, NatSQL": "resdsql_large_natsql",
           "GPT-4o-mini": "gpt4o_mini"}
TEN = "din_sql_gpt4turbo_10best"
FOLDS = 5


def read(options, file, most):
    """The first candidates of each line, `most` at most, by fold of databases."""
    path = os.path.join(options.data, "predictions", "dev", file + ".jsonl")
    with open(path, encoding="utf-8") as lines:
        all_of = [dict(line, candidates=line["candidates"][:most])
                  for line in map(json.loads, lines)]
    of = {db: at % FOLDS for at, db in enumerate(
        sorted({line["db_id"] for line in all_of}))}
    return [[line for line in all_of if of[line["db_id"]] == fold]
            for fold in range(FOLDS)]


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def run(options, command, *arguments):
    done = subprocess.run(
        [options.t2sed, command, "--quiet", "--db-root",
         os.path.join(options.data, "spider", "database"), "--threads",
         str(options.threads), *arguments], stdout=subprocess.PIPE, text=True,
        check=True)
    return list(map(json.loads, done.stdout.splitlines()))


def score(options, directory, model, lines):
    """The candidates of each line, scored."""
    path = os.path.join(directory, "asked.jsonl")
    write(path, lines)
    return [line["candidates"] for line in run(
        options, "score", "--alone", "--model", model, path)]


def first_pairs(beams):
    """Pairs of probability and label of the first candidates."""
    return [(one["probability"], one["label"] == 1) for one, *_ in beams
            if one.get("probability") is not None
            and one.get("label") in (0, 1)]


def re_ranked(beams):
    """Whether the most probable query of each beam is right."""
    return [max(beam, key=lambda one: one.get("probability") or 0).get("label")
            == 1 for beam in beams if beam]


def table(options):
    parsers = {name: read(options, file, 1) for name, file in PARSERS.items()}
    ten = read(options, TEN, 10)
    sources = {**{name: [name] for name in parsers}, "all five": list(parsers)}
    pairs = {(source, target): [] for source in [*sources, "default"]
             for target in parsers}
    firsts = {source: [] for source in [*sources, "default"]}

    def measure(source, model, fold):
        for target in parsers:
            pairs[source, target] += first_pairs(score(
                options, directory, model, parsers[target][fold]))
        firsts[source] += re_ranked(score(
            options, directory, model, ten[fold]))

    with tempfile.TemporaryDirectory() as directory:
        for fold in range(FOLDS):
            for source, of in sources.items():
                model = os.path.join(directory, "model")
                path = os.path.join(directory, "learned.jsonl")
                write(path, [line for name in of for other in range(FOLDS)
                             if other != fold
                             for line in parsers[name][other]])
                shutil.rmtree(model, ignore_errors=True)
                run(options, "train", "--out", model, "--add-evidence", "all",
                    "--trees", "300", "--forests", "2", path)
                measure(source, model, fold)
            measure("default", "default", fold)
    made = head("learned from", *parsers, "RR")
    for source in [*sources, "default"]:
        made.append(row(source, *(f"{auc(pairs[source, target]):.3f}"
                                  for target in parsers),
                        percent(mean(firsts[source]))))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--update", metavar="PAGE")
    options = parser.parse_args()
    made = table(options)
    if options.update:
        put(options.update, "source-table", made)
    else:
        print(made)


if __name__ == "__main__":
    main()
