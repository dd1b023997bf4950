"""What links a query's conditions with the database and the question."""
from __future__ import annotations

import math
from ctypes import (POINTER, byref, c_char_p, c_double, c_int,
                    c_size_t, c_void_p, string_at)
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .arguments import Record
from .handle import MADE_TEXT, STATUS, Memory, declare
from .library import lib
from .schema import Schema
from .text import Span


class _Condition(Record):
    """t2sed_link_condition of t2sed/parts/link.h."""
    _fields_ = [("struct_size", c_size_t), ("clause", c_int), ("op", c_int),
                ("negated", c_int), ("computed", c_int), ("column", c_size_t),
                ("operand", c_int), ("other_column", c_size_t),
                ("value", c_void_p), ("value_length", c_size_t),
                ("slot_sql", Span), ("value_sql", Span),
                ("slot_in_question", c_int), ("value_in_question", c_int),
                ("slot_question", Span), ("value_question", Span),
                ("slot_turn", c_size_t), ("value_turn", c_size_t),
                ("value_in_column", c_int), ("found_column", c_size_t),
                ("type_fits", c_int), ("score", c_double)]


class _Mention(Record):
    """t2sed_link_mention of t2sed/parts/link.h."""
    _fields_ = [("struct_size", c_size_t), ("kind", c_int), ("match", c_int),
                ("item", c_size_t), ("question", Span), ("turn", c_size_t),
                ("value", c_void_p), ("value_length", c_size_t)]


class _Repair(Record):
    """t2sed_link_repair of t2sed/parts/link.h."""
    _fields_ = [("struct_size", c_size_t), ("condition", c_size_t),
                ("kind", c_int), ("column", c_size_t), ("sql", Span),
                ("text", c_void_p), ("text_length", c_size_t),
                ("confidence", c_double)]


#: T2SED_NONE of t2sed/status.h.
_NONE = c_size_t(-1).value
_RECORDS = {"condition": _Condition, "mention": _Mention, "repair": _Repair}

declare("t2sed_schema_table_name", c_char_p, c_void_p, c_size_t)
declare("t2sed_schema_column_name", c_char_p, c_void_p, c_size_t)
declare("t2sed_schema_column_table", c_size_t, c_void_p, c_size_t)
declare("t2sed_links_score", c_double, c_void_p)
for _name, _type in _RECORDS.items():
    declare(f"t2sed_links_{_name}_count", c_size_t, c_void_p)
    declare(f"t2sed_links_{_name}_get", STATUS, c_void_p, c_size_t,
            POINTER(_type))
declare("t2sed_links_repaired", MADE_TEXT, POINTER(c_size_t), c_void_p,
        c_size_t)
for _name in ("match", "operator", "condition"):
    declare(f"t2sed_{_name}_name", c_char_p, c_int)


@dataclass(frozen=True)
class Named:
    """What a question names: a table or a column by its name, or a column by a
    value of it.

    kind      "table", "column" or "value".
    item      "table" or "table.column".
    match     "exact", "spelling" (but for case, marks, plural), "partial".
    question  the slice (begin, end) of the characters that name it.
    turn      0 for the question, 1 for the turn before it...
    value     as the database has it, or None.
    """
    kind: str
    item: str
    match: str
    question: Optional[Tuple[int, int]]
    turn: int
    value: Optional[str]


@dataclass(frozen=True)
class Condition:
    """One condition of a query: slot, operator and value, and how they fit.

    clause, operator, negated  "where", "having", "join"; "=", "like"...
    column       "table.column" of the slot, or None.
    computed     the slot is a function or an expression.
    operand      "text", "number", "null", "column", "query" or "other".
    value        a string without quotes, a number as written, or None.
    other        the column that the slot is compared with, or None.
    slot_sql, value_sql            slices of the query's characters, or None.
    slot_match, slot_question      how the question names the slot, and where.
    said_match, said_question      the same of the value; *_turn: which turn.
    value_match  how the column has the value ("elsewhere": another one does).
    found        the column that has it where its own has not, or None.
    type_fits    True, False, or None where that can't be told.
    score        0 to 1, or None.
    """
    clause: str
    operator: str
    negated: bool
    column: Optional[str]
    computed: bool
    operand: str
    value: Optional[str]
    other: Optional[str]
    slot_sql: Optional[Tuple[int, int]]
    value_sql: Optional[Tuple[int, int]]
    slot_match: str
    slot_question: Optional[Tuple[int, int]]
    slot_turn: int
    said_match: str
    said_question: Optional[Tuple[int, int]]
    said_turn: int
    value_match: str
    found: Optional[str]
    type_fits: Optional[bool]
    score: Optional[float]


