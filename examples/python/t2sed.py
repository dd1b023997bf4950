"""libt2sed from Python: does this SQL query answer its question?

    import t2sed

    with t2sed.Model() as model, t2sed.Schema.from_sqlite("shop.sqlite") as schema:
        scorer = t2sed.Scorer(model)
        for score in scorer.score("How many customers are there?",
                                  ["SELECT count(*) FROM customer"], schema):
            print(score.probability, score.error)

With a database the model sees more: what a query gives, and what values the
columns have.

    with t2sed.Evidence(schema, "shop.sqlite") as evidence:
        scorer.score(question, queries, evidence=evidence)

What is wrong with a query, in words:

        evidence.set_question(question)
        for finding in evidence.findings(query):
            print(finding.severity, finding.code, finding.message)

Plain ctypes over ``libt2sed.so``: nothing is compiled, and nothing outside the
standard library is needed. The library is looked for in ``$T2SED_LIBRARY``,
beside this file's build tree (``../../build/lib``), and where the system's
loader looks.

A model whose graphs read parse trees of questions gets them: the scorer parses
what a Question does not bring.

Objects own memory of the library; they are context managers, and free it as
well when they are collected. A ``Model``, a ``Parser`` and a ``Schema`` may be
shared by threads, any other object is used by one thread at a time (make a ``Scorer``
for each thread). Calls release Python's global lock.

libt2sed brings its own libtorch; do not import ``torch`` in the same process.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import math
import os
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_int64, c_size_t, c_ssize_t, c_ulong,
                    c_uint, c_void_p)
from dataclasses import dataclass
from functools import lru_cache
from typing import (Any, Dict, Iterable, List, Optional, Sequence, Tuple,
                    Union)

__all__ = ["Error", "Model", "Schema", "Schemas", "Question", "Evidence",
           "Finding", "Planner", "Plan", "Linker", "Links", "Condition",
           "Named", "Repair", "Parser", "Scorer", "Score", "rank",
           "Agreement", "agree", "Reranker", "Place", "Move", "Trigger",
           "version"]


class _Error(Structure):
    """t2sed_error of t2sed/status.h."""
    _fields_ = [("code", c_int), ("reserved_int", c_int),
                ("offset", c_ssize_t), ("reserved", c_void_p * 7),
                ("text", c_char * 440)]


class _ModelOptions(Structure):
    """t2sed_model_options of t2sed/model.h."""
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p),
                ("precision", c_int), ("threads", c_int), ("flags", c_uint),
                ("backend", c_char_p)]


class _ScorerOptions(Structure):
    """t2sed_scorer_options of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("truncation", c_int),
                ("batch_tokens", c_int), ("parse", c_int),
                ("parser", c_void_p)]


class _ParserOptions(Structure):
    """t2sed_parser_options of t2sed/parser.h."""
    _fields_ = [("struct_size", c_size_t), ("precision", c_int),
                ("threads", c_int), ("backend", c_char_p)]


class _EvidenceOptions(Structure):
    """t2sed_evidence_options of t2sed/evidence.h."""
    _fields_ = [("struct_size", c_size_t), ("max_milliseconds", c_int),
                ("max_rows", c_int), ("values_milliseconds", c_int),
                ("index", c_char_p)]


class _LinkerOptions(Structure):
    """t2sed_linker_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("index", c_char_p),
                ("build_milliseconds", c_int), ("max_rows", c_int64),
                ("max_values", c_int64), ("max_value_bytes", c_int64),
                ("max_bytes", c_int64)]


class _LinkOptions(Structure):
    """t2sed_link_options of t2sed/link.h."""
    _fields_ = [("struct_size", c_size_t), ("conversation", c_void_p)]


class _Beam(Structure):
    """t2sed_beam of t2sed/scorer.h."""
    _fields_ = [("struct_size", c_size_t), ("question", c_void_p),
                ("schema", c_void_p), ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)), ("count", c_size_t),
                ("evidence", POINTER(c_float)), ("evidence_size", c_size_t),
                ("source", c_void_p), ("conversation", c_void_p)]


class _Weights(Structure):
    """t2sed_reranker_weights of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_double) for name in
        ("bias", "logit_mean", "logit_max", "agreement", "sources", "first",
         "parser", "plan", "link")]


