#!/usr/bin/env python3
"""libt2sed and language models as judges of the same queries, alone and
together.

    llm_judges.py DIR --data DATA [--t2sed PROGRAM] [--model DIR] [--update PAGE]

DIR has judged.jsonl and judged-schema.jsonl as `t2sed score` answers them; its
parent has what was asked (real.py --gather: the queries of BIRD's file
llm_judges.jsonl, with the probabilities that language models gave). Prints, or
puts into a page:

- alone: AUC, and how much higher ours is; of pairs of a right and a wrong query
  on one database, the share in which the right one has the higher probability
  (ties count half); balanced accuracy, each tenth of the questions decided at
  the threshold that is best on the others.
- together: w times the language model's log odds and 1 - w times ours. For each
  tenth of the questions w is that of highest AUC on the others.
- sparingly: the same, where a language model is asked only if our probability
  lies between two limits.
- cost: processor time of `t2sed score`, measured here (the least of three runs
  on one thread), and tokens of the language models, estimated.

Intervals: 95 %, percentiles of a bootstrap over questions. Plain Python, no
packages.
"""
import argparse
import math
import os
import random
import resource
import sqlite3
import subprocess
import sys
from functools import lru_cache
from typing import NamedTuple

from auc import auc
from firsts import give, head, mean, row
from real import JUDGES, lines

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "..", "..", "test", "bench"))
from performance import machine  # noqa: E402

ROUNDS = 1000
FOLDS = 10
WEIGHTS = [part / 20 for part in range(21)]
# Probabilities are limited to these, so that an extreme one does not outweigh
# the other judge.
LEAST, MOST = 0.01, 0.99
LIMITS = (None, (0.3, 0.7), (0.2, 0.8), (0.1, 0.9), (0.0, 1.0))
OURS = {"schema": "judged-schema", "database": "judged"}

# What is not in the data: characters of an instruction, tokens of an answer,
# characters of a token.
INSTRUCTION, ANSWER, TOKEN = 400, 10, 4
# Dollars for a million tokens of prompts and of answers. OpenAI's as in
# langchain-community's openai_info.py (commit 01744d4), Anthropic's as in its
# bedrock_anthropic_callback.py (Sonnet 3 to 4.5), read on 29 November 2026.
PRICES = {"gpt4o": (2.5, 10), "gpt4o_mini": (0.15, 0.6),
          "claude_sonnet": (3, 15)}


class Item(NamedTuple):
    db_id: str
    question: str
    told: str
    sql: str
    label: int
    given: dict  # probabilities by judge


def read(folder):
    """The items with the probabilities of all judges; 0 for a query that was not
    scored."""
    ours = {sees: list(lines(f"{folder}/{name}.jsonl"))
            for sees, name in OURS.items()}
    items = []
    for one, other in zip(*ours.values()):
        for mine, rows in zip(one["candidates"], other["candidates"]):
            assert mine["sql"] == rows["sql"]
            given = {judge: rows[judge] for judge in JUDGES}
            given["schema"] = mine.get("probability") or 0.0
            given["database"] = rows.get("probability") or 0.0
            items.append(Item(other["db_id"], other["question"],
                              other["knowledge"], rows["sql"], rows["label"],
                              given))
    return items


def log_odds(probability):
    kept = min(max(probability, LEAST), MOST)
    return math.log(kept / (1 - kept))


class Bench:
    """The items, with the samples and folds that all measures share."""

    def __init__(self, items):
        self.items, self.labels = items, [item.label for item in items]
        groups = {}
        for at, item in enumerate(items):
            groups.setdefault((item.db_id, item.question), []).append(at)
        groups = list(groups.values())
        draw = random.Random(0)
        self.samples = [[at for group in draw.choices(groups, k=len(groups))
                         for at in group] for _ in range(ROUNDS)]
        draw.shuffle(groups)
        self.folds = [[at for group in groups[fold::FOLDS] for at in group]
                      for fold in range(FOLDS)]

    def given(self, judge):
        return [item.given[judge] for item in self.items]

    def area(self, scores, chosen=None):
        chosen = range(len(scores)) if chosen is None else chosen
        return auc([(scores[at], self.labels[at]) for at in chosen])

    def areas(self, scores):
        """Of all items, then of each sample."""
        return [self.area(scores), *(self.area(scores, sample)
                                     for sample in self.samples)]

    def crossed(self, settings, good, scored):
        """For each fold scored(setting) with the setting that is best on the
        other folds, and the settings."""
        scores, best = [0.0] * len(self.items), []
        by_setting = {setting: scored(setting) for setting in settings}
        for fold in self.folds:
            rest = [at for other in self.folds if other is not fold
                    for at in other]
            best.append(max(settings, key=lambda setting: good(
                by_setting[setting], rest)))
            for at in fold:
                scores[at] = by_setting[best[-1]][at]
        return scores, best

    def balanced(self, decisions, chosen):
        """The mean of the shares of right and of wrong queries that are decided
        correctly."""
        return mean(mean(decisions[at] == label for at in chosen
                         if self.labels[at] == label) for label in (0, 1))

    def balanced_accuracy(self, judge):
        given = self.given(judge)
        decisions, _ = self.crossed(
            sorted(set(given)), self.balanced,
            lambda threshold: [int(p >= threshold) for p in given])
        return self.balanced(decisions, range(len(given)))

    def pairs(self, judge):
        """Of pairs on one database, the share that is ordered correctly."""
        won = count = 0
        for db_id in {item.db_id for item in self.items}:
            of = [(item.given[judge], item.label) for item in self.items
                  if item.db_id == db_id]
            n = (sum(label for _, label in of)
                 * sum(not label for _, label in of))
            won, count = won + auc(of) * n, count + n
        return won / count

    @lru_cache(maxsize=None)
    def together(self, sees, judge, limits):
        """Scores of both, and the mean weight of the language model."""
        low, high = limits
        ours = self.given(sees)

        def scored(weight):
            return [weight * log_odds(p) + (1 - weight) * log_odds(own)
                    if low <= own <= high else log_odds(own)
                    for p, own in zip(self.given(judge), ours)]
        scores, weights = self.crossed(WEIGHTS, self.area, scored)
        return scores, mean(weights)


