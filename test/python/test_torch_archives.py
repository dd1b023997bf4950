#!/usr/bin/env python3
"""TorchScript archives made in Python by someone else (docs/model-format.md).

transformers' RoBERTa and PyTorch Geometric's GATv2Conv, both traced, within a
scripted module; what the library makes of it is compared with the same modules
run by Python, one pair at a time. A process has one libtorch: torch runs in
processes of its own. Prints TAP.

    python3 test/python/test_torch_archives.py --large

compares an encoder of CodeBERT's size.
"""

import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
sys.dont_write_bytecode = True
import backend  # noqa: E402
import binding  # noqa: E402
import tap  # noqa: E402

SHIM = os.path.join(binding.BUILD, "lib", "libt2sed-torch.so")
MODULES = "numpy", "torch", "transformers", "torch_geometric"
QUESTION = "How many big singers are there?"
BRACKETS = ("(ROOT (SBARQ (WHNP (WHADJP (WRB How) (JJ many)) (JJ big) "
            "(NNS singers)) (SQ (VBP are) (NP (EX there))) (. ?)))")
QUERIES = ["select age from singer", "select max(age) from t",
           "select count(*) from singer"]
EVIDENCE = ["source.schema", "source.execution", "shape.selects",
            "shape.main_where"]
LARGE = {"vocab_size": 50265, "hidden_size": 768, "num_hidden_layers": 12,
         "num_attention_heads": 12, "intermediate_size": 3072,
         "max_position_embeddings": 514}
# Others' faults: the body of forward, and what is said of it.
FAULTS = {
    "name": ("(self, input_ids: Tensor, frob: Tensor) -> Tensor",
             "return frob", "argument 'frob' is none of the inputs"),
    "layout": ("(self, joint_readout: Tensor) -> Tensor",
               "return joint_readout", "argument 'joint_readout' is none"),
    "type": ("(self, input_ids: Tensor, attention_mask: int) -> Tensor",
             "return input_ids", "argument 'attention_mask' is of type int"),
    "tuple": ("(self, input_ids: Tensor) -> Tuple[Tensor, Tensor]",
              "return input_ids, input_ids", "a value of type Tuple[Tensor"),
    "shape": ("(self, input_ids: Tensor) -> Tensor",
              "return input_ids.float().mean()",
              "of Float of shape [] for 2 pairs, expected float [2] or [2, 1]"),
    "dtype": ("(self, input_ids: Tensor) -> Tensor", "return input_ids[:, 0]",
              "a tensor of Long of shape [2]"),
    "throws": ("(self, input_ids: Tensor) -> Tensor",
              "if input_ids.size(0) > 1:\n        raise ValueError('not so')\n"
              "    return input_ids[:, 0]", "forward: libtorch: not so"),
    "index": ("(self, input_ids: Tensor) -> Tensor", "return input_ids[9]",
              "forward: libtorch: select(): index 9 out"),
}


# --- in processes with torch --------------------------------------------------


