"""Which databases belong together when models are trained."""
from __future__ import annotations

from ctypes import c_uint64

from .arguments import integer, name as name_of
from .handle import declare
from .library import open_lab

declare("t2sed_dataset_fold", name=name_of("name"), folds=integer("folds"),
        seed=integer("seed", c_uint64))


def database_fold(name: str, folds: int = 5, seed: int = 0) -> int:
    """The fold that a database belongs to, 0 to folds - 1: what models that
    others learn from are trained without (`t2sed train --folds`). It needs the
    lab, libt2sed-lab.so."""
    fold: int = open_lab().t2sed_dataset_fold(name, folds, seed)
    if fold < 0:
        raise ValueError(f"folds: {folds} is not 1 or more")
    return fold
