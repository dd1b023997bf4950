#!/usr/bin/env python3
"""What the reports of docs/research/quality.md and docs/research/errors.md are made with: parts of
queries and how they differ, thresholds, tables between marks. Prints TAP."""

import os
import sqlite3
import sys
import tempfile
import unittest

from support import tap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
sys.path.insert(0, os.path.join(ROOT, "docs", "research"))

import auc_table  # noqa: E402
import firsts  # noqa: E402
import missed  # noqa: E402
import ranking  # noqa: E402
from query_parts import Names, Reader, differences  # noqa: E402
from query_tree import parse  # noqa: E402

SCHEMA = {
    "db_id": "pets", "table_names_original": ["Owner", "Pet"],
    "column_names_original": [[-1, "*"], [0, "Id"], [0, "Name"], [0, "Age"],
                              [1, "Owner_id"], [1, "Weight"], [1, "Name"]],
    "foreign_keys": [[4, 1]]}


def first(label, probability, db_id="pets", sql="SELECT 1"):
    return firsts.First(db_id, "How many?", "SELECT 1", sql, label,
                        probability)


class Differences(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(PROGRAM):
            self.skipTest("no build/bin/t2sed (jansson)")

    def kinds(self, gold, got, keys=True):
        reader = Reader(Names(SCHEMA, keys))
        one, other = (reader.query(tree) for tree in parse(PROGRAM, [gold, got]))
        return [difference[0] for difference in differences(one, other)]

    def test_style_is_no_difference(self):
        for gold, got in (
                ("SELECT name FROM owner", "select T1.Name FROM Owner AS T1;"),
                ("SELECT count(*) FROM pet", "SELECT COUNT(weight) FROM pet"),
                ("SELECT name FROM owner WHERE age = 3 AND name != 'x'",
                 "SELECT name FROM owner WHERE (name <> \"x\") AND age = 3.0"),
                ("SELECT o.age FROM owner o JOIN pet p ON o.id = p.owner_id",
                 "SELECT age FROM pet, owner WHERE owner.id = pet.owner_id"),
                ("SELECT id FROM owner ORDER BY age",
                 "SELECT id FROM owner ORDER BY age ASC"),
                ("SELECT p.owner_id FROM owner o JOIN pet p ON o.id=p.owner_id",
                 "SELECT o.id FROM owner o JOIN pet p ON o.id=p.owner_id")):
            self.assertEqual(self.kinds(gold, got), [], got)
        self.assertEqual(self.kinds("SELECT id FROM owner",
                                    "SELECT owner_id FROM owner, pet", False)[0],
                         "SELECT: column: another")

    def test_each_part(self):
        for got, kind in (
                ("SELECT age FROM owner WHERE age > 3 ORDER BY age LIMIT 1",
                 "SELECT: column: another"),
                ("SELECT max(name) FROM owner WHERE age > 3 ORDER BY age "
                 "LIMIT 1", "SELECT: aggregate"),
                ("SELECT name, id FROM owner WHERE age > 3 ORDER BY age "
                 "LIMIT 1", "SELECT: column: too many"),
                ("SELECT DISTINCT name FROM owner WHERE age > 3 ORDER BY age "
                 "LIMIT 1", "DISTINCT"),
                ("SELECT name FROM owner WHERE age >= 3 ORDER BY age LIMIT 1",
                 "WHERE: operator"),
                ("SELECT name FROM owner WHERE age > 4 ORDER BY age LIMIT 1",
                 "WHERE: value"),
                ("SELECT name FROM owner WHERE id > 3 ORDER BY age LIMIT 1",
                 "WHERE: column"),
                ("SELECT name FROM owner ORDER BY age LIMIT 1",
                 "WHERE: condition: missing"),
                ("SELECT name FROM owner WHERE age > 3 ORDER BY age DESC "
                 "LIMIT 1", "ORDER BY: direction"),
                ("SELECT name FROM owner WHERE age > 3 ORDER BY id LIMIT 1",
                 "ORDER BY: another"),
                ("SELECT name FROM owner WHERE age > 3 ORDER BY age",
                 "LIMIT: missing"),
                ("SELECT name FROM owner WHERE age > 3 ORDER BY age LIMIT 2",
                 "LIMIT: number"),
                ("SELECT name FROM owner WHERE age > 3 GROUP BY id ORDER BY "
                 "age LIMIT 1", "GROUP BY: too many"),
                ("SELECT name FROM owner WHERE age > 3 AND id IN (SELECT "
                 "owner_id FROM pet) ORDER BY age LIMIT 1",
                 "nested query: too many"),
                ("SELECT name FROM owner WHERE age > 3 UNION SELECT name FROM "
                 "pet", "set operation")):
            self.assertEqual(
                self.kinds("SELECT name FROM owner WHERE age > 3 ORDER BY age "
                           "LIMIT 1", got), [kind], got)

    def test_tables_joins_and_having(self):
        both = "SELECT count(*) FROM owner JOIN pet ON owner.id = pet.%s"
        self.assertEqual(self.kinds(both % "owner_id", both % "weight"),
                         ["FROM: join condition"])
        self.assertEqual(self.kinds(both % "owner_id",
                                    "SELECT count(*) FROM pet"),
                         ["FROM: table: missing"])
        having = "SELECT name FROM pet GROUP BY name HAVING count(*) > %d"
        self.assertEqual(self.kinds(having % 1, having % 2), ["HAVING: value"])
        self.assertEqual(self.kinds(
            "SELECT name FROM pet WHERE name = 'Rex'",
            "SELECT name FROM pet WHERE name = 'rex'"),
            ["WHERE: value, by case alone"])
        self.assertEqual(self.kinds(
            "SELECT id FROM owner WHERE age = 1 AND name = 'x'",
            "SELECT id FROM owner WHERE age = 1 OR name = 'x'"),
            ["WHERE: AND, OR"])

    def test_what_does_not_parse(self):
        self.assertEqual(parse(PROGRAM, ["SELECT FROM", "SELECT\n1"])[0], None)
        self.assertEqual(missed.compare_trees((), None, {}),
                         [(missed.NO_TREE, "", "")])


class Numbers(unittest.TestCase):
    def test_table_of_kinds(self):
        cases = [(first(1, 0.9), [(missed.SAME, "", "")]),
                 (first(0, 0.95), [("LIMIT: number", "1", "2")]),
                 (first(0, 0.2), [("LIMIT: number", "1", "2"),
                                  ("DISTINCT", "distinct", "")])]
        lines = missed.by_kind(cases)
        self.assertEqual(lines[2], "| LIMIT: number | 2 | 50.0 | 50.0 | 50.0 "
                         "| 1 | 0.0 | 0.0 | 0 |  | `2` for `1` |")
        self.assertTrue(lines[3].startswith("| DISTINCT | 1 | 100.0 | 100.0 "))
        self.assertIn("| LIMIT: number | 1 | 100.0 | 1 | 1 |",
                      missed.missed(cases))
        self.assertIn("| result is empty | 1 | 0 | 0.0 |",
                      missed.flagged(cases, lambda db_id, sql: False))

    def test_parse_trees_have_no_leaves(self):
        if not os.path.exists(PROGRAM):
            self.skipTest("no build/bin/t2sed (jansson)")
        sys.path[:0] = [os.path.join(ROOT, "docs", "training", "adapter"),
                        os.path.join(ROOT, "examples", "python")]
        os.environ.setdefault("T2SED_LIBRARY",
                              os.path.join(BUILD, "lib", "libt2sed.so"))
        import nbest
        tree = nbest.parse_trees(["SELECT name, count(*) FROM pet WHERE age > 2"],
                                 PROGRAM)[0]
        for same in ("SELECT T1.name, count(*) FROM pet AS T1 WHERE T1.age > 2",
                     "select weight , COUNT(*)\nfrom owner o where o.id > 'x (y)'",
                     'SELECT name AS n, count(*) c FROM pet WHERE age > "x \\ y"'):
            self.assertEqual(nbest.parse_trees([same], PROGRAM), [tree])
        other, wrong = nbest.parse_trees(
            ["SELECT name, count(*) FROM pet WHERE age < 2", "SELEC"], PROGRAM)
        self.assertNotEqual(tree, other)
        self.assertNotIn("PET", tree)
        self.assertIn("COUNT", tree)
        self.assertIsNone(wrong)

    def test_which_query_comes_first(self):
        beam = [{"label": label, "rank_before": rank, "alone": alone,
                 "sql": sql, "agreement": {"share": share}}
                for label, rank, alone, share, sql in
                ((0, 3, 0.5, 0.5, "SELECT a"), (1, 1, 0.2, 0.5, "SELECT 1"),
                 (0, 2, 0.9, 0.1, "select  A"))]
        self.assertEqual(ranking.accuracies(beam, "samples"),
                         (True, True, False, False, True))
        self.assertAlmostEqual(ranking.accuracies(beam, "bird-pools")[0], 1 / 3)
        self.assertFalse(ranking.accuracies(beam, "bird-pools-schema")[1])


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.mkdir(os.path.join(self.root, "pets"))
        link = sqlite3.connect(os.path.join(self.root, "pets", "pets.sqlite"))
        link.execute("CREATE TABLE pet (name TEXT)")
        link.execute("INSERT INTO pet VALUES (CAST(x'ff41' AS TEXT))")
        link.commit()
        link.close()

    def test_has_rows(self):
        databases = firsts.Databases(self.root)
        for sql, expected in (("SELECT name FROM pet", True),
                              ("SELECT name FROM pet WHERE 0", False),
                              ("SELECT nothing FROM pet", None),
                              ("DELETE FROM pet", None),
                              ("SELECT count(*) FROM pet", True)):
            self.assertIs(databases.has_rows("pets", sql), expected, sql)

    def test_between_marks(self):
        page = os.path.join(self.root, "page.md")
        marks = "<!-- make x: begin -->", "<!-- make x: end -->"
        with open(page, "w", encoding="utf-8") as file:
            file.write(f"a\n{marks[0]}\nold\n{marks[1]}\nb\n")
        for _ in range(2):
            firsts.put(page, "x", "new")
            with open(page, encoding="utf-8") as file:
                self.assertEqual(file.read(),
                                 f"a\n{marks[0]}\n\nnew\n\n{marks[1]}\nb\n")
        with self.assertRaises(SystemExit):
            firsts.put(page, "y", "new")

    def test_aucs_stand_beside_each_other(self):
        good = [first(1, 0.9), first(0, 0.2), first(0, 0.1)]
        bad = [first(1, 0.15), first(0, 0.2), first(0, 0.1)]
        lines = auc_table.table([("one", {"p": good}),
                                 ("two", {"p": bad})]).split("\n")
        self.assertEqual(lines[2], "| p | 3 | 1 | 1.000 | 0.500 |")
        self.assertIn("**0.500**", lines[3])

    def test_only_what_counts_is_read(self):
        path = os.path.join(self.root, "scored.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for more in ('{"sql": "q", "label": 1, "probability": 0.5}',
                         '{"sql": "q", "label": null, "probability": 0.5}',
                         '{"sql": "q", "label": 0, "probability": null}'):
                file.write('{"db_id": "d", "question": "?", "gold": "g", '
                           f'"candidates": [{more}]}}\n')
            file.write('{"db_id": "d", "question": "?", "gold": "g", '
                       '"candidates": []}\n')
        self.assertEqual([item.pair for item in firsts.read(path)], [(0.5, 1)])


if __name__ == "__main__":
    tap.main()
