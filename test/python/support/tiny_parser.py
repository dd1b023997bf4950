"""A question parser's directory with random weights (test/unit/tiny_parser.h
makes the like)."""

import json
import os
import random
import struct

WORDS = ["how", "many", "singers", "000"]
TAGS = ["NOUN", "VERB", "PUNCT"]
RELATIONS = ["nsubj", "root", "obj", "acl:relcl", "punct"]
HIDDEN, ARC, LABEL = 4, 3, 2


def shapes():
    """Names and shapes of a tiny parser's weights."""
    made = {"fixed.weight": [len(WORDS) + 1, 3], "words.weight": [3, 2],
            "ngrams.weight": [11, 2], "shapes.weight": [16, 1],
            "root": [2 * HIDDEN], "arc": [ARC + 1, ARC],
            "label": [len(RELATIONS), LABEL + 1, LABEL + 1]}
    for layer in range(2):
        for end in ("", "_reverse"):
            start = f"lstm.{layer}."
            size = 2 * HIDDEN if layer else 8
            made[f"{start}weight_ih_l0{end}"] = [4 * HIDDEN, size]
            made[f"{start}weight_hh_l0{end}"] = [4 * HIDDEN, HIDDEN]
            made[f"{start}bias_ih_l0{end}"] = [4 * HIDDEN]
            made[f"{start}bias_hh_l0{end}"] = [4 * HIDDEN]
    for name, size in (("tag", len(TAGS)), ("arc_head", ARC),
                       ("arc_dependent", ARC), ("label_head", LABEL),
                       ("label_dependent", LABEL)):
        made[name + ".weight"] = [size, 2 * HIDDEN]
        made[name + ".bias"] = [size]
    return made


def write_weights(path, tensors, seed=1):
    source, header, data = random.Random(seed), {}, b""
    for name, shape in tensors.items():
        count = 1
        for size in shape:
            count *= size
        begin = len(data)
        data += struct.pack(f"<{count}f",
                            *(source.gauss(0, 1) for _ in range(count)))
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


def make(folder, words=None, tags=None, tensors=None, version=1):
    os.makedirs(folder, exist_ok=True)
    write_weights(os.path.join(folder, "model.safetensors"),
                  tensors or shapes())
    with open(os.path.join(folder, "words.txt"), "w", encoding="utf-8") as out:
        out.write("".join(word + "\n" for word in words or WORDS))
    with open(os.path.join(folder, "config.json"), "w",
              encoding="utf-8") as out:
        json.dump({"t2sed_parser": {"format": version, "tags": tags or TAGS,
                                    "relations": RELATIONS}}, out)
