"""What queries that are wrong should be."""
from __future__ import annotations

import math
import os
from ctypes import (POINTER, Structure, c_char_p, c_double, c_float, c_int,
                    c_int32, c_size_t, c_void_p)
from dataclasses import dataclass
from typing import Iterable, List, Optional, Tuple

from .arguments import (Record, checked_list, checked_text, checked_texts,
                        wrong)
from .database import Database
from .handle import STATUS, Handle, declare, handle, made
from .language_model import LanguageModel
from .library import lib
from .model import Model
from .question import Question, as_question
from .schema_prediction import SchemaPredictor
from .sketch import Sketcher
from .text import Span


class _Options(Record):
    """t2sed_corrector_options of t2sed/corrector.h."""
    _fields_ = [("struct_size", c_size_t), ("weights", c_char_p),
                ("schema_predictor", c_void_p), ("sketcher", c_void_p),
                ("model", c_void_p), ("checked", c_int32), ("most", c_int32),
                ("features", c_int32), ("language_model", c_void_p),
                ("written", c_int32), ("likely", c_int32),
                ("max_milliseconds", c_int32)]
    _handles_ = {"schema_predictor": handle("schema_predictor+"),
                 "sketcher": handle("sketcher+"), "model": handle("model"),
                 "language_model": handle("language_model")}


class _Input(Record):
    """t2sed_correction_input of t2sed/corrector.h."""
    _fields_ = [("struct_size", c_size_t), ("question", c_void_p),
                ("sql", c_char_p), ("length", c_size_t),
                ("feedback", c_void_p), ("extra", POINTER(c_char_p)),
                ("extra_count", c_size_t),
                ("extra_log_probabilities", POINTER(c_double))]
    _handles_ = {"question": handle("question"),
                 "feedback": handle("question")}


class _Edit(Structure):
    """t2sed_correction_edit of t2sed/corrector.h."""
    _fields_ = [("begin", c_size_t), ("end", c_size_t), ("text", c_char_p)]


class _Correction(Record):
    """t2sed_correction of t2sed/corrector.h."""
    _fields_ = [("struct_size", c_size_t), ("sql", c_char_p),
                ("probability", c_double), ("source", c_int),
                ("extra", c_size_t), ("edits", POINTER(_Edit)),
                ("edit_count", c_size_t), ("reason", c_char_p),
                ("detected", c_double), ("features", POINTER(c_int32)),
                ("values", POINTER(c_float)), ("feature_count", c_size_t),
                ("log_probability", c_double)]


declare("t2sed_corrector_options_init", None, POINTER(_Options), c_size_t)
declare("t2sed_corrector_new", made("corrector"), "database+",
        POINTER(_Options))
declare("t2sed_corrector_correct", made("corrections"), "corrector",
        POINTER(_Input))
declare("t2sed_corrections_count", c_size_t, c_void_p)
declare("t2sed_corrections_get", STATUS, c_void_p, c_size_t,
        POINTER(_Correction))

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
                 max_milliseconds: int = 0):
        super().__init__(lib.t2sed_corrector_new(database, _Options.defaults(
            lib.t2sed_corrector_options_init, weights=weights, model=model,
            schema_predictor=schema_predictor, sketcher=sketcher,
            checked=checked, most=most, language_model=language_model,
            written=written, likely=likely,
            max_milliseconds=max_milliseconds)))

    def correct(self, question: "str | Question", query: str,
                feedback: "Optional[str | Question]" = None,
                extra: "Iterable[str | Tuple[str, float]]" = ()
                ) -> List[Correction]:
        """The corrections of a query, the best first; the query itself is one
        of them, and is best left alone where it comes first.

        feedback  what was said of it; None: nothing, it may well be right.
        extra     queries of another source, which are ranked with the edits;
                  (query, log-probability) of those that the language model
                  wrote before.

        Raises Error where the query or a question is none.
        """
        data = checked_text("query", query)
        pairs = [self._pair(one) for one in checked_list("extra", extra)]
        more, _, more_count = checked_texts("extra", [one for one, _ in pairs])
        given = _Input(question=as_question(question),
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
        one = _Correction()
        lib.t2sed_corrections_get(list_of, i, one)
        edits = []
        for k in range(one.edit_count):
            edit = one.edits[k]
            begin, end = Span(edit.begin, edit.end).characters(query) or (0, 0)
            edits.append((begin, end, edit.text.decode("utf-8")))
        return Correction(
            one.sql.decode("utf-8"), one.probability, _SOURCES[one.source],
            edits, one.reason.decode("utf-8"),
            _known(one.detected), _known(one.log_probability))
