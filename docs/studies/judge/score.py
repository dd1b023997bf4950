#!/usr/bin/env python3
"""Scores the queries of gathered lines with a judge, or by their likelihood.

    score.py MODEL [--adapters FILE] [--upper 8] [--first N] [--queries N] FILE OUT

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


def score(judge, item, likelihood):
    ids, spans = judge.sequence(item)
    state = judge.hidden(ids, spans)
    if likelihood:
        for one, (total, mean) in zip(item["candidates"], judge.likelihoods(ids, state, spans)):
            one.update(sum=total, mean=mean)
        return len(ids)
    for one, span in zip(item["candidates"], spans):
        for name, at in (("judge", span[2]), ("judge_rows", span[3])):
            if at is not None:
                one[name] = judge.head(state[at].float()).item()
    return len(ids)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--adapters")
    parser.add_argument("--upper", type=int, default=8)
    parser.add_argument("--first", type=int)
    parser.add_argument("--queries", type=int, default=8)
    parser.add_argument("file")
    parser.add_argument("out")
    options = parser.parse_args()
    torch.set_num_threads(1)
    items = lines(options.file)[:options.first]
    done = len(lines(options.out)) if os.path.exists(options.out) else 0
    judge = Judge(options.model, options.upper)
    if options.adapters:
        judge.load(options.adapters)
    begin, tokens = time.time(), 0
    with torch.no_grad(), open(options.out, "a", encoding="utf-8") as out:
        for item in items[done:]:
            item["candidates"] = some(item["candidates"], options.queries)
            tokens += score(judge, item, not options.adapters)
            out.write(json.dumps(item) + "\n")
            out.flush()
    print(f"{options.file}: {len(items)} questions, {tokens} tokens, "
          f"{tokens / (time.time() - begin + 1e-9):.0f} a second", flush=True)


if __name__ == "__main__":
    main()
