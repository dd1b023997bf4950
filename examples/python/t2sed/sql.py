"""A query, parsed."""
from __future__ import annotations

import ctypes
from ctypes import (POINTER, Structure, byref, c_char_p, c_int, c_size_t,
                    c_void_p)
from typing import Mapping, Optional

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib
from .schema import Schema


class _View(Structure):
    """t2sed_sql_view_options of t2sed/sql.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_int) for name in (
            "collapse_unary", "keep_join_constraints", "keep_punctuation",
            "merge_dots", "resolve_aliases", "plain_style")]

    def __init__(self, view: Mapping[str, int]):
        super().__init__(ctypes.sizeof(_View), 1, 0, 0, 1, -1, 0)
        for name, value in view.items():
            if not hasattr(self, name):
                raise TypeError(f"a view of SQL has no switch {name}")
            setattr(self, name, value)


declare("t2sed_sql_parse_n", c_int, OUT, c_char_p, c_size_t, ERROR)
declare("t2sed_sql_free", None, c_void_p)
declare("t2sed_sql_print", c_int, POINTER(c_void_p), c_void_p, c_int,
        POINTER(_View), c_void_p, ERROR)
declare("t2sed_free", None, c_void_p)


class Sql(Handle):
    """A parsed query. Raises Error ("ESYNTAX") where it is none."""
    _free = "t2sed_sql_free"

    def __init__(self, text: str):
        data, pointer, error = text.encode("utf-8"), c_void_p(), CError()
        check(lib.t2sed_sql_parse_n(byref(pointer), data, len(data),
                                    byref(error)), error)
        super().__init__(pointer)

    _FORMATS = {"sexpr": 0, "json": 1, "dot": 2}

    def tree(self, form: str = "sexpr", *,
             view: Optional[Mapping[str, int]] = None,
             schema: Optional[Schema] = None) -> str:
        """The syntax tree as "sexpr", "json" or "dot".

        view    switches of t2sed_sql_view_options that differ from its
                defaults: the simplified tree. None: the whole tree.
        schema  resolves names in the simplified tree.
        """
        text, error = c_void_p(), CError()
        check(lib.t2sed_sql_print(
            byref(text), self.pointer, self._FORMATS[form],
            None if view is None else byref(_View(view)),
            None if schema is None else schema.pointer, byref(error)), error)
        try:
            return ctypes.string_at(text).decode("utf-8")
        finally:
            lib.t2sed_free(text)
