#!/usr/bin/env python3
"""Takes a BERT encoder out of an ONNX file, for `t2sed import`.

    onnx_encoder.py MODEL.onnx LIKE OUT

MODEL.onnx is a sentence encoder as PyTorch exports it, whose nodes are named
by modules (".../auto_model/encoder/layer.0/..."); LIKE a directory with
config.json, vocab.txt and tokenizer_config.json of an encoder of the same
family and width, whose configuration but for the number of layers OUT gets.
Needs onnx, numpy and safetensors.
"""
import json
import os
import re
import shutil
import sys

import numpy
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

MODULE = "auto_model"


def tensors(model):
    """{name: array} as Hugging Face names a BertModel's weights. Those that a
    MatMul reads have lost their names and are transposed."""
    arrays = {one.name: numpy_helper.to_array(one)
              for one in model.graph.initializer}
    found = {}
    for name, array in arrays.items():
        _, dot, rest = name.partition(MODULE + ".")
        if dot:
            found[rest] = numpy.ascontiguousarray(array)
    for node in model.graph.node:
        _, slash, rest = node.name.partition(f"/{MODULE}/")
        if node.op_type == "MatMul" and slash and node.input[1] in arrays:
            name = rest.rsplit("/MatMul", 1)[0].replace("/", ".") + ".weight"
            if name in found:
                sys.exit(f"onnx_encoder: two weights are called {name}")
            found[name] = numpy.ascontiguousarray(arrays[node.input[1]].T)
    return found


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    path, like, out = sys.argv[1:]
    found = tensors(onnx.load(path))
    layers = {int(at[1]) for name in found
              if (at := re.match(r"encoder\.layer\.(\d+)\.", name))}
    if not layers or "embeddings.word_embeddings.weight" not in found:
        sys.exit(f"onnx_encoder: {path} has no weights of a BERT encoder "
                 f"named by {MODULE}")
    with open(os.path.join(like, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    config["num_hidden_layers"] = len(layers)
    os.makedirs(out, exist_ok=True)
    save_file(found, os.path.join(out, "model.safetensors"))
    with open(os.path.join(out, "config.json"), "w",
              encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    for name in ("vocab.txt", "tokenizer_config.json"):
        shutil.copyfile(os.path.join(like, name), os.path.join(out, name))


if __name__ == "__main__":
    main()
