"""Queries as tokens.

A token is a number: below the vocabulary's size a word of SQL, at or above it
an item of the database (spider.py) by its number. Values are not told apart:
strings are STR, numbers NUM, and the 1 of LIMIT 1 is ONE.
"""
import re
from collections import Counter

import numpy as np

SPECIAL = ("PAD", "BOS", "EOS", "UNK")
PAD, BOS, EOS, UNK = range(len(SPECIAL))
NUMBER = re.compile(r"-?\d+(\.\d+)?$")
QUOTES = str.maketrans("", "", "\"`[]")
RARE = 3  # words in fewer queries are UNK


def linear(terminals, items):
    """Terminals of a query as words (text) and items (numbers).

    items  of Database.items.
    """
    tokens, before = [], ""
    for terminal in terminals:
        text = terminal.lower().strip()
        if text == ";":
            continue
        name = text.translate(QUOTES)
        if name in items:
            tokens.append(items[name])
        elif text[:1] in ("'", '"') or text == "value":
            tokens.append("STR")
        elif NUMBER.match(text):
            tokens.append("ONE" if (before, text) == ("limit", "1") else "NUM")
        elif name == "*" or name.endswith(".*"):
            tokens.append("*")
        elif "." in name:
            tokens.append("UNK")  # a column that the database has not
        else:
            tokens.append(text)
        before = text
    return tokens


class Vocabulary:
    """The words of SQL that the parser knows.

    words  by number, SPECIAL first.
    """

    def __init__(self, words):
        self.words = list(words)
        self.number = {word: i for i, word in enumerate(self.words)}

    @classmethod
    def of(cls, queries):
        """The words of queries, each given as linear does, the most frequent
        first."""
        counts = Counter(token for query in queries for token in query
                         if isinstance(token, str) and token not in SPECIAL)
        return cls(list(SPECIAL) + [word for word, count
                                    in counts.most_common() if count >= RARE])

    def __len__(self):
        return len(self.words)

    def tokens(self, query):
        """The tokens of a query from BOS to EOS."""
        return np.array([BOS] + [
            self.number.get(token, UNK) if isinstance(token, str)
            else len(self) + token for token in query] + [EOS], np.int16)
