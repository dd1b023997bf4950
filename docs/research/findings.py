#!/usr/bin/env python3
"""How often each finding is made: in gold queries (false alarms), and in right
and wrong predictions.

    findings.py --db-root DIR --gold dev.jsonl... [--predictions FILE...]

Gold lines are Spider's ({"db_id", "question", "query"}); of each line of
predictions ({"db_id", "question", "candidates": [{"sql", "label"}]}) the first
candidate counts where its label is 0 or 1. Prints a table in Markdown: by
code, its severity, the share of gold queries that have it, those of right and
of wrong predictions, and how many of the predictions that have it are wrong.
"""
import argparse
import collections
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402


def read(paths, gold):
    """(db_id, question, sql, label) of each item."""
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for text in lines:
                line = json.loads(text)
                if gold:
                    yield line["db_id"], line["question"], line["query"], 1
                elif line["candidates"]:
                    first = line["candidates"][0]
                    if first.get("label") in (0, 1):
                        yield (line["db_id"], line["question"], first["sql"],
                               first["label"])


class Databases:
    def __init__(self, root, rows):
        self.root, self.rows, self.known = root, rows, {}

    def __getitem__(self, db_id):
        if db_id not in self.known:
            path = os.path.join(self.root, db_id, db_id + ".sqlite")
            database = t2sed.Database(path)
            if not self.rows:
                database = t2sed.Database(schema=database.schema)
            self.known[db_id] = t2sed.Evidence(database)
        return self.known[db_id]


def count(items, databases, show=None, sketcher=None):
    """Items, and for each code how many have it."""
    total, codes, severities = [0, 0], [collections.Counter(),
                                        collections.Counter()], {}
    last = None
    for db_id, question, sql, label in items:
        evidence = databases[db_id]
        if last != (db_id, question):
            evidence.set_question(question)
            evidence.set_sketch(sketcher.predict(question, evidence.schema)
                              if sketcher else None)
        last = db_id, question
        total[label] += 1
        seen = set()
        for finding in evidence.findings(sql):
            severities[finding.code] = finding.severity
            if finding.code not in seen:
                codes[label][finding.code] += 1
            seen.add(finding.code)
            if finding.code == show:
                print(label, db_id, question, sql, finding.message,
                      finding.sql and sql[slice(*finding.sql)],
                      finding.question and question[slice(*finding.question)],
                      finding.suggestion, sep="\n   ")
        for severity in {severities[code] for code in seen}:
            codes[label]["any " + severity] += 1
    return total, codes, severities


def percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--gold", nargs="*", default=[])
    parser.add_argument("--predictions", nargs="*", default=[])
    parser.add_argument("--schema-alone", action="store_true",
                        help="without the databases' rows")
    parser.add_argument("--plan", metavar="DIR", nargs="?", const="",
                        help="compare with sketches (the shipped sketcher's)")
    parser.add_argument("--show", metavar="CODE",
                        help="print what has this code, too")
    o = parser.parse_args()
    databases = Databases(o.db_root, not o.schema_alone)
    sketcher = None if o.plan is None else t2sed.Sketcher(o.plan or None)
    gold, in_gold, names = count(read(o.gold, True), databases, o.show,
                                 sketcher)
    items, found, more = count(read(o.predictions, False), databases,
                               o.show, sketcher)
    names.update(more)
    order = {"error": 0, "warning": 1, "hint": 2}
    print(f"\n{gold[1]} gold queries; {items[1]} right predictions, {items[0]} "
          "wrong ones.\n")
    print("| code | severity | gold | right | wrong | wrong of those that "
          "have it |\n|---|---|---|---|---|---|")
    rows = [(order[s], c, c, s) for c, s in names.items()]
    rows += [(9, s, s, "") for s in
             ("any error", "any warning", "any hint")]
    for _, _, code, severity in sorted(rows):
        right, wrong = found[1][code], found[0][code]
        print(f"| {code} | {severity} | {percent(in_gold[1][code], gold[1])} "
              f"| {percent(right, items[1])} | {percent(wrong, items[0])} | "
              + (f"{percent(wrong, right + wrong)} of {right + wrong}"
                 if right + wrong else "") + " |")
    base = percent(items[0], sum(items))
    print(f"| all predictions | | | | | {base} of {sum(items)} |")


if __name__ == "__main__":
    main()
