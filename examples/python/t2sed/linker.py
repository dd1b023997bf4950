"""Links queries with a database and with questions."""
from __future__ import annotations

import os
from ctypes import (POINTER, c_char_p, c_int, c_int64, c_size_t, c_void_p,
                    sizeof)
from typing import Optional, Sequence

from .arguments import Record, path
from .conversation import Conversation, Turn
from .handle import Handle, declare, handle, made
from .library import lib
from .links import Links, Reader
from .question import Question, as_question
from .schema import Schema
from .sql import Sql


class _LinkerOptions(Record):
    """t2sed_linker_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("index", c_char_p),
                ("build_milliseconds", c_int), ("max_rows", c_int64),
                ("max_values", c_int64), ("max_value_bytes", c_int64),
                ("max_bytes", c_int64)]


class _LinkOptions(Record):
    """t2sed_link_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("conversation", c_void_p)]
    _handles_ = {"conversation": handle("conversation")}


declare("t2sed_linker_options_init", None, POINTER(_LinkerOptions), c_size_t)
declare("t2sed_linker_open", made("linker"), "schema+",
        path("database", optional=True), POINTER(_LinkerOptions))
declare("t2sed_linker_link", made("links"), "linker", "question?", "sql?",
        POINTER(_LinkOptions))


class Linker(Handle):
    """Links the conditions of queries with a database and with questions. Used
    by one thread at a time.

    schema    None leaves unknown what depends on it; kept alive.
    database  a SQLite file, which is opened read-only and never changed.
    index     a file that keeps the index of its values; None: in memory.
    limits    build_milliseconds, max_rows, max_values, max_value_bytes,
              max_bytes, as in t2sed_linker_options.
    """
    _kind = "linker"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 index: "Optional[os.PathLike[str] | str]" = None,
                 **limits: int):
        options = _LinkerOptions()
        lib.t2sed_linker_options_init(options, sizeof(options))
        for name in limits:
            if name not in dict(_LinkerOptions._fields_[2:]):
                raise TypeError(f"Linker has no option {name}")
        options.fill(index=index, **limits)
        super().__init__(lib.t2sed_linker_open(schema, database, options))

    def link(self, question: "Optional[str | Question]", query: Optional[str],
             earlier: "Sequence[Turn]" = ()) -> Links:
        """Links a query, or, where it is None, the question alone.

        earlier  the turns before this one, the oldest first.

        Raises Error where the query or a question is none.
        """
        asked = None if question is None else as_question(question)
        talk = Conversation(earlier)
        links = lib.t2sed_linker_link(
            self, asked, None if query is None else Sql(query),
            _LinkOptions(conversation=talk))
        said = [] if asked is None else [asked.text]
        return Reader(links, Schema.lent_to(self), said + talk.questions[::-1],
                      query or "").read()
