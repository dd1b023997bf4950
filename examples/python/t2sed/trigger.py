"""Whether to answer, to ask or to abstain."""
from __future__ import annotations

import math
from typing import Optional

from .declarations import t2sed_trigger_options
from .handle import Handle
from .library import lib
from .model import Model


class Trigger(Handle):
    """Decides whether to answer, to ask or to abstain.

    answer     the probability from which on to answer.
    abstain    the probability under which to abstain.
    model      has thresholds for ``precision`` (0.90, 0.95, 0.99), which take
               the place of ``answer``.

    Raises Error: "ENOTFOUND" (the model has no such threshold), "EINVAL".
    """
    _kind = "trigger"
    _shared = True

    def __init__(self, answer: Optional[float] = None, abstain: float = 0.0, *,
                 model: Optional[Model] = None, precision: float = 0.95):
        options = t2sed_trigger_options.defaults(lib)
        if model is not None:
            lib.t2sed_trigger_options_of(options, model, precision)
        options.set_fields(answer=answer, abstain=abstain)
        super().__init__(lib.t2sed_trigger_new(options))

    def decide(self, probability: Optional[float]) -> str:
        """"answer", "ask" or "abstain"; None could not be scored."""
        return str(lib.t2sed_decision_name(lib.t2sed_trigger_decide(
            self, math.nan if probability is None else probability)), "utf-8")
