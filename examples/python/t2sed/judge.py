"""Judges: a second opinion by a language model (t2sed/parts/judge.h)."""
from __future__ import annotations

import json
import math
import os
from ctypes import c_double
from typing import Any, Dict, Iterable, List, Optional, Sequence, cast

from .arguments import checked_list, choice, path as path_of
from .conversation import Turn
from .database import Database
from .declarations import t2sed_language_model_options
from .evidence import Evidence
from .handle import Handle, declare
from .language_model import LanguageModel
from .library import lib
from .question import Question
from .scorer import make_beam

declare("t2sed_judge_open", path=path_of("path", optional=True),
        language_model=path_of("language_model", optional=True))


class Judge(Handle):
    """A language model of code that was trained to tell right queries from
    wrong ones. Used by one thread at a time, that of its Scorer or Checker.

    language_model  the directory of the language model; None:
                    $T2SED_LANGUAGE_MODEL.
    path            the judge's own directory; None: the one that ships.
    device, threads, precision  as for LanguageModel.

    ``Scorer(model, judge=judge)`` and ``Checker(judge=judge)`` let it count.
    Source: docs/research/language-model-study.md.
    """
    _kind = "judge"

    def __init__(self, language_model: "Optional[os.PathLike[str] | str]" = None,
                 *, path: "Optional[os.PathLike[str] | str]" = None,
                 device: str = "cpu", threads: int = 0,
                 precision: str = "auto"):
        super().__init__(lib.t2sed_judge_open(
            path, language_model,
            t2sed_language_model_options(
                device=device, threads=threads,
                precision=choice("precision", LanguageModel._PRECISIONS,
                                 precision))))

    def logits(self, question: "str | Question", queries: Iterable[str],
               database: Optional[Database] = None,
               evidence: Optional[Evidence] = None,
               earlier: "Sequence[Turn]" = ()) -> List[Optional[float]]:
        """What it says of each query, above 0 where that is rather right; None
        where it says nothing: an empty text, or no schema."""
        queries = checked_list("queries", queries)
        out = (c_double * max(len(queries), 1))()
        lib.t2sed_judge_logits(out, self, make_beam(
            question, queries, earlier, database=database, evidence=evidence))
        return [None if math.isnan(x) else x for x in out[:len(queries)]]


class JudgeRecorder(Judge):
    """In the place of a Judge it says nothing and keeps what that would read:
    the text to train one on.

    reasons  whether what a Checker finds is part of the text.
    """

    def __init__(self, *, reasons: bool = False):
        Handle.__init__(self, lib.t2sed_judge_new_recorder(1 if reasons else 0))

    @property
    def recorded(self) -> Optional[Dict[str, Any]]:
        """The last question: "prompt", "right" and "candidates", each "query",
        "reasons" and "result" (t2sed/parts/judge.h); None: there was none."""
        text = lib.t2sed_judge_recorded(self)
        return None if text is None else cast(Dict[str, Any], json.loads(text))
