#!/usr/bin/env python3
"""What each source of training data and each setting adds to the forests.

    data_tables.py measure --bins FILE --out results.json
    data_tables.py write --results FILE --update docs/research/training.md

FILE of --bins is data_gather.py's. Every row of the tables is measured on five
partings of the train databases, each fifth by models that have not seen its
databases (three a parting, their mean is taken): the AUC on GPT-4o-mini's
predictions and on SPLASH's beams, and on each of both by models that have
learned from no query of that parser. Needs numpy, and CuPy or LightGBM
(boosts.py).
"""
import argparse
import json
import lzma
import os
import pickle
import sys
import time

import numpy

import boosts

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "research"))

FOLDS, MODELS = 5, 3
DATABASE, SCHEMA = 0, 1
TREES = 200
COLUMNS = ("GPT-4o-mini", "SPLASH's beams", "GPT-4o-mini, new",
           "SPLASH's beams, new")
OWN = {"gpt": "GPT-4o-mini", "sqledit": "GPT-4o-mini", "tries": "GPT-4o-mini",
       "paraphrases": "GPT-4o-mini", "beams": "SPLASH's beams",
       "splash": "SPLASH's beams"}  # whose queries a source holds
BEFORE = {"gpt": 1, "splash": 0.25, "sqledit": 0.25, "beams": 0.5}
BASE = {"gpt": 1, "sqledit": 0.25, "beams": 0.5}
RECIPE = {**BASE, "tries": 0.5, "paraphrases": 0.1, "mutants": 0.1}
SAID_ALONE = {"gpt": 1, "sqledit": 0.25}
SAID = {"gpt": 1, "sqledit": 0.25, "tries": 0.5, "paraphrases": 0.1,
        "mutants": 0.1}
# Rows: what is said of them, sources with weights, settings.
DATA = [
    ("GPT-4o-mini's predictions (1)", {"gpt": 1}, {}),
    ("and sqledit's errors (0.25)", {"gpt": 1, "sqledit": 0.25}, {}),
    ("and SPLASH's wrong parses (0.25)", {"gpt": 1, "splash": 0.25}, {}),
    ("and SPLASH's beams (0.5)", {"gpt": 1, "beams": 0.5}, {}),
    ("the recipe before: all these, of questions with a right prediction "
     "alone", BEFORE, {"paired": True}),
    ("**base**: predictions, sqledit's errors, SPLASH's beams", BASE, {}),
    ("base, beams 0.25", {**BASE, "beams": 0.25}, {}),
    ("base, beams 1", {**BASE, "beams": 1}, {}),
    ("base, four right and eight wrong of a beam (0.25)",
     {**BASE, "beams": 0.25}, {"whole": True}),
    ("base and SPLASH's wrong parses (0.25)", {**BASE, "splash": 0.25}, {}),
    ("base and other tries (0.5)", {**BASE, "tries": 0.5}, {}),
    ("base and paraphrases (0.1)", {**BASE, "paraphrases": 0.1}, {}),
    ("base and paraphrases (0.25)", {**BASE, "paraphrases": 0.25}, {}),
    ("base and mutants (0.03)", {**BASE, "mutants": 0.03}, {}),
    ("base and mutants (0.1)", {**BASE, "mutants": 0.1}, {}),
    ("base and mutants (0.25)", {**BASE, "mutants": 0.25}, {}),
    ("base and mutants, by their likeness to errors (0.25)",
     {**BASE, "mutants": 0.25}, {"alike": True}),
    ("base and gold queries (0.1)", {**BASE, "gold": 0.1}, {}),
    ("base and gold queries restyled (0.1)", {**BASE, "restyled": 0.1}, {}),
    ("base and gold queries restyled (0.25)", {**BASE, "restyled": 0.25}, {}),
    ("base and gold queries restyled, where a prediction is wrong (0.25)",
     {**BASE, "restyled": 0.25}, {"where_wrong": True}),
    ("**six**: base, other tries (0.5), paraphrases (0.1), mutants (0.1)", RECIPE, {}),
    ("mean of forests: predictions, sqledit's errors; beams", SAID_ALONE,
     {"others": {"beams": 1}}),
    ("mean of forests: predictions, sqledit's errors, mutants (0.1); beams, "
     "mutants (0.1)", {**SAID_ALONE, "mutants": 0.1},
     {"others": {"beams": 1, "mutants": 0.1}}),
    ("mean of forests: those, other tries, paraphrases; beams, mutants (0.1)",
     SAID, {"others": {"beams": 1, "mutants": 0.1}}),
    ("mean of forests: six; beams, mutants (0.1)", RECIPE,
     {"others": {"beams": 1, "mutants": 0.1}}),
    ("mean of forests: six; predictions (0.25), beams, mutants (0.25)",
     RECIPE, {"others": {"gpt": 0.25, "beams": 1, "mutants": 0.25}}),
]
SETTINGS = [
    ("six", RECIPE, {}),
    ("half of the features a tree, not a quarter", RECIPE, {"feature_part": 0.5}),
    ("trees of depth 5", RECIPE, {"depth": 5, "leaves": 15}),
    ("trees of depth 7", RECIPE, {"depth": 7, "leaves": 63}),
    ("penalty 10, not 2", RECIPE, {"penalty": 10}),
    ("rate 0.025, twice the trees", RECIPE, {"rate": 0.025, "trees": 400}),
    ("100 trees, not 200", RECIPE, {"trees": 100}),
    ("400 trees", RECIPE, {"trees": 400}),
    ("one forest, not the mean of three", RECIPE, {"models": 1}),
    ("the mean of eight", RECIPE, {"models": 8}),
    ("right and wrong weigh the same at each length of the gold query",
     RECIPE, {"equal": True}),
    ("without `shape.*`", RECIPE, {"without": ["shape"]}),
    ("`shape.*` unknown in 0.3 of the examples", RECIPE, {"unknown": 0.3}),
    ("without `cue.*`", RECIPE, {"without": ["cue"]}),
    ("without `join.*`", RECIPE, {"without": ["join"]}),
    ("without `value.*`", RECIPE, {"without": ["value"]}),
]
SCHEMA_ALONE = [
    ("GPT-4o-mini's predictions", {"gpt": 1}, {}),
    ("the recipe before", BEFORE, {"paired": True}),
    ("base", BASE, {}),
    ("six", RECIPE, {}),
]


