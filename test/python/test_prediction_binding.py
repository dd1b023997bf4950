"""Trees of queries, schema predictions and folds from Python."""

import json
import os
import sqlite3
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

MODEL = os.path.join(ROOT, "lib", "models", "schema-prediction")
TABLES = """CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);
CREATE TABLE fair (id INTEGER PRIMARY KEY, town TEXT);"""
ROWS = "INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL);"


class Trees(unittest.TestCase):
    def setUp(self):
        self.schema = t2sed.Schema.from_ddl(TABLES)
        self.addCleanup(self.schema.close)

    def test_whole_and_simplified(self):
        with t2sed.Sql("SELECT p.name FROM pet AS p") as query:
            whole = query.tree()
            self.assertIn('"AS"', whole)
            self.assertIn('"p"', whole)
            self.assertEqual(json.loads(query.tree("json"))["range"], [0, 27])
            view = query.tree(view={}, schema=self.schema)
            self.assertIn('"pet.name"', view)
            self.assertNotIn('"AS"', view)
            self.assertTrue(query.tree("dot").startswith("digraph"))

    def test_a_switch_that_is_none(self):
        with t2sed.Sql("SELECT 1") as query:
            with self.assertRaisesRegex(TypeError, "no switch colour"):
                query.tree(view={"colour": 1})


class Folds(unittest.TestCase):
    def test_are_those_of_the_recipe(self):
        sys.path.insert(0, os.path.join(ROOT, "docs", "training"))
        from beams import lot
        for name in ("pets_1", "flight_2", "", "Ä"):
            self.assertEqual(t2sed.database_fold(name), int(lot(name, 0) * 5))
        self.assertEqual(t2sed.database_fold("pets_1", 1), 0)


class SchemaPredictions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.predictor = t2sed.SchemaPredictor(MODEL)
        cls.addClassCleanup(cls.predictor.close)

    def setUp(self):
        self.schema = t2sed.Schema.from_ddl(TABLES)
        self.addCleanup(self.schema.close)

    def test_names_in_the_question_are_likelier(self):
        with self.predictor.predict("List the names of all pets.",
                                    self.schema) as prediction:
            columns, tables = prediction.columns(), prediction.tables()
        self.assertEqual((len(columns), len(tables)), (5, 2))
        self.assertEqual(set(columns[0]), {"selected", "condition", "grouped",
                                           "ordered", "joined", "used"})
        self.assertGreater(tables[0], tables[1])
        self.assertEqual(max(range(5), key=lambda column:
                             columns[column]["selected"]), 1)

    def test_values_tell_more(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pets.sqlite")
            connection = sqlite3.connect(path)
            connection.executescript(TABLES + ROWS)
            connection.close()
            asked = "How heavy is Rex?"
            with t2sed.Schema.from_sqlite(path) as schema, \
                    t2sed.Evidence(t2sed.Database(
                        path, schema=schema)) as values, \
                    self.predictor.predict(asked, schema) as without, \
                    self.predictor.predict(asked, schema, values) as told:
                self.assertGreater(told.columns()[1]["condition"],
                                   without.columns()[1]["condition"])

    def test_evidence_compares_queries_with_it(self):
        with t2sed.Evidence(t2sed.Database(schema=self.schema)) as evidence, \
                self.predictor.predict("List the names of all pets.",
                                       self.schema) as prediction:
            def columns(query):
                return {name: number for name, number
                        in evidence.compute(query).items()
                        if name.startswith("column.")}
            evidence.set_question("List the names of all pets.")
            named = "SELECT name FROM pet"
            self.assertEqual(set(columns(named).values()), {None})
            evidence.set_prediction(prediction)
            known = columns(named)
            self.assertNotEqual(set(known.values()), {None})
            self.assertNotEqual(known, columns("SELECT town FROM fair"))
            evidence.set_prediction(None)
            self.assertEqual(set(columns(named).values()), {None})
            evidence.set_prediction(prediction)
            evidence.set_question("Which fairs are there?")
            self.assertEqual(set(columns(named).values()), {None})

    def test_evidence_refuses_that_of_another_schema(self):
        with t2sed.Schema.from_ddl("CREATE TABLE pet (id INT);") as other, \
                t2sed.Evidence(t2sed.Database(schema=other)) as evidence, \
                self.predictor.predict("Which pets?",
                                       self.schema) as prediction:
            evidence.set_question("Which pets?")
            with self.assertRaises(t2sed.Error) as caught:
                evidence.set_prediction(prediction)
        self.assertEqual(caught.exception.code, "EINVAL")

    def test_values_of_another_schema_are_refused(self):
        with t2sed.Schema.from_ddl(TABLES) as other, \
                t2sed.Evidence(t2sed.Database(schema=other)) as values:
            with self.assertRaises(t2sed.Error) as caught:
                self.predictor.predict("Which pets?", self.schema, values)
        self.assertEqual(caught.exception.code, "EINVAL")

    def test_no_predictor_there(self):
        with self.assertRaises(t2sed.Error) as caught:
            t2sed.SchemaPredictor(os.path.join(ROOT, "lib", "nowhere"))
        self.assertEqual(caught.exception.code, "ENOTFOUND")


if __name__ == "__main__":
    tap.main()