class _Signals(Structure):
    """t2sed_signals of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t), ("count", c_size_t)] + [
        (name, POINTER(c_double)) for name in
        ("probability", "parser_score", "plan", "link", "agreement")] + [
        (name, POINTER(c_int)) for name in ("groups", "outcomes", "sources")]


class _Move(Structure):
    """t2sed_move of t2sed/reranker.h."""
    _fields_ = [("struct_size", c_size_t), ("step", c_size_t),
                ("policy", c_int), ("source", c_size_t), ("to", c_size_t),
                ("text", c_char_p)]


class _TriggerOptions(Structure):
    """t2sed_trigger_options of t2sed/trigger.h."""
    _fields_ = [("struct_size", c_size_t), ("answer", c_double),
                ("abstain", c_double)]


class Error(Exception):
    """A failure of the library.

    ``code`` is the name of the status ("ESYNTAX"), ``offset`` the byte in the
    input at which it went wrong, or None.
    """

    def __init__(self, code: str, text: str, offset: Optional[int] = None):
        super().__init__(f"{text} [{code}]")
        self.code = code
        self.text = text
        self.offset = offset


def _open_library() -> ctypes.CDLL:
    here = os.path.dirname(os.path.abspath(__file__))
    tried = []
    for path in (os.environ.get("T2SED_LIBRARY"),
                 os.path.join(here, "..", "..", "build", "lib", "libt2sed.so"),
                 ctypes.util.find_library("t2sed"), "libt2sed.so.0"):
        if not path:
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
    raise OSError("libt2sed.so was not found (set T2SED_LIBRARY): "
                  + "; ".join(tried))


_lib = _open_library()


def _declare(name: str, result: Any, *arguments: Any) -> None:
    function = getattr(_lib, name)
    function.restype = result
    function.argtypes = list(arguments)


_E = POINTER(_Error)
_OUT = POINTER(c_void_p)
_declare("t2sed_version", c_char_p)
_declare("t2sed_status_name", c_char_p, c_int)
_declare("t2sed_model_open", c_int, _OUT, c_char_p, POINTER(_ModelOptions), _E)
_declare("t2sed_model_free", None, c_void_p)
for _name in ("path", "config", "backend", "device"):
    _declare(f"t2sed_model_{_name}", c_char_p, c_void_p)
_declare("t2sed_model_threshold", c_double, c_void_p)
_declare("t2sed_model_reads_parses", c_int, c_void_p)
_declare("t2sed_parser_open", c_int, _OUT, c_char_p, POINTER(_ParserOptions),
         _E)
_declare("t2sed_parser_free", None, c_void_p)
_declare("t2sed_question_complete", c_int, c_void_p, c_void_p, _E)
_declare("t2sed_question_print", c_int, POINTER(c_void_p), POINTER(c_size_t),
         c_void_p, c_int, _E)
_declare("t2sed_free", None, c_void_p)
_declare("t2sed_schema_open_sqlite", c_int, _OUT, c_char_p, _E)
_declare("t2sed_schema_parse_ddl_n", c_int, _OUT, c_char_p, c_size_t, _E)
_declare("t2sed_schema_free", None, c_void_p)
_declare("t2sed_schemas_open", c_int, _OUT, c_char_p, _E)
_declare("t2sed_schemas_find", c_void_p, c_void_p, c_char_p)
_declare("t2sed_schemas_free", None, c_void_p)
_declare("t2sed_question_new_n", c_int, _OUT, c_char_p, c_size_t, _E)
_declare("t2sed_question_set_conllu_n", c_int, c_void_p, c_char_p, c_size_t, _E)
_declare("t2sed_question_set_brackets_n", c_int, c_void_p, c_char_p, c_size_t,
         _E)
_declare("t2sed_question_free", None, c_void_p)
_declare("t2sed_sql_parse_n", c_int, _OUT, c_char_p, c_size_t, _E)
_declare("t2sed_sql_free", None, c_void_p)
_declare("t2sed_evidence_options_init", None, POINTER(_EvidenceOptions))
_declare("t2sed_evidence_open", c_int, _OUT, c_void_p, c_char_p,
         POINTER(_EvidenceOptions), _E)
_declare("t2sed_evidence_free", None, c_void_p)
_declare("t2sed_evidence_set_question", c_int, c_void_p, c_void_p, _E)
_declare("t2sed_evidence_set_conversation", c_int, c_void_p, c_void_p, _E)
_declare("t2sed_evidence_compute", c_int, c_void_p, c_void_p, POINTER(c_float),
         _E)
_declare("t2sed_evidence_count", c_size_t)
_declare("t2sed_evidence_name", c_char_p, c_size_t)
_declare("t2sed_evidence_meaning", c_char_p, c_size_t)
_declare("t2sed_planner_open", c_int, _OUT, c_char_p, _E)
_declare("t2sed_planner_free", None, c_void_p)
_declare("t2sed_planner_predict", c_int, _OUT, c_void_p, c_void_p, c_void_p,
         c_void_p, _E)
_declare("t2sed_plan_free", None, c_void_p)
_declare("t2sed_plan_head_count", c_size_t)
_declare("t2sed_plan_head_name", c_char_p, c_size_t)
_declare("t2sed_plan_probability", c_double, c_void_p, c_size_t)
_declare("t2sed_evidence_set_plan", c_int, c_void_p, c_void_p, _E)
_declare("t2sed_findings_read_n", c_int, _OUT, c_void_p, c_char_p, c_size_t,
         _E)
_declare("t2sed_findings_free", None, c_void_p)
_declare("t2sed_findings_count", c_size_t, c_void_p)
for _name in ("code", "severity"):
    _declare(f"t2sed_findings_{_name}", c_int, c_void_p, c_size_t)
for _name in ("sql_begin", "sql_end", "question_begin", "question_end"):
    _declare(f"t2sed_findings_{_name}", c_ssize_t, c_void_p, c_size_t)
for _name in ("message", "suggestion"):
    _declare(f"t2sed_findings_{_name}", c_char_p, c_void_p, c_size_t)
_declare("t2sed_finding_code_name", c_char_p, c_int)
_declare("t2sed_severity_name", c_char_p, c_int)
_declare("t2sed_finding_code_severity", c_int, c_int)
_RANGE = (POINTER(c_ssize_t), POINTER(c_ssize_t))
_declare("t2sed_conversation_new", c_int, _OUT, _E)
_declare("t2sed_conversation_add_n", c_int, c_void_p, c_char_p, c_size_t,
         c_char_p, c_size_t, _E)
_declare("t2sed_conversation_free", None, c_void_p)
_declare("t2sed_schema_table_name", c_char_p, c_void_p, c_size_t)
_declare("t2sed_schema_column_name", c_char_p, c_void_p, c_size_t)
_declare("t2sed_schema_column_table", c_int32, c_void_p, c_size_t)
_declare("t2sed_linker_options_init", None, POINTER(_LinkerOptions))
_declare("t2sed_linker_open", c_int, _OUT, c_void_p, c_char_p,
         POINTER(_LinkerOptions), _E)
_declare("t2sed_linker_free", None, c_void_p)
_declare("t2sed_linker_link", c_int, _OUT, c_void_p, c_void_p, c_void_p,
         POINTER(_LinkOptions), _E)
_declare("t2sed_links_free", None, c_void_p)
_declare("t2sed_links_score", c_double, c_void_p)
for _name in ("count", "named_count", "repair_count"):
    _declare(f"t2sed_links_{_name}", c_size_t, c_void_p)
for _name in ("clause", "operator", "negated", "computed", "operand",
              "slot_match", "said_match", "value_match", "type_fits",
              "named_kind", "named_match", "repair_kind"):
    _declare(f"t2sed_links_{_name}", c_int, c_void_p, c_size_t)
for _name in ("column", "other_column", "found_column", "named_item",
              "repair_column"):
    _declare(f"t2sed_links_{_name}", c_int32, c_void_p, c_size_t)
for _name in ("slot_range", "value_range", "repair_range"):
    _declare(f"t2sed_links_{_name}", None, c_void_p, c_size_t, *_RANGE)
for _name in ("slot_question", "said_question", "named_question"):
    _declare(f"t2sed_links_{_name}", None, c_void_p, c_size_t, *_RANGE,
             POINTER(c_size_t))
for _name in ("value", "named_value", "repair_text"):
    _declare(f"t2sed_links_{_name}", c_void_p, c_void_p, c_size_t,
             POINTER(c_size_t))
for _name in ("condition_score", "repair_confidence"):
    _declare(f"t2sed_links_{_name}", c_double, c_void_p, c_size_t)
_declare("t2sed_links_repair_condition", c_size_t, c_void_p, c_size_t)
_declare("t2sed_links_repaired", c_int, _OUT, POINTER(c_size_t), c_void_p,
         c_size_t, _E)
for _name in ("match", "operator", "condition"):
    _declare(f"t2sed_{_name}_name", c_char_p, c_int)
_declare("t2sed_scorer_open", c_int, _OUT, c_void_p, POINTER(_ScorerOptions),
         _E)
_declare("t2sed_scorer_free", None, c_void_p)
_declare("t2sed_scorer_score", c_int, _OUT, c_void_p, c_void_p,
         POINTER(c_char_p), POINTER(c_size_t), c_size_t, c_void_p, _E)
_declare("t2sed_scorer_score_beams", c_int, _OUT, c_void_p, POINTER(_Beam),
         c_size_t, _E)
_declare("t2sed_scores_free", None, c_void_p)
_declare("t2sed_scores_status", c_int, c_void_p, c_size_t)
_declare("t2sed_scores_probability", c_double, c_void_p, c_size_t)
_declare("t2sed_scores_logit", c_double, c_void_p, c_size_t)
_declare("t2sed_scores_error", _E, c_void_p, c_size_t)

_declare("t2sed_agreement_make", c_int, _OUT, c_void_p, c_void_p,
         POINTER(c_char_p), POINTER(c_size_t), c_size_t, POINTER(c_double), _E)
_declare("t2sed_agreement_free", None, c_void_p)
_declare("t2sed_agreement_group", c_int, c_void_p, c_size_t)
_declare("t2sed_agreement_share", c_double, c_void_p, c_size_t)
_declare("t2sed_agreement_outcome", c_int, c_void_p, c_size_t)
_declare("t2sed_agreement_rows", c_size_t, c_void_p, c_size_t)
_declare("t2sed_outcome_name", c_char_p, c_int)
_declare("t2sed_reranker_weights_init", None, POINTER(_Weights))
_declare("t2sed_reranker_weights_of", c_int, POINTER(_Weights), c_void_p, _E)
_declare("t2sed_reranker_open_policy", c_int, _OUT, c_char_p,
         POINTER(_Weights), _E)
_declare("t2sed_reranker_policy", c_char_p, c_void_p)
_declare("t2sed_reranker_free", None, c_void_p)
_declare("t2sed_reranker_apply", c_int, _OUT, c_void_p, POINTER(_Signals), _E)
_declare("t2sed_policy_name", c_char_p, c_int)
_declare("t2sed_ranking_free", None, c_void_p)
_declare("t2sed_ranking_candidate", c_size_t, c_void_p, c_size_t)
_declare("t2sed_ranking_move_count", c_size_t, c_void_p, c_size_t)
_declare("t2sed_ranking_move", c_int, POINTER(_Move), c_void_p, c_size_t,
         c_size_t, _E)
_declare("t2sed_ranking_confidence", c_double, c_void_p, c_size_t)
_declare("t2sed_trigger_options_init", None, POINTER(_TriggerOptions))
_declare("t2sed_trigger_options_of", c_int, POINTER(_TriggerOptions), c_void_p,
         c_double, _E)
_declare("t2sed_trigger_open", c_int, _OUT, POINTER(_TriggerOptions), _E)
_declare("t2sed_trigger_free", None, c_void_p)
_declare("t2sed_trigger_decide", c_int, c_void_p, c_double)
_declare("t2sed_decision_name", c_char_p, c_int)


def _failure(error: _Error) -> Error:
    return Error(_lib.t2sed_status_name(error.code).decode(),
                 error.text.decode("utf-8"),
                 error.offset if error.offset >= 0 else None)


def _check(status: int, error: _Error) -> None:
    if status != 0:
        raise _failure(error)


def _path(path: "os.PathLike[str] | str") -> bytes:
    return os.fsencode(path)


def version() -> str:
    """The version of the library, "0.1.0"."""
    return _lib.t2sed_version().decode()


class _Handle:
    """An object of the library: freed once, by ``close`` or on collection."""
    _free = ""

    def __init__(self, pointer: c_void_p):
        self._pointer: Optional[c_void_p] = pointer

    @property
    def pointer(self) -> c_void_p:
        if self._pointer is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return self._pointer

    def close(self) -> None:
        """Frees the object; may be called again."""
        pointer, self._pointer = getattr(self, "_pointer", None), None
        if pointer is not None and _lib is not None:
            getattr(_lib, self._free)(pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


#: A turn of a conversation: its question, or that and the query chosen for it.
Turn = Union[str, Tuple[str, Optional[str]]]


class _Conversation(_Handle):
    """The turns before a question, the oldest first."""
    _free = "t2sed_conversation_free"

    def __init__(self, turns: "Iterable[Turn]"):
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_conversation_new(byref(pointer), byref(error)),
               error)
        super().__init__(pointer)
        for turn in turns:
            question, query = (turn, None) if isinstance(turn, str) else turn
            asked = question.encode("utf-8")
            sql = None if query is None else query.encode("utf-8")
            _check(_lib.t2sed_conversation_add_n(
                pointer, asked, len(asked), sql, len(sql or b""),
                byref(error)), error)


class Model(_Handle):
    """A trained detector.

    path       a model directory; None opens the default model.
    device     "cpu", "cuda" or "cuda:1".
    precision  "auto" (bf16 where the processor has it), "fp32", "fp16", "bf16".
    threads    threads of the engine, for the whole process; 0 takes all cores.

    Raises Error: "ENOTFOUND" (no model there), "ENOBACKEND" (no libtorch),
    "ENODEVICE", "EFORMAT"...
    """
    _free = "t2sed_model_free"
    _PRECISIONS = {"auto": 0, "fp32": 1, "fp16": 2, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 device: str = "cpu", precision: str = "auto",
                 threads: int = 0):
        options = _ModelOptions(ctypes.sizeof(_ModelOptions), device.encode(),
                                self._PRECISIONS[precision], threads, 0, None)
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_model_open(byref(pointer),
                                     None if path is None else _path(path),
                                     byref(options), byref(error)), error)
        super().__init__(pointer)

    @property
    def path(self) -> str:
        """Where the model was found."""
        return os.fsdecode(_lib.t2sed_model_path(self.pointer))

    @property
    def backend(self) -> str:
        """The engine, such as "libtorch 2.13.0"."""
        return _lib.t2sed_model_backend(self.pointer).decode()

    @property
    def threshold(self) -> float:
        """The probability from which on a query counts as right."""
        return _lib.t2sed_model_threshold(self.pointer)


    @property
    def reads_parses(self) -> bool:
        """Whether its graphs read parse trees of questions."""
        return _lib.t2sed_model_reads_parses(self.pointer) != 0


class Parser(_Handle):
    """The parser of questions: a small neural network. A Scorer opens it where
    its model reads parses; on its own it is for trees.

    path       a parser's directory; None opens the default one.
    precision  "auto" (bf16 where the processor has it), "fp32", "bf16".

    Raises Error: "ENOTFOUND" (no parser there), "ENOBACKEND", "EFORMAT"...
    """
    _free = "t2sed_parser_free"
    _PRECISIONS = {"auto": 0, "fp32": 1, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 precision: str = "auto"):
        options = _ParserOptions(ctypes.sizeof(_ParserOptions),
                                 self._PRECISIONS[precision], 0, None)
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_parser_open(byref(pointer),
                                      None if path is None else _path(path),
                                      byref(options), byref(error)), error)
        super().__init__(pointer)


class Schema(_Handle):
    """Tables, columns and keys of a database."""
    _free = "t2sed_schema_free"

    @classmethod
    def from_sqlite(cls, path: "os.PathLike[str] | str") -> "Schema":
        """Reads the schema of a SQLite file, which is never changed."""
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_schema_open_sqlite(byref(pointer), _path(path),
                                             byref(error)), error)
        return cls(pointer)

    @classmethod
    def from_ddl(cls, text: str) -> "Schema":
        """Reads CREATE TABLE statements."""
        pointer, error = c_void_p(), _Error()
        data = text.encode("utf-8")
        _check(_lib.t2sed_schema_parse_ddl_n(byref(pointer), data, len(data),
                                             byref(error)), error)
        return cls(pointer)


class _BorrowedSchema(Schema):
    """A schema that belongs to a Schemas object, which it keeps alive."""

    def __init__(self, pointer: c_void_p, owner: "Schemas"):
        super().__init__(pointer)
        self._owner = owner

    @property
    def pointer(self) -> c_void_p:
        self._owner.pointer  # raises where the owner is closed
        return super().pointer

    def close(self) -> None:
        self._pointer = None


class Schemas(_Handle):
    """The schemas of a file in the format of Spider's tables.json."""
    _free = "t2sed_schemas_free"

    def __init__(self, path: "os.PathLike[str] | str"):
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_schemas_open(byref(pointer), _path(path),
                                       byref(error)), error)
        super().__init__(pointer)

    def __getitem__(self, db_id: str) -> Schema:
        """The schema of that name; KeyError where there is none."""
        found = _lib.t2sed_schemas_find(self.pointer, db_id.encode("utf-8"))
        if not found:
            raise KeyError(db_id)
        return _BorrowedSchema(c_void_p(found), self)


