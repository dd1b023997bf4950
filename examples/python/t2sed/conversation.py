"""The turns before a question."""
from __future__ import annotations

from typing import Iterable, Optional, Tuple, Union

from .arguments import checked_list, text, wrong
from .handle import Handle, declare
from .library import lib


declare("t2sed_conversation_add_n",
        question=text("question of an earlier turn"),
        sql=text("query of an earlier turn", optional=True))


#: A turn of a conversation: its question, or that and the query chosen for it.
Turn = Union[str, Tuple[str, Optional[str]]]


class Conversation(Handle):
    """The turns before a question, the oldest first."""
    _kind = "conversation"

    def __init__(self, turns: "Iterable[Turn]"):
        super().__init__(lib.t2sed_conversation_new())
        self.questions = []
        for turn in checked_list("earlier", turns):
            if isinstance(turn, str):
                turn = turn, None
            if not isinstance(turn, (tuple, list)) or len(turn) != 2:
                raise wrong("earlier", "a str or a pair in each turn", turn)
            lib.t2sed_conversation_add_n(self, *turn)
            self.questions.append(turn[0])
