#!/usr/bin/env python3
"""Evidence of all data that the detector could learn from, for data_tables.py.

    data_gather.py --data DIR --folds DIR --out DIR

DIR of --folds has plan-folds, schema-folds, splash-beams.jsonl, tries.jsonl,
paraphrases.jsonl and mutants.jsonl (docs/training/default.mk). Each source's
evidence goes to OUT/SOURCE.npz, by predictors that have not seen the database;
what is there is not done again (some milliseconds a query). Then OUT/bins.xz:
the features of all in 64 steps, with the database and with the schema alone.
Needs numpy.
"""
import argparse
import json
import lzma
import os
import pickle

import numpy

from beams import lines, lot
from boosts import BINS
from gatherer import FOLDS, Gatherer
from restyle import Restyler

RIGHT, WRONG = 4, 8  # of a SPLASH beam, at most


def candidates(line):
    """Those of a prediction line, or of one of SPLASH's."""
    if "wrong_sql" in line:
        return [{"sql": line["wrong_sql"], "label": line.get("label")}]
    return line["candidates"]


def beam_part(line):
    kept, count = [], {0: 0, 1: 0}
    for one in line["candidates"]:
        if one.get("label") in (0, 1):
            count[one["label"]] += 1
            if count[one["label"]] <= (RIGHT if one["label"] else WRONG):
                kept.append(one)
    return kept if count[0] and count[1] else []


def sources(data, folds):
    """name: lines with candidates."""
    def read(*path):
        return [{**line, "candidates": candidates(line)}
                for line in lines(os.path.join(*path))]
    gold = [{"db_id": line["db_id"], "question": line["question"],
             "gold": line["query"]} for line in
            lines(os.path.join(data, "spider", "train_spider.jsonl"))]
    restyler = Restyler(os.path.join(data, "spider", "database"))
    yield "gpt", lambda: read(data, "predictions/train/gpt4o_mini.jsonl")
    yield "beams", lambda: [
        {**line, "candidates": beam_part(line)}
        for line in read(folds, "splash-beams.jsonl")]
    yield "splash", lambda: read(data, "splash/train.jsonl")
    yield "sqledit", lambda: read(data, "predictions/train/sqledit_errors.jsonl")
    for name in ("tries", "paraphrases", "mutants"):
        yield name, lambda name=name: read(folds, name + ".jsonl")
    yield "gold", lambda: [
        {**line, "candidates": [{"sql": line["gold"], "label": 1}]}
        for line in gold]
    yield "restyled", lambda: [
        {**line, "candidates": [{"sql": restyler.restyle(
            line["db_id"], line["gold"]), "label": 1}]} for line in gold]


def gather(gatherer, found, path):
    """Rows of a source, once each, as a file."""
    rows, evidence, seen = [], [], set()
    for line in sorted(found, key=lambda line: line["db_id"]):
        where = line["db_id"], line["question"]
        kept = [one for one in line["candidates"]
                if one.get("label") in (0, 1) and one["sql"] and
                (where, one["sql"]) not in seen]
        seen.update((where, one["sql"]) for one in kept)
        if not kept:
            continue
        for one, numbers in zip(kept, gatherer.gather(
                *where, [one["sql"] for one in kept])):
            if numbers is not None:
                rows.append([*where, one["sql"], one["label"],
                             line.get("gold") or line.get("gold_sql") or ""])
                evidence.append(numbers)
    numpy.savez(path + ".part.npz", names=gatherer.names,
                rows=json.dumps(rows), evidence=numpy.array(evidence))
    os.replace(path + ".part.npz", path)


def steps(values, known):
    """Numbers as steps 1 to 63, as even in `known` as may be; 0: unknown."""
    edges = numpy.unique(known[~numpy.isnan(known)])
    if len(edges) > BINS - 2:
        edges = numpy.unique(numpy.quantile(
            edges if not len(known) else known[~numpy.isnan(known)],
            numpy.arange(1, BINS - 2) / (BINS - 2)))
    out = numpy.minimum(numpy.searchsorted(edges, values) + 1, BINS - 1)
    out[numpy.isnan(values)] = 0
    return out.astype(numpy.uint8)


def pack(folder, names):
    """All sources as one file: bins of two cases, and what rows are."""
    rows, evidence, features = [], [], None
    for number, name in enumerate(names):
        with numpy.load(os.path.join(folder, name + ".npz")) as made:
            features = list(made["names"])
            rows += [[number, *row] for row in json.loads(str(made["rows"]))]
            evidence.append(made["evidence"])
    evidence = numpy.concatenate(evidence)
    order = sorted(range(len(rows)), key=lambda i: rows[i][1:4] + rows[i][:1])
    rows, evidence = [rows[i] for i in order], evidence[order]
    questions = {}
    meta = {"sources": names, "features": features, "bins": [],
            "source": numpy.array([row[0] for row in rows], numpy.uint8),
            "fold": numpy.array([int(lot(row[1], 0) * FOLDS) for row in rows],
                                numpy.uint8),
            "label": numpy.array([row[4] for row in rows], numpy.uint8),
            "question": numpy.array([questions.setdefault(
                (row[1], row[2]), len(questions)) for row in rows]),
            "query": numpy.unique(["\n".join(row[1:4]) for row in rows],
                                  return_inverse=True)[1],
            "gold_words": numpy.array([len(row[5].split()) for row in rows])}
    real = meta["source"] < names.index("sqledit")
    for case in range(2):
        meta["bins"].append(numpy.stack([
            steps(column, column[real]) for column in evidence[:, case].T]))
    path = os.path.join(folder, "bins.xz")
    with lzma.open(path + ".part", "wb", preset=6) as file:
        pickle.dump(meta, file)
    os.replace(path + ".part", path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("data", "folds", "out"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    folds = os.path.abspath(options.folds)
    gatherer, names = Gatherer(options.data, folds), []
    for name, read in sources(options.data, folds):
        path = os.path.join(options.out, name + ".npz")
        names.append(name)
        if os.path.exists(path):
            with numpy.load(path) as made:
                if list(made["names"]) == gatherer.names:
                    continue
        gather(gatherer, read(), path)
    pack(options.out, names)


if __name__ == "__main__":
    main()
