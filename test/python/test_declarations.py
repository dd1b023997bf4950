"""declarations.py of the Python package against the headers that it is made
from: as its script makes it, as a C compiler lays out the structs, and as
another reader of the headers has the functions."""

import ctypes
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "support"))
import binding  # noqa: E402
import prototypes  # noqa: E402
import tap  # noqa: E402
import t2sed.lab  # noqa: E402,F401
from t2sed import declarations, handle  # noqa: E402
from t2sed.record import MADE_TEXT, Made, Record, STATUS, type_of  # noqa: E402

SCRIPT = os.path.join(binding.ROOT, "pkgconfig", "python_declarations.py")
STRUCTS = {name: kind for name, kind in vars(declarations).items()
           if name.startswith("t2sed_") and isinstance(kind, type)
           and issubclass(kind, ctypes.Structure)}
CONSTANTS = {name: value for name, value in vars(declarations).items()
             if name.startswith("T2SED_")}


def in_c():
    """The lines that C prints of every size, offset and constant."""
    lines = []
    for name, kind in STRUCTS.items():
        lines.append(f'P("{name}", sizeof({name}))')
        lines += [f'P("{name}.{field}", offsetof({name}, {field.rstrip("_")}))'
                  for field, *_ in kind._fields_]
    lines += [f'P("{name}", {name})' for name in CONSTANTS]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "sizes")
        source = "".join(f"#include <{header}>\n" for header in (
            "stdio.h", "t2sed.h", "t2sed/parts.h", "t2sed/lab.h"))
        source += ('#define P(name, value) printf("%s %lld\\n", name, '
                   "(long long)(value));\nint main(void)\n{\n"
                   + "\n".join(lines) + "\nreturn 0;\n}\n")
        subprocess.run([os.environ.get("CC", "cc"), "-I",
                        os.path.join(binding.ROOT, "include"), "-x", "c", "-",
                        "-o", program], input=source, text=True, check=True)
        return subprocess.run([program], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.splitlines()


class Declarations(unittest.TestCase):
    def test_current(self):
        made = subprocess.run([sys.executable, SCRIPT], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        with open(declarations.__file__, encoding="utf-8") as module:
            self.assertTrue(made == module.read(),
                            "run make update-declarations")

    def test_layout(self):
        expected = []
        for name, kind in STRUCTS.items():
            expected.append(f"{name} {ctypes.sizeof(kind)}")
            expected += [f"{name}.{field} {getattr(kind, field).offset}"
                         for field, *_ in kind._fields_]
        signed = ctypes.c_int64
        expected += [f"{name} {signed(value).value}"
                     for name, value in CONSTANTS.items()]
        self.assertGreater(len(STRUCTS), 80)
        self.assertEqual(in_c(), expected)

    def test_names(self):
        """No field hides what a Record has."""
        taken = {*dir(Record), "handles", "records"}
        for name, kind in STRUCTS.items():
            fields = {field for field, *_ in kind._fields_}
            self.assertEqual(fields & taken, set(), name)

    def test_functions(self):
        """Numbers are of the same type, and pointers are pointers."""
        known = prototypes.read(os.path.join(binding.ROOT, "include"))
        self.assertEqual(sorted(known), sorted(declarations.FUNCTIONS))
        for name, (result, parameters) in declarations.FUNCTIONS.items():
            function = known[name]
            types = [p.type for p in function.parameters]
            if result is STATUS or isinstance(result, Made):
                self.assertEqual(types.pop().text, "t2sed_error*", name)
                self.assertEqual(function.result.text, "t2sed_status", name)
            if isinstance(result, Made):
                out = "char" if result is MADE_TEXT else \
                    result.free[:-len("_free")]
                self.assertEqual(types.pop(0).text, f"{out}**", name)
                self.assertIn(result.free, known)
            elif result is not STATUS:
                self.assert_alike(name, function.result, result)
            self.assertEqual(len(types), len(parameters), name)
            for kind, found in zip(types, parameters.values()):
                self.assert_alike(name, kind, found)

    def assert_alike(self, name, kind, found):
        ctype = type_of(found)
        if not kind.is_pointer:
            self.assertIs(ctype, kind.ctype, name)
        else:
            self.assertEqual(ctypes.sizeof(ctype), ctypes.sizeof(
                ctypes.c_void_p), name)
            self.assertNotIn(ctype, prototypes.NUMBERS.values(), name)

    def test_declared(self):
        """What the modules say beside it fits."""
        for name in handle._declared:
            if name in declarations.FUNCTIONS:
                handle.arguments_of(name)
            else:
                self.assertLessEqual(set(handle._declared[name]),
                                     set(STRUCTS[name]._handles_))

    def test_words(self):
        self.assertEqual(declarations.words("T2SED_LOG_"), {
            "error": 0, "warning": 1, "info": 2, "debug": 3})
        self.assertEqual(declarations.words("T2SED_", "bf16 auto"),
                         {"bf16": 3, "auto": 0})
        with self.assertRaises(KeyError):
            declarations.words("T2SED_", "fp64")

    def test_declared_in_another_way(self):
        name = "t2sed_schemas_open"
        self.addCleanup(handle.declare, name, **handle._declared[name])
        for kinds in {"path": ctypes.c_int}, {"way": "schema?"}:
            handle.declare(name, **kinds)
            with self.assertRaisesRegex(TypeError, name):
                handle.arguments_of(name)


if __name__ == "__main__":
    tap.main()
