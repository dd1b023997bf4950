#!/usr/bin/env python3
"""Makes a model directory of the published error detector's checkpoint.

    python3 convert_detector.py checkpoint.pth OUT --tokenizer DIR

checkpoint.pth is what the code of Chen et al. 2023 (Error Detection for
Text-to-SQL Semantic Parsing) saves: the weights in "model_state_dict", each
name behind DataParallel's "module.". It is read by convert_checkpoint.py, which
runs nothing in it. DIR has the tokenizer of CodeBERT or RoBERTa (vocab.json and
merges.txt, or tokenizer.json), whose files are copied, and may have its
config.json. `t2sed score --model OUT` opens the result, and
`t2sed info --model OUT` checks it.

PUBLISHED below says which tensor becomes which, and which labels the rows of
the tables of non-terminals have. --names FILE, a JSON object with "tensors",
"labels" or both, replaces either. Needs Python 3.8 and nothing else.
"""

import argparse
import json
import os
import re
import shutil
import sys

import convert_checkpoint
from convert_checkpoint import Refused

PUBLISHED = {
    # How a name begins, and what stands for that in a model directory (None:
    # the tensor is left out). The longest begin counts; all must be there.
    "tensors": {
        "CodeBert.embeddings.": "encoder.embeddings.",
        "CodeBert.embeddings.position_ids": None,
        "CodeBert.encoder.": "encoder.",
        "CodeBert.pooler.": None,
        "nl_nt_embeddings.": "question_labels.",
        "sql_nt_embeddings.": "sql_labels.",
        # The published code gives each of the three layers the graph's input,
        # and uses the third one's output alone: the model has one layer.
        "gcn1.": None,
        "gcn2.": None,
        "gcn3.": "question_graph.layers.0.",
        "sql_gcn1.": None,
        "sql_gcn2.": None,
        "sql_gcn3.": "sql_graph.layers.0.",
        "binaryClassifier.dense.": "head.dense.",
        "binaryClassifier.proj.": "head.out.",
    },
    # Row i + 1 of a table is that of label i.
    "labels": {
        "question": "FRAG SBAR WHNP WHADJP PP NP VP ADJP S NML SBARQ SINV SQ "
                    "QP ADVP WHPP WHADVP UCP CONJP PRN".split(),
        "sql": "select_core expr from_clause where_clause select_stmt "
               "result_clause order_by_stmt ordering_term group_by_clause "
               "join_clause limit_stmt".split(),
    },
}
GATV2 = {"att", "bias", "lin_l.weight", "lin_l.bias", "lin_r.weight",
         "lin_r.bias"}
TOKENIZER = ("tokenizer.json", "vocab.json", "merges.txt", "vocab.txt",
             "tokenizer_config.json", "special_tokens_map.json")


def rename(tensors, table):
    """{name: Tensor} by the names of a model directory."""
    if all(name.startswith("module.") for name in tensors):
        tensors = {name[len("module."):]: tensor
                   for name, tensor in tensors.items()}
    renamed, used = {}, set()
    for name, tensor in tensors.items():
        begin = max(filter(name.startswith, table), key=len, default=None)
        if begin is None:
            raise Refused(f"no entry of the table of names is for {name!r} "
                          "(--names FILE has another table)")
        used.add(begin)
        if table[begin] is None:
            continue
        new = table[begin] + name[len(begin):]
        if new in renamed:
            raise Refused(f"{name!r} and another tensor both become {new!r}")
        renamed[new] = tensor
    for begin in table:
        if table[begin] is not None and begin not in used:
            raise Refused(f"it has no tensor {begin + '*'!r} (--names FILE has "
                          "another table of names)")
    return renamed


def count_layers(tensors, begin):
    """Of begin.0.*, begin.1.*, ...: how many there are."""
    found = {int(at[1]) for name in tensors
             for at in [re.match(re.escape(begin) + r"\.(\d{1,4})\.", name)]
             if at}
    if found != set(range(len(found))):
        raise Refused(f"the layers {begin}.* are not numbered from 0")
    return len(found)


