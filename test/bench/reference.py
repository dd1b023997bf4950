#!/usr/bin/env python3
"""The same work as libt2sed's scoring path, done the usual way in Python.

Tokenise with Hugging Face `tokenizers`, parse the SQL in Python, build the
graphs, batch them, and run `transformers`' encoder and PyTorch Geometric's
GATv2Conv on PyTorch. This is what a careful user of these libraries would
write: evaluation mode, inference mode, fast tokenizer, one padded batch a
beam, nothing computed twice. `make bench` compares the library with it. Of a model
with forests, which read evidence, it does the text alone.

    reference.py MODEL_DIR [--precision fp32|bf16] [--threads N] [--repeat N]
                 [--beam FILE] [--scores]

The beam is one JSON object {"question": ..., "candidates": [{"sql": ...}]};
without --beam it is that of beam.json, five candidates and about 250 tokens in
all. Prints one line of JSON: the median of each stage in milliseconds a beam,
and versions; with --scores the probabilities too.

SQL, graphs and the model have modules of their own beside this one.
"""
import argparse
import json
import os
import statistics
import time

from reference_graph import WORD, Graph, batch_graphs, word_of_pieces
from reference_model import build_modules, open_tokenizer
from reference_sql import VIEW, Parser, simplify

HERE = os.path.dirname(os.path.abspath(__file__))


class Reference:
    """The whole path, a beam at a time; times[stage] collects seconds."""

    def __init__(self, directory, precision):
        import safetensors.torch
        import torch
        import torch_geometric.nn

        self.torch = torch
        with open(os.path.join(directory, "config.json"),
                  encoding="utf-8") as file:
            config = json.load(file)
        tensors = safetensors.torch.load_file(
            os.path.join(directory, "model.safetensors"))
        self.encoder, self.scorer, self.layout = build_modules(
            torch, torch_geometric.nn, config, tensors)
        self.dtype = {"fp32": torch.float32, "bf16": torch.bfloat16}[precision]
        self.encoder.to(self.dtype).eval()
        self.scorer.to(self.dtype).eval()
        self.tokenizer = open_tokenizer(directory)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        known = self.tokenizer.token_to_id
        self.special = [next(known(name) for name in names
                             if known(name) is not None)
                        for names in (("[CLS]", "<s>"), ("[SEP]", "</s>"),
                                      ("[PAD]", "<pad>"))]
        ours = config.get("t2sed", {})
        self.types = config.get("type_vocab_size", 1) > 1
        self.temperature = ours.get("calibration", {}).get("temperature", 1.0)
        graph = ours.get("graph", {})
        self.edges = graph.get("edges", {})
        self.typed = graph.get("typed", False)
        self.view = {key: graph.get("view", {}).get(key, default)
                     for key, default in VIEW.items()}
        labels = ours.get("labels", {}).get("sql", [])
        self.labels = {label: i + 1 for i, label in enumerate(labels)}
        self.times = {}

    def clock(self, stage, since):
        now = time.perf_counter()
        self.times.setdefault(stage, []).append(now - since)
        return now

    def score(self, beam):
        begin = now = time.perf_counter()
        trees = [simplify(Parser(candidate["sql"]).statement(), self.view)
                 for candidate in beam["candidates"]]
        now = self.clock("sql_parse", now)

        question = Graph(WORD.findall(beam["question"]), edges=self.edges)
        queries = [Graph((), tree, self.labels, self.edges) for tree in trees]
        now = self.clock("graph", now)

        encodings = self.tokenizer.encode_batch(
            [" ".join(graph.words) for graph in [question] + queries],
            add_special_tokens=False)
        now = self.clock("tokenise", now)

        ids, types, mask, graphs = self.batch(question, queries, encodings)
        now = self.clock("batch", now)

        with self.torch.inference_mode():
            inputs = {"input_ids": ids, "attention_mask": mask}
            if self.types:
                inputs["token_type_ids"] = types
            vectors = self.encoder(**inputs).last_hidden_state
            now = self.clock("encoder", now)
            logits = self.scorer(vectors, graphs).float() / self.temperature
            probabilities = self.torch.sigmoid(logits).tolist()
            self.clock("gat", now)
        self.clock("total", begin)
        return probabilities, int(mask.sum())

    def batch(self, question, queries, encodings):
        torch = self.torch
        cls, sep, pad = self.special
        first, rest = encodings[0], encodings[1:]
        width = len(first.ids) + 3 + max(len(sql.ids) for sql in rest)
        ids, types, mask, pieces = [], [], [], []
        owners = word_of_pieces(question.words, first)
        for query, sql in zip(queries, rest):
            left = [cls] + first.ids + [sep]
            right = sql.ids + [sep]
            empty = width - len(left) - len(right)
            ids.append(left + right + [pad] * empty)
            types.append([0] * len(left) + [1] * len(right) + [0] * empty)
            mask.append([1] * (width - empty) + [0] * empty)
            pieces.append((len(left), word_of_pieces(query.words, sql)))
        graphs = {}
        if self.layout != "none":
            graphs["question"] = batch_graphs(
                torch, [question] * len(queries), [(1, owners)] * len(queries),
                width, self.typed)
            graphs["sql"] = batch_graphs(torch, queries, pieces, width,
                                         self.typed)
            for graph in graphs.values():
                graph["share"] = graph["share"].to(self.dtype)
        return (torch.tensor(ids), torch.tensor(types), torch.tensor(mask),
                graphs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a model directory")
    parser.add_argument("--precision", choices=("fp32", "bf16"),
                        default="fp32")
    parser.add_argument("--threads", type=int, default=0,
                        help="within an operator; 0: torch's choice")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--beam", help="a JSON file with one beam",
                        default=os.path.join(HERE, "beam.json"))
    parser.add_argument("--scores", action="store_true")
    options = parser.parse_args()

    begin = time.perf_counter()
    import torch
    if options.threads:
        torch.set_num_threads(options.threads)
    imported = time.perf_counter()
    reference = Reference(options.model, options.precision)
    loaded = time.perf_counter()
    with open(options.beam, encoding="utf-8") as file:
        beam = json.load(file)
    for _ in range(3):
        probabilities, tokens = reference.score(beam)
    reference.times.clear()
    for _ in range(options.repeat):
        reference.score(beam)
    result = {stage + "_ms": round(1e3 * statistics.median(seconds), 4)
              for stage, seconds in reference.times.items()}
    result.update(
        candidates=len(beam["candidates"]), tokens=tokens,
        precision=options.precision, threads=torch.get_num_threads(),
        repeat=options.repeat, import_ms=round(1e3 * (imported - begin), 1),
        load_ms=round(1e3 * (loaded - imported), 1), torch=torch.__version__)
    if options.scores:
        result["probabilities"] = probabilities
    print(json.dumps(result))


if __name__ == "__main__":
    main()