def interval(values, form="{:.3f}"):
    """The first of the values, and the interval of the others."""
    rest = sorted(value for value in values[1:] if value == value)
    low, high = (rest[int(share * (len(rest) - 1))] for share in (0.025, 0.975))
    return f"{form} ({form} to {form})".format(values[0], low, high)


def names():
    """Who judges, what they see, and which member has their probabilities."""
    yield from ((name, "schema", judge) for judge, name in JUDGES.items())
    yield from (("libt2sed", sees, sees) for sees in OURS)


def lead(areas, others):
    """The difference of two AUCs, on the same samples."""
    return interval([one - other for one, other in zip(areas, others)],
                    "{:+.3f}")


def alone_table(bench):
    made = head("judge", "sees", "AUC (95 % interval)", "pairs in one database",
                "balanced accuracy",
                *(f"libt2sed's lead, {sees}" for sees in OURS))
    ours = [bench.areas(bench.given(sees)) for sees in OURS]
    for name, sees, judge in names():
        areas = bench.areas(bench.given(judge))
        made.append(row(
            name, sees, interval(areas), f"{bench.pairs(judge):.3f}",
            f"{bench.balanced_accuracy(judge):.3f}",
            *(lead(own, areas) if judge in JUDGES else "" for own in ours)))
    return "\n".join(made)


def together_table(bench):
    made = head("libt2sed sees", "beside", "weight of the language model", "AUC",
                "gain over libt2sed", "gain over the language model")
    for sees in OURS:
        for judge, name in JUDGES.items():
            scores, weight = bench.together(sees, judge, LIMITS[-1])
            both = bench.areas(scores)
            made.append(row(sees, name, f"{weight:.2f}", interval(both), *(
                lead(both, bench.areas(bench.given(by)))
                for by in (sees, judge))))
    return "\n".join(made)


def sparingly_table(bench):
    made = head("libt2sed sees", "asked if its probability is", "asked",
                *(f"AUC with {name}" for name in JUDGES.values()))
    for sees in OURS:
        ours = bench.given(sees)
        for limits in LIMITS:
            low, high = limits or (2, 2)
            said = {None: "never", (0.0, 1.0): "always"}.get(
                limits, f"{low:.1f} to {high:.1f}")
            areas = [bench.areas(bench.together(sees, judge, limits)[0])
                     for judge in JUDGES] if limits else [bench.areas(ours)] * 3
            made.append(row(sees, said, "{:.0f} %".format(
                100 * mean(low <= p <= high for p in ours)),
                            *map(interval, areas)))
    return "\n".join(made)


def seconds(folder, program, model, name):
    """Processor time for a thousand checks."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    asked = f"{folder}/../{name}"
    with open(f"{asked}.options", encoding="utf-8") as file:
        options = file.read().split()
    count = sum(len(item["candidates"]) for item in lines(f"{asked}.jsonl"))
    times = []
    for _ in range(3):
        before = used()
        subprocess.run([program, "score", "--alone", "--findings", "--threads",
                        "1", "--model", model, *options, f"{asked}.jsonl"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        times.append(used() - before)
    return min(times) * 1000 / count


def prompt_tokens(items, root):
    """For a thousand checks: schema, hint, question, query, instruction."""
    sizes = {}
    for db_id in {item.db_id for item in items}:
        db = sqlite3.connect(f"file:{root}/{db_id}/{db_id}.sqlite?mode=ro",
                             uri=True)
        sizes[db_id], = db.execute("SELECT sum(length(sql)) FROM sqlite_schema "
                                   "WHERE type = 'table'").fetchone()
        db.close()
    return 1000 / TOKEN * mean(
        INSTRUCTION + sizes[item.db_id]
        + sum(map(len, (item.told, item.question, item.sql))) for item in items)


def cost_table(arguments, items):
    tokens = prompt_tokens(items, f"{arguments.data}/bird/database")
    made = head("judge", "sees", "processor time", "tokens of prompts",
                "tokens of answers", "list price")
    for name, sees, judge in names():
        if judge in PRICES:
            price = (tokens * PRICES[judge][0]
                     + 1000 * ANSWER * PRICES[judge][1]) / 1e6
            made.append(row(name, sees, "not known", f"{tokens:,.0f}",
                            f"{1000 * ANSWER:,}", f"${price:.2f}"))
        else:
            spent = seconds(arguments.folder, arguments.t2sed, arguments.model,
                            OURS[sees])
            made.append(row(name, sees, f"{spent:.1f} s", 0, 0, "-"))
    return "\n".join([*made, "", machine()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--data", required=True)
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--model", default="lib/models/default")
    parser.add_argument("--update", metavar="PAGE")
    arguments = parser.parse_args()
    bench = Bench(read(arguments.folder))
    for mark, made in (("alone", alone_table(bench)),
                       ("together", together_table(bench)),
                       ("sparingly", sparingly_table(bench)),
                       ("cost", cost_table(arguments, bench.items))):
        give(arguments.update, f"llm-judges-table, {mark}", made)


if __name__ == "__main__":
    main()
