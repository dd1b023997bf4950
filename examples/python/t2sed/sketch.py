"""What the right query is likely to have."""
from __future__ import annotations

import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from typing import Dict, Optional

from .arguments import Record, path as path_of
from .handle import STATUS, Handle, declare, made
from .library import lib
from .question import Question, as_question
from .schema import Schema


class _Head(Record):
    """t2sed_sketch_head of t2sed/parts/sketch.h."""
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p),
                ("meaning", c_char_p), ("probability", c_double),
                ("threshold", c_double), ("expected", c_int)]


declare("t2sed_sketcher_open", made("sketcher"), path_of("path", optional=True))
declare("t2sed_sketcher_predict", made("sketch"), "sketcher", "question",
        "schema?", c_void_p)
declare("t2sed_sketch_head_count", c_size_t)
declare("t2sed_sketch_get", STATUS, "sketch", c_size_t, POINTER(_Head))


class Sketcher(Handle):
    """Predicts what the query that a question asks for has: WHERE, GROUP BY...

    path  its directory; None takes the one that is shipped.
    """
    _kind = "sketcher"
    _shared = True

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None):
        super().__init__(lib.t2sed_sketcher_open(path))

    def predict(self, question: "str | Question",
                schema: Optional[Schema] = None) -> "Sketch":
        """The sketch of one question."""
        return Sketch(lib.t2sed_sketcher_predict(self, as_question(question),
                                              schema, None))


class Sketch(Handle):
    """What the right query is likely to have: see Sketcher."""
    _kind = "sketch"
    _shared = True

    def probabilities(self) -> Dict[str, float]:
        """The probability of each head ("where", "tables_2"...)."""
        heads = {}
        for i in range(lib.t2sed_sketch_head_count()):
            head = _Head()
            lib.t2sed_sketch_get(self, i, head)
            heads[head.name.decode()] = head.probability
        return heads
