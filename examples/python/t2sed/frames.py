"""Frames of pandas: questions and queries in, what was found of them out."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from .checker import Checker
from .connections import Source
from .model import Model

if TYPE_CHECKING:
    from pandas import DataFrame


def check_frame(frame: "DataFrame", database: Source = None, *,
                question: str = "question", query: str = "query",
                databases: Optional[str] = None,
                model: "Optional[Model | str]" = None, **options: Any
                ) -> "DataFrame":
    """Checks the queries of a frame. Rows with the same question are the
    candidates for it, in the parser's order, the best first.

    frame      of n rows; not changed.
    database   what all questions are asked of, as open_database takes it.
    question, query
               the columns that have them, of str.
    databases  the column that says what each row is asked of, instead of
               ``database``: paths of SQLite files, or None.
    model      as Checker takes it.
    options    as for Checker.

    Returns a frame of n rows with the same index, to be joined to the first:

    probability  that the query is right; NaN where it was not scored.
    rank         its place among the candidates of its question, from 1.
    decision     about the question: "answer", "ask" or "abstain".
    outcome      "ran", "failed", "cut", "not_run" or "syntax".
    findings     what looks wrong with it: a list of Finding.
    error        why it was not scored, or None.

    Raises KeyError for a column that is not there, else as ``check``.
    """
    from pandas import DataFrame  # pylint: disable=import-outside-toplevel
    if database is not None and databases is not None:
        raise TypeError("either database or databases is given")
    if not isinstance(model, Model):
        model = Model(model)
    sources = [database] * len(frame) if databases is None \
        else [None if source != source else source  # NaN: none is known
              for source in frame[databases]]
    places: Dict[Tuple[int, str], List[int]] = {}
    known: Dict[Any, int] = {}
    texts = list(frame[query])
    for i, asked in enumerate(frame[question]):
        key = sources[i] if databases is not None else None
        places.setdefault((known.setdefault(key, i), asked), []).append(i)
    rows: List[Any] = [None] * len(frame)
    checkers: Dict[int, Checker] = {}
    for (first, asked), own in sorted(places.items(),
                                      key=lambda item: item[0][0]):
        if first not in checkers:
            checkers = {first: Checker(model, sources[first], **options)}
        report = checkers[first].check(asked, [texts[i] for i in own])
        for rank, one in enumerate(report.candidates, 1):
            rows[own[one.index]] = (
                one.probability, rank, report.decision, one.outcome,
                one.findings, None if one.error is None else one.error.text)
    made = DataFrame(rows, index=frame.index, columns=[
        "probability", "rank", "decision", "outcome", "findings", "error"])
    return made.astype({"probability": float})
