"""A question and its parse trees."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p
from typing import Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib
from .parser import Parser


declare("t2sed_question_complete", c_int, c_void_p, c_void_p, ERROR)
declare("t2sed_question_print", c_int, POINTER(c_void_p), POINTER(c_size_t),
        c_void_p, c_int, ERROR)
declare("t2sed_free", None, c_void_p)
declare("t2sed_question_new_n", c_int, OUT, c_char_p, c_size_t, ERROR)
for _name in ("conllu", "brackets"):
    declare(f"t2sed_question_set_{_name}_n", c_int, c_void_p, c_char_p,
            c_size_t, ERROR)
declare("t2sed_question_free", None, c_void_p)


class Question(Handle):
    """A question, with parse trees if they are given.

    conllu    a dependency parse in CoNLL-U.
    brackets  a constituency parse in Penn brackets.
    parser    makes the parses that are not given.
    """
    _free = "t2sed_question_free"

    def __init__(self, text: str, *, conllu: Optional[str] = None,
                 brackets: Optional[str] = None,
                 parser: Optional[Parser] = None):
        pointer, error = c_void_p(), CError()
        data = text.encode("utf-8")
        check(lib.t2sed_question_new_n(byref(pointer), data, len(data),
                                       byref(error)), error)
        super().__init__(pointer)
        self.text = text
        for name, parse in (("conllu", conllu), ("brackets", brackets)):
            if parse is not None:
                data = parse.encode("utf-8")
                call = getattr(lib, f"t2sed_question_set_{name}_n")
                check(call(pointer, data, len(data), byref(error)), error)
        if parser is not None:
            check(lib.t2sed_question_complete(pointer, parser.pointer,
                                              byref(error)), error)

    _FORMATS = {"sexpr": 0, "json": 1, "dot": 2, "conllu": 3}

    def tree(self, form: str = "sexpr") -> str:
        """Words and parses as "sexpr", "json", "dot" or "conllu"."""
        text, size, error = c_void_p(), c_size_t(), CError()
        check(lib.t2sed_question_print(byref(text), byref(size), self.pointer,
                                       self._FORMATS[form], byref(error)),
              error)
        try:
            return ctypes.string_at(text, size.value).decode("utf-8")
        finally:
            lib.t2sed_free(text)
