"""Python's values as C takes them. What does not fit is a ValueError, what is
of another type a TypeError: C would cut numbers to their size, end texts at
their first NUL, and read strings as lists of letters."""
from __future__ import annotations

import operator
import os
from ctypes import (POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint,
                    c_uint64, sizeof)
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Tuple


class Argument(NamedTuple):
    """An argument of a function: the C types it stands for, and how a value is
    made these. ``convert`` takes the value, and two lists for the memory that
    the call uses and what it is lent (handle.py)."""
    types: Tuple[Any, ...]
    convert: Callable[[Any, List[Any], List[Any]], Tuple[Any, ...]]


#: The numbers that a type of C holds.
RANGES: Dict[Any, range] = {}
for _type in (c_int, c_uint, c_uint64, c_int64, c_size_t):
    _bits = 8 * sizeof(_type)
    _low = -(1 << (_bits - 1)) if _type(-1).value < 0 else 0
    RANGES[_type] = range(_low, _low + (1 << _bits))


def wrong(what: str, expected: str, value: Any) -> TypeError:
    """The error for a value of another type."""
    return TypeError(f"{what}: expected {expected}, "
                     f"not {type(value).__name__}")


def checked_integer(what: str, ctype: Any, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise wrong(what, "an integer", value) from None
    fits = RANGES[ctype]
    if number not in fits:
        raise ValueError(f"{what}: {number} is not between {fits[0]} and "
                         f"{fits[-1]}")
    return number


def checked_text(what: str, value: Any) -> bytes:
    if not isinstance(value, str):
        raise wrong(what, "a str", value)
    return value.encode("utf-8")


def checked_list(what: str, value: Any) -> List[Any]:
    """A str is no list of its letters."""
    if isinstance(value, (str, bytes)):
        raise wrong(what, "a list", value)
    try:
        return list(value)
    except TypeError:
        raise wrong(what, "a list", value) from None


def _terminated(what: str, data: bytes) -> bytes:
    if b"\0" in data:
        raise ValueError(f"{what}: there is a NUL in it")
    return data


def checked_path(what: str, value: Any) -> bytes:
    try:
        return _terminated(what, os.fsencode(value))
    except TypeError:
        raise wrong(what, "a path", value) from None


def choice(what: str, choices: Mapping[str, int], value: Any) -> int:
    """The number that a word stands for."""
    if not isinstance(value, str):
        raise wrong(what, "a str", value)
    if value not in choices:
        raise ValueError(f"{what}: {value!r} is none of "
                         + ", ".join(map(repr, choices)))
    return choices[value]


def integer(what: str, ctype: Any = c_int) -> Argument:
    return Argument((ctype,), lambda value, *_: (
        checked_integer(what, ctype, value),))


def name(what: str) -> Argument:
    """A str without a NUL."""
    return Argument((c_char_p,), lambda value, *_: (
        _terminated(what, checked_text(what, value)),))


def path(what: str, *, optional: bool = False) -> Argument:
    return Argument((c_char_p,), lambda value, *_: (
        None if value is None and optional else checked_path(what, value),))


def text(what: str, *, optional: bool = False) -> Argument:
    """A str, as bytes and their number."""
    def convert(value: Any, *_: Any) -> Tuple[Any, ...]:
        if value is None and optional:
            return None, 0
        data = checked_text(what, value)
        return data, len(data)
    return Argument((c_char_p, c_size_t), convert)


def checked_texts(what: str, values: Any) -> Tuple[Any, Any, int]:
    """A list of str as C's array of texts, that of their bytes, and the
    number."""
    data = [checked_text(f"{what}[{i}]", value)
            for i, value in enumerate(checked_list(what, values))]
    return ((c_char_p * len(data))(*data),
            (c_size_t * len(data))(*map(len, data)), len(data))


def texts(what: str) -> Argument:
    return Argument((POINTER(c_char_p), POINTER(c_size_t), c_size_t),
                    lambda value, *_: checked_texts(what, value))
