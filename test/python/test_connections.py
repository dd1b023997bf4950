"""t2sed.check, open_database and check_frame, with each kind of connection:
what they give is what SQLite gives for the same rows, queries can only read,
and the caller's transaction goes on."""

import contextlib
import gc
import glob
import importlib
import os
import pathlib
import sqlite3
import sys
import tempfile
import threading
import unittest
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
import servers  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

TABLES = [
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(20), "
    "city VARCHAR(20))",
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER, "
    "total DOUBLE PRECISION, FOREIGN KEY (customer_id) REFERENCES customer (id))",
    "INSERT INTO customer VALUES (1, 'Ann', 'Paris'), (2, 'Bob', 'Rome'), "
    "(3, 'Cy', 'Paris')",
    "INSERT INTO sale VALUES (1, 1, 5.5), (2, 1, 7), (3, 2, 1)"]
QUESTION = "How many customers are in Paris?"
RIGHT = "SELECT count(*) FROM customer WHERE city = 'Paris'"
NONE = "SELECT name FROM customer WHERE city = 'Pariss'"
WRONG = "SELECT nam FROM customer"
QUERIES = [WRONG, NONE, RIGHT]
REQUIRED = os.environ.get("T2S_TEST_PARITY") == "required"


def needs(test, *modules):
    """The modules, or a test that is skipped."""
    found = []
    for name in modules:
        try:
            found.append(importlib.import_module(name))
        except ImportError:
            if REQUIRED:
                raise
            test.skipTest(f"{name} is not installed")
    return found[0] if len(found) == 1 else found


def server_of(test, kind):
    try:
        server = kind()
    except servers.Missing as error:
        test.skipTest(str(error))
    test.addCleanup(server.stop)
    return server


@contextlib.contextmanager
def patient(source):
    """A database with time for a machine that does other things."""
    if isinstance(source, t2sed.Database):
        yield source
    else:
        with t2sed.open_database(source, max_milliseconds=30000,
                                 values_milliseconds=30000) as database:
            yield database


def fill(connection):
    cursor = connection.cursor()
    for statement in TABLES:
        cursor.execute(statement)
    cursor.close()


class Case(unittest.TestCase):
    def assert_checks(self, source):
        """Everything about the same rows: order, outcomes, findings."""
        with patient(source) as database:
            self.look_at(database)
            self.assertEqual([table.name for table in database.schema.tables],
                             ["customer", "sale"])
            self.assertEqual(database.schema.foreign_keys, [((4, 0),)])
            self.assertEqual(set(database.sample(2)), {"Paris", "Rome"})

    def look_at(self, database):
        report = t2sed.check(QUESTION, QUERIES, database)
        self.assertEqual([one.sql for one in report.candidates][0], RIGHT)
        outcome = {one.sql: one.outcome for one in report.candidates}
        self.assertEqual(outcome, {RIGHT: "ran", NONE: "ran",
                                   WRONG: "failed"})
        codes = {one.sql: {finding.code for finding in one.findings}
                 for one in report.candidates}
        self.assertIn("empty_result", codes[NONE])
        self.assertTrue(codes[WRONG])

    def assert_dialect(self, source, *queries):
        """Queries of the system's own dialect run as they were written."""
        with patient(source) as database:
            report = t2sed.check("What is there?", queries, database)
        self.assertEqual({one.sql: (one.outcome, one.rows)
                          for one in report.candidates},
                         dict.fromkeys(queries, ("ran", 1)), str(report))

    def assert_words(self, source, words):
        """The system's own words on a column that is not there, and no more;
        they name the column, which is found in the query."""
        with patient(source) as database:
            wrong = t2sed.check(QUESTION, WRONG, database).best.findings[0]
        self.assertRegex(wrong.message,
                         f"^The database rejects the query: {words}[.]$")
        self.assertEqual((wrong.code, wrong.sql, wrong.suggestion),
                         ("unknown_column", (7, 10), "name"))

    def rows(self, connection, query):
        cursor = connection.cursor()
        cursor.execute(query)
        return cursor.fetchall()


