#!/usr/bin/env python3
"""Beams of several parsers on train databases that a model has not seen.

    beams.py DATA SPLASH_BEAMS [--part 0.2] [--seed 0] >beams.jsonl
    beams.py DATA --first >first.jsonl
    beams.py BIRD_ROWS --systems >systems.jsonl

DATA is the directory of docs/training.md; SPLASH_BEAMS holds SPLASH's training
beams with values and labels (docs/training/default.mk makes it). Databases are
those that `t2sed train --dev-part` keeps for validation.

A beam is what different parsers say to one question: GPT-4o-mini's query for
it, those for other questions of the same gold query (a second and third try of
the same parser, in other words), and Seq2Struct's best 3 and 10; also each parser's
alone. Candidates carry "parser". With --first: GPT-4o-mini's query alone, for thresholds.

With --systems: BIRD_ROWS is bird-rows.jsonl of `docs/research/real.py --gather`,
whose candidates name the systems that gave them. A beam is what 20 systems, drawn
at random, say to one question; three for each. Plain Python, no packages.
"""
import argparse
import json
import random
import sys
from collections import Counter

MASK = (1 << 64) - 1
SYSTEMS, POOLS = 20, 3


def lot(db_id, seed):
    """Where a database falls between 0 and 1: t2s_lot of lib/base/random.h."""
    number = 0xcbf29ce484222325 ^ seed
    for byte in db_id.encode():
        number = ((number ^ byte) * 0x100000001b3) & MASK
    number ^= number >> 32
    number = (number * 0xd6e8feb86659fd93) & MASK
    number ^= number >> 32
    return (number >> 11) * 2.0 ** -53


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def words(text):
    return " ".join(text.split())


def candidate(found, parser):
    return {"sql": found["sql"], "label": found.get("label"), "parser": parser}


def beam(line, candidates):
    return {"db_id": line["db_id"], "question": line["question"],
            "gold": line["gold"], "candidates": candidates}


def pools(line, chance, systems=SYSTEMS):
    """Beams of the systems that gave one query to the line's question."""
    count = Counter(name for one in line["candidates"]
                    for name in one["systems"])
    single = [{"sql": one["sql"], "label": one["label"], "parser": name}
              for one in line["candidates"] for name in one["systems"]
              if count[name] == 1]
    for _ in range(POOLS):
        yield {"db_id": line["db_id"], "question": line["question"],
               "weight": 1 / POOLS, "candidates": chance.sample(
                   single, min(systems, len(single)))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("splash", nargs="?")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--systems", action="store_true")
    parser.add_argument("--part", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.systems:
        chance = random.Random(options.seed)
        for line in lines(options.data):
            for made in pools(line, chance):
                print(json.dumps(made))
        return 0
    asked = [line for line in
             lines(f"{options.data}/predictions/train/gpt4o_mini.jsonl")
             if lot(line["db_id"], options.seed) < options.part]
    by_gold = {}
    for line in asked:
        key = (line["db_id"], words(line["gold"]).lower())
        by_gold.setdefault(key, []).append(line)
    splash = {}
    for line in lines(options.splash) if options.splash else ():
        splash[line["db_id"], words(line["question"])] = line["candidates"]
    for line in asked:
        own = [candidate(found, "gpt4o_mini") for found in line["candidates"]]
        if options.first:
            print(json.dumps(beam(line, own[:1])))
            continue
        key = (line["db_id"], words(line["gold"]).lower())
        tries = own + [candidate(found, "gpt4o_mini")
                       for other in by_gold[key] if other is not line
                       for found in other["candidates"]]
        if len(tries) > 1:
            print(json.dumps(beam(line, tries)))
        others = [candidate(found, "seq2struct") for found in
                  splash.get((line["db_id"], words(line["question"])), [])]
        for count in (3, 10) if others else ():
            print(json.dumps(beam(line, tries + others[:count])))
        if others:
            print(json.dumps(beam(line, others[:10])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
