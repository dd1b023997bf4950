#!/usr/bin/env python3
"""Queries as t2sed link would repair them, to be labelled.

    t2sed link --db-root DIR predictions.jsonl | repairs.py [--least C] |
        t2sed eval --label fixed --db-root DIR - | repairs.py --report

Of each labelled candidate with a repair whose confidence is C (0.5) or more,
the most confident is taken: the line then has that candidate alone, as it would
be, and its label so far as "before". --report counts what repairing did.
"""
import argparse
import collections
import json
import sys


def repaired(least):
    for text in sys.stdin:
        line = json.loads(text)
        for candidate in line.get("candidates", ()):
            if candidate.get("label") not in (0, 1):
                continue
            repairs = [repair for repair in candidate.get("repairs") or ()
                       if repair["confidence"] >= least]
            if not repairs:
                continue
            best = max(repairs, key=lambda repair: repair["confidence"])
            print(json.dumps(
                {"db_id": line["db_id"], "question": line["question"],
                 "gold": line["gold"], "candidates": [
                     {"sql": best["repaired"], "changes": best["changes"],
                      "before": candidate["label"]}]}))


def report():
    counts = collections.Counter()
    for text in sys.stdin:
        for candidate in json.loads(text)["candidates"]:
            counts[candidate["changes"], candidate["before"],
                   candidate["label"]] += 1
    print("| changes | wrong before | right now | right before | wrong now |\n"
          "|---|---|---|---|---|")
    for kind in ("value", "column"):
        before = {label: sum(counts[kind, label, now] for now in (0, 1, None))
                  for label in (0, 1)}
        print(f"| {kind} | {before[0]} | {counts[kind, 0, 1]} "
              f"| {before[1]} | {before[1] - counts[kind, 1, 1]} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--least", type=float, default=0.5)
    arguments = parser.parse_args()
    report() if arguments.report else repaired(arguments.least)
