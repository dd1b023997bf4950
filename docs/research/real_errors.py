#!/usr/bin/env python3
"""Errors of real queries that nothing catches, by kind.

    real_errors.py --tables FILE [--t2sed PROGRAM] [--update PAGE] DIR

DIR holds SET.jsonl of real.py as `t2sed score` answers them. Of NL2SQL-BUGs, CREG
and `modern` the kinds are those of who labelled or made the queries; BIRD's
queries are compared with the gold query part by part (missed.py), by the schemas
of --tables. Plain Python.
"""
import argparse

from firsts import First, head, percent, put, row
from missed import SURE, by_kind, compare, share
from real import SETS, lines, pairs, read, score

FEWEST = 5  # wrong queries of a kind


def kinds(questions):
    wrong = [one for found in questions for one in found if not one.label]
    for kind in sorted({how for one in wrong for how in one.how}):
        kept = [(one.probability, 0) for one in wrong if kind in one.how]
        if len(kept) >= FEWEST:
            won, count = pairs(questions, score,
                               lambda one, kind=kind: kind in one.how)
            yield share(kept, 0.5), row(
                kind, len(kept), percent(share(kept, 0.5)),
                percent(1 - share(kept, SURE)), count, percent(won))
    every = [(one.probability, 0) for one in wrong]
    won, count = pairs(questions, score)
    yield 2, row("**all**", len(every), percent(share(every, 0.5)),
                 percent(1 - share(every, SURE)), count, percent(won))


def kind_table(questions, title):
    return [f"### {title.rstrip(' *')}", "",
            *head("what is wrong", "queries", "flagged at 0.5",
                  f"passed at {SURE}", "pairs", "right one higher"),
            *(text for _, text in sorted(kinds(questions)))]


def bird(path):
    """All labelled queries of a scored file."""
    return [First(item["db_id"], item["question"], item["gold"], one["sql"],
                  one["label"], one["probability"])
            for item in lines(path) for one in item["candidates"]
            if one.get("label") in (0, 1) and one.get("probability") is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--tables", required=True)
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("folder", metavar="DIR")
    options = parser.parse_args()
    blocks = [kind_table(read(f"{options.folder}/{name}.jsonl"),
                         SETS[name].title)
              for name in ("bugs", "modern", "creg")]
    items = bird(f"{options.folder}/bird-rows.jsonl")
    cases = list(zip(items, compare(options.t2sed, options.tables, items)))
    blocks.append([f"### {SETS['bird-rows'].title}", "", *by_kind(cases)])
    text = "\n\n".join("\n".join(block) for block in blocks)
    if options.update:
        put(options.update, "real-errors", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
