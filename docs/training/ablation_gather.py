#!/usr/bin/env python3
"""Gathers the evidence that the ablation's forests learn from and are asked for.

    ablation_gather.py --data DIR --folds DIR --out FILE.npz
                       [--beams NAME=FILE...]

DIR/plan-folds, DIR/schema-folds and DIR/splash-beams.jsonl are what
docs/training/default.mk makes. Training rows are those of `t2sed train` with
the recipe's files, --paired and --mixed, their plans and predicted columns by
the models that have not seen the database; rows of Spider dev (the first
candidates of the parsers, and the first five of --beams) have the shipped
ones'. FILE.npz has, for each row, the evidence with the database and with the
schema alone. Where it is there and has the library's present features, nothing
is done. Needs numpy.
"""
import argparse
import ctypes
import os
import sys
import time
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import numpy

from ablation_data import HERE, Labelled, is_held_out, lines
from beams import lot

sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402

LIB = t2sed._lib
FOLDS = 5


class PredictionOptions(ctypes.Structure):
    """t2sed_schema_prediction_options, of t2sed/schema_prediction.h."""
    _fields_ = [("struct_size", c_size_t), ("values", c_void_p),
                ("conversation", c_void_p), ("wrong", c_void_p),
                ("feedback", c_void_p)]


ERROR = POINTER(t2sed._Error)
t2sed._declare("t2sed_schema_predictor_open", c_int, POINTER(c_void_p),
               c_char_p, ERROR)
t2sed._declare("t2sed_schema_prediction_make", c_int, POINTER(c_void_p),
               c_void_p, c_void_p, c_void_p, POINTER(PredictionOptions), ERROR)
t2sed._declare("t2sed_schema_prediction_free", None, c_void_p)
t2sed._declare("t2sed_evidence_set_prediction", c_int, c_void_p, c_void_p,
               ERROR)


def ask(name, *arguments):
    """Calls what makes an object, and returns its pointer."""
    made, error = c_void_p(), t2sed._Error()
    t2sed._check(getattr(LIB, name)(byref(made), *arguments, byref(error)),
                 error)
    return made


def tell(name, *arguments):
    error = t2sed._Error()
    t2sed._check(getattr(LIB, name)(*arguments, byref(error)), error)


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
            self.models[fold] = (
                t2sed.Planner(at[0]),
                ask("t2sed_schema_predictor_open",
                    None if at[1] is None else os.fsencode(at[1])))
        return self.models[fold]

    def gather(self, db_id, question, queries, seen):
        """An array [2, features] for each query, or None."""
        schema, *both = self.of(db_id)
        planner, predictor = self.predictors(db_id, seen)
        found = [[] for _ in queries]
        with t2sed.Question(question) as asked:
            for i, evidence in enumerate(both):
                evidence.set_question(asked)
                evidence.set_plan(planner.predict(asked, schema))
                options = PredictionOptions(
                    ctypes.sizeof(PredictionOptions),
                    evidence.pointer if i == 0 else None, None, None, None)
                prediction = ask("t2sed_schema_prediction_make", predictor,
                                 asked.pointer, schema.pointer, byref(options))
                tell("t2sed_evidence_set_prediction", evidence.pointer,
                     prediction)
                for at, query in enumerate(queries):
                    found[at].append(self.compute(evidence, query))
                tell("t2sed_evidence_set_prediction", evidence.pointer, None)
                LIB.t2sed_schema_prediction_free(prediction)
        return [None if any(one is None for one in pair) else
                numpy.stack(pair) for pair in found]

    def compute(self, evidence, query):
        numbers = (ctypes.c_float * len(self.names))()
        data = query.encode()
        try:
            sql = ask("t2sed_sql_parse_n", data, len(data))
        except t2sed.Error:
            return None
        try:
            tell("t2sed_evidence_compute", evidence.pointer, sql, numbers)
        except t2sed.Error:
            return None
        finally:
            LIB.t2sed_sql_free(sql)
        return numpy.frombuffer(numbers, numpy.float32).copy()


def candidates(line):
    """(SQL, label) of a prediction line, or of one of SPLASH's."""
    if "wrong_sql" in line:
        return [(line["wrong_sql"], line.get("label"))]
    return [(one["sql"], one.get("label")) for one in line["candidates"]]


def training(data, folds):
    """Rows (set, weight, db_id, question, SQL, label), as the trainer has
    them: each query of a question once, later files only for questions of
    which the first has a right query, mixed beams cut to five."""
    files = [("gpt", 1, "predictions/train/gpt4o_mini.jsonl"),
             ("splash", 0.25, "splash/train.jsonl"),
             ("sqledit", 0.25, "predictions/train/sqledit_errors.jsonl"),
             ("beams", 0.5, os.path.join(folds, "splash-beams.jsonl"))]
    right, seen = set(), set()
    for name, weight, path in files:
        for line in lines(os.path.join(data, path) if path[0] != "/" else path):
            where = line["db_id"], line["question"]
            pairs = [pair for pair in candidates(line) if pair[1] in (0, 1)]
            if name == "gpt":
                pairs = pairs[:1]
                right.update(where for _, label in pairs if label)
            elif where not in right or is_held_out(line["db_id"]):
                continue
            if name == "beams":
                kept = [[p for p in pairs if p[1]][:2],
                        [p for p in pairs if not p[1]][:3]]
                pairs = kept[0] + kept[1] if all(kept) else []
            for sql, label in pairs:
                if (where, sql) in seen:
                    continue
                seen.add((where, sql))
                held = name == "gpt" and is_held_out(line["db_id"])
                yield ("held out" if held else name, weight, *where, sql, label)


def rows(options):
    yield from training(options.data, options.folds)
    beams = dict(beam.split("=", 1) for beam in options.beams)
    items, seen = Labelled(options.data, beams), set()
    sets = {"dev": sum(items.parsers.values(), []),
            **{name: items.others[name] for name in beams}}
    for name, pairs in sets.items():
        for item, label in pairs:
            if item not in seen:
                seen.add(item)
                yield (name, 0, *item, label)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("data", "folds", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--beams", action="append", default=[])
    options = parser.parse_args()
    options.folds = os.path.abspath(options.folds)
    gatherer = Gatherer(options.data, options.folds)
    if os.path.exists(options.out):
        with numpy.load(options.out) as made:
            if list(made["names"]) == gatherer.names:
                return
    began, grouped = time.time(), {}
    for row in rows(options):
        grouped.setdefault((row[0] == "dev" or row[0] in [
            beam.split("=")[0] for beam in options.beams], *row[2:4]),
            []).append(row)
    made, numbers, lost = [], [], 0
    for (new, db_id, question), group in grouped.items():
        found = gatherer.gather(db_id, question, [row[4] for row in group],
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
                databases=columns[2], questions=columns[3],
                queries=columns[4], labels=numpy.float32(columns[5]),
                evidence=numpy.stack(numbers))
    os.rename(options.out + ".part.npz", options.out)
    print(f"{len(made)} rows, {lost} without evidence, "
          f"{time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
