"""Tokenizers of language models against Hugging Face's `tokenizers`.

Ids, offsets and decoded text, with the rules of Qwen2 (NFC, its expression)
and Llama 3 (its expression, ignore_merges): on all questions and queries of
../shared/data, where that is there, on 100,000 made-up and hostile lines, on
every code point of Unicode, and on every one in its decomposed form between
marks. The vocabulary is Qwen2.5-Coder's where a model directory of it is there
(T2S_LANGUAGE_MODEL, else build/models/qwen2.5-coder-0.5b, which `make
models-large` writes), else one that is trained here. Prints TAP.

    python3 test/python/test_language_tokenizer.py
"""

import ctypes
import gzip
import json
import os
import random
import sys
import tempfile
import unicodedata

import test_tokenizer_parity as parity
from test_tokenizer_parity import ROOT, SPECIALS

from tokenizers import (AddedToken, Regex, Tokenizer, decoders, models,
                        normalizers, pre_tokenizers, processors, trainers)

DATA = os.path.join(ROOT, "..", "shared", "data")
REAL = os.environ.get("T2S_LANGUAGE_MODEL", os.path.join(
    ROOT, "build", "models", "qwen2.5-coder-0.5b"))
FUZZ = 100000
PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s"
           r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN2, LLAMA3 = PATTERN % r"\p{N}", PATTERN % r"\p{N}{1,3}"
NAMES = ("question", "query", "sql", "utterance", "evidence", "knowledge",
         "gold", "text", "feedback")


def strings(value, wanted=False):
    """The texts of a JSON value whose key says that they are for a model."""
    if isinstance(value, str):
        if wanted and value:
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, wanted)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings(item, wanted or any(
                name in key.lower() for name in NAMES))


def data_texts():
    """Every question and query of the data, each once."""
    found = {}
    for folder, _, names in sorted(os.walk(DATA)):
        for name in sorted(names):
            if not name.endswith((".jsonl", ".jsonl.gz")):
                continue
            path = os.path.join(folder, name)
            opener = gzip.open if name.endswith(".gz") else open
            with opener(path, "rt", encoding="utf-8") as file:
                for line in file:
                    if line.strip():
                        found.update(dict.fromkeys(strings(json.loads(line))))
    return list(found)


PIECES = ["'S", "'T", "'RE", "'Ll", "'\u017f", "'D", "'re", "'", " '", "\r\n",
          "\n", " \n", "\n ", "\t", "  ", " ", "\u3000\n", "\x85", "\u2028", "12",
          "1234567", "\u0663\u0664\u0665\u0666", "\u00bd\u2167", "x1", "SELECT ",
          "a", "\u00e9", "e\u0301", "\u1100\u1161\u11a8", "\uac00\u11a7", "=>",
          "\u226f", ">\u0338", "(*)", "!!\r\n\r", "--", "<|im_start|>",
          "<|im_end|>", "<tool_call>", "<|endoftext|", "\u05b0\u05b1", "\u0344",
          "\u212b", "\u0958", "\U0001d15e", "\u0f73\u0f71", "\u09c7\u09be"]


def fuzz_texts(rng, count):
    texts = parity.hostile_texts(rng, count // 2)
    while len(texts) < count:
        texts.append("".join(rng.choice(PIECES)
                             for _ in range(rng.randint(1, 24))))
    return texts


def composed_points():
    """Every code point decomposed, before and behind marks and vowels."""
    points = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    points = [c for c in points if unicodedata.category(chr(c)) != "Cn"]
    for i in range(0, len(points), 16):
        yield "".join(
            unicodedata.normalize("NFD", chr(c)) + "\u0301\u0323" + chr(c)
            + "\u0338\u3099e" + chr(c) for c in points[i:i + 16])


def train(pattern, texts, nfc, ignore_merges):
    made = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    if nfc:
        made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(pattern), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    made.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=6000, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([
        AddedToken(name, normalized=False, special=True)
        for name in ("<|endoftext|>", "<|im_start|>", "<|im_end|>")])
    made.add_tokens([AddedToken("<tool_call>", normalized=False)])
    return made


def configurations(home, texts):
    """Yields (name, their tokenizer, the directory for ours)."""

    def save(made, name):
        place = os.path.join(home, name)
        os.makedirs(place)
        made.save(os.path.join(place, "tokenizer.json"))
        return place

    if os.path.exists(os.path.join(REAL, "tokenizer.json")):
        yield ("Qwen2.5-Coder's vocabulary", Tokenizer.from_file(
            os.path.join(REAL, "tokenizer.json")), REAL)
    else:
        qwen2 = train(QWEN2, texts, True, False)
        qwen2.post_processor = processors.ByteLevel(trim_offsets=False)
        yield "Qwen2, trained", qwen2, save(qwen2, "qwen2")
    llama3 = train(LLAMA3, texts, False, True)
    llama3.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=False),
        processors.TemplateProcessing(
            single="<|endoftext|> $A", pair="<|endoftext|> $A $B",
            special_tokens=[("<|endoftext|>",
                             llama3.token_to_id("<|endoftext|>"))])])
    yield "Llama 3, trained", llama3, save(llama3, "llama3")
    # Words that are tokens although no merges make them.
    path = os.path.join(save(llama3, "llama3 words"), "tokenizer.json")
    with open(path, encoding="utf-8") as file:
        described = json.load(file)
    del described["model"]["merges"][2500::2]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(described, file)
    yield ("Llama 3, words without merges", Tokenizer.from_file(path),
           os.path.dirname(path))


