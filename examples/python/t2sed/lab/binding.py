"""The functions of libt2sed-lab.so. ImportError where it is not there."""
from __future__ import annotations

from ctypes import Structure
from typing import Any, Dict

from ..library import open_lab

lab = open_lab()


def as_dict(record: Structure) -> Dict[str, Any]:
    """The fields of a struct but for its size."""
    found = {field[0]: getattr(record, field[0]) for field in record._fields_
             if field[0] != "struct_size"}
    return {name: value.decode("utf-8") if isinstance(value, bytes) else value
            for name, value in found.items()}
