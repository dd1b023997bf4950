#!/usr/bin/env python3
"""Gathers the evidence that the ablation's forests learn from and are asked for.

    ablation_gather.py --data DIR --folds DIR --out FILE.npz
                       [--beams NAME=FILE...] [--held-out NAME=FILE...]
                       FILE=WEIGHT/OTHER...

DIR/plan-folds and DIR/schema-folds are what docs/training/default.mk makes, and
files and weights its EVIDENCE_FILES. Training rows are those of `t2sed train
--mixed`, their plans and predicted columns by the models that have not seen the
database; rows of Spider dev (the first candidates of the parsers, and the first
five of --beams) have the shipped ones'. Of --held-out, beams of train databases,
those that are held out are rows to be asked. FILE.npz has, for each row, the evidence
with the database and with the schema alone. Where it is there, of the same
files and with the library's present features, nothing is done. Needs numpy.
"""
import argparse
import math
import os
import sys
import time
from ctypes import byref, c_int, c_void_p

import numpy

from ablation_data import HERE, Labelled, is_held_out, lines
from beams import lot

sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402
from t2sed.errors import ERROR, CError, check  # noqa: E402
from t2sed.library import declare, lib  # noqa: E402

declare("t2sed_evidence_set_prediction", c_int, c_void_p, c_void_p, ERROR)
FOLDS = 5


class Gatherer:
    """Evidence of candidates: with the database, and with the schema alone."""

    def __init__(self, data, folds):
        self.data = data
        self.schemas = t2sed.Schemas(os.path.join(data, "spider",
                                                  "tables.json"))
        self.opened, self.models = {}, {}
        self.folds = folds
        self.names = t2sed.Evidence.names()

    def of(self, db_id):
        if db_id not in self.opened:
            schema = self.schemas[db_id]
            path = os.path.join(self.data, "spider", "database", db_id,
                                db_id + ".sqlite")
            self.opened[db_id] = (schema, t2sed.Evidence(schema, path),
                                  t2sed.Evidence(schema))
        return self.opened[db_id]

    def predictors(self, db_id, seen):
        """Planner and schema predictor that don't know the database."""
        fold = None if not seen else int(lot(db_id, 0) * FOLDS)
        if fold not in self.models:
            at = [None if fold is None else os.path.join(
                self.folds, kind, f"fold-{fold}")
                for kind in ("plan-folds", "schema-folds")]
            self.models[fold] = (t2sed.Planner(at[0]),
                                 t2sed.SchemaPredictor(at[1]))
        return self.models[fold]

    def gather(self, db_id, question, queries, seen):
        """An array [2, features] for each query, or None."""
        schema, *both = self.of(db_id)
        planner, predictor = self.predictors(db_id, seen)
        found, error = [[] for _ in queries], CError()
        with t2sed.Question(question) as asked:
            for i, evidence in enumerate(both):
                evidence.set_question(asked)
                evidence.set_plan(planner.predict(asked, schema))
                with predictor.predict(asked, schema, None if i else
                                       evidence) as prediction:
                    check(lib.t2sed_evidence_set_prediction(
                        evidence.pointer, prediction.pointer, byref(error)),
                        error)
                    for at, query in enumerate(queries):
                        found[at].append(self.compute(evidence, query))
                    check(lib.t2sed_evidence_set_prediction(
                        evidence.pointer, None, byref(error)), error)
        return [None if any(one is None for one in pair) else
                numpy.stack(pair) for pair in found]

    def compute(self, evidence, query):
        try:
            numbers = evidence.compute(query)
        except t2sed.Error:
            return None
        return numpy.array([math.nan if number is None else number
                            for number in numbers.values()], numpy.float32)


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
    `t2sed train --mixed` has them: each query of a question once, of later
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
    options.folds = os.path.abspath(options.folds)
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
          f"{time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
