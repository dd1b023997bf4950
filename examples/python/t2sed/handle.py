"""Objects that own memory of the library."""
from __future__ import annotations

import os
from ctypes import POINTER, c_void_p
from typing import Optional

from .library import lib


OUT = POINTER(c_void_p)


def encoded_path(path: "Optional[os.PathLike[str] | str]") -> Optional[bytes]:
    """A path as the library takes it; None stays None."""
    return None if path is None else os.fsencode(path)


class Handle:
    """An object of the library: freed once, by ``close`` or on collection."""
    _free = ""

    def __init__(self, pointer: c_void_p):
        self._pointer: Optional[c_void_p] = pointer

    @property
    def pointer(self) -> c_void_p:
        if self._pointer is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return self._pointer

    def close(self) -> None:
        """Frees the object; may be called again."""
        pointer, self._pointer = getattr(self, "_pointer", None), None
        if pointer is not None and lib is not None:
            getattr(lib, self._free)(pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
