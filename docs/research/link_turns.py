#!/usr/bin/env python3
"""How often the strings of gold queries' conditions are named in the question,
and how often with the turns before it.

    link_turns.py --db-root DIR CONVERSATIONS...

Lines are {"db_id", "turns": [{"utterance", "sql"}]}. Prints a row of a Markdown
table for each file, without and with earlier turns.
"""
import argparse
import collections
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402

MATCHES = ("exact", "spelling", "partial", "prefix", "abbreviation", "none")


def turns(path):
    """(db_id, question, sql, earlier questions) of each turn that has all."""
    with open(path, encoding="utf-8") as lines:
        for text in lines:
            line, earlier = json.loads(text), []
            for turn in line["turns"]:
                question = turn["utterance"]
                if not question.strip():
                    continue
                if turn.get("sql"):
                    yield line["db_id"], question, turn["sql"], earlier[:]
                earlier.append(question)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--db-root", required=True)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    linkers = {}
    print(f"| file | strings | {' | '.join(MATCHES)} |")
    print("|---" * (len(MATCHES) + 2) + "|")
    for path in arguments.files:
        for name in ("alone", "with earlier turns"):
            counts = collections.Counter()
            for db_id, question, sql, earlier in turns(path):
                if db_id not in linkers:
                    database = os.path.join(arguments.db_root, db_id,
                                            db_id + ".sqlite")
                    linkers[db_id] = t2sed.Linker(t2sed.Database(database))
                try:
                    links = linkers[db_id].link(
                        question, sql, earlier if name != "alone" else ())
                except t2sed.Error:
                    continue
                counts.update(c.said_match for c in links.conditions
                              if c.operand == "text")
            total = sum(counts.values())
            shares = " | ".join(f"{100 * counts[m] / max(1, total):.1f} %"
                                for m in MATCHES)
            print(f"| {os.path.relpath(path)}, {name} | {total} | {shares} |")


if __name__ == "__main__":
    main()
