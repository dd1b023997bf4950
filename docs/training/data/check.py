#!/usr/bin/env python3
"""Checks the questions of this directory, and makes their databases.

    check.py [--t2sed PROGRAM] [--keep DIR] [DOMAIN...]

For each domain databases of three seeds are made, DIR/SEED/DOMAIN/DOMAIN.sqlite
(the first seed's is the one to learn on). Then:

- the gold query runs and gives rows on the first; every candidate parses, and has
  the label that the fixed rule of `t2sed eval --label` gives it there;
- a candidate that is right on the first is right on the others too, wherever
  the gold query gives rows; else it is right by accident;
- no candidate stands twice, at least one of each label, five in all;
- over all domains, without --keep: a classifier of surface counts (length, tokens, keywords,
  case, line breaks, quotes), fitted to all other domains, has an AUC below 0.60:
  otherwise the set teaches style.

Ends with 1 where something is wrong. numpy is needed for the classifier.
"""
import argparse
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import making

SEEDS = (1, 2, 3)
CANDIDATES = 5
WORDS = ("select from join left where group by order having limit distinct with "
         "over partition case when union except intersect exists in not null "
         "like between count sum avg min max cast and or as on using coalesce "
         "date strftime round").split()


def questions(domain):
    path = os.path.join(making.HERE, domain, "questions.jsonl")
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def labels(items, root, program):
    """The labels and reasons of each item's gold query and candidates, by
    execution below root."""
    beams = "".join(json.dumps({
        "db_id": item["db_id"], "gold": item["gold"],
        "candidates": [{"sql": item["gold"]}] +
                      [{"sql": one["sql"]} for one in item["candidates"]],
    }) + "\n" for item in items)
    made = subprocess.run([program, "eval", "--label", "fixed", "--why",
                           "--db-root", root], input=beams, text=True,
                          stdout=subprocess.PIPE, check=False)
    found = [json.loads(line) for line in made.stdout.splitlines()]
    if len(found) != len(items):
        sys.exit(f"{program} labelled {len(found)} of {len(items)} questions")
    return [[(one["label"], one.get("label_reason"))
             for one in line.get("candidates", [])] for line in found]


def gives_rows(gold):
    """Whether a gold query gave rows: an empty result equals itself, too, but
    right ones that are written otherwise need not be told to be right."""
    return gold[0] == 1 and gold[1]["code"] in ("same_rows", "same_list")


def check_item(item, by_seed):
    """What is wrong with a question, as texts."""
    sqls = [one["sql"] for one in item["candidates"]]
    given = Counter(one["label"] for one in item["candidates"])
    if len(sqls) != CANDIDATES or len(set(sqls)) != len(sqls):
        yield f"expected {CANDIDATES} different candidates"
    if not given[0] or not given[1]:
        yield "expected a right and a wrong candidate"
    if by_seed[0][0][0] != 1:
        yield f"the gold query fails or gives no rows: {by_seed[0][0]}"
        return
    for at, one in enumerate(item["candidates"], 1):
        label, why = by_seed[0][at]
        # It may fail by an unknown column or function, not by its syntax.
        if label is None and why["message"].startswith("SQL, byte"):
            yield f"candidate {at} ({one['how']}): {why['message']}"
        elif one["label"] != (label or 0):
            yield (f"candidate {at} ({one['how']}) has label {one['label']}, "
                   f"execution says {label} ({why})")
        elif one["label"] == 1:
            for seed, found in zip(SEEDS[1:], by_seed[1:]):
                if gives_rows(found[0]) and found[at][0] != 1:
                    yield (f"candidate {at} ({one['how']}) is right by "
                           f"accident: not with seed {seed}")


def has_rows(path, sql):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return db.execute(sql).fetchone() is not None
    except sqlite3.Error as error:
        print(f"   {error}")
        return False
    finally:
        db.close()


def check_domain(domain, keep, program):
    """(items, number of faults)"""
    items, faults, by_seed = questions(domain), 0, []
    for seed in SEEDS:
        root = os.path.join(keep, str(seed))
        making.build(domain, seed, f"{root}/{domain}/{domain}.sqlite")
        by_seed.append(labels(items, root, program))
    for number, item in enumerate(items, 1):
        told = list(check_item(item, [found[number - 1] for found in by_seed]))
        if item["db_id"] != domain:
            told.append(f"db_id is {item['db_id']}")
        if not has_rows(f"{keep}/{SEEDS[0]}/{domain}/{domain}.sqlite",
                        item["gold"]):
            told.append("the gold query gives no rows")
        for text in told:
            print(f"{domain}, line {number}: {text}: {item['question']}")
        faults += len(told)
    return items, faults


# --- is the label in the style? ---

def surface(sql):
    """Counts that know nothing of what a query means."""
    found = Counter(re.findall(r"[a-z_]+", sql.lower()))
    letters = [letter for letter in sql if letter.isalpha()]
    return [len(sql), len(re.findall(r"\w+|[^\s\w]", sql)), sql.count("\n"),
            sum(map(str.isupper, letters)) / max(len(letters), 1),
            sum(map(sql.count, "\"`")), sql.count("("), sql.count("'"),
            *(found[word] for word in WORDS)]


def style_auc(by_domain):
    """The AUC of logistic regression on surface counts, each domain by one that
    was fitted to all others; per question, counts less their mean."""
    import numpy
    rows, marks, groups = [], [], []
    for group, items in enumerate(by_domain):
        for item in items:
            counts = numpy.array([surface(one["sql"])
                                  for one in item["candidates"]], float)
            rows += list(counts - counts.mean(0))
            marks += [one["label"] for one in item["candidates"]]
            groups += [group] * len(counts)
    rows, marks, groups = map(numpy.array, (rows, marks, groups))
    rows /= rows.std(0) + 1e-9
    scores = numpy.zeros(len(marks))
    for group in range(len(by_domain)):
        train = groups != group
        weights, offset = numpy.zeros(rows.shape[1]), 0.0
        for _ in range(500):
            error = 1 / (1 + numpy.exp(-(rows[train] @ weights + offset))) \
                - marks[train]
            weights -= 0.3 * (rows[train].T @ error / train.sum()
                              + 0.003 * weights)
            offset -= 0.3 * error.mean()
        scores[~train] = rows[~train] @ weights
    high, low = scores[marks == 1], scores[marks == 0]
    return ((high[:, None] > low).mean() + (high[:, None] == low).mean() / 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("domains", nargs="*", metavar="DOMAIN")
    arguments = parser.parse_args()
    keep = arguments.keep or tempfile.mkdtemp()
    by_domain, faults = [], 0
    for domain in arguments.domains or making.domains():
        items, wrong = check_domain(domain, keep, arguments.t2sed)
        by_domain.append(items)
        faults += wrong
        right = sum(one["label"] for item in items
                    for one in item["candidates"])
        print(f"{domain}: {len(items)} questions, {right} right of "
              f"{CANDIDATES * len(items)}, {wrong} faults", flush=True)
    if len(by_domain) > 1 and not arguments.keep:
        style = style_auc(by_domain)
        print(f"surface counts: AUC {style:.3f}")
        faults += style >= 0.60
    print("OK" if not faults else f"{faults} to mend")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
