"""Finds libt2sed.so, and libt2sed-lab.so and the program beside it; in the
wheels of `make wheels`, the lab is a part of the former."""
from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import shutil
import sys
from typing import Any, Optional

from .declarations import FUNCTIONS, t2sed_error
from .record import STATUS, Made, type_of

_HERE = os.path.dirname(os.path.abspath(__file__))
_SONAME = {"darwin": "libt2sed.0.10.dylib", "win32": "t2sed.dll"}.get(
    sys.platform, "libt2sed.so.0.10")
#: What pip installs.
_BUNDLED = os.path.join(_HERE, "lib", _SONAME)


class Library(ctypes.CDLL):
    """A shared library whose functions are called as handle.py says."""

    def typed(self, name: str) -> Any:
        """The function itself, with the types of declarations.py."""
        result, parameters = FUNCTIONS[name]
        out = isinstance(result, Made)
        fails = out or result is STATUS
        function = self[name]
        function.restype = ctypes.c_int if fails else type_of(result)
        function.argtypes = [ctypes.POINTER(ctypes.c_void_p)] * out \
            + [type_of(kind) for kind in parameters.values()] \
            + [ctypes.POINTER(t2sed_error)] * fails
        return function

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(name)
        from .handle import function_of  # pylint: disable=cyclic-import,import-outside-toplevel
        function = function_of(self, name)
        setattr(self, name, function)
        return function


def _open_library() -> Library:
    up = os.pardir
    tried = []
    for path in (os.environ.get("T2SED_LIBRARY"), _BUNDLED,
                 os.path.join(_HERE, up, up, up, "build", "lib",
                              "libt2sed.so"),
                 os.path.join(_HERE, up, up, up, up, "lib", "libt2sed.so"),
                 _SONAME, ctypes.util.find_library("t2sed")):
        if not path:
            continue
        try:
            return Library(path)
        except OSError as error:
            tried.append(str(error))
    raise OSError("libt2sed.so was not found (set T2SED_LIBRARY): "
                  + "; ".join(tried))


lib = _open_library()


@functools.lru_cache(maxsize=None)
def _has_lab() -> bool:
    """Whether the library is of `make wheels`: the lab and SQLite are in it."""
    try:
        return bool(lib["t2sed_dataset_fold"])
    except AttributeError:
        return False


def has_own_sqlite() -> bool:
    """Whether the library is of a wheel that brings a SQLite (inside it, or as
    auditwheel puts it there), which is not the one of Python's sqlite3 module:
    neither knows the locks of the other."""
    return lib._name == _BUNDLED and (_has_lab() or os.path.isdir(
        os.path.join(os.path.dirname(_HERE), "t2sed.libs")))


@functools.lru_cache(maxsize=None)
def open_lab() -> Library:
    """libt2sed-lab.so, which works with the runtime of its own version."""
    if _has_lab():
        return lib
    version = lib.t2sed_version().decode()
    path = os.path.join(os.path.dirname(lib._name),
                        f"libt2sed-lab.so.{version}")
    try:
        return Library(path)
    except OSError as error:
        raise ImportError("t2sed.lab needs libt2sed-lab.so of this version "
                          f"beside {lib._name}: {error}") from None


def program() -> Optional[str]:
    """The path of the program t2sed that belongs to the library, else that of
    the one on the path; None: there is none."""
    folder = os.path.dirname(lib._name)  # "": the system's loader found it
    name = "t2sed.exe" if os.name == "nt" else "t2sed"
    beside = os.path.join(os.path.abspath(folder), os.pardir, "bin", name)
    return beside if folder and os.access(beside, os.X_OK) else shutil.which(
        "t2sed")
