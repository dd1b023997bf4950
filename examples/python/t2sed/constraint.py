"""Constrained decoding: what may come next in a query."""
from __future__ import annotations

import ctypes
from ctypes import string_at, c_char_p, c_size_t, c_uint32
from typing import Iterable, List, Optional

from .arguments import wrong
from .database import Database
from .declarations import t2sed_constraint_options
from .handle import Handle, declare
from .library import lib


declare("t2sed_constraint_new", database="database?")
declare("t2sed_constraint_state_new", constraint="constraint+")


def _bytes(what: str, text: "str | bytes") -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8")
    if not isinstance(text, bytes):
        raise wrong(what, "bytes or a str", text)
    return text


def _answer(result: int) -> bool:
    if result < 0:
        raise MemoryError("libt2sed: out of memory")
    return result == 1


class Constraint(Handle):
    """What queries on a database may be.

    database         its schema is read. None: the grammar alone.
    max_bytes        of a query.
    max_text         bytes of a string; -1: no limit.
    max_early_alias  bytes of an alias that is used before FROM; -1: no limit.
    early_names      1: result columns may have names that a subquery in FROM
                     must then bring.

    What is 0 has its default (t2sed/parts/constraint.h).
    """
    _kind = "constraint"
    _shared = True

    def __init__(self, database: Optional[Database] = None, *,
                 max_bytes: int = 0, max_text: int = 0,
                 max_early_alias: int = 0, early_names: int = 0):
        options = t2sed_constraint_options(
            max_bytes=max_bytes, max_text=max_text,
            max_early_alias=max_early_alias, early_names=early_names)
        super().__init__(lib.t2sed_constraint_new(database, options))


class Vocabulary(Handle):
    """The tokens of a language model, as the bytes that each adds to a text;
    None for those that are no text."""
    _kind = "constraint_vocabulary"
    _shared = True

    def __init__(self, tokens: "Iterable[Optional[bytes]]"):
        data = [None if token is None else _bytes(f"tokens[{i}]", token)
                for i, token in enumerate(tokens)]
        self.count = len(data)
        super().__init__(lib.t2sed_constraint_vocabulary_new(
            (c_char_p * len(data))(*data),
            (c_size_t * len(data))(*[len(token or b"") for token in data]),
            len(data)))


class ConstraintState(Handle):
    """The beginning of a query. Raises Error ("ESYNTAX") where bytes may not
    follow; it is then as it was."""
    _kind = "constraint_state"

    def __init__(self, constraint: Constraint):
        super().__init__(lib.t2sed_constraint_state_new(constraint))
        self._keeps = constraint

    def copy(self) -> "ConstraintState":
        """Another one that has read the same."""
        copied = object.__new__(ConstraintState)
        Handle.__init__(copied, lib.t2sed_constraint_state_copy(self))
        copied._keeps = self._keeps
        return copied

    def advance(self, text: "str | bytes") -> None:
        """Reads on."""
        data = _bytes("text", text)
        lib.t2sed_constraint_advance(self, data, len(data))

    def allows(self, text: "str | bytes") -> bool:
        """Whether that may follow."""
        data = _bytes("text", text)
        return _answer(lib.t2sed_constraint_allows(self, data, len(data)))

    def may_end(self) -> bool:
        """Whether the query may end here: it parses and SQLite prepares it."""
        return _answer(lib.t2sed_constraint_may_end(self))

    @property
    def text(self) -> bytes:
        """What was read."""
        return string_at(lib.t2sed_constraint_text(self, None))

    def mask(self, vocabulary: Vocabulary) -> "ctypes.Array[c_uint32]":
        """Bit i % 32 of element i // 32 tells whether token i may follow."""
        mask = (c_uint32 * ((vocabulary.count + 31) // 32))()
        lib.t2sed_constraint_mask(self, vocabulary, mask)
        return mask

    def tokens(self, vocabulary: Vocabulary) -> List[int]:
        """The tokens that may follow."""
        mask = self.mask(vocabulary)
        return [i for i in range(vocabulary.count)
                if mask[i // 32] >> (i % 32) & 1]
