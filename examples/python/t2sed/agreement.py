"""Which queries give the same."""
from __future__ import annotations

from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Iterable, List, Optional

from .arguments import Record, checked_list, texts
from .evidence import Evidence
from .handle import STATUS, declare, made
from .library import lib


class _Agreed(Record):
    """t2sed_agreed of t2sed/parts/agreement.h."""
    _fields_ = [("struct_size", c_size_t), ("group", c_int),
                ("outcome", c_int), ("share", c_double), ("rows", c_size_t)]


declare("t2sed_agreement_new", made("agreement"), "evidence?",
        texts("queries"), POINTER(c_double))
declare("t2sed_agreement_get", STATUS, c_void_p, c_size_t, POINTER(_Agreed))
declare("t2sed_outcome_name", c_char_p, c_int)


@dataclass(frozen=True)
class Agreement:
    """Who one query agrees with.

    group    queries of equal number agree; None: with nobody.
    share    of all queries that its group has.
    outcome  "ran", "failed", "cut", "not_run" or "syntax".
    rows     of its result.
    """
    group: Optional[int]
    share: float
    outcome: str
    rows: int


def agree(queries: Iterable[str],
          evidence: Optional[Evidence] = None) -> List[Agreement]:
    """Which queries of one question give the same result on the database.

    evidence  runs them, in its sandbox; those that it has run for a scorer do
              not run again. None: queries agree where they say the same.
    """
    queries = checked_list("queries", queries)
    found = lib.t2sed_agreement_new(evidence, queries, None)
    records, record = [], _Agreed()
    for i in range(len(queries)):
        lib.t2sed_agreement_get(found, i, record)
        records.append(Agreement(
            None if record.group < 0 else record.group, record.share,
            lib.t2sed_outcome_name(record.outcome).decode(), record.rows))
    return records
