"""Links queries with a database and with questions."""
from __future__ import annotations

import ctypes
import os
from contextlib import nullcontext
from ctypes import (POINTER, Structure, byref, c_char_p, c_int, c_int64,
                    c_size_t, c_void_p)
from typing import Optional, Sequence

from .conversation import Conversation, Turn
from .errors import CError, ERROR, check
from .handle import Handle, OUT, encoded_path
from .library import declare, lib
from .links import Links, Reader
from .question import Question
from .schema import Schema
from .sql import Sql


class _LinkerOptions(Structure):
    """t2sed_linker_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("index", c_char_p),
                ("build_milliseconds", c_int), ("max_rows", c_int64),
                ("max_values", c_int64), ("max_value_bytes", c_int64),
                ("max_bytes", c_int64)]


class _LinkOptions(Structure):
    """t2sed_link_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("conversation", c_void_p)]


declare("t2sed_linker_options_init", None, POINTER(_LinkerOptions))
declare("t2sed_linker_open", c_int, OUT, c_void_p, c_char_p,
        POINTER(_LinkerOptions), ERROR)
declare("t2sed_linker_free", None, c_void_p)
declare("t2sed_linker_link", c_int, OUT, c_void_p, c_void_p, c_void_p,
        POINTER(_LinkOptions), ERROR)


class Linker(Handle):
    """Links the conditions of queries with a database and with questions. Used
    by one thread at a time.

    schema    None leaves unknown what depends on it; kept alive as Evidence's.
    database  a SQLite file, which is opened read-only and never changed.
    index     a file that keeps the index of its values; None: in memory.
    limits    build_milliseconds, max_rows, max_values, max_value_bytes,
              max_bytes, as in t2sed_linker_options.
    """
    _free = "t2sed_linker_free"

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 index: "Optional[os.PathLike[str] | str]" = None,
                 **limits: int):
        options = _LinkerOptions()
        lib.t2sed_linker_options_init(byref(options))
        if index is not None:
            options.index = encoded_path(index)
        for name, value in limits.items():
            if not hasattr(options, name):
                raise TypeError(f"Linker has no option {name}")
            setattr(options, name, value)
        self._schema = schema
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_linker_open(
            byref(pointer), None if schema is None else schema.pointer,
            encoded_path(database),
            byref(options), byref(error)), error)
        super().__init__(pointer)

    @property
    def pointer(self) -> c_void_p:
        if self._schema is not None:
            self._schema.pointer  # raises where the schema is closed
        return super().pointer

    def link(self, question: "Optional[str | Question]", query: Optional[str],
             earlier: "Sequence[Turn]" = ()) -> Links:
        """Links a query, or, where it is None, the question alone.

        earlier  the turns before this one, the oldest first.

        Raises Error where the query or a question is none.
        """
        if isinstance(question, str):
            with Question(question) as made:
                return self.link(made, query, earlier)
        links, error = c_void_p(), CError()
        asked = [turn if isinstance(turn, str) else turn[0]
                 for turn in earlier]
        said = [] if question is None else [question.text]
        with Conversation(earlier) as talk, \
                nullcontext() if query is None else Sql(query) as parsed:
            options = _LinkOptions(ctypes.sizeof(_LinkOptions), talk.pointer)
            check(lib.t2sed_linker_link(
                byref(links), self.pointer,
                None if question is None else question.pointer,
                None if parsed is None else parsed.pointer, byref(options),
                byref(error)), error)
        try:
            return Reader(links, self._schema, said + asked[::-1],
                          query or "").read()
        finally:
            lib.t2sed_links_free(links)
