"""The turns before a question."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_int, c_size_t, c_void_p
from typing import Iterable, Optional, Tuple, Union

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib


declare("t2sed_conversation_new", c_int, OUT, ERROR)
declare("t2sed_conversation_add_n", c_int, c_void_p, c_char_p, c_size_t,
        c_char_p, c_size_t, ERROR)
declare("t2sed_conversation_free", None, c_void_p)


#: A turn of a conversation: its question, or that and the query chosen for it.
Turn = Union[str, Tuple[str, Optional[str]]]


class Conversation(Handle):
    """The turns before a question, the oldest first."""
    _free = "t2sed_conversation_free"

    def __init__(self, turns: "Iterable[Turn]"):
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_conversation_new(byref(pointer), byref(error)),
              error)
        super().__init__(pointer)
        for turn in turns:
            question, query = (turn, None) if isinstance(turn, str) else turn
            asked = question.encode("utf-8")
            sql = None if query is None else query.encode("utf-8")
            check(lib.t2sed_conversation_add_n(
                pointer, asked, len(asked), sql, len(sql or b""),
                byref(error)), error)