class Question(_Handle):
    """A question, with parse trees if they are given.

    conllu    a dependency parse in CoNLL-U.
    brackets  a constituency parse in Penn brackets.
    parser    makes the parses that are not given.
    """
    _free = "t2sed_question_free"

    def __init__(self, text: str, *, conllu: Optional[str] = None,
                 brackets: Optional[str] = None,
                 parser: Optional[Parser] = None):
        pointer, error = c_void_p(), _Error()
        data = text.encode("utf-8")
        _check(_lib.t2sed_question_new_n(byref(pointer), data, len(data),
                                         byref(error)), error)
        super().__init__(pointer)
        self.text = text
        for name, parse in (("conllu", conllu), ("brackets", brackets)):
            if parse is not None:
                data = parse.encode("utf-8")
                call = getattr(_lib, f"t2sed_question_set_{name}_n")
                _check(call(pointer, data, len(data), byref(error)), error)
        if parser is not None:
            _check(_lib.t2sed_question_complete(pointer, parser.pointer,
                                                byref(error)), error)

    _FORMATS = {"sexpr": 0, "json": 1, "dot": 2, "conllu": 3}

    def tree(self, form: str = "sexpr") -> str:
        """Words and parses as "sexpr", "json", "dot" or "conllu"."""
        text, size, error = c_void_p(), c_size_t(), _Error()
        _check(_lib.t2sed_question_print(byref(text), byref(size), self.pointer,
                                         self._FORMATS[form], byref(error)),
               error)
        try:
            return ctypes.string_at(text, size.value).decode("utf-8")
        finally:
            _lib.t2sed_free(text)


