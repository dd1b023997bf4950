"""Places in texts: bytes there, characters here."""
from __future__ import annotations

from typing import Optional, Tuple


def characters(text: bytes, begin: int, end: int
               ) -> Optional[Tuple[int, int]]:
    """A range of bytes as one of characters."""
    if begin < 0:
        return None
    first = len(text[:begin].decode("utf-8", "replace"))
    return first, first + len(text[begin:end].decode("utf-8", "replace"))
