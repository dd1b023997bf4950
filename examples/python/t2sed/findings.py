"""What is wrong with a query, in words."""
from __future__ import annotations

import math
from ctypes import byref, c_size_t, string_at
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Tuple

from .arguments import checked_list, choice, integer, name, wrong
from .arguments import text as text_of
from .declarations import t2sed_finding, t2sed_finding_kind, words
from .handle import declare
from .library import lib

if TYPE_CHECKING:
    from .evidence import Evidence


declare("t2sed_findings_parse_n", sql=text_of("query"))
declare("t2sed_findings_select", ignore=name("ignore"),
        severity=integer("severity"))
declare("t2sed_findings_advice", query=text_of("query"))
declare("t2sed_finding_kind_find", name=text_of("code"))


#: Severities, as the library counts them.
SEVERITIES = words("T2SED_SEVERITY_")


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
    weight      what it adds to the log odds of the query's probability: below
                0, it lowers the probability. None: not known.
    """
    code: str
    severity: str
    message: str
    sql: Optional[Tuple[int, int]]
    question: Optional[Tuple[int, int]]
    suggestion: Optional[str]
    weight: Optional[float] = None


@dataclass(frozen=True)
class FindingKind:
    """What can be found: code and severity, as findings have them, and the
    meaning in one line."""
    code: str
    severity: str
    meaning: str


def finding_kinds() -> List[FindingKind]:
    """All that can be found."""
    kinds = []
    for i in range(lib.t2sed_finding_kind_count()):
        kind = t2sed_finding_kind()
        lib.t2sed_finding_kind_get(i, kind)
        kinds.append(FindingKind(kind.name.decode(), _severity(kind.severity),
                                 kind.meaning.decode()))
    return kinds


def find_kind(code: str) -> FindingKind:
    """The kind of a code; raises Error ("ENOTFOUND") where there is none: the
    text has the nearest."""
    kind = t2sed_finding_kind()
    lib.t2sed_finding_kind_find(kind, code)
    return FindingKind(kind.name.decode(), _severity(kind.severity),
                       kind.meaning.decode())


def _severity(number: int) -> str:
    return str(lib.t2sed_severity_name(number), "utf-8")


def read_findings(evidence: "Evidence", query: str) -> List[Finding]:
    """What evidence finds in a query."""
    return findings_in(lib.t2sed_findings_parse_n(evidence, query), query)


def codes_of(ignore: Iterable[str]) -> str:
    """A list of codes as the library takes them."""
    codes = checked_list("ignore", ignore)
    for code in codes:
        if not isinstance(code, str):
            raise wrong("ignore", "a list of str", code)
    return ",".join(codes)


def read_advice(evidence: "Evidence", query: str, ignore: Iterable[str],
                severity: str) -> str:
    """What evidence finds in a query, as advice."""
    findings = lib.t2sed_findings_select(
        lib.t2sed_findings_parse_n(evidence, query), codes_of(ignore),
        choice("severity", SEVERITIES, severity))
    text = lib.t2sed_findings_advice(None, findings, query)
    return string_at(text.pointer).decode("utf-8")


def findings_in(findings: Any, query: str) -> List[Finding]:
    """A list of the library's, of that query."""
    length = c_size_t()
    question = lib.t2sed_findings_question(findings, byref(length))
    asked = string_at(question, length.value) if question else b""
    return [_read(findings, i, query.encode("utf-8"), asked)
            for i in range(lib.t2sed_findings_count(findings))]


def _read(findings: Any, i: int, query: bytes, question: bytes
          ) -> Finding:
    found = t2sed_finding()
    lib.t2sed_findings_get(findings, i, found)
    return Finding(
        found.name.decode(), _severity(found.severity),
        found.message.decode("utf-8"), found.sql.characters(query),
        found.question.characters(question),
        None if found.suggestion is None else found.suggestion.decode("utf-8"),
        None if math.isnan(found.weight) else found.weight)
