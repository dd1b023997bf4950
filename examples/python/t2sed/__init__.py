r"""libt2sed from Python: does this SQL query answer its question?

    import t2sed

    report = t2sed.check("How many customers are there?",
                         ["SELECT count(*) FROM customer",
                          "SELECT max(id) FROM customer"], "shop.sqlite")
    print(report.decision, report.best.sql, report.best.probability)
    for finding in report.findings:             # what is wrong, in words
        print(finding.severity, finding.code, finding.message)
    print(report)                               # all of it, for people

In place of the path may stand a connection of any database module or an engine,
connection or URL of SQLAlchemy (open_database). ``check_frame`` takes frames of pandas. A Checker
is for many questions of one database, ``Pairs`` for many databases,
``t2sed.spark`` for a cluster; the parts that a Checker is put together from are
there as well: Scorer, Evidence, agree, Reranker, Trigger; and what those are
made of: Tokenizer, Encoder, GraphBuilder. ``t2sed.lab`` makes and measures
models.

Plain ctypes over ``libt2sed.so``: nothing is compiled, and nothing outside the
standard library is needed but for numpy, by what gives arrays (Encoding, the
components of a Graph, Scorer.gather and .logits). Arrays are taken where lists
of numbers are. The library is looked for in ``$T2SED_LIBRARY``,
the package, where pip installed it, the build tree that this package lies in,
the tree that it was installed into, and where the system's loader looks.

A model whose graphs read parse trees of questions gets them: the scorer parses
what a Question does not bring.

Objects own memory of the library; they are context managers, and free it as
well when they are collected. ``close`` ends the use of an object: what another
object borrows (the database of an Evidence, the sketch that is set there, the
parser of a Scorer) stays in memory until that is closed too.

Several threads may share a ``Model``, ``Parser``, ``Database``, ``Schema``,
``Question``, ``Sketcher``, ``Sketch``, ``SchemaPredictor``,
``SchemaPrediction``, ``Reranker``, ``LanguageModel``, ``Prompt``,
``Constraint``, ``Vocabulary``, ``Trigger``, ``Tokenizer``, ``Encoding`` and
``Graph``. A ``LanguageSession``, ``ConstraintState``, ``Checker``,
``Pairs``, ``Corrector``, ``Scorer``, ``Judge``, ``Evidence``, ``Linker``, ``Sql``,
``Encoder`` and ``GraphBuilder`` is used by one thread at a time: make one for
each. A second thread's call during a call, and ``close`` during one, raise
RuntimeError. Calls release Python's global lock. In a forked child ``close``
frees nothing, and a ``Database``, ``Evidence`` or ``Linker`` of its parent
can't be used.

What the library fails at is an Error. A value that C could not take as it is
(a NUL in a path, a number that does not fit) is a ValueError, one of another
type (a str where a list of queries belongs) a TypeError.

libt2sed brings its own libtorch; do not import ``torch`` in the same process.
"""
from .agreement import Agreement, agree
from .checker import Ask, Candidate, Checker, Reason, Report, check
from .connections import open_database
from .constraint import Constraint, ConstraintState, Vocabulary
from .conversation import Turn
from .corrector import Correction, Corrector
from .database import Database, Limits
from .dataset import database_fold
from .encoder import Encoded, Encoder, Encoding
from .errors import Error, version
from .evidence import Evidence
from .frames import check_frame
from .findings import Finding, FindingKind, finding_kinds
from .graph import (EDGE_TYPES, NODE_KINDS, Component, Graph,
                    GraphBuilder)
from .judge import Judge, JudgeRecorder
from .language_model import (Generation, LanguageModel, LanguageSession,
                             Likelihood, Prompt)
from .linker import Linker
from .links import Condition, Links, Named, Repair
from .log import set_log
from .model import Model
from .pairs import Pair, Pairs
from .parser import Parser
from .sketch import Sketch, Sketcher
from .question import Question
from .reranker import Move, Place, Reranker
from .schema import Column, Schema, Schemas, Table
from .schema_prediction import SchemaPrediction, SchemaPredictor
from .scorer import Score, Scorer, rank
from .sql import DIALECTS, Sql, Step
from .text import printable
from .tokenizer import Tokenizer, Tokens
from .trigger import Trigger
from .witness import Difference, Rows, Witness

__all__ = ["check", "check_frame", "open_database", "Checker", "Report",
           "Pairs", "Pair",
           "Ask", "Candidate", "Reason", "Error", "Model", "Database", "Limits",
           "Schema",
           "Schemas", "Table", "Column",
           "Question", "Evidence", "Finding", "FindingKind", "finding_kinds",
           "Sketcher", "Sketch", "Linker", "Links", "Condition", "Named",
           "Repair", "Parser", "Scorer", "Score", "rank", "Agreement", "agree",
           "Reranker", "Place", "Move", "Trigger", "Turn", "Sql", "Step",
           "DIALECTS",
           "SchemaPredictor", "SchemaPrediction", "Judge", "JudgeRecorder",
           "LanguageModel", "Prompt", "LanguageSession", "Likelihood", "Generation",
           "Constraint", "ConstraintState", "Vocabulary",
           "Witness", "Difference", "Rows",
           "Corrector", "Correction",
           "Tokenizer", "Tokens", "Encoder", "Encoding", "Encoded",
           "GraphBuilder", "Graph", "Component", "NODE_KINDS", "EDGE_TYPES",
           "database_fold", "printable", "set_log", "version"]

__version__ = version()
Error.__module__ = __name__  # what a traceback calls it
