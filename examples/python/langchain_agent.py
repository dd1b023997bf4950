#!/usr/bin/env python3
"""An agent of LangChain that answers questions of a database, and has each
query checked before it runs it.

    langchain_agent.py DATABASE-URL LANGUAGE-MODEL QUESTION
    langchain_agent.py sqlite:///shop.sqlite openai:gpt-5-mini "Who sells most?"

Needs langchain, sqlalchemy, and LangChain's package for the language model.
"""
import sys

from langchain.agents import create_agent
from langchain_core.tools import tool
from sqlalchemy import create_engine, text

import t2sed
from t2sed.langchain import QuerySQLCheckerTool


def make_agent(engine, language_model):
    """The agent; its tools are the checker and one that runs queries."""
    @tool
    def sql_db_query(query: str) -> str:
        """Runs a SQL query and gives at most 50 rows."""
        with engine.connect() as connection:
            return str(connection.execute(text(query)).fetchmany(50))

    tables = t2sed.open_database(engine).schema
    names = ", ".join(f"{column.table}.{column.name}"
                      for column in tables.columns)
    return create_agent(
        language_model, [QuerySQLCheckerTool(db=engine), sql_db_query],
        system_prompt="Answer the question by a SQL query on the database "
        f"({engine.dialect.name}). Its columns: {names}. Before you run a "
        "query have it checked, with the question; correct it until it is said "
        "to be right.")


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    from langchain.chat_models import init_chat_model
    _, url, name, question = sys.argv
    agent = make_agent(create_engine(url), init_chat_model(name))
    done = agent.invoke({"messages": [("user", question)]})
    for message in done["messages"]:
        message.pretty_print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
