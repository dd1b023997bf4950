"""The network: a transformer whose attention knows relations reads question
and database, another writes tokens, some of which point at items.

After RAT-SQL (Wang et al. 2020), with relations as one number for each head
that is added to the attention.
"""
from dataclasses import asdict, dataclass
from typing import List, Tuple

import torch
import torch.nn.functional as F
from torch import nn

from .batch import RELATIONS

MASKED = -1e4
LONGEST = 128  # tokens of a query
QUESTION = 64  # tokens of a question


@dataclass
class Shape:
    """The sizes of a network."""
    vocabulary: int
    words: int   # width of the vectors of words
    items: int   # features of an item
    plan: int    # heads of a plan
    width: int = 256
    heads: int = 4
    encoder_layers: int = 3
    decoder_layers: int = 2
    dropout: float = 0.2


class Attention(nn.Module):
    """Attention of several heads, with a bias."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def _split(self, x):
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)

    def keys(self, x):
        """Keys and values of what is attended to."""
        return tuple(map(self._split, self.key_value(x).chunk(2, -1)))

    def forward(self, x, keys, bias):
        query = self._split(self.query(x))
        if bias is not None:
            bias = bias.to(query.dtype)
        found = F.scaled_dot_product_attention(query, *keys, attn_mask=bias)
        return self.out(found.transpose(1, 2).flatten(2))


class Feed(nn.Module):
    """The part of a layer behind its attention."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)

    def forward(self, x):
        return self.narrow(F.gelu(self.wide(self.norm(x))))


class EncoderLayer(nn.Module):
    """Nodes read nodes."""

    def __init__(self, shape):
        super().__init__()
        self.norm = nn.LayerNorm(shape.width)
        self.attention = Attention(shape.width, shape.heads)
        self.feed = Feed(shape.width)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x, bias):
        y = self.norm(x)
        x = x + self.drop(self.attention(y, self.attention.keys(y), bias))
        return x + self.drop(self.feed(x))


class DecoderLayer(nn.Module):
    """Tokens read the tokens before them, then the nodes."""

    def __init__(self, shape):
        super().__init__()
        self.norm = nn.LayerNorm(shape.width)
        self.attention = Attention(shape.width, shape.heads)
        self.memory_norm = nn.LayerNorm(shape.width)
        self.memory = Attention(shape.width, shape.heads)
        self.feed = Feed(shape.width)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x, past, bias, memory, memory_bias):
        """past: keys and values of earlier tokens, or None. Returns the
        states, and keys and values with those of x behind the past's."""
        y = self.norm(x)
        keys = self.attention.keys(y)
        if past is not None:
            keys = tuple(torch.cat(pair, 2) for pair in zip(past, keys))
        x = x + self.drop(self.attention(y, keys, bias))
        x = x + self.drop(self.memory(self.memory_norm(x), memory,
                                      memory_bias))
        return x + self.drop(self.feed(x)), keys


@dataclass
class Memory:
    """What the decoder needs of the nodes. layers: keys and values for each of
    its layers; bias masks nodes; inputs and keys [rows, items, width] are what
    items look like as tokens read and as tokens to choose."""
    layers: List[Tuple[torch.Tensor, torch.Tensor]]
    bias: torch.Tensor
    inputs: torch.Tensor
    keys: torch.Tensor
    is_item: torch.Tensor

    def repeat(self, times):
        """Each row so many times."""
        def many(x):
            return x.repeat_interleave(times, 0)
        return Memory([tuple(map(many, layer)) for layer in self.layers],
                      *map(many, (self.bias, self.inputs, self.keys,
                                  self.is_item)))


def table(rows, width, deviation):
    """An embedding that begins with that standard deviation."""
    made = nn.Embedding(rows, width)
    nn.init.normal_(made.weight, std=deviation)
    return made


class Network(nn.Module):
    """Question and database to tokens."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        width = shape.width
        self.of_plan = nn.Linear(shape.plan, width)
        self.of_words = nn.Linear(shape.words, width)
        self.of_items = nn.Linear(shape.items, width)
        self.kinds = table(3, width, .02)
        self.question_places = table(QUESTION, width, .02)
        self.places = table(LONGEST, width, .02)
        self.relations = table(RELATIONS, shape.heads, .1)
        self.encoder = nn.ModuleList(
            EncoderLayer(shape) for _ in range(shape.encoder_layers))
        self.encoded = nn.LayerNorm(width)
        self.decoder = nn.ModuleList(
            DecoderLayer(shape) for _ in range(shape.decoder_layers))
        self.decoded = nn.LayerNorm(width)
        self.vocabulary = table(shape.vocabulary, width, .05)
        self.item_inputs = nn.Linear(width, width)
        self.to_words = nn.Linear(width, shape.vocabulary)
        self.pointer = nn.Linear(width, width)
        self.item_keys = nn.Linear(width, width)
        self.drop = nn.Dropout(shape.dropout)

    def config(self):
        """The shape as a dictionary."""
        return asdict(self.shape)

    def encode(self, batch):
        """The Memory of a Batch."""
        tokens = batch.words.shape[1]
        kinds = self.kinds.weight
        words = self.of_words(batch.words) + kinds[0] \
            + self.question_places.weight[:tokens]
        items = self.of_items(batch.items) + kinds[1]
        plan = (self.of_plan(batch.plan) + kinds[2]).unsqueeze(1)
        x = self.drop(torch.cat([plan, words, items], 1))
        masked = torch.zeros(batch.nodes.shape, dtype=x.dtype) \
            .masked_fill(~batch.nodes, MASKED)[:, None, None]
        bias = self._bias(batch.relations) + masked
        for layer in self.encoder:
            x = layer(x, bias)
        x = self.encoded(x)
        items = x[:, 1 + tokens:]
        return Memory([layer.memory.keys(x) for layer in self.decoder],
                      masked, self.item_inputs(items), self.item_keys(items),
                      batch.is_item)

    def _bias(self, relations):
        """[rows, heads, nodes, nodes] of [rows, nodes, nodes]."""
        rows, nodes, _ = relations.shape
        found = self.relations.weight.t().contiguous() \
            .index_select(1, relations.flatten())
        return found.view(-1, rows, nodes, nodes).transpose(0, 1)

    def decode(self, memory, tokens, past=None):
        """Scores [rows, length, vocabulary + items] of the next token behind
        each of tokens [rows, length], and the past for the next call."""
        rows, length = tokens.shape
        size = self.shape.vocabulary
        begin = 0 if past is None else past[0][0].shape[2]
        which = (tokens - size).clamp(min=0, max=memory.inputs.shape[1] - 1)
        items = memory.inputs[torch.arange(rows)[:, None], which]
        words = self.vocabulary(tokens.clamp(max=size - 1)).to(items.dtype)
        x = torch.where((tokens < size)[..., None], words, items)
        x = self.drop(x + self.places.weight[begin:begin + length])
        bias = None if length == 1 else torch.full(
            (length, length), MASKED, dtype=x.dtype).triu(1)[None, None]
        keys = []
        for i, layer in enumerate(self.decoder):
            x, own = layer(x, None if past is None else past[i], bias,
                           memory.layers[i], memory.bias)
            keys.append(own)
        x = self.decoded(x)
        scores = self.pointer(x) @ memory.keys.transpose(1, 2) \
            / self.shape.width ** .5
        scores = scores.masked_fill(~memory.is_item[:, None], MASKED)
        return torch.cat([self.to_words(x), scores], -1).float(), keys
