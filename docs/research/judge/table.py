#!/usr/bin/env python3
"""Right and wrong queries by the judge, by `light`, and by both.

    table.py DIR [--log FILE] [--zero DIR] [--update PAGE]

DIR has SET.jsonl with the judge's scores (score.py) and SET.light.jsonl or
SET.light-schema.jsonl, all lines as `t2sed score --alone` answers them with
and without the databases. Fused is logit(light) + w * judge. Light has learned
from the databases of the validation sets, where the best w is therefore too low: w is
that of the most pairs on the other sets of BIRD, everyday questions, `modern` and
Spider. Intervals: 95 %,
400 draws of questions. Plain Python, no packages.
"""
import argparse
import json
import math
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from auc import auc  # noqa: E402
from firsts import head, mean, put, row  # noqa: E402

WEIGHTS = [0, .05, .1, .15, .2, .3, .4, .5, .7, 1, 1.4, 2]
CHOOSE = ("report-bird", "report-everyday", "report-modern", "report-spider")
FLAT = {True: .25, False: .5}  # with rows, by schema: what the judge that ships counts for
DRAWS = 400
NEVER = 1e-3  # the probability of a query that was not scored
# Title; lines; whether light has the database, and the judge the results.
VIEWS = [("everyday questions, with rows", "report-everyday", True),
         ("everyday questions, by schema", "report-everyday", False),
         ("BIRD, three databases, with rows", "report-bird", True),
         ("BIRD, by schema", "report-bird", False),
         ("modern, with rows", "report-modern", True),
         ("modern, by schema", "report-modern", False),
         ("NL2SQL-BUGs on BIRD's three, by schema", "report-bugs", False),
         ("Spider dev, with rows", "report-spider", True),
         ("Spider dev, by schema", "report-spider", False)]
LIKELIHOODS = [("BIRD, three databases", "report-bird"),
               ("NL2SQL-BUGs on BIRD's three", "report-bugs")]
VALID = [("BIRD codebase_community, by schema", "valid-bird", False),
         ("own questions held out, with rows", "valid-own", True),
         ("own questions held out, by schema", "valid-own", False)]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def logit(probability):
    bound = min(max(probability or 0, NEVER), 1 - NEVER)
    return math.log(bound / (1 - bound))


def probabilities(folder, name, rows):
    """Light's, by question and query."""
    return {(item["question"], one["sql"]): one.get("probability")
            for item in lines(f"{folder}/{name}.light{'' if rows else '-schema'}.jsonl")
            for one in item["candidates"]}


def read(folder, name, rows, told=1.0):
    """Questions as lists of (label, light, judge); told: what the judge's score with
    the results counts, where light has the rows, beside that without."""
    scored = lines(f"{folder}/{name}.jsonl")
    found = probabilities(folder, name, rows)
    made = []
    for item in scored:
        made.append([])
        for one in item["candidates"]:
            judge = one["judge"]
            if rows:
                judge += told * (one.get("judge_rows", judge) - judge)
            made[-1].append((one["label"], logit(found[item["question"], one["sql"]]), judge))
    return made


def keys(questions, weight):
    """(label, score) by question; weight None: the judge alone."""
    return [[(label, judge if weight is None else light + weight * judge)
             for label, light, judge in queries] for queries in questions]


def share(queries):
    """(won, pairs) of a question."""
    right = [key for label, key in queries if label]
    wrong = [key for label, key in queries if not label]
    return (sum((a > b) + (a == b) / 2 for a in right for b in wrong),
            len(right) * len(wrong))


def pairs(shares):
    count = sum(count for _, count in shares)
    return sum(won for won, _ in shares) / count if count else float("nan")


def all_pairs(scored):
    return pairs([share(queries) for queries in scored])


def area(scored):
    return auc([(key, label) for queries in scored for label, key in queries])


def measures(scored):
    shares = [one for one in map(share, scored) if one[1]]
    best = [mean(label for label, key in queries if key == max(k for _, k in queries))
            for queries in scored if share(queries)[1]]
    return {"pairs": pairs(shares), "question": mean(won / n for won, n in shares),
            "auc": area(scored), "best": mean(best)}


def gain(questions, weight, measure=all_pairs):
    """What the judge adds by its weight."""
    return difference(keys(questions, 0), keys(questions, weight), measure)


def difference(before, after, measure):
    """Of pairs or AUC, in points, with its interval, drawn by question."""
    lot = random.Random(0)
    both = [one for one in zip(before, after) if measure is area or share(one[0])[1]]
    if not both:
        return ""

    def of(found):
        return 100 * (measure([b for _, b in found]) - measure([a for a, _ in found]))
    drawn = sorted(of(lot.choices(both, k=len(both))) for _ in range(DRAWS))
    return f"{of(both):+.1f} ({drawn[DRAWS // 40]:+.1f} to {drawn[-DRAWS // 40 - 1]:+.1f})"


