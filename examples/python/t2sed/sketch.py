"""What the right query is likely to have."""
from __future__ import annotations

import os
from typing import Dict, Optional

from .arguments import path as path_of
from .declarations import t2sed_sketch_head
from .handle import Handle, declare
from .library import lib
from .question import Question, as_question
from .schema import Schema


declare("t2sed_sketcher_open", path=path_of("path", optional=True))
declare("t2sed_sketcher_predict", schema="schema?")


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
            head = t2sed_sketch_head()
            lib.t2sed_sketch_get(self, i, head)
            heads[head.name.decode()] = head.probability
        return heads
