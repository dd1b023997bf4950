#!/usr/bin/env python3
"""The engine by itself: speed and memory, on random weights.

    python3 test/bench/shim.py speed   a beam of 5 candidates, 250 tokens in all
    python3 test/bench/shim.py train   a step of AdamW over two batches
    python3 test/bench/shim.py soak    2,000 batches of varied lengths

T2SED_BACKEND names another shim. Needs numpy, and no torch.
"""

import ctypes as c
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "python"))

import numpy as np  # noqa: E402
from support import backend  # noqa: E402


def architecture(layers, hidden, **more):
    return backend.Architecture(**dict(dict(
        family=1, vocabulary=8000, hidden=hidden, layers=layers, heads=12,
        intermediate=4 * hidden, positions=514, position_offset=2,
        token_types=1, layer_norm_epsilon=1e-5, layout=1, gat_layers=3,
        gat_heads=1, edge_types=7, question_labels=21, sql_labels=12,
        encoder_dropout=0.1, head_dropout=0.1), **more))


def threads(engine, count):
    engine.call("set_threads", c.c_int32(count))


def best(function, repeats=8):
    """Milliseconds: the shortest on the wall, and the least processor time."""
    wall, cpu = [], []
    for _ in range(repeats):
        t, p = time.perf_counter(), time.process_time()
        function()
        wall.append(time.perf_counter() - t)
        cpu.append(time.process_time() - p)
    return "%.1f ms (%.1f ms of processor)" % (min(wall) * 1e3, min(cpu) * 1e3)


def speed(engine):
    for layers, hidden in ((6, 384), (12, 768)):
        a, generator = architecture(layers, hidden), np.random.default_rng(1)
        weights = backend.random_weights(a, generator)
        batch = backend.random_batch(a, generator, [50, 48, 52, 55, 45],
                                     (18, 30))
        for name, precision in (("fp32", 0), ("bf16", 2)):
            model = engine.open(a, weights, precision)
            vectors = engine.encode(model, batch, hidden)
            for count in (1, 2):
                threads(engine, count)
                engine.forward(model, batch)
                print("%d x %d %s, %d threads: forward %s, of it graphs %s" % (
                    layers, hidden, name, count,
                    best(lambda: engine.forward(model, batch)),
                    best(lambda: engine.forward(model, batch, vectors))),
                    flush=True)
            engine.call("model_close", model)


def train(engine):
    a, generator = architecture(6, 384), np.random.default_rng(1)
    weights = backend.random_weights(a, generator)
    options = backend.TrainOptions(0.9, 0.999, 1e-8, 0.01, 1.0, 1, 1, 0)
    handle, loss = c.c_void_p(), c.c_double()
    engine.call("trainer_open", c.byref(handle), c.byref(a),
                backend.tensor_array(weights), c.c_int32(len(weights)),
                c.c_char_p(b"cpu"), c.byref(options))
    arrays, steps = [], (backend.TrainBatch * 2)()
    for step in steps:
        batch = backend.random_batch(a, generator,
                                     list(generator.integers(35, 60, 20)),
                                     (18, 30))
        labels = np.tile(np.array([0, 1], np.float32), 10)
        arrays += [batch, labels]
        step.inputs = backend.batch_struct(batch)
        step.labels = backend.pointer(labels)
        arrays.append(np.ones(20, np.float32))
        step.weights = backend.pointer(arrays[-1])
    tokens = sum(int(b["starts"][-1]) for b in arrays[::3])
    threads(engine, 1)
    print("6 x 384, a step of 40 sequences, %d tokens, 1 thread: %s" % (
        tokens, best(lambda: engine.call(
            "trainer_step", handle, steps, c.c_int32(2), c.c_double(1e-4),
            c.byref(loss)), 5)))
    engine.call("trainer_close", handle)


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def soak(engine):
    a, generator = architecture(1, 384), np.random.default_rng(1)
    weights = backend.random_weights(a, generator)
    threads(engine, 1)
    for name, precision in (("fp32", 0), ("bf16", 2)):
        model = engine.open(a, weights, precision)
        sizes = []
        for i in range(2000):
            lengths = list(generator.integers(8, 150,
                                              int(generator.integers(1, 6))))
            engine.forward(model, backend.random_batch(a, generator, lengths,
                                                       (10, 50)))
            if (i + 1) % 200 == 0:
                sizes.append(resident())
        engine.call("model_close", model)
        print("%s, MiB after every 200 batches: %s" % (
            name, " ".join(map(str, sizes))), flush=True)


def main():
    what = {"speed": speed, "train": train, "soak": soak}.get(
        (sys.argv[1:] or [""])[0])
    if what is None or len(sys.argv) != 2:
        sys.exit(__doc__)
    began = time.perf_counter()
    engine = backend.Backend(backend.find_shim())
    print("%s, loaded in %.2f s" % (engine.call("name").decode(),
                                    time.perf_counter() - began))
    what(engine)


if __name__ == "__main__":
    main()
