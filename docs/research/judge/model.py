"""The judge: a causal language model with low-rank adapters (docs/training/adapter/lora.py)
and a linear head on the last hidden state. Needs torch, transformers, safetensors.
"""
import json
import os
import sys

import torch

from prompt import RIGHT, query

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "training", "adapter"))
import lora  # noqa: E402

LONGEST = 400  # tokens of a query


class Judge(lora.Model):
    def __init__(self, folder, upper=None, device="cpu"):
        super().__init__(folder, upper, device)
        self.head = torch.nn.Linear(self.body.config.hidden_size, 1).to(device)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)

    def save(self, folder, **more):
        """A judge for t2sed_judge_open. How much the model beside it and the judge count
        was chosen on other sets: docs/research/language-model-study.md."""
        weight = [float(f"{x:.6g}") for x in self.head.weight[0].tolist()]
        super().save(folder, t2sed_judge={"format": 1, "model_counts": 0.85,
                                          "judge_counts": 0.425,
                                          "judge_counts_with_rows": 0.2125, "bias": self.head.bias.item(),
                                          "weight": weight}, **more)

    def load(self, folder):
        super().load(folder)
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            head = json.load(file)["t2sed_judge"]
        with torch.no_grad():
            self.head.weight.copy_(torch.tensor([head["weight"]]))
            self.head.bias.fill_(head["bias"])

    def sequence(self, item):
        """The tokens of an item, and of each query where it ends and where its scores
        without and with the result are read (None: no result)."""
        right, continuations, places = self.encode(RIGHT), [], []
        for one in item["candidates"]:
            tokens = self.encode(query(one["sql"]))[:LONGEST]
            end, told = len(tokens), None
            tokens = tokens + right
            bare = len(tokens) - 1
            if one.get("result"):
                tokens = tokens + self.encode("\n-- Result: " + one["result"]) + right
                told = len(tokens) - 1
            continuations.append(tokens)
            places.append((end, bare, told))
        made = lora.Sequence.of(self.encode(item["prompt"]), continuations)
        return made, [(begin + end, begin + bare, told if told is None else begin + told)
                      for begin, (end, bare, told) in zip(made.begins, places)]

    def scores(self, state, places):
        """Of one sequence's states: scores without and with the results; the latter
        None where a query has none."""
        bare = self.head(state[[p[1] for p in places]].float())[:, 0]
        if any(p[2] is None for p in places):
            return bare, None
        return bare, self.head(state[[p[2] for p in places]].float())[:, 0]

    def likelihoods(self, sequence, state, places):
        """Of each query its tokens' log-probabilities: sum and mean."""
        made = []
        for begin, (end, *_) in zip(sequence.begins, places):
            before = [sequence.begins[0] - 1] + list(range(begin, end - 1))
            found = self.logs(state[before], torch.tensor(sequence.ids[begin:end]))
            made.append((found.sum().item(), found.mean().item()))
        return made


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
