"""t2sed score, rerank and trigger with --index: the index of a database's
values is made once, whole, and used by all that look for findings or links."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
LIGHT = os.path.join(ROOT, "lib", "models", "default")
LINE = {"db_id": "pets", "question": "How heavy is Rexx?",
        "sql": "SELECT weight FROM pet WHERE name = 'Rexx'"}


class Index(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "databases")
        self.cache = os.path.join(folder.name, "cache")
        self.index = os.path.join(self.cache, "pets.index.sqlite")
        os.makedirs(os.path.join(self.root, "pets"))
        os.mkdir(self.cache)
        self.database = os.path.join(self.root, "pets", "pets.sqlite")
        self.run_sql("CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, "
                     "weight REAL); INSERT INTO pet VALUES (1, 'Rex', 3.5), "
                     "(2, 'Tom', NULL);")

    def run_sql(self, text):
        connection = sqlite3.connect(self.database)
        connection.executescript(text)
        connection.close()

    def run_program(self, command, *options, line=None, status=0):
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), command, *options],
            input=json.dumps(line or LINE) + "\n", stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=300)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout) if status == 0 else done.stderr

    def score(self, *options, command="score", **named):
        return self.run_program(command, "--model", LIGHT, "--db-root",
                                self.root, "--index", self.cache, *options,
                                **named)

    def test_one_database_for_all_lines(self):
        plain = {key: LINE[key] for key in ("question", "sql")}
        known = self.run_program("score", "--model", LIGHT, "--db-root",
                                 self.root)
        for line in (plain, LINE):
            found = self.run_program("score", "--model", LIGHT, "--db",
                                     self.database, "--index", self.cache,
                                     line=line)
            self.assertEqual(found["probability"], known["probability"])
        missing = self.run_program("score", "--model", LIGHT, "--db-root",
                                   self.root, line=plain)
        self.assertIsNone(missing["probability"])
        self.assertEqual(missing["error"]["code"], "EFORMAT")
        self.assertIn("--db", missing["error"]["message"])
        self.run_program("score", "--db", self.database, "--db-root",
                         self.root, status=2)
        self.run_program("score", "--model", LIGHT, "--db", "/no/file",
                         status=2)

    def test_is_made_once_and_anew_after_changes(self):
        line = self.score("--findings")
        self.assertIn("value_not_in_column",
                      [one["code"] for one in line["findings"]])
        first = os.stat(self.index)
        self.assertEqual(self.score("--findings"), line)
        self.assertEqual(os.stat(self.index).st_ino, first.st_ino)
        self.run_sql("INSERT INTO pet VALUES (3, 'Rexx', 1);")
        self.assertEqual(self.score("--findings")["findings"], [])
        self.assertNotEqual(os.stat(self.index).st_ino, first.st_ino)

    def test_says_what_findings_say_without(self):
        with_index = self.score("--findings")
        without = self.run_program("score", "--model", LIGHT, "--db-root",
                                   self.root, "--findings")
        self.assertEqual(with_index, without)

    def test_is_shared_with_link(self):
        self.run_program("link", "--db-root", self.root, "--index", self.cache)
        made = os.stat(self.index)
        self.score("--findings")
        self.run_program("link", "--db-root", self.root, "--index", self.cache)
        self.assertEqual(os.stat(self.index).st_ino, made.st_ino)
        self.assertEqual(os.stat(self.index).st_mtime_ns, made.st_mtime_ns)

    def test_rerank_and_trigger_have_it(self):
        line = {"db_id": "pets", "question": LINE["question"],
                "candidates": [{"sql": LINE["sql"]}]}
        for command, options in (("rerank", ("--policy", "sl")),
                                 ("rerank", ("--policy", "sl",
                                             "--no-findings")),
                                 ("trigger", ("--answer", "0.99"))):
            with self.subTest(command=command, options=options):
                self.score(*options, command=command, line=line)
                self.assertTrue(os.path.exists(self.index))
                os.unlink(self.index)

    def test_scores_alone_need_none(self):
        self.score()
        self.assertFalse(os.path.exists(self.index))

    def test_place_that_cannot_be_written(self):
        os.mkdir(self.index)
        self.assertIn("findings", self.score("--findings"))

    def test_no_such_directory(self):
        nowhere = os.path.join(self.cache, "none", "such")
        for command in ("score", "rerank", "trigger", "link"):
            self.assertIn(
                f"--index {nowhere}: no such directory", self.run_program(
                    command, "--db-root", self.root, "--index", nowhere,
                    status=2))

    def test_needs_databases(self):
        for command in ("score", "rerank", "trigger", "link"):
            self.assertIn("--index needs --db-root", self.run_program(
                command, "--index", self.cache, status=2))


if __name__ == "__main__":
    tap.main()
