"""A query, parsed."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_int, c_size_t
from typing import Mapping, Optional

from .arguments import Record, choice, text as text_of
from .handle import Handle, MADE_TEXT, declare, made
from .library import lib
from .schema import Schema


class _View(Record):
    """t2sed_sql_view_options of t2sed/sql.h."""
    _fields_ = [("struct_size", c_size_t)] + [
        (name, c_int) for name in (
            "collapse_unary", "keep_join_constraints", "keep_punctuation",
            "merge_dots", "resolve_aliases", "plain_style")]

    def __init__(self, view: Mapping[str, int]):
        super().__init__()
        lib.t2sed_sql_view_options_init(self, ctypes.sizeof(self))
        for name in view:
            if name not in dict(self._fields_[1:]):
                raise TypeError(f"a view of SQL has no switch {name}")
        self.fill(**view)


declare("t2sed_sql_view_options_init", None, POINTER(_View), c_size_t)
declare("t2sed_sql_parse_n", made("sql"), text_of("query"))
declare("t2sed_sql_print", MADE_TEXT, "sql", c_int, POINTER(_View), "schema?")


class Sql(Handle):
    """A parsed query. Raises Error ("ESYNTAX") where it is none."""
    _kind = "sql"

    def __init__(self, text: str):
        super().__init__(lib.t2sed_sql_parse_n(text))

    _FORMATS = {"sexpr": 0, "json": 1, "dot": 2}

    def tree(self, form: str = "sexpr", *,
             view: Optional[Mapping[str, int]] = None,
             schema: Optional[Schema] = None) -> str:
        """The syntax tree as "sexpr", "json" or "dot".

        view    switches of t2sed_sql_view_options that differ from its
                defaults: the simplified tree. None: the whole tree.
        schema  resolves names in the simplified tree.
        """
        text = lib.t2sed_sql_print(self, choice("form", self._FORMATS, form),
                                   None if view is None else _View(view),
                                   schema)
        return ctypes.string_at(text.pointer).decode("utf-8")