@lru_cache(maxsize=None)
def _features() -> Tuple[Tuple[str, str], ...]:
    """Name and meaning of each feature, in the library's order."""
    return tuple((_lib.t2sed_evidence_name(i).decode(),
                  _lib.t2sed_evidence_meaning(i).decode())
                 for i in range(_lib.t2sed_evidence_count()))


class Planner(_Handle):
    """Predicts what the query that a question asks for has: WHERE, GROUP BY...

    path  its directory; None takes the one that is shipped.
    """
    _free = "t2sed_planner_free"

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None):
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_planner_open(
            byref(pointer), None if path is None else _path(path),
            byref(error)), error)
        super().__init__(pointer)

    def predict(self, question: "str | Question",
                schema: Optional[Schema] = None) -> "Plan":
        """The plan of one question."""
        if isinstance(question, str):
            with Question(question) as made:
                return self.predict(made, schema)
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_planner_predict(
            byref(pointer), self.pointer, question.pointer,
            None if schema is None else schema.pointer, None, byref(error)),
            error)
        return Plan(pointer)


class Plan(_Handle):
    """What the right query is likely to have: see Planner."""
    _free = "t2sed_plan_free"

    def probabilities(self) -> Dict[str, float]:
        """The probability of each head ("where", "tables_2"...)."""
        return {_lib.t2sed_plan_head_name(i).decode():
                _lib.t2sed_plan_probability(self.pointer, i)
                for i in range(_lib.t2sed_plan_head_count())}


