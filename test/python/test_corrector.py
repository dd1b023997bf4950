"""Corrections from Python and from the program."""

import json
import math
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

TABLES = """CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, kind TEXT);
INSERT INTO pet VALUES (1, 'Rex', 'dog'), (2, 'Tom', 'cat');"""
ASKED = {"db_id": "pets", "question": "What are the kinds of the pets?",
         "sql": "SELECT 'ö', name FROM pet",
         "feedback": "use kind instead of name"}
RIGHT = "SELECT 'ö', kind FROM pet"


class Corrections(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.path = self.make("pets", TABLES)

    def make(self, name, tables):
        os.mkdir(os.path.join(self.root, name))
        path = os.path.join(self.root, name, name + ".sqlite")
        connection = sqlite3.connect(path)
        connection.executescript(tables)
        connection.close()
        return path

    def program(self, lines, status, *more):
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "correct", "--most", "64",
             "--db-root", self.root, *more], input="\n".join(map(json.dumps, lines)),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_binding(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Corrector(database, most=3) as corrector:
            best, *others = corrector.correct(
                ASKED["question"], ASKED["sql"], ASKED["feedback"])
            self.assertEqual(best.query, RIGHT)
            self.assertEqual(best.edits, [(12, 16, "kind")])
            self.assertEqual((best.source, best.detected), ("edit", None))
            self.assertEqual(len(others), 2)
            with self.assertRaises(t2sed.Error):
                corrector.correct("x", "SELECT", None)
            with self.assertRaises(TypeError):
                corrector.correct("x", "SELECT 1", None, "no list")
            for wrong in (("SELECT 1",), ("SELECT 1", None), (1, -1.0)):
                with self.assertRaises(TypeError):
                    corrector.correct("x", "SELECT 1", None, [wrong])
            with self.assertRaises(t2sed.Error):
                corrector.correct("x", "SELECT 1", None, [("SELECT 1", 1.5)])

    def test_detector(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Model("light") as model, \
                t2sed.Corrector(database, model) as corrector:
            best = corrector.correct(ASKED["question"], ASKED["sql"],
                                     ASKED["feedback"])[0]
        self.assertIsNotNone(best.detected)

    def test_judge(self):
        """It reads the best candidates; one that says nothing changes
        nothing."""
        found = []
        with t2sed.JudgeRecorder() as judge:
            for of in (None, judge):
                with t2sed.Database(self.path) as database, \
                        t2sed.Model("light") as model, \
                        t2sed.Corrector(database, model, checked=3,
                                        judge=of) as corrector:
                    found.append(corrector.correct(
                        ASKED["question"], ASKED["sql"], ASKED["feedback"]))
            self.assertEqual(*found)
            read = judge.recorded
        self.assertIn(ASKED["question"], read["prompt"])
        self.assertCountEqual([one["query"] for one in read["candidates"]],
                              [one.query for one in found[0]
                               if one.detected is not None])
        self.program([], 2, "--judge", "/none")
        self.program([], 2, "--judge", "judge", "--model", "none")

    def test_what_the_model_decides(self):
        """Without feedback a query is kept that is probable enough, and only
        what exceeds it by far comes before it."""
        path = self.make("farm", """
            CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, kind TEXT,
                              age INT);
            INSERT INTO pet VALUES (1, 'Rex', 'dog', 3), (2, 'Tom', 'cat', 5),
                                   (3, 'Tim', 'cat', 9);""")
        question = "Which pets are older than 4?"
        wrong, right = (f"SELECT name FROM pet WHERE age {test}"
                        for test in ("> 3", "> 4"))

        def made(query, feedback=None, **options):
            with t2sed.Corrector(database, model, most=64,
                                 **options) as corrector:
                found = corrector.correct(question, query, feedback)
            shown = [one.probability for one in found]
            self.assertEqual(shown, sorted(shown, reverse=True))
            return found

        def odds(one):
            return math.log(one.detected / (1 - one.detected))

        with t2sed.Database(path) as database, t2sed.Model() as model:
            found = made(wrong)
            place = [one.query for one in found].index(wrong)
            self.assertEqual(found[0].query, right)
            self.assertGreater(place, 0)
            for one in found[:place]:
                self.assertGreater(odds(one), odds(found[place]) + 2)
            # One that nobody spoke of, and that is found probable enough.
            self.assertEqual(made(right)[0].source, "given")
            self.assertEqual(made(wrong, answer=0.01)[0].source, "given")
            # A person has decided.
            self.assertEqual(made(wrong, "age has to be above 4, not 3",
                                  answer=0.01)[0].query, right)
            with self.assertRaisesRegex(t2sed.Error, "answer is -1"):
                made(wrong, answer=-1)

    def test_model_of_the_program(self):
        """The default one where it is installed, the named one, or none."""
        line = dict(ASKED, question="Which pets are dogs?", feedback="",
                    sql="SELECT name FROM pet WHERE kind = 'dogs'")
        found = self.program([line], 0)[0]
        self.assertEqual(found["corrected"], line["sql"].replace("dogs", "dog"))
        self.assertIsNotNone(found["corrections"][0]["detected"])
        found = self.program([line], 0, "--model", "none")[0]
        self.assertEqual(found["corrected"], line["sql"])
        self.assertNotIn("detected", found["corrections"][0])
        self.program([], 2, "--model", "absent/model")

    def test_program(self):
        lines = [ASKED, {"db_id": "pets", "question": "x"}, {"sql": "SELECT 1"},
                 dict(ASKED, sql="SELECT count ( * ) FROM pet WHERE id > = 1",
                      feedback="", candidates=[RIGHT, {"sql": "SELECT"}])]
        found = self.program(lines, 1)
        self.assertEqual(found[0]["corrected"], RIGHT)
        self.assertEqual(found[0]["corrections"][0]["edits"],
                         [{"range": [13, 17], "text": "kind"}])
        self.assertIn("error", found[1])
        self.assertIn("error", found[2])
        self.assertIn("corrected", found[3])

    def test_syntax(self):
        """What does not parse is repaired; edits are of the text as given."""
        sql = "SELECT name FORM pet WHERE kind = 'dog"
        found = self.program([dict(ASKED, sql=sql, feedback="",
                                   question="Names of dogs?")], 0)[0]
        best = found["corrections"][0]
        self.assertEqual(best["sql"], "SELECT name FROM pet WHERE kind = 'dog'")
        self.assertEqual(best["source"], "edit")
        self.assertIn("syntax", best["reason"])
        made, at = "", 0
        for edit in best["edits"]:
            begin, end = edit["range"]
            made += sql[at:begin] + edit["text"]
            at = end
        self.assertEqual(made + sql[at:], best["sql"])
        bad = self.program([dict(ASKED, sql="DROP TABLE pet")], 1)[0]
        self.assertEqual(bad["error"]["code"], "ENOTSELECT")

    def test_databases_in_turn(self):
        """Each line is corrected by its own database, however they come."""
        self.make("farm", TABLES.replace("kind", "breed"))
        asked = [ASKED, json.loads(json.dumps(dict(ASKED, db_id="farm"))
                                   .replace("kind", "breed"))]
        alone = [self.program([line], 0)[0] for line in asked]
        self.assertIn("breed", alone[1]["corrected"])
        self.assertEqual(self.program(asked * 3, 0), alone * 3)


if __name__ == "__main__":
    tap.main()
