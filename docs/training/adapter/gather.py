#!/usr/bin/env python3
"""What adapters that write queries learn from: prompts with the right query.

    gather.py --t2sed PROGRAM --model DIR [--measure] DATA OUT

DATA is the directory of docs/training.md. Prompts are those of `t2sed generate
--prompt`, half of Spider's with sample values. From: Spider train, SParC and CoSQL
train (earlier turns in the prompt), SPLASH train (the wrong query as the turn before,
the feedback as what is asked now), BIRD train with its knowledge, and questions of
the modern corpus. SParC and SPLASH say what is wrong with a query or what comes
next, so that one adapter writes, goes on and corrects. Lines of more than --most
tokens are left out.

--measure: prompts of Spider dev, BIRD dev's three databases with rows, CoSQL dev and
SParC dev (each turn behind the right queries of those before) and SPLASH test, with
"gold", for write.py and then `t2sed eval --label fixed`.
"""
import argparse
import gzip
import json
import os
import random
import re
import sqlite3
import subprocess
import tempfile


def lines(path):
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path, encoding="utf-8")) as file:
        return [json.loads(line) for line in file]


def asked(question, db_id, sql, **more):
    sql = " ".join(sql.split()).rstrip("; ")
    return {"question": question, "db_id": db_id, "answer": sql, "gold": sql, **more}


def conversations(path):
    """Each turn behind those before it."""
    for line in lines(path):
        context = []
        for number, turn in enumerate(line["turns"], 1):
            sql = turn.get("sql")
            if not sql:
                break
            yield asked(turn["utterance"], line["db_id"], sql, turn=number,
                        context=list(context))
            context.append({"question": turn["utterance"], "sql": " ".join(sql.split())})
        final = line.get("final")
        if final and not context:
            yield asked(final["utterance"], line["db_id"], final["sql"])


def corrections(path, wrong_alone=True):
    """Feedback; of `wrong_alone` only on queries that give another result."""
    for line in lines(path):
        if line["label"] == 0 or not wrong_alone:
            yield asked("The query is wrong: " + line["feedback"], line["db_id"], line["gold_sql"],
                        context=[{"question": line["question"], "sql": line["wrong_sql"]}])


def corpus(data, out):
    """Each question with its own small database."""
    root = os.path.join(out, "corpus")
    for at, line in enumerate(lines(f"{data}/modern_corpus/corpus.jsonl.gz")):
        db_id = f"c{at}"
        path = os.path.join(root, db_id, db_id + ".sqlite")
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with sqlite3.connect(path) as link:
                try:
                    link.executescript("PRAGMA synchronous = off; " + line["schema_sql"])
                except sqlite3.Error:
                    continue
        yield asked(line["question"], db_id, line["sql"])


def prompts(program, model, options, asked_lines):
    """The lines with "prompt"."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(line) + "\n" for line in asked_lines)
        file.flush()
        done = subprocess.run([program, "generate", "--prompt", "--model", model, *options,
                               file.name], stdout=subprocess.PIPE, text=True, check=False)
    for text in done.stdout.splitlines():
        line = json.loads(text)
        if "prompt" in line:
            yield line


def measured(data):
    """What is measured on: {set: (databases, lines)}."""
    spider = f"{data}/spider/database"
    bird = [line for line in lines(f"{data}/bird/dev_open.jsonl.gz")
            if os.path.exists(f"{data}/bird/database/{line['db_id']}")]
    return {
        "spider": (spider, [asked(line["question"], line["db_id"], line["query"])
                            for line in lines(f"{data}/spider/dev.jsonl")]),
        "bird": (f"{data}/bird/database",
                 [asked(line["question"], line["db_id"], line["gold"], knowledge=line["evidence"])
                  for line in bird]),
        "cosql": (spider, conversations(f"{data}/cosql/dev.jsonl")),
        "sparc": (spider, conversations(f"{data}/sparc/dev.jsonl")),
        "splash": (spider, corrections(f"{data}/splash/test.jsonl"))}


def measure(options, data, out):
    for name, (root, of) in measured(data).items():
        with open(os.path.join(out, name + ".jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in prompts(
                options.t2sed, options.model, ["--db-root", root, "--values", "2"], of))


def of_spider(data):
    """What is learned from on Spider's databases."""
    spider = [asked(line["question"], line["db_id"], line["query"])
              for name in ("train_spider", "train_others")
              for line in lines(f"{data}/spider/{name}.jsonl")]
    spider += conversations(f"{data}/sparc/train.jsonl")
    spider += conversations(f"{data}/cosql/train.jsonl")
    spider += corrections(f"{data}/splash/train.jsonl")
    return spider


def of_bird(data):
    return [asked(line["question"], line["db_id"], line["gold"], knowledge=line["evidence"])
            for line in lines(f"{data}/bird_train/train.jsonl.gz")]


def learned(data):
    """The right queries on Spider's and BIRD's databases that are learned from."""
    return [line["answer"] for line in of_spider(data) + of_bird(data)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--most", type=int, default=1200, help="tokens of a prompt")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("data")
    parser.add_argument("out")
    options = parser.parse_args()
    data, out, lot = options.data, options.out, random.Random(18)
    os.makedirs(out, exist_ok=True)
    if options.measure:
        measure(options, data, out)
        return
    spider = of_spider(data)
    lot.shuffle(spider)
    half = len(spider) // 2
    root = ["--db-root", f"{data}/spider/database"]
    bird = of_bird(data)
    with open(os.path.join(out, "train.jsonl"), "w", encoding="utf-8") as file:
        for told, of in ((root, spider[:half]), (root + ["--values", "2"], spider[half:]),
                         (["--tables", f"{data}/bird_train/train_tables.json"], bird),
                         (["--db-root", os.path.join(out, "corpus")], list(corpus(data, out)))):
            kept = [{"prompt": line["prompt"], "answer": line["answer"]}
                    for line in prompts(options.t2sed, options.model, told, of)
                    if line["prompt_tokens"] <= options.most and len(line["answer"]) <= 1000]
            print(len(of), "asked,", len(kept), "kept", flush=True)
            file.writelines(json.dumps(line) + "\n" for line in kept)


if __name__ == "__main__":
    main()