@dataclass(frozen=True)
class Finding:
    """What is wrong with a query, or looks wrong; docs/findings.md has the
    codes.

    code        "unknown_column"...
    severity    "error" (it can't run), "warning" or "hint".
    message     one sentence for people.
    sql         the place in the query, as the slice (begin, end) of its
                characters, or None.
    question    the same in the question.
    suggestion  what could stand there instead, or None.
    """
    code: str
    severity: str
    message: str
    sql: Optional[Tuple[int, int]]
    question: Optional[Tuple[int, int]]
    suggestion: Optional[str]


def _characters(text: bytes, begin: int, end: int
                ) -> Optional[Tuple[int, int]]:
    """A range of bytes as one of characters."""
    if begin < 0:
        return None
    first = len(text[:begin].decode("utf-8", "replace"))
    return first, first + len(text[begin:end].decode("utf-8", "replace"))


class Evidence(_Handle):
    """Gathers what speaks for or against queries: how they fit the question
    and the schema, and what they give on the database. Used by one thread at
    a time.

    schema    None leaves unknown what depends on it. It is kept alive, and must
              not be closed while the object is in use.
    database  a SQLite file, which is opened read-only and never changed; None
              leaves unknown what depends on rows.
    max_milliseconds     that a query may run; 0: queries do not run.
    max_rows             of a result that are looked at.
    values_milliseconds  that the database's values may be read for, once, when
                         it is opened; 0: they are not read.

    An option that is None has the library's default. Raises Error: "ENOTFOUND"
    (no such file), "EDATABASE" (no database), "EINVAL" (an option)...
    """
    _free = "t2sed_evidence_free"

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 max_milliseconds: Optional[int] = None,
                 max_rows: Optional[int] = None,
                 values_milliseconds: Optional[int] = None):
        options = _EvidenceOptions()
        _lib.t2sed_evidence_options_init(byref(options))
        for name, value in (("max_milliseconds", max_milliseconds),
                            ("max_rows", max_rows),
                            ("values_milliseconds", values_milliseconds)):
            if value is not None:
                setattr(options, name, value)
        self._schema = schema
        self._question, self._plan = "", None
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_evidence_open(
            byref(pointer), None if schema is None else schema.pointer,
            None if database is None else _path(database), byref(options),
            byref(error)), error)
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
        error, talk = _Error(), _Conversation(earlier)
        self._question = ""
        _check(_lib.t2sed_evidence_set_question(
            self.pointer, question.pointer, byref(error)), error)
        self._question, self._plan = question.text, None
        _check(_lib.t2sed_evidence_set_conversation(
            self.pointer, talk.pointer, byref(error)), error)
        self._talk = talk  # kept alive

    def set_plan(self, plan: Optional[Plan]) -> None:
        """Sets the plan of the present question, which findings are compared
        with; it is kept alive. Setting a question takes it away."""
        error = _Error()
        _check(_lib.t2sed_evidence_set_plan(
            self.pointer, None if plan is None else plan.pointer,
            byref(error)), error)
        self._plan = plan

    def compute(self, query: str) -> Dict[str, Optional[float]]:
        """The evidence of one query by name; None is what can't be known.

        The query is run where there is a database: read-only and within the
        options' limits. Raises Error where it is no SQL ("ESYNTAX") or no
        question is set ("ESTATE").
        """
        data, sql, error = query.encode("utf-8"), c_void_p(), _Error()
        numbers = (c_float * len(_features()))()
        _check(_lib.t2sed_sql_parse_n(byref(sql), data, len(data),
                                      byref(error)), error)
        try:
            _check(_lib.t2sed_evidence_compute(self.pointer, sql, numbers,
                                               byref(error)), error)
        finally:
            _lib.t2sed_sql_free(sql)
        return {name: None if math.isnan(number) else number
                for (name, _), number in zip(_features(), numbers)}

    def findings(self, query: str) -> List[Finding]:
        """What can be said against a query, the worst first.

        No question need be set: then what depends on it is left out. What is
        no SQL is a finding too ("syntax_error").
        """
        data, question = query.encode("utf-8"), self._question.encode("utf-8")
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_findings_read_n(byref(pointer), self.pointer, data,
                                          len(data), byref(error)), error)
        try:
            return [self._read(pointer, i, data, question)
                    for i in range(_lib.t2sed_findings_count(pointer))]
        finally:
            _lib.t2sed_findings_free(pointer)

    @staticmethod
    def _read(findings: c_void_p, i: int, query: bytes, question: bytes
              ) -> Finding:
        def place(text: bytes, name: str) -> Optional[Tuple[int, int]]:
            ends = (getattr(_lib, f"t2sed_findings_{name}_{end}")
                    for end in ("begin", "end"))
            return _characters(text, *(end(findings, i) for end in ends))
        suggestion = _lib.t2sed_findings_suggestion(findings, i)
        code = _lib.t2sed_findings_code(findings, i)
        severity = _lib.t2sed_findings_severity(findings, i)
        return Finding(
            _lib.t2sed_finding_code_name(code).decode(),
            _lib.t2sed_severity_name(severity).decode(),
            _lib.t2sed_findings_message(findings, i).decode("utf-8"),
            place(query, "sql"), place(question, "question"),
            None if suggestion is None else suggestion.decode("utf-8"))


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
    said_match, said_question      the same of the value; *_turn: in which turn.
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


