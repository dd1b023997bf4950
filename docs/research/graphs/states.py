#!/usr/bin/env python3
"""Graphs of labelled queries, and a language model's hidden states of their leaves.

    states.py LM DATA OUT [--adapter DIR] [--layers N,N,...] [--every N]

Train: GPT-4o-mini's queries on Spider's train databases, all wrong ones and as many
right ones. Test: those of two parsers on Spider dev. The model reads the schema, then
the question, "-- Query:", the query and "-- Right:". OUT.jsonl gets a line for each
query: its label, the two graphs ("paper", "recipe": that of lib/models/large) with the
rows of their leaves, and OUT.N.npy the rows of layer N as fp16: the mean of the tokens
of each leaf, and the last token of each text. Needs numpy and the library's Python
package (PYTHONPATH=examples/python).
"""
import argparse
import json
import os
import subprocess
import sys

import numpy as np
import t2sed

PARSERS = ("smbop", "resdsql_large_natsql")
TASK = "Does each query answer its question?"
GRAPHS = {"paper": (), "recipe": ("--model", "lib/models/large")}


def samples(data, every):
    """Train and test lines of one labelled candidate each."""
    def of(path, name):
        with open(path, encoding="utf-8") as file:
            for line in map(json.loads, file):
                one = line["candidates"][0] if line["candidates"] else {}
                if one.get("label") in (0, 1):
                    yield {"set": name, "db_id": line["db_id"], "question": line["question"],
                           "label": one["label"], "candidates": [{"sql": one["sql"]}]}
    train = list(of(f"{data}/predictions/train/gpt4o_mini.jsonl", "train"))
    wrong = [s for s in train if not s["label"]]
    right = [s for s in train if s["label"]]
    step = len(right) / len(wrong)
    right = [right[int(i * step)] for i in range(len(wrong))]
    made = wrong + right
    for parser in PARSERS:
        made += list(of(f"{data}/predictions/dev/{parser}.jsonl", parser))
    return sorted(made, key=lambda s: (s["db_id"], s["question"]))[::every]


def graphs_of(lines, program, tables, options):
    """The graphs that `t2sed graph` makes; None where a query has none."""
    run = subprocess.run([program, "graph", "--quiet", "--tables", tables, *options],
                         input="".join(json.dumps(line) + "\n" for line in lines),
                         stdout=subprocess.PIPE, text=True, check=False)
    found = [json.loads(line)["candidates"][0].get("graph") for line in run.stdout.splitlines()]
    if len(found) != len(lines):
        sys.exit(f"t2sed graph answered {len(found)} of {len(lines)} lines")
    return found


def bytes_of(text):
    return len(text.encode())


class Reader:
    """Reads texts behind their schemas."""

    def __init__(self, lm, adapter, tables, layers, threads):
        self.layers = layers
        self.session = t2sed.LanguageSession(t2sed.LanguageModel(lm, adapter=adapter, threads=threads))
        self.schemas = t2sed.Schemas(tables)
        self.db, self.prompt = None, None

    def read(self, sample, spans):
        """[spans, layers, size] of (part, begin, end), whose part is "question" or "sql";
        the last one is of the text's last word."""
        if sample["db_id"] != self.db:
            self.db = sample["db_id"]
            self.prompt = t2sed.Prompt(
                TASK, database=t2sed.Database(schema=self.schemas[self.db]), system="",
                schema_style="compact", types=False, chat="plain", answer="")
        question, sql = "-- Question: " + sample["question"], sample["candidates"][0]["sql"]
        before = question + "\n-- Query:\n" + sql
        text = before + "\n-- Right:"
        at = {"question": bytes_of("-- Question: "), "sql": bytes_of(before) - bytes_of(sql)}
        places = [(at[part] + begin, at[part] + end) for part, begin, end in spans]
        places.append((bytes_of(text) - 1, bytes_of(text)))
        return np.array(self.session.states(self.prompt, text, places, self.layers), np.float16)


def main():
    parse = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("lm")
    parse.add_argument("data")
    parse.add_argument("out")
    parse.add_argument("--adapter")
    parse.add_argument("--t2sed", default="build/bin/t2sed")
    parse.add_argument("--layers", default="12,18,24")
    parse.add_argument("--every", type=int, default=1)
    parse.add_argument("--threads", type=int, default=1)
    a = parse.parse_args()
    layers = [int(n) for n in a.layers.split(",")]
    tables = f"{a.data}/spider/tables.json"
    lines = samples(a.data, a.every)
    graphs = {name: graphs_of(lines, a.t2sed, tables, options)
              for name, options in GRAPHS.items()}
    reader, rows, used, kept = Reader(a.lm, a.adapter, tables, layers, a.threads), [], 0, 0
    with open(a.out + ".jsonl.part", "w", encoding="utf-8") as out:
        for at, sample in enumerate(lines):
            both = {name: graphs[name][at] for name in GRAPHS}
            if not all(both.values()):
                continue
            spans, told = {}, {}
            for name, graph in both.items():
                told[name] = []
                for part, component in zip(("question", "sql"), graph["components"]):
                    nodes = [["leaf", spans.setdefault((part, *n["source"]), used + len(spans))]
                             if n["label"] is None else ["label", n["label"]]
                             for n in component["nodes"]]
                    told[name].append({"nodes": nodes, "edges": component["edges"]})
            found = reader.read(sample, list(spans))
            rows.append(found)
            used += len(found)
            kept += 1
            out.write(json.dumps({"at": at * a.every, "set": sample["set"], "db_id": sample["db_id"],
                                  "label": sample["label"], "last": used - 1,
                                  "graphs": told}) + "\n")
            if kept % 200 == 0:
                print(kept, "of", len(lines), "queries", flush=True)
    whole = np.concatenate(rows)
    assert np.isfinite(whole).all(), "a state is beyond fp16"
    for i, layer in enumerate(layers):
        np.save(f"{a.out}.{layer}.npy", whole[:, i])
    os.replace(a.out + ".jsonl.part", a.out + ".jsonl")


if __name__ == "__main__":
    main()
