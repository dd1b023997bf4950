#!/usr/bin/env python3
"""The engine's language models against `transformers`.

Tiny Qwen2 and Llama models of random weights are written and computed by
transformers in a process of its own, since no process may load two libtorches,
and then read by the engine here. T2SED_LANGUAGE_MODEL names the Hugging Face
directory of a real model, which is compared too, on prompts made of the lines
of the file that T2SED_LANGUAGE_PROMPTS names (some are built in); this takes
minutes. With T2SED_TEST_DEVICE=cuda the engine computes there, and the limits
stay as they are. Run it with a Python that has torch and transformers; `make test` takes
.deps/venv's.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

MODULES = ("numpy", "torch", "transformers")
MISSING = [m for m in MODULES if importlib.util.find_spec(m) is None]
REAL = os.environ.get("T2SED_LANGUAGE_MODEL")
PROMPTS = os.environ.get("T2SED_LANGUAGE_PROMPTS")
DEVICE = os.environ.get("T2SED_TEST_DEVICE", "cpu")

TINY = dict(vocab_size=160, hidden_size=64, intermediate_size=112,
            num_hidden_layers=3, num_attention_heads=4, num_key_value_heads=2,
            max_position_embeddings=512, initializer_range=0.2)
LLAMA3 = dict(rope_type="llama3", factor=8.0, low_freq_factor=1.0,
              high_freq_factor=4.0, original_max_position_embeddings=64,
              rope_theta=10000.0)
CASES = {
    "qwen2": ("Qwen2", dict(TINY, tie_word_embeddings=True)),
    "qwen2-untied": ("Qwen2", dict(TINY, tie_word_embeddings=False,
                                   num_key_value_heads=4)),
    "llama": ("Llama", dict(TINY, tie_word_embeddings=False)),
    "llama3": ("Llama", dict(TINY, tie_word_embeddings=True,
                             rope_parameters=LLAMA3, head_dim=32)),
    "linear": ("Llama", dict(TINY, tie_word_embeddings=True,
                             rope_parameters=dict(rope_type="linear",
                                                  factor=4.0,
                                                  rope_theta=10000.0))),
}
LENGTHS = [1, 2, 17, 40, 100, 300]
LAYERS = [0, 1, 2, 3]
GREEDY = 24
QUESTION = ("CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country "
            "TEXT, age INTEGER);\nCREATE TABLE concert (id INTEGER, singer_id "
            "INTEGER, year INTEGER, attendance REAL);\n-- %s\n")
ASKED = ["How many singers are there?", "Which countries have no singer?",
         "What is the mean age of singers of concerts in 2014?",
         "List names of the three oldest singers, the oldest first.",
         "In which year was the attendance highest, and who sang?",
         "Wie viele Konzerte gab es \u2013 und wo? \u4e2d\u6587"]


# --- the reference, in a process of its own -----------------------------------


def reference(directory):
    import numpy as np
    import torch
    import transformers
    torch.manual_seed(7)
    torch.set_grad_enabled(False)
    torch.set_num_threads(2)
    generator = np.random.default_rng(7)
    for name, (kind, options) in CASES.items():
        path = os.path.join(directory, name)
        config = getattr(transformers, kind + "Config")(**options)
        model = getattr(transformers, kind + "ForCausalLM")(config).eval()
        for key, weight in model.named_parameters():
            if key.endswith("bias") or "norm" in key:
                weight.add_(0.3 * torch.randn_like(weight))
        model.save_pretrained(path)
        prompts = [generator.integers(0, 160, n) for n in LENGTHS]
        save(model, path, prompts, generator)
    if REAL:
        tokenizer = transformers.AutoTokenizer.from_pretrained(REAL)
        model = transformers.AutoModelForCausalLM.from_pretrained(
            REAL, dtype=torch.float32).eval()
        texts = [QUESTION % q for q in ASKED]
        if PROMPTS:
            with open(PROMPTS, encoding="utf-8") as lines:
                texts = [json.loads(line) for line in lines]
        path = os.path.join(directory, "real")
        os.mkdir(path)
        save(model, path, [np.array(tokenizer(t).input_ids) for t in texts],
             generator)


def save(model, path, prompts, generator):
    """What the model says of each prompt, and of a continuation of it."""
    import numpy as np
    import torch
    out = {}
    for i, prompt in enumerate(prompts):
        ids = torch.tensor(prompt)[None]
        made = model(ids, output_hidden_states=True)
        out[f"{i}.ids"] = prompt.astype(np.int32)
        # All rows of a real vocabulary would be much: the last, and what the
        # others say of the tokens that follow.
        logits = made.logits[0].double()
        out[f"{i}.last"] = logits[-1].numpy()
        following = torch.log_softmax(logits, -1)[:-1].gather(
            1, ids[0, 1:, None])
        out[f"{i}.following"] = following[:, 0].numpy()
        if len(made.hidden_states) == len(LAYERS):
            out[f"{i}.states"] = np.stack([made.hidden_states[n][0].numpy()
                                           for n in LAYERS])
        greedy = model.generate(
            ids, attention_mask=torch.ones_like(ids), do_sample=False,
            repetition_penalty=1.0, temperature=None, top_p=None, top_k=None,
            max_new_tokens=GREEDY, eos_token_id=[], pad_token_id=0)
        out[f"{i}.greedy"] = greedy[0, len(prompt):].numpy()
    np.savez(os.path.join(path, "reference.npz"), count=len(prompts), **out)


# --- the tests ----------------------------------------------------------------


def setUpModule():
    global np, backend, engine, folder
    if MISSING:
        raise unittest.SkipTest("no " + ", ".join(MISSING))
    import numpy as np
    from support import backend
    shim = backend.find_shim()
    if not os.path.exists(shim):
        raise unittest.SkipTest("no " + shim)
    engine = backend.Backend(shim)
    print("# %s" % engine.call("name").decode())
    folder = tempfile.TemporaryDirectory()
    done = subprocess.run(
        [sys.executable, os.path.abspath(__file__), "--reference",
         folder.name], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)


def tearDownModule():
    if "folder" in globals():
        folder.cleanup()


def open_model(name, precision=0, change=None, adapter=None, scale=1.0):
    path = REAL if name == "real" else os.path.join(folder.name, name)
    with open(os.path.join(path, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    weights = backend.read_safetensors(os.path.join(path, "model.safetensors"))
    if change:
        change(config, weights)
    return backend.Language(engine, config, weights, precision, adapter, scale,
                            DEVICE)


def due_of(name):
    return np.load(os.path.join(folder.name, name, "reference.npz"))


def log_softmax(x):
    x = np.asarray(x, np.float64)
    return x - x.max() - np.log(np.exp(x - x.max()).sum())


def greedy(cache, count):
    made = []
    for _ in range(count):
        made.append(int(cache.predict([cache.length - 1])[0].argmax()))
        cache.read([made[-1]])
    return made


class Parity(unittest.TestCase):
    def compare(self, name, limit=2e-3):
        model, due = open_model(name), due_of(name)
        worst = same = 0
        for i in range(int(due["count"])):
            ids, cache = due[f"{i}.ids"], backend.Cache(model)
            states = cache.read(ids, layers=LAYERS
                                if f"{i}.states" in due else ())
            last = cache.predict([len(ids) - 1])[0]
            worst = max(worst, np.abs(
                last - log_softmax(due[f"{i}.last"])).max())
            if len(ids) > 1:
                found = cache.likelihood(np.arange(len(ids) - 1), ids[1:])
                worst = max(worst, np.abs(found - due[f"{i}.following"]).max())
            if f"{i}.states" in due:
                self.assertLess(np.abs(states - due[f"{i}.states"]).max(), 2e-3)
            same += greedy(cache, GREEDY) == list(due[f"{i}.greedy"])
            cache.close()
        model.close()
        print("# %s: logits of %d prompts within %.1e; %d of %d greedy "
              "continuations equal" % (name, due["count"], worst, same,
                                       due["count"]))
        self.assertLess(worst, limit)
        self.assertEqual(same, due["count"])

    def test_tiny_models(self):
        for name in CASES:
            with self.subTest(name):
                self.compare(name)

    @unittest.skipUnless(REAL, "T2SED_LANGUAGE_MODEL is not set")
    def test_real_model(self):
        self.compare("real")

    def test_narrow_weights(self):
        """bf16 and int8 say about what fp32 says."""
        for name in list(CASES) + (["real"] if REAL else []):
            ids = due_of(name)["3.ids"]
            wide = None
            for precision, limit in ((0, 0), (2, 0.1), (3, 0.2)):
                model = open_model(name, precision)
                cache = backend.Cache(model)
                cache.read(ids)
                found = cache.likelihood(np.arange(len(ids) - 1), ids[1:])
                wide = found if wide is None else wide
                print("# %s: precision %d: mean difference %.4f of %.3f nats, "
                      "%d bytes" % (name, precision, np.abs(found - wide).mean(),
                                    -wide.mean(), model.sizes()[0]))
                self.assertLess(np.abs(found - wide).mean(), limit + 1e-6)
                cache.close()
                model.close()


class Caches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = open_model("qwen2")
        cls.random = np.random.default_rng(3)

    @classmethod
    def tearDownClass(cls):
        cls.model.close()

    def ids(self, n):
        return self.random.integers(0, 160, n).astype(np.int32)

    def alone(self, prompt, continuation):
        cache = backend.Cache(self.model)
        cache.read(np.concatenate([prompt, continuation]))
        n = len(prompt)
        out = cache.likelihood(np.arange(n - 1, n - 1 + len(continuation)),
                               continuation)
        cache.close()
        return out

    def branches(self, cache, candidates):
        """Reads candidates behind what is there, in one go."""
        n = cache.length
        ids, parents, nodes = [], [], []
        for candidate in candidates:
            begin = n + len(ids)
            chain = [n - 1] + list(range(begin, begin + len(candidate) - 1))
            ids += list(candidate)
            parents += chain
            nodes.append(chain)
        cache.read(ids, parents)
        return nodes

    def test_candidates_together_and_alone(self):
        prompt = self.ids(50)
        candidates = [self.ids(n) for n in (1, 7, 30, 12, 7)]
        cache = backend.Cache(self.model)
        cache.read(prompt)
        for _ in range(2):  # again after the first ones were dropped
            for candidate, nodes in zip(candidates,
                                        self.branches(cache, candidates)):
                found = cache.likelihood(nodes, candidate)
                self.assertLess(np.abs(found - self.alone(prompt, candidate)
                                       ).max(), 1e-4)
            cache.keep(50)
        cache.keep(20)
        (nodes,) = self.branches(cache, [candidates[2]])
        self.assertLess(np.abs(
            cache.likelihood(nodes, candidates[2]) -
            self.alone(prompt[:20], candidates[2])).max(), 1e-4)
        cache.close()

    def test_portions_are_the_whole(self):
        prompt = self.ids(120)
        whole, parts = backend.Cache(self.model), backend.Cache(self.model)
        whole.read(prompt)
        for begin in range(0, 120, 23):
            parts.read(prompt[begin:begin + 23])
        self.assertLess(np.abs(whole.predict([119]) - parts.predict([119])
                               ).max(), 1e-4)
        whole.close()
        parts.close()

    def test_beams(self):
        """Hypotheses that fork, die and are compacted."""
        prompt = self.ids(33)
        cache = backend.Cache(self.model)
        cache.read(prompt)
        paths, ends = [[], []], [32, 32]
        for step in range(12):
            survivors = self.random.integers(0, len(paths), 4)
            tokens = self.ids(4)
            first = cache.length
            cache.read(tokens, [ends[s] for s in survivors])
            paths = [paths[s] + [(first + i, int(t))] for i, (s, t) in
                     enumerate(zip(survivors, tokens))]
            ends = list(range(first, first + 4))
            if step % 5 == 4:
                alive = sorted({n for path in paths for n, _ in path} |
                               set(range(33)))
                cache.keep(alive)
                place = {n: i for i, n in enumerate(alive)}
                paths = [[(place[n], t) for n, t in path] for path in paths]
                ends = [place[e] for e in ends]
        for row, path in zip(cache.predict(ends), paths):
            alone = backend.Cache(self.model)
            alone.read(np.concatenate([prompt, [t for _, t in path]]))
            self.assertLess(np.abs(row - alone.predict([alone.length - 1])
                                   ).max(), 1e-4)
            alone.close()
        cache.close()

    def test_interruption_leaves_the_cache(self):
        prompt = self.ids(40)
        cache = backend.Cache(self.model)
        cache.read(prompt)
        before = cache.predict([39])
        left = [2]

        @backend.STOP
        def stop(_):
            left[0] -= 1
            return left[0] < 0

        with self.assertRaises(backend.BackendError) as caught:
            cache.read(self.ids(9), stop=stop)
        self.assertEqual(caught.exception.code, -22)
        self.assertTrue((cache.predict([39]) == before).all())
        cache.read(prompt[:1])
        cache.close()

    def test_refusals(self):
        cache = backend.Cache(self.model)
        cache.read(self.ids(10))
        for code, call in (
                (-2, lambda: cache.read([160])),
                (-2, lambda: cache.read([1], [10])),
                (-2, lambda: cache.read([1], [-2])),
                (-2, lambda: cache.read([])),
                (-2, lambda: cache.read([1], layers=[9])),
                (-13, lambda: cache.read(self.ids(510))),
                (-2, lambda: cache.keep(11)),
                (-2, lambda: cache.keep([0, 2])),
                (-2, lambda: cache.keep([1, 0])),
                (-2, lambda: cache.predict([10])),
                (-2, lambda: cache.likelihood([0], [160]))):
            with self.assertRaises(backend.BackendError) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)
        cache.read(self.ids(1))
        cache.close()


class Engine(unittest.TestCase):
    def test_fastest_precision(self):
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as file:
                flags = next(line for line in file if line.startswith("flags")).split()
        except (OSError, StopIteration):
            self.skipTest("no list of what the processor has")
        name = engine.call("name").decode()
        products = tuple(map(int, name.split()[1].split(".")[:2])) >= (2, 3)
        due = 2 if "avx512f" in flags and "amx_bf16" in flags else \
            3 if "avx512_vnni" in flags and products else \
            2 if "avx512_bf16" in flags else 0
        self.assertEqual(engine.call("language_precision"), due)
        slow = engine.call("language_slowness")
        self.assertEqual(name.startswith("libtorch 1."), slow is not None)


class Opening(unittest.TestCase):
    def refused(self, code, text, change, **more):
        with self.assertRaises(backend.BackendError) as caught:
            open_model("llama", change=change, **more)
        self.assertEqual(caught.exception.code, code, caught.exception)
        self.assertIn(text, str(caught.exception))

    def test_weights_that_do_not_fit(self):
        norm = "model.layers.1.input_layernorm.weight"

        def drop(_, weights):
            del weights[norm]

        def cut(_, weights):
            weights[norm] = np.ones(63, np.float32)

        def not_a_number(_, weights):
            weights[norm] = np.full(64, np.nan, np.float32)

        def heads(config, _):
            config["num_key_value_heads"] = 3

        def wide(config, _):
            config["intermediate_size"] = 113

        self.refused(-15, norm + " is missing", drop)
        self.refused(-15, "[63], the configuration wants [64]", cut)
        self.refused(-4, "NaN", not_a_number)
        self.refused(-2, "4 heads, 3 of keys", heads)
        self.refused(-15, "gate_proj", wide)

    def test_adapter(self):
        """Merged at opening, or into the weights by hand: the same."""
        random = np.random.default_rng(5)
        shapes = {"q_proj": (64, 64), "v_proj": (32, 64), "o_proj": (64, 64),
                  "down_proj": (64, 112)}
        adapter, added = {}, {}
        for name, (outputs, inputs) in shapes.items():
            a = random.standard_normal((4, inputs)).astype(np.float32)
            b = random.standard_normal((outputs, 4)).astype(np.float32)
            adapter[f"layers.1.{name}.lora_a"] = a
            adapter[f"layers.1.{name}.lora_b"] = b
            part = "mlp" if name == "down_proj" else "self_attn"
            added[f"model.layers.1.{part}.{name}.weight"] = 0.5 * b @ a

        def merge(_, weights):
            for name, delta in added.items():
                weights[name] = (weights[name] + delta).astype(np.float32)

        found = []
        for model in (open_model("llama", adapter=adapter, scale=0.5),
                      open_model("llama", change=merge)):
            cache = backend.Cache(model)
            cache.read(np.arange(20))
            found.append(cache.predict([19]))
            cache.close()
            model.close()
        self.assertLess(np.abs(found[0] - found[1]).max(), 1e-3)
        lone = {"layers.1.q_proj.lora_a": adapter["layers.1.q_proj.lora_a"]}
        self.refused(-15, "lora_b is missing", None, adapter=lone)
        self.refused(-15, "belong to no linear layer", None,
                     adapter={"layers.9.q_proj.lora_a": np.ones(
                         (4, 64), np.float32)})


if __name__ == "__main__":
    if sys.argv[1:2] == ["--reference"]:
        reference(sys.argv[2])
    else:
        from support import tap
        tap.main()
