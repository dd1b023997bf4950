"""shim/backend.h through ctypes: just enough to test an engine from Python.

Nothing here imports torch: a process must not load two libtorches.
"""

import ctypes as c
import json
import os

import numpy as np

I32, I64, F64, P = c.c_int32, c.c_int64, c.c_double, c.c_void_p


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("reserved_int", c.c_int),
                ("offset", c.c_ssize_t), ("reserved", P * 7),
                ("text", c.c_char * 440)]


class Tensor(c.Structure):
    _fields_ = [("name", c.c_char_p), ("dtype", I32), ("rank", I32),
                ("shape", I64 * 4), ("data", P)]


class Architecture(c.Structure):
    _fields_ = [(n, I32) for n in
                ("family vocabulary hidden layers heads intermediate positions "
                 "position_offset token_types").split()] + [
        ("layer_norm_epsilon", F64)] + [(n, I32) for n in
                ("layout readout gat_layers gat_heads residual edge_types "
                 "question_labels sql_labels evidence").split()] + [
        ("encoder_dropout", F64), ("head_dropout", F64)]


class TokenBatch(c.Structure):
    _fields_ = [("sequences", I32), ("tokens", I32), ("ids", P), ("types", P),
                ("starts", P)]


GRAPH_ARRAYS = ("node_label node_graph edge_source edge_target edge_type "
                "piece_token piece_node readout").split()


class GraphBatch(c.Structure):
    _fields_ = [(n, I32) for n in "graphs nodes edges pieces".split()] + [
        (n, P) for n in GRAPH_ARRAYS]


class Batch(c.Structure):
    _fields_ = [("tokens", TokenBatch), ("graphs", GraphBatch * 2),
                ("evidence", P)]


class TrainOptions(c.Structure):
    _fields_ = [(n, F64) for n in ("beta1 beta2 epsilon weight_decay "
                                   "max_gradient_norm").split()] + [
        ("seed", c.c_uint64), ("train_encoder", I32), ("gradients_only", I32)]


class TrainBatch(c.Structure):
    _fields_ = [("inputs", Batch)] + [(n, P) for n in
                "labels weights".split()]


class Decoder(c.Structure):
    _fields_ = [(n, I32) for n in
                ("vocabulary hidden layers intermediate heads key_heads "
                 "head_size positions qkv_bias tied rope "
                 "rope_positions").split()] + [(n, F64) for n in
                ("norm_epsilon rope_theta rope_factor rope_low "
                 "rope_high").split()]


class Adapter(c.Structure):
    _fields_ = [("tensors", P), ("count", I32), ("scale", F64)]


STOP = c.CFUNCTYPE(I32, P)


class Reading(c.Structure):
    _fields_ = [("count", I32), ("ids", P), ("parents", P), ("wanted", I32),
                ("wanted_layers", P), ("states", P), ("stop", STOP),
                ("payload", P)]


FUNCTIONS = ("name check_device has_fast_bf16 language_precision "
             "language_slowness set_threads model_open model_open_archive model_close model_export encode score forward "
             "trainer_open trainer_close trainer_step trainer_forward "
             "trainer_count trainer_describe trainer_read trainer_write "
             "trainer_get_state trainer_set_state parser_open parser_close "
             "parser_describe parser_score parser_label parser_trainer_open "
             "parser_trainer_step parser_trainer_predict language_open "
             "language_close language_sizes cache_open cache_close cache_read "
             "cache_keep cache_likelihood cache_predict").split()
OTHER_RESULTS = {"name": c.c_char_p, "has_fast_bf16": I32, "language_precision": I32,
                 "language_slowness": c.c_char_p, "model_close": None,
                 "trainer_close": None, "trainer_count": I32,
                 "language_close": None, "language_sizes": None,
                 "cache_close": None}


class Table(c.Structure):
    _fields_ = [("version", I32), ("struct_size", I32)] + [
        (n, P) for n in FUNCTIONS]


class BackendError(Exception):
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def version():
    """T2S_BACKEND_VERSION of the header; functions are only ever appended."""
    header = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "..", "..", "..", "shim", "backend.h")
    with open(header, encoding="utf-8") as lines:
        return next(int(line.split()[2]) for line in lines
                    if line.startswith("#define T2S_BACKEND_VERSION"))


