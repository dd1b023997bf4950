"""What speaks for or against a query, in numbers and in words."""
from __future__ import annotations

import math
from ctypes import c_float
from functools import lru_cache
from typing import TYPE_CHECKING, Dict, Iterable, List, Optional, Tuple

from .conversation import Conversation, Turn
from .database import Database, schema_of
from .declarations import t2sed_evidence_feature
from .findings import Finding, read_advice, read_findings
from .handle import Handle, declare
from .library import lib
from .sketch import Sketch
from .question import Question, as_question
from .schema import Schema
from .sql import Sql

if TYPE_CHECKING:
    from .schema_prediction import SchemaPrediction


declare("t2sed_evidence_new", database="database+")
declare("t2sed_evidence_set_conversation", conversation="conversation+")
declare("t2sed_evidence_set_sketch", sketch="sketch+")
declare("t2sed_evidence_set_prediction", prediction="schema_prediction+")


@lru_cache(maxsize=None)
def _features() -> Tuple[Tuple[str, str], ...]:
    """Name and meaning of each feature, in the library's order."""
    def feature(i: int) -> Tuple[str, str]:
        out = t2sed_evidence_feature()
        lib.t2sed_evidence_feature_get(i, out)
        return out.name.decode(), out.meaning.decode()
    return tuple(map(feature, range(lib.t2sed_evidence_count())))


class Evidence(Handle):
    """Gathers what speaks for or against queries: how they fit the question
    and the schema, and what they give on the database. Used by one thread at
    a time.

    database  kept alive; None leaves unknown what depends on a schema or on
              rows.

    Raises Error: "EDATABASE" (it can't be read)...
    """
    _kind = "evidence"
    _forks = False  # connections of SQLite do not survive a fork

    def __init__(self, database: Optional[Database] = None):
        super().__init__(lib.t2sed_evidence_new(database))

    @property
    def schema(self) -> Optional[Schema]:
        """The schema of its database."""
        return schema_of(self)

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

    def advice(self, query: str, *, ignore: Iterable[str] = (),
               severity: str = "hint") -> str:
        """The same as advice for agents, in lines of text: whether to run the
        query; what is wrong, where, and what should stand there.

        ignore    codes of findings that are not wanted.
        severity  the least that findings have.
        """
        return read_advice(self, query, ignore, severity)
