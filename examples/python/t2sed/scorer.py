"""The probability that a query is right."""
from __future__ import annotations

import ctypes
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_float,
                    c_int, c_size_t, c_void_p)
from dataclasses import dataclass
from typing import Iterable, List, Optional, Sequence

from .conversation import Conversation, Turn
from .errors import CError, ERROR, Error, check, failure
from .evidence import Evidence
from .handle import Handle, OUT
from .library import declare, lib
from .model import Model
from .parser import Parser
from .question import Question
from .schema import Schema


class _ScorerOptions(Structure):
    """t2sed_scorer_options of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("truncation", c_int),
                ("batch_tokens", c_int), ("parse", c_int),
                ("parser", c_void_p)]


class _Beam(Structure):
    """t2sed_beam of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("question", c_void_p),
                ("schema", c_void_p), ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)), ("count", c_size_t),
                ("evidence", POINTER(c_float)), ("evidence_size", c_size_t),
                ("source", c_void_p), ("conversation", c_void_p)]


declare("t2sed_scorer_open", c_int, OUT, c_void_p, POINTER(_ScorerOptions),
        ERROR)
declare("t2sed_scorer_free", None, c_void_p)
declare("t2sed_scorer_score", c_int, OUT, c_void_p, c_void_p,
        POINTER(c_char_p), POINTER(c_size_t), c_size_t, c_void_p, ERROR)
declare("t2sed_scorer_score_beams", c_int, OUT, c_void_p, POINTER(_Beam),
        c_size_t, ERROR)
declare("t2sed_scores_free", None, c_void_p)
declare("t2sed_scores_status", c_int, c_void_p, c_size_t)
declare("t2sed_scores_probability", c_double, c_void_p, c_size_t)
declare("t2sed_scores_logit", c_double, c_void_p, c_size_t)
declare("t2sed_scores_error", ERROR, c_void_p, c_size_t)


@dataclass(frozen=True)
class Score:
    """What one query came to.

    query        the SQL text.
    probability  that it answers the question; None where it could not be
                 scored.
    logit        what the model said before calibration; None likewise.
    error        why it could not be scored, or None.
    """
    query: str
    probability: Optional[float]
    logit: Optional[float]
    error: Optional[Error]


class Scorer(Handle):
    """Scores queries with a model. Used by one thread at a time.

    truncate  what to do with pairs of more tokens than the model takes:
              "model" (as its config says), "error", "question" or "sql".
    parse     whether questions that lack a parse which the model reads are
              parsed, by ``parser``, or by the default one if that is None. A
              Parser must not be closed while the scorer is in use.
    """
    _free = "t2sed_scorer_free"
    _TRUNCATE = {"model": 0, "error": 1, "question": 2, "sql": 3}

    def __init__(self, model: Model, *, truncate: str = "model",
                 parse: bool = True, parser: Optional[Parser] = None):
        options = _ScorerOptions(ctypes.sizeof(_ScorerOptions),
                                 self._TRUNCATE[truncate], 0,
                                 0 if parse else 1,
                                 None if parser is None else parser.pointer)
        self._parser = parser
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_scorer_open(byref(pointer), model.pointer,
                                    byref(options), byref(error)), error)
        super().__init__(pointer)

    def score(self, question: "str | Question", queries: Iterable[str],
              schema: Optional[Schema] = None,
              evidence: Optional[Evidence] = None,
              earlier: "Sequence[Turn]" = ()) -> List[Score]:
        """The scores of candidate queries, in their order.

        schema    resolves aliases and bare columns; None takes that of
                  ``evidence``.
        evidence  gathers what the model reads beside the text, with the
                  database it was opened on; its question is set to this one.
                  None gathers what question and schema tell.
        earlier   the turns before the question, the oldest first, each a
                  question or a pair of question and query: the score is in
                  their context.

        A query that can't be scored has an ``error`` of its own and does not
        spoil the others. Raises Error where the fault lies with the question
        or the machine; but with ``evidence`` or ``earlier`` a question that
        can't be read is the error of each query.
        """
        texts = list(queries)
        if not texts:
            return []
        if isinstance(question, str):
            with Question(question) as made:
                return self.score(made, texts, schema, evidence, earlier)
        if schema is None and evidence is not None:
            schema = evidence.schema
        data = [text.encode("utf-8") for text in texts]
        array = (c_char_p * len(data))(*data)
        lengths = (c_size_t * len(data))(*map(len, data))
        tables = None if schema is None else schema.pointer
        pointer, error = c_void_p(), CError()
        if evidence is None and not earlier:
            status = lib.t2sed_scorer_score(
                byref(pointer), self.pointer, question.pointer, array, lengths,
                len(data), tables, byref(error))
        else:
            with Conversation(earlier) as talk:
                beam = _Beam(ctypes.sizeof(_Beam), question.pointer, tables,
                             array, lengths, len(data), None, 0,
                             None if evidence is None else evidence.pointer,
                             talk.pointer)
                status = lib.t2sed_scorer_score_beams(
                    byref(pointer), self.pointer, byref(beam), 1,
                    byref(error))
        check(status, error)
        try:
            return [self._read(pointer, i, text)
                    for i, text in enumerate(texts)]
        finally:
            lib.t2sed_scores_free(pointer)

    @staticmethod
    def _read(scores: c_void_p, i: int, query: str) -> Score:
        if lib.t2sed_scores_status(scores, i) != 0:
            return Score(query, None, None,
                         failure(lib.t2sed_scores_error(scores, i).contents))
        return Score(query, lib.t2sed_scores_probability(scores, i),
                     lib.t2sed_scores_logit(scores, i), None)


def rank(scores: Sequence[Score]) -> List[Score]:
    """Scores with the most probable query first; unscored ones last.

    Queries of equal probability keep their order.
    """
    return sorted(scores, key=lambda score: (score.probability is None,
                                             -(score.probability or 0.0)))
