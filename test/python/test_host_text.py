"""What a database system of the host's is sent: hostile and ordinary queries,
changed at random, are given to a checker. Whatever the library hands over is
read once more by an independent tokenizer and parser (sqlglot) and by servers of
PostgreSQL and MariaDB, whose role may write, in all settings of strings. Nothing
is changed there, and every string is the same to all.

T2S_HOST_TEXTS=N   texts for each kind of host (default 2000).
T2S_HOST_SEED=N    another seed.
"""

import importlib
import logging
import os
import random
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
import servers  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

REQUIRED = os.environ.get("T2S_TEST_PARITY") == "required"
TEXTS = int(os.environ.get("T2S_HOST_TEXTS", "2000"))
SEED = int(os.environ.get("T2S_HOST_SEED", "1"))
TABLES = "CREATE TABLE t (a INTEGER, b VARCHAR(40));"
ROWS = "INSERT INTO t VALUES (1, 'x'), (2, 'y')"
QUESTION = "How many are there?"

HOSTILE = [
    r"WITH a AS (SELECT 'x\' AS p, ' AS y) DELETE FROM t -- ') SELECT 1 FROM a",
    "SELECT 'x\\' AS p, ' INTO OUTFILE \"OUT\" FROM t -- ' FROM t",
    r"SELECT 'x\' AS p, ' FROM t FOR UPDATE -- ' FROM t",
    r"WITH a AS (SELECT E'x\', ' AS p), b AS (DELETE FROM t RETURNING 1) "
    r"SELECT 1 -- ') SELECT 1 FROM a",
    r"WITH a AS (SELECT E'x\', '), b AS (DELETE FROM t RETURNING 1) SELECT 1 "
    r"-- ' AS p) SELECT 1 FROM a",
    "WITH a AS (SELECT $$ AS p, '$$), b AS (DELETE FROM t RETURNING 1) "
    "SELECT 1 -- ') SELECT 1 FROM a",
    "SELECT $a$x$b$ AS p, '$a$ AS q -- ' FROM t",
    "WITH a AS (SELECT 1 /* /* */ AS p, '*/ */), b AS (DELETE FROM t RETURNING "
    "1) SELECT 1 -- ') SELECT 1 FROM a",
    "SELECT 1 /*! INTO OUTFILE 'OUT' */ FROM t",
    "SELECT 1 /*!50000 FROM t */, /*M!100000 2 */ 3",
    "SELECT 1 --1 INTO OUTFILE 'OUT'\n FROM t",
    "SELECT 1 # ' \n FROM t -- '",
    "SELECT \"a' FROM t; DELETE FROM t; -- \" FROM t",
    "SELECT `a' FROM t; DELETE FROM t; -- ` FROM t",
    "SELECT [a' FROM t; DELETE FROM t; -- ] FROM t",
    "SELECT U&'\\0027, (DELETE FROM t) -- ', N'x', X'27', B'1'",
    "SELECT nextval('s'), setval('s', 99), pg_advisory_lock(7)",
    "SELECT GET_LOCK('a', 0), LOAD_FILE('/etc/passwd')",
    "SELECT '' '; DELETE FROM t; --', 'a' -- x\n 'b'",
    "SELECT a FROM t LOCK IN SHARE MODE",
    "SELECT a INTO OUTFILE 'OUT' FROM t",
    "SELECT a INTO u FROM t",
]
ORDINARY = [
    "SELECT a, b FROM t WHERE b = 'O''Brien' AND a > 1.5e0",
    "SELECT count(*) FROM t WHERE b LIKE '%a\\\\_b%' ESCAPE '|'",
    "WITH c(x) AS (SELECT a FROM t) SELECT max(x) - -1 FROM c GROUP BY x;",
    "SELECT CASE WHEN a = 1 THEN 'x' ELSE b END AS z FROM t ORDER BY 1 LIMIT 3",
    "SELECT t.a, u.b FROM t JOIN t AS u ON t.a = u.a WHERE t.b <> 'y' -- end",
    "SELECT a FROM t /* all */ UNION ALL SELECT 2 FROM t WHERE b IN ('x','y')",
    "SELECT upper(b) || 'x', a / 2, -a FROM t WHERE NOT a IS NULL",
]
PIECES = [
    "'", "''", '"', "`", "\\", "\\'", "\\\\", "$$", "$a$", "/*", "*/", "/*!",
    "-- ", "--", "#", "\n", "\r", "\t", "\0", "\x1a", " E'", " N'", " U&'", " X'",
    "q'[", ";", "(", ")", "[", "]", "{", "}", ",", ".", ":", "::int", ":=", "@", "?",
    "%", "|", "||", "->>", "+", "-", "*", "/", "<", ">", "=", "!", "1", "1e", "0x1F",
    " ", "\u00a0", "\u2019", "\u4e2d", "\u00e9", "\ufeff", " DELETE FROM t",
    " DROP TABLE t", "; DELETE FROM t; ", " INTO OUTFILE 'OUT'", " INTO u",
    ", b AS (DELETE FROM t RETURNING 1)", " FOR UPDATE", " SELECT ", " FROM t",
    " UNION ", " AS ", " a", " b", " t", "'x'", "nextval('s')", "\"a\"", "`a`",
    " FROM 'x.csv'", " FROM x.csv", ": 'x.csv'", " TABLE 'x.csv'", ", 'x.csv'",
    " JOIN 'x.csv'", "(PIVOT 'x.csv' ON a)", "read_csv('x.csv')", "glob('*')"]