def auc(labels, scores):
    order = numpy.argsort(scores, kind="stable")
    _, inverse, counts = numpy.unique(scores[order], return_inverse=True,
                                      return_counts=True)
    ranks = (numpy.cumsum(counts) - (counts - 1) / 2)[inverse]
    right = labels[order] == 1
    count = right.sum()
    return ((ranks[right].sum() - count * (count + 1) / 2) /
            (count * (len(labels) - count)))


class Measure:
    def __init__(self, bins):
        with lzma.open(bins) as file:
            self.__dict__.update(pickle.load(file))
        self.label = self.label.astype(numpy.float32)
        self.groups = numpy.array([name.split(".")[0]
                                   for name in self.features])
        said = self.of("gpt")
        self.has_right = numpy.isin(self.question, self.question[
            said & (self.label == 1)])
        self.has_wrong = numpy.isin(self.question, self.question[
            said & (self.label == 0)])
        self.few = self.first_of_beam()
        self.tests = {COLUMNS[0]: said,
                      COLUMNS[1]: self.of("beams") & self.few}
        self.likeness = None

    def of(self, source):
        return self.source == self.sources.index(source)

    def first_of_beam(self):
        """Of each question's two right and three wrong queries a source."""
        few, count = numpy.ones(len(self.label), bool), {}
        for i in numpy.flatnonzero(self.of("beams")):
            key = self.question[i], self.label[i]
            count[key] = count.get(key, 0) + 1
            few[i] = count[key] <= (2 if self.label[i] else 3)
        return few

    def weights(self, sources, setting):
        """Each query of a question counts once, for the first source."""
        weights = numpy.zeros(len(self.label), numpy.float32)
        taken = numpy.zeros(self.query.max() + 1, bool)
        for name, weight in sources.items():
            rows = self.of(name) & ~taken[self.query]
            if name == "beams" and not setting.get("whole"):
                rows &= self.few
            if setting.get("paired") and name != "gpt":
                rows &= self.has_right
            if setting.get("where_wrong") and name == "restyled":
                rows &= self.has_wrong
            rows = numpy.flatnonzero(rows)
            rows = rows[numpy.unique(self.query[rows], return_index=True)[1]]
            weights[rows] = weight
            taken[self.query[rows]] = True
        if setting.get("alike"):
            weights *= numpy.where(self.of("mutants"), self.alike(), 1)
        if setting.get("equal"):
            weights *= self.equal()
        return weights

    def alike(self):
        """How much likelier a wrong query is an error than a mutant, by
        models that have not seen its database."""
        if self.likeness is None:
            errors = (self.label == 0) & (self.of("gpt") | self.of("splash"))
            mutants = self.of("mutants")
            weights = numpy.where(errors, 1, mutants * errors.sum() /
                                  mutants.sum()).astype(numpy.float32)
            found = boosts.scores(
                self.bins[DATABASE], errors.astype(numpy.float32),
                numpy.stack([weights * (self.fold != fold)
                             for fold in range(FOLDS)]),
                numpy.zeros(FOLDS, int), trees=80, depth=5)
            self.likeness = numpy.clip(numpy.exp(
                found[self.fold, numpy.arange(len(self.fold))]), 0, 3)
        return self.likeness

    def equal(self):
        out = numpy.ones(len(self.label), numpy.float32)
        said = self.of("gpt")
        edges = numpy.quantile(self.gold_words[said], [0.2, 0.4, 0.6, 0.8])
        part, whole = numpy.digitize(self.gold_words, edges), \
            self.label[said].mean()
        for i in range(5):
            rows = said & (part == i)
            share = self.label[rows].mean()
            out[rows] = numpy.where(self.label[rows] == 1, whole / share,
                                    (1 - whole) / (1 - share))
        return out

    def logits(self, sources, setting, case):
        """[rows]: the mean of models that have not seen the database, and of
        those of setting["others"] where there are."""
        others = setting.get("others", {})
        if others:
            setting = {**setting, "others": {}}
            found = [self.logits(one, setting, case) for one in
                     (sources, others) if set(one) & {"gpt", "beams"}]
            return sum(found) / len(found)
        models = setting.get("models", MODELS)
        weights = self.weights(sources, setting)
        without = setting.get("without", []) + ["source"] * (case == DATABASE)
        features = numpy.flatnonzero(~numpy.isin(self.groups, without))
        bins, labels, rows = self.bins[case], self.label, len(self.label)
        weights = numpy.stack([weights * (self.fold != fold)
                               for fold in range(FOLDS)
                               for _ in range(models)])
        if setting.get("unknown"):
            bins, labels, weights = self.hide(bins, labels, weights,
                                              setting["unknown"])
        found = boosts.scores(
            bins, labels, weights, numpy.tile(numpy.arange(models), FOLDS),
            features, setting.get("trees", TREES),
            **{key: value for key, value in setting.items()
               if key in boosts.OPTIONS})[:, :rows]
        found = found.reshape(FOLDS, models, rows).mean(1)
        return found[self.fold, numpy.arange(rows)]

    def hide(self, bins, labels, weights, part):
        """What is learned from as a copy, shape unknown in a part of it."""
        used = numpy.flatnonzero(weights.any(0))
        copy = bins[:, used].copy()
        hidden = numpy.random.RandomState(5).rand(len(used)) < part
        copy[numpy.ix_(self.groups == "shape", hidden)] = 0
        zeros = numpy.zeros_like(weights)
        return (numpy.concatenate([bins, copy], 1),
                numpy.concatenate([labels, labels[used]]),
                numpy.concatenate([zeros, weights[:, used]], 1))

    def aucs(self, test, logits):
        """One of each fold."""
        return [float(auc(self.label[rows], logits[rows]))
                for fold in range(FOLDS)
                for rows in [self.tests[test] & (self.fold == fold)]]

    def row(self, sources, setting, case):
        found, logits = {}, self.logits(sources, setting, case)
        for test in COLUMNS[:2]:
            found[test] = self.aucs(test, logits)
        for test in COLUMNS[:2]:
            new, *others = [
                {name: weight for name, weight in one.items()
                 if OWN.get(name) != test}
                for one in (sources, setting.get("others", {}))]
            if not {"gpt", "beams"} & (set(new) | set(others[0])):
                continue
            found[test + ", new"] = self.aucs(test, self.logits(
                new, {**setting, "others": others[0]}, case))
        return found, logits

    def calibration(self, logits):
        """Log loss and calibration error of ways to calibrate, fitted on
        GPT-4o-mini's predictions on the other folds."""
        from sklearn.isotonic import IsotonicRegression
        from sklearn.linear_model import LogisticRegression
        found = {}
        for test, rows in self.tests.items():
            for way in ("as it is", "scale and shift", "isotonic"):
                chances = numpy.zeros(len(logits))
                for fold in range(FOLDS):
                    learn = self.tests[COLUMNS[0]] & (self.fold != fold)
                    ask = rows & (self.fold == fold)
                    x, y = logits[learn], self.label[learn]
                    if way == "isotonic":
                        model = IsotonicRegression(y_min=0.002, y_max=0.998,
                                                   out_of_bounds="clip")
                        chances[ask] = model.fit(x, y).predict(logits[ask])
                    elif way == "as it is":
                        chances[ask] = 1 / (1 + numpy.exp(-logits[ask]))
                    else:
                        model = LogisticRegression(C=1e6).fit(x[:, None], y)
                        chances[ask] = model.predict_proba(
                            logits[ask, None])[:, 1]
                p, y = numpy.clip(chances[rows], 1e-4, 1 - 1e-4), \
                    self.label[rows]
                bucket = numpy.minimum((p * 10).astype(int), 9)
                error = sum(abs(p[bucket == i].sum() - y[bucket == i].sum())
                            for i in range(10)) / len(p)
                loss = -(y * numpy.log(p) + (1 - y) * numpy.log(1 - p)).mean()
                found.setdefault(way, {})[test] = [float(loss), float(error)]
        return found


