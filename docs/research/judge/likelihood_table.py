#!/usr/bin/env python3
"""What likelihood features add to `light`, and to `light` with the judge.

    likelihood_table.py SCORED LIKELIHOODS [--update PAGE]

SCORED is what `make judge-tables` scores in, LIKELIHOODS has SET.jsonl of
likelihoods.py. A logistic regression (ridge) reads the logit of the model and the
features, each with its difference to the best of the question; it is fitted to all
databases but the one that it is measured on (BIRD and NL2SQL-BUGs share theirs), by schema
and with rows apart. The model alone, and the model with the judge as they ship, need no
fit. Intervals: 95 %, 400 draws of questions, the fits as they are. Needs numpy.
"""
import argparse
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firsts import head, put, row  # noqa: E402
from table import (FLAT, VIEWS, all_pairs, area, difference, lines,  # noqa: E402
                   logit, probabilities)

FEATURES = ("sum", "mean", "least", "gained", "gained_mean", "literals", "select", "from",
            "where", "group", "order")
BEST = ("sum", "mean", "least", "gained")
RIDGE = 3.0


def columns(candidates):
    """Of a question's queries: features, and some less the best of the question."""
    told = []
    for one in candidates:
        f = dict(one["likelihood"])
        f["gained"] = f["sum"] - f["without"]
        f["gained_mean"] = f["gained"] * f["mean"] / f["sum"]
        told.append([f.get(name, np.nan) for name in FEATURES])
    told = np.array(told)
    picked = told[:, [FEATURES.index(name) for name in BEST]]
    return np.hstack([told, picked - picked.max(0)])


def read(scored, likelihoods, name, rows):
    """Questions as (db_id, labels, logit of light, that with the judge, features)."""
    light = probabilities(scored, name, rows)
    judged = {(item["question"], one["sql"]): one.get("judge_rows" if rows else "judge", one["judge"])
              for item in lines(f"{scored}/{name}.jsonl") for one in item["candidates"]}
    made = []
    for item in lines(f"{likelihoods}/{name}.jsonl"):
        queries = item["candidates"]
        if not all("likelihood" in one for one in queries):
            continue
        keys = [(item["question"], one["sql"]) for one in queries]
        base = np.array([logit(light[key]) for key in keys])
        made.append((item["db_id"], np.array([one["label"] for one in queries]), base,
                     base + FLAT[rows] * np.array([judged[key] for key in keys]),
                     columns(queries)))
    return made


def fit(x, y):
    """Weights of a logistic regression by Newton's method; the first column is 1."""
    weights, ridge = np.zeros(x.shape[1]), RIDGE * np.eye(x.shape[1])
    ridge[0, 0] = 0
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + ridge,
                                   x.T @ (p - y) + ridge @ weights)
    return weights


def crossed(sets, base):
    """Scores of each set's questions by a fit that has not seen their database. The
    intercept, which would follow the other databases' share of right queries, is left out."""
    everything = [q for questions in sets for q in questions]
    tables = [np.hstack([q[base][:, None], q[4]]) for q in everything]
    whole = np.vstack(tables)
    centre, spread = np.nanmean(whole, 0), np.nanstd(whole, 0) + 1e-9
    tables = [np.nan_to_num((table - centre) / spread) for table in tables]
    found = {}
    for db in {q[0] for q in everything}:
        known = [at for at, q in enumerate(everything) if q[0] != db]
        x = np.vstack([tables[at] for at in known])
        weights = fit(np.hstack([np.ones((len(x), 1)), x]),
                      np.concatenate([everything[at][1] for at in known]))
        found.update((id(q), table @ weights[1:])
                     for q, table in zip(everything, tables) if q[0] == db)
    return [[pairs_of(q, found[id(q)]) for q in questions] for questions in sets]


def pairs_of(question, scores):
    """(label, score) of its queries."""
    return list(zip(question[1].tolist(), scores.tolist()))


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("scored")
    parse.add_argument("likelihoods")
    parse.add_argument("--update", metavar="PAGE")
    a = parse.parse_args()
    made = head("set", "questions", *(f"{who}: AUC, pairs" for who in (
        "light", "and likelihoods", "light and the judge", "and likelihoods")),
        "gain of pairs without the judge", "with it", "gain of AUC without the judge", "with it")
    for rows in (True, False):
        views = [(title, read(a.scored, a.likelihoods, name, rows))
                 for title, name, told in VIEWS if told == rows
                 and os.path.exists(f"{a.likelihoods}/{name}.jsonl")]
        sets = [questions for _, questions in views]
        found = []
        for base in (2, 3):
            found += [[[pairs_of(q, q[base]) for q in questions] for questions in sets],
                      crossed(sets, base)]
        for at, (title, questions) in enumerate(views):
            four = [scores[at] for scores in found]
            made.append(row(title, len(questions),
                            *(f"{area(s):.3f}, {all_pairs(s):.3f}" for s in four),
                            *(difference(four[i], four[i + 1], measure)
                              for measure in (all_pairs, area) for i in (0, 2))))
    text = "\n".join(made)
    if a.update:
        put(a.update, "likelihood-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