def changed(generator, number):
    """Texts, each a known one with one to four changes."""
    for i in range(number):
        text = generator.choice(HOSTILE if i % 2 else ORDINARY)
        for _ in range(generator.choice((1, 1, 1, 2, 2, 3, 4))):
            at = generator.randrange(len(text) + 1)
            to = min(len(text), at + generator.choice((0, 0, 0, 1, 2, 9)))
            piece = generator.choice(PIECES)
            if generator.randrange(6) == 0:  # of another
                other = generator.choice(HOSTILE + ORDINARY)
                begin = generator.randrange(len(other))
                piece = other[begin:begin + generator.randrange(30)]
            text = text[:at] + piece + text[to:]
        yield text


#: What is sent has no other tokens than these, and blanks between them.
TOKEN = re.compile(r"""
      (?P<escaped>E'(?:[^'\\]|''|\\\\|\\n|\\r)*'(?!'))
    | (?P<hex>_utf8mb4\ X'[0-9a-f]*')
    | (?P<digits>[XB]'[0-9a-fA-F]*')
    | (?P<string>'(?:[^'\\]|'')*'(?!'))
    | (?P<raw>'(?:[^']|'')*'(?!'))
    | (?P<name>"(?:[^"]|"")+" | `(?:[^`]|``)+`)
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?
        (?![\w.'"`])) | 0[xX][0-9a-fA-F]+
    | (?P<word>[A-Za-z_][A-Za-z0-9_$]*(?!['"`]))
    | (?P<sign>(?!--|/\*|//)[^\w\s'"`$\\;@{}?]+)
    | (?P<blank>\ )""", re.X)


#: Of PostgreSQL and DuckDB.
OPERATOR = re.compile(r"(?:(?!--|/\*)[-+*/<>=~!@#%^&|?])+|[{}]")


def reading(sent, dialect):
    """The strings and the quoted names of a text that was sent."""
    strings, names, at = [], [], 0
    while at < len(sent):
        found = TOKEN.match(sent, at)
        if not found or (found.lastgroup == "raw" and dialect not in ("sqlite", "duckdb")) \
                or (found.lastgroup == "escaped" and dialect != "postgresql") \
                or (found.lastgroup == "hex" and dialect != "mysql"):
            found = OPERATOR.match(sent, at)
            if not found or dialect not in ("postgresql", "duckdb"):
                raise AssertionError(f"at {at}: {sent!r}")
        text = found.group()
        if found.lastgroup == "escaped":
            strings.append(text[2:-1].replace("''", "'").replace(
                r"\n", "\n").replace(r"\r", "\r").replace("\\\\", "\\"))
        elif found.lastgroup == "hex":
            strings.append(bytes.fromhex(text[11:-1]).decode())
        elif found.lastgroup in ("string", "raw"):
            strings.append(text[1:-1].replace("''", "'"))
        elif found.lastgroup == "name":
            names.append(text[1:-1].replace(text[0] * 2, text[0]))
        at = found.end()
    return strings, names