def measure(options):
    began, it = time.time(), Measure(options.bins)
    results = {"booster": boosts.NAME, "rows": {
        name: int(it.of(name).sum()) for name in it.sources}}
    for table, rows, case in (("data", DATA, DATABASE),
                              ("schema", SCHEMA_ALONE, SCHEMA),
                              ("settings", SETTINGS, DATABASE)):
        for name, sources, setting in rows:
            found, logits = it.row(sources, setting, case)
            results.setdefault(table, {})[name] = found
            print(f"{time.time() - began:4.0f} s", table, name, *(
                f"{numpy.mean(one):.4f}" for one in found.values()),
                flush=True)
            if name == SETTINGS[0][0] and table == "settings":
                results["calibration"] = it.calibration(logits)
                print(results["calibration"], flush=True)
            with open(options.out, "w", encoding="utf-8") as file:
                json.dump(results, file)


def table(rows, against):
    """Means in percent, and what changed to a row with its standard error
    over the partings, in points."""
    out = ["| | " + " | ".join(COLUMNS) + " |", "|---" * 5 + "|"]
    for name, found in rows.items():
        cells = []
        for column in COLUMNS:
            if column not in found:
                cells.append("-")
                continue
            cell = f"{100 * numpy.mean(found[column]):.2f}"
            if name != against and column in rows[against]:
                change = 100 * (numpy.array(found[column]) -
                                rows[against][column])
                cell += (f" ({change.mean():+.2f} ± "
                         f"{change.std(ddof=1) / len(change) ** 0.5:.2f})")
            cells.append(cell)
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(out)


