"""Where databases are read: in this process, or in a worker process."""
from __future__ import annotations

from ctypes import c_int

from .arguments import choice
from .handle import STATUS, declare
from .library import lib

_ISOLATIONS = {"none": 0, "worker": 1}
declare("t2sed_set_isolation", STATUS, c_int)


def set_isolation(isolation: str) -> None:
    """Sets where the databases that are opened from now on are read, by the
    whole process: "none", in this process (the default), or "worker", in a
    worker process for each, which the system holds to reading files, to a
    gigabyte of memory and to its time. For databases and queries that may mean
    harm; also where this process has two copies of SQLite (a wheel that brings
    its own), since a copy does not know the other's locks.

    Raises Error where the worker program is not found.
    """
    lib.t2sed_set_isolation(choice("isolation", _ISOLATIONS, isolation))
