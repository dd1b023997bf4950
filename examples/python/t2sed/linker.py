"""Links queries with a database and with questions."""
from __future__ import annotations

from ctypes import POINTER, c_size_t, c_void_p
from typing import Optional, Sequence

from .arguments import Record
from .conversation import Conversation, Turn
from .database import Database, schema_of
from .handle import Handle, declare, handle, made
from .library import lib
from .links import Links, Reader
from .question import Question, as_question
from .sql import Sql


class _LinkOptions(Record):
    """t2sed_link_options of t2sed/parts/link.h."""
    _fields_ = [("struct_size", c_size_t), ("conversation", c_void_p)]
    _handles_ = {"conversation": handle("conversation")}


declare("t2sed_linker_new", made("linker"), "database+")
declare("t2sed_linker_link", made("links"), "linker", "question?", "sql?",
        POINTER(_LinkOptions))


class Linker(Handle):
    """Links the conditions of queries with a database and with questions. Used
    by one thread at a time.

    database  kept alive; None leaves unknown what depends on it.
    """
    _kind = "linker"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, database: Optional[Database] = None):
        super().__init__(lib.t2sed_linker_new(database))

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
        said = [] if asked is None else [asked.whole]
        return Reader(links, schema_of(self), said + talk.questions[::-1],
                      query or "").read()
