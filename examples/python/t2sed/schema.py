"""Tables, columns and keys."""
from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_int, c_size_t, c_void_p

from .errors import CError, ERROR, check
from .handle import Handle, OUT, encoded_path
from .library import declare, lib


declare("t2sed_schema_open_sqlite", c_int, OUT, c_char_p, ERROR)
declare("t2sed_schema_parse_ddl_n", c_int, OUT, c_char_p, c_size_t, ERROR)
declare("t2sed_schema_free", None, c_void_p)
declare("t2sed_schemas_open", c_int, OUT, c_char_p, ERROR)
declare("t2sed_schemas_find", c_void_p, c_void_p, c_char_p)
declare("t2sed_schemas_free", None, c_void_p)


class Schema(Handle):
    """Tables, columns and keys of a database."""
    _free = "t2sed_schema_free"

    @classmethod
    def from_sqlite(cls, path: "os.PathLike[str] | str") -> "Schema":
        """Reads the schema of a SQLite file, which is never changed."""
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_schema_open_sqlite(byref(pointer), encoded_path(path),
                                           byref(error)), error)
        return cls(pointer)

    @classmethod
    def from_ddl(cls, text: str) -> "Schema":
        """Reads CREATE TABLE statements."""
        pointer, error = c_void_p(), CError()
        data = text.encode("utf-8")
        check(lib.t2sed_schema_parse_ddl_n(byref(pointer), data, len(data),
                                           byref(error)), error)
        return cls(pointer)


class _BorrowedSchema(Schema):
    """A schema that belongs to a Schemas object, which it keeps alive."""

    def __init__(self, pointer: c_void_p, owner: "Schemas"):
        super().__init__(pointer)
        self._owner = owner

    @property
    def pointer(self) -> c_void_p:
        self._owner.pointer  # raises where the owner is closed
        return super().pointer

    def close(self) -> None:
        self._pointer = None


class Schemas(Handle):
    """The schemas of a file in the format of Spider's tables.json."""
    _free = "t2sed_schemas_free"

    def __init__(self, path: "os.PathLike[str] | str"):
        pointer, error = c_void_p(), CError()
        check(lib.t2sed_schemas_open(byref(pointer), encoded_path(path),
                                     byref(error)), error)
        super().__init__(pointer)

    def __getitem__(self, db_id: str) -> Schema:
        """The schema of that name; KeyError where there is none."""
        found = lib.t2sed_schemas_find(self.pointer, db_id.encode("utf-8"))
        if not found:
            raise KeyError(db_id)
        return _BorrowedSchema(c_void_p(found), self)
