"""Language models: how likely queries are, and queries that they write."""
from __future__ import annotations

import math
import os
from ctypes import (POINTER, Structure, c_char_p, c_double, c_float, c_int,
                    c_int32, c_int64, c_size_t, c_uint64, c_void_p)
from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from .arguments import (Record, checked_list, checked_text, choice,
                        path as path_of, text as text_of, texts as texts_of)
from .constraint import Constraint
from .conversation import Conversation, Turn
from .database import Database
from .handle import STATUS, Handle, Memory, declare, handle, made
from .library import lib
from .schema_prediction import SchemaPrediction
from .tokenizer import Tokenizer


class _ModelOptions(Record):
    """t2sed_language_model_options of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p),
                ("precision", c_int), ("threads", c_int),
                ("backend", c_char_p), ("adapter", c_char_p)]


class _Info(Record):
    """t2sed_language_model_info of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("path", c_char_p),
                ("family", c_char_p), ("backend", c_char_p),
                ("device", c_char_p), ("precision", c_int), ("layers", c_int),
                ("hidden", c_int), ("vocabulary", c_int), ("context", c_int),
                ("weight_bytes", c_int64), ("token_bytes", c_int64)]


class _PromptOptions(Record):
    """t2sed_prompt_options of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("system", c_char_p),
                ("database", c_void_p), ("schema_style", c_int),
                ("without_types", c_int), ("without_keys", c_int),
                ("max_values", c_int), ("prediction", c_void_p),
                ("conversation", c_void_p), ("knowledge", c_char_p),
                ("question", c_char_p), ("chat", c_int), ("answer", c_char_p),
                ("max_tokens", c_int)]
    _handles_ = {"database": handle("database"),
                 "prediction": handle("schema_prediction"),
                 "conversation": handle("conversation")}


class _SessionOptions(Record):
    """t2sed_language_session_options of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("caches", c_int)]


class _Span(Structure):
    """t2sed_span of t2sed/status.h."""
    _fields_ = [("begin", c_size_t), ("end", c_size_t)]


class _Likelihood(Record):
    """t2sed_likelihood of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("status", c_int),
                ("sum", c_double), ("tokens", c_size_t),
                ("logs", POINTER(c_float)), ("bytes", POINTER(_Span))]


class _GenerationOptions(Record):
    """t2sed_generation_options of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("method", c_int), ("count", c_int),
                ("beams", c_int), ("max_tokens", c_int),
                ("max_milliseconds", c_int), ("temperature", c_double),
                ("top_p", c_double), ("seed", c_uint64),
                ("stops", POINTER(c_char_p)), ("stop_count", c_size_t),
                ("allow", c_void_p), ("context", c_void_p),
                ("constraint", c_void_p)]
    _handles_ = {"constraint": handle("constraint")}


class _Generation(Record):
    """t2sed_generation of t2sed/parts/language_model.h."""
    _fields_ = [("struct_size", c_size_t), ("text", c_char_p),
                ("length", c_size_t), ("log_probability", c_double),
                ("tokens", c_size_t), ("ended", c_int)]


declare("t2sed_language_model_open", made("language_model"), path_of("path"),
        POINTER(_ModelOptions))
declare("t2sed_language_model_describe", STATUS, "language_model",
        POINTER(_Info))
declare("t2sed_language_model_tokenizer", c_void_p, "language_model")
declare("t2sed_prompt_new", made("prompt"), POINTER(_PromptOptions))
declare("t2sed_language_session_new", made("language_session"),
        "language_model", POINTER(_SessionOptions))
declare("t2sed_language_session_likelihoods", made("likelihoods"),
        "language_session", "prompt", texts_of("queries"))
declare("t2sed_likelihoods_get", STATUS, c_void_p, c_size_t,
        POINTER(_Likelihood))
declare("t2sed_language_session_states", STATUS, POINTER(c_float),
        "language_session", "prompt", text_of("text"), POINTER(_Span),
        c_size_t, POINTER(c_int32), c_size_t)
declare("t2sed_language_session_generate", made("generations"),
        "language_session", "prompt", POINTER(_GenerationOptions))
declare("t2sed_generations_count", c_size_t, c_void_p)
declare("t2sed_generations_get", STATUS, c_void_p, c_size_t,
        POINTER(_Generation))


