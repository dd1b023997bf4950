"""Explanations from Python and from the program."""

import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

DATA = os.path.join(ROOT, os.pardir, "shared", "data")
TABLES = "CREATE TABLE pet (pet_id INTEGER PRIMARY KEY, name TEXT);"


class Explain(unittest.TestCase):
    def test_steps(self):
        with t2sed.Schema.from_ddl(TABLES) as schema, \
                t2sed.Sql("SELECT 'ö', pet_id FROM pet ORDER BY name LIMIT 3"
                          ) as query:
            first, second = query.explain(schema)
            raw, _ = query.explain(schema, raw_names=True)
        self.assertEqual(first.text, "find ö, pet id of pet table ordered "
                                     "ascending by name")
        self.assertIn("pet_id", raw.text)
        self.assertEqual((first.kind, first.part, first.uses),
                         ("select", "query", []))
        self.assertEqual(first.places, [(7, 18), (19, 27), (28, 41)])
        self.assertEqual((second.kind, second.uses), ("limit", [0]))

    def run_program(self, lines, *options):
        return subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "explain", *options],
            input="\n".join(lines), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=60)

    def test_program(self):
        lines = ['{"sql": "SELECT a FROM t", "more": 1}', '{"sql": "SELECT"}',
                 '{"sql": 3}', '[]', '{"db_id": "x", "sql": "VALUES (1)"}']
        done = self.run_program(lines)
        self.assertEqual(done.returncode, 1)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(found[0]["explanation"], [
            {"text": "find the a of t table", "kind": "select",
             "part": "query", "spans": [[7, 8], [9, 15]], "uses": []}])
        self.assertEqual(found[0]["more"], 1)
        self.assertEqual([line["error"]["code"] for line in found[1:4]],
                         ["ESYNTAX", "EFORMAT", "EFORMAT"])
        self.assertIn("explanation", found[4])
        done = self.run_program(lines[:2], "--text")
        self.assertEqual(done.stdout.splitlines()[:2],
                         ["Step 1: find the a of t table", ""])
        self.assertTrue(done.stdout.splitlines()[2].startswith("error: SQL"))

    @unittest.skipUnless(os.path.isdir(DATA), "no ../shared/data")
    def test_splash(self):
        script = os.path.join(ROOT, "docs", "research", "explain.py")
        done = subprocess.run([sys.executable, script], timeout=300, text=True,
                              stdout=subprocess.PIPE, env=dict(
                                  os.environ, T2S_BUILD=BUILD))
        rows = [[cell.strip() for cell in line.strip("| ").split("|")]
                for line in done.stdout.splitlines()]
        splash = [row for row in rows if row[0].startswith("SPLASH")]
        self.assertEqual(len(splash), 3, done.stdout)
        for row in splash:  # same number of steps, same names
            self.assertGreater(float(row[3].split()[0]), 99, row)
            self.assertGreater(float(row[4].split()[0]), 96, row)
        others = [row for row in rows if row[0] in (
            "Spider", "BIRD train", "BIRD dev (open)", "modern")]
        self.assertEqual(len(others), 4, done.stdout)
        for name, queries, explained in others:
            self.assertEqual(queries, explained, name)


if __name__ == "__main__":
    tap.main()
