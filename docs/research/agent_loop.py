#!/usr/bin/env python3
"""What becomes of queries when an agent obeys all advice.

    agent_loop.py --db-root DIR [--questions N] [--model M] [--update FILE]
                  [--show] [--reach] QUESTIONS.jsonl...

The agent is a script. It checks a query, puts what the advice has behind
"Instead:" in the place that it names behind "In the query:", and checks again,
until the advice has no replacement or three rounds are over. A second agent
then takes the first correction of a query that is not to be run, as the tool
correct_sql gives it without feedback. They do nothing else, as they can't write
SQL.

Lines of QUESTIONS are those of docs/training/data and everyday_open. Of each
file the same number of questions without knowledge (4 to 16 words) is taken, N
(60) in all, each with its gold query and all candidates. What a changed query
returns is compared with the gold query's rows, as bags, in any order of columns.
With
--reach it counts instead how many wrong queries have a right one among their 64
best corrections. Prints a table, or puts it into FILE between the marks of `make agent-loop`.
"""
import argparse
import collections
import contextlib
import json
import os
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
sys.path.insert(0, HERE)
import t2sed  # noqa: E402
from firsts import give  # noqa: E402
from suggestions import rows_of  # noqa: E402

ROUNDS = 3
AGENTS = "replacements", "replacements, then the first correction"
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


def corrected(corrector, question, query):
    """The first correction, which may be the query itself."""
    try:
        return corrector.correct(question, query)[0].query
    except t2sed.Error:
        return query


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
    return 4 <= len(line["question"].split()) <= 16 and \
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


def result_of(connection, sql):
    """The rows as a bag, in any order of columns; None: it does not run."""
    rows = rows_of(connection, sql)
    return None if rows is None else collections.Counter(
        tuple(sorted(map(repr, row))) for row in rows.elements())


def queries_of(line):
    """Each query with its label."""
    known = {line["gold"]: 1}
    for one in line["candidates"]:
        known.setdefault(one["sql"], one["label"])
    return known.items()


def run(options):
    """Counts of queries, by agent and label."""
    model, counts = t2sed.Model(options.model), collections.Counter()
    for line in chosen(options.files, options.questions):
        path = os.path.join(options.db_root, line["db_id"],
                            line["db_id"] + ".sqlite")
        question, database = line["question"], t2sed.Database(path)
        with contextlib.closing(
                sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as rows, \
                t2sed.Checker(model, database) as checker, \
                t2sed.Corrector(database, model) as corrector:
            gold = result_of(rows, line["gold"])
            for query, label in queries_of(line):
                replaced, told = loop(checker, question, query)
                ends = [replaced, replaced if "can be run" in told[-1] else
                        corrected(corrector, question, replaced)]
                for agent, last in zip(AGENTS, ends):
                    is_right = label == 1 if last == query else \
                        result_of(rows, last) == gold
                    counts[agent, label, "all"] += 1
                    counts[agent, label, "changed"] += last != query
                    counts[agent, label, "right"] += is_right
                    if options.show and last != query:
                        print(agent, label, is_right, line["db_id"], question,
                              query, last, *told, sep="\n   ")
    return counts


def reach(options):
    """How many wrong queries there are, and could be corrected."""
    model, counts = t2sed.Model(options.model), collections.Counter()
    for line in chosen(options.files, options.questions):
        path = os.path.join(options.db_root, line["db_id"],
                            line["db_id"] + ".sqlite")
        with contextlib.closing(
                sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as rows, \
                t2sed.Corrector(t2sed.Database(path), model,
                                most=64) as corrector:
            gold = result_of(rows, line["gold"])
            for query in (query for query, label in queries_of(line)
                          if label == 0):
                counts["wrong"] += 1
                counts["within reach"] += any(
                    result_of(rows, one.query) == gold for one in
                    corrector.correct(line["question"], query))
    return ", ".join(f"{name}: {count}" for name, count in counts.items())


def table(counts):
    """In Markdown."""
    rows = ["| agent | right queries | changed | made wrong | wrong queries | "
            "changed | made right |", "|" + "---|" * 7]
    for agent in AGENTS:
        right, wrong = (collections.Counter({
            name: counts[agent, label, name]
            for name in ("all", "changed", "right")}) for label in (1, 0))
        lost = right["all"] - right["right"]
        rows.append(
            f"| {agent} | {right['all']} | {right['changed']} | {lost} "
            f"({100 * lost / max(right['all'], 1):.1f} %) | {wrong['all']} | "
            f"{wrong['changed']} | {wrong['right']} "
            f"({100 * wrong['right'] / max(wrong['all'], 1):.1f} %) |")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--model")
    parser.add_argument("--update", metavar="FILE")
    parser.add_argument("--show", action="store_true",
                        help="print the queries that changed")
    parser.add_argument("--reach", action="store_true",
                        help="count the wrong queries that could be corrected")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.reach:
        print(reach(options))
        return
    give(options.update, "agent-loop", table(run(options)))


if __name__ == "__main__":
    main()
