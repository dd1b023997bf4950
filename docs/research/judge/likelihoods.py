#!/usr/bin/env python3
"""Likelihood features of queries, by a language model that was not trained on them.

    likelihoods.py LM SET.jsonl TABLES [--threads N]

Prints the lines of SET.jsonl (gather.py) with "likelihood" in each candidate: the
log-probability of the query's tokens after schema, knowledge and question as "sum",
"mean" and "least"; the mean over the tokens of each clause ("select", "from", "where",
"group", "order") and of "literals" (numbers and 'texts'), where there are any; and
"without", the sum where neither question nor knowledge is given. A line of which some query can't be read has none. TABLES is the
file of schemas. Needs the library's Python package (PYTHONPATH=examples/python).
"""
import argparse
import json
import re
import sys

import t2sed

NO_QUESTION = "Write a query."
CLAUSES = {"select": "select", "from": "from", "join": "from", "where": "where",
           "having": "where", "group": "group", "order": "order", "limit": "order"}
TOKEN = re.compile(rb"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\b\d+(?:\.\d+)?\b|\w+""")


def parts(sql):
    """(part, begin, end) in bytes: clauses, by the keyword before, and literals."""
    found, clause, begin = [], None, 0
    for one in TOKEN.finditer(sql):
        word = one.group()
        if word[:1] == b"'" or word[:1].isdigit():
            found.append(("literals", *one.span()))
        named = CLAUSES.get(word.decode("utf-8", "replace").lower())
        if named:
            if clause:
                found.append((clause, begin, one.start()))
            clause, begin = named, one.start()
    return found + ([(clause, begin, len(sql))] if clause else [])


def features(asked, without):
    """Of a query's Likelihood after the question, and the one without."""
    logs = [log for *_, log in asked.tokens]
    told = {"sum": asked.sum, "mean": asked.sum / len(logs), "least": min(logs),
            "without": without.sum}
    by_part = {}
    for part, begin, end in parts(asked.sql.encode()):
        by_part.setdefault(part, []).extend(
            log for first, last, log in asked.tokens if first < end and last > begin)
    told.update((part, sum(logs) / len(logs)) for part, logs in by_part.items() if logs)
    return told


def main():
    parse = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("lm")
    parse.add_argument("set")
    parse.add_argument("tables")
    parse.add_argument("--threads", type=int, default=1)
    a = parse.parse_args()
    session = t2sed.LanguageSession(t2sed.LanguageModel(a.lm, threads=a.threads))
    schemas = t2sed.Schemas(a.tables)
    with open(a.set, encoding="utf-8") as file:
        lines = sorted(map(json.loads, file), key=lambda line: line["db_id"])
    db, database = None, None
    for at, line in enumerate(lines):
        if line["db_id"] != db:
            db = line["db_id"]
            database = t2sed.Database(schema=schemas[db])
            bare = t2sed.Prompt(NO_QUESTION, database=database)
        queries = [one["sql"] for one in line["candidates"]]
        asked = t2sed.Prompt(line["question"], database=database,
                             knowledge=line["knowledge"] or None)
        pairs = list(zip(session.likelihoods(asked, queries), session.likelihoods(bare, queries)))
        if all(one.status == 0 and other.status == 0 for one, other in pairs):
            for candidate, (one, other) in zip(line["candidates"], pairs):
                candidate["likelihood"] = features(one, other)
        print(json.dumps(line), flush=True)
        if at % 20 == 19:
            print(at + 1, "of", len(lines), "questions", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
