#!/usr/bin/env python3
"""What re-ranking is worth: how often the first query is right.

    ranking.py --gather DATA --beams DIR --keep DIR [--t2sed PROGRAM]
    ranking.py [--update PAGE] DIR

--gather writes SET.jsonl: beams of BIRD's systems (ten drawn at random for a
question, three times; from bird-rows.jsonl of `real.py --gather` in --beams), the
first queries of Spider dev's parsers, one parser's ten best, and samples of one
language model, labelled here by the fixed rule. DIR holds these files as `t2sed
rerank --policy default` answers them. A query without a label counts as wrong.

- first: the first query of a list; where there is one of each of several
  systems, the mean over them.
- vote: the answer that most candidates give, the earlier one of two; by schema,
  where there are no answers, the text that most have (but for white space and
  case).
- by probability: the query of the highest probability alone.
- default: what the policy "default" puts first.
- oracle: whether any is right.

Plain Python, no packages.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter

from firsts import head, mean, percent, put, row
from real import lines

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "training"))
from beams import pools  # noqa: E402

SETS = {"bird-pools": "BIRD, three databases, pools of ten systems",
        "bird-pools-schema": "the same, by schema",
        "spider-pool": "Spider dev, pool of 18 parsers",
        "spider-pool-schema": "the same, by schema",
        "spider-ten": "Spider dev, ten best of DIN-SQL with GPT-4 Turbo",
        "samples": "Spider dev, 8 samples of one model",
        "samples-gpt-4o": "the same, GPT-4o"}
BY_SCHEMA = "-schema"
SAMPLES = {"samples": "spider_samples", "samples-gpt-4o": "spider_samples_gpt_4o"}
TEN = "din_sql_gpt4turbo_10best"


def bird_pools(folder):
    chance = random.Random(0)
    for line in lines(f"{folder}/bird-rows.jsonl"):
        for made in pools(line, chance, 10):
            yield dict(made, knowledge=line["knowledge"])


def spider_pool(data):
    made = {}
    for name in sorted(os.listdir(f"{data}/predictions/dev")):
        for item in lines(f"{data}/predictions/dev/{name}"):
            beam = made.setdefault(item["index"], {
                "db_id": item["db_id"], "question": item["question"],
                "candidates": []})
            beam["candidates"] += [
                {"sql": one["sql"], "label": one["label"],
                 "parser": name.partition(".")[0]}
                for one in item["candidates"][:1]]
    return made.values()


def samples(path, root, program):
    made = subprocess.run(
        [program, "eval", "--label", "fixed", "--db-root", root],
        input="\n".join(json.dumps({
            "db_id": item["db_id"], "question": item["question"],
            "gold": item["gold"],
            "candidates": [{"sql": sql} for sql in item["samples"]]})
            for item in lines(path)), stdout=subprocess.PIPE, text=True,
        check=False)
    if made.returncode == 2:
        sys.exit(2)
    return map(json.loads, made.stdout.splitlines())


def gather(data, folder, keep, program):
    made = {"bird-pools": bird_pools(folder), "spider-pool": spider_pool(data),
            "spider-ten": lines(f"{data}/predictions/dev/{TEN}.jsonl")}
    for name, file in SAMPLES.items():
        made[name] = samples(f"{data}/spider_nbest/{file}.jsonl",
                             f"{data}/spider/database", program)
    os.makedirs(keep, exist_ok=True)
    for name, beams in made.items():
        with open(f"{keep}/{name}.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(beam) + "\n" for beam in beams)
        if name + BY_SCHEMA in SETS:
            shutil.copy(file.name, f"{keep}/{name}{BY_SCHEMA}.jsonl")


def right(candidate):
    return candidate.get("label") == 1


def share(candidate):
    return (candidate.get("agreement") or {}).get("share") or 0


def alone(candidate):
    return candidate.get("alone", candidate.get("probability")) or 0


def plain(candidate):
    return " ".join(candidate["sql"].lower().split())


def accuracies(beam, name):
    """first, vote, by probability, default, oracle of a ranked beam."""
    before = sorted(beam, key=lambda one: one["rank_before"])
    texts = Counter(map(plain, before))
    votes = (lambda one: texts[plain(one)]) if name.endswith(BY_SCHEMA) else share
    return (mean(map(right, before)) if "-pool" in name else right(before[0]),
            right(max(before, key=votes)), right(max(before, key=alone)),
            right(beam[0]), any(map(right, beam)))


def table(folder):
    made = head("candidates", "questions", "first", "vote", "by probability",
                "**default**", "over vote", "oracle")
    for name, title in SETS.items():
        beams = [item["candidates"] for item in lines(f"{folder}/{name}.jsonl")
                 if item["candidates"]]
        means = [mean(found) for found in zip(*(
            accuracies(beam, name) for beam in beams))]
        made.append(row(title, len(beams), *map(percent, means[:3]),
                        f"**{percent(means[3])}**",
                        f"{100 * (means[3] - means[1]):+.1f}",
                        percent(means[4])))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gather", metavar="DATA")
    parser.add_argument("--beams", metavar="DIR")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("folder", nargs="?", metavar="DIR")
    options = parser.parse_args()
    if options.gather:
        gather(options.gather, options.beams, options.keep, options.t2sed)
    elif options.update:
        put(options.update, "ranking-table", table(options.folder))
    else:
        print(table(options.folder))


if __name__ == "__main__":
    main()
