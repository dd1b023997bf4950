"""Databases read in worker processes give what they give in this process, from
the program and from Python, and leave no process behind."""

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
os.environ["T2SED_BACKEND"] = "/nowhere/libt2sed-torch.so"
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

QUESTION = "Which pets weigh more than 3?"
QUERIES = ["SELECT name FROM pet WHERE weight > 3",
           "SELECT name FROM pet WHERE weight > 30",
           "SELECT gone FROM pet", "SELECT count(*) FROM pet"]


class Isolation(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.TemporaryDirectory()
        folder = os.path.join(self.root.name, "pets")
        os.mkdir(folder)
        self.database = os.path.join(folder, "pets.sqlite")
        connection = sqlite3.connect(self.database)
        connection.executescript(
            "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
            "INSERT INTO pet VALUES (1, 'Rex', 12), (2, 'Tom', 2.5)")
        connection.close()

    def tearDown(self):
        self.root.cleanup()

    def evidence(self, isolation):
        with t2sed.Database(self.database, isolation=isolation) as database, \
                t2sed.Evidence(database) as evidence:
            evidence.set_question(QUESTION)
            return [evidence.compute(query) for query in QUERIES]

    def test_binding(self):
        self.assertEqual(self.evidence("worker"), self.evidence("none"))
        with self.assertRaises(ValueError):
            t2sed.Database(self.database, isolation="prison")
        left = subprocess.run(["ps", "-o", "comm=", "--ppid",
                               str(os.getpid())], stdout=subprocess.PIPE,
                              text=True).stdout
        self.assertNotIn("t2sed-worker", left)

    def program(self, *options):
        lines = "".join(json.dumps({"question": QUESTION, "db_id": "pets",
                                    "sql": query}) + "\n"
                        for query in QUERIES)
        return subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "score", "--model", "light",
             "--findings", "--db-root", self.root.name, *options],
            input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout

    def test_program(self):
        self.assertEqual(self.program("--hostile"), self.program())

    def test_no_worker(self):
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "score", "--model", "light",
             "--hostile", "--db-root", self.root.name],
            input=json.dumps({"question": QUESTION, "db_id": "pets",
                              "sql": QUERIES[0]}) + "\n",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, T2SED_WORKER="/nowhere/worker"))
        self.assertIn("/nowhere/worker", done.stdout)


if __name__ == "__main__":
    tap.main()
