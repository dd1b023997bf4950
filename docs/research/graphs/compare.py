#!/usr/bin/env python3
"""What a graph is worth on the hidden states of a language model of code.

    compare.py STATES... [--layers N,N,...] [--seeds N] [--every N] [--update PAGE]

STATES are what states.py wrote, each a row of tables. A small detector is trained
three times over, by what it makes of the states of the leaves: their mean ("no graph"),
three GATv2 layers on the paper's graph (Chen et al. 2023: dependencies, constituents,
syntax, sequence; edges without types), or on the recipe's (the syntax of SQL with its
joins, sequence; typed edges, residual connections). The text's last state is beside each.
A fifth of the train databases chooses the epoch (early stopping by AUC) and, without a
graph, the layer: too kindly for adapters that have learned from these databases. AUC on
the parsers of Spider dev. Needs torch, torch_geometric, numpy.
"""
import argparse
import json
import os
import sys
import zlib
from typing import NamedTuple

import numpy as np
import torch
from torch_geometric.nn import GATv2Conv, global_mean_pool

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from auc import auc  # noqa: E402
from firsts import put  # noqa: E402

WIDTH, LAYERS, BATCH, EPOCHS, PATIENCE, RATE = 128, 3, 64, 15, 3, 5e-4
LABELS = 64
PARTS = ("question", "sql")
EDGES = ("dependency", "constituency", "syntax", "sequence", "link")
GRAPHS = {"no graph": None, "paper's graph": "paper", "recipe's graph": "recipe"}


class Component(NamedTuple):
    leaves: list   # row of each node's state; -1: none
    labels: list   # of each node, 0 for leaves
    edges: list    # (from, to)
    kinds: list    # of each edge


class Sample(NamedTuple):
    set: str
    label: int
    last: int
    parts: dict    # graph -> Component of question and query


def component(told, only_leaves):
    nodes = [n for n in told["nodes"] if n[0] == "leaf" or not only_leaves]
    edges = [] if only_leaves else told["edges"]
    return Component([n[1] if n[0] == "leaf" else -1 for n in nodes],
                     [0 if n[0] == "leaf" else n[1] for n in nodes],
                     [(a, b) for a, b, _ in edges], [EDGES.index(k) for *_, k in edges])


