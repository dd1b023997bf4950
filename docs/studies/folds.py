#!/usr/bin/env python3
"""Where the accuracy over five folds goes: to the ranking, or to thresholds.

    folds.py [--t2sed PROGRAM] [--deals N] [--update FILE.md] SCORED.jsonl...

Compares, for first candidates of scored files, the accuracy at 0.5, that of
`t2sed eval --table 2` (thresholds chosen on the other folds of databases) for
the default deal of databases to folds and for N deals (--seed 1 to N), and that
of the best single threshold in hindsight; and names the database that costs
most. Plain Python, no packages.
"""
import argparse
import json
import statistics
import subprocess
from collections import defaultdict

from firsts import (accuracy, best_threshold, head, mean, name_of, percent,
                    put, read, row)


def folded(program, paths, seed):
    """{file: accuracy, mean of folds} of t2sed's own probabilities."""
    run = subprocess.run([program, "eval", "--format", "json", "--seed",
                          str(seed), *paths], stdout=subprocess.PIPE,
                         check=True)
    return {file["name"]: one["mean_of_folds"]["accuracy"]
            for file in json.loads(run.stdout)["files"]
            for one in file["detectors"] if one["id"] == "probability"}


def costliest(items):
    """The database where 0.5 makes most mistakes beyond those of the best
    threshold of its own: (name, its pairs)."""
    groups = defaultdict(list)
    for item in items:
        groups[item.db_id].append(item.pair)
    return max(groups.items(), key=lambda group: len(group[1]) * (
        best_threshold(group[1])[1] - accuracy(group[1], 0.5)))


def table(files, default, deals):
    """Markdown lines; default {name: accuracy}, deals a list of such."""
    lines = head("parser", "at 0.5", "5 folds", f"{len(deals)} other deals",
                 "lowest", "highest", "best single threshold", "threshold",
                 "costliest database", "items", "at 0.5", "its own best",
                 "all others at 0.5")
    sums = []
    for name, items in files.items():
        pairs = [item.pair for item in items]
        each = [deal[name] for deal in deals]
        threshold, best = best_threshold(pairs)
        worst, own = costliest(items)
        rest = [item.pair for item in items if item.db_id != worst]
        half = accuracy(pairs, 0.5)
        sums.append((half, default[name], mean(each), best,
                     accuracy(rest, 0.5)))
        lines.append(row(name, percent(half), percent(default[name]),
                         f"{percent(mean(each))} "
                         f"(sd {percent(statistics.stdev(each))})",
                         percent(min(each)), percent(max(each)), percent(best),
                         f"{threshold:.2f}", worst, len(own),
                         percent(accuracy(own, 0.5)),
                         percent(best_threshold(own)[1]),
                         percent(sums[-1][-1])))
    half, five, many, best, rest = (percent(mean(column))
                                    for column in zip(*sums))
    lines.append(row(f"**mean of {len(files)}**", half, five, many, "", "",
                     best, "", "", "", "", "", rest))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--update", metavar="FILE.md")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    default, *deals = [folded(options.t2sed, options.files, seed)
                       for seed in range(options.deals + 1)]
    text = "\n".join(table({name_of(path): read(path)
                            for path in options.files}, default, deals))
    if options.update:
        put(options.update, "folds-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
