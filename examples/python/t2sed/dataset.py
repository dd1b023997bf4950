"""Which databases belong together when models are trained."""
from __future__ import annotations

from ctypes import c_char_p, c_int, c_uint64

from .arguments import integer, name as name_of
from .library import open_lab


def database_fold(name: str, folds: int = 5, seed: int = 0) -> int:
    """The fold that a database belongs to, 0 to folds - 1: what models that
    others learn from are trained without (`t2sed train --folds`). It needs the
    lab, libt2sed-lab.so."""
    function = open_lab().t2sed_dataset_fold
    function.argtypes, function.restype = [c_char_p, c_int, c_uint64], c_int
    values = [value for argument, given in ((name_of("name"), name),
                                            (integer("folds"), folds),
                                            (integer("seed", c_uint64), seed))
              for value in argument.convert(given, [], [])]
    fold: int = function(*values)
    if fold < 0:
        raise ValueError(f"folds: {folds} is not 1 or more")
    return fold