# Python has no bf16: its bits are uint16.
DTYPES = {"float32": 0, "float16": 1, "uint16": 2}


def pointer(array):
    return None if array is None else array.ctypes.data_as(P)


class Backend:
    """The table of functions; a failing call raises BackendError."""

    def __init__(self, path):
        library = c.CDLL(path)
        library.t2s_backend_get.restype = c.POINTER(Table)
        self.table = library.t2s_backend_get(I32(version())).contents

    def call(self, name, *args):
        result = OTHER_RESULTS.get(name, c.c_int)
        function = c.CFUNCTYPE(result)(getattr(self.table, name))
        if name in OTHER_RESULTS:
            return function(*args)
        error = Error()
        status = function(*args, c.byref(error))
        if status != 0:
            raise BackendError(status, error.text.decode())
        return None

    def open(self, architecture, weights, precision=0, device=b"cpu"):
        handle = P()
        tensors = tensor_array(weights)
        self.call("model_open", c.byref(handle), c.byref(architecture), tensors,
                  I32(len(weights)), c.c_char_p(device), I32(precision))
        return handle

    def encode(self, model, batch, hidden):
        out = np.zeros((int(batch["starts"][-1]), hidden), np.float32)
        self.call("encode", model, c.byref(batch_struct(batch).tokens),
                  pointer(out))
        return out

    def forward(self, model, batch, vectors=None):
        sequences = len(batch["starts"]) - 1
        logits = np.zeros(sequences, np.float32)
        args = [model, c.byref(batch_struct(batch))]
        if vectors is not None:
            args.append(pointer(np.ascontiguousarray(vectors)))
        self.call("forward" if vectors is None else "score", *args,
                  pointer(logits))
        return logits


class Language:
    """A language model from a Hugging Face directory's config and tensors."""

    def __init__(self, backend, config, weights, precision=0, adapter=None,
                 scale=1.0, device="cpu"):
        self.backend, self.handle = backend, P()
        self.decoder = decoder_struct(config)
        tensors, extra = tensor_array(weights), None
        if adapter:
            low = tensor_array(adapter)
            extra = c.byref(Adapter(c.cast(low, P), len(adapter), scale))
        backend.call("language_open", c.byref(self.handle),
                     c.byref(self.decoder), tensors, I32(len(weights)), extra,
                     c.c_char_p(device.encode()), I32(precision))

    def close(self):
        self.backend.call("language_close", self.handle)

    def sizes(self):
        weights, token = I64(), I64()
        self.backend.call("language_sizes", self.handle, c.byref(weights),
                          c.byref(token))
        return weights.value, token.value


class Cache:
    """What a Language has read."""

    def __init__(self, language):
        self.language, self.handle = language, P()
        self.backend = language.backend
        self.backend.call("cache_open", c.byref(self.handle), language.handle)
        self.length = 0

    def close(self):
        self.backend.call("cache_close", self.handle)

    def read(self, ids, parents=None, layers=(), stop=None):
        """Appends tokens, a chain at the end unless parents are given. Returns
        their hidden states [layers, tokens, hidden]."""
        ids = np.ascontiguousarray(ids, np.int32)
        if parents is None:
            parents = np.arange(len(ids)) + self.length - 1
        parents = np.ascontiguousarray(parents, np.int32)
        layers = np.array(layers, np.int32)
        states = np.zeros((len(layers), len(ids), self.language.decoder.hidden),
                          np.float32)
        self.backend.call("cache_read", self.handle, c.byref(Reading(
            len(ids), pointer(ids), pointer(parents), len(layers),
            pointer(layers), pointer(states), stop or STOP(), None)))
        self.length += len(ids)
        return states

    def keep(self, nodes):
        """Keeps these tokens, or the first so many."""
        if isinstance(nodes, int):
            self.backend.call("cache_keep", self.handle, None, I32(nodes))
            self.length = nodes
            return
        nodes = np.ascontiguousarray(nodes, np.int32)
        self.backend.call("cache_keep", self.handle, pointer(nodes),
                          I32(len(nodes)))
        self.length = len(nodes)

    def likelihood(self, nodes, targets, stop=None):
        nodes = np.ascontiguousarray(nodes, np.int32)
        targets = np.ascontiguousarray(targets, np.int32)
        out = np.zeros(len(nodes), np.float32)
        self.backend.call("cache_likelihood", self.handle, pointer(nodes),
                          pointer(targets), I32(len(nodes)), stop or STOP(),
                          None, pointer(out))
        return out

    def predict(self, nodes):
        nodes = np.ascontiguousarray(nodes, np.int32)
        out = np.zeros((len(nodes), self.language.decoder.vocabulary),
                       np.float32)
        self.backend.call("cache_predict", self.handle, pointer(nodes),
                          I32(len(nodes)), pointer(out))
        return out


