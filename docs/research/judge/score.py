#!/usr/bin/env python3
"""Scores the queries of gathered lines with a judge, or by their likelihood.

    score.py MODEL [--adapters DIR] [--upper N] [--first N] [--queries N]
             [--device cuda] [--batch N] FILE OUT

OUT has the lines of FILE with "judge" (and "judge_rows" where there are results) in
each candidate; without adapters "sum" and "mean" of the log-probabilities of its
tokens. What OUT has already is not done again. --queries N keeps of each question
so many, half of them right where there are enough. Needs torch, transformers, safetensors.
"""
import argparse
import json
import os
import time

import torch

from model import Judge, lines


def some(candidates, most):
    """The first of them, half right and half wrong where there are enough."""
    right = sum(one["label"] for one in candidates)
    left = {1: max(most // 2, most - len(candidates) + right),
            0: max(most - most // 2, most - right)}
    kept = []
    for one in candidates:
        left[one["label"]] -= 1
        if left[one["label"]] >= 0:
            kept.append(one)
    return kept


def score(judge, items, likelihood):
    """Puts scores into the candidates of some items, which are read together."""
    read = [judge.sequence(item) for item in items]
    states = judge.hidden([sequence for sequence, _ in read])
    for item, (sequence, places), state in zip(items, read, states):
        if likelihood:
            for one, (total, mean) in zip(item["candidates"],
                                          judge.likelihoods(sequence, state, places)):
                one.update(sum=total, mean=mean)
            continue
        for one, (_, bare, told) in zip(item["candidates"], places):
            for name, place in (("judge", bare), ("judge_rows", told)):
                if place is not None:
                    one[name] = judge.head(state[place].float()).item()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--adapters")
    parser.add_argument("--upper", type=int)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--batch", type=int, default=1, help="questions read together")
    parser.add_argument("--first", type=int)
    parser.add_argument("--queries", type=int, default=8)
    parser.add_argument("file")
    parser.add_argument("out")
    options = parser.parse_args()
    items = lines(options.file)[:options.first]
    done = len(lines(options.out)) if os.path.exists(options.out) else 0
    judge = Judge(options.model, options.upper, options.device)
    if options.adapters:
        judge.load(options.adapters)
    begin = time.time()
    with torch.no_grad(), open(options.out, "a", encoding="utf-8") as out:
        for at in range(done, len(items), options.batch):
            part = items[at:at + options.batch]
            for item in part:
                item["candidates"] = some(item["candidates"], options.queries)
            score(judge, part, not options.adapters)
            out.writelines(json.dumps(item) + "\n" for item in part)
            out.flush()
    print(f"{options.file}: {len(items)} questions, {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
