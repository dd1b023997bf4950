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

    def run_shell(self, *statements, database=None, model=None):
        script = "\n".join((f".load {EXTENSION}", ".mode json", *statements))
        return subprocess.run(
            [SHELL, "-bail", database or self.database], input=script + "\n",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=300, env={**os.environ,
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
                       "UPDATE pet SET tail = 1;", question="NULL"), [])
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

    def test_score_is_what_the_program_prints(self):
        folder = os.path.join(self.folder, "root", "pets")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(self.database, os.path.join(folder, "pets.sqlite"))
        line = {"db_id": "pets", "question": QUESTION,
                "sql": "SELECT name FROM pet"}
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "score", "--model",
             self.model, "--db-root", os.path.dirname(folder)],
            input=json.dumps(line) + "\n", stdout=subprocess.PIPE, text=True,
            check=True, timeout=300)
        row, = self.rows(
            f"SELECT t2sed_score('{QUESTION}', 'SELECT name FROM pet') AS p;")
        self.assertAlmostEqual(row["p"],
                               json.loads(done.stdout)["probability"], places=4)

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
