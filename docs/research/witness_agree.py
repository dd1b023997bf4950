#!/usr/bin/env python3
"""What agreement on witness databases adds where no rows are at hand.

    witness_agree.py [--data DIR] [--questions N] [--candidates N]
                     [--instances N] [--databases NAME...]

Candidates of BIRD open's questions are scored by schema alone, in beams of
which texts agree (`t2sed score --tables --hostile`: no query runs), and put
together by what they give on instances (`t2sed_witness_group`). The log odds of
each get WEIGHT * log(share of the candidates that give the same); printed for
some weights: pairs of a right and a wrong candidate in the right order, of all
and by question, and how often the first is right. Then each query's own
probability (--alone) with the shipped weights of beams: those for texts with
groups by text, which is the first line again, and with groups by instances,
which is nearly the last line, `t2sed score --tables` as it is; those for
results with the latter. Nothing is fitted.
"""
import argparse
import collections
import gzip
import json
import math
import os
import random
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
import t2sed  # noqa: E402

WEIGHTS = (0, 0.25, 0.5, 1, 2)


def logit(p):
    p = min(max(p or 0, 1e-5), 1 - 1e-5)
    return math.log(p / (1 - p))


def questions(path, count, most, databases):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    items = [item for item in items
             if not databases or item["db_id"] in databases]
    random.Random(5).shuffle(items)
    for item in items[:count]:
        kept = [one for one in item["candidates"]
                if one["label"] is not None and one["status"] != "error"
                and one["label_by"] != "artessay_unchecked"]
        random.Random(item["question"]).shuffle(kept)
        kept = kept[:most]
        if 0 < sum(one["label"] for one in kept) < len(kept):
            yield item, kept


def log_odds(program, tables, kept, *options):
    given = "".join(json.dumps({
        "question": item["question"], "knowledge": item.get("evidence") or "",
        "db_id": item["db_id"],
        "candidates": [{"sql": one["sql"]} for one in candidates]}) + "\n"
        for item, candidates in kept)
    made = subprocess.run([program, "score", "--quiet", "--tables", tables,
                           *options],
                          input=given, stdout=subprocess.PIPE, text=True,
                          check=False)
    return [[logit(one.get("probability"))
             for one in json.loads(line)["candidates"]]
            for line in made.stdout.splitlines()]


def parse(text):
    try:
        return t2sed.Sql(text)
    except t2sed.Error:
        return None


def groups(witness, candidates, instances):
    """The place of each candidate's group; -1: it can't be run."""
    parsed = [parse(one["sql"]) for one in candidates]
    known = [i for i, sql in enumerate(parsed) if sql]
    found = witness.group([parsed[i] for i in known], instances)
    place = [-1] * len(parsed)
    for i, group in zip(known, found):
        place[i] = known[group] if group >= 0 else -1
    return place


def weighted(weight):
    def total(beam):
        size = collections.Counter(beam["place"])
        return [score + weight * math.log(
            (size[group] if group >= 0 else 0.5) / len(beam["place"]))
            for score, group in zip(beam["scores"], beam["place"])]
    return total


def in_beam(reranker, which, outcome):
    def total(beam):
        signals = reranker.signals(
            [1 / (1 + math.exp(-score)) for score in beam["alone"]],
            groups=beam[which],
            outcomes=[outcome if group >= 0 else 1 for group in beam[which]])
        return [p or 0 for p in reranker.probabilities(signals)]
    return total


def measure(totals, beams):
    won = pairs = first = 0
    by_question = []
    for beam in beams:
        labels, total = beam["labels"], totals(beam)
        here = [(total[i] > total[k]) + 0.5 * (total[i] == total[k])
                for i, right in enumerate(labels) if right
                for k, other in enumerate(labels) if not other]
        won, pairs = won + sum(here), pairs + len(here)
        by_question.append(sum(here) / len(here))
        first += labels[total.index(max(total))]
    return won / pairs, sum(by_question) / len(beams), first / len(beams)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", default=os.path.join(
        ROOT, os.pardir, "shared", "data"))
    parser.add_argument("--program", default=os.path.join(
        ROOT, "build", "bin", "t2sed"))
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--candidates", type=int, default=40)
    parser.add_argument("--instances", type=int, default=3)
    parser.add_argument("--databases", nargs="+", help="those of BIRD; all")
    options = parser.parse_args()
    bird = os.path.join(options.data, "bird")
    tables = os.path.join(bird, "dev_tables.json")
    kept = list(questions(os.path.join(bird, "dev_open.jsonl.gz"),
                          options.questions, options.candidates,
                          options.databases))
    schemas, made = t2sed.Schemas(tables), {}
    scores = log_odds(options.program, tables, kept, "--hostile")
    shipped = log_odds(options.program, tables, kept)
    alone = log_odds(options.program, tables, kept, "--alone")
    beams, spent = [], 0.0
    for (item, candidates), score, own, now in zip(kept, scores, alone,
                                                   shipped):
        name = item["db_id"]
        if name not in made:
            made[name] = t2sed.Witness(schemas[name])
        start = time.perf_counter()
        place = groups(made[name], candidates, options.instances)
        spent += time.perf_counter() - start
        texts = [one.group for one in
                 t2sed.agree([one["sql"] for one in candidates],
                             t2sed.Evidence(t2sed.Database(
                                 schema=schemas[name], isolation="worker")))]
        beams.append({"scores": score, "alone": own, "now": now,
                      "place": place,
                      "texts": [-1 if one is None else one for one in texts],
                      "labels": [one["label"] for one in candidates]})
    print(f"{len(beams)} questions, {options.instances} instances, "
          f"{1000 * spent / len(beams):.1f} ms a question")
    reranker = t2sed.Reranker("default", t2sed.Model("light"))
    kinds = [(f"weight {weight:g}", weighted(weight)) for weight in WEIGHTS] + [
        ("texts, as texts", in_beam(reranker, "texts", 3)),
        ("instances, as texts", in_beam(reranker, "place", 3)),
        ("instances, as results", in_beam(reranker, "place", 0)),
        ("as it is", lambda beam: beam["now"])]
    for name, totals in kinds:
        print("%-22s pairs %.4f   by question %.4f   first right %.4f"
              % (name, *measure(totals, beams)))


if __name__ == "__main__":
    main()
