"""Finds libt2sed.so, and libt2sed-lab.so and the program beside it."""
from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import shutil
from typing import Optional

_HERE = os.path.dirname(os.path.abspath(__file__))
_SONAME = "libt2sed.so.0.10"
#: What pip installs.
_BUNDLED = os.path.join(_HERE, "lib", _SONAME)


def _open_library() -> ctypes.CDLL:
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
            return ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
    raise OSError("libt2sed.so was not found (set T2SED_LIBRARY): "
                  + "; ".join(tried))


lib = _open_library()


def has_own_sqlite() -> bool:
    """Whether the library is of a wheel that brings a SQLite (auditwheel puts
    it there), which is not the one of Python's sqlite3 module: neither knows
    the locks of the other."""
    return lib._name == _BUNDLED and os.path.isdir(
        os.path.join(os.path.dirname(_HERE), "t2sed.libs"))


@functools.lru_cache(maxsize=None)
def open_lab() -> ctypes.CDLL:
    """libt2sed-lab.so, which works with the runtime of its own version."""
    version = lib.t2sed_version().decode()  # errors.py has declared it
    path = os.path.join(os.path.dirname(lib._name),
                        f"libt2sed-lab.so.{version}")
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError("t2sed.lab needs libt2sed-lab.so of this version "
                          f"beside {lib._name}: {error}") from None


def program() -> Optional[str]:
    """The path of the program t2sed that belongs to the library, else that of
    the one on the path; None: there is none."""
    folder = os.path.dirname(lib._name)  # "": the system's loader found it
    beside = os.path.join(os.path.abspath(folder), os.pardir, "bin", "t2sed")
    return beside if folder and os.access(beside, os.X_OK) else shutil.which(
        "t2sed")
