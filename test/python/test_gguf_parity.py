"""Imported GGUF files against the Python package `gguf`: equal bit for bit.

Small files of the Qwen2 and Llama architectures, of every type that is read
and in versions 2 and 3, are written with that package, imported as fp32 and
bf16 by the program, and compared with what it dequantises. The tokenizer in
them is compared with `tokenizers`. A real file is compared whole where
T2S_GGUF names one. Prints TAP.

    python3 test/python/test_gguf_parity.py
    T2S_GGUF=FILE python3 test/python/test_gguf_parity.py
"""

import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin", "t2sed")

try:
    import gguf
    import numpy
    from tokenizers import (AddedToken, Regex, Tokenizer, models, normalizers,
                            pre_tokenizers, trainers)
    from gguf import GGMLQuantizationType as Type
except ImportError as missing:
    required = os.environ.get("T2S_TEST_PARITY") == "required"
    print("1..1\n%s - gguf parity%s%s" % (
        "not ok 1" if required else "ok 1", ": " if required else " # SKIP ",
        missing))
    sys.exit(required)

TYPES = ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K",
         "Q5_K", "Q6_K"]
# Where a block has its scales, which must be finite: (offset, count) of fp16.
SCALES = {"Q4_K": (0, 2), "Q5_K": (0, 2), "Q6_K": (208, 1)}
NAMES = {"attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj",
         "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
         "attn_output": "self_attn.o_proj",
         "ffn_norm": "post_attention_layernorm", "ffn_gate": "mlp.gate_proj",
         "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s"
           r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
HIDDEN, INNER, HEADS, KEYS, LAYERS, VOCABULARY = 256, 512, 4, 2, 2, 320


class Tap:
    def __init__(self):
        self.count, self.failed = 0, 0

    def report(self, name, good, why=""):
        self.count += 1
        self.failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count, name))
        if not good and why:
            print("#  " + str(why).replace("\n", "\n#  "))
        sys.stdout.flush()


def hugging_face_name(name):
    """GGUF's name as Hugging Face's."""
    whole = {"token_embd.weight": "model.embed_tokens.weight",
             "output_norm.weight": "model.norm.weight",
             "output.weight": "lm_head.weight"}
    if name in whole:
        return whole[name]
    _, layer, part, ending = name.split(".")
    return "model.layers.%s.%s.%s" % (layer, NAMES[part], ending)


