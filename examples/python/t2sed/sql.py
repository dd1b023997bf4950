"""A query, parsed."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from typing import List, Mapping, Optional, Tuple

from .arguments import Record, choice, text as text_of
from .handle import Handle, MADE_TEXT, STATUS, declare, made
from .library import lib
from .schema import Schema
from .text import Span


class View(Record):
    """t2sed_sql_view_options of t2sed/sql.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_int) for name in (
            "collapse_unary", "keep_join_constraints", "keep_punctuation",
            "merge_dots", "resolve_aliases", "plain_style")]

    def __init__(self, view: Mapping[str, int]):
        super().__init__()
        lib.t2sed_sql_view_options_init(self, ctypes.sizeof(self))
        for name in view:
            if name not in [field[0] for field in self._fields_[1:]]:
                raise TypeError(f"a view of SQL has no switch {name}")
        self.fill(**view)


class _Options(Record):
    """t2sed_sql_options of t2sed/sql.h."""
    _fields_ = [("struct_size", c_size_t), ("dialect", c_int),
                ("answer", c_int)]


class _ExplainOptions(Record):
    """t2sed_explain_options of t2sed/explain.h."""
    _fields_ = [("struct_size", c_size_t), ("raw_names", c_int)]


class _Step(Record):
    """t2sed_step of t2sed/explain.h."""
    _fields_ = [("struct_size", c_size_t), ("text", c_char_p),
                ("kind", c_int), ("part", c_int), ("spans", POINTER(Span)),
                ("span_count", c_size_t), ("uses", POINTER(c_size_t)),
                ("use_count", c_size_t)]


declare("t2sed_sql_view_options_init", None, POINTER(View), c_size_t)
declare("t2sed_sql_parse_as", made("sql"), text_of("query"),
        POINTER(_Options))
declare("t2sed_sql_text", c_char_p, "sql")
declare("t2sed_sql_dialect", c_int, "sql")
declare("t2sed_sql_to_source", None, "sql", POINTER(Span))
declare("t2sed_sql_print", MADE_TEXT, "sql", c_int, POINTER(View), "schema?")
declare("t2sed_sql_explain", made("explanation"), "sql", "schema?",
        POINTER(_ExplainOptions))
declare("t2sed_explanation_count", c_size_t, c_void_p)
declare("t2sed_explanation_get", STATUS, c_void_p, c_size_t, POINTER(_Step))
declare("t2sed_step_kind_name", c_char_p, c_int)
declare("t2sed_step_part_name", c_char_p, c_int)


#: The dialects that queries can be of. "auto": SQLite's where its parser takes
#: the text and knows the functions, else that of the fewest foreign constructs.
DIALECTS = {name: number for number, name in enumerate((
    "sqlite", "postgresql", "mysql", "duckdb", "bigquery", "snowflake", "tsql",
    "auto", "clickhouse"))}


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
            text, _Options(dialect=choice("dialect", DIALECTS, dialect),
                           answer=1)))
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
        span = Span(*(len(data[:end].encode("utf-8")) for end in place))
        return self._characters(span) or place

    def _characters(self, span: Span) -> Optional[Tuple[int, int]]:
        """Of a span of ``sqlite``; changes it."""
        lib.t2sed_sql_to_source(self, span)
        return span.characters(self._text)

    _FORMATS = {"sexpr": 0, "json": 1, "dot": 2}

    def tree(self, form: str = "sexpr", *,
             view: Optional[Mapping[str, int]] = None,
             schema: Optional[Schema] = None) -> str:
        """The syntax tree as "sexpr", "json" or "dot".

        view    switches of t2sed_sql_view_options that differ from its
                defaults: the simplified tree. None: the whole tree.
        schema  resolves names in the simplified tree.
        """
        text = lib.t2sed_sql_print(self, choice("form", self._FORMATS, form),
                                   None if view is None else View(view),
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
        steps = lib.t2sed_sql_explain(self, schema,
                                      _ExplainOptions(raw_names=raw_names))
        return [self._step(steps, i)
                for i in range(lib.t2sed_explanation_count(steps))]

    def _step(self, steps: object, i: int) -> Step:
        step = _Step()
        lib.t2sed_explanation_get(steps, i, step)
        places = [self._characters(Span.from_buffer_copy(step.spans[k]))
                  for k in range(step.span_count)]
        return Step(step.text.decode("utf-8"),
                    lib.t2sed_step_kind_name(step.kind).decode(),
                    lib.t2sed_step_part_name(step.part).decode(),
                    [place for place in places if place is not None],
                    [step.uses[k] for k in range(step.use_count)])
