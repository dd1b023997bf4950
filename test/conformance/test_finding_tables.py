"""The tables of findings in the documentation are those of
lib/findings/findings.def.

    make update-findings      writes them

A table stands in a page between the lines `<!-- findings: WHICH -->` and
`<!-- end -->`; WHICH is a section of findings.def, "codes" or "checks".
"""

import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [HERE, os.path.join(ROOT, "test", "python", "support"),
                os.path.join(ROOT, "examples", "python")]
import findings_table  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

PAGES = [os.path.join(ROOT, "docs", *path) for path in
         (("findings.md",), ("internals", "findings.md"),
          ("internals", "features.md"))]
PLACE = re.compile(r"(<!-- findings: (.*?) -->\n).*?(<!-- end -->\n)", re.S)


def table(*rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "".join(re.sub(r"\|  (?=\|)", "| ", line) + "\n" for line in lines)


def code(*names):
    return ", ".join(f"`{name}`" for name in names)


def tables():
    """What each name stands for."""
    sections, checks = findings_table.read()
    made = {section.title: table(
        ("code", "severity", "needs", "meaning", "example"),
        *((code(one.name), one.severity, " or ".join(one.needs), one.meaning,
           one.example) for one in section.findings)) for section in sections}
    made["codes"] = table(
        ("code", "check", "features that measure the same"),
        *((code(one.name), code(one.check) if one.check != "NULL" else "",
           code(*one.features)) for one in findings_table.findings()))
    made["checks"] = table(
        ("feature", "needs", "meaning"),
        *((code(one.name), one.needs, one.measures) for one in checks))
    return made


def filled(page):
    """The page as it is and as it should be, and the tables that it has."""
    made, found = tables(), []

    def fill(match):
        found.append(match[2])
        return match[1] + made[match[2]] + match[3]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    return text, PLACE.sub(fill, text), found


class Tables(unittest.TestCase):
    def test_pages_are_up_to_date(self):
        for page in PAGES:
            text, expected, _ = filled(page)
            self.assertEqual(text, expected, f"{os.path.relpath(page, ROOT)} "
                             "is stale: make update-findings")

    def test_each_table_stands_once(self):
        found = [name for page in PAGES for name in filled(page)[2]]
        self.assertEqual(sorted(found), sorted(tables()))

    def test_the_library_lists_the_table(self):
        self.assertEqual(
            [(one.code, one.severity, one.meaning)
             for one in t2sed.finding_kinds()],
            [(one.name, one.severity.split(",")[0], one.meaning)
             for one in findings_table.findings()])

    def test_names_are_codes_in_lower_case(self):
        for one in findings_table.findings():
            self.assertEqual(one.name, one.code.lower())

    def test_features_are_features(self):
        names = set(t2sed.Evidence.names())
        for one in findings_table.findings():
            self.assertLessEqual(set(one.features), names, one.name)


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        for path in PAGES:
            new = filled(path)[1]
            with open(path, "w", encoding="utf-8") as out:
                out.write(new)
    else:
        tap.main()
