"""How good a detector is, and what its decisions are worth.

``scores`` are [items], the higher the surer that a query is right; None and
NaN are left out, as are labels that are None or -1. ``labels`` are 1 and 0.
``groups`` say what belongs together, as a rule the database: texts or numbers,
None: each item is by itself. All may be lists or arrays.

Source, where nothing else is said: Chen et al. 2023, section 4.
"""
from __future__ import annotations

import math
from ctypes import POINTER, byref, c_double, c_int, c_size_t, c_ubyte, cast
from threading import get_ident
from typing import Any, Callable, Dict, List, NamedTuple, Optional, \
    Sequence, Tuple, Union

from ..arguments import choice, integer
from ..arrays import Numbers, numbers, same_length
from ..declarations import (t2sed_beams, t2sed_bootstrap_options,
                            t2sed_calibration, t2sed_calibration_options,
                            t2sed_curve, t2sed_detection,
                            t2sed_detection_options, t2sed_detection_summary,
                            t2sed_items, t2sed_rerank_options,
                            t2sed_rerank_summary, t2sed_statistic, words)
from ..handle import Handle, declare, raised
from .binding import as_dict, lab


declare("t2sed_metrics_oracle", n=integer("n", c_size_t))
declare("t2sed_metrics_bootstrap", count=integer("groups", c_size_t))


Groups = Union[Sequence[Any], Numbers]


def _groups(values: Optional[Groups]) -> Any:
    """Texts are numbered by name, as `t2sed eval` does."""
    if values is not None and len(values) and isinstance(values[0], str):
        order = {name: i for i, name in enumerate(sorted(set(values)))}
        values = [order[name] for name in values]
    return numbers("groups", c_int, values)


def items_of(scores: Numbers, labels: Numbers,
             groups: Optional[Groups] = None) -> t2sed_items:
    """What was scored, as the library takes it."""
    return t2sed_items(count=same_length(scores=scores, labels=labels,
                                   groups=groups),
                 scores=numbers("scores", c_double, scores, math.nan),
                 labels=numbers("labels", c_int, labels, -1),
                 groups=_groups(groups))


def auc(scores: Numbers, labels: Numbers) -> float:
    """The area under the ROC curve, ties counting half; NaN where there is no
    right or no wrong item. Source: section 4.1."""
    out = c_double()
    lab.t2sed_metrics_auc(byref(out), items_of(scores, labels))
    return out.value


class Detection(Handle):
    """Decisions on items, each made with a threshold that was chosen without
    it, the one with the highest accuracy on all other folds.

    folds      of cross-validation over groups; 0: none, ``threshold``.
    decisions  [items]: 1 taken as right, 0 flagged as an error, None left out.
    thresholds  [folds]; NaN for a fold without items.

    Source: section 4.1.
    """
    _kind = "detection"
    _shared = True

    def __init__(self, scores: Numbers, labels: Numbers,
                 groups: Optional[Groups] = None, *, folds: int = 5,
                 seed: int = 0, threshold: float = 0.5):
        memory = lab.t2sed_detection_measure(
            items_of(scores, labels, groups), t2sed_detection_options(
                folds=folds, seed=seed, threshold=threshold))
        super().__init__(memory)
        found = cast(memory.pointer, POINTER(t2sed_detection)).contents
        self.decisions = [None if one < 0 else one
                          for one in found.decisions[:found.count]]
        self.folds = found.folds[:found.count]
        self.thresholds = found.thresholds[:found.fold_count]

    _HOW = words("T2SED_", "mean_of_folds all_items")

    def summary(self, how: str = "mean_of_folds",
                keep: Optional[Numbers] = None) -> Dict[str, Any]:
        """Detection in numbers: "accuracy", "auc", "positive_f1"... (the
        fields of t2sed_detection_summary).

        how   "mean_of_folds" (as the paper's tables) or "all_items".
        keep  [items] false: the item does not count here.

        Source: Table 2; with ``keep``, Table A.2.
        """
        out = t2sed_detection_summary()
        chosen = numbers("keep", c_int, keep, 0)
        same_length(decisions=self.decisions, keep=keep)
        lab.t2sed_detection_sum_up(
            out, self, choice("how", self._HOW, how), None if chosen is None
            else (c_ubyte * len(chosen))(*[one != 0 for one in chosen]))
        return as_dict(out)


class Calibration(NamedTuple):
    """How far probabilities are from frequencies: expected calibration error,
    the worst bin's, the mean squared distance, and the bins: "count", "low",
    "high", "probability", "accuracy"."""
    error: float
    worst: float
    brier: float
    bins: List[Dict[str, Any]]


def calibration(probabilities: Numbers, labels: Numbers, *, bins: int = 10,
                equal_counts: bool = False) -> Calibration:
    """Compares probabilities, 0 to 1, with what happened (ECE).

    equal_counts  bins of about equal numbers of items, not of equal width.

    Source: Guo et al. 2017, section 2.
    """
    memory = lab.t2sed_calibration_measure(
        items_of(probabilities, labels),
        t2sed_calibration_options(bins=bins, equal_counts=bool(equal_counts)))
    found = cast(memory.pointer, POINTER(t2sed_calibration)).contents
    return Calibration(found.error, found.worst, found.brier,
                       [as_dict(one) for one in found.bins[:found.count]])


