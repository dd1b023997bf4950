#!/usr/bin/env python3
"""Metrics against scikit-learn and numpy.

Calls include/t2sed/lab/metrics.h through ctypes on random items with ties, missing
scores and missing labels, and `t2sed eval` on a file of such items. Prints TAP.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest

from support import tap

try:
    import numpy
    from sklearn import metrics
    from sklearn.calibration import calibration_curve
except ImportError as missing:
    print(f"1..1\nok 1 - metrics parity # SKIP {missing}; "
          "make deps-parity installs it")
    sys.exit(0)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"))
T2SED = ctypes.CDLL(os.path.join(BUILD, "lib", "libt2sed-lab.so"))
DOUBLE = ctypes.c_double
SIZE = ctypes.c_size_t

SUMS = ("positive_precision positive_recall positive_f1 negative_precision "
        "negative_recall negative_f1 accuracy auc").split()


class Items(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("count", SIZE),
                ("scores", ctypes.POINTER(DOUBLE)),
                ("labels", ctypes.POINTER(ctypes.c_int)),
                ("groups", ctypes.POINTER(ctypes.c_int))]


class Summary(ctypes.Structure):
    _fields_ = ([("struct_size", SIZE)] +
                [(name, SIZE) for name in "count right left_out folds".split()]
                + [(name, DOUBLE) for name in SUMS])


class Detection(ctypes.Structure):
    _fields_ = [("count", SIZE), ("decisions", ctypes.POINTER(ctypes.c_int)),
                ("folds", ctypes.POINTER(ctypes.c_int)),
                ("fold_count", ctypes.c_int),
                ("thresholds", ctypes.POINTER(DOUBLE))]


class Bin(ctypes.Structure):
    _fields_ = [("count", SIZE), ("low", DOUBLE), ("high", DOUBLE),
                ("probability", DOUBLE), ("accuracy", DOUBLE)]


class Calibration(ctypes.Structure):
    _fields_ = [("error", DOUBLE), ("worst", DOUBLE), ("brier", DOUBLE),
                ("count", ctypes.c_int), ("bins", ctypes.POINTER(Bin))]


class Point(ctypes.Structure):
    _fields_ = [("x", DOUBLE), ("y", DOUBLE), ("threshold", DOUBLE)]


class Curve(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("items", SIZE), ("count", SIZE),
                ("area", DOUBLE), ("points", ctypes.POINTER(Point))]


def sample(seed, count=700, ties=True):
    """(scores, labels, groups) with about a tenth of each missing."""
    random = numpy.random.default_rng(seed)
    scores = random.random(count)
    labels = (random.random(count) < 0.2 + 0.6 * scores).astype(numpy.intc)
    if ties:
        scores = numpy.round(scores, 2)
    scores[random.random(count) < 0.1] = numpy.nan
    labels[random.random(count) < 0.1] = -1
    return scores, labels, random.integers(0, 23, count).astype(numpy.intc)


def items_of(scores, labels, groups):
    pointer = lambda array, kind: array.ctypes.data_as(ctypes.POINTER(kind))
    return Items(ctypes.sizeof(Items), len(scores), pointer(scores, DOUBLE),
                 pointer(labels, ctypes.c_int), pointer(groups, ctypes.c_int))


def made(record, function, *arguments):
    """The record that a function gives through its first argument."""
    out = ctypes.POINTER(record)()
    status = function(ctypes.byref(out), *arguments, None)
    assert status == 0, status
    return out


def expected_summary(decisions, labels, scores):
    out = []
    for side in (1, 0):
        p, r, f, _ = metrics.precision_recall_fscore_support(
            labels, decisions, labels=[side], zero_division=0)
        out += [p[0], r[0], f[0]]
    auc = (metrics.roc_auc_score(labels, scores) if len(set(labels)) == 2
           else numpy.nan)
    return out + [metrics.accuracy_score(labels, decisions), auc]


class Parity(unittest.TestCase):
    def test_auc(self):
        for seed in range(20):
            scores, labels, groups = sample(seed)
            used = ~numpy.isnan(scores) & (labels >= 0)
            out = DOUBLE()
            T2SED.t2sed_metrics_auc(ctypes.byref(out), ctypes.byref(
                items_of(scores, labels, groups)), None)
            self.assertAlmostEqual(out.value, metrics.roc_auc_score(
                labels[used], scores[used]), 12)

    def test_detection(self):
        for seed in range(10):
            scores, labels, groups = sample(seed)
            used = ~numpy.isnan(scores) & (labels >= 0)
            items = items_of(scores, labels, groups)
            made_of = made(Detection, T2SED.t2sed_detection_measure,
                           ctypes.byref(items), None)
            folds = numpy.array(made_of[0].folds[:len(scores)])
            decisions = numpy.array(made_of[0].decisions[:len(scores)])
            self.assertTrue((decisions[~used] == -1).all())
            parts = []
            for fold in range(5):
                threshold = made_of[0].thresholds[fold]
                others, own = used & (folds != fold), used & (folds == fold)
                # No threshold is better on the others.
                best = max(metrics.accuracy_score(labels[others],
                                                  scores[others] >= t)
                           for t in numpy.append(numpy.unique(scores[others]),
                                                 2))
                self.assertAlmostEqual(best, metrics.accuracy_score(
                    labels[others], scores[others] >= threshold), 12)
                self.assertTrue(
                    (decisions[own] == (scores[own] >= threshold)).all())
                parts.append(expected_summary(decisions[own], labels[own],
                                              scores[own]))
            for how, expected in (
                    (0, numpy.mean(parts, axis=0)),
                    (1, expected_summary(decisions[used], labels[used],
                                         scores[used]))):
                summary = Summary(ctypes.sizeof(Summary))
                T2SED.t2sed_detection_sum_up(ctypes.byref(summary), made_of,
                                             how, None, None)
                numpy.testing.assert_allclose(
                    [getattr(summary, name) for name in SUMS], expected,
                    atol=1e-12)
                self.assertEqual(summary.count, used.sum())
            T2SED.t2sed_detection_free(made_of)

    def test_calibration(self):
        for seed in range(10):
            scores, labels, groups = sample(seed, ties=seed % 2 == 0)
            used = ~numpy.isnan(scores) & (labels >= 0)
            p, y = scores[used], labels[used]
            c = made(Calibration, T2SED.t2sed_calibration_measure,
                     ctypes.byref(items_of(scores, labels, groups)), None)
            bins = c[0].bins[:10]
            # By definition, with half-open bins.
            edges = numpy.arange(11) / 10
            which = numpy.clip(numpy.searchsorted(edges, p, "right") - 1, 0, 9)
            ece = sum(abs(p[which == b].mean() - y[which == b].mean()) *
                      (which == b).mean() for b in set(which))
            self.assertAlmostEqual(c[0].error, ece, 12)
            self.assertAlmostEqual(c[0].brier,
                                   metrics.brier_score_loss(y, p), 12)
            if seed % 2:  # its bins are half-open at the other end
                right, mean = calibration_curve(y, p, n_bins=10)
                numpy.testing.assert_allclose([b.accuracy for b in bins],
                                              right, atol=1e-12)
                numpy.testing.assert_allclose([b.probability for b in bins],
                                              mean, atol=1e-12)
            T2SED.t2sed_calibration_free(c)

    def test_curves(self):
        for seed in range(10):
            scores, labels, groups = sample(seed)
            used = ~numpy.isnan(scores) & (labels >= 0)
            p, y = scores[used], labels[used]
            items = items_of(scores, labels, groups)
            precision, _, thresholds = metrics.precision_recall_curve(y, p)
            curve = made(Curve, T2SED.t2sed_curve_measure, ctypes.byref(items), 0)
            count = curve[0].count
            self.assertEqual(count, len(thresholds))
            for i, point in enumerate(curve[0].points[:count]):
                at = count - 1 - i  # ours goes down, theirs up
                self.assertEqual(point.threshold, thresholds[at])
                self.assertAlmostEqual(point.y, precision[at], 12)
                self.assertEqual(point.x, (p >= thresholds[at]).sum())
            T2SED.t2sed_curve_free(curve)
            curve = made(Curve, T2SED.t2sed_curve_measure, ctypes.byref(items), 1)
            for point in curve[0].points[:curve[0].count]:
                asked = p < point.threshold
                self.assertEqual(point.x, asked.sum())
                self.assertAlmostEqual(point.y,
                                       numpy.where(asked, 1, y).mean(), 12)
            T2SED.t2sed_curve_free(curve)

    def test_risk_area(self):
        scores, labels, groups = sample(3, ties=False)
        used = ~numpy.isnan(scores) & (labels >= 0)
        wrong = 1 - labels[used][numpy.argsort(-scores[used])]
        expected = (wrong.cumsum() / numpy.arange(1, len(wrong) + 1)).mean()
        curve = made(Curve, T2SED.t2sed_curve_measure,
                     ctypes.byref(items_of(scores, labels, groups)), 2)
        self.assertAlmostEqual(curve[0].area, expected, 12)
        T2SED.t2sed_curve_free(curve)

    def test_bootstrap(self):
        values = numpy.random.default_rng(1).random(50)
        seen = []

        @ctypes.CFUNCTYPE(DOUBLE, ctypes.POINTER(SIZE), SIZE, ctypes.c_void_p)
        def mean(chosen, count, _):
            seen.append(values[chosen[:count]].mean())
            return seen[-1]

        low, high = DOUBLE(), DOUBLE()
        T2SED.t2sed_metrics_bootstrap(ctypes.byref(low), ctypes.byref(high),
                                      None, SIZE(50), mean, None, None, None)
        self.assertEqual(len(seen), 1000)
        numpy.testing.assert_allclose(
            [low.value, high.value], numpy.quantile(seen, [0.025, 0.975]),
            atol=1e-12)

    def test_softmax(self):
        scores = numpy.random.default_rng(2).normal(size=8) * 5
        out = (DOUBLE * 8)()
        T2SED.t2sed_metrics_softmax(
            out, scores.ctypes.data_as(ctypes.POINTER(DOUBLE)), None, SIZE(8),
            None)
        expected = numpy.exp(scores) / numpy.exp(scores).sum()
        numpy.testing.assert_allclose(out[:], expected, atol=1e-12)

    def test_the_program(self):
        """What t2sed eval reports of a file is what the arrays say."""
        scores, labels, groups = sample(5)
        used = ~numpy.isnan(scores) & (labels >= 0)
        optional = lambda x: None if x != x or x < 0 else float(x)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some.parser.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                for score, label, group in zip(scores, labels, groups):
                    print(json.dumps({
                        "db_id": f"db{group}", "question": "?",
                        "candidates": [{
                            "sql": "SELECT 1", "label": optional(label),
                            "probability": optional(score)}]}), file=file)
            run = subprocess.run(
                [os.path.join(BUILD, "bin", "t2sed"), "eval", "--format",
                 "json", "--report", os.path.join(folder, "page.html"), path],
                stdout=subprocess.PIPE, check=True)
            with open(os.path.join(folder, "page.html"),
                      encoding="utf-8") as file:
                page = file.read()
        report = json.loads(run.stdout)["files"][0]
        self.assertEqual(report["name"], "some.parser")
        self.assertEqual(report["questions"], len(scores))
        self.assertAlmostEqual(report["oracle"]["1"], (labels == 1).mean(), 12)
        detector = report["detectors"][0]
        self.assertEqual(detector["id"], "probability")
        self.assertEqual(detector["all_items"]["items"], used.sum())
        self.assertAlmostEqual(
            detector["all_items"]["auc"],
            metrics.roc_auc_score(labels[used], scores[used]), 12)
        self.assertEqual(page.count("<figure>"), 4)
        self.assertNotIn("<script", page)
        self.assertNotIn("://", page)


if __name__ == "__main__":
    tap.main()
