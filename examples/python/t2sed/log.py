"""What the library has to say that no error can."""
from __future__ import annotations

import atexit
from threading import get_ident
from typing import Callable, Optional

from .arguments import choice, wrong
from .declarations import t2sed_log_fn, words
from .handle import calling, raised
from .library import lib


_LEVELS = words("T2SED_LOG_")
_NAMES = list(_LEVELS)
_callback: Optional[Callable[[str, str], object]] = None


@atexit.register
def _silence() -> None:
    lib.t2sed_set_log(_log, -1, None)


def _say(level: int, text: bytes, _: object) -> None:
    callback = _callback
    if callback is None:
        return
    try:
        callback(_NAMES[level], text.decode("utf-8", "replace"))
    except BaseException as error:
        if get_ident() not in calling:  # a thread of the library's
            raise  # to sys.unraisablehook
        raised.setdefault(get_ident(), error)


# Lives as long as the process: the library keeps a pointer to it.
_log = t2sed_log_fn(_say)


def set_log(callback: Optional[Callable[[str, str], object]],
            level: str = "warning") -> None:
    """Sends what the library has to say to ``callback(level, text)``: messages
    of this level ("error", "warning", "info", "debug") and the graver ones, by
    any thread. None ends that.

    What the callback raises, the call raises that it was called from, once
    that has come to its end. Raises RuntimeError while another call runs.
    """
    global _callback
    if callback is not None and not callable(callback):
        raise wrong("callback", "a function or None", callback)
    number = choice("level", _LEVELS, level)
    if calling:
        raise RuntimeError("set_log: another call is running")
    _callback = callback
    if callback is None:
        _silence()
    else:
        lib.t2sed_set_log(_log, number, None)
