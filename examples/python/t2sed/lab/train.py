"""Making models: forests and detectors, weights and thresholds, imports."""
from __future__ import annotations

import json
import math
import os
from ctypes import byref, c_int, c_size_t
from threading import get_ident
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, \
    Sequence, Tuple

from ..arguments import checked_list, checked_texts, choice, path as path_of
from ..arrays import Numbers, numbers, same_length
from ..declarations import (t2sed_import_options, t2sed_reranker_example,
                            t2sed_reranker_fit_options, t2sed_reranker_weights,
                            t2sed_train_options, t2sed_train_progress_fn,
                            t2sed_trigger_goal, t2sed_trigger_options, words)
from ..evidence import Evidence
from ..handle import Handle, declare, raised
from ..model import Model
from ..parser import Parser
from ..question import Question, as_question
from ..schema import Schema
from ..schema_prediction import SchemaPredictor
from ..sketch import Sketcher
from .binding import as_dict, lab
from .metrics import items_of

_PRECISIONS = Model._PRECISIONS


declare("t2sed_train_options", parser="parser+")
declare("t2sed_trainer_open", model=path_of("model", optional=True))
declare("t2sed_trainer_set_evidence", source="evidence+")
declare("t2sed_trainer_set_predictors", sketcher="sketcher+",
        schema="schema_predictor+")
declare("t2sed_trainer_add", schema="schema?")
declare("t2sed_trainer_resume", checkpoint=path_of("checkpoint"))
declare("t2sed_trainer_save", directory=path_of("path"))
declare("t2sed_model_import", from_=path_of("source"), to=path_of("path"))
declare("t2sed_model_export", path=path_of("path"))


class Trainer(Handle):
    """Trains a detector: forests (boosted trees) on evidence, and with a text
    model its encoder, graph layers and head. Used by one thread at a time.

    model     the model directory to start from; None: forests alone.
    evidence  names of features (Evidence.names) for new forests; None: the
              model's own.
    branch    what is trained: "default" (all that the model has), "text",
              "evidence" or "all".
    parse, parser  as for Scorer.
    options   numbers and paths of t2sed_train_options: trees, forests,
              epochs, learning_rate, seed, threads, checkpoint, log...

    Forests need LightGBM, whose library $T2SED_LIGHTGBM names. Raises Error:
    "EINVAL", "EMISMATCH" (no such feature), those of Model.
    Source: Chen et al. 2023, sections 3.3 and 4.1.
    """
    _kind = "trainer"
    _BRANCHES = words("T2SED_BRANCH_")
    _PURPOSES = words("T2SED_", "train dev refit")

    def __init__(self, model: "Optional[os.PathLike[str] | str]" = None, *,
                 evidence: Optional[Sequence[str]] = None,
                 branch: str = "default", parse: bool = True,
                 parser: Optional[Parser] = None, **options: Any):
        at, _, count = checked_texts("evidence", evidence or [])
        super().__init__(lab.t2sed_trainer_open(model, t2sed_train_options.defaults(
            lab, parse=0 if parse else 1, parser=parser, branch=choice("branch", self._BRANCHES, branch),
            add_evidence=at, add_evidence_count=count, **options)))

    def set_evidence(self, evidence: Optional[Evidence]) -> None:
        """Where the evidence of the beams added next comes from: its question
        is set to each; it is kept alive. None: question and schema alone."""
        lab.t2sed_trainer_set_evidence(self, evidence)

    def set_predictors(self, sketcher: Optional[Sketcher],
                       schema: Optional[SchemaPredictor]) -> None:
        """What predicts sketches, tables and columns for the beams added next;
        they are kept alive. Best are those that have not seen the database
        (`t2sed train --folds`, database_fold)."""
        lab.t2sed_trainer_set_predictors(self, sketcher, schema)

    def add(self, question: "str | Question", queries: Iterable[str],
            labels: Numbers, *, purpose: str = "train", weight: float = 1.0,
            schema: Optional[Schema] = None) -> int:
        """Adds a question and the queries that a parser gave for it; returns
        how many of these went in (one that can't be read is left out).

        labels   [queries]: 1 right, 0 wrong, None or -1: left out.
        purpose  "train", "dev" (metrics, the best epoch) or "refit".
        weight   what each example counts for.
        schema   resolves names.

        Raises Error: "EINVAL", "ESTATE" (training has begun)...
        """
        queries, added = checked_list("queries", queries), c_size_t()
        at, _, count = checked_texts("queries", queries)
        same_length(queries=queries, labels=labels)
        lab.t2sed_trainer_add(
            self, choice("purpose", self._PURPOSES, purpose),
            as_question(question), at, numbers("labels", c_int, labels, -1),
            count, weight, schema, byref(added))
        return added.value

    def resume(self, checkpoint: "os.PathLike[str] | str") -> None:
        """Continues from a checkpoint, after the same beams were added."""
        lab.t2sed_trainer_resume(self, checkpoint)

    def run(self, progress: "Optional[Callable[[Dict[str, Any]], object]]"
            = None) -> None:
        """Trains to the end.

        progress  called after each step and epoch with the fields of
                  t2sed_train_progress; a true answer stops the training
                  (Error "ECANCELLED"), and so does what it raises.

        Raises Error: "EEMPTY" (no training beams), "ENOTFOUND" (LightGBM)...
        """
        def call(state: Any, _: object) -> int:
            try:
                return int(bool(progress and progress(
                    as_dict(state.contents))))
            except BaseException as error:
                raised.setdefault(get_ident(), error)
                return 1
        lab.t2sed_trainer_run(self, t2sed_train_progress_fn(call), None)

    def save(self, path: "os.PathLike[str] | str",
             precision: str = "auto") -> None:
        """Writes a model directory; precision: "fp32" ("auto"), "fp16" or
        "bf16"."""
        lab.t2sed_trainer_save(self, path, choice("precision", _PRECISIONS,
                                                  precision))


