#!/usr/bin/env python3
"""N-best lists of a language model of code, and what re-ranking makes of them.

    nbest.py --write SET --data DATA --model LM [--adapter DIR] [--count N]
             [--sample] [--unconstrained] [--t2sed PROGRAM] [--threads N]
             [--first N] OUT
    nbest.py --tables FILE [--cuts N,N...] [--update PAGE --mark TARGET]
             [--t2sed PROGRAM] SCORED

SCORED is OUT, labelled by the fixed rule (`t2sed eval --label fixed`) and scored
(`t2sed score`). Four tables are made of it: how often the first query is right, by
the policies of `t2sed rerank` and in lists cut to their first N; the same by kind of
question; what a user makes of the questions of `t2sed trigger`; and how well
what a parser knows of its own first query tells whether it is right, beside the
detector's probability. A query without a label counts as wrong.

--write asks `t2sed generate` for the questions of SET (spider, bird, cosql, sparc, splash, splash-all:
docs/training/judge/adapter.py has them; conversations with the right queries of
the turns before) and appends each line to OUT as it comes: what OUT has already is
not done again. Needs Python's t2sed (PYTHONPATH, T2SED_LIBRARY), no other packages.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys

import t2sed
import t2sed.lab

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "training", "judge"))
from adapter import corrections, learned, measured  # noqa: E402
from auc import auc  # noqa: E402
from firsts import head, mean, percent, row, show, whole_lines  # noqa: E402
from query_tree import label, parse, words  # noqa: E402

POLICIES = {"first": "as written", "runs": "runs", "vote": "vote",
            "qp": "query plan (qp)", "sl": "schema linking (sl)",
            "sl+qp": "both (sl+qp)", "rr": "by probability (rr)",
            "sum": "probability and likelihood (sum)",
            "evidence": "default, without the model's scores",
            "default": "**default**"}


def write(options, out):
    sets = measured(options.data)
    sets["splash-all"] = (sets["splash"][0], corrections(
        f"{options.data}/splash/test.jsonl", wrong_alone=False))
    root, asked = sets[options.write]
    talks = []  # what is asked alone, or turn by turn
    for line in asked:
        if line.get("turn", 1) == 1:
            talks.append([])
        talks[-1].append(line)
    random.Random(16).shuffle(talks)  # what is there early is a fair sample
    asked = []
    while talks and len(asked) + len(talks[0]) <= options.first:
        asked += talks.pop(0)
    done = whole_lines(out)
    how = ["--sample"] * options.sample + \
        ["--unconstrained"] * options.unconstrained
    if options.adapter:
        how += ["--adapter", options.adapter]
    with open(out, "ab") as file:
        made = subprocess.Popen(
            [options.t2sed, "generate", "--model", options.model,
             "--values", "2", "--quiet", "--count", str(options.count),
             "--threads", str(options.threads),
             "--precision", options.precision, "--db-root", root, *how],
            stdin=subprocess.PIPE, stdout=file)
        for line in asked[done:]:
            made.stdin.write(json.dumps(line).encode() + b"\n")
        made.stdin.close()
        if made.wait() not in (0, 1):
            sys.exit(made.returncode)


# --- tables ---


def right(candidate):
    return candidate.get("label") == 1


def run(lists, *command):
    made = subprocess.run(
        [*command, "--quiet"], input="\n".join(map(json.dumps, lists)),
        stdout=subprocess.PIPE, text=True, check=True)
    return list(map(json.loads, made.stdout.splitlines()))


def ordered(lists, policy, program):
    if policy == "evidence":
        lists = [dict(line, candidates=[
            {name: one[name] for name in one if name != "score"}
            for one in line["candidates"]]) for line in lists]
        policy = "default"
    return run(lists, program, "rerank", "--no-findings", "--policy", policy)


def ranked(lists, policy, program):
    """The first of each list once it is in the policy's order."""
    if policy != "first":
        lists = ordered(lists, policy, program)
    return [line["candidates"][0] for line in lists]


def matched(lists, program, schemas):
    """The lists with "exact" for each candidate, exact set match."""
    made = run(lists, program, "eval", "--label", "exact", "--tables", schemas)
    for line, other in zip(lists, made):
        for one, same in zip(line["candidates"], other["candidates"]):
            one["exact"] = same["label"]
    return lists


