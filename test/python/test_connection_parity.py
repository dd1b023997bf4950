"""Databases in SQLite, PostgreSQL, MariaDB and DuckDB: the same values are
known, and queries get the same findings, and probabilities within 0.02."""

import json
import os
import re
import sqlite3
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "docs", "training", "data")
sys.path[:0] = [os.path.join(HERE, "support"), DATA, HERE]
import binding  # noqa: E402,F401
import making  # noqa: E402
import servers  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402
from test_connections import needs, server_of  # noqa: E402

DOMAINS = ("hotel_bookings", "library_loans", "tram_network")  # that last
QUESTIONS = 20  # of each, of six queries
TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION"}

#: By system, what it answers otherwise than SQLite.
APART = {
    # Columns that are called as times are read as times by the dialect; LIKE
    # tells upper from lower case.
    "postgresql": r"_(at|dt) - |like '%fiction'",
    # Likewise; quotients are not cut; LEFT JOIN without ORDER BY has another
    # order.
    "duckdb": r"_(at|dt) - |/|left join ttl p|like '%fiction'",
    # Quotients are not cut; upper and lower case are one.
    "mysql": r"_(at|dt) - |/|'de'"}


class Copy:
    """Copies a SQLite database into another system, with its keys."""

    def __init__(self, path, cursor, dialect):
        self.db, self.cursor = sqlite3.connect(path), cursor
        self.dialect = dialect
        for table, in self.db.execute("SELECT name FROM sqlite_master WHERE "
                                      "type = 'table' ORDER BY rowid"):
            self.make(table)
            self.fill(table)
        self.db.close()

    def names(self, names):
        mark = "`" if self.dialect == "mysql" else '"'
        return ", ".join(mark + name + mark for name in names)

    def columns(self, table):
        """(name, type, place in the primary key)"""
        return [(name, kind, key) for _, name, kind, _, _, key in
                self.db.execute(f"PRAGMA table_info({table})")]

    def primary(self, table):
        return [name for name, _, key in
                sorted(self.columns(table), key=lambda column: column[2])
                if key]

    def foreign(self, table):
        """(columns, table that they refer to)"""
        found = {}
        for number, _, other, column, *_ in self.db.execute(
                f"PRAGMA foreign_key_list({table})"):
            found.setdefault((number, other), []).append(column)
        return [(columns, other) for (_, other), columns in found.items()]

    def make(self, table):
        keys, lines = set(self.primary(table)), []
        keys.update(name for names, _ in self.foreign(table) for name in names)
        for name, kind, _ in self.columns(table):
            kind = TYPES.get(kind, kind)
            if self.dialect == "mysql" and kind == "TEXT" and name in keys:
                kind = "VARCHAR(150)"
            lines.append(f"{self.names([name])} {kind}")
        if self.primary(table):
            lines.append(f"PRIMARY KEY ({self.names(self.primary(table))})")
        lines += [f"FOREIGN KEY ({self.names(own)}) REFERENCES "
                  f"{self.names([other])} ({self.names(self.primary(other))})"
                  for own, other in self.foreign(table)]
        self.cursor.execute(f"CREATE TABLE {self.names([table])} "
                            f"({', '.join(lines)})")

    def fill(self, table):
        """Rows after those of the same table that they refer to."""
        names = [name for name, _, _ in self.columns(table)]
        places = [names.index(own[0]) for own, other in self.foreign(table)
                  if other == table]
        rows = self.db.execute(f"SELECT * FROM {table}").fetchall()
        done = {None}
        while rows:
            ready = [row for row in rows if all(
                row[place] in done or row[place] == row[0]
                for place in places)]
            self.insert(table, ready)
            done.update(row[0] for row in ready)
            rows = [row for row in rows if row[0] not in done] \
                if places else []

    def insert(self, table, rows):
        for at in range(0, len(rows), 500):
            self.cursor.execute(
                f"INSERT INTO {self.names([table])} VALUES " + ", ".join(
                    "(" + ", ".join(map(literal, row)) + ")"
                    for row in rows[at:at + 500]))


def literal(value):
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else repr(value)


def questions(domain):
    with open(os.path.join(DATA, domain, "questions.jsonl"),
              encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines][:QUESTIONS]
    return [(item["question"],
             [item["gold"]] + [one["sql"] for one in item["candidates"]])
            for item in items]


