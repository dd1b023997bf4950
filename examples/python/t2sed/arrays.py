"""Numbers, as C takes and gives them: lists, and arrays of numpy, which is
imported where a function gives one."""
from __future__ import annotations

from ctypes import c_double, c_float, sizeof, string_at
from math import prod
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from .arguments import checked_integer, checked_list, wrong

__all__ = ["Array", "Numbers", "array", "numbers", "numpy", "same_length"]
if TYPE_CHECKING:
    from numpy import ndarray as Array
else:
    Array = Any
#: A list, or an array of numpy or of what makes one (torch, pandas); None and
#: NaN are what is not known.
Numbers = Union[Sequence[Optional[float]], Array]


def numpy() -> Any:
    """The module; ImportError, with what to do, where it is not installed."""
    try:
        import numpy as module  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise ImportError("arrays need numpy: pip install numpy") from None
    return module


def _of_array(what: str, ctype: Any, values: Any) -> Any:
    np = numpy()
    array = np.asarray(values)
    real = ctype in (c_float, c_double)
    if array.dtype.kind not in ("biuf" if real else "biu"):
        raise wrong(what, "numbers" if real else "integers", array.flat[0]
                    if array.size else array)
    made = np.ascontiguousarray(array, ctype)
    if not real and (made != array).any():
        raise ValueError(f"{what}: a number does not fit {made.dtype}")
    return (ctype * made.size).from_buffer_copy(made.tobytes())


def numbers(what: str, ctype: Any, values: Any, missing: Any = None) -> Any:
    """C's array of a list or an array of any shape, row by row; ``missing``
    stands for None. None for None."""
    if values is None:
        return None
    if hasattr(values, "__array__"):
        return _of_array(what, ctype, values)
    values = [missing if value is None else value
              for value in checked_list(what, values)]
    if ctype not in (c_float, c_double):
        values = [checked_integer(what, ctype, value) for value in values]
    try:
        return (ctype * len(values))(*values)
    except TypeError:
        raise wrong(what, "numbers", next(
            value for value in values
            if not hasattr(value, "__float__"))) from None


def same_length(**lists: Any) -> int:
    """The length that lists have which are not None; ValueError where they
    differ."""
    lengths = {name: len(values) for name, values in lists.items()
               if values is not None}
    if len(set(lengths.values())) > 1:
        raise ValueError("lists of different lengths: " + ", ".join(
            f"{name} has {length}" for name, length in lengths.items()))
    return next(iter(lengths.values()), 0)


def array(pointer: Any, ctype: Any, *shape: int) -> Array:
    """A numpy array with a copy of what C lends."""
    np, count = numpy(), prod(shape)
    data = string_at(pointer, count * sizeof(ctype)) if count else b""
    made: Array = np.frombuffer(data, ctype).reshape(shape).copy()
    return made
