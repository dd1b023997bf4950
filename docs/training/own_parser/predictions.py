"""What libt2sed says of questions and right queries.

Sketcher and schema predictor are those that have not seen the database, as the
parser will meet the databases that it is for. The library is used through its
Python binding, in a process of its own: it may bring a libtorch.
"""
import json
import os
from functools import lru_cache

import t2sed

FOLDS = 5
# Names resolved, no constraints of joins, the writer's style taken out.
VIEW = {"keep_punctuation": 1, "resolve_aliases": 1, "plain_style": 1}
# File, field of the right query, name of the source.
SOURCES = (("spider/train_spider.jsonl", "query", "train_spider"),
           ("spider/train_others.jsonl", "query", "train_others"),
           ("spider_syn/train.jsonl", "gold_sql", "spider_syn"))


class Predictions:
    """Sketchers, schema predictors and databases, opened once."""

    def __init__(self, data, plan_folds, schema_folds):
        self._data = data
        self._schemas = t2sed.Schemas(f"{data}/spider/tables.json")
        self._sketchers = [t2sed.Sketcher(f"{plan_folds}/fold-{fold}")
                          for fold in range(FOLDS)]
        self._predictors = [
            t2sed.SchemaPredictor(f"{schema_folds}/fold-{fold}")
            for fold in range(FOLDS)]

    @lru_cache(maxsize=None)
    def _database(self, db_id):
        path = os.path.join(self._data, "spider", "database", db_id,
                            f"{db_id}.sqlite")
        schema = self._schemas[db_id]
        return schema, t2sed.Evidence(t2sed.Database(path, schema=schema))

    def question(self, db_id, text):
        """Probabilities: "plan" [heads], "columns" [columns][roles], "tables"
        [tables]."""
        schema, values = self._database(db_id)
        fold = t2sed.database_fold(db_id, FOLDS)
        with t2sed.Question(text) as question:
            values.set_question(question)
            with self._sketchers[fold].predict(question, schema) as plan, \
                    self._predictors[fold].predict(question, schema,
                                                   values) as prediction:
                return {"plan": list(plan.probabilities().values()),
                        "columns": [list(roles.values())
                                    for roles in prediction.columns()],
                        "tables": prediction.tables()}

    def terminals(self, db_id, query):
        """The terminals of a query, or None where it does not parse."""
        try:
            with t2sed.Sql(query) as sql:
                tree = sql.tree("json", view=VIEW,
                                schema=self._database(db_id)[0])
        except t2sed.Error:
            return None
        return leaves(tree)


def leaves(tree):
    """The terminals of a tree that was printed as JSON."""
    return list(_terminals(json.loads(tree)))


def _terminals(node):
    if "text" in node:
        yield node["text"]
    for child in node.get("children", ()):
        yield from _terminals(child)


def read(data, plan_folds, schema_folds):
    """Everything that the parser is made from, as plain data.

    {"examples": [(source, db_id, question, query)], "folds": {db_id: fold},
    "questions": {(db_id, question): probabilities}, "queries": {(db_id,
    query): terminals}}
    """
    predictions = Predictions(data, plan_folds, schema_folds)
    examples, questions, queries = [], {}, {}
    for path, field, source in SOURCES:
        with open(os.path.join(data, path), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            db_id, text, query = line["db_id"], line["question"], line[field]
            examples.append((source, db_id, text, query))
            if (db_id, text) not in questions:
                questions[db_id, text] = predictions.question(db_id, text)
            if (db_id, query) not in queries:
                queries[db_id, query] = predictions.terminals(db_id, query)
    folds = {db_id: t2sed.database_fold(db_id, FOLDS)
             for _, db_id, _, _ in examples}
    return {"examples": examples, "folds": folds, "questions": questions,
            "queries": queries}
