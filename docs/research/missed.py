#!/usr/bin/env python3
"""Errors that nothing catches, by kind; and right queries that are flagged.

    missed.py --tables FILE --db-root DIR [--t2sed PROGRAM] [--update FILE.md]
              SCORED.jsonl...

Compares the first candidates of labelled files that `t2sed score` has scored
with their gold queries, part by part (query_parts.py). Plain Python.
"""
import argparse
import json
from collections import Counter, defaultdict

from auc import auc
from firsts import Databases, head, mean, percent, put, read, row
from query_parts import Names, Reader, differences
from query_tree import parse

SURE = 0.9  # what passes for nearly certain
SAME = "none that the parts show"
KEY = "another column of the same key"
NO_TREE = "does not parse here"
WIDTH = 60  # of an example


def compare(program, tables, items):
    """[(kind, part of gold, part of candidate)] for each item."""
    with open(tables, encoding="utf-8") as file:
        readers = {schema["db_id"]: [Reader(Names(schema, keys))
                                     for keys in (True, False)]
                   for schema in json.load(file)}
    texts = sorted({text for item in items for text in (item.gold, item.sql)})
    trees = dict(zip(texts, parse(program, texts)))
    known, found = {}, []
    for item in items:
        key = item.db_id, item.gold, item.sql
        if key not in known:
            known[key] = compare_trees(readers[item.db_id], trees[item.gold],
                                       trees[item.sql])
        found.append(known[key])
    return found


def compare_trees(readers, gold, got):
    if not gold or not got:
        return [(NO_TREE, "", "")]
    with_keys, without = (differences(reader.query(gold), reader.query(got))
                          for reader in readers)
    if with_keys or not without:
        return with_keys or [(SAME, "", "")]
    return [(KEY, *without[0][1:])]


def excerpt(text):
    text = text.replace("|", "\\|")
    return f"`{text if len(text) <= WIDTH else text[:WIDTH - 2] + '..'}`" \
        if text else "nothing"


def example(cases, kind):
    """The difference that most wrong candidates passing as sure have, shown as
    "gold for candidate"; from those with no other difference, if there are."""
    for alone in (True, False):
        shown = Counter(
            difference[1:] for item, found in cases for difference in found
            if difference[0] == kind and item.probability >= 0.5 and
            (len(found) == 1 or not alone) and any(difference[1:]))
        if shown:
            gold, got = min(shown.items(),
                            key=lambda one: (-one[1], len("".join(one[0])),
                                             one[0]))[0]
            return f"{excerpt(got)} for {excerpt(gold)}"
    return ""


def share(pairs, threshold):
    """Of (probability, label) pairs, the share below a threshold."""
    return mean(score < threshold for score, _ in pairs)


def by_kind(cases):
    """The table of kinds, hardest first; cases [(item, differences)]."""
    right = [item.pair for item, _ in cases if item.label]
    wrong = [(item, found) for item, found in cases if not item.label]
    kinds = defaultdict(list)
    for item, found in cases:
        for kind in {difference[0] for difference in found}:
            kinds[kind].append((item, found))
    lines = head("difference from the gold query", "wrong", "AUC",
                 "flagged at 0.5", f"passed at {SURE}", "nothing else wrong",
                 "AUC", "flagged at 0.5", "right, written so",
                 "flagged at 0.5", "most frequent among what passed at 0.5")
    rows = []
    for kind, having in kinds.items():
        bad = [item.pair for item, _ in having if not item.label]
        good = [item.pair for item, _ in having if item.label]
        alone = [item.pair for item, found in having
                 if not item.label and len(found) == 1]
        if not bad:
            continue
        rows.append((auc(right + bad), row(
            kind, len(bad), percent(auc(right + bad)),
            percent(share(bad, 0.5)), percent(1 - share(bad, SURE)),
            len(alone), percent(auc(right + alone)),
            percent(share(alone, 0.5)), len(good), percent(share(good, 0.5)),
            example([one for one in having if not one[0].label], kind))))
    lines += [text for _, text in sorted(rows)]
    every = [item.pair for item, _ in wrong]
    lines.append(row("**all**", len(every), percent(auc(right + every)),
                     percent(share(every, 0.5)),
                     percent(1 - share(every, SURE)),
                     sum(len(found) == 1 for _, found in wrong), "", "",
                     len(right), percent(share(right, 0.5)), ""))
    return lines


def missed(cases):
    """What passes as sure, by all that is wrong with it together."""
    wrong = [(item, found) for item, found in cases if not item.label]
    sets = defaultdict(list)
    for item, found in wrong:
        sets[tuple(sorted({one[0] for one in found}))].append(item)
    passed = {kinds: sum(item.probability >= SURE for item in items)
              for kinds, items in sets.items()}
    total = sum(passed.values())
    lines = [f"{total} of {len(wrong)} wrong candidates have {SURE} or more. "
             "By all of their differences:", "",
             *head("differences", f"passed at {SURE}", "share of these",
                   "of so many wrong", "questions")]
    for kinds, count in sorted(passed.items(),
                               key=lambda one: (-one[1], one[0]))[:15]:
        questions = {item.question for item in sets[kinds]
                     if item.probability >= SURE}
        lines.append(row("; ".join(kinds), count, percent(count / total),
                         len(sets[kinds]), len(questions)))
    asked = Counter()
    for item, _ in wrong:
        asked[item.db_id, item.question] += item.probability >= SURE
    many = [count for count in asked.values() if count >= 5]
    return lines + ["", f"{len(many)} questions, each passed from at least "
                    f"five parsers, make up {sum(many)} of them."]


def flagged(cases, has_rows):
    """Right queries: what those that are flagged have in common."""
    right = [(item, found) for item, found in cases if item.label]

    def line(kind, chosen):
        low = sum(item.probability < 0.5 for item, _ in chosen)
        return row(kind, len(chosen), low,
                   percent(low / len(chosen)) if chosen else "")

    def empty(item):
        return has_rows(item.db_id, item.sql) is False
    same = [one for one in right if one[1][0][0] == SAME]
    lines = head("right candidates", "number", "flagged at 0.5", "share")
    lines += [line("**all**", right),
              line("result is empty", [one for one in right if empty(one[0])]),
              line("result is not empty",
                   [one for one in right if not empty(one[0])]),
              line("the gold query's parts", same),
              line("the gold query's parts, result not empty",
                   [one for one in same if not empty(one[0])]),
              line("other parts", [one for one in right
                                   if one[1][0][0] != SAME])]
    groups = defaultdict(list)
    for one in right:
        groups[one[0].db_id].append(one)
    worst = sorted(groups, key=lambda db_id: (-sum(
        item.probability < 0.5 for item, _ in groups[db_id]), db_id))
    return lines + [line(f"database {db_id}", groups[db_id])
                    for db_id in worst[:5]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--tables", required=True)
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--update", metavar="FILE.md")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    items = [item for path in options.files for item in read(path)]
    cases = list(zip(items, compare(options.t2sed, options.tables, items)))
    text = "\n".join([
        "### By kind of error", "", *by_kind(cases), "",
        "### What passes as sure", "", *missed(cases), "",
        "### What is right and flagged", "",
        *flagged(cases, Databases(options.db_root).has_rows)])
    if options.update:
        put(options.update, "missed-errors", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
