"""The directory of a language model for the fake engine (fake_backend.c): its
tokens are the bytes and ChatML's roles; of its weights only the embedding is
there. (test/unit/tiny_language_model.h makes the like.)"""

import json
import os
import struct

ROLES = ["<|im_start|>", "<|im_end|>", "<|endoftext|>"]


def spelling():
    """GPT-2's characters for the 256 bytes."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [b for b in range(256) if b not in plain]
    return {b: chr(b) for b in plain} | {
        b: chr(256 + i) for i, b in enumerate(others)}


def make(folder):
    def write(name, value):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file)

    write("config.json", {
        "model_type": "qwen2", "vocab_size": 259, "hidden_size": 8,
        "num_hidden_layers": 2, "num_attention_heads": 2,
        "intermediate_size": 8, "max_position_embeddings": 2048,
        "eos_token_id": 258})
    write("tokenizer.json", {
        "added_tokens": [{"id": 256 + i, "content": name, "special": True,
                          "normalized": False}
                         for i, name in enumerate(ROLES)],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False,
                          "trim_offsets": False},
        "model": {"type": "BPE", "merges": [],
                  "vocab": {c: b for b, c in spelling().items()}}})
    header = json.dumps({"model.embed_tokens.weight": {
        "dtype": "F32", "shape": [259, 8],
        "data_offsets": [0, 259 * 8 * 4]}}).encode()
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header
                   + bytes(259 * 8 * 4))
