"""A NUL in a name or a text of a line: the line is an error, and is not read as
what stands before the NUL."""

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

PROGRAM = os.path.join(os.environ.get("T2SED_BUILD",
                                      os.path.join(ROOT, "build")),
                       "bin", "t2sed")
LINE = {"question": "How many pets are there?", "db_id": "pets",
        "sql": "SELECT count(*) FROM pet"}


class Nul(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.makedirs(os.path.join(self.root, "pets"))
        connection = sqlite3.connect(os.path.join(self.root, "pets",
                                                  "pets.sqlite"))
        connection.execute("CREATE TABLE pet (id INTEGER PRIMARY KEY, name)")
        connection.close()

    def answer(self, command, line):
        done = subprocess.run(
            [PROGRAM, command, "--quiet", "--db-root", self.root],
            input=json.dumps(line) + "\n", capture_output=True, text=True,
            timeout=120, check=False)
        return done.returncode, json.loads(done.stdout)

    def check(self, command, name, line):
        status, answer = self.answer(command, line)
        message = answer["error"]["message"]
        self.assertIn(f'"{name}"', message, command)
        self.assertIn("NUL", message, command)
        return status

    def test_names(self):
        for command in "score", "rerank", "link", "explain", "correct":
            self.assertEqual(self.answer(command, LINE)[0], 0, command)
            for name in "db_id", "dialect":
                self.assertEqual(self.check(command, name, {
                    **LINE, name: "pets\0x"}), 1)

    def test_names_within(self):
        line = {**LINE, "candidates": [{"sql": LINE["sql"],
                                        "parser": "a\0b"}]}
        del line["sql"]
        self.assertEqual(self.check("rerank", "parser", line), 1)

    def test_texts(self):
        self.check("correct", "sql", {**LINE, "sql": LINE["sql"] + "\0 x"})
        self.check("correct", "feedback", {**LINE, "feedback": "no\0t this"})

    def test_what_is_no_name(self):
        status, answer = self.answer("score", {**LINE, "note": "a\0b"})
        self.assertEqual((status, answer["note"]), (0, "a\0b"))


if __name__ == "__main__":
    tap.main()