def decoder_struct(config):
    """Of a config.json, as lib/language reads it."""
    rope = dict(config.get("rope_parameters") or {})
    rope.update(config.get("rope_scaling") or {})
    kind = rope.get("rope_type", "default")
    heads = config["num_attention_heads"]
    return Decoder(
        vocabulary=config["vocab_size"], hidden=config["hidden_size"],
        layers=config["num_hidden_layers"],
        intermediate=config["intermediate_size"], heads=heads,
        key_heads=config.get("num_key_value_heads") or heads,
        head_size=config.get("head_dim") or config["hidden_size"] // heads,
        positions=config["max_position_embeddings"],
        qkv_bias=config["model_type"] == "qwen2",
        tied=config["tie_word_embeddings"],
        rope=["default", "linear", "llama3"].index(kind),
        rope_positions=rope.get("original_max_position_embeddings", 0),
        norm_epsilon=config["rms_norm_eps"],
        rope_theta=rope.get("rope_theta") or config["rope_theta"],
        rope_factor=rope.get("factor", 0),
        rope_low=rope.get("low_freq_factor", 0),
        rope_high=rope.get("high_freq_factor", 0))


def read_safetensors(path):
    """Tensors by name, mapped; bf16 as the bits that it is."""
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
    data = np.memmap(path, np.uint8, "r", 8 + size)
    kinds = {"F32": np.float32, "F16": np.float16, "BF16": np.uint16}
    header.pop("__metadata__", None)
    return {name: data[slice(*about["data_offsets"])].view(
                kinds[about["dtype"]]).reshape(about["shape"])
            for name, about in header.items()}


def tensor_array(weights):
    tensors = (Tensor * len(weights))()
    for tensor, (name, value) in zip(tensors, weights.items()):
        tensor.name = name.encode()
        tensor.dtype = DTYPES[value.dtype.name]
        tensor.rank = value.ndim
        tensor.shape[:value.ndim] = value.shape
        tensor.data = pointer(value)
    return tensors


def batch_struct(batch):
    """A dictionary of int32 arrays ("ids", "starts", "types", and
    "question.node_label"... for graphs)."""
    out = Batch()
    starts = batch["starts"]
    out.tokens = TokenBatch(len(starts) - 1, int(starts[-1]),
                            pointer(batch.get("ids")),
                            pointer(batch.get("types")), pointer(starts))
    first = "joint" if "joint.node_label" in batch else "question"
    for graph, name in zip(out.graphs, (first, "sql")):
        if name + ".node_label" not in batch:
            continue
        graph.graphs = len(starts) - 1
        graph.nodes = len(batch[name + ".node_label"])
        graph.edges = len(batch[name + ".edge_source"])
        graph.pieces = len(batch[name + ".piece_token"])
        for array in GRAPH_ARRAYS:
            setattr(graph, array, pointer(batch.get(name + "." + array)))
    return out