class Decoder:
    def __init__(self, library, ours):
        self.library, self.tokenizer = library, ours.tokenizer
        library.t2sed_tokenizer_decode.argtypes = [
            ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t),
            ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32), ctypes.c_size_t,
            ctypes.c_int, ctypes.POINTER(parity.Error)]
        library.t2sed_tokenizer_bytes.argtypes = [
            ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t]
        library.t2sed_tokenizer_bytes.restype = ctypes.c_size_t
        library.t2sed_free.argtypes = [ctypes.c_void_p]

    def decode(self, ids, flags):
        out, length = ctypes.c_void_p(), ctypes.c_size_t()
        error = parity.Error()
        if self.library.t2sed_tokenizer_decode(
                ctypes.byref(out), ctypes.byref(length), self.tokenizer,
                (ctypes.c_int32 * len(ids))(*ids), len(ids), flags,
                ctypes.byref(error)):
            raise RuntimeError(error.text.decode())
        text = ctypes.string_at(out, length.value).decode()
        self.library.t2sed_free(out)
        return text

    def bytes(self, token):
        room = ctypes.create_string_buffer(1024)
        n = self.library.t2sed_tokenizer_bytes(self.tokenizer, token, room,
                                               len(room))
        return room.raw[:n]


def compare_decoded(rng, theirs, decoder, count):
    """Random tokens, whose bytes often break characters."""
    different, size = [], theirs.get_vocab_size()
    for i in range(count):
        ids = [rng.randrange(256 if i % 2 else size)
               for _ in range(rng.randint(0, 20))]
        for flags in (0, 1):
            wanted = theirs.decode(ids, skip_special_tokens=not flags)
            text = decoder.decode(ids, flags)
            joined = b"".join(decoder.bytes(token) for token in ids)
            if text != wanted or (flags and
                                  joined.decode(errors="replace") != text):
                different.append((str(ids), [text], [wanted]))
    return different


def main():
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    rng = random.Random(18)
    library, tap = parity.load_library(), parity.Tap()
    fuzz = fuzz_texts(rng, FUZZ)
    suites = [("made-up and hostile lines", fuzz, 0),
              ("lines with special tokens", fuzz[-20000:], SPECIALS),
              ("every code point", list(parity.every_code_point()), 0),
              ("every code point between marks", list(composed_points()), 0)]
    data = data_texts()
    if data:
        suites.insert(0, ("questions and queries of the data", data, 0))
    else:
        print("# no ../shared/data: its questions and queries are left out")
    training = (parity.ordinary_texts(rng, 8000)
                + [t.replace("\0", "") for t in fuzz[100:1100]])
    with tempfile.TemporaryDirectory() as home:
        for name, theirs, place in configurations(home, training):
            ours = parity.Ours(library, place)
            # Of the words without merges every fifth: all else is as before.
            step = 5 if "without" in name else 1
            for what, texts, flags in suites:
                texts = texts[::step]
                tap.report("%s: %s" % (name, what), parity.compare(
                    theirs, ours, texts, flags), len(texts))
            tap.report(name + ": decoding random tokens", compare_decoded(
                rng, theirs, Decoder(library, ours), 5000), 10000)
            ours.close()
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
