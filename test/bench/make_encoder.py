#!/usr/bin/env python3
"""A Hugging Face directory with an encoder of CodeBERT-base's size and random
weights, for timing alone: make_encoder.py DIR [--layers N] [--hidden N].

Plain Python. Weights are bf16 of random sign and mantissa around 0.01; the
vocabulary has 50,265 entries, of which byte-level merges build the words of
beam.json's beam and the rest is filler, so that a text has about as many
tokens as CodeBERT's own vocabulary gives it.
"""
import argparse
import json
import os
import re
import struct

VOCABULARY = 50265
POSITIONS = 514
WORDS = re.compile(r"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]")


def byte_symbols():
    """The printable stand-ins for bytes of GPT-2's byte-level BPE."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    symbols = {byte: chr(byte) for byte in plain}
    for byte in range(256):
        if byte not in symbols:
            symbols[byte] = chr(256 + len(symbols) - len(plain))
    return [symbols[byte] for byte in range(256)]


def vocabulary(text):
    """Tokens by id, and merges that build the pieces of the text's words."""
    symbols = byte_symbols()
    tokens = ["<s>", "<pad>", "</s>", "<unk>"] + sorted(symbols)
    known, merges = set(tokens), []
    for word in dict.fromkeys(WORDS.findall(text)):
        for start in (symbols[ord(" ")], ""):
            piece = start
            for char in word[:8]:
                left, piece = piece, piece + char
                if left and piece not in known:
                    known.add(piece)
                    tokens.append(piece)
                    merges.append(f"{left} {char}")
    tokens += [f"filler{i}" for i in range(VOCABULARY - 1 - len(tokens))]
    return tokens + ["<mask>"], merges


def random_bf16(count):
    """count bf16 numbers: random sign and mantissa, exponent 2^-7."""
    mask = int.from_bytes(b"\x7f\x80" * count, "little")
    base = int.from_bytes(b"\x00\x3c" * count, "little")
    bits = int.from_bytes(os.urandom(2 * count), "little") & mask | base
    return bits.to_bytes(2 * count, "little")


def constant_bf16(count, bits):
    return struct.pack("<H", bits) * count


def shapes(layers, hidden):
    """(name, shape) of a RobertaModel."""
    norm = [("weight", [hidden]), ("bias", [hidden])]
    yield "embeddings.word_embeddings.weight", [VOCABULARY, hidden]
    yield "embeddings.position_embeddings.weight", [POSITIONS, hidden]
    yield "embeddings.token_type_embeddings.weight", [1, hidden]
    for name, shape in norm:
        yield f"embeddings.LayerNorm.{name}", shape
    for i in range(layers):
        layer = f"encoder.layer.{i}."
        for part, rows, columns in (
                ("attention.self.query", hidden, hidden),
                ("attention.self.key", hidden, hidden),
                ("attention.self.value", hidden, hidden),
                ("attention.output.dense", hidden, hidden),
                ("intermediate.dense", 4 * hidden, hidden),
                ("output.dense", hidden, 4 * hidden)):
            yield f"{layer}{part}.weight", [rows, columns]
            yield f"{layer}{part}.bias", [rows]
        for part in ("attention.output", "output"):
            for name, shape in norm:
                yield f"{layer}{part}.LayerNorm.{name}", shape


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory")
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--hidden", type=int, default=768)
    options = parser.parse_args()
    os.makedirs(options.directory, exist_ok=True)

    def path(name):
        return os.path.join(options.directory, name)

    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                           "beam.json"), encoding="utf-8") as file:
        beam = json.load(file)
    tokens, merges = vocabulary(" ".join(
        [beam["question"]] + [one["sql"] for one in beam["candidates"]]))
    with open(path("vocab.json"), "w", encoding="utf-8") as file:
        json.dump({token: i for i, token in enumerate(tokens)}, file,
                  ensure_ascii=False)
    with open(path("merges.txt"), "w", encoding="utf-8") as file:
        file.write("#version: 0.2\n" + "\n".join(merges) + "\n")
    with open(path("config.json"), "w", encoding="utf-8") as file:
        json.dump({
            "architectures": ["RobertaModel"], "model_type": "roberta",
            "vocab_size": VOCABULARY, "hidden_size": options.hidden,
            "num_hidden_layers": options.layers,
            "num_attention_heads": options.hidden // 64,
            "intermediate_size": 4 * options.hidden, "hidden_act": "gelu",
            "max_position_embeddings": POSITIONS, "type_vocab_size": 1,
            "layer_norm_eps": 1e-5, "hidden_dropout_prob": 0.1,
            "attention_probs_dropout_prob": 0.1, "pad_token_id": 1,
            "bos_token_id": 0, "eos_token_id": 2}, file, indent=1)

    header, at, parts = {}, 0, []
    for name, shape in shapes(options.layers, options.hidden):
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        header[name] = {"dtype": "BF16", "shape": shape,
                        "data_offsets": [at, at + 2 * count]}
        at += 2 * count
        parts.append((name, len(shape), count))
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path("model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, rank, count in parts:
            if rank == 2:
                file.write(random_bf16(count))
            else:  # LayerNorm's weight is 1, every bias 0
                file.write(constant_bf16(
                    count, 0x3F80 if name.endswith("LayerNorm.weight") else 0))


if __name__ == "__main__":
    main()
