#!/usr/bin/env python3
"""N-best lists of a language model of code, and what re-ranking makes of them.

    nbest.py --write SET --data DATA --model LM [--count N] [--sample]
             [--t2sed PROGRAM] [--threads N] [--first N] OUT

--write asks `t2sed generate` for the questions of SET (spider, bird, cosql, sparc:
docs/training/adapter/gather.py has them; conversations with the right queries of
the turns before) and appends each line to OUT as it comes: what OUT has already is
not done again. Plain Python, no packages.
"""
import argparse
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "training", "adapter"))
from gather import measured  # noqa: E402


def whole_lines(path):
    """How many lines a file has; one that was cut off is taken away."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb+") as file:
        text = file.read()
        file.truncate(text.rfind(b"\n") + 1)
    return text.count(b"\n")


def write(options, out):
    root, asked = measured(options.data)[options.write]
    asked = list(asked)
    random.Random(16).shuffle(asked)  # what is there early is a fair sample
    asked = asked[:options.first]
    done = whole_lines(out)
    how = ["--sample"] if options.sample else []
    with open(out, "ab") as file:
        made = subprocess.Popen(
            [options.t2sed, "generate", "--model", options.model,
             "--adapter", options.adapter, "--values", "2", "--quiet",
             "--count", str(options.count), "--threads", str(options.threads),
             "--precision", options.precision, "--db-root", root, *how],
            stdin=subprocess.PIPE, stdout=file)
        for line in asked[done:]:
            made.stdin.write(json.dumps(line).encode() + b"\n")
        made.stdin.close()
        if made.wait() not in (0, 1):
            sys.exit(made.returncode)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", metavar="SET", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--adapter", default="text-to-sql")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--first", type=int)
    parser.add_argument("out", metavar="OUT")
    options = parser.parse_args()
    write(options, options.out)


if __name__ == "__main__":
    main()
