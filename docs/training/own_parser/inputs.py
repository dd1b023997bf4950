"""What the network reads of databases and questions, made once for all."""
import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

import numpy as np

from .spider import databases, stem
from .tokens import Vocabulary, linear

LONGEST_QUERY = 120  # terminals; longer queries are not read
# How a token of a question matches an item: not, by one word of the item's
# name, or by one where the question has all words of the name.
NO_MATCH, PARTIAL, FULL = range(3)


@dataclass
class DatabaseInput:
    """tables: how many; relations [items, items], traits [items, TRAITS]:
    spider.py; names [items, 2 * width]: vectors of the readable name, and of
    that with the table's before it."""
    tables: int
    relations: np.ndarray
    traits: np.ndarray
    names: np.ndarray

    def __len__(self):
        return len(self.traits)


@dataclass
class QuestionInput:
    """words [tokens, width]: vectors; matches [tokens, items]; plan [heads],
    columns [columns, roles], tables [tables]: probabilities as logits."""
    words: np.ndarray
    matches: np.ndarray
    plan: np.ndarray
    columns: np.ndarray
    tables: np.ndarray


@dataclass
class Example:
    """A question and its right query; tokens is None where that can't be
    read."""
    source: str
    db_id: str
    question: str
    query: str
    tokens: Optional[np.ndarray]


@dataclass
class Inputs:
    """All of it. questions: by db_id and text."""
    words: List[str]
    folds: Dict[str, int]
    databases: Dict[str, DatabaseInput]
    questions: Dict[Tuple[str, str], QuestionInput]
    examples: List[Example]


def logits(probabilities):
    """Probabilities as logits, scaled to about 1."""
    p = np.clip(np.array(probabilities, np.float32), 1e-4, 1 - 1e-4)
    return np.log(p / (1 - p)) / 3


def matches(text, offsets, stems):
    """[tokens, items]: NO_MATCH, PARTIAL or FULL.

    offsets  of the tokens, in characters.
    stems    of each item's name, a set.
    """
    words = [(found.start(), found.end(), stem(found.group().lower()))
             for found in re.finditer(r"[A-Za-z]+|\d+", text)]
    of_token = [next((word for begin, end, word in words
                      if begin <= first < end), None) if first < last else None
                for first, last in offsets]
    asked = {word for _, _, word in words}
    found = np.zeros((len(offsets), len(stems)), np.uint8)
    for item, name in enumerate(stems):
        kind = FULL if name <= asked else PARTIAL
        for token, word in enumerate(of_token):
            if word in name:
                found[token, item] = kind
    return found


def build(read, tables, encoder):
    """Inputs of what predictions.read gave.

    tables   the path of tables.json.
    encoder  an encoder.Encoder.
    """
    known = {db_id: database for db_id, database in databases(tables).items()
             if db_id in read["folds"]}
    phrases = sorted({name for database in known.values()
                      for name in database.readable + database.full})
    mean = dict(zip(phrases, encoder.means(phrases)))
    asked = sorted({text for _, text in read["questions"]})
    vectors = dict(zip(asked, encoder.vectors(asked)))
    offsets = {text: encoder.offsets(text) for text in asked}

    inputs = {db_id: DatabaseInput(
        len(database.tables), database.relations(), database.traits(),
        np.stack([np.concatenate([mean[name], mean[full]]) for name, full
                  in zip(database.readable, database.full)]))
        for db_id, database in known.items()}
    stems = {db_id: database.stems() for db_id, database in known.items()}
    questions = {(db_id, text): QuestionInput(
        vectors[text], matches(text, offsets[text], stems[db_id]),
        *(logits(said[part]) for part in ("plan", "columns", "tables")))
        for (db_id, text), said in read["questions"].items()}

    items = {db_id: database.items() for db_id, database in known.items()}
    lines = {(db_id, query): linear(terminals, items[db_id])
             for (db_id, query), terminals in read["queries"].items()
             if terminals is not None and len(terminals) < LONGEST_QUERY}
    vocabulary = Vocabulary.of(lines.values())
    tokens = {key: vocabulary.tokens(line) for key, line in lines.items()}
    examples = [Example(source, db_id, text, query, tokens.get((db_id, query)))
                for source, db_id, text, query in read["examples"]]
    return Inputs(vocabulary.words, read["folds"], inputs, questions, examples)
