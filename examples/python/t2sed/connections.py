"""Databases by whatever a program holds of them: a path, a connection of any
database module (PEP 249), what SQLAlchemy has."""
from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from contextlib import contextmanager
from inspect import iscoroutinefunction
from typing import Any, Dict, Iterator, Optional, Union
from weakref import finalize

from .arguments import wrong
from .catalogs import CATALOGS, Tables, read_catalog
from .database import Database, path_of_connection
from .hosts import Host, Lent, of_host

#: What ``open_database`` takes: a Database, the path of a SQLite file, an
#: sqlite3.Connection, a connection of another module, an Engine, Connection or
#: URL of SQLAlchemy.
Source = Union[Database, str, "os.PathLike[str]", sqlite3.Connection, Any]

#: The database system of a connection, by the first name of its class's module;
#: servers behind other modules are asked what they are.
_DIALECTS = {"psycopg": "postgresql", "psycopg2": "postgresql",
             "pg8000": "postgresql", "pymysql": "mysql", "MySQLdb": "mysql",
             "mysql": "mysql", "mariadb": "mysql", "duckdb": "duckdb",
             "_duckdb": "duckdb"}
_URL = re.compile(r"[A-Za-z][A-Za-z0-9_+]*://")


def open_database(source: Source, *, dialect: Optional[str] = None,
                  **options: Any) -> Database:
    """A Database of whatever a program holds of one.

    source   For each kind, how far a query can only read, and how it is
             bounded. Only what is one SELECT is run, for ``max_milliseconds``
             (500) and ``max_rows`` (2000); what runs on a server is rewritten
             from the query's tokens (docs/security.md).

             - A Database: itself.
             - The path of a SQLite file: opened read-only, under an authorizer,
               with limits on time and memory.
             - ``sqlite3.Connection``: its file, opened again in that way, so
               that what is not committed is not seen. Of a database in memory,
               a copy is made in a temporary file and goes with the object
               (before Python 3.11 not in a transaction: ValueError).
             - ``sqlalchemy.Engine`` (2.0 and newer): a connection of its pool
               for each query, in a transaction that is rolled back; SQLite as
               above. On PostgreSQL and MySQL the transaction is READ ONLY and
               the server ends a query at its time.
             - ``sqlalchemy.URL``, or its text ("postgresql+psycopg://host/shop"):
               an engine of its own, as above (ImportError without SQLAlchemy).
             - ``sqlalchemy.Connection``: the connection of the database module
               below it, as follows.
             - A connection to PostgreSQL, of any module: a READ ONLY part of
               its transaction, to a savepoint that is rolled back, by a cursor
               on the server; the server ends a query at its time. A transaction
               of the caller's goes on as it was. (Of modules other than
               psycopg, psycopg2 and pg8000 one that the module began for the
               query stays open.)
             - ``duckdb.DuckDBPyConnection`` (1.2 and newer): a cursor of its
               own in a READ ONLY transaction, interrupted at its time; what is
               not committed is not seen. Queries that name files, variables of
               Python, or table functions other than unnest, range and
               generate_series are refused.
             - A connection to MySQL or MariaDB, of any module: a READ ONLY
               transaction that is rolled back, with the server's limits on time
               and rows. MySQL can't make a transaction READ ONLY that has
               begun: while the caller's is open (without autocommit from its
               first query on to its end), a query runs in it, to a savepoint
               that is rolled back, and a stored function may write to tables
               without transactions (RuntimeWarning).
             - Any other connection: as it is (RuntimeWarning), without a limit
               on time unless it has ``cancel`` or ``interrupt``. Connect as a
               user who may only read. Its schema is read from
               ``information_schema``; where there is none, give ``schema``.
               What systems read in different ways, such as names in quotes, is
               not run there, unless ``dialect`` says which it is.

             ``Database.read_only`` says how the last query ran.

             Values of the columns are read the same way, once, for
             ``values_milliseconds`` (1000); of columns that may not be read
             they are unknown (``Database.unknown_columns``).

             Schemas are those that the connection finds names in without a
             prefix (PostgreSQL's search_path). Names with one are unknown.
    dialect  as for ``Database.from_functions``, of a connection or engine whose
             system is not found out: "tsql", "snowflake", "standard"...
    options  as for Database: ``schema``, ``max_milliseconds``...

    A connection stays the caller's: it is neither committed nor closed, and
    has to be open as long as the Database. One thread at a time uses it; where
    another one's query runs on it, RuntimeError is raised. An engine may be
    used by any number.

    Raises TypeError where the source is none of these; Error: as Database, and
    "EUNSUPPORTED" where the schema can't be read.
    """
    if isinstance(source, Database):
        if options:
            raise TypeError("a Database has its options: "
                            + ", ".join(options) + " can't be given")
        return source
    if isinstance(source, str) and _URL.match(source):
        return _of_url(source, options, dialect)
    if isinstance(source, (str, os.PathLike)):
        return Database(source, **options)
    if isinstance(source, sqlite3.Connection):
        return _of_sqlite(source, options)
    if _module_of(source) == "sqlalchemy":
        return _of_alchemy(source, options, dialect)
    if not callable(getattr(source, "cursor", None)) \
            or iscoroutinefunction(getattr(source, "close", None)):
        raise wrong("database", "the path of a SQLite file, a URL, a Database, "
                    "a connection (no async one) or an engine of SQLAlchemy",
                    source)
    found = _DIALECTS.get(_module_of(source)) or _asked_dialect(source)
    lent = Lent(source)
    return of_host(Host(found, lent.borrow), options,
                   lambda ask: read_catalog(found, ask), dialect)