def detector(config):
    """The archive's module and its parts as they are without TorchScript."""
    import torch
    import transformers
    from torch import Tensor, nn
    from torch_geometric.nn import GATv2Conv
    torch.manual_seed(5)
    size, features = config["hidden_size"], len(config["t2sed"]["evidence"])

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            made = transformers.RobertaConfig(**{
                key: value for key, value in config.items() if key != "t2sed"})
            made._attn_implementation = "eager"
            self.inner = transformers.RobertaModel(made, False)

        def forward(self, ids, mask):
            return self.inner(input_ids=ids,
                              attention_mask=mask).last_hidden_state

    class Side(nn.Module):
        def __init__(self, gat, labels: int):
            super().__init__()
            self.gat, self.labels = gat, nn.Embedding(labels, size)

        def forward(self, vectors: Tensor, pairs: int, label: Tensor,
                    graph: Tensor, edges: Tensor, kind: Tensor, token: Tensor,
                    node: Tensor) -> Tensor:
            x = torch.zeros(label.size(0), vectors.size(1))
            count = torch.zeros(label.size(0), 1)
            x = x.index_add(0, node, vectors[token])
            count = count.index_add(0, node, torch.ones(node.size(0), 1))
            x = x / count.clamp(min=1.0)
            is_labelled = (label >= 0).unsqueeze(1).to(x.dtype)
            x = x + self.labels(label.clamp(min=0)) * is_labelled
            x = self.gat(x, edges, nn.functional.one_hot(kind, 7).float())
            out = torch.zeros(pairs, x.size(1)).index_add(0, graph, x)
            nodes = torch.bincount(graph, minlength=pairs).unsqueeze(1)
            return out / nodes

    class Detector(nn.Module):
        def __init__(self, encoder, question, sql):
            super().__init__()
            self.encoder, self.question, self.sql = encoder, question, sql
            self.dense = nn.Linear(2 * size + features, size)
            self.out = nn.Linear(size, 1)

        def forward(self, input_ids: Tensor, attention_mask: Tensor,
                    question_node_label: Tensor, question_node_graph: Tensor,
                    question_edge_index: Tensor, question_edge_type: Tensor,
                    question_piece_token: Tensor, question_piece_node: Tensor,
                    sql_node_label: Tensor, sql_node_graph: Tensor,
                    sql_edge_index: Tensor, sql_edge_type: Tensor,
                    sql_piece_token: Tensor, sql_piece_node: Tensor,
                    evidence: Tensor) -> Tensor:
            pairs = input_ids.size(0)
            vectors = self.encoder(input_ids, attention_mask).flatten(0, 1)
            parts = [
                self.question(vectors, pairs, question_node_label,
                              question_node_graph, question_edge_index,
                              question_edge_type, question_piece_token,
                              question_piece_node),
                self.sql(vectors, pairs, sql_node_label, sql_node_graph,
                         sql_edge_index, sql_edge_type, sql_piece_token,
                         sql_piece_node),
                torch.nan_to_num(evidence)]
            return self.out(torch.tanh(self.dense(torch.cat(parts, 1))))

    encoder = Encoder().eval()
    gats = [GATv2Conv(size, size, edge_dim=7).eval() for _ in range(2)]
    own = Detector(encoder, Side(gats[0], 21), Side(gats[1], 12)).eval()
    return own, encoder, gats


def save(config, path):
    """Traces what has no TorchScript of its own, and scripts the rest."""
    import torch
    own, encoder, gats = detector(config)
    ids = torch.tensor([[0, 9, 8, 2], [0, 7, 2, 1]])
    own.encoder = torch.jit.trace(encoder, (ids, (ids != 1).long()))
    edges, size = torch.tensor([[0, 1], [1, 2]]), config["hidden_size"]
    for side, gat in zip((own.question, own.sql), gats):
        side.gat = torch.jit.trace(
            gat, (torch.randn(3, size), edges, torch.eye(7)[1:3]))
    torch.jit.script(own).save(path)


def python_logits(config, pairs):
    """Without TorchScript, padding and batches."""
    import torch
    own, tensor = detector(config)[0], torch.tensor
    logits = []
    for pair in pairs:
        ids, sides = tensor([pair["ids"]]), []
        for side in pair["sides"]:
            label = tensor(side["labels"])
            sides += [label, torch.zeros_like(label), tensor(side["edges"]),
                      tensor(side["types"]), tensor(side["pieces"][0]),
                      tensor(side["pieces"][1])]
        evidence = torch.zeros(1, 0) if pair["evidence"] is None else tensor(
            [pair["evidence"]])
        logits.append(own(ids, torch.ones_like(ids), *sides, evidence).item())
    return logits


def save_small(folder):
    """One archive for each fault; one for graphs of another kind; NaN."""
    import torch
    others = {
        "nan": ("(self, attention_mask: Tensor) -> Tensor",
                "return torch.sqrt(18.5 - attention_mask.sum(1))"),
        "joint": ("(self, joint_node_label: Tensor, joint_readout: Tensor, "
                  "more: int = 2) -> Tensor",
                  "return more * joint_node_label[joint_readout].float()")}
    for name, made in {**FAULTS, **others}.items():
        module = type(name, (torch.jit.ScriptModule,), {})()
        module.define(f"def forward{made[0]}:\n    {made[1]}\n")
        module.save(os.path.join(folder, name + ".pt"))
    torch.jit.ScriptModule().save(os.path.join(folder, "none.pt"))


def child(what, folder):
    import torch
    torch.set_grad_enabled(False)
    if what == "--small":
        return save_small(folder)
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    if what == "--save":
        return save(config, os.path.join(folder, "model.pt"))
    with open(os.path.join(folder, "pairs.json"), encoding="utf-8") as file:
        print(json.dumps(python_logits(config, json.load(file))))


