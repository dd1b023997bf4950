#!/usr/bin/env python3
"""Compares what two builds of `t2sed score` print:

    same_scores.py HERE THERE [MOST]

Probabilities of one candidate may differ by MOST, 1e-4 if it is not given, as far as fused
multiplications and another libm let them; prints how many there are and the
largest difference.
"""
import json
import sys


def probabilities(path):
    with open(path, encoding="utf-8") as file:
        return [candidate["probability"] for line in file
                for candidate in json.loads(line)["candidates"]]


here, there = map(probabilities, sys.argv[1:3])
most = float(sys.argv[3]) if len(sys.argv) > 3 else 1e-4
# A query that cannot run has none, here and there.
assert here and [p is None for p in here] == [p is None for p in there], (here, there)
pairs = [(a, b) for a, b in zip(here, there) if a is not None]
largest = max(abs(a - b) for a, b in pairs)
print(f"{len(pairs)} probabilities, largest difference {largest:g}")
sys.exit(largest > most)