class Host:
    """A host that keeps what it is sent."""

    def __init__(self, dialect):
        self.asked = []
        self.database = t2sed.Database.from_functions(
            self.query, describe=lambda: TABLES, dialect=dialect,
            values_milliseconds=-1)

    def query(self, sql, limits):
        self.asked.append(sql)
        return [(1,)]

    def send(self, texts, dialect):
        """For each text what the host was sent for it."""
        sent = []
        with t2sed.Checker("light", self.database, dialect=dialect,
                           findings=False) as checker:
            for at in range(0, len(texts), 20):
                self.asked.clear()
                checker.check(QUESTION, texts[at:at + 20])
                sent += dict.fromkeys(self.asked)
        return sent


def optional(test, name):
    try:
        return importlib.import_module(name)
    except ImportError:
        if REQUIRED:
            raise
        test.skipTest(f"{name} is not installed")


def server_of(test, kind):
    try:
        server = kind()
    except servers.Missing as error:
        test.skipTest(str(error))
    test.addCleanup(server.stop)
    return server


#: Systems of hosts, dialects of their queries; the last is not known.
HOSTS = [("postgresql", "postgresql"), ("postgresql", "sqlite"),
         ("mysql", "mysql"), ("mysql", "sqlite"), (None, "sqlite"),
         ("sqlite", "sqlite"), ("duckdb", "duckdb"), ("duckdb", "sqlite"),
         ("standard", "sqlite")]
_sent = {}


def sent_to(host, dialect):
    """What hosts are sent, of the same texts in every test."""
    if (host, dialect) not in _sent:
        generator = random.Random(f"{SEED} {host} {dialect}")
        texts = HOSTILE + ORDINARY + list(changed(generator, TEXTS))
        texts = [text for text in texts if "\0" not in text]
        _sent[host, dialect] = Host(host).send(texts, dialect)
    return _sent[host, dialect]


