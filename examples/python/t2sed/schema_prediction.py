"""Which tables and columns the right query is likely to use."""
from __future__ import annotations

import ctypes
import os
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_size_t, c_void_p)
from itertools import count, takewhile
from typing import Dict, List, Optional

from .errors import CError, ERROR, check
from .evidence import Evidence
from .handle import Handle, OUT, encoded_path
from .library import declare, lib
from .question import Question
from .schema import Schema


class _Options(Structure):
    """t2sed_schema_prediction_options of t2sed/schema_prediction.h."""
    _fields_ = [("struct_size", c_size_t), ("values", c_void_p),
                ("conversation", c_void_p), ("wrong", c_void_p),
                ("feedback", c_void_p)]


declare("t2sed_role_name", c_char_p, c_int)
declare("t2sed_schema_predictor_open", c_int, OUT, c_char_p, ERROR)
declare("t2sed_schema_predictor_free", None, c_void_p)
declare("t2sed_schema_prediction_make", c_int, OUT, c_void_p, c_void_p,
        c_void_p, POINTER(_Options), ERROR)
declare("t2sed_schema_prediction_free", None, c_void_p)
declare("t2sed_schema_prediction_column_count", c_size_t, c_void_p)
declare("t2sed_schema_prediction_table_count", c_size_t, c_void_p)
declare("t2sed_schema_prediction_column", c_double, c_void_p, c_size_t, c_int)
declare("t2sed_schema_prediction_table", c_double, c_void_p, c_size_t)


def _roles() -> List[str]:
    """The names of the roles, in the library's order."""
    return [name.decode() for name in
            takewhile(bool, map(lib.t2sed_role_name, count()))]


class SchemaPredictor(Handle):
    """Predicts which tables and columns a question's query uses, and for what.

    path  its directory; None takes the one that is shipped.
    """
    _free = "t2sed_schema_predictor_free"

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None):
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_schema_predictor_open(
            byref(pointer), encoded_path(path), byref(error)), error)
        super().__init__(pointer)

    def predict(self, question: "str | Question", schema: Schema,
                values: Optional[Evidence] = None) -> "SchemaPrediction":
        """The prediction of one question.

        values  tells what the database holds: made with the same schema and a
                database. None: that is not known.
        """
        if isinstance(question, str):
            with Question(question) as made:
                return self.predict(made, schema, values)
        options = _Options(ctypes.sizeof(_Options),
                           None if values is None else values.pointer)
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_schema_prediction_make(
            byref(pointer), self.pointer, question.pointer, schema.pointer,
            byref(options), byref(error)), error)
        return SchemaPrediction(pointer)


class SchemaPrediction(Handle):
    """What the right query is likely to use: see SchemaPredictor."""
    _free = "t2sed_schema_prediction_free"

    def columns(self) -> List[Dict[str, float]]:
        """For each column of the schema the probability of each role
        ("selected", "condition", "grouped", "ordered", "joined", "used")."""
        columns = lib.t2sed_schema_prediction_column_count(self.pointer)
        roles = list(enumerate(_roles()))
        return [{name: lib.t2sed_schema_prediction_column(
                    self.pointer, column, role) for role, name in roles}
                for column in range(columns)]

    def tables(self) -> List[float]:
        """For each table of the schema the probability that it is used."""
        tables = lib.t2sed_schema_prediction_table_count(self.pointer)
        return [lib.t2sed_schema_prediction_table(self.pointer, table)
                for table in range(tables)]