def interval(gains):
    """The 95 % bootstrap interval over questions of a mean, in points."""
    chance = random.Random(0)
    means = sorted(mean(chance.choices(gains, k=len(gains)))
                   for _ in range(2000))
    return f"{100 * means[49]:+.1f} to {100 * means[1949]:+.1f}"


def interactions(lists, found):
    """Of each whole conversation, whether all turns are right."""
    all_right = []
    for line, one in zip(lists, found):
        if line["turn"] == 1:
            all_right.append(True)
        all_right[-1] = all_right[-1] and right(one)
    return all_right


def last_column(lists, found):
    """Exact match, or interaction match."""
    return percent(mean(
        interactions(lists, found) if "turn" in lists[0] else
        [one["exact"] == 1 for one in found]))


def policies_table(lists, cuts, program):
    made = head("order", *(f"{n} best" for n in cuts),
                f"over first, of {cuts[-1]}",
                "interaction match" if "turn" in lists[0] else
                f"exact match, {cuts[-1]} best")
    cut = [[dict(line, candidates=line["candidates"][:n]) for line in lists]
           for n in cuts]
    first = ranked(lists, "first", program)
    for policy, title in POLICIES.items():
        found = [ranked(of, policy, program) for of in cut]
        gains = [int(right(a)) - int(right(b))
                 for a, b in zip(found[-1], first)]
        made.append(row(title, *(percent(mean(map(right, one)))
                                 for one in found),
                        "" if policy == "first" else
                        f"{100 * mean(gains):+.1f} ({interval(gains)})",
                        last_column(lists, found[-1])))
    made.append(row("oracle", *(percent(mean(
        any(map(right, line["candidates"])) for line in of)) for of in cut),
        "", last_column(lists, [
            {"label": max(one["label"] or 0 for one in line["candidates"]),
             "exact": max(one["exact"] or 0 for one in line["candidates"])}
            for line in lists])))
    return made


LEAVES = ("table_name", "column_name", "literal_value")
ALIASES = ("table_alias", "column_alias")


def pruned(node):
    """A tree without its leaves (tables, columns, values), as Parthasarathi et al.
    2023 (5.2) prune them, and without aliases."""
    kind, below = label(node), node.get("children", ())
    if kind in LEAVES:  # "x" is a value in Spider's queries
        return LEAVES[-1] if words(node)[0].startswith('"') else kind
    if "text" in node:
        return node["text"].upper()
    kept, texts = [], [one.get("text", "").upper() for one in below]
    for at, one in enumerate(below):
        follows = label(below[at + 1]) if at + 1 < len(below) else ""
        if not (label(one) in ALIASES or texts[at] == "."
                or (texts[at] == "AS" and follows in ALIASES)
                or (label(one) == "table_name" and "." in texts[at + 1:at + 2])):
            kept.append(pruned(one))
    return f"({kind} {' '.join(kept)})"


def parse_trees(queries, program):
    """The queries' trees without leaves; None for what does not parse."""
    return [tree and pruned(tree) for tree in parse(program, queries)]


def kinds_of(lists, options):
    """[(kind, whether each line is of it)]."""
    schemas = t2sed.Schemas(options.tables)
    hard = []
    for line in lists:
        try:
            hard.append(t2sed.lab.hardness(line["gold"], schemas[line["db_id"]]))
        except t2sed.Error:
            hard.append(None)
    kinds = [(level, [one == level for one in hard])
             for level in ("easy", "medium", "hard", "extra")
             # Spider's evaluation reads few of BIRD's queries.
             if 2 * hard.count(None) < len(hard)]
    if "turn" in lists[0]:
        kinds += [(f"turn {n}" if n < 4 else "turn 4 and later",
                   [min(line["turn"], 4) == n for line in lists])
                  for n in (1, 2, 3, 4)]
    known = set(parse_trees(learned(options.data), options.t2sed)) - {None}
    seen = [tree in known for tree in parse_trees(
        [line["gold"] for line in lists], options.t2sed)]
    return kinds + [("parse tree seen in training", seen),
                    ("not seen", [not one for one in seen])]


