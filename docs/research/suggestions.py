#!/usr/bin/env python3
"""How many suggestions of findings are right.

    suggestions.py --db-root DIR [--show CODE] QUESTIONS.jsonl...

Lines of QUESTIONS are those of docs/training/data: {"db_id", "question",
"gold", "candidates": [{"sql", "label"}]}, optionally "knowledge". Each
query runs as it is and with all its suggestions. Prints a table in Markdown:
by code, how many suggestions right queries have (each is a fault; "broke": the
rows then differ from the gold query's), and how many wrong queries have, of
which: the query then gives the gold query's rows ("right"), a larger share of
its rows ("nearer"), or runs where it was refused before ("runs"). Of all others
the suggestion is wrong, or something else is, too.
"""
import argparse
import collections
import json
import os
import sqlite3
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402

MOST_ROWS, SECONDS = 20000, 2.0
COLUMNS = ("on right", "broke", "on wrong", "right", "nearer", "runs")


def rows_of(connection, sql):
    """The rows as a bag; None: it does not run."""
    end = time.monotonic() + SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, 10000)
    try:
        return collections.Counter(
            tuple(round(v, 4) if isinstance(v, float) else v for v in row)
            for row in connection.execute(sql).fetchmany(MOST_ROWS))
    except (sqlite3.Error, sqlite3.Warning):
        return None
    finally:
        connection.set_progress_handler(None, 0)


def share(rows, gold):
    """Of the rows of both, how many both have."""
    if rows is None:
        return -1.0
    either = sum((rows | gold).values())
    return sum((rows & gold).values()) / either if either else 1.0


def outcome(before, after, gold):
    if after == gold:
        return "right"
    if before is None and after is not None:
        return "runs"
    return "nearer" if share(after, gold) > share(before, gold) else "wrong"


def replaced(sql, findings):
    """The query with all suggestions of findings that do not overlap."""
    after = len(sql)
    for finding in sorted(findings, key=lambda f: f.sql, reverse=True):
        begin, end = finding.sql
        if end <= after:
            sql, after = sql[:begin] + finding.suggestion + sql[end:], begin
    return sql


class Domains:
    """Databases by db_id, each with what is asked of it."""
    def __init__(self, root):
        self.root, self.known = root, {}

    def __getitem__(self, db_id):
        if db_id not in self.known:
            path = os.path.join(self.root, db_id, db_id + ".sqlite")
            self.known[db_id] = (
                t2sed.Evidence(t2sed.Database(path)),
                sqlite3.connect(f"file:{path}?mode=ro", uri=True))
        return self.known[db_id]


def count_line(line, domains, counts, show):
    evidence, connection = domains[line["db_id"]]
    evidence.set_question(t2sed.Question(
        line["question"], knowledge=line.get("knowledge")))
    gold = None
    for one in line["candidates"]:
        counts["queries"][one["label"]] += 1
        found = [finding for finding in evidence.findings(one["sql"])
                 if finding.suggestion is not None and finding.sql]
        if not found:
            continue
        gold = rows_of(connection, line["gold"]) if gold is None else gold
        after = rows_of(connection, replaced(one["sql"], found))
        how = "on right" if one["label"] == 1 else outcome(
            rows_of(connection, one["sql"]), after, gold)
        for finding in found:
            of = counts[finding.code]
            of[how] += 1
            of["on wrong" if one["label"] == 0 else "broke"] += \
                one["label"] == 0 or after != gold
            if show in (finding.code, "all"):
                print(how, line["db_id"], line["question"], one["sql"],
                      f"{one['sql'][slice(*finding.sql)]} -> "
                      f"{finding.suggestion}", one.get("how"), sep="\n   ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--show", metavar="CODE", help="print those of this "
                        "code, too; all: of every code")
    parser.add_argument("questions", nargs="+")
    o = parser.parse_args()
    counts, domains = collections.defaultdict(collections.Counter), \
        Domains(o.db_root)
    for path in o.questions:
        with open(path, encoding="utf-8") as lines:
            for text in lines:
                line = json.loads(text)
                if "gold" in line:
                    count_line(line, domains, counts, o.show)
    queries = counts.pop("queries")
    print(f"{queries[1]} right queries, {queries[0]} wrong ones.\n")
    print("| code | " + " | ".join(COLUMNS) + " |\n|" + "---|" *
          (len(COLUMNS) + 1))
    for code in (*sorted(counts), "all"):
        of = sum(counts.values(), collections.Counter()) if code == "all" \
            else counts[code]
        print(f"| {code} | " + " | ".join(str(of[name]) for name in COLUMNS)
              + " |")


if __name__ == "__main__":
    main()
