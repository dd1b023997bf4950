"""The probability that a query is right."""
from __future__ import annotations

import math
from ctypes import c_float
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence

from .arguments import checked_list, checked_texts, choice
from .arrays import Array, Numbers, array, numbers
from .conversation import Conversation, Turn
from .database import Database
from .declarations import t2sed_beam, t2sed_score, t2sed_scorer_options
from .encoder import TRUNCATIONS, Encoding
from .errors import Error, failure
from .evidence import Evidence
from .graph import Graph, GraphBuilder
from .handle import Handle, Memory, declare
from .library import lib
from .model import Model
from .parser import Parser
from .question import Question, as_question

if TYPE_CHECKING:
    from .judge import Judge


declare("t2sed_scorer_options", parser="parser+", judge="judge+")
declare("t2sed_scorer_logits", encoding="encoding?")
declare("t2sed_scorer_new", model="model*")


@dataclass(frozen=True)
class Score:
    """What one query came to.

    sql          the text of the query.
    probability  that it answers the question; None where it could not be
                 scored.
    logit        what the model said before calibration; None likewise.
    error        why it could not be scored, or None.
    words_left   content words of the question that are in no name, value or
                 condition of the query, and 2 for ids that it shows unasked
                 and without names; None where that is not known.
    """
    sql: str
    probability: Optional[float]
    logit: Optional[float]
    error: Optional[Error]
    words_left: Optional[int] = None


class Scorer(Handle):
    """Scores queries with a model. Used by one thread at a time.

    truncate  what to do with pairs of more tokens than the model takes:
              "model" (as its config says), "error", "question" or "sql".
    parse     whether questions that lack a parse which the model reads are
              parsed, by ``parser``, or by the default one if that is None.
    judge     a Judge that counts beside the model, on the same thread.
    """
    _kind = "scorer"

    def __init__(self, model: Model, *, truncate: str = "model",
                 parse: bool = True, parser: Optional[Parser] = None,
                 judge: "Optional[Judge]" = None):
        super().__init__(lib.t2sed_scorer_new(model, t2sed_scorer_options.defaults(
            lib, truncation=choice("truncate", TRUNCATIONS, truncate),
            parse=0 if parse else 1, parser=parser, judge=judge)))
        self._width = int(lib.t2sed_model_feature_count(model))

    def score(self, question: "str | Question", queries: Iterable[str],
              database: Optional[Database] = None,
              evidence: Optional[Evidence] = None,
              earlier: "Sequence[Turn]" = (),
              features: Optional[Numbers] = None) -> List[Score]:
        """The scores of candidate queries, in their order.

        database  what the question is asked of: it resolves names and tells
                  what the model reads beside the text. None: nothing is known
                  of schema or rows, the weakest way.
        evidence  gathers what the model reads, on its own database; its
                  question is set to this one. None: the scorer's own.
        earlier   the turns before the question, the oldest first, each a
                  question or a pair of question and query: the score is in
                  their context.
        features  what the model reads beside the text, [queries, features]
                  like that of ``gather``; None: it is gathered.

        A query that can't be scored has an ``error`` of its own and does not
        spoil the others. Raises Error where the fault lies with the question
        or the machine.
        """
        queries = checked_list("queries", queries)
        if not queries:
            return []
        beam = make_beam(question, queries, earlier, database=database,
                         evidence=evidence,
                         features=self._features(features, len(queries)),
                         feature_count=self._width)
        scores = lib.t2sed_scorer_score(self, beam)
        return [self._read(scores, i, query)
                for i, query in enumerate(queries)]

    def _features(self, features: Optional[Numbers], count: int) -> Any:
        found = numbers("features", c_float, features, math.nan)
        if found is not None and len(found) != count * self._width:
            raise ValueError(f"features: {len(found)} numbers, expected "
                             f"{count} times {self._width}")
        return found

    def gather(self, question: "str | Question", queries: Iterable[str],
               database: Optional[Database] = None,
               evidence: Optional[Evidence] = None,
               earlier: "Sequence[Turn]" = ()) -> Array:
        """What the model reads beside the text, as ``score`` gathers it:
        float32 [queries, features], named by Model.features; NaN: not known.
        Needs numpy. Raises Error: "EINVAL" (it reads none)..."""
        queries = checked_list("queries", queries)
        out = (c_float * (len(queries) * self._width))()
        lib.t2sed_scorer_gather(out, self, make_beam(
            question, queries, earlier, database=database, evidence=evidence))
        return array(out, c_float, len(queries), self._width)

    def graph_builder(self) -> GraphBuilder:
        """Makes the builder whose graphs its model reads. It parses no
        questions: Question(..., parser=...) does."""
        return GraphBuilder.__new__(GraphBuilder)._own(
            lib.t2sed_scorer_graph_builder(self))

    def logits(self, encoding: Optional[Encoding] = None,
               graphs: Optional[Sequence[Graph]] = None,
               features: Optional[Numbers] = None) -> Array:
        """The graph layers and the head by themselves: float32 [count], one
        logit for each pair; ``probability`` calibrates one. Needs numpy.

        encoding  of Encoder.encode, from the texts of the graphs; None where
                  the model has no encoder.
        graphs    [count], of a builder of this scorer; None likewise.
        features  [count, features], of ``gather``; None where it reads none.

        Raises Error: "EINVAL" (one is missing, or not read), "EMISMATCH" (they
        are not of the same texts). Source: Chen et al. 2023, section 3.3.
        """
        count = len(graphs) if graphs is not None else \
            len(encoding) if encoding is not None else \
            0 if features is None else \
            len(features) if len(getattr(features, "shape", ())) > 1 else \
            len(features) // max(self._width, 1)
        out = (c_float * max(count, 1))()
        lib.t2sed_scorer_logits(self, encoding, graphs,
                                self._features(features, count), count, out)
        return array(out, c_float, count)

    def probability(self, logit: float) -> float:
        """The calibrated probability of a logit. Source: Guo et al. 2017."""
        return float(lib.t2sed_scorer_probability(self, logit))

    @staticmethod
    def _read(scores: Memory, i: int, query: str) -> Score:
        score = t2sed_score()
        lib.t2sed_scores_get(scores, i, score)
        if score.status != 0:
            return Score(query, None, None, failure(score.error.contents))
        return Score(query, score.probability, score.logit, None,
                     score.words_left if score.words_left >= 0 else None)


def make_beam(question: "str | Question", queries: Sequence[str],
              earlier: "Sequence[Turn]", **objects: Any) -> t2sed_beam:
    """A question and its candidates, as the library takes them."""
    at, lengths, count = checked_texts("queries", queries)
    return t2sed_beam(
        question=as_question(question), queries=at, lengths=lengths,
        count=count,
        conversation=Conversation(checked_list("earlier", earlier)), **objects)


def rank(scores: Sequence[Score]) -> List[Score]:
    """Scores with the most probable query first; unscored ones last.

    Queries of equal probability keep their order.
    """
    return sorted(scores, key=lambda score: (score.probability is None,
                                             -(score.probability or 0.0)))
