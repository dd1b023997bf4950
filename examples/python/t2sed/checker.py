"""Everything about a question's candidates in one call."""
from __future__ import annotations

import math
import os
from ctypes import c_double, c_int, c_void_p, string_at
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Iterable, List, Optional, Sequence, Tuple

from . import show
from .arguments import checked_list, checked_texts, choice
from .arrays import numbers, same_length
from .conversation import Conversation, Turn
from .connections import Source, open_database
from .declarations import (t2sed_ask, t2sed_check_input, t2sed_checked,
                           t2sed_checker_options, t2sed_reason,
                           t2sed_scorer_options, t2sed_witness_rows)
from .errors import Error, failure
from .findings import SEVERITIES, Finding, codes_of, findings_in
from .handle import Handle, Memory, declare
from .judge import Judge
from .library import lib
from .model import Model
from .question import Question, as_question
from .reranker import Move, moves_of
from .sql import DIALECTS
from .witness import Rows, rows_of


declare("t2sed_checker_new", model="model*", database="database+")


@dataclass(frozen=True)
class Reason:
    """What raises or lowers the probability of a query, beside its findings.

    name    "selected_columns"..., as t2sed/checker.h has them.
    text    one sentence for people.
    weight  what it adds to the log odds of the probability: below 0, it lowers
            the probability.
    """
    name: str
    text: str
    weight: float


#: When a question to ask is looked for: t2sed_checker_options.ask.
ASKS = {"never": 0, "ask": 1, "always": 2}


@dataclass(frozen=True)
class Ask:
    """What tells the two best different answers apart, on a small database that
    was made for them: its rows are no rows of the real one.

    question  for a person: "Should a customer without orders be included?"
    answers   what each query gives: "Query 1 gives (Olga, 0), query 2 gives no
              rows." Queries count from 1, in the order in which they were given.
    when      when they differ, as a sentence, or "".
    queries   their places among the queries that were given, from 0.
    tables    of the small database.
    results   of the two queries on it.
    """
    question: str
    answers: str
    when: str
    queries: Tuple[int, int]
    tables: List[Rows]
    results: List[Rows]

    def __str__(self) -> str:
        return f"{self.question} {self.answers}"


@dataclass(frozen=True, repr=False)
class Candidate:
    """What was found of one query.

    sql          its text.
    index        its place among the queries that were given, from 0.
    probability  that it is right, given the other queries where the model has
                 weights for it; None where it was not scored.
    confidence   what the order is by, the same given all candidates; None
                 where the policy is not "default".
    group        queries of equal number give, or say, the same; None: it
                 agrees with none.
    outcome      "ran", "failed", "cut", "not_run", "syntax" or "unsupported".
    rows         of its result.
    findings     what looks wrong with it: errors, then what lowers the
                 probability most.
    moves        how it came to its place.
    error        why it could not be scored, or None.
    alone        the probability by itself; None where it was not scored.
    sqlite       the query as SQLite has it, which is what was scored.
    reasons      what else raises and lowers the probability, those that count
                 most first.
    """
    sql: str
    index: int
    probability: Optional[float]
    confidence: Optional[float]
    group: Optional[int]
    outcome: str
    rows: int
    findings: List[Finding]
    moves: List[Move]
    error: Optional[Error]
    alone: Optional[float]
    sqlite: str
    reasons: Sequence[Reason] = ()

    def __repr__(self) -> str:
        return (f"<Candidate {show.probability(self)} {self.sql!r}"
                + "".join(f", {finding.code}" for finding in self.findings)
                + ">")

    def __str__(self) -> str:
        return show.candidate_as_text(self)

    def _repr_html_(self) -> str:
        return show.candidate_as_html(self)