def write(options):
    from firsts import put
    with open(options.results, encoding="utf-8") as file:
        results = json.load(file)
    base = next(name for name in results["data"] if "**base**" in name)
    ways = ["| | GPT-4o-mini | SPLASH's beams |",
            "|---|---|---|"]
    for name, found in results["calibration"].items():
        ways.append(f"| {name} | " + " | ".join(
            f"{loss:.4f}, {error:.3f}" for loss, error in found.values()) +
            " |")
    rows = ", ".join(f"{name} {count}"
                     for name, count in results["rows"].items())
    put(options.update, "data-tables", "\n\n".join((
        table(results["data"], base),
        "With the schema alone:", table(results["schema"], "base"),
        "Settings, for the six:", table(results["settings"], "six"),
        "Calibration of the six, fitted on GPT-4o-mini's predictions of other "
        "databases (log loss, expected calibration error):", "\n".join(ways),
        f"Grown by {results['booster']} (`docs/training/boosts.py`); examples: "
        f"{rows}.")))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("do", choices=("measure", "write"))
    parser.add_argument("--bins")
    parser.add_argument("--out")
    parser.add_argument("--results")
    parser.add_argument("--update")
    options = parser.parse_args()
    if options.do == "measure":
        measure(options)
    else:
        write(options)


if __name__ == "__main__":
    main()
