#!/usr/bin/env python3
"""How far probabilities move with the precision.

    agree.py [--t2sed PROGRAM] [SCORE OPTION...] -- FILE.jsonl...

Scores the files in fp32 and in bf16 and prints how many candidates there are,
the largest difference, the mean one, and how many differ by more than 0.02.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "docs", "research"))
from scored import read_arguments, scored_lines  # noqa: E402


def score(program, options, path, precision):
    lines = scored_lines(program, ["--precision", precision, *options], path)
    return [candidate.get("probability") for line in lines
            for candidate in line.get("candidates", [])]


def main():
    program, _, options, files = read_arguments(__doc__)
    differences = []
    for path in files:
        pairs = zip(score(program, options, path, "fp32"),
                    score(program, options, path, "bf16"))
        differences += [abs(a - b) for a, b in pairs
                        if a is not None and b is not None]
    print(f"{len(differences)} candidates: largest difference "
          f"{max(differences):.4f}, mean {sum(differences) / len(differences):.5f}, "
          f"{sum(d > 0.02 for d in differences)} above 0.02")


if __name__ == "__main__":
    main()