@dataclass(frozen=True, repr=False)
class Report:
    """What was found of a question's candidates.

    decision    "answer" with the best one, "ask" first, or "abstain".
    candidates  the best first.
    topic       the finding of the best one to ask about, or None.
    question    its text, with what was said of its terms.
    advice      what an agent should do with the best one, in lines of text:
                whether to run it and how sure that is; what is wrong, how sure
                that is, where, and what should stand there, or what lowers the
                probability most. What comes from the query or the database
                makes no line of its own.
    ask         what tells the two best different answers apart, where the
                decision is "ask" and it was found; else None.
    threshold   the probability from which on the decision is "answer".
    unknown_columns  columns of the database whose values could not be read, as
                "table.column": what is said of queries on them is weaker.

    ``str`` gives it in lines for people, a notebook shows it as a table, both
    with what looks wrong underlined.
    """
    decision: str
    candidates: List[Candidate]
    topic: Optional[Finding]
    question: str
    unknown_columns: Sequence[str] = ()
    advice: str = ""
    threshold: float = math.nan
    _json: str = field(default="", compare=False)
    ask: Optional[Ask] = None

    def to_json(self) -> str:
        """All of it on one line: what ``t2sed check --json`` prints, in the
        format of t2sed_report_to_json (t2sed/checker.h). Places are bytes."""
        return self._json

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        return self.candidates[0]

    @property
    def findings(self) -> List[Finding]:
        """What looks wrong with the best one."""
        return self.best.findings

    def __repr__(self) -> str:
        return (f"<Report {self.decision!r}: {len(self.candidates)} "
                f"candidates, best {show.probability(self.best)} "
                f"{self.best.sql!r}>")

    def __str__(self) -> str:
        return show.report_as_text(self)

    def _repr_html_(self) -> str:
        return show.report_as_html(self)


class Checker(Handle):
    """Scores the candidates of questions, puts them in order, says what looks
    wrong with them and whether to answer. Used by one thread at a time.

    model      a Model, a name or a directory; None: the default model.
    database   what the questions are asked of, as open_database takes it;
               None: nothing is known of schema or rows, the weakest way.
    policy     of the re-ranker, as Reranker takes it.
    precision  of the answers: 0.90, 0.95 or 0.99, as the model has.
    answer     answer from this probability on instead.
    abstain    abstain under this one; None: 0.05, or `answer` where it is less.
    findings   whether what looks wrong is looked for, and reasons.
    all_findings  whether findings are listed that say too little of a query of
               this probability (docs/findings.md), and all reasons: with the
               findings, these add up to the log odds.
    alone      whether each query's probability is its own, whatever the others
               give.
    judge      a Judge that counts beside the model, on the same thread.
    judge_margin  the judge is asked only where the log odds of the best two
               answers differ by less, or those of the best from the threshold
               of an answer; math.inf: always; None: the judge's own margin.
    ask        when a question that tells the best answers apart is looked for:
               "ask", where that is the decision, "always" or "never".
    dialect    of the queries, as Sql takes it; None: the database's. They run
               as SQLite has them, but on a connection of another system as
               they were written.

    Raises Error: "ENOTFOUND" (no such model, or threshold)...
    """
    _kind = "checker"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, model: "Optional[Model | str | os.PathLike[str]]" = None,
                 database: Source = None, *,
                 policy: str = "default", precision: float = 0.95,
                 answer: Optional[float] = None, abstain: Optional[float] = None,
                 findings: bool = True, all_findings: bool = False,
                 alone: bool = False,
                 judge: Optional[Judge] = None,
                 judge_margin: Optional[float] = None,
                 dialect: Optional[str] = None, ask: str = "ask",
                 ignore: Iterable[str] = (), severity: str = "hint"):
        if not isinstance(model, Model):
            model = Model(model)
        if database is not None:
            database = open_database(database)
        if dialect is None:
            dialect = "sqlite" if database is None else database.dialect
        options = t2sed_checker_options.defaults(
            lib, policy=policy, precision=precision, answer=answer,
            abstain=abstain, findings=1 if findings else 0,
            alone=1 if alone else 0,
            all_findings=1 if all_findings else 0,
            judge_margin=-1.0 if judge_margin is None else judge_margin,
            dialect=choice("dialect", DIALECTS, dialect),
            ask=choice("ask", ASKS, ask), ignore=codes_of(ignore),
            severity=choice("severity", SEVERITIES, severity),
            scorer=t2sed_scorer_options.defaults(lib, judge=judge))
        super().__init__(lib.t2sed_checker_new(model, database, options))
        # What findings read anyway.
        self._unknown = tuple(database.unknown_columns) \
            if findings and database is not None and database.has_rows else ()

    def check(self, question: "str | Question", queries: Iterable[str], *,
              earlier: "Sequence[Turn]" = (),
              scores: Optional[Sequence[Optional[float]]] = None,
              sources: Optional[Sequence[int]] = None) -> Report:
        """Checks the queries, in the parser's order, best first.

        earlier  the turns before the question, the oldest first.
        scores   the parser's, logits or log-probabilities, None if unknown.
        sources  numbers of the parsers that they are of.

        Raises Error where the fault lies with the question or the machine, and
        where there is no query ("EEMPTY").
        """
        queries = checked_list("queries", queries)
        at, lengths, count = checked_texts("queries", queries)
        known = {"scores": numbers("scores", c_double, scores, math.nan),
                 "sources": numbers("sources", c_int, sources, -1)}
        same_length(queries=queries, **known)
        report = lib.t2sed_checker_check_input(self, t2sed_check_input(
            question=as_question(question), queries=at, lengths=lengths,
            count=count, conversation=Conversation(
                checked_list("earlier", earlier)), **known))
        candidates = [self._read(report, rank, queries)
                      for rank in range(lib.t2sed_report_count(report))]
        topic = lib.t2sed_report_topic(report)
        text = lib.t2sed_report_to_json(None, report)
        advice = lib.t2sed_report_advice(None, report)
        found = candidates[0].findings if candidates else []
        return Report(
            lib.t2sed_decision_name(
                lib.t2sed_report_decision(report)).decode(), candidates,
            found[topic] if topic < len(found) else None,
            question if isinstance(question, str) else question.whole,
            self._unknown, string_at(advice.pointer).decode(),
            lib.t2sed_report_threshold(report),
            string_at(text.pointer).decode(), _ask(report))

    @staticmethod
    def _read(report: Memory, rank: int, queries: Sequence[str]) -> Candidate:
        one = t2sed_checked()
        lib.t2sed_report_get(report, rank, one)
        query = queries[one.candidate]
        return Candidate(
            query, one.candidate, _known(one.probability),
            _known(one.confidence), None if one.group < 0 else one.group,
            lib.t2sed_outcome_name(one.outcome).decode(), one.rows,
            findings_in(Memory(c_void_p(one.findings), None, (report,)), query)
            if one.findings else [],
            moves_of(lib.t2sed_report_ranking(report), one.candidate),
            failure(one.error.contents) if one.status != 0 else None,
            _known(one.alone),
            one.sqlite.decode() if one.sqlite else query,
            _reasons_at(report, rank))


