"""t2sed diff: tables for people, an object for programs, exit statuses."""

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
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
DDL = """CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, age INT);
CREATE TABLE orders (id INTEGER PRIMARY KEY,
                     customer_id INT REFERENCES customers (id));"""
ALL = "SELECT name FROM customers"
ORDERING = ("SELECT c.name FROM customers c JOIN orders o "
            "ON o.customer_id = c.id GROUP BY c.id")


class Diff(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.schema = os.path.join(folder.name, "shop.sql")
        with open(self.schema, "w", encoding="utf-8") as file:
            file.write(DDL)
        self.database = os.path.join(folder.name, "shop.sqlite")
        db = sqlite3.connect(self.database)
        db.executescript(DDL)
        db.close()

    def diff(self, *arguments, schema=True):
        done = subprocess.run(
            [PROGRAM, "diff"] + ["--schema", self.schema] * schema
            + list(arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def test_a_difference_as_tables(self):
        status, out, err = self.diff(ALL, ORDERING)
        self.assertEqual((status, err), (1, ""))
        lines = out.splitlines()
        self.assertEqual(lines[0],
                         "They differ when a customer has no orders.")
        self.assertEqual(lines[2:4], ["customers", "  id  name"])
        self.assertIn("orders\n  id  customer_id\n  (no rows)\n", out)
        self.assertIn("result of the first query\n  name\n", out)
        self.assertTrue(out.endswith("result of the second query\n  name\n"
                                     "  (no rows)\n"))

    def test_values_that_json_lacks(self):
        found = json.loads(self.diff("--json", "SELECT 9e999, x'01', 'a'",
                                     "SELECT -9e999, x'02', 'a'")[1])
        self.assertEqual([one["rows"] for one in found["results"]],
                         [[["Infinity", "(bytes)", "a"]],
                          [["-Infinity", "(bytes)", "a"]]])
        self.assertEqual(found["results"][0]["left_out"], 0)

    def test_a_difference_as_json(self):
        status, out, _ = self.diff("--json", ALL, ORDERING)
        found = json.loads(out)
        self.assertEqual((status, found["outcome"]), (1, "differ"))
        self.assertEqual([table["name"] for table in found["tables"]],
                         ["customers", "orders"])
        name = found["tables"][0]["rows"][0][1]
        self.assertEqual(found["results"],
                         [{"columns": ["name"], "rows": [[name]],
                           "left_out": 0},
                          {"columns": ["name"], "rows": [], "left_out": 0}])

    def test_the_seed_makes_the_rows(self):
        outs = [self.diff("--seed", seed, ALL, ORDERING)[1]
                for seed in ("1", "1", "2")]
        self.assertEqual(outs[0], outs[1])
        self.assertNotEqual(outs[0], outs[2])

    def test_no_difference_and_what_can_not_be_told(self):
        status, out, err = self.diff(ALL, "SELECT name FROM customers WHERE 1")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("No difference was found on 24 small databases", out)
        status, out, err = self.diff(ALL, "SELECT nosuch FROM customers")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("the second query can't be run: no such column", err)
        self.assertEqual(json.loads(self.diff(
            "--json", ALL, "SELECT nosuch FROM customers")[1])["outcome"],
            "unknown")

    def test_schemas_of_databases_and_dialects(self):
        status, out, _ = self.diff("--db", self.database, "--dialect", "tsql",
                                   "SELECT TOP 1 [name] FROM customers "
                                   "ORDER BY age",
                                   "SELECT TOP 2 [name] FROM customers "
                                   "ORDER BY age", schema=False)
        self.assertEqual(status, 1)
        self.assertIn("customers\n", out)

    def test_wrong_usage(self):
        for arguments, message in (
                ((ALL,), "expected two queries"),
                (("--db", self.database, ALL, ALL), "a schema is required"),
                (("--db-id", "x", ALL, ALL), "need each other"),
                ((ALL, "SELECT FROM"), "the second query: "),
                (("--instances", "99999", ALL, ALL), "instances")):
            with self.subTest(arguments=arguments):
                status, out, err = self.diff(*arguments)
                self.assertEqual((status, out), (2, ""))
                self.assertIn(message, err)
        self.assertIn("no such database file", self.diff(
            "--db", "/nowhere", ALL, ALL, schema=False)[2])

    def test_values_do_not_steer_the_terminal(self):
        status, out, _ = self.diff(
            ALL + " WHERE name = 'a\x1b[2Jb'", ALL + " WHERE name = 'x'")
        self.assertEqual(status, 1)
        self.assertNotIn("\x1b", out)


if __name__ == "__main__":
    tap.main()
