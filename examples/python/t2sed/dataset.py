"""Which databases belong together when models are trained."""
from __future__ import annotations

from ctypes import c_char_p, c_int, c_uint32

from .library import declare, lib


declare("t2sed_dataset_fold", c_int, c_char_p, c_int, c_uint32)


def database_fold(name: str, folds: int = 5, seed: int = 0) -> int:
    """The fold that a database belongs to, 0 to folds - 1: what models that
    others learn from are trained without (`t2sed train --folds`)."""
    return lib.t2sed_dataset_fold(name.encode("utf-8"), folds, seed)
