#!/usr/bin/env python3
"""Imported encoders against `transformers`, through the whole path.

Models of random weights, of both families and with vocabularies trained here,
are saved by transformers (as model.safetensors and as pytorch_model.bin, which
examples/python/convert_checkpoint.py converts, with and without a head), imported by t2sed_model_import, and opened and run by
t2sed_encoder_encode in a process of its own: one that imported Python's torch
must not load the shim's libtorch. Prints TAP.

    .deps/venv/bin/python3 test/python/test_import_parity.py
"""

import ctypes
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
LIBRARY = os.path.join(BUILD, "lib", "libt2sed-lab.so")
SHIM = os.path.join(BUILD, "lib", "libt2sed-torch.so")
CONVERTER = os.path.join(ROOT, "examples", "python", "convert_checkpoint.py")
TOLERANCE = 1e-4

PAIRS = [
    ("How many singers are there ?", "select count ( * ) from singer"),
    ("Show names .", "select singer.name from singer where singer.age > 20"),
    ("x", "select 1"),
    ("What is the average, minimum and maximum age of all singers from "
     "France and Germany whose name contains the letter e ?",
     "select avg ( singer.age ) , min ( singer.age ) from singer where "
     "singer.country = 'France' or singer.country in ( select country.name "
     "from country where country.name like '%e%' )"),
    ("caf\u00e9 \u4e2d\u6587 \U0001f600", "select \"na\u00efve\" from t"),
]


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("reserved_int", ctypes.c_int),
                ("offset", ctypes.c_ssize_t),
                ("reserved", ctypes.c_void_p * 7), ("text", ctypes.c_char * 440)]


class ImportOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("precision", ctypes.c_int),
                ("seed", ctypes.c_uint64), ("config", ctypes.c_char_p),
                ("keep_text", ctypes.c_char_p), ("keep_first", ctypes.c_int),
                ("layers", ctypes.c_int)]


class ModelOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("device", ctypes.c_char_p),
                ("precision", ctypes.c_int), ("threads", ctypes.c_int),
                ("flags", ctypes.c_uint), ("backend", ctypes.c_char_p)]


class Encoded(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("tokens", ctypes.c_size_t),
                ("hidden", ctypes.c_size_t),
                ("ids", ctypes.POINTER(ctypes.c_int32)),
                ("vectors", ctypes.POINTER(ctypes.c_float)),
                ("spans", ctypes.c_void_p), ("second", ctypes.c_size_t),
                ("cut", ctypes.c_size_t)]


def load():
    return ctypes.CDLL(LIBRARY)


def check(library_status, error):
    if library_status != 0:
        raise RuntimeError(error.text.decode())


def import_and_encode(source, target, output):
    """The child's work: no torch here. Ids and vectors go to `output`."""
    import numpy
    library, error = load(), Error()
    options = ImportOptions(struct_size=ctypes.sizeof(ImportOptions),
                            precision=1, seed=1)
    check(library.t2sed_model_import(source.encode(), target.encode(),
                                     ctypes.byref(options),
                                     ctypes.byref(error)), error)
    model, encoder, encoding = (ctypes.c_void_p() for _ in range(3))
    options = ModelOptions(struct_size=ctypes.sizeof(ModelOptions), precision=1,
                           threads=1)
    check(library.t2sed_model_open(ctypes.byref(model), target.encode(),
                                   ctypes.byref(options), ctypes.byref(error)),
          error)
    check(library.t2sed_encoder_new(ctypes.byref(encoder), model, None,
                                     ctypes.byref(error)), error)
    texts = [(ctypes.c_char_p * len(PAIRS))(*[p[side].encode() for p in PAIRS])
             for side in (0, 1)]
    check(library.t2sed_encoder_encode(
        ctypes.byref(encoding), encoder, texts[0], None, texts[1], None,
        ctypes.c_size_t(len(PAIRS)), ctypes.byref(error)), error)
    arrays = {}
    for i in range(len(PAIRS)):
        pair = Encoded(struct_size=ctypes.sizeof(Encoded))
        check(library.t2sed_encoding_get(encoding, ctypes.c_size_t(i),
                                         ctypes.byref(pair),
                                         ctypes.byref(error)), error)
        arrays[f"ids{i}"] = numpy.ctypeslib.as_array(
            pair.ids, (pair.tokens,)).copy()
        arrays[f"vectors{i}"] = numpy.ctypeslib.as_array(
            pair.vectors, (pair.tokens, pair.hidden)).copy()
    numpy.savez(output, **arrays)


def skip(reason):
    if os.environ.get("T2S_TEST_PARITY") == "required":
        print(f"1..1\nnot ok 1 - import parity: {reason}")
        sys.exit(1)
    print(f"1..1\nok 1 - import parity # SKIP {reason}")
    sys.exit(0)


