"""A trained detector."""
from __future__ import annotations

import os
from ctypes import (POINTER, c_char_p, c_double, c_int, c_size_t, c_uint,
                    c_void_p)
from typing import Optional

from .arguments import Record, choice, path as path_of
from .handle import Handle, declare, made
from .library import lib


class _ModelOptions(Record):
    """t2sed_model_options of t2sed/model.h."""
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p),
                ("precision", c_int), ("threads", c_int), ("flags", c_uint),
                ("backend", c_char_p)]


declare("t2sed_model_open", made("model"), path_of("path", optional=True),
        POINTER(_ModelOptions))
for _name in ("path", "config", "backend", "device"):
    declare(f"t2sed_model_{_name}", c_char_p, c_void_p)
declare("t2sed_model_threshold", c_double, c_void_p)
declare("t2sed_model_reads_parses", c_int, c_void_p)


class Model(Handle):
    """A trained detector.

    path       a model directory; None opens the default model.
    device     "cpu", "cuda" or "cuda:1".
    precision  "auto" (bf16 where the processor has it), "fp32", "fp16" or
               "bf16".
    threads    threads of the engine, for the whole process; 0 takes all cores.

    Raises Error: "ENOTFOUND" (no model there), "ENOBACKEND" (no libtorch),
    "ENODEVICE", "EFORMAT"...
    """
    _kind = "model"
    _shared = True
    _PRECISIONS = {"auto": 0, "fp32": 1, "fp16": 2, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 device: str = "cpu", precision: str = "auto",
                 threads: int = 0):
        super().__init__(lib.t2sed_model_open(path, _ModelOptions(
            device=device, threads=threads,
            precision=choice("precision", self._PRECISIONS, precision))))

    @property
    def path(self) -> str:
        """Where the model was found."""
        return os.fsdecode(lib.t2sed_model_path(self.memory))

    @property
    def backend(self) -> str:
        """The engine, such as "libtorch 2.13.0"."""
        return lib.t2sed_model_backend(self.memory).decode()

    @property
    def threshold(self) -> float:
        """The probability from which on a query counts as right."""
        return lib.t2sed_model_threshold(self.memory)

    @property
    def reads_parses(self) -> bool:
        """Whether its graphs read parse trees of questions."""
        return lib.t2sed_model_reads_parses(self.memory) != 0
