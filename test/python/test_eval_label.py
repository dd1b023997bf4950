"""t2sed eval --label through the program: good lines, bad lines, options."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"), "bin",
                       "t2sed")
GOLD = "SELECT count(*) FROM singer"


def run(*arguments, text=""):
    done = subprocess.run([PROGRAM, "eval", *arguments],
                          input=text.encode("utf-8"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=120)
    return (done.returncode, done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"))


class Label(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.tables = os.path.join(cls.folder, "tables.json")
        for name in ("shop", "broken"):
            os.mkdir(os.path.join(cls.folder, name))
        with sqlite3.connect(cls.path("shop")) as connection:
            connection.executescript(
                "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT);"
                "INSERT INTO singer VALUES (1, 'Ann'), (2, 'Bo');")
        connection.close()
        with open(cls.path("broken"), "wb") as file:
            file.write(b"nothing of the kind" * 100)
        with open(cls.tables, "w", encoding="utf-8") as file:
            json.dump([{"db_id": "shop", "table_names_original": ["singer"],
                        "column_names_original": [[-1, "*"], [0, "id"],
                                                  [0, "name"]],
                        "column_types": ["text", "number", "text"],
                        "primary_keys": [1], "foreign_keys": []}], file)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name, name + ".sqlite")

    def label(self, *lines, options=(), status=0, rule="fixed"):
        text = "".join((line if isinstance(line, str) else json.dumps(line)) +
                       "\n" for line in lines)
        code, out, err = run("--label", rule, "--db-root", self.folder,
                             *options, text=text)
        self.assertEqual(code, status, err)
        self.assertEqual(err, "")
        lines = [json.loads(line) for line in out.splitlines()]
        return lines

    def line(self, *queries, **other):
        return {"db_id": "shop", "gold": GOLD,
                "candidates": [{"sql": q} for q in queries], **other}

    def test_exact_match(self):
        queries = ["SELECT count(*) FROM singer;", "SELECT name FROM singer",
                   "SELECT 2", "nonsense"]
        found = {}
        for rule in "exact", "exact-no-keys", "exact-values":
            line, = self.label(self.line(*queries), rule=rule,
                               options=("--why",))
            found[rule] = [(c["label"], c["label_reason"]["code"])
                           for c in line["candidates"]]
        self.assertEqual(found, dict.fromkeys(found, [
            (1, "exact"), (0, "select"), (0, "beyond"), (0, "beyond")]))
        bad, = self.label(self.line("SELECT 2", gold="SELECT 1"), rule="exact")
        self.assertEqual(bad["candidates"][0]["label_reason"]["code"], "gold")
        bad, = self.label(self.line("SELECT 2", gold="nonsense"), rule="exact")
        self.assertEqual(bad["candidates"][0]["label_reason"]["code"], "gold")
        bad, = self.label(self.line("SELECT 2", db_id="gone"), rule="exact")
        self.assertEqual(bad["candidates"][0]["label_reason"]["code"],
                         "database")
        code, out, err = run("--label", "exact", "--tables", self.tables,
                             text=json.dumps(self.line(*queries)) + "\n")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual([c["label"] for c in json.loads(out)["candidates"]],
                         [1, 0, 0, 0])
        code, _, err = run("--label", "exact")
        self.assertEqual(code, 2)
        self.assertIn("--label exact reads schemas and needs --tables", err)

    def test_fields_pass_through(self):
        line = self.line("SELECT 2", "SELECT 3", "SELECT x", kept=[1, 0.1])
        line["candidates"][0].update(score=-1.5, label=None,
                                     label_reason="old")
        found, = self.label(line)
        first, second, third = found["candidates"]
        self.assertEqual(list(found), ["db_id", "gold", "candidates", "kept"])
        self.assertEqual(first, {"sql": "SELECT 2", "score": -1.5, "label": 1})
        self.assertEqual(second, {"sql": "SELECT 3", "label": 0})
        self.assertIsNone(third["label"])
        self.assertEqual(third["label_reason"],
                         {"code": "not_executable",
                          "message": "no such column: x"})
        self.assertEqual(found["kept"], [1, 0.1])

    def test_lone_query_and_reasons(self):
        found, = self.label({"db_id": "shop", "gold": GOLD, "sql": "SELECT 2"},
                            options=("--why",))
        self.assertEqual(found["label"], 1)
        self.assertEqual(found["label_reason"]["code"], "same_rows")

    def test_rules(self):
        line = {"db_id": "shop", "gold": "SELECT name FROM singer WHERE id = 9",
                "candidates": [{"sql": "SELECT id FROM singer WHERE id = 8"}]}
        for rule, label in ("fixed", 0), ("strict", 1), ("official", 0):
            for tables in (), ("--tables", self.tables):
                found, = self.label(line, rule=rule, options=tables)
                self.assertEqual(found["candidates"][0]["label"], label, rule)

    def test_bad_lines_stand_in_their_place(self):
        found = self.label(
            self.line("SELECT 2"), "nonsense", "[]", "", {"gold": GOLD},
            {"db_id": "shop", "candidates": []},
            {"db_id": 1, "gold": GOLD, "sql": "SELECT 2"},
            {"db_id": "shop", "gold": GOLD},
            {"db_id": "shop", "gold": GOLD, "candidates": 1},
            {"db_id": "shop", "gold": GOLD, "candidates": ["SELECT 2"]},
            self.line("SELECT 2"), status=1)
        self.assertEqual(len(found), 11)
        for line in found[1:10]:
            self.assertIn("message", line["error"])
        for line in found[0], found[10]:
            self.assertEqual(line["candidates"][0]["label"], 1)

    def test_failures_are_answers(self):
        found = self.label(
            self.line("SELECT 2", db_id="gone"),
            self.line("SELECT 2", db_id="../shop/shop"),
            self.line("SELECT 2", db_id="broken"),
            self.line("SELECT 2", gold="SELECT x"),
            {"db_id": "shop", "gold": GOLD, "candidates": [{"sql": 1}, {}]},
            self.line(), self.line("SELECT 2"))
        for line, code in zip(found, ("database", "database", "database",
                                      "gold", "not_executable")):
            for candidate in line["candidates"]:
                self.assertIsNone(candidate["label"])
                self.assertEqual(candidate["label_reason"]["code"], code)
        self.assertEqual(found[5]["candidates"], [])
        self.assertEqual(found[6]["candidates"][0]["label"], 1)

    def test_order_does_not_depend_on_threads(self):
        lines = [self.line(f"SELECT {i % 4}", "SELECT name FROM singer",
                           index=i, db_id="shop" if i % 7 else "broken")
                 for i in range(300)]
        one = self.label(*lines, options=("--threads", "1"))
        four = self.label(*lines, options=("--threads", "4"))
        self.assertEqual(one, four)
        self.assertEqual([line["index"] for line in one], list(range(300)))

    def test_nothing_is_written(self):
        with open(self.path("shop"), "rb") as file:
            before = file.read()
        self.label(self.line("DELETE FROM singer", "DROP TABLE singer",
                             "PRAGMA journal_mode=WAL", "VACUUM"))
        with open(self.path("shop"), "rb") as file:
            self.assertEqual(before, file.read())
        self.assertEqual(os.listdir(os.path.join(self.folder, "shop")),
                         ["shop.sqlite"])

    def test_usage(self):
        for arguments in (("--label", "wrong", "--db-root", "."),
                          ("--label", "fixed"), ("--label",),
                          ("--label", "fixed", "--db-root", "/gone"),
                          ("--label", "fixed", "--db-root", ".", "--tables",
                           "/gone"),
                          ("--label", "fixed", "--db-root", ".", "a", "b"),
                          ("--label", "fixed", "--db-root", ".", "/gone"),
                          ("--label", "fixed", "--db-root", ".", "--threads",
                           "x")):
            code, out, err = run(*arguments)
            self.assertEqual(code, 2, arguments)
            self.assertEqual(out, "")
            self.assertTrue(err.startswith("t2sed"), err)
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        self.assertIn("--label RULE", out)

    def test_witness_needs_no_rows(self):
        line = {"db_id": "shop", "gold": "SELECT name FROM singer WHERE id > 1",
                "candidates": [
                    {"sql": "SELECT name FROM singer WHERE 1 < id"},
                    {"sql": "SELECT name FROM singer WHERE id > 2"},
                    {"sql": "SELECT nosuch FROM singer"},
                    {"sql": "SELECT name FROM"}]}
        status, out, err = run("--label", "witness", "--why", "--tables",
                               self.tables, text=json.dumps(line))
        self.assertEqual((status, err), (0, ""))
        found = json.loads(out)["candidates"]
        self.assertEqual([one["label"] for one in found],
                         [1, 0, None, None])
        self.assertEqual([one["label_reason"]["code"] for one in found],
                         ["no_witness", "witness", "not_executable",
                          "not_executable"])
        self.assertIn("singer", found[1]["label_reason"]["message"])

    def test_witness_refuses_hostile(self):
        status, _, err = run("--label", "witness", "--hostile", "--tables",
                             self.tables)
        self.assertEqual(status, 2)
        self.assertIn("--hostile", err)


if __name__ == "__main__":
    sys.exit(tap.main())
