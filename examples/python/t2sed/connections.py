"""Databases by whatever a program holds of them: a path, a connection of any
database module (PEP 249), an engine of SQLAlchemy."""
from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from contextlib import contextmanager
from inspect import iscoroutinefunction
from threading import Lock, get_ident
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Optional,
                    Sequence, Set, Tuple, Union)
from warnings import warn
from weakref import finalize

from .arguments import wrong
from .database import Database, Limits, path_of_connection
from .errors import Error

#: What ``open_database`` takes: a Database, the path of a SQLite file, an
#: sqlite3.Connection, a connection of another module, an Engine of SQLAlchemy.
Source = Union[Database, str, "os.PathLike[str]", sqlite3.Connection, Any]

#: The database system of a connection, by the first name of its class's module;
#: servers behind other modules are asked what they are.
_DIALECTS = {"psycopg": "postgresql", "psycopg2": "postgresql",
             "pg8000": "postgresql", "pymysql": "mysql", "MySQLdb": "mysql",
             "mysql": "mysql", "mariadb": "mysql", "duckdb": "duckdb",
             "_duckdb": "duckdb"}
#: Rows that are fetched at a time, and at most where a driver fetches all.
_LOT, _MOST = 500, 100_000


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
             - ``sqlite3.Connection``: its file, opened anew in that way, so
               that what is not committed is not seen. Of a database in memory,
               a copy is made in a temporary file and goes with the object
               (before Python 3.11 not in a transaction: ValueError).
             - ``sqlalchemy.Engine`` (2.0 and newer): a connection of its pool
               for each query, in a transaction that is rolled back; SQLite as
               above. On PostgreSQL and MySQL the transaction is READ ONLY and
               the server ends a query at its time.
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
    if isinstance(source, (str, os.PathLike)):
        return Database(source, **options)
    if isinstance(source, sqlite3.Connection):
        return _of_sqlite(source, options)
    if _module_of(source) == "sqlalchemy":
        return _of_engine(source, options, dialect)
    if not callable(getattr(source, "cursor", None)) \
            or iscoroutinefunction(getattr(source, "close", None)):
        raise wrong("database", "the path of a SQLite file, a Database, a "
                    "connection (no async one) or an engine of SQLAlchemy",
                    source)
    found = _DIALECTS.get(_module_of(source)) or _asked_dialect(source)
    lent = _Lent(source)
    return _of_host(_Host(found, lent.borrow), options,
                    lambda ask: _read_catalog(found, ask), dialect)


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


# --- what is described ---

#: Types of MySQL and DuckDB whose names are no types' to SQLite.
_TYPES = {"set": "enum", "union": "struct"}


class _Tables:
    """Tables, columns and keys as they are read, and CREATE TABLE statements
    of them."""

    def __init__(self) -> None:
        self.columns: Dict[str, List[Tuple[str, str]]] = {}
        self.primary: Dict[str, Sequence[str]] = {}
        self.foreign: List[Tuple[str, Sequence[str], str, Sequence[str]]] = []

    def ddl(self) -> str:
        return "".join(f"CREATE TABLE {_quoted(table)} ("
                       + ", ".join(self._lines(table)) + ");\n"
                       for table in self.columns)

    def _lines(self, table: str) -> Iterator[str]:
        for name, kind in self.columns[table]:
            # The word that a type begins with says what it is.
            found = re.match(r"[A-Za-z_ ]*", kind)
            word = found.group().strip() if found else ""
            yield f"{_quoted(name)} {_TYPES.get(word.lower(), word)}"
        if self.primary.get(table):
            yield f"PRIMARY KEY {_listed(self.primary[table])}"
        for owner, names, other, others in self.foreign:
            if owner == table and other in self.columns:
                yield (f"FOREIGN KEY {_listed(names)} REFERENCES "
                       f"{_quoted(other)} {_listed(others)}")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(names: Iterable[str]) -> str:
    return "(" + ", ".join(map(_quoted, names)) + ")"


