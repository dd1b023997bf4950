"""Queries on the connection of a database module (PEP 249): each by the means
of its system that let it only read, and bound it."""
from __future__ import annotations

import json
from contextlib import contextmanager
from threading import Lock, get_ident
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Optional,
                    Set)
from warnings import warn

from .catalogs import CATALOGS
from .database import Database, Limits, words_of
from .errors import Error

#: Rows that are fetched at a time, and at most where a driver fetches all.
_LOT, _MOST = 500, 100_000


class Lent:
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


class Host:
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
            raise Error("EDATABASE", "DuckDB can't list the tables of the "
                        "query: " + tree.get("error_message", ""))
        if self.tables is None:
            cursor.execute("SELECT lower(table_name) FROM "
                           "information_schema.tables")
            self.tables = {name for name, in cursor.fetchall()}
        # get_table_names() opens the files that table functions read.
        if not refused and not tree.get("error"):
            refused.update(name for name in _names(cursor, sql, tree)
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


def _nodes(tree: Any, kind: str) -> Iterator[Any]:
    """In a tree of DuckDB's."""
    if isinstance(tree, dict):
        if tree.get("type") == kind:
            yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _nodes(part, kind)


def _table_functions(tree: Any) -> Iterator[str]:
    for node in _nodes(tree, "TABLE_FUNCTION"):
        yield node["function"]["function_name"]


def _names(cursor: Any, sql: str, tree: Any) -> Set[str]:
    """Of the tables that a query reads in DuckDB, those of WITH apart."""
    apart = cursor.cursor()  # an error would end the transaction
    try:
        names = set(apart.get_table_names(sql))
    except Exception as error:
        # It finds no columns of tables, and UNPIVOT has some. What is wrong
        # with a query is said when it runs.
        names = {node["table_name"] for node in _nodes(tree, "BASE_TABLE")}
        if not names.isdisjoint(_names_of_with(tree)):
            raise Error("EDATABASE", "DuckDB can't list the tables of the "
                        f"query: {error}") from error
    finally:
        apart.close()
    return names


def _names_of_with(tree: Any) -> Iterator[str]:
    parts = tree.values() if isinstance(tree, dict) else \
        tree if isinstance(tree, list) else []
    if isinstance(tree, dict) and "cte_map" in tree:
        yield from (entry["key"] for entry in tree["cte_map"]["map"])
    for part in parts:
        yield from _names_of_with(part)


def _settings(values: Dict[str, Any]) -> List[str]:
    return [f"SET SESSION {name} = {value}" for name, value in values.items()]


def _prepare(cursor: Any, *statements: str) -> None:
    """Runs what goes before a query, whose failure says nothing of that."""
    try:
        for statement in statements:
            cursor.execute(statement)
    except Exception as error:
        raise Error("EDATABASE", "this connection can't be asked: "
                    + words_of(error)) from error


#: Numbers of errors of MySQL and MariaDB: the time of a query is over.
_MYSQL_TIME = (3024, 1969, 1317)


def _blamed(dialect: str, error: Exception) -> Exception:
    """MySQL's modules say OperationalError of queries that are wrong."""
    number = error.args[0] if error.args else None
    if dialect != "mysql" or not isinstance(number, int):
        return error
    if number in _MYSQL_TIME:
        return TimeoutError(words_of(error))
    return Error("ESYNTAX", words_of(error)) if 1000 <= number < 2000 \
        else error


def of_host(host: Host, options: Dict[str, Any],
            read_schema: Callable[[Callable[[str], Iterable[Any]]], str],
            named: Optional[str]) -> Database:
    describe = None
    if options.get("schema") is None:
        tables = read_schema(host.ask)

        def describe() -> str:
            return tables
    dialect = host.dialect
    if dialect not in CATALOGS or not dialect:
        dialect = named or dialect
    database = Database.from_functions(
        host.query, cancel=host.cancel, dialect=dialect or None,
        describe=describe, **options)
    database._reads_only = lambda: host.read_only
    return database
