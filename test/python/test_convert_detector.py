#!/usr/bin/env python3
"""examples/python/convert_detector.py: checkpoints of the published detector.

The originals are not here. One checkpoint is made by hand, of a tiny model's
weights under the published names; where torch, transformers and PyTorch
Geometric are installed, another is saved by them as the published code does
(DataParallel, an optimizer beside the weights), and the engine's logits are
compared with theirs, in a process of its own. Prints TAP.
"""

import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
sys.dont_write_bytecode = True
import binding  # noqa: E402
import pickles  # noqa: E402
import tap  # noqa: E402
import convert_detector as converter  # noqa: E402

SCRIPT = os.path.join(binding.ROOT, "examples", "python", "convert_detector.py")
SHIM = os.path.join(binding.BUILD, "lib", "libt2sed-torch.so")
FAKE = os.path.join(binding.BUILD, "test", "fake_backend.so")
MODULES = "numpy", "torch", "transformers", "torch_geometric"
SIDES = "question", "sql"
QUESTION = "How many big singers are there?"
BRACKETS = ("(ROOT (SBARQ (WHNP (WHADJP (WRB How) (JJ many)) (JJ big) "
            "(NNS singers)) (SQ (VBP are) (NP (EX there))) (. ?)))")
QUERIES = ["select count(*) from singer where age > 20",
           "select max(age) from singer"]


def published(name):
    """The published name of one of ours, in a model of one graph layer."""
    for ours, theirs in (
            ("encoder.embeddings", "CodeBert.embeddings"),
            ("encoder", "CodeBert.encoder"),
            ("question_labels", "nl_nt_embeddings"),
            ("sql_labels", "sql_nt_embeddings"),
            ("question_graph.layers.0", "gcn3"),
            ("sql_graph.layers.0", "sql_gcn3"),
            ("head.dense", "binaryClassifier.dense"),
            ("head.out", "binaryClassifier.proj")):
        if name.startswith(ours + "."):
            return "module." + theirs + name[len(ours):]
    raise AssertionError(name)


