#!/usr/bin/env python3
"""What the thresholds that ship with a model keep of their promise.

    thresholds.py [--update PAGE.md] MODEL SCORED...

SCORED are files of labelled beams that `t2sed score` has scored with MODEL;
only first candidates count. Prints, over the files, how precise the answered
ones are (mean, lowest, highest) and what share is answered; with --update, into
the page, between the marks of `make thresholds-table`. Plain Python.
"""
import argparse
import json
import os
import statistics

from firsts import head, percent, put, read, row


def rows(thresholds, files):
    """A row for each share of right answers that is promised."""
    for name, threshold in sorted(thresholds.items()):
        if not name.startswith("answer_") or name.count("_") > 1:
            continue  # of a schema alone, or of neither
        precision, answered = [], []
        for pairs in files:
            right = [label for probability, label in pairs
                     if probability >= threshold]
            answered.append(len(right) / len(pairs))
            if right:
                precision.append(statistics.fmean(right))
        yield row(f"{threshold:.3f}", name[len("answer_"):] + " %",
                  percent(statistics.fmean(precision)),
                  percent(min(precision)), percent(max(precision)),
                  percent(statistics.fmean(answered)) + " %")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--update")
    parser.add_argument("model")
    parser.add_argument("scored", nargs="+")
    options = parser.parse_args()
    with open(os.path.join(options.model, "config.json"),
              encoding="utf-8") as file:
        thresholds = json.load(file)["t2sed"]["thresholds"]
    files = [[one.pair for one in read(path)] for path in options.scored]
    text = "\n".join([
        *head("threshold", "promised", "precision: mean", "lowest", "highest",
              "answered"), *rows(thresholds, files)])
    print(text)
    if options.update:
        put(options.update, "thresholds-table", text)


if __name__ == "__main__":
    main()
