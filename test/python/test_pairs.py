"""Pairs of many databases, the function that Spark calls, files of Parquet, and
rewards in batch: all give what a Checker gives for each pair by itself."""

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
import t2sed  # noqa: E402
import tap  # noqa: E402
import reward  # noqa: E402 (examples/python)
from t2sed.spark import pair_checker  # noqa: E402
from test_connections import needs  # noqa: E402

QUESTION = "How many pets are there?"
QUERIES = ["SELECT count(*) FROM pet", "SELECT name FROM pet", "SELECT ("]


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = folder.name
        for name in "north", "south":
            os.makedirs(os.path.join(cls.root, name))
            connection = sqlite3.connect(cls.database(name))
            connection.executescript(
                "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT);"
                "INSERT INTO pet VALUES (1, 'Rex'), (2, 'Tom');")
            connection.close()
        cls.rows = [(QUESTION, sql, name) for sql in QUERIES
                    for name in ("north", "south")]

    @classmethod
    def database(cls, name):
        return os.path.join(cls.root, name, name + ".sqlite")

    def by_itself(self, row):
        with t2sed.Checker(database=self.database(row[2]), alone=True
                           ) as checker:
            return checker.check(row[0], [row[1]]).best

    def path(self, name):
        return os.path.join(self.root, name)


class Pairs(Case):
    def test_each_is_as_by_itself(self):
        pairs = t2sed.Pairs(self.root, most=1)
        found = pairs.check(*zip(*self.rows))
        for row, pair in zip(self.rows, found):
            one = self.by_itself(row)
            self.assertEqual(pair.probability, one.probability)
            self.assertEqual(pair.findings, one.findings)
            self.assertEqual(pair.error, one.error and one.error.text)
        self.assertGreater(found[0].probability, 0.5)
        self.assertIn("syntax", found[5].findings[0].code)

    def test_bad_input_is_an_error_of_its_row(self):
        bad = [(None, QUERIES[0], "north", "the question is missing"),
               (QUESTION, float("nan"), "north", "the query is missing"),
               (QUESTION, QUERIES[0], None, "the db_id is missing"),
               (QUESTION, QUERIES[0], "nosuch", "no such database file"),
               (QUESTION, QUERIES[0], "../north", "no plain name"),
               (QUESTION, QUERIES[0], "", "no plain name"),
               (QUESTION, QUERIES[2], "north", "ends too early"),
               ("", QUERIES[0], "north", "question")]
        good = (QUESTION, QUERIES[0], "north")
        rows = [row[:3] for row in bad] + [good]
        *found, last = t2sed.Pairs(self.root).check(*zip(*rows))
        for pair, row in zip(found, bad):
            self.assertIsNone(pair.probability)
            self.assertIn(row[3], pair.error)
        self.assertEqual(last.probability, self.by_itself(good).probability)
        self.assertIsNone(last.error)

    def test_where_databases_come_from(self):
        opened = []

        def source(db_id):
            opened.append(db_id)
            if db_id == "broken":
                raise RuntimeError("no connection")
            return self.database(db_id)
        pairs = t2sed.Pairs(source, findings=False)
        rows = self.rows + [(QUESTION, QUERIES[0], "broken")]
        for _ in range(2):
            found = pairs.check(*zip(*rows))
        self.assertEqual(found[-1].error, "no connection")
        self.assertEqual(opened, ["broken", "north", "south", "broken"])
        self.assertEqual([pair.findings for pair in found], [[]] * len(rows))
        alone = t2sed.Pairs().check([QUESTION], QUERIES[:1])[0]
        self.assertIsNotNone(alone.probability)
        with self.assertRaises(t2sed.Error):
            t2sed.Pairs(model="/nowhere")


