"""A query, parsed."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_int, c_size_t, c_void_p

from .errors import CError, ERROR, check
from .handle import Handle, OUT
from .library import declare, lib


declare("t2sed_sql_parse_n", c_int, OUT, c_char_p, c_size_t, ERROR)
declare("t2sed_sql_free", None, c_void_p)


class Sql(Handle):
    """A parsed query. Raises Error ("ESYNTAX") where it is none."""
    _free = "t2sed_sql_free"

    def __init__(self, text: str):
        data, pointer, error = text.encode("utf-8"), c_void_p(), CError()
        check(lib.t2sed_sql_parse_n(byref(pointer), data, len(data),
                                    byref(error)), error)
        super().__init__(pointer)
