"""Pairs of question and query as a Spark job: one scorer a worker process."""
from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Tuple

from .pairs import Databases, Pairs

if TYPE_CHECKING:
    from pandas import DataFrame
    from pyspark.sql import DataFrame as SparkFrame

#: The columns that come to a frame's own, as Spark writes a schema.
COLUMNS = ("probability double, findings array<struct<code: string, "
           "severity: string, message: string>>, error string")


@lru_cache(maxsize=2)
def _kept(_process: int, settings: Tuple[Tuple[str, Any], ...]) -> Pairs:
    return Pairs(**dict(settings))


def pair_checker(databases: Optional[Databases] = None, *,
                 question: str = "question", query: str = "sql",
                 db_id: str = "db_id", **options: Any
                 ) -> "Callable[[Iterator[DataFrame]], Iterator[DataFrame]]":
    """The function that ``mapInPandas`` calls: frames of pandas in, the same
    with the columns of COLUMNS out.

    databases        as Pairs takes them, each read where the worker runs.
    question, query, db_id
                     the columns that have them.
    options          as for Pairs: ``model`` (a directory on each worker or a
                     name), ``findings=False`` (quicker), ``most``...

    The model is opened in a worker process when its first task comes, and it
    and the databases stay open between batches and tasks. A question's queries
    are quicker in one batch than in several. A row that can't be
    scored says why in its ``error``; a model that can't be opened, or a column
    that is not there, fails the job.
    """
    settings = (("databases", databases), *sorted(options.items()))

    def check(frames: "Iterator[DataFrame]") -> "Iterator[DataFrame]":
        pairs = _kept(os.getpid(), settings)
        for frame in frames:
            rows = pairs.check(
                list(frame[question]), list(frame[query]),
                None if databases is None else list(frame[db_id]))
            yield frame.assign(
                probability=[row.probability for row in rows],
                findings=[[{"code": one.code, "severity": one.severity,
                            "message": one.message} for one in row.findings]
                          for row in rows],
                error=[row.error for row in rows]).astype(
                    {"probability": float})
    return check


def check_pairs(frame: "SparkFrame", databases: Optional[Databases] = None,
                **options: Any) -> "SparkFrame":
    """A frame of Spark with the columns of COLUMNS beside its own: what
    ``pair_checker`` with these arguments gives."""
    # pylint: disable-next=import-outside-toplevel
    from pyspark.sql.types import StructType
    more = StructType.fromDDL(COLUMNS)
    return frame.mapInPandas(pair_checker(databases, **options),
                             StructType(frame.schema.fields + more.fields))