def fit_reranker(examples: "Iterable[Tuple[Any, Numbers]]", *,
                 ridge: Optional[float] = None) -> Dict[str, float]:
    """Learns the weights of the re-ranker's policy "default", for
    ``Reranker(weights=...)``.

    examples  pairs of Reranker.signals and labels (1, 0, None) of beams.
    ridge     pulls weights to 0; None: 0.01.

    Raises Error: "EEMPTY" (no beam with right and wrong answers).
    Source: McFadden 1974; Platt 1999.
    """
    records = []
    for signals, labels in examples:
        if len(labels) != signals.count:
            raise ValueError(f"labels: {len(labels)} of {signals.count}")
        records.append(t2sed_reranker_example(
            signals=signals, labels=numbers("labels", c_int, labels, -1),
            weight=1.0))
    weights = t2sed_reranker_weights()
    lab.t2sed_reranker_fit(
        weights, (t2sed_reranker_example * len(records))(*records),
        len(records),
        t2sed_reranker_fit_options.defaults(lab, ridge=ridge))
    return as_dict(weights)


def fit_trigger(scores: Numbers, labels: Numbers, *,
                precision: Optional[float] = 0.95,
                budget: Optional[float] = 1.0) -> Tuple[float, float]:
    """Chooses the thresholds (answer, abstain) of a Trigger: as many answers
    as the precision allows, and of the rest so large a share of questions asked
    about as the budget allows. None: no such goal.

    Raises Error: "ENOTFOUND" (no threshold has that precision), "EEMPTY".
    Source: Chen et al. 2023, section 4.2.4, Tables 5 and 7.
    """
    out = t2sed_trigger_options()
    lab.t2sed_trigger_fit(out, items_of(scores, labels), t2sed_trigger_goal(
        precision=math.nan if precision is None else precision,
        budget=math.nan if budget is None else budget))
    return out.answer, out.abstain


def import_model(source: "os.PathLike[str] | str",
                 path: "os.PathLike[str] | str", *, precision: str = "auto",
                 config: Optional[Mapping[str, Any]] = None,
                 keep_text: "Optional[os.PathLike[str] | str]" = None,
                 **options: int) -> None:
    """Makes a model directory of a pre-trained encoder or language model.

    source     a Hugging Face directory (BERT, RoBERTa, Qwen2, Llama), or a
               GGUF file.
    path       the directory to write.
    precision  "auto", "fp32", "fp16" or "bf16".
    config     members of the "t2sed" object of config.json.
    keep_text  a file whose tokens the vocabulary is pruned to.
    options    seed, keep_first, layers: as in t2sed_import_options.

    Raises Error: "ENOTFOUND", "EFORMAT", "EMISMATCH", "EUNSUPPORTED"...
    """
    lab.t2sed_model_import(source, path, t2sed_import_options.defaults(
        lab, keep_text=keep_text, precision=choice("precision", _PRECISIONS, precision),
        config=None if config is None else json.dumps(config), **options))


def export_model(model: Model, path: "os.PathLike[str] | str") -> None:
    """Writes a model as a TorchScript archive, which torch.jit.load runs
    without this library. Raises Error: "EIO", "EBACKEND"..."""
    lab.t2sed_model_export(model, path)