_COLUMNS = ("SELECT table_name, column_name, data_type FROM "
            "information_schema.columns WHERE {} "
            "ORDER BY table_name, ordinal_position")
_POSTGRESQL_NAMESPACE = "ANY (current_schemas(false))"

#: By dialect, queries for (table, column, type), and for the columns of keys:
#: (table, number or name of the key, whether it is primary, column, table
#: and column that it refers to).
_CATALOGS = {
    "postgresql": (_COLUMNS.format(
        f"table_schema = {_POSTGRESQL_NAMESPACE}"), f"""
        SELECT t.relname, c.oid, c.contype = 'p', a.attname, u.relname,
               b.attname
        FROM pg_catalog.pg_constraint c
        JOIN pg_catalog.pg_class t ON t.oid = c.conrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
        CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY
             AS k (own, other, place)
        JOIN pg_catalog.pg_attribute a
             ON a.attrelid = c.conrelid AND a.attnum = k.own
        LEFT JOIN pg_catalog.pg_class u ON u.oid = c.confrelid
        LEFT JOIN pg_catalog.pg_attribute b
             ON b.attrelid = c.confrelid AND b.attnum = k.other
        WHERE c.contype IN ('p', 'f') AND n.nspname = {_POSTGRESQL_NAMESPACE}
        ORDER BY c.oid, k.place"""),
    "mysql": (_COLUMNS.format("table_schema = DATABASE()"), """
        SELECT table_name, constraint_name, referenced_table_name IS NULL,
               column_name, referenced_table_name, referenced_column_name
        FROM information_schema.key_column_usage
        WHERE table_schema = DATABASE() AND (constraint_name = 'PRIMARY'
              OR referenced_table_name IS NOT NULL)
        ORDER BY table_name, constraint_name, ordinal_position"""),
    "duckdb": (_COLUMNS.format(
        "table_schema = current_schema() "
        "AND table_catalog = current_database()"), """
        SELECT table_name, constraint_index,
               constraint_type = 'PRIMARY KEY',
               unnest(constraint_column_names), referenced_table,
               CASE constraint_type WHEN 'FOREIGN KEY'
               THEN unnest(referenced_column_names) END
        FROM duckdb_constraints()
        WHERE schema_name = current_schema()
              AND database_name = current_database()
              AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')"""),
    "": (_COLUMNS.format("table_schema NOT IN ('information_schema', "
                         "'INFORMATION_SCHEMA', 'pg_catalog', 'sys')"), ""),
}


def _read_catalog(dialect: str, ask: Callable[[str], Iterable[Any]]) -> str:
    """CREATE TABLE statements of what a connection sees."""
    columns, keys = _CATALOGS[dialect]
    tables = _Tables()
    try:
        for table, name, kind in ask(columns):
            tables.columns.setdefault(table, []).append((name, str(kind)))
        found: Dict[Tuple[str, Any, bool, Optional[str]],
                    List[Tuple[str, str]]] = {}
        for table, key, primary, name, other, others in \
                ask(keys) if keys else ():
            found.setdefault((table, key, bool(primary), other),
                             []).append((name, others))
    except Exception as error:
        raise Error("EUNSUPPORTED", "the schema can't be read from this "
                    f"connection ({error}): give schema") from error
    for (table, _, primary, other), pairs in found.items():
        if primary:
            tables.primary[table] = [name for name, _ in pairs]
        elif other is not None:
            tables.foreign.append((table, [name for name, _ in pairs], other,
                                   [name for _, name in pairs]))
    return tables.ddl()


# --- SQLAlchemy ---

