#!/usr/bin/env python3
"""Trains and scores the text rows of the ablation and the base encoders.

    ablation_text.py --t2sed PROGRAM --encoder DIR --data DIR --out DIR
                     --keep-text FILE [--splash-train FILE] [--chosen DIR]
                     [--beams NAME=FILE...] [--another NAME=DIR...] RUN...

A RUN is ARM:ENCODER:DATA:SEED, for example paper:whole:gpt:1, or `recipe`: the
recipe's text branch, which is --chosen and only scored.

  ARM      a graph (ARMS and RECIPE_ARMS below): what the text's graphs are
  ENCODER  whole, or first-N, spread-N, last-N: that many layers of it; random
           or random-N: as many layers with fresh weights; frozen: whole, and
           not trained; or the NAME of --another encoder
  DATA     gpt: GPT-4o-mini's predictions on Spider train; splash: SPLASH's
           beams, two right and three wrong queries of each

Each is one epoch, without the databases of the part that is held out. Items to
score: held out, the first candidates of the parsers on Spider dev, and the
first five of --beams. What is there already is not done again; logs lie
beside it. Plain Python, with safetensors and numpy for cut encoders.
"""
import argparse
import json
import math
import os
import resource
import shutil
import subprocess
import time

from ablation_data import HERE, Labelled, lines, run

# Beams that are timed, and so many less for what loading takes.
BEAMS, FEW = 150, 10

# What differs from the published model, whose SQL view this is but for the
# writer's style, which is taken out in all.
PLAIN = {"plain_style": True}
FULL = {"collapse_unary": False, "keep_punctuation": True, "merge_dots": False,
        "keep_join_constraints": True, **PLAIN}
ARMS = {
    "text": {"layout": "none"},
    "paper": {},
    "one-layer": {"layers": 1},
    "full": {"view": FULL},
    "joins": {"view": {"keep_join_constraints": True, **PLAIN}},
    "style": {"view": {}},
}
# What differs from the recipe's graph (default.json).
RECIPE_ARMS = {
    "default": {},
    "joint": {"layout": "joint"},
    "link-edges": {"layout": "joint", "edges": {"link": True}},
    "link-labels": {},
}
LINK_LABELS = ["[EXACT]", "[PARTIAL]", "[VALUE]", "[UNLINKED]"]


def config_of(options, arm, kind):
    if arm in ARMS:
        return {"graph": {"view": PLAIN, **ARMS[arm]}, "max_tokens": 512,
                "truncation": "error", "dropout": {"head": 0.1}}
    with open(os.path.join(HERE, "default.json"), encoding="utf-8") as file:
        config = json.load(file)
    for name, value in RECIPE_ARMS[arm].items():
        if isinstance(value, dict):
            config["graph"][name].update(value)
        else:
            config["graph"][name] = value
    if arm == "link-labels":
        made = make_base(options, "default", kind)
        with open(os.path.join(made, "config.json"), encoding="utf-8") as file:
            labels = json.load(file)["t2sed"]["labels"]
        config["labels"] = {side: names + LINK_LABELS
                            for side, names in labels.items()}
    return config


def layers_of(kind, count):
    """Which layers of `count` an encoder of this kind keeps."""
    how, _, number = kind.partition("-")
    keep = int(number) if number else count
    if how in ("first", "random"):
        return list(range(keep))
    if how == "last":
        return list(range(count - keep, count))
    if how == "spread":
        return [round((i + 1) * count / keep) - 1 for i in range(keep)]
    raise SystemExit(f"ablation: what is the encoder {kind}?")


def cut_encoder(options, kind):
    """The directory of the encoder with some of its layers."""
    another = dict(one.split("=", 1) for one in options.another)
    if kind in ("whole", "frozen", *another):
        return another.get(kind, options.encoder)
    import numpy
    from safetensors.numpy import load_file, save_file
    where = os.path.join(options.out, "encoder-" + kind)
    if os.path.exists(os.path.join(where, "model.safetensors")):
        return where
    os.makedirs(where, exist_ok=True)
    for name in os.listdir(options.encoder):
        path = os.path.join(options.encoder, name)
        if os.path.isfile(path) and name != "model.safetensors":
            shutil.copyfile(path, os.path.join(where, name))
    path = os.path.join(where, "config.json")
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    keep = layers_of(kind, config["num_hidden_layers"])
    config["num_hidden_layers"] = len(keep)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    tensors, random = {}, numpy.random.default_rng(1)
    for name, value in load_file(os.path.join(
            options.encoder, "model.safetensors")).items():
        parts = name.split(".")
        if "layer" in parts:
            at = parts.index("layer") + 1
            if int(parts[at]) not in keep:
                continue
            parts[at] = str(keep.index(int(parts[at])))
        if kind.startswith("random") and value.dtype.kind == "f":
            if "LayerNorm" not in name and not name.endswith("bias"):
                value = random.normal(0, 0.02, value.shape)
            else:
                value = numpy.full(value.shape, name.endswith(
                    "LayerNorm.weight"))
            value = value.astype(numpy.float32)
        tensors[".".join(parts)] = value
    save_file(tensors, os.path.join(where, "model.safetensors"))
    return where


