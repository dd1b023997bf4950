#!/usr/bin/env python3
"""What re-ranking is worth: accuracy before and after, by policy.

    worth.py --pool DATA >pool.jsonl
    worth.py [--model DIR] [--update FILE.md] POOL SPLASH_DEV SPLASH_TEST

With --pool: one line a question of Spider dev with the different queries that
all files of DATA/predictions/dev hold, each with its label and where it comes
from ("from": {parser: place}). Otherwise the three files are such lines after
`t2sed rerank` (they have probabilities and agreement), and the tables are made
of them; with --update they replace what stands between the two marks.

The policies are the library's (examples/python/t2sed). A query without a
label counts as wrong. Plain Python, no packages.
"""
import argparse
import glob
import itertools
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "examples", "python"))

from firsts import put  # noqa: E402

TEN = "din_sql_gpt4turbo_10best"
TRIPLES = 100
ROUNDS = 1000
# What a row is called, the policy, and the signal that it can't do without.
POLICIES = [("majority vote (runs+vote)", "runs+vote", None),
            ("RR (rr)", "rr", None),
            ("ED+RR (ed+rr)", "ed+rr", None),
            ("RR of what runs (rr+runs)", "rr+runs", None),
            ("margin (margin)", "margin", None),
            ("with the parser's score (sum)", "sum", "score"),
            ("QP (qp)", "qp", "plan"),
            ("SL (sl)", "sl", "link"),
            ("SL+QP (qp+sl)", "qp+sl", "both"),
            ("**default**", "default", None)]


def make_pool(data):
    pool = {}
    for path in sorted(glob.glob(f"{data}/predictions/dev/*.jsonl")):
        parser = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            for line in map(json.loads, file):
                beam = pool.setdefault(line["index"], {
                    "index": line["index"], "db_id": line["db_id"],
                    "question": line["question"], "gold": line["gold"],
                    "candidates": {}})
                for place, found in enumerate(line["candidates"]):
                    kept = beam["candidates"].setdefault(found["sql"], {
                        "sql": found["sql"], "label": found["label"],
                        "from": {}})
                    kept["from"].setdefault(parser, place)
    for index in sorted(pool):
        beam = pool[index]
        beam["candidates"] = list(beam["candidates"].values())
        print(json.dumps(beam))


class Candidate:
    """What the library is told of a query, and whether it is right."""

    def __init__(self, line):
        agreement = line.get("agreement") or {}
        group = agreement.get("group")
        self.right = line.get("label") == 1
        self.group = -1 if group is None else group
        self.outcome = OUTCOMES.index(agreement.get("outcome", "not_run"))
        for name, key in (("probability",) * 2, ("score",) * 2,
                          ("plan",) * 2, ("link",) * 2):
            value = line.get(key)
            setattr(self, name, float("nan") if value is None else value)


OUTCOMES = ["ran", "failed", "cut", "not_run", "syntax"]


def read(path):
    """The beams of a file in the order that they had before."""
    with open(path, encoding="utf-8") as file:
        for line in map(json.loads, file):
            found = sorted(line["candidates"],
                           key=lambda one: one.get("rank_before", 0))
            yield line, found


class Worth:
    """Which candidate each policy puts first."""

    def __init__(self, t2sed, model):
        self.rerankers = [(name, t2sed.Reranker(policy, model=model), signal)
                          for name, policy, signal in POLICIES]
        self.known = {}

    def first(self, key, beam, sources):
        """[policy] whether the first candidate is right, and more."""
        if key is not None and key in self.known:
            return self.known[key]
        signals = self.rerankers[0][1].signals(
            probabilities=[one.probability for one in beam],
            scores=[one.score for one in beam],
            sketch=[one.plan for one in beam], link=[one.link for one in beam],
            groups=[one.group for one in beam],
            outcomes=[one.outcome for one in beam], sources=sources)
        found = [beam[reranker.best(signals)].right
                 for _, reranker, _ in self.rerankers]
        result = (found, any(one.right for one in beam))
        if key is not None:
            self.known[key] = result
        return result


class Set:
    """Beams of one kind: the shares that are right, and by database."""

    def __init__(self, name):
        self.name = name
        self.databases = {}  # db_id -> [questions, first, oracle, policies...]
        self.members = []    # accuracy of each parser that takes part

    def add(self, db_id, first, oracle, found):
        row = [1, first, oracle, *found]
        sums = self.databases.setdefault(db_id, [0] * len(row))
        for i, value in enumerate(row):
            sums[i] += value

    def shares(self, databases=None):
        sums = [sum(column) for column in zip(
            *[self.databases[db_id] for db_id in
              (databases or self.databases)])]
        return [value / sums[0] for value in sums[1:]]


def gain(shares):
    """Of the default over the better of the first candidate and the vote."""
    return shares[-1] - max(shares[0], shares[2])


def interval(one, statistic):
    """By drawing databases with replacement."""
    dice = random.Random(1)
    names = sorted(one.databases)
    found = sorted(statistic(one.shares(dice.choices(names, k=len(names))))
                   for _ in range(ROUNDS))
    return found[int(0.025 * ROUNDS)], found[int(0.975 * ROUNDS)]


