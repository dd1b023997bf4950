"""Schemas as database systems describe them, as CREATE TABLE statements."""
from __future__ import annotations

import re
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Optional,
                    Sequence, Tuple)

from .database import words_of
from .errors import Error

#: Types of MySQL and DuckDB whose names are no types' to SQLite.
_TYPES = {"set": "enum", "union": "struct"}


class Tables:
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
CATALOGS = {
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


def read_catalog(dialect: str, ask: Callable[[str], Iterable[Any]]) -> str:
    """CREATE TABLE statements of what a connection sees."""
    columns, keys = CATALOGS[dialect]
    tables = Tables()
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
                    f"connection ({words_of(error)}): give schema"
                    ) from error
    for (table, _, primary, other), pairs in found.items():
        if primary:
            tables.primary[table] = [name for name, _ in pairs]
        elif other is not None:
            tables.foreign.append((table, [name for name, _ in pairs], other,
                                   [name for _, name in pairs]))
    return tables.ddl()
