"""t2sed tune: a model fitted to labelled lines, where that makes it better."""

import filecmp
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
sys.path.insert(0, os.path.join(HERE, "support"))
sys.path.insert(0, HERE)
import tap  # noqa: E402
from test_light_model import CONFIG, write_model  # noqa: E402

# The forest reads execution.empty alone; tuning may read shape.limit, too.
READS = {"t2sed": dict(CONFIG["t2sed"], evidence=[
    "source.schema", "source.execution", "execution.empty", "shape.limit"])}
QUERIES = 240


def beam(i, right):
    """A question with a query that has a LIMIT, or has none."""
    limited = i % 2
    return {"question": f"Which pets weigh more than {i}?", "db_id": "pets",
            "sql": f"SELECT name FROM pet WHERE weight > {i}"
                   f"{' LIMIT 1' if limited else ''}",
            "label": int(right(limited))}


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.model = self.path("model")
        os.mkdir(self.model)
        write_model(self.model, READS)
        os.makedirs(self.path("databases", "pets"))
        connection = sqlite3.connect(
            self.path("databases", "pets", "pets.sqlite"))
        connection.executescript(
            "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
            "INSERT INTO pet VALUES (1, 'Rex', 3000.5), (2, 'Tom', NULL);")
        connection.close()

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def command(self, lines, *more, out="tuned"):
        with open(self.path("lines.jsonl"), "w") as file:
            file.write("\n".join(one if isinstance(one, str)
                                 else json.dumps(one) for one in lines))
        return [PROGRAM, "tune", "--model", self.model, "--db-root",
                self.path("databases"), "--out", self.path(out), *more,
                self.path("lines.jsonl")]

    def tune(self, lines, *more, out="tuned"):
        done = subprocess.run(self.command(lines, *more, out=out), timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)
        self.assertNotIn("\n", done.stdout[:-1] if not more else "")
        return done

    def lines(self, right, count=QUERIES):
        return [beam(i, right) for i in range(count)]

    def shifted(self):
        chance = random.Random(1)
        return self.lines(lambda limited: chance.random() < (
            0.1 if limited else 0.9))

    def written(self):
        return sorted(name for name in os.listdir(self.folder)
                      if name.startswith("tuned"))

    def test_what_decides_is_learned(self):
        done = self.tune(self.shifted())
        told = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("better than the model", done.stderr)
        self.assertTrue(told["better"])
        self.assertEqual((told["form"], told["held_out"], told["queries"]),
                         ("corrected", "questions", QUERIES))
        self.assertEqual(told["out"], self.path("tuned"))
        self.assertGreater(told["auc"]["after"], 0.8)
        self.assertLess(told["log_loss"]["difference"][1], 0)
        self.assertIsNone(told["pairs"]["before"])
        scored = subprocess.run(
            [PROGRAM, "score", "--model", self.path("tuned"), "--db-root",
             self.path("databases"), self.path("lines.jsonl")],
            stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        plain, limited = (json.loads(line)["probability"]
                          for line in scored[:2])
        self.assertGreater(plain, 0.7)
        self.assertLess(limited, 0.3)
        self.assertEqual(self.written(), ["tuned"])

    def test_equal_seeds_give_equal_bytes(self):
        lines = self.shifted()
        one, two = (self.tune(lines, "--seed", "7", out=out)
                    for out in ("tuned", "tuned-too"))
        self.assertEqual(one.stdout, two.stdout.replace("tuned-too", "tuned"))
        same, _, _ = filecmp.cmpfiles(
            self.path("tuned"), self.path("tuned-too"),
            ["config.json", "forest.safetensors"], shallow=False)
        self.assertEqual(len(same), 2)

    def test_chance_is_not_learned(self):
        chance = random.Random(2)
        done = self.tune(self.lines(lambda _: chance.random() < 0.88))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("nothing was written", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse(json.loads(done.stdout)["better"])
        self.assertEqual(self.written(), [])

    def test_a_table_for_people(self):
        done = self.tune(self.shifted(), "--text")
        self.assertRegex(done.stdout, r"log loss +\d\.\d{3} +\d\.\d{3} +-\d\.")

    def test_too_few_lines(self):
        for lines, message in (
                (self.lines(lambda limited: limited, 10),
                 "10 labelled queries, 5 right and 5 wrong"),
                (self.lines(lambda _: True), "240 right and 0 wrong"),
                (self.lines(lambda _: False), "0 right and 240 wrong")):
            done = self.tune(lines)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(message, done.stderr)
            self.assertEqual(self.written(), [])

    def test_bad_lines_are_named_and_left_out(self):
        lines = self.shifted()
        lines[2] = "{"
        lines[4] = {"question": "Which?", "db_id": "nowhere", "sql": "SELECT 1"}
        lines[6]["sql"] = "SELECT FROM"
        lines[8]["label"] = None
        done = self.tune(lines)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("line 3: ", done.stderr)
        self.assertRegex(done.stderr, r"line 5: left out: .*nowhere")
        told = json.loads(done.stdout)
        self.assertEqual((told["queries"], told["left_out"]),
                         (QUERIES - 4, 2))
        self.assertEqual(self.written(), ["tuned"])

    def test_wrong_usage(self):
        os.mkdir(self.path("tuned"))
        done = self.tune(self.shifted())
        self.assertEqual(done.returncode, 2)
        self.assertIn("is there already", done.stderr)
        self.assertEqual(os.listdir(self.path("tuned")), [])
        for words in (["tune"], ["tune", "--out", self.path("x")]):
            done = subprocess.run([PROGRAM, *words], stderr=subprocess.PIPE,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--out and one FILE are needed", done.stderr)

    def test_no_half_model_is_left(self):
        chance = random.Random(3)
        lines = self.lines(lambda limited: chance.random() < 0.5, 20000)
        for after in (0.05, 0.5):
            running = subprocess.Popen(self.command(lines),
                                       stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            time.sleep(after)
            running.send_signal(signal.SIGINT)
            output, _ = running.communicate(timeout=120)
            self.assertIn(running.returncode, (130, -signal.SIGINT))
            self.assertEqual((output, self.written()), ("", []))


if __name__ == "__main__":
    tap.main()
