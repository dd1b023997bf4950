"""The probability that a query is right."""
from __future__ import annotations

from ctypes import (POINTER, c_char_p, c_double, c_float, c_int, c_size_t,
                    c_void_p)
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence

from .arguments import Record, checked_list, checked_texts, choice
from .conversation import Conversation, Turn
from .database import Database
from .errors import ERROR, Error, failure
from .evidence import Evidence
from .handle import STATUS, Handle, Memory, declare, handle, made
from .library import lib
from .model import Model
from .parser import Parser
from .question import Question, as_question

if TYPE_CHECKING:
    from .judge import Judge


class ScorerOptions(Record):
    """t2sed_scorer_options of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("truncation", c_int),
                ("batch_tokens", c_int), ("parse", c_int),
                ("parser", c_void_p), ("judge", c_void_p)]
    _handles_ = {"parser": handle("parser+"), "judge": handle("judge+")}


class Beam(Record):
    """t2sed_beam of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("question", c_void_p),
                ("database", c_void_p), ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)), ("count", c_size_t),
                ("conversation", c_void_p), ("evidence", c_void_p),
                ("features", POINTER(c_float)), ("feature_count", c_size_t)]
    _handles_ = {"question": handle("question"),
                 "database": handle("database"),
                 "evidence": handle("evidence"),
                 "conversation": handle("conversation")}


class _Score(Record):
    """t2sed_score of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("status", c_int),
                ("probability", c_double), ("logit", c_double),
                ("error", ERROR), ("cut", c_size_t)]


declare("t2sed_scorer_options_init", None, POINTER(ScorerOptions), c_size_t)
declare("t2sed_scorer_new", made("scorer"), "model", POINTER(ScorerOptions))
declare("t2sed_scorer_score", made("scores"), "scorer", POINTER(Beam))
declare("t2sed_scores_get", STATUS, c_void_p, c_size_t, POINTER(_Score))


@dataclass(frozen=True)
class Score:
    """What one query came to.

    sql          the text of the query.
    probability  that it answers the question; None where it could not be
                 scored.
    logit        what the model said before calibration; None likewise.
    error        why it could not be scored, or None.
    """
    sql: str
    probability: Optional[float]
    logit: Optional[float]
    error: Optional[Error]


class Scorer(Handle):
    """Scores queries with a model. Used by one thread at a time.

    truncate  what to do with pairs of more tokens than the model takes:
              "model" (as its config says), "error", "question" or "sql".
    parse     whether questions that lack a parse which the model reads are
              parsed, by ``parser``, or by the default one if that is None.
    judge     a Judge that counts beside the model, on the same thread.
    """
    _kind = "scorer"
    _TRUNCATE = {"model": 0, "error": 1, "question": 2, "sql": 3}

    def __init__(self, model: Model, *, truncate: str = "model",
                 parse: bool = True, parser: Optional[Parser] = None,
                 judge: "Optional[Judge]" = None):
        super().__init__(lib.t2sed_scorer_new(model, ScorerOptions.defaults(
            lib.t2sed_scorer_options_init,
            truncation=choice("truncate", self._TRUNCATE, truncate),
            parse=0 if parse else 1, parser=parser, judge=judge)))

    def score(self, question: "str | Question", queries: Iterable[str],
              database: Optional[Database] = None,
              evidence: Optional[Evidence] = None,
              earlier: "Sequence[Turn]" = ()) -> List[Score]:
        """The scores of candidate queries, in their order.

        database  what the question is asked of: it resolves names and tells
                  what the model reads beside the text. None: nothing is known
                  of schema or rows, the weakest way.
        evidence  gathers what the model reads, on its own database; its
                  question is set to this one. None: the scorer's own.
        earlier   the turns before the question, the oldest first, each a
                  question or a pair of question and query: the score is in
                  their context.

        A query that can't be scored has an ``error`` of its own and does not
        spoil the others. Raises Error where the fault lies with the question
        or the machine.
        """
        queries = checked_list("queries", queries)
        if not queries:
            return []
        beam = make_beam(question, queries, earlier, database=database,
                         evidence=evidence)
        scores = lib.t2sed_scorer_score(self, beam)
        return [self._read(scores, i, query)
                for i, query in enumerate(queries)]

    @staticmethod
    def _read(scores: Memory, i: int, query: str) -> Score:
        score = _Score()
        lib.t2sed_scores_get(scores, i, score)
        if score.status != 0:
            return Score(query, None, None, failure(score.error.contents))
        return Score(query, score.probability, score.logit, None)


def make_beam(question: "str | Question", queries: Sequence[str],
              earlier: "Sequence[Turn]", **objects: Any) -> Beam:
    """A question and its candidates, as the library takes them."""
    at, lengths, count = checked_texts("queries", queries)
    return Beam(question=as_question(question), queries=at, lengths=lengths,
                count=count,
                conversation=Conversation(checked_list("earlier", earlier)),
                **objects)


def rank(scores: Sequence[Score]) -> List[Score]:
    """Scores with the most probable query first; unscored ones last.

    Queries of equal probability keep their order.
    """
    return sorted(scores, key=lambda score: (score.probability is None,
                                             -(score.probability or 0.0)))
