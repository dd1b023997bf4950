#!/usr/bin/env python3
"""How good the parser of our own is on databases that it has not seen.

    own_beams.py --data DATA [--update FILE.md] own-beams.jsonl

Reads what `make train-own-parser` makes. Questions are all of train_spider and
train_others, those without a candidate too. Plain Python, no packages.
"""
import argparse
import os
import sys

from firsts import head, percent, put, row

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             os.pardir, os.pardir, "docs", "training"))
from beams import lines, lot  # noqa: E402

GROUPS = ((0,), (1, 2), (3, 4))  # of folds: OWN_FOLDS of default.mk
FOLDS = 5


def fold(db_id):
    return int(lot(db_id, 0) * FOLDS)


def asked(data):
    """The questions: {(db_id, question)}."""
    return {(line["db_id"], line["question"])
            for name in ("train_spider", "train_others")
            for line in lines(f"{data}/spider/{name}.jsonl")}


def count(questions, beams):
    """Numbers of a row for questions and {(db_id, question): labels}."""
    labels = [beams[key] for key in questions if key in beams]
    return (len({db_id for db_id, _ in questions}), len(questions),
            len(labels), sum(map(len, labels)),
            sum(beam.count(1) for beam in labels),
            sum(beam[0] == 1 for beam in labels),
            sum(1 in beam for beam in labels))


def table(questions, beams):
    """Markdown lines."""
    made = head("not seen", "databases", "questions", "with a query",
                "queries", "right", "first right", "of all questions",
                "any right", "of all questions")
    parts = [("fold " if len(group) == 1 else "folds ")
             + " and ".join(map(str, group)) for group in GROUPS]
    rows = [[key for key in questions if fold(key[0]) in group]
            for group in GROUPS]
    for name, some in (*zip(parts, rows), ("all", questions)):
        *numbers, first, best = count(some, beams)
        of = max(1, len(some))
        made.append(row(name, *numbers, first, percent(first / of), best,
                        percent(best / of)))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--update", metavar="FILE.md")
    parser.add_argument("beams")
    options = parser.parse_args()
    beams = {(line["db_id"], line["question"]):
             [candidate["label"] for candidate in line["candidates"]]
             for line in lines(options.beams)}
    text = "\n".join(table(asked(options.data), beams))
    if options.update:
        put(options.update, "own-parser-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
