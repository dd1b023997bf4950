"""The parser of questions."""
from __future__ import annotations

import os
from ctypes import POINTER, c_char_p, c_int, c_size_t
from typing import Optional

from .arguments import Record, choice, path as path_of
from .handle import Handle, declare, made
from .library import lib


class _ParserOptions(Record):
    """t2sed_parser_options of t2sed/parts/parser.h."""
    _fields_ = [("struct_size", c_size_t), ("precision", c_int),
                ("threads", c_int), ("backend", c_char_p)]


declare("t2sed_parser_open", made("parser"), path_of("path", optional=True),
        POINTER(_ParserOptions))


class Parser(Handle):
    """The parser of questions: a small neural network. A Scorer opens it where
    its model reads parses; on its own it is for trees.

    path       a parser's directory; None opens the default one.
    precision  "auto" (bf16 where the processor has it), "fp32", "bf16".

    Raises Error: "ENOTFOUND" (no parser there), "ENOBACKEND", "EFORMAT"...
    """
    _kind = "parser"
    _shared = True
    _PRECISIONS = {"auto": 0, "fp32": 1, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 precision: str = "auto"):
        super().__init__(lib.t2sed_parser_open(path, _ParserOptions(
            precision=choice("precision", self._PRECISIONS, precision))))
