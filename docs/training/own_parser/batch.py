"""Examples side by side, padded.

What the network reads of an example is a row of nodes: the plan, the tokens of
the question, the items of the database.
"""
from dataclasses import dataclass

import numpy as np
import torch

from .inputs import FULL
from .spider import SELF
from .tokens import PAD

# Relations of nodes: spider.py's of items, then tokens with items by their
# match, items with tokens likewise, tokens with tokens, the plan with all.
TOKEN_ITEM = SELF + 1
ITEM_TOKEN = TOKEN_ITEM + FULL + 1
TOKENS = ITEM_TOKEN + FULL + 1
PLAN = TOKENS + 1
RELATIONS = PLAN + 1


@dataclass
class Batch:
    """plan [rows, heads]; words [rows, tokens, width]; items [rows, items,
    features]; nodes [rows, 1 + tokens + items] and is_item [rows, items]: 1
    where there is one; relations [rows, nodes, nodes]."""
    plan: torch.Tensor
    words: torch.Tensor
    items: torch.Tensor
    nodes: torch.Tensor
    is_item: torch.Tensor
    relations: torch.Tensor

    def bfloat16(self):
        """The same with its numbers in bf16."""
        return Batch(self.plan.bfloat16(), self.words.bfloat16(),
                     self.items.bfloat16(), self.nodes, self.is_item,
                     self.relations)


def item_features(database, question):
    """[items, names + traits + roles + 1]: of columns the logits of their
    roles, of tables theirs."""
    roles = question.columns.shape[1]
    said = np.zeros((len(database), roles + 1), np.float32)
    said[database.tables:, :roles] = question.columns
    said[:database.tables, roles] = question.tables
    return np.concatenate([database.names, database.traits, said], 1)


def collate(pairs):
    """The Batch of pairs (DatabaseInput, QuestionInput)."""
    rows = len(pairs)
    tokens = max(len(question.words) for _, question in pairs)
    items = max(len(database) for database, _ in pairs)
    first = 1 + tokens  # item
    size = first + items
    features = [item_features(*pair) for pair in pairs]
    plan = np.stack([question.plan for _, question in pairs])
    words = np.zeros((rows, tokens, pairs[0][1].words.shape[1]), np.float32)
    said = np.zeros((rows, items, features[0].shape[1]), np.float32)
    nodes = np.zeros((rows, size), bool)
    relations = np.zeros((rows, size, size), np.int64)
    for row, (database, question) in enumerate(pairs):
        n, m = len(question.words), len(database)
        words[row, :n] = question.words
        said[row, :m] = features[row]
        nodes[row, :1 + n] = nodes[row, first:first + m] = True
        relation = relations[row]
        relation[1:1 + n, 1:1 + n] = TOKENS
        relation[0] = PLAN
        match = question.matches.astype(np.int64)
        relation[1:1 + n, first:first + m] = TOKEN_ITEM + match
        relation[first:first + m, 1:1 + n] = ITEM_TOKEN + match.T
        relation[first:first + m, first:first + m] = database.relations
    return Batch(*map(torch.from_numpy, (
        plan, words, said, nodes, nodes[:, first:].copy(), relations)))


def pad(queries):
    """Tokens of queries as [rows, longest], PAD behind the shorter ones."""
    padded = np.full((len(queries), max(map(len, queries))), PAD, np.int64)
    for row, query in zip(padded, queries):
        row[:len(query)] = query
    return torch.from_numpy(padded)
