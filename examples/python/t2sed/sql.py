"""A query, parsed."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import List, Mapping, Optional, Tuple

from .arguments import choice, text as text_of
from .declarations import (t2sed_explain_options, t2sed_span,
                           t2sed_sql_options, t2sed_sql_view_options,
                           t2sed_step, words)
from .handle import Handle, declare
from .library import lib
from .schema import Schema


declare("t2sed_sql_parse_as", text=text_of("query"))
declare("t2sed_sql_print", schema="schema?")
declare("t2sed_sql_explain", schema="schema?")


#: The dialects that queries can be of. "auto": SQLite's where its parser takes
#: the text and knows the functions, else that of the fewest foreign constructs.
DIALECTS = words("T2SED_DIALECT_")


def view_of(switches: Mapping[str, int]) -> t2sed_sql_view_options:
    """The defaults, but for some switches."""
    view = t2sed_sql_view_options.defaults(lib)
    for name in switches:
        if name not in [field[0] for field in view._fields_[1:]]:
            raise TypeError(f"a view of SQL has no switch {name}")
    view.set_fields(**switches)
    return view


@dataclass(frozen=True)
class Step:
    """A step of what a query does.

    text    one line, without "Step 1: ".
    kind    "select", "join", "filter", "group", "aggregate", "window",
            "limit", "set", "repeat" or "values".
    part    "query", "subquery" or "with": what the step belongs to.
    places  of the query, as slices (begin, end) of its characters.
    uses    the steps, from 0, whose results it takes; the text numbers them
            from 1.
    """
    text: str
    kind: str
    part: str
    places: List[Tuple[int, int]]
    uses: List[int]


class Sql(Handle):
    """A parsed query. Raises Error ("ESYNTAX") where it is none.

    text     may be an answer of a language model: of it the query is read that
             stands in its first Markdown fence or in [SQL], or behind a label
             such as "SQL:".
    dialect  one of DIALECTS. The query is parsed as SQLite has it (docs/
             dialects.md); its tree and its steps are those of ``sqlite``.
    """
    _kind = "sql"

    def __init__(self, text: str, dialect: str = "sqlite"):
        super().__init__(lib.t2sed_sql_parse_as(
            text, t2sed_sql_options(
                dialect=choice("dialect", DIALECTS, dialect), answer=1)))
        self._text = text.encode("utf-8")

    @property
    def sqlite(self) -> str:
        """The query as SQLite has it: what scorers, findings and databases
        take."""
        return str(lib.t2sed_sql_text(self).decode("utf-8"))

    @property
    def dialect(self) -> str:
        """What the text is of: one of DIALECTS, never "auto"."""
        text: str = list(DIALECTS)[lib.t2sed_sql_dialect(self)]
        return text

    def source(self, place: Tuple[int, int]) -> Tuple[int, int]:
        """The characters of the text that a place in ``sqlite`` comes from."""
        data = self.sqlite
        span = t2sed_span(*(len(data[:end].encode("utf-8")) for end in place))
        return self._characters(span) or place

    def _characters(self, span: t2sed_span) -> Optional[Tuple[int, int]]:
        """Of a span of ``sqlite``; changes it."""
        lib.t2sed_sql_to_source(self, span)
        return span.characters(self._text)

    _FORMATS = words("T2SED_SQL_", "sexpr json dot")

    def tree(self, form: str = "sexpr", *,
             view: Optional[Mapping[str, int]] = None,
             schema: Optional[Schema] = None) -> str:
        """The syntax tree as "sexpr", "json" or "dot".

        view    switches of t2sed_sql_view_options that differ from its
                defaults: the simplified tree. None: the whole tree.
        schema  resolves names in the simplified tree.
        """
        text = lib.t2sed_sql_print(self, choice("form", self._FORMATS, form),
                                   None if view is None else view_of(view),
                                   schema)
        return ctypes.string_at(text.pointer).decode("utf-8")

    def explain(self, schema: Optional[Schema] = None, *,
                raw_names: bool = False) -> List[Step]:
        """What the query does, in steps of plain English.

        schema     says what names mean. None: conditions of joins are all
                   spelled out.
        raw_names  tables and columns by the names that SQL has for them, not
                   by those that people have.
        """
        steps = lib.t2sed_sql_explain(
            self, schema, t2sed_explain_options(raw_names=raw_names))
        return [self._step(steps, i)
                for i in range(lib.t2sed_explanation_count(steps))]

    def _step(self, steps: object, i: int) -> Step:
        step = t2sed_step()
        lib.t2sed_explanation_get(steps, i, step)
        places = [self._characters(step.spans[k])
                  for k in range(step.span_count)]
        return Step(step.text.decode("utf-8"),
                    lib.t2sed_step_kind_name(step.kind).decode(),
                    lib.t2sed_step_part_name(step.part).decode(),
                    [place for place in places if place is not None],
                    [step.uses[k] for k in range(step.use_count)])
