"""What links a query's conditions with the database and the question."""
from __future__ import annotations

import math
from ctypes import byref, c_size_t, string_at
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .declarations import (t2sed_link_condition, t2sed_link_mention,
                           t2sed_link_repair, T2SED_NONE, t2sed_span)
from .handle import Memory
from .library import lib
from .record import text_in
from .schema import Schema


_RECORDS = {"condition": t2sed_link_condition, "mention": t2sed_link_mention,
            "repair": t2sed_link_repair}


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

    def said(self, span: t2sed_span, turn: int) -> Optional[Tuple[int, int]]:
        return span.characters(self.questions[turn] if self.questions else b"")

    def table(self, table: int) -> str:
        return str(lib.t2sed_schema_table_name(self.schema, table), "utf-8",
                   "replace")

    def column(self, column: int) -> Optional[str]:
        if column == T2SED_NONE or self.schema is None:
            return None
        table = lib.t2sed_schema_column_table(self.schema, column)
        name = lib.t2sed_schema_column_name(self.schema, column)
        return f"{self.table(table)}.{name.decode('utf-8', 'replace')}"

    def named(self, of: t2sed_link_mention) -> Named:
        return Named(("table", "column", "value")[of.kind],
                     self.table(of.item) if of.kind == 0
                     else self.column(of.item) or "", _match(of.match),
                     self.said(of.question, of.turn), of.turn,
                     _text(text_in(of, "value", of.value_length)))

    def condition(self, of: t2sed_link_condition) -> Condition:
        return Condition(
            lib.t2sed_condition_name(of.clause).decode(),
            lib.t2sed_operator_name(of.op).decode(), bool(of.negated),
            self.column(of.column), bool(of.computed),
            self.OPERANDS[of.operand], _text(text_in(of, "value", of.value_length)),
            self.column(of.other_column), of.slot_sql.characters(self.query),
            of.value_sql.characters(self.query), _match(of.slot_in_question),
            self.said(of.slot_question, of.slot_turn), of.slot_turn,
            _match(of.value_in_question),
            self.said(of.value_question, of.value_turn), of.value_turn,
            _match(of.value_in_column), self.column(of.found_column),
            None if of.type_fits < 0 else bool(of.type_fits),
            _number(of.score))

    def repair(self, i: int, of: t2sed_link_repair) -> Repair:
        length = c_size_t()
        text = lib.t2sed_links_repaired(byref(length), self.links, i)
        whole = string_at(text.pointer, length.value).decode("utf-8")
        return Repair(of.condition, ("value", "column")[of.kind],
                      of.sql.characters(self.query),
                      _text(text_in(of, "text", of.text_length)) or "", whole,
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


def _text(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else text.decode("utf-8", "replace")
