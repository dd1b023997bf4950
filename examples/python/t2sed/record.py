"""What declarations.py says of structs and functions beside the types of
ctypes."""
from __future__ import annotations

from ctypes import POINTER, Structure, c_char_p, c_size_t, c_void_p, pointer, \
    sizeof, string_at
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Type, TypeVar

from .arguments import RANGES, checked_integer, checked_path

R = TypeVar("R", bound="Record")

#: The result of a function that returns a t2sed_status: None, or an Error.
STATUS = object()


class Made(NamedTuple):
    """The result of a function whose first argument is `out`: the Memory of
    what it makes, which the function ``free`` frees."""
    free: str


def made(kind: str) -> Made:
    return Made(f"t2sed_{kind}_free")


#: Text that the library allocated.
MADE_TEXT = Made("t2sed_free")


def type_of(kind: Any) -> Any:
    """The type of ctypes for a kind of declarations.py."""
    if not isinstance(kind, str):
        return kind
    return POINTER(c_void_p) if kind.endswith("[]") else c_void_p


def text_in(record: Structure, field: str, length: int) -> Optional[bytes]:
    """The bytes of a field of type `char *`, which may hold NULs: reading the
    field ends at the first."""
    at = c_void_p.from_buffer(record, getattr(type(record), field).offset)
    return None if at.value is None else string_at(at, length)


class Span(Structure):
    """The methods of t2sed_span."""
    begin: int
    end: int

    def characters(self, text: bytes) -> Optional[Tuple[int, int]]:
        """The span of characters that has these bytes of a text, or None."""
        if self.begin == c_size_t(-1).value:
            return None
        first = len(text[:self.begin].decode("utf-8", "replace"))
        return first, first + len(text[self.begin:self.end].decode(
            "utf-8", "replace"))


class Record(Structure):
    """A struct of the library that begins with its size. Fields are checked as
    arguments are; None leaves one as it is."""
    #: Fields that are handles, and of which kind.
    _handles_: Dict[str, str] = {}

    def __init__(self, **fields: Any):
        super().__init__()
        self.struct_size = sizeof(self)
        #: Handles by their field, which the call that takes this sets; and
        #: records that fields point to.
        self.handles: Dict[str, Any] = {}
        self.records: List[Record] = []
        self.set_fields(**fields)

    @classmethod
    def defaults(cls: Type[R], library: Any, **fields: Any) -> R:
        """One that the library's function ..._init fills in first."""
        record = cls()
        getattr(library, f"{cls.__name__}_init")(record, sizeof(record))
        record.set_fields(**fields)
        return record

    def set_fields(self, **fields: Any) -> None:
        types: Dict[str, Any] = {name: kind for name, kind, *_
                                 in self._fields_}
        for field, value in fields.items():
            if field not in types:
                raise TypeError(f"there is no option {field!r}")
            if value is None:
                continue
            if field in self._handles_:
                self.handles[field] = value
                continue
            if isinstance(value, Record):
                self.records.append(value)
                value = pointer(value)
            elif types[field] in RANGES:
                value = checked_integer(field, types[field], value)
            elif types[field] is c_char_p:
                value = checked_path(field, value)
            setattr(self, field, value)