def _of_engine(engine: Any, options: Dict[str, Any],
               named: Optional[str]) -> Database:
    if not callable(getattr(engine, "raw_connection", None)):
        raise wrong("database", "an Engine of SQLAlchemy", engine)
    dialect = str(engine.dialect.name)

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
    dialect = "mysql" if dialect == "mariadb" else dialect
    if dialect not in _CATALOGS:
        with borrow() as connection:
            dialect = _asked_dialect(connection) or dialect
    return _of_host(_Host(dialect, borrow, own=True), options,
                    lambda _: _inspect(engine), named)


def _inspect(engine: Any) -> str:
    from sqlalchemy import inspect  # pylint: disable=import-outside-toplevel
    from sqlalchemy.engine.reflection import ObjectKind
    inspector, tables = inspect(engine), _Tables()
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


# --- connections of database modules ---

class _Lent:
    """A connection of the caller's, for one thread at a time."""
    _lock = Lock()
    _users: Dict[int, int] = {}  #: threads, by the connection's id

    def __init__(self, connection: Any):
        self.connection = connection

    @contextmanager
    def borrow(self) -> Iterator[Any]:
        key, thread = id(self.connection), get_ident()
        with self._lock:
            if self._users.setdefault(key, thread) != thread:
                raise RuntimeError(
                    "this connection is in use: it is used by one thread at "
                    "a time, make one for each or give an engine")
        try:
            yield self.connection
        finally:
            with self._lock:
                self._users.pop(key, None)


class _Rows:
    """Rows as they are fetched, and the description of their columns."""

    def __init__(self, rows: Iterator[Any], description: Any):
        self.rows, self.description = rows, description

    def __iter__(self) -> Iterator[Any]:
        return self.rows


