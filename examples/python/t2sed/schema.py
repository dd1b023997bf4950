"""Tables, columns and keys."""
from __future__ import annotations

import os
from ctypes import c_void_p
from .arguments import name, path, text as text_of
from .handle import Handle, Memory, declare, made
from .library import lib


declare("t2sed_schema_open_sqlite", made("schema"), path("path"))
declare("t2sed_schema_parse_ddl_n", made("schema"), text_of("text"))
declare("t2sed_schemas_open", made("schemas"), path("path"))
declare("t2sed_schemas_find", c_void_p, "schemas", name("db_id"))


class Schema(Handle):
    """Tables, columns and keys of a database."""
    _kind = "schema"
    _shared = True

    @classmethod
    def from_sqlite(cls, path: "os.PathLike[str] | str") -> "Schema":
        """Reads the schema of a SQLite file, which is never changed."""
        return cls(lib.t2sed_schema_open_sqlite(path))

    @classmethod
    def from_ddl(cls, text: str) -> "Schema":
        """Reads CREATE TABLE statements."""
        return cls(lib.t2sed_schema_parse_ddl_n(text))


class Schemas(Handle):
    """The schemas of a file in the format of Spider's tables.json."""
    _kind = "schemas"
    _shared = True

    def __init__(self, path: "os.PathLike[str] | str"):
        super().__init__(lib.t2sed_schemas_open(path))

    def __getitem__(self, db_id: str) -> Schema:
        """The schema of that name; KeyError where there is none."""
        owner = self.memory
        found = lib.t2sed_schemas_find(self, db_id)
        if not found:
            raise KeyError(db_id)
        return Schema(Memory(c_void_p(found), None, (owner,)))
