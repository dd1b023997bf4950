#!/usr/bin/env python3
"""Area under the ROC curve of scored prediction files.

    auc.py [--t2sed PROGRAM] [--all] [SCORE OPTION...] -- FILE.jsonl...

Scores each file (lines with ``candidates`` that carry ``sql`` and ``label``)
with ``t2sed score`` and prints a Markdown table: for each file the number of
items, how many are right, and the AUC of the first candidate (``--all``: of
every candidate), then the mean over files. Items whose label is null, or that
could not be scored, are left out and counted. Plain Python, no packages.
"""
import os

from scored import read_arguments, scored_lines


def auc(items):
    """AUC of (score, label) pairs by ranks, ties counting half."""
    items = sorted(items)
    right = sum(label for _, label in items)
    wrong = len(items) - right
    if not right or not wrong:
        return float("nan")
    above = seen_wrong = at = 0
    while at < len(items):
        end = at
        while end < len(items) and items[end][0] == items[at][0]:
            end += 1
        tie_right = sum(label for _, label in items[at:end])
        tie_wrong = end - at - tie_right
        above += tie_right * (seen_wrong + tie_wrong / 2)
        seen_wrong += tie_wrong
        at = end
    return above / (right * wrong)


def score_file(program, options, path, every):
    """Returns (pairs, unlabelled, unscored) of one file."""
    pairs, unlabelled, unscored = [], 0, 0
    for line in scored_lines(program, options, path):
        for candidate in line.get("candidates", [])[:None if every else 1]:
            if candidate.get("label") not in (0, 1):
                unlabelled += 1
            elif candidate.get("probability") is None:
                unscored += 1
            else:
                pairs.append((candidate["probability"], candidate["label"]))
    return pairs, unlabelled, unscored


def main():
    program, flags, options, files = read_arguments(__doc__, ["--all"])
    every = "--all" in flags
    values = []
    print("| file | items | right | no label | not scored | AUC |")
    print("|---|---|---|---|---|---|")
    for path in files:
        pairs, unlabelled, unscored = score_file(program, options, path, every)
        values.append(auc(pairs))
        name = os.path.splitext(os.path.basename(path))[0]
        print(f"| {name} | {len(pairs)} | {sum(l for _, l in pairs)} | "
              f"{unlabelled} | {unscored} | {values[-1]:.3f} |", flush=True)
    if values:
        print(f"| mean of {len(values)} | | | | | {sum(values) / len(values):.3f} |")


if __name__ == "__main__":
    main()