def _module_of(value: object) -> str:
    return type(value).__module__.partition(".")[0]


def _asked_dialect(connection: Any) -> str:
    """What the server behind a connection says that it is; "" where it is
    neither PostgreSQL nor MySQL, or does not say."""
    cursor = connection.cursor()
    try:
        cursor.execute("SELECT version()")
        version = str(cursor.fetchall()[0][0])
        if "PostgreSQL" in version or "CockroachDB" in version:
            return "postgresql"
        if "MariaDB" in version:
            return "mysql"
        cursor.execute("SELECT @@sql_mode, @@innodb_version")
        return "mysql" if all(cursor.fetchall()[0]) else ""
    except Exception:  # pylint: disable=broad-except  # of any module
        return ""
    finally:
        cursor.close()


# --- SQLite ---

def _of_sqlite(connection: sqlite3.Connection, options: Dict[str, Any]
               ) -> Database:
    path = path_of_connection(connection)
    if path:
        return Database(path, **options)
    number, path = tempfile.mkstemp(suffix=".sqlite", prefix="t2sed-")
    os.close(number)
    try:
        _copy(connection, path)
        database = Database(path, **options)
    except BaseException:
        os.unlink(path)
        raise
    finalize(database.memory, _remove, path, os.getpid())
    return database


def _copy(connection: sqlite3.Connection, path: str) -> None:
    if hasattr(connection, "serialize"):  # from Python 3.11 on
        with open(path, "wb") as file:
            file.write(connection.serialize())
    elif connection.in_transaction:  # ``backup`` would wait for its end
        raise ValueError("a database in memory in a transaction: commit it "
                         "or roll it back first")
    else:
        copy = sqlite3.connect(path)
        connection.backup(copy)
        copy.close()


def _remove(path: str, process: int) -> None:
    if os.getpid() == process:
        os.unlink(path)


# --- SQLAlchemy ---

def _of_url(url: Any, options: Dict[str, Any],
            named: Optional[str]) -> Database:
    try:  # pylint: disable-next=import-outside-toplevel
        from sqlalchemy import create_engine
    except ImportError:
        raise ImportError("the URL of a database needs SQLAlchemy (pip install "
                          "sqlalchemy)") from None
    engine = create_engine(url)
    database = _of_engine(engine, options, named)
    finalize(database.memory, engine.dispose)
    return database


def _of_alchemy(source: Any, options: Dict[str, Any],
                named: Optional[str]) -> Database:
    import sqlalchemy  # pylint: disable=import-outside-toplevel
    if isinstance(source, sqlalchemy.URL):
        return _of_url(source, options, named)
    if isinstance(source, sqlalchemy.Connection):
        return open_database(source.connection.driver_connection,
                             dialect=named or _named(source), **options)
    if not isinstance(source, sqlalchemy.Engine):
        raise wrong("database", "an Engine, a Connection or a URL of "
                    "SQLAlchemy (no async one)", source)
    return _of_engine(source, options, named)


def _named(source: Any) -> str:
    """The database system of an engine or a connection of SQLAlchemy's, as
    dialects of queries are called."""
    name = str(source.dialect.name)
    return {"mariadb": "mysql", "mssql": "tsql",
            "oracle": "standard"}.get(name, name)


def _of_engine(engine: Any, options: Dict[str, Any],
               named: Optional[str]) -> Database:
    dialect = _named(engine)

    @contextmanager
    def borrow() -> Iterator[Any]:
        connection = engine.raw_connection()
        try:
            yield connection.driver_connection
        finally:
            try:
                connection.rollback()
            finally:
                connection.close()  # goes back to the pool

    if dialect == "sqlite":
        with borrow() as connection:
            return open_database(connection, **options)
    if dialect not in CATALOGS:
        with borrow() as connection:
            dialect = _asked_dialect(connection) or dialect
    return of_host(Host(dialect, borrow, own=True), options,
                   lambda _: _inspect(engine), named)


def _inspect(engine: Any) -> str:
    from sqlalchemy import inspect  # pylint: disable=import-outside-toplevel
    from sqlalchemy.engine.reflection import ObjectKind
    inspector, tables = inspect(engine), Tables()
    for (_, table), columns in inspector.get_multi_columns(
            kind=ObjectKind.ANY).items():
        tables.columns[str(table)] = [
            (column["name"], type(column["type"]).__name__)
            for column in columns]
    for (_, table), key in inspector.get_multi_pk_constraint().items():
        tables.primary[str(table)] = key["constrained_columns"] if key else ()
    for (_, table), keys in inspector.get_multi_foreign_keys().items():
        tables.foreign += [
            (str(table), key["constrained_columns"], key["referred_table"],
             key["referred_columns"]) for key in keys]
    return tables.ddl()