def _reasons_at(report: Memory, rank: int) -> List[Reason]:
    reasons, one = [], t2sed_reason()
    for i in range(lib.t2sed_report_reason_count(report, rank)):
        lib.t2sed_report_reason_get(report, rank, i, one)
        reasons.append(Reason(one.name.decode(), one.text.decode(),
                              one.weight))
    return reasons


def _ask(report: Memory) -> Optional[Ask]:
    one = t2sed_ask()
    lib.t2sed_report_ask(report, one)
    if one.question is None:
        return None
    rows = t2sed_witness_rows()
    tables, results = [], []
    for i in range(one.tables):
        lib.t2sed_report_ask_table(report, i, rows)
        tables.append(rows_of(rows))
    for which in range(2):
        lib.t2sed_report_ask_result(report, which, rows)
        results.append(rows_of(rows))
    return Ask(one.question.decode(), one.answers.decode(), one.when.decode(),
               (one.queries[0], one.queries[1]), tables, results)


def _known(number: float) -> Optional[float]:
    return None if math.isnan(number) else number


@lru_cache(maxsize=2)
def kept_model(path: "Optional[str]") -> Model:
    """The model of a name or directory, opened once."""
    return Model(path)


def check(question: "str | Question", queries: "str | Iterable[str]",
          database: Source = None, *,
          model: "Optional[Model | str]" = None,
          earlier: "Sequence[Turn]" = (), **options: Any) -> Report:
    """Checks the queries that were written for one question.

    queries   one, or several in the order of the parser, the best first.
    database  what the question is asked of, as open_database takes it: a path,
              a connection, an engine... None: nothing is known of schema or
              rows, the weakest way.
    model     as Checker takes it; one that is named is opened once and kept.
    earlier   the turns before the question, the oldest first.
    options   as for Checker: ``precision``, ``policy``...

        report = t2sed.check("How many customers are there?",
                             ["SELECT count(*) FROM customer",
                              "SELECT max(id) FROM customer"], "shop.sqlite")
        report.decision, report.best.sql, report.best.probability

    Any number of threads may call it; of those that give the same connection
    one at a time (RuntimeError). Each call reads the schema and the values of
    the columns again: for many questions of one database make a Checker.

    Raises Error, as Checker and open_database do, and "EEMPTY" where there is
    no query.
    """
    if isinstance(queries, str):
        queries = [queries]
    if not isinstance(model, Model):
        model = kept_model(model)
    with Checker(model, database, **options) as checker:
        return checker.check(question, queries, earlier=earlier)
