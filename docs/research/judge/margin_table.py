#!/usr/bin/env python3
"""How often a checker asks its judge, by the margin, and what that gives up.

    margin_table.py PACK --language-model DIR --judge DIR [--first N] [--update PAGE]
    margin_table.py PACK --no-judge

PACK is what judge.py gather made, with its SET.jsonl and SET.options. Each question is
checked by itself and with the judge always asked; by margin M the answer is the second
where the log odds of the best two answers, or of the best and the threshold, are nearer
than M (lib/decide/consult.c). asked: the share of questions; pairs: of the probabilities
of a query alone; best: how often the best query is right; answered, right: the share that
is answered at 95 %, and how many of these are right. With --no-judge "asked" alone. What
is checked is kept in PACK/checked and not checked again: remove that after a change of a
model. Needs the library's Python package.
"""
import argparse
import json
import math
import os
import sys

import t2sed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firsts import head, mean, put, row  # noqa: E402
from real import lines  # noqa: E402
from table import pairs, share  # noqa: E402

MARGINS = [0, .25, .5, 1, 1.5, 2, 3, 4, math.inf]
SETS = [("everyday questions, with rows", "report-everyday", "options"),
        ("everyday questions, by schema", "report-everyday", "options-schema"),
        ("BIRD, three databases, with rows", "report-bird", "options"),
        ("BIRD, by schema", "report-bird", "options-schema"),
        ("modern, with rows", "report-modern", "options"),
        ("modern, by schema", "report-modern", "options-schema"),
        ("Spider dev, with rows", "report-spider", "options"),
        ("Spider dev, by schema", "report-spider", "options-schema")]


def log_odds(probability):
    return math.inf if probability == 1 else -math.inf if probability == 0 \
        else math.log(probability / (1 - probability))


def kept(report):
    """What is kept of a report: of each query, in the order of the question, what it has
    alone, what order and decision are by, and the answer that it gives."""
    made = sorted(([one.index, one.alone, one.probability if one.confidence is None
                    else one.confidence, one.group] for one in report.candidates))
    return {"decision": report.decision, "threshold": report.threshold,
            "order": [one.index for one in report.candidates],
            "queries": [query[1:] for query in made]}


def distance(report):
    """How near the best is to the second answer or the threshold."""
    places = [report["queries"][i] for i in report["order"]]
    best, rivals = places[0], [one for one in places[1:]
                               if one[2] is None or one[2] != places[0][2]]
    if best[1] is None:
        return math.inf
    near = [report["threshold"]] + [one[1] for one in rivals[:1] if one[1] is not None]
    return min(abs(log_odds(best[1]) - log_odds(one)) for one in near)


class Checkers:
    """Of one database after another, without the judge and with it."""

    def __init__(self, options, judge, model=None):
        self.kind, self.where = options
        self.schemas = t2sed.Schemas(self.where) if self.kind == "--tables" else None
        self.judge, self.db_id, self.made = judge, None, ()
        self.model = t2sed.Model(model)

    def of(self, db_id):
        if db_id != self.db_id:
            database = t2sed.Database(schema=self.schemas[db_id]) if self.schemas else \
                t2sed.Database(f"{self.where}/{db_id}/{db_id}.sqlite")
            how = [{}] + [{"judge": self.judge, "judge_margin": math.inf}] * bool(self.judge)
            self.made = [t2sed.Checker(self.model, database, findings=False, ask="never", **more)
                         for more in how]
            self.db_id = db_id
        return self.made


def check(path, options, judge, first, out, model=None):
    """Appends what is not there yet to `out`: {"labels", "knowledge", "without", "with"}."""
    checkers = Checkers(options, judge, model)
    items = sorted(list(lines(path))[:first], key=lambda item: item["db_id"])
    done = len(list(lines(out))) if os.path.exists(out) else 0
    with open(out, "a", encoding="utf-8", buffering=1) as to:
        for item in items[done:]:
            question = t2sed.Question(item["question"], knowledge=item.get("knowledge") or None)
            reports = [kept(one.check(question, [c["sql"] for c in item["candidates"]]))
                       for one in checkers.of(item["db_id"])]
            to.write(json.dumps({"labels": [c["label"] for c in item["candidates"]],
                                 "knowledge": bool(item.get("knowledge")),
                                 **dict(zip(("without", "with"), reports))}) + "\n")


def of_margin(found, margin):
    """(asked, right, answered, (won, pairs)) of a question."""
    asked = distance(found["without"]) < margin or margin == math.inf
    report = found["with" if asked and "with" in found else "without"]
    scored = [(label, query[0] or 0) for label, query in zip(found["labels"], report["queries"])]
    return (asked, found["labels"][report["order"][0]], report["decision"] == "answer",
            share(scored))


def rows_of(title, found):
    made = {"asked": []}
    for margin in MARGINS:
        of = [of_margin(one, margin) for one in found]
        made["asked"].append(mean(asked for asked, *_ in of))
        if "with" in found[0]:
            answered = [right for _, right, told, _ in of if told]
            for name, number in (("pairs", pairs([one[3] for one in of])),
                                 ("best", mean(right for _, right, *_ in of)),
                                 ("answered", len(answered) / len(of)),
                                 ("right", mean(answered) if answered else math.nan)):
                made.setdefault(name, []).append(number)
    return [row(title, name, *(f"{number:.3f}" for number in numbers))
            for name, numbers in made.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pack")
    parser.add_argument("--language-model")
    parser.add_argument("--judge")
    parser.add_argument("--no-judge", action="store_true")
    parser.add_argument("--first", type=int, help="questions of each set")
    parser.add_argument("--update", metavar="PAGE")
    options = parser.parse_args()
    judge = None if options.no_judge else t2sed.Judge(options.language_model, path=options.judge)
    made = head("set", "share; by margin", *MARGINS)
    folder = f"{options.pack}/checked{'-alone' if options.no_judge else ''}"
    os.makedirs(folder, exist_ok=True)
    for title, name, kind in SETS:
        how, out = f"{options.pack}/{name}.{kind}", f"{folder}/{name}.{kind}"
        if os.path.exists(how):
            with open(how, encoding="utf-8") as file:
                check(f"{options.pack}/{name}.jsonl", file.read().split(), judge,
                      options.first, out)
        if os.path.exists(out):
            made += rows_of(title, list(lines(out)))
    text = "\n".join(made)
    if options.update:
        put(options.update, "judge-margin-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
