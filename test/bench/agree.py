#!/usr/bin/env python3
"""How far probabilities move with the precision.

    agree.py [--t2sed PROGRAM] [SCORE OPTION...] -- FILE.jsonl...

Scores the files in fp32 and in bf16 and prints how many candidates there are,
the largest difference, the mean one, and how many differ by more than 0.02.
"""
import json
import subprocess
import sys


def score(program, options, path, precision):
    run = subprocess.run(
        [program, "score", "--precision", precision, *options, path],
        stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode == 2:
        sys.exit(2)
    return [candidate.get("probability") for line in run.stdout.splitlines()
            for candidate in json.loads(line).get("candidates", [])]


def main():
    arguments = sys.argv[1:]
    if "--" not in arguments:
        sys.exit(__doc__)
    cut = arguments.index("--")
    options, files = arguments[:cut], arguments[cut + 1:]
    program = "build/bin/t2sed"
    if "--t2sed" in options:
        at = options.index("--t2sed")
        program = options[at + 1]
        del options[at:at + 2]
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
