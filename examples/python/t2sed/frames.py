"""Frames of pandas: questions and queries in, what was found of them out."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from .checker import Checker
from .connections import Source
from .errors import Error
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
    rank         its place among the candidates of its question, from 1; NA
                 where there is an error of the row.
    decision     about the question: "answer", "ask" or "abstain"; or None.
    outcome      "ran", "failed", "cut", "not_run", "syntax" or "unsupported"; or None.
    findings     what looks wrong with it: a list of Finding.
    error        why it was not scored, or None. A row without a question or a
                 query (None, NaN, any other that is no text), and one whose
                 database in ``databases`` can't be opened, has an error; the
                 others are not affected.

    Raises KeyError for a column that is not there, else as ``check``.
    """
    from pandas import DataFrame  # pylint: disable=import-outside-toplevel
    if database is not None and databases is not None:
        raise TypeError("either database or databases is given")
    if not isinstance(model, Model):
        model = Model(model)
    columns = {question: list(frame[question]), query: list(frame[query])}
    sources = [database] * len(frame) if databases is None \
        else [None if _is_null(source) else source
              for source in frame[databases]]
    rows: List[Any] = [None] * len(frame)
    places: Dict[Tuple[int, str], List[int]] = {}
    known: Dict[Any, int] = {}
    for i in range(len(frame)):
        wrong = _wrong({name: texts[i] for name, texts in columns.items()})
        if wrong:
            rows[i] = _failed(wrong)
            continue
        key = sources[i] if databases is not None else None
        places.setdefault((known.setdefault(key, i), columns[question][i]),
                          []).append(i)
    opened: Dict[int, Any] = {}
    for (first, asked), own in sorted(places.items(),
                                      key=lambda item: item[0][0]):
        if first not in opened:
            opened = {first: _checker(model, sources[first],
                                      databases is not None, options)}
        checker = opened[first]
        found = [_failed(checker.text)] * len(own) \
            if isinstance(checker, Error) \
            else _check(checker, asked, [columns[query][i] for i in own])
        for i, row in zip(own, found):
            rows[i] = row
    made = DataFrame(rows, index=frame.index, dtype=object, columns=[
        "probability", "rank", "decision", "outcome", "findings", "error"])
    return made.astype({"probability": float, "rank": "Int64"})


def _is_null(value: Any) -> bool:
    """None, NaN, NaT and NA."""
    from pandas import isna  # pylint: disable=import-outside-toplevel
    return isna(value) is True


def _wrong(texts: Dict[str, Any]) -> Optional[str]:
    """What is wrong with a row's texts, or None."""
    for name, text in texts.items():
        if not isinstance(text, str):
            return f"{name} is missing" if _is_null(text) \
                else f"{name} is no text but {type(text).__name__}"
        if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            return f"{name} is no text that has UTF-8"
    return None


def _failed(why: str) -> Tuple[Any, ...]:
    """The row of one that was not scored."""
    return None, None, None, None, [], why


def _checker(model: Model, source: Any, is_of_row: bool,
             options: Dict[str, Any]) -> "Checker | Error":
    try:
        return Checker(model, source, **options)
    except Error as error:
        if not is_of_row or source is None:
            raise
        return error


def _check(checker: Checker, question: str, queries: List[str]
           ) -> List[Tuple[Any, ...]]:
    """The rows of a question's queries."""
    try:
        report = checker.check(question, queries)
    except Error as error:
        return [_failed(error.text)] * len(queries)
    rows = [_failed("")] * len(queries)
    for rank, one in enumerate(report.candidates, 1):
        rows[one.index] = (
            one.probability, rank, report.decision, one.outcome, one.findings,
            None if one.error is None else one.error.text)
    return rows
