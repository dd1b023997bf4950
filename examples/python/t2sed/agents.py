"""What agents are told of a query before they run it: the common part of the
tools for MCP, LangChain and LlamaIndex."""
from __future__ import annotations

import json
from typing import Any, Dict, Iterable, Optional, Union

from .checker import Report, check
from .database import Database
from .evidence import Evidence
from .model import Model
from .text import printable

#: What a tool says of itself to the language model.
DESCRIPTION = (
    "Checks a SQL query before it is run: whether it answers the question, "
    "what is wrong with it and what should stand there instead. It does not "
    "write anything. Always use it before a query is run, and again after a "
    "query was repaired.")


def advise(query: str, question: str, database: Database,
           model: Optional[Union[Model, str]] = None, *,
           ignore: Iterable[str] = (), severity: str = "hint") -> str:
    """What an agent should do with a query, in lines of text.

    question  that the query was written for; "": only what is wrong with the
              query by itself is looked for, and it has no probability.
    model     as ``check`` takes it.
    ignore    codes of findings that are not wanted.
    severity  the least that findings have.

    The first line says whether to run it; each other line names a fault, its
    place and what should stand there instead, where that is known
    (Report.advice).
    """
    if question.strip():
        return check(question, query, database, model=model, ignore=ignore,
                     severity=severity).advice
    with Evidence(database) as evidence:
        return evidence.advice(query, ignore=ignore, severity=severity)


#: Members of a report that have texts of ours, which quote the query.
_SENTENCES = {"message", "suggestion", "why", "kept", "answers", "when"}


def answer_of(report: Report) -> Dict[str, Any]:
    """A report as tools hand it over: its JSON (Report.to_json), with the
    advice on the first candidate; sentences are printable."""
    answer: Dict[str, Any] = json.loads(report.to_json(),
                                        object_hook=_printable)
    return {"advice": report.advice, **answer}


def _printable(members: Dict[str, Any]) -> Dict[str, Any]:
    return {name: printable(value) if name in _SENTENCES
            and isinstance(value, str) else value
            for name, value in members.items()}
