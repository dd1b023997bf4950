"""Which queries give the same."""
from __future__ import annotations

from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Iterable, List, Optional

from .arguments import checked_list, texts
from .evidence import Evidence
from .handle import declare, made
from .library import lib
from .schema import Schema


declare("t2sed_agreement_make", made("agreement"), "evidence?", "schema?",
        texts("queries"), POINTER(c_double))
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
    queries = checked_list("queries", queries)
    found = lib.t2sed_agreement_make(evidence, schema, queries, None)
    groups = [lib.t2sed_agreement_group(found, i)
              for i in range(len(queries))]
    return [Agreement(None if group < 0 else group,
                      lib.t2sed_agreement_share(found, i),
                      lib.t2sed_outcome_name(lib.t2sed_agreement_outcome(
                          found, i)).decode(),
                      lib.t2sed_agreement_rows(found, i))
            for i, group in enumerate(groups)]
