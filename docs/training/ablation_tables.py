#!/usr/bin/env python3
"""The tables of the ablation, from what ablation_text.py and
ablation_forests.py left.

    ablation_tables.py --data DIR --text DIR --evidence FILE.npz --forests DIR
                       [--beams NAME=FILE...] [--held-out NAME=FILE...]
                       [--update FILE.md] [--encoders FILE.md]

prints them; with --update and --encoders they take the place of what stands
between the marks in these files. Rows whose runs are not there are left out.
AUCs are in percent. Needs numpy.
"""
import argparse
import glob
import json
import math
import os
import statistics
import sys

import numpy

from ablation_data import LEVELS, Labelled, read_scores
from beams import lot

MARKS = "<!-- make ablation-tables: {} -->"
ENCODERS = "<!-- make encoder-table: {} -->"
SHORT = {"c3_sql_chatgpt": "c3", "dail_sql_gpt4": "dail", "din_sql_codex":
         "din codex", "din_sql_gpt4": "din gpt4", "din_sql_gpt4turbo_10best":
         "din turbo", "dbgpt_hub_lora": "dbgpt", "graphix_t5_picard": "graphix",
         "resdsql_large_natsql": "resdsql natsql", "sft_llama2_7b": "llama2",
         "starcoder_7b": "starcoder", "bridge_v2": "bridge"}

# Rows of text: title, run without its seed. The first two groups are the whole
# encoder's and its first three layers'.
TEXT = [
    ("text alone, [CLS]", "text:whole:gpt"),
    ("text and graphs of the paper", "paper:whole:gpt"),
    ("text branch of the recipe", "default:whole:gpt"),
    ("the same, trained as the default is: three epochs, SPLASH too", "recipe"),
    ("3 layers: text alone, [CLS]", "text:first-3:gpt"),
    ("3 layers: text and graphs of the paper", "paper:first-3:gpt"),
    ("3 layers: one GATv2 layer, as the paper's program has",
     "one-layer:first-3:gpt"),
    ("3 layers: the paper's, join constraints kept", "joins:first-3:gpt"),
    ("3 layers: full graphs (nothing simplified, joins kept)",
     "full:first-3:gpt"),
    ("3 layers: text branch of the recipe", "default:first-3:gpt"),
    ("3 layers: the same, terminals labelled by their links",
     "link-labels:first-3:gpt"),
    ("3 layers: the same, question and SQL in one graph", "joint:first-3:gpt"),
    ("3 layers: the same, with link edges", "link-edges:first-3:gpt"),
]
# Rows of evidence: title, row of ablation_forests.py without its seed.
EVIDENCE = [
    ("**evidence, all of it**", "all"),
    ("sketch alone", "only-plan"),
    ("predicted columns alone", "only-column"),
    ("sketch and columns alone", "only-plan+only-column"),
    ("execution alone", "only-execution"),
    ("values alone", "only-value"),
    ("structure of the query alone (`shape.`)", "only-shape"),
    ("without sketch", "no-plan"),
    ("without predicted columns", "no-column"),
    ("without sketch and columns", "no-plan+no-column"),
    ("without execution", "no-execution"),
    ("without values", "no-value"),
    ("without values and execution", "no-value+no-execution"),
    ("without structure", "no-shape"),
    ("without cue words", "no-cue"),
    ("without joins", "no-join"),
    ("all, schema alone", "schema"),
    ("without sketch and columns, schema alone", "schema+no-plan+no-column"),
]
# Text and evidence: title, text, evidence.
BOTH = [
    ("**all: text of the recipe and evidence**", "recipe", "all"),
    ("the same, schema alone", "recipe", "schema"),
    ("text and graphs of the paper, and evidence", "paper:whole:gpt", "all"),
    ("3 layers: text branch of the recipe, and evidence",
     "default:first-3:gpt", "all"),
    ("3 layers: terminals labelled by their links, and evidence",
     "link-labels:first-3:gpt", "all"),
    ("text of the recipe, evidence without sketch and columns", "recipe",
     "no-plan+no-column"),
]
# Base encoders: title, kind.
BASES = [("MiniLM-L6", "whole"), ("its first three layers", "first-3"),
         ("every second of its layers", "spread-3"),
         ("paraphrase-MiniLM-L3", "paraphrase-l3"),
         ("its first layer", "first-1"),
         ("six layers of fresh weights", "random"),
         ("three layers of fresh weights", "random-3")]


def logit(probability):
    p = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(p / (1 - p))