class Parity(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.model = t2sed.Model()
        cls.paths, cls.expected = {}, {}
        for domain in DOMAINS:
            path = os.path.join(cls.folder.name, domain + ".sqlite")
            making.build(domain, 1, path)
            cls.paths[domain], cls.expected[domain] = path, cls.look(
                path, domain)

    @classmethod
    def look(cls, source, domain):
        """Of each query what is found, and of each column whether its values
        are known."""
        with t2sed.open_database(source, max_milliseconds=30000,
                                 values_milliseconds=30000) as database, \
                t2sed.Checker(cls.model, database, alone=True) as checker:
            found = {(number, one.index): one
                     for number, (question, queries) in
                     enumerate(questions(domain))
                     for one in checker.check(question, queries).candidates}
            columns = database.schema.columns
            known = {(column.table, column.name): database.values_known(number)
                     for number, column in enumerate(columns)}
        return found, known

    def assert_same(self, domain, source, dialect):
        expected, known = self.expected[domain]
        found, known_here = self.look(source, domain)
        self.assertEqual(known_here, known)
        compared = 0
        for key, one in found.items():
            other = expected[key]
            if one.outcome != other.outcome or one.alone is None \
                    or re.search(APART[dialect], one.sql):
                continue  # functions of SQLite's own
            compared += 1
            with self.subTest(domain=domain, sql=one.sql):
                self.assertEqual(sorted(f.code for f in one.findings),
                                 sorted(f.code for f in other.findings))
                self.assertAlmostEqual(one.alone, other.alone, delta=0.02)
        self.assertGreater(compared, len(found) / 3)

    def test_postgresql(self):
        psycopg2 = needs(self, "psycopg2")
        server = server_of(self, servers.PostgreSQL)
        where = {"user": "t2sed", "host": server.folder}
        first = server.wait(lambda: psycopg2.connect(dbname="postgres",
                                                     **where))
        self.addCleanup(first.close)
        first.autocommit = True
        for domain in DOMAINS:
            first.cursor().execute(f"CREATE DATABASE {domain}")
            connection = psycopg2.connect(dbname=domain, **where)
            self.addCleanup(connection.close)
            Copy(self.paths[domain], connection.cursor(), "postgresql")
            connection.commit()
            self.assert_same(domain, connection, "postgresql")
        self.assert_common_values(connection)
        self.assert_left_out(connection)

    def assert_left_out(self, connection):
        """A column that may not be read is left out, and the transaction goes
        on."""
        cursor = connection.cursor()
        for statement in ("CREATE ROLE reader",
                          "GRANT SELECT (tram_id, model, seats) ON trams "
                          "TO reader", "GRANT SELECT ON stops TO reader",
                          "SET ROLE reader"):
            cursor.execute(statement)
        schema = t2sed.Schema.from_ddl(
            "CREATE TABLE trams (tram_id INT, fleet_no TEXT, model TEXT);"
            "CREATE TABLE depots (name TEXT); CREATE TABLE stops (name TEXT);")
        with t2sed.open_database(connection, schema=schema,
                                 values_milliseconds=30000) as database:
            self.assertEqual(database.unknown_columns,
                             ["trams.fleet_no", "depots.name"])
            report = t2sed.check(
                "Which model are the trams?",
                "SELECT model FROM trams WHERE model = 'Citadis 999'", database)
            self.assertIn("value_not_in_column",
                          [finding.code for finding in report.findings])
            self.assertEqual(report.unknown_columns,
                             ("trams.fleet_no", "depots.name"))
            self.assertIn("not known: trams.fleet_no, depots.name.",
                          str(report))
            self.assertIn("depots.name", report._repr_html_())
        cursor.execute("SELECT count(*) FROM stops")
        self.assertGreater(cursor.fetchone()[0], 0)

    def assert_common_values(self, connection):
        """Of a table that is too large to be read, PostgreSQL's statistics have
        the most common values."""
        cursor = connection.cursor()
        cursor.execute("CREATE TABLE \"the 'Sales'\" AS SELECT i, CASE WHEN "
                       "i <= 1500 THEN 'Bern' ELSE 'Oslo' END AS town "
                       "FROM generate_series(1, 3000) i")
        found = []
        for _ in range(2):
            with t2sed.open_database(connection, values_milliseconds=30000,
                                     max_table_rows=1000) as database, \
                    t2sed.Linker(database) as linker:
                links = linker.link("What was sold in Oslo?", None)
                found.append([one.value for one in links.named])
            cursor.execute("ANALYZE \"the 'Sales'\"")
        self.assertNotIn("Oslo", found[0])
        self.assertIn("Oslo", found[1])

    def test_mariadb(self):
        pymysql = needs(self, "pymysql")
        server = server_of(self, servers.MariaDB)
        connection = server.wait(lambda: pymysql.connect(
            user="root", unix_socket=server.socket))
        self.addCleanup(connection.close)
        for domain in DOMAINS:
            connection.cursor().execute(f"CREATE DATABASE {domain} "
                                        "CHARACTER SET utf8mb4")
            connection.select_db(domain)
            Copy(self.paths[domain], connection.cursor(), "mysql")
            connection.commit()
            self.assert_same(domain, connection, "mysql")

    def test_duckdb(self):
        duckdb = needs(self, "duckdb")
        for domain in DOMAINS:
            with duckdb.connect() as connection:
                Copy(self.paths[domain], connection, "duckdb")
                self.assert_same(domain, connection, "duckdb")


if __name__ == "__main__":
    tap.main()