def run_child(what, folder):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", os.path.abspath(__file__), what,
         folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


# --- in this one --------------------------------------------------------------


def pieces(tokens, part, first):
    """Tokens and the terminals that they overlap; `first` token of a side."""
    found = [(first + i, node) for i, (begin, end) in enumerate(tokens.places)
             for node, (low, high) in enumerate(part.ranges.tolist())
             if part.kinds[node] in (0, 2) and begin < high and low < end]
    return [list(column) for column in zip(*found)]


def pairs_of(scorer, tokenizer, evidence):
    """What Python computes of: ids and graphs of every pair, unpadded."""
    import t2sed
    builder, out = scorer.graph_builder(), []
    builder.set_question(t2sed.Question(QUESTION, brackets=BRACKETS))
    cls, sep = tokenizer.special("cls"), tokenizer.special("sep")
    for query, features in zip(QUERIES, evidence):
        graph = builder.build(query)
        tokens = [tokenizer.encode(text)
                  for text in (graph.question, graph.sql)]
        starts = 1, 2 + len(tokens[0].ids)
        out.append({
            "ids": [cls, *tokens[0].ids, sep, *tokens[1].ids, sep],
            "evidence": features,
            "sides": [{"labels": part.labels.tolist(),
                       "edges": part.edges.tolist(),
                       "types": part.types.tolist(),
                       "pieces": pieces(text, part, start)}
                      for text, part, start in zip(tokens, graph.components,
                                                   starts)]})
    return out


def why_not():
    missing = [name for name in MODULES if not importlib.util.find_spec(name)]
    if missing or not os.path.exists(SHIM):
        return "no " + ", ".join(missing or [SHIM])
    ours = backend.Backend(SHIM).call("name").decode().split()[1]
    theirs = importlib.metadata.version("torch")
    numbers = [[int(n) for n in text.split(".")[:2]] for text in (ours, theirs)]
    return (f"libtorch {ours} may not read archives of {theirs}"
            if numbers[0] < numbers[1] else None)