def describe(tensors, labels, encoder):
    """config.json. What no shape tells (attention heads, the epsilon of
    LayerNorm, the padding's id) is taken from `encoder`, a config.json of
    Hugging Face's, or is RoBERTa's: heads of 64."""
    def shape(name, rank=2):
        if name not in tensors or len(tensors[name].shape) != rank:
            raise Refused(f"it has no {name!r} of {rank} dimensions")
        return tensors[name].shape

    words = "encoder.embeddings.{}_embeddings.weight".format
    vocabulary, hidden = shape(words("word"))
    config = {"model_type": "roberta", "layer_norm_eps": 1e-5,
              "pad_token_id": 1, "num_attention_heads": max(1, hidden // 64)}
    config.update((key, encoder[key]) for key in config if key in encoder)
    config.update(
        vocab_size=vocabulary, hidden_size=hidden,
        num_hidden_layers=count_layers(tensors, "encoder.layer"),
        intermediate_size=shape("encoder.layer.0.intermediate.dense.weight")[0],
        max_position_embeddings=shape(words("position"))[0],
        type_vocab_size=shape(words("token_type"))[0])
    layers = count_layers(tensors, "question_graph.layers")
    for i in range(layers):
        for side in ("question", "sql"):
            begin = f"{side}_graph.layers.{i}."
            has = {name[len(begin):] for name in tensors
                   if name.startswith(begin)}
            if has != GATV2:
                raise Refused(f"{begin}* is no GATv2Conv: it has "
                              f"{', '.join(sorted(has)) or 'nothing'}, "
                              f"expected {', '.join(sorted(GATV2))}")
    graph = {"layout": "none"}
    if layers:
        graph = {"layout": "separate", "layers": layers,
                 "heads": shape("question_graph.layers.0.att", 3)[1]}
        for side, names in labels.items():
            rows = shape(f"{side}_labels.weight")[0]
            if rows != len(names) + 1:
                raise Refused(
                    f"its table {side}_labels has {rows} rows, but there are "
                    f"{len(names)} labels, expected one row more than labels "
                    "(--names FILE has other labels)")
    else:
        labels = {"question": [], "sql": []}
    config["t2sed"] = {"format": 1, "graph": graph, "labels": labels}
    return config


def is_table(value, of):
    """Whether the "tensors" or "labels" of a FILE have the form of ours."""
    def is_text(text):
        return isinstance(text, str)
    if of == "tensors":
        return isinstance(value, dict) and all(
            to is None or is_text(to) for to in value.values())
    return (isinstance(value, dict) and set(value) == {"question", "sql"}
            and all(isinstance(names, list) and all(map(is_text, names))
                    for names in value.values()))


def read_object(path):
    with open(path, encoding="utf-8") as file:
        try:
            value = json.load(file)
        except ValueError as error:
            raise Refused(f"{path}: no JSON: {error}") from error
    if not isinstance(value, dict):
        raise Refused(f"{path}: no JSON object")
    return value


def convert(checkpoint, out, tokenizer, names=None, skipped=()):
    """Makes the directory `out`; returns the number of tensors."""
    files = [os.path.join(tokenizer, name) for name in TOKENIZER]
    files = list(filter(os.path.exists, files))
    if not files:
        raise Refused(f"{tokenizer}: has no tokenizer, expected vocab.json and "
                      "merges.txt, or tokenizer.json")
    beside = os.path.join(tokenizer, "config.json")
    encoder = read_object(beside) if os.path.exists(beside) else {}
    table = dict(PUBLISHED)
    for key, value in (read_object(names) if names else {}).items():
        if key not in table or not is_table(value, key):
            raise Refused(f'{names}: {key!r}, expected "tensors", {{begin: '
                          'begin or null}, and "labels", {"question": [...], '
                          '"sql": [...]}')
        table[key] = value
    config = {}

    def change(tensors):
        tensors = rename(tensors, table["tensors"])
        config.update(describe(tensors, table["labels"], encoder))
        return tensors

    os.mkdir(out)
    try:
        count = convert_checkpoint.convert(
            checkpoint, os.path.join(out, "model.safetensors"), skipped, change)
        for path in files:
            shutil.copy(path, out)
        with open(os.path.join(out, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump(config, file, indent=2)
            file.write("\n")
    except BaseException as error:
        shutil.rmtree(out)
        if isinstance(error, Refused):
            raise Refused(f"{checkpoint}: {error}") from error
        raise
    return count


def main():
    parser = argparse.ArgumentParser(
        description="Makes a model directory of the published error detector's "
        "checkpoint, without running anything in it.")
    parser.add_argument("checkpoint", help="checkpoint.pth")
    parser.add_argument("out", help="the directory to make")
    parser.add_argument("--tokenizer", required=True, metavar="DIR",
                        help="where CodeBERT's tokenizer is")
    parser.add_argument("--names", metavar="FILE",
                        help="names of tensors, and labels, as JSON")
    parser.add_argument("--skip", action="append", default=[],
                        metavar="MODULE", help="objects of this module may "
                        "stand beside the weights (they are left out)")
    options = parser.parse_args()
    if os.path.exists(options.out):
        sys.exit(f"{options.out}: is there already")
    try:
        count = convert(options.checkpoint, options.out, options.tokenizer,
                        options.names, options.skip)
    except (OSError, Refused) as error:
        sys.exit(str(error))
    print(f"{options.out}: {count} tensors")


if __name__ == "__main__":
    main()
