#!/usr/bin/env python3
"""Pairs of questions of our own that are ranked rightly, by the fault of the wrong
query.

    own_faults.py [--update PAGE] SCORED

SCORED are lines as `t2sed score --alone` answers them, of a model that has not seen
their databases (`make fit-calibration` leaves build/train/calibrate/own.database). A
pair is a right and a wrong query of one question; the fault is "how" of the wrong
one. "A bare query" has no condition, join, group or subquery at all where the right
one has a condition: "unpaid orders" and SELECT count(*) FROM orders. For each
fault: pairs, the share that is ranked rightly, and the share of these wrong queries
that have 0.5 or more, and the model's threshold of an answer or more. Plain Python,
no packages.
"""
import argparse
import json
import os
import re
from collections import defaultdict

from firsts import give, head, row
from real import lines

FEWEST = 100  # pairs of a fault
CHOOSES = re.compile(r"\b(where|having|join|case|filter|in|exists|except|"
                     r"intersect|union|limit|with|iif|over)\b|[=<>,]", re.I)


def is_bare(wrong, right):
    return len(re.findall(r"\bselect\b", wrong, re.I)) == 1 and \
        not CHOOSES.search(wrong) and \
        re.search(r"\b(where|having)\b", right, re.I) is not None


def pairs(path):
    """(fault, probability of the right one, of the wrong one, its place)."""
    for place, item in enumerate(lines(path)):
        one = [x for x in item["candidates"] if x.get("probability") is not None]
        for number, wrong in enumerate(one):
            if wrong.get("label") != 0:
                continue
            for right in one:
                if right.get("label") != 1:
                    continue
                made = (right["probability"], wrong["probability"],
                        (place, number))
                yield "all", *made
                yield f"`{wrong['how']}`", *made
                if is_bare(wrong["sql"], item["gold"]):
                    yield "a bare query", *made


def table(path, threshold):
    found = defaultdict(list)
    for fault, right, wrong, place in pairs(path):
        found[fault].append((right, wrong, place))
    made = head("fault", "pairs", "ranked rightly", "wrong with 0.5 or more",
                f"with {threshold:.2f} or more")
    for fault, of in sorted(found.items(),
                            key=lambda x: (x[0].startswith("`"), -len(x[1]))):
        if len(of) < FEWEST and fault.startswith("`"):
            continue
        won = sum((right > wrong) + (right == wrong) / 2 for right, wrong, _ in of)
        wrongs = {place: wrong for _, wrong, place in of}.values()
        made.append(row(
            fault, len(of), f"{won / len(of):.3f}",
            *(f"{100 * sum(x >= least for x in wrongs) / len(wrongs):.1f} %"
              for least in (0.5, threshold))))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--model", metavar="DIR", default=os.path.join(
        os.path.dirname(__file__), "..", "..", "lib", "models", "default"))
    parser.add_argument("scored", metavar="SCORED")
    options = parser.parse_args()
    with open(os.path.join(options.model, "config.json"),
              encoding="utf-8") as file:
        threshold = json.load(file)["t2sed"]["thresholds"]["answer_95"]
    give(options.update, "own-faults-table", table(options.scored, threshold))


if __name__ == "__main__":
    main()
