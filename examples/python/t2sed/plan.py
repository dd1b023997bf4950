"""What the right query is likely to have."""
from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_void_p
from typing import Dict, Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT, encoded_path
from .library import declare, lib
from .question import Question
from .schema import Schema


declare("t2sed_planner_open", c_int, OUT, c_char_p, ERROR)
declare("t2sed_planner_free", None, c_void_p)
declare("t2sed_planner_predict", c_int, OUT, c_void_p, c_void_p, c_void_p,
        c_void_p, ERROR)
declare("t2sed_plan_free", None, c_void_p)
declare("t2sed_plan_head_count", c_size_t)
declare("t2sed_plan_head_name", c_char_p, c_size_t)
declare("t2sed_plan_probability", c_double, c_void_p, c_size_t)


class Planner(Handle):
    """Predicts what the query that a question asks for has: WHERE, GROUP BY...

    path  its directory; None takes the one that is shipped.
    """
    _free = "t2sed_planner_free"

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None):
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_planner_open(
            byref(pointer), encoded_path(path), byref(error)), error)
        super().__init__(pointer)

    def predict(self, question: "str | Question",
                schema: Optional[Schema] = None) -> "Plan":
        """The plan of one question."""
        if isinstance(question, str):
            with Question(question) as made:
                return self.predict(made, schema)
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_planner_predict(
            byref(pointer), self.pointer, question.pointer,
            None if schema is None else schema.pointer, None, byref(error)),
            error)
        return Plan(pointer)


class Plan(Handle):
    """What the right query is likely to have: see Planner."""
    _free = "t2sed_plan_free"

    def probabilities(self) -> Dict[str, float]:
        """The probability of each head ("where", "tables_2"...)."""
        return {lib.t2sed_plan_head_name(i).decode():
                lib.t2sed_plan_probability(self.pointer, i)
                for i in range(lib.t2sed_plan_head_count())}
