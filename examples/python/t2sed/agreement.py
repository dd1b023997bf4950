"""Which queries give the same."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, List, Optional

from .arguments import checked_list, texts
from .declarations import t2sed_agreed
from .evidence import Evidence
from .handle import declare
from .library import lib


declare("t2sed_agreement_new", source="evidence?", queries=texts("queries"))


@dataclass(frozen=True)
class Agreement:
    """Who one query agrees with.

    group    queries of equal number agree; None: with nobody.
    share    of all queries that its group has.
    outcome  "ran", "failed", "cut", "not_run", "syntax" or "unsupported".
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
    records, record = [], t2sed_agreed()
    for i in range(len(queries)):
        lib.t2sed_agreement_get(found, i, record)
        records.append(Agreement(
            None if record.group < 0 else record.group, record.share,
            lib.t2sed_outcome_name(record.outcome).decode(), record.rows))
    return records
