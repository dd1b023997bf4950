"""The probability that a query is right."""
from __future__ import annotations

from ctypes import (POINTER, c_char_p, c_double, c_float, c_int, c_size_t,
                    c_void_p)
from dataclasses import dataclass
from typing import Iterable, List, Optional, Sequence

from .arguments import Record, checked_list, checked_texts, choice
from .conversation import Conversation, Turn
from .errors import ERROR, Error, failure
from .evidence import Evidence
from .handle import Handle, Memory, declare, handle, made
from .library import lib
from .model import Model
from .parser import Parser
from .question import Question, as_question
from .schema import Schema


class _ScorerOptions(Record):
    """t2sed_scorer_options of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("truncation", c_int),
                ("batch_tokens", c_int), ("parse", c_int),
                ("parser", c_void_p)]
    _handles_ = {"parser": handle("parser+")}


class _Beam(Record):
    """t2sed_beam of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("question", c_void_p),
                ("schema", c_void_p), ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)), ("count", c_size_t),
                ("evidence", POINTER(c_float)), ("evidence_size", c_size_t),
                ("source", c_void_p), ("conversation", c_void_p)]
    _handles_ = {"question": handle("question"), "schema": handle("schema"),
                 "source": handle("evidence"),
                 "conversation": handle("conversation")}


declare("t2sed_scorer_open", made("scorer"), "model", POINTER(_ScorerOptions))
declare("t2sed_scorer_score", made("scores"), "scorer", "question",
        POINTER(c_char_p), POINTER(c_size_t), c_size_t, "schema?")
declare("t2sed_scorer_score_beams", made("scores"), "scorer", POINTER(_Beam),
        c_size_t)
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
              parsed, by ``parser``, or by the default one if that is None.
    """
    _kind = "scorer"
    _TRUNCATE = {"model": 0, "error": 1, "question": 2, "sql": 3}

    def __init__(self, model: Model, *, truncate: str = "model",
                 parse: bool = True, parser: Optional[Parser] = None):
        super().__init__(lib.t2sed_scorer_open(model, _ScorerOptions(
            truncation=choice("truncate", self._TRUNCATE, truncate),
            parse=0 if parse else 1, parser=parser)))

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
        queries = checked_list("queries", queries)
        if not queries:
            return []
        asked, texts = as_question(question), checked_texts("queries", queries)
        turns = checked_list("earlier", earlier)
        if schema is None and isinstance(evidence, Evidence):
            schema = evidence.schema
        if evidence is None and not turns:
            scores = lib.t2sed_scorer_score(self, asked, *texts, schema)
        else:
            beam = _Beam(question=asked, schema=schema, queries=texts[0],
                         lengths=texts[1], count=texts[2], source=evidence,
                         conversation=Conversation(turns))
            scores = lib.t2sed_scorer_score_beams(self, beam, 1)
        return [self._read(scores, i, query)
                for i, query in enumerate(queries)]

    @staticmethod
    def _read(scores: Memory, i: int, query: str) -> Score:
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
