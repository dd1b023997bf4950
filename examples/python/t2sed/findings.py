"""What is wrong with a query, in words."""
from __future__ import annotations

from ctypes import c_char_p, c_int, c_size_t, c_ssize_t, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Optional, Tuple

from .arguments import text as text_of
from .handle import Memory, declare, made
from .library import lib
from .text import characters

if TYPE_CHECKING:
    from .evidence import Evidence


declare("t2sed_findings_read_n", made("findings"), "evidence",
        text_of("query"))
declare("t2sed_findings_count", c_size_t, c_void_p)
for _name in ("code", "severity"):
    declare(f"t2sed_findings_{_name}", c_int, c_void_p, c_size_t)
for _name in ("sql_begin", "sql_end", "question_begin", "question_end"):
    declare(f"t2sed_findings_{_name}", c_ssize_t, c_void_p, c_size_t)
for _name in ("message", "suggestion"):
    declare(f"t2sed_findings_{_name}", c_char_p, c_void_p, c_size_t)
declare("t2sed_finding_code_name", c_char_p, c_int)
declare("t2sed_severity_name", c_char_p, c_int)
declare("t2sed_finding_code_severity", c_int, c_int)


@dataclass(frozen=True)
class Finding:
    """What is wrong with a query, or looks wrong; docs/findings.md has the
    codes.

    code        "unknown_column"...
    severity    "error" (it can't run), "warning" or "hint".
    message     one sentence for people.
    sql         the place in the query, as the slice (begin, end) of its
                characters, or None.
    question    the same in the question.
    suggestion  what could stand there instead, or None.
    """
    code: str
    severity: str
    message: str
    sql: Optional[Tuple[int, int]]
    question: Optional[Tuple[int, int]]
    suggestion: Optional[str]


def read_findings(evidence: "Evidence", query: str, question: str
                  ) -> List[Finding]:
    """What evidence, whose question is the one given, finds in a query."""
    findings = lib.t2sed_findings_read_n(evidence, query)
    data, asked = query.encode("utf-8"), question.encode("utf-8")
    return [_read(findings, i, data, asked)
            for i in range(lib.t2sed_findings_count(findings))]


def _read(findings: Memory, i: int, query: bytes, question: bytes
          ) -> Finding:
    def place(text: bytes, name: str) -> Optional[Tuple[int, int]]:
        ends = (getattr(lib, f"t2sed_findings_{name}_{end}")
                for end in ("begin", "end"))
        return characters(text, *(end(findings, i) for end in ends))
    suggestion = lib.t2sed_findings_suggestion(findings, i)
    code = lib.t2sed_findings_code(findings, i)
    severity = lib.t2sed_findings_severity(findings, i)
    return Finding(
        lib.t2sed_finding_code_name(code).decode(),
        lib.t2sed_severity_name(severity).decode(),
        lib.t2sed_findings_message(findings, i).decode("utf-8"),
        place(query, "sql"), place(question, "question"),
        None if suggestion is None else suggestion.decode("utf-8"))
