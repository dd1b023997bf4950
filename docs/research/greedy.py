#!/usr/bin/env python3
"""How often the one query that a language model writes is right, and how often it
gives no result.

    greedy.py [--update PAGE --mark TARGET] DIR

DIR has MODEL-HOW-SET.jsonl, what `nbest.py --write SET --count 1` wrote, labelled
by the fixed rule (`t2sed eval --label fixed --why`). A row for each MODEL and HOW:
of each SET right, refused by the database, and cut off by a limit before the end.
"""
import argparse
import glob
import json
import os

from firsts import head, row, show


def counts(path):
    with open(path, encoding="utf-8") as file:
        found = [(line.get("candidates") or [{}])[0] for line in map(json.loads, file)]
    right = sum(one.get("label") == 1 for one in found)
    cut = sum(not one.get("ended") for one in found)
    refused = sum(bool(one.get("ended")) and one.get("label_reason", {}).get("code")
                  == "not_executable" for one in found)
    return len(found), right, refused, cut


def table(directory):
    found = {}
    for path in sorted(glob.glob(os.path.join(directory, "*-*-*.jsonl"))):
        model, how, name = os.path.basename(path)[:-len(".jsonl")].split("-")
        found.setdefault((model, how), {})[name] = counts(path)
    sets = sorted({name for one in found.values() for name in one}, reverse=True)
    totals = {name: one[name][0] for one in found.values() for name in one}
    made = head("", *(f"{name}, of {totals[name]}: right, refused, cut off"
                      for name in sets))
    for (model, how), one in sorted(found.items(), reverse=True):
        made.append(row(f"{model}, {how}", *(
            ", ".join(map(str, one[name][1:])) for name in sets)))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--mark")
    parser.add_argument("directory", metavar="DIR")
    options = parser.parse_args()
    show(options, table(options.directory))


if __name__ == "__main__":
    main()
