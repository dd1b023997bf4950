"""What agents are told of a query before they run it: the common part of the
tools for MCP, LangChain and LlamaIndex."""
from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Union

from .checker import Report, check
from .database import Database
from .evidence import Evidence
from .findings import Finding
from .model import Model
from .text import printable

#: What a tool says of itself to the language model.
DESCRIPTION = (
    "Checks a SQL query before it is run: whether it answers the question, "
    "what is wrong with it and what should stand there instead. It does not "
    "write anything. Always use it before a query is run, and again after a "
    "query was mended.")


def advise(query: str, question: str, database: Database,
           model: Optional[Union[Model, str]] = None) -> str:
    """What an agent should do with a query, in lines of text.

    question  that the query was written for; "": only what is wrong with the
              query by itself is looked for, and it has no probability.
    model     as ``check`` takes it.

    The first line says whether to run it; each other line names a fault, its
    place and what should stand there instead, where that is known. What comes
    from the query or the database makes no line of its own: see ``printable``.
    """
    if question.strip():
        return advice(check(question, query, database, model=model))
    with Evidence(database) as evidence:
        return _advice(query, evidence.findings(query), "The query")


def advice(report: Report) -> str:
    """The same of the best candidate of a report."""
    best = report.best
    said = _advice(best.sql, best.findings, _subject(report),
                   report.decision != "answer")
    return said if best.error is None or best.findings \
        else f"{said}\n- error: {printable(best.error.text)}"


def _subject(report: Report) -> str:
    best = report.best
    decided = best.probability if best.confidence is None else best.confidence
    if best.probability is None or decided is None:
        return "The query"
    digits = 2
    while digits < 9 and decided != report.threshold and \
            f"{decided:.{digits}f}" == f"{report.threshold:.{digits}f}":
        digits += 1
    return (f"The query, right with probability {decided:.{digits}f} "
            f"(threshold {report.threshold:.{digits}f}),")


def _advice(query: str, findings: List[Finding], subject: str,
            is_doubtful: bool = False) -> str:
    if any(finding.severity == "error" for finding in findings):
        verdict = "is wrong. Mend it and check it again."
    elif is_doubtful or findings:
        verdict = "may be wrong. Compare it with the question once more."
    else:
        verdict = "has no fault that could be found. It can be run."
    return "\n".join([f"{subject} {verdict}",
                      *(_fault(query, finding) for finding in findings)])


def _fault(query: str, finding: Finding) -> str:
    text = f"- {finding.severity}: {finding.message}"
    if finding.weight is not None:
        text += f" (log odds {finding.weight:+.2f})"
    if finding.sql is not None:
        text += f" In the query: {query[slice(*finding.sql)]}"
    if finding.suggestion is not None:
        text += f" Instead: {finding.suggestion}"
    return printable(text)


#: Members of a report that have texts of ours, which quote the query.
_SENTENCES = {"message", "suggestion", "why", "kept"}


def answer_of(report: Report) -> Dict[str, Any]:
    """A report as tools hand it over: its JSON (Report.to_json), with the
    advice on the first candidate; sentences are printable."""
    answer: Dict[str, Any] = json.loads(report.to_json(),
                                        object_hook=_printable)
    return {"advice": advice(report), **answer}


def _printable(members: Dict[str, Any]) -> Dict[str, Any]:
    return {name: printable(value) if name in _SENTENCES
            and isinstance(value, str) else value
            for name, value in members.items()}
