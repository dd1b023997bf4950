#!/usr/bin/env python3
"""examples/python/beams.py, on small files of the published layouts; what it
prints is collected by t2sed. Prints TAP."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402
import tap  # noqa: E402

SCRIPT = os.path.join(binding.ROOT, "examples", "python", "beams.py")
PROGRAM = os.path.join(binding.BUILD, "bin", "t2sed")
COUNT, NAMES = "SELECT count(*) FROM pet", "SELECT name FROM pet"
DEV = [{"db_id": "pets", "question": "How many pets?", "query": COUNT},
       {"db_id": "pets", "question": "Their names, please", "query": NAMES}]
WHOLE = [{"index": i, "db_id": one["db_id"], "question": one["question"],
          "gold": one["query"]} for i, one in enumerate(DEV)]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = lambda name: os.path.join(folder.name, name)
        self.dev = self.file("dev.json", DEV)

    def file(self, name, value):
        with open(self.at(name), "w", encoding="utf-8", newline="") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return self.at(name)

    def run_on(self, name, value, questions=True):
        return subprocess.run(
            [sys.executable, SCRIPT, self.file(name, value),
             *(["--questions", self.dev] if questions else [])],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            encoding="utf-8", check=False)

    def lines(self, *arguments):
        done = self.run_on(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def refused(self, part, *arguments):
        done = self.run_on(*arguments)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(part, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def check(self, expected, *arguments):
        """`expected`: the candidates of both questions."""
        self.assertEqual(self.lines(*arguments),
                         [{**about, "candidates": candidates}
                          for about, candidates in zip(WHOLE, expected)])


class Layouts(Case):
    def test_authors(self):
        """Chen et al. 2023: with logits, with scores, and labelled."""
        self.check([[{"sql": COUNT, "score": -0.5}], []], "x_w_logits.json",
                   [[[COUNT, -0.5], ""], []])
        scored = [[], [{"pred": NAMES, "score": 0.7, "idx": 1},
                       {"pred": COUNT, "score": 0.3, "idx": 1}]]
        self.assertEqual(self.lines("x_w_score.json", scored), [
            {**WHOLE[1], "candidates": [{"sql": NAMES, "score": 0.7},
                                        {"sql": COUNT, "score": 0.3}]}])
        labelled = [[{"idx": i, "db_id": one["db_id"], "valid_sql": 1,
                      "question": one["question"], "gold": one["query"],
                      "sql": COUNT, "confidence": 1, "label": 1 - i}]
                    for i, one in enumerate(DEV)]
        self.check([[{"sql": COUNT, "score": 1, "label": 1 - i}]
                    for i in range(2)], "x_exem2.json", labelled, False)

    def test_splash(self):
        item = {"db_id": "pets", "question": "How many pets?",
                "gold_parse": COUNT, "feedback": "Count them.",
                "predicted_parse": "SELECT id FROM pet LIMIT value",
                "predicted_parse_with_values": NAMES,
                "predicted_parse_explanation": ["..."]}
        beam = [{"sql": NAMES, "score": -1.5}, {"sql": COUNT, "score": -2}]
        for more, candidates in (
                ({}, [{"sql": NAMES}]),
                ({"beam": [[NAMES, -1.5], [COUNT, -2]]}, beam)):
            self.assertEqual(
                self.lines("train.json", [{**item, **more}], False),
                [{**WHOLE[0], "feedback": "Count them.",
                  "candidates": candidates}])

    def test_picard(self):
        self.check([[{"sql": COUNT}, {"sql": NAMES}], [{"sql": NAMES}]],
                   "beams.json", [[COUNT, NAMES], [NAMES]])
        self.check([[{"sql": COUNT}], []], "predictions_eval.json",
                   [{"prediction": "pets | " + COUNT, **DEV[0]},
                    {"prediction": "", **DEV[1]}], False)
        self.check([[{"sql": COUNT, "score": -0.25}], [{"sql": NAMES}]],
                   "predicted_sql.txt", f"{COUNT}\t-0.25\n{NAMES}\tpets\n")

    def test_din_sql(self):
        self.check([[], [{"sql": NAMES}]], "predicted_sql.txt",
                   f"\r\n{NAMES}\r\n")
        self.check([[{"sql": "SELECT 'a', \"b\n\""}], [{"sql": NAMES}]],
                   "DIN-SQL.csv", "\ufeffNLQ,PREDICTED SQL,GOLD SQL,DATABASE\n"
                   f'How many pets?,"SELECT \'a\', ""b\n""",{COUNT},pets\n'
                   f'"Their names, please",{NAMES},{NAMES},pets\n', False)

    def test_lines_are_collected(self):
        os.mkdir(self.at("pets"))
        with sqlite3.connect(self.at("pets/pets.sqlite")) as database:
            database.execute("CREATE TABLE pet (id INTEGER, name TEXT)")
            database.execute("INSERT INTO pet VALUES (1, 'Rex')")
        database.close()
        made = self.run_on("beams.jsonl", f'["{COUNT}", "{NAMES}"]\n"{COUNT}"')
        done = subprocess.run(
            [PROGRAM, "collect", "--out", self.at("beams.db"), "--db-root",
             self.at("."), self.file("lines.jsonl", made.stdout)],
            stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = subprocess.run([PROGRAM, "collect", "--export",
                                self.at("beams.db")], check=True,
                               stdout=subprocess.PIPE).stdout.splitlines()
        self.assertEqual([[one["label"] for one in json.loads(x)["candidates"]]
                          for x in found], [[1, 0], [0]])


class Failures(Case):
    def test_lengths(self):
        for name, value in (("p.txt", f"{COUNT}\n{NAMES}\n{NAMES}\n"),
                            ("p.json", [[COUNT]] * 3)):
            self.refused(f"{self.at(name)} has 3 items and {self.dev} 2 "
                         "questions", name, value)

    def test_questions(self):
        self.refused("item 1: it is of question 2, but there are 2", "p.json",
                     [[{"pred": COUNT, "idx": 2}]])
        self.refused("item 2: it is of question None", "p.json",
                     [[{"pred": COUNT, "idx": 0}], [COUNT]])
        self.refused("item 2: its db_id is 'cars'", "p.txt",
                     f"{COUNT}\n{NAMES}\tcars\n")
        self.refused("item 1: candidates of two questions: index 0 and 1",
                     "p.json", [[{"sql": COUNT, "idx": i} for i in range(2)]])
        self.refused("item 1: no 'db_id'; --questions", "p.txt", COUNT, False)
        self.dev = self.file("dev.json", f"{COUNT}\n")
        self.refused("dev.json: expected objects", "p.txt", COUNT)
        self.dev = self.at("none.json")
        self.refused("No such file", "p.txt", COUNT)

    def test_files(self):
        for part, value in (
                ("neither JSON nor JSON Lines", "[1"),
                ("neither JSON nor JSON Lines", '{"a": 1}\nx'),
                ("item 1: a candidate that is no query", [[7], [COUNT]]),
                ("item 2: the score 'a', expected a number",
                 [[COUNT], [[COUNT, "a"]]]),
                ("item 1: the score nan", '[[["q", NaN]], []]'),
                ("item 1: a query that is no text", [[{"sql": 1}], []]),
                ("item 1: no query, expected one of sql, pred", DEV)):
            with self.subTest(part=part, value=value):
                self.refused(part, "p.json", value)
        self.refused("p.csv: no CSV", "p.csv", 'NLQ\n"a')
        with open(self.at("p.txt"), "wb") as file:
            file.write(b"\xff\n")
        done = subprocess.run([sys.executable, SCRIPT, self.at("p.txt")],
                              stderr=subprocess.PIPE, check=False)
        self.assertIn(b"p.txt: no UTF-8", done.stderr)


if __name__ == "__main__":
    sys.exit(tap.main())