def regression(inputs, labels):
    """Weights (the last the bias) of a logistic regression, by Newton; an
    input whose weight would be negative is left out."""
    use = list(range(inputs.shape[1]))
    while True:
        x = numpy.hstack([inputs[:, use], numpy.ones((len(inputs), 1))])
        w = numpy.zeros(x.shape[1])
        for _ in range(50):
            p = 1 / (1 + numpy.exp(-x @ w))
            step = numpy.linalg.solve(
                (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * numpy.eye(len(w)),
                x.T @ (labels - p) - 1e-3 * w)
            w += step
            if numpy.abs(step).max() < 1e-8:
                break
        if not use or min(w[:-1]) >= 0:
            break
        del use[int(numpy.argmin(w[:-1]))]
    full = numpy.zeros(inputs.shape[1] + 1)
    full[use + [-1]] = w
    return full


class Runs:
    """What was measured, by row: a list of one dictionary a seed."""

    def __init__(self, options):
        self.items = Labelled.of(options)
        self.text, self.values, self.known = {}, {}, {}
        for path in sorted(glob.glob(os.path.join(options.text, "*",
                                                  "scores.jsonl"))):
            name = os.path.basename(os.path.dirname(path)).split("_")
            what = name[0] if len(name) < 4 else ":".join(name[:3])
            scores = {item: logit(p) for item, p in read_scores(path).items()
                      if p is not None}
            self.text.setdefault(what, []).append(scores)
        with numpy.load(options.evidence) as made:
            places = list(zip(made["databases"].tolist(),
                              made["questions"].tolist(),
                              made["queries"].tolist()))
            asked = ((made["weights"] == 0) & (made["others"] == 0) |
                     (made["sets"] == "held out"))
        for path in sorted(glob.glob(os.path.join(options.forests, "*.npy"))):
            what = os.path.basename(path)[:-4].rsplit("_", 1)[0]
            values = numpy.load(path)
            if len(values) == len(places):
                self.values.setdefault(what, []).append(
                    {places[i]: values[i] for i in numpy.flatnonzero(asked)})

    def measured(self, what, found):
        if what not in self.known:
            self.known[what] = [self.items.measure(one) for one in found]
        return self.known[what]

    def of_text(self, what):
        return self.measured("text " + what, self.text.get(what, []))

    def of_evidence(self, what):
        return self.measured("evidence " + what, self.values.get(what, []))

    def of_both(self, text, evidence):
        """Seeds are paired; a text of one seed goes with each forest. What
        the text counts for is fitted on what is held out; there, on four of
        five parts of its databases for the fifth."""
        texts, values = (self.text.get(text, []),
                         self.values.get(evidence, []))
        count = max(len(texts), len(values)) if texts and values else 0
        return self.measured(f"both {text} {evidence}", [
            self.fused(texts[i % len(texts)], values[i % len(values)])
            for i in range(count)])

    def fused(self, text, values):
        pairs = [(item, label) for item, label in self.items.others["held out"]
                 if item in text and item in values]
        x = numpy.array([[text[item], values[item]] for item, _ in pairs])
        y = numpy.array([label for _, label in pairs], float)
        part = numpy.array([int(lot(item[0], 7) * 5) for item, _ in pairs])
        def ratio(where):
            w = regression(x[where], y[where])
            return w[0] / max(w[1], 1e-6)

        share = ratio(numpy.full(len(y), True))
        found = {item: share * text[item] + value
                 for item, value in values.items() if item in text}
        for fold in range(5):
            other = ratio(part != fold)
            for i in numpy.flatnonzero(part == fold):
                found[pairs[i][0]] = other * x[i, 0] + x[i, 1]
        return found

    def length(self):
        everything = set(item for pairs in [
            *self.items.parsers.values(), *self.items.others.values()]
            for item, _ in pairs)
        return self.measured("length", [
            {item: -len(item[2]) for item in everything}])


def number(found, column):
    """A mean over seeds in percent, with the deviation of three or more."""
    values = [100 * one[column] for one in found
              if not math.isnan(one.get(column, math.nan))]
    if not values:
        return ""
    text = f"{statistics.fmean(values):.1f}"
    if len(values) > 2:
        text += f" ± {statistics.stdev(values):.1f}"
    return text


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|",
            *("| " + " | ".join(row) + " |" for row in rows), ""]


def all_rows(runs):
    found = [("length of the SQL", runs.length())]
    found += [(title, runs.of_text(what)) for title, what in TEXT]
    found += [(title, runs.of_evidence(what)) for title, what in EVIDENCE]
    found += [(title, runs.of_both(*what)) for title, *what in BOTH]
    return [(title, measured) for title, measured in found if measured]


