"""A tool for agents of LlamaIndex (the package llama-index-core)."""
from __future__ import annotations

from typing import Any, Sequence

from llama_index.core.tools import FunctionTool

from .agents import DESCRIPTION, advise
from .connections import open_database


def check_sql_tool(database: Any, *, model: Any = None,
                   ignore: Sequence[str] = (), severity: str = "hint"
                   ) -> FunctionTool:
    """A tool ``check_sql(query, question)`` for agents.

    database  a SQLDatabase of LlamaIndex's, or what open_database takes.
    model     as ``check`` takes it.
    ignore, severity  findings that are not wanted, as ``advise`` takes them.

    Gives text: whether to run the query; what is wrong with it, and where.
    Raises Error, as open_database. Several threads may use it, unless the
    database is a single connection.
    """
    opened = open_database(getattr(database, "_engine", database))

    def check_sql(query: str, question: str = "") -> str:
        return advise(query, question, opened, model, ignore=ignore,
                      severity=severity)

    return FunctionTool.from_defaults(check_sql, name="check_sql",
                                      description=DESCRIPTION)
