"""Parses the questions of databases, those that a network has not seen."""
import json
import os

import torch

from .beam import beams
from .query import Writer
from .spider import databases
from .tokens import Vocabulary
from .training import load

MOST_ITEMS = 200  # of a database
BATCH = 16
SOURCES = ("train_spider", "train_others")


def questions_of(inputs, folds):
    """The first example of each question of the folds' databases, those of
    smaller databases first."""
    found = {}
    for example in inputs.examples:
        if example.source in SOURCES \
                and inputs.folds[example.db_id] in folds \
                and len(inputs.databases[example.db_id]) <= MOST_ITEMS:
            found.setdefault((example.db_id, example.question), example)
    return sorted(found.values(), key=lambda example: (
        len(inputs.databases[example.db_id]), example.db_id))


def candidates(writer, beam):
    """The queries of a beam: [{"sql", "score"}], each once."""
    found = {}
    for score, tokens in beam:
        query = writer.write(tokens)
        if query is not None:
            found.setdefault(query, score)
    return [{"sql": query, "score": score} for query, score in found.items()]


def parse(inputs, tables, model, out, width=6, folds=None):
    """Writes a line for each question of the folds, which are those that the
    model has not seen unless others are given:
    {"db_id", "question", "gold", "candidates": [{"sql", "score"}]}.

    Values are the bare word `value`. Questions without a candidate are left
    out.

    tables  the path of tables.json.
    model   a file of training.train.
    """
    torch.set_num_threads(1)
    network, unseen = load(model)
    vocabulary = Vocabulary(inputs.words)
    writers = {db_id: Writer(database, vocabulary) for db_id, database
               in databases(tables).items() if db_id in inputs.databases}
    asked = questions_of(inputs, unseen if folds is None else folds)
    with open(f"{out}.part", "w", encoding="utf-8") as file:
        for begin in range(0, len(asked), BATCH):
            some = asked[begin:begin + BATCH]
            found = beams(network, [
                (inputs.databases[example.db_id],
                 inputs.questions[example.db_id, example.question])
                for example in some], width)
            for example, beam in zip(some, found):
                queries = candidates(writers[example.db_id], beam)
                if queries:
                    file.write(json.dumps({
                        "db_id": example.db_id, "question": example.question,
                        "gold": example.query, "candidates": queries}) + "\n")
            if begin // BATCH % 10 == 0:
                print(json.dumps({"parsed": begin, "of": len(asked)}),
                      flush=True)
    os.replace(f"{out}.part", out)
