"""Language models: how likely queries are, and queries that they write."""
from __future__ import annotations

import math
import os
from ctypes import c_char_p, c_float, c_int32
from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from .arguments import (checked_list, checked_text, choice, path as path_of,
                        text as text_of, texts as texts_of)
from .constraint import Constraint
from .conversation import Conversation, Turn
from .database import Database
from .declarations import (t2sed_generation, t2sed_generation_options,
                           t2sed_language_model_info,
                           t2sed_language_model_options,
                           t2sed_language_session_options, t2sed_likelihood,
                           t2sed_prompt_options, t2sed_span, words)
from .handle import Handle, declare
from .library import lib
from .schema_prediction import SchemaPrediction
from .tokenizer import Tokenizer


declare("t2sed_language_model_open", path=path_of("path"))
declare("t2sed_language_session_likelihoods", texts=texts_of("queries"))
declare("t2sed_language_session_states", text=text_of("text"))


class LanguageModel(Handle):
    """A language model of the Qwen2 or Llama family: a Hugging Face directory.

    device     "cpu", "cuda" or "cuda:1".
    precision  "auto" (the processor's fastest: int8, bf16 or fp32), "fp32",
               "fp16", "bf16" or "int8".
    adapter    a directory of low-rank adapters, added to the weights.
    threads    threads of the engine, for the whole process; 0 takes all cores.

    Raises Error: "ENOTFOUND", "EUNSUPPORTED" (an architecture that is none of
    these), "EMISMATCH" (weights that do not fit), "ENOBACKEND"...
    """
    _kind = "language_model"
    _shared = True
    _PRECISIONS = words("T2SED_", "auto fp32 fp16 bf16 int8")

    def __init__(self, path: "os.PathLike[str] | str", *, device: str = "cpu",
                 precision: str = "auto",
                 adapter: "Optional[os.PathLike[str] | str]" = None,
                 threads: int = 0):
        options = t2sed_language_model_options(
            device=device, threads=threads, adapter=adapter,
            precision=choice("precision", self._PRECISIONS, precision))
        super().__init__(lib.t2sed_language_model_open(path, options))

    @property
    def tokenizer(self) -> Tokenizer:
        """Its tokenizer, which keeps it in memory."""
        return Tokenizer(lib.t2sed_language_model_tokenizer(self))

    def describe(self) -> "Dict[str, str | int]":
        """What it is: "family", "layers", "hidden", "vocabulary", "context",
        "weight_bytes", "token_bytes", "precision"..."""
        info = t2sed_language_model_info()
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
    _STYLES = words("T2SED_SCHEMA_", "ddl compact")
    _CHATS = words("T2SED_CHAT_")

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
        super().__init__(lib.t2sed_prompt_new(t2sed_prompt_options(
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
    _METHODS = words("T2SED_DECODE_", "greedy beam sample")

    def __init__(self, model: LanguageModel, *, caches: int = 4):
        super().__init__(lib.t2sed_language_session_new(
            model, t2sed_language_session_options(caches=caches)))
        self._hidden = int(model.describe()["hidden"])

    def likelihoods(self, prompt: Prompt,
                    queries: Iterable[str]) -> List[Likelihood]:
        """How likely the model would continue the prompt by each query."""
        queries = checked_list("queries", queries)
        of = lib.t2sed_language_session_likelihoods(self, prompt, queries)
        found, one = [], t2sed_likelihood()
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
        places = (t2sed_span * len(spans))(
            *(t2sed_span(*span) for span in spans))
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
        options = t2sed_generation_options(
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
        found, one = [], t2sed_generation()
        for i in range(lib.t2sed_generations_count(of)):
            lib.t2sed_generations_get(of, i, one)
            found.append(Generation(one.text.decode("utf-8"),
                                    one.log_probability, one.tokens,
                                    bool(one.ended)))
        return found
