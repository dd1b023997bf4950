"""Whether to answer, to ask or to abstain."""
from __future__ import annotations

import math
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_size_t, c_void_p)
from typing import Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib
from .model import Model


class _TriggerOptions(Structure):
    """t2sed_trigger_options of t2sed/trigger.h."""
    _fields_ = [("struct_size", c_size_t), ("answer", c_double),
                ("abstain", c_double)]


declare("t2sed_trigger_options_init", None, POINTER(_TriggerOptions))
declare("t2sed_trigger_options_of", c_int, POINTER(_TriggerOptions), c_void_p,
        c_double, ERROR)
declare("t2sed_trigger_open", c_int, OUT, POINTER(_TriggerOptions), ERROR)
declare("t2sed_trigger_free", None, c_void_p)
declare("t2sed_trigger_decide", c_int, c_void_p, c_double)
declare("t2sed_decision_name", c_char_p, c_int)


class Trigger(Handle):
    """Decides whether to answer, to ask or to abstain.

    answer     the probability from which on to answer.
    abstain    the probability under which to abstain.
    model      has thresholds for ``precision`` (0.90, 0.95, 0.99), which take
               the place of ``answer``.

    Raises Error: "ENOTFOUND" (the model has no such threshold), "EINVAL".
    """
    _free = "t2sed_trigger_free"

    def __init__(self, answer: Optional[float] = None, abstain: float = 0.0, *,
                 model: Optional[Model] = None, precision: float = 0.95):
        options, pointer, error = _TriggerOptions(), c_void_p(), CError()
        lib.t2sed_trigger_options_init(byref(options))
        if model is not None:
            check(lib.t2sed_trigger_options_of(
                byref(options), model.pointer, precision, byref(error)), error)
        if answer is not None:
            options.answer = answer
        options.abstain = abstain
        check(lib.t2sed_trigger_open(byref(pointer), byref(options),
                                     byref(error)), error)
        super().__init__(pointer)

    def decide(self, probability: Optional[float]) -> str:
        """"answer", "ask" or "abstain"; None could not be scored."""
        return lib.t2sed_decision_name(lib.t2sed_trigger_decide(
            self.pointer,
            math.nan if probability is None else probability)).decode()
