#!/usr/bin/env python3
"""Labels on witness databases, by schema alone, against labels by execution.

    witness.py [--data DIR] [--own DIR] [--sample N] [SET...]

For each set (own, train, dev, bird, modern) N predictions are drawn, labelled
by `t2sed eval --label fixed` on the databases with their rows and by
`t2sed eval --label witness` without, and compared: of those called right how
many are, of those called wrong how many are, how many stay undecided. Of bugs
(NL2SQL-BUGs) and mvp (nl2sql_mvp) there are only schemas: there the labels are
those that the sets give, by people and by their own rules.
--own DIR is where `docs/training/data/check.py --keep DIR` put its databases.
"""
import argparse
import collections
import glob
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from typing import Callable, NamedTuple

from real import lines

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Set(NamedTuple):
    read: Callable  # gives its predictions
    root: str       # its databases, or a file of their schemas
    is_given: bool  # it has labels of its own


def pairs(paths):
    """One line for each candidate."""
    return [{"db_id": item["db_id"], "gold": item["gold"], "sql": one["sql"],
             "question": item.get("question", ""), "given": one.get("label"),
             "by": one.get("label_by")}
            for path in paths for item in lines(path)
            for one in item["candidates"] if one.get("sql")]


def bugs(data):
    return [{"db_id": item["db_id"], "gold": item["gold_sql"],
             "sql": item["sql"], "question": item["question"],
             "given": int(item["correct"])}
            for item in lines(os.path.join(data, "nl2sql_bugs", "open.jsonl"))
            if item["gold_sql"]]


def mvp(data, root):
    """nl2sql_mvp's lines; its schemas become empty databases below root."""
    folder, found = os.path.join(data, "modern_labelled"), []
    for item in lines(os.path.join(folder, "open.jsonl.gz")):
        if item["source"] == "nl2sql_mvp":
            name = os.path.basename(item["schema"])
            db_id = name.partition(".")[0]
            path = os.path.join(root, db_id, db_id + ".sqlite")
            if not os.path.exists(path):
                os.makedirs(os.path.dirname(path))
                with open(os.path.join(folder, "schemas", name),
                          encoding="utf-8") as schema, \
                        sqlite3.connect(path) as db:
                    db.executescript(schema.read())
            found += [{"db_id": db_id, "gold": item["gold"], "sql": one["sql"],
                       "question": item["question"], "given": one["label"]}
                      for one in item["candidates"] if one["binds"]]
    return found


def sets(options, made):
    """Each set by name; mvp's databases are made below `made`."""
    data = options.data

    def predictions(*pattern):
        return lambda: pairs(sorted(glob.glob(os.path.join(*pattern))))
    spider = os.path.join(data, "spider", "database")
    return {
        "own": Set(predictions(ROOT, "docs", "training", "data", "*",
                               "questions.jsonl"),
                   os.path.join(options.own, "1"), False),
        "train": Set(predictions(data, "predictions", "train", "*.jsonl"),
                     spider, False),
        "dev": Set(predictions(data, "predictions", "dev", "*.jsonl"), spider,
                   False),
        "bird": Set(lambda: [one for one in pairs([os.path.join(
            data, "bird_train", "share.jsonl.gz")])
            if one["by"] == "execution"],
            os.path.join(data, "bird_train", "database"), False),
        "modern": Set(predictions(data, "modern", "*.jsonl"),
                      os.path.join(data, "modern", "database"), False),
        "bugs": Set(lambda: bugs(data),
                    os.path.join(data, "nl2sql_bugs", "tables.json"), True),
        "mvp": Set(lambda: mvp(data, made), made, True),
    }


def label(program, rule, root, items):
    given = "".join(json.dumps(one) + "\n" for one in items)
    start = time.time()
    made = subprocess.run([program, "eval", "--label", rule, "--why",
                           "--quiet", "--tables" if root.endswith(".json")
                           else "--db-root", root], input=given,
                          stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line) for line in made.stdout.splitlines()]
    return found, time.time() - start


def share(part, whole):
    return f"{part:4d} of {whole:4d} {100 * part / max(whole, 1):5.1f} %"


def compare(options, name, of):
    """Prints the line of a set, and what --show asks for."""
    items = of.read()
    random.Random(7).shuffle(items)
    items = [one for one in items if of.root.endswith(".json") or
             os.path.exists(os.path.join(
                 of.root, one["db_id"], one["db_id"] + ".sqlite"))]
    items = items[:options.sample]
    truth = [one["given"] for one in items] if of.is_given else [
        one["label"] for one in label(options.program, "fixed", of.root,
                                      items)[0]]
    kept = [(one, true) for one, true in zip(items, truth) if true is not None]
    said, seconds = label(options.program, "witness", of.root,
                          [one for one, _ in kept])
    count = collections.Counter(
        (line["label"], true) for (_, true), line in zip(kept, said))
    right, wrong = (sum(count[by_witness, true] for true in (0, 1))
                    for by_witness in (1, 0))
    undecided = len(kept) - right - wrong
    print(f"{name:7s} right {share(count[1, 1], right)}   "
          f"wrong {share(count[0, 0], wrong)}   "
          f"undecided {share(undecided, len(kept))}   "
          f"{1000 * seconds / max(len(kept), 1):.1f} ms each", flush=True)
    if options.show:
        for (one, true), line in zip(kept, said):
            if line["label"] is None or line["label"] != true:
                print(json.dumps({**one, "true": true, "said": line["label"],
                                  "why": line.get("label_reason")}))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", default=os.path.join(
        ROOT, os.pardir, "shared", "data"))
    parser.add_argument("--own", default=os.path.join(ROOT, "build", "own"))
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--program", default=os.path.join(
        ROOT, "build", "bin", "t2sed"))
    parser.add_argument("--show", action="store_true",
                        help="print those that execution labels otherwise")
    parser.add_argument("sets", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        known = sets(options, made)
        for name in options.sets or known:
            if name not in known:
                sys.exit(f"no set {name!r}: {', '.join(known)}")
            compare(options, name, known[name])


if __name__ == "__main__":
    main()
