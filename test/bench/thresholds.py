#!/usr/bin/env python3
"""What the thresholds that ship with a model keep of their promise.

    thresholds.py MODEL SCORED...

SCORED are files of labelled beams that `t2sed score` has scored with MODEL;
only first candidates count. Prints, over the files, how precise the answered
ones are (mean, lowest, highest) and what share is answered. Plain Python.
"""
import json
import os
import statistics
import sys

from firsts import read


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(os.path.join(sys.argv[1], "config.json"), encoding="utf-8") as file:
        thresholds = json.load(file)["t2sed"]["thresholds"]
    files = [[one.pair for one in read(path)] for path in sys.argv[2:]]
    print("| threshold | promised | precision: mean | lowest | highest | answered |")
    print("|---|---|---|---|---|---|")
    for name, threshold in sorted(thresholds.items()):
        if not name.startswith("answer_"):
            continue
        precision, answered = [], []
        for pairs in files:
            right = [label for probability, label in pairs
                     if probability >= threshold]
            answered.append(len(right) / len(pairs))
            if right:
                precision.append(statistics.fmean(right))
        print(f"| {threshold:.3f} | {name[len('answer_'):]} % "
              f"| {100 * statistics.fmean(precision):.1f} "
              f"| {100 * min(precision):.1f} | {100 * max(precision):.1f} "
              f"| {100 * statistics.fmean(answered):.1f} % |")


if __name__ == "__main__":
    main()
