#!/usr/bin/env python3
"""Trains adapters that write queries.

    train.py MODEL LINES OUT [--minutes M] [--resume] [--epochs N] [--tokens N] [--device cuda]

MODEL is a Hugging Face directory, LINES what gather.py made: "prompt" and "answer".
The loss is the mean of the answers' tokens' negative log-probabilities, each answer
with its end. OUT is a directory for `t2sed generate --adapter`.
"""
import argparse
import json
import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "judge"))
import lora  # noqa: E402
import training  # noqa: E402

END = "\n```"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("model", "lines", "out"):
        parser.add_argument(name)
    parser.add_argument("--upper", type=int, help="layers with adapters (default: all)")
    parser.add_argument("--device", default="cpu")
    training.add_options(parser)
    options = parser.parse_args()
    torch.manual_seed(18)
    model = lora.Model(options.model, options.upper, options.device)
    with open(options.lines, encoding="utf-8") as file:
        sequences = [lora.Sequence.of(model.encode(line["prompt"]),
                                      [model.encode(line["answer"] + END)])
                     for line in map(json.loads, file)]

    def loss_of(group):
        of = [sequences[at] for at in group]
        states = model.hidden(of)
        rows = [row for row, s in enumerate(of) for _ in s.ids[s.begins[0]:]]
        places = [at - 1 for s in of for at in range(s.begins[0], len(s.ids))]
        targets = torch.cat([s.ids[s.begins[0]:] for s in of])
        loss = -model.logs(states[rows, places], targets).mean()
        return loss, loss[None]

    training.train([{"params": model.parameters(), "lr": lora.RATE}],
                   [len(s.ids) for s in sequences], loss_of, training.of_options(options),
                   options.out, options.resume, lambda: model.save(options.out))


if __name__ == "__main__":
    main()
