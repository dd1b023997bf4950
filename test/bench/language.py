#!/usr/bin/env python3
"""A language model by itself: 600 prompt tokens and five candidates of 30.

    python3 test/bench/language.py [DIR]

DIR is a Hugging Face directory (or $T2SED_LANGUAGE_MODEL); without one, weights
are random and of the size of Qwen2.5-Coder-0.5B. Prints, for each precision, the
seconds of opening; of prompt and candidates from nothing; of the same where the
first 550 tokens, the schema, have been read already; of the prompt alone and of
32 tokens of greedy decoding; and the size of the weights. Seconds are the
shortest by the clock and, in brackets, the least of the processor, all threads
together, which other work on the machine bears on less. T2SED_BACKEND names
another shim; T2SED_BENCH_THREADS how many threads (2), T2SED_BENCH_ROUNDS how
often (3), T2SED_BENCH_PRECISIONS which ("fp32 bf16 int8"), T2SED_BENCH_DEVICE
where (cpu, cuda). Needs numpy, and no torch.
"""

import ctypes as c
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "python"))

import numpy as np  # noqa: E402
from support import backend  # noqa: E402

PROMPT, SCHEMA, CANDIDATES, LENGTH, DECODED = 600, 550, 5, 30, 32
PRECISIONS = (("fp32", 0), ("fp16", 1), ("bf16", 2), ("int8", 3))
DEVICE = os.environ.get("T2SED_BENCH_DEVICE", "cpu")
SIZE = dict(model_type="qwen2", vocab_size=151936, hidden_size=896,
            num_hidden_layers=24, intermediate_size=4864,
            num_attention_heads=14, num_key_value_heads=2,
            max_position_embeddings=32768, rms_norm_eps=1e-6,
            rope_theta=1e6, tie_word_embeddings=True)


def random_weights(config):
    generator, weights = np.random.default_rng(1), {}
    h, i = config["hidden_size"], config["intermediate_size"]
    kv = h // config["num_attention_heads"] * config["num_key_value_heads"]

    def add(name, *shape):
        scale = 1.0 if len(shape) == 1 else shape[-1] ** -0.5
        bits = (scale * generator.standard_normal(shape, np.float32)
                ).view(np.uint32)
        weights[name] = (bits >> 16).astype(np.uint16)  # bf16

    add("model.embed_tokens.weight", config["vocab_size"], h)
    for n in range(config["num_hidden_layers"]):
        at = "model.layers.%d." % n
        for name, outputs in (("q", h), ("k", kv), ("v", kv)):
            add(at + "self_attn.%s_proj.weight" % name, outputs, h)
            add(at + "self_attn.%s_proj.bias" % name, outputs)
        add(at + "self_attn.o_proj.weight", h, h)
        add(at + "mlp.gate_proj.weight", i, h)
        add(at + "mlp.up_proj.weight", i, h)
        add(at + "mlp.down_proj.weight", h, i)
        add(at + "input_layernorm.weight", h)
        add(at + "post_attention_layernorm.weight", h)
    add("model.norm.weight", h)
    return weights


def score(cache, prompt, candidates, portion=256):
    """Reads what the cache lacks of the prompt, and scores candidates on it."""
    while cache.length < len(prompt):
        cache.read(prompt[cache.length:cache.length + portion])
    ids, parents = [], []
    for candidate in candidates:
        begin = len(prompt) + len(ids)
        ids += list(candidate)
        parents += [len(prompt) - 1] + list(
            range(begin, begin + len(candidate) - 1))
    cache.read(ids, parents)
    cache.likelihood(parents, ids)


def best(rounds, prepare, run):
    wall, processor = [], []
    for _ in range(rounds):
        prepare()
        t, p = time.perf_counter(), time.process_time()
        run()
        wall.append(time.perf_counter() - t)
        processor.append(time.process_time() - p)
    return "%.2f s (%.2f)" % (min(wall), min(processor))


def measure(engine, config, weights, name, precision, rounds):
    generator = np.random.default_rng(2)
    tokens = lambda n: generator.integers(0, config["vocab_size"], n)
    began = time.perf_counter()
    model = backend.Language(engine, config, weights, precision,
                             device=DEVICE)
    opened = time.perf_counter() - began
    cache = backend.Cache(model)
    prompt = tokens(PROMPT)
    candidates = [tokens(LENGTH) for _ in range(CANDIDATES)]

    def decode():
        for _ in range(DECODED):
            cache.read([int(cache.predict([cache.length - 1])[0].argmax())])

    def read():
        score(cache, prompt, [prompt[:1]])

    score(cache, prompt, candidates)
    cold = best(rounds, lambda: cache.keep(0),
                lambda: score(cache, prompt, candidates))
    warm = best(rounds, lambda: cache.keep(SCHEMA),
                lambda: score(cache, prompt, candidates))
    prefill = best(rounds, lambda: cache.keep(0), read)
    decoding = best(rounds, lambda: cache.keep(PROMPT), decode)
    print("%s: opened in %.1f s, %.0f MiB; cold %s, with the schema read %s; "
          "prompt %s, %d tokens decoded %s" % (
              name, opened, model.sizes()[0] / 2 ** 20, cold, warm, prefill,
              DECODED, decoding), flush=True)
    cache.close()
    model.close()


def main():
    engine = backend.Backend(backend.find_shim())
    threads = int(os.environ.get("T2SED_BENCH_THREADS", 2))
    rounds = int(os.environ.get("T2SED_BENCH_ROUNDS", 3))
    engine.call("set_threads", c.c_int32(threads))
    folder = (sys.argv[1] if len(sys.argv) > 1
              else os.environ.get("T2SED_LANGUAGE_MODEL"))
    if folder:
        with open(os.path.join(folder, "config.json"),
                  encoding="utf-8") as file:
            config = json.load(file)
        weights = backend.read_safetensors(
            os.path.join(folder, "model.safetensors"))
    else:
        config, weights = SIZE, random_weights(SIZE)
    print("%s, %s, %d threads, %s" % (engine.call("name").decode(), DEVICE,
                                      threads, folder or "random weights"))
    wanted = os.environ.get("T2SED_BENCH_PRECISIONS", "fp32 bf16 int8").split()
    for name, precision in PRECISIONS:
        if name in wanted:
            measure(engine, config, weights, name, precision, rounds)


if __name__ == "__main__":
    main()
