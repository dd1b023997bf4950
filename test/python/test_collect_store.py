#!/usr/bin/env python3
"""t2sed collect: datasets from predictions, and back. Prints TAP."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
SHARED = os.path.join(ROOT, "..", "shared", "data")
# A query that keeps a processor busy for as long as it may.
SLOW = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT max(i) FROM n")


def run(*arguments, text=""):
    done = subprocess.run([PROGRAM, *arguments], input=text.encode("utf-8"),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return (done.returncode, done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.root = os.path.join(self.folder, "databases")
        for name in ("one", "two", "three", "four", "five"):
            os.makedirs(os.path.join(self.root, name))
            path = os.path.join(self.root, name, name + ".sqlite")
            with sqlite3.connect(path) as database:
                database.executescript("CREATE TABLE t (a INT, b TEXT);"
                                       "INSERT INTO t VALUES (1, 'x'), "
                                       "(2, 'y');")
            database.close()
        self.out = self.path("set.db")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, lines):
        with open(self.path(name), "w", encoding="utf-8") as file:
            for line in lines:
                file.write((line if isinstance(line, str)
                            else json.dumps(line)) + "\n")
        return self.path(name)

    def collect(self, *arguments, status=0):
        code, out, err = run("collect", "--out", self.out, "--db-root",
                             self.root, *arguments)
        self.assertEqual(code, status, err)
        self.assertEqual(out, "")
        return err

    def export(self, *arguments):
        code, out, err = run("collect", "--export", self.out, *arguments)
        self.assertEqual(code, 0, err)
        return [json.loads(line) for line in out.splitlines()]

    def info(self):
        code, out, err = run("collect", "--info", self.out)
        self.assertEqual(code, 0, err)
        return json.loads(out)


def beam(index, *queries, db_id="one", gold="SELECT count(*) FROM t"):
    return {"index": index, "db_id": db_id, "question": "How many?",
            "gold": gold, "candidates": [{"sql": sql, "score": -i}
                                         for i, sql in enumerate(queries)]}


class Store(Case):
    def test_what_goes_in_comes_out_labelled(self):
        file = self.write("smbop.jsonl", [
            beam(0, "SELECT count(a) FROM t", "SELECT COUNT ( a ) FROM t",
                 "SELECT 3", "SELECT nothing"),
            beam(1, "SELECT a FROM t WHERE b = value",
                 gold="SELECT a FROM t WHERE b = 'x'")])
        err = self.collect(file)
        self.assertIn("3 kept (2 right, 1 wrong", err)
        lines = self.export()
        self.assertEqual([line["index"] for line in lines], [0, 1])
        self.assertEqual([c["label"] for c in lines[0]["candidates"]], [1, 0])
        self.assertEqual([c["score"] for c in lines[0]["candidates"]], [0, -2])
        self.assertEqual(lines[0]["parser"], "smbop")
        self.assertEqual(lines[0]["source"], {"file": file, "line": 1})
        self.assertEqual(lines[1]["candidates"][0]["sql"],
                         "SELECT a FROM t WHERE b = 'x'")
        info = self.info()
        self.assertEqual(info["rule"], "fixed")
        self.assertEqual(info["sources"][0]["dropped_candidates"],
                         {"duplicate": 1, "not_executable": 1})

    def test_databases_that_cannot_be_read_now_are_told(self):
        columns = [[-1, "*"], [0, "a"], [0, "b"]]
        tables = self.path("tables.json")
        with open(tables, "w", encoding="utf-8") as file:
            json.dump([{"db_id": name, "table_names_original": ["t"],
                        "table_names": ["t"], "column_names": columns,
                        "column_names_original": columns,
                        "column_types": ["text", "number", "text"],
                        "primary_keys": [], "foreign_keys": []}
                       for name in ("one", "two")], file)
        file = self.write("p.jsonl", [beam(0, "SELECT 2"),
                                      beam(1, "SELECT 2", db_id="two"),
                                      beam(2, "SELECT 3", db_id="two")])
        writer = sqlite3.connect(os.path.join(self.root, "two", "two.sqlite"),
                                 isolation_level=None)
        writer.execute("BEGIN EXCLUSIVE")
        err = self.collect("--tables", tables, "--quiet", file, status=1)
        writer.close()
        self.assertIn("left out 2 lines", err)
        self.assertIn("locked by another process", err)
        self.assertEqual(self.info()["sources"][0]["dropped_lines"],
                         {"database": 2})
        # One that could be read later: what was left out is only told.
        self.out = self.path("other.db")
        err = self.collect("--tables", tables, "--quiet", file)
        self.assertEqual(err, "")

    def test_other_commands_read_datasets(self):
        self.collect(self.write("p.jsonl", [beam(0, "SELECT 2", "SELECT 3")]))
        code, out, err = run("eval", "--label", "strict", "--db-root",
                             self.root, self.out)
        self.assertEqual(code, 0, err)
        line = json.loads(out)
        self.assertEqual([c["label"] for c in line["candidates"]], [1, 0])
        # A dataset's beams can be collected again, into another.
        first = self.export()
        again, self.out = self.out, self.path("again.db")
        self.collect(again)
        second = self.export()
        self.assertEqual(second[0]["parser"], "p")
        for line in first + second:
            del line["source"]
        self.assertEqual(first, second)

    def test_bad_lines_are_told(self):
        file = self.write("p.jsonl", [
            "nonsense", beam(0, "SELECT 2", db_id="nowhere"),
            beam(1, "SELECT 2")])
        err = self.collect(file, status=1)
        self.assertIn("p.jsonl, line 1: ", err)
        self.assertIn("p.jsonl, line 2: ", err)
        self.assertIn("nowhere", err)
        self.assertEqual(len(self.export()), 1)

    def test_files_that_are_no_datasets(self):
        file = self.write("p.jsonl", [beam(0, "SELECT 2")])
        code, _, err = run("collect", "--out", file, "--db-root", self.root,
                           file)
        self.assertEqual(code, 2)
        self.assertIn("EFORMAT", err)
        other = os.path.join(self.root, "one", "one.sqlite")
        for command in (["collect", "--export", other],
                        ["collect", "--info", other],
                        ["collect", "--out", other, "--db-root", self.root,
                         file],
                        ["eval", "--label", "fixed", "--db-root", self.root,
                         other]):
            code, out, err = run(*command)
            self.assertEqual((code, out), (2, ""), err)
            self.assertIn("not a dataset", err)
        self.collect(file)
        with sqlite3.connect(self.out) as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        code, _, err = run("collect", "--export", self.out)
        self.assertEqual(code, 2)
        self.assertIn("format 99", err)
        with open(self.out, "r+b") as damaged:
            damaged.seek(4096)
            damaged.write(b"\xa5" * 40960)
        code, _, err = run("collect", "--export", self.out)
        self.assertEqual(code, 2)
        self.assertTrue(err.startswith("t2sed: "), err)

    def test_usage(self):
        file = self.write("p.jsonl", [beam(0, "SELECT 2")])
        for arguments in ([], ["--out", self.out], ["--out", self.out, file],
                          ["--out", self.out, "--export", self.out],
                          ["--out", self.out, "--db-root", self.root],
                          ["--out", self.out, "--db-root", self.root,
                           "--label", "mine", file],
                          ["--out", self.out, "--db-root",
                           self.path("missing"), file],
                          ["--export", self.out, file],
                          ["--export", self.out, "--split", "0.5"],
                          ["--export", self.out, "--side", "left"],
                          ["--plan-split", "0.5"]):
            code, out, err = run("collect", *arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertTrue(err.startswith("t2sed"), err)
        self.assertFalse(os.path.exists(self.out))
        code, _, err = run("collect", "--export", self.out)
        self.assertEqual(code, 2)
        self.assertIn("ENOTFOUND", err)

    def test_standard_input_has_a_name(self):
        line = json.dumps(beam(0, "SELECT 2")) + "\n"
        command = ["collect", "--out", self.out, "--db-root", self.root, "-"]
        code, _, err = run(*command, text=line)
        self.assertEqual(code, 2)
        self.assertIn("--name", err)
        for name in ("first", "second", "second"):
            code, _, err = run(*command, "--name", name, text=line)
            self.assertEqual(code, 0, err)
        self.assertEqual([beam["parser"] for beam in self.export()],
                         ["first", "second"])

    def test_one_rule_a_dataset(self):
        file = self.write("p.jsonl", [beam(0, "SELECT 2")])
        self.collect("--label", "strict", file)
        err = self.collect("--label", "fixed", file, status=2)
        self.assertIn('"strict"', err)

    def test_given_labels(self):
        line = beam(0, "SELECT 2", db_id="elsewhere")
        line["candidates"][0]["label"] = 0
        code, _, err = run("collect", "--out", self.out, "--label", "given",
                           self.write("p.jsonl", [line]))
        self.assertEqual(code, 0, err)
        self.assertEqual(self.export()[0]["candidates"][0]["label"], 0)


class Plain(Case):
    def test_queries_beside_gold_and_questions(self):
        predictions = self.write("pred.sql", ["SELECT 2", "SELECT c FROM t\two",
                                              "SELECT a FROM t\ttwo"])
        gold = self.write("gold.sql", [
            "SELECT count(*) FROM t\tone", "SELECT a FROM t\ttwo",
            "SELECT a FROM t\ttwo"])
        questions = self.write("dev.jsonl", [
            {"question": f"q{i}", "query": "SELECT 1", "db_id": "one"}
            for i in range(3)])
        self.collect("--gold", gold, "--questions", questions, predictions)
        lines = self.export()
        self.assertEqual([line["question"] for line in lines], ["q0", "q2"])
        self.assertEqual([line["db_id"] for line in lines], ["one", "two"])
        self.assertEqual([line["index"] for line in lines], [0, 2])
        self.assertEqual([line["candidates"][0]["label"] for line in lines],
                         [1, 1])
        self.assertEqual(lines[1]["candidates"][0]["sql"], "SELECT a FROM t")
        # Either file is enough, where it says what is needed.
        self.out = self.path("gold.db")
        self.collect("--gold", gold, predictions)
        self.assertEqual([line["question"] for line in self.export()],
                         ["", ""])
        self.out = self.path("questions.db")
        self.collect("--questions", questions, predictions)
        self.assertEqual([line["gold"] for line in self.export()],
                         ["SELECT 1"] * 2)

    def test_files_of_other_lengths(self):
        predictions = self.write("pred.sql", ["SELECT 2", "SELECT 2"])
        for lines in (1, 3):
            gold = self.write(f"gold{lines}.sql", ["SELECT 1\tone"] * lines)
            err = self.collect("--gold", gold, predictions, status=2)
            self.assertIn(f"gold{lines}.sql", err)
            os.unlink(self.out)
        gold = self.write("bad.sql", ["SELECT 1 without a tab"] * 2)
        self.assertIn("TAB", self.collect("--gold", gold, predictions,
                                          status=2))


class Going(Case):
    def kept(self):
        """Lines that are in the dataset, by another process's eyes."""
        try:
            database = sqlite3.connect(f"file:{self.out}?mode=ro", uri=True)
            try:
                return database.execute("SELECT coalesce(sum(lines), 0) FROM "
                                        "sources").fetchone()[0]
            finally:
                database.close()
        except sqlite3.OperationalError:
            return 0

    def start_and_stop(self, number):
        """Collects slowly and sends a signal once something is there."""
        file = self.write("p.jsonl", [
            beam(i, "SELECT 2", SLOW, "SELECT 3", "SELECT 2, 2")
            for i in range(40)])
        command = [PROGRAM, "collect", "--out", self.out, "--db-root",
                   self.root, "--threads", "1", "--max-milliseconds", "100",
                   file]
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 120
        while self.kept() == 0 and process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        process.send_signal(number)
        err = process.communicate(timeout=120)[1].decode()
        return file, process.returncode, err

    def finish(self, file):
        before = self.kept()
        self.assertGreater(before, 0)
        self.collect("--max-milliseconds", "100", file)
        info = self.info()
        self.assertEqual(info["sources"][0]["lines"], 40)
        self.assertIsNotNone(info["sources"][0]["ended"])
        self.assertEqual(info["beams"], 40)
        self.assertEqual(info["candidates"]["all"], 120)
        self.assertEqual(info["candidates"]["right"], 40)
        self.assertEqual(info["sources"][0]["dropped_candidates"],
                         {"time": 40})
        self.assertEqual([line["index"] for line in self.export()],
                         list(range(40)))

    def test_killed_and_started_again(self):
        file, code, _ = self.start_and_stop(signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.finish(file)

    def test_stopped_and_started_again(self):
        file, code, err = self.start_and_stop(signal.SIGTERM)
        if code != 0:  # it may have come to its end before
            self.assertEqual(code, 143, err)
            self.assertIn("goes on from here", err)
        self.finish(file)

    def test_again_and_more(self):
        lines = [beam(i, "SELECT 2") for i in range(3)]
        self.collect(self.write("p.jsonl", lines))
        self.collect(self.path("p.jsonl"))
        self.assertEqual(len(self.export()), 3)
        self.collect(self.write("p.jsonl", lines + [beam(3, "SELECT 2")]))
        self.assertEqual(len(self.export()), 4)
        shutil.copy(self.path("p.jsonl"), self.path("copy.jsonl"))
        err = self.collect("--parser", "p", self.path("copy.jsonl"))
        self.assertIn("4 duplicates", err)
        self.assertEqual(len(self.export()), 4)
        err = self.collect(self.write("p.jsonl", lines[::-1]), status=2)
        self.assertIn("p.jsonl", err)
        self.assertEqual(len(self.export()), 4)


class Splits(Case):
    def test_splits_by_database(self):
        names = ["one", "two", "three", "four", "five"]
        file = self.write("p.jsonl", [beam(i, "SELECT 2", db_id=name)
                                      for i, name in enumerate(names * 2)])
        self.collect("--split", "0.8", "--seed", "7", file)
        part = self.export("--split", "0.8", "--seed", "7", "--side", "part")
        rest = self.export("--split", "0.8", "--seed", "7", "--side", "rest")
        self.assertEqual((len(part), len(rest)), (8, 2))
        self.assertFalse({line["db_id"] for line in part} &
                         {line["db_id"] for line in rest})
        code, _, err = run("collect", "--export", self.out, "--side", "part",
                           "--split", "0.8", "--seed", "8")
        self.assertEqual(code, 2)
        self.assertIn("never split", err)
        code, _, err = run("collect", "--out", self.out, "--split", "0.8",
                           "--seed", "8")
        self.assertEqual(code, 0, err)
        self.assertEqual([split["seed"] for split in self.info()["splits"]],
                         [7, 8])

    def test_plans(self):
        names = [f"db{i}" for i in range(20)]
        file = self.write("train.jsonl", [{"db_id": name} for name in names] +
                          [{"db_id": "db0"}])
        chosen = {}
        for part in (0.1, 0.3, 0.5):
            code, out, err = run("collect", "--plan-split", str(part),
                                 "--seed", "1", file)
            self.assertEqual(code, 0, err)
            plan = json.loads(out)
            train, rest = plan["train_parser_on"], plan["collect_on"]
            self.assertEqual(train["databases"], round(part * 20))
            self.assertEqual(sorted(train["db_ids"] + rest["db_ids"]),
                             sorted(names))
            self.assertEqual(train["lines"] + rest["lines"], 21)
            chosen[part] = set(train["db_ids"])
        self.assertLess(chosen[0.1], chosen[0.3])
        self.assertLess(chosen[0.3], chosen[0.5])
        code, out, _ = run("collect", "--plan-split", "0.5",
                           self.write("bad.jsonl", ["x", {"db_id": "a"}]))
        self.assertEqual(code, 1)
        self.assertEqual(json.loads(out)["train_parser_on"]["databases"] +
                         json.loads(out)["collect_on"]["databases"], 1)


@unittest.skipUnless(os.path.isdir(os.path.join(SHARED, "splash")),
                     "no ../shared/data/splash")
class Splash(Case):
    def test_beams_of_seq2struct(self):
        """Its values can be filled in, so that nearly all of it runs."""
        with open(os.path.join(SHARED, "splash", "train_beams.jsonl"),
                  encoding="utf-8") as file:
            lines = [next(file).rstrip("\n") for _ in range(30)]
        self.root = os.path.join(SHARED, "spider", "database")
        self.collect("--max-candidates", "0", "--max-milliseconds", "300",
                     self.write("splash.jsonl", lines))
        counts = self.info()["candidates"]
        self.assertGreater(counts["all"], 30 * 15)
        self.assertGreater(counts["filled"], counts["all"] // 2)
        self.assertGreater(counts["right"], 15)
        for line in self.export():
            for candidate in line["candidates"]:
                self.assertNotIn("= value", candidate["sql"])


if __name__ == "__main__":
    tap.main()
