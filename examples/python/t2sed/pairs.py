"""Pairs of a question and a query, of many databases, that come in any order."""
from __future__ import annotations

import os
from collections import OrderedDict
from typing import (Any, Callable, Dict, List, NamedTuple, Optional, Sequence,
                    Tuple, Union)

from .checker import Checker
from .connections import Source
from .errors import Error
from .findings import Finding
from .model import Model

#: Where databases come from: a directory that has them as
#: DIR/<db_id>/<db_id>.sqlite, or what gives a Source (as open_database takes
#: it) for a db_id.
Databases = Union[str, "os.PathLike[str]", Callable[[str], Source]]


class Pair(NamedTuple):
    """What was found of one pair.

    probability  that the query is right, by itself; None: see ``error``.
    findings     what looks wrong with it, as of a Candidate.
    error        why it was not scored, or None.
    """
    probability: Optional[float]
    findings: List[Finding]
    error: Optional[str]


class Pairs:
    """Checks pairs with one model; of the databases the ``most`` that were asked
    for last stay open. Used by one thread at a time.

    databases  where they come from; None: nothing is known of schema or rows.
    model      a Model, a name or a directory; None: the default model.
    options    as for Checker.

    Raises Error where the model can't be opened.
    """

    def __init__(self, databases: Optional[Databases] = None, *,
                 model: "Optional[Model | str]" = None, most: int = 64,
                 **options: Any):
        self._model = model if isinstance(model, Model) else Model(model)
        self._databases, self._most = databases, most
        self._options = {"alone": True, **options}
        self._open: "OrderedDict[Optional[str], Checker]" = OrderedDict()

    def check(self, questions: Sequence[Any], queries: Sequence[Any],
              db_ids: Optional[Sequence[Any]] = None) -> List[Pair]:
        """Checks pairs: the i-th question with the i-th query on the i-th
        database. The queries of one question are checked in one call, which
        costs a fraction of as many calls and finds the same.

        Never raises for what a pair has: its ``error`` says what is wrong with
        it, or with its database.
        """
        found: List[Any] = [None] * len(questions)
        groups: Dict[Tuple[Optional[str], str], List[int]] = {}
        for i, (question, query) in enumerate(zip(questions, queries)):
            texts = {"question": question, "query": query}
            if self._databases is not None:
                texts["db_id"] = None if db_ids is None else db_ids[i]
            wrong = [name for name, text in texts.items()
                     if not isinstance(text, str)]
            if wrong:
                found[i] = Pair(None, [], f"the {wrong[0]} is missing or no "
                                "text")
            else:
                groups.setdefault((texts.get("db_id"), question), []).append(i)
        for (db_id, question), own in sorted(  # database by database
                groups.items(), key=lambda item: item[0][0] or ""):
            for i, pair in zip(own, self._check(
                    question, [queries[i] for i in own], db_id)):
                found[i] = pair
        return found

    def _check(self, question: str, queries: List[str], db_id: Optional[str]
               ) -> List[Pair]:
        try:
            checker = self._checker(db_id)
        # What opens it may be the caller's, and raise anything.
        except Exception as error:  # pylint: disable=broad-exception-caught
            return [Pair(None, [], str(error))] * len(queries)
        try:
            report = checker.check(question, queries)
        except (Error, ValueError) as error:
            if len(queries) == 1:
                return [Pair(None, [], str(error))]
            return [self._check(question, [query], db_id)[0]
                    for query in queries]  # none has another's error
        return [Pair(one.probability, one.findings,
                     None if one.error is None else one.error.text)
                for one in sorted(report.candidates,
                                  key=lambda one: one.index)]

    def _checker(self, db_id: Optional[str]) -> Checker:
        checker = self._open.pop(db_id, None)
        if checker is None:
            checker = Checker(self._model, self._source(db_id),
                              **self._options)
        self._open[db_id] = checker
        if len(self._open) > self._most:
            self._open.popitem(last=False)[1].close()
        return checker

    def _source(self, db_id: Optional[str]) -> Source:
        if self._databases is None or db_id is None:
            return None
        if callable(self._databases):
            return self._databases(db_id)
        if not db_id or db_id[0] == "." or "/" in db_id or "\0" in db_id:
            raise ValueError(f"db_id {db_id!r} is no plain name of a database")
        return os.path.join(self._databases, db_id, db_id + ".sqlite")
