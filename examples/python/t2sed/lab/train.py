"""Making models: forests and detectors, weights and thresholds, imports."""
from __future__ import annotations

import json
import math
import os
from ctypes import (CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_uint, c_uint64, c_void_p, pointer)
from threading import get_ident
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, \
    Sequence, Tuple

from ..arguments import (Record, checked_list, checked_texts, choice,
                         path as path_of, sized)
from ..arrays import Numbers, numbers, same_length
from ..evidence import Evidence
from ..handle import STATUS, Handle, handle, made, raised
from ..model import Model
from ..parser import Parser
from ..question import Question, as_question
from ..reranker import Signals, Weights
from ..schema import Schema
from ..schema_prediction import SchemaPredictor
from ..sketch import Sketcher
from ..trigger import TriggerOptions
from .binding import as_dict, declare, lab
from .metrics import Items, items_of

_PRECISIONS = Model._PRECISIONS


class _TrainOptions(Record):
    """t2sed_train_options of t2sed/lab/trainer.h."""
    _fields_ = sized((c_char_p, "device"),
                     (c_int, "threads epochs batch_beams"),
                     (c_double, "learning_rate warmup weight_decay beta1 "
                                "beta2 epsilon max_gradient_norm "
                                "label_smoothing"), (c_uint64, "seed"),
                     (c_int, "patience train_encoder"),
                     (c_char_p, "checkpoint"), (c_int, "checkpoint_steps"),
                     (c_char_p, "log"), (c_int, "branch"),
                     (POINTER(c_char_p), "add_evidence"),
                     (c_size_t, "add_evidence_count"), (c_int, "parse"),
                     (c_void_p, "parser"),
                     (c_int, "trees forests refit"))
    _handles_ = {"parser": handle("parser+")}


class _Progress(Record):
    """t2sed_train_progress of t2sed/lab/trainer.h."""
    _fields_ = sized((c_int, "epoch epochs"), (c_int64, "step steps"),
                     (c_double, "done learning_rate loss seconds"),
                     (c_int, "epoch_done best"),
                     (c_double, "dev_loss dev_auc dev_accuracy dev_uas "
                                "dev_las dev_upos"), (c_int, "branch fused"),
                     (c_double, "fused_auc text_weight evidence_weight"))


class _Example(Record):
    """t2sed_reranker_example of t2sed/lab/fit.h."""
    _fields_ = sized((POINTER(Signals), "signals"), (POINTER(c_int), "labels"),
                     (c_double, "weight"))


class _FitOptions(Record):
    """t2sed_reranker_fit_options of t2sed/lab/fit.h."""
    _fields_ = sized((c_uint, "features"), (c_double, "ridge"))


class _Goal(Record):
    """t2sed_trigger_goal of t2sed/lab/fit.h."""
    _fields_ = sized((c_double, "precision budget"))


class _ImportOptions(Record):
    """t2sed_import_options of t2sed/lab/import.h."""
    _fields_ = sized((c_int, "precision"), (c_uint64, "seed"),
                     (c_char_p, "config keep_text"),
                     (c_int, "keep_first layers"))


_PROGRESS = CFUNCTYPE(c_int, POINTER(_Progress), c_void_p)
declare("t2sed_train_options_init", None, POINTER(_TrainOptions), c_size_t)
declare("t2sed_trainer_open", made("trainer"), path_of("model", optional=True),
        POINTER(_TrainOptions))
declare("t2sed_trainer_set_evidence", STATUS, "trainer", "evidence+")
declare("t2sed_trainer_set_predictors", STATUS, "trainer", "sketcher+",
        "schema_predictor+")
declare("t2sed_trainer_add", STATUS, "trainer", c_int, "question",
        POINTER(c_char_p), POINTER(c_int), c_size_t, c_double, "schema?",
        POINTER(c_size_t))
declare("t2sed_trainer_resume", STATUS, "trainer", path_of("checkpoint"))
declare("t2sed_trainer_run", STATUS, "trainer", _PROGRESS, c_void_p)
declare("t2sed_trainer_save", STATUS, "trainer", path_of("path"), c_int)
declare("t2sed_reranker_fit_options_init", None, POINTER(_FitOptions),
        c_size_t)
declare("t2sed_reranker_fit", STATUS, POINTER(Weights), POINTER(_Example),
        c_size_t, POINTER(_FitOptions))
declare("t2sed_trigger_fit", STATUS, POINTER(TriggerOptions), POINTER(Items),
        POINTER(_Goal))
declare("t2sed_import_options_init", None, POINTER(_ImportOptions), c_size_t)
declare("t2sed_model_import", STATUS, path_of("source"), path_of("path"),
        POINTER(_ImportOptions))
declare("t2sed_model_export", STATUS, "model", path_of("path"))


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
    _BRANCHES = {"default": 0, "text": 1, "evidence": 2, "all": 3}
    _PURPOSES = {"train": 0, "dev": 1, "refit": 2}

    def __init__(self, model: "Optional[os.PathLike[str] | str]" = None, *,
                 evidence: Optional[Sequence[str]] = None,
                 branch: str = "default", parse: bool = True,
                 parser: Optional[Parser] = None, **options: Any):
        at, _, count = checked_texts("evidence", evidence or [])
        super().__init__(lab.t2sed_trainer_open(model, _TrainOptions.defaults(
            lab.t2sed_train_options_init, parse=0 if parse else 1,
            parser=parser, branch=choice("branch", self._BRANCHES, branch),
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
        lab.t2sed_trainer_run(self, _PROGRESS(call), None)

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
        record = _Example(labels=numbers("labels", c_int, labels, -1),
                          weight=1.0)
        record.signals = pointer(signals)
        records.append(record)
    weights = Weights()
    lab.t2sed_reranker_fit(
        weights, (_Example * len(records))(*records), len(records),
        _FitOptions.defaults(lab.t2sed_reranker_fit_options_init,
                             ridge=ridge))
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
    out = TriggerOptions()
    lab.t2sed_trigger_fit(out, items_of(scores, labels), _Goal(
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
    lab.t2sed_model_import(source, path, _ImportOptions.defaults(
        lab.t2sed_import_options_init, keep_text=keep_text,
        precision=choice("precision", _PRECISIONS, precision),
        config=None if config is None else json.dumps(config), **options))


def export_model(model: Model, path: "os.PathLike[str] | str") -> None:
    """Writes a model as a TorchScript archive, which torch.jit.load runs
    without this library. Raises Error: "EIO", "EBACKEND"..."""
    lab.t2sed_model_export(model, path)
