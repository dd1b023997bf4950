#!/usr/bin/env python3
"""Gathers the evidence that the ablation's forests learn from and are asked for.

    ablation_gather.py --data DIR --folds DIR --out FILE.npz
                       [--beams NAME=FILE...] [--held-out NAME=FILE...]
                       FILE=WEIGHT/OTHER...

DIR/plan-folds and DIR/schema-folds are what docs/training/default.mk makes, and
files and weights its EVIDENCE_FILES. Training rows are those of `t2sed train`, of
later files by `more.py mixed`, their plans and predicted columns by the models that have not seen the
database; rows of Spider dev (the first candidates of the parsers, and the first
five of --beams) have the shipped ones'. Of --held-out, beams of train databases,
those that are held out are rows to be asked. FILE.npz has, for each row, the evidence
with the database and with the schema alone. Where it is there, of the same
files and with the library's present features, nothing is done. Needs numpy.
"""
import argparse
import os
import time
from collections import Counter

import numpy

from ablation_data import Labelled, is_held_out, lines
from gatherer import Gatherer


def candidates(line):
    """(SQL, label) of a prediction line, or of one of SPLASH's."""
    if "wrong_sql" in line:
        return [(line["wrong_sql"], line.get("label"))]
    return [(one["sql"], one.get("label")) for one in line["candidates"]]


def read_file(spec):
    """(path, weight, other weight) of FILE=WEIGHT/OTHER."""
    path, _, weights = spec.partition("=")
    first, _, other = (weights or "1").partition("/")
    return path, float(first), float(other or first)


def training(files):
    """Rows (set, weight, other weight, db_id, question, SQL, label), as
    `more.py mixed` has them: each query of a question once, of later
    files' beams two right and three wrong ones, or none. A file of no weight
    is gathered on its own, what others have of it too."""
    common = set()
    for number, (path, weight, other) in enumerate(map(read_file, files)):
        name = os.path.splitext(os.path.basename(path))[0]
        alone = not weight and not other
        name, seen = (name + " alone", set()) if alone else (name, common)
        for line in lines(path):
            where = line["db_id"], line["question"]
            held = is_held_out(line["db_id"])
            if held and number:
                continue
            pairs = [pair for pair in candidates(line) if pair[1] in (0, 1)]
            if number and len(line.get("candidates", [])) > 1:
                kept = [[p for p in pairs if p[1]][:2],
                        [p for p in pairs if not p[1]][:3]]
                pairs = kept[0] + kept[1] if all(kept) else []
            for sql, label in pairs[:5]:
                if (where, sql) in seen:
                    continue
                seen.add((where, sql))
                yield ("held out" if held else name, weight, other, *where,
                       sql, label)


def rows(options):
    yield from training(options.files)
    items, seen = Labelled.of(options), set()
    sets = {"dev": sum(items.parsers.values(), []),
            **{name: items.others[name] for name in items.asked}}
    for name, pairs in sets.items():
        for item, label in pairs:
            if item not in seen:
                seen.add(item)
                yield (name, 0, 0, *item, label)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("data", "folds", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--beams", action="append", default=[])
    parser.add_argument("--held-out", action="append", default=[])
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    gatherer = Gatherer(options.data, options.folds)
    if os.path.exists(options.out):
        with numpy.load(options.out) as made:
            if (list(made["names"]) == gatherer.names and
                    list(made["files"]) == options.files):
                return
    began, grouped = time.time(), {}
    for row in rows(options):
        grouped.setdefault((row[0] == "dev" or row[0] in [
            beam.split("=")[0] for beam in options.beams], *row[3:5]),
            []).append(row)
    made, numbers, lost = [], [], 0
    for (new, db_id, question), group in grouped.items():
        found = gatherer.gather(db_id, question, [row[5] for row in group],
                                not new)
        for row, evidence in zip(group, found):
            if evidence is None:
                lost += 1
                continue
            made.append(row)
            numbers.append(evidence)
    columns = list(zip(*made))
    numpy.savez(options.out + ".part.npz", names=gatherer.names,
                sets=columns[0], weights=numpy.float32(columns[1]),
                others=numpy.float32(columns[2]), databases=columns[3],
                questions=columns[4], queries=columns[5],
                labels=numpy.float32(columns[6]), files=options.files,
                evidence=numpy.stack(numbers))
    os.rename(options.out + ".part.npz", options.out)
    print(f"{len(made)} rows, {lost} without evidence, "
          f"{time.time() - began:.0f} s; of each set "
          f"{dict(Counter(columns[0]))}")


if __name__ == "__main__":
    main()
