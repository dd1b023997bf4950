#!/usr/bin/env python3
"""Monte Carlo dropout of a language model as a confidence in what it wrote first,
beside its log-probability and the detector (Chen et al. 2023, section 4: the
standard deviation of a query's log-probability in 10 passes).

    dropout.py --model LM --adapter DIR --db-root DIR [--t2sed PROGRAM] SCORED OUT
               [--update PAGE --mark TARGET]

SCORED is what `nbest.py --write` wrote, labelled and scored. The prompt is read
once; in each pass the outputs of attention and feed-forward layers lose a tenth of
their numbers while the query is read. OUT gets SCORED's lines with "deviation", one
by one: what it has already is not done again. Needs torch, transformers, safetensors.
"""
import argparse
import json
import os
import statistics
import sys

import torch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "..", "training", "judge"))
from adapter import prompts  # noqa: E402
from auc import auc  # noqa: E402
from firsts import head, row, show, whole_lines  # noqa: E402
import lora  # noqa: E402

PASSES, SHARE = 10, 0.1


class Dropping:
    """A model whose sub-layers drop numbers while `on`."""

    def __init__(self, options):
        self.model = lora.Model(options.model)
        self.model.load(options.adapter)
        self.model.merge()
        self.model.whole.float().eval()
        self.on = False
        for layer in self.model.body.layers:
            for part in (layer.self_attn.o_proj, layer.mlp.down_proj):
                part.register_forward_hook(self.drop)

    def drop(self, _module, _inputs, output):
        return torch.nn.functional.dropout(output, SHARE) if self.on else None

    @torch.no_grad()
    def deviation(self, prompt, sql):
        """Of the query's log-probability, in nats."""
        ids = torch.tensor(self.model.encode(prompt))
        query = torch.tensor(self.model.encode(sql))
        self.on = False
        cache = self.model.whole(ids[None, :-1], use_cache=True,
                                 logits_to_keep=1).past_key_values
        cache.batch_repeat_interleave(PASSES)
        self.on = True
        read = torch.cat([ids[-1:], query[:-1]]).repeat(PASSES, 1)
        logs = self.model.whole(read, past_key_values=cache).logits.log_softmax(-1)
        chosen = logs.gather(2, query.repeat(PASSES, 1)[:, :, None])
        return statistics.stdev(chosen.sum((1, 2)).tolist())


def first(line):
    return line["candidates"][0]


def read(path):
    with open(path, encoding="utf-8") as file:
        return [line for line in map(json.loads, file) if line.get("candidates")]


def measure(options):
    lines = read(options.scored)
    if whole_lines(options.out):
        done = read(options.out)
        if [first(line)["sql"] for line in done] != [
                first(line)["sql"] for line in lines[:len(done)]]:
            sys.exit(f"{options.out}: of other queries than {options.scored}; "
                     "remove it to begin again")
        lines = lines[len(done):]
    model = Dropping(options) if lines else None
    asked = prompts(options.t2sed, options.model,
                    ["--db-root", options.db_root, "--values", "2"], lines)
    with open(options.out, "a", encoding="utf-8") as file:
        for line, given in zip(lines, asked, strict=True):
            line["deviation"] = model.deviation(given["prompt"], first(line)["sql"])
            file.write(json.dumps(line) + "\n")
            file.flush()


def table(path):
    lines = read(path)
    labels = [first(line).get("label") == 1 for line in lines]
    told = {"log-probability": [first(line)["score"] for line in lines],
            "log-probability of a token": [first(line)["score"] / first(line)["tokens"]
                                           for line in lines],
            f"deviation in {PASSES} passes with dropout": [
                -line["deviation"] for line in lines],
            "**detector**": [first(line).get("probability") or 0 for line in lines]}
    made = head(f"{len(lines)} queries, {sum(labels)} right", "AUC")
    made += [row(name, f"{auc(list(zip(values, labels))):.3f}")
             for name, values in told.items()]
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--adapter", default="lib/models/text-to-sql")
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--mark")
    parser.add_argument("scored", metavar="SCORED")
    parser.add_argument("out", metavar="OUT")
    options = parser.parse_args()
    torch.manual_seed(0)
    measure(options)
    show(options, table(options.out))


if __name__ == "__main__":
    main()
