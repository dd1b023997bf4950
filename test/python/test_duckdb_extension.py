"""The extension of DuckDB, in Python's duckdb."""

import glob
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
import t2sed  # noqa: E402
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
EXTENSION = os.path.join(BUILD, "lib", "t2sed.duckdb_extension")
VENV = glob.glob(os.path.join(ROOT, ".deps/venv/lib/python3*/site-packages"))
if importlib.util.find_spec("duckdb") is None:
    sys.path += VENV


def build():
    """Builds the extension; what make says if it fails, or ""."""
    made = subprocess.run(["make", "-s", "-C", ROOT, "duckdb-extension",
                           f"BUILD={os.path.relpath(BUILD, ROOT)}"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    return made.stdout.strip() if made.returncode else ""


FAILED = build()
HAS_HEADER = "duckdb_extension.h was not found" not in FAILED
QUESTION = "What are the names of the customers from Berlin?"
RIGHT = "SELECT name FROM customer WHERE city = 'Berlin'"
WRONG = "SELECT count(*) FROM customer"
QUERIES = [RIGHT, WRONG, "SELECT nam FROM customer",
           "SELECT name FROM customer WHERE born > DATE '1990-06-01'",
           "SELECT city, sum(total) FROM customer JOIN bill "
           "ON customer.id = customer_id GROUP BY city"]
ROWS = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR, city VARCHAR,
                           born DATE);
    INSERT INTO customer VALUES (1, 'Ann', 'Berlin', '1990-01-02'),
                                (2, 'Bob', 'Paris', '1991-05-06');
    CREATE TABLE bill (id INTEGER PRIMARY KEY, total DECIMAL(8, 2),
                       customer_id INTEGER REFERENCES customer (id));
    INSERT INTO bill VALUES (1, 9.5, 1), (2, 3, 1);"""

# Time for a machine that does other things.
LIMIT = "T2SED_MAX_MILLISECONDS"
PATIENCE = 60000


@unittest.skipUnless(HAS_HEADER, "DuckDB's header is missing: "
                     "`make deps-duckdb` fetches it")
class Extension(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if FAILED:
            raise AssertionError(FAILED)
        import duckdb
        cls.duckdb = duckdb
        patience = mock.patch.dict(os.environ, {LIMIT: str(PATIENCE)})
        patience.start()
        cls.addClassCleanup(patience.stop)
        cls.database = cls.open()
        cls.database.execute(ROWS)

    @classmethod
    def open(cls, path=":memory:"):
        database = cls.duckdb.connect(
            path, config={"allow_unsigned_extensions": True, "threads": 4})
        database.execute(f"LOAD '{EXTENSION}'")
        return database

    def ask(self, call, *arguments, database=None):
        return (database or self.database).execute(
            f"SELECT {call}", list(arguments)).fetchall()[0][0]

    def check(self, query, question=QUESTION, **named):
        return self.ask("t2sed_check(?, ?)", question, query, **named)

    def findings(self, query, question=QUESTION):
        return json.loads(self.ask("t2sed_findings(?, ?)", question, query))

    def codes(self, *arguments):
        return [found["code"] for found in self.findings(*arguments)]

    def test_right_query_is_above_wrong_one(self):
        right, wrong = self.check(RIGHT), self.check(WRONG)
        self.assertGreater(right, 0.7)
        self.assertLess(wrong, 0.4)
        self.assertEqual(self.ask("t2sed_score(?, ?)", QUESTION, RIGHT), right)

    def test_findings(self):
        found, = self.findings("SELECT nam FROM customer")
        self.assertEqual((found["code"], found["severity"]),
                         ("unknown_column", "error"))
        self.assertIn("nam", found["message"])
        self.assertEqual(set(found), {
            "code", "severity", "message", "sql_begin", "sql_end",
            "question_begin", "question_end", "suggestion"})
        self.assertEqual(self.codes("SELECT 'a"), ["syntax_error"])
        self.assertEqual(self.codes("DROP TABLE customer"), ["not_a_query"])
        self.assertEqual(len(self.codes("SELECT nam FROM customer", None)), 1)

    def test_what_cannot_be_judged(self):
        for query, why in (
                ("PIVOT customer ON city USING count(*)", "PIVOT"),
                (f"SELECT '{'a' * (1 << 20)}'", "bytes"),
                ("SELECT " + "(" * 2000 + "1" + ")" * 2000, "nest")):
            self.assertIsNone(self.check(query), why)
            for question in QUESTION, None:
                found, = self.findings(query, question)
                self.assertEqual((found["code"], found["severity"]),
                                 ("not_judged", "hint"), found)
                self.assertIn(why, found["message"])
        # DuckDB decides where it is asked.
        query = "SELECT city, count(*) FROM customer GROUP BY CUBE (city)"
        self.assertIsNotNone(self.check(query))
        self.assertEqual(self.codes(query, None), ["not_judged"])

    def test_explain(self):
        self.assertRegex(self.ask("t2sed_explain(?)", RIGHT),
                         r"^Step 1: .*name.*Berlin$")

    def test_nulls_and_what_is_no_query(self):
        for call in ("t2sed_check(NULL, 'SELECT 1')", "t2sed_check('x', NULL)",
                     "t2sed_findings('x', NULL)", "t2sed_explain(NULL)",
                     "t2sed_check('x', 'DROP TABLE customer')",
                     "t2sed_check('x', 'SELECT ''a')",
                     "t2sed_explain('DROP TABLE customer')"):
            self.assertIsNone(self.ask(call), call)

    def test_turns_and_knowledge(self):
        for question, query, turns, knowledge in (
                ("And from Paris?", RIGHT.replace("Berlin", "Paris"),
                 json.dumps([QUESTION]), None),
                ("And from Paris?", RIGHT.replace("Berlin", "Paris"),
                 json.dumps([{"question": QUESTION, "sql": RIGHT}]), None),
                ("How many gold customers are there?",
                 "SELECT count(*) FROM customer WHERE city = 'Berlin'", None,
                 "gold customers are those with city = 'Berlin'"),
                ("And how many gold ones?",
                 "SELECT count(*) FROM customer WHERE city = 'Berlin'",
                 '["How many customers are there?"]',
                 "gold customers are those with city = 'Berlin'")):
            self.assertGreater(
                self.ask("t2sed_check(?, ?, ?, ?)", question, query, turns,
                         knowledge),
                self.check(query, question) + 0.01, (turns, knowledge))
        found = json.loads(self.ask(
            "t2sed_findings(?, ?, ?, ?)", "How many gold customers are there?",
            WRONG, None, "gold customers are those with city = 'Berlin'"))
        self.assertIn("knowledge_column", [one["code"] for one in found])

    def test_turns_that_are_none(self):
        with self.assertRaisesRegex(
                self.duckdb.Error, "t2sed_check: the turns before: expected a "
                "JSON array"):
            self.ask("t2sed_check('x', 'SELECT 1', 'nonsense')")
        self.assertEqual(self.ask("1"), 1)

    def test_no_file_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("a\n1\n")
            for query in (f"SELECT a FROM '{path}'",
                          f"SELECT a FROM read_csv('{path}')",
                          f"SELECT a FROM \"{path}\"",
                          f"WITH \"{path}\" AS (SELECT 1 AS a) SELECT a FROM "
                          f"\"{path}\"",
                          "SELECT * FROM df WHERE EXISTS (WITH df AS (SELECT 1) "
                          "SELECT * FROM df)",
                          "SELECT t2sed_check('a', 'SELECT 1')"):
                self.assertTrue(self.codes(query), query)

    def test_nothing_is_written(self):
        self.database.execute("CREATE SEQUENCE s")
        for query in ("SELECT nextval('s')", "DELETE FROM customer"):
            self.check(query)
        self.assertEqual(self.ask("nextval('s')"), 1)

    def test_new_table_counts_once_committed(self):
        query, question = "SELECT name FROM pet", "What are the pets' names?"
        database = self.open()
        database.execute(ROWS + "BEGIN; CREATE TABLE pet (name VARCHAR)")
        before = self.check(query, question, database=database)
        database.execute("COMMIT")
        after = self.check(query, question, database=database)
        self.assertGreater(after, before + 0.2)

    def test_slow_query_ends(self):
        database = self.open()
        database.execute(
            "CREATE TABLE big AS SELECT i FROM range(1000000) AS r(i)")
        with mock.patch.dict(os.environ, {LIMIT: "500"}):
            found = json.loads(self.ask(
                "t2sed_findings(NULL, 'SELECT count(*) FROM big AS a, "
                "big AS b, big AS c WHERE a.i + b.i < c.i')",
                database=database))
        self.assertEqual([one["code"] for one in found], ["too_slow"])
        self.assertEqual(self.ask("1", database=database), 1)

    def test_limit_that_is_no_number(self):
        database = self.open()
        for limit in ("0", "5s", "9999999999"):
            with mock.patch.dict(os.environ, {LIMIT: limit}), \
                    self.assertRaisesRegex(self.duckdb.Error, LIMIT):
                self.check(RIGHT, database=database)

    def test_view_that_calls_back(self):
        database = self.open()
        database.execute(ROWS + "CREATE VIEW checked AS SELECT "
                         "t2sed_check('How many?', 'SELECT 1') AS p")
        self.assertGreater(
            self.check("SELECT p FROM checked", database=database), 0)

    def test_without_tables(self):
        self.assertGreater(self.check("SELECT 1", database=self.open()), 0)

    def test_10000_rows(self):
        database = self.open()
        database.execute(ROWS)
        database.execute("CREATE TABLE asked AS SELECT ? AS question, CASE "
                         "i % 2 WHEN 0 THEN ? ELSE ? END AS sql "
                         "FROM range(10000) AS r(i)", [QUESTION, RIGHT, WRONG])
        found = dict(database.execute(
            "SELECT round(t2sed_check(question, sql), 2), count(*) FROM asked "
            "GROUP BY 1").fetchall())
        self.assertEqual(sum(found.values()), 10000)
        self.assertEqual(len(found), 2, found)

    def test_threads(self):
        wanted = [self.check(query) for query in QUERIES]
        results = []

        def work():
            cursor = self.database.cursor()
            results.append([self.check(query, database=cursor)
                            for query in QUERIES])
            cursor.close()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [wanted] * 4)

    def test_same_as_python(self):
        with t2sed.open_database(
                self.database, max_milliseconds=PATIENCE,
                values_milliseconds=PATIENCE) as database, \
                t2sed.Checker(database=database) as checker:
            for query in QUERIES:
                given = checker.check(QUESTION, [query]).candidates[0]
                self.assertAlmostEqual(
                    self.check(query), given.probability, delta=1e-6,
                    msg=query)

    def test_guide(self):
        """What docs/guide/duckdb.md shows."""
        with open(os.path.join(ROOT, "docs", "guide", "duckdb.md"),
                  encoding="utf-8") as file:
            lines = re.findall(r"^    (.*)$", file.read(), re.M)
        database = self.duckdb.connect(
            config={"allow_unsigned_extensions": True})
        shown = 0
        for line, following in zip(lines, lines[1:] + [""]):
            if not line.startswith("D "):
                continue
            rows = database.execute(line[2:].replace(
                "build/lib/t2sed.duckdb_extension", EXTENSION)).fetchall()
            if not following.startswith("D "):
                self.assertEqual("|".join(map(str, rows[0])), following, line)
                shown += 1
        self.assertGreater(shown, 3)


if __name__ == "__main__":
    tap.main()