class LanguageModel(Handle):
    """A language model of the Qwen2 or Llama family: a Hugging Face directory.

    device     "cpu", "cuda" or "cuda:1".
    precision  "auto" (bf16 where the processor has it, else fp32), "fp32",
               "fp16", "bf16" or "int8".
    adapter    a directory of low-rank adapters, added to the weights.
    threads    threads of the engine, for the whole process; 0 takes all cores.

    Raises Error: "ENOTFOUND", "EUNSUPPORTED" (an architecture that is none of
    these), "EMISMATCH" (weights that do not fit), "ENOBACKEND"...
    """
    _kind = "language_model"
    _shared = True
    _PRECISIONS = {"auto": 0, "fp32": 1, "fp16": 2, "bf16": 3, "int8": 4}

    def __init__(self, path: "os.PathLike[str] | str", *, device: str = "cpu",
                 precision: str = "auto",
                 adapter: "Optional[os.PathLike[str] | str]" = None,
                 threads: int = 0):
        super().__init__(lib.t2sed_language_model_open(path, _ModelOptions(
            device=device, threads=threads, adapter=adapter,
            precision=choice("precision", self._PRECISIONS, precision))))

    @property
    def tokenizer(self) -> Tokenizer:
        """Its tokenizer, which keeps it in memory."""
        owner = self.memory
        return Tokenizer(Memory(c_void_p(lib.t2sed_language_model_tokenizer(
            self)), None, (owner,)))

    def describe(self) -> "Dict[str, str | int]":
        """What it is: "family", "layers", "hidden", "vocabulary", "context",
        "weight_bytes", "token_bytes", "precision"..."""
        info = _Info()
        lib.t2sed_language_model_describe(self, info)
        about = {name: getattr(info, name) for name, *_ in info._fields_[1:]}
        for name, value in about.items():
            if isinstance(value, bytes):
                about[name] = os.fsdecode(value)
        about["precision"] = next(name for name, number in
                                  self._PRECISIONS.items()
                                  if number == info.precision)
        return about


class Prompt(Handle):
    """What a language model is asked.

    database       its schema is written out first, and sample values of it.
    knowledge      what is said beside the question.
    earlier        the turns before the question, the oldest first.
    prediction     says which columns stay where the prompt is too long.
    system         None: asks for one SQLite query; "": nothing.
    schema_style   "ddl" or "compact".
    types, keys    whether types of columns, and keys, are written.
    values         sample values of each column.
    chat           "auto", "plain", "chatml" or "llama3".
    answer         how the answer begins; None: as the template has it.
    max_tokens     of the prompt; 0: what the model has room for.
    """
    _kind = "prompt"
    _shared = True
    _STYLES = {"ddl": 0, "compact": 1}
    _CHATS = {"auto": 0, "plain": 1, "chatml": 2, "llama3": 3}

    def __init__(self, question: str, *, database: Optional[Database] = None,
                 knowledge: Optional[str] = None,
                 earlier: "Sequence[Turn]" = (),
                 prediction: Optional[SchemaPrediction] = None,
                 system: Optional[str] = None, schema_style: str = "ddl",
                 types: bool = True, keys: bool = True, values: int = 0,
                 chat: str = "auto", answer: Optional[str] = None,
                 max_tokens: int = 0):
        for what, given in (("question", question), ("knowledge", knowledge),
                            ("system", system), ("answer", answer)):
            if given is not None:
                checked_text(what, given)
        super().__init__(lib.t2sed_prompt_new(_PromptOptions(
            question=question, database=database, knowledge=knowledge,
            conversation=Conversation(checked_list("earlier", earlier)),
            prediction=prediction, system=system, answer=answer,
            schema_style=choice("schema_style", self._STYLES, schema_style),
            without_types=int(not types), without_keys=int(not keys),
            max_values=values, chat=choice("chat", self._CHATS, chat),
            max_tokens=max_tokens)))


@dataclass(frozen=True)
class Likelihood:
    """How likely a query is after a prompt.

    sql     text of the query.
    sum     the log-probability of all its tokens, in nats; NaN where it could
            not be told.
    tokens  of each token: first byte of the query's UTF-8, end, and
            log-probability.
    status  0, or why it could not be told.
    """
    sql: str
    sum: float
    tokens: List[Tuple[int, int, float]]
    status: int


