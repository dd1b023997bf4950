"""Tables, columns and keys."""
from __future__ import annotations

import os
from typing import Any, List, NamedTuple, Tuple

from .arguments import name, path, text as text_of
from .declarations import (t2sed_schema_column, t2sed_schema_foreign_key,
                           t2sed_schema_table, words)
from .handle import Handle, declare
from .library import lib


declare("t2sed_schema_parse_ddl_n", text=text_of("text"))
declare("t2sed_schemas_open", path=path("path"))
declare("t2sed_schemas_find", name=name("db_id"))

_RECORDS = {"table": t2sed_schema_table, "column": t2sed_schema_column,
            "foreign_key": t2sed_schema_foreign_key}


class Column(NamedTuple):
    """A column; its number is its place in Schema.columns."""
    table: str
    name: str
    readable: str  #: as a person would say it
    type: str      #: as declared
    kind: str      #: "text", "number", "time", "boolean" or "other"
    primary: int   #: place in the table's primary key, from 1; 0: none


class Table(NamedTuple):
    """A table or view."""
    name: str
    readable: str
    is_view: bool
    columns: Tuple[Column, ...]


_KINDS = tuple(words("T2SED_TYPE_"))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


class Schema(Handle):
    """Tables, columns and keys of a database."""
    _kind = "schema"
    _shared = True

    @classmethod
    def from_sqlite(cls, path: "os.PathLike[str] | str") -> "Schema":
        """Reads the schema of a SQLite file, which is never changed."""
        database = lib.t2sed_database_open(path, None)
        return cls(lib.t2sed_database_schema(database))

    @classmethod
    def from_ddl(cls, text: str) -> "Schema":
        """Reads CREATE TABLE statements."""
        return cls(lib.t2sed_schema_parse_ddl_n(text))

    def _records(self, what: str) -> List[Any]:
        count = getattr(lib, f"t2sed_schema_{what}_count")(self)
        records = [_RECORDS[what]() for _ in range(count)]
        for i, record in enumerate(records):
            getattr(lib, f"t2sed_schema_{what}_get")(self, i, record)
        return records

    @property
    def columns(self) -> List[Column]:
        """The columns of all tables; those of one stand together."""
        tables = [_text(table.name) for table in self._records("table")]
        return [Column(tables[c.table], _text(c.name), _text(c.readable),
                       _text(c.type), _KINDS[c.kind], c.primary)
                for c in self._records("column")]

    @property
    def tables(self) -> List[Table]:
        """Tables and views."""
        columns = self.columns
        return [Table(_text(t.name), _text(t.readable), bool(t.is_view),
                      tuple(columns[t.first_column:
                                    t.first_column + t.column_count]))
                for t in self._records("table")]

    @property
    def foreign_keys(self) -> List[Tuple[Tuple[int, int], ...]]:
        """Each key as the pairs of columns (from, to) that it has."""
        keys: List[List[Tuple[int, int]]] = []
        group = None
        for key in self._records("foreign_key"):
            if key.group != group:
                keys.append([])
            group = key.group
            keys[-1].append((key.from_, key.to))
        return [tuple(key) for key in keys]


class Schemas(Handle):
    """The schemas of a file in the format of Spider's tables.json."""
    _kind = "schemas"
    _shared = True

    def __init__(self, path: "os.PathLike[str] | str"):
        super().__init__(lib.t2sed_schemas_open(path))

    def __getitem__(self, db_id: str) -> Schema:
        """The schema of that name; KeyError where there is none."""
        found = lib.t2sed_schemas_find(self, db_id)
        if found is None:
            raise KeyError(db_id)
        return Schema(found)
