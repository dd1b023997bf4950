#!/usr/bin/env python3
"""What becomes of queries when an agent obeys all advice.

    agent_loop.py --db-root DIR [--questions N] [--model M] [--correct P]
                  [--show] QUESTIONS.jsonl...

The agent is a script. It checks a query, puts what the advice has behind
"Instead:" in the place that it names behind "In the query:", and checks again,
until the advice has no replacement or three rounds are over. With --correct it
then takes the best correction of a query that is not to be run, if that has
probability P or more (t2sed.Corrector, as the tool correct_sql, with the first
warning as feedback). It does nothing else, as it can't write SQL.

Lines of QUESTIONS are those of docs/training/data. Of each file the same number
of short questions (4 to 14 words, without knowledge) is taken, N (60) in all,
each with its gold query and its first wrong candidate. Prints how many right
queries are wrong afterwards, and how many wrong ones are right.
"""
import argparse
import collections
import json
import os
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
sys.path.insert(0, HERE)
import t2sed  # noqa: E402
from suggestions import rows_of  # noqa: E402

ROUNDS = 3
PLACE = re.compile(r" In the query: (.*?)(?: \(occurrence (\d+)\))? "
                   r"Instead: (.*)$")


def obeyed(query, advice):
    """The query with the replacements that the advice has."""
    for line in advice.splitlines()[1:]:
        found = PLACE.search(line)
        if not found:
            continue
        old, number, new = found[1], int(found[2] or 1), found[3]
        at = -1
        for _ in range(number):
            at = query.find(old, at + 1)
            if at < 0:
                break
        if at >= 0:
            query = query[:at] + new + query[at + len(old):]
    return query


def corrected(corrector, question, query, least, advice):
    """The best correction, or the query; the first warning is the feedback."""
    warning = re.search(r"^- warning.*?: (.*?)(?: In the query: .*)?$", advice,
                        re.M)
    try:
        best = corrector.correct(question, query,
                                 warning and warning[1])[0]
    except t2sed.Error:
        return query
    return best.query if best.source != "given" and best.probability >= least \
        else query


def loop(checker, question, query):
    """The query that the agent ends with, and what it was told."""
    told = []
    for _ in range(ROUNDS):
        advice = checker.check(question, [query]).advice
        told.append(advice)
        better = obeyed(query, advice)
        if better == query:
            break
        query = better
    return query, told


def short(line):
    return 4 <= len(line["question"].split()) <= 14 and \
        "knowledge" not in line and \
        any(one["label"] == 0 for one in line["candidates"])


def chosen(paths, count):
    """The same number of questions of each file, as far as there are."""
    lists = []
    for path in sorted(paths):
        with open(path, encoding="utf-8") as lines:
            lists.append([line for line in map(json.loads, lines)
                          if short(line)])
    turns = max(map(len, lists), default=0)
    every = [one[turn] for turn in range(turns) for one in lists
             if turn < len(one)]
    return every[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--model")
    parser.add_argument("--correct", metavar="P", type=float)
    parser.add_argument("--show", action="store_true",
                        help="print the queries that changed")
    parser.add_argument("files", nargs="+")
    o = parser.parse_args()
    model, counts = t2sed.Model(o.model), collections.Counter()
    for line in chosen(o.files, o.questions):
        path = os.path.join(o.db_root, line["db_id"], line["db_id"] + ".sqlite")
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        gold = rows_of(connection, line["gold"])
        wrong = next(one for one in line["candidates"] if one["label"] == 0)
        database = t2sed.Database(path)
        with t2sed.Checker(model, database) as checker:
            for label, query in ((1, line["gold"]), (0, wrong["sql"])):
                last, told = loop(checker, line["question"], query)
                if o.correct is not None and "can be run" not in told[-1]:
                    with t2sed.Corrector(database, model=model) as corrector:
                        last = corrected(corrector, line["question"], last,
                                         o.correct, told[-1])
                is_right = rows_of(connection, last) == gold
                counts[label, "all"] += 1
                counts[label, "run at once"] += "can be run" in told[0]
                counts[label, "changed"] += last != query
                counts[label, "right at the end"] += is_right
                if o.show and last != query:
                    print(label, is_right, line["db_id"], line["question"],
                          query, last, *told, sep="\n   ")
        connection.close()
    columns = ("all", "run at once", "changed", "right at the end")
    print("| queries | " + " | ".join(columns) + " |\n|" + "---|" * 5)
    for label, name in ((1, "right"), (0, "wrong")):
        print(f"| {name} | "
              + " | ".join(str(counts[label, one]) for one in columns) + " |")


if __name__ == "__main__":
    main()
