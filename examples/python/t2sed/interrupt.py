"""Ctrl-C in the middle of a long call.

The library asks a handler of the calling thread about every 50 ms whether to
go on. Ours lets Python run its signal handlers; what one of them raises
(KeyboardInterrupt, or the exception of a time limit) ends the call and is
raised where the call was made. Python runs signal handlers on its main thread
alone, so calls on other threads are not asked about.
"""
from __future__ import annotations

import threading
from ctypes import CFUNCTYPE, c_int, c_void_p
from typing import Generator, List

from .library import lib

# Of the arguments the first, which every calling convention of C finds without
# the others: a generator's send takes one.
_HANDLER = CFUNCTYPE(c_int, c_void_p)
_set = lib.typed("t2sed_interrupt_set")
_set.argtypes = [_HANDLER, c_void_p]

_raised: List[BaseException] = []
_is_set = False


def _answers() -> Generator[int, object, None]:
    """Each time it is resumed, whether to stop: 0 or 1.

    Not a function: Python runs signal handlers as it enters one, before any
    ``try`` of its own. A generator is resumed inside of it.
    """
    stop = 0
    while True:
        try:
            while True:
                answer, stop = stop, 0
                yield answer
        except GeneratorExit:
            return
        except BaseException as error:  # pylint: disable=broad-except
            # Without the traceback, by which others could reach this frame and
            # clear it (traceback.clear_frames).
            _raised.append(error.with_traceback(None))
            stop = 1


_generator = _answers()
next(_generator)
_handler = _HANDLER(_generator.send)


def watch() -> None:
    """Lets Ctrl-C end the long calls of the main thread; once is enough."""
    global _is_set
    if not _is_set and threading.current_thread() is threading.main_thread():
        _set(_handler, None)
        _is_set = True


def settle() -> None:
    """After a call: raises what ended it, or would have a little later."""
    global _is_set
    if not _raised:
        watch()
        return
    if threading.current_thread() is not threading.main_thread():
        return
    _is_set = False
    watch()
    error = _raised[0]
    _raised.clear()
    raise error


watch()
