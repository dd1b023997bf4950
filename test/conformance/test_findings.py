"""What is found in queries: test/conformance/findings/CODE.txt has queries that
have the finding CODE, and right queries, close to them, that have not.

A case is

    ====================
    its name
    ====================

    question: How many singers are from France?
    schema: music
    rows: INSERT INTO singer VALUES (7, 'Gus', NULL, NULL, NULL)

    SELECT count(*) FROM singer WHERE country = NULL

    ---

    null_compared: country = NULL
    value_unused ? France

schema is a file of the folder (music: music.sql, with rows), or DDL. A case may
also have knowledge; rows, INSERTs ("none": the schema alone is known); sketch,
that the shipped sketcher predicts; milliseconds, that the query may run. A value
continues on lines that are indented.

Below the line --- stand all findings of the query in their order: the code, behind
":" the part of the query that it is about, behind "?" that of the question; a
blank part is an empty one. A line `expected-failure: why` beside the question says
that the library does not find that yet.
"""

import collections
import glob
import os
import re
import sqlite3
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CASES = os.path.join(HERE, "findings")
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [HERE, os.path.join(ROOT, "test", "python", "support"),
                os.path.join(ROOT, "examples", "python")]
import findings_table  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

FIELDS = {"question", "knowledge", "schema", "rows", "sketch", "milliseconds",
          "expected-failure"}
Case = collections.namedtuple("Case", "name fields query expected")


def read_fields(text, where):
    fields = {}
    for line in re.sub(r"\n[ \t]+", " ", text).splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key not in FIELDS:
            raise ValueError(f"{where}: {line!r} is not one of "
                             f"{', '.join(sorted(FIELDS))}")
        fields[key] = value.strip()
    if not {"question", "schema"} <= fields.keys():
        raise ValueError(f"{where}: question and schema are needed")
    return fields


def read_cases(path):
    """The cases of a file, in their order."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^=+\n(.*)\n=+\n", file.read(), flags=re.M)
    for name, text in zip(parts[1::2], parts[2::2]):
        where = f"{os.path.relpath(path, ROOT)}, {name}"
        try:
            head, expected = re.split(r"^---\n", text.strip() + "\n",
                                      flags=re.M)
            fields, query = head.strip().split("\n\n", 1)
        except ValueError:
            raise ValueError(f"{where}: a case is fields, a blank line, the "
                             "query, --- and findings") from None
        yield Case(name, read_fields(fields, where), query.strip(),
                   expected.split("\n"))


def part(text, span, mark):
    return "" if span is None else f"{mark} {text[slice(*span)]}".rstrip()


class Findings(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.evidence = {}  # by what their databases are made of
        cls.sketcher = t2sed.Sketcher(
            os.path.join(ROOT, "lib", "models", "sketch"))

    @classmethod
    def tearDownClass(cls):
        cls.evidence.clear()
        cls.folder.cleanup()

    def make_evidence(self, fields):
        """Of the schema, the rows and the limit that a case has."""
        key = schema, rows, limit = tuple(map(
            fields.get, ("schema", "rows", "milliseconds")))
        if key in self.evidence:
            return self.evidence[key]
        named = os.path.join(CASES, f"{schema}.sql")
        if os.path.exists(named):
            with open(named, encoding="utf-8") as file:
                schema = file.read()
        path = os.path.join(self.folder.name, f"{len(self.evidence)}.sqlite")
        connection = sqlite3.connect(path)
        connection.executescript(
            f"{schema};{'' if rows in (None, 'none') else rows}")
        connection.close()
        alone = t2sed.Schema.from_sqlite(path) if rows == "none" else None
        self.evidence[key] = t2sed.Evidence(t2sed.Database(
            None if alone else path, schema=alone, isolation="none",
            max_milliseconds=int(limit) if limit else None))
        return self.evidence[key]

    def found(self, case):
        """The lines that say what is found."""
        evidence = self.make_evidence(case.fields)
        question = t2sed.Question(case.fields["question"],
                                  knowledge=case.fields.get("knowledge"))
        evidence.set_question(question)
        if "sketch" in case.fields:
            evidence.set_sketch(self.sketcher.predict(question,
                                                      evidence.schema))
        return [one.code + part(case.query, one.sql, ":")
                + part(question.whole, one.question, " ?")
                for one in evidence.findings(case.query)]

    def check(self, case):
        found = self.found(case)
        expected = [re.sub(" +", " ", line) for line in case.expected if line]
        is_right = [re.sub(r"\s+", " ", line) for line in found] == expected
        if "expected-failure" in case.fields:
            self.assertFalse(is_right, "what was expected to fail is right: "
                             "take away its line expected-failure")
            self.skipTest("known to fail: " + case.fields["expected-failure"])
        self.assertTrue(is_right, "\n".join([
            "", case.fields["question"], case.query,
            "--- expected", *expected, "--- found", *found]))


class Files(unittest.TestCase):
    def test_each_code_has_a_file(self):
        self.assertEqual(
            sorted(name[:-4] for name in os.listdir(CASES)
                   if name.endswith(".txt")),
            sorted(one.name for one in findings_table.findings()))

    def test_each_file_has_queries_with_and_without(self):
        for path in FILES:
            code = os.path.basename(path)[:-4]
            has = {any(re.match(code + r"\b", line) for line in case.expected)
                   for case in read_cases(path)}
            self.assertEqual(has, {True, False}, code)


FILES = sorted(glob.glob(os.path.join(CASES, "*.txt")))
for _path in FILES:
    for _number, _case in enumerate(read_cases(_path)):
        setattr(Findings, "test_{}_{}: {}".format(
            os.path.basename(_path)[:-4], _number, _case.name),
            lambda self, case=_case: self.check(case))

if __name__ == "__main__":
    tap.main()