def kinds_table(lists, options):
    found = {policy: ranked(lists, policy, options.t2sed)
             for policy in ("first", "sl+qp", "evidence", "default")}
    made = head("kind", "questions", *map(POLICIES.get, found), "oracle")
    for kind, of in kinds_of(lists, options):
        if not any(of):
            continue
        made.append(row(kind, str(sum(of)), *(
            percent(mean([right(one) for one, it in zip(firsts, of) if it]))
            for firsts in found.values()), percent(mean(
                [any(map(right, line["candidates"]))
                 for line, it in zip(lists, of) if it]))))
    return made


def asked_table(lists, program):
    """What a user makes of the trigger's questions who knows the right one of
    two queries, if it is there."""
    made = head("order", "answered at once", "of these right", "asked",
                "first right", "first or other right", "all, before", "after")
    for policy in ("first", "evidence", "default"):
        order = (lists if policy == "first" else
                 ordered(lists, policy, program))
        told = run(order, program, "trigger")
        sure = [line for line in told if line["decision"] == "answer"]
        rest = [line for line in told if line["decision"] != "answer"]

        def first(line):
            return right(line["candidates"][0])

        def either(line):
            other = (line.get("ask") or {}).get("instead", 1)
            return first(line) or right(line["candidates"][other - 1])

        made.append(row(
            POLICIES[policy], percent(len(sure) / len(told)),
            percent(mean(map(first, sure))), percent(len(rest) / len(told)),
            percent(mean(map(first, rest))), percent(mean(map(either, rest))),
            percent(mean(map(first, told))),
            percent(mean([*map(first, sure), *map(either, rest)]))))
    return made


def confidences(line):
    """What may tell whether the first query is right."""
    scores = [one["score"] for one in line["candidates"]]
    weights = [math.exp(score - max(scores)) for score in scores]
    shares = [weight / sum(weights) for weight in weights]
    first = line["candidates"][0]
    alone = first.get("alone", first.get("probability")) or 0
    together = first.get("probability") or 0
    return {
        "log-probability": scores[0],
        "log-probability of a token": scores[0] / first["tokens"],
        "share of the list's probability": shares[0],
        "entropy of these shares": sum(p * math.log(p) for p in shares if p),
        "least before the second": scores[0] - max(scores[1:], default=-99),
        "detector, the query alone": alone,
        "detector, in the list": together,
        "detector in the list, and share": logit(together) + logit(shares[0]),
    }


def logit(p):
    p = min(max(p, 1e-6), 1 - 1e-6)
    return math.log(p / (1 - p))


def confidence_table(lists):
    made = head("of the first query", "AUC")
    labels = [right(line["candidates"][0]) for line in lists]
    told = list(map(confidences, lists))
    for name in told[0]:
        pairs = [(one[name], label) for one, label in zip(told, labels)]
        made.append(row(name, f"{auc(pairs):.3f}"))
    return made


def tables(options):
    with open(options.path, encoding="utf-8") as file:
        lists = list(map(json.loads, file))
    for line in lists:  # what nothing was written for is wrong
        line["candidates"] = line.get("candidates") or [
            {"sql": "", "label": 0, "score": -99.0, "tokens": 1}]
    lists = matched(lists, options.t2sed, options.tables)
    return "\n".join([f"{len(lists)} questions.", "",
                      *policies_table(lists, options.cuts, options.t2sed), "",
                      *kinds_table(lists, options), "",
                      *asked_table(lists, options.t2sed), "",
                      *confidence_table(lists)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", metavar="SET")
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--model", help="a language model")
    parser.add_argument("--adapter", default="text-to-sql",
                        help="'': the model as it is")
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--unconstrained", action="store_true")
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--first", type=int, default=10 ** 9)
    parser.add_argument("--tables")
    parser.add_argument("--cuts", default=(3, 5, 10),
                        type=lambda text: tuple(map(int, text.split(","))))
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--mark")
    parser.add_argument("path", metavar="OUT")
    options = parser.parse_args()
    if options.write and not options.model:
        parser.error("--write: --model (LM= of make) names no language model")
    if options.write:
        write(options, options.path)
    else:
        show(options, tables(options))


if __name__ == "__main__":
    main()
