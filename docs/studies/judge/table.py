#!/usr/bin/env python3
"""Right and wrong queries by the judge, by `light`, and by both.

    table.py DIR [--curve DIR...] [--update PAGE]

DIR has SET.jsonl with the judge's scores (score.py) and SET.light.jsonl or
SET.light-schema.jsonl, all lines as `t2sed score --alone` answers them with
and without the databases. Fused is logit(light) + w * judge; w is that of the most
pairs on the validation sets, one with results and one without, and beside it w of
the most pairs on the other report sets (light has learned from the databases of the
validation sets). Intervals: 95 %, 1000 draws of questions. Plain Python, no packages.
"""
import argparse
import json
import math
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from auc import auc  # noqa: E402
from firsts import head, mean, put, row  # noqa: E402

WEIGHTS = [0, .05, .1, .15, .2, .3, .4, .5, .7, 1, 1.4, 2]
CHOOSE = ("report-bird", "report-modern", "report-spider")
DRAWS = 1000
NEVER = 1e-3  # the probability of a query that was not scored
# Title; lines; whether light has the database, and the judge the results.
VIEWS = [("BIRD, three databases, with rows", "report-bird", True),
         ("the same, by schema", "report-bird", False),
         ("modern, with rows", "report-modern", True),
         ("the same, by schema", "report-modern", False),
         ("NL2SQL-BUGs on BIRD's three, by schema", "report-bugs", False),
         ("Spider dev, with rows", "report-spider", True),
         ("the same, by schema", "report-spider", False)]
VALID = [("BIRD codebase_community, by schema", "valid-bird", False),
         ("own questions held out, with rows", "valid-own", True),
         ("the same, by schema", "valid-own", False)]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def logit(probability):
    bound = min(max(probability or 0, NEVER), 1 - NEVER)
    return math.log(bound / (1 - bound))


def read(folder, name, rows, told=True):
    """Questions as lists of (label, light, judge); not told: the judge reads no
    results though light has the rows."""
    scored = lines(f"{folder}/{name}.jsonl")
    light = lines(f"{folder}/{name}.light{'' if rows else '-schema'}.jsonl")
    found = {(item["question"], one["sql"]): one.get("probability")
             for item in light for one in item["candidates"]}
    made = []
    for item in scored:
        made.append([])
        for one in item["candidates"]:
            judge = one["judge"]
            if rows and told:
                judge = one.get("judge_rows", judge)
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


def measures(scored):
    shares = [one for one in map(share, scored) if one[1]]
    best = [mean(label for label, key in queries if key == max(k for _, k in queries))
            for queries in scored if share(queries)[1]]
    return {"pairs": pairs(shares), "question": mean(won / n for won, n in shares),
            "auc": auc([(key, label) for queries in scored for label, key in queries]),
            "best": mean(best)}


def gain(questions, weight):
    """Of pairs, with its interval, drawn by question."""
    lot = random.Random(0)
    both = [(share(a), share(b)) for a, b in
            zip(keys(questions, 0), keys(questions, weight)) if share(a)[1]]
    if not both:
        return ""

    def of(found):
        return 100 * (pairs([b for _, b in found]) - pairs([a for a, _ in found]))
    drawn = sorted(of(lot.choices(both, k=len(both))) for _ in range(DRAWS))
    return f"{of(both):+.1f} ({drawn[DRAWS // 40]:+.1f} to {drawn[-DRAWS // 40 - 1]:+.1f})"


def best_weight(sets):
    """That of the most pairs, as the mean over sets."""
    return max(WEIGHTS, key=lambda weight: mean(
        measures(keys(questions, weight))["pairs"] for questions in sets))


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


def weight_table(folder):
    made = head("pairs by w", *WEIGHTS)
    for title, name, rows in VIEWS + VALID:
        if os.path.exists(f"{folder}/{name}.jsonl"):
            questions = read(folder, name, rows)
            made.append(row(title, *(f"{measures(keys(questions, weight))['pairs']:.3f}"
                                     for weight in WEIGHTS)))
    return made


def told_table(folder):
    """Light with rows, beside a judge that reads the results and one that does not."""
    made = head("light with rows; pairs by w", *WEIGHTS)
    for title, name, rows in VIEWS:
        if rows and os.path.exists(f"{folder}/{name}.jsonl"):
            for told, words in ((True, "the judge reads results"), (False, "reads none")):
                questions = read(folder, name, rows, told)
                made.append(row(f"{title.split(', with')[0]}: {words}", *(
                    f"{measures(keys(questions, weight))['pairs']:.3f}" for weight in WEIGHTS)))
    return made


def curve_table(folders):
    """The judge alone on the validation sets, by number of examples."""
    made = head("questions learned from", *(title for title, *_ in VALID))
    for folder in folders:
        made.append(row(os.path.basename(folder), *(
            "{:.3f}".format(measures(keys(judged(folder, name, rows), None))["pairs"])
            for _, name, rows in VALID)))
    return made


def judged(folder, name, rows):
    return [[(one["label"], 0, one.get("judge_rows", one["judge"]) if rows else one["judge"])
             for one in item["candidates"]] for item in lines(f"{folder}/{name}.jsonl")]


def likelihood_table(folder):
    made = head("zero-shot", "questions", "sum: pairs", "mean: pairs", "shorter: pairs")
    for title, name in (("BIRD, three databases", "report-bird"), ("modern", "report-modern")):
        path = f"{folder}/{name}.jsonl"
        if os.path.exists(path):
            items = lines(path)
            made.append(row(title, len(items), *(
                "{:.3f}".format(pairs([share([(one["label"], key(one)) for one in
                                              item["candidates"]]) for item in items]))
                for key in (lambda one: one["sum"], lambda one: one["mean"],
                            lambda one: -len(one["sql"])))))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--curve", nargs="*", default=[])
    parser.add_argument("--zero", help="the directory of likelihoods")
    parser.add_argument("--update", metavar="PAGE")
    options = parser.parse_args()
    blocks = [main_table(options.folder), weight_table(options.folder), told_table(options.folder)]
    if options.curve:
        blocks.append(curve_table(options.curve))
    if options.zero:
        blocks.append(likelihood_table(options.zero))
    text = "\n\n".join("\n".join(block) for block in blocks)
    if options.update:
        put(options.update, "judge-tables", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
