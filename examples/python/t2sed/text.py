"""Places in texts: bytes there, characters here."""
from __future__ import annotations

from ctypes import Structure, c_size_t
from typing import Optional, Tuple

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
