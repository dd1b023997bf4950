"""Writes examples/python/t2sed/declarations.py from the public headers: their
structs, constants, callbacks and functions, as ctypes has them.

    python3 pkgconfig/python_declarations.py [--update]

prints the module, or writes it (make update-declarations); a test compares.
The headers are regular: one declaration per statement, a typedef for each
struct. What this script cannot read ends it with the text in question.
"""
import keyword
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(ROOT, "include")
MODULE = os.path.join(ROOT, "examples", "python", "t2sed", "declarations.py")

TYPES = {"int": "c_int", "unsigned": "c_uint", "size_t": "c_size_t",
         "ptrdiff_t": "c_ssize_t", "double": "c_double", "float": "c_float",
         "int32_t": "c_int32", "int64_t": "c_int64", "uint32_t": "c_uint32",
         "uint64_t": "c_uint64", "unsigned char": "c_ubyte", "char": "c_char"}
#: Structs to which the package adds methods.
BASES = {"t2sed_span": "Span"}

HEAD = '''\
"""The public headers as ctypes has them. Made by
pkgconfig/python_declarations.py: do not edit, run make update-declarations.

A function has its result and its parameters, but for those that the binding
fills in: `out`, where that takes what the function makes (the result is then
made(KIND) or MADE_TEXT), and `err` (else STATUS). A str is a pointer to an
object, by its kind: t2sed_KIND in C; "KIND[]" is an array of them.
"""
# pylint: disable=invalid-name,line-too-long,too-many-lines
from __future__ import annotations

from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_int64, c_size_t, c_ssize_t,
                    c_ubyte, c_uint, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, Optional, Tuple

from .record import MADE_TEXT, Record, STATUS, Span, made
'''
WORDS = '''

def words(prefix: str, names: Optional[str] = None) -> Dict[str, int]:
    """Constants by their words: T2SED_LOG_ERROR is "error" of the prefix
    "T2SED_LOG_". All that have the prefix, or those of ``names``."""
    if names is None:
        names = " ".join(name[len(prefix):] for name in globals()
                         if name.startswith(prefix))
    return {name.lower(): globals()[prefix + name.upper()]
            for name in names.split()}
'''


def spelled(name):
    """A name of C's as Python can have it."""
    return name + "_" * keyword.iskeyword(name)


class Headers:
    """What the headers declare, each by its name, in their order."""

    def __init__(self):
        self.seen, self.constants, self.opaque = set(), {}, set()
        self.enums, self.callbacks, self.structs = set(), {}, {}
        self.functions = {}
        for name in ("t2sed.h", "t2sed/parts.h", "t2sed/lab.h"):
            self.read(os.path.join(INCLUDE, name))

    def read(self, path):
        """Reads a header after those that it includes."""
        if path in self.seen:
            return
        self.seen.add(path)
        with open(path, encoding="utf-8") as header:
            text = re.sub(r"/\*.*?\*/", " ", header.read(), flags=re.DOTALL)
        text = text.replace("\\\n", " ")
        for name in re.findall(r'^#include "(.*)"', text, re.MULTILINE):
            self.read(os.path.normpath(os.path.join(os.path.dirname(path),
                                                    name)))
        for name, value in re.findall(
                r"^#define (T2SED_\w+)[ \t]+(.*?)[ \t]*$", text, re.MULTILINE):
            self.constant(name, value)
        text = re.sub(r"^#.*$|^T2SED_(BEGIN|END)_DECLS$", "", text,
                      flags=re.MULTILINE)
        for one in re.findall(r"[^;{]+(?:\{[^}]*\}[^;]*)?;", text):
            self.declaration(" ".join(one[:-1].split()))

    def constant(self, name, value):
        """Takes a number; macros with other values are for C alone."""
        found = re.fullmatch(r"\(?(-?\d+)u?\)?", value)
        if found:
            self.constants[name] = found[1]
        elif value == "((size_t)-1)":
            self.constants[name] = "c_size_t(-1).value"

    def declaration(self, text):
        patterns = (
            (r"struct \w+", lambda: None),
            (r"typedef int (t2sed_status)", self.enums.add),
            (r"typedef struct (\w+) \1", self.opaque.add),
            (r"typedef struct (\w+) \{(.*);? ?\} \1", self.struct),
            (r"typedef enum (\w+) \{(.*)\} \1", self.enum),
            (r"typedef (.+)\(\*(\w+)\)\((.*)\)", self.callback),
            (r"T2SED_(?:LAB_)?API (.+?)(t2sed_\w+)\((.*)\)", self.function))
        for pattern, take in patterns:
            found = re.fullmatch(pattern, text)
            if found:
                take(*found.groups())
                return
        raise SystemExit(f"python_declarations: cannot read: {text}")

    def enum(self, name, body):
        self.enums.add(name)
        for one in filter(None, map(str.strip, body.split(","))):
            constant, value = one.split(" = ")
            self.constants[constant] = value

    def struct(self, name, body):
        """The fields as (type, name, array size)."""
        fields = []
        for one in filter(None, map(str.strip, body.split(";"))):
            found = re.fullmatch(r"(.+)\(\*(\w+)\)\((.*)\)", one)
            if found:
                kind = f"{name}_{found[2]}"
                self.callback(found[1], kind, found[3])
                fields.append((kind, found[2], ""))
                continue
            base, names = re.fullmatch(
                r"((?:const |struct )*(?:unsigned char|\w+)) ?(.+)",
                one).groups()
            for pointer, field, size in re.findall(
                    r"((?:\*|const| )*)\b(\w+)(?:\[(\w+)\])?", names):
                fields.append((f"{base} {pointer}", spelled(field),
                               self.constants.get(size, size)))
        self.opaque.discard(name)
        self.structs[name] = fields

    def callback(self, result, name, parameters):
        self.callbacks[name] = (result, self.parameters(parameters))

    def function(self, result, name, parameters):
        self.functions[name] = (result, self.parameters(parameters))

    @staticmethod
    def parameters(text):
        """As pairs of type and name."""
        pairs = [] if text == "void" else [
            re.fullmatch(r"(.*?)(\w+)", one.strip()).groups()
            for one in text.split(",")]
        return [(kind, spelled(name)) for kind, name in pairs]


