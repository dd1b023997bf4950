"""Witness databases: where two queries differ, without rows."""
from __future__ import annotations

import ctypes
from ctypes import (POINTER, Structure, c_char_p, c_double, c_int, c_int32,
                    c_int64, c_size_t, c_uint64, c_void_p)
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple, Union

from .arguments import Record, checked_list
from .handle import STATUS, Handle, declare, handles, made
from .library import lib
from .schema import Schema
from .sql import Sql


class _Options(Record):
    """t2sed_witness_options of t2sed/parts/witness.h."""
    _fields_ = [("struct_size", c_size_t), ("seed", c_uint64),
                ("instances", c_int32), ("max_milliseconds", c_int32),
                ("plain", c_int32), ("exhaustive", c_int32),
                ("values", POINTER(c_char_p)), ("value_count", c_size_t),
                ("ordered", c_int32)]


class _Counts(Record):
    """t2sed_difference_counts of t2sed/parts/witness.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_int32)
        for name in ("instances", "different", "telling", "same")]


class _Cell(Structure):
    """t2sed_cell of t2sed/database.h."""
    _fields_ = [("type", c_int), ("integer", c_int64), ("real", c_double),
                ("text", c_void_p), ("length", c_size_t)]


class RowsRecord(Record):
    """t2sed_witness_rows of t2sed/database.h."""
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p),
                ("column_count", c_size_t), ("row_count", c_size_t),
                ("columns", POINTER(c_char_p)), ("cells", POINTER(_Cell)),
                ("left_out", c_size_t)]


declare("t2sed_witness_new", made("witness"), "schema+", POINTER(_Options))
declare("t2sed_witness_compare", made("difference"), "witness", "sql", "sql")
declare("t2sed_witness_group", STATUS, POINTER(c_int32), "witness",
        handles("sql"), c_size_t, c_int32)
declare("t2sed_difference_outcome", c_int, c_void_p)
declare("t2sed_difference_cause", c_char_p, c_void_p)
declare("t2sed_difference_question", c_char_p, c_void_p)
declare("t2sed_difference_counts_get", STATUS, c_void_p,
        POINTER(_Counts))
declare("t2sed_difference_table_count", c_size_t, c_void_p)
declare("t2sed_difference_table_get", STATUS, c_void_p, c_size_t,
        POINTER(RowsRecord))
declare("t2sed_difference_result_get", STATUS, c_void_p, c_int,
        POINTER(RowsRecord))

#: A value of a row.
Value = Union[None, int, float, str, bytes]


@dataclass(frozen=True)
class Rows:
    """A table of an instance, or the result of a query ("")."""
    name: str
    columns: Tuple[str, ...]
    rows: List[Tuple[Value, ...]]


@dataclass(frozen=True)
class Difference:
    """What came of comparing two queries.

    outcome    "differ", "none" (no instance was found on which they differ) or
               "unknown".
    cause      when they differ, as a sentence, or ""; why it is unknown.
    question   whose answer says which query is right, or "".
    tables     of the smallest instance found on which they differ.
    results    of both queries there; none where no difference was found.
    instances  on which both ran; ``different``: with other results; ``telling``:
               with more than no row, NULLs or zeros; ``same``: telling, and the
               results were the same.
    """
    outcome: str
    cause: str
    tables: List[Rows]
    results: List[Rows]
    instances: int
    different: int
    telling: int
    same: int
    question: str = ""


def _value(cell: _Cell) -> Value:
    if cell.type == 1:
        return int(cell.integer)
    if cell.type == 2:
        return float(cell.real)
    if cell.type in (3, 4):
        data = ctypes.string_at(cell.text, cell.length)
        return data.decode("utf-8") if cell.type == 3 else data
    return None


def rows_of(record: RowsRecord) -> Rows:
    width = record.column_count
    return Rows(record.name.decode("utf-8"),
                tuple(record.columns[i].decode("utf-8") for i in range(width)),
                [tuple(_value(record.cells[row * width + i])
                       for i in range(width))
                 for row in range(record.row_count)])


class Witness(Handle):
    """Compares queries on a schema, on small databases that it makes.

    seed              the same seed makes the same databases.
    instances         databases that are tried at most.
    max_milliseconds  that a comparison may take, about.
    plain             databases as most are: no NULLs and ties.
    exhaustive        all instances are tried, for the counts.
    values            texts and numbers that the question names.
    ordered           the order of rows counts wherever the first query has
                      ORDER BY, not only where both have it.

    What is 0 has its default (t2sed/parts/witness.h).
    """
    _kind = "witness"

    def __init__(self, schema: Schema, *, seed: int = 0, instances: int = 0,
                 max_milliseconds: int = 0, plain: bool = False,
                 exhaustive: bool = False,
                 values: Optional[Sequence[str]] = None,
                 ordered: bool = False):
        texts = [str(value).encode("utf-8")
                 for value in checked_list("values", values or [])]
        super().__init__(lib.t2sed_witness_new(schema, _Options(
            seed=seed, instances=instances, max_milliseconds=max_milliseconds,
            plain=plain, exhaustive=exhaustive,
            values=(c_char_p * len(texts))(*texts), value_count=len(texts),
            ordered=ordered)))

    def compare(self, a: Sql, b: Sql) -> Difference:
        """Where two queries differ."""
        found = lib.t2sed_witness_compare(self, a, b)
        counts = _Counts()
        lib.t2sed_difference_counts_get(found, counts)
        outcome = lib.t2sed_difference_outcome(found)
        tables, results = [], []
        for i in range(lib.t2sed_difference_table_count(found)):
            record = RowsRecord()
            lib.t2sed_difference_table_get(found, i, record)
            tables.append(rows_of(record))
        for i in range(2 if outcome == 1 else 0):
            record = RowsRecord()
            lib.t2sed_difference_result_get(found, i, record)
            results.append(rows_of(record))
        return Difference(("unknown", "differ", "none")[outcome],
                          lib.t2sed_difference_cause(found).decode("utf-8"),
                          tables, results, counts.instances, counts.different,
                          counts.telling, counts.same,
                          lib.t2sed_difference_question(found).decode("utf-8"))

    def group(self, queries: Sequence[Sql], instances: int = 3) -> List[int]:
        """For each query the place of the first with the same results on a few
        instances; -1 where that is not known: the query can't be run, or gives
        nothing on any instance (no row, NULLs, a single 0)."""
        groups = (c_int32 * len(queries))()
        lib.t2sed_witness_group(groups, self, queries, len(queries), instances)
        return list(groups)
