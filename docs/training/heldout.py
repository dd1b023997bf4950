#!/usr/bin/env python3
"""How models do on parsers and train databases that they have not seen.

    heldout.py lines DATA SPLASH_BEAMS OWN_BEAMS >lines.jsonl
    heldout.py table --update PAGE ROW=SCORED...

lines: of the databases that `t2sed train --dev-part 0.2` keeps for validation,
what GPT-4o-mini says to each question, two right and three wrong queries of each
of SPLASH's beams that has both, and the first query of each beam of the parser
of our own. table: the AUC of each of the three from such lines once `t2sed score`
has scored them, with --db-root and --tables and then with --tables alone (ROW is
what the row is called, SCORED two files with a comma between). Plain Python, no
packages.
"""
import argparse
import json
import os
import sys

from beams import lines, lot

sys.path.insert(0, os.path.join(os.path.dirname(__file__),
                                "..", "research"))
from auc import auc  # noqa: E402
from firsts import head, put, row  # noqa: E402

SOURCES = {"gpt4o_mini": "GPT-4o-mini", "splash": "SPLASH's beams",
           "own": "parser of our own"}
PART, SEED = 0.2, 0
RIGHT, WRONG = 2, 3


def labelled(line):
    return [one for one in line["candidates"] if one.get("label") in (0, 1)]


def mixed(candidates):
    """The first right and wrong ones where there are both."""
    right = [one for one in candidates if one["label"]][:RIGHT]
    wrong = [one for one in candidates if not one["label"]][:WRONG]
    return right + wrong if right and wrong else []


def held_out(data, splash, own):
    """Lines to score: {"source", "db_id", "question", "candidates"}."""
    files = {
        "gpt4o_mini": (f"{data}/predictions/train/gpt4o_mini.jsonl", labelled),
        "splash": (splash, lambda line: mixed(labelled(line))),
        "own": (own, lambda line: labelled(line)[:1])}
    for source, (path, choose) in files.items():
        for line in lines(path):
            candidates = choose(line)
            if candidates and lot(line["db_id"], SEED) < PART:
                yield {"source": source, "db_id": line["db_id"],
                       "question": line["question"],
                       "candidates": candidates}


def aucs(path):
    """The AUC of each source in a scored file."""
    pairs = {source: [] for source in SOURCES}
    for line in lines(path):
        for one in line["candidates"]:
            if one.get("probability") is not None:
                pairs[line["source"]].append((one["probability"],
                                              one["label"]))
    return [auc(found) for found in pairs.values()]


def table(rows):
    """rows: [(name, scored with databases, scored with schemas alone)]."""
    text = head("", *SOURCES.values(),
                *(f"{name}, schema" for name in SOURCES.values()))
    for name, database, schema in rows:
        text.append(row(name, *(f"{value:.3f}" for value in
                                aucs(database) + aucs(schema))))
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("lines")
    for name in ("data", "splash", "own"):
        command.add_argument(name)
    command = commands.add_parser("table")
    command.add_argument("--update", required=True)
    command.add_argument("rows", nargs="+", metavar="ROW=SCORED,SCORED")
    options = parser.parse_args()
    if options.command == "lines":
        for line in held_out(options.data, options.splash, options.own):
            print(json.dumps(line))
        return
    rows = []
    for one in options.rows:
        name, _, files = one.partition("=")
        rows.append((name, *files.split(",")))
    put(options.update, "heldout-table", table(rows))


if __name__ == "__main__":
    main()
