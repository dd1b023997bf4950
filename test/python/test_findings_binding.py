"""Findings from Python and from the C example; neither needs a model."""

import os
import sqlite3
import subprocess
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


class Findings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = os.path.join(folder.name, "pets.sqlite")
        connection = sqlite3.connect(self.database)
        connection.executescript(TABLES + ROWS)
        connection.close()
        self.schema = t2sed.Schema.from_sqlite(self.database)
        self.addCleanup(self.schema.close)
        self.evidence = t2sed.Evidence(t2sed.Database(self.database))
        self.addCleanup(self.evidence.close)

    def test_places_are_characters(self):
        self.evidence.set_question("Für Zoë: how many pets?")
        query = "SELECT 'ö', nam FROM pet"
        finding, = self.evidence.findings(query)
        self.assertEqual((finding.code, finding.severity, finding.suggestion),
                         ("unknown_column", "error", "name"))
        self.assertEqual(query[slice(*finding.sql)], "nam")
        self.assertIsNone(finding.question)
        question = "Für Zoë: which different pets?"
        self.evidence.set_question(t2sed.Question(question))
        finding, = self.evidence.findings("SELECT name FROM pet")
        self.assertEqual(finding.code, "distinct_missing")
        self.assertEqual(question[slice(*finding.question)], "different")
        self.assertIsNone(finding.suggestion)

    def test_nothing_to_find(self):
        self.evidence.set_question("What are the names of the pets?")
        self.assertEqual(self.evidence.findings("SELECT name FROM pet"), [])

    def test_no_question(self):
        codes = [f.code for f in self.evidence.findings(
            "SELECT name FROM pet WHERE weight = NULL")]
        self.assertEqual(codes, ["empty_result", "null_compared"])

    def test_no_query(self):
        for query, code in (("SELEC", "syntax_error"), ("", "not_a_query"),
                            ("DELETE FROM pet", "not_a_query")):
            finding, = self.evidence.findings(query)
            self.assertEqual(finding.code, code)

    def test_index(self):
        index = os.path.join(os.path.dirname(self.database), "index.sqlite")
        query = "SELECT weight FROM pet WHERE name = 'Rexx'"

        def found():
            with t2sed.Evidence(t2sed.Database(self.database,
                                index=index)) as evidence:
                evidence.set_question("How heavy is Rexx?")
                codes = [f.code for f in evidence.findings(query)]
            return codes, os.stat(index).st_ino

        codes, first = found()
        self.assertIn("value_not_in_column", codes)
        self.assertEqual(found(), (codes, first))
        # A linker takes it as it is, too.
        t2sed.Linker(t2sed.Database(self.database, index=index)).close()
        self.assertEqual(os.stat(index).st_ino, first)
        connection = sqlite3.connect(self.database)
        connection.executescript("INSERT INTO pet VALUES (3, 'Rexx', 1);")
        connection.close()
        codes, second = found()
        self.assertEqual((codes, second != first), ([], True))

    def test_sketches(self):
        question = "How many pets are there?"
        self.evidence.set_question(question)
        with t2sed.Sketcher() as sketcher:
            sketch = sketcher.predict(question, self.schema)
        found = sketch.probabilities()
        self.assertGreater(found["select_count"], found["union"])
        self.evidence.set_sketch(sketch)
        self.assertEqual(self.evidence.findings("SELECT count(*) FROM pet"), [])
        self.assertIn("clause_unexpected",
                      [f.code for f in self.evidence.findings(
                          "SELECT count(*) FROM pet INTERSECT "
                          "SELECT count(*) FROM pet")])
        self.evidence.set_sketch(None)
        with self.assertRaises(t2sed.Error):
            t2sed.Sketcher("/nowhere")

    def test_closed(self):
        self.evidence.close()
        with self.assertRaises(ValueError):
            self.evidence.findings("SELECT 1")

    def run_example(self, *arguments):
        return subprocess.run(
            [os.path.join(BUILD, "bin", "findings"), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=60)

    def test_example_underlines(self):
        done = self.run_example("Wie heißt Zoë?", "SELECT 'ö',\n nam FROM pet",
                                self.database)
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("error: "), lines)
        self.assertEqual(lines[1:], ["     nam FROM pet", "     ^^^",
                                     "    name?"])

    def test_example_needs_arguments(self):
        self.assertEqual(self.run_example("What?").returncode, 2)
        done = self.run_example("What?", "SELECT 1", "/nowhere.sqlite")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere.sqlite", done.stderr)


if __name__ == "__main__":
    tap.main()
