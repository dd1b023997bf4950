#!/usr/bin/env python3
"""Schemas of Spider's 166 databases: from the files and from tables.json.

Both readers must find the same tables, columns and keys, apart from what is
counted below; with --report the differences are listed. Then a few values of
every column are sampled. Prints TAP.
"""

import ctypes
import os
import sys
from collections import Counter
from ctypes import (Structure, byref, c_char_p, c_int, c_size_t,
                    c_void_p)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
SPIDER = os.path.join(ROOT, "..", "shared", "data", "spider")
LIBRARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "lib",
                       "libt2sed.so")

lib = None


def load():
    global lib
    lib = ctypes.CDLL(LIBRARY)
    for name, result, *arguments in (
            ("schema_table_count", c_size_t, c_void_p),
            ("schema_column_count", c_size_t, c_void_p),
            ("schema_foreign_key_count", c_size_t, c_void_p),
            ("schema_table_name", c_char_p, c_void_p, c_size_t),
            ("schema_column_get", c_int, c_void_p, c_size_t, c_void_p,
             c_void_p),
            ("schema_foreign_key_get", c_int, c_void_p, c_size_t, c_void_p,
             c_void_p),
            ("schemas_open", c_int, c_void_p, c_char_p, c_void_p),
            ("schemas_find", c_void_p, c_void_p, c_char_p),
            ("database_open", c_int, c_void_p, c_char_p, c_void_p, c_void_p),
            ("database_schema", c_void_p, c_void_p),
            ("database_free", None, c_void_p),
            ("database_sample", c_int, c_void_p, c_void_p, c_size_t, c_void_p,
             c_void_p),
            ("values_count", c_size_t, c_void_p),
            ("values_text", c_char_p, c_void_p, c_size_t, c_void_p),
            ("values_free", None, c_void_p)):
        function = getattr(lib, "t2sed_" + name)
        function.restype = result
        function.argtypes = arguments


class Column(Structure):
    """t2sed_schema_column of t2sed/schema.h."""
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p),
                ("readable", c_char_p), ("type", c_char_p),
                ("table", c_size_t), ("kind", c_int), ("primary", c_int)]


class Key(Structure):
    """t2sed_schema_foreign_key of t2sed/schema.h."""
    _fields_ = [("struct_size", c_size_t), ("start", c_size_t),
                ("end", c_size_t), ("group", c_int)]


def records(kind, handle, what):
    """All records of a schema."""
    for i in range(getattr(lib, f"t2sed_schema_{what}_count")(handle)):
        record = kind(ctypes.sizeof(kind))
        assert getattr(lib, f"t2sed_schema_{what}_get")(
            handle, i, byref(record), None) == 0
        yield record


class Schema:
    """What one reader found; names in lower case."""

    def __init__(self, handle):
        tables = [lib.t2sed_schema_table_name(handle, i).decode().lower()
                  for i in range(lib.t2sed_schema_table_count(handle))]
        columns = list(records(Column, handle, "column"))
        self.tables = tables
        self.columns = [(tables[c.table], c.name.decode().lower())
                        for c in columns]
        self.kinds = [c.kind for c in columns]
        self.readable = [c.readable for c in columns]
        self.primary = {self.columns[i] for i, c in enumerate(columns)
                        if c.primary}
        self.foreign = {(self.columns[key.start], self.columns[key.end])
                        for key in records(Key, handle, "foreign_key")}


def compare(name, file, listed, counts, report):
    counts["databases"] += 1
    for what in ("tables", "columns", "primary", "foreign"):
        ours, theirs = getattr(file, what), getattr(listed, what)
        if ours == theirs:
            counts[what, "same"] += 1
            continue
        ours, theirs = set(ours), set(theirs)
        kind = ("file has more" if ours > theirs else
                "file has less" if ours < theirs else "other")
        extra = {x[0] if isinstance(x, tuple) else x for x in theirs - ours}
        if extra == {"sqlite_sequence"}:
            kind = "tables.json lists SQLite's own sqlite_sequence"
        counts[what, kind] += 1
        if report:
            print(f"# {name}: {what}: {kind}: only in the file "
                  f"{sorted(ours - theirs)}, only in tables.json "
                  f"{sorted(theirs - ours)}")
    if file.columns == listed.columns:
        counts["columns compared"] += len(file.columns)
        for what in ("kinds", "readable"):
            counts[what, "same"] += sum(
                a == b for a, b in zip(getattr(file, what),
                                       getattr(listed, what)))


def sample(handle, file):
    """How many columns of the database gave values, and were readable."""
    fine = 0
    for i in range(len(file.columns)):
        values = c_void_p()
        if lib.t2sed_database_sample(byref(values), handle, i, None, None):
            continue
        for v in range(lib.t2sed_values_count(values)):
            lib.t2sed_values_text(values, v, None).decode("utf-8")
        lib.t2sed_values_free(values)
        fine += 1
    return fine


def main():
    folder = os.path.join(SPIDER, "database")
    if not os.path.isdir(folder):
        print("1..1\nok 1 - schemas of Spider # SKIP no ../shared/data/spider")
        return 0
    load()
    report = "--report" in sys.argv
    counts = Counter()
    schemas = c_void_p()
    sampled = columns = 0
    if lib.t2sed_schemas_open(byref(schemas), os.path.join(
            SPIDER, "tables.json").encode(), None):
        print("1..1\nnot ok 1 - tables.json is read")
        return 1
    for name in sorted(os.listdir(folder)):
        handle = c_void_p()
        path = os.path.join(folder, name, name + ".sqlite").encode()
        listed = lib.t2sed_schemas_find(schemas, name.encode())
        if not listed or lib.t2sed_database_open(byref(handle), path, None,
                                                 None):
            print(f"# {name}: not read, or not in tables.json")
            continue
        file = Schema(lib.t2sed_database_schema(handle))
        compare(name, file, Schema(listed), counts, report)
        if counts["databases"] % 4 == 0 or report:
            sampled += sample(handle, file)
            columns += len(file.columns)
        lib.t2sed_database_free(handle)
    tests = (
        ("all 166 databases are read", counts["databases"] == 166),
        ("tables and columns are the same in 163, and in the others but for "
         "sqlite_sequence", all(
             counts[w, "same"] == 163 and
             counts[w, "tables.json lists SQLite's own sqlite_sequence"] == 3
             for w in ("tables", "columns"))),
        ("primary keys are the same, or tables.json has a part of them",
         counts["primary", "same"] + counts["primary", "file has more"] == 166),
        ("foreign keys are the same in 162 or more",
         counts["foreign", "same"] >= 162),
        ("columns give values in UTF-8", sampled == columns > 0),
    )
    for key, value in sorted(counts.items(), key=str):
        print(f"# {key if isinstance(key, str) else ', '.join(key)}: {value}")
    print(f"1..{len(tests)}")
    for i, (what, passed) in enumerate(tests, 1):
        print(f"{'ok' if passed else 'not ok'} {i} - {what}")
    return 0 if all(passed for _, passed in tests) else 1


if __name__ == "__main__":
    sys.exit(main())
