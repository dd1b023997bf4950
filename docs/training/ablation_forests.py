#!/usr/bin/env python3
"""Grows the forests of the ablation: evidence, and it without each part.

    ablation_forests.py --evidence FILE.npz --features LIST --out DIR
                        [--forests N] [--other-forests N] ROW...

A ROW is WHAT:SEED, WHAT being a list of words with + between: all; only-GROUP
or no-GROUP (GROUP. is how names of features begin); schema (the evidence there
is without a database); gpt, beams, own or own-seen (GPT-4o-mini's predictions,
SPLASH's beams, those of our own parser, or its on databases that it has learned
from, alone, each query counting the same). Features
are --features (a list as `t2sed train --add-evidence` takes it) less these.
Options are those of lib/train/forest.c: the mean of the forests, of which the
first end to grow when the AUC held out has not risen for 150 trees, and the
others have as many trees as these on average. Needs
numpy and lightgbm. What is there already and younger than FILE.npz is not done
again; DIR/ROW.npy has the value of each row of FILE.npz.
"""
import argparse
import os
import time

import numpy

REFUSED = -6  # lib/model/fusion.c
# Rows that learn from one file alone.
SOURCES = {"gpt": "gpt4o_mini", "beams": "splash-beams alone",
           "own": "own-beams alone", "own-seen": "own-seen alone"}


def listed(names, features):
    """Which features the list names."""
    keep = numpy.zeros(len(names), bool)
    for word in features.split(","):
        take, word = not word.startswith("-"), word.lstrip("-")
        for i, name in enumerate(names):
            if word in ("all", name) or (word.endswith(".") and
                                         name.startswith(word)):
                keep[i] = take
    return keep


def chosen(names, features, words):
    """The features of a row."""
    keep = listed(names, features)
    groups = numpy.array([name.split(".")[0] for name in names])
    only = [word[5:] for word in words if word.startswith("only-")]
    if only:
        keep &= numpy.isin(groups, only)
    for word in words:
        if word.startswith("no-"):
            keep &= groups != word[3:]
    return keep


PATIENCE = 150


def parameters(seed):
    return {"objective": "binary", "metric": "auc", "verbosity": -1,
            "deterministic": True, "force_row_wise": True, "num_threads": 1,
            "seed": seed, "num_leaves": 31, "learning_rate": 0.05,
            "min_data_in_leaf": 10, "feature_fraction": 0.25,
            "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 2}


def grow(made, row, forests):
    """The value of every row of the evidence, of the mean of the forests."""
    import lightgbm
    what, seed = row.rsplit(":", 1)
    words = what.split("+")
    keep = chosen(made["names"], made["features"], words)
    rows = made["evidence"][:, 1 if "schema" in words else 0][:, keep]
    sets, labels = made["sets"], made["labels"]
    only = [name for word, name in SOURCES.items() if word in words]
    if only and not numpy.isin(sets, only).any():
        return None, 0, []
    values, trees, dev = numpy.zeros(len(rows)), [], sets == "held out"
    for member in range(sum(forests)):
        weights = made["weights" if member < forests[0] else "others"]
        if only:
            weights = numpy.isin(sets, only).astype(numpy.float32)
        train = (weights > 0) & ~dev
        data = lightgbm.Dataset(rows[train], labels[train],
                                weight=weights[train], free_raw_data=False)
        options = parameters(int(seed) * 100 + member)
        if member < forests[0]:
            booster = lightgbm.train(
                options, data, 600,
                valid_sets=[lightgbm.Dataset(rows[dev], labels[dev],
                                             reference=data)],
                callbacks=[lightgbm.early_stopping(PATIENCE, verbose=False)])
            trees.append(booster.best_iteration)
        else:
            booster = lightgbm.train(options, data,
                                     max(1, round(numpy.mean(trees))))
        for first in range(0, len(rows), 4096):
            part = slice(first, first + 4096)
            values[part] += booster.predict(
                rows[part], raw_score=True,
                num_iteration=booster.best_iteration or None) / sum(forests)
    return values, int(keep.sum()), trees


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("evidence", "features", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--forests", type=int, default=6)
    parser.add_argument("--other-forests", type=int, default=4)
    parser.add_argument("rows", nargs="+")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    made = None
    for row in options.rows:
        path = os.path.join(options.out, row.replace(":", "_") + ".npy")
        if (os.path.exists(path) and os.path.getmtime(path) >
                os.path.getmtime(options.evidence)):
            continue
        if made is None:
            with numpy.load(options.evidence) as file:
                made = {name: file[name] for name in file.files}
            made["features"] = options.features
        began = time.time()
        values, count, trees = grow(made, row, (options.forests,
                                              options.other_forests))
        if values is None:
            print(f"{row}: the evidence has no such rows", flush=True)
            continue
        words = row.split(":")[0].split("+")
        failed = list(made["names"]).index("execution.failed")
        if chosen(made["names"], options.features, words)[failed]:
            refused = made["evidence"][:, 1 if "schema" in words else 0,
                                       failed] > 0.5
            values[refused] = numpy.minimum(values[refused], REFUSED)
        with open(path + ".part", "wb") as out:
            numpy.save(out, values)
        os.rename(path + ".part", path)
        print(f"{row}: {count} features, trees {trees}, "
              f"{time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
