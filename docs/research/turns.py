#!/usr/bin/env python3
"""How well a detector tells right queries from wrong ones over the turns of a
conversation, with the earlier turns and without.

    python3 docs/research/turns.py --db-root DIR cosql/dev.jsonl sparc/dev.jsonl

A line of a FILE is a conversation, {"db_id", "turns": [{"utterance", "sql"}]}.
Nobody's predictions are known for these questions, so wrong queries are made:
mutants of the right one (t2sed collect --mutate), and the right queries of the
turns before and behind, as a parser gives that forgets or overlooks something.
What gives the right result counts as right. Conversations are drawn until
there are --turns turns.

A question depends on its context where its right query has a name of a column
in a condition, or a value, that the question does not have, and the turns
before it have (or their right queries), after "Conversational Text-to-SQL"
2023, 4.4. The area under the ROC curve is over all queries of all questions of
a row; "gain" is that with turns and their queries less that alone, with a 95 %
interval from 300 samples of conversations.
"""
import argparse
import hashlib
import json
import random
import subprocess
import sys
from collections import defaultdict

from auc import auc
from firsts import put

WAYS = ("alone", "joined", "asked", "chosen")
HEADS = ("alone", "joined text", "questions", "and queries")


def run(tool, arguments, lines):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([tool, *arguments], input=text, text=True,
                          stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"t2sed {' '.join(arguments)}: status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def draw(path, most):
    """Conversations in the order of a hash, with `most` turns in all."""
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.strip()]
    lines.sort(key=lambda line: hashlib.sha256(line.encode()).digest())
    taken, turns = [], 0
    for line in lines:
        talk = json.loads(line)
        if turns + len(talk["turns"]) > most:
            break
        turns += len(talk["turns"])
        taken.append(talk)
    return taken


def questions(talks):
    for number, talk in enumerate(talks):
        turns = talk["turns"]
        for i, turn in enumerate(turns):
            yield {"db_id": talk["db_id"], "question": turn["utterance"],
                   "gold": turn["sql"], "talk": number, "turn": i + 1,
                   "before": [{"question": old["utterance"],
                               "sql": old["sql"]} for old in turns[:i]],
                   "others": [old["sql"] for k, old in enumerate(turns)
                              if abs(k - i) == 1],
                   "candidates": [{"sql": turn["sql"], "label": 1}]}


def said(match):
    return match not in ("none", "unknown")


def depends(tool, root, lines):
    """Whether slots or values of each right query are named by earlier turns
    and not by the question."""
    answers = []
    asked = [{"db_id": line["db_id"], "question": line["question"],
              "sql": line["gold"]} for line in lines]
    talk = [{**one, "question": " . ".join(
        [line["question"]] + [turn[key] for turn in line["before"]
                              for key in ("question", "sql")])}
        for one, line in zip(asked, lines)]
    alone = run(tool, ["link", "--db-root", root], asked)
    whole = run(tool, ["link", "--db-root", root], talk)
    for a, b in zip(alone, whole):
        answer = False
        for one, other in zip((a.get("links") or {}).get("conditions", ()),
                              (b.get("links") or {}).get("conditions", ())):
            if one["clause"] == "JOIN":
                continue
            answer |= (not said(one["slot"]["match"]) and
                       said(other["slot"]["match"]))
            answer |= (one["value"]["is"] in ("text", "number") and
                       not said(one["value"]["said"]) and
                       said(other["value"]["said"]))
        answers.append(answer)
    return answers


def make_beams(tool, root, lines, mutants):
    """Each line with labelled candidates, and where each comes from."""
    made = run(tool, ["collect", "--mutate", str(mutants), "--db-root", root],
               lines)
    by_key = {(line["talk"], line["turn"]): line for line in made}
    beams = []
    for line in lines:
        got = by_key.get((line["talk"], line["turn"]))
        if not got:
            continue
        beam = {key: line[key] for key in ("db_id", "question", "gold",
                                           "talk", "turn", "before")}
        seen, beam["candidates"] = set(), []
        for kind, sql in [("gold", line["gold"])] + [
                ("mutant", one["sql"]) for one in got["candidates"]] + [
                ("neighbour", sql) for sql in line["others"]]:
            if sql not in seen:
                seen.add(sql)
                beam["candidates"].append({"sql": sql, "kind": kind})
        beams.append(beam)
    return run(tool, ["eval", "--label", "fixed", "--db-root", root], beams)


