"""A trained detector."""
from __future__ import annotations

import ctypes
import os
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_size_t, c_uint, c_void_p)
from typing import Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT, encoded_path
from .library import declare, lib


class _ModelOptions(Structure):
    """t2sed_model_options of t2sed/model.h."""
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p),
                ("precision", c_int), ("threads", c_int), ("flags", c_uint),
                ("backend", c_char_p)]


declare("t2sed_model_open", c_int, OUT, c_char_p, POINTER(_ModelOptions),
        ERROR)
declare("t2sed_model_free", None, c_void_p)
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
    _free = "t2sed_model_free"
    _PRECISIONS = {"auto": 0, "fp32": 1, "fp16": 2, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 device: str = "cpu", precision: str = "auto",
                 threads: int = 0):
        options = _ModelOptions(ctypes.sizeof(_ModelOptions), device.encode(),
                                self._PRECISIONS[precision], threads, 0, None)
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_model_open(byref(pointer), encoded_path(path),
                                   byref(options), byref(error)), error)
        super().__init__(pointer)

    @property
    def path(self) -> str:
        """Where the model was found."""
        return os.fsdecode(lib.t2sed_model_path(self.pointer))

    @property
    def backend(self) -> str:
        """The engine, such as "libtorch 2.13.0"."""
        return lib.t2sed_model_backend(self.pointer).decode()

    @property
    def threshold(self) -> float:
        """The probability from which on a query counts as right."""
        return lib.t2sed_model_threshold(self.pointer)

    @property
    def reads_parses(self) -> bool:
        """Whether its graphs read parse trees of questions."""
        return lib.t2sed_model_reads_parses(self.pointer) != 0
