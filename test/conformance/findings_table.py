"""lib/findings/findings.def as Python objects. Its entries are calls with
constants, so that Python reads them, too."""

import os
import re
from types import SimpleNamespace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TABLE = os.path.join(ROOT, "lib", "findings", "findings.def")
# What the letters of docs/findings.md stand for; a database has a schema.
LETTERS = {"REFUSAL": "S", "SCHEMA": "S", "VALUES": "D", "ROWS": "D",
           "QUESTION": "A", "SKETCH": "A", "KNOWLEDGE": "A", "NOTHING": ""}


class Word(str):
    """A name of C; `a | b` is the text of both."""
    def __or__(self, other):
        return Word(f"{self} {other}")


class Words(dict):
    def __missing__(self, name):
        return Word(name)


def letters(needs):
    found = {LETTERS[word] for word in needs.split()}
    if "D" in found:
        found.discard("S")
    return " ".join(sorted(found - {""}, key="SDA".index)) or "Q"


def read():
    """The sections, each with its title and its findings; and the checks of
    facts/checks.h in the order of the table."""
    sections, checks = [], []

    def section(title):
        sections.append(SimpleNamespace(title=title, findings=[]))

    def finding(code, name, severity, needs, check, features, meaning,
                example):
        sections[-1].findings.append(SimpleNamespace(
            code=code, name=name, severity=severity.lower().replace("weak", "hint, weak"),
            check=check,
            needs=[letters(needs)], features=features.split(),
            meaning=meaning, example=example))

    def check(code, kind, name, needs, measures, sentence):
        of = sections[-1].findings[-1]
        if of.code != code:
            raise ValueError(f"{TABLE}: CHECK({code}, {kind}... is below "
                             f"FINDING({of.code}")
        # The checks' needs stand for those of the finding.
        if not any(one.startswith("check.") for one in of.features):
            of.needs = []
        of.features.append("check." + name)
        of.needs = sorted({*of.needs, letters(needs)})
        alone(kind, name, needs, measures)

    def alone(kind, name, needs, measures):
        checks.append(SimpleNamespace(name="check." + name, measures=measures,
                                      needs=letters(needs)))

    def cue(code, name, *_):
        of = sections[-1].findings[-1]
        if of.code != code:
            raise ValueError(f"{TABLE}: CUE({code}, {name}... is below "
                             f"FINDING({of.code}")
        of.features.append("cue." + name)

    with open(TABLE, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    exec(text, {}, Words(SECTION=section, FINDING=finding, CHECK=check,
                         ALONE=alone, CUE=cue))
    return sections, checks


def findings():
    return [one for section in read()[0] for one in section.findings]