@dataclass(frozen=True)
class Repair:
    """What was probably meant; nothing applies it.

    condition   the number of the condition that it changes.
    kind        "value" or "column".
    sql, by     the slice of the query, and the SQL to put there.
    repaired    the whole query with it.
    confidence  above 0 to 1.
    """
    condition: int
    kind: str
    sql: Optional[Tuple[int, int]]
    by: str
    repaired: str
    confidence: float


@dataclass(frozen=True)
class Links:
    """What was found of a query; score is None where nothing is known."""
    score: Optional[float]
    named: List[Named]
    conditions: List[Condition]
    repairs: List[Repair]


class Reader:
    """Reads a t2sed_links."""
    OPERANDS = ("text", "number", "null", "column", "query", "other")

    def __init__(self, links: Memory, schema: Optional[Schema],
                 questions: Sequence[str], query: str):
        self.links = links
        self.schema = None if schema is None else schema.memory
        self.questions = [question.encode("utf-8") for question in questions]
        self.query = query.encode("utf-8")

    def records(self, name: str) -> List[Any]:
        """All conditions, mentions or repairs."""
        count = getattr(lib, f"t2sed_links_{name}_count")(self.links)
        records = [_RECORDS[name]() for _ in range(count)]
        for i, record in enumerate(records):
            getattr(lib, f"t2sed_links_{name}_get")(self.links, i, record)
        return records

    def said(self, span: Span, turn: int) -> Optional[Tuple[int, int]]:
        return span.characters(self.questions[turn] if self.questions else b"")

    def table(self, table: int) -> str:
        return str(lib.t2sed_schema_table_name(self.schema, table), "utf-8",
                   "replace")

    def column(self, column: int) -> Optional[str]:
        if column == _NONE or self.schema is None:
            return None
        table = lib.t2sed_schema_column_table(self.schema, column)
        name = lib.t2sed_schema_column_name(self.schema, column)
        return f"{self.table(table)}.{name.decode('utf-8', 'replace')}"

    def named(self, of: _Mention) -> Named:
        return Named(("table", "column", "value")[of.kind],
                     self.table(of.item) if of.kind == 0
                     else self.column(of.item) or "", _match(of.match),
                     self.said(of.question, of.turn), of.turn,
                     _text(of.value, of.value_length))

    def condition(self, of: _Condition) -> Condition:
        return Condition(
            lib.t2sed_condition_name(of.clause).decode(),
            lib.t2sed_operator_name(of.op).decode(), bool(of.negated),
            self.column(of.column), bool(of.computed),
            self.OPERANDS[of.operand], _text(of.value, of.value_length),
            self.column(of.other_column), of.slot_sql.characters(self.query),
            of.value_sql.characters(self.query), _match(of.slot_in_question),
            self.said(of.slot_question, of.slot_turn), of.slot_turn,
            _match(of.value_in_question),
            self.said(of.value_question, of.value_turn), of.value_turn,
            _match(of.value_in_column), self.column(of.found_column),
            None if of.type_fits < 0 else bool(of.type_fits),
            _number(of.score))

    def repair(self, i: int, of: _Repair) -> Repair:
        length = c_size_t()
        text = lib.t2sed_links_repaired(byref(length), self.links, i)
        whole = string_at(text.pointer, length.value).decode("utf-8")
        return Repair(of.condition, ("value", "column")[of.kind],
                      of.sql.characters(self.query),
                      _text(of.text, of.text_length) or "", whole,
                      of.confidence)

    def read(self) -> Links:
        return Links(_number(lib.t2sed_links_score(self.links)),
                     [self.named(of) for of in self.records("mention")],
                     [self.condition(of) for of in self.records("condition")],
                     [self.repair(i, of)
                      for i, of in enumerate(self.records("repair"))])


def _match(number: int) -> str:
    return str(lib.t2sed_match_name(number), "utf-8")


def _number(number: float) -> Optional[float]:
    return None if math.isnan(number) else number


def _text(text: Optional[int], length: int) -> Optional[str]:
    return None if not text else string_at(text, length).decode("utf-8",
                                                                "replace")
