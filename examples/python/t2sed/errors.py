"""What goes wrong, and the version of the library that says so."""
from __future__ import annotations

from ctypes import (POINTER, Structure, c_char, c_char_p, c_int, c_ssize_t,
                    c_void_p)
from typing import Any, Optional, Tuple

from . import interrupt
from .library import lib


class CError(Structure):
    """t2sed_error of t2sed/status.h."""
    _fields_ = [("code", c_int), ("reserved_int", c_int),
                ("offset", c_ssize_t), ("reserved", c_void_p * 7),
                ("text", c_char * 440)]


ERROR = POINTER(CError)
lib.t2sed_version.restype = lib.t2sed_status_name.restype = c_char_p
lib.t2sed_status_name.argtypes = [c_int]


class Error(Exception):
    """A failure of the library.

    ``code`` is the name of the status ("ESYNTAX"), ``offset`` the byte in the
    input at which it went wrong, or None.
    """

    def __init__(self, code: str, text: str, offset: Optional[int] = None):
        super().__init__(f"{text} [{code}]")
        self.code = code
        self.text = text
        self.offset = offset

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copies and pickles are made of the arguments, not of the text that
        they came to."""
        return type(self), (self.code, self.text, self.offset)


def failure(error: CError) -> Error:
    return Error(lib.t2sed_status_name(error.code).decode(),
                 error.text.decode("utf-8"),
                 error.offset if error.offset >= 0 else None)


def check(status: int, error: CError) -> None:
    interrupt.settle()
    if status != 0:
        raise failure(error)


def version() -> str:
    """The version of the library, "0.1.0"."""
    return str(lib.t2sed_version(), "utf-8")
