"""A trained detector."""
from __future__ import annotations

import os
from ctypes import POINTER, c_size_t, c_void_p, cast
from typing import Any, List, Mapping, Optional, Tuple

from .arguments import Argument, choice, path as path_of, wrong
from .declarations import (t2sed_model_file, t2sed_model_info,
                           t2sed_model_options, words)
from .handle import Handle, declare
from .library import lib


def _files(value: Any, _used: List[Any], lent: List[Any]) -> Tuple[Any, ...]:
    """Bytes by name as C's array; the model that is made keeps the bytes."""
    if not isinstance(value, Mapping):
        raise wrong("files", "a dict", value)
    pairs = list(value.items())
    for name, data in pairs:
        if not isinstance(name, str):
            raise wrong("files: a name", "a str", name)
        if not isinstance(data, bytes):
            raise wrong(f"files: {name}", "bytes", data)
    lent.extend(data for _, data in pairs)
    return (t2sed_model_file * len(pairs))(*(
        t2sed_model_file(name.encode("utf-8"), cast(data, c_void_p), len(data))
        for name, data in pairs)), len(pairs)


declare("t2sed_model_open", path=path_of("path", optional=True))
declare("t2sed_model_open_memory", name=path_of("name"),
        files=Argument((POINTER(t2sed_model_file), c_size_t), _files))


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
    _PRECISIONS = words("T2SED_", "auto fp32 fp16 bf16")

    def __init__(self, path: "Optional[os.PathLike[str] | str]" = None, *,
                 device: str = "cpu", precision: str = "auto",
                 threads: int = 0, trust_archive: bool = False):
        super().__init__(lib.t2sed_model_open(path, t2sed_model_options(
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
                                                           t2sed_model_options()))
        return model

    def _info(self) -> t2sed_model_info:
        info = t2sed_model_info()
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
