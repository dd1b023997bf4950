"""Evidence of queries on Spider's databases, as `t2sed train` gathers it.

T2SED_LIBRARY names the library. Needs numpy.
"""
import math
import os
import sys

import numpy

from beams import lot

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402

FOLDS = 5


class Gatherer:
    """Evidence of queries: with the database, and with the schema alone.

    data   the directory of docs/training.md.
    folds  has plan-folds and schema-folds (docs/training/default.mk).
    """

    def __init__(self, data, folds):
        self.data, self.folds = data, os.path.abspath(folds)
        self.schemas = t2sed.Schemas(os.path.join(data, "spider",
                                                  "tables.json"))
        self.opened, self.models = {}, {}
        self.names = t2sed.Evidence.names()

    def of(self, db_id):
        """Schema, and the evidence of both cases."""
        if db_id not in self.opened:
            schema = self.schemas[db_id]
            path = os.path.join(self.data, "spider", "database", db_id,
                                db_id + ".sqlite")
            self.opened[db_id] = (
                schema, t2sed.Evidence(t2sed.Database(path, schema=schema)),
                t2sed.Evidence(t2sed.Database(schema=schema)))
        return self.opened[db_id]

    def predictors(self, fold):
        """Sketcher and schema predictor that have not seen a fold; None: those
        that ship."""
        if fold not in self.models:
            at = [None if fold is None else os.path.join(
                self.folds, kind, f"fold-{fold}")
                for kind in ("plan-folds", "schema-folds")]
            self.models[fold] = (t2sed.Sketcher(at[0]),
                                 t2sed.SchemaPredictor(at[1]))
        return self.models[fold]

    def gather(self, db_id, question, queries, train=True):
        """An array [2, features] for each query, or None where it is no SQL.

        train  whether it is a train database, whose plan and columns are
               predicted by the models that have not seen it.
        """
        schema, *cases = self.of(db_id)
        sketcher, predictor = self.predictors(
            int(lot(db_id, 0) * FOLDS) if train else None)
        found = [[] for _ in queries]
        with t2sed.Question(question) as asked:
            for case, evidence in enumerate(cases):
                evidence.set_question(asked)
                evidence.set_sketch(sketcher.predict(asked, schema))
                with predictor.predict(asked, schema, None if case else
                                       evidence) as prediction:
                    evidence.set_prediction(prediction)
                    for numbers, query in zip(found, queries):
                        numbers.append(self._compute(evidence, query))
                    evidence.set_prediction(None)
        return [None if any(one is None for one in pair) else
                numpy.stack(pair) for pair in found]

    @staticmethod
    def _compute(evidence, query):
        try:
            numbers = evidence.compute(query)
        except t2sed.Error:
            return None
        return numpy.array([math.nan if number is None else number
                            for number in numbers.values()], numpy.float32)
