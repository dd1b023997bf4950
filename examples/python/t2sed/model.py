"""A trained detector."""
from __future__ import annotations

import os
from ctypes import (POINTER, Structure, c_char_p, c_double, c_int, c_size_t,
                    c_uint)
from typing import Any, List, Mapping, Optional, Tuple

from .arguments import Argument, Record, choice, path as path_of, wrong
from .handle import STATUS, Handle, declare, made
from .library import lib


class _ModelOptions(Record):
    """t2sed_model_options of t2sed/model.h."""
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p),
                ("precision", c_int), ("threads", c_int), ("flags", c_uint),
                ("backend", c_char_p)]


class _Info(Record):
    """t2sed_model_info of t2sed/model.h."""
    _fields_ = [("struct_size", c_size_t), ("path", c_char_p),
                ("config", c_char_p), ("backend", c_char_p),
                ("device", c_char_p), ("precision", c_int), ("hidden", c_int),
                ("max_tokens", c_int), ("reads_parses", c_int),
                ("threshold", c_double)]


class _File(Structure):
    """t2sed_model_file of t2sed/model.h."""
    _fields_ = [("name", c_char_p), ("data", c_char_p), ("size", c_size_t)]


def _files(value: Any, _used: List[Any], lent: List[Any]) -> Tuple[Any, ...]:
    """Bytes by name as C's array; the model that is made keeps the bytes."""
    if not isinstance(value, Mapping):
        raise wrong("files", "a dict", value)
    for name, data in value.items():
        if not isinstance(name, str):
            raise wrong("files: a name", "a str", name)
        if not isinstance(data, bytes):
            raise wrong(f"files: {name}", "bytes", data)
    lent.extend(value.values())
    return (_File * len(value))(*(
        _File(name.encode("utf-8"), data, len(data))
        for name, data in value.items())), len(value)


declare("t2sed_model_open_memory", made("model"), path_of("name"),
        Argument((POINTER(_File), c_size_t), _files), POINTER(_ModelOptions))
declare("t2sed_model_open", made("model"), path_of("path", optional=True),
        POINTER(_ModelOptions))
declare("t2sed_model_describe", STATUS, "model", POINTER(_Info))
declare("t2sed_model_feature_count", c_size_t, "model")
declare("t2sed_model_feature_name", c_char_p, "model", c_size_t)


class Model(Handle):
    """A trained detector.

    path       a model directory, or the name of a model that ships: "default",
               "large"; None opens the default model.
    device     "cpu", "cuda" or "cuda:1".
    precision  "auto" (bf16 where the processor has it), "fp32", "fp16" or
               "bf16".
    threads    threads of the engine, for the whole process; 0 takes all cores.
    trust_archive  the path may name a TorchScript archive (docs/model-format.md),
               whose code is run: only for archives from someone whom you would
               let run a program.

    Raises Error: "ENOTFOUND" (no model there), "ENOBACKEND" (no
    libtorch, which "large" needs),
    "ENODEVICE", "EFORMAT"...
    """
    _kind = "model"
    _shared = True
    _PRECISIONS = {"auto": 0, "fp32": 1, "fp16": 2, "bf16": 3}

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 device: str = "cpu", precision: str = "auto",
                 threads: int = 0, trust_archive: bool = False):
        super().__init__(lib.t2sed_model_open(path, _ModelOptions(
            device=device, threads=threads, flags=int(bool(trust_archive)),
            precision=choice("precision", self._PRECISIONS, precision))))

    @classmethod
    def from_memory(cls, files: Mapping[str, bytes],
                    name: str = "memory") -> "Model":
        """A model whose files are given, by their paths in a model directory:
        "config.json", "forest.safetensors", "sketch/config.json"... It must not
        have an encoder. `name` is what stands for the path."""
        model = cls.__new__(cls)
        Handle.__init__(model, lib.t2sed_model_open_memory(name, files,
                                                           _ModelOptions()))
        return model

    def _info(self) -> _Info:
        info = _Info()
        lib.t2sed_model_describe(self, info)
        return info

    @property
    def path(self) -> str:
        """Where the model was found."""
        return os.fsdecode(self._info().path)

    @property
    def backend(self) -> str:
        """The engine, such as "libtorch 2.13.0"."""
        return str(self._info().backend, "utf-8")

    @property
    def threshold(self) -> float:
        """The probability from which on a query counts as right."""
        return float(self._info().threshold)

    @property
    def reads_parses(self) -> bool:
        """Whether its graphs read parse trees of questions."""
        return bool(self._info().reads_parses)

    @property
    def features(self) -> List[str]:
        """The names of the features that it reads beside the text, in the
        order of Scorer.gather."""
        return [str(lib.t2sed_model_feature_name(self, i), "utf-8")
                for i in range(lib.t2sed_model_feature_count(self))]