def read_safetensors(path):
    """Arrays by name; bf16 as 16-bit integers."""
    data = numpy.memmap(path, dtype=numpy.uint8, mode="r")
    size, = struct.unpack("<Q", data[:8].tobytes())
    header = json.loads(data[8:8 + size].tobytes())
    kinds = {"F32": numpy.float32, "F16": numpy.float16, "BF16": numpy.uint16}
    return {name: data[8 + size + entry["data_offsets"][0]:
                       8 + size + entry["data_offsets"][1]].view(
                           kinds[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}


def restore(array, heads):
    """Rows of llama.cpp's order in Hugging Face's."""
    rows = array.shape[0]
    return array.reshape(heads, rows // heads // 2, 2, *array.shape[1:]) \
        .swapaxes(1, 2).reshape(array.shape)


def bf16(array):
    bits = numpy.ascontiguousarray(array, numpy.float32).view(numpy.uint32)
    bits = bits.astype(numpy.uint64)
    return ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16).astype(numpy.uint16)


def differences(path, directory, as_bf16):
    """Compares an import with the file; the names of tensors that differ."""
    reader = gguf.GGUFReader(path)
    architecture = reader.fields["general.architecture"].contents()
    made = read_safetensors(os.path.join(directory, "model.safetensors"))
    different, count = [], 0
    for tensor in reader.tensors:
        if tensor.name == "rope_freqs.weight":
            continue
        shape = [int(n) for n in reversed(tensor.shape)]
        wanted = gguf.dequantize(tensor.data, tensor.tensor_type).astype(
            numpy.float32).reshape(shape)
        for part, key in (("attn_q.", "head_count"),
                          ("attn_k.", "head_count_kv")):
            if architecture == "llama" and part in tensor.name:
                wanted = restore(wanted, int(reader.fields[
                    architecture + ".attention." + key].contents()))
        found = made.pop(hugging_face_name(tensor.name))
        count += wanted.size
        wanted = bf16(wanted) if as_bf16 else wanted.view(numpy.uint32)
        found = found if as_bf16 else found.view(numpy.uint32)
        if found.shape != wanted.shape or not numpy.array_equal(found, wanted):
            different.append(tensor.name)
    return different + sorted(made), count


def run(*arguments):
    return subprocess.run([PROGRAM, "import", *arguments], text=True,
                          capture_output=True, check=False)


# --- small files ---


def stored(rng, shape, name):
    """Random numbers in one of the types, as GGUFWriter wants them."""
    kind = Type[name]
    values = rng.standard_normal(shape).astype(numpy.float32)
    if name == "F32":
        return values
    if name not in SCALES:
        return gguf.quantize(values, kind)
    block, size = gguf.GGML_QUANT_SIZES[kind]
    data = rng.integers(0, 256, (*shape[:-1], shape[-1] // block, size),
                        dtype=numpy.uint8)
    at, count = SCALES[name]
    scales = rng.standard_normal((*data.shape[:-1], count)).astype(numpy.float16)
    data[..., at:at + 2 * count] = scales.view(numpy.uint8)
    return data.reshape(*shape[:-1], -1)


def train_tokenizer(architecture):
    llama = architecture == "llama"
    made = Tokenizer(models.BPE(ignore_merges=llama))
    if not llama:
        made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PATTERN % (
            r"\p{N}{1,3}" if llama else r"\p{N}")), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    made.train_from_iterator(
        ["How many singers are there? SELECT count(*) FROM singer"] * 9,
        trainers.BpeTrainer(
            vocab_size=300, show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    made.add_special_tokens([AddedToken(n, normalized=False, special=True)
                             for n in ("<|end|>", "<|im_start|>")])
    made.add_tokens([AddedToken("<tool>", normalized=False)])
    return made


def add_tokenizer(writer, made, architecture):
    described = json.loads(made.to_str())
    tokens = [made.id_to_token(i) for i in range(made.get_vocab_size())]
    kinds = [gguf.TokenType.NORMAL] * len(tokens)
    for token in described["added_tokens"]:
        kinds[token["id"]] = (gguf.TokenType.CONTROL if token["special"]
                              else gguf.TokenType.USER_DEFINED)
    for i in range(len(tokens), VOCABULARY):
        tokens.append("[PAD%d]" % i)
        kinds.append(gguf.TokenType.UNUSED)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe" if architecture == "llama" else "qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(pair) if isinstance(pair, list) else pair
                             for pair in described["model"]["merges"]])
    writer.add_eos_token_id(made.token_to_id("<|end|>"))
    writer.add_bos_token_id(made.token_to_id("<|end|>"))
    writer.add_chat_template("{{ messages }}")


def llama3_factors(base, size, factor):
    """How much slower each pair of a head is turned (Llama 3.1 and later)."""
    found = []
    for i in range(size // 2):
        wave = 2 * math.pi * base ** (2 * i / size)
        smooth = (8192 / wave - 1) / 3
        found.append(1 if wave < 2048 else factor if wave > 8192 else
                     1 / ((1 - smooth) / factor + smooth))
    return numpy.array(found, numpy.float32)


def write_model(path, rng, architecture, name, tied, made):
    """A model whose matrices are of one type."""
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_block_count(LAYERS)
    writer.add_context_length(128)
    writer.add_embedding_length(HIDDEN)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KEYS)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_license("apache-2.0")
    add_tokenizer(writer, made, architecture)

    def matrix(tensor, rows, columns):
        writer.add_tensor(tensor + ".weight", stored(rng, (rows, columns), name),
                          raw_dtype=Type[name])

    def vector(tensor, size):
        writer.add_tensor(tensor, stored(rng, (size,), "F32"))

    matrix("token_embd", VOCABULARY, HIDDEN)
    for i in range(LAYERS):
        block = "blk.%d." % i
        keys = HIDDEN // HEADS * KEYS
        for part, rows, columns in (
                ("attn_q", HIDDEN, HIDDEN), ("attn_k", keys, HIDDEN),
                ("attn_v", keys, HIDDEN), ("attn_output", HIDDEN, HIDDEN),
                ("ffn_gate", INNER, HIDDEN), ("ffn_up", INNER, HIDDEN),
                ("ffn_down", HIDDEN, INNER)):
            matrix(block + part, rows, columns)
            if architecture == "qwen2" and part in ("attn_q", "attn_k", "attn_v"):
                vector(block + part + ".bias", rows)
        vector(block + "attn_norm.weight", HIDDEN)
        vector(block + "ffn_norm.weight", HIDDEN)
    vector("output_norm.weight", HIDDEN)
    if architecture == "llama":
        writer.add_tensor("rope_freqs.weight", llama3_factors(
            10000.0, HIDDEN // HEADS, 32.0))
    if not tied:
        matrix("output", VOCABULARY, HIDDEN)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def set_version(path, version):
    with open(path, "r+b") as file:
        file.seek(4)
        file.write(struct.pack("<I", version))


def check_config(directory, architecture, tied):
    with open(os.path.join(directory, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    wanted = {"model_type": architecture, "vocab_size": VOCABULARY,
              "hidden_size": HIDDEN, "intermediate_size": INNER,
              "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
              "num_key_value_heads": KEYS, "max_position_embeddings": 128,
              "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
              "tie_word_embeddings": tied}
    if architecture == "llama":
        wanted["rope_scaling"] = {
            "rope_type": "llama3", "factor": 32.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
    return {key: config.get(key) for key in wanted} == wanted and \
        config["t2sed"]["licences"] == ["apache-2.0"]


def check_tokenizer(directory, made, architecture):
    theirs = Tokenizer.from_file(os.path.join(directory, "tokenizer.json"))
    texts = ["How many singers?", "e\u0301 12345 <|im_start|><tool> x\n\n y",
             "SELECT count(*)"]
    first = [made.token_to_id("<|end|>")] if architecture == "llama" else []
    return theirs.get_vocab() == made.get_vocab() and all(
        theirs.encode(text).ids == first + made.encode(text).ids
        for text in texts)


def small_files(tap, home):
    rng = numpy.random.default_rng(18)
    for architecture in ("qwen2", "llama"):
        made = train_tokenizer(architecture)
        for i, name in enumerate(TYPES):
            path = os.path.join(home, "%s-%s.gguf" % (architecture, name))
            to, tied = path[:-5], bool(i % 2)
            write_model(path, rng, architecture, name, tied, made)
            set_version(path, 2 + i % 2)
            for precision in ("fp32", "bf16"):
                result = run("--precision", precision, path, to)
                different, count = (differences(path, to, precision == "bf16")
                                    if result.returncode == 0
                                    else ([result.stderr], 0))
                tap.report("%s, %s as %s: %d numbers, %d tensors differ" % (
                    architecture, name, precision, count, len(different)),
                           not different, different)
        tap.report(architecture + ": config.json",
                   check_config(to, architecture, tied))
        tap.report(architecture + ": tokenizer.json",
                   check_tokenizer(to, made, architecture))


def cut_and_changed(tap, home):
    """Files that are cut or changed anywhere are refused or imported, no
    more."""
    rng = random.Random(5)
    with open(os.path.join(home, "llama-Q4_K.gguf"), "rb") as file:
        data = file.read()
    path, bad = os.path.join(home, "changed.gguf"), []
    for i in range(60):
        changed = bytearray(data)
        if i % 2:
            changed = changed[:rng.randrange(len(data))]
        else:
            for _ in range(3):
                changed[rng.randrange(9000)] = rng.randrange(256)
        with open(path, "wb") as file:
            file.write(changed)
        result = run(path, os.path.join(home, "changed"))
        lines = result.stderr.strip().splitlines()
        if result.returncode not in (0, 2) or (
                result.returncode and (len(lines) != 1 or path not in lines[0])):
            bad.append((i, result.returncode, lines))
    tap.report("60 files cut or changed", not bad, bad)


def real_file(tap, home, path):
    to = os.path.join(home, "real")
    result = run("--precision", "fp32", path, to)
    different, count = (differences(path, to, False)
                        if result.returncode == 0 else ([result.stderr], 0))
    tap.report("%s: %d numbers, %d tensors differ" % (
        os.path.basename(path), count, len(different)), not different, different)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as home:
        small_files(tap, home)
        cut_and_changed(tap, home)
        if os.environ.get("T2S_GGUF"):
            real_file(tap, home, os.environ["T2S_GGUF"])
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
