"""The model of reference.py: encoder, graph stacks and head, and tokenizer."""
import json
import os
import sys

from reference_graph import EDGE_TYPES


def build_modules(torch, geometric, config, tensors):
    """The encoder, the graph stacks and the head, with their weights."""
    import transformers

    ours = config.get("t2sed", {})
    graph = ours.get("graph", {})
    layout = graph.get("layout", "separate")
    if layout == "joint" or graph.get("readout", "mean") != "mean":
        sys.exit("reference.py: only layouts none and separate, mean readout")
    nn = torch.nn
    family = {"bert": (transformers.BertConfig, transformers.BertModel),
              "roberta": (transformers.RobertaConfig,
                          transformers.RobertaModel)}[config["model_type"]]
    encoder = family[1](family[0].from_dict(config), add_pooling_layer=False)
    hidden = config["hidden_size"]

    class Stack(nn.Module):
        """GATv2 layers over one kind of graph, read out by the mean."""

        def __init__(self, prefix):
            super().__init__()
            rows = tensors[f"{prefix}_labels.weight"].shape[0]
            self.labels = nn.Embedding(rows, hidden, padding_idx=0)
            self.typed = f"{prefix}_graph.layers.0.edge_types.weight" in tensors
            self.residual = graph.get("residual", False)
            names = {name.split(".")[2] for name in tensors
                     if name.startswith(f"{prefix}_graph.layers.")}
            heads = tensors[f"{prefix}_graph.layers.0.att"].shape[1]
            self.layers = nn.ModuleList(
                geometric.GATv2Conv(
                    hidden, hidden // heads, heads=heads,
                    add_self_loops=False,
                    edge_dim=EDGE_TYPES if self.typed else None)
                for _ in names)

        def forward(self, vectors, batch):
            pieces = vectors[batch["token"]] * batch["share"]
            x = vectors.new_zeros(len(batch["label"]), vectors.shape[1])
            x = x.index_add(0, batch["node"], pieces)
            inner = batch["label"] >= 0
            x[inner] = self.labels(batch["label"][inner])
            kinds = None
            if self.typed:
                kinds = nn.functional.one_hot(
                    batch["kinds"], EDGE_TYPES).to(x.dtype)
            for layer in self.layers:
                y = nn.functional.gelu(layer(x, batch["edges"], kinds))
                x = x + y if self.residual else y
            return geometric.global_mean_pool(x, batch["owner"],
                                              batch["graphs"])

    class Scorer(nn.Module):
        """From token vectors and graphs to logits."""

        def __init__(self):
            super().__init__()
            self.stacks = nn.ModuleDict(
                {} if layout == "none" else
                {name: Stack(name) for name in ("question", "sql")})
            size = tensors["head.out.weight"].shape[1]
            self.dense = nn.Linear(size, size)
            self.out = nn.Linear(size, 1)

        def forward(self, vectors, graphs):
            if layout == "none":
                pooled = vectors[:, 0]
            else:
                flat = vectors.reshape(-1, vectors.shape[-1])
                pooled = torch.cat([stack(flat, graphs[name]) for name, stack
                                    in self.stacks.items()], 1)
            return self.out(torch.tanh(self.dense(pooled))).squeeze(1)

    scorer = Scorer()
    load(encoder, {name.replace("encoder.embeddings.", "embeddings.", 1): value
                   for name, value in tensors.items()
                   if name.startswith("encoder.")})
    renamed = {}
    for name, value in tensors.items():
        if name.endswith(".edge_types.weight"):
            name = name.replace(".edge_types.", ".lin_edge.")
            value = value.t().contiguous()
        for prefix in ("question", "sql"):
            name = name.replace(f"{prefix}_labels.", f"stacks.{prefix}.labels.")
            name = name.replace(f"{prefix}_graph.", f"stacks.{prefix}.")
        if name.startswith("head."):
            name = name[len("head."):]
        if not name.startswith(("encoder.", "evidence.", "fusion.")):
            renamed[name] = value
    load(scorer, renamed)
    return encoder, scorer, layout


def load(module, weights):
    report = module.load_state_dict(
        {name: value.float() for name, value in weights.items()}, strict=False)
    missing = [name for name in report.missing_keys
               if not name.endswith(("position_ids", "token_type_ids"))]
    if missing or report.unexpected_keys:
        sys.exit(f"reference.py: missing weights {missing}, "
                 f"unexpected {report.unexpected_keys}")


def open_tokenizer(directory):
    import tokenizers

    def path(name):
        return os.path.join(directory, name)

    if os.path.exists(path("tokenizer.json")):
        return tokenizers.Tokenizer.from_file(path("tokenizer.json"))
    if os.path.exists(path("vocab.txt")):
        lower = True
        if os.path.exists(path("tokenizer_config.json")):
            with open(path("tokenizer_config.json"), encoding="utf-8") as file:
                lower = json.load(file).get("do_lower_case", True)
        return tokenizers.BertWordPieceTokenizer(path("vocab.txt"),
                                                 lowercase=lower)
    return tokenizers.ByteLevelBPETokenizer(path("vocab.json"),
                                            path("merges.txt"))
