"""docs/schemas/lines.json: what the program takes and prints is as it says."""

import copy
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
GOLDEN = os.path.join(ROOT, "test", "golden")
COMMANDS = {"score": ("query_line", ["--findings"]),
            "rerank": ("query_line", ["--policy", "ed(0.9)+sl+qp+default"]),
            "trigger": ("query_line", []), "explain": ("explain_line", [])}
TYPES = {"object": dict, "array": list, "string": str, "null": type(None),
         "integer": int, "number": (int, float)}
# Beside the golden lines: a lone query that can't be scored, one of another
# dialect, no query, a question with turns before; and lines that are refused, which the schemas of
# what goes in do not take.
ODD = [{"question": "How many?", "sql": "SELEC 1"},
       {"question": "How many books are there?", "dialect": "auto",
        "sql": "SELECT count(*)::int FROM book"},
       {"question": "How many?", "candidates": []},
       {"question": "And of novels?", "knowledge": "novels are books",
        "context": ["How many books?", {"question": "x", "sql": "SELECT 1"}],
        "candidates": [{"sql": "SELECT count(*) FROM book", "parser": "a",
                        "score": -1.5}]}]
REFUSED = [{"question": "How many?", "candidates": [1]}, [1], {"sql": 1},
           {"question": "How many?", "candidates": 2}]

with open(os.path.join(ROOT, "docs", "schemas", "lines.json"),
          encoding="utf-8") as _file:
    SCHEMA = json.load(_file)


def faults(value, schema, at="line"):
    """Where a value is not as a schema says: the keywords that lines.json
    uses; another one is a KeyError."""
    def branches(key):
        return [faults(value, one, at) for one in schema[key]]

    def of_type(names):
        names = names if isinstance(names, list) else [names]
        return any(isinstance(value, TYPES[name]) for name in names) \
            and not isinstance(value, bool)
    number = isinstance(value, (int, float))
    checks = {
        "type": lambda: of_type(schema["type"]),
        "enum": lambda: value in schema["enum"],
        "minimum": lambda: not number or value >= schema["minimum"],
        "maximum": lambda: not number or value <= schema["maximum"],
        "minItems": lambda: not isinstance(value, list)
        or len(value) >= schema["minItems"],
        "maxItems": lambda: not isinstance(value, list)
        or len(value) <= schema["maxItems"],
        "required": lambda: not isinstance(value, dict)
        or all(key in value for key in schema["required"]),
        "not": lambda: faults(value, schema["not"]),
        "allOf": lambda: not any(branches("allOf")),
        "anyOf": lambda: not all(branches("anyOf")),
        "$ref": lambda: not faults(value, resolve(schema["$ref"])),
        "items": lambda: not isinstance(value, list) or not any(
            faults(one, schema["items"]) for one in value),
        "properties": lambda: not isinstance(value, dict) or not any(
            faults(value[key], one) for key, one in
            schema["properties"].items() if key in value),
        "description": lambda: True}
    return [f"{at}: {key} {json.dumps(schema[key])[:200]}"
            for key in schema if not checks[key]()]


def resolve(reference):
    return SCHEMA["$defs"][reference.rsplit("/", 1)[1]]


def named(schema):
    """The names of all properties that a schema speaks of."""
    if isinstance(schema, list):
        return set().union(*map(named, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())) | named(list(schema.values()))


def keys(value):
    if isinstance(value, list):
        return set().union(*map(keys, value))
    return set(value) | keys(list(value.values())) \
        if isinstance(value, dict) else set()


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(GOLDEN, "library.jsonl"),
                  encoding="utf-8") as file:
            beams = [json.loads(line) for line in file][:24]
        with open(os.path.join(GOLDEN, "explain.jsonl"),
                  encoding="utf-8") as file:
            queries = [json.loads(line) for line in file]
        lines = {"query_line": beams + ODD,
                 "explain_line": queries + ODD[:2]}
        cls.lines = lines
        with tempfile.TemporaryDirectory() as work:
            database = os.path.join(work, "library.sqlite")
            with open(os.path.join(GOLDEN, "library.sql"),
                      encoding="utf-8") as file, \
                    sqlite3.connect(database) as connection:
                connection.executescript(file.read())
            connection.close()
            cls.printed = {}
            for command, (kind, options) in COMMANDS.items():
                text = "\n".join(map(json.dumps, lines[kind] + REFUSED))
                done = subprocess.run(
                    [os.path.join(BUILD, "bin", "t2sed"), command, *options,
                     "--db", database], input=text, text=True, timeout=300,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                cls.printed[command] = [
                    json.loads(line) for line in done.stdout.splitlines()]

    def check(self, lines, name):
        for line in lines:
            self.assertEqual(faults(line, SCHEMA["$defs"][name]), [],
                             json.dumps(line))
            if jsonschema:
                jsonschema.Draft202012Validator(
                    {**SCHEMA, "$ref": f"#/$defs/{name}"}).validate(line)

    def test_what_goes_in(self):
        for kind, lines in self.lines.items():
            self.check(lines, kind)
            for line in REFUSED:
                self.assertNotEqual(faults(line, SCHEMA["$defs"][kind]), [],
                                    json.dumps(line))

    def test_what_comes_out(self):
        for command, (kind, _) in COMMANDS.items():
            with self.subTest(command=command):
                found = self.printed[command]
                self.assertEqual(len(found),
                                 len(self.lines[kind]) + len(REFUSED))
                self.check(found, command)
                self.assertTrue(all("error" in line
                                    for line in found[-len(REFUSED):]))

    def test_every_field_is_told_of(self):
        given = keys(self.lines["query_line"]) | keys(
            self.lines["explain_line"])
        for command, found in self.printed.items():
            with self.subTest(command=command):
                self.assertEqual(keys(found) - given - named(SCHEMA), set())

    def test_what_is_wrong_is_found(self):
        right = next(line for line in self.printed["trigger"]
                     if line.get("decision") == "ask"
                     and len(line.get("candidates", ())) > 1)
        first = ("candidates", 0)
        for path, value in (((*first, "probability"), 1.5),
                            ((*first, "probability"), None),
                            ((*first, "agreement", "outcome"), "fine"),
                            ((*first, "findings"), [{"code": "x"}]),
                            (("decision",), "perhaps"), (("ask",), 1)):
            wrong = copy.deepcopy(right)
            at = wrong
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value
            with self.subTest(path=path, value=value):
                self.assertNotEqual(
                    faults(wrong, SCHEMA["$defs"]["trigger"]), [])

    @unittest.skipUnless(jsonschema, "jsonschema is not installed")
    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)


if __name__ == "__main__":
    tap.main()
