#!/usr/bin/env python3
"""Trains the judge.

    train.py MODEL train.jsonl OUT [--seconds S] [--epochs N] [--tokens N]
             [--upper N] [--device cuda]

MODEL is a Hugging Face directory. The loss of a question: softplus of wrong minus
right over its pairs, and 0.3 times the binary cross-entropy; without results and
with them, where they are there. OUT is a directory for
`t2sed score --judge`.
Needs torch, transformers, safetensors.
"""
import random

import torch
import torch.nn.functional as F

from model import Judge, lines, lora

HEAD_RATE = 1e-3
CROSS_ENTROPY = 0.3


def loss_of(scores, labels):
    gaps = scores[labels == 1][:, None] - scores[labels == 0][None]
    return F.softplus(-gaps).mean() + CROSS_ENTROPY * \
        F.binary_cross_entropy_with_logits(scores, labels), (gaps > 0).float().mean()


def main():
    options = lora.training_options(__doc__.split("\n")[0])
    torch.manual_seed(18)
    judge = Judge(options.model, options.upper, options.device)
    items = lines(options.lines)
    read = [judge.sequence(item) for item in items]
    labels = [torch.tensor([float(one["label"]) for one in item["candidates"]]) for item in items]
    nothing = torch.tensor(float("nan"), device=options.device)

    def loss(group):
        states = judge.hidden([read[at][0] for at in group])
        losses, shares = [], []
        for row, at in enumerate(group):
            right = labels[at].to(options.device)
            views = [loss_of(view, right) for view in judge.scores(states[row], read[at][1])
                     if view is not None]
            losses.append(sum(one for one, _ in views) / len(views))
            shares.append(torch.stack([share for _, share in views] + [nothing] * (2 - len(views))))
        total = torch.stack(losses).mean()
        return total, torch.cat([total.detach()[None], torch.stack(shares).nanmean(0)])

    lora.train([{"params": judge.parameters(), "lr": lora.RATE},
                {"params": list(judge.head.parameters()), "lr": HEAD_RATE}],
               [len(sequence.ids) for sequence, _ in read], loss,
               lora.Training(options.tokens, options.epochs, options.seconds),
               lambda: judge.save(options.out), random.Random(18))


if __name__ == "__main__":
    main()