WHY_NOT = why_not()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Archives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.environ["T2SED_BACKEND"] = SHIM
        import t2sed
        self.t2sed = t2sed

    def at(self, name):
        return os.path.join(self.folder, name)

    def configure(self, ours, **encoder):
        """config.json and tokenizer of an archive; there are no weights."""
        subprocess.run(
            [os.path.join(binding.BUILD, "test", "make_tiny_model"),
             self.folder, "roberta", json.dumps({"graph": {"typed": True}})],
            check=True)
        os.unlink(self.at("model.safetensors"))
        with open(self.at("config.json"), encoding="utf-8") as file:
            config = json.load(file)
        config.update(encoder)
        config["t2sed"].update(
            evidence=EVIDENCE, branch="archive",
            labels={"question": [f"Q{i}" for i in range(19)] + ["NN"],
                    "sql": [f"S{i}" for i in range(10)] + ["[GLOBAL]"]})
        config["t2sed"].update(ours)
        with open(self.at("config.json"), "w", encoding="utf-8") as file:
            json.dump(config, file)

    def open(self, name="model.pt"):
        return self.t2sed.Model(self.at(name), trust_archive=True)

    def refused(self, call, code, part):
        with self.assertRaises(self.t2sed.Error) as error:
            call()
        self.assertEqual(error.exception.code, code, error.exception)
        self.assertIn(part, str(error.exception))
        self.assertNotIn("\n", str(error.exception))

    def scores(self, model, **options):
        question = self.t2sed.Question(QUESTION, brackets=BRACKETS)
        scorer = self.t2sed.Scorer(model, parse=False)
        scores = scorer.score(question, QUERIES, **options)
        self.assertFalse([one.error for one in scores if one.error])
        return scorer, question, [one.logit for one in scores]

    def compare(self):
        run_child("--save", self.folder)
        model = self.open()
        scorer, question, ours = self.scores(model)
        evidence = scorer.gather(question, QUERIES).tolist()
        evidence = [[0 if x != x else x for x in row] for row in evidence]
        with open(self.at("pairs.json"), "w", encoding="utf-8") as file:
            json.dump(pairs_of(scorer, self.t2sed.Tokenizer(self.folder),
                               evidence), file)
        theirs = json.loads(run_child("--logits", self.folder))
        far = max(abs(a - b) for a, b in zip(ours, theirs))
        print(f"# logits {theirs}, farthest {far:.1e}")
        self.assertGreater(max(theirs) - min(theirs), 1e-3)
        self.assertLess(far, 1e-5)
        return model, theirs

    def test_scores_are_pythons(self):
        self.configure({})
        model, _ = self.compare()
        line = {"question": QUESTION, "parse": {"brackets": BRACKETS},
                "candidates": [{"sql": query} for query in QUERIES]}
        done = subprocess.run(
            [os.path.join(binding.BUILD, "bin", "t2sed"), "score", "--model",
             self.at("model.pt"), "--trust-archive"], input=json.dumps(line),
            capture_output=True, text=True, check=True)
        # The program parses the question, whose syntax the evidence reads.
        scores = self.t2sed.Scorer(model).score(
            self.t2sed.Question(QUESTION, brackets=BRACKETS), QUERIES)
        for one, due in zip(json.loads(done.stdout)["candidates"], scores):
            self.assertAlmostEqual(one["probability"], due.probability, 5)
        self.refused(lambda: self.t2sed.Encoder(model).encode(["a"]),
                     "EUNSUPPORTED", "a forward alone")
        self.refused(lambda: self.t2sed.Model(self.at("model.pt")), "EINVAL",
                     "T2SED_MODEL_TRUST_ARCHIVE")
        self.refused(lambda: self.t2sed.Model(self.folder), "EUNSUPPORTED",
                     "is an archive within")

    def test_forests_lie_beside(self):
        """The logit is fused with a forest's as any other model's is."""
        with open(os.path.join(binding.LIGHT, "config.json"),
                  encoding="utf-8") as file:
            light = json.load(file)["t2sed"]
        for numbers in light["fusion"].values():
            numbers["text"] = 2.0
        self.configure({key: light[key]
                        for key in ("branch", "evidence", "fusion")})
        run_child("--save", self.folder)
        self.refused(self.open, "ENOTFOUND", "forest.safetensors")
        shutil.copy(os.path.join(binding.LIGHT, "forest.safetensors"),
                    self.folder)
        whole = self.scores(self.open())[2]
        forest = self.scores(self.t2sed.Model(binding.LIGHT))[2]
        for numbers in light["fusion"].values():
            numbers.update(text=1.0, evidence=0.0, bias=0.0)
        self.configure({key: light[key]
                        for key in ("branch", "evidence", "fusion")})
        text = self.compare()[1]
        for one, a, b in zip(whole, text, forest):
            self.assertAlmostEqual(one, 2 * a + b, 4)

    def test_other_graphs(self):
        """A joint graph with a global node; an argument with a default."""
        self.configure({"graph": {"layout": "joint", "readout": "global"},
                        "labels": {"question": ["NN", "a", "[GLOBAL]"],
                                   "sql": []}})
        run_child("--small", self.folder)
        self.assertEqual(self.scores(self.open("joint.pt"))[2], [6.0] * 3)

    def test_faults(self):
        self.configure({})
        run_child("--small", self.folder)
        for name, (_, _, part) in FAULTS.items():
            with self.subTest(name=name):
                self.refused(lambda: self.open(name + ".pt"),
                             "EBACKEND" if "libtorch" in part else "EMISMATCH",
                             part)
        self.refused(lambda: self.open("none.pt"), "EMISMATCH",
                     "no method 'forward'")
        self.refused(lambda: self.open("config.json"), "EFORMAT",
                     "no TorchScript archive")
        scores = self.t2sed.Scorer(self.open("nan.pt"), parse=False).score(
            "a", ["select a", "select count(*) from b"])
        self.assertIsNotNone(scores[0].logit)
        self.assertIn("no number", str(scores[1].error))


@unittest.skipIf("--large" not in sys.argv, "--large was not asked for")
class Large(Archives):
    def test_scores_are_pythons(self):
        self.configure({}, **LARGE)
        self.compare()

    test_forests_lie_beside = test_other_graphs = test_faults = None


if __name__ == "__main__":
    if len(sys.argv) == 3:
        child(*sys.argv[1:])
    else:
        sys.exit(tap.main())
