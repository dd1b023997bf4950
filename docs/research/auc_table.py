#!/usr/bin/env python3
"""The table of AUCs at the head of docs/research/quality.md.

    auc_table.py --update PAGE COLUMN=DIR...

DIR holds scored files, one of each parser (`make auc-table` makes them); COLUMN
is what its column is called. The first candidates of each parser count whose
label is 0 or 1. Plain Python, no packages.
"""
import argparse
import os
import sys

from auc import auc
from firsts import head, mean, name_of, put, read, row


def table(columns):
    """The table's text; columns is [(name, {parser: [First]})]."""
    parsers = sorted(columns[0][1])
    lines = head("parser", "items", "right", *(name for name, _ in columns))
    values = {name: [] for name, _ in columns}
    for parser in parsers:
        firsts = columns[0][1][parser]
        cells = []
        for name, by_parser in columns:
            values[name].append(auc([one.pair for one in by_parser[parser]]))
            cells.append(f"{values[name][-1]:.3f}")
        lines.append(row(parser, len(firsts),
                         sum(one.label for one in firsts), *cells))
    lines.append(row(f"**mean of {len(parsers)}**", "", "",
                     *(f"**{mean(v):.3f}**" for v in values.values())))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", required=True)
    parser.add_argument("columns", nargs="+", metavar="COLUMN=DIR")
    arguments = parser.parse_args()
    columns = []
    for column in arguments.columns:
        name, _, folder = column.partition("=")
        files = [entry.path for entry in os.scandir(folder)
                 if entry.name.endswith(".jsonl")]
        columns.append((name, {name_of(path): read(path) for path in files}))
    if len({frozenset(found) for _, found in columns}) != 1:
        sys.exit("auc_table.py: the columns are not of the same parsers")
    put(arguments.update, "auc-table", table(columns))


if __name__ == "__main__":
    main()
