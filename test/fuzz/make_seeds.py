#!/usr/bin/env python3
"""make_seeds.py PROGRAM - writes the seeds of test/fuzz/corpus that are no
plain text, or that repeat: models, hostile SQLite files, attacks that once
worked (known_*). PROGRAM is build/bin/t2sed, which makes the tiny model."""
import json
import os
import struct
import subprocess
import sys
import tempfile

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")
TYPES = {"F32": "f", "I32": "i", "U8": "B"}


def write(target, name, data):
    folder = os.path.join(CORPUS, target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def tensors(items):
    """name, type, shape, numbers: a header, a NUL, and the data (fuzz.h)."""
    header, data = {}, b""
    for name, dtype, shape, numbers in items:
        part = struct.pack("<%d%s" % (len(numbers), TYPES[dtype]), *numbers)
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    return json.dumps(header, separators=(",", ":")).encode() + b"\0" + data


def file_tensors(path):
    with open(path, "rb") as file:
        size, = struct.unpack("<Q", file.read(8))
        return file.read(size).rstrip() + b"\0" + file.read()


def count(shape):
    n = 1
    for size in shape:
        n *= size
    return n


def numbers(shape, start=1):
    return [((start + 7 * i) % 19 - 9) / 16 for i in range(count(shape))]


def parts(**named):
    return b"".join(b"@@" + kind.encode() +
                    (part if isinstance(part, bytes) else part.encode())
                    for kind, part in named.items())


# --- models ---

def parser():
    hidden, arc, label, tags, relations = 1, 1, 1, 2, 2
    shapes = {"fixed.weight": [4, 1], "words.weight": [2, 1],
              "ngrams.weight": [3, 1], "shapes.weight": [16, 1],
              "root": [2 * hidden], "arc": [arc + 1, arc],
              "label": [relations, label + 1, label + 1]}
    for back in ("", "_reverse"):
        shapes["lstm.0.weight_ih_l0" + back] = [4 * hidden, 4]
        shapes["lstm.0.weight_hh_l0" + back] = [4 * hidden, hidden]
        shapes["lstm.0.bias_ih_l0" + back] = [4 * hidden]
        shapes["lstm.0.bias_hh_l0" + back] = [4 * hidden]
    for name, size in (("tag", tags), ("arc_head", arc),
                       ("arc_dependent", arc), ("label_head", label),
                       ("label_dependent", label)):
        shapes[name + ".weight"] = [size, 2 * hidden]
        shapes[name + ".bias"] = [size]
    write("parser", "small", parts(
        c='{"t2sed_parser": {"format": 1, "tags": ["NOUN", "VERB"], '
          '"relations": ["nsubj", "root"]}}',
        w="how\nmany\n000\n",
        s=tensors([(n, "F32", s, numbers(s)) for n, s in shapes.items()])))


def encoder():
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "select", "name", "how",
             "singer", "##s", "a", "*"]
    h, bert = 2, "bert."
    layer = bert + "encoder.layer.0."
    embeddings = bert + "embeddings."
    shapes = {embeddings + "word_embeddings.weight": [len(words), h],
              embeddings + "position_embeddings.weight": [32, h],
              embeddings + "token_type_embeddings.weight": [2, h],
              embeddings + "LayerNorm.weight": [h],
              embeddings + "LayerNorm.bias": [h]}
    for name, rows, columns in (("attention.self.query", h, h),
                                ("attention.self.key", h, h),
                                ("attention.self.value", h, h),
                                ("attention.output.dense", h, h),
                                ("intermediate.dense", 2, h),
                                ("output.dense", h, 2)):
        shapes[layer + name + ".weight"] = [rows, columns]
        shapes[layer + name + ".bias"] = [rows]
    for name in ("attention.output.LayerNorm", "output.LayerNorm"):
        shapes[layer + name + ".weight"] = [h]
        shapes[layer + name + ".bias"] = [h]
    config = {"model_type": "bert", "vocab_size": len(words),
              "hidden_size": h, "num_hidden_layers": 1,
              "num_attention_heads": 1, "intermediate_size": 2,
              "max_position_embeddings": 32, "type_vocab_size": 2,
              "layer_norm_eps": 1e-5, "hidden_act": "gelu", "pad_token_id": 0}
    return (json.dumps(config), "\n".join(words) + "\n",
            tensors([(n, "F32", s, numbers(s)) for n, s in shapes.items()]))


def forest(names):
    listed = b"".join(name.encode() + b"\n" for name in names)
    items = []
    for prefix in ("without.", "database."):
        for name, dtype, values in (
                ("sizes", "I32", [1, 0]), ("feature", "I32", [2]),
                ("threshold", "F32", [0.5]), ("left", "I32", [-1]),
                ("right", "I32", [-2]), ("leaf", "F32", [-0.5, 1.5, 0.25]),
                ("missing", "U8", [0]), ("names", "U8", list(listed))):
            items.append((prefix + name, dtype, [len(values)], values))
    return tensors(items)