class _Reader:
    """Reads a t2sed_links."""
    OPERANDS = ("text", "number", "null", "column", "query", "other")

    def __init__(self, links: c_void_p, schema: Optional[Schema],
                 questions: Sequence[str], query: str):
        self.links = links
        self.schema = schema
        self.questions = [question.encode("utf-8") for question in questions]
        self.query = query.encode("utf-8")

    def ask(self, name: str, i: int) -> Any:
        return getattr(_lib, f"t2sed_links_{name}")(self.links, i)

    def number(self, name: str, i: int) -> Optional[float]:
        number = self.ask(name, i)
        return None if math.isnan(number) else number

    def text(self, name: str, i: int) -> Optional[str]:
        length = c_size_t()
        text = getattr(_lib, f"t2sed_links_{name}")(self.links, i,
                                                    byref(length))
        return None if not text else ctypes.string_at(
            text, length.value).decode("utf-8", "replace")

    def range(self, name: str, i: int) -> Optional[Tuple[int, int]]:
        begin, end = c_ssize_t(), c_ssize_t()
        getattr(_lib, f"t2sed_links_{name}")(self.links, i, byref(begin),
                                             byref(end))
        return _characters(self.query, begin.value, end.value)

    def said(self, name: str, i: int
             ) -> Tuple[Optional[Tuple[int, int]], int]:
        begin, end, turn = c_ssize_t(), c_ssize_t(), c_size_t()
        getattr(_lib, f"t2sed_links_{name}")(self.links, i, byref(begin),
                                             byref(end), byref(turn))
        return _characters(self.questions[turn.value] if self.questions
                           else b"", begin.value, end.value), turn.value

    def match(self, name: str, i: int) -> str:
        return _lib.t2sed_match_name(self.ask(name, i)).decode()

    def table(self, table: int) -> str:
        return _lib.t2sed_schema_table_name(
            self.schema.pointer, table).decode("utf-8", "replace")

    def column(self, column: int) -> Optional[str]:
        if column < 0 or self.schema is None:
            return None
        table = _lib.t2sed_schema_column_table(self.schema.pointer, column)
        name = _lib.t2sed_schema_column_name(self.schema.pointer, column)
        return f"{self.table(table)}.{name.decode('utf-8', 'replace')}"

    def named(self, i: int) -> Named:
        kind, item = self.ask("named_kind", i), self.ask("named_item", i)
        question, turn = self.said("named_question", i)
        return Named(("table", "column", "value")[kind],
                     self.table(item) if kind == 0 else self.column(item) or "",
                     self.match("named_match", i), question, turn,
                     self.text("named_value", i))

    def condition(self, i: int) -> Condition:
        slot, slot_turn = self.said("slot_question", i)
        said, said_turn = self.said("said_question", i)
        fits = self.ask("type_fits", i)
        return Condition(
            _lib.t2sed_condition_name(self.ask("clause", i)).decode(),
            _lib.t2sed_operator_name(self.ask("operator", i)).decode(),
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
        text, length, error = c_void_p(), c_size_t(), _Error()
        _check(_lib.t2sed_links_repaired(byref(text), byref(length), self.links,
                                         i, byref(error)), error)
        whole = ctypes.string_at(text, length.value).decode("utf-8")
        _lib.t2sed_free(text)
        return Repair(self.ask("repair_condition", i),
                      ("value", "column")[self.ask("repair_kind", i)],
                      self.range("repair_range", i),
                      self.text("repair_text", i) or "", whole,
                      self.ask("repair_confidence", i))

    def read(self) -> Links:
        score = _lib.t2sed_links_score(self.links)
        counts = [getattr(_lib, f"t2sed_links_{name}")(self.links)
                  for name in ("named_count", "count", "repair_count")]
        return Links(None if math.isnan(score) else score,
                     [self.named(i) for i in range(counts[0])],
                     [self.condition(i) for i in range(counts[1])],
                     [self.repair(i) for i in range(counts[2])])


class Linker(_Handle):
    """Links the conditions of queries with a database and with questions. Used
    by one thread at a time.

    schema    None leaves unknown what depends on it; kept alive as Evidence's.
    database  a SQLite file, which is opened read-only and never changed.
    index     a file that keeps the index of its values; None: in memory.
    limits    build_milliseconds, max_rows, max_values, max_value_bytes,
              max_bytes, as in t2sed_linker_options.
    """
    _free = "t2sed_linker_free"

    def __init__(self, schema: Optional[Schema] = None,
                 database: "Optional[os.PathLike[str] | str]" = None, *,
                 index: "Optional[os.PathLike[str] | str]" = None,
                 **limits: int):
        options = _LinkerOptions()
        _lib.t2sed_linker_options_init(byref(options))
        if index is not None:
            options.index = _path(index)
        for name, value in limits.items():
            if not hasattr(options, name):
                raise TypeError(f"Linker has no option {name}")
            setattr(options, name, value)
        self._schema = schema
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_linker_open(
            byref(pointer), None if schema is None else schema.pointer,
            None if database is None else _path(database), byref(options),
            byref(error)), error)
        super().__init__(pointer)

    @property
    def pointer(self) -> c_void_p:
        if self._schema is not None:
            self._schema.pointer  # raises where the schema is closed
        return super().pointer

    def link(self, question: "Optional[str | Question]", query: Optional[str],
             earlier: "Sequence[Turn]" = ()) -> Links:
        """Links a query, or, where it is None, the question alone.

        earlier  the turns before this one, the oldest first.

        Raises Error where the query or a question is none.
        """
        if isinstance(question, str):
            with Question(question) as made:
                return self.link(made, query, earlier)
        parsed, links, error = c_void_p(), c_void_p(), _Error()
        talk = _Conversation(earlier)
        asked = [turn if isinstance(turn, str) else turn[0]
                 for turn in earlier]
        said = [] if question is None else [question.text]
        try:
            if query is not None:
                data = query.encode("utf-8")
                _check(_lib.t2sed_sql_parse_n(byref(parsed), data, len(data),
                                              byref(error)), error)
            options = _LinkOptions(ctypes.sizeof(_LinkOptions), talk.pointer)
            _check(_lib.t2sed_linker_link(
                byref(links), self.pointer,
                None if question is None else question.pointer,
                parsed or None, byref(options), byref(error)), error)
            return _Reader(links, self._schema, said + asked[::-1],
                           query or "").read()
        finally:
            _lib.t2sed_links_free(links)
            _lib.t2sed_sql_free(parsed)
            talk.close()


