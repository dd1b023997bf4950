"""What links a query's conditions with the database and the question."""
from __future__ import annotations

import ctypes
import math
from ctypes import (POINTER, byref, c_char_p, c_double, c_int, c_int32,
                    c_size_t, c_ssize_t, c_void_p)
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .handle import MADE_TEXT, Memory, declare
from .library import lib
from .schema import Schema
from .text import characters


_RANGE = (POINTER(c_ssize_t), POINTER(c_ssize_t))
declare("t2sed_schema_table_name", c_char_p, c_void_p, c_size_t)
declare("t2sed_schema_column_name", c_char_p, c_void_p, c_size_t)
declare("t2sed_schema_column_table", c_int32, c_void_p, c_size_t)
declare("t2sed_links_score", c_double, c_void_p)
for _name in ("count", "named_count", "repair_count"):
    declare(f"t2sed_links_{_name}", c_size_t, c_void_p)
for _name in ("clause", "operator", "negated", "computed", "operand",
              "slot_match", "said_match", "value_match", "type_fits",
              "named_kind", "named_match", "repair_kind"):
    declare(f"t2sed_links_{_name}", c_int, c_void_p, c_size_t)
for _name in ("column", "other_column", "found_column", "named_item",
              "repair_column"):
    declare(f"t2sed_links_{_name}", c_int32, c_void_p, c_size_t)
for _name in ("slot_range", "value_range", "repair_range"):
    declare(f"t2sed_links_{_name}", None, c_void_p, c_size_t, *_RANGE)
for _name in ("slot_question", "said_question", "named_question"):
    declare(f"t2sed_links_{_name}", None, c_void_p, c_size_t, *_RANGE,
            POINTER(c_size_t))
for _name in ("value", "named_value", "repair_text"):
    declare(f"t2sed_links_{_name}", c_void_p, c_void_p, c_size_t,
            POINTER(c_size_t))
for _name in ("condition_score", "repair_confidence"):
    declare(f"t2sed_links_{_name}", c_double, c_void_p, c_size_t)
declare("t2sed_links_repair_condition", c_size_t, c_void_p, c_size_t)
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

    def ask(self, name: str, i: int) -> Any:
        return getattr(lib, f"t2sed_links_{name}")(self.links, i)

    def number(self, name: str, i: int) -> Optional[float]:
        number = self.ask(name, i)
        return None if math.isnan(number) else number

    def text(self, name: str, i: int) -> Optional[str]:
        length = c_size_t()
        text = getattr(lib, f"t2sed_links_{name}")(self.links, i,
                                                   byref(length))
        return None if not text else ctypes.string_at(
            text, length.value).decode("utf-8", "replace")

    def range(self, name: str, i: int) -> Optional[Tuple[int, int]]:
        begin, end = c_ssize_t(), c_ssize_t()
        getattr(lib, f"t2sed_links_{name}")(self.links, i, byref(begin),
                                            byref(end))
        return characters(self.query, begin.value, end.value)

    def said(self, name: str, i: int
             ) -> Tuple[Optional[Tuple[int, int]], int]:
        begin, end, turn = c_ssize_t(), c_ssize_t(), c_size_t()
        getattr(lib, f"t2sed_links_{name}")(self.links, i, byref(begin),
                                            byref(end), byref(turn))
        return characters(self.questions[turn.value] if self.questions
                          else b"", begin.value, end.value), turn.value

    def match(self, name: str, i: int) -> str:
        return lib.t2sed_match_name(self.ask(name, i)).decode()

    def table(self, table: int) -> str:
        return lib.t2sed_schema_table_name(
            self.schema, table).decode("utf-8", "replace")

    def column(self, column: int) -> Optional[str]:
        if column < 0 or self.schema is None:
            return None
        table = lib.t2sed_schema_column_table(self.schema, column)
        name = lib.t2sed_schema_column_name(self.schema, column)
        return f"{self.table(table)}.{name.decode('utf-8', 'replace')}"

    def named(self, i: int) -> Named:
        kind, item = self.ask("named_kind", i), self.ask("named_item", i)
        question, turn = self.said("named_question", i)
        return Named(("table", "column", "value")[kind],
                     self.table(item) if kind == 0
                     else self.column(item) or "",
                     self.match("named_match", i), question, turn,
                     self.text("named_value", i))

    def condition(self, i: int) -> Condition:
        slot, slot_turn = self.said("slot_question", i)
        said, said_turn = self.said("said_question", i)
        fits = self.ask("type_fits", i)
        return Condition(
            lib.t2sed_condition_name(self.ask("clause", i)).decode(),
            lib.t2sed_operator_name(self.ask("operator", i)).decode(),
            bool(self.ask("negated", i)), self.column(self.ask("column", i)),
            bool(self.ask("computed", i)),
            self.OPERANDS[self.ask("operand", i)], self.text("value", i),
            self.column(self.ask("other_column", i)),
            self.range("slot_range", i), self.range("value_range", i),
            self.match("slot_match", i), slot, slot_turn,
            self.match("said_match", i), said, said_turn,
            self.match("value_match", i),
            self.column(self.ask("found_column", i)),
            None if fits < 0 else bool(fits),
            self.number("condition_score", i))

    def repair(self, i: int) -> Repair:
        length = c_size_t()
        text = lib.t2sed_links_repaired(byref(length), self.links, i)
        whole = ctypes.string_at(text.pointer, length.value).decode("utf-8")
        return Repair(self.ask("repair_condition", i),
                      ("value", "column")[self.ask("repair_kind", i)],
                      self.range("repair_range", i),
                      self.text("repair_text", i) or "", whole,
                      self.ask("repair_confidence", i))

    def read(self) -> Links:
        score = lib.t2sed_links_score(self.links)
        counts = [getattr(lib, f"t2sed_links_{name}")(self.links)
                  for name in ("named_count", "count", "repair_count")]
        return Links(None if math.isnan(score) else score,
                     [self.named(i) for i in range(counts[0])],
                     [self.condition(i) for i in range(counts[1])],
                     [self.repair(i) for i in range(counts[2])])