class Point(NamedTuple):
    """A point of a curve: items that score at least the threshold are answered
    (or not asked about)."""
    x: float
    y: float
    threshold: float


class Curve(Handle):
    """What decisions are worth at every threshold.

    kind    "answers" (x surest items answered, y precision), "interactions"
            (x least sure items asked about, y accuracy then) or "risk" (x
            coverage, y share of wrong answers).
    items   without those left out.
    area    the mean of y; of "risk" the AURC.
    points  as Point.

    Source: section 4.2.4, Figure 2; El-Yaniv and Wiener 2010; Geifman, Uziel
    and El-Yaniv 2019 (AURC).
    """
    _kind = "curve"
    _shared = True
    _KINDS = words("T2SED_CURVE_")

    def __init__(self, scores: Numbers, labels: Numbers,
                 kind: str = "answers"):
        memory = lab.t2sed_curve_measure(items_of(scores, labels),
                                         choice("kind", self._KINDS, kind))
        super().__init__(memory)
        found = cast(memory.pointer, POINTER(t2sed_curve)).contents
        self.items: int = found.items
        self.area: float = found.area
        self.points = [Point(*as_dict(one).values())
                       for one in found.points[:found.count]]

    def reach(self, y: float) -> Optional[Point]:
        """The point that answers most, or asks least, at a wanted precision,
        accuracy or risk; None where there is none. Source: Tables 5 and 7."""
        found = lab.t2sed_curve_reach(self, y)
        return Point(*as_dict(found.contents).values()) if found else None


def _beams(scores: Optional[Sequence[Numbers]],
           labels: Sequence[Numbers]) -> t2sed_beams:
    offsets = [0]
    for beam in labels:
        offsets.append(offsets[-1] + len(beam))
    if scores is not None and [len(b) for b in scores] != [
            len(b) for b in labels]:
        raise ValueError("scores and labels are of different beams")
    return t2sed_beams(
        count=len(labels), offsets=numbers("labels", c_size_t, offsets),
        scores=None if scores is None else numbers(
            "scores", c_double, [x for b in scores for x in b], math.nan),
        labels=numbers("labels", c_int, [x for b in labels for x in b], -1))


def oracle(labels: "Sequence[Numbers]", n: int) -> float:
    """The share of beams with a right candidate among their first n. Source:
    Zeng et al. 2022, section 5.3."""
    out = c_double()
    lab.t2sed_metrics_oracle(byref(out), _beams(None, labels), n)
    return out.value


def rerank(scores: "Sequence[Numbers]", labels: "Sequence[Numbers]", *,
           limit: int = 0,
           threshold: Union[float, Numbers] = 0.5) -> Dict[str, Any]:
    """What re-ranking is worth: "first", "reranked", "detected_reranked",
    "oracle"... (the fields of t2sed_rerank_summary).

    scores, labels  of each beam's candidates, the parser's first one first.
    limit           so many labelled candidates take part; 0: all.
    threshold       a first candidate that scores at least this stays first in
                    "detected_reranked"; or one for each beam.

    Source: sections 3.2 and 4.2.3, Table 4.
    """
    options = t2sed_rerank_options(limit=limit)
    if isinstance(threshold, (int, float)):
        options.threshold = threshold
    else:
        same_length(threshold=threshold, labels=labels)
        options.thresholds = numbers("threshold", c_double, threshold)
    out = t2sed_rerank_summary()
    lab.t2sed_metrics_rerank(out, _beams(scores, labels), options)
    return as_dict(out)


def softmax(scores: Numbers, same: Optional[Numbers] = None) -> List[float]:
    """A parser's confidence in each candidate of a beam from its logits or
    log-probabilities; equal numbers in ``same`` are equal candidates. Source:
    section 4.1, baseline methods."""
    count = same_length(scores=scores, same=same)
    out = (c_double * max(count, 1))()
    lab.t2sed_metrics_softmax(out, numbers("scores", c_double, scores,
                                           math.nan),
                              numbers("same", c_int, same), count)
    return out[:count]


def bootstrap(statistic: "Callable[[List[int]], float]",
              groups: Union[int, Groups], *, rounds: int = 1000,
              level: float = 0.95, seed: int = 0) -> Tuple[float, float]:
    """A percentile confidence interval of a statistic, over groups drawn with
    replacement.

    statistic  takes the numbers of items, some more than once; NaN: undefined.
    groups     [items], or how many items there are, each by itself.

    Source: Efron 1979, over clusters.
    """
    low, high = c_double(), c_double()

    def call(chosen: Any, count: int, _: object) -> float:
        if get_ident() not in raised:
            try:
                return float(statistic(chosen[:count]))
            except BaseException as error:
                raised[get_ident()] = error
        return math.nan
    count, together = (groups, None) if isinstance(groups, int) \
        else (len(groups), _groups(groups))
    lab.t2sed_metrics_bootstrap(
        byref(low), byref(high), together, count, t2sed_statistic(call), None,
        t2sed_bootstrap_options(rounds=rounds, level=level, seed=seed))
    return low.value, high.value
