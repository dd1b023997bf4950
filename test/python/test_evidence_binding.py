"""The Python binding's evidence, which needs no model."""

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

TABLES = "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
ROWS = "INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL);"
QUESTION = "What is the name of the pet of weight 3.5?"


class EvidenceBinding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = os.path.join(folder.name, "pets.sqlite")
        connection = sqlite3.connect(self.database)
        connection.executescript(TABLES + ROWS)
        connection.close()
        self.schema = t2sed.Schema.from_sqlite(self.database)
        self.addCleanup(self.schema.close)

    def compute(self, query, *arguments, **options):
        database = t2sed.Database(*arguments, **options) \
            if arguments or options else None
        with t2sed.Evidence(database) as evidence:
            evidence.set_question(QUESTION)
            return evidence.compute(query)

    def assert_error(self, code, call, *arguments, **named):
        with self.assertRaises(t2sed.Error) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.code, code)

    def test_names_and_meanings(self):
        names, meanings = t2sed.Evidence.names(), t2sed.Evidence.meanings()
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("execution.empty", names)
        self.assertEqual(list(meanings), names)
        self.assertTrue(all(meanings.values()))

    def test_database(self):
        found = self.compute("SELECT name FROM pet WHERE weight = 3.5",
                             self.database)
        self.assertEqual(list(found), t2sed.Evidence.names())
        for name in ("source.schema", "source.values", "source.execution",
                     "execution.one_row"):
            self.assertEqual(found[name], 1.0, name)
        self.assertEqual(found["execution.empty"], 0.0)
        none = self.compute("SELECT name FROM pet WHERE weight = 9",
                            self.database)
        self.assertEqual(none["execution.empty"], 1.0)

    def test_what_is_unknown_is_none(self):
        for arguments, options in (((), {"schema": self.schema}),
                                   ((self.database,),
                                    {"max_milliseconds": -1}),
                                   ((), {})):
            found = self.compute("SELECT name FROM pet", *arguments, **options)
            self.assertEqual(found["source.execution"], 0.0)
            self.assertIsNone(found["execution.empty"])
            self.assertEqual(found["source.schema"], float(bool(arguments or options)))
        kept = self.compute("SELECT name FROM pet", self.database,
                            values_milliseconds=-1)
        self.assertEqual(kept["source.values"], 0.0)
        self.assertEqual(kept["execution.empty"], 0.0)

    def test_database_is_never_changed(self):
        with open(self.database, "rb") as file:
            before = file.read()
        with t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            evidence.set_question(QUESTION)
            for query in ("DELETE FROM pet", "DROP TABLE pet"):
                try:
                    evidence.compute(query)
                except t2sed.Error:
                    pass
        with open(self.database, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_one_question_after_another(self):
        with t2sed.Question("How many pets?") as question, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            evidence.set_question(question)
            first = evidence.compute("SELECT count(*) FROM pet")
            evidence.set_question(QUESTION)
            self.assertNotEqual(evidence.compute("SELECT count(*) FROM pet"),
                                first)
            evidence.set_question(question)
            self.assertEqual(evidence.compute("SELECT count(*) FROM pet"),
                             first)

    def test_what_can_not_be_opened(self):
        self.assert_error("ENOTFOUND", t2sed.Database, "/no/such.sqlite")
        other = self.database + ".txt"
        with open(other, "w", encoding="utf-8") as file:
            file.write("this is no database" * 100)
        self.assert_error("EDATABASE", t2sed.Database, other)
        for option in ({"max_milliseconds": -2}, {"max_rows": -1},
                       {"values_milliseconds": -2}):
            self.assert_error("EINVAL", t2sed.Database, self.database,
                              **option)

    def test_what_can_not_be_computed(self):
        with t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            self.assert_error("ESTATE", evidence.compute, "SELECT 1")
            evidence.set_question(QUESTION)
            self.assert_error("ESYNTAX", evidence.compute, "SELEC")
            refused = evidence.compute("SELECT no_such_column FROM pet")
            self.assertIsInstance(refused, dict)

    def test_earlier_turns_are_heard(self):
        query = "SELECT name FROM pet WHERE weight = 3.5"
        with t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            def unasked(*earlier):
                evidence.set_question("What are their names?", *earlier)
                return evidence.compute(query)["value.number_not_in_question"]
            self.assertEqual(unasked(), 1)
            self.assertEqual(unasked(["Which pets weigh 3.5?"]), 0)
            self.assertEqual(unasked([("Which one?", query)]), 0)
            self.assertEqual(unasked([("Which one?", None)]), 1)
            alone = evidence.compute(query)
            evidence.set_question("What are their names?", [])
            self.assertEqual(evidence.compute(query).keys(), alone.keys())
            self.assert_error("EEMPTY", evidence.set_question, QUESTION, [""])

    def test_closed_objects_are_refused(self):
        evidence = t2sed.Evidence(t2sed.Database(self.database))
        evidence.set_question(QUESTION)
        evidence.compute("SELECT 1")
        evidence.close()
        evidence.close()
        with self.assertRaises(ValueError):
            evidence.set_question(QUESTION)
        database = t2sed.Database(self.database)
        database.close()
        with self.assertRaises(ValueError):
            t2sed.Evidence(database)


if __name__ == "__main__":
    tap.main()