@dataclass(frozen=True)
class Score:
    """What one query came to.

    query        the SQL text.
    probability  that it answers the question; None where it could not be
                 scored.
    logit        what the model said before calibration; None likewise.
    error        why it could not be scored, or None.
    """
    query: str
    probability: Optional[float]
    logit: Optional[float]
    error: Optional[Error]


class Scorer(_Handle):
    """Scores queries with a model. Used by one thread at a time.

    truncate  what to do with pairs of more tokens than the model takes:
              "model" (as its config says), "error", "question" or "sql".
    parse     whether questions that lack a parse which the model reads are
              parsed, by ``parser``, or by the default one if that is None. A
              Parser must not be closed while the scorer is in use.
    """
    _free = "t2sed_scorer_free"
    _TRUNCATE = {"model": 0, "error": 1, "question": 2, "sql": 3}

    def __init__(self, model: Model, *, truncate: str = "model",
                 parse: bool = True, parser: Optional[Parser] = None):
        options = _ScorerOptions(ctypes.sizeof(_ScorerOptions),
                                 self._TRUNCATE[truncate], 0,
                                 0 if parse else 1,
                                 None if parser is None else parser.pointer)
        self._parser = parser
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_scorer_open(byref(pointer), model.pointer,
                                      byref(options), byref(error)), error)
        super().__init__(pointer)

    def score(self, question: "str | Question", queries: Iterable[str],
              schema: Optional[Schema] = None,
              evidence: Optional[Evidence] = None,
              earlier: "Sequence[Turn]" = ()) -> List[Score]:
        """The scores of candidate queries, in their order.

        schema    resolves aliases and bare columns; None takes that of
                  ``evidence``.
        evidence  gathers what the model reads beside the text, with the
                  database it was opened on; its question is set to this one.
                  None gathers what question and schema tell.
        earlier   the turns before the question, the oldest first, each a
                  question or a pair of question and query: the score is in
                  their context.

        A query that can't be scored has an ``error`` of its own and does not
        spoil the others. Raises Error where the fault lies with the question
        or the machine; but with ``evidence`` or ``earlier`` a question that
        can't be read is the error of each query.
        """
        texts = list(queries)
        if not texts:
            return []
        if isinstance(question, str):
            with Question(question) as made:
                return self.score(made, texts, schema, evidence, earlier)
        if schema is None and evidence is not None:
            schema = evidence.schema
        data = [text.encode("utf-8") for text in texts]
        array = (c_char_p * len(data))(*data)
        lengths = (c_size_t * len(data))(*map(len, data))
        tables = None if schema is None else schema.pointer
        pointer, error = c_void_p(), _Error()
        if evidence is None and not earlier:
            status = _lib.t2sed_scorer_score(
                byref(pointer), self.pointer, question.pointer, array, lengths,
                len(data), tables, byref(error))
        else:
            with _Conversation(earlier) as talk:
                beam = _Beam(ctypes.sizeof(_Beam), question.pointer, tables,
                             array, lengths, len(data), None, 0,
                             None if evidence is None else evidence.pointer,
                             talk.pointer)
                status = _lib.t2sed_scorer_score_beams(
                    byref(pointer), self.pointer, byref(beam), 1,
                    byref(error))
        _check(status, error)
        try:
            return [self._read(pointer, i, text)
                    for i, text in enumerate(texts)]
        finally:
            _lib.t2sed_scores_free(pointer)

    @staticmethod
    def _read(scores: c_void_p, i: int, query: str) -> Score:
        if _lib.t2sed_scores_status(scores, i) != 0:
            return Score(query, None, None,
                         _failure(_lib.t2sed_scores_error(scores, i).contents))
        return Score(query, _lib.t2sed_scores_probability(scores, i),
                     _lib.t2sed_scores_logit(scores, i), None)


def rank(scores: Sequence[Score]) -> List[Score]:
    """Scores with the most probable query first; unscored ones last.

    Queries of equal probability keep their order.
    """
    return sorted(scores, key=lambda score: (score.probability is None,
                                             -(score.probability or 0.0)))


@dataclass(frozen=True)
class Agreement:
    """Who one query agrees with.

    group    queries of equal number agree; None: with nobody.
    share    of all queries that its group has.
    outcome  "ran", "failed", "cut", "not_run" or "syntax".
    rows     of its result.
    """
    group: Optional[int]
    share: float
    outcome: str
    rows: int


def agree(queries: Iterable[str], evidence: Optional[Evidence] = None,
          schema: Optional[Schema] = None) -> List[Agreement]:
    """Which queries of one question give the same result on the database.

    evidence  runs them, in its sandbox; those that it has run for a scorer do
              not run again. None: queries agree where they say the same.
    schema    of the queries; None takes that of ``evidence``.
    """
    data = [query.encode("utf-8") for query in queries]
    array = (c_char_p * len(data))(*data)
    lengths = (c_size_t * len(data))(*map(len, data))
    pointer, error = c_void_p(), _Error()
    _check(_lib.t2sed_agreement_make(
        byref(pointer), None if evidence is None else evidence.pointer,
        None if schema is None else schema.pointer, array, lengths, len(data),
        None, byref(error)), error)
    try:
        groups = [_lib.t2sed_agreement_group(pointer, i)
                  for i in range(len(data))]
        return [Agreement(None if group < 0 else group,
                          _lib.t2sed_agreement_share(pointer, i),
                          _lib.t2sed_outcome_name(_lib.t2sed_agreement_outcome(
                              pointer, i)).decode(),
                          _lib.t2sed_agreement_rows(pointer, i))
                for i, group in enumerate(groups)]
    finally:
        _lib.t2sed_agreement_free(pointer)


