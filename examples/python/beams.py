#!/usr/bin/env python3
"""Prints published beams of SQL queries as the lines that t2sed reads.

    python3 beams.py FILE [--questions dev.json] >beams.jsonl

A line is {"db_id", "question", "gold", "candidates": [{"sql", "score",
"label"}]}; `t2sed collect --out DATASET` labels and keeps them, the other
commands take them as they are. FILE is one of

    JSON or JSON Lines, an item for each question: a query, a list of
        candidates (Chen et al. 2023), or an object with "question", "db_id",
        the gold query and candidates (SPLASH: "beam") or one query (PICARD:
        "prediction"). A candidate is a query, [query, score], or an object;
    CSV with a header (DIN-SQL);
    text, a query a line, perhaps with a tab and its score or database behind.

The names of members and columns are in NAMES. What FILE does not say of a
question is taken from --questions, Spider's dev.json or lines of such objects:
by "idx" where candidates have it, otherwise in the order of both, which must be
equally long. Empty queries are left out. Needs Python 3.8 and nothing else.
"""

import argparse
import csv
import io
import json
import math
import sys

# What stands for what; the first that is there counts.
NAMES = {
    "db_id": ("db_id", "DATABASE"),
    "question": ("question", "NLQ"),
    "gold": ("gold", "query", "gold_parse", "GOLD SQL"),
    "candidates": ("candidates", "beam", "predictions"),
    "sql": ("sql", "pred", "predicted_parse_with_values", "predicted_parse",
            "prediction", "PREDICTED SQL"),
    "score": ("score", "confidence"),
    "label": ("label",),
    "index": ("idx", "index"),
    "feedback": ("feedback",),
}
ASKED = "db_id", "question", "gold"


class Malformed(Exception):
    """What is wrong with a file."""


def find(item, name):
    """The member of an object that stands for a name, or None."""
    return next((item[key] for key in NAMES[name]
                 if item.get(key) not in (None, "")), None)


def read_json(path, text):
    """The items of a JSON array, or of JSON Lines."""
    try:
        whole = json.loads(text)
        return whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        pass  # lines, then
    try:
        return [json.loads(one) for one in text.split("\n") if one.strip()]
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{path}: neither JSON nor JSON Lines: {error}") \
            from error


def read_line(line):
    """A query, perhaps with a score or a database behind a tab."""
    sql, tab, last = line.rpartition("\t")
    if not tab or " " in last.strip():
        return line
    try:
        return [[sql, float(last)]]
    except ValueError:
        return {"sql": sql, "db_id": last.strip()}


def read(path):
    """The items of a file, one for each question."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            text = file.read()
        except ValueError as error:
            raise Malformed(f"{path}: no UTF-8: {error}") from error
    if path.lower().endswith(".csv"):
        csv.field_size_limit(1 << 24)
        try:
            return list(csv.DictReader(io.StringIO(text, ""), strict=True))
        except csv.Error as error:
            raise Malformed(f"{path}: no CSV: {error}") from error
    if text.lstrip()[:1] in ("[", "{"):
        return read_json(path, text.strip())
    lines = text.split("\n")
    return [read_line(one.rstrip("\r"))
            for one in (lines[:-1] if lines[-1] == "" else lines)]


def candidate(item):
    """{"sql", "score", "label"} of one in any of its forms, or None."""
    if isinstance(item, str):
        item = {"sql": item}
    elif isinstance(item, list) and len(item) == 2:
        item = {"sql": item[0], "score": item[1]}
    if not isinstance(item, dict):
        raise ValueError("a candidate that is no query, [query, score] or "
                         "object")
    if not any(key in item for key in NAMES["sql"]):
        raise ValueError("no query, expected one of " + ", ".join(NAMES["sql"]))
    found = {name: find(item, name) for name in ("sql", "score", "label")}
    if not isinstance(found["sql"], (str, type(None))):
        raise ValueError("a query that is no text")
    for name in "score", "label":
        number = found[name]
        if number is not None and (type(number) not in (int, float)
                                   or not math.isfinite(number)):
            raise ValueError(f"the {name} {number!r}, expected a number")
    if not (found["sql"] or "").strip():
        return None
    return {name: value for name, value in found.items() if value is not None}


def beam(item):
    """(what the item says of its question, its candidates)"""
    whole = item if isinstance(item, dict) else {}
    items = find(whole, "candidates") if whole else item
    if not isinstance(items, list):
        items = [item if items is None else items]
    about = {}
    # The members may stand in each candidate instead: Chen et al. 2023.
    for one in (whole, *(one for one in items if isinstance(one, dict))):
        for name in (*ASKED, "index", "feedback"):
            value = find(one, name)
            if value is not None and about.setdefault(name, value) != value:
                raise ValueError(f"candidates of two questions: {name} "
                                 f"{about[name]!r} and {value!r}")
    return about, [made for made in map(candidate, items) if made]


def line(index, about, candidates, questions):
    """The line of one item, as an object."""
    if questions is not None:
        if type(index) is not int or not 0 <= index < len(questions):
            raise ValueError(f"it is of question {index!r}, but there are "
                             f"{len(questions)} questions")
        for name in ASKED:
            value = find(questions[index], name)
            if about.setdefault(name, value) != value and name != "gold":
                raise ValueError(f"its {name} is {about[name]!r}, but that of "
                                 f"the question is {value!r}")
    for name in ASKED:
        if not isinstance(about.get(name), str):
            raise ValueError(f"no {name!r}; --questions FILE may have it")
    begin = about["db_id"] + " | "  # PICARD's models may write it
    for one in candidates:
        if one["sql"].startswith(begin):
            one["sql"] = one["sql"][len(begin):]
    made = {name: about[name] for name in (*ASKED, "feedback")
            if name in about}
    return {"index": index, **made, "candidates": candidates}


def convert(path, questions_path=None):
    """The lines of a file, as objects."""
    items, questions, number = read(path), None, 0
    if questions_path:
        questions = read(questions_path)
        if not all(isinstance(question, dict) for question in questions):
            raise Malformed(f"{questions_path}: expected objects with "
                            '"question", "db_id" and "query"')
    try:
        beams = []
        for number, item in enumerate(items, 1):
            beams.append(beam(item))
        numbered = any("index" in about for about, _ in beams)
        if questions is not None and not numbered and (
                len(beams) != len(questions)):
            raise Malformed(
                f"{path} has {len(beams)} items and {questions_path} "
                f"{len(questions)} questions: not of the same data?")
        made = []
        for number, (about, candidates) in enumerate(beams, 1):
            if numbered and "index" not in about and not candidates:
                continue  # nothing says of which question it is
            index = about.get("index", None if numbered else number - 1)
            made.append(line(index, about, candidates, questions))
    except ValueError as error:
        raise Malformed(f"{path}: item {number}: {error}") from error
    return made


def main():
    parser = argparse.ArgumentParser(
        description="Prints published beams of queries as lines for t2sed.")
    parser.add_argument("file", help="*.json, *.jsonl, *.csv, or text with a "
                        "query a line")
    parser.add_argument("--questions", metavar="FILE",
                        help="Spider's dev.json, or lines of such objects")
    options = parser.parse_args()
    try:
        for made in convert(options.file, options.questions):
            print(json.dumps(made))
    except (OSError, Malformed) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
