"""Which tables and columns the right query is likely to use."""
from __future__ import annotations

import os
from typing import Dict, List, Optional

from .arguments import path as path_of
from .declarations import t2sed_predicted_item, t2sed_schema_prediction_options
from .evidence import Evidence
from .handle import Handle, declare
from .library import lib
from .question import Question, as_question
from .schema import Schema


declare("t2sed_schema_predictor_open", path=path_of("path", optional=True))


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
            self, as_question(question), schema,
            t2sed_schema_prediction_options(values=values)))


class SchemaPrediction(Handle):
    """What the right query is likely to use: see SchemaPredictor."""
    _kind = "schema_prediction"
    _shared = True

    def columns(self) -> List[Dict[str, float]]:
        """For each column of the schema the probability of each role
        ("selected", "condition", "grouped", "ordered", "joined", "used")."""
        names, item, columns = _roles(), t2sed_predicted_item(), []
        for column in range(lib.t2sed_schema_prediction_column_count(self)):
            lib.t2sed_schema_prediction_column(self, column, item)
            columns.append(dict(zip(names, item.roles[:len(names)])))
        return columns

    def tables(self) -> List[float]:
        """For each table of the schema the probability that it is used."""
        item, tables = t2sed_predicted_item(), []
        for table in range(lib.t2sed_schema_prediction_table_count(self)):
            lib.t2sed_schema_prediction_table(self, table, item)
            tables.append(item.used)
        return tables
