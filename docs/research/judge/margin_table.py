#!/usr/bin/env python3
"""How often a checker asks its judge, by the margin, and what that gives up.

    margin_table.py PACK --language-model DIR --judge DIR [--first N] [--update PAGE]
    margin_table.py PACK --no-judge

PACK is what judge.py gather made, with its SET.jsonl and SET.options. Each question is
checked by itself and with the judge always asked; by margin M the answer is the second
where the log odds of the best two answers, or of the best and the threshold, are nearer
than M (lib/decide/consult.c). asked: the share of questions; best: how often the best
query is right; answered, right: the share that is answered at 95 %, and how many of these
are right. With --no-judge "asked" alone. Needs the library's Python package.
"""
import argparse
import math
import os
import sys

import t2sed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firsts import head, mean, put, row  # noqa: E402
from real import lines  # noqa: E402

MARGINS = [0, .25, .5, 1, 1.5, 2, 3, 4, math.inf]
SETS = [("BIRD, three databases, with rows", "report-bird", "options"),
        ("BIRD, by schema", "report-bird", "options-schema"),
        ("modern, with rows", "report-modern", "options"),
        ("Spider dev, with rows", "report-spider", "options"),
        ("Spider dev, by schema", "report-spider", "options-schema")]


def log_odds(probability):
    return math.inf if probability == 1 else -math.inf if probability == 0 \
        else math.log(probability / (1 - probability))


def place(candidate):
    """What order and decision are by."""
    if candidate.confidence is not None:
        return log_odds(candidate.confidence)
    return log_odds(candidate.probability) if candidate.probability is not None else math.nan


def distance(report):
    """How near the best is to the second answer or the threshold."""
    best, *others = report.candidates
    rivals = [one for one in others if one.group is None or one.group != best.group]
    gaps = [abs(place(best) - log_odds(report.threshold))]
    gaps += [abs(place(best) - place(rivals[0]))] if rivals else []
    return min((gap for gap in gaps if not math.isnan(gap)), default=math.inf)


class Checkers:
    """Of one database after another, without the judge and with it."""

    def __init__(self, options, judge):
        self.kind, self.where = options
        self.schemas = t2sed.Schemas(self.where) if self.kind == "--tables" else None
        self.judge, self.db_id, self.made = judge, None, ()
        self.model = t2sed.Model()

    def of(self, db_id):
        if db_id != self.db_id:
            database = t2sed.Database(schema=self.schemas[db_id]) if self.schemas else \
                t2sed.Database(f"{self.where}/{db_id}/{db_id}.sqlite")
            how = [{}] + [{"judge": self.judge, "judge_margin": math.inf}] * bool(self.judge)
            self.made = [t2sed.Checker(self.model, database, findings=False, ask="never", **more)
                         for more in how]
            self.db_id = db_id
        return self.made


def read(path, options, judge, first):
    """(distance, answers without and with the judge) of each question; an answer is
    (is it right, is it answered)."""
    checkers, made = Checkers(options, judge), []
    for item in sorted(list(lines(path))[:first], key=lambda item: item["db_id"]):
        question = t2sed.Question(item["question"], knowledge=item.get("knowledge") or None)
        reports = [one.check(question, [c["sql"] for c in item["candidates"]])
                   for one in checkers.of(item["db_id"])]
        made.append((distance(reports[0]), [
            (item["candidates"][report.candidates[0].index]["label"],
             report.decision == "answer") for report in reports]))
    return made


def rows_of(title, found, judge):
    made = {"asked": []}
    for margin in MARGINS:
        asked = [gap < margin or margin == math.inf for gap, _ in found]
        made["asked"].append(mean(asked))
        if judge:
            answers = [both[on] for on, (_, both) in zip(asked, found)]
            answered = [right for right, told in answers if told]
            for name, share in (("best", mean(right for right, _ in answers)),
                                ("answered", len(answered) / len(answers)),
                                ("right", mean(answered) if answered else math.nan)):
                made.setdefault(name, []).append(share)
    return [row(title, name, *(f"{share:.3f}" for share in shares))
            for name, shares in made.items()]


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
    for title, name, kind in SETS:
        how = f"{options.pack}/{name}.{kind}"
        if os.path.exists(how):
            with open(how, encoding="utf-8") as file:
                made += rows_of(title, read(f"{options.pack}/{name}.jsonl", file.read().split(),
                                            judge, options.first), judge)
    text = "\n".join(made)
    if options.update:
        put(options.update, "judge-margin-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
