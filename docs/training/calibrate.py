#!/usr/bin/env python3
"""Calibrates a model on lines of several sources that it has not learned from.

    calibrate.py --kept BEAMS >lines.jsonl
    calibrate.py MODEL [--question FILE...] [--schema FILE...] [--database FILE...]

The trainer calibrates a model on the first of its files alone. Here FILEs are
lines as `t2sed score --alone` answers them: of a model that was trained and
calibrated in the same way and has not seen their databases, where nothing, the
schema or the database was known. For each case a scale and a shift of the log
odds are fitted by logistic regression, a file counting by the root of the number
of its databases, and put into MODEL/config.json with what follows from them: "fusion", and weights of log
odds in "reranker" and "beam", which go on meaning what they meant ("texts" is
learned by schema, the rest with databases). Then thresholds are chosen, for each
case and precision the least from which on that share of what is answered is right,
every file counting the same, with databases every question of a file, too, and on each
file at least SLACK less, by labels of which read_again.json has some that execution got wrong: "answer_95" with
databases, "answer_95_schema" and "answer_95_question", and likewise "..._covered" for
queries whose "words_left" is one at most, where that is lower; and "faults", of findings
(`t2sed score --all-findings`) with which hardly any query is right. Databases that
docs/research/real.py measures on are left out.

--kept prints the beams of the databases that `t2sed train --dev-part 0.2` keeps.
Plain Python, no packages.
"""
import argparse
import hashlib
import json
import math
import os
import sys
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "research"))
from beams import lot  # noqa: E402
from real import BIRD_WITH_ROWS, lines  # noqa: E402

LEAST = 1e-6  # probabilities are printed with six digits
CASES = ("question", "schema", "database")
PERCENTS = (90, 95, 99)
# Features that show a fault, by the code of its finding. Of the queries that have
# the finding hardly any is right, which a forest need not have learned: such a
# query has little more than FAULTY, in log odds.
FAULTS = {
    "value_replaced": ("value.replaced", "value.column_number_replaced"),
    "time_window_missing": ("time.asked_missing",),
    "sum_multiplied": ("check.sum_multiplied", "check.sum_of_pairs"),
    "condition_counted": ("check.count_of_condition",),
    "or_beside_and": ("check.or_beside_and",),
    "condition_missing": ("implied.bare",),
    "aggregate_of_text": ("measure.text_odd", "measure.text_odd_below"),
    "number_unused": ("value.named_numbers_unused",),
    "wrong_side": ("implied.ends_opposite", "implied.self_value_opposite",
                   "implied.self_result", "implied.siblings_unasked",
                   "implied.role_unused"),
    "wrong_role": ("implied.role_rivals",),
    "value_echoed": ("implied.echoes",),
    "inner_join_for_all": ("check.inner_for_all",),
    "integer_division": ("check.fraction_lost",),
    "unit_kept": ("check.unit_kept", "check.unit_dropped"),
    "partition_missing": ("check.partition_missing",),
    "extreme_overall": ("check.extreme_overall",),
    "null_compared": ("check.null_compared",),
    "outer_rows_counted": ("check.outer_counted",),
    "outer_join_filtered": ("check.outer_filtered", "check.outer_or_null",
                            "check.outer_undone"),
    "never_equal": ("check.never_equal",),
    "not_in_nulls": ("check.not_in_nulls",)}
FAULTY, LEAST_FAULTY, MOST_RIGHT = -1.0, 15, 0.2
LEAST_ANSWERS = 30
COVERED = 1  # unused words, at most: T2S_COVERED_WORDS of lib/decide/trigger.h
SLACK = 0.015


def log_odds(probability):
    probability = min(max(probability, LEAST), 1 - LEAST)
    return math.log(probability / (1 - probability))


def label_of(item, one, read_again):
    """The label, or that of a second reading by a language model."""
    text = "\n".join((item["db_id"], item["question"], " ".join(one["sql"].split())))
    return read_again.get(hashlib.sha256(text.encode()).hexdigest()[:16], one["label"])


def examples(path, read_again):
    """(log odds, label, label as read again, whether it covers its question, its
    database, its question) of what was scored and has a label."""
    return [(log_odds(one["probability"]), one["label"],
             label_of(item, one, read_again),
             0 <= one.get("words_left", -1) <= COVERED, item["db_id"],
             (item["db_id"], item["question"]))
            for item in lines(path) if item["db_id"] not in BIRD_WITH_ROWS
            for one in item["candidates"]
            if one.get("probability") is not None and one.get("label") in (0, 1)]


def fit(files, shares):
    """Scale and shift, by Newton's method; shares are how much each file counts."""
    rows = [(x, label, share * weight) for file, share in zip(files, shares)
            for x, label, weight in weighted([row[:2] for row in file])]
    scale, shift = 1.0, 0.0
    for _ in range(50):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, label, weight in rows:
            p = 1 / (1 + math.exp(-max(-30, min(30, scale * x + shift))))
            g, h = weight * (label - p), weight * p * (1 - p)
            g0, g1 = g0 + g * x, g1 + g
            h00, h01, h11 = h00 + h * x * x, h01 + h * x, h11 + h
        det = h00 * h11 - h01 * h01
        step = (g0 * h11 - g1 * h01) / det, (g1 * h00 - g0 * h01) / det
        scale, shift = scale + step[0], shift + step[1]
        if max(map(abs, step)) < 1e-9:
            break
    return scale, shift


