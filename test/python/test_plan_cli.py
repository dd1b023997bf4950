#!/usr/bin/env python3
"""t2sed parse, train and eval with --plan, on small files. Prints TAP."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
SHARED = os.path.join(ROOT, "..", "shared", "data", "spider")

LESSONS = [
    ("How many ships are there?", "SELECT count(*) FROM ship"),
    ("List the names of all ships.", "SELECT name FROM ship"),
    ("Which ship is the longest?",
     "SELECT name FROM ship ORDER BY length DESC LIMIT 1"),
    ("How many ships does each port have?",
     "SELECT port, count(*) FROM ship GROUP BY port"),
    ("Which ships are longer than 30?",
     "SELECT name FROM ship WHERE length > 30"),
]


def run(*arguments, lines=None, text=None):
    if text is None:
        text = "".join(json.dumps(line) + "\n" for line in lines or [])
    done = subprocess.run([PROGRAM, *arguments], input=text.encode("utf-8"),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return (done.returncode, done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"))


def ask(*arguments, **given):
    status, out, err = run("parse", "--plan", *arguments, **given)
    return status, [json.loads(line) for line in out.splitlines()], err


class ParsePlan(unittest.TestCase):
    def test_heads_and_queries(self):
        line = {"question": "How many ships does each port have?", "id": 7,
                "candidates": [{"sql": LESSONS[3][1]}, {"sql": LESSONS[1][1]},
                               {"sql": "SELECT FROM"}]}
        status, (out,), _ = ask(lines=[line])
        self.assertEqual(status, 0)
        self.assertEqual(out["id"], 7)
        self.assertEqual(list(out["plan"])[:3], ["where", "group_by", "having"])
        self.assertGreater(out["plan"]["group_by"], 0.5)
        self.assertLess(out["plan"]["union"], 0.5)
        good, bad, broken = out["candidates"]
        self.assertGreater(good["plan_agreement"], bad["plan_agreement"])
        self.assertGreater(good["plan_log_likelihood"],
                           bad["plan_log_likelihood"])
        self.assertIsNone(broken["plan_agreement"])
        self.assertEqual(broken["error"]["code"], "ESYNTAX")

    def test_context_counts(self):
        plans = []
        for context in ([], ["How many ships does each port have?"],
                        [{"question": LESSONS[3][0], "sql": LESSONS[3][1]}]):
            _, (out,), _ = ask(lines=[{"question": "What about Kiel?",
                                       "context": context}])
            plans.append(out["plan"])
        self.assertNotEqual(plans[0], plans[1])
        self.assertNotEqual(plans[1], plans[2])
        self.assertGreater(plans[2]["any_count"], plans[0]["any_count"])

    def test_bad_lines_are_answered(self):
        status, out, _ = ask(text='no\n{"question": ""}\n{"question": "a"}\n')
        self.assertEqual(status, 1)
        self.assertEqual([line["plan"] is None for line in out],
                         [True, True, False])
        self.assertEqual(ask("a", "b", lines=[])[0], 2)
        self.assertEqual(ask("--plan-model", "/no/where", lines=[])[0], 2)
        status, out, _ = ask("--task", "chess", lines=[{"question": "a"}])
        self.assertEqual(out[0]["error"]["code"], "EINVAL")

    def test_text_for_people(self):
        status, out, _ = run("parse", "--plan", "--text",
                             lines=[{"question": LESSONS[3][0]}])
        self.assertEqual(status, 0)
        self.assertIn("group_by", out)


class TrainPlan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp()
        cls.file = os.path.join(cls.root, "lessons.jsonl")
        cls.talks = os.path.join(cls.root, "talks.jsonl")
        with open(cls.file, "w", encoding="utf-8") as file:
            for database in range(12):
                for question, sql in LESSONS:
                    print(json.dumps({"db_id": "db%d" % database,
                                      "question": question, "query": sql}),
                          file=file)
        with open(cls.talks, "w", encoding="utf-8") as file:
            for database in range(12):
                turns = [{"utterance": question, "sql": sql}
                         for question, sql in LESSONS[:2]]
                turns[1]["sql"] = "SELECT name FROM ship WHERE a ! = value"
                turns.append({"utterance": "Thanks!", "sql": None})
                print(json.dumps({"db_id": "db%d" % database, "turns": turns}),
                      file=file)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def test_trains_and_measures(self):
        out = os.path.join(self.root, "plan")
        status, _, err = run("train", "--plan", "--out", out, "--folds", "2",
                             "--min-count", "1", "--strength", "30",
                             self.file, "cosql:" + self.talks + "=0.5")
        self.assertEqual(status, 0, err)
        self.assertIn("84 questions", err)
        self.assertIn("0 left out", err)
        status, table, err = run("eval", "--plan", "--plan-model", out,
                                 "--folds", "2", self.file)
        self.assertEqual(status, 0, err)
        rows = {row.split()[0]: row.split() for row in table.splitlines()}
        self.assertEqual(rows["group_by"][1:3], ["12", "1.000"])
        self.assertEqual(rows["union"][1], "0")
        self.assertIn("60 questions", table)
        status, table, _ = run("eval", "--plan", "--plan-model", out,
                               "--queries", "cosql:" + self.talks)
        self.assertIn("24 questions", table)

    def test_usage(self):
        self.assertEqual(run("train", "--plan", self.file)[0], 2)
        self.assertEqual(run("eval", "--plan")[0], 2)
        self.assertEqual(run("eval", "--plan", "--folds", "3", self.file)[0], 2)
        out = os.path.join(self.root, "none")
        self.assertEqual(run("train", "--plan", "--out", out,
                             self.file + "=x")[0], 2)
        self.assertEqual(run("train", "--plan", "--out", out, "/no/file")[0], 2)
        self.assertFalse(os.path.exists(out))

    def test_spider(self):
        path = os.path.join(SHARED, "dev.jsonl")
        if not os.path.exists(path):
            self.skipTest("../shared/data is not there")
        status, table, err = run(
            "eval", "--plan", "--tables", os.path.join(SHARED, "tables.json"),
            path)
        self.assertEqual(status, 0, err)
        macro = [float(row.split()[-1]) for row in table.splitlines()
                 if row.startswith("(macro)")]
        self.assertGreater(macro[0], 0.75)


if __name__ == "__main__":
    tap.main()
