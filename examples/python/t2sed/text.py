"""Places in texts: bytes there, characters here; and texts for people."""
from __future__ import annotations

from ctypes import Structure, c_char_p, c_size_t, create_string_buffer
from typing import Optional, Tuple

from .library import lib

lib.t2sed_printable.restype = c_size_t
lib.t2sed_printable.argtypes = [c_char_p, c_size_t, c_char_p, c_size_t]

_NOWHERE = c_size_t(-1).value


class Span(Structure):
    """t2sed_span of t2sed/status.h."""
    _fields_ = [("begin", c_size_t), ("end", c_size_t)]

    def characters(self, text: bytes) -> Optional[Tuple[int, int]]:
        """The span of characters that has these bytes of a text, or None."""
        if self.begin == _NOWHERE:
            return None
        first = len(text[:self.begin].decode("utf-8", "replace"))
        return first, first + len(text[self.begin:self.end].decode(
            "utf-8", "replace"))


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
