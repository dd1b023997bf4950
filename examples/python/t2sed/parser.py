"""The parser of questions."""
from __future__ import annotations

import os
from typing import Optional

from .arguments import choice, path as path_of
from .declarations import t2sed_parser_options, words
from .handle import Handle, declare
from .library import lib


declare("t2sed_parser_open", path=path_of("path", optional=True))


class Parser(Handle):
    """The parser of questions: a small neural network. A Scorer opens it where
    its model reads parses; on its own it is for trees.

    path       a parser's directory; None opens the default one.
    precision  "auto" (bf16 where the processor has it), "fp32", "bf16".

    Raises Error: "ENOTFOUND" (no parser there), "ENOBACKEND", "EFORMAT"...
    """
    _kind = "parser"
    _shared = True
    _PRECISIONS = words("T2SED_", "auto fp32 bf16")

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 precision: str = "auto"):
        super().__init__(lib.t2sed_parser_open(path, t2sed_parser_options(
            precision=choice("precision", self._PRECISIONS, precision))))