def faults(paths, evidence):
    """The features of the faults with which too few queries are right."""
    count = {code: [0, 0] for code in FAULTS}
    for path in paths:
        for item in lines(path):
            for one in item["candidates"]:
                if item["db_id"] not in BIRD_WITH_ROWS and \
                        one.get("label") in (0, 1):
                    for code in {found["code"]
                                 for found in one.get("findings", ())} & set(count):
                        count[code][one["label"]] += 1
    kept = {}
    for code, (wrong, right) in count.items():
        is_fault = right + wrong >= LEAST_FAULTY and \
            right <= MOST_RIGHT * (right + wrong)
        print(f"fault {code}: {right} of {right + wrong} right"
              + ("" if is_fault else ", left out"))
        kept.update({name: FAULTY for name in FAULTS[code]
                     if is_fault and name in evidence})
    return kept


def threshold(rows, precision):
    """The least log odds from which on so many are right, or None; of (log odds, label,
    weight)."""
    right = total = 0.0
    found = None
    for count, (x, label, weight) in enumerate(sorted(rows, reverse=True), 1):
        right += label * weight
        total += weight
        if count >= LEAST_ANSWERS and right >= precision * total:
            found = x
    return found


def weighted(file):
    return [(x, label, 1 / len(file)) for x, label in file]


def by_query(file):
    """(log odds, label, weight) of (log odds, label, question)."""
    return weighted([row[:2] for row in file])


def by_question(file):
    """The same where every question of a file counts the same: ten systems' answers
    to one question are not ten errors."""
    count = Counter(question for _, _, question in file)
    return [(x, label, 1 / (len(count) * count[question]))
            for x, label, question in file]


def thresholds(config, case, files, end=""):
    """Those of a case into the config; files are (name, (log odds, label, question) of
    each)."""
    to = config["thresholds"]
    weigh = by_question if case == "database" else by_query
    files = [(name, file) for name, file in files if file]
    for percent in PERCENTS:
        each = {name: threshold(weigh(file), percent / 100 - SLACK)
                for name, file in files}
        together = threshold([one for _, file in files for one in weigh(file)],
                             percent / 100)
        known = [x for x in (*each.values(), together) if x is not None]
        key = f"answer_{percent}" + ("" if case == "database" else f"_{case}") + end
        # Where no threshold will do, nothing is answered.
        to[key] = round(1 / (1 + math.exp(-max(known))), 6) if known else 1
        print(f"{key}: together "
              f"{'none' if together is None else round(together, 2)}")
        for name, file in files:
            answered = [label for x, label, _ in file if known and x >= max(known)]
            print(f"{key} {to[key]}: {name} needs "
                  f"{'none' if each[name] is None else round(each[name], 2)}; "
                  f"answered {len(answered)} of {len(file)}, right "
                  f"{sum(answered)} of {sum(label for _, label, _ in file)}")


def drop_higher(found):
    """Those of queries that cover their question where that of all is no higher."""
    for key in [key for key in found if key.endswith("_covered")]:
        if found[key] >= found[key.removesuffix("_covered")]:
            del found[key]


def reweigh(weights, names, scale, shift):
    """Weights of log odds as they were before scale and shift."""
    for name in names:
        if weights.get(name):
            weights[name] = round(weights[name] / scale, 6)
            weights["bias"] = round(weights["bias"] - weights[name] * shift, 6)


def apply(config, case, scale, shift):
    fusion = config["fusion"][case]
    fusion["text"] *= scale
    fusion["evidence"] *= scale
    fusion["bias"] = fusion["bias"] * scale + shift
    beam = config.get("beam", {})
    if case == "schema" and "texts" in beam:
        reweigh(beam["texts"], ["logit"], scale, shift)
    if case == "database":
        for name in ("sources", "results"):
            if name in beam:
                reweigh(beam[name], ["logit"], scale, shift)
        if "reranker" in config:
            reweigh(config["reranker"], ["logit_mean", "logit_max"], scale, shift)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--kept", action="store_true")
    for case in CASES:
        parser.add_argument(f"--{case}", nargs="+", default=[], metavar="FILE")
    options = parser.parse_args()
    if options.kept:
        for item in lines(options.model):
            if lot(item["db_id"], 0) < 0.2:
                print(json.dumps(item))
        return
    path = os.path.join(options.model, "config.json")
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    with open(os.path.join(ROOT, "training", "read_again.json"),
              encoding="utf-8") as file:
        read_again = json.load(file)
    config["t2sed"]["faults"] = faults(options.schema + options.database,
                                       config["t2sed"]["evidence"])
    for case in CASES:
        files = [examples(name, read_again) for name in getattr(options, case)]
        if files:
            scale, shift = fit(files, [len({row[4] for row in file}) ** 0.5
                                       for file in files])
            apply(config["t2sed"], case, scale, shift)
            print(f"{case}: {sum(map(len, files))} queries, "
                  f"scale {scale:.3f}, shift {shift:+.3f}")
            named = list(zip(getattr(options, case), files))
            thresholds(config["t2sed"], case, [
                (name, [(scale * x + shift, label, question)
                        for x, _, label, _, _, question in file])
                for name, file in named])
            if case != "question":
                thresholds(config["t2sed"], case, [
                    (name, [(scale * x + shift, label, question)
                            for x, _, label, covers, _, question in file if covers])
                    for name, file in named], "_covered")
                drop_higher(config["t2sed"]["thresholds"])
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(config, file, indent=2)
        file.write("\n")
    os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
