"""What queries that are wrong should be."""
from __future__ import annotations

import math
import os
from ctypes import c_double
from dataclasses import dataclass
from typing import Iterable, List, Optional, Tuple

from .arguments import checked_list, checked_text, checked_texts, wrong
from .database import Database
from .declarations import (t2sed_correction, t2sed_correction_input,
                           t2sed_corrector_options, t2sed_span)
from .handle import Handle, declare
from .judge import Judge
from .language_model import LanguageModel
from .library import lib
from .model import Model
from .question import Question, as_question
from .schema_prediction import SchemaPredictor
from .sketch import Sketcher


declare("t2sed_corrector_options", schema_predictor="schema_predictor+",
        sketcher="sketcher+", judge="judge+")
declare("t2sed_corrector_new", database="database+")


_SOURCES = ("given", "edit", "extra", "written")


def _known(number: float) -> Optional[float]:
    return None if math.isnan(number) else number


@dataclass(frozen=True)
class Correction:
    """What a query may have to be.

    query        the SQL text.
    probability  that it is right, given the others.
    source       "given": the query as it was; "edit"; "extra"; or "written",
                 by the language model.
    edits        what turns the given query into it: (begin, end, text) for
                 each slice of its characters that is replaced.
    reason       what was changed and why, in words.
    detected     the detector's probability; None where it was not asked.
    log_probability  of the query, as the language model sees it; None where
                 it was not asked.
    """
    query: str
    probability: float
    source: str
    edits: List[Tuple[int, int, str]]
    reason: str
    detected: Optional[float]
    log_probability: Optional[float]


class Corrector(Handle):
    """Corrects queries on one database. Used by one thread at a time.

    database          with a schema; kept alive.
    model             the detector that looks at the best candidates; None:
                      none.
    weights           the directory of the ranking's weights; None: the
                      shipped ones.
    schema_predictor  and
    sketcher          what predicts tables, columns and clauses; None: the
                      shipped ones.
    checked           how many candidates the detector looks at.
    most              how many corrections are kept.
    language_model    writes corrections where there is feedback, and tells
                      how likely edits are; best with the adapter
                      "text-to-sql". None: none.
    written           how many it writes.
    likely            how many of the best edits it looks at.
    max_milliseconds  of writing; what there is by then is ranked. 0: no limit.
    answer            a query that the model finds this probable is left alone
                      where there is no feedback. 0: the model's threshold for
                      95 % of answers that are right.
    judge             looks at the query and the best candidates beside the
                      model; kept alive. None: none.

    Raises Error: "EINVAL" (no schema), "ENOTFOUND", "EMISMATCH"...
    """
    _kind = "corrector"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, database: Database, model: Optional[Model] = None, *,
                 weights: "Optional[os.PathLike[str] | str]" = None,
                 schema_predictor: Optional[SchemaPredictor] = None,
                 sketcher: Optional[Sketcher] = None, checked: int = 6,
                 most: int = 10,
                 language_model: Optional[LanguageModel] = None,
                 written: int = 10, likely: int = 8,
                 max_milliseconds: int = 0, answer: float = 0.0,
                 judge: Optional[Judge] = None):
        options = t2sed_corrector_options.defaults(
            lib, weights=weights, model=model, sketcher=sketcher,
            schema_predictor=schema_predictor, checked=checked, most=most,
            language_model=language_model, written=written, likely=likely,
            max_milliseconds=max_milliseconds, answer=answer, judge=judge)
        super().__init__(lib.t2sed_corrector_new(database, options))

    def correct(self, question: "str | Question", query: str,
                feedback: "Optional[str | Question]" = None,
                extra: "Iterable[str | Tuple[str, float]]" = ()
                ) -> List[Correction]:
        """The corrections of a query, the best first; the query itself is one
        of them, and is best left alone where it comes first.

        feedback  what was said of it, as a person's words or Report.advice;
                  None: nothing, it may well be right. The query is then kept
                  unless the model finds it improbable and a correction much
                  more probable; what the model finds is the feedback.
        extra     queries of another source, which are ranked with the edits;
                  (query, log-probability) of those that the language model
                  wrote before.

        Raises Error where the query or a question is none.
        """
        data = checked_text("query", query)
        pairs = [self._pair(one) for one in checked_list("extra", extra)]
        more, _, more_count = checked_texts("extra", [one for one, _ in pairs])
        given = t2sed_correction_input(question=as_question(question),
                       feedback=None if feedback is None
                       else as_question(feedback))
        given.sql, given.length = data, len(data)
        given.extra, given.extra_count = more, more_count
        given.extra_log_probabilities = (c_double * more_count)(
            *(log for _, log in pairs))
        list_of = lib.t2sed_corrector_correct(self, given)
        return [self._read(list_of, i, data)
                for i in range(lib.t2sed_corrections_count(list_of))]

    @staticmethod
    def _pair(one: "str | Tuple[str, float]") -> Tuple[str, float]:
        if not isinstance(one, tuple):
            return one, math.nan
        if len(one) != 2 or not isinstance(one[1], (int, float)):
            raise wrong("extra", "queries, or (query, log-probability)", one)
        return one

    @staticmethod
    def _read(list_of: object, i: int, query: bytes) -> Correction:
        one = t2sed_correction()
        lib.t2sed_corrections_get(list_of, i, one)
        edits = []
        for k in range(one.edit_count):
            edit = one.edits[k]
            begin, end = t2sed_span(edit.begin, edit.end).characters(
                query) or (0, 0)
            edits.append((begin, end, edit.text.decode("utf-8")))
        return Correction(
            one.sql.decode("utf-8"), one.probability, _SOURCES[one.source],
            edits, one.reason.decode("utf-8"),
            _known(one.detected), _known(one.log_probability))
