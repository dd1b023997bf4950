"""Puts candidates in order."""
from __future__ import annotations

import ctypes
import math
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_size_t, c_void_p)
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib
from .model import Model


class _Weights(Structure):
    """t2sed_reranker_weights of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_double) for name in
        ("bias", "logit_mean", "logit_max", "agreement", "sources", "first",
         "parser", "plan", "link")]


class _Signals(Structure):
    """t2sed_signals of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t), ("count", c_size_t)] + [
        (name, POINTER(c_double)) for name in
        ("probability", "parser_score", "plan", "link", "agreement")] + [
        (name, POINTER(c_int)) for name in ("groups", "outcomes", "sources")]


class _Move(Structure):
    """t2sed_move of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t), ("step", c_size_t),
                ("policy", c_int), ("source", c_size_t), ("to", c_size_t),
                ("text", c_char_p)]


declare("t2sed_reranker_weights_init", None, POINTER(_Weights))
declare("t2sed_reranker_weights_of", c_int, POINTER(_Weights), c_void_p, ERROR)
declare("t2sed_reranker_open_policy", c_int, OUT, c_char_p,
        POINTER(_Weights), ERROR)
declare("t2sed_reranker_policy", c_char_p, c_void_p)
declare("t2sed_reranker_free", None, c_void_p)
declare("t2sed_reranker_apply", c_int, OUT, c_void_p, POINTER(_Signals), ERROR)
declare("t2sed_policy_name", c_char_p, c_int)
declare("t2sed_ranking_free", None, c_void_p)
declare("t2sed_ranking_candidate", c_size_t, c_void_p, c_size_t)
declare("t2sed_ranking_move_count", c_size_t, c_void_p, c_size_t)
declare("t2sed_ranking_move", c_int, POINTER(_Move), c_void_p, c_size_t,
        c_size_t, ERROR)
declare("t2sed_ranking_confidence", c_double, c_void_p, c_size_t)


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


def _doubles(values: Optional[Sequence[Optional[float]]]) -> Any:
    if values is None:
        return None
    return (c_double * len(values))(*[math.nan if value is None else value
                                      for value in values])


def _ints(values: Optional[Sequence[Optional[int]]]) -> Any:
    if values is None:
        return None
    return (c_int * len(values))(*[-1 if value is None else value
                                   for value in values])


class Reranker(Handle):
    """Orders candidates by policies.

    policy  steps joined by "+": "rr", "ed(0.6)+rr", "margin(0.1)", "sum(0.5)",
            "qp", "sl", "vote", "runs", "default" (t2sed/reranker.h).
    model   whose weights "default" takes; None has the library's own.

    Raises Error ("EINVAL") for another policy.
    """
    _free = "t2sed_reranker_free"

    def __init__(self, policy: str = "default", model: Optional[Model] = None):
        weights, pointer, error = _Weights(), c_void_p(), CError()
        lib.t2sed_reranker_weights_init(byref(weights))
        if model is not None:
            check(lib.t2sed_reranker_weights_of(
                byref(weights), model.pointer, byref(error)), error)
        check(lib.t2sed_reranker_open_policy(
            byref(pointer), policy.encode("utf-8"), byref(weights),
            byref(error)), error)
        super().__init__(pointer)

    @property
    def policy(self) -> str:
        """The steps, with their numbers."""
        return lib.t2sed_reranker_policy(self.pointer).decode()

    @staticmethod
    def signals(probabilities: Optional[Sequence[Optional[float]]] = None, *,
                scores: Optional[Sequence[Optional[float]]] = None,
                plan: Optional[Sequence[Optional[float]]] = None,
                link: Optional[Sequence[Optional[float]]] = None,
                groups: Optional[Sequence[Optional[int]]] = None,
                outcomes: Optional[Sequence[int]] = None,
                sources: Optional[Sequence[int]] = None) -> Any:
        """What ``order`` and ``best`` take, made once for several re-rankers.

        Lists of one length, in the parser's order; None is what is unknown,
        and in ``groups`` what agrees with nothing. ``outcomes`` are the
        numbers of T2SED_OUTCOME_*, ``sources`` numbers of parsers.
        """
        lists = [probabilities, scores, plan, link, groups, outcomes, sources]
        counts = {len(values) for values in lists if values is not None}
        if len(counts) > 1:
            raise ValueError("lists of different lengths")
        return _Signals(ctypes.sizeof(_Signals), counts.pop() if counts else 0,
                        _doubles(probabilities), _doubles(scores),
                        _doubles(plan), _doubles(link), None, _ints(groups),
                        _ints(outcomes), _ints(sources))

    def _apply(self, signals: Any) -> c_void_p:
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_reranker_apply(byref(pointer), self.pointer,
                                       byref(signals), byref(error)), error)
        return pointer

    def best(self, signals: Any) -> int:
        """Which candidate comes first."""
        ranking = self._apply(signals)
        try:
            return lib.t2sed_ranking_candidate(ranking, 0)
        finally:
            lib.t2sed_ranking_free(ranking)

    def order(self, signals: Any) -> List[Place]:
        """All candidates, the best first."""
        ranking = self._apply(signals)
        try:
            return [self._place(ranking,
                                lib.t2sed_ranking_candidate(ranking, rank))
                    for rank in range(signals.count)]
        finally:
            lib.t2sed_ranking_free(ranking)

    @staticmethod
    def _place(ranking: c_void_p, i: int) -> Place:
        moves, move = [], _Move(ctypes.sizeof(_Move))
        for k in range(lib.t2sed_ranking_move_count(ranking, i)):
            lib.t2sed_ranking_move(byref(move), ranking, i, k, None)
            moves.append(Move(lib.t2sed_policy_name(move.policy).decode(),
                              move.source, move.to, move.text.decode("utf-8")))
        confidence = lib.t2sed_ranking_confidence(ranking, i)
        return Place(i, None if math.isnan(confidence) else confidence, moves)