def make_tokenizers(directory):
    """Vocabularies of both families, trained on a few lines."""
    from tokenizers import BertWordPieceTokenizer, ByteLevelBPETokenizer
    lines = [text for pair in PAIRS for text in pair] * 3
    bert, roberta = os.path.join(directory, "b"), os.path.join(directory, "r")
    os.makedirs(bert)
    os.makedirs(roberta)
    tokenizer = BertWordPieceTokenizer(lowercase=True)
    tokenizer.train_from_iterator(lines, vocab_size=300, min_frequency=1)
    tokenizer.save_model(bert)
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(
        lines, vocab_size=400, min_frequency=1,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.save_model(roberta)
    return {"bert": bert, "roberta": roberta}


def make_model(family, headed):
    import transformers
    common = dict(hidden_size=48, num_hidden_layers=3, num_attention_heads=4,
                  intermediate_size=80)
    if family == "bert":
        config = transformers.BertConfig(
            vocab_size=320, max_position_embeddings=160, **common)
        kind = (transformers.BertForMaskedLM if headed
                else transformers.BertModel)
    else:
        config = transformers.RobertaConfig(
            vocab_size=420, max_position_embeddings=162, type_vocab_size=1,
            bos_token_id=0, pad_token_id=1, eos_token_id=2,
            layer_norm_eps=1e-5, **common)
        kind = (transformers.RobertaForMaskedLM if headed
                else transformers.RobertaModel)
    model = kind(config).eval()
    # LayerNorms and biases begin as ones and zeros, which hides mistakes.
    import torch
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    return model


def save(model, directory, form):
    import torch
    model.save_pretrained(directory)
    if form == "bin":  # what save_pretrained wrote before safetensors
        os.unlink(os.path.join(directory, "model.safetensors"))
        path = os.path.join(directory, "pytorch_model.bin")
        torch.save(model.state_dict(), path)
        subprocess.run([sys.executable, CONVERTER, path], check=True,
                       stdout=subprocess.DEVNULL)


def reference(model, ids, family, separator):
    import torch
    encoder = getattr(model, family, model)
    types = torch.zeros(1, len(ids), dtype=torch.long)
    if family == "bert":
        types[0, list(ids).index(separator) + 1:] = 1
    with torch.no_grad():
        return encoder(input_ids=torch.tensor([list(ids)]).long(),
                       token_type_ids=types).last_hidden_state[0].numpy()


def compare(directory, vocabularies, family, headed, form):
    import shutil
    import numpy
    source, target = (os.path.join(directory, n) for n in ("source", "target"))
    output = os.path.join(directory, "vectors.npz")
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(target, ignore_errors=True)
    model = make_model(family, headed)
    save(model, source, form)
    for name in os.listdir(vocabularies[family]):
        shutil.copy(os.path.join(vocabularies[family], name), source)
    child = subprocess.run(
        [sys.executable, os.path.abspath(__file__), "--encode", source, target,
         output], capture_output=True, text=True)
    if child.returncode != 0:
        return None, child.stderr.strip().splitlines()[-1:]
    arrays = numpy.load(output)
    worst = 0.0
    for i in range(len(PAIRS)):
        ids = arrays[f"ids{i}"]
        separator = 3 if family == "bert" else 2
        if family == "bert":
            separator = int(ids[-1])
        if list(ids).count(separator) != 2:
            return None, ["pair %d has not one separator" % i]
        expected = reference(model, ids, family, separator)
        worst = max(worst, float(numpy.abs(
            expected - arrays[f"vectors{i}"]).max()))
    return worst, []


def main():
    if not os.path.exists(LIBRARY) or not os.path.exists(SHIM):
        skip("libt2sed-lab.so or the shim was not built")
    try:
        import numpy  # noqa: F401
        import tokenizers  # noqa: F401
        import torch
        import transformers
    except ImportError as error:
        skip(f"Python's {error.name} is not installed")
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.manual_seed(1)
    number, failed = 0, 0
    with tempfile.TemporaryDirectory() as directory:
        vocabularies = make_tokenizers(directory)
        for family in ("bert", "roberta"):
            for headed in (False, True):
                for form in ("safetensors", "bin"):
                    worst, why = compare(directory, vocabularies, family,
                                         headed, form)
                    number += 1
                    good = worst is not None and worst <= TOLERANCE
                    failed += not good
                    print("%sok %d - %s, %s, %s: largest difference %s" % (
                        "" if good else "not ", number, family,
                        "with a head" if headed else "alone", form,
                        "%.1e" % worst if worst is not None else why))
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--encode"]:
        import_and_encode(*sys.argv[2:5])
    else:
        sys.exit(main())