def read(path, every):
    """Samples of train, validation and each parser."""
    found = {}
    with open(path + ".jsonl", encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line["at"] % every:
                continue
            name = line["set"]
            if name == "train" and zlib.crc32(line["db_id"].encode()) % 5 == 0:
                name = "valid"
            parts = {kind: [component(told, of is None)
                            for told in line["graphs"][of or "paper"]]
                     for kind, of in GRAPHS.items()}
            found.setdefault(name, []).append(
                Sample(name, line["label"], line["last"], parts))
    return found


class Detector(torch.nn.Module):
    def __init__(self, size, kind):
        super().__init__()
        self.kind, self.typed = kind, GRAPHS[kind] == "recipe"
        layers = LAYERS if GRAPHS[kind] else 0
        self.project = torch.nn.Sequential(torch.nn.LayerNorm(size), torch.nn.Linear(size, WIDTH))
        self.labels = torch.nn.ModuleList(torch.nn.Embedding(LABELS, WIDTH) for _ in PARTS)
        self.kinds = torch.nn.Embedding(len(EDGES), WIDTH)
        self.layers = torch.nn.ModuleList(
            torch.nn.ModuleList(GATv2Conv(WIDTH, WIDTH, edge_dim=WIDTH if self.typed else None)
                                for _ in range(layers)) for _ in PARTS)
        self.head = torch.nn.Sequential(
            torch.nn.Dropout(0.2), torch.nn.Linear(3 * WIDTH, WIDTH), torch.nn.Tanh(),
            torch.nn.Dropout(0.2), torch.nn.Linear(WIDTH, 1))

    def part(self, samples, states, which):
        leaves, labels, edges, kinds, of = [], [], [], [], []
        for at, sample in enumerate(samples):
            one = sample.parts[self.kind][which]
            edges += [(a + len(leaves), b + len(leaves)) for a, b in one.edges]
            leaves += one.leaves
            labels += one.labels
            kinds += one.kinds
            of += [at] * len(one.leaves)
        leaves = torch.tensor(leaves)
        x = self.labels[which](torch.tensor(labels))
        at = leaves >= 0
        x = x.index_put((at.nonzero()[:, 0],), self.project(states[leaves[at]].float()))
        edges = torch.tensor(edges, dtype=torch.long).reshape(-1, 2).t()
        kinds = self.kinds(torch.tensor(kinds, dtype=torch.long)) if self.typed else None
        for layer in self.layers[which]:
            made = torch.nn.functional.gelu(layer(x, edges, kinds))
            x = x + made if self.typed else made
        return global_mean_pool(x, torch.tensor(of), len(samples))

    def forward(self, samples, states):
        last = self.project(states[[s.last for s in samples]].float())
        return self.head(torch.cat([self.part(samples, states, 0), self.part(samples, states, 1),
                                    last], 1))[:, 0]


def measure(model, samples, states):
    model.eval()
    with torch.no_grad():
        scores = torch.cat([model(samples[i:i + BATCH], states)
                            for i in range(0, len(samples), BATCH)]).tolist()
    return auc(list(zip(scores, (s.label for s in samples))))


def train(kind, sets, states, seed):
    """AUC of the best epoch, by set."""
    torch.manual_seed(seed)
    model = Detector(states.shape[1], kind)
    steps = torch.optim.AdamW(model.parameters(), RATE, weight_decay=0.01)
    best, found, since = 0.0, {}, 0
    for _ in range(EPOCHS):
        model.train()
        order = torch.randperm(len(sets["train"])).tolist()
        for i in range(0, len(order), BATCH):
            batch = [sets["train"][j] for j in order[i:i + BATCH]]
            due = torch.tensor([float(s.label) for s in batch])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(model(batch, states), due)
            steps.zero_grad()
            loss.backward()
            steps.step()
        here = measure(model, sets["valid"], states)
        if here > best:
            best, since = here, 0
            found = {name: measure(model, samples, states)
                     for name, samples in sets.items() if name != "train"}
        else:
            since += 1
            if since == PATIENCE:
                break
    return found


def shown(values):
    return f"{np.mean(values):.3f} ({min(values):.3f} to {max(values):.3f})"


def main():
    parse = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("states", nargs="+")
    parse.add_argument("--layers", default="12,18,24")
    parse.add_argument("--seeds", type=int, default=3)
    parse.add_argument("--every", type=int, default=1, help="take only one line of N")
    parse.add_argument("--update")
    a = parse.parse_args()
    rows = []
    for path in a.states:
        name, sets, runs = os.path.basename(path), read(path, a.every), {}
        tests = sorted(set(sets) - {"train", "valid"})
        layers = [int(n) for n in a.layers.split(",")]
        for kind in GRAPHS:
            for layer in layers:
                states = torch.from_numpy(np.load(f"{path}.{layer}.npy"))
                runs[kind, layer] = [train(kind, sets, states, seed) for seed in range(a.seeds)]
                print(name, kind, layer, runs[kind, layer], file=sys.stderr, flush=True)
            if kind == "no graph":
                layers = [max(layers, key=lambda n: np.mean([r["valid"] for r in runs[kind, n]]))]
        for (kind, layer), found in runs.items():
            rows.append(f"| {name} | {layer} | {kind} | "
                        + " | ".join(shown([r[n] for r in found]) for n in ["valid"] + tests) + " |")
    length = len(tests) + 1
    table = ("| states | layer | leaves go through | validation | " + " | ".join(tests) + " |\n"
             + "|---" * (3 + length) + "|\n" + "\n".join(rows) + "\n")
    print(table, end="")
    if a.update:
        put(a.update, "graph-table", table.rstrip())


if __name__ == "__main__":
    main()
