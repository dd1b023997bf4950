"""The parser of questions."""
from __future__ import annotations

import ctypes
import os
from ctypes import (POINTER, Structure, byref, c_char_p, c_int, c_size_t,
                    c_void_p)
from typing import Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT, encoded_path
from .library import declare, lib


class _ParserOptions(Structure):
    """t2sed_parser_options of t2sed/parser.h."""
    _fields_ = [("struct_size", c_size_t), ("precision", c_int),
                ("threads", c_int), ("backend", c_char_p)]


declare("t2sed_parser_open", c_int, OUT, c_char_p, POINTER(_ParserOptions),
        ERROR)
declare("t2sed_parser_free", None, c_void_p)


class Parser(Handle):
    """The parser of questions: a small neural network. A Scorer opens it where
    its model reads parses; on its own it is for trees.

    path       a parser's directory; None opens the default one.
    precision  "auto" (bf16 where the processor has it), "fp32", "bf16".

    Raises Error: "ENOTFOUND" (no parser there), "ENOBACKEND", "EFORMAT"...
    """
    _free = "t2sed_parser_free"
    _PRECISIONS = {"auto": 0, "fp32": 1, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 precision: str = "auto"):
        options = _ParserOptions(ctypes.sizeof(_ParserOptions),
                                 self._PRECISIONS[precision], 0, None)
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_parser_open(byref(pointer), encoded_path(path),
                                    byref(options), byref(error)), error)
        super().__init__(pointer)