def best_weight(sets):
    """That of the most pairs, as the mean over sets."""
    return max(WEIGHTS, key=lambda weight: mean(
        all_pairs(keys(questions, weight)) for questions in sets))


def cells(found):
    return [f"{found['auc']:.3f}", "" if found["pairs"] != found["pairs"] else
            f"**{found['pairs']:.3f}** ({found['question']:.3f})",
            "" if found["best"] != found["best"] else f"{found['best']:.3f}"]


def main_table(folder):
    made = head("set", "questions", "queries", *(
        f"{who}: {what}" for who in ("light", "judge", "both") for what in
        ("AUC", "pairs (by question)", "best")), "w", "gain of pairs")
    found = {view: read(folder, *view[1:]) for view in VIEWS + VALID
             if os.path.exists(f"{folder}/{view[1]}.jsonl")}
    for view, questions in found.items():
        weight = best_weight([its for other, its in found.items()
                              if other[1] in CHOOSE and other[1] != view[1]
                              and other[2] == view[2]])
        made.append(row(view[0] + (" *" if view in VALID else ""), len(questions),
                        sum(map(len, questions)),
                        *(cell for key in (0, None, weight)
                          for cell in cells(measures(keys(questions, key)))),
                        weight, gain(questions, weight)))
    return made + ["", "\\* Light has learned from these databases."]


def weight_table(folder, measure):
    made = head(f"{'AUC' if measure == 'auc' else measure} by w", *WEIGHTS)
    for title, name, rows in VIEWS + VALID:
        if os.path.exists(f"{folder}/{name}.jsonl"):
            questions = read(folder, name, rows)
            made.append(row(title, *(f"{measures(keys(questions, weight))[measure]:.3f}"
                                     for weight in WEIGHTS)))
    return made


def gain_table(folder):
    """Of one weight for all sets with rows, and one by schema."""
    made = head("gain at w = 0.25 with rows, 0.5 by schema", "pairs", "AUC")
    for title, name, rows in VIEWS + VALID:
        if os.path.exists(f"{folder}/{name}.jsonl"):
            questions = read(folder, name, rows)
            made.append(row(title, gain(questions, FLAT[rows]),
                            gain(questions, FLAT[rows], area)))
    return made


def told_table(folder):
    """Light with rows, beside the judge's scores with the results and without."""
    made = head("light with rows; pairs by w", *WEIGHTS)
    for title, name, rows in VIEWS:
        if rows and os.path.exists(f"{folder}/{name}.jsonl"):
            for told, words in ((1, "the judge reads results"), (0, "reads none"),
                                (.5, "the mean of both")):
                questions = read(folder, name, rows, told)
                made.append(row(f"{title.split(', with')[0]}: {words}", *(
                    f"{measures(keys(questions, weight))['pairs']:.3f}" for weight in WEIGHTS)))
    return made


def curve_table(path):
    """Pairs of the questions that are just to be learned from, as training told them: the
    mean of the last 20 steps."""
    made = head("steps", "seconds", "loss", "pairs", "with results")
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = re.match(r"step (\d+) of \d+, (\d+) s, \d+ tokens a second, (\S+), (\S+), (\S+)", line)
            if found and int(found[1]) % 40 == 0:
                made.append(row(*found.groups()))
    return made


def likelihood_table(folder, light):
    """The untrained model: the log-probability of the query's tokens, sum and mean,
    and the mean beside light by schema."""
    weights = [0, .5, 1, 2, 4]
    made = head("zero-shot, by schema", "questions", "sum: AUC, pairs", "mean: AUC, pairs",
                "shorter: AUC, pairs", *(f"light + {w} mean: AUC, pairs" for w in weights))
    for title, name in LIKELIHOODS:
        if not os.path.exists(f"{folder}/{name}.jsonl"):
            continue
        items = lines(f"{folder}/{name}.jsonl")
        found = probabilities(light, name, False)
        views = [[[(one["label"], key(one)) for one in item["candidates"]] for item in items]
                 for key in (lambda one: one["sum"], lambda one: one["mean"],
                             lambda one: -len(one["sql"]))]
        both = [[(one["label"], logit(found[item["question"], one["sql"]]), one["mean"])
                 for one in item["candidates"]] for item in items]
        views += [keys(both, weight) for weight in weights]
        made.append(row(title, len(items), *(f"{area(view):.3f}, {all_pairs(view):.3f}"
                                             for view in views)))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--log", help="what train.py printed")
    parser.add_argument("--zero", help="the directory of likelihoods")
    parser.add_argument("--update", metavar="PAGE")
    options = parser.parse_args()
    blocks = [main_table(options.folder), weight_table(options.folder, "pairs"),
              weight_table(options.folder, "auc"), gain_table(options.folder),
              told_table(options.folder)]
    if options.log:
        blocks.append(curve_table(options.log))
    if options.zero:
        blocks.append(likelihood_table(options.zero, options.folder))
    text = "\n\n".join("\n".join(block) for block in blocks)
    if options.update:
        put(options.update, "judge-tables", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
