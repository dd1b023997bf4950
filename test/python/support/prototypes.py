"""The functions of libt2sed as its headers declare them, called by name."""

import ctypes as c
import glob
import os
import re

NUMBERS = {
    "double": c.c_double, "float": c.c_float, "int": c.c_int,
    "int32_t": c.c_int32, "int64_t": c.c_int64, "ptrdiff_t": c.c_ssize_t,
    "size_t": c.c_size_t, "uint32_t": c.c_uint32, "uint64_t": c.c_uint64,
    "t2sed_status": c.c_int, "unsigned": c.c_uint, "t2sed_severity": c.c_int,
    "t2sed_finding_code": c.c_int, "t2sed_step_kind": c.c_int,
    "t2sed_step_part": c.c_int}
DECLARATION = re.compile(r"T2SED_(?:LAB_)?API\s+([^;{}#]*?)\b(t2sed_\w+)\(([^;]*)\);")
CALLBACK = re.compile(r"typedef [^;{}]*\(\*(\w+)\)\(")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("reserved_int", c.c_int),
                ("offset", c.c_ssize_t), ("reserved", c.c_void_p * 7),
                ("text", c.c_char * 440)]


class Type:
    """A type as it is written, and as ctypes has it: pointers of any kind,
    callbacks among them, are addresses."""

    def __init__(self, text, callbacks):
        self.text = re.sub(r"\s*\*\s*", "*", " ".join(text.split()))
        self.is_pointer = "*" in self.text or self.text in callbacks
        self.ctype = (c.c_void_p if self.is_pointer else
                      None if self.text == "void" else NUMBERS[self.text])

    def object_name(self):
        """What the type points to, if that has a name of ours, or ""."""
        found = re.fullmatch(r"(?:const )?(t2sed_\w+)\*", self.text)
        return found.group(1) if found else ""


class Parameter:
    def __init__(self, text, callbacks):
        before, self.name = re.fullmatch(r"(.*?)(\w+)", text.strip(),
                                         re.DOTALL).groups()
        self.type = Type(before, callbacks)


class Function:
    def __init__(self, result, name, parameters, callbacks):
        self.name = name
        self.result = Type(result, callbacks)
        self.parameters = [] if parameters.strip() == "void" else [
            Parameter(text, callbacks) for text in parameters.split(",")]

    def pointers(self):
        return [p for p in self.parameters if p.type.is_pointer]


def read(folder):
    """The functions of the headers in a folder and below, by name."""
    text = ""
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.h"),
                                 recursive=True)):
        with open(path, encoding="utf-8") as file:
            text += COMMENT.sub("", file.read())
    callbacks = set(CALLBACK.findall(text))
    return {name: Function(result, name, parameters, callbacks)
            for result, name, parameters in DECLARATION.findall(text)}


class Library:
    """Of the lab, which has the functions of the runtime too: it needs it."""
    def __init__(self, path, functions):
        self.functions = functions
        self._library = c.CDLL(path)

    def call(self, name, *values):
        function = self.functions[name]
        symbol = getattr(self._library, name)
        symbol.restype = function.result.ctype
        symbol.argtypes = [p.type.ctype for p in function.parameters]
        return symbol(*values)

    def new(self, name, *values):
        """The address of what a function makes; its first argument takes that
        and its last one the error."""
        made, error = c.c_void_p(), Error()
        if self.call(name, c.addressof(made), *values, c.addressof(error)):
            raise OSError(f"{name}: {error.text.decode()}")
        return made.value
