"""Which queries give the same."""
from __future__ import annotations

from ctypes import (POINTER, byref, c_char_p, c_double, c_int, c_size_t,
                    c_void_p)
from dataclasses import dataclass
from typing import Iterable, List, Optional

from .errors import CError, ERROR, check
from .evidence import Evidence
from .handle import OUT
from .library import declare, lib
from .schema import Schema


declare("t2sed_agreement_make", c_int, OUT, c_void_p, c_void_p,
        POINTER(c_char_p), POINTER(c_size_t), c_size_t, POINTER(c_double),
        ERROR)
declare("t2sed_agreement_free", None, c_void_p)
declare("t2sed_agreement_group", c_int, c_void_p, c_size_t)
declare("t2sed_agreement_share", c_double, c_void_p, c_size_t)
declare("t2sed_agreement_outcome", c_int, c_void_p, c_size_t)
declare("t2sed_agreement_rows", c_size_t, c_void_p, c_size_t)
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


def agree(queries: Iterable[str], evidence: Optional[Evidence] = None,
          schema: Optional[Schema] = None) -> List[Agreement]:
    """Which queries of one question give the same result on the database.

    evidence  runs them, in its sandbox; those that it has run for a scorer do
              not run again. None: queries agree where they say the same.
    schema    of the queries; None takes that of ``evidence``.
    """
    data = [query.encode("utf-8") for query in queries]
    array = (c_char_p * len(data))(*data)
    lengths = (c_size_t * len(data))(*map(len, data))
    pointer, error = c_void_p(), CError()
    check(lib.t2sed_agreement_make(
        byref(pointer), None if evidence is None else evidence.pointer,
        None if schema is None else schema.pointer, array, lengths, len(data),
        None, byref(error)), error)
    try:
        groups = [lib.t2sed_agreement_group(pointer, i)
                  for i in range(len(data))]
        return [Agreement(None if group < 0 else group,
                          lib.t2sed_agreement_share(pointer, i),
                          lib.t2sed_outcome_name(lib.t2sed_agreement_outcome(
                              pointer, i)).decode(),
                          lib.t2sed_agreement_rows(pointer, i))
                for i, group in enumerate(groups)]
    finally:
        lib.t2sed_agreement_free(pointer)
