"""Links queries with a database and with questions."""
from __future__ import annotations

from typing import Optional, Sequence

from .conversation import Conversation, Turn
from .database import Database, schema_of
from .declarations import t2sed_link_options
from .handle import Handle, declare
from .library import lib
from .links import Links, Reader
from .question import Question, as_question
from .sql import Sql


declare("t2sed_linker_new", database="database+")
declare("t2sed_linker_link", question="question?", sql="sql?")


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
            t2sed_link_options(conversation=talk))
        said = [] if asked is None else [asked.whole]
        return Reader(links, schema_of(self), said + talk.questions[::-1],
                      query or "").read()
