#!/usr/bin/env python3
"""Prompts of real questions for `make lm-parity`, a JSON string a line.

    parity_prompts.py --t2sed PROGRAM --model LM DATA

Those of `t2sed generate --prompt` with two sample values a column for 80 questions
of Spider dev, 60 of BIRD dev and 60 turns of SParC dev, drawn at random among those
of 900 tokens at most.
"""
import argparse
import itertools
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "training", "judge"))
from adapter import measured, prompts  # noqa: E402

DRAWN = {"spider": 80, "bird": 60, "sparc": 60}
MOST_TOKENS = 900


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--t2sed", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("data")
    options = parser.parse_args()
    sets = measured(options.data)
    for name, count in DRAWN.items():
        root, asked = sets[name]
        asked = list(asked)
        random.Random(18).shuffle(asked)
        made = (line["prompt"] for line in prompts(
                    options.t2sed, options.model,
                    ["--db-root", root, "--values", "2"], asked[:4 * count])
                if line["prompt_tokens"] <= MOST_TOKENS)
        drawn = list(itertools.islice(made, count))
        if len(drawn) < count:
            sys.exit(f"parity_prompts.py: {len(drawn)} prompts of {name}, "
                     f"expected {count}")
        for prompt in drawn:
            print(json.dumps(prompt))


if __name__ == "__main__":
    main()
