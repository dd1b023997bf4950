"""Puts candidates in order."""
from __future__ import annotations

import math
from ctypes import c_double, c_int
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional

from .arguments import name as name_of
from .arrays import Numbers, numbers, same_length
from .declarations import t2sed_move, t2sed_reranker_weights, t2sed_signals
from .handle import Handle, Memory, declare
from .library import lib
from .model import Model


declare("t2sed_reranker_parse", policy=name_of("policy"))
declare("t2sed_reranker_new", policy=name_of("policy"))


@dataclass(frozen=True)
class Move:
    """How a policy moved a candidate: ranks from 0, and why."""
    policy: str
    source: int
    to: int
    why: str


@dataclass(frozen=True)
class Place:
    """A candidate in the new order.

    index       its rank before, from 0.
    confidence  the probability by all evidence that it is right, where the
                policy is "default"; else None.
    moves       one for each step that moved it.
    """
    index: int
    confidence: Optional[float]
    moves: List[Move]


def moves_of(ranking: Any, i: int) -> List[Move]:
    """How candidate i came to its place, from the library's ranking."""
    moves, move = [], t2sed_move()
    for k in range(lib.t2sed_ranking_move_count(ranking, i)):
        lib.t2sed_ranking_move_get(ranking, i, k, move)
        moves.append(Move(move.policy.decode(), move.from_, move.to,
                          move.text.decode("utf-8")))
    return moves


class Reranker(Handle):
    """Orders candidates by policies.

    policy  steps joined by "+": "rr", "ed(0.6)+rr", "margin(0.1)", "sum(0.5)",
            "qp", "sl", "vote", "runs", "default" (t2sed/parts/reranker.h).
    model   whose weights "default" takes; None has the library's own.
    weights of "default", in place of these, by name: t2sed.lab.fit_reranker
            learns them.

    Raises Error ("EINVAL") for another policy.
    """
    _kind = "reranker"
    _shared = True

    def __init__(self, policy: str = "default", model: Optional[Model] = None,
                 *, weights: Optional[Mapping[str, float]] = None):
        if model is not None and weights is None:
            super().__init__(lib.t2sed_reranker_new(policy, model))
        else:
            super().__init__(lib.t2sed_reranker_parse(
                policy, t2sed_reranker_weights.defaults(
                    lib, **(weights or {}))))

    @property
    def policy(self) -> str:
        """The steps, with their numbers."""
        return str(lib.t2sed_reranker_policy(self), "utf-8")

    @property
    def needs(self) -> List[str]:
        """What changes its order beside probabilities: "agreement" (groups and
        outcomes), "sketch", "link", "weights" (of "default")."""
        found = lib.t2sed_reranker_needs(self)
        return [name for i, name in enumerate(
            ("agreement", "sketch", "link", "weights")) if found >> i & 1]

    @staticmethod
    def signals(probabilities: Optional[Numbers] = None, *,
                scores: Optional[Numbers] = None,
                sketch: Optional[Numbers] = None,
                link: Optional[Numbers] = None,
                agreement: Optional[Numbers] = None,
                groups: Optional[Numbers] = None,
                outcomes: Optional[Numbers] = None,
                sources: Optional[Numbers] = None,
                empty: Optional[Numbers] = None) -> Any:
        """What ``order``, ``best`` and ``probabilities`` take, made once for
        several re-rankers.

        Lists or arrays of one length, in the parser's order; None is what is
        unknown, and in ``groups`` what agrees with nothing. ``outcomes`` are
        the numbers of T2SED_OUTCOME_*, ``sources`` numbers of parsers, and
        ``empty`` says which ran and gave no row.
        """
        doubles = {"probability": probabilities, "parser_score": scores,
                   "sketch": sketch, "link": link, "agreement": agreement}
        integers = {"groups": groups, "outcomes": outcomes, "sources": sources,
                    "empty": empty}
        return t2sed_signals(
            count=same_length(**doubles, **integers),
            **{name: numbers(name, c_double, values, math.nan)
               for name, values in doubles.items()},
            **{name: numbers(name, c_int, values, -1)
               for name, values in integers.items()})

    def best(self, signals: Any) -> int:
        """Which candidate comes first."""
        return int(lib.t2sed_ranking_candidate(
            lib.t2sed_reranker_apply(self, signals), 0))

    def kept(self, signals: Any) -> Optional[str]:
        """Why steps are left out ("ed"), as a sentence; None: all apply."""
        ranking = lib.t2sed_reranker_apply(self, signals)
        text = lib.t2sed_ranking_kept(ranking)
        return None if text is None else str(text, "utf-8")

    def probabilities(self, signals: Any) -> List[Optional[float]]:
        """The probability of each candidate, given the others.

        The given ones, where the model has no weights for that, groups are not
        known or there are no others; None for what is unknown.
        """
        found = (c_double * max(1, signals.count))()
        lib.t2sed_reranker_probabilities(found, self, signals)
        return [None if math.isnan(value) else value
                for value in found[:signals.count]]

    def order(self, signals: Any) -> List[Place]:
        """All candidates, the best first."""
        ranking = lib.t2sed_reranker_apply(self, signals)
        return [self._place(ranking,
                            lib.t2sed_ranking_candidate(ranking, rank))
                for rank in range(signals.count)]

    @staticmethod
    def _place(ranking: Memory, i: int) -> Place:
        confidence = lib.t2sed_ranking_confidence(ranking, i)
        return Place(i, None if math.isnan(confidence) else confidence,
                     moves_of(ranking, i))
