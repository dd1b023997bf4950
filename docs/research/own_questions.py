#!/usr/bin/env python3
"""What forests learn from questions of our own (docs/training/data).

    own_questions.py --databases DIR --keep DIR [--update PAGE] DATA

--databases is what `check.py --keep` made: DIR/1/DOMAIN/DOMAIN.sqlite. The
features are gathered once and kept in --keep: all that there are, which may be
more than the default model reads. Forests are grown on some of the domains, in
random draws, and measured on DATA/everyday_open and DATA/modern, which have none of
these databases: the share of pairs (a right and a wrong query of one question) that
they rank rightly, and the AUC.

The sketch and schema predictor of the default model have learned from some of
these domains, so that features of these are a little too good.

T2SED_LIBRARY names the library. Needs numpy and lightgbm; five minutes of a
core for the features, five for the forests.
"""
import argparse
import glob
import json
import math
import os
import sys

import lightgbm
import numpy

from firsts import give, head, row

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
import t2sed  # noqa: E402

SIZES, DRAWS, FORESTS = (25, 50, 100, 150, 200, 250), 2, 2
SETTINGS = {"objective": "binary", "learning_rate": 0.04, "num_leaves": 24,
            "min_data_in_leaf": 30, "feature_fraction": 0.35,
            "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5,
            "verbose": -1, "num_threads": 1}


class Gathered:
    """Labelled candidates of some files: features, and what they are."""

    def __init__(self, files, where, kept):
        """where: the path of a database, with {} for its name."""
        self.lines, self.features = [], None
        for path in sorted(glob.glob(files)):
            with open(path, encoding="utf-8") as text:
                self.lines += [json.loads(line) for line in text]
        found = [(number, line["db_id"], one["label"])
                 for number, line in enumerate(self.lines)
                 for one in line["candidates"]]
        self.question = numpy.array([one[0] for one in found])
        self.domain = numpy.array([one[1] for one in found])
        self.label = numpy.array([one[2] for one in found])
        if not os.path.exists(kept):
            numpy.save(kept + ".part.npy", self.gather(where))
            os.replace(kept + ".part.npy", kept)
        self.features = numpy.load(kept)
        if len(self.features) != len(found):
            sys.exit(f"{kept}: is of other questions; remove it")

    def gather(self, where):
        """All features, known to the default model or not yet."""
        sketcher, predictor = t2sed.Sketcher(), t2sed.SchemaPredictor()
        rows, name, evidence, schema = [], None, None, None
        for line in self.lines:
            if line["db_id"] != name:
                name = line["db_id"]
                database = t2sed.Database(where.format(name, name))
                evidence, schema = t2sed.Evidence(database), database.schema
            with t2sed.Question(line["question"],
                                knowledge=line.get("knowledge")) as question:
                evidence.set_question(question)
                evidence.set_sketch(sketcher.predict(question, schema))
                with predictor.predict(question, schema,
                                       evidence) as prediction:
                    evidence.set_prediction(prediction)
                    rows += [compute(evidence, one["sql"])
                             for one in line["candidates"]]
                    evidence.set_prediction(None)
        return numpy.array(rows, numpy.float32)


def compute(evidence, query):
    try:
        return [math.nan if number is None else number
                for number in evidence.compute(query).values()]
    except t2sed.Error:
        return [math.nan] * len(t2sed.Evidence.names())


def grow(features, label):
    """A function of features: the mean of forests."""
    forests = [lightgbm.train(dict(SETTINGS, seed=seed),
                              lightgbm.Dataset(features, label), 300)
               for seed in range(FORESTS)]
    return lambda rows: numpy.mean(
        [one.predict(rows, raw_score=True, num_threads=1)
         for one in forests], 0)


def area(score, label):
    """The area under the ROC curve."""
    rank = numpy.empty(len(score))
    rank[score.argsort(kind="stable")] = numpy.arange(1, len(score) + 1)
    right = label.sum()
    return ((rank[label == 1].sum() - right * (right + 1) / 2) /
            (right * (len(label) - right)))


def pairs(score, of):
    """1, 0.5 or 0 for each pair of a question."""
    for number in numpy.unique(of.question):
        here = numpy.where(of.question == number)[0]
        for wrong in here[of.label[here] == 0]:
            for right in here[of.label[here] == 1]:
                yield (score[right] > score[wrong]) + 0.5 * (
                    score[right] == score[wrong])


def measure(score, of):
    share = numpy.mean(list(pairs(score, of)))
    return f"{share:.3f}, {area(score, of.label):.3f}"


def curve(own, others):
    names = numpy.unique(own.domain)
    lines = head("domains", *others)
    for size in [*(n for n in SIZES if n < len(names)), len(names)]:
        found = []
        for draw in range(DRAWS if size < len(names) else 1):
            some = numpy.random.default_rng(draw).permutation(names)[:size]
            kept = numpy.isin(own.domain, some)
            forests = grow(own.features[kept], own.label[kept])
            found.append([measure(forests(of.features), of)
                          for of in others.values()])
        lines.append(row(size, *("; ".join(one) for one in zip(*found))))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--databases", required=True)
    parser.add_argument("--keep", required=True)
    parser.add_argument("--update")
    options = parser.parse_args()
    os.makedirs(options.keep, exist_ok=True)
    own = Gathered(
        os.path.join(ROOT, "docs", "training", "data", "*", "questions.jsonl"),
        os.path.join(options.databases, "1", "{}", "{}.sqlite"),
        os.path.join(options.keep, "own.npy"))
    others = {name: Gathered(
        os.path.join(options.data, name, "*.jsonl"),
        os.path.join(options.data, name, "database", "{}", "{}.sqlite"),
        os.path.join(options.keep, name + ".npy"))
        for name in ("everyday_open", "modern")}
    give(options.update, "own-questions-table", curve(own, others))


if __name__ == "__main__":
    main()