class Sqlite(Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "shop.sqlite")
        self.connection = sqlite3.connect(self.path)
        self.addCleanup(self.connection.close)
        fill(self.connection)
        self.connection.commit()

    def test_path_connection_and_database(self):
        self.assert_checks(self.path)
        self.assert_checks(self.connection)
        with t2sed.open_database(self.path) as database:
            self.assertIs(t2sed.open_database(database), database)
            self.assert_checks(database)
            with self.assertRaises(TypeError):
                t2sed.open_database(database, max_rows=3)

    def test_database_in_memory(self):
        self.addCleanup(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = self.folder.name
        pattern = os.path.join(self.folder.name, "t2sed-*.sqlite")
        before = set(glob.glob(pattern))
        memory = sqlite3.connect(":memory:")
        fill(memory)
        if sys.version_info < (3, 11):
            with self.assertRaisesRegex(ValueError, "commit"):
                t2sed.open_database(memory)
            memory.commit()
        self.assert_checks(memory)
        database = t2sed.open_database(memory)
        self.assertEqual(len(set(glob.glob(pattern)) - before), 1)
        with t2sed.Evidence(database) as evidence:
            database.close()
            del database
            gc.collect()
            self.assertFalse(evidence.findings(RIGHT))
        del evidence
        gc.collect()
        self.assertEqual(set(glob.glob(pattern)), before)
        self.assertEqual(memory.in_transaction, sys.version_info >= (3, 11))
        memory.close()
        with self.assertRaises(sqlite3.ProgrammingError):
            t2sed.open_database(memory)

    def test_the_report(self):
        report = t2sed.check(QUESTION, [RIGHT, WRONG, "SELEC <b>"], self.path)
        self.assertEqual(report.question, QUESTION)
        self.assertIs(report.findings, report.best.findings)
        self.assertIn("best 0.", repr(report))
        lines = str(report).splitlines()
        place = next(i for i, line in enumerate(lines) if WRONG in line)
        self.assertEqual(lines[place].index("nam"),
                         lines[place + 1].index("~~~"))
        page = report._repr_html_()
        self.assertRegex(page, r"underline wavy [^>]*>nam</span>")
        self.assertIn("&lt;b&gt;", page)
        self.assertNotIn("<b>&lt;", page)
        self.assertIn("<table>", report.best._repr_html_())
        self.assertIn("<Candidate", repr(report.best))
        text = str(t2sed.check(QUESTION, f"SELECT\n\tnam\nFROM customer",
                               self.path))
        self.assertIn("\n       nam\n       ~~~\n", text)

    def test_what_is_no_database(self):
        for source in 5, object(), [self.path]:
            with self.assertRaisesRegex(TypeError, "database: expected"):
                t2sed.open_database(source)
        with self.assertRaises(t2sed.Error):
            t2sed.check(QUESTION, RIGHT, self.path + "-none")
        with self.assertRaises(t2sed.Error) as caught:
            t2sed.check(QUESTION, [], self.path)
        self.assertEqual(caught.exception.code, "EEMPTY")

    def test_threads(self):
        wrong = []

        def run():
            try:
                for _ in range(5):
                    self.assert_checks(self.path)
            except BaseException as error:  # pylint: disable=broad-except
                wrong.append(error)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_engine(self):
        alchemy = needs(self, "sqlalchemy")
        self.assert_checks(alchemy.create_engine(f"sqlite:///{self.path}"))
        memory = alchemy.create_engine("sqlite://")
        raw = memory.raw_connection()
        fill(raw)
        raw.commit()
        raw.close()
        self.assert_checks(memory)

    def test_connection_and_url_of_sqlalchemy(self):
        alchemy = needs(self, "sqlalchemy")
        url = f"sqlite:///{self.path}"
        self.assert_checks(url)
        self.assert_checks(alchemy.engine.make_url(url))
        with alchemy.create_engine(url).connect() as connection:
            self.assert_checks(connection)
            self.assertFalse(connection.in_transaction())
        with alchemy.create_engine("sqlite://").connect() as memory:
            fill(memory.connection)
            memory.commit()
            self.assert_checks(memory)
        with self.assertRaisesRegex(TypeError, "an Engine, a Connection or a "
                                    "URL of SQLAlchemy .* not MetaData"):
            t2sed.open_database(alchemy.MetaData())

    def test_a_frame_with_rows_that_lack_something(self):
        pandas = needs(self, "pandas")
        frame = pandas.DataFrame(
            [(QUESTION, RIGHT), (None, RIGHT), (QUESTION, float("nan")),
             (pandas.NA, RIGHT), (QUESTION, 7), (QUESTION, "a\ud800"),
             (QUESTION, WRONG)], columns=["question", "query"], dtype=object)
        found = t2sed.check_frame(frame, self.path)
        alone = t2sed.check_frame(frame.iloc[[0, 6]], self.path)
        for i in 0, 6:
            self.assertEqual(list(found.loc[i]), list(alone.loc[i]))
            self.assertIsNone(found["error"][i])
        self.assertEqual(list(found["error"][1:6]), [
            "question is missing", "query is missing", "question is missing",
            "query is no text but int", "query is no text that has UTF-8"])
        for i in range(1, 6):
            self.assertTrue(pandas.isna(found["probability"][i]))
            self.assertTrue(pandas.isna(found["rank"][i]))
            self.assertIsNone(found["decision"][i])
            self.assertEqual(found["findings"][i], [])

    def test_a_frame_with_a_database_that_is_not_there(self):
        pandas = needs(self, "pandas")
        found = t2sed.check_frame(pandas.DataFrame(
            {"question": QUESTION, "query": RIGHT,
             "at": [self.path, self.path + "-none", None]}), databases="at")
        self.assertEqual(found["outcome"][0], "ran")
        self.assertIn("no such database file", found["error"][1])
        self.assertIsNone(found["error"][2])

    def test_frame(self):
        pandas = needs(self, "pandas")
        frame = pandas.DataFrame(
            {"asked": [QUESTION, "Which cities are there?", QUESTION],
             "sql": [WRONG, "SELECT DISTINCT city FROM customer", RIGHT],
             "at": [self.path, pathlib.Path(self.path), self.path]}, index=[7, 8, 9])
        columns = {"question": "asked", "query": "sql"}
        for options in {"database": self.path}, {"databases": "at"}:
            found = t2sed.check_frame(frame, **columns, **options)
            self.assertEqual(list(found.index), [7, 8, 9])
            self.assertEqual(list(found["rank"]), [2, 1, 1])
            self.assertEqual(found["outcome"][7], "failed")
            self.assertLess(found["probability"][7], 0.1)
            self.assertGreater(found["probability"][9], 0.5)
            self.assertTrue(found["findings"][7])
        self.assertEqual(list(frame.columns), ["asked", "sql", "at"])
        self.assertEqual(len(t2sed.check_frame(frame[:0], **columns)), 0)
        with self.assertRaises(KeyError):
            t2sed.check_frame(frame)
        with self.assertRaises(TypeError):
            t2sed.check_frame(frame, self.path, databases="at", **columns)


class Plain:
    """A connection of a module that is not known."""

    def __init__(self, connection):
        self.connection, self.entered = connection, threading.Event()
        self.go = threading.Event()
        self.go.set()

    def cursor(self):
        self.entered.set()
        self.go.wait(20)
        return self.connection.cursor()


class AnyModule(Case):
    def setUp(self):
        self.real = sqlite3.connect(":memory:", check_same_thread=False)
        self.addCleanup(self.real.close)
        fill(self.real)

    def test_information_schema(self):
        self.real.execute("ATTACH ':memory:' AS information_schema")
        self.real.execute(
            "CREATE TABLE information_schema.columns (table_schema, table_name, "
            "column_name, data_type, ordinal_position)")
        self.real.executemany(
            "INSERT INTO information_schema.columns VALUES ('a', ?, ?, ?, ?)",
            [("customer", "id", "integer", 1),
             ("customer", "city", "character varying(20)", 3),
             ("customer", "tags", "SET", 4),
             ("customer", 'na"me', "integer[]", 2)])
        with t2sed.open_database(Plain(self.real)) as database:
            self.assertEqual(
                [(column.name, column.type.lower()) for column in
                 database.schema.columns],
                [("id", "integer"), ('na"me', "integer"),
                 ("city", "character varying"), ("tags", "enum")])

    def test_no_schema_and_one_that_is_given(self):
        with self.assertRaises(t2sed.Error) as caught:
            t2sed.open_database(Plain(self.real))
        self.assertEqual(caught.exception.code, "EUNSUPPORTED")
        self.assertIn("give schema", str(caught.exception))
        schema = t2sed.Schema.from_ddl(";".join(TABLES[:2]) + ";")
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with t2sed.open_database(Plain(self.real), schema=schema
                                     ) as database:
                self.assert_checks(database)
                self.assertIs(database.read_only, False)
        self.assertEqual([w.category for w in said], [RuntimeWarning])
        self.assertIn("not known", str(said[0].message))

    def test_a_dialect_that_is_given(self):
        schema = t2sed.Schema.from_ddl(";".join(TABLES[:2]) + ";")
        query = 'SELECT count(*) FROM "customer" WHERE "city" = \'Paris\''
        for dialect, outcome in (None, "not_run"), ("standard", "ran"):
            with t2sed.open_database(Plain(self.real), schema=schema,
                                     dialect=dialect) as database:
                self.assertEqual(t2sed.check(QUESTION, query, database
                                             ).best.outcome, outcome)

    def test_what_is_not_run_is_said(self):
        said = []
        self.addCleanup(t2sed.set_log, None)
        t2sed.set_log(lambda level, text: said.append((level, text)))
        schema = t2sed.Schema.from_ddl(";".join(TABLES[:2]) + ";")
        with t2sed.open_database(Plain(self.real), schema=schema) as database:
            t2sed.check(QUESTION, "SELECT `id` FROM customer", database)
        self.assertEqual({level for level, _ in said}, {"warning"})
        self.assertIn("byte 7", said[0][1])

    def test_one_thread_at_a_time(self):
        schema = t2sed.Schema.from_ddl(";".join(TABLES[:2]) + ";")
        plain = Plain(self.real)
        one, other = (t2sed.open_database(plain, schema=schema)
                      for _ in range(2))
        plain.go.clear()
        plain.entered.clear()
        thread = threading.Thread(target=one.sample, args=(0,))
        thread.start()
        self.assertTrue(plain.entered.wait(20))
        with self.assertRaisesRegex(RuntimeError, "in use"):
            other.sample(0)
        plain.go.set()
        thread.join()
        self.assertEqual(other.sample(0), ["1", "2", "3"])


class DuckDB(Case):
    def setUp(self):
        duckdb = needs(self, "duckdb")
        self.connection = duckdb.connect()
        self.addCleanup(self.connection.close)
        fill(self.connection)

    def test_check(self):
        self.assert_checks(self.connection)
        self.assert_dialect(
            self.connection,
            "FROM customer SELECT count(*) FILTER (city ILIKE 'p%')",
            "SELECT date_trunc('month', DATE '2024-05-17')::DATE",
            "SELECT name FROM customer QUALIFY "
            "row_number() OVER (ORDER BY id) = 1")

    def test_what_is_not_read_here_runs(self):
        queries = {
            "SELECT list_reverse([id])[1] FROM customer": 3,
            "SELECT name FROM customer WHERE [id, 0] @> [1]": 1,
            "SELECT name FROM customer TABLESAMPLE 100%": 3,
            "SELECT * FROM customer PIVOT (count(*) FOR city IN "
            "('Paris', 'Rome'))": 3,
            "SELECT * FROM customer UNPIVOT (v FOR n IN (name, city))": 6,
            "SELECT [x + 1 FOR x IN [1, 2]]": 1}
        refused = {
            "SELECT no_such_function(id) FROM customer": "no_such_function",
            "SELECT name FROM customer WHERE nam @> [1]": "nam",
            "SELECT nam FROM customer TABLESAMPLE 100%": "nam",
            "SELECT * FROM customer PIVOT (count(*) FOR town IN ('x'))": "town"}
        unread = ("100%", "PIVOT", "[x")
        with patient(self.connection) as database:
            report = t2sed.check(QUESTION, [*queries, *refused], database)
        for one in report.candidates:
            is_unread = any(part in one.sql for part in unread)
            with self.subTest(query=one.sql):
                if one.sql in refused:
                    self.assertEqual(one.outcome, "failed")
                    self.assertIn("The database rejects the query: ",
                                  one.findings[0].message)
                    self.assertIn(refused[one.sql], one.findings[0].message)
                    continue
                self.assertEqual((one.outcome, one.rows),
                                 ("ran", queries[one.sql]))
                self.assertEqual(one.error.code if one.error else None,
                                 "EUNSUPPORTED" if is_unread else None)
                self.assertEqual(one.probability is None, is_unread)

    def test_what_duckdb_does_not_list(self):
        """Its tables are not known, so it is not run."""
        with patient(self.connection) as database:
            for query in (
                    "SELECT * FROM (PIVOT customer ON city USING count(*))",
                    "WITH a AS (SELECT * FROM customer) SELECT * FROM a "
                    "UNPIVOT (v FOR n IN (name, city))",
                    "PIVOT customer ON city USING count(*)"):
                one = t2sed.check(QUESTION, query, database).best
                self.assertEqual((one.outcome, one.error.code, one.findings),
                                 ("unsupported", "EUNSUPPORTED", []), query)

    def test_it_reads_tables_alone(self):
        with patient(self.connection) as database:
            for query in ("SELECT * FROM read_csv('/etc/passwd')",
                          "SELECT * FROM '/etc/passwd'",
                          "SELECT content FROM read_text('/etc/passwd')"):
                report = t2sed.check("Who is there?", query, database)
                self.assertEqual(report.best.outcome, "failed", query)
                self.assertIn("not sent to the database", str(report))
            # Nor is a file opened to find out which tables are read.
            self.connection.execute("CREATE MACRO lines(path) AS TABLE "
                                    "SELECT * FROM read_csv(path)")
            report = t2sed.check("Who is there?", "SELECT * FROM "
                                 "lines('/nowhere/x.csv')", database)
            self.assertEqual(report.best.outcome, "failed")
            self.assertIn("The database rejects the query: the query reads "
                          "what is no table: lines", str(report))
            report = t2sed.check(
                "How many?", "WITH c AS (SELECT 1 FROM Customer) "
                "SELECT count(*) FROM c", database)
            self.assertEqual(report.best.outcome, "ran")

    def test_the_words_of_the_system(self):
        with patient(self.connection) as database:
            self.assert_words(database, 'Binder Error: Referenced column "nam" '
                              'not found in FROM clause! .*"name"')

    def test_time(self):
        self.connection.execute("CREATE TABLE n AS SELECT * FROM "
                                "range(3000000) t (i)")
        with t2sed.open_database(self.connection, max_milliseconds=100,
                                 values_milliseconds=-1) as database:
            report = t2sed.check(
                "How many?", "SELECT count(*) FROM n a JOIN n b "
                "ON a.i % 1000 = b.i % 1000 WHERE a.i < b.i", database)
        self.assertEqual(report.best.outcome, "cut")


class Server(Case):
    """What holds for connections to servers."""

    def assert_reads_only(self, source, query, table):
        """A query that would write is refused."""
        with patient(source) as database:
            report = t2sed.check("How many?", query, database)
        self.assertEqual(report.best.outcome, "failed", str(report))
        self.assertEqual(self.rows(self.connection,
                                   f"SELECT count(*) FROM {table}")[0][0], 0)
        return str(report)


class PostgreSQL(Server):
    def test_connections(self):
        modules = needs(self, "psycopg2", "psycopg", "pg8000.dbapi",
                        "sqlalchemy")
        server = server_of(self, servers.PostgreSQL)
        psycopg2, psycopg, pg8000, alchemy = modules
        where = {"user": "t2sed", "host": server.folder,
                 "dbname": "postgres"}
        self.connection = server.wait(lambda: psycopg2.connect(**where))
        fill(self.connection)
        for statement in (
                "CREATE SEQUENCE drawn", "CREATE SCHEMA other",
                "CREATE TABLE other.hidden (id INTEGER)",
                "CREATE TABLE log (at INTEGER)",
                "CREATE FUNCTION write_log() RETURNS INTEGER AS "
                "'INSERT INTO log VALUES (1) RETURNING 1' LANGUAGE SQL"):
            self.connection.cursor().execute(statement)
        self.connection.commit()
        self.connection.autocommit = True
        with t2sed.open_database(self.connection) as database:
            self.assertEqual([table.name for table in database.schema.tables],
                             ["customer", "log", "sale"])
        self.rows(self.connection, "SELECT 1")
        others = [psycopg2.connect(**where), psycopg.connect(**where),
                  pg8000.connect(user="t2sed", database="postgres",
                                 unix_sock=server.folder + "/.s.PGSQL.5432")]
        url = "postgresql+psycopg2://t2sed@/postgres?host=" + server.folder
        engine = alchemy.create_engine(url)
        alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        plain = [Plain(self.connection), Plain(others[0])]
        for source in self.connection, *others, *plain, engine, alone:
            with self.subTest(type(source).__module__):
                self.assert_server(source)
        for source in url, self.connection, *others:
            with self.subTest(type(source).__module__):
                self.assert_words(source, 'column "nam" does not exist[.] '
                                  '(HINT: )?Perhaps you meant .*name"')
        with engine.connect() as lent:
            self.assert_server(lent)
            self.assertFalse(lent.in_transaction())
            with lent.begin():
                lent.exec_driver_sql("INSERT INTO log VALUES (1)")
                t2sed.check(QUESTION, QUERIES, lent)
                self.assertEqual(lent.exec_driver_sql(
                    "SELECT count(*) FROM log").scalar(), 1)
                lent.exec_driver_sql("DELETE FROM log")
        others[0].rollback()  # which its module began for the query
        for connection in others:
            self.assert_goes_on(connection)
        for connection in others:
            connection.close()
        self.connection.close()
        engine.dispose()

    def assert_server(self, source):
        self.assert_dialect(
            source, "SELECT count(*)::int FROM customer WHERE city ILIKE 'p%'",
            "SELECT DISTINCT ON (city) name FROM customer WHERE city = 'Paris' "
            "ORDER BY city, id",
            "SELECT to_char(date_trunc('month', DATE '2024-05-17'), 'YYYY-MM')",
            "SELECT EXTRACT(YEAR FROM CURRENT_DATE - INTERVAL '7 days')")
        self.assert_reads_only(source, "SELECT set_config("
                               "'transaction_read_only', 'off', true), "
                               "write_log()", "log")
        said = self.assert_reads_only(source, "SELECT write_log()", "log")
        self.assertIn("read-only transaction", said)
        self.assert_locks_nothing(source)
        with t2sed.open_database(source, max_milliseconds=100) as database:
            self.assertEqual(
                t2sed.check("How long?", "SELECT count(*) FROM "
                            "generate_series(1, 100000) a, "
                            "generate_series(1, 100000) b", database
                            ).best.outcome, "cut")
            report = t2sed.check(
                "Which pairs?", "SELECT a, b FROM generate_series(1, 100000) "
                "a, generate_series(1, 100000) b", database)
            self.assertEqual(report.best.outcome, "cut")
            self.assertLessEqual(report.best.rows, 2001)

    def assert_locks_nothing(self, source):
        """What stays on the caller's connection is not asked for."""
        with patient(source) as database:
            for query in ("SELECT pg_advisory_lock(1)",
                          "SELECT pg_try_advisory_lock(1)",
                          "SELECT id FROM customer FOR SHARE",
                          "SELECT nextval('drawn')",
                          "SELECT set_config('work_mem', '64kB', false)"):
                report = t2sed.check("How many?", query, database)
                self.assertEqual(report.best.outcome, "failed", query)
                self.assertIn("not sent to the database", str(report))
            t2sed.check("How many?", "SELECT 1", database)
            self.assertIs(database.read_only, True)
        self.assertEqual(self.rows(
            self.connection, "SELECT count(*) FROM pg_locks "
            "WHERE locktype = 'advisory'")[0][0], 0)

    def assert_goes_on(self, connection):
        """A transaction of the caller's is as it was, or there is none."""
        cursor = connection.cursor()
        cursor.execute("INSERT INTO log VALUES (1)")
        t2sed.check(QUESTION, QUERIES, connection)
        cursor.execute("SELECT count(*) FROM log")
        self.assertEqual(cursor.fetchall()[0][0], 1)
        connection.rollback()
        t2sed.check(QUESTION, QUERIES, connection)
        self.assertEqual(self.rows(
            self.connection, "SELECT count(*) FROM pg_stat_activity "
            "WHERE state LIKE 'idle in transaction%'")[0][0], 0)


class MariaDB(Server):
    SLOW = ("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            "WHERE i < 1000) SELECT count(*) FROM n a, n b, n c")

    def test_connections(self):
        pymysql, alchemy = needs(self, "pymysql", "sqlalchemy")
        server = server_of(self, servers.MariaDB)
        where = {"user": "root", "unix_socket": server.socket}
        self.connection = server.wait(lambda: pymysql.connect(**where))
        cursor = self.connection.cursor()
        cursor.execute("CREATE DATABASE shop")
        cursor.execute("USE shop")
        fill(self.connection)
        self.assert_checks(self.connection)
        self.assert_words(self.connection, "Unknown column 'nam' in '.*'")
        self.assert_dialect(
            self.connection, "SELECT COUNT(*) FROM `customer` LIMIT 0, 5",
            "SELECT YEAR(DATE_SUB(CURDATE(), INTERVAL 7 DAY))",
            "SELECT DATE_FORMAT('2024-05-17', '%Y-%m')",
            "SELECT LPAD(name, 9, '-') FROM customer WHERE name REGEXP "
            "'^[A-Z]' ORDER BY id LIMIT 1",
            "SELECT FORMAT(12, 2), DATE_FORMAT('2024-05-17', '%r')")
        with patient(self.connection) as database:
            report = t2sed.check(
                "How many customers are there?",
                ["SELECT COUNT(*), GROUP_CONCAT(REVERSE(name)) FROM customer",
                 "SELECT no_such_function(*) FROM customer"], database)
        by_index = {one.index: one for one in report.candidates}
        self.assertIsNotNone(by_index[0].probability)
        self.assertEqual(by_index[1].outcome, "failed")
        self.assertTrue(by_index[1].findings)
        cursor.execute("CREATE TABLE log (at INTEGER)")
        cursor.execute("CREATE FUNCTION write_log() RETURNS INTEGER "
                       "BEGIN INSERT INTO log VALUES (1); RETURN 1; END")
        self.connection.commit()
        engine = alchemy.create_engine(
            "mysql+pymysql://root@/shop?unix_socket=" + server.socket)
        plain = Plain(self.connection)
        for source in engine, self.connection, plain:
            self.connection.rollback()  # that of the queries that look
            said = self.assert_reads_only(source, "SELECT write_log()", "log")
            self.assertIn("READ ONLY transaction", said)
            self.connection.rollback()
            with patient(source) as one:
                for query in ("SELECT GET_LOCK('a', 1)", "SELECT SLEEP(1)",
                              "SELECT 1 INTO @a", "SELECT @a := 1",
                              "SELECT id FROM customer LOCK IN SHARE MODE"):
                    self.assertIn(t2sed.check("How?", query, one).best.outcome,
                                  ("failed", "not_run", "syntax", "unsupported"), query)
                t2sed.check("How many?", "SELECT 1", one)
                self.assertIs(one.read_only, True)
        cursor.execute("INSERT INTO log VALUES (1)")
        for source in self.connection, plain:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                with patient(source) as one:
                    t2sed.check("How many?", "SELECT write_log()", one)
                    self.assertIs(one.read_only, False)
            self.assertEqual([w.category for w in said], [RuntimeWarning])
        self.assertEqual(self.rows(self.connection,
                                   "SELECT count(*) FROM log")[0][0], 1)
        self.connection.rollback()
        settings = ("SELECT @@SESSION.sql_select_limit, "
                    "@@SESSION.max_statement_time")
        before = self.rows(self.connection, settings)
        cursor.execute("INSERT INTO log VALUES (1)")
        for source in self.connection, engine:
            with t2sed.open_database(source, max_milliseconds=100) as one:
                self.assertEqual(
                    t2sed.check("How long?", self.SLOW, one).best.outcome,
                    "cut")
        self.assertEqual(self.rows(self.connection, settings), before)
        self.connection.rollback()
        self.assertEqual(self.rows(self.connection,
                                   "SELECT count(*) FROM log")[0][0], 0)
        self.connection.close()
        engine.dispose()


if __name__ == "__main__":
    tap.main()