@dataclass(frozen=True)
class Generation:
    """A text that was generated.

    log_probability  of its tokens and its end, in nats.
    tokens           how many.
    ended            False: a limit cut it off.
    """
    text: str
    log_probability: float
    tokens: int
    ended: bool


class LanguageSession(Handle):
    """What one thread asks of a language model; keeps the prompts that were
    read last, so that questions of one database read its schema once.

    caches  how many prompts are kept.
    """
    _kind = "language_session"
    _METHODS = {"greedy": 0, "beam": 1, "sample": 2}

    def __init__(self, model: LanguageModel, *, caches: int = 4):
        super().__init__(lib.t2sed_language_session_new(
            model, _SessionOptions(caches=caches)))
        self._hidden = int(model.describe()["hidden"])

    def likelihoods(self, prompt: Prompt,
                    queries: Iterable[str]) -> List[Likelihood]:
        """How likely the model would continue the prompt by each query."""
        queries = checked_list("queries", queries)
        of = lib.t2sed_language_session_likelihoods(self, prompt, queries)
        found, one = [], _Likelihood()
        for i, query in enumerate(queries):
            lib.t2sed_likelihoods_get(of, i, one)
            found.append(Likelihood(
                query, one.sum if one.status == 0 else math.nan,
                [(one.bytes[t].begin, one.bytes[t].end, one.logs[t])
                 for t in range(one.tokens)], one.status))
        return found

    def states(self, prompt: Prompt, text: str,
               spans: "Sequence[Tuple[int, int]]", layers: "Sequence[int]"
               ) -> List[List[List[float]]]:
        """Hidden states of parts of a text that continues the prompt:
        [span][layer][element], the mean over the tokens of a part.

        spans   (begin, end) in bytes of the text's UTF-8.
        layers  0 is the embedding, i what layer i gives.
        """
        places = (_Span * len(spans))(*(_Span(*span) for span in spans))
        wanted = (c_int32 * len(layers))(*layers)
        size = self._hidden
        out = (c_float * (len(spans) * len(layers) * size))()
        lib.t2sed_language_session_states(out, self, prompt, text, places,
                                          len(spans), wanted, len(layers))
        def state(row: int) -> List[float]:
            return out[row * size:(row + 1) * size]
        return [[state(s * len(layers) + l) for l in range(len(layers))]
                for s in range(len(spans))]

    def generate(self, prompt: Prompt, *, method: str = "greedy",
                 count: int = 1, beams: int = 0, max_tokens: int = 0,
                 max_milliseconds: int = 0, temperature: float = 1.0,
                 top_p: float = 1.0, seed: int = 0,
                 stops: Optional[Sequence[str]] = None,
                 constraint: Optional[Constraint] = None
                 ) -> List[Generation]:
        """Texts that continue the prompt, the likeliest first.

        method  "greedy", "beam" or "sample".
        count   texts at most.
        beams   texts that a beam search follows at a time; 0: ``count``.
        stops   texts end before these; None: ";" (outside of quotes) and
                "```".
        constraint  every text that ended is a query that SQLite prepares on
                its schema; None: texts are free. Where greedy decoding comes
                to no end, a beam of four searches in its place.
        """
        options = _GenerationOptions(
            method=choice("method", self._METHODS, method), count=count,
            beams=beams, max_tokens=max_tokens,
            max_milliseconds=max_milliseconds, temperature=temperature,
            top_p=top_p, seed=seed, constraint=constraint)
        if stops is not None:
            data = [checked_text("stops", stop)
                    for stop in checked_list("stops", stops)]
            options.stops = (c_char_p * (len(data) + 1))(*data)
            options.stop_count = len(data)
        of = lib.t2sed_language_session_generate(self, prompt, options)
        found, one = [], _Generation()
        for i in range(lib.t2sed_generations_count(of.pointer)):
            lib.t2sed_generations_get(of, i, one)
            found.append(Generation(one.text.decode("utf-8"),
                                    one.log_probability, one.tokens,
                                    bool(one.ended)))
        return found