class Texts(unittest.TestCase):
    def test_hostile_texts_are_not_sent(self):
        for host, dialect in HOSTS:
            for sent in Host(host).send(HOSTILE, dialect):
                with self.subTest(host=host, dialect=dialect, sent=sent):
                    quoted = "".join(sum(reading(sent, host), []))
                    for word in ("DELETE", "INTO", "UPDATE"):
                        self.assertEqual(quoted.count(word), sent.count(word))

    def test_ordinary_texts_are_sent(self):
        for host, dialect in HOSTS:
            if dialect == "sqlite" and host in (None, "mysql", "standard"):
                continue  # a backslash
            self.assertGreaterEqual(len(Host(host).send(ORDINARY, dialect)),
                                    len(ORDINARY) - (dialect != "sqlite"))

    def test_results_are_those_of_the_text_that_was_sent(self):
        """LIKE and ILIKE are one operator in SQLite's text."""
        host = Host("postgresql")
        with t2sed.Checker("light", host.database, dialect="postgresql",
                           findings=False) as checker:
            for operator in "LIKE", "ILIKE", "LIKE":
                checker.check(QUESTION, [f"SELECT a FROM t WHERE b {operator} 'x'"])
        self.assertEqual(
            [sent for sent in host.asked if "LIKE" in sent],
            ["SELECT a FROM t WHERE b LIKE 'x'",
             "SELECT a FROM t WHERE b ILIKE 'x'"])

    def test_queries_of_a_beam_that_sqlite_spells_alike_run_each(self):
        host = Host("postgresql")
        found = {"LIKE": []}
        database = t2sed.Database.from_functions(
            lambda sql, limits: host.asked.append(sql) or found.get(sql.split()[-2], [(1,)]),
            describe=lambda: TABLES, dialect="postgresql", values_milliseconds=-1)
        queries = [f"SELECT a FROM t WHERE b {operator} 'x'"
                   for operator in ("LIKE", "ILIKE", "LIKE", "ILIKE")]
        with t2sed.Checker("light", database, dialect="postgresql") as checker:
            report = checker.check(QUESTION, queries)
        self.assertEqual([sent for sent in host.asked if "LIKE" in sent],
                         queries[:2])
        empty = {candidate.sql for candidate in report.candidates
                 if any(finding.code == "empty_result" for finding in candidate.findings)}
        self.assertEqual(empty, {queries[0]})

    def test_questions_of_our_own_to_sql_server_have_no_limit(self):
        host = Host("tsql")
        host.query = lambda sql, limits: host.asked.append(sql) or []
        database = t2sed.Database.from_functions(
            host.query, describe=lambda: TABLES, dialect="tsql",
            values_milliseconds=-1)
        with t2sed.Checker("light", database, dialect="tsql") as checker:
            checker.check(QUESTION, ["SELECT a FROM t WHERE a = 7"])
        self.assertIn("SELECT TOP 1 1 FROM [t]", host.asked)
        self.assertFalse([sent for sent in host.asked if "LIMIT" in sent])

    def test_tokens_are_ours(self):
        for host, dialect in HOSTS:
            sent = sent_to(host, dialect)
            self.assertGreater(len(sent), TEXTS // 60, (host, dialect))
            for text in sent:
                reading(text, host)

    def test_another_parser(self):
        """sqlglot finds the same strings and names, and one query in them."""
        sqlglot = optional(self, "sqlglot")
        kinds = sqlglot.tokens.TokenType
        writing = (sqlglot.exp.Insert, sqlglot.exp.Update, sqlglot.exp.Delete,
                   sqlglot.exp.Merge, sqlglot.exp.Into, sqlglot.exp.Lock,
                   sqlglot.exp.Command, sqlglot.exp.Drop)
        logging.disable()  # it says what it does not know
        self.addCleanup(logging.disable, logging.NOTSET)
        others = {"postgresql": ["postgres"], "mysql": ["mysql"],
                  "sqlite": ["sqlite"],
                  None: ["postgres", "mysql", "sqlite", "duckdb", "snowflake",
                         "tsql", "oracle", "clickhouse", "trino", "databricks"]}
        parsed = 0
        for host, dialect in HOSTS:
            for read in others.get(host, ()):
                for sent in sent_to(host, dialect):
                    strings, names = reading(sent, host)
                    tokens = sqlglot.tokenize(sent, read=read)
                    with self.subTest(read=read, sent=sent):
                        found = [one.text for one in tokens if one.token_type
                                 in (kinds.STRING, kinds.BYTE_STRING,
                                     kinds.NATIONAL_STRING)]
                        plain = [one for one in strings if "\\" not in one]
                        self.assertEqual(
                            [one for one in found if "\\" not in one
                             and one in plain], plain)
                        self.assertEqual([one.text for one in tokens if
                                          one.token_type is kinds.IDENTIFIER],
                                         names)
                        self.assertNotIn(kinds.SEMICOLON, {
                            one.token_type for one in tokens})
                        try:
                            trees = sqlglot.parse(sent, read=read)
                        except sqlglot.errors.SqlglotError:
                            continue
                        parsed += 1
                        self.assertEqual(len(trees), 1)
                        self.assertIsInstance(trees[0], sqlglot.exp.Query)
                        self.assertFalse(list(trees[0].find_all(*writing)))
        self.assertGreater(parsed, TEXTS // 10)


#: Contents of strings, and how queries may spell them.
CONTENTS = ["", "'", "a'b", "\\", "\\'", "'\\", "a\\b\\", "--", "/*", "$$", "\"`",
            "\n\t", "\u4e2d\\", "\u00e9'", "%\\_", "; DELETE FROM t; --", "\\n"]


def spelled(content, host):
    doubled = content.replace("'", "''")
    escaped = content.replace("\\", "\\\\").replace("'", "\\'")
    if host == "mysql":
        return [f"'{escaped}'", "'" + doubled.replace("\\", "\\\\") + "'",
                '"' + content.replace("\\", "\\\\").replace('"', '""') + '"']
    return [f"'{doubled}'", f"E'{escaped}'"] + \
        [f"$q${content}$q$"] * ("$q$" not in content)


class Server(unittest.TestCase):
    """Runs what was sent; in each setting of strings."""

    def run_all(self, host, connect, settings, checksum):
        before = checksum()
        ran = 0
        for asked in HOSTS:
            if asked[0] not in (host, None):
                continue
            for i, sent in enumerate(sent_to(*asked)):
                cursor = connect()
                cursor.execute(settings[i % len(settings)])
                try:
                    cursor.execute(sent)
                    cursor.fetchall()
                    ran += 1
                except Exception:  # of any module: no harm is done
                    pass
                cursor.close()
                if i % 50 == 0:
                    self.assertEqual(checksum(), before, sent)
        self.assertEqual(checksum(), before)
        self.assertGreater(ran, TEXTS // 60)

    def compare_strings(self, host, connect, settings):
        for content in CONTENTS:
            for text in spelled(content, host):
                sent, = Host(host).send([f"SELECT {text} AS x FROM t LIMIT 1"],
                                        host)
                for setting in settings:
                    cursor = connect()
                    cursor.execute(setting)
                    cursor.execute(sent)
                    self.assertEqual(cursor.fetchall()[0][0], content,
                                     (setting, sent))
                    cursor.close()


class PostgreSQL(Server):
    def test_server(self):
        psycopg2 = optional(self, "psycopg2")
        server = server_of(self, servers.PostgreSQL)
        connection = server.wait(lambda: psycopg2.connect(
            user="t2sed", host=server.folder, dbname="postgres"))
        self.addCleanup(connection.close)
        connection.autocommit = True
        cursor = connection.cursor()
        for statement in TABLES, ROWS, "CREATE SEQUENCE s", \
                "SET statement_timeout = 300":
            cursor.execute(statement)

        def checksum():
            cursor.execute(
                "SELECT (SELECT string_agg(t::text, ';' ORDER BY t) FROM t), "
                "(SELECT is_called::text || last_value FROM s), (SELECT "
                "count(*) FROM pg_locks WHERE locktype = 'advisory'), (SELECT "
                "string_agg(relname, ';' ORDER BY relname) FROM pg_class WHERE "
                "relnamespace = 'public'::regnamespace)")
            return cursor.fetchall()

        settings = ["SET standard_conforming_strings = on",
                    "SET standard_conforming_strings = off"]
        self.run_all("postgresql", connection.cursor, settings, checksum)
        self.compare_strings("postgresql", connection.cursor, settings)


class MariaDB(Server):
    def test_server(self):
        pymysql = optional(self, "pymysql")
        server = server_of(self, servers.MariaDB)
        connection = server.wait(lambda: pymysql.connect(
            user="root", unix_socket=server.socket, autocommit=True,
            client_flag=pymysql.constants.CLIENT.MULTI_STATEMENTS))
        self.addCleanup(connection.close)
        cursor = connection.cursor()
        for statement in "CREATE DATABASE d", "USE d", TABLES, ROWS, \
                "SET max_statement_time = 0.3":
            cursor.execute(statement)

        def checksum():
            cursor.execute("SELECT a, b FROM t ORDER BY a")
            rows = list(cursor.fetchall())
            cursor.execute("SHOW TABLES")
            rows += cursor.fetchall()
            cursor.execute("SELECT IS_USED_LOCK('a')")
            rows += cursor.fetchall()
            data = os.path.join(server.folder, "data")
            return rows + sorted(os.listdir(os.path.join(data, "d"))), \
                os.path.exists(os.path.join(data, "d", "OUT"))

        settings = [f"SET sql_mode = '{mode}'" for mode in
                    ("", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES",
                     "ANSI_QUOTES,NO_BACKSLASH_ESCAPES", "ORACLE")]
        self.run_all("mysql", connection.cursor, settings, checksum)
        self.compare_strings("mysql", connection.cursor, settings[:4])


class DuckDB(unittest.TestCase):
    def test_it_names_no_files(self):
        duckdb = optional(self, "duckdb")
        connection = duckdb.connect(
            config={"enable_external_access": "false"})
        self.addCleanup(connection.close)
        for statement in TABLES, ROWS, "CREATE SEQUENCE s":
            connection.execute(statement)
        before = connection.execute("SELECT * FROM t ORDER BY a").fetchall()
        ran = 0
        for sent in sent_to("duckdb", "duckdb") + sent_to("duckdb", "sqlite"):
            try:
                connection.execute(sent).fetchmany(10)
                ran += 1
            except duckdb.Error as error:
                self.assertNotIn("disabled", str(error), sent)
        self.assertGreater(ran, TEXTS // 60)
        self.assertEqual(connection.execute(
            "SELECT * FROM t ORDER BY a").fetchall(), before)
        with self.assertRaises(duckdb.Error) as caught:
            connection.execute("SELECT * FROM 'x.csv'")
        self.assertIn("disabled", str(caught.exception))


if __name__ == "__main__":
    tap.main()
