"""What goes wrong, and the version of the library that says so."""
from __future__ import annotations

from typing import Any, Optional, Tuple

from . import interrupt
from .declarations import t2sed_error
from .library import lib


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


def failure(error: t2sed_error) -> Error:
    return Error(lib.t2sed_status_name(error.code).decode(),
                 error.text.decode("utf-8"),
                 error.offset if error.offset >= 0 else None)


def check(status: int, error: t2sed_error) -> None:
    interrupt.settle()
    if status != 0:
        raise failure(error)


def version() -> str:
    """The version of the library, "0.1.0"."""
    return str(lib.t2sed_version(), "utf-8")
