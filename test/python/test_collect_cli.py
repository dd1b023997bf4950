#!/usr/bin/env python3
"""t2sed collect --mutate: what it writes, drops and refuses. Prints TAP."""

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
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
SPIDER = os.path.join(ROOT, "..", "shared", "data", "spider")

SCHEMA = """
CREATE TABLE team (team_id INTEGER PRIMARY KEY, name TEXT, city TEXT,
                   founded INTEGER);
CREATE TABLE player (player_id INTEGER PRIMARY KEY, name TEXT, age INTEGER,
                     team_id INTEGER REFERENCES team(team_id));
"""
ROWS = """
INSERT INTO team VALUES (1, 'Reds', 'Rome', 1900), (2, 'Blues', 'Bonn', 1950),
                        (3, 'Greens', 'Riga', 1950);
INSERT INTO player VALUES (1, 'Ann', 20, 1), (2, 'Bob', 30, 2),
                          (3, 'Cem', 30, 2), (4, 'Dia', 25, NULL);
"""
GOLD = "SELECT name FROM player WHERE age > 22 ORDER BY age DESC"


def run(*arguments, lines=None, text=None):
    if text is None:
        text = "".join(json.dumps(line) + "\n" for line in lines or [])
    done = subprocess.run([PROGRAM, "collect", *arguments],
                          input=text.encode("utf-8"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=300)
    return (done.returncode,
            [json.loads(x) for x in done.stdout.decode("utf-8").splitlines()],
            done.stderr.decode("utf-8"))


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp()
        for name, rows in (("club", ROWS), ("bare", "")):
            os.mkdir(os.path.join(cls.root, name))
            path = os.path.join(cls.root, name, name + ".sqlite")
            with sqlite3.connect(path) as database:
                database.executescript(SCHEMA + rows)
            database.close()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def rows(self, sql):
        path = os.path.join(self.root, "club", "club.sqlite")
        database = sqlite3.connect(path)
        try:
            return database.execute(sql).fetchall()
        finally:
            database.close()

    def mutate(self, *more, lines=None, text=None):
        return run("--mutate", "4", "--db-root", self.root, *more,
                   lines=lines, text=text)

    def test_mutants_give_something_else(self):
        line = {"db_id": "club", "question": "Who?", "query": GOLD, "index": 7}
        status, out, err = self.mutate(lines=[line])
        self.assertEqual(status, 0, err)
        self.assertEqual(len(out), 1)
        self.assertEqual(list(out[0]), ["db_id", "question", "index", "gold",
                                        "candidates"])
        self.assertEqual((out[0]["gold"], out[0]["index"]), (GOLD, 7))
        first, *others = out[0]["candidates"]
        self.assertEqual(first, {"sql": GOLD, "label": 1})
        self.assertEqual(len(others), 4)
        self.assertEqual(len({x["sql"] for x in others}), 4)
        for other in others:
            self.assertEqual(list(other), ["sql", "label", "mutation"])
            self.assertEqual(other["label"], 0)
            self.assertNotEqual(self.rows(other["sql"]), self.rows(GOLD))
        self.assertIn("lines: 1 written", err)
        self.assertIn("4 kept", err)

    def test_a_seed_decides(self):
        lines = [{"db_id": "club", "question": "?", "gold": GOLD},
                 {"db_id": "club", "question": "?",
                  "gold": "SELECT count(*) FROM team WHERE founded = 1950"}]
        first = self.mutate("--seed", "3", "--threads", "1", lines=lines)
        again = self.mutate("--seed", "3", "--threads", "2", lines=lines)
        self.assertEqual(first, again)
        self.assertNotEqual(first[1], self.mutate("--seed", "4",
                                                  lines=lines)[1])
        # A line's mutants do not depend on the lines before it.
        self.assertEqual(self.mutate("--seed", "3", lines=lines[1:])[1],
                         first[1][1:])

    def test_of_right(self):
        right = "SELECT name FROM team"
        line = {"db_id": "club", "question": "?", "gold": GOLD,
                "candidates": [{"sql": "SELECT 1", "label": 0},
                               {"sql": right, "label": 1},
                               {"sql": GOLD, "label": 1}]}
        none = dict(line, candidates=[{"sql": right, "label": None}])
        status, out, err = self.mutate("--of", "right", lines=[line, none])
        self.assertEqual(status, 0, err)
        self.assertEqual(len(out), 1)
        self.assertEqual(out[0]["gold"], GOLD)
        self.assertEqual(out[0]["candidates"][0], {"sql": right, "label": 1})
        self.assertIn("1 without a right query", err)

    def test_operations(self):
        line = {"db_id": "club", "question": "?", "gold": GOLD}
        found = {}
        for names in ("column_select", "column_select,",
                      "column_select,column_select"):
            status, out, err = self.mutate("--operations", names,
                                           lines=[line])
            self.assertEqual(status, 0, err)
            found[names] = out
            self.assertEqual({x.get("mutation") for x in out[0]["candidates"]},
                             {None, "column_select"})
        self.assertEqual(*list(found.values())[:2])
        for names in (",", "nothing", "column_select,,value", "column"):
            status, _, err = self.mutate("--operations", names, lines=[line])
            self.assertEqual(status, 2, names)
            self.assertIn("unknown operation", err)

    def test_without_rows_exact_match_decides(self):
        gold = "SELECT name FROM player WHERE age > 22"
        line = {"db_id": "bare", "question": "?", "gold": gold}
        status, out, err = self.mutate("--mutate", "30", lines=[line])
        self.assertEqual(status, 0, err)
        mutations = {x.get("mutation") for x in out[0]["candidates"]}
        self.assertIn("column_select", mutations)
        # Other values are no other query to exact match.
        self.assertNotIn("value", mutations)

    def test_unusable_lines_are_counted(self):
        lines = [{"db_id": "nowhere", "question": "?", "gold": GOLD},
                 {"question": "?", "gold": GOLD},
                 {"db_id": "club", "question": "?", "gold": "SELEC 1"},
                 {"db_id": "club", "question": "?", "gold": "SELECT x FROM y"},
                 {"db_id": "club", "question": "?"},
                 {"db_id": "club", "question": "?", "gold": GOLD}]
        status, out, err = self.mutate(lines=lines)
        self.assertEqual(status, 0, err)
        self.assertEqual(len(out), 1)
        for said in ("1 written", "2 without a database",
                     "1 with SQL that does not parse",
                     "1 without a right query"):
            self.assertIn(said, err)

    def test_a_line_that_is_none(self):
        good = json.dumps({"db_id": "club", "question": "?", "gold": GOLD})
        status, out, err = self.mutate(text="nonsense\n" + good + "\n")
        self.assertEqual((status, len(out)), (1, 1))
        self.assertIn("line 1", err)

    def test_usage(self):
        for arguments in ([], ["--mutate", "0", "--db-root", self.root],
                          ["--mutate", "4"],
                          ["--mutate", "1000", "--db-root", self.root],
                          ["--mutate", "4", "--db-root", self.root, "--of",
                           "left"],
                          ["--mutate", "4", "--db-root", "/nowhere/at/all"],
                          ["--mutate", "4", "--db-root", self.root, "a", "b"]):
            self.assertEqual(run(*arguments)[0], 2, arguments)

    def test_report(self):
        _, _, err = self.mutate(
            "--report", lines=[{"db_id": "club", "question": "?",
                                "gold": GOLD}])
        self.assertIn("column_select", err)
        self.assertIn("(two)", err)


@unittest.skipUnless(os.path.isdir(os.path.join(SPIDER, "database")),
                     "no Spider beside the repository")
class Spider(unittest.TestCase):
    def test_most_queries_have_wrong_neighbours(self):
        with open(os.path.join(SPIDER, "train_spider.jsonl"),
                  encoding="utf-8") as file:
            lines = [json.loads(line) for line in list(file)[::70]]
        status, out, err = run("--mutate", "3", "--db-root",
                               os.path.join(SPIDER, "database"), lines=lines)
        self.assertEqual(status, 0, err)
        self.assertGreater(len(out), 0.97 * len(lines))
        made = sum(len(line["candidates"]) - 1 for line in out)
        self.assertGreater(made, 2.8 * len(out))


if __name__ == "__main__":
    tap.main()
