"""Reports for people: in lines of text, and as HTML for notebooks; what looks
wrong with a query is underlined."""
from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Iterable, Iterator, List, Tuple

from .text import printable

if TYPE_CHECKING:
    from .checker import Candidate, Report
    from .findings import Finding

_COLOURS = {"error": "#c00", "warning": "#b60", "hint": "#06a"}
_MOST_NAMED = 5  #: columns whose values are not known
_CELL = 'style="text-align:left;vertical-align:top"'


def probability(candidate: "Candidate") -> str:
    """Four characters."""
    return " -  " if candidate.probability is None \
        else f"{candidate.probability:4.2f}"


def candidate_as_text(candidate: "Candidate") -> str:
    """The probability and the query; each of its lines with what looks wrong
    underlined; and the sentences."""
    marked: "set[int]" = set()
    for finding in candidate.findings:
        marked.update(range(*finding.sql or (0, 0)))
    lines, begin = [], 0
    for line in candidate.sql.split("\n"):
        shown = [printable(c) for c in line.replace("\t", " ")]
        lines.append("".join(shown))
        under = "".join(("~" if begin + i in marked else " ") * len(c)
                        for i, c in enumerate(shown)).rstrip()
        lines += [under] if under else []
        begin += len(line) + 1
    lines += [f"{kind}: {text}" for kind, text in _sentences(candidate)]
    return "\n".join((("      " if i else probability(candidate) + "  ")
                      + line).rstrip() for i, line in enumerate(lines))


def report_as_text(report: "Report") -> str:
    """The decision, the question and the candidates."""
    return "\n".join([f"{report.decision}: {printable(report.question)}",
                      *([str(report.ask)] if report.ask else []),
                      *map(candidate_as_text, report.candidates),
                      *_unknown(report)])


def _unknown(report: "Report") -> Iterator[str]:
    """A line on what could not be read of the database."""
    columns = report.unknown_columns
    if columns:
        more = len(columns) - _MOST_NAMED
        yield ("Values that are not known: "
               + printable(", ".join(columns[:_MOST_NAMED]))
               + (f" and {more} more columns" if more > 0 else "") + ".")


def candidate_as_html(candidate: "Candidate") -> str:
    return f"<table>{_row(candidate)}</table>"


def report_as_html(report: "Report") -> str:
    return (f"<p><b>{escape(report.decision)}</b>: {escape(printable(report.question))}"
            f"</p>{f'<p>{escape(str(report.ask))}</p>' if report.ask else ''}"
            f"<table>{''.join(map(_row, report.candidates))}</table>"
            + "".join(f"<p>{escape(line)}</p>" for line in _unknown(report)))


def _sentences(candidate: "Candidate") -> Iterator[Tuple[str, str]]:
    """What is said of a query, each with how grave it is."""
    if candidate.error is not None:
        yield "error", printable(candidate.error.text)
    for finding in candidate.findings:
        if candidate.error is None \
                or finding.message.rstrip(".") != candidate.error.text:
            yield finding.severity, printable(finding.message) + (
                "" if finding.weight is None else f" {finding.weight:+.2f}")
    for reason in candidate.reasons:
        yield "because", f"{reason.weight:+.2f} {reason.text}"


def _row(candidate: "Candidate") -> str:
    said = "".join(f'<br><span style="color:{_COLOURS.get(kind, "")}">'
                   f"{escape(kind)}</span>: {escape(text)}"
                   for kind, text in _sentences(candidate))
    return (f"<tr><td {_CELL}>{probability(candidate)}</td><td {_CELL}>"
            f'<code style="white-space:pre-wrap">'
            f"{_marked(candidate.sql, candidate.findings)}</code>{said}"
            "</td></tr>")


def _marked(sql: str, findings: "Iterable[Finding]") -> str:
    """The query as HTML; of findings that overlap the gravest gives the
    colour."""
    placed = [(finding.sql, finding) for finding in findings
              if finding.sql is not None]
    ends = sorted({0, len(sql), *(end for span, _ in placed for end in span)})
    parts: List[str] = []
    for begin, end in zip(ends, ends[1:]):
        text = escape("\n".join(map(printable, sql[begin:end].split("\n"))))
        over = [finding for span, finding in placed
                if span[0] <= begin and end <= span[1]]
        if over:
            colour = _COLOURS.get(min((finding.severity for finding in over),
                                      key=list(_COLOURS).index), "")
            title = escape("\n".join(printable(finding.message)
                                     for finding in over))
            text = (f'<span title="{title}" style="text-decoration:underline '
                    f'wavy {colour}">{text}</span>')
        parts.append(text)
    return "".join(parts)
