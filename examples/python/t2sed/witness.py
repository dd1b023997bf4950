"""Witness databases: where two queries differ, without rows."""
from __future__ import annotations

from ctypes import c_char_p, c_int32
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple, Union

from .arguments import checked_list
from .declarations import (t2sed_cell, T2SED_CELL_BLOB, T2SED_CELL_INTEGER,
                           T2SED_CELL_REAL, T2SED_CELL_TEXT,
                           t2sed_difference_counts, t2sed_witness_options,
                           t2sed_witness_rows)
from .handle import Handle, declare
from .library import lib
from .record import text_in
from .schema import Schema
from .sql import Sql


declare("t2sed_witness_new", schema="schema+")


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


def _value(cell: t2sed_cell) -> Value:
    if cell.type == T2SED_CELL_INTEGER:
        return int(cell.integer)
    if cell.type == T2SED_CELL_REAL:
        return float(cell.real)
    if cell.type in (T2SED_CELL_TEXT, T2SED_CELL_BLOB):
        data = text_in(cell, "text", cell.length) or b""
        return data.decode("utf-8") if cell.type == T2SED_CELL_TEXT else data
    return None


def rows_of(record: t2sed_witness_rows) -> Rows:
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
        super().__init__(lib.t2sed_witness_new(schema, t2sed_witness_options(
            seed=seed, instances=instances, max_milliseconds=max_milliseconds,
            plain=plain, exhaustive=exhaustive,
            values=(c_char_p * len(texts))(*texts), value_count=len(texts),
            ordered=ordered)))

    def compare(self, a: Sql, b: Sql) -> Difference:
        """Where two queries differ."""
        found = lib.t2sed_witness_compare(self, a, b)
        counts = t2sed_difference_counts()
        lib.t2sed_difference_counts_get(found, counts)
        outcome = lib.t2sed_difference_outcome(found)
        tables, results = [], []
        for i in range(lib.t2sed_difference_table_count(found)):
            record = t2sed_witness_rows()
            lib.t2sed_difference_table_get(found, i, record)
            tables.append(rows_of(record))
        for i in range(2 if outcome == 1 else 0):
            record = t2sed_witness_rows()
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
