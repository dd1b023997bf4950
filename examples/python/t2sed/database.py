"""A database: its schema, the sandbox that queries run in, its values."""
from __future__ import annotations

import json
import os
import re
import sqlite3
from ctypes import byref, c_int, c_size_t, c_void_p, string_at
from datetime import timedelta
from decimal import Decimal
from threading import get_ident
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional

from .arguments import choice, path as path_of, wrong
from .declarations import (t2sed_cell, T2SED_CELL_BLOB, T2SED_CELL_INTEGER,
                           T2SED_CELL_NULL, T2SED_CELL_REAL, T2SED_CELL_TEXT,
                           t2sed_database_callbacks,
                           t2sed_database_callbacks_cancel,
                           t2sed_database_callbacks_describe,
                           t2sed_database_callbacks_query,
                           t2sed_database_options, T2SED_ECANCELLED,
                           T2SED_EDATABASE, T2SED_ELIMIT, T2SED_ESYNTAX,
                           t2sed_sample_options, words)
from .errors import Error
from .handle import Handle, Memory, calling, declare, raised
from .library import has_own_sqlite, lib
from .schema import Schema
from .sql import DIALECTS

ISOLATIONS = words("T2SED_ISOLATION_")
#: How many values of a column are known, by t2sed/database.h.
_KNOWN = ("none", "some", "all")


declare("t2sed_database_options", schema="schema+")
declare("t2sed_database_open", path=path_of("path"))
declare("t2sed_database_new_schema", schema="schema+")
declare("t2sed_rows_add", rows=c_void_p)


class Limits(NamedTuple):
    """What one query of a host's database may take."""
    milliseconds: int
    rows: int  #: that are looked at; 0: any number
    value_bytes: int


# What a callback answers to an Error.
_CODES = {"ESYNTAX": T2SED_ESYNTAX, "ENOTSELECT": T2SED_ESYNTAX,
          "ELIMIT": T2SED_ELIMIT, "EUNSUPPORTED": T2SED_ESYNTAX,
          "EDATABASE": T2SED_EDATABASE}


def _status_of(error: BaseException) -> Optional[int]:
    """What an exception of a database module (PEP 249) says of the query; None
    where it is no such exception."""
    names = {one.__name__ for one in type(error).__mro__}
    if isinstance(error, Error):
        return _CODES.get(error.code, T2SED_EDATABASE)
    if isinstance(error, TimeoutError) or "QueryCanceled" in names:
        return T2SED_ELIMIT
    if isinstance(error, sqlite3.Error):
        return T2SED_ELIMIT if str(error) == "interrupted" else T2SED_ESYNTAX
    if names & {"OperationalError", "InterfaceError"}:
        return T2SED_EDATABASE
    return T2SED_ESYNTAX if "DatabaseError" in names else None


def words_of(error: BaseException) -> str:
    """What a database system says, on one line: without the statement, which
    may be more than the query, and what a module puts around it."""
    first, *more = error.args or ("",)
    if isinstance(first, dict) and "M" in first:  # pg8000
        lines = [str(first[key]) for key in "MDH" if key in first]
    elif isinstance(first, int) and more:  # modules of MySQL
        lines = [str(more[0])]
    else:
        lines = re.sub(r"(?m)^LINE \d+: .*(\n *\^[ ^~]*$)?", "",
                       str(error)).splitlines()
    lines = [" ".join(line.split()) for line in lines if line.strip()]
    lines[:-1] = [line if line[-1] in ".!?:;," else line + "."
                  for line in lines[:-1]]
    return " ".join(lines)


def _fail(error: Any, why: BaseException) -> int:
    """Describes an exception for the library; what is none of the database's
    ends the library's call, which raises it."""
    status = _status_of(why)
    if status is None:
        status = T2SED_ECANCELLED
        if get_ident() in calling:
            raised.setdefault(get_ident(), why)
    error.contents.offset = -1
    if isinstance(why, Error) and why.offset is not None:
        error.contents.offset = why.offset
    text = why.text if isinstance(why, Error) else words_of(why)
    error.contents.text = text.encode("utf-8", "replace").replace(
        b"\0", b" ")[:439]
    return status


