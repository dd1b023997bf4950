"""t2sed-mcp: a server of the Model Context Protocol, on its official Python SDK
(the package mcp, 2.0 and newer: ``pip install t2sed[mcp]``).

    t2sed-mcp shop.sqlite                         over standard input and output
    t2sed-mcp postgresql+psycopg://host/shop      a URL of SQLAlchemy's
    t2sed-mcp shop.sqlite --http 127.0.0.1:8000   at http://127.0.0.1:8000/mcp
    t2sed-mcp shop.sqlite --ignore many_columns   without findings of that code

Findings are left out as ``t2sed check`` leaves them out: --ignore and --severity,
else $T2SED_IGNORE and $T2SED_SEVERITY, else the nearest .t2sed.json, in the
working directory or above.

On an address that other machines reach, clients have to send a token (the
environment's T2SED_MCP_TOKEN) in "Authorization: Bearer TOKEN", unless --no-token
says otherwise, and the name that they know the server by has to be given:

    T2SED_MCP_TOKEN=... t2sed-mcp shop.sqlite --http 0.0.0.0:8000 --name db.example

Its tools are check_sql, correct_sql, explain_sql and list_findings. Which database is read
says who starts the server; no tool can name another.
"""
from __future__ import annotations

import argparse
import hmac
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

from .agents import DESCRIPTION, answer_of
from .checker import check, kept_model
from .connections import Source, open_database
from .corrector import Correction, Corrector
from .errors import Error, version
from .findings import SEVERITIES, FindingKind, finding_kinds
from .model import Model
from .rules import read_rules
from .sql import Sql
from .text import printable

if TYPE_CHECKING:
    from mcp.server import MCPServer


def make_server(database: Source, model: "Model | str | None" = None, *,
                ignore: Sequence[str] = (), severity: str = "hint"
                ) -> "MCPServer[Any]":
    """A server with the four tools.

    database  what questions are asked of, as open_database takes it, but no
              single connection: tools are called by several threads.
    model     as ``check`` takes it.
    ignore    codes of findings that are not wanted.
    severity  the least that findings have.

    Raises ImportError without the package mcp; Error, as open_database.
    """
    # pylint: disable=import-outside-toplevel
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    opened = open_database(database)
    server: "MCPServer[Any]" = MCPServer("t2sed", version=version())

    def check_sql(question: str, queries: List[str],
                  all_findings: bool = False) -> dict[str, Any]:
        try:
            return answer_of(check(question, queries, opened, model=model,
                                   ignore=ignore, severity=severity,
                                   all_findings=all_findings))
        except Error as error:
            raise ToolError(error.text) from error

    def detector() -> Optional[Model]:
        """The model of check_sql; none, where the default one is not
        installed."""
        if isinstance(model, Model):
            return model
        try:
            return kept_model(model)
        except Error as error:
            if model is None and error.code == "ENOTFOUND" \
                    and "T2SED_MODEL" not in os.environ:
                return None
            raise

    def correct_sql(question: str, query: str, feedback: str = ""
                    ) -> List[Correction]:
        try:
            with Corrector(opened, detector(), most=3) as corrector:
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
                "probability that it is right. `all_findings` lists what "
                "hardly lowers it, too.")(check_sql)
    server.tool(description="What a SQL query may have to be, the best first: "
                "the query itself (source \"given\") or others that a few "
                "edits make of it, each with its probability and what was "
                "changed. `feedback` is what a person says is wrong; without "
                "it, the findings of check_sql are used.")(correct_sql)
    server.tool(description="What a SQL query does, in numbered steps of "
                "plain English.")(explain_sql)
    server.tool(description="What check_sql can find wrong with a query: "
                "code, severity and meaning of each.")(list_findings)
    return server


_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ANY = ("0.0.0.0", "::")


def _address(text: str) -> Tuple[str, int]:
    """HOST:PORT, [HOST]:PORT or :PORT."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise argparse.ArgumentTypeError(
            f"{text}: expected HOST:PORT, with a port from 1 to 65535")
    return host.strip("[]") or "127.0.0.1", int(port)


def _names(host: str, names: List[str]) -> List[str]:
    """The names by which clients may call a server at an address: those of
    others that point there are a browser's that was led astray."""
    known = [*names, *(_LOOPBACK if host in _LOOPBACK else
                       () if host in _ANY else (host,))]
    return [f"[{name}]" if ":" in name else name for name in known]


def _with_token(app: Any, token: str) -> Any:
    """An ASGI application that answers those who know the token."""
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "lifespan" or hmac.compare_digest(given, wanted):
            await app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 401,
                    "headers": [(b"www-authenticate", b"Bearer")]})
        await send({"type": "http.response.body", "body": b"no valid token"})

    return guarded


def _serve_http(server: "MCPServer[Any]", host: str, port: int,
                names: List[str], token: str) -> None:
    # pylint: disable=import-outside-toplevel
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings
    known = _names(host, names)
    app = server.streamable_http_app(
        host=host, transport_security=TransportSecuritySettings(
            allowed_hosts=[*known, *(f"{name}:*" for name in known)],
            allowed_origins=[f"{scheme}://{name}{rest}" for name in known
                             for scheme in ("http", "https")
                             for rest in ("", ":*")]))
    uvicorn.run(_with_token(app, token) if token else app, host=host,
                port=port, log_level="warning")


def main() -> None:
    """The program."""
    parser = argparse.ArgumentParser(
        prog="t2sed-mcp", description="A server of the Model Context Protocol "
        "that checks SQL queries.")
    parser.add_argument("database", help="a SQLite file, or a URL of "
                        "SQLAlchemy's")
    parser.add_argument("--model", help="a model directory or name")
    parser.add_argument("--http", metavar="HOST:PORT", type=_address,
                        help="serve over HTTP there, at /mcp")
    parser.add_argument("--name", action="append", default=[],
                        help="a name by which clients call this server over "
                        "HTTP; may be given several times")
    parser.add_argument("--no-token", action="store_true", help="serve whoever "
                        "reaches HOST; else, where that is not this machine "
                        "alone, clients send the token $T2SED_MCP_TOKEN")
    parser.add_argument("--ignore", metavar="CODES", help="codes of findings "
                        "that are not wanted, between commas")
    parser.add_argument("--severity", choices=SEVERITIES, help="the least that "
                        "findings have")
    options = parser.parse_args()
    token = "" if options.no_token else os.environ.get("T2SED_MCP_TOKEN", "")
    if options.http is not None:
        host = options.http[0]
        if host not in _LOOPBACK and not token and not options.no_token:
            parser.error(f"--http {host}: other machines reach this address: "
                         "set T2SED_MCP_TOKEN to a secret that clients send, "
                         "or give --no-token")
        if not _names(host, options.name):
            parser.error(f"--http {host}: give the name by which clients call "
                         "this server: --name NAME")
    try:
        rules = read_rules(".", options.ignore, options.severity)
        server = make_server(options.database, options.model,
                             ignore=rules.ignore, severity=rules.severity)
    except ImportError as error:
        sys.exit(f"t2sed-mcp: {error}: pip install 't2sed[mcp,sqlalchemy]'")
    except Exception as error:  # pylint: disable=broad-except
        sys.exit(f"t2sed-mcp: {error}")
    if options.http is None:
        server.run("stdio")
        return
    host, port = options.http
    _serve_http(server, host, port, options.name, token)


if __name__ == "__main__":
    main()
