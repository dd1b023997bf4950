"""The extension of SQLite, in the sqlite3 program itself."""

import json
import os
import shutil
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
EXTENSION = os.path.join(BUILD, "lib", "t2sed_sqlite")
SHELL = shutil.which("sqlite3")
ROWS = """CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);
          INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL);"""
QUESTION = "What are the names of the pets?"
LIGHT = os.path.join(ROOT, "lib", "models", "default")


@unittest.skipUnless(SHELL, "no sqlite3 program is installed")
class Extension(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.model = os.path.join(cls.folder, "model")
        subprocess.run([os.path.join(BUILD, "test", "make_tiny_model"),
                        cls.model, "bert", "{}"], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.database = os.path.join(self.folder, "pets.sqlite")
        if os.path.exists(self.database):
            os.unlink(self.database)
        connection = sqlite3.connect(self.database)
        connection.executescript(ROWS)
        connection.close()

    def run_shell(self, *statements, database=None, model=None, **variables):
        script = "\n".join((f".load {EXTENSION}", ".mode json", *statements))
        return subprocess.run(
            [SHELL, "-bail", database or self.database], input=script + "\n",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=300, env={**os.environ, **variables,
                              "T2SED_MODEL": model or self.model})

    def rows(self, *statements, **named):
        done = self.run_shell(*statements, **named)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout) if done.stdout.strip() else []

    def codes(self, query, *before, question=f"'{QUESTION}'", **named):
        quoted = query.replace("'", "''")
        return [row["code"] for row in self.rows(
            *before, "SELECT code FROM t2sed_findings"
            f"({question}, '{quoted}');", **named)]

    def error(self, *statements, **named):
        done = self.run_shell(*statements, **named)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def test_findings(self):
        row, = self.rows("SELECT *, sql FROM t2sed_findings"
                         f"('{QUESTION}', 'SELECT nam FROM pet');")
        self.assertEqual(row, {
            "code": "unknown_column", "severity": "error",
            "message": 'No table of the query has a column "nam"; pet has '
                       '"name".', "sql_begin": 7, "sql_end": 10,
            "question_begin": None, "question_end": None,
            "suggestion": "name", "sql": "SELECT nam FROM pet"})
        self.assertEqual(self.codes("SELECT name FROM pet"), [])
        self.assertEqual(self.codes("SELEC"), ["syntax_error"])
        self.assertEqual(self.codes("SELECT name FROM pet WHERE id > 9",
                                    question="NULL"), ["empty_result"])
        self.assertEqual(
            self.rows("SELECT * FROM t2sed_findings('x', NULL);"), [])

    def test_findings_join_with_tables(self):
        rows = self.rows(
            "CREATE TEMP TABLE pairs(q, s);",
            "INSERT INTO pairs VALUES ('Which names?', 'SELECT nam FROM pet'),"
            " ('Which names?', 'SELECT name FROM pet'), ('', 'SELECT 1;2');",
            "SELECT s, code FROM pairs, t2sed_findings(NULLIF(q, ''), s);")
        self.assertEqual([(r["s"], r["code"]) for r in rows],
                         [("SELECT nam FROM pet", "unknown_column"),
                          ("SELECT 1;2", "not_a_query")])

    def test_findings_need_their_arguments(self):
        for call in ("t2sed_findings", "t2sed_findings('x')"):
            self.assertIn("takes two arguments",
                          self.error(f"SELECT * FROM {call};"))
        self.assertIn("question", self.error(
            "SELECT * FROM t2sed_findings('', 'SELECT 1');"))

    def test_changes_are_seen(self):
        query = "SELECT tail FROM pet"
        self.assertEqual(self.codes(query), ["unknown_column"])
        self.assertEqual(
            self.codes(query, "SELECT code FROM t2sed_findings(NULL, 'SELECT "
                       "name FROM pet');", "ALTER TABLE pet ADD tail;",
                       "UPDATE pet SET tail = rowid;", question="NULL"), [])
        # What is not committed is not in the file; the schema tells.
        self.assertEqual(
            self.codes("SELECT x FROM fresh", "BEGIN;",
                       "CREATE TABLE fresh (x);", question="NULL"), [])
        self.assertEqual(self.codes("SELECT x FROM fresh"), ["unknown_table"])

    def test_databases_in_memory(self):
        self.assertEqual(
            self.codes("SELECT y FROM a", "CREATE TABLE a (x);",
                       database=":memory:"), ["unknown_column"])
        self.assertEqual(
            self.codes("SELECT x FROM a WHERE x = NULL", "CREATE TABLE a (x);",
                       database=":memory:", question="NULL"),
            ["null_compared"])
        self.assertEqual(self.codes("SELECT x FROM a", database=":memory:",
                                    question="NULL"), [])

    def test_write_ahead_log(self):
        done = self.run_shell(
            "PRAGMA journal_mode = WAL;",
            "INSERT INTO pet VALUES (3, 'Kit', 1.0);",
            "SELECT count(*) AS n FROM t2sed_findings(NULL, 'SELECT name FROM "
            "pet WHERE id = 3');")
        self.assertIn('[{"n":0}]', done.stdout)

    def test_score(self):
        row, = self.rows(
            f"SELECT t2sed_score('{QUESTION}', 'SELECT name FROM pet') AS p, "
            f"t2sed_score('{QUESTION}', 'SELEC') AS bad, t2sed_score(NULL, "
            "'SELECT 1') AS none, t2sed_score('x', NULL) AS no_query;")
        self.assertTrue(0 < row["p"] < 1)
        self.assertEqual((row["bad"], row["none"], row["no_query"]),
                         (None, None, None))

    def program(self, model, **line):
        """What t2sed score says of a line, with all findings."""
        folder = os.path.join(self.folder, "root", "pets")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(self.database, os.path.join(folder, "pets.sqlite"))
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "score", "--all-findings",
             "--model", model, "--db-root", os.path.dirname(folder)],
            input=json.dumps({"db_id": "pets", **line}) + "\n",
            stdout=subprocess.PIPE, text=True, check=True, timeout=300)
        return json.loads(done.stdout)

    def test_score_is_what_the_program_prints(self):
        query = "SELECT name FROM pet"
        # The light model reads plans and schema predictions.
        for model in (self.model, LIGHT):
            with self.subTest(model=model):
                line = self.program(model, question=QUESTION, sql=query)
                row, = self.rows(
                    f"SELECT t2sed_score('{QUESTION}', '{query}') AS p;",
                    model=model)
                self.assertAlmostEqual(row["p"], line["probability"], places=4)

    def test_findings_compare_with_the_plan(self):
        question = "How many pets are there?"
        query = "SELECT count(*) FROM pet INTERSECT SELECT count(*) FROM pet"
        asked = (f"SELECT code FROM t2sed_findings('{question}', '{query}');",)
        codes = [row["code"] for row in self.rows(*asked)]
        self.assertIn("clause_unexpected", codes)
        self.assertCountEqual(codes, [one["code"] for one in self.program(
            LIGHT, question=question, sql=query)["findings"]])
        # Without a sketcher there is nothing to compare with.
        self.assertEqual(
            [row["code"] for row in self.rows(*asked, T2SED_SKETCH="/nowhere")],
            [code for code in codes
             if code not in ("clause_unexpected", "unexpected_part")])

    def test_turns(self):
        question = "What are their weights?"
        query = "SELECT weight FROM pet WHERE name = 'Rex'"
        quoted = query.replace("'", "''")
        turns = [{"question": "Which pets are called Rex?",
                  "sql": "SELECT id FROM pet WHERE name = 'Rex'"}, "And Tom?"]
        context = json.dumps(turns).replace("'", "''")
        row, = self.rows(
            f"SELECT t2sed_score('{question}', '{quoted}', '{context}') AS p, "
            f"t2sed_score('{question}', '{quoted}') AS alone, "
            f"t2sed_score('{question}', '{quoted}', NULL) AS no_turns;",
            model=LIGHT)
        line = self.program(LIGHT, question=question, sql=query, context=turns)
        self.assertAlmostEqual(row["p"], line["probability"], places=4)
        self.assertEqual(row["no_turns"], row["alone"])
        self.assertNotAlmostEqual(row["p"], row["alone"], places=3)
        rows = self.rows("SELECT code FROM t2sed_findings"
                         f"('{question}', '{quoted}', '{context}');")
        self.assertEqual([row["code"] for row in rows],
                         [one["code"] for one in line["findings"]])

    def test_turns_that_are_none(self):
        for turns in ("no JSON", "{}", "[1]", '[{"sql": "SELECT 1"}]',
                      '[{"question": "x", "sql": 1}]'):
            for call in ("SELECT t2sed_score", "SELECT * FROM t2sed_findings"):
                with self.subTest(turns=turns, call=call):
                    self.assertIn("expected a", self.error(
                        f"{call}('x', 'SELECT 1', '{turns}');", model=LIGHT))
        self.assertEqual(self.codes("SELECT name FROM pet", model=LIGHT), [])

    def test_knowledge(self):
        question, query = "How many heavy pets?", (
            "SELECT count(*) FROM pet WHERE weight < 9")
        told = "heavy refers to weight > 9"
        row, = self.rows(
            f"SELECT t2sed_score('{question}', '{query}', NULL, '{told}') AS p,"
            f" t2sed_score('{question}', '{query}', NULL, NULL) AS none,"
            f" t2sed_score('{question}', '{query}') AS alone;", model=LIGHT)
        line = self.program(LIGHT, question=question, sql=query,
                            knowledge=told)
        self.assertAlmostEqual(row["p"], line["probability"], places=4)
        self.assertEqual(row["none"], row["alone"])
        self.assertNotEqual(row["p"], row["alone"])
        rows = self.rows("SELECT code FROM t2sed_findings"
                         f"('{question}', '{query}', NULL, '{told}');")
        self.assertEqual([row["code"] for row in rows],
                         [one["code"] for one in line["findings"]])
        self.assertIn("knowledge_condition", [row["code"] for row in rows])
        long = "x" * 70000
        for call in ("SELECT t2sed_score", "SELECT * FROM t2sed_findings"):
            self.assertIn("bytes", self.error(
                f"{call}('x', 'SELECT 1', NULL, '{long}');", model=LIGHT))

    def test_score_fails_aloud(self):
        self.assertIn("no such model directory", self.error(
            "SELECT t2sed_score('x', 'SELECT 1');", model="/nowhere"))
        self.assertIn("wrong number of arguments", self.error(
            "SELECT t2sed_score('x');"))
        # Findings need no model.
        self.assertEqual(self.codes("SELECT nam FROM pet", model="/nowhere"),
                         ["unknown_column"])

    def test_schemas_may_not_call(self):
        for call in ("SELECT t2sed_score('a', 'b')",
                     "SELECT code FROM t2sed_findings('a', 'b')"):
            self.assertIn("unsafe use of", self.error(
                "DROP VIEW IF EXISTS v;", f"CREATE VIEW v AS {call};",
                "SELECT * FROM v;"))

    def test_nothing_is_changed(self):
        with open(self.database, "rb") as file:
            before = file.read()
        self.codes("DELETE FROM pet")
        self.codes("SELECT name FROM pet")
        with open(self.database, "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual([name for name in os.listdir(self.folder)
                          if name.startswith("pets.sqlite-")], [])


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - extension of SQLite # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