@dataclass(frozen=True)
class Move:
    """How a policy moved a candidate: ranks from 0, and why."""
    policy: str
    source: int
    to: int
    why: str


@dataclass(frozen=True)
class Place:
    """A candidate in the new order.

    index       its rank before, from 0.
    confidence  the probability by all evidence that it is right, where the
                policy is "default"; else None.
    moves       one for each step that moved it.
    """
    index: int
    confidence: Optional[float]
    moves: List[Move]


def _doubles(values: Optional[Sequence[Optional[float]]]) -> Any:
    if values is None:
        return None
    return (c_double * len(values))(*[math.nan if value is None else value
                                      for value in values])


def _ints(values: Optional[Sequence[Optional[int]]]) -> Any:
    if values is None:
        return None
    return (c_int * len(values))(*[-1 if value is None else value
                                   for value in values])


class Reranker(_Handle):
    """Orders candidates by policies.

    policy  steps joined by "+": "rr", "ed(0.6)+rr", "margin(0.1)", "sum(0.5)",
            "qp", "sl", "vote", "runs", "default" (t2sed/reranker.h).
    model   whose weights "default" takes; None has the library's own.

    Raises Error ("EINVAL") for another policy.
    """
    _free = "t2sed_reranker_free"

    def __init__(self, policy: str = "default", model: Optional[Model] = None):
        weights, pointer, error = _Weights(), c_void_p(), _Error()
        _lib.t2sed_reranker_weights_init(byref(weights))
        if model is not None:
            _check(_lib.t2sed_reranker_weights_of(
                byref(weights), model.pointer, byref(error)), error)
        _check(_lib.t2sed_reranker_open_policy(
            byref(pointer), policy.encode("utf-8"), byref(weights),
            byref(error)), error)
        super().__init__(pointer)

    @property
    def policy(self) -> str:
        """The steps, with their numbers."""
        return _lib.t2sed_reranker_policy(self.pointer).decode()

    @staticmethod
    def signals(probabilities: Optional[Sequence[Optional[float]]] = None, *,
                scores: Optional[Sequence[Optional[float]]] = None,
                plan: Optional[Sequence[Optional[float]]] = None,
                link: Optional[Sequence[Optional[float]]] = None,
                groups: Optional[Sequence[Optional[int]]] = None,
                outcomes: Optional[Sequence[int]] = None,
                sources: Optional[Sequence[int]] = None) -> Any:
        """What ``order`` and ``best`` take, made once for several re-rankers.

        Lists of one length, in the parser's order; None is what is unknown,
        and in ``groups`` what agrees with nothing. ``outcomes`` are the
        numbers of T2SED_OUTCOME_*, ``sources`` numbers of parsers.
        """
        lists = [probabilities, scores, plan, link, groups, outcomes, sources]
        counts = {len(values) for values in lists if values is not None}
        if len(counts) > 1:
            raise ValueError("lists of different lengths")
        return _Signals(ctypes.sizeof(_Signals), counts.pop() if counts else 0,
                        _doubles(probabilities), _doubles(scores),
                        _doubles(plan), _doubles(link), None, _ints(groups),
                        _ints(outcomes), _ints(sources))

    def _apply(self, signals: Any) -> c_void_p:
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_reranker_apply(byref(pointer), self.pointer,
                                         byref(signals), byref(error)), error)
        return pointer

    def best(self, signals: Any) -> int:
        """Which candidate comes first."""
        ranking = self._apply(signals)
        try:
            return _lib.t2sed_ranking_candidate(ranking, 0)
        finally:
            _lib.t2sed_ranking_free(ranking)

    def order(self, signals: Any) -> List[Place]:
        """All candidates, the best first."""
        ranking = self._apply(signals)
        try:
            return [self._place(ranking,
                                _lib.t2sed_ranking_candidate(ranking, rank))
                    for rank in range(signals.count)]
        finally:
            _lib.t2sed_ranking_free(ranking)

    @staticmethod
    def _place(ranking: c_void_p, i: int) -> Place:
        moves, move = [], _Move(ctypes.sizeof(_Move))
        for k in range(_lib.t2sed_ranking_move_count(ranking, i)):
            _lib.t2sed_ranking_move(byref(move), ranking, i, k, None)
            moves.append(Move(_lib.t2sed_policy_name(move.policy).decode(),
                              move.source, move.to, move.text.decode("utf-8")))
        confidence = _lib.t2sed_ranking_confidence(ranking, i)
        return Place(i, None if math.isnan(confidence) else confidence, moves)


class Trigger(_Handle):
    """Decides whether to answer, to ask or to abstain.

    answer     the probability from which on to answer.
    abstain    the probability under which to abstain.
    model      has thresholds for ``precision`` (0.90, 0.95, 0.99), which take
               the place of ``answer``.

    Raises Error: "ENOTFOUND" (the model has no such threshold), "EINVAL".
    """
    _free = "t2sed_trigger_free"

    def __init__(self, answer: Optional[float] = None, abstain: float = 0.0, *,
                 model: Optional[Model] = None, precision: float = 0.95):
        options, pointer, error = _TriggerOptions(), c_void_p(), _Error()
        _lib.t2sed_trigger_options_init(byref(options))
        if model is not None:
            _check(_lib.t2sed_trigger_options_of(
                byref(options), model.pointer, precision, byref(error)), error)
        if answer is not None:
            options.answer = answer
        options.abstain = abstain
        _check(_lib.t2sed_trigger_open(byref(pointer), byref(options),
                                       byref(error)), error)
        super().__init__(pointer)

    def decide(self, probability: Optional[float]) -> str:
        """"answer", "ask" or "abstain"; None could not be scored."""
        return _lib.t2sed_decision_name(_lib.t2sed_trigger_decide(
            self.pointer,
            math.nan if probability is None else probability)).decode()
