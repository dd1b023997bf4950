"""The judge: a causal language model with low-rank adapters (lora.py) and a linear head
on the last hidden state. Needs torch, transformers, safetensors.
"""
import gzip
import json
import os
from collections import defaultdict

import torch
import torch.nn.functional as F

import lora

LONGEST = 400        # tokens of a query, as lib/judge/judge.c cuts them
HEAD_RATE = 1e-3
CROSS_ENTROPY = 0.3  # what it counts beside the loss within a question
TEXTS = 4096         # encoded together


class Judge(lora.Model):
    def __init__(self, folder, upper=None, device="cpu", dtype=torch.bfloat16, **more):
        super().__init__(folder, upper, device, dtype, **more)
        self.head = torch.nn.Linear(self.body.config.hidden_size, 1).to(device)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)
        self.reads_reasons = False

    def save(self, folder, **more):
        """A judge for t2sed_judge_open. How much the model beside it and the judge count
        was chosen on other sets: docs/research/language-model-study.md."""
        weight = [float(f"{x:.6g}") for x in self.head.weight[0].tolist()]
        super().save(folder, t2sed_judge={
            "format": 1, "model_counts": 0.85, "judge_counts": 0.425,
            "judge_counts_with_rows": 0.2125, "reasons": self.reads_reasons,
            "bias": self.head.bias.item(), "weight": weight}, **more)

    def load(self, folder):
        super().load(folder)
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            head = json.load(file)["t2sed_judge"]
        with torch.no_grad():
            self.head.weight.copy_(torch.tensor([head["weight"]]))
            self.head.bias.fill_(head["bias"])

    def groups(self, rate=1.0):
        return super().groups(rate) + [
            {"params": list(self.head.parameters()), "lr": HEAD_RATE * rate}]

    def read(self, items):
        """Of each item its tokens, and of each query where it ends and where its scores
        without and with the result are read (None: no result)."""
        texts = defaultdict(lambda: None)
        for item in items:
            for one in item["candidates"]:
                texts.update(dict.fromkeys(pieces(one)))
            texts.update(dict.fromkeys((item["prompt"], item["right"])))
        texts.pop("", None)
        order = list(texts)
        for at in range(0, len(order), TEXTS):
            part = order[at:at + TEXTS]
            texts.update(zip(part, self.encode_all(part)))
        texts[""] = []
        return [sequence(item, texts) for item in items]

    def scores(self, state, places):
        """Of one sequence's states: scores without and with the results; the latter
        None where a query has none."""
        bare = self.head(state[[p[1] for p in places]].float())[:, 0]
        if any(p[2] is None for p in places):
            return bare, None
        return bare, self.head(state[[p[2] for p in places]].float())[:, 0]

    def likelihoods(self, read, state, places):
        """Of each query its tokens' log-probabilities: sum and mean."""
        made = []
        for begin, (end, *_) in zip(read.begins, places):
            before = [read.begins[0] - 1] + list(range(begin, end - 1))
            found = self.logs(state[before], read.ids[begin:end])
            made.append((found.sum().item(), found.mean().item()))
        return made


def pieces(candidate):
    return [candidate.get(key, "") for key in ("query", "reasons", "result")]


def sequence(item, tokens):
    """As lib/judge/judge.c puts it together, piece by piece."""
    right, continuations, places = tokens[item["right"]], [], []
    for one in item["candidates"]:
        query, reasons, result = (tokens[text] for text in pieces(one))
        made = query[:LONGEST]
        end, told = len(made), None
        made = made + reasons + right
        bare = len(made) - 1
        if result:
            made = made + result + right
            told = len(made) - 1
        continuations.append(made)
        places.append((end, bare, told))
    whole = lora.Sequence.of(tokens[item["prompt"]], continuations)
    return whole, [(begin + end, begin + bare, told if told is None else begin + told)
                   for begin, (end, bare, told) in zip(whole.begins, places)]


def loss_of(scores, labels):
    """Of a question's queries: of each right one the negative log-probability among it and
    all wrong ones, and the binary cross-entropy; and the share of pairs in order."""
    right, wrong = scores[labels == 1], scores[labels == 0]
    binary = F.binary_cross_entropy_with_logits(scores, labels)
    if not len(right) or not len(wrong):
        return CROSS_ENTROPY * binary, scores.new_tensor(float("nan"))
    listwise = F.softplus(wrong.logsumexp(0) - right).mean()
    return listwise + CROSS_ENTROPY * binary, (right[:, None] > wrong[None]).float().mean()


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
