"""Corrections from Python and from the program."""

import json
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
        os.mkdir(os.path.join(self.root, "pets"))
        self.path = os.path.join(self.root, "pets", "pets.sqlite")
        connection = sqlite3.connect(self.path)
        connection.executescript(TABLES)
        connection.close()

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

    def test_detector(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Model("light") as model, \
                t2sed.Corrector(database, model) as corrector:
            best = corrector.correct(ASKED["question"], ASKED["sql"],
                                     ASKED["feedback"])[0]
        self.assertIsNotNone(best.detected)

    def test_program(self):
        lines = [ASKED, {"db_id": "pets", "question": "x"}, {"sql": "SELECT 1"},
                 dict(ASKED, sql="SELECT count ( * ) FROM pet WHERE id > = 1",
                      feedback="", candidates=[RIGHT, {"sql": "SELECT"}])]
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "correct", "--most", "64",
             "--db-root", self.root], input="\n".join(map(json.dumps, lines)),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(found[0]["corrected"], RIGHT)
        self.assertEqual(found[0]["corrections"][0]["edits"],
                         [{"range": [13, 17], "text": "kind"}])
        self.assertIn("error", found[1])
        self.assertIn("error", found[2])
        self.assertIn("corrected", found[3])


if __name__ == "__main__":
    tap.main()
