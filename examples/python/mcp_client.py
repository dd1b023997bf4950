#!/usr/bin/env python3
"""Asks t2sed-mcp about a query, as an agent's host does.

    mcp_client.py DATABASE QUESTION QUERY...

Needs the package mcp (pip install 't2sed[mcp]').
"""
import asyncio
import os
import sys

from mcp import Client, StdioServerParameters


async def ask(server, question, queries):
    """The report on queries by a server: how it is started, or its URL."""
    async with Client(server) as client:
        done = await client.call_tool(
            "check_sql", {"question": question, "queries": queries})
        if done.is_error:
            raise RuntimeError(done.content[0].text)
        return done.structured_content


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "t2sed.mcp_server", sys.argv[1]],
        env=dict(os.environ))
    report = asyncio.run(ask(server, sys.argv[2], sys.argv[3:]))
    print(report["advice"])
    for candidate in report["candidates"]:
        print(candidate["probability"], candidate["sql"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