def single_set(worth, name, beams):
    result = Set(name)
    for db_id, beam in beams:
        if beam:
            found, oracle = worth.first(None, beam, None)
            result.add(db_id, beam[0].right, oracle, found)
        else:
            result.add(db_id, 0, 0, [0] * len(POLICIES))
    return result


def pooled_set(worth, name, questions, groups):
    """Beams of the first candidates of several parsers, for each group."""
    total, worse, better = Set(name), 0, 0
    for group in groups:
        one, alone = Set(name), [0] * len(group)
        for index, (db_id, firsts) in enumerate(questions):
            members = [firsts.get(parser) for parser in group]
            beam = [member for member in members if member]
            for i, member in enumerate(members):
                alone[i] += bool(member and member.right)
            if not beam:
                one.add(db_id, 0, 0, [0] * len(POLICIES))
                continue
            key = (index, *map(id, beam))
            found, oracle = worth.first(key, beam, list(range(len(beam))))
            one.add(db_id, sum(bool(member and member.right)
                               for member in members) / len(group),
                    oracle, found)
        alone = [right / len(questions) for right in alone]
        shares = one.shares()
        total.members.append(max(alone))
        better += shares[-1] > max(alone)
        worse += shares[-1] < max(alone) - 0.005
        for db_id, sums in one.databases.items():
            kept = total.databases.setdefault(db_id, [0] * len(sums))
            for i, value in enumerate(sums):
                kept[i] += value / len(groups)
    total.counts = (len(groups), better, worse)
    return total


def make_sets(worth, pool, splash):
    ten, questions, parsers = [], [], set()
    signals = set()
    for line, found in read(pool):
        kept = [(Candidate(one), one["from"]) for one in found]
        own = sorted(((places[TEN], one) for one, places in kept
                      if TEN in places), key=lambda pair: pair[0])
        ten.append((line["db_id"], [one for _, one in own]))
        questions.append((line["db_id"], {
            parser: one for one, places in kept
            for parser, place in places.items() if place == 0}))
        parsers.update(questions[-1][1])
        for one in found:
            signals.update(key for key in ("plan", "link")
                           if one.get(key) is not None)
    parsers = sorted(parsers)
    dice = random.Random(1)
    sets = [single_set(worth, "10-best", ten)]
    for name, path in splash:
        sets.append(single_set(worth, name, [
            (line["db_id"], list(map(Candidate, found)))
            for line, found in read(path)]))
    sets.append(pooled_set(worth, f"all {len(parsers)}", questions, [parsers]))
    sets.append(pooled_set(worth, "pairs", questions,
                           list(itertools.combinations(parsers, 2))))
    triples = list(itertools.combinations(parsers, 3))
    sets.append(pooled_set(worth, "triples", questions,
                           dice.sample(triples, min(TRIPLES, len(triples)))))
    if len(signals) == 2:
        signals.add("both")
    return sets, signals | {"score"}


def percent(share):
    return f"{100 * share:.1f}"


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def tables(sets, signals):
    out = [row("policy", *[one.name for one in sets]),
           "|---" * (len(sets) + 1) + "|"]
    shares = [one.shares() for one in sets]
    out.append(row("first candidate", *[percent(one[0]) for one in shares]))
    out.append(row("the best parser alone, in hindsight", *[
        percent(sum(one.members) / len(one.members)) if one.members else ""
        for one in sets]))
    for i, (name, _, signal) in enumerate(POLICIES):
        if signal and signal not in signals:
            continue
        cells = [percent(one[2 + i]) for one in shares]
        if signal == "score":
            cells = [cell if "SPLASH" in one.name else ""
                     for cell, one in zip(cells, sets)]
        out.append(row(name, *cells))
    out.append(row("oracle", *[percent(one[1]) for one in shares]))
    out += ["", row("default over the better of first and vote",
                    "points", "95 % by database"), "|---|---|---|"]
    for one, share in zip(sets, shares):
        low, high = interval(one, gain)
        out.append(row(one.name, f"{100 * gain(share):+.1f}",
                       f"{100 * low:+.1f} to {100 * high:+.1f}"))
    out.append("")
    for one in sets:
        if one.members and len(one.members) > 1:
            count, better, worse = one.counts
            out.append(f"Of {count} {one.name}, the default is better than the "
                       f"better parser alone in {better}, and worse by more "
                       f"than half a point in {worse}.")
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pool", metavar="DATA")
    parser.add_argument("--model")
    parser.add_argument("--update")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.pool:
        make_pool(options.pool)
        return 0
    if len(options.files) != 3:
        parser.error("three files are expected: POOL SPLASH_DEV SPLASH_TEST")
    import t2sed
    with t2sed.Model(options.model) as model:
        worth = Worth(t2sed, model)
    sets, signals = make_sets(worth, options.files[0],
                              [("SPLASH dev", options.files[1]),
                               ("SPLASH test", options.files[2])])
    text = "\n".join(tables(sets, signals))
    print(text)
    if options.update:
        put(options.update, "worth-tables", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