class _Host:
    """Runs queries on connections that it borrows, each so that it can only
    read, as far as the database system lets it.

    own  whether a transaction may be begun on them.
    """

    def __init__(self, dialect: str, borrow: Callable[[], Any], *,
                 own: bool = False):
        self.dialect, self.borrow, self.own = dialect, borrow, own
        self.running: Optional[Any] = None  #: what ``cancel`` is told
        self.tables: Optional[Set[str]] = None  #: of DuckDB
        self.read_only: Optional[bool] = None  #: how the last query ran
        self.guard: Callable[[Any, Limits], Any] = {
            "postgresql": self._postgresql, "mysql": self._mysql,
            "duckdb": self._duckdb}.get(dialect, self._unknown)

    def query(self, sql: str, limits: Limits) -> _Rows:
        """Runs a query that comes from outside."""
        steps = self._steps(sql, limits)
        return _Rows(steps, next(steps))

    def ask(self, sql: str) -> _Rows:
        """Runs a query of our own, on the catalog, without limits."""
        steps = self._steps(sql, Limits(0, 0, 0), is_trusted=True)
        return _Rows(steps, next(steps))

    def _steps(self, sql: str, limits: Limits, is_trusted: bool = False
               ) -> Iterator[Any]:
        """The description of the columns, and then row after row."""
        with self.borrow() as connection, \
                self.guard(connection, limits) as cursor:
            self.running = connection if self.dialect != "duckdb" else cursor
            try:
                if self.dialect == "duckdb":  # what it loads once takes time
                    self._refuse_files(cursor, "SELECT 1" if is_trusted
                                       else sql)
                yield from self._fetch(cursor, sql)
            except Exception as error:
                raise _blamed(self.dialect, error) from error
            finally:
                self.running = None

    def _fetch(self, cursor: Any, sql: str) -> Iterator[Any]:
        fetch = f"FETCH FORWARD {_LOT} FROM t2sed"
        on_server = self.dialect == "postgresql"
        if on_server:
            cursor.execute(f"DECLARE t2sed NO SCROLL CURSOR FOR {sql}")
        cursor.execute(fetch if on_server else sql)
        yield cursor.description
        while True:
            rows = cursor.fetchmany(_LOT)
            yield from rows
            if len(rows) < _LOT:
                break
            if on_server:
                cursor.execute(fetch)

    def cancel(self) -> None:
        """Ends the query that runs; any thread may call it."""
        running = self.running
        for name in ("interrupt", "cancel"):
            end = getattr(running, name, None)
            if callable(end):
                end()
                break

    def _say(self, read_only: bool, why: str = "") -> None:
        """Notes how a query runs; a warning where it could write."""
        if not read_only and self.read_only is not False:
            warn(f"t2sed: queries run on a connection that is not READ ONLY "
                 f"({why}): connect as a user who may only read",
                 RuntimeWarning, stacklevel=2)
        self.read_only = read_only

    @contextmanager
    def _unknown(self, connection: Any, limits: Limits) -> Iterator[Any]:
        self._say(False, "its database system is not known")
        with self._plain(connection, limits) as cursor:
            yield cursor

    @contextmanager
    def _plain(self, connection: Any, _: Limits) -> Iterator[Any]:
        cursor = connection.cursor()
        try:
            yield cursor
        finally:
            cursor.close()

    @contextmanager
    def _duckdb(self, connection: Any, limits: Limits) -> Iterator[Any]:
        with self._plain(connection, limits) as cursor:
            _prepare(cursor, "BEGIN TRANSACTION READ ONLY")
            self._say(True)
            yield cursor  # closing it rolls back

    def _refuse_files(self, cursor: Any, sql: str) -> None:
        """DuckDB reads files, and variables of Python, by their names and by
        functions."""
        cursor.execute("SELECT json_serialize_sql(?::VARCHAR)", [sql])
        tree = json.loads(cursor.fetchone()[0])
        refused = set(_table_functions(tree)) - {
            "unnest", "range", "generate_series"}
        if tree.get("error_type") == "not implemented":
            raise Error("EUNSUPPORTED", "DuckDB can't list the tables of the "
                        "query: " + tree.get("error_message", ""))
        if self.tables is None:
            cursor.execute("SELECT lower(table_name) FROM "
                           "information_schema.tables")
            self.tables = {name for name, in cursor.fetchall()}
        # get_table_names() opens the files that table functions read.
        if not refused and not tree.get("error"):
            refused.update(name for name in cursor.get_table_names(sql)
                           if name.lower() not in self.tables)
        if refused:
            raise Error("ESYNTAX", "the query reads what is no table: "
                        + ", ".join(sorted(refused)))

    @contextmanager
    def _postgresql(self, connection: Any, limits: Limits) -> Iterator[Any]:
        alone = getattr(connection, "autocommit", None)
        idle = _is_idle(connection)
        own = alone is True and idle is True
        with self._plain(connection, limits) as cursor:
            if idle is None and alone is not False:
                own = not _works(cursor, "SAVEPOINT t2sed")
                begin = ["BEGIN"] if own else []
            else:
                begin = ["BEGIN" if own else "SAVEPOINT t2sed"]
            _prepare(cursor, *begin, "SET LOCAL transaction_read_only = on",
                     f"SET LOCAL statement_timeout = "
                     f"{max(limits.milliseconds, 0)}")
            self._say(True)
            try:
                yield cursor
            finally:
                for statement in ["ROLLBACK"] if own else _TO_SAVEPOINT:
                    cursor.execute(statement)
                if idle and not own:
                    connection.rollback()  # what the savepoint had begun

    @contextmanager
    def _mysql(self, connection: Any, limits: Limits) -> Iterator[Any]:
        with self._plain(connection, limits) as cursor:
            wanted = _mysql_limits(cursor, limits)
            cursor.execute("SELECT " + ", ".join(
                f"@@SESSION.{name}" for name in wanted))
            before = dict(zip(wanted, cursor.fetchall()[0]))
            own = self.own or not _is_in_transaction(connection, cursor)
            _prepare(cursor, *_settings(wanted),
                     "START TRANSACTION READ ONLY" if own
                     else "SAVEPOINT t2sed")
            self._say(own, "MySQL can't make a transaction that has begun "
                      "READ ONLY")
            try:
                yield cursor
            finally:
                cursor.close()
                with self._plain(connection, limits) as after:
                    _prepare(after, *(["ROLLBACK"] if own else _TO_SAVEPOINT),
                             *_settings(before))


