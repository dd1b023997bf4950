#!/usr/bin/env python3
"""The engine against Hugging Face's encoders and PyTorch Geometric's layers.

Random weights and batches are written to a directory; the shim computes them
here, where torch is never imported, and the reference does in a process of its
own: no process loads two libtorches. Run it with a Python that has torch,
transformers and torch_geometric; `make test` takes .deps/venv's.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

MODULES = ("numpy", "torch", "transformers", "torch_geometric")

# Small models of every kind, and the two sizes that people use, one layer of
# each. "lengths" are those of the sequences.
ENCODER = dict(vocabulary=300, hidden=48, layers=3, heads=4, intermediate=80,
               positions=140, layer_norm_epsilon=1e-5, encoder_dropout=0.1,
               head_dropout=0.1)
BERT = dict(ENCODER, family=0, position_offset=0, token_types=2,
            layer_norm_epsilon=1e-12)
ROBERTA = dict(ENCODER, family=1, position_offset=2, token_types=1)
GRAPHS = dict(layout=1, gat_layers=3, gat_heads=1, question_labels=21,
              sql_labels=12, edge_types=0)
CASES = {
    "bert": dict(BERT, layout=0),
    "roberta": dict(ROBERTA, layout=0),
    "bert of MiniLM's width": dict(BERT, layout=0, hidden=384, heads=12,
                                   intermediate=1536, layers=2),
    "roberta of CodeBERT's width": dict(ROBERTA, layout=0, hidden=768,
                                        heads=12, intermediate=3072, layers=2),
    "untyped graphs": dict(ROBERTA, **GRAPHS),
    "typed graphs": dict(BERT, **dict(GRAPHS, edge_types=7)),
    "four heads, residual": dict(BERT, **dict(GRAPHS, edge_types=7, gat_heads=4,
                                              residual=1)),
    "joint graph, global node": dict(ROBERTA, **dict(
        GRAPHS, layout=2, edge_types=7, readout=1)),
}
LENGTHS = [9, 33, 120, 64, 1, 17, 34]


def make_case(name, directory):
    import numpy as np
    from support import backend
    a = backend.Architecture(**CASES[name])
    generator = np.random.default_rng(len(name))
    weights = backend.random_weights(a, generator)
    batch = backend.random_batch(a, generator, LENGTHS)
    np.savez(os.path.join(directory, "weights.npz"), **weights)
    np.savez(os.path.join(directory, "batch.npz"), **batch)
    return a, weights, batch


def engine_outputs(engine, a, weights, batch, directory):
    """What the shim computes, plus an archive and what it says as one."""
    import numpy as np
    out, c = {}, backend_module().c
    model = engine.open(a, weights)
    out["vectors"] = engine.encode(model, batch, a.hidden)
    out["logits"] = engine.forward(model, batch)
    # The scorer alone, on vectors that both sides read.
    np.save(os.path.join(directory, "given.npy"), out["vectors"])
    out["split"] = engine.forward(model, batch, out["vectors"])
    path = os.path.join(directory, "model.pt").encode()
    metadata = json.dumps({"hello": "world"}).encode()
    engine.call("model_export", model, c.c_char_p(path), c.c_char_p(metadata))
    engine.call("model_close", model)
    archive = c.c_void_p()
    engine.call("model_open_archive", c.byref(archive), c.byref(a),
                c.c_char_p(path), c.c_char_p(b"cpu"), c.c_int32(0),
                c.byref(c.c_int32()))
    out["archive"] = engine.forward(archive, batch)
    engine.call("model_close", archive)
    narrow = engine.open(a, weights, precision=2)
    out["bf16"] = engine.forward(narrow, batch)
    engine.call("model_close", narrow)
    return out


def backend_module():
    from support import backend
    return backend


# --- the reference, in a process of its own ----------------------------------


def reference_encoder(a, weights, batch):
    import torch
    import transformers as tf
    kind, config = ((tf.BertModel, tf.BertConfig) if a["family"] == 0 else
                    (tf.RobertaModel, tf.RobertaConfig))
    model = kind(config(
        vocab_size=a["vocabulary"], hidden_size=a["hidden"],
        num_hidden_layers=a["layers"], num_attention_heads=a["heads"],
        intermediate_size=a["intermediate"], hidden_act="gelu",
        max_position_embeddings=a["positions"],
        type_vocab_size=a["token_types"], pad_token_id=a["position_offset"] - 1
        if a["position_offset"] else 0,
        layer_norm_eps=a["layer_norm_epsilon"]), add_pooling_layer=False)
    own = {n[len("encoder."):]: w for n, w in weights.items()
           if n.startswith("encoder.")}
    # Our names are Hugging Face's behind one more "encoder.".
    state = {n if n.startswith("embeddings.") else "encoder." + n: w
             for n, w in own.items()}
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and all("_ids" in n for n in missing), missing
    model.eval()
    rows = []
    starts = batch["starts"].tolist()
    for begin, end in zip(starts, starts[1:]):
        ids = batch["ids"][begin:end].long().view(1, -1)
        types = (batch["types"][begin:end].long().view(1, -1)
                 if "types" in batch else torch.zeros_like(ids))
        # Said outright: random ids may be the padding id, which is none here.
        places = torch.arange(end - begin).view(1, -1) + a["position_offset"]
        rows.append(model(input_ids=ids, token_type_ids=types,
                          position_ids=places,
                          attention_mask=torch.ones_like(ids)
                          ).last_hidden_state[0])
    return torch.cat(rows)


def reference_stack(a, weights, batch, name, vectors):
    import torch
    from torch_geometric.nn import GATv2Conv
    get = lambda n: batch[name + "." + n].long()
    label, owner = get("node_label"), get("node_graph")
    n, h = len(label), a["hidden"]
    x = torch.zeros(n, h)
    for node in range(n):
        if label[node] >= 0:
            x[node] = weights[name + "_labels.weight"][label[node]]
        tokens = get("piece_token")[get("piece_node") == node]
        if len(tokens):
            x[node] += vectors[tokens].mean(0)
    edges = torch.stack([get("edge_source"), get("edge_target")])
    loops = torch.arange(n)
    for i in range(a["gat_layers"]):
        own = "%s_graph.layers.%d." % (name, i)
        typed = a["edge_types"] > 0
        layer = GATv2Conv(h, h // a["gat_heads"], heads=a["gat_heads"],
                          edge_dim=a["edge_types"] if typed else None,
                          add_self_loops=not typed)
        state = {k[len(own):]: w for k, w in weights.items()
                 if k.startswith(own)}
        edge_index, attributes = edges, None
        if typed:
            state["lin_edge.weight"] = state.pop("edge_types.weight").t()
            kinds = torch.cat([get("edge_type"), torch.zeros_like(loops)])
            attributes = torch.nn.functional.one_hot(
                kinds, a["edge_types"]).float()
            edge_index = torch.cat([edges, torch.stack([loops, loops])], 1)
        layer.load_state_dict(state)
        y = torch.nn.functional.gelu(layer(x, edge_index, attributes))
        x = x + y if a.get("residual") else y
    if a.get("readout"):
        return x[get("readout")]
    return torch.stack([x[owner == g].mean(0)
                        for g in range(len(batch["starts"]) - 1)])


def reference_head(a, weights, batch, vectors):
    import torch
    linear = lambda x, n: torch.nn.functional.linear(
        x, weights[n + ".weight"], weights[n + ".bias"])
    first = vectors[batch["starts"][:-1].long()]
    names = {0: [], 1: ["question", "sql"], 2: ["joint"]}[a["layout"]]
    pooled = [reference_stack(a, weights, batch, n, vectors) for n in names]
    pooled = pooled or [first]
    z = torch.tanh(linear(torch.cat(pooled, 1), "head.dense"))
    return linear(z, "head.out").squeeze(1)


def reference(directory, a):
    import numpy as np
    import torch
    torch.set_grad_enabled(False)
    load = lambda f: {n: torch.from_numpy(w) for n, w in
                      np.load(os.path.join(directory, f)).items()}
    weights, batch, out = load("weights.npz"), load("batch.npz"), {}
    vectors = reference_encoder(a, weights, batch)
    out["vectors"] = vectors
    out["logits"] = reference_head(a, weights, batch, vectors)
    given = torch.from_numpy(np.load(os.path.join(directory, "given.npy")))
    out["split"] = reference_head(a, weights, batch, given)
    files = {"t2sed.json": ""}
    archive = torch.jit.load(os.path.join(directory, "model.pt"),
                             _extra_files=files)
    assert json.loads(files["t2sed.json"]) == {"hello": "world"}
    whole = {n: w.long() for n, w in batch.items()}
    out["python"] = archive(whole)
    np.savez(os.path.join(directory, "reference.npz"), **out)


# --- the tests -----------------------------------------------------------------


def compare(directory, ours):
    import numpy as np
    theirs = np.load(os.path.join(directory, "reference.npz"))
    sigmoid = lambda x: 1 / (1 + np.exp(-np.asarray(x, np.float64)))
    far = lambda x, y: float(np.abs(x - y).max(initial=0.0))
    probability = sigmoid(theirs["logits"])
    return [
        ("encoder like transformers'",
         far(ours["vectors"], theirs["vectors"]), 1e-4),
        ("graphs and head like PyTorch Geometric's",
         far(ours["split"], theirs["split"]), 1e-5),
        ("the whole like PyTorch's",
         far(sigmoid(ours["logits"]), probability), 1e-4),
        ("encode and score are forward", far(ours["split"], ours["logits"]),
         1e-5),
        ("archive opened again", far(ours["archive"], ours["logits"]), 1e-4),
        ("archive in Python", far(theirs["python"], ours["logits"]), 1e-4),
        ("bf16 within 0.02", far(sigmoid(ours["bf16"]), probability), 0.02),
    ]


def main():
    missing = [m for m in MODULES if importlib.util.find_spec(m) is None]
    shim = None
    if not missing:
        shim = backend_module().find_shim()
    if missing or not os.path.exists(shim):
        why = ("no " + ", ".join(missing) if missing else "no " + shim)
        print("1..1\nok 1 - backend parity # SKIP " + why)
        return 0
    engine = backend_module().Backend(shim)
    print("# %s" % engine.call("name").decode())
    engine.call("set_threads", backend_module().I32(1))
    with tempfile.TemporaryDirectory() as directory:
        ours = {}
        for name in CASES:
            own = os.path.join(directory, name)
            os.mkdir(own)
            a, weights, batch = make_case(name, own)
            ours[name] = engine_outputs(engine, a, weights, batch, own)
        done = subprocess.run(
            [sys.executable, os.path.abspath(__file__), "--reference",
             directory], capture_output=True, text=True)
        if done.returncode:
            print("\n".join("# " + line for line in done.stderr.splitlines()))
            print("1..1\nnot ok 1 - the reference runs")
            return 1
        return report(directory, ours)


def report(directory, ours):
    number = failures = 0
    for name in CASES:
        for what, found, limit in compare(os.path.join(directory, name),
                                          ours[name]):
            number += 1
            good = found <= limit
            failures += not good
            print("%sok %d - %s: %s (%.1e, at most %.0e)" % (
                "" if good else "not ", number, name, what, found, limit))
    print("1..%d" % number)
    return 1 if failures else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--reference"]:
        for case, settings in CASES.items():
            reference(os.path.join(sys.argv[2], case), settings)
    else:
        sys.exit(main())