class Frames(Case):
    def test_batches(self):
        pandas = needs(self, "pandas")
        frame = pandas.DataFrame(self.rows, columns=["asked", "sql", "at"],
                                 index=range(7, 13))
        frame.loc[9, "sql"] = None
        check = pair_checker(self.root, question="asked", db_id="at")
        batches = list(check(iter([frame, frame[:0], frame[:1]])))
        self.assertEqual([len(batch) for batch in batches], [6, 0, 1])
        self.assertEqual(list(batches[0].columns), [
            "asked", "sql", "at", "probability", "findings", "error"])
        self.assertEqual(list(batches[0].index), list(frame.index))
        one = self.by_itself(self.rows[0])
        self.assertEqual(batches[0]["probability"][7], one.probability)
        self.assertEqual(batches[2]["probability"][7], one.probability)
        self.assertTrue(pandas.isna(batches[0]["probability"][9]))
        self.assertIn("query", batches[0]["error"][9])
        self.assertEqual(batches[0]["findings"][12][0]["severity"], "error")
        with self.assertRaises(KeyError):
            next(check(iter([frame.drop(columns="asked")])))


class Parquet(Case):
    def run_module(self, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "t2sed", "score", "--db-root", self.root,
             *arguments], capture_output=True, text=True, check=False,
            timeout=120, env=dict(os.environ, PYTHONPATH=os.path.join(
                binding.ROOT, "examples", "python")))

    def test_rows_are_lines(self):
        pyarrow = needs(self, "pyarrow")
        parquet = needs(self, "pyarrow.parquet")
        lines = [{"question": QUESTION, "db_id": name, "sql": sql,
                  "day": "2026-01-02", "weight": i or None}
                 for i, (_, sql, name) in enumerate(self.rows)]
        beam = {"question": QUESTION, "db_id": "north",
                "candidates": [{"sql": sql} for sql in QUERIES]}
        for name, rows in ("lines", lines), ("beam", [beam, {"db_id": "x"}]):
            parquet.write_table(pyarrow.Table.from_pylist(rows),
                                self.path(name + ".parquet"))
        with open(self.path("lines.jsonl"), "w", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps({name: value
                                       for name, value in line.items()
                                       if value is not None}) + "\n")
        given = self.path("lines.parquet")
        plain = self.run_module("--findings", self.path("lines.jsonl"))
        done = self.run_module("--findings", given)
        self.assertEqual((done.returncode, done.stderr, done.stdout),
                         (0, "", plain.stdout))
        for source in given, self.path("lines.jsonl"):
            done = self.run_module("--findings", "--jobs", "2", source,
                                   self.path("beam.parquet"), "--parquet",
                                   self.path("scored.parquet"))
            self.assertEqual((done.returncode, done.stderr, done.stdout),
                             (1, "", ""))
            rows = parquet.read_table(self.path("scored.parquet")).to_pylist()
            self.assertEqual(len(rows), len(lines) + 2)
            for row, line in zip(rows, map(json.loads,
                                           plain.stdout.splitlines())):
                for name in "question", "sql", "day", "weight", "probability":
                    self.assertEqual(row[name], line.get(name))
                self.assertEqual([one["code"] for one in row["findings"]],
                                 [one["code"] for one in line["findings"]])
            self.assertEqual(rows[6]["candidates"][2]["error"]["code"],
                             "ESYNTAX")
            self.assertEqual(rows[7]["error"]["code"], "EFORMAT")

    def test_files_that_cannot_be_used(self):
        needs(self, "pyarrow")
        with open(self.path("broken.parquet"), "w", encoding="utf-8") as file:
            file.write("no Parquet")
        for name in "broken.parquet", "nosuch.parquet":
            done = self.run_module(self.path(name))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "^t2sed: .*\n$")


class Reward(Case):
    def test_rewards(self):
        rewards = reward.reward(*zip(*self.rows), root=self.root)
        self.assertEqual(rewards, [self.by_itself(row).probability or 0.0
                                   for row in self.rows])
        self.assertEqual(rewards[4:], [0.0, 0.0])
        self.assertEqual(reward.best(QUESTION, QUERIES[::-1], "north",
                                     root=self.root), QUERIES[0])

    def test_as_a_trainer_calls_it(self):
        completions = [f"The answer:\n```sql\n{QUERIES[0]}\n```", QUERIES[0],
                       [{"role": "assistant", "content": QUERIES[0]}], "No."]
        found = reward.trainer_reward(self.root)(
            prompts=["..."] * 4, completions=completions, trainer_state=None,
            question=[QUESTION] * 4, db_id=["north"] * 4)
        right = self.by_itself(self.rows[0]).probability
        self.assertEqual(found, [right, right, right, 0.0])


if __name__ == "__main__":
    tap.main()