_TO_SAVEPOINT = ["ROLLBACK TO SAVEPOINT t2sed", "RELEASE SAVEPOINT t2sed"]


def _works(cursor: Any, statement: str) -> bool:
    try:
        cursor.execute(statement)
    except Exception:  # pylint: disable=broad-except  # of any module
        return False
    return True


def _is_idle(connection: Any) -> Optional[bool]:
    """Whether a connection to PostgreSQL is in no transaction; None where its
    module does not say."""
    status = getattr(getattr(connection, "info", None),
                     "transaction_status", None)
    if status is not None:
        return bool(status == 0)
    begun = getattr(connection, "_in_transaction", None)  # pg8000
    return None if begun is None else not begun


def _is_in_transaction(connection: Any, cursor: Any) -> bool:
    """Whether a connection to MySQL is, or may be."""
    if _works(cursor, "SELECT @@in_transaction"):  # MariaDB
        return bool(cursor.fetchall()[0][0])
    status = getattr(connection, "server_status", None)  # PyMySQL
    if isinstance(status, int):
        return bool(status & 1)
    return getattr(connection, "in_transaction", True) is not False


def _mysql_limits(cursor: Any, limits: Limits) -> Dict[str, Any]:
    """Variables of a server's session, and the values that bound a query."""
    wanted = {"sql_select_limit": limits.rows or _MOST,
              "max_statement_time": limits.milliseconds / 1000,  # MariaDB
              "max_execution_time": limits.milliseconds}  # MySQL
    for name in "max_statement_time", "max_execution_time":
        if _works(cursor, f"SELECT @@SESSION.{name}"):
            cursor.fetchall()
        else:
            del wanted[name]
    return wanted


def _table_functions(tree: Any) -> Iterator[str]:
    """In a tree of DuckDB's."""
    if isinstance(tree, dict):
        if tree.get("type") == "TABLE_FUNCTION":
            yield tree["function"]["function_name"]
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _table_functions(part)


def _settings(values: Dict[str, Any]) -> List[str]:
    return [f"SET SESSION {name} = {value}" for name, value in values.items()]


def _prepare(cursor: Any, *statements: str) -> None:
    """Runs what goes before a query, whose failure says nothing of that."""
    try:
        for statement in statements:
            cursor.execute(statement)
    except Exception as error:
        raise Error("EDATABASE", f"this connection can't be asked: {error}"
                    ) from error


#: Numbers of errors of MySQL and MariaDB: the time of a query is over.
_MYSQL_TIME = (3024, 1969, 1317)


def _blamed(dialect: str, error: Exception) -> Exception:
    """MySQL's modules say OperationalError of queries that are wrong."""
    number = error.args[0] if error.args else None
    if dialect != "mysql" or not isinstance(number, int):
        return error
    if number in _MYSQL_TIME:
        return TimeoutError(str(error))
    return Error("ESYNTAX", str(error)) if 1000 <= number < 2000 else error


def _of_host(host: _Host, options: Dict[str, Any],
             read_schema: Callable[[Callable[[str], Iterable[Any]]], str],
             named: Optional[str]) -> Database:
    describe = None
    if options.get("schema") is None:
        tables = read_schema(host.ask)

        def describe() -> str:
            return tables
    dialect = {"mssql": "tsql", "oracle": "standard"}.get(
        host.dialect, host.dialect)
    if host.dialect not in _CATALOGS or not dialect:
        dialect = named or dialect
    database = Database.from_functions(
        host.query, cancel=host.cancel, dialect=dialect or None,
        describe=describe, **options)
    database._reads_only = lambda: host.read_only
    return database
