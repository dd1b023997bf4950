"""Which tables and columns the right query is likely to use."""
from __future__ import annotations

import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from typing import Dict, List, Optional

from .arguments import Record, path as path_of
from .evidence import Evidence
from .handle import STATUS, Handle, declare, handle, made
from .library import lib
from .question import Question, as_question
from .schema import Schema


class _Options(Record):
    """t2sed_schema_prediction_options of t2sed/parts/schema_prediction.h."""
    _fields_ = [("struct_size", c_size_t), ("values", c_void_p),
                ("conversation", c_void_p), ("wrong", c_void_p),
                ("feedback", c_void_p)]
    _handles_ = {"values": handle("evidence")}


class _Item(Record):
    """t2sed_predicted_item of t2sed/parts/schema_prediction.h."""
    _fields_ = [("struct_size", c_size_t), ("used", c_double),
                ("roles", POINTER(c_double)), ("named", c_int)]


declare("t2sed_role_count", c_size_t)
declare("t2sed_role_name", c_char_p, c_int)
declare("t2sed_schema_predictor_open", made("schema_predictor"),
        path_of("path", optional=True))
declare("t2sed_schema_predictor_predict", made("schema_prediction"),
        "schema_predictor", "question", "schema", POINTER(_Options))
for _name in ("column", "table"):
    declare(f"t2sed_schema_prediction_{_name}_count", c_size_t, c_void_p)
    declare(f"t2sed_schema_prediction_{_name}", STATUS, "schema_prediction",
            c_size_t, POINTER(_Item))


def _roles() -> List[str]:
    """The names of the roles, in the library's order."""
    return [lib.t2sed_role_name(role).decode()
            for role in range(lib.t2sed_role_count())]


class SchemaPredictor(Handle):
    """Predicts which tables and columns a question's query uses, and for what.

    path  its directory; None takes the one that is shipped.
    """
    _kind = "schema_predictor"
    _shared = True

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None):
        super().__init__(lib.t2sed_schema_predictor_open(path))

    def predict(self, question: "str | Question", schema: Schema,
                values: Optional[Evidence] = None) -> "SchemaPrediction":
        """The prediction of one question.

        values  tells what the database holds: made with the same schema and a
                database. None: that is not known.
        """
        return SchemaPrediction(lib.t2sed_schema_predictor_predict(
            self, as_question(question), schema, _Options(values=values)))


class SchemaPrediction(Handle):
    """What the right query is likely to use: see SchemaPredictor."""
    _kind = "schema_prediction"
    _shared = True

    def columns(self) -> List[Dict[str, float]]:
        """For each column of the schema the probability of each role
        ("selected", "condition", "grouped", "ordered", "joined", "used")."""
        names, item, columns = _roles(), _Item(), []
        count = lib.t2sed_schema_prediction_column_count(self.memory)
        for column in range(count):
            lib.t2sed_schema_prediction_column(self, column, item)
            columns.append(dict(zip(names, item.roles[:len(names)])))
        return columns

    def tables(self) -> List[float]:
        """For each table of the schema the probability that it is used."""
        item, tables = _Item(), []
        for table in range(
                lib.t2sed_schema_prediction_table_count(self.memory)):
            lib.t2sed_schema_prediction_table(self, table, item)
            tables.append(item.used)
        return tables