def random_weights(a, generator):
    """Weights by name for an architecture, label rows 0 zero. They are sized
    so that vectors keep their length through the layers."""
    h, weights = a.hidden, {}

    def add(name, *shape, around=0.0):
        scale = (1.5 if "_graph." in name else 1.0) / h ** 0.5
        weights[name] = (around + scale * generator.standard_normal(shape)
                         ).astype(np.float32)

    def dense(name, outputs, inputs):
        add(name + ".weight", outputs, inputs)
        add(name + ".bias", outputs)

    def norm(name):
        add(name + ".weight", h, around=1.0)
        add(name + ".bias", h)

    e = "encoder.embeddings."
    add(e + "word_embeddings.weight", a.vocabulary, h)
    add(e + "position_embeddings.weight", a.positions, h)
    add(e + "token_type_embeddings.weight", a.token_types, h)
    norm(e + "LayerNorm")
    for i in range(a.layers):
        at = "encoder.layer.%d." % i
        for part in ("query", "key", "value"):
            dense(at + "attention.self." + part, h, h)
        dense(at + "attention.output.dense", h, h)
        norm(at + "attention.output.LayerNorm")
        dense(at + "intermediate.dense", a.intermediate, h)
        dense(at + "output.dense", h, a.intermediate)
        norm(at + "output.LayerNorm")
    stacks = {0: [], 1: [("question", a.question_labels),
                         ("sql", a.sql_labels)],
              2: [("joint", a.question_labels)]}[a.layout]
    for name, labels in stacks:
        add(name + "_labels.weight", labels, h)
        weights[name + "_labels.weight"][0] = 0
        for i in range(a.gat_layers):
            at = "%s_graph.layers.%d." % (name, i)
            dense(at + "lin_l", h, h)
            dense(at + "lin_r", h, h)
            add(at + "att", 1, a.gat_heads, h // a.gat_heads)
            add(at + "bias", h)
            if a.edge_types:
                add(at + "edge_types.weight", a.edge_types, h)
    pooled = 2 * h if a.layout == 1 else h
    dense("head.dense", pooled, pooled)
    dense("head.out", 1, pooled)
    return weights


def random_batch(a, generator, lengths, nodes=(6, 30)):
    """A batch of sequences of these lengths with random graphs."""
    i32 = np.int32
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(i32)
    total = int(starts[-1])
    batch = {"starts": starts,
             "ids": generator.integers(0, a.vocabulary, total).astype(i32)}
    types = [np.arange(n) >= n // 2 for n in lengths]
    if a.token_types > 1:
        batch["types"] = np.concatenate(types).astype(i32)
    for name, labels in {0: [], 1: [("question", a.question_labels),
                                    ("sql", a.sql_labels)],
                         2: [("joint", a.question_labels)]}[a.layout]:
        arrays = {n: [] for n in GRAPH_ARRAYS}
        base = 0
        for g, length in enumerate(lengths):
            count = int(generator.integers(*nodes))
            terminals = max(1, count * 3 // 5)
            # Terminals may have labels too, but not the unknown one.
            arrays["node_label"] += [
                -1 if label == 0 else label for label in
                generator.integers(-2, labels, terminals).clip(min=0)] + list(
                    generator.integers(0, labels, count - terminals))
            arrays["node_graph"] += [g] * count
            pairs = set()
            for node in range(1, count):
                pairs.add((int(generator.integers(0, node)), node))
                pairs.add((int(generator.integers(0, node)), node))
            for i, j in sorted(pairs):
                kind = int(generator.integers(1, max(a.edge_types, 2)))
                for s, t in ((i, j), (j, i)):
                    arrays["edge_source"].append(base + s)
                    arrays["edge_target"].append(base + t)
                    arrays["edge_type"].append(kind)
            for t in range(length):
                if t % 7 != 0:
                    arrays["piece_token"].append(int(starts[g]) + t)
                    arrays["piece_node"].append(base + t % terminals)
            arrays["readout"].append(base + count - 1)
            base += count
        if not a.edge_types:
            del arrays["edge_type"]
        if a.readout != 1:
            del arrays["readout"]
        for key, value in arrays.items():
            batch["%s.%s" % (name, key)] = np.array(value, i32)
    return batch


def find_shim():
    """The shim that T2SED_BACKEND names, or that of the build tree."""
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    return os.environ.get("T2SED_BACKEND") or os.path.join(
        root, os.environ.get("BUILD", "build"), "lib", "libt2sed-torch.so")
