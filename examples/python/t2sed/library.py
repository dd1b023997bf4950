"""Finds libt2sed.so, and libt2sed-lab.so beside it."""
from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os


def _open_library() -> ctypes.CDLL:
    here, up = os.path.dirname(os.path.abspath(__file__)), os.pardir
    tried = []
    for path in (os.environ.get("T2SED_LIBRARY"),
                 os.path.join(here, up, up, up, "build", "lib", "libt2sed.so"),
                 os.path.join(here, up, up, up, up, "lib", "libt2sed.so"),
                 ctypes.util.find_library("t2sed"), "libt2sed.so.0"):
        if not path:
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
    raise OSError("libt2sed.so was not found (set T2SED_LIBRARY): "
                  + "; ".join(tried))


lib = _open_library()


@functools.lru_cache(maxsize=None)
def open_lab() -> ctypes.CDLL:
    """libt2sed-lab.so, which works with the runtime of its own version."""
    return ctypes.CDLL(os.path.join(os.path.dirname(lib._name),
                                    "libt2sed-lab.so"))
