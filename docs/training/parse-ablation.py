#!/usr/bin/env python3
"""What parses of questions are worth to a detector: none, dependencies alone,
constituents alone, both.

    parse-ablation.py --t2sed PROGRAM --encoder DIR --data DIR --out DIR
                      [--runs ARM:SEED,...] [--jobs N] [--epochs N] ...

Each arm is docs/training/default.json with those edges in the question's graph,
on an encoder that stays as it was pre-trained (an encoder that has been fitted
to these labels would leave the graph layers nothing to learn), so that only
graph layers and head are trained. `held out` is the AUC on a fifth of the train
databases, by which arms are chosen; then the mean AUC over the parsers of
Spider dev, and the same by the length of the question. A run that is there
already is not repeated. Plain Python.
"""
import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "studies"))
from auc import auc  # noqa: E402

ARMS = {"none": (False, False), "dependencies": (True, False),
        "constituents": (False, True), "both": (True, True)}
# Words of the question, from and to.
LENGTHS = ((1, 10), (11, 15), (16, 1000))


def run(command, log):
    with open(log, "ab") as out:
        done = subprocess.run(command, stdout=out, stderr=out, check=False)
    if done.returncode:
        sys.exit(f"parse-ablation: {command[0]} {command[1]} failed, see {log}")


def make_base(options, arm):
    """The untrained model of an arm."""
    where = os.path.join(options.out, "base-" + arm)
    if os.path.exists(os.path.join(where, "model.safetensors")):
        return where
    with open(os.path.join(HERE, "default.json"), encoding="utf-8") as file:
        config = json.load(file)
    config["graph"]["edges"]["dependency"] = ARMS[arm][0]
    config["graph"]["edges"]["constituency"] = ARMS[arm][1]
    path = where + ".json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file)
    run([options.t2sed, "import", "--config", path, options.encoder, where],
        where + ".log")
    return where


def train(options, arm, seed, where):
    spider = os.path.join(options.data, "spider")
    run([options.t2sed, "train", "--model", make_base(options, arm),
         "--out", os.path.join(where, "model"), "--freeze-encoder",
         "--precision", "fp16", "--threads", str(options.threads),
         "--epochs", str(options.epochs), "--batch", "32",
         "--learning-rate", "5e-4", "--seed", str(seed), "--dev-part", "0.2",
         "--tables", os.path.join(spider, "tables.json"),
         "--log", os.path.join(where, "log.jsonl"), *options.parser,
         os.path.join(options.data, "predictions", "train",
                      "gpt4o_mini.jsonl")], os.path.join(where, "train.log"))


def predictions(options):
    """The first candidates of all parsers: {parser: [(item, label)]}, an item
    being (db_id, question, SQL)."""
    folder = os.path.join(options.data, "predictions", "dev")
    found = {}
    for name in sorted(os.listdir(folder)):
        pairs = found.setdefault(os.path.splitext(name)[0], [])
        with open(os.path.join(folder, name), encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                first = (line["candidates"] or [{}])[0]
                if first.get("label") in (0, 1):
                    pairs.append(((line["db_id"], line["question"],
                                   first["sql"]), first["label"]))
    return found


def score(options, parsers, where):
    """Writes the probability of every different item."""
    beams, made = {}, os.path.join(where, "scores.jsonl")
    for pairs in parsers.values():
        for (db_id, question, sql), _ in pairs:
            beams.setdefault((db_id, question), {})[sql] = None
    lines = "".join(json.dumps({"db_id": db_id, "question": question,
                                "candidates": [{"sql": q} for q in queries]})
                    + "\n" for (db_id, question), queries in beams.items())
    with open(made + ".part", "wb") as out:
        subprocess.run([options.t2sed, "score", "--model",
                        os.path.join(where, "model"), "--threads",
                        str(options.threads), *options.parser, "--tables",
                        os.path.join(options.data, "spider", "tables.json")],
                       input=lines.encode(), stdout=out, check=True)
    os.rename(made + ".part", made)


def work(options, parsers, arm, seed):
    where = os.path.join(options.out, f"{arm}-{seed}")
    os.makedirs(where, exist_ok=True)
    if not os.path.exists(os.path.join(where, "model", "model.safetensors")):
        train(options, arm, seed, where)
    if not os.path.exists(os.path.join(where, "scores.jsonl")):
        score(options, parsers, where)


def read(options, parsers, arm, seed):
    """Held-out AUC, mean AUC over parsers, and by length."""
    where = os.path.join(options.out, f"{arm}-{seed}")
    scores, held_out = {}, []
    with open(os.path.join(where, "log.jsonl"), encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "dev_auc" in line:
                held_out.append(line["dev_auc"])
    with open(os.path.join(where, "scores.jsonl"), encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            for c in line["candidates"]:
                scores[line["db_id"], line["question"], c["sql"]] = (
                    c["probability"])

    def mean(low, high):
        return statistics.fmean(
            auc([(scores[item], label) for item, label in pairs
                 if scores[item] is not None
                 and low <= len(item[1].split()) <= high])
            for pairs in parsers.values())

    return [max(held_out), mean(0, 10 ** 6)] + [mean(*at) for at in LENGTHS]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("t2sed", "encoder", "data", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--parser", default=None, metavar="DIR")
    parser.add_argument("--runs", default=",".join(arm + ":1" for arm in ARMS),
                        help="ARM:SEED,...")
    for name, otherwise in (("jobs", 2), ("threads", 1), ("epochs", 1)):
        parser.add_argument("--" + name, type=int, default=otherwise)
    options = parser.parse_args()
    options.parser = ["--parser", options.parser] if options.parser else []
    runs = [(run.split(":")[0], int(run.split(":")[1]))
            for run in options.runs.split(",")]
    os.makedirs(options.out, exist_ok=True)
    parsers = predictions(options)
    for arm in dict.fromkeys(arm for arm, _ in runs):
        make_base(options, arm)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(work, options, parsers, *run) for run in runs]:
            done.result()
    titles = [f"{low}-{high} words" if high < 1000 else f"{low} words and more"
              for low, high in LENGTHS]
    print("| parses | seed | held out | mean of 18 |", " | ".join(titles), "|")
    print("|---" * (4 + len(titles)) + "|")
    for arm, seed in runs:
        print(f"| {arm} | {seed} |", " | ".join(
            f"{value:.3f}" for value in read(options, parsers, arm, seed)), "|")


if __name__ == "__main__":
    main()
