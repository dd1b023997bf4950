"""Schema linking from Python, and t2sed link, on a small database."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

PROGRAM = os.path.join(BUILD, "bin", "t2sed")
TABLES = """
CREATE TABLE airlines (uid INT, Airline TEXT, Abbreviation TEXT);
CREATE TABLE city (name TEXT, district TEXT, population INT);
INSERT INTO airlines VALUES (1, 'JetBlue Airways', 'JetBlue');
INSERT INTO city VALUES ('Arnhem', 'Gelderland', 138020), ('Épe', 'é', 7);
"""
AIRLINE = 'What is the abbreviation of Airline "JetBlue Airways"?'
WRONG = ('SELECT abbreviation FROM airlines '
         'WHERE abbreviation = "JetBlue Airways"')
RIGHT = WRONG.replace("WHERE abbreviation", "WHERE Airline")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "shop"))
        self.database = os.path.join(self.folder, "shop", "shop.sqlite")
        connection = sqlite3.connect(self.database)
        connection.executescript(TABLES)
        connection.close()


class Binding(Case):
    def setUp(self):
        super().setUp()
        self.schema = t2sed.Schema.from_sqlite(self.database)
        self.addCleanup(self.schema.close)

    def link(self, *arguments, **options):
        with t2sed.Linker(t2sed.Database(self.database, **options)) as linker:
            return linker.link(*arguments)

    def test_conditions_and_repairs(self):
        found = self.link(AIRLINE, WRONG)
        condition, = found.conditions
        self.assertEqual((condition.column, condition.operator,
                          condition.value, condition.value_match,
                          condition.found, condition.said_match),
                         ("airlines.Abbreviation", "=", "JetBlue Airways",
                          "elsewhere", "airlines.Airline", "exact"))
        self.assertEqual(AIRLINE[slice(*condition.said_question)],
                         "JetBlue Airways")
        self.assertEqual(WRONG[slice(*condition.value_sql)],
                         '"JetBlue Airways"')
        self.assertEqual(found.repairs[0].repaired, RIGHT)
        self.assertLess(found.score, 0.3)
        self.assertEqual(self.link(AIRLINE, RIGHT).score, 1.0)

    def test_question(self):
        found = self.link("Which district is Épe in?", None)
        self.assertIsNone(found.score)
        self.assertEqual([(n.kind, n.item, n.value) for n in found.named],
                         [("column", "city.district", None),
                          ("value", "city.name", "Épe")])
        self.assertEqual(found.named[1].question, (18, 21))

    def test_earlier_turns(self):
        query = "SELECT population FROM city WHERE name = 'Arnhem'"
        found = self.link("How many live there?", query,
                          ["Where is Arnhem?", "And who knows?"])
        self.assertEqual(found.conditions[0].said_turn, 2)
        self.assertEqual(found.conditions[0].said_question, (9, 15))

    def test_less(self):
        with t2sed.Linker() as linker:
            found = linker.link(None, "SELECT 1 FROM t WHERE a = 'b'")
            self.assertIsNone(found.score)
            self.assertEqual(found.conditions[0].value, "b")
            self.assertIsNone(found.conditions[0].column)
            with self.assertRaises(t2sed.Error):
                linker.link("x", "SELECT FROM")
            with self.assertRaises(t2sed.Error):
                linker.link(None, None)
        with self.assertRaises(t2sed.Error):
            t2sed.Linker(t2sed.Database("/nonexistent.sqlite"))
        with self.assertRaises(TypeError):
            t2sed.Database(schema=self.schema, max_nothing=1)

    def test_index(self):
        index = os.path.join(self.folder, "i.sqlite")
        for _ in range(2):
            found = self.link(AIRLINE, WRONG, index=index)
            self.assertEqual(found.repairs[0].repaired, RIGHT)
        self.assertTrue(os.path.exists(index))


class Program(Case):
    def run_link(self, lines, *options):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        return subprocess.run(
            [PROGRAM, "link", "--db-root", self.folder, *options],
            input=text, capture_output=True, text=True, check=False)

    def test_lines(self):
        index = os.path.join(self.folder, "index")
        os.mkdir(index)
        run = self.run_link(
            [{"db_id": "shop", "question": AIRLINE, "sql": WRONG, "id": 7},
             {"db_id": "shop", "question": AIRLINE,
              "candidates": [{"sql": RIGHT}, {"sql": "SELECT FROM"}]},
             {"db_id": "shop", "question": AIRLINE}],
            "--index", index)
        one, beam, asked = map(json.loads, run.stdout.splitlines())
        self.assertEqual((run.returncode, one["id"]), (0, 7))
        self.assertEqual(one["repairs"][0]["repaired"], RIGHT)
        self.assertEqual(one["links"]["conditions"][0]["value"]["match"],
                         "elsewhere")
        self.assertTrue(any(n["names"] == "value"
                            for n in one["links"]["question"]))
        right, broken = beam["candidates"]
        self.assertEqual(right["links"]["score"], 1.0)
        self.assertEqual(broken["error"]["code"], "ESYNTAX")
        self.assertEqual(list(asked["links"]), ["question"])
        self.assertEqual(os.listdir(index), ["shop.index.sqlite"])

    def test_turns(self):
        run = self.run_link(
            [{"db_id": "shop", "question": "How many live there?",
              "context": ["Where is Arnhem?"],
              "sql": "SELECT population FROM city WHERE name = 'Arnhem'"}])
        value = json.loads(run.stdout)["links"]["conditions"][0]["value"]
        self.assertEqual((value["said"], value["turn"]), ("exact", 1))

    def test_text(self):
        run = self.run_link([{"db_id": "shop", "sql": WRONG}], "--text")
        self.assertIn("elsewhere", run.stdout)
        self.assertIn(RIGHT, run.stdout)

    def test_errors(self):
        run = self.run_link([{"db_id": "none", "sql": WRONG}, [],
                             {"db_id": "shop"},
                             {"db_id": "shop", "sql": RIGHT, "context": 1}])
        lines = list(map(json.loads, run.stdout.splitlines()))
        self.assertEqual(run.returncode, 1)
        self.assertEqual([line["error"]["code"] for line in lines],
                         ["ENOTFOUND", "EFORMAT", "EFORMAT", "EFORMAT"])
        for options in (["--index", "x", "--nothing"], ["a", "b"]):
            self.assertEqual(self.run_link([], *options).returncode, 2)
        run = subprocess.run([PROGRAM, "link", "--index", "x"], input="",
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)


if __name__ == "__main__":
    tap.main()
