"""Datasets of labelled predictions (docs/dataset-format.md)."""
from __future__ import annotations

import json
import os
from ctypes import (POINTER, byref, c_char_p, c_double, c_int, c_size_t,
                    c_uint64, c_void_p, string_at)
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, \
    Tuple, Union

from ..arguments import (Record, choice, integer, name as name_of,
                         path as path_of, sized, text as text_of)
from ..database import ISOLATIONS
from ..errors import Error
from ..handle import MADE_TEXT, STATUS, Handle, handle, made
from ..schema import Schemas
from .binding import as_dict, declare, lab
from .labels import RULES


class _Filter(Record):
    """t2sed_dataset_filter of t2sed/lab/dataset.h."""
    _fields_ = sized((c_char_p, "parser"), (c_int, "side"), (c_double, "part"),
                     (c_uint64, "seed"))


class _CollectorOptions(Record):
    """t2sed_collector_options of t2sed/lab/dataset.h."""
    _fields_ = sized((c_char_p, "db_root"), (c_void_p, "schemas"),
                     (c_char_p, "parser"), (c_int, "rule threads"),
                     (c_size_t, "max_candidates"),
                     (c_int, "fills keep_labels max_milliseconds isolation"))
    _handles_ = {"schemas": handle("schemas+")}


class _Counts(Record):
    """t2sed_collector_counts of t2sed/lab/dataset.h."""
    _fields_ = sized((c_size_t, "lines known bad_lines beams candidates kept "
                                "right wrong undecided duplicates "
                                "not_executable beyond_limit filled guessed "
                                "unread_lines unread_databases"),
                     (c_char_p, "unread_reason"))


declare("t2sed_dataset_open", made("dataset"), path_of("path"), c_int)
declare("t2sed_dataset_describe", MADE_TEXT, "dataset")
declare("t2sed_dataset_select", STATUS, "dataset", POINTER(_Filter))
declare("t2sed_dataset_next", STATUS, "dataset", POINTER(c_char_p),
        POINTER(c_size_t))
declare("t2sed_dataset_split", STATUS, "dataset", c_double,
        integer("seed", c_uint64))
declare("t2sed_collector_options_init", None, POINTER(_CollectorOptions),
        c_size_t)
declare("t2sed_collector_new", made("collector"), "dataset+",
        name_of("source"), POINTER(_CollectorOptions))
declare("t2sed_collector_add", STATUS, "collector", text_of("line"))
declare("t2sed_collector_finish", STATUS, "collector")
declare("t2sed_collector_count", STATUS, POINTER(_Counts), "collector")

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
    _SIDES = {"all": 0, "part": 1, "rest": 2}

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
        lab.t2sed_dataset_select(self, _Filter(
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
        counts = _Counts()
        with _Collector(lab.t2sed_collector_new(
                self, source, _CollectorOptions.defaults(
                    lab.t2sed_collector_options_init, db_root=db_root,
                    schemas=schemas, rule=choice("rule", RULES, rule),
                    fills=bool(fill), keep_labels=bool(keep_labels),
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
