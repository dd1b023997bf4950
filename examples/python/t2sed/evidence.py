"""What speaks for or against a query, in numbers and in words."""
from __future__ import annotations

import math
import os
from ctypes import (POINTER, Structure, byref, c_char_p, c_float, c_int,
                    c_size_t, c_void_p)
from functools import lru_cache
from typing import TYPE_CHECKING, Dict, Iterable, List, Optional, Tuple

from .conversation import Conversation, Turn
from .errors import CError, ERROR, check
from .findings import Finding, read_findings
from .handle import Handle, OUT, encoded_path
from .library import declare, lib
from .plan import Plan
from .question import Question
from .schema import Schema
from .sql import Sql

if TYPE_CHECKING:
    from .schema_prediction import SchemaPrediction


class _EvidenceOptions(Structure):
    """t2sed_evidence_options of t2sed/evidence.h."""
    _fields_ = [("struct_size", c_size_t), ("max_milliseconds", c_int),
                ("max_rows", c_int), ("values_milliseconds", c_int),
                ("index", c_char_p)]


declare("t2sed_evidence_options_init", None, POINTER(_EvidenceOptions))
declare("t2sed_evidence_open", c_int, OUT, c_void_p, c_char_p,
        POINTER(_EvidenceOptions), ERROR)
declare("t2sed_evidence_free", None, c_void_p)
declare("t2sed_evidence_set_question", c_int, c_void_p, c_void_p, ERROR)
declare("t2sed_evidence_set_conversation", c_int, c_void_p, c_void_p, ERROR)
declare("t2sed_evidence_compute", c_int, c_void_p, c_void_p, POINTER(c_float),
        ERROR)
declare("t2sed_evidence_count", c_size_t)
declare("t2sed_evidence_name", c_char_p, c_size_t)
declare("t2sed_evidence_meaning", c_char_p, c_size_t)
declare("t2sed_evidence_set_plan", c_int, c_void_p, c_void_p, ERROR)
declare("t2sed_evidence_set_prediction", c_int, c_void_p, c_void_p, ERROR)


@lru_cache(maxsize=None)
def _features() -> Tuple[Tuple[str, str], ...]:
    """Name and meaning of each feature, in the library's order."""
    return tuple((lib.t2sed_evidence_name(i).decode(),
                  lib.t2sed_evidence_meaning(i).decode())
                 for i in range(lib.t2sed_evidence_count()))


class Evidence(Handle):
    """Gathers what speaks for or against queries: how they fit the question
    and the schema, and what they give on the database. Used by one thread at
    a time.

    schema    None leaves unknown what depends on it. It is kept alive, and
              must not be closed while the object is in use.
    database  a SQLite file, which is opened read-only and never changed; None
              leaves unknown what depends on rows.
    max_milliseconds     that a query may run; 0: queries do not run.
    max_rows             of a result that are looked at.
    values_milliseconds  that the database's values may be read for, once, when
                         it is opened; 0: they are not read.
    index                a file that keeps the index of values which findings
                         look into; None: in memory, made anew each time. A
                         Linker with the same file makes it whole, however long
                         that takes; else it has what values_milliseconds give.

    An option that is None has the library's default. Raises Error: "ENOTFOUND"
    (no such file), "EDATABASE" (no database), "EINVAL" (an option)...
    """
    _free = "t2sed_evidence_free"

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 max_milliseconds: Optional[int] = None,
                 max_rows: Optional[int] = None,
                 values_milliseconds: Optional[int] = None,
                 index: "Optional[os.PathLike[str] | str]" = None):
        options = _EvidenceOptions()
        lib.t2sed_evidence_options_init(byref(options))
        for name, value in (("max_milliseconds", max_milliseconds),
                            ("max_rows", max_rows),
                            ("values_milliseconds", values_milliseconds),
                            ("index", encoded_path(index))):
            if value is not None:
                setattr(options, name, value)
        self._schema = schema
        self._question, self._plan, self._prediction = "", None, None
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_evidence_open(
            byref(pointer), None if schema is None else schema.pointer,
            encoded_path(database),
            byref(options), byref(error)), error)
        super().__init__(pointer)

    @property
    def schema(self) -> Optional[Schema]:
        """The schema that it was opened with."""
        return self._schema

    @property
    def pointer(self) -> c_void_p:
        if self._schema is not None:
            self._schema.pointer  # raises where the schema is closed
        return super().pointer

    @staticmethod
    def names() -> List[str]:
        """The names of the features."""
        return [name for name, _ in _features()]

    @staticmethod
    def meanings() -> Dict[str, str]:
        """What each feature says, in one line."""
        return dict(_features())

    def set_question(self, question: "str | Question",
                     earlier: "Iterable[Turn]" = ()) -> None:
        """Sets the question that the next queries are candidates for.

        earlier  the turns before it, the oldest first: what they named is no
                 evidence against a query.
        """
        if isinstance(question, str):
            with Question(question) as made:
                return self.set_question(made, earlier)
        error, talk = CError(), Conversation(earlier)
        self._question = ""
        check(lib.t2sed_evidence_set_question(
            self.pointer, question.pointer, byref(error)), error)
        self._question, self._plan = question.text, None
        self._prediction = None
        check(lib.t2sed_evidence_set_conversation(
            self.pointer, talk.pointer, byref(error)), error)
        self._talk = talk  # kept alive

    def set_plan(self, plan: Optional[Plan]) -> None:
        """Sets the plan of the present question, which findings are compared
        with; it is kept alive. Setting a question takes it away."""
        error = CError()
        check(lib.t2sed_evidence_set_plan(
            self.pointer, None if plan is None else plan.pointer,
            byref(error)), error)
        self._plan = plan

    def set_prediction(self, prediction: "Optional[SchemaPrediction]") -> None:
        """Sets what the present question's query is likely to name, which the
        features column.* compare queries with; it is kept alive. Setting a
        question takes it away. Raises Error ("EINVAL") where it is of another
        schema."""
        error = CError()
        check(lib.t2sed_evidence_set_prediction(
            self.pointer, None if prediction is None else prediction.pointer,
            byref(error)), error)
        self._prediction = prediction

    def compute(self, query: str) -> Dict[str, Optional[float]]:
        """The evidence of one query by name; None is what can't be known.

        The query is run where there is a database: read-only and within the
        options' limits. Raises Error where it is no SQL ("ESYNTAX") or no
        question is set ("ESTATE").
        """
        numbers, error = (c_float * len(_features()))(), CError()
        with Sql(query) as sql:
            check(lib.t2sed_evidence_compute(self.pointer, sql.pointer,
                                             numbers, byref(error)), error)
        return {name: None if math.isnan(number) else number
                for (name, _), number in zip(_features(), numbers)}

    def findings(self, query: str) -> List[Finding]:
        """What can be said against a query, the worst first.

        No question need be set: then what depends on it is left out. What is
        no SQL is a finding too ("syntax_error").
        """
        return read_findings(self.pointer, query, self._question)
