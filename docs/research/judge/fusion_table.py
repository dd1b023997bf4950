#!/usr/bin/env python3
"""Ways to let a judge count beside the model.

    fusion_table.py PACK --own LINES --databases DIR --tables FILE --model DIR
        --language-model DIR --judge DIR [--first N] [--update PAGE] --only DATABASE...

PACK is what margin_table.py has checked (PACK/checked). LINES are own questions with
labelled candidates (calibrate.py --kept), on databases that --model has not learned
from; of those on databases that the judge has not learned from either (--only), --first questions (300) with at most two right and three wrong queries,
drawn at random, are checked likewise. Pairs of queries in order by model + w * judge,
and where what the judge adds depends on how sure either is. The judge's number is that
of its text: what it adds by the shipped weights, divided by them.
"""
import argparse
import json
import math
import os
import random
import sys

import t2sed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firsts import head, put, row  # noqa: E402
from margin_table import check, lines  # noqa: E402
from table import all_pairs, logit  # noqa: E402

SETS = ["everyday", "bird", "modern", "spider"]
KINDS = {"options": "judge_counts_with_rows", "options-schema": "judge_counts"}
WAYS = [(f"w = {w}", lambda model, judge, w=w: model + w * judge)
        for w in (0, .1, .2, .25, .3, .4, .5, .7, 1)] + [
    ("w = 0.5, less where the model is sure: times exp(-0.3 abs(model))",
     lambda model, judge: model + .5 * judge * math.exp(-.3 * abs(model))),
    ("w = 0.5, a sure judge bounded: 4 tanh(judge / 4)",
     lambda model, judge: model + .5 * 4 * math.tanh(judge / 4)),
    ("w = 0.2, twice that against a query",
     lambda model, judge: model + .2 * judge * (2 if judge < 0 else 1)),
]


def drawn(path, databases, most):
    """Questions with right and wrong candidates, as the pack has them."""
    lot, made = random.Random(5), []
    for line in lines(path):
        of = {label: [one for one in line["candidates"] if one.get("label") == label]
              for label in (1, 0)}
        if line["db_id"] not in databases or not (of[1] and of[0]):
            continue
        for found in of.values():
            lot.shuffle(found)
        some = of[1][:2] + of[0][:3]
        lot.shuffle(some)
        made.append({**{name: line[name] for name in ("db_id", "question", "knowledge")
                        if line.get(name)},
                     "candidates": [{"sql": one["sql"], "label": one["label"]}
                                    for one in some]})
    lot.shuffle(made)
    return made[:most]


def read(path, counts, model_counts):
    """Questions as lists of (label, model, judge)."""
    made = []
    for line in lines(path):
        of = []
        for label, before, after in zip(line["labels"], line["without"]["queries"],
                                        line["with"]["queries"]):
            model = logit(before[0])
            added = logit(after[0]) - model_counts * model
            of.append((label, model, added / counts if before[0] and after[0] else 0))
        made.append(of)
    return made


def pairs(questions, way):
    return all_pairs([[(label, way(model, judge)) for label, model, judge in of]
                      for of in questions])


def rows_of(kind, found):
    for name, way in WAYS:
        yield row(kind, name, *(f"{pairs(questions, way):.3f}" for questions in found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pack")
    for name in ("own", "databases", "tables", "model", "language-model", "judge"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--only", nargs="+", required=True, metavar="DATABASE")
    parser.add_argument("--first", type=int, default=300)
    parser.add_argument("--update", metavar="PAGE")
    options = parser.parse_args()
    judge = t2sed.Judge(options.language_model, path=options.judge)
    with open(f"{options.judge}/config.json", encoding="utf-8") as file:
        config = json.load(file)["t2sed_judge"]
    own = f"{options.pack}/own.jsonl"
    with open(own, "w", encoding="utf-8") as file:
        for line in drawn(options.own, options.only, options.first):
            file.write(json.dumps(line) + "\n")
    made = head("", "model + ...", "own, left out", *SETS)
    for kind, counts in KINDS.items():
        how = ["--db-root", options.databases] if kind == "options" \
            else ["--tables", options.tables]
        out = f"{options.pack}/checked/own.{kind}"
        check(own, how, judge, None, out, options.model)
        made += rows_of("with rows" if kind == "options" else "by schema", [
            read(path, config[counts], config["model_counts"])
            for path in [out] + [f"{options.pack}/checked/report-{name}.{kind}"
                                 for name in SETS]])
    text = "\n".join(made)
    if options.update:
        put(options.update, "judge-fusion-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