class Writer:
    """Prints them as Python."""

    def __init__(self, headers):
        self.headers, self.lines, self.done = headers, [HEAD], set()

    def is_object(self, name):
        """What has an address and no copies: a Handle, or lent by one."""
        return name in self.headers.opaque \
            or f"{name}_free" in self.headers.functions

    def type(self, text):
        """Of a struct's field, a callback, a result: as ctypes has it."""
        text = re.sub(r"\b(const|struct)\b", " ", text)
        found = re.fullmatch(r"\s*([\w ]*?)\s*([* ]*)", text)
        if not found:
            raise SystemExit(f"python_declarations: unknown type: {text}")
        name, stars = found.groups()
        depth = stars.count("*")
        if name in self.headers.structs and not self.is_object(name) \
                or name in self.headers.callbacks:
            kind = name
            self.named(name)
        elif depth and (self.is_object(name) or name in ("void", "sqlite3")):
            kind, depth = "c_void_p", depth - 1
        elif depth and name == "char":
            kind, depth = "c_char_p", depth - 1
        elif name == "void":
            return "None"
        else:
            kind = "c_int" if name in self.headers.enums else TYPES[name]
        return "POINTER(" * depth + kind + ")" * depth

    def kind(self, text):
        """Of a parameter: an object's kind, or a type."""
        found = re.fullmatch(r"(?:const |struct )*t2sed_(\w+) *(\*|\*const \*)",
                             text.strip())
        if not found or not self.is_object(f"t2sed_{found[1]}"):
            return self.type(text)
        return f'"{found[1]}{"" if found[2] == "*" else "[]"}"'

    def named(self, name):
        """Prints a struct or callback after those that it refers to."""
        if name in self.done:
            return
        self.done.add(name)
        if name in self.headers.callbacks:
            result, parameters = self.headers.callbacks[name]
            types = ", ".join(map(self.type, [
                result, *(kind for kind, _ in parameters)]))
            self.lines.append(f"\n\n{name} = CFUNCTYPE({types})")
            return
        fields, objects = [], []
        for kind, field, size in self.headers.structs[name]:
            fields.append(f'("{field}", {self.type(kind)}'
                          + f" * {size}" * bool(size) + ")")
            if self.kind(kind).startswith('"'):
                objects.append(f'"{field}": {self.kind(kind)}')
        base = "Record" if fields[0] == '("struct_size", c_size_t)' \
            else BASES.get(name, "Structure")
        self.lines.append(f"\n\nclass {name}({base}):\n    _fields_ = ["
                          + ",\n                ".join(fields) + "]")
        if objects and base == "Record":
            self.lines.append("\n    _handles_ = {"
                              + ",\n                 ".join(objects) + "}")

    def function(self, name, result, parameters):
        """A line of FUNCTIONS."""
        given = list(parameters)
        fails = result.strip() == "t2sed_status" and given \
            and given[-1][0].strip() == "t2sed_error *"
        returned = self.kind(result)
        if fails:
            given.pop()
            returned = "STATUS"
            out = given and re.fullmatch(r"(?:t2sed_)?(\w+) \*\*", given[0][0])
            if out and (out[1] == "char" or self.is_object(f"t2sed_{out[1]}")):
                given.pop(0)
                returned = "MADE_TEXT" if out[1] == "char" \
                    else f'made("{out[1]}")'
        elif returned == "c_char_p" and ("size_t *", "length") in given:
            returned = "c_void_p"  # the text may hold NULs
        return (f'    "{name}": ({returned}, {{'
                + ", ".join(f'"{parameter}": {self.kind(kind)}'
                            for kind, parameter in given) + "}),\n")

    def module(self):
        headers = self.headers
        self.lines.append("\n" + "\n".join(
            f"{name} = {value}" for name, value in headers.constants.items()))
        for name in [*headers.structs, *headers.callbacks]:
            self.named(name)
        functions = "".join(self.function(name, *of)
                            for name, of in headers.functions.items())
        return ("".join(self.lines) + "\n\n\n"
                + "FUNCTIONS: Dict[str, Tuple[Any, Dict[str, Any]]] = {\n"
                + functions + "}\n" + WORDS)


def main():
    text = Writer(Headers()).module()
    if sys.argv[1:] == ["--update"]:
        with open(MODULE, "w", encoding="utf-8") as module:
            module.write(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
