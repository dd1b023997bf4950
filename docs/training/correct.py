#!/usr/bin/env python3
"""Fits the weights of the corrector's ranking.

    correct.py [--t2sed PROGRAM] [--folds DIR] [--part 1] [--start DIR]
        [--rounds 2] [--strength 2e-3] [--leave 3.5] --out DIR DATA

The wrong queries of DATA/splash/train.jsonl, each with its feedback, with
--part of them also without, and the right ones without, are corrected by
`t2sed correct --features` with the weights at hand; the candidates that match
the gold query exactly (of these the ones with its values and DISTINCT, where
there are some) are to be the likeliest of their list: the weights that make
them so (softmax over each list, L2) are those of the next round, which learns
from the lists of all rounds. So the search meets what it will meet with them.
--leave is added to the last weights' one of a query that stays as it is where
nothing was said of it: SPLASH's queries are wrong more often than others.

--folds has plan-folds/fold-0..4 and schema-folds/fold-0..4, sketchers and
schema predictors that leave out the databases of a fold each (docs/training.md):
those that ship know SPLASH's questions, and would be trusted too much.
"""

import argparse
import json
import os
import re
import subprocess
import sys

import numpy
import scipy.optimize
import scipy.sparse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "research"))
from correct import read, tidy  # noqa: E402
from differences import Library  # noqa: E402

FOLDS = 5
MASK = (1 << 64) - 1
CHANGES, PER_CHANGE = 60, 77  # of lib/correct/weigh.h
KEPT = -32  # the weight of a query that stays, nothing said


def fold_of(name):
    """t2s_fold of lib/base/random.h, with the seed 0."""
    value = 0xcbf29ce484222325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100000001b3) & MASK
    value ^= value >> 32
    value = value * 0xd6e8feb86659fd93 & MASK
    value ^= value >> 32
    return int((value >> 11) * 2.0 ** -53 * FOLDS)


def distincts(sql):
    return len(re.findall(r"\bdistinct\b", sql.lower()))


class Gatherer:
    def __init__(self, options):
        self.options = options
        self.spider = os.path.join(options.data, "spider")
        self.library = Library(os.path.join(self.spider, "tables.json"))

    def command(self, fold, weights, path):
        command = [self.options.t2sed, "correct", "--features", "--most", "64",
                   "--model", "none", "--weights", weights, "--db-root",
                   os.path.join(self.spider, "database"), "--tables",
                   os.path.join(self.spider, "tables.json")]
        if self.options.folds:
            for option, name in (("--plan", "plan"),
                                 ("--schema-predictor", "schema")):
                command += [option, os.path.join(self.options.folds,
                                                 name + "-folds",
                                                 f"fold-{fold}")]
        return command + [path]

    def tier(self, schema, gold, line, sql):
        """0: another query, 1: the same but for values, 2: the same, 3: with
        the same DISTINCT."""
        predicted = self.library.parse(tidy(sql))
        if predicted is None:
            return 0
        match = [self.library.matches(schema, gold, predicted, rule)
                 for rule in (0, 2)]
        self.library.lib.t2sed_sql_free(predicted)
        if not match[0] or not match[1]:
            return match[0]
        return 2 + (distincts(sql) == distincts(line["gold"]))

    def add(self, lists, line):
        """The candidates of a line, where one is right."""
        schema = self.library.lib.t2sed_schemas_find(
            self.library.schemas, line["db_id"].encode())
        gold = self.library.parse(tidy(line["gold"]))
        if gold is None or "corrections" not in line:
            return
        tiers = [self.tier(schema, gold, line, one["sql"])
                 for one in line["corrections"]]
        self.library.lib.t2sed_sql_free(gold)
        if not any(tiers):
            return
        for one, tier in zip(line["corrections"], tiers):
            lists["right"].append(tier == max(tiers))
            lists["list"].append(lists["count"])
            for feature, value in one["features"]:
                lists["features"].append(feature)
                lists["values"].append(value)
            lists["ends"].append(len(lists["features"]))
        lists["count"] += 1

    def gather(self, lists, lines, weights, scratch):
        for fold in range(FOLDS):
            path = os.path.join(scratch, f"lines-{fold}.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines
                                if fold_of(line["db_id"]) == fold)
            with subprocess.Popen(self.command(fold, weights, path),
                                  stdout=subprocess.PIPE) as running:
                for line in running.stdout:
                    self.add(lists, json.loads(line))


def fit(lists, start, strength):
    rows = scipy.sparse.csr_matrix(
        (numpy.array(lists["values"], numpy.float32),
         numpy.array(lists["features"], numpy.int32),
         numpy.array([0] + lists["ends"])),
        shape=(len(lists["ends"]), len(start)))
    columns = rows.T.tocsr()
    of, count = numpy.array(lists["list"]), lists["count"]
    right = numpy.array(lists["right"])

    def log_sum(scores):
        top = numpy.full(count, -1e30)
        numpy.maximum.at(top, of, scores)
        parts = numpy.exp(scores - top[of])
        total = numpy.bincount(of, parts, count)
        return top + numpy.log(total), parts / total[of]

    # Hints are many and rare.
    bounds = numpy.full(len(start), strength / 10)
    for change in range(CHANGES):
        bounds[change * PER_CHANGE + 3:(change + 1) * PER_CHANGE] = strength

    def loss(weights):
        scores = rows @ weights
        every, share = log_sum(scores)
        good, of_good = log_sum(numpy.where(right, scores, -1e30))
        of_good[~right] = 0
        return ((every - good).mean() + (bounds * weights ** 2).sum() / 2,
                columns @ (share - of_good) / count + bounds * weights)

    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B",
                                    options={"maxiter": 150})
    print(f"{count} lists, loss {found.fun:.4f}", flush=True)
    return found.x


def examples(options):
    lines = read(os.path.join(options.data, "splash", "train.jsonl"))
    step = max(1, round(1 / options.part))
    silent = [dict(line, feedback="") for line in lines[::step]]
    golds = {(line["db_id"], line["question"]):
             dict(line, sql=line["gold"], feedback="") for line in lines}
    return lines + silent + list(golds.values())[::step]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--folds")
    parser.add_argument("--part", type=float, default=0.3)
    parser.add_argument("--start", default="lib/models/correct")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--strength", type=float, default=2e-3)
    parser.add_argument("--leave", type=float, default=3.5)
    parser.add_argument("--out", required=True)
    parser.add_argument("data")
    options = parser.parse_args()
    with open(os.path.join(options.start, "config.json"),
              encoding="utf-8") as file:
        config = json.load(file)
    os.makedirs(options.out, exist_ok=True)
    lists = {"right": [], "list": [], "features": [], "values": [],
             "ends": [], "count": 0}
    weights = options.start
    for last in range(options.rounds - 1, -1, -1):
        Gatherer(options).gather(lists, examples(options), weights,
                                 options.out)
        config["weights"] = [
            float(f"{weight:.4g}") for weight in
            fit(lists, numpy.array(config["weights"]), options.strength)]
        config["weights"][KEPT] += 0 if last else options.leave
        with open(os.path.join(options.out, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump(config, file, separators=(",", ":"))
            file.write("\n")
        weights = options.out


if __name__ == "__main__":
    main()
