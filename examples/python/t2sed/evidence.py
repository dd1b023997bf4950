"""What speaks for or against a query, in numbers and in words."""
from __future__ import annotations

import math
import os
from ctypes import POINTER, c_char_p, c_float, c_int, c_size_t
from functools import lru_cache
from typing import TYPE_CHECKING, Dict, Iterable, List, Optional, Tuple

from .arguments import Record, path
from .conversation import Conversation, Turn
from .findings import Finding, read_findings
from .handle import Handle, STATUS, declare, made
from .library import lib
from .sketch import Sketch
from .question import Question, as_question
from .schema import Schema
from .sql import Sql

if TYPE_CHECKING:
    from .schema_prediction import SchemaPrediction


class _EvidenceOptions(Record):
    """t2sed_evidence_options of t2sed/evidence.h."""
    _fields_ = [("struct_size", c_size_t), ("max_milliseconds", c_int),
                ("max_rows", c_int), ("values_milliseconds", c_int),
                ("index", c_char_p)]


declare("t2sed_evidence_options_init", None, POINTER(_EvidenceOptions))
declare("t2sed_evidence_open", made("evidence"), "schema+",
        path("database", optional=True), POINTER(_EvidenceOptions))
declare("t2sed_evidence_set_question", STATUS, "evidence", "question")
declare("t2sed_evidence_set_conversation", STATUS, "evidence", "conversation+")
declare("t2sed_evidence_compute", STATUS, "evidence", "sql", POINTER(c_float))
declare("t2sed_evidence_count", c_size_t)
declare("t2sed_evidence_name", c_char_p, c_size_t)
declare("t2sed_evidence_meaning", c_char_p, c_size_t)
declare("t2sed_evidence_set_sketch", STATUS, "evidence", "sketch+")
declare("t2sed_evidence_set_prediction", STATUS, "evidence",
        "schema_prediction+")


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

    schema    None leaves unknown what depends on it. It is kept alive.
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
    _kind = "evidence"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 max_milliseconds: Optional[int] = None,
                 max_rows: Optional[int] = None,
                 values_milliseconds: Optional[int] = None,
                 index: "Optional[os.PathLike[str] | str]" = None):
        options = _EvidenceOptions()
        lib.t2sed_evidence_options_init(options)
        options.fill(max_milliseconds=max_milliseconds, max_rows=max_rows,
                     values_milliseconds=values_milliseconds, index=index)
        super().__init__(lib.t2sed_evidence_open(schema, database, options))

    @property
    def schema(self) -> Optional[Schema]:
        """The schema that it was opened with."""
        return Schema.lent_to(self)

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
        asked, talk = as_question(question), Conversation(earlier)
        lib.t2sed_evidence_set_question(self, asked)
        lib.t2sed_evidence_set_conversation(self, talk)

    def set_sketch(self, sketch: Optional[Sketch]) -> None:
        """Sets the sketch of the present question, which findings are compared
        with; it is kept alive. Setting a question takes it away."""
        lib.t2sed_evidence_set_sketch(self, sketch)

    def set_prediction(self, prediction: "Optional[SchemaPrediction]") -> None:
        """Sets what the present question's query is likely to name, which the
        features column.* compare queries with; it is kept alive. Setting a
        question takes it away. Raises Error ("EINVAL") where it is of another
        schema."""
        lib.t2sed_evidence_set_prediction(self, prediction)

    def compute(self, query: str) -> Dict[str, Optional[float]]:
        """The evidence of one query by name; None is what can't be known.

        The query is run where there is a database: read-only and within the
        options' limits. Raises Error where it is no SQL ("ESYNTAX") or no
        question is set ("ESTATE").
        """
        numbers = (c_float * len(_features()))()
        lib.t2sed_evidence_compute(self, Sql(query), numbers)
        return {name: None if math.isnan(number) else number
                for (name, _), number in zip(_features(), numbers)}

    def findings(self, query: str) -> List[Finding]:
        """What can be said against a query, the worst first.

        No question need be set: then what depends on it is left out. What is
        no SQL is a finding too ("syntax_error").
        """
        return read_findings(self, query)
