"""libt2sed from Python: does this SQL query answer its question?

    import t2sed

    with t2sed.Model() as model, t2sed.Schema.from_sqlite("shop.sqlite") as schema:
        scorer = t2sed.Scorer(model)
        for score in scorer.score("How many customers are there?",
                                  ["SELECT count(*) FROM customer"], schema):
            print(score.probability, score.error)

Plain ctypes over ``libt2sed.so``: nothing is compiled, and nothing outside the
standard library is needed. The library is looked for in ``$T2SED_LIBRARY``,
beside this file's build tree (``../../build/lib``), and where the system's
loader looks.

Objects own memory of the library; they are context managers, and free it as
well when they are collected. A ``Model`` and a ``Schema`` may be shared by
threads, any other object is used by one thread at a time (make a ``Scorer``
for each thread). Calls release Python's global lock.

libt2sed brings its own libtorch; do not import ``torch`` in the same process.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_size_t, c_ssize_t, c_ulong,
                    c_uint, c_void_p)
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Sequence

__all__ = ["Error", "Model", "Schema", "Schemas", "Question", "Scorer",
           "Score", "rank", "version"]


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
                ("batch_tokens", c_int)]


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
_declare("t2sed_scorer_open", c_int, _OUT, c_void_p, POINTER(_ScorerOptions),
         _E)
_declare("t2sed_scorer_free", None, c_void_p)
_declare("t2sed_scorer_score", c_int, _OUT, c_void_p, c_void_p,
         POINTER(c_char_p), POINTER(c_size_t), c_size_t, c_void_p, _E)
_declare("t2sed_scores_free", None, c_void_p)
_declare("t2sed_scores_status", c_int, c_void_p, c_size_t)
_declare("t2sed_scores_probability", c_double, c_void_p, c_size_t)
_declare("t2sed_scores_logit", c_double, c_void_p, c_size_t)
_declare("t2sed_scores_error", _E, c_void_p, c_size_t)


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
    """A question, with a parse tree if one is given.

    conllu    a dependency parse in CoNLL-U.
    brackets  a constituency parse in Penn brackets.
    """
    _free = "t2sed_question_free"

    def __init__(self, text: str, *, conllu: Optional[str] = None,
                 brackets: Optional[str] = None):
        pointer, error = c_void_p(), _Error()
        data = text.encode("utf-8")
        _check(_lib.t2sed_question_new_n(byref(pointer), data, len(data),
                                         byref(error)), error)
        super().__init__(pointer)
        for name, parse in (("conllu", conllu), ("brackets", brackets)):
            if parse is not None:
                data = parse.encode("utf-8")
                call = getattr(_lib, f"t2sed_question_set_{name}_n")
                _check(call(pointer, data, len(data), byref(error)), error)


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
    """
    _free = "t2sed_scorer_free"
    _TRUNCATE = {"model": 0, "error": 1, "question": 2, "sql": 3}

    def __init__(self, model: Model, *, truncate: str = "model"):
        options = _ScorerOptions(ctypes.sizeof(_ScorerOptions),
                                 self._TRUNCATE[truncate], 0)
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_scorer_open(byref(pointer), model.pointer,
                                      byref(options), byref(error)), error)
        super().__init__(pointer)

    def score(self, question: "str | Question", queries: Iterable[str],
              schema: Optional[Schema] = None) -> List[Score]:
        """The scores of candidate queries, in their order.

        A query that can't be scored has an ``error`` of its own and does not
        spoil the others. Raises Error where the fault lies with the question
        or the machine.
        """
        texts = list(queries)
        if not texts:
            return []
        if isinstance(question, str):
            with Question(question) as made:
                return self.score(made, texts, schema)
        data = [text.encode("utf-8") for text in texts]
        array = (c_char_p * len(data))(*data)
        lengths = (c_size_t * len(data))(*map(len, data))
        pointer, error = c_void_p(), _Error()
        _check(_lib.t2sed_scorer_score(
            byref(pointer), self.pointer, question.pointer, array, lengths,
            len(data), schema.pointer if schema else None, byref(error)),
            error)
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