def make_base(options, arm, kind):
    """The untrained model of an arm on an encoder."""
    kind = "whole" if kind == "frozen" else kind
    where = os.path.join(options.out, f"base-{arm}-{kind}")
    if os.path.exists(os.path.join(where, "model.safetensors")):
        return where
    with open(where + ".json", "w", encoding="utf-8") as file:
        json.dump(config_of(options, arm, kind), file)
    run([options.t2sed, "import", "--config", where + ".json", "--keep-text",
         options.keep_text, "--keep-first", "12000",
         cut_encoder(options, kind), where], where + ".log")
    return where


def splash_beams(options):
    """SPLASH's beams that have both right and wrong queries."""
    path = os.path.join(options.out, "splash-mixed.jsonl")
    if os.path.exists(path):
        return path
    with open(path + ".part", "w", encoding="utf-8") as out:
        for line in lines(options.splash_train):
            by_label = {0: [], 1: []}
            for candidate in line["candidates"]:
                if candidate.get("label") in (0, 1):
                    by_label[candidate["label"]].append(candidate)
            if by_label[0] and by_label[1]:
                line["candidates"] = by_label[1][:2] + by_label[0][:3]
                out.write(json.dumps(line) + "\n")
    os.rename(path + ".part", path)
    return path


def train(options, where, arm, kind, data, seed):
    frozen = kind == "frozen"
    files = {"gpt": os.path.join(options.data, "predictions", "train",
                                 "gpt4o_mini.jsonl")}
    if data == "splash":
        files[data] = splash_beams(options)
    run([options.t2sed, "train", "--model", make_base(options, arm, kind),
         "--out", os.path.join(where, "model"), "--precision", "fp16",
         "--threads", "1", "--epochs", "1", "--batch",
         "32" if data == "gpt" else "8", "--learning-rate",
         "5e-4" if frozen else "1e-4", "--seed", seed, "--dev-part", "0.2",
         "--tables", os.path.join(options.data, "spider", "tables.json"),
         "--log", os.path.join(where, "log.jsonl"), "--checkpoint",
         os.path.join(where, "checkpoint"), "--checkpoint-steps", "50",
         "--resume", *(["--freeze-encoder"] if frozen else []),
         files[data]], os.path.join(where, "train.log"))


def score(options, items, where):
    made = os.path.join(where, "scores.jsonl")
    with open(made + ".part", "wb") as out:
        run([options.t2sed, "score", "--model", os.path.join(where, "model"),
             "--threads", "1", "--tables",
             os.path.join(options.data, "spider", "tables.json")],
            os.path.join(where, "score.log"), stdout=out, input=items)
    os.rename(made + ".part", made)


def beam_seconds(options, where, beams, precision):
    """Processor time of scoring the beams, loading and all."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run([options.t2sed, "score", "--model", os.path.join(where, "model"),
         "--threads", "1", "--window", "1", "--precision", precision,
         "--tables", os.path.join(options.data, "spider", "tables.json")],
        os.path.join(where, "score.log"), stdout=subprocess.DEVNULL,
        input="".join(beams).encode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime -
            before.ru_stime)


def weigh(options, items, where):
    """Parameters and bytes of a model, and what a beam of five takes."""
    path = os.path.join(where, "model", "model.safetensors")
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    parameters = sum(math.prod(tensor["shape"]) for name, tensor
                     in header.items() if name != "__metadata__")
    found = {"parameters": parameters, "bytes": os.path.getsize(path)}
    beams = [line for line in items.beams().splitlines(True)
             if len(json.loads(line)["candidates"]) == 5][:BEAMS + FEW]
    for precision in ("fp32", "bf16"):
        long, short = (beam_seconds(options, where, some, precision)
                       for some in (beams, beams[:FEW]))
        found["beam " + precision] = (1000 * (long - short) /
                                      (len(beams) - FEW))
    with open(os.path.join(where, "size.json"), "w", encoding="utf-8") as out:
        json.dump(found, out)


def work(options, items, name):
    arm, kind, data, seed = (name + ":::").split(":")[:4]
    where = os.path.join(options.out, name.replace(":", "_"))
    os.makedirs(where, exist_ok=True)
    if os.path.exists(os.path.join(where, "scores.jsonl")):
        return
    began = time.time()
    if arm == "recipe":
        link = os.path.join(where, "model")
        if not os.path.exists(link):
            os.symlink(os.path.abspath(options.chosen), link)
    elif not os.path.exists(os.path.join(where, "model", "model.safetensors")):
        train(options, where, arm, kind, data, seed)
    trained = time.time()
    score(options, items.beams().encode(), where)
    if arm == "default" and seed == "1":
        weigh(options, items, where)
    try:
        os.remove(os.path.join(where, "checkpoint"))
    except OSError:
        pass
    found = json.dumps({"run": name, "train seconds": round(trained - began),
                        "score seconds": round(time.time() - trained)})
    print(found, flush=True)
    with open(os.path.join(where, "times.json"), "w", encoding="utf-8") as out:
        out.write(found + "\n")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("t2sed", "encoder", "data", "out", "keep-text"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--splash-train")
    parser.add_argument("--chosen")
    for name in ("beams", "another"):
        parser.add_argument("--" + name, action="append", default=[])
    parser.add_argument("runs", nargs="+")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    items = Labelled(options.data, dict(beam.split("=", 1)
                                        for beam in options.beams))
    for name in options.runs:
        work(options, items, name)


if __name__ == "__main__":
    main()