def in_way(beam, way):
    line = {"db_id": beam["db_id"], "question": beam["question"],
            "candidates": [{"sql": one["sql"]} for one in beam["candidates"]]}
    before = [turn["question"] for turn in beam["before"]]
    if way == "joined":
        line["question"] = " ".join(before + [line["question"]])
    elif way == "asked":
        line["context"] = before
    elif way == "chosen":
        line["context"] = beam["before"]
    return line


def pairs_of(members, beams, scores, kind):
    return [(p, one["label"]) for i in members
            for one, p in zip(beams[i]["candidates"], scores[i])
            if one.get("label") in (0, 1) and p is not None
            and (kind is None or one["label"] or one["kind"] == kind)]


def gain(members, beams, scores, kind):
    """The gain of context, and its interval."""
    talks = defaultdict(list)
    for i in members:
        talks[beams[i]["talk"]].append(i)
    dice, samples = random.Random(1), []

    def of(drawn):
        return 100 * (auc(pairs_of(drawn, beams, scores["chosen"], kind)) -
                      auc(pairs_of(drawn, beams, scores["alone"], kind)))
    for _ in range(300):
        drawn = dice.choices(list(talks.values()), k=len(talks))
        samples.append(of([i for talk in drawn for i in talk]))
    samples.sort()
    return f"{of(members):+.1f} ({samples[7]:+.1f} to {samples[292]:+.1f})"


def report(name, beams, scores, dependent):
    text = []
    groups = defaultdict(list)
    for i, beam in enumerate(beams):
        turn = beam["turn"]
        groups["all turns"].append(i)
        groups[f"turn {turn}" if turn < 4 else "turn 4 and later"].append(i)
        if turn > 1:
            groups["later turns, " + ("context-dependent" if dependent[i]
                                      else "independent")].append(i)
    order = ["all turns", "turn 1", "turn 2", "turn 3", "turn 4 and later",
             "later turns, independent", "later turns, context-dependent"]
    text.append(f"| {name} | questions | queries | right | " +
                " | ".join(HEADS) + " | gain |\n|" + "---|" * (5 + len(WAYS)))
    rows = [(group, groups[group], None) for group in order] + [
        (f"later turns, right against: {kind}",
         [i for i in groups["all turns"] if beams[i]["turn"] > 1], kind)
        for kind in ("mutant", "neighbour")]
    for group, members, kind in rows:
        cells = []
        for way in WAYS:
            pairs = pairs_of(members, beams, scores[way], kind)
            cells.append(f"{100 * auc(pairs):.1f}")
        cells.append("" if group == "turn 1" else
                     gain(members, beams, scores, kind))
        text.append(f"| {group} | {len(members)} | {len(pairs)} | "
                    f"{sum(label for _, label in pairs)} | " +
                    " | ".join(cells) + " |")
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--db-root", required=True)
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--model", help="directory (the default model)")
    parser.add_argument("--turns", type=int, default=250,
                        help="of each file, at most")
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--update", metavar="FILE.md",
                        help="put the tables between its two marks")
    how, tables = parser.parse_args(), []
    for path in how.files:
        lines = list(questions(draw(path, how.turns)))
        beams = make_beams(how.t2sed, how.db_root, lines, how.mutants)
        dependent = depends(how.t2sed, how.db_root, beams)
        scores = {}
        for way in WAYS:
            # A first turn has no context in any way.
            wanted = [i for i, beam in enumerate(beams)
                      if way == "alone" or beam["turn"] > 1]
            answers = run(how.t2sed, ["score", "--db-root", how.db_root] + (
                ["--model", how.model] if how.model else []),
                [in_way(beams[i], way) for i in wanted])
            scores[way] = list(scores.get("alone", [None] * len(beams)))
            for i, line in zip(wanted, answers):
                scores[way][i] = [one.get("probability")
                                  for one in line["candidates"]]
        tables.append(report("/".join(path.split("/")[-2:]), beams, scores,
                             dependent))
    print("\n\n".join(tables))
    if how.update:
        put(how.update, "turns-tables", "\n\n".join(tables))


if __name__ == "__main__":
    main()
