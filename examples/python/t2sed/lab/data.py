"""Datasets of labelled predictions (docs/dataset-format.md)."""
from __future__ import annotations

import json
import os
from ctypes import byref, c_char_p, c_size_t, c_uint64, string_at
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, \
    Tuple, Union

from ..arguments import (choice, integer, name as name_of, path as path_of,
                         text as text_of)
from ..database import ISOLATIONS
from ..declarations import (t2sed_collector_counts, t2sed_collector_options,
                            t2sed_dataset_filter, words)
from ..errors import Error
from ..handle import Handle, declare
from ..schema import Schemas
from .binding import as_dict, lab
from .labels import RULES


declare("t2sed_collector_options", schemas="schemas+")
declare("t2sed_dataset_open", path=path_of("path"))
declare("t2sed_dataset_split", seed=integer("seed", c_uint64))
declare("t2sed_collector_new", dataset="dataset+", source=name_of("source"))
declare("t2sed_collector_add", line=text_of("line"))


#: What is wrong with one line, which is left out; others end the collecting.
_OF_LINES = "EEMPTY", "EFORMAT", "EUTF8", "ELIMIT", "ENOTFOUND", "EDATABASE"


class _Collector(Handle):
    _kind = "collector"


class Dataset(Handle):
    """A file of questions, the queries that parsers gave for them, and whether
    each is right. Used by one thread at a time.

    write  whether it is changed, and made where there is none.

    Raises Error: "ENOTFOUND", "EFORMAT" (no dataset), "EUNSUPPORTED",
    "EDATABASE", "EIO".
    """
    _kind = "dataset"
    _forks = False
    _SIDES = words("T2SED_SIDE_", "all part rest")

    def __init__(self, path: "os.PathLike[str] | str", *, write: bool = False):
        super().__init__(lab.t2sed_dataset_open(path, int(bool(write))))

    def describe(self) -> Dict[str, Any]:
        """What is in it and where it came from: "rule", counts of questions,
        beams and candidates, "sources", "splits"."""
        text = lab.t2sed_dataset_describe(self)
        found: Dict[str, Any] = json.loads(string_at(text.pointer))
        return found

    def beams(self, *, parser: Optional[str] = None, side: str = "all",
              part: float = 0.8, seed: int = 0) -> "Iterator[Dict[str, Any]]":
        """The beams in the order of collecting, each as a line of JSON Lines
        has it: "question", "db_id", "gold", "candidates" with "sql" and
        "label"... One at a time goes over a dataset.

        parser  of this one alone.
        side    "part" or "rest" of the split with this ``part`` and ``seed``.

        Raises Error: "ENOTFOUND" (no such split)...
        """
        lab.t2sed_dataset_select(self, t2sed_dataset_filter(
            parser=parser, side=choice("side", self._SIDES, side), part=part,
            seed=seed))
        return self._beams()

    def _beams(self) -> "Iterator[Dict[str, Any]]":
        line, size = c_char_p(), c_size_t()
        while True:
            lab.t2sed_dataset_next(self, byref(line), byref(size))
            if line.value is None:
                return
            yield json.loads(line.value)

    def split(self, part: float = 0.8, seed: int = 0) -> None:
        """Splits its databases in two by chance and remembers it: the ``part``
        for training, the rest for testing. Source: Chen et al. 2023, 4.1."""
        lab.t2sed_dataset_split(self, part, seed)

    def collect(self, lines: "Iterable[Union[str, Mapping[str, Any]]]",
                source: str, *,
                db_root: "Optional[os.PathLike[str] | str]" = None,
                schemas: Optional[Schemas] = None, rule: str = "fixed",
                fill: bool = True, keep_labels: bool = False,
                isolation: str = "none", **options: Any
                ) -> "Tuple[Dict[str, Any], List[Tuple[int, Error]]]":
        """Runs and labels the queries of lines {"db_id", "question", "gold",
        "candidates": [{"sql", "score"}]} and keeps them. Goes on where an
        earlier call with this source ended: give all its lines again.

        lines        objects, or JSON.
        source       a name for what is read, as a rule the path.
        db_root      databases, as db_root/<db_id>/<db_id>.sqlite; needed
                     unless keep_labels.
        schemas      for exact match; None: the databases' own.
        rule         as for Evaluator; a dataset has one.
        fill         whether the word `value`, which some parsers write, is
                     replaced by values of the gold query.
        keep_labels  labels are those of the lines, and nothing runs.
        isolation    as for Database.
        options      parser, threads, max_candidates (5), max_milliseconds
                     (5000): as in t2sed_collector_options.

        Returns what was done (the fields of t2sed_collector_counts), and the
        lines that were left out, by number from 1, with why. Raises Error:
        "ESTATE" (opened for reading; another rule), "EIO".
        """
        bad: List[Tuple[int, Error]] = []
        counts = t2sed_collector_counts()
        with _Collector(lab.t2sed_collector_new(
                self, source, t2sed_collector_options.defaults(
                    lab, db_root=db_root, schemas=schemas, rule=choice("rule", RULES, rule),
                    fill=bool(fill), keep_labels=bool(keep_labels),
                    isolation=choice("isolation", ISOLATIONS, isolation),
                    **options))) as collector:
            for number, line in enumerate(lines, 1):
                try:
                    lab.t2sed_collector_add(collector, line if isinstance(
                        line, str) else json.dumps(line))
                except Error as error:
                    if error.code not in _OF_LINES:
                        raise
                    bad.append((number, error.with_traceback(None)))
            lab.t2sed_collector_finish(collector)
            lab.t2sed_collector_count(counts, collector)
            return as_dict(counts), bad
