"""A database of functions of Python's: what they give, what they raise, how
long they and what they gave are kept."""

import datetime
import decimal
import gc
import os
import sqlite3
import sys
import threading
import time
import unittest
import weakref

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

TABLES = "CREATE TABLE city (name TEXT PRIMARY KEY, size INT);"
ROWS = [("Arnhem", 138020), ("Épe", 7), (None, 3)]


class Stop(Exception):
    """None of a database module's."""


def real():
    """A database to compare with, for one thread's use."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute(TABLES)
    connection.executemany("INSERT INTO city VALUES (?, ?)", ROWS)
    return connection


def of(query, **options):
    options.setdefault("describe", lambda: TABLES)
    return t2sed.Database.from_functions(query, **options)


def gives(*rows):
    """A database that answers every query so."""
    return of(lambda sql, limits: rows)


class Answers(unittest.TestCase):
    def test_the_rows_of_a_cursor(self):
        connection, asked = real(), []

        def query(sql, limits):
            asked.append((sql, limits))
            return connection.execute(sql)

        with of(query) as database:
            self.assertTrue(database.has_rows)
            self.assertEqual(database.sample(0), ["Arnhem", "Épe"])
            self.assertEqual(database.sample(1), ["138020", "7", "3"])
        self.assertEqual(asked[0][0], 'SELECT s."name" FROM "city" AS s')
        self.assertGreater(asked[0][1].milliseconds, 0)
        self.assertGreater(asked[0][1].value_bytes, 0)

    def test_evidence_is_that_of_the_same_database_in_sqlite(self):
        connection = real()
        queries = ["SELECT size FROM city WHERE name = 'Arnhem'",
                   "SELECT size FROM city WHERE name = 'Nowhere'",
                   "SELECT nothing FROM city", "SELECT count(*) FROM city"]
        with of(lambda sql, limits: connection.execute(sql)) as database, \
                t2sed.Evidence(database) as evidence:
            evidence.set_question("How large is Arnhem?")
            codes = [{finding.code for finding in evidence.findings(query)}
                     for query in queries]
        self.assertIn("empty_result", codes[1])
        self.assertNotIn("empty_result", codes[0])
        self.assertTrue(codes[2])

    def test_values_of_all_types(self):
        blob = gives((b"bytes",))
        self.assertEqual(blob.sample(0), [])
        self.assertEqual(gives((2 ** 63,), (-2 ** 63,)).sample(0),
                         [str(2 ** 63), str(-2 ** 63)])
        self.assertEqual(gives((True,), (2.5,), ("a\0b",), ("",)).sample(0),
                         ["1", "2.5", "a\0b", ""])
        self.assertEqual(gives(("\ud800",)).sample(0), ["?"])
        self.assertEqual(gives((float("nan"),), (float("inf"),)).sample(0),
                         ["NaN", "Inf"])

    def test_values_of_database_modules(self):
        """They are what SQLite holds of the same values."""
        given = [(decimal.Decimal("5.50"), "5.5"), (decimal.Decimal("7.00"), "7"),
                 (decimal.Decimal("1e30"), "1.0e+30"),
                 (decimal.Decimal("sNaN"), "NaN"),
                 (datetime.date(2024, 5, 17), "2024-05-17"),
                 (datetime.datetime(2024, 5, 17, 9, 30), "2024-05-17 09:30:00"),
                 (datetime.time(9, 30), "09:30:00"),
                 (datetime.timedelta(hours=26, seconds=5), "26:00:05"),
                 (datetime.timedelta(minutes=-90), "-01:30:00"),
                 ({"a": [1]}, '{"a": [1]}'), ([1, 2], "[1, 2]")]
        self.assertEqual(gives(*((value,) for value, _ in given)).sample(0),
                         [text for _, text in given])
        self.assertEqual(gives(iter([decimal.Decimal("2.5")])).sample(0),
                         ["2.5"])

    def test_how_many_values_are_known(self):
        connection = real()

        def query(sql, limits):
            if "size" in sql:
                raise sqlite3.DatabaseError("permission denied")
            return connection.execute(sql)

        with of(query) as database:
            self.assertEqual(database.values_known(0), "all")
            self.assertEqual(database.values_known(1), "none")
            self.assertEqual(database.unknown_columns, ["city.size"])
            with self.assertRaises(t2sed.Error):
                database.values_known(2)
        with of(query, values_milliseconds=-1) as database:
            self.assertEqual(database.values_known(0), "none")
        self.assertEqual(gives(("a", 1)).unknown_columns, [])
        self.assertEqual(t2sed.Database(None).unknown_columns, [])

    def test_names_are_quoted_as_the_dialect_wants(self):
        asked = []

        def query(sql, limits):
            asked.append(sql)
            return []

        of(query, dialect="mysql").sample(0)
        self.assertEqual(asked, ["SELECT s.`name` FROM `city` AS s"])

    def test_the_schema_that_was_described(self):
        with gives() as database:
            schema = database.schema
            self.assertEqual([t.name for t in schema.tables], ["city"])
            self.assertEqual(schema.columns[0], t2sed.Column(
                "city", "name", "name", "TEXT", "text", 1))
            self.assertEqual(schema.columns, list(schema.tables[0].columns))
            self.assertEqual(schema.foreign_keys, [])
        keys = t2sed.Schema.from_ddl(
            "CREATE TABLE a (x, y, PRIMARY KEY (x, y)); CREATE TABLE b (p "
            "REFERENCES a (x), q, r, FOREIGN KEY (q, r) REFERENCES a (x, y));"
            "CREATE VIEW v AS SELECT x FROM a").foreign_keys
        self.assertEqual(sorted(keys), [((2, 0),), ((3, 0), (4, 1))])

    def test_a_schema_instead_of_describe(self):
        schema = t2sed.Schema.from_ddl(TABLES)
        database = t2sed.Database.from_functions(
            lambda sql, limits: [("a",)], schema=schema)
        schema.close()  # borrowed: its memory lives on
        self.assertEqual(database.sample(0), ["a"])


class Errors(unittest.TestCase):
    def assert_sample(self, code, query):
        with of(query) as database:
            with self.assertRaises(t2sed.Error) as caught:
                database.sample(0)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return str(caught.exception)

    def raises(self, error):
        def query(sql, limits):
            raise error
        return query

    def test_exceptions_of_database_modules(self):
        text = self.assert_sample(
            "EDATABASE", self.raises(sqlite3.DatabaseError("no such table")))
        self.assertIn("no such table", text)
        for error in sqlite3.OperationalError("gone"), TimeoutError():
            self.assert_sample("EDATABASE" if isinstance(
                error, sqlite3.Error) else "ELIMIT", self.raises(error))

    def test_other_exceptions_end_the_call(self):
        for error in Stop("stop"), KeyboardInterrupt(), SystemExit(3):
            with of(self.raises(error)) as database:
                with self.assertRaises(type(error)) as caught:
                    database.sample(0)
                self.assertIs(caught.exception, error)

    def test_an_exception_between_rows(self):
        def query(sql, limits):
            yield ("a",)
            raise Stop()

        with of(query) as database:
            with self.assertRaises(Stop):
                database.sample(0)

    def test_what_is_no_row(self):
        for given in None, 5, [5], [None]:
            with of(lambda sql, limits, given=given: given) as database:
                with self.assertRaises(TypeError):
                    database.sample(0)
        self.assert_sample("EINVAL", lambda sql, limits: [()])
        self.assert_sample("EINVAL",
                           lambda sql, limits: [("a",), ("a", "b")])

    def test_describe(self):
        def fail():
            raise Stop()

        for describe, error in ((fail, Stop), (lambda: 5, TypeError),
                                (lambda: "CREATE", t2sed.Error),
                                (lambda: "", t2sed.Error)):
            with self.assertRaises(error):
                of(lambda sql, limits: [], describe=describe)
        with self.assertRaises(t2sed.Error):
            of(lambda sql, limits: [], describe=None)

    def test_what_is_no_function(self):
        for options in {"describe": 5}, {"cancel": "x"}:
            with self.assertRaises(TypeError):
                of(lambda sql, limits: [], **options)
        with self.assertRaises(TypeError):
            of(5)
        with self.assertRaises(TypeError):
            of(lambda sql, limits: [], no_option=1)

    def test_a_function_that_uses_its_own_database(self):
        def query(sql, limits):
            for _ in range(2):
                with self.assertRaises(t2sed.Error):
                    database.sample(1)
            return [("a",)]

        database = of(query)
        self.assertEqual(database.sample(0), ["a"])


class Time(unittest.TestCase):
    def test_cancel_ends_a_query_that_waits(self):
        told = threading.Event()

        def query(sql, limits):
            self.assertTrue(told.wait(20))
            return [("a",)]

        with of(query, cancel=told.set) as database:
            with self.assertRaises(t2sed.Error):
                database.sample(0, max_milliseconds=20)
        self.assertTrue(told.is_set())

    def test_rows_without_end(self):
        def query(sql, limits):
            while True:
                yield ("a",)

        with of(query) as database:
            start = time.monotonic()
            self.assertEqual(database.sample(0, max_milliseconds=50), ["a"])
            self.assertLess(time.monotonic() - start, 20)

    def test_one_query_at_a_time(self):
        running = []

        def query(sql, limits):
            running.append(1)
            time.sleep(0.005)
            together = len(running)
            running.pop()
            return [(str(together),)]

        seen = []
        with of(query) as database:
            threads = [threading.Thread(
                target=lambda: seen.extend(database.sample(0)))
                for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(seen, ["1"] * 8)


class Lifetimes(unittest.TestCase):
    def test_functions_live_as_long_as_what_uses_them(self):
        class Query:
            def __call__(self, sql, limits):
                return [("Arnhem",)]

        query = Query()
        kept = weakref.ref(query)
        database = of(query)
        evidence = t2sed.Evidence(database)
        database.close()
        del query, database
        gc.collect()
        self.assertIsNotNone(kept())
        evidence.set_question("How large is Arnhem?")
        evidence.findings("SELECT size FROM city WHERE name = 'Arnhem'")
        evidence.close()
        del evidence
        gc.collect()
        self.assertIsNone(kept())

    def test_a_checker_keeps_functions(self):
        rows = [("Arnhem", 3)]
        checker = t2sed.Checker(database=of(lambda sql, limits: list(rows)))
        gc.collect()
        report = checker.check("How large is it?", ["SELECT size FROM city"])
        self.assertEqual(report.best.outcome, "ran")

    def test_functions_of_what_could_not_be_made_are_let_go(self):
        def query(sql, limits):
            return []

        kept = weakref.ref(query)
        with self.assertRaises(t2sed.Error):
            of(query, describe=lambda: "nonsense")
        del query
        gc.collect()
        self.assertIsNone(kept())


if __name__ == "__main__":
    tap.main()