def _as_sqlite(value: Any) -> Any:
    """A value of a database module's as SQLite holds the same."""
    if isinstance(value, Decimal):
        is_whole = value.is_finite() and value == value.to_integral_value()
        return int(value) if is_whole and abs(value) < 2**63 \
            else float("nan" if value.is_nan() else value)
    if isinstance(value, timedelta):
        seconds = value // timedelta(seconds=1)
        sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
        return (f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:"
                f"{seconds % 60:02}")
    if isinstance(value, (dict, list)):
        return json.dumps(value, default=str)
    return value


def _fill(cell: t2sed_cell, value: Any) -> None:
    """Puts a value of a row into a cell, as the library takes it."""
    if isinstance(value, str):
        data = value.encode("utf-8", "replace")
        cell.type, cell.text = T2SED_CELL_TEXT, data
        cell.length = len(data)
    elif value is None:
        cell.type = T2SED_CELL_NULL
    elif isinstance(value, int) and -2**63 <= value < 2**63:
        cell.type, cell.integer = T2SED_CELL_INTEGER, value
    elif isinstance(value, float):
        cell.type, cell.real = T2SED_CELL_REAL, value
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
        cell.type, cell.text = T2SED_CELL_BLOB, data
        cell.length = len(data)
    elif isinstance(value, (Decimal, timedelta, dict, list)):
        _fill(cell, _as_sqlite(value))
    else:
        _fill(cell, str(value))


class _Host:
    """A database system by functions, as the library calls them."""

    def __init__(self, query: Callable[..., Iterable[Any]],
                 describe: "Optional[Callable[[], str | Schema]]",
                 cancel: Optional[Callable[[], object]],
                 dialect: Optional[str]):
        self.query, self.describe, self.cancel = query, describe, cancel
        self.dialect = None if dialect is None else dialect.encode()
        self.schema: Optional[Schema] = None
        fields: Dict[str, Any] = {"query": t2sed_database_callbacks_query(
            self._query)}
        if describe is not None:
            fields["describe"] = t2sed_database_callbacks_describe(
                self._describe)
        if cancel is not None:
            fields["cancel"] = t2sed_database_callbacks_cancel(self._cancel)
        if self.dialect is not None:
            fields["dialect"] = self.dialect
        self.callbacks = t2sed_database_callbacks(**fields)
        self.kept = fields  # the library has pointers to them

    def _query(self, _: Any, query: Any, rows: Any, error: Any) -> int:
        try:
            asked = query.contents
            sql = asked.sql.decode("utf-8")
            return self._add_rows(rows, self.query(sql, Limits(
                asked.max_milliseconds, asked.max_rows,
                asked.max_value_bytes)))
        except BaseException as why:  # pylint: disable=broad-except
            return _fail(error, why)

    @staticmethod
    def _add_rows(rows: Any, given: Any) -> int:
        description = getattr(given, "description", None)
        status, count = 0, -1
        cells: Any = ()
        if description:
            status = lib.t2sed_rows_add(rows, None, len(description))
        for row in given:
            if status != 0:
                break
            values = tuple(row)
            if len(values) != count:
                count = len(values)
                cells = (t2sed_cell * count)()
            for cell, value in zip(cells, values):
                _fill(cell, value)
            status = lib.t2sed_rows_add(rows, cells, count)
        return status

    def _describe(self, _: Any, out: Any, error: Any) -> int:
        try:
            assert self.describe is not None
            text = self.describe()
            if not isinstance(text, str):
                raise wrong("describe", "CREATE TABLE statements", text)
            data = text.encode("utf-8")
            # Beside the binding: what is made is the library's.
            return int(_parse_ddl(out, data, len(data), error))
        except BaseException as why:  # pylint: disable=broad-except
            return _fail(error, why)

    def _cancel(self, _: Any) -> None:
        assert self.cancel is not None
        self.cancel()