def checkpoint(tensors):
    """The bytes of a checkpoint.pth of {name: (shape, bytes)}."""
    def one(key, shape, data):
        strides = [1]
        for size in shape[:0:-1]:
            strides.insert(0, strides[0] * size)
        sizes, steps = (b"(" + b"".join(map(pickles.integer, values)) + b"t"
                        for values in (shape, strides))
        return pickles.tensor(sizes, steps, of=pickles.storage(
            key=str(key), elements=len(data) // 4))
    items = list(tensors.items())
    pickle = (pickles.BEGIN + pickles.text("epoch") + b"K\3"
              + pickles.text("model_state_dict") + b"}("
              + b"".join(pickles.text(name) + one(i, *tensor)
                         for i, (name, tensor) in enumerate(items))
              + b"u" + pickles.text("optimizer_state_dict") + b"}"
              + pickles.text("loss") + one(0, [1], b"1234") + pickles.END)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("checkpoint/data.pkl", pickle)
        for i, (_, (_, data)) in enumerate(items):
            file.writestr(f"checkpoint/data/{i}", data)
    return out.getvalue()


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = lambda name: os.path.join(folder.name, name)
        subprocess.run(
            [os.path.join(binding.BUILD, "test", "make_tiny_model"),
             self.at("tiny"), "roberta",
             json.dumps({"graph": {"layers": 1},
                         "labels": converter.PUBLISHED["labels"]})], check=True)
        self.tiny = pickles.read(self.at("tiny/model.safetensors"))
        self.theirs = {published(name): (shape, data)
                       for name, (_, shape, data) in self.tiny.items()}
        for name in ("gcn1.bias", "gcn2.bias", "sql_gcn1.bias",
                     "sql_gcn2.bias", "CodeBert.pooler.dense.bias",
                     "CodeBert.embeddings.position_ids"):
            self.theirs["module." + name] = [1], b"dead"

    def converted(self, tensors=None, *options):
        if tensors is not None:
            with open(self.at("checkpoint.pth"), "wb") as file:
                file.write(checkpoint(tensors))
        return subprocess.run(
            [sys.executable, SCRIPT, self.at("checkpoint.pth"), self.at("out"),
             "--tokenizer", self.at("tiny"), *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False)

    def refused(self, part, tensors, *options):
        done = self.converted(tensors, *options)
        self.assertEqual((done.returncode, os.path.exists(self.at("out"))),
                         (1, False), done.stdout)
        self.assertIn(part, done.stdout)
        self.assertEqual(done.stdout.count("\n"), 1)

    def written(self, value, name="names.json"):
        with open(self.at(name), "w", encoding="utf-8") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return self.at(name)


class ByHand(Case):
    def test_weights_and_scores(self):
        """Those of the tiny model come back."""
        done = self.converted(self.theirs)
        self.assertEqual(done.stdout, f"{self.at('out')}: {len(self.tiny)} "
                                      "tensors\n")
        self.assertEqual(pickles.read(self.at("out/model.safetensors")),
                         self.tiny)
        os.environ["T2SED_BACKEND"] = FAKE
        import t2sed
        models = [t2sed.Model(self.at(name)) for name in ("tiny", "out")]
        scores = [[one.logit for one in t2sed.Scorer(model, parse=False).score(
                      QUESTION, QUERIES)] for model in models]
        self.assertEqual(*scores)
        self.assertIn("is there already", self.converted().stdout)

    def test_without_a_config(self):
        """RoBERTa's values where the tokenizer has no config.json."""
        os.unlink(self.at("tiny/config.json"))
        self.assertEqual(self.converted(self.theirs).returncode, 0)
        with open(self.at("out/config.json"), encoding="utf-8") as file:
            config = json.load(file)
        self.assertEqual(
            [config[key] for key in ("layer_norm_eps", "pad_token_id",
                                     "num_attention_heads", "hidden_size")],
            [1e-5, 1, 1, 32])

    def test_names(self):
        """Other names and labels; no graph layers: the layout is "none"."""
        own = {name.replace("CodeBert", "net").replace("module.", ""): tensor
               for name, tensor in self.theirs.items()}
        table = {name.replace("CodeBert", "net"): to
                 for name, to in converter.PUBLISHED["tensors"].items()}
        path = self.written({"tensors": table})
        self.assertEqual(self.converted(own, "--names", path).returncode, 0)
        shutil.rmtree(self.at("out"))
        for begin, to in table.items():
            table[begin] = None if to and "_" in to else to
        path = self.written({"tensors": table})
        self.assertEqual(self.converted(own, "--names", path).returncode, 0)
        with open(self.at("out/config.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["t2sed"]["graph"],
                             {"layout": "none"})

    def test_refused(self):
        def without(part):
            return {name: tensor for name, tensor in self.theirs.items()
                    if part not in name}

        def renamed(old, new):
            return {name.replace(old, new): tensor
                    for name, tensor in self.theirs.items()}
        for part, tensors in (
                ("for 'trf.bias'",
                 dict(self.theirs, **{"module.trf.bias": ([1], b"1234")})),
                ("no tensor 'sql_gcn3.*'", without("sql_gcn3")),
                ("question_graph.layers.0.* is no GATv2Conv: it has att, bias, "
                 "lin.bias", renamed(".gcn3.lin_l", ".gcn3.lin")),
                ("no 'encoder.embeddings.word_embeddings.weight' of 2 dim",
                 without("word_embeddings")),
                ("not numbered from 0", renamed("layer.0.", "layer.7.")),
                ("table sql_labels has 3 rows, but there are 11 labels",
                 dict(self.theirs, **{"module.sql_nt_embeddings.weight":
                                      ([3, 1], b"1234" * 3)}))):
            with self.subTest(part=part):
                self.refused(part, tensors)
        for part, text in (("no JSON:", "{"), ("no JSON object", "[]"),
                           ("'more', expected", {"more": {}}),
                           ("'tensors', expected", {"tensors": {"a": 1}}),
                           ("'labels', expected", {"labels": {"sql": []}})):
            with self.subTest(part=part):
                self.refused(part, None, "--names", self.written(text))
        os.unlink(self.at("checkpoint.pth"))
        self.refused("No such file", None)
        self.refused("has no tokenizer", None, "--tokenizer", self.at("."))


# --- the published layout, by its own libraries ------------------------------


def torch_model(config):
    """Modules of the published names around a tiny encoder."""
    import torch
    import transformers
    from torch_geometric.nn import GATv2Conv
    torch.manual_seed(3)
    model, hidden = torch.nn.Module(), config["hidden_size"]
    model.CodeBert = transformers.RobertaModel(transformers.RobertaConfig(
        **{key: value for key, value in config.items() if key != "t2sed"}))
    for name in ("gcn1", "gcn2", "gcn3", "sql_gcn1", "sql_gcn2", "sql_gcn3"):
        setattr(model, name, GATv2Conv(hidden, hidden))
    model.binaryClassifier = torch.nn.Module()
    model.binaryClassifier.dense = torch.nn.Linear(2 * hidden, 2 * hidden)
    model.binaryClassifier.proj = torch.nn.Linear(2 * hidden, 1)
    model.nl_nt_embeddings = torch.nn.Embedding(21, hidden, padding_idx=0)
    model.sql_nt_embeddings = torch.nn.Embedding(12, hidden, padding_idx=0)
    return model.eval()


def torch_logit(model, pair):
    """reference-model.md, 2.2.1, on tokens and graphs of the library's."""
    import torch
    ids = torch.tensor([pair["ids"]])
    vectors = model.CodeBert(ids).last_hidden_state[0]
    pooled = []
    for side, layer, table in zip(
            pair["sides"], (model.gcn3, model.sql_gcn3),
            (model.nl_nt_embeddings, model.sql_nt_embeddings)):
        x = torch.stack([
            vectors[tokens].mean(0) if tokens else table.weight[label]
            for tokens, label in side["nodes"]])
        x = torch.nn.functional.gelu(layer(x, torch.tensor(side["edges"])))
        pooled.append(x.mean(0))
    z = torch.tanh(model.binaryClassifier.dense(torch.cat(pooled)))
    return model.binaryClassifier.proj(z).item()


def child(what, folder):
    import torch
    with open(os.path.join(folder, "tiny", "config.json"),
              encoding="utf-8") as file:
        model = torch_model(json.load(file))
    if what == "--save":
        optimizer = torch.optim.AdamW(model.parameters())
        loss = sum(p.sum() for p in model.parameters()) * 1e-3
        loss.backward()
        optimizer.step()
        torch.save({"epoch": 1, "loss": loss,
                    "model_state_dict":
                        torch.nn.DataParallel(model).state_dict(),
                    "optimizer_state_dict": optimizer.state_dict()},
                   os.path.join(folder, "checkpoint.pth"))
        return
    saved = torch.load(os.path.join(folder, "checkpoint.pth"))
    torch.nn.DataParallel(model).load_state_dict(saved["model_state_dict"])
    with open(os.path.join(folder, "pairs.json"), encoding="utf-8") as file:
        pairs = json.load(file)
    with torch.no_grad():
        print(json.dumps([torch_logit(model, pair) for pair in pairs]))


@unittest.skipUnless(all(map(importlib.util.find_spec, MODULES)),
                     "not installed: one of " + ", ".join(MODULES))
@unittest.skipUnless(os.path.exists(SHIM), "no " + SHIM)
class Published(Case):
    def child(self, what):
        done = subprocess.run([sys.executable, os.path.abspath(__file__), what,
                               self.at(".")], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_logits(self):
        self.child("--save")
        self.assertEqual(self.converted().returncode, 0)
        os.environ["T2SED_BACKEND"] = SHIM
        ours = json.loads(subprocess.run(
            [sys.executable, os.path.abspath(__file__), "--score",
             self.at(".")], check=True, stdout=subprocess.PIPE).stdout)
        theirs = json.loads(self.child("--logits"))
        far = max(abs(a - b) for a, b in zip(ours, theirs))
        print(f"# logits {theirs}, farthest {far:.1e}")
        self.assertNotAlmostEqual(theirs[0], theirs[1], 3)
        self.assertLess(far, 1e-5)


def score(folder):
    """Prints the engine's logits; pairs.json gets what it computes them of."""
    os.environ["T2SED_BACKEND"] = SHIM
    import t2sed
    model = t2sed.Model(os.path.join(folder, "out"), precision="fp32")
    scorer = t2sed.Scorer(model, parse=False)
    builder = scorer.graph_builder()
    builder.set_question(t2sed.Question(QUESTION, brackets=BRACKETS))
    graphs = [builder.build(query) for query in QUERIES]
    encoding = t2sed.Encoder(model).encode(
        [graph.question for graph in graphs], [graph.sql for graph in graphs])
    pairs = []
    for graph, one in zip(graphs, encoding):
        pair = {"ids": one.ids.tolist(), "sides": []}
        for side, part in enumerate(graph.components):
            tokens = [[i for i, place in enumerate(one.places) if place
                       and (i >= one.second) == side
                       and begin <= place[0] and place[1] <= end]
                      for begin, end in part.ranges.tolist()]
            pair["sides"].append({
                "nodes": [(at if kind in (0, 2) else [], int(label))
                          for at, kind, label in zip(
                              tokens, part.kinds.tolist(), part.labels)],
                "edges": part.edges.tolist()})
        pairs.append(pair)
    with open(os.path.join(folder, "pairs.json"), "w",
              encoding="utf-8") as file:
        json.dump(pairs, file)
    print(json.dumps(scorer.logits(encoding, graphs).tolist()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--score"]:
        score(sys.argv[2])
    elif len(sys.argv) == 3:
        child(*sys.argv[1:])
    else:
        sys.exit(tap.main())
