#!/usr/bin/env python3
"""AUC over candidates whose result is not empty, beside the AUC over all.

    nonempty.py [--db-root DIR] [--update FILE.md] SCORED.jsonl...

Reads first candidates of labelled files that `t2sed score` has scored, and runs
each once to see whether it gives a row. Plain Python, no packages.
"""
import argparse

from auc import auc
from firsts import Databases, head, mean, name_of, percent, put, read, row


def table(files, has_rows):
    """Markdown lines for {name: [First]}; has_rows(db_id, sql)."""
    lines = head("parser", "items", "right", "not empty", "right",
                 "AUC of all", "AUC, not empty", "AUC, empty",
                 "without wta_1: all", "not empty")
    sums = []
    for name, items in files.items():
        full = [item for item in items if has_rows(item.db_id, item.sql)]
        empty = [item for item in items
                 if has_rows(item.db_id, item.sql) is False]
        sums.append([auc([item.pair for item in chosen]) for chosen in (
            items, full, empty,
            [item for item in items if item.db_id != "wta_1"],
            [item for item in full if item.db_id != "wta_1"])])
        lines.append(row(name, len(items), sum(i.label for i in items),
                         len(full), sum(i.label for i in full),
                         *map(percent, sums[-1])))
    means = [percent(mean(v for v in column if v == v))
             for column in zip(*sums)]
    lines.append(row(f"**mean of {len(files)}**", "", "", "", "",
                     *(f"**{value}**" for value in means)))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--update", metavar="FILE.md")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    text = "\n".join(table({name_of(path): read(path)
                            for path in options.files},
                           Databases(options.db_root).has_rows))
    if options.update:
        put(options.update, "nonempty-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
