"""Which queries are right: execution accuracy, exact match, hardness."""
from __future__ import annotations

from collections import deque
from ctypes import POINTER, byref, c_int, cast
from dataclasses import dataclass
from typing import Deque, Iterable, Iterator, List, NamedTuple, Optional, \
    Tuple, Union

from ..arguments import checked_text, checked_texts, choice
from ..database import Database
from ..declarations import (t2sed_evaluation, t2sed_evaluator_item,
                            t2sed_evaluator_options, T2SED_EXACT_BEYOND, words)
from ..errors import Error
from ..handle import Handle, Memory
from ..schema import Schema
from ..sql import Sql
from .binding import lab

#: What counts as an exact match: T2SED_EXACT_* of t2sed/lab/exact.h.
EXACT_RULES = {"exact": 0, "exact-no-keys": 1, "exact-values": 2}
#: When results are equal: T2SED_RULE_* of t2sed/lab/evaluate.h.
RULES = words("T2SED_RULE_")


class Match(NamedTuple):
    """Whether a query is an exact match, and what differs first: "", "select",
    "where", "group", "order", "connectives", "compound", "keywords", "from" or
    "beyond" (what Spider's evaluation can't read, which matches nothing)."""
    match: bool
    difference: str


def exact_match(gold: "Union[str, Sql]", predicted: "Union[str, Sql]",
                schema: Schema, rule: str = "exact") -> Match:
    """Whether a query is an exact set match of the gold query.

    rule  "exact": values do not count, columns that foreign keys connect are
          one (EM of Spider and SParC); "exact-no-keys": each column is only
          itself (EM*); "exact-values": as "exact", and values must be equal.

    Raises Error: "ESYNTAX", "EUNSUPPORTED" (the gold query is beyond that
    evaluation). A ``predicted`` that is no SQL is "beyond".
    Source: Yu et al. 2018, section 5, and the evaluation published with it;
    Zeng et al. 2022 (EM*).
    """
    number = choice("rule", EXACT_RULES, rule)
    match, difference = c_int(), c_int(T2SED_EXACT_BEYOND)
    right = gold if isinstance(gold, Sql) else Sql(gold)
    try:
        other = predicted if isinstance(predicted, Sql) else Sql(predicted)
    except Error as error:
        if error.code == "ENOMEM":
            raise
    else:
        lab.t2sed_exact_match(byref(match), byref(difference), right, other,
                              schema, number)
    return Match(bool(match.value), str(lab.t2sed_exact_difference_name(
        difference.value), "utf-8"))


def hardness(gold: "Union[str, Sql]", schema: Schema) -> str:
    """"easy", "medium", "hard" or "extra", by Spider's counts of the parts of
    the gold query. Raises Error as ``exact_match``. Source: Yu et al. 2018,
    section 5."""
    number = c_int()
    lab.t2sed_hardness(byref(number),
                       gold if isinstance(gold, Sql) else Sql(gold), schema)
    return str(lab.t2sed_hardness_name(number.value), "utf-8")


@dataclass(frozen=True)
class Verdict:
    """What a prediction is.

    label          1 right, 0 wrong, None: that can't be told.
    reason         why: "same_rows", "values", "not_executable"...
    message        the reason in words.
    limit_removed  whether equal LIMIT clauses were left out of both queries.
    rows           of its result.
    milliseconds   that it ran and was compared.
    """
    label: Optional[int]
    reason: str
    message: str
    limit_removed: bool
    rows: int
    milliseconds: float


#: Where the queries run, the gold query, the predictions.
Item = Tuple[Database, str, Iterable[str]]


class Evaluator(Handle):
    """Labels predictions by what they and the gold query give on the database
    (execution accuracy). Used by one thread at a time.

    rule     "fixed", "strict" or "official" (t2sed/lab/evaluate.h).
    threads  of ``evaluate_all``; 0: all cores.
    limits   max_milliseconds, max_rows, max_value_bytes, max_result_bytes,
             max_memory: as in t2sed_evaluator_options.

    Source: Chen et al. 2023, Appendix A; Yu et al. 2018.
    """
    _kind = "evaluator"
    _forks = False
    _AHEAD = 64  # questions that are handed in before the first is fetched

    def __init__(self, rule: str = "fixed", *, threads: int = 0,
                 **limits: int):
        super().__init__(lab.t2sed_evaluator_new(t2sed_evaluator_options.defaults(
            lab, threads=threads, rule=choice("rule", RULES, rule), **limits)))

    def evaluate(self, database: Database, gold: str,
                 queries: Iterable[str]) -> List[Verdict]:
        """The labels of the predictions for one question, in their order. What
        fails is a reason, no Error."""
        return _read(lab.t2sed_evaluator_evaluate(
            self, _item((database, gold, queries))))

    def evaluate_all(self, items: Iterable[Item]
                     ) -> "Iterator[List[Verdict]]":
        """The labels of many questions, by several threads, in their order.
        No other call until it has come to its end or is closed."""
        pending: Deque[Memory] = deque()  # of databases, whoever closes them
        try:
            for item in items:
                given, memory = _item(item), item[0].memory
                lab.t2sed_evaluator_submit(self, given)
                pending.append(memory)
                if len(pending) >= self._AHEAD:
                    yield self._next(pending)
            while pending:
                yield self._next(pending)
        finally:
            while pending:
                self._next(pending)

    def _next(self, pending: "Deque[Memory]") -> List[Verdict]:
        found = lab.t2sed_evaluator_next(self)
        pending.popleft()
        return _read(found)


def _item(item: Item) -> t2sed_evaluator_item:
    database, gold, queries = item
    text = checked_text("gold", gold)
    at, lengths, count = checked_texts("queries", queries)
    given = t2sed_evaluator_item(
        database=database, gold_length=len(text), queries=at,
        query_lengths=lengths, query_count=count)
    given.gold = text  # not a path, as strings of options are
    return given


def _read(evaluation: Memory) -> List[Verdict]:
    found = cast(evaluation.pointer, POINTER(t2sed_evaluation)).contents
    return [Verdict(None if one.label < 0 else one.label,
                    str(lab.t2sed_reason_name(one.reason), "utf-8"),
                    one.message.decode("utf-8"), bool(one.limit_removed),
                    one.rows, one.milliseconds)
            for one in found.verdicts[:found.count]]
