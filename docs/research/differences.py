#!/usr/bin/env python3
"""How wrong queries differ from gold: differences.py TABLES FILE...

Prints, for each file, the share of its wrong candidates (label 0, or SPLASH's
"wrong_sql") by the first component in which exact set match finds them
different from gold.
"""

import collections
import ctypes
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
LIBRARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "lib",
                       "libt2sed-lab.so")


class Library:
    def __init__(self, tables):
        pointer = ctypes.c_void_p
        self.lib = ctypes.CDLL(LIBRARY)
        self.lib.t2sed_schemas_find.restype = pointer
        self.lib.t2sed_schemas_find.argtypes = [pointer, ctypes.c_char_p]
        self.lib.t2sed_sql_free.argtypes = [pointer]
        self.lib.t2sed_exact_difference_name.restype = ctypes.c_char_p
        self.schemas = pointer()
        if self.lib.t2sed_schemas_open(ctypes.byref(self.schemas),
                                       tables.encode(), None):
            sys.exit("%s: no schemas" % tables)

    def parse(self, text):
        sql = ctypes.c_void_p()
        failed = self.lib.t2sed_sql_parse(ctypes.byref(sql), text.encode(),
                                          None)
        return None if failed else sql

    def matches(self, schema, gold, predicted, rule):
        """Whether two parsed queries match by a rule (t2sed/lab/exact.h)."""
        match = ctypes.c_int()
        failed = self.lib.t2sed_exact_match(
            ctypes.byref(match), None, gold, predicted,
            ctypes.c_void_p(schema), rule, None)
        return 0 if failed else match.value

    def difference(self, schema, gold, text):
        """A component's name; None where the gold query is beyond Spider's."""
        predicted = self.parse(text)
        if predicted is None:
            return "does not parse"
        match, which = ctypes.c_int(), ctypes.c_int()
        failed = self.lib.t2sed_exact_match(
            ctypes.byref(match), ctypes.byref(which), gold, predicted,
            ctypes.c_void_p(schema), 0, None)
        self.lib.t2sed_sql_free(predicted)
        if failed:
            return None
        name = self.lib.t2sed_exact_difference_name(which).decode()
        return name or "same"


def wrong_queries(line):
    if "wrong_sql" in line:  # SPLASH writes "Count ( * )"
        return [line["wrong_sql"].replace("( * )", "(*)")]
    return [c["sql"] for c in line["candidates"] if c.get("label") == 0]


def count(library, path):
    counts = collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            schema = library.lib.t2sed_schemas_find(library.schemas,
                                                    line["db_id"].encode())
            gold = library.parse(line.get("gold") or line.get("gold_sql"))
            if not schema or gold is None:
                continue
            for text in wrong_queries(line):
                name = library.difference(schema, gold, text)
                if name:
                    counts[name] += 1
            library.lib.t2sed_sql_free(gold)
    return counts


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    library = Library(sys.argv[1])
    for path in sys.argv[2:]:
        counts = count(library, path)
        total = sum(counts.values())
        print("%s: %d wrong queries" % (path, total))
        for name, n in counts.most_common():
            print("  %-16s %5.1f %%" % (name, 100 * n / total))


if __name__ == "__main__":
    main()