def models(program):
    config, words, weights = encoder()
    labels = {"question": ["NP", "VP"], "sql": ["query", "select"]}
    fusion = {known: {"text": 1, "evidence": 1, "bias": 0}
              for known in ("question", "schema", "database")}
    names = ["source.schema", "source.execution", "shape.limit"]
    write("import", "bert", parts(c=config, v=words, s=weights))
    write("import", "labels", parts(
        c=config, v=words, s=weights,
        o=json.dumps({"labels": labels, "gat": {"heads": 2}})))
    options = {
        "separate": {"labels": labels},
        "joint": {"labels": {"question": ["NP", "query"]},
                  "graph": {"layout": "joint", "typed": True}},
        "none": {"graph": {"layout": "none"}},
    }
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "source")
        os.mkdir(source)
        header, data = weights.split(b"\0", 1)
        for name, text in (("config.json", config.encode()),
                           ("vocab.txt", words.encode()),
                           ("model.safetensors",
                            struct.pack("<Q", len(header)) + header + data)):
            with open(os.path.join(source, name), "wb") as file:
                file.write(text)
        for name, ours in options.items():
            made = os.path.join(folder, name)
            with open(os.path.join(folder, "options"), "w") as file:
                json.dump(ours, file)
            done = subprocess.run(
                [program, "import", "--config", file.name, "--precision",
                 "bf16", source, made], capture_output=True, text=True)
            if done.returncode != 0:
                print(name, done.stderr)
                continue
            with open(os.path.join(made, "config.json")) as file:
                text = json.dumps(json.load(file), separators=(",", ":"))
            stored = file_tensors(os.path.join(made, "model.safetensors"))
            write("model", name, parts(c=text, v=words, s=stored))
            if name == "separate":
                both = json.loads(text)
                both["t2sed"].update({"branch": "forest", "evidence": names,
                                      "fusion": fusion})
                write("model", "both", parts(
                    c=json.dumps(both, separators=(",", ":")), v=words,
                    s=stored, f=forest(names)))
    light = {"t2sed": {"format": 1, "branch": "forest", "evidence": names,
                       "fusion": fusion, "threshold": 0.4,
                       "temperature": 1.5, "reranker": {"bias": 1},
                       "thresholds": {"answer_95": 0.9}}}
    write("model", "forest", parts(c=json.dumps(light), f=forest(names)))


# --- language models ---

HIDDEN, INNER, TOKENS = 2, 2, 258
SPLITS = {name: r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"
                + numbers_ + r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
                r"\s+(?!\S)|\s+"
          for name, numbers_ in (("qwen2", r"\p{N}"),
                                 ("llama3", r"\p{N}{1,3}"))}


def byte_tokens():
    """How byte-level BPE spells the bytes."""
    prints = [*range(0x21, 0x7f), *range(0xa1, 0xad), *range(0xae, 0x100)]
    others = [byte for byte in range(256) if byte not in prints]
    return [chr(byte if byte in prints else 0x100 + others.index(byte))
            for byte in range(256)]


