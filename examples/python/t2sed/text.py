"""Texts for people."""
from __future__ import annotations

from ctypes import create_string_buffer

from .library import lib


def printable(text: str) -> str:
    """Text as one line without control, invisible and bidirectional
    characters: these become visible escapes, such as \\n and \\u202e."""
    if text.isprintable():
        return text
    given = text.encode("utf-8", "surrogatepass")
    size = lib.t2sed_printable(None, 0, given, len(given)) + 1
    line = create_string_buffer(size)
    lib.t2sed_printable(line, size, given, len(given))
    return line.value.decode("utf-8")
