#!/usr/bin/env python3
"""Trains adapters that write queries.

    train.py MODEL LINES OUT [--seconds S] [--epochs N] [--tokens N] [--device cuda]

MODEL is a Hugging Face directory, LINES what gather.py made: "prompt" and "answer".
The loss is the mean of the answers' tokens' negative log-probabilities, each answer
with its end. OUT is a directory for `t2sed generate --adapter`.
"""
import json
import random

import torch

import lora

END = "\n```"


def main():
    options = lora.training_options(__doc__.split("\n")[0])
    torch.manual_seed(18)
    model = lora.Model(options.model, options.upper, options.device)
    sequences = []
    with open(options.lines, encoding="utf-8") as file:
        for line in map(json.loads, file):
            sequences.append(lora.Sequence.of(
                model.encode(line["prompt"]), [model.encode(line["answer"] + END)]))

    def loss_of(group):
        of = [sequences[at] for at in group]
        states = model.hidden(of)
        rows = [row for row, s in enumerate(of) for _ in s.ids[s.begins[0]:]]
        places = [at - 1 for s in of for at in range(s.begins[0], len(s.ids))]
        targets = [token for s in of for token in s.ids[s.begins[0]:]]
        loss = -model.logs(states[rows, places], torch.tensor(targets)).mean()
        return loss, loss[None]

    lora.train([{"params": model.parameters(), "lr": lora.RATE}],
               [len(s.ids) for s in sequences], loss_of,
               lora.Training(options.tokens, options.epochs, options.seconds),
               lambda: model.save(options.out), random.Random(18))


if __name__ == "__main__":
    main()
