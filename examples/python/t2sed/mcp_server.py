"""t2sed-mcp: a server of the Model Context Protocol, on its official Python SDK
(the package mcp, 2.0 and newer: ``pip install t2sed[mcp]``).

    t2sed-mcp shop.sqlite                         over standard input and output
    t2sed-mcp postgresql+psycopg://host/shop      a URL of SQLAlchemy's
    t2sed-mcp shop.sqlite --http 127.0.0.1:8000   at http://127.0.0.1:8000/mcp

Its tools are check_sql, correct_sql, explain_sql and list_findings. Which database is read
says who starts the server; no tool can name another.
"""
from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, List

from .agents import DESCRIPTION, Answer, answer_of
from .checker import check
from .connections import Source, open_database
from .corrector import Correction, Corrector
from .errors import Error, version
from .findings import FindingKind, finding_kinds
from .model import Model
from .sql import Sql
from .text import printable

if TYPE_CHECKING:
    from mcp.server import MCPServer


def make_server(database: Source, model: "Model | str | None" = None
                ) -> "MCPServer[Any]":
    """A server with the four tools.

    database  what questions are asked of, as open_database takes it, but no
              single connection: tools are called by several threads.
    model     as ``check`` takes it.

    Raises ImportError without the package mcp; Error, as open_database.
    """
    # pylint: disable=import-outside-toplevel
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    opened = open_database(database)
    server: "MCPServer[Any]" = MCPServer("t2sed", version=version())

    def check_sql(question: str, queries: List[str]) -> Answer:
        try:
            return answer_of(check(question, queries, opened, model=model))
        except Error as error:
            raise ToolError(error.text) from error

    def correct_sql(question: str, query: str, feedback: str = ""
                    ) -> List[Correction]:
        try:
            with Corrector(opened, most=3) as corrector:
                return [replace(one, reason=printable(one.reason))
                        for one in corrector.correct(question, query,
                                                     feedback.strip() or None)]
        except Error as error:
            raise ToolError(error.text) from error

    def explain_sql(query: str) -> List[str]:
        try:
            with Sql(query) as parsed:
                return [step.text for step in parsed.explain(opened.schema)]
        except Error as error:
            raise ToolError(error.text) from error

    def list_findings() -> List[FindingKind]:
        return finding_kinds()

    server.tool(description=f"{DESCRIPTION} Takes one query or several for "
                "the same question; gives the best first, each with the "
                "probability that it is right.")(check_sql)
    server.tool(description="What a SQL query may have to be, the best first: "
                "the query itself (source \"given\") or others that a few "
                "edits make of it, each with its probability and what was "
                "changed. `feedback` says in words what is wrong, such as a "
                "finding of check_sql.")(correct_sql)
    server.tool(description="What a SQL query does, in numbered steps of "
                "plain English.")(explain_sql)
    server.tool(description="What check_sql can find wrong with a query: "
                "code, severity and meaning of each.")(list_findings)
    return server


def _source(name: str) -> Source:
    if "://" not in name:
        return name
    from sqlalchemy import create_engine  # pylint: disable=C0415
    return create_engine(name)


def main() -> None:
    """The program."""
    parser = argparse.ArgumentParser(
        prog="t2sed-mcp", description="A server of the Model Context Protocol "
        "that checks SQL queries.")
    parser.add_argument("database", help="a SQLite file, or a URL of "
                        "SQLAlchemy's")
    parser.add_argument("--model", help="a model directory or name")
    parser.add_argument("--http", metavar="HOST:PORT",
                        help="serve over HTTP there, at /mcp")
    options = parser.parse_args()
    try:
        server = make_server(_source(options.database), options.model)
    except ImportError as error:
        sys.exit(f"t2sed-mcp: {error}: pip install 't2sed[mcp,sqlalchemy]'")
    except Exception as error:  # pylint: disable=broad-except
        sys.exit(f"t2sed-mcp: {error}")
    if options.http is None:
        server.run("stdio")
        return
    host, _, port = options.http.rpartition(":")
    if not port.isdecimal():
        parser.error(f"--http {options.http}: expected HOST:PORT")
    server.run("streamable-http", host=host or "127.0.0.1", port=int(port))


if __name__ == "__main__":
    main()
