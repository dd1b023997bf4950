"""A tool for agents of LangChain (the package langchain-core)."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Type

from langchain_core.callbacks import CallbackManagerForToolRun
from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from .agents import DESCRIPTION, advise
from .connections import open_database
from .database import Database


class _Input(BaseModel):
    query: str = Field(description="The SQL query to be checked.")
    question: str = Field(default="", description="The user's question that "
                          "the query is to answer, word for word.")


class QuerySQLCheckerTool(BaseTool):
    """Stands in the place of langchain_community's QuerySQLCheckerTool: its
    name and arguments are the same, and "question" besides; but the database
    and a model of libt2sed are asked, no language model.

    db     a SQLDatabase of LangChain's, or what open_database takes.
    model  as ``check`` takes it.
    ignore, severity  findings that are not wanted, as ``advise`` takes them.
    llm    not used; stands there as it does in the tool that is replaced.

        tools = [tool for tool in SQLDatabaseToolkit(db=db, llm=llm).get_tools()
                 if tool.name != "sql_db_query_checker"]
        tools.append(QuerySQLCheckerTool(db=db))

    Gives text: whether to run the query; what is wrong with it, and where.
    Without a question it has no probability. Raises Error, as open_database.
    Several threads may use it, unless ``db`` is a single connection.
    """
    name: str = "sql_db_query_checker"
    description: str = DESCRIPTION + " Before sql_db_query, for one."
    args_schema: Type[BaseModel] = _Input
    db: Any
    model: Any = None
    llm: Any = None
    ignore: Sequence[str] = ()
    severity: str = "hint"
    _database: Database = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        """Opens the database."""
        super().model_post_init(context)
        self._database = open_database(getattr(self.db, "_engine", self.db))

    def _run(self, query: str, question: str = "",
             run_manager: Optional[CallbackManagerForToolRun] = None) -> str:
        return advise(query, question, self._database, self.model,
                      ignore=self.ignore, severity=self.severity)