def tokenizer(split, **model):
    """A tokenizer.json of five tokens; all other bytes are unknown."""
    vocabulary = {"u": 0, "a": 1, "b": 2, "ab": 3}
    return json.dumps({
        "added_tokens": [{"id": 4, "content": "<|end|>", "special": True,
                          "normalized": False}],
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": SPLITS[split]},
             "behavior": "Isolated", "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False,
             "use_regex": False}]},
        "post_processor": {"type": "Sequence", "processors": [
            {"type": "ByteLevel", "trim_offsets": False},
            {"type": "TemplateProcessing", "single": [
                {"SpecialToken": {"id": "<|end|>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}}]}]},
        "model": {"type": "BPE", "unk_token": "u", "vocab": vocabulary,
                  "merges": [["a", "b"]], **model}})


def shapes_of(family, rows):
    """Names of both formats and the shape of each weight of a tiny model."""
    layer, block = "model.layers.0.", "blk.0."
    shapes = [("model.embed_tokens", "token_embd", [rows, HIDDEN])]
    for name, gguf, shape in (
            ("input_layernorm", "attn_norm", [HIDDEN]),
            ("self_attn.q_proj", "attn_q", [HIDDEN, HIDDEN]),
            ("self_attn.k_proj", "attn_k", [HIDDEN, HIDDEN]),
            ("self_attn.v_proj", "attn_v", [HIDDEN, HIDDEN]),
            ("self_attn.o_proj", "attn_output", [HIDDEN, HIDDEN]),
            ("post_attention_layernorm", "ffn_norm", [HIDDEN]),
            ("mlp.gate_proj", "ffn_gate", [INNER, HIDDEN]),
            ("mlp.up_proj", "ffn_up", [INNER, HIDDEN]),
            ("mlp.down_proj", "ffn_down", [HIDDEN, INNER])):
        shapes.append((layer + name, block + gguf, shape))
    shapes.append(("model.norm", "output_norm", [HIDDEN]))
    found = [(a + ".weight", b + ".weight", s) for a, b, s in shapes]
    if family == "qwen2":
        found += [(layer + "self_attn.%s_proj.bias" % part,
                   block + "attn_%s.bias" % part, [HIDDEN]) for part in "qkv"]
    return found


def gguf_file(family, pre, pairs=(), tensors_=()):
    def text(value):
        value = value.encode()
        return struct.pack("<Q", len(value)) + value

    def u32(key, value):
        return text(key) + struct.pack("<II", 4, value)

    def string(key, value):
        return text(key) + struct.pack("<I", 8) + text(value)

    def array(key, kind, items):
        return text(key) + struct.pack("<IIQ", 9, kind, len(items)) + b"".join(
            items)

    tokens = byte_tokens() + ["ab", "<|end|>"]
    described = [string("general.architecture", family)] + [
        u32(family + "." + key, value) for key, value in (
            ("block_count", 1), ("context_length", 64),
            ("embedding_length", HIDDEN), ("feed_forward_length", INNER),
            ("attention.head_count", 1))] + [
        text(family + ".attention.layer_norm_rms_epsilon")
        + struct.pack("<If", 6, 1e-6),
        string("tokenizer.ggml.model", "gpt2"),
        string("tokenizer.ggml.pre", pre),
        array("tokenizer.ggml.tokens", 8, [text(t) for t in tokens]),
        array("tokenizer.ggml.token_type", 5,
              [struct.pack("<i", 3 if t == "<|end|>" else 1) for t in tokens]),
        array("tokenizer.ggml.merges", 8, [text("a b")]),
        u32("tokenizer.ggml.bos_token_id", TOKENS - 1)] + list(pairs)
    weights, data = [], b""
    for _, name, shape in shapes_of(family, TOKENS):
        part = struct.pack("<%de" % count(shape), *numbers(shape))
        weights.append(text(name) + struct.pack("<I", len(shape)) + b"".join(
            struct.pack("<Q", n) for n in reversed(shape))
            + struct.pack("<IQ", 1, len(data)))
        data += part + b"\0" * (-len(part) % 32)
    for name, kind, size in tensors_:
        weights.append(text(name) + struct.pack("<IQQIQ", 2, 256, 1, kind,
                                                len(data)))
        data += bytes(i % 120 for i in range(size)) + b"\0" * (-size % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(weights), len(described))
    head += b"".join(described) + b"".join(weights)
    return head + b"\0" * (-len(head) % 32) + data


def language_models():
    for name in ("qwen2", "llama3"):
        write("tokenizer_files", "json_" + name, parts(
            t=tokenizer(name, ignore_merges=name == "llama3"),
            c='{"eos_token": "<|end|>"}'))
    write("gguf", "qwen2", gguf_file("qwen2", "qwen2"))
    write("gguf", "llama", gguf_file("llama", "llama-bpe"))
    # Of every type, and the tables of rotations that are refused.
    blocks = [(2, 144), (3, 160), (6, 176), (7, 192), (8, 272), (12, 144),
              (13, 176), (14, 210), (30, 512)]
    write("gguf", "types", gguf_file(
        "llama", "llama-bpe",
        tensors_=[("t%d" % kind, kind, size) for kind, size in blocks]))
    config = {"model_type": "llama", "vocab_size": 5, "hidden_size": HIDDEN,
              "num_hidden_layers": 1, "num_attention_heads": 1,
              "intermediate_size": INNER, "tie_word_embeddings": True}
    items = [(name, "F32", shape, numbers(shape))
             for name, _, shape in shapes_of("llama", 5)]
    common = dict(c=json.dumps(config), t=tokenizer("llama3"), j="{{ m }}",
                  k='{"eos_token": "<|end|>", "model_max_length": 1e30}')
    write("language", "one", parts(s=tensors(items), **common))
    write("language", "two", parts(
        x=json.dumps({"weight_map": {
            item[0]: "%s.safetensors" % ("a" if i < 4 else "b")
            for i, item in enumerate(items)}}),
        a=tensors(items[:4]), b=tensors(items[4:]), **common))


# --- attacks ---

def patch(*changes):
    """(page from 0, offset, bytes): see sqlite_file.h."""
    out = b""
    for page, offset, data in changes:
        for at in range(0, len(data), 255):
            piece = data[at:at + 255]
            out += struct.pack(">BHB", page, offset + at, len(piece)) + piece
    return out


def doubling_with(levels, first, name):
    steps = ["a0 AS (SELECT %s AS x FROM %s)" % (first, name)]
    steps += ["a%d AS (SELECT x+x AS x FROM a%d)" % (i, i - 1)
              for i in range(1, levels)]
    return "WITH %s SELECT x FROM a%d" % (", ".join(steps), levels - 1)


def doubling_from(levels):
    query = "SELECT size AS x FROM city"
    for _ in range(levels):
        query = "SELECT x+x AS x FROM (%s)" % query
    return query


def execute():
    gold = "SELECT name FROM city\n"
    attacks = {
        "with": doubling_with(25, "id", "trip"),
        "from": doubling_from(14),
        "trim": "SELECT trim(hex(zeroblob(125000)), "
                "replace(hex(zeroblob(10900)), '0', 'x') || '0')",
        "replace": "SELECT length(replace(hex(zeroblob(125000)), "
                   "hex(zeroblob(60000)) || '1', 'y'))",
        "instr": "SELECT instr(hex(zeroblob(125000)), "
                 "hex(zeroblob(60000)) || '1')",
    }
    for name, query in attacks.items():
        write("execute", "known_" + name, "How many?\n" + gold + query + "\n")


def dag(pages, cells, size=512):
    """A b-tree of tables whose pages (from 0, the root first) have the next one
    as their child, many times over. The last of them stays as it is."""
    changes = []
    for page, child in zip(pages, pages[1:]):
        start, cell = (100 if page == 0 else 0), size - 5
        head = struct.pack(">BHHHBI", 5, 0, cells, cell, 0, child + 1)
        changes.append((page, start, head + struct.pack(">H", cell) * cells))
        changes.append((page, cell, struct.pack(">IB", child + 1, 1)))
    return patch(*changes)


def database():
    rows = "CREATE TABLE t1 (a INT, b TEXT);"
    fill = ("INSERT INTO t1 WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT "
            "x + 1 FROM c WHERE x < 24) SELECT x, hex(zeroblob(200)) FROM c;")
    views = rows + "CREATE VIEW v0 AS SELECT a FROM t1;" + "".join(
        "CREATE VIEW v%d AS SELECT a + a AS a FROM v%d;" % (i, i - 1)
        for i in range(1, 25))
    write("database", "known_views", views.encode() +
          parts(q="SELECT a FROM v24"))
    columns = "a INT, b TEXT, c0 AS (a)" + "".join(
        ", c%d AS (c%d + c%d)" % (i, i - 1, i - 1) for i in range(1, 25))
    write("database", "known_generated",
          "CREATE TABLE t1 (%s);INSERT INTO t1 (a) VALUES (1);@@q"
          "SELECT c24 FROM t1" % columns)
    write("database", "known_dag", (rows + fill).encode() +
          parts(p=dag(list(range(1, 18)), 80), q="SELECT count(*) FROM t1 "))
    write("database", "known_dag_schema", (rows + fill).encode() +
          parts(p=dag([0] + list(range(2, 18)), 80), q="SELECT count(*) FROM t1 "))
    cycle = patch((1, 0, struct.pack(">BHHHBI", 5, 0, 0, 512, 0, 2)))
    write("database", "cycle", (rows + fill).encode() +
          parts(p=cycle, q="SELECT a FROM t1"))
    header = patch((0, 16, b"\2\0\2\2\40"), (0, 28, b"\0\0\377\377"))
    write("database", "header", (rows + fill).encode() +
          parts(p=header, q="SELECT b FROM t1 WHERE a = 3"))


def index():
    write("index", "known_schema_view",
          "DELETE FROM sqlite_schema;INSERT INTO sqlite_schema VALUES ('view',"
          " 'sqlite_schema', 'sqlite_schema', 0, 'CREATE VIEW sqlite_schema AS"
          " WITH RECURSIVE c(type, name, tbl_name, rootpage, sql) AS (SELECT 1,"
          " 2, 3, 4, 5 UNION ALL SELECT type + 1, 2, 3, 4, 5 FROM c) SELECT *"
          " FROM c');")
    leaf = "CREATE TABLE zz (a); INSERT INTO zz VALUES (1);"
    write("index", "known_dag_schema", leaf.encode() +
          parts(p=dag([0, 1, 2, 3, 4, 5, 6, 7], 200, 4096)))
    write("dataset", "known_dag_schema", leaf.encode() +
          parts(p=dag([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 200, 4096)))
    write("index", "bytes", b"UPDATE cols SET count = -1, longest = 1e18;" +
          parts(p=patch((3, 0, b"\5"), (4, 8, b"\377\377\0\0"))))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    parser()
    models(os.path.abspath(sys.argv[1]))
    language_models()
    execute()
    database()
    index()


if __name__ == "__main__":
    main()