def main_tables(runs):
    rows = all_rows(runs)
    columns = ["held out", "mean", "smbop", "resdsql_large_natsql", *LEVELS]
    lines = table(
        ["", "seeds", "held out", "mean of 18", "SmBoP", "RESDSQL-large+NatSQL",
         *LEVELS],
        [[title, str(len(found)), *(number(found, c) for c in columns)]
         for title, found in rows])
    parsers = list(runs.items.parsers)
    lines += ["Each parser:", ""]
    lines += table(["", *(SHORT.get(name, name).replace("_", " ")
                          for name in parsers)],
                   [[title, *(number([{c: statistics.fmean(
                       one[c] for one in found)}], c) for c in parsers)]
                    for title, found in rows])
    return lines


def table_6(runs):
    """In-domain and cross-domain data."""
    rows = []
    for title, found in (
            ("text and graphs of the paper, GPT-4o-mini's",
             runs.of_text("paper:whole:gpt")),
            ("3 layers: the same, GPT-4o-mini's",
             runs.of_text("paper:first-3:gpt")),
            ("3 layers: the same, SPLASH's", runs.of_text(
                "paper:first-3:splash")),
            ("evidence, GPT-4o-mini's", runs.of_evidence("gpt")),
            ("evidence, SPLASH's", runs.of_evidence("beams")),
            ("evidence, those of a parser of our own",
             runs.of_evidence("own")),
            ("evidence, the same parser's on databases that it has learned"
             " from", runs.of_evidence("own-seen")),
            ("evidence, all of the recipe", runs.of_evidence("all"))):
        for one in found:
            one["others"] = statistics.fmean(
                value for name, value in one.items()
                if name in runs.items.parsers and name != "gpt4o_mini")
        if found:
            rows.append([title, *(number(found, c) for c in (
                "held out", "own", "gpt4o_mini", "SPLASH test", "others"))])
    return table(["detector, trained on the predictions of",
                  "GPT-4o-mini, held out", "parser of our own, held out",
                  "GPT-4o-mini, dev", "Seq2Struct's beams, dev",
                  "the 17 other parsers"], rows)


def encoder_table(runs, folder):
    rows = []
    for title, kind in BASES:
        what = f"default:{kind}:gpt"
        found = runs.of_text(what)
        if not found:
            continue
        made = {}
        for name in ("size", "times"):
            path = os.path.join(folder, what.replace(":", "_") + "_1",
                                name + ".json")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    made.update(json.load(file))
        if not made:
            continue
        rows.append([
            title, str(len(found)), f"{made['parameters'] / 1e6:.1f}",
            f"{made['bytes'] / 1e6:.1f}",
            f"{made['beam fp32']:.1f} / {made['beam bf16']:.1f}",
            number(found, "held out"),
            number(runs.of_both(what, "all"), "held out"),
            number(runs.of_both(what, "schema"), "held out"),
            number(found, "mean")])
    for title, name in (("no text", "all"),):
        found, less = runs.of_evidence(name), runs.of_evidence("schema")
        if found:
            rows.append([title, str(len(found)), "", "", "", "",
                         number(found, "held out"), number(less, "held out"),
                         ""])
    return table(["encoder", "seeds", "million parameters", "MB in fp16",
                  "ms a beam, fp32 / bf16", "text", "with evidence",
                  "with evidence, schema alone", "text, dev (mean of 18)"],
                 rows)


def put(path, marks, lines):
    begin, end = marks.format("begin"), marks.format("end")
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(begin)
    after = rest.split(end)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n\n" + "\n".join(lines) + "\n" + end +
                   after)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("data", "text", "evidence", "forests"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--beams", action="append", default=[])
    parser.add_argument("--held-out", action="append", default=[])
    parser.add_argument("--update")
    parser.add_argument("--encoders")
    options = parser.parse_args()
    runs = Runs(options)
    lines = main_tables(runs) + [
        "In-domain and cross-domain data:", ""] + table_6(runs)
    encoders = encoder_table(runs, options.text)
    print("\n".join(lines + encoders))
    if (options.update or options.encoders) and not runs.text:
        sys.exit(f"ablation: {options.text} has no runs (make ablation-text), "
                 "and tables would lose their rows")
    if options.update:
        put(options.update, MARKS, lines)
    if options.encoders:
        put(options.encoders, ENCODERS, encoders)


if __name__ == "__main__":
    main()