_parse_ddl = lib.typed("t2sed_schema_parse_ddl_n")


def path_of_connection(connection: sqlite3.Connection) -> str:
    """The file of a connection's main database; "" of one in memory."""
    file: str
    for _, name, file in connection.execute("PRAGMA database_list"):
        if name == "main":
            return file
    return ""


class Database(Handle):
    """A database that questions are asked of. Any number of threads may use
    it; what it was opened with is kept alive.

    source   a SQLite file, which is opened read-only and never changed; or an
             open ``sqlite3.Connection``, whose file is opened again (what it
             has not committed is not seen). None: a schema alone, so that nothing
             is known of rows.
    schema   used in place of the database's own.
    isolation            "none", or "worker": SQLite runs in a process of its
                         own, which the system holds to reading files, to a
                         gigabyte of memory and to its time. For untrusted
                         databases and queries; also where this process
                         has two copies of SQLite (a wheel that brings its
                         own), since a copy does not know the other's locks.
                         None: "worker" where the library was installed with
                         such a SQLite and no index is given, else "none".
    max_milliseconds     that a query may run; -1: queries do not run.
    max_rows             of a result that are looked at.
    values_milliseconds  that the values of the columns may be read for, once;
                         -1: they are not read.
    index                a file that keeps the index of the values; None: it is
                         made in memory each time. Of a connection, it is made
                         again only where the schema or a limit is another.
    limits               index_milliseconds, max_table_rows, max_column_values,
                         max_value_bytes, max_values_bytes, as in
                         t2sed_database_options.

    An option that is None or 0 has the library's default. Raises Error: "ENOTFOUND"
    (no such file, no worker program), "EDATABASE" (no database), "EINVAL" (an
    option)...
    """
    _kind = "database"
    _shared = True
    _forks = False  # connections of SQLite do not survive a fork
    _dialect: Optional[str] = None
    _reads_only: Optional[Callable[[], Optional[bool]]] = None

    def __init__(self, source: "Optional[os.PathLike[str] | str | "
                 "sqlite3.Connection]" = None, *,
                 schema: Optional[Schema] = None,
                 isolation: Optional[str] = None,
                 max_milliseconds: Optional[int] = None,
                 max_rows: Optional[int] = None,
                 values_milliseconds: Optional[int] = None,
                 index: "Optional[os.PathLike[str] | str]" = None,
                 **limits: int):
        if isolation is None:
            isolation = "worker" if has_own_sqlite() and index is None \
                and source is not None else "none"
        options = self._options(
            schema=schema, isolation=isolation, index=index,
            max_milliseconds=max_milliseconds, max_rows=max_rows,
            values_milliseconds=values_milliseconds, **limits)
        if isinstance(source, sqlite3.Connection):
            source = path_of_connection(source)
            if not source:
                raise ValueError("a database in memory: open_database takes "
                                 "connections to those")
        if source is None:
            super().__init__(lib.t2sed_database_new_schema(schema, options))
        else:
            super().__init__(lib.t2sed_database_open(source, options))

    @classmethod
    def _options(cls, *, isolation: str, **fields: Any
                 ) -> t2sed_database_options:
        known = [field[0] for field in t2sed_database_options._fields_]
        for name in fields:
            if name not in known:
                raise TypeError(f"{cls.__name__} has no option {name}")
        return t2sed_database_options.defaults(
            lib, isolation=choice("isolation", ISOLATIONS, isolation), **fields)

    @classmethod
    def from_functions(
            cls, query: Callable[[str, Limits], Iterable[Iterable[Any]]], *,
            describe: Optional[Callable[[], str]] = None,
            cancel: Optional[Callable[[], object]] = None,
            dialect: Optional[str] = None, schema: Optional[Schema] = None,
            **options: Any) -> "Database":
        """A database of another system, by functions of the caller's. The
        values of its columns are read by ``query``, too.

        query     called with the text of one SELECT and its Limits, by the
                  thread that uses the database, one call at a time; gives the
                  rows, or a cursor of theirs. The text is written by the
                  library, from the tokens of a query; functions that it does
                  not know pass, so the connection has to see to it that the
                  query can only read: by its rights and a READ ONLY
                  transaction.
        describe  gives CREATE TABLE statements in SQLite's language; not needed
                  with ``schema``.
        cancel    called by another thread when the time of ``query`` is over.
        dialect   "postgresql", "mysql", "duckdb"..., the system by whose rules
                  queries are read and written, and their dialect for checkers
                  that are told of no other; "standard" for another one that
                  reads "x" as a name. None: queries are SQLite's, and what
                  systems read in different ways does not run.
        options   as for Database.

        Exceptions of database modules (PEP 249) say that the query is wrong
        (DatabaseError) or could not be asked (OperationalError); an Error says
        what its code says. Any other ends the call that needed the database,
        which raises it.
        """
        for what, function in (("query", query), ("describe", describe),
                               ("cancel", cancel)):
            if function is not None and not callable(function):
                raise wrong(what, "a function", function)
        host = _Host(query, describe, cancel, dialect)
        made_options = cls._options(
            schema=schema, isolation=options.pop("isolation", "none"),
            **options)
        self = cls.__new__(cls)
        Handle.__init__(self, lib.t2sed_database_new(host.callbacks,
                                                     made_options))
        self.memory.kept["functions"] = (host,)  # type: ignore[assignment]
        self._dialect = dialect
        return self

    @property
    def dialect(self) -> str:
        """Of the queries that it runs, one of DIALECTS; "sqlite" where its
        system is none of these."""
        name = "mysql" if self._dialect == "mariadb" else self._dialect
        return name if name in DIALECTS else "sqlite"

    @property
    def read_only(self) -> Optional[bool]:
        """Whether the last query ran so that the database system lets it only
        read: True of SQLite files; of connections by ``open_database``, None
        before the first one; None of functions."""
        if self._reads_only is not None:
            return self._reads_only()
        return None if "functions" in self.memory.kept else True

    @property
    def schema(self) -> Optional[Schema]:
        """Its schema, or None."""
        return _schema_in(self.memory)

    @property
    def has_rows(self) -> bool:
        """Whether queries can run."""
        return bool(lib.t2sed_database_has_rows(self.memory))

    def sample(self, column: int, **limits: int) -> List[str]:
        """Distinct values of a column of the schema, as text.

        limits  max_values, max_value_bytes, max_bytes, max_milliseconds.
        """
        options = t2sed_sample_options.defaults(lib, **limits)
        values, length, texts = lib.t2sed_database_sample(
            self, column, options), c_size_t(), []
        for i in range(lib.t2sed_values_count(values)):
            at = lib.t2sed_values_text(values, i, byref(length))
            texts.append(string_at(at, length.value).decode("utf-8",
                                                            "replace"))
        return texts


    def values_known(self, column: int) -> str:
        """How many values of a column of the schema are known to evidence,
        scorers and findings: "all", "some", where a limit ended the reading,
        or "none", where there was no time, the database refuses the column,
        or it is a view's. They are read if they were not yet."""
        known = c_int()
        lib.t2sed_database_values_known(byref(known), self, column)
        return _KNOWN[known.value]

    @property
    def unknown_columns(self) -> List[str]:
        """Columns of tables whose values are not known at all, as
        "table.column"."""
        schema = self.schema
        if schema is None:
            return []
        views = {table.name for table in schema.tables if table.is_view}
        return [f"{column.table}.{column.name}"
                for number, column in enumerate(schema.columns)
                if column.table not in views
                and self.values_known(number) == "none"]


def _schema_in(owner: Memory) -> Optional[Schema]:
    found = lib.t2sed_database_schema(owner)
    return None if found is None else Schema(found)


def schema_of(borrower: Handle) -> Optional[Schema]:
    """The schema of the database that an object was made with, though it be
    closed since."""
    lent = borrower.memory.kept[""]
    return _schema_in(lent[0]) if lent else None
