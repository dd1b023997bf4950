#!/usr/bin/env python3
"""More lines for the evidence to learn from, out of what is there.

    more.py tries DATA        >lines.jsonl
    more.py paraphrases DATA  >lines.jsonl
    more.py mutants           <collected.jsonl >lines.jsonl
    more.py mixed             <beams.jsonl >lines.jsonl

tries: what GPT-4o-mini said to other questions of the same gold query, with the
label that it has there, since right is right for both. paraphrases: its
queries with Spider-Syn's wording of the question. mutants: the wrong ones of
`t2sed collect --mutate`, one candidate a line. mixed: of each beam the first two
right and three wrong queries, or nothing where it has not both: what tells them
apart is then the query and not the question. DATA is the directory of docs/training.md. Plain Python, no packages.
"""
import json
import os
import sys

from heldout import labelled, mixed


def lines(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        yield from map(json.loads, file)


def same(text):
    """What two queries are compared by."""
    return " ".join(text.split()).lower()


def predictions(data):
    return lines(data, "predictions", "train", "gpt4o_mini.jsonl")


def tries(data):
    asked = list(predictions(data))
    by_gold = {}
    for line in asked:
        by_gold.setdefault((line["db_id"], same(line["gold"])), []).append(line)
    for line in asked:
        seen = {same(one["sql"]) for one in line["candidates"]}
        for other in by_gold[line["db_id"], same(line["gold"])]:
            for one in other["candidates"]:
                if one["label"] in (0, 1) and same(one["sql"]) not in seen:
                    seen.add(same(one["sql"]))
                    yield line, line["question"], [one]


def paraphrases(data):
    said = {(line["db_id"], line["spider_question"]): line["question"]
            for line in lines(data, "spider_syn", "train.jsonl")}
    for line in predictions(data):
        question = said.get((line["db_id"], line["question"]))
        if question and question != line["question"]:
            for one in line["candidates"]:
                yield line, question, [one]


def mutants():
    for line in map(json.loads, sys.stdin):
        for one in line["candidates"]:
            if one["label"] == 0:
                yield line, line["question"], [one]


def mixed_beams():
    for line in map(json.loads, sys.stdin):
        kept = mixed(labelled(line))
        if kept:
            yield line, line["question"], kept


def main():
    kinds = {"tries": tries, "paraphrases": paraphrases, "mutants": mutants,
             "mixed": mixed_beams}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    for line, question, kept in kinds[sys.argv[1]](*sys.argv[2:]):
        print(json.dumps({"db_id": line["db_id"], "question": question,
                          "gold": line["gold"], "candidates": [
                              {"sql": one["sql"], "label": one["label"]}
                              for one in kept]}))


if __name__ == "__main__":
    main()
