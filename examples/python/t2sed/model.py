"""A trained detector."""
from __future__ import annotations

import os
from typing import List, Optional

from .arguments import choice, path as path_of
from .declarations import t2sed_model_info, t2sed_model_options, words
from .handle import Handle, declare
from .library import lib


declare("t2sed_model_open", path=path_of("path", optional=True))


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
